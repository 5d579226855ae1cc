"""Every way in which a move can be refused is reached, and explained in a sentence that helps."""

from __future__ import annotations

import re

import attrs
import pytest

from games.btwixt.tables import dealt, kneeling, lying, play, states_of, with_abilities, with_tokens
from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.games.btwixt import (
    DRAFT,
    SAMPLE_BOX,
    Bid,
    Choose,
    Colour,
    DecisionKind,
    Facts,
    GameState,
    IllegalMove,
    Refusal,
    Violation,
    ViolationCode as Code,
    apply,
    draw_text,
    explain,
    legal_moves,
    move_in_words,
    observe,
    parse_move,
    player_in_words,
    question,
    setup,
    titles,
)
from westeros_intrigue.games.btwixt.turns.abilities import PlaceAlly, PlaceToken

KNEEL = ("kneel", "kneel", "kneel")
CLAIMED = ("play oath", *KNEEL, "choose c0")
LEADERS = ("jon-snow", "melisandre", "doran-martell")
Refusals = list[tuple[str, tuple[Code, ...], str]]
"""Moves, why they are refused, and a part of the sentence."""


def over() -> GameState:
    *_, last = states_of(setup(3, seed=1), kneeling)
    return last


def at_a_bid_with_copies() -> GameState:
    state = dealt("envoy envoy", "contingency-plan", "", allies="jaime-lannister")
    return play(state, "play envoy", "play contingency-plan", "kneel")


def at_a_betrayal_that_moves_only_red_cards() -> GameState:
    [moves_cards] = SAMPLE_BOX.entry("betrayal").abilities or ()
    only_red = attrs.evolve(moves_cards, colours=(Colour.RED,), may=False)
    protected = SAMPLE_BOX.entry("royal-decree").abilities or ()
    box = with_abilities({"envoy": protected, "betrayal": (only_red,)})
    state = dealt("oath envoy host host", "feast betrayal", "", box=box)
    state = play(state, "play oath", "play feast", "kneel", "play envoy", "play any")
    return play(state, "play host", "play any", "play host", "play betrayal")


def after_all_others_have_skipped() -> GameState:
    silence = SAMPLE_BOX.entry("the-silence").abilities or ()
    state = dealt("levy", "levy", "", box=with_abilities({"levy": silence}))
    return play(state, "play levy", "play levy", "kneel", "skip")


def at_a_choice_of_leader() -> GameState:
    state = dealt("oath", "", "", "", allies="varys")
    table = attrs.evolve(state.table, hand_sizes=(10, 10, 10, 0))
    state = attrs.evolve(state, hands=(*state.hands[:3], ()), table=table)
    return play(state, "play oath", *KNEEL, "choose c0")


def after_a_card_of_a_turn_with_two() -> GameState:
    silence = SAMPLE_BOX.entry("the-silence").abilities or ()
    state = dealt("levy", "", "", box=with_abilities({"levy": silence}))
    return play(state, "play levy", "play any", "play any", "play any")


def at_a_choice_of_a_shown_card() -> GameState:
    return play(dealt("oath", "", "", allies="varys"), *CLAIMED, "choose 1")


def at_a_choice_of_an_ally_to_move() -> GameState:
    state = dealt("oath", "", "", allies="shae")
    return play(lying(state, c2="ilyn-payne loras-tyrell"), *CLAIMED)


def at_an_offer_to_kill() -> GameState:
    state = dealt("oath", "envoy", "betrayal", allies="robb-stark")
    return play(state, *CLAIMED, "decline")


