"""The examples of `shown/`: a position of B'Twixt, what is played, and what follows or is refused.

A position is one of these:

    summer 2 shae; ...                 a line for `parse_position`
    card levy: {"timing": ...}, ...    before a line: a card or an ally has these abilities instead
    box {"only": ["page", ...]}        before a line: the form of its box; `only` lists all allies
    new game, 3 players, short         a new game, with options of the table
    given ...                          the same, in which the first leaders of the box are given;
                                       `seed 2` for another deal than that of seed 1
    box {...}                          the form of a box
    powers 17 22 16; allies 1 1 1      the end of a game, by councils

and a step, beside those of any game, one of these, or a word of `FACTS`:

    all kneel           each standing leader kneels, until another question is asked
    round of kneeling   all kneel, and the winner puts everything into the first council
    season of kneeling  the same up to the next season
    season of drafting  the whole draft, in which each leader always picks the first card
    first picks         the first card of each pack is picked
    log seen by 0       what the last step shows to player 0, or to `all`
    discarded           the cards that the last step has added to the discard pile
    certain for 0       the cards that player 0 knows to be in each other hand and pack
    other seat 1: kneel a move that is checked for seat 1 as its own view sees it
    with 3 players      the faults of a box for a game, also `with 3 players, advanced`
    read                the form again, as the whole file of the box
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from helpers.shown_games import Played, assert_shown, each_example, viewer
from helpers.shown_rules import Example

from westeros_intrigue.gamekit import GAMES, AnyGame
from westeros_intrigue.games.btwixt import (
    KNOWN_CARDS,
    SAMPLE_BOX,
    STANDARD,
    Box,
    DecisionKind,
    FinalResult,
    GameState,
    Kind,
    Kneel,
    Move,
    Position,
    apply,
    council_powers,
    describe,
    determinize,
    explain,
    final_winner,
    left_council,
    legal_moves,
    neighbours,
    new_game,
    observe,
    parse_move,
    parse_position,
    rank,
    right_council,
    setup,
)
from westeros_intrigue.games.btwixt.telling.records import OPTIONS

FOLDER = Path(__file__).parent / "shown"
FORM = {"format": "westeros-intrigue/btwixt-box/1", "base": "sample"}
WORLDS = 40
"""The worlds that are drawn to find what a viewer knows."""


@each_example(FOLDER)
def test_a_rule_is_as_its_example_shows(example: Example) -> None:
    assert_shown(example, PlayedBtwixt())


def options_of(parts: Iterable[str]) -> dict[str, Any]:
    """Read `variant advanced`, `short` and other options of a table."""
    known = {option.name: option for option in OPTIONS}
    chosen = (part.partition(" ") for part in parts)
    return {name: known[name].parse(text or "true") for name, _, text in chosen}


class PlayedBtwixt(Played):
    """An example of B'Twixt as far as it is played."""

    game: ClassVar[AnyGame] = GAMES["btwixt"]

    def begin(self, text: str) -> None:
        *first, line = text.splitlines()
        if not first:
            super().begin(text)
            return
        changes: dict[str, Any] = {"allies": [], "influence": []}
        for change in first:
            word, _, rest = change.partition(" ")
            if word == "box":
                changes |= json.loads(rest)
                continue
            name, _, abilities = rest.partition(": ")
            part = "influence" if name in {each.id for each in SAMPLE_BOX.influence} else "allies"
            changes[part].append({"id": name, "abilities": json.loads(f"[{abilities}]")})
        if "only" in changes:
            only = changes.pop("only")
            changes["without"] = [ally.id for ally in SAMPLE_BOX.allies if ally.id not in only]
            changes["allies"] = [{"id": name, "abilities": []} for name in only]
        form = json.dumps({**FORM, "name": "changed", **changes})
        self.now = parse_position(f"{line}; box changed", {"box": form})

    def begin_game(self, text: str) -> GameState:
        _, players, *options = text.split(", ")
        return new_game(int(players.split()[0]), options_of(options), seed=1)

    def begin_with_leaders(self, text: str) -> GameState:
        players, *options = text.split(", ")
        seeds = [int(part[5:]) for part in options if part.startswith("seed ")]
        leaders = [leader.id for leader in SAMPLE_BOX.leaders]
        others = [part for part in options if not part.startswith("seed ")]
        first = new_game(int(players.split()[0]), options_of(others), seed=1)
        return setup(
            first.players,
            seed=(*seeds, 1)[0],
            leaders=leaders[: first.players],
            variant=first.variant,
            first_player=first.first_player,
        )

    def begin_box(self, text: str) -> Box:
        if text == "of known cards":
            return KNOWN_CARDS
        return Box.from_json(json.dumps({**FORM, "name": "changed", **json.loads(text)}))

    def begin_end(self, text: str) -> FinalResult[Any]:
        powers, _, allies = text.partition("; allies ")
        return rank([*map(int, powers.split())], [*map(int, allies.split())])

    def step(self, line: str) -> Iterable[str] | None:
        fact = FACTS.get(line)
        return fact(self.now) if fact else super().step(line)

    def play_on(self, moves: Callable[[GameState], Move | None]) -> Iterable[str]:
        """Make moves as long as there is one; return what happens."""
        start = self.now
        while not self.now.is_over and (move := moves(self.now)):
            self.now = apply(self.now, move)
        self.before = start
        words = [self.game.sentence(each, None) for each in self.game.events(start, self.now)]
        return [sentence for sentence in words if sentence]

    def kneel(self, _: str) -> Iterable[str]:
        return self.play_on(lambda state: Kneel() if asks_for_a_turn(state) else None)

    def play_round(self, _: str) -> Iterable[str]:
        rounds = len(self.now.results)
        return self.play_on(
            lambda state: kneel_or_first(state) if len(state.results) == rounds else None
        )

    def play_season(self, text: str) -> Iterable[str]:
        season = self.now.season
        if text == "of drafting":
            self.play_on(lambda state: kneel_or_first(state) if any(state.packs) else None)
        else:
            self.play_on(lambda state: kneel_or_first(state) if state.season is season else None)
        return ()

    def pick_first(self, _: str) -> Iterable[str]:
        for _seat in self.now.deciders:
            self.become(apply(self.now, legal_moves(self.now)[0]))
        return ()

    def show_log(self, text: str) -> Iterable[str]:
        seat = viewer(text)
        views = (observe(self.before, seat), observe(self.now, seat))
        words = [self.game.sentence(event, seat) for event in self.game.events(*views)]
        return [sentence for sentence in words if sentence] or ["nothing"]

    def show_discarded(self, _: str) -> Iterable[str]:
        yield counted(ids(self.now.discard) - ids(self.before.discard))

    def show_certain(self, text: str) -> Iterable[str]:
        seat = viewer(text)
        view = observe(self.now, seat)
        rng = random.Random(1)
        worlds = [determinize(view, rng) for _ in range(WORLDS)]
        places: dict[str, Callable[[GameState], Any]] = {
            "hand": lambda world: world.hands,
            "pack": lambda world: world.packs,
        }
        for other in range(self.now.players):
            for name, find in places.items():
                hands = [ids(find(world)[other]) for world in worlds]
                sure = hands[0]
                for hand in hands:
                    sure &= hand
                if other != seat and any(hands):
                    yield f"{name} {other}: {counted(sure)}"
        tops = {world.ally_deck[:3] for world in worlds}
        known = [
            names.pop() if len(names := {top[place] for top in tops}) == 1 else "?"
            for place in range(min(map(len, tops)))
        ]
        yield f"ally deck: {' '.join(known)}"

    def explain_for(self, text: str) -> Iterable[str]:
        seat, _, move = text.removeprefix("seat ").partition(": ")
        view = observe(self.now, int(seat))
        whys = explain(view, parse_move(move))
        return [f"refused, {why.code.value}, {why.rule}: {why}" for why in whys] or ["allowed"]

    def check_box(self, text: str) -> Iterable[str]:
        players, *options = text.split(", ")
        variant = new_game(3, options_of(options), seed=1).variant if options else STANDARD
        faults = self.now.faults(int(players.split()[0]), variant)
        return [str(fault) for fault in islice(faults, 6)] or ["ready"]

    def read_again(self, _: str) -> Iterable[str]:
        read = Box.from_json(self.now.to_json())
        return ["the same box" if read == self.now else "another box"]

    OPENINGS: ClassVar[Mapping[str, Callable[[Any, str], object]]] = {
        "new": begin_game,
        "given": begin_with_leaders,
        "box": begin_box,
        "powers": begin_end,
    }
    STEPS: ClassVar[Mapping[str, Callable[[Any, str], Iterable[str] | None]]] = {
        "all": kneel,
        "round": play_round,
        "season": play_season,
        "first": pick_first,
        "log": show_log,
        "certain": show_certain,
        "discarded": show_discarded,
        "other": explain_for,
        "with": check_box,
        "read": read_again,
    }


