"""`python -m westeros_intrigue`, and the program `westeros-intrigue`."""

import sys


def main() -> int:
    """Run the terminal's program, which the core does not import."""
    from westeros_intrigue.play.terminal import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
