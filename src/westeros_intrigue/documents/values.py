"""The codecs of the game's values, and the checks of values that come from outside.

Cards, slots and moves are strings. Other values are objects with the field names of Python, or
lists; their codecs are derived from the annotations. Fields that are individually valid can
contradict each other. Constructors do not check this, since the rules make only consistent values.
An event is judged where it happens, by `Table.then` or `View.then`.

A table is public, so a server can send it to any client. Reading replays the game and refuses a
document whose other members do not follow from the placements. A view adds the player's own cards;
reading refuses a view that is inconsistent with every deal.

A state is the deal, the moves and the resulting position. It contains every hand and all cards of
later rounds, so its kind is `omniscient-state`. The position is for programs that do not implement
the rules; reading replays the moves and refuses a different position.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

import attrs

from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    as_object,
    compare_derived,
    differences,
    name_schema,
    record,
    text,
)
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue, fault, faults_at
from westeros_intrigue.gamekit.results import Criterion
from westeros_intrigue.gamekit.values import make_unchecked
from westeros_intrigue.notation.notation import CARDS_BY_TEXT, parse_move, parse_slot
from westeros_intrigue.notation.records.record import Record
from westeros_intrigue.rules import dealing, following
from westeros_intrigue.rules.automated import Turns
from westeros_intrigue.rules.cards import Card, Move, Slot
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.game_events import Elimination, Phase, Placement, Placements, SetAside
from westeros_intrigue.rules.log import InvalidRecord, course, earlier_of, moves_of, replay
from westeros_intrigue.rules.points import Decision
from westeros_intrigue.rules.round_results import NO_EARLIER_ROUNDS, RoundResult
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.variants import InvalidVariant
from westeros_intrigue.rules.view import View, own_faults


def replay_round(  # noqa: PLR0917 - the fields of a document
    table: Table,
    starters: Sequence[Card],
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None = None,
) -> Table:
    """Return a table with a round dealt and played. Raise DecodingError for an impossible round.

    `to_move` is the seat that can place after the last event, if that is known.
    """
    if (count := len(turned_over)) != (wanted := len(table.turned_over)):
        why = f"expected a list of {count_things(wanted, 'element')}, not a list of "
        raise fault(f"{why}{count_things(count, 'element')}", "/turned_over")
    with faults_at("starters"):
        table = following.apply_event(table, following.make_round_start(table, starters))
    for event in course(placements, eliminations, turned_over, to_move):
        try:
            table = following.apply_event(table, event)
        except errors.WesterosIntrigueError:
            number, seat = len(table.placements), table.active_player
            match event:
                case Elimination(_, before) if before > number == len(placements):
                    placed = count_things(number, "placement")
                    why = f"player {seat} is not out after {placed}"
                    raise fault(why, "/eliminations") from None
                case Elimination():
                    path = f"eliminations/{len(table.eliminations)}"
                case SetAside(player):
                    path = f"turned_over/{player}"
                case Placement(player) if player == seat:
                    path = f"placements/{number}/move"
                case _ if number < len(placements):
                    path = f"placements/{number}/player"
                case _:
                    path = "active_player"
            with faults_at(path):
                raise
    return table


def _replay_result(table: Table, result: RoundResult) -> Table:
    """Return a table with a finished round dealt, played and scored."""
    table = replay_round(
        table, result.starters, result.placements, result.eliminations, result.turned_over
    )
    if table.phase is not Phase.ROUND_OVER:
        raise fault(f"player {table.active_player} is not out", "/eliminations")
    return following.score_table(table, following.finish_round(table))


def not_played(
    error: InvalidRecord, round_path: str, placement_path: str, rounds_before: int
) -> DecodingError:
    """Return the error for data that breaks a rule, with the place of the fault."""
    if isinstance(error.__cause__, InvalidVariant):
        path = "/variant"
    elif isinstance(error.__cause__, dealing.InvalidDeal):
        path = "/deal"
    elif error.round_number is None:
        path = ""
    else:
        path = round_path.format(error.round_number - 1 - rounds_before)
        if error.placement is not None:
            path += placement_path.format(error.placement - 1)
    return DecodingError((path, fault) for fault in error.faults)


_SLOT_PATTERN = "[a-z](0|-?[1-9][0-9]{0,100})"


def _write_court(court: Court) -> Data:
    rule: dict[str, Data] = {"house_rule": court.house_rule} if court.house_rule else {}
    return {"cards": _write_cards(court), "width_limit": court.width_limit, **rule}


def _write_cards(cards: Mapping[Slot, Card]) -> Data:
    return {slot._text: card._text for slot, card in cards.items()}


def _read_cards(data: object) -> dict[Slot, Card]:
    lying = {}
    for key, card in as_object(data).items():
        slot = SLOT.read(key)
        with faults_at(key):
            lying[slot] = CARD.read(card)
    return lying


CARD = name_schema("card", text("a card", "^[SLBT][1-9]$", CARDS_BY_TEXT.get, attrgetter("_text")))
SLOT = name_schema("slot", text("a slot", f"^{_SLOT_PATTERN}$", parse_slot, attrgetter("_text")))
MOVE = name_schema(
    "move", text("a move", f"^[SLBT][1-9]@{_SLOT_PATTERN}$", parse_move, Move.__str__)
)
_CARDS_BY_SLOT = Codec(
    _write_cards,
    _read_cards,
    {
        "description": "The cards by slot, row by row from the bottom left.",
        "type": "object",
        "propertyNames": SLOT.schema,
        "additionalProperties": CARD.schema,
    },
)


def _court(**fields: Any) -> Court:  # noqa: ANN401 - the fields of a court, read by their codecs
    try:
        return Court(**fields)
    except InvalidCourt as error:
        raise DecodingError(("/cards", why) for why in error.faults) from None


def _court_codec(codecs: Codecs) -> Codec[Court]:
    facts = codecs.fields(Court, ["width_limit", "house_rule"])
    codec = record(_court, {"cards": _CARDS_BY_SLOT, **facts}, usual={"house_rule": ""})
    return name_schema("court", attrs.evolve(codec, write=_write_court))


CODECS = Codecs(
    {
        Card: CARD,
        Slot: SLOT,
        Move: MOVE,
        Court: _court_codec,
        Criterion: lambda codecs: codecs.codec_for(Decision),
    }
)
"""The codecs of the values of the game."""


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
    "earlier",
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
    """Return the codec of a table from its parts' codecs; it also checks the table as a whole."""
    derived = codecs.fields(Table, _DERIVED)
    members = codecs.fields(Table, _READ)
    members |= {name: compare_derived(codec) for name, codec in derived.items()}
    usual = {"has_numbers": True, "earlier": NO_EARLIER_ROUNDS}
    codec = record(_table, members, usual=usual)

    def read(data: object) -> Table:
        table = codec.read(data)
        if faults := differences(data, codec.write(table)):
            raise DecodingError(faults)
        with faults_at():
            check_finished(table)
            check_possible(table)
        return table

    return attrs.evolve(codec, read=read)


