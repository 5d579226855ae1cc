"""The picture of an effect: the differences of all measures with their intervals, on one scale."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping, Sequence
from itertools import chain

import attrs

from westeros_intrigue.drawing import svg
from westeros_intrigue.gamekit.pictures import Picture

_EDGE, _ROW, _WITHIN, _SCALE = 16, 16, 12, 320
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""The possible ends of the scale; whatever reaches further is cut off there."""
_KINDS = ("seat-0", "seat-1", "seat-2", "seat-3")


@attrs.frozen
class Mark:
    """A difference in a picture, in points or relative to the figure before."""

    name: str
    """The name of its row."""
    low: float
    """The lower end of the interval."""
    value: float
    high: float
    """The upper end of the interval."""
    is_clear: bool
    words: str
    """The difference in words, for people who hear the picture."""


def draw_differences(
    title: str, kinds: Mapping[str, Sequence[Mark]], theme: svg.Theme = "auto"
) -> Picture:
    """Return a picture of differences, whose marks share one scale.

    Args:
        title: the title.
        kinds: the marks by the kind of players that they belong to.
        theme: the colour scheme.
    """
    names = dict.fromkeys(mark.name for marks in kinds.values() for mark in marks)
    shown = [{mark.name: mark for mark in marks} for marks in kinds.values()]
    reaches = [
        max(abs(mark.low), abs(mark.value), abs(mark.high))
        for marks in kinds.values()
        for mark in marks
    ]
    scale = next((step for step in _STEPS if step >= max(reaches, default=0.0)), _STEPS[-1])
    left = 2 * _EDGE + max((svg.text_width(name, 13) for name in names), default=0)
    middle = left + _SCALE // 2
    height = _ROW + _WITHIN * (len(shown) - 1) + 6
    heading = svg.wrap_text(title, 13, left + _SCALE)
    top = _EDGE + 18 * len(heading) + _EDGE
    bottom = top + height * len(names)
    parts = [
        svg.line_of_text(line, _EDGE, _EDGE + 14 + 18 * place, bold=True)
        for place, line in enumerate(heading)
    ]
    for at, label in ((-1, f"-{scale:.0%}"), (0, "no effect"), (1, f"+{scale:.0%}")):
        x = middle + at * _SCALE // 2
        anchor = "middle" if at == 0 else "start" if at < 0 else "end"
        parts.append(f'<path {svg.class_of("panel")} d="M{x} {top - 4}V{bottom}"/>')
        parts.append(
            svg.line_of_text(
                label.replace("%", " %"), x, bottom + 16, size=11, kind="muted", anchor=anchor
            )
        )
    for place, name in enumerate(names):
        y = top + height * place
        parts.append(svg.line_of_text(name, _EDGE, y + height // 2 + 4))
        for kind, of_kind in enumerate(shown):
            if name in of_kind:
                at = y + _ROW // 2 + _WITHIN * kind
                parts.append(_mark(of_kind[name], middle, at, scale, _KINDS[kind % len(_KINDS)]))
    legend = [
        svg.group(
            _KINDS[kind % len(_KINDS)],
            [svg.ink("\N{BLACK CIRCLE}", _EDGE + 6, bottom + 40 + 18 * kind, 13)],
        )
        + svg.line_of_text(label, _EDGE + 18, bottom + 40 + 18 * kind)
        for kind, label in enumerate(kinds)
    ]
    below = bottom + 40 + 18 * len(legend)
    explained = svg.wrap_text(
        "Shares of games in points, other figures in per cent of the one before. Filled: clear. "
        "Lines: 95 % intervals.",
        11,
        left + _SCALE - _EDGE,
    )
    legend += [
        svg.line_of_text(line, _EDGE, below + 14 * place, size=11, kind="muted")
        for place, line in enumerate(explained)
    ]
    width, tall = left + _SCALE + _EDGE, below + 14 * len(explained)
    panel = svg.group("panel", [svg.box(1, 1, width - 2, tall - 2, radius=12)])
    told = " ".join(
        f"{label}, {mark.name}: {mark.words}." for label, marks in kinds.items() for mark in marks
    )
    return svg.document(
        chain([panel], parts, legend),
        width,
        tall,
        title,
        description=told,
        theme=theme,
    )


def _mark(mark: Mark, middle: int, y: int, scale: float, kind: str) -> str:
    """Return a difference as a dot, filled if it is clear, on the line of its interval."""
    low, x, high = (
        middle + round(max(-1.0, min(1.0, end / scale)) * _SCALE / 2)
        for end in (mark.low, mark.value, mark.high)
    )
    line = svg.box(low, y - 1, max(2, high - low), 2, radius=1)
    fill = "currentColor" if mark.is_clear else "none"
    dot = f'<circle cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="currentColor" stroke-width="2"/>'
    return svg.group(kind, [line, dot])
