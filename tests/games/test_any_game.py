"""Every game keeps what every game promises, and a game with one thing broken does not.

The broken ones are copies of a small game with a secret.
"""

from __future__ import annotations

import enum
import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from types import ModuleType
from typing import Any, ClassVar, Self

import attrs
import pytest

import westeros_intrigue
from westeros_intrigue import FinalResult, InvalidValue, WrongPhase, WrongType, play_game
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.codecs import Codec, Data
from westeros_intrigue.gamekit.documents import Codecs, Documents
from westeros_intrigue.gamekit.errors import fault
from westeros_intrigue.gamekit.game import GAMES, find_documents
from westeros_intrigue.gamekit.options import Option, OptionKind, OptionValue, check_options
from westeros_intrigue.gamekit.players import NamedPlayers, one_player
from westeros_intrigue.gamekit.questions import (
    automated_seats,
    deciders,
    goods_of,
    move_in_words,
    play_on,
    player_in_words,
    question,
    titles,
)
from westeros_intrigue.gamekit.records import GameRecord, write_records
from westeros_intrigue.gamekit.rulebook import Rulebook
from westeros_intrigue.gamekit.text import LineReader, Scanner, TextFile, tag_pairs, write_text
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.testing import CheckFailed
from westeros_intrigue.testing.any_game import check_game


class Stage(enum.Enum):
    TAKING = "taking"
    REVEALING = "revealing"
    OVER = "over"


@attrs.frozen
class Heap:
    """Two players take 1 or 2 from a heap; then the secret is revealed, which names the winner."""

    heap: int
    player: int
    stage: Stage
    secret: int | None
    viewer: int | None = None
    players: int = 2
    note: int | None = None
    watermark: int | None = attrs.field(default=None, eq=False)

    @property
    def active_player(self) -> int | None:
        return self.player if self.stage is Stage.TAKING else None

    @property
    def phase(self) -> Stage:
        return self.stage

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER


Source = RandomSource | None
MEMBERS = [field.name for field in attrs.fields(Heap) if field.name != "watermark"]


