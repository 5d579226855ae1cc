"""A whole game in a few lines: Nim, as a plug-in that every front end of the library can play.

Take one to three stones from a heap; who takes the last one wins. Nothing is hidden, so a view is
a state. docs/how-to/any-game.md installs it.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

import attrs

from westeros_intrigue import FinalResult, InvalidValue, NotationError, WrongPhase
from westeros_intrigue.gamekit import questions as game_defaults, records
from westeros_intrigue.gamekit.chance import RandomSource, random_below
from westeros_intrigue.gamekit.documents import Codecs, Documents
from westeros_intrigue.gamekit.options import NewGames, Option, OptionKind
from westeros_intrigue.gamekit.players import NamedPlayers, one_player
from westeros_intrigue.gamekit.records import GameRecord
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.gamekit.text import LineReader, Scanner, field, number, tag_pairs, written
from westeros_intrigue.gamekit.values import Range, Value

NAME, KEY, MIN_PLAYERS, MAX_PLAYERS, MOST_STONES = "Nim", "nim", 2, 4, 99
OPTIONS = (
    Option("stones", OptionKind.NUMBER, "the stones of the heap", least=1, most=MOST_STONES),
)
RULEBOOK = Rulebook(
    [Rule("take.stones", "A player takes one to three stones.", Kind.STATED)],
)
rule = RULEBOOK.rule
PRIMER = ("Take one to three stones in turn. Who takes the last one wins.",)


class Phase(enum.Enum):
    """Where the game stands."""

    TAKING = "taking"
    OVER = "over"


@attrs.frozen
class Heap:
    """The game: how many stones there were, and what has been taken."""

    players: Annotated[int, Range(MIN_PLAYERS, MAX_PLAYERS)]
    stones: Annotated[int, Range(1, MOST_STONES)]
    taken: tuple[Annotated[int, Range(1, 3)], ...] = ()
    viewer: Annotated[int, Range(-1, MAX_PLAYERS - 1)] | None = -1
    """Who looks: a seat, None for a spectator, or -1 for the state itself."""

    def __attrs_post_init__(self) -> None:
        if self.left < 0:
            raise InvalidValue("more stones are taken than there were")

    @property
    def left(self) -> int:
        """The stones that are left."""
        return self.stones - sum(self.taken)

    @property
    def is_over(self) -> bool:
        """Whether the heap is empty."""
        return self.left == 0

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        return Phase.OVER if self.is_over else Phase.TAKING

    @property
    def active_player(self) -> int | None:
        """Who takes next."""
        return None if self.is_over else len(self.taken) % self.players


@attrs.frozen
class Taken:
    """An event: a player takes stones."""

    player: Annotated[int, Range(0, MAX_PLAYERS - 1)]
    stones: Annotated[int, Range(1, 3)]


DOCUMENTS = Documents(KEY, Codecs(), [Heap, Taken])


@attrs.frozen
class Record(Value, GameRecord[Heap]):
    """A game as a text: the players, the stones, and a line for each move."""

    TITLE: ClassVar[str] = "Nim record"

    last: Heap
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=tag_pairs)

    @classmethod
    def from_state(
        cls, state: Heap, *, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> Self:
        """Return the record of a game."""
        return cls(state, tags)

    @classmethod
    def _read(cls, lines: list[Scanner]) -> Self:
        """Return the record of the lines of a game."""
        fields = {"players": field(number, "a number"), "stones": field(number, "a number")}
        game = LineReader(cls.TITLE, fields, parse_move).read(lines)
        state = setup(game.head["players"], stones=game.head["stones"])
        for move in game.moves:
            state = apply(state, move)
        return cls(state, game.tags)

    def replay(self) -> Iterator[Heap]:
        """Yield each state of the game."""
        for count in range(len(self.last.taken) + 1):
            yield attrs.evolve(self.last, taken=self.last.taken[:count])

    def __str__(self) -> str:
        head = [("players", str(self.last.players)), ("stones", str(self.last.stones))]
        return written(self.TITLE, self.tags, head, self.last.taken)


def random_player(view: Heap, rng: RandomSource) -> int:
    """Return any move."""
    moves = legal_moves(view)
    return moves[random_below(len(moves), rng)]


def clever_player(view: Heap, _rng: RandomSource) -> int:
    """Return the move that leaves a multiple of four, if there is one."""
    return next((move for move in legal_moves(view) if (view.left - move) % 4 == 0), 1)


PLAYERS: NamedPlayers[Callable[[Heap, RandomSource], int]] = NamedPlayers(
    [
        one_player("random", "takes any number", random_player),
        one_player("clever", "leaves a multiple of four", clever_player),
    ],
    "clever",
    {},
)


def setup(
    players: int,
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    stones: int | None = None,
) -> Heap:
    """Return a new game, with 12 to 20 stones by the seed."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS or (seed is not None and seed < 0):
        raise InvalidValue("Nim takes 2 to 4 players and a seed of at least 0")
    return Heap(players, stones or 12 + random_below(9, rng or random.Random(seed)))


