"""The codecs of the values of the game, each built from the codecs of its fields.

Cards, slots and moves are strings. Other values are objects with the names of the fields in
Python, or lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.data.checks import (
    adjustment_faults,
    end_faults,
    final_faults,
    result_faults,
    start_faults,
    violation_faults,
)
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    LARGEST_INTEGER,
    Codec,
    Data,
    Faults,
    array,
    choice,
    described,
    integer,
    left_out,
    merged,
    named,
    no_faults,
    optional,
    record,
    text,
    words,
)
from westeros_intrigue.rules import events, history
from westeros_intrigue.rules.cards import DECK, HOUSES, MOST_ICONS, Card, IronThroneCard
from westeros_intrigue.rules.court import WIDEST, Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.points import ADJUSTMENTS
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, Variant
from westeros_intrigue.rules.violations import RULES, Violation, ViolationCode
from westeros_intrigue.text.notation import CARDS_BY_TEXT, SLOTS_BY_TEXT

T = TypeVar("T")

# Looking texts up is faster than parsing them, and a state has hundreds.
_CARD_TEXTS = tuple(CARDS_BY_TEXT)
_SLOT_TEXTS = {slot.cell: text for text, slot in SLOTS_BY_TEXT.items()}
_SLOT_PATTERN = "[a-z](0|-?[1-9][0-9]{0,100})"
_SLOT_TEXT = re.compile(_SLOT_PATTERN)


def _slot(written: str) -> Slot | None:
    near = SLOTS_BY_TEXT.get(written)
    if near is not None or not _SLOT_TEXT.fullmatch(written):
        return near
    try:
        return Slot(ord(written[0]) - ord("a"), int(written[1:]))
    except InvalidValue:
        return None


def _move(written: str) -> Move | None:
    card_text, _, slot_text = written.partition("@")
    card, slot = CARDS_BY_TEXT.get(card_text), _slot(slot_text)
    return None if card is None or slot is None else Move(card, slot)


def _card_text(card: Card) -> str:
    return _CARD_TEXTS[card.index]


def _slot_text(slot: Slot) -> str:
    return _SLOT_TEXTS.get(slot.cell) or str(slot)


def _move_text(move: Move) -> str:
    return f"{_card_text(move.card)}@{_slot_text(move.slot)}"


def _court(cards: dict[Slot, Card], width_limit: int) -> Court:
    try:
        return Court(cards, width_limit)
    except InvalidCourt as error:
        raise DecodingError(("/cards", fault) for fault in error.faults) from None


def _write_court(court: Court) -> Data:
    return {"cards": _write_cards(court), "width_limit": court.width_limit}


def _write_cards(cards: Mapping[Slot, Card]) -> Data:
    return {_slot_text(slot): _card_text(card) for slot, card in cards.items()}


def _read_cards(data: object) -> dict[Slot, Card]:
    if type(data) is not dict:
        raise fault(f"an object is wanted, not {described(data)}")
    lying = {}
    for key, card in data.items():
        slot = SLOT.read(key)
        try:
            lying[slot] = CARD.read(card)
        except DecodingError as error:
            raise error.under(key) from None
    return lying


def kind_of(cls: type) -> str:
    """Return the kind of the values of a class in documents, such as `round-deal`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


def _named(
    cls: type[T], fields: Mapping[str, Codec[Any]], check: Callable[[T], Faults] = no_faults
) -> Codec[T]:
    return named(kind_of(cls), record(cls, fields, check))


HOUSE = named("house", choice(HOUSES))
PHASE = named("phase", choice(Phase))
PLAYERS = named("players", integer(MIN_PLAYERS, MAX_PLAYERS))
PLAYER = named("player", integer(0, MAX_PLAYERS - 1))
CARD_COUNT = named("card-count", integer(0, len(DECK)))
COUNT = named("count", integer(0))
WIDTH_LIMIT = integer(1, WIDEST)

CARD = named("card", text("a card", "^[SLBT][1-9]$", CARDS_BY_TEXT.get, _card_text))
SLOT = named("slot", text("a slot", f"^{_SLOT_PATTERN}$", _slot, _slot_text))
MOVE = named("move", text("a move", f"^[SLBT][1-9]@{_SLOT_PATTERN}$", _move, _move_text))
CARDS = named("cards", array(CARD, most=len(DECK)))
IRON_THRONE_CARD = _named(IronThroneCard, {"value": integer(1, 3), "icons": integer(1, MOST_ICONS)})
THRONE_CARDS = named("iron-throne-cards", array(IRON_THRONE_CARD))
_CARDS_BY_SLOT = Codec(
    _write_cards,
    _read_cards,
    {
        "description": "The cards by their slots, row by row from the bottom left.",
        "type": "object",
        "propertyNames": SLOT.schema,
        "additionalProperties": CARD.schema,
    },
    merged(SLOT, CARD),
)
_COURT = record(_court, {"cards": _CARDS_BY_SLOT, "width_limit": WIDTH_LIMIT})
COURT = named("court", attrs.evolve(_COURT, write=_write_court))


