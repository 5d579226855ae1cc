"""Events: what happened between two positions, as far as the viewer may know it."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import attrs
import pytest
from helpers.sample_documents import played_games
from helpers.tables import FOUR_HANDS, game, play, play_out
from helpers.view_checks import changed
from hypothesis import given, strategies as st

from westeros_intrigue import (
    DECK,
    STANDARD,
    Deal,
    Elimination,
    Event,
    GameState,
    InvalidValue,
    IronThroneCard,
    Phase,
    Position,
    View,
    determinize,
    events,
    observe,
    rules,
    score_round,
    setup,
)
from westeros_intrigue.testing import games, states


def shown_to(viewer: int | str, state: GameState) -> Position:
    """The state itself, or what a seat or a spectator sees of it."""
    if viewer == "all":
        return state
    return observe(state, None if viewer == "spectator" else int(viewer))


def viewers(state: GameState) -> list[int | str]:
    """All who may look at a game."""
    automated = state.variant.automated
    return ["all", "spectator", *(seat for seat in range(state.players) if seat not in automated)]


@given(games(), st.data())
def test_what_happened_in_a_game_is_what_happened_step_by_step(
    played: tuple[GameState, ...], data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from(viewers(played[0])))
    positions = [shown_to(viewer, state) for state in played]
    steps = [events(before, after) for before, after in pairwise(positions)]
    assert all(steps)
    whole = events(None, positions[0]) + tuple(event for step in steps for event in step)
    assert whole == events(None, positions[-1])
    assert events(positions[-1], positions[-1]) == ()
    if isinstance(positions[0], View):
        player = positions[0].player
        assert whole == tuple(rules.seen_by(event, player) for event in events(None, played[-1]))


@pytest.mark.rule("info.throne", "info.throne-automated", "final.reveal", "info.leftover")
@given(states(), st.data())
def test_the_events_of_a_view_tell_nothing_that_the_view_does_not(
    state: GameState, data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from(viewers(state)[1:]))
    view = observe(state, None if viewer == "spectator" else int(viewer))
    another = determinize(view, random.Random(data.draw(st.integers(0, 99))))
    assert events(None, observe(another, view.player)) == events(None, view)
    for event in events(None, view):
        if isinstance(event, rules.RoundStart):
            assert [seat for seat, hand in enumerate(event.hands) if hand] in ([], [view.player])
        if isinstance(event, rules.RoundEnd):
            assert (event.throne_card is not None) == (event.last_placer == view.player)


def calls_of(function: Callable[[], object]) -> int:
    """How many functions are called, in Python or in C."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    gc.disable()  # Hypothesis is called at each collection, which can come at any time.
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


@pytest.mark.parametrize("viewer", ["all", "spectator", 0])
def test_the_events_of_a_placement_take_no_more_work_late_in_a_round(viewer: int | str) -> None:
    states = [setup(2, seed=1)]
    while moves := rules.legal_moves(states[-1]):
        states.append(rules.apply(states[-1], moves[0]))
    pairs = [
        (shown_to(viewer, before), shown_to(viewer, after))
        for before, after in pairwise(states)
        if after.eliminations == before.eliminations and after.active_player is not None
    ]
    placements = [pair for pair in pairs if pair[0].placements and pair[0].active_player == 1]
    first, last = (partial(events, *placements[index]) for index in (0, -1))
    assert len(placements) > 5
    assert len(first()) == len(last()) == 2
    assert calls_of(last) <= calls_of(first)


def test_positions_that_do_not_follow_from_one_another_have_no_events() -> None:
    state = game(*FOUR_HANDS)
    one, other = play(state, "0:S@a0"), play(state, "0:L@a0")
    left, right = play(state, "0:S@a0 1:L@a-1"), play(state, "0:S@a0 1:L@a1 2:S@a-1")
    for before, after in (*((one, other), (one, state), (left, right)), (one, setup(4, seed=1))):
        with pytest.raises(InvalidValue, match="does not follow from"):
            events(before, after)
    for seen in (observe(state, 1), state):
        refusal = "^the positions must be two states, or two views of one seat$"
        with pytest.raises(InvalidValue, match=refusal):
            events(observe(state, 0), seen)


def test_a_view_of_another_game_is_refused_whichever_part_is_different() -> None:
    states = played_games()[12]
    views = (observe(state, viewer) for state in states for viewer in (0, 2, 4))
    before = next(
        view
        for view in views
        if view.score_pile and view.eliminations and view.hand and view.phase is Phase.PLAYING
    )
    after = observe(states[-1], before.player)
    assert events(before, after)
    [*_, out] = before.eliminations
    others: tuple[dict[str, object], ...] = (
        {"starting_player": before.starting_player - 1},
        {"variant": attrs.evolve(before.variant, house_rule="none")},
        {"eliminations": (attrs.evolve(out, cards_left=out.cards_left - 1),)},
        {"placements": before.placements[1:]},
        {"score_pile": (IronThroneCard(3, icons=99), *before.score_pile[1:])},
        {"kept": (DECK[:1], *before.kept[1:])},
    )
    for other in others:
        for later in (before, after):
            with pytest.raises(InvalidValue, match="does not follow from"):
                pytest.fail(f"{other}: {events(changed(before, **other), later)}")


@pytest.mark.rule("final.reveal", "info.throne")
def test_an_iron_throne_card_may_become_known_after_it_was_drawn_and_then_stays_the_same() -> None:
    one, other = STANDARD.throne_cards[:2]
    deal = Deal((rules.deal_from_deck(DECK, 2),))
    last = play_out(setup(2, deal=deal, variant=STANDARD.with_rounds(1)))
    untold = score_round(last, hidden=True)
    told = rules.reveal(untold, [one])
    for viewer in viewers(told):
        before, after = shown_to(viewer, untold), shown_to(viewer, told)
        assert events(before, after) == (rules.Reveal(told.score_piles),)
        assert events(after, shown_to(viewer, rules.reveal(untold, [one]))) == ()
        with pytest.raises(InvalidValue, match="does not follow from"):
            events(after, before)
    first = play_out(setup(2, deal=deal))
    with pytest.raises(InvalidValue, match="does not follow from"):
        events(score_round(first, throne_card=one), score_round(first, throne_card=other))


TEXTS: list[tuple[Event, str]] = [
    (rules.SetAside(2, DECK[:2]), "player 2 turns over S1 S2, which cannot be placed"),
    (rules.TurnStart(2), "player 2 is to move"),
    (Elimination(3, 12, 1), "player 3 is out with 1 card left"),
    (
        rules.RoundEnd(1, (2, 0), (), (2, 0), 1, STANDARD.throne_cards[0]),
        (
            "round 1 is scored, penalty points: player 0 takes 2, player 1 takes 0; player 1 draws "
            "an Iron Throne card: 1 point off, 1 icon"
        ),
    ),
    (
        rules.Reveal((STANDARD.throne_cards[1:3], (), STANDARD.throne_cards[:1])),
        (
            "the Iron Throne cards are shown: player 0 has 1 point off, 2 icons and 2 points off, "
            "3 icons; player 2 has 1 point off, 1 icon"
        ),
    ),
]


def test_every_event_is_a_line_for_a_log() -> None:
    for event, text in TEXTS:
        assert str(event) == text
