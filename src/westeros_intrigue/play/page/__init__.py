"""The game in a browser: one page, and behind it one engine that the page sends messages to.

`requests` are the messages of the page, and `engine` returns the `answers`. The engine stores the
states and sends views, so that a page cannot show what its reader may not know. `server` carries
the messages over HTTP; in the documentation the page runs the same engine in a worker. `chairs` has
the links of friends at their own screens, and `listeners` sends them changes at once.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.play.page.engine import Engine as Engine
from westeros_intrigue.play.page.messages import written as written

_publish(globals())
