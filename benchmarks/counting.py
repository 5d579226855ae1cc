"""Counting instructions: of the work that a process marks, and of nothing else in it.

Callgrind, a tool of valgrind, counts the instructions of a process, which do not depend on other
work of the machine. `mark` begins and ends the work: it makes a call of the system that nothing
else in a benchmark makes, at which callgrind writes its counts to a file and begins anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
"""What keeps Python from its usual cache of compiled files."""
_COUNTED = re.compile(r"^totals: (\d+)$", re.MULTILINE)


class Run(NamedTuple):
    """The output of a process, and the instructions of each work that it marked, in order."""

    output: str
    instructions: tuple[int, ...]


def mark() -> None:
    """Mark that the work begins whose instructions are counted, or that it ends."""
    os.getppid()


def can_count() -> bool:
    """Return whether valgrind is installed."""
    return shutil.which("valgrind") is not None


def count(command: Sequence[str], environment: dict[str, str]) -> Run:
    """Run a command, and count the instructions of each work that it marks."""
    with tempfile.TemporaryDirectory() as kept:
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={kept}/counts"]
        done = subprocess.run(  # noqa: S603 - our own
            [*tool, "--dump-before=getppid", *command],
            check=False,
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"valgrind ended with {done.returncode}:\n{done.stderr}")
        files = sorted(Path(kept).glob("counts.*"), key=lambda path: int(path.suffix[1:]))
        found = [_COUNTED.search(path.read_text("utf-8", "replace")) for path in files]
    totals = [int(one[1]) for one in found if one is not None]
    return Run(done.stdout, tuple(totals[1::2]))  # between are the counts of the preparations


def git(*arguments: str) -> bytes:
    """Return what git prints about this checkout, whoever owns it; nothing if git fails."""
    command = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=False, capture_output=True).stdout  # noqa: S603 - ours


def checkout(name: str, folder: Path, *paths: str) -> Path:
    """Copy the package of a commit, or of a folder with a checkout, and other paths that it has."""
    if Path(name).is_dir():
        # A copy, since the folder may change in the meantime.
        for path in ("src", *paths):
            if (Path(name) / path).is_dir():
                shutil.copytree(Path(name) / path, folder / path, dirs_exist_ok=True)
        return folder
    kept = [path for path in ("src", *paths) if git("ls-tree", name, path)]
    archive = git("archive", "--format=tar", name, *kept)
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def environment_of(package: Path, *folders: str) -> dict[str, str]:
    """Return the environment in which Python imports a copy of the package, and its folders."""
    environment = {key: value for key, value in os.environ.items() if key not in NO_BYTECODE}
    return {
        **environment,
        "PYTHONPATH": os.pathsep.join(str(package / folder) for folder in ("src", *folders)),
        # Compiled files stay beside the copy of the package.
        "PYTHONPYCACHEPREFIX": str(package / "compiled"),
        "PYTHONHASHSEED": "0",
    }


def python(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of the benchmarks, with this interpreter."""
    # As a module, so that Python finds `benchmarks`, and the package in PYTHONPATH first.
    return [sys.executable, "-m", module, *arguments]
