"""The moves, which answer the game's questions, as values and text.

Spaces are counted from 0, which is GO, clockwise; players from 0, clockwise; money in coins.
`parse_move` reads the `str` of a move.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable
from typing import Annotated, get_args

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import english, limits
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.limits import Range, add_checks
from westeros_intrigue.gamekit.rulebook import paragraphs
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern
from westeros_intrigue.gamekit.travel import give_texts
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games import texts
from westeros_intrigue.games.monopoly.pieces.spaces import (
    MOST_CASH,
    MOST_SPACES,
    Numbers,
    SpaceNumber,
    coins,
)

AnyNumber = Annotated[int, Range(0, MOST_CASH)]
"""A number in a move; whether it suits the move depends on the table."""


def _deeds(deeds: Iterable[int]) -> Numbers:
    spaces = tuple(sorted(limits.integers_of("deeds", deeds, 0, MOST_SPACES - 1)))
    if len(set(spaces)) < len(spaces):
        raise InvalidValue(f"each deed can be offered only once, not {spaces}")
    return spaces


@attrs.frozen(field_transformer=add_checks)
class Bundle(Value):
    """One side of an offer: deeds, Get Out of Jail Free cards, coins.

    >>> print(Bundle((14, 5), coins=3))
    5+14+3c

    Rules: trade.offer, trade.what.
    """

    deeds: tuple[SpaceNumber, ...] = attrs.field(default=(), converter=_deeds)
    """The spaces of the deeds, ascending."""
    cards: AnyNumber = 0
    """The number of jail cards."""
    coins: AnyNumber = 0
    """The number of coins."""

    def __bool__(self) -> bool:
        return bool(self.deeds or self.cards or self.coins)

    def __str__(self) -> str:
        parts = [str(space) for space in self.deeds]
        parts += [f"{self.cards}j"] if self.cards else []
        parts += [f"{self.coins}c"] if self.coins else []
        return "+".join(parts) or "0"


def goods(bundle: Bundle, names: Iterable[str] = ()) -> str:
    """Return one side of an offer in words; `names` lists the names of its deeds.

    >>> goods(Bundle((14, 5), coins=3), ("Thornwick", "Gullhaven"))
    'Thornwick, Gullhaven and 3 coins'
    """
    parts = [*names]
    if cards := bundle.cards:
        parts.append("a jail card" if cards == 1 else english.count_things(cards, "jail card"))
    parts += [coins(bundle.coins)] if bundle.coins else []
    return english.join_words(parts or ["nothing"])


@attrs.frozen(field_transformer=add_checks)
class _OnSpace(texts.Worded):
    """A move that names one space."""

    space: AnyNumber
    """The space, from 0."""


@attrs.frozen
class Build(_OnSpace, Value):
    """Build a Holdfast on a Location, or the Castle that comes after the last Holdfast.

    >>> print(Build(11))
    build 11

    Rules: build.set, build.even, build.castle.
    """


@attrs.frozen
class Sell(_OnSpace, Value):
    """Sell one Holdfast, or change a Castle back into Holdfasts.

    >>> print(Sell(11))
    sell 11

    Rules: sell.holdfast, sell.castle.
    """


@attrs.frozen(field_transformer=add_checks)
class SellSet(Value, texts.Worded):
    """Sell all buildings of a set together.

    >>> print(SellSet("light blue"))
    sell-set light blue

    Rules: sell.set.
    """

    group: str
    """The colour of the set."""


@attrs.frozen
class Mortgage(_OnSpace, Value):
    """Mortgage a deed.

    >>> print(Mortgage(5))
    mortgage 5

    Rules: mortgage.take.
    """


@attrs.frozen
class Redeem(_OnSpace, Value):
    """Repay the mortgage of a deed.

    >>> print(Redeem(5))
    redeem 5

    Rules: mortgage.redeem.
    """


@attrs.frozen(field_transformer=add_checks)
class Offer(Value):
    """Offer another player an exchange.

    >>> print(Offer(1, Bundle(coins=4), Bundle((14,))))
    offer 1: 4c for 14

    Rules: trade.offer, trade.both, rent.no-deals.
    """

    partner: AnyNumber
    """The other player, from 0."""
    give: Bundle
    """The side of the player who offers."""
    take: Bundle
    """The partner's side."""

    def __str__(self) -> str:
        return f"offer {self.partner}: {self.give} for {self.take}"


