"""The results file: what has been played of a match, kept as it comes, and read again.

It has a JSON text on each line. The first line has the terms of the match, each other one some
deals with all their games. A line is written at once, so a program that ends in the middle leaves
half a line at most, and that is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Self

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import (
    Codec,
    Data,
    Faults,
    array,
    differences,
    integer,
    optional,
    record,
    string,
    words,
)
from westeros_intrigue.data.jsontext import dumped, parsed
from westeros_intrigue.matches.games import LONGEST_REPORT, Forfeit, GameOutcome, PlayedDeal
from westeros_intrigue.matches.match import Match

VERSION = 1
"""The version of the files that are written. Later versions of the library read it too."""


@attrs.frozen
class _Line(Value):
    """A line of the file below the first."""

    kind: str
    deals: tuple[PlayedDeal, ...]


def _line(match: Match) -> Codec[_Line]:
    seat = integer(0, match.players - 1)
    everybody = set(range(match.players))

    def game_faults(game: GameOutcome) -> Faults:
        if sorted(seat for seats in game.ranking for seat in seats) != sorted(everybody):
            yield "/ranking", "each seat has one place"
        if game.forfeit is None and len(game.last_placers) != match.rounds:
            yield "/last_placers", f"{match.rounds} rounds were to be played"

    def deal_faults(played: PlayedDeal) -> Faults:
        if [game.seating for game in played.games] != [*match.seated(played.deal)]:
            yield "/games", "these are not the seatings of the deal"

    forfeit = record(
        Forfeit,
        {
            "seat": seat,
            "round_number": integer(1, match.rounds),
            "placement": integer(1),
            "report": string(LONGEST_REPORT),
        },
    )
    game = record(
        GameOutcome,
        {
            "seating": array(optional(integer(0, len(match.names) - 1))),
            "last_placers": array(seat, 0, match.rounds),
            "penalty_points": array(integer(0), match.players, match.players),
            "ranking": array(array(seat, 1), 1),
            "forfeit": optional(forfeit),
        },
        game_faults,
    )
    deal = record(
        PlayedDeal, {"deal": integer(0, match.deals - 1), "games": array(game)}, deal_faults
    )
    return record(_Line, {"kind": words(["deals"]), "deals": array(deal)})


def _header(match: Match) -> Data:
    return {"kind": "match", "version": VERSION, **match.to_data()}


def line_of(match: Match, played: Sequence[PlayedDeal]) -> str:
    """Return the line of some deals, with its end."""
    return dumped(_line(match).write(_Line("deals", tuple(played)))) + "\n"


class ResultsFile:
    """The file of a match: what has been played, and room for what is still to come."""

    def __init__(self, path: str | PathLike[str], match: Match, *, resume: bool) -> None:
        """Begin a file, or open one that exists if it is to be resumed.

        Raises:
            InvalidValue: the file exists, and is not to be resumed.
        """
        self.path: Path = Path(path)
        self._match = match
        try:
            self._file = self.path.open("r+b" if resume and self.path.exists() else "x+b")
        except FileExistsError:
            raise InvalidValue(
                f"{self.path} exists already: resume it, or choose another name"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self) -> Iterator[tuple[PlayedDeal, ...]]:
        """Yield what has been played, line by line. Afterwards more can be added.

        Raises:
            InvalidValue: the file is of another match.
            DecodingError: the file is damaged; the path begins with the number of the line.
        """
        codec = _line(self._match)
        played: set[int] = set()
        size = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break  # A program ended in the middle of it.
            try:
                data = parsed(line, len(line))
                deals = codec.read(data).deals if number > 1 else self._checked(data)
            except DecodingError as error:
                raise error.under(number) from None
            if doubled := sorted(played & {one.deal for one in deals}):
                raise fault(f"deal {doubled[0]} has been played before", f"/{number}")
            played |= {one.deal for one in deals}
            yield deals
            size += len(line)
        self._file.seek(size)
        self._file.truncate()
        if not size:
            self.add(dumped(_header(self._match)) + "\n")

    def _checked(self, header: object) -> tuple[PlayedDeal, ...]:
        if faults := differences(header, _header(self._match)):
            raise InvalidValue(
                f"{self.path} is of another match: "
                + "; ".join(f"{path or 'its first line'}: {reason}" for path, reason in faults)
            )
        return ()

    def add(self, line: str) -> None:
        """Add a line, and see that it is written."""
        self._file.write(line.encode())
        self._file.flush()
