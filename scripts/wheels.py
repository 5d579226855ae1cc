"""Build the wheels of a release: with the compiled half for each platform, and the pure one.

    python -m pip install build ziglang abi3audit
    python scripts/wheels.py FOLDER

Zig's Clang compiles for all of them on one machine, against the oldest C library that a tag allows.
The wheels for Linux on x86-64 are also installed here, each in a new environment, and play. The
others are compiled only; `aarch64.py` and `musl.py` run the tests of one each. macOS and Windows
have no target here; `.github/workflows/wheels.yml` is for them.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
}
"""The target of Zig for each tag of a platform."""
PLAYED = """
import random
from westeros_intrigue import observe, setup
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer
from westeros_intrigue.lab.simulation import fast, solver
print(fast.extension().SETS[-1])
view = observe(setup(4, seed=1), 0)
assert str(LearnedPlayer()(view, random.Random(1))) == "T4@a0"
assert str(MonteCarloPlayer(100)(view, random.Random(1))) == "T9@a0"
"""


def build(folder: Path, **variables: str) -> Path:
    """Build a wheel into a folder, and return its path."""
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    environment = {**os.environ, **variables}
    subprocess.run([*command, str(folder), str(ROOT)], check=True, env=environment)  # noqa: S603 - our own
    [wheel] = set(folder.glob("*.whl")) - before
    return wheel


def play(wheel: Path) -> str:
    """Install a wheel in a new environment, and let its players move."""
    with TemporaryDirectory() as name:
        venv.create(name, with_pip=True)
        python = str(Path(name, "bin", "python"))
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)  # noqa: S603 - our own
        done = subprocess.run(  # noqa: S603 - our own
            [python, "-I", "-c", PLAYED], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()


def main(arguments: list[str]) -> None:
    """Build all wheels, and try those that run here."""
    folder = Path(arguments[0]).resolve()
    folder.mkdir(exist_ok=True)
    zig = Path(str(importlib.import_module("ziglang").__file__)).with_name("zig")
    for platform, target in TARGETS.items():
        wheel = build(
            folder,
            WESTEROS_INTRIGUE_EXTENSION="always",
            WESTEROS_INTRIGUE_PLATFORM=platform,
            CC=f"{zig} cc -target {target} -mcpu=baseline",
        )
        audit = [str(Path(sys.executable).with_name("abi3audit")), "--strict", str(wheel)]
        subprocess.run(audit, check=True)  # noqa: S603 - our own
        runs_here = platform.startswith("manylinux") and platform.endswith(os.uname().machine)
        print(wheel.name, f"plays here, with {play(wheel)}" if runs_here else "is compiled")
    print(build(folder, WESTEROS_INTRIGUE_EXTENSION="never").name)


if __name__ == "__main__":
    main(sys.argv[1:])
