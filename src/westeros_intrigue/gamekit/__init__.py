"""The common ground of all games: values, errors, chance, text, data, and one shape of a game.

Read `errors` and `values` first, then `chance` and `text`, then `codecs` and `documents`.
`display`, `options`, `players`, `questions`, `records` and `rulebook` are parts that every game
has, `agenda` is the engine of a game with many kinds of questions, `game` is the whole of them, and
`packaging` names, imports and versions the package.
"""
