"""Pictures: what they show is what the court holds, and never what is hidden.

The pictures in tests/samples/pictures are compared exactly. They are written anew by

    cd tests && python -m drawing.test_svg

with the package installed. Look at them in a browser, light and dark, before keeping them.
"""

from __future__ import annotations

import io
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.pictures import SVG, THREE, Picture, lines_of, play_on
from helpers.refusals import assert_refused
from helpers.strategies import states
from helpers.tables import BOTTOM_ROW, TWO_HANDS, S, court, game, play, play_out, slot
from hypothesis import example, given, strategies as st

from westeros_intrigue import (
    SOLO_SCHEMING,
    Court,
    Deal,
    GameState,
    House,
    Phase,
    View,
    determinize,
    draw_text,
    final_winner,
    legal_moves,
    observe,
    play_game,
    random_player,
    score_round,
    setup,
    testing,
)
from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.drawing.svg import PAINTS, Paint, Theme

PICTURES = Path(__file__).parents[1] / "samples" / "pictures"
CARD_TEXT = re.compile(r"\b[SLBT][1-9]\b")


def shown_cards(svg: str) -> set[str]:
    return set(CARD_TEXT.findall(Picture(svg).texts))


# What lies where


@given(states())
def test_every_card_lies_in_its_slot_with_its_house_and_its_text(state: GameState) -> None:
    expected = {slot: f"{card.house.letter}:{card}" for slot, card in state.court.items()}
    assert Picture(draw_svg(state.court)).laid() == expected
    assert Picture(draw_svg(state)).laid() == expected


@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), st.sampled_from(House))
def test_the_open_slots_of_a_house_are_shown_and_named(state: GameState, house: House) -> None:
    opened = Picture(draw_svg(state, open_for=house)).slots("open")
    assert set(opened) == set(state.court.open_slots(house))
    assert all(piece.text == str(slot) for slot, piece in opened.items())


@given(states(phases=(Phase.PLAYING, Phase.ROUND_OVER)), st.sampled_from(House))
def test_every_closed_slot_says_why_it_takes_no_card(state: GameState, house: House) -> None:
    picture = Picture(draw_svg(state.court, open_for=house, unsupported=True))
    for where, piece in picture.slots("closed").items():
        reasons = [str(violation) for violation in state.court.explain(house, where)]
        assert reasons
        assert piece.title.splitlines() == reasons
        assert all(reason in picture.description for reason in reasons)


def test_a_card_that_lies_in_the_court_is_open_where_its_house_is() -> None:
    lying = court("SSSL")
    picture = Picture(draw_svg(lying, open_for=lying[slot("a0")]))
    assert set(picture.slots("open")) == {*lying.open_slots(S)}
    assert all("already in a0" in piece.title for piece in picture.slots("closed").values())


def test_a_court_without_an_open_slot_is_drawn_all_the_same() -> None:
    view = observe(setup(2, seed=1), 0)
    starks = [move for move in legal_moves(view) if move.card.house is S]
    limited = view.limited_to(starks)
    assert Picture(draw_svg(limited, open_for=House.LANNISTER)).slots("open") == {}
    assert draw_text(limited, open_for=House.LANNISTER) == draw_text(view)


# Seats, and what is hidden


@given(states(), st.integers(0, 2**32))
def test_the_picture_of_a_state_is_the_same_in_every_world_that_a_spectator_cannot_tell_apart(
    state: GameState, seed: int
) -> None:
    world = determinize(observe(state, None), random.Random(seed))
    assert draw_svg(world) == draw_svg(state)
    assert draw_text(world) == draw_text(state)


@pytest.mark.rule("info.leftover", "info.public", "elimination.keeps", "solo.public")
@given(testing.states(), st.data())
def test_the_picture_of_a_view_shows_the_cards_that_its_viewer_has_seen_alone(
    state: GameState, data: st.DataObject
) -> None:
    seats = {None, *range(state.players)}.difference(state.variant.automated)
    view = observe(state, data.draw(st.sampled_from(sorted(seats, key=str))))
    stacks = [card for stack in view.known_stacks for card in stack]
    known = {str(card) for card in (*view.court.values(), *view.hand, *stacks)}
    assert shown_cards(draw_svg(view)) == known
    assert Picture(draw_svg(view)).backs == sum(view.hand_sizes) - len(view.hand) - len(stacks)
    # To ask for the hidden cards changes nothing: the view does not hold them.
    assert draw_svg(view, reveal=True) == draw_svg(view)