def per_seat(codec: Codec[T]) -> Codec[tuple[T, ...]]:
    """Return the codec of a tuple with one element for each seat."""
    return array(codec, MIN_PLAYERS, MAX_PLAYERS)


_COUNTS = array(COUNT)


def _read_seats(data: object) -> tuple[int, ...]:
    seats = _COUNTS.read(data)
    for index, (one, other) in enumerate(pairwise(seats), start=1):
        if one >= other:
            raise fault(f"seats must ascend, each once: {other} follows {one}", f"/{index}")
    return seats


_SEATS = attrs.evolve(_COUNTS, read=_read_seats, schema={**_COUNTS.schema, "uniqueItems": True})
_VARIANT = record(
    Variant,
    {
        "rounds": optional(COUNT),
        **dict.fromkeys(OPTIONS, BOOLEAN),
        "houses": array(HOUSE),
        "automated": _SEATS,
        "throne_cards": THRONE_CARDS,
        "first_player": optional(COUNT),
        "dead": CARD_COUNT,
    },
)
# A document always has the first eight fields, and a later one only with an unusual value.
_LATER = {field.name: field.default for field in attrs.fields(Variant)[8:]}
VARIANT = named("variant", left_out(_VARIANT, _LATER))
ROUND_DEAL = _named(RoundDeal, {"hands": array(CARDS), "starters": CARDS})
DEAL = _named(Deal, {"rounds": array(ROUND_DEAL), "throne_cards": THRONE_CARDS})
PLACEMENT = _named(history.Placement, {"player": PLAYER, "move": MOVE})
ELIMINATION = _named(
    history.Elimination,
    {"player": PLAYER, "placements_before": CARD_COUNT, "cards_left": CARD_COUNT},
)
ADJUSTMENT = _named(
    history.Adjustment,
    {
        "player": PLAYER,
        "points": integer(min(ADJUSTMENTS.values()), max(ADJUSTMENTS.values())),
        "rule": words(ADJUSTMENTS),
    },
    adjustment_faults,
)
TURNED_OVER = array(array(optional(CARDS)), most=MAX_PLAYERS)
PLACEMENTS = array(PLACEMENT, most=len(DECK))
ELIMINATIONS = array(ELIMINATION, most=MAX_PLAYERS)
_ROUND_RESULT_FIELDS: dict[str, Codec[Any]] = {
    "round_number": integer(1),
    "starting_player": PLAYER,
    "deal": optional(ROUND_DEAL),
    "starters": CARDS,
    "placements": PLACEMENTS,
    "eliminations": ELIMINATIONS,
    "last_placer": PLAYER,
    "throne_card": optional(IRON_THRONE_CARD),
    "cards_left": per_seat(CARD_COUNT),
    "kept": per_seat(optional(CARDS)),
    "adjustments": array(ADJUSTMENT, most=MAX_PLAYERS),
    "penalty_points": per_seat(CARD_COUNT),
    "turned_over": TURNED_OVER,
}
ROUND_RESULT = _named(history.RoundResult, _ROUND_RESULT_FIELDS, result_faults)
SEEN_RESULT = _named(history.RoundResult, _ROUND_RESULT_FIELDS)
"""The codec of a result in a table, which checks its results itself."""
ROUND_START = _named(
    events.RoundStart,
    {
        "round_number": integer(1),
        "starting_player": PLAYER,
        "hand_size": CARD_COUNT,
        "starters": CARDS,
        "hands": per_seat(optional(CARDS)),
    },
    start_faults,
)
TURN_START = _named(events.TurnStart, {"player": PLAYER})
SET_ASIDE = _named(
    events.SetAside, {"player": PLAYER, "cards": optional(array(CARD, 1, len(DECK)))}
)
ROUND_END = _named(
    events.RoundEnd,
    {
        "round_number": integer(1),
        "cards_left": per_seat(CARD_COUNT),
        "adjustments": array(ADJUSTMENT, most=MAX_PLAYERS),
        "penalty_points": per_seat(CARD_COUNT),
        "last_placer": PLAYER,
        "throne_card": optional(IRON_THRONE_CARD),
    },
    end_faults,
)
REVEAL = _named(events.Reveal, {"score_piles": per_seat(THRONE_CARDS)})
FINAL_RESULT = _named(
    history.FinalResult,
    {
        "winners": array(COUNT, 1),
        "totals": array(integer(-LARGEST_INTEGER), 1),
        "ranking": array(array(COUNT, 1), 1),
        "decided_by": choice(history.Decision),
    },
    final_faults,
)
VIOLATION = _named(
    Violation,
    {
        "code": choice(ViolationCode),
        "rule": words(dict.fromkeys(rule for rules in RULES.values() for rule in rules)),
        "house": HOUSE,
        "card": optional(CARD),
        "slot": SLOT,
        "found": array(CARD, most=2),
        "slots": array(SLOT, most=2),
        "player": optional(PLAYER),
        "active_player": optional(PLAYER),
        "width_limit": optional(WIDTH_LIMIT),
        "dictated": optional(MOVE),
    },
    violation_faults,
)
