"""Records as people at a table can write them: cards have houses and no numbers."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from helpers.records_as_text import EACH_TABLE, GAME, edited
from helpers.watched_games import watched_game

import westeros_intrigue
from westeros_intrigue import GameState, InvalidRecord, Record, setup
from westeros_intrigue.notation import origin_tags
from westeros_intrigue.rules.moves import RULES_VERSION

TABLE_TALK = """\
Westeros Intrigue record 1
Players: 2
Rounds: 2

Round 1
Hand 0: STBTSTTTBSSLTB
Hand 1: ssb lll l, b t l s b s t
0:S@a0 1:Stark to a-1
0:L@a-2 1:S@a1
# 0:T@a2 was better.
0:S @ a-3 1:S@b0
0:T@a2 1:T@a-4
0:T@b-4 1:S@b-2
0:S@b1 1:L@b-3
0:S@b-1 1:L@c-4 0:out 1:L@c-3
1:L@d-4
Throne card: 1/2 to player 1
Cards left: 7 5
"""


def by_house(state: GameState) -> object:
    """A state as it is known where cards have no numbers."""
    return (
        state.phase,
        [(slot, card.house) for slot, card in state.court.items()],
        [
            [card.house for card in (hand if seat in state.variant.automated else sorted(hand))]
            for seat, hand in enumerate(state.hands)
        ],
        state.eliminations,
        state.known_counts,
        state.penalty_points,
        state.score_piles,
        state.active_player,
    )


@EACH_TABLE
def test_a_record_without_numbers_is_read_as_a_game_that_plays_alike(table: str) -> None:
    record = Record.from_state(watched_game(table, 1).now)
    text = record.to_text(numbers=False)
    read = Record.parse(text)
    assert list(map(by_house, read.replay())) == list(map(by_house, record.replay()))
    assert read.to_text(numbers=False) == text
    assert Record.parse(str(read)) == read
    assert not re.search(r"[SLBT][1-9]", text.partition("\nRound 1")[2])


@pytest.mark.rule("components.characters.house")
def test_a_game_of_printed_cards_is_read_as_people_write_it() -> None:
    record = Record.parse(TABLE_TALK)
    numbered = Record.parse(GAME)
    first = record.rounds[0]
    assert [placed.move.slot for placed in first.placements] == [
        placed.move.slot for placed in numbered.rounds[0].placements
    ]
    assert first.placements[3].comment == "0:T@a2 was better."
    assert record.state.results[0].cards_left == (7, 5)
    assert record.deal.throne_cards == numbered.deal.throne_cards[:1]
    assert Record.parse(str(record)) == record


def test_a_move_without_a_number_is_one_of_a_card_in_hand_and_one_with_it_must_be() -> None:
    assert Record.parse(edited(12, "0:S@a0 1:S@a-1").replace("0:S3@a-3", "0:S@a-3")).state
    with pytest.raises(InvalidRecord, match="S3 cannot go to a-1: player 1 has no such card"):
        Record.parse(edited(12, "0:S@a0 1:S3@a-1"))


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        (
            "0:S@a0",
            "0:S@b0",
            8,
            "A Stark card cannot go to b0: the slot needs cards below it, in a0 and a1",
        ),
        ("0:L@a-2", "0:L@a-2 1:S@a1 0:L@a2", 9, "A Lannister card cannot go to a2: player 0 has"),
        ("1:S@a1", "5:S@a1", 9, "from 0 to 1, not 5"),
        ("STBTSTTTBSSLTB", "SSSSSTTTTBBBLL", 8, "player 1 has no such card"),
        ("STBTSTTTBSSLTB", "SSSSSSSSSSTTTB", 5, "Stark has 9 cards, but 14 are dealt"),
    ],
)
def test_a_game_of_printed_cards_that_cannot_be_is_refused_by_houses(
    old: str, new: str, line: int, fault: str
) -> None:
    if "player 1" in fault:
        new, old = "llllllbbbbbttt", "ssb lll l, b t l s b s t"
    with pytest.raises(InvalidRecord) as refusal:
        Record.parse(TABLE_TALK.replace(old, new, 1))
    assert refusal.value.line == line
    assert fault in str(refusal.value)


def test_iron_throne_cards_of_results_go_on_where_the_header_ends() -> None:
    without = edited(7, None)
    assert Record.parse(without) == Record.parse(GAME)
    assert Record.parse(edited(7, "Throne cards: 1/2")) == Record.parse(GAME)
    other = without.replace("Throne card: 1/2 to player 1", "Throne card: 3/7 to player 1")
    assert Record.parse(other.replace("Totals: 8 10", "Totals: 8 8").split("\nTotals")[0]).state
    with pytest.raises(InvalidRecord, match="the deal has no Iron Throne card for it"):
        Record.parse(without.replace("Throne card: 1/2 to player 1\n", ""))


def test_a_comment_that_reads_as_a_turn_is_written_on_a_line_of_its_own() -> None:
    record = Record.parse(GAME).with_comment("1:S4@a1 0:out", round_number=1, placement=1)
    assert "0:S1@a0\n# 1:S4@a1 0:out\n1:S2@a-1\n" in str(record)
    assert Record.parse(str(record)) == record


def test_a_record_tells_where_it_is_from() -> None:
    record = Record.from_state(setup(2, seed=1), tags=origin_tags(dt.date(2024, 5, 1)))
    assert record.tags == (
        ("Library", f"westeros_intrigue {westeros_intrigue.__version__}"),
        ("Date", "2024-05-01"),
        ("Rules", str(RULES_VERSION)),
    )
    assert [*origin_tags()] == ["Library"]
