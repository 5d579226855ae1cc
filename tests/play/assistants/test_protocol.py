"""The conventions of the protocol: schemas, hints, progress, resources, completion, refusals."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from play.page.asking import serving
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.assistants import server as tools
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.sessions import Folder

pytest.importorskip("mcp", reason="mcp is not installed")

from jsonschema import Draft202012Validator
from mcp.types import PromptReference, ResourceTemplateReference

from play.assistants.test_guests import invited
from play.assistants.test_mcp import GAME_KEYS, Assistant, assist
from westeros_intrigue.play.assistants.held import Allowed


def test_each_tool_has_a_title_and_each_argument_a_description_with_an_example(
    tmp_path: Path,
) -> None:
    async def task(assistant: Assistant) -> None:
        for tool in (await assistant.client.list_tools()).tools:
            assert tool.title
            assert tool.output_schema
            Draft202012Validator.check_schema(tool.output_schema)
            for name, form in tool.input_schema["properties"].items():
                [example] = form["examples"]
                Draft202012Validator(form).validate(example)
                shown = example if isinstance(example, str) else json.dumps(example)
                told = form["description"]
                assert told.startswith("True") or told.endswith(f"such as {shown}"), name

    assist(tmp_path, task)


@pytest.mark.parametrize("key", GAME_KEYS)
def test_the_data_of_an_answer_say_all_that_its_text_says(tmp_path: Path, key: str) -> None:
    """Some programs show their models only the one, some only the other."""

    def check(answer: Any) -> None:
        data = {**answer.structured_content}
        lines = [line for each in data.pop("changes", None) or () for line in each["lines"]]
        game = GAMES[data["game"]].NAME if "game" in data else ""
        known = "\n".join((*lines, game, *map(str, data.values())))
        for line in answer.content[0].text.split("\n"):
            is_named = line.startswith(("Moment", "Players", "Opponents"))
            kept = line.partition(": ")[2] if is_named else line
            is_heading = kept.endswith(":") or kept.startswith(("Table ", "Without line"))
            assert is_heading or kept in known.replace("\\n", "\n"), line

    async def task(assistant: Assistant) -> None:
        begun = await assistant.call("new_game", game=key)
        check(begun)
        table = begun.structured_content["table"]
        for _ in range(8):
            moves = (await assistant.ask("legal_moves", table=table))["moves"]
            if not moves:
                break
            check(await assistant.call("play", table=table, move=moves[0]))
        for tool in ("look", "hint"):
            answer = await assistant.call(tool, table=table)
            if not answer.is_error:
                check(answer)
        rules = await assistant.call("rules", game=key)
        check(rules)
        for part in ("opponents", "options", "players"):
            assert all(
                str(each) in rules.content[0].text for each in rules.structured_content[part]
            )

    assist(tmp_path, task)


# The hints are true


READING = {"tables", "look", "why", "rules", "record", "legal_moves", "hint"}


def test_only_tools_that_change_nothing_are_called_reading(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        hints = {
            tool.name: tool.annotations for tool in (await assistant.client.list_tools()).tools
        }
        assert all(hints.values())
        assert {name for name, hint in hints.items() if hint and hint.read_only_hint} == READING
        elsewhere = {name for name, hint in hints.items() if hint and hint.open_world_hint}
        assert elsewhere == {*hints} - {"new_game", "tables", "undo"}, "at tables of other machines"

    assist(tmp_path, task)


def test_reading_makes_no_step_at_a_table_where_the_computer_is_to_move(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    begun = Local.begun(GAMES["westeros-intrigue"], 2, "random", {}, folder)
    seated = begun.seated
    seated.play(seated.judge(next(iter(begun.moves()))).move, seated.table.moment)
    log = [*folder.tables.entries(begun.id)]

    async def task(assistant: Assistant) -> None:
        for tool in sorted(READING):
            given = {"tables": {}, "why": {"table": begun.id, "move": "S1@a0"}}
            for _ in range(2):
                await assistant.call(tool, **given.get(tool, {"table": begun.id}))
        assert [*folder.tables.entries(begun.id)] == log
        assert not (await assistant.ask("look", table=begun.id))["is_your_turn"]
        assert (await assistant.ask("wait", table=begun.id))["is_your_turn"]
        assert [*folder.tables.entries(begun.id)] != log

    assist(tmp_path, task)


# Long calls


def test_a_call_that_takes_long_says_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "_SECONDS_BETWEEN_NEWS", 0.05)
    think = Local.hint

    def think_long(table: Local) -> str:
        time.sleep(0.5)
        return think(table)

    monkeypatch.setattr(Local, "hint", think_long)

    async def task(assistant: Assistant) -> None:
        told = list[tuple[float, float | None, str | None]]()

        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, total, message))

        page = await assistant.ask("new_game")
        call = assistant.client.call_tool
        await call("hint", {"table": page["table"]}, progress_callback=note)
        assert [*told] == sorted(told, key=lambda each: each[0])
        assert {each[1:] for each in told} == {(None, "The computer thinks")}
        told.clear()
        joined = await assistant.ask("join", link=link)
        waited = {"table": joined["table"], "seconds": 1}
        await call("wait", waited, progress_callback=note)
        assert len({each[0] for each in told}) == len(told) > 1
        assert {each[1:] for each in told} == {(1, "Others decide")}

    with serving(tmp_path / "host") as host:
        link = invited(host)[1]
        assist(tmp_path / "own", task)


# Resources and completion


def test_the_rulebooks_are_listed(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        listed = (await assistant.client.list_resources()).resources
        assert [str(each.uri) for each in listed] == [f"rules://{key}" for key in GAMES]
        for each, game in zip(listed, GAMES.values(), strict=True):
            assert game.NAME in (each.title or "")
            assert each.description
            [book] = (await assistant.client.read_resource(str(each.uri))).contents
            assert book.text == "\n".join(map(str, game.RULEBOOK.values()))  # type: ignore[union-attr]

    assist(tmp_path, task)


async def completed(assistant: Assistant, prompt: str, name: str, typed: str, **chosen: str) -> Any:
    """Return the values that complete an argument of a prompt."""
    argument = {"name": name, "value": typed}
    ref = PromptReference(name=prompt)
    return (await assistant.client.complete(ref, argument, chosen)).completion


def test_games_tables_options_rules_and_moves_are_completed(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        table = (await assistant.ask("new_game", game="btwixt"))["table"]
        moves = (await assistant.ask("legal_moves", table=table))["moves"]
        assert (await completed(assistant, "teach_me", "game", "")).values == [*GAMES]
        assert (await completed(assistant, "teach_me", "game", "MON")).values == ["monopoly"]
        options = (await completed(assistant, "teach_me", "option", "ro")).values
        assert options == ["rounds"]
        other = await completed(assistant, "teach_me", "option", "", game="monopoly")
        assert "edition" not in other.values, "files cannot be given here"
        assert (await completed(assistant, "be_our_referee", "players", "")).values[0] == "2"
        assert (await completed(assistant, "continue_game", "table", "b")).values == [table]
        shown = await completed(assistant, "explain_move", "move", "", table=table)
        assert shown.values == moves[:100]
        for wrong in ("", "t99"):
            assert not (await completed(assistant, "explain_move", "move", "", table=wrong)).values
        assert not (await completed(assistant, "play_against_me", "link", "")).values
        rules = await assistant.client.complete(
            ResourceTemplateReference(uri="rules://{game}/{rule_id}"),
            {"name": "rule_id", "value": ""},
            {"game": "monopoly"},
        )
        book = [*GAMES["monopoly"].RULEBOOK]
        assert (rules.completion.values, rules.completion.total) == (book[:100], len(book))
        assert rules.completion.has_more is (len(book) > 100)

    assist(tmp_path, task)


def test_a_completion_says_no_more_than_the_tools(tmp_path: Path) -> None:
    """Over HTTP, the name of a table is its secret; and moves can be withheld."""

    async def task(assistant: Assistant) -> tuple[list[str], list[str]]:
        table = (await assistant.ask("new_game"))["table"]
        names = await completed(assistant, "continue_game", "table", "")
        moves = await completed(assistant, "explain_move", "move", "", table=table)
        return names.values, moves.values

    names, moves = assist(tmp_path, task, Allowed(names_are_secret=True))
    assert not names
    assert moves
    names, moves = assist(tmp_path, task, Allowed(lists_moves=False))
    assert names
    assert not moves


# Wrong arguments


OTHER_TYPES: tuple[Any, ...] = (None, 7, 1.5, True, [], {})
WRONG: dict[str, tuple[Any, ...]] = {
    "table": (*OTHER_TYPES, "t99", "x" * 5000, "../t1", "t1\n", "\u202e"),
    "game": (*OTHER_TYPES, "chess", "", "x" * 5000),
    "players": ("many", 1.5, [], {}, -1, 0, 99, 10**30),
    "opponents": (*OTHER_TYPES, "chess", "search:100000000", "x" * 5000),
    "options": (
        *(7, "rounds", [1], {"no": 1}, {"rounds": "x"}, {"rounds": -1}, {"rounds": [1]}),
        *({"\u202e" * 999: None}, {f"option {number}": [] for number in range(5000)}),
    ),
    "printed_cards": (None, 7, 1.5, "maybe", [], {}),
    "first_player": (None, 1.5, "x", -1, [], {}),
    "link": (*OTHER_TYPES, "", "chess", "file:///etc/passwd", "http://127.0.0.1:9/#abc"),
    "name": OTHER_TYPES,
    "seat": (1.5, "x", -1, [], {}),
    "picture": (None, 7, 1.5, "maybe", [], {}),
    "as_json": (None, 7, 1.5, "maybe", [], {}),
    "move": OTHER_TYPES,
    "moment": (1.5, "x", -1, [], {}, 99),
    "whole": (None, 7, 1.5, "maybe", [], {}),
    "seconds": (None, 1.5, "x", -1, 31, 10**30, [], {}),
    "about": OTHER_TYPES,
}
"""Values that an argument refuses."""
RIGHT = {"table": "", "move": "nonsense", "link": f"http://127.0.0.1:9/#{'a' * 22}"}
UNKNOWN = (
    "x",
    "tablet",
    "Table",
    "",
    "self",
    "context",
    "consent",
    "__class__",
    "kwargs",
    "x" * 99,
)
"""Names that no tool has for an argument."""
NOT_OURS = ("pydantic", "validation error", "[type=", "Error executing", "Traceback", "NoneType")


def test_ten_wrong_calls_of_each_tool_and_more_are_refused_in_our_words(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game", game="btwixt")
        right = RIGHT | {"table": page["table"]}
        before = await assistant.ask("look", table=page["table"])
        for tool in (await assistant.client.list_tools()).tools:
            needed = tool.input_schema.get("required", [])
            usual = {name: right[name] for name in needed}
            calls = [(name, usual | {name: value}) for name in UNKNOWN for value in (7,)]
            calls += [
                (name, usual | {name: value})
                for name in tool.input_schema["properties"]
                for value in WRONG[name]
            ]
            calls += [
                (name, {other: usual[other] for other in needed if other != name})
                for name in needed
            ]
            assert len(calls) >= 10
            for name, given in calls:
                told = await assistant.refusal(tool.name, **given)
                what = (tool.name, given, told)
                assert not any(each in told for each in NOT_OURS), what
                assert len(told) < 1200, what
                value = given.get(name)
                if isinstance(value, str | None):
                    continue
                where = [name, *value] if isinstance(value, dict) else [name]
                assert any(each in told for each in where), what
                is_shown = f"not {value!r}" in told or name in {"moment", *UNKNOWN}
                assert is_shown or isinstance(value, dict), what
        told = (await assistant.client.call_tool("lok")).content[0].text  # type: ignore[union-attr]
        assert told.startswith("no tool 'lok' (did you mean look?); there is new_game, tables")
        assert await assistant.ask("look", table=page["table"]) == before

    assist(tmp_path, task)
