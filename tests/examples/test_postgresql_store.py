"""The server's store in PostgreSQL keeps the promises of every store of saved tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from westeros_intrigue.testing import check_store

from .databases import POSTGRESQL, StoreForTests, postgresql

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not POSTGRESQL, reason="PostgreSQL is not installed"),
]


@pytest.fixture
def database() -> Iterator[StoreForTests]:
    with postgresql() as opened:
        yield opened


def test_it_keeps_its_promises(database: StoreForTests) -> None:
    from server.postgresql import PostgresStore

    PostgresStore(database.address).upgrade()
    with ExitStack() as closing:

        def opened() -> PostgresStore:
            store = PostgresStore(database.address)
            closing.callback(store.close)
            return store

        check_store(opened)
