"""Events: what happened between two positions, as far as the viewer may know it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given, strategies as st
from sample_documents import played_games
from tables import FOUR_HANDS, game, play, play_out

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    Elimination,
    Event,
    GameState,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    Placement,
    Position,
    Slot,
    View,
    determinize,
    events,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.gamekit.values import make_unchecked
from westeros_intrigue.rules import (
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
    deal_from_deck,
    reveal,
    seen_by,
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
        assert whole == tuple(seen_by(event, player) for event in events(None, played[-1]))


@given(games())
def test_events_tell_every_placement_elimination_and_score(played: tuple[GameState, ...]) -> None:
    last = played[-1]
    happened = events(None, last)
    in_rounds = [result.placements + result.eliminations for result in last.results]
    told = [event for event in happened if isinstance(event, Placement | Elimination)]
    assert sorted(told, key=repr) == sorted((e for them in in_rounds for e in them), key=repr)
    assert [event for event in happened if isinstance(event, RoundEnd)] == [
        RoundEnd(
            end.round_number,
            end.cards_left,
            end.adjustments,
            end.penalty_points,
            end.last_placer,
            end.throne_card,
        )
        for end in last.results
    ]
    assert [e.hands for e in happened if isinstance(e, RoundStart)] == [
        tuple(
            hand if seat in last.variant.automated else tuple(sorted(hand))
            for seat, hand in enumerate(result.deal.hands)
        )
        for result in last.results
        if result.deal
    ]
    assert happened[-1] == Reveal(last.score_piles)


@pytest.mark.rule("elimination.own-turn", "turn.clockwise")
def test_a_player_goes_out_between_the_placements_where_it_happened() -> None:
    before, *_ = played = played_games()[2]
    out = next(state for state in played if state.eliminations)
    *_, last, gone, turn = events(before, out)
    assert last == out.placements[-1]
    assert turn == TurnStart(out.active_player or 0)
    assert gone == out.eliminations[-1]


@pytest.mark.rule("solo.set-aside", "solo.public", "solo.public.kept")
def test_the_cards_that_a_house_draws_are_told_before_what_its_turn_ends_with() -> None:
    for played in played_games()[10:]:
        stacks: dict[int, tuple[Card, ...]] = {}
        for event in events(None, played[-1]):
            match event:
                case RoundStart(hands=hands):
                    stacks = {seat: hands[seat] or () for seat in played[0].variant.automated}
                    set_aside: tuple[Card, ...] = ()
                case SetAside(player, cards) if cards:
                    assert cards == stacks[player][: len(cards)]
                    set_aside = cards
                case Placement(player, move) if player in stacks:
                    drawn = len(set_aside)
                    assert stacks[player][drawn] == move.card
                    stacks[player] = stacks[player][drawn + 1 :] + set_aside[::-1]
                    set_aside = ()
                case Elimination(player) if player in stacks:
                    assert set_aside == stacks[player]
                    set_aside = ()


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
        if isinstance(event, RoundStart):
            assert [seat for seat, hand in enumerate(event.hands) if hand] in ([], [view.player])
        if isinstance(event, RoundEnd):
            assert (event.throne_card is not None) == (event.last_placer == view.player)


def test_positions_that_do_not_follow_from_one_another_have_no_events() -> None:
    state = game(*FOUR_HANDS)
    one, other = play(state, "0:S@a0"), play(state, "0:L@a0")
    left, right = play(state, "0:S@a0 1:L@a-1"), play(state, "0:S@a0 1:L@a1 2:S@a-1")
    for before, after in (
        *((one, other), (one, state), (left, right)),
        (one, setup(4, seed=1)),
    ):
        with pytest.raises(InvalidValue, match="does not follow from"):
            events(before, after)
    for seen in (observe(state, 1), state):
        refusal = "^the positions must be two states, or two views of one seat$"
        with pytest.raises(InvalidValue, match=refusal):
            events(observe(state, 0), seen)


def other_parts(view: View) -> Iterator[tuple[str, View]]:
    """The view with one part after another from another game."""
    table, hand, pile, kept = view.table, view.hand, view.score_pile, view.kept
    last, out = table.placements[-1], table.eliminations[-1]
    seat = table.variant.automated[0]
    turned_over = list(table.turned_over)
    turned_over[seat] = (*turned_over[seat][:-1], DECK[:3])
    unseen = next(card for card in DECK if card not in {*hand, *table.court.values()})
    of_table: dict[str, Any] = {
        "players": table.players - 1,
        "variant": table.variant.with_rounds(5 + len(table.results)),
        "has_numbers": False,
        "starting_player": table.starting_player - 1,
        "starters": DECK[:1],
        "placements": (*table.placements[:-1], Placement(last.player, Move(unseen, Slot(4, 0)))),
        "eliminations": (attrs.evolve(out, cards_left=out.cards_left - 1),),
        "turned_over": tuple(turned_over),
        "results": (attrs.evolve(table.results[0], penalty_points=(0,) * 5), *table.results[1:]),
    }
    of_view: dict[str, Any] = {
        "hand": (unseen, *hand[1:]),
        "score_pile": (IronThroneCard(3, icons=99), *pile[1:]),
        "kept": ((unseen,), *kept[1:]),
    }
    parts = {"table": table, "player": view.player, "hand": hand, "score_pile": pile, "kept": kept}
    for name, part in of_table.items():
        another = attrs.evolve(table, **{name: part})
        yield name, make_unchecked(View, **{**parts, "table": another})
    for name, part in of_view.items():
        yield name, make_unchecked(View, **{**parts, name: part})


def test_a_log_of_another_game_is_refused_whichever_part_is_different() -> None:
    states = played_games()[12]
    views = (observe(state, viewer) for state in states for viewer in (0, 2, 4))
    before = next(
        view
        for view in views
        if view.score_pile and view.eliminations and view.hand and view.phase is Phase.PLAYING
    )
    after = observe(states[-1], before.player)
    assert events(before, after)
    for name, another in other_parts(before):
        with pytest.raises(InvalidValue, match="does not follow from"):
            pytest.fail(f"{name}: {events(another, after)}")


@pytest.mark.rule("final.reveal", "info.throne")
def test_an_iron_throne_card_may_become_known_after_it_was_drawn_and_then_stays_the_same() -> None:
    one, other = STANDARD.throne_cards[:2]
    deal = Deal((deal_from_deck(DECK, 2),))
    last = play_out(setup(2, deal=deal, variant=STANDARD.with_rounds(1)))
    untold = score_round(last, hidden=True)
    told = reveal(untold, [one])
    for viewer in viewers(told):
        before, after = shown_to(viewer, untold), shown_to(viewer, told)
        assert events(before, after) == (Reveal(told.score_piles),)
        assert events(after, shown_to(viewer, reveal(untold, [one]))) == ()
        with pytest.raises(InvalidValue, match="does not follow from"):
            events(after, before)
    first = play_out(setup(2, deal=deal))
    with pytest.raises(InvalidValue, match="does not follow from"):
        events(score_round(first, throne_card=one), score_round(first, throne_card=other))


def test_a_round_that_people_deal_is_told_when_it_is_dealt() -> None:
    waiting = setup(5, deal=Deal())
    assert events(None, waiting) == ()
    state = setup(5, deal=Deal((deal_from_deck(DECK, 5),)))
    assert [str(event) for event in events(None, state)] == [
        "round 1 is dealt, 7 cards each; T9 in the court; player 0 starts"
    ]


TEXTS: list[tuple[Event, str]] = [
    (
        RoundStart(1, 0, 2, DECK[:2], ((), ())),
        "round 1 is dealt, 2 cards each; S1 S2 in the court; player 0 starts",
    ),
    (SetAside(2, DECK[:2]), "player 2 turns over S1 S2 and sets them aside"),
    (TurnStart(2), "player 2 is to move"),
    (Elimination(3, 12, 1), "player 3 is out with 1 card left"),
    (
        RoundEnd(1, (2, 0), (), (2, 0), 1, STANDARD.throne_cards[0]),
        (
            "round 1 is scored, penalty points: player 0 takes 2, player 1 takes 0; player 1 draws "
            "an Iron Throne card: 1 point off, 1 icon"
        ),
    ),
    (
        Reveal((STANDARD.throne_cards[1:3], (), STANDARD.throne_cards[:1])),
        (
            "the Iron Throne cards are shown: player 0 has 1 point off, 2 icons and 2 points off, "
            "3 icons; player 2 has 1 point off, 1 icon"
        ),
    ),
]


def test_every_event_is_a_line_for_a_log() -> None:
    for event, text in TEXTS:
        assert str(event) == text
