"""The version of this library, with a digest of its code."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

PACKAGE = "westeros_intrigue"
DIGITS = 8
"""The number of hexadecimal digits of a digest that are shown."""
_PLAYING = ("base", "rules", "knowledge", "compiled", "players", "matches")
"""The folders of the library that the results of games depend on."""


@cache
def library_version() -> str:
    """Return the version of the library and a digest of its code, the same on every system."""
    package = import_module(PACKAGE)
    root = Path(str(package.__file__)).parent
    sources = sorted(path for folder in _PLAYING for path in (root / folder).rglob("*.py"))
    digest = sha256()
    for path in sources:
        digest.update(path.relative_to(root).as_posix().encode() + b"\n" + source(path))
    return f"{package.__version__} ({digest.hexdigest()[:DIGITS]})"


def source(path: Path) -> bytes:
    """Return the source of a module, with the line ends of Unix."""
    return path.read_bytes().replace(b"\r\n", b"\n")
