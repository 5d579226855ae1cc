"""Picture files, several positions in one picture, and pages to print.

Files are SVG, or PNG and PDF through CairoSVG. Positions are shown one after another in an
animation, or side by side on a poster. The pages are A4: cards with the library's signs, and a
score sheet. Their lengths are in tenths of a millimetre.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Sequence
from errno import EEXIST
from functools import partial
from html import escape
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

from westeros_intrigue.drawing import svg
from westeros_intrigue.drawing.scene import Scene, check_names, scene_of
from westeros_intrigue.drawing.svg import SCOPE, Theme
from westeros_intrigue.gamekit import limits, packaging, values
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, STANDARD
from westeros_intrigue.rules.view import View

SUFFIXES = (".svg", ".png", ".pdf")


def check_picture_path(path: Path) -> None:
    """Check that a picture can be written to a path.

    Raises:
        WrongType: `path` is not a Path.
        InvalidValue: the path does not end in one of `SUFFIXES`, or CairoSVG lacks the system's
            library cairo.
        MissingExtra: the path ends in .png or .pdf, but the extra `pictures` is not installed.
    """
    values.check_type("path", path, Path)
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidValue(f"a picture ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if path.suffix.lower() != ".svg":
        _cairosvg()


def write_pictures(
    path: Path, pages: Sequence[str], *, overwrite: bool = False
) -> tuple[Path, ...]:
    """Write SVG documents as the pages of a PDF, or each to a new file; return the paths.

    If there are several files, their names contain numbers from 1.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "court.svg"
    >>> [each.name for each in write_pictures(path, ["<svg/>", "<svg/>"])]
    ['court-1.svg', 'court-2.svg']

    Args:
        path: the file, or the name without the numbers; it ends in .svg, .png or .pdf.
        pages: the SVG documents.
        overwrite: True to replace files that exist.

    Raises:
        WrongType: `path` is not a Path, or a page is not a str.
        InvalidValue: the path does not end in .svg, .png or .pdf, or CairoSVG lacks the library
            cairo.
        MissingExtra: the path ends in .png or .pdf, but the extra `pictures` is not installed.
        FileExistsError: a file already exists, and `overwrite` is False.
        OSError: a file cannot be written.
    """
    check_picture_path(path)
    pages = limits.tuple_of("pages", str, pages)
    kind = path.suffix.lower()
    if kind == ".pdf" or len(pages) == 1:
        paths = [path]
    else:
        paths = [path.with_stem(f"{path.stem}-{at}") for at in range(1, len(pages) + 1)]
    values.check_type("overwrite", overwrite, bool)
    there = next(filter(Path.exists, paths), None)
    if there is not None and not overwrite:
        raise FileExistsError(EEXIST, "it exists already", str(there))
    if kind == ".pdf":
        _write_pdf(path, pages)
    for each, page in zip(paths, pages, strict=False):
        if kind == ".svg":
            each.write_text(page, encoding="utf-8")
        elif kind == ".png":
            _cairosvg().svg2png(page.encode(), write_to=str(each), scale=2)
    return (*paths,)


def _write_pdf(path: Path, pages: Sequence[str]) -> None:
    """Write all pages to one PDF; CairoSVG itself writes one file per page."""
    surface: Any = import_module("cairosvg.surface").PDFSurface
    tree: Any = import_module("cairosvg.parser").Tree
    cairo: Any = import_module("cairocffi")

    class Page(surface):  # type: ignore[misc]  # CairoSVG has no types
        """A page, drawn on the surface of the whole file."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            whole.set_size(width, height)
            return whole, width, height

    with path.open("wb") as file:
        whole = cairo.PDFSurface(file, 1, 1)
        for page in pages:
            Page(tree(bytestring=page.encode()), None, 96)
            whole.show_page()
        whole.finish()


def _cairosvg() -> Any:  # noqa: ANN401 - CairoSVG has no types
    with packaging.needs_extra("a PNG or PDF", "pictures"):
        try:
            return import_module("cairosvg")
        except OSError as error:
            told = f"PNG and PDF need the library cairo of your system: {error}"
            raise InvalidValue(told) from error


_LAST = 4
"""The number of steps for which the last position is shown before the picture restarts."""
_TITLE = 48


