"""Cards, slots, moves, hands and courts as text: written in one way, read in many."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from time import thread_time

import pytest
from helpers import strategies
from helpers.cases import each
from helpers.refusals import assert_refused
from hypothesis import example, given, strategies as st

from westeros_intrigue import (
    DECK,
    Card,
    Court,
    GameState,
    House,
    InvalidCourt,
    Move,
    NotationError,
    Slot,
    draw_text,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    testing,
)
from westeros_intrigue.gamekit.text import Scanner
from westeros_intrigue.notation.notation import hand_text, scan_house

Parser = Callable[[str], object]
PARSERS: list[Parser] = [parse_card, parse_slot, parse_move, parse_hand, parse_court]
EACH_PARSER = pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__name__)

S4 = Card(House.STARK, 4)


def a_house(text: str) -> House:
    return scan_house(Scanner(text))


def hands() -> st.SearchStrategy[tuple[Card, ...]]:
    return st.permutations(DECK).flatmap(
        lambda deck: st.integers(0, 36).map(lambda size: tuple(deck[:size]))
    )


def texts() -> st.SearchStrategy[str]:
    """Any text, and text of the characters and words that the parsers know."""
    words = st.sampled_from(
        [*"SLBTslbtaz0123456789 \t\r\n@/.,-+()\u2212\u0664\u017f\x00", "Stark", "to", "a0 S1", "S4"]
    )
    return st.text() | st.lists(words).map("".join)


# Print, parse, print


@given(testing.cards(), testing.slots(), testing.moves(), hands())
def test_what_is_written_is_read(
    card: Card, slot: Slot, move: Move, hand: tuple[Card, ...]
) -> None:
    assert (parse_card(str(card)), parse_slot(str(slot))) == (card, slot)
    assert parse_move(str(move)) == move
    assert parse_hand(hand_text(hand)) == hand
    assert parse_hand(" - \n") == ()


@given(strategies.states())
def test_a_court_is_read_as_it_was_written_and_as_it_was_drawn(state: GameState) -> None:
    court = state.court
    assert parse_court(str(court), court.width_limit) == court
    assert parse_court(draw_text(court), court.width_limit) == court
    assert parse_court("-", 7) == parse_court("(No card in the court)\n", 7) == Court({}, 7)


@EACH_PARSER
@given(text=texts())
@example(text="a0")
@example(text="(no card in the court)")
def test_whatever_a_parser_takes_it_takes_again_from_what_is_written(
    parser: Parser, text: str
) -> None:
    try:
        value = parser(text)
    except (NotationError, InvalidCourt):
        return
    written = hand_text(value) if isinstance(value, tuple) else str(value)
    assert parser(written) == value


@given(text=texts(), lines=st.lists(st.text("abcST12 -.0123", max_size=20), max_size=6))
def test_a_drawing_is_read_or_refused_with_a_documented_error(text: str, lines: list[str]) -> None:
    for drawing in ("\n".join(lines), "b     S2\na   S1  L1\n" + text, f"a   S1\n{text}"):
        try:
            court = parse_court(drawing)
        except (NotationError, InvalidCourt):
            continue
        assert parse_court(str(court)) == court


# What is forgiven


@each(
    [
        *((parse_card, text, S4) for text in ("s4", " S4\n", "S 4", "\tStark  4 \r\n", "STARK4")),
        (parse_slot, "B+2", Slot(1, 2)),
        (parse_slot, "b02", Slot(1, 2)),
        (parse_slot, "a\u22123", Slot(0, -3)),
        *(
            (parse_move, text, Move(S4, Slot(1, 2)))
            for text in ("S4 b2", "S4 to b2", "S4 AT b2", "Stark 4 to B2")
        ),
        *(
            (parse_hand, text, (S4, Card(House.LANNISTER, 1)))
            for text in ("s4,l1", "S4,\nL1", "S4L1", " Stark 4 Lannister 1 ")
        ),
    ]
)
def test_capitals_spaces_and_signs_may_be_others(parser: Parser, text: str, value: object) -> None:
    assert parser(text) == value


@each(
    [
        "a-1 S3 S1 L1 / b0 S2",
        " a-1 S3  S1\tL1\r\nb0 S2\n",
        "a-1 S3 S1 L1 . / b-1 . S2",
        "A-1 Stark 3 Stark 1 Lannister 1 / B0 Stark 2",
        "\n  B         s2\r\n  a   S3  S1  l1\r\n      -1   0   1  \n\n",
    ]
)
def test_a_court_may_have_its_rows_in_any_order_on_lines_of_their_own_or_be_drawn(
    text: str,
) -> None:
    assert str(parse_court(text)) == "a-1 S3 S1 L1 / b0 S2"


# What is refused


REFUSED: tuple[tuple[Parser, str], ...] = (
    (parse_card, "X4"),
    (parse_card, "S\u0664"),
    (parse_card, "\n\n S4 x"),
    (a_house, "X"),
    (parse_slot, "3"),
    (parse_slot, "b -2"),
    (parse_slot, "a" + "1" * 102),
    (parse_move, "S4b2"),
    (parse_hand, "S4, S1\nS4"),
    (parse_hand, "S4,"),
    (parse_hand, "S4,,L1"),
    (parse_hand, "S4;S5"),
    (parse_court, "a0S1"),
    (parse_court, "a0 S1 / a0 S2"),
    (parse_court, "a0" + " ." * 37),
    (parse_court, "b   S1\nb   S2"),
    (parse_court, "a   S1"),
    (parse_court, "b    S3\na   S1  S2\n     0   1"),
)


def test_a_text_that_is_none_is_refused_with_its_place_and_what_was_expected() -> None:
    calls = [partial(parser, text) for parser, text in REFUSED]
    for error in assert_refused("texts that are no notation", NotationError, calls):
        assert isinstance(error, NotationError)
        place = f"line {error.line}, column {error.column}: expected {error.expected}, found "
        assert str(error) == place + (repr(error.text) if error.text else "the end")


UNITS = (
    "S", "S1 ", "1", "a", " ", "\n", "-", "/", ". ", ",", "a0 ", "\x00", "\u0661", "(", "é"
)  # fmt: skip
STARTS = ("", "a   S1\n", "S1@a", "a0 S1 ")


@each([*product(PARSERS, UNITS, STARTS)])
def test_a_huge_text_is_refused_in_no_time(parser: Parser, unit: str, start: str) -> None:
    text = start + unit * 200_000 + "!"
    before = thread_time()
    with pytest.raises(NotationError) as refusal:
        parser(text)
    assert thread_time() - before < 5  # of the processor: a tenth, or minutes
    assert len(str(refusal.value)) < 400
