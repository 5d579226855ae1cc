"""Build the wheels of a release, and run the tests of the compiled half with those for elsewhere.

    python scripts/wheels.py build FOLDER
    python scripts/wheels.py musl dist/westeros_intrigue-*-musllinux_1_2_x86_64.whl
    python scripts/wheels.py aarch64 dist/westeros_intrigue-*-manylinux_2_17_aarch64.whl

`build` makes a wheel with the compiled half for each platform, and the pure one. Zig's Clang
compiles for all of them on one machine, against the oldest C library that a tag allows. abi3audit
and auditwheel check that each keeps to the stable ABI and to its tag. The wheels for Linux on
x86-64 are also installed here, each in a new environment, and play. The others are compiled only.
It needs

    python -m pip install --group release

macOS and Windows have no target here; `.github/workflows/wheels.yml` is for them.

`musl` and `aarch64` run the tests with one wheel each, in a Python that they make in a temporary
folder, on Debian 12 on x86-64. Debian has the C library musl, but no Python for it: the program
compiles Debian's source of Python 3.11, and of the zlib that it loads. It needs

    apt-get install gcc make musl-tools
    sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
    apt-get update

For aarch64, it unpacks Debian's Python for arm64, which QEMU emulates. The emulated processor has
no other processes: tests that start an interpreter are left out. It needs

    apt-get install qemu-user-static
    dpkg --add-architecture arm64 && apt-get update
"""

from __future__ import annotations

import argparse
import importlib
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]


def run(
    *command: str,
    folder: Path | None = None,
    quiet: bool = False,
    advice: str = "",
    **variables: str,
) -> None:
    """Run a command, which must succeed.

    Args:
        command: Its words.
        folder: Where it runs.
        quiet: True if only a command that fails shows its last lines.
        advice: What to show after the failure.
        variables: What it has in its environment besides this program's.
    """
    done = subprocess.run(  # noqa: S603 - our own
        command,
        check=False,
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        errors="replace",
    )
    if done.returncode:
        shown = (done.stdout or "").splitlines()[-20:]
        sys.exit("\n".join([*shown, f"Exit code {done.returncode}: {shlex.join(command)}", advice]))


# Building

TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
}
"""The target of Zig for each tag of a platform."""
PLAYED = """
import random
from westeros_intrigue import observe, setup
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer
from westeros_intrigue.lab.simulation import fast, solver
print(fast.extension().SETS[-1])
view = observe(setup(4, seed=1), 0)
assert str(LearnedPlayer()(view, random.Random(1))) == "T4@a0"
assert str(MonteCarloPlayer(100)(view, random.Random(1))) == "T9@a0"
"""


def build_wheel(folder: Path, **variables: str) -> Path:
    """Build a wheel into a folder, and return its path."""
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    run(*command, str(folder), str(ROOT), **variables)
    [wheel] = set(folder.glob("*.whl")) - before
    return wheel


def audit(wheel: Path, platform: str) -> None:
    """Check that a wheel needs the stable ABI of Python alone, and no library beyond its tag."""
    programs = Path(sys.executable).parent
    run(str(programs / "abi3audit"), "--strict", str(wheel), quiet=True)
    if platform.startswith("musllinux"):
        # auditwheel would look for musl on this machine, and finds the linker's script of glibc.
        if (needed := libraries_of(wheel)) != {"libc.so"}:
            sys.exit(f"{wheel.name} needs {', '.join(sorted(needed))}, and musl has libc.so alone")
        return
    shown = subprocess.run(  # noqa: S603 - our own
        [programs / "auditwheel", "show", wheel], check=True, capture_output=True, text=True
    )
    if f'consistent with the following platform tag: "{platform}"' not in " ".join(
        shown.stdout.split()
    ):
        sys.exit(f"auditwheel finds another tag than {platform}:\n{shown.stdout}")


def libraries_of(wheel: Path) -> set[str]:
    """Return the shared libraries that the compiled half of a wheel needs."""
    elf = importlib.import_module("elftools.elf.elffile")  # which auditwheel reads with
    with ZipFile(wheel) as archive:
        [name] = (name for name in archive.namelist() if name.endswith(".abi3.so"))
        file = elf.ELFFile(BytesIO(archive.read(name)))
    tags = file.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")
    return {tag.needed for tag in tags}


