"""What an answer to a move says has changed: enough to play as well as with the whole position."""

from __future__ import annotations

import random
import re
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import pytest

from westeros_intrigue.play.assistants import tables as assistants_tables

pytest.importorskip("mcp", reason="mcp is not installed")

from play.assistants.test_mcp import GAME_KEYS, Assistant, assist
from westeros_intrigue.play.assistants.answers import changes_between, changes_if_short

_CHANGED = re.compile(r"Changed in the position since moment (\d+); look shows it whole:\n")
_PLACE = re.compile(r"(Instead of|Without) lines? (\d+)(?: to (\d+))?[.:]|After line (\d+) comes:")


@attrs.define
class Reader:
    """A stand-in for a model: it sees the texts of answers, and remembers the last position."""

    position: list[str] = attrs.field(factory=list)
    moment: int = 0
    read: list[int] = attrs.field(factory=list)
    """The length of each answer to a move."""

    def hear(self, text: str) -> None:
        """Read an answer to a move."""
        self.read.append(len(text))
        head, _, question = text.rpartition("\n\n")
        if changed := _CHANGED.search(text):
            assert int(changed[1]) == self.moment, "the changes begin with what was seen last"
            self._change(text[changed.end() : len(head)].split("\n"))
        elif "\n\n" in head or not head.startswith("News:"):
            self.look(text)
        self._note(question)

    def look(self, text: str) -> None:
        """Read a whole position, which follows the news."""
        parts = text.split("\n\n")
        begin = next(
            at for at, part in enumerate(parts) if not part.startswith(("Table ", "News:"))
        )
        self.position = "\n\n".join(parts[begin:-1]).split("\n")
        self._note(parts[-1])

    def _note(self, question: str) -> None:
        if moment := re.match(r"Moment (\d+)\.", question):
            self.moment = int(moment[1])

    def _change(self, lines: list[str]) -> None:
        """Put the changed lines into the position, the last first, so that numbers stay right."""
        changes = list[tuple[int, int, list[str]]]()
        for line in lines:
            if place := _PLACE.fullmatch(line):
                first = int(place[2] or place[4])
                last = int(place[3] or first)
                changes.append((first, first, []) if place[4] else (first - 1, last, []))
            else:
                changes[-1][2].append(line)
        for first, last, new in reversed(changes):
            self.position[first:last] = new


async def play_by_reading(assistant: Assistant, key: str, *, whole: bool) -> tuple[Any, ...]:
    """Play as a model does that hangs on every character of the position; return what it did."""
    begun = await assistant.call("new_game", game=key, players=3)
    table, reader, moves = begun.structured_content["table"], Reader(), list[str]()
    reader.look(begun.content[0].text)
    page = begun.structured_content
    while page["is_your_turn"] and len(moves) < 40:
        legal = (await assistant.ask("legal_moves", table=table))["moves"]
        seen = "\n".join(reader.position)
        moves.append(random.Random(seen).choice(legal))
        answer = await assistant.call(
            "play", table=table, move=moves[-1], moment=reader.moment, whole=whole
        )
        page = answer.structured_content
        reader.hear(answer.content[0].text)
        looked = await assistant.ask("look", table=table)
        if page["is_your_turn"]:
            assert "\n".join(reader.position) == looked["position"]
    return moves, page["places"], page["moment"], fmean(reader.read)


MOST_READ = {"westeros-intrigue": 0.9, "monopoly": 0.25, "btwixt": 0.75}
"""The characters that such a model reads of the changes, at most, as a part of the whole."""


@pytest.mark.parametrize("key", GAME_KEYS)
def test_a_model_that_reads_the_changes_plays_as_with_the_whole_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(assistants_tables, "fresh_seed", lambda _: 11)
    monkeypatch.setattr(assistants_tables, "seed_of_players", lambda: 5)
    monkeypatch.setattr("secrets.randbelow", lambda _: 1)

    async def task(assistant: Assistant, *, whole: bool) -> tuple[Any, ...]:
        return await play_by_reading(assistant, key, whole=whole)

    *by_changes, short = assist(tmp_path / "a", lambda each: task(each, whole=False))
    *by_whole, long = assist(tmp_path / "b", lambda each: task(each, whole=True))
    assert by_changes == by_whole
    assert short < MOST_READ[key] * long


@pytest.mark.parametrize("seed", range(50))
def test_changes_lead_from_one_text_to_the_other(seed: int) -> None:
    rng = random.Random(seed)
    before, after = ("\n".join(rng.choices("abc", k=rng.randrange(1, 9))) for _ in range(2))
    lines = before.split("\n")
    for change in reversed([*changes_between(before, after)]):
        lines[change.line - 1 : change.line - 1 + change.removed] = change.lines
    assert "\n".join(lines) == after


def test_a_position_of_very_many_lines_is_told_as_a_whole() -> None:
    """Another machine can send them, and comparing them would take hours."""
    before = "\n" * 100_000
    assert changes_if_short(before, f"{before}a") is None
    assert changes_if_short(before, "a" * 100) is None
