"""The worth of the moves of a position, with reasons in words.

Moves are judged from their player's view, by playouts in drawn worlds or exactly.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import sqrt
from operator import sub
from statistics import fmean, pvariance
from typing import NamedTuple

import attrs

from westeros_intrigue.drawing.scene import Note, scene_of
from westeros_intrigue.drawing.svg import Theme, scene_svg
from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import Columnar, columns_of_rows, html_table
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.lab.players import outlooks, reading, search
from westeros_intrigue.lab.players.belief import NUMBERS, Belief, belief_of
from westeros_intrigue.lab.simulation import fast, solver
from westeros_intrigue.lab.simulation.trial_kernel import MARGIN, POINTS, WIN, Tried, end_of
from westeros_intrigue.lab.simulation.trials import means_of, trials_of, worlds_in
from westeros_intrigue.rules import house_rules, variants
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, HOUSES, House, Move, Slot
from westeros_intrigue.rules.game_events import Phase, check_phase
from westeros_intrigue.rules.house_games import list_distinct_moves
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.unseen import house_counts
from westeros_intrigue.rules.view import Position, View, check_position


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


@attrs.frozen
class JudgedMove(values.Value):
    """A move, and the worth of the rest of the round after it to the player who makes it.

    The errors are standard errors; they are 0 if the worth is exact. Points are penalty points of
    the round, minus 2 if the player places last: the average of an Iron Throne card.

    >>> from westeros_intrigue import SOLO_SCHEMING, observe, setup
    >>> view = observe(setup(4, seed=1), 0)
    >>> print(analyse(view, playouts=300, assumed="knight").moves[0])
    L3 in a0: wins 17 % of the time, -0.20 ± 0.06 points

    Where no rounds have shown that the chance is right, as without the network, a move has a place
    in the order instead:

    >>> view = observe(setup(4, seed=1, variant=SOLO_SCHEMING), 0)
    >>> judged = analyse(view, playouts=300).moves
    >>> judged[1].has_chance, str(judged[1])[:14]
    (False, 'S1 in a0: 2nd,')
    """

    move: Move
    """The move; cards of its house are equivalent."""
    points: float
    """The expected points; fewer is better."""
    points_error: float
    """The standard error of `points`."""
    win: float
    """The chance of placing the last card of the round, from 0 to 1, against the players that
    `analyse` assumes. An estimate from playouts only is too high at a table of two; see
    `docs/players.md`. Do not show it as a chance unless `has_chance` is true: otherwise it only
    puts the moves in order."""
    win_error: float
    """The standard error of `win`; 0 if the network knows it."""
    margin: float
    """The expected difference between the others' mean points and the player's; more is better."""
    margin_error: float
    """The standard error of `margin`."""
    loss_error: float
    """The standard error of the difference between this `win` and the best move's. Since all moves
    are tried with the same hidden hands, it is smaller than the errors of both suggest."""
    line: tuple[Move, ...] = ()
    """If the worth is exact: the placements of one best line, this one first."""
    rank: int = 1
    """The place of the move in the order, 1 for the best."""
    has_chance: bool = True
    """True if fresh rounds against such players have shown that `win` is right, for the best moves
    or for the others, or if the worth is exact."""

    def __str__(self) -> str:
        error = f" ± {self.margin_error:.2f}" if self.margin_error else ""
        wins = english.ordinal(self.rank)
        if self.has_chance:
            wins = f"wins {_percent(self.win)} of the time"
        return f"{self.move.card} in {self.move.slot}: {wins}, {self.margin:+.2f}{error} points"


@attrs.frozen
class Analysis(values.Value, Columnar):
    """Each distinct move of a position, judged.

    >>> from westeros_intrigue import observe, setup
    >>> found = analyse(observe(setup(4, seed=1), 0), playouts=300)
    >>> len(found.moves), found.worlds, found.is_exact
    (3, 100, False)
    >>> [row["move"] for row in found.to_rows()] == [str(each.move) for each in found.moves]
    True
    >>> worst = found.moves[-1].move
    >>> found.of(worst).win < found.best.win, found.loss(found.best.move)
    (True, 0.0)
    >>> found.is_clear_loss(worst)
    True
    """

    player: int
    """The seat to move, from 0."""
    moves: tuple[JudgedMove, ...]
    """The moves, the best first: by the chance to win in whole per cent, then by the margin."""
    worlds: int
    """The number of worlds in which each move was tried; 0 if the worth is exact."""
    assumed: tuple[str, ...] = ()
    """The names of the players that the chances assume in the other seats, in the order of the
    seats; empty for perfect play."""
    belief: Belief | None = None
    """The conclusions from the other player's placements, at a table of two where the chances rest
    on them."""

    @property
    def against(self) -> str:
        """The players that the chances assume, in words, to say beside a chance.

        >>> from westeros_intrigue import observe, setup
        >>> analyse(observe(setup(2, seed=1), 0), playouts=1).against
        'against an unknown player'
        >>> analyse(observe(setup(3, seed=1), 0), playouts=1, assumed="knight").against
        'against players like knight'
        """
        if not self.assumed:
            return "with perfect play by all"
        names = [*dict.fromkeys(name for name in self.assumed if name != outlooks.PERSON)]
        one = len(self.assumed) == 1
        unknown = "an unknown player" if one else "unknown players"
        known = f"{'a player' if one else 'players'} like {english.join_words(names)}"
        both = [
            *([unknown] if outlooks.PERSON in self.assumed else []),
            *([known] if names else []),
        ]
        return f"against {english.join_words(both)}"

    @property
    def is_exact(self) -> bool:
        """True if the worth assumes perfect play with all cards known."""
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
        values.check_type("move", move, Move)
        for judged in self.moves:
            if (judged.move.card.house, judged.move.slot) == (move.card.house, move.slot):
                return judged
        raise InvalidValue(f"{move} is not a legal move of the position")

    def loss(self, move: Move) -> float:
        """Return the chance to win the round that a move loses against the best one, from 0 to 1.

        It puts moves in order. Do not show it unless `has_chance` is true of the move.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        return max(0.0, self.best.win - self.of(move).win)

    def is_clear_loss(self, move: Move) -> bool:
        """Return whether a move loses two hundredths of the chance or more, and this clearly.

        Clearly is more than twice the standard error. One world is not enough to compare moves.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        loss = self.loss(move)
        return loss >= LEAST_LOSS and loss > 2 * self.of(move).loss_error and self.worlds != 1

    def _repr_html_(self) -> str:
        columns = "move", "wins the round", "chance lost", "points ahead"
        rows = []
        for judged in self.moves:
            wins, lost = english.ordinal(judged.rank), ""
            if judged.has_chance:
                wins, lost = _percent(judged.win), _percent(self.loss(judged.move))
            rows.append((judged.move, wins, lost, f"{judged.margin:+.2f}"))
        return html_table(f"The moves of player {self.player}, the best first", columns, rows)

    def to_rows(self) -> list[dict[str, object]]:
        """Return a row for each move, best first, such as for a pandas DataFrame.

        The chance of a move, its loss and their errors are None unless `has_chance` is true.
        """
        rows: list[dict[str, object]] = []
        for judged in self.moves:
            row = attrs.asdict(judged, filter=attrs.filters.exclude("line"), recurse=False)
            row |= {"move": str(judged.move), "loss": self.loss(judged.move)}
            row["is_clear_loss"] = self.is_clear_loss(judged.move)
            if not judged.has_chance:
                row |= dict.fromkeys(("win", "win_error", "loss", "loss_error"))
            rows.append(row)
        return rows

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue import observe, setup
        >>> found = analyse(observe(setup(4, seed=1), 0), playouts=300)
        >>> found.to_columns()["move"][0] == str(found.best.move)
        True
        """
        return columns_of_rows(self.to_rows())

    def draw_svg(
        self,
        position: Position,
        *,
        house: House | None = None,
        names: Sequence[str] = (),
        theme: Theme = "auto",
        size: int | None = None,
    ) -> Picture:
        """Return a picture of the position, with the chances of the moves on their slots.

        Each open slot shows the best house to place there and its chance to win the round, in per
        cent; a move whose chance is not known shows its place in the order.
        Slots clearly worse than the best move are grey; the best move is highlighted.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 0)
        >>> picture = analyse(view, playouts=300, assumed="knight").draw_svg(view)
        >>> "L3 in a0: wins 17 % of the time, -0.20 ± 0.06 points" in picture
        True

        Args:
            position: the position that was judged.
            house: the house to place; None for the best one in each slot.
            names: the names of the players, as for `draw_svg`.
            theme: `"light"`, `"dark"` or `"auto"`.
            size: the width of the picture in pixels.

        Raises:
            InvalidValue: the position is a different one, no move places the house, or `draw_svg`
                refuses an argument.

        Rules: court.match, info.public.
        """
        if {judged.move for judged in self.moves} != set(list_distinct_moves(position)):
            raise InvalidValue("this analysis belongs to another position")
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
                (judged.move.card.house.letter, _on_slot(judged)),
                str(judged),
                kind="closed" if self.is_clear_loss(judged.move) else "open",
            )
            for slot, judged in sorted(of_slots.items())
        ]
        known = {judged.has_chance for judged in of_slots.values()}
        told = {True: "how many rounds of 100 it wins", False: "its place among the moves"}
        tells = "the best house for a slot, and "
        tells += ", or ".join(said for each, said in told.items() if each in known)
        legend = ("open", "3 2", tells), ("closed", "3 2", "clearly worse than the best")
        scene = attrs.evolve(scene, notes=tuple(notes), legend=legend)
        return scene_svg(scene, theme=theme, size=size)


