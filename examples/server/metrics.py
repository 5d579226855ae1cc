"""Counts and times of one process, in the text form that Prometheus reads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper ends of the classes of times, in seconds."""
HELP = {
    "moves_total": ("counter", "Moves made, by game and by who made them."),
    "requests_total": ("counter", "Requests answered, by method and status."),
    "limited_total": ("counter", "Requests refused because an address made too many."),
    "refused_total": ("counter", "Requests refused, by status."),
    "store_failures_total": ("counter", "Requests that the store did not answer."),
    "bot_cpu_seconds_total": ("counter", "CPU seconds of bots, by game and bot."),
    "late_total": ("counter", "Players whose time was over, by game."),
    "tables_in_memory": ("gauge", "Tables that the process remembers."),
    "streams": ("gauge", "Open streams of events."),
    "request_seconds": ("histogram", "Time to answer a request."),
    "move_seconds": ("histogram", "Time from a move's request to its answer."),
    "delivery_seconds": ("histogram", "Time from the news of an entry to the stream."),
}
PREFIX = "westeros_intrigue_"


class Metrics:
    """The counts and times of a process, for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        with self._lock:
            self._values[name, tuple(sorted(labels.items()))] += amount  # type: ignore[assignment]

    def set(self, name: str, value: float) -> None:
        """Set a gauge."""
        with self._lock:
            self._values[name, ()] = value  # type: ignore[assignment]

    def time(self, name: str, seconds: float) -> None:
        """Add a time to a histogram."""
        at = next((at for at, end in enumerate(BUCKETS) if seconds <= end), len(BUCKETS))
        with self._lock:
            self._times.setdefault(name, [0] * (len(BUCKETS) + 1))[at] += 1
            self._sums[name] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """Return all of them as text."""
        with self._lock:
            return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, (kind, told) in HELP.items():
            full = f"{PREFIX}{name}"
            yield f"# HELP {full} {told}"
            yield f"# TYPE {full} {kind}"
            if kind == "histogram":
                yield from self._histogram(full, self._times.get(name, [0] * (len(BUCKETS) + 1)))
                yield f"{full}_sum {self._sums[name]:.6f}"
                continue
            for (found, labels), value in sorted(self._values.items()):
                if found == name:
                    yield f"{full}{_labelled(labels)} {value:.10g}"

    def _histogram(self, full: str, counts: Sequence[int]) -> Iterator[str]:
        total = 0
        for end, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
            total += count
            yield f'{full}_bucket{{le="{end}"}} {total}'
        yield f"{full}_count {total}"


def _labelled(labels: Sequence[tuple[str, str]]) -> str:
    """Return labels as Prometheus writes them; their values contain no quotes."""
    pairs = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{pairs}}}" if pairs else ""