REFUSED: dict[str, tuple[GameState, Refusals]] = {
    "the end": (over(), [("kneel", (Code.NOBODY_TO_DECIDE,), "the game is over")]),
    "a turn": (
        dealt("", "", ""),
        [
            ("choose c1", (Code.OTHER_DECISION,), "it answers another question. Play a card"),
            ("play betrayal", (Code.CARD_NOT_IN_HAND,), ""),
            ("skip", (Code.MAY_NOT_SKIP,), "no card lets player 0 skip turns"),
        ],
    ),
    "a turn with copies in a pile": (
        at_a_bid_with_copies(),
        [("play envoy", (Code.COPY_IN_A_PILE,), "a copy of it is in a pile")],
    ),
    "a turn after all others have skipped": (
        after_all_others_have_skipped(),
        [("skip", (Code.MAY_NOT_SKIP,), "every other standing leader has skipped")],
    ),
    "a turn of which a part is over": (
        after_a_card_of_a_turn_with_two(),
        [("skip", (Code.MAY_NOT_SKIP,), "a card has been played in this turn")],
    ),
    "a shown hand": (
        at_a_choice_of_a_shown_card(),
        [
            (
                "choose card the-silence",
                (Code.CARD_NOT_THERE,),
                "that hand does not have the card. Choose a card of the hand that is shown",
            )
        ],
    ),
    "an ally to move": (
        at_a_choice_of_an_ally_to_move(),
        [
            (
                "choose varys",
                (Code.ALLY_NOT_THERE,),
                "other council. Choose an ally of the other council",
            )
        ],
    ),
    "a card in a pile": (
        at_a_betrayal_that_moves_only_red_cards(),
        [
            ("choose 0:betrayal#2", (Code.CARD_NOT_THERE,), ""),
            ("choose 1:feast#1", (Code.OWN_PILE, Code.WRONG_COLOUR), ""),
            (
                "choose 0:oath#1",
                (Code.WRONG_COLOUR,),
                "purple, and the ability moves only red",
            ),
            ("choose 0:envoy#1", (Code.PROTECTED,), ""),
            ("decline", (Code.MUST_CHOOSE,), "declining is not allowed here"),
        ],
    ),
    "a token": (
        play(with_tokens(dealt("corruption", "", "", ""), 1, 1, 0, 0), "play corruption"),
        [
            ("choose c2>c1", (Code.NO_TOKEN_THERE,), ""),
            ("choose c0>c2", (Code.NOT_ONE_LEADERS_COUNCILS,), "both council 0 and council 2"),
            ("choose c9>c0", (Code.NO_TOKEN_THERE, Code.NOT_ONE_LEADERS_COUNCILS), ""),
        ],
    ),
    "a leader": (
        at_a_choice_of_leader(),
        [
            ("choose 0", (Code.NOT_ANOTHER_LEADER,), ""),
            ("choose 3", (Code.EMPTY_HAND,), "player 3 has an empty hand"),
        ],
    ),
    "a council": (
        play(dealt("oath", "", "", "", allies="page"), "play oath", *KNEEL, "kneel"),
        [("choose c1", (Code.NOT_YOUR_COUNCIL,), "Choose c0 or c3")],
    ),
    "an ally of the deck": (
        play(dealt("oath", "", "", allies="ilyn-payne varys shae loras-tyrell"), *CLAIMED),
        [("choose jaime-lannister", (Code.ALLY_NOT_THERE,), "")],
    ),
    "an offer to kill": (
        at_an_offer_to_kill(),
        [
            ("choose card levy", (Code.NOT_THAT_TITLE,), "its title is not Betrayal"),
            ("choose card betrayal#1", (Code.CARD_NOT_IN_HAND,), ""),
        ],
    ),
    "a leader card": (
        play(setup(3, seed=1), "leader jon-snow"),
        [
            ("leader jon-snow", (Code.LEADER_TAKEN,), "player 0 has this leader card"),
            ("leader x", (Code.LEADER_TAKEN,), "the box has no such leader card"),
        ],
    ),
    "a pack": (
        setup(3, seed=1, leaders=LEADERS, variant=DRAFT),
        [("draft the-silence", (Code.NOT_IN_PACK,), "")],
    ),
}


