"""Step 3 of a round: the bid is decided, the ally is claimed and placed, the winner gains a token.

Rules: claim.total, claim.winner, claim.ranking, claim.fixed, claim.sequence, claim.placement,
claim.filter, claim.when-claimed, claim.extra, claim.killed, token.win, token.gain, token.empty,
card.strings, card.strings.piles, card.strings.tokens, precedence.placement, order.piles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from westeros_intrigue.btwixt.moves import Choose, Move
from westeros_intrigue.btwixt.questions import Known, Question, Reason, at_most_one, decider
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Bid, DecisionKind, Phase, Step, Table, Task, given
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Ability, Operation, Side, Timing
from westeros_intrigue.btwixt.zones import on_table, place_token, push, replaced


def decide_bid(state: GameState, _step: Step) -> GameState:
    """Read totals, ranking and bound council once, and put the rest of the step on the agenda."""
    table = state.table
    totals = tuple(sum(table.box.entry(card).value or 0 for card in pile) for pile in table.piles)
    order = table.turn_order
    ranking = tuple(sorted(order, key=lambda seat: (-totals[seat], order.index(seat))))
    bid = Bid(totals, ranking, _bound_council(table, ranking[0]))
    effects = [
        Step(Task.EFFECT, card=card, ability=ability)
        for seat in order
        for card in table.piles[seat]
        for ability in table.box.abilities(card)
        if ability.timing is Timing.AFTER_BID
    ]
    state = on_table(state, phase=Phase.CLAIMING, bid=bid)
    token = Step(Task.GAIN_TOKEN, seat=bid.winner)
    return push(state, *effects, Step(Task.CLAIM_CURRENT), token, Step(Task.CLEAN_UP))


def _bound_council(table: Table, winner: int) -> int | None:
    left, right = winner, (winner - 1) % table.players
    on_left = _strings(table, (winner + 1) % table.players)
    on_right = _strings(table, (winner - 1) % table.players)
    if on_left == on_right:
        return None
    return left if on_left > on_right else right


def _strings(table: Table, seat: int) -> int:
    return sum(
        ability.do is Operation.PLACE_SHARED
        for card in table.piles[seat]
        for ability in table.box.abilities(card)
    )


def claim_current(state: GameState, step: Step) -> GameState:
    """Let the winner claim the current allies, the one that came first in front."""
    if not state.table.current:
        return state
    ally = state.table.current[0].ally
    return push(state, Step(Task.CLAIM, seat=given(state.table.bid).winner, ally=ally), step)


def claim(state: GameState, step: Step) -> GameState:
    """Claim an ally: place it, then resolve what it does when claimed."""
    ally = given(step.ally)
    effects = [
        Step(Task.EFFECT, seat=step.seat, ally=ally, ability=ability)
        for ability in state.table.box.ally_abilities(ally)
        if ability.timing is Timing.WHEN_CLAIMED
    ]
    return push(state, attrs.evolve(step, kind=DecisionKind.PLACE_ALLY), *effects)


def gain_token(state: GameState, step: Step) -> GameState:
    """Let a leader place a token of the supply, if there is one."""
    if not state.table.supply:
        return state
    return push(state, Step(DecisionKind.PLACE_TOKEN, seat=step.seat))


def _filters(table: Table, step: Step) -> Iterator[tuple[str, set[int]]]:
    """Yield what tells where to place an ally, first what beats the others.

    Rules: claim.filter, precedence.card, precedence.ally, precedence.placement.
    """
    ally = given(step.ally)
    for ability in table.box.ally_abilities(ally):
        if ability.timing is Timing.PLACEMENT:
            name = table.box.ally(ally).name
            yield f"the ability of {name}", set(_own_placement(table, decider(step), ability))
    if step.council is not None and step.bringer is not None:
        yield f"the ability of {table.box.ally(step.bringer).name}", {step.council}
    current = next(current for current in table.current if current.ally == ally)
    if table.bid is not None and table.bid.bound_council is not None and not current.extra:
        yield "what the neighbours played", {table.bid.bound_council}


def _own_placement(table: Table, seat: int, ability: Ability) -> Iterator[int]:
    councils = councils_of(seat, table.players)
    if ability.do is Operation.PLACE_SIDE:
        yield seat if ability.side is Side.LEFT else (seat - 1) % table.players
        return
    allies = [
        (table.box.ally(ally), council)
        for council in councils
        for ally in table.councils[council].allies
    ]
    highest = max((ally.power or 0 for ally, _ in allies), default=0)
    for ally, council in allies:
        if ability.do is Operation.PLACE_WITH_HIGHEST and (ally.power or 0) == highest:
            yield council
        if ability.do is Operation.PLACE_WITH and ally.name == ability.ally:
            yield council


def _left(table: Table, step: Step) -> tuple[tuple[int, ...], str]:
    """The councils that are left for an ally, and what left out another if something did."""
    councils: tuple[int, ...] = councils_of(decider(step), table.players)
    by = ""
    for source, allowed in _filters(table, step):
        kept = tuple(council for council in councils if council in allowed)
        if kept and kept != councils:
            councils, by = kept, source
    return councils, by


def _ally_options(known: Known, step: Step) -> Iterator[Move]:
    for council in _left(known.table, step)[0]:
        yield Choose(council=council)


def _token_councils(table: Table, step: Step) -> tuple[tuple[int, ...], str]:
    """The councils where a token may go, and what left out another if something did."""
    bid = table.bid
    if bid is not None and bid.winner == step.seat and bid.bound_council is not None:
        return (bid.bound_council,), "what the neighbours played"
    return councils_of(decider(step), table.players), ""


def _token_options(known: Known, step: Step) -> Iterator[Move]:
    for council in _token_councils(known.table, step)[0]:
        yield Choose(council=council)


def _ally_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    return _reasons(known.table, step, move, _left(known.table, step))


def _token_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    return _reasons(known.table, step, move, _token_councils(known.table, step))


def _reasons(
    table: Table, step: Step, move: Choose, allowed: tuple[tuple[int, ...], str]
) -> Iterator[Reason]:
    councils, source = allowed
    own = councils_of(decider(step), table.players)
    remedy = "Choose " + " or ".join(f"c{council}" for council in councils)
    if move.council not in own:
        found = f"council {move.council} is not one of seat {step.seat}'s"
        yield ViolationCode.NOT_YOUR_COUNCIL, found, remedy
    elif move.council not in councils:
        yield ViolationCode.COUNCIL_EXCLUDED, f"{source} leaves it out", remedy


def _place_ally(state: GameState, step: Step, move: Choose) -> GameState:
    council = given(move.council)
    table = state.table
    placed = next(current for current in table.current if current.ally == given(step.ally))
    there = table.councils[council]
    joined = attrs.evolve(
        there, allies=(*there.allies, placed.ally), tokens=there.tokens + placed.tokens
    )
    return on_table(
        state,
        current=tuple(current for current in table.current if current is not placed),
        councils=replaced(table.councils, council, joined),
    )


def _place_token(state: GameState, _step: Step, move: Choose) -> GameState:
    return place_token(state, given(move.council))


TASKS: dict[Task, Callable[[GameState, Step], GameState]] = {
    Task.DECIDE_BID: decide_bid,
    Task.CLAIM_CURRENT: claim_current,
    Task.CLAIM: claim,
    Task.GAIN_TOKEN: gain_token,
}
QUESTIONS = {
    DecisionKind.PLACE_ALLY: Question(
        asked="the ally is to be placed in a council",
        remedy="Choose the council",
        moves=(Choose,),
        fields=("council",),
        options=_ally_options,
        reasons=_ally_reasons,
        answer=_place_ally,
        is_forced=at_most_one(_ally_options),
    ),
    DecisionKind.PLACE_TOKEN: Question(
        asked="the token is to be placed in a council",
        remedy="Choose the council",
        moves=(Choose,),
        fields=("council",),
        options=_token_options,
        reasons=_token_reasons,
        answer=_place_token,
        is_forced=at_most_one(_token_options),
    ),
}
