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
from westeros_intrigue.btwixt.table import DecisionKind, Lasting, Step, Table, Task, given
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
    seat = given(move.seat)
    card = given(move.card)
    remedy = "Choose a card that the ability can move from another leader's pile"
    if seat not in range(table.players) or card not in table.piles[seat]:
        found = f"it does not lie in a pile of seat {seat}"
        yield ViolationCode.CARD_NOT_THERE, found, remedy
    if seat == step.seat:
        yield ViolationCode.OWN_PILE, "it would stay in the same pile", remedy
    if table.box.holds(card):
        colour = table.box.entry(card).colour
        colours = ability_of(step).colours
        if colour not in colours:
            listed = " or ".join(map(str, colours))
            found = f"it is {colour}, and the ability moves {listed}"
            yield ViolationCode.WRONG_COLOUR, found, remedy
        if _protected(table, card):
            found = "other influence cards cannot move it"
            yield ViolationCode.PROTECTED, found, remedy


def _move_bid_card(state: GameState, step: Step, move: Choose | Decline) -> GameState:
    if isinstance(move, Decline):
        return state
    seat = given(move.seat)
    card = given(move.card)
    kept = tuple(other for other in state.table.piles[seat] if other != card)
    state = on_table(state, piles=replaced(state.table.piles, seat, kept))
    return add_to_pile(state, decider(step), card)


def _token_options(known: Known, _step: Step) -> Iterator[Move]:
    players = known.table.players
    for council, there in enumerate(known.table.councils):
        if there.tokens:
            for to in sorted(((council - 1) % players, (council + 1) % players)):
                yield Choose(council=council, to=to)


def _token_reasons(known: Known, _step: Step, move: Choose) -> Iterator[Reason]:
    players = known.table.players
    council = given(move.council)
    to = given(move.to)
    remedy = "Move a token from a council that has one to the next council on either side"
    if council not in range(players) or not known.table.councils[council].tokens:
        found = f"council {council} holds no token"
        yield ViolationCode.NO_TOKEN_THERE, found, remedy
    sides = ((council - 1) % players, (council + 1) % players)
    if to not in sides or council not in range(players):
        found = f"no leader has both council {council} and council {to}"
        yield ViolationCode.NOT_ONE_LEADERS_COUNCILS, found, remedy


def _move_token(state: GameState, _step: Step, move: Choose) -> GameState:
    council = given(move.council)
    to = given(move.to)
    councils = list(state.table.councils)
    *kept, token = councils[council].tokens
    councils[council] = attrs.evolve(councils[council], tokens=tuple(kept))
    tokens = (*councils[to].tokens, token)
    councils[to] = attrs.evolve(councils[to], tokens=tokens)
    return on_table(state, councils=tuple(councils))


def _leader_options(known: Known, step: Step) -> Iterator[Move]:
    for seat in range(known.table.players):
        if seat != step.seat and not _nothing_to_take(known.table, step, seat):
            yield Choose(seat=seat)


def _nothing_to_take(table: Table, step: Step, seat: int) -> bool:
    return ability_of(step).do is Operation.LOOK_AND_TAKE and not table.hand_sizes[seat]


def _leader_reasons(known: Known, step: Step, move: Choose) -> Iterator[Reason]:
    seat = given(move.seat)
    if seat == step.seat or seat not in range(known.table.players):
        found = f"seat {seat} is no other leader"
        yield ViolationCode.NOT_ANOTHER_LEADER, found, "Choose another seat"
    elif _nothing_to_take(known.table, step, seat):
        found = f"seat {seat} holds no card"
        yield ViolationCode.EMPTY_HAND, found, "Choose a leader who holds a card"


def _choose_leader(state: GameState, step: Step, move: Choose) -> GameState:
    chosen = given(move.seat)
    seat = decider(step)
    operation = ability_of(step).do
    if operation is Operation.LOOK_AND_TAKE:
        take = attrs.evolve(step, kind=DecisionKind.TAKE, other=chosen)
        return push(see_hand(state, seat, chosen), take)
    card = given(step.card)
    if operation is Operation.WATCH_HAND:
        lasting = Lasting(card, seat, target=chosen)
        state = on_table(state, lasting=(*state.table.lasting, lasting))
        return see_hand(state, seat, chosen)
    agenda = tuple(
        attrs.evolve(other, seat=chosen)
        if other.kind is Task.LAND and other.card == card
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
