"""The view of one leader.

Rules: info.public, info.hand, info.tokens, info.ally-deck, info.discard, info.returned, info.taken,
info.draft, info.set-aside, info.memory.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.btwixt.allies import LookingQuestion, Take
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.events import Event
from westeros_intrigue.btwixt.state import GameState, Position, Sights, View


def observe(state: GameState, player: int | None) -> View:
    """Return what a seat may know, or a spectator if `player` is None.

    >>> from westeros_intrigue.btwixt import setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 1)
    >>> len(view.hand), view.hand_sizes
    (10, (10, 10, 10))

    Raises:
        InvalidValue: the seat does not exist.

    Rules: info.public, info.hand, info.memory.
    """
    check_type("state", state, GameState)
    common = state.blocks[-1]
    if player is None:
        return View(None, state.table, (), (), (), (), (), (), common, common, ())
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
        blocks=state.blocks[player],
        common_blocks=common,
        sights=_seen_by(player, state.sights),
        answer=dict(state.answers).get(player),
        past_sights=_seen_by(player, state.past_sights),
    )


def _seen_by(player: int, sights: Sights) -> Sights:
    return tuple([sight for sight in sights if sight[1].viewers and player in sight[1].viewers])


def _looks(state: GameState, player: int) -> bool:
    agenda = state.table.agenda
    return bool(agenda and isinstance(agenda[0], LookingQuestion) and agenda[0].seat == player)


def _shown_hands(state: GameState, player: int) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    table = state.table
    watched = (each.target for each in table.lasting if each.leader == player)
    shown = {seat for seat in watched if seat is not None and seat != player}
    if table.agenda and isinstance(table.agenda[0], Take) and table.agenda[0].seat == player:
        shown.add(table.agenda[0].leader)
    return tuple((seat, state.hands[seat]) for seat in sorted(shown))


def events(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what happened from one position of a game to a later one, in order.

    Between two states every event is complete, and names those who may see it; `sentence` leaves
    out what its viewer may not know. Between two views of a seat it is what that seat saw.

    >>> from westeros_intrigue.btwixt import apply, parse_move, sentence, setup
    >>> before = setup(3, seed=1)
    >>> after = apply(before, parse_move("leader jon-snow"))
    >>> [sentence(event, None) for event in events(before, after)]
    ['player 0 leads as jon-snow']

    Args:
        before: a state or a view.
        after: a later state of the game, or a later view of the same seat.

    Raises:
        InvalidValue: they are not of one game, not in this order, or views of two seats; or
            `after` was read from a document, which has the events of its season alone.
        WrongType: an argument is neither a state nor a view, or they are not of one class.

    Rules: info.public, info.memory.
    """
    if not isinstance(before, GameState | View) or type(before) is not type(after):
        raise WrongType("before and after must be two states, or two views")
    if isinstance(before, View) and isinstance(after, View) and before.player != after.player:
        raise InvalidValue("the views are of two seats")
    start = before.table.logged + len(before.table.log)
    table = after.table
    first = table.logged - len(table.past)
    end = table.logged + len(table.log)
    if not first <= start <= end or before.table.box is not after.table.box:
        raise InvalidValue("the second position does not come after the first, or lacks its events")
    found = [*table.past, *table.log][start - first :]
    for number, event in (*after.past_sights, *after.sights):
        if start <= number < end:
            found[number - start] = event
    return tuple(found)
