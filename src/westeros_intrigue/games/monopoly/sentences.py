"""Events, moves, players, effects and exchanges in words, with the names and prices that matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from westeros_intrigue.gamekit.values import count_things
from westeros_intrigue.games.monopoly import moves, state, table
from westeros_intrigue.games.monopoly.moves import Bundle, Move
from westeros_intrigue.games.monopoly.spaces import Effect, Word
from westeros_intrigue.games.monopoly.table import (
    Answered,
    AuctionOpened,
    CardsPassed,
    Event,
    Offered,
    RentDemanded,
    Turned,
)


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event as a sentence for a viewer; None for one that needs no words.

    >>> from westeros_intrigue.games.monopoly.table import Paid, Purpose
    >>> sentence(Paid(None, 1, 2, Purpose.SALARY), None)
    'the Treasury pays 2 coins to player 1 as salary'

    Args:
        event: one of `events`.
        viewer: the seat of the reader, from 0, who is called you; None for a spectator.

    Rules: info.public, info.views.
    """
    parts = {field.name: getattr(event, field.name) for field in attrs.fields(type(event))}
    words: dict[str, Any] = {
        name: _Person(part, viewer) for name, part in parts.items() if name in _PERSONS
    }
    template = _SENTENCES[type(event)]
    match event:
        case CardsPassed(taker=taker, number=number):
            words["goods"] = goods(Bundle(cards=number), ())
            template = template if taker is not None else "{giver:puts} {goods} under the deck"
        case AuctionOpened(building=str()):
            template = "{starter:puts} the last {building}, for {name} up for auction"
        case RentDemanded(amount=None):
            template = "{owner:asks} {visitor} for a part of the next throw as rent on {name}"
        case Offered(give=give, take=take, given=given, taken=taken):
            words |= {"give": goods(give, given), "take": goods(take, taken)}
        case Answered(accepted=False):
            template = "{player:declines} the offer"
        case Turned(mortgaged=False):
            template = "{name} is redeemed"
    amount = coins(parts.get("amount") or 0)
    return template.format(**{**parts, "coins": amount, **words})


@attrs.frozen
class _Person:
    """A player or the Treasury as the subject or the object of a sentence."""

    player: int | None
    viewer: int | None

    def __format__(self, verb: str) -> str:
        """Return what the player is called, with a verb of the third person."""
        if self.player is not None and self.player == self.viewer:
            verb = _YOURS.get(verb, verb[:-1])
        return f"{person(self.player, self.viewer)} {verb}".rstrip()


_PERSONS = frozenset(
    ("player", "payer", "payee", "giver", "taker", "starter", "owner", "visitor", "partner")
) | {"creditor"}
_YOURS = {"is": "are", "goes": "go", "passes": "pass"}
_SENTENCES: Mapping[type, str] = {
    table.TurnBegan: "turn {turn}: {player:is} to roll",
    table.Thrown: "{player:throws} {dice[0]} and {dice[1]}",
    table.Moved: "{player:moves} to {name}",
    table.Jailed: "{player:goes} to jail",
    table.Released: "{player:leaves} jail",
    table.Paid: "{payer:pays} {coins} to {payee} {why.words}",
    table.Drew: "{player:draws} the card {name}: {effects}",
    CardsPassed: "{giver:passes} {goods} to {taker}",
    table.Acquired: "{player:takes} the deed {name}",
    table.Returned: "the deed {name} goes back to the Treasury",
    AuctionOpened: "{starter:puts} the deed {name} up for auction",
    table.BidMade: "{player:bids} {amount}",
    table.Passed: "{player:passes}",
    table.Unsold: "nobody bids for {name}",
    RentDemanded: "{owner:asks} {visitor} for {coins} of rent on {name}",
    table.RentWaived: "{owner:lets} {visitor} off the rent on {name}",
    Offered: "{player:offers} {partner} {give} for {take}",
    Answered: "{player:accepts} the offer",
    table.Levelled: "{name} has {buildings} now",
    Turned: "{name} is mortgaged",
    table.WentBankrupt: "{player:is} bankrupt, in debt to {creditor}",
}
"""The sentence of each kind of event; a verb after a player is that of the third person."""


