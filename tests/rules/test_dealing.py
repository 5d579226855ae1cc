"""Chance and deals: how numbers become integers, decks become hands, and characters die."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from helpers.tables import assert_faults, play_game

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    GameState,
    InvalidDeal,
    InvalidValue,
    InvalidVariant,
    Phase,
    Record,
    RoundDeal,
    Table,
    Variant,
    apply,
    final_winner,
    legal_moves,
    parse_position,
    score_round,
    setup,
    supply_chance,
)
from westeros_intrigue.gamekit.chance import random_below, shuffle
from westeros_intrigue.rules import deal_from_deck, draw_deal
from westeros_intrigue.rules.log import moves_of

ANYONE = STANDARD.with_options(anyone_can_die=True)


class Numbers:
    """A source of given numbers."""

    def __init__(self, *numbers: float) -> None:
        self.left = list(numbers)

    def random(self) -> float:
        return self.left.pop(0)


ALMOST_ONE = 1 - 2**-53


@pytest.mark.parametrize("bound", [1, 36, 2**32, 2**32 + 1, 2**85])
def test_a_random_integer_comes_from_all_of_its_range_by_two_numbers_if_it_is_large(
    bound: int,
) -> None:
    count = 1 if bound <= 2**32 else 2
    assert random_below(bound, Numbers(*[0.0] * count)) == 0
    assert random_below(bound, Numbers(0.5, *[0.0] * (count - 1))) == bound // 2
    assert random_below(bound, Numbers(*[ALMOST_ONE] * count)) == bound - 1


def test_the_second_number_decides_where_the_first_is_between_two_integers() -> None:
    bound, least = 3 * 2**51, 2**-53
    assert random_below(bound, Numbers(least, 0.0)) == 0
    assert random_below(bound, Numbers(least, ALMOST_ONE)) == 1


def test_a_shuffle_takes_one_number_for_each_card_but_the_last_left() -> None:
    numbers = Numbers(*[0.0] * 40)
    assert sorted(shuffle(DECK, numbers)) == list(DECK)
    assert len(numbers.left) == 40 - 35
    assert shuffle("abcd", Numbers(*[ALMOST_ONE] * 3)) == tuple("abcd")


# Anyone Can Die


@pytest.mark.rule("option.anyone")
def test_a_deck_has_the_characters_in_the_game_and_may_have_the_two_that_die() -> None:
    for size in (32, 34):
        deal_from_deck(DECK[:size], 4, ANYONE, round_number=3)
    for size in (30, 36):
        with pytest.raises(InvalidDeal, match=f"must have 32 or 34 cards, not {size}"):
            deal_from_deck(DECK[:size], 4, ANYONE, round_number=3)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.rule("option.anyone", "option.anyone-deal.table", "option.anyone-deal.two-players")
def test_two_characters_die_after_each_round_but_the_last_and_never_return(players: int) -> None:
    variant = SOLO_SCHEMING.with_options(anyone_can_die=True) if players == 4 else ANYONE
    drawn = draw_deal(players, random.Random(4), variant).rounds
    in_game = [set(dealt.dealt) for dealt in drawn]
    in_game[0] = set(DECK)  # also those left unused
    for before, after in pairwise(in_game):
        assert after < before
        assert len(before - after) == 2


@pytest.mark.rule("option.anyone.unused")
def test_the_cards_that_two_players_left_unused_may_come_back_and_may_die() -> None:
    rng = random.Random(6)
    came_back = died = 0
    for _ in range(30):
        first, second = draw_deal(2, rng, ANYONE).rounds
        came_back += len(set(first.unused) & set(second.dealt))
        died += len(set(first.unused) & set(second.unused))
    assert came_back + died == 8 * 30
    assert came_back > died > 0


@pytest.mark.rule("option.anyone-deal", "option.anyone")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_that_begins_after_deaths_deals_as_the_rounds_after_them(players: int) -> None:
    whole, later = ANYONE.with_rounds(5), ANYONE.with_rounds(3).with_dead(4)
    for number in (1, 2, 3):
        for count in (Variant.hand_size, Variant.starter_count):
            assert count(later, players, number) == count(whole, players, number + 2)


@pytest.mark.rule("option.anyone")
def test_no_round_is_left_after_the_one_with_the_last_two_characters() -> None:
    assert ANYONE.cards_in_game(18) == 2
    assert STANDARD.cards_in_game(19) == 36
    with pytest.raises(InvalidValue, match=r"round_number .* from 1 to 18, not 19"):
        ANYONE.cards_in_game(19)


# Cards by their houses


def test_cards_by_houses_are_numbered_at_random_and_alike_from_the_same_source() -> None:
    deal = RoundDeal.from_houses(("SLS", "LS"), starters="SB", rng=random.Random(2))
    assert deal == RoundDeal.from_houses(("s L, s", "l s"), starters=" sb", rng=random.Random(2))
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
    faults = ["Stark has 9 .* 10 are dealt", "'X'.*use S, L, B or T", "'\u017f'.*use S, L, B or T"]
    assert_faults(caught.value.faults, faults)


# Deals in part


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
    assert play_game(setup(3, deal=mine, seed=5)).phase is Phase.GAME_OVER


def test_nothing_is_drawn_for_a_whole_deal() -> None:
    rng = random.Random(4)
    whole = draw_deal(3, rng)
    state = rng.getstate()
    assert setup(3, deal=whole, rng=rng) == setup(3, deal=whole, seed=1) == setup(3, deal=whole)
    assert rng.getstate() == state
    unknown = STANDARD.with_throne_cards(())
    assert whole.completed(3, unknown) == whole
    with pytest.raises(InvalidVariant, match="unknown Iron Throne cards cannot be drawn"):
        Deal(whole.rounds).completed(3, unknown)


@pytest.mark.rule("setup.first-player", "setup.first-player.youngest")
def test_the_player_that_a_variant_fixes_starts_where_none_is_given() -> None:
    fixed = Variant(first_player=2)
    assert setup(4, seed=1, variant=fixed) == setup(4, seed=1, variant=fixed, first_player=2)
    assert Table.new(4, variant=fixed).starting_player == 2
    assert [
        result.starting_player for result in play_game(setup(4, seed=1, variant=fixed)).results
    ] == [2, 3, 0, 1]


@pytest.mark.rule("setup.throne", "round.reshuffle")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_seed_deals_what_a_state_lacks_as_a_new_game_would(players: int) -> None:
    variant = ANYONE if players in {4, 5} else STANDARD
    whole = setup(players, seed=9, variant=variant)
    deal, _ = moves_of(whole)
    for kept in (Deal(), Deal(deal.rounds[:1]), Deal(deal.rounds[:1], deal.throne_cards[:1]), deal):
        state = setup(players, deal=kept, variant=variant)
        assert supply_chance(state, 7) == setup(players, deal=kept, seed=7, variant=variant)
    assert supply_chance(whole, 7) is whole
    final = play_game(whole)
    assert supply_chance(final, 7) is final


def test_a_seed_deals_the_rounds_after_one_in_play_and_only_with_the_living() -> None:
    variant = ANYONE.with_rounds(3)
    deal, _ = moves_of(setup(3, seed=1, variant=variant))
    state = setup(3, deal=Deal(deal.rounds[:1]), variant=variant)
    for _ in range(4):
        state = apply(state, legal_moves(state)[0])
    state = supply_chance(state, 5)
    assert {*state.rest.rounds[0].dealt} < {*deal.rounds[0].dealt}
    record = Record.from_state(play_game(state))
    assert Record.parse(str(record)) == record


def test_a_table_that_waits_for_its_cards_goes_on_at_once() -> None:
    whole = setup(3, seed=1)
    deal, _ = moves_of(whole)
    state = setup(3, deal=Deal(deal.rounds[:1], deal.throne_cards[:1]))
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    state = score_round(state)
    assert state.phase is Phase.DEALING
    state = supply_chance(state, 5)
    assert (state.phase, state.round_number, len(state.rest.rounds)) == (Phase.PLAYING, 2, 1)
    drawn = [*state.score_piles, state.rest.throne_cards]
    assert sum(map(len, drawn)) == 3
    assert Record.parse(str(Record.from_state(state))).state == state


def test_cards_that_players_hold_at_a_real_table_cannot_be_drawn_by_a_seed() -> None:
    deal, _ = moves_of(setup(2, seed=1))
    state = setup(2, deal=Deal(deal.rounds))
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    state = score_round(state, hidden=True)
    with pytest.raises(InvalidValue, match="the players have the Iron Throne cards of scored roun"):
        supply_chance(state, 1)
    with pytest.raises(InvalidValue, match="seed must be"):
        supply_chance(state, -1)
    unknown = setup(2, deal=Deal(deal.rounds), variant=STANDARD.with_throne_cards(()))
    with pytest.raises(InvalidVariant, match="unknown Iron Throne cards cannot be drawn"):
        supply_chance(unknown, 1)


@pytest.mark.parametrize("drawn", ["0 2/3 0 0", "0 1 0 0"])
def test_a_game_read_from_the_line_of_a_later_round_is_played_to_its_end(drawn: str) -> None:
    state = parse_position(
        "a0 S2; S1 S3 L6 B2 B4 B6 B7 T1 T5, S8 L1 L3 L4 L7 L9 T6 T9, *S5 S7 S9 L2 L5 B8 T2 T3 T7, "
        f"S4 S6 L8 B1 B3 B5 B9 T4 T8; round 2; points 6 5 6 7; drawn {drawn}"
    )
    assert isinstance(state, GameState)
    state = supply_chance(state, 3)
    assert [len(pile) for pile in state.score_piles] == [0, 1, 0, 0]
    final = play_game(state)
    assert len(final.results) == 3
    drawn_cards = [card for pile in final.score_piles for card in pile]
    assert len(drawn_cards) == 4
    assert not Counter(drawn_cards) - Counter(STANDARD.throne_cards)
    assert final_winner(final).totals == tuple(
        points - sum(card.value for card in pile)
        for points, pile in zip(final.penalty_points, final.score_piles, strict=True)
    )
