"""The screens that games bring along: their own tables on the page instead of the usual one.

A screen is a folder beside the game with `screen.js`, `screen.css` and pictures, and a function
that returns what they show from a seat's view. The page runs the files; the facts reach them as
JSON, in the message of each position.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping
from typing import Any, Generic

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.codecs import Codec, Data, Schema, hoist_definitions
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType

View_contra = TypeVar("View_contra", contravariant=True, default=Any)

SCRIPT = "screen.js"
"""The file that every screen has."""
ENDINGS = (".js", ".css", ".svg")
"""The endings of the files that the page delivers."""


@attrs.frozen(eq=False, repr=False)
class GameScreen(Generic[View_contra]):
    """A game's own table on the page: its files, and what they show.

    The page imports `screen.js` and calls its `makeScreen`. It delivers only files with the endings
    `.js`, `.css` and `.svg`. A class of facts consists of what the codecs can write: integers,
    texts, enumerations, frozen classes and tuples of them.

    >>> from westeros_intrigue.games import monopoly
    >>> @attrs.frozen
    ... class Coins:
    ...     cash: tuple[int, ...]
    >>> def coins(view: monopoly.View) -> Coins:
    ...     return Coins(view.cash)
    >>> screen = GameScreen("westeros_intrigue.games.monopoly", Coins, coins)
    >>> screen.write(coins(monopoly.observe(monopoly.setup(2, seed=1), 0)))
    {'cash': [30, 30]}
    >>> screen.read({"cash": [30, 29]})
    Coins(cash=(30, 29))
    """

    package: str
    """The package that has the folder, such as `westeros_intrigue.games.monopoly`."""
    form: type[Any]
    """The class of the facts."""
    facts: Callable[[View_contra], Any]
    """Returns the facts that the screen shows, from what a seat's view knows; None for the usual
    table."""
    folder: str = "screen"
    """The folder of the files in the package."""
    codecs: Codecs = attrs.field(factory=Codecs)
    """The codecs of the parts of the facts; only special ones have to be named."""
    preview: Callable[[View_contra, str], Any] | None = None
    """Returns the consequences of a legal move that is still being composed, such as an offer, from
    a seat's view and the move as text; None for moves without any. The value is of a class that
    the facts contain."""

    def __repr__(self) -> str:
        return f"<GameScreen in {self.package}: {self.form.__name__}>"

    def write(self, facts: object) -> Data:
        """Return facts as JSON data.

        Raises:
            WrongType: they are not of the class `form`, or JSON cannot represent them.
        """
        if type(facts) is not self.form:
            raise WrongType(
                f"facts returned {values.short_repr(facts)}: return a {self.form.__name__}, "
                "as form says"
            )
        return self._codec().write(facts)

    def write_preview(self, view: Any, move: str) -> Data:  # noqa: ANN401 - of any game
        """Return the consequences of a legal move as JSON data; None if the screen shows none.

        >>> GameScreen("westeros_intrigue.games.monopoly", int, int).write_preview(None, "buy")

        Args:
            view: the view of the seat that would make the move.
            move: the text of the move.
        """
        shown = None if self.preview is None else self.preview(view, move)
        return None if shown is None else self.codecs.codec_for(type(shown)).write(shown)

    def read(self, data: object) -> object:
        """Return the facts in JSON data. Raise DecodingError for data that are not facts."""
        return self._codec().read(data)

    def _codec(self) -> Codec[Any]:
        return self.codecs.codec_for(self.form)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the facts, from which the types for their script are made."""
        return {
            "title": f"Facts of {self.package}",
            **hoist_definitions(self._codec().schema),
        }

    def read_files(self) -> Mapping[str, bytes]:
        """Return the contents of the files by name.

        >>> GameScreen("westeros_intrigue.players", int, int).read_files()
        Traceback (most recent call last):
        westeros_intrigue.gamekit.errors.InvalidValue: westeros_intrigue.players has no file \
screen/screen.js: add it, or leave SCREEN out

        Raises:
            InvalidValue: the folder has no `screen.js`.
        """
        from importlib.resources import files  # noqa: PLC0415 - for the page only

        place = files(self.package) / self.folder
        found = {
            each.name: each.read_bytes()
            for each in (place.iterdir() if place.is_dir() else ())
            if each.name.endswith(ENDINGS)
        }
        if SCRIPT not in found:
            raise InvalidValue(
                f"{self.package} has no file {self.folder}/{SCRIPT}: add it, or leave SCREEN out"
            )
        return found
