"""The installed size of the package without extras and with each of them.

Run `python -m benchmarks extras`, with `--publish` to write docs/figures.json. pip installs the
checkout with its dependencies into an empty folder each time, as users would, bytecode included.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.publishing import ROOT, Figure, publish


def sizes() -> Iterator[Figure]:
    """Yield the megabytes of the package by itself, named `core`, and with each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield Figure("core", installed(""), unit="MB")
    for extra in sorted(project["optional-dependencies"]):
        yield Figure(extra, installed(f"[{extra}]"), unit="MB")


def installed(extra: str) -> int:
    """Return the megabytes that pip installs."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder]
        subprocess.run([*command, f"{ROOT}{extra}"], check=True)  # noqa: S603 - our own
        size = sum(path.lstat().st_size for path in Path(folder).rglob("*") if path.is_file())
    return round(size / 1_000_000)


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks extras")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    found = []
    for figure in sizes():
        print(f"{figure.name}: {figure.value} MB", flush=True)
        found.append(figure)
    if options.publish:
        publish("extras", "python -m benchmarks extras", found)
