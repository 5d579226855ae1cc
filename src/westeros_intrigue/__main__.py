"""`python -m westeros_intrigue`, and the program `westeros-intrigue`."""

import sys


def main() -> int:
    """Run the program of the terminal, which the core knows nothing of."""
    from westeros_intrigue.play.terminal import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