def asks_for_a_turn(state: GameState) -> bool:
    return state.decision is not None and state.decision.kind is DecisionKind.TURN


def kneel_or_first(state: GameState) -> Move:
    moves = legal_moves(state)
    return Kneel() if Kneel() in moves else moves[0]


def counted(cards: Mapping[str, int]) -> str:
    return " ".join(f"{n} {name}" if n > 1 else name for name, n in sorted(cards.items()) if n) or (
        "-"
    )


def ids(cards: Iterable[Any]) -> Counter[str]:
    return Counter(card.id for card in cards)


def list_hands(state: Position) -> Iterator[str]:
    hands = state.hands if isinstance(state, GameState) else (state.hand,)
    for seat, hand in enumerate(hands):
        yield f"{seat}: {counted(ids(hand))}"


def list_councils(state: Position) -> Iterator[str]:
    for number, council in enumerate(state.councils):
        tokens = f"+{len(council.tokens)}" if council.tokens else ""
        yield f"c{number}: {' '.join(filter(None, [*council.allies, tokens])) or '-'}"


def list_ring(state: Position) -> Iterator[str]:
    for seat in range(state.players):
        left, right = neighbours(seat, state.players)
        own = left_council(seat), right_council(seat, state.players)
        yield f"player {seat}: c{own[0]} with player {left}, c{own[1]} with player {right}"


