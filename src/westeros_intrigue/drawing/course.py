"""The course of a game: the chance to win the round and its loss at each placement."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from westeros_intrigue.drawing import scene, svg
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.pictures import Picture

_LEFT, _RIGHT, _TOP = 64, 16, 58
_CHANCES, _LOSSES = 180, 100
_MIDDLE = _TOP + _CHANCES
_BOTTOM = _MIDDLE + 46 + _LOSSES
_NARROWEST = 560
_STEP = 9
_BARS = "▁▂▃▄▅▆▇█"
_LEGEND = 22
_LEAST_SCALE = 0.2
"""The least chance at the top of the lower part."""
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
    """The seat's chance to win the round after it, from 0 to 1; without `has_chance`, that of the
    best placement in its stead; without `has_best_chance`, a number that only puts placements in
    order."""
    loss: float
    """The chance to win the round that the placement lost against the best one, from 0 to 1."""
    label: str
    """The move of a turning point, such as `S4@b2`; otherwise empty."""
    rank: int = attrs.field(default=1, kw_only=True)
    """The place of the placement among those that the seat could make, 1 for the best."""
    choices: int = attrs.field(default=1, kw_only=True)
    """The number of placements that the seat could make."""
    has_chance: bool = attrs.field(default=True, kw_only=True)
    """True if the chance after the placement is known, and so is what it lost."""
    has_best_chance: bool = attrs.field(default=True, kw_only=True)
    """True if the chance after the best placement is known."""


def course_text(points: Sequence[CoursePoint], names: Sequence[str]) -> str:
    """Return the course of a game as text: bars for each seat's chance to win the round.

    Each column is a placement; `!` marks the notable ones.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0, ""), CoursePoint(1, 1, 0.1, 0.3, "S4@b2")]
    >>> print(course_text([*points, CoursePoint(1, 0, 0.9, 0.0, "")], ("Ada", "Ben")))
    Round 1
      Ada  ▅ █
      Ben   ▁
            !
    """
    width, lines = max(map(len, names)), []
    for number, placed in groupby(points, lambda point: point.round_number):
        of_round = list(placed)
        lines.append(f"Round {number}")
        for seat in sorted({point.player for point in of_round}):
            bars = (
                _BARS[min(int(8 * point.win), 7)] if point.player == seat else " "
                for point in of_round
            )
            lines.append(f"  {names[seat]:{width}}  {''.join(bars)}")
        marks = ("!" if point.label else " " for point in of_round)
        lines.append(" " * (width + 4) + "".join(marks))
    return "\n".join(line.rstrip() for line in lines if line.strip())


def draw_course(
    points: Sequence[CoursePoint],
    names: Sequence[str],
    *,
    theme: svg.Theme = "auto",
    size: int | None = None,
) -> Picture:
    """Return a picture of the course of a game as an SVG document.

    The upper part shows each seat's chance to win the round after each of its placements, as a line
    in the seat's colour with marks in its shape. The lower part shows the chance that each
    placement lost. If only the chances of the best placements are known, the upper part shows
    these, and the lower part the places of those that were made. If not even these are known, the
    upper part has no numbers.

    >>> points = [CoursePoint(1, 0, 0.5, 0.0, ""), CoursePoint(1, 1, 0.4, 0.3, "S4@b2")]
    >>> picture = draw_course(points, ("Ada", "Ben"))
    >>> told = "Placement 2, Ben: wins the round 40 times in 100, 30 fewer than the best (S4@b2)"
    >>> told in picture
    True
    """
    names = tuple(map(scene.check_name, names))
    width = max(_NARROWEST, _LEFT + _STEP * (len(points) + 1) + _RIGHT)
    height = _BOTTOM + 54 + _LEGEND * len(names)
    step = (width - _LEFT - _RIGHT) / (len(points) + 1)
    has_chances = all(point.has_chance for point in points)
    has_numbers = all(point.has_best_chance for point in points)
    most = max([_LEAST_SCALE, *(point.loss for point in points)])
    upper, lower = "chance to win the round", "chance lost by the placement"
    if not has_chances:
        upper, lower, most = f"{upper} with the best placement", "place, from best to worst", 1.0
    if not has_numbers:
        upper = "prospects with the best placement, from low to high"
    parts = [
        svg.group("panel", [svg.box(1, 1, width - 2, height - 2, radius=12)]),
        svg.line_of_text("Course of the game", _LEFT, 28, size=15, bold=True),
        *_scale(upper, _MIDDLE, _CHANCES, 1, "{:.0%}" if has_numbers else "", width),
        *_scale(lower, _BOTTOM, _LOSSES, most, "{:.0%}" if has_chances else "", width),
    ]
    paths, rounds = [""] * len(names), [0] * len(names)
    sentences = []
    free = 0
    for number, point in enumerate(points, 1):
        seat, x = point.player, round(_LEFT + step * number)
        if point.round_number not in rounds:
            name = f"Round {point.round_number}"
            parts.append(svg.line_of_text(name, x - 5, _BOTTOM + 18, size=11, kind="muted"))
            dashes = 'stroke-dasharray="2 4"'
            parts.append(f'<path {svg.class_of("closed")} {dashes} d="M{x - 5} {_TOP}V{_BOTTOM}"/>')
        y = _MIDDLE - round(_CHANCES * point.win)
        paths[seat] += f"{'L' if rounds[seat] == point.round_number else 'M'}{x} {y}"
        rounds[seat] = point.round_number
        share = point.loss if has_chances else (point.rank - 1) / max(1, point.choices - 1)
        lost = round(_LOSSES * share / most)
        bar = svg.box(x - 3, _BOTTOM - lost, 6, lost, radius=1)
        parts.append(svg.group(f"seat-{seat}", [bar, _mark(seat, x, y)]))
        half = svg.text_width(point.label, 10, bold=True) // 2
        # Labels that would overlap the one before are only in the description.
        if point.label and x - half > free:
            free = x + half
            parts.append(
                svg.line_of_text(point.label, x, _BOTTOM + 34, size=10, bold=True, anchor="middle")
            )
        label = f" ({point.label})" if point.label else ""
        times = f"wins the round {100 * point.win:.0f} times in 100"
        than_best = f", {100 * point.loss:.0f} fewer than the best"
        if not has_chances:
            place = f"{english.ordinal(point.rank)} of {point.choices}"
            times, than_best = f"the best {times}, this is the {place}", ""
            if not has_numbers:
                times = f"this is the {place}"
        sentences.append(f"Placement {number}, {names[seat]}: {times}{than_best}{label}")
    for seat, name in enumerate(names):
        y = _BOTTOM + 58 + _LEGEND * seat
        line = f'<path d="{paths[seat]}" fill="none" stroke-width="2"/>'
        parts.append(svg.group(f"seat-{seat}", [line, _mark(seat, _LEFT, y - 4)]))
        parts.append(svg.line_of_text(name, _LEFT + 12, y, size=12))
    placements = english.count_things(len(points), "placement")
    return svg.document(
        parts,
        width,
        height,
        f"Course of a game of {', '.join(names)}, {placements}",
        description="\n".join(sentences),
        theme=theme,
        size=size,
    )


def _scale(  # noqa: PLR0917 - a part of the picture, from its bottom up
    caption: str, bottom: int, height: int, most: float, form: str, width: int
) -> Iterator[str]:
    """Yield the caption, and five lines across the picture that are labelled at the left."""
    yield svg.line_of_text(caption, _LEFT, bottom - height - 10, size=11, kind="muted")
    for quarters in range(5):
        y, label = bottom - height * quarters // 4, form.format(most * quarters / 4)
        yield f'<path {svg.class_of("panel")} d="M{_LEFT} {y}H{width - _RIGHT}"/>'
        yield svg.line_of_text(label, _LEFT - 8, y + 4, size=11, kind="muted", anchor="end")


def _mark(seat: int, x: int, y: int) -> str:
    return f'<path transform="translate({x} {y})" d="{_SHAPES[seat]}" stroke="none"/>'
