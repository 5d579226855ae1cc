"""The game in a browser: one page, and one engine that the page sends messages to.

Read `messages` first, then `engine`, which stores the states and sends only views. `friends` has
the seats at other screens, `positions` what people see, and `server` carries the messages over
HTTP; in the documentation the page runs the same engine in a worker.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.play.page.engine import Engine as Engine
from westeros_intrigue.play.page.messages import write_answer as write_answer

_publish(globals())
