"""Games under way: what one front end saves, every other goes on with; and no game is lost."""

from __future__ import annotations

import datetime as dt
import os
import random
import re
import stat
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import attrs
import pytest
from games.btwixt.tables import LEADERS, dealt, move_of
from helpers.cases import sampled
from helpers.terminals import command

from play.page.asking import Ask, asking, begun
from westeros_intrigue import (
    InvalidValue,
    Move,
    Record,
    View,
    WrongType,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games import btwixt
from westeros_intrigue.lab.players.search import Thinker
from westeros_intrigue.play.sessions import (
    FileChanged,
    Folder,
    GameFile,
    Seat,
    Session,
    SolvedPuzzles,
    read_record,
)
from westeros_intrigue.play.sessions.folder import FILE_TAG, OpenGames, UnknownGame
from westeros_intrigue.players import PLAYERS


def session_of(key: str, *who: str, seed: int = 3) -> Session[Any, Any, Any]:
    game = GAMES[key]
    seats = tuple(Seat("", each) for each in who)
    return Session.begun(game, game.new_game(len(who), seed=seed), seats, seed=seed)


def test_what_one_front_end_saves_every_other_opens_with_equal_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
    ask = asking(tmp_path)
    seats = [{"name": "", "who": "person"}, {"name": "Ben", "who": "greedy"}]
    position = begun(ask, ["person", "greedy"], seats=seats)
    file = tmp_path / f"{position['game']}.txt"
    of_page = seats_in_file(file)
    card = position["view"]["hand"][0]
    left = command("play", "--resume", position["game"], typed=[f"{card} a0", "quit"])
    assert left.code == 0
    assert seats_in_file(file) == of_page
    table = ("--players", "3", "--opponents", "greedy", "--record", str(tmp_path / "t.txt"))
    assert command("play", *table, typed=["save", "quit"]).code == 0
    answer = ask("look", game="t", seat=None)
    assert [seat["who"] for seat in answer["seats"]] == ["person", "greedy", "greedy"]
    real = ("referee", "--players", "3", "--record", str(tmp_path / "real.txt"))
    assert command(*real, typed=["S a0", "quit"]).code == 0
    assert {each.id for each in Folder(tmp_path).games()} == {position["game"], "t", "real"}
    # A game with real cards is continued in a terminal.
    assert {each["name"] for each in ask("choices")["games"]} == {position["game"], "t"}


def test_titles_count_unnamed_people_as_the_front_end_that_lists_them(tmp_path: Path) -> None:
    games = OpenGames(Folder(tmp_path))
    for key in ("westeros-intrigue", "monopoly"):
        games.add(session_of(key, "person", "person"))
    for list_games, first in ((asking(tmp_path), 1), (None, 0)):
        if list_games:
            titles = sorted(each["title"] for each in list_games("choices")["games"])
        else:
            titles = sorted(each.title for each in Folder(tmp_path).games())
        assert titles[0].startswith("Monopoly: Game of Thrones Edition: Player 0, Player 1: ")
        assert titles[1].startswith(f"Westeros Intrigue: Player {first}, Player {first + 1}: ")


def test_who_continues_a_game_at_the_keyboard_plays_what_was_lent(tmp_path: Path) -> None:
    ask = asking(tmp_path)
    game = begun(ask, ["person", "greedy"])["game"]
    assert ask("lend", game=game, seat=0)["kind"] == "friends"
    file = tmp_path / f"{game}.txt"
    assert "Stand-in-0" in file.read_text("utf-8")
    left = command("play", "--resume", str(file), typed=["S a0", "save", "quit"])
    assert left.code == 0
    assert "You place S" in left.plain
    assert "Stand-in-0" not in file.read_text("utf-8")


def named(ask: Ask, *names: str) -> Any:
    """Begin a game of people with these names and a computer player, on the page."""
    people = [{"name": name, "who": "person"} for name in names]
    return begun(ask, seats=[*people, {"name": "", "who": "greedy"}])


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN, HEBREW = "\u0646\u06cc\u200c\u0644\u0648", "\u05d3\u05e0\u05d9"
NAMES = {
    "\U0001f389": "\U0001f389",
    "\u2764\ufe0f": "\u2764\ufe0f",
    "...": "...",
    "-_-": "-_-",
    FAMILY: FAMILY,
    PERSIAN: PERSIAN,
    "\u200eAnn": "Ann",
    "Ann\u200f": "Ann",
    "\ufeffAnn\u200b": "Ann",
    f"\u200f{HEBREW}\u200f": HEBREW,
    " Ann \u00a0Lee\u3000": "Ann Lee",
    "\u2067Ann\u2069": "Ann",
    "\u200b\ufe0f\u3164": "",
}


@pytest.mark.parametrize(("typed", "shown"), NAMES.items(), ids=ascii)
def test_the_page_the_terminal_and_records_have_one_rule_for_a_name(
    tmp_path: Path, typed: str, shown: str
) -> None:
    position = named(asking(tmp_path), typed)
    assert position["seats"][0]["name"] == (shown or "You")
    [file] = tmp_path.glob("*.txt")
    assert dict(read_record(file.read_text("utf-8"))[1].tags).get("Player-0", "") == shown
    file.unlink()
    arguments = ("play", f"--name={typed}", "--record", str(file))
    if shown:
        assert command(*arguments, typed=["save", "quit"]).code == 0
        assert seats_in_file(file)[0] == Seat(shown, "person")
    else:
        with pytest.raises(SystemExit):
            command(*arguments)
    seats = Seat(typed, "person"), Seat("", "greedy")
    assert Session.begun(GAMES["westeros-intrigue"], setup(2), seats, seed=1).seats[0].name == shown


UNSEEN = {
    "An\u200bn": "after An: U+200B (zero width space)",
    "Ann\u200e Lee": "after Ann: U+200E (left-to-right mark)",
    "A\u202enn\u202c": "after A: U+202E (right-to-left override)",
    "Re\x1b[31md": "after Re: U+001B;",
}


@pytest.mark.parametrize(("typed", "told"), UNSEEN.items(), ids=ascii)
def test_a_character_inside_a_name_that_nobody_sees_is_pointed_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    fault = named(asking(tmp_path), typed)
    assert fault["code"] == "cannot-be"
    with pytest.raises(SystemExit):
        command("play", "--name", typed, "--record", str(tmp_path / "a.txt"))
    seats = Seat(typed, "person"), Seat("", "greedy")
    with pytest.raises(InvalidValue) as error:
        Session.begun(GAMES["westeros-intrigue"], setup(2), seats, seed=1)
    for text in (fault["text"], capsys.readouterr().err, str(error.value)):
        assert " has a character that nobody sees " in text
        assert told in text
        assert "Player-0" not in text


ALIKE = [
    ("Ann", "ANN.", "ann"),
    ("\U0001f389", "\U0001f389", " \U0001f389\u200b"),
    ("\u2764", "\u2764\ufe0f"),
    ("...", "\u2026", ". . ."),
    (PERSIAN, PERSIAN.replace("\u200c", "")),
]
APART = ["\U0001f409", "\U0001f981", FAMILY, "...", "-_-", "!!!", "\u2764", "1", "\xbd"]


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_names_that_look_alike_exclude_each_other(tmp_path: Path, names: Sequence[str]) -> None:
    ask = asking(tmp_path)
    for one, other in permutations(names, 2):
        assert "choose another" in named(ask, one, other)["text"]
        refused = command("play", f"--name={one}", f"--name={other}", "--players", "3")
        assert "choose another" in refused.err


def test_names_without_letters_are_apart_unless_they_look_alike(tmp_path: Path) -> None:
    ask = asking(tmp_path)
    for one, other in permutations(APART, 2):
        assert [seat["name"] for seat in named(ask, one, other)["seats"][:2]] == [one, other]


def test_a_game_at_home_has_one_of_more_seeds_than_a_player_can_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 2**bits - 1)
    command("play", "--record", str(tmp_path / "terminal.txt"), typed=["save", "quit"])
    begun(asking(tmp_path), ["person", "random"], seed=None)
    saved = [read_record(path.read_text("utf-8"))[1] for path in tmp_path.glob("*.txt")]
    assert [dict(record.tags)["Seed"] for record in saved] == [str(2**128 - 1)] * 2
    assert saved[0].state.rest == setup(saved[0].state.players, seed=2**128 - 1).rest


