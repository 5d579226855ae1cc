"""Moves, players, questions and their parts in words, with names and prices.

The sentence of an event stands in `happenings`, of a refusal in `refusals`, of an effect of a card
in `spaces`, and of a question in its class, in `dealings` or `throws`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import assert_never

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.english import Speaker, count_things
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import shared
from westeros_intrigue.games.monopoly.pieces import spaces
from westeros_intrigue.games.monopoly.pieces.board import Board
from westeros_intrigue.games.monopoly.pieces.spaces import coins
from westeros_intrigue.games.monopoly.position import moves, state, table
from westeros_intrigue.games.monopoly.position.moves import Bundle, Move, goods
from westeros_intrigue.games.monopoly.position.table import Holdings


def move_in_words(position: state.Position, move: Move) -> str:
    """Return a move in words, with relevant names and prices.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> move_in_words(state, parse_move("mortgage 5"))
    'mortgage Thornwick for 2 coins'
    >>> move_in_words(state, parse_move("offer 1: 5 for 14+2c"))
    'offer player 1 Thornwick for The Two Lanterns and 2 coins'

    Args:
        position: a state or a view, which names the spaces.
        move: a legal or illegal move.

    Raises:
        InvalidValue: the board lacks a space or a set of the move.
        WrongType: `position` is not a position, or `move` not a move.

    Rules: info.public.
    """
    state.check_position(position)
    moves.check_move("move", move)
    try:
        return _move_in_words(position, move)
    except LookupError:
        raise InvalidValue(f"the board lacks a space or a set named in {move}") from None


def _move_in_words(position: state.Position, move: Move) -> str:  # noqa: PLR0911, PLR0912 - one a class
    holdings, board, decision = position.table, position.table.board, position.decision
    names = board.names
    is_own_turn = holdings.active_player == holdings.turn_player
    is_before_throw = is_own_turn and decision is state.Decision.FLOOR
    match move:
        case moves.Build(space):
            return f"build on {names[space]} for {coins(state.building_cost(holdings, space))}"
        case moves.Sell(space):
            return f"sell a building on {names[space]} for {coins(state.sale(holdings, space))}"
        case moves.SellSet(group):
            price = coins(state.set_sale(holdings, board.groups[group]))
            return f"sell all buildings of the set {group} for {price}"
        case moves.Mortgage(space):
            return f"mortgage {names[space]} for {coins(board.mortgages[space])}"
        case moves.Redeem(space):
            return f"redeem {names[space]} for {coins(board.unmortgages[space])}"
        case moves.Offer(partner, give, take):
            sides = sides_in_words(board, give, take)
            return f"offer {Speaker().name(partner)} {sides}"
        case moves.Accept():
            return "accept the offer"
        case moves.Decline():
            return "decline the offer"
        case moves.Buy() if decision is state.Decision.PURCHASE:
            space = holdings.positions[holdings.turn_player]
            return f"buy {names[space]} for {coins(board.prices[space])}"
        case moves.Buy():
            return "buy"
        case moves.PutUp():
            is_sold = "no-auction" not in holdings.variant.house_rules
            return "put it up for auction" if is_sold else "leave it with the Treasury"
        case moves.Bid(amount):
            return f"bid {coins(amount)}"
        case moves.Pass():
            return "throw the dice" if is_before_throw else "pass"
        case moves.StandBy():
            now = "throw the dice, then pass" if is_before_throw else "pass"
            return f"{now} until your own next throw"
        case moves.Place(space):
            return f"build it on {names[space]}"
        case moves.Demand():
            return "ask for the rent"
        case moves.Waive():
            return "let it go"
        case moves.PayFee():
            return f"pay {coins(board.edition.jail.fee)} and leave jail"
        case moves.UseCard():
            return "leave jail with a card"
        case moves.TryDouble():
            return "try to throw a double"
        case moves.GiveUp():
            return "go bankrupt"
        case moves.Choose(deed, own):
            return f"take {names[deed]}" + ("" if own is None else f" for {names[own]}")
        case _:
            assert_never(move)


def player_in_words(position: state.Position, player: int) -> str:
    """Return the coins and the number of deeds of a player, from 0, in words.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> player_in_words(arrange(SAMPLE, cash=(9, 1), deeds={5: Deed(1)}), 1)
    '1 coin, 1 deed'

    Args:
        position: a state or a view.
        player: the seat, from 0.

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


def question(position: state.Position) -> str:
    """Return the open question as a sentence, with the names and numbers that matter.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> from westeros_intrigue.games.monopoly import apply
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> question(state)
    "player 0 may act before player 0's throw"
    >>> question(apply(state, parse_move("offer 1: 5 for 14+2c")))
    'player 0 offers player 1 Thornwick for The Two Lanterns and 2 coins'

    Args:
        position: a state, or a view, whose player is called you.

    Raises:
        WrongType: `position` is not a position.

    Rules: info.public.
    """
    state.check_position(position)
    viewer = position.player if isinstance(position, state.View) else None
    return question_in_words(position.table, viewer)


def question_in_words(holdings: Holdings, viewer: int | None = None) -> str:
    """Return the question to the asked player, or the reason why no player is asked."""
    speaker = shared(Speaker, viewer, spaces.TREASURY)
    match holdings.phase:
        case table.Phase.PLAYING:
            step = first_step(holdings.agenda, state.Question)
            return step.in_words(holdings, speaker)
        case table.Phase.ROLLING:
            return "the game waits for a throw of the dice"
        case table.Phase.DRAWING:
            return "the game waits for a Chance card"
        case table.Phase.GAME_OVER:
            [winner] = table.solvent(holdings)
            return f"the game is over: {speaker.does(winner, 'wins')}"
        case _:
            assert_never(holdings.phase)


def sides_in_words(board: Board, give: Bundle, take: Bundle) -> str:
    """Return both sides of an offer, joined by for."""
    return " for ".join(
        goods(side, [board.names[space] for space in side.deeds]) for side in (give, take)
    )


def pot_in_words(holdings: Holdings) -> str:
    """Return the coins in the pot, to follow a question before a throw; empty without the pot."""
    if "pot" not in holdings.variant.house_rules:
        return ""
    return f"; the pot has {spaces.coins(holdings.pot)}"


def due_in_words(holdings: Holdings, space: int) -> str:
    """Return the rent that a visitor owes on a space."""
    name = holdings.board.names[space]
    if (rent := state.rent_of(holdings, space)) is not None:
        return f"{coins(rent)} of rent on {name}"
    return f"rent on {name}: {_share_in_words(*state.order_share(holdings, space))}"


def rents_in_words(board: Board, space: int) -> str:
    """Return the lowest and the highest rent of a deed."""
    rents = board.rents[space]
    if board.kinds[space] is spaces.SpaceKind.FAITH:
        rents = board.edition.faith_rent
    elif board.kinds[space] is spaces.SpaceKind.ORDER:
        shares = board.edition.order_rent
        rents = (state.part_of_throw(shares[0], 2), state.part_of_throw(shares[-1], 12))
    return f"rent {rents[0]} to {rents[-1]}"


def _share_in_words(part: int, whole: int) -> str:
    """Return a part of a throw in words, with the coins for the lowest and the highest throw."""
    shares = {(1, 1): "", (1, 2): "half of ", (1, 3): "a third of ", (1, 4): "a quarter of "}
    least, most = (state.part_of_throw((part, whole), thrown) for thrown in (2, 12))
    rounded = ", rounded up" * (whole > 1)
    share = shares.get((part, whole), f"{part}/{whole} of " if whole > 1 else f"{part} times ")
    return f"{share}the next throw{rounded} ({least} to {coins(most)})"
