"""Records made, annotated and taken apart by functions, not read from text."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import attrs
import pytest
from helpers.records_as_text import GAME
from helpers.refusals import assert_refused
from helpers.watched_games import watched_game

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    InvalidRecord,
    InvalidValue,
    IronThroneCard,
    Move,
    Placement,
    Record,
    Slot,
    apply,
    distinct_moves,
    setup,
)
from westeros_intrigue.gamekit.text import TAG_LIMIT
from westeros_intrigue.notation import RecordedPlacement, RecordedRound
from westeros_intrigue.notation.records.writing import (
    ANNOTATION_LIMIT,
    COMMENT_LINE_LIMIT,
    GAME_LIMIT,
)
from westeros_intrigue.rules.variants import MOST_ROUNDS, MOST_THRONE_CARDS
from westeros_intrigue.testing.strategies import play_game

# Records made in code


TWO_ROUNDS = Record.parse(GAME)


def with_placement(number: int, index: int, placed: Placement) -> dict[str, Any]:
    rounds = [list(played.placements) for played in TWO_ROUNDS.rounds]
    rounds[number - 1][index - 1] = RecordedPlacement(placed.player, placed.move)
    return {"rounds": [RecordedRound(tuple(placed)) for placed in rounds]}


DEAL = TWO_ROUNDS.deal
FIRST, SECOND = TWO_ROUNDS.rounds
NEXT = FIRST.placements[1]
SOLO = SOLO_SCHEMING.with_rounds(9)
CONTRADICTIONS: tuple[dict[str, Any], ...] = (
    {"scored_rounds": 100},
    {"scored_rounds": 3},
    {"scored_rounds": 0},
    {"scored_rounds": 0, "rounds": (RecordedRound(), RecordedRound(SECOND.placements[:3]))},
    {"rounds": (FIRST, SECOND, RecordedRound())},
    {"rounds": (FIRST,)},
    {"rounds": (RecordedRound(FIRST.placements[:-1]), SECOND)},
    {"deal": Deal((), DEAL.throne_cards)},
    {"deal": Deal(DEAL.rounds, DEAL.throne_cards[:1])},
    {"deal": Deal(DEAL.rounds, DEAL.throne_cards[:1] * 2)},
    {"players": 3},
    {"first_player": 2},
    {"variant": SOLO},
    {"variant": TWO_ROUNDS.variant.with_rounds(1)},
    with_placement(1, 2, Placement(0, NEXT.move)),
    with_placement(2, 2, Placement(5, NEXT.move)),
    with_placement(1, 2, Placement(1, Move(NEXT.move.card, Slot(2, 3)))),
    {"comment": "x\n" * (ANNOTATION_LIMIT // 4) + "x"},
)


@pytest.mark.rule("turn.clockwise", "round.end", "round.throne")
def test_parts_that_contradict_each_other_or_the_rules_make_no_record() -> None:
    calls = [partial(attrs.evolve, TWO_ROUNDS, **changes) for changes in CONTRADICTIONS]
    for error in assert_refused("records made of parts", InvalidRecord, calls):
        assert isinstance(error, InvalidRecord)
        assert error.line is None


@pytest.mark.rule("option.anyone")
def test_the_round_that_deals_somebody_dead_is_named() -> None:
    ended = Record.from_state(watched_game("4 players, Anyone Can Die", 1).now)
    first, second, third, fourth = ended.deal.rounds
    dead = min(set(DECK) - set(second.dealt))
    hands = ((dead, *third.hands[0][1:]), *third.hands[1:])
    rounds = (first, second, attrs.evolve(third, hands=hands), fourth)
    with pytest.raises(InvalidRecord, match=f"{dead}") as refused:
        attrs.evolve(ended, deal=Deal(rounds, ended.deal.throne_cards))
    assert refused.value.round_number == 3


def test_words_that_could_not_be_read_back_are_refused_and_not_written() -> None:
    comments = (
        "a\x00b",
        "tab\tbed",
        "carriage\rreturn",
        "half \ud83d",
        "line\u2028separator",
        " indented",
        "trailing ",
        "wide\u3000\nspace",
        "\nfirst line empty",
        "last line empty\n",
        "\n",
        "x" * (COMMENT_LINE_LIMIT + 1),
    )
    tags: tuple[Any, ...] = (
        {"": "x"},
        {"two words": "x"},
        {"0": "x"},
        {"n" * 41: "x"},
        {"N\u00e4me": "x"},
        {"Date": "one\nline"},
        {"Date": "\x1b[0m"},
        {"Date": "x" * (TAG_LIMIT + 1)},
        [("Date", "1"), ("date", "2")],
    )
    for way in (
        TWO_ROUNDS.with_comment,
        partial(TWO_ROUNDS.with_comment, round_number=1),
        partial(TWO_ROUNDS.with_comment, round_number=1, placement=2),
        lambda comment: Record.from_state(TWO_ROUNDS.state, comment=comment),
    ):
        calls = [partial(way, comment) for comment in comments]
        assert_refused("comments that could not be read back", InvalidValue, calls)
    calls = [partial(TWO_ROUNDS.with_tags, each) for each in tags]
    assert_refused("tags that could not be read back", InvalidValue, calls)


@pytest.mark.long
def test_the_largest_record_can_still_be_read_back() -> None:
    variant = STANDARD.with_rounds(MOST_ROUNDS).with_throne_cards(
        [IronThroneCard(3, 999_999_999)] * MOST_THRONE_CARDS
    )
    start = setup(6, seed=1, variant=variant)
    state = play_game(start, random.Random(1).randrange)[-1]
    line = "x" * COMMENT_LINE_LIMIT
    comment = "\n".join([line] * (ANNOTATION_LIMIT // (COMMENT_LINE_LIMIT + 5)))
    record = Record.from_state(state).with_comment(comment, round_number=99, placement=30)
    text = str(record)
    assert len(text) <= GAME_LIMIT
    assert Record.parse(text) == record


def test_comments_are_given_to_the_game_a_round_or_a_placement_and_taken_away() -> None:
    record = TWO_ROUNDS.with_comment("g").with_comment("r", round_number=2)
    record = record.with_comment("p", round_number=2, placement=1)
    assert (record.comment, record.rounds[1].comment) == ("g", "r")
    assert record.rounds[1].placements[0].comment == "p"
    assert record.with_comment("").with_comment("", round_number=2) == TWO_ROUNDS.with_comment(
        "p", round_number=2, placement=1
    )
    with pytest.raises(InvalidValue):
        attrs.evolve(record, scored_rounds=MOST_ROUNDS + 1)
    for round_number, placement in [(0, None), (3, None), (1, 0), (1, 40), (None, 1)]:
        with pytest.raises(InvalidValue):
            record.with_comment("x", round_number=round_number, placement=placement)


# States without a record


def test_a_state_that_play_does_not_lead_to_has_no_record() -> None:
    state = apply(TWO_ROUNDS_START, distinct_moves(TWO_ROUNDS_START)[0])
    with pytest.raises(InvalidValue, match="a state that play cannot reach has no record"):
        Record.from_state(attrs.evolve(state, placements=()))


TWO_ROUNDS_START = next(TWO_ROUNDS.replay())
