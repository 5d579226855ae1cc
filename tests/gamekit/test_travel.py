"""Values of all games go through pydantic and cattrs as their documents, and states do not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from itertools import islice
from typing import Any, get_args

import attrs
import pytest
from helpers.random_play import played_at_random
from helpers.sample_documents import readable_values, spoilt

import westeros_intrigue as wi
from follow_suit import follow_suit
from westeros_intrigue.gamekit import (
    GAMES,
    DecodingError,
    Event,
    FinalResult,
    GameOf,
    InvalidValue,
    MissingExtra,
    Position,
    Rule,
    WrongType,
    notebook_tables,
    read_value,
    register_hooks,
    write_value,
)
from westeros_intrigue.games import btwixt, monopoly


@attrs.frozen
class Pile(Position):
    """A pile of stones."""

    stones: int = 3


class Taking(GameOf[Pile, int]):
    """Take one stone."""

    def start(self, players: int, rng: object) -> Pile:
        del rng
        return Pile(players=players)

    def moves(self, position: Pile, seat: int) -> list[int]:
        del position, seat
        return [1]

    def play(self, position: Pile, seat: int, move: int, rng: object) -> Pile:
        del rng
        left = position.stones - move
        told = position.announce("a stone is gone", to=(seat,), others="a hand moves")
        return told.replace(stones=left, to_move=1 - seat if left else None)

    def scores(self, position: Pile) -> list[int]:
        return [0] * position.players


OWN: dict[str, Any] = {**GAMES, "taking": Taking()}
MOVES: dict[str, Any] = {
    "westeros-intrigue": wi.Move,
    "monopoly": monopoly.Move,
    "btwixt": btwixt.Move,
}
each_game = pytest.mark.parametrize("game", OWN.values(), ids=[*OWN])


def adapter_of(cls: Any) -> Any:
    from pydantic import TypeAdapter  # noqa: PLC0415 - no other test needs it

    return TypeAdapter(cls)


@cache
def travellers(key: str) -> tuple[object, ...]:
    """Views, events, records and moves of a game, and what the card game's documents have."""
    game, found = OWN[key], list[object]()
    for before, after in zip(states := [*played_at_random(game, 12)], states[1:], strict=False):
        found += [game.observe(after, viewer) for viewer in (0, None)]
        found += game.events(game.observe(before, 1), game.observe(after, 1))
        found += game.events(before, after)
        found.append(game.Record.from_state(after))
        if key in MOVES:
            found += islice(game.distinct_moves(after), 5)
    if key == "westeros-intrigue":
        found += (each for each in readable_values() if not isinstance(each, wi.GameState))
    of_class: dict[type, list[object]] = {}
    for value in found:
        of_class.setdefault(type(value), []).append(value)
    return tuple(value for values in of_class.values() for value in some(values, 4))


