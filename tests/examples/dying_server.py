"""A server that is killed after its first entry of a log is written, and before it answers."""

from __future__ import annotations

import os
import signal

from starlette.applications import Starlette

from server.app import application as whole_application
from server.store import Tables
from westeros_intrigue.play.saved import Entry

_append = Tables.append


def _append_and_die(store: Tables, table: str, *entries: Entry) -> bool:
    _append(store, table, *entries)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def application() -> Starlette:
    Tables.append = _append_and_die  # type: ignore[assignment, method-assign]  # this process is to die
    return whole_application()
