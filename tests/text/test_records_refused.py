"""What is said of text that is no record, and of a record that does not hold together."""

from __future__ import annotations

import difflib
import pickle

import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st
from records_as_text import (
    GAME,
    edited,
    line_of_game,
    random_game,
    up_to,
)

from westeros_intrigue import (
    SOLO_SCHEMING,
    IllegalMove,
    InvalidRecord,
    Move,
    NotationError,
    Record,
    Slot,
    ViolationCode,
    WrongType,
)
from westeros_intrigue.base.record_files import GAME_LIMIT, LINE_LIMIT
from westeros_intrigue.text.records.faults import NotationErrors

KEYS = (
    "(one that begins with Round, Players, First player, Rounds, Options, Houses, Automated, "
    "Dead, Throne table, Throne cards, Hand, Starters, Throne card, Cards left, Penalty points, "
    "Totals, Ranking, Decided by)"
)
HIDDEN = (
    "no turn after #, where it is a comment and not played: write such a comment on a line of its "
    "own"
)

# What does not hold together


@each(
    [
        (12, "0:S1@b0 1:S2@a-1", 12, "S1 cannot go to b0"),
        (12, "0:S2@a0 1:S2@a-1", 12, "S2 cannot go to a0: player 0 does not hold it"),
        (12, "1:S2@a0", 12, "it is player 0's turn, not player 1's"),
        (12, "4:S2@a0", 12, "from 0 to 1, not 4"),
        (20, "1:L6@d-4 1:T7@a9", 20, "no round is being played"),
        (13, "0:L7@a-2\n0:S3@a-3", 14, "it is player 1's turn"),
        (19, "0:out(6) 1:L5@c-3", 19, "player 0 goes out with 7 cards left, not 6"),
        (19, "1:L5@c-3 0:out", 19, "player 0 goes out after placement 14, not after placement 15"),
        (
            11,
            "Hand 1: S4 S6 B4 L2 L3 L6 L5 B9 T7 L8 S8 B8 S2 S7",
            11,
            "S7 is dealt already on line 10",
        ),
        (
            11,
            "Hand 1: S4 S6 B4 L2 L3 L6 L5 B9 T7 L8 S8 B8 S2",
            9,
            "player 1",
        ),
        (11, None, 9, "hand"),
        (
            9,
            "Round 1: player 1 starts",
            9,
            "Round: player 1 starts, but in the play it is player 0",
        ),
        (
            22,
            "Throne card: 1/2 to player 0",
            22,
            "Throne card: 1/2 to player 0, but in the play it is 1/2 to",
        ),
        (
            22,
            "Throne card: 1/1 to player 1",
            22,
            "Throne card: 1/1 to player 1, but in the play it is 1/2",
        ),
        (23, "Cards left: 7 4", 23, "Cards left: 7 4, but in the play it is 7 5"),
        (24, "Penalty points: 7", 24, "Penalty points: 7, but in the play it is 7 5"),
        (45, "Totals: 8 -10", 45, "Totals: 8 -10, but in the play it is 8 10"),
        (46, "Ranking: 0 = 1", 46, "Ranking: 0 = 1, but in the play it is 0 > 1"),
        (47, "Decided by: shared", 47, "Decided by: shared, but in the play it is lowest total"),
        (
            7,
            "Throne cards: 1/2 1/2",
            1,
            "Iron Throne card",
        ),
        (5, "Rounds: 1", 26, "2"),
        (5, "Rounds: 8", 1, "8 rounds"),
        (5, "Rounds: 3", 45, "Totals belongs to the end of a game, and this one is not over"),
        (4, "First player: 5", 1, "from 0 to 1, not 5"),
        (4, "First player: 1", 12, "it is player 1's turn, not player 0's"),
        (5, "Rounds: 2\nOptions: rivalry", 1, "rivalry"),
        (20, None, 19, "round 1 is scored, but player 1 is still to move"),
        (3, "Players: 3", 9, "hand"),
    ]
)
def test_a_record_that_does_not_hold_together_says_in_which_line_and_why(
    number: int, text: str | None, line: int, fault: str
) -> None:
    with pytest.raises(InvalidRecord, match="line") as refusal:
        Record.parse(edited(number, text))
    error = refusal.value
    assert any(fault in found for found in error.faults), error.faults
    assert error.line == line
    assert str(error).startswith(f"line {line}, column {error.column}")


