"""Every way in which a move can be refused is reached, and explained in a sentence that helps."""

from __future__ import annotations

import attrs
import pytest

from games.btwixt.tables import dealt, kneeling, lying, play, states_of, with_abilities, with_tokens
from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.games.btwixt import (
    DRAFT,
    SAMPLE_BOX,
    Ability,
    Bid,
    Choose,
    Colour,
    GameState,
    IllegalMove,
    Operation,
    Timing,
    Violation,
    ViolationCode,
    apply,
    explain,
    legal_moves,
    observe,
    parse_move,
    setup,
)
from westeros_intrigue.games.btwixt.abilities import PlaceAlly, PlaceToken

KNEEL = ("kneel", "kneel", "kneel")
Code = ViolationCode
REACHED: set[ViolationCode] = set()


def refused(state: GameState, text: str, *codes: ViolationCode) -> str:
    """The move is refused for exactly these reasons, in a state and in the decider's view."""
    move = parse_move(text)
    violations = explain(state, move)
    assert [violation.code for violation in violations] == list(codes)
    seat = state.active_player
    if seat is not None:
        assert explain(observe(state, seat), move) == violations
    with pytest.raises(IllegalMove) as caught:
        apply(state, move)
    assert caught.value.violations == violations
    assert caught.value.state is state
    assert caught.value.move == move
    assert str(caught.value) == " ".join(map(str, violations))
    REACHED.update(codes)
    for violation in violations:
        assert str(violation).startswith(f"{text} is refused: ")
        assert violation.rule
    return str(caught.value)


def test_nobody_decides_after_the_end() -> None:
    *_, last = states_of(setup(3, seed=1), kneeling)
    assert "the game is over" in refused(last, "kneel", Code.NOBODY_TO_DECIDE)


def test_only_who_decides_may_answer() -> None:
    state = dealt("", "", "")
    move = legal_moves(state)[0]
    for violations in (
        explain(state, move, player=1),
        explain(observe(state, 1), move),
        explain(observe(state, None), move),
        explain(observe(state, 0), move, player=2),
    ):
        assert [violation.code for violation in violations] == [Code.NOT_YOUR_DECISION]
        assert "seat 0 decides now" in str(violations[0])
    REACHED.add(Code.NOT_YOUR_DECISION)
    assert explain(state, move, player=0) == ()
    with pytest.raises(IllegalMove):
        apply(state, move, player=1)
    with pytest.raises(InvalidValue):
        explain(state, move, player=3)


def test_another_kind_of_move_is_refused_with_what_is_asked() -> None:
    state = dealt("", "", "")
    told = refused(state, "choose c1", Code.OTHER_DECISION)
    assert "it answers another question. Play a card" in told
    refused(state, "decline", Code.OTHER_DECISION)
    refused(state, "random leader", Code.OTHER_DECISION)
    place = play(state, *KNEEL)
    told = refused(place, "choose 1", Code.OTHER_DECISION)
    assert "Choose a council for the ally" in told
    refused(place, "choose c0>c1", Code.OTHER_DECISION)


def test_cards_that_cannot_be_played() -> None:
    state = dealt("test-envoy test-envoy", "contingency-plan", "", allies="jaime-lannister")
    refused(state, "play betrayal", Code.CARD_NOT_IN_HAND)
    refused(state, "play test-envoy#1", Code.CARD_NOT_IN_HAND)
    refused(state, "play xyzzy", Code.CARD_NOT_IN_HAND)
    state = play(state, "play test-envoy", "play contingency-plan", "kneel")
    told = refused(state, "play test-envoy", Code.COPY_IN_A_PILE)
    assert "a copy of it is in a pile" in told
    refused(state, "play contingency-plan", Code.CARD_NOT_IN_HAND, Code.COPY_IN_A_PILE)
    refused(state, "skip", Code.MAY_NOT_SKIP)


def test_cards_in_piles_that_cannot_be_chosen() -> None:
    white = {"test-envoy": SAMPLE_BOX.entry("royal-decree").abilities or ()}
    box = with_abilities(white)
    only_red = attrs.evolve(
        (box.entry("betrayal").abilities or ())[0], colours=(Colour.RED,), may=False
    )
    box = attrs.evolve(
        box,
        influence=tuple(
            attrs.evolve(entry, abilities=(only_red,)) if entry.id == "betrayal" else entry
            for entry in box.influence
        ),
    )
    state = dealt("test-oath test-envoy test-host test-host", "test-feast betrayal", "", box=box)
    state = play(
        state,
        "play test-oath",
        "play test-feast",
        "kneel",
        "play test-envoy",
        "play any",
        "play test-host",
        "play any",
        "play test-host",
        "play betrayal",
    )
    refused(state, "choose 0:betrayal#2", Code.CARD_NOT_THERE)
    refused(state, "choose 7:test-host#1", Code.CARD_NOT_THERE)
    refused(state, "choose 1:test-host#1", Code.CARD_NOT_THERE, Code.OWN_PILE)
    refused(state, "choose 1:test-feast#1", Code.OWN_PILE, Code.WRONG_COLOUR)
    told = refused(state, "choose 0:test-oath#1", Code.WRONG_COLOUR)
    assert "it is purple, and the ability moves only red" in told
    refused(state, "choose 0:test-envoy#1", Code.PROTECTED)
    refused(state, "choose 0:xyzzy#1", Code.CARD_NOT_THERE)
    assert "declining is not allowed here" in refused(state, "decline", Code.MUST_CHOOSE)


