"""Matches: seatings, equal results for any execution, and counts."""

from __future__ import annotations

import csv
import io
import json
import math
import multiprocessing
import pickle
import random
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import partial
from html import escape
from itertools import product
from pathlib import Path
from statistics import fmean
from threading import Lock
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from helpers.cases import each
from helpers.refusals import assert_refused
from testing.sound_games import Pig

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    MissingExtra,
    Move,
    Player,
    RandomSource,
    Slot,
    Variant,
    View,
    distinct_moves,
    final_winner,
    greedy_player,
    play_game,
    random_player,
)
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.pictures import image_in_html
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.matches import (
    EntrantFailed,
    Estimate,
    Match,
    MatchResult,
    Tally,
    deals_to_tell,
    play_match,
)
from westeros_intrigue.lab.matches.match import Forfeit, GameOutcome
from westeros_intrigue.lab.matches.results import estimate_share, sum_games

TWO: dict[str, Player] = {"random": random_player, "greedy": greedy_player}
SPAWN = multiprocessing.get_context("spawn")  # other threads of the tests rule out a fork


def tally_of(result: MatchResult, name: str) -> Tally:
    return {standing.name: standing.tally for standing in result.standings}[name]


# Who sits where


def match_of(entrants: int, players: int, lineup: tuple[int, ...] = (), seed: int = 1) -> Match:
    return Match(tuple("abcdefghij"[:entrants]), players, 9, seed, STANDARD, lineup)


def test_entrants_share_every_seat_of_a_deal_equally_and_every_table_as_far_as_possible() -> None:
    for entrants, players in product(range(1, 11), range(2, 7)):
        match = match_of(entrants, players)
        for deal in range(3):
            seatings = match.seatings(deal)
            for seat in range(players):
                sat = Counter(seating[seat] for seating in seatings)
                assert {*sat} == {*range(entrants)}
                assert len({*sat.values()}) == 1
            for seating in seatings:
                times = [seating.count(entrant) for entrant in range(entrants)]
                assert max(times) - min(times) <= 1


@each(
    {
        "four at four": (4, 4, 24),
        "three at four": (3, 4, 3),
    }
)
def test_a_deal_has_all_seatings_or_as_many_as_entrants_where_they_are_too_many(
    entrants: int, players: int, count: int
) -> None:
    match = match_of(entrants, players)
    assert len({*match.seatings(0)}) == len(match.seatings(0)) == count
    lineup = match_of(3, 5, (0, 1, 2, 2, 2)).seatings(0)
    assert all(Counter(seating) == {0: 1, 1: 1, 2: 3} for seating in lineup)
    if count == entrants > 1:
        assert len({match.seatings(deal) for deal in range(9)}) > 1
        assert match.seatings(4) != match_of(entrants, players, seed=2).seatings(4)


# The same result however it is played


@pytest.mark.long
def test_the_result_is_the_same_in_other_processes_and_threads() -> None:
    alone = play_match(TWO, deals=21, seed=5)
    with ProcessPoolExecutor(2, SPAWN) as executor:
        assert play_match(TWO, deals=21, seed=5, chunk=3, executor=executor) == alone
    with ThreadPoolExecutor(2) as pool:
        assert pool.submit(play_match, TWO, deals=21, seed=5, executor=pool).result() == alone


def test_other_processes_find_a_player_by_name_that_cannot_be_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_player.py").write_text(
        "from westeros_intrigue import distinct_moves\n"
        "first = lambda view, _rng: distinct_moves(view)[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    named: dict[str, Player | str] = {"first": "own_player:first", "greedy": "greedy"}
    alone = play_match(named, deals=2, seed=5)
    with ProcessPoolExecutor(1, SPAWN) as executor:
        assert play_match(named, deals=2, seed=5, executor=executor) == alone


def first_move(view: View, _rng: RandomSource) -> Move:
    return distinct_moves(view)[0]


def test_no_player_changes_the_cards_or_the_chance_of_another() -> None:
    seen: list[object] = []

    def spy(view: View, rng: RandomSource) -> Move:
        if len(view.placements) < 2:  # what comes later depends on what the other places
            seen.append((view.hand, rng.random()))
        return distinct_moves(view)[0]

    def wasteful(view: View, rng: RandomSource) -> Move:
        random.seed(1)
        return distinct_moves(view)[-1 if rng.random() + rng.random() > 1 else 0]

    watched = []
    for other in (first_move, wasteful):
        seen.clear()
        play_match({"spy": spy, "other": other}, deals=5, seed=1, rounds=1)
        watched.append([*seen])
    assert watched[0] == watched[1]
    assert len(watched[0]) == len(set(watched[0])) == 10


