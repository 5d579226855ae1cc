"""Runs the tests, and finds the examples in docstrings.

Hypothesis has no deadlines, and draws the same examples in every CI run. It draws fewer without the
long proofs, unless a test sets the number.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from coverage import Coverage

pytest.register_assert_rewrite("tables", "view_checks")


SLOW_IN_PYTHON = re.compile(
    r"README\.md|docs/(bulk|messages|players)\.md|docs/how-to/(matches|train-a-player|write-a-player)\.md|"
    r"tests/play/terminal/test_(analyse|puzzle|simulate)\.py|"
    r"tests/lab/players/test_(analysis|inference|knowledge|search_players)\.py|"
    r"tests/play/puzzles/test_puzzles\.py|"
    r"lab/simulation/[\w/]+\.py|environments/(gymnasium|vector)\.py|lab/players/(analysis|game_analysis|search)\.py"
)
"""Examples and tests that take long without the compiled half.

There, the short tests leave them out unless the command line names their file."""

TRACED, TRACED_LONG = 0.1, 1.0
"""The seconds without new code after which a test, or a long proof, is no longer traced.

Tracing for coverage makes a test take up to three times as long. A line that a test reaches late
can look missed."""

TRACED_PROOFS = re.compile(r"tests/lab/|tests/play/terminal/|tests/play/page/test_engine\.py")
"""The long proofs that reach what no shorter test does; the others are not traced."""

OURS = {
    "westeros_intrigue",
    "benchmarks",
    *(path.stem for path in Path(__file__).parent.glob("tests/*")),
}
"""The modules of a checkout: a test fails if one of them is missing."""

SHORT, LONG = 8, 60
"""The examples that Hypothesis draws for a test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for environments with everything that tests can use, and one for a rule."""
    parser.addoption("--no-skips", action="store_true", help="count a skipped test as a failed one")
    parser.addoption("--rule", metavar="ID", help="run only the tests that name this rule")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Set up Hypothesis, and let Ctrl-C interrupt tests that run in the background."""
    # No test reads the stored games of the person who runs it.
    os.environ["WESTEROS_INTRIGUE_GAMES"] = tempfile.mkdtemp(prefix="westeros-intrigue-")
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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module that imports a package of an extra or tool that is not installed."""
    describe = collector.repr_failure

    def describe_briefly(excinfo: pytest.ExceptionInfo[BaseException]) -> object:
        # Tracebacks, which nobody would see, take longer than the imports.
        package = _missing(excinfo.value)
        return f"{package} is not installed" if package else describe(excinfo)

    collector.repr_failure = describe_briefly  # type: ignore[method-assign, assignment]
    report = yield
    call = vars(report).get("call")  # where pytest stores it until it has shown a failure
    if report.failed and call is not None and (package := _missing(call.excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"{package} is not installed")
    return report


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests that are slow in Python out of the short tests, unless their file is named.

    With `--rule`, only the tests that name the rule are left.
    """
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    named = {Path(name.partition("::")[0]).resolve() for name in config.args if is_named}
    for item in items if _runs_in_python() else []:
        if SLOW_IN_PYTHON.search(item.nodeid) and item.path not in named:
            item.add_marker("long")
    if rule := config.option.rule:
        own = [i for i in items if any(rule in mark.args for mark in i.iter_markers("rule"))]
        config.hook.pytest_deselected(items=[item for item in items if item not in own])
        items[:] = own


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Trace a test while it finds new code, and skip it if it needs a missing package."""
    with _traced(item):
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


@contextmanager
def _traced(item: pytest.Item) -> Iterator[None]:
    """Trace a test while it reaches lines that no other test of this process has reached."""
    if "coverage" not in sys.modules:  # only measured runs need it
        yield
        return
    from coverage import Coverage  # noqa: PLC0415

    if (measuring := Coverage.current()) is None:
        yield
        return
    paused: list[Coverage] = []
    reached = _reached(measuring)

    def look(*_: object) -> None:
        nonlocal reached
        before, reached = reached, _reached(measuring)
        # In a worker, pytest-cov runs two, one nested in the other.
        while before == reached and (running := Coverage.current()) is not None:
            running.stop()
            paused.append(running)

    signal.signal(signal.SIGVTALRM, look)
    interval = TRACED
    if item.get_closest_marker("long"):
        interval = TRACED_LONG
        if not TRACED_PROOFS.match(item.nodeid):
            look()  # nothing was reached yet, so tracing ends
    signal.setitimer(signal.ITIMER_VIRTUAL, interval, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        while paused:
            paused.pop().start()


def _reached(measuring: Coverage) -> int:
    """Return the number of lines and branches reached; the public API writes them to a file."""
    collector = measuring._collector  # noqa: SLF001
    return sum(map(len, collector.data.values())) if collector else 0


def _is_written_in(_finder: doctest.DocTestFinder, module: ModuleType, thing: object) -> bool:
    """Return whether a module defines an object: public names have the name of another module."""
    if inspect.isfunction(thing):
        return thing.__globals__ is vars(module)
    if inspect.isclass(thing):
        written = rf"^class {thing.__name__}\b"
        return re.search(written, inspect.getsource(module), re.MULTILINE) is not None
    return isinstance(thing, property | classmethod | staticmethod)


doctest.DocTestFinder._from_module = _is_written_in  # type: ignore[attr-defined]  # noqa: SLF001 - not in typeshed, and the one way in
