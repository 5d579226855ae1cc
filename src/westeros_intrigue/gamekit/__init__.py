"""The common ground of all games: values, errors, chance, text, data, and one shape of a game.

A game of your own is a subclass of `GameOf`, whose positions are a subclass of `Position`.

Read `errors` and `values` first, then `chance` and `text`, then `codecs` and `documents`.
`display`, `options`, `players`, `questions`, `records` and `rulebook` are parts that every game
has, `agenda` is the engine of a game with many kinds of questions, `game` is the whole of them, and
`positions` and `own_games` derive one from a few methods.
`packaging` names, imports and versions the package.
"""

from westeros_intrigue.gamekit.packaging import lazy as _lazy

__getattr__, __dir__ = _lazy(globals())
