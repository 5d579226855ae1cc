"""The worth of each move of a position, by playouts in drawn worlds or exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import sqrt
from operator import sub

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_integer
from westeros_intrigue.compiled.board import LAST_WORTH
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.compiled.solving import Solution, solve
from westeros_intrigue.compiled.trials import Trials, Tried
from westeros_intrigue.drawing.notebook import html_table
from westeros_intrigue.drawing.scene import Note, scene_of
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.drawing.svg import scene_svg
from westeros_intrigue.players.settings import WORLDS_A_LOOK, policy_to_play
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import needs_houses
from westeros_intrigue.rules.view import Position, View, check_position


def times_in_100(chance: float) -> str:
    """Return how often something of a chance from 0 to 1 happens in 100 times, to the nearest.

    >>> times_in_100(0.13), times_in_100(0.01)
    ('13 times', 'once')
    """
    return "once" if (times := f"{100 * chance:.0f}") == "1" else f"{times} times"


@public
@attrs.frozen
class JudgedMove(Value):
    """A move, and what the rest of the round is worth after it, to the player who makes it.

    The errors are standard errors; they are 0 if the worth is exact. Points are penalty points of
    the round, less 2 if the player places last: an Iron Throne card is worth 2 off on average.

    >>> from westeros_intrigue import observe, setup
    >>> judged = analyse(observe(setup(4, seed=1), 0), playouts=300).moves[0]
    >>> print(judged)
    L3 in a0: -0.19 ± 0.21 points, wins 17 times in 100
    """

    move: Move
    """The move; cards of its house play alike."""
    points: float
    """The expected points; the fewer the better."""
    points_error: float
    """The standard error of `points`."""
    win: float
    """The chance to place the last card of the round, from 0 to 1. By playouts it is too high for
    the best move at a table of two: `docs/players.md` has by how much."""
    win_error: float
    """The standard error of `win`."""
    margin: float
    """The mean of the others' points less the player's; the more the better."""
    margin_error: float
    """The standard error of `margin`."""
    loss_error: float
    """The standard error of how far `margin` is below that of the best move. As all moves are tried
    in the same worlds, it is smaller than the errors of both margins suggest."""
    line: tuple[Move, ...] = ()
    """If the worth is exact: the placements of one best line, this one first."""

    def __str__(self) -> str:
        error = f" ± {self.margin_error:.2f}" if self.margin_error else ""
        return (
            f"{self.move.card} in {self.move.slot}: {self.margin:+.2f}{error} points, "
            f"wins {times_in_100(self.win)} in 100"
        )


@public
@attrs.frozen
class Analysis(Value):
    """Each distinct move of a position, judged.

    >>> from westeros_intrigue import observe, setup
    >>> found = analyse(observe(setup(4, seed=1), 0), playouts=300)
    >>> len(found.moves), found.worlds, found.is_exact
    (3, 100, False)
    >>> worst = found.moves[-1].move
    >>> found.of(worst).margin < found.best.margin, found.loss(found.best.move)
    (True, 0.0)
    >>> found.is_clear_loss(worst)
    True
    """

    player: int
    """The seat to move, from 0."""
    moves: tuple[JudgedMove, ...]
    """The moves, best first: the best has the greatest margin."""
    worlds: int
    """The number of worlds in which each move was tried; 0 if the worth is exact."""

    @property
    def is_exact(self) -> bool:
        """True if the worth is that of perfect play with all cards known."""
        return self.worlds == 0

    @property
    def best(self) -> JudgedMove:
        """The best move."""
        return self.moves[0]

    def of(self, move: Move) -> JudgedMove:
        """Return the judgement of a move; any card of the house will do.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        for judged in self.moves:
            if (judged.move.card.house, judged.move.slot) == (move.card.house, move.slot):
                return judged
        raise InvalidValue(f"{move} is not a legal move of the position")

    def loss(self, move: Move) -> float:
        """Return by how much a move's margin is below that of the best one, in points.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        return self.best.margin - self.of(move).margin

    def is_clear_loss(self, move: Move) -> bool:
        """Return whether a move loses more than chance explains: twice the standard error.

        One world is not enough to compare moves.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        return self.loss(move) > 2 * self.of(move).loss_error and self.worlds != 1

    def _repr_html_(self) -> str:
        rows = [
            (
                each.move,
                f"{each.margin:+.2f}",
                f"{100 * each.win:.0f} %",
                f"{self.loss(each.move):.2f}",
            )
            for each in self.moves
        ]
        caption = f"The moves of player {self.player}, the best first"
        return html_table(caption, ("move", "points ahead", "wins the round", "points lost"), rows)

    def draw_svg(
        self,
        position: Position,
        *,
        house: House | None = None,
        names: Sequence[str] = (),
        theme: Theme = "auto",
        size: int | None = None,
    ) -> str:
        """Return a picture of the position, with what the moves are worth on their slots.

        Each open slot names the house that does best there, and its margin. What is clearly worse
        than the best move is grey; the best one is highlighted.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 0)
        >>> picture = analyse(view, playouts=300).draw_svg(view)
        >>> "L3 in a0: -0.19 ± 0.21 points, wins 17 times in 100" in picture
        True

        Args:
            position: the position that was judged.
            house: the house to place; None for the best one in each slot.
            names: what to call the players; as for `draw_svg`, like the next two.
            theme: `"light"`, `"dark"` or `"auto"`.
            size: how wide the picture is, in pixels.

        Raises:
            InvalidValue: the position is another one; no move places the house; an argument that
                `draw_svg` refuses.

        Rules: court.match, info.public.
        """
        check_position(position)
        if {judged.move for judged in self.moves} != set(distinct_moves(position)):
            raise InvalidValue("this analysis is of another position")
        of_slots: dict[Slot, JudgedMove] = {}
        for judged in self.moves:
            if house in {None, judged.move.card.house}:
                of_slots.setdefault(judged.move.slot, judged)
        if not of_slots:
            raise InvalidValue(f"no move places a {house} card")
        best = next(iter(of_slots.values())).move
        scene = scene_of(position, highlight=[best.slot], names=names)
        notes = [
            Note(
                slot,
                (judged.move.card.house.letter, f"{judged.margin:+.1f}"),
                str(judged),
                is_good=not self.is_clear_loss(judged.move),
            )
            for slot, judged in sorted(of_slots.items())
        ]
        tells = "the best house for a slot, and by how many points it comes out ahead"
        scene = attrs.evolve(scene, notes=tuple(notes), notes_meaning=tells)
        return scene_svg(scene, theme=theme, size=size)


