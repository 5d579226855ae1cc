"""The next game at the table of a finished one: the same people, and who of them plays."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit.game import AnyGame, find_game
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.seeds import fresh_seed
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.play.saved.seats import AUTOMATED, name_stand_in
from westeros_intrigue.play.sessions import PERSON, AnySession, Seat, Session, StandIn
from westeros_intrigue.play.sessions.chairs import NextSeats, Table
from westeros_intrigue.play.sessions.folder import FILE_TAG


@attrs.frozen
class _Comer(Value):
    """A person who comes along to the next game."""

    seat: Seat
    before: int | None = None
    """The seat in the finished game; None for a guest."""
    guest: int | None = None
    """The number among the guests of the finished game; None for a player."""


def begin_next(session: AnySession, table: Table, key: str) -> tuple[AnySession, NextSeats]:
    """Return another game at the table of a finished one, and where its people sit.

    As many seats are taken as before, if the game has them, or more for guests. People keep their
    seats, and computer players have those that no person has. If there are more people than seats,
    those who have watched play first, and the others watch by turns.

    Args:
        session: the finished game.
        table: its table.
        key: the key of the next game; empty for the same one with its options.

    Raises:
        InvalidValue: no game has this key.
    """
    if key in {"", session.game.KEY}:
        game, seed = session.game, fresh_seed(session.game)
        state = game.rematch(session.state, seed=seed)
        tags = {name: value for name, value in session.tags if name.startswith(FILE_TAG)}
    else:
        game = find_game(key)
        seed, tags = fresh_seed(game), {}
        state = game.new_game(_count_seats(session, table, game), seed=seed)
    free = [seat for seat in range(state.players) if seat not in game.automated_seats(state)]
    comers = [*_comers(session, table)]
    places = _seat_comers(comers[: len(free)], free)
    seats = _fill(session.seats, places, state.players, free, game.PLAYERS)
    of_players = {comer.before: seat for seat, comer in places.items()}
    of_guests = {comer.guest: seat for seat, comer in places.items()}
    following = NextSeats(
        tuple(seat.name for seat in session.seats),
        tuple(of_players.get(number) for number in range(len(session.seats))),
        tuple(of_guests.get(number) for number in range(len(table.guests))),
    )
    return Session.begun(game, state, seats, seed=seed, tags=tags), following


def _count_seats(session: AnySession, table: Table, game: AnyGame) -> int:
    people = len(session.people) + len(table.guests)
    return min(max(len(session.seats), people, game.MIN_PLAYERS), game.MAX_PLAYERS)


def _comers(session: AnySession, table: Table) -> Iterator[_Comer]:
    """Yield the people of a table: guests first, and last the chairs in which no person sits."""
    for number, guest in enumerate(table.guests):
        yield _Comer(Seat(guest.name, PERSON), guest=number)
    chairs = {chair.seat: chair for chair in table.chairs}
    empty = [seat for seat in session.people if seat in chairs and chairs[seat].is_free]
    playing = [seat for seat in session.people if seat not in empty]
    # The one who watches first is another after each game.
    turn = len(table.earlier) % len(playing) + 1 if playing else 0
    for seat in (*playing[turn:], *playing[:turn], *empty):
        yield _Comer(session.seats[seat], before=seat)


def _seat_comers(comers: Sequence[_Comer], free: Sequence[int]) -> dict[int, _Comer]:
    """Return the people by their seats: who has had a seat keeps it if it is free."""
    had_seats = {comer.before: comer for comer in comers}
    places = {seat: had_seats[seat] for seat in free if seat in had_seats}
    others = [comer for comer in comers if comer.before not in free]
    left = [seat for seat in free if seat not in places]
    return places | dict(zip(left, others, strict=False))


def _fill(
    before: Sequence[Seat],
    places: Mapping[int, _Comer],
    players: int,
    free: Collection[int],
    known: NamedPlayers[Any],
) -> tuple[Seat, ...]:
    """Return all seats: computer players have those in which no person sits."""
    seats = {seat: comer.seat for seat, comer in places.items()}
    for number in range(players):
        own = before[number] if number < len(before) else None
        if number in places:
            seats[number] = _with_known_stand_in(seats[number], seats.values(), known)
        elif number not in free:
            seats[number] = own if own and own.who == AUTOMATED else Seat("", AUTOMATED)
        else:
            seats[number] = _computer(own, seats.values(), known)
    return tuple(seats[number] for number in range(players))


def _computer(before: Seat | None, seats: Collection[Seat], known: NamedPlayers[Any]) -> Seat:
    """Return the seat of a computer player: the same one as before, if there was one."""
    if before is None or before.who in {PERSON, AUTOMATED}:
        return Seat(name_stand_in(seats), known.usual)
    is_used = before.name in {seat.name for seat in seats}
    # Without a name of its own, it had that of its program.
    is_programs = before.name.startswith(before.who.replace(":", " ").capitalize())
    keeps_name = not is_used and (known.has(before.who) or not is_programs)
    return Seat(
        before.name if keeps_name else name_stand_in(seats),
        before.who if known.has(before.who) else known.usual,
    )


def _with_known_stand_in(seat: Seat, seats: Iterable[Seat], known: NamedPlayers[Any]) -> Seat:
    """Return a person's seat; the computer plays for whom another person has played."""
    stand_in = seat.stand_in
    if stand_in is None or (stand_in.who != PERSON and known.has(stand_in.who)):
        return seat
    name = name_stand_in(seats) if stand_in.who == PERSON else stand_in.name
    return seat.lent(StandIn(name, known.usual, stand_in.is_asked))
