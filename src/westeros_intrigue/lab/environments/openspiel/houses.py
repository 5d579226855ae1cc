"""The card game by houses, since card numbers have no effect on play.

Chance deals houses one card at a time, and draws the Iron Throne cards. A player's knowledge is a
view with printed cards, or a text with the house letters of cards. The text is equal for all games
that look alike to the player.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import attrs

from westeros_intrigue.gamekit.values import Value, make_unchecked
from westeros_intrigue.rules import dealing, history, log, scoring
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, Card, House, IronThroneCard, Move
from westeros_intrigue.rules.state import GameState, View, deal_round, letters
from westeros_intrigue.rules.table import Table

MOST_OUTCOMES = max(len(HOUSES), 7)
"""The maximum number of outcomes of a draw: four houses, or seven Iron Throne cards."""


def letters_of(houses: Iterable[House]) -> str:
    """Return the letters of houses as one text."""
    return "".join(house.letter for house in houses)


@attrs.frozen
class Dealing(Value):
    """A game whose chance is drawn when needed, with the houses dealt so far in the round."""

    game: GameState
    dealt: tuple[House, ...] = ()

    @property
    def is_chance(self) -> bool:
        """True if the next step is the draw of a card."""
        return self.game.phase in {history.Phase.DEALING, history.Phase.ROUND_OVER}

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The possible draws, ascending, with their probabilities.

        A draw is the index of a house while cards are dealt; at the end of a round, it is the index
        of an Iron Throne card in the variant's table, the first of equal ones.
        """
        if self.game.phase is history.Phase.DEALING:
            left = {house.index: CARDS_PER_HOUSE - self.dealt.count(house) for house in HOUSES}
        else:
            table = self.game.variant.throne_cards
            drawn = Counter(card for pile in self.game.score_piles for card in pile)
            left = {table.index(card): count for card, count in (Counter(table) - drawn).items()}
        total = sum(left.values())
        return tuple((index, count / total) for index, count in sorted(left.items()) if count)

    def text_of(self, outcome: int) -> str:
        """Return a draw in words."""
        if self.game.phase is history.Phase.DEALING:
            return f"deal {HOUSES[outcome].letter} to {self._place(len(self.dealt))}"
        return f"draw {self._throne_card(outcome)}"

    def after(self, outcome: int) -> Dealing:
        """Return the game after a draw, at the next decision or the next draw."""
        if self.game.phase is history.Phase.ROUND_OVER:
            return Dealing(scoring.score_round(self.game, throne_card=self._throne_card(outcome)))
        dealt = (*self.dealt, HOUSES[outcome])
        text = letters_of(dealt)
        players, held = self.game.players, self._held
        if len(dealt) < held + self._starters:
            return Dealing(self.game, dealt)
        hands = [text[seat:held:players] for seat in range(players)]
        # The same draws must lead to the same game, since OpenSpiel stores only the draws.
        again = random.Random(0)  # noqa: S311 - no view shows the numbers
        deal = dealing.RoundDeal.from_houses(hands, text[held:], rng=again)
        return Dealing(scoring.proceed(deal_round(self.game, deal)))

    def deal_to(self, seat: int) -> tuple[House, ...]:
        """Return the houses dealt to a seat so far, in the order of the deck, while dealing."""
        dealt = self.dealt[seat : self._held : self.game.players]
        return tuple(sorted(dealt, key=HOUSES.index))

    @property
    def _held(self) -> int:
        game = self.game
        return game.players * game.variant.hand_size(game.players, game.round_number)

    @property
    def _starters(self) -> int:
        return self.game.variant.starter_count(self.game.players, self.game.round_number)

    def _place(self, number: int) -> str:
        return f"player {number % self.game.players}" if number < self._held else "the court"

    def _throne_card(self, outcome: int) -> IronThroneCard:
        return self.game.variant.throne_cards[outcome]


def public_text(view: View, *, recall: bool) -> str:
    """Return the public information: of the whole game with `recall`, otherwise of this moment."""
    table = view.table
    lines = [table.summary, f"player {table.starting_player} starts"]
    if recall:
        lines += map(_describe_result, table.results)
        lines.append(_describe_placement(table.starters, table.placements))
        lines += _describe_turned_over(view)
    else:
        lines.append(" ".join(f"{letters([card])}@{slot}" for slot, card in table.court.items()))
        stacks = ((seat, letters(stack)) for seat, stack in enumerate(table.known_stacks))
        lines += [f"player {seat} ends with {stack}" for seat, stack in stacks if stack]
    lines += [_out(gone, recall=recall) for gone in table.eliminations]
    lines.append(f"cards {_join(table.hand_sizes)}")
    lines.append(f"points {_join(table.penalty_points)}")
    lines.append(f"Iron Throne cards {_join(table.score_pile_sizes)}")
    lines += map(_throne_cards, table.revealed_score_piles)
    return "\n".join(line for line in lines if line)


