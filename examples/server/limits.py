"""Limits for each address: no client takes the server from the others, and few read its counts."""

from __future__ import annotations

import os
import time
from collections import Counter, OrderedDict
from ipaddress import ip_address, ip_network
from typing import Self

import attrs

REQUESTS = 20.0  # requests of an address in a second; REQUESTS_PER_SECOND sets another number
STREAMS = 100  # streams of an address at a time; STREAMS_PER_ADDRESS sets another number
TABLES = 240.0  # tables that an address makes in an hour; TABLES_PER_HOUR sets another number
SETTING_BYTES = 2_000_000.0  # of their settings; SETTING_BYTES_PER_HOUR sets another number
HOUR = 3600  # seconds
BURST_SECONDS = 10  # an address that was quiet may make the requests of so much time at once
METRICS = "127.0.0.0/8 ::1"  # the networks that read /metrics; METRICS_FROM sets others
ADDRESSES = 100_000  # the addresses that a process remembers


@attrs.define
class Bucket:
    """What an address may still use."""

    left: float
    since: float  # the time of its last request


class Buckets:
    """Of each address, how much it may use in a second, and how much at once after a rest."""

    def __init__(self, rate: float, most: float) -> None:
        if not rate > 0:
            raise ValueError("a limit is a number above 0")
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str, amount: float, now: float | None = None) -> float:
        """Return the seconds after which an address may use an amount; 0 if it may now."""
        return max(0.0, min(amount, self._most) - self._left(address, now)) / self._rate

    def take(self, address: str, amount: float, now: float | None = None) -> None:
        """Count an amount that an address uses."""
        now = time.monotonic() if now is None else now
        left = self._left(address, now) - amount
        self._buckets.pop(address, None)
        self._buckets[address] = Bucket(left, now)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)

    def _left(self, address: str, now: float | None) -> float:
        bucket = self._buckets.get(address)
        if bucket is None:
            return self._most
        now = time.monotonic() if now is None else now
        return min(self._most, bucket.left + (now - bucket.since) * self._rate)


class Limits:
    """The requests, streams and new tables of each address, in one process and one thread.

    Each process counts for itself; a proxy can send an address to the same process.
    """

    def __init__(
        self,
        requests: float = REQUESTS,
        streams: int = STREAMS,
        metrics: str = METRICS,
        *,
        tables: float = TABLES,
        setting_bytes: float = SETTING_BYTES,
    ) -> None:
        self._requests = Buckets(requests, requests * BURST_SECONDS)
        self._tables = Buckets(tables / HOUR, tables)
        self._bytes = Buckets(setting_bytes / HOUR, setting_bytes)
        self._metrics = tuple(map(ip_network, metrics.split()))
        self._most_streams = streams
        self._streams: Counter[str] = Counter()

    @classmethod
    def of_environment(cls) -> Self:
        """Return the limits that the environment variables set."""
        requests = float(os.environ.get("REQUESTS_PER_SECOND", REQUESTS))
        streams = int(os.environ.get("STREAMS_PER_ADDRESS", STREAMS))
        return cls(
            requests,
            streams,
            os.environ.get("METRICS_FROM", METRICS),
            tables=float(os.environ.get("TABLES_PER_HOUR", TABLES)),
            setting_bytes=float(os.environ.get("SETTING_BYTES_PER_HOUR", SETTING_BYTES)),
        )

    def reads_metrics(self, address: str) -> bool:
        """Return True if an address may read the counts and times of the process."""
        try:
            found = ip_address(address)
        except ValueError:  # a socket of this machine has none
            return False
        return any(found in network for network in self._metrics)

    def wait(self, address: str, now: float | None = None) -> float:
        """Count a request; return 0, or the seconds after which the address may ask again."""
        if wait := self._requests.wait(address, 1, now):
            return wait
        self._requests.take(address, 1, now)
        return 0.0

    def wait_for_table(self, address: str, size: int, now: float | None = None) -> float:
        """Count a new table; return 0, or the seconds after which the address may make it.

        Args:
            address: the address.
            size: the bytes of the table's setting.
            now: the time in seconds; None for the time of this process.
        """
        uses = ((self._tables, 1), (self._bytes, size))
        if wait := max(buckets.wait(address, amount, now) for buckets, amount in uses):
            return wait
        for buckets, amount in uses:
            buckets.take(address, amount, now)
        return 0.0

    def makes_no_table(self, address: str, size: int) -> None:
        """Give back what was counted for a table that was then refused."""
        self._tables.take(address, -1)
        self._bytes.take(address, -size)

    def opens(self, address: str) -> bool:
        """Count a stream; return False if the address has too many."""
        if self._streams[address] >= self._most_streams:
            return False
        self._streams[address] += 1
        return True

    def closes(self, address: str) -> None:
        """Forget a stream."""
        self._streams[address] -= 1
        if not self._streams[address]:
            del self._streams[address]
