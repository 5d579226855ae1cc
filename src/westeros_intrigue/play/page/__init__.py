"""The game in a browser: a page, and an engine that answers its messages.

Read `messages` first, then `engine`, which stores the states and sends only views: `positions`
shows a game, `reviews` says what a move is worth, `tables` begins games, `exercises` has the lesson
and the puzzles, and `friends` the seats at other screens. `server` transfers the messages over
HTTP. In the documentation, the page runs the same engine in a worker.
"""

from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer

__all__ = [
    "Engine",
    "write_answer",
]
