"""Copy the tables of an earlier server into a new store, which may be of another kind.

Stop the server first. The tables stay where they were, so the earlier version could continue them.
A program that was killed goes on when it is started again:
`PYTHONPATH=examples python -m server.upgrade sqlite:tables.db sqlite:new.db`
"""

from __future__ import annotations

import argparse
import sys

from server import former
from server.store import ADDRESSES, NotAStore, StoreUnavailable, open_store


def main(old: str, new: str) -> int:
    """Copy the tables, and print how many there are; return the exit code."""
    if not former.is_there(old):
        print("the first address has no tables of an earlier server", file=sys.stderr)
        return 2
    try:
        made = [0]
        store = open_store(new, creates=True, copies=lambda: made[0])
        for table in former.tables(old):
            store.create(table.head)
            for entry in table.entries[len(store.entries(table.id)) :]:
                made[0] = entry.made
                store.append(table.id, entry)
            if table.is_open:
                store.enlist(table.id, table.head.made)
        count = len(store.ids())
        store.close()
    except (NotAStore, StoreUnavailable) as error:
        print(f"not all is copied: {error}", file=sys.stderr)
        return 2
    print(f"tables copied: {count}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m server.upgrade", description="Copy the tables of an earlier server."
    )
    parser.add_argument("old", help="the address of the earlier server's store")
    parser.add_argument("new", help=f"the address of the new one: {ADDRESSES}")
    chosen = parser.parse_args()
    sys.exit(main(chosen.old, chosen.new))