@attrs.frozen
class HeapRecord(GameRecord[Heap]):
    TITLE: ClassVar[str] = "Heap record"

    last: Heap
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_state(
        cls, state: Heap, *, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> Self:
        return cls(state, tag_pairs(tags))

    @classmethod
    def _read(cls, lines: list[Scanner]) -> Self:
        parse = partial(Taking().DOCUMENTS.from_json, Heap)
        game = LineReader(cls.TITLE, {}, parse).read(lines)
        [state] = game.moves
        return cls(state, tuple(game.tags))

    def replay(self) -> Iterator[Heap]:
        yield self.last

    def __str__(self) -> str:
        return write_text(self.TITLE, self.tags, [], [Taking().DOCUMENTS.to_json(self.last)])


def takes_one(view: Heap, _rng: RandomSource) -> int:
    assert (view.secret, view.viewer) == (None, view.player)
    return 1


class Taking:
    """The game as an object: what a module has as functions."""

    NAME = "Taking"
    MIN_PLAYERS = 2
    MAX_PLAYERS = 2
    PLAYERS: NamedPlayers[Callable[[Heap, RandomSource], int]] = NamedPlayers(
        [one_player("one", "takes one", takes_one)], "one", {}
    )
    Record = HeapRecord
    KEY = "taking"
    OPTIONS: tuple[Option, ...] = ()
    RULEBOOK = Rulebook([])
    rule = RULEBOOK.rule
    PRIMER = ("Take 1 or 2.",)

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        *,
        seed: int | None = None,
    ) -> Heap:
        check_options(self.OPTIONS, options)
        return self.setup(2 if players is None else players, seed=seed)

    def rematch(self, state: Heap, *, seed: int | None = None) -> Heap:
        return self.setup(state.players, seed=seed)

    automated_seats = staticmethod(automated_seats)
    write_records = staticmethod(write_records)
    deciders = staticmethod(deciders)
    move_in_words = staticmethod(move_in_words)
    play_on = staticmethod(play_on)
    player_in_words = staticmethod(player_in_words)
    goods_of = staticmethod(goods_of)
    question = staticmethod(question)
    titles = staticmethod(titles)

    def distinct_moves(self, position: Heap) -> tuple[int, ...]:
        return self.legal_moves(position)

    def read_records(
        self, file: TextFile, options: Mapping[str, OptionValue] = {}
    ) -> Iterator[HeapRecord]:
        return self.Record.read_records(file, options)

    def setup(self, players: int, *, seed: int | None = None, rng: Source = None) -> Heap:
        if players != 2 or (seed is not None and seed < 0):
            raise InvalidValue("two players and a seed of at least 0")
        secret = int(2 * (rng or random.Random(seed)).random())
        return Heap(7, 0, Stage.TAKING, secret, players=players)

    def legal_moves(self, position: Heap) -> tuple[int, ...]:
        if position.stage is not Stage.TAKING or self._is_foreign(position):
            return ()
        return (1, 2) if position.heap > 1 else (1,)

    def _is_foreign(self, position: Heap) -> bool:
        return position.secret is None and position.viewer != position.player

    def explain(self, position: Heap, move: int, *, player: int | None = None) -> tuple[str, ...]:
        if player not in {None, position.active_player} or self._is_foreign(position):
            return ("wait for your turn",)
        return () if move in self.legal_moves(position) else ("take 1 or 2",)

    def apply(self, state: Heap, move: int, *, player: int | None = None) -> Heap:
        if told := self.explain(state, move, player=player):
            raise InvalidValue(told[0])
        left = state.heap - move
        stage = Stage.TAKING if left else Stage.REVEALING
        return attrs.evolve(state, heap=left, player=1 - state.player, stage=stage)

    def proceed(self, state: Heap) -> Heap:
        if state.stage is Stage.REVEALING:
            return attrs.evolve(state, stage=Stage.OVER)
        return state

    def observe(self, state: Heap, player: int | None) -> Heap:
        return attrs.evolve(state, secret=None, viewer=player)

    def determinize(self, view: Heap, rng: RandomSource) -> Heap:
        return attrs.evolve(view, secret=int(rng.random() * 2), viewer=None)

    def events(self, before: Heap, after: Heap) -> tuple[int, ...]:
        return (before.heap - after.heap,)

    def seen_by(self, event: int, viewer: int | None) -> int:
        del viewer
        return min(event, 10)

    def sentence(self, event: int, viewer: int | None) -> str | None:
        del viewer
        return f"{event} are taken" if event else None

    def final_winner(self, state: Heap) -> FinalResult[None]:
        if state.secret is None or not state.is_over:
            raise WrongPhase("not yet")
        ranking = ((state.secret,), (1 - state.secret,))
        return FinalResult(ranking[0], (), ranking, None)

    @property
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - as in the protocol
        codec = Codec(self.write, self.read, {})
        heap, *others = (Heap, HeapOfItsOwn, Asking)
        codecs = Codecs({Heap: codec, **dict.fromkeys(others, codec)})
        return Documents("taking", codecs, [heap], find=find_documents, bare=[*others, int])

    def write(self, value: Heap) -> Data:
        members = attrs.asdict(value, filter=attrs.filters.exclude("watermark"))
        return {**members, "stage": value.stage.value}

    def read(self, data: object) -> Heap:
        if not isinstance(data, dict) or [*data] != MEMBERS or type(data["heap"]) is not int:
            raise fault("a heap is wanted")
        stages = [stage for stage in Stage if stage.value == data["stage"]]
        if not stages:
            raise fault("a stage is wanted")
        return Heap(**{**data, "stage": stages[0]})

    def parse_move(self, text: str) -> int:
        return int(text)

    def draw_text(self, value: Heap) -> str:
        return f"heap of {value.heap}"

    def draw_svg(self, value: Heap) -> str:
        return f"<svg><title>heap of {value.heap}</title></svg>"


def test_a_sound_game_passes() -> None:
    check_game(Taking(), games=6)
    check_game(Taking(), games=2, hidden_from=with_another_secret)


def with_another_secret(state: Heap, _seat: int | None) -> Heap:
    assert state.secret is not None
    return attrs.evolve(state, secret=1 - state.secret)


class LeakingView(Taking):
    def observe(self, state: Heap, player: int | None) -> Heap:
        return attrs.evolve(super().observe(state, player), note=state.secret)


