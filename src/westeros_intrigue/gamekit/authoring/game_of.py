"""`GameOf`, the base class of your games: it derives a whole `Game` from five methods.

An author writes the start of a game, its moves, their effects and the scores. A game with hidden
information also needs the view of a seat and a guess of the hidden parts. Records, documents,
texts, options, events and players that sample worlds follow from these methods.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
import inspect
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

import attrs

from westeros_intrigue.gamekit import english, limits, packaging, players, travel, values
from westeros_intrigue.gamekit.authoring import (
    declarations,
    hidden_hands,
    outcomes,
    position_codecs,
    position_lines,
    refusing,
    sampling,
    texts,
)
from westeros_intrigue.gamekit.authoring.authored import AuthoredGame
from westeros_intrigue.gamekit.authoring.field_kinds import check_fields, grids_of, hands_of
from westeros_intrigue.gamekit.authoring.field_pictures import draw_fields
from westeros_intrigue.gamekit.authoring.position import (
    STATE,
    AnyEvent,
    Event,
    Occurrence,
    Position,
    extra_fields,
    without_log,
    words_of,
)
from westeros_intrigue.gamekit.chance import (
    RandomSource,
    SplitMix,
    check_source,
    random_below,
    source_of,
)
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER
from westeros_intrigue.gamekit.documents import Codecs, Documents
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase, WrongType
from westeros_intrigue.gamekit.options import Option, OptionValue, check_options
from westeros_intrigue.gamekit.pictures import text_picture
from westeros_intrigue.gamekit.refusals import Fault, IllegalMove, Refusals
from westeros_intrigue.gamekit.results import FinalResult, viewer_in_words
from westeros_intrigue.gamekit.rulebook import Rule, Rulebook, paragraphs

A = TypeVar("A")
S = TypeVar("S", bound=Position)
M = TypeVar("M")


_TURN = 1 << 32
"""The distance between the first random numbers of two turns, which is more than a turn needs."""


class GameOf(AuthoredGame[S], Generic[S, M]):
    """Base of the games that you write; an instance is a `Game`.

    `S` is the class of positions, a subclass of `Position`. `M` is the type of moves: int, str, a
    `Word`, or a class with a class method `parse`, which reads the `str` of a move and raises
    ValueError for any other text. The docstring of the game is its `PRIMER`, the rules that a
    newcomer needs.

    >>> import random
    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import GameOf, Position
    >>> @frozen
    ... class Pile(Position):
    ...     stones: int = 5
    >>> class Last(GameOf[Pile, int]):
    ...     '''Take one or two stones. The last stone wins.'''
    ...
    ...     def start(self, players, rng):
    ...         return Pile(players=players)
    ...
    ...     def moves(self, state, seat):
    ...         return range(1, min(2, state.stones) + 1)
    ...
    ...     def play(self, state, seat, move, rng):
    ...         left = state.stones - move
    ...         following = (seat + 1) % state.players if left else None
    ...         return state.replace(stones=left, to_move=following)
    ...
    ...     def scores(self, state):
    ...         winner = (state.turn - 1) % state.players
    ...         return [seat == winner for seat in range(state.players)]
    >>> last = Last()
    >>> state = last.setup(2, seed=1)
    >>> for move in (2, 2, 1):
    ...     state = last.apply(state, move)
    >>> last.final_winner(state).winners, last.NAME, last.KEY
    ((0,), 'Last', 'last')
    >>> last.format_position(last.parse_position("stones 2; players 2; to-move 1"))
    'stones 2; players 2; to-move 1'

    Raises:
        WrongType: the class lacks a method or uses a type that the kit does not support; the
            message lists all faults, with the signatures.
    """

    MIN_PLAYERS: int = 2
    """The minimum number of players."""
    MAX_PLAYERS: int = 4
    """The maximum number of players."""
    RULES: ClassVar[tuple[Rule, ...]] = ()
    """The rules, such as `Rule("take.stones", "A player takes one to three stones.")`."""
    RULES_VERSION: int = 1
    """The version of the rules, in records and documents of states: increase it when a change makes
    any game go differently. Nobody can then continue games of before, and states of before are
    refused."""
    BOTS: ClassVar[tuple[Callable[..., Any], ...]] = ()
    """Functions that play, weakest first: of a view, a source of random numbers and, if they have a
    parameter `game`, the game that they play, which can be a subclass. Each is named after the
    function and described by the first line of its docstring. The last one is the default
    player."""
    SECONDS: ClassVar[Mapping[str, float]] = {}
    """The CPU seconds of a move by the name of the player, such as `{"greedy": 0.002}`, and by
    `"sampling:N"` those for each of N: servers admit bots by them. `check_game` measures them by
    the clock."""

    ACTIONS: ClassVar[tuple[Any, ...]] = ()
    """All moves that the game can have, for learners: an action is then the place of its move in
    this list, in every position. Without the list, it is the place among the legal moves."""

    EVENTS: ClassVar[tuple[type[Occurrence], ...]] = ()
    """The classes of events that `announce` is given, if they are not texts."""

    SITES: ClassVar[tuple[str, ...]] = ()
    """The methods that a house rule may replace: a subclass of a game with sites, which is a game
    of its own, can replace no other method. Without sites, it can replace all."""

    # The methods that an author writes.

    @abstractmethod
    def start(self, players: int, rng: RandomSource) -> S:
        """Return the first position.

        Keyword-only arguments with defaults are the options of a table: bool, a `Literal` of
        strings, or `Annotated[int, Range(1, 9), "the help text"]`.

        Args:
            players: the number of seats.
            rng: the source of random numbers before the first move.
        """

    @abstractmethod
    def moves(self, state: S, seat: int) -> Sequence[M]:
        """Return the legal moves of a seat that must decide, from a state or from its view.

        Args:
            state: a state, or the seat's view of it.
            seat: the seat, from 0.
        """

    @abstractmethod
    def play(self, state: S, seat: int, move: M, rng: RandomSource) -> S:
        """Return the state after a legal move of a seat.

        Return `state.replace(...)` with the changed fields. These include `to_move`, the seat or
        seats that decide next, or None at the end.

        Args:
            state: the state before the move.
            seat: the seat that makes it, from 0.
            move: the move, one of `moves`.
            rng: the source of dice and cards that the move draws.
        """

    @abstractmethod
    def scores(self, state: S) -> Sequence[Any]:
        """Return each seat's score at the end of the game.

        The highest wins; ties share the victory.
        """

    def refuse(self, state: S, seat: int, move: M) -> Iterable[Fault[Any] | Refusals]:
        """Yield the reasons against a move that is not one of `moves`; by default none.

        A reason is a member of your `Refusals`, which cites a rule, or a `Fault` with the facts
        that its words name. Without one, a move is refused with the list of the legal ones.
        `explain` and the error of `apply` come from it; their answers are the first of `moves`.

        >>> from westeros_intrigue.gamekit import Row
        >>> class Why(Refusals):
        ...     TOO_MANY = Row("too-many", "take.left", lambda left: f"only {left} are left.")
        >>> def refuse(self, state, seat, move):
        ...     if move > state.stones:
        ...         yield Fault(Why.TOO_MANY, state.stones)

        Args:
            state: the seat's view of the state, so that no reason reveals what is hidden from it.
            seat: the seat, from 0.
            move: a move of the type of the game's moves.
        """
        del state, seat, move
        return ()

    def chance(self, state: S) -> Sequence[tuple[S, int]]:
        """Return the positions to which chance leads, with weights; () if it does not come next.

        The probability of a position is its share of the weights. A game draws one after `start`
        and after each `play`, as often as there are any. If `start` and `play` don't draw from
        `rng`, all chance is known: `lab.solving` solves small games, and OpenSpiel plays them.

        >>> def chance(self, state):
        ...     if not state.is_rolling:
        ...         return ()
        ...     return [(self.roll(state, die), 1) for die in range(1, 7)]
        """
        del state
        return ()

    def hide(self, state: S, seat: int | None) -> S:
        """Replace every fact that a seat, or a spectator if None, may not know; return the state.

        By default, it covers the fields that are declared as `Hand`.

        >>> def hide(self, state, seat):
        ...     hands = [
        ...         hand if owner == seat else (0,) * len(hand)
        ...         for owner, hand in enumerate(state.hands)
        ...     ]
        ...     return state.replace(hands=tuple(hands))

        Args:
            state: the state.
            seat: the seat that will see it, from 0; None for a spectator.
        """
        return hidden_hands.hide_hands(state, seat) if self._has_hands else state

    def guess(self, view: S, rng: RandomSource) -> S:
        """Draw the facts that `hide` replaced at random from the possible ones; return the view.

        By default, it deals the cards that `hide` covered, as far as `may_hold` allows.

        >>> def guess(self, view, rng):
        ...     unseen = shuffle([card for card in DECK if card not in view.known], rng)
        ...     hands = list(view.hands)
        ...     for seat in range(view.players):
        ...         if seat != view.viewer:
        ...             size = len(hands[seat])
        ...             hands[seat], unseen = unseen[:size], unseen[size:]
        ...     return view.replace(hands=tuple(hands))

        Args:
            view: what `hide` returned.
            rng: a source of random numbers, such as `random.Random(1)`.
        """
        if not self._has_hands:
            return view
        is_open = type(self).may_hold is GameOf.may_hold
        may_hold = None if is_open else functools.partial(self.may_hold, view)
        return hidden_hands.guess_hands(view, rng, may_hold)

    def may_hold(self, view: S, seat: int, card: Any, /) -> bool:  # noqa: ANN401 - a card of the author's
        """Return whether a seat can have a card that the viewer has not seen; by default True.

        Worlds of a view follow it, in games whose hands are declared as `Hand`.

        >>> def may_hold(self, view, seat, card):
        ...     return card[0] not in view.void[seat]  # suits that the seat did not follow

        Args:
            view: the view of any seat, or of a spectator.
            seat: a seat whose cards are hidden from it, from 0.
            card: the card.
        """
        del view, seat, card
        return True

    def draw(self, position: S) -> str:
        """Return a position as text; by default, the fields that you added, with their names.

        >>> def draw(self, position):
        ...     return "o" * position.stones
        """
        return "\n".join(texts.lines_of(position, self._seat_fields))

    def tensor(self, view: S, /) -> Sequence[float]:
        """Return a view as numbers from 0 to 1, always as many; by default none.

        Without this method, learners get numbers that are derived from the fields.

        >>> def tensor(self, view):
        ...     return [view.stones / 20]
        """
        del view
        return ()

    def question(self, position: S, /) -> str:
        """Return the question that the game asks, in words; empty if no player must decide."""
        if not position.to_move:
            return ""
        seats = [f"player {seat}" for seat in position.to_move]
        return f"{english.join_words(seats)} {'is' if len(seats) == 1 else 'are'} to move"

    def move_in_words(self, position: S, move: M, /) -> str:
        """Return a move in words; by default, its text.

        Args:
            position: the state or view in which the move is made.
            move: the move.
        """
        del position
        return str(move)

    def player_in_words(self, position: S, player: int, /) -> str:
        """Return the public belongings of a player, from 0, in a few words; empty by default.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        del position, player
        return ""

    def titles(self, position: S, /) -> Mapping[str, str]:
        """Return the titles of cards by their ids in moves and sentences; none by default."""
        del position
        return {}

    def goods_of(self, position: S, player: int, /) -> Mapping[str, str]:
        """Return the things that a player, from 0, can offer, by name in moves; none by default.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        del position, player
        return {}

    def distinct_moves(self, position: S, /) -> Sequence[M]:
        """Return the legal moves, only one of those with the same effect; by default all."""
        return self.legal_moves(position)

    # The rest follows from these methods. Type checkers accept properties as names of `Game`, but
    # not cached properties.

    def _find_faults(self) -> Iterable[str]:
        return declarations.find_faults(self, GameOf)

    @property
    def OPTIONS(self) -> Sequence[Option]:  # noqa: N802 - a name of Game
        """The options of a table, from the keyword-only arguments of `start`."""
        return self._table_options

    @cached_property
    def _table_options(self) -> Sequence[Option]:
        return tuple(declarations.options_of(type(self).start))

    @cached_property
    def _usual_options(self) -> Mapping[str, OptionValue]:
        usual = inspect.unwrap(self.start).__kwdefaults__ or {}
        return {name: value for name, value in usual.items() if value is not None}

    @cached_property
    def _sources_of_fields(self) -> frozenset[str]:
        """The author's methods whose positions have fields to check: positions are passed often."""
        if not (grids_of(self._types[0]) or self._has_hands):
            return frozenset()
        own = ("hide",) if type(self).hide is not GameOf.hide else ()
        return frozenset(("play", "chance", "guess", *own))

    @cached_property
    def _has_hands(self) -> bool:
        return bool(hands_of(self._types[0]))

    @property
    def _hides(self) -> bool:
        """True if views lack something."""
        return self._has_hands or type(self).hide is not GameOf.hide

    @cached_property
    def _seat_fields(self) -> frozenset[str]:
        """The fields with one value for each seat: more players have more values.

        Dice or a pile of cards can also be as many as the players, but not at every table.
        """
        tables = [self.setup(count, seed=0) for count in (self.MIN_PLAYERS, self.MAX_PLAYERS)]
        return texts.find_seat_fields(tables)

    @property
    def PRIMER(self) -> tuple[str, ...]:  # noqa: N802 - a name of Game
        """The paragraphs of the docstring."""
        return paragraphs(type(self).__doc__ or self.NAME)

    @property
    def RULEBOOK(self) -> Rulebook:  # noqa: N802 - a name of Game
        """The rules by id."""
        return self._rulebook

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook(self.RULES)

    @property
    def PLAYERS(self) -> players.NamedPlayers[Callable[[S, RandomSource], M]]:  # noqa: N802 - a name of Game
        """The players by name: `random`, `BOTS`, and the players that sample worlds."""
        return self._named_players

    @cached_property
    def _named_players(self) -> players.NamedPlayers[Callable[[S, RandomSource], M]]:
        return sampling.name_players(self, self.BOTS, self.SECONDS, players.player_group(self.KEY))

    @property
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - a name of Game
        """The JSON of states, views, events and records."""
        return self._documents

    @cached_property
    def _documents(self) -> Documents:
        codecs = position_codecs.codecs_of(self, self._types[0], self.Record)
        classes: list[type | tuple[type, str]] = [
            self._types[0],
            Event,
            *self.EVENTS,
            (self.Record, "record"),
        ]
        return Documents(
            self.KEY,
            codecs,
            classes,
            find=self._find_documents,
            snapshot=without_log,
            is_whole=lambda position: isinstance(position, Position) and position.viewer == STATE,
        )

    def __new__(cls) -> Self:
        """Check the class, make its only instance, and let frameworks take its positions."""
        game = super().__new__(cls)
        position = game._types[0]
        travel.give_form(position, game._form_later(position))
        for event in game.EVENTS:
            travel.give_form(event, game._form_later(event))
        return game

    def _form_later(self, cls: type) -> travel.Form:
        return travel.later_form(self.KEY, lambda: self.DOCUMENTS._form_of(cls))

    @cached_property
    def _types(self) -> tuple[type[S], type[M]]:
        """The classes of positions and moves, from `GameOf[Heap, int]` among the bases."""
        position, move = declarations.types_of(type(self), GameOf)
        return position, move

    def setup(
        self,
        players: int,
        /,
        *,
        seed: int | None = None,
        rng: RandomSource | None = None,
        **options: OptionValue,
    ) -> S:
        """Return a new game from a seed, a source of random numbers or fresh entropy.

        Args:
            players: the number of seats.
            seed: a seed for new random numbers; None for fresh ones.
            rng: a source of random numbers, instead of a seed.
            **options: the options of the table, by the names of `start`.

        Raises:
            InvalidValue: the game has no such option, a number is out of range, or both seed and
                rng are passed.
        """
        players = values.check_integer("players", players, self.MIN_PLAYERS, self.MAX_PLAYERS)
        checked = {**self._usual_options, **check_options(self.OPTIONS, options)}
        source = source_of(seed, rng)
        seed = random_below(1 << 53, source) if seed is None else int(seed)
        source = SplitMix(seed, 0)
        return self._settle(self._begin(players, seed, checked, source), source)

    def _begin(
        self, players: int, seed: int, options: Mapping[str, OptionValue], rng: RandomSource
    ) -> S:
        """Return the first position, from which chance can still lead elsewhere."""
        start: Callable[..., S] = self.start
        first = start(players, rng, **options)
        self._check_class("start", first)
        begun = attrs.evolve(
            first, players=players, _seed=seed, _moves=(), _options=tuple(options.items())
        )
        check_fields(begun)  # only now, since their sizes can be options
        return begun

    @cached_property
    def _states_chance(self) -> bool:
        return type(self).chance is not GameOf.chance

    def _outcomes(self, state: S) -> Sequence[tuple[S, int]]:
        """Return the outcomes of chance in a position, checked."""
        if not self._states_chance:
            return ()
        check = functools.partial(self._check_position, before=state)
        return outcomes.check_outcomes(self.chance(state), check)

    def _settle(self, state: S, rng: RandomSource) -> S:
        """Return the position after chance; the same one if chance does not come next."""
        return outcomes.settle(state, self._outcomes, rng) if self._states_chance else state

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        /,
        *,
        seed: int | None = None,
    ) -> S:
        """Return a new game from values of `OPTIONS`; by default for two players if possible.

        Args:
            players: the number of seats; None for the default.
            options: values of `OPTIONS`, by their names.
            seed: a seed for new random numbers; None for fresh ones.
        """
        usual = min(max(2, self.MIN_PLAYERS), self.MAX_PLAYERS)
        checked: dict[str, Any] = check_options(self.OPTIONS, options)
        return self.setup(usual if players is None else players, seed=seed, **checked)

    def rematch(self, state: S, /, *, seed: int | None = None) -> S:
        """Return a new game with another game's number of players and options.

        Args:
            state: any state of the game before.
            seed: a seed for new random numbers; None for fresh ones.
        """
        self._check_position("", state)
        return self.new_game(state.players, state.options, seed=seed)

    def play_in_notebook(
        self,
        players: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "",
        *,
        options: Mapping[str, OptionValue] = {},
        seed: int | None = None,
    ) -> Any:  # noqa: ANN401 - its class needs an extra
        """Return a table in a notebook, on which you play a new game, as `notebook.begin` does.

        It is the last value of a cell:

        >>> def cell(game):
        ...     return game.play_in_notebook(3, opponents="sampling:50")

        Args:
            players: the number of players; None for the usual one.
            seat: your seat, from 0.
            opponents: the name of the other players, or a name for each; empty for the usual one.
            options: values of `OPTIONS`, by their names.
            seed: the seed of the deal; None for a secret one.

        Raises:
            MissingExtra: the extra `widget` is not installed.
        """
        widget = packaging.import_part("westeros_intrigue.play.notebook.widget")
        return widget.begin(self, players, seat, opponents, options=options, seed=seed)

    def legal_moves(self, position: S, /) -> Sequence[M]:
        """Return the legal moves; none unless the viewer must decide."""
        self._check_position("", position)
        seat = position.active_player if position.viewer == STATE else position.viewer
        if seat not in position.to_move:
            return ()
        listed = self._moves_of(position, seat)
        moves = limits.tuple_of("moves", self._types[1], listed)
        if not moves or not hasattr(listed, "__getitem__"):
            found = values.short_repr(listed)
            if not moves:
                found += ": set to_move to a seat that has a move, or to None at the end"
            raise WrongType(f"moves must return a list of moves for player {seat}, not {found}")
        return moves

    _last_moves: tuple[Position | None, int, Sequence[Any], Position | None, int, Sequence[Any]] = (
        None,
        0,
        (),
        None,
        0,
        (),
    )
    """Two positions, each followed by a seat and its moves, the last one first: programs ask many
    things about a state and its view, and an author's methods can take long."""

    def _moves_of(self, position: S, seat: int) -> Sequence[M]:
        """Return the result of `moves` for a seat that must decide."""
        last = self._last_moves  # in one step, since other threads replace it
        if last[0] is position and last[1] == seat:
            return last[2]
        if last[3] is position and last[4] == seat:
            return last[5]
        listed = self.moves(position, seat)
        if hasattr(listed, "__getitem__"):  # an iterator is used up when it is read
            self._last_moves = (position, seat, listed, *last[:3])
        return listed

    def deciders(self, position: S, /) -> tuple[int, ...]:
        """Return the seats that may decide now, from 0, the active player first."""
        self._check_position("", position)
        return position.to_move

    def explain(
        self, position: S, move: M, /, *, player: int | None = None
    ) -> tuple[refusing.AuthoredViolation, ...]:
        """Return the violations of a move; () for a legal one.

        They come from `refuse`, or are the kit's where it yields none.

        Args:
            position: a state or a view.
            move: the move.
            player: the seat that would make the move, from 0; None for the active player.
        """
        self._check_position("", position)
        if player is not None:
            player = values.check_integer("player", player, 0, position.players - 1)
        move = self._int_or_other(move)
        is_move = type(move) is not bool and isinstance(move, self._types[1])
        return refusing.find_violations(self, position, move, player, is_move=is_move)

    def apply(self, state: S, move: M, /, *, player: int | None = None) -> S:
        """Return the state after a move; raise IllegalMove if it is not legal.

        Args:
            state: the state before the move.
            move: the move.
            player: the seat that makes the move, from 0; None for the active player.
        """
        if violations := self.explain(state, move, player=player):
            raise IllegalMove(violations, move, state)
        if state.viewer != STATE:
            raise InvalidValue("a move is made in a state, not in a view; determinize draws one")
        seat = state.to_move[0] if player is None else int(player)
        return self._after(state, seat, self._int_or_other(move))

    def _int_or_other(self, move: Any) -> Any:  # noqa: ANN401 - any move
        """Return another library's integer as an int, if the moves are integers."""
        return values.as_int(move) if self._types[1] is int else move

    def _after(self, state: S, seat: int, move: M) -> S:
        """Return the state after a move, which must be legal."""
        source: RandomSource
        if state._seed is None and state._line:
            source = outcomes.OpenChance()
        else:
            source = SplitMix(state._seed or 0, (state.turn + 1) * _TURN)
        return self._settle(self._move(state, seat, move, source), source)

    def _move(self, state: S, seat: int, move: M, rng: RandomSource) -> S:
        """Return the position after a legal move, from which chance can still lead elsewhere."""
        following = self.play(state, seat, move, rng)
        self._check_position("play", following, state)
        log, told = following.log, len(state.log)
        if len(log) == told:
            log = (*log, Event(f"player {seat}: {self.move_in_words(state, move)}"))
        else:
            for event in log[told:]:
                if type(event) is not Event and type(event) not in self.EVENTS:
                    raise WrongType(
                        f"play announced {values.short_repr(event)}: announce a text, or an event "
                        f"of a class that EVENTS of {type(self).__name__} lists"
                    )
        made = None if state._moves is None else (*state._moves, (seat, move))
        return attrs.evolve(following, turn=state.turn + 1, log=log, _moves=made)

    def proceed(self, state: S, /) -> S:
        """Return the state itself: steps without a decision belong in `play`."""
        return state

    def automated_seats(self, position: S, /) -> Mapping[int, str]:
        """Return no seats: players make all moves."""
        del position
        return {}

    def observe(self, state: S, player: int | None, /) -> S:
        """Return a state's view for a seat, from 0, or for a spectator if None.

        Args:
            state: the state.
            player: the seat, from 0; None for a spectator.

        Raises:
            InvalidValue: there is no such seat, or the state is already a view.
        """
        self._check_position("", state)
        if player is not None:
            player = values.check_integer("player", player, 0, state.players - 1)
        if state.viewer != STATE:
            raise InvalidValue(f"this is already the view of {viewer_in_words(state.viewer)}")
        hidden = self.hide(state, player)
        self._check_position("hide", hidden, state)
        log = state.log
        if any(event.to is not None for event in log):
            log = tuple(event.seen_by(player) for event in log)
        return attrs.evolve(hidden, viewer=player, log=log, _seed=None, _moves=None, _line="")

    def determinize(self, view: S, rng: RandomSource, /) -> S:
        """Return a random state that is consistent with a view, with new random numbers to come.

        Args:
            view: the view of a seat or a spectator.
            rng: a source of random numbers, such as `random.Random(1)`.

        Raises:
            InvalidValue: the position is a state.
        """
        self._check_position("", view)
        check_source(rng)
        if view.viewer == STATE:
            raise InvalidValue("a world is drawn from a view: observe returns one")
        world = self.guess(view, rng)
        self._check_position("guess", world)
        return attrs.evolve(world, viewer=STATE, _seed=random_below(1 << 53, rng), _moves=None)

    def events(self, before: S | None, after: S, /) -> Sequence[AnyEvent]:
        """Return the events from one position of a game to a later one, or all so far.

        Args:
            before: the earlier position; None for all events of the later one.
            after: the later position.
        """
        self._check_position("", after)
        if before is None:
            return after.log
        self._check_position("", before)
        return after.log[len(before.log) :]

    def seen_by(self, event: AnyEvent, viewer: int | None, /) -> AnyEvent:
        """Return an event between two states as it appears in a seat's views.

        Args:
            event: an event between two states.
            viewer: the seat, from 0; None for a spectator.
        """
        values.check_type("event", event, Event | Occurrence)
        return event.seen_by(viewer)

    def sentence(self, event: AnyEvent, viewer: int | None, /) -> str | None:
        """Return an event in words, as a seat may know it; None if the seat learns nothing.

        Args:
            event: the event.
            viewer: the seat that reads it, from 0; None for a spectator.
        """
        return words_of(self.seen_by(event, viewer), viewer) or None

    def final_winner(self, state: S, /) -> FinalResult[Any]:
        """Return the result of a finished game; raise WrongPhase before the end."""
        self._check_position("", state)
        if state.to_move:
            raise WrongPhase(f"the game is not over: {self.question(state)}")
        return outcomes.rank_scores(self.scores(state), state.players)

    def parse_move(self, text: str, /) -> M:
        """Return the move that a text describes; raise NotationError for any other text."""
        values.check_type("text", text, str)
        move: M = texts.parse_move(self._types[1], text.strip())
        return move

    def format_position(self, position: S, /) -> str:
        """Return a state or a view in one line: its fields by name, as JSON, and who is to move.

        >>> def format_position(self, position):
        ...     raise InvalidValue("this game has no line")  # if earlier moves matter

        Raises:
            InvalidValue: the line would be too long.
        """
        self._check_position("", position)
        return self._lines.write(position)

    def parse_position(self, text: str, options: Mapping[str, OptionValue] = {}, /) -> S:
        """Return the state or the view that a line describes.

        It has no log and no earlier moves. A state begins a game of its own; if its line has no
        `by-seed`, `supply_chance` gives it the chance to come.

        Args:
            text: the line.
            options: must be empty.

        Raises:
            NotationError: the text is not a line, or `hide` and `guess` know no such position.
            InvalidValue: there are options; those of the table are in the line.
        """
        check_options((), options)
        return self._lines.read(text)

    def supply_chance(self, state: S, seed: int, /) -> S:
        """Return a state of a game whose line has no `by-seed`, with all chance to come by a seed.

        Any other state is returned itself.

        >>> def begin(game: GameOf[S, M], line: str, seed: int) -> S:
        ...     return game.supply_chance(game.parse_position(line), seed)

        Args:
            state: a state, such as one read from a line.
            seed: the seed of the chance to come.

        Raises:
            InvalidValue: the position is a view, or the seed is out of range.
        """
        self._check_position("", state)
        seed = values.check_integer("seed", seed, 0, LARGEST_INTEGER)
        if state.viewer != STATE:
            raise InvalidValue("chance is supplied to a state, not a view: determinize draws one")
        if state._seed is not None or not state._line:
            return state
        first = self.parse_position(state._line)
        line = self.format_position(attrs.evolve(first, _seed=seed))
        return attrs.evolve(state, _seed=seed, _line=line)

    @cached_property
    def _lines(self) -> position_lines.PositionLines[S, M]:
        return position_lines.PositionLines(self, self._types[0], Codecs())

    def draw_text(self, value: S, /) -> str:
        """Return a position as text."""
        self._check_position("", value)
        text = self.draw(value)
        values.check_type("the text that draw returns", text, str)
        return text or self.question(value) or "the game is over"

    def draw_svg(self, value: S, /) -> str:
        """Return a picture of a position's fields, or of the text if the author draws it."""
        text = self.draw_text(value)
        if type(self).draw is not GameOf.draw or not extra_fields(self._types[0]):
            return text_picture(self.NAME, text)
        has_hidden = value.viewer != STATE and self._hides
        moves = self.legal_moves(value) if grids_of(self._types[0]) else ()
        return draw_fields(self.NAME, value, self._seat_fields, moves, has_hidden=has_hidden)

    def _check_position(
        self,
        source: str,
        position: Any,  # noqa: ANN401 - also what no author should return
        before: S | None = None,
    ) -> None:
        if type(position) is not self._types[0]:
            self._check_class(source, position)
        if before is not None and position._moves is not before._moves:
            raise WrongType(
                f"{source} must return state.replace(...), which keeps the log and the options, "
                f"not a new {type(position).__name__}"
            )
        if source and source in self._sources_of_fields:
            check_fields(position)

    def _check_class(self, source: str, position: object) -> None:
        cls = self._types[0]
        if type(position) is not cls:
            wanted = f"{source} must return" if source else "a position must be"
            found = values.short_repr(position)
            if isinstance(position, cls):
                own, move = type(position).__name__, getattr(self._types[1], "__name__", "...")
                game = type(self).__name__
                found = f"its subclass {own}: name GameOf[{own}, {move}] among the bases of {game}"
            raise WrongType(f"{wanted} a {cls.__name__}, not {found}")
