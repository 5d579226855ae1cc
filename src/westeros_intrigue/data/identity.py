"""The code that plays: the version and digest of this library, and a fingerprint of each player.

All workers of a match play with the same code, and a results file is continued by the code that
began it. Otherwise the result would mix players of one name.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.library import DIGITS, PACKAGE, library_version, source
from westeros_intrigue.data.codecs import Data
from westeros_intrigue.data.objects import differences

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def code_of(players: Mapping[str, Callable[..., object]]) -> dict[str, Data]:
    """Return the version of the library and the fingerprints of players, by name.

    >>> from westeros_intrigue import greedy_player
    >>> code_of({"greedy": greedy_player})["players"]
    {'greedy': 'westeros_intrigue:greedy_player'}
    """
    return {
        "library": library_version(),
        "players": {name: _fingerprint(player) for name, player in players.items()},
    }


def check_code(who: str, found: object, expected: Mapping[str, Data]) -> None:
    """Check that somebody plays with the code expected.

    Raises:
        InvalidValue: the code is another one; the message names each part that differs.
    """
    if faults := differences(found, dict(expected)):
        reasons = "; ".join(f"{path}: {reason}" for path, reason in faults)
        raise InvalidValue(f"{who} with other code: {reasons}")


def _fingerprint(player: Callable[..., object]) -> str:
    """Return a digest of a player's module, with the name of a function or the repr of a value.

    The library's own players need no digest, since that of the library covers them. A program's
    main module has none, since its name and file are others in a worker.
    """
    kind: Any = player if inspect.isroutine(player) else type(player)
    module = kind.__module__ or ""
    if module == "__mp_main__":
        module = "__main__"
    name = f"{module}:{kind.__qualname__}"
    if not inspect.isroutine(player) and kind.__repr__ is not object.__repr__:
        name = _ADDRESS.sub("", repr(player))
    digest = "" if module.partition(".")[0] in {PACKAGE, "__main__"} else _digest_of(module)
    return f"{digest} {name}" if digest else name


@cache
def _digest_of(module: str) -> str:
    """Return a digest of the source of a module; empty where it has none."""
    try:
        path = inspect.getsourcefile(import_module(module))
        return sha256(source(Path(str(path)))).hexdigest()[:DIGITS]
    except (ImportError, OSError, TypeError, ValueError):
        return ""
