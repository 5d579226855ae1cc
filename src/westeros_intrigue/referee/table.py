"""A game with real cards, as a referee knows it: a table, and what is entered at it.

Printed cards have no numbers, so each card of a house gets the next one. A referee sees no hand,
an assistant that of one player.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, counted
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, Card, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import View


class NotPossible(InvalidValue):
    """An entry that is impossible at the table; the message has the reason.

    >>> from westeros_intrigue import STANDARD
    >>> try:
    ...     RealTable.new(2, STANDARD, 0).gone_out()
    ... except NotPossible as error:
    ...     print(error)
    a player with 14 cards cannot be out: every house has an open slot (rule turn.must-place)
    """


@attrs.frozen
class RealTable(Value):
    """A game with real cards, at one moment. It never changes: each entry makes another.

    A referee enters what the table sees:

    >>> from westeros_intrigue import STANDARD, House, Slot
    >>> table = RealTable.new(2, STANDARD, 0).placed(House.STARK, Slot(0, 0))
    >>> table = table.placed(House.LANNISTER, Slot(0, 1))
    >>> str(table.court), table.seat
    ('a0 S1 L1', 0)

    An assistant also knows one hand:

    >>> table = RealTable.new(4, STANDARD, 0, player=1)
    >>> table.needs_hand, table.told_hand("SSSLLBBTT").needs_hand
    (True, False)

    Cards may start the bottom row, and automated houses turn theirs over:

    >>> RealTable.new(5, STANDARD, 0).started(House.STARK).settled().starters_missing
    0
    >>> from westeros_intrigue import SOLO_SCHEMING
    >>> table = RealTable.new(4, SOLO_SCHEMING, 0).placed(House.STARK, Slot(0, 0))
    >>> str(table.dictated(House.TARGARYEN)), str(table.turned_over(House.TARGARYEN).court)
    ('a-1', 'a-1 T1 S1')
    """

    view: View
    """The known facts: those that the table sees, and one hand if its player shows it."""
    waiting: tuple[Card, ...] = ()
    """The cards that lie face up and wait for others: those that start the bottom row, until the
    round is dealt, or those that the automated house to move has set aside."""
    finished: tuple[View, ...] = ()
    """For each finished round what was known at its end."""

    @classmethod
    def new(
        cls, players: int, variant: Variant, first_player: int, player: int | None = None
    ) -> RealTable:
        """Return a table before its first card; `player`, from 0, has the known hand, if any."""
        table = Table.new(players, variant=variant, first_player=first_player, has_numbers=False)
        return cls(View(table, player)).settled()

    @property
    def table(self) -> Table:
        """The public information."""
        return self.view.table

    @property
    def starters_missing(self) -> int:
        """The number of cards that must still be laid to start the bottom row."""
        table = self.table
        if table.phase is not Phase.DEALING:
            return 0
        return table.variant.starter_count(table.players, table.round_number) - len(self.waiting)

    @property
    def court(self) -> Court:
        """The court, or the cards that start it."""
        if self.table.phase is not Phase.DEALING:
            return self.table.court
        lying = {Slot(0, column): card for column, card in enumerate(self.waiting)}
        return Court(lying, self.table.court.width_limit)

    @property
    def seat(self) -> int:
        """The seat to move, from 0, or the one that starts the round."""
        active_player = self.table.active_player
        return self.table.starting_player if active_player is None else active_player

    @property
    def is_automated(self) -> bool:
        """True if an automated house must move."""
        return self.table.active_player in self.table.variant.automated

    @property
    def needs_hand(self) -> bool:
        """True if the hand must be typed now, as the round begins."""
        is_dealing = self.table.phase is Phase.DEALING
        return is_dealing and self.view.player is not None and not self.starters_missing

    def dictated(self, house: House) -> Slot | None:
        """Return where the automated seat to move must place a card; None if it fits nowhere."""
        table = self.table
        return dictated_slot(table.court, table.variant.houses[self.seat], house)

    def started(self, house: House) -> RealTable:
        """Return the table with one more card laid to start the bottom row."""
        laid = (*self.waiting, self._unseen_card(house))
        return attrs.evolve(self, waiting=laid).settled()

    def told_hand(self, text: str) -> RealTable:
        """Return the table with a known hand, by the letters of its houses."""
        letters = [letter for letter in text.upper() if letter not in " ,"]
        if not {*letters} <= {house.letter for house in House}:
            raise NotPossible("enter a hand by the letters of its houses, such as SSLBT")
        table = self.table
        count = table.variant.hand_size(table.players, table.round_number)
        if len(letters) != count:
            raise NotPossible(f"the hand has {counted(count, 'card')}, not {len(letters)}")
        hand: list[Card] = []
        for letter in letters:
            hand.append(self._unseen_card(House(letter), hand))
        return RealTable(self.view.dealt(hand, self.waiting), (), self.finished)

    def placed(self, house: House, slot: Slot) -> RealTable:
        """Return the table after a placement."""
        move = Move(self._card(house), slot)
        return RealTable(self.view.placed(move, self._set_aside), (), self.finished).settled()

    def turned_over(self, house: House) -> RealTable:
        """Return the table after an automated house has turned a card over.

        It places the card or sets it aside, and is out if that was its last one.
        """
        if slot := self.dictated(house):
            return self.placed(house, slot)
        set_aside = attrs.evolve(self, waiting=(*self.waiting, self._card(house)))
        is_all = len(set_aside.waiting) == self.table.hand_sizes[self.seat]
        return set_aside.gone_out() if is_all else set_aside

    def gone_out(self) -> RealTable:
        """Return the table after the player to move has declared that no card fits.

        >>> from westeros_intrigue import STANDARD
        >>> RealTable.new(2, STANDARD, 0).gone_out()
        Traceback (most recent call last):
        westeros_intrigue.referee.NotPossible: a player with 14 cards cannot be out: every house \
