"""`westeros-intrigue mcp`: assistants play, referee and read rules, by the protocol's client."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest
from helpers.stand_ins import wrong_moves
from helpers.terminals import command
from testing.sound_games import LoveLetter

from play.page.asking import serving, through
from westeros_intrigue.gamekit.game import _GAMES, GAMES, AnyGame
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.page.linking import Line
from westeros_intrigue.play.sessions import Folder

pytest.importorskip("mcp", reason="mcp is not installed")

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters

from westeros_intrigue.play.assistants.held import Allowed
from westeros_intrigue.play.assistants.server import make_server

GAME_KEYS = ("westeros-intrigue", "monopoly", "btwixt")


class Assistant:
    """A client that calls tools by their names, and holds each answer against its schema."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._forms: dict[str, Draft202012Validator] = {}

    async def call(self, tool: str, /, **arguments: Any) -> Any:
        answer = await self.client.call_tool(tool, arguments)
        if not self._forms:
            listed = (await self.client.list_tools()).tools
            assert all(each.output_schema for each in listed)
            self._forms = {each.name: Draft202012Validator(each.output_schema) for each in listed}  # type: ignore[arg-type]  # there is one
        self._forms[tool].validate(answer.structured_content)
        assert answer.is_error <= bool(answer.structured_content["refused"])
        return answer

    async def ask(self, tool: str, /, **arguments: Any) -> Any:
        """Return the data of an answer that is not an error."""
        answer = await self.call(tool, **arguments)
        assert not answer.is_error, answer.content[0].text
        return answer.structured_content

    async def refusal(self, tool: str, /, **arguments: Any) -> str:
        """Return the text of an answer that is an error."""
        answer = await self.call(tool, **arguments)
        assert answer.is_error, answer.content[0].text
        return str(answer.content[0].text)


def assist(
    folder: Path, task: Callable[[Assistant], Awaitable[Any]], allowed: Allowed | None = None
) -> Any:
    """Run what an assistant does with a server of this process."""

    async def run() -> Any:
        async with Client(make_server(Folder(folder), allowed)) as client:
            return await task(Assistant(client))

    return asyncio.run(run())


