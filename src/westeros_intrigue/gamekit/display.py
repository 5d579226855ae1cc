"""Values in a notebook: tables and results; and texts that are shown as pictures or in parts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from typing import Annotated, Any, Generic, Self, TypeAlias

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit import values


class Picture(str):
    """The text of an SVG file; a notebook shows the picture.

    >>> from westeros_intrigue import Court, draw_svg
    >>> picture = draw_svg(Court())
    >>> picture[:4], picture._repr_svg_() == picture
    ('<svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:  # noqa: ANN401, FBT001 - IPython's
        """Print only the size of the text in a notebook; `repr` returns all of it."""
        printer.text(f"<SVG picture, {len(self)} characters>")


ASKED, BELOW, BOARD, EXPLAINED, WHOLE = "asked", "below", "board", "explained", "whole"


@attrs.frozen
class Line(values.Value):
    """A line of a position's text, with a hint for small screens."""

    text: Annotated[str, values.Longest(100_000)]
    """The line, or all lines of a board."""
    kind: Annotated[str, values.OneOf(("", ASKED, BELOW, BOARD, EXPLAINED, WHOLE))] = ""
    """`asked` for the question, `below` for a line that belongs to the line above, `explained` for
    one that explains the line above, `board` for lines that are omitted together, `whole` for a
    line that is never cut; empty for any other line."""
    seat: values.Count | None = None
    """The seat, from 0, that the line is about; the line is never cut for the player at that
    seat."""


class Outline(str):
    """A position as text, with hints about the lines that a small screen can omit.

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
        lines = values.tuple_of("lines", Line, lines)
        text = super().__new__(cls, "\n".join(line.text for line in lines))
        text.lines = lines
        return text

    def __reduce__(self) -> tuple[type[Outline], tuple[tuple[Line, ...]]]:
        """Return the arguments for copies and pickles."""
        return Outline, (self.lines,)


def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines of an outline; any other text is one line."""
    return text.lines if isinstance(text, Outline) else (Line(text, WHOLE),)


YOU = "You"
"""The name of a game's only human player, if they gave none."""


def viewer_in_words(viewer: int | None) -> str:
    """Return the name for the viewer of a view."""
    return "a spectator" if viewer is None else f"player {viewer}"


def default_names(players: int) -> tuple[str, ...]:
    """Return the default names of seats."""
    return tuple(f"player {player}" for player in range(players))


Rows: TypeAlias = tuple[str, Iterable[str], Iterable[Iterable[object]]]
"""The caption of a table, the headings of its columns, and its rows."""


class Tabled:
    """Base of the values that a notebook shows as a small table: results and violations.

    The table shows everything in the value. A state's results are complete; a view's results
    include only facts that its player may know.
    """

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML; None for an empty one."""
        table = self._rows()
        return html_table(*table) if table[1] else None

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rows of the table by heading, such as for a pandas DataFrame.

        >>> from westeros_intrigue.rules import rank
        >>> len(rank((5, 3), ((), ())).to_rows())
        2
        """
        _, columns, rows = self._rows()
        headings = tuple(columns)
        return [dict(zip(headings, row, strict=True)) for row in rows]

    @abstractmethod
    def _rows(self) -> Rows:
        """Return the table."""


T_co = TypeVar("T_co", bound=Tabled, covariant=True)


class Listed(tuple[T_co, ...], Tabled):
    """A tuple that a notebook shows as one table.

    >>> from westeros_intrigue import explain, parse_move, setup
    >>> violations = explain(setup(2, seed=1), parse_move("S1@a1"))
    >>> violations == tuple(violations), violations._repr_html_()[:32]
    (True, '<table><caption>Refused</caption')
    >>> violations.to_rows()[0]["rule"]
    'turn.own-hand'
    """

    __slots__ = ()

    def _rows(self) -> Rows:
        if not self:
            return "", (), ()
        caption, columns, _ = self[0]._rows()
        return caption, columns, [row for value in self for row in value._rows()[2]]


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table in which the first cell of each row is its heading."""
    from html import escape  # noqa: PLC0415 - of use to notebooks alone

    def cell(value: object) -> str:
        # Notebooks right-align all cells, which suits only numbers.
        aligned = "" if isinstance(value, int) else ' style="text-align:left"'
        return f"<td{aligned}>{escape(str(value))}</td>"

    # Screen readers announce the heading with each number in the row.
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(cell, rest))}</tr>'
        for first, *rest in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


Place = Annotated[tuple[values.Count, ...], values.Length(1)]
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
    ranking: Annotated[tuple[Place, ...], values.Length(1)]
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
