"""The move in an answer: a table of forms, and texts that nobody foresaw."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, strategies as st

from westeros_intrigue import observe, setup
from westeros_intrigue.gamekit import WrongType
from westeros_intrigue.lab.language import Answer, Prompter, Query, find_moves

FORMS = {
    "Move: S4@b2": "S4@b2",
    "move: S4@b2": "S4@b2",
    "**Move: S4@b2**": "S4@b2",
    "**Move:** S4@b2": "S4@b2",
    "**Move**: `S4@b2`": "S4@b2",
    "### Move: S4@b2": "S4@b2",
    "> Move: S4@b2": "S4@b2",
    "My move: `S4@b2`.": "S4@b2",
    "So my final move: S4@b2": "S4@b2",
    "Final answer = S4@b2": "S4@b2",
    "Answer: Stark 4 to b2.": "Stark 4 to b2",
    "Action: pass": "pass",
    "I think.\n\nMove: S4@b2\n": "S4@b2",
    "Move: S4@b2\n\nThis keeps my hand small.": "S4@b2",
    "Move: S4@a0\nNo, better:\nMove: S4@b2": "S4@b2",
    "Move: S4@b2\r\n": "S4@b2",
    "S4@b2": "S4@b2",
    "`S4@b2`": "S4@b2",
    "- S4@b2": "S4@b2",
    "\u2192 S4@b2": "S4@b2",
    "S4@a0 is bad.\n\nS4@b2": "S4@b2",
    "\u201cS4@b2\u201d": "S4@b2",
    "Thinking.\n```\nS4@b2\n```": "S4@b2",
    '{"move": "S4@b2"}': "S4@b2",
    '```json\n{"reason": "x", "move": "S4@b2"}\n```': "S4@b2",
    '{"move": "S4@a0"} or rather {"move": "S4@b2"}': "S4@b2",
    '{"a": {"move": "S4@a0"}, "move": "S4@b2"}': "S4@a0",
    '{"move": 4}\nMove: S4@b2': "S4@b2",
    '{"move": "S4@b2"': "S4@b2",
    "choose c0>c1": "choose c0>c1",
    "Move: offer 1: 4c for 14": "offer 1: 4c for 14",
    "I could play S4@a0, or S4@b2.": "I could play S4@a0, or S4@b2",
    "We should move: the court is full\nS4@b2": "S4@b2",
    "Move:": "Move:",
    "": None,
    " \n\t\n": None,
    "***\n---": None,
}


@pytest.mark.parametrize(("answer", "text"), FORMS.items(), ids=map(repr, FORMS))
def test_the_move_of_an_answer_is_what_it_marks(answer: str, text: str | None) -> None:
    assert find_moves(answer)[:1] == (() if text is None else (text,))


QUERY = Query(Prompter("westeros-intrigue"), observe(setup(6, seed=1), 0))
PIECES = (
    "S8@a0",
    "S4@b2",
    "Move:",
    "{",
    '{"move": ',
    '"',
    "}",
    "\n",
    "`",
    "*",
    "answer =",
    "[",
    " ",
)


@pytest.mark.untraced
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_text_raises_and_a_refusal_always_says_something(text: str) -> None:
    query = QUERY.answered(text)
    [attempt] = query.attempts
    assert (query.move is None) == bool(attempt.reply) == bool(attempt.rules)
    if query.move is not None:
        assert str(query.move) == "S8@a0"


@given(st.recursive(st.none() | st.text(), lambda each: st.dictionaries(st.text(), each)))
def test_no_json_raises(data: object) -> None:
    assert QUERY.answered(json.dumps({"move": data})).move is None


@pytest.mark.parametrize(
    "text", ["{" * 300_000, "*" * 300_000, "Move" * 80_000, "\n" * 300_000, '{"a":' * 60_000]
)
def test_long_answers_take_no_time(text: str) -> None:
    start = time.process_time()
    assert QUERY.answered(text).move is None
    assert time.process_time() - start < 1


def test_a_cut_answer_has_no_move_and_other_types_are_refused() -> None:
    query = QUERY.answered(Answer("Move: S8@a0", is_cut=True))
    assert query.move is None
    assert query.attempts[0].rules == ("cut",)
    assert "cut off" in query.attempts[0].reply
    with pytest.raises(WrongType, match="answer"):
        QUERY.answered(None)  # type: ignore[arg-type]
