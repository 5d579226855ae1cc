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


@pytest.mark.rule("info.elimination")
def test_odds_count_the_own_hand_and_what_the_table_has_seen() -> None:
    typed = ["odds", "bet", "SSSSSSSS LLLLLL", "odds", "S a0", "hint", "odds"]
    out = assist("--players", "2", typed=typed).plain
    assert out.count("Your hand is not known yet.") == 1
    assert "Enter a hand by the letters of its houses, such as SSLBT." in out
    assert "The average number of cards of each house in their hands" in out
    [before, after] = re.findall(r"(?m)^1 Player 1 +(\d\.\d) \((\d+) %\)", out)
    assert before == after == ("0.6", "64")
    assert "It is not your turn to place a card." in out


@pytest.mark.rule("turn.own-hand")
def test_a_hand_and_its_cards_are_told_as_they_can_be() -> None:
    typed = [
        "SS",
        "XXXX",
        "s" * 10,
        "SSSSLLLLBBBBBB",
        "T a0",
        "out",
        "S a0",
        "look",
        "undo",
        "quit",
    ]
    out = " ".join(assist("--players", "2", typed=typed).plain.split())
    assert "The hand has 14 cards, not 2." in out
    assert "No Targaryen card is in the hand (rule turn.own-hand)." in out
    assert "A card in the player's own hand fits (rule turn.must-place)." in out
    assert "You place (? for help): S a0" in out
    assert "Stark S S S 5 a-1 a1" in out
    ten = assist("--players", "2", typed=["S" * 10 + "LLLL", "?", "undo"]).plain
    assert "All 9 Stark cards have been seen" in " ".join(ten.split())
    assert "There is nothing to take back." in ten
    assert re.search(r"(?m)^  odds +the cards that the others may hold$", ten)


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


@pytest.mark.long
def test_a_game_that_was_left_goes_on_with_the_hand_known() -> None:
    assist("--players", "2", "--seat", "1", "--record", "a.txt", typed=["SSSSLLLLBBBBTT", "T a0"])
    out = assist("--resume", "a.txt", typed=["hint", "quit"]).plain
    assert "Stark      S S S S       5" in out
    assert "Best move: a " in out
    assert out.endswith("  westeros-intrigue assist --resume a.txt\n")
    out = assist("--resume", "a.txt", typed=["undo", "undo", "SSSSSLLLLLBBTT", "quit"]).plain
    assert re.search("Stark +S S S S S +4", out)
    command("referee", "--players", "2", "--record", "b.txt", typed=["S a0"])
    refused = assist("--resume", "b.txt")
    assert (refused.code, refused.err) == (
        1,
        "westeros-intrigue: b.txt: this game belongs to `westeros-intrigue referee --resume`\n",
    )