def animate_svg(
    positions: Iterable[Court | Table | GameState | View],
    *,
    pace: float = 1.0,
    reveal: bool = False,
    names: Sequence[str] = (),
    theme: Theme = "auto",
    size: int | None = None,
) -> Picture:
    """Return an SVG document that shows positions one after another in a loop.

    It needs no script. It pauses while the pointer is on it. Readers who prefer reduced motion see
    only the last position, as in programs that cannot animate.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> states = [setup(2, seed=1)]
    >>> for _ in range(5):
    ...     states.append(apply(states[-1], legal_moves(states[-1])[0]))
    >>> animate_svg(states).count("animation-delay")
    6

    Args:
        positions: the positions in order, at least one, all of them courts or none.
        pace: the time in seconds for which each position is shown.
        reveal: True to show hidden cards; this and the next three are as for `draw_svg`.
        names: the names of the players.
        theme: `"light"`, `"dark"` or `"auto"`.
        size: the width in pixels.

    Raises:
        InvalidValue: `positions` is empty, or `draw_svg` refuses an argument.

    Rules: info.public, info.throne.
    """
    scenes, drawn, width, height = _scenes_of(positions, reveal=reveal, names=names)
    if not 0 < pace < inf:
        raise InvalidValue(f"pace must be more than 0 seconds, not {pace}")
    *_, final = scenes
    cards = count_things(len(final.court), "card")
    label = f"{count_things(len(scenes), 'position')}, the last with {cards} in the court"
    steps = [
        f'<g class="{SCOPE}-step" visibility="{"visible" if scene is final else "hidden"}" '
        f'style="animation-delay:{number * pace:g}s">{"".join(content)}</g>'
        for number, (scene, content) in enumerate(zip(scenes, drawn, strict=True))
    ]
    return svg.document(
        steps,
        width,
        height,
        label,
        theme=theme,
        size=size,
        motion=_motion(len(scenes), pace),
    )


