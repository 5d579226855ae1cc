"""A table as data: everything that all players see, which a server may send to anybody.

Reading plays the game again, placement by placement, and refuses a document whose other members
do not follow from the placements.
"""

from __future__ import annotations

from typing import Any

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.data import values
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    Codec,
    array,
    derived,
    differences,
    integer,
    left_out,
    named,
    optional,
    read_fields,
    read_object,
    record,
)
from westeros_intrigue.data.replay import replay_result, replay_round
from westeros_intrigue.rules.dealing import InvalidDeal
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import scored
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.variants import InvalidVariant

_READ: dict[str, Codec[Any]] = {
    "players": values.PLAYERS,
    "variant": values.VARIANT,
    "phase": values.PHASE,
    "round_number": integer(1),
    "starting_player": values.PLAYER,
    "active_player": optional(values.PLAYER),
    "can_place": BOOLEAN,
    "starters": values.CARDS,
    "placements": values.PLACEMENTS,
    "eliminations": values.ELIMINATIONS,
    "turned_over": values.TURNED_OVER,
    "results": array(values.SEEN_RESULT),
    "has_numbers": BOOLEAN,
}
_DERIVED: dict[str, Codec[Any]] = {
    "court": values.COURT,
    "hand_sizes": values.per_seat(values.CARD_COUNT),
    "missing_houses": values.per_seat(array(values.HOUSE, most=4)),
    "known_stacks": values.per_seat(values.CARDS),
    "last_placer": optional(values.PLAYER),
    "penalty_points": values.per_seat(values.COUNT),
    "score_pile_sizes": values.per_seat(values.COUNT),
    "revealed_score_piles": array(values.THRONE_CARDS),
}
_FIELDS = {**_READ, **{name: derived(codec) for name, codec in _DERIVED.items()}}


def _read(data: object) -> Table:
    fields = read_fields(data, _FIELDS)
    table = _table(fields)
    # Fields that were read are compared as values first, which is faster than comparing data.
    right = {
        name: codec.write(getattr(table, name))
        for name, codec in _FIELDS.items()
        if name in _DERIVED or fields[name] != getattr(table, name)
    }
    members = read_object(data, _FIELDS)
    if faults := differences({name: members[name] for name in right}, right):
        raise DecodingError(faults)
    try:
        check_finished(table, table.results)
        check_possible(table)
    except InvalidValue as error:
        raise fault(str(error)) from None
    return table


def _table(fields: dict[str, Any]) -> Table:
    """Return the table that the placements lead to, round by round."""
    players, results = fields["players"], fields["results"]
    first_player = (fields["starting_player"] - fields["round_number"] + 1) % players
    try:
        table = Table.new(
            players,
            variant=fields["variant"],
            first_player=first_player,
            has_numbers=fields["has_numbers"],
        )
    except InvalidVariant as error:
        raise DecodingError(("/variant", fault) for fault in error.faults) from None
    round_count = table.variant.rounds_for(players)
    if len(results) > round_count:
        raise fault(f"the game has {round_count} rounds", "/results")
    for index, result in enumerate(results):
        try:
            table = replay_result(table, result, result.turned_over)
        except DecodingError as error:
            raise error.under(index).under("results") from None
        table = scored(table)
    if len(results) == round_count:
        return _revealed(table, results)
    if fields["phase"] is Phase.DEALING:
        return table
    return replay_round(
        table,
        fields["starters"],
        fields["placements"],
        fields["eliminations"],
        fields["turned_over"],
        fields["active_player"] if fields["can_place"] else None,
    )


def _revealed(table: Table, results: tuple[RoundResult, ...]) -> Table:
    drawn = [result.throne_card for result in results]
    shown = [card for card in drawn if card is not None]
    try:
        return table.revealed(shown) if shown else table
    except (InvalidDeal, InvalidValue) as error:
        raise fault(str(error), "/results") from None


_TABLE = attrs.evolve(record(Table, _FIELDS), read=_read)
TABLE = named("table", left_out(_TABLE, {"has_numbers": True}))
"""The codec of a table."""