def analyse(
    position: Position,
    *,
    playouts: int = 10_000,
    seed: int = 0,
    nodes: int = 200_000,
    assumed: str | Sequence[str] = outlooks.PERSON,
    stop: Callable[[], bool] | None = None,
) -> Analysis:
    """Judge each distinct move of a position, for the player to move.

    For a View, the moves are judged from the player's knowledge. At a table of two, the other's
    placements show what it probably holds, and the rounds are ended with such hands, as
    `ReadingPlayer` does; this needs the compiled half of the package. At larger tables, only moves
    against players that all read hands themselves, such as "maester", are judged in this way; else
    the network of `LearnedPlayer` values them. With an automated seat or an option that scores
    houses, the chances come from playouts in worlds drawn from the view, as all margins do in part.

    For a GameState, all cards are known. In a game of two without options that change points, the
    solver finds the exact worth under perfect play, if it reaches the end of the round. Otherwise
    the moves are played out.

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
        playouts: the number of playouts that all moves share, at least 1; each move is in at least
            one.
        seed: 0 to 2**32 - 1. The same seed repeats the analysis.
        nodes: the maximum number of positions that the solver examines for each move, at least 1.
        assumed: the players in the other seats, for a View: a name such as "knight", or one for
            each seat from 0; that of the player to move does not matter. "person" stands for
            somebody unknown, who may be any of several kinds of players.
        stop: called every few worlds; once it returns True, the playouts so far decide.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: the viewer is not to move, the seat to move is automated, a number is out of
            range, or no deal agrees with the view.

    Rules: turn.must-place, round.throne, round.penalty, info.leftover, info.elimination.
    """
    check_position(position)
    playouts = values.check_integer("playouts", playouts, 1)
    seed = values.check_integer("seed", seed, 0, 2**32 - 1)
    nodes = values.check_integer("nodes", nodes, 1)
    check_phase(position.phase, Phase.PLAYING, "a position is analysed")
    seat, moves = position.active_player, list_distinct_moves(position)
    assert seat is not None  # noqa: S101 - for the type checker: a player is to move
    if seat in position.variant.automated:
        raise InvalidValue(f"player {seat} is automated, so it chooses nothing")
    if not moves:
        raise InvalidValue(f"the viewer is not to move: pass a view of player {seat}")
    judged = _solve_moves(position, seat, nodes) if isinstance(position, GameState) else []
    others = _others_of(position, seat, assumed)
    if judged:
        return Analysis(seat, _rank(judged, outlooks.BOTH), 0)
    worlds = range(max(1, playouts // len(moves)))
    trials = trials_of(position, fast.Policy.EPSILON_GREEDY, seed)
    batches = [*trials.in_batches(moves, worlds, stop)]
    belief: Belief | None = None
    kinds, worths, chances = [*map(outlooks.kind_of, others)], list[float](), list[Chance]()
    late = len(position.placements) / len(DECK)
    is_alone = len(position.eliminations) == position.players - 1
    known, line = outlooks.NEITHER, outlooks.SAME
    if isinstance(position, View):
        worths = search.network_worths(position)
        insight = outlooks.insight_among(kinds, position.players)
        if worths and insight and reading.can_read(position) and fast.has_extension():
            habits = outlooks.habits_of(kinds[0])
            count = min(len(worlds), MOST_TRIALS) * (position.players - 1)
            tried = reading.try_all(position, habits, count, seed, stop)
            chances = _read_chances(tried, insight, late)
            line = outlooks.line_among(kinds, position.players)
            known = _find_known(position, others, tried)
            if position.players == 2:
                belief = belief_of(position, tried.reading, 1 - seat)
        elif worths:
            known = _find_known(position, others)
            chances = [
                Chance(
                    1.0 if is_alone else outlooks.chance_among(kinds, position.players, worth, late)
                )
                for worth in worths
            ]
    if not worths:  # greedy players play all seats in playouts
        others = (outlooks.GREEDY,) * len(others)
    margin = outlooks.margin_among(kinds, position.players)
    judged = _judge_all(position, moves, batches, worths, chances, line, margin)
    known = outlooks.BOTH if is_alone else known  # every move wins
    return Analysis(seat, _rank(judged, known), worlds_in(batches, len(moves)), others, belief)


def _find_known(
    view: View, others: Sequence[str], tried: reading.Trials | None = None
) -> outlooks.Known:
    """Return the moves whose chance may be shown: none where it was measured in another way.

    It was measured by the printed rules, with the trials of a hint, against the very players that
    stand for others like them.
    """
    if view.variant.options or view.variant.house_rule or not all(map(outlooks.is_kind, others)):
        return outlooks.NEITHER
    if tried:
        of_hint = min(HINT_PLAYOUTS // len(tried.ends), MOST_TRIALS) * (view.players - 1)
        if len(tried.ends[0]) < of_hint:
            return outlooks.NEITHER
    kinds = [*map(outlooks.kind_of, others)]
    return outlooks.find_known(kinds, view.players, is_read=tried is not None)


LEAST_LOSS = 0.02
"""The chance that a clear loss loses at least."""


def _others_of(position: Position, seat: int, assumed: str | Sequence[str]) -> tuple[str, ...]:
    """Return the players assumed in the seats of the others, in the order of the seats."""
    values.check_type("assumed", assumed, str | Sequence)
    each = (assumed,) * position.players if isinstance(assumed, str) else tuple(assumed)
    if len(each) != position.players:
        raise InvalidValue(
            f"assumed must name a player for each of {position.players} seats, not {len(each)}"
        )
    others = []
    for other, name in enumerate(each):
        if other == seat:
            continue
        values.check_type("a player of assumed", name, str)
        if other in position.variant.automated:
            name = outlooks.GREEDY  # noqa: PLW2901 - as playouts, which then decide
        outlooks.kind_of(name)
        others.append(name)
    return tuple(others)


def _rank(judged: Sequence[JudgedMove], known: outlooks.Known) -> tuple[JudgedMove, ...]:
    """Return moves in their order, the best first, with the chances that are known."""
    return tuple(
        attrs.evolve(move, rank=rank, has_chance=known.advised if rank == 1 else known.others)
        for rank, move in enumerate(sorted(judged, key=_order), 1)
    )


def _on_slot(judged: JudgedMove) -> str:
    """Return the chance of a move in per cent, or its place, as on its slot in a picture."""
    return f"{100 * judged.win:.0f}" if judged.has_chance else f"{judged.rank}."


def _order(judged: JudgedMove) -> tuple[int, float]:
    """Return a key that puts the best move first: by the chance to win, then by the margin."""
    return -round(100 * judged.win), -judged.margin


class Chance(NamedTuple):
    """The chance that a move wins the round."""

    win: float
    error: float = 0.0
    """The standard error."""
    trials: Sequence[float] = ()
    """The results of the trials that it rests on, times their effect on the chance, for the error
    of its difference from another's."""

    def on(self, line: outlooks.Line, best: float) -> Chance:
        """Return the chance of a move other than the best, which stays the best."""
        shown = round(100 * best)
        most = best if round(100 * self.win) == shown else (shown - 0.51) / 100
        win = min(line.chance(self.win), max(0.0, most))
        spread = self.win * (1 - self.win)
        effect = line.slope * win * (1 - win) / spread if spread else 0.0
        return Chance(win, effect * self.error, [effect * each for each in self.trials])


def _read_chances(tried: reading.Trials, insight: outlooks.Insight, late: float) -> list[Chance]:
    """Return the chance of each move that was tried with likely hands."""
    loose, chances = tried.reading.loose, []
    for judged, ends in zip(tried.judged, tried.ends, strict=True):
        win = insight.chance(judged, loose, late)
        effect = win * (1 - win) * insight.slope(loose, late) * tried.weight
        of_trials = [effect * end for end in ends]
        chances.append(Chance(win, _error_of(of_trials), of_trials))
    return chances


def _error_of(numbers: Sequence[float]) -> float:
    """Return the standard error of a mean; 0 for a single number, as for a single world."""
    return sqrt(pvariance(numbers) / max(1, len(numbers) - 1))


@attrs.frozen
class Scale:
    """The margin of a move, as a line: by the mean of its playouts and the network's opinion.

    The end of a playout is the sum of the leads over all others, so without the network, the margin
    is the mean divided by their number.
    """

    slope: float
    """The points for each unit of the playouts' mean."""
    start: float = 0.0
    """The points at a mean and an opinion of 0."""
    share: float = 0.0
    """The points for each unit of worth, of which the playouts' result counts once, and the opinion
    `FIRST_OPINION` times."""
    win_worth: int = 0
    """The margin to add to the end of a playout for placing last."""

    def margin(self, mean: float, opinion: float) -> float:
        """Return the expected margin of a move, in points."""
        return self.start + self.slope * mean + self.share * search.FIRST_OPINION * opinion


def _scale_of(margin: tuple[float, float], others: int) -> Scale:
    """Return the scale of the worth that `LearnedPlayer` with playouts gives a move."""
    start, slope = margin
    share = slope / (1 + search.FIRST_OPINION)
    return Scale(
        start=start - share / 2,  # a playout is worth a half less than its result
        slope=share / (others * search.MARGIN_SHARE),
        share=share,
        win_worth=others * search.MARGIN_SHARE,
    )


def _judge_all(  # noqa: PLR0917 - all that is known of the moves
    position: Position,
    moves: Sequence[Move],
    batches: Sequence[Tried],
    worths: Sequence[float],
    chances: Sequence[Chance],
    line: outlooks.Line,
    margin: tuple[float, float],
) -> list[JudgedMove]:
    """Return the judgements of moves; without worths, by playouts alone.

    The moves other than the best win by a line of their chances.
    """
    others, count = position.players - 1, len(moves)
    scale = _scale_of(margin, others) if worths else Scale(slope=1 / others)
    by_playouts = not chances
    if by_playouts:
        chances = [Chance(*win) for win in means_of(batches, count, WIN)]
    margins = means_of(batches, count, MARGIN, scale.win_worth)
    judged = [
        JudgedMove(
            move, *points, chance.win, chance.error,
            scale.margin(mean, opinion), scale.slope * error, 0.0,
        )
        for move, points, chance, (mean, error), opinion in zip(
            moves,
            means_of(batches, count, POINTS),
            chances,
            margins,
            worths or [0.0] * count,
            strict=True,
        )
    ]  # fmt: skip
    best = judged.index(min(judged, key=_order))
    if line != outlooks.SAME:
        chances = [
            chance if at == best else chance.on(line, chances[best].win)
            for at, chance in enumerate(chances)
        ]
        judged = [
            attrs.evolve(move, win=chance.win, win_error=chance.error)
            for move, chance in zip(judged, chances, strict=True)
        ]
    if by_playouts:
        errors = [error for _, error in means_of(batches, count, WIN, 0, best)]
    else:
        pairs = [[*map(sub, chances[best].trials, chance.trials)] for chance in chances]
        errors = [_error_of(pair) if pair else 0.0 for pair in pairs]
    return [
        attrs.evolve(move, loss_error=error) for move, error in zip(judged, errors, strict=True)
    ]


def _solve_moves(state: GameState, seat: int, nodes: int) -> list[JudgedMove]:
    """Return the exact worth of each move; nothing if the solver reaches its limit."""
    variant = state.variant
    if (
        state.players > 2
        or variants.needs_houses(variant.options)
        or house_rules.find_replaced(variant.house_rule) - {"total", *house_rules.BEGINNING}
    ):
        return []
    judged = []
    for move in distinct_moves(state):
        after = apply(state, move)
        line: tuple[Move, ...] = ()
        if after.active_player is not None:
            solution: solver.Solution = solver.solve(after, nodes=nodes)
            if solution.value is None:
                return []
            line = solution.line
        end = reduce(apply, line, after)
        margin, own, win = end_of([*end.hand_sizes], end.placements[-1].player, seat)
        judged.append(JudgedMove(move, own, 0.0, float(win), 0.0, margin, 0.0, 0.0, (move, *line)))
    return judged


HINT_PLAYOUTS = 400
"""The number of playouts for a hint; a browser takes two seconds for them."""
MOST_TRIALS = 64
"""The most hands of each other player with which a move is tried."""
_WORTH_SAYING = 0.5
"""The least weight of a reason, in cards times slots."""
_MOST_SAID = 2
_FEW = 3
"""The most open slots of a house that are worth keeping open."""


def hint(
    view: View,
    *,
    assumed: str | Sequence[str] = outlooks.PERSON,
    stop: Callable[[], bool] | None = None,
) -> str:
    """Return the placement that wins most often, with its chance and the reasons for it.

    `assumed` names the players in the other seats, as for `analyse`. Once `stop` returns True, the
    playouts so far decide.
    """
    analysis = analyse(view, playouts=HINT_PLAYOUTS, assumed=assumed, stop=stop)
    best = analysis.best
    chance = f" (wins the round about {_percent(best.win)} of the time {analysis.against})"
    if not best.has_chance:
        chance = f" (the first of {len(analysis.moves)} placements {analysis.against})"
        chance *= len(analysis.moves) > 1
    return f"Best move: {_name_placement(view, best.move)}{chance}. {advice(view, analysis)}"


def advice(view: View, analysis: Analysis) -> str:
    """Return the case for the best move of an analysis.

    It has the reasons, the lead, the other's probable cards, and who can answer.
    """
    best, *others = analysis.moves
    sentences = []
    if reason := why(view, best.move, [other.move for other in others]):
        sentences.append(f"it {reason}.")
    if others:
        sentences += _lead(view, analysis, others[0])
    if analysis.belief:
        sentences.append(analysis.belief.in_words(has_numbers=view.table.has_numbers))
    rivals = _name_rivals(view)
    if not rivals:
        sentences.append("all others are out.")
    elif out := [_out(view, gone.player) for gone in view.eliminations]:
        verb = "is" if len(out) == 1 else "are"
        sentences.append(
            f"{english.join_words(out)} {verb} out, and {english.join_words(rivals)} can answer."
        )
    return " ".join(map(english.capital, filter(None, sentences)))


def _out(view: View, seat: int) -> str:
    """Return the name of a seat that is out, with the houses that it provably lacks."""
    missing = view.missing_houses[seat]
    return f"player {seat}" + (f" (no {english.join_words(missing, 'or')})" if missing else "")


def _name_placement(view: View, move: Move) -> str:
    """Return a placement in words; printed cards have no numbers."""
    card = move.card if view.table.has_numbers else f"a {move.card.house} card"
    return f"{card} in {move.slot}"


def _lead(view: View, analysis: Analysis, second: JudgedMove) -> Iterator[str]:
    """Yield the chance of the next best move, beside that of the best."""
    other, wins = _name_placement(view, second.move), _percent(second.win)
    if not second.has_chance:
        if analysis.is_clear_loss(second.move):
            yield f"{other} is the next best."
        else:
            yield f"{other} is the next best, and may be as good."
    elif wins == _percent(analysis.best.win):
        yield f"{other} wins as often."
    elif analysis.is_clear_loss(second.move):
        yield f"{other}, the next best, wins {wins}."
    elif second.loss_error:
        yield f"{other} wins {wins}, and the difference may be chance."
    else:
        yield f"{other} wins {wins}."
    if not any(analysis.is_clear_loss(judged.move) for judged in analysis.moves):
        yield "no other placement is clearly worse."


def why(view: View, move: Move, others: Sequence[Move]) -> str:
    """Return a move's advantages over other moves, for the player or against the others.

    They complete a sentence that begins with the move: `opens a slot for your three Starks`. Empty
    if the move does not differ from the average move.
    """
    if not others:
        return "is the only placement there is"
    heaviest = sorted(_reasons(view, move, others), key=lambda reason: -reason[0])[:_MOST_SAID]
    said: dict[str, list[str]] = {}
    for weight, saying, whom in heaviest:
        if weight >= _WORTH_SAYING:
            said.setdefault(saying, []).append(whom)
    return " and ".join(saying.format(" and ".join(whom)) for saying, whom in said.items())


def better(view: View, best: JudgedMove, made: JudgedMove) -> Iterator[str]:
    """Yield the reasons to prefer a move to the one made, each as the end of a sentence."""
    wins, instead = _percent(best.win), _percent(made.win)
    if best.win > made.win and wins != instead:
        than_this = f"this {instead}" if made.has_chance else "more than this"
        of_rounds = f"{wins} of such rounds, {than_this}" if best.has_chance else "more rounds"
        yield f"wins {of_rounds}"
    if reason := why(view, best.move, [made.move]):
        yield reason


def _reasons(view: View, move: Move, others: Sequence[Move]) -> Iterator[tuple[float, str, str]]:
    """Yield reasons: the weight, a phrase, and the cards that the phrase is about.

    The weights resemble `greedy_player`'s.
    """
    own, placed = house_counts(view.hand), move.card.house
    usual = fmean(own[other.card.house.index] for other in others)
    if (most := own[placed.index]) == max(own):
        yield 2 * (most - usual), "thins out your {}", f"{NUMBERS[most]} {placed}s"
    before = view.court
    if not before:
        return  # any card fits on both sides of the first card
    after = before.place(move.card, move.slot)
    courts = [before.place(other.card, other.slot) for other in others]
    lying = house_counts(before.values())
    rivals = _name_rivals(view)
    for house in HOUSES:
        slots = len(after.open_slots(house))
        there = [len(court.open_slots(house)) for court in courts]
        opened = slots - len(before.open_slots(house))
        held = own[house.index] - (house is placed)
        unseen = CARDS_PER_HOUSE - own[house.index] - lying[house.index]
        if held and (opened > 0 or 0 < slots <= _FEW):
            saying = f"opens {_slots(opened)}" if opened > 0 else f"keeps {_slots(slots)} open"
            usual = fmean(
                count * (own[house.index] - (house is other.card.house))
                for count, other in zip(there, others, strict=True)
            )
            yield slots * held - usual, f"{saying} for {{}}", _yours(house, held, placed)
        if unseen and rivals and opened < 0:
            saying = f"takes {_slots(-opened)} from" if slots else "leaves no slot for"
            theirs = f"{NUMBERS[unseen]} {house}{'s' if unseen > 1 else ''}"
            weight = (fmean(there) - slots) * (unseen / 2 - held)
            whose = f"{rivals[0]} may hold" if len(rivals) == 1 else "others may hold"
            yield weight, f"{saying} the {{}} that {whose}", theirs


def _name_rivals(view: View) -> list[str]:
    """Return the names of the other seats that are not out."""
    idle = {view.player, *(gone.player for gone in view.eliminations)}
    return [f"player {seat}" for seat in range(view.players) if seat not in idle]


def _slots(count: int) -> str:
    return "a slot" if count == 1 else f"{NUMBERS[count]} slots"


def _yours(house: House, held: int, placed: House) -> str:
    """Return the cards of a house that are left in the hand once another is placed."""
    if held == 1:
        return f"your {'other' if house is placed else 'last'} {house}"
    return f"your {NUMBERS[held]} {'other ' if house is placed else ''}{house}s"
