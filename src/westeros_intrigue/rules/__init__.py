"""The rules of the card game: values, moves, turns and points.

Read `cards`, `court`, `variants` and `dealing` first: the pieces of a game, and its chance.
`history` and `facts` follow, then `unseen`, and `transitions`: the changes by each event. `table`
is the public information, `state` the whole game, and the view of one player. `moves` and `scoring`
advance a game, `log` stores one, and `rulebook` has the rules as data.
"""

from westeros_intrigue.gamekit.packaging import publish_listed as _publish_listed

_publish_listed(globals())
