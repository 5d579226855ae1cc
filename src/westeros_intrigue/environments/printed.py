"""Views of printed cards, whose numbers depend on nothing that the viewer has not seen."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.values import unchecked
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.events import RoundStart, SetAside
from westeros_intrigue.rules.history import Placement, RoundResult
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View

_Round = TypeVar("_Round", Table, RoundResult)


def as_printed(view: View) -> View:
    """Return the view of the same game with printed cards, which have a house but no number.

    In each round the cards of a house are numbered from 1 in the order in which the viewer sees
    them: the starters, the viewer's hand, then each card that is turned over or placed. Two views
    are equal if they show the same houses.

    Rules: components.names.
    """
    rounds = [_Numbers()]
    for event in events(None, view):
        if isinstance(event, RoundStart):
            rounds.append(_Numbers())
            rounds[-1].on((event.starters, event.hands))
        elif isinstance(event, SetAside):
            rounds[-1].on(event.cards)
        elif isinstance(event, Placement):
            rounds[-1].on(event)
    results, now = view.table.results, rounds[-1]
    table = attrs.evolve(
        now.on_cards_of(view.table),
        results=tuple(map(_Numbers.on_cards_of, rounds[1:], results)),
        has_numbers=False,
    )
    kept = tuple(map(_Numbers.on, rounds[1:], view.kept))
    return unchecked(
        View,
        table=table,
        player=view.player,
        hand=now.on(view.hand),
        score_pile=view.score_pile,
        kept=kept,
    )


class _Numbers(dict[Card, Card]):
    """The cards of a round with their new numbers, which count the cards as they are looked up."""

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
            case Placement(player, Move(card, slot)):
                return Placement(player, Move(self[card], slot))
            case _:
                return value

    def on_cards_of(self, round_: _Round) -> _Round:
        """Return a round with these numbers on its cards."""
        names = ("starters", "placements", "turned_over", "kept")
        has = [name for name in names if hasattr(round_, name)]
        return attrs.evolve(round_, **{name: self.on(getattr(round_, name)) for name in has})
