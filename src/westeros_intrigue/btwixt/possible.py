"""Checks of a view that comes from outside.

Its parts must name what there is, its agenda must be one of a game, and a world must be drawn from
it that is sound and shows it. The events of its log are not played again, so a view can pass whose
log is of another game than its table.

Rules: info.public, info.memory, round.steps, order.depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import attrs

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.btwixt.allies import AllyMove, Cancel, Discard, Kill, Offer, PutBack, Take
from westeros_intrigue.btwixt.bidding import Land, NextTurn, Turn
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.cards import Ally, Card, Leader
from westeros_intrigue.btwixt.claiming import ClaimCurrent, PlaceAlly, PlaceToken
from westeros_intrigue.btwixt.clues import OWN, has_seen_the_deal
from westeros_intrigue.btwixt.drafting import LeaderCard, PassPacks, Pick
from westeros_intrigue.btwixt.influence import BidCard, OtherLeader, TokenMove
from westeros_intrigue.btwixt.play import legal_moves
from westeros_intrigue.btwixt.questions import Effect, Question
from westeros_intrigue.btwixt.seasons import ROUND, FillRow, StartSeason
from westeros_intrigue.btwixt.soundness import misshapen, unsound
from westeros_intrigue.btwixt.state import View
from westeros_intrigue.btwixt.table import Phase, Step, Table
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.btwixt.views import observe
from westeros_intrigue.btwixt.vocabulary import Ability
from westeros_intrigue.btwixt.worlds import determinize

_SEATS = frozenset(("player", "other", "others", "seat", "leader", "target", "skipped", "ranking"))
_SEATS |= {"seats", "viewers", "first_player", "plays", "shown_hands", "winners"}
_COUNCILS = frozenset(("council", "councils", "bound_council", "to"))
_ALLIES = frozenset(
    ("ally", "allies", "row", "dead", "revealed", "known", "bringer", "looked_at", "put_back")
)


def faults(view: View) -> list[str]:
    """Return why a view cannot be; nothing if a world can be drawn that shows it.

    Whether the events of its log lead to its table is not held against them.
    """
    found = list(misshapen(view.table)) or list(dict.fromkeys(_unknown(view.table, view)))
    if not found and not _fits(view.table):
        found = ["no game has such an agenda"]
    if found := found or list(_sight_faults(view)):
        return found
    try:
        world = determinize(view, random.Random(0))  # noqa: S311 - any world will do
        found = list(unsound(world))
        if not found and observe(world, view.player) != view:
            found = ["the view cannot be: nothing shows it"]
        if not found and bool(legal_moves(world)) == view.is_over:
            found = ["the view cannot be: somebody decides exactly until the game is over"]
    except WesterosIntrigueError as error:
        return [str(error)]
    return found


def _unknown(table: Table, value: Any, name: str = "") -> Iterator[str]:  # noqa: ANN401 - any part
    """Yield what the parts of a value name that the table does not have."""
    if isinstance(value, Box | Variant | Ability):
        return
    if isinstance(value, tuple):
        for part in value:
            yield from _unknown(table, part, name)
    elif attrs.has(type(value)):
        if isinstance(value, Card) and not table.box.holds(value):
            yield f"the box has no card {value.id}"
        for field in attrs.fields(type(value)):
            if field.eq:
                yield from _unknown(table, getattr(value, field.name), field.name)
    elif type(value) is int:
        if name in _SEATS | _COUNCILS and not 0 <= value < table.players:
            yield f"the table has no {'seat' if name in _SEATS else 'council'} {value}"
        elif value < 0 and name not in {"totals", "token_values"}:
            yield f"{name} is not below 0"
    elif type(value) is str and name in _ALLIES:
        entries: tuple[Ally | Leader, ...] = (*table.box.allies, *table.box.leaders)
        if all(entry.id != value for entry in entries):
            yield f"the box has no ally {value}"


def _sight_faults(view: View) -> Iterator[str]:
    """Yield what the viewer cannot have seen of the events, or must have."""
    table = view.table
    last = -1
    for number, event in view.sights:
        at = number - table.logged
        if not (last < at < len(table.log) and view.player in (event.viewers or ())):
            yield "the viewer did not see that event"
            return
        is_shared = event.happening in OWN and event.viewers != (event.player,)
        is_other = event.for_all() != table.log[at]
        if is_shared or is_other or len((*event.cards, *event.allies)) != event.count:
            yield "the viewer saw another event than everybody"
        if any(card.copy for card in event.cards):
            yield "a card of a hand has a number"
        last = at
    if any(event.happening.needs_player and event.player is None for event in table.log):
        yield "an event has no player"
    seen = any(event.happening in OWN for _, event in view.sights)
    if seen and not has_seen_the_deal(view):
        yield "the viewer has not seen their own cards"


def _fits(table: Table) -> bool:
    """Return whether a game can have the agenda of the table."""
    tail = _TAILS[table.phase]
    at = max(0, len(table.agenda) - len(tail))
    head = table.agenda[:at]
    if table.phase is Phase.GAME_OVER or not head:
        return table.phase is Phase.GAME_OVER and not head
    if table.agenda[at:] != tail or not isinstance(head[0], Question):
        return False
    if table.phase is Phase.CHOOSING_LEADERS:
        seats = [seat for seat in table.turn_order if table.leaders[seat] is None]
        return head == tuple(map(LeaderCard, seats))
    if table.phase is Phase.DRAFTING:
        fits = any(table.pack_sizes) and any(
            head == (Pick(seats[0], seats[1:]),)
            for size in range(1, table.players + 1)
            for seats in combinations(table.turn_order, size)
        )
    elif table.phase is Phase.BIDDING:
        fits = _fits_a_bid(table, head)
    else:
        fits = table.played is None and all(
            isinstance(step, _CLAIMING) and _names_what_there_is(table, step) for step in head
        )
    return fits and None not in table.leaders


_TAILS: dict[Phase, tuple[Step, ...]] = {
    Phase.CHOOSING_LEADERS: (StartSeason(),),
    Phase.DRAFTING: (PassPacks(), FillRow(), *ROUND),
    Phase.BIDDING: ROUND[1:],
    Phase.CLAIMING: ROUND[2:],
    Phase.GAME_OVER: (),
}
"""The end of the agenda in each phase."""


def _fits_a_bid(table: Table, head: tuple[Step, ...]) -> bool:
    """Return whether somebody has a turn, or a card is being played and then somebody has one."""
    match head:
        case (Turn(seat=seat),):
            return table.played is None and not table.knelt[seat]
        case (*asked, Land(card=card), NextTurn() | Turn() as following):
            return (
                card == table.played
                and not (isinstance(following, Turn) and table.knelt[following.seat])
                and all(isinstance(step, _ON_PLAY) for step in asked)
                and all(_names_what_there_is(table, step) for step in asked)
            )
    return False


_ON_PLAY = (BidCard, TokenMove, OtherLeader, Take, Kill, PutBack, PlaceToken, Effect)
_CLAIMING = (*_ON_PLAY, AllyMove, Discard, Offer, Cancel, PlaceAlly, ClaimCurrent)


def _names_what_there_is(table: Table, step: Step) -> bool:
    """Return whether the abilities and allies of a step are those of the box and the table."""
    ability = getattr(step, "ability", None)
    if ability is not None:
        names = (getattr(getattr(step, "card", None), "id", ""), getattr(step, "ally", None) or "")
        if all(ability not in table.box.abilities(name, ability.timing) for name in names):
            return False
    if isinstance(step, Offer | Cancel) and step.leader == step.seat:
        return False
    if isinstance(step, PlaceAlly):
        return any(each.ally == step.ally for each in table.current)
    winner = None if table.bid is None else table.bid.winner
    return not isinstance(step, ClaimCurrent) or step.seat == winner