class LeakingJson(Taking):
    def observe(self, state: Heap, player: int | None) -> Heap:
        return attrs.evolve(super().observe(state, player), watermark=state.secret)

    def write(self, value: Heap) -> Data:
        data = super().write(value)
        assert isinstance(data, dict)
        return {**data, "watermark": value.watermark or 0}

    def read(self, data: object) -> Heap:
        assert isinstance(data, dict)
        return super().read({name: data[name] for name in MEMBERS})


class LeakingText(LeakingJson):
    def write(self, value: Heap) -> Data:
        return Taking.write(self, value)

    def draw_text(self, value: Heap) -> str:
        return f"{super().draw_text(value)}{value.watermark or ''}"


class LeakingViewAndWorlds(LeakingView):
    """Its worlds are made of what leaks, so they show nothing of it."""

    def determinize(self, view: Heap, rng: RandomSource) -> Heap:
        return attrs.evolve(super().determinize(view, rng), secret=view.note, note=None)


class WorldWithoutMoves(Taking):
    def determinize(self, view: Heap, rng: RandomSource) -> Heap:
        return attrs.evolve(super().determinize(view, rng), watermark=1)

    def observe(self, state: Heap, player: int | None) -> Heap:
        return attrs.evolve(super().observe(state, player), watermark=None)

    def legal_moves(self, position: Heap) -> tuple[int, ...]:
        return () if position.watermark else super().legal_moves(position)


class UnlistedMove(Taking):
    def legal_moves(self, position: Heap) -> tuple[int, ...]:
        return super().legal_moves(position)[: 1 if position.heap < 6 else 2]

    def explain(self, position: Heap, move: int, *, player: int | None = None) -> tuple[str, ...]:
        told = super().explain(position, move, player=player)
        return () if told == ("take 1 or 2",) else told


@attrs.frozen(eq=False)
class HeapOfItsOwn(Heap):
    def __hash__(self) -> int:
        return id(self)


class OtherHash(Taking):
    def setup(self, players: int, *, seed: int | None = None, rng: Source = None) -> Heap:
        heap = super().setup(players, seed=seed, rng=rng)
        return HeapOfItsOwn(**attrs.asdict(heap, recurse=False))

    def read(self, data: object) -> Heap:
        return HeapOfItsOwn(**attrs.asdict(super().read(data), recurse=False))


class LossyMove(int):
    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (0,)


class AsksAfterTheEnd(Taking):
    def setup(self, players: int, *, seed: int | None = None, rng: Source = None) -> Heap:
        return Asking(**attrs.asdict(super().setup(players, seed=seed, rng=rng), recurse=False))

    def read(self, data: object) -> Heap:
        return Asking(**attrs.asdict(super().read(data), recurse=False))


@attrs.frozen
class Asking(Heap):
    @property
    def active_player(self) -> int | None:
        return None if self.stage is Stage.REVEALING else self.player


class FailsForRecords(Taking):
    class Record(HeapRecord):
        @classmethod
        def parse(cls, text: str, *files: Any, rng: Source = None) -> Self:
            _ = text.splitlines()[0]
            return super().parse(text, *files, rng=rng)


class FailsForFiles(Taking):
    OPTIONS = (Option("heap", OptionKind.FILE, "a heap", report=lambda text, _: (text[0], True)),)


class ForgetfulRecord(Taking):
    class Record(HeapRecord):
        def replay(self) -> Iterator[Heap]:
            yield attrs.evolve(self.last, heap=7)


class TellingEvent(Taking):
    def events(self, before: Heap, after: Heap) -> tuple[int, ...]:
        return (before.heap - after.heap, 10 + (after.secret or 0))

    def sentence(self, event: int, viewer: int | None) -> str | None:
        return None if event > 9 and viewer is None else super().sentence(event, viewer)


class EventForAll(TellingEvent):
    def sentence(self, event: int, viewer: int | None) -> str | None:
        return super().sentence(event, viewer or 0)


def with_player(player: Callable[..., int]) -> type[Taking]:
    """The game with one player."""
    players = NamedPlayers([one_player("poor", "plays poorly", player)], "poor", {})
    return type("Broken", (Taking,), {"PLAYERS": players})


def wrapping(function: str, wrapped: Callable[..., object]) -> type[Taking]:
    """The game with one function replaced by what calls it, and is given it first."""

    def broken(self: Taking, *arguments: object, **named: object) -> object:
        return wrapped(vars(Taking)[function].__get__(self), *arguments, **named)

    return type("Broken", (Taking,), {function: broken})


