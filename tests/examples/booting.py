"""Units under a systemd of their own, the first process of namespaces that end with it.

It writes to memory only: the root folder is the machine's, under an overlay.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs
from helpers.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SYSTEMD = Path("/lib/systemd/systemd")
BOUND = {
    "python": Path(sys.base_prefix),
    "site": Path(sysconfig.get_path("purelib")),
    "src": ROOT / "src",
    "server": ROOT / "examples" / "server",
}
"""The folders below `/opt/westeros`, and those that they show."""
PYTHON = """#!/bin/sh
exec /opt/westeros/python/bin/python3 "$@"
"""
"""The program of the environment; that of the tests can lie in a folder that the unit hides."""
BOOT = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$0"
cd "$0"
mkdir upper work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/upper,workdir=$0/work" root
root=$0/root
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mkdir -p "$root/opt/westeros/venv/bin"
printf %s "$PYTHON" >"$root/opt/westeros/venv/bin/python"
chmod 755 "$root/opt/westeros/venv/bin/python"
for pair in $BOUND; do
  mkdir "$root/opt/westeros/${pair%%=*}"
  mount --bind "${pair#*=}" "$root/opt/westeros/${pair%%=*}"
done
printf %s "$ENVIRONMENT" >"$root/etc/westeros-server.env"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir "$root/run/units" "$root/outside"
printf %s "$UNIT" >"$root/run/units/westeros-server@.service"
for name in default sysinit basic shutdown network-online multi-user; do
  printf '[Unit]\\nDefaultDependencies=no\\n' >"$root/run/units/$name.target"
done
cd "$root"
pivot_root . outside
umount -l /outside
# Of the machine's own units, none is started.
exec env -i container=tests SYSTEMD_UNIT_PATH=/run/units PATH=/usr/sbin:/usr/bin:/sbin:/bin \\
  "$SYSTEMD" --log-target=null --show-status=no
"""


def hierarchy() -> Path | None:
    """The folder of the machine's second version of control groups; None if it has none."""
    mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    return next((Path(where) for _, where, kind, *_ in mounts if kind == "cgroup2"), None)


def can_boot() -> bool:
    """True if this machine has systemd, and this user may start it."""
    command = ["unshare", "--mount", "--pid", "--fork", "--cgroup", "true"]
    return (
        SYSTEMD.exists()
        and hierarchy() is not None
        and shutil.which("unshare") is not None
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


@attrs.frozen
class Booted:
    """A running systemd."""

    pid: int

    def run(self, *command: str) -> str:
        """What a command there prints."""
        entered = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--cgroup", *command]
        done = subprocess.run(
            entered, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout.strip()

    def value(self, unit: str, name: str) -> str:
        """A property of a unit."""
        return self.run("systemctl", "show", unit, "--property", name, "--value")


@contextmanager
def booted(unit: str, environment: Sequence[str]) -> Iterator[Booted]:
    """Run systemd with the unit of a server, and end all that it has started."""
    outside = hierarchy()
    assert outside is not None
    folder = Path(tempfile.mkdtemp(prefix="systemd-"))
    group = outside / folder.name
    group.mkdir()
    paths = ["PYTHONPATH=/opt/westeros/src:/opt/westeros/site"]
    paths += ["LD_LIBRARY_PATH=/opt/westeros/python/lib"]
    told = {
        "BOUND": " ".join(f"{name}={path}" for name, path in BOUND.items()),
        "ENVIRONMENT": "".join(f"{line}\n" for line in (*environment, *paths)),
        "PATH": os.environ["PATH"],
        "PYTHON": PYTHON,
        "SYSTEMD": str(SYSTEMD),
        "UNIT": unit,
    }
    enter = f'echo $$ >"{group}/cgroup.procs"; exec "$@"'
    command = ["unshare", "--mount", "--pid", "--fork", "--cgroup", "--uts", "--ipc"]
    command += ["sh", "-c", BOOT, str(folder)]
    with subprocess.Popen(["/bin/sh", "-c", enter, "sh", *command], env=told) as starting:
        pid = None
        try:
            pid = _first_process(starting)
            system = Booted(pid)
            _wait_until_up(system)
            yield system
        finally:
            if pid is not None:
                os.kill(pid, signal.SIGKILL)  # and with it, all processes of its namespace
            starting.kill()
            starting.wait()
            _remove(group)
            folder.rmdir()


def _first_process(starting: subprocess.Popen[bytes]) -> int:
    """Wait for the first process of the namespace."""
    children = Path(f"/proc/{starting.pid}/task/{starting.pid}/children")
    end = time.monotonic() + PATIENCE
    while not (found := children.read_text().split()):
        assert starting.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)
    return int(found[0])


def _wait_until_up(system: Booted) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(AssertionError):
            if system.run("systemctl", "is-active", "default.target") == "active":
                return
        assert time.monotonic() < end
        time.sleep(0.1)


def _remove(group: Path) -> None:
    """Remove a control group and those in it, once their processes have ended."""
    end = time.monotonic() + PATIENCE
    for each in sorted((group, *group.rglob("*/")), reverse=True):
        while each.is_dir():
            with suppress(OSError):
                each.rmdir()
            assert time.monotonic() < end
            time.sleep(0.02)
