"""The examples of `shown/`: a position, what is played, and what follows or why it is refused.

A position is one of these:

    a0 S L; 8, *S S ..., 9, 9    a line for `parse_position`
    a0 S L B                     a court alone, for `parse_court`
    Players: 4 ...               a record without its title, for a game from its deal on
    new game, 4 players, solo    a new game with options of the table, such as `rounds 2`
    scores: 5 with 3/6, 4        each player's penalty points and Iron Throne cards, at the end

and a step one of these, or a word of `FACTS`:

    S@b0 L@a1        the placements of the players in turn; `2:S@b0` names the player of the last.
                     The result is what follows the last: who is out, and who is to move
    house            the turn of the automated house to move
    open to S        the slots that are open to the house
    out              the player to move is out, in a view, where the hands are not known
    deal SSL.., ..   the deal of the next round, by houses or cards; after `+` the starters
    score 3/6        the end of the round; the card only where the game does not have it
    seen by 0        the position to player 0, or to `all`
    log seen by 0    the last step to player 0, or to `all`
    piles seen by 0  the Iron Throne cards that the players have drawn, to player 0, or to `all`
    undrawn for 0    the Iron Throne cards that have not been drawn, as far as player 0 knows
    kept seen by 0   the cards left in each finished round, to player 0, or to `all`
    play on          the rest of the game, always with the first move there is
    odds for 0       the average numbers of cards of S, L, B and T in the hands, to player 0
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from colorsys import rgb_to_hls
from typing import Any, ClassVar

from helpers import shown_games
from helpers.shown_games import assert_shown, each_example, viewer
from helpers.shown_rules import FOLDER, Example
from helpers.tables import InOrder, play_game

from westeros_intrigue import (
    DECK,
    OPTIONS,
    Card,
    Court,
    FinalResult,
    GameState,
    House,
    Placement,
    View,
    apply,
    deal_round,
    draw_svg,
    events,
    final_winner,
    find_move,
    format_position,
    new_game,
    observe,
    odds,
    parse_court,
    parse_hand,
    parse_position,
    parse_slot,
    score_round,
)
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.notation import Record
from westeros_intrigue.notation.records.writing import (
    final_texts,
    read_throne_card,
    write_throne_card,
)
from westeros_intrigue.rules import Move, RoundDeal, rank
from westeros_intrigue.rules.cards import join_cards
from westeros_intrigue.rules.view import Position, list_piles
from westeros_intrigue.views import throne_cards_left

MOVE = re.compile(r"(?:([0-5]):)?([SLBT])([1-9]?)@(\S+)")


@each_example(FOLDER)
def test_a_rule_is_as_its_example_shows(example: Example) -> None:
    assert_shown(example, Played())


class Played(shown_games.Played):
    """An example of the card game as far as it is played."""

    game = GAMES["westeros-intrigue"]

    def begin(self, text: str) -> None:
        if text.startswith("Players:"):
            self.now = Record.parse(f"{Record.TITLE} 1\n{text}", rng=InOrder()).state
        elif text.startswith("new game"):
            self.now = game_of(text.split(", ")[1:])
        elif text.startswith("scores: "):
            entries = [entry.split() for entry in text.removeprefix("scores: ").split(", ")]
            piles = [map(read_throne_card, entry[2:]) for entry in entries]
            self.now = rank([int(entry[0]) for entry in entries], list(map(tuple, piles)))
        else:
            self.now = parse_position(text) if ";" in text else parse_court(text)

    def step(self, line: str) -> Iterable[str] | None:
        if MOVE.match(line):
            return self.place(line.split())
        if fact := FACTS.get(line):
            return fact(self.now)
        return super().step(line)

    def place(self, moves: list[str]) -> Iterator[str]:
        """Place cards; show what follows the last placement."""
        for text in moves:
            seat, letter, number, where = MOVE.fullmatch(text).groups()  # type: ignore[union-attr]
            house, slot, position = House(letter), parse_slot(where), self.now
            card = Card(house, int(number)) if number else None
            if isinstance(position, Court):
                self.become(position.place(card or house, slot))
            elif isinstance(position, View):
                own = [each for each in position.hand if each.house is house]
                self.become(position.placed(Move(card or own[0], slot)))
            elif seat or card:
                player = int(seat) if seat else position.active_player
                own = [each for each in position.hands[player] if each.house is house]
                self.become(apply(position, Move(card or own[0], slot), player=player))
            else:
                self.become(apply(position, find_move(position, house, slot)))
        if isinstance(self.now, Court):
            yield str(self.now)
        else:
            placement, *following = events(self.before, self.now)
            assert isinstance(placement, Placement)
            yield from map(str, following)

    def go_out(self, _: str) -> None:
        self.become(self.now.gone_out())

    def play_house(self, _: str) -> Iterator[str]:
        self.become(apply(self.now, self.now.dictated))
        return map(str, events(self.before, self.now))

    def show_open(self, text: str) -> Iterator[str]:
        court = self.now if isinstance(self.now, Court) else self.now.court
        yield " ".join(map(str, court.open_slots(House(text.removeprefix("to "))))) or "none"

    def deal(self, text: str) -> Iterator[str]:
        hands, _, starters = text.partition(" + ")
        if re.search("[1-9]", text):
            deal = RoundDeal(
                map(parse_hand, hands.split(", ")), parse_hand(starters) if starters else ()
            )
        else:
            deal = RoundDeal.from_houses(hands.split(", "), starters, rng=InOrder())
        self.become(deal_round(self.now, deal))
        return map(str, events(self.before, self.now))

    def score(self, text: str) -> Iterator[str]:
        card = read_throne_card(text) if text else None
        self.become(score_round(self.now, throne_card=card))
        return map(str, events(self.before, self.now))

    def play_on(self, _: str) -> Iterator[str]:
        """Play the whole game, always with the first move there is."""
        self.become(play_game(self.now))
        for result in self.now.results:
            yield (
                f"round {result.round_number}: player {result.starting_player} starts, "
                f"player {result.last_placer} draws {write_throne_card(result.throne_card)}"
            )

    def show_log(self, text: str) -> Iterator[str]:
        views = [observe(position, viewer(text)) for position in (self.before, self.now)]
        return map(str, events(*views))

    def show_piles(self, text: str) -> Iterator[str]:
        yield ", ".join(map(pile_text, list_piles(observe(self.now, viewer(text)))))

    def show_undrawn(self, text: str) -> Iterator[str]:
        yield pile_text(throne_cards_left(observe(self.now, viewer(text))))

    def show_kept(self, text: str) -> Iterator[str]:
        for result in observe(self.now, viewer(text)).results:
            kept = ["?" if cards is None else join_cards(cards) or "-" for cards in result.kept]
            yield f"{', '.join(kept)}; that is {' and '.join(map(str, result.cards_left))}"

    def show_odds(self, text: str) -> Iterator[str]:
        for seat, means in enumerate(odds(observe(self.now, viewer(text))).means):
            yield f"{seat}: {' '.join(f'{mean:.2f}' for mean in means)}"

    STEPS: ClassVar[Mapping[str, Callable[[Any, str], Iterable[str] | None]]] = {
        "house": play_house,
        "open": show_open,
        "deal": deal,
        "out": go_out,
        "score": score,
        "log": show_log,
        "odds": show_odds,
        "piles": show_piles,
        "undrawn": show_undrawn,
        "kept": show_kept,
        "play": play_on,
    }


def list_colours(court: Court) -> Iterator[str]:
    """Yield the colours of the cards in a picture."""
    for fill, where in re.findall(r'fill="#(\w{6})"[^>]* data-slot="(\S+?)"', draw_svg(court)):
        red, green, blue = (int(fill[start : start + 2], 16) / 255 for start in (0, 2, 4))
        hue, lightness, saturation = rgb_to_hls(red, green, blue)
        name = "grey or white" if lightness > 0.5 else "black"
        if saturation > 0.5:
            name = "red" if abs(hue - 0.5) > 0.45 else "yellow" if 0.1 < hue < 0.2 else "other"
        yield f"{court[parse_slot(where)]}: {name}"


def game_of(parts: list[str]) -> GameState:
    """Set up a game for `4 players`, `solo`, `rounds 2`, `option rivalry`, `first_player 1`."""
    known = {option.name: option for option in OPTIONS}
    players = int(parts[0].split()[0])
    chosen = (part.partition(" ") for part in parts[1:])
    return new_game(
        players, {name: known[name].parse(text or "true") for name, _, text in chosen}, seed=1
    )


def list_deals(state: GameState) -> Iterator[str]:
    """Yield the sizes of the hands, and the numbers of starters and of unused characters."""
    first = [] if state.round_deal is None else [state.round_deal]
    for number, deal in enumerate((*first, *state.rest.rounds), state.round_number):
        hands = " ".join(str(len(hand)) for hand in deal.hands)
        yield f"round {number}: {hands} + {len(deal.starters)}, {len(deal.unused)} not dealt"


def list_stacks(position: Position) -> Iterator[str]:
    for seat in position.variant.automated:
        hand = position.hands[seat] if isinstance(position, GameState) else ()
        known = position.known_stacks[seat]
        yield f"{seat}: {join_cards(hand) or '-'}; known to all: {join_cards(known) or '-'}"


def pile_text(pile: Iterable[Any]) -> str:
    return " ".join(write_throne_card(card) if card else "?" for card in pile) or "-"


FACTS: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "colours": list_colours,
    "court": lambda position: [str(position.court)],
    "seats": lambda position: [
        f"{seat}: {house}{', automated' if seat in position.variant.automated else ''}"
        for seat, house in enumerate(position.variant.houses)
    ],
    "hands": lambda state: [f"{n}: {join_cards(h) or '-'}" for n, h in enumerate(state.hands)],
    "stacks": list_stacks,
    "deals": list_deals,
    "phase": lambda position: [position.phase.value],
    "round": lambda position: [
        f"round {position.round_number} of {position.variant.rounds_for(position.players)}"
    ],
    "line": lambda position: [format_position(position)],
    "to move": lambda position: [
        "nobody" if position.active_player is None else f"player {position.active_player}"
    ],
    "characters": lambda _: [join_cards(card for card in DECK if card.house is h) for h in House],
    "to be drawn": lambda state: [pile_text(state.rest.throne_cards)],
    "points": lambda position: [" ".join(map(str, position.penalty_points))],
    "throne cards": lambda position: [pile_text(position.variant.throne_cards)],
    "piles": lambda position: [", ".join(map(pile_text, list_piles(position)))],
    "result": lambda final: [
        f"{name}: {text}"
        for name, text in final_texts(
            final if isinstance(final, FinalResult) else final_winner(final)
        ).items()
    ],
}