def changing(function: str, change: Callable[..., object]) -> type[Taking]:
    """The game with one function whose result is changed, by that and the arguments."""
    return wrapping(
        function, lambda sound, *given, **named: change(sound(*given, **named), *given, **named)
    )


def spoil(state: Heap, **members: int) -> bool:
    for name, value in members.items():
        object.__setattr__(state, name, value)
    return True


evolve = attrs.evolve
OTHERS = count(4)
"""A number that differs each time."""
CHANGED: tuple[tuple[str, Callable[..., Any], str], ...] = (
    (
        "setup",
        lambda state, players, **_: evolve(state, players=players + 1),
        "the state has 3 players",
    ),
    ("determinize", lambda world, view, _: evolve(world, heap=view.heap + 1), "shows another view"),
    (
        "observe",
        lambda view, *_: evolve(view, stage=Stage.OVER),
        "sees others decide|is of another position",
    ),
    ("legal_moves", lambda moves, _: moves * 2, "listed twice"),
    ("legal_moves", lambda moves, position: moves if position.heap > 3 else (), "has no move"),
    ("explain", lambda *_, **__: ("no",), "is legal, and explained away"),
    (
        "explain",
        lambda told, seen, *_, player=None: (
            told if seen.viewer is None or player is not None else ()
        ),
        "2 is neither listed nor refused",
    ),
    ("explain", lambda told, *_, **__: ("",) * len(told), "a refusal says nothing"),
    ("apply", lambda _, state, *__, **___: state, "changes nothing"),
    (
        "apply",
        lambda after, state, *_, **__: spoil(state, heap=after.heap) and after,
        "changed the state that it was made in",
    ),
    (
        "explain",
        lambda told, state, *_, **__: spoil(state, note=len(told)) and told,
        "the state has changed",
    ),
    (
        "apply",
        lambda after, *_, **__: evolve(after, heap=after.heap + 5, stage=Stage.TAKING),
        "does not end",
    ),
    (
        "proceed",
        lambda after, state: evolve(state, note=(state.note or 0) + 1) if after.is_over else after,
        "does not end",
    ),
    ("setup", lambda state, *_, **__: evolve(state, player=2), "no player decides"),
    ("proceed", lambda _, state: state, "proceed changes nothing"),
    ("read", lambda heap, _: evolve(heap, heap=1), "a copy of"),
    ("legal_moves", lambda moves, _: tuple(map(LossyMove, moves)), "a copy of 1 is another value"),
    ("parse_move", lambda *_: 1, "the text of 2 is another move"),
    (
        "draw_text",
        lambda text, value: text if value.secret is not None else "",
        "the text of .* is empty",
    ),
    ("final_winner", lambda result, _: evolve(result, winners=(0, 1)), "the first did not win"),
    (
        "final_winner",
        lambda result, _: evolve(result, ranking=((0,),)),
        "the ranking is not of all",
    ),
    (
        "legal_moves",
        lambda moves, position: (1,) if position.is_over else moves,
        "there are moves after the end",
    ),
    (
        "legal_moves",
        lambda _, position: Taking().legal_moves(evolve(position, secret=0)),
        "who does not decide, has moves",
    ),
    ("proceed", lambda _, state: evolve(state, stage=Stage.OVER), "proceed makes a decision"),
    ("setup", lambda state, *_, **__: evolve(state, secret=0), "the seed is ignored"),
    ("rematch", lambda _, state, **__: state, "a rematch with the same seed is another game"),
    ("read_records", lambda records, *_: islice(records, 1), "a file of records contains others"),
    (
        "setup",
        lambda state, *_, **__: evolve(state, heap=next(OTHERS)),
        "the seed leads to two games",
    ),
    (
        "proceed",
        lambda after, _: evolve(after, heap=next(OTHERS)) if after.is_over else after,
        "the same moves end in another state",
    ),
    ("move_in_words", lambda *_: 5, "move_in_words returned 5; it must return str"),
    ("question", lambda *_: None, "question returned None; it must return str"),
    ("player_in_words", lambda *_: None, "player_in_words returned None; it must return str"),
    ("titles", lambda *_: {1: "one"}, "titles returned {1: 'one'}; it must return Mapping"),
    ("goods_of", lambda *_: [], r"goods_of returned \[\]; it must return Mapping"),
    ("automated_seats", lambda *_: (), r"automated_seats returned \(\); it must return Mapping"),
    ("sentence", lambda text, *_: [text], r"sentence returned \[.*; it must return str . None"),
    ("explain", lambda told, *_, **__: "".join(told), "explain returned ''; it must return Seq"),
    ("legal_moves", lambda moves, _: {*moves}, "legal_moves returned {1, 2}; it must return Seq"),
    ("deciders", lambda seats, _: [*seats], r"deciders returned \[0\]; it must return tuple"),
    ("final_winner", lambda *_: (0,), r"final_winner returned \(0,\); it must return FinalResult"),
    ("draw_svg", lambda *_: "", "the picture of .* is empty"),
    ("seen_by", lambda event, *_: event + 1, "the events of 1 are not those that None sees"),
)
WRAPPED: tuple[tuple[str, Callable[..., Any], str], ...] = (
    (
        "parse_move",
        lambda parse, text: {"1": 1, "2": 2}[text[0]] if text[0] in "12" else parse(text),
        "the move '' raises IndexError",
    ),
    (
        "read",
        lambda read, data: [isinstance(data, dict) and data["heap"], read(data)][1],
        "a damaged document raises KeyError",
    ),
    (
        "setup",
        lambda setup, players, **named: evolve(setup(2, **named), players=players),
        "1 players is accepted",
    ),
    (
        "new_game",
        lambda new_game, players=None, *options, **named: new_game(
            players or None, *options, **named
        ),
        "0 players is accepted",
    ),
    (
        "setup",
        lambda setup, players, **named: setup((0, 0, 2)[players], **named),
        "3 players raises IndexError",
    ),
    (
        "setup",
        lambda setup, players, seed=None, rng=None: setup(
            players, seed=seed and abs(seed), rng=rng
        ),
        "the seed -1 is accepted",
    ),
    (
        "setup",
        lambda setup, players, seed=None, rng=None: setup(players, seed=None if rng else seed),
        "equal sources lead to two games",
    ),
    (
        "apply",
        lambda apply, state, move, player=None: (
            state
            if player is None and Taking().explain(state, move)
            else apply(state, move, player=player)
        ),
        "is applied",
    ),
    ("apply", lambda apply, state, move, **_: apply(state, move), "may move out of turn"),
    ("explain", lambda explain, seen, move, **_: explain(seen, move), "may move out of turn"),
    (
        "final_winner",
        lambda final_winner, state: final_winner(evolve(state, stage=Stage.OVER)),
        "somebody has won before",
    ),
)
BROKEN: list[tuple[Callable[[], Any], str]] = [
    *((changing(function, change), told) for function, change, told in CHANGED),
    *((wrapping(function, wrapped), told) for function, wrapped, told in WRAPPED),
    (partial(ModuleType, "empty"), r"the game empty lacks 38 names of .*:\n    NAME: str\n"),
    (type("Broken", (Taking,), {"PRIMER": "Take 1."}), r"PRIMER: tuple\[str, ...\], not 'Take 1.'"),
    (type("Broken", (Taking,), {"KEY": 5}), "KEY: str, not 5"),
    (type("Broken", (Taking,), {"apply": 5}), r"def apply\(.*\) -> State, not 5"),
    (
        type("Broken", (Taking,), {"apply": staticmethod(lambda state, _move: state)}),
        r"def apply\(.*, player: int . None = None\) -> State, not def apply\(state, _move\)",
    ),
    (with_player(lambda _view, _rng: 4), "'poor' at 2 seats, after 0 moves: it chose 4: take 1"),
    (with_player(lambda view, _rng: view.secret + 1), "'poor' at .*, after 0 moves: TypeError:"),
    (FailsForRecords, "a damaged record raises IndexError"),
    (FailsForFiles, "the file '' raises IndexError"),
    (ForgetfulRecord, "the record does not lead to the state"),
    (TellingEvent, "the events of .* tell 0 what is hidden"),
    (LeakingView, "shows another view"),
    (LeakingJson, "a text of the view of .* leaks"),
    (LeakingText, "a text of the view of .* leaks"),
    (WorldWithoutMoves, "the view of player 0 has other legal moves"),
    (UnlistedMove, "2 is neither listed nor refused"),
    (OtherHash, "has another hash"),
    (AsksAfterTheEnd, "a player decides after the end"),
]


