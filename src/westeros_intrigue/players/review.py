"""The analysis of a whole game: each placement judged from its player's view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from statistics import fmean

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.base.tables import text_table
from westeros_intrigue.base.values import Value, check_integer, check_type, counted, tuple_of
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.drawing.course import CoursePoint, course_text, draw_course
from westeros_intrigue.drawing.scene import default_names
from westeros_intrigue.drawing.style import Theme
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players.analysis import analyse
from westeros_intrigue.players.judged import JudgedPlacement
from westeros_intrigue.players.reasons import better
from westeros_intrigue.players.settings import policy_to_play
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.text.records import Record


@public
@attrs.frozen
class RecordAnalysis(Value):
    """The analysis of a game: all placements that players chose, with their losses.

    >>> from westeros_intrigue import STANDARD, greedy_player, play_game
    >>> final = play_game([greedy_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
    >>> found = analyse_record(Record.from_state(final), playouts=100)
    >>> found
    <RecordAnalysis: player 0, player 1: 22 placements, 1 turning point>
    >>> [round(sum(found.losses(player)), 1) for player in (0, 1)]
    [7.4, 4.3]
    """

    record: Record
    """The record, with comments on turning points added to its own."""
    placements: tuple[JudgedPlacement, ...]
    """The placements in order, without those of automated seats."""

    @property
    def turning_points(self) -> tuple[JudgedPlacement, ...]:
        """The placements that lost most, in order."""
        return tuple(judged for judged in self.placements if judged.is_turning_point)

    def losses(self, player: int) -> tuple[float, ...]:
        """Return the points that each placement of a seat lost, in order.

        Args:
            player: the seat, from 0.

        Raises:
            InvalidValue: the seat is out of range.
        """
        player = check_integer("player", player, 0, self.record.players - 1)
        return tuple(judged.loss for judged in self.placements if judged.player == player)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the record, by default `player 0` and so on."""
        tags = dict(self.record.tags)
        return tuple(
            tags.get(f"Player-{seat}", name)
            for seat, name in enumerate(default_names(self.record.players))
        )

    def __repr__(self) -> str:
        placements = counted(len(self.placements), "placement")
        turning = counted(len(self.turning_points), "turning point")
        return f"<RecordAnalysis: {', '.join(self.names)}: {placements}, {turning}>"

    def __str__(self) -> str:
        """Return the turning points, the course of the game, and what each seat lost, as text."""
        told = [
            f"Round {judged.round_number}, placement {judged.number}, "
            f"{self.names[judged.player]}: {judged.comment}"
            for judged in self.turning_points
        ]
        rows = []
        for seat, name in enumerate(self.names):
            losses = self.losses(seat)
            mean = f"{fmean(losses):.2f}" if losses else "-"
            turning = sum(judged.player == seat for judged in self.turning_points)
            rows.append([name, str(len(losses)), mean, str(turning)])
        course = "The chance to win the round after each placement, and ! below turning points:"
        columns = ("", "placements", "points lost each", "turning points")
        return "\n".join([*told, "", course, self.draw_text(), "", *text_table(columns, rows)])

    def draw_svg(self, *, theme: Theme = "auto", size: int | None = None) -> str:
        """Return a picture of the course of the game as an SVG document.

        The upper part has each seat's chance to win the round after each of its placements, as
        judged from its view; the lower one the points that the placement lost. Turning points are
        labelled with their moves.

        >>> from westeros_intrigue import STANDARD, greedy_player, play_game
        >>> final = play_game([greedy_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
        >>> picture = analyse_record(Record.from_state(final), playouts=100).draw_svg()
        >>> picture[picture.index("<title>") : picture.index("</title>")]
        '<title>Course of a game of player 0, player 1, 22 placements'

        Args:
            theme: `"light"`, `"dark"` or `"auto"`, like `size` as for `draw_svg` of a position.
            size: the width in pixels.

        Raises:
            InvalidValue: the theme is unknown, or the size is below 1.

        Rules: info.public.
        """
        return draw_course(self._points, self.names, theme=theme, size=size)

    def draw_text(self) -> str:
        """Return the course of the game as text: each seat's chance to win the round, as bars.

        Each column is a placement, and `!` is below the turning points.

        >>> from westeros_intrigue import STANDARD, greedy_player, play_game
        >>> final = play_game([greedy_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
        >>> print(analyse_record(Record.from_state(final), playouts=100).draw_text())
        Round 1
          player 0  ▃ ▄ ▃ ▄ ▂ ▃ ▂ ▄ ▄ ▃ ▂
          player 1   ▇ █ █ ▇ ▇ ▆ ▅ █ ▆ ▆ ▄
                                     !

        Rules: info.public.
        """
        return course_text(self._points, self.names)

    @property
    def _points(self) -> list[CoursePoint]:
        """The placements, as the course of the game shows them."""
        return [
            CoursePoint(
                judged.round_number,
                judged.player,
                judged.analysis.of(judged.move).win,
                judged.loss,
                str(judged.move) if judged.is_turning_point else "",
            )
            for judged in self.placements
        ]

    def _repr_svg_(self) -> str:
        return self.draw_svg()


@public
def analyse_record(
    record: Record,
    *,
    playouts: int = 1000,
    policy: Policy | str = Policy.EPSILON_GREEDY,
    seed: int = 0,
    players: Collection[int] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> RecordAnalysis:
    """Judge every placement of a game from its player's view.

    >>> from westeros_intrigue import STANDARD, play_game, random_player
    >>> final = play_game([random_player] * 2, seed=1, variant=STANDARD.with_rounds(1))
    >>> found = analyse_record(Record.from_state(final), playouts=100)
    >>> len(found.placements)
    19
    >>> [placement.comment[:24] for placement in found.turning_points]
    ['L2@b-1 loses 2.8 points.', 'L1@c-1 loses 2.8 points.']

    Args:
        record: a game, finished or not. Its hands must be known.
        playouts: the number of playouts shared by the moves of each placement, at least 1.
        policy: the policy of all seats in playouts, as for `MonteCarloPlayer`.
        seed: 0 to 2**32 - 1; the analysis is reproducible.
        players: the seats, from 0, whose placements are judged; None for all.
        progress: called after each placement with the numbers of placements judged and in all.

    Raises:
        InvalidValue: a number is out of range.

    Rules: turn.must-place, info.public, info.leftover.
    """
    check_type("record", record, Record)
    playouts = check_integer("playouts", playouts, 1)
    policy = policy_to_play(policy)
    seed = check_integer("seed", seed, 0, 2**32 - 1)
    seats = range(record.players) if players is None else tuple_of("players", int, players)
    chosen = [choice for choice in _choices(record) if choice[0].active_player in seats]
    judged = []
    for state, move in chosen:
        seat = state.active_player
        view = observe(state, seat)
        analysis = analyse(view, playouts=playouts, policy=policy, seed=seed)
        number = len(state.placements) + 1
        placement = JudgedPlacement(
            state.round_number, number, analysis.player, move, analysis, comment=""
        )
        if placement.is_turning_point:
            placement = attrs.evolve(placement, comment=_comment(view, placement))
            record = _commented(record, placement)
        judged.append(placement)
        if progress is not None:
            progress(len(judged), len(chosen))
    return RecordAnalysis(record, tuple(judged))


def _choices(record: Record) -> Iterator[tuple[GameState, Move]]:
    """Yield each state in which a player chose a move, with the move."""
    for state, after in pairwise(record.replay()):
        seat = state.active_player
        if seat is not None and seat not in state.variant.automated:
            yield state, after.placements[-1].move


def _comment(view: View, placement: JudgedPlacement) -> str:
    best, made = placement.analysis.best, placement.analysis.of(placement.move)
    reasons = (f" {best.move} {reason}." for reason in better(view, best, made))
    return f"{placement.move} loses {placement.loss:.1f} points.{''.join(reasons)}"


def _commented(record: Record, placement: JudgedPlacement) -> Record:
    number, index = placement.round_number, placement.number
    own = record.rounds[number - 1].placements[index - 1].comment
    if placement.comment in own.splitlines():  # the record was analysed before
        return record
    both = f"{own}\n{placement.comment}" if own else placement.comment
    return record.with_comment(both, round_number=number, placement=index)
