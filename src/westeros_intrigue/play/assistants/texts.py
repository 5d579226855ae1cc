"""The texts of the server beside its tools: rulebooks, prompts, and the ends of what is typed."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated

from anyio import to_thread
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)
from pydantic import Field

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.assistants.arguments import GameKey, Link, MoveText, TableName
from westeros_intrigue.play.assistants.calls import TableServer
from westeros_intrigue.play.assistants.held import HeldTables
from westeros_intrigue.play.assistants.tables import plain_options

_MOST_COMPLETED = 100
"""The most values of one completion, by the protocol."""


def add_texts(server: TableServer) -> None:
    """Add the resources, the prompts, and the completion of their arguments."""
    _add_rulebooks(server)
    _add_prompts(server)

    @server.completion()  # type: ignore[no-untyped-call]  # the package has no annotations here
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        """Complete an argument of a prompt or of a resource."""
        del ref  # an argument of a name is the same everywhere
        chosen = (context.arguments if context else None) or {}
        known = await to_thread.run_sync(partial(_values_of, server.tables, argument.name, chosen))
        typed = argument.value.casefold()
        fit = [value for value in dict.fromkeys(known) if value.casefold().startswith(typed)]
        return Completion(
            values=fit[:_MOST_COMPLETED], total=len(fit), has_more=len(fit) > _MOST_COMPLETED
        )


def _values_of(tables: HeldTables, argument: str, chosen: Mapping[str, str]) -> Iterable[str]:
    """Return the values of an argument, given the arguments that are chosen already."""
    game = GAMES.get(chosen.get("game", "westeros-intrigue"))
    known: Iterable[str] = ()
    match argument:
        case "game":
            known = GAMES
        case "rule_id" if game:
            known = game.RULEBOOK
        case "option" if game:
            known = plain_options(game)
        case "players":
            printed = GAMES["westeros-intrigue"]
            known = map(str, range(printed.MIN_PLAYERS, printed.MAX_PLAYERS + 1))
        case "table" if not tables.allowed.names_are_secret:
            known = tables.names_of("")
        case "move" if tables.allowed.lists_moves:
            with suppress(ToolError), tables.at(chosen.get("table", "")) as table:
                known = table.moves()
        case _:
            pass
    return known


def _add_rulebooks(server: TableServer) -> None:
    """Add the rulebooks as resources that are listed, and each rule by its id."""
    for game in GAMES.values():
        resource = FunctionResource.from_function(
            partial(_text_of_rules, game.KEY),
            uri=f"rules://{game.KEY}",
            name=f"rules-{game.KEY}",
            title=f"The rules of {game.NAME}",
            description=f"All rules of {game.NAME}, each with its id.",
        )
        server.add_resource(resource)

    @server.resource("rules://{game}", title="The rules of a game", mime_type="text/plain")
    def rulebook(game: str) -> str:
        """Return all rules of a game, each with its id."""
        return _text_of_rules(game)

    @server.resource("rules://{game}/{rule_id}", title="A rule", mime_type="application/json")
    def rule(game: str, rule_id: str) -> str:
        """Return a rule by its id."""
        if game not in GAMES or rule_id not in GAMES[game].RULEBOOK:
            raise ResourceNotFoundError("no such rule: rules://GAME lists the rules of a game")
        one = GAMES[game].RULEBOOK[rule_id]
        parts = {"id": one.id, "kind": one.kind.value, "text": one.text, "reason": one.reason}
        return json.dumps(parts)


def _text_of_rules(game: str) -> str:
    if game not in GAMES:
        raise ResourceNotFoundError(f"no game {values.short_repr(game)}: {', '.join(GAMES)}")
    return "\n".join(map(str, GAMES[game].RULEBOOK.values()))


def _add_prompts(server: TableServer) -> None:
    """Add the prompts, by which a person begins."""

    @server.prompt(title="Play against me")
    def play_against_me(link: Link) -> str:
        """Be an opponent at the table of a link from `westeros-intrigue web`."""
        return (
            f"Join the table {link} and play to win, one move at a time. Read the rules first. "
            "After each move, say in one sentence what you did, and never say what you hold. When "
            "others decide, call wait until it is your turn or the game is over."
        )

    @server.prompt(title="Be our referee")
    def be_our_referee(
        players: Annotated[str, Field(description="The number of players, such as 3")] = "2",
    ) -> str:
        """Be the referee of a game with printed cards."""
        return (
            f"Start a table with printed_cards for {players} players. I tell you what is placed, "
            "and you enter it with play. If it is refused, tell us the reason in one sentence, "
            "quote the rule, and ask what really happened; use undo if we erred."
        )

    @server.prompt(title="Teach me")
    def teach_me(
        game: GameKey = "westeros-intrigue",
        option: Annotated[
            str, Field(description="An option of the game to play with, such as rounds")
        ] = "",
    ) -> str:
        """Teach a game."""
        beside = f" with the option {option}, which you explain too," if option else ""
        return (
            f"Teach me {game}. Explain the rules in short, then start a table{beside} with the "
            "fewest players, where I choose each move and you explain. Before I repeat a mistake, "
            "call why, and cite the rule by its id. Do not choose for me."
        )

    @server.prompt(title="Continue a game")
    def continue_game(table: TableName) -> str:
        """Continue a game that was begun earlier."""
        return (
            f"Open the table {table} with look, tell me in a few sentences how the game stands and "
            "what has happened last, and play on to win, one move at a time."
        )

    @server.prompt(title="Explain a move")
    def explain_move(table: TableName, move: MoveText) -> str:
        """Explain whether a move is legal, and why."""
        return (
            f"Look at the table {table}, and call why with the move {move}, without making it. "
            "Explain the answer, and quote each rule that it names by its id."
        )
