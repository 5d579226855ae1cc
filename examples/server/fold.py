"""Fold the log of every table of a store by the library that is installed, before an upgrade.

    PYTHONPATH=examples python -m server.fold sqlite:copy-of-tables.db

Run it by the newer version, over a copy. It prints each table that this version refuses, and ends
with exit code 1 if there is any.
"""

import sys
from collections.abc import Iterator

from server.host import Host, Refused
from server.store import Store


def list_refusals(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the id of each table that cannot be folded, and why."""
    host = Host(store)
    for table_id in store.ids():
        try:
            host.table(table_id)
        except Refused as refused:
            yield table_id, refused.text


def main(address: str) -> int:
    """Print the refusals of a store; return 1 if there are any."""
    store = Store(address)
    refusals = list(list_refusals(store))
    for table_id, reason in refusals:
        print(f"{table_id}: {reason}")
    print(f"{len(store.ids())} tables, {len(refusals)} refused")
    store.close()
    return 1 if refusals else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
