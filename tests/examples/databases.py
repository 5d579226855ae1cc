"""Stores for the tests of the server, in databases of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
from helpers.patience import PATIENCE

POSTGRESQL = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))


@attrs.frozen
class StoreForTests:
    """A store of any kind, which can be restarted."""

    address: str
    restart: Callable[[], None]


@contextmanager
def postgresql() -> Iterator[StoreForTests]:
    """A server of PostgreSQL with its data in a folder of its own; it does not run as root."""
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    user = "postgres" if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)

    def control(*args: str) -> None:
        waits = ("-w", f"-t{PATIENCE}")
        command = [str(POSTGRESQL[-1]), *waits, f"-D{folder}/data", f"-l{folder}/log", *args]
        subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    control("initdb", "-o", "-U postgres -A trust --no-sync")
    start = ("-o", f"-k {folder} -c listen_addresses=''")
    control("start", *start)
    try:
        yield StoreForTests(
            f"postgresql:///postgres?host={folder}&user=postgres",
            lambda: control("restart", "-m", "immediate", *start),
        )
    finally:
        control("stop", "-m", "immediate")
        shutil.rmtree(folder)