def move_in_words(position: state.Position, move: Move) -> str:
    """Return a move in words, with the names and prices that matter.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> move_in_words(state, parse_move("mortgage 5"))
    'mortgage Thornwick for 2 coins'
    >>> move_in_words(state, parse_move("offer 1: 5 for 14+2c"))
    'offer player 1 Thornwick for The Two Lanterns and 2 coins'

    Rules: info.public.
    """
    state.check_position(position)
    table = position.table
    board, names = table.board, table.board.names
    words = _WORDS.get(type(move), str(move))
    decision = position.decision
    is_own_turn = table.active_player == table.turn_player
    match move:
        case moves.Pass() | moves.StandBy() if decision is state.Decision.FLOOR and is_own_turn:
            words = "throw the dice" + f", then {words}" * isinstance(move, moves.StandBy)
        case moves.Build(space):
            words = f"build on {names[space]} for {coins(state.building_cost(table, space))}"
        case moves.Sell(space):
            words = f"sell a building on {names[space]} for {coins(state.sale(table, space))}"
        case moves.SellSet(group):
            worth = coins(state.set_sale(table, board.groups[group]))
            words = f"sell all buildings of the set {group} for {worth}"
        case moves.Mortgage(space):
            words = f"mortgage {names[space]} for {coins(board.mortgages[space])}"
        case moves.Redeem(space):
            words = f"redeem {names[space]} for {coins(board.unmortgages[space])}"
        case moves.Offer(partner, give, take):
            given, taken = (goods(each, (names[at] for at in each.deeds)) for each in (give, take))
            words = f"offer player {partner} {given} for {taken}"
        case moves.Buy() if decision is state.Decision.PURCHASE:
            here = table.positions[table.turn_player]
            words = f"buy {names[here]} for {coins(board.prices[here])}"
        case moves.PayFee():
            words = f"pay {coins(board.edition.jail_fee)} and leave jail"
        case moves.Bid(amount):
            words = f"bid {coins(amount)}"
        case moves.Place(space):
            words = f"build it on {names[space]}"
        case moves.Choose(deed, own):
            words = f"take {names[deed]}" + ("" if own is None else f" for {names[own]}")
    return words


def player_in_words(position: state.Position, player: int) -> str:
    """Return the coins and the number of deeds of a player, from 0, in words.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> player_in_words(arrange(SAMPLE, cash=(9, 1), deeds={5: Deed(1)}), 1)
    '1 coin, 1 deed'

    Rules: info.public.
    """
    state.check_position(position)
    table = position.table
    if player in table.bankrupt:
        return "bankrupt"
    words = [coins(table.cash[player]), count_things(len(state.deeds_of(table, player)), "deed")]
    return ", ".join(words + ["in jail"] * (table.jail_tries[player] is not None))


_WORDS: Mapping[type, str] = {
    moves.Accept: "accept the offer",
    moves.Decline: "decline the offer",
    moves.PutUp: "put it up for auction",
    moves.Pass: "pass",
    moves.StandBy: "pass until your own next throw",
    moves.Demand: "ask for the rent",
    moves.Waive: "let it go",
    moves.UseCard: "leave jail by a card",
    moves.TryDouble: "try to throw a double",
    moves.GiveUp: "go bankrupt",
}


def person(player: int | None, viewer: int | None = None) -> str:
    """Return what a player is called; None is the Treasury."""
    if player is None:
        return "the Treasury"
    return "you" if player == viewer else f"player {player}"


def coins(amount: int) -> str:
    """Return a sum of money in words."""
    return count_things(amount, "coin")


def _jail_cards(number: int) -> str:
    return "a jail card" if number == 1 else count_things(number, "jail card")


def goods(bundle: Bundle, names: Iterable[str]) -> str:
    """Return one side of an offer in words; `names` are those of its deeds.

    >>> goods(Bundle((14, 5), coins=3), ("Thornwick", "Gullhaven"))
    'Thornwick, Gullhaven and 3 coins'
    """
    parts = [*names]
    parts += [_jail_cards(bundle.cards)] if bundle.cards else []
    parts += [coins(bundle.coins)] if bundle.coins else []
    *most, last = parts or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def effect_in_words(effect: Effect, names: tuple[str, ...]) -> str:
    """Return an effect of a Chance card in words; `names` are those of the spaces."""
    numbers = [coins(number) for number in effect.numbers]
    if effect.word is Word.MOVE_TO:
        numbers = [names[space] for space in effect.numbers]
    elif effect.word is Word.MOVE_BY:
        numbers = [f"{'on' if steps > 0 else 'back'} {abs(steps)}" for steps in effect.numbers]
    kind = effect.kind.value.capitalize() if effect.kind else ""
    return effect.word.sentence.format(*numbers, kind=kind)
