"""The package has no data but what others read or write: words and numbers stand in its code."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import westeros_intrigue

ROOT = Path(westeros_intrigue.__file__).parent
DATA = (
    "games/*/rulebook.json",
    "rules/rulebook.json",
    "games/monopoly/edition-*.json",  # as a reader would write one
    "games/monopoly/edition-form.toml",  # for an owner to fill in
    "games/btwixt/box.json",
    "games/*/screen/*",  # scripts, styles and pictures
    "lab/environments/glyphs.json",  # pictures
    "lab/players/learned.weights",
    "lab/simulation/_native.*",  # the compiled half, and its types
    "play/puzzles/puzzles.txt",
    "play/elements/*",  # scripts and styles, as for a screen
    "play/page/browser/*",
    "py.typed",
)


def test_the_package_has_no_data_but_what_others_read_or_write() -> None:
    files = (path for path in ROOT.rglob("*") if path.is_file())
    inside = [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in files]
    data = [path for path in inside if path.suffix != ".py" and "__pycache__" not in path.parts]
    assert data
    other = [path for path in data if not any(path.match(pattern) for pattern in DATA)]
    assert not other, "write it as Python beside the code that uses it"
