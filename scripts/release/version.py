"""The version of the package: where it stands, and the section of the changelog that it has."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

VERSION = r"\d+\.\d+\.\d+(?:rc\d+)?"
PLACES = {
    "src/westeros_intrigue/__init__.py": r'(?m)^(__version__ = ")[^"]*(")$',
    "CITATION.cff": r"(?m)^(version: ).*()$",
}
"""The files that have the version, and where."""


def prepare(root: Path, version: str, date: dt.date) -> list[str]:
    """Set the version and the date of a release in a checkout; return the other places to look at.

    The files of `changes` move into the changelog as its section. A section that is there already,
    as that of the first release, gets the date.
    """
    if not re.fullmatch(VERSION, version):
        sys.exit(f"a version is such as 1.0.0 or 1.1.0rc1, not {version}")
    changelog = root / "CHANGELOG.md"
    heading = rf"(?m)^## \[{re.escape(version)}\] - .*$"
    has_section = re.search(heading, changelog.read_text("utf-8")) is not None
    files = sorted(path.name for path in (root / "changes").glob("+*"))
    if has_section and files:
        sys.exit(
            f"{version} has its section in the changelog already: move {' and '.join(files)} there "
            "by hand"
        )
    before = _replace(root / "src/westeros_intrigue/__init__.py", PLACES, version)
    _replace(root / "CITATION.cff", PLACES, version)
    _date_the_citation(root / "CITATION.cff", date)
    if has_section:
        text = re.sub(heading, f"## [{version}] - {date}", changelog.read_text("utf-8"))
        changelog.write_text(text, "utf-8")
    else:
        collect = ("-m", "towncrier", "build", "--yes", "--version", version, "--date", str(date))
        subprocess.run([sys.executable, *collect], cwd=root, check=True)  # noqa: S603 - our own
    return [] if before == version else _mentions(root, before)


def notes(root: Path) -> str:
    """Return the topmost section of the changelog, without its heading."""
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    section = changelog.split("\n## ", 2)[1]
    return section.partition("\n")[2].strip() + "\n"


def following(version: str) -> str:
    """Return the version that repairs another.

    >>> following("1.0.0rc1"), following("1.2.9")
    ('1.0.0rc2', '1.2.10')
    """
    return re.sub(r"\d+$", lambda match: str(int(match[0]) + 1), version)


def _replace(path: Path, places: dict[str, str], version: str) -> str:
    pattern = next(pattern for name, pattern in places.items() if path.match(name))
    text = path.read_text("utf-8")
    [found] = re.finditer(pattern, text)
    before = text[found.end(1) : found.start(2)]
    path.write_text(re.sub(pattern, rf"\g<1>{version}\g<2>", text), "utf-8")
    return before


def _date_the_citation(path: Path, date: dt.date) -> None:
    text = re.sub(r"(?m)^date-released: .*\n", "", path.read_text("utf-8"))
    dated = re.sub(r"(?m)^(version: .*\n)", rf"\g<1>date-released: {date}\n", text)
    path.write_text(dated, "utf-8")


def _mentions(root: Path, version: str) -> list[str]:
    """Return the lines that name a version, besides those that are set and those of history."""
    words = ("git", "-C", str(root), "grep", "-nFI", version, "--", ":!CHANGELOG.md", ":!tests")
    listed = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - as above
    return listed.stdout.splitlines()
