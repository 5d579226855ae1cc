"""A Game of Thrones: B'Twixt: the whole game as immutable states and pure functions.

Much of the printed box is not publicly known: `KNOWN_CARDS` has the known part, and `SAMPLE_BOX`
invents the rest. Read `cards`, `variants`, `box`, `chance`, `moves`, `table` and `state` first,
then the rules in `questions`, `abilities` and `seasons`, which `game` plays; then `clues`,
`worlds`, `replay`, `players`, `text` and `records`. `rulebook.json` has the rules in words,
`words.json` the abilities, events, questions and refusals, and `options.json` the options of
tables.

B'Twixt is a game of Fantasy Flight Games; its name, the names of its cards and A Game of Thrones
are trademarks of their owners. This library is neither affiliated with nor endorsed by them.

>>> state = setup(3, seed=1)
>>> state = apply(state, parse_move("leader jon-snow"))
>>> state.decision.kind, state.active_player
(DecisionKind.CHOOSE_LEADER, 1)
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

NAME = "A Game of Thrones: B'Twixt"
KEY = "btwixt"
"""The name of the game in files and on the command line."""

_publish(globals())
