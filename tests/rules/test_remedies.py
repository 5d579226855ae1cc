"""What a refusal of a placement says would work, in the view of the player to move."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import attrs
import pytest

from westeros_intrigue import (
    DECK,
    GameState,
    House,
    IllegalMove,
    Move,
    Slot,
    View,
    apply,
    determinize,
    explain,
    legal_moves,
    observe,
    parse_card,
    parse_move,
    parse_slot,
    proceed,
    setup,
    to_json,
)
from westeros_intrigue.gamekit.refusals import MOST_NAMED
from westeros_intrigue.rules.violations import Violation, ViolationCode


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


def placements_named(remedy: str) -> set[str]:
    """The placements that a last sentence names, such as `For L3 or T4, choose a-1; for B7, a2.`"""
    return {
        f"{card}@{slot}"
        for part in remedy.split("; ")
        for card in re.findall(r"\b[SLBT]\d\b", part)
        for slot in re.findall(r"\b[a-h]-?\d", part)
    }


def test_every_refusal_ends_in_what_would_work() -> None:
    count = 0
    for _, view, move, violation in refused():
        named = violation.open_slots or violation.instead
        assert 0 < len(named) <= MOST_NAMED
        legal = legal_moves(view)
        houses = {(each.card.house, each.slot) for each in legal}
        assert all((move.card.house, slot) in houses for slot in violation.open_slots)
        assert {*violation.instead} <= {*legal}
        remedy = violation.suggestion
        assert violation.remedy.endswith(remedy)
        assert str(violation).endswith(f"{violation.obstacle} {violation.remedy}")
        assert {*violation.answers} <= {*legal}
        assert violation.answers
        own = {f"{move.card}@{slot}" for slot in violation.open_slots}
        assert placements_named(remedy) == (own or {*map(str, violation.instead)})
        count += 1
    assert count > 500


def test_a_card_that_is_held_is_told_its_slots_and_another_the_nearest_of_the_hand() -> None:
    kinds = set[str]()
    for _, view, move, violation in refused():
        legal = legal_moves(view)
        if move.card in view.hand and any(each.card == move.card for each in legal):
            kind = "the card's slots"
            assert violation.open_slots
        elif there := {each.card.house for each in legal if each.slot == move.slot}:
            kind = "cards for the slot"
            assert {each.card.house for each in violation.instead} == there
            assert {each.slot for each in violation.instead} == {move.slot}
        elif any(each.card.house is move.card.house for each in legal):
            kind = "cards of the house"
            assert {each.card.house for each in violation.instead} == {move.card.house}
        else:
            kind = "any"
        kinds.add(kind)
    assert len(kinds) == 4


GENERAL_ADVICE = re.compile(
    "Choose a card|A slot can|Choose that|Only upper rows|It grows|Above the bottom row"
)
"""What the rules want of any card."""


def test_what_would_work_stands_instead_of_what_the_rules_want_of_any_card() -> None:
    replaced = set[ViolationCode]()
    for state, _, move, violation in refused():
        assert not GENERAL_ADVICE.search(str(violation))
        assert str(violation).count("choose ") == 1
        replaced |= {each.code for each in explain(state, move) if GENERAL_ADVICE.search(str(each))}
    assert len(replaced) == 6


def test_an_obstacle_and_its_remedy_are_the_sentence() -> None:
    for state, _, move, violation in refused():
        head = f"{move.card} cannot go to {move.slot}: "
        assert str(violation) == f"{head}{violation.obstacle} {violation.remedy}"
        public = next(each for each in explain(state, move) if each.code is violation.code)
        assert public.obstacle == violation.obstacle
        assert not public.suggestion
        assert not public.answers


def test_cards_with_the_same_slots_are_named_together() -> None:
    violation = Violation(
        ViolationCode.CARD_NOT_IN_HAND,
        "turn.own-hand",
        House.STARK,
        parse_card("S4"),
        parse_slot("c7"),
        player=0,
        instead=tuple(map(parse_move, ("L3@a-1", "L3@a2", "B7@a-1", "T4@a-1", "T4@a2"))),
    )
    assert str(violation) == (
        "S4 cannot go to c7: player 0 has no such card. "
        "For L3 or T4, choose a-1 or a2; for B7, a-1."
    )


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
            assert "For " not in str(error.value)
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
            assert text.count(", choose ") == 1
            return
    raise AssertionError("no placement breaks two rules")
