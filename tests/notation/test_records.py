"""Records: games as text that is read back and replays, however freely it is laid out."""

from __future__ import annotations

import pickle
import random

import attrs
import pytest
from helpers import strategies
from helpers.records_as_text import EACH_TABLE, GAME, up_to
from helpers.watched_games import watched_game
from hypothesis import given, strategies as st

from westeros_intrigue import SOLO_SCHEMING, Phase, Record, setup
from westeros_intrigue.testing.strategies import play_game

# What is written is read, and replays


@pytest.mark.rule("components.throne.custom")
@EACH_TABLE
def test_a_random_game_of_each_table_replays_to_equal_states(table: str) -> None:
    for seed in range(max(1, strategies.FEW // 4)):
        states = watched_game(table, seed).states
        record = Record.parse(str(Record.from_state(states[-1])))
        assert tuple(record.replay()) == states
        assert record.state == states[-1]
        assert str(record) == str(Record.from_state(states[-1]))


@EACH_TABLE
def test_a_record_of_what_was_just_played_is_the_one_that_plays_it_again(table: str) -> None:
    for state in watched_game(table, 1).states[::5]:
        tags = Record.from_state(state, tags={"Event": "Winter"}).tags
        made, replayed = Record.from_play(state, tags=tags), Record.from_state(state, tags=tags)
        assert made == replayed
        assert str(made) == str(replayed)
        assert made.state == replayed.state


@given(data=st.data())
def test_a_deal_that_stops_short_is_recorded_as_far_as_it_goes(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 6))
    rounds = data.draw(st.integers(0, players))
    start = data.draw(strategies.starts(players, rounds=rounds))
    states = play_game(start, random.Random(0).randrange)
    record = Record.parse(str(Record.from_state(states[-1])))
    assert list(record.replay()) == states
    assert len(record.deal.rounds) == rounds


def lines() -> st.SearchStrategy[str]:
    characters = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"])
    return st.text(characters, max_size=30).map(str.strip)


def comments() -> st.SearchStrategy[str]:
    return st.lists(lines(), max_size=4).map(lambda some: "\n".join(some).strip("\n"))


def tags() -> st.SearchStrategy[list[tuple[str, str]]]:
    names = st.from_regex("[A-Za-z][A-Za-z0-9_-]{0,39}", fullmatch=True)
    values = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=30)
    pairs = st.tuples(names, values)
    return st.lists(pairs, max_size=4, unique_by=lambda pair: pair[0].lower())


@pytest.mark.long
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


def test_a_record_is_written_in_one_way() -> None:
    assert str(Record.parse(GAME)) + "\n" == GAME


def test_a_fixed_first_player_is_told_from_a_chosen_one() -> None:
    chosen = Record.from_state(
        setup(4, seed=1, variant=attrs.evolve(SOLO_SCHEMING, first_player=None))
    )
    fixed = Record.from_state(setup(4, seed=1, variant=SOLO_SCHEMING))
    assert "First player: 0\n" in str(chosen)
    assert "First player: 0, fixed\n" in str(fixed)
    assert Record.parse(str(chosen)) != Record.parse(str(fixed))


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
        tags=(("date", "2024-05-01"),),
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