@pytest.mark.parametrize(("game", "told"), BROKEN, ids=[told for _, told in BROKEN])
def test_a_game_that_breaks_a_promise_is_told_which(game: Callable[[], Any], told: str) -> None:
    with pytest.raises(CheckFailed, match=told):
        check_game(game(), games=20, most_decisions=50)


def test_a_leak_that_the_worlds_respect_is_found_by_other_states() -> None:
    knowledge = check_game(LeakingViewAndWorlds(), games=2)
    assert "secret" in check_game(Taking(), games=2).fields.keys() - knowledge.fields.keys()
    with pytest.raises(CheckFailed, match=r"the view of .* leaks"):
        check_game(LeakingViewAndWorlds(), games=2, hidden_from=with_another_secret)


def test_an_event_that_tells_all_of_a_secret_is_found_by_other_states() -> None:
    check_game(EventForAll(), games=2)
    with pytest.raises(CheckFailed, match=r"the events of .* tell None what is hidden"):
        check_game(EventForAll(), games=2, hidden_from=with_another_secret)


def test_a_game_is_played_by_players_who_see_their_views_alone() -> None:
    assert play_game([takes_one] * 2, game=Taking(), seed=3).is_over
    late = attrs.evolve(Taking().setup(2, seed=1), heap=1, player=1)
    assert play_game([takes_one] * 2, game=Taking(), state=late).heap == 0
    with pytest.raises(InvalidValue, match="2 seats, and 3 players"):
        play_game([takes_one] * 3, game=Taking(), state=late)
    with pytest.raises(WrongType, match="a module such as those of GAMES, not 'monopoly'"):
        play_game([takes_one] * 2, game="monopoly")  # type: ignore[call-overload]  # a key is not a game
    with pytest.raises(InvalidValue, match="only one of state and deal"):
        play_game([takes_one] * 2, game=Taking(), state=late, deal=1)
    with pytest.raises(InvalidValue, match="take 1 or 2"):
        play_game([lambda _view, _rng: 3] * 2, game=Taking())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_what_every_game_promises(name: str) -> None:
    fields = check_game(GAMES[name], games=1, seed=3).fields
    hidden, shown = HIDDEN[name]
    for field in hidden:
        seen = {column: seen for column, (seen, _) in fields[field].items() if column != "own"}
        assert not any(seen.values()), (field, seen)
        seen_own, positions = fields[field]["own"]
        assert seen_own == (positions if field == "hands" else 0)
    assert not fields.keys() & set(shown)


