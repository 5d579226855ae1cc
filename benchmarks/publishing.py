"""Publishing: figures go to `docs/figures.json`, from which pages and charts read them.

A run has its command, the machine, the date and the commit; in plain Python also the instructions
of what it timed, and of compiled code the digest of the C. By these, the guard finds stale figures.
Publishing a run replaces its earlier
figures.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.counting import can_count, checkout
from benchmarks.fixed_calls import EXAMPLES
from benchmarks.guard import counts_of
from benchmarks.staleness import COMPILED, calls_of_run, counted_with, digest_of_c

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "figures.json"
PACKAGES = (
    "attrs", "chess", "open_spiel", "catanatron", "pettingzoo", "numpy", "envpool", "pgx",
)  # fmt: skip


class Figure(NamedTuple):
    """A published number, with its unit and its uncertainty."""

    name: str
    value: float
    spread: tuple[float, float] | None = None
    """The minimum and the maximum over the turns."""
    interval: tuple[float, float] | None = None
    """The ends of the 95 % interval."""
    error: float | None = None
    """Half the width of the 95 % interval."""
    unit: str = ""

    def data(self) -> dict[str, Any]:
        """Return the figure as it is published, with three significant digits of rates."""
        data: dict[str, Any] = {"value": _rounded(self.value)}
        for name in ("spread", "interval"):
            if ends := getattr(self, name):
                data[name] = [_rounded(end) for end in ends]
        if self.error is not None:
            data["error"] = _rounded(self.error)
        return data | ({"unit": self.unit} if self.unit else {})


def at_least(least: int) -> Callable[[str], int]:
    """Return the type of an argument that counts: so many, without which there is no figure."""

    def count(text: str) -> int:
        found = int(text)
        if found < least:
            message = f"must be at least {least}, not {found}"
            raise argparse.ArgumentTypeError(message)
        return found

    return count


def _rounded(value: float) -> float:
    if value >= 100:
        return int(float(f"{value:.3g}"))
    return round(value, 3 if value < 0.5 else 2)


_MODEL = {"cpu family": "family", "model": "model"}


def cpu() -> str:
    """Return the name of the processor, with its family and model if they are known."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        facts: dict[str, str] = {}
        for line in information.read_text(encoding="utf-8").splitlines():
            name, _, fact = line.partition(":")
            facts.setdefault(name.strip(), fact.strip())
        model = facts.get("model name", "")
        if model:
            # Virtual machines often shorten the name, so the numbers tell which processor it is.
            numbers = [f"{fact} {facts[key]}" for key, fact in _MODEL.items() if key in facts]
            return f"{model} ({' '.join(numbers)})" if numbers else model
    return platform.processor() or "unknown processor"


def machine() -> str:
    """Return the machine and the versions of the measurement."""
    versions = []
    for name in PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cpu()}, {platform.system()}; {python}; {', '.join(versions)}"


def publish(run: str, command: str, figures: Iterable[Figure]) -> None:
    """Put the figures of a run into the file, replacing its earlier ones."""
    git = shutil.which("git") or "git"
    commit = subprocess.run(  # noqa: S603 - our own
        [git, "rev-parse", "--short=10", "HEAD"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    published = json.loads(FIGURES.read_text(encoding="utf-8"))
    data = {figure.name: figure.data() for figure in figures}
    calls = calls_of_run(run, data)
    followed = {"with": counted_with(), "calls": counted(calls)} if calls and can_count() else {}
    published[run] = {
        "command": command,
        "machine": machine(),
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit.stdout.strip() or "unknown",
        **({"instructions": followed} if followed else {}),
        **({"c": digest_of_c(ROOT / "native", run)} if run in COMPILED else {}),
        "figures": data,
    }
    write(published)


def counted(calls: Sequence[str]) -> dict[str, int]:
    """Count the instructions of fixed calls in this checkout."""
    with tempfile.TemporaryDirectory() as folder:
        counts = counts_of(checkout(str(ROOT), Path(folder), *EXAMPLES), calls)
    return {call: round(count) for call, count in counts.items() if count is not None}


def write(published: dict[str, Any]) -> None:
    """Write all runs, sorted by name, with a line for each figure."""
    lines = ["{"]
    for run, of_run in sorted(published.items()):
        about = {key: value for key, value in of_run.items() if key != "figures"}
        lines += [f" {json.dumps(run)}: {{"]
        lines += [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in about.items()]
        lines += ['  "figures": {']
        lines += [
            f"   {json.dumps(name)}: {json.dumps(figure)},"
            for name, figure in of_run["figures"].items()
        ]
        lines[-1] = lines[-1].removesuffix(",")
        lines += ["  }", " },"]
    lines[-1] = lines[-1].removesuffix(",")
    FIGURES.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
