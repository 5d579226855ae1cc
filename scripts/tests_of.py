"""Run the tests that belong to a change: `python scripts/tests_of.py [COMMIT] [-- OPTION ...]`.

The change is what differs from a commit, by default from the last one, uncommitted files included.
After your own commits, name the one before them, such as HEAD~2.
The tests of a module are the doctests in it, the test file or folder of its name in the same place
under tests/, and each test that names it in an import; for a module of rules/, also the examples of
the rules; for one of LISTED, also the tests of messages, which list its names. Any other file of
the package is tested by the folder in that place, a file of native/ by the tests of what is
compiled, the vectors and their maker by test_vectors.py, and a file that tests read by the tests
named after its folder, such as test_sessions.py. A page is tested by its own examples and by
tests/docs. What every change can break comes last: public names, values, wrong types, lists and
words. Options after -- go to pytest.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE, TESTS = ROOT / "src/westeros_intrigue", ROOT / "tests"
ALWAYS = (
    "test_names.py", "test_public_api.py", "test_public_names.py", "test_values.py",
    "test_wrong_types.py", "docs/test_lists.py", "docs/test_prose.py", "docs/test_steps.py",
)  # fmt: skip
"""The tests of all names, lists and words, which take a few seconds."""
SHOWN = TESTS / "rules/test_shown.py", TESTS / "test_rulebook.py"
"""The tests of the examples in `tests/rules/shown`, and of the faults there."""
COMPILED = TESTS / "lab/simulation", TESTS / "lab/environments"
"""The folders of the tests of what is compiled."""
VECTORS = ("vectors/*", "scripts/making/*vectors.py", "tests/vectors_reader.mjs")
"""The vectors, what makes them, and what reads them in another language."""
LISTED = {"players/named", "rules/variants"}
"""Modules whose lists of names are parts of many messages."""


def changed(commit: str) -> list[Path]:
    """Return the files that differ from a commit and are still there.

    Raises:
        SystemExit: git does not know the commit.
    """
    files = [
        *_git("diff", "--name-only", commit),
        *_git("ls-files", "--others", "--exclude-standard"),
    ]
    return [ROOT / name for name in files if (ROOT / name).is_file()]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(  # noqa: S603 - the user's git
        ["git", *arguments],  # noqa: S607 - for the same reason
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.splitlines()


def tests_of(path: Path) -> Iterator[Path]:
    """Yield the tests of a file of the checkout, which can be a test itself."""
    if path.is_relative_to(SOURCE) and path.suffix == ".py":
        yield path
        place = path.relative_to(SOURCE).with_suffix("")
        # The tests of the rooms of a game are in one folder.
        home = next(folder for folder in place.parents if (TESTS / folder).is_dir())
        yield from TESTS.glob(f"{home}/test_{place.name}.py")
        yield from TESTS.glob(f"{place}/test_*.py")
        yield from naming(place)
        yield from _pages_with(place)
        if place.parts[0] == "rules":
            yield from SHOWN
        if place.as_posix() in LISTED:
            yield from tests_of_messages()
    elif path.parent.name == "native":
        yield from (test for folder in COMPILED for test in folder.glob("test_*.py"))
    elif any(path.relative_to(ROOT).match(pattern) for pattern in VECTORS):
        yield TESTS / "documents/test_vectors.py"
    elif path.parent.name == "shown":
        yield from SHOWN
    elif path.is_relative_to(SOURCE):
        yield from _nearest(TESTS / path.relative_to(SOURCE).parent)
    elif path.is_relative_to(TESTS) and path.name.startswith("test_"):
        yield path
    elif path.is_relative_to(TESTS):
        yield from TESTS.rglob(f"test_*{path.parent.name}.py")  # such as test_sessions.py
        if path.suffix == ".py":
            yield from (test for test in TESTS.rglob("test_*.py") if _imports(test, path.stem))
    elif path.suffix == ".md":
        yield from (page for page in [path] if path.name == "README.md" or "docs" in path.parts)
        yield from (TESTS / "docs").glob("test_*.py")


def tests_of_messages() -> list[Path]:
    """Return the tests that compare messages with tests/samples/messages.txt."""
    called = re.compile(r"assert_(edits_)?refused\(")
    return [
        path for path in sorted(TESTS.rglob("test_*.py")) if called.search(path.read_text("utf-8"))
    ]


def _nearest(folder: Path) -> Iterator[Path]:
    """Yield the tests of the folder, or of the nearest one above it that has any."""
    for place in (folder, *folder.parents):
        if found := [*place.glob("test_*.py")]:
            yield from found
            return


def _pages_with(place: Path) -> Iterator[Path]:
    """Yield the pages whose examples import a module or its package of a wing."""
    module = ".".join(("westeros_intrigue", *place.parts))
    wanted = {module, ".".join(("westeros_intrigue", *place.parts[:2]))}
    pattern = re.compile(rf"(from|import) ({'|'.join(map(re.escape, wanted))})\b")
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    yield from (
        page
        for page in pages
        if "_build" not in page.parts and pattern.search(page.read_text("utf-8"))
    )


def naming(place: Path) -> Iterator[Path]:
    """Yield the tests that import a module by its dotted name, or from its package."""
    package, name = ".".join(("westeros_intrigue", *place.parts[:-1])), place.name
    pattern = re.compile(
        rf"(from|import) {re.escape(package)}\.{name}\b"
        rf"|from {re.escape(package)} import (\([^)]*\b|.*\b){name}\b"
    )
    yield from (
        test for test in TESTS.rglob("test_*.py") if pattern.search(test.read_text("utf-8"))
    )


def _imports(test: Path, module: str) -> bool:
    pattern = rf"(from|import) ([\w.]+\.)?{module}\b|from helpers import (.*\b)?{module}\b"
    return re.search(pattern, test.read_text("utf-8")) is not None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the tests of the change, or say that it has none."""
    parser = argparse.ArgumentParser(description="Run the tests that belong to a change.")
    parser.add_argument("commit", nargs="?", default="HEAD", help="compare with it (default HEAD)")
    given = [*(sys.argv[1:] if arguments is None else arguments), "--"]
    split = given.index("--")
    commit: str = parser.parse_args(given[:split]).commit
    files = changed(commit)
    if not files:
        sys.exit(f"nothing differs from {commit}: name the commit before yours, such as HEAD~1")
    found = sorted({test for path in files for test in tests_of(path)})
    found += [TESTS / name for name in ALWAYS if TESTS / name not in found]
    print(f"{len(files)} files differ from {commit}; {len(found)} files of tests:", flush=True)
    paths = [str(path.relative_to(ROOT)) for path in found]
    command = [sys.executable, "-m", "pytest", "-q", *given[split + 1 : -1], *paths]
    sys.exit(subprocess.run(command, check=False, cwd=ROOT).returncode)  # noqa: S603 - pytest


if __name__ == "__main__":
    main()
