"""A view as data: the table, which everybody sees, and the player's own cards.

Reading refuses a view that no deal agrees with.
"""

from __future__ import annotations

from typing import Any

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.data.codecs import Codec, array, optional, record
from westeros_intrigue.data.tables import TABLE
from westeros_intrigue.data.values import CARDS, PLAYER, THRONE_CARDS
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.own_cards import own_faults
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.view import View


def _view(**fields: Any) -> View:  # noqa: ANN401 - the fields of VIEW, read by their codecs
    view = View._seen(**fields)
    faults = list(own_faults(view))
    hands: list[tuple[str, tuple[Card, ...] | None]] = [("/hand", view.hand)]
    hands += [(f"/kept/{index}", cards) for index, cards in enumerate(view.kept)]
    for path, cards in hands:
        if cards is None:
            faults.append((path, "the player has seen these cards"))
        elif list(cards) != sorted(cards):
            faults.append((path, "the cards of a hand must be sorted by house and number"))
    if faults:
        raise DecodingError(faults)
    try:
        check_finished(view.table, view.results)
        check_possible(view.table, view)
    except InvalidValue as error:
        raise fault(str(error)) from None
    return view


VIEW: Codec[View] = record(
    _view,
    {
        "player": optional(PLAYER),
        "hand": CARDS,
        "score_pile": THRONE_CARDS,
        "kept": array(optional(CARDS)),
        "table": TABLE,
    },
)
"""The codec of a view."""
