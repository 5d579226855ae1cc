"""Runs the tests, and finds the examples in docstrings.

Hypothesis has no deadlines, and draws the same examples in every CI run. It draws fewer without the
long proofs, unless a test sets the number.
"""

from __future__ import annotations

import doctest
import gc
import os
import re
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from _pytest.pathlib import import_path

# Of tests, pytest rewrites only the assertions in `test_*.py`: one in a helper would fail without
# saying what it compared. The folders are listed, so that a new or moved one cannot be forgotten.
pytest.register_assert_rewrite(
    *(path.parent.name for path in Path(__file__).parent.glob("tests/*/__init__.py"))
)


pytest_plugins = ["helpers.costs", "helpers.tracing"]

SLOW_IN_PYTHON = re.compile(
    r"README\.md|docs/(bulk|messages|players)\.md|docs/how-to/(matches|train-a-player|write-a-player)\.md|"
    r"tests/play/terminal/test_(analyse|puzzle|simulate)\.py|"
    r"tests/lab/players/test_(analysis|inference|knowledge|learned|reading|search_players)\.py|"
    r"tests/play/puzzles/test_puzzles\.py|"
    r"lab/simulation/[\w/]+\.py|environments/(gymnasium|vector)\.py|lab/players/(analysis|game_analysis|search)\.py"
)
"""Examples and tests that take long without the compiled half.

There, the short tests leave them out unless the command line names their file."""

OURS = {
    "westeros_intrigue",
    "benchmarks",
    *(path.stem for path in Path(__file__).parent.glob("studies")),
    *(path.stem for path in Path(__file__).parent.glob("tests/*")),
}
"""The modules of a checkout: a test fails if one of them is missing.

The source distribution lacks the studies, and there their tests are skipped."""

TESTS = Path(__file__).parent / "tests"

SHORT, LONG = 8, 60
"""The examples that Hypothesis draws for a test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options for environments with all that tests can use, for a rule, and for a sample."""
    parser.addoption("--no-skips", action="store_true", help="count a skipped test as a failed one")
    parser.addoption("--rule", metavar="ID", help="run only the tests that name this rule")
    parser.addoption("--every", metavar="N", type=int, help="run a sample: one test of N, the same")
    repetitions = "how often the tests of intervals play their games anew"
    parser.addoption("--repetitions", metavar="N", type=int, help=repetitions)
    every = "open every moment of every table in every window, instead of a sample"
    parser.addoption("--every-moment", action="store_true", help=every)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Set up Hypothesis, and let Ctrl-C interrupt tests that run in the background."""
    # No test reads the stored games of the person who runs it.
    os.environ["WESTEROS_INTRIGUE_GAMES"] = tempfile.mkdtemp(prefix="westeros-intrigue-")
    # No test waits for the disk, nor looks for translations of argparse at each of its parsers.
    os.fsync = lambda fd: None  # noqa: ARG005 - as it is called
    os.environ["LANGUAGE"] = "C"
    # Not at the top: Hypothesis imports the library, whose lines would then not be counted.
    from hypothesis import settings  # noqa: PLC0415

    # It would also draw constants of the modules imported so far, which depend on the order of the
    # tests. Older versions do not.
    with suppress(ImportError, AttributeError):
        providers: Any = import_module("hypothesis.internal.conjecture.providers")
        constants = providers.Constants()
        providers._get_local_constants = lambda: constants  # noqa: SLF001 - there is no other way
    count = SHORT if session.config.option.markexpr == "not long" else LONG
    settings.register_profile("default", deadline=None, max_examples=count)
    ci = settings(deadline=None, max_examples=count, derandomize=True, print_blob=True)
    settings.register_profile("ci", ci)
    settings.load_profile("ci" if os.environ.get("CI") else "default")
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if tests were skipped that must not be."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.option.no_skips and terminal is not None and terminal.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the messages that say less after they were renewed."""
    refusals = sys.modules.get("helpers.refusals")
    if refusals is not None and refusals.SAID_MORE:
        terminalreporter.section("these messages say less than before")
        terminalreporter.write_line("\n\n".join(refusals.SAID_MORE))


class TestModule(pytest.Module):
    """A module of tests, which is skipped if it imports a package that is not installed."""

    __test__ = False

    def _getobj(self) -> object:
        return _import_or_skip(self, super()._getobj)


