"""A table as data: everything that all players see, which a server may send to anybody.

Reading plays the game again, placement by placement, and refuses a document whose other members
do not follow from the placements.
"""

from __future__ import annotations

from typing import Any

import attrs

from westeros_intrigue.base.errors import DecodingError, fault, faults_at
from westeros_intrigue.base.values import counted
from westeros_intrigue.data.codecs import Codec
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.objects import derived, differences, left_out, read_fields, record
from westeros_intrigue.data.replay import replay_result, replay_round
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import round_end, scored
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.variants import InvalidVariant

_READ = (
    "players",
    "variant",
    "phase",
    "round_number",
    "starting_player",
    "active_player",
    "can_place",
    "starters",
    "placements",
    "eliminations",
    "turned_over",
    "results",
    "has_numbers",
)
_DERIVED = (
    "court",
    "hand_sizes",
    "missing_houses",
    "known_stacks",
    "last_placer",
    "penalty_points",
    "score_pile_sizes",
    "revealed_score_piles",
)


def table_codec(codecs: Codecs) -> Codec[Table]:
    """Return the codec of a table, from those of its parts, which it checks itself."""
    fields = codecs.fields(Table, _READ)
    following = codecs.fields(Table, _DERIVED)
    members = {**fields, **{name: derived(codec) for name, codec in following.items()}}

    def read(data: object) -> Table:
        found = read_fields(data, members)
        table = _table(found)
        # Fields that were read are compared as values first, which is faster than comparing data.
        right = {
            name: codec.write(getattr(table, name))
            for name, codec in members.items()
            if name in following or found[name] != getattr(table, name)
        }
        assert isinstance(data, dict)  # noqa: S101 - for the type checker: its fields were read
        if faults := differences({name: data[name] for name in right}, right):
            raise DecodingError(faults)
        with faults_at():
            check_finished(table, table.results)
            check_possible(table)
        return table

    codec = attrs.evolve(record(Table, members), read=read)
    return left_out(codec, {"has_numbers": True})


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
        raise fault(f"the game has {counted(round_count, 'round')}", "/results")
    for index, result in enumerate(results):
        with faults_at("results", index):
            table = replay_result(table, result, result.turned_over)
        table = scored(table, round_end(table))
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
    with faults_at("results"):
        return table.revealed(shown) if shown else table
