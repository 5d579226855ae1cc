"""Rounds: the rulebook's examples, bids under The Silence, and what claimed allies do."""

from __future__ import annotations

import pytest

from games.btwixt.tables import asked, dealt, ids, lying, options, play, with_abilities
from westeros_intrigue.games.btwixt import (
    SAMPLE_BOX,
    Ability,
    Block,
    DecidedBy,
    GameState,
    Happening,
    Kneel,
    Operation,
    Skip,
    Timing,
    explain,
    legal_moves,
    observe,
    rank,
)
from westeros_intrigue.games.btwixt.moves import MOVES
from westeros_intrigue.games.btwixt.table import mix_topmost, remove_seen


@pytest.mark.rule("claim.total", "claim.winner", "clean.discard", "card.contingency")
def test_the_bid_of_the_rulebook() -> None:
    state = dealt(
        "contingency-plan corruption betrayal",
        "the-game-of-thrones pulling-the-strings",
        "",
        allies="test-ally-1a",
    )
    state = play(
        state,
        "play contingency-plan",
        "play the-game-of-thrones",
        "kneel",
        "play corruption",
        "play pulling-the-strings",
        "play betrayal",
        "decline",
        "kneel",
        "kneel",
    )
    assert state.bid is not None
    assert state.bid.totals == (12, 15, 0)
    assert state.bid.winner == 1
    # The winner's own Strings bind nobody.
    assert asked(state) == ("place-ally", 1)
    assert options(state) == ["choose c0", "choose c1"]
    state = play(state, "choose c0", "choose c1")
    assert "contingency-plan" in ids(state.hands[0])
    assert sorted(ids(state.discard)) == [
        "betrayal",
        "corruption",
        "pulling-the-strings",
        "the-game-of-thrones",
    ]


@pytest.mark.rule("precedence.ally", "precedence.placement", "precedence.placement.all")
@pytest.mark.rule("claim.filter", "card.strings.tokens.also")
def test_sansa_beats_the_strings() -> None:
    start = dealt("the-game-of-thrones", "pulling-the-strings", "", "", allies="sansa-stark")

    def claimed(state: GameState) -> GameState:
        moves = ("play the-game-of-thrones", "play pulling-the-strings", *["kneel"] * 4)
        return play(state, *moves)

    bound = claimed(lying(start, c3="oberyn-martell"))
    assert "sansa-stark" in bound.councils[3].allies
    assert len(bound.councils[0].tokens) == 1
    none = claimed(start)
    assert none.councils[0].allies == ("sansa-stark",)
    assert len(none.councils[0].tokens) == 1
    both = claimed(lying(start, c3="test-ally-6a", c0="test-ally-6b"))
    assert "sansa-stark" in both.councils[0].allies


@pytest.mark.rule("score.small", "score.winner", "score.tie-other", "score.ranking")
def test_the_scoring_of_the_rulebook() -> None:
    daenerys, jon, olenna, tyrion = range(4)
    result = rank([17, 22, 16, 20], [1, 1, 1, 1])
    assert result.winners == (jon,)
    assert result.ranking == ((jon,), (daenerys,), (olenna,), (tyrion,))
    assert result.decided_by is DecidedBy.OTHER_COUNCIL


@pytest.mark.rule("score.tie-allies", "score.shared")
def test_ties_in_scoring() -> None:
    result = rank([12, 12, 12], [3, 2, 1])
    assert (result.winners, result.decided_by) == ((1,), DecidedBy.ALLIES)
    result = rank([12, 12, 12], [3, 2, 2])
    assert (result.winners, result.decided_by) == ((0, 1), DecidedBy.SHARED)
    assert rank([9, 9, 9], [0, 0, 0]).ranking == ((0, 1, 2),)
    assert rank([1, 2, 3, 3], [0] * 4).decided_by is DecidedBy.SMALL_COUNCIL


SILENCE = SAMPLE_BOX.entry("the-silence").abilities


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


KNEEL = ("kneel", "kneel", "kneel")


@pytest.mark.rule("effect.must.far")
def test_what_has_been_killed_moves_nobody() -> None:
    offer = Ability(Timing.WHEN_CLAIMED, Operation.OFFER_KILL, title="Betrayal")
    fetch = Ability(Timing.WHEN_CLAIMED, Operation.MOVE_ALLY)
    box = with_abilities({"shae": (offer, fetch)})
    state = lying(dealt("test-oath", "betrayal", "", allies="shae", box=box), c2="varys")
    state = play(state, "play test-oath", *KNEEL, "choose c0", "choose card betrayal", "decline")
    assert state.dead == ("shae",)
    assert state.councils[2].allies == ("varys",)


@pytest.mark.rule("effect.must.far", "effect.kill.never")
def test_nobody_is_asked_to_kill_what_is_dead() -> None:
    offer = Ability(Timing.WHEN_CLAIMED, Operation.OFFER_KILL, title="Betrayal")
    box = with_abilities({"shae": (offer, offer)})
    state = dealt("test-oath", "betrayal betrayal", "", allies="shae", box=box)
    state = play(state, "play test-oath", *KNEEL, "choose c0", "choose card betrayal", "decline")
    assert asked(state) == ("place-token", 0)
    assert state.dead == ("shae",)
    assert ids(state.discard) == ["betrayal"]


@pytest.mark.rule("ally.varys", "info.taken", "info.hand", "effect.others")
def test_varys_looks_at_a_hand_and_takes_a_card_unseen_by_the_others() -> None:
    state = dealt("test-oath", "royal-decree", "", allies="varys")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    assert asked(state) == ("leader", 0)
    assert options(state) == ["choose 1", "choose 2"]
    assert observe(state, 0).shown_hands == ()
    state = play(state, "choose 1")
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    assert observe(state, 2).shown_hands == ()
    card = next(card for card in state.hands[1] if card.id == "royal-decree")
    after = play(state, "choose card royal-decree")
    assert card in after.hands[0]
    assert after.hand_sizes == (10, 9, 10)
    # Seat 2 only knows that some card went.
    taken = [
        [event.cards for event in observe(after, seat).log if event.happening is Happening.TOOK]
        for seat in (0, 1, 2, None)
    ]
    assert taken == [[(card,)], [(card,)], [()], [()]]


def test_a_block_that_is_cut_through_is_mixed_as_a_whole() -> None:
    blocks = (Block(1, ("a",)), Block(3, ("b",)), Block(20))
    assert mix_topmost(blocks, 2) == (Block(4, ("a", "b")), Block(20))
    assert mix_topmost(blocks, 6) == (Block(6, ("a", "b")), Block(18))
    assert remove_seen(blocks, "b") == (Block(1, ("a",)), Block(22))
    assert remove_seen(blocks, "ax") == (Block(2, ("b",)), Block(20))
