"""Compile the folder `native` into the source folder, as an editable install does, with any flags.

    CC=clang python scripts/build_extension.py
    CFLAGS=-fsanitize=undefined LDFLAGS=-fsanitize=undefined python scripts/build_extension.py

It needs setuptools and hatchling. The variables are those that setuptools reads.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Compile the extension."""
    sys.path.insert(0, str(ROOT))
    import hatch_extension  # noqa: PLC0415 - it is no package

    with tempfile.TemporaryDirectory() as folder:
        built = hatch_extension.compile_extension(ROOT / "native", Path(folder))
        print(shutil.copy2(built, ROOT / "src" / hatch_extension.PACKAGE))


if __name__ == "__main__":
    main()
