"""The course of a game: the chance to win the round and the points lost at each placement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Annotated

import attrs

from westeros_intrigue.drawing import scene, svg
from westeros_intrigue.gamekit import display, errors, values

_LEFT, _RIGHT, _TOP = 64, 16, 58
_CHANCES, _LOSSES, _BETWEEN = 180, 100, 46
_NARROWEST = 560
_STEP = 9
_BARS = "▁▂▃▄▅▆▇█"
_LEGEND = 22
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
"""The dash pattern of each seat's line, for readers who cannot distinguish the colours."""
_SHAPES = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "M-3-3h6v6h-6z",
    "M0-4l4 7h-8z",
    "M0-4l4 4-4 4-4-4z",
    "M0 4l4-7h-8z",
    "M-4-1h3v-3h2v3h3v2h-3v3h-2v-3h-3z",
)
"""The shape of each seat's marks, for the same readers."""


def _check_number(
    most: int, _point: object, attribute: attrs.Attribute[float], value: object
) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise errors.WrongType(f"{attribute.name} must be a number, not {values.short_repr(value)}")
    if not 0 <= value <= most:
        raise errors.InvalidValue(f"{attribute.name} must be from 0 to {most}, not {value}")


@attrs.frozen(field_transformer=values.add_checks)
class CoursePoint(values.Value):
    """A placement in the course of a game.

    >>> CoursePoint(1, 0, win=0.5, loss=0.0)
    CoursePoint(round_number=1, seat=0, win=0.5, loss=0.0, label='')

    Raises:
        InvalidValue: a number is out of range, or the label is not a short line.
    """

    round_number: values.Ordinal
    """The round, from 1."""
    seat: Annotated[int, values.Range(0, len(_DASHES) - 1)]
    """The seat that placed, from 0."""
    win: float = attrs.field(validator=partial(_check_number, 1))
    """The seat's chance to win the round after the placement, from 0 to 1."""
    loss: float = attrs.field(validator=partial(_check_number, 100))
    """The points lost compared with the best placement, from 0 to 100."""
    label: Annotated[str, values.Printable(40)] = ""
    """The name of a notable placement, such as `S4@b2`."""


def course_text(points: Sequence[CoursePoint], names: Sequence[str]) -> str:
    """Return the course of a game as text: bars for each seat's chance to win the round.

    Each column is a placement; `!` marks the notable ones.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0), CoursePoint(1, 1, 0.1, 1.5, "S4@b2")]
    >>> print(course_text([*points, CoursePoint(1, 0, 0.9, 0.0)], ("Ada", "Ben")))
    Round 1
      Ada  ▅ █
      Ben   ▁
            !
    """
    width, lines = max(map(len, names)), []
    for number, placed in groupby(points, lambda point: point.round_number):
        of_round = [(point, _BARS[min(int(8 * point.win), 7)]) for point in placed]
        lines.append(f"Round {number}")
        for seat in sorted({point.seat for point, _ in of_round}):
            own = (bar if point.seat == seat else " " for point, bar in of_round)
            lines.append(f"  {names[seat]:{width}}  {''.join(own)}")
        marks = ("!" if point.label else " " for point, _ in of_round)
        lines.append(" " * (width + 4) + "".join(marks))
    return "\n".join(line.rstrip() for line in lines if line.strip())


