"""What is said of text that is no record, and of a record that does not hold together."""

from __future__ import annotations

import pickle
from functools import partial
from time import process_time

import pytest
from helpers.records_as_text import GAME, edited, line_of_game, up_to
from helpers.refusals import assert_refused
from hypothesis import given, strategies as st

from westeros_intrigue import IllegalMove, InvalidRecord, NotationError, Record, ViolationCode
from westeros_intrigue.gamekit.text import LINE_LIMIT
from westeros_intrigue.notation.records.writing import GAME_LIMIT

# What does not hold together


INCONSISTENT = (
    (12, "0:S1@b0 1:S2@a-1"),
    (12, "1:S2@a0"),
    (13, "0:L7@a-2\n0:S3@a-3"),
    (11, "Hand 1: S4 S6 B4 L2 L3 L6 L5 B9 T7 L8 S8 B8 S2"),
    (11, None),
    (22, "Throne card: 1/2 to player 0"),
    (22, "Throne card: 1/2"),
    (47, "Decided by: me"),
    (23, "Cards left: 7 4"),
    (23, "Cards left:"),
    (45, "Totals: 8 -10"),
    (46, "Ranking: 0 = 1"),
    (47, "Decided by: shared"),
    (7, "Throne cards: 1/2 1/2"),
    (5, "Rounds: 8"),
    (4, "First player: 1"),
    (5, "Rounds: 2\nOptions: rivalry"),
    (12, " ".join(["0:S1@a0"] * 37)),
    (20, None),
    (3, "Players: 3"),
)


def test_a_record_that_does_not_hold_together_says_in_which_line_and_why() -> None:
    calls = [partial(Record.parse, edited(number, text)) for number, text in INCONSISTENT]
    errors = assert_refused("records that do not hold together", InvalidRecord, calls)
    for error in errors:
        assert isinstance(error, InvalidRecord)
        assert str(error).startswith(f"line {error.line}, column {error.column}")


def test_an_illegal_move_comes_with_its_violations_and_its_column() -> None:
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse(edited(12, "0:S1@a0 1:S1@b0"))
    error = refusal.value
    assert (error.line, error.column) == (12, 9)
    assert (error.round_number, error.placement) == (1, 2)
    assert [violation.code for violation in error.violations] == [
        ViolationCode.CARD_NOT_IN_HAND,
        ViolationCode.SUPPORT_MISSING,
    ]
    assert error.faults == tuple(str(violation) for violation in error.violations)
    assert isinstance(error.__cause__, InvalidRecord)
    assert isinstance(error.__cause__.__cause__, IllegalMove)
    assert str(error).startswith("line 12, column 9 (round 1, placement 2): S1 cannot go to b0: ")


# What is no record


