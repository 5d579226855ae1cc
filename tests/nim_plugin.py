"""The example of a further game as a plug-in: found as an installed package would be."""

from __future__ import annotations

from pathlib import Path


def install_nim(folder: Path) -> None:
    """Write what an installer writes of a package whose entry point is the module `nim`.

    The folder has to be on the path, and `examples`, where the module is.
    """
    about = folder / "nim_for_tests-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nim-for-tests\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[westeros_intrigue.games]\nnim = nim:nim\n")