def draw_course(
    points: Sequence[CoursePoint],
    names: Sequence[str],
    *,
    theme: svg.Theme = "auto",
    size: int | None = None,
) -> display.Picture:
    """Return a picture of the course of a game as an SVG document.

    The upper part shows each seat's chance to win the round after each of its placements, as a line
    in the seat's colour and dash pattern. The lower part shows the points that each placement lost.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0), CoursePoint(1, 1, 0.4, 1.5, "S4@b2")]
    >>> picture = draw_course(points, ("Ada", "Ben"))
    >>> "Placement 2, Ben: wins the round 40 times in 100, lost 1.5 points (S4@b2)" in picture
    True

    Args:
        points: the placements in order.
        names: the names of the seats.
        theme: `"light"`, `"dark"` or `"auto"`, as for `draw_svg`.
        size: the width in pixels.

    Raises:
        InvalidValue: the theme is unknown, a seat has no name, or the size is below 1.
    """
    points = values.tuple_of("points", CoursePoint, points)
    names = tuple(map(scene.check_name, values.tuple_of("names", str, names)))
    if any(point.seat >= len(names) for point in points):
        raise errors.InvalidValue(
            f"names must have one for each seat of the points, not {len(names)}"
        )
    width = max(_NARROWEST, _LEFT + _STEP * (len(points) + 1) + _RIGHT)
    losses = _TOP + _CHANCES + _BETWEEN
    bottom = losses + _LOSSES
    most = max([1.0, *(point.loss for point in points)])
    seats = sorted({point.seat for point in points})
    step = (width - _LEFT - _RIGHT) / (len(points) + 1)
    across = [round(_LEFT + step * number) for number in range(1, len(points) + 1)]
    height = bottom + 40 + _LEGEND * -(-len(seats) // 3)

    def chance_at(win: float) -> int:
        return round(_TOP + _CHANCES * (1 - win))

    def loss_at(loss: float) -> int:
        return bottom - round(_LOSSES * loss / most)

    tops = [loss_at(point.loss) for point in points]
    placed = [(x, chance_at(each.win), each) for x, each in zip(across, points, strict=True)]
    parts = [svg.group("panel", [svg.box(1, 1, width - 2, height - 2, radius=12)])]
    parts.append(svg.line_of_text("Course of the game", _LEFT, 28, size=15, bold=True))
    for share in (0, 25, 50, 75, 100):
        parts += _scale(f"{share} %", chance_at(share / 100), width)
    parts.append(_caption("chance to win the round", _TOP - 10))
    for loss in (0.0, most / 2, most):
        parts += _scale(f"{loss:.1f}", loss_at(loss), width)
    parts.append(_caption("points lost by the placement", losses - 10))
    parts += _rounds(points, across, bottom)
    for x, top, point in zip(across, tops, points, strict=True):
        bar = svg.box(x - 3, top, 6, bottom - top, radius=1) if top < bottom else ""
        parts.append(svg.group(f"seat-{point.seat}", [bar]))
    parts += [_line(seat, placed) for seat in seats]
    parts += _labels(points, across, tops)
    for place, seat in enumerate(seats):
        x, y = _LEFT + place % 3 * 165, bottom + 44 + _LEGEND * (place // 3)
        sample = f'<path d="M{x} {y - 4}h30"{_look(seat)}/>{_mark(seat, x + 15, y - 4)}'
        parts.append(svg.group(f"seat-{seat}", [sample]))
        parts.append(svg.line_of_text(names[seat], x + 38, y, size=12))
    sentences = [
        f"Placement {number}, {names[point.seat]}: wins the round {100 * point.win:.0f} times in "
        f"100, lost {point.loss:.1f} points{f' ({point.label})' if point.label else ''}"
        for number, point in enumerate(points, 1)
    ]
    label = (
        f"Course of a game of {', '.join(names)}, {values.count_things(len(points), 'placement')}"
    )
    return svg.document(
        ['<g aria-hidden="true">', *parts, "</g>"],
        width,
        height,
        label,
        description="\n".join(sentences),
        theme=theme,
        size=size,
        paints=svg.COURSE_PAINTS,
    )


def _scale(text: str, y: int, width: int) -> list[str]:
    """Return a line across the picture, labelled at the left."""
    line = f'<path {svg.class_of("panel")} d="M{_LEFT} {y}H{width - _RIGHT}"/>'
    return [line, svg.line_of_text(text, _LEFT - 8, y + 4, size=11, kind="muted", anchor="end")]


def _caption(text: str, y: int) -> str:
    return svg.line_of_text(text, _LEFT, y, size=11, kind="muted")


def _rounds(points: Sequence[CoursePoint], across: Sequence[int], bottom: int) -> Iterator[str]:
    """Yield the name of each round below its placements, and lines between rounds."""
    numbers = [point.round_number for point in points]
    for at, (before, after) in enumerate(pairwise([None, *numbers])):
        if before != after:
            yield svg.line_of_text(
                f"Round {after}", across[at] - 4, bottom + 18, size=11, kind="muted"
            )
            if before is not None:
                x = (across[at - 1] + across[at]) // 2
                dashes = 'stroke-dasharray="2 4"'
                yield f'<path {svg.class_of("closed")} {dashes} d="M{x} {_TOP}V{bottom}"/>'


def _look(seat: int) -> str:
    dashes = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
    return f' fill="none" stroke-width="2"{dashes}'


def _line(seat: int, placed: Sequence[tuple[int, int, CoursePoint]]) -> str:
    """Return the line of a seat, broken between rounds, with a mark for each placement."""
    own = [(x, y, point) for x, y, point in placed if point.seat == seat]
    path = ""
    before = 0
    for x, y, point in own:
        path += f"{'L' if point.round_number == before else 'M'}{x} {y}"
        before = point.round_number
    marks = "".join(_mark(seat, x, y) for x, y, _ in own)
    line = f'<path d="{path}"{_look(seat)}/>'
    return svg.group(f"seat-{seat}", [line, marks])


def _mark(seat: int, x: int, y: int) -> str:
    """Return the mark of a placement."""
    return f'<path transform="translate({x} {y})" d="{_SHAPES[seat]}" stroke="none"/>'


def _labels(
    points: Sequence[CoursePoint], across: Sequence[int], tops: Sequence[int]
) -> Iterator[str]:
    """Yield the names of the notable placements, as far as they do not overlap."""
    free = 0
    for x, point in zip(across, points, strict=True):
        half = svg.text_width(point.label, 10, bold=True) // 2
        if point.label and x - half > free:
            near = zip(across, tops, strict=True)
            highest = min(top for at, top in near if abs(at - x) <= half)
            yield svg.line_of_text(point.label, x, highest - 4, size=10, bold=True, anchor="middle")
            free = x + half
