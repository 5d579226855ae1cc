"""The codecs of the values of the game.

Cards, slots and moves are strings. Other values are objects with the names of the fields in
Python, or lists; their codecs are derived from the annotations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault, faults_at
from westeros_intrigue.base.results import Criterion, FinalResult
from westeros_intrigue.data.checks import (
    adjustment_faults,
    end_faults,
    final_faults,
    result_faults,
    start_faults,
    violation_faults,
)
from westeros_intrigue.data.codecs import Codec, Data, described, merged, named, text
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.objects import record, remembered
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.events import RoundEnd, RoundStart
from westeros_intrigue.rules.history import Adjustment, Decision, RoundResult
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.text.notation import CARDS_BY_TEXT, SLOTS_BY_TEXT, written_move

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
    if near := written_move(written):
        return near
    card_text, _, slot_text = written.partition("@")
    card, slot = CARDS_BY_TEXT.get(card_text), _slot(slot_text)
    return None if card is None or slot is None else Move(card, slot)


def _card_text(card: Card) -> str:
    return _CARD_TEXTS[card.index]


def _slot_text(slot: Slot) -> str:
    return _SLOT_TEXTS.get(slot.cell) or str(slot)


def _move_text(move: Move) -> str:
    slot = move.slot
    return f"{_CARD_TEXTS[move.card.index]}@{_SLOT_TEXTS.get(slot.cell) or slot}"


def _court(cards: dict[Slot, Card], width_limit: int) -> Court:
    try:
        return Court(cards, width_limit)
    except InvalidCourt as error:
        raise DecodingError(("/cards", fault) for fault in error.faults) from None


def _write_court(court: Court) -> Data:
    return {"cards": _write_cards(court), "width_limit": court.width_limit}


def _write_cards(cards: Mapping[Slot, Card]) -> Data:
    return {
        _SLOT_TEXTS.get(slot.cell) or str(slot): _CARD_TEXTS[card.index]
        for slot, card in cards.items()
    }


def _read_cards(data: object) -> dict[Slot, Card]:
    if type(data) is not dict:
        raise fault(f"expected an object, not {described(data)}")
    lying = {}
    for key, card in data.items():
        slot = SLOT.read(key)
        with faults_at(key):
            lying[slot] = CARD.read(card)
    return lying


CARD = named("card", text("a card", "^[SLBT][1-9]$", CARDS_BY_TEXT.get, _card_text))
SLOT = named("slot", text("a slot", f"^{_SLOT_PATTERN}$", _slot, _slot_text))
MOVE = named("move", text("a move", f"^[SLBT][1-9]@{_SLOT_PATTERN}$", _move, _move_text))
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


def _court_codec(codecs: Codecs) -> Codec[Court]:
    limit = codecs.fields(Court, ["width_limit"])
    codec = record(_court, {"cards": _CARDS_BY_SLOT, **limit})
    return named("court", attrs.evolve(codec, write=_write_court))


UNCHECKED = Codecs(
    {
        Card: CARD,
        Slot: SLOT,
        Move: MOVE,
        Court: _court_codec,
        Criterion: lambda codecs: codecs.codec_for(Decision),
        Variant: lambda codecs: remembered(named("variant", codecs.record(Variant))),
    }
)
"""The codecs of the values of the game, which check each field separately."""
CODECS = UNCHECKED.checking(
    {
        Adjustment: adjustment_faults,
        RoundResult: result_faults,
        RoundStart: start_faults,
        RoundEnd: end_faults,
        FinalResult: final_faults,
        Violation: violation_faults,
    }
)
"""The codecs of the values of the game, which also check that the fields fit together."""
