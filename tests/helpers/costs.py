"""A plugin of pytest that counts the CPU seconds of tests, with those of the programs they start.

`pytest --costs FILE` prints the seconds of each folder and of the dearest tests, and writes the
seconds of every test into a file of JSON. Work that others do at the same time changes them less
than it changes the time on the clock.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

DEAREST = 20
"""The tests that are listed one by one."""

READING = "reading the tests"
SHARED = "preparing what several tests share"
REPORTING = "starting, reporting and ending"

Costs = dict[str, float]


def used_seconds() -> float:
    """Return the CPU seconds of this process and of all programs that it has started.

    Those that still run, such as the browser of several tests, are counted on Linux alone;
    elsewhere, the last test that uses them pays for all.
    """
    times = os.times()
    ended = times.user + times.system + times.children_user + times.children_system
    return ended + _seconds_of_running(Path("/proc/self"))


def _seconds_of_running(parent: Path) -> float:
    """Return the CPU seconds of the programs below a process, with those that ended below them."""
    seconds = 0.0
    for children in parent.glob("task/*/children"):
        with suppress(OSError):  # a thread or a program has just ended
            for child in children.read_text("ascii").split():
                # Two times of its own, and two of its children, stand behind a name in parentheses.
                own = Path("/proc", child, "stat").read_text("utf-8", "replace").rpartition(")")[2]
                seconds += sum(map(int, own.split()[11:15])) / os.sysconf("SC_CLK_TCK")
                seconds += _seconds_of_running(Path("/proc", child))
    return seconds


def folder_of(test: str) -> str:
    """Return the folder whose tests are counted together, at most three deep."""
    path = Path(test.partition("::")[0])
    return str(Path(*path.parent.parts[:3])) if path.parent.parts else str(path)


class CostsOfTests:
    """Counts in every process; the first process collects and shows what was counted."""

    def __init__(self, config: pytest.Config) -> None:
        """Begin to count."""
        self.config = config
        self.is_worker = hasattr(config, "workerinput")
        self.started = used_seconds()
        self.of_tests: Costs = {}
        self.of_processes: Costs = {}
        self._phase_started = self._of_test = 0.0
        self._reading = self._shared = self._vanished = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Count the reading of the tests."""
        started = used_seconds()
        try:
            return (yield)
        finally:
            self._reading = used_seconds() - started

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """Begin to count a test."""
        self._phase_started, self._of_test = used_seconds(), 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        """Leave what several tests share, such as a browser, out of the test that is first."""
        started, shared = used_seconds(), self._shared
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                # What was prepared for it meanwhile is a part of it.
                seconds = used_seconds() - started
                self._phase_started += seconds - (self._shared - shared)
                self._shared = shared + seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note in the last report of a test what the test took."""
        report = yield
        seconds = used_seconds() - self._phase_started
        # A browser that ends does not wait for its parts, whose seconds are then known no longer.
        self._vanished += max(0, -seconds)
        self._of_test += max(0, seconds)
        self._phase_started += seconds
        if call.when == "teardown":
            vars(report)["cpu_seconds"] = round(self._of_test, 3)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what a test took; one that ran again is counted again."""
        seconds = getattr(report, "cpu_seconds", 0.0)
        self.of_tests[report.nodeid] = self.of_tests.get(report.nodeid, 0.0) + seconds

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Send the other costs of a process to the first one."""
        known = self._reading + self._shared + sum(self.of_tests.values())
        costs = {
            READING: round(self._reading, 1),
            SHARED: round(self._shared, 1),
            REPORTING: round(used_seconds() + self._vanished - self.started - known, 1),
        }
        if self.is_worker:
            self.config.workeroutput["costs"] = costs  # type: ignore[attr-defined]  # xdist's
        elif not self.of_processes:  # without workers
            self.of_processes.update(costs)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker counted."""
        for name, seconds in getattr(node, "workeroutput", {}).get("costs", {}).items():
            self.of_processes[name] = self.of_processes.get(name, 0.0) + seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show the costs by folder, and write those of each test."""
        folders: dict[str, float] = {}
        numbers: Counter[str] = Counter()
        for test, seconds in self.of_tests.items():
            folders[folder_of(test)] = folders.get(folder_of(test), 0.0) + seconds
            numbers[folder_of(test)] += 1
        terminalreporter.section("CPU seconds")
        whole = sum(folders.values()) + sum(self.of_processes.values())
        terminalreporter.write_line(f"{whole:8.1f}  all")
        for name, seconds in self.of_processes.items():
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")
        for name, seconds in sorted(folders.items(), key=lambda item: -item[1]):
            terminalreporter.write_line(f"{seconds:8.1f}  {name}: {numbers[name]} tests")
        terminalreporter.write_line("The dearest tests:")
        dearest = sorted(self.of_tests.items(), key=lambda item: -item[1])
        for test, seconds in dearest[:DEAREST]:
            terminalreporter.write_line(f"{seconds:8.1f}  {test}")
        costs = {**self.of_processes, **self.of_tests}
        text = json.dumps(costs, indent=1, sort_keys=True) + "\n"
        Path(self.config.getoption("costs")).write_text(text, "utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file."""
    parser.addoption("--costs", metavar="FILE", help="print CPU seconds, and write them to a file")


def pytest_configure(config: pytest.Config) -> None:
    """Count if it is asked for."""
    if config.getoption("costs"):
        config.pluginmanager.register(CostsOfTests(config), "costs of tests")
