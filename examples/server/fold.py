"""Before an upgrade, fold the log of every table of a store with the installed library.

Run it with the newer version on a copy of the store. It prints each table that this version
refuses, and how much it has folded. It exits with code 1 if a table is refused, and with code 2 if
nothing can be checked: `PYTHONPATH=examples python -m server.fold sqlite:copy.db`
"""

import argparse
import sys

from server.host import Host, Refused
from server.store import NotAStore, StoreUnavailable, Tables, open_store
from westeros_intrigue import WesterosIntrigueError


def main(address: str) -> int:
    """Print the tables of a store that cannot be folded, and why; return the exit code."""
    try:
        return _checked(open_store(address))
    except (NotAStore, StoreUnavailable, WesterosIntrigueError) as error:
        print(f"nothing is checked: {error}", file=sys.stderr)
        return 2


def _checked(store: Tables) -> int:
    refused = entries = 0
    table_ids = store.ids()
    for table_id in table_ids:
        try:
            entries += Host(store).table(table_id).version - 1  # without its setting
        except Refused as refusal:
            refused += 1
            print(f"{table_id}: {refusal.text}")
    store.close()
    if not table_ids:
        raise NotAStore("the store has no table yet")
    folded = len(table_ids) - refused
    print(f"tables folded: {folded}, with entries: {entries}; tables refused: {refused}")
    return 1 if refused else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m server.fold", description="Fold every table of a copied store."
    )
    parser.add_argument("address", help="sqlite:FILE or postgresql://USER@HOST/DATABASE")
    sys.exit(main(parser.parse_args().address))
