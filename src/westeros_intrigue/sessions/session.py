"""A game under way: who sits where, what has happened, the way back, and what comes next."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeAlias

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.named_players import Stoppable
from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.base.values import brief
from westeros_intrigue.game import AnyGame, Game, Move, State, View
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.sessions.seats import (
    AUTOMATED,
    PERSON,
    Seat,
    name_seats,
    seats_in,
    tags_of,
    with_names,
)
from westeros_intrigue.text.table_options import check_dealt


def owner_of(record: GameRecord[Any]) -> str:
    """Return the command that goes on with a game: `play`, or one for real cards.

    >>> from westeros_intrigue import Record, setup
    >>> state = setup(2, seed=1)
    >>> (
    ...     owner_of(Record.from_state(state)),
    ...     owner_of(Record.from_state(state, tags={"Referee": "x"})),
    ... )
    ('play', 'referee')
    """
    sees = dict(record.tags).get("Referee")
    if sees is None:
        return "play"
    return "assist" if "hand of player" in sees else "referee"


def continued(
    game: AnyGame, record: GameRecord[Any], command: str = "play", others: str = ""
) -> AnySession:
    """Return the game of a record for the command that goes on with it.

    >>> import westeros_intrigue
    >>> from westeros_intrigue import Record, setup
    >>> session = continued(westeros_intrigue, Record.from_state(setup(2, seed=1)))
    >>> [seat.who for seat in session.seats]
    ['person', 'greedy']

    Raises:
        InvalidValue: the game belongs to another command, or lacks the cards of later rounds.
        ValueError: the rules refuse a move of the record.
    """
    if (owner := owner_of(record)) != command:
        raise InvalidValue(f"this game belongs to `westeros-intrigue {owner} --resume`")
    session: AnySession = Session.resumed(game, record, others=others)
    if command == "play" and isinstance(session.state, GameState):
        check_dealt(session.state)
    return session


@attrs.frozen(slots=False)
class Session(Generic[State, View, Move]):
    """A game of any kind with its seats, at one moment. It never changes: each step makes another.

    >>> from westeros_intrigue import btwixt
    >>> seats = (Seat("Ada", "person"), Seat("", "simple"), Seat("", "simple"))
    >>> session = Session.begun(btwixt, btwixt.setup(3, seed=1), seats, seed=1)
    >>> session = session.moved(0, session.game.legal_moves(session.state)[0])
    >>> session.waits_for, session.stepped().moment
    ('step', 2)
    >>> Session.resumed(btwixt, session.record) == session
    True

    A page or a terminal shows the view of a seat that may see its secrets now:

    >>> session = session.undone()
    >>> session.looks(0), session.looks(1), session.seen_by(0).player
    (0, None, 0)
    >>> move, text = session.hint(session.seen_by(0), ["Ada", "Simple 1", "Simple 2"])
    >>> session.reseated(0, Seat("", "random")).people
    ()
    """

    game: Game[State, View, Move]
    """The module of the game."""
    seats: tuple[Seat, ...]
    """The seats, from 0."""
    tags: tuple[tuple[str, str], ...] = attrs.field(eq=False)
    """The tags of the record besides those of the seats."""
    first: State
    """The state in which the game began."""
    state: State
    """The state at this moment."""
    moment: int = 0
    """The number of steps from the first state to this one."""
    past: tuple[tuple[int, State], ...] = ()
    """The moments in which people have decided, the first first, each with its state."""

    @classmethod
    def begun(
        cls,
        game: Game[State, View, Move],
        state: State,
        seats: tuple[Seat, ...],
        *,
        seed: int,
        tags: Mapping[str, str] | None = None,
    ) -> Session[State, View, Move]:
        """Return a new game.

        Args:
            game: the module.
            state: its first state.
            seats: who sits where, one for each player; names are made up where they lack.
            seed: fixes what named players draw.
            tags: tags of the record.

        Raises:
            InvalidValue: the game has no player of such a name, or the rules do not move a seat.
        """
        automated = game.automated_seats(state)
        for number, seat in enumerate(seats):
            if number in automated and seat.who != AUTOMATED:
                raise InvalidValue(f"seat {number} is automated, and not for {brief(seat.who)}")
            if number not in automated and seat.who != PERSON and not game.PLAYERS.has(seat.who):
                wanted = f"{PERSON}, {game.PLAYERS.listed}"
                raise InvalidValue(f"seat {number} is for {wanted}, not {brief(seat.who)}")
        named = name_seats(seats, automated)
        return cls(game, named, tuple({**(tags or {}), "Seed": str(seed)}.items()), state, state)

    @classmethod
    def resumed(
        cls,
        game: Game[State, View, Move],
        record: GameRecord[State],
        *,
        others: str = "",
    ) -> Session[State, View, Move]:
        """Return the game of a record, which may come from anywhere.

        Args:
            game: the module.
            record: the record.
            others: the names of players for seats that the record does not name; empty for the
                usual player.

        Raises:
            InvalidValue: a tag names a player that the game does not have.
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
        own = {"seed", *(f"{each}-{at}" for at in range(len(seats)) for each in ("seat", "player"))}
        rest = {name: value for name, value in tags.items() if name.lower() not in own}
        people = {number for number, seat in enumerate(seats) if seat.who == PERSON}
        moments = [
            (moment, state)
            for moment, state in enumerate(states[:-1])
            if state.active_player in people
        ]
        kept = tuple({**rest, "Seed": tags.get("Seed", "0")}.items())
        return cls(game, seats, kept, states[0], states[-1], len(states) - 1, tuple(moments))

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == PERSON)

    @property
    def record(self) -> GameRecord[State]:
        """The record of the game so far; **it contains everything that is hidden**."""
        return self.game.Record.from_state(
            self.state, tags={**dict(self.tags), **tags_of(self.seats)}
        )

    @cached_property
    def _following(self) -> State:
        """The state after all that follows without a decision; the state itself if nothing does."""
        return self.game.proceed(self.state)

    @property
    def waits_for(self) -> str:
        """For what the game waits: `person`, `step` or, when it is over, `nobody`.

        A step is the move of a named player, or what follows without a decision.
        """
        if self.state.is_over:
            return "nobody"
        return "person" if self.state.active_player in self.people else "step"

    def looks(self, seat: int | None, here: Collection[int] | None = None) -> int | None:
        """Return the seat of a person if they may see its secrets now, and None otherwise.

        If several people share the screen, only the person to move may see secrets.

        Args:
            seat: the seat.
            here: the seats of the people at the screen; None for all people.
        """
        here = self.people if here is None else here
        may_look = seat in here and (len(here) == 1 or seat == self.state.active_player)
        return seat if may_look else None

    def seen_by(self, seat: int | None, here: Collection[int] | None = None) -> View:
        """Return the view of a person, or the public one where the person must not look now."""
        return self.game.observe(self.state, self.looks(seat, here))

    def hint(self, view: View, names: Sequence[str]) -> tuple[Move, str]:
        """Return a move that the usual player would make with a view, and a sentence about it."""
        game, players = self.game, self.game.PLAYERS
        move = players.parse(players.usual)(view, random.Random(self.moment))  # noqa: S311 - no secret
        because = players[players.usual].reason(view, move)
        told = f"The computer would {game.move_in_words(view, move).rstrip('.')}"
        told += f"{because and ': '}{because}."
        return move, with_names(told, names, game.titles(self.state))

    def moved(self, seat: int, move: Move) -> Session[State, View, Move]:
        """Return the game after a person's move.

        Raises:
            InvalidValue: the seat is not a person's.
            ValueError: the rules refuse the move.
        """
        if seat not in self.people:
            raise InvalidValue(f"seat {seat} is not a person's")
        after = self.game.apply(self.state, move, player=seat)
        past = (*self.past, (self.moment, self.state))
        return attrs.evolve(self, state=after, moment=self.moment + 1, past=past)

    def stepped(self, *, stop: Callable[[], bool] | None = None) -> Session[State, View, Move]:
        """Return the game after the next thing that happens without a person.

        A named player draws the same at the same moment, so it moves the same after an `undone`.

        Args:
            stop: a player that searches makes the best move so far once it returns True.

        Raises:
            InvalidValue: the game waits for a person, or is over.
        """
        if self.waits_for != "step":
            raise InvalidValue(f"the game waits for {self.waits_for}, and not for a step")
        return attrs.evolve(self, state=self._next_state(stop), moment=self.moment + 1)

    def reseated(self, number: int, seat: Seat) -> Session[State, View, Move]:
        """Return the game with another person or player in a seat, by its number from 0.

        Raises:
            InvalidValue: the seat does not exist, or nobody of that name can sit there.
        """
        automated = self.game.automated_seats(self.state)
        if not 0 <= number < len(self.seats) or number in automated or seat.who == AUTOMATED:
            raise InvalidValue(f"nobody can take seat {number}")
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        changed = attrs.evolve(self, seats=name_seats(seats, automated))
        return Session.resumed(self.game, changed.record)

    @property
    def can_undo(self) -> bool:
        """True if the last decision of a person can be taken back."""
        return not self._why_it_stands

    @property
    def _why_it_stands(self) -> str:
        """Why the last decision of a person cannot be taken back; empty if it can be."""
        if not self.past or self.state.is_over:
            return "there is nothing to take back"
        game = self.game
        happened = game.events(self.past[-1][1], self.state)
        for seat in self.people:
            if any(game.seen_by(each, seat) != game.seen_by(each, None) for each in happened):
                return "a player has seen hidden cards since, and the decision stands"
        return ""

    def undone(self) -> Session[State, View, Move]:
        """Return the game as it was when a person last decided.

        Raises:
            InvalidValue: no person has decided yet, the game is over, or a person has seen a
                secret since.
        """
        if reason := self._why_it_stands:
            raise InvalidValue(reason)
        moment, state = self.past[-1]
        return attrs.evolve(self, state=state, moment=moment, past=self.past[:-1])

    def _next_state(self, stop: Callable[[], bool] | None) -> State:
        state, seat = self.state, self.state.active_player
        if self._following != state:
            # Of all that follows, the first alone.
            record: GameRecord[State] = self.game.Record.from_state(self._following)
            return next(islice(record.replay(), self.moment + 1, None))
        assert seat is not None  # noqa: S101 - for the type checker: nobody decides, nothing follows
        seed = dict(self.tags)["Seed"]
        rng = random.Random(f"{seed}/{self.moment}")  # noqa: S311 - a game, no secret
        player = self.game.PLAYERS.parse(self.seats[seat].who)
        view = self.game.observe(state, seat)
        if stop is not None and isinstance(player, Stoppable):
            return self.game.apply(state, player.choose(view, rng, stop=stop), player=seat)
        return self.game.apply(state, player(view, rng), player=seat)


AnySession: TypeAlias = Session[Any, Any, Any]
"""A session of any game."""
