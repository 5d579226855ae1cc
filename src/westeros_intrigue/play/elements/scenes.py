"""Scenes of the card game for `<westeros-court>`, as a server sends them."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence

from westeros_intrigue import House, View, legal_moves
from westeros_intrigue.documents import to_data
from westeros_intrigue.drawing.scene import check_names
from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.codecs import Data


def court_scene(view: View, names: Sequence[str] = ()) -> dict[str, Data]:
    """Return the scene of a view for the element `<westeros-court>`, as JSON data.

    The element shows the court and the viewer's hand, offers the legal moves, and marks the houses
    that fit in a place. The data contain nothing that the view does not.

    >>> from westeros_intrigue import observe, setup
    >>> scene = court_scene(observe(setup(2, seed=1), 0), ["Ada", "Ben"])
    >>> [*scene], scene["moves"][0], scene["seats"]
    (['view', 'moves', 'takes', 'seats'], 'S5@a0', [{'name': 'Ada'}, {'name': 'Ben'}])

    Args:
        view: the view of the person who looks at the element, or the public one.
        names: the names of the players; without them, they are called by their numbers.

    Raises:
        WrongType: `view` is not a View.
        InvalidValue: the number of names is not that of the players.
    """
    values.check_type("view", view, View)
    called = check_names(names, view.players) or [f"Player {seat}" for seat in range(view.players)]
    return {
        "view": to_data(view),
        "moves": [str(move) for move in legal_moves(view)],
        "takes": [[str(slot) for slot in view.court.open_slots(house)] for house in House],
        "seats": [{"name": name} for name in called],
    }
