"""The game in a browser: a page, and an engine that answers its messages.

Read `messages` and `requests` first, then `engine`, which stores the states and sends only views:
`positions` shows a game, `reviews` says what a move is worth, `tables` begins games, `exercises`
holds the lesson and the puzzles, `own_screens` the tables that games bring along, and `friends` the
seats at other screens. `server` transfers the messages over HTTP. In the documentation, the page
runs the same engine in a worker.

To add something to the page, follow `can_undo`. What a view or an answer has already needs only the
fourth and fifth steps, and the third if it is announced:

1. `messages` or `requests`: the field of its message, with a docstring. Schemas and the types for
   JavaScript follow.
2. `positions`: the value of the field, from a view alone.
3. `browser/state.js`: whether a screen shows, announces or drops it, without a document.
4. `browser/table.html`, or the HTML of another screen, which `browser/index.html` names; the
   script that draws it, which is `browser/seats.js` for a seat and `browser/table.js` for the rest
   of the table; and `browser/table.css` or `browser/style.css`: how it looks. Below 1000 pixels,
   players do not see their own seat: what it says also belongs beside the hand. The court, the
   cards and the colours are in `play/elements`, which pages of others share.
5. `tests/play/page/state.test.mjs`, which Node runs; `tests/play/page/test_layout.py`, which
   finds what is covered at three sizes, and what its `CUT` lists at a phone's;
   `tests/play/page/test_texts.py`, which counts what the longest names cut; and
   `tests/play/page/test_page.py`. A text that is cut away is not found: look at it at 320 x 640,
   where the upper rows of a court are cut. Most tests in a browser are long proofs, which the
   option -m "long or not long" of pytest includes. `.ci/run types` checks the scripts against
   the types of the messages.
6. `docs/messages.md`: what programs can read of it.
7. `scripts/make.py screenshots`: the pictures on the first page of the documentation.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer

__all__ = [
    "Engine",
    "write_answer",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
