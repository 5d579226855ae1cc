"""Check that the core works alone: import each of its modules, play, and run its tests.

    python scripts/core_alone.py FOLDER   # a copy of the checkout, whose wings this deletes

The wings are lab, play and games. It prints the processor time of the tests.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

WINGS = ("lab", "play", "games")
TESTS = ("gamekit", "rules", "views", "notation", "documents", "drawing", "players", "testing")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--numprocesses=0")
IMPORTS = """
import importlib, pkgutil, westeros_intrigue as wi
modules = [
    module.name
    for module in pkgutil.walk_packages(wi.__path__, "westeros_intrigue.")
    if "__pyinstaller" not in module.name  # which PyInstaller runs
]
for name in modules:
    importlib.import_module(name)
print(f"{len(modules)} modules are imported; players: {', '.join(wi.PLAYERS)}")
"""


def main(folder: Path) -> None:
    """Delete the wings in a copy of the checkout, and try the rest."""
    package = folder / "src/westeros_intrigue"
    for wing in WINGS:
        shutil.rmtree(package / wing)
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    for arguments in (
        ["-c", IMPORTS],
        ["-m", "doctest", "README.md"],
        [*PYTEST, *(f"tests/{name}" for name in TESTS)],
    ):
        subprocess.run(  # noqa: S603 - commands of its own
            [sys.executable, *arguments], cwd=folder, env=environment, check=True
        )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} s of processor time")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
