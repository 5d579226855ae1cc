"""`replay` and `check`: records from files, and files that hold none."""

from __future__ import annotations

import importlib.util
import io
import json
import re
from pathlib import Path

import pytest
from helpers.terminals import Answer, Result, command

import westeros_intrigue
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    Phase,
    Record,
    apply,
    final_winner,
    format_position,
    legal_moves,
    observe,
    score_round,
    setup,
    write_records,
)
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.sessions import read_record
from westeros_intrigue.rules.variants import Variant


def played(players: int, rounds: int, variant: Variant = STANDARD, *, seed: int = 1) -> GameState:
    state = setup(players, seed=seed, variant=variant.with_rounds(rounds))
    while state.phase is not Phase.GAME_OVER:
        moves = legal_moves(state)
        state = apply(state, moves[len(moves) // 2]) if moves else score_round(state)
    return state


def keep(name: str, *records: Record) -> None:
    with Path(name).open("w", encoding="utf-8") as file:
        write_records(records, file)


@pytest.fixture
def game() -> Record:
    record = Record.from_state(played(2, 2), tags={"Player-0": "Ada", "Player-1": "Ben"})
    record = record.with_comment("By the fire.\n\nIt snows.")
    record = record.with_comment("A slow start.", round_number=1)
    record = record.with_comment("Bold! " * 30 + "Or not?", round_number=1, placement=3)
    keep("game.txt", record)
    return record


def replay(*arguments: str, typed: tuple[Answer, ...] = (), is_terminal: bool = False) -> Result:
    return command("replay", *arguments, typed=typed, is_terminal=is_terminal)


@pytest.mark.rule("info.leftover", "solo.public")
def test_hands_are_shown_only_when_they_are_asked_for(game: Record) -> None:
    hand = " ".join(map(str, next(game.replay()).hands[0]))
    assert hand not in replay("game.txt", "--all").plain
    assert hand in replay("game.txt", "--all", "--show-hands").plain
    keep("solo.txt", Record.from_state(played(4, 2, SOLO_SCHEMING)))
    assert ", which cannot be placed" in replay("solo.txt", "--all").plain
    keep("empty.txt", Record.from_state(played(5, 1, seed=9)))
    assert re.search(r": 0 cards, \d", replay("empty.txt", "--all", "--show-hands").plain)


def test_a_person_steps_through_a_record(game: Record) -> None:
    typed = ("", "n", "back", "b", "b", "round 2", "round 9", "?", "nonsense", "step 3", "end", "")
    finished = replay("game.txt", typed=typed, is_terminal=True)
    first = len(game.rounds[0].placements)
    last = sum(1 for _ in game.replay()) - 1
    prompts = re.findall(r"\[(.*?)\] Enter (?:continues|ends), \?", finished.plain)
    steps = [0, 1, 2, 1, 0, 0, first + 1, first + 1, first + 1, first + 1, 3]
    assert prompts == [f"step {step} of {last}" for step in [*steps, last]]
    for line in (
        "Enter     the next step; after the last one, the end",
        "back      the step before",
        "round N   the start of round N",
        "step N    the step of this number",
        "end       the last step",
        "quit      leave",
    ):
        assert len(re.findall(f"^  {re.escape(line)} *$", finished.plain, re.MULTILINE)) == 3, line
    assert finished.code == 0


@pytest.mark.usefixtures("game")
def test_a_person_leaves_a_replay_by_quit() -> None:
    left = replay("game.txt", typed=("", "quit"), is_terminal=True)
    assert left.plain.count("Enter continues, ?") == 2
    assert left.code == 0


def test_records_are_read_from_the_input_too(game: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (("replay", "-"), ("check", "-")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{game}\n"))
        finished = command(*arguments)
        assert (finished.code, finished.err) == (0, "")
        assert "Ada" in finished.plain or "29 moves" in finished.plain


def test_a_file_that_is_no_text_or_too_long_is_refused_in_one_short_line(game: Record) -> None:
    Path("latin.txt").write_bytes(f"{game}\n# caf\xe9\n".encode("latin-1"))
    Path("long.txt").write_text("x" * 3_000_000)
    Path("folder.txt").mkdir()
    reasons = {"latin": "not a UTF-8 text file", "long": "line 1, ", "folder": "Is a directory"}
    for name, reason in reasons.items():
        for verb in (("check",), ("replay",), ("play", "--resume")):
            refused = command(*verb, f"{name}.txt")
            assert refused.code == 1
            [line] = (refused.plain + refused.err).splitlines()
            assert f"{name}.txt: {reason}" in line
            assert len(line) < 300


@pytest.mark.parametrize("key", GAMES)
def test_what_export_writes_is_read_as_the_text_is(key: str) -> None:
    game = GAMES[key]
    first = game.new_game(3, seed=1)
    after = game.proceed(game.apply(first, game.legal_moves(first)[0], player=first.active_player))
    records = [game.Record.from_state(state, tags={"Seat-0": "person"}) for state in (first, after)]
    Path("games.txt").write_text("\n\n".join(map(str, records)))
    assert command("export", "games.txt", "--out", "games.json").code == 0
    documents = Path("games.json").read_text().splitlines()
    Path("broken.json").write_text("\n".join([documents[0][:-9], "", documents[1]]))
    indented = [json.dumps(json.loads(each), indent=2) for each in documents]
    Path("indented.json").write_text("\ufeff" + "\n".join(indented))
    Path("last.txt").write_text(str(records[1]))

    for name in ("games.json", "indented.json"):
        checked = command("check", "games.txt").out.replace("games.txt", name)
        assert command("check", name).out == checked
        for number in ("1", "2"):
            at = ("--number", number)
            assert command("replay", name, *at).out == command("replay", "games.txt", *at).out
        assert command("draw", name, "--number", "2", "--out", f"{name}.svg").code == 0
        assert read_record(Path(name).read_text()) == (game, records[1])
    assert Path("games.json.svg").read_bytes() == Path("indented.json.svg").read_bytes()

    broken = command("check", "broken.json")
    assert (broken.code, broken.out.count("\n")) == (1, 2)
    assert broken.out.startswith("broken.json: game 1: the document: invalid JSON, at line ")
    assert broken.out.endswith(": valid\n")

    resumed = ("--game", key, "--resume", "last.json", "--record", "on.txt")
    assert command("export", "last.txt", "--out", "last.json").code == 0
    command("play", *resumed, typed=["save"])
    assert after in read_record(Path("on.txt").read_text())[1].replay()


def test_a_huge_game_is_refused_at_its_limit_and_the_next_still_read(game: Record) -> None:
    with Path("huge.txt").open("w") as file:
        file.writelines(f"{'# much ado ' * 800}\n" * 100 for _ in range(40))
        file.write(f"\n{game}\n")
    assert Path("huge.txt").stat().st_size > 30_000_000
    finished = command("check", "huge.txt")
    assert finished.code == 1
    assert "expected a game of at most" in finished.plain
    assert "game 2: 2 players" in finished.plain


def test_programs_read_what_commands_find_as_json(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games"
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(folder))
    final = played(2, 1)
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text(f"{Record.from_state(final)}\n", encoding="utf-8")
    Path("bad.txt").write_text("Westeros Intrigue record 1\nPlayers: 9\n", encoding="utf-8")
    [checked, wrong, missing] = json.loads(
        command("check", str(folder / "a.txt"), "bad.txt", "no.txt", "--json").out
    )
    assert (checked["is_fine"], checked["number"], checked["moves"]) == (
        True,
        1,
        len(final.results[0].placements),
    )
    assert checked["winners"] == [*final_winner(final).winners]
    assert (wrong["is_fine"], wrong["number"]) == (False, 1)
    assert "line 2" in wrong["text"]
    assert not missing["is_fine"]
    listed = json.loads(command("games", "--json").out)
    assert {game["name"] for game in listed} == {"a", "b"}
    assert all(game["is_over"] and game["game"] == "westeros-intrigue" for game in listed)
    [judged] = json.loads(
        command("analyse", str(folder / "a.txt"), "--playouts", "10", "--json").out
    )
    assert len(judged["placements"]) == len(final.results[0].placements)
    line = format_position(observe(setup(2, seed=1), 0))
    judged = json.loads(command("analyse", "--position", line, "--playouts", "9", "--json").out)
    assert judged["moves"][0]["move"]
    found = json.loads(command("doctor", "--quick", "--json").out)
    assert found["version"] == westeros_intrigue.__version__
    missing = found["extras"]["cli"]["missing"]
    assert all(importlib.util.find_spec(module) is None for module in missing)


# Records of other rules


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "line",
    [
        "check game.txt", "replay game.txt", "export game.txt", "draw game.txt --force",
        "analyse game.txt --playouts 1", "analyse game.txt --playouts 1 --json",
        "check game.txt --json",
    ],
)  # fmt: skip
def test_whatever_reads_a_record_of_other_rules_says_so(key: str, line: str) -> None:
    rules = GAMES[key]
    state = rules.setup(rules.MIN_PLAYERS, seed=1)
    record = rules.Record.from_state(state, tags={"Rules": "99", "Moves": "3"})
    Path("game.txt").write_text(str(record), "utf-8")
    done = command(*line.split())
    told = f"{done.plain}{done.err}".lower()
    assert "the game was played by rules version 99, not 1" in told
    assert "its end is missing: it has 0 of 3 moves" in told
    if "--json" in line and done.code == 0:
        notes = json.loads(done.plain)[0]["notes"]
        assert notes[0] == "the game was played by rules version 99, not 1"


def test_the_notes_on_a_record_have_its_number_and_a_faulty_one_counts() -> None:
    plain = Record.from_state(setup(2, seed=1))
    other = plain.with_tags({"Rules": "99"})
    keep("game.txt", plain, other, plain, other)
    assert "version 99" not in command("replay", "game.txt", "--number", "3").plain
    assert "version 99" in command("replay", "game.txt", "--number", "4").plain
    text = Path("game.txt").read_text("utf-8")
    Path("game.txt").write_text(text.replace("Hand 1", "Hand 7", 1), "utf-8")
    told = command("check", "game.txt").plain
    assert re.findall(r"game (\d).*version 99", told) == ["2", "4"]


def test_one_module_of_the_terminal_reads_records_and_so_has_their_notes() -> None:
    folder = Path(westeros_intrigue.__file__).parent / "play" / "terminal"
    reading = re.compile(r"\bread_records?\(|\bRecord\.parse\(")
    assert [
        path.name for path in folder.glob("*.py") if reading.search(path.read_text("utf-8"))
    ] == ["files.py"]
