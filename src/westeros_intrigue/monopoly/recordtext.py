"""Records as text that is read back: a head with the table and the chance, then a move a line.

Rules: chance.deal, chance.by-hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from westeros_intrigue.base.lines import LineReader, each, number, written
from westeros_intrigue.base.values import check_type
from westeros_intrigue.monopoly.arrange import arrange
from westeros_intrigue.monopoly.chance import Deal, Dice
from westeros_intrigue.monopoly.edition_files import SAMPLE
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.notation import parse_move
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.table import Deed, Variant

T = TypeVar("T")

_FIRST_LINE = "Monopoly record 1"
_NONE = "-"
_DEED = re.compile(r"(\d{1,3})=(\d{1,3})(m?)(?:\+(\d{1,3}))?", re.ASCII)
_VARIANT = re.compile(r"offers (\d{1,9}), castles (full|half)", re.ASCII)


def record_text(record: Record) -> str:
    """Return a record as text; **it holds the order of the deck**.

    The edition is only named: who reads the text needs the edition too. Deeds are written as
    space=owner, with m for a mortgage and +2 for two Holdfasts. `str` of a record is another
    text, which says what happened and is not read back.

    >>> from westeros_intrigue.monopoly import Pass, apply, setup
    >>> lines = record_text(Record.of(apply(setup(2, seed=0), Pass()))).splitlines()
    >>> lines[1], lines[-1]
    ('edition: Sample edition (invented numbers)', 'pass')

    Raises:
        WrongType: `record` is no Record.

    Rules: chance.deal.
    """
    check_type("record", record, Record)
    start, deal = record.start, record.deal
    deeds = [
        f"{space}={deed.owner}{'m' * deed.mortgaged}{f'+{deed.level}' * bool(deed.level)}"
        for space, deed in enumerate(start.deeds)
        if deed.owner is not None
    ]
    head = [
        ("edition", start.board.edition.name),
        ("variant", f"offers {start.variant.offers}, castles {start.variant.castle_sale}"),
        ("turn", str(start.turn_player)),
        ("cash", _words(start.cash)),
        ("spaces", _words(start.positions)),
        ("tries in jail", _words(_NONE if one is None else one for one in start.jail_tries)),
        ("deeds", " ".join(deeds)),
        ("jail cards", " / ".join(_words(cards) or _NONE for cards in start.kept_cards)),
        ("under the deck", _words(start.known_bottom)),
        ("out", _words(start.bankrupt)),
        ("deck", _NONE if deal.deck is None else _words(deal.deck)),
        ("throws", _words(f"{first}-{second}" for first, second in deal.rolls)),
        ("seed", _NONE if deal.seed is None else str(deal.seed)),
    ]
    return written(_FIRST_LINE, head, record.moves)


def parse_record(text: str, *, edition: Edition = SAMPLE) -> Record:
    """Return the record of a text; what follows a semicolon is a comment.

    Whether the moves are legal, `Record.play` tells.

    >>> from westeros_intrigue.monopoly import setup
    >>> record = Record.of(setup(2, seed=1))
    >>> parse_record(record_text(record)) == record
    True

    Args:
        text: the text.
        edition: the edition that the game was played with.

    Raises:
        NotationError: it is no record, or of a game with another edition; the error says where.
        InvalidPosition: no game can begin from the table; `faults` lists why.
        InvalidEdition: the edition has gaps.
        InvalidDeal: the deck holds other cards than the edition.
        InvalidValue: a number is out of its range.
        WrongType: an argument of another type.

    Rules: chance.deal.
    """
    check_type("text", text, str)
    check_type("edition", edition, Edition)
    lines = LineReader(text, _FIRST_LINE)
    lines.field("edition", {edition.name: edition}.get, f"the edition {edition.name}")
    variant = lines.field("variant", _variant, "such as offers 3, castles full")
    turn_player = lines.field("turn", number, "a seat")
    cash = lines.field("cash", each(number), "coins, one number a player")
    positions = lines.field("spaces", each(number), "spaces, one a player")
    tries = lines.field("tries in jail", each(_or_none(number)), f"numbers or {_NONE}")
    deeds = lines.field("deeds", each(_deed), "deeds such as 5=0 6=1m 8=2+3")
    kept = lines.field("jail cards", each(_cards, "/"), f"numbers or {_NONE}, with / between")
    bottom = lines.field("under the deck", each(number), "numbers of cards")
    bankrupt = lines.field("out", each(number), "seats")
    [deck] = lines.field("deck", _or_none(each(number)), f"numbers of cards, or {_NONE}")
    rolls = lines.field("throws", each(_dice), "throws such as 3-4")
    [seed] = lines.field("seed", _or_none(number), f"a number, or {_NONE}")
    state = arrange(
        edition,
        cash=cash,
        positions=positions,
        jail_tries=[one for [one] in tries],
        deeds=dict(deeds),
        kept_cards=kept,
        known_bottom=bottom,
        bankrupt=bankrupt,
        turn_player=turn_player,
        deal=Deal(deck, rolls, seed),
        variant=variant,
    )
    return Record(state.table.start, state.deal, Moves.of(lines.moves(parse_move)))


def _words(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _or_none(read: Callable[[str], T | None]) -> Callable[[str], tuple[T | None] | None]:
    """Return what reads a value or the sign for none, in a tuple: None would be a fault."""

    def read_either(text: str) -> tuple[T | None] | None:
        if text == _NONE:
            return (None,)
        value = read(text)
        return None if value is None else (value,)

    return read_either


def _cards(text: str) -> tuple[int, ...] | None:
    return () if text.strip() == _NONE else each(number)(text)


def _variant(text: str) -> Variant | None:
    match = _VARIANT.fullmatch(text)
    return match and Variant(int(match[1]), match[2])


def _deed(text: str) -> tuple[int, Deed] | None:
    match = _DEED.fullmatch(text)
    return match and (int(match[1]), Deed(int(match[2]), bool(match[3]), int(match[4] or 0)))


def _dice(text: str) -> Dice | None:
    thrown = each(number, "-")(text)
    return thrown if thrown is not None and len(thrown) == 2 else None
