"""Matches of language models: a model without a move loses, a broken network does not count."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers import stand_ins

from westeros_intrigue import InvalidValue
from westeros_intrigue.lab.language import Answer, LanguagePlayer, Message, NoMove, Prompter
from westeros_intrigue.lab.matches import EntrantFailed, MatchResult, play_match


@attrs.define(eq=False)
class Client:
    """A model that answers with listed moves or, one time in forty, with nothing."""

    left: list[int]
    """The answers until the network breaks."""

    def __call__(self, messages: list[Message]) -> Answer | str:
        self.left[0] -= 1
        if self.left[0] < 0:
            raise ConnectionError("no route to the model")
        moves = [*stand_ins.listed(messages)]
        seen = random.Random(messages[1]["content"])
        return "" if seen.random() < 1 / 40 else f"Move: {seen.choice(moves)}"


def play(answers: int, out: Path | None = None, *, resume: bool = False) -> MatchResult:
    prompter = Prompter("westeros-intrigue", lists_moves=True)
    player = LanguagePlayer(Client([answers]), prompter, tries=1)
    entrants: dict[str, LanguagePlayer | str] = {"model": player, "greedy": "greedy"}
    return play_match(
        entrants, deals=4, seed=1, rounds=1, chunk=1, forfeit_on=NoMove, out=out, resume=resume
    )


def test_a_model_without_a_move_forfeits_and_a_broken_network_ends_the_match(
    tmp_path: Path,
) -> None:
    whole = play(10_000)
    tallies = {standing.name: standing.tally for standing in whole.standings}
    assert tallies["model"].forfeits > 0
    out = tmp_path / "match.jsonl"
    with pytest.raises(EntrantFailed, match="ConnectionError: no route to the model"):
        play(60, out)
    assert play(10_000, out, resume=True) == whole


@pytest.mark.parametrize("processes", [False, True])
def test_the_line_of_a_deal_has_what_each_player_reports(tmp_path: Path, processes: bool) -> None:
    out = tmp_path / "match.jsonl"
    prompter = Prompter("westeros-intrigue", lists_moves=True)
    player = LanguagePlayer(Client([10_000]), prompter, tries=2, otherwise="random")
    executor = ProcessPoolExecutor(1) if processes else None
    play_match(
        {"model": player, "greedy": "greedy"},
        deals=3, seed=1, rounds=1, chunk=1, forfeit_on=NoMove, out=out, executor=executor,
    )  # fmt: skip
    if executor:
        executor.shutdown()
    _, *lines = map(json.loads, out.read_text().splitlines())
    games = [game for line in lines for deal in played_in(line) for game in deal["games"]]
    assert len(games) == 6
    total = 0
    for game in games:
        model = game["seating"].index(0)
        assert game["reports"][1 - model] == ""
        report = json.loads(game["reports"][model])
        total += report["counts"]["decisions"]
        assert report["counts"]["answers"] == len(report["answers"]) > 0
        assert {each["made"] for each in report["answers"]} != {""}
    if not processes:
        assert total == player.transcript.counts()["decisions"]


def played_in(part: Any) -> Iterator[Any]:
    """The deals in a line of a match's file."""
    if isinstance(part, dict):
        if "games" in part and "deal" in part:
            yield part
        else:
            for each in part.values():
                yield from played_in(each)
    elif isinstance(part, list):
        for each in part:
            yield from played_in(each)


def test_only_a_class_of_exceptions_is_a_reason_to_forfeit() -> None:
    entrants = {"greedy": "greedy", "random": "random"}
    with pytest.raises(InvalidValue, match="forfeit_on must be a class of exceptions"):
        play_match(entrants, deals=1, seed=1, forfeit_on=int)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="without forfeits"):
        play_match(entrants, deals=1, seed=1, forfeit_on=NoMove, forfeits=True)
