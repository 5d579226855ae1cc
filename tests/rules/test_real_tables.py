"""Tables where people play with real cards: chance that is not known beforehand."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from helpers.refusals import assert_refused
from helpers.tables import TWO_HANDS, L, S, deal_by_houses, play_game, play_out, slot

from westeros_intrigue import (
    STANDARD,
    Court,
    Deal,
    GameState,
    IllegalMove,
    InvalidRecord,
    InvalidValue,
    IronThroneCard,
    Record,
    WrongType,
    deal_round,
    determinize,
    final_winner,
    from_json,
    observe,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.rules import draw_deal, reveal

DEAL = draw_deal(3, random.Random(3))


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
        lambda: score_round(
            play_out(deal_round(scored, deal_by_houses(TWO_HANDS))), throne_card=drawn
        ),
    ]
    assert_refused("Iron Throne cards of a round", ValueError, calls)
    no_card: Any = 0
    for state in (one_round_over(), one_round_over((drawn,))):
        with pytest.raises(WrongType, match=r"^throne_card must be an IronThroneCard, not 0$"):
            score_round(state, throne_card=no_card)


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
    for seat in range(3):
        view = observe(state, seat)
        assert observe(determinize(view, random.Random(1)), seat) == view
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
    no_card: Any = 0
    with pytest.raises(WrongType, match="throne_card must be an IronThroneCard, not 0"):
        score_round(play_out(setup(3, deal=DEAL)), throne_card=no_card)


def test_a_text_lacks_the_iron_throne_card_of_a_scored_round() -> None:
    text = str(Record.from_state(play_game(setup(3, deal=DEAL))))
    header, *results = re.findall("(?m)^Throne cards?: .*\n", text)
    lacking = text.replace(results[1], "").replace(header, f"{header[:17]}\n")
    why = "round 2 is scored, but the deal has no Iron Throne card for it"
    with pytest.raises(InvalidRecord, match=rf"line \d+, column 1 \(round 2, .*\): {why}$"):
        Record.parse(lacking)


# Printed cards have a house, and no number


@pytest.mark.rule("components.names", "components.characters.house")
def test_a_court_takes_houses_where_nobody_knows_numbers() -> None:
    laid = Court().place(S, slot("a0")).place(S, slot("a1")).place(S, slot("b0"))
    assert str(laid) == "a0 S1 S2 / b0 S3"
    with pytest.raises(IllegalMove, match=r"^A Lannister card cannot go to b0"):
        laid.place(L, slot("b0"))
    full = Court()
    for column in range(8):
        full = full.place(S, slot(f"a{column}"))
    full = full.place(S, slot("b0"))
    with pytest.raises(InvalidValue, match="all cards of Stark are in the court"):
        full.place(S, slot("b1"))
