"""Turns: rolls, walks, landings, Chance cards, and the effect of each move.

Each function carries out the first step of the agenda, and removes it unless the game must wait for
a throw. A card puts its effects on the agenda. A move answers the first step.

Rules: card.draw, card.return, card.moment, card.keep, debt.one-by-one.
"""

from __future__ import annotations

from bisect import bisect

from westeros_intrigue.gamekit.values import replaced, shared
from westeros_intrigue.games.monopoly import (
    auctions,
    moves,
    steps,
    table,
)
from westeros_intrigue.games.monopoly.auctions import tradable
from westeros_intrigue.games.monopoly.moves import Move
from westeros_intrigue.games.monopoly.sentences import effect_in_words
from westeros_intrigue.games.monopoly.spaces import SpaceKind, Word
from westeros_intrigue.games.monopoly.state import (
    Draft,
    building_cost,
    order_share,
    part_of_throw,
    rent_of,
    sale,
)
from westeros_intrigue.games.monopoly.steps import Act, DeedChoice, Draw, Effects, Owing
from westeros_intrigue.games.monopoly.table import (
    Drew,
    Holdings,
    Jailed,
    Moved,
    Phase,
    Released,
    TurnBegan,
    next_solvent,
    solvent_after,
)

_MOST_DOUBLES = 3


def new_interval(draft: Draft) -> steps.Interval:
    """Return the interval before a roll of the player whose turn it is.

    Rules: turn.interval, interval.floor.
    """
    return shared(steps.Interval, draft.turn_player, 0, (), (0,) * len(draft.cash))


def begin_turn(draft: Draft, player: int) -> None:
    """Begin a turn with an interval.

    Rules: turn.steps, interval.when, jail.start.
    """
    draft.turn_player = player
    draft.turn_number += 1
    draft.doubles = 0
    draft.events.append(shared(TurnBegan, player, draft.turn_number))
    in_jail = draft.jail_tries[player] is not None
    draft.push(new_interval(draft), steps.InJail(player) if in_jail else shared(steps.Roll, player))


def roll(draft: Draft, step: steps.Roll) -> None:
    """Throw for a move.

    Rules: turn.double, turn.third-double, turn.count.
    """
    dice = draft.throw(step.player)
    if dice is None:
        return
    draft.drop()
    first, second = dice
    if first == second:
        draft.doubles += 1
        if draft.doubles == _MOST_DOUBLES:
            enter_jail(draft, step.player)
            return
        draft.push(shared(steps.Again, step.player))
    walk(draft, step.player, first + second)


def try_double(draft: Draft, step: steps.TryRoll) -> None:
    """Throw for a double in jail.

    Rules: jail.try, jail.third.
    """
    player = step.player
    dice = draft.throw(player)
    if dice is None:
        return
    draft.drop()
    first, second = dice
    distance = first + second
    if first == second:
        leave_jail(draft, player)
        walk(draft, player, distance)
        return
    tries = (draft.jail_tries[player] or 0) + 1
    draft.set_tries(player, tries)
    edition = draft.board.edition
    if tries == edition.jail_tries:
        draft.push(steps.Owing(player, None, edition.jail_fee), steps.Exit(player, distance))


def leave_jail(draft: Draft, player: int) -> None:
    """Let a player out of jail."""
    draft.set_tries(player, None)
    draft.events.append(Released(player))


def leave_and_walk(draft: Draft, step: steps.Exit) -> None:
    """Leave jail and move; the turn ends then.

    Rules: jail.try, jail.third.
    """
    draft.drop()
    leave_jail(draft, step.player)
    walk(draft, step.player, step.distance)


def enter_jail(draft: Draft, player: int) -> None:
    """Send a player to jail; the turn is over.

    Rules: jail.enter, turn.cut.
    """
    draft.positions = replaced(draft.positions, player, draft.board.jail)
    draft.set_tries(player, 0)
    draft.agenda = ()
    draft.events.append(Jailed(player))


def walk(draft: Draft, player: int, distance: int) -> None:
    """Move a token clockwise, and carry out its space.

    Rules: move.clockwise, go.salary.
    """
    board = draft.board
    laps, target = divmod(draft.positions[player] + distance, board.size)
    _move(draft, player, target)
    if laps and board.edition.salary:
        # The way leads over GO before it ends.
        draft.pay(None, player, board.edition.salary)
    _land(draft, player, target)


def walk_back(draft: Draft, player: int, distance: int) -> None:
    """Move a token backwards, without salary, and carry out its space.

    Rules: go.backward.
    """
    target = (draft.positions[player] - distance) % draft.board.size
    _move(draft, player, target)
    _land(draft, player, target)


def _move(draft: Draft, player: int, target: int) -> None:
    origin, name = draft.positions[player], draft.board.names[target]
    draft.events.append(shared(Moved, player, origin, target, name))
    draft.positions = replaced(draft.positions, player, target)


def roll_again(draft: Draft, step: steps.Again) -> None:
    """Let the player of a double roll again.

    Rules: turn.double, interval.when.
    """
    draft.drop()
    draft.push(new_interval(draft), shared(steps.Roll, step.player))


