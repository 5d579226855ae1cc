"""The options of a table as data, and games by them: a box of the owner's is one of them.

Rules: setup.chance, box.catalogue, variant.combine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from westeros_intrigue.base.options import Option, OptionKind, OptionValue, check_options
from westeros_intrigue.base.record_files import Records, TextFile
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.ring import MAX_PLAYERS
from westeros_intrigue.btwixt.setup import setup
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.variants import Base, Drafting, Variant

USUAL_PLAYERS = 4
_BOX = Option("box", OptionKind.FILE, "the file of your own box (default: the sample box)")
OPTIONS: tuple[Option, ...] = (
    _BOX,
    Option(
        "cards",
        OptionKind.CHOICE,
        "the cards to play with (default standard)",
        choices=tuple(base.value for base in Base),
    ),
    Option(
        "draft",
        OptionKind.CHOICE,
        "the way in which hands are made (default none)",
        choices=tuple(draft.value for draft in Drafting),
    ),
    Option("short", OptionKind.FLAG, "a game that starts a season later"),
    Option("revealed_allies", OptionKind.FLAG, "a game with a row of revealed allies"),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the first player of the first round (default 0)",
        most=MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
)
"""The options of a table."""


def new_game(
    players: int | None = None,
    options: Mapping[str, OptionValue] = {},
    *,
    seed: int | None = None,
) -> GameState:
    """Return a new game at the table that the options describe.

    >>> print(new_game(3, {"draft": "kingsmoot", "short": True}, seed=1).table.variant)
    kingsmoot short

    Args:
        players: the number of leaders; None for the usual 4.
        options: values of `OPTIONS` by name.
        seed: an int of at least 0; None for fresh entropy.

    Raises:
        WrongType: an argument or an option is of another type.
        InvalidValue: an option is out of range.
        InvalidVariant: the options do not go together.
        DecodingError: the box is not one.
        InvalidBox: the game cannot be played with the box.
    """
    check_options(OPTIONS, options)
    given: Mapping[str, Any] = options
    return setup(
        USUAL_PLAYERS if players is None else players,
        box=_box(options),
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=Variant(
            Base(given.get("cards", Base.STANDARD.value)),
            Drafting(given.get("draft", Drafting.NONE.value)),
            given.get("short", False),
            given.get("revealed_allies", False),
        ),
    )


def rematch(state: GameState, *, seed: int | None = None) -> GameState:
    """Return a new game at the table of another: the same seats, box, variant and first player.

    >>> state = new_game(3, {"draft": "kingsmoot"}, seed=1)
    >>> rematch(state, seed=1) == state, rematch(state, seed=2) == state
    (True, False)

    Args:
        state: the other game, at any moment.
        seed: an int of at least 0; None for fresh entropy.

    Raises:
        WrongType: `state` is not a GameState, or the seed not an int.
        InvalidValue: the seed is negative, or the state was drawn from a view.
    """
    table = Record.from_state(state)
    return setup(
        table.players,
        box=table.box,
        seed=seed,
        first_player=table.first_player,
        leaders=table.leaders,
        variant=table.variant,
    )


def read_records(file: TextFile, options: Mapping[str, OptionValue] = {}) -> Records[Record]:
    """Read the records of a file lazily, of games with the box of the options.

    After an error the iterator continues with the next game, so a bad one can be skipped.

    >>> import io
    >>> file = io.StringIO(str(Record.from_state(new_game(seed=1))))
    >>> [record.state.players for record in read_records(file)]
    [4]

    Raises:
        WrongType: an argument or an option is of another type.
        InvalidValue: an option other than the box is there.
        DecodingError: the box is not one.
        ValueError: by the iterator, if a record is not one, or does not go with the box.
    """
    check_options([_BOX], options)
    return Records(file, Record.TITLE, partial(Record.read, _box(options)))


def _box(options: Mapping[str, OptionValue]) -> Box:
    document = options.get("box")
    return SAMPLE_BOX if document is None else Box.from_json(str(document))
