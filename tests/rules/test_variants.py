"""Variants as data: their tables, what `with_` methods keep, what is refused, what follows."""

from __future__ import annotations

import attrs
import pytest
from cases import each
from tables import B, L, S, T, assert_faults

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    Phase,
    Variant,
    setup,
)

ANYONE = STANDARD.with_options(anyone_can_die=True)
CROWN = IronThroneCard(2, icons=1)
MANY_THRONE_CARDS = tuple(IronThroneCard(1, icons) for icons in range(1, 41))
FOUR_HOUSES = (S, B, L, T)
PLAYERS = pytest.mark.parametrize("players", range(2, 7))


# Tables


@pytest.mark.parametrize(
    ("players", "hand_size", "starters", "width"),
    [(2, 14, 0, 7), (3, 12, 0, 8), (4, 9, 0, 8), (5, 7, 1, 8), (6, 6, 0, 8)],
)
@pytest.mark.rule("setup.hand-size", "setup.starter", "court.width", "round.count")
def test_the_standard_table_is_that_of_the_rulebook_in_every_round(
    players: int, hand_size: int, starters: int, width: int
) -> None:
    assert STANDARD.rounds_for(players) == players
    assert STANDARD.width_limit(players) == width
    for round_number in (1, 2, 7):
        assert STANDARD.hand_size(players, round_number) == hand_size
        assert STANDARD.starter_count(players, round_number) == starters
        assert STANDARD.cards_in_game(round_number) == 36


@pytest.mark.rule("solo.seats", "solo.seats.hands", "solo.rounds", "setup.first-player")
def test_solo_scheming_is_a_table_of_four_with_five_rounds_and_a_fixed_start() -> None:
    assert SOLO_SCHEMING.rounds_for(4) == 5
    assert (SOLO_SCHEMING.hand_size(4, 5), SOLO_SCHEMING.starter_count(4, 5)) == (9, 0)
    assert SOLO_SCHEMING.width_limit(4) == 8
    assert SOLO_SCHEMING.houses == FOUR_HOUSES
    assert SOLO_SCHEMING.automated == (1, 2, 3)
    assert SOLO_SCHEMING.first_player == 0
    assert SOLO_SCHEMING.options == ()
    assert (
        attrs.evolve(SOLO_SCHEMING, rounds=None, houses=(), automated=(), first_player=None)
        == STANDARD
    )


@pytest.mark.rule("option.anyone")
def test_with_anyone_can_die_no_round_is_left_after_the_one_with_the_last_two_characters() -> None:
    assert ANYONE.cards_in_game(18) == 2
    assert STANDARD.cards_in_game(19) == 36
    for table in (ANYONE.cards_in_game, lambda number: ANYONE.hand_size(4, number)):
        with pytest.raises(InvalidValue, match=r"round_number .* from 1 to 18, not 19"):
            table(19)


# What with_ methods keep

FULL = Variant(
    rounds=3,
    house_affiliation=True,
    rivalry=True,
    anyone_can_die=True,
    houses=(S, L, B),
    automated=(0, 2),
    throne_cards=(CROWN,) * 3,
    first_player=1,
    dead=4,
)


@each(
    [
        (FULL.with_options(rivalry=False), {"rivalry": False}),
        (FULL.with_seats(houses=(T, T)), {"houses": (T, T)}),
        (FULL.with_seats(automated=()), {"automated": ()}),
        (FULL.with_rounds(2), {"rounds": 2}),
        (FULL.with_throne_cards((CROWN,)), {"throne_cards": (CROWN,)}),
        (FULL.with_dead(0), {"dead": 0}),
    ]
)
def test_a_changed_variant_keeps_all_that_is_not_named(
    changed: Variant, expected: dict[str, object]
) -> None:
    values = {name: getattr(FULL, name) for name in attrs.fields_dict(Variant)}
    assert changed == Variant(**(values | expected))
    assert changed != FULL


# Variants that cannot be played


