"""Records: games as text that is read back, and what is said of one that does not hold together."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import TWO_HANDS, game, play_game, play_out

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    GameState,
    House,
    IllegalMove,
    InvalidRecord,
    InvalidValue,
    IronThroneCard,
    Move,
    NotationError,
    Phase,
    Record,
    RecordedPlacement,
    RecordedRound,
    RoundDeal,
    Slot,
    Variant,
    ViolationCode,
    WrongType,
    apply,
    deal_round,
    determinize,
    distinct_moves,
    draw_deal,
    observe,
    read_records,
    score_round,
    setup,
    write_records,
)
from westeros_intrigue.records.parts import (
    ANNOTATION_LIMIT,
    COMMENT_LINE_LIMIT,
    GAME_LIMIT,
    LINE_LIMIT,
    ROUND_LIMIT,
    TAG_LIMIT,
    THRONE_LIMIT,
)

SAMPLES = Path(__file__).parent / "data" / "records"

GAME = """\
Westeros Intrigue record 1
[Date "2024-05-01"]
Players: 2
First player: 0
Rounds: 2
Throne table: 1/1 1/2 2/3 2/4 2/5 3/6 3/7
Throne cards: 1/2 2/3

Round 1: player 0 starts
Hand 0: S7 T6 B1 T9 S3 T1 T8 T5 B5 S1 S9 L7 T4 B7
Hand 1: S4 S6 B4 L2 L3 L6 L5 B9 T7 L8 S8 B8 S2 T3
0:S1@a0 1:S2@a-1
0:L7@a-2 1:S4@a1
0:S3@a-3 1:S6@b0
0:T1@a2 1:T3@a-4
0:T4@b-4 1:S8@b-2
0:S7@b1 1:L2@b-3
0:S9@b-1 1:L3@c-4
0:out(7) 1:L5@c-3
1:L6@d-4
1:out(5)
Throne card: 1/2 to player 1
Cards left: 7 5
Penalty points: 7 5

Round 2: player 1 starts
Hand 0: L3 S4 S9 S2 B6 S5 T4 S7 T5 T9 S8 S3 L9 L1
Hand 1: T6 L6 B7 B2 T1 B4 T8 L5 B8 L2 S6 T7 B9 B1
1:T1@a0 0:T4@a-1
1:T6@a1 0:S2@a2
1:L2@a-2 0:T5@a-3
1:T7@b-3 0:T9@b-1
1:T8@b0 0:S3@a-4
1:S6@b1 0:L1@b-2
1:L5@c-2 0:S4@b-4
1:L6@c-3 0:S5@c-4
1:out(6) 0:L3@d-3
0:L9@d-4
0:S7@c0
0:out(3)
Throne card: 2/3 to player 0
Cards left: 3 6
Penalty points: 3 6

