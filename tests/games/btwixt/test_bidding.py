"""A round: turns, the bid, the claim, the clean-up."""

from __future__ import annotations

import random

import attrs
import pytest

from games.btwixt.tables import asked, dealt, ids, options, play, with_abilities
from westeros_intrigue.games.btwixt import (
    SAMPLE_BOX,
    Ability,
    Card,
    GameState,
    Kneel,
    Onto,
    Operation,
    Phase,
    Skip,
    Timing,
    determinize,
    explain,
    legal_moves,
    observe,
)
from westeros_intrigue.games.btwixt.abilities import Effect
from westeros_intrigue.games.btwixt.moves import MOVES
from westeros_intrigue.games.btwixt.state import WorkingCopy

SILENCE = SAMPLE_BOX.entry("the-silence").abilities


@pytest.mark.rule("round.steps", "round.steps.six", "round.reveal", "bid.order", "bid.order.last")
@pytest.mark.rule("bid.turn", "bid.kneel", "bid.pile", "bid.pile.order", "advance.round")
@pytest.mark.rule("clean.stand")
def test_leaders_take_turns_from_the_first_player_until_all_have_knelt() -> None:
    state = dealt("", "", "", "", allies="test-ally-1a test-ally-1b", first_player=2)
    assert [current.ally for current in state.current] == ["test-ally-1a"]
    turns = []
    while state.phase is Phase.BIDDING:
        seat = state.active_player
        turns.append(seat)
        state = play(state, "kneel" if seat != 3 or len(turns) > 6 else "play any")
    assert turns == [2, 3, 0, 1, 3, 3, 3]
    assert len(state.piles[3]) == 3
    assert state.table.plays == tuple((3, card) for card in state.piles[3])
    assert all(state.knelt)
    state = play(state, "choose c3", "choose c3")
    assert state.phase is Phase.BIDDING
    assert (state.round_number, state.first_player, state.active_player) == (2, 3, 3)
    assert not any(state.knelt)
    assert [current.ally for current in state.current] == ["test-ally-1b"]


@pytest.mark.rule("ally.jaime", "decision.asked", "effect.copy")
def test_jaime_forbids_copies_of_what_lies_in_a_pile() -> None:
    state = dealt(
        "test-envoy test-envoy", " ".join(["test-envoy"] * 2), "", allies="jaime-lannister"
    )
    state = play(state, "play test-envoy")
    assert "play test-envoy" not in options(state)
    assert "play test-levy" in options(state)
    # A leader who holds nothing else is asked all the same: the others cannot see it.
    while state.active_player != 2:
        state = play(state, "kneel")
    card = next(card for card in state.hands[0] if card.id == "test-envoy")
    alone = attrs.evolve(
        state,
        hands=(*state.hands[:2], (card,)),
        table=attrs.evolve(state.table, hand_sizes=(*state.hand_sizes[:2], 1)),
    )
    assert ran(alone) == alone
    assert options(alone) == ["kneel"]


@pytest.mark.rule("card.silence", "card.silence.up-to", "effect.lasting")
def test_under_the_silence_a_leader_skips_or_plays_up_to_two_cards_and_kneels() -> None:
    box = with_abilities({"test-levy": SILENCE or ()})
    state = dealt("test-levy test-envoy", "", "", box=box)
    state = play(state, "play test-levy")
    assert asked(state) == ("turn", 1)
    state = play(state, "play any", "play any")
    assert "skip" in options(state)
    state = play(state, "skip", "play any", "kneel")
    assert asked(state) == ("turn", 0)
    state = play(state, "play test-envoy")
    # The turn goes on, and can no longer be skipped.
    assert asked(state) == ("turn", 0)
    assert "skip" not in options(state)
    assert "a card has been played in this turn" in str(explain(state, Skip())[0])
    done = play(state, "play any")
    assert done.knelt == (True, False, True)
    early = play(state, "kneel")
    assert early.knelt == (True, False, True)


@pytest.mark.rule("card.silence", "precedence.cannot")
def test_of_two_limits_of_a_turn_the_narrower_counts() -> None:
    wide, narrow = (Ability(Timing.ON_PLAY, Operation.SKIP_TURNS, cards=cards) for cards in (2, 1))
    for abilities in ((wide, narrow), (narrow, wide)):
        state = dealt("test-levy test-envoy", "", "", box=with_abilities({"test-levy": abilities}))
        state = play(state, "play test-levy", "play any", "play any", "play test-envoy")
        assert state.knelt == (True, False, False)


