"""The example of tools for chat APIs: it has the functions of the server, and its model plays."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="mcp is not installed")

import chat_tools
from jsonschema import Draft202012Validator


def test_a_scripted_model_plays_a_game_through_the_functions(tmp_path: Path) -> None:
    known = dict[str, Any]()

    def ask(messages: list[dict[str, Any]], functions: list[dict[str, Any]]) -> Any:
        for each in functions:
            assert each["type"] == "function"
            known[each["function"]["name"]] = each["function"]
        return chat_tools.scripted_model(messages, functions)

    said = asyncio.run(chat_tools.converse(ask, "Play.", str(tmp_path)))
    assert {"new_game", "play", "legal_moves", "why", "hint"} <= {*known}
    for function in known.values():
        assert function["description"]
        Draft202012Validator.check_schema(function["parameters"])
    for each in said:
        for call in each.get("tool_calls", ()):
            form = known[call["function"]["name"]]["parameters"]
            Draft202012Validator(form).validate(json.loads(call["function"]["arguments"]))
    assert said[-1]["content"].startswith("1. ")
    json.dumps(said)


def test_a_wrong_call_is_told_to_the_model(tmp_path: Path) -> None:
    wrong = {
        ("new_game", "{"): "must be a JSON object, not Expecting property name",
        ("new_game", "[2]"): "must be a JSON object, not [2]",
        ("new_game", '{"players": "two"}'): "players of new_game must be an int, not 'two'",
        ("begin", "{}"): "no tool 'begin'",
    }
    calls = [
        {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}}
        for name, arguments in wrong
    ]
    answers = iter([{"role": "assistant", "content": None, "tool_calls": calls}])
    end = {"role": "assistant", "content": "I give up."}
    said = asyncio.run(chat_tools.converse(lambda *_: next(answers, end), "Play.", str(tmp_path)))
    for each, told in zip(said[2:-1], wrong.values(), strict=True):
        assert told in each["content"]
    assert said[-1] == end
