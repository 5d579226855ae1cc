"""Run the tests of the compiled half on an emulated aarch64, with the wheel for it.

    apt-get install qemu-user-static
    dpkg --add-architecture arm64 && apt-get update
    python scripts/aarch64.py dist/westeros_intrigue-*-manylinux_2_17_aarch64.whl

It needs Debian 12, whose Python for arm64 it unpacks into a temporary folder, and pip. The emulated
processor has no other processes: tests that start an interpreter are left out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from wheel_tests import install, run, run_tests, wheel_for

PACKAGES = [
    *("libbz2-1.0", "libc6", "libcrypt1", "libexpat1", "libffi8", "libgcc-s1", "liblzma5"),
    *("libpython3.11-minimal", "libpython3.11-stdlib", "libsqlite3-0", "libssl3", "libstdc++6"),
    *("libuuid1", "python3.11-minimal", "zlib1g"),
]
"""The packages of Debian's Python, with the libraries that it loads."""
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
EMULATOR = "qemu-aarch64-static"


def unpack_python(folder: Path) -> Path:
    """Unpack Debian's Python for arm64 into a folder; return the folder."""
    names = [f"{name}:arm64" for name in PACKAGES]
    run("apt-get", "download", "-qq", *names, folder=folder, advice="Is arm64 added to dpkg?")
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", str(package), str(folder / "root"))
    return folder / "root"


def main(arguments: list[str]) -> None:
    """Run the tests."""
    wheel = wheel_for("manylinux_2_17_aarch64", arguments, (EMULATOR, "apt-get", "dpkg-deb"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        install(wheel, PLATFORMS, folder / "site")
        root = unpack_python(folder)
        python = (EMULATOR, "-L", str(root), str(root / "usr/bin/python3.11"))
        run_tests(python, folder / "site", folder, left_out=("plain", "isolated"))


if __name__ == "__main__":
    main(sys.argv[1:])
