"""Legality, written once: legal moves, refusals, and the loop that runs to the next decision.

For each kind of move, a check yields every fault of it, in words and numbers. A move is an option
when its check yields none, and `explain` lists the faults with the remedies. Offers are left out of
the legal moves.

The loop works the agenda off until a player must decide, or chance must be supplied.

Rules: trade.listing, decision.never-stuck, jail.life.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product, starmap
from typing import Any, NamedTuple, TypeVar, overload

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.questions import answerer
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.gamekit.values import join_words, shared, short_repr
from westeros_intrigue.games.monopoly import auctions, moves, steps, turns
from westeros_intrigue.games.monopoly.auctions import (
    acts_done,
    can_offer,
    is_undoing,
    lowest_bid,
    means_after,
    offers_made,
    open_sites,
    tradable,
)
from westeros_intrigue.games.monopoly.moves import (
    MOVE_TYPES,
    Bid,
    Bundle,
    Move,
    Violation,
    ViolationCode,
    ViolationCode as Code,
)
from westeros_intrigue.games.monopoly.questions import question_in_words
from westeros_intrigue.games.monopoly.spaces import MOST_SPACES, spaces_of, whole_sets
from westeros_intrigue.games.monopoly.state import (
    Draft,
    Position,
    building_cost,
    buildings_left,
    check_position,
    check_seat,
    is_built_on,
    is_short_of_holdfasts,
    means_of,
)
from westeros_intrigue.games.monopoly.steps import (
    Act,
    Auction,
    DeedChoice,
    Owing,
    Purchase,
    Question,
    Siting,
    head,
)
from westeros_intrigue.games.monopoly.table import (
    Holdings,
    Moves,
    Phase,
    Table,
    holdfasts_left,
    next_solvent,
    solvent_after,
)
from westeros_intrigue.games.monopoly.turns import answer, choosable, pass_bid


class Fault(NamedTuple):
    """One thing that is wrong with a move, not yet in words."""

    code: Code
    template: str
    """The sentence after the move; {all} and {any} stand for the spaces, {needed} and
    {found} for the numbers. Front ends write You for a player, so no verb agrees with one."""
    spaces: Sequence[int] = ()
    needed: int | None = None
    found: int | None = None
    rule: str | None = None
    """The id of the rule, where it is a narrower one than that of the code."""


Faults = TypeAliasType("Faults", Iterator[Fault])


def _not_own(
    holdings: Holdings, player: int, space: int, *, location: bool = False
) -> tuple[Fault, ...]:
    board = holdings.board
    if space >= board.size or not board.siblings[space]:
        template = "{any} has no deed. Choose a space that has one."
        return (Fault(Code.NOT_A_CHOICE, template, (space,)),)
    if (owner := holdings.deeds[space].owner) != player:
        who = "the Treasury" if owner is None else f"player {owner}"
        template = f"{{all}} belongs to {who}. Choose a deed of your own."
        return (Fault(Code.NOT_OWNED, template, (space,)),)
    if location and not board.sets[space]:
        template = "{all} is not a Location. Choose a Location."
        return (Fault(Code.NOT_A_CHOICE, template, (space,), rule="build.set"),)
    return ()


def _too_dear(holdings: Holdings, player: int, cost: int, rule: str) -> Faults:
    if (cash := holdings.cash[player]) < cost:
        template = "it costs {needed}, and the cash is {found}. Raise money first."
        yield Fault(Code.TOO_DEAR, template, (), cost, cash, rule)


def _undoes(spaces: Sequence[int]) -> Fault:
    template = "it reverses an earlier act of this interval. Wait for the next one."
    return Fault(Code.UNDOES, template, spaces)


def _build(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: build.set, build.even, build.supply, build.cost."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    bits = board.set_bits[space]
    if lacking := bits & ~holdings.owned[player]:
        template = "the set lacks {all}. Own the whole set first."
        yield Fault(Code.SET_INCOMPLETE, template, spaces_of(lacking))
    if mortgaged := bits & holdings.mortgaged:
        yield Fault(Code.SET_MORTGAGED, "{all} must be redeemed first.", spaces_of(mortgaged))
    if level == board.castle_level:
        template = "the Location already has a Castle. Choose another one."
        yield Fault(Code.FULL, template, (space,))
        return
    lowest = min([deeds[other].level for other in spaces])
    if level > lowest:
        first = [other for other in spaces if deeds[other].level == lowest]
        yield Fault(Code.UNEVEN, "build first on {any}, where less stands.", first)
    if not buildings_left(holdings, space):
        template = "the Treasury has no such building left. Wait until one is sold."
        yield Fault(Code.SUPPLY_EMPTY, template, (), 1, 0)
    if is_undoing(holdings, player, Act.SOLD, spaces):
        yield _undoes(spaces)
    yield from _too_dear(holdings, player, building_cost(holdings, space), "build.cost")


def _sell(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: sell.holdfast, sell.castle, sell.castle-short."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    if not level:
        template = "nothing is built there. Choose a Location with a building."
        yield Fault(Code.NOTHING_BUILT, template, (space,))
    highest = max([deeds[other].level for other in spaces])
    if level < highest:
        first = [other for other in spaces if deeds[other].level == highest]
        template = "sell first on {any}, where more stands."
        yield Fault(Code.UNEVEN, template, first, rule="sell.holdfast")
    if is_short_of_holdfasts(holdings, space):
        template = (
            "{needed} Holdfasts would replace the Castle, and the Treasury has {found}. Sell "
            "the whole set."
        )
        needed, left = board.castle_level - 1, holdfasts_left(holdings)
        yield Fault(Code.HOLDFASTS_SHORT, template, (), needed, left)
    if is_undoing(holdings, player, Act.BUILT, spaces):
        yield _undoes(spaces)


def _sell_set(holdings: Holdings, player: int, move: moves.SellSet) -> Faults:
    """Rules: sell.set."""
    deeds = holdings.deeds
    spaces = holdings.board.groups.get(move.group)
    if spaces is None:
        template = f"the board lacks that set. Choose {', '.join(holdings.board.groups)}."
        yield Fault(Code.NOT_A_CHOICE, template, rule="sell.set")
        return
    if lacking := [space for space in spaces if deeds[space].owner != player]:
        template = "the set lacks {all}. Choose a set of your own."
        yield Fault(Code.SET_INCOMPLETE, template, lacking, rule="sell.set")
        return
    if not is_built_on(holdings, spaces[0]):
        template = "nothing is built there. Choose a set with buildings."
        yield Fault(Code.NOTHING_BUILT, template, spaces, rule="sell.set")
    if is_undoing(holdings, player, Act.BUILT, spaces):
        yield _undoes(spaces)


def _mortgage(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: mortgage.take."""
    if is_built_on(holdings, space):
        template = "buildings stand in the set. Sell them all first."
        spaces = holdings.board.sets[space]
        yield Fault(Code.BUILT_ON, template, spaces, rule="mortgage.take")
    if holdings.deeds[space].mortgaged:
        template = "the deed is mortgaged already. Choose another one."
        yield Fault(Code.MORTGAGED, template, (space,))
    if is_undoing(holdings, player, Act.REDEEMED, (space,)):
        yield _undoes((space,))


