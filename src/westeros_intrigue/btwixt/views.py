"""The view of one leader.

Rules: info.public, info.hand, info.tokens, info.ally-deck, info.discard, info.returned, info.taken,
info.draft, info.set-aside, info.memory.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.btwixt.allies import LookingQuestion, Take
from westeros_intrigue.btwixt.events import Event
from westeros_intrigue.btwixt.state import GameState, Position, Sights, View


def observe(state: GameState, player: int | None) -> View:
    """Return what a seat, from 0, may know, or a spectator if `player` is None.

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
    player = check_integer("player", player, 0, state.players - 1)
    table = state.table
    step = table.agenda[0] if table.agenda else None
    looks = isinstance(step, LookingQuestion) and step.seat == player
    shown = {each.target for each in table.lasting if each.leader == player}
    if isinstance(step, Take) and step.seat == player:
        shown.add(step.leader)
    others = [(seat, hand) for seat, hand in enumerate(state.hands) if seat in shown - {player}]
    return View(
        player=player,
        table=table,
        hand=state.hands[player],
        pack=state.packs[player],
        aside=state.asides[player],
        shown_hands=tuple(others),
        looked_at=state.looked_at if looks else (),
        put_back=state.put_back if looks else (),
        blocks=state.blocks[player],
        common_blocks=common,
        sights=_seen_by(player, state.sights),
        answer=dict(state.answers).get(player),
        past_sights=_seen_by(player, state.past_sights),
    )


def _seen_by(player: int, sights: Sights) -> Sights:
    return tuple([sight for sight in sights if player in (sight[1].viewers or ())])


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
