"""The abilities as they resolve: an operation changes the game, or asks questions.

Operations that are read at some moment, and not resolved, are in the modules of that moment:
bidding, claiming, cleaning up.

Rules: effect.must, effect.you-pile, effect.you-claimant, effect.no-retrigger, effect.lasting,
effect.others, order.depth, card.corruption, ally.loras, ally.robb, ally.varys, ally.looks.
"""

from __future__ import annotations

from westeros_intrigue.btwixt.allies import AllyMove, Discard, Kill, Offer, PutBack
from westeros_intrigue.btwixt.claiming import PlaceAlly, PlaceToken, claim
from westeros_intrigue.btwixt.influence import BidCard, OtherLeader, TokenMove
from westeros_intrigue.btwixt.questions import Effect
from westeros_intrigue.btwixt.table import Lasting
from westeros_intrigue.btwixt.vocabulary import Onto, Operation, Who
from westeros_intrigue.btwixt.working_copy import WorkingCopy


def resolve(game: WorkingCopy, effect: Effect) -> None:  # noqa: PLR0912 - one case an operation
    """Resolve an ability; without a seat "you" is the leader in whose pile the card lies."""
    table, ability, card, ally = game.table, effect.ability, effect.card, effect.ally
    you = effect.seat
    if you is None:
        you = next((seat for seat, pile in enumerate(table.piles) if card in pile), None)
    if you is None:
        return
    match ability.do:
        case Operation.MOVE_BID_CARD:
            game.push(BidCard(you, ability, card))
        case Operation.MOVE_TOKEN:
            game.push(TokenMove(you, card, ally))
        case Operation.WATCH_HAND | Operation.TO_PILE_OF | Operation.LOOK_AND_TAKE:
            game.push(OtherLeader(you, ability, card, ally))
        case Operation.SKIP_TURNS if card is not None:
            table.lasting += (Lasting(card, you, cards=ability.cards),)
        case Operation.CLAIM_NEXT:
            following = game.introduce_next()
            if following is not None:
                claim(game, PlaceAlly(you, following, table.council_of(ally), ally))
        case Operation.MOVE_ALLY if ally is not None:
            game.push(AllyMove(you, ally))
        case Operation.LOOK_ALLIES:
            if game.look_at_allies(you, ability.count or 0):
                game.push(Kill(you, ability.kill or 0), PutBack(you))
        case Operation.DISCARD:
            seats = {Who.YOU: you, Who.SECOND: table.bid.ranking[1] if table.bid else you}
            game.push(*(Discard(seats[who], ability.count or 0) for who in ability.who))
        case Operation.OFFER_KILL if ally is not None:
            first, *others = (seat for seat in table.turn_order if seat != you)
            game.push(Offer(first, ally, you, ability.title or "", tuple(others)))
        case Operation.GAIN_TOKEN if ability.onto is Onto.CURRENT:
            game.token_onto_current()
        case Operation.GAIN_TOKEN:
            game.push(PlaceToken(you))
        case Operation.KILL_CURRENT:
            game.kill_current()
        case Operation.INTRODUCE:
            game.introduce_next()