def seats_in_file(path: Path) -> tuple[Seat, ...]:
    seats: tuple[Seat, ...] = Session.resumed(*read_record(path.read_text("utf-8"))).seats
    return seats


@pytest.mark.parametrize("key", sampled(GAMES, ["westeros-intrigue"]))
def test_a_session_goes_on_alike_from_its_record_at_every_moment(key: str) -> None:
    usual = GAMES[key].PLAYERS.usual
    session = session_of(key, "person", usual, "random")
    rng = random.Random(1)
    for _ in range(40):
        game = session.game
        again = Session.resumed(*read_record(str(session.record)))
        assert again == session
        if session.waits_for == "step":
            assert again.stepped() == session.stepped()
            session = session.stepped()
        elif session.waits_for == "person":
            moves = game.legal_moves(session.state)
            move = moves[random_below(len(moves), rng)]
            after = session.moved(session.state.active_player, move)
            if after.can_undo:
                assert after.undone() == session
            session = after


@pytest.mark.parametrize(
    ("ally", "begun_with", "chosen"),
    [
        ("varys", ("play oath", "kneel", "kneel", "kneel", "choose c0"), "choose 1"),
        ("ilyn-payne", ("play oath", "kneel", "kneel", "kneel"), "choose c0"),
    ],
)
def test_a_decision_stands_once_a_person_has_seen_a_secret(
    ally: str, begun_with: tuple[str, ...], chosen: str
) -> None:
    state = dealt("oath", "", "", allies=ally)
    people = tuple(Seat("", "person") for _ in range(3))
    session = Session.begun(GAMES["btwixt"], state, people, seed=1)
    for text in begun_with:
        move = move_of(session.state, text)
        session = session.moved(session.state.active_player, move)
    assert session.can_undo
    session = session.moved(0, btwixt.parse_move(chosen))
    assert not session.can_undo
    with pytest.raises(InvalidValue, match="has seen hidden cards since"):
        session.undone()
    # What a computer sees tells no person anything.
    assert attrs.evolve(session, seats=(Seat("", "random"), *people[1:])).can_undo