def _land(draft: Draft, player: int, space: int) -> None:
    """Rules: land.other, land.nothing, land.tax, jail.visit."""
    kind = draft.board.kinds[space]
    if kind is SpaceKind.GO_TO_JAIL:
        enter_jail(draft, player)
    elif kind is SpaceKind.TAX:
        draft.push(shared(steps.Owing, player, None, draft.board.amounts[space]))
    elif kind is SpaceKind.CHANCE:
        draft.push(shared(steps.Draw, player))
    elif draft.board.siblings[space]:
        deed = draft.deeds[space]
        if deed.owner is None:
            draft.push(shared(steps.Purchase, player, space, 0))
        elif deed.owner != player and not deed.mortgaged:
            draft.push(shared(steps.RentClaim, deed.owner, player, space))


def throw_for_order(draft: Draft, step: steps.OrderThrow) -> None:
    """Throw for an Order's rent.

    Rules: rent.order.
    """
    dice = draft.throw(step.visitor)
    if dice is None:
        return
    draft.drop()
    share = order_share(draft, draft.positions[step.visitor])
    draft.push(steps.Owing(step.visitor, step.owner, part_of_throw(share, sum(dice))))


def draw(draft: Draft, step: Draw) -> None:
    """Draw the top card; it goes under the deck when read.

    Rules: card.draw, card.moment.
    """
    card: int | None
    if len(draft.draws) < len(draft.start.unseen_cards):
        card = draft.deal.card(len(draft.draws))
        if card is None:
            draft.phase = Phase.DRAWING
            return
        draft.draws = (*draft.draws, card)
    else:
        card = draft.known_bottom[0]
        draft.known_bottom = draft.known_bottom[1:]
    draft.drop()
    drawn = draft.board.cards[card]
    effects = ", then ".join(effect_in_words(one, draft.board.names) for one in drawn.effects)
    draft.events.append(Drew(step.player, card, drawn.id, effects))
    if drawn.is_kept:
        draft.gain_cards(step.player, (card,))
    else:
        draft.known_bottom = (*draft.known_bottom, card)
        draft.push(Effects(step.player, card, 0))


def carry_out(draft: Draft, step: Effects) -> None:  # noqa: PLR0912 - one a word
    """Carry out one effect of a card, and leave the next for later.

    Rules: card.draw, debt.one-by-one.
    """
    draft.drop()
    effects = draft.board.cards[step.card].effects
    if step.effect + 1 < len(effects):
        draft.push(Effects(step.player, step.card, step.effect + 1))
    effect, player, board = effects[step.effect], step.player, draft.board
    others = solvent_after(draft, player)
    amount = effect.numbers[0] if effect.numbers else 0
    match effect.word:
        case Word.GO_TO_JAIL:
            enter_jail(draft, player)
        case Word.MOVE_BY if amount < 0:
            walk_back(draft, player, -amount)
        case Word.MOVE_BY:
            walk(draft, player, amount)
        case Word.MOVE_TO:
            distance = (amount - draft.positions[player]) % board.size
            walk(draft, player, distance or board.size)
        case Word.MOVE_TO_NEAREST:
            ahead = (*board.kinds, *board.kinds).index(effect.kind, draft.positions[player] + 1)
            walk(draft, player, ahead - draft.positions[player])
        case Word.TAKE_DEED | Word.SWAP_DEED:
            is_swap = effect.word is Word.SWAP_DEED
            if choosable(draft, player) and not (is_swap and not tradable(draft, player)):
                draft.push(DeedChoice(player, is_swap))
        case Word.COLLECT:
            draft.pay(None, player, amount)
        case Word.COLLECT_EACH:
            draft.push(*(Owing(other, player, amount) for other in others))
        case Word.PAY_EACH:
            draft.push(*(Owing(player, other, amount) for other in others))
        case Word.PAY_BUILDINGS:
            if dues := _building_dues(draft, player, *effect.numbers):
                draft.push(Owing(player, None, dues))
        case Word.PAY:
            draft.push(Owing(player, None, amount))


def choosable(holdings: Holdings, player: int) -> list[int]:
    """Return the deeds of others among which a card lets its drawer choose, ascending.

    Rules: trade.buildings.
    """
    return sorted(
        space for other in solvent_after(holdings, player) for space in tradable(holdings, other)
    )


def _building_dues(draft: Draft, player: int, holdfast: int, castle: int) -> int:
    top = draft.board.castle_level
    levels = [deed.level for deed in draft.deeds if deed.owner == player]
    return sum(castle if level == top else holdfast * level for level in levels)


def answer(draft: Draft, player: int, move: Move) -> None:
    """Carry out a legal move of the player who is asked."""
    step = draft.agenda[0]
    if type(step) is steps.Interval:
        # After every act the floor goes on, and all are asked again.
        passes = step.passes + 1 if type(move) in _PASSES else 0
        floor = next_solvent(draft, step.floor)
        draft.replace(shared(steps.Interval, floor, passes, step.done, step.offers))
        if type(move) is moves.Pass:
            return
    if type(move) in _ACTS:
        _act(draft, player, move)
    else:
        _reply(draft, player, move)