@attrs.frozen
class Accept(Value, texts.Worded):
    """Accept an offer.

    >>> print(Accept())
    accept

    Rules: trade.offer.
    """


@attrs.frozen
class Decline(Value, texts.Worded):
    """Decline an offer.

    >>> print(Decline())
    decline

    Rules: trade.offer.
    """


@attrs.frozen
class Buy(Value, texts.Worded):
    """Buy the deed on which the player's token has landed.

    >>> print(Buy())
    buy

    Rules: land.unowned, land.buy.
    """


@attrs.frozen
class PutUp(Value, texts.Worded):
    """Put the deed on which the player's token has landed up for auction.

    >>> print(PutUp())
    put-up

    Rules: land.unowned.
    """


@attrs.frozen(field_transformer=add_checks)
class Bid(Value, texts.Worded):
    """Bid in an auction.

    >>> print(Bid(4))
    bid 4

    Rules: auction.bids, auction.cash.
    """

    amount: AnyNumber
    """The coins."""


@attrs.frozen
class Pass(Value, texts.Worded):
    """Do nothing, with the floor or in an auction.

    >>> print(Pass())
    pass

    Rules: interval.close, auction.protocol.
    """


@attrs.frozen
class StandBy(Value, texts.Worded):
    """Pass now and in every interval until the one before the player's next throw.

    >>> print(StandBy())
    stand-by

    Rules: interval.standing.
    """


@attrs.frozen
class Place(_OnSpace, Value):
    """Choose the Location for a building won in an auction.

    >>> print(Place(9))
    place 9

    Rules: shortage.place.
    """


@attrs.frozen
class Demand(Value, texts.Worded):
    """Ask for the rent.

    >>> print(Demand())
    demand

    Rules: rent.demand.
    """


@attrs.frozen
class Waive(Value, texts.Worded):
    """Waive the rent.

    >>> print(Waive())
    waive

    Rules: rent.moment.
    """


@attrs.frozen
class PayFee(Value, texts.Worded):
    """Pay to get out of jail, before the roll.

    >>> print(PayFee())
    pay-fee

    Rules: jail.fee.
    """


@attrs.frozen
class UseCard(Value, texts.Worded):
    """Use a card to get out of jail, before the roll.

    >>> print(UseCard())
    use-card

    Rules: jail.card.
    """


@attrs.frozen
class TryDouble(Value, texts.Worded):
    """Try to get out of jail with a double.

    >>> print(TryDouble())
    try-double

    Rules: jail.try.
    """


@attrs.frozen
class GiveUp(Value, texts.Worded):
    """Go bankrupt.

    >>> print(GiveUp())
    give-up

    Rules: debt.hopeless.
    """


@attrs.frozen(field_transformer=add_checks)
class Choose(Value):
    """Choose the deed to take with a Chance card, and the player's own deed to give for it.

    >>> print(Choose(5, own=3))
    choose 5 for 3

    Rules: card.draw.
    """

    deed: AnyNumber
    """The space of the deed, from 0."""
    own: AnyNumber | None = None
    """The space of the player's own deed, from 0; None if no deed is swapped."""

    def __str__(self) -> str:
        return f"choose {self.deed}" + ("" if self.own is None else f" for {self.own}")


Move = TypeAliasType(
    "Move",
    Build | Sell | SellSet | Mortgage | Redeem | Offer | Accept | Decline | Buy | PutUp | Bid |
    Pass | StandBy | Place | Demand | Waive | PayFee | UseCard | TryDouble | GiveUp | Choose,
)  # fmt: skip
"""Any move."""
MOVE_TYPES: frozenset[type] = frozenset(get_args(Move.__value__))
"""The classes of the moves."""


