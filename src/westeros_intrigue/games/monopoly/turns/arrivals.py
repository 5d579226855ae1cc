"""Arrivals: whether the rules can bring steps to a table.

No grammar repeats the rules. The engine itself brings the steps: a turn begins, a token lands, an
effect of a card is carried out, an answer is given, and what is then on the agenda is compared. A
rule that changes there holds here as well.

Four kinds of steps can outlive the table that made them, and are compared with some leave: the
amount of a debt for rent or for a card, since sales and exchanges happen while it waits; a building
that is paid and must be placed; the deeds of a bankrupt player; and the effects of a card that are
still to come.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

import attrs

from westeros_intrigue.gamekit.agenda import Step, Steps
from westeros_intrigue.games.monopoly.pieces.spaces import MOVES, bits_of, spaces_of
from westeros_intrigue.games.monopoly.position import moves, table
from westeros_intrigue.games.monopoly.position.happenings import Purpose
from westeros_intrigue.games.monopoly.position.state import Draft
from westeros_intrigue.games.monopoly.turns import dealings, legality, throws

_THROWS = range(2, 13)
_OPPOSITES: Mapping[type, type] = {
    moves.Build: moves.Sell, moves.Sell: moves.Build,
    moves.Mortgage: moves.Redeem, moves.Redeem: moves.Mortgage,
}  # fmt: skip


class Arrival(NamedTuple):
    """Steps that the rules put on the agenda of a table."""

    steps: Steps
    """The steps, the next first."""
    can_continue: bool
    """True if the effects of a card, or the interval after a double, can come after them."""


def find_arrivals(draft: Draft, *, of_cards: bool = True) -> Iterator[Arrival]:
    """Yield the steps that the rules put on the agenda of a table in the turn of its player.

    Args:
        draft: the table, with an empty agenda.
        of_cards: False to leave out the effects of cards.
    """
    roller = draft.turn_player
    if roller in draft.bankrupt:
        return
    tries, most = draft.jail_tries[roller], draft.board.edition.jail.tries
    if tries == most:
        yield from _arrive_from_last_try(draft, roller, most)
        return
    if tries is None or not draft.doubles:
        throw = throws.before_throw(draft, roller)
        begun: list[Steps] = [(throws.new_interval(draft), throw), (throw,)]
        if draft.doubles:
            begun.append(throws.after_double(draft, roller))
        for steps in dict.fromkeys(begun):
            yield Arrival(steps, can_continue=False)
        if isinstance(throw, throws.InJail):
            tried = partial(throw.accept, player=roller, move=moves.TryDouble())
            yield Arrival(_agenda_after(draft, tried), can_continue=False)
    for steps in _follow(draft, _agenda_after(draft, partial(throws.land, player=roller))):
        yield Arrival(steps, can_continue=True)
    cards = draft.board.cards if of_cards else ()
    for effect in dict.fromkeys(effect for card in cards for effect in card.effects):
        if effect.word in MOVES:
            continue
        brought = _agenda_after(draft, throws.CarryOut(roller, effect).do)
        for paid in range(len(brought)):
            yield Arrival(brought[paid:], can_continue=True)


def _arrive_from_last_try(draft: Draft, roller: int, most: int) -> Iterator[Arrival]:
    """Yield the fee after the last try, with each throw that was not a double."""
    before = tuple(
        most - 1 if seat == roller else tries for seat, tries in enumerate(draft.jail_tries)
    )
    for total in _THROWS[1:-1]:
        first, second = _split(total)
        try_roll = partial(throws.TryRoll(roller).use, first=first, second=second)
        yield Arrival(_agenda_after(draft, try_roll, jail_tries=before), can_continue=False)


def _split(total: int) -> tuple[int, int]:
    """Return two dice with a total, different if possible."""
    second = min(total - 1, 6)
    return total - second, second


def _agenda_after(draft: Draft, do: Callable[[Draft], object], **facts: Any) -> Steps:  # noqa: ANN401 - each field has its type
    """Return the agenda after something has been done at a copy of a table."""
    trial = draft.copied()
    trial.agenda = ()
    for name, fact in facts.items():
        setattr(trial, name, fact)
    do(trial)
    return trial.agenda


def _follow(draft: Draft, steps: Steps) -> Iterator[Steps]:
    """Yield steps, and those to which answers and throws lead that change nothing else."""
    yield steps
    match steps:
        case (throws.Purchase() | throws.RentClaim() as asked,):
            [player] = asked.deciders
            for move in (moves.PutUp(), moves.Demand()):
                if type(move) in asked.MOVES:
                    accept = partial(asked.accept, player=player, move=move)
                    yield from _follow(draft, _agenda_after(draft, accept))
        case (throws.OrderThrow() as throw,):
            for total in _THROWS:
                first, second = _split(total)
                yield _agenda_after(draft, partial(throw.use, first=first, second=second))


def _can_follow(draft: Draft, steps: Steps) -> bool:
    """Return whether steps can come after a landing: effects of a card, and the next interval."""
    while steps and isinstance(steps[0], throws.CarryOut):
        steps = steps[1:]
    return not steps or (
        draft.doubles > 0 and steps == throws.after_double(draft, draft.turn_player)
    )


def begin_again(draft: Draft, step: Step) -> Step:
    """Return a step as it begins to wait, before anything has changed in it."""
    if isinstance(step, dealings.Interval):
        return throws.new_interval(draft)
    begun = {name: attrs.fields_dict(type(step))[name].default for name in step.SO_FAR}  # type: ignore[arg-type]  # made by attrs
    return attrs.evolve(step, **begun)  # type: ignore[misc]  # made by attrs


def is_arrival(draft: Draft, wanted: Steps) -> bool:
    """Return whether the rules can bring steps, with more or less done in the first of them."""
    begun = (begin_again(draft, wanted[0]), *wanted[1:])
    for steps, can_continue in find_arrivals(draft):
        size = len(steps)
        rest = wanted[size:]
        is_begun = size > 0 and begun[:size] == steps
        if is_begun and (_can_follow(draft, rest) if can_continue else not rest):
            return True
    return _is_outlived(draft, wanted, begun)


def _is_outlived(draft: Draft, wanted: Steps, begun: Steps) -> bool:
    """Return whether an earlier table can have brought steps that still wait, or a legal move."""
    roller = draft.turn_player
    match wanted:
        case (dealings.Owing(debtor, int(creditor), _, Purpose.RENT), *rest):
            return debtor == roller != creditor and _can_follow(draft, tuple(rest))
        case (dealings.Owing(why=Purpose.CARD), *_):
            return _is_debt_of_card(draft, wanted)
        case (dealings.Auction(building=None), *_) if roller in draft.bankrupt:
            lots = bits_of(step.space for step in wanted if isinstance(step, dealings.Auction))
            spaces = spaces_of(lots)
            is_free = all(
                draft.board.kinds[at].is_deed and draft.deeds[at].owner is None for at in spaces
            )
            push_lots = partial(dealings.push_lots, debtor=roller, deeds=spaces)
            return is_free and begun == _agenda_after(draft, push_lots)
        case (dealings.Siting(), dealings.Interval(), *_):
            return is_arrival(draft, wanted[1:])
    opening = find_opening(wanted)
    return opening is not None and _is_made(draft, begun, opening)


def _is_debt_of_card(draft: Draft, wanted: Steps) -> bool:
    """Return whether debts can be those of one card: equal, and the drawer has a part in each."""
    debts = [*takewhile(lambda step: isinstance(step, dealings.Owing), wanted)]
    has_part = all(
        draft.turn_player in {debt.debtor, debt.creditor} and debt.debtor != debt.creditor
        for debt in debts
        if isinstance(debt, dealings.Owing)
    )
    amounts = {(debt.amount, debt.why) for debt in debts if isinstance(debt, dealings.Owing)}
    return has_part and len(amounts) == 1 and _can_follow(draft, wanted[len(debts) :])


class Opening(NamedTuple):
    """A move that has opened the first step of an agenda."""

    seat: int
    move: moves.Move
    asked: dealings.Trading
    """The question as the move found it."""
    rest: Steps
    """The steps after the question."""


def find_opening(wanted: Steps) -> Opening | None:
    """Return the move that has opened the first step: an offer, or a wish for the last building."""
    match wanted:
        case (dealings.Answer(seat, partner, give, take), dealings.Trading() as behind, *rest):
            move: moves.Move = moves.Offer(partner, give, take)
            behind = behind.counting(seat, -1)
        case (dealings.Auction(space, str(), seat), dealings.Interval() as behind, *rest):
            move = moves.Build(space)
        case _:
            return None
    asked = attrs.evolve(behind, floor=seat) if isinstance(behind, dealings.Interval) else behind
    return Opening(seat, move, asked, tuple(rest))


def _is_made(draft: Draft, begun: Steps, opening: Opening) -> bool:
    """Return whether a legal move leads to the steps, and the rules bring those before it."""
    seat, move, asked, rest = opening
    if seat not in asked.deciders or asked.offers_made(seat) < 0:
        return False
    if not is_arrival(draft, (asked, *rest)) or find_obstacle(draft, opening):
        return False
    trial = draft.copied()
    trial.agenda, trial.active_player = rest, seat
    asked.accept(trial, seat, move)
    return trial.agenda == begun


def find_obstacle(draft: Draft, opening: Opening) -> str:
    """Return the reason why the move that would have opened the first step is illegal, if any."""
    trial = draft.copied()
    trial.agenda, trial.active_player = (opening.asked, *opening.rest), opening.seat
    return legality.find_obstacle(trial, opening.seat, opening.move)


def find_excess(draft: Draft, step: Step) -> Iterator[tuple[str, str]]:
    """Yield the fields of a waiting step that are out of bounds at a table, and the bounds."""
    seats = table.solvent(draft)
    if draft.turn_player in seats:
        for name in ("floor", "starter", "debtor", "creditor", "proposer", "partner", "player"):
            seat = getattr(step, name, None)
            if seat is not None and seat not in seats:
                yield name, "the seat of a solvent player"
    if isinstance(step, dealings.Trading):
        yield from _find_excess_of_offers(draft, step)
    if isinstance(step, dealings.Interval):
        if step.passes >= len(seats):
            yield "passes", f"passes from 1 to {len(seats) - 1}"
        yield from _find_excess_of_acts(draft, step)
    if isinstance(step, dealings.Auction):
        yield from _find_excess_of_bids(draft, step)


def _find_excess_of_offers(draft: Draft, step: dealings.Trading) -> Iterator[tuple[str, str]]:
    most = draft.variant.offers
    offers = step.offers if isinstance(step.offers, tuple) else (step.offers,)
    if isinstance(step, dealings.Interval) and len(offers) != len(draft.cash):
        yield "offers", f"{len(draft.cash)} numbers of offers, one a player"
    for at, made in enumerate(offers):
        if made > most:
            is_one = not isinstance(step.offers, tuple)
            yield "offers" if is_one else f"offers[{at}]", f"a number of offers up to {most}"


def _find_excess_of_acts(draft: Draft, step: dealings.Interval) -> Iterator[tuple[str, str]]:
    board, seats = draft.board, table.solvent(draft)
    for at, (seat, act, space) in enumerate(step.done):
        is_of_set = act in {moves.Build, moves.Sell}
        is_first = space < board.size and board.sets[space][:1] == (space,)
        is_there = is_first if is_of_set else space in board.deed_spaces
        earlier = step.done[:at]
        if seat not in seats:
            yield f"done[{at}]", "the seat of a solvent player"
        is_known = {(seat, act, space), (seat, _OPPOSITES[act], space)}.isdisjoint(earlier)
        if not is_there or not is_known:
            yield f"done[{at}]", "an act on a deed or the first space of a set, once"


def _find_excess_of_bids(draft: Draft, step: dealings.Auction) -> Iterator[tuple[str, str]]:
    if step.passes > len(step.bidders) - (step.leader is not None):
        yield "passes", f"passes from 1 to {len(step.bidders) - (step.leader is not None)}"
    if step.leader is None:
        return
    lot = attrs.evolve(step, high=0, leader=None, passes=0)
    can_pay = step.leader in step.bidders and not any(
        lot.faults(draft, step.leader, moves.Bid(step.high))
    )
    if not can_pay:
        yield "high", "a bid that a bidder can pay"


def can_go_on(draft: Draft, steps: Steps) -> bool:
    """Return whether a table with these steps would go on by itself, without a decision."""
    trial = draft.copied()
    trial.agenda = steps
    throws.advance(trial)
    is_changed = trial.agenda != steps or trial.standing != draft.standing
    return is_changed or bool(trial.events)
