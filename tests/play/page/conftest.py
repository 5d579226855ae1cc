"""The page as a browser shows it, for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from westeros_intrigue.play.page.server import Server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from play.page.browsing import chromium  # noqa: PLC0415 - pytest reads this without the wing

    pytest.importorskip("playwright")
    with chromium() as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    from play.page.asking import (  # noqa: PLC0415 - pytest reads this without the wing
        believe_addresses,
        serving,
    )

    believe_addresses(monkeypatch)
    with serving(tmp_path) as server:
        yield server
