"""Records: whole games as text that people can read and annotate, checked on reading.

Read `writing` first, the lines of a game and their parsers; then `reading`, which compares a text
with the replayed game; and `record`, the class and its files.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
