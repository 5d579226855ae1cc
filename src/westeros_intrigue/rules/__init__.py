"""The rules of the card game: values, moves, turns and points.

Read `cards`, `court`, `variants` and `dealing` first: the pieces of a game, and its chance. Then
read `history`, `facts`, `unseen` and `transitions`, which changes a table event by event. `table`
is the public information, and `state` has the whole game and one player's view. `moves` and
`scoring` advance a game, `log` stores one, and `rulebook` has the rules as data.
"""

from westeros_intrigue.gamekit.packaging import publish_listed as _publish_listed

_publish_listed(globals())
