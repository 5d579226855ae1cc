"""What stands after the colon of each line of a record, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.rules.cards import Card, House, IronThroneCard
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS
from westeros_intrigue.text.notation import (
    CARDS_BY_TEXT,
    SLOTS_BY_TEXT,
    scan_card,
    scan_hand,
    scan_house,
    scan_placed_in,
)
from westeros_intrigue.text.records.words import THRONE_LIMIT
from westeros_intrigue.text.records.writing import drawn_text, numbers_text, ranking_text

T = TypeVar("T")

# A turn that the library wrote is read in one look; only other text is taken apart.
_WRITTEN_TURN = re.compile(r"([0-5]):([SLBT][1-9])@([a-h]-?[0-9])(?: |\Z)")
COLON = pattern(" *: *")
_OUT = pattern(r"out(?![a-z])(?:\(([0-9]{1,2})\))?")
_SEAT = pattern(r"[0-5](?![0-9])")
_COUNT = pattern("[0-9]{1,9}(?![0-9])")
_ROUND_COUNT = pattern("(?:100|[0-9]{1,2})(?![0-9])")
_DEAD_COUNT = pattern("(?:3[0-6]|[12]?[0-9])(?![0-9])")
_NUMBER = pattern("-?[0-9]{1,9}(?![0-9])")
_THRONE_CARD = pattern("([1-3])/([1-9][0-9]{0,8})(?![0-9])")
_OPTION = pattern("|".join(option.replace("_", "[ _-]") for option in OPTIONS))
*_OPTIONS_BUT_ONE, _LAST_OPTION = (option.replace("_", " ") for option in OPTIONS)
_DECISION = pattern("lowest total|fewest icons|shared")
_TO_PLAYER = pattern(" +to +player +")
_FIXED = pattern(" *, *fixed(?![a-z])")
_COMMA = pattern(" *, *| *")
_IS_OR_BEATS = pattern(" *[=>] *")
_HOUSE_ALONE = pattern("(?:stark|lannister|baratheon|targaryen|[slbt])(?![a-z])(?! *[0-9])")
_HOUSES_ALONE = pattern("[slbt](?:[ ,]*[slbt])*(?![ ,]*[a-z0-9])")


def scan_seat(scanner: Scanner) -> int:
    """Read a seat, from 0."""
    return int(scanner.need(_SEAT, "a seat from 0 to 5"))


def scan_count(scanner: Scanner, expected: str) -> int:
    """Read a number."""
    return int(scanner.need(_COUNT, expected))


def scan_cards(scanner: Scanner) -> tuple[Card | House, ...]:
    """Read a hand: its cards, or only their houses, as printed cards are known."""
    if letters := scanner.take(_HOUSES_ALONE):
        return tuple(House(letter) for letter in letters.upper() if letter.isalpha())
    return scan_hand(scanner)


def scan_turn(scanner: Scanner) -> tuple[int, tuple[Card | House, Slot] | str]:
    """Read a turn: the seat, and its card or only the house of it, with the slot.

    Of a seat that goes out, read what is said of how many cards it has left; empty for nothing.
    """
    written = _WRITTEN_TURN.match(scanner.text, scanner.position)
    if written and (slot := SLOTS_BY_TEXT.get(written[3])):
        scanner.position = written.end()
        return int(written[1]), (CARDS_BY_TEXT[written[2]], slot)
    player = scan_seat(scanner)
    scanner.need(COLON, "a colon, and a move or 'out'")
    if out := _OUT.match(scanner.text, scanner.position):
        scanner.position = out.end()
        return player, str(int(out[1])) if out[1] else ""
    is_house = _HOUSE_ALONE.match(scanner.text, scanner.position)
    card = scan_house(scanner) if is_house else scan_card(scanner)
    return player, (card, scan_placed_in(scanner))


def _scan_players(scanner: Scanner) -> int:
    start = scanner.position
    players = scan_count(scanner, "a number of players from 2 to 6")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise scanner.error("a number of players from 2 to 6", start)
    return players


def _scan_first_player(scanner: Scanner) -> tuple[int, bool]:
    return scan_seat(scanner), scanner.take(_FIXED) is not None


def _scan_round_count(scanner: Scanner) -> int:
    return int(scanner.need(_ROUND_COUNT, "a number of rounds to 100"))


def _scan_option(scanner: Scanner) -> str:
    option = scanner.need(_OPTION, f"{', '.join(_OPTIONS_BUT_ONE)} or {_LAST_OPTION}")
    return option.lower().replace(" ", "_").replace("-", "_")


def _scan_dead(scanner: Scanner) -> int:
    return int(scanner.need(_DEAD_COUNT, "how many are dead, to 36"))


def _scan_throne_card(scanner: Scanner) -> IronThroneCard:
    value, icons = scanner.need(_THRONE_CARD, "value and icons such as 3/7").split("/")
    return IronThroneCard(int(value), int(icons))


def _listed(scan: Callable[[Scanner], T]) -> Callable[[Scanner], tuple[T, ...]]:
    """Return what reads things with spaces or commas between, to the end of the line."""

    def scan_all(scanner: Scanner) -> tuple[T, ...]:
        things = [scan(scanner)]
        while True:
            comma = scanner.take(_COMMA) or ""
            is_at_end = scanner.is_at_end or scanner.text[scanner.position] == "#"
            if is_at_end and "," not in comma:
                return tuple(things)
            if len(things) == THRONE_LIMIT:
                raise scanner.error(f"at most {THRONE_LIMIT} of them")
            things.append(scan(scanner))

    return scan_all


scan_throne_cards: Callable[[Scanner], tuple[IronThroneCard, ...]] = _listed(_scan_throne_card)
"""Reads Iron Throne cards, as value and icons: `3/7 1/2`."""
HEADER: dict[str, Callable[[Scanner], Any]] = {
    "Players": _scan_players,
    "First player": _scan_first_player,
    "Rounds": _scan_round_count,
    "Options": _listed(_scan_option),
    "Houses": _listed(scan_house),
    "Automated": _listed(scan_seat),
    "Dead": _scan_dead,
    "Throne table": scan_throne_cards,
    "Throne cards": scan_throne_cards,
}
"""The lines of the header: each reads what the line tells."""


def scan_drawn(scanner: Scanner) -> tuple[IronThroneCard, str]:
    """Read which Iron Throne card is drawn by whom, and return the card and the whole."""
    card = _scan_throne_card(scanner)
    scanner.need(_TO_PLAYER, "who draws the card, such as 'to player 2'")
    return card, drawn_text(card, scan_seat(scanner))


def _scan_numbers(scanner: Scanner) -> str:
    number = _listed(lambda at: int(at.need(_NUMBER, "a number for each seat")))
    return numbers_text(number(scanner))


def _scan_ranking(scanner: Scanner) -> str:
    ranking = [[scan_seat(scanner)]]
    while sign := scanner.take(_IS_OR_BEATS):
        if ">" in sign:
            ranking.append([])
        ranking[-1].append(scan_seat(scanner))
    return ranking_text(map(sorted, ranking))


def _scan_decision(scanner: Scanner) -> str:
    return scanner.need(_DECISION, "'lowest total', 'fewest icons' or 'shared'").lower()


RESULTS: dict[str, Callable[[Scanner], str]] = {
    "Throne card": lambda scanner: scan_drawn(scanner)[1],
    "Cards left": _scan_numbers,
    "Penalty points": _scan_numbers,
}
"""The lines of a round's result: each reads what it says, as a record would write it."""
ENDS: dict[str, Callable[[Scanner], str]] = {
    "Totals": _scan_numbers,
    "Ranking": _scan_ranking,
    "Decided by": _scan_decision,
}
"""The lines of the result of the game, likewise."""
