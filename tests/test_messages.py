"""Messages say at least what they said: what scripts/messages.py finds, and what it lets pass."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.refusals import MESSAGES, messages

COMMON = {"WrongType: card must be a Card, not 1.5"}
"""A message that several calls have led to, of which only some are left."""


def test_every_excuse_is_of_a_message_that_still_says_less() -> None:
    of_today = messages.read_paragraphs(MESSAGES.read_text("utf-8"))
    everywhere = [message for paragraph in of_today.values() for message in paragraph]
    found = [pair for excuse in messages.excuses() for pair in excuse.pairs]
    assert len({pair.before for pair in found}) == len(found)
    for pair in found:
        assert pair.before not in everywhere or pair.before in COMMON, pair
        assert pair.now is None or (pair.now in everywhere and pair.lost), pair


@pytest.mark.parametrize(
    ("before", "now", "lost"),
    [
        ("player must be from 0 to 3, not 'x'", "it must be from 0 to 3", "player 'x'"),
        ("/kept/1: a card is in two places", "a card is in two places", "/kept/1"),
        ("S2 cannot go to a-1: a0 is empty", "S2 cannot go to a-1: not beside an end", "a0"),
        ("line 1, column 31: expected 9 cards", "line 1, column 3: expected 9 cards", "column 31"),
        ("pass the card as throne_card=", "pass the card", "throne_card"),
        ("it breaks court.match, since it lies", "it breaks court.width", "court.match"),
        ("rivalry needs a house for each player", "there must be 3 houses", "rivalry"),
        ("value must be a Court or a View", "value must be a View", "Court"),
        ("expected 'me' or 1", "expected 1 or 'me', as in 'you'", ""),
    ],
)
def test_a_fact_that_is_no_longer_said_is_found(before: str, now: str, lost: str) -> None:
    [pair] = messages.pairs([f"InvalidValue: {before}"], [f"InvalidValue: {now}"])
    assert " ".join(pair.lost) == lost


def test_messages_are_paired_in_order_and_then_anywhere() -> None:
    one, two, three = (f"InvalidValue: {name} must be from 1 to 9, not 0" for name in "abc")
    moved = "InvalidDeal: S1 is dealt 2 times"
    assert messages.say_less({"x": [one, two, moved]}, {"x": [three, one, two], "y": [moved]}) == []
    [pair] = messages.say_less({"x": [one, moved]}, {"x": [one]})
    assert (pair.before, pair.now) == (moved, None)
    assert "lost: S1, 2" in str(pair)


@pytest.mark.long
def test_the_program_compares_with_a_commit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def show(line: list[str], *, cwd: Path, **_: object) -> object:
        assert line == ["git", "show", "v1:tests/samples/messages.txt"]
        text = (cwd / line[2].removeprefix("v1:")).read_text(
            "utf-8"
        ) + "# more\nWrongType: xyz = 3\n"
        return messages.subprocess.CompletedProcess(line, 0, stdout=text)

    monkeypatch.setattr(messages.subprocess, "run", show)
    monkeypatch.setattr(sys, "argv", ["messages.py", "v1"])
    with pytest.raises(SystemExit, match="1 message says less"):
        messages.main()
    assert "- WrongType: xyz = 3" in capsys.readouterr().out
