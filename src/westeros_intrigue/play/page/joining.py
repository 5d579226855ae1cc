"""The ways to a seat: to sit down, to come back from another browser, to play for a person."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from westeros_intrigue.gamekit import english
from westeros_intrigue.play.page import friends, messages, positions, requests
from westeros_intrigue.play.page.messages import Answer, Unable
from westeros_intrigue.play.page.seating import Seating, names_of_all, screen_of, seat_player
from westeros_intrigue.play.saved.seats import check_name, name_stand_in
from westeros_intrigue.play.sessions import AUTOMATED, PERSON, Seat, StandIn
from westeros_intrigue.play.sessions.chairs import Visit
from westeros_intrigue.play.sessions.claims import NOT_ASKED, Claim, Device
from westeros_intrigue.play.sessions.folder import OpenGame
from westeros_intrigue.play.sessions.people import LEFT

_TOO_MANY = (
    "too many questions have come from this browser or network address: the host can free the chair"
)
_NOT_FREE = "another player sits there"
_ONE_HAND = "this browser or network address has a seat of this game: one person sees one hand"
_NOT_KNOWN = (
    "it is not known that this browser and all who play are at different network addresses: one "
    "person sees one hand"
)


class Joining(Seating):
    """The ways to a seat at the tables of an engine."""

    def _answer_friends(
        self, request: requests.OfGame, game: OpenGame, visitor: Visit | None
    ) -> messages.Invitations | messages.EngineStatus:
        match request:
            case requests.React(sign=sign):
                [seat, *_] = self._screen_of(game, visitor).here or (None,)
                if seat is not None:
                    self.listeners.tell_all(game.id, f"{friends.REACTION} {seat} {sign}")
                return messages.EngineStatus(self._is_preparing)
            case requests.Beat():
                return messages.EngineStatus(self._is_preparing)
            case (
                requests.Replace()
                | requests.Lend()
                | requests.Seek()
                | requests.TakeBack()
                | requests.Free()
            ):
                self._change_player(request, game, visitor)
            case _ if self._addresses is None:
                raise Unable("cannot-be", "friends cannot play through links here")
            case requests.Invite(seat=seat):
                self._invite(seat, game)
            case requests.Begin():
                self._begin_table(game)
            case requests.Close():
                self.people.close(game.id)
                self.listeners.announce(game.id, friends.SEATS)
            case requests.Admit():
                self._admit(request, game, visitor)
            case requests.Vouch():
                self._vouch(request, game, visitor)
        return self._list_chairs(game)

    def _change_player(
        self,
        request: requests.Replace
        | requests.Lend
        | requests.Seek
        | requests.TakeBack
        | requests.Free,
        game: OpenGame,
        visitor: Visit | None,
    ) -> None:
        """Let another player have a seat, or the person whose it is."""
        seat = request.seat
        match request:
            case requests.Replace():
                self._replace(request, game, visitor)
            case requests.Lend() if self._is_leaving(seat, game, visitor):
                self.people.free(game.id, seat, LEFT)
                self._seat(game, game.session.reseated(seat, Seat("", PERSON)))
            case requests.Lend():
                self._check_lending(seat, game, visitor)
                is_here = seat in self._screen_of(game, visitor).here
                # A stand-in does not ask for the person, whose page then takes the seat back.
                self._lend(game, seat, is_own=is_here and not (visitor and visitor.is_stand_in))
            case requests.Seek():
                if seat not in self._screen_of(game, visitor).here or not visitor:
                    raise Unable("not-yours", "only the person of a seat asks for somebody else")
                if visitor.is_stand_in:
                    raise Unable("not-yours", "you play until the person of this seat is back")
                self._lend(game, seat, is_own=True)
                self.people.seek(game.id, seat)
            case requests.TakeBack():
                self._take_back(seat, game, visitor)
            case requests.Free():
                self._free(seat, game, visitor)

    def _vouch(self, request: requests.Vouch, game: OpenGame, visitor: Visit | None) -> None:
        """Keep another screen of a person, or put it out."""
        asked = friends.list_arrivals(self.people.of(game.id), visitor)
        number = request.seat, request.number
        if not any(each.is_asked and (each.seat, each.number) == number for each in asked):
            raise Unable("not-yours", "only an earlier screen of the same person can say that")
        self.people.judge_screen(game.id, *number, is_own=request.is_own)
        self.listeners.announce(game.id, friends.SEATS)

    def _admit(self, request: requests.Admit, game: OpenGame, visitor: Visit | None) -> None:
        """Let a newcomer who claims a seat have it, or not; the others who claim it are refused."""
        claims = {claim.id: claim for claim in self._claims_for(game.id, visitor)}
        claim = claims.get(request.claim)
        if claim is None:
            raise Unable("not-now", "this question is answered, or is not for this screen")
        names = positions.names_at(game.session)
        chairless = [seat for seat in game.session.people if not self._chair_at(game, seat)]
        seats = [visitor.seat] if visitor and visitor.seat is not None else chairless
        by = english.join_words([names[seat] for seat in seats]) or "the host"
        if not request.is_right and claim.name is not None:
            self.claims.answer(claim, "", f"{by} would rather play on without you")
        elif claim.name is not None:
            self.claims.agree(claim, screen_of(visitor))
            self._settle(claim, game)
        elif not request.is_right:
            self.claims.answer(claim, "", f"{by} says that it is not you")
        elif (secret := self.people.let_in(game.id, claim.seat, by)) is None:
            self.claims.answer(claim, "", f"{names[claim.seat]} plays at too many screens already")
        else:
            self._note_device(secret, claim.device)
            self.claims.answer(claim, secret)
            self.listeners.presence.beat(game.id, secret)
            for other in claims.values():
                if other.seat == claim.seat:
                    self.claims.answer(other, "", f"{by} has let somebody else in")
        self.listeners.announce(game.id, friends.SEATS)

    def _settle(self, claim: Claim, game: OpenGame) -> None:
        """Let a newcomer sit down in a game under way if all who are there agree."""
        if claim.name is None or not self._have_all_agreed(claim, game):
            return
        try:
            seated = seat_player(game.session, claim.seat, PERSON, claim.name)
        except ValueError as error:
            self.claims.answer(claim, "", str(error))
            return
        if self._is_computers(claim.seat, game):
            self.people.add_chair(game.id, claim.seat)
        secret = self.people.sit(game.id, claim.seat) or ""
        if secret:
            self._note_device(secret, claim.device)
            self.listeners.presence.beat(game.id, secret)
            self._seat(game, seated)
        self.claims.answer(claim, secret, _NOT_FREE)

    def _enter(
        self,
        request: requests.Join | requests.Claimed | requests.Withdraw,
        visitor: Visit,
        device: Device,
    ) -> Answer:
        match request:
            case requests.Join():
                return self._join(request, visitor, device)
            case requests.Claimed():
                return self._follow_claim(request.claim)
        if (claim := self.claims.follow(request.claim)) is not None:
            self.claims.answer(claim, "")
            self.listeners.announce(claim.game, friends.SEATS)
        return self._offer_seat(visitor)

    def _offer_seat(self, visitor: Visit) -> messages.SeatOffer:
        with self._games.opening(visitor.game) as game:
            table, presence = self.people.of(game.id), self.listeners.presence
            return friends.offer_seat(game.session, table, visitor, presence)

    def _join(
        self, request: requests.Join, visitor: Visit, device: Device
    ) -> messages.Joined | messages.Asked:
        """Give a newcomer a place at the table: to watch, in a free chair, or in a person's.

        Raises:
            Unable: the chair is not free, or its person is there.
        """
        seat = request.seat
        with self._games.opening(visitor.game) as game:
            table = self.people.of(game.id)
            if seat is None:
                return messages.Joined(table.watch)
            chairs = friends.show_chairs(game.session, table, self.listeners.presence)
            chair = next((each for each in chairs if each.seat == seat), None)
            if request.how == "sit" and self._is_computers(seat, game):
                return self._ask_for_computers(request.name, seat, game, device)
            if chair is None:
                raise Unable("cannot-be", "there is no such chair at the table")
            if request.how == "claim":
                return self._claim(game, chair, device)
            if request.how == "play":
                secret = self._play_for(request.name, chair, game, device)
            else:
                if not chair.is_free:
                    raise Unable("not-yours", _NOT_FREE)
                found = self._sit(request.name, seat, game, device)
                if isinstance(found, messages.Asked):
                    return found
                secret = found
            if secret is None:
                raise Unable("not-yours", _NOT_FREE)
        self._note_device(secret, device)
        self.listeners.presence.beat(visitor.game, secret)
        with self._games.opening(visitor.game) as game:  # with the person
            self._begin_if_full(game)
        return messages.Joined(secret)

    def _sit(
        self, name: str, seat: int, game: OpenGame, device: Device
    ) -> str | messages.Asked | None:
        """Return the secret of a person who sits down in a free chair; None if it is not free.

        Once the game has begun, the chair's cards may have been seen. Then the person plays from
        the next deal on. If the game has none, or the browser or the address may have a seat
        already, those who play are asked.
        """
        session, table = game.session, self.people.of(game.id)
        name, stand_in = name or session.seats[seat].name, session.seats[seat].stand_in
        seated = seat_player(session, seat, PERSON, name)
        if table.is_lobby:
            deal = None
        else:
            deal = positions.deal_of(session)
            if deal is None or self._may_see_beside(device, seat, game):
                return self._ask_all(name, seat, game, device)
            usual = StandIn(name_stand_in(session.seats), session.game.PLAYERS.usual)
            seated = seated.lent(seat, stand_in or usual)
        secret = self.people.sit(game.id, seat, deal)
        if secret is not None:
            self._seat(game, seated)
        return secret

    def _play_for(
        self, name: str, chair: messages.ChairOffer, game: OpenGame, device: Device
    ) -> str | None:
        """Return the secret of a newcomer who plays for a person; None if another one does."""
        session, seat = game.session, chair.seat
        if not chair.can_be_lent:
            raise Unable("not-now", "a friend plays for a person only if that person asks for it")
        if self._has_seat(device, seat, game):
            raise Unable("not-yours", _ONE_HAND)
        if self._may_see_beside(device, seat, game):
            raise Unable("not-yours", _NOT_KNOWN)
        own = check_name(name, names_of_all(session), session.game.PLAYERS)
        lent = session.lent(seat, StandIn(own or name_stand_in(session.seats), PERSON))
        secret = self.people.lend(game.id, seat)
        if secret is not None:
            self._seat(game, lent)
        return secret

    def _is_computers(self, seat: int, game: OpenGame) -> bool:
        """Return True for the seat of a computer player, which no person has or is offered."""
        seats = game.session.seats
        return seat < len(seats) and seats[seat].who not in {PERSON, AUTOMATED}

    def _ask_for_computers(
        self, name: str, seat: int, game: OpenGame, device: Device
    ) -> messages.Asked:
        """Ask all who play to let a newcomer play instead of a computer player."""
        if self.people.of(game.id).is_lobby:
            raise Unable("not-now", "until the game begins, the host offers the chairs")
        seated = seat_player(game.session, seat, PERSON, name)
        return self._ask_all(seated.seats[seat].name, seat, game, device)

    def _ask_all(self, name: str, seat: int, game: OpenGame, device: Device) -> messages.Asked:
        """Ask all who play to let a newcomer sit down at once."""
        claim = self.claims.make(game.id, seat, device, name)
        if claim is None:
            raise Unable("not-now", _TOO_MANY)
        self.listeners.announce(game.id, friends.SEATS)
        return self._show_claim(claim)

    def _has_seat(self, device: Device, seat: int, game: OpenGame) -> bool:
        """Return True if a hand of the game is or was seen at a device, but for one left seat."""
        return any(self._is_at(device, who) for who in self._hands_beside(seat, game))

    def _claim(self, game: OpenGame, chair: messages.ChairOffer, device: Device) -> messages.Asked:
        if chair.is_free or chair.is_there:
            raise Unable("not-now", "the chair is free, or its person is there")
        claim = self.claims.make(game.id, chair.seat, device)
        if claim is None:
            raise Unable("not-now", _TOO_MANY)
        self.listeners.announce(game.id, friends.SEATS)
        return self._show_claim(claim)

    def _show_claim(self, claim: Claim) -> messages.Asked:
        is_contested = self.claims.is_contested(claim)
        return messages.Asked(claim.number, claim.words, is_contested)

    def _follow_claim(self, number: str) -> messages.Joined | messages.Asked:
        """Return the secret of a claimed seat, once a person at the table has let the newcomer in.

        Raises:
            Unable: they have refused, or the question is not open any more.
        """
        claim = self.claims.follow(number)
        if claim is not None and not self._is_current(claim):
            # Until the claim of a newcomer who is let in has its answer, this one waits here.
            with self._games.opening(claim.game):
                has_moved_on = claim.name is None or self.people.game_after(claim.game)
                self.claims.answer(claim, "", NOT_ASKED if has_moved_on else _NOT_FREE)
            claim = None
        if claim is None:
            if secret := self.claims.secret(number):
                return messages.Joined(secret)
            raise Unable("not-yours", self.claims.reason(number))
        return self._show_claim(claim)
