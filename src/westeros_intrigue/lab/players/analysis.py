"""The worth of the moves of a position, with reasons in words.

Moves are judged from their player's view, by playouts in drawn worlds or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import itemgetter
from statistics import fmean

import attrs

from westeros_intrigue.drawing.scene import Note, scene_of
from westeros_intrigue.drawing.svg import Theme, scene_svg
from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.notebook_tables import columns_of_rows, html_table
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.players.inference import infer_chances
from westeros_intrigue.lab.simulation import fast, packing, solver
from westeros_intrigue.lab.simulation.trial_kernel import MARGIN, POINTS, WIN, Tried, end_of
from westeros_intrigue.lab.simulation.trials import means_of, trials_of, worlds_in
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House, Move, Slot
from westeros_intrigue.rules.game_events import Phase, check_phase
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

    >>> from westeros_intrigue import observe, setup
    >>> judged = analyse(observe(setup(4, seed=1), 0), playouts=300).moves[0]
    >>> print(judged)
    L3 in a0: -0.33 ± 0.05 points, wins 15 % of the time
    """

    move: Move
    """The move; cards of its house are equivalent."""
    points: float
    """The expected points; fewer is better."""
    points_error: float
    """The standard error of `points`."""
    win: float
    """The chance of placing the last card of the round, from 0 to 1, if all seats continue like the
    players that `analyse` assumes. An estimate from playouts only is too high at a table of two;
    see `docs/players.md`."""
    win_error: float
    """The standard error of `win`; 0 if the network knows it."""
    margin: float
    """The expected difference between the others' mean points and the player's; more is better."""
    margin_error: float
    """The standard error of `margin`."""
    loss_error: float
    """The standard error of the difference between this `margin` and the best move's. Since all
    moves are tried in the same worlds, it is smaller than the errors of both margins suggest."""
    line: tuple[Move, ...] = ()
    """If the worth is exact: the placements of one best line, this one first."""

    def __str__(self) -> str:
        error = f" ± {self.margin_error:.2f}" if self.margin_error else ""
        return (
            f"{self.move.card} in {self.move.slot}: {self.margin:+.2f}{error} points, "
            f"wins {_percent(self.win)} of the time"
        )


@attrs.frozen
class Analysis(values.Value):
    """Each distinct move of a position, judged.

    >>> from westeros_intrigue import observe, setup
    >>> found = analyse(observe(setup(4, seed=1), 0), playouts=300)
    >>> len(found.moves), found.worlds, found.is_exact
    (3, 100, False)
    >>> [row["move"] for row in found.to_rows()] == [str(each.move) for each in found.moves]
    True
    >>> worst = found.moves[-1].move
    >>> found.of(worst).margin < found.best.margin, found.loss(found.best.move)
    (True, 0.0)
    >>> found.is_clear_loss(worst)
    True
    """

    player: int
    """The seat to move, from 0."""
    moves: tuple[JudgedMove, ...]
    """The moves, best first: the best has the largest margin."""
    worlds: int
    """The number of worlds in which each move was tried; 0 if the worth is exact."""
    assumed: str | None = None
    """The name of the players that the chances assume for the rest of the round, such as `learned`;
    None for perfect play."""

    @property
    def against(self) -> str:
        """The players that the chances assume, in words, to say beside a chance.

        >>> from westeros_intrigue import observe, setup
        >>> analyse(observe(setup(2, seed=1), 0), playouts=1).against
        'against players as good as the network'
        """
        if self.assumed is None:
            return "with perfect play by all"
        players = "the network" if self.assumed == "learned" else f"`{self.assumed}`"
        return f"against players as good as {players}"

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
        """Return the difference between the best margin and a move's margin, in points.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        return self.best.margin - self.of(move).margin

    def is_clear_loss(self, move: Move) -> bool:
        """Return whether a move loses more than chance explains, which is twice the standard error.

        One world is not enough to compare moves.

        Raises:
            InvalidValue: it is not a legal move of the position.
        """
        return self.loss(move) > 2 * self.of(move).loss_error and self.worlds != 1

    def _repr_html_(self) -> str:
        columns = "move", "points ahead", "wins the round", "points lost"
        rows = [
            (
                judged.move,
                f"{judged.margin:+.2f}",
                _percent(judged.win),
                f"{self.loss(judged.move):.2f}",
            )
            for judged in self.moves
        ]
        return html_table(f"The moves of player {self.player}, the best first", columns, rows)

    def to_rows(self) -> list[dict[str, object]]:
        """Return a row for each move, best first, such as for a pandas DataFrame."""
        return [
            {
                **attrs.asdict(judged, filter=attrs.filters.exclude("line"), recurse=False),
                "move": str(judged.move),
                "loss": self.loss(judged.move),
            }
            for judged in self.moves
        ]

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
        """Return a picture of the position, with the margins of the moves on their slots.

        Each open slot shows the best house to place there and its margin. Slots clearly worse than
        the best move are grey; the best move is highlighted.

        >>> from westeros_intrigue import observe, setup
        >>> view = observe(setup(4, seed=1), 0)
        >>> picture = analyse(view, playouts=300).draw_svg(view)
        >>> "L3 in a0: -0.33 ± 0.05 points, wins 15 % of the time" in picture
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
        if {judged.move for judged in self.moves} != set(distinct_moves(position)):
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
                (judged.move.card.house.letter, f"{judged.margin:+.1f}"),
                str(judged),
                kind="closed" if self.is_clear_loss(judged.move) else "open",
            )
            for slot, judged in sorted(of_slots.items())
        ]
        tells = "the best house for a slot, and by how many points it comes out ahead"
        legend = ("open", "3 2", tells), ("closed", "3 2", "clearly worse than the best")
        scene = attrs.evolve(scene, notes=tuple(notes), legend=legend)
        return scene_svg(scene, theme=theme, size=size)


