"""The landings on each space as an SVG: a bar a space in the colour of its set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from westeros_intrigue.monopoly.drawing.svg import STYLE, colour_of, text_at
from westeros_intrigue.monopoly.drawing.text import SAMPLE_NOTICE
from westeros_intrigue.monopoly.editions import Edition

_WIDTH, _ROW, _TOP, _LEFT, _RIGHT = 720, 20, 48, 240, 60


def draw_landings(
    edition: Edition, landings: Sequence[float], intervals: Sequence[tuple[float, float]]
) -> str:
    """Return the bars of landings a turn, each with a line for its 95 % interval.

    Rules: edition.sample-flag.
    """
    return "".join(_picture(edition, landings, intervals))


def _picture(
    edition: Edition, landings: Sequence[float], intervals: Sequence[tuple[float, float]]
) -> Iterator[str]:
    height = _TOP + _ROW * len(landings) + 8
    scale = (_WIDTH - _LEFT - _RIGHT) / (max(high for _, high in intervals) or 1)
    notice = f". {SAMPLE_NOTICE}" if edition.sample else ""
    title = f"{edition.name}: landings a turn, in percent"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title + notice, {chr(34): "&quot;"})}"><style>{STYLE}</style>'
        f'<rect class="ground" width="{_WIDTH}" height="{height}"/>'
    )
    yield text_at(12, 20, title, size=14, anchor="start")
    if edition.sample:
        yield text_at(12, 38, SAMPLE_NOTICE, size=11, css="sample", anchor="start")
    for index, (space, part, interval) in enumerate(
        zip(edition.spaces, landings, intervals, strict=True)
    ):
        y = _TOP + _ROW * index
        low, high = (_LEFT + scale * end for end in interval)
        fill = "#8b847a" if space.group is None else colour_of(edition, space.group)
        yield text_at(_LEFT - 8, y + 14, f"{space.name}  {index}", size=12, anchor="end")
        yield (
            f'<rect x="{_LEFT}" y="{y + 3}" width="{scale * part:.1f}" height="14" fill="{fill}"/>'
            f'<path class="bars" d="M{low:.1f} {y + 10}H{high:.1f}"/>'
        )
        yield text_at(round(high) + 6, y + 14, f"{100 * part:.2f}", size=12, anchor="start")
    yield "</svg>\n"
