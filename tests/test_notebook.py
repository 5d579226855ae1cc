"""Notebooks: how values show themselves there, the tables, and the notebooks among the examples."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree as ET

import pytest
from helpers.tables import BOTTOM_ROW, TWO_HANDS, court, game, play, play_out

from westeros_intrigue import (
    Card,
    Court,
    GameState,
    House,
    Move,
    Record,
    Slot,
    View,
    draw_svg,
    draw_text,
    explain,
    observe,
    parse_move,
    play_game,
    random_player,
    score_round,
    setup,
)
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.gamekit.pictures import image_in_html, text_picture
from westeros_intrigue.lab.players import analyse, analyse_record
from westeros_intrigue.play.puzzles import load_puzzles
from westeros_intrigue.rules import rank

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def rows(html: str | None) -> list[list[str]]:
    """Read a table back: its head, then its rows."""
    assert html is not None
    root = ET.fromstring(html)  # noqa: S314 - our own table
    return [[cell.text or "" for cell in row] for row in root.iter("tr")]


def caption(html: str | None) -> str:
    assert html is not None
    return ET.fromstring(html).findtext("caption", "")  # noqa: S314 - our own table


# Pictures


def shown() -> list[Court | GameState | View]:
    state = play(game(*TWO_HANDS), BOTTOM_ROW)
    return [state.court, state, observe(state, 0), observe(state, None), Court()]


@pytest.mark.parametrize("value", shown(), ids=repr)
def test_a_court_and_a_position_show_their_picture_with_the_text_as_fallback(
    value: Court | GameState | View,
) -> None:
    assert value._repr_mimebundle_() == {
        "text/html": image_in_html(draw_svg(value)),
        "image/svg+xml": draw_svg(value),
        "text/plain": draw_text(value),
    }
    assert value._repr_svg_() == draw_svg(value)


@pytest.mark.parametrize("key", ["monopoly", "btwixt"])
def test_positions_of_other_games_show_the_picture_of_their_game(key: str) -> None:
    other = GAMES[key]
    state = other.setup(other.MIN_PLAYERS, seed=1)
    for value in (state, other.observe(state, 1), other.observe(state, None)):
        assert value._repr_svg_() == other.draw_svg(value)
        assert value._repr_mimebundle_()["text/plain"] == other.draw_text(value)


class Untrusted(HTMLParser):
    """What is left of HTML in a notebook that its reader did not run.

    JupyterLab keeps many elements, some attributes of each, and the text of those that it drops;
    here are those of our tables and pictures.
    """

    KEPT: ClassVar = {
        "table": set(), "caption": set(), "thead": set(), "tbody": set(), "tr": set(),
        "th": {"scope"}, "td": {"style"}, "p": set(), "img": {"alt", "src", "style", "width"},
    }  # fmt: skip

    def __init__(self, html: str) -> None:
        super().__init__()
        self.dropped: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.KEPT:
            self.dropped.append(tag)
            return
        self.dropped += [name for name, _ in attributes if name not in self.KEPT[tag]]
        if tag == "img":
            self.images.append(dict(attributes))


def pictures_seen(data: dict[str, str]) -> list[tuple[str, str]]:
    """The labels and the SVG of the pictures that a reader sees who did not run the cell."""
    assert "text/html" in data, "of SVG alone, only the text is left"
    shown = Untrusted(data["text/html"])
    assert shown.dropped == []
    seen = []
    for image in shown.images:
        head, source = (image["src"] or "").split(",")
        assert head == "data:image/svg+xml;base64"
        svg = b64decode(source, validate=True).decode()
        assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own
        seen.append((image["alt"] or "", svg))
    return seen


def bundles() -> Iterator[tuple[str, dict[str, str]]]:
    """What a notebook gets of each value that shows itself as a picture, by the value's name."""
    puzzle, final = load_puzzles()[0], play_game([random_player] * 2, seed=1)
    review = analyse_record(Record.from_state(final), playouts=5)
    for value in (*shown(), draw_svg(Court()), text_picture("Heaps", "3 < 4"), puzzle, review):
        yield type(value).__name__, value._repr_mimebundle_()
    for key in ("monopoly", "btwixt"):
        state = GAMES[key].setup(GAMES[key].MIN_PLAYERS, seed=1)
        yield key, state._repr_mimebundle_()
        yield key, GAMES[key].observe(state, 1)._repr_mimebundle_()


def test_who_did_not_run_a_notebook_sees_every_picture_with_its_label() -> None:
    for name, data in bundles():
        [(label, _)] = pictures_seen(data)
        assert label, name


def test_the_label_of_a_picture_is_its_title_and_its_description() -> None:
    labels = [label for _, data in bundles() for label, _ in pictures_seen(data)]
    empty = "Court with no card\n(no card in the court)\nno card in the court"
    assert labels[4:7] == [empty, empty, "Heaps"]
    title, *_, last = labels[9].splitlines()
    assert title.startswith("Playable edition")
    assert last
    assert labels[9].count(title) == 1, "the description begins with the title"


def test_a_picture_in_the_colour_of_its_page_gets_a_colour_of_its_own() -> None:
    [(_, svg)] = pictures_seen(text_picture("Heaps", "3 < 4")._repr_mimebundle_())
    assert "currentColor" in svg
    assert ":root{color:#" in svg
    assert "prefers-color-scheme:dark" in svg


def test_an_image_is_no_wider_than_its_picture_or_the_page() -> None:
    html = text_picture("Heaps", "3 < 4")._repr_mimebundle_()["text/html"]
    assert Untrusted(html).images[0]["width"] == "65"
    assert "width" not in Untrusted(image_in_html(draw_svg(Court()))).images[0]


# Tables