def play(wheel: Path) -> str:
    """Install a wheel in a new environment, and let its players move."""
    with TemporaryDirectory() as name:
        venv.create(name, with_pip=True)
        python = str(Path(name, "bin", "python"))
        run(python, "-m", "pip", "install", "--quiet", str(wheel))
        done = subprocess.run(  # noqa: S603 - our own
            [python, "-I", "-c", PLAYED], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()


def build(folder: Path) -> None:
    """Build all wheels, and try those that run here."""
    folder = folder.resolve()
    folder.mkdir(exist_ok=True)
    zig = Path(str(importlib.import_module("ziglang").__file__)).with_name("zig")
    for platform, target in TARGETS.items():
        wheel = build_wheel(
            folder,
            WESTEROS_INTRIGUE_EXTENSION="always",
            WESTEROS_INTRIGUE_PLATFORM=platform,
            CC=f"{zig} cc -target {target} -mcpu=baseline",
        )
        audit(wheel, platform)
        runs_here = platform.startswith("manylinux") and platform.endswith(os.uname().machine)
        print(wheel.name, f"plays here, with {play(wheel)}" if runs_here else "is compiled")
    print(build_wheel(folder, WESTEROS_INTRIGUE_EXTENSION="never").name)


# A Python for musl

MUSL_COMPILER = "musl-gcc"
SOURCES = "Has apt `deb-src` in its sources? The first lines of wheels.py add it."


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
    variables = {"CFLAGS": "-O1", **variables, "CC": MUSL_COMPILER}
    run("./configure", *options, folder=source, quiet=True, **variables)
    run("make", jobs, target, folder=source, quiet=True)


def python_for_musl(folder: Path) -> tuple[str, ...]:
    """Compile Python for musl in a folder; return the command that runs it."""
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
    return (str(source / "python"),)


# A Python for aarch64

PACKAGES = [
    *("libbz2-1.0", "libc6", "libcrypt1", "libexpat1", "libffi8", "libgcc-s1", "liblzma5"),
    *("libpython3.11-minimal", "libpython3.11-stdlib", "libsqlite3-0", "libssl3", "libstdc++6"),
    *("libuuid1", "python3.11-minimal", "zlib1g"),
]
"""The packages of Debian's Python, with the libraries that it loads."""
EMULATOR = "qemu-aarch64-static"


def python_for_aarch64(folder: Path) -> tuple[str, ...]:
    """Unpack Debian's Python for arm64 into a folder; return the command that emulates it."""
    names = [f"{name}:arm64" for name in PACKAGES]
    run("apt-get", "download", "-qq", *names, folder=folder, advice="Is arm64 added to dpkg?")
    root = folder / "root"
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", str(package), str(root))
    return EMULATOR, "-L", str(root), str(root / "usr/bin/python3.11")


# Testing

NEEDED = ("attrs", "hypothesis", "numpy", "pytest", "typing-extensions")
TESTS = ("test_golden_numbers.py", "test_native.py")


class Elsewhere(NamedTuple):
    """A platform of which this machine can run the tests."""

    tag: str
    """The tag of its wheel."""
    platforms: tuple[str, ...]
    """The tags of the wheels that the tests need."""
    programs: tuple[str, ...]
    """The programs that make or run its Python."""
    make_python: Callable[[Path], tuple[str, ...]]
    """Makes its Python in a folder, and returns the command that runs it."""
    left_out: tuple[str, ...]
    """The words in the names of tests that do not run."""


ELSEWHERE: Mapping[str, Elsewhere] = {
    "musl": Elsewhere(
        "musllinux_1_2_x86_64",
        # Later wheels of NumPy have packed relocations: the musl 1.2.3 of Debian 12 crashes.
        ("musllinux_1_1_x86_64",),
        (MUSL_COMPILER, "apt-get", "make"),
        python_for_musl,
        ("plain",),
    ),
    "aarch64": Elsewhere(
        "manylinux_2_17_aarch64",
        ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64"),
        (EMULATOR, "apt-get", "dpkg-deb"),
        python_for_aarch64,
        ("plain", "isolated"),
    ),
}
"""By the word of the command line."""


def check_wheel(wheel: Path, elsewhere: Elsewhere) -> None:
    """Check the tag of the wheel, and that the programs are there."""
    if not wheel.is_file() or elsewhere.tag not in wheel.name:
        sys.exit(
            f"Name a wheel for {elsewhere.tag}, not {wheel}; "
            "`python scripts/wheels.py build dist` makes it"
        )
    if missing := [name for name in elsewhere.programs if shutil.which(name) is None]:
        sys.exit(f"{' and '.join(missing)} not found; the first lines of wheels.py install it")


def install(wheel: Path, platforms: Sequence[str], folder: Path) -> None:
    """Install the wheel, and what its tests need, into a folder."""
    options = [option for name in platforms for option in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
    run(*command, "--only-binary=:all:", "--python-version=3.11", *options, *NEEDED)
    shutil.unpack_archive(wheel, folder, "zip")


def run_tests(python: Sequence[str], site: Path, folder: Path, left_out: Sequence[str]) -> None:
    """Run the tests in a copy of the checkout, with a Python and the packages of a folder.

    Args:
        python: The words of the command that runs Python.
        site: The folder of its packages.
        folder: A folder for the copy.
        left_out: The words in the names of tests that do not run.
    """
    checkout = folder / "checkout"
    for part in ("tests", "scripts", "native", "src"):
        shutil.copytree(ROOT / part, checkout / part)
    for part in ("conftest.py", "hatch_extension.py"):
        shutil.copy(ROOT / part, checkout)
    variables = (f"PATH={os.environ['PATH']}", f"HOME={folder}", f"PYTHONPATH={site}", "CI=true")
    command = ("env", "--ignore-environment", *variables, *python)
    shown = "import sysconfig; from westeros_intrigue.lab.simulation import fast"
    run(*command, "-c", f"{shown}; print(sysconfig.get_config_var('SOABI'), fast.extension().SETS)")
    tests = [f"tests/lab/simulation/{test}" for test in TESTS]
    options = ("-q", "-c", os.devnull, "--rootdir=.", "-p", "no:cacheprovider")
    chosen = " and ".join(f"not {word}" for word in left_out)
    run(*command, "-m", "pytest", *options, "-k", chosen, *tests, folder=checkout)


def run_tests_elsewhere(wheel: Path, elsewhere: Elsewhere) -> None:
    """Run the tests with a wheel for another platform."""
    check_wheel(wheel, elsewhere)
    with TemporaryDirectory() as name:
        folder = Path(name)
        install(wheel, elsewhere.platforms, folder / "site")
        python = elsewhere.make_python(folder)
        run_tests(python, folder / "site", folder, elsewhere.left_out)


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the wheels, or test one, as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="build all wheels, and try those that run here")
    building.add_argument("folder", type=Path)
    for word, elsewhere in ELSEWHERE.items():
        testing = commands.add_parser(word, help=f"run the tests with a wheel for {elsewhere.tag}")
        testing.add_argument("wheel", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "build":
        build(options.folder)
    else:
        run_tests_elsewhere(options.wheel, ELSEWHERE[options.command])


if __name__ == "__main__":
    main()