CITED: dict[Code, tuple[str]] = {
    Code.NOBODY_TO_DECIDE: ("season.end",),
    Code.NOT_YOUR_DECISION: ("bid.order",),
    Code.OTHER_DECISION: ("bid.turn",),  # the question of the row above
    Code.CARD_NOT_IN_HAND: ("bid.turn",),
    Code.COPY_IN_A_PILE: ("ally.jaime",),
    Code.MAY_NOT_SKIP: ("card.silence",),
    Code.CARD_NOT_THERE: ("bid.pile",),
    Code.OWN_PILE: ("effect.you-pile",),
    Code.WRONG_COLOUR: ("components.colours",),
    Code.PROTECTED: ("card.decree",),
    Code.NO_TOKEN_THERE: ("card.corruption",),
    Code.NOT_ONE_LEADERS_COUNCILS: ("ring.councils",),
    Code.NOT_ANOTHER_LEADER: ("effect.others",),
    Code.EMPTY_HAND: ("effect.must",),
    Code.NOT_YOUR_COUNCIL: ("claim.placement",),
    Code.COUNCIL_EXCLUDED: ("claim.filter",),
    Code.ALLY_NOT_THERE: ("effect.must",),
    Code.NOT_THAT_TITLE: ("ally.robb",),
    Code.MUST_CHOOSE: ("effect.must",),
    Code.LEADER_TAKEN: ("setup.leaders",),
    Code.NOT_IN_PACK: ("draft.pick",),
}
"""The rule that each violation cites."""


@pytest.mark.parametrize(("state", "refusals"), REFUSED.values(), ids=REFUSED)
def test_a_move_is_refused_for_each_rule_that_it_breaks(
    state: GameState, refusals: Refusals
) -> None:
    for text, codes, told in refusals:
        move = parse_move(text)
        violations = explain(state, move)
        assert tuple(violation.code for violation in violations) == codes
        for violation in violations:
            assert violation.rule in CITED[violation.code]
            assert violation.rule in violation.code.rules
            assert "None" not in str(violation)
        if state.active_player is not None:
            assert explain(observe(state, state.active_player), move) == violations
        with pytest.raises(IllegalMove) as caught:
            apply(state, move)
        assert caught.value.violations == violations
        assert (caught.value.state, caught.value.move) == (state, move)
        assert str(caught.value) == " ".join(map(str, violations))
        assert told in str(caught.value)
        assert all(str(one).startswith(f"{text}: ") for one in violations)


@pytest.mark.parametrize(("state", "refusals"), REFUSED.values(), ids=REFUSED)
def test_the_reader_of_a_refusal_is_you_and_nobody_is_a_seat(
    state: GameState, refusals: Refusals
) -> None:
    mover = state.active_player
    if mover is None:
        return
    view = observe(state, mover)
    names = ["You" if seat == mover else f"player {seat}" for seat in range(state.players)]
    for text, *_ in refusals:
        for violation in explain(view, parse_move(text)):
            told = with_names(str(violation), names)
            assert "seat" not in told
            assert f"player {mover}" not in told
            assert not re.search(r"\byou (is|has|does)\b|of you\b", told), told


def test_a_player_s_own_refusals_name_the_cards_that_the_player_sees() -> None:
    state, move = dealt("host levy", "", ""), parse_move("play betrayal")
    [in_public] = explain(state, move)
    [own] = explain(observe(state, 0), move)
    assert in_public.remedy == "Play a card of the hand, or kneel"
    assert own.answers == legal_moves(state)[:6]
    assert own.remedy == f"{in_public.remedy}: {join_words(own.answers, 'or')}"
    assert {"play host", "play levy"} <= {*map(str, own.answers)}
    with pytest.raises(IllegalMove, match=r"or kneel\.$"):
        apply(state, move)
    looking = at_a_choice_of_a_shown_card()
    mover = looking.active_player
    [of_shown_hand] = explain(observe(looking, mover), parse_move("choose card the-silence"))
    assert of_shown_hand.answers == legal_moves(looking)[:6]


