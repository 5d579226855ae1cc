"""Variants as data: their tables, what `with_` methods keep, what is refused, what follows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import attrs
import pytest
import strategies
from cases import each
from hypothesis import given, strategies as st
from tables import B, L, S, T, assert_faults, mirrored

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    Phase,
    Variant,
    apply,
    legal_moves,
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


def test_the_standard_game_has_no_options_no_houses_and_the_assumed_throne_cards() -> None:
    assert Variant() == STANDARD
    assert STANDARD.options == ()
    assert (STANDARD.houses, STANDARD.automated, STANDARD.first_player) == ((), (), None)


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


@PLAYERS
@pytest.mark.rule("option.anyone-deal")
def test_with_anyone_can_die_hands_and_starters_are_all_the_cards_in_the_game(players: int) -> None:
    for round_number in range(2, 19):
        in_game = ANYONE.cards_in_game(round_number)
        assert in_game == 36 - 2 * (round_number - 1)
        hand, starters = divmod(in_game, players)
        assert ANYONE.hand_size(players, round_number) == hand
        assert ANYONE.starter_count(players, round_number) == starters
    assert ANYONE.hand_size(players, 1) == STANDARD.hand_size(players, 1)
    assert ANYONE.starter_count(players, 1) == STANDARD.starter_count(players, 1)


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
        (FULL.with_options(house_affiliation=False), {"house_affiliation": False}),
        (FULL.with_options(anyone_can_die=False), {"anyone_can_die": False}),
        (FULL.with_seats(houses=(T, T)), {"houses": (T, T)}),
        (FULL.with_seats(houses=()), {"houses": ()}),
        (FULL.with_seats(automated=(1,)), {"automated": (1,)}),
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


def test_a_change_of_nothing_changes_nothing_and_the_variant_itself_never_changes() -> None:
    before = repr(FULL)
    assert FULL.with_options() == FULL.with_seats() == FULL.with_rounds(3) == FULL
    FULL.with_options(rivalry=False).with_seats(houses=()).with_rounds(1)
    assert repr(FULL) == before


def test_the_options_in_play_are_named_in_one_order() -> None:
    assert FULL.options == ("house_affiliation", "rivalry", "anyone_can_die")
    named = STANDARD.with_options(anyone_can_die=True).with_options(rivalry=True)
    assert named.options == ("rivalry", "anyone_can_die")


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


@pytest.mark.rule("option.houses.same")
@PLAYERS
def test_several_seats_may_have_the_same_house_as_some_of_five_or_six_must(players: int) -> None:
    seats = STANDARD.with_seats(houses=[L] * players).with_options(rivalry=True)
    assert setup(players, seed=1, variant=seats).variant.houses == (L,) * players


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


@st.composite
def variants(draw: st.DrawFn, players: int) -> Variant:
    """Any options, houses and automated seats; for four players sometimes Solo Scheming."""
    solo = players == 4 and draw(st.booleans())
    if solo:
        base = SOLO_SCHEMING
    else:
        houses = draw(st.lists(strategies.houses(), min_size=players, max_size=players))
        automated = sorted(draw(st.sets(st.integers(0, players - 1))))
        base = STANDARD.with_seats(houses=houses, automated=automated)
    options = ("house_affiliation", "rivalry", "anyone_can_die")
    return base.with_options(**{option: draw(st.booleans()) for option in options})


@st.composite
def games(draw: st.DrawFn) -> tuple[GameState, ...]:
    """All states of a whole game with such a variant, played at random."""
    players = draw(strategies.player_counts())
    variant = draw(variants(players))
    first_player = draw(strategies.first_players(players, variant))
    seed = draw(st.integers(0, 2**32))
    start = setup(players, seed=seed, first_player=first_player, variant=variant)
    rng = random.Random(seed)
    return tuple(strategies.play_game(start, rng.randrange))


def rounds_over(states: tuple[GameState, ...]) -> Iterator[GameState]:
    return (state for state in states if state.phase is Phase.ROUND_OVER)


def starter_count(state: GameState) -> int:
    assert state.round_deal is not None
    return len(state.round_deal.starters)


@pytest.mark.rule("option.anyone-deal.nobody", "solo.elsewhere")
@pytest.mark.rule("setup.first-player", "setup.starter.nobody", "round.rotation", "round.throne")
@given(games())
def test_the_first_player_can_place_so_the_last_card_in_the_court_is_never_a_starter(
    states: tuple[GameState, ...],
) -> None:
    for state in states:
        if state.phase is Phase.PLAYING and not state.placements:
            assert state.active_player == state.starting_player
            assert not state.eliminations
            assert starter_count(state) <= 4
    for over in rounds_over(states):
        assert over.round_deal is not None
        assert over.placements[-1].move.card not in over.round_deal.starters


@pytest.mark.rule("option.anyone-deal.width", "court.width", "setup.hand-size")
@given(games())
def test_everybody_places_a_card_unless_starters_and_players_are_more_than_the_row_is_wide(
    states: tuple[GameState, ...],
) -> None:
    for over in rounds_over(states):
        placers = {placed.player for placed in over.placements}
        if starter_count(over) + over.players <= over.court.width_limit:
            assert placers == set(range(over.players))
        else:
            assert (over.players, over.round_number) in {(5, 2), (6, 2), (6, 5)}
            assert len(placers) >= over.court.width_limit - starter_count(over)


@pytest.mark.rule("option.affiliation", "option.rivalry", "round.penalty")
@given(games())
def test_the_options_change_each_player_s_points_by_at_most_one_and_never_below_0(
    states: tuple[GameState, ...],
) -> None:
    for result in states[-1].results:
        changes = [
            points - left
            for points, left in zip(result.penalty_points, result.cards_left, strict=True)
        ]
        assert set(changes) <= {-1, 0, 1}
        assert min(result.penalty_points) >= 0
        assert {player for player, change in enumerate(changes) if change} == {
            adjusted.player for adjusted in result.adjustments
        }


@pytest.mark.rule("round.throne", "round.penalty", "solo.remaining", "turn.clockwise")
@given(games())
def test_the_last_placer_has_the_fewest_cards_and_fewer_than_all_who_sit_after_him(
    states: tuple[GameState, ...],
) -> None:
    for result in states[-1].results:
        last, left = result.last_placer, result.cards_left
        assert left[last] == min(left)
        seats = range(result.starting_player, result.starting_player + len(left))
        order = [seat % len(left) for seat in seats]
        assert all(left[seat] > left[last] for seat in order[order.index(last) + 1 :])


@pytest.mark.rule("court.beside", "court.beside.any-house", "elimination.unable", "solo.out.unable")
@given(games())
def test_while_the_bottom_row_has_room_nobody_with_a_card_goes_out(
    states: tuple[GameState, ...],
) -> None:
    for before, after in pairwise(states):
        if after.phase is Phase.PLAYING and before.round_number == after.round_number:
            row = sum(laid.row == 0 for laid in after.court)
            if row < after.court.width_limit:
                gone = after.eliminations[len(before.eliminations) :]
                assert all(out.cards_left == 0 for out in gone)


@pytest.mark.rule("option.anyone-deal", "round.penalty")
@given(games())
def test_a_final_court_has_9_cards_7_for_two_players_and_8_once_somebody_has_died(
    states: tuple[GameState, ...],
) -> None:
    for over in rounds_over(states):
        deal = over.round_deal
        assert deal is not None
        has_died = over.variant.anyone_can_die and over.round_number > 1
        fewest = 7 if over.players == 2 else 8 if has_died else 9
        assert len(over.court) >= fewest
        left = sum(len(hand) for hand in over.hands)
        assert left == len(deal.dealt) - len(over.court)
        assert left <= {(2, False): 21, (2, True): 27}.get(
            (over.players, has_died), 26 + (not has_died)
        )


@pytest.mark.rule("solo.side", "solo.highest")
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_a_game_of_automated_targaryens_is_the_mirror_of_one_of_automated_lannisters(
    seed: int, players: int
) -> None:
    """The side is all that tells houses apart, so that each game shows the other in a mirror."""
    left, right = (
        setup(
            players,
            seed=seed,
            variant=STANDARD.with_rounds(1).with_seats(
                houses=[house] * players, automated=range(players)
            ),
        )
        for house in (L, T)
    )
    while left.phase is Phase.PLAYING:
        [leftmost], [rightmost] = legal_moves(left), legal_moves(right)
        # A starter or first card lies in column 0, which is its own mirror image.
        assert rightmost.card == leftmost.card
        assert rightmost.slot == mirrored(leftmost.slot)
        left, right = apply(left, leftmost), apply(right, rightmost)
    assert left.hands == right.hands
    assert left.eliminations == right.eliminations


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
