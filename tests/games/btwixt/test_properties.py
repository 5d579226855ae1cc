"""What holds in every game: played by random moves, over all variants and tables."""

from __future__ import annotations

import random
from itertools import chain, islice

import attrs
import pytest

from games.btwixt.tables import at_random, random_game, states_of
from westeros_intrigue.games.btwixt import (
    GameState,
    Move,
    Skip,
    determinize,
    legal_moves,
    observe,
)
from westeros_intrigue.games.btwixt.questions import Question
from westeros_intrigue.games.btwixt.state import WorkingCopy


@pytest.mark.rule("decision.forced", "decision.asked")
def test_what_is_forced_depends_only_on_public_information() -> None:
    """Only the number of hidden cards decides whether a question is skipped or asked."""
    for seed in range(0, 128, 5):
        rng = random.Random(seed)
        for state in random_game(seed):
            if not state.is_over:
                step = state.agenda[0]
                assert isinstance(step, Question)
                cards = [*chain(*state.hands)]
                rng.shuffle(cards)
                others = iter(cards)
                hands = tuple(tuple(islice(others, len(hand))) for hand in state.hands)
                assert step.waits(WorkingCopy(attrs.evolve(state, hands=hands)))
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