def test_players_who_never_go_out_are_not_said_to() -> None:
    with pytest.raises(InvalidRecord, match="player 1 does not go out"):
        Record.parse(up_to(12) + " 1:out")
    with pytest.raises(InvalidRecord, match="player 1 does not go out"):
        Record.parse(up_to(28) + "\n1:out")


def test_a_round_may_not_be_out_of_before_the_one_that_is_played() -> None:
    text = up_to(12) + "\nRound 2\n" + "\n".join(GAME.split("\n")[26:28]) + "\n1:out"
    with pytest.raises(InvalidRecord, match="player 1 does not go out"):
        Record.parse(text)


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


def test_an_automated_house_that_strays_from_its_procedure_is_found() -> None:
    states = random_game(4, SOLO_SCHEMING, 3)
    placed = states[2].placements[1]
    other = next(slot for slot in (Slot(0, -1), Slot(0, 1)) if slot != placed.move.slot)
    text = str(Record.from_state(states[2]))
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse(text.replace(str(placed.move), str(Move(placed.move.card, other))))
    assert [violation.code for violation in refusal.value.violations] == [
        ViolationCode.NOT_DICTATED
    ]


def test_an_invalid_record_is_a_value_error_that_pickles_and_compares() -> None:
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse(edited(12, "0:S1@b0"))
    error = refusal.value
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - it was pickled here
    assert isinstance(error, ValueError)
    assert copy == error
    assert (copy.line, copy.violations) == (error.line, error.violations)
    assert str(InvalidRecord(["why"])) == "why"
    assert str(InvalidRecord(["why"], round_number=2)) == "round 2: why"
    assert str(InvalidRecord(["why", "and what"])) == "why; and what"
    plain = InvalidRecord(["why"])
    assert plain == InvalidRecord(["why"]) != InvalidRecord(["why"], line=1)
    assert plain != InvalidRecord(["why"], column=1)
    assert plain != InvalidRecord(["why"], round_number=1)
    assert plain != InvalidRecord(["why"], placement=1)
    place = (error.line, error.column, error.round_number, error.placement)
    assert error != InvalidRecord(error.faults, *place)


# What is no record


