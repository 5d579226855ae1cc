"""The options of a table as data, and games by them: an edition of the owner's is one of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from westeros_intrigue.base.options import Option, OptionKind, OptionValue, check_options
from westeros_intrigue.base.record_files import Records, TextFile
from westeros_intrigue.base.values import check_type
from westeros_intrigue.monopoly.edition_files import SAMPLE, read_edition
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.game import MAX_PLAYERS, setup
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.table import STANDARD, Variant

USUAL_PLAYERS = 4
_EDITION = Option(
    "edition", OptionKind.FILE, "the file of your own edition (default: the sample edition)"
)
OPTIONS: tuple[Option, ...] = (
    _EDITION,
    Option(
        "offers",
        OptionKind.NUMBER,
        f"the offers of a player at a time, 0 for no trading (default {STANDARD.offers})",
        most=100,
    ),
    Option(
        "castle_sale",
        OptionKind.CHOICE,
        f"the price for which a Castle is sold (default {STANDARD.castle_sale})",
        choices=("full", "half"),
    ),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the seat that begins (default 0)",
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

    >>> new_game(2, {"offers": 0}, seed=1).variant
    Variant(offers=0, castle_sale='full')

    Args:
        players: the number of seats; None for the usual 4.
        options: values of `OPTIONS` by name.
        seed: an int of at least 0; None for fresh entropy.

    Raises:
        WrongType: an argument or an option is of another type.
        InvalidValue: an option is out of range.
        DecodingError: the edition is not one.
        InvalidEdition: the edition contradicts itself, or has gaps.
    """
    check_options(OPTIONS, options)
    given: Mapping[str, Any] = options
    return setup(
        USUAL_PLAYERS if players is None else players,
        _edition(options),
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=Variant(
            given.get("offers", STANDARD.offers), given.get("castle_sale", STANDARD.castle_sale)
        ),
    )


def rematch(state: GameState, *, seed: int | None = None) -> GameState:
    """Return a new game at the table of another: the same seats, edition, variant and first player.

    >>> state = new_game(2, {"castle_sale": "half"}, seed=1)
    >>> rematch(state, seed=1) == state, rematch(state, seed=2) == state
    (True, False)

    Args:
        state: the other game, at any moment.
        seed: an int of at least 0; None for fresh entropy.

    Raises:
        WrongType: `state` is not a GameState, or the seed not an int.
        InvalidValue: the seed is negative.
    """
    check_type("state", state, GameState)
    start = state.table.start
    return setup(
        state.players,
        state.edition,
        seed=seed,
        first_player=start.turn_player,
        variant=state.variant,
    )


def read_records(file: TextFile, options: Mapping[str, OptionValue] = {}) -> Records[Record]:
    """Read the records of a file lazily, of games with the edition of the options.

    After an error the iterator continues with the next game, so a bad one can be skipped.

    >>> import io
    >>> file = io.StringIO(str(Record.from_state(new_game(seed=1))))
    >>> [record.state.players for record in read_records(file)]
    [4]

    Raises:
        WrongType: an argument or an option is of another type.
        InvalidValue: an option other than the edition is there.
        DecodingError: the edition is not one.
        ValueError: by the iterator, if a record is not one, or does not go with the edition.
    """
    check_options([_EDITION], options)
    return Records(file, Record.TITLE, partial(Record.read, _edition(options)))


def _edition(options: Mapping[str, OptionValue]) -> Edition:
    document = options.get("edition")
    return SAMPLE if document is None else read_edition(str(document))
