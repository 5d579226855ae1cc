"""The game in a browser: a page, and an engine that receives its messages.

Read `messages` first, then `engine`, which stores the states and sends only views. `friends` has
the seats at other screens, `positions` what players see, and `server` transfers the messages over
HTTP; in the documentation, the page runs the same engine in a worker.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.play.page.engine import Engine as Engine
from westeros_intrigue.play.page.messages import write_answer as write_answer

_publish(globals())
