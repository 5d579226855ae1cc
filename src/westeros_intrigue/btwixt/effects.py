"""The abilities as they resolve: each operation is one function.

The arguments of a function are the game, "you", and the step of the effect. It changes the game,
and puts further questions and steps in front of the agenda. Operations that are read at some
moment, and not resolved, are in the modules of that moment: bidding, claiming, cleaning up.

Rules: effect.must, effect.you-pile, effect.you-claimant, effect.no-retrigger, effect.lasting,
effect.others, order.depth, card.corruption, ally.loras, ally.robb, ally.varys, ally.looks.
"""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue.btwixt.allies import AllyMove, Discard, Kill, Offer, PutBack
from westeros_intrigue.btwixt.claiming import PlaceAlly, PlaceToken, claim
from westeros_intrigue.btwixt.influence import BidCard, OtherLeader, TokenMove
from westeros_intrigue.btwixt.questions import Effect
from westeros_intrigue.btwixt.table import Lasting
from westeros_intrigue.btwixt.vocabulary import Onto, Operation, Who
from westeros_intrigue.btwixt.working_copy import WorkingCopy

Resolution = Callable[[WorkingCopy, int, Effect], None]


def resolve(game: WorkingCopy, effect: Effect) -> None:
    """Resolve an ability; without a seat "you" is the leader in whose pile the card lies."""
    you = effect.seat
    if you is None:
        you = next(
            (seat for seat, pile in enumerate(game.table.piles) if effect.card in pile), None
        )
    if you is not None:
        OPERATIONS[effect.ability.do](game, you, effect)


def _choose_leader(game: WorkingCopy, you: int, effect: Effect) -> None:
    game.push(OtherLeader(you, effect.ability, effect.card, effect.ally))


def _skip_turns(game: WorkingCopy, you: int, effect: Effect) -> None:
    if effect.card is not None:
        game.table.lasting += (Lasting(effect.card, you, cards=effect.ability.cards),)


def _claim_next(game: WorkingCopy, you: int, effect: Effect) -> None:
    ally = game.introduce_next()
    if ally is not None:
        claim(game, PlaceAlly(you, ally, game.table.council_of(effect.ally), effect.ally))


def _move_ally(game: WorkingCopy, you: int, effect: Effect) -> None:
    if effect.ally is not None:
        game.push(AllyMove(you, effect.ally))


def _look_allies(game: WorkingCopy, you: int, effect: Effect) -> None:
    if game.look_at_allies(you, effect.ability.count or 0):
        game.push(Kill(you, effect.ability.kill or 0), PutBack(you))


def _discard(game: WorkingCopy, you: int, effect: Effect) -> None:
    bid = game.table.bid
    seats = {Who.YOU: you, Who.SECOND: you if bid is None else bid.ranking[1]}
    ability = effect.ability
    game.push(*(Discard(seats[who], ability.count or 0) for who in ability.who))


def _offer_kill(game: WorkingCopy, you: int, effect: Effect) -> None:
    others = tuple(seat for seat in game.table.turn_order if seat != you)
    if effect.ally is not None:
        title = effect.ability.title or ""
        game.push(Offer(others[0], effect.ally, you, title, others[1:]))


def _gain_token(game: WorkingCopy, you: int, effect: Effect) -> None:
    if effect.ability.onto is Onto.CURRENT:
        game.token_onto_current()
    else:
        game.push(PlaceToken(you))


def _introduce(game: WorkingCopy, _you: int, _effect: Effect) -> None:
    game.introduce_next()


OPERATIONS: dict[Operation, Resolution] = {
    Operation.MOVE_BID_CARD: lambda game, you, effect: game.push(
        BidCard(you, effect.ability, effect.card)
    ),
    Operation.MOVE_TOKEN: lambda game, you, effect: game.push(
        TokenMove(you, effect.card, effect.ally)
    ),
    Operation.WATCH_HAND: _choose_leader,
    Operation.SKIP_TURNS: _skip_turns,
    Operation.TO_PILE_OF: _choose_leader,
    Operation.CLAIM_NEXT: _claim_next,
    Operation.MOVE_ALLY: _move_ally,
    Operation.LOOK_AND_TAKE: _choose_leader,
    Operation.LOOK_ALLIES: _look_allies,
    Operation.DISCARD: _discard,
    Operation.OFFER_KILL: _offer_kill,
    Operation.GAIN_TOKEN: _gain_token,
    Operation.KILL_CURRENT: lambda game, _you, _effect: game.kill_current(),
    Operation.INTRODUCE: _introduce,
}
"""The function of each operation that resolves."""
