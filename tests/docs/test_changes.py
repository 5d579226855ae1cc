"""The changelog says what a version is, and each change since then has a file of its own."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers.checkout import ROOT

CHANGES = ROOT / "changes"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
KINDS = [kind["directory"] for kind in SETTINGS["type"]]
NAME = re.compile(rf"\+[a-z0-9-]+\.(?:{'|'.join(KINDS)})\.md")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
WORKFLOW = (ROOT / ".github/workflows/publish.yml").read_text("utf-8")
SHELL = shutil.which("sh")


def faults(name: str, text: str) -> list[str]:
    """Say what is wrong with a file of the folder `changes`, a sentence for each fault."""
    checks = {
        f"its name must be +WORDS.KIND.md, with a kind of {', '.join(KINDS)}": NAME.fullmatch(name),
        "it must be one paragraph": "\n\n" not in text.strip(),
        "it must be a sentence, without the dash that is added later": re.match("[A-Z`*]", text),
        "it must end with a full stop and a new line": text.endswith((".\n", ".)\n")),
        "it must be at most 400 characters long": len(text) <= 400,
    }
    return [f"{name}: {fault}" for fault, sound in checks.items() if not sound]


def test_each_change_is_a_sentence_for_people_under_its_kind() -> None:
    files = [path for path in CHANGES.iterdir() if path.name != "README.md"]
    assert not [fault for path in files for fault in faults(path.name, path.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("+odds.improved.md", "`odds` accepts a card.\n", "a kind of added, changed"),
        ("93.added.md", "`odds` accepts a card.\n", r"its name must be \+WORDS"),
        ("+odds.added.md", "- `odds` accepts a card.\n", "without the dash"),
        ("+odds.added.md", "`odds` accepts a card\n", "a full stop"),
        ("+odds.added.md", "`odds` accepts a card.\n\nAnd two.\n", "one paragraph"),
        ("+odds.added.md", "Many\nwords.\n" * 40, "400 characters"),
    ],
)
def test_a_file_that_people_could_not_read_is_refused(name: str, text: str, fault: str) -> None:
    assert faults("+odds.added.md", "`odds` accepts a card.\n") == []
    assert re.search(fault, " ".join(faults(name, text)))


def build(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "towncrier", "build", "--dir", str(folder), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the files that the changelog is made of, with one change."""
    if importlib.util.find_spec("towncrier") is None:
        pytest.skip("towncrier is not installed")
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "changes").mkdir()
    (tmp_path / "changes/+odds.added.md").write_text("`odds` accepts a card.\n", "utf-8")
    return tmp_path


def test_a_release_moves_the_changes_into_a_section_above_the_others(checkout: Path) -> None:
    done = build(checkout, "--keep", "--version", "1.1.0", "--date", "2027-01-31")
    assert done.returncode == 0, done.stderr
    text = (checkout / "CHANGELOG.md").read_text("utf-8")
    before, after = CHANGELOG.split("## [", 1)
    assert text.startswith(f"{before}## [1.1.0] - 2027-01-31\n\n### Added\n\n- `odds` accepts a")
    assert text.endswith(f"\n\n## [{after}")


@pytest.mark.skipif(SHELL is None, reason="there is no shell")
def test_a_tag_with_changes_that_the_changelog_lacks_is_not_published(tmp_path: Path) -> None:
    assert SHELL
    [step] = re.findall(r'run: "(! ls .*)"', WORKFLOW)
    (tmp_path / "changes").mkdir()
    (tmp_path / "changes/README.md").touch()
    assert subprocess.run([SHELL, "-ec", step], cwd=tmp_path, check=False).returncode == 0
    (tmp_path / "changes/+odds.added.md").touch()
    assert subprocess.run([SHELL, "-ec", step], cwd=tmp_path, check=False).returncode == 1


def test_a_change_of_an_unknown_kind_is_not_left_out_in_silence(checkout: Path) -> None:
    (checkout / "changes/+odds.improved.md").write_text("`odds` accepts a card.\n", "utf-8")
    done = build(checkout, "--draft", "--version", "1.1.0")
    assert done.returncode != 0
    assert "+odds.improved.md" in done.stdout + done.stderr


def test_the_changelog_says_what_a_version_is_and_not_each_step_to_it() -> None:
    sections = re.split(r"(?m)^## ", CHANGELOG)[1:]
    assert len(sections) == len(re.findall(r"(?m)^## \[\d+\.\d+\.\d+(?:rc\d+)?\] - ", CHANGELOG))
    assert max(section.count("\n") for section in sections) <= 70


FAULT_OF_EARLIER = re.compile(r"\b(fixed|no longer|before, |anymore|used to)\b", re.IGNORECASE)


@pytest.mark.skipif("unreleased" not in CHANGELOG.split("## [")[-1], reason="a version is out")
def test_the_first_version_changes_nothing() -> None:
    """Nobody has an earlier one that its changes could be told from."""
    assert [path.name for path in CHANGES.iterdir()] == ["README.md"]
    assert not FAULT_OF_EARLIER.findall(CHANGELOG)
