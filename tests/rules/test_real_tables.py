"""Tables where people play with real cards: chance that is not known beforehand."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest
from refusals import assert_refused
from tables import TWO_HANDS, L, S, deal_by_houses, play_game, play_out, slot

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Court,
    Deal,
    GameState,
    IllegalMove,
    InvalidDeal,
    InvalidRecord,
    InvalidValue,
    IronThroneCard,
    Phase,
    Record,
    RoundDeal,
    WrongPhase,
    apply,
    deal_round,
    final_winner,
    from_json,
    legal_moves,
    observe,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.rules import deal_from_deck, draw_deal, find_dictated_slot, reveal
from westeros_intrigue.views import Determinizer

DEAL = draw_deal(3, random.Random(3))


def test_a_game_dealt_round_by_round_goes_as_one_dealt_beforehand() -> None:
    state = setup(3, deal=Deal())
    for round_deal, throne_card in zip(DEAL.rounds, DEAL.throne_cards, strict=True):
        assert state.phase is Phase.DEALING
        state = deal_round(state, round_deal)
        state = score_round(play_out(state), throne_card=throne_card)
    beforehand = play_game(setup(3, deal=DEAL))
    assert state == beforehand
    assert final_winner(state) == final_winner(beforehand)


def test_a_round_is_dealt_only_when_the_game_waits_for_it() -> None:
    playing = setup(3, deal=DEAL)
    states = (playing, play_out(playing), play_game(playing))
    calls = [partial(deal_round, state, DEAL.rounds[1]) for state in states]
    assert_refused("rounds that are not dealt now", WrongPhase, calls)


def test_cards_that_do_not_fit_the_round_are_refused_with_all_faults() -> None:
    state = setup(2, deal=Deal())
    deal = RoundDeal([DECK[:13], DECK[12:26], DECK[:1]], DECK[30:31])
    assert_refused("a round dealt wrongly", InvalidDeal, [partial(deal_round, state, deal)])
    assert state.phase is Phase.DEALING


def one_round_over(throne_cards: tuple[IronThroneCard, ...] = ()) -> GameState:
    deal = Deal((deal_by_houses(TWO_HANDS),), throne_cards)
    return play_out(setup(2, deal=deal))


def test_the_throne_card_is_given_exactly_when_the_deal_has_none_left() -> None:
    drawn = STANDARD.throne_cards[4]
    scored = score_round(one_round_over(), throne_card=drawn)
    assert scored.results[0].throne_card == drawn
    assert sum(scored.score_piles, ()) == (drawn,)
    calls = [
        lambda: score_round(one_round_over()),
        lambda: score_round(one_round_over((drawn,)), throne_card=drawn),
        lambda: score_round(one_round_over(), throne_card=IronThroneCard(3, 1)),
    ]
    assert_refused("Iron Throne cards of a round", ValueError, calls)


@pytest.mark.parametrize("drawer", [0, 1])
def test_a_throne_card_in_anybody_s_pile_is_not_drawn_again(drawer: int) -> None:
    hands = TWO_HANDS if drawer == 0 else TWO_HANDS[::-1]
    start = setup(2, deal=Deal((deal_by_houses(hands),)), first_player=drawer)
    drawn = STANDARD.throne_cards[0]
    scored = score_round(play_out(start), throne_card=drawn)
    assert scored.score_piles[drawer] == (drawn,)
    state = play_out(deal_round(scored, deal_by_houses(TWO_HANDS)))
    with pytest.raises(InvalidDeal) as caught:
        score_round(state, throne_card=drawn)
    assert caught.value.faults == (f"no Iron Throne card ({drawn}) is left to draw",)


# Iron Throne cards that only their drawers have seen

ROUNDS_DEALT = Deal(DEAL.rounds)


def hidden_game(*, unknown: bool = False) -> GameState:
    """A game of three whose Iron Throne cards nobody tells."""
    variant = STANDARD.with_throne_cards(()) if unknown else STANDARD
    state = setup(3, deal=ROUNDS_DEALT, variant=variant)
    while not state.is_over:
        state = score_round(play_out(state), hidden=True)
    return state


@pytest.mark.rule("info.throne", "final.reveal", "round.throne")
def test_hidden_iron_throne_cards_are_entered_when_they_are_revealed() -> None:
    known = play_game(setup(3, deal=DEAL))
    hidden = hidden_game()
    assert hidden.table.score_pile_sizes == known.table.score_pile_sizes
    assert hidden.score_piles == ((), (), ())
    assert reveal(hidden, DEAL.throne_cards) == known
    assert final_winner(reveal(hidden, DEAL.throne_cards)) == final_winner(known)


def test_a_game_with_hidden_cards_is_kept_and_written_down() -> None:
    for state in (hidden_game(), hidden_game(unknown=True)):
        assert from_json(GameState, to_json(state)) == state
    revealed = reveal(hidden_game(), DEAL.throne_cards)
    assert Record.parse(str(Record.from_state(revealed))).deal == DEAL
    with pytest.raises(InvalidRecord, match=r"round 1, .*: round 1 is scored, but the deal has no"):
        Record.from_state(hidden_game())


def test_iron_throne_cards_are_all_hidden_or_all_known() -> None:
    first = DEAL.throne_cards[0]
    known = score_round(play_out(setup(3, deal=ROUNDS_DEALT)), throne_card=first)
    hidden = score_round(play_out(setup(3, deal=ROUNDS_DEALT)), hidden=True)
    calls = [
        lambda: score_round(play_out(known), hidden=True),
        lambda: score_round(play_out(hidden), throne_card=first),
        lambda: score_round(play_out(setup(3, deal=DEAL)), hidden=True),
        lambda: score_round(play_out(setup(3, deal=ROUNDS_DEALT)), throne_card=first, hidden=True),
        lambda: reveal(play_game(setup(3, deal=DEAL)), DEAL.throne_cards),
        lambda: reveal(hidden_game(), DEAL.throne_cards[:1]),
        lambda: reveal(hidden_game(), [IronThroneCard(3, icons=40)] * 3),
        lambda: final_winner(hidden_game()),
    ]
    assert_refused("hidden Iron Throne cards", Exception, calls)


# Printed cards have a house, and no number


@pytest.mark.rule("components.names", "components.characters.house")
def test_a_court_takes_houses_where_nobody_knows_numbers() -> None:
    laid = Court().place(S, slot("a0")).place(S, slot("a1")).place(S, slot("b0"))
    assert str(laid) == "a0 S1 S2 / b0 S3"
    assert (laid.left, laid.width) == (0, 2)
    assert (Court().left, Court().width) == (0, 0)
    assert laid.place(L, slot("a-1")).left == -1
    with pytest.raises(IllegalMove, match=r"^A Lannister card cannot go to b0") as caught:
        laid.place(L, slot("b0"))
    assert caught.value.move is None
    full = Court()
    for column in range(8):
        full = full.place(S, slot(f"a{column}"))
    full = full.place(S, slot("b0"))
    with pytest.raises(InvalidValue, match="all cards of Stark are in the court"):
        full.place(S, slot("b1"))


@pytest.mark.rule("solo.highest", "solo.side", "solo.stack")
def test_the_dictated_slot_of_a_drawn_card_is_where_the_house_places_it() -> None:
    state = setup(4, seed=1, variant=SOLO_SCHEMING)
    while moves := legal_moves(state):
        seat = state.active_player
        if seat in state.variant.automated:
            [dictated] = moves
            stack = state.hands[seat]
            house = state.variant.houses[seat]
            set_aside = stack[: stack.index(dictated.card)]
            assert find_dictated_slot(state.court, house, dictated.card) == dictated.slot
            assert find_dictated_slot(state.court, house, dictated.card.house) == dictated.slot
            assert {find_dictated_slot(state.court, house, card) for card in set_aside} <= {None}
        state = apply(state, moves[0])


# A game with Anyone Can Die that is taken up in the middle, given who has died

MIDDLE = STANDARD.with_options(anyone_can_die=True).with_rounds(2).with_dead(4)
LIVING = ("SSSSLLBB", "LLLLBBTT", "BBBBTTSS", "TTTSSLLB")
AFTER = ("SSSSLLB", "LLLLBBT", "BBBBTTS", "TTTSSLL")


@pytest.mark.rule("option.anyone", "option.anyone-deal", "round.penalty")
def test_a_game_is_taken_up_in_the_middle_with_the_hands_that_the_living_give() -> None:
    dealt = deal_by_houses(LIVING)
    dead = set(dealt.unused)
    state = setup(4, deal=Deal((dealt,)), first_player=2, variant=MIDDLE)
    assert (len(dead), state.hand_sizes, state.starting_player) == (4, (8, 8, 8, 8), 2)
    view = observe(state, 1)
    worlds = Determinizer(view)
    died = Counter(
        card
        for seed in range(50)
        for card in set(DECK).difference(*worlds.draw(random.Random(seed)).hands)
    )
    # Nobody has seen who died: any card that is not in the own hand may have.
    assert died.total() == 4 * 50
    assert len(died) > 4
    assert not set(view.hand) & set(died)
    state = score_round(play_out(state), throne_card=STANDARD.throne_cards[0])
    assert state.results[0].penalty_points == state.results[0].cards_left
    with pytest.raises(InvalidDeal) as caught:
        deal_round(state, deal_from_deck([*dead, *dealt.dealt[:26]], 4, MIDDLE, round_number=2))
    assert {fault.split()[0] for fault in caught.value.faults} == set(map(str, dead))
    later = RoundDeal.from_houses(AFTER, "BS", in_game=dealt.dealt)
    state = score_round(play_out(deal_round(state, later)), throne_card=STANDARD.throne_cards[1])
    assert state.is_over
    record = Record.from_state(state)
    assert "\nDead: 4\n" in str(record)
    assert Record.parse(str(record)) == record
    without_numbers = Record.parse(record.to_text(numbers=False))
    assert without_numbers.state.table.penalty_points == state.penalty_points
    for value in (state, observe(state, 3), state.table):
        assert from_json(type(value), to_json(value)) == value
