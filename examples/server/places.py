"""The places of a table: whose each seat is, and who plays it.

A place has the `Seat` and the `Chair` of `westeros_intrigue.play.sessions`, as the terminal and the
page have them: lending, leaving and returning change who plays, never whose the seat is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import attrs

from westeros_intrigue.play.sessions import AUTOMATED, PERSON, Chair, Seat, StandIn, name_stand_in


@attrs.frozen
class Asking:
    """A person who asks for a seat of a game under way, and the seats that have agreed so far."""

    number: int  # of the entry in which the person asked
    secret: str  # the hash of the person's secret
    name: str
    agreed: tuple[int, ...] = ()


@attrs.frozen
class Place:
    """A seat, and the chair of its person."""

    seat: Seat
    chair: Chair  # its secret is a hash
    is_freed: bool = False
    """True if nobody plays the seat: its person has left the game, or others have freed it. A bot
    plays it next, the person whose it is, or one whom all others admit."""
    asking: Asking | None = None

    @classmethod
    def free(cls, number: int) -> Self:
        """Return a place for anybody."""
        return cls(Seat("", PERSON), Chair(number))

    @property
    def is_free(self) -> bool:
        """True if anybody may sit down."""
        return self.seat.who == PERSON and self.chair.is_free and not self.is_freed

    @property
    def who(self) -> str:
        """The player at the moment: a person, a bot or the rules; empty for nobody."""
        return "" if self.is_freed or self.is_free else self.seat.player

    @property
    def is_played_by_person(self) -> bool:
        """True if the person whose seat it is plays."""
        return self.who == PERSON

    @property
    def is_person_s(self) -> bool:
        """True if the seat is a person's, whoever plays it now."""
        return not self.chair.is_free

    @property
    def is_bot_s(self) -> bool:
        """True if a bot plays the seat as its own."""
        return self.chair.is_free and self.seat.who not in {PERSON, AUTOMATED}

    def taken(self, secret: str, name: str) -> Place:
        """Return the place with a person in it, who sits down or comes back."""
        return Place(Seat(name, PERSON), self.chair.taken(secret))

    def asked_for(self, asking: Asking | None) -> Place:
        """Return the place with somebody who asks for it, or with nobody any more."""
        return attrs.evolve(self, asking=asking)

    def agreed_by(self, seat: int) -> Place:
        """Return the place after the person of another seat has agreed that it is taken."""
        if self.asking is None or seat in self.asking.agreed:
            return self
        return self.asked_for(attrs.evolve(self.asking, agreed=(*self.asking.agreed, seat)))

    def unanswered_by(self, seat: int) -> Place:
        """Return the place without the answer of another seat, whose person has left."""
        if self.asking is None or seat not in self.asking.agreed:
            return self
        agreed = tuple(each for each in self.asking.agreed if each != seat)
        return self.asked_for(attrs.evolve(self.asking, agreed=agreed))

    def called(self, name: str) -> Place:
        """Return the place with another name for its person."""
        return attrs.evolve(self, seat=attrs.evolve(self.seat, name=name))

    def given(self, bot: str, others: Iterable[Seat]) -> Place:
        """Return the place played by a bot: for the person whose it is, or as the bot's own.

        Args:
            bot: the name of a player of the game.
            others: the seats of the table, whose names a stand-in does not get.
        """
        if self.chair.is_free:
            return Place(Seat("", bot), self.chair, asking=self.asking)
        stand_in = StandIn(name_stand_in(others), bot, is_asked=self.is_played_by_person)
        return Place(self.seat.lent(stand_in), self.chair)

    def freed(self) -> Place:
        """Return the place after others have freed it."""
        return Place(self.seat.taken_back(), self.chair, is_freed=True, asking=self.asking)

    def left(self) -> Place:
        """Return the place after its person has left; a bot that plays for them keeps it."""
        number = self.chair.seat
        bot = self.seat.stand_in.who if self.seat.stand_in else ""
        return Place(Seat("", bot), Chair(number)) if bot else Place.free(number)

    def gone(self) -> Place:
        """Return the place after its person has left a game under way: nobody else gets its hand.

        A bot that plays for the person keeps the seat.
        """
        left = self.left()
        return attrs.evolve(left, is_freed=left.is_free)


def owners(places: Iterable[Place]) -> set[int]:
    """Return the seats that are people's, whoever plays them now."""
    return {place.chair.seat for place in places if place.is_person_s}
