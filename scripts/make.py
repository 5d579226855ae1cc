"""Make files of this repository from others: `python scripts/make.py NAME [ARGUMENT ...]`.

`python scripts/make.py --help` lists the names; `making/` has a module for each, whose docstring
says what it needs. `pinned` renews every file that a test compares with the library, and then says
what the change has done to them: run it after a change that is meant, and read the difference.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAKERS = {
    "charts": "the charts of speed and strength, from docs/figures.json",
    "effect-picture": "the picture of docs/how-to/measure-a-rule.md, from its first example",
    "game-vectors": "a thousand games of Monopoly and of B'Twixt, for ports of their rules",
    "golden-numbers": "the numbers that all backends of the laboratory repeat; it changes none",
    "inventory": "the names of Python's documentation that the pages use",
    "knowledge": "the data of docs/knowledge.md, a figure at a time",
    "knowledge-page": "the tables and pictures of docs/knowledge.md, from these data",
    "puzzles": "the puzzles of the package",
    "schema": "JSON Schemas and TypeScript types, into build/schema",
    "samples": "samples of every stored format, which all later versions read",
    "screenshots": "the pictures on the first page of the documentation",
    "vectors": "the rules of the card game as JSON Lines, for ports",
}
"""The module of each maker in `making`, with dashes for underscores, and what it makes."""
PINNED = (
    "vectors",
    "game-vectors",
    "charts",
    "effect-picture",
    "samples",
)
"""The makers of files that tests compare with the library."""
MESSAGES = "tests/samples/messages.txt"


def renew_pinned() -> None:
    """Renew every pinned file, and show which have changed and which messages say less."""
    for name in PINNED:
        make(name, ())
    _run("-m", "test_public_api", folder=ROOT / "tests")
    _run("-m", "drawing.test_svg", folder=ROOT / "tests")
    # The tests that fail for another reason say so when they are run again.
    of_messages = importlib.import_module("tests_of").tests_of_messages()
    tests = [str(path.relative_to(ROOT)) for path in of_messages]
    _run("-m", "pytest", "-q", "-n0", "-m", "not long", *tests, RENEW_MESSAGES="1")
    print("\nChanged files:", flush=True)
    subprocess.run(["git", "diff", "--stat"], check=False, cwd=ROOT)  # noqa: S607 - the user's git
    print(f"\nMessages that say less than in {MESSAGES} of the last commit:", flush=True)
    _run("scripts/messages.py", "HEAD")


def make(name: str, arguments: Sequence[str]) -> None:
    """Run a maker."""
    importlib.import_module(f"making.{name.replace('-', '_')}").main(arguments)


def _run(*arguments: str, folder: Path = ROOT, **variables: str) -> None:
    command = [sys.executable, *arguments]
    subprocess.run(command, check=False, cwd=folder, env={**os.environ, **variables})  # noqa: S603 - our own


def main(arguments: Sequence[str] | None = None) -> None:
    """Make what the command line says."""
    makers = {**MAKERS, "pinned": "every file that a test compares with the library"}
    listed = "\n".join(f"  {name:15} {what}" for name, what in makers.items())
    parser = argparse.ArgumentParser(
        description="Make files of this repository from others.",
        epilog=f"names:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", choices=makers)
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="of the maker")
    options = parser.parse_args(arguments)
    if options.name == "pinned":
        renew_pinned()
    else:
        make(options.name, options.arguments)


if __name__ == "__main__":
    main()
