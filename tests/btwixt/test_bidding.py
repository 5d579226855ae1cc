"""A round: turns, the bid, the claim, the clean-up."""

from __future__ import annotations

import random

import attrs
import pytest

from btwixt.tables import asked, dealt, ids, lying, options, play, with_abilities, with_tokens
from westeros_intrigue.btwixt import (
    SAMPLE_BOX,
    Ability,
    Card,
    Colour,
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
from westeros_intrigue.btwixt.agenda import run
from westeros_intrigue.btwixt.moves import MOVES
from westeros_intrigue.btwixt.questions import Effect
from westeros_intrigue.btwixt.working_copy import WorkingCopy

SILENCE = SAMPLE_BOX.entry("the-silence").abilities
INTRODUCE = (Ability(Timing.ON_PLAY, Operation.INTRODUCE),)
KILL = (Ability(Timing.ON_PLAY, Operation.KILL_CURRENT),)


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


@pytest.mark.rule("bid.turn.only", "decision.forced", "bid.kneel.pile")
def test_a_leader_without_cards_kneels_without_being_asked() -> None:
    state = dealt("", "", "")
    while state.hand_sizes[0]:
        state = play(state, "kneel" if state.active_player else options(state)[0])
    assert asked(state) == ("place-ally", 0)
    assert state.knelt == (True, True, True)


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


@pytest.mark.rule("card.silence")
def test_nobody_skips_once_all_others_who_stand_have() -> None:
    box = with_abilities({"test-levy": SILENCE or ()})
    state = dealt("test-levy", "test-levy", "", box=box)
    state = play(state, "play test-levy", "play test-levy", "kneel", "skip")
    assert asked(state) == ("turn", 1)
    assert "skip" not in options(state)
    assert "every other leader who stands has skipped" in str(explain(state, Skip())[0])
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


@pytest.mark.rule("precedence.cannot", "effect.lasting")
def test_the_narrower_of_two_limits_holds_and_goes_with_its_card() -> None:
    given = Ability(Timing.ON_PLAY, Operation.TO_PILE_OF)
    one, two = (Ability(Timing.ON_PLAY, Operation.SKIP_TURNS, cards=number) for number in (1, 2))
    box = with_abilities({"test-levy": (two, given), "test-envoy": (one, given)})
    state = dealt("test-levy test-envoy", "", "", box=box)
    state = play(state, "play test-levy", "choose 1", "skip", "kneel")
    state = play(state, "play test-envoy", "choose 1", "play any")
    # Of one card and two the narrower binds: the turn is over, and seat 1 has knelt.
    assert state.knelt == (False, True, True)
    box = with_abilities({"test-envoy": (one,)})
    state = dealt("test-envoy", "betrayal", "", box=box)
    state = play(state, "play test-envoy", "play betrayal", "choose 0:test-envoy", "kneel")
    # The card, and with it what it does, is now seat 1's.
    assert state.lasting[0].leader == 1
    assert "skip" not in options(state)
    state = play(state, "play any")
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
    for _ in range(5):  # everybody knows that the card is there
        assert Card("royal-decree") in determinize(observe(state, 2), rng).hands[0]
    # The watch card is in the hand again, and what it does lasts until the end of the round.
    assert dict(observe(state, 0).shown_hands) == {1: state.hands[1]}
    state = play(state, "kneel")
    # Only the first who kneels with a pile takes it.
    assert len(state.piles[1]) == 2


@pytest.mark.rule("effect.this-round", "claim.killed", "effect.kill", "token.win")
def test_a_killed_ally_stops_working_and_the_bidding_goes_on() -> None:
    box = with_abilities({"test-levy": KILL})
    state = dealt(
        "test-envoy test-envoy test-levy test-levy", "", "", allies="jaime-lannister", box=box
    )
    state = play(state, "play test-envoy", "kneel", "kneel")
    assert "play test-envoy" not in options(state)
    state = play(state, "play test-levy")
    assert state.current == ()
    assert state.dead == ("jaime-lannister",)
    assert "play test-envoy" in options(state)
    state = play(state, "play test-levy", "kneel")
    assert state.dead == ("jaime-lannister",)
    assert asked(state) == ("place-token", 0)
    state = play(state, "choose c0")
    assert state.results[0].ally == "jaime-lannister"
    assert not any(council.allies for council in state.councils)


@pytest.mark.rule("claim.sequence", "claim.extra", "claim.extra.token", "claim.extra.full")
@pytest.mark.rule("effect.this-round")
def test_an_ally_that_is_introduced_is_claimed_next_and_free_of_the_strings() -> None:
    box = with_abilities({"test-levy": INTRODUCE})
    state = dealt(
        "test-levy the-game-of-thrones",
        "pulling-the-strings",
        "",
        allies="test-ally-1a jaime-lannister test-ally-2a",
        box=box,
    )
    state = play(state, "play test-levy")
    assert [current.ally for current in state.current] == ["test-ally-1a", "jaime-lannister"]
    state = play(state, "play pulling-the-strings")
    state = play(state, "kneel", "play the-game-of-thrones")
    assert "play pulling-the-strings" not in options(state)
    state = play(state, "kneel", "kneel")
    assert state.councils[0].allies == ("test-ally-1a",)
    assert asked(state) == ("place-ally", 0)
    assert options(state) == ["choose c0", "choose c2"]
    state = play(state, "choose c2")
    assert len(state.councils[0].tokens) == 1
    assert sum(len(council.tokens) for council in state.councils) == 1


@pytest.mark.rule("round.no-ally", "ally.looks")
def test_without_allies_a_round_is_for_the_token() -> None:
    box = with_abilities({"test-levy": INTRODUCE})
    state = dealt("test-levy", "", "", box=box)
    table = state.table
    state = attrs.evolve(state, ally_deck=(), table=attrs.evolve(table, ally_deck_size=0))
    state = play(state, "play test-levy")
    assert len(state.current) == 1
    state = play(state, "kneel", "kneel", "kneel")
    while state.phase is Phase.CLAIMING:
        state = play(state, options(state)[0])
    assert state.current == ()
    state = play(state, "kneel", "kneel", "kneel")
    assert asked(state) == ("place-token", 1)
    state = play(state, "choose c1")
    assert state.results[1].ally is None


@pytest.mark.rule("token.gain", "token.on-ally", "token.on-ally.enter", "token.return")
@pytest.mark.rule("token.empty")
def test_tokens_on_an_ally_enter_with_it_or_return_under_the_supply() -> None:

    onto = (Ability(Timing.ON_PLAY, Operation.GAIN_TOKEN, onto=Onto.CURRENT),)
    gain = (Ability(Timing.ON_PLAY, Operation.GAIN_TOKEN, onto=Onto.COUNCIL),)
    box = with_abilities({"test-levy": onto, "test-oath": KILL, "test-envoy": gain})
    start = dealt("test-levy test-oath test-envoy", "", "", allies="test-ally-1a", box=box)
    state = play(start, "play test-levy")
    assert state.current[0].tokens == (0,)
    entered = play(state, "kneel", "kneel", "kneel", "choose c2", "choose c2")
    assert entered.councils[2].tokens == (0, 1)
    state = play(state, "kneel", "kneel", "play test-oath")
    assert state.supply == (*range(1, 54), 0)
    state = play(state, "play test-envoy")
    assert asked(state) == ("place-token", 0)
    assert options(state) == ["choose c0", "choose c2"]
    state = play(state, "choose c0")
    assert len(state.councils[0].tokens) == 1
    empty = attrs.evolve(start, table=attrs.evolve(start.table, supply=()))
    empty = play(empty, "play test-levy", "kneel", "kneel", "play test-envoy", "kneel")
    empty = play(empty, "choose c0")
    assert empty.round_number == 2
    assert not any(council.tokens for council in empty.councils)


@pytest.mark.rule("order.piles", "claim.sequence", "claim.fixed", "bid.later")
@pytest.mark.rule("card.strings.tokens.also")
def test_abilities_after_the_bid_resolve_before_the_ally_and_change_no_total() -> None:
    gain = Ability(Timing.AFTER_BID, Operation.GAIN_TOKEN, onto=Onto.COUNCIL)
    move = Ability(
        Timing.AFTER_BID, Operation.MOVE_BID_CARD, colours=(Colour.RED, Colour.PURPLE), may=True
    )
    box = with_abilities({"test-envoy": (gain,), "test-levy": (move,)})
    state = dealt(
        "the-game-of-thrones test-envoy",
        "pulling-the-strings test-levy",
        "test-envoy",
        allies="test-ally-1a",
        first_player=1,
        box=box,
    )
    state = play(
        state,
        "play test-levy",
        "play test-envoy",
        "play the-game-of-thrones",
        "play pulling-the-strings",
        "kneel",
        "play test-envoy",
        "kneel",
    )
    assert state.bid is None
    state = play(state, "kneel")
    assert state.bid is not None
    assert (state.bid.winner, state.bid.bound_council) == (0, 0)
    assert asked(state) == ("bid-card", 1)
    state = play(state, "choose 0:test-envoy")
    # The card of seat 2 is next, then the one that has gone to seat 1.
    assert asked(state) == ("place-token", 2)
    state = play(state, "choose c1")
    assert asked(state) == ("place-token", 1)
    state = play(state, "choose c0")
    assert state.councils[0].allies == ("test-ally-1a",)
    assert [len(council.tokens) for council in state.councils] == [2, 1, 0]


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
    run(game)
    return game.frozen()


@pytest.mark.rule("claim.placement", "claim.when-claimed", "claim.when-claimed.split", "ring.yours")
@pytest.mark.rule("ring.yours.ally")
def test_placement_that_does_not_apply_leaves_both_councils() -> None:
    hands = ("test-oath", "", "")
    moves = ("play test-oath", "kneel", "kneel", "kneel")
    exile = play(dealt(*hands, allies="test-exile"), *moves)
    assert exile.councils[0].allies == ("test-exile",)
    free = play(dealt(*hands, allies="loras-tyrell"), *moves)
    assert asked(free) == ("place-ally", 0)
    assert options(free) == ["choose c0", "choose c2"]
    # Renly in the third council is nobody's of seat 0.
    elsewhere = play(lying(dealt(*hands, allies="loras-tyrell"), c1="renly-baratheon"), *moves)
    assert asked(elsewhere) == ("place-ally", 0)


@pytest.mark.rule("clean.stand.moment", "clean.discard", "card.decree", "precedence.cannot")
def test_the_decree_is_safe_from_cards_and_discarded_at_the_end() -> None:
    state = dealt("royal-decree test-envoy", "betrayal", "", allies="test-ally-1a")
    state = play(state, "play royal-decree", "play betrayal")
    # Nothing can be moved, so nothing is asked.
    assert asked(state) == ("turn", 2)
    state = play(state, "kneel", "kneel", "kneel", "choose c0", "choose c0")
    assert "royal-decree" in ids(state.discard)
    assert state.lasting == ()


@pytest.mark.rule("card.corruption", "token.pick", "effect.must", "effect.must.far", "bid.resolve")
def test_corruption_moves_the_last_token_of_any_leader_if_there_is_one() -> None:
    start = dealt("corruption", "", "", "")
    nothing = play(start, "play corruption")
    assert asked(nothing) == ("turn", 1)
    assert ids(nothing.piles[0]) == ["corruption"]
    state = play(with_tokens(start, 0, 2, 0, 1), "play corruption")
    assert asked(state) == ("token-move", 0)
    assert state.played is not None
    assert state.piles[0] == ()
    assert options(state) == ["choose c1>c0", "choose c1>c2", "choose c3>c0", "choose c3>c2"]
    state = play(state, "choose c1>c2")
    assert [council.tokens for council in state.councils] == [(), (0,), (1,), (2,)]


@pytest.mark.rule("effect.no-retrigger")
def test_a_card_that_is_moved_does_nothing_again() -> None:
    state = with_tokens(dealt("corruption", "betrayal", ""), 1, 0, 0)
    state = play(state, "play corruption", "choose c0>c1", "play betrayal")
    assert options(state) == ["choose 0:corruption", "decline"]
    state = play(state, "choose 0:corruption")
    assert asked(state) == ("turn", 2)


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
