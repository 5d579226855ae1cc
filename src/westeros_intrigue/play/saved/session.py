"""A game in progress: its seats, its history, undo, and the next decision.

Records of any game begin or continue a session.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.asking import decision, failure, seat_player
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, Game, Move, State, View
from westeros_intrigue.gamekit.records import PERSON, GameRecord
from westeros_intrigue.gamekit.sentences import telling_titles, with_names
from westeros_intrigue.gamekit.text import (
    Tag,
)
from westeros_intrigue.notation import Record
from westeros_intrigue.play.saved.seats import (
    Seat,
    StandIn,
    owner_of,
    seats_in,
    tags_of,
    with_seats,
)

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)


def continue_game(
    game: AnyGame, record: GameRecord[Any], command: str = "play", others: str = ""
) -> AnySession:
    """Return the game of a record for the command that continues it.

    >>> import westeros_intrigue
    >>> from westeros_intrigue import Record, setup
    >>> session = continue_game(westeros_intrigue, Record.from_state(setup(2, seed=1)))
    >>> [seat.who for seat in session.seats]
    ['person', 'greedy']

    Args:
        game: the game of the record.
        record: the record to continue.
        command: the command that continues it.
        others: the names of players for seats that the record does not name, separated by commas.

    Raises:
        InvalidValue: the game belongs to another command, was played by other rules, has lost moves
            at its end, or lacks the cards of later rounds.
        ValueError: the rules refuse a move in the record.
    """
    if (owner := owner_of(record)) != command:
        raise InvalidValue(f"this game belongs to `westeros-intrigue {owner} --resume`")
    _check_whole(record)
    session: AnySession = Session.resumed(game, record, others=others)
    if command == "play" and isinstance(record, Record):
        rounds = record.variant.rounds_for(record.players)
        if record.earlier.count + len(record.deal.rounds) < rounds:
            raise InvalidValue("the record does not have the cards of all rounds")
    return session


def _check_whole(record: GameRecord[Any]) -> None:
    """Refuse to continue a game of other rules, or one whose end is missing."""
    if record.other_rules:
        raise InvalidValue(
            f"{record.other_rules}: continue it with a version of the library that plays those "
            "rules; `westeros-intrigue replay` shows it"
        )
    if record.lost_moves:
        raise InvalidValue(
            f"{record.lost_moves}; to continue from there, remove the line [Moves …] from the file"
        )


@runtime_checkable
class _Search(Protocol[View_contra, Move_co]):
    """A player that searches until it is stopped."""

    def choose(
        self, view: View_contra, rng: RandomSource, *, stop: Callable[[], bool]
    ) -> Move_co: ...


@attrs.frozen
class Step(values.Value, Generic[Move]):
    """A step of a game: a move, or an event that follows without a decision."""

    moment: int
    """The moment before the step."""
    seat: int | None = None
    """The seat that decided, from 0; None for an event without a decision."""
    move: Move | None = None
    """The move; None for an event without a decision."""


@attrs.frozen(slots=False)
class Session(Generic[State, View, Move]):
    """Any game with its seats, at one moment. It is immutable: each step returns a new one.

    A person's seat stays theirs while a stand-in plays it.

    >>> from westeros_intrigue.games import btwixt
    >>> seats = (Seat("Ada", "person"), Seat("", "simple"), Seat("", "simple"))
    >>> session = Session.begun(btwixt, btwixt.setup(3, seed=1), seats, seed=1)
    >>> session = session.moved(0, session.game.legal_moves(session.state)[0])
    >>> session.waits_for, session.stepped().moment
    ('step', 2)
    >>> Session.resumed(btwixt, session.record) == session
    True

    A page or a terminal shows the view of a seat whose secrets may be visible:

    >>> session = session.undone()
    >>> session.viewer_for(0), session.viewer_for(1), session.view_of(0).player
    (0, None, 0)
    >>> move, text = session.hint(session.view_of(0), ["Ada", "Simple 1", "Simple 2"])
    >>> lent = session.lent(0, StandIn("Mira", "random"))
    >>> lent.people, lent.is_played_by_person(0), lent.taken_back(0) == session
    ((0,), False, True)
    >>> session.reseated(0, Seat("", "random")).people
    ()

    A saved game keeps what named players decided, and what followed without a decision:

    >>> import westeros_intrigue
    >>> seats = (Seat("", "greedy"), Seat("", "greedy"))
    >>> cards = Session.begun(westeros_intrigue, westeros_intrigue.setup(2, seed=1), seats, seed=1)
    >>> step = cards.stepped().steps[0]
    >>> cards.decided(step.seat, step.move) == cards.stepped()
    True
    >>> cards.proceeded()
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: the game waits for the move of player 0
    """

    game: Game[State, View, Move]
    """The module of the game."""
    seats: tuple[Seat, ...]
    """The seats, from 0."""
    tags: tuple[Tag, ...] = attrs.field(eq=False)
    """The tags of the record; those of the seats are last."""
    first: State
    """The first state of the game."""
    state: State
    """The current state."""
    moment: int = 0
    """The number of steps from the first state to this one: moves, and deals or other steps that
    nobody decides. The tag `Moves` of `record` is the number of moves."""
    past: tuple[tuple[int, State], ...] = ()
    """The moments when people decided, in order, each with its state."""
    steps: tuple[Step[Move], ...] = attrs.field(default=(), eq=False, repr=False)
    """The steps since this program has begun or read the game, in order."""

    @classmethod
    def begun(
        cls,
        game: Game[State, View, Move],
        state: State,
        seats: tuple[Seat, ...],
        *,
        seed: int,
        tags: Mapping[str, str] | None = None,
    ) -> Self:
        """Return a new game.

        Args:
            game: the module.
            state: its first state.
            seats: a seat for each player; missing names are filled in.
            seed: the seed for the named players' random numbers.
            tags: tags of the record.

        Raises:
            InvalidValue: the game has no player with a name; a seat is automated only here or only
                in the rules; or there is not one seat for each player.
        """
        seats = limits.tuple_of("seats", Seat, seats)
        if len(seats) != state.players:
            wanted = english.count_things(state.players, "seat")
            raise InvalidValue(f"the game has {wanted}, one for each player, not {len(seats)}")
        tags = {**(tags or {}), "Seed": str(seed), **tags_of(seats)}
        return cls.resumed(game, game.Record.from_state(state, tags=tags))

    @classmethod
    def resumed(
        cls,
        game: Game[State, View, Move],
        record: GameRecord[State],
        *,
        others: str = "",
    ) -> Self:
        """Return the game of a record, which may come from anywhere.

        Args:
            game: the module.
            record: the record.
            others: the names of players for seats that the record does not name; empty for the
                default.

        Raises:
            InvalidValue: a tag names a player that the game does not have, or a person for a seat
                that the rules play.
            ValueError: the rules refuse a move of the record.
        """
        tags = dict(record.tags)
        states = list(record.replay())
        seats = seats_in(
            tags,
            states[0].players,
            game.PLAYERS,
            automated=game.automated_seats(states[0]),
            others=others,
        )
        people = {number for number, seat in enumerate(seats) if seat.is_played_by_person}
        moments = [
            (moment, state)
            for moment, state in enumerate(states[:-1])
            if state.active_player in people
        ]
        kept = with_seats(tags, seats)
        return cls(game, seats, kept, states[0], states[-1], len(states) - 1, tuple(moments))

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people, whoever plays them now."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == PERSON)

    def is_played_by_person(self, seat: int | None) -> bool:
        """Return True if a person decides for a seat at the moment; False for None."""
        return seat is not None and self.seats[seat].is_played_by_person

    @property
    def only_person(self) -> int | None:
        """The seat of the only person; None if there are several, or none."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def record(self) -> GameRecord[State]:
        """The record of the game so far; **it contains all hidden information**."""
        made: GameRecord[State] = self.game.Record.from_play(self.state, tags=self.tags)
        return made.with_count()

    @property
    def waits_for(self) -> str:
        """The next event that the game waits for: `person`, `step` or, when it is over, `nobody`.

        A step is a named player's move, or an event without a decision.
        """
        if self.state.is_over:
            return "nobody"
        return "person" if self.is_played_by_person(self.state.active_player) else "step"

    def viewer_for(self, seat: int | None, here: Collection[int] | None = None) -> int | None:
        """Return a person's seat if they may see its secrets now, otherwise None.

        If several people share the screen, only the person to move may see secrets.

        Args:
            seat: the seat.
            here: the seats of the people at the screen; None for all people.
        """
        here = self.people if here is None else here
        may_look = seat in here and (len(here) == 1 or seat == self.state.active_player)
        return seat if may_look else None

    def view_of(self, seat: int | None, here: Collection[int] | None = None) -> View:
        """Return a person's view, or the public view if that person must not look now.

        Args:
            seat: the seat, from 0; None for a spectator.
            here: the seats of the people at this screen; None for all.
        """
        return self.game.observe(self.state, self.viewer_for(seat, here))

    def hint(self, view: View, names: Sequence[str]) -> tuple[Move, str]:
        """Return the default player's move for a view, and a sentence about it.

        Args:
            view: the view of the seat that asks.
            names: the names of the players, by seat.

        Raises:
            PlayerFailed: the player raised an error.
        """
        game, players = self.game, self.game.PLAYERS
        rng = random.Random(self.moment)  # noqa: S311 - a game, no secret
        try:
            move = self._choose(players.usual, None, view, rng)
            because = players[players.usual].reason(view, move)
        except (Exception, SystemExit) as error:  # a plug-in can raise anything
            raise failure(error, players.usual, view.active_player or 0, self.moment) from error
        words = game.move_in_words(view, move).rstrip(".")
        told = f"The computer would {words if words[:1].islower() else f'choose {words}'}"
        told += f"{because and ': '}{because}."
        return move, with_names(told, names, telling_titles(game.titles(self.state)))

    def moved(self, seat: int, move: Move) -> Self:
        """Return the game after a person's move.

        Args:
            seat: the seat of the person, from 0.
            move: the move.

        Raises:
            InvalidValue: the seat does not belong to a person, or a player has it for them.
            ValueError: the rules refuse the move.
        """
        if seat not in self.people:
            raise InvalidValue(f"seat {seat} is not a person's")
        if not self.is_played_by_person(seat):
            raise InvalidValue(f"a player has seat {seat} until its person takes it back")
        after = self.game.apply(self.state, move, player=seat)
        past = (*self.past, (self.moment, self.state))
        return attrs.evolve(self._after(after, Step(self.moment, seat, move)), past=past)

    def decided(self, seat: int, move: Move) -> Self:
        """Return the game after a move on which a named player decided before, wherever that was.

        A saved game keeps such moves: asked again, a search could decide on another one.

        Args:
            seat: the seat of the player, from 0.
            move: the move.

        Raises:
            InvalidValue: the game does not wait for a named player.
            ValueError: the rules refuse the move.
        """
        self._check_waits_for_step()
        if self.game.proceed(self.state) != self.state:
            raise InvalidValue("the game goes on by itself now, and waits for nobody's move")
        after = self.game.apply(self.state, move, player=seat)
        return self._after(after, Step(self.moment, seat, move))

    def stepped(self, *, stop: Callable[[], bool] | None = None) -> Self:
        """Return the game after the next step that needs no person.

        A named player draws the same numbers at the same moment, so it repeats its move after
        `undone`.

        Args:
            stop: once it returns True, a searching player makes the best move found so far.

        Raises:
            InvalidValue: the game waits for a person, or is over.
            PlayerFailed: the named player raised an error or chose an illegal move. `stepped` asks
                it again; `reseated` gives its seat to another.
        """
        self._check_waits_for_step()
        return self._after(*self._next_state(stop))

    def proceeded(self) -> Self:
        """Return the game after the next step without a decision, such as a deal.

        Raises:
            InvalidValue: the game waits for a move, or is over.
        """
        self._check_waits_for_step()
        if (after := self._proceed_once()) is None:
            raise InvalidValue(f"the game waits for the move of player {self.state.active_player}")
        return self._after(after, Step(self.moment))

    def _check_waits_for_step(self) -> None:
        if self.waits_for != "step":
            if self.state.is_over:
                raise InvalidValue("the game is over")
            seat = self.state.active_player
            raise InvalidValue(f"the game waits for player {seat}, a person, and not for a step")

    def _after(self, state: State, step: Step[Move]) -> Self:
        steps = (*self.steps, step)
        return attrs.evolve(self, state=state, moment=self.moment + 1, steps=steps)

    def reseated(self, number: int, seat: Seat) -> Self:
        """Return the game with another person or computer player in a seat, given by number from 0.

        Args:
            number: the seat, from 0.
            seat: who sits there from now on.

        Raises:
            InvalidValue: the seat does not exist, or no such player can have it.
        """
        number = values.check_integer("number", number, 0, len(self.seats) - 1)
        values.check_type("seat", seat, Seat)
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        tags = with_seats(dict(self.tags), seats)
        after = self.resumed(self.game, attrs.evolve(self, tags=tags).record)
        return attrs.evolve(after, steps=self.steps)

    def lent(self, number: int, stand_in: StandIn) -> Self:
        """Return the game with a stand-in who plays a person's seat, given by number from 0.

        Args:
            number: the seat, from 0.
            stand_in: who plays for the person.

        Raises:
            InvalidValue: the seat does not exist or is not a person's, or no such player exists.
        """
        number = values.check_integer("number", number, 0, len(self.seats) - 1)
        return self.reseated(number, self.seats[number].lent(stand_in))

    def taken_back(self, *numbers: int) -> Self:
        """Return the game with seats played again by those whose they are.

        Raises:
            InvalidValue: a seat does not exist.
        """
        after = self
        for number in numbers:
            checked = values.check_integer("number", number, 0, len(self.seats) - 1)
            if self.seats[checked].stand_in:
                after = after.reseated(checked, self.seats[checked].taken_back())
        return after

    def substitute(self, player: str) -> str:
        """Return a player to move instead of one that failed; empty if the game has no other.

        It is the game's usual player, or, if that one failed, the first other one.

        >>> import westeros_intrigue
        >>> state = westeros_intrigue.setup(2, seed=1)
        >>> seats = (Seat("Ada", PERSON), Seat("", "random"))
        >>> session = Session.begun(westeros_intrigue, state, seats, seed=1)
        >>> session.substitute("random"), session.substitute("greedy")
        ('greedy', 'random')
        """
        players = self.game.PLAYERS
        names = (name for name, other in players.items() if not other.is_numbered)
        return next((each for each in (players.usual, *names) if each != player), "")

    @property
    def can_undo(self) -> bool:
        """True if a person's last decision can be undone."""
        return not self._why_it_stands

    @property
    def _why_it_stands(self) -> str:
        """The reason why a person's last decision cannot be undone; empty if it can."""
        if not self.past or self.state.is_over:
            return "there is nothing to undo"
        game = self.game
        for event in game.events(self.past[-1][1], self.state):
            public = game.seen_by(event, None)
            if any(game.seen_by(event, seat) != public for seat in self.people):
                return "a player has seen hidden cards since, and the decision stands"
        return ""

    def undone(self) -> Self:
        """Return the game before a person's last decision.

        Raises:
            InvalidValue: no person has decided yet, the game is over, or a person has seen a
                secret since.
        """
        if reason := self._why_it_stands:
            raise InvalidValue(reason)
        moment, state = self.past[-1]
        steps = tuple(step for step in self.steps if step.moment < moment)
        return attrs.evolve(self, state=state, moment=moment, past=self.past[:-1], steps=steps)

    def _proceed_once(self) -> State | None:
        """Return the state after the next step without a decision; None if a player decides."""
        following = self.game.proceed(self.state)
        if following == self.state:
            return None
        # Only the first of the next steps matters.
        record: GameRecord[State] = self.game.Record.from_play(following)
        return next(islice(record.replay(), self.moment + 1, None))

    def _next_state(self, stop: Callable[[], bool] | None) -> tuple[State, Step[Move]]:
        state, seat = self.state, self.state.active_player
        if (following := self._proceed_once()) is not None:
            return following, Step(self.moment)
        assert seat is not None  # noqa: S101 - for the type checker: no player decides, nothing follows
        seed = dict(self.tags)["Seed"]
        rng = random.Random(f"{seed}/{self.moment}")  # noqa: S311 - a game, no secret
        who = self.seats[seat].player
        chooser = partial(self._choose, who, stop)
        move, after = decision(self.game, state, seat, chooser, rng, name=who)
        return after, Step(self.moment, seat, move)

    def _choose(
        self, who: str, stop: Callable[[], bool] | None, view: View, rng: RandomSource
    ) -> Move:
        """Return the move of a named player, whose package may also fail to load."""
        player = self.game.PLAYERS.parse(who)
        if stop is not None and isinstance(player, _Search):
            move: Move = player.choose(view, rng, stop=stop)
            return move
        chosen: Move = seat_player(player, self.game)(view, rng)
        return chosen


AnyRecord: TypeAlias = GameRecord[Any]
"""A record of any game."""
AnySession: TypeAlias = Session[Any, Any, Any]
"""A session of any game."""
