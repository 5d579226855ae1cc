"""`python -m westeros_intrigue`, and the program `westeros-intrigue`."""

import sys

from westeros_intrigue import __version__
from westeros_intrigue.base.errors import MissingExtra


def main() -> int:
    """Run the command line and return the exit code; name the extra that it needs if missing."""
    try:
        from westeros_intrigue.cli import main as run  # noqa: PLC0415 - it needs an extra
    except MissingExtra as error:
        if sys.argv[1:] == ["--version"]:
            print(f"westeros-intrigue {__version__}")  # noqa: T201 - as below
            return 0
        print(f"westeros-intrigue: {error}", file=sys.stderr)  # noqa: T201 - there is no terminal
        return 1
    return run()


if __name__ == "__main__":
    sys.exit(main())
