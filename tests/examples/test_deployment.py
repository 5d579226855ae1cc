"""The files by which a team deploys the server: an image, a unit, and the command of both."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from helpers.patience import PATIENCE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "examples" / "server" / "deploy"
CONTAINERFILE = DEPLOY / "Containerfile"
UNIT = DEPLOY / "westeros-server@.service"


def test_the_linter_of_images_finds_nothing() -> None:
    linter = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if linter is None:
        pytest.skip("hadolint is not installed")
    found = subprocess.run([linter, CONTAINERFILE], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    # The program and the file of the environment are those of this machine.
    text = UNIT.read_text("utf-8").replace("/opt/westeros/venv/bin/python", sys.executable)
    unit = tmp_path / UNIT.name
    unit.write_text(text, encoding="utf-8")
    found = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_an_image_copies_what_is_there_and_runs_without_rights() -> None:
    lines = re.sub(r"\\\n", " ", CONTAINERFILE.read_text("utf-8")).splitlines()
    copied = [line.split()[1] for line in lines if re.match(r"COPY (?!--from)", line)]
    assert all((ROOT / path).exists() for path in copied)
    assert "USER 10001:10001" in lines
    assert any(line.startswith("HEALTHCHECK") for line in lines)


def commands() -> list[list[str]]:
    """The commands of the image and of the unit, without the program."""
    [of_image] = re.findall(r'(?m)^CMD \["python", (.*)\]$', CONTAINERFILE.read_text("utf-8"))
    [of_unit] = re.findall(r"(?m)^ExecStart=\S+/python (.*)$", UNIT.read_text("utf-8"))
    return [[part.strip('"') for part in of_image.split(", ")], shlex.split(of_unit)]


@pytest.mark.parametrize("command", commands())
def test_the_command_serves_until_it_is_asked_to_stop(command: list[str], tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(port) if part in {"8000", "%i"} else part for part in command]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "examples")}
    environment["STORE"] = f"sqlite:{tmp_path}/tables.db"
    with subprocess.Popen(
        [sys.executable, *command], env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE).status == 200
                break
            except URLError:
                assert running.poll() is None, running.stderr.read()
                assert time.monotonic() < end
                time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        log = running.stderr.read()
        assert running.wait(PATIENCE) in {0, -signal.SIGTERM}
    assert re.search(r"time=\S+ \S+ level=INFO request=\w+ method=GET route=readyz status=200", log)


def test_a_wrong_store_ends_the_command_with_the_reason(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    (tmp_path / "text").write_text("this is no database, whatever its name is" * 9)
    for address in (f"sqlite:{tmp_path}/text", "tables.db"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "examples"), "STORE": address}
        done = subprocess.run(
            [sys.executable, "-m", "server", "--port", "0"],
            env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert (done.returncode, done.stderr[:11]) == (2, "the store: ")
