"""A view as data: the table, which everybody sees, and the player's own cards.

Reading refuses a view that no deal agrees with.
"""

from __future__ import annotations

from typing import Any

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, faults_at
from westeros_intrigue.base.values import unchecked
from westeros_intrigue.data.codecs import Codec, Data
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.objects import record
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.own_cards import own_faults
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.view import View


def _view(**fields: Any) -> View:  # noqa: ANN401 - the fields of a view, read by their codecs
    view = unchecked(View, **fields)
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
    with faults_at():
        check_finished(view.table, view.results)
        check_possible(view.table, view)
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
