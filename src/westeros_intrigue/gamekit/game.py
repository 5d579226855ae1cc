"""The protocol of all games, for programs that play any of them.

A game is a module. `Game` lists the functions of `westeros_intrigue` itself, so if you know one
game, you know how to call the others. Functions special to one game are only in its module.

>>> from westeros_intrigue.gamekit.game import GAMES
>>> game = GAMES["monopoly"]
>>> state = game.setup(2, seed=1)
>>> game.NAME, state.active_player, [str(move) for move in game.legal_moves(state)]
('Monopoly: Game of Thrones Edition', 0, ['pass', 'stand-by'])
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import sys
import warnings
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

from typing_extensions import TypeVar

from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.notebook_tables import html_table
from westeros_intrigue.gamekit.options import Option, OptionValue
from westeros_intrigue.gamekit.packaging import import_part, tell_typeguard
from westeros_intrigue.gamekit.players import (
    BUILT_IN,
    GAME_GROUP,
    FaultyPlugin,
    NamedPlayers,
    find_plugins,
    loading,
)
from westeros_intrigue.gamekit.records import GameRecord, WritableFile
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Rule, Rulebook
from westeros_intrigue.gamekit.screens import GameScreen
from westeros_intrigue.gamekit.text import TextFile
from westeros_intrigue.gamekit.values import ByName, check_one_of, short_repr


@runtime_checkable
class AnyPosition(Protocol):
    """The properties of every state and every view of any game.

    >>> from westeros_intrigue.games import monopoly
    >>> from westeros_intrigue import observe, setup
    >>> positions: list[AnyPosition] = [monopoly.setup(2, seed=1), observe(setup(3, seed=1), 2)]
    >>> [(position.players, position.active_player, position.deciders) for position in positions]
    [(2, 0, (0,)), (3, 0, (0,))]
    """

    @property
    def players(self) -> int:
        """The number of seats, counted from 0 clockwise."""
        ...

    @property
    def active_player(self) -> int | None:
        """The player to decide, from 0; None if there is none."""
        ...

    @property
    def deciders(self) -> tuple[int, ...]:
        """The players who may decide now, from 0, the active player first; empty if none may."""
        ...

    @property
    def phase(self) -> enum.Enum:
        """The phase, a member of an enumeration that the game defines."""
        ...

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        ...


State = TypeVar("State", bound=AnyPosition, default=Any)
View = TypeVar("View", bound=AnyPosition, default=Any)
Move = TypeVar("Move", default=Any)


@runtime_checkable
class Game(Protocol[State, View, Move]):
    """A game: a module, or an instance of `GameOf`, with these names.

    A `State` has everything, a `View` one seat's knowledge. Every value is immutable, every
    function is pure, and the same seed repeats a game. Seats are counted from 0.

    >>> game: AnyGame = GAMES["btwixt"]
    >>> state = game.setup(game.MIN_PLAYERS, seed=1)
    >>> state = game.apply(state, game.legal_moves(state)[0])
    >>> game.question(game.observe(state, 1))
    'Pick a leader card, or draw a random one'
    """

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of a module
        """The name of the game."""
        ...

    @property
    def MIN_PLAYERS(self) -> int:  # noqa: N802 - for the same reason
        """The minimum number of players."""
        ...

    @property
    def MAX_PLAYERS(self) -> int:  # noqa: N802 - for the same reason
        """The maximum number of players."""
        ...

    @property
    def PLAYERS(self) -> NamedPlayers[Callable[[View, RandomSource], Move]]:  # noqa: N802 - for the same reason
        """The computer players, by name."""
        ...

    @property
    def Record(self) -> type[GameRecord[State]]:  # noqa: N802 - a class of a module
        """The class of records; `str` returns the text that its `parse` reads.

        Its `RULES_VERSION` is the version of the game's rules, 1 unless the class says otherwise.
        """
        ...

    @property
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - for the same reason
        """The conversion of states, views and other values to and from JSON."""
        ...

    @property
    def KEY(self) -> str:  # noqa: N802 - for the same reason
        """The name of the game in files and on the command line: lower case, digits and dashes."""
        ...

    @property
    def OPTIONS(self) -> Sequence[Option]:  # noqa: N802 - for the same reason
        """The options of a table."""
        ...

    @property
    def RULEBOOK(self) -> Rulebook:  # noqa: N802 - for the same reason
        """The rules by id."""
        ...

    @property
    def PRIMER(self) -> tuple[str, ...]:  # noqa: N802 - for the same reason
        """The rules that a newcomer needs, in short paragraphs."""
        ...

    def rule(self, rule_id: str, /) -> Rule:
        """Return the rule with an id; raise ValueError for an unknown id."""
        ...

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        /,
        *,
        seed: int | None = None,
    ) -> State:
        """Return a new game from values of `OPTIONS`; None means the default number of players.

        Args:
            players: the number of seats; None for the default.
            options: values of `OPTIONS`, by their names.
            seed: a seed for new random numbers; None for fresh ones.

        Raise ValueError or TypeError for invalid values or combinations.
        """
        ...

    def rematch(self, state: State, /, *, seed: int | None = None) -> State:
        """Return a new game at the table of another: the same setup with a new source of chance.

        Args:
            state: any state of the game before.
            seed: a seed for new random numbers; None for fresh ones.
        """
        ...

    def read_records(
        self, file: TextFile, options: Mapping[str, OptionValue] = {}, /
    ) -> Iterator[GameRecord[State]]:
        """Return an iterator over the records in a file, which reads one at a time.

        It raises ValueError for text that is not a record, and then continues with the next game.

        Args:
            file: an open text file, or its lines.
            options: the files that the games were played with.
        """
        ...

    def write_records(self, records: Iterable[GameRecord[State]], file: WritableFile, /) -> None:
        """Write records to a file, each followed by an empty line, so that more can be appended.

        Args:
            records: the records.
            file: an open text file.
        """

    def automated_seats(self, position: State | View, /) -> Mapping[int, str]:
        """Return the names of the seats, by number, that the rules play instead of a player.

        Most games have none.
        """
        ...

    def setup(
        self, players: int, /, *, seed: int | None = None, rng: RandomSource | None = None
    ) -> State:
        """Return a new game from a seed, a source of random numbers or fresh entropy.

        Args:
            players: the number of seats.
            seed: a seed for new random numbers; None for fresh ones.
            rng: a source of random numbers, instead of a seed.
        """
        ...

    def legal_moves(self, position: State | View, /) -> Sequence[Move]:
        """Return the legal moves; none unless the viewer must decide.

        A game with too many moves of one kind can omit that kind, and must document that.
        """
        ...

    def distinct_moves(self, position: State | View, /) -> Sequence[Move]:
        """Return the legal moves, only one of those with the same effect.

        Some moves that `legal_moves` omits can follow.
        """
        ...

    def deciders(self, position: State | View, /) -> tuple[int, ...]:
        """Return the seats that may decide now, the active player first.

        A simultaneous decision has several: each can answer first, and sees its own moves in its
        view.
        """
        ...

    def explain(
        self, position: State | View, move: Move, /, *, player: int | None = None
    ) -> Sequence[AnyViolation]:
        """Return a violation for each reason to refuse a move; () for a legal one.

        The `str` of a violation is a sentence, and its names are the same in every game.

        Args:
            position: a state or a view.
            move: the move.
            player: the seat that would make the move, from 0; None for the active player.
        """
        ...

    def apply(self, state: State, move: Move, /, *, player: int | None = None) -> State:
        """Return the state after a legal move; raise ValueError for any other.

        Args:
            state: the state before the move.
            move: the move.
            player: the seat that makes the move, from 0; None for the active player.
        """
        ...

    def proceed(self, state: State, /) -> State:
        """Return the state after the steps that need no decision, such as scoring a round.

        If a player must decide or the game is over, return the state itself.
        """
        ...

    def play_on(
        self,
        state: State,
        players: Sequence[Callable[[View, RandomSource], Move] | None],
        rngs: Sequence[RandomSource | None],
        /,
    ) -> State:
        """Play until a player who needs a view must decide, or no player must; return the state.

        Some players make the same moves without a view, which makes games faster to play to their
        end. Most games have no such players.

        Args:
            state: the state to begin at.
            players: the player of each seat; None for one that is asked elsewhere.
            rngs: each seat's source of random numbers.
        """
        ...

    def observe(self, state: State, player: int | None, /) -> View:
        """Return a state's view for a seat, from 0, or for a spectator if None.

        Args:
            state: the state.
            player: the seat, from 0; None for a spectator.
        """
        ...

    def determinize(self, view: View, rng: RandomSource, /) -> State:
        """Return a random state that is consistent with a view.

        Args:
            view: the view of a seat or a spectator.
            rng: a source of random numbers, such as `random.Random(1)`.
        """
        ...

    def events(self, before: State | View | None, after: State | View, /) -> Sequence[Any]:
        """Return the events from one position of a game to a later one, or all so far.

        Between two states, these are all events; between two views, the events that the seat saw.
        Each event has a document.

        Args:
            before: the earlier position; None for the story so far: all events that the later
                position knows of, for a program that joins late. They begin with the game or, if
                it began at a position in one line, with what the line tells.
            after: the later position: a state if the other is one, or a view of the same seat.
        """
        ...

    def seen_by(self, event: Any, viewer: int | None, /) -> Any:  # noqa: ANN401 - each game has its events
        """Return an event between two states as it appears in a seat's views.

        Args:
            event: an event between two states.
            viewer: the seat, from 0; None for a spectator.
        """
        ...

    def sentence(self, event: Any, viewer: int | None, /) -> str | None:  # noqa: ANN401 - each game has its events
        """Return an event in words, as a seat may know it, or a spectator if `viewer` is None.

        Return None for an event that the viewer does not notice.

        Args:
            event: the event.
            viewer: the seat that reads it, from 0; None for a spectator.
        """
        ...

    def final_winner(self, state: State, /) -> FinalResult:
        """Return the result of a finished game; raise RuntimeError before the end."""
        ...

    def parse_move(self, text: str, /) -> Move:
        """Return the move that a text describes, in the form of `str(move)`."""
        ...

    def question(self, position: State | View, /) -> str:
        """Return the question that the game asks, in words; empty if no player must decide."""
        ...

    def move_in_words(self, position: State | View, move: Move, /) -> str:
        """Return a move in words, with the names and numbers that matter for the decision.

        Args:
            position: the state or view in which the move is made.
            move: the move.
        """
        ...

    def titles(self, position: State | View, /) -> Mapping[str, str]:
        """Return the titles of cards and characters by their ids in moves and sentences.

        Most games have none.
        """
        ...

    def player_in_words(self, position: State | View, player: int, /) -> str:
        """Return a player's public belongings in a few words.

        Empty if there are none; players are counted from 0.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        ...

    def goods_of(self, position: State | View, player: int, /) -> Mapping[str, str]:
        """Return the things that a player, from 0, can offer, in words, by their names in moves.

        A number with a letter, such as `36c`, is the maximum amount. Empty if the player cannot
        make an offer; most games have no offers.

        Args:
            position: a state or a view.
            player: the seat, from 0.
        """
        ...

    def draw_text(self, value: State | View, /) -> str:
        """Return a position as text for a terminal."""
        ...

    def draw_svg(self, value: State | View, /) -> str:
        """Return a position as a picture for a browser or a notebook."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game with any types of states, views and moves."""