def test_a_round_s_result_is_a_row_of_the_table_of_all_results() -> None:
    results = score_round(play_out(game(*TWO_HANDS))).results
    [result] = results
    assert result._repr_html_() == results._repr_html_()
    assert caption(result._repr_html_()) == "Penalty points by round"
    head, row = rows(result._repr_html_())
    assert head == ["round", "started", "placed last", "player 0", "player 1"]
    last, points = f"player {result.last_placer}", map(str, result.penalty_points)
    assert row == ["1", "player 0", last, *points]


def test_in_ipython_itself_values_tuples_and_pictures_show_themselves() -> None:
    display = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    laid = court("LS", "S")
    data, _ = display.format(laid)
    assert data == laid._repr_mimebundle_()
    violations = explain(setup(2, seed=1), Move(Card(House.STARK, 1), Slot(1, 0)))
    assert display.format(violations)[0]["text/html"] == violations._repr_html_()
    picture = draw_svg(laid)
    data, _ = display.format(picture)
    assert data["image/svg+xml"] == picture
    assert len(data["text/plain"]) < 40


# The notebooks among the examples, as they are kept; scripts/notebooks.py runs them


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_kept_notebook_is_small_and_holds_what_every_reader_sees(path: Path) -> None:
    assert path.stat().st_size < 128 * 1024
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert set(notebook["metadata"]) == {"kernelspec"}
    for cell in notebook["cells"]:
        assert cell["metadata"] in ({}, {"tags": ["answer", "hide-cell"]})  # of a lesson
        for output in cell.get("outputs", ()):
            data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
            assert "image/svg+xml" not in data, "only who ran the cell sees it"
            if "text/html" in data:
                is_table = "<table" in data["text/html"]
                assert is_table or pictures_seen(data)
                assert Untrusted(data["text/html"]).dropped == []


def test_a_long_value_is_cut_short_in_a_notebook_and_its_repr_is_whole() -> None:
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    final = play_game([random_player] * 2, seed=1)
    deal = Record.from_state(final).deal
    assert len(repr(deal)) > 600
    assert len(pretty(deal)) < 600
    assert pretty(deal).endswith(f"… ({len(repr(deal))} characters)")


def test_a_notebook_shows_hands_moves_records_games_and_rules_as_one_reads_them() -> None:
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    hand = (Card("S4"), Card("L1"))
    assert pretty(hand) == "(S4, L1)"
    assert pretty([parse_move("S4 b2"), Slot(0, -1)]) == "[S4@b2, a-1]"
    assert repr(hand[0]) == "Card('S4')", "which can be evaluated"
    for each in GAMES.values():
        record = each.Record.from_state(each.setup(3, seed=1), tags={"Event": "Winter"})
        told = f"<{record.TITLE}: 0 moves, Event Winter, Rules 1>"
        assert pretty(record) == told
        assert each.RULEBOOK._repr_html_().count("<tr>") == len(each.RULEBOOK) + 1
        chapters = {rule.chapter for rule in each.RULEBOOK.values()}
        assert all(f"{chapter} " in repr(each.RULEBOOK) for chapter in chapters)
    assert repr(GAMES) == f"<Games: {', '.join(GAMES)}>"
    assert "Game of Thrones Edition" in getattr(GAMES, "_repr_html_")()  # noqa: B009 - IPython's


def test_a_bot_of_a_session_is_refused_before_workers_that_cannot_import_it_start() -> None:
    script = """
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context
        from westeros_intrigue.lab.matches import play_match
        def my_bot(view, rng): return view.legal_moves[0]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            play_match({"a": my_bot, "b": "random"}, deals=2, seed=1, executor=pool)
    """
    done = subprocess.run(
        [sys.executable, "-"], input=textwrap.dedent(script), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    told = "my_bot is defined in this session, and workers that start by spawn cannot import it"
    assert told in done.stderr.splitlines()[-1]


def test_a_notebook_without_the_program_beside_it_says_which_it_needs(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    pytest.importorskip("numpy")
    cells = json.loads((EXAMPLES / "an_hour_of_research.ipynb").read_text("utf-8"))["cells"]
    title, imports, *_ = ("".join(cell["source"]) for cell in cells)
    assert "[`train_by_self_play.py`](train_by_self_play.py)" in title
    alone, beside = tmp_path / "alone", tmp_path / "beside"
    for folder in (alone, beside):
        folder.mkdir()
        (folder / "cell.py").write_text(imports, "utf-8")
    shutil.copy(EXAMPLES / "train_by_self_play.py", beside)
    ran = [
        subprocess.run(
            [sys.executable, "cell.py"], check=False, cwd=folder, capture_output=True, text=True
        )
        for folder in (alone, beside)
    ]
    wanted = "put train_by_self_play.py, which is linked above, in the folder of this notebook"
    assert ran[0].stderr.splitlines()[-1] == f"ModuleNotFoundError: {wanted}"
    assert (ran[1].returncode, ran[1].stderr) == (0, "")


def test_analyses_and_puzzles_show_themselves() -> None:
    puzzle = load_puzzles()[0]
    assert "<svg" in puzzle._repr_svg_()
    found = analyse(observe(puzzle.state, puzzle.state.active_player), playouts=20)
    assert len(rows(found._repr_html_())) == len(found.moves) + 1
    record = Record.from_state(play_game([random_player] * 2, seed=1))
    assert "Course of a game" in analyse_record(record, playouts=5)._repr_svg_()


def test_the_final_ranking_is_a_table_with_shared_places() -> None:
    html = rank((4, 4, 6), ((), (), ()))._repr_html_()
    assert caption(html) == "Won by player 0 and player 1: a tie that nothing separates"
    places = [["1", "player 0", "4"], ["1", "player 1", "4"], ["3", "player 2", "6"]]
    assert rows(html) == [["place", "player", "total"], *places]
