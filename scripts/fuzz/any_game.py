"""The kinds of input that every game has: documents, JSON, records, lines, moves and options."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import attrs

from fuzz.damage import (
    JUNK,
    Place,
    break_bytes,
    copy_data,
    damage_bytes,
    damage_data,
    damage_line,
    damage_lines,
    put_neighbour,
    respell,
)
from fuzz.engine import Chance, Kind, require
from fuzz.own import own
from fuzz.promises import check_forms, check_position, check_record, check_value
from fuzz.tables import moments, named_classes, random_options, samples, samples_of, two_lines
from westeros_intrigue import DecodingError, NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.game import AnyGame, HasLines, read_line, write_line
from westeros_intrigue.gamekit.options import option_text


def kinds_of(game: AnyGame) -> Iterator[Kind]:
    """Yield the kinds that a game has as any other has them."""
    yield from document_kinds(game)
    yield json_kind(game)
    yield from text_kinds(game)
    yield from line_kinds(game)


# Documents


def document_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield a kind for each class whose documents are read."""
    for cls, name in named_classes(game.DOCUMENTS).items():
        yield Kind(
            f"{game.KEY}/{name}",
            partial(damage_document, game, cls),
            partial(read_document, game, cls),
            (DecodingError,),
            partial(check_document, game),
        )


def damage_document(game: AnyGame, cls: type, seed: int, batch: int, chance: Chance) -> Any:
    """Return the damaged data of a value of a class."""
    value, other = chance.choices(samples_of(game.KEY, cls, seed, batch), k=2)
    data = copy_data(game.DOCUMENTS.to_data(value))
    return damage_data(data, game.DOCUMENTS.to_data(other), chance)


def read_document(game: AnyGame, cls: type, data: Any) -> Any:
    """Read data as they are and as JSON, which must end alike."""
    documents = game.DOCUMENTS
    ends: list[tuple[Any, list[str]]] = []
    text = json.dumps(data)
    for read in (partial(documents.from_data, cls, data), partial(documents.from_json, cls, text)):
        try:
            ends.append((read(), []))
        except DecodingError as error:
            ends.append((error, [path for path, _ in error.faults]))
    (value, paths), (other, other_paths) = ends
    require(paths == other_paths, "data and JSON have faults at two places")
    if isinstance(other, DecodingError):
        raise other
    require(value == other, "data and JSON are read as two values")
    return value


def check_document(game: AnyGame, data: Any, value: Any, chance: Chance) -> None:
    """Check that data that are read are as the library writes them, and check the value."""
    written = game.DOCUMENTS.to_data(value)
    require(
        written == own(game.KEY).as_written(data), "the data are not as the library writes them"
    )
    check_value(game, value, chance)


def json_kind(game: AnyGame) -> Kind:
    """Return the kind of damaged JSON, of all classes of a game."""
    return Kind(
        f"{game.KEY}/json-bytes",
        partial(damage_json, game),
        partial(read_json, game),
        (DecodingError,),
        lambda _damaged, value, _chance: check_forms(game, value),
    )


@attrs.frozen
class Damaged:
    """JSON with damage that only a reader of JSON can see."""

    value: Any
    """The value that was written."""
    text: str | bytes
    end: str
    """What must become of it: `same`, the value that was written, `refused`, or `any`."""


def damage_json(game: AnyGame, seed: int, batch: int, chance: Chance) -> Damaged:
    """Return the JSON of a value, damaged or only spelt otherwise."""
    cls = chance.choice([*samples(game.KEY, seed, batch)])
    value = chance.choice(samples_of(game.KEY, cls, seed, batch))
    end, damage = chance.choice(
        (("same", respell), ("same", respell), ("any", damage_bytes), ("refused", break_bytes))
    )
    return Damaged(value, damage(game.DOCUMENTS.to_json(value), chance), end)


def read_json(game: AnyGame, damaged: Damaged) -> Any:
    """Read JSON, of which it may be known what must become."""
    try:
        value = game.DOCUMENTS.from_json(type(damaged.value), damaged.text)
    except DecodingError:
        require(damaged.end != "same", "another spelling of JSON is refused")
        raise
    require(damaged.end != "refused", "what is no JSON of a document is read")
    is_same = damaged.end != "same" or value == damaged.value
    require(is_same, "another spelling of JSON is read as another value")
    return value


# Texts and calls


def text_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield the kinds of texts and calls that every game has."""
    yield Kind(
        f"{game.KEY}/record-text",
        partial(damage_record, game),
        partial(read_record, game),
        own(game.KEY).refusals_of_records,
        lambda _text, record, _chance: check_value(game, record, _chance),
    )
    yield Kind(
        f"{game.KEY}/record-file",
        partial(damage_file, game),
        partial(read_file, game),
        own(game.KEY).refusals_of_records,
        partial(check_file, game),
    )
    yield Kind(
        f"{game.KEY}/moves",
        partial(damage_move, game),
        partial(make_move, game),
        (WesterosIntrigueError,),
        partial(check_moved, game),
    )
    yield Kind(
        f"{game.KEY}/options",
        partial(damage_options, game),
        lambda damaged: game.new_game(*damaged, seed=1),
        (WesterosIntrigueError,),
        partial(check_new_game, game),
    )


def line_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield the kind of positions in one line, if a game has them and no kind of its own."""
    if isinstance(game, HasLines) and own(game.KEY).has_plain_lines:
        yield Kind(
            f"{game.KEY}/lines",
            partial(damage_line_of, game),
            game.parse_position,
            (NotationError,),
            lambda _line, position, _chance: check_line_of(game, position),
        )