@pytest.mark.rule("info.throne", "final.reveal")
@given(states(3), st.integers(0, 2))
def test_iron_throne_cards_lie_face_down_for_all_but_their_drawer_until_the_end(
    state: GameState, player: int
) -> None:
    shown = [chip.text for chip in Picture(draw_svg(observe(state, player))).chips]
    is_over = state.phase is Phase.GAME_OVER
    assert [text for text in shown if text[0] not in "SLBT"] == [
        f"\N{MINUS SIGN}{card.value}" if is_over or seat == player else "?"
        for seat, pile in enumerate(state.score_piles)
        for card in pile
    ]


@pytest.mark.rule("final.total", "final.lowest", "final.icons", "final.shared")
@pytest.mark.parametrize("players", [2, 5])
def test_a_finished_game_names_the_winners_and_the_totals(players: int) -> None:
    over = play_game([random_player] * players, rng=random.Random(players))
    final = final_winner(over)
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"][:players]
    winners = [names[winner] for winner in final.winners]
    for value in (over, observe(over, 1)):
        picture = Picture(draw_svg(value, names=names))
        rows = ["".join(text.itertext()) for text in picture.root.iter(f"{SVG}text")]
        assert rows[1].startswith(f"won by {' and '.join(winners)}: ")
        for name, total in zip(names, final.totals, strict=True):
            [facts] = [row for row in rows if row.startswith(f"{name}: ")]
            assert f", total {total}" in facts
            assert facts.endswith(", won") == (name in winners)
        text = draw_text(value, names=names).splitlines()
        assert f", game over, won by {' and '.join(winners)}: " in text[0]
        for line, name, total in zip(text[-players:], names, final.totals, strict=True):
            assert f", total {total}" in line
            assert (", won" in line) == (name in winners)


# Names


HOSTILE = ["<script>alert(1)</script>", "\x1b[31m\x00]]>\u202e", "\"'&amp;"]


def test_names_are_escaped_and_hold_nothing_that_steers_a_terminal() -> None:
    state = setup(3, seed=1)
    texts = Picture(draw_svg(state, names=HOSTILE)).texts
    assert "<script>alert(1)</scrip…: " in texts  # codespell:ignore scrip
    assert "\ufffd[31m\ufffd]]>\ufffd: " in texts
    assert "\"'&amp;: " in texts
    assert "\x1b" not in draw_text(state, names=HOSTILE)
    assert draw_text(state, names=HOSTILE).splitlines()[-1] == (
        "\"'&amp;: 12 cards, 0 penalty points"
    )


# Goldens


def pictures() -> dict[str, str]:
    """The pictures that are kept, by file name."""
    state = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1")
    started = score_round(play_out(setup(3, seed=2)))
    started = play_on(started, 12)
    solo = score_round(play_out(setup(4, seed=5, variant=SOLO_SCHEMING)))
    view: View = observe(started, 1)
    over = play_game([random_player] * 3, rng=random.Random(1))
    return {
        "three-cards.svg": draw_svg(THREE),
        "empty.svg": draw_svg(Court()),
        "open-slots.svg": draw_svg(state.court, open_for=S, last=slot("b1")),
        "state.svg": draw_svg(state),
        "view.svg": draw_svg(view),
        "revealed.svg": draw_svg(started, reveal=True, names=["Ann", "Bob & Co", "<Cy>"]),
        "solo.svg": draw_svg(observe(solo, 0)),
        "waiting.svg": draw_svg(setup(2, deal=Deal())),
        "over.svg": draw_svg(over, names=["Ann", "Bob", "Cy"]),
        "closed.svg": draw_svg(
            state.court,
            open_for=S,
            unsupported=True,
            highlight=[slot("c0")],
            theme="dark",
            size=400,
        ),
    }


def test_the_pictures_are_those_that_were_looked_at() -> None:
    for file_name, svg in pictures().items():
        assert svg == (PICTURES / file_name).read_text(encoding="utf-8"), file_name


# On a page


ALLOWED = {"svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan"}


@given(states(), st.none() | st.sampled_from(House))
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
    named = {element.get("class", picture.scope) for element in picture.root.iter()}
    for name in (*named, *re.findall(r"\.([a-z][\w-]*)", picture.style)):
        assert name.startswith(picture.scope)
    # All of it in media queries, which programs that know none pass over.
    assert re.fullmatch(
        r"@media all\{([^@]*)\}@media \(prefers-color-scheme:dark\)\{([^@]*)\}", picture.style
    )


# Theme and size


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
        {"size": 0},
        {"highlight": ["b0"]},
        {"highlight": slot("b0")},
    )
    no_values: list[Any] = [None, "a0 S1", {}, House.STARK]
    of_both: tuple[tuple[Any, dict[str, Any]], ...] = (
        (THREE, {"last": slot("b1")}),
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
    over = play_game([random_player] * 3, rng=random.Random(1))
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
    parts = [part / 255 for part in rgb(colour)]
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


if __name__ == "__main__":
    for file_name, svg in pictures().items():
        (PICTURES / file_name).write_text(svg, encoding="utf-8")
