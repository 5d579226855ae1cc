"""A game's own table on the page: its files and facts, without the page."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from westeros_intrigue.gamekit import DecodingError, GameScreen, InvalidValue, WrongType
from westeros_intrigue.gamekit.authoring.position import Position


@attrs.frozen
class Stones(Position):
    """A heap."""

    stones: int = 3


@attrs.frozen
class Heap:
    """What its screen shows."""

    stones: int
    words: tuple[str, ...] = ()


@attrs.frozen
class Weight:
    """What JSON cannot hold."""

    grams: float


def shown(view: Stones) -> Heap:
    return Heap(view.stones, ("three",))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "heaps_on_the_page" / "screen"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    (folder / "screen.css").write_text(".heap {}")
    (folder / "notes.txt").write_text("private")
    return folder.parent.name


def test_a_screen_has_the_files_that_a_browser_needs(package: str, tmp_path: Path) -> None:
    screen = GameScreen(package, Heap, shown)
    with pytest.raises(InvalidValue, match=r"has no file screen/screen\.js: add it, or leave"):
        screen.read_files()
    (tmp_path / package / "screen" / "screen.js").write_text("export {};")
    assert screen.read_files() == {"screen.css": b".heap {}", "screen.js": b"export {};"}
    with pytest.raises(InvalidValue, match=r"has no file table/screen\.js"):
        GameScreen(package, Heap, shown, "table").read_files()


def test_facts_are_written_and_read_and_described(package: str) -> None:
    screen = GameScreen(package, Heap, shown)
    data = screen.write(screen.facts(Stones(players=2)))
    assert data == {"stones": 3, "words": ["three"]}
    assert screen.read(data) == Heap(3, ("three",))
    with pytest.raises(DecodingError, match="/stones: expected an integer, not true"):
        screen.read({"stones": True, "words": []})
    assert screen.schema["$defs"]["heap"]["properties"]["stones"]["type"] == "integer"
    assert repr(screen) == f"<GameScreen in {package}: Heap>"


def test_facts_of_another_class_are_refused(package: str) -> None:
    wanted = r"facts returned {'stones': 3}: return a Heap, as form says"
    with pytest.raises(WrongType, match=wanted):
        GameScreen(package, Heap, shown).write({"stones": 3})
    with pytest.raises(WrongType, match=r"Weight\.grams: <class 'float'> has no JSON"):
        GameScreen(package, Weight, shown).write(Weight(1.5))
