"""The answers of the tools: a text for a model, and the same as data, in the form of a schema.

Some programs show their models the text, others the data, so each has all of it. An answer either
has its data or the reasons why nothing was done; its schema says so.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from importlib import import_module
from typing import Annotated, Any, ClassVar, TypeAlias

import attrs
from mcp.types import CallToolResult, ContentBlock, ImageContent, TextContent
from pydantic import BaseModel, ConfigDict, Field

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.play.assistants.tables import Reason, Table

_MOST_COMPARED = 400
"""The most lines of two positions that are compared: another machine can send any number of lines,
and comparing them takes longer with their square."""


class Refusal(BaseModel):
    """A reason why nothing was done."""

    rule: str = Field(description="The id of the broken rule; empty if it is not about a rule")
    text: str = Field(description="The reason in words")


def _require_data_or_reasons(schema: dict[str, Any]) -> None:
    """Say in a schema that an answer has all of its data, or the reasons for having none."""
    for field in schema["properties"].values():
        field.pop("title", None)
    needed = schema.pop("required", [])
    reasons = {"properties": {"refused": {"minItems": 1}}}
    schema |= {"required": ["refused"], "anyOf": [{"required": needed}, reasons]}


class Answer(BaseModel):
    """The parts of each answer."""

    model_config: ClassVar[ConfigDict] = ConfigDict(json_schema_extra=_require_data_or_reasons)

    refused: list[Refusal] = Field(
        default=[], description="The reasons why nothing was done, or a move is illegal"
    )


class Change(BaseModel):
    """Lines of the position that have become others."""

    line: int = Field(description="The first of these lines in the earlier position, from 1")
    removed: int = Field(description="The number of lines that are gone from there on")
    lines: list[str] = Field(description="The lines that replace them")


class PageData(Answer):
    """A table from the assistant's seat."""

    table: str = Field(description="The name of the table, for all tools")
    game: str = Field(description="The game's key")
    seat: int | None = Field(description="Your seat, from 0; null for a referee or a spectator")
    who: str = Field(description="Your part, and the players in the other seats")
    moment: int = Field(description="The number of events so far, to name in play")
    is_your_turn: bool = Field(description="True if you must decide")
    question: str = Field(description="The question to you; empty unless you must decide")
    waits: str = Field(description="For what you wait; empty if you must decide, or at the end")
    told: list[str] = Field(description="The events since your last move")
    places: list[str] | None = Field(description="The places, best first; null before the end")
    position: str | None = Field(description="The position; null if changes says the difference")
    since: int | None = Field(
        default=None, description="The moment of the position before your move"
    )
    changes: list[Change] | None = Field(
        default=None, description="The lines that have changed since then; null if it is position"
    )
    note: str = Field(default="", description="A remark about this answer, such as a link to keep")
    document: dict[str, Any] | None = Field(
        default=None, description="The position as JSON, if as_json was asked for"
    )


class TablesData(Answer):
    """Tables by name."""

    tables: list[str] = Field(description="The names, the one that changed last first")
    lines: list[str] = Field(description="The name, the game and the state of each")


class ReasonsData(Answer):
    """A judged move."""

    table: str = Field(description="The name of the table")
    is_legal: bool = Field(description="True if the move could be made now")


class RulesData(Answer):
    """Rules of a game."""

    game: str = Field(description="The game's key")
    text: str = Field(description="The rules, with the form of moves unless about was given")
    rules: list[str] = Field(description="The ids of the rules that about has found")
    players: list[int] = Field(description="The least and the most players")
    opponents: list[str] = Field(description="The computer players, for new_game")
    options: dict[str, str] = Field(description="The options, for new_game, with what they do")


class TextData(Answer):
    """A text about a table."""

    table: str = Field(description="The name of the table")
    text: str = Field(description="The text")


class MovesData(Answer):
    """Legal moves."""

    table: str = Field(description="The name of the table")
    moves: list[str] = Field(description="The moves, as play takes them; empty unless it is asked")
    words: list[str] = Field(description="The same moves in words")


PageAnswer: TypeAlias = Annotated[CallToolResult, PageData]
TablesAnswer: TypeAlias = Annotated[CallToolResult, TablesData]
ReasonsAnswer: TypeAlias = Annotated[CallToolResult, ReasonsData]
RulesAnswer: TypeAlias = Annotated[CallToolResult, RulesData]
TextAnswer: TypeAlias = Annotated[CallToolResult, TextData]
MovesAnswer: TypeAlias = Annotated[CallToolResult, MovesData]


def answer(text: str, data: Answer) -> CallToolResult:
    """Return an answer of a tool."""
    content: list[ContentBlock] = [TextContent(type="text", text=text)]
    return CallToolResult(content=content, structured_content=data.model_dump(mode="json"))


def refuse(text: str, *reasons: Reason, **known: str) -> CallToolResult:
    """Return an answer that says why nothing was done."""
    refused = [_refusal(reason).model_dump() for reason in reasons or (Reason("", text),)]
    content: list[ContentBlock] = [TextContent(type="text", text=text)]
    data: dict[str, Any] = {**known, "refused": refused}
    return CallToolResult(content=content, structured_content=data, is_error=True)


