"""Several positions in one picture: one after another, or side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_iterable, check_type, counted
from westeros_intrigue.drawing.elements import SCOPE, box, class_of, document, line_of_text
from westeros_intrigue.drawing.scene import Scene, scene_of
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.drawing.svg import scene_content
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View

_LAST = 4
"""The number of steps for which the last position is shown, before the picture begins again."""
_TITLE = 48


def animate_svg(
    positions: Iterable[Court | Table | GameState | View],
    *,
    pace: float = 1.0,
    reveal: bool = False,
    names: Sequence[str] = (),
    theme: Theme = "auto",
    size: int | None = None,
) -> str:
    """Return an SVG document that shows positions one after another, again and again.

    It needs no script. It stops while the pointer is on it; readers who prefer reduced motion, and
    programs that cannot animate, see the last position.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> states = [setup(2, seed=1)]
    >>> for _ in range(5):
    ...     states.append(apply(states[-1], legal_moves(states[-1])[0]))
    >>> animate_svg(states).count("animation-delay")
    6

    Args:
        positions: the positions in order, at least one, all of them courts or none.
        pace: the seconds for which each is shown.
        reveal: True to show hidden cards, like the next three as for `draw_svg`.
        names: the names of the players.
        theme: `"light"`, `"dark"` or `"auto"`.
        size: the width in pixels.

    Raises:
        InvalidValue: `positions` is empty, or an argument is one that `draw_svg` refuses.

    Rules: info.public, info.throne.
    """
    scenes, drawn, width, height = _drawn(positions, reveal=reveal, names=names)
    if pace <= 0:
        raise InvalidValue(f"pace must be more than 0 seconds, not {pace}")
    *_, final = scenes
    cards = counted(len(final.court), "card")
    label = f"{counted(len(scenes), 'position')}, the last with {cards} in the court"
    steps = [
        f'<g class="{SCOPE}-step" visibility="{"visible" if scene is final else "hidden"}" '
        f'style="animation-delay:{number * pace:g}s">{"".join(content)}</g>'
        for number, (scene, content) in enumerate(zip(scenes, drawn, strict=True))
    ]
    motion = _motion(len(scenes), pace)
    return document(steps, width, height, label, theme=theme, size=size, motion=motion)


def draw_poster(
    positions: Iterable[Court | Table | GameState | View],
    *,
    title: str = "",
    names: Sequence[str] = (),
    theme: Theme = "auto",
    size: int | None = None,
) -> str:
    """Return an SVG document with positions side by side, such as the ends of the rounds of a game.

    >>> from westeros_intrigue import setup
    >>> draw_poster([setup(2, seed=1), setup(2, seed=2)], title="Evenings").count("Round 1 of 2")
    2

    Args:
        positions: the positions in order, at least one.
        title: the headline.
        names: the names of the players, like the next two as for `draw_svg`.
        theme: `"light"`, `"dark"` or `"auto"`.
        size: the width in pixels.

    Raises:
        InvalidValue: `positions` is empty, or an argument is one that `draw_svg` refuses.

    Rules: info.public.
    """
    check_type("title", title, str)
    scenes, drawn, width, height = _drawn(positions, names=names)
    across = min(2, len(scenes))
    top = _TITLE if title else 0
    label = title or counted(len(scenes), "position")
    places = [
        f'<g transform="translate({width * (at % across)} {top + height * (at // across)})">'
        f"{''.join(content)}</g>"
        for at, content in enumerate(drawn)
    ]
    wide, tall = across * width, top + height * -(-len(scenes) // across)
    panel = f"<g {class_of('panel')}>{box(0, 0, wide, tall, radius=0)}</g>"
    elements = [panel, line_of_text(title, 16, 32, size=20, bold=True), *places]
    return document(elements, wide, tall, label, theme=theme, size=size)


def _drawn(
    positions: Iterable[Court | Table | GameState | View],
    *,
    reveal: bool = False,
    names: Sequence[str] = (),
) -> tuple[list[Scene], list[list[str]], int, int]:
    """Return the scenes of positions, the elements of each in one frame, and its size."""
    check_iterable("positions", positions)
    scenes = [scene_of(each, reveal=reveal, names=names) for each in positions]
    if not scenes:
        raise InvalidValue("at least one position is needed")
    drawn = [scene_content(scene, scenes) for scene in scenes]
    _, width, height = drawn[0]
    return scenes, [content for content, _, _ in drawn], width, height


def _motion(count: int, pace: float) -> str:
    """Return the rules that show each step in its turn, the last one longer."""
    seconds = (count - 1 + _LAST) * pace
    step, last = (100 * shown * pace / seconds for shown in (1, _LAST))
    frames = "".join(
        f"@keyframes {SCOPE}-{name}{{0%{{visibility:visible}}{share:.4f}%,to{{visibility:hidden}}}}"
        for name, share in (("one", step), ("last", last))
    )
    return (
        f"{frames}@media(prefers-reduced-motion:no-preference){{"
        f".{SCOPE}-step{{visibility:hidden;animation:{SCOPE}-one {seconds:g}s step-end infinite}}"
        f".{SCOPE}-step:last-child{{animation-name:{SCOPE}-last}}"
        f".{SCOPE}:hover .{SCOPE}-step{{animation-play-state:paused}}}}"
    )