def test_a_draft_goes_on_once_the_next_pack_has_been_seen() -> None:
    state = btwixt.setup(3, seed=1, leaders=LEADERS[:3], variant=btwixt.DRAFT)
    people = tuple(Seat("", "person") for _ in range(3))
    session = Session.begun(GAMES["btwixt"], state, people, seed=1)
    for seat in range(3):
        assert session.can_undo == (seat > 0)
        session = session.moved(seat, btwixt.legal_moves(session.state)[0])
    assert not session.can_undo


def test_a_player_that_can_be_stopped_is_shown_its_own_view_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = session_of("westeros-intrigue", "search:7", "person")
    shown: list[View] = []

    def choose(_: Thinker, view: View, __: random.Random, *, stop: object) -> Move:
        assert stop is not None
        shown.append(view)
        return legal_moves(view)[0]

    monkeypatch.setattr(Thinker, "choose", choose)
    session.stepped(stop=lambda: True)
    assert shown == [observe(session.state, 0)]


@pytest.mark.parametrize("key", GAMES)
def test_what_a_person_may_not_do_is_refused(key: str) -> None:
    session = session_of(key, "person", "random", "random")
    while session.waits_for == "step":
        session = session.stepped()
    with pytest.raises(InvalidValue, match="waits for player 0, a person, and not for a step"):
        session.stepped()
    with pytest.raises(InvalidValue, match="the game has 3 seats, one for each player, not 2"):
        Session.begun(session.game, session.first, session.seats[:2], seed=1)
    with pytest.raises(WrongType, match=r"seats\[\d\] must be a Seat, not None"):
        Session.begun(session.game, session.first, (None,) * 3, seed=1)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="seat 1 is not a person's"):
        session.moved(1, session.game.legal_moves(session.state)[0])
    with pytest.raises(InvalidValue, match="nothing to undo"):
        session_of(key, "random", "random", "random").undone()


def test_a_named_player_draws_by_the_seed_and_the_moment() -> None:
    session = session_of("westeros-intrigue", "random", "random", seed=7)
    for moment in range(4):
        view = observe(session.state, session.state.active_player)
        move = PLAYERS.parse("random")(view, random.Random(f"7/{moment}"))
        session = session.stepped()
        assert session.state.placements[-1].move == move


def test_a_file_that_another_program_has_written_is_not_written_over(tmp_path: Path) -> None:
    ours, theirs = GameFile(tmp_path / "game.txt"), GameFile(tmp_path / "game.txt")
    ours.write("first")
    with pytest.raises(FileChanged):
        theirs.write("unseen")
    assert theirs.read() == "first\n"
    assert ours.is_current()
    theirs.write("second")
    assert not ours.is_current()
    with pytest.raises(FileChanged):
        ours.write("third")
    ours.remove()
    assert ours.read() == "second\n"
    ours.write("third")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_file_that_is_gone_is_written_anew_and_a_link_leads_to_its_file(tmp_path: Path) -> None:
    file = GameFile(tmp_path / ("x" * 251 + ".txt"))  # the longest name that a file can have
    file.write("first")
    file.path.unlink()
    file.write("second")
    link = tmp_path / "link.txt"
    link.symlink_to(file.path)
    linked = GameFile(link)
    linked.read()
    linked.write("third")
    assert (link.is_symlink(), file.path.read_text()) == (True, "third\n")