@each(
    [
        ("", 1, 1, "the title 'Westeros Intrigue record 1'"),
        ("\n# only a comment\n", 3, 1, "the title 'Westeros Intrigue record 1'"),
        ('[Event "Chess"]\n1. e4 e5', 1, 1, "the title 'Westeros Intrigue record 1'"),
        ("\x7fELF\x02\x01\x01\x00", 1, 1, "text without control characters"),
        ("Westeros Intrigue record", 1, 25, "the version of the format"),
        ("Westeros Intrigue record 2", 1, 26, "a version of the format up to 1"),
        ("Westeros Intrigue record 0", 1, 26, "a version of the format up to 1"),
        ("Westeros Intrigue record 1: one", 1, 27, "the end of the line, or # and a comment"),
        (up_to(2), 3, 1, "a line such as 'Players: 4' before the first round"),
        (edited(3, None), 8, 1, "a line such as 'Players: 4' before the first round"),
        (edited(3, "Players: 7"), 3, 10, "a number of players from 2 to 6"),
        (edited(3, "Players: \u0662"), 3, 10, "a number of players from 2 to 6"),
        (edited(3, "Players 2"), 3, 8, "a colon"),
        (edited(3, "Players: 2 3"), 3, 12, "the end of the line, or # and a comment"),
        (edited(3, "Players: 2\nPlayers: 2"), 4, 1, "each line and each tag once"),
        (edited(3, "Plyers: 2"), 3, 1, f"a line of a record, perhaps 'Players' {KEYS}"),
        (edited(23, "card  left: 7 5"), 23, 1, f"a line of a record, perhaps 'Cards left' {KEYS}"),
        (edited(3, "!"), 3, 1, f"a line of a record {KEYS}"),
        (edited(12, "0:S1@a0 # 1:S2@a-1 0:L7@a-2"), 12, 11, HIDDEN),
        (edited(12, "0:S1@a0 # So soon? 1: stark 2 @ a-1"), 12, 20, HIDDEN),
        (edited(12, "0:S1@a0 1:S2@a-1 # Now 0:out"), 12, 24, HIDDEN),
        (edited(10, "Hand 0: SSSSTTTTTBBBL L"), 11, 9, "cards without numbers, like those before"),
        (
            edited(11, "Hand 1: SSL"),
            11,
            9,
            "cards with their numbers, like those before",
        ),
        (
            edited(3, "Players: 2\nHand 0: S1"),
            4,
            1,
            "this line only right after the heading of a round",
        ),
        (edited(3, "Players: 2\nTotals: 1 2"), 4, 1, "this line only after the last round"),
        (
            edited(3, "Players: 2\n0:S1@a0"),
            4,
            1,
            "moves only after the hands of a round and before its result",
        ),
        (edited(2, "[Date 2024]"), 2, 1, 'a tag such as [Date "2024-05-01"]'),
        (edited(2, '[Date "1"]\n[dAte "2"]'), 3, 2, "each line and each tag once"),
        (edited(2, f'[Date "{"x" * 1001}"]'), 2, 8, "a tag of at most 1000 characters"),
        (edited(12, line_of_game(2)), 12, 1, "tags only before the first round"),
        (edited(12, "Rounds: 2"), 12, 1, "this line only before the first round"),
        (edited(5, "Rounds: " + "9" * 5000), 5, 9, "a number of rounds to 100"),
        (edited(5, "Options: none"), 5, 10, "house affiliation, rivalry or anyone can die"),
        (edited(5, "Options: rivalry,"), 5, 18, "house affiliation, rivalry or anyone can die"),
        (edited(5, "Houses: Stark Tully"), 5, 16, "a house: S, L, B or T"),
        (edited(5, "Automated: 6"), 5, 12, "a seat from 0 to 5"),
        (edited(5, "Dead: 37"), 5, 7, "how many are dead, to 36"),
        (edited(6, "Throne table: 4/1"), 6, 15, "value and icons such as 3/7"),
        (edited(6, "Throne table: 1/0"), 6, 15, "value and icons such as 3/7"),
        (edited(6, "Throne table:" + " 1/1" * 501), 6, 2015, "at most 500 of them"),
        (edited(9, "Round 2"), 9, 7, "round 1"),
        (edited(9, "Round"), 9, 6, "round 1"),
        (edited(9, "Round 1: player 9 starts"), 9, 10, "the end of the line, or # and a comment"),
        (edited(10, "Hand 1: S7"), 10, 6, "hand 0"),
        (edited(12, "Hand 2: S7"), 12, 6, "no more hands"),
        (edited(10, "Hand 0 S7"), 10, 7, "a colon"),
        (edited(10, "Hand 0: S7 S7"), 10, 12, "a card that is not in the hand already"),
        (edited(13, "Hand 2: S7"), 13, 1, "this line only right after the heading of a round"),
        (edited(12, "Starters: S2\nStarters: S3"), 13, 1, "each line and each tag once"),
        (edited(12, "0 S1@a0"), 12, 2, "a colon, and a move or 'out'"),
        (edited(12, "0:S1@"), 12, 6, "a slot such as b2"),
        (edited(12, "0:S1@a0,"), 12, 8, "a seat from 0 to 5"),
        (edited(12, "9:S1@a0"), 12, 1, "a seat from 0 to 5"),
        (edited(12, "0:S1@a0\x1b[31m"), 12, 8, "text without control characters"),
        (edited(12, "0:S1@a0 # \u2028"), 12, 11, "text without control characters"),
        (edited(12, "0:S1@a0 # \ud800"), 12, 11, "text without control characters"),
        (edited(12, " ".join(["0:S1@a0"] * 37)), 12, 289, "no more than 36 moves in a round"),
        (up_to(11) + "\n0:out 0:out", 12, 7, "player 0 to go out once"),
        (
            edited(12, "0:S1@a0 #" + "x" * 5001),
            12,
            9,
            "a comment of at most 5000 characters in a line",
        ),
        (edited(22, "Throne card: 1/2"), 22, 17, "who draws the card, such as 'to player 2'"),
        (edited(23, "Cards left: many"), 23, 13, "a number for each seat"),
        (
            edited(22, "Throne card: 1/2 to player 1\n1:L6@d-4"),
            23,
            1,
            "moves only after the hands of a round and before its result",
        ),
        (edited(24, line_of_game(23)), 24, 1, "each line and each tag once"),
        (edited(46, "Ranking: 0 > > 1"), 46, 14, "a seat from 0 to 5"),
        (edited(47, "Decided by: me"), 47, 13, "'lowest total', 'fewest icons' or 'shared'"),
        (up_to(7) + "".join(f"\nRound {n}" for n in range(1, 102)), 108, 7, "at most 100 rounds"),
        (GAME + "Round 3", 48, 1, "no round after the end of the game"),
        (GAME + "\n" + GAME, 49, 1, "one game only"),
        ("#" * (LINE_LIMIT + 1), 1, LINE_LIMIT + 1, f"a line of at most {LINE_LIMIT} characters"),
        ("#\n" * (GAME_LIMIT // 2 + 1), 125001, 1, f"a game of at most {GAME_LIMIT} characters"),
    ]
)
def test_a_text_that_is_no_record_is_refused_with_its_place_and_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(NotationError) as refusal:
        Record.parse(text)
    error = refusal.value
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert type(error) is NotationError
    assert len(str(error)) < 400


def test_all_faults_of_a_text_are_told_at_once() -> None:
    lines = GAME.split("\n")
    lines[2] = "Players: two"
    lines[4] = "Ronds: 2"
    lines[9] = "Hand 0: S7 X6"
    lines[12] = "0:L7@a-2 1:S4@a1 # 0:S3@a-3"
    lines[22] = "Cards left: 7 five"
    with pytest.raises(NotationErrors) as refusal:
        Record.parse("\n".join(lines))
    error = refusal.value
    assert [(one.line, one.column) for one in error.errors] == [
        (3, 10),
        (5, 1),
        (10, 12),
        (13, 20),
        (23, 15),
    ]
    assert (error.line, error.column) == (3, 10)
    assert str(error).count("; line ") == 4
    assert pickle.loads(pickle.dumps(error)).errors == error.errors  # noqa: S301 - as above


def test_a_line_that_seems_misplaced_after_a_fault_is_not_one_more() -> None:
    for number, text, line in (
        (9, "Rund 1: player 0 starts", 9),
        (3, "Players: 7", 3),
        (3, "Plyers: 2", 3),
    ):
        with pytest.raises(NotationError) as refusal:
            Record.parse(edited(number, text))
        assert type(refusal.value) is NotationError
        assert refusal.value.line == line


def test_a_text_with_many_faults_is_told_in_short() -> None:
    with pytest.raises(NotationErrors) as refusal:
        Record.parse(up_to(8) + "\n!" * 1000)
    assert len(refusal.value.errors) == 1000
    assert str(refusal.value).endswith("; and 980 more")


def test_only_the_faults_that_are_shown_are_compared_with_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []

    def closest(written: str, *_: object) -> list[str]:
        compared.append(written)
        return ["round"]

    monkeypatch.setattr(difflib, "get_close_matches", closest)
    with pytest.raises(NotationErrors) as refusal:
        Record.parse(up_to(8) + "\nRund 1" * 1000)
    assert str(refusal.value).count("perhaps 'Round'") == len(compared) == 20


def test_all_that_a_text_says_and_the_play_does_not_give_is_told_at_once() -> None:
    lines = GAME.split("\n")
    lines[18] = lines[18].replace("out(7)", "out(6)")
    lines[22] = "Cards left: 7 4"
    lines[45] = "Ranking: 0 = 1"
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse("\n".join(lines))
    assert refusal.value.faults == (
        "player 0 goes out with 7 cards left, not 6",
        "line 23, column 13: the record says Cards left: 7 4, but in the play it is 7 5",
        "line 46, column 10: the record says Ranking: 0 = 1, but in the play it is 0 > 1",
    )
    assert (refusal.value.line, refusal.value.column) == (19, 1)


def test_every_card_that_is_dealt_twice_is_told() -> None:
    lines = GAME.split("\n")
    lines[10] = lines[10].replace("T3", "S7").replace("S2", "T6")
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse("\n".join(lines))
    assert refusal.value.faults == (
        "T6 is dealt already on line 10",
        "line 11, column 9: S7 is dealt already on line 10",
    )


def test_a_game_of_other_rules_is_known_as_one() -> None:
    illegal = edited(12, "0:S1@a1").replace('[Date "2024-05-01"]', '[rules "2"]')
    with pytest.raises(InvalidRecord, match="the game was played by rules version 2, not 1"):
        Record.parse(illegal)
    assert Record.parse(GAME.replace('[Date "2024-05-01"]', '[Rules "2"]')).players == 2


@pytest.mark.parametrize("value", [None, 1, GAME.encode(), [GAME]])
def test_a_record_is_parsed_from_text_alone(value: object) -> None:
    with pytest.raises(WrongType):
        Record.parse(value)  # type: ignore[arg-type]


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
