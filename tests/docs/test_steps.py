"""The steps of each kind of change are listed: in CONTRIBUTING, and where the change begins.

Both name files and names that exist, and the docstring of a package has all files of its row.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.cases import sampled
from helpers.checkout import ROOT
from helpers.page_blocks import code_in

PACKAGE = ROOT / "src/westeros_intrigue"
SOURCE = "".join(
    path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"
)
FILE = re.compile(r"/|\.(?:py|json|md|toml|html|js|mjs|rst)$")
CHAINS = {
    cells[0]: code_in(cells[1:])
    for line in (ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()
    if line.startswith(("| a ", "| an ", "| something "))
    for cells in [line.strip("| ").split(" | ")]
}
"""What one adds, and the files and names to edit, as CONTRIBUTING lists them."""
PACKAGES = (
    *("rules", "games/monopoly", "games/btwixt", "play/terminal", "play/page"),
    *("players", "documents"),
)
"""The packages whose docstrings have steps."""


def place_of(name: str) -> Path | None:
    """The file or folder with a name, in the package or the checkout."""
    return next((path for path in (PACKAGE / name, ROOT / name) if path.exists()), None)


def steps_of(package: Path) -> str:
    """The steps in the docstring of a package, in one line."""
    docstring = (package / "__init__.py").read_text("utf-8").split('"""')[1]
    _, begin, steps = docstring.partition("\nTo ")
    assert begin, package
    return " ".join(steps.partition(">>>")[0].split())


def test_contributing_lists_the_steps_of_each_package() -> None:
    named = {pieces[0].removesuffix("/__init__.py") for pieces in CHAINS.values()}
    assert named >= {*PACKAGES}


@pytest.mark.parametrize("chain", CHAINS)
def test_a_row_names_files_and_names_that_exist(chain: str) -> None:
    files = [piece for piece in CHAINS[chain] if FILE.search(piece)]
    assert [file for file in files if place_of(file) is None] == []
    names = {piece.rpartition(".")[2] for piece in CHAINS[chain]} - {
        file.rpartition(".")[2] for file in files
    }
    assert [name for name in names if not re.search(rf"\b{name}\b", SOURCE)] == []


@pytest.mark.parametrize(
    "chain", [chain for chain, pieces in CHAINS.items() if pieces[0].endswith("/__init__.py")]
)
def test_the_steps_of_a_package_have_each_file_of_its_row(chain: str) -> None:
    head, *others = CHAINS[chain]
    steps = steps_of(PACKAGE / Path(head).parent)
    named = {word for piece in code_in([steps]) for word in (piece, Path(piece).name)}
    named |= {piece.partition(".")[0] for piece in named}
    files = [Path(file) for file in others if Path(file).suffix]
    missing = [
        str(file)
        for file in files
        if not named & ({file.stem, file.name} if (PACKAGE / file).exists() else {str(file)})
    ]
    assert missing == []


@pytest.mark.parametrize("package", sampled(PACKAGES, ["rules", "games/monopoly"]))
def test_the_steps_of_a_package_name_files_and_names_that_exist(package: str) -> None:
    folder = PACKAGE / package
    pieces = [piece.split()[0].rstrip("()") for piece in code_in([steps_of(folder)])]
    files = [piece for piece in pieces if FILE.search(piece)]
    known = {path.name for path in folder.rglob("*")}
    known |= {str(path.relative_to(folder)) for path in folder.rglob("*")}
    assert [file for file in files if file not in known and not place_of(file)] == []
    modules = {path.stem for path in folder.rglob("*")}
    names = {re.split(r"\W", piece)[-1] for piece in pieces if piece not in files} - modules
    assert [name for name in names if not re.search(rf"\b{name}\b", SOURCE)] == []


def spelled(name: str) -> re.Pattern[str]:
    """A pattern of a name in code, in files and in words."""
    return re.compile(rf"(?i)(?<![a-z]){re.sub('[_-]', '[ _-]', name)}(?![a-z])")


@pytest.mark.parametrize("package", PACKAGES)
def test_the_steps_of_a_change_name_one_of_its_kind_which_their_files_have(package: str) -> None:
    """A reader who follows it sees the lines to write in each file."""
    folder = PACKAGE / package
    chains = re.split(r"(?=\bTo (?:add|reword) )", steps_of(folder))
    for chain in filter(re.compile("To ").match, chains):
        found = re.search("follow `(\\w[\\w.]*)`", chain)
        assert found, chain[:60]
        pattern = spelled(found[1])
        places = {
            path
            for piece in code_in([chain])
            for name in (piece.partition(".")[0], piece.partition(".")[0] + ".py", piece)
            for path in (folder / name, *folder.glob(f"*/{name}"), PACKAGE / name, ROOT / name)
            if path.is_file()
        }
        assert any(pattern.search(path.read_text("utf-8")) for path in places), found[1]
