"""The program: `python scripts/fuzz`."""

import signal
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # instead of this folder: its modules are a package

from fuzz import main  # noqa: E402 - found by the line above

if __name__ == "__main__":
    # A shell lets the jobs in its background ignore Ctrl-C.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    sys.exit(main())
