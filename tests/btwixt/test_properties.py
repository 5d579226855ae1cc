"""What holds in every game: played by random moves, over all variants and tables."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import attrs
import pytest

from btwixt.tables import at_random, kneeling, random_game, states_of
from westeros_intrigue.btwixt import (
    Choose,
    Current,
    Draft,
    GameState,
    Kneel,
    Move,
    Phase,
    Play,
    Skip,
    determinize,
    distinct_moves,
    explain,
    final_winner,
    legal_moves,
    observe,
    parse_move,
    proceed,
    setup,
)
from westeros_intrigue.btwixt.questions import Question
from westeros_intrigue.btwixt.soundness import unsound
from westeros_intrigue.btwixt.working_copy import WorkingCopy


def check_game(seed: int) -> Counter[str]:
    """Play a game and check each state of it; return how often each question was asked."""
    seen: Counter[str] = Counter()
    states = list(random_game(seed))
    for number, state in enumerate(states[:-1]):
        # To look through all cards takes longer than several moves.
        if number % 16 == seed % 16:
            assert not list(unsound(state))
        moves = legal_moves(state)
        assert 0 < len(moves) <= 44
        assert len(set(moves)) == len(moves)
        assert proceed(state) is state
        seen[str(state.decision and state.decision.kind)] += 1
    last = states[-1]
    assert not list(unsound(last))
    assert legal_moves(last) == ()
    assert last.decision is None
    check_rounds(states)
    assert final_winner(last).ranking[0] == final_winner(last).winners
    return seen


def check_rounds(states: list[GameState]) -> None:
    last = states[-1]
    players, results = last.players, last.results
    assert len(results) == last.variant.rounds(players)
    first = results[0].first_player
    for number, result in enumerate(results):
        assert result.first_player == (first + number) % players
        assert result.round_number == number % (players + 1) + 1
        totals = result.bid.totals
        winner = result.bid.winner
        before = [(result.first_player + step) % players for step in range(players)]
        assert totals[winner] == max(totals)
        assert all(totals[seat] < totals[winner] for seat in before[: before.index(winner)])
    for one, next_one in pairwise(states):
        gained = sum(next_one.hand_sizes) - sum(one.hand_sizes)
        if one.phase is next_one.phase is Phase.BIDDING and one.results == next_one.results:
            arianne = any(current.ally == "arianne-martell" for current in one.current)
            assert gained <= 0 or arianne


@pytest.mark.rule("season.total", "short.start", "short.start.rounds", "season.rounds")
@pytest.mark.rule("pass.token", "claim.winner", "season.no-draw", "effect.kill.never")
def test_random_games_keep_what_follows_from_the_rules() -> None:
    for seed in range(30):
        check_game(seed)


@pytest.mark.long
def test_a_thousand_random_games_keep_it_too() -> None:
    asked: Counter[str] = Counter()
    for seed in range(1000, 2000):
        asked += check_game(seed)
    assert len(asked) == 15


def every_kind_of_move(state: GameState) -> list[Move]:
    """Moves of all kinds, with every seat, council and some cards: legal and not."""
    cards = {card for pile in (*state.hands, *state.piles, *state.packs) for card in pile}
    some = sorted(cards)[:: max(1, len(cards) // 6)]
    seats = range(state.players + 1)
    allies = [ally.id for ally in state.box.allies[:3]]
    return [
        *legal_moves(state),
        *map(parse_move, ("kneel", "skip", "decline", "leader jon-snow", "random leader")),
        *(kind(card) for card in some for kind in (Play, Draft)),
        *(Choose(card=card) for card in some),
        *(Choose(seat=seat, card=card) for seat in seats for card in some),
        *(Choose(seat=seat) for seat in seats),
        *(Choose(council=council) for council in seats),
        *(Choose(council=council, to=to) for council in seats for to in seats),
        *(Choose(ally=ally) for ally in allies),
    ]


@pytest.mark.long
@pytest.mark.rule("decision.order")
def test_legal_moves_are_those_that_explain_has_nothing_against() -> None:
    for seed in range(0, 64, 3):
        for number, state in enumerate(random_game(seed)):
            if number % 9 == seed % 9:
                tried = every_kind_of_move(state)
                allowed = {move for move in tried if not explain(state, move)}
                assert allowed == set(legal_moves(state))
                assert set(distinct_moves(state)) <= allowed
                for move in set(tried) - allowed:
                    assert all(str(violation) for violation in explain(state, move))


@pytest.mark.long
@pytest.mark.rule("decision.forced", "decision.asked")
def test_what_is_forced_is_seen_from_the_table_alone() -> None:
    """A question is skipped or asked whatever the hidden cards are."""
    for seed in range(0, 128, 5):
        rng = random.Random(seed)
        for state in random_game(seed):
            if not state.is_over:
                step = state.agenda[0]
                assert isinstance(step, Question)
                assert step.waits(WorkingCopy(attrs.evolve(state, hands=((),) * state.players)))
                if rng.random() < 0.02:
                    world = determinize(observe(state, None), rng)
                    assert world.decision == state.decision


@pytest.mark.rule("card.silence")
def test_games_end_although_all_skip_who_may() -> None:
    def skipping(state: GameState) -> Move:
        moves = legal_moves(state)
        skips = [move for move in moves if isinstance(move, Skip)]
        return skips[0] if skips else at_random(len(moves))(state)

    for seed in range(1, 64, 4):
        first = next(iter(random_game(seed)))
        *_, last = states_of(first, skipping)
        assert last.is_over


def test_to_kneel_always_is_a_game_too() -> None:
    *_, last = states_of(setup(5, seed=2), kneeling)
    # Whoever goes first wins every tie at 0.
    assert all(result.bid.winner == result.first_player for result in last.results)
    assert all(isinstance(move, Kneel) or not isinstance(move, Play) for move in last.moves or ())
    assert not any(isinstance(current, Current) for current in last.current)
