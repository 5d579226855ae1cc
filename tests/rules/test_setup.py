"""The start of a game and of a round: hands, starter, first player, Iron Throne cards."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tables import assert_faults, game, move, play_game, play_out, slot

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    InvalidDeal,
    InvalidVariant,
    Phase,
    RoundDeal,
    Table,
    Variant,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import deal_from_deck, draw_deal


@pytest.mark.rule("setup.starter", "court.first")
def test_five_players_find_the_starter_in_a0_and_build_beside_it() -> None:
    hands = ("SSSSSSS", "LLLLLLL", "BBBBBBB", "TTTTTTT", "SSLLBBT")
    state = game(*hands, starters="T")
    assert dict(state.court) == {slot("a0"): Card(move("T9@a0").card.house, 9)}
    assert {str(legal.slot) for legal in legal_moves(state)} == {"a-1", "a1"}
    assert [len(hand) for hand in state.hands] == [7] * 5


@pytest.mark.rule("setup.starter.nobody")
def test_the_starter_is_nobody_s_placement_so_it_makes_nobody_the_last_placer() -> None:
    state = setup(5, seed=3)
    assert len(state.court) == 1
    assert (state.placements, state.last_placer) == ((), None)
    over = play_out(state)
    assert over.last_placer == over.placements[-1].player
    assert len(over.court) == len(over.placements) + 1


@pytest.mark.rule("setup.first-player", "setup.first-player.youngest")
def test_player_0_starts_unless_the_caller_names_another_the_youngest_say() -> None:
    assert setup(4, seed=1).active_player == 0
    for youngest in range(4):
        state = setup(4, seed=1, first_player=youngest)
        assert (state.starting_player, state.active_player) == (youngest, youngest)


@pytest.mark.rule("setup.throne", "setup.throne.once")
def test_the_iron_throne_cards_are_shuffled_once_and_one_is_drawn_a_round() -> None:
    state = setup(4, seed=8)
    order = state.rest.throne_cards
    assert len(order) == 4
    assert not Counter(order) - Counter(STANDARD.throne_cards)
    assert order != STANDARD.throne_cards[:4]
    for drawn in range(4):
        assert state.rest.throne_cards == order[drawn:]
        state = score_round(play_out(state))
    assert tuple(result.throne_card for result in state.results) == order


def test_hands_are_held_by_house_and_number_but_a_deal_keeps_its_dealing_order() -> None:
    dealt = deal_from_deck(DECK[::-1], 4)
    state = setup(4, deal=Deal((dealt,)))
    assert state.round_deal == dealt
    assert state.hands == tuple(tuple(sorted(hand)) for hand in dealt.hands)
    in_order = RoundDeal([sorted(hand) for hand in dealt.hands])
    assert in_order != dealt
    assert setup(4, deal=Deal((in_order,))) != state


def test_cards_by_houses_are_numbered_at_random_and_alike_from_the_same_source() -> None:
    deal = RoundDeal.from_houses(("SLS", "LS"), starters="SB", rng=random.Random(2))
    assert deal == RoundDeal.from_houses(("s L, s", "l s"), starters=" sb", rng=random.Random(2))
    letters = ["".join(card.house.letter for card in hand) for hand in deal.hands]
    assert letters == ["SLS", "LS"]
    assert len(set(deal.dealt)) == 7
    assert deal != RoundDeal.from_houses(("SLS", "LS"), starters="SB", rng=random.Random(1))
    # The numbers are those of every later version.
    assert " ".join(map(str, deal.dealt)) == "S2 L9 S6 L4 S4 S3 B3"


@pytest.mark.rule("option.anyone")
def test_cards_by_houses_are_those_still_in_the_game() -> None:
    before = RoundDeal.from_houses(("S" * 9, "L" * 9)).dealt[2:]
    later = RoundDeal.from_houses(("S" * 7, "L" * 9), in_game=before)
    assert set(later.dealt) == set(before)
    with pytest.raises(InvalidDeal, match="Stark has 7 cards, but 8 are dealt"):
        RoundDeal.from_houses(("S" * 8, "L"), in_game=before)


def test_cards_by_houses_that_cannot_be_are_refused_with_all_faults_each_once() -> None:
    with pytest.raises(InvalidDeal) as caught:
        RoundDeal.from_houses(("SSSSSSSSSS", "xxXL"), starters="\u017f")
    assert_faults(
        caught.value.faults,
        [
            "'X'.*use S, L, B or T",
            "'\u017f'.*use S, L, B or T",
            "Stark has 9 cards, but 10 are dealt",
        ],
    )


@pytest.mark.rule("setup.first-player")
def test_the_player_that_a_variant_fixes_starts_where_none_is_given() -> None:
    fixed = Variant(first_player=2)
    assert setup(4, seed=1, variant=fixed) == setup(4, seed=1, variant=fixed, first_player=2)
    assert Table.new(4, variant=fixed).starting_player == 2
    final = play_game(setup(4, seed=1, variant=fixed))
    assert [result.starting_player for result in final.results] == [2, 3, 0, 1]
    with pytest.raises(InvalidVariant, match="player 2 always starts, not player 0"):
        setup(4, seed=1, variant=fixed, first_player=0)


@pytest.mark.rule("setup.throne", "setup.throne.once", "round.reshuffle")
def test_a_deal_is_completed_as_a_game_is_dealt() -> None:
    whole = draw_deal(3, random.Random(4))
    assert Deal().completed(3, STANDARD, random.Random(4)) == whole
    mine = Deal(whole.rounds[:1], whole.throne_cards[1:2])
    deal = mine.completed(3, STANDARD, random.Random(5))
    assert deal.rounds[:1] == mine.rounds
    assert deal.throne_cards[:1] == mine.throne_cards
    assert (len(deal.rounds), len(deal.throne_cards)) == (3, 3)
    seven = Deal((), STANDARD.throne_cards[2:4]).completed(3, STANDARD.with_rounds(7))
    assert Counter(seven.throne_cards) == Counter(STANDARD.throne_cards)
    assert setup(3, deal=mine, rng=random.Random(5)) == setup(3, deal=deal)
    assert setup(3, deal=mine, seed=5) == setup(3, deal=deal)
    assert setup(3, deal=mine, seed=6) != setup(3, deal=deal)
    assert play_game(setup(3, deal=mine, seed=5)).phase is Phase.GAME_OVER


def test_nothing_is_drawn_for_a_whole_deal() -> None:
    rng = random.Random(4)
    whole = draw_deal(3, rng)
    state = rng.getstate()
    assert whole.completed(3, STANDARD, rng) == whole
    assert setup(3, deal=whole, rng=rng) == setup(3, deal=whole, seed=1) == setup(3, deal=whole)
    assert rng.getstate() == state
    unknown = STANDARD.with_throne_cards(())
    assert whole.completed(3, unknown) == whole
    with pytest.raises(InvalidVariant, match="unknown Iron Throne cards cannot be drawn"):
        Deal(whole.rounds).completed(3, unknown)


def test_a_deal_that_fits_no_game_is_not_completed() -> None:
    short = Deal((RoundDeal((DECK[:9], DECK[9:18], DECK[18:26], DECK[27:])),))
    with pytest.raises(InvalidDeal, match="round 1: player 2 must be dealt 9 cards, not 8"):
        setup(4, deal=short, seed=1)
    with pytest.raises(InvalidDeal):
        short.completed(4)
