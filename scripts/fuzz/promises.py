"""The promises of values: each form is read back, worlds fit a view, and listed moves apply."""

from __future__ import annotations

import io
import json
import pickle
from typing import Any

from fuzz.engine import Chance, require
from fuzz.own import own
from fuzz.tables import viewers
from westeros_intrigue.gamekit.game import AnyGame


def check_forms(game: AnyGame, value: Any) -> None:
    """Check that a value is read back from its JSON, indented or not, and from its pickle."""
    documents, cls = game.DOCUMENTS, type(value)
    text = documents.to_json(value)
    indented = json.dumps(json.loads(text), indent=1).encode()
    pickled = pickle.dumps(value)
    for same in (
        documents.from_json(cls, text),
        documents.from_json(cls, indented),
        pickle.loads(pickled),
    ):
        require(same == value and hash(same) == hash(value), "a form is read as another value")
        require(documents.to_json(same) == text, "a form is written as another text")
    require(repr(value), "the repr is empty")


def check_value(game: AnyGame, value: Any, chance: Chance) -> None:
    """Check the forms of a value, and what can be done with it."""
    check_forms(game, value)
    if isinstance(value, game.Record):
        check_record(game, value)
        return
    value = own(game.KEY).view_in(value)
    match game.DOCUMENTS.kinds.get(type(value)):
        case "omniscient-state":
            check_state(game, value, chance)
        case "view":
            check_view(game, value, chance)
        case _:
            own(game.KEY).check_part(value)


def check_record(game: AnyGame, record: Any) -> None:
    """Check that a record is read back from its text and from a file, and that it is a game."""
    options = own(game.KEY).files_of(record)
    read = game.Record.parse(str(record), options)
    require(read == record, "the text of a record is read as another record")
    file = io.StringIO()
    game.write_records([record, record], file)
    file.seek(0)
    require([*game.read_records(file, options)] == [record] * 2, "a file has other records")
    *_, state = record.replay()
    check_forms(game, state)
    require(game.Record.from_state(state).state == state, "the record of the state differs")


def check_position(game: AnyGame, position: Any) -> None:
    """Check that the moves of a position are the ones that nothing forbids, and can be shown."""
    moves = game.legal_moves(position)
    require(not any(game.explain(position, move) for move in moves), "a legal move is refused")
    distinct = game.distinct_moves(position)
    require(
        not any(game.explain(position, move) for move in distinct), "a distinct move is refused"
    )
    require(game.draw_text(position), "the picture is empty")
    own(game.KEY).check_position(position)


def check_state(game: AnyGame, state: Any, chance: Chance) -> None:
    """Check a state, its record, a view of it, and a move."""
    check_position(game, state)
    if own(game.KEY).has_record(state):
        record = game.Record.from_state(state)
        require(record.state == state, "the record leads to another state")
        same = game.Record.parse(str(record), own(game.KEY).files_of(record))
        require(same == record, "the text of the record is read as another record")
    check_next(game, state, chance.choice(viewers(game, state)), chance)


def check_next(game: AnyGame, state: Any, viewer: int | None, chance: Chance) -> None:
    """Check that a view follows a move by its events, and has documents before and after."""
    view = game.observe(state, viewer)
    moves = game.distinct_moves(state)
    after = game.apply(state, chance.choice(moves)) if moves else game.proceed(state)
    seen = game.observe(after, viewer)
    happened = game.events(view, seen)
    for event in happened:
        check_forms(game, event)
    own(game.KEY).check_events(view, happened, seen)


def check_view(game: AnyGame, view: Any, chance: Chance) -> None:
    """Check a view, its worlds, its odds and its snapshot, and a move."""
    things = own(game.KEY)
    check_position(game, view)
    if getattr(view, "player", None) is None or things.has_snapshots_of_all:
        check_snapshot(game, view)
    world = game.determinize(view, chance)
    things.check_world(view, game.observe(world, view.player))
    if not view.is_over:
        check_next(game, world, view.player, chance)


def check_snapshot(game: AnyGame, view: Any) -> None:
    """Check that the snapshot of a view has documents, and the same odds."""
    snapshot = game.DOCUMENTS.snapshot(view)
    if type(snapshot) not in game.DOCUMENTS.written:
        check_forms(game, snapshot)
    own(game.KEY).check_snapshot(view, snapshot)