@runtime_checkable
class HasPasses(Protocol):
    """A name that a game can leave out.

    >>> isinstance(GAMES["monopoly"], HasPasses), isinstance(GAMES["btwixt"], HasPasses)
    (True, False)
    """

    @property
    def PASSES(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """The moves that change nothing, as texts.

        If a player has no others, a front end may make the last legal one without asking.
        """
        ...


@runtime_checkable
class HasLines(Protocol):
    """Two more names that a game can leave out: its positions as texts of one line.

    `read_line` and `write_line` call them, and say so if a game has none.

    >>> isinstance(GAMES["westeros-intrigue"], HasLines)
    True
    """

    def parse_position(self, text: str, options: Mapping[str, OptionValue] = {}, /) -> AnyPosition:
        """Return the state or the view that a line describes, as `format_position` writes it.

        A view's line has what its seat knows; what it does not know is left out or counted.

        Args:
            text: the line.
            options: the files that the game is played with, as in `read_records`.

        Raise NotationError, with the column, for a text that is not a line, and for a position to
        which no game leads, as far as that can be known.
        """
        ...

    def format_position(self, position: Any, /) -> str:  # noqa: ANN401 - each game has its positions
        """Return a state or a view as a line.

        Reading it leads to a position with the same line, in which the same moves are legal and all
        texts are the same; its earlier moves can be missing. A record can begin with a state that
        is read. Raise InvalidValue if no line can describe the position.
        """
        ...


@runtime_checkable
class SuppliesChance(Protocol):
    """A name that a game can leave out: chance for states whose lines can lack it.

    >>> isinstance(GAMES["btwixt"], SuppliesChance)  # its lines always have a seed
    False
    """

    def supply_chance(self, state: Any, seed: int, /) -> Any:  # noqa: ANN401 - each game has its states
        """Return a state with all chance to come by a seed; what is known already stays.

        A state that lacks no chance is returned itself. Its record leads to the same state.

        Args:
            state: a state, such as one read from a line.
            seed: the seed of the chance to come.
        """
        ...


@runtime_checkable
class HasScreen(Protocol):
    """A name that a game can leave out: its own table on the page.

    >>> isinstance(GAMES["westeros-intrigue"], HasScreen)
    False
    """

    @property
    def SCREEN(self) -> GameScreen:  # noqa: N802 - a constant of a module
        """The files of the table, and the facts of a view that they show."""
        ...


def read_line(game: AnyGame, text: str, options: Mapping[str, OptionValue] = {}) -> Any:  # noqa: ANN401 - each game has its positions
    """Return the position of a game that a line describes.

    >>> read_line(GAMES["westeros-intrigue"], "a0 S1; 8, *9, 9, 9").active_player
    1

    Args:
        game: any game.
        text: the line.
        options: the files that the game is played with, by their names in `OPTIONS`.

    Raises:
        NotationError: the text is not a line, or no game leads to the position.
        InvalidValue: the game has no lines, or an option is invalid.
    """
    return _with_lines(game).parse_position(text, options)


def begin_at_line(
    game: AnyGame, text: str, options: Mapping[str, OptionValue] = {}, *, seed: int
) -> Any:  # noqa: ANN401 - each game has its states
    """Return the state that a line describes, with the chance that the line lacks by a seed.

    A game can be played from it to its end, and recorded.

    >>> from westeros_intrigue import play_game
    >>> game = GAMES["monopoly"]
    >>> state = begin_at_line(game, "*28@4, 12@0", seed=7)
    >>> play_game(["random"] * 2, game=game, state=state, seed=1).is_over
    True

    Args:
        game: any game.
        text: the line.
        options: the files that the game is played with, by their names in `OPTIONS`.
        seed: an int of at least 0.

    Raises:
        NotationError: the text is not a line, or no game leads to the position.
        InvalidValue: the game has no lines, an option or the seed is invalid, or no record can
            begin with the position: it is a view.
    """
    state = read_line(game, text, options)
    game.Record.from_state(state)  # a view has none
    return game.supply_chance(state, seed) if isinstance(game, SuppliesChance) else state


def write_line(game: AnyGame, position: AnyPosition) -> str:
    """Return a position of a game in one line.

    >>> game = GAMES["westeros-intrigue"]
    >>> write_line(game, read_line(game, "a0 S1; 8, *9, 9, 9"))
    'a0 S1; 8, *9, 9, 9'

    Args:
        game: the game of the position.
        position: a state or a view.

    Raises:
        InvalidValue: the game has no lines, or none can describe the position.
    """
    return _with_lines(game).format_position(position)


def _with_lines(game: AnyGame) -> HasLines:
    if isinstance(game, HasLines):
        return game
    raise InvalidValue(
        f"{game.NAME} has no line for a position: it has no parse_position and format_position. "
        "Use a record, or the JSON of the position"
    )


class _Games(ByName[str, AnyGame]):
    """The games by key, imported on first use: the library's games, then plug-ins.

    `values` and `items` warn about faulty plug-ins and skip them; looking up their keys raises
    `FaultyPlugin`. A plug-in under a taken key is skipped everywhere, with a warning.
    """

    def __init__(self, modules: dict[str, str]) -> None:
        """Store the module of each key."""
        self._modules = modules
        self.added: dict[str, AnyGame] = {}
        """The games of files, which come before those of packages."""

    def __getitem__(self, key: str) -> AnyGame:
        if key in self.added:
            return self.added[key]
        module = self._modules.get(key)
        if module and _is_there(module):  # plug-ins, and warnings about them, have no part in it
            # The module fulfils the protocol, which a type checker cannot see from its name.
            own: AnyGame = import_part(module)
            return own
        place = self._entries[key]
        with loading(f"the game {key}, which an installed package adds as {place.value},"):
            game: AnyGame = place.load()
            for name in NAMES:
                getattr(game, name)
            if key != game.KEY:
                raise InvalidValue(f"name its entry point {game.KEY}, not {key}")
        return game

    def values(self) -> ValuesView[AnyGame]:
        return self._load().values()

    def items(self) -> ItemsView[str, AnyGame]:
        return self._load().items()

    def _repr_html_(self) -> str:
        """Return a table of the games, for notebooks."""
        rows = [
            (key, game.NAME, f"{game.MIN_PLAYERS} to {game.MAX_PLAYERS}")
            for key, game in self.items()
        ]
        return html_table("The games", ("key", "name", "players"), rows)

    @property
    def _entries(self) -> Mapping[str, Any]:  # type: ignore[override]  # changes
        """The modules of the library's games, and the entry points of plug-ins."""
        own = {key: name for key, name in self._modules.items() if _is_there(name)}
        taken = frozenset(self._modules)
        return own | find_plugins(ENTRY_POINTS, "game", taken, tuple(sys.path)) | self.added

    def _load(self) -> dict[str, AnyGame]:
        """Return the games that can be loaded. Warn about the others."""
        found = {}
        for key in self:
            try:
                found[key] = self[key]
            except FaultyPlugin as error:
                warnings.warn(f"{error}; skipping it", RuntimeWarning, stacklevel=3)
        return found


NAMES = [name for name in vars(Game) if not name.startswith("_")]
"""The names that every game has."""
tell_typeguard(Game, lambda value: all(hasattr(value, name) for name in NAMES))


@cache
def _is_there(module: str) -> bool:
    """Return False for a module of a wing that is missing from this copy of the library."""
    wing = module.rpartition(".")[0]
    return not wing or find_spec(wing) is not None


ENTRY_POINTS = GAME_GROUP
"""The entry point group of plug-in games: the key of each, and its module or `module:object`."""
_GAMES = _Games(BUILT_IN)
GAMES = cast("Mapping[str, AnyGame]", _GAMES)
"""The games by key, including those that other packages add."""


def add_game(game: AnyGame) -> None:
    """Add a game to `GAMES` until the program ends; one of the same key is replaced.

    Raises:
        InvalidValue: a game of the library has the key.
    """
    if game.KEY in BUILT_IN:
        raise InvalidValue(
            f"KEY is {game.KEY!r}, the key of {BUILT_IN[game.KEY]}: choose another KEY"
        )
    _GAMES.added[game.KEY] = game


def find_game(game: AnyGame | str) -> AnyGame:
    """Return a game, given the game or its key in `GAMES`."""
    if isinstance(game, str):
        check_one_of("game", game, GAMES)
        return GAMES[game]
    if isinstance(game, type) and callable(getattr(game, "setup", None)):
        name = game.__name__
        raise WrongType(f"game must be a game, not its class {name}: write {name}()")
    if not callable(getattr(game, "setup", None)):
        keys = ", ".join(map(repr, GAMES))
        raise WrongType(f"game must be a game or one of {keys}, not {short_repr(game)}")
    return game


def find_documents(key: str) -> Documents:
    """Return the documents of the game with a key; game modules pass this function to `Documents`.

    >>> find_documents("monopoly").game
    'monopoly'

    Raises:
        KeyError: no game has the key.
    """
    return GAMES[key].DOCUMENTS
