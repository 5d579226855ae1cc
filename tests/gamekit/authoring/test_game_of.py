"""Games made with `GameOf`: what an upgrade does to earlier games, and house rules as modules."""

from __future__ import annotations

import math
import pickle
import random
import sys
from collections.abc import Mapping, Sequence
from functools import partial, wraps
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal, cast

import pytest
from attrs import define, frozen
from helpers.refusals import assert_refused
from helpers.tables import wrong
from testing.sound_games import Goofspiel, Perudo

from westeros_intrigue import (
    DecodingError,
    HouseRules,
    InvalidValue,
    NotationError,
    WesterosIntrigueError,
    WrongType,
    house_rule,
    play_game,
)
from westeros_intrigue.gamekit import (
    AnyGame,
    Event,
    GameOf,
    InvalidRecord,
    Position,
    RandomSource,
    Range,
    choose,
    random_below,
    read_line,
    write_line,
)
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.pictures import text_picture
from westeros_intrigue.rules import Position as CardPosition


@frozen
class Heap(Position):
    """Stones."""

    stones: int


class Last(GameOf[Heap, int]):
    """Take one or two of five stones. The last one wins."""

    def start(self, players: int, rng: RandomSource) -> Heap:
        """Return the heap."""
        del rng
        return Heap(5, players=players)

    def moves(self, state: Heap, seat: int) -> Sequence[int]:
        """Return the numbers of stones."""
        del seat
        return range(1, min(2, state.stones) + 1)

    def play(self, state: Heap, seat: int, move: int, rng: RandomSource) -> Heap:
        """Return the smaller heap."""
        del rng
        left = state.stones - move
        return state.replace(stones=left, to_move=(seat + 1) % state.players if left else None)

    def scores(self, state: Heap) -> Sequence[int]:
        """Return 1 for the last player."""
        return [(state.turn - 1 - seat) % state.players == 0 for seat in range(state.players)]


class Upgraded(Last):
    """The same, with another version of its rules."""

    NAME, KEY = Last.NAME, Last.KEY
    RULES_VERSION = 3


@frozen
class Dice(Heap):
    """Stones, a die for each seat, and two dice for all."""

    own: tuple[int, ...]
    all: tuple[int, int] = (5, 6)


class Thrown(GameOf[Dice, int]):
    """The same with dice."""

    moves, play, scores = Last.moves, Last.play, Last.scores  # type: ignore[assignment]

    def start(self, players: int, rng: RandomSource) -> Dice:
        """Return the heap and the dice."""
        return Dice(5, tuple(1 + random_below(6, rng) for _ in range(players)), players=players)


def test_positions_of_a_subclass_need_a_name_among_the_bases() -> None:
    class Marked(Last):
        """Start with a heap and dice."""

        start: Any = Thrown.start

    told = r"a Heap, not its subclass Dice: name GameOf\[Dice, int\] among the bases of Marked"
    with pytest.raises(WrongType, match=told):
        Marked().setup(2)

    class Named(Last, GameOf[Dice, int]):
        """The same, as the message says."""

        start: Any = Thrown.start

    assert Named().setup(2, seed=1).stones == 5


def test_only_a_field_that_grows_with_the_players_belongs_to_seats() -> None:
    state = Thrown().setup(2, seed=3)
    lines = Thrown().draw_text(state).splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "stones",
        "player 0's own",
        "player 1's own",
        "all",
    ]
    assert "player 0's own" in Thrown().draw_svg(state)
    assert "\ufffd[1mbold&lt;" in text_picture("", "\x1b[1mbold<")


@frozen
class Take:
    """A number of stones."""

    stones: int

    def __str__(self) -> str:
        return f"take-{self.stones}"

    @classmethod
    def parse(cls, text: str) -> Take:
        """Return the move that a text describes."""
        return cls(int(text.removeprefix("take-")))


class Taken(GameOf[Heap, Take]):
    """The same with moves of a class."""

    start, scores = Last.start, Last.scores

    def moves(self, state: Heap, seat: int) -> Sequence[Take]:
        """Return the numbers of stones."""
        return [Take(stones) for stones in Last().moves(state, seat)]

    def play(self, state: Heap, seat: int, move: Take, rng: RandomSource) -> Heap:
        """Return the smaller heap."""
        return Last().play(state, seat, move.stones, rng)


