"""Matches: many games between players, each of whom plays every deal from every seat.

Read `match` first, the terms and a single game; then `results` and `playing`.
Intervals and ratings need the extra `match`: `pip install "westeros-intrigue[match]"`.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