@pytest.mark.rule("card.silence")
def test_nobody_skips_once_all_others_who_stand_have() -> None:
    box = with_abilities({"test-levy": SILENCE or ()})
    state = dealt("test-levy", "test-levy", "", box=box)
    state = play(state, "play test-levy", "play test-levy", "kneel", "skip")
    assert asked(state) == ("turn", 1)
    assert "skip" not in options(state)
    assert "every other standing leader has skipped" in str(explain(state, Skip())[0])
    alone = play(state, "kneel")
    assert asked(alone) == ("turn", 0)
    assert "skip" not in options(alone)
    assert Kneel() in legal_moves(alone)
    ordinary = dealt("", "", "")
    assert "no card lets this leader skip turns" in str(explain(ordinary, Skip())[0])


@pytest.mark.rule("card.silence")
def test_a_card_that_is_played_lets_all_skip_again() -> None:
    box = with_abilities({"test-envoy": SILENCE or ()})
    state = dealt("test-envoy", "betrayal", "", box=box)
    state = play(state, "play test-envoy", "play any", "kneel", "skip")
    # Seat 1 gets the card that lets skip; seat 0, who has skipped, must now play or kneel.
    state = play(state, "play betrayal", "choose 0:test-envoy", "play any")
    assert asked(state) == ("turn", 1)
    assert "skip" in options(state)


@pytest.mark.rule("ally.arianne", "card.decree.ally", "info.returned", "effect.lasting")
def test_arianne_takes_back_once_and_what_lasts_goes_on() -> None:
    watch = SAMPLE_BOX.entry("intercepted").abilities or ()
    box = with_abilities({"test-levy": watch})
    state = dealt("royal-decree test-levy", "", "", allies="arianne-martell", box=box)
    state = play(state, "play royal-decree", "play any", "kneel", "play test-levy")
    state = play(state, "choose 1", "play any", "kneel")
    assert {"royal-decree", "test-levy"} <= set(ids(state.hands[0]))
    assert state.piles[0] == ()
    rng = random.Random(1)
    for _ in range(5):  # all players know that the card is there
        assert Card("royal-decree") in determinize(observe(state, 2), rng).hands[0]
    # The watch card is in the hand again, and what it does lasts until the end of the round.
    assert dict(observe(state, 0).shown_hands) == {1: state.hands[1]}
    state = play(state, "kneel")
    # Only the first who kneels with a pile takes it.
    assert len(state.piles[1]) == 2


@pytest.mark.rule("order.piles")
def test_a_card_that_has_left_the_piles_does_nothing_after_the_bid() -> None:
    gain = Ability(Timing.AFTER_BID, Operation.GAIN_TOKEN, onto=Onto.COUNCIL)
    state = dealt("", "", "")
    step = Effect(gain, None, card=state.hands[0][0])
    table = attrs.evolve(state.table, agenda=(step, *state.table.agenda))
    assert ran(attrs.evolve(state, table=table)) == state


def ran(state: GameState) -> GameState:
    """The state after what follows by itself."""
    game = WorkingCopy(state)
    game.run()
    return game.freeze()


@pytest.mark.rule("clean.stand.moment", "clean.discard", "card.decree", "precedence.cannot")
def test_the_decree_is_safe_from_cards_and_discarded_at_the_end() -> None:
    state = dealt("royal-decree test-envoy", "betrayal", "", allies="test-ally-1a")
    state = play(state, "play royal-decree", "play betrayal")
    # Nothing can be moved, so nothing is asked.
    assert asked(state) == ("turn", 2)
    state = play(state, "kneel", "kneel", "kneel", "choose c0", "choose c0")
    assert "royal-decree" in ids(state.discard)
    assert state.lasting == ()


@pytest.mark.rule("deals.free", "deals.free.outside")
def test_no_move_is_a_deal() -> None:
    assert {kind.__name__ for kind in MOVES} == {
        "ChooseLeader",
        "Draft",
        "Play",
        "Kneel",
        "Skip",
        "Choose",
        "Decline",
    }
