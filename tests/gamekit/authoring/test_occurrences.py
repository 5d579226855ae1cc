"""Events of an author's game that are classes: who learns of them, in words and in JSON."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Sequence
from types import new_class
from typing import Annotated, Any, ClassVar

import pytest
from attrs import evolve, frozen

from westeros_intrigue.gamekit import (
    DecodingError,
    Event,
    GameOf,
    Hand,
    InvalidValue,
    Occurrence,
    Position,
    RandomSource,
    Speaker,
    WrongType,
    replace_item,
    sentences,
    shuffle,
    write_value,
)
from westeros_intrigue.testing import check_game

DECK = tuple(range(1, 10))


@frozen
class Drew(Occurrence):
    """A player draws a card, which the others do not see."""

    TO = "player"

    player: int
    card: int | None

    def words(self, speaker: Speaker) -> str:
        card = "a card" if self.card is None else f"a {self.card}"
        return f"{speaker.does(self.player, 'draws')} {card}"

    def for_others(self) -> Drew:
        return evolve(self, card=None)


@frozen
class Peeked(Occurrence):
    """Two players see the next card; the others do not even learn that they did."""

    TO = "players"

    players: tuple[int, ...]
    card: int

    def words(self, speaker: Speaker) -> str:
        names = " and ".join(map(speaker.name, self.players))
        return f"{names} see a {self.card}"


@frozen
class Passed(Occurrence):
    """A player draws nothing."""

    player: int

    def words(self, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'passes')}"


@frozen
class Drawn(Position):
    hands: Annotated[tuple[tuple[int, ...], ...], Hand(DECK, rest="stock")]
    stock: tuple[int, ...]
    passed: tuple[bool, ...] = ()


class Draws(GameOf[Drawn, str]):
    """Draw or pass, three times each. The highest sum wins."""

    EVENTS: ClassVar[tuple[type[Occurrence], ...]] = (Drew, Peeked, Passed)
    MIN_PLAYERS = MAX_PLAYERS = 3
    ACTIONS = ("draw", "pass")

    def start(self, players: int, rng: RandomSource) -> Drawn:
        return Drawn(((),) * players, tuple(shuffle(DECK, rng)), players=players)

    def moves(self, state: Drawn, seat: int) -> Sequence[str]:
        del state, seat
        return self.ACTIONS

    def play(self, state: Drawn, seat: int, move: str, rng: RandomSource) -> Drawn:
        del rng
        over = state.turn + 1 == 3 * state.players
        state = state.replace(to_move=None if over else (seat + 1) % state.players)
        state = state.replace(passed=(*state.passed, move == "pass"))
        if move == "pass":
            return state.announce(Passed(seat)).announce(f"player {seat} sighs")
        card, *stock = state.stock
        hand = (*state.hands[seat], card)
        state = state.replace(hands=replace_item(state.hands, seat, hand), stock=tuple(stock))
        return state.announce(Drew(seat, card))

    def scores(self, state: Drawn) -> Sequence[int]:
        return [*map(sum, state.hands)]


draws = Draws()


def begun() -> tuple[Drawn, Drawn]:
    state = draws.setup(3, seed=1)
    return state, draws.apply(draws.apply(state, "draw"), "pass")


def test_each_seat_reads_what_it_learns_as_its_own_reader() -> None:
    before, after = begun()
    card = after.hands[0][0]
    drew, passed, sighed = draws.events(before, after)
    assert (drew, passed) == (Drew(0, card), Passed(1))
    assert sighed == Event("player 1 sighs")
    assert draws.sentence(drew, 0) == f"you draw a {card}"
    assert [draws.sentence(drew, viewer) for viewer in (1, None)] == ["player 0 draws a card"] * 2
    assert draws.sentence(passed, 1) == "you pass"
    views = (draws.observe(before, 1), draws.observe(after, 1))
    assert sentences(draws, *views, 1, ("Ada", "You", "Cem")) == [
        "Ada draws a card",
        "you pass",
        "You sigh",
    ]
    assert draws.observe(after, 1).log[0] == Drew(0, None)
    assert draws.observe(after, 0).log[0] == drew


def test_who_learns_nothing_sees_an_event_without_words() -> None:
    peeked = Peeked((2, 0), 7)
    assert peeked.to == (0, 2)
    assert peeked.seen_by(2) is peeked
    assert draws.sentence(peeked, 0) == "player 2 and you see a 7"
    assert (peeked.seen_by(1), draws.sentence(peeked, 1)) == (Event(""), None)
    assert Passed(1).to is None


def test_events_are_documents_and_members_of_the_log_of_a_view() -> None:
    _, after = begun()
    documents = draws.DOCUMENTS
    view = draws.observe(after, 1)
    log = json.loads(documents.to_json(view))["log"]
    assert log[0] == {"event": "drew", "player": 0, "card": None}
    assert log[1] == {"event": "passed", "player": 1}
    assert log[2] == {"words": "player 1 sighs", "to": None, "others": ""}
    assert documents.from_json(Drawn, documents.to_json(view)) == view
    drew = Drew(0, 4)
    text = documents.to_json(drew)
    assert json.loads(text)["kind"] == "drew"
    assert documents.from_json(Drew, text) == pickle.loads(pickle.dumps(drew)) == drew  # noqa: S301 - just written
    assert write_value(drew) == documents.to_data(drew)
    faulty = json.loads(documents.to_json(view))
    faulty["log"][0]["event"] = "flew"
    with pytest.raises(DecodingError, match=r"/log/0/event: expected"):
        documents.from_data(Drawn, faulty)
    kinds = json.dumps(documents.schema())
    assert '"const": "passed"' in kinds


def test_the_record_of_a_game_leads_to_its_events() -> None:
    _, after = begun()
    record = draws.Record.from_state(after)
    [read] = draws.Record.read_records(io.StringIO(str(record)))
    assert read.state.log == after.log


def test_a_check_finds_no_fault_in_a_game_with_events_of_classes() -> None:
    knowledge = check_game(draws, games=2)
    assert knowledge.fields["hands"]["+1"][0] == 0


def test_announcements_that_are_not_of_the_game_are_refused() -> None:
    state = draws.setup(3, seed=1)
    with pytest.raises(InvalidValue, match="Drew says itself who learns of it, by TO"):
        state.announce(Drew(0, 1), to=[0])
    with pytest.raises(InvalidValue, match="a seat of to must be from 0 to 2, not 3"):
        state.announce(Drew(3, 1))

    class Few(Draws):
        EVENTS: ClassVar[tuple[type[Occurrence], ...]] = (Peeked,)

    with pytest.raises(
        WrongType, match=r"play announced Passed\(player=0\): .* that EVENTS of Few"
    ):
        Few().apply(Few().setup(3, seed=1), "pass")

    @frozen
    class Silent(Occurrence):
        def words(self, speaker: Speaker) -> str:
            del speaker
            return None  # type: ignore[return-value]  # an author's mistake

    with pytest.raises(WrongType, match="the words of Silent must be a str, not None"):
        draws.sentence(Silent(), 0)


class Open(Occurrence):
    def words(self, speaker: Speaker) -> str:
        return speaker.name(0)


@frozen
class Wordless(Occurrence):
    player: int


@frozen
class Astray(Passed):
    TO = "seat"


@frozen
class Taken(Passed):
    event: int


@frozen
class Listing(Passed):
    cards: list[int]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (int, "EVENTS: .* must be a subclass of Occurrence"),
        (Open, "the class Open must be frozen: write @attrs.frozen above it"),
        (Wordless, r"missing: def words\(self, speaker: Speaker\) -> str of Wordless"),
        (Astray, "TO of Astray, 'seat', must be the name of a field"),
        (Taken, r"Taken\.event: choose another name, since the kit uses this one"),
        (Listing, r"Listing\.cards: list\[int\] can change"),
    ],
)
def test_a_class_of_events_with_a_fault_is_named(event: Any, told: str) -> None:
    make: Any = new_class("Faulty", (Draws,), {}, lambda members: members.update(EVENTS=(event,)))
    with pytest.raises(WrongType, match=told):
        make()
