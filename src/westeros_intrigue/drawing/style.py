"""The style of a picture: light and dark colours, the signs of the houses, the style sheet.

Colours are attributes of the elements, which every viewer supports; a style sheet changes them for
readers who prefer dark pages. Each picture has its own background, so it is readable on any page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from westeros_intrigue.rules.cards import House

Theme = Literal["auto", "light", "dark"]
"""The colour scheme of a picture; `auto` follows the preference of the reader."""


@attrs.frozen
class Paint:
    """The colours of an element: its background, its outline, and the text and signs on it."""

    fill: str
    stroke: str
    ink: str


# Light and dark paint by kind of element; the kind is the end of the element's class name.
PAINTS: dict[str, tuple[Paint, Paint]] = {
    "panel": (Paint("#fbfaf6", "#ddd8cc", "#2a2926"), Paint("#1d1c20", "#3b3941", "#ebe8e1")),
    "text": (Paint("#2a2926", "none", "#2a2926"), Paint("#ebe8e1", "none", "#ebe8e1")),
    "muted": (Paint("#67625a", "none", "#67625a"), Paint("#aba59b", "none", "#aba59b")),
    "S": (Paint("#dde3e8", "#83909c", "#1f2f3b"), Paint("#c3ccd4", "#eef2f5", "#17242e")),
    "L": (Paint("#a51d2a", "#6f0f19", "#fff2dd"), Paint("#a81f2d", "#e8747d", "#fff2dd")),
    "B": (Paint("#f3c73f", "#a67c0c", "#2a2104"), Paint("#e2b632", "#fbe08d", "#231c02")),
    "T": (Paint("#2b2730", "#08070a", "#f6ddd8"), Paint("#09080b", "#9b5f69", "#f3d3ce")),
    "back": (Paint("#b9b2a4", "#837b6c", "#837b6c"), Paint("#4d4a55", "#86818f", "#86818f")),
    "throne": (Paint("#fbeec4", "#8d6a06", "#4b3800"), Paint("#4a3b0c", "#e5c04f", "#fdeeb8")),
    "last": (Paint("none", "#0b63b8", "#0b63b8"), Paint("none", "#7cbcff", "#7cbcff")),
    "open": (Paint("#e3f3e6", "#1b7040", "#14542f"), Paint("#16321f", "#6fd197", "#9be5b8")),
    "closed": (Paint("none", "#8b847a", "#8b847a"), Paint("none", "#87818f", "#87818f")),
    "highlight": (Paint("#fbfaf6", "#8a3fd1", "#6b2aa8"), Paint("#1d1c20", "#c58bff", "#d5a8ff")),
}

_SEATS = (
    ("#0b63b8", "#7cbcff"),
    ("#b8480b", "#ff9a66"),
    ("#00785a", "#5fd3b0"),
    ("#a03f86", "#f09ad6"),
    ("#806400", "#e2c23c"),
    ("#2a2926", "#ebe8e1"),
)
"""The colours of the seats in light and dark pictures, which most colour-blind people can
distinguish; shapes and dashes help the others."""
COURSE_PAINTS = {kind: PAINTS[kind] for kind in ("panel", "text", "muted", "closed")} | {
    f"seat-{seat}": (Paint(light, light, light), Paint(dark, dark, dark))
    for seat, (light, dark) in enumerate(_SEATS)
}
"""The paint of pictures of the course of a game."""

SIGNS: dict[House, str] = {
    # A wolf's head.
    House.STARK: (
        '<path d="M2.5 1 6.2 4.6h3.6L13.5 1l.3 7.6-3 3.2L8 15.6l-2.8-3.8-3-3.2zM5 7.6l2.2 1.7'
        'V8.2zM11 7.6 8.8 9.3V8.2z" fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
    # A lion's mane, as a sun.
    House.LANNISTER: (
        '<path d="M8 .4l1.5 2.8L12.2 1.6l-.2 3.2 3.2.1-1.8 2.6L16 9.3l-2.9 1.3 1.3 2.9-3.2-.3'
        "-.7 3.1L8 14.2 5.5 16.3l-.7-3.1-3.2.3 1.3-2.9L0 9.3l2.6-1.8L.8 4.9 4 4.8 3.8 1.6l2.7 "
        '1.6zM8 5.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z" '
        'fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
    # A stag's antlers.
    House.BARATHEON: (
        '<path d="M7 15.5V12.6Q2.2 11.4 1.2 5M2.3 8.6Q.7 8.3.2 6.6M4.1 11Q5.5 8.6 4.8 4.6'
        "M5 7.4Q6.6 6.3 6.7 3.6M9 15.5V12.6Q13.8 11.4 14.8 5M13.7 8.6Q15.3 8.3 15.8 6.6"
        'M11.9 11Q10.5 8.6 11.2 4.6M11 7.4Q9.4 6.3 9.3 3.6" '
        'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>'
    ),
    # A dragon's flame.
    House.TARGARYEN: (
        '<path d="M8.6.4c.4 3.1 4.9 5.2 4.9 9.6A5.5 5.5 0 0 1 8 15.6 5.5 5.5 0 0 1 2.5 10c0-2.6 '
        "1.6-3.9 1.9-6.4 1.2.7 1.8 1.6 2 2.8C7.7 4.9 8.4 2.9 8.6.4z"
        'M8.2 8.2c-.5 1.5-2 2.2-2 3.9a1.9 1.9 0 0 0 3.8 0c0-1.5-1.5-2.4-1.8-3.9z" '
        'fill="currentColor" fill-rule="evenodd" stroke="none"/>'
    ),
}
"""The sign of each house, in a square of 16 by 16 pixels, in the current colour."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def style_sheet(
    scope: str, theme: Theme, paints: Mapping[str, tuple[Paint, Paint]] = PAINTS
) -> str:
    """Return a style sheet whose rules apply only inside the class `scope`."""
    # On the root element itself, or outside a media query, CairoSVG would read `height:auto` as a
    # height and draw nothing.
    rules = f"@media all{{.{scope}{{max-width:100%;height:auto}}}}"
    if theme != "auto":
        return rules
    dark = "".join(
        f".{scope} .{scope}-{kind}{{fill:{paint.fill};stroke:{paint.stroke};color:{paint.ink}}}"
        for kind, (_, paint) in paints.items()
    )
    return f"{rules}@media (prefers-color-scheme:dark){{{dark}}}"
