"""`draw`, `export`, `cards`, `doctor` and `completion`: what one can take along."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from drawing.test_svg import cairosvg
from helpers.terminals import command

from westeros_intrigue import Record, draw_svg, from_json, parse_position, play_game, random_player
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games import monopoly
from westeros_intrigue.play.printing import pictures
from westeros_intrigue.play.terminal.commands import COMMANDS
from westeros_intrigue.play.terminal.extras import EXTRAS

RECORD = Record.from_state(play_game([random_player] * 2, seed=1), tags={"Player-0": "Ada"})


@pytest.fixture(autouse=True)
def _a_record_in_the_folder(_in_a_folder_of_its_own: None) -> None:
    Path("game.txt").write_text(f"{RECORD}\n", encoding="utf-8")


def test_the_last_position_is_drawn_beside_the_record_and_any_from_its_line() -> None:
    command("draw", "game.txt")
    assert "Ada" in Path("game.svg").read_text("utf-8")
    line = "a0 S1; 8, 9, 9, 9"
    command("draw", "--position", line)
    assert Path("position.svg").read_text(encoding="utf-8") == draw_svg(parse_position(line))


def test_hands_are_drawn_only_if_asked_for() -> None:
    command("draw", "game.txt", "--step", "1", "--out", "hidden.svg")
    command("draw", "game.txt", "--step", "1", "--show-hands", "--out", "shown.svg")
    count = [len(re.findall("[SLBT][1-9], ", Path(f"{each}.svg").read_text("utf-8")))
             for each in ("hidden", "shown")]  # fmt: skip
    assert count[0] == 1
    assert count[1] == 28


def test_a_round_is_animated_and_all_rounds_make_a_poster() -> None:
    assert command("draw", "game.txt", "--animate", "2", "--out", "round.svg").code == 0
    assert "animation-delay" in Path("round.svg").read_text("utf-8")
    assert command("draw", "game.txt", "--poster", "--out", "poster.svg").code == 0
    assert Path("poster.svg").read_text("utf-8").count("Round 2 of 2") == 1


@pytest.mark.parametrize("key", ["monopoly", "btwixt"])
def test_other_games_are_drawn_and_exported(key: str) -> None:
    game = GAMES[key]
    Path("other.txt").write_text(f"{game.Record.from_state(game.setup(3, seed=1))}\n", "utf-8")
    assert command("draw", "other.txt").code == 0
    assert Path("other.svg").read_text("utf-8").startswith("<svg")
    assert command("draw", "other.txt", "--poster", "--out", "x.svg").code == 2
    document = json.loads(command("export", "other.txt").out)
    assert (document["game"], document["kind"]) == (key, "record")


def test_a_record_is_exported_as_json_and_in_words() -> None:
    assert from_json(Record, command("export", "game.txt").out) == RECORD
    assert command("export", "game.txt", "--form", "events", "--out", "told.txt").code == 0
    lines = Path("told.txt").read_text("utf-8").splitlines()
    assert re.fullmatch(r"(Ada|player 1) places [SLBT]\d in a0", lines[0])
    assert "Ada" in "".join(lines)


def test_cards_are_pages_of_one_file_or_several() -> None:
    cairosvg()
    assert command("cards", "--name", "Ada", "--name", "Ben").out.split() == [
        f"cards-{number}.svg" for number in range(1, 7)
    ]
    assert "Ada" in Path("cards-6.svg").read_text("utf-8")
    assert command("cards", "--out", "cards.pdf").out == "cards.pdf\n"
    assert len(re.findall(rb"/Type /Page\b(?!s)", Path("cards.pdf").read_bytes())) == 6
    assert command("cards").code == 1
    assert command("cards", "--out", "pages.png").out.split()[0] == "pages-1.png"


def test_a_missing_library_of_the_system_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise OSError(f"no library called {name}")

    monkeypatch.setattr(pictures, "import_module", fail)
    assert "the library cairo of your system: no library" in command("cards", "--out", "x.pdf").err


def test_the_doctor_names_what_lacks_and_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "westeros_intrigue.play.terminal.extras.find_spec",
        lambda name: None if name == "choix" else True,
    )
    told = command("doctor", "--quick").out
    assert "play matches: lacks choix\n" in told
    assert '  pip install "westeros-intrigue[match]"\n' in told
    assert "play in the terminal: installed" in told
    assert "a CPU second" not in told
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    assert set(EXTRAS) == set(project["project"]["optional-dependencies"])


@pytest.mark.long
def test_the_doctor_prints_a_speed() -> None:
    printed = command("doctor").out
    assert re.search(r"rules: [\d,]+ moves of four players in a CPU second", printed)
    assert re.search(r"simulation: [\d,]+ random rounds of four", printed)
    assert re.search(r"simulations and bots: (compiled, |plain Python)", printed)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_completes_commands_flags_of_all_games_and_saved_games(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("shtab")
    script = command("completion", shell).out
    for name in COMMANDS:
        assert name in script
    flags = re.findall(r"(?:--|-l )([a-z-]+)", script)
    assert {"opponents", "edition", "box", "variant"} <= set(flags)
    for word in ("provident", "trader", "court.match", "rent.moment", "castle-sale"):
        assert word in script
    assert re.search(r"_files\b|__fish_complete_path", script)
    if shell == "bash":
        monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
        (tmp_path / "evening.txt").touch()
        script = (
            command("completion", shell).out
            + """
COMP_WORDS=(westeros-intrigue games ev) COMP_CWORD=2
_shtab_westeros_intrigue
echo "${COMPREPLY[@]}"
"""
        )
        done = subprocess.run(["bash"], input=script, capture_output=True, text=True, check=False)  # noqa: S607 - the shell of the machine
        assert (done.stdout, done.stderr) == ("evening\n", "")


def test_a_position_of_another_game_is_drawn_from_its_line() -> None:
    line = "*28@5: 1hh 3h 35m, 12@7: 12; turn 7 of 0"
    assert command("draw", "--game", "monopoly", "--position", line).code == 0
    state = monopoly.parse_position(line)
    assert Path("position.svg").read_text("utf-8") == monopoly.draw_svg(state)
    refused = command("draw", "--game", "monopoly", "--position", "28@5, *12@7")
    assert refused.code == 2
    assert "argument --position: line 1, column 7: expected * at player 0" in refused.err
