"""Snapshots: all that lies on the table at one moment, without the edition and the moves so far."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from westeros_intrigue.base.limits import Count
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.data.codecs import Data
from westeros_intrigue.monopoly.questions import facts
from westeros_intrigue.monopoly.spaces import CardNumber, Seat
from westeros_intrigue.monopoly.state import PublicFacts, View
from westeros_intrigue.monopoly.table import Moment


@attrs.frozen
class Showing(Value, Moment):
    """The facts that a client shows that knows no rules. Tuples go by player, deeds by space.

    >>> from westeros_intrigue.monopoly import setup
    >>> shown = Showing.of(setup(2, seed=1))
    >>> shown.treasury, shown.question["decision"]
    (248, 'floor')

    Rules: info.public.
    """

    sample: bool
    """True if the game is played with invented numbers (rule edition.sample-flag)."""
    treasury: int
    """The coins of the Treasury; they may be below 0 (rule components.treasury)."""
    holdfasts_left: Count
    """The number of Holdfasts that the Treasury has."""
    castles_left: Count
    """The number of Castles that the Treasury has."""
    unseen_cards: tuple[CardNumber, ...]
    """The numbers of the cards that nobody has seen, ascending."""
    question: Mapping[str, Data] | None = attrs.field(hash=False)
    """The numbers of the open question by name; None when nobody is asked."""

    @classmethod
    def of(cls, position: PublicFacts) -> Showing:
        """Return the facts of a state or a view."""
        names = (field.name for field in attrs.fields(cls))
        members = {name: getattr(position, name) for name in names if name != "question"}
        return cls(**members, question=facts(position.table))


@attrs.frozen
class Snapshot(Value):
    """The knowledge of a player at one moment, for a client that knows no rules.

    Its document does not grow with the game, and is a quarter of that of a new game's view, which
    contains the edition.

    >>> from westeros_intrigue.monopoly import DOCUMENTS, observe, setup
    >>> snapshot = Snapshot.of(observe(setup(3, seed=1), 2))
    >>> snapshot.player, snapshot.table.cash
    (2, (36, 36, 36))
    >>> DOCUMENTS.from_json(Snapshot, DOCUMENTS.to_json(snapshot)) == snapshot
    True

    Rules: info.public, info.views.
    """

    player: Seat | None
    """The seat that looks, from 0; None for a spectator."""
    table: Showing
    """The facts on the table."""

    @classmethod
    def of(cls, view: View) -> Snapshot:
        """Return the snapshot of a view.

        Raises:
            WrongType: `view` is not a View.
        """
        check_type("view", view, View)
        return cls(view.player, Showing.of(view))
