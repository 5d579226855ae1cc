"""Values in a notebook: pictures, tables, and the result of a game.

A picture is drawn by the game that exports the class of the value: `draw_svg` and `draw_text` of
its module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from types import ModuleType
from typing import Annotated, Any, Generic, Self, TypeAlias

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.values import Count, Length, Longest, OneOf, Printer, Value


class Pictured:
    """Base of the values that a notebook shows as a picture: courts, tables, states and views.

    A state is shown as a spectator sees it, without the hands.
    """

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as HTML and as SVG, and the text, by media type.

        HTML is included because some notebooks and page builders turn SVG into an image file and
        lose its label.
        """
        del include, exclude  # Only hints: the notebook filters the result itself.
        game: Any = _game_of(type(self))
        picture = str(game.draw_svg(self))
        return {"text/html": picture, "image/svg+xml": picture, "text/plain": game.draw_text(self)}

    def _repr_svg_(self) -> str:
        """Return the picture, for programs that do not support media bundles."""
        return self._repr_mimebundle_()["image/svg+xml"]


def _game_of(cls: type) -> ModuleType:
    """Return the module that exports a class or one of its bases, and draws its values."""
    modules = (import_module(base.__module__) for base in cls.__mro__)
    return next(module for module in modules if hasattr(module, "draw_svg"))


class Picture(str):
    """A picture as the text of an SVG file, which a notebook shows as the picture.

    >>> from westeros_intrigue import Court, draw_svg
    >>> picture = draw_svg(Court())
    >>> picture[:4], picture._repr_svg_() == picture
    ('<svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Printer, _is_cycle: bool) -> None:  # noqa: FBT001 - IPython's
        """Print in a notebook no more than the size of the text; `repr` has it whole."""
        printer.text(f"<SVG picture, {len(self)} characters>")


ASKED, BELOW, BOARD, EXPLAINED, WHOLE = "asked", "below", "board", "explained", "whole"


@attrs.frozen
class Line(Value):
    """A line of a position as text, and what a screen that is too small may do with it."""

    text: Annotated[str, Longest(100_000)]
    """The line; of a board all lines."""
    kind: Annotated[str, OneOf(("", ASKED, BELOW, BOARD, EXPLAINED, WHOLE))] = ""
    """`asked` is the question, `below` belongs to the line above, `explained` says what that line
    does, `board` is left out as a whole, `whole` is never cut; empty for any other."""
    seat: Count | None = None
    """The seat, from 0, that the line is about; nothing of its line is cut for its player."""


class Outline(str):
    """A position as text, made of lines of which a screen knows what it can do without.

    >>> text = Outline([Line("Ada: 9 coins", seat=0), Line("    deeds: Eelmarsh", BELOW, 0)])
    >>> print(text)
    Ada: 9 coins
        deeds: Eelmarsh
    >>> lines_of(text)[1].seat, lines_of("no outline")
    (0, (Line(text='no outline', kind='whole', seat=None),))
    """

    __slots__ = ("lines",)

    lines: tuple[Line, ...]

    def __new__(cls, lines: Iterable[Line]) -> Self:
        """Join the lines."""
        lines = tuple(lines)
        text = super().__new__(cls, "\n".join(line.text for line in lines))
        text.lines = lines
        return text

    def __reduce__(self) -> tuple[type[Outline], tuple[tuple[Line, ...]]]:
        """Return what a copy or a pickle makes the text of."""
        return Outline, (self.lines,)


def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines of an outline; any other text is one."""
    return text.lines if isinstance(text, Outline) else (Line(text, WHOLE),)


YOU = "You"
"""The name of the only person of a game, who has given none."""


def viewer_in_words(viewer: int | None) -> str:
    """Return what the viewer of a view is called."""
    return "a spectator" if viewer is None else f"player {viewer}"


def default_names(players: int) -> tuple[str, ...]:
    """Return the names of seats that the caller did not name."""
    return tuple(f"player {player}" for player in range(players))


class Drawn(Pictured):
    """Base of the positions of the other games, with a short `repr`."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        of_viewer = f" of {viewer_in_words(self.player)}" if hasattr(self, "player") else ""
        return f"<{type(self).__name__}{of_viewer}: {self.summary}>"


Rows: TypeAlias = tuple[str, Iterable[str], Iterable[Iterable[object]]]
"""The caption of a table, the headings of its columns, and its rows."""


class Tabled:
    """Base of the values that a notebook shows as a small table: results and violations.

    A table shows everything in its value. A state's results are complete; a view's contain
    only what its player may know.
    """

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML."""
        return html_table(*self._rows())

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rows of the table by the headings, such as for a DataFrame of pandas.

        >>> from westeros_intrigue.rules import rank
        >>> len(rank((5, 3), ((), ())).to_rows())
        2
        """
        return _name_cells(self._rows())

    def _rows(self) -> Rows:
        return self._rows_of((self,))

    @classmethod
    def _rows_of(cls, values: Sequence[Self]) -> Rows:
        """Return the table of several values."""
        raise NotImplementedError


T_co = TypeVar("T_co", covariant=True)


class Listed(tuple[T_co, ...]):
    """A tuple that a notebook shows as one table of its values.

    >>> from westeros_intrigue import explain, parse_move, setup
    >>> violations = explain(setup(2, seed=1), parse_move("S1@a1"))
    >>> violations == tuple(violations), violations._repr_html_()[:32]
    (True, '<table><caption>Refused</caption')
    >>> violations.to_rows()[0]["rule"]
    'turn.own-hand'
    """

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return html_table(*self._rows) if self._rows else None

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rows of the table by the headings, such as for a DataFrame of pandas."""
        return _name_cells(self._rows) if self._rows else []

    @property
    def _rows(self) -> Rows | None:
        values = [value for value in self if isinstance(value, Tabled)]
        return values[0]._rows_of(values) if values else None


def _name_cells(table: Rows) -> list[dict[str, object]]:
    _, columns, rows = table
    headings = tuple(columns)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table in which the first cell of each row is the heading of the row."""
    from html import escape  # noqa: PLC0415 - of use to notebooks alone

    def cell(value: object) -> str:
        # Notebooks align all cells right, which suits only numbers.
        aligned = "" if isinstance(value, int) else ' style="text-align:left"'
        return f"<td{aligned}>{escape(str(value))}</td>"

    # Screen readers announce the heading with each number of the row.
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(cell, rest))}</tr>'
        for first, *rest in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


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
    """For each seat, from 0, the number that ranks it, such as its points less its cards' points,
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

    def _rows(self) -> Rows:
        places, names = self.places, default_names(sum(map(len, self.ranking)))
        caption = f"Won by {winners_in_words(self, names)}"
        columns = ("place", "player", *["total"][: len(self.totals)])  # some games have no totals
        rows = ((place, names[seat], *self.totals[seat : seat + 1]) for place, seat in places)
        return caption, columns, rows


def winners_in_words(final: FinalResult[Any], names: Sequence[str]) -> str:
    """Return the winners and the reason, such as `player 1: the lowest total`."""
    called = (names[winner] for winner in final.winners)
    winners = " and ".join(name.lower() if name == YOU else name for name in called)
    return winners if final.decided_by is None else f"{winners}: {final.decided_by._in_words}"


def rank_seats(worth: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place: those worth most first, those worth the same together.

    >>> rank_seats([3, 5, 3])
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
