"""Monopoly: Game of Thrones Edition (Hasbro E3278): immutable states and pure functions.

Read `spaces`, `editions`, `board` and `moves` first, then `table` and `state`; then the rules in
`acts`, `dealings`, `turns` and `legality`, which `game` plays. `sentences`, `questions`, `drawing`,
`records` and `players` build on these. `rulebook.json` has the rules in words, `refusals.json` the
reasons for refusing moves, `words.json` the events, moves and questions, `options.json` the options
of tables, and `tables.json` names, numbers and colours of editions.

Monopoly is a trademark of Hasbro, and Game of Thrones one of Home Box Office. This library is
neither affiliated with nor endorsed by them.

>>> import random
>>> rng, state = random.Random(1), setup(2, seed=1)
>>> while not state.is_over:
...     moves = legal_moves(state)
...     state = apply(state, moves[int(rng.random() * len(moves))])
>>> final_winner(state).winners
(1,)
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

NAME = "Monopoly: Game of Thrones Edition"
KEY = "monopoly"
"""The name of the game in files and on the command line."""

_publish(globals())
