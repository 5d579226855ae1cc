"""The game in a browser: one page, and behind it one engine that the page sends messages to.

`requests` is what the page asks for, and `engine` gives the `answers`. The engine holds the states
and sends views, so that a page cannot show what its reader may not know. `server` carries the
messages over HTTP; in the documentation the page runs the same engine in a worker.
"""