def list_final(result: Any) -> Iterator[str]:
    final = result if isinstance(result, FinalResult) else final_winner(result)
    for place, seats in enumerate(final.ranking, start=1):
        who = " and ".join(f"player {seat}" for seat in seats)
        yield f"{place}. {who}: {', '.join(str(final.totals[seat]) for seat in seats[:1])}"
    yield f"by {final.decided_by.value}"


def list_pieces(box: Box) -> Iterator[str]:
    yield f"{len(box.leaders)} leaders, {len(box.allies)} allies, {len(box.token_values)} tokens"
    for kind in Kind:
        entries = [entry for entry in box.influence if entry.kind is kind]
        colours = sorted({str(entry.colour) for entry in entries})
        yield f"{sum(entry.copies or 0 for entry in entries)} {kind} cards: {' '.join(colours)}"


def list_dealt(state: GameState) -> Iterator[str]:
    """Yield the kinds of cards of each hand, and the sizes of what is not dealt."""
    for seat, hand in enumerate(state.hands):
        kinds = Counter(str(state.box.entry(card).kind) for card in (*hand, *state.packs[seat]))
        yield f"{seat}: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}"
    kinds = Counter(str(state.box.entry(card).kind) for card in state.deck)
    yield f"deck: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}"


def list_owners(state: GameState) -> Iterator[str]:
    """Yield the leaders whose white cards are in the packs and the deck."""
    cards = [*state.deck, *(card for pack in state.packs for card in pack)]
    owners = Counter(state.box.entry(card).leader or "nobody" for card in cards)
    yield ", ".join(f"{count} of {owner}" for owner, count in sorted(owners.items()))


FACTS: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "hands": list_hands,
    "hand sizes": lambda state: [" ".join(map(str, state.hand_sizes))],
    "packs": lambda state: [
        f"{seat}: {counted(ids(pack))}, set aside: {counted(ids(state.asides[seat]))}"
        for seat, pack in enumerate(state.packs)
    ],
    "piles": lambda state: [
        f"{seat}: {' '.join(map(str, pile)) or '-'}" for seat, pile in enumerate(state.piles)
    ],
    "totals": lambda state: [
        (
            f"totals {' '.join(map(str, state.bid.totals))}, "
            f"ranking {' '.join(map(str, state.bid.ranking))}"
        )
    ],
    "councils": list_councils,
    "ring": list_ring,
    "current": lambda state: [" ".join(each.ally for each in state.current) or "-"],
    "on allies": lambda state: [
        ", ".join(f"{each.ally} +{len(each.tokens)}" for each in state.current) or "-"
    ],
    "dead": lambda state: [" ".join(state.dead) or "-"],
    "row": lambda state: [" ".join(state.row) or "-"],
    "ally deck": lambda state: [f"{' '.join(state.ally_deck[:5])} ..."],
    "ally deck size": lambda state: [str(state.table.ally_deck_size)],
    "supply": lambda state: [str(len(state.supply))],
    "discard size": lambda state: [f"{len(state.discard)}, removed {len(state.removed)}"],
    "removed": lambda state: [counted(ids(state.removed))],
    "dealt": list_dealt,
    "whose": list_owners,
    "round": lambda state: [
        (
            f"{state.season} {state.round_number} of {state.players + 1}, first player "
            f"{state.first_player}"
        )
    ],
    "rounds": lambda state: [
        (
            f"{state.variant.rounds(state.players)}: "
            f"{' '.join(map(str, state.variant.seasons(state.players)))}"
        )
    ],
    "leaders": lambda state: [" ".join(str(leader) for leader in state.leaders)],
    "knelt": lambda state: [
        " ".join(str(seat) for seat, knelt in enumerate(state.knelt) if knelt) or "nobody"
    ],
    "phase": lambda state: [state.phase.value],
    "deciders": lambda state: [" ".join(map(str, state.deciders)) or "nobody"],
    "powers": lambda state: [" ".join(map(str, council_powers(state)))],
    "result": list_final,
    "pieces": list_pieces,
    "abilities": lambda box: [
        f"{entry.title}: {describe(entry)}"
        for entry in box.influence
        if entry.id in {"betrayal", "the-game-of-thrones", "little-birds"}
    ],
    "tokens": lambda box: [
        ", ".join(f"{count} of {value}" for value, count in box.tokens or ()) or "unknown"
    ],
}
"""The facts that a step can ask for."""