Totals: 8 10
Ranking: 0 > 1
Decided by: lowest total
"""

S, L, B, T = House.STARK, House.LANNISTER, House.BARATHEON, House.TARGARYEN
HOUSES = (S, B, L, T, S, B)
OTHER_THRONE_CARDS = [IronThroneCard(3, icons) for icons in (1, 1, 12, 999_999_999, 2, 2)]

TABLES: list[tuple[int, Variant]] = [
    *((players, STANDARD) for players in range(2, 7)),
    *((players, STANDARD.with_options(anyone_can_die=True)) for players in range(2, 7)),
    (4, SOLO_SCHEMING),
    (4, SOLO_SCHEMING.with_options(house_affiliation=True, rivalry=True, anyone_can_die=True)),
    (2, STANDARD.with_rounds(7)),
    (3, STANDARD.with_throne_cards(OTHER_THRONE_CARDS).with_rounds(4)),
    (3, STANDARD.with_seats(houses=HOUSES[:3], automated=(2, 0)).with_options(rivalry=True)),
    (6, STANDARD.with_seats(houses=HOUSES).with_options(house_affiliation=True)),
    (5, STANDARD.with_seats(houses=HOUSES[:5], automated=range(5)).with_rounds(2)),
]
EACH_TABLE = pytest.mark.parametrize(("players", "variant"), TABLES)


def line_of_game(number: int) -> str:
    return GAME.split("\n")[number - 1]


def edited(number: int, text: str | None) -> str:
    """GAME with another line in place of line `number`, or without it."""
    lines = GAME.split("\n")
    lines[number - 1 : number] = [] if text is None else text.split("\n")
    return "\n".join(lines)


def up_to(number: int) -> str:
    """GAME up to and with line `number`."""
    return "\n".join(GAME.split("\n")[:number])


def random_game(players: int, variant: Variant, seed: int) -> list[GameState]:
    chance = random.Random(seed)
    first_player = chance.randrange(players) if variant.first_player is None else 0
    start = setup(players, seed=seed, first_player=first_player, variant=variant)
    return strategies.play_game(start, chance.randrange)


# What is written is read, and replays


@EACH_TABLE
def test_a_random_game_of_each_table_replays_to_equal_states(
    players: int, variant: Variant
) -> None:
    for seed in range(3):
        states = random_game(players, variant, seed)
        record = Record.parse(str(Record.from_state(states[-1])))
        assert list(record.replay()) == states
        assert record.state == states[-1]
        assert str(record) == str(Record.from_state(states[-1]))


@EACH_TABLE
@settings(max_examples=10)
@given(data=st.data())
def test_the_record_of_any_state_leads_to_that_state(
    data: st.DataObject, players: int, variant: Variant
) -> None:
    state = data.draw(strategies.states(players, variant))
    record = Record.from_state(state)
    assert record.state == state
    assert list(record.replay())[-1] == state
    assert Record.parse(str(record)) == record


def test_every_state_of_a_game_has_a_record() -> None:
    for state in random_game(3, STANDARD, 1):
        record = Record.from_state(state)
        assert record.state == state
        assert Record.parse(str(record)) == record


@settings(max_examples=20)
@given(data=st.data())
def test_a_deal_that_stops_short_is_recorded_as_far_as_it_goes(data: st.DataObject) -> None:
    players = data.draw(strategies.player_counts())
    rounds = data.draw(st.integers(0, players))
    start = data.draw(strategies.starts(players, rounds=rounds))
    states = strategies.play_game(start, random.Random(0).randrange)
    record = Record.parse(str(Record.from_state(states[-1])))
    assert list(record.replay()) == states
    assert len(record.deal.rounds) == rounds


def test_a_game_dealt_round_by_round_is_recorded_as_if_dealt_beforehand() -> None:
    deal = draw_deal(3, random.Random(5))
    state = setup(3, deal=Deal())
    for round_deal, throne_card in zip(deal.rounds, deal.throne_cards, strict=True):
        state = score_round(play_out(deal_round(state, round_deal)), throne_card=throne_card)
    record = Record.from_state(state)
    assert record.deal == deal
    assert record.state == state
    assert next(record.replay()) == setup(3, deal=deal)


def lines() -> st.SearchStrategy[str]:
    characters = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
    return st.text(characters, max_size=30).map(str.strip)


def comments() -> st.SearchStrategy[str]:
    return st.lists(lines(), max_size=4).map(lambda some: "\n".join(some).strip("\n"))


def tags() -> st.SearchStrategy[list[tuple[str, str]]]:
    names = st.from_regex("[A-Za-z][A-Za-z0-9_-]{0,39}", fullmatch=True)
    values = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30)
    pairs = st.tuples(names, values)
    return st.lists(pairs, max_size=4, unique_by=lambda pair: pair[0].lower())


@settings(max_examples=50)
@given(data=st.data())
def test_any_comments_and_tags_are_read_as_they_were_written(data: st.DataObject) -> None:
    record = Record.from_state(
        data.draw(strategies.states(2)), tags=data.draw(tags()), comment=data.draw(comments())
    )
    for number, recorded in enumerate(record.rounds, start=1):
        record = record.with_comment(data.draw(comments()), round_number=number)
        for placement in data.draw(st.sets(st.integers(1, max(1, len(recorded.placements))))):
            if recorded.placements:
                record = record.with_comment(
                    data.draw(comments()), round_number=number, placement=placement
                )
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - it was pickled here


def test_the_repr_of_a_record_pastes_back() -> None:
    record = Record.parse(GAME).with_comment("Well.", round_number=1, placement=1)
    assert eval(repr(record), vars(westeros_intrigue)) == record  # noqa: S307 - the repr of a value of ours


def test_a_record_is_written_in_one_way() -> None:
    assert str(Record.parse(GAME)) + "\n" == GAME


def test_the_table_of_throne_cards_is_written_even_if_it_is_the_assumed_one() -> None:
    assert "Throne table: 1/1 1/2 2/3 2/4 2/5 3/6 3/7" in str(Record.from_state(setup(2, seed=1)))


def test_a_fixed_first_player_is_told_from_a_chosen_one() -> None:
    chosen = Record.from_state(
        setup(4, seed=1, variant=attrs.evolve(SOLO_SCHEMING, first_player=None))
    )
    fixed = Record.from_state(setup(4, seed=1, variant=SOLO_SCHEMING))
    assert "First player: 0\n" in str(chosen)
    assert "First player: 0, fixed\n" in str(fixed)
    assert Record.parse(str(chosen)) != Record.parse(str(fixed))


# Files


def test_files_of_version_1_are_still_read() -> None:
    text = (SAMPLES / "version-1.txt").read_text(encoding="utf-8")
    records = list(read_records(io.StringIO(text)))
    again = io.StringIO()
    write_records(records, again)
    assert again.getvalue() == text
    assert [record.players for record in records] == [2, 4, 5, 6, 3, 3]
    assert [record.state.phase for record in records] == [
        Phase.GAME_OVER,
        Phase.GAME_OVER,
        Phase.DEALING,
        Phase.PLAYING,
        Phase.DEALING,
        Phase.ROUND_OVER,
    ]
    first = records[0]
    assert dict(first.tags)["Note"] == 'Quotes " and ] are fine, and so is é'
    assert first.comment == "The first game ever written down.\n\nComments may have several lines."
    assert first.rounds[0].placements[4].comment == "Too early.\nThe row was not full."


class Watched(io.StringIO):
    """A file that counts the lines it has given."""

    count = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.count += 1
        return super().readline(-1 if size is None else size)


def test_games_are_read_one_at_a_time_and_only_when_asked_for() -> None:
    file = Watched(GAME * 50)
    records = read_records(file)
    assert file.count == 0
    next(records)
    assert file.count == len(GAME.split("\n"))
    assert len(list(records)) == 49


def test_a_bad_game_does_not_keep_the_others_from_being_read() -> None:
    text = "\n".join(
        [
            GAME,
            edited(12, "0:S2@a0"),
            GAME,
            edited(12, "nonsense"),
            edited(12, "\x00"),
            GAME,
            edited(12, "x" * (3 * LINE_LIMIT)),
            GAME,
            edited(12, "# comment\n" * GAME_LIMIT),
            GAME,
        ]
    )
    records = read_records(io.StringIO(text))
    outcomes: list[int | str] = []
    while True:
        try:
            outcomes.append(next(records).players)
        except StopIteration:
            break
        except (NotationError, InvalidRecord) as error:
            outcomes.append(type(error).__name__)
    assert outcomes == [
        2,
        "InvalidRecord",
        2,
        "NotationError",
        "NotationError",
        2,
        "NotationError",
        2,
        "NotationError",
        2,
    ]


def test_lines_are_counted_through_the_whole_file() -> None:
    records = read_records(io.StringIO(GAME + "\n\n" + edited(12, "0:S2@a0")))
    next(records)
    with pytest.raises(InvalidRecord) as refusal:
        next(records)
    assert refusal.value.line == len(GAME.split("\n")) + 1 + 12


def test_an_empty_file_holds_no_records() -> None:
    assert list(read_records(io.StringIO(""))) == []
    assert list(read_records(io.StringIO("\n  \n\n"))) == []


def test_a_byte_order_mark_and_foreign_line_ends_are_read_over() -> None:
    text = "\ufeff" + GAME.replace("\n", "\r\n")
    assert list(read_records(io.StringIO(text, newline=""))) == [Record.parse(GAME)]
    assert Record.parse(text) == Record.parse(GAME.replace("\n", "\r")) == Record.parse(GAME)


def test_a_file_in_another_encoding_is_a_notation_error_and_then_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"# \xff\xfe\n" + GAME.encode())
    with path.open(encoding="utf-8") as file:
        records = read_records(file)
        with pytest.raises(NotationError) as refusal:
            next(records)
        assert refusal.value.expected == "text in the encoding of the file"
        assert list(records) == []


class Broken:
    """A file that cannot be decoded, however often it is asked."""

    def readline(self, size: int, /) -> str:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, f"{size} characters were asked for")


def test_a_file_that_cannot_be_decoded_is_not_asked_again() -> None:
    records = read_records(Broken())
    with pytest.raises(NotationError):
        next(records)
    assert list(records) == []


def test_lines_are_counted_on_after_one_that_is_too_long() -> None:
    records = read_records(io.StringIO("#" * (5 * LINE_LIMIT) + "\n" + edited(12, "0:S2@a0")))
    with pytest.raises(NotationError):
        next(records)
    with pytest.raises(InvalidRecord) as refusal:
        next(records)
    assert refusal.value.line == 1 + 12


@pytest.mark.parametrize("file", ["games.txt", None, Path("games.txt"), io.BytesIO(b"x")])
def test_what_is_no_file_of_text_is_the_wrong_type(file: object) -> None:
    with pytest.raises(WrongType):
        next(read_records(file))  # type: ignore[arg-type]


def test_only_records_are_written() -> None:
    with pytest.raises(WrongType):
        write_records([GAME], io.StringIO())  # type: ignore[list-item]


class Endless:
    """A file without an end and without a line end; it says how much was read."""

    size = 0

    def readline(self, size: int, /) -> str:
        self.size += size
        return "x" * size


def test_a_line_without_an_end_is_not_read_to_its_end() -> None:
    file = Endless()
    with pytest.raises(NotationError):
        next(read_records(file))
    assert file.size <= 2 * LINE_LIMIT


# What is forgiven


LENIENT = """\
  # This comment is on the game, and so is the one at the end of the title.
