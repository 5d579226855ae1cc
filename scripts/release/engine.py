"""Steps of a rehearsal, one after another, each with a line in the log."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from release.index import LocalIndex

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = Path(os.environ.get("HISTORY", ROOT))
"""The checkout with the history; ROOT is a copy of it in `.ci/run`."""
SHOWN = 15
"""The last lines of a command that failed, which the log shows."""
LEFT_OUT = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTEST_ADDOPTS"}
"""The variables that would lead programs back to this checkout and its environment."""


class NotHere(Exception):
    """A step needs another machine or an account; the text says what for."""


class Failed(Exception):
    """A step has not had the result that it must have."""


def require(condition: object, otherwise: str) -> None:
    """Raise Failed, with a reason, unless a condition holds."""
    if not condition:
        raise Failed(otherwise)


class Rehearsal:
    """The places of a rehearsal, and the commands that are run there."""

    def __init__(self, work: Path, index: LocalIndex) -> None:
        """Rehearse in a folder, and publish to an index."""
        self.work = work
        self.index = index
        self.step = ""
        """The name of the step that runs."""

    @property
    def clone(self) -> Path:
        """The throw-away clone."""
        return self.work / "clone"

    @property
    def dist(self) -> Path:
        """The folder of the distributions."""
        return self.clone / "dist"

    @property
    def version(self) -> str:
        """The version of the clone."""
        text = (self.clone / "src/westeros_intrigue/__init__.py").read_text("utf-8")
        [line] = [line for line in text.splitlines() if line.startswith("__version__ = ")]
        return line.partition('"')[2].rstrip('"')

    @property
    def tag(self) -> str:
        """The tag of the version."""
        return f"v{self.version}"

    @property
    def output(self) -> Path:
        """The file with what the commands of this step print."""
        return self.work / "output" / f"{self.step}.txt"

    def run(
        self,
        *command: str | Path,
        at: Path | None = None,
        **variables: str,
    ) -> str:
        """Run a command, which must succeed, and return what it prints.

        Args:
            command: Its words.
            at: The folder where it runs; the clone by default.
            variables: What its environment has besides this program's.
        """
        status, printed = self.try_(*command, at=at, **variables)
        if status:
            last = "\n".join(printed.splitlines()[-SHOWN:])
            raise Failed(f"exit code {status} of {shlex.join(map(str, command))}\n{last}")
        return printed

    def try_(
        self,
        *command: str | Path,
        at: Path | None = None,
        **variables: str,
    ) -> tuple[int, str]:
        """Run a command; return its exit code and what it prints. The arguments are as in `run`."""
        kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        programs = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]])}
        done = subprocess.run(  # noqa: S603 - our own
            list(map(str, command)),
            cwd=at or self.clone,
            env={**kept, **programs, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        self.output.parent.mkdir(parents=True, exist_ok=True)
        with self.output.open("a", encoding="utf-8") as file:
            file.write(f"$ {shlex.join(map(str, command))}\n{done.stdout}= {done.returncode}\n")
        return done.returncode, done.stdout

    def make_environment(self, name: str, python: str | Path = sys.executable) -> Path:
        """Make an environment, and return its Python."""
        folder = self.work / "environments" / name
        self.run("uv", "venv", "--quiet", "--clear", "--seed", "--python", python, folder)
        return folder / "bin" / "python"


class Step(NamedTuple):
    """A step of a rehearsal."""

    name: str
    """Its name, in a word or two with dashes."""
    run: Callable[[Rehearsal], str]
    """Does it and returns its result in words; raises Failed or NotHere."""


def rehearse(steps: Sequence[Step], rehearsal: Rehearsal, log: Path) -> int:
    """Run steps until one fails; return the exit status."""
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("", "utf-8")
    width = max(len(step.name) for step in steps)

    def write(lines: Iterable[str]) -> None:
        with log.open("a", encoding="utf-8") as file:
            for line in lines:
                print(line, flush=True)
                file.write(f"{line}\n")

    missing = list[str]()
    for number, step in enumerate(steps, 1):
        rehearsal.step = step.name
        rehearsal.output.unlink(missing_ok=True)
        begun = time.monotonic()
        try:
            result = step.run(rehearsal)
        except NotHere as reason:
            missing.append(step.name)
            result = f"not here: {reason}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the step has failed
            told = str(error) if isinstance(error, Failed) else traceback.format_exc().strip()
            write([f"{number:2} {step.name:{width}} failed: {told}"])
            write([f"The rehearsal ends at the step {step.name}; see {rehearsal.output}"])
            return 1
        seconds = time.monotonic() - begun
        write([f"{number:2} {step.name:{width}} {seconds:5.0f} s  {result}"])
    write([f"All {len(steps)} steps have passed, but for {len(missing)} that are not done here."])
    return 0