HIDDEN = {
    "westeros-intrigue": (["hands", "round_deal"], ["court", "players"]),
    "monopoly": (["deal"], ["cash", "deeds"]),
    "btwixt": (["deck", "ally_deck"], ["players", "results"]),
}
"""Of each game what only the owner sees, or nobody, and what everybody sees."""


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("westeros-intrigue", "0e8967f86ef78a01"),
        ("monopoly", "54920959ce493db3"),
        ("btwixt", "ea92c9443fa535a4"),
    ],
)
def test_a_seed_gives_the_same_game_as_ever(name: str, digest: str) -> None:
    """The digests are of records as they were when seeds were promised to stay."""
    game, rng = GAMES[name], random.Random(7)
    states = [game.setup(3, seed=7)]
    for _ in range(100):
        while not states[-1].is_over and states[-1].active_player is None:
            states[-1] = game.proceed(states[-1])
        if not (legal := game.legal_moves(states[-1])):
            break
        states.append(game.apply(states[-1], legal[int(rng.random() * len(legal))]))
    record = game.Record.from_state(states[-1])
    assert set(states) <= {game.proceed(state) for state in record.replay()}
    assert hashlib.sha256(str(record).encode()).hexdigest()[:16] == digest


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_its_promises_for_every_number_of_players(name: str) -> None:
    game = GAMES[name]
    check_game(game, games=2 * (game.MAX_PLAYERS - game.MIN_PLAYERS + 1))


def test_the_key_of_each_game_names_its_module() -> None:
    assert list(GAMES.values()) == [westeros_intrigue, monopoly, btwixt]
    assert [game.KEY for game in GAMES.values()] == list(GAMES)
