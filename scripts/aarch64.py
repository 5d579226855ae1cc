"""Run the tests of the compiled half on an emulated aarch64, with the wheel for it.

    apt-get install qemu-user-static
    dpkg --add-architecture arm64 && apt-get update
    python scripts/aarch64.py dist/westeros_intrigue-*-manylinux_2_17_aarch64.whl

It needs Debian, whose Python for arm64 it unpacks into a temporary folder, and pip. The emulated
processor has no other processes: tests that start an interpreter are left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = [
    *("libbz2-1.0", "libc6", "libcrypt1", "libexpat1", "libffi8", "libgcc-s1", "liblzma5"),
    *("libpython3.11-minimal", "libpython3.11-stdlib", "libsqlite3-0", "libssl3", "libstdc++6"),
    *("libuuid1", "python3.11-minimal", "zlib1g"),
]
"""The packages of Debian's Python, with the libraries that it loads."""
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
NEEDED = ("attrs", "hypothesis", "numpy", "pytest", "typing-extensions")
TESTS = ("test_golden_numbers.py", "test_native.py")


def run(*command: str, folder: Path | None = None) -> None:
    """Run a command, which must succeed."""
    subprocess.run(command, check=True, cwd=folder)  # noqa: S603 - our own


def unpack_python(folder: Path) -> Path:
    """Unpack Debian's Python for arm64 into a folder; return the folder."""
    run("apt-get", "download", "-qq", *[f"{name}:arm64" for name in PACKAGES], folder=folder)
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", str(package), str(folder / "root"))
    return folder / "root"


def install(wheel: Path, folder: Path) -> None:
    """Install the wheel, and what its tests need, into a folder."""
    platforms = [option for name in PLATFORMS for option in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
    run(*command, "--only-binary=:all:", "--python-version=3.11", *platforms, *NEEDED)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def emulated(root: Path, folder: Path) -> Iterator[str]:
    """Yield the words of a command that runs an emulated Python, with the packages of a folder."""
    yield from ("env", "--ignore-environment", f"PATH={os.environ['PATH']}", "CI=true")
    yield from (f"HOME={root}", f"PYTHONPATH={folder}", "qemu-aarch64-static", "-L", str(root))
    yield str(root / "usr/bin/python3.11")


def main(arguments: list[str]) -> None:
    """Run the tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("tests", "scripts", "native", "src"):
            shutil.copytree(ROOT / part, folder / "checkout" / part)
        shutil.copy(ROOT / "conftest.py", folder / "checkout")
        shutil.copy(ROOT / "hatch_extension.py", folder / "checkout")
        install(Path(arguments[0]), folder / "site")
        python = [*emulated(unpack_python(folder), folder / "site")]
        shown = "import platform; from westeros_intrigue.lab.simulation import fast"
        run(*python, "-c", f"{shown}; print(platform.machine(), fast.extension().SETS)")
        tests = [f"tests/lab/simulation/{test}" for test in TESTS]
        options = ("-q", "-c", os.devnull, "--rootdir=.", "-p", "no:cacheprovider")
        chosen = "not plain and not isolated"
        command = (*python, "-m", "pytest", *options, "-k", chosen, *tests)
        run(*command, folder=folder / "checkout")


if __name__ == "__main__":
    main(sys.argv[1:])
