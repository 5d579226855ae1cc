"""The chairs of a table as values: who sits in them, who has, and the place that a link opens."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import attrs

from westeros_intrigue.gamekit import limits, values

_MOST_FORMER = 300
"""The number of screens of a game that have stopped showing a hand."""
_MOST_EARLIER = 20
"""The number of finished games at which the people of a table may look."""
Text = Annotated[str, limits.Longest(1_000)]
# Fields of later versions: a file that lacks them is still read.
_Flag = Annotated[bool, limits.OnlyIfUnusual()]
PastSeats = Annotated[tuple[limits.Count | None, ...], limits.OnlyIfUnusual()]


@attrs.frozen
class OtherScreen(values.Value):
    """Another screen of a person, by which they came in later."""

    secret: Text
    by: Text
    """The names of the people who let it in."""
    at: limits.Count = 0
    """The time when it was let in, in seconds of the system's clock."""
    is_known: _Flag = False
    """True once an earlier screen of the person has said that it is theirs."""


@attrs.frozen
class Chair(values.Value):
    """A seat for a person with a screen of their own, and the secrets by which people open it.

    On a server, a chair can have hashes of the secrets.

    >>> ben = Chair(1).taken("ben")
    >>> ben.is_free, ben.renewed("again").secret
    (False, 'again')
    >>> ben.lent("mira").stand_in, ben.lent("mira").taken_back() == ben
    ('mira', True)
    >>> ben.joined("phone", by="Ann").secrets
    ('ben', 'phone')
    """

    seat: limits.Count
    """The number of the seat, from 0."""
    secret: Text = ""
    """The secret of the person whose seat it is; empty until one sits down."""
    stand_in: Text = ""
    """The secret of another person who plays the seat for them; empty for none."""
    others: Annotated[tuple[OtherScreen, ...], limits.OnlyIfUnusual()] = ()
    """The person's other screens, the earliest first."""
    waits: Annotated[limits.Count | None, limits.OnlyIfUnusual()] = None
    """The deal during which the person sat down, who plays from the next one on; None for a person
    who plays."""
    seeks: _Flag = False
    """True if the person has asked for another person to play the seat."""
    past: PastSeats = ()
    """The person's seats in the finished games at this table, the latest last; None for a game that
    the person has watched as a guest."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets of all screens of the person."""
        own = (self.secret, *(each.secret for each in self.others))
        return tuple(filter(None, own))

    @property
    def is_free(self) -> bool:
        """True until a person sits down."""
        return not self.secret

    def taken(self, secret: str, waits: int | None = None) -> Chair:
        """Return the chair with a person who sits down in it.

        Args:
            secret: the secret of the person.
            waits: the deal that others play to its end; None if the person plays at once.
        """
        return Chair(self.seat, secret, waits=waits)

    def renewed(self, secret: str) -> Chair:
        """Return the chair with another secret for the same person, and no other screen."""
        return attrs.evolve(self, secret=secret, others=())

    def joined(self, secret: str, by: str) -> Chair:
        """Return the chair with another screen of the same person.

        Args:
            secret: the secret of the screen.
            by: the names of the people who let it in.
        """
        other = OtherScreen(secret, by, int(time.time()))
        return attrs.evolve(self, others=(*self.others, other))

    def lent(self, secret: str) -> Chair:
        """Return the chair with another person who plays for the one whose it is."""
        return attrs.evolve(self, stand_in=secret)

    def taken_back(self) -> Chair:
        """Return the chair, played by the person whose it is."""
        return attrs.evolve(self, stand_in="", seeks=False)


@attrs.frozen
class Former(values.Value):
    """A screen that has shown the hand of a seat of the game, and does so no longer."""

    seat: limits.Count
    secret: Text
    """The secret, which opens nothing any more; for a screen of the host, that of the host."""


@attrs.frozen
class Guest(values.Value):
    """A person who watches a game for lack of a seat, and is among the first in the next one."""

    secret: Text
    """The secret of the person; empty for one at the host's screen."""
    name: Text
    others: tuple[OtherScreen, ...] = ()
    """The person's other screens, the earliest first."""
    past: PastSeats = ()
    """The person's seats in the finished games at this table, the latest last."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets of all screens of the person; none for one at the host's screen."""
        return tuple(filter(None, (self.secret, *(each.secret for each in self.others))))


