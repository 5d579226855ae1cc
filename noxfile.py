"""The checks of this project as sessions of nox: `nox --list`, `nox -s lint types`.

By hand they run in the environment that is active, with what CONTRIBUTING.md installs. `.ci/run`
runs them in a copy of the checkout, two at once, with environments of their own.
"""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"  # the first with `requires`
nox.options.sessions = ["lint", "types", "layers"]
nox.options.error_on_external_run = False

ROOT = Path(__file__).parent
CHECKOUT = Path(os.environ.get("HISTORY", ROOT))
"""The checkout with the history; ROOT is a copy of it in `.ci/run`."""
LOGS = Path(os.environ.get("CI_LOGS", ROOT / "build/ci"))
"""What the tests took: the one thing that stays."""

INSTALLS = {"system_packages", "typescript", "tools"}
"""What only `.ci/run` does before a check: by hand, one's own environment is taken as it is."""

IS_DEBIAN = (
    shutil.which("npm") is not None
    and shutil.which("apt-get") is not None
    and hasattr(os, "geteuid")
    and os.geteuid() == 0
)
STRICTLY = ["--no-skips"] if IS_DEBIAN else []
"""With Node and a system of Debian nothing is missing that a test would be skipped for."""

TIMEOUT = "--timeout=600"
"""A test that hangs is a failure: none takes ten minutes, however busy the machine is."""

PAGE = (
    "src/westeros_intrigue/play/page/browser",
    "src/westeros_intrigue/play/elements",
    "src/westeros_intrigue/games/*/screen",
)

REQUIRES: dict[str, list[str]] = {}
"""The checks in the order in which they are begun, and those whose results each needs."""
RELEASE: set[str] = set()
"""Those that take an hour, and run before a release only."""

Check = Callable[[nox.Session], None]


def check(*requires: str, before_release: bool = False) -> Callable[[Check], Check]:
    """Add a check with those whose results it needs; `.ci/run` has run these by then."""

    def add(function: Check) -> Check:
        name = function.__name__
        REQUIRES[name] = [*requires]
        if before_release:
            RELEASE.add(name)
        by_hand = [] if "CI_WORK" in os.environ else [*{*requires} - INSTALLS]
        nox.session(venv_backend="none", requires=by_hand, name=name)(function)
        return function

    return add


# What several checks do.