def some(values: list[object], count: int) -> list[object]:
    """At most so many values, from all of them."""
    return values[:: len(values) // count + 1]


@each_game
def test_pydantic_and_cattrs_give_back_each_value(game: Any) -> None:
    from cattrs import Converter  # noqa: PLC0415 - as above

    converter = Converter()
    register_hooks(converter)
    for value in travellers(game.KEY):
        adapter = adapter_of(type(value))
        written = adapter.dump_json(value)
        assert adapter.validate_json(written) == value
        assert adapter.validate_python(value) is value
        assert json.loads(written) == write_value(value) == converter.unstructure(value)
        assert read_value(type(value), json.loads(written)) == value
        assert converter.structure(json.loads(written), type(value)) == value


@each_game
def test_the_schema_of_a_class_describes_its_values(game: Any) -> None:
    import jsonschema  # noqa: PLC0415 - as above

    for cls in dict.fromkeys(map(type, travellers(game.KEY))):
        schema = adapter_of(cls).json_schema()
        jsonschema.Draft202012Validator.check_schema(schema)
        judge = jsonschema.Draft202012Validator(schema)
        for value in [each for each in travellers(game.KEY) if type(each) is cls][:5]:
            judge.validate(write_value(value))


@pytest.mark.parametrize("key", MOVES)
def test_the_union_of_the_moves_reads_each_of_them(key: str) -> None:
    adapter = adapter_of(MOVES[key])
    classes = get_args(getattr(MOVES[key], "__value__", None)) or (MOVES[key],)
    for move in (each for each in travellers(key) if isinstance(each, classes)):
        assert adapter.validate_json(adapter.dump_json(move)) == move
    for nonsense in ("king", "", 3, None, ["S4@b0"], {"move": "S4@b0"}):
        with pytest.raises(ValueError, match="validation error"):
            adapter.validate_python(nonsense)


SAYS = r"a state contains every hand: answer with observe\(state, seat\), and store it with"


@each_game
def test_a_state_is_neither_written_nor_read(game: Any) -> None:
    state = next(played_at_random(game, 12))
    with pytest.raises(InvalidValue, match=SAYS):
        write_value(state)
    with pytest.raises(InvalidValue, match=SAYS):
        read_value(type(state), game.DOCUMENTS.to_data(state))


@each_game
def test_pydantic_keeps_a_state_and_neither_writes_nor_describes_it(game: Any) -> None:
    from pydantic import BaseModel  # noqa: PLC0415 - as above

    state = next(played_at_random(game, 12))
    adapter = adapter_of(type(state))
    assert adapter.validate_python(state) is state
    with pytest.raises(Exception, match=SAYS):
        adapter.dump_json(state)
    with pytest.raises(ValueError, match=SAYS):
        adapter.validate_python(game.DOCUMENTS.to_data(state))

    class Table(BaseModel):
        state: type(state)  # type: ignore[valid-type]

    with pytest.raises(Exception, match=SAYS):
        Table(state=state).model_dump_json()
    if not isinstance(game, GameOf):  # whose views are of the same class
        with pytest.raises(InvalidValue, match=SAYS):
            adapter.json_schema()


@each_game
def test_spoilt_data_is_refused_by_all_alike_or_is_that_of_another_value(game: Any) -> None:
    from cattrs import Converter  # noqa: PLC0415 - as above

    chance = random.Random(7)
    converter = Converter()
    register_hooks(converter)
    bad: list[object] = [None, True, 1, 1.5, "", "king", [], {}, {"kind": "king"}]
    bad.append(game.DOCUMENTS.to_data([*played_at_random(game, 5)][-1]))
    for value in travellers(game.KEY):
        cls, data = type(value), write_value(value)
        adapter = adapter_of(cls)
        more = [{**data, "more": 1}] if isinstance(data, dict) else [data + "!"]
        for spoils in (*bad, [data], *more, *(spoilt(data, chance) for _ in range(4))):
            try:
                read = read_value(cls, spoils)
            except ValueError:
                with pytest.raises(ValueError, match="validation error"):
                    adapter.validate_python(spoils)
                with pytest.raises((DecodingError, InvalidValue, wi.NotationError)):
                    converter.structure(spoils, cls)
            else:
                assert json.dumps(write_value(read)) == json.dumps(spoils)
                assert adapter.validate_python(spoils) == converter.structure(spoils, cls) == read


def test_a_part_of_other_documents_has_no_form() -> None:
    with pytest.raises(WrongType, match="Rule has no form of its own: it is a part of other"):
        write_value(Rule("turn.own", "A player plays in turn."))
    with pytest.raises(WrongType, match="int has no form"):
        read_value(int, 3)
    with pytest.raises(WrongType, match="NoneType has no form"):
        read_value(type(None), 3)


@each_game
def test_a_result_is_written_as_in_each_game_without_its_name(game: Any) -> None:
    import jsonschema  # noqa: PLC0415 - as above

    *_, last = played_at_random(game, 5000)
    result = game.final_winner(last)
    written = json.loads(adapter_of(FinalResult[Any]).dump_json(result))
    assert written == write_value(result)
    assert written["winners"] == [*result.winners]
    if not isinstance(game, GameOf):  # whose documents have no results
        assert {"game": game.KEY, **written} == game.DOCUMENTS.to_data(result)
    jsonschema.validate(written, adapter_of(FinalResult).json_schema())
    assert adapter_of(FinalResult[Any]).validate_python(result) is result
    with pytest.raises(InvalidValue, match=r"only written: final_winner\(state\) returns one"):
        read_value(FinalResult, written)


def test_the_event_of_an_author_goes_without_the_name_of_a_game() -> None:
    first, second, *_ = played_at_random(OWN["taking"], 3)
    [event] = OWN["taking"].events(first, second)
    assert write_value(event) == {
        "kind": "event",
        "version": 1,
        "words": "a stone is gone",
        "to": [0],
        "others": "a hand moves",
    }
    for spoil in ({"words": 1}, {"to": [True]}, {"more": 1}, {"kind": "view"}, {"game": "taking"}):
        with pytest.raises(DecodingError):
            read_value(Event, {**write_value(event), **spoil})


class Kinder(wi.HouseRules):
    """A point less for each seat."""

    def total(self, position: Any, player: int, total: int, /) -> int:
        del position, player
        return total - 1


def test_the_records_of_a_house_rule_go_by_their_own_game() -> None:
    kinder: Any = Kinder()
    record = kinder.Record.from_state(wi.play_game(["random", "random"], seed=1, game=kinder))
    written = adapter_of(kinder.Record).dump_json(record)
    assert json.loads(written)["game"] == "kinder"
    assert adapter_of(kinder.Record).validate_json(written) == record
    with pytest.raises(ValueError, match="/game: expected 'westeros-intrigue', not 'kinder'"):
        read_value(wi.Record, json.loads(written))


EVENTS: dict[str, Any] = {"westeros-intrigue": wi.Event, "monopoly": monopoly.Event}


@pytest.mark.parametrize("union", [*MOVES.values(), *EVENTS.values()])
def test_unions_are_read_and_written_as_their_classes(union: Any) -> None:
    from cattrs import Converter  # noqa: PLC0415 - as above

    converter = Converter()
    register_hooks(converter)
    of = attrs.make_class("Of", {"one": attrs.field(type=union)})
    or_none = attrs.make_class("OrNone", {"one": attrs.field(type=union | None)})
    classes = get_args(getattr(union, "__value__", None)) or (union,)
    values = [value for key in MOVES for value in travellers(key) if isinstance(value, classes)]
    assert values
    for value in values:
        data = converter.unstructure(of(value))
        assert data == {"one": write_value(value)}
        assert converter.structure(data, of) == of(value)
        assert converter.structure(converter.unstructure(or_none(value)), or_none).one == value
        assert read_value(union, write_value(value)) == read_value(union | None, data["one"])
    assert converter.structure(converter.unstructure(or_none(None)), or_none).one is None
    for nonsense in ("king", 3, True, {"kind": "king"}, ["pass"], None):
        with pytest.raises((DecodingError, InvalidValue, wi.NotationError)):
            read_value(union, nonsense)


def test_the_fault_of_a_union_is_that_of_the_class_which_the_data_names() -> None:
    [event, *_] = wi.events(None, wi.proceed(wi.setup(2, seed=1)))
    with pytest.raises(DecodingError, match=r"^/hand_size: expected an integer, not true$"):
        read_value(wi.Event, {**write_value(event), "hand_size": True})
    with pytest.raises(InvalidValue, match=r"^expected the data of RoundStart, .* or Reveal; "):
        read_value(wi.Event, {**write_value(event), "kind": "king"})
    with pytest.raises(DecodingError, match=r"^the document: expected an object, not 'king'$"):
        read_value(wi.Event, "king")
    # What a constructor refuses has no place in the document, and a card is no object.
    spoilt_view = {**write_value(wi.observe(wi.setup(2, seed=1), 0)), "player": 5}
    with pytest.raises(DecodingError) as alone:
        read_value(wi.View, spoilt_view)
    with pytest.raises(DecodingError) as among:
        read_value(wi.Card | wi.View | wi.Placement, spoilt_view)
    assert among.value.faults == alone.value.faults
    state, view = wi.setup(2, seed=1), wi.observe(wi.setup(2, seed=1), 0)
    assert read_value(wi.Position, write_value(view)) == view
    with pytest.raises(InvalidValue):
        read_value(wi.Position, GAMES["westeros-intrigue"].DOCUMENTS.to_data(state))


@attrs.frozen
class Shared(Position):
    """A pile of stones, of two games."""

    stones: int = 3


class Giving(GameOf[Shared, int]):
    """Give one stone."""

    def start(self, players: int, rng: object) -> Shared:
        del rng
        return Shared(players=players)

    def moves(self, position: Shared, seat: int) -> list[int]:
        del position, seat
        return [1]

    def play(self, position: Shared, seat: int, move: int, rng: object) -> Shared:
        del seat, move, rng
        return position.replace(stones=0, to_move=None)

    def scores(self, position: Shared) -> list[int]:
        return [0] * position.players


def test_positions_of_two_games_go_through_the_documents_of_one() -> None:
    first = Giving()
    view = first.observe(first.new_game(2, seed=1), 0)
    assert read_value(Shared, write_value(view)) == view
    type("Lending", (Giving,), {"__doc__": "Lend one stone."})()
    with pytest.raises(InvalidValue, match="several games have Shared: use to_data"):
        write_value(view)


@pytest.mark.parametrize("game", [*OWN.values(), follow_suit], ids=[*OWN, "follow-suit"])
def test_attrs_shows_of_a_view_only_what_its_player_may_know(game: Any) -> None:
    chance = random.Random(1)
    for state in [*played_at_random(game, 40)][::8]:
        for viewer in (*range(state.players), None):
            view = game.observe(state, viewer)
            other = game.observe(game.determinize(view, chance), viewer)
            assert attrs.asdict(view) == attrs.asdict(other), (game.KEY, viewer)


def results() -> list[Any]:
    """A result of each kind that is a table."""
    from westeros_intrigue.lab.matches import play_match  # noqa: PLC0415 - they need NumPy
    from westeros_intrigue.lab.players import analyse, analyse_record  # noqa: PLC0415
    from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415

    simulation = Simulation(3, "random", seed=1)
    final = wi.play_game(["greedy", "random"], seed=1, variant=wi.STANDARD.with_rounds(1))
    [violation, *_] = wi.explain(final, wi.parse_move("S1@a1"))
    return [
        wi.final_winner(final),
        final.results[0],
        violation,
        simulation.rounds(range(20)),
        simulation.games(range(20)),
        simulation.count_rounds(range(20)),
        simulation.count_games(range(20)),
        play_match({"a": "greedy", "b": "random"}, deals=5, seed=1),
        analyse(wi.observe(wi.proceed(wi.setup(3, seed=1)), 0), playouts=30),
        analyse_record(wi.Record.from_state(final), playouts=10),
    ]


def test_polars_and_pyarrow_take_results_as_tables() -> None:
    import polars as pl  # noqa: PLC0415 - as above

    pyarrow: Any = pytest.importorskip("pyarrow")
    for result in results():
        columns = {
            name: column if isinstance(column, list) else column.tolist()
            for name, column in result.to_columns().items()
        }
        assert columns
        assert pl.DataFrame(result).to_dict(as_series=False) == columns
        assert pyarrow.table(result).to_pydict() == columns


@pytest.mark.parametrize("missing", ["pyarrow", "polars", "pyarrow polars"])
def test_a_table_needs_one_of_two_libraries(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import polars as pl  # noqa: PLC0415 - as above

    def find(name: str) -> Any:
        if name in missing.split():
            raise ModuleNotFoundError  # without a name, for which a test is skipped
        return pytest.importorskip(name)

    monkeypatch.setattr(notebook_tables, "import_module", find)
    result = FinalResult((0,), (3, 2), ((0,), (1,)), None)
    if missing == "pyarrow polars":
        with pytest.raises(MissingExtra, match="needs polars or pyarrow: install one, or call to_"):
            result.__arrow_c_stream__()
    else:
        assert pl.DataFrame(result).to_dict(as_series=False) == result.to_columns()


def test_nothing_is_imported_before_a_framework_asks() -> None:
    program = (
        "import sys, westeros_intrigue.games.btwixt, westeros_intrigue.gamekit.notebook_tables\n"
        "assert not {'pydantic_core', 'cattrs', 'polars', 'pyarrow'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
