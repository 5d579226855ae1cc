"""From the upload to what people do with the package: install it, play, freeze a program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import portability

from release.engine import NotHere, Rehearsal, require
from release.index import NAME
from release.making import GAMES, files

SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = f"{NAME}[cli,fast]"
VERSION_OF = "import sys; print('%d.%d' % sys.version_info[:2])"
SECONDS_TO_ANSWER = 20


def upload(rehearsal: Rehearsal) -> str:
    """Upload with twine; a second upload of the same files is refused, as at any index."""
    rehearsal.index.clear()
    send(rehearsal, rehearsal.dist)
    there = rehearsal.index.files()
    sent = [path.name for path in files(rehearsal.dist)]
    require({*sent} <= {*there}, f"the index has {', '.join(there)}")
    status, printed = try_to_send(rehearsal, rehearsal.dist)
    require(status and "already exists" in printed, "the index takes the same file twice")
    return f"{len(sent)} files; the same names a second time are refused"


def send(rehearsal: Rehearsal, folder: Path) -> None:
    """Upload the distributions of a folder, which must succeed."""
    status, printed = try_to_send(rehearsal, folder)
    require(not status, printed)


def try_to_send(rehearsal: Rehearsal, folder: Path) -> tuple[int, str]:
    """Upload the distributions of a folder; return the exit code and what twine prints."""
    to = ("--repository-url", f"{rehearsal.index.address}/legacy/")
    quietly = ("--non-interactive", "--disable-progress-bar", "--username", "a", "--password", "b")
    return rehearsal.try_("twine", "upload", "--verbose", *to, *quietly, *files(folder))


def install_with_pip(rehearsal: Rehearsal, python: Path, wanted: str) -> str:
    """Install with pip from the index; return the name of the file that was taken."""
    before = len(rehearsal.index.downloads)
    command = (python, "-m", "pip", "install", "--quiet", wanted)
    rehearsal.run(*command, "--extra-index-url", rehearsal.index.simple, at=rehearsal.work)
    return taken(rehearsal, before)


def install_with_uv(rehearsal: Rehearsal, python: Path, wanted: str) -> str:
    """Install with uv from the index; return the name of the file that was taken."""
    before = len(rehearsal.index.downloads)
    command = ("uv", "pip", "install", "--quiet", "--python", python, "--refresh-package", NAME)
    rehearsal.run(*command, "--index", rehearsal.index.simple, wanted, at=rehearsal.work)
    return taken(rehearsal, before)


def taken(rehearsal: Rehearsal, before: int) -> str:
    """Return the file that was fetched since; uv also fetches a part of it, to read its head."""
    fetched = {*rehearsal.index.downloads[before:]}
    require(len(fetched) == 1, f"from the index came {', '.join(sorted(fetched)) or 'nothing'}")
    return fetched.pop()


def pythons() -> Iterator[tuple[str, Path]]:
    """Yield the version and the path of each Python of this machine, as `3.12`, once."""
    named = [shutil.which(f"python3.{minor}") for minor in range(9, 20)]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    paths = [*sorted(root.glob("versions/*/bin/python")), *map(Path, filter(None, named))]
    uv = Path(sys.executable).with_name("uv")
    listed = subprocess.run(  # noqa: S603 - our own
        [uv, "python", "list", "--only-installed", "--output-format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not listed.returncode:
        paths += [Path(each["path"]) for each in json.loads(listed.stdout) if each["path"]]
    seen = set[str]()
    for path in (Path(sys.executable), *paths):
        asked = subprocess.run(  # noqa: S603 - our own
            [path, "-c", VERSION_OF], capture_output=True, text=True, check=False
        )
        version = asked.stdout.strip()
        if not asked.returncode and version not in seen:
            seen.add(version)
            yield version, path


def install(rehearsal: Rehearsal, version: str) -> str:
    """Install from the index with pip and with uv in new environments, and play whole games."""
    found = dict(pythons())
    if version not in found:
        raise NotHere(f"this machine has no Python {version}")
    wanted = f"{NAME}=={rehearsal.version}"
    results = []
    for name, way in {"pip": install_with_pip, "uv": install_with_uv}.items():
        python = rehearsal.make_environment(f"{name}-{version}", found[version])
        file = way(rehearsal, python, wanted)
        rehearsal.run(python, "-m", "pip", "check", at=rehearsal.work)
        printed = rehearsal.run(
            python, "-I", "-W", "error", "-c", portability.GAME, at=rehearsal.work
        )
        games = "".join(re.findall(r"(?m)^\d .*\n", printed))
        kept = rehearsal.work / GAMES
        if not kept.exists():
            kept.write_text(games, "utf-8")
        require(games == kept.read_text("utf-8"), f"games end differently with Python {version}")
        results.append(f"{name} takes {file.partition('-')[2].removesuffix('.whl')}")
    return f"{'; '.join(results)}; six whole games end alike"


def old_python(rehearsal: Rehearsal) -> str:
    """Check that an earlier Python is refused before anything is installed."""
    old = {
        version: path
        for version, path in pythons()
        if tuple(map(int, version.split("."))) < (3, 11)
    }
    if not old:
        raise NotHere("this machine has no Python before 3.11")
    version, path = max(old.items(), key=lambda each: int(each[0].split(".")[1]))
    python = rehearsal.work / "environments" / "old" / "bin" / "python"
    rehearsal.run(path, "-m", "venv", python.parents[1], at=rehearsal.work)
    command = (python, "-m", "pip", "install", "--extra-index-url", rehearsal.index.simple)
    status, printed = rehearsal.try_(*command, f"{NAME}=={rehearsal.version}", at=rehearsal.work)
    require(status and "requires" in printed.lower(), f"Python {version} installs it")
    return f"Python {version} is told which versions are required"


def person(rehearsal: Rehearsal) -> Path:
    """Return the Python of an environment with the package, as a person installs it."""
    python = rehearsal.work / "environments/person/bin/python"
    if not python.exists():
        rehearsal.make_environment("person")
        install_with_pip(rehearsal, python, f"{EXTRAS}=={rehearsal.version}")
    return python


def readme(rehearsal: Rehearsal) -> str:
    """Run the examples of the README with what is installed."""
    python = person(rehearsal)
    text = (rehearsal.clone / "README.md").read_text("utf-8")
    at = rehearsal.work / "person"
    at.mkdir(exist_ok=True)
    (at / "README.txt").write_text(text, "utf-8")
    printed = rehearsal.run(python, "-m", "doctest", "-v", "README.txt", at=at)
    [passed] = re.findall(r"(?m)^(\d+) (?:tests? in 1 items?|passed)", printed)[:1]
    where = rehearsal.run(
        python, "-c", f"import {NAME.replace('-', '_')} as it; print(it.__file__)", at=at
    )
    require("site-packages" in where, f"the examples have run with {where}")
    return f"{passed} examples"


def demo(rehearsal: Rehearsal) -> str:
    """Watch a round, and ask which half runs."""
    command = person(rehearsal).with_name("westeros-intrigue")
    at = rehearsal.work / "person"
    rehearsal.run(command, "demo", "--rounds", "1", "--quiet", at=at)
    printed = rehearsal.run(command, "doctor", "--quick", at=at)
    version = rehearsal.run(command, "--version", at=at).strip()
    require(rehearsal.version in version and "compiled" in printed.lower(), printed)
    return version


def page(rehearsal: Rehearsal) -> str:
    """Open the page, and ask it for itself."""
    command = person(rehearsal).with_name("westeros-intrigue")
    folder = rehearsal.work / "person/games"
    with subprocess.Popen(  # noqa: S603 - our own
        [command, "web", "--port", "0", "--no-browser", "--folder", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as served:
        try:
            address = address_of(served)
            with urlopen(address, timeout=SECONDS_TO_ANSWER) as answer:  # noqa: S310 - our own
                status, content = answer.status, answer.read()
        finally:
            served.terminate()
    require(status == 200 and b"<title>" in content, f"the page answers {status}")
    return f"one request is answered by {len(content)} bytes"


def address_of(served: subprocess.Popen[str]) -> str:
    """Return the address that the command prints."""
    assert served.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
    ends = time.monotonic() + SECONDS_TO_ANSWER
    while time.monotonic() < ends and (line := served.stdout.readline()):
        if found := re.search(r"http://127\.0\.0\.1:\d+\S*", line):
            return found[0]
    require(False, "the page has no address")  # noqa: FBT003 - a reason alone
    return ""


def notebook(rehearsal: Rehearsal) -> str:
    """Run a notebook with what is installed."""
    python = person(rehearsal)
    needed = ("ipykernel", "nbclient", "nbformat", "matplotlib")
    rehearsal.run("uv", "pip", "install", "--quiet", "--python", python, *needed, at=rehearsal.work)
    script = rehearsal.clone / "scripts/notebooks.py"
    programs = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    printed = rehearsal.run(
        python, script, "first_look", at=rehearsal.work / "person", PATH=programs
    )
    return printed.strip().splitlines()[-1]


def frozen_program(rehearsal: Rehearsal) -> str:
    """Freeze a program that uses the package, and run it."""
    python = person(rehearsal)
    at = rehearsal.work / "person"
    rehearsal.run("uv", "pip", "install", "--quiet", "--python", python, "pyinstaller", at=at)
    (at / "program.py").write_text(portability.GAME, "utf-8")
    rehearsal.run(python, "-m", "PyInstaller", "--noconfirm", "--onedir", "program.py", at=at)
    printed = rehearsal.run(at / "dist/program/program", at=at)
    games = "".join(re.findall(r"(?m)^\d .*\n", printed))
    require(games == (rehearsal.work / GAMES).read_text("utf-8"), "games end differently")
    return "PyInstaller needs no option; six whole games end alike"
