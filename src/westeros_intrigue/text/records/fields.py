"""Parsers for the lines of a record, after their colons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from westeros_intrigue.base.lines import COLON, Scan
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import MOST_ROUNDS, MOST_THRONE_CARDS, OPTIONS
from westeros_intrigue.text.notation import (
    scan_card,
    scan_hand,
    scan_house,
    scan_placed_in,
    written_move,
)
from westeros_intrigue.text.records.writing import drawn_text, numbers_text, ranking_text

T = TypeVar("T")

# A fast path for turns in the form that the library writes.
_WRITTEN_TURN = re.compile(r"([0-5]):([SLBT][1-9]@[a-h]-?[0-9])(?: |\Z)")
_OUT = pattern(r"out(?![a-z])(?:\(([0-9]{1,2})\))?")
_TO_PLAYER = pattern(" +to +player +")
_UNKNOWN = pattern("-")
_FIXED = pattern(" *, *fixed(?![a-z])")
_COMMA = pattern(" *, *| *")
_IS_OR_BEATS = pattern(" *[=>] *")
_HOUSE_ALONE = pattern("(?:stark|lannister|baratheon|targaryen|[slbt])(?![a-z])(?! *[0-9])")
_HOUSES_ALONE = pattern("[slbt](?:[ ,]*[slbt])*(?![ ,]*[a-z0-9])")


def _one(text: str, expected: str, convert: Callable[[str], T]) -> Scan[T]:
    """Return a parser for a field that matches a pattern."""
    wanted = pattern(text)
    return lambda scanner: convert(scanner.need(wanted, expected))


def _listed(scan: Scan[T]) -> Scan[tuple[T, ...]]:
    """Return a parser for a list, separated by spaces or commas, up to the end of the line."""

    def scan_all(scanner: Scanner) -> tuple[T, ...]:
        things = [scan(scanner)]
        while True:
            comma = scanner.take(_COMMA) or ""
            is_at_end = scanner.is_at_end or scanner.text[scanner.position] == "#"
            if is_at_end and "," not in comma:
                return tuple(things)
            if len(things) == MOST_THRONE_CARDS:
                raise scanner.error(f"at most {MOST_THRONE_CARDS} of them")
            things.append(scan(scanner))

    return scan_all


def _option(text: str) -> str:
    return re.sub("[ -]", "_", text.lower())


def _throne_card(text: str) -> IronThroneCard:
    value, icons = text.split("/")
    return IronThroneCard(int(value), int(icons))


*_OPTIONS_BUT_ONE, _LAST_OPTION = (option.replace("_", " ") for option in OPTIONS)
scan_seat: Scan[int] = _one("[0-5](?![0-9])", "a seat from 0 to 5", int)
"""Reads a seat, from 0."""
_scan_option = _one(
    "|".join(option.replace("_", "[ _-]") for option in OPTIONS),
    f"{', '.join(_OPTIONS_BUT_ONE)} or {_LAST_OPTION}",
    _option,
)
_scan_throne_card = _one(
    "[1-3]/[1-9][0-9]{0,8}(?![0-9])", "value and icons such as 3/7", _throne_card
)
scan_throne_cards: Scan[tuple[IronThroneCard, ...]] = _listed(_scan_throne_card)
"""Reads Iron Throne cards, as value and icons: `3/7 1/2`."""
_scan_numbers = _listed(_one("-?[0-9]{1,9}(?![0-9])", "a number for each seat", int))


def scan_cards(scanner: Scanner) -> tuple[Card | House, ...]:
    """Read a hand: its cards, or only their houses, as for printed cards."""
    if letters := scanner.take(_HOUSES_ALONE):
        return tuple(House(letter) for letter in letters.upper() if letter.isalpha())
    return scan_hand(scanner)


def scan_turn(scanner: Scanner) -> tuple[int, Move | tuple[House, Slot] | str]:
    """Read a turn: the seat, and its move, or the house and the slot for a printed card.

    For a seat that goes out, the second is the text of the number of cards left, perhaps empty.
    """
    written = _WRITTEN_TURN.match(scanner.text, scanner.position)
    if written and (move := written_move(written[2])):
        scanner.position = written.end()
        return int(written[1]), move
    player = scan_seat(scanner)
    scanner.need(COLON, "a colon, and a move or 'out'")
    if out := _OUT.match(scanner.text, scanner.position):
        scanner.position = out.end()
        return player, str(int(out[1])) if out[1] else ""
    if _HOUSE_ALONE.match(scanner.text, scanner.position):
        return player, (scan_house(scanner), scan_placed_in(scanner))
    return player, Move(scan_card(scanner), scan_placed_in(scanner))


def scan_drawn(scanner: Scanner) -> tuple[IronThroneCard, str]:
    """Read the draw of an Iron Throne card, and return the card and the text of the draw."""
    card = _scan_throne_card(scanner)
    scanner.need(_TO_PLAYER, "who draws the card, such as 'to player 2'")
    return card, drawn_text(card, scan_seat(scanner))


def _scan_first_player(scanner: Scanner) -> tuple[int, bool]:
    return scan_seat(scanner), scanner.take(_FIXED) is not None


def _scan_throne_table(scanner: Scanner) -> tuple[IronThroneCard, ...]:
    return () if scanner.take(_UNKNOWN) else scan_throne_cards(scanner)


def _scan_ranking(scanner: Scanner) -> str:
    ranking = [[scan_seat(scanner)]]
    while sign := scanner.take(_IS_OR_BEATS):
        if ">" in sign:
            ranking.append([])
        ranking[-1].append(scan_seat(scanner))
    return ranking_text(map(sorted, ranking))


HEADER: dict[str, Scan[Any]] = {
    "Players": _one("0{0,8}[2-6](?![0-9])", "a number of players from 2 to 6", int),
    "First player": _scan_first_player,
    "Rounds": _one(
        f"(?:{MOST_ROUNDS}|[0-9]{{1,2}})(?![0-9])", f"a number of rounds to {MOST_ROUNDS}", int
    ),
    "Options": _listed(_scan_option),
    "Houses": _listed(scan_house),
    "Automated": _listed(scan_seat),
    "Dead": _one("(?:3[0-6]|[12]?[0-9])(?![0-9])", "how many are dead, to 36", int),
    "Throne table": _scan_throne_table,
    "Throne cards": scan_throne_cards,
}
"""The parsers of the header's lines."""
RESULTS: dict[str, Scan[str]] = {
    "Throne card": lambda scanner: scan_drawn(scanner)[1],
    "Cards left": lambda scanner: numbers_text(_scan_numbers(scanner)),
    "Penalty points": lambda scanner: numbers_text(_scan_numbers(scanner)),
}
"""The parsers of the lines of a round's result, which return the text that a record writes."""
ENDS: dict[str, Scan[str]] = {
    "Totals": lambda scanner: numbers_text(_scan_numbers(scanner)),
    "Ranking": _scan_ranking,
    "Decided by": _one(
        "lowest total|fewest icons|shared",
        "'lowest total', 'fewest icons' or 'shared'",
        str.lower,
    ),
}
"""The parsers of the lines of the game's result, which do the same."""
