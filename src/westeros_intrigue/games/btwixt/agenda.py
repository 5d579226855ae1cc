"""The agenda: the one place where the game goes on, and the abilities as they resolve.

The table has a tuple of steps. A task or an effect at its head is done at once; a question waits
for its answer, unless public information leaves at most one. An effect puts its steps in front, so
what it starts ends before anything else goes on.

An operation of an ability changes the game, or asks questions. Operations that are read at some
moment, and not resolved, are in the modules of that moment: bidding, claiming, cleaning up.

Rules: effect.must, effect.you-pile, effect.you-claimant, effect.no-retrigger, effect.lasting,
effect.others, order.depth, card.corruption, ally.loras, ally.robb, ally.varys, ally.looks,
round.steps, decision.forced, decision.asked.
"""

from __future__ import annotations

from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games.btwixt import (
    bidding,
    questions,
    seasons,
)
from westeros_intrigue.games.btwixt.bidding import (
    AllyMove,
    BidCard,
    Discard,
    Kill,
    Offer,
    OtherLeader,
    PutBack,
    TokenMove,
)
from westeros_intrigue.games.btwixt.cards import Onto, Operation, Who
from westeros_intrigue.games.btwixt.moves import Move
from westeros_intrigue.games.btwixt.questions import Effect, Question, Task
from westeros_intrigue.games.btwixt.seasons import PlaceAlly, PlaceToken, claim
from westeros_intrigue.games.btwixt.state import Position, WorkingCopy
from westeros_intrigue.games.btwixt.table import Lasting, Step


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


STEPS: tuple[type[Step], ...] = tuple(
    cls
    for module in (seasons, bidding, questions)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Step) and issubclass(cls, Value)
    if cls.__module__ == module.__name__
)
"""The classes of all steps."""


def question_of(position: Position | WorkingCopy) -> Question | None:
    """Return the question that waits for an answer; None when the game is over."""
    agenda = position.table.agenda
    return agenda[0] if agenda and isinstance(agenda[0], Question) else None


def options(position: Position | WorkingCopy, seat: int | None = None) -> tuple[Move, ...]:
    """Return all legal answers of a seat, or of the first asked, in the order of decision.order."""
    if position.legal is not None:
        return position.legal
    question = question_of(position)
    if question is None:
        return ()
    who = question.seat if seat is None else seat
    return tuple(question.options(position.table, question.see_hidden(position, who)))


def answer(game: WorkingCopy, question: Question, seat: int, move: Move) -> None:
    """Accept the legal answer of a seat to the question that is asked, and go on from there."""
    game.table.agenda = game.table.agenda[1:]
    question.accept(game, seat, move)
    run(game)


def run(game: WorkingCopy) -> None:
    """Go on until somebody has to answer, or the game is over."""
    table = game.table
    game.legal = None
    while agenda := table.agenda:
        step = agenda[0]
        if isinstance(step, Question):
            if step.waits(game):
                return
            table.agenda = agenda[1:]
            step.force(game)
            game.legal = None
        else:
            table.agenda = agenda[1:]
            if isinstance(step, Task):
                step.do(game)
            elif isinstance(step, Effect):
                resolve(game, step)
