"""The terminal of every test: a folder of its own for files and games, 80 columns wide."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", ".")
    monkeypatch.setenv("COLUMNS", "80")