NOTATION = paragraphs(
    """
    Between turns: `pass`, or `stand-by` to pass until your own next throw. Spaces are written by
    number: `build 11`, `sell 11`, `sell-set light blue` (all buildings of a set), `mortgage 14`,
    `redeem 14`.

    On a space without an owner: `buy` or `put-up` (for auction). In an auction: `bid 4`, in coins,
    or `pass`; `place 9` chooses the space of a building won.

    `offer 1: 4c for 14` offers player 1 four coins for deed 14, and `offer 1: 5+1j for 14+3c` deed
    5 and a jail card for deed 14 and three coins; 0 is nothing. The partner answers `accept` or
    `decline`.

    `demand` asks for the rent, and `waive` lets it go. In jail: `pay-fee`, `use-card` or
    `try-double`. In debt: sell, mortgage, offer, or `give-up`.

    `choose 5` takes a deed with a Chance card, and `choose 5 for 3` swaps your own deed 3 for it.
    """
)
"""Paragraphs about how moves are written, with moves between back-ticks."""


def check_move(name: str, move: object) -> None:
    """Raise WrongType unless `move` is a move of this game."""
    if type(move) not in MOVE_TYPES:
        raise texts.wrong_move(name, move)


_NUMBER = pattern(r"[0-9]{1,20}")  # enough for one that is too large; int() refuses thousands
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
    return _check_bound(scanner, start, int(scanner.need(_NUMBER, what)))


def _check_bound(scanner: Scanner, start: int, number: int, most: int = MOST_CASH) -> int:
    if number > most:
        raise scanner.error(f"a number up to {most}", start)
    return number


def _space(scanner: Scanner) -> int:
    return _number(scanner, "the number of a space")


def _choose(scanner: Scanner) -> Move:
    deed = _space(scanner)
    return Choose(deed, None if scanner.read_match(_FOR) is None else _space(scanner))


def scan_offer(scanner: Scanner) -> Offer:
    """Read an offer after its first word."""
    partner = _number(scanner, "the number of a player")
    scanner.need(_COLON, "a colon")
    give = scan_bundle(scanner)
    scanner.need(_FOR, "'for'")
    return Offer(partner, give, scan_bundle(scanner))


def scan_bundle(scanner: Scanner) -> Bundle:
    """Read deeds, jail cards and coins, as 5+14+1j+3c; 0 is nothing."""
    deeds: list[int] = []
    cards = coins = 0
    while True:
        start = scanner.position
        number = _number(scanner, "a deed such as 14, cards such as 1j, or coins such as 3c")
        if scanner.read_match(_JAIL_CARDS):
            cards = _check_bound(scanner, start, cards + number)
        elif scanner.read_match(_COINS):
            coins = _check_bound(scanner, start, coins + number)
        elif number:  # space 0 is GO, so a bare 0 stands for nothing
            if number in deeds:
                raise scanner.error("a deed that has not been named yet", start)
            deeds.append(_check_bound(scanner, start, number, MOST_SPACES - 1))
        if scanner.read_match(_PLUS) is None:
            return Bundle(deeds, cards, coins)


_FIELDS: dict[str, Scan[int | str]] = {
    "space": _space,
    "group": lambda scanner: scanner.need(_GROUP, "the name of a set").lower(),
    "amount": lambda scanner: _number(scanner, "the coins of the bid"),
}
_OTHERS: dict[str, Scan[Move]] = {"offer": scan_offer, "choose": _choose}
_read_move = texts.reader_by_word(MOVE_TYPES, _FIELDS, _OTHERS, _A_MOVE)


def parse_move(text: str) -> Move:
    """Return the move of a text; case does not matter.

    >>> parse_move("bid 4"), parse_move("offer 1: 4c for 14").take.deeds
    (Bid(amount=4), (14,))
    >>> parse_move("bid high")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 5: expected the coins of the \
bid, found 'high'

    Raises:
        NotationError: the text is not a move; the error has the place and the expected text.
        WrongType: `text` is not a str.
    """
    return _read_move(text)


give_texts("monopoly", get_args(Move.__value__), parse_move, "bid 4")
