"""`assist`: advice for one player at a table with real cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from terminals import Answer, Result, command

from play.terminal.test_referee import finished_game, kept, told_piles
from westeros_intrigue import STANDARD, Record, final_winner
from westeros_intrigue.play.referee.game import entries_of


def assist(*arguments: str, typed: Sequence[Answer] = ()) -> Result:
    return command("assist", *arguments, typed=typed)


@pytest.mark.long
def test_a_game_is_followed_from_one_seat_to_the_same_ranking() -> None:
    states = finished_game(3, STANDARD.with_options(anyone_can_die=True), seed=2)
    record = Record.from_state(states[-1])
    typed = [*entries_of(record, 1), *told_piles(states)]
    table = ("--players", "3", "--option", "anyone-can-die", "--seat", "1", "--record", "game.txt")
    finished = assist(*table, typed=typed)
    assert (finished.code, finished.err) == (0, "")
    assert final_winner(kept("game.txt").state) == final_winner(states[-1])
    assert command("check", "game.txt").code == 0
    for told, dealt in zip(kept("game.txt").deal.rounds, record.deal.rounds, strict=True):
        houses = [Counter(card.house for card in deal.hands[1]) for deal in (told, dealt)]
        assert houses[0] == houses[1]


def test_advice_names_houses_not_numbers_and_the_best_placement_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.terminal.real_cards._PLAYOUTS", 100)
    monkeypatch.setattr("westeros_intrigue.lab.players.analysis._PLAYOUTS", 100)
    typed = ["SSSSLLBBT", "advice", "hint"]
    out = assist("--players", "4", typed=typed).plain
    told = out[out.index("The best placements") :]
    points = [float(point) for point in re.findall(r"  [SLBT] in a0: ([+-]\d\.\d\d) ±", told)]
    assert points == sorted(points, reverse=True)
    assert len(points) == 4
    assert "Best move: a " in told
    assert "An Iron Throne card counts as 2 points off." in " ".join(told.split())
