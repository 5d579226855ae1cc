"""`referee`: a game with real cards, whose hands nobody tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from terminals import Answer, Result, command, program

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    IllegalMove,
    Phase,
    apply,
    final_winner,
    legal_moves,
    parse_slot,
    score_round,
    setup,
)
from westeros_intrigue.cli import referee as module
from westeros_intrigue.cli.real_table import NotPossible, RealTable
from westeros_intrigue.cli.terminal import Refused
from westeros_intrigue.rules.variants import Variant

S, L, B, T = House


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def referee(*arguments: str, typed: Sequence[Answer] | Iterator[Answer] = ()) -> Result:
    return command("referee", *arguments, typed=typed)


def finished_game(players: int, variant: Variant = STANDARD, seed: int = 1) -> list[GameState]:
    """Play a game; return its states, each after a placement or a scoring."""
    state = setup(players, seed=seed, variant=variant)
    states = [state]
    while state.phase is not Phase.GAME_OVER:
        moves = legal_moves(state)
        state = apply(state, moves[len(state.placements) % len(moves)]) if moves else (
            score_round(state))  # fmt: skip
        states.append(state)
    return states


def entries(states: Sequence[GameState]) -> Iterator[str]:
    """What a table tells a referee who follows a game: starters, placements, who is out, cards."""
    for before, state in zip([None, *states], states, strict=False):
        is_new = before is None or len(state.results) > len(before.results)
        if is_new and state.phase is Phase.PLAYING:
            yield from (card.house.letter for card in state.court.values())
        if before is None or is_new:
            continue
        placed = state.placements[-1]
        yield f"{placed.move.card.house.letter} {placed.move.slot}"
        # Who has no cards left goes out without a word; so does everybody when the court is full.
        closed = not any(state.court.open_slots(house) for house in House)
        for out in state.eliminations[len(before.eliminations) :]:
            if out.cards_left and not closed:
                yield "out"
    for pile in states[-1].score_piles:
        if pile:
            yield " ".join(f"{card.value}/{card.icons}" for card in pile)


GAMES = [
    (2, STANDARD, (), 1),
    (5, STANDARD, (), 2),
    (4, SOLO_SCHEMING.with_options(rivalry=True), ("--solo", "--option", "rivalry"), 3),
    (6, STANDARD.with_options(anyone_can_die=True), ("--option", "anyone-can-die"), 1),
    (3, STANDARD.with_options(house_affiliation=True).with_seats(houses=(S, L, B)),
        ("--option", "house-affiliation"), 4),
]  # fmt: skip


@pytest.mark.parametrize(("players", "variant", "options", "seed"), GAMES)
def test_a_referee_who_sees_no_hand_comes_to_the_same_points_and_ranking(
    players: int, variant: Variant, options: tuple[str, ...], seed: int
) -> None:
    states = finished_game(players, variant, seed)
    typed = list(entries(states))
    finished = referee("--players", str(players), *options, typed=typed)
    assert (finished.code, finished.err) == (0, "")
    last = states[-1]
    final = final_winner(last)
    end = finished.plain[finished.plain.rindex("Iron Throne cards") :]
    places = re.findall(r"(?m)^ +\d\. +(\d) .*? {2,}(?:[\d+]+ = )?(\d+) +(-?\d+)", end)
    assert places == [
        (str(seat), str(last.penalty_points[seat]), str(final.totals[seat]))
        for group in final.ranking
        for seat in group
    ]
    assert finished.plain.count(" is over ") >= len(last.results)
    for result in last.results:
        assert f"Round {result.round_number} is over" in finished.plain
    assert max(map(len, finished.plain.splitlines())) <= 80


def test_the_names_say_how_many_play_and_who_is_asked() -> None:
    out = referee("--name", "Ada", "--name", "Ben", typed=["S a0", "quit"]).plain
    assert "How many players" not in out
    assert re.findall(r"(\w+) places \(\? for help\): ", out) == ["Ada", "Ben"]


def test_without_names_the_number_of_players_is_asked_until_it_makes_sense() -> None:
    out = referee(typed=["", "1", "seven", "7", "3", "quit"]).plain
    assert out.count("How many players, 2 to 6? ") == 5
    assert out.count("A number from 2 to 6, please; or quit.") == 4
    assert "Round 1 of 3" in out


def test_who_starts_is_told_and_the_turn_goes_round() -> None:
    typed = ["S a0", "L a1", "B a-1"]
    out = referee("--players", "3", "--first-player", "2", typed=typed).plain
    assert re.findall(r"Player (\d) places", out) == ["2", "0", "1", "2"]


def test_a_placement_that_the_court_refuses_is_explained_by_the_rules() -> None:
    typed = ["S b0", "S a0", "T a5", "L a0", "T a1", "B b0"]
    out = re.sub(r"\s+", " ", referee("--players", "2", typed=typed).plain)
    for rule in ("support", "beside", "vacant", "match"):
        assert f"(rule court.{rule})" in out
    assert "neither of them Baratheon. Only Stark or Targaryen may go there." in out


def test_a_house_alone_shows_its_slots_by_number_and_why_tells_more() -> None:
    typed = ["S", "1", "S", "", "T", "9", "L", "x", "a1", "why S", "why S b0", "why B b0",
        "why S1 a9", "why T a-1", "why"]  # fmt: skip
    out = referee("--players", "2", typed=typed).plain
    assert "\na  (1) \n    0\n\nStark to which slot? 1\n" in out
    assert out.count("The open slots are numbered from 1 to ") == 1
    assert "Lannister to which slot? x\nI cannot make sense of 'x': expected a house" in out
    assert "A Stark card can go to a-1, a2 and b0.\n" in out
    assert "Stark can go to b0: it rests on S1 and L1, and S1 matches its house" in out
    assert "(rule court.match)" in out
    assert "I cannot make sense of 'why': expected a house: S, L, B or T, found the end" in out


def test_undo_goes_back_even_over_the_end_of_a_round_and_of_the_game() -> None:
    states = finished_game(2)
    typed = list(entries(states))
    piles = [entry for entry in typed if "/" in entry]
    played = typed[: -len(piles)]
    in_round_1 = len(states[-1].results[0].placements) + 1
    end = sum("/" not in entry for entry in entries([*states[:in_round_1], states[-1]]))
    typed = ["undo", *played[:end], "undo", *played[end - 1 :], "undo", played[-1], *piles]
    out = referee("--players", "2", typed=typed).plain
    assert out.count("There is nothing to take back.") == 1
    assert out.count("Round 1 is over") == 2
    assert out.count("Round 2 is over") == 2
    assert out.count("Now show the Iron Throne cards.") == 2
    assert "The game is over" in out


def test_help_look_and_rules_are_at_hand() -> None:
    typed = ["?", "look", "rule court.width", "rules nothing"]
    out = referee("--players", "2", typed=typed).plain
    assert "  out         the player to move says that no card fits\n" in out
    assert out.count("Round 1 of 2") == 2
    assert "court.width (stated)" in out
    assert "no rule has the id 'nothing'" in out
    assert max(map(len, out.splitlines())) <= 80


NONSENSE = ("hello", "S99", "²", "7", "S b", "why x", "\x1b[31m", "x" * 3000, "out 3 cards S")


def test_nonsense_at_every_prompt_changes_nothing() -> None:
    typed = list(entries(finished_game(5, STANDARD.with_rounds(1))))
    wild = [word for entry in typed for word in (*NONSENSE[:-1], entry)]
    calm, rough = (
        referee("--players", "5", "--rounds", "1", typed=each).plain for each in (typed, wild)
    )
    assert calm.splitlines()[-9:-1] == rough.splitlines()[-9:-1]


@pytest.mark.parametrize("ending", ["quit", None, KeyboardInterrupt])
def test_leaving_shows_the_points_so_far_and_the_game_goes_on_as_if_nobody_had_left(
    ending: Answer,
) -> None:
    states = finished_game(2)
    typed = list(entries(states))
    whole = referee("--players", "2", "--record", "whole.txt", typed=typed).plain
    for count in (1, 20, len(typed) - 1):
        left = referee("--players", "2", "--record", "part.txt", typed=[*typed[:count], ending])
        assert left.code == (130 if ending is KeyboardInterrupt else 0)
        assert left.plain.rpartition("So far:\n")[2].startswith("            ")
        assert left.plain.endswith("  westeros-intrigue referee --resume part.txt\n")
        piles = [entry for entry in typed if "/" in entry]
        rest = typed[count:] if count < len(typed) - 1 else piles
        resumed = referee("--resume", "part.txt", typed=rest)
        assert resumed.code == 0
        assert resumed.plain.splitlines()[-6:-1] == whole.splitlines()[-6:-1]
        assert Path("part.txt").read_text() == Path("whole.txt").read_text()
        Path("part.txt").unlink()


def test_a_referee_who_was_told_nothing_keeps_nothing_but_a_game_gone_on_with() -> None:
    left = referee("--players", "2", typed=["quit"])
    assert left.plain.endswith("Goodbye. Nothing was entered, so nothing is kept.\n")
    assert not list(Path().iterdir())
    referee("--players", "2", "--record", "game.txt", typed=["S a0"])
    referee("--resume", "game.txt", typed=["undo", "quit"])
    assert json.loads(Path("game.txt").read_text())["entries"] == []


def test_a_record_of_a_referee_that_cannot_be_is_refused_in_a_line() -> None:
    referee("--players", "2", "--record", "game.txt", typed=["S a0", "B a1", "S b0"])
    good = json.loads(Path("game.txt").read_text())
    whole = [entry for entry in entries(finished_game(2)) if "/" not in entry]
    changes: tuple[dict[str, object], ...] = (
        {"format": "other"},
        {"variant": {}},
        {"names": ["Ada"]},
        {"names": ["Ada", 7]},
        {"names": ["Ada", "\n"]},
        {"names": None},
        {"first_player": 2},
        {"first_player": "x"},
        {"entries": ["S b0"]},
        {"entries": ["S a0", "out"]},
        {"entries": ["S"]},
        {"entries": ["what?"]},
        {"entries": [7]},
        {"entries": [*whole, "S a0"]},
    )
    for change in changes:
        Path("bad.txt").write_text(json.dumps({**good, **change}))
        refused = referee("--resume", "bad.txt")
        assert (refused.code, refused.out) == (1, ""), change
        assert refused.err.startswith("westeros-intrigue: bad.txt: "), change
        assert refused.err.count("\n") == 1
    no_entries = json.dumps({"format": good["format"]})
    for text in ("", "[]", "[" * 100_000, "\x00", "{}", no_entries):
        Path("bad.txt").write_text(text)
        assert referee("--resume", "bad.txt").err.count("\n") == 1
    assert "No such file" in referee("--resume", "nowhere.txt").err


def test_a_record_that_cannot_be_kept_is_told_before_the_first_card_and_does_not_end_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = referee("--players", "2", "--record", "no/folder.txt")
    assert (refused.code, refused.out) == (1, "")
    assert "the record cannot be kept in no/folder.txt" in refused.err

    def full(_: str, path: Path) -> None:
        if is_full:
            raise Refused(f"the record cannot be kept in {path}: No space left on device")

    def typed() -> Iterator[str]:
        is_full.append(True)
        yield "S a0"

    is_full: list[bool] = []
    monkeypatch.setattr(module, "save", full)
    out = referee("--players", "2", typed=typed()).plain
    assert "No space left on device." in " ".join(out.split())
    assert "[S1]" in out


@pytest.mark.rule("setup.starter")
def test_the_card_that_starts_the_bottom_row_is_asked_for() -> None:
    out = referee("--players", "5", typed=["S b2", "", "T", "L a0", "L a1"]).plain
    assert out.count("A card starts the bottom row. Its house? ") == 3
    assert "\na   T1 [L1]\n" in out


@pytest.mark.rule("solo.highest")
@pytest.mark.rule("solo.side")
def test_cards_that_an_automated_house_draws_are_told_where_to_go() -> None:
    typed = ["S a0", "B", "L a5", "L b-1", "L", "B b-2"]
    out = re.sub(r"\s+", " ", referee("--solo", typed=typed).plain)
    assert "The Baratheon card goes in a-1 (rules solo.highest, solo.side)." in out
    assert "L1 cannot go to a5" in out
    assert "(rules solo.highest, solo.side)" in out


@pytest.mark.rule("solo.set-aside")
def test_a_card_that_fits_nowhere_is_to_be_set_aside() -> None:
    entered = "S a0;T;B a1;T;B a2;S;B a3;T;B a4;B;B a5;L;out"
    out = referee("--players", "2", "--automated", "1", typed=entered.split(";")).plain
    told = "A Lannister card fits nowhere: set it aside and draw the next; if there is"
    assert told in out
    assert "Lannister: out: 9 cards left, and none fits anywhere" in out


def entered(table: RealTable, *entries: str) -> RealTable:
    for entry in entries:
        table = table.entered(entry)
    return table


def test_an_automated_house_places_only_what_its_procedure_dictates() -> None:
    table = entered(RealTable.new(4, SOLO_SCHEMING, 0), "S a0")
    assert table.dictated(L) == parse_slot("a-1")
    with pytest.raises(NotPossible, match="places a Lannister card in a-1: in the highest row"):
        table.entered("L a1")
    with pytest.raises(IllegalMove):
        table.entered("L c1")
    targaryen = entered(table, "L a-1", "L b-1")
    assert (targaryen.seat, targaryen.dictated(S)) == (3, parse_slot("a1"))


@pytest.mark.rule("elimination.unable")
def test_nobody_goes_out_while_some_card_must_fit() -> None:
    out = re.sub(r"\s+", " ", referee("--players", "2", typed=["S a0", "out"]).plain)
    assert "With 14 cards in hand some card must fit: every house has an open slot" in out
    columns = range(7)
    closed = entered(
        RealTable.new(2, STANDARD, 0), *(f"{'SBT'[column % 3]} a{column}" for column in columns)
    )
    assert closed.court.open_slots(L) == ()
    assert (closed.seat, closed.cards_left(1)) == (1, 14 - 3)
    told = (
        "with 11 cards in hand some card must fit: only 9 cards of Lannister are not in the court"
    )
    with pytest.raises(NotPossible, match=told):
        closed.entered("out")


def test_a_house_that_fits_nowhere_is_told_to_be_so() -> None:
    entered = [f"{'STB'[column % 3]} a{column}" for column in range(7)]
    out = referee("--players", "2", typed=[*entered, "L", "why L"]).plain
    assert "No slot takes a Lannister card now (rule court.match).\n" in out
    assert "A Lannister card can go to no slot.\n" in out


def test_the_nine_cards_of_a_house_are_all_there_are() -> None:
    slots = ("a0", "a1", "a2", "a3", "a4", "a5", "a6", "b0", "b1")
    table = entered(RealTable.new(2, STANDARD, 0), *(f"S {slot}" for slot in slots))
    with pytest.raises(NotPossible, match="all 9 Stark cards lie in the court"):
        table.entered("S b2")


def test_a_throne_card_is_asked_for_until_it_can_be_read() -> None:
    states = finished_game(2)
    typed = list(entries(states))
    piles = [entry for entry in typed if "/" in entry]
    odd = ["", "4/1", "1/0", "3", "1/1 2/2 3/3"]
    finished = referee(
        "--players", "2", typed=[*typed[: -len(piles)], *odd, "rule round.throne", *piles]
    )
    assert finished.code == 0
    assert finished.plain.count("the points off, 1 to 3, a slash and the icons.") == len(odd)
    assert "round.throne (stated)" in finished.plain


@pytest.mark.rule("components.throne")
def test_no_iron_throne_card_is_told_twice() -> None:
    typed = [entry for entry in entries(finished_game(4)) if "/" not in entry]
    told = ["3/7"] * 9 + ["1/1 1/1", "2/4 2/4"]
    out = referee("--players", "4", typed=[*typed, *told]).plain
    assert "No two Iron Throne cards are the same: one was told twice." in out
    assert "The game is over" not in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--name", "Ada"), "2 to 6 play, not 1"),
        (tuple(f"--name={n}" for n in range(7)), "2 to 6 play, not 7"),
        (("--solo", "--name", "A", "--name", "B"), "there is room for 1 people, not for 2"),
        (("--players", "2", "--first-player", "2"), "there is no seat 2"),
    ],
)
def test_a_table_that_cannot_be_is_refused(arguments: tuple[str, ...], told: str) -> None:
    finished = referee(*arguments)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err


def test_the_installed_program_is_a_referee_in_a_pipe() -> None:
    finished = program("referee", "--players", "2", typed="S a0\nL b0\n")
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert b"(rule court.support)" in b" ".join(finished.stdout.split())
