"""`python -m westeros_intrigue`, and the program `westeros-intrigue`."""

import sys

from westeros_intrigue.play.terminal import main

if __name__ == "__main__":
    sys.exit(main())
