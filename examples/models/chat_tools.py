"""The tools for assistants as functions of a chat API, called by a scripted model on this machine.

Chat APIs take functions as JSON Schema, and return the calls that a model wants. Needs the extra
`mcp`, since the functions are those of `westeros-intrigue mcp`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from mcp import Client, StdioServerParameters

Ask = Callable[[list[dict[str, Any]], list[dict[str, Any]]], dict[str, Any]]
"""A chat API: from the messages and the functions to the next message of the model."""


def function_of(tool: Any) -> dict[str, Any]:  # noqa: ANN401 - of the protocol's package
    """Return a tool as chat APIs take it."""
    described = {"name": tool.name, "description": tool.description}
    return {"type": "function", "function": {**described, "parameters": tool.input_schema}}


async def answer_call(client: Client, call: dict[str, Any]) -> dict[str, Any]:
    """Return the message that answers a call; what is wrong with it is told to the model."""
    function = call["function"]
    try:
        given = json.loads(function["arguments"])
    except ValueError as error:
        given = error
    if isinstance(given, dict):
        answer = await client.call_tool(function["name"], given)
        told = "\n".join(part.text for part in answer.content if part.type == "text")
    else:
        told = f"The arguments of {function['name']} must be a JSON object, not {given}."
    return {"role": "tool", "tool_call_id": call["id"], "content": told}


async def converse(ask: Ask, task: str, folder: str, most: int = 200) -> list[dict[str, Any]]:
    """Let a model call the functions until it has nothing more to call; return all messages."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "westeros_intrigue", "mcp"],
        env={**os.environ, "WESTEROS_INTRIGUE_GAMES": folder},
    )
    messages: list[dict[str, Any]] = [{"role": "user", "content": task}]
    async with Client(server) as client:
        functions = [function_of(tool) for tool in (await client.list_tools()).tools]
        for _ in range(most):
            messages.append(ask(messages, functions))
            calls = messages[-1].get("tool_calls", ())
            messages += [await answer_call(client, call) for call in calls]
            if not calls:
                break
    return messages


def scripted_model(messages: list[dict[str, Any]], functions: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - a message
    """Play a game as a model does: it reads the last answer, and calls the next function."""
    last = messages[-1]["content"]
    told = "\n".join(each["content"] or "" for each in messages)
    names = [each["function"]["name"] for each in functions]
    if len(messages) == 1:
        return calling("new_game", players=2, options={"rounds": 1})
    table = re.findall(r"^Table (\S+):", told, re.MULTILINE)[-1]
    if "The game is over" in last:
        return {"role": "assistant", "content": last.rpartition("The places:\n")[2]}
    if "The question to you" in last and "legal_moves" in names:
        return calling("legal_moves", table=table)
    return calling("play", table=table, move=last.splitlines()[0].partition(" - ")[0])


def calling(name: str, **arguments: object) -> dict[str, Any]:
    """Return a message that calls a function, in the form of chat APIs."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": f"call {name}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as own:
        said = asyncio.run(converse(scripted_model, "Play a round, and tell me who won.", own))
    print(sum(each["role"] == "tool" for each in said), "calls")
    print(said[-1]["content"])
