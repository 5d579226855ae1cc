"""The test vectors: the library agrees, they say enough, and another engine agrees with them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import ROOT, load

from westeros_intrigue import Placement, Record, events, observe, play_game, to_json

FOLDER = ROOT / "vectors"
READER = Path(__file__).parents[1] / "vectors_reader.mjs"
FOLD = ROOT / "examples" / "fold_events.ts"
FOLD_READER = Path(__file__).parents[1] / "fold_vectors.mjs"
NODE = shutil.which("node")
TSC = shutil.which("tsc")
RULES_OF_PLAY = (
    "actions",
    "courts",
    "deals",
    "deals-possible",
    "games",
    "legal-moves",
    "notation",
    "placements",
    "rankings",
    "refusals",
    "rounds",
    "tables",
    "views",
)


def lines(name: str) -> list[Any]:
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.long
def test_the_library_makes_the_same_bytes_again() -> None:
    made: dict[str, str] = load("scripts/making/vectors.py").make()
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} == set(made)
    for name, text in made.items():
        assert (FOLDER / name).read_bytes() == text.encode(), f"{name}: run scripts/make.py vectors"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fold in TypeScript and a client that uses it: checked and compiled, if tsc is there."""
    if TSC is None:
        asked = [NODE or "", "--print", "process.features.typescript"]
        if subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "strip\n":
            return FOLD.parent
        pytest.skip("neither tsc nor a Node that reads TypeScript is installed")
    pytest.importorskip("westeros_intrigue.games", reason="the schemas are of all games")
    folder = tmp_path_factory.mktemp("programs")
    (folder / "package.json").write_text('{"type": "module"}')
    load("scripts/making/schema.py").write_files(folder)
    shutil.copy(FOLD, folder)
    client = shutil.copy(FOLD.with_name("show_game.ts"), folder)
    options = ["--target", "es2023", "--module", "es2022", "--outDir", str(folder)]
    checks = ["--strict", "--noUnusedLocals", "--noUnusedParameters"]
    subprocess.run(
        [TSC, "--rewriteRelativeImportExtensions", *checks, *options, client], check=True
    )
    return folder


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_a_fold_in_typescript_without_rules_leads_to_the_same_tables(programs: Path) -> None:
    fold = programs / ("fold_events.js" if TSC else "fold_events.ts")
    count = sum(len(game["steps"]) for game in lines("events"))
    command = [str(part) for part in (NODE, FOLD_READER, fold)]
    agreed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert agreed.returncode == 0, agreed.stdout + agreed.stderr
    assert agreed.stdout == f"{count} of {count} tables agree\n"


@pytest.mark.skipif(NODE is None or TSC is None, reason="Node or tsc is not installed")
def test_a_client_of_forty_lines_shows_a_game_from_its_events(programs: Path) -> None:
    assert NODE
    final = play_game(["greedy", "random"], seed=1)
    states = list(Record.from_state(final).replay())
    happened = events(observe(states[0], None), observe(final, None))
    written = [to_json(observe(states[0], None)), *map(to_json, happened)]
    done = subprocess.run(
        [NODE, programs / "show_game.js"], input="\n".join(written), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.count(" placed last.") == 2
    placed = sum(isinstance(event, Placement) for event in happened)
    assert done.stdout.count(" places ") == placed
    assert "Round 2: player" in done.stdout


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_an_engine_in_javascript_written_from_the_page_agrees_with_every_vector() -> None:
    assert NODE
    run = subprocess.run([NODE, READER], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    for name in RULES_OF_PLAY:
        count = len(lines(name))
        assert f"{name}.jsonl: {count} of {count} agree" in run.stdout
