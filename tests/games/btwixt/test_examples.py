"""Worked examples: the rulebook's, and more for interactions of rules."""

from __future__ import annotations

import pytest

from games.btwixt.tables import asked, dealt, ids, lying, options, play
from westeros_intrigue.games.btwixt import (
    DecidedBy,
    GameState,
    rank,
)


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