def test_tokens_that_cannot_be_moved() -> None:
    state = play(with_tokens(dealt("corruption", "", "", ""), 1, 1, 0, 0), "play corruption")
    refused(state, "choose c2>c1", Code.NO_TOKEN_THERE)
    told = refused(state, "choose c0>c2", Code.NOT_ONE_LEADERS_COUNCILS)
    assert "no leader has both council 0 and council 2" in told
    refused(state, "choose c0>c0", Code.NOT_ONE_LEADERS_COUNCILS)
    refused(state, "choose c9>c0", Code.NO_TOKEN_THERE, Code.NOT_ONE_LEADERS_COUNCILS)
    refused(state, "decline", Code.MUST_CHOOSE)


def test_leaders_who_cannot_be_chosen() -> None:
    state = dealt("test-oath", "", "", "", allies="varys")
    emptied = attrs.evolve(
        state,
        hands=(*state.hands[:3], ()),
        table=attrs.evolve(state.table, hand_sizes=(10, 10, 10, 0)),
    )
    state = play(emptied, "play test-oath", *KNEEL, "choose c0")
    refused(state, "choose 0", Code.NOT_ANOTHER_LEADER)
    refused(state, "choose 4", Code.NOT_ANOTHER_LEADER)
    assert "seat 3 has an empty hand" in refused(state, "choose 3", Code.EMPTY_HAND)
    state = play(state, "choose 1")
    refused(state, "choose card xyzzy", Code.CARD_NOT_THERE)
    refused(state, "choose card the-silence", Code.CARD_NOT_THERE)


def test_councils_where_nothing_can_be_placed() -> None:
    state = dealt("test-oath", "", "", "", allies="test-ally-1a")
    state = play(state, "play test-oath", *KNEEL, "kneel")
    told = refused(state, "choose c1", Code.NOT_YOUR_COUNCIL)
    assert "Choose c0 or c3" in told
    refused(play(state, "choose c0"), "choose c9", Code.NOT_YOUR_COUNCIL)


def test_the_other_council_is_left_out_by_what_binds() -> None:
    """Where one council is left nothing is asked, so the questions are put by hand."""
    state = dealt("", "", "", allies="test-ally-1a")
    table = attrs.evolve(state.table, bid=Bid((11, 4, 0), (0, 1, 2), 0))
    move = Choose(council=2)
    for step in (PlaceAlly(0, "test-ally-1a"), PlaceToken(0)):
        reasons = list(step.reasons(table, (), *step.values_of(move)))
        assert [Violation(code, move, why, remedy).rule for code, why, remedy in reasons] == [
            "claim.filter"
        ]
        assert reasons[0][1:] == ("a neighbour's card excludes it", "Choose c0")
        REACHED.add(reasons[0][0])


def test_allies_who_cannot_be_chosen() -> None:
    state = lying(dealt("test-oath", "", "", allies="shae"), c2="varys robb-stark")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    refused(state, "choose shae", Code.ALLY_NOT_THERE)
    refused(state, "choose oberyn-martell", Code.ALLY_NOT_THERE)
    state = dealt("test-oath", "", "", allies="ilyn-payne varys shae robb-stark jaime-lannister")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    refused(state, "choose jaime-lannister", Code.ALLY_NOT_THERE)
    refused(state, "decline", Code.MUST_CHOOSE)


def test_cards_that_cannot_be_discarded() -> None:
    state = dealt("test-oath", "test-envoy", "betrayal", allies="robb-stark")
    state = play(state, "play test-oath", "kneel", "kneel", "kneel", "choose c0", "decline")
    told = refused(state, f"choose card {state.hands[2][-1]}", Code.NOT_THAT_TITLE)
    assert "its title is not Betrayal" in told
    refused(state, "choose card betrayal#1", Code.CARD_NOT_IN_HAND)
    refused(state, "choose card xyzzy", Code.CARD_NOT_IN_HAND)
    refused(state, "choose card royal-decree", Code.CARD_NOT_IN_HAND, Code.NOT_THAT_TITLE)
    state = dealt("test-oath", "test-envoy", "", allies="oberyn-martell")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    refused(state, "choose card the-silence", Code.CARD_NOT_IN_HAND)
    refused(state, "decline", Code.MUST_CHOOSE)


def test_leader_cards_and_packs() -> None:
    state = play(setup(3, seed=1), "leader jon-snow")
    refused(state, "leader jon-snow", Code.LEADER_TAKEN)
    assert "the box has no such leader card" in refused(state, "leader x", Code.LEADER_TAKEN)
    refused(state, "decline", Code.OTHER_DECISION)
    state = setup(3, seed=1, leaders=("jon-snow", "melisandre", "doran-martell"), variant=DRAFT)
    refused(state, "draft the-silence", Code.NOT_IN_PACK)
    refused(state, f"play {state.packs[0][0]}", Code.OTHER_DECISION)


def test_every_code_is_reached() -> None:
    for name, test in list(globals().items()):
        if name.startswith("test_") and name != "test_every_code_is_reached":
            test()
    assert set(ViolationCode) == REACHED


def test_what_is_no_move_or_no_position_is_refused_at_the_door() -> None:
    state = dealt("", "", "")
    with pytest.raises(WrongType):
        apply(state, "kneel")  # type: ignore[arg-type]
    with pytest.raises(WrongType):
        apply(observe(state, 0), parse_move("kneel"))  # type: ignore[arg-type]
    with pytest.raises(WrongType):
        legal_moves("x")  # type: ignore[arg-type]
    assert Ability(Timing.ON_PLAY, Operation.MOVE_TOKEN).may is False
