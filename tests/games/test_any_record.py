"""Reading the record of any game plays it: what the rules refuse is no record."""

from __future__ import annotations

import io
import random
from itertools import islice

import pytest
from helpers.random_play import played_at_random
from testing.sound_games import LoveLetter

from westeros_intrigue.gamekit import GAMES, AnyGame, InvalidRecord, NotationError

PLAYED: dict[str, AnyGame] = {**GAMES, "love-letter": LoveLetter()}


def text_of(game: AnyGame, steps: int) -> str:
    *_, state = islice(played_at_random(game, steps), steps)
    return str(game.Record.from_state(state))


@pytest.mark.parametrize(
    ("key", "played", "instead", "told", "rule"),
    [
        ("westeros-intrigue", " 1:S2@a1 ", " 1:S2@b1 ", "S2 cannot go to b1", "court.support"),
        (
            "monopoly",
            "\nbuy\n",
            "\nwaive\n",
            "player 0 may buy",
            "turn.steps",
        ),
        ("btwixt", "\nkneel\n", "\nskip\n", "skip", "card.silence"),
        ("love-letter", "\n1 1-0-4\n", "\n2 1-0-4\n", "player 2 is not to move", ""),
    ],
)
def test_a_move_that_the_rules_refuse_is_refused_with_its_place(
    key: str, played: str, instead: str, told: str, rule: str
) -> None:
    game = PLAYED[key]
    whole = text_of(game, 8)
    damaged = whole.replace(played, instead, 1)
    with pytest.raises(InvalidRecord, match=told) as refused:
        game.Record.parse(damaged)
    error = refused.value
    place = whole.index(played) + 1
    assert error.line == whole[:place].count("\n") + 1
    assert error.column == place - whole.rfind("\n", 0, place)
    assert [violation.rule for violation in error.violations][:1] == [rule]
    records = game.read_records(io.StringIO(f"{damaged}\n\n{whole}\n"))
    with pytest.raises(InvalidRecord, match=told):
        next(records)
    assert [str(record) for record in records] == [whole]


@pytest.mark.parametrize(
    ("key", "line", "instead", "told"),
    [
        ("westeros-intrigue", "Players: 3", "Players: 4", "there must be 4 hands"),
        ("monopoly", "turn: 0", "turn: 4", "seat 4 is not one of 3 players"),
        ("btwixt", "players: 3", "players: 6", "influence has 3 orders, but 2 are needed"),
        ("love-letter", "players: 3", "players: 9", "players must be from 2 to 4, not 9"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(key: str, line: str, instead: str, told: str) -> None:
    game = PLAYED[key]
    with pytest.raises(InvalidRecord, match=told) as refused:
        game.Record.parse("# A comment.\n" + text_of(game, 8).replace(line, instead))
    assert refused.value.line is not None


@pytest.mark.parametrize("key", PLAYED)
def test_a_record_without_some_of_its_lines_is_refused_or_of_a_game(key: str) -> None:
    game, chance = PLAYED[key], random.Random(4)
    lines = text_of(game, 40).splitlines()
    refused = 0
    for _ in range(40):
        left = [line for line in lines if chance.random() > 0.04]
        try:
            record = game.Record.parse("\n".join(left))
        except (InvalidRecord, NotationError):
            refused += 1
        else:
            assert game.Record.parse(str(record)).state == record.state
    assert 5 < refused < 40