def begin(players: int | None, options: Mapping[str, Any], seed: int | None) -> Heap:
    """Return a new game by its options."""
    return setup(2 if players is None else players, seed=seed, stones=options.get("stones"))


def again(state: Heap, seed: int | None) -> Heap:
    """Return a new game for as many players; the seed draws the heap."""
    return setup(state.players, seed=seed)


new_games = NewGames(OPTIONS, Heap, begin, again)
new_game, rematch, read_records = new_games.new_game, new_games.rematch, Record.read_records


def legal_moves(position: Heap) -> tuple[int, ...]:
    """Return the numbers of stones that can be taken."""
    if position.viewer not in {-1, position.active_player}:
        return ()
    return tuple(range(1, min(3, position.left) + 1))


distinct_moves = legal_moves
deciders, automated_seats = game_defaults.deciders, game_defaults.automated_seats
play_on = game_defaults.play_on
player_in_words, goods_of = game_defaults.player_in_words, game_defaults.goods_of
question, titles, seen_by = game_defaults.question, game_defaults.titles, game_defaults.seen_by
write_records = records.write_records


def explain(position: Heap, move: int, *, player: int | None = None) -> Sequence[str]:
    """Return what is wrong with a move."""
    if player not in {None, position.active_player} or position.is_over:
        return (f"player {player} is not to move",)
    return () if move in legal_moves(position) else (f"take {legal_moves(position)}, not {move}",)


def apply(state: Heap, move: int, *, player: int | None = None) -> Heap:
    """Return the state after a move."""
    if refusals := explain(state, move, player=player):
        raise InvalidValue(refusals[0])
    return attrs.evolve(state, taken=(*state.taken, move))


def proceed(state: Heap) -> Heap:
    """Return the state: all that happens is a decision."""
    return state


def observe(state: Heap, player: int | None) -> Heap:
    """Return the same heap: nothing is hidden."""
    return attrs.evolve(state, viewer=player)


def determinize(view: Heap, _rng: RandomSource) -> Heap:
    """Return the only state that a view may be of."""
    return attrs.evolve(view, viewer=-1)


def events(before: Heap, after: Heap) -> list[Taken]:
    """Return who took how many."""
    new = after.taken[len(before.taken) :]
    return [Taken(at % after.players, count) for at, count in enumerate(new, len(before.taken))]


def sentence(event: Taken, _viewer: int | None) -> str:
    """Return an event in words."""
    return f"player {event.player} takes {event.stones}"


def final_winner(state: Heap) -> FinalResult[None]:
    """Return who took the last stone."""
    if not state.is_over:
        raise WrongPhase("the game is not over")
    winner = (len(state.taken) - 1) % state.players
    others = tuple(seat for seat in range(state.players) if seat != winner)
    return FinalResult((winner,), (), ((winner,), others), None)


def move_in_words(_position: Heap, move: int) -> str:
    """Return a move in words."""
    return "take one stone" if move == 1 else f"take {move} stones"


def parse_move(text: str) -> int:
    """Return the move of a text."""
    if text.strip() not in {"1", "2", "3"}:
        raise NotationError(text[:40], 1, 1, "1, 2 or 3 stones")
    return int(text)


def draw_text(value: Heap) -> str:
    """Return the heap."""
    return f"{'o' * value.left or 'empty'} ({value.left} stones)"


def draw_svg(value: Heap) -> str:
    """Return the heap as a picture."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{value.left} stones</title></svg>'
