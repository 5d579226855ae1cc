"""A release refuses a break of the public names that the changelog does not announce."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from helpers.checkout import ROOT, load

NAMES = """\
# package
class Card(Value)
    house: House
    number: int = 0
    property rival: House
    turned(self, by: int) -> Card
class House(Enum)
    STARK = 'S'
class NoCard(Value, ValueError)
    __init__(self, *arguments: object) -> None
class Value(object)
setup(players: int, box: Box = <Box: ours>, *, seed: int, rng: Any = None) -> State
"""
CHANGELOG = "# Changelog\n\n## [2.0.0]\n\n- `Card.house` is gone.\n\n## [1.0.0]\n\n- `setup`\n"


def commit(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.invalid")
    command = ("git", "-C", str(folder), *who, *words)
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def surface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, for a checkout with a version that had these names."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "changes").mkdir()
    (tmp_path / "tests/public_api.txt").write_text(NAMES)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    commit(tmp_path, "init", "-q")
    commit(tmp_path, "add", ".")
    commit(tmp_path, "commit", "-q", "-m", "Release")
    commit(tmp_path, "tag", "v1.0.0")
    script = load("scripts/surface.py")
    monkeypatch.setattr(script, "ROOT", tmp_path)
    return script


@pytest.mark.parametrize(
    ("was", "becomes", "unannounced"),
    [
        ("setup(", "set_up(", "package.setup is gone"),
        (" seed: int,", "", "package.setup(seed) is gone"),
        ("    house: House\n", "", None),  # the changelog names it
        (") -> S", ", more: object = None) -> S", None),
        ("(players: int", "(seed: int, players: int", "(players) is no longer argument 1"),
        ("players: int,", "players: int, deal: Deal,", "(deal) is new and required"),
        ("rng: Any = None", "rng: Any", "(rng) is required now"),
        ("rng: Any = None", "rng: Any = 1", "(rng) had the default None"),
        ("<Box: ours>", "<Box: yours>", None),  # what Python shows differs by version
        (", box: Box = <Box: ours>, *", ", *, box: Box = 0", "(box) is no longer argument 2"),
        ("players: int,", "players: int, /,", "(players) can no longer be given by name"),
        ("players: int", "players: int | None = None", None),
        (") -> State", ") -> tuple[State]", "package.setup was State"),
        ("by: int) -> Card", "by: str) -> House", "package.Card.turned was Card"),
        ("turned(self, by: int)", "property turned:", "package.Card.turned was a function"),
        ("property rival: House", "rival: House = None", None),
        ("number: int = 0", "number: int", "package.Card(number) is required now"),
        ("    number", "    suit: int\n    number", "package.Card(suit) is new and required"),
        ("    number", "    keyword number", "package.Card(number) is no longer argument 2"),
        ("STARK = 'S'", "STARK = 'X'", "package.House.STARK was 'S'"),
        (
            "class NoCard(Value, ValueError)",
            "class NoCard(Value)",
            "(ValueError) is no longer a base",
        ),
        ("class NoCard(Value, ", "class NoCard(", "package.NoCard(Value) is no longer a base"),
        ("class Card(Value)", "class Card(Value, Drawn)", None),
        ("class Value(object)", "class Value(Generic)", None),
    ],
)
def test_what_programs_can_no_longer_use_must_be_announced(
    surface: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    was: str,
    becomes: str,
    unannounced: str | None,
) -> None:
    assert surface.main([]) == 0
    assert was in NAMES
    (tmp_path / "tests/public_api.txt").write_text(NAMES.replace(was, becomes))
    assert surface.main([]) == int(unannounced is not None)
    assert f"{unannounced or 'of which 0 unannounced'}" in capsys.readouterr().out
    said = "`setup` with `players`, `box`, `seed`, `deal`, `rng`; `Card` with `number`, `turned`, "
    said += "`suit`; `House.STARK`; `NoCard` is no `Value` or `ValueError`"
    (tmp_path / "changes/setup.removed.md").write_text(said)
    assert surface.main(["v1.0.0"]) == 0


def test_before_the_first_version_nothing_is_compared(
    surface: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(tmp_path, "tag", "-d", "v1.0.0")
    assert surface.main([]) == 0
    assert capsys.readouterr().out == "no version has been released yet\n"


def test_each_public_name_of_today_can_be_compared_with_a_later_version(
    surface: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = (ROOT / "tests/public_api.txt").read_text("utf-8")
    (tmp_path / "tests/public_api.txt").write_text(names)
    commit(tmp_path, "commit", "-qam", "All names")
    commit(tmp_path, "tag", "v1.1.0")
    (tmp_path / "tests/public_api.txt").write_text(f"{names}# later\nname() -> None\n")
    assert surface.main([]) == 0
    assert capsys.readouterr().out == "breaks since v1.1.0: 0, of which 0 unannounced\n"