def refuse_move(name: str, reasons: Sequence[Reason]) -> CallToolResult:
    """Return the reasons against a move that was to be made."""
    return refuse(_refusal_in_words(reasons), *reasons, table=name)


def say_why(name: str, reasons: Sequence[Reason]) -> CallToolResult:
    """Return the reasons against a move that was not to be made."""
    refused = list(map(_refusal, reasons))
    text = _refusal_in_words(reasons) if reasons else "That would be legal."
    return answer(text, ReasonsData(table=name, is_legal=not refused, refused=refused))


def _refusal(reason: Reason) -> Refusal:
    return Refusal(rule=reason.rule, text=reason.text)


def _refusal_in_words(reasons: Sequence[Reason]) -> str:
    rules = [f"rule {reason.rule}" if reason.rule else "" for reason in reasons]
    return f"Refused: {english.join_sentences([reason.text for reason in reasons], rules)}"


@attrs.frozen
class Seen(values.Value):
    """The position before a move."""

    moment: int
    words: str


def page(
    name: str,
    table: Table,
    *,
    picture: bool = False,
    as_json: bool = False,
    note: str = "",
    before: Seen | None = None,
) -> CallToolResult:
    """Return the table as the assistant's seat sees it.

    Args:
        name: the name of the table.
        table: the table.
        picture: True for an image too.
        as_json: True for the position as JSON instead of words.
        note: a remark.
        before: the position before a move, to return only what has changed since; None for the
            whole position.
    """
    words, places = table.words(), table.places
    changes = None if before is None else changes_if_short(before.words, words)
    is_asked = table.is_asked and not places
    document = table.json() if as_json else ""
    waits = f"{table.waits_until or 'Others decide now.'} Call wait until it is your turn."
    data = PageData(
        table=name,
        game=table.game.KEY,
        seat=table.seat,
        who=table.who,
        moment=table.moment,
        is_your_turn=is_asked,
        question=table.question() if is_asked else "",
        waits="" if is_asked or places else waits,
        told=table.story(),
        places=list(places) or None,
        position=words if changes is None else None,
        since=None if before is None else before.moment,
        changes=changes,
        note=note,
        document=json.loads(document) if document else None,
    )
    svg = table.picture() if picture else ""
    if picture and not svg:
        data.note = "The picture of this table is not shown: it is not one that a table draws."
    result = answer(document or "\n\n".join(_parts(data, table.game.NAME)), data)
    if svg:
        result.content.append(_image(svg))
    return result


def _parts(data: PageData, game: str) -> Iterator[str]:
    """Yield the paragraphs of a page in words."""
    if data.since is None:
        yield f"Table {data.table}: {game}. {data.who}"
    if data.note:
        yield data.note
    if data.told:
        yield "\n".join(("News:", *data.told))
    if data.position is not None:
        yield data.position
    elif data.changes:
        since = f"Changed in the position since moment {data.since}; look shows it whole:"
        yield "\n".join((since, *_changes_in_words(data.changes)))
    if data.places:
        yield "\n".join(("The game is over. The places:", *data.places))
    elif data.is_your_turn:
        yield f"Moment {data.moment}. The question to you: {data.question}"
    else:
        yield data.waits


def changes_if_short(before: str, after: str) -> list[Change] | None:
    r"""Return the changes of a position; None if they are not much shorter than the position.

    >>> changes_if_short("a\nb\nc\nd", "a\nb\nc\ne")
    [Change(line=4, removed=1, lines=['e'])]
    >>> changes_if_short("a", "b") is None
    True
    """
    if before.count("\n") + after.count("\n") > _MOST_COMPARED:
        return None
    changes = list(changes_between(before, after))
    length = sum(len(line) for change in changes for line in change.lines)
    return changes if length < len(after) // 2 else None


def changes_between(before: str, after: str) -> Iterator[Change]:
    """Yield the lines by which a text differs from an earlier one, from the first to the last."""
    old, new = before.split("\n"), after.split("\n")
    matched = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, end, start, stop in matched.get_opcodes():
        if kind != "equal":
            yield Change(line=first + 1, removed=end - first, lines=new[start:stop])


def _changes_in_words(changes: Sequence[Change]) -> Iterator[str]:
    """Yield changes in words, with the numbers of the earlier position's lines."""
    for change in changes:
        last = change.line + change.removed - 1
        old = f"line {last}" if change.removed == 1 else f"lines {change.line} to {last}"
        if not change.removed:
            yield f"After line {last} comes:"
        elif change.lines:
            yield f"Instead of {old}:"
        else:
            yield f"Without {old}."
        yield from change.lines


def _image(svg: str) -> ImageContent:
    """Return a picture as PNG, which clients show, or as SVG without the extra `pictures`."""
    data, kind = svg.encode(), "image/svg+xml"
    with suppress(ImportError, OSError):  # OSError: the system's libcairo is missing
        cairosvg = import_module("cairosvg")
        data, kind = cairosvg.svg2png(bytestring=data, output_width=900), "image/png"
    return ImageContent(type="image", data=base64.b64encode(data).decode(), mime_type=kind)
