"""Play whole games under Pyodide, and with the lowest versions of the dependencies.

    python scripts/portability.py            # both
    python scripts/portability.py lowest     # only with the lowest versions
    python scripts/portability.py pyodide    # only under Pyodide, which needs node and npm

It downloads from PyPI and npm into a temporary folder, and leaves nothing behind. The versions are
read from pyproject.toml.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYODIDE = "pyodide@314"
GAME = """
import pickle, platform, sys
import attrs
import westeros_intrigue as wi
for players, variant in [(n, wi.STANDARD) for n in range(2, 7)] + [(4, wi.SOLO_SCHEMING)]:
    seats = [None if n in variant.automated else wi.greedy_player for n in range(players)]
    final = wi.play_game(seats, seed=7, variant=variant)
    result = wi.final_winner(final)
    assert len(final.results) == variant.rounds_for(players)
    assert wi.from_json(wi.GameState, wi.to_json(final)) == final
    assert wi.Record.parse(str(wi.Record.from_state(final))).state == final
    assert pickle.loads(pickle.dumps(final)) == final
    assert wi.draw_text(final) and wi.draw_svg(final.court)
    print(players, variant.options, result.winners, result.totals)
print("Python", platform.python_version(), sys.platform, file=sys.stderr)
"""
"""Prints how six whole games end, which must be the same everywhere."""

IN_NODE = """
import {{ loadPyodide }} from "pyodide";
import {{ readFileSync }} from "node:fs";
const py = await loadPyodide();
for (const wheel of {wheels}) py.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
py.runPython({program});
"""


def run(*command: str, cwd: Path, **variables: str) -> str:
    """Run a command and return its output; exit with its messages if it fails."""
    environment = {**os.environ, **variables}
    done = subprocess.run(  # noqa: S603
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def lowest_versions() -> list[str]:
    """Return the dependencies, each at the lowest version that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [re.fullmatch(r"([\w-]+)>=([\d.]+)", text) for text in project["dependencies"]]
    if not all(found):
        sys.exit(f"a dependency has no lower bound: {project['dependencies']}")
    return [f"{match[1]}=={match[2]}" for match in found if match]


def play(python: str, folder: Path) -> str:
    """Play the games with an interpreter."""
    return run(python, "-I", "-W", "error", "-c", GAME, cwd=folder)


def with_lowest_versions(folder: Path) -> str:
    """Play the games with the lowest versions of the dependencies, in a new environment."""
    venv.create(folder / "lowest", with_pip=True)
    python = str(folder / "lowest" / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    versions = lowest_versions()
    run(python, "-m", "pip", "install", "--quiet", *versions, str(folder / "source"), cwd=folder)
    installed = run(python, "-m", "pip", "freeze", cwd=folder)
    for version in versions:
        # 23.2 is installed as 23.2.0.
        if not re.search(rf"(?m)^{re.escape(version.replace('-', '_'))}(\.0)?$", installed):
            sys.exit(f"{version} is not what is installed:\n{installed}")
    print(f"played with {' and '.join(versions)}")
    return play(python, folder)


def under_pyodide(folder: Path) -> str:
    """Play the games in WebAssembly: Pyodide in Node, the wheels unpacked, nothing fetched."""
    pip = (sys.executable, "-m", "pip")
    wheels = folder / "wheels"
    wheel = (*pip, "wheel", "--quiet", "--wheel-dir", str(wheels), str(folder / "source"))
    run(*wheel, cwd=folder, WESTEROS_INTRIGUE_EXTENSION="never")
    run("npm", "install", "--silent", "--no-audit", "--no-fund", PYODIDE, cwd=folder)
    files = [str(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    program = IN_NODE.format(wheels=files, program=repr_of_js(GAME))
    (folder / "game.mjs").write_text(program, "utf-8")
    print("played under Pyodide")
    return run("node", "game.mjs", cwd=folder)


def repr_of_js(text: str) -> str:
    """Return text as a JavaScript literal."""
    quoted = text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`{quoted}`"


def main() -> None:
    """Play the games here and elsewhere, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("where", nargs="*", help="lowest, pyodide; both by default")
    wanted = parser.parse_args().where or ["lowest", "pyodide"]
    places = {"lowest": with_lowest_versions, "pyodide": under_pyodide}
    if unknown := set(wanted) - set(places):
        parser.error(f"no such place: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "node_modules")
        shutil.copytree(ROOT, folder / "source", ignore=ignored)
        expected = run(sys.executable, "-W", "error", "-c", GAME, cwd=folder)
        for where in wanted:
            started = time.monotonic()
            if places[where](folder) != expected:
                sys.exit(f"the games end differently with {where}")
            print(f"{where}: the games end as here, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