def faults_of(variant: Variant, players: int = 4, first_player: int = 0) -> tuple[str, ...]:
    with pytest.raises(InvalidVariant) as caught:
        setup(players, seed=1, variant=variant, first_player=first_player)
    assert str(caught.value) == "; ".join(caught.value.faults)
    return caught.value.faults


@pytest.mark.rule("option.houses")
def test_the_scoring_options_need_houses_and_anyone_can_die_does_not() -> None:
    options = STANDARD.with_options(house_affiliation=True, rivalry=True, anyone_can_die=True)
    assert_faults(faults_of(options), ["house_affiliation needs a house", "rivalry needs a house"])
    assert_faults(faults_of(STANDARD.with_options(rivalry=True)), ["rivalry needs a house"])
    assert setup(4, seed=1, variant=ANYONE).variant is ANYONE
    assert setup(4, seed=1, variant=options.with_seats(houses=FOUR_HOUSES)).phase is Phase.PLAYING


@pytest.mark.rule("solo.elsewhere", "option.houses.automated")
def test_an_automated_seat_needs_a_house_and_one_without_automation_does_not() -> None:
    assert_faults(faults_of(STANDARD.with_seats(automated=(2,))), ["automated seat needs a house"])
    seats = STANDARD.with_seats(houses=FOUR_HOUSES)
    assert setup(4, seed=1, variant=seats).known_counts == (0, 0, 0, 0)
    assert setup(4, seed=1, variant=seats.with_seats(automated=(2,))).phase is Phase.PLAYING


@pytest.mark.rule("option.anyone-deal")
@pytest.mark.parametrize(("players", "most"), [(2, 18), (3, 17), (4, 17), (5, 16), (6, 16)])
def test_anyone_can_die_leaves_a_card_for_each_hand_of_the_last_round(
    players: int, most: int
) -> None:
    variant = ANYONE.with_throne_cards(MANY_THRONE_CARDS)
    longest = variant.with_rounds(most)
    assert longest.hand_size(players, most) >= 1
    assert setup(players, seed=1, variant=longest).phase is Phase.PLAYING
    faults = faults_of(variant.with_rounds(most + 1), players)
    assert_faults(faults, [f"after {most} rounds of Anyone Can Die no hand can be dealt"])


@pytest.mark.rule("components.throne", "round.throne")
def test_there_is_an_iron_throne_card_for_every_round() -> None:
    assert setup(4, seed=1, variant=STANDARD.with_rounds(7)).rest.throne_cards
    assert_faults(faults_of(STANDARD.with_rounds(8)), ["8 rounds .* has 7"])
    short = SOLO_SCHEMING.with_throne_cards(STANDARD.throne_cards[:4])
    assert_faults(faults_of(short), ["5 rounds .* has 4"])
    assert_faults(faults_of(STANDARD.with_rounds(0)), ["at least 1 round, not 0"])


# What follows, with options and automated seats


def starter_count(state: GameState) -> int:
    assert state.round_deal is not None
    return len(state.round_deal.starters)


@pytest.mark.rule("option.anyone-deal", "option.anyone")
@PLAYERS
def test_a_game_that_begins_after_deaths_deals_as_the_rounds_after_them(players: int) -> None:
    whole, later = ANYONE.with_rounds(5), ANYONE.with_rounds(3).with_dead(4)
    for number in (1, 2, 3):
        assert later.cards_in_game(number) == whole.cards_in_game(number + 2)
        assert later.hand_size(players, number) == whole.hand_size(players, number + 2)
        assert later.starter_count(players, number) == whole.starter_count(players, number + 2)


@pytest.mark.rule("option.anyone")
def test_two_die_for_each_round_played_before_and_only_with_the_option() -> None:
    assert_faults(faults_of(ANYONE.with_dead(3)), ["dead must be even.* not 3"])
    assert_faults(faults_of(STANDARD.with_dead(2)), ["need the option anyone_can_die"])
    dead = ANYONE.with_rounds(2).with_dead(30)
    assert setup(4, seed=1, variant=dead).hand_sizes == (1, 1, 1, 1)
    assert_faults(faults_of(dead.with_rounds(3)), ["after 17 rounds .* no hand can be dealt"])
