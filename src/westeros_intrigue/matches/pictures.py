"""Ratings as a picture: a point for each entrant, with its interval as a line."""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.drawing.elements import box, class_of, document, line_of_text, text_width
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.matches.ratings import Rating

_EDGE = 16
_LINE = 28
_SCALE = 360
_STEPS = (10, 25, 50, 100, 200, 500, 1000)


def ratings_svg(ratings: Sequence[Rating], caption: str, theme: Theme) -> str:
    """Return an SVG of the ratings, the best at the top, on a common scale."""
    names = max(text_width(rating.name, 13) for rating in ratings)
    ends = [end for rating in ratings for end in _ends(rating)]
    step = next((step for step in _STEPS if max(ends) - min(ends) <= 6 * step), _STEPS[-1])
    first, last = int(min(ends) // step), int(max(ends) // step) + 1
    left = _EDGE + names + 24

    def across(points: float) -> int:
        return left + round((points - first * step) / ((last - first) * step) * _SCALE)

    figures = [rating.points.whole for rating in ratings]
    top = 2 * _EDGE + 20
    bottom = top + _LINE * len(ratings)
    words = left + _SCALE + 24
    width = words + max(text_width(text, 13) for text in figures) + _EDGE
    width, height = max(width, text_width(caption, 13, bold=True) + 2 * _EDGE), bottom + 36
    said = ". ".join(f"{one.name}: {text}" for one, text in zip(ratings, figures, strict=True))
    parts = [
        '<g aria-hidden="true">',
        f"<g {class_of('panel')}>{box(1, 1, width - 2, height - 2, radius=12)}</g>",
        line_of_text(caption, _EDGE, _EDGE + 14, bold=True),
    ]
    for tick in range(first, last + 1):
        x = across(tick * step)
        parts += [
            f'<path {class_of("panel")} d="M{x} {top - 4}V{bottom}"/>',
            line_of_text(str(tick * step), x, bottom + 16, size=11, kind="muted", anchor="middle"),
        ]
    for number, (rating, text) in enumerate(zip(ratings, figures, strict=True)):
        y = top + _LINE * number + _LINE // 2
        low, high = map(across, _ends(rating))
        line = box(low, y - 1, max(2, high - low), 2, radius=1)
        point = f'<circle cx="{across(rating.points.value)}" cy="{y}" r="5" fill="currentColor"/>'
        parts += [
            line_of_text(rating.name, left - 24, y + 5, anchor="end"),
            f"<g {class_of('last')}>{line}{point}</g>",
            line_of_text(text, words, y + 5, kind="muted"),
        ]
    label = f"{caption} {said}."
    return document([*parts, "</g>"], width, height, label, title=caption, theme=theme)


def _ends(rating: Rating) -> tuple[float, float]:
    points = rating.points
    low = points.value if points.low is None else points.low
    return low, points.value if points.high is None else points.high
