"""The places of a table: whose each seat is, and who plays it.

A place has the `Seat` and the `Chair` of `westeros_intrigue.play.sessions`, as the terminal and the
page have them: lending, leaving and returning change who plays, never whose the seat is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import attrs

from westeros_intrigue.play.sessions import PERSON, Chair, Seat, StandIn, name_stand_in


@attrs.frozen
class Place:
    """A seat, and the chair of its person."""

    seat: Seat
    chair: Chair  # its secret is a hash
    is_freed: bool = False
    """True if others have freed the seat: only a bot, or the person whose it is, plays it next."""

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

    def taken(self, secret: str, name: str) -> Place:
        """Return the place with a person in it, who sits down or comes back."""
        return Place(Seat(name, PERSON), self.chair.taken(secret))

    def given(self, bot: str, others: Iterable[Seat]) -> Place:
        """Return the place played by a bot: for the person whose it is, or as the bot's own.

        Args:
            bot: the name of a player of the game.
            others: the seats of the table, whose names a stand-in does not get.
        """
        if self.chair.is_free:
            return Place(Seat("", bot), self.chair)
        stand_in = StandIn(name_stand_in(others), bot, is_asked=self.is_played_by_person)
        return Place(self.seat.lent(stand_in), self.chair)

    def freed(self) -> Place:
        """Return the place after others have freed it."""
        return Place(self.seat.taken_back(), self.chair, is_freed=True)

    def left(self) -> Place:
        """Return the place after its person has left; a bot that plays for them keeps it."""
        number = self.chair.seat
        bot = self.seat.stand_in.who if self.seat.stand_in else ""
        return Place(Seat("", bot), Chair(number)) if bot else Place.free(number)
