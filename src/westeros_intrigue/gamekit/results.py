"""The result of a game: places, totals and winners, and the names of seats."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import Annotated, Any, Generic

import attrs
from typing_extensions import TypeAliasType, TypeVar

from westeros_intrigue.gamekit import codecs, documents, limits, values
from westeros_intrigue.gamekit.notebook_tables import Rows, Tabled
from westeros_intrigue.gamekit.travel import give_form

YOU = "You"
"""The name of a game's only human player, if they gave none."""


def viewer_in_words(viewer: int | None) -> str:
    """Return the name for the viewer of a view."""
    return "a spectator" if viewer is None else f"player {viewer}"


def default_names(players: int) -> tuple[str, ...]:
    """Return the default names of seats."""
    return tuple(f"player {player}" for player in range(players))


Place = TypeAliasType("Place", Annotated[tuple[limits.Count, ...], limits.Length(1)])
"""The players who share a place, ascending."""

Criterion = TypeVar("Criterion", default=Any)
"""The criteria of a game, such as `Decision`; None for a game with only one."""


@attrs.frozen
class FinalResult(values.Value, Tabled, Generic[Criterion]):
    """The final result of a game.

    >>> from westeros_intrigue.rules import rank
    >>> rank((5, 3), ((), ())).ranking
    ((1,), (0,))
    """

    winners: Place
    """The winning seats, from 0, ascending; several if players share the victory."""
    totals: tuple[int, ...]
    """For each seat, from 0, the number that ranks it, such as its points minus the points of its
    cards, or the power of its small council; empty in a game that ranks without numbers."""
    ranking: Annotated[tuple[Place, ...], limits.Length(1)]
    """The seats, from 0, best first; seats that share a place are together, ascending."""
    decided_by: Criterion
    """The criterion that decided the game; None in a game with only one criterion."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a place, from 1, and a seat, from 0, best first.

        >>> FinalResult((2,), (), ((2,), (0, 3), (1,)), None).places
        ((1, 2), (2, 0), (2, 3), (4, 1))
        """
        above = accumulate(map(len, self.ranking), initial=1)
        return tuple(
            (place, seat)
            for place, seats in zip(above, self.ranking, strict=False)
            for seat in seats
        )

    def _rows(self) -> Rows:
        places, names = self.places, default_names(sum(map(len, self.ranking)))
        caption = f"Won by {winners_in_words(self, names)}"
        columns = ("place", "player", *["total"][: len(self.totals)])  # some games have no totals
        rows = ((place, names[seat], *self.totals[seat : seat + 1]) for place, seat in places)
        return caption, columns, rows


_CRITERION: codecs.Codec[Any] = codecs.Codec(
    lambda criterion: None if criterion is None else criterion.value,
    codecs.as_it_is,  # never called: only the game knows the criterion of a text
    {"type": ["string", "null"]},
)
give_form(
    FinalResult,
    documents.form_of_all_games(
        FinalResult,
        {Criterion: _CRITERION},
        "a FinalResult is only written: final_winner(state) returns one",
    ),
)


def winners_in_words(final: FinalResult[Any], names: Sequence[str]) -> str:
    """Return the winners and the reason that they won, such as `player 1: the lowest total`."""
    called = (names[winner] for winner in final.winners)
    winners = " and ".join(name.lower() if name == YOU else name for name in called)
    return winners if final.decided_by is None else f"{winners}: {final.decided_by._in_words}"


def rank_seats(worth: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place, the highest worth first; seats of equal worth share a place.

    >>> rank_seats([3, 5, 3])
    ((1,), (0, 2))
    """
    seats = sorted(range(len(worth)), key=worth.__getitem__, reverse=True)
    return tuple(tuple(place) for _, place in groupby(seats, key=worth.__getitem__))
