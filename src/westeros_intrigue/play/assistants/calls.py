"""The calls of tools: who makes them, who is asked before, and what is said about wrong ones."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import hashlib
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Elicit
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import BaseModel, Field, ValidationError

from westeros_intrigue import __version__
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.play.assistants.answers import refuse
from westeros_intrigue.play.assistants.arguments import check_names, say_errors
from westeros_intrigue.play.assistants.held import HeldTables
from westeros_intrigue.play.assistants.links import line_to

PROGRAM = "program"
"""The beginning of the names of clients without a session, which several people may share."""
PROGRAM_WITH_SECRET = f"{PROGRAM} by"
"""The beginning of the names of clients that send a secret of their own."""
_LONGEST_NAME = 80


class TableServer(MCPServer):
    """The protocol's server, with the tables that its tools share."""

    def __init__(self, tables: HeldTables, instructions: str) -> None:
        """Start without tools."""
        super().__init__(
            "westeros-intrigue",
            title="Westeros Intrigue",
            version=__version__,
            instructions=instructions,
        )
        self.tables: HeldTables = tables

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; what is wrong with the call is told in the words of this library."""
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        try:
            check_names(name, schemas, arguments)
            result = await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except WesterosIntrigueError as error:
            return refuse(str(error))
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                return refuse(say_errors(name, schemas[name], arguments, cause))
            return refuse(str(cause or error))
        if context and isinstance(table := arguments.get("table"), str):
            self.tables.note_name(table, client_of(context))
        return result


class Consent(BaseModel):
    """The answer of a person to whom a link is shown before it is opened."""

    opens: bool = Field(
        default=True, title="Open the link", description="Only if you know who gave it"
    )


def client_of(context: Context[Any, Any]) -> str:
    """Return the client of a call; empty for the one that has started the program.

    Over HTTP, clients of the older protocol have sessions with secret names. The newer one has
    none: there, a client is whoever sends the same header `Authorization`. Without this header, it
    is the program's name at an address.
    """
    headers = context.headers
    if headers is None:
        return ""
    if session := headers.get("mcp-session-id"):
        return f"session {session}"
    if own := headers.get("authorization"):
        return f"{PROGRAM_WITH_SECRET} {hashlib.sha256(own.encode()).hexdigest()}"
    asked = context.session.client_params
    name = asked.client_info.name[:_LONGEST_NAME] if asked else ""
    return f"{PROGRAM} {address_of(context)} {name}"


def address_of(context: Context[Any, Any]) -> str:
    """Return the address of a client, which a proxy on this machine can name; empty if unknown."""
    peer = getattr(context.request_context.request, "client", None)
    return peer.host if peer else ""


def ask_person(link: str, context: Context[Any, Any]) -> Elicit[Consent] | Consent:
    """Ask the person whether the assistant may open a link, if the client can ask."""
    server = context.mcp_server
    assert isinstance(server, TableServer)  # noqa: S101 - for the type checker
    tables = server.tables
    try:
        line = line_to(link, any_host=tables.allowed.any_host)
    except WesterosIntrigueError:
        return Consent()  # the tool says what is wrong with the link
    can = context.client_capabilities
    asks = can.elicitation if can else None
    if not asks or (asks.url and not asks.form):
        return Consent()
    if (client_of(context), line.server) in tables.agreed:
        return Consent()
    return Elicit(
        f"The assistant wants to open a link to {line.server}, and to sit down at the table there. "
        "Agree only if you or somebody whom you know gave it the link.",
        Consent,
    )
