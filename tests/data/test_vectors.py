"""The test vectors: the library agrees, they say enough, and another engine agrees with them."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
from cases import sampled

from westeros_intrigue import Event, ViolationCode
from westeros_intrigue.data import DOCUMENTS, from_json_lines, to_data

ROOT = Path(__file__).parents[2]
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
NAMES = (*RULES_OF_PLAY[:4], "events", *RULES_OF_PLAY[4:])


def lines(name: str) -> list[Any]:
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_vectors", ROOT / "scripts/make_vectors.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_the_library_makes_the_same_bytes_again() -> None:
    made: dict[str, str] = maker().make()
    assert {path.name for path in FOLDER.iterdir()} == set(made)
    for name, text in made.items():
        assert (FOLDER / name).read_bytes() == text.encode(), f"{name}: run scripts/make_vectors.py"


@pytest.mark.long
def test_the_manifest_counts_the_lines_of_every_file() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["version"] == 1
    assert manifest["lines"] == {f"{name}.jsonl": len(lines(name)) for name in NAMES}


def test_the_files_are_of_modest_size() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 4_000_000


def test_there_is_a_vector_of_every_violation_and_of_every_rule_that_one_can_cite() -> None:
    violations = [
        violation
        for vector in (*lines("refusals"), *lines("courts"))
        for violation in vector.get("violations", ())
    ]
    assert {violation["code"] for violation in violations} == {code.value for code in ViolationCode}
    assert {violation["rule"] for violation in violations} == {
        rule for code in ViolationCode for rule in code.rules
    }
    several = [len(vector["violations"]) for vector in lines("refusals")]
    assert max(several) >= 4


def test_there_are_vectors_of_every_number_of_players_and_every_kind_of_seat() -> None:
    for name in ("legal-moves", "placements", "refusals", "rounds"):
        positions = [vector["position"] for vector in lines(name)]
        assert {position["players"] for position in positions} == {2, 3, 4, 5, 6}
        automated = {tuple(position["automated"]) for position in positions}
        assert automated == {(), (1,), (1, 3), (1, 2, 3), (0, 1, 2)}


def test_there_are_vectors_of_forced_moves_blocked_players_stacks_and_the_last_player_left() -> (
    None
):
    seen: Counter[str] = Counter()
    for vector in lines("legal-moves"):
        seen["forced"] += len(vector["legal_moves"]) == 1
        seen["nobody to move"] += not vector["legal_moves"]
    for vector in lines("placements"):
        before, after = vector["position"], vector["next"]
        out = after["eliminations"][len(before["eliminations"]) :]
        seen["blocked"] += any(one["cards_left"] for one in out)
        seen["empty"] += any(not one["cards_left"] for one in out)
        seen["several at once"] += len(out) > 1
        seen["round over"] += after["active_player"] is None
        seen["alone"] += before["active_player"] == after["active_player"]
        player = before["active_player"]
        if player in before["automated"]:
            card = vector["move"].split("@")[0]
            drawn = before["hands"][player].index(card)
            seen["set aside"] += drawn > 0
            seen["drawn from those seen"] += (
                drawn >= len(before["hands"][player]) - before["known_counts"][player]
            )
    assert len(seen) == 9
    assert min(seen.values()) >= 5, seen


def test_there_are_vectors_of_every_way_to_score_and_to_decide_a_game() -> None:
    rounds, rankings = lines("rounds"), lines("rankings")
    changes = Counter(change["rule"] for vector in rounds for change in vector["adjustments"])
    assert set(changes) == {"option.affiliation", "option.rivalry"}
    # A player of the last card's house who has no points keeps none.
    assert any(
        vector["house_affiliation"]
        and vector["position"]["houses"][player] == vector["last_card"][0]
        and not left
        for vector in rounds
        for player, left in enumerate(vector["cards_left"])
    )
    decided = {vector["result"]["decided_by"] for vector in rankings}
    assert decided == {"lowest-total", "fewest-icons", "shared"}
    assert any(min(vector["result"]["totals"]) < 0 for vector in rankings)


def test_there_are_courts_that_only_their_width_makes_possible_or_not() -> None:
    judged = {
        (json.dumps(vector["cards"]), vector["possible"])
        for vector in lines("courts")
        if "possible" in vector
    }
    assert sum((cards, not possible) in judged for cards, possible in judged) >= 20


def test_there_are_deals_that_can_and_cannot_be_and_views_of_every_moment() -> None:
    for players in range(2, 7):
        for anyone_can_die in (False, True):
            deals = [
                vector["possible"]
                for vector in lines("deals-possible")
                if (vector["players"], vector["anyone_can_die"]) == (players, anyone_can_die)
            ]
            assert {True, False} == set(deals)
    views = [(vector["player"], vector["view"]) for vector in lines("views")]
    assert {player for player, _ in views} >= {None, 0, 1, 2, 3}
    for name in ("missing_houses", "known_stacks", "score_pile", "revealed_score_piles"):
        filled = sum(any(view[name]) for _, view in views)
        assert 5 <= filled < len(views), name


def test_the_tables_are_of_every_number_of_players_and_rounds() -> None:
    tables = lines("tables")
    assert {(table["players"], table["rounds"]) for table in tables} == {
        (players, rounds) for players in range(2, 7) for rounds in (None, 1, 5)
    }


def test_there_are_texts_that_are_notation_and_texts_that_are_none() -> None:
    read = Counter((line["reads"], line["value"] is None) for line in lines("notation"))
    assert len(read) == 2 * len({"card", "slot", "move", "hand"})
    assert min(read.values()) >= 20, read


def test_there_is_a_game_of_every_table() -> None:
    games = lines("games")
    assert {game["players"] for game in games} == {2, 3, 4, 5, 6}
    assert any(game["variant"]["first_player"] == 0 for game in games)
    starters = {len(deal["starters"]) for game in games for deal in game["deal"]["rounds"]}
    assert starters == {0, 1, 2, 3, 4}


def test_there_are_events_of_every_kind_and_of_every_viewer() -> None:
    games = lines("events")
    kinds = {step["event"]["kind"] for game in games for step in game["steps"]}
    assert kinds == {DOCUMENTS.kinds[cls] for cls in get_args(Event.__value__)}
    assert {game["start"]["player"] for game in games} >= {None, 0, 1, 2, 3}


def test_the_library_folds_the_events_into_the_same_tables() -> None:
    for game in lines("events")[::4]:
        text = [json.dumps(line) for line in (game["start"], *(s["event"] for s in game["steps"]))]
        start, steps = from_json_lines(text)
        assert to_data(start) == game["start"]
        for (event, now), step in zip(steps, game["steps"], strict=True):
            assert to_data(event) == step["event"]
            seen: Any = to_data(now.table)
            seen["out"] = [gone["player"] for gone in seen["eliminations"]]
            seen["court"] = seen["court"]["cards"]
            assert step["table"] == {name: seen[name] for name in step["table"]}


@pytest.fixture
def fold(tmp_path: Path) -> Path:
    """The fold in TypeScript as Node can import it: checked and compiled, if tsc is installed."""
    if TSC is not None:
        (tmp_path / "package.json").write_text('{"type": "module"}')
        options = ["--target", "es2023", "--module", "es2022", "--outDir", str(tmp_path)]
        checks = ["--strict", "--noUnusedLocals", "--noUnusedParameters"]
        subprocess.run([TSC, *checks, *options, str(FOLD)], check=True)
        return tmp_path / "fold_events.js"
    if NODE is not None:
        asked = [NODE, "--print", "process.features.typescript"]
        if subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "strip\n":
            return FOLD
    pytest.skip("neither tsc nor a Node that reads TypeScript is installed")


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_a_fold_in_typescript_without_rules_leads_to_the_same_tables(
    fold: Path, tmp_path: Path
) -> None:
    def run(*folder: Path) -> subprocess.CompletedProcess[str]:
        command = [str(part) for part in (NODE, FOLD_READER, fold, *folder)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    count = sum(len(game["steps"]) for game in lines("events"))
    agreed = run()
    assert agreed.returncode == 0, agreed.stdout + agreed.stderr
    assert agreed.stdout == f"{count} of {count} tables agree\n"
    games = lines("events")
    games[3]["steps"][-1]["table"]["penalty_points"][0] += 1
    wrong = "".join(json.dumps(game) + "\n" for game in games)
    (tmp_path / "events.jsonl").write_text(wrong, encoding="utf-8")
    differing = run(tmp_path)
    assert differing.returncode == 1
    assert f"{count - 1} of {count} tables agree" in differing.stdout


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_an_engine_in_javascript_written_from_the_page_agrees_with_every_vector() -> None:
    assert NODE
    run = subprocess.run([NODE, READER], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    for name in RULES_OF_PLAY:
        count = len(lines(name))
        assert f"{name}.jsonl: {count} of {count} agree" in run.stdout


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("name", sampled(RULES_OF_PLAY, ["rankings"]))
def test_the_engine_in_javascript_notices_a_wrong_vector(name: str, tmp_path: Path) -> None:
    assert NODE
    folder = tmp_path / "vectors"
    shutil.copytree(FOLDER, folder)
    path = folder / f"{name}.jsonl"
    vectors = lines(name)
    answer = list(vectors[-1])[-1]
    vectors[-1][answer] = "wrong"
    path.write_text("".join(json.dumps(vector) + "\n" for vector in vectors), encoding="utf-8")
    run = subprocess.run([NODE, READER, folder], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    count = len(vectors)
    assert f"{name}.jsonl: {count - 1} of {count} agree" in run.stdout
