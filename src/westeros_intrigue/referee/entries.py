"""The entries of a game with real cards: the lines that people type, and what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.values import joined
from westeros_intrigue.referee.table import NotPossible, RealTable
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.text import Record
from westeros_intrigue.text.sentences import cited
from westeros_intrigue.text.typed import read_wanted

OUT = "out"
"""The entry by which the player to move declares that no card fits."""


def canonical(entry: str) -> str:
    """Return an entry as the log has it: `S b2` of `stark to B2`."""
    try:
        wanted = read_wanted(entry)
    except NotationError:
        return entry.lower() if entry.lower() == OUT else entry
    return f"{wanted.house.letter} {wanted.slot}" if wanted.slot else wanted.house.letter


def entered(table: RealTable, entry: str) -> RealTable:
    """Return the table after an entry.

    Raises:
        NotPossible: it cannot be so.
        NotationError: it makes no sense.
    """
    if table.needs_hand:
        return table.told_hand(entry)
    if entry.lower() == OUT:
        return table.gone_out()
    wanted = read_wanted(entry)
    if table.starters_missing and not wanted.slot:
        return table.started(wanted.house)
    if table.starters_missing:
        raise NotPossible("the cards that start the bottom row come first, by their houses")
    if wanted.slot is None and table.is_automated:
        return table.turned_over(wanted.house)
    if wanted.slot is None:
        raise NotationError(entry, 1, len(entry) + 1, "a slot such as b2")
    if violations := table.court.explain(wanted.house, wanted.slot):
        raise NotPossible(why_not(violations).removesuffix("."))
    return table.placed(wanted.house, wanted.slot)


def played(table: RealTable, entries: Sequence[str]) -> list[RealTable]:
    """Return the tables after each entry.

    Raises:
        NotPossible: an entry cannot follow those before it; the message has its number, from 1.
        NotationError: an entry makes no sense.
    """
    tables: list[RealTable] = []
    for number, entry in enumerate(entries, 1):
        try:
            table = entered(table, entry)
        except NotPossible as error:
            raise NotPossible(f"then entry {number}, {entry}, cannot be: {error}") from None
        tables.append(table)
    return tables


def entries_of(record: Record, player: int | None = None) -> Iterator[str]:
    """Yield the entries that lead to the game of a record, with the hands of `player`."""
    before: GameState | None = None
    for state in record.replay():
        table = state.table
        if table.is_over:
            return
        if before is None or len(table.results) > len(before.results):
            yield from _letters(table.starters)
            if player is not None and table.phase is Phase.PLAYING:
                yield "".join(_letters(state.hands[player]))
            gone = table.eliminations
        else:
            placed, gone = table.placements[-1], table.eliminations[len(before.eliminations) :]
            letter = placed.move.card.house.letter
            if placed.player in table.variant.automated:
                turn = [each.player for each in table.placements].count(placed.player)
                yield from _letters(table.turned_over[placed.player][turn - 1])
                yield letter
            else:
                yield f"{letter} {placed.move.slot}"
        # A player who is out because no slot is open, or no cards are left, needs no entry.
        for out in gone if any(map(table.court.open_slots, House)) else ():
            if out.player in table.variant.automated:
                yield from _letters(table.turned_over[out.player][-1]) if out.cards_left else ()
            elif out.cards_left and out.player != player:
                yield OUT
        before = state


def why_not(violations: Sequence[Violation]) -> str:
    """Return why printed cards cannot lie so."""
    return without_numbers(joined([*map(cited, violations)]))


def without_numbers(text: str) -> str:
    """Return a text about printed cards, which have no numbers.

    >>> without_numbers("S4 cannot go to b0")
    'S cannot go to b0'
    """
    return re.sub(r"\b([SLBT])[1-9]\b", r"\1", text)


def _letters(cards: Sequence[Card] | None) -> Iterator[str]:
    return (card.house.letter for card in cards or ())