westeros  INTRIGUE record 01 # Yes.

throne cards: 1/2,2/3
rounds:2
First Player: 0
players : 2
[ date   "2024-05-01" ]
round 1
hand 0: s7 t6 b1 t9 stark 3, t1 t8 t5 b5 s1 s9 l7 t4 b7
# On the round.
hand 1: S4S6B4L2L3L6L5B9T7L8S8B8S2T3

0:S1@a0
1: Stark 2 to a-1 # Hm.

# And again.
0:L7@a-2 1:S4@a1 0:S3@a-3 1:S6@b0 0:T1@a2 1:T3@a-4 0:T4@b-4 1:S8@b-2 0:S7@b1 1:L2@b-3 0:S9@b-1
\t1:L3@c-4 0:OUT 1:L5@c-3 1:L6@d-4

Round 2: Player 1 Starts
"""


def test_a_record_written_by_hand_may_leave_out_what_follows_and_be_laid_out_freely() -> None:
    text = LENIENT + "\n".join(GAME.split("\n")[26:40]) + "\nranking: 0>1\n# The end."
    record = Record.parse(text)
    assert record == attrs.evolve(
        Record.parse(GAME)
        .with_comment(
            "This comment is on the game, and so is the one at the end of the title.\nYes."
        )
        .with_comment("On the round.", round_number=1)
        .with_comment("Hm.\nAnd again.", round_number=1, placement=2)
        .with_comment("The end.", round_number=2, placement=19),
        tags={"date": "2024-05-01"},
    )


def test_a_last_round_without_a_result_is_over_and_not_scored() -> None:
    assert Record.parse(up_to(21)).state.phase is Phase.ROUND_OVER
    assert Record.parse(up_to(40)).state.phase is Phase.ROUND_OVER
    assert Record.parse(up_to(41)).state.phase is Phase.GAME_OVER


def test_a_round_whose_result_is_left_out_is_scored_if_the_game_goes_on() -> None:
    text = "\n".join(
        line for number, line in enumerate(GAME.split("\n"), 1) if number not in (22, 23, 24)
    )
    assert Record.parse(text) == Record.parse(GAME)
    broken_off = "\n".join(text.split("\n")[:-10])
    assert Record.parse(broken_off).scored_rounds == 1
    assert Record.parse(broken_off).state.phase is Phase.PLAYING


def test_empty_lines_of_a_comment_are_read_only_between_others() -> None:
    text = GAME.replace("\nRound 1", "#\n# One.\n#\n\n# Two.\n#\nRound 1", 1)
    assert Record.parse(text).comment == "One.\n\nTwo."
    assert Record.parse(GAME.replace("\nRound 1", "#\n#\nRound 1", 1)).comment == ""


def test_a_fault_of_the_whole_game_stands_in_the_line_of_its_title() -> None:
    with pytest.raises(InvalidRecord, match="line 3, column 1: "):
        Record.parse("# A comment.\n\n" + edited(5, "Rounds: 8"))


def test_a_card_that_is_dealt_after_its_death_is_found_in_its_round() -> None:
    variant = STANDARD.with_options(anyone_can_die=True).with_rounds(3)
    record = Record.from_state(setup(2, seed=3, variant=variant))
    dead, alive = record.deal.rounds[1].unused[0], record.deal.rounds[2].hands[1][0]
    before, heading, third = str(record).partition("Round 3:")
    with pytest.raises(InvalidRecord, match=f"{dead}") as refusal:
        Record.parse(before + heading + third.replace(str(alive), str(dead)))
    assert refusal.value.line == before.count("\n") + 1


def test_options_houses_and_automated_seats_are_read_in_many_forms() -> None:
    variant = SOLO_SCHEMING.with_options(house_affiliation=True, anyone_can_die=True)
    record = Record.from_state(setup(4, seed=1, variant=variant))
    text = (
        str(record)
        .replace("house affiliation, anyone can die", "House-Affiliation anyone_can_die # all")
        .replace("Stark Baratheon Lannister Targaryen", "s, b, L, targaryen")
        .replace("1 2 3\nThrone", "1,2 ,3\nThrone")
        .replace("0, fixed", "0 ,FIXED")
    )
    assert Record.parse(text) == record.with_comment("all")


def test_a_ranking_may_name_those_who_share_a_place_in_any_order() -> None:
    tied = game(*TWO_HANDS)
    record = Record.from_state(play_game(tied))
    assert "Ranking: " in str(record)
    for seed in range(300):
        record = Record.from_state(random_game(3, STANDARD.with_rounds(1), seed)[-1])
        if "Ranking: 0 = 1" in str(record) or "> 0 = 1" in str(record):
            break
    assert Record.parse(str(record).replace("0 = 1", "1=0")) == record


# What does not hold together


@pytest.mark.parametrize(
    ("number", "text", "line", "fault"),
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
        (9, "Round 1: player 1 starts", 9, "Round: player 1 starts, and the play gives player 0"),
        (
            22,
            "Throne card: 1/2 to player 0",
            22,
            "Throne card: 1/2 to player 0, and the play gives 1/2 to",
        ),
        (
            22,
            "Throne card: 1/1 to player 1",
            22,
            "Throne card: 1/1 to player 1, and the play gives 1/2",
        ),
        (23, "Cards left: 7 4", 23, "Cards left: 7 4, and the play gives 7 5"),
        (24, "Penalty points: 7", 24, "Penalty points: 7, and the play gives 7 5"),
        (45, "Totals: 8 -10", 45, "Totals: 8 -10, and the play gives 8 10"),
        (46, "Ranking: 0 = 1", 46, "Ranking: 0 = 1, and the play gives 0 > 1"),
        (47, "Decided by: shared", 47, "Decided by: shared, and the play gives lowest total"),
        (
            7,
            "Throne cards: 1/2 1/2",
            1,
            "Iron Throne card",
        ),
        (
            7,
            "Throne cards: 1/2",
            39,
            "round 2 is scored, and the deal has no Iron Throne card for it",
        ),
        (5, "Rounds: 1", 26, "2"),
        (5, "Rounds: 8", 1, "8 rounds"),
        (5, "Rounds: 3", 45, "Totals stands at the end of a game, and this one is not over"),
        (4, "First player: 5", 1, "from 0 to 1, not 5"),
        (4, "First player: 1", 12, "it is player 1's turn, not player 0's"),
        (5, "Rounds: 2\nOptions: rivalry", 1, "rivalry"),
        (20, None, 19, "round 1 is scored, and player 1 is still to move"),
        (3, "Players: 3", 9, "hand"),
    ],
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


# What is no record


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
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
        (edited(3, "Plyers: 2"), 3, 1, "a line of a record"),
        (edited(3, "!"), 3, 1, "a line of a record"),
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
        (edited(12, "Starters: S2\nStarters: S3"), 12, 11, None),
        (edited(12, "0 S1@a0"), 12, 2, "a colon, and a move or 'out'"),
        (edited(12, "0:S1@"), 12, 6, "a slot such as b2"),
        (edited(12, "0:S1@a0,"), 12, 8, "a seat from 0 to 5"),
        (edited(12, "9:S1@a0"), 12, 1, "a seat from 0 to 5"),
        (edited(12, "0:S1@a0\x1b[31m"), 12, 8, "text without control characters"),
        (edited(12, "0:S1@a0 # \u2028"), 12, 11, "text without control characters"),
        (edited(12, "0:S1@a0 # \ud800"), 12, 11, "text without control characters"),
        (edited(12, " ".join(["0:S1@a0"] * 37)), 12, 289, "no more than 36 moves in a round"),
        (edited(12, "0:out 0:out"), 12, 7, "player 0 to go out once"),
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
    ],
)
def test_a_text_that_is_no_record_is_refused_with_its_place_and_what_was_expected(
    text: str, line: int, column: int, expected: str | None
) -> None:
    if expected is None:
        with pytest.raises(InvalidRecord) as doubled:
            Record.parse(text)
        assert (doubled.value.line, doubled.value.column) == (line, column)
        return
    with pytest.raises(NotationError) as refusal:
        Record.parse(text)
    error = refusal.value
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert len(str(error)) < 300


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


@settings(max_examples=200)
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


# Records made in code


TWO_ROUNDS = Record.parse(GAME)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"scored_rounds": 100}, "100 rounds are scored, and 2 are dealt"),
        ({"scored_rounds": 3}, "3 rounds are scored, and 2 are dealt"),
        ({"scored_rounds": 0}, "round 2 is played, and round 1 is not scored"),
        ({"rounds": (*TWO_ROUNDS.rounds, RecordedRound())}, "3 rounds are played, and 2 are dealt"),
        ({"rounds": TWO_ROUNDS.rounds[:1]}, "round 2 is scored, and player 1 is still to move"),
        ({"deal": Deal((), TWO_ROUNDS.deal.throne_cards)}, "2 rounds are played, and 0 are dealt"),
        ({"players": 7}, "from 2 to 6, not 7"),
        ({"first_player": 2}, "from 0 to 1, not 2"),
        (
            {"variant": STANDARD.with_throne_cards([IronThroneCard(1, 1)] * 501)},
            "not 501",
        ),
        ({"deal": Deal([RoundDeal(())] * 101)}, "a record has at most 100 rounds, not 101"),
        (
            {"comment": "x\n" * (ANNOTATION_LIMIT // 5) + "x"},
            "tags and comments have at most 150000 characters, not 180025",
        ),
    ],
)
def test_parts_that_contradict_each_other_make_no_record(
    changes: dict[str, Any], fault: str
) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        attrs.evolve(TWO_ROUNDS, **changes)
    assert fault in "; ".join(refusal.value.faults)
    assert refusal.value.line is None


@pytest.mark.parametrize(
    "comment",
    [
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
    ],
)
def test_a_comment_that_could_not_be_read_back_is_refused_and_not_written(comment: str) -> None:
    ways: list[Callable[[], Record]] = [
        lambda: TWO_ROUNDS.with_comment(comment),
        lambda: TWO_ROUNDS.with_comment(comment, round_number=1),
        lambda: TWO_ROUNDS.with_comment(comment, round_number=1, placement=2),
        lambda: Record.from_state(TWO_ROUNDS.state, comment=comment),
    ]
    for give in ways:
        with pytest.raises(InvalidValue):
            give()


@pytest.mark.parametrize(
    "tags",
    [
        {"": "x"},
        {"two words": "x"},
        {"0": "x"},
        {"n" * 41: "x"},
        {"N\u00e4me": "x"},
        {"Date": "one\nline"},
        {"Date": "\x1b[0m"},
        {"Date": "x" * (TAG_LIMIT + 1)},
        [("Date", "1"), ("date", "2")],
    ],
)
def test_a_tag_that_could_not_be_read_back_is_refused_and_not_written(tags: dict[str, str]) -> None:
    with pytest.raises(InvalidValue):
        TWO_ROUNDS.with_tags(tags)


def test_parts_of_another_type_are_the_wrong_type() -> None:
    wrong: list[dict[str, Any]] = [
        {"players": "2"},
        {"deal": None},
        {"rounds": [None]},
        {"rounds": 3},
        {"scored_rounds": True},
        {"variant": None},
        {"first_player": None},
        {"tags": ["Date"]},
        {"tags": [("Date",)]},
        {"tags": {"Date": 1}},
        {"tags": {1: "Date"}},
        {"comment": None},
    ]
    for changes in wrong:
        with pytest.raises(WrongType):
            attrs.evolve(TWO_ROUNDS, **changes)
    placed = TWO_ROUNDS.rounds[0].placements[0]
    for part in (
        lambda: RecordedRound([placed.move]),  # type: ignore[list-item]
        lambda: RecordedPlacement(0, "S1@a0"),  # type: ignore[arg-type]
        lambda: Record.from_state(observe(TWO_ROUNDS.state, 0)),  # type: ignore[arg-type]
    ):
        with pytest.raises(WrongType):
            part()


def test_the_largest_record_can_still_be_read_back() -> None:
    variant = STANDARD.with_rounds(ROUND_LIMIT).with_throne_cards(
        [IronThroneCard(3, 999_999_999)] * THRONE_LIMIT
    )
    state = random_game(6, variant, 1)[-1]
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
        attrs.evolve(record, scored_rounds=ROUND_LIMIT + 1)
    for round_number, placement in [(0, None), (3, None), (1, 0), (1, 40), (None, 1)]:
        with pytest.raises(InvalidValue):
            record.with_comment("x", round_number=round_number, placement=placement)


def test_tags_keep_their_order_and_are_replaced_together() -> None:
    record = TWO_ROUNDS.with_tags({"Player-1": "Brienne", "Player-0": " Asha "})
    assert record.tags == (("Player-1", "Brienne"), ("Player-0", " Asha "))
    assert record.with_tags(()).tags == ()


# States without a record


def states_drawn_from_views() -> Iterator[GameState]:
    states = random_game(3, STANDARD, 2)
    for state in (states[5], states[40], states[-1]):
        yield determinize(observe(state, 1), random.Random(1))


def test_a_state_drawn_from_a_view_has_no_record() -> None:
    for state in states_drawn_from_views():
        with pytest.raises(InvalidValue, match="a state drawn from a view has no record"):
            Record.from_state(state)


def test_a_state_that_play_does_not_lead_to_has_no_record() -> None:
    state = apply(TWO_ROUNDS_START, distinct_moves(TWO_ROUNDS_START)[0])
    with pytest.raises(InvalidValue, match="a state that play does not lead to has no record"):
        Record.from_state(attrs.evolve(state, placements=()))


TWO_ROUNDS_START = next(TWO_ROUNDS.replay())


def test_a_record_makes_the_states_that_the_functions_of_the_game_make() -> None:
    states = list(TWO_ROUNDS.replay())
    assert states[0] == setup(2, deal=TWO_ROUNDS.deal, variant=STANDARD.with_rounds(2))
    for before, after in pairwise(states):
        if before.phase is Phase.PLAYING:
            placements = after.placements
            assert apply(before, placements[len(before.placements)].move) == after
        else:
            assert score_round(before) == after
    assert {card for hand in TWO_ROUNDS.deal.rounds[0].hands for card in hand} <= set(DECK)
