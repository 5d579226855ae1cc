"""Run the tests of the compiled half with a wheel for another platform, in a Python for it.

`aarch64.py` and `musl.py` prepare the Python, and call these functions.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("attrs", "hypothesis", "numpy", "pytest", "typing-extensions")
TESTS = ("test_golden_numbers.py", "test_native.py")


def run(
    *command: str,
    folder: Path | None = None,
    quiet: bool = False,
    advice: str = "",
    **variables: str,
) -> None:
    """Run a command, which must succeed.

    Args:
        command: Its words.
        folder: Where it runs.
        quiet: True if only a command that fails shows its last lines.
        advice: What to show after the failure.
        variables: What it has in its environment besides this program's.
    """
    done = subprocess.run(  # noqa: S603 - our own
        command,
        check=False,
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        errors="replace",
    )
    if done.returncode:
        shown = (done.stdout or "").splitlines()[-20:]
        sys.exit("\n".join([*shown, f"Exit code {done.returncode}: {shlex.join(command)}", advice]))


def wheel_for(tag: str, arguments: Sequence[str], programs: Sequence[str]) -> Path:
    """Return the wheel of the arguments, after checking its tag and that the programs are there."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file() or tag not in arguments[0]:
        sys.exit(
            f"Name one wheel for {tag}, not {shlex.join(arguments) or 'nothing'}; "
            "`python scripts/wheels.py dist` makes it"
        )
    if missing := [name for name in programs if shutil.which(name) is None]:
        program = Path(sys.argv[0]).name
        sys.exit(f"{' and '.join(missing)} not found; the first lines of {program} install it")
    return Path(arguments[0])


def install(wheel: Path, platforms: Sequence[str], folder: Path) -> None:
    """Install the wheel, and what its tests need, into a folder."""
    options = [option for name in platforms for option in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
    run(*command, "--only-binary=:all:", "--python-version=3.11", *options, *NEEDED)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def run_tests(python: Sequence[str], site: Path, folder: Path, *, left_out: Sequence[str]) -> None:
    """Run the tests in a copy of the checkout, with a Python and the packages of a folder.

    Args:
        python: The words of the command that runs Python.
        site: The folder of its packages.
        folder: A folder for the copy.
        left_out: The words in the names of tests that do not run.
    """
    checkout = folder / "checkout"
    for part in ("tests", "scripts", "native", "src"):
        shutil.copytree(ROOT / part, checkout / part)
    for part in ("conftest.py", "hatch_extension.py"):
        shutil.copy(ROOT / part, checkout)
    variables = (f"PATH={os.environ['PATH']}", f"HOME={folder}", f"PYTHONPATH={site}", "CI=true")
    command = ("env", "--ignore-environment", *variables, *python)
    shown = "import sysconfig; from westeros_intrigue.lab.simulation import fast"
    run(*command, "-c", f"{shown}; print(sysconfig.get_config_var('SOABI'), fast.extension().SETS)")
    tests = [f"tests/lab/simulation/{test}" for test in TESTS]
    options = ("-q", "-c", os.devnull, "--rootdir=.", "-p", "no:cacheprovider")
    chosen = " and ".join(f"not {word}" for word in left_out)
    run(*command, "-m", "pytest", *options, "-k", chosen, *tests, folder=checkout)
