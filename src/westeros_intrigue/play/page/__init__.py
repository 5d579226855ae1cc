"""The game in a browser: a page, and an engine that answers its messages.

Read `messages` first, then `engine`, which stores the states and sends only views. `friends`
manages the seats at other screens, `positions` shows games to players, and `server` transfers the
messages over HTTP. In the documentation, the page runs the same engine in a worker.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
