"""A round: turns, the bid, the claim, the clean-up."""

from __future__ import annotations

import pytest

from games.btwixt.tables import asked, dealt, options, play, with_abilities
from westeros_intrigue.games.btwixt import (
    SAMPLE_BOX,
    Ability,
    Kneel,
    Operation,
    Skip,
    Timing,
    explain,
    legal_moves,
)
from westeros_intrigue.games.btwixt.moves import MOVES

SILENCE = SAMPLE_BOX.entry("the-silence").abilities


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
