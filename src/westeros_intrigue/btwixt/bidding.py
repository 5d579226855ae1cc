"""Step 2 of a round: leaders take turns, each playing a card or kneeling.

Rules: bid.order, bid.turn, bid.kneel, bid.resolve, bid.between, bid.later, bid.pile, ally.jaime,
ally.arianne, card.silence, decision.forced, decision.asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.moves import Kneel, Move, Play, Skip
from westeros_intrigue.btwixt.questions import Known, Question, Reason, decider
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Current, DecisionKind, Phase, Step, Table, Task, given
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Operation, Timing
from westeros_intrigue.btwixt.zones import (
    add_to_pile,
    join_hand,
    leave_hand,
    on_table,
    push,
    replaced,
    top_ally,
)


def reveal(state: GameState, _step: Step) -> GameState:
    """Turn up the current ally, and let the leaders play.

    Rules: round.reveal, round.no-ally, row.current.
    """
    ally: str | None = None
    if state.table.row:
        ally, *rest = state.table.row
        state = on_table(state, row=tuple(rest))
    elif state.ally_deck:
        state, ally = top_ally(state)
    current = () if ally is None else (Current(ally),)
    state = on_table(state, phase=Phase.BIDDING, revealed=ally, current=current)
    first = Step(Task.NEXT_TURN, seat=state.table.first_player)
    return push(state, first, Step(Task.DECIDE_BID))


def next_turn(state: GameState, step: Step) -> GameState:
    """Ask the next leader who stands, from the step's seat on; nobody if all have knelt."""
    table = state.table
    for distance in range(table.players):
        seat = (decider(step) + distance) % table.players
        if not table.knelt[seat]:
            return push(state, Step(DecisionKind.TURN, seat=seat, count=_limit(table, seat)))
    return state


def land(state: GameState, step: Step) -> GameState:
    """Let the card that was played join a pile."""
    return add_to_pile(on_table(state, played=None), decider(step), given(step.card))


def kneel(state: GameState, seat: int) -> GameState:
    """Let a leader kneel, who may have to take back the pile (rule ally.arianne)."""
    table = state.table
    state = on_table(state, knelt=replaced(table.knelt, seat, value=True), skipped=())
    pile = table.piles[seat]
    taking = [ally for ally in table.this_round(Operation.TAKE_BACK_PILE) if not ally.spent]
    if not pile or not taking:
        return state
    current = tuple(
        Current(ally.ally, ally.tokens, ally.extra, spent=True) if ally in taking else ally
        for ally in table.current
    )
    state = on_table(state, current=current, piles=replaced(table.piles, seat, ()))
    return join_hand(state, seat, pile)


def _limit(table: Table, seat: int) -> int | None:
    """The most cards that the leader may play in a turn that ends kneeling; None if it does not.

    Where two abilities differ the narrower wins (rule precedence.cannot).
    """
    limits = [
        lasting.cards
        for lasting in table.lasting
        if lasting.leader == seat and lasting.cards is not None
    ]
    return min(limits, default=None)


def _may_skip(table: Table, step: Step) -> bool:
    seat = decider(step)
    if step.begun or _limit(table, seat) is None:
        return False
    return any(
        not knelt and other != seat and other not in table.skipped
        for other, knelt in enumerate(table.knelt)
    )


def _copies_forbidden(table: Table) -> bool:
    return bool(table.this_round(Operation.NO_COPIES))


def _in_a_pile(table: Table, card: Card) -> bool:
    """Whether a copy of a card lies in a pile (rule effect.copy)."""
    return any(other.id == card.id for pile in table.piles for other in pile)


def _may_play(step: Step) -> bool:
    return step.count != 0


def _options(known: Known, step: Step) -> Iterator[Move]:
    if _may_play(step):
        forbidden = _copies_forbidden(known.table)
        for card in known.hand:
            if not (forbidden and _in_a_pile(known.table, card)):
                yield Play(card)
    yield Kneel()
    if _may_skip(known.table, step):
        yield Skip()


def _reasons(known: Known, step: Step, move: Play | Kneel | Skip) -> Iterator[Reason]:
    if isinstance(move, Play):
        seat = decider(step)
        if move.card not in known.hand:
            found = f"seat {seat} does not hold the card"
            yield ViolationCode.CARD_NOT_IN_HAND, found, "Play a card of the hand, or kneel"
        if _copies_forbidden(known.table) and _in_a_pile(known.table, move.card):
            found = "a copy of it lies in a pile, and a current ally forbids copies"
            yield ViolationCode.COPY_IN_A_PILE, found, "Play another card, or kneel"
    elif isinstance(move, Skip) and not _may_skip(known.table, step):
        yield ViolationCode.MAY_NOT_SKIP, *_no_skip(known.table, step)


def _no_skip(table: Table, step: Step) -> tuple[str, str]:
    if _limit(table, decider(step)) is None:
        return "no card lets this leader skip turns", "Play a card, or kneel"
    if step.begun:
        return "a card has been played in this turn", "Play another, or kneel"
    return "every other leader who stands has skipped", "Play a card, or kneel"


def _answer(state: GameState, step: Step, move: Play | Kneel | Skip) -> GameState:
    seat = decider(step)
    after = Step(Task.NEXT_TURN, seat=(seat + 1) % state.table.players)
    if isinstance(move, Skip):
        state = on_table(state, skipped=(*state.table.skipped, seat))
        return push(state, after)
    if isinstance(move, Kneel):
        return kneel(push(state, after), seat)
    if step.count is not None:
        after = Step(DecisionKind.TURN, seat=seat, count=step.count - 1, begun=True)
    return _played(push(state, after), seat, move.card)


def _played(state: GameState, seat: int, card: Card) -> GameState:
    state = leave_hand(state, seat, (card,))
    state = on_table(state, played=card, skipped=(), plays=(*state.table.plays, (seat, card)))
    effects = [
        Step(Task.EFFECT, seat=seat, card=card, ability=ability)
        for ability in state.table.box.abilities(card)
        if ability.timing is Timing.ON_PLAY
    ]
    return push(state, *effects, Step(Task.LAND, seat=seat, card=card))


def _is_forced(known: Known, step: Step) -> bool:
    empty = not known.table.hand_sizes[decider(step)] or not _may_play(step)
    return empty and not _may_skip(known.table, step)


TURN = Question(
    asked="a card is to be played, unless the leader kneels",
    remedy="Play a card of the hand, or kneel",
    moves=(Play, Kneel, Skip),
    options=_options,
    reasons=_reasons,
    answer=_answer,
    is_forced=_is_forced,
)

TASKS: dict[Task, Callable[[GameState, Step], GameState]] = {
    Task.REVEAL: reveal,
    Task.NEXT_TURN: next_turn,
    Task.LAND: land,
}
QUESTIONS = {DecisionKind.TURN: TURN}
