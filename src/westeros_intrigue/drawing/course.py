"""The course of a game: the chance to win the round and the points lost at each placement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from westeros_intrigue.drawing import scene, svg
from westeros_intrigue.gamekit import display, values

_LEFT, _RIGHT, _TOP = 64, 16, 58
_CHANCES, _LOSSES, _BETWEEN = 180, 100, 46
_NARROWEST = 560
_STEP = 9
_BARS = "▁▂▃▄▅▆▇█"
_LEGEND = 22
_SHAPES = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "M-3-3h6v6h-6z",
    "M0-4l4 7h-8z",
    "M0-4l4 4-4 4-4-4z",
    "M0 4l4-7h-8z",
    "M-4-1h3v-3h2v3h3v2h-3v3h-2v-3h-3z",
)
"""The shape of each seat's marks, for readers who cannot distinguish the colours."""


@attrs.frozen
class CoursePoint:
    """A placement in the course of a game."""

    round_number: int
    """The round, counted from 1."""
    player: int
    """The seat that made it, from 0."""
    win: float
    """The seat's chance to win the round after it, from 0 to 1."""
    loss: float
    """The difference between the margins of the best move and of this one, in points."""
    label: str
    """The move of a turning point, such as `S4@b2`; otherwise empty."""


def course_text(points: Sequence[CoursePoint], names: Sequence[str]) -> str:
    """Return the course of a game as text: bars for each seat's chance to win the round.

    Each column is a placement; `!` marks the notable ones.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0, ""), CoursePoint(1, 1, 0.1, 1.5, "S4@b2")]
    >>> print(course_text([*points, CoursePoint(1, 0, 0.9, 0.0, "")], ("Ada", "Ben")))
    Round 1
      Ada  ▅ █
      Ben   ▁
            !
    """
    width, lines = max(map(len, names)), []
    for number, placed in groupby(points, lambda point: point.round_number):
        of_round = [(point, _BARS[min(int(8 * point.win), 7)]) for point in placed]
        lines.append(f"Round {number}")
        for seat in sorted({point.player for point, _ in of_round}):
            own = (bar if point.player == seat else " " for point, bar in of_round)
            lines.append(f"  {names[seat]:{width}}  {''.join(own)}")
        marks = ("!" if point.label else " " for point, _ in of_round)
        lines.append(" " * (width + 4) + "".join(marks))
    return "\n".join(line.rstrip() for line in lines if line.strip())


@attrs.frozen
class _Scale:
    """The vertical scale of a part of the picture."""

    bottom: int
    height: int
    most: float
    """The value at the top."""

    def y_of(self, value: float) -> int:
        return self.bottom - round(self.height * value / self.most)

    def lines(self, caption: str, form: str, width: int) -> Iterator[str]:
        """Yield the caption, and five lines across the picture that are labelled at the left."""
        yield svg.line_of_text(caption, _LEFT, self.y_of(self.most) - 10, size=11, kind="muted")
        for quarters in range(5):
            value = self.most * quarters / 4
            y, label = self.y_of(value), form.format(value)
            yield f'<path {svg.class_of("panel")} d="M{_LEFT} {y}H{width - _RIGHT}"/>'
            yield svg.line_of_text(label, _LEFT - 8, y + 4, size=11, kind="muted", anchor="end")


_Placed = Sequence[tuple[int, CoursePoint]]
"""Placements with their places from the left of the picture."""


