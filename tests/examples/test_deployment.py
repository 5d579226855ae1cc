"""The files by which a team deploys the server: an image, a unit, and the command of both."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from helpers.patience import PATIENCE

from .asking import Client
from .booting import booted, can_boot

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


def test_the_unit_gives_the_server_few_rights() -> None:
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    command = [analyze, "security", "--no-pager", "--offline=true", "--threshold=15", str(UNIT)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.long
def test_systemd_runs_the_unit_with_a_process_for_each_port() -> None:
    """It starts them, starts one that was killed again, and ends them; they share a store."""
    pytest.importorskip("uvicorn")
    if not can_boot():
        pytest.skip("systemd cannot be started by this user")
    ports = [free_port(), free_port()]
    first, second = units = [f"westeros-server@{port}.service" for port in ports]
    environment = ["STORE=sqlite:/var/lib/westeros-server/tables.db"]
    with booted(UNIT.read_text("utf-8"), environment) as system:

        def failure() -> str:
            is_failing = any(int(system.value(unit, "NRestarts")) > 1 for unit in units)
            return system.run("systemctl", "show", *units) if is_failing else ""

        system.run("systemctl", "start", *units)
        for port in ports:
            wait_until_ready(port, failure)
        ada, there = (Client(port, secrets.token_urlsafe()) for port in ports)
        table = ada.create("westeros-intrigue", 2, bots={"1": "greedy"})
        assert ada.sit(table, 0).status == 200
        assert ada.play(table, 1, ada.look(table)["moves"][0]).status == 200

        killed = system.value(first, "MainPID")
        system.run("kill", "-9", killed)
        end = time.monotonic() + PATIENCE
        while system.value(first, "MainPID") in {killed, "0"}:
            assert time.monotonic() < end
            time.sleep(0.1)
        wait_until_ready(ports[0], failure)
        assert ada.look(table)["next"] >= 2
        assert there.ask("GET", f"/tables/{table}").status == 403, "a stranger's secret"

        assert system.run("stat", "--format=%a", "/var/lib/westeros-server/tables.db") == "600"
        system.run("systemctl", "stop", *units)
        assert [system.value(unit, "Result") for unit in units] == ["success"] * 2
        assert system.value(second, "NRestarts") == "0"


def test_an_image_copies_what_is_there_and_runs_without_rights() -> None:
    lines = re.sub(r"\\\n", " ", CONTAINERFILE.read_text("utf-8")).splitlines()
    copied = [line.split()[1] for line in lines if re.match(r"COPY (?!--from)", line)]
    assert all((ROOT / path).exists() for path in copied)
    assert "USER 10001:10001" in lines
    assert any(line.startswith("HEALTHCHECK") for line in lines)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def wait_until_ready(port: int, failure: Callable[[], str]) -> None:
    """Ask a server, which may be starting, until it is ready or tells why it cannot be."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(URLError, ConnectionError):
            assert urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE).status == 200
            return
        assert (told := failure()) == "", told
        assert time.monotonic() < end
        time.sleep(0.05)


def commands() -> list[list[str]]:
    """The commands of the image and of the unit, without the program."""
    [of_image] = re.findall(r'(?m)^CMD \["python", (.*)\]$', CONTAINERFILE.read_text("utf-8"))
    [of_unit] = re.findall(r"(?m)^ExecStart=\S+/python (.*)$", UNIT.read_text("utf-8"))
    return [[part.strip('"') for part in of_image.split(", ")], shlex.split(of_unit)]


@pytest.mark.parametrize("command", commands())
def test_the_command_serves_until_it_is_asked_to_stop(command: list[str], tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    port = free_port()
    command = [str(port) if part in {"8000", "%i"} else part for part in command]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "examples")}
    environment["STORE"] = f"sqlite:{tmp_path}/tables.db"
    with subprocess.Popen(
        [sys.executable, *command], env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        errors = running.stderr
        wait_until_ready(port, lambda: "" if running.poll() is None else errors.read())
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
