"""Names that two threads use for the first time at once, after the package is imported."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import pytest
from helpers.cases import sampled

PATHS = (
    *("gamekit", "rules", "views", "notation", "documents", "drawing", "players", "testing"),
    *("lab.simulation", "lab.players", "lab.environments", "lab.matches"),
    *("play.sessions", "play.referee", "games.monopoly", "games.btwixt"),
)
LAZY = ("lab.simulation", "lab.players", "testing")

AT_ONCE = """
import importlib, sys, threading
import westeros_intrigue

failed = []
start = threading.Barrier(len(sys.argv) - 1)

def use(wanted):
    path, _, name = wanted.partition(":")
    start.wait()
    try:
        module = importlib.import_module(f"westeros_intrigue.{path}")
        for each in [name] if name else module.__all__:
            getattr(module, each)
    except westeros_intrigue.MissingName:
        pass  # as in one thread
    except BaseException as error:
        failed.append((wanted, repr(error)))

threads = [threading.Thread(target=use, args=[wanted]) for wanted in sys.argv[1:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(str(failed) if failed else 0)
"""


def use_at_once(*wanted: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE, *wanted], check=False, capture_output=True, text=True
    )
    assert not done.returncode, done.stderr


@pytest.mark.parametrize("start", sampled(range(2), []))
def test_threads_import_all_packages_at_once(start: int) -> None:
    use_at_once(*(PATHS[start:] + PATHS[:start]))


@pytest.mark.long
@pytest.mark.parametrize("first", PATHS)
def test_two_threads_import_any_two_packages_at_once(first: str) -> None:
    for one, other in combinations(PATHS, 2):
        if first == one:
            use_at_once(one, other)


@pytest.mark.long
@pytest.mark.parametrize("package", LAZY)
def test_threads_use_any_two_names_of_a_package_that_imports_on_first_use(package: str) -> None:
    table = f"import westeros_intrigue.{package} as package\nprint(*package.__all__)"
    names = subprocess.run(
        [sys.executable, "-c", table], check=True, capture_output=True, text=True
    ).stdout.split()
    # Names of one module are found in the same way: one of each module, with all the others.
    for one in names[::3]:
        use_at_once(f"{package}:{one}", *(f"{package}:{name}" for name in names))