def test_a_list_of_games_removes_what_killed_programs_have_left_for_a_day(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    state = setup(2, seed=1)
    own = tmp_path / "own-files"
    own.mkdir()
    names = [".0123456789abcdef.part", ".notes.part", "0123456789abcdef.part", ".0123456789abcdef"]
    for name in (*names, "own-files/.0123456789abcdef.part"):
        (tmp_path / name).write_text("half a ga")
        os.utime(tmp_path / name, (time.time() - 25 * 60 * 60,) * 2)
    young = tmp_path / ".fedcba9876543210.part"
    young.write_text("half a ga")
    game = folder.new_file("westeros-intrigue")
    game.write(str(Record.from_state(state)))
    assert [saved.id for saved in folder.games()] == [game.path.stem]
    left = {path.name for path in (*tmp_path.iterdir(), *own.iterdir())}
    assert left == {*names[1:], young.name, "own-files", game.path.name}, "another's file is left"


def test_the_next_write_removes_what_a_killed_program_has_left(tmp_path: Path) -> None:
    kill_in_fsync = """
import os, signal, sys
from pathlib import Path
from westeros_intrigue.play.sessions import GameFile
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
GameFile(Path(sys.argv[1])).write("first")
"""
    for name in ("game.txt", "game.txt", "other.txt"):
        subprocess.run([sys.executable, "-c", kill_in_fsync, tmp_path / name], check=False)
    assert len(list(tmp_path.iterdir())) == 2
    for name in ("game.txt", "other.txt"):
        GameFile(tmp_path / name).write("second")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "other.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders")
def test_a_power_cut_takes_back_neither_the_content_nor_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[bool, bool]] = []

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append((is_folder, (tmp_path / "game.txt").exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    GameFile(tmp_path / "game.txt").write("first")
    assert synced == [(False, False), (True, True)]


def test_new_files_of_one_second_have_names_of_their_own(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "games")
    names = [folder.new_file("monopoly").path.name for _ in range(4)]
    assert len(set(names)) == 4
    assert all(name.startswith("monopoly-") for name in names)
    folder.file("gone").path.symlink_to("nowhere")
    assert list(folder.games()) == []


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "..", "x" * 5_000])
def test_a_tag_that_cannot_be_a_path_leads_to_no_file(name: str, tmp_path: Path) -> None:
    assert not Folder(tmp_path).own_files(f'[{FILE_TAG}edition "{name}"]')


@pytest.mark.parametrize("command_name", ["referee", "assist"])
def test_a_game_of_another_command_is_refused_before_a_byte_is_written(
    command_name: str, tmp_path: Path
) -> None:
    own, real = str(tmp_path / "play.txt"), str(tmp_path / "real.txt")
    command("play", "--seed", "5", "--record", own, typed=["B1 a0", "quit"])
    hand = [] if command_name == "referee" else ["SSSSLLBBT"]
    command(command_name, "--players", "4", "--record", real, typed=[*hand, "S a0", "quit"])
    for file, other in ((own, command_name), (real, "play")):
        before = Path(file).read_bytes()
        refused = command(other, "--resume", file, typed=["quit"])
        assert (refused.code, refused.out) == (1, "")
        assert "this game belongs to `westeros-intrigue " in refused.err
        assert Path(file).read_bytes() == before


def test_flags_that_contradict_a_resumed_game_are_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    command("play", "--seed", "5", "--record", file, typed=["B1 a0", "quit"])
    flags = ("--solo", "--players=3", "--seed=3", "--opponents=random", "--name=A")
    refused = command("play", "--resume", file, *flags)
    assert (refused.code, refused.out) == (2, "")
    for flag in flags:
        assert flag.partition("=")[0] in refused.err
    refused = command("play", "--game", "monopoly", "--resume", file)
    assert (refused.code, refused.out) == (2, "")
    assert "is a game of westeros-intrigue, not of monopoly" in refused.err
    for name in ("", "-"):
        assert command("play", "--resume", name).code == 2
        assert command("play", "--record", name).code == 2