_PASSES = (moves.Pass, moves.StandBy)
_ACTS = frozenset((moves.StandBy, moves.Build, *steps.RAISING, moves.Redeem, moves.Offer))
"""The moves that leave the question open."""


def _act(draft: Draft, player: int, move: Move) -> None:
    """Do an act, which leaves the question open.

    Rules: interval.standing, build.one, shortage.last, sell.holdfast, sell.castle, sell.set,
    mortgage.take, mortgage.redeem, trade.offer, trade.bound.
    """
    board = draft.board
    match move:
        case moves.StandBy():
            at = bisect(draft.standing, player)
            draft.standing = (*draft.standing[:at], player, *draft.standing[at:])
        case moves.Mortgage(space):
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, board.mortgages[space])
            auctions.note(draft, player, Act.MORTGAGED, (space,))
        case moves.Redeem(space):
            draft.pay(player, None, board.unmortgages[space])
            draft.turn_deed(space, mortgaged=False)
            auctions.note(draft, player, Act.REDEEMED, (space,))
        case moves.Build(space):
            if rivals := auctions.rivals(draft, player, space):
                auctions.open_for_building(draft, space, player, rivals)
            else:
                auctions.build(draft, player, space, building_cost(draft, space))
        case moves.Sell(space):
            draft.pay(None, player, sale(draft, space))
            draft.set_level(space, draft.deeds[space].level - 1)
            auctions.note(draft, player, Act.SOLD, board.sets[space])
        case moves.SellSet(group):
            auctions.sell_set(draft, board.groups[group])
            auctions.note(draft, player, Act.SOLD, board.groups[group])
        case moves.Offer(partner, give, take):
            auctions.count_offer(draft, player)
            draft.push(steps.Answer(player, partner, give, take))
            given, taken = (tuple(board.names[at] for at in side.deeds) for side in (give, take))
            draft.events.append(table.Offered(player, partner, give, take, given, taken))


def _reply(draft: Draft, player: int, move: Move) -> None:  # noqa: PLR0912 - one a question
    """Do what a reply leads to, which closes the question, or in an auction passes it on.

    Rules: auction.bids, auction.protocol, trade.offer, land.unowned, land.buy, rent.moment,
    jail.fee, jail.card, jail.try, debt.hopeless, card.draw, shortage.place.
    """
    board = draft.board
    match draft.agenda[0]:
        case steps.Auction() as auction if isinstance(move, moves.Bid):
            draft.replace(auction.raised_by(player, move.amount))
            draft.events.append(shared(table.BidMade, player, move.amount))
        case steps.Auction() as auction:
            pass_bid(draft, auction, player)
        case steps.Purchase(space=space):
            draft.drop()
            if type(move) is moves.PutUp:
                auctions.open_for_deed(draft, space, player)
            else:
                draft.pay(player, None, board.prices[space])
                draft.give_deed(space, player)
        case steps.RentClaim(_, visitor, space) if type(move) is moves.Waive:
            draft.drop()
            draft.events.append(shared(table.RentWaived, player, visitor, board.names[space]))
        case steps.RentClaim() as claim:
            _demand(draft, claim)
        case steps.InJail() if type(move) is moves.TryDouble:
            draft.replace(steps.TryRoll(player))
        case steps.InJail():
            if type(move) is moves.PayFee:
                draft.pay(player, None, board.edition.jail_fee)
            else:
                draft.pass_cards(player, None, 1)
            leave_jail(draft, player)
            draft.replace(shared(steps.Roll, player))
        case steps.Answer() as offer:
            accepted = type(move) is moves.Accept
            draft.drop()
            draft.events.append(table.Answered(player, accepted))
            if accepted:
                auctions.exchange(draft, offer)
        case steps.Owing() as debt:
            draft.drop()
            auctions.go_bankrupt(draft, debt)
        case steps.DeedChoice() if isinstance(move, moves.Choose):
            draft.drop()
            owner = draft.deeds[move.deed].owner
            draft.give_deed(move.deed, player)
            if move.own is not None and owner is not None:
                draft.give_deed(move.own, owner)
        case steps.Siting() if isinstance(move, moves.Place):
            draft.drop()
            auctions.build(draft, player, move.space, None)


def _demand(draft: Draft, claim: steps.RentClaim) -> None:
    """Rules: rent.demand, rent.order."""
    owner, visitor, board = claim.owner, claim.visitor, draft.board
    is_order = board.kinds[claim.space] is SpaceKind.ORDER
    amount = None if is_order else rent_of(draft, claim.space)
    name = board.names[claim.space]
    draft.events.append(shared(table.RentDemanded, owner, visitor, name, amount))
    draft.replace(
        steps.OrderThrow(owner, visitor)
        if amount is None
        else shared(steps.Owing, visitor, owner, amount)
    )


def pass_bid(draft: Draft, auction: steps.Auction, player: int) -> None:
    """Pass in an auction.

    Rules: auction.protocol.
    """
    draft.replace(auction.passed_by(player))
    draft.events.append(shared(table.Passed, player))
