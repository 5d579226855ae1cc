"""The version of the library with a digest of its code, which decides whether results agree."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from westeros_intrigue.gamekit.packaging import PACKAGE

DIGITS = 8
"""The number of hexadecimal digits of a digest that are shown."""


@cache
def library_version() -> str:
    """Return the version of the library and a digest of what plays, the same on every system.

    Raises:
        FileNotFoundError: a folder of the library is not there.
    """
    package = import_module(PACKAGE)
    return f"{package.__version__} ({_digest(Path(str(package.__file__)).parent)})"


def _digest(root: Path) -> str:
    """Return a digest of all files of a package that the results of games depend on."""
    digest = sha256()
    for folder in _PLAYING:
        for path in sorted((root / folder).resolve(strict=True).rglob("*")):
            if read := _READERS.get(path.suffix):
                digest.update(f"{folder}/{path.name}\n".encode() + read(path))
    return digest.hexdigest()[:DIGITS]


def source(path: Path) -> bytes:
    """Return the contents of a file of text, with the line ends of Unix."""
    return path.read_bytes().replace(b"\r\n", b"\n")


_PLAYING = (
    "gamekit", "rules", "views", "players",
    "lab/simulation", "lab/players", "lab/matches", "games/monopoly", "games/btwixt",
)  # fmt: skip
"""The folders of such files."""
_READERS = {".py": source, ".json": source, ".weights": Path.read_bytes}
"""Such files by their suffix: what reads one."""