def _redeem(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: mortgage.redeem."""
    if not holdings.deeds[space].mortgaged:
        template = "the deed is not mortgaged. Choose one that is."
        yield Fault(Code.NOT_MORTGAGED, template, (space,))
    if is_undoing(holdings, player, Act.MORTGAGED, (space,)):
        yield _undoes((space,))
    yield from _too_dear(holdings, player, holdings.board.unmortgages[space], "mortgage.redeem")


def _choose(holdings: Holdings, player: int, move: moves.Choose) -> Faults:
    """Rules: card.draw, trade.buildings."""
    deeds = choosable(holdings, player)
    if move.deed not in deeds:
        template = "the card does not offer that deed. Choose {any}."
        yield Fault(Code.NOT_A_CHOICE, template, deeds, rule="card.draw")
    own = tradable(holdings, player) if head(holdings.agenda, DeedChoice).is_swap else []
    if move.own not in own if own else move.own is not None:
        wanted = "Give {any} for it" if own else "Give nothing for it"
        template = f"the card does not ask for that exchange. {wanted}."
        yield Fault(Code.NOT_A_CHOICE, template, own, rule="card.draw")


def _offer(holdings: Holdings, player: int, move: moves.Offer) -> Faults:
    """Rules: trade.what, trade.bound, trade.both, debt.trade."""
    is_partner = move.partner in solvent_after(holdings, player)
    if not is_partner:
        template = "no other player in the game sits there. Choose another partner."
        yield Fault(Code.BAD_PARTNER, template)
    step = holdings.agenda[0]
    made = offers_made(step, player)
    if made is not None and made >= holdings.variant.offers:
        template = f"the offers of this time are used up: {made}. Wait for another one."
        yield Fault(Code.OFFERS_SPENT, template, (), made + 1, holdings.variant.offers)
    faults = [*_side(holdings, player, move.give, Code.NOT_OWNED)]
    if is_partner:
        faults += _side(holdings, move.partner, move.take, Code.NOT_THEIRS)
    yield from faults
    if not move.give or not move.take:
        yield Fault(Code.ONE_SIDED, "one side is empty. Put something on each side.")
    if move.give.coins and move.take.coins:
        template = "both sides have coins. Let only one side pay the difference."
        yield Fault(Code.COINS_BOTH_WAYS, template)
    if isinstance(step, Owing) and not faults and is_partner:
        means = means_after(holdings, player, move.give, move.take)
        if means < step.amount:
            template = "the debt is {needed}, and {found} could be raised after it. Ask for more."
            yield Fault(Code.DEBT_UNPAID, template, (), step.amount, means)


def _side(holdings: Holdings, giver: int, bundle: Bundle, not_owned: Code) -> Faults:
    """Rules: trade.both, trade.buildings."""
    board, deeds = holdings.board, holdings.deeds
    strange = [
        space for space in bundle.deeds if space >= board.size or deeds[space].owner != giver
    ]
    if strange:
        template = f"the deed of {{all}} does not belong to player {giver}. Leave it out."
        yield Fault(not_owned, template, strange)
    built_on = [
        space for space in bundle.deeds if space not in strange and is_built_on(holdings, space)
    ]
    if built_on:
        template = "buildings stand in the set of {all}. They must all be sold first."
        yield Fault(Code.BUILT_ON, template, built_on)
    cash, cards = holdings.cash[giver], len(holdings.kept_cards[giver])
    if bundle.coins > cash:
        template = f"the coins of player {giver} are {{found}}. Name no more than these."
        yield Fault(Code.TOO_FEW_COINS, template, (), bundle.coins, cash)
    if bundle.cards > cards:
        template = f"the jail cards of player {giver} are {{found}}. Name no more than these."
        yield Fault(Code.TOO_FEW_CARDS, template, (), bundle.cards, cards)


def faults(holdings: Holdings, player: int, move: Move) -> Faults:  # noqa: PLR0912 - one a kind of move
    """Yield everything that is wrong with a move that answers the question.

    Rules: land.buy, jail.fee, jail.card, auction.bids, auction.cash, shortage.place, debt.must.
    """
    cash, board = holdings.cash[player], holdings.board
    match move:
        case moves.Sell(space):
            yield from _not_own(holdings, player, space, location=True) or _sell(
                holdings, player, space
            )
        case moves.Build(space):
            yield from _not_own(holdings, player, space, location=True) or _build(
                holdings, player, space
            )
        case moves.Mortgage(space):
            yield from _not_own(holdings, player, space) or _mortgage(holdings, player, space)
        case moves.Redeem(space):
            yield from _not_own(holdings, player, space) or _redeem(holdings, player, space)
        case moves.SellSet():
            yield from _sell_set(holdings, player, move)
        case moves.Offer():
            yield from _offer(holdings, player, move)
        case moves.Choose():
            yield from _choose(holdings, player, move)
        case moves.Buy():
            price = board.prices[head(holdings.agenda, Purchase).space]
            yield from _too_dear(holdings, player, price, "land.buy")
        case moves.PayFee():
            yield from _too_dear(holdings, player, board.edition.jail_fee, "jail.fee")
        case moves.UseCard() if not holdings.kept_cards[player]:
            template = "a jail card is needed. Pay the fee, or try for a double."
            yield Fault(Code.NO_CARD, template, (), 1, 0)
        case moves.Bid(amount):
            lowest = lowest_bid(holdings, head(holdings.agenda, Auction))
            if amount < lowest:
                template = "the bid is too low. Bid at least {needed}, or pass."
                yield Fault(Code.BID_LOW, template, (), lowest, amount)
            if amount > cash:
                template = "the cash is only {found}. Bid less, or pass."
                yield Fault(Code.BID_OVER_CASH, template, (), amount, cash)
        case moves.Place(space):
            found = open_sites(holdings, player, castle=head(holdings.agenda, Siting).is_castle)
            if space not in found:
                template = "it cannot be built there. Choose {any}."
                yield Fault(Code.NOT_A_CHOICE, template, found, rule="shortage.place")
        case moves.GiveUp():
            means, debt = means_of(holdings, player), head(holdings.agenda, Owing).amount
            if means >= debt:
                raised = "{found} can be raised. Sell buildings or mortgage deeds."
                yield Fault(Code.CAN_PAY, f"the debt is {{needed}}, and {raised}", (), debt, means)


def is_sound(holdings: Holdings, player: int, move: Move) -> bool:
    """Return whether a move that answers the question has no fault."""
    return next(faults(holdings, player, move), None) is None


_ORDER = {code: number for number, code in enumerate(ViolationCode)}


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return everything that is wrong with a move; () exactly for legal moves, offers included.

    >>> from westeros_intrigue.games.monopoly import Buy, Pass, setup
    >>> explain(setup(2, seed=1), Pass())
    ()
    >>> [violation.code for violation in explain(setup(2, seed=1), Buy())]
    [ViolationCode.NOT_ASKED_NOW]

    Args:
        position: a state or a view. In a view only its player's moves are legal.
        move: any move.
        player: the seat that would make it, from 0, to make sure of it.

    Raises:
        InvalidValue: the player does not exist.

    Rules: trade.listing, decision.never-stuck.
    """
    check_position(position)
    if type(move) not in MOVE_TYPES:
        raise WrongType(f"move must be a move of this game, not {short_repr(move)}")
    if player is not None:
        player = check_seat(position, player)
    table = position.table
    if (refusal := _refusal(position, move, player)) or (asked := table.active_player) is None:
        return refusal
    found = sorted(faults(table, asked, move), key=lambda fault: _ORDER[fault.code])
    return tuple(_in_words(table, move, fault) for fault in found)


def _refusal(position: Position, move: Move, player: int | None) -> tuple[Violation, ...]:
    """Return why nobody, or somebody else, or another move is asked for; that reason alone."""
    table = position.table
    if (asked := table.active_player) is None:
        return _alone(ViolationCode.NOBODY_TO_MOVE, _nobody(position, move))
    answers = head(table.agenda, Question).answers
    is_asked = answerer(position, player) is not None
    if is_asked and type(move) in answers:
        return ()
    question = question_in_words(table, asked)
    if not is_asked:
        sentence = f"{move} is not yours to play now: {question}. Wait for your turn to decide."
        return _alone(ViolationCode.NOT_YOUR_DECISION, sentence)
    wanted = join_words(map(word_of, answers), "or").capitalize()
    return _alone(ViolationCode.NOT_ASKED_NOW, f"{move} is not an answer: {question}. {wanted}.")


def _in_words(table: Table, move: Move, fault: Fault) -> Violation:
    board = table.board
    names = [
        f"{board.names[at]} ({at})" if at < board.size else f"space {at}" for at in fault.spaces
    ]
    sentence = fault.template.format(
        all=" and ".join(names), any=" or ".join(names), needed=fault.needed, found=fault.found
    )
    rule = fault.rule or fault.code.rules[0]
    spaces = tuple(fault.spaces)
    return Violation(fault.code, rule, f"{move}: {sentence}", spaces, fault.needed, fault.found)


def _alone(code: ViolationCode, sentence: str) -> tuple[Violation]:
    return (Violation(code, code.rules[0], sentence),)


def is_legal(table: Table, player: int, move: Move) -> bool:
    """Return whether the player who is asked may make a move."""
    step = table.agenda[0]
    return (
        isinstance(step, Question) and type(move) in step.answers and is_sound(table, player, move)
    )


def _nobody(position: Position, move: Move) -> str:
    if position.phase is Phase.GAME_OVER:
        return f"{move} comes too late: the game is over. Start another one."
    what = "throw with supply_dice" if position.phase is Phase.ROLLING else "card with supply_card"
    return f"{move} comes too early: the game waits for chance. Supply the next {what}."


M = TypeVar("M", bound=Move)

# The moves that only name a space exist once, since most lists of moves consist of them.
_BUILDS = tuple(map(moves.Build, range(MOST_SPACES)))
_SELLS = tuple(map(moves.Sell, range(MOST_SPACES)))
_MORTGAGES = tuple(map(moves.Mortgage, range(MOST_SPACES)))
_REDEEMS = tuple(map(moves.Redeem, range(MOST_SPACES)))
_bid = lru_cache(maxsize=1 << 10)(Bid)  # a game makes the same few again and again
_PASS = (moves.Pass(),)
PASSES = (*_PASS, moves.StandBy())
"""The moves of a player with the floor who can do nothing but pass and offer."""
_GIVE_UP = (moves.GiveUp(),)
_VISIT = (moves.Buy(), moves.PutUp())
_WAYS_OUT = (moves.PayFee(), moves.UseCard(), moves.TryDouble())
_CLAIM = (moves.Demand(), moves.Waive())
_ANSWER = (moves.Accept(), moves.Decline())


@attrs.frozen(eq=False)
class BidsAnd(Sequence[Move]):
    """The legal moves in an auction: a range of bids, which are made when asked for, and others.

    >>> found = BidsAnd(range(3, 1000), (moves.Pass(),))
    >>> len(found), found[0], found[-1], Bid(999) in found, Bid(1000) in found
    (998, Bid(amount=3), Pass(), True, False)

    Rules: auction.bids, auction.cash.
    """

    bids: range
    """The coins that may be bid."""
    others: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.bids) + len(self.others)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index] if index < 0 else index
        bids = len(self.bids)
        return _bid(self.bids[at]) if at < bids else self.others[at - bids]

    def __iter__(self) -> Iterator[Move]:
        return chain(map(_bid, self.bids), self.others)

    def __contains__(self, move: object) -> bool:
        return move.amount in self.bids if isinstance(move, Bid) else move in self.others

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def options(holdings: Holdings, player: int) -> Sequence[Move]:  # noqa: PLR0911 - one a question
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    match holdings.agenda[0]:
        case steps.Interval():
            return _with_floor(holdings, player)
        case steps.Auction() as auction:
            # No sales for a building: they would change supply and sites meanwhile.
            raised = raising(holdings, player) if auction.level is None else ()
            bids = range(lowest_bid(holdings, auction), holdings.cash[player] + 1)
            return BidsAnd(bids, (*_PASS, *raised))
        case steps.Owing():
            return (*raising(holdings, player), *legal(holdings, player, _GIVE_UP))
        case steps.Purchase(space=space):
            can_buy = holdings.cash[player] >= holdings.board.prices[space]
            return (*_VISIT[not can_buy :], *raising(holdings, player))
        case steps.InJail():
            return tuple(legal(holdings, player, _WAYS_OUT))
        case steps.RentClaim():
            return _CLAIM
        case steps.Answer():
            return _ANSWER
        case steps.Siting(is_castle=is_castle):
            return tuple(map(moves.Place, open_sites(holdings, player, castle=is_castle)))
        case steps.DeedChoice(is_swap=is_swap):
            own = tradable(holdings, player) if is_swap else [None]
            return tuple(starmap(moves.Choose, product(choosable(holdings, player), own)))
        case step:
            raise AssertionError(f"{step} asks nobody")


