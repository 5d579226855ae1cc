"""Before an upgrade, fold the log of every table of a store with the installed library.

Run it with the newer version on a copy of the store. It prints each table that this version
refuses, and exits with code 1 if there are any:
`PYTHONPATH=examples python -m server.fold sqlite:copy.db`
"""

import sys

from server.host import Host, Refused
from server.store import Store


def main(address: str) -> int:
    """Print the tables of a store that cannot be folded, and why; return 1 if there are any."""
    store, refused = Store(address), 0
    for table_id in store.ids():
        try:
            Host(store).table(table_id)
        except Refused as refusal:
            refused += 1
            print(f"{table_id}: {refusal.text}")
    print(f"{len(store.ids())} tables, {refused} refused")
    store.close()
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