class ExampleModule(DoctestModule):
    """A module with examples, which is skipped likewise."""

    def _getobj(self) -> object:
        return _import_or_skip(self, super()._getobj)


def _import_or_skip(collector: pytest.Module, import_module_of: Callable[[], object]) -> object:
    """Import a module, or skip it if it imports a package of an extra that is not installed.

    Pytest would first write a traceback, which nobody sees, and which takes longer than the import.
    """
    try:
        import_path(
            collector.path,
            mode=collector.config.getoption("importmode"),
            root=collector.config.rootpath,
            consider_namespace_packages=False,
        )
    except Exception as error:
        if package := _missing(error):
            pytest.skip(f"{package} is not installed", allow_module_level=True)
        raise
    return import_module_of()


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Collect the tests of a module."""
    return TestModule.from_parent(parent, path=module_path)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in the package and in pages alone: the tests have none."""
    collectors = yield
    is_test = TESTS in file_path.parents
    return [
        ExampleModule.from_parent(parent, path=file_path) if is_example else collector
        for collector in collectors
        for is_example in [isinstance(collector, DoctestModule)]
        if not (is_example and is_test)
    ]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Name the module that was skipped, and not the line above that skips it."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (str(collector.path), 0, report.longrepr[2].removeprefix("Skipped: "))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave cycles uncollected while modules are read, and what was read out of later searches."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        if sys.implementation.name == "cpython":
            gc.freeze()
        gc.enable()


def _missing(error: BaseException | None) -> str | None:
    """Return the third-party package whose absence raised an error."""
    while error is not None:
        if isinstance(error, doctest.UnexpectedException):
            error = error.exc_info[1]
        if isinstance(error, doctest.DocTestFailure) and (
            needed := re.search(r"needs (\w+): install the extra", error.got)
        ):
            return needed[1]
        if isinstance(error, ModuleNotFoundError) and error.name is not None:
            package, _, rest = error.name.partition(".")
            if package == "westeros_intrigue" and rest.partition(".")[0] in _absent_wings():
                return f"the wing {rest.partition('.')[0]}"
            return None if package in OURS else package
        if isinstance(error, OSError) and "cairo" in str(error):
            return "libcairo"
        error = error.__cause__ or error.__context__
    return None


def _absent_wings() -> set[str]:
    """Return the wings that were deleted to test the core alone."""
    package = Path(__file__).parent / "src/westeros_intrigue"
    return {wing for wing in ("lab", "play", "games") if not (package / wing).exists()}


def _runs_in_python() -> bool:
    """Return whether the compiled half is missing or switched off."""
    folder = Path(__file__).parent / "src/westeros_intrigue/lab/simulation"
    compiled = [*folder.glob("_native*.so"), *folder.glob("_native*.pyd")]
    return os.environ.get("WESTEROS_INTRIGUE_EXTENSION") == "never" or not compiled


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Leave tests that are slow in Python out of the short tests, unless their file is named.

    With `--rule`, only the tests that name the rule are left; with `--every`, a sample.
    """
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    named = {Path(name.partition("::")[0]).resolve() for name in config.args if is_named}
    for item in items if _runs_in_python() else []:
        if SLOW_IN_PYTHON.search(item.nodeid) and item.path not in named:
            item.add_marker("long")
    if rule := config.option.rule:
        own = [i for i in items if any(rule in mark.args for mark in i.iter_markers("rule"))]
        _keep(own, items, config)
    deselected = yield
    if every := config.option.every:
        # A test is in the sample or not by its name, whatever else is collected.
        sample = [i for i in items if zlib.crc32(i.nodeid.encode()) % every == 0]
        _keep(sample, items, config)
    return deselected


def _keep(kept: list[pytest.Item], items: list[pytest.Item], config: pytest.Config) -> None:
    """Run only some of the items, and count the others as deselected."""
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip a test if it needs a missing package."""
    try:
        return (yield)
    except Exception as error:
        if package := _missing(error):
            pytest.skip(f"{package} is not installed")
        raise


def pytest_runtest_teardown() -> None:
    """Forget the games that a test has loaded from files, which `GAMES` would show to the next."""
    if registry := sys.modules.get("westeros_intrigue.gamekit.game"):
        registry._GAMES.added.clear()  # noqa: SLF001 - a program never forgets one
    if files := sys.modules.get("westeros_intrigue.gamekit.authoring.game_files"):
        files.FILES.clear()
