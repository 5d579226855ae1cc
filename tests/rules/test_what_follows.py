"""What follows from the rules, statement by statement."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
import strategies
from cases import sampled
from hypothesis import given, strategies as st
from tables import mirrored

from westeros_intrigue import (
    STANDARD,
    Card,
    Court,
    Deal,
    GameState,
    House,
    Move,
    Phase,
    RoundDeal,
    Slot,
    apply,
    distinct_moves,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import draw_deal

PLAYERS = pytest.mark.parametrize("players", range(2, 7))
ONE_ROUND = STANDARD.with_rounds(1)


# The full court


def full_court(width: int) -> dict[Slot, Card]:
    """A full court of the least room: each column of one house, and at most nine of a house.

    Column c has width - c cards, each of which rests on the one before it.
    """
    houses = {8: "SLBTTBLS", 7: "SLBTBLS"}[width]
    cards = {House(letter): list(range(9, 0, -1)) for letter in "SLBT"}
    return {
        Slot(row, column): Card(house, cards[house].pop())
        for column, house in enumerate(map(House, houses))
        for row in range(width - column)
    }


@pytest.mark.rule("court.width", "court.support", "court.match")
@pytest.mark.parametrize(("width", "cells"), [(8, 36), (7, 28)])
def test_the_full_court_has_36_cells_or_28_for_two_players_and_takes_no_card_more(
    width: int, cells: int
) -> None:
    court = Court(full_court(width), width)
    assert len(court) == cells
    assert [court.open_slots(house) for house in House] == [()] * 4
    assert max(slot.row for slot in court) == width - 1


@PLAYERS
@pytest.mark.rule("court.width", "court.support", "court.match", "elimination.empty", "round.end")
def test_a_full_court_can_be_reached_and_then_everybody_goes_out_with_an_empty_hand(
    players: int,
) -> None:
    width = STANDARD.width_limit(players)
    court = full_court(width)
    # Row by row, so that the bottom row is built from column 0 and all supports are there.
    in_turn = [(slot, court[slot]) for slot in sorted(court)]
    starters = [card for _, card in in_turn[: STANDARD.starter_count(players, 1)]]
    placed = in_turn[len(starters) :]
    hands = [[card for _, card in placed[seat::players]] for seat in range(players)]
    deal = Deal((RoundDeal(hands, starters),), STANDARD.throne_cards[:1])
    state = setup(players, deal=deal, variant=ONE_ROUND)
    for slot, card in placed:
        state = apply(state, Move(card, slot))
    assert state.phase is Phase.ROUND_OVER
    assert dict(state.court) == court
    assert [out.cards_left for out in state.eliminations] == [0] * players


# The smallest final courts


@pytest.mark.rule("round.penalty", "court.width", "elimination.unable")
@given(data=st.data(), state=strategies.starts(variant=ONE_ROUND))
def test_no_round_ends_on_a_smaller_court_or_with_more_points(
    data: st.DataObject, state: GameState
) -> None:
    favoured = data.draw(st.sampled_from(House))
    players_choice = data.draw(st.sampled_from(["any", "low", "low"]))
    while state.phase is Phase.PLAYING:
        possible = distinct_moves(state)
        if players_choice == "low":  # this is what keeps courts small
            lowest = min((move.slot.row, move.card.house is not favoured) for move in possible)
            possible = tuple(
                move
                for move in possible
                if (move.slot.row, move.card.house is not favoured) == lowest
            )
        state = apply(state, data.draw(st.sampled_from(possible)))
    smallest, most_points = (7, 21) if state.players == 2 else (9, 27)
    assert len(state.court) >= smallest
    assert sum(score_round(state).results[0].penalty_points) <= most_points


@pytest.mark.rule("round.throne", "round.penalty")
@given(strategies.games())
def test_the_throne_card_and_the_lowest_penalty_of_a_round_go_to_the_same_player(
    game: tuple[GameState, ...],
) -> None:
    over = game[-1]
    for result in over.results:
        assert result.penalty_points[result.last_placer] == min(result.penalty_points)
    for player, pile in enumerate(over.score_piles):
        drawn = [result.throne_card for result in over.results if result.last_placer == player]
        assert list(pile) == drawn


# The bottom row


@pytest.mark.rule("court.no-insert", "court.beside", "court.width", "court.first")
@given(strategies.round_states())
def test_the_bottom_row_has_no_gap_and_holds_at_most_8_cards_or_7_with_two_players(
    played: tuple[GameState, ...],
) -> None:
    most = 7 if played[0].players == 2 else 8
    for state in played:
        columns = sorted(slot.column for slot in state.court if slot.row == 0)
        assert len(columns) <= most
        assert not columns or 0 in columns
        assert all(right == left + 1 for left, right in pairwise(columns))


@pytest.mark.rule("court.support", "court.match")
@given(strategies.round_states())
def test_every_upper_card_rests_on_two_cards_one_of_them_of_its_house(
    played: tuple[GameState, ...],
) -> None:
    court = played[-1].court
    for slot, card in court.items():
        if slot.row > 0:
            left = court[Slot(slot.row - 1, slot.column)]
            right = court[Slot(slot.row - 1, slot.column + 1)]
            assert card.house in (left.house, right.house)


# How many placements there are


def open_placements(court: Court) -> int:
    return sum(len(court.open_slots(house)) for house in House)


@pytest.mark.rule("court.beside", "court.match", "court.width")
@given(strategies.round_states())
def test_at_most_20_houses_and_slots_are_open_at_once_or_18_with_two_players(
    played: tuple[GameState, ...],
) -> None:
    most = 18 if played[0].players == 2 else 20
    for state in played:
        assert len(distinct_moves(state)) <= open_placements(state.court) <= most


@pytest.mark.rule("court.first.coordinates", "court.width")
@given(strategies.round_states())
def test_row_r_has_its_slots_in_columns_minus_7_to_7_less_r_or_one_fewer_with_two_players(
    played: tuple[GameState, ...],
) -> None:
    widest = played[0].court.width_limit - 1
    for state in played:
        seen = {*state.court, *(move.slot for move in legal_moves(state))}
        assert all(-widest <= slot.column <= widest - slot.row for slot in seen)


# Mirrors and cards that may change places


def house_moves(state: GameState) -> set[tuple[House, Slot]]:
    return {(move.card.house, move.slot) for move in distinct_moves(state)}


@pytest.mark.rule("court.first.coordinates", "court.support", "court.beside")
@given(strategies.round_states())
def test_a_round_played_in_the_mirror_has_the_mirrored_moves_and_the_same_end(
    played: tuple[GameState, ...],
) -> None:
    other = played[0]
    for state in played:
        if state.placements:
            move = state.placements[-1].move
            other = apply(other, Move(move.card, mirrored(move.slot)))
        assert house_moves(other) == {(house, mirrored(slot)) for house, slot in house_moves(state)}
        assert (other.hands, other.eliminations) == (state.hands, state.eliminations)


@pytest.mark.rule("court.first.coordinates", "setup.starter")
@given(strategies.states(phases={Phase.PLAYING, Phase.ROUND_OVER}))
def test_the_mirrored_court_has_the_mirrored_open_slots(state: GameState) -> None:
    court = state.court
    mirror = Court({mirrored(slot): card for slot, card in court.items()}, court.width_limit)
    for house in House:
        assert set(mirror.open_slots(house)) == {mirrored(slot) for slot in court.open_slots(house)}


@pytest.mark.rule("components.characters.house", "components.names")
@given(data=st.data(), played=strategies.round_states())
def test_the_cards_of_a_house_are_interchangeable_for_legality_and_scoring(
    data: st.DataObject, played: tuple[GameState, ...]
) -> None:
    renumbered = data.draw(strategies.renumberings())
    start = played[0]
    assert start.round_deal is not None
    deal = renumbered.deal(Deal((start.round_deal,), start.rest.throne_cards))
    other = setup(
        start.players, deal=deal, variant=start.variant, first_player=start.starting_player
    )
    for state in played:
        if state.placements:
            other = apply(other, renumbered.move(state.placements[-1].move))
        assert house_moves(other) == house_moves(state)
        assert set(legal_moves(other)) == {renumbered.move(move) for move in legal_moves(state)}
        assert other.eliminations == state.eliminations
    results, expected = score_round(other).results, score_round(played[-1]).results
    assert results[0].penalty_points == expected[0].penalty_points
    assert results[0].throne_card == expected[0].throne_card


# What random play comes to

ROUNDS = 300
MEAN_CARDS_LEFT = {2: 4.30, 3: 3.54, 4: 2.60, 5: 2.05, 6: 1.67}
MEAN_FINAL_COURT = {2: 19.4, 3: 25.4, 4: 25.6, 5: 25.8, 6: 26.0}


@pytest.mark.parametrize("players", sampled(range(2, 7), [4]))
@pytest.mark.rule("round.end", "round.penalty", "elimination.unable", "court.match")
def test_rounds_of_random_placements_leave_the_known_number_of_cards_on_average(
    players: int,
) -> None:
    """Uniform over (house, slot). The means were found with 20 000 rounds in another program.

    The standard error of the mean court is about 0.2 cards in as few rounds as these.
    """
    rng = random.Random(2024)
    cards_left = cards_in_court = 0
    for _ in range(ROUNDS):
        state = setup(players, deal=draw_deal(players, rng, ONE_ROUND), variant=ONE_ROUND)
        while possible := distinct_moves(state):
            state = apply(state, possible[int(rng.random() * len(possible))])
        cards_left += sum(map(len, state.hands))
        cards_in_court += len(state.court)
    assert abs(cards_in_court / ROUNDS - MEAN_FINAL_COURT[players]) < 0.7
    assert abs(cards_left / ROUNDS / players - MEAN_CARDS_LEFT[players]) < 0.7 / players
