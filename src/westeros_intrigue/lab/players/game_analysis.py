"""The placements of a whole game, judged from the views of their players, with turning points."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Collection
from itertools import pairwise
from statistics import fmean

import attrs

from westeros_intrigue.drawing.course import CoursePoint, course_text, draw_course
from westeros_intrigue.drawing.svg import Theme
from westeros_intrigue.gamekit import english, limits, records, text, values
from westeros_intrigue.gamekit.notebook_tables import Columnar, columns_of_rows
from westeros_intrigue.gamekit.pictures import Picture, ShownAsPicture
from westeros_intrigue.lab.players.analysis import Analysis, analyse, better
from westeros_intrigue.lab.players.outlooks import PERSON, players_in
from westeros_intrigue.notation.records.record import Record
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.views.observation import observe

TURNING_POINT = 0.2
"""The chance to win the round that a placement must lose to be a turning point."""


@attrs.frozen
class JudgedPlacement(CoursePoint, values.Value):
    """A placement of a game, with an analysis of all moves from its player's view.

    >>> from westeros_intrigue import STANDARD, Record, greedy_player, play_game
    >>> from westeros_intrigue.lab.players import analyse_record
    >>> final = play_game([greedy_player] * 3, seed=1, variant=STANDARD.with_rounds(1))
    >>> judged = analyse_record(Record.from_state(final), playouts=100).placements[4]
    >>> print(judged.player, judged.move, judged.analysis.best.move, f"{judged.loss:.0%}")
    1 B3@a-2 T1@a2 1%
    """

    number: int
    """The placement of the round, counted from 1."""
    move: Move
    """The move."""
    analysis: Analysis
    """The analysis of all moves of the player."""
    comment: str
    """A comment on a turning point; otherwise empty."""

    @property
    def is_turning_point(self) -> bool:
        """True if the placement loses a fifth of the chance to win, and more than luck explains."""
        return bool(self.comment)


@attrs.frozen
class RecordAnalysis(values.Value, ShownAsPicture, Columnar):
    """The analysis of a game: all placements that players chose, with their losses.

    >>> from westeros_intrigue import STANDARD, greedy_player, play_game
    >>> final = play_game([greedy_player] * 3, seed=1, variant=STANDARD.with_rounds(1))
    >>> found = analyse_record(Record.from_state(final), playouts=100)
    >>> found
    <RecordAnalysis: player 0, player 1, player 2: 33 placements, 4 turning points>
    >>> [
    ...     round(sum(each.loss for each in found.placements if each.player == seat), 1)
    ...     for seat in (0, 1, 2)
    ... ]
    [0.5, 0.9, 0.6]
    >>> row = found.to_rows()[0]
    >>> row["player"], row["move"] == str(found.placements[0].move)
    ('player 0', True)
    """

    record: Record
    """The record, with comments on turning points added to the existing ones."""
    placements: tuple[JudgedPlacement, ...]
    """The placements of seats that are not automated, in order."""

    @property
    def turning_points(self) -> tuple[JudgedPlacement, ...]:
        """The turning points, in order."""
        return tuple(judged for judged in self.placements if judged.is_turning_point)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the record; the only person at the table is You if unnamed."""
        return records.list_names(self.record.tags, self.record.players)

    def to_rows(self) -> list[dict[str, object]]:
        """Return a row for each placement, in order, such as for a pandas DataFrame.

        `win` and `loss` are None where only the best placement's chance is known.
        """
        return [
            {
                "round": judged.round_number,
                "number": judged.number,
                "player": self.names[judged.player],
                "move": str(judged.move),
                "win": judged.win if judged.has_chance else None,
                "loss": judged.loss if judged.has_chance else None,
                "rank": judged.rank,
                "choices": judged.choices,
                "best": str(judged.analysis.best.move),
                "is_turning_point": judged.is_turning_point,
            }
            for judged in self.placements
        ]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of `to_rows`, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue import STANDARD, Record, play_game
        >>> state = play_game(["greedy", "greedy"], seed=1, variant=STANDARD.with_rounds(1))
        >>> found = analyse_record(Record.from_state(state), playouts=20)
        >>> len(found.to_columns()["loss"]) == len(found.placements)
        True
        """
        return columns_of_rows(self.to_rows())

    def __repr__(self) -> str:
        placements = english.count_things(len(self.placements), "placement")
        turning = english.count_things(len(self.turning_points), "turning point")
        return f"<RecordAnalysis: {', '.join(self.names)}: {placements}, {turning}>"

    def __str__(self) -> str:
        """Return the turning points, the course of the game and the losses of each seat as text."""
        lines = [
            f"Round {judged.round_number}, placement {judged.number}, "
            f"{self.names[judged.player]}: {judged.comment}"
            for judged in self.turning_points
        ]
        has_chances = all(judged.has_chance for judged in self.placements)
        rows = []
        for seat, name in enumerate(self.names):
            own = [judged for judged in self.placements if judged.player == seat]
            mean = "-"
            if own and has_chances:
                mean = f"{fmean(judged.loss for judged in own):.1%}"
            elif own:
                mean = str(sum(judged.rank == 1 for judged in own))
            turning = sum(judged.is_turning_point for judged in own)
            rows.append([name, str(len(own)), mean, str(turning)])
        # All placements are judged alike.
        against = f", {self.placements[0].analysis.against}" if self.placements else ""
        told = "The chance to win the round after each placement"
        if not has_chances:
            told = "The chance to win the round with the best placement each time"
        if not all(judged.has_best_chance for judged in self.placements):
            told = "The prospects with the best placement each time"
        course = f"{told}{against}; ! is a turning point:"
        lost = "chance lost each" if has_chances else "best placements"
        columns = ("", "placements", lost, "turning points")
        if lines:
            lines.append("")
        return "\n".join([*lines, course, self.draw_text(), "", *text.text_table(columns, rows)])

    def draw_svg(self, *, theme: Theme = "auto", size: int | None = None) -> Picture:
        """Return a picture of the course of the game as an SVG document.

        The upper part has each seat's chance to win the round after each of its placements, as
        judged from its view; the lower part has the chance that each placement lost. Where only the
        chance with the best placement is known, they have this, and the place of the one that was
        made; where not even this is known, the upper part has no numbers. Turning points are
        labelled with their moves.

        >>> from westeros_intrigue import STANDARD, greedy_player, play_game
        >>> final = play_game([greedy_player] * 3, seed=1, variant=STANDARD.with_rounds(1))
        >>> picture = analyse_record(Record.from_state(final), playouts=100).draw_svg()
        >>> picture[picture.index("<title>") : picture.index("</title>")]
        '<title>Course of a game of player 0, player 1, player 2, 33 placements'

        Args:
            theme: `"light"`, `"dark"` or `"auto"`, as for `draw_svg` of a position.
            size: the width in pixels.

        Raises:
            InvalidValue: the theme is unknown, or the size is below 1.

        Rules: info.public.
        """
        return draw_course(self.placements, self.names, theme=theme, size=size)

    def draw_text(self) -> str:
        """Return the course of the game as text: bars for the seats' chances to win the round.

        Each column is a placement; `!` marks turning points.

        >>> from westeros_intrigue import STANDARD, greedy_player, play_game
        >>> final = play_game([greedy_player] * 3, seed=1, variant=STANDARD.with_rounds(1))
        >>> print(analyse_record(Record.from_state(final), playouts=100).draw_text())
        Round 1
          player 0  ▄  ▄  ▃  ▄  ▃  ▂  ▂  ▁  ▂  ▂  ▁
          player 1   ▅  ▅  ▄  ▄  ▄  ▅  ▄  ▂  ▄  ▁  ▁
          player 2    ▅  ▆  ▆  ▅  ▆  ▅  ▅  ▄  ▄  ▃  █
                                   !   !  !!

        Rules: info.public.
        """
        return course_text(self.placements, self.names)

    def _repr_svg_(self) -> str:
        return self.draw_svg()


def analyse_record(
    record: Record,
    *,
    playouts: int = 1000,
    players: Collection[int] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> RecordAnalysis:
    """Judge every placement of a game from its player's view, with the seed 0.

    Tags of the record such as `Seat-1` name the players whom the chances assume; a seat without one
    is a person's.

    >>> from westeros_intrigue import STANDARD, play_game, random_player
    >>> final = play_game([random_player] * 3, seed=1, variant=STANDARD.with_rounds(1))
    >>> found = analyse_record(Record.from_state(final), playouts=100)
    >>> len(found.placements)
    27
    >>> [placement.label for placement in found.turning_points]
    ['S5@b-4', 'S2@b-1', 'T7@c-1']

    Args:
        record: a game, finished or not. Its hands must be known.
        playouts: the number of playouts shared by the moves of each placement, at least 1.
        players: the seats, from 0, whose placements are judged; None for all.
        progress: called after each placement with the number of placements judged and of all.

    Raises:
        InvalidValue: a number or a seat is out of range.

    Rules: turn.must-place, info.public, info.leftover.
    """
    values.check_type("record", record, Record)
    playouts = values.check_integer("playouts", playouts, 1)
    is_seat = limits.Range(0, record.players - 1)._check
    seats = limits.check_parts(
        [is_seat], "players", range(record.players) if players is None else players
    )
    judging = {*seats} - {*record.variant.automated}
    chosen = [
        (state, after.placements[-1].move)
        for state, after in pairwise(record.replay())
        if state.active_player in judging
    ]
    # The tags name the players of the seats.
    tags = {name.lower(): value for name, value in record.tags}
    assumed = players_in(tags.get(f"seat-{seat}", PERSON) for seat in range(record.players))
    judged = []
    for state, move in chosen:
        view = observe(state, state.active_player)
        analysis = analyse(view, playouts=playouts, assumed=assumed)
        number, index = state.round_number, len(state.placements) + 1
        comment = _comment(view, move, analysis)
        recorded = record.rounds[number - record.earlier.count - 1]
        lines = recorded.placements[index - 1].comment.splitlines()
        if comment and comment not in lines:  # it is there if the record was analysed before
            both = "\n".join([*lines, comment])
            record = record.with_comment(both, round_number=number, placement=index)
        label = str(move) if comment else ""
        made = analysis.of(move)
        win = made.win if made.has_chance else analysis.best.win
        judged.append(
            JudgedPlacement(
                number,
                analysis.player,
                win,
                analysis.loss(move),
                label,
                index,
                move,
                analysis,
                comment,
                rank=made.rank,
                choices=len(analysis.moves),
                has_chance=made.has_chance,
                has_best_chance=analysis.best.has_chance,
            )
        )
        if progress is not None:
            progress(len(judged), len(chosen))
    return RecordAnalysis(record, tuple(judged))


def _comment(view: View, move: Move, analysis: Analysis) -> str:
    """Return the comment on a turning point; empty for any other move."""
    best, loss = analysis.best, analysis.loss(move)
    if loss < TURNING_POINT or not analysis.is_clear_loss(move):
        return ""
    reasons = (f" {best.move} {reason}." for reason in better(view, best, analysis.of(move)))
    made = analysis.of(move)
    said = f"loses {100 * loss:.0f} % of the rounds"
    if not made.has_chance:
        said = f"is the {english.ordinal(made.rank)} best of {len(analysis.moves)} placements"
    return f"{move} {said}.{''.join(reasons)}"