@attrs.frozen
class NextSeats(values.Value):
    """The seats in the next game of those who have played a finished one, or watched it as guests.

    >>> NextSeats(("Ann", "Ben", "Mira"), (1, None, None), (0,)).seat_of(0)
    1
    """

    names: tuple[str, ...]
    """The names at the finished game, by seat."""
    of_players: tuple[int | None, ...]
    """The next seat of each person by the seat in the finished game; None for those who will watch,
    and for computer players."""
    of_guests: tuple[int | None, ...]
    """The next seat of each guest; None for those who watch once more."""

    def seat_of(self, seat: int) -> int | None:
        """Return the next seat of the person who has had a seat; None for one who will watch."""
        return self.of_players[seat] if seat < len(self.of_players) else None


@attrs.frozen
class Table(values.Value):
    """The links of the table of a game.

    >>> table = Table("game", "link", "watch", (Chair(1, "ben"), Chair(2)))
    >>> table.player_of(1), table.player_of(2), table.player_of(0)
    ('ben', '', None)
    """

    game: Text
    """The id of the game."""
    link: Text = ""
    """The token of the link for newcomers; empty while the table is closed."""
    watch: Text = ""
    """The secret that all spectators share."""
    chairs: tuple[Chair, ...] = ()
    """The chairs, by seat. The other people of the game sit at the host's screen."""
    has_begun: _Flag = True
    """False as long as people come: until then, no screen shows a hand."""
    earlier: Annotated[tuple[Text, ...], limits.OnlyIfUnusual()] = ()
    """The finished games of the same people, at which they may still look."""
    former: Annotated[tuple[Former, ...], limits.OnlyIfUnusual()] = ()
    """The screens of those who have left a seat of this game, the latest last."""
    guests: Annotated[tuple[Guest, ...], limits.OnlyIfUnusual()] = ()
    """The people without a seat in this game, those first who have watched longest."""

    @property
    def is_lobby(self) -> bool:
        """True as long as people come, and the game has not begun."""
        return bool(self.chairs) and not self.has_begun

    def chair_of(self, seat: int | None) -> Chair | None:
        """Return the chair of a seat; None for a seat at the host's screen."""
        return next((each for each in self.chairs if each.seat == seat), None)

    def player_of(self, seat: int) -> str | None:
        """Return the secret of the person who plays in a chair, empty for a free one.

        It is None for a seat at the host's screen.
        """
        chair = self.chair_of(seat)
        return None if chair is None else chair.stand_in or chair.secret

    def screens_of(self, seat: int, host: str) -> frozenset[str]:
        """Return the secrets of the screens that show a person's hand.

        Args:
            seat: the seat.
            host: the secret of the host's screen, for a seat without a chair.
        """
        chair = self.chair_of(seat)
        found = {host} if chair is None else {*chair.secrets, chair.stand_in}
        return frozenset(filter(None, found))

    def screens_of_player(self, seat: int) -> tuple[str, ...] | None:
        """Return the secrets of the one who plays in a chair; empty for a free one.

        It is None for a seat at the host's screen.
        """
        chair = self.chair_of(seat)
        if chair is None:
            return None
        return (chair.stand_in,) if chair.stand_in else chair.secrets

    def left_by(self, seat: int, *screens: str) -> Table:
        """Return the table after screens that have shown a seat's hand stop doing so."""
        if self.is_lobby:  # no screen has shown a hand
            return self
        left = (Former(seat, each) for each in screens if each)
        former = (
            *(each for each in self.former if each.seat != seat or each.secret not in screens),
            *left,
        )
        return attrs.evolve(self, former=former[-_MOST_FORMER:])

    def with_chair(self, chair: Chair) -> Table:
        """Return the table with a chair, instead of any other for its seat."""
        others = (each for each in self.chairs if each.seat != chair.seat)
        return attrs.evolve(self, chairs=_by_seat((*others, chair)))

    def moved_on(self, game: str, people: Sequence[int], seats: NextSeats) -> Table:
        """Return the table of the next game of the same people.

        Those who have played for others do not come along.

        Args:
            game: the id of the next game.
            people: the seats of the people in the finished game, also those at the host's screen.
            seats: where all have their seats next; who has none watches as a guest.
        """
        chairs, guests = [], []
        for guest, seat in zip(self.guests, seats.of_guests, strict=True):
            past = _with_latest(guest.past, None)
            if seat is None:
                guests.append(attrs.evolve(guest, past=past))
            elif guest.secret:
                chairs.append(Chair(seat, guest.secret, others=guest.others, past=past))
        for number in people:
            own, seat = self.chair_of(number), seats.seat_of(number)
            past = _with_latest(own.past if own else (), number)
            if own is not None and seat is not None:
                known = () if own.is_free else past
                chairs.append(attrs.evolve(own.taken_back(), seat=seat, waits=None, past=known))
            elif own is None and seat is None:
                guests.append(Guest("", seats.names[number]))  # at the host's screen
            elif own is not None and not own.is_free:
                guests.append(Guest(own.secret, seats.names[number], own.others, past))
        return attrs.evolve(
            self,
            game=game,
            chairs=_by_seat(chairs),
            earlier=(*self.earlier, self.game)[-_MOST_EARLIER:],
            former=(),
            guests=tuple(guests),
        )

    def at_earlier(self, game: str) -> Table:
        """Return the table as it was at one of the earlier games, with the people of now."""
        people: tuple[Chair | Guest, ...] = (*self.chairs, *self.guests)
        chairs = [
            Chair(seat, person.secret, others=person.others)
            for person in people
            if person.secret
            for seat in [dict(self._past_seats(person.past))[game]]
            if seat is not None
        ]
        return attrs.evolve(self, game=game, chairs=_by_seat(chairs), guests=())

    def _past_seats(self, past: Sequence[int | None]) -> tuple[tuple[str, int | None], ...]:
        """Return a person's seats by the earlier games; who came later has none in the first."""
        seats: dict[str, int | None] = dict.fromkeys(self.earlier)
        seats |= dict(zip(reversed(self.earlier), reversed(past), strict=False))
        return tuple(seats.items())

    def visits(self) -> Iterator[Visit]:
        """Yield the places that the links of the table open."""
        if self.link:
            yield Visit(self.game, self.link, is_newcomer=True)
        if self.watch:
            yield Visit(self.game, self.watch, earlier=self._past_seats(()))
        for guest in self.guests:
            earlier = self._past_seats(guest.past)
            for secret in guest.secrets:
                yield Visit(self.game, secret, is_guest=True, earlier=earlier)
        for chair in self.chairs:
            earlier = self._past_seats(chair.past)
            for secret in chair.secrets:
                yield Visit(self.game, secret, chair.seat, earlier=earlier)
            if chair.stand_in:
                yield Visit(self.game, chair.stand_in, chair.seat, is_stand_in=True)


