"""The seats: people, named players and automated houses, and the table they sit at."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Sequence

import attrs

from westeros_intrigue import (
    GameState,
    Move as CourtMove,
    Record,
    Variant,
    View as CourtView,
    WesterosIntrigueError,
)
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli import files
from westeros_intrigue.cli.arguments import Options, Parser, options_in, reader
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.game import AnyGame, Game, Move, State, View
from westeros_intrigue.sessions import AUTOMATED, PERSON, Seat, Session, names_of
from westeros_intrigue.sessions.seats import shown_name

YOU = "You"


@attrs.frozen
class Seating(Value):
    """A table with its seats, by number from 0."""

    variant: Variant
    first_player: int
    seats: tuple[Seat, ...]

    @classmethod
    def of(cls, session: Session[GameState, CourtView, CourtMove]) -> Seating:
        """Return the seats of a game under way."""
        state = session.state
        return cls(state.variant, state.starting_player, session.seats)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return names_of(self.seats, YOU)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == PERSON)

    def called(self, seat: int) -> str:
        """Return a seat's name with its house, if it has one that the name does not contain."""
        houses, name = self.variant.houses, self.names[seat]
        return f"{name} ({houses[seat]})" if houses and str(houses[seat]) not in name else name


def add_names(parser: Parser) -> None:
    """Add the names of people."""
    read = reader("a name that can be shown is", _name)
    told = "the name of a person; repeatable"
    parser.add_argument("--name", action="append", type=read, default=[], help=told)


def known_player(game: AnyGame, *, or_own: bool = False) -> Callable[[str], str]:
    """Return a function that reads the name of a player of a game.

    Args:
        game: the game.
        or_own: True to accept `MODULE:NAME`, a player of somebody's own.
    """

    def read(name: str) -> str:
        try:
            game.PLAYERS.parse(name)
        except InvalidValue as error:
            module, colon, inside = name.partition(":")
            if or_own and module and colon and inside and f"{module}:N" not in game.PLAYERS:
                return name
            own = " (or MODULE:NAME of your own)" if or_own else ""
            raise argparse.ArgumentTypeError(f"{error}{own}") from None
        return name

    return read


def new_state(
    options: Options, game: Game[State, View, Move], people: int, seed: int | None
) -> State:
    """Return a new game at the table that the arguments ask for.

    If they do not name a number of seats, several people have as few as they need, and one has the
    usual number.
    """
    values, _ = files.table_of(options, game)
    fewest = max(people, game.MIN_PLAYERS)
    counts = range(fewest, game.MAX_PLAYERS + 1) if people > 1 else (None,)
    wanted = [options.players] if options.players else counts or [fewest]
    state, refusal = None, ""
    for players in wanted:
        try:
            state = game.new_game(players, values, seed=seed)
        except WesterosIntrigueError as error:
            refusal = str(error)
        else:
            if state.players - len(game.automated_seats(state)) >= people:
                break
    if state is None:
        raise Refused(refusal, 2)
    return state


def seats_for(
    names: Sequence[str], players: int, automated: Collection[int], people: int, others: str
) -> tuple[Seat, ...]:
    """Return who sits where: people in the first seats that are not automated.

    Args:
        names: the names of people, as far as they have some.
        players: the number of seats.
        automated: the seats that the rules move.
        people: the number of people.
        others: who sits in the other seats.
    """
    if len(set(names)) < len(names):
        raise Refused("two people cannot have the same name", 2)
    free = [seat for seat in range(players) if seat not in automated]
    if max(people, len(names)) > len(free):
        raise Refused(f"there are seats for {len(free)} people, not for {people}", 2)
    called = dict(zip(free, names, strict=False))
    return tuple(
        Seat(called.get(seat, ""), PERSON)
        if seat in free[:people]
        else Seat("", AUTOMATED if seat in automated else others)
        for seat in range(players)
    )


def real_seating(options: Options, usual: int) -> Seating:
    """Return the table of people with real cards that the arguments ask for."""
    if options.players is None and not options_in(options, Parser.game).get("solo"):
        options.players = usual
    state: GameState = new_state(options, Parser.game, 1, 0)
    automated = Parser.game.automated_seats(state)
    people = state.players - len(automated)
    if len(options.name) > people:
        raise Refused(f"there are seats for {people} people, not for {len(options.name)}", 2)
    session = Session.begun(
        Parser.game,
        state,
        seats_for(options.name, state.players, automated, people, PERSON),
        seed=0,
    )
    return Seating.of(session)


def seating_in(record: Record) -> Seating:
    """Return who sits where in the record of a game with real cards."""
    try:
        session = Session.resumed(Parser.game, record, others=PERSON)
    except InvalidValue as error:
        raise Refused(str(error)) from error
    return Seating(record.variant, record.first_player, session.seats)


def _name(text: str) -> str:
    if shown := shown_name(text):
        return shown
    raise ValueError