def test_only_deciders_may_answer() -> None:
    state = dealt("", "", "")
    move = legal_moves(state)[0]
    for violations in (
        explain(state, move, player=1),
        explain(observe(state, 1), move),
        explain(observe(state, None), move),
        explain(observe(state, 0), move, player=2),
    ):
        assert [violation.code for violation in violations] == [Code.NOT_YOUR_DECISION]
        assert "player 0 decides now" in str(violations[0])
    assert explain(state, move, player=0) == ()
    with pytest.raises(IllegalMove):
        apply(state, move, player=1)
    drafting = setup(3, seed=1, leaders=LEADERS, variant=DRAFT)
    drafting = apply(drafting, legal_moves(observe(drafting, 2))[0], player=2)
    with pytest.raises(IllegalMove, match="player 0 and player 1 decide now"):
        apply(drafting, move, player=2)


def test_a_seat_is_a_number_of_the_table() -> None:
    state = setup(3, seed=1, leaders=LEADERS, variant=DRAFT)
    move = legal_moves(state)[0]
    for wrong in (False, 0.0, "0", [0]):
        for call in (apply, explain):
            with pytest.raises(WrongType, match="player must be an int"):
                call(state, move, player=wrong)  # type: ignore[arg-type]
        with pytest.raises(WrongType, match="seat must be an int"):
            Choose(seat=wrong)  # type: ignore[arg-type]
        for count in (DRAFT.rounds, DRAFT.events_added):
            with pytest.raises(WrongType, match="players must be an int"):
                count(wrong)  # type: ignore[arg-type]
    for vast in (-1, 10**5000):
        with pytest.raises(InvalidValue, match="player must be from 0 to 2"):
            apply(state, move, player=vast)
        with pytest.raises(InvalidValue, match="council must be from 0 to 99"):
            Choose(council=vast)


def test_moves_and_seats_that_the_table_lacks_are_not_put_into_words() -> None:
    state = dealt("", "", "")
    for move in ("choose 3", "choose c3", "choose c0>c7", "play x", "choose x", "choose 0:x#1"):
        with pytest.raises(InvalidValue):
            move_in_words(state, parse_move(move))
    with pytest.raises(WrongType, match="a move of this game"):
        move_in_words(state, "kneel")  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="player must be from 0 to 2"):
        player_in_words(state, 3)
    for call in (question, titles, draw_text):
        with pytest.raises(WrongType, match="a GameState or a View"):
            call(state.table)  # type: ignore[arg-type]


@pytest.mark.rule("claim.filter")
def test_a_binding_ability_excludes_the_other_council() -> None:
    """Where one council is left nothing is asked, so the questions are put by hand."""
    state = dealt("", "", "", allies="page")
    table = attrs.evolve(state.table, bid=Bid((11, 4, 0), (0, 1, 2), 0))
    move = Choose(council=2)
    for step in (PlaceAlly(0, "page"), PlaceToken(0)):
        [violation] = step.refusals(table, (), move)
        facts = Facts(step.KIND, 0, council=2, councils=(0,))
        assert violation == Violation(Refusal.COUNCIL_EXCLUDED, move, facts, "claim.filter")
        assert violation.code is Code.COUNCIL_EXCLUDED
        assert (violation.obstacle, violation.remedy) == (
            "a neighbour's card excludes it",
            "Choose c0",
        )


def test_every_refusal_is_reached_and_every_code_cites_its_rule() -> None:
    reached = {
        violation.refusal
        for state, refusals in REFUSED.values()
        for text, _, _ in refusals
        for violation in explain(state, parse_move(text))
    }
    assert set(Refusal) == reached | {Refusal.NOT_YOUR_DECISION, Refusal.COUNCIL_EXCLUDED}
    assert {refusal.code for refusal in Refusal} == set(Code)
    for code in Code:
        if code is Code.OTHER_DECISION:
            assert set(code.rules) == {kind.rule for kind in DecisionKind}
        else:
            assert code.rules == CITED[code]
