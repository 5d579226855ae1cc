"""Packages as an installer writes them, one of them with the example of a further game."""

from __future__ import annotations

from pathlib import Path


def install_nim(folder: Path) -> None:
    """Install a package whose entry point is the module `nim` of the folder `examples`."""
    install(folder, "nim-for-tests", "[westeros_intrigue.games]\nnim = nim:nim\n")


def install(folder: Path, name: str, entry_points: str) -> None:
    """Write what an installer writes of a package; the folder has to be on the path."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
