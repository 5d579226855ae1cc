"""The questions that allies ask once they are claimed.

Rules: effect.must, ally.robb, ally.varys, ally.looks, order.several, row.look, row.safe,
effect.kill, decision.forced, decision.asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.moves import Choose, Decline, Move
from westeros_intrigue.btwixt.questions import (
    Known,
    Question,
    Reason,
    ability_of,
    at_most_one,
    decider,
)
from westeros_intrigue.btwixt.ring import councils_of
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, Step, Table, given
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.zones import (
    bury,
    discard_from_hand,
    kill_in_council,
    move_ally,
    on_table,
    push,
    remember,
    take_unseen,
    with_parts,
)


def _movable(table: Table, step: Step) -> tuple[str, ...]:
    here = table.council_of(step.ally)
    if here is None:
        return ()
    other = next(
        council for council in councils_of(decider(step), table.players) if council != here
    )
    return table.councils[other].allies


def _move_options(known: Known, step: Step) -> Iterator[Move]:
    for ally in _movable(known.table, step):
        yield Choose(ally=ally)


def _move_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    if move.ally not in _movable(known.table, step):
        found = "the ally is not in the leader's other council"
        yield ViolationCode.ALLY_NOT_THERE, found, "Choose an ally that lies there"


def _move(state: GameState, step: Step, move: Choose) -> GameState:
    council = given(state.table.council_of(step.ally))
    return move_ally(state, given(move.ally), council)


def _take_options(known: Known, _step: Step) -> Iterator[Move]:
    for card in known.other_hand:
        yield Choose(card=card)


def _take_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    if move.card not in known.other_hand:
        found = f"seat {step.other} does not hold the card"
        yield ViolationCode.CARD_NOT_THERE, found, "Choose a card of the hand that is shown"


def _take(state: GameState, step: Step, move: Choose) -> GameState:
    return take_unseen(state, decider(step), given(step.other), given(move.card))


def _looked_options(known: Known, step: Step) -> Iterator[Move]:
    if step.count != 0:
        for ally in known.looked_at:
            yield Choose(ally=ally)


def _looked_reasons(known: Known, _step: Step, move: Choose) -> Iterator[Reason]:
    if move.ally not in known.looked_at:
        found = "the ally is not one of those looked at"
        yield ViolationCode.ALLY_NOT_THERE, found, "Choose one of them"


def _look_away(state: GameState, ally: str) -> GameState:
    left = tuple(other for other in state.looked_at if other != ally)
    return on_table(with_parts(state, looked_at=left), looked_at=len(left))


def _kill(state: GameState, step: Step, move: Choose) -> GameState:
    ally = given(move.ally)
    state = bury(_look_away(state, ally), ally)
    state = remember(state, lambda _, known: known.revealed(ally))
    return push(state, attrs.evolve(step, count=given(step.count) - 1))


def _put_back(state: GameState, step: Step, move: Choose) -> GameState:
    ally = given(move.ally)
    put_back = (*state.put_back, ally)
    state = with_parts(_look_away(state, ally), put_back=put_back)
    if state.looked_at:
        return push(on_table(state, put_back=len(put_back)), step)
    state = on_table(with_parts(state, put_back=()), put_back=0)
    if state.table.variant.revealed_allies:
        state = on_table(state, row=put_back + state.table.row)
        return remember(state, lambda _, known: known.all_revealed(put_back))
    deck = put_back + state.ally_deck
    state = on_table(with_parts(state, ally_deck=deck), ally_deck_size=len(deck))
    return remember(
        state,
        lambda viewer, known: known.known_top(put_back) if viewer == step.seat else known,
    )


def _discard_options(known: Known, _step: Step) -> Iterator[Move]:
    for card in known.hand:
        yield Choose(card=card)


def _not_in_hand(known: Known, step: Step, card: Card | None) -> Iterator[Reason]:
    if card not in known.hand:
        found = f"seat {step.seat} does not hold the card"
        yield ViolationCode.CARD_NOT_IN_HAND, found, "Choose a card of the hand"


def _discard_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    yield from _not_in_hand(known, step, move.card)


def _discard(state: GameState, step: Step, move: Choose) -> GameState:
    count = given(step.count)
    state = discard_from_hand(state, decider(step), (given(move.card),))
    if count > 1:
        state = push(state, attrs.evolve(step, count=count - 1))
    return state


def _titled(table: Table, step: Step, card: Card) -> bool:
    return table.box.entry(card).title == ability_of(step).title


def _offer_options(known: Known, step: Step) -> Iterator[Move]:
    for card in known.hand:
        if _titled(known.table, step, card):
            yield Choose(card=card)
    yield Decline()


def _offer_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    yield from _not_in_hand(known, step, move.card)
    card = given(move.card)
    if known.table.box.holds(card) and not _titled(known.table, step, card):
        title = ability_of(step).title
        found = f"its title is not {title}"
        yield ViolationCode.NOT_THAT_TITLE, found, f"Choose a card titled {title}, or decline"


def _offer(state: GameState, step: Step, move: Choose | Decline) -> GameState:
    seat = decider(step)
    if isinstance(move, Choose) and move.card is not None:
        state = discard_from_hand(state, seat, (move.card,))
        cancel = attrs.evolve(step, kind=DecisionKind.CANCEL, seat=step.other, other=seat, seats=())
        return push(state, cancel)
    if not step.seats:
        return state
    return push(state, attrs.evolve(step, seat=step.seats[0], seats=step.seats[1:]))


def _cancel(state: GameState, step: Step, move: Choose | Decline) -> GameState:
    if isinstance(move, Choose) and move.card is not None:
        return discard_from_hand(state, decider(step), (move.card,))
    return kill_in_council(state, given(step.ally))


def _is_empty_handed(known: Known, step: Step) -> bool:
    return not known.table.hand_sizes[decider(step)]


def _always(_step: Step) -> bool:
    return True


QUESTIONS = {
    DecisionKind.ALLY_MOVE: Question(
        asked="an ally of the other council is to be chosen",
        remedy="Choose the ally",
        moves=(Choose,),
        fields=("ally",),
        options=_move_options,
        reasons=_move_reasons,
        answer=_move,
        is_forced=at_most_one(_move_options),
    ),
    DecisionKind.TAKE: Question(
        asked="a card of the hand that is shown is to be taken",
        remedy="Choose the card",
        moves=(Choose,),
        fields=("card",),
        options=_take_options,
        reasons=_take_reasons,
        answer=_take,
        is_forced=lambda known, step: known.table.hand_sizes[step.other or 0] < 2,
    ),
    DecisionKind.KILL: Question(
        asked="one of the allies looked at is to be killed",
        remedy="Choose the ally",
        moves=(Choose,),
        fields=("ally",),
        options=_looked_options,
        reasons=_looked_reasons,
        answer=_kill,
        is_forced=lambda known, step: not 0 < (step.count or 0) < known.table.looked_at,
    ),
    DecisionKind.RETURN: Question(
        asked="the allies looked at are to be put back, the topmost first",
        remedy="Choose the next",
        moves=(Choose,),
        fields=("ally",),
        options=_looked_options,
        reasons=_looked_reasons,
        answer=_put_back,
        is_forced=lambda known, _step: known.table.looked_at < 2,
    ),
    DecisionKind.DISCARD: Question(
        asked="a card of the hand is to be discarded",
        remedy="Choose the card",
        moves=(Choose,),
        fields=("card",),
        options=_discard_options,
        reasons=_discard_reasons,
        answer=_discard,
        is_forced=lambda known, step: known.table.hand_sizes[decider(step)] <= (step.count or 0),
    ),
    DecisionKind.OFFER: Question(
        asked="a card may be discarded to kill an ally",
        remedy="Choose the card, or decline",
        moves=(Choose,),
        fields=("card",),
        options=_offer_options,
        reasons=_offer_reasons,
        answer=_offer,
        is_forced=_is_empty_handed,
        may_decline=_always,
    ),
    DecisionKind.CANCEL: Question(
        asked="a card may be discarded to save the ally",
        remedy="Choose the card, or decline",
        moves=(Choose,),
        fields=("card",),
        options=_offer_options,
        reasons=_offer_reasons,
        answer=_cancel,
        is_forced=_is_empty_handed,
        may_decline=_always,
    ),
}