class Counting:
    """A player who remembers, and plays another move each time."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: View, _rng: RandomSource) -> Move:
        self.asked += 1
        moves = distinct_moves(view)
        return moves[self.asked % len(moves)]


def test_the_memory_of_a_player_lasts_one_game_in_one_seat() -> None:
    player = Counting()
    with ThreadPoolExecutor(2) as executor:
        shared = play_match({"a": player}, deals=9, seed=1, executor=executor)
    assert shared == play_match({"a": Counting()}, deals=9, seed=1)
    assert player.asked == 0
    # In both seats of a game it plays as two players do.
    two = play_match({"a": Counting(), "b": Counting()}, deals=9, seed=1)
    a, b = (attrs.evolve(tally_of(two, name), ahead=()) for name in ("a", "b"))
    alone = attrs.evolve(tally_of(shared, "a"), ahead=())
    assert a == b
    assert a + b == alone + alone


# What is counted


def with_source(player: Player, source: RandomSource) -> Player:
    return lambda view, _: player(view, source)


def replayed(match: Match, entrants: list[Player]) -> list[tuple[Any, GameState]]:
    """The games of a match, played by the public functions alone."""
    games = []
    for deal in range(match.deals):
        for seating in match.seatings(deal):
            players = [
                None
                if entrant is None
                else with_source(entrants[entrant], match.source(deal, seat))
                for seat, entrant in enumerate(seating)
            ]
            start: Any = match.start(deal)
            games.append((seating, play_game(players, seed=0, state=start)))
    return games


EQUAL_CARDS = STANDARD.with_throne_cards([IronThroneCard(1, icons=1)] * 7)


@pytest.mark.untraced
@each(
    {
        "single rounds": (2, STANDARD.with_rounds(1)),
        "games": (3, STANDARD),
        "games with many shared wins": (2, EQUAL_CARDS),
        "Solo Scheming": (4, SOLO_SCHEMING),
    }
)
def test_the_tallies_are_those_of_the_games(players: int, variant: Variant) -> None:
    entrants: dict[str, Player] = {"random": random_player, "first": first_move}
    result = play_match(entrants, players=players, deals=8, seed=3, variant=variant)
    games = replayed(result.match, [*entrants.values()])
    for entrant, name in enumerate(entrants):
        expected = Tally()
        before = Fraction(0)
        for seating, state in games:
            final = final_winner(state)
            ranked = {seat: at for at, seats in enumerate(final.ranking) for seat in seats}
            for seat, sitting in enumerate(seating):
                if sitting != entrant:
                    continue
                won = seat in final.winners
                expected += Tally(
                    games=1,
                    rounds=len(state.results),
                    rounds_won=Fraction([one.last_placer for one in state.results].count(seat)),
                    games_won=Fraction(won, len(final.winners)),
                    wins_shared=won and len(final.winners) > 1,
                    points=state.penalty_points[seat],
                )
                for other_seat, other in enumerate(seating):
                    if other not in {entrant, None}:
                        difference = ranked[other_seat] - ranked[seat]
                        before += Fraction(1 + (difference > 0) - (difference < 0), 2)
        assert attrs.evolve(tally_of(result, name), ahead=()) == expected
        assert sum(block[entrant].ahead[1 - entrant] for block in result.blocks) == before
    assert variant is not EQUAL_CARDS or tally_of(result, "first").wins_shared > 0


# How sure it is


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


@pytest.mark.parametrize("deals", [2, 10, 60])
def test_an_interval_contains_the_true_share_nineteen_times_of_twenty(deals: int) -> None:
    rng, share, hits = random.Random(1), 0.7, 0
    for _ in range(200):
        won = []
        for _ in range(deals):
            one, other = rng.random() < share, rng.random() < share
            # Half the time the cards decide: who wins in one seat loses in the other.
            won.append(1 if rng.random() < 0.5 else one + other)
        estimate = estimate_share([(each, 2, 1) for each in won], deals)
        low, high = bounds(estimate)
        assert 0 <= low <= estimate.value <= high <= 1
        hits += low <= (share + 0.5) / 2 <= high
    assert hits / 200 >= 0.92


@each([2, 30])
def test_deals_that_all_came_out_alike_leave_room_for_others(deals: int) -> None:
    # One who wins so often may well win all: an interval without a width would leave 0.975 out.
    share = 0.025 ** (1 / deals)
    estimate = estimate_share([(2, 2, 1)] * deals, deals)
    assert estimate.low == pytest.approx(share)
    assert estimate.high == 1


def test_a_share_stays_within_the_bounds_of_the_lineup() -> None:
    lineup = ("x", "y", "y", "y")
    entrants = {"x": random_player, "y": random_player}
    for deals in (2, 3, 5):
        result = play_match(entrants, players=4, deals=deals, seed=1, rounds=1, lineup=lineup)
        x, y = sorted(result.standings, key=lambda standing: standing.name)
        for estimate, most in ((x.games_won, 1), (y.games_won, 1 / 3), (y.rounds_won, 1 / 3)):
            low, high = bounds(estimate)
            assert 0 <= low < estimate.value < high <= most
    alone = play_match({"x": random_player}, players=3, deals=3, seed=1).standings[0]
    assert alone.games_won.value == pytest.approx(1 / 3)
    assert alone.games_won.low is None


def test_a_single_deal_has_no_intervals_and_deals_that_came_out_alike_none_of_points() -> None:
    result = play_match(TWO, deals=1, seed=1)
    assert result.standings[0].rounds_won.low is result.ratings[0].points.low is None
    assert "(" not in result.to_table()
    assert json.loads(result.to_json())["standings"][0]["points_per_round_low"] is None
    assert f">greedy: {result.ratings[0].points.whole}<" in result.draw_svg()
    alike = MatchResult(attrs.evolve(result.match, deals=4), result.blocks * 4)
    assert all(rating.points.low is None for rating in alike.ratings)
    assert all(standing.points.low is None for standing in alike.standings)
    assert all(standing.games_won.low is not None for standing in alike.standings)


def test_that_number_of_deals_distinguishes_two_shares_with_the_given_power() -> None:
    deals = deals_to_tell(0.6)
    rng = random.Random(2)
    told = 0
    for _ in range(150):
        won = [(rng.random() < 0.6) + (rng.random() < 0.6) for _ in range(deals)]
        low = estimate_share([(each, 2, 1) for each in won], deals).low
        told += low is not None and low > 0.5
    assert told / 150 == pytest.approx(0.9, abs=0.09)
    assert deals_to_tell(Fraction(3, 5)) == deals  # type: ignore[arg-type]


def test_indistinguishable_shares_are_refused() -> None:
    calls = [
        partial(deals_to_tell, 1.5),
        partial(deals_to_tell, 0.5, 0),
        partial(deals_to_tell, math.nan),
        partial(deals_to_tell, 0.6, 0.6),
    ]
    assert_refused("shares for a number of deals", InvalidValue, calls)


def test_ratings_alone_need_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix", reason="choix is not installed")
    result, other = (play_match(TWO, deals=2, seed=1) for _ in range(2))
    expected = result.to_table().rpartition("\n\nentrant ")[0]
    for module in ("choix", "scipy", "scipy.stats", "numpy"):
        monkeypatch.setitem(sys.modules, module, None)
    install = 'install the extra `match`, pip install "westeros-intrigue[match]".'
    assert other.to_table() == f"{expected}\n\nNo ratings: a rating needs choix: {install}"
    assert other.to_rows() == result.to_rows()
    assert other.pairings[0].ahead == result.pairings[0].ahead
    assert other._repr_html_().endswith(f"needs choix: {escape(install)}</p>")
    for needs_ratings in (other.to_json, other.draw_svg):
        with pytest.raises(MissingExtra, match=r'pip install "westeros-intrigue\[match\]"'):
            needs_ratings()


# Ratings


def result_of(names: tuple[str, ...], wins: list[list[list[int]]]) -> MatchResult:
    """A result of which only the wins of each entrant over each other are known, deal by deal."""
    match = Match(names, 2, len(wins), 1, STANDARD)
    blocks = (
        tuple(Tally(games=1, rounds=1, ahead=tuple(map(Fraction, row))) for row in deal)
        for deal in wins
    )
    return MatchResult(match, tuple(blocks))


STRENGTHS = {"weak": 1.0, "even": 2.0, "strong": 5.0}
POINTS = {name: 400 * math.log10(strength) for name, strength in STRENGTHS.items()}


def ranking_of_a_deal(rng: random.Random) -> list[list[int]]:
    """A game of three, in which each place is taken in proportion to the strengths."""
    wins = [[0] * 3 for _ in range(3)]
    left = [*enumerate(STRENGTHS.values())]
    while left:
        first = rng.choices(left, [strength for _, strength in left])[0]
        left.remove(first)
        for behind, _ in left:
            wins[first[0]][behind] += 1
    return wins


@pytest.mark.long
@pytest.mark.parametrize("deals", [3, 30])
def test_a_rating_interval_contains_the_true_strength_nineteen_times_of_twenty(
    deals: int,
) -> None:
    rng, mean = random.Random(1), sum(POINTS.values()) / 3
    hits = []
    for _ in range(200):
        result = result_of(tuple(STRENGTHS), [ranking_of_a_deal(rng) for _ in range(deals)])
        for rating in result.ratings:
            if rating.points.low is not None:  # not all deals came out alike
                low, high = bounds(rating.points)
                hits.append(low <= POINTS[rating.name] - mean <= high)
    assert 0.93 <= fmean(hits) <= (0.98 if deals == 30 else 1)


def test_the_ratings_of_two_entrants_follow_from_the_odds() -> None:
    # 90 of 100 and a shared one are odds of 90.5 to 10.5.
    result = result_of(("a", "b"), [[[0, 9], [1, 0]]] * 10)
    best, other = result.ratings
    assert (best.name, other.name) == ("a", "b")
    difference = best.points.value - other.points.value
    assert difference == pytest.approx(400 * math.log10(90.5 / 10.5))
    assert result_of(("a", "b"), [[[0, 0], [2, 0]]]).ratings[0].points.whole == "+140"


# What it is shown as


THREE: dict[str, Player] = {**TWO, "first": first_move}


@pytest.fixture(scope="module")
def result() -> MatchResult:
    return play_match(THREE, players=3, deals=4, seed=2)


def test_rows_csv_json_and_table_say_the_same_and_begin_with_the_best(result: MatchResult) -> None:
    rows = result.to_rows()
    read = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [{key: str(value) for key, value in row.items()} for row in rows] == read
    shares = [one.games_won.value for one in result.standings]
    assert [row["games_won_share"] for row in rows] == shares == sorted(shares, reverse=True)
    data = json.loads(result.to_json())
    assert (data["match"]["names"], data["match"]["seed"]) == ([*THREE], 2)
    assert data["standings"] == rows
    ratings = {rating.name: rating.points.value for rating in result.ratings}
    assert {one["entrant"]: one["points"] for one in data["ratings"]} == ratings
    pairings = [(one["first"], one["games"]) for one in data["pairings"]]
    assert pairings == [("random", 24), ("random", 24), ("greedy", 24)]
    assert "random before first" in result.to_table()


def test_the_picture_shows_each_rating_with_its_interval(result: MatchResult) -> None:
    picture = result.draw_svg()
    root = ET.fromstring(picture)  # noqa: S314 - our own
    label = root.get("aria-label") or ""
    circles = [float(one.get("cx", 0)) for one in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert circles == sorted(circles, reverse=True)
    assert len(circles) == len(result.ratings) == 3
    for rating in result.ratings:
        assert f"{rating.name}: {rating.points.whole}" in label
    assert result._repr_html_().startswith("<table><caption>4 deals, 24 games of 3 players, seed 2")
    assert result._repr_html_().endswith(image_in_html(picture))
    assert result.draw_svg(theme="dark") != picture
    with pytest.raises(InvalidValue, match="theme must be one of"):
        result.draw_svg(theme="pink")  # type: ignore[arg-type]


def test_a_name_is_escaped_in_the_picture() -> None:
    result = result_of(("<b>", "a & b"), [[[0, 1], [1, 0]]] * 3)
    assert "&lt;b&gt;" in result.draw_svg()
    ET.fromstring(result.draw_svg())  # noqa: S314 - our own
    assert "&lt;b&gt;" in result._repr_html_().partition("</table>")[2].partition(" src=")[0]


# What goes wrong


def failing(view: View, _rng: RandomSource) -> Move:
    if view.round_number == 2 and len(view.placements) > 2:
        raise ZeroDivisionError("that was too much")
    return distinct_moves(view)[0]


def cheating(view: View, _rng: RandomSource) -> Move:
    return Move(view.hand[0], Slot(5, 5))


class Locked:
    """A player that cannot be copied."""

    def __init__(self) -> None:
        self.lock = Lock()

    def __call__(self, view: View, rng: RandomSource) -> Move:
        return first_move(view, rng)


def leaving(_view: View, _rng: RandomSource) -> Move:
    sys.exit()


@each(
    {
        "an error": (failing, 2, 4, "ZeroDivisionError: that was too much"),
        "the end of the program": (leaving, 1, 1, "SystemExit"),
        "an illegal move": (cheating, 1, 1, "IllegalMove"),
    }
)
def test_a_failing_player_is_reported_with_its_place_and_traceback(
    player: Player, round_number: int, placement: int, message: str
) -> None:
    with pytest.raises(EntrantFailed) as caught:
        play_match({"good": first_move, "bad": player}, deals=3, seed=1)
    error = caught.value
    assert (error.player, error.deal) == ("bad", 0)
    assert error.seating[error.forfeit.seat] == 1
    assert error.forfeit.round_number == round_number
    assert error.forfeit.placement - placement in {0, 1}
    assert message in error.forfeit.report
    assert "Traceback" in error.forfeit.report
    assert pickle.loads(pickle.dumps(error)) == error  # noqa: S301 - our own
    assert str(error).startswith(
        f"bad failed at deal 0, in seat {error.forfeit.seat} of the seating"
    )


def sleeping(view: View, rng: RandomSource) -> Move:
    if len(view.placements) > 5:
        time.sleep(600)
    return first_move(view, rng)


def stubborn(view: View, rng: RandomSource) -> Move:
    """Return a move long after the limit, whatever happens until then."""
    for _ in range(2):
        with suppress(Exception):
            while True:
                pass
    return first_move(view, rng)


@pytest.mark.long
def test_a_player_that_takes_too_long_loses_the_game_on_time(tmp_path: Path) -> None:
    entrants = {"good": first_move, "stubborn": stubborn}
    play = partial(
        play_match, entrants, deals=1, seed=1, rounds=1, forfeits=True, move_seconds=1,
        out=tmp_path / "match.jsonl",
    )  # fmt: skip
    result = play(executor=ProcessPoolExecutor)
    assert [tally_of(result, name).lost_on_time for name in entrants] == [0, 2]
    assert [tally_of(result, name).forfeits for name in entrants] == [0, 2]
    assert "on time" in result.to_table()
    # The complete file has the cause of each forfeit, and is not played again.
    assert play(resume=True) == result
    assert (tmp_path / "match.jsonl").read_text().count("1 second a move") == 2


@pytest.mark.long
def test_a_player_that_takes_too_long_ends_a_match_without_forfeits() -> None:
    before = signal.getsignal(signal.SIGALRM)  # pytest can have set one
    with pytest.raises(EntrantFailed, match="the match allows 1 second a move") as caught:
        play_match({"good": first_move, "bad": sleeping}, deals=1, seed=1, move_seconds=1)
    assert caught.value.forfeit.on_time
    # Afterwards, an alarm of the program's own goes off as before.
    assert signal.getitimer(signal.ITIMER_REAL)[1] == 0
    assert signal.getsignal(signal.SIGALRM) is before


def test_no_limit_is_promised_where_a_player_cannot_be_interrupted() -> None:
    with pytest.raises(InvalidValue, match="pass executor=ProcessPoolExecutor"):
        play_match(TWO, deals=1, seed=1, move_seconds=1, executor=ThreadPoolExecutor)


def test_impossible_matches_are_refused() -> None:
    changes: tuple[dict[str, Any], ...] = (
        {"entrants": {}}, {"entrants": {"a\nb": random_player}}, {"entrants": {"a": "nobody"}},
        {"entrants": {"a": None}}, {"entrants": {"a": Locked()}},
        {"players": 7}, {"deals": 0}, {"seed": -1}, {"rounds": 0}, {"variant": SOLO_SCHEMING},
        {"variant": STANDARD.with_seats(houses=(House.STARK,) * 2, automated=(0, 1))},
        {"variant": STANDARD.with_rounds(1), "options": {"rounds": 1}}, {"chunk": 0},
        {"options": {"first_player": 1}}, {"move_seconds": 0}, {"move_seconds": 1.5},
        {"lineup": ("greedy", "me")}, {"lineup": (["greedy"], "random")},
        {"lineup": ("greedy",) * 2}, {"lineup": ("greedy", "random", "random")},
    )  # fmt: skip
    usual: dict[str, Any] = {"entrants": TWO, "deals": 2, "seed": 1}
    calls = [partial(play_match, **{**usual, **changed}) for changed in changes]
    assert_refused("arguments of play_match", Exception, calls)


# Games without rounds

SIMPLE = {"simple": monopoly.simple_player, "random": monopoly.random_player}


def test_a_match_is_continued_from_its_file_by_the_game_and_the_options_alone(
    tmp_path: Path,
) -> None:
    out = tmp_path / "match.jsonl"

    def play(offers: int) -> MatchResult:
        options = {"offers": offers}
        return play_match(
            SIMPLE, game="monopoly", deals=2, seed=3, options=options, out=out, resume=True
        )

    whole = play(0)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:2]))
    assert play(0) == whole
    with pytest.raises(InvalidValue, match="options"):
        play(1)


def test_a_player_that_fails_ends_the_match_or_loses_the_game() -> None:
    def fails(view: monopoly.View, _rng: RandomSource) -> monopoly.Move:
        raise KeyError(view.turn_number)

    entrants = {"simple": monopoly.simple_player, "fails": fails}
    with pytest.raises(EntrantFailed, match=r"fails failed at deal 0, in seat \d .*, move \d"):
        play_match(entrants, game="monopoly", deals=1, seed=1)
    result = play_match(entrants, game=monopoly, deals=2, seed=1, forfeits=True)
    assert tally_of(result, "simple").games_won == Fraction(4)
    assert tally_of(result, "fails").forfeits == 4
    head, *rows = (line.split() for line in result.to_table().splitlines()[2:5])
    assert [(row[0], row[head.index("forfeits") - len(head)]) for row in rows] == [
        ("simple", "0"), ("fails", "4"),
    ]  # fmt: skip
    assert "forfeits" in result._repr_html_()
    assert [row["forfeits"] for row in result.to_rows()] == [0, 4]
    assert [row["forfeits"] for row in json.loads(result.to_json())["standings"]] == [0, 4]
    fair = play_match(dict(entrants, fails="random"), game=monopoly, deals=1, seed=1)
    assert "forfeits" not in fair.to_table()
    alone = Match(("fails",), 1, 1, 1, None, game="solitaire")
    lost = GameOutcome((0,), (), (), ((), (0,)), Forfeit(0, None, 1, "KeyError"))
    assert sum_games(alone, [lost]) == (Tally(games=1, forfeits=1, ahead=(Fraction(0),)),)


def test_a_game_that_is_not_installed_is_played_in_this_process_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GAMES, "added", {})

    class Dared(Pig):
        """Pig under a key that no package adds."""

    entrants, game = {"random": "random", "thinker": "sampling:2"}, Dared()
    with ThreadPoolExecutor(1) as pool, pytest.raises(InvalidValue, match=r"dared.*install it, or"):
        play_match(entrants, game=game, deals=1, seed=1, executor=pool)
    assert "dared" not in GAMES
    result = play_match(entrants, game=game, deals=2, seed=1)
    assert result == play_match(entrants, game="dared", deals=2, seed=1)
    again = Dared()  # as in a notebook, whose cell runs twice
    assert play_match(entrants, game=again, deals=2, seed=1) == result
    assert GAMES["dared"] is again


def test_what_belongs_to_another_game_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"game must be one of .*, not 'chess'"):
        play_match(SIMPLE, game="chess", deals=1, seed=1)
    for more in ({"rounds": 1}, {"variant": STANDARD.with_rounds(1)}):
        with pytest.raises(InvalidValue, match=r"Monopoly: .* has options instead of a variant"):
            play_match(SIMPLE, game="monopoly", deals=1, seed=1, **more)
    with pytest.raises(InvalidValue, match="players must be from 2 to 6"):
        play_match(SIMPLE, game="monopoly", players=7, deals=1, seed=1)
