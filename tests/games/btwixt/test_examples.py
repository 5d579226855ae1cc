"""Worked examples: the rulebook's, and more for interactions of rules."""

from __future__ import annotations

import pytest

from games.btwixt.tables import asked, dealt, ids, kneeling, lying, options, play, states_of
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    STANDARD,
    DecidedBy,
    GameState,
    Phase,
    left_council,
    neighbours,
    observe,
    rank,
    right_council,
    setup,
)


@pytest.mark.rule("ring.seats", "ring.seats.left", "ring.councils", "ring.councils.numbers")
@pytest.mark.rule("ring.neighbours", "ring.neighbours.three")
def test_four_leaders_sit_in_a_ring_with_a_council_between_any_two() -> None:
    cersei, euron, melisandre, doran = range(4)
    assert set(neighbours(cersei, 4)) == {euron, doran}
    assert set(neighbours(euron, 4)) == {cersei, melisandre}
    assert (left_council(cersei), right_council(cersei, 4)) == (0, 3)
    assert left_council(cersei) == right_council(euron, 4)
    assert left_council(euron) == right_council(melisandre, 4) == 1
    assert all(set(neighbours(seat, 3)) == {0, 1, 2} - {seat} for seat in range(3))


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


@pytest.mark.rule("claim.winner", "claim.ranking")
def test_ties_go_to_whoever_is_met_first_from_the_first_player() -> None:
    state = play(dealt("", "", "", first_player=2), "kneel", "kneel", "kneel")
    assert state.bid is not None
    assert state.bid.ranking == (2, 0, 1)
    # Totals 9 4 9 7 0 with first player 3: the winner is 0, and the second is 2, who has 9 too.
    state = dealt("test-oath", "pulling-the-strings", "test-oath", "test-host", "", first_player=3)
    state = play(
        state,
        "play test-host",
        "kneel",
        "play test-oath",
        "play pulling-the-strings",
        "play test-oath",
        *["kneel"] * 4,
    )
    assert state.bid is not None
    assert state.bid.totals == (9, 4, 9, 7, 0)
    assert state.bid.ranking == (0, 2, 3, 1, 4)


@pytest.mark.rule("effect.you-pile", "card.contingency", "bid.between")
def test_a_moved_card_changes_whom_it_means() -> None:
    start = dealt(
        "betrayal test-envoy",
        "contingency-plan",
        "the-game-of-thrones test-oath",
        allies="test-ally-1a",
    )
    fetched = play(start, "play test-envoy", "play contingency-plan")
    won = play(fetched, "kneel", "play betrayal")
    assert options(won) == ["choose 1:contingency-plan", "decline"]
    won = play(won, "choose 1:contingency-plan")
    assert ids(won.piles[0]) == ["test-envoy", "contingency-plan", "betrayal"]
    assert won.piles[1] == ()
    won = play(won, "kneel", "kneel", "choose c0", "choose c0")
    # The winner's Plan is discarded.
    assert "contingency-plan" in ids(won.discard)
    lost = play(fetched, "play the-game-of-thrones", "play betrayal")
    lost = play(lost, "choose 1:contingency-plan", "kneel", "play test-oath", "kneel", "kneel")
    lost = play(lost, "choose c1", "choose c1")
    # A third leader won: the Plan goes to the leader in whose pile it lay.
    assert "contingency-plan" in ids(lost.hands[0])