has an open slot (rule turn.must-place)

        Raises:
            NotPossible: nobody is to move, or the player cannot be out.
        """
        if self.table.phase is not Phase.PLAYING:
            raise NotPossible("nobody is to place a card now")
        try:
            view = self.view.gone_out(self._set_aside)
            return RealTable(view, (), self.finished).settled()
        except InvalidValue as error:
            rule = "solo.out" if self.is_automated else "turn.must-place"
            raise NotPossible(f"{error} (rule {rule})") from None

    def settled(self) -> RealTable:
        """Return the table after a round is scored and another dealt, as far as that is due."""
        table = self
        if table.table.phase is Phase.ROUND_OVER:
            table = RealTable(table.view.scored(), (), (*table.finished, table.view))
        if table.table.phase is not Phase.DEALING or table.starters_missing or table.needs_hand:
            return table
        return RealTable(table.view.dealt((), table.waiting), (), table.finished)

    @property
    def _set_aside(self) -> tuple[Card, ...]:
        """The cards that the automated house to move has set aside."""
        return self.waiting if self.is_automated else ()

    def _card(self, house: House) -> Card:
        """Return a card of a house that is placed or turned over: mostly one not seen before."""
        if self.seat == self.view.player:
            held = [card for card in self.view.hand if card.house is house]
            if not held:
                raise NotPossible(f"no {house} card is in the hand (rule turn.own-hand)")
            return held[0]
        known = self.table.known_stacks[self.seat] if self.is_automated else ()
        again = len(self.waiting) - (self.table.hand_sizes[self.seat] - len(known))
        if known and again >= 0:
            if known[again].house is house:
                return known[again]
            raise NotPossible(
                f"a {known[again].house} card was set aside there, and comes now (rule "
                "solo.recycle)"
            )
        return self._unseen_card(house)

    def _unseen_card(self, house: House, told: Sequence[Card] = ()) -> Card:
        stacks = chain(*self.table.known_stacks)
        seen = {*self.court.values(), *stacks, *self.waiting, *self.view.hand, *told}
        if unseen := [card for card in DECK if card.house is house and card not in seen]:
            return unseen[0]
        raise NotPossible(
            f"all {CARDS_PER_HOUSE} {house} cards have been seen (rule components.characters)"
        )
