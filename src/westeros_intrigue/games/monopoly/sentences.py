"""Events, moves, players, effects and exchanges in words, with relevant names and prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.values import count_things, join_words, short_repr
from westeros_intrigue.games.monopoly import moves, state, table
from westeros_intrigue.games.monopoly.moves import Bundle, Move
from westeros_intrigue.games.monopoly.spaces import Effect, Word

Viewer = int | None
"""The seat of the reader, from 0, who is called you; None for a spectator."""


def sentence(event: table.Event, viewer: int | None) -> str | None:
    """Return an event as a sentence for a viewer; None if it needs no words.

    >>> from westeros_intrigue.games.monopoly.table import Paid, Purpose
    >>> sentence(Paid(None, 1, 2, Purpose.SALARY), None)
    'the Treasury pays 2 coins to player 1 as salary'

    Args:
        event: one of `events`.
        viewer: the seat of the reader, from 0, who is called you; None for a spectator.

    Raises:
        WrongType: `event` is not an event.

    Rules: info.public, info.views.
    """
    if type(event) not in _SENTENCES:
        raise WrongType(f"event must be an event of this game, not {short_repr(event)}")
    template = _SENTENCES[type(event)]
    match event:
        case table.CardsPassed(taker=None):
            template = "{giver:puts} {goods} under the deck"
        case table.AuctionOpened(building=str()):
            template = "{starter:puts} the last {building} up for auction, to build it on {name}"
        case table.RentDemanded(amount=None):
            template = "{owner:asks} {visitor} for a part of the next throw as rent on {name}"
        case table.Answered(accepted=False):
            template = "{player:declines} the offer"
        case table.Turned(mortgaged=False):
            template = "{name} is redeemed"
    return fill(template, _OF_EVENTS, None, event, viewer)


Computed = Mapping[str, Callable[[Any, Any], Any]]
"""The parts in templates that are not attributes of a thing, from the table and the thing."""


def fill(template: str, computed: Computed, table_: object, thing: object, viewer: Viewer) -> str:
    """Fill a template with the parts of a thing, such as an event, a move or a question.

    A player is followed by a verb in the third person, without the player after `~`; `coins` counts
    money.
    """
    return template.format_map(_Parts(computed, table_, thing, viewer))


@attrs.frozen
class _Parts:
    """The parts of a thing by name, as templates write them."""

    computed: Computed
    table: object
    thing: object
    viewer: Viewer

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever a thing has
        """Return a part in a form that can be formatted."""
        find = self.computed.get(name)
        part = getattr(self.thing, name) if find is None else find(self.table, self.thing)
        if name in _PERSONS:
            return _Person(part, self.viewer)
        return _Number(part) if type(part) is int else part


class _Number(int):
    """A number that can be written as a sum of money."""

    def __format__(self, unit: str) -> str:
        """Return the number, or that number of coins."""
        return coins(self) if unit else str(self)


@attrs.frozen
class _Person:
    """A player or the Treasury as the subject or the object of a sentence."""

    player: int | None
    viewer: Viewer

    def __format__(self, verb: str) -> str:
        """Return the player's name, with a verb in the third person."""
        called = person(self.player, self.viewer)
        is_viewer = called == "you"
        if verb == "'s":
            return "your" if is_viewer else f"{called}'s"
        head, verb = ("", verb[1:]) if verb[:1] == "~" else (called, verb)
        verb = _YOURS.get(verb, verb[:-1]) if is_viewer else verb
        return f"{head} {verb}".strip()


