"""`analyse` and hints: what is told of the games in a file, and of the best move."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from drawing.test_svg import cairosvg
from helpers.terminals import Result, command

import westeros_intrigue as wi
from westeros_intrigue.lab.players import analyse, analyse_record
from westeros_intrigue.lab.players.analysis import HINT_PLAYOUTS, hint, why


def kept(*records: wi.Record) -> None:
    with Path("game.txt").open("w", encoding="utf-8") as file:
        wi.write_records(records, file)


def run_analyse(*arguments: str) -> Result:
    return command("analyse", "game.txt", *arguments, is_terminal=False)


@pytest.fixture
def game() -> wi.Record:
    final = wi.play_game([wi.random_player] * 2, seed=1, variant=wi.STANDARD.with_rounds(1))
    return wi.Record.from_state(final, tags={"Player-0": "Ada"})


@pytest.mark.long
def test_it_tells_the_turning_points_and_what_each_seat_lost_and_keeps_them_as_comments(
    game: wi.Record,
) -> None:
    kept(game, game.with_comment("Again."))
    found = analyse_record(game, playouts=300)
    shown = run_analyse("--playouts", "300", "--out", "judged.txt")
    assert shown.code == 0
    assert "Game 2 of 2" in shown.out
    text = " ".join(shown.out.split())
    assert found.turning_points
    for judged in found.turning_points:
        name = ("Ada", "player 1")[judged.player]
        assert f"Round 1, placement {judged.number}, {name}: {judged.comment}" in text
    assert f"{len(found.placements)} placements" in text
    assert f"Ada {sum(each.player == 0 for each in found.placements)} " in text
    with Path("judged.txt").open(encoding="utf-8") as file:
        first, second = wi.read_records(file)
    assert (first, dict(second.tags)) == (found.record, dict(found.record.tags))
    assert "Again." in second.comment


def test_a_seat_that_has_chosen_nothing_has_lost_nothing() -> None:
    kept(wi.Record.from_state(wi.setup(4, seed=1, variant=wi.SOLO_SCHEMING)))
    shown = run_analyse()
    assert shown.code == 0
    assert "0 placements, 0 turning points" in shown.out


@pytest.mark.parametrize(
    ("follows", "told", "hands", "judged"),
    [
        ("referee", [], "the hands", ""),
        ("assist", ["SSSSLLLLBBBBTT"], "any hand except player 0's", "2 placements"),
    ],
)
def test_hands_that_nobody_told_are_said_first_to_be_made_up(
    follows: str, told: list[str], hands: str, judged: str
) -> None:
    typed = [*told, "S a0", "L a1", "T a2"]
    command(follows, "--players", "2", "--record", "game.txt", typed=typed)
    made_up = f"The referee did not know {hands}: cards that were never placed are made up."
    warning = f"{made_up} Placements from such hands are not judged."
    shown = run_analyse("--playouts", "10", "--out", "judged.txt")
    first = shown.out.splitlines()[:2]
    assert " ".join(" ".join(first).split()) == warning
    found = re.findall("[0-9]+ placements(?=, 0 turning points)", shown.out)
    assert found == ([judged] if judged else [])
    assert ("Round 1\n  You  " in shown.out) == bool(judged)
    assert command("analyse", "judged.txt", "--playouts", "10", "--out", "again.txt").code == 0
    for name in ("judged.txt", "again.txt"):
        assert wi.Record.parse(Path(name).read_text(encoding="utf-8")).comment == warning
    opened = " ".join(command("replay", "--show-hands", "game.txt").out.split())
    assert opened.count(made_up) == 1
    assert made_up not in " ".join(command("replay", "game.txt").out.split())


def test_it_draws_the_course_of_a_game_or_says_why_not(
    game: wi.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    cairosvg()
    kept(game)
    for ending, begin in (("svg", b"<svg "), ("png", b"\x89PNG\r")):
        assert run_analyse("--playouts", "1", "--plot", f"course.{ending}").code == 0
        assert Path(f"course.{ending}").read_bytes().startswith(begin)
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    shown = run_analyse("--plot", "other.png", "--playouts", "1000000")
    assert 'pip install "westeros-intrigue[pictures]"' in " ".join(shown.err.split())
    kept(game, game)
    assert "draws one game, and game.txt has 2" in run_analyse("--plot", "other.svg").err


@pytest.mark.long
def test_a_hint_names_the_best_move_its_reasons_and_its_lead() -> None:
    leads: set[str] = set()
    for players in (2, 4):
        state = wi.setup(players, seed=1)
        while state.phase is wi.Phase.PLAYING:
            view = wi.observe(state, state.active_player)
            found = analyse(view, playouts=HINT_PLAYOUTS)
            best, *others = found.moves
            text = hint(view)
            told = f" (wins the round about {100 * best.win:.0f} % of the time {found.against})"
            if not best.has_chance:
                place = f" (the first of {len(found.moves)} placements {found.against})"
                told = place if others else ""
            start = f"Best move: {best.move.card} in {best.move.slot}{told}. "
            assert text.startswith(start)
            assert len(text) > len(start)  # No hint is without a reason or a lead.
            reason = why(view, best.move, [other.move for other in others])
            assert not reason or f"{start}It {reason}." in text
            if others:
                second = others[0]
                wins = f"{100 * second.win:.0f} %"
                if not second.has_chance:
                    lead = "{} is the next best"
                    lead += "." if found.is_clear_loss(second.move) else ", and may be as good."
                elif wins == f"{100 * best.win:.0f} %":
                    lead = "{} wins as often."
                elif found.is_clear_loss(second.move):
                    lead = f"{{}}, the next best, wins {wins}."
                else:
                    lead = f"{{}} wins {wins}"
                assert lead.format(f"{second.move.card} in {second.move.slot}") in text
                leads.add(lead.replace(wins, ""))
            if found.belief and (told := found.belief.in_words()):
                assert f" {told[:1].upper()}{told[1:]}" in text
            is_equal = len(others) > 0 and not any(found.is_clear_loss(one.move) for one in others)
            assert ("No other placement is clearly worse." in text) == is_equal
            moves = wi.distinct_moves(state)
            state = wi.apply(state, moves[5 * len(state.placements) % len(moves)])
    assert len(leads) > 2