def analyse(
    position: Position,
    *,
    playouts: int = 10_000,
    seed: int = 0,
    nodes: int = 200_000,
    assumed: str = "learned",
    inference: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Analysis:
    """Judge each distinct move of a position, for the player to move.

    For a View, the moves are judged from the player's knowledge. All are played out in the same
    worlds drawn from the view. The network of `LearnedPlayer` also values them, unless a seat is
    automated or an option scores houses. For a GameState, all cards are known. In a game of two
    without options that change points, the solver finds the exact worth under perfect play, if it
    reaches the end of the round. Otherwise the moves are played out.

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
        assumed: the players assumed for the rest of the round, for the chances and margins of a
            View: "learned", or the weaker "search:200" and "greedy". The order of the moves does
            not depend on it.
        inference: True to let the other's placements in a View of two players count in the chances,
            as far as they look like those of `LearnedPlayer`, if such players are assumed. Needs
            the extra `fast`, and takes a few milliseconds.
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
    values.check_one_of("assumed", assumed, search.OUTLOOKS)
    values.check_type("inference", inference, bool)
    check_phase(position.phase, Phase.PLAYING, "a position is analysed")
    seat, moves = position.active_player, distinct_moves(position)
    assert seat is not None  # noqa: S101 - for the type checker: a player is to move
    if seat in position.variant.automated:
        raise InvalidValue(f"player {seat} is automated, so it chooses nothing")
    if not moves:
        raise InvalidValue(f"the viewer is not to move: pass a view of player {seat}")
    judged = _solve_moves(position, seat, nodes) if isinstance(position, GameState) else []
    batches: Sequence[Tried] = ()
    opponents: str | None = None
    if not judged:
        worlds = range(max(1, playouts // len(moves)))
        trials = trials_of(position, fast.Policy.EPSILON_GREEDY, seed)
        batches = [*trials.in_batches(moves, worlds, stop)]
        infers = (
            inference and assumed == "learned" and position.players == 2 and fast.has_extension()
        )
        outlook = search.OUTLOOKS[assumed][position.players]
        worths = search.network_worths(position) if isinstance(position, View) else None
        judged = _judge_all(position, moves, batches, outlook, infers=infers, worths=worths or ())
        # Without the network, the chances come from the playouts, by greedy players.
        opponents = assumed if worths else "greedy"
    judged.sort(key=lambda move: -move.margin)
    return Analysis(seat, tuple(judged), worlds_in(batches, len(moves)), opponents)


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


def _scale_of(outlook: search.Outlook, others: int) -> Scale:
    """Return the scale of the worth that `LearnedPlayer` with playouts gives a move."""
    share = outlook.margin_slope / (1 + search.FIRST_OPINION)
    return Scale(
        start=outlook.margin - share / 2,  # a playout is worth a half less than its result
        slope=share / (others * search.MARGIN_SHARE),
        share=share,
        win_worth=others * search.MARGIN_SHARE,
    )


def _judge_all(
    position: Position,
    moves: Sequence[Move],
    batches: Sequence[Tried],
    outlook: search.Outlook,
    *,
    infers: bool,
    worths: Sequence[float],
) -> list[JudgedMove]:
    """Return the judgements of moves; for a view, by network and playouts, as `LearnedPlayer`."""
    others = position.players - 1
    if isinstance(position, View) and worths:
        scale, opinions = _scale_of(outlook, others), worths
        chances = [*map(outlook.chance, worths)]
        if infers:
            chances = infer_chances(position, moves, chances)
        wins = [(chance, 0.0) for chance in chances]
    else:
        scale, opinions, wins = (
            Scale(slope=1 / others),
            [0.0] * len(moves),
            means_of(batches, len(moves), WIN),
        )
    margins = [
        (scale.margin(mean, opinion), scale.slope * error)
        for (mean, error), opinion in zip(
            means_of(batches, len(moves), MARGIN, scale.win_worth), opinions, strict=True
        )
    ]
    best = margins.index(max(margins, key=itemgetter(0)))
    losses = means_of(batches, len(moves), MARGIN, scale.win_worth, best)
    return [
        JudgedMove(move, *points, *win, *margin, scale.slope * error)
        for move, points, win, margin, (_, error) in zip(
            moves, means_of(batches, len(moves), POINTS), wins, margins, losses, strict=True
        )
    ]


def _solve_moves(state: GameState, seat: int, nodes: int) -> list[JudgedMove]:
    """Return the exact worth of each move; nothing if the solver reaches its limit."""
    variant = state.variant
    if (
        state.players > 2
        or variants.needs_houses(variant.options)
        or packing.has_own_slots(variant)
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
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORTH_SAYING = 0.5
"""The least weight of a reason, in cards times slots."""
_MOST_SAID = 2
_FEW = 3
"""The most open slots of a house that are worth keeping open."""


def hint(view: View, *, stop: Callable[[], bool] | None = None) -> str:
    """Return the placement that does best in playouts, with its chance and the reasons for it.

    Once `stop` returns True, the playouts so far decide.
    """
    analysis = analyse(view, playouts=HINT_PLAYOUTS, inference=True, stop=stop)
    best = analysis.best
    chance = f"wins the round about {_percent(best.win)} of the time {analysis.against}"
    return f"Best move: {_name_placement(view, best.move)} ({chance}). {advice(view, analysis)}"


def advice(view: View, analysis: Analysis) -> str:
    """Return the case for the best move of an analysis: reasons, its lead, and possible answers."""
    best, *others = analysis.moves
    sentences = []
    if reason := why(view, best.move, [other.move for other in others]):
        sentences.append(f"it {reason}.")
    if others:
        sentences += _lead(view, analysis, others[0])
    rivals = _name_rivals(view)
    if not rivals:
        sentences.append("all others are out.")
    elif out := [_out(view, gone.player) for gone in view.eliminations]:
        verb = "is" if len(out) == 1 else "are"
        sentences.append(
            f"{english.join_words(out)} {verb} out, and {english.join_words(rivals)} can answer."
        )
    return " ".join(map(english.capital, sentences))


def _out(view: View, seat: int) -> str:
    """Return the name of a seat that is out, with the houses that it provably lacks."""
    missing = view.missing_houses[seat]
    return f"player {seat}" + (f" (no {english.join_words(missing, 'or')})" if missing else "")


def _name_placement(view: View, move: Move) -> str:
    """Return a placement in words; printed cards have no numbers."""
    card = move.card if view.table.has_numbers else f"a {move.card.house} card"
    return f"{card} in {move.slot}"


def _lead(view: View, analysis: Analysis, second: JudgedMove) -> Iterator[str]:
    """Yield the lead of the best move over the next."""
    points = f"{analysis.loss(second.move):.1f}"
    points += " point" if points == "1.0" else " points"
    other = _name_placement(view, second.move)
    if points == "0.0 points":
        yield f"{other} comes out level."
    elif analysis.is_clear_loss(second.move):
        yield f"it comes out {points} ahead of {other}, the next best."
    else:
        yield f"{other} comes out {points} behind, which may be chance."
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
        yield f"wins {wins} of such rounds, this {instead}"
    if reason := why(view, best.move, [made.move]):
        yield reason


def _reasons(view: View, move: Move, others: Sequence[Move]) -> Iterator[tuple[float, str, str]]:
    """Yield reasons: the weight, a phrase, and the cards that the phrase is about.

    The weights resemble `greedy_player`'s.
    """
    own, placed = house_counts(view.hand), move.card.house
    usual = fmean(own[other.card.house.index] for other in others)
    if (most := own[placed.index]) == max(own):
        yield 2 * (most - usual), "thins out your {}", f"{_NUMBERS[most]} {placed}s"
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
            theirs = f"{_NUMBERS[unseen]} {house}{'s' if unseen > 1 else ''}"
            weight = (fmean(there) - slots) * (unseen / 2 - held)
            whose = f"{rivals[0]} may hold" if len(rivals) == 1 else "others may hold"
            yield weight, f"{saying} the {{}} that {whose}", theirs


def _name_rivals(view: View) -> list[str]:
    """Return the names of the other seats that are not out."""
    idle = {view.player, *(gone.player for gone in view.eliminations)}
    return [f"player {seat}" for seat in range(view.players) if seat not in idle]


def _slots(count: int) -> str:
    return "a slot" if count == 1 else f"{_NUMBERS[count]} slots"


def _yours(house: House, held: int, placed: House) -> str:
    """Return the cards of a house that are left in the hand once another is placed."""
    if held == 1:
        return f"your {'other' if house is placed else 'last'} {house}"
    return f"your {_NUMBERS[held]} {'other ' if house is placed else ''}{house}s"
