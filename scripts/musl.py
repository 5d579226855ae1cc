"""Run the tests of the compiled half on musl, with the wheel for it.

    apt-get install gcc make musl-tools
    sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
    apt-get update
    python scripts/musl.py dist/westeros_intrigue-*-musllinux_1_2_x86_64.whl

It needs Debian 12 on x86-64, and pip. Debian has the C library, but no Python for it: the program
compiles Debian's source of Python 3.11, and of the zlib that it loads, in a temporary folder.
"""

from __future__ import annotations

import os
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from wheel_tests import install, run, run_tests, wheel_for

TAG = "musllinux_1_2_x86_64"
PLATFORMS = ("musllinux_1_1_x86_64",)
"""Later wheels of NumPy have packed relocations, with which the musl 1.2.3 of Debian 12 crashes."""
COMPILER = "musl-gcc"
SOURCES = "Has apt `deb-src` in its sources? The first lines of musl.py add it."


def unpack_source(name: str, folder: Path) -> Path:
    """Unpack the source of a package of Debian into a folder; return the folder of the source."""
    folder.mkdir()
    run("apt-get", "source", "-qq", "--download-only", name, folder=folder, advice=SOURCES)
    [archive] = folder.glob("*.orig.tar.*")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    [source] = (path for path in folder.iterdir() if path.is_dir())
    return source


def replace(path: Path, before: str, after: str) -> None:
    """Replace a passage of a file, which must be there."""
    text = path.read_text("utf-8")
    if before not in text:
        sys.exit(f"{path.name} of this version of Python has no {before}")
    path.write_text(text.replace(before, after), "utf-8")


def make(source: Path, target: str, *options: str, **variables: str) -> None:
    """Configure a source for musl, and make a target of it."""
    jobs = f"--jobs={len(os.sched_getaffinity(0))}"
    variables = {"CFLAGS": "-O1", **variables, "CC": COMPILER}
    run("./configure", *options, folder=source, quiet=True, **variables)
    run("make", jobs, target, folder=source, quiet=True)


def compile_python(folder: Path) -> Path:
    """Compile Python for musl in a folder; return its program."""
    zlib = unpack_source("zlib", folder / "zlib")
    make(zlib, "libz.a", "--static", CFLAGS="-O1 -fPIC")
    source = unpack_source("python3.11", folder / "python")
    # The GCC that musl-gcc calls names the platform of glibc, whose headers would then come first.
    # Unasked, it leaves Python to find musl, with the suffix that NumPy's extension modules have.
    replace(source / "configure", "$CC --print-multiarch", "false")
    replace(source / "setup.py", "self.add_multiarch_paths()", "pass")
    make(
        source,
        "sharedmods",
        "--disable-test-modules",
        "--without-ensurepip",
        CPPFLAGS=f"-I{zlib}",
        LDFLAGS=f"-L{zlib}",
    )
    return source / "python"


def main(arguments: list[str]) -> None:
    """Run the tests."""
    wheel = wheel_for(TAG, arguments, (COMPILER, "apt-get", "make"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        install(wheel, PLATFORMS, folder / "site")
        python = compile_python(folder)
        run_tests((str(python),), folder / "site", folder, left_out=("plain",))


if __name__ == "__main__":
    main(sys.argv[1:])
