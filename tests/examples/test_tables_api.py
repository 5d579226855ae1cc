"""The service with FastAPI passes its own tests, from a folder that has nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.checkout import ROOT

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")
EXAMPLE = ROOT / "examples" / "tables-api"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "tables-api"))


def test_the_service_passes_its_tests_in_a_bare_folder(folder: Path) -> None:
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_openapi_lists_the_routes_of_the_page(folder: Path) -> None:
    program = "import json, app; print(json.dumps(app.app.openapi()['paths']))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    routes = {
        f"{method.upper()} {path}"
        for path, methods in json.loads(done.stdout).items()
        for method in methods
    }
    page = (ROOT / "docs/how-to/fastapi.md").read_text("utf-8")
    assert all(f"`{route}`" in page for route in routes)
    assert len(routes) == page.count("| `GET /") + page.count("| `POST /")