def legal(holdings: Holdings, player: int, candidates: Iterable[M]) -> Iterator[M]:
    """Yield the moves that have no fault."""
    return (move for move in candidates if is_sound(holdings, player, move))


def _with_floor(holdings: Holdings, player: int) -> Sequence[Move]:
    owned = holdings.owned[player]
    if not owned:
        return PASSES
    others = _mortgages_and_more(_mortgageable(holdings, player), _redeemable(holdings, player))
    if not whole_sets(holdings.board.group_bits, owned):
        return others
    return (*builds(holdings, player), *sales(holdings, player), *others)


def builds(holdings: Holdings, player: int, reserve: int = 0) -> list[moves.Build]:
    """Return the legal building acts of a player with the floor that leave a reserve of coins."""
    cash = holdings.cash[player] - reserve
    return [
        _BUILDS[space]
        for space in open_sites(holdings, player)
        if building_cost(holdings, space) <= cash and buildings_left(holdings, space)
    ]


def redeems(holdings: Holdings, player: int, reserve: int = 0) -> list[moves.Redeem]:
    """Return the legal redemptions of a player with the floor that leave a reserve of coins."""
    return [_REDEEMS[space] for space in spaces_of(_redeemable(holdings, player, reserve))]


def raising(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales and mortgages of a player.

    Rules: sell.when.
    """
    mortgages = _mortgages(_mortgageable(holdings, player))
    found = sales(holdings, player)
    return (*found, *mortgages) if found else mortgages


def sales(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales of a player's buildings, one by one and by the set."""
    built = holdings.owned[player] & holdings.built
    if not built:
        return ()
    groups = holdings.board.groups.items()
    found: list[Move] = [_SELLS[space] for space in spaces_of(built)]
    found += [moves.SellSet(group) for group, spaces in groups if built >> spaces[0] & 1]
    return [*legal(holdings, player, found)]


def _mortgageable(holdings: Holdings, player: int) -> int:
    bits = holdings.owned[player] & ~(holdings.built | holdings.mortgaged)
    return bits and bits & ~acts_done(holdings, player, steps.Act.REDEEMED)


def _redeemable(holdings: Holdings, player: int, reserve: int = 0) -> int:
    bits = holdings.owned[player] & holdings.mortgaged
    if not bits:
        return 0
    board = holdings.board
    bits &= board.redeemable[bisect_right(board.redeem_costs, holdings.cash[player] - reserve)]
    return bits and bits & ~acts_done(holdings, player, steps.Act.MORTGAGED)


@lru_cache(maxsize=1 << 14)
def _mortgages(bits: int) -> tuple[Move, ...]:
    return tuple(_MORTGAGES[space] for space in spaces_of(bits))


@lru_cache(maxsize=1 << 14)
def _mortgages_and_more(mortgageable: int, redeemable: int) -> tuple[Move, ...]:
    redemptions = (_REDEEMS[space] for space in spaces_of(redeemable))
    return (*_mortgages(mortgageable), *redemptions, *PASSES)


def play(draft: Draft, player: int, move: Move) -> None:
    """Make a legal move of the player who is asked, and run on to the next decision.

    The move is added to the game, with what happened after it.
    """
    answer(draft, player, move)
    advance(draft)
    draft.moves = Moves(draft.moves, move, tuple(draft.events))
    draft.events.clear()


def advance(draft: Draft) -> None:
    """Run on to the next decision, the next chance that must be supplied, or the end."""
    draft.active_player = draft.listed = None
    playing = Phase.PLAYING  # looked up once, as the members of an enumeration are slow to get
    if draft.phase is not Phase.GAME_OVER:
        draft.phase = playing
    while draft.phase is playing:
        if not draft.agenda:
            turns.begin_turn(draft, next_solvent(draft, draft.turn_player))
        step = draft.agenda[0]
        if work := _WORK.get(type(step)):
            work(draft, step)
        elif _asks(draft):
            return


def _asks(draft: Draft) -> bool:
    """Ask the first question, unless nobody is left to ask, or there is but one move.

    Rules: debt.pay, decision.forced.
    """
    match draft.agenda[0]:
        case steps.Interval() as interval:
            return _gives_floor(draft, interval)
        case steps.Auction() as auction:
            return _asks_bidder(draft, auction)
        case steps.Owing(player, creditor, amount) if draft.cash[player] >= amount:
            draft.drop()
            draft.pay(player, creditor, amount)
            return False
    [player] = head(draft.agenda, Question).deciders
    found = options(draft, player)
    if len(found) == 1 and not can_offer(draft, player):
        answer(draft, player, found[0])
        return False
    draft.active_player, draft.listed = player, found
    return True


def _gives_floor(draft: Draft, step: steps.Interval) -> bool:
    """Give the floor to the next player who wants it and can act.

    Rules: interval.act, interval.skip, interval.close, interval.standing.
    """
    player, passes, standing, roller = step.floor, step.passes, draft.standing, draft.turn_player
    solvent = len(draft.cash) - len(draft.bankrupt)
    # The pass of the player about to roll is the throw, so that player is always asked.
    while player != roller and passes < solvent:
        if player not in standing:
            join_words = options(draft, player)
            if len(join_words) > len(PASSES) or can_offer(draft, player):
                draft.listed = join_words
                break
        player, passes = next_solvent(draft, player), passes + 1
    if passes >= solvent:
        draft.drop()
        return False
    if player != step.floor:
        draft.replace(shared(steps.Interval, player, passes, step.done, step.offers))
    if player in standing:
        at = standing.index(player)
        draft.standing = standing[:at] + standing[at + 1 :]
    draft.active_player = player
    return True


def _asks_bidder(draft: Draft, step: steps.Auction) -> bool:
    """Ask the next bidder who can bid, or close the auction.

    Rules: auction.forced.
    """
    bidder = step.deciders
    if not bidder:
        auctions.close(draft, step)
        return False
    [player] = bidder
    if auctions.is_outbid(draft, player, step):
        pass_bid(draft, step, player)
        return False
    draft.active_player = player
    return True


_WORK: Mapping[type, Callable[[Draft, Any], None]] = {
    steps.Roll: turns.roll,
    steps.TryRoll: turns.try_double,
    steps.Exit: turns.leave_and_walk,
    steps.Again: turns.roll_again,
    steps.Draw: turns.draw,
    steps.Effects: turns.carry_out,
    steps.OrderThrow: turns.throw_for_order,
}
"""The work of each step that asks nobody."""
