"""What a refusal of a placement says would work, in the view of the player to move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest

from westeros_intrigue import (
    DECK,
    GameState,
    IllegalMove,
    Move,
    Slot,
    View,
    apply,
    determinize,
    explain,
    legal_moves,
    observe,
    proceed,
    setup,
    to_json,
)
from westeros_intrigue.rules.violations import MOST_NAMED, Violation


def refused() -> Iterator[tuple[GameState, View, Move, Violation]]:
    """Yield random placements that are refused, with the view and each violation."""
    rng = random.Random(4)
    for seed in range(6):
        state = setup(2 + seed % 5, seed=seed)
        while not (state := proceed(state)).is_over:
            view = observe(state, state.active_player)
            for _ in range(3):
                card = rng.choice(rng.choice((view.hand, DECK)))
                slot = Slot(rng.randint(0, 4), rng.randint(-6, 8))
                for violation in explain(view, Move(card, slot)):
                    yield state, view, Move(card, slot), violation
            state = apply(state, rng.choice(legal_moves(state)))


def test_every_refusal_ends_in_what_would_work() -> None:
    count = 0
    for _, view, move, violation in refused():
        named = violation.open_slots or violation.instead
        assert 0 < len(named) <= MOST_NAMED
        legal = legal_moves(view)
        houses = {(each.card.house, each.slot) for each in legal}
        assert all((move.card.house, slot) in houses for slot in violation.open_slots)
        assert {*violation.instead} <= {*legal}
        text = str(violation)
        last = text.rpartition(". ")[2]
        assert str(named[0]) in last or f", choose {named[0]}" in text
        count += 1
    assert count > 500


def test_what_would_work_depends_only_on_the_view() -> None:
    rng = random.Random(1)
    for state, view, move, violation in refused():
        if rng.random() < 0.1:
            world = determinize(view, rng)
            assert violation in explain(observe(world, view.player), move)
            # Everybody can read the violations of a state, and hands would show in them.
            assert all(not (each.open_slots or each.instead) for each in explain(state, move))
            with pytest.raises(IllegalMove) as error:
                apply(state, move)
            assert "would work" not in str(error.value)
            others = [seat for seat in range(view.players) if seat != view.player]
            [waiting] = explain(observe(state, others[0]), move)
            assert not waiting.open_slots
            assert not waiting.instead


def test_documents_have_what_would_work_only_if_it_is_known() -> None:
    state = setup(3, seed=1)
    view = observe(state, 0)
    move = Move(view.hand[0], Slot(1, 0))
    [violation] = explain(view, move)
    assert '"open_slots":["a0"]' in to_json(violation).replace(" ", "")
    assert "open_slots" not in to_json(explain(state, move)[0])
    assert attrs.evolve(violation, open_slots=()) == explain(state, move)[0]


def test_reasons_that_end_alike_say_it_once() -> None:
    for _, view, move, _ in refused():
        if len(violations := explain(view, move)) > 1:
            text = str(IllegalMove(violations, move, view))
            assert text.count(", choose ") + text.count("would work.") == 1
            return
    raise AssertionError("no placement breaks two rules")
