"""Drawings of courts and positions, as plain text and as SVG pictures.

Read `scene` first, the contents of a drawing and its text; then `svg`, the picture; then `course`,
which draws the course of a whole game.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