def damage_line_of(game: AnyGame, seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged line of a state or a view."""
    one, other = two_lines(game, seed, batch, chance)
    return damage_line(one, other, chance)


def check_line_of(game: AnyGame, position: Any) -> None:
    """Check that a position that is read has a line, and plays and looks as the line says."""
    line = write_line(game, position)
    same = read_line(game, line)
    require(write_line(game, same) == line, f"{line} is read as a position with another line")
    check_position(game, same)


def damage_record(game: AnyGame, seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged text of a record."""
    one, other = chance.choices(samples_of(game.KEY, game.Record, seed, batch), k=2)
    return damage_lines(str(one), str(other), chance)


def read_record(game: AnyGame, text: str) -> Any:
    """Read a record and its game."""
    record = game.Record.parse(text, rng=Chance(1))
    require(game.Record.parse(str(record)) == record, "a record's text is another record")
    require(record.state is not None, "a record has no state")
    return record


def damage_file(game: AnyGame, seed: int, batch: int, chance: Chance) -> tuple[str, str, str]:
    """Return the texts of three records, of which the second is damaged."""
    records = [str(record) for record in samples_of(game.KEY, game.Record, seed, batch)]
    one, two, three, other = chance.choices(records, k=4)
    title, rest = two.split("\n", 1)
    damaged = damage_lines(rest, other.split("\n", 1)[1], chance)
    return one, f"{title}\n{damaged}", three


def read_file(game: AnyGame, texts: Iterable[str]) -> list[Any]:
    """Read a file of three records, of which the first and the last are whole."""
    one, two, three = texts
    records = game.read_records(io.StringIO(f"{one}\n\n{two}\n\n{three}\n\n"))
    read: list[Any] = []
    refused: list[WesterosIntrigueError] = []
    while True:
        try:
            read.append(next(records))
        except StopIteration:
            break
        except WesterosIntrigueError as error:
            refused.append(error)
    if game.Record.TITLE not in two.split("\n", 1)[1]:
        require(len(read) + len(refused) == 3, "a file of three games has another number")
        ends = [game.Record.parse(text) for text in (one, three)]
        require([read[0], read[-1]] == ends, "a damaged record spoils the ones beside it")
    if refused:
        raise refused[0]
    for record in read:
        require(record.state is not None, "a record has no state")
    return read


def check_file(game: AnyGame, _texts: object, records: Sequence[Any], _chance: Chance) -> None:
    """Check the record that was damaged."""
    check_record(game, records[len(records) // 2])


def damage_move(game: AnyGame, seed: int, batch: int, chance: Chance) -> tuple[Any, str]:
    """Return a position, and the text of a move there or of one of another position."""
    playing = [at.state for at in moments(game.KEY, seed, batch) if game.legal_moves(at.state)]
    position, other = chance.choices(playing, k=2)
    moves = game.legal_moves(position if chance.random() < 0.7 else other)
    one, two = (str(chance.choice(moves)) for _ in range(2))
    return position, damage_line(one, two, chance) if chance.random() < 0.6 else one


def make_move(game: AnyGame, damaged: tuple[Any, str]) -> tuple[Any, Any, Any]:
    """Read a move and make it; what explains it must agree."""
    state, text = damaged
    move = game.parse_move(text)
    require(game.parse_move(str(move)) == move, "the text of a move is another move")
    faults = game.explain(state, move)
    require(all(map(str, faults)), "a violation has no sentence")
    view = game.observe(state, state.active_player)
    seen = game.explain(view, move)
    require(bool(seen) == bool(faults), "a state and its view disagree about a move")
    try:
        after = game.apply(state, move)
    except WesterosIntrigueError as error:
        require(faults, "a move that explain allows is refused")
        require(getattr(error, "violations", faults) == faults, "the violations differ")
        raise
    require(not faults, "a move that explain refuses is applied")
    return state, move, after


def check_moved(
    game: AnyGame, _damaged: object, made: tuple[Any, Any, Any], chance: Chance
) -> None:
    """Check the position after a move."""
    state, move, after = made
    own(game.KEY).check_move(state, move)
    require(game.move_in_words(state, move), "the move in words is empty")
    check_value(game, after, chance)


def damage_options(
    game: AnyGame, _seed: int, _batch: int, chance: Chance
) -> tuple[Any, dict[str, Any]]:
    """Return a number of players and options, of which some are damaged."""
    players = chance.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
    options, other = (random_options(game, players, chance) for _ in range(2))
    for name in [*options]:
        if chance.random() < 0.3:
            put_neighbour(Place(options, name, other.get(name, 7), chance))
    if chance.random() < 0.1:
        options[chance.choice(("x", *options, *other))] = chance.choice(JUNK)
    if chance.random() < 0.1:
        return chance.choice((None, 0, 1, 7, 2.0, "2", True, 2**70)), options
    return players, options


def check_new_game(
    game: AnyGame, damaged: tuple[Any, dict[str, Any]], state: Any, chance: Chance
) -> None:
    """Check a new game, its rematch, and its options as text."""
    _, options = damaged
    require(game.rematch(state, seed=1) == state, "a rematch is another game")
    for option in game.OPTIONS:
        if option.name in options:
            value = option.check(options[option.name])
            require(option.parse(option_text(value)) == value, "an option's text differs")
    check_value(game, state, chance)