@public
def analyse(
    position: Position,
    *,
    playouts: int = 10_000,
    policy: Policy | str = Policy.EPSILON_GREEDY,
    seed: int = 0,
    nodes: int = 200_000,
    stop: Callable[[], bool] | None = None,
) -> Analysis:
    """Judge each distinct move of a position, for the player to move.

    For a View it is judged by what the player can know: all moves are played out in the same worlds
    drawn from it. For a GameState all cards are known. If two seats play, without options that
    change points, and the solver reaches the end of the round, the worth is exact: that of perfect
    play. Otherwise the moves are played out.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> found = analyse(observe(setup(2, seed=1), 0), playouts=400)
    >>> [str(judged.move) for judged in found.moves[:2]]
    ['T2@a0', 'L3@a0']

    With all cards known, near the end:

    >>> state = setup(2, seed=1)
    >>> for _ in range(16):
    ...     state = apply(state, legal_moves(state)[-1])
    >>> found = analyse(state)
    >>> found.is_exact, found.best.margin, len(found.best.line)
    (True, 5, 7)

    Args:
        position: a view of the player to move, or a state.
        playouts: how many playouts all moves share, at least 1; each move has part in one.
        policy: how the seats of a playout choose; as for `MonteCarloPlayer`.
        seed: 0 to 2**32 - 1. The same seed repeats the analysis.
        nodes: how many positions the solver may look at for each move, at least 1.
        stop: called every few worlds; once it returns True, the playouts so far decide.

    Raises:
        WrongPhase: nobody is to move.
        InvalidValue: the viewer is not to move; the seat to move is automated; a number out of its
            range; no deal agrees with the view.

    Rules: turn.must-place, round.throne, round.penalty, info.leftover, info.elimination.
    """
    check_position(position)
    playouts = check_integer("playouts", playouts, 1)
    policy = policy_to_play(policy)
    seed = check_integer("seed", seed, 0, 2**32 - 1)
    nodes = check_integer("nodes", nodes, 1)
    if position.phase is not Phase.PLAYING:
        raise WrongPhase(f"analyse is for {Phase.PLAYING}, and the game is in {position.phase}")
    seat = position.active_player
    assert seat is not None  # noqa: S101 - for the type checker: somebody is to move
    if isinstance(position, View) and position.player != seat:
        raise InvalidValue(f"the viewer is not to move: pass a view of player {seat}")
    if seat in position.variant.automated:
        raise InvalidValue(f"player {seat} is automated, and chooses nothing")
    if isinstance(position, GameState) and (exact := _solved(position, seat, nodes)):
        return Analysis(seat, _sorted(exact), 0)
    moves = distinct_moves(position)
    wanted, worlds = max(1, playouts // len(moves)), 0
    trials = Trials(position, policy, seed)
    tried: list[Tried] = []
    while not worlds or (worlds < wanted and not (stop and stop())):
        count = min(wanted - worlds, WORLDS_A_LOOK) if stop else wanted
        more = trials.of(moves, worlds, trials.worlds(worlds, count))
        tried = [*map(_together, tried, more)] if tried else more
        worlds += count
    best = max(tried, key=lambda found: sum(found.margins))
    judged = [
        _judged(move, found, best, position.players - 1)
        for move, found in zip(moves, tried, strict=True)
    ]
    return Analysis(seat, _sorted(judged), worlds)


def _sorted(judged: list[JudgedMove]) -> tuple[JudgedMove, ...]:
    return tuple(sorted(judged, key=lambda each: -each.margin))


def _together(tried: Tried, more: Tried) -> Tried:
    return Tried(*([*mine, *its] for mine, its in zip(tried, more, strict=True)))


def _judged(move: Move, found: Tried, best: Tried, others: int) -> JudgedMove:
    losses = map(sub, best.margins, found.margins)
    margin, margin_error = _mean_of(found.margins)
    return JudgedMove(
        move,
        *_mean_of(found.points),
        *_mean_of(found.wins),
        margin / others,
        margin_error / others,
        _mean_of(list(losses))[1] / others,
    )


def _mean_of(values: Sequence[int]) -> tuple[float, float]:
    """Return the mean and its standard error; 0 for a single trial, which has no error."""
    count, squared = len(values), sum(value * value for value in values)
    mean = sum(values) / count
    return mean, sqrt(max(0.0, squared / count - mean * mean) / max(1, count - 1))


def _solved(state: GameState, seat: int, nodes: int) -> list[JudgedMove]:
    """Return the exact worth of each move; nothing if the solver does not reach it."""
    variant = state.variant
    if state.players > 2 or needs_houses(variant.options):
        return []
    judged = []
    for move in distinct_moves(state):
        after = apply(state, move)
        line: tuple[Move, ...] = ()
        if after.active_player is not None:
            solution: Solution = solve(after, nodes=nodes)
            if solution.value is None:
                return []
            line = solution.line
        end = reduce(apply, line, after)
        scores = [
            size - LAST_WORTH * (each == end.last_placer)
            for each, size in enumerate(end.hand_sizes)
        ]
        own, other = scores[seat], scores[1 - seat]
        win = float(end.last_placer == seat)
        judged.append(JudgedMove(move, own, 0.0, win, 0.0, other - own, 0.0, 0.0, (move, *line)))
    return judged