def test_a_move_of_a_class_is_written_as_text_in_a_refusal() -> None:
    game = Taken()
    state = game.setup(2, seed=1)
    [refusal] = game.explain(state, game.parse_move("take-3"))
    assert str(refusal) == "take-3 is not legal: choose take-1 or take-2"
    [refusal] = game.explain(game.observe(state, 1), game.parse_move("take-1"), player=0)
    assert str(refusal) == "this is the view of player 1, not of player 0"
    with pytest.raises(NotationError, match=r"expected a move .*, found 'take-x'"):
        game.parse_move("take-x")


@frozen
class Careless(Take):
    """A move whose `parse` raises what its constructor does."""

    @classmethod
    def parse(cls, text: str) -> Careless:
        """Return the move that a text describes, unless it has two parts."""
        parts: tuple[Any, ...] = (*text.split(),)
        return cls(*parts)


def test_a_game_that_hides_without_guessing_is_told_why_it_needs_both() -> None:
    class Hiding(Taken):
        def hide(self, state: Heap, viewer: int | None) -> Heap:
            del viewer
            return state

    with pytest.raises(WrongType, match=r"missing: def guess\(.*\) -> Heap, as it has hide$"):
        Hiding()


@pytest.mark.parametrize(
    ("game", "text", "plain"), [(Goofspiel(), "08", "8"), (Perudo(), "03x5", "3x5")]
)
def test_zeros_before_a_number_are_not_another_text_of_a_move(
    game: Any, text: str, plain: str
) -> None:
    assert str(game.parse_move(plain)) == plain
    with pytest.raises(NotationError, match=f"expected {plain}, found '{text}'"):
        game.parse_move(text)


def test_a_parse_that_raises_another_error_is_named_with_its_text() -> None:
    class Carefree(Taken, GameOf[Heap, Careless]):
        """The same with moves of another class."""

    with pytest.raises(WrongType) as refused:
        Carefree().parse_move("take 1")
    assert str(refused.value).startswith(
        "Careless.parse must raise ValueError for a text that is not a move, but for 'take 1' it "
        "raises TypeError: "
    )


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_records_of_other_rules_are_read_and_states_are_refused(version: int) -> None:
    old, new = Last(), Upgraded()
    state = old.apply(old.setup(2, seed=1), 2)
    now = new.apply(new.setup(2, seed=1), 2)
    other = "" if version == 3 else f"the game was played by rules version {version}, not 3"
    text = str(old.Record.from_state(state)).replace('[Rules "1"]', f'[Rules "{version}"]')
    before = str(old.Record.from_state(state)).replace('[Rules "1"]', f"rules: {version}")
    document: Any = new.DOCUMENTS.to_data(new.Record.from_state(now))
    document["tags"] = []
    document["state"]["rules"] = version
    if version == 1:
        del document["state"]["rules"]
        before = before.replace("rules: 1\n", "")
    records = [new.Record.parse(text), new.Record.parse(before)]
    records.append(new.DOCUMENTS.from_data(new.Record, document))
    assert [record.state.stones for record in records] == [3, 3, 3]
    if version != 3:
        named = [dict(record.tags).get("Rules", "1") for record in records]
        assert named == [str(version)] * 3
        assert [record.other_rules for record in records] == [other] * 3
        impossible = f"{text}\n0 9"
        with pytest.raises(InvalidRecord, match=f"; {other}"):
            new.Record.parse(impossible)
    data: Any = old.DOCUMENTS.to_data(state)
    assert "rules" not in data
    data.update({"rules": version} if version > 1 else {})
    assert '"rules":3' in new.DOCUMENTS.to_json(new.setup(2, seed=1))
    if version == 3:
        assert new.DOCUMENTS.from_data(Heap, data).stones == 3
    else:
        why = f"of version {version} of the rules of Last, and this is version 3"
        with pytest.raises(DecodingError, match=why):
            new.DOCUMENTS.from_data(Heap, data)