def draw_course(
    points: Sequence[CoursePoint],
    names: Sequence[str],
    *,
    theme: svg.Theme = "auto",
    size: int | None = None,
) -> display.Picture:
    """Return a picture of the course of a game as an SVG document.

    The upper part shows each seat's chance to win the round after each of its placements, as a line
    in the seat's colour with marks in its shape. The lower part shows the points that each
    placement lost.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0, ""), CoursePoint(1, 1, 0.4, 1.5, "S4@b2")]
    >>> picture = draw_course(points, ("Ada", "Ben"))
    >>> "Placement 2, Ben: wins the round 40 times in 100, lost 1.5 points (S4@b2)" in picture
    True
    """
    names = tuple(map(scene.check_name, names))
    width = max(_NARROWEST, _LEFT + _STEP * (len(points) + 1) + _RIGHT)
    step = (width - _LEFT - _RIGHT) / (len(points) + 1)
    placed = [(round(_LEFT + step * number), point) for number, point in enumerate(points, 1)]
    chances = _Scale(_TOP + _CHANCES, _CHANCES, 1)
    bottom = chances.bottom + _BETWEEN + _LOSSES
    losses = _Scale(bottom, _LOSSES, max([1.0, *(point.loss for point in points)]))
    seats = sorted({point.player for point in points})
    height = bottom + 54 + _LEGEND * -(-len(seats) // 3)
    parts = [
        '<g aria-hidden="true">',
        svg.group("panel", [svg.box(1, 1, width - 2, height - 2, radius=12)]),
        svg.line_of_text("Course of the game", _LEFT, 28, size=15, bold=True),
        *chances.lines("chance to win the round", "{:.0%}", width),
        *losses.lines("points lost by the placement", "{:.1f}", width),
        *_round_names(placed, bottom),
        *_labels(placed, bottom),
    ]
    for x, point in placed:
        top = losses.y_of(point.loss)
        bar = svg.box(x - 3, top, 6, bottom - top, radius=1)
        parts.append(svg.group(f"seat-{point.player}", [bar]))
    for place, seat in enumerate(seats):
        x, y = _LEFT + place % 3 * 165, bottom + 58 + _LEGEND * (place // 3)
        own = [(across, point) for across, point in placed if point.player == seat]
        drawn = [*_line(own, chances), _mark(seat, x, y - 4)]
        parts.append(svg.group(f"seat-{seat}", drawn))
        parts.append(svg.line_of_text(names[seat], x + 12, y, size=12))
    sentences = [
        f"Placement {number}, {names[point.player]}: wins the round {100 * point.win:.0f} times in "
        f"100, lost {point.loss:.1f} points{f' ({point.label})' if point.label else ''}"
        for number, point in enumerate(points, 1)
    ]
    placements = values.count_things(len(points), "placement")
    return svg.document(
        [*parts, "</g>"],
        width,
        height,
        f"Course of a game of {', '.join(names)}, {placements}",
        description="\n".join(sentences),
        theme=theme,
        size=size,
    )


def _round_names(placed: _Placed, bottom: int) -> Iterator[str]:
    """Yield the name of each round below its placements, and a line before it."""
    for number, of_round in groupby(placed, lambda each: each[1].round_number):
        x = next(of_round)[0] - 5
        yield svg.line_of_text(f"Round {number}", x, bottom + 18, size=11, kind="muted")
        dashes = 'stroke-dasharray="2 4"'
        yield f'<path {svg.class_of("closed")} {dashes} d="M{x} {_TOP}V{bottom}"/>'


def _line(own: _Placed, chances: _Scale) -> Iterator[str]:
    """Yield the line of a seat, broken between rounds, and a mark for each placement."""
    path, before = "", 0
    for x, point in own:
        y = chances.y_of(point.win)
        path += f"{'L' if point.round_number == before else 'M'}{x} {y}"
        before = point.round_number
        yield _mark(point.player, x, y)
    yield f'<path d="{path}" fill="none" stroke-width="2"/>'


def _mark(seat: int, x: int, y: int) -> str:
    return f'<path transform="translate({x} {y})" d="{_SHAPES[seat]}" stroke="none"/>'


def _labels(placed: _Placed, bottom: int) -> Iterator[str]:
    """Yield the names of the notable placements, as far as they do not overlap."""
    free = 0
    for x, point in placed:
        half = svg.text_width(point.label, 10, bold=True) // 2
        if point.label and x - half > free:
            yield svg.line_of_text(point.label, x, bottom + 34, size=10, bold=True, anchor="middle")
            free = x + half