_PERSONS = {"player", "payer", "payee", "giver", "taker", "starter", "owner", "visitor", "partner"}
_PERSONS |= {"creditor", "leader", "proposer", "roller", "winner"}
_YOURS = {"is": "are", "goes": "go", "passes": "pass", "may": "may", "has": "have"}
_OF_EVENTS: Computed = {
    "goods": lambda _, event: goods(Bundle(cards=event.number), ()),
    "give": lambda _, event: goods(event.give, event.given),
    "take": lambda _, event: goods(event.take, event.taken),
}
_SENTENCES: Mapping[type, str] = {
    table.TurnBegan: "turn {turn}: {player:is} to roll",
    table.Thrown: "{player:throws} {dice[0]} and {dice[1]}",
    table.Moved: "{player:moves} to {name}",
    table.Jailed: "{player:goes} to jail",
    table.Released: "{player:leaves} jail",
    table.Paid: "{payer:pays} {amount:coins} to {payee} {why.words}",
    table.Drew: "{player:draws} the card {name}: {effects}",
    table.CardsPassed: "{giver:passes} {goods} to {taker}",
    table.Acquired: "{player:takes} the deed {name}",
    table.Returned: "the deed {name} goes back to the Treasury",
    table.AuctionOpened: "{starter:puts} the deed {name} up for auction",
    table.BidMade: "{player:bids} {amount}",
    table.Passed: "{player:passes}",
    table.Unsold: "nobody bids for {name}",
    table.RentDemanded: "{owner:asks} {visitor} for {amount:coins} of rent on {name}",
    table.RentWaived: "{owner:lets} {visitor} off the rent on {name}",
    table.Offered: "{player:offers} {partner} {give} for {take}",
    table.Answered: "{player:accepts} the offer",
    table.Levelled: "{name} has {buildings} now",
    table.Turned: "{name} is mortgaged",
    table.WentBankrupt: "{player:is} bankrupt, in debt to {creditor}",
}
"""The sentence of each kind of event; verbs after players are in the third person."""


def move_in_words(position: state.Position, move: Move) -> str:
    """Return a move in words, with relevant names and prices.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> move_in_words(state, parse_move("mortgage 5"))
    'mortgage Thornwick for 2 coins'
    >>> move_in_words(state, parse_move("offer 1: 5 for 14+2c"))
    'offer player 1 Thornwick for The Two Lanterns and 2 coins'

    Raises:
        InvalidValue: the board lacks a space or a set of the move.
        WrongType: `position` is not a position, or `move` not a move.

    Rules: info.public.
    """
    state.check_position(position)
    moves.check_move("move", move)
    table = position.table
    words = _WORDS[type(move)]
    decision, is_own_turn = position.decision, table.active_player == table.turn_player
    match move:
        case moves.Pass() | moves.StandBy() if decision is state.Decision.FLOOR and is_own_turn:
            words = "throw the dice" + f", then {words}" * isinstance(move, moves.StandBy)
        case moves.Buy() if decision is state.Decision.PURCHASE:
            words = "buy {here} for {price:coins}"
        case moves.Choose(own=int()):
            words = "take {deed} for {own}"
    try:
        return fill(words, _OF_MOVES, table, move, None)
    except LookupError:
        raise InvalidValue(f"the board lacks a space or a set named in {move}") from None


def side_in_words(side: str) -> Callable[[Any, Any], str]:
    """Return a function that puts a side of an offer, `give` or `take`, in words."""

    def in_words(table: Any, offer: Any) -> str:  # noqa: ANN401 - an offer or its answer
        bundle = getattr(offer, side)
        return goods(bundle, (table.board.names[space] for space in bundle.deeds))

    return in_words


def player_in_words(position: state.Position, player: int) -> str:
    """Return the coins and the number of deeds of a player, from 0, in words.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> player_in_words(arrange(SAMPLE, cash=(9, 1), deeds={5: Deed(1)}), 1)
    '1 coin, 1 deed'

    Raises:
        InvalidValue: the seat does not exist.
        WrongType: `position` is not a position.

    Rules: info.public.
    """
    player = state.check_seat(position, player)
    table = position.table
    if player in table.bankrupt:
        return "bankrupt"
    words = [coins(table.cash[player]), count_things(len(state.deeds_of(table, player)), "deed")]
    return ", ".join(words + ["in jail"] * (table.jail_tries[player] is not None))