def test_the_document_of_a_record_is_its_state_and_tags() -> None:
    game, documents = Last(), Last().DOCUMENTS
    state = game.apply(game.setup(2, seed=1), 2)
    record = game.Record.from_state(state, tags={"Player-0": "Ada"})
    data: Any = documents.to_data(record)
    assert data["kind"] == "record"
    assert data["tags"] == [["Player-0", "Ada"], ["Rules", "1"]]
    assert documents.from_data(game.Record, data) == record
    assert pickle.loads(pickle.dumps(documents)) is documents, "though not installed"  # noqa: S301
    data["state"] = documents.to_data(game.observe(state, 0))
    with pytest.raises(DecodingError, match="does not contain the whole game"):
        documents.from_data(game.Record, {**data, "state": _without_head(data["state"])})


def test_a_document_has_the_written_moves_and_a_possible_number_of_players() -> None:
    game, documents = Last(), Last().DOCUMENTS
    state = game.apply(game.setup(2, seed=1), 2)
    whole: Any = documents.to_data(state)
    seen: Any = documents.to_data(game.observe(state, 0))
    wrong_moves = [{**whole, "moves": [move]} for move in ("0  2", "00 2", "0 2 ", "0 +2", "2")]
    for data in (*wrong_moves, {**seen, "players": 5}):
        with pytest.raises(DecodingError, match=r"/moves/0: |/players: "):
            documents.from_data(Heap, data)
    validator = pytest.importorskip("jsonschema").Draft202012Validator(documents.schema())
    record: Any = documents.to_data(game.Record.from_state(state))
    for document in (whole, seen, record):
        assert validator.is_valid(document)
        assert not validator.is_valid({**document, "more": 1})


def _without_head(data: dict[str, object]) -> dict[str, object]:
    return {name: data[name] for name in data if name not in ("game", "kind", "version")}


class Anything:
    """A source of chance that always returns one number."""

    def random(self) -> float:
        return 0.5


def test_arguments_that_do_not_fit_a_game_are_refused() -> None:
    game: Any = Last()
    event, below, rule_of = wrong(Event), wrong(random_below), wrong(house_rule)
    state, rng = game.setup(2, seed=1), Anything()
    view, waiting = game.observe(state, 0), game.observe(state, 1)
    players = [game.PLAYERS.parse(name) for name in ("random", "sampling:9")]
    functions = [game.legal_moves, game.deciders, game.final_winner, game.draw_text, game.draw_svg]
    functions += [partial(game.events, state), lambda event: game.seen_by(event, 0)]
    functions += [lambda view: game.determinize(view, rng), game.Record, game.Record.from_state]
    calls = [
        partial(function, value) for value in (5, Position(players=2)) for function in functions
    ]
    calls += [partial(game.explain, state, 1, player=seat) for seat in (-1, 2, True, "0", [0])]
    calls += [partial(game.apply, state, move) for move in (3, True, "x" * 10**5, 10**5000, [1])]
    calls += [partial(game.setup, 2, seed=1, rng=rng), partial(game.determinize, state, rng)]
    calls += [partial(player, at, rng) for player in players for at in (waiting, state)]
    calls += [partial(player, view, None) for player in (*players, game.determinize)]
    calls += [
        partial(state.replace, to_move=seats) for seats in (1.5, -1, 2, True, "ab", [0, None])
    ]
    calls += [partial(state.announce, "x", to=seats) for seats in (1.5, -1, [0, 2])]
    calls += [partial(event, *parts) for parts in ((1,), ("a\nb",), ("x", 1.5), ("x", (0,), 5))]
    calls += [partial(below, bound, rng) for bound in (0, -1, 1.5, math.inf, True)]
    calls += [partial(choose, [], rng), partial(game.rule, "x" * 10**5), partial(rule_of, 5)]
    record = f"{game.Record.from_state(state)}\n# a comment\n0 1\n"
    calls += [partial(game.Record.parse, f"{record}{line}\n") for line in ("1 3", "0 1", "1 a b")]
    assert_refused("arguments of a game made with GameOf", WesterosIntrigueError, calls)


