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
BURST_SECONDS = 10  # an address that was quiet may make the requests of so much time at once
METRICS = "127.0.0.0/8 ::1"  # the networks that read /metrics; METRICS_FROM sets others
ADDRESSES = 100_000  # the addresses that a process remembers


@attrs.define
class Bucket:
    """The requests that an address may still make."""

    left: float
    since: float  # the time of its last request


class Limits:
    """The requests and streams of each address, in one process and one thread.

    Each process counts for itself; a proxy can send an address to the same process.
    """

    def __init__(
        self, requests: float = REQUESTS, streams: int = STREAMS, metrics: str = METRICS
    ) -> None:
        self._requests = requests
        self._metrics = tuple(map(ip_network, metrics.split()))
        self._burst = requests * BURST_SECONDS
        self._most_streams = streams
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._streams: Counter[str] = Counter()

    @classmethod
    def of_environment(cls) -> Self:
        """Return the limits that the environment variables set."""
        requests = float(os.environ.get("REQUESTS_PER_SECOND", REQUESTS))
        streams = int(os.environ.get("STREAMS_PER_ADDRESS", STREAMS))
        return cls(requests, streams, os.environ.get("METRICS_FROM", METRICS))

    def reads_metrics(self, address: str) -> bool:
        """Return True if an address may read the counts and times of the process."""
        try:
            found = ip_address(address)
        except ValueError:  # a socket of this machine has none
            return False
        return any(found in network for network in self._metrics)

    def wait(self, address: str, now: float | None = None) -> float:
        """Count a request; return 0, or the seconds after which the address may ask again."""
        now = time.monotonic() if now is None else now
        bucket = self._buckets.pop(address, None) or Bucket(self._burst, now)
        bucket.left = min(self._burst, bucket.left + (now - bucket.since) * self._requests)
        bucket.since = now
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            return (1 - bucket.left) / self._requests
        bucket.left -= 1
        return 0.0

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
