"""Runs each test file alone: none may need what another has imported or registered.

Pytest imports all files before it runs any, so only a file by itself shows what it lacks. Each runs
its short tests, with a few examples of each property, in a fork of a process that has imported no
more than Hypothesis, and what of the library Hypothesis loads.

    python scripts/each_test_alone.py [FILE ...]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import IO

import hypothesis
import pytest

FEW = 5
"""How many examples: some tests draw a fifth of what others do."""
OPTIONS = (
    "-q",
    "--numprocesses=0",
    "-p",
    "no:cacheprovider",
    "-W=ignore::pytest.PytestAssertRewriteWarning",  # what is imported here is not rewritten
)


class FewExamples:
    """Has Hypothesis draw few examples for a test that does not say how many it needs."""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        """Change the profile that the tests have chosen."""
        hypothesis.settings.register_profile("few", hypothesis.settings(), max_examples=FEW)
        hypothesis.settings.load_profile("few")


def start(file: Path, output: IO[bytes]) -> int:
    """Run a file in a process of its own, and return the id of that."""
    child = os.fork()
    if not child:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        code = pytest.main([str(file), *OPTIONS], plugins=[FewExamples()])
        sys.stdout.flush()
        os._exit(0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code)
    return child


def main(arguments: list[str]) -> int:
    """Run the named files, or all, as many at a time as there are processors."""
    os.chdir(Path(__file__).parent.parent)
    files = [Path(name) for name in arguments] or sorted(Path("tests").rglob("test_*.py"))
    waiting, failed = files[::-1], 0
    running: dict[int, tuple[Path, IO[bytes]]] = {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            file, output = waiting.pop(), tempfile.TemporaryFile()  # noqa: SIM115 - closed below
            running[start(file, output)] = file, output
        child, status = os.wait()
        file, output = running.pop(child)
        with output:
            if status:
                failed += 1
                output.seek(0)
                print(f"-- {file}", output.read().decode(errors="replace"), sep="\n")
    print(f"{len(files)} files, each alone: {failed} fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
