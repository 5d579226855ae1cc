"""The file of the elements, which other pages and notebooks load: small, and of no other site."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from helpers.checkout import ROOT

from westeros_intrigue import View, observe, setup
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.play.elements import court_scene, element_source, write_elements
from westeros_intrigue.play.elements.joining import shared_files, strip_comments
from westeros_intrigue.play.page.server import page_files

SOURCE = ROOT / "src" / "westeros_intrigue"


def test_the_elements_are_one_small_file_that_needs_no_other() -> None:
    source = element_source()
    assert len(gzip.compress(source.encode(), mtime=0)) < 16_000
    assert not re.search(
        r"^import\b|\bimport\(|\bfetch\(|@import|\burl\((?!#)", source, re.MULTILINE
    )
    assert [*re.findall(r"https?://[\w./]+", source)] == ["http://www.w3.org/2000/svg"] * 2
    assert not re.search(r"\binnerHTML\b|\beval\b|<script|\bstyle=", source)
    assert source.count("\nexport default widget;") == source.count("export ") == 1


def test_page_and_elements_have_each_function_from_the_same_module() -> None:
    scripts = [*SOURCE.glob("play/elements/*.js"), *SOURCE.glob("play/page/browser/*.js")]
    texts = "".join(path.read_text("utf-8") for path in scripts)
    for name in ("showCourt", "placing", "dragging", "fly", "signsOf", "cardButton", "roving"):
        assert len(re.findall(rf"^export function {name}\(", texts, re.MULTILINE)) == 1
        assert element_source().count(f"function {name}(") == 1
    page = page_files()
    inside = page["style.css"][1] + page["table.css"][1]
    for name, content in shared_files().items():
        assert content == page[name][1] if name in page else content in inside, name
    assert not [name for name in page if name.endswith("_element.js")], "the page does not need it"


def test_the_elements_show_what_the_page_shows_in_the_same_colours() -> None:
    colours = dict(re.findall(r"--([\w-]+):light-dark\((#\w+|rgb\(.*?\)),", element_source()))
    assert colours["ground"] == "#e9e0cd"
    tokens = shared_files()["tokens.css"].decode()
    light, dark = (
        dict(re.findall(r"--([\w-]+): (.*);", each)) for each in tokens.split(":root")[1:]
    )
    assert {name: light[name] for name in dark} == colours


def test_spaces_and_comments_of_styles_do_not_reach_browsers() -> None:
    sheet = b"""/* Ends. */
.a > b,
.c {
  font: 1px "A, B";
  color: red;
}
@media (a) {
  b {
    c: d;
  }
}
"""
    shown = strip_comments("a.css", sheet)
    assert shown == b'.a > b,.c{font: 1px "A, B";color: red}@media (a){b{c: d}}'


def test_a_type_within_a_script_goes_without_what_follows_it() -> None:
    script = b"/** @type {A} */ (a).b();\nlet c;\n/** Ends. */\nlet d;\n"
    assert strip_comments("a.js", script) == b"(a).b();\nlet c;\nlet d;\n"


def test_a_folder_gets_the_file_and_its_types(tmp_path: Path) -> None:
    script, types = write_elements(tmp_path / "new" / "folder")
    assert script.read_text("utf-8") == element_source()
    text = types.read_text("utf-8")
    for name in ("westeros-court", "westeros-table"):
        assert f'"{name}"' in text
        assert f'defined("{name}", ' in element_source()
    write_elements(tmp_path / "new" / "folder")


def test_a_scene_contains_the_view_alone() -> None:
    state = setup(3, seed=4)
    scene = court_scene(observe(state, 1))
    assert scene["seats"] == [{"name": f"Player {seat}"} for seat in range(3)]
    assert scene["moves"] == []
    text = str(scene)
    assert all(str(card) in text for card in state.hands[1])
    others = {str(card) for seat in (0, 2) for card in state.hands[seat]}
    assert not {card for card in others if re.search(rf"\b{card}\b", text)}
    view = observe(state, 0)
    assert isinstance(view, View)
    with pytest.raises(InvalidValue, match="names must be one for each of the 3 players"):
        court_scene(view, ["Ada"])