NO_RECORDS = (
    "",
    '[Event "Chess"]\n1. e4 e5',
    "Westeros Intrigue record",
    "Westeros Intrigue record 2",
    up_to(2),
    edited(3, None),
    edited(3, "Players: \u0662"),
    edited(3, "Players: 2\nPlayers: 2"),
    edited(3, "Plyers: 2"),
    edited(12, "0:S1@a0 # 1:S2@a-1 0:L7@a-2"),
    edited(12, "0:S1@a0 # So soon? 1: stark 2 @ a-1"),
    edited(3, "Players: 2\nHand 0: S1"),
    edited(2, '[Date "1"]\n[dAte "2"]'),
    edited(2, f'[Date "{"x" * 1001}"]'),
    edited(12, line_of_game(2)),
    edited(5, "Rounds: " + "9" * 5000),
    edited(5, "Dead: 37"),
    edited(6, "Throne table: 4/1"),
    edited(9, "Round 2"),
    edited(10, "Hand 0: S7 S7"),
    edited(12, "Hand 1: S4"),
    edited(11, "Hand 1: SSSSLLLLTTTBBB"),
    edited(12, "Starters: S2\nStarters: S3"),
    edited(12, "Starters: S"),
    up_to(11).replace("S7 T6 B1 T9 S3 T1 T8 T5 B5 S1 S9 L7 T4 B7", "SSSSTTTTTBBBL L"),
    edited(12, "0:out"),
    up_to(11) + "\n0:out 0:out",
    edited(24, line_of_game(23)),
    edited(12, "9:S1@a0"),
    edited(12, "0:S1@a0\x1b[31m"),
    edited(12, "0:S1@a0 # \ud800"),
    GAME + "\n" + GAME,
    "#" * (LINE_LIMIT + 1),
    "#\n" * (GAME_LIMIT // 2 + 1),
)


def test_a_text_that_is_no_record_is_refused_with_its_place_and_what_was_expected() -> None:
    calls = [partial(Record.parse, text) for text in NO_RECORDS]
    for error in assert_refused("texts that are no record", NotationError, calls):
        assert type(error) is NotationError
        assert len(str(error)) < 400


@pytest.mark.parametrize("number", range(1, GAME.count("\n") + 1))
def test_a_line_that_stands_twice_is_refused_at_the_second(number: int) -> None:
    line = line_of_game(number)
    if line:
        with pytest.raises((NotationError, InvalidRecord)) as refusal:
            Record.parse(edited(number, f"{line}\n{line}"))
        assert str(refusal.value).startswith(f"line {number + 1}, column ")


@pytest.mark.parametrize(
    ("number", "text", "game", "wanted"),
    [
        (9, "Round 1: me", "player 0 starts", "'player 0 starts', or another seat"),
        (
            22,
            "Throne card: 1/2",
            "1/2 to player 1",
            "who draws the card, such as '3/7 to player 2'",
        ),
        (23, "Cards left:", "7 5", "a number for each seat, such as '4 0 2'"),
        (46, "Ranking: me", "0 > 1", "the seats from the first place on, such as '2 > 0 = 1'"),
        (47, "Decided by: me", "lowest total", "'lowest total', 'fewest icons' or 'shared'"),
    ],
)
def test_a_statement_that_no_game_has_is_refused_with_its_form_and_the_right_one(
    number: int, text: str, game: str, wanted: str
) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse(edited(number, text))
    [fault] = refusal.value.faults
    assert f"the game has {game}; expected " in fault
    assert fault.endswith(wanted)


def test_a_statement_that_another_game_has_is_refused_with_the_right_one_alone() -> None:
    for number, text in ((47, "Decided by: shared"), (22, "Throne card: 1/2 to player 0")):
        with pytest.raises(InvalidRecord, match=r"but the game has [a-z0-9/ ]*$"):
            Record.parse(edited(number, text))


def test_all_faults_of_a_text_are_told_at_once() -> None:
    lines = GAME.split("\n")
    lines[2] = "Players: two"
    lines[4] = "Ronds: 2"
    lines[9] = "Hand 0: S7 X6"
    lines[12] = "0:L7@a-2 1:S4@a1 # 0:S3@a-3"
    lines[22] = "Crads left: 7 5"
    with pytest.raises(NotationError) as refusal:
        Record.parse("\n".join(lines))
    error = refusal.value
    assert [(one.line, one.column) for one in (error, *error.later)] == [
        (3, 10),
        (5, 1),
        (10, 12),
        (13, 20),
        (23, 1),
    ]
    assert (error.line, error.column) == (3, 10)
    assert str(error).count("; line ") == 4
    assert pickle.loads(pickle.dumps(error)).later == error.later  # noqa: S301 - as above


def test_a_line_of_spaces_takes_no_longer_than_another() -> None:
    began = process_time()
    for line in ("0:S" + " " * 9900, "0:S7" + " " * 9000 + "!"):
        with pytest.raises(NotationError, match="a turn such as"):
            Record.parse(edited(12, line))
    assert process_time() - began < 2


def test_all_that_a_text_says_and_the_play_does_not_give_is_told_at_once() -> None:
    lines = GAME.split("\n")
    lines[18] = lines[18].replace("out(7)", "out(6)")
    lines[22] = "Cards left: 7 4"
    lines[45] = "Ranking: 0 = 1"
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse("\n".join(lines))
    out = "out after placement 14, cards left: "
    assert refusal.value.faults == (
        f"the record says player 0: {out}6, but the game has {out}7",
        "line 23, column 13: the record says Cards left: 7 4, but the game has 7 5",
        "line 46, column 10: the record says Ranking: 0 = 1, but the game has 0 > 1",
    )
    assert (refusal.value.line, refusal.value.column) == (19, 1)


def test_a_game_of_other_rules_is_known_as_one() -> None:
    illegal = edited(12, "0:S1@a1").replace('[Date "2024-05-01"]', '[Rules "2"]')
    with pytest.raises(InvalidRecord, match="the game was played by rules version 2, not 1"):
        Record.parse(illegal)
    assert Record.parse(GAME.replace('[Date "2024-05-01"]', '[Rules "2"]')).players == 2


def mutations() -> st.SearchStrategy[str]:
    """GAME with pieces cut out, doubled, moved or replaced."""
    pieces = st.text() | st.sampled_from(
        ["#", "0:", "out", "Round 1", "\n", " ", "S1", "@a0", "\x00", "Hand 0:", "-", "9" * 30]
    )

    @st.composite
    def mutated(draw: st.DrawFn) -> str:
        text = GAME
        for _ in range(draw(st.integers(1, 4))):
            start = draw(st.integers(0, len(text)))
            end = draw(st.integers(start, min(len(text), start + 60)))
            kept = draw(st.sampled_from(["", text[start:end] * 2])) if draw(st.booleans()) else ""
            text = text[:start] + kept + draw(pieces) + text[end:]
        return text

    return mutated()


@given(mutations() | st.text())
def test_whatever_text_comes_it_is_a_record_or_a_documented_error(text: str) -> None:
    try:
        record = Record.parse(text)
    except NotationError:
        return
    except InvalidRecord as error:
        lines_of_text = text.count("\n") + text.count("\r") + 1
        assert 1 <= (error.line or 0) <= lines_of_text  # noqa: PT017 - it may well be a record
        return
    assert Record.parse(str(record)) == record
