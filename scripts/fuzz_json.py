"""Damage documents for a given time, and check that reading raises only DecodingError.

    PYTHONPATH=tests python scripts/fuzz_json.py [minutes] [seed]

A document that is still readable must be one that the library itself writes, and keep its promises.
The tests do the same for a moment.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter

from documents.test_hostile_json import assert_keeps_its_promises
from sample_documents import readable_values, spoilt, written

from westeros_intrigue import DecodingError, from_json
from westeros_intrigue.documents import from_data, to_data


def fuzz(minutes: float, seed: int) -> Counter[str]:
    """Return the numbers of documents that were refused, and that could still be read."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    by_class: dict[type, list[object]] = {}
    for example in readable_values():
        by_class.setdefault(type(example), []).append(to_data(example))
    classes = list(by_class)
    counts: Counter[str] = Counter()
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        # Each class is equally likely, no matter how many values it has.
        cls = chance.choice(classes)
        data: object = spoilt(chance.choice(by_class[cls]), chance, chance.choice((1, 1, 2, 3, 8)))
        try:
            if chance.random() < 0.5:
                value: object = from_data(cls, data)
            else:
                text = written(data)
                value, data = from_json(cls, text), json.loads(text)
        except DecodingError:
            counts["refused"] += 1
            continue
        try:
            assert_keeps_its_promises(value, data)
        except BaseException:
            print(json.dumps(data, default=repr))
            raise
        counts[f"read: {cls.__name__}"] += 1
    return counts


if __name__ == "__main__":
    given = [*sys.argv[1:], *("1", "0")[len(sys.argv) - 1 :]]
    found = fuzz(float(given[0]), int(given[1]))
    for name, count in sorted(found.items()):
        print(f"{name}: {count}")
