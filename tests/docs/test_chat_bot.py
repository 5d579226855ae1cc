"""The chat bot of its page: one program, heard through messages, as Discord sends them."""

from __future__ import annotations

import asyncio
import runpy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.page_blocks import BLOCKS
from helpers.page_server import program_above

from westeros_intrigue import DECK, GameState, legal_moves

PAGE = "docs/how-to/chat-bot.md"


class HTTPException(Exception):
    """What discord.py raises for a message that does not arrive."""


class Forbidden(HTTPException):
    """The player takes no direct messages."""


class Receiver:
    """A channel or a player of a chat: what each was sent, and how the files begin."""

    def __init__(self, name: str, *, is_closed: bool = False) -> None:
        self.id = self.name = name
        self.bot = name == "another bot"
        self.is_closed = is_closed
        self.got: list[tuple[str, list[bytes]]] = []

    def __str__(self) -> str:
        return self.name

    async def send(self, text: str, *, files: Sequence[Any] = ()) -> None:
        if self.is_closed:
            raise Forbidden
        self.got.append((text, [file.read(4) for file in files]))

    @property
    def last(self) -> str:
        return self.got[-1][0]


class Chat:
    """A channel in which players write to the bot."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.channel = Receiver("channel")

    def write(self, author: Receiver, text: str) -> str:
        """The bot's answers to a message in the channel, one below the other."""
        before = len(self.channel.got)
        message = SimpleNamespace(author=author, channel=self.channel, content=text)
        asyncio.run(self.bot.on_message(message))
        return "\n".join(answer for answer, _ in self.channel.got[before:])

    @property
    def state(self) -> GameState:
        state: GameState = self.bot.channels["channel"].state
        return state


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Chat]:
    class Client:
        def __init__(self, **_settings: object) -> None: ...

    discord = SimpleNamespace(
        Client=Client,
        Intents=lambda **_wanted: None,
        AllowedMentions=SimpleNamespace(none=lambda: None),
        File=lambda stream, _name: stream,
        HTTPException=HTTPException,
        Forbidden=Forbidden,
    )
    monkeypatch.setitem(sys.modules, "discord", discord)
    [block] = (b for b in BLOCKS if (b.page, b.language) == (PAGE, "py"))
    (tmp_path / "bot.py").write_text(f"{program_above(block)}\n\n{block.text}", "utf-8")
    return lambda: Chat(runpy.run_path(str(tmp_path / "bot.py"))["Bot"]())


@pytest.fixture
def in_words(monkeypatch: pytest.MonkeyPatch, program: Callable[[], Chat]) -> Chat:
    """The bot where cairosvg is not installed, which is also the quickest."""
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    return program()


ANN, BOB, EVE = "ann", "bob", "eve"


def people(*names: str) -> tuple[Receiver, ...]:
    return tuple(map(Receiver, names))


def dealt(chat: Chat, *players: Receiver) -> None:
    for player in players:
        chat.write(player, "!join")
    chat.write(players[0], "!deal")


