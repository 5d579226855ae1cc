"""The questions that influence cards ask: for a card in a pile, for a token, for a leader.

Rules: card.corruption, card.decree, effect.others, effect.you-pile, effect.no-retrigger,
token.pick, ally.varys, precedence.cannot.
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
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, Lasting, Step, Table, Task
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Operation
from westeros_intrigue.btwixt.zones import add_to_pile, on_table, push, replaced, see_hand


def _protected(table: Table, card: Card) -> bool:
    return any(ability.do is Operation.PROTECT_SELF for ability in table.box.abilities(card))


def _movable(table: Table, step: Step, card: Card) -> bool:
    colour = table.box.entry(card).colour
    return colour in ability_of(step).colours and not _protected(table, card)


def _bid_card_options(known: Known, step: Step) -> Iterator[Move]:
    table = known.table
    found = False
    for seat, pile in enumerate(table.piles):
        if seat != step.seat:
            for card in sorted(pile):
                if _movable(table, step, card):
                    found = True
                    yield Choose(seat=seat, card=card)
    if found and ability_of(step).may:
        yield Decline()


def _bid_card_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    table = known.table
    assert move.seat is not None and move.card is not None  # noqa: S101, PT018 - for the type checker
    remedy = "Choose a card that the ability can move from another leader's pile"
    if move.seat not in range(table.players) or move.card not in table.piles[move.seat]:
        found = f"it does not lie in a pile of seat {move.seat}"
        yield ViolationCode.CARD_NOT_THERE, found, remedy
    if move.seat == step.seat:
        yield ViolationCode.OWN_PILE, "it would stay in the same pile", remedy
    if table.box.holds(move.card):
        colour = table.box.entry(move.card).colour
        colours = ability_of(step).colours
        if colour not in colours:
            listed = " or ".join(map(str, colours))
            found = f"it is {colour}, and the ability moves {listed}"
            yield ViolationCode.WRONG_COLOUR, found, remedy
        if _protected(table, move.card):
            found = "other influence cards cannot move it"
            yield ViolationCode.PROTECTED, found, remedy


def _move_bid_card(state: GameState, step: Step, move: Choose | Decline) -> GameState:
    if isinstance(move, Decline):
        return state
    assert move.seat is not None and move.card is not None  # noqa: S101, PT018 - for the type checker
    kept = tuple(card for card in state.table.piles[move.seat] if card != move.card)
    state = on_table(state, piles=replaced(state.table.piles, move.seat, kept))
    return add_to_pile(state, decider(step), move.card)


def _token_options(known: Known, _step: Step) -> Iterator[Move]:
    players = known.table.players
    for council, there in enumerate(known.table.councils):
        if there.tokens:
            for to in sorted(((council - 1) % players, (council + 1) % players)):
                yield Choose(council=council, to=to)


def _token_reasons(known: Known, _step: Step, move: Choose) -> Iterator[Reason]:
    players = known.table.players
    assert move.council is not None and move.to is not None  # noqa: S101, PT018 - for the type checker
    remedy = "Move a token from a council that has one to the next council on either side"
    if move.council not in range(players) or not known.table.councils[move.council].tokens:
        found = f"council {move.council} holds no token"
        yield ViolationCode.NO_TOKEN_THERE, found, remedy
    sides = ((move.council - 1) % players, (move.council + 1) % players)
    if move.to not in sides or move.council not in range(players):
        found = f"no leader has both council {move.council} and council {move.to}"
        yield ViolationCode.NOT_ONE_LEADERS_COUNCILS, found, remedy


def _move_token(state: GameState, _step: Step, move: Choose) -> GameState:
    assert move.council is not None and move.to is not None  # noqa: S101, PT018 - for the type checker
    councils = list(state.table.councils)
    *kept, token = councils[move.council].tokens
    councils[move.council] = attrs.evolve(councils[move.council], tokens=tuple(kept))
    tokens = (*councils[move.to].tokens, token)
    councils[move.to] = attrs.evolve(councils[move.to], tokens=tokens)
    return on_table(state, councils=tuple(councils))


def _leader_options(known: Known, step: Step) -> Iterator[Move]:
    for seat in range(known.table.players):
        if seat != step.seat and not _nothing_to_take(known.table, step, seat):
            yield Choose(seat=seat)


def _nothing_to_take(table: Table, step: Step, seat: int) -> bool:
    return ability_of(step).do is Operation.LOOK_AND_TAKE and not table.hand_sizes[seat]


def _leader_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    assert move.seat is not None  # noqa: S101 - for the type checker: the question's field
    if move.seat == step.seat or move.seat not in range(known.table.players):
        found = f"seat {move.seat} is no other leader"
        yield ViolationCode.NOT_ANOTHER_LEADER, found, "Choose another seat"
    elif _nothing_to_take(known.table, step, move.seat):
        found = f"seat {move.seat} holds no card"
        yield ViolationCode.EMPTY_HAND, found, "Choose a leader who holds a card"


def _choose_leader(state: GameState, step: Step, move: Choose) -> GameState:
    assert move.seat is not None  # noqa: S101 - for the type checker: the question's field
    seat = decider(step)
    operation = ability_of(step).do
    if operation is Operation.LOOK_AND_TAKE:
        take = attrs.evolve(step, kind=DecisionKind.TAKE, other=move.seat)
        return push(see_hand(state, seat, move.seat), take)
    assert step.card is not None  # noqa: S101 - for the type checker: an influence card asks
    if operation is Operation.WATCH_HAND:
        lasting = Lasting(step.card, seat, target=move.seat)
        state = on_table(state, lasting=(*state.table.lasting, lasting))
        return see_hand(state, seat, move.seat)
    agenda = tuple(
        attrs.evolve(other, seat=move.seat)
        if other.kind is Task.LAND and other.card == step.card
        else other
        for other in state.table.agenda
    )
    return on_table(state, agenda=agenda)


QUESTIONS = {
    DecisionKind.BID_CARD: Question(
        asked="a card in another leader's pile is to be chosen",
        remedy="Choose the seat and the card",
        moves=(Choose,),
        fields=("seat", "card"),
        options=_bid_card_options,
        reasons=_bid_card_reasons,
        answer=_move_bid_card,
        is_forced=at_most_one(_bid_card_options),
        may_decline=lambda step: ability_of(step).may,
    ),
    DecisionKind.TOKEN_MOVE: Question(
        asked="a token is to be moved from one council to another",
        remedy="Choose the two councils",
        moves=(Choose,),
        fields=("council", "to"),
        options=_token_options,
        reasons=_token_reasons,
        answer=_move_token,
        is_forced=at_most_one(_token_options),
    ),
    DecisionKind.LEADER: Question(
        asked="another leader is to be chosen",
        remedy="Choose the seat",
        moves=(Choose,),
        fields=("seat",),
        options=_leader_options,
        reasons=_leader_reasons,
        answer=_choose_leader,
        is_forced=at_most_one(_leader_options),
    ),
}