def test_a_game_for_one_begins_without_a_number() -> None:
    alone: Any = type("Alone", (Last,), {"MIN_PLAYERS": 1, "MAX_PLAYERS": 1})
    assert alone().new_game(seed=1).players == 1
    with pytest.raises(InvalidValue, match="players must be 1, not 2"):
        alone().setup(2)


def test_integers_of_numpy_are_seats_moves_and_bounds() -> None:
    number = pytest.importorskip("numpy").int64
    game = Last()
    state = game.setup(2, seed=1).replace(to_move=number(1))
    assert type(state.active_player) is int
    after = game.apply(state, number(2), player=number(1))
    assert repr(after._moves) == "((1, 2),)"
    assert type(after.stones) is int
    assert type(random_below(number(2**40), Anything())) is int


def test_an_option_that_the_kit_has_itself_is_refused() -> None:
    class Seeded(Last):
        def start(self, players: int, rng: RandomSource, *, rules: bool = False) -> Heap:
            del rules
            return super().start(players, rng)

    with pytest.raises(WrongType, match=r"option rules of start needs another name"):
        Seeded()


def test_an_option_may_be_none_whatever_its_default_is() -> None:
    class Sized(Last):
        def start(
            self,
            players: int,
            rng: RandomSource,
            *,
            kind: Literal["a", "b"] | None = "b",
            size: Annotated[int, Range(1, 9), "the size"] | None = None,
        ) -> Heap:
            del kind, size
            return super().start(players, rng)

    kind, size = Sized().OPTIONS
    assert (kind.choices, size.help, size.most) == (("a", "b"), "the size", 9)


def test_a_start_without_a_random_source_is_refused_and_one_may_be_decorated() -> None:
    def start(self: object, players: int) -> Heap:
        raise NotImplementedError

    with pytest.raises(WrongType, match="rng: RandomSource"):
        type("Bare", (Last,), {"start": start})()

    class Sized(Last):
        def start(self, players: int, rng: RandomSource, *, kind: Literal["a", "b"] = "b") -> Heap:
            assert kind == "b"
            return super().start(players, rng)

    def decorated(*arguments: Any, **options: Any) -> Heap:
        return Sized.start(*arguments, **options)

    state = type("Decorated", (Sized,), {"start": wraps(Sized.start)(decorated)})().setup(2, seed=1)
    assert state._options == (("kind", "b"),)


def test_a_name_or_an_option_that_begins_a_comment_is_refused() -> None:
    class Marked(Last):
        NAME = "#1"

        def start(
            self, players: int, rng: RandomSource, *, kind: Literal["a #1", "b"] = "b"
        ) -> Heap:
            del kind
            return super().start(players, rng)

    with pytest.raises(WrongType, match=r"(?s)NAME, '#1', must be a line.*no word begins with #"):
        Marked()


@define
class Purse:
    """A value that can change."""

    coins: int = 0


@pytest.mark.parametrize("hint", [int | str, tuple[()], tuple[float, ...], Purse, dict[str, int]])
def test_a_field_that_has_no_json_is_refused(hint: object) -> None:
    with pytest.raises(TypeError, match="has no JSON: use int, bool, str, an enumeration"):
        Codecs().codec_for(hint)


# House rules

RULE = """
from westeros_intrigue import *
from westeros_intrigue import question as usual_question

NAME, KEY = "Dearest", "2_dearest"

def total(state, player, total):
    return 10**10 - total

def question(position):
    return f"{usual_question(position)}!"

game = house_rule(__name__)
"""


