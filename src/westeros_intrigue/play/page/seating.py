"""The seats of the tables of an engine: who sees a hand, who is away, who plays for whom."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from itertools import combinations

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.play.page import friends, messages, positions, requests
from westeros_intrigue.play.page.messages import Unable
from westeros_intrigue.play.page.positions import Screen
from westeros_intrigue.play.saved.seats import check_name, name_stand_in
from westeros_intrigue.play.sessions import PERSON, AnySession, Folder, Seat, StandIn
from westeros_intrigue.play.sessions.chairs import Chair, Visit
from westeros_intrigue.play.sessions.claims import Claim, Claims, Device
from westeros_intrigue.play.sessions.folder import OpenGame, OpenGames
from westeros_intrigue.play.sessions.people import (
    FREED,
    RELIEVED,
    SECONDS_UNTIL_FREED,
    People,
)
from westeros_intrigue.play.sessions.presence import GONE, HERE

_MOST_DEVICES = 100
"""The number of devices that are known of the screens of a secret."""


class Seating:
    """The seats of the tables of an engine.

    Args:
        folder: the folder of the games.
        addresses: returns the addresses of a link, given its token; None without links.
        is_shared: True if other machines can reach these addresses.
        on_change: called with the game and the news of each change, in addition to the listeners.
    """

    def __init__(
        self,
        folder: Folder,
        addresses: friends.Addresses | None,
        *,
        is_shared: bool,
        on_change: Callable[[str, str], object] | None,
    ) -> None:
        """Start without open games."""
        self.people: People = People(folder.path)
        self.claims: Claims = Claims()
        self.listeners: friends.Listeners = friends.Listeners(on_change)
        self._addresses = addresses
        self._is_shared = is_shared
        self._is_preparing = False
        self._games = OpenGames(folder)
        self._failures: dict[str, tuple[int, PlayerFailed | OSError]] = {}
        """The moment of each game before the latest step that failed, and the error."""
        self._devices: dict[str, set[Device]] = {}
        """All devices at which the screens of a secret have been seen."""
        self._begun: set[str] = set()
        """The games that began here: of others, the host's screen may have shown any hand."""
        self._seen: set[tuple[str, int]] = set()
        """The hands that the host's screen has shown, by the game and the seat."""
        self._began = self.listeners.presence.read_clock()
        self._moved: dict[str, float] = {}
        """The time of the last change of each game."""
        self._freeing: dict[str, tuple[int, frozenset[str]]] = {}
        """The latest moment at which some want the chair of the person to move to be freed, and
        those who do, by the game."""

    def _failure_in(self, game: OpenGame) -> PlayerFailed | OSError | None:
        """Return the error of the step after this moment; None unless it has been tried."""
        moment, failed = self._failures.get(game.id, (None, None))
        session = game.session
        is_replaced = isinstance(failed, PlayerFailed) and (
            failed.player != session.seats[failed.seat].player
        )
        return None if moment != session.moment or is_replaced else failed

    def _screen_of(self, game: OpenGame, visitor: Visit | None) -> Screen:
        session, table, who = game.session, self.people.at(game.id), screen_of(visitor)
        presence = self.listeners.presence
        waiting = {chair.seat for chair in table.chairs if chair.waits is not None}
        here = tuple(
            seat
            for seat in session.people
            if who in table.screens_of(seat, friends.HOST)
            and not (table.is_lobby or seat in waiting)
        )
        screens = {seat: friends.name_screen(table, seat, presence) for seat in session.people}
        away = tuple(
            self._absence(game, seat, screen)
            for seat, screen in screens.items()
            if seat not in here
            and who not in table.screens_of(seat, friends.HOST)
            and session.is_played_by_person(seat)
            and presence.standing(game.id, screen) != HERE
        )
        reading = tuple(
            seat for seat, screen in screens.items() if presence.is_reading(game.id, screen)
        )
        return Screen(
            here,
            away,
            reading,
            watching=self.listeners.count_watching(game.id, table.watch),
            claims=tuple(
                messages.SeatClaim(claim.id, claim.seat, claim.words, claim.name)
                for claim in self._claims_for(game.id, visitor)
            ),
            arrivals=tuple(friends.list_arrivals(table, visitor)),
            is_lobby=table.is_lobby,
            is_alone=not table.chairs,
            failed=self._failure_in(game),
        )

    def _absence(self, game: OpenGame, seat: int, screen: str) -> messages.Absence:
        presence = self.listeners.presence
        seconds = presence.seconds_away(game.id, screen)
        chair = self.people.of(game.id).chair_of(seat)
        standing = presence.standing(game.id, screen)
        return messages.Absence(
            seat,
            seconds,
            friends.seconds_until_free(seconds),
            has_come=chair is None or bool(chair.secret),
            # Between two questions, its person may have come back.
            how=GONE if standing == HERE else standing,
        )

    def _claims_for(self, game_id: str, visitor: Visit | None) -> tuple[Claim, ...]:
        """Return the claims that a screen may answer."""
        return tuple(claim for claim in self.claims.of(game_id) if self._may_answer(claim, visitor))

    def _may_answer(self, claim: Claim, visitor: Visit | None) -> bool:
        """Return True if a screen may say whether a newcomer is the person of a seat.

        An earlier screen of that person may. If there is none, the host answers or, once the host
        is away, the other players; but never at what may be the newcomer's own browser or address,
        as all may be behind a proxy that names none. Spectators, newcomers and those who play for
        others do not.
        """
        presence, table = self.listeners.presence, self.people.of(claim.game)
        if not self._is_current(claim):
            return False
        chair = table.chair_of(claim.seat)
        if claim.name is not None or chair is None:
            return screen_of(visitor) in self._askable(claim) - self.claims.screens_that_agreed(
                claim
            )
        if visitor is not None and visitor.token in chair.secrets:
            return True
        is_there = presence.is_there(claim.game, presence.nearest(claim.game, chair.secrets))
        is_host_asked = not self._may_be_at(claim.device, friends.HOST)
        if is_there or visitor is None:
            return is_host_asked and not is_there
        is_host_first = is_host_asked and presence.is_there(claim.game, friends.HOST)
        is_player = visitor.seat is not None and not visitor.is_stand_in
        is_other = not self._may_be_at(claim.device, visitor.token)
        return is_player and is_other and not is_host_first

    def _is_current(self, claim: Claim) -> bool:
        """Return True as long as a newcomer can still have what they ask for."""
        if self.people.game_after(claim.game):
            return False
        chair = self.people.of(claim.game).chair_of(claim.seat)
        if claim.name is None:
            return chair is not None and not chair.is_free
        return chair is None or chair.is_free  # without a chair, it is a computer player's seat

    def _askable(self, claim: Claim) -> frozenset[str]:
        """Return the screens of all who play and are there, but for those of the newcomer.

        If all screens of the table are the newcomer's, as those of a guest at the host's machine,
        nobody else has a hand, and the host is asked.
        """
        presence, table = self.listeners.presence, self.people.of(claim.game)
        playing = {who for chair in table.chairs if chair.waits is None for who in chair.secrets}
        every = {friends.HOST, *(who for chair in table.chairs for who in chair.secrets)}
        others = {who for who in every if not self._is_at(claim.device, who)}
        asked = others & {friends.HOST, *playing} if others else {friends.HOST}
        return frozenset(who for who in asked if presence.is_there(claim.game, who))

    def _note_device(self, who: str, device: Device) -> None:
        seen = self._devices.setdefault(who, set())
        if len(seen) >= _MOST_DEVICES:
            seen.pop()
        seen.add(device)

    def _is_at(self, device: Device, who: str) -> bool:
        """Return True if the screens of a secret have been seen at a device."""
        return any(device.is_same(each) for each in tuple(self._devices.get(who, ())))

    def _may_be_at(self, device: Device, who: str) -> bool:
        """Return True unless a device is known to be none of those of a secret.

        Since the program began, some screens may not have asked for anything.
        """
        seen = tuple(self._devices.get(who, ()))
        return not seen or any(map(device.may_be, seen))

    def _may_see_beside(self, device: Device, seat: int, game: OpenGame) -> bool:
        """Return True if a hand may be or have been seen at a device, but for one left seat."""
        return any(self._may_be_at(device, who) for who in self._hands_beside(seat, game))

    def _have_all_agreed(self, claim: Claim, game: OpenGame) -> bool:
        """Return True once all have agreed who must let a newcomer sit down in a free chair.

        All who are there must. If the newcomer may be one of them, as far as is known, so must all
        who are away: a person could agree to their own second hand.
        """
        agreed = self.claims.screens_that_agreed(claim)
        if not agreed or not self._askable(claim) <= agreed:
            return False
        device, seat = claim.device, claim.seat
        unsure = [who for who in self._hands_beside(seat, game) if not self._is_at(device, who)]
        if not any(self._may_be_at(device, who) for who in unsure):
            return True
        return all(
            agreed.intersection(screens) or any(self._is_at(device, who) for who in screens)
            for screens in self._people_at(game)
        )

    def _people_at(self, game: OpenGame) -> tuple[tuple[str, ...], ...]:
        """Return the screens of each person who plays."""
        table = self.people.of(game.id)
        is_host_playing = any(table.chair_of(seat) is None for seat in game.session.people)
        chairs = (each for each in table.chairs if not each.is_free and each.waits is None)
        own = ((friends.HOST,),) if is_host_playing else ()
        return (*own, *(each.secrets for each in chairs))

    def _screens_at(self, game: OpenGame) -> tuple[str, ...]:
        """Return the screens of all people whose a seat is, the host's first."""
        table = self.people.of(game.id)
        is_host_playing = any(table.chair_of(seat) is None for seat in game.session.people)
        own = (friends.HOST,) if is_host_playing else ()
        return (*own, *(who for chair in table.chairs for who in chair.secrets))

    def _hands_beside(self, seat: int, game: OpenGame) -> frozenset[str]:
        """Return the screens that show a hand, or have shown that of another seat than one.

        Besides people's own screens, they are those of people who play or played for others, and of
        people who left a seat, or whose chair was freed, and those of guests: they have a hand in
        the next game, in which a second chair would be another hand.
        """
        table = self.people.of(game.id)
        stand_ins = (chair.stand_in for chair in table.chairs if chair.stand_in)
        left = (each.secret for each in table.former if each.seat != seat)
        guests = (who for guest in table.guests for who in guest.secrets or (friends.HOST,))
        return frozenset((*self._screens_at(game), *stand_ins, *left, *guests))

    def _chair_at(self, game: OpenGame, seat: int) -> Chair | None:
        return self.people.of(game.id).chair_of(seat)

    def _is_waiting(self, game: OpenGame, seat: int) -> bool:
        chair = self._chair_at(game, seat)
        return chair is not None and chair.waits is not None

    def _list_chairs(self, game: OpenGame) -> messages.Invitations:
        table, is_shared = self.people.of(game.id), self._is_shared
        link = self._addresses and friends.find_link(table, self._addresses, is_shared=is_shared)
        chairs = friends.show_chairs(game.session, table, self.listeners.presence)
        return messages.Invitations(link or None, tuple(chairs), is_shared)

    def _invite(self, seat: int | None, game: OpenGame) -> None:
        """Offer a seat to whoever opens the link of the table.

        Raises:
            InvalidValue: the seat does not exist, or the rules play it.
        """
        session, table = game.session, self.people.of(game.id)
        is_lobby = table.is_lobby or (not table.chairs and not self._may_have_seen(seat, game))
        if seat is not None and table.chair_of(seat) is None:
            earlier = session.seats
            if seat not in session.people:
                session = session.reseated(seat, Seat("", PERSON))
            own = earlier[seat]
            if not is_lobby and not own.stand_in:  # the table waits for no newcomer
                who = session.game.PLAYERS.usual if own.who == PERSON else own.who
                session = session.lent(seat, StandIn(name_stand_in(session.seats), who))
            has_shown = own.who == PERSON and not is_lobby
            former = friends.HOST if has_shown else ""
            self.people.offer(game.id, seat, is_lobby=is_lobby, former=former)
        else:
            self.people.offer(game.id, None, is_lobby=is_lobby)
        self.listeners.presence.expect(game.id, friends.name_free_chair(seat))
        self._seat(game, session)

    def _may_have_seen(self, seat: int | None, game: OpenGame) -> bool:
        """Return True if the host's screen may have shown the hand of a seat, or of a computer."""
        seen = (at for at in range(len(game.session.seats)) if (game.id, at) in self._seen)
        return game.id not in self._begun or any(
            at == seat or not game.session.is_played_by_person(at) for at in seen
        )

    def _replace(self, request: requests.Replace, game: OpenGame, visitor: Visit | None) -> None:
        """Seat another player, or a person at the host's screen, instead of a computer player."""
        session, seat, who = game.session, request.seat, request.who
        failed = self._failure_in(game)
        is_stuck = isinstance(failed, PlayerFailed) and failed.seat == seat
        if visitor is not None:
            if not isinstance(failed, PlayerFailed) or not is_stuck:
                raise Unable("not-yours", "friends replace only a player that fails")
            if who != session.substitute(failed.player):
                raise Unable("not-yours", "friends seat the player that is offered instead")
        table = self.people.of(game.id)
        if who == PERSON and table.chairs and table.has_begun and not is_stuck:
            told = "nobody takes a hand of this game over at the host's screen: invite a friend"
            raise Unable("not-yours", told)
        if is_stuck and seat in session.people:
            stand_in = session.seats[seat].stand_in
            name = stand_in.name if stand_in else name_stand_in(session.seats)
            self._seat(game, session.lent(seat, StandIn(name, who)))
        elif seat not in session.people:
            self._seat(game, seat_player(session, seat, who))
        elif who == PERSON and self.people.of(game.id).player_of(seat) == "":
            self.people.withdraw(game.id, seat)
            self._seat(game, session.taken_back(seat))
        else:
            raise Unable("cannot-be", "the seat is a person's: lend it instead")

    def _check_lending(self, seat: int, game: OpenGame, visitor: Visit | None) -> None:
        """Raise `Unable` unless a visitor may let the computer play for a person.

        The rule is the same for all at the table: for oneself at any time, for others once they
        have been away for a minute.
        """
        session, screen = game.session, self._screen_of(game, visitor)
        if seat not in session.people:
            raise Unable("cannot-be", "only a person's seat can be lent")
        if not session.is_played_by_person(seat):
            raise Unable("not-now", "the computer plays for this person already")
        if seat in screen.here:
            return
        absence = next((each for each in screen.away if each.seat == seat), None)
        if absence is None:
            raise Unable("not-yours", "this person is here")
        is_free_chair = visitor is None and not absence.has_come
        if absence.free_in and not is_free_chair:
            told = (
                f"wait for {english.count_things(absence.free_in, 'second')}: the person may return"
            )
            raise Unable("not-now", told)

    def _lend(self, game: OpenGame, seat: int, *, is_own: bool) -> None:
        """Let the game's usual computer player play for a person."""
        session = game.session
        stand_in = StandIn(name_stand_in(session.seats), session.game.PLAYERS.usual, is_own)
        self.people.take_back(game.id, seat, RELIEVED)  # another person who played for this one
        self._seat(game, session.lent(seat, stand_in))

    def _take_back(self, seat: int, game: OpenGame, visitor: Visit | None) -> None:
        """Let the person of a seat play it again."""
        if seat not in self._screen_of(game, visitor).here:
            raise Unable("not-yours", "another player sits there")
        if visitor and visitor.is_stand_in:
            raise Unable("not-yours", "you play until the person of this seat is back")
        if self._is_waiting(game, seat):
            raise Unable("not-now", "you play from the next deal on")
        self.people.take_back(game.id, seat)
        if game.session.seats[seat].stand_in:
            self._seat(game, game.session.taken_back(seat))

    def _free(self, seat: int, game: OpenGame, visitor: Visit | None) -> None:
        """Free the chair of a person who stops the table, if the host or all others say so."""
        session, chair = game.session, self._chair_at(game, seat)
        if chair is None or chair.is_free:
            raise Unable("cannot-be", "only a chair in which a person has sat down can be freed")
        if visitor is not None and not self._may_free(chair, game, visitor):
            self.listeners.announce(game.id, friends.SEATS)
            return
        is_lobby = self.people.of(game.id).is_lobby
        if is_lobby:
            session = session.reseated(seat, Seat("", PERSON))
        elif session.is_played_by_person(seat):
            name = name_stand_in(session.seats)
            session = session.lent(seat, StandIn(name, session.game.PLAYERS.usual))
        self.people.free(game.id, seat, FREED)
        self._seat(game, session)

    def _may_free(self, chair: Chair, game: OpenGame, visitor: Visit) -> bool:
        """Note that a person wants a chair to be freed; return True once all others want it.

        Raises:
            Unable: the visitor does not play, or nobody has waited long enough.
        """
        session, presence = game.session, self.listeners.presence
        if visitor.is_stand_in or visitor.seat == chair.seat:
            raise Unable("not-yours", "only the others who play can free a chair")
        if session.state.active_player != chair.seat:
            raise Unable("not-now", "the game does not wait for this person")
        waited = presence.read_clock() - self._moved.get(game.id, self._began)
        if (left := SECONDS_UNTIL_FREED - int(waited)) > 0:
            told = f"wait for {english.count_things(left, 'second')}: the person may still move"
            raise Unable("not-now", told)
        moment, earlier = self._freeing.get(game.id, (-1, frozenset()))
        agreed = (earlier if moment == session.moment else frozenset()) | {visitor.token}
        self._freeing[game.id] = session.moment, agreed
        others = {*self._screens_at(game)} - {*chair.secrets}
        return {who for who in others if presence.is_there(game.id, who)} <= agreed

    def _is_leaving(self, seat: int, game: OpenGame, visitor: Visit | None) -> bool:
        """Return True if a person leaves their own chair before the game has begun."""
        is_own = visitor is not None and visitor.seat == seat and not visitor.is_stand_in
        return is_own and self.people.of(game.id).is_lobby

    def _begin_table(self, game: OpenGame) -> None:
        """Begin a game, with the computer in chairs that are still free."""
        table, session = self.people.of(game.id), game.session
        if not table.is_lobby:
            raise Unable("not-now", "the game has begun")
        for chair in table.chairs:
            if chair.is_free and not session.seats[chair.seat].stand_in:
                name = name_stand_in(session.seats)
                session = session.lent(chair.seat, StandIn(name, session.game.PLAYERS.usual))
        self.people.begin(game.id)
        self._seat(game, session)

    def _begin_if_full(self, game: OpenGame) -> None:
        """Begin a game whose chairs are taken at devices that are known to be different.

        Otherwise, the host begins, who sees the people at the table.
        """
        table = self.people.of(game.id)
        seats = game.session.seats
        is_full = not any(
            chair.is_free and not seats[chair.seat].stand_in for chair in table.chairs
        )
        if not (table.is_lobby and is_full):
            return
        seen = [{*self._devices.get(who, ())} for who in self._screens_at(game)]
        are_known = all(each and all(device.address for device in each) for each in seen)
        pairs = combinations(seen, 2)
        if are_known and not any(a.is_same(b) for one, other in pairs for a in one for b in other):
            self._begin_table(game)

    def _seat(self, game: OpenGame, session: AnySession) -> None:
        self._games.save(game.file, session)
        self.listeners.announce(game.id, friends.SEATS)


def names_of_all(session: AnySession) -> tuple[str, ...]:
    """Return all names at a table, those of stand-ins too."""
    stand_ins = (seat.stand_in.name for seat in session.seats if seat.stand_in)
    return (*positions.names_at(session), *stand_ins)


def screen_of(visitor: Visit | None) -> str:
    """Return the screen of a visitor, or of the host, as listeners name it."""
    return visitor.token if visitor else friends.HOST


def seat_player(session: AnySession, seat: int, who: str, name: str = "") -> AnySession:
    """Return the game with another player in a seat.

    Raises:
        InvalidValue: the seat does not exist, or no such player can have it.
    """
    names = enumerate(positions.names_at(session))
    check_name(name, [each for at, each in names if at != seat], session.game.PLAYERS)
    return session.reseated(seat, Seat(name, who))