@pytest.mark.long
def test_games_are_listed_and_continued_whatever_their_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
    assert "No games in" in command("games").plain
    for key in GAMES:
        command("play", "--game", key, "--seed", "5", typed=["save", "quit"])
    listed = command("games").plain
    for key in GAMES:
        assert f" {key} " in listed
    for number in ("1", "2", "3"):
        assert "To continue:" in command("games", number, typed=["quit"]).plain
    assert command("games", "4").code == 2
    assert "To continue:" in command("games", typed=["2", "quit"], is_terminal=True).plain


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("linux", {}, "/home/ada/.local/share"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("darwin", {}, "/home/ada/Library/Application Support"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
    ],
)
def test_games_are_saved_where_programs_of_the_platform_store_data(
    platform: str, variables: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WESTEROS_INTRIGUE_GAMES", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", "USERPROFILE": "/home/ada", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert Folder.usual().path == Path(place, "westeros-intrigue", "games")


def test_a_puzzle_that_is_solved_again_on_its_day_is_stored_once(tmp_path: Path) -> None:
    for _ in range(2):
        SolvedPuzzles.add(Folder(tmp_path), 7, dt.date(2026, 1, 2), is_daily=False)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["7 2026-01-02\n"]


@pytest.mark.parametrize("key", ["westeros-intrigue", "monopoly", "btwixt"])
def test_a_game_of_other_rules_or_without_its_end_is_read_and_not_continued(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
    session = session_of(key, "person", "random", "random")
    for _ in range(6):
        seat = session.state.active_player or 0
        moves = session.game.distinct_moves(session.game.observe(session.state, seat))
        session = session.moved(0, moves[0]) if seat == 0 else session.stepped()
    whole = f"{session.record}\n"
    assert {'[Rules "1"]', '[Moves "6"]'} <= {*whole.splitlines()}
    other = "the game was played by rules version 99, not 1"
    left = 3 if key == "westeros-intrigue" else 5  # the card game writes a turn of all in a line
    cut = f"its end is missing: it has {left} of 6 moves"
    file = Path("game.txt")
    # In the card game, the hands of later rounds follow the moves.
    *_, last = re.findall(r"^(?:\d:.*|[a-z][a-z-]*(?: .*)?)\n", whole, re.MULTILINE)
    shorter = "".join(whole.rsplit(last, 1))
    for text, note, code in (
        (whole.replace('[Rules "1"]', '[Rules "99"]'), other, 0),
        (shorter, cut, 1),
    ):
        file.write_text(text, encoding="utf-8")
        checked = command("check", "game.txt")
        assert (checked.code, note in checked.out) == (code, True)
        assert note in command("replay", "game.txt").out.replace("The", "the").replace("Its", "its")
        for reader in (["draw", "game.txt", "--force"], ["export", "game.txt"]):
            read = command(*reader)
            assert (read.code, note in read.err) == (0, True)
        refused = command("play", "--resume", "game.txt", typed=["quit"])
        assert refused.code == 1
        assert note in refused.err.replace("\n", " ")
        assert file.read_text(encoding="utf-8") == text
        with pytest.raises(UnknownGame, match=note):
            OpenGames(Folder(tmp_path))._find("game")
    file.write_text(shorter.replace('[Moves "6"]\n', ""), encoding="utf-8")
    assert command("play", "--resume", "game.txt", typed=["quit"]).code == 0


ON_MODES = pytest.mark.skipif(sys.platform == "win32", reason="modes do not say who can write")


@ON_MODES
def test_a_folder_that_everybody_can_write_to_is_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    uses = (
        lambda: folder.new_file("btwixt"),
        folder.token,
        lambda: list(folder.games()),
        lambda: SolvedPuzzles.add(folder, 1, dt.date(2026, 11, 30), is_daily=False),
    )
    tmp_path.chmod(0o777)
    for use in uses:
        with pytest.warns(RuntimeWarning, match=f"all users .* chmod o-w {tmp_path} prevents it"):
            use()
    for mode in (0o700, 0o755, 0o775):
        tmp_path.chmod(mode)
        for use in uses:
            use()


@ON_MODES
def test_a_program_says_once_that_everybody_can_write_to_the_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    uses = "folder.token(); list(folder.games()); folder.new_file('btwixt')"
    program = f"from westeros_intrigue.play.sessions import Folder; folder = Folder.usual(); {uses}"
    for line in (["-c", program], ["-m", "westeros_intrigue", "games"]):
        ended = subprocess.run(
            [sys.executable, *line],
            env={**os.environ, "WESTEROS_INTRIGUE_GAMES": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ended.stderr.count("all users of this machine can delete the games") == 1
    assert ended.stderr.startswith("westeros-intrigue: all users of this machine")
