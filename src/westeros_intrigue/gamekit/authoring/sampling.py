"""Players for any game of an author: one that makes any move, and one that samples worlds."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import attrs

from westeros_intrigue.gamekit import limits, players, ratings
from westeros_intrigue.gamekit.asking import seat_player, wrong_viewer
from westeros_intrigue.gamekit.authoring import declarations
from westeros_intrigue.gamekit.authoring.position import STATE, Position
from westeros_intrigue.gamekit.chance import RandomSource, check_source, choose
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.limits import Ordinal

S = TypeVar("S", bound=Position)
M = TypeVar("M")

_LONGEST_PLAYOUT = 1000


@runtime_checkable
class SampledGame(Protocol[S, M]):
    """The functions of `GameOf` that a player needs to sample worlds and to play them."""

    def moves(self, state: S, seat: int) -> Sequence[M]:
        """Return the legal moves of a seat."""
        ...

    def scores(self, state: S) -> Sequence[Any]:
        """Return each seat's score at the end."""
        ...

    def legal_moves(self, position: S, /) -> Sequence[M]:
        """Return the legal moves, checked."""
        ...

    def observe(self, state: S, player: int | None, /) -> S:
        """Return a seat's view."""
        ...

    def determinize(self, view: S, rng: RandomSource, /) -> S:
        """Return a world behind a view."""
        ...

    def _after(self, state: S, seat: int, move: M) -> S: ...


def _seat_and_moves(game: SampledGame[S, M], view: S, rng: object) -> tuple[int, Sequence[M]]:
    """Check a player's arguments and return its seat and its legal moves."""
    check_source(rng)
    moves, seat = game.legal_moves(view), view.viewer
    if seat == STATE:
        raise InvalidValue("a player chooses from a view, not from a state: observe returns one")
    if seat is None or not moves:
        raise wrong_viewer(seat, view.to_move)
    return seat, moves


@attrs.frozen
class RandomPlayer:
    """A player that makes any move."""

    _game: SampledGame[Any, Any]

    def __call__(self, view: Any, rng: RandomSource) -> Any:  # noqa: ANN401 - of any game
        """Return a move for the view's player."""
        return choose(_seat_and_moves(self._game, view, rng)[1], rng)


@attrs.frozen(field_transformer=limits.add_checks)
class SamplingPlayer(Generic[S, M]):
    """A player that tries its moves in possible worlds: states that are consistent with its view.

    It plays each world to the end, and makes the move that most surely leads to the best place.
    Every game made with `GameOf` has it as `sampling:N`, in which all seats play like the last one
    of the game's `BOTS`; a game without bots plays on with random moves. A move costs N games, or
    as many as there are moves if these are more.

    >>> def strong_player(game: GameOf[S, M]) -> SamplingPlayer[S, M]:
    ...     return SamplingPlayer(game, playouts=1000)

    `rate_moves` of the package rates the moves of a position by it.
    """

    game: SampledGame[S, M]
    """The game."""
    playouts: Ordinal
    """The number of games that it plays to the end to choose a move, at least one for each move."""
    playout_player: Callable[..., Any] | None = None
    """The player at all seats of these games, a function of a view and `rng`; None for random
    moves."""

    def __call__(self, view: S, rng: RandomSource) -> M:
        """Return a move for the view's player."""
        game = self.game
        seat, moves = _seat_and_moves(game, view, rng)
        if len(moves) == 1:
            return moves[0]
        worlds = self._worlds(view, rng, ratings.share_playouts(self.playouts, moves))
        return ratings.surest_move(moves, worlds, functools.partial(self._worth, seat, rng))

    def rate_moves(self, view: S, rng: RandomSource, /, *, playouts: int) -> ratings.Ratings[M]:
        """Return the ratings of all legal moves.

        >>> def find_best(game: GameOf[S, M], view: S, rng: RandomSource) -> M:
        ...     return SamplingPlayer(game, 1).rate_moves(view, rng, playouts=1000).moves[0].move

        Args:
            view: the view of the seat that decides.
            rng: a source of random numbers, such as `random.Random(1)`.
            playouts: the number of games to play, shared by the moves; at least one each.
        """
        seat, moves = _seat_and_moves(self.game, view, rng)
        worlds = self._worlds(view, rng, ratings.share_playouts(playouts, moves))
        measure = "the average share of the other players who finish behind, ties as halves"
        worth = functools.partial(self._share, seat, rng)
        return ratings.rate_in_worlds(seat, measure, moves, worlds, worth)

    def _worlds(self, view: S, rng: RandomSource, count: int) -> Iterator[S]:
        """Yield worlds behind a view."""
        return (self.game.determinize(view, rng) for _ in range(count))

    def _share(self, seat: int, rng: RandomSource, world: S, move: M) -> float:
        """Return the share of the others who finish behind a seat in a world, from 0 to 1."""
        others = max(world.players - 1, 1)
        return (self._worth(seat, rng, world, move) * world.players / others + 1) / 2

    def _worth(self, seat: int, rng: RandomSource, world: S, move: M) -> float:
        """Return the share of the other players who finish behind a seat in a world."""
        game = self.game
        state = game._after(world, seat, move)
        for _ in range(_LONGEST_PLAYOUT):
            if not state.to_move:
                scores = game.scores(state)
                own = scores[seat]
                ahead = sum(bool(own > each) - bool(own < each) for each in scores)
                return ahead / len(scores)
            mover = state.to_move[0]
            state = game._after(state, mover, self._choose(state, mover, rng))
        return 0.0

    def _choose(self, state: S, mover: int, rng: RandomSource) -> M:
        """Return the move of a seat in a game that is played to its end."""
        if self.playout_player is None:
            return choose(self.game.moves(state, mover), rng)
        move: M = self.playout_player(self.game.observe(state, mover), rng)
        return move


def name_players(
    game: SampledGame[S, M],
    bots: Sequence[Callable[..., Any]],
    seconds: Mapping[str, float],
    group: str,
) -> players.NamedPlayers[Callable[[S, RandomSource], M]]:
    """Return the players of a game by name: `random`, its bots, and the players that sample.

    Args:
        game: the game, which is handed to bots that take it.
        bots: the functions of its author, weakest first; the last one plays by default.
        seconds: the CPU seconds of a move, by the names of players, as far as they are known.
        group: the entry points of players that packages add.
    """
    seated = [seat_player(bot, game) for bot in bots]
    named = []
    for bot, player in zip(bots, seated, strict=True):
        name = declarations.name_of_bot(bot)
        summary = declarations.first_line(bot)
        named.append(players.one_player(name, summary, player, seconds=seconds.get(name)))
    own = seated[-1] if seated else None
    how = f"all seats like {named[-1].name}" if named else "by random moves"
    entries: list[players.NamedPlayer[Any]] = [
        players.one_player(
            "random", "makes any move", RandomPlayer(game), seconds=seconds.get("random")
        ),
        *named,
        players.NamedPlayer(
            declarations.SAMPLING,
            f"plays N games to their end, {how}, in worlds that could be behind its view",
            functools.partial(SamplingPlayer, game, playout_player=own),
            "playouts",
            seconds=seconds.get(declarations.SAMPLING),
        ),
    ]
    usual = named[-1].name if named else "thinker"
    return players.NamedPlayers(entries, usual, {"thinker": "sampling:200"}, group)
