"""The common base of all games: values, errors, chance, text, data, and one protocol.

To write a game, subclass `GameOf`, and `Position` for its positions.

Read `errors` and `values` first, then `chance` and `text`, then `codecs` and `documents`.
`display`, `options`, `players`, `questions`, `records` and `rulebook` are parts of every game;
`agenda` runs games with many kinds of questions. `game` is the protocol that every game follows;
`positions` and `own_games` derive a whole game from a few methods. `packaging` names, imports and
versions the package.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
