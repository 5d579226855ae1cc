"""Check with `pyright --verifytypes` that type checkers know the type of every public name.

    python scripts/type_completeness.py

It needs pyright, from the group `dev`, in an environment with the package and all its extras.
"""

import json
import subprocess
import sys

UNTYPED = tuple(
    f"westeros_intrigue.{module}."
    for module in (
        "lab.environments.agents",
        "lab.environments.openspiel",
        "lab.environments.pettingzoo",
        "play.notebook",
    )
)
"""The modules whose classes derive from those of a framework without types."""


def main() -> int:
    """Print the names of unknown type."""
    command = ["pyright", "--verifytypes", "westeros_intrigue", "--ignoreexternal", "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    known = [symbol for symbol in symbols if symbol["isTypeKnown"]]
    unknown = [
        symbol["name"]
        for symbol in symbols
        if not symbol["isTypeKnown"] and not symbol["name"].startswith(UNTYPED)
    ]
    print(*unknown, sep="\n", end="\n" if unknown else "")
    print(f"{len(known)} names have known types, {len(unknown)} do not")
    return 1 if unknown or not known else 0


if __name__ == "__main__":
    sys.exit(main())