def _table(**fields: Any) -> Table:  # noqa: ANN401 - the fields of a table
    """Return the table that the placements lead to, round by round."""
    players, results = fields["players"], fields["results"]
    first_player = (fields["starting_player"] - fields["round_number"] + 1) % players
    with faults_at("variant"):
        table = Table.new(
            players,
            variant=fields["variant"],
            first_player=first_player,
            has_numbers=fields["has_numbers"],
        )
    earlier = fields["earlier"]
    if faults := earlier._faults(players, table.variant):
        raise DecodingError(("/earlier", why) for why in faults)
    start = (first_player + earlier.count) % players
    table = attrs.evolve(table, earlier=earlier._hidden, starting_player=start)
    for index, result in enumerate(results):
        with faults_at("results", index):
            table = _replay_result(table, result)
    if table.phase is Phase.GAME_OVER:
        drawn = (*chain(*earlier.score_piles), *(result.throne_card for result in results))
        shown = [card for card in drawn if card is not None]
        with faults_at("results"):
            return table.revealed(shown) if shown else table
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


def _view(**fields: Any) -> View:  # noqa: ANN401 - the fields of a view, read by their codecs
    try:
        view = View(**fields)
    except InvalidValue:
        # Only a document has places for the faults.
        if faults := own_faults(make_unchecked(View, **fields)):
            raise DecodingError(faults) from None
        raise
    if None in view.kept:
        raise fault("the player has seen these cards", f"/kept/{view.kept.index(None)}")
    check_finished(view)
    check_possible(view)
    return view


def view_codec(codecs: Codecs) -> Codec[View]:
    """Return the codec of a view."""
    codec = record(_view, codecs.fields(View, ("player", "hand", "score_pile", "kept", "table")))

    def write(view: View) -> Data:
        if None in view.kept:
            raise InvalidValue(
                f"a view of a state drawn from another view has no complete history: {view!r}. "
                "Write the other view"
            )
        return codec.write(view)

    return attrs.evolve(codec, write=write)


_POSITION = (
    "phase",
    "round_number",
    "starting_player",
    "active_player",
    "court",
    "hands",
    "placements",
    "eliminations",
    "last_placer",
    "known_counts",
    "penalty_points",
    "score_piles",
    "results",
)
"""The fields of the position, which the replay must reach."""


def state_codec(codecs: Codecs) -> Codec[GameState]:
    """Return the codec of a state, including hidden cards."""
    recorded = {
        **codecs.fields(Record, ("players", "variant", "first_player", "deal")),
        "placements": codecs.codec_for(tuple[Placements, ...]),
        **codecs.fields(Record, ("scored_rounds", "earlier")),
    }
    reached = name_schema("game-state", record(GameState, codecs.fields(GameState, _POSITION)))

    def write(state: GameState) -> Data:
        deal, placements = moves_of(state)
        earlier = earlier_of(state)
        moves = {
            "deal": deal,
            "placements": placements,
            "scored_rounds": len(state.results),
            "earlier": earlier,
        }
        data = {
            name: codec.write(moves[name] if name in moves else getattr(state, name))
            for name, codec in recorded.items()
            if name != "earlier" or earlier.count
        }
        return {**data, "position": reached.write(state)}

    def play(position: object, **values: Any) -> GameState:  # noqa: ANN401 - the fields of a state
        # Each round that has begun has a list of placements, which can be empty.
        begun = min(len(values["deal"].rounds), values["scored_rounds"] + 1)
        count = len(values["placements"])
        if count != begun:
            raise fault(f"rounds that have begun: {begun}, not {count}", "/placements")
        try:
            *_, state = replay(**values)
        except InvalidRecord as error:
            before = values["earlier"].count
            raise not_played(error, "/placements/{}", "/{}", before) from None
        if faults := differences(position, reached.write(state), "/position"):
            raise DecodingError(faults)
        return state

    usual = {"earlier": NO_EARLIER_ROUNDS}
    codec = record(play, {**recorded, "position": compare_derived(reached)}, usual=usual)
    return attrs.evolve(codec, write=write)
