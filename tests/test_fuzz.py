"""scripts/fuzz finds no broken promise in a few cases of every kind, and it does find one."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from helpers.checkout import load

from westeros_intrigue import DecodingError, WrongType
from westeros_intrigue.gamekit.game import GAMES, read_line

FUZZ = load("scripts/fuzz")
OUTCOME = FUZZ.Outcome


@pytest.mark.long
def test_a_few_cases_of_every_kind_keep_every_promise() -> None:
    # A simulation must be compiled first.
    kinds = [kind for kind in FUZZ.kinds() if kind.name != "westeros-intrigue/simulation-file"]
    outcomes, failures = FUZZ.run(kinds, seed=1, cases=5 * len(kinds))
    assert not failures
    assert {counted.total() for counted in outcomes.values()} == {5}


@pytest.mark.long
def test_a_minute_of_cases_keeps_every_promise_and_a_tenth_of_each_kind_reaches_the_rules() -> None:
    """A minute is what it takes until each kind has had eighty cases."""
    kinds = FUZZ.kinds()
    outcomes, failures = FUZZ.run(kinds, seed=2, cases=80 * len(kinds))
    assert not failures
    for name, counted in outcomes.items():
        assert counted[OUTCOME.ACCEPTED] >= 4, name
        assert counted[OUTCOME.REFUSED_FOR_FORM] <= 72, name


def test_every_class_that_is_read_and_every_game_has_kinds() -> None:
    names = {kind.name for kind in FUZZ.kinds()}
    for key, game in GAMES.items():
        read = {
            name for cls, name in game.DOCUMENTS.kinds.items() if cls not in game.DOCUMENTS.written
        }
        texts = {"json-bytes", "record-text", "record-file", "moves", "options"}
        assert names >= {f"{key}/{name}" for name in read | texts}


def raising(error: Exception) -> Any:
    """A kind whose input, the number 7, is refused with an error."""

    def read(_damaged: object) -> None:
        raise error

    return kind_of(read)


def kind_of(read: Any, check: Any = lambda *_: None) -> Any:
    """A kind whose input is the number 7."""
    return FUZZ.Kind("sevens", lambda *_: 7, read, (DecodingError,), check)


def test_a_refusal_is_judged_by_its_reason() -> None:
    for reason, outcome in (
        ("expected an integer, not true", OUTCOME.REFUSED_FOR_FORM),
        ("invalid JSON, at line 1, column 1: Expecting value", OUTCOME.REFUSED_FOR_FORM),
        ("S1 is in two places", OUTCOME.REFUSED_BY_RULE),
    ):
        assert FUZZ.run_case(raising(DecodingError([("/a", reason)])), 1, 0) is outcome


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (raising(KeyError("a")), "KeyError: 'a'"),
        (raising(WrongType("no")), "WrongType: no"),
        (raising(DecodingError([])), "Broken: a message is empty or too long"),
        (raising(DecodingError([("a", "b")])), "Broken: a path is missing"),
        (kind_of(lambda _: 8, lambda *_: FUZZ.require("", "7 is 8")), "Broken: 7 is 8"),
    ],
)
def test_a_broken_promise_is_a_failure_that_states_how_to_repeat_it(kind: Any, reason: str) -> None:
    failure = FUZZ.run_case(kind, 3, 12)
    assert reason in failure.error
    assert str(failure).endswith("\n7\n" + REPEATED)


REPEATED = "python scripts/fuzz --kinds sevens --seed 3 --first 12 --cases 1"


def test_reading_that_takes_too_long_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((0.0, 2.5))
    monkeypatch.setattr(time, "process_time", lambda: next(times))
    assert "reading takes too long" in FUZZ.run_case(kind_of(int), 1, 0).error


def test_a_case_depends_on_its_kind_the_seed_and_its_number() -> None:
    kind = next(kind for kind in FUZZ.kinds() if kind.name == "westeros-intrigue/view")
    damaged = [
        FUZZ.samples.cache_clear() or kind.damage(seed, 0, random.Random(number))
        for seed, number in ((1, 2), (1, 2), (1, 3), (2, 2))
    ]
    assert damaged[0] == damaged[1]
    assert damaged[0] not in damaged[2:]


def test_positions_of_games_that_have_no_line_give_way_to_the_beginning_of_another_game() -> None:
    # The tables of this batch have automated seats or house rules, and other games are over.
    one, other = FUZZ.two_lines(GAMES["westeros-intrigue"], 11, 4, random.Random(1))
    assert one == other
    assert not read_line(GAMES["westeros-intrigue"], one).placements


def test_values_are_written_in_all_their_forms() -> None:
    class Rounded(int):
        """A number that its pickle reads as another."""

        def __reduce__(self) -> tuple[type[int], tuple[int]]:
            return int, (0,)

    class Documents:
        """Documents of numbers."""

        to_json = staticmethod(str)
        from_json = staticmethod(lambda cls, text: cls(text))

    class Game:
        """A game whose values are numbers."""

        DOCUMENTS = Documents

    FUZZ.check_forms(Game, 7)
    with pytest.raises(FUZZ.Broken, match="a form is read as another value"):
        FUZZ.check_forms(Game, Rounded(7))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--kinds", "*/court"], "westeros-intrigue/court"),
        (["--kinds", "btwixt/card", "*/slot"], "btwixt/card"),
    ],
)
def test_the_program_prints_the_shares_of_the_kinds_that_were_asked_for(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert FUZZ.main([*arguments, "--cases", "4"]) == 0
    printed = capsys.readouterr().out
    assert words in printed
    assert "refused by a rule" in printed
    assert printed.endswith("4 cases, 0 failures\n")
