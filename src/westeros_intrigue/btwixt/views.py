"""What one leader may know of a game.

Rules: info.public, info.hand, info.tokens, info.ally-deck, info.discard, info.returned, info.taken,
info.draft, info.set-aside, info.memory.
"""

from __future__ import annotations

from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import DecisionKind
from westeros_intrigue.btwixt.zones import hand_viewers


def observe(state: GameState, player: int | None) -> View:
    """Return what a seat may know, or a spectator if `player` is None.

    >>> from westeros_intrigue.btwixt import setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 1)
    >>> len(view.hand), view.hand_sizes
    (10, (10, 10, 10))

    Raises:
        WrongType: an argument is of another type.
        InvalidValue: there is no such seat.

    Rules: info.public, info.hand, info.memory.
    """
    check_type("state", state, GameState)
    if player is None:
        common = state.memories[-1]
        return View(None, state.table, (), (), (), (), (), (), common, common)
    check_integer("player", player, 0, state.players - 1)
    looks = _looks(state, player)
    return View(
        player=player,
        table=state.table,
        hand=state.hands[player],
        pack=state.packs[player],
        aside=state.asides[player],
        shown_hands=_shown_hands(state, player),
        looked_at=state.looked_at if looks else (),
        put_back=state.put_back if looks else (),
        memory=state.memories[player],
        common=state.memories[-1],
    )


def _looks(state: GameState, player: int) -> bool:
    agenda = state.table.agenda
    return bool(
        agenda
        and agenda[0].kind in {DecisionKind.KILL, DecisionKind.RETURN}
        and agenda[0].seat == player
    )


def _shown_hands(state: GameState, player: int) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    table = state.table
    shown = {seat for seat in range(table.players) if player in hand_viewers(table, seat)}
    if table.agenda and table.agenda[0].kind is DecisionKind.TAKE:
        taking = table.agenda[0]
        if taking.seat == player and taking.other is not None:
            shown.add(taking.other)
    return tuple((seat, state.hands[seat]) for seat in sorted(shown - {player}))
