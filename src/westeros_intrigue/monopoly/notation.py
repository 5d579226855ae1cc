"""The notation of moves: what `str` writes of a move, `parse_move` reads."""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue.base.notation import reader_by_word, worded
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.monopoly import moves
from westeros_intrigue.monopoly.moves import MOVE_TYPES, Bundle, Move
from westeros_intrigue.monopoly.spaces import MOST_CASH

_NUMBER = pattern(r"[0-9]+")
_MOST_DIGITS = len(str(MOST_CASH))
_GROUP = pattern(r"[a-z]+(?:[ -][a-z]+)*")
_COLON = pattern(r"[ \t]*:[ \t]*")
_FOR = pattern(r"[ \t]+for\b")
_PLUS = pattern(r"\+")
_JAIL_CARDS = pattern(r"j\b")
_COINS = pattern(r"c\b")
_A_MOVE = "a move such as pass, build 11, bid 4, or offer 1: 4c for 14"


def _number(scanner: Scanner, what: str) -> int:
    scanner.skip_space()
    start = scanner.position
    digits = scanner.need(_NUMBER, what)
    # The length comes first, as int() refuses thousands of digits.
    return _bounded(scanner, start, int(digits) if len(digits) <= _MOST_DIGITS else MOST_CASH + 1)


def _bounded(scanner: Scanner, start: int, number: int) -> int:
    if number > MOST_CASH:
        raise scanner.error(f"a number up to {MOST_CASH}", start)
    return number


def _space(scanner: Scanner) -> int:
    return _number(scanner, "the number of a space")


def _choose(scanner: Scanner) -> Move:
    deed = _space(scanner)
    return moves.Choose(deed, None if scanner.take(_FOR) is None else _space(scanner))


def _offer(scanner: Scanner) -> Move:
    partner = _number(scanner, "the number of a player")
    scanner.need(_COLON, "a colon")
    give = _bundle(scanner)
    scanner.need(_FOR, "'for'")
    return moves.Offer(partner, give, _bundle(scanner))


def _bundle(scanner: Scanner) -> Bundle:
    """Read deeds, jail cards and coins, as 5+14+1j+3c; 0 is nothing."""
    deeds: list[int] = []
    cards = coins = 0
    while True:
        start = scanner.position
        number = _number(scanner, "a deed such as 14, cards such as 1j, or coins such as 3c")
        if scanner.take(_JAIL_CARDS):
            cards = _bounded(scanner, start, cards + number)
        elif scanner.take(_COINS):
            coins = _bounded(scanner, start, coins + number)
        elif number:  # space 0 is GO, so a bare 0 stands for nothing
            if number in deeds:
                raise scanner.error("a deed that is not named before", start)
            deeds.append(number)
        if scanner.take(_PLUS) is None:
            return Bundle(deeds, cards, coins)


_FIELDS: dict[str, Callable[[Scanner], int | str]] = {
    "space": _space,
    "group": lambda scanner: scanner.need(_GROUP, "the name of a set").lower(),
    "amount": lambda scanner: _number(scanner, "the coins of the bid"),
}
_READERS: dict[str, Callable[[Scanner], Move]] = {
    **worded(MOVE_TYPES, _FIELDS),
    "offer": _offer,
    "choose": _choose,
}
_read_move = reader_by_word(_READERS, _A_MOVE)


def parse_move(text: str) -> Move:
    """Return the move that a text stands for; capital and small letters are alike.

    >>> parse_move("bid 4"), parse_move("offer 1: 4c for 14").take.deeds
    (Bid(amount=4), (14,))
    >>> parse_move("bid high")
    Traceback (most recent call last):
    westeros_intrigue.NotationError: line 1, column 5: expected the coins of the bid, found 'high'

    Raises:
        NotationError: the text is not a move; the error has the place and what was expected.
        WrongType: `text` is not a str.
    """
    return _read_move(text)
