"""What happened in a game, and how it is played again."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import attrs
import pytest
from refusals import assert_refused
from tables import ONE_ROUND, move, wrong
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    GameState,
    InvalidRecord,
    InvalidValue,
    Placement,
    Record,
    ViolationCode,
    WrongType,
    apply,
    determinize,
    from_json,
    legal_moves,
    observe,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.notation import RecordedPlacement, RecordedRound
from westeros_intrigue.rules import draw_deal

WHOLE = watched_game("4 players", 1)
ENDED = Record.from_state(WHOLE.now)


@pytest.mark.rule("info.throne")
def test_a_game_whose_iron_throne_card_only_its_drawer_has_seen_is_played_again() -> None:
    deal = draw_deal(2, random.Random(1), ONE_ROUND)
    state = setup(2, deal=Deal(deal.rounds), variant=ONE_ROUND)
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    state = score_round(state, hidden=True)
    assert from_json(GameState, to_json(state)) == state


def test_a_state_drawn_from_a_view_has_no_record() -> None:
    for state in (WHOLE.states[5], WHOLE.states[60], WHOLE.now):
        world = determinize(observe(state, 1), random.Random(1))
        with pytest.raises(InvalidValue, match="no complete history") as refused:
            Record.from_state(world)
        assert str(refused.value).endswith(". Write the view, or the state of the game itself")
    with pytest.raises(WrongType, match="state must be a GameState"):
        Record.from_state(wrong(observe(WHOLE.now, 1)))


def with_placement(number: int, index: int, placed: Placement) -> dict[str, Any]:
    rounds = [list(played.placements) for played in ENDED.rounds]
    rounds[number - 1][index - 1] = RecordedPlacement(placed.player, placed.move)
    return {"rounds": [RecordedRound(placements) for placements in rounds]}


TWICE_DRAWN = Deal(ENDED.deal.rounds, ENDED.deal.throne_cards[:1] * 4)
NEXT = ENDED.rounds[0].placements[1]
SECOND, BEYOND = NEXT.player, (NEXT.player + 1) % 4


NOT_PLAYED: tuple[dict[str, Any], ...] = (
    {"first_player": 4},
    {"players": 7},
    {"players": 3},
    {"variant": SOLO_SCHEMING.with_rounds(9)},
    {"variant": SOLO_SCHEMING.with_rounds(9), "deal": draw_deal(3, random.Random(1))},
    {"variant": STANDARD.with_rounds(3)},
    {"deal": Deal(ENDED.deal.rounds, ENDED.deal.throne_cards[:1])},
    {"deal": TWICE_DRAWN},
    {"rounds": (*ENDED.rounds, RecordedRound())},
    {"scored_rounds": 5},
    {"scored_rounds": 1},
    {"rounds": ENDED.rounds[:1]},
    {"rounds": (RecordedRound(ENDED.rounds[0].placements[:-1]), *ENDED.rounds[1:])},
    with_placement(1, 2, Placement(BEYOND, NEXT.move)),
    with_placement(2, 2, Placement(5, NEXT.move)),
    with_placement(1, 2, Placement(SECOND, move("S1@c3"))),
)


@pytest.mark.rule("turn.clockwise", "round.end", "round.throne")
def test_what_the_rules_do_not_allow_is_not_played() -> None:
    calls = [partial(attrs.evolve, ENDED, **fields) for fields in NOT_PLAYED]
    for error in assert_refused("games that cannot be played", InvalidRecord, calls):
        assert isinstance(error, InvalidRecord)
        assert error.line is None


@pytest.mark.rule("option.anyone")
def test_the_round_that_deals_somebody_dead_is_named() -> None:
    ended = Record.from_state(watched_game("4 players, Anyone Can Die", 1).now)
    first, second, third, fourth = ended.deal.rounds
    dead = min(set(DECK) - set(second.dealt))
    hands = ((dead, *third.hands[0][1:]), *third.hands[1:])
    rounds = (first, second, attrs.evolve(third, hands=hands), fourth)
    with pytest.raises(InvalidRecord, match=f"{dead}") as refused:
        attrs.evolve(ended, deal=Deal(rounds, ended.deal.throne_cards))
    assert refused.value.round_number == 3


def test_every_rule_that_a_move_breaks_is_told() -> None:
    taken = ENDED.rounds[0].placements[0].move
    with pytest.raises(InvalidRecord) as refused:
        attrs.evolve(ENDED, **with_placement(1, 2, Placement(SECOND, taken)))
    assert [violation.code for violation in refused.value.violations] == [
        ViolationCode.CARD_NOT_IN_HAND,
        ViolationCode.SLOT_TAKEN,
    ]
    assert len(refused.value.faults) == 2