def test_the_court_comes_as_a_picture_and_each_hand_to_its_player(
    program: Callable[[], Chat],
) -> None:
    try:
        pytest.importorskip("cairosvg")
    except OSError:
        pytest.skip("the library libcairo is not installed")
    chat, (ann, bob) = program(), people(ANN, BOB)
    dealt(chat, ann, bob)
    assert [pictures for _, pictures in chat.channel.got] == [[], [], [b"\x89PNG"]]
    assert ([pictures for _, pictures in ann.got], bob.got) == ([[b"\x89PNG"]], [])


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_without_pictures_the_bot_deals_in_words(
    monkeypatch: pytest.MonkeyPatch, program: Callable[[], Chat], error: type[Exception]
) -> None:
    class Finder:
        """Fails as the package does if it, or the system's libcairo, is missing."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "cairosvg":
                raise error("no library called cairo was found")

    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    chat, (ann, bob) = program(), people(ANN, BOB)
    dealt(chat, ann, bob)
    assert chat.channel.got[-1] == ("ann starts round 1", [])
    hand = ", ".join(map(str, chat.state.hands[0]))
    assert (ann.got, bob.got) == ([(f"Your hand: {hand}.", [])], [])


def test_before_the_deal_people_come_and_leave(in_words: Chat) -> None:
    chat, (ann, bob, eve) = in_words, people(ANN, BOB, EVE)
    assert chat.write(ann, "hello there") == ""
    assert chat.write(Receiver("another bot"), "!join") == ""
    assert chat.write(ann, "") == ""
    assert chat.write(ann, "!HELP").startswith("!join, !deal")
    assert chat.write(ann, "!deal") == "It takes two. Write !join."
    assert chat.write(ann, "!leave") == ""
    assert chat.write(ann, "!end") == ""
    assert chat.write(ann, "!join") == "At the table: ann."
    assert chat.write(ann, "!join") == "You have a seat already, or none is free."
    assert chat.write(bob, "!join") == "At the table: ann, bob."
    assert chat.write(ann, "!leave") == "ann leaves the table."
    assert chat.write(eve, "!join") == "At the table: bob, eve."
    assert chat.write(eve, "!why") == "Your last move was not refused."
    for text in ("!play S1 a0", "!hand", "!play"):
        wanted = "Write !play with a card and a slot, once you sit at a game."
        assert chat.write(bob, text) == wanted
    for number in range(5):
        told = chat.write(Receiver(f"guest {number}"), "!join")
        assert told.startswith("At the table: " if number < 4 else "You have a seat already")


def test_during_a_game_a_bot_plays_on_for_whoever_leaves(in_words: Chat) -> None:
    chat, (ann, bob, eve) = in_words, people(ANN, BOB, EVE)
    dealt(chat, ann, bob)
    for text in ("!join", "!deal"):
        assert chat.write(eve, text) == "A game is on. Its players can write !end."
    assert (chat.write(eve, "!leave"), chat.write(eve, "!end")) == ("", "")
    assert chat.write(eve, "!hand").startswith("Write !play with a card")
    hands = [len(each.got) for each in (ann, bob)]
    first, *told = chat.write(ann, "!leave").splitlines()
    assert first == "ann leaves. A bot plays on."
    assert told[0].startswith("ann's bot")
    assert [len(each.got) for each in (ann, bob)] == [hands[0], hands[1] + 1]
    assert chat.write(ann, "!hand").startswith("Write !play with a card")
    assert len(ann.got) == hands[0], "who has left gets no more hands"
    assert chat.write(bob, "!leave") == "bob leaves, and the game ends: nobody is left."
    assert chat.write(bob, "!join") == "At the table: bob."


def test_a_move_is_made_refused_with_its_rule_or_not_read(in_words: Chat) -> None:
    chat, (ann, bob) = in_words, people(ANN, BOB)
    dealt(chat, ann, bob)
    assert chat.write(ann, "!play S10 a0").startswith("I cannot read that: ")
    assert chat.write(bob, "!play S1 a0") == "bob's move is refused."
    assert bob.last.startswith("S1 cannot go to a0: it is ann's turn, not bob's.")
    assert chat.write(ann, "!why") == "Your last move was not refused."
    assert chat.write(bob, "!why") == "The rule is on its way."
    assert bob.last.startswith("turn.clockwise: ")
    assert chat.write(bob, "!hand") == "Your hand is on its way."
    assert bob.last == f"Your hand: {', '.join(map(str, chat.state.hands[1]))}."
    move = legal_moves(chat.state)[0]
    told = chat.write(ann, f"!play {move.card} {move.slot}")
    assert told == f"ann places {move.card} in {move.slot}"
    assert chat.write(ann, "!end") == "ann ends the game. Nobody wins."
    assert chat.write(ann, "!join") == "At the table: ann."


def test_the_channel_learns_nothing_of_a_hand_from_a_refusal(in_words: Chat) -> None:
    chat, (ann, bob) = in_words, people(ANN, BOB)
    dealt(chat, ann, bob)
    advice, before = [], chat.state
    for card in DECK:
        for slot in ("c9", "b0"):
            assert chat.write(ann, f"!play {card} {slot}") == "ann's move is refused."
            advice.append(ann.last)
    assert any("has no such card" in told for told in advice)
    assert any("For " in told for told in advice), "which names a card of the hand"
    assert chat.state == before
    assert bob.got == []


def test_a_game_ends_with_its_winner_and_another_can_follow(in_words: Chat) -> None:
    chat, (ann, bob) = in_words, people(ANN, BOB)
    dealt(chat, ann, bob)
    while not chat.state.is_over:
        move = legal_moves(chat.state)[0]
        who = (ann, bob)[chat.state.active_player or 0]
        told = chat.write(who, f"!play {move.card} {move.slot}")
    assert told.splitlines()[-1] in {"ann wins", "bob wins"}
    assert chat.write(ann, "!deal") == "ann starts round 1"
    assert chat.write(bob, "!leave").startswith("bob leaves. A bot plays on.")
    while not chat.state.is_over:
        move = legal_moves(chat.state)[0]
        told = chat.write(ann, f"!play {move.card} {move.slot}")
    assert told.splitlines()[-1] in {"ann wins", "bob's bot wins"}
    assert chat.write(ann, "!leave") == "ann leaves the table."


def test_a_player_without_direct_messages_is_named_and_others_get_their_hands(
    in_words: Chat,
) -> None:
    chat, bob = in_words, Receiver(BOB)
    ann = Receiver(ANN, is_closed=True)
    dealt(chat, ann, bob)
    wanted = "I cannot write to ann: allow direct messages from this server, and try again."
    assert [text for text, _ in chat.channel.got[-2:]] == ["ann starts round 1", wanted]
    assert chat.write(ann, "!hand") == f"Your hand is on its way.\n{wanted}"
    ann.is_closed = False
    assert chat.write(ann, "!hand") == "Your hand is on its way."
    assert ann.last.startswith("Your hand: ")
    assert chat.write(bob, "!hand") == "Your hand is on its way."
    assert len(bob.got) == 1
