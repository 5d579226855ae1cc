"""What a notebook gets of a court or a position: the picture and its text, by media type."""

from __future__ import annotations

from westeros_intrigue.drawing.scene import scene_of
from westeros_intrigue.drawing.svg import scene_svg
from westeros_intrigue.drawing.text import scene_text


def media(value: object) -> dict[str, str]:
    """Return the picture inline in HTML, the picture by itself, and the text, by media type.

    HTML comes with the picture because some notebooks and page builders turn a bare picture into
    an image file, whose label is lost.

    Raises:
        WrongType: `value` is neither a Court nor a GameState nor a View.
    """
    scene = scene_of(value)
    picture = scene_svg(scene)
    return {"text/html": picture, "image/svg+xml": picture, "text/plain": scene_text(scene)}
