"""Turns: throws, moves, landings, Chance cards, and the questions to the player whose turn it is.

A task that throws dice or draws a card stays on the agenda while the game waits for chance. A card
puts its effects on the agenda one by one.

Rules: turn.steps, card.draw, card.return, card.moment, card.keep, debt.one-by-one, jail.start.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Sequence
from itertools import product, starmap
from typing import Annotated, assert_never

import attrs

from westeros_intrigue.gamekit.agenda import Step, Task, first_step
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.limits import Count, Range
from westeros_intrigue.gamekit.spellings import Called, Told
from westeros_intrigue.gamekit.values import Value, replace_item, shared
from westeros_intrigue.games.monopoly.pieces.spaces import (
    Effect,
    Numbers,
    Seat,
    SpaceKind,
    Word,
    coins,
    effect_in_words,
    spaces_of,
)
from westeros_intrigue.games.monopoly.position import happenings, moves, sentences, table
from westeros_intrigue.games.monopoly.position.happenings import Purpose
from westeros_intrigue.games.monopoly.position.moves import Move
from westeros_intrigue.games.monopoly.position.refusals import Fault, Refusal
from westeros_intrigue.games.monopoly.position.state import (
    Decision,
    Draft,
    Here,
    Question,
    Roller,
    order_share,
    part_of_throw,
    rent_of,
)
from westeros_intrigue.games.monopoly.position.table import Holdings
from westeros_intrigue.games.monopoly.turns import acts, dealings
from westeros_intrigue.games.monopoly.turns.acts import tradable

OwnerHere = Annotated[
    Seat, Told(lambda table, _: table.deeds[table.positions[table.turn_player]].owner)
]
"""A player, usually the owner of the deed where the player whose turn it is stands."""

_MOST_DOUBLES = 3
_BUY, _PUT_UP = moves.Buy(), moves.PutUp()


def play(draft: Draft, player: int, move: Move) -> None:
    """Make a legal move of the asked player, and continue to the next decision.

    The move is added to the game, with the events after it.
    """
    question = first_step(draft.agenda, Question)
    draft.drop()
    question.carry_out(draft, player, move)
    advance(draft)
    draft.moves = table.Moves(draft.moves, move, tuple(draft.events))
    draft.events.clear()


def advance(draft: Draft) -> None:
    """Continue to the next decision, the next throw or card to supply, or the end."""
    draft.active_player = draft.listed = None
    playing = table.Phase.PLAYING  # looked up once, since enumeration members are slow to access
    if draft.phase is not table.Phase.GAME_OVER:
        draft.phase = playing
    draft.run()
    while not draft.agenda and draft.phase is playing:
        begin_turn(draft, table.next_solvent(draft, draft.turn_player))
        draft.run()


def begin_turn(draft: Draft, player: int) -> None:
    """Begin a turn with an interval.

    Rules: turn.steps, interval.when, jail.start.
    """
    draft.turn_player = player
    draft.turn_number += 1
    draft.doubles = 0
    draft.events.append(shared(happenings.TurnBegan, player, draft.turn_number))
    draft.push(new_interval(draft), before_throw(draft, player))


def before_throw(holdings: Holdings, player: int) -> Step:
    """Return the step after the interval of a player's turn.

    Rules: turn.steps, jail.start.
    """
    return InJail(player) if holdings.jail_tries[player] is not None else shared(Roll, player)


def new_interval(draft: Draft) -> dealings.Interval:
    """Return the interval before a roll of the player whose turn it is.

    Rules: turn.interval, interval.floor.
    """
    return shared(dealings.Interval, draft.turn_player, 0, (), (0,) * len(draft.cash))


def after_double(draft: Draft, player: int) -> tuple[Step, ...]:
    """Return the steps after the move of a double: the same player rolls again.

    Rules: turn.double, interval.when.
    """
    return new_interval(draft), shared(Roll, player)


class Throw(Step):
    """A step for which a player throws the dice, or the game waits for a throw to be supplied.

    Rules: chance.by-hand.
    """

    __slots__ = ()

    player: int

    def waits(self, draft: Draft) -> bool:
        dice = draft.deal.dice(draft.throws_used)
        if dice is None:
            draft.phase = table.Phase.ROLLING
            return True
        draft.throws_used += 1
        draft.events.append(shared(happenings.Thrown, self.player, dice))
        draft.drop()
        self.use(draft, *dice)
        return False

    def use(self, draft: Draft, first: int, second: int) -> None:
        """Apply the throw."""
        raise NotImplementedError


@attrs.frozen
class Roll(Throw, Value, line="roll"):
    """The dice are thrown for a move.

    Rules: turn.steps, turn.double, turn.third-double, turn.count, interval.when.
    """

    player: Roller

    def use(self, draft: Draft, first: int, second: int) -> None:
        if first == second:
            draft.doubles += 1
            if draft.doubles == _MOST_DOUBLES:
                enter_jail(draft, self.player)
                return
            draft.push(*after_double(draft, self.player))
        walk(draft, self.player, first + second)


@attrs.frozen
class TryRoll(Throw, Value, line="try"):
    """The dice are thrown in jail.

    Rules: jail.try, jail.third.
    """

    player: Roller

    def use(self, draft: Draft, first: int, second: int) -> None:
        leaving = Exit(self.player, first + second)
        if first == second:
            leaving.do(draft)
            return
        tries = (draft.jail_tries[self.player] or 0) + 1
        draft.set_tries(self.player, tries)
        edition = draft.board.edition
        if tries == edition.jail.tries:
            draft.push(dealings.Owing(self.player, None, edition.jail.fee, Purpose.JAIL), leaving)


@attrs.frozen
class Exit(Task[Draft], Value, line="leave {distance}"):
    """A player leaves jail and moves; then the turn ends.

    Rules: jail.try, jail.third.
    """

    player: Roller
    distance: Annotated[int, Range(2, 12)]

    def do(self, draft: Draft) -> None:
        leave_jail(draft, self.player)
        walk(draft, self.player, self.distance)


@attrs.frozen
class InJail(
    Question,
    Value,
    kind=Decision.JAIL,
    moves=(moves.PayFee, moves.UseCard, moves.TryDouble),
    told_later=(moves.TryDouble,),
    line="jail",
):
    """A player in jail chooses how to leave it; a throw tells that they try for a double.

    Rules: jail.start, jail.fee, jail.card, jail.try.
    """

    player: Roller

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        fee, tries = coins(holdings.board.edition.jail.fee), holdings.jail_tries[self.player]
        may_leave = f"{speaker.does(self.player, 'may')} leave jail for {fee}"
        asked = f"{may_leave}, with a card or a double; tries so far: {tries}"
        return asked + sentences.pot_in_words(holdings)

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        return tuple(acts.legal(holdings, player, super().options(holdings, player)))

    def faults(self, holdings: Holdings, player: int, move: Move) -> Iterator[Fault]:
        if isinstance(move, moves.PayFee):
            yield from acts.too_dear(
                holdings, player, holdings.board.edition.jail.fee, Refusal.FEE_TOO_DEAR
            )
        elif isinstance(move, moves.UseCard) and not holdings.kept_cards[player]:
            yield Fault(Refusal.NO_CARD, (), 1, 0)

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        if isinstance(move, moves.TryDouble):
            draft.push(TryRoll(player))
            return
        if isinstance(move, moves.PayFee):
            draft.pay(player, None, draft.board.edition.jail.fee, Purpose.JAIL)
        else:
            draft.pass_cards(player, None, 1)
        leave_jail(draft, player)
        draft.push(shared(Roll, player))


def leave_jail(draft: Draft, player: int) -> None:
    """Release a player from jail."""
    draft.set_tries(player, None)
    draft.events.append(happenings.Released(player))


def enter_jail(draft: Draft, player: int) -> None:
    """Send a player to jail; the turn is over.

    Rules: jail.enter, turn.cut.
    """
    draft.positions = replace_item(draft.positions, player, draft.board.jail)
    draft.set_tries(player, 0)
    draft.agenda = ()
    draft.events.append(happenings.Jailed(player))


def walk(draft: Draft, player: int, distance: int) -> None:
    """Move a token clockwise, or back if the distance is negative, and apply the space's effect.

    Rules: move.clockwise, go.salary, house.double-go, go.backward, land.other, land.nothing,
    land.tax, house.pot, jail.visit.
    """
    board, origin = draft.board, draft.positions[player]
    laps, space = divmod(origin + distance, board.size)
    draft.events.append(shared(happenings.Moved, player, origin, space, board.names[space]))
    draft.positions = replace_item(draft.positions, player, space)
    if laps > 0:  # the token passes GO on its way, or lands there
        is_double = not space and "double-go" in draft.variant.house_rules
        draft.pay(None, player, board.edition.money.go * (1 + is_double), Purpose.SALARY)
    land(draft, player)


def land(draft: Draft, player: int) -> None:
    """Apply the effect of the space on which a token has landed.

    Rules: land.other, land.nothing, land.tax, house.pot, jail.visit.
    """
    board, space = draft.board, draft.positions[player]
    kind = board.kinds[space]
    if kind is SpaceKind.GO_TO_JAIL:
        enter_jail(draft, player)
    elif kind is SpaceKind.FREE and "pot" in draft.variant.house_rules:
        draft.pay(None, player, draft.pot, Purpose.POT)
    elif kind is SpaceKind.TAX:
        draft.push(shared(dealings.Owing, player, None, board.amounts[space], Purpose.TAX))
    elif kind is SpaceKind.CHANCE:
        draft.push(shared(Draw, player))
    elif board.siblings[space]:
        deed = draft.deeds[space]
        if deed.owner is None:
            draft.push(shared(Purchase, player, space, 0))
        elif deed.owner != player and not deed.mortgaged and _may_ask(draft, deed.owner):
            draft.push(shared(RentClaim, deed.owner, player, space))


def _may_ask(draft: Draft, owner: int) -> bool:
    """Return False for an owner in jail, if the house rule says so.

    Rules: rent.demand, house.no-jail-rent.
    """
    return draft.jail_tries[owner] is None or "no-jail-rent" not in draft.variant.house_rules


@attrs.frozen
class Purchase(
    dealings.Trading,
    Value,
    kind=Decision.PURCHASE,
    moves=(moves.Buy, moves.PutUp, *dealings.RAISING, moves.Offer),
    line="buy [offers {offers}]",
    so_far=("offers",),
):
    """An unowned deed is bought or put up for auction.

    Rules: land.unowned, land.buy, house.no-auction.
    """

    player: Roller
    space: Here
    offers: Count = 0
    """The number of offers that the visitor has made so far."""

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        board, space = holdings.board, self.space
        deed = f"{board.names[space]} for {coins(board.prices[space])}"
        rents = sentences.rents_in_words(board, space)
        may_buy = f"{speaker.does(self.player, 'may')} buy {deed} ({rents})"
        if dealings.has_auctions(holdings):
            return f"{may_buy}, or put it up for auction"
        return f"{may_buy}, or leave it"

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        can_buy = holdings.cash[player] >= holdings.board.prices[self.space]
        ways = (_BUY, _PUT_UP) if can_buy else (_PUT_UP,)
        return (*ways, *acts.raising(holdings, player))

    def faults(self, holdings: Holdings, player: int, move: Move) -> Iterator[Fault]:
        if isinstance(move, moves.Buy):
            price = holdings.board.prices[self.space]
            yield from acts.too_dear(holdings, player, price, Refusal.DEED_TOO_DEAR)

    def reply(self, draft: Draft, player: int, move: Move) -> None:
        if isinstance(move, moves.PutUp):
            dealings.open_auction(draft, self.space, player, table.solvent(draft))
        else:
            draft.pay(player, None, draft.board.prices[self.space], Purpose.DEED)
            draft.give_deed(self.space, player)


@attrs.frozen
class RentClaim(
    Question,
    Value,
    kind=Decision.RENT,
    decider="owner",
    moves=(moves.Demand, moves.Waive),
    line="rent",
):
    """The owner decides whether to demand the rent.

    Rules: rent.moment, rent.demand, rent.order.
    """

    owner: OwnerHere
    visitor: Roller
    space: Here

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        due = sentences.due_in_words(holdings, self.space)
        return f"{speaker.does(self.owner, 'may')} ask {speaker.name(self.visitor)} for {due}"

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        name = draft.board.names[self.space]
        if isinstance(move, moves.Waive):
            draft.events.append(shared(happenings.RentWaived, player, self.visitor, name))
            return
        rent = rent_of(draft, self.space)
        draft.events.append(shared(happenings.RentDemanded, player, self.visitor, name, rent))
        if rent is None:
            draft.push(OrderThrow(self.visitor, player))
        else:
            draft.push(shared(dealings.Owing, self.visitor, player, rent, Purpose.RENT))


@attrs.frozen
class OrderThrow(Throw, Value, line="order-throw"):
    """The dice are thrown for an Order's rent.

    Rules: rent.order.
    """

    player: Roller
    owner: OwnerHere

    def use(self, draft: Draft, first: int, second: int) -> None:
        share = order_share(draft, draft.positions[self.player])
        rent = part_of_throw(share, first + second)
        draft.push(dealings.Owing(self.player, self.owner, rent, Purpose.RENT))


@attrs.frozen
class Draw(Step, Value, line="draw"):
    """The top Chance card is drawn, and goes under the deck after being read.

    Rules: card.draw, card.moment.
    """

    player: Roller

    def waits(self, draft: Draft) -> bool:
        card: int | None
        if draft.unseen_cards:
            card = draft.deal.card(len(draft.draws))
            if card is None:
                draft.phase = table.Phase.DRAWING
                return True
            draft.draws = (*draft.draws, card)
        else:
            card = draft.known_bottom[0]
            draft.known_bottom = draft.known_bottom[1:]
        draft.drop()
        drawn = draft.board.cards[card]
        effects = ", then ".join(effect_in_words(one, draft.board.names) for one in drawn.effects)
        draft.events.append(happenings.Drew(self.player, card, drawn.id, effects))
        if drawn.is_kept:
            draft.gain_cards(self.player, (card,))
        else:
            draft.known_bottom = (*draft.known_bottom, card)
            draft.push(*(CarryOut(self.player, effect) for effect in drawn.effects))
        return False


@attrs.frozen
class CarryOut(Task[Draft], Value, line="card {effect}"):
    """An effect of a card.

    Rules: card.draw, debt.one-by-one.
    """

    player: Roller
    effect: Effect

    def do(self, draft: Draft) -> None:  # noqa: PLR0912 - one a word
        effect, player, board = self.effect, self.player, draft.board
        others = table.solvent_after(draft, player)
        here = draft.positions[player]
        amount = effect.numbers[0] if effect.numbers else 0
        debts: list[tuple[int, int | None]] = []
        match effect.word:
            case Word.GO_TO_JAIL:
                enter_jail(draft, player)
            case Word.MOVE_BY:
                walk(draft, player, amount)
            case Word.MOVE_TO:
                walk(draft, player, (amount - here) % board.size or board.size)
            case Word.MOVE_TO_NEAREST:
                walk(
                    draft, player, (*board.kinds, *board.kinds).index(effect.kind, here + 1) - here
                )
            case Word.TAKE_DEED | Word.SWAP_DEED:
                choice = DeedChoice(player, effect.word is Word.SWAP_DEED)
                if choice.options(draft, player):
                    draft.push(choice)
            case Word.COLLECT:
                draft.pay(None, player, amount, Purpose.CARD)
            case Word.COLLECT_EACH:
                debts = [(other, player) for other in others]
            case Word.PAY_EACH:
                debts = [(player, other) for other in others]
            case Word.PAY_BUILDINGS:
                amount = _building_dues(draft, player, *effect.numbers)
                debts = [(player, None)]
            case Word.PAY:
                debts = [(player, None)]
            case Word.JAIL_CARD:
                pass  # its card is kept when it is drawn
            case _:
                assert_never(effect.word)
        draft.push(*(dealings.Owing(*debt, amount, Purpose.CARD) for debt in debts))


def choosable(holdings: Holdings, player: int) -> Numbers:
    """Return the deeds of others that the drawer of a card can choose, ascending.

    Rules: trade.buildings.
    """
    others_own = sum(holdings.owned) - holdings.owned[player]
    return spaces_of(others_own & ~holdings.built)


def _building_dues(draft: Draft, player: int, holdfast: int, castle: int) -> int:
    top = draft.board.castle_level
    levels = [deed.level for deed in draft.deeds if deed.owner == player]
    return sum(castle if level == top else holdfast * level for level in levels)


@attrs.frozen
class DeedChoice(Question, Value, kind=Decision.DEED, moves=(moves.Choose,), line="{is_swap}"):
    """The drawer of a card chooses another player's deed.

    Rules: card.draw, trade.buildings.
    """

    player: Roller
    is_swap: Annotated[bool, Called(("take-deed", "swap-deed"))]

    def in_words(self, _holdings: Holdings, speaker: Speaker) -> str:
        how = "swap a deed with" if self.is_swap else "take a deed of"
        return f"{speaker.does(self.player, 'may')} {how} another player"

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        own = tradable(holdings, player) if self.is_swap else (None,)
        return tuple(starmap(moves.Choose, product(choosable(holdings, player), own)))

    def faults(self, holdings: Holdings, player: int, move: moves.Choose) -> Iterator[Fault]:
        deeds = choosable(holdings, player)
        if move.deed not in deeds:
            yield Fault(Refusal.DEED_NOT_OFFERED, deeds)
        own = tradable(holdings, player) if self.is_swap else ()
        if move.own not in (own or (None,)):
            yield Fault(Refusal.EXCHANGE_NOT_ASKED, own)

    def accept(self, draft: Draft, player: int, move: moves.Choose) -> None:
        owner = draft.deeds[move.deed].owner
        draft.give_deed(move.deed, player)
        if move.own is not None and owner is not None:
            draft.give_deed(move.own, owner)


STEPS = (
    InJail, Roll, TryRoll, Exit, Purchase, RentClaim, OrderThrow, Draw, CarryOut, DeedChoice,
)  # fmt: skip
"""The classes of the steps that a line can name, besides those of `dealings`."""
