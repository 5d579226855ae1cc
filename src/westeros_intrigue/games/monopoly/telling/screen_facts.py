"""The facts that the table of Monopoly on the page shows, from a view alone.

The rules' own functions give every rent, cost and legal act, so the page needs no rules.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

import attrs

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.games.monopoly.pieces.board import Board
from westeros_intrigue.games.monopoly.pieces.spaces import SpaceKind, bits_of, spaces_of
from westeros_intrigue.games.monopoly.position import happenings, moves, state
from westeros_intrigue.games.monopoly.position.happenings import Event, Purpose
from westeros_intrigue.games.monopoly.position.moves import Bundle
from westeros_intrigue.games.monopoly.position.state import Decision, View
from westeros_intrigue.games.monopoly.position.table import Deed, Table
from westeros_intrigue.games.monopoly.telling.screen_values import (
    Act,
    Ahead,
    ChangedRent,
    Course,
    Deeds,
    DrawnCard,
    Fall,
    LastMove,
    LastThrow,
    Question,
    Reason,
    ShownAuction,
    ShownDebt,
    ShownOffer,
    ShownPurchase,
    ShownSeat,
    ShownSpace,
    Side,
    StoryLine,
    TableFacts,
    Told,
    Turning,
)
from westeros_intrigue.games.monopoly.turns import acts, dealings, throws
from westeros_intrigue.games.monopoly.turns.legality import options

_E = TypeVar("_E")

_MOST_LINES = 40
"""The number of lines of the story, the latest ones."""
_MOST_TURNINGS = 3
_FACES = range(1, 7)
_THROWS = Counter(first + second for first in _FACES for second in _FACES)
"""The number of throws for each sum of two dice."""
_REASONS = {
    Decision.ANSWER: Reason.OFFER,
    Decision.JAIL: Reason.JAIL,
    Decision.PURCHASE: Reason.PURCHASE,
    Decision.BID: Reason.BID,
    Decision.SITING: Reason.SITING,
    Decision.RENT: Reason.RENT,
    Decision.DEBT: Reason.DEBT,
}
"""The reasons for the questions that the page draws in a way of their own."""


def table_facts(view: View) -> TableFacts | None:
    """Return the facts that the table of a view shows; None unless its board is a square.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> shown = table_facts(observe(setup(2, seed=1), 0))
    >>> shown.question.reason, shown.ahead[2], shown.spaces[3].price
    (Reason.TURN, Ahead(space=3, due=0, throws=2), 1)

    Rules: info.public, info.views.
    """
    table, board = view.table, view.board
    if board.size % 4 or not 24 <= board.size <= 48:
        return None
    happened = table.moves.all_events()
    falls = dict(_falls(table, happened))
    viewer = view.turn_player if view.player is None else view.player
    courses = tuple(_courses(table, happened)) if view.is_over else ()
    return TableFacts(
        turn=max(view.turn_number, 1),
        turn_player=view.turn_player,
        is_sample=view.sample,
        castle_level=board.castle_level,
        set_factor=board.edition.set_factor,
        jail_fee=board.edition.jail.fee,
        most_tries=board.edition.jail.tries,
        pot=view.pot if "pot" in view.variant.house_rules else None,
        families=tuple(board.groups),
        spaces=tuple(_space(table, space) for space in range(board.size)),
        seats=tuple(
            ShownSeat(
                cash=table.cash[seat],
                space=table.positions[seat],
                tries=table.jail_tries[seat],
                cards=len(table.kept_cards[seat]),
                fall=falls.get(seat),
                worth=worth(board, table.cash[seat], table.deeds, seat),
            )
            for seat in range(view.players)
        ),
        last_move=_last_move(board, happened),
        last_throw=next(
            (LastThrow(each.player, each.dice) for each in _latest(happened, happenings.Thrown)),
            None,
        ),
        card=_card(happened),
        ahead=tuple(_ahead(table, viewer)),
        question=_question(view),
        auction=_auction(table),
        story=tuple(_story(table, happened))[-_MOST_LINES:],
        courses=courses,
        turnings=tuple(_turnings(table, courses)) if courses else (),
    )


def worth(board: Board, cash: int, deeds: tuple[Deed, ...], seat: int) -> int:
    """Return a player's coins, the prices of deeds and the cost of buildings.

    What turning a mortgaged deed back costs is taken off.
    """
    for space, deed in enumerate(deeds):
        if deed.owner == seat:
            cash += board.prices[space] - board.unmortgages[space] * deed.mortgaged
            cash += sum(board.building_costs[space][: deed.level]) if deed.level else 0
    return cash


def _space(table: Table, space: int) -> ShownSpace:
    board, deed = table.board, table.deeds[space]
    printed, kind = board.edition.spaces[space], board.kinds[space]
    is_order = kind is SpaceKind.ORDER
    is_asked = deed.owner is not None and not deed.mortgaged
    owned = 0 if deed.owner is None else table.owned[deed.owner]
    amount = board.edition.money.go if kind is SpaceKind.GO else board.amounts[space]
    return ShownSpace(
        name=printed.name,
        kind=kind,
        family=None if printed.group is None else [*board.groups].index(printed.group),
        price=board.prices[space],
        amount=amount,
        rents=board.edition.faith_rent if kind is SpaceKind.FAITH else board.rents[space],
        shares=tuple(map(tuple, board.edition.order_rent)) if is_order else (),
        holdfast_cost=printed.holdfast_cost or 0,
        castle_cost=printed.castle_cost or 0,
        mortgage=board.mortgages[space],
        unmortgage=board.unmortgages[space],
        owner=deed.owner,
        mortgaged=deed.mortgaged,
        level=deed.level,
        rent=None if is_order else state.rent_now(table, space),
        share=state.order_share(table, space) if is_order and is_asked else None,
        is_whole=bool(board.set_bits[space]) and not board.set_bits[space] & ~owned,
    )


def _latest(happened: happenings.Events, kind: type[_E]) -> Iterator[_E]:
    return (event for event in reversed(happened) if isinstance(event, kind))


def _falls(table: Table, happened: happenings.Events) -> Iterator[tuple[int, Fall]]:
    turn = 1
    for event in happened:
        match event:
            case happenings.TurnBegan():
                turn = event.turn
            case happenings.WentBankrupt(player, creditor):
                yield player, Fall(turn, creditor, table.positions[player])


def _last_move(board: Board, happened: happenings.Events) -> LastMove | None:
    """Return the last move; a walk back is one of a card that does not follow a throw forwards."""
    for at in range(len(happened) - 1, -1, -1):
        event = happened[at]
        if isinstance(event, happenings.Jailed):
            origin = next(
                (each.space for each in _latest(happened[:at], happenings.Moved)
                 if each.player == event.player),
                board.jail,
            )  # fmt: skip
            return LastMove(event.player, (origin, board.jail), is_jump=True)
        if isinstance(event, happenings.Moved):
            size = board.size
            ahead = (event.space - event.origin) % size
            before = next(
                (each for each in reversed(happened[:at])
                 if isinstance(each, happenings.Thrown | happenings.Drew)),
                None,
            )  # fmt: skip
            is_back = isinstance(before, happenings.Drew) and _goes_back(board, before, ahead)
            steps = range(0, -(size - ahead) - 1, -1) if is_back else range(ahead + 1)
            path = tuple((event.origin + step) % size for step in steps)
            return LastMove(event.player, path, is_jump=False)
    return None


def _goes_back(board: Board, drew: happenings.Drew, ahead: int) -> bool:
    return any(
        effect.word.value == "move_by" and effect.numbers[0] < 0
        and -effect.numbers[0] % board.size == board.size - ahead
        for effect in board.cards[drew.card].effects
    )  # fmt: skip


def _card(happened: happenings.Events) -> DrawnCard | None:
    since = takewhile(lambda event: not isinstance(event, happenings.Thrown), reversed(happened))
    drew = next((event for event in since if isinstance(event, happenings.Drew)), None)
    if drew is None:
        return None
    number = sum(isinstance(event, happenings.Drew) for event in happened)
    return DrawnCard(number, drew.player, drew.effects)


def _ahead(table: Table, player: int) -> Iterator[Ahead]:
    board = table.board
    if player in table.bankrupt:
        return
    for distance in range(1, 13):
        space = (table.positions[player] + distance) % board.size
        deed, due = table.deeds[space], board.amounts[space]
        if deed.owner not in {None, player} and not deed.mortgaged:
            due = state.rent_of(table, space, distance) or 0
        yield Ahead(space, due, _THROWS[distance])


def _question(view: View) -> Question | None:
    table, player = view.table, view.player
    decision = view.decision
    if player is None or decision is None or table.active_player != player:
        return None
    step = first_step(table.agenda, state.Question)
    reason = _REASONS.get(decision, Reason.CHOICE)
    can_trade = isinstance(step, dealings.Trading) and step.can_offer(table, player)
    found = tuple(_acts(table, player)) if decision in _WITH_ACTS else ()
    if decision is Decision.FLOOR:
        reason = Reason.TURN if player == table.turn_player else Reason.INTERVAL
        if reason is Reason.INTERVAL and _has_new_set(table, player):
            reason = Reason.BUILD
    return Question(
        reason=reason,
        acts=found,
        offers_left=table.variant.offers - step.offers_made(player) if can_trade else 0,
        purchase=_purchase(table, player, step.space)
        if isinstance(step, throws.Purchase)
        else None,
        auction=_auction(table),
        offer=_answer(table, step) if isinstance(step, dealings.Answer) else None,
        debt=ShownDebt(step.creditor, step.amount, state.means_of(table, player))
        if isinstance(step, dealings.Owing)
        else None,
    )


_WITH_ACTS = {Decision.FLOOR, Decision.BID, Decision.DEBT, Decision.PURCHASE}
_PER_DEED = (moves.Build, moves.Sell, moves.Mortgage, moves.Redeem)


def _acts(table: Table, player: int) -> Iterator[Act]:
    board = table.board
    found = options(table, player)
    if isinstance(found, dealings.AuctionMoves):
        found = found.others
    for move in found:
        if not isinstance(move, _PER_DEED):
            continue
        space, deed = move.space, table.deeds[move.space]
        match move:
            case moves.Build():
                coins, after = (
                    -state.building_cost(table, space),
                    Deed(player, level=deed.level + 1),
                )
            case moves.Sell():
                coins, after = state.sale(table, space), Deed(player, level=deed.level - 1)
            case moves.Mortgage():
                coins, after = board.mortgages[space], Deed(player, mortgaged=True)
            case _:
                coins, after = -board.unmortgages[space], Deed(player)
        then = _with_deeds(table, {space: after})
        before, later = (state.rent_now(each, space) or 0 for each in (table, then))
        yield Act(str(move), space, coins, before, later)


def _with_deeds(table: Table, changed: Mapping[int, Deed]) -> Table:
    """Return a table with other deeds."""
    deeds = tuple(changed.get(space, deed) for space, deed in enumerate(table.deeds))
    owned = tuple(
        bits_of(space for space, deed in enumerate(deeds) if deed.owner == seat)
        for seat in range(len(table.cash))
    )
    return attrs.evolve(table, deeds=deeds, owned=owned)


def _has_new_set(table: Table, player: int) -> bool:
    """Return whether a player can build on a set that was completed since the last throw."""
    sites = {move.space for move in acts.builds(table, player)}
    since = takewhile(
        lambda event: not isinstance(event, happenings.Thrown), reversed(table.moves.all_events())
    )
    return any(
        isinstance(event, happenings.Acquired)
        and event.player == player
        and not sites.isdisjoint(table.board.sets[event.space])
        for event in since
    )


def _find_changes(before: Table, after: Table, player: int, among: int) -> tuple[ChangedRent, ...]:
    """Return the rents among some spaces that change for a player; 0 for deeds of others."""
    found = []
    for space in spaces_of(among):
        old, new = (
            state.rent_now(each, space) or 0 if each.deeds[space].owner == player else 0
            for each in (before, after)
        )
        if old != new:
            found.append(ChangedRent(space, old, new))
    return tuple(found)


def _purchase(table: Table, player: int, space: int) -> ShownPurchase:
    board = table.board
    then = _with_deeds(table, {space: Deed(player)})
    family, is_set = board.siblings[space], bool(board.set_bits[space])
    lacking = family & ~(1 << space)
    spoiled = [
        seat
        for seat, owned in enumerate(table.owned)
        if seat != player and is_set and not lacking & ~owned
    ]
    return ShownPurchase(
        space=space,
        price=board.prices[space],
        rents=_find_changes(table, then, player, family),
        completes=is_set and not family & ~then.owned[player],
        spoils=spoiled[0] if spoiled else None,
        throws_again=table.doubles > 0 and table.turn_player == player,
    )


def _auction(table: Table) -> ShownAuction | None:
    step = next((each for each in table.agenda if isinstance(each, dealings.Auction)), None)
    if step is None:
        return None
    lowest = step.find_lowest_bid(table)
    return ShownAuction(step.space, step.building, step.high, step.leader, lowest, step.bidders)


def preview(view: View, move: str) -> ShownOffer | None:
    """Return the consequences of a legal offer of the viewer; None for any other move.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, observe
    >>> view = observe(arrange(SAMPLE, cash=(20, 9), deeds={5: Deed(0), 35: Deed(1)}), 0)
    >>> mine, theirs = preview(view, "offer 1: 5+3c for 35").sides
    >>> mine.cash_after, mine.worth_before, mine.worth_after
    (17, 23, 25)

    Rules: trade.offer, trade.what.
    """
    offer = moves.parse_move(move)
    if view.player is None or not isinstance(offer, moves.Offer):
        return None
    mine, theirs = (view.player, offer.give), (offer.partner, offer.take)
    return _exchange(view.table, mine, theirs, view.player)


def _answer(table: Table, step: dealings.Answer) -> ShownOffer:
    return _exchange(table, (step.proposer, step.give), (step.partner, step.take), step.partner)


def _exchange(
    table: Table, proposed: tuple[int, Bundle], wanted: tuple[int, Bundle], viewer: int
) -> ShownOffer:
    (proposer, give), (partner, take) = proposed, wanted
    changed = {
        space: Deed(taker, table.deeds[space].mortgaged)
        for taker, bundle in ((partner, give), (proposer, take))
        for space in bundle.deeds
    }
    then = _with_deeds(table, changed)
    sides = [_side(table, then, partner, take, give), _side(table, then, proposer, give, take)]
    return ShownOffer(
        proposer, give, take, (*sorted(sides, key=lambda side: side.player != viewer),)
    )


def _side(before: Table, after: Table, player: int, gives: Bundle, gets: Bundle) -> Side:
    board, cash = before.board, before.cash[player]
    cash_after = max(cash - gives.coins + gets.coins, 0)
    had, has = (
        {at for at, bits in enumerate(board.group_bits) if not bits & ~each.owned[player]}
        for each in (before, after)
    )
    among = 0
    for space in (*gives.deeds, *gets.deeds):
        among |= board.siblings[space]
    return Side(
        player=player,
        cash_before=cash,
        cash_after=cash_after,
        sets_gained=tuple(sorted(has - had)),
        sets_lost=tuple(sorted(had - has)),
        rents=_find_changes(before, after, player, among),
        prices=sum(board.prices[space] for space in gives.deeds),
        worth_before=worth(board, cash, before.deeds, player),
        worth_after=worth(board, cash_after, after.deeds, player),
    )


def _story(table: Table, happened: happenings.Events) -> Iterator[StoryLine]:
    """Yield the lines: a throw with its consequences, or another act."""
    turn, line, owners = 1, None, [deed.owner for deed in table.start.deeds]
    for event in happened:
        if isinstance(event, happenings.TurnBegan):
            turn = event.turn
            continue
        actor, part = _part(event, owners)
        if isinstance(event, happenings.Acquired):
            owners[event.space] = event.player
        if isinstance(event, happenings.Thrown | happenings.Moved):
            actor = event.player
        if actor is None:
            continue
        if line is None or isinstance(event, happenings.Thrown) or line.player != actor:
            if line is not None and _is_told(line):
                yield line
            line = StoryLine(turn, actor, None, None, (), 0)
        match event:
            case happenings.Thrown():
                line = attrs.evolve(line, dice=event.dice)
            case happenings.Moved():
                line = attrs.evolve(line, to=event.space)
            case happenings.Paid(payer, payee, amount):
                gained = amount * ((payee == actor) - (payer == actor))
                line = attrs.evolve(line, sum=line.sum + gained)
        if part is not None:
            line = attrs.evolve(line, told=(*line.told, part))
    if line is not None and _is_told(line):
        yield line


def _is_told(line: StoryLine) -> bool:
    return bool(line.told or line.dice or line.to is not None)


def _part(  # noqa: PLR0911, PLR0912 - one a class
    event: Event, owners: Sequence[int | None]
) -> tuple[int | None, Told | None]:
    """Return the player whose line an event belongs to, and what it adds."""
    match event:
        case happenings.Paid(None, payee, amount, why):
            return payee, Told(Deeds.GETS, None, None, amount, why.words)
        case happenings.Paid(payer, payee, amount, why):
            return payer, Told(Deeds.PAYS, None, payee, amount, why.words)
        case happenings.Acquired(player, space):
            return player, Told(Deeds.TAKES, space, None, 0, "")
        case happenings.AuctionOpened(starter, space):
            return starter, Told(Deeds.AUCTION, space, None, 0, event.building or "")
        case happenings.Levelled(space):
            return owners[space], Told(Deeds.BUILDS, space, None, 0, event.buildings)
        case happenings.Turned(space, _, mortgaged):
            does = Deeds.MORTGAGES if mortgaged else Deeds.REDEEMS
            return owners[space], Told(does, space, None, 0, "")
        case happenings.Drew(player):
            return player, Told(Deeds.DRAWS, None, None, 0, event.effects)
        case happenings.Jailed(player):
            return player, Told(Deeds.JAILED, None, None, 0, "")
        case happenings.Released(player):
            return player, Told(Deeds.RELEASED, None, None, 0, "")
        case happenings.Offered(player, partner):
            return player, Told(Deeds.OFFERS, None, partner, 0, "")
        case happenings.Answered(player, accepted):
            return player, Told(Deeds.ACCEPTS if accepted else Deeds.DECLINES, None, None, 0, "")
        case happenings.WentBankrupt(player, creditor):
            return player, Told(Deeds.FALLS, None, creditor, 0, "")
        case _:
            return None, None


def _courses(table: Table, happened: happenings.Events) -> Iterator[Course]:
    board, start = table.board, table.start
    cash, deeds = [*start.cash], [*start.deeds]
    worths: list[list[int]] = [[] for _ in cash]
    taken, paid, out = Counter[int](), Counter[int](), set[int]()

    def note() -> None:
        for seat in range(len(cash)):
            if seat not in out:
                worths[seat].append(worth(board, cash[seat], tuple(deeds), seat))

    for event in happened:
        match event:
            case happenings.TurnBegan():
                note()
            case happenings.Paid(payer, payee, amount, why):
                if payer is not None:
                    cash[payer] -= amount
                    paid[payer] += amount * (why is Purpose.RENT)
                if payee is not None:
                    cash[payee] += amount
                    taken[payee] += amount * (why is Purpose.RENT)
            case happenings.Acquired(player, space):
                deeds[space] = Deed(player, deeds[space].mortgaged)
            case happenings.Returned(space):
                deeds[space] = Deed()
            case happenings.Levelled(space):
                deeds[space] = Deed(deeds[space].owner, level=event.level)
            case happenings.Turned(space):
                deeds[space] = Deed(deeds[space].owner, event.mortgaged)
            case happenings.WentBankrupt(player):
                worths[player].append(0)
                out.add(player)
            case _:
                pass
    note()
    for seat, each in enumerate(worths):
        yield Course(tuple(each), taken[seat], paid[seat])


def _turnings(table: Table, courses: Sequence[Course]) -> Iterator[Turning]:
    """Yield the turns with the largest changes, each of the player whom it changed most."""
    moments: list[int] = []
    told: dict[int, list[tuple[int, Told]]] = {}
    owners = [deed.owner for deed in table.start.deeds]
    for moment, happened in table.moves.by_move():
        for event in happened:
            if isinstance(event, happenings.TurnBegan):
                moments.append(moment)
            actor, part = _part(event, owners)
            if isinstance(event, happenings.Acquired):
                owners[event.space] = event.player
            if actor is not None and part is not None:
                told.setdefault(len(moments), []).append((actor, part))
    found = []
    for turn, moment in enumerate(moments, 1):
        changes = [
            (course.worths[turn] - course.worths[turn - 1], seat)
            for seat, course in enumerate(courses)
            if turn < len(course.worths)
        ]
        if not changes:
            continue
        # Of two equal changes, the loss says more.
        change, seat = max(changes, key=lambda each: (abs(each[0]), -each[0]))
        causes = [each for each in told.get(turn, []) if seat in {each[0], each[1].other}]
        actor, cause = max(
            causes,
            key=lambda each: (each[1].does is Deeds.FALLS, each[1].coins),
            default=(seat, None),
        )
        found.append(Turning(turn, moment, seat, change, actor, cause))
    found.sort(key=lambda each: -abs(each.change))
    yield from sorted(found[:_MOST_TURNINGS], key=lambda each: each.turn)