def draw_poster(
    positions: Iterable[Court | Table | GameState | View],
    *,
    title: str = "",
    names: Sequence[str] = (),
    theme: Theme = "auto",
    size: int | None = None,
) -> Picture:
    """Return an SVG document with positions side by side, such as the ends of a game's rounds.

    >>> from westeros_intrigue import setup
    >>> draw_poster([setup(2, seed=1), setup(2, seed=2)], title="Evenings").count("Round 1 of 2")
    2

    Args:
        positions: the positions in order, at least one.
        title: the headline.
        names: the names of the players; this and the next two are as for `draw_svg`.
        theme: `"light"`, `"dark"` or `"auto"`.
        size: the width in pixels.

    Raises:
        InvalidValue: `positions` is empty, the title has a control character, or `draw_svg` refuses
            an argument.

    Rules: info.public.
    """
    values.check_type("title", title, str)
    values.check_printable("title", title)
    scenes, drawn, width, height = _scenes_of(positions, names=names)
    across = min(2, len(scenes))
    top = _TITLE if title else 0
    label = title or count_things(len(scenes), "position")
    places = [
        svg.shift(width * (at % across), top + height * (at // across), content)
        for at, content in enumerate(drawn)
    ]
    wide, tall = across * width, top + height * -(-len(scenes) // across)
    panel = svg.group("panel", [svg.box(0, 0, wide, tall, radius=0)])
    elements = [panel, svg.line_of_text(title, 16, 32, size=20, bold=True), *places]
    return svg.document(elements, wide, tall, label, theme=theme, size=size)


def _scenes_of(
    positions: Iterable[Court | Table | GameState | View],
    *,
    reveal: bool = False,
    names: Sequence[str] = (),
) -> tuple[list[Scene], list[list[str]], int, int]:
    """Return the scenes of positions, their elements in a common frame, and the frame's size."""
    listed = limits.check_parts([partial(limits.check_instance, object)], "positions", positions)
    scenes = [scene_of(each, reveal=reveal, names=names) for each in listed]
    if not scenes:
        raise InvalidValue("at least one position is needed")
    drawn = [svg.scene_content(scene, scenes) for scene in scenes]
    _, width, height = drawn[0]
    return scenes, [content for content, _, _ in drawn], width, height


def _motion(count: int, pace: float) -> str:
    """Return the style rules that show the steps one after another, the last one longer."""
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


_PAGE_WIDTH, _PAGE_HEIGHT = 2100, 2970
_CARD_WIDTH, _CARD_HEIGHT = 630, 880
_ACROSS, _DOWN = 3, 3
_LEFT = (_PAGE_WIDTH - _ACROSS * _CARD_WIDTH) // 2
_TOP = (_PAGE_HEIGHT - _DOWN * _CARD_HEIGHT) // 2
_CROWN = '<path d="M0 12V3l4 4 4-7 4 7 4-4v9z" fill="currentColor" stroke="none"/>'
"""The sign for an icon on an Iron Throne card, 16 by 16 pixels."""


def card_pages(throne_cards: Iterable[IronThroneCard] = STANDARD.throne_cards) -> tuple[str, ...]:
    """Return pages with the 36 character cards and the Iron Throne cards, as SVG documents.

    Each page has up to nine cards of 63 by 88 millimetres, the size of poker cards, with cutting
    marks at the edges of the page.

    >>> pages = card_pages()
    >>> len(pages), pages[0].count("Stark")
    (5, 18)

    Args:
        throne_cards: the Iron Throne cards of your game.

    Rules: components.characters, components.throne.
    """
    faces = [
        *map(_character, DECK),
        *map(_throne, limits.tuple_of("throne_cards", IronThroneCard, throne_cards)),
    ]
    count = _ACROSS * _DOWN
    return tuple(
        _page("Cards to cut out", _cards(faces[start : start + count]))
        for start in range(0, len(faces), count)
    )


def score_sheet(players: int = 4, names: Sequence[str] = ()) -> str:
    """Return a page with empty tables for the points of three games, as an SVG document.

    >>> score_sheet(3, ("Ada", "Ben", "Cem")).count("Ada")
    3

    Args:
        players: the number of players and rounds.
        names: the names of the players, if known.

    Raises:
        InvalidValue: there are fewer than 2 or more than 6 players, or the number of names differs.

    Rules: round.count, final.total.
    """
    players = values.check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    names = check_names(names, players) or ("",) * players
    heads = ["", *(f"R{number}" for number in range(1, players + 1)), "Points", "Off", "Total"]
    edges = [150, *range(530, _PAGE_WIDTH, (_PAGE_WIDTH - 680) // (players + 3))]
    height = min(110, 720 // (players + 1))
    table = []
    for row, texts in enumerate([heads, *([name] + [""] * (players + 3) for name in names)]):
        y = height * row
        for text, left, right in zip(texts, edges, edges[1:], strict=False):
            cell = svg.box(left, y, right - left, height, radius=0, stroke_width=3)
            size = min(36, 700 // max(len(text), 1))  # long names are smaller
            table.append(svg.group("closed", [cell]))
            table.append(svg.line_of_text(text, left + 12, y + height // 2 + 14, size=size))
    rule = "Points: cards left in hand. Off: Iron Throne cards. The lowest total wins."
    elements = [
        svg.line_of_text("Westeros Intrigue", 150, 200, size=80, bold=True),
        *(svg.shift(0, top, table) for top in (320, 1180, 2040)),
        svg.line_of_text(rule, 150, _PAGE_HEIGHT - 130, size=36, kind="muted"),
    ]
    return _page(f"Score sheet for {players} players", elements)


def _page(title: str, elements: Iterable[str]) -> str:
    """Return a page as a document, in light colours on white, for printing."""
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" role="img" '
        f'aria-label="{escape(title)}" viewBox="0 0 {_PAGE_WIDTH} {_PAGE_HEIGHT}" '
        f'width="210mm" height="297mm" font-family="{svg.FONT}">'
        '<rect width="100%" height="100%" fill="#fff"/>'
    )
    parts = [opening, f"<title>{escape(title)}</title>", *elements, "</svg>\n"]
    return svg.with_paint("\n".join(parts), "light")


def _cards(faces: Sequence[str]) -> list[str]:
    """Return cards side by side, with cutting marks."""
    across = [_LEFT + _CARD_WIDTH * at for at in range(_ACROSS + 1)]
    down = [_TOP + _CARD_HEIGHT * at for at in range(_DOWN + 1)]
    placed = [
        svg.shift(across[at % _ACROSS], down[at // _ACROSS], [face])
        for at, face in enumerate(faces)
    ]
    marks = [f"M{x} {y}v60" for x in across for y in (_TOP - 80, down[-1] + 20)]
    marks += [f"M{x} {y}h60" for y in down for x in (_LEFT - 80, across[-1] + 20)]
    return [*placed, f'<path {svg.class_of("closed")} d="{"".join(marks)}"/>']


def _character(card: Card) -> str:
    house = card.house
    corner = [
        svg.ink(house.letter, 75, 125, 90),
        svg.ink(str(card.number), 75, 195, 54),
        svg.sign(house, 51, 215, 3),
    ]
    middle = [svg.sign(house, 171, 276, 18), svg.ink(str(house), 315, 670, 52)]
    return _card(house.letter, f"{card}, {house}", corner, middle)


def _throne(card: IronThroneCard) -> str:
    value = f"\N{MINUS SIGN}{card.value}"
    middle = [
        svg.ink("Iron Throne", 315, 180, 52),
        svg.ink(value, 315, 460, 300),
        f'<g transform="translate(265 540) scale(6)">{_CROWN}</g>',
        svg.ink(str(card.icons), 315, 720, 80),
    ]
    return _card("throne", f"Iron Throne card {card}", [svg.ink(value, 105, 120, 76)], middle)


def _card(kind: str, title: str, corner: Sequence[str], middle: Sequence[str]) -> str:
    """Return a card with two corners, one upside down."""
    face = svg.box(30, 30, 570, 820, radius=40, stroke_width=6)
    turned = f'<g transform="rotate(180 315 440)">{"".join(corner)}</g>'
    return svg.group(kind, [face, *corner, turned, *middle], title)