@pytest.mark.rule("card.strings", "card.strings.piles", "card.strings.tokens")
@pytest.mark.rule("card.strings.tokens.also", "precedence.card")
@pytest.mark.parametrize(
    ("copies", "councils"),
    [((0, 1, 0, 1), None), ((0, 2, 0, 1), 0), ((0, 0, 0, 1), 3), ((1, 0, 2, 0), None)],
)
def test_the_side_with_more_strings_binds_ally_and_token(
    copies: tuple[int, ...], councils: int | None
) -> None:
    hands = [("pulling-the-strings " * number).strip() for number in copies]
    state = dealt(
        "the-game-of-thrones the-game-of-thrones " + hands[0], *hands[1:], allies="test-ally-1a"
    )
    left = [2 + copies[0], *copies[1:]]
    while state.phase is Phase.BIDDING:
        seat = state.active_player
        assert seat is not None
        if left[seat] == 0:
            state = play(state, "kneel")
            continue
        left[seat] -= 1
        named = "the-game-of-thrones" if seat == 0 and left[0] >= copies[0] else None
        state = play(state, f"play {named or 'pulling-the-strings'}")
    if councils is None:
        assert asked(state) == ("place-ally", 0)
        state = play(state, "choose c0")
        assert asked(state) == ("place-token", 0)
        assert options(state) == ["choose c0", "choose c3"]
    else:
        assert state.councils[councils].allies == ("test-ally-1a",)
        assert len(state.councils[councils].tokens) == 1


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


@pytest.mark.rule("ally.loras", "claim.extra", "claim.extra.token", "claim.extra.full")
@pytest.mark.rule("precedence.placement", "order.depth")
def test_loras_goes_to_renly_and_brings_the_next_ally() -> None:
    hands = ("pulling-the-strings pulling-the-strings", "", "the-game-of-thrones")
    moves = (
        "play pulling-the-strings",
        "kneel",
        "play the-game-of-thrones",
        "play pulling-the-strings",
        "kneel",
        "kneel",
    )
    start = dealt(*hands, allies="loras-tyrell test-ally-1a")
    state = play(lying(start, c1="renly-baratheon"), *moves)
    assert state.councils[1].allies == ("renly-baratheon", "loras-tyrell", "test-ally-1a")
    assert [len(council.tokens) for council in state.councils] == [0, 0, 1]
    start = dealt(*hands, allies="loras-tyrell sansa-stark")
    state = play(lying(start, c1="renly-baratheon", c2="robb-stark"), *moves)
    assert state.councils[1].allies == ("renly-baratheon", "loras-tyrell")
    assert state.councils[2].allies == ("robb-stark", "sansa-stark")


@pytest.mark.rule("row.current", "row.next", "row.look", "ally.looks")
def test_a_row_of_allies() -> None:
    row = "test-ally-2a test-ally-2b test-ally-2c test-ally-3a test-ally-3b"
    variant = STANDARD.with_revealed_allies()
    state = dealt("", "", "", allies=f"ilyn-payne {row}", variant=variant)
    assert state.row == ("test-ally-2a", "test-ally-2b", "test-ally-2c")
    before = len(state.ally_deck)
    state = play(state, "kneel", "kneel", "kneel", "choose c0")
    assert asked(state) == ("kill", 0)
    assert observe(state, 0).looked_at == ("test-ally-2a", "test-ally-3a", "test-ally-3b")
    state = play(state, "choose test-ally-3a", "choose test-ally-3b")
    # Everybody sees that one is left, so it is put back at once.
    assert state.dead == ("test-ally-3a",)
    assert state.row == ("test-ally-3b", "test-ally-2a", "test-ally-2b", "test-ally-2c")
    assert len(state.ally_deck) == before - 2
    state = dealt("", "", "", allies=f"loras-tyrell {row}", variant=variant)
    state = play(state, "kneel", "kneel", "kneel", "choose c0")
    assert state.councils[0].allies == ("loras-tyrell", "test-ally-2a")
    assert state.row == ("test-ally-2b", "test-ally-2c", "test-ally-3a")


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


@pytest.mark.rule("pass.token", "advance.round", "season.rounds", "season.keeps")
def test_the_calendar_of_a_game() -> None:
    *_, state = states_of(setup(4, seed=1), kneeling)
    first_players = [result.first_player for result in state.results]
    assert first_players == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]
    assert [result.round_number for result in state.results] == [1, 2, 3, 4, 5] * 3
    assert (ADVANCED.events_added(4), ADVANCED.events_added(6)) == (3, 6)