def _with_latest(past: Sequence[int | None], seat: int | None) -> tuple[int | None, ...]:
    return (*past, seat)[-_MOST_EARLIER:]


def _by_seat(chairs: Iterable[Chair]) -> tuple[Chair, ...]:
    return tuple(sorted(chairs, key=lambda each: each.seat))


@attrs.frozen
class Visit(values.Value):
    """The place that a link opens: a seat, the table for a newcomer, or a place to watch."""

    game: str
    token: str
    seat: int | None = None
    """The seat; None for a newcomer or a spectator."""
    is_newcomer: bool = False
    """True for the link of the table."""
    is_stand_in: bool = False
    """True if the visitor plays the seat for the person whose it is."""
    is_guest: bool = False
    """True for a person who watches, and is among the first to have a seat in the next game."""
    earlier: tuple[tuple[str, int | None], ...] = ()
    """The finished games of the same people, at which the visitor may still look, each with the
    seat of the visitor in it; None for a game that the visitor has watched."""

    @property
    def is_watching(self) -> bool:
        """True for a spectator."""
        return self.seat is None and not self.is_newcomer

    def has_been_at(self, game: str) -> bool:
        """Return True for an earlier game of the same people."""
        return any(each == game for each, _ in self.earlier)

    def seat_in(self, game: str) -> int | None:
        """Return the visitor's seat in this game or an earlier one; None for one who watches.

        >>> Visit("nim-2", "secret", 1, earlier=(("nim-1", 0),)).seat_in("nim-1")
        0
        """
        return self.seat if game == self.game else dict(self.earlier).get(game)
