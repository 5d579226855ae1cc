"""Other games in the terminal: each is played and watched by its own text and moves."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from helpers.cases import sampled
from helpers.patience import PATIENCE
from helpers.terminals import command

from westeros_intrigue import play_game
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.btwixt import KNOWN_CARDS, SAMPLE_BOX
from westeros_intrigue.play.sessions import Folder

TAXES = {"/spaces/4/amount", "/spaces/38/amount"}
OTHERS = {"monopoly": "Monopoly", "btwixt": "B'Twixt"}


@pytest.mark.parametrize("game", OTHERS)
def test_a_game_between_simple_players_is_watched_to_its_end(game: str) -> None:
    done = command("demo", "--game", game, "--seed", "2", "--quiet")
    assert done.code == 0
    assert f"{OTHERS[game]}" in done.plain
    places = [line for line in done.plain.splitlines() if line[:2] in {"1.", "2.", "3.", "4."}]
    assert len(places) == 4
    assert done.out == command("demo", "--game", game, "--seed", "2", "--quiet").out


@pytest.mark.long
def test_enter_alone_makes_the_only_move() -> None:
    def enter(new: str) -> str:
        return "" if "Enter to " in new.rpartition("\n")[2] else "1"

    done = command("play", "--game", "btwixt", "--players", "3", "--seed", "19", typed=enter)
    assert done.code == 0
    assert "Enter to " in done.plain
    # The last position: powers, tokens, and by what somebody won.
    assert "won, by the small council\n" in done.plain
    assert re.search(r"place 1: small council \d+", done.plain)


@pytest.mark.long
@pytest.mark.parametrize("game", sampled(OTHERS, ["btwixt"]))
def test_a_game_is_kept_and_gone_on_with(game: str, tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    begin = ["play", "--game", game, "--players", "3", "--seed", "4"]
    there = command(*begin, "--record", file, typed=["1", "1", "quit"])
    assert f"westeros-intrigue play --resume {file}\n" in there.plain
    before = Path(file).read_bytes()
    resumed = command("play", "--resume", file, typed=["quit"]).plain
    assert Path(file).read_bytes() == before
    assert shown_before(resumed) == shown_before(there.plain)
    assert "exists already; choose another name" in command(*begin, "--record", file).err
    other = str(tmp_path / "other.txt")
    command("play", "--resume", file, "--record", other, typed=lambda _: "1")
    assert "the game is over" in command("play", "--resume", other).err


def shown_before(told: str) -> list[str]:
    """What is asked, and the moves, above the last question."""
    page = told.rpartition("Your move (? for help): quit")[0]
    return page.split("\n\n")[-2:]


def test_a_game_with_a_box_goes_on_without_its_file_and_not_without_the_copy(
    tmp_path: Path,
) -> None:
    box = tmp_path / "box.json"
    box.write_text(attrs.evolve(SAMPLE_BOX, name="My box").to_json(), "utf-8")
    game = str(tmp_path / "game.txt")
    begin = ("play", "--game", "btwixt", "--box", str(box), "--short", "--record", game)
    assert command(*begin, typed=["1", "quit"]).code == 0
    assert "box: My box" in Path(game).read_text("utf-8")
    assert command("play", "--resume", game, typed=["quit"]).code == 0
    again = ("play", "--game", "btwixt", "--resume", game, "--box", str(box))
    assert command(*again, typed=["quit"]).code == 0
    assert command(*begin[:-2], typed=["1", "quit"]).code == 0
    box.unlink()
    assert command("play", "--resume", game, typed=["quit"]).code == 0
    assert command("games").plain.count("  btwixt ") == 2
    shutil.rmtree(Folder.usual().path / "own-files")
    assert "box" in command("play", "--resume", game).err


def test_the_file_of_a_box_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    file.write_text(SAMPLE_BOX.to_json(), "utf-8")
    done = command("check", str(file))
    assert done.code == 0
    assert "ready for 3 to 6 leaders" in done.plain
    file.write_text(KNOWN_CARDS.to_json(), "utf-8")
    done = command("check", str(file))
    assert done.code == 1
    assert "to be filled in" in done.plain
    file.write_text(KNOWN_CARDS.to_json().replace("box/1", "box/2"), "utf-8")
    done = command("check", str(file))
    assert "format: expected 'westeros-intrigue/btwixt-box/1'" in done.plain
    begin = ("play", "--game", "btwixt", "--box", str(file))
    for content, faults in ((KNOWN_CARDS.to_json(), 1), ("{}", 1), ("[", 1)):
        file.write_text(content, "utf-8")
        done = command(*begin)
        assert (done.code, done.err.count(f"{file}: ")) == (1, faults)
    done = command("check", str(tmp_path / "nothing.json"))
    assert (done.code, "No such file" in done.err) == (1, True)


def test_the_numbers_of_a_copy_of_monopoly_are_asked_for_deed_by_deed(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    refused = command("edition", "no/folder/mine.json", typed=["1"])
    assert (refused.code, refused.out) == (1, "")
    assert "there is no folder no/folder" in refused.err
    fill, check = (("edition", str(file)), ("check", str(file)))
    assert "No such file" in command(*check).err
    told = "1 2;undo;undo;1 2 - 3 5 x;1 2 - 3 9 8;1 2 - 3 5;1 2 3 4 5 6;quit"
    done = command(*fill, typed=told.split(";"))
    assert done.code == 0
    assert "back of the title deed (perhaps 1)" in done.plain
    for refusal in (
        "nothing to undo",
        "or - for unknown ones, not x",
        "rents must never fall",
        "at most 5 numbers, not 6",
    ):
        assert refusal in done.plain
    edition = monopoly.read_edition(file.read_bytes())
    hardhome = edition.spaces[1]
    assert (hardhome.mortgage, hardhome.unmortgage, hardhome.holdfast_cost) == (1, 2, None)
    assert (hardhome.castle_cost, hardhome.rents) == (3, (5, *[None] * 5))
    assert dict(edition.marks)["/spaces/1/castle_cost"] is monopoly.Mark.OWNER
    done = command(*check)
    assert (done.code, "233 unknown" in done.plain) == (1, True)
    done = command(*fill, typed=["7 5 6 7 8 9"])
    assert "Hardhome\n  cost of a Holdfast" in done.plain
    assert "Cave of the Three-Eyed Raven\n  mortgage value" in done.plain
    values = {
        gap.path: 9 for gap in monopoly.missing(edition) if gap.path not in {"/cards", *TAXES}
    }
    file.write_text(monopoly.write_edition(monopoly.fill_in(edition, values)), "utf-8")
    done = command(*fill, typed=["2", ""])
    assert (done.code, "2 unknown" in done.plain) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    sampled(
        [
            (("check", "long.json"),),
            (("edition", "/dev/zero"),),
            (("play", "--resume", "long.json"),),
        ],
        [(("edition", "/dev/zero"),)],
    ),
    ids=" ".join,
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no /dev/zero")
def test_a_file_that_is_too_long_is_not_read_to_its_end(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Path("long.json").open("wb") as file:
        file.write(b"{")
        file.truncate(200_000_000)
    program = [sys.executable, "-m", "westeros_intrigue"]
    within = ["sh", "-c", 'ulimit -v 800000; exec "$@"', "sh"]
    line = [*within, *program, *arguments]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert arguments[-1] in done.stderr
    assert "Traceback" not in done.stderr


def test_the_file_of_an_edition_is_checked_with_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("\ufeff" + monopoly.write_edition(monopoly.SAMPLE), "utf-8")
    done = command("check", str(file))
    assert (done.code, f"--edition {file}" in done.plain) == (0, True)
    assert command("edition", str(file)).code == 0
    text = monopoly.write_edition(monopoly.SAMPLE)
    wrong = text.replace('"price":', '"price":1.5,"prize":').replace('"Eelmarsh"', '"Eel\\u0007"')
    for content in (wrong, text.replace('"amount":', '"amount":-'), "{}", "[", '"\udcff"'):
        file.write_text(content, "utf-8", "surrogateescape")
        done = command("check", str(file))
        assert (done.code, done.err.count(str(file)) > 25) == (1, content is wrong)
    text = text.replace('"kind": "go_to_jail"', '"kind": "jail"').replace(
        '"start": 36', '"start": 3600'
    )
    file.write_text(text, "utf-8")
    assert command("edition", str(file)).err.count(str(file)) > 1


@pytest.mark.parametrize("game", OTHERS)
def test_records_of_several_games_are_checked_and_replayed(game: str, tmp_path: Path) -> None:
    module = GAMES[game]
    states = [
        play_game([module.PLAYERS.parse("random")] * 3, game=module, seed=seed) for seed in range(2)
    ]
    path = tmp_path / "games.txt"
    with path.open("w") as file:
        module.write_records(map(module.Record.from_state, states), file)
    checked = command("check", str(path))
    assert (checked.code, checked.err) == (0, "")
    valid = r"game \d: 3 players, \d+ moves, won by player \d.*: valid"
    assert len(re.findall(valid, checked.out)) == 2
    shown = command("replay", str(path), "--number", "2").plain
    for place, seats in enumerate(module.final_winner(states[1]).ranking, 1):
        if len(seats) == 1:
            assert f"{place}. player {seats[0]}\n" in shown
    told = command("export", str(path), "--form", "events").out
    ids = {each for each in module.titles(states[1]) if "-" in each}
    assert not ids & {*re.findall("[a-z-]+", shown + told)}


def test_a_file_of_another_game_than_is_named_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{monopoly.Record.from_state(monopoly.setup(2, seed=1))}\n", "utf-8")
    for name in ("check", "replay"):
        assert command(name, str(path), "--game", "monopoly").code == 0
        told = command(name, str(path), "--game", "btwixt").err
        assert "games.txt is a game of monopoly, not of btwixt: leave out --game" in told
    refused = command("analyse", str(path))
    assert (refused.code, refused.out) == (1, "")
    assert "games.txt: `analyse` judges files of Westeros Intrigue only; of Monopoly" in refused.err
