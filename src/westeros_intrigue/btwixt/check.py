"""A check of the file in which an owner enters the cards of the printed box.

Rules: box.catalogue, box.refused, box.minimum, box.well-formed.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from westeros_intrigue.base.errors import DecodingError
from westeros_intrigue.base.options import FileReport
from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.boxfile import FORMAT
from westeros_intrigue.btwixt.cards import describe
from westeros_intrigue.btwixt.faults import Fault, InvalidBox
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.btwixt.variants import ADVANCED, KINGSMOOT, STANDARD
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT


@attrs.frozen
class BoxReport(Value):
    """The contents of a file, and its gaps; `str` is the report for its owner.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> print(check_box(SAMPLE_BOX.to_json()))
    Sample box: 9 leaders, 30 allies, 109 influence cards of 24 titles, 54 tokens.
    The standard game: ready for 3 to 6 leaders.
    The advanced game: ready for 3 to 6 leaders.
    The Kingsmoot draft: ready for 3 to 6 leaders.
    """

    box: Box | None
    """The box; None if the file is not one."""
    faults: tuple[Fault, ...]
    """Why the file is not a box; empty if it is one."""
    games: tuple[tuple[str, tuple[Fault, ...]], ...]
    """For each game, by name, why tables of 3 to 6 leaders cannot play it."""

    @property
    def is_playable(self) -> bool:
        """True if the standard game can be played at every table."""
        return self.box is not None and not self.games[0][1]

    @property
    def in_words(self) -> tuple[str, ...]:
        """The abilities of each card and ally, as they will be played."""
        if self.box is None:
            return ()
        cards = [f"{card.title}. {describe(card)}" for card in self.box.influence if card.abilities]
        allies = [f"{ally.name}. {describe(ally)}" for ally in self.box.allies if ally.abilities]
        return (*cards, *allies)

    def __str__(self) -> str:
        if self.box is None:
            return "\n".join(["This is not a box:", *(f"  {fault}" for fault in self.faults)])
        box = self.box
        head = (
            f"{box.name}: {len(box.leaders)} leaders, {len(box.allies)} allies, "
            f"{len(box.cards)} influence cards of {len(box.influence)} titles, "
            f"{len(box.token_values)} tokens."
        )
        lines = [head]
        listed: set[Fault] = set()
        for game, faults in self.games:
            new = [fault for fault in faults if fault not in listed]
            listed |= set(faults)
            besides = ", and what is named above" if len(new) < len(faults) else ""
            needed = f"{len(new)} to be filled in{besides}"
            ready = f"ready for {MIN_PLAYERS} to {MAX_PLAYERS} leaders"
            lines += [f"{game}: {needed if faults else ready}.", *(f"  {fault}" for fault in new)]
        return "\n".join(lines)


_GAMES = (
    ("The standard game", STANDARD),
    ("The advanced game", ADVANCED),
    ("The Kingsmoot draft", KINGSMOOT),
)


def check_box(text: str | bytes) -> BoxReport:
    """Return the contents of the text of a box's file, and all that is missing or wrong.

    >>> print(check_box('{"name": 5}').faults[0])
    the file: the key 'format' is missing

    Raises:
        WrongType: `text` is not a str.

    Rules: box.refused, box.well-formed.
    """
    try:
        box = Box.from_json(text)
    except DecodingError as error:
        return BoxReport(None, tuple(Fault.at(*each) for each in error.faults), ())
    except InvalidBox as error:
        return BoxReport(None, error.faults, ())
    tables = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    games = [
        (name, dict.fromkeys(fault for players in tables for fault in box.faults(players, variant)))
        for name, variant in _GAMES
    ]
    return BoxReport(box, (), tuple((name, tuple(found)) for name, found in games))


def check_box_file(path: str | Path) -> BoxReport:
    """Return the contents of a box's file, and all that is missing or wrong.

    >>> import tempfile
    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> path = Path(tempfile.mkdtemp(), "box.json")
    >>> _ = path.write_text(SAMPLE_BOX.to_json(), "utf-8")
    >>> check_box_file(path).faults
    ()

    Raises:
        OSError: the file cannot be read.

    Rules: box.refused, box.well-formed.
    """
    with Path(path).open("rb") as file:
        return check_box(file.read(DEFAULT_SIZE_LIMIT + 1))


def file_report(text: str, _command: str) -> FileReport | None:
    """Return the report of a box, with its abilities in words; None for a file of another game."""
    if FORMAT not in text:
        return None
    report = check_box(text)
    return "\n  ".join([str(report), *report.in_words]), report.is_playable
