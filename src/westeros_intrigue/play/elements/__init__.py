"""The card table for pages and notebooks of others: `<westeros-court>` and `<westeros-table>`.

`joining` makes one file of the modules, styles and drawings in this folder; `scenes` writes what an
element shows. The page and the elements share `elements.js`, `names.js`, `cards.js`, `court.js`,
`motion.js`, `dragging.js`, `placing.js`, `court.css` and `symbols.svg`. Of the elements alone are
`court_element.js`, `table_element.js`, `widget.js`, a notebook's side of them, and `element.css`.
`contents.d.ts` declares the constants that `joining` puts before the modules. `parts.js` and
`parts.css` are the parts of the tables that games bring along.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.play.elements.joining import element_source, write_elements
from westeros_intrigue.play.elements.scenes import court_scene

__all__ = [
    "court_scene",
    "element_source",
    "write_elements",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