@functools.cache
def work() -> Path:
    """Return the folder of distributions, environments and copies."""
    if "CI_WORK" in os.environ:
        return Path(os.environ["CI_WORK"])
    folder = tempfile.mkdtemp(prefix="checks-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def copy_checkout(folder: Path) -> Path:
    """Copy what a clone would hold if everything not ignored were committed."""
    git = ("git", "-c", f"safe.directory={CHECKOUT}", "-C", str(CHECKOUT), "ls-files", "-z")
    listed = subprocess.run(
        [*git, "--cached", "--others", "--exclude-standard"], capture_output=True, check=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (source := CHECKOUT / name).exists():  # not deleted, but not yet committed
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name, follow_symlinks=False)
    return folder


def run_block(session: nox.Session, page: str, number: int, **variables: str) -> None:
    """Run the shell block of a page with that number, from 1."""
    blocks = re.findall(r"(?ms)^```sh\n(.*?)^```", (ROOT / page).read_text("utf-8"))
    session.run("sh", "-eux", "-c", blocks[number - 1], env=variables)


def pytest(session: nox.Session, *arguments: str, **variables: str) -> None:
    """Run tests, with what is named on the command line."""
    command = ("python", "-m", "pytest", TIMEOUT, *arguments, *session.posargs)
    session.run(*command, env=variables)


def make_environment(session: nox.Session, name: str, *packages: str) -> Path:
    """Make an environment with packages, and return the folder of its programs."""
    programs = work() / name / "bin"
    if not programs.exists():
        session.run("python3", "-m", "venv", str(work() / name))
    if packages:
        session.run(str(programs / "python"), "-m", "pip", "install", *packages)
    return programs


def wheel_with(extras: str) -> str:
    """Return the wheel that was built, with extras, as pip installs it."""
    [path] = (work() / "dist").glob("*.whl")
    return f"{path}[{extras}]"


def has(program: str) -> bool:
    """Return True if a program is installed that a check can do without."""
    return shutil.which(program) is not None


# What is installed.


@check()
def system_packages(session: nox.Session) -> None:
    """Install what tests draw pictures with, play the page in, store in, count instructions with.

    Elsewhere than on Debian, or without rights, they skip that.
    """
    if has("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        packages = "ccache chromium fonts-dejavu-core libcairo2 librsvg2-bin postgresql valgrind"
        session.run("apt-get", "update", "-qq")
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")
        session.run(*install, *packages.split(), silent=True)


@check()
def typescript(session: nox.Session) -> None:
    """Install the compiler of the page's types, what formats and lints it, and users' readers."""
    if has("npm"):  # without Node, the tests of types in TypeScript are skipped
        folder = ("--prefix", str(work() / "typescript"))
        readers = ("ajv@8.20.0", "quicktype@26.0.0")  # of the published schemas
        packages = ("typescript@7", "prettier@3.10.1", "eslint@10.15.0", *readers)
        quietly = ("--silent", "--no-audit", "--no-fund", "--no-save")
        session.run("npm", "install", *quietly, *folder, *packages)


@check("system_packages")  # of which ccache serves every environment
def tools(session: nox.Session) -> None:
    """Run the commands of CONTRIBUTING.md; the tests themselves are another check."""
    run_block(session, "CONTRIBUTING.md", 1, PYTEST_ADDOPTS="--collect-only -qq")


# The tests, one after the other, since each takes both cores.


@check("tools", "typescript")
def tests(session: nox.Session) -> None:
    """Run the tests with all that they can use, and with branch coverage."""
    LOGS.mkdir(parents=True, exist_ok=True)
    covered = ("--cov", "--cov-report=", "--cov-fail-under=0")
    # Three at once for two cores, since many wait for a browser or a terminal.
    costs = f"--costs={LOGS / 'tests.json'}"
    pytest(session, *STRICTLY, *covered, "--numprocesses=3", costs)


@check("tests")
def long_proofs(session: nox.Session) -> None:
    """Run the long proofs, and show what no test has reached."""
    covered = ("--cov", "--cov-append", "--cov-report=term")
    costs = f"--costs={LOGS / 'long.json'}"
    pytest(session, *STRICTLY, *covered, "-m=long", "--numprocesses=3", costs)


@check("tools")
def readme_tests(session: nox.Session) -> None:
    """Run the second block of README.md, with every eighth test: the others run with more."""
    blocks = (ROOT / "README.md").read_text("utf-8").count("\n```sh\n")
    if blocks != 2:
        session.error(f"README.md must have two shell blocks, since two are run; it has {blocks}")
    session.chdir(copy_checkout(work() / "readme"))
    run_block(session, "README.md", 2, PYTEST_ADDOPTS="--every=8 --numprocesses=1")
    shutil.rmtree(work() / "readme")


# What is quick.


@check("tools", "typescript")
def lint(session: nox.Session) -> None:
    """Check the form of the code, the spelling, and the fragments of the changelog."""
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("codespell")
    session.run("towncrier", "build", "--draft")  # refuses a name of another form
    page = [str(folder) for pattern in PAGE for folder in ROOT.glob(pattern)]
    if has("prettier"):
        session.run("prettier", "--print-width", "120", "--check", *page)
    if has("eslint"):
        session.run("eslint", "--config", "tests/play/page/eslint.config.mjs", *page)


@check("tools")
def layers(session: nox.Session) -> None:
    """Check that each module imports only what stands below it."""
    session.run("lint-imports")


@check("tools", "typescript")
def types(session: nox.Session) -> None:
    """Check the types of Python and of the page."""
    session.chdir(copy_checkout(work() / "types"))  # the schemas go into its build folder
    session.run("mypy")
    if has("node"):  # which pyright runs on
        session.run("pyright")  # src
        session.run("pyright", "-p", "tests/typing")
        session.run("python", "scripts/type_completeness.py")
    if has("tsc"):
        session.run("python", "scripts/make.py", "schema")  # the types of the messages
        session.run("tsc", "-p", "tests/play/page/jsconfig.json")
    shutil.rmtree(work() / "types")


@check("tools")
def services(session: nox.Session) -> None:
    """Check the files that other services read."""
    workflows = [str(path) for path in sorted((ROOT / ".github/workflows").glob("*.yml"))]
    forms = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
    for schema, files in (
        ("vendor.github-workflows", workflows),
        ("vendor.github-issue-forms", [str(path) for path in forms]),
        ("vendor.readthedocs", [".readthedocs.yaml"]),
    ):
        session.run("check-jsonschema", "--builtin-schema", schema, *files)
    # It wants an older jsonschema than the tests, and imports pkg_resources.
    citation = make_environment(session, "citation", "cffconvert>=2", "setuptools<81")
    session.run(str(citation / "cffconvert"), "--validate")


@check("tools")
def core_alone(session: nox.Session) -> None:
    """Test the rules library by itself, as whoever wants nothing else would have it."""
    folder = copy_checkout(work() / "core")
    session.run("python", str(folder / "scripts/core_alone.py"), str(folder))
    shutil.rmtree(folder)


@check()
def surface(session: nox.Session) -> None:
    """Compare the public names with those of the last version."""
    session.chdir(CHECKOUT)  # the copy has no history
    session.run("python3", "scripts/surface.py")


@check("tools")
def guard_on_speed(session: nox.Session) -> None:
    """Compare the instructions of fixed games and calls with those of the commit before."""
    session.chdir(CHECKOUT)  # the copy has no history
    bytecode = str(work() / "bytecode")
    session.run("python", "-m", "benchmarks", "guard", env={"PYTHONPYCACHEPREFIX": bytecode})


# What people install, and what they run with it.


@check()
def first_steps(session: nox.Session) -> None:
    """Run the first block of README.md."""
    session.chdir(copy_checkout(work() / "first-steps"))
    run_block(session, "README.md", 1)


def files_of_sdist() -> list[str]:
    """Return the files of the source distribution, without what building adds."""
    [path] = (work() / "dist").glob("*.tar.gz")
    listed = subprocess.run(
        ["tar", "--list", "--gzip", "--file", path], capture_output=True, text=True, check=True
    )
    names = (line.partition("/")[2] for line in listed.stdout.splitlines())
    return sorted(name for name in names if name and name != "PKG-INFO" and name[-1] != "/")


@check("tools")
def distributions(session: nox.Session) -> None:
    """Build the distributions, and check what they hold."""
    folder = copy_checkout(work() / "source")
    shutil.rmtree(folder / "studies")  # they are no part of the distribution
    wanted = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    session.run("python", "-m", "build", "--outdir", str(work() / "dist"), str(folder))
    built = [str(path) for path in sorted((work() / "dist").iterdir())]
    session.run("twine", "check", "--strict", *built)
    [wheel_file] = (work() / "dist").glob("*.whl")
    session.run("check-wheel-contents", str(wheel_file))
    if differing := sorted({*wanted} ^ {*files_of_sdist()}):
        session.error(f"the source distribution must hold all but the studies; look at {differing}")
    names = zipfile.ZipFile(wheel_file).namelist()
    for part in ("westeros_intrigue/py.typed", "/licenses/LICENSE"):
        if not any(part in name for name in names):
            session.error(f"the wheel has no {part}")
    shutil.rmtree(folder)


@check("tools", "distributions")
def native(session: nox.Session) -> None:
    """Check the compiled half: its form, its warnings, and that it needs the limited API alone."""
    session.chdir(ROOT / "native")
    files = [str(path) for path in sorted(Path().glob("*.[ch]"))]
    session.run("clang-format", "--dry-run", "--Werror", *files)
    code = "import sysconfig; print(sysconfig.get_path('include'))"
    headers = str(session.run("python", "-c", code, silent=True)).strip()
    options = "-std=c11 -O2 -fwrapv -Wall -Wextra -Werror -Wno-psabi -DPy_LIMITED_API=0x030B0000"
    for compiler in filter(has, ("gcc", "clang")):
        sources = [file for file in files if file.endswith(".c")]
        session.run(compiler, *options.split(), f"-I{headers}", "-fsyntax-only", *sources)
    [wheel_file] = (work() / "dist").glob("*.whl")
    session.run("abi3audit", "--strict", str(wheel_file))


@check("tools")
def plain_python(session: nox.Session) -> None:
    """Run the tests of the compiled half with Python alone, as in a pure wheel."""
    tested = sorted((ROOT / "tests/lab/simulation").glob("test_*.py"))
    more = ("tests/lab/environments/test_vector.py", "tests/lab/players/test_learned.py")
    arguments = ("--numprocesses=2", "-m=not long", *map(str, tested), *more)
    pytest(session, *arguments, WESTEROS_INTRIGUE_EXTENSION="never")


@check("distributions")
def wheel(session: nox.Session) -> None:
    """Install the wheel, and run each command."""
    user = make_environment(session, "user", wheel_with("cli"))
    session.run(str(user / "python"), "-m", "pip", "check")
    session.chdir(work())
    record = str(ROOT / "tests/samples/records/version-1.txt")
    for words in (
        "--help",
        "--version",
        "demo --quiet",
        "demo --solo --option rivalry --quiet",
        f"play --record {work() / 'game.txt'}",  # its input ends at once
        "referee --players 3",
        f"check {record}",
        f"replay --all {record}",
        "simulate --games 5 --json",
        "rules court.match",
    ):
        session.run(str(user / "westeros-intrigue"), *words.split())


def run_examples(session: nox.Session, python: Path, pattern: str) -> None:
    """Run each program of a folder."""
    for path in sorted(ROOT.glob(pattern)):
        if not path.name.startswith("train_"):  # it runs for an hour
            session.run(str(python), str(path))


@check("wheel")
def examples(session: nox.Session) -> None:
    """Run the examples with the wheel."""
    python = work() / "user/bin/python"
    session.chdir(work())
    run_examples(session, python, "examples/*.py")
    # High Card is a game in a package of its own.
    high_card = ROOT / "examples/high-card"
    session.run(str(python), "-m", "pip", "install", f"{high_card}[test]")
    session.chdir(high_card)
    session.run(str(python), "-m", "pytest", "-q")
    session.chdir(work())
    code = 'from westeros_intrigue.gamekit import GAMES; print(GAMES["high-card"])'
    session.run(str(python), "-c", code)
    # The frameworks come last, so that the examples above run without them.
    session.run(str(python), "-m", "pip", "install", wheel_with("openspiel,pettingzoo"))
    run_examples(session, python, "examples/environments/*.py")


@check("distributions")
def models(session: nox.Session) -> None:
    """Run the examples of language models, whose frameworks have many packages."""
    programs = make_environment(session, "models", "--upgrade", "pip")
    install = (
        "-m",
        "pip",
        "install",
        wheel_with("mcp"),
        "--group",
        f"{ROOT}/pyproject.toml:models",
    )
    session.run(str(programs / "python"), *install)
    session.chdir(work())
    run_examples(session, programs / "python", "examples/models/*.py")


@check("distributions")
def learners(session: nox.Session) -> None:
    """Check the learners of others, which are large."""
    others = ("torch==2.13.0", "jax", "stable-baselines3", "sb3-contrib")
    programs = make_environment(session, "learners", wheel_with("fast,gymnasium"), *others)
    session.chdir(work())
    session.run(str(programs / "python"), str(ROOT / "scripts/check_learners.py"))
    shutil.rmtree(work() / "learners")


@check("first_steps", "distributions")
def pages_install(session: nox.Session) -> None:
    """Install what pages say, and run what they say it is for."""
    folder = work() / "first-steps"
    session.chdir(folder)
    path = f"{folder / '.venv/bin'}{os.pathsep}{os.environ['PATH']}"
    python = str(folder / ".venv/bin/python")
    run_block(session, "docs/how-to/many-tables.md", 1, PATH=path)
    session.run(python, "-c", "import server.app", env={"PYTHONPATH": "examples"})
    run_block(session, "docs/bulk.md", 1, PATH=path)
    session.run(python, "-c", "import westeros_intrigue.lab.simulation")
    # An hour of research needs that extra alone, and what runs a notebook.
    session.run(python, "-m", "pip", "install", "nbclient", "ipykernel")
    session.run(python, str(ROOT / "scripts/notebooks.py"), "an_hour_of_research")


@check("tools", "typescript")
def documentation(session: nox.Session) -> None:
    """Build the documentation, and search in it."""
    session.chdir(copy_checkout(work() / "pages"))  # the notebooks go into its docs
    site = str(work() / "site")
    engine = ("--pyodide", "npm") if has("npm") else ()
    without: dict[str, str | None] = {"WESTEROS_INTRIGUE_EXTENSION": None}  # the copy lacks it
    session.run("python", "scripts/build_docs.py", site, *engine, env=without)
    if has("node"):
        session.run("node", "scripts/check_search.mjs", site)


@check("wheel", "documentation")
def stranger(session: nox.Session) -> None:
    """Do the tasks of newcomers, with what they get: the wheel and the site."""
    extras = "cli,fast,match,pettingzoo,hypothesis"
    programs = make_environment(session, "stranger", wheel_with(extras))
    shutil.copy(ROOT / "scripts/stranger.py", programs.parent)
    session.chdir(programs.parent)
    session.run(str(programs / "python"), "stranger.py", str(work() / "site"))


@check("tools")
def notebooks(session: nox.Session) -> None:
    """Run the notebooks."""
    names = "experiment first_look lesson_1_chances lesson_2_bots lesson_3_endings"
    session.run("python", "scripts/notebooks.py", *names.split())


@check("tools")
def elsewhere(session: nox.Session) -> None:
    """Test with the lowest versions of packages, and in Pyodide."""
    session.run("python", "scripts/portability.py", "lowest")
    if has("node") and has("npm"):
        session.run("python", "scripts/portability.py", "pyodide")


# What shows whether the tests find faults, and what takes as long: for a release.


@check("tools", before_release=True)
def planted_faults(session: nox.Session) -> None:
    """Plant the faults of the code, each of which a test must find."""
    out = str(work() / "planted-faults")
    session.run("python", "scripts/mutation.py", "--out", out, "--planted")


@check("tools", before_release=True)
def planted_readings(session: nox.Session) -> None:
    """Plant wrong readings of the rules, each of which a test must find."""
    out = str(work() / "planted-readings")
    session.run("python", "scripts/mutation.py", "--out", out, "--planted", "rules")


@check("tools", before_release=True)
def fuzz(session: nox.Session) -> None:
    """Read spoilt documents for half an hour."""
    session.run("python", "scripts/fuzz", "--seconds", "1800")


@check("tools", before_release=True)
def makers_and_forms(session: nox.Session) -> None:
    """Make positions in every way, and write them in every form, for ten minutes."""
    arguments = ("--seeds", "100000", "--seconds", "600")
    session.run("python", "scripts/makers_and_forms.py", *arguments)


@check("tools", before_release=True)
def texts(session: nox.Session) -> None:
    """Open every moment of every table with the longest names, in every window."""
    if IS_DEBIAN:
        every = ("tests/play/page/test_texts.py", "--every-moment", "-m", "long or not long")
        pytest(session, *every)


@check("tools", before_release=True)
def intervals(session: nox.Session) -> None:
    """Compare the intervals of effects and of figures with the exact values, a thousand times."""
    proofs = ("tests/lab/design", "-k", "intervals_contain", "--repetitions", "1000")
    session.run("python", "-m", "pytest", *proofs)


@check("tools", before_release=True)
def other_browsers(session: nox.Session) -> None:
    """Play the main ways of the page in the browsers of Firefox and WebKit."""
    if IS_DEBIAN:
        packages = "firefox-esr webkit2gtk-driver xvfb dbus"
        install = ("apt-get", "install", "--yes", "--no-install-recommends")
        session.run(*install, *packages.split())
        folder = copy_checkout(work() / "browsers")
        quietly = ("--silent", "--no-audit", "--no-fund", "--no-save")
        session.run("npm", "install", *quietly, "--prefix", str(folder), "puppeteer-core@24.43.1")
        session.run("python", str(folder / "scripts/browsers.py"))


@check("distributions", before_release=True)
def tables_in_notebooks(session: nox.Session) -> None:
    """Play in JupyterLab and marimo, and look for hands in the files of notebooks."""
    programs = make_environment(session, "notebooks", "--upgrade", "pip")
    group = ("--group", f"{ROOT}/pyproject.toml:notebooks")
    install = ("-m", "pip", "install", wheel_with("widget"), *group)
    session.run(str(programs / "python"), *install)
    session.chdir(work())
    session.run(str(programs / "python"), str(ROOT / "scripts/tables_in_notebooks.py"))


@check("tools", before_release=True)
def sanitizers(session: nox.Session) -> None:
    """Run the compiled half with a check of every access and shift, while tests try to break it."""
    folder = copy_checkout(work() / "sanitizers")
    session.chdir(folder)
    checked = "-fsanitize=address,undefined"
    flags = f"-O1 -g {checked} -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    compiler = {"CFLAGS": flags, "LDFLAGS": checked, "CC": "gcc"}
    session.run("python", "scripts/build_extension.py", env=compiler)
    libraries = [
        str(session.run("gcc", f"-print-file-name=lib{name}.so", silent=True)).strip()
        for name in ("asan", "ubsan")
    ]
    tested = ("test_native.py", "test_golden_numbers.py")
    session.run(
        *("python", "-m", "pytest", "-n", "0", "--quiet", "-k", "not plain"),
        *(f"tests/lab/simulation/{name}" for name in tested),
        env={
            "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder / "tests")]),
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONMALLOC": "malloc",
            "LD_PRELOAD": " ".join(libraries),
        },
    )


@check(before_release=True)
def rehearsal(session: nox.Session) -> None:
    """Rehearse the release of the last commit, which is published to an index of this machine."""
    group = f"{ROOT}/pyproject.toml:release"
    programs = make_environment(session, "rehearsal", "--upgrade", "pip")
    python = str(programs / "python")
    session.run(python, "-m", "pip", "install", "--group", group)
    log = ("--log", str(LOGS.parent / "release/log.txt"))
    session.run(python, "scripts/release", "rehearse", "--work", str(work() / "release"), *log)


if __name__ == "__main__":
    sys.exit("run `nox --list`, or `.ci/run`")