def over_stdio(folder: Path, *arguments: str) -> StdioServerParameters:
    """Return how a client starts the program."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "westeros_intrigue", "mcp", *arguments],
        env={**os.environ, "WESTEROS_INTRIGUE_GAMES": str(folder)},
    )


@pytest.mark.parametrize(
    ("typed", "allowed"),
    [
        ([], Allowed()),
        (["--no-moves"], Allowed(lists_moves=False)),
        (["--no-hints"], Allowed(gives_hints=False)),
        (["--any-host"], Allowed(any_host=True)),
    ],
)
def test_the_person_who_starts_the_server_says_what_is_allowed(
    typed: list[str], allowed: Allowed, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Mock()
    monkeypatch.setattr("westeros_intrigue.play.assistants.server.make_server", make)
    assert command("mcp", *typed).code == 0
    assert make.call_args.args[1] == allowed


async def play_out(assistant: Assistant, page: Any, rng: random.Random) -> Any:
    """Play to the end with a wrong move before each right one; return the last page."""
    table, game = page["table"], GAMES[page["game"]]
    while page["places"] is None:
        if not page["is_your_turn"]:
            page = await assistant.ask("wait", table=table, seconds=20)
            continue
        moves = (await assistant.ask("legal_moves", table=table))["moves"]
        wrong = rng.choice(wrong_moves(game.NAME))
        tried = await assistant.call("play", table=table, move=wrong)
        if not tried.is_error:  # such as an offer, which is not listed
            page = tried.structured_content
            continue
        head, _, told = tried.content[0].text.partition(": ")
        assert head == "Refused"
        assert "is refused" not in told
        assert not re.search(r"\bseat \d", told), "whose moves they are, is told by you and names"
        sentences = re.split(r"(?<=\.) ", told)
        assert len({*sentences}) == len(sentences), told
        move = rng.choice(moves)
        page = await assistant.ask("play", table=table, move=move, moment=page["moment"])
    return page


@pytest.mark.parametrize("key", GAME_KEYS)
def test_an_assistant_plays_a_whole_game_with_a_wrong_move_before_each_right_one(
    tmp_path: Path, key: str
) -> None:
    async def task(assistant: Assistant) -> None:
        players = 2 if key == "monopoly" else 3
        page = await assistant.ask("new_game", game=key, players=players)
        hidden = await assistant.refusal("record", table=page["table"])
        assert "every hand" in hidden
        end = await play_out(assistant, page, random.Random(1))
        assert len(end["places"]) in range(1, players + 1)
        record = await assistant.call("record", table=page["table"])
        read = GAMES[key].Record.parse(record.content[0].text)
        assert read.state.is_over
        assert not (await assistant.ask("legal_moves", table=page["table"]))["moves"]
        over = await assistant.refusal("play", table=page["table"], move="pass")
        assert over == "you are not asked now: wait for your turn"

    assist(tmp_path, task)


def test_the_program_speaks_only_the_protocol_over_stdio(tmp_path: Path) -> None:
    async def task() -> None:
        async with Client(over_stdio(tmp_path)) as client:
            assistant = Assistant(client)
            options = {"rounds": 1}
            page = await assistant.ask("new_game", players=2, options=options)
            await play_out(assistant, page, random.Random(2))
            assert Folder(tmp_path).tables.ids() == [page["table"]]
            assert (await assistant.ask("tables"))["tables"] == [page["table"]]

    asyncio.run(task())


def test_the_tools_the_resources_and_the_prompts_are_these(tmp_path: Path) -> None:
    """A change here is a change of what assistants rely on."""

    async def task(assistant: Assistant) -> None:
        tools = (await assistant.client.list_tools()).tools
        assert {tool.name: [*tool.input_schema["properties"]] for tool in tools} == {
            "new_game": [
                "game",
                "players",
                "opponents",
                "options",
                "printed_cards",
                "first_player",
            ],
            "join": ["link", "name", "seat"],
            "look": ["table", "picture", "as_json"],
            "play": ["table", "move", "moment", "whole"],
            "wait": ["table", "seconds"],
            "why": ["table", "move"],
            "rules": ["game", "about", "table"],
            "tables": [],
            "record": ["table"],
            "undo": ["table"],
            "legal_moves": ["table"],
            "hint": ["table"],
        }
        assert all(tool.description for tool in tools)
        prompts = (await assistant.client.list_prompts()).prompts
        assert [each.title for each in prompts] == [
            "Play against me",
            "Be our referee",
            "Teach me",
            "Continue a game",
            "Explain a move",
        ]
        asked = await assistant.client.get_prompt("be_our_referee", {"players": "3"})
        assert "for 3 players" in asked.messages[0].content.text  # type: ignore[union-attr]
        book = (await assistant.client.read_resource("rules://btwixt")).contents[0]
        assert all(each in book.text for each in GAMES["btwixt"].RULEBOOK)  # type: ignore[union-attr]
        one = await assistant.client.read_resource("rules://westeros-intrigue/court.match")
        assert json.loads(one.contents[0].text)["id"] == "court.match"  # type: ignore[union-attr]

    assist(tmp_path, task)


def test_moves_and_hints_can_be_withheld(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> set[str]:
        return {tool.name for tool in (await assistant.client.list_tools()).tools}

    strict = Allowed(lists_moves=False, gives_hints=False)
    assert assist(tmp_path, task) - assist(tmp_path, task, strict) == {"legal_moves", "hint"}


SECRET = "a" * 22
WRONG_CALLS: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown table": ("look", {"table": "t99"}, "no table 't99': there is btwixt-"),
    "no table": ("look", {}, "table"),
    "a table of another type": ("look", {"table": 7}, "table"),
    "an empty move": ("play", {"move": ""}, "is not a move|expected"),
    "a move of ten thousand characters": ("play", {"move": "x" * 10_000}, "Expected a move"),
    "a move of another moment": ("play", {"move": "pass", "moment": 99}, "moved on"),
    "an unknown game": ("new_game", {"game": "chess"}, "'westeros-intrigue', 'monopoly'"),
    "too few players": ("new_game", {"game": "btwixt", "players": 2}, "3"),
    "a file": ("new_game", {"game": "monopoly", "options": {"edition": "/etc/passwd"}}, "files"),
    "an opponent who thinks for hours": (
        "new_game",
        {"opponents": "search:100000000"},
        "opponents must be one of",
    ),
    "an unknown option": ("new_game", {"options": {"no": 1}}, "no"),
    "an option of another type": ("new_game", {"options": {"solo": "maybe"}}, "solo"),
    "printed cards of another game": (
        "new_game",
        {"game": "btwixt", "printed_cards": True},
        "only westeros-intrigue",
    ),
    "an undo": ("undo", {}, "only a table with printed cards"),
    "the service of a cloud": (
        "join",
        {"link": f"http://169.254.169.254/#{SECRET}"},
        "local network",
    ),
    "a link out of the network": (
        "join",
        {"link": f"http://example.com/#{SECRET}"},
        "local network",
    ),
    "a host in disguise": (
        "join",
        {"link": f"http://127.0.0.1@example.com/#{SECRET}"},
        "local network",
    ),
    "a file as a link": ("join", {"link": "file:///etc/passwd"}, "a link looks like"),
    "a path of another server": ("join", {"link": "http://127.0.0.1:9/#abc"}, "22 letters"),
    "a closed port": ("join", {"link": f"http://127.0.0.1:9/#{SECRET}"}, "no table answers"),
}


def test_no_wrong_call_changes_a_table(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game", game="btwixt")
        before = await assistant.ask("look", table=page["table"])
        for name, (tool, arguments, told) in WRONG_CALLS.items():
            is_about_it = tool in {"play", "undo"}
            given = {"table": page["table"], **arguments} if is_about_it else arguments
            found = await assistant.refusal(tool, **given)
            assert re.search(told, found), (name, found)
            assert str(tmp_path) not in found
        assert await assistant.ask("look", table=page["table"]) == before

    assist(tmp_path, task)


def test_the_same_move_eight_times_at_once_is_made_once(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game", players=2)
        [move, *_] = (await assistant.ask("legal_moves", table=page["table"]))["moves"]
        given = {"table": page["table"], "move": move}
        answers = await asyncio.gather(*(assistant.call("play", **given) for _ in range(8)))
        assert [answer.is_error for answer in answers].count(False) == 1

    assist(tmp_path, task)


def test_an_assistant_referees_printed_cards(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game", players=2, printed_cards=True, first_player=1)
        table = page["table"]
        for entry in ("stark to a0", "L a1"):
            page = await assistant.ask("play", table=table, move=entry)
        told = await assistant.refusal("play", table=table, move="T b0")
        assert "court.match" in told
        assert "Entry 2 is L a1 and may have been T a1." in told
        seen = page["moment"]
        assert (await assistant.ask("undo", table=table))["moment"] > seen
        late = await assistant.refusal("play", table=table, move="B a1", moment=seen)
        assert "The game has moved on" in late, "what was taken back is not the same moment again"
        record = await assistant.call("record", table=table)
        assert "1:S@a0" in record.content[0].text
        assert "the court; cards that nobody placed are made up" in record.content[0].text
        assert "S1" not in (await assistant.call("look", table=table)).content[0].text
        assert "no hints" in await assistant.refusal("hint", table=table)

    assist(tmp_path, task)


def test_a_picture_is_an_image(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game")
        seen = await assistant.call("look", table=page["table"], picture=True)
        [text, image] = seen.content
        assert (text.type, image.type) == ("text", "image")
        begins = {"image/png": b"\x89PNG", "image/svg+xml": b"<svg"}[image.mime_type]
        assert base64.b64decode(image.data).startswith(begins)
        data = await assistant.call("look", table=page["table"], as_json=True)
        assert json.loads(data.content[0].text)["kind"] == "snapshot"

    assist(tmp_path, task)


@pytest.mark.parametrize(
    "key",
    [
        "westeros-intrigue",
        pytest.param("monopoly", marks=pytest.mark.long),
        pytest.param("btwixt", marks=pytest.mark.long),
    ],
)
def test_two_processes_play_a_game_at_a_table_of_the_page_by_its_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """It takes long: two programs of assistants play a whole game, answer by answer."""

    async def sit(link: str, name: str) -> tuple[Any, Any]:
        with tempfile.TemporaryDirectory() as own:
            async with Client(over_stdio(Path(own))) as client:
                assistant = Assistant(client)
                page = await assistant.ask("join", link=link, name=name)
                end = await play_out(assistant, page, random.Random(name))
                assert "the host" in await assistant.refusal("record", table=page["table"])
                return page, end

    async def both(link: str) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        return await asyncio.gather(sit(link, "Ada"), sit(link, "Ben"))

    # As if each came from another machine: the host would have to begin otherwise.
    address = property(lambda handler: str(handler.client_address[1]))
    monkeypatch.setattr("westeros_intrigue.play.page.server._Handler._address", address)
    with serving(tmp_path) as server:
        ask = through(server)
        usual = GAMES[key].PLAYERS.usual
        who = ("person", "person", usual)
        chairs = [{"name": "", "who": each} for each in who]
        rounds = [{"name": "rounds", "value": "1"}] if key == "westeros-intrigue" else []
        game = ask("start", name=key, seats=chairs, options=rounds, seed=1)["game"]
        ask("pace", milliseconds=0)
        for seat in (0, 1):
            link = ask("invite", game=game, seat=seat)["link"]["addresses"][0]
        first, second = asyncio.run(both(link))
        assert sorted((first[0]["seat"], second[0]["seat"])) == [0, 1]
        assert first[1]["moment"] == second[1]["moment"]
        assert ask("look", game=game, seat=None)["waits_for"] == "nobody"


@pytest.mark.parametrize("key", ["westeros-intrigue", "btwixt"])
def test_at_a_friends_table_an_assistant_sees_asks_why_and_plays(tmp_path: Path, key: str) -> None:
    with serving(tmp_path) as server:
        ask = through(server)
        usual = GAMES[key].PLAYERS.usual
        chairs = [{"name": "", "who": who} for who in ("person", "person", usual)]
        rounds = [{"name": "rounds", "value": "1"}] if key == "westeros-intrigue" else []
        game = ask("start", name=key, seats=chairs, options=rounds, seed=1)["game"]
        ask("pace", milliseconds=0)
        for seat in (0, 1):  # the computer plays the second
            link = ask("invite", game=game, seat=seat)["link"]["addresses"][0]

        async def task(assistant: Assistant) -> None:
            page = await assistant.ask("join", link=link, name="Ada", seat=0)
            assert page["seat"] == 0
            ask("begin", game=game)
            for _ in range(4):
                while not page["is_your_turn"] and page["places"] is None:
                    page = await assistant.ask("wait", table="t1", seconds=20)
                (move, *_) = (await assistant.ask("legal_moves", table="t1"))["moves"]
                assert not (await assistant.call("why", table="t1", move=move)).is_error
                assert not (await assistant.call("hint", table="t1")).is_error
                refused = await assistant.refusal("play", table="t1", move="nonsense")
                assert refused.startswith("Refused: ")
                page = await assistant.ask("play", table="t1", move=move, moment=page["moment"])
            looked = await assistant.call("look", table="t1", picture=True)
            assert any(each.type == "image" for each in looked.content)

        assist(tmp_path, task)


def test_an_assistant_comes_back_by_the_link_of_its_seat_and_no_host_link_is_taken(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as server:
        ask = through(server)
        chairs = [{"name": "Ann", "who": "person"}, {"name": "", "who": "person"}]
        game = ask("start", name="westeros-intrigue", seats=chairs, options=[], seed=1)["game"]
        link = ask("invite", game=game, seat=1)["link"]["addresses"][0]

        async def task(assistant: Assistant) -> None:
            joined = await assistant.call("join", link=link)
            text = joined.content[0].text
            own = re.findall(r"join (http\S+)", text)[0]
            assert "player 0 is Ann" in text
            assert (await assistant.ask("join", link=own))["seat"] == 1
            waited = await assistant.ask("wait", table="t1", seconds=0)
            assert not waited["is_your_turn"]
            assert "free chairs" in await assistant.refusal("join", link=link)
            assert "host's link" in await assistant.refusal("join", link=server.address)

        assist(tmp_path, task)


def test_another_client_at_the_same_server_cannot_guess_a_table(tmp_path: Path) -> None:
    async def task(assistant: Assistant) -> None:
        page = await assistant.ask("new_game")
        assert re.fullmatch(r"t[0-9a-f]{16}", page["table"])
        assert page["table"] not in await assistant.refusal("look", table="t1")

    assist(tmp_path, task, Allowed(names_are_secret=True))


@pytest.mark.parametrize(
    ("link", "is_near"),
    [
        ("http://127.0.0.1:8321/#a", True),
        ("http://localhost/#a", True),
        ("http://192.168.1.7:8321/#a", True),
        ("http://[::1]:8321/#a", True),
        ("http://8.8.8.8/#a", False),
        ("http://169.254.169.254/#a", False),
        ("http://0.0.0.0:80/#a", False),
        ("http://[::ffff:8.8.8.8]/#a", False),
        ("http://127.0.0.1.example.com/#a", False),
        ("http://127.0.0.1@example.com/#a", False),
        ("http://2130706433/#a", False),
    ],
)
def test_only_addresses_of_this_machine_and_private_networks_are_near(
    link: str, is_near: bool
) -> None:
    assert Line(link).is_near is is_near


def answers_of(table: Local, tried: list[str]) -> list[object]:
    """Return all that an assistant can learn at a table, whose story is that of its views."""
    return [
        table.story(),
        table.words(),
        table.question(),
        table.moves(),
        table.json(),
        table.who,
        table.places,
        table.picture(),
        [table.why(text) for text in tried],
        table.hint(),
    ]


def check_that_answers_do_not_leak(game: AnyGame, folder: Path, decisions: int) -> None:
    """Compare each answer with those in other worlds with the same view."""
    rng = random.Random(5)
    table = Local.begun(game, 3, "random", {}, Folder(folder))
    worlds = 0
    for _ in range(decisions):
        while not table.is_asked:  # the others can end a game of few moves at once
            table = Local.begun(game, 3, "random", {}, Folder(folder))
        saved = table.seated.table
        session = saved.session
        tried = rng.sample(wrong_moves(game.NAME), 3)

        told = answers_of(table, tried)
        for _ in range(2):
            world = game.determinize(table.view, rng)
            worlds += world != session.state
            other = attrs.evolve(session, state=world)
            table.seated.table = attrs.evolve(saved, session=other)
            assert answers_of(table, tried) == told
            table.seated.table = saved
        for _ in range(4):
            if table.is_asked:
                table.play(rng.choice([*table.moves()]))
    assert worlds


@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_depends_on_what_the_seat_cannot_see(tmp_path: Path, key: str) -> None:
    check_that_answers_do_not_leak(GAMES[key], tmp_path, 12)


@pytest.mark.long
def test_no_answer_of_a_game_of_the_kit_depends_on_what_the_seat_cannot_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: AnyGame = LoveLetter()
    monkeypatch.setitem(_GAMES.added, game.KEY, game)
    check_that_answers_do_not_leak(game, tmp_path, 12)  # its hints think long


@pytest.mark.long
@pytest.mark.parametrize("key", GAME_KEYS)
def test_no_answer_in_five_hundred_states_depends_on_what_the_seat_cannot_see(
    tmp_path: Path, key: str
) -> None:
    """It takes long: each of 500 states is also asked in another world."""
    check_that_answers_do_not_leak(GAMES[key], tmp_path, 500)