def private_text(view: View, *, recall: bool) -> str:
    """Return the viewer's private information."""
    lines = [f"player {view.player} holds {letters(view.hand)}", _throne_cards(view.score_pile)]
    if recall:
        kept = ("?" if cards is None else letters(cards) for cards in view.kept)
        lines += [f"kept {cards} in round {number}" for number, cards in enumerate(kept, start=1)]
    return "\n".join(line for line in lines if line)


def _describe_result(result: history.RoundResult) -> str:
    out = "; ".join(_out(gone, recall=True) for gone in result.eliminations)
    kept = _join("-" if cards is None else letters(cards) for cards in result.kept)
    placed = _describe_placement(result.starters, result.placements)
    return f"round {result.round_number}: {placed}; {out}; kept {kept}"


def _describe_placement(starters: Iterable[Card], placements: Iterable[history.Placement]) -> str:
    placed = (f"{of.player}{letters([of.move.card])}@{of.move.slot}" for of in placements)
    return " ".join([letters(starters), *placed]).strip()


def _out(gone: history.Elimination, *, recall: bool) -> str:
    when = f" after {gone.placements_before}" if recall else ""
    return f"player {gone.player} out{when} with {gone.cards_left}"


def _describe_turned_over(view: View) -> Iterator[str]:
    for seat, turns in enumerate(view.table.turned_over):
        if turns:
            aside = (letters(cards) or "-" for cards in turns)
            yield f"player {seat} set aside {' '.join(aside)}"


def _throne_cards(pile: Iterable[IronThroneCard | None]) -> str:
    return ", ".join(str(card or "?") for card in pile)


def _join(things: Iterable[object]) -> str:
    return " ".join(map(str, things))


_Round = TypeVar("_Round", Table, history.RoundResult)


def as_printed(view: View) -> View:
    """Return the view of the same game with printed cards, which have a house but no number.

    In each round the cards of a house are numbered from 1 in the order in which the viewer sees
    them: the starters, the viewer's hand, then each card that is turned over or placed. Two views
    are equal if they show the same houses.

    Rules: components.names.
    """
    rounds = [_Numbers()]
    for event in log.events(None, view):
        if isinstance(event, history.RoundStart):
            rounds.append(_Numbers())
            rounds[-1].on((event.starters, event.hands))
        elif isinstance(event, history.SetAside):
            rounds[-1].on(event.cards)
        elif isinstance(event, history.Placement):
            rounds[-1].on(event)
    results, now = view.table.results, rounds[-1]
    table = attrs.evolve(
        now.on_cards_of(view.table),
        results=tuple(map(_Numbers.on_cards_of, rounds[1:], results)),
        has_numbers=False,
    )
    kept = tuple(map(_Numbers.on, rounds[1:], view.kept))
    return make_unchecked(
        View,
        table=table,
        player=view.player,
        hand=now.on(view.hand),
        score_pile=view.score_pile,
        kept=kept,
    )


class _Numbers(dict[Card, Card]):
    """The cards of a round with their new numbers, assigned as they are looked up."""

    def __missing__(self, card: Card) -> Card:
        number = 1 + sum(seen.house is card.house for seen in self)
        return self.setdefault(card, Card(card.house, number))

    def on(self, value: Any) -> Any:  # noqa: ANN401 - a card, or cards in any tuple
        """Return a value with these numbers on its cards."""
        match value:
            case Card():
                return self[value]
            case tuple():
                return tuple(map(self.on, value))
            case history.Placement(player, Move(card, slot)):
                return history.Placement(player, Move(self[card], slot))
            case _:
                return value

    def on_cards_of(self, round_: _Round) -> _Round:
        """Return a round with these numbers on its cards."""
        names = ("starters", "placements", "turned_over", "kept")
        has = [name for name in names if hasattr(round_, name)]
        return attrs.evolve(round_, **{name: self.on(getattr(round_, name)) for name in has})
