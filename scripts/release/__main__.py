"""The program: `python scripts/release`."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # instead of this folder: its modules are a package

from release import main  # noqa: E402 - found by the line above

if __name__ == "__main__":
    sys.exit(main())