def write_module(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """Make a module that can be imported."""
    module = ModuleType(name, "The most points win.")
    monkeypatch.setitem(sys.modules, name, module)
    exec(text, vars(module))  # noqa: S102 - a test's own


def test_its_functions_constants_and_docstring_are_those_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_module(monkeypatch, "the_dearest", RULE)
    game = house_rule("the_dearest")
    assert game is sys.modules["the_dearest"].game is pickle.loads(pickle.dumps(game))  # noqa: S301 - just written
    assert (game.NAME, game.KEY, game.PRIMER[0]) == (
        "Dearest",
        "2_dearest",
        "The most points win.",
    )
    state = game.setup(2, seed=1)
    assert game.question(state).endswith("!")
    state = play_game(["random", "random"], game=game, state=state)
    assert game.final_winner(state).totals[0] > 10**9
    assert game.Record.parse(str(game.Record.from_state(state))).state == state


def test_what_overrides_nothing_or_has_other_parameters_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_module(monkeypatch, "nothing", "def helper(): pass")
    with pytest.raises(WrongType, match=r"Nothing is not complete:\n.*it overrides nothing: write"):
        house_rule("nothing")
    write_module(monkeypatch, "with_self", "def allows(self, position, move): return True")
    with pytest.raises(WrongType, match=r"def allows\(position, move\), not def allows\(self"):
        house_rule("with_self")


def test_a_rule_about_numbers_leaves_each_house_and_its_records_their_title() -> None:
    class High(HouseRules):
        def allows(self, position: object, move: Any) -> bool:
            del position
            return bool(move.card.number > 4)

    class NoReturn(HouseRules):
        def allows(self, position: object, move: Any) -> bool:  # type: ignore[empty-body]
            """Forget to return."""

    state = High().setup(2, seed=1)
    with pytest.raises(WrongType, match="allows must return True or False, not None"):
        NoReturn().legal_moves(state)
    assert [*map(str, High().distinct_moves(state))] == ["S5@a0", "L6@a0", "T5@a0"]
    record: Any = High().Record.from_state(state)
    for each in (record.with_comment("A deal."), record.with_tags({"Event": "Winter"})):
        assert each.to_text(numbers=False).startswith("High record 1\n")


def test_a_house_rule_has_the_names_and_parameters_of_its_kind_and_whole_totals() -> None:
    class Wrong(HouseRules):
        NAME, KEY, RULES, OPTIONS = "", "A b", "none", 3  # type: ignore[assignment]

        def total(self, state: object, player: int) -> int:  # type: ignore[override]
            del state
            return player

    class Halves(HouseRules):
        def total(self, state: object, player: int, total: int) -> int:
            del state, player
            return total / 2  # type: ignore[return-value]

        def question(self, position: CardPosition) -> str:
            return f"{super().question(position)}!"

    with pytest.raises(WrongType) as refused:
        Wrong()
    for fault in ("NAME, ''", "KEY, 'A b'", "RULES must", "OPTIONS must", "def total(state, play"):
        assert fault in str(refused.value)
    game: Any = Halves()
    assert game.question(game.setup(2, seed=1)) == "Place a card!"
    final = play_game(["random", "random"], game=game, seed=1)
    with pytest.raises(WrongType, match=r"totals\[\d\] must be an int, not"):
        game.final_winner(final)


def test_the_fields_of_a_position_are_its_line() -> None:
    game = Last()
    state = game.apply(game.setup(2, seed=1), 2)
    line = game.format_position(state)
    assert line == "stones 3; players 2; to-move 1; turn 1; by-seed 1"
    again = game.parse_position(line)
    assert (again.stones, again.to_move, again.turn, again.log) == (3, (1,), 1, ())
    assert game.apply(again, 2).stones == game.apply(state, 2).stones == 1
    view = game.observe(state, None)
    assert game.format_position(view) == "stones 3; players 2; to-move 1; turn 1; seen-by all"
    assert game.parse_position("STONES 3;players 2 ;  to-move 0").stones == 3
    assert read_line(game, write_line(game, again)) == again


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "column 1: expected stones, players, to-move, turn, by-seed, seen-by or with-option"),
        ("stones 3", "column 9: expected also players, found the end"),
        ("stones 3; players 2; to-move 2", "column 22: expected seats of 2 players, counted from"),
        ("stones 3; players 9", "column 1: expected a position to which a game leads: players mu"),
        ("stones 3; players 2; stones 3", "column 22: expected stones once"),
        ("stones 1.5; players 2", "column 8: expected an integer, not a fraction"),
        ("stones {; players 2", "column 9: expected a value in JSON"),
        ("stones " + "[" * 99_000, "column 8: expected a value that is not nested so deeply|JSON"),
        ("stones 3; players 2; with-option long true", "column 34: expected no option"),
        ("stones 3; players 2; seen-by 7", "column 1: expected a position to which a game leads"),
        ("stones 3; players 2; seen-by x", "column 30: expected a seat from 0 to 999 or all"),
        ("stones 3; players 2; seen-by 0; by-seed 3", "a view has no seed"),
        ("stones 3; players 2 x", "column 21: expected ; or the end, found 'x'"),
        ("stones 3; players 2;", "column 21: expected stones, players"),
        ("stonse 3; players 2", "column 1: expected .*; did you mean stones"),
        (" " * 100_001, "a line of at most 100000 characters"),
    ],
)
def test_a_faulty_line_is_refused_with_the_column(line: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        Last().parse_position(line)


def test_a_game_without_lines_says_so() -> None:
    class Plain:
        NAME = "Plain"

    with pytest.raises(InvalidValue, match=r"^Plain has no line for a position"):
        read_line(cast("AnyGame", Plain()), "stones 3")
    with pytest.raises(InvalidValue, match=r"^Plain has no line for a position"):
        write_line(cast("AnyGame", Plain()), Last().setup(2, seed=1))


class OpenHeap(Last):
    """The same, whose author lets house rules say what can be taken."""

    SITES = ("moves",)


def test_a_house_rule_replaces_the_sites_that_an_author_names_and_no_others() -> None:
    class Three(OpenHeap):
        """Take up to three."""

        def moves(self, state: Heap, seat: int) -> Sequence[int]:
            del seat
            return range(1, min(3, state.stones) + 1)

    three = Three()
    assert (three.KEY, three.NAME) == ("three", "Three")
    assert three.legal_moves(three.setup(2, seed=1)) == (1, 2, 3)
    record = str(three.Record.from_state(three.apply(three.setup(2, seed=1), 3)))
    assert record.startswith("Three record 1")

    class Worst(OpenHeap):
        """The last one loses."""

        def scores(self, state: Heap) -> Sequence[int]:
            return [1 - score for score in super().scores(state)]

    with pytest.raises(
        WrongType, match=r"Worst.scores: OpenHeap lets house rules replace only moves"
    ):
        Worst()

    class Anything(Last):
        """Without sites, all can be replaced."""

        scores = Worst.scores

    assert Anything().setup(2, seed=1).stones == 5


def test_a_sampling_player_plays_its_games_with_the_last_bot_of_the_game() -> None:
    asked: list[int | None] = []

    def other(view: Heap, rng: RandomSource) -> int:
        """Makes any move."""
        return choose(Watched().moves(view, 0), rng)

    def greedy(view: Heap, rng: RandomSource) -> int:
        """Takes as many as it can."""
        del rng
        asked.append(view.viewer)
        return min(2, view.stones)

    class Watched(Last):
        """The same, with bots."""

        BOTS = (other, greedy)

    game = Watched()
    state = game.setup(2, seed=1)
    player = game.PLAYERS.parse("sampling:4")
    # Against greedy answers, both moves win, so the first is as good as the other.
    assert player(game.observe(state, 0), random.Random(1)) == 1
    assert {*asked} == {0, 1}
    assert game.PLAYERS.name_of(player) == "sampling:4"
    assert "all seats like greedy" in game.PLAYERS["sampling:N"].summary
    assert "by random moves" in Last().PLAYERS["sampling:N"].summary


def test_the_seconds_of_players_are_those_that_the_author_states() -> None:
    def all_of_it(view: Heap, rng: RandomSource) -> int:
        """Takes as many as it can."""
        del rng
        return min(2, view.stones)

    class Measured(Last):
        """The same, with the time of its players."""

        BOTS = (all_of_it,)
        SECONDS: ClassVar[Mapping[str, float]] = {"all-of-it": 0.5, "sampling:N": 0.25}

    players = Measured().PLAYERS
    assert players.seconds("all-of-it") == 0.5
    assert players.seconds("sampling:8") == 2.0
    assert players.seconds("thinker") == 50.0
    assert players.seconds("random") is None
