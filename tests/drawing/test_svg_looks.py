"""Pictures: how they look, in which programs, and that they disturb nothing around them."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, strategies as st
from pictures import SVG, THREE, Picture, lines_of
from refusals import assert_refused
from strategies import houses, states
from tables import BOTTOM_ROW, TWO_HANDS, S, court, game, play, slot

from westeros_intrigue import (
    SOLO_SCHEMING,
    GameState,
    House,
    observe,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.drawing import draw_svg, draw_text
from westeros_intrigue.drawing.svg import PAINTS, Paint, Theme

# On a page


ALLOWED = {"svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan"}


@given(states(), st.none() | houses())
def test_a_picture_holds_nothing_that_acts_or_points_elsewhere(
    state: GameState, house: House | None
) -> None:
    svg = draw_svg(state, open_for=house, reveal=True)
    assert all(ord(character) >= ord(" ") or character == "\n" for character in svg)
    for element in Picture(svg).root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        for name, value in element.attrib.items():
            assert name != "id"
            assert "href" not in name
            assert not name.startswith("on")
            assert "url(" not in value


@given(states())
def test_every_class_and_every_rule_of_the_style_sheet_belongs_to_the_one_picture(
    state: GameState,
) -> None:
    picture = Picture(draw_svg(state))
    assert re.fullmatch(r"wi-[0-9a-f]{12}", picture.scope)
    classes = {element.get("class") for element in picture.root.iter() if element.get("class")}
    kinds = {str(name).removeprefix(f"{picture.scope}-") for name in classes - {picture.scope}}
    assert kinds <= set(PAINTS)
    # All of it in media queries, which programs that know none pass over.
    queries = re.fullmatch(
        r"@media all\{([^@]*)\}@media \(prefers-color-scheme:dark\)\{([^@]*)\}", picture.style
    )
    assert queries
    sized, coloured = (re.findall(r"([^{}]+)\{[^{}]*\}", query) for query in queries.groups())
    assert sized == [f".{picture.scope}"]
    assert coloured == [f".{picture.scope} .{picture.scope}-{kind}" for kind in PAINTS]
    assert picture.root.get("style") is None


# Theme and size


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_of_one_theme_has_its_colours_whatever_the_reader_prefers(theme: Theme) -> None:
    svg = draw_svg(play(game(*TWO_HANDS), BOTTOM_ROW), open_for=S, theme=theme)
    picture = Picture(svg)
    assert "prefers-color-scheme" not in picture.style
    for element in picture.root.iter():
        kind = element.get("class", "").removeprefix(f"{picture.scope}-")
        if kind in PAINTS:
            paint = PAINTS[kind][theme == "dark"]
            assert (element.get("fill"), element.get("color")) == (paint.fill, paint.ink)


@example(setup(4, seed=1, variant=SOLO_SCHEMING), 1)
@given(states(), st.integers(1, 5000))
def test_a_picture_is_as_wide_as_it_is_asked_to_be_and_keeps_its_shape(
    state: GameState, size: int
) -> None:
    natural = Picture(draw_svg(state, reveal=True)).root
    sized = Picture(draw_svg(state, reveal=True, size=size)).root
    width, height = (int(natural.get(name, "")) for name in ("width", "height"))
    assert natural.get("viewBox") == sized.get("viewBox") == f"0 0 {width} {height}"
    assert sized.get("width") == str(size)
    assert int(sized.get("height", "")) >= 1
    assert abs(int(sized.get("height", "")) - size * height / width) < 1


def test_options_of_another_kind_are_refused() -> None:
    options: tuple[dict[str, Any], ...] = (
        {"theme": "sepia"},
        {"theme": None},
        {"theme": []},
        {"size": 0},
        {"size": 400.0},
        {"highlight": ["b0"]},
        {"highlight": slot("b0")},
        {"unsupported": 1},
    )
    no_values: list[Any] = [None, "a0 S1", {}, House.STARK]
    of_both: tuple[tuple[Any, dict[str, Any]], ...] = (
        (THREE, {"last": slot("b1")}),
        (THREE, {"last": "b0"}),
        (THREE, {"open_for": "S"}),
        (setup(3, seed=1), {"names": ["Ann", "Bob"]}),
        (setup(2, seed=1), {"names": ["Ann", 2]}),
        *((value, {}) for value in no_values),
    )
    calls: list[Callable[[], str]] = [partial(draw_svg, THREE, **each) for each in options]
    for draw in (draw_svg, draw_text):
        calls += [partial(draw, value, **each) for value, each in of_both]
    assert_refused("options of a picture", Exception, calls)


# Room for the texts, whatever the font


NAMES = st.text(
    st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("WMéжЩ王𐍈"), max_size=30
)


@given(states(), st.booleans(), st.data())
def test_no_text_runs_into_another_or_out_of_the_picture(
    state: GameState, seats: bool, data: st.DataObject
) -> None:
    names = data.draw(st.lists(NAMES, min_size=state.players, max_size=state.players))
    viewer = data.draw(st.none() | st.integers(0, state.players - 1))
    assert_room(draw_svg(observe(state, viewer), names=names, seats=seats, open_for=S))
    assert_room(draw_svg(state, names=names, reveal=True, open_for=S, unsupported=True))


def assert_room(svg: str) -> None:
    picture = Picture(svg)
    width = int(picture.root.get("width", ""))
    lines = sorted(lines_of(picture), key=lambda line: line.baseline)
    for index, line in enumerate(lines):
        assert line.left >= 8, line
        assert line.right <= width - 8, line
        for other in lines[index + 1 :]:
            if other.baseline - line.baseline > 6:
                break
            assert line.right <= other.left or other.right <= line.left, (line, other)


# Drawn by programs that are no browsers


def by_cairosvg(svg: str) -> bytes:
    png: bytes = cairosvg().svg2png(svg.encode())
    return png


def by_rsvg(svg: str) -> bytes:
    program = shutil.which("rsvg-convert")
    if program is None:
        pytest.skip("rsvg-convert is not installed")
    return subprocess.run([program], input=svg.encode(), capture_output=True, check=True).stdout


def cairosvg() -> Any:
    try:
        return pytest.importorskip("cairosvg")
    except OSError:
        pytest.skip("the library libcairo is not installed")


@pytest.mark.parametrize("draw", [by_cairosvg, by_rsvg])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_drawn_in_its_colours(draw: Callable[[str], bytes], theme: Theme) -> None:
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1")
    over = play_game([random_player] * 3, seed=1)
    for svg in (
        draw_svg(court("SLBT"), open_for=S, theme=theme),
        draw_svg(state, open_for=S, reveal=True, theme=theme),
        draw_svg(over, reveal=True, theme=theme),
    ):
        picture = Picture(svg)
        image = pytest.importorskip("PIL.Image").open(io.BytesIO(draw(svg))).convert("RGB")
        assert image.size == tuple(int(picture.root.get(name, "")) for name in ("width", "height"))
        paints = {kind: both[theme == "dark"] for kind, both in PAINTS.items()}
        assert image.getpixel((8, 40)) == rgb(paints["panel"].fill)
        for piece in picture.pieces:
            x, y, paint = int(piece.middle), int(piece.top), paints[piece.kind]
            if piece.kind != "closed":
                assert image.getpixel((x, y + 3)) == rgb(paint.fill)
                inner = image.crop((x - 10, y + 2, x + 10, y + int(piece.height) - 2))
                colours = {colour for _, colour in inner.getcolors(1000)}
                assert rgb(paint.ink) in colours, (piece, paint.ink)


# Looks


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_stands_out_from_its_ground(scheme: int) -> None:
    def paint(kind: str) -> Paint:
        return PAINTS[kind][scheme]

    ground = paint("panel").fill
    for kind in ("S", "L", "B", "T", "throne", "open", "highlight"):
        assert contrast(paint(kind).fill, paint(kind).ink) >= 4.5
    for kind in ("text", "muted"):
        assert contrast(paint(kind).fill, ground) >= 4.5
    for kind in ("open", "closed", "last", "highlight", "S", "L", "B", "T", "back"):
        outline = max(
            contrast(paint(kind).stroke, ground),
            contrast(paint(kind).fill, ground) if paint(kind).fill != "none" else 0,
        )
        assert outline >= 3


@pytest.mark.rule("components.characters.colours")
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_the_houses_are_grey_white_red_yellow_and_black(scheme: int) -> None:
    grey, red, yellow, black = (rgb(PAINTS[house.letter][scheme].fill) for house in House)
    assert min(grey) > 180
    assert red[0] > 3 * max(red[1:])
    assert min(yellow[:2]) > 2 * yellow[2]
    assert max(black) < 50
