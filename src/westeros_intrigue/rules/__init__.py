"""The rules of the card game: values, moves, turns and points.

Read `cards`, `court`, `variants` and `dealing` first: the pieces of a game and its random outcomes.
Then read `history`, `facts`, `unseen` and `transitions`, which changes a table event by event.
`table` contains the public information; `state` contains the whole game, or one player's view of
it. `moves` and `scoring` advance a game, and `log` recovers its events and replays its moves.
`rulebook.json` has the rules in words.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