_WORDS: Mapping[type, str] = {
    moves.Build: "build on {space} for {cost:coins}",
    moves.Sell: "sell a building on {space} for {sale:coins}",
    moves.SellSet: "sell all buildings of the set {group} for {set_sale:coins}",
    moves.Mortgage: "mortgage {space} for {mortgage:coins}",
    moves.Redeem: "redeem {space} for {unmortgage:coins}",
    moves.Offer: "offer {partner} {give} for {take}",
    moves.PayFee: "pay {fee:coins} and leave jail",
    moves.Bid: "bid {amount:coins}",
    moves.Place: "build it on {space}",
    moves.Choose: "take {deed}",
    moves.Accept: "accept the offer",
    moves.Decline: "decline the offer",
    moves.PutUp: "put it up for auction",
    moves.Pass: "pass",
    moves.StandBy: "pass until your own next throw",
    moves.Demand: "ask for the rent",
    moves.Waive: "let it go",
    moves.UseCard: "leave jail with a card",
    moves.TryDouble: "try to throw a double",
    moves.GiveUp: "go bankrupt",
    moves.Buy: "buy",
}
_OF_MOVES: Computed = {
    "space": lambda table, move: table.board.names[move.space],
    "deed": lambda table, move: table.board.names[move.deed],
    "own": lambda table, move: table.board.names[move.own],
    "here": lambda table, _: table.board.names[table.positions[table.turn_player]],
    "price": lambda table, _: table.board.prices[table.positions[table.turn_player]],
    "cost": lambda table, move: state.building_cost(table, move.space),
    "sale": lambda table, move: state.sale(table, move.space),
    "set_sale": lambda table, move: state.set_sale(table, table.board.groups[move.group]),
    "mortgage": lambda table, move: table.board.mortgages[move.space],
    "unmortgage": lambda table, move: table.board.unmortgages[move.space],
    "fee": lambda table, _: table.board.edition.jail_fee,
    "give": side_in_words("give"),
    "take": side_in_words("take"),
}


def person(player: int | None, viewer: int | None = None) -> str:
    """Return the name of a player; None is the Treasury."""
    if player is None:
        return "the Treasury"
    return "you" if player == viewer else f"player {player}"


def coins(amount: int) -> str:
    """Return a sum of money in words."""
    return count_things(amount, "coin")


def goods(bundle: Bundle, names: Iterable[str]) -> str:
    """Return one side of an offer in words; `names` has the names of its deeds.

    >>> goods(Bundle((14, 5), coins=3), ("Thornwick", "Gullhaven"))
    'Thornwick, Gullhaven and 3 coins'
    """
    parts = [*names]
    if cards := bundle.cards:
        parts.append("a jail card" if cards == 1 else count_things(cards, "jail card"))
    parts += [coins(bundle.coins)] if bundle.coins else []
    return join_words(parts or ["nothing"])


def effect_in_words(effect: Effect, names: tuple[str, ...]) -> str:
    """Return an effect of a Chance card in words; `names` has the names of the spaces.

    >>> from westeros_intrigue.games.monopoly.spaces import SpaceKind
    >>> effect_in_words(Effect(Word.MOVE_BY, (-1,)), ())
    'go back 1 space'
    >>> effect_in_words(Effect(Word.MOVE_TO_NEAREST, kind=SpaceKind.GO_TO_JAIL), ())
    'go to the next Go To Jail'
    """
    numbers = [coins(number) for number in effect.numbers]
    if effect.word is Word.MOVE_TO:
        numbers = [names[space] for space in effect.numbers]
    elif effect.word is Word.MOVE_BY:
        [steps] = effect.numbers
        numbers = [f"{'on' if steps > 0 else 'back'} {count_things(abs(steps), 'space')}"]
    kind = effect.kind.value.replace("_", " ").title() if effect.kind else ""
    return effect.word.sentence.format(*numbers, kind=kind)
