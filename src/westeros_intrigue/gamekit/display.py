"""Base classes of values that notebooks display.

The drawings lie in layers above, and are imported when a notebook first displays a value.

The end of a game, in one shape for all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from typing import Annotated, Any, ClassVar, Generic

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.values import Count, Length, Value


def _notebook() -> Any:  # noqa: ANN401 - a module
    return import_module("westeros_intrigue.drawing.notebook")


class Pictured:
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    A state is shown as a spectator sees it, without the hands.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints: the notebook filters the result itself.
        bundle: dict[str, str] = _notebook().media(self)
        return bundle

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not support media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


def viewer_in_words(viewer: int | None) -> str:
    """Return what the viewer of a view is called."""
    return "a spectator" if viewer is None else f"player {viewer}"


class Drawn(Pictured):
    """Base of the positions that a notebook shows as the module of their game draws them."""

    __slots__ = ()

    _GAME: ClassVar[str]
    """The name of the module, with its `draw_svg` and `draw_text`."""

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        of_viewer = f" of {viewer_in_words(self.player)}" if hasattr(self, "player") else ""
        return f"<{type(self).__name__}{of_viewer}: {self.summary}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and its text by media type."""
        del include, exclude  # Only hints.
        game = import_module(self._GAME)
        return {"image/svg+xml": game.draw_svg(self), "text/plain": game.draw_text(self)}


class Tabled:
    """Base of the values that a notebook shows as a small table: results and violations."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        table: str | None = _notebook().table(self)
        return table


Place = Annotated[tuple[Count, ...], Length(1)]
"""The players who share a place, ascending."""
Criterion = TypeVar("Criterion", default=Any)
"""The criteria of a game, such as `Decision`; None for a game with only one."""


@public
@attrs.frozen
class FinalResult(Value, Tabled, Generic[Criterion]):
    """The final result of a game.

    >>> from westeros_intrigue.rules import rank
    >>> rank((5, 3), ((), ())).ranking
    ((1,), (0,))
    """

    winners: Place
    """The winning seats, from 0, ascending; several if they share the victory."""
    totals: tuple[int, ...]
    """For each seat, from 0, the number that ranks it, such as its points less those of its cards,
    or the power of its small council; empty in a game that ranks without numbers."""
    ranking: Annotated[tuple[Place, ...], Length(1)]
    """The seats, from 0, best first; those that share a place are together, ascending."""
    decided_by: Criterion
    """The criterion that separated the winners from the others; None in a game with only one."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a place, from 1, and a seat that has it, from 0, the best first.

        >>> FinalResult((2,), (), ((2,), (0, 3), (1,)), None).places
        ((1, 2), (2, 0), (2, 3), (4, 1))
        """
        above = accumulate(map(len, self.ranking), initial=1)
        return tuple(
            (place, seat)
            for place, seats in zip(above, self.ranking, strict=False)
            for seat in seats
        )


def ranked(worth: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place: those worth most first, those worth the same together.

    >>> ranked([3, 5, 3])
    ((1,), (0, 2))
    """
    return tuple(
        tuple(seat for seat, own in enumerate(worth) if own == place)
        for place in sorted(set(worth), reverse=True)
    )


def ranking_faults(result: FinalResult, players: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield the faults that any game's result can have, each a JSON Pointer and a reason."""
    seats = [seat for place in result.ranking for seat in place]
    if sorted(seats) != list(range(len(seats) if players is None else players)):
        yield "/ranking", "each player has one place"
    elif result.winners != result.ranking[0]:
        yield "/winners", "the winners are those in the first place"
