"""Turns, moves, landings and Chance cards."""

from collections.abc import Callable, Generator
from contextlib import suppress

from . import acts, board, holdings
from .deals import auction_deed, offer
from .debts import owe
from .holdings import Game
from .interval import interval
from .options import Decision, deed_choices
from .script import GameOverError, Script, TurnOverError, ask, draw, put_under, throw


def whole_game(game: Game) -> Script:
    """Turns, until one solvent player is left (end.no-limit: nothing else ends a game)."""
    try:
        while True:
            with suppress(TurnOverError):  # turn.cut
                yield from turn(game, game["turn_player"])
            game["turn_player"] = holdings.next_solvent(game, game["turn_player"])  # turn.steps
    except GameOverError:
        game["phase"] = "GAME_OVER"
        game["winner"] = holdings.solvent(game)[0]  # end.last
        game["turn_player"] = None
        for pending in ("interval", "auction", "debt", "purchase"):
            game[pending] = None


def turn(game: Game, player: int) -> Script:
    """One turn of one player (turn.steps)."""
    game["turn_number"] += 1
    game["doubles"] = 0  # turn.count: within one turn
    yield from interval(game, player)  # turn.interval, interval.when
    if game["tries"][player] is not None:
        leaves_by_rolling = yield from jailed(game, player)
        if not leaves_by_rolling:
            return
    yield from rolls(game, player)


def rolls(game: Game, player: int) -> Script:
    """Roll and move, again after each double."""
    while True:
        a, b = yield from throw(game)
        if a == b:
            game["doubles"] += 1
            if game["doubles"] == 3:
                go_to_jail(game, player)  # turn.third-double: without that move
        yield from move(game, player, a + b)
        if a != b:
            return
        yield from interval(game, player)  # turn.double, turn.interval


def go_to_jail(game: Game, player: int) -> None:
    """To jail at once, without salary; the turn is over (jail.enter)."""
    game["positions"][player] = board.jail(game["edition"])
    game["tries"][player] = 0
    raise TurnOverError  # turn.cut


def jailed(game: Game, player: int) -> Generator[None, Decision, bool]:
    """The start of a turn in jail (jail.start); True where the player now rolls as ever."""
    decision = yield from ask(game, "jail", player)
    if decision == ("TryDouble",):
        yield from try_double(game, player)
        return False
    if decision == ("PayFee",):
        game["cash"][player] -= game["edition"]["jail"]["fee"]  # jail.fee
        game["pot"] += game["edition"]["jail"]["fee"]  # house.pot
    else:
        put_under(game, game["kept"][player].pop(0))  # jail.card
    game["tries"][player] = None
    return True


def try_double(game: Game, player: int) -> Script:
    """A try in jail; it never leads to a further roll (turn.count)."""
    a, b = yield from throw(game)
    if a != b:
        game["tries"][player] += 1
        if game["tries"][player] < game["edition"]["jail"]["tries"]:
            return  # jail.try: stays, turn over
        yield from owe(game, player, None, game["edition"]["jail"]["fee"])  # jail.third
    game["tries"][player] = None
    yield from move(game, player, a + b)  # jail.try, jail.third


def move(game: Game, player: int, steps: int) -> Script:
    """Walk clockwise, with salary, and land (move.clockwise)."""
    old = game["positions"][player]
    game["positions"][player] = (old + steps) % board.size(game["edition"])
    if old + steps >= board.size(game["edition"]):
        game["cash"][player] += game["edition"]["money"]["go"]  # go.salary: once, before landing
        if game["positions"][player] == 0 and "double-go" in game["variant"]["house_rules"]:
            game["cash"][player] += game["edition"]["money"]["go"]  # house.double-go
    yield from land(game, player)


def land(game: Game, player: int) -> Script:
    """Carry out the space."""
    space = game["positions"][player]
    here = game["edition"]["spaces"][space]
    if here["kind"] in board.DEED_KINDS:
        yield from land_on_deed(game, player, space)
    elif here["kind"] == "chance":
        yield from chance(game, player)  # land.other
    elif here["kind"] == "tax":
        yield from owe(game, player, None, here["amount"])  # land.tax
    elif here["kind"] == "go_to_jail":
        go_to_jail(game, player)  # land.other, jail.enter
    elif here["kind"] == "free" and "pot" in game["variant"]["house_rules"]:
        game["cash"][player] += game["pot"]  # house.pot
        game["pot"] = 0
    # land.nothing, jail.visit: GO, Free Parking and Just Visiting do nothing more


def land_on_deed(game: Game, player: int, space: int) -> Script:
    """An unowned deed, another's, or one's own."""
    deed = game["deeds"][space]
    if deed["owner"] is None:
        yield from purchase(game, player, space)  # land.unowned
    elif deed["owner"] != player and not deed["mortgaged"]:
        in_jail = game["tries"][deed["owner"]] is not None
        if not (in_jail and "no-jail-rent" in game["variant"]["house_rules"]):
            yield from claim(game, player, space)  # land.other, house.no-jail-rent
    # land.nothing, rent.siblings: one's own deed, or a mortgaged one


def purchase(game: Game, player: int, space: int) -> Script:
    """Buy the deed, or see it auctioned; raise money or trade first (land.buy)."""
    game["purchase"] = {"space": space, "offers": 0}
    while True:
        decision = yield from ask(game, "purchase", player)
        if decision[0] == "Buy" or decision[0] == "PutUp":
            break
        if decision[0] == "Offer":
            game["purchase"]["offers"] += 1  # trade.bound: in one purchase
            yield from offer(game, player, decision)
        else:
            acts.raise_money(game, player, decision)
    game["purchase"] = None
    if decision[0] == "Buy":
        game["cash"][player] -= game["edition"]["spaces"][space]["price"]  # land.buy
        game["deeds"][space]["owner"] = player
    else:
        yield from auction_deed(game, space, player)  # auction.starter: the visitor


def claim(game: Game, player: int, space: int) -> Script:
    """The owner asks for rent, in jail too, once, or waives it (rent.demand, rent.moment)."""
    owner = game["deeds"][space]["owner"]
    decision = yield from ask(game, "rent", owner, space=space, visitor=player)
    if decision == ("Waive",):
        return  # rent.no-deals: waiving is free
    thrown = None
    if game["edition"]["spaces"][space]["kind"] == "order":
        a, b = yield from throw(game)  # rent.order: after Demand; a double means nothing
        thrown = a + b
    yield from owe(game, player, owner, holdings.rent(game, space, thrown))


def chance(game: Game, player: int) -> Script:
    """Draw a card and do it, effect after effect, each with all that follows from it."""
    if game["top"] == [] and game["unseen"] == [] and game["under"] == []:
        return
    number = yield from draw(game)
    effects = game["numbered_cards"][number]["effects"]
    if effects == [["jail_card"]]:
        game["kept"][player].append(number)  # card.keep
        return
    put_under(game, number)  # card.moment: when read
    for word, *arguments in effects:
        yield from EFFECTS[word](game, player, *arguments)


def move_to(game: Game, player: int, space: int) -> Script:
    """Clockwise to a space; to GO the salary is all there is to collect (card.go-once)."""
    around = board.size(game["edition"])
    steps = (space - game["positions"][player]) % around
    yield from move(game, player, steps if steps > 0 else around)  # at least one step


def move_to_nearest(game: Game, player: int, kind: str) -> Script:
    """Clockwise to the next space of a kind, at least one step."""
    space = (game["positions"][player] + 1) % board.size(game["edition"])
    while game["edition"]["spaces"][space]["kind"] != kind:
        space = (space + 1) % board.size(game["edition"])
    yield from move_to(game, player, space)


def move_by(game: Game, player: int, steps: int) -> Script:
    """Forwards as a roll, or backwards without salary (go.backward)."""
    if steps > 0:
        yield from move(game, player, steps)
    else:
        there = (game["positions"][player] + steps) % board.size(game["edition"])
        game["positions"][player] = there
        yield from land(game, player)


def card_to_jail(game: Game, player: int) -> Script:
    """To jail; further effects lapse (jail.enter)."""
    yield from ()
    go_to_jail(game, player)


def collect(game: Game, player: int, amount: int) -> Script:
    """From the Treasury, which never refuses (components.treasury)."""
    yield from ()
    game["cash"][player] += amount


def pay(game: Game, player: int, amount: int) -> Script:
    """To the Treasury."""
    yield from owe(game, player, None, amount)


def collect_each(game: Game, player: int, amount: int) -> Script:
    """Every other solvent player owes the drawer, one by one from the left."""
    for other in holdings.clockwise_from(game, player):
        if other in holdings.solvent(game):
            yield from owe(game, other, player, amount)  # debt.one-by-one


def pay_each(game: Game, player: int, amount: int) -> Script:
    """The drawer owes every other solvent player, one by one from the left."""
    for other in holdings.clockwise_from(game, player):
        if other in holdings.solvent(game):
            yield from owe(game, player, other, amount)  # debt.one-by-one: later ones get nothing


def pay_buildings(game: Game, player: int, holdfast: int, castle: int) -> Script:
    """One debt for all buildings of the drawer."""
    amount = 0
    for space in holdings.owned(game, player):
        if holdings.level(game, space) == board.castle_level(game["edition"]):
            amount += castle
        else:
            amount += holdfast * holdings.level(game, space)
    yield from owe(game, player, None, amount)


def take_deed(game: Game, player: int) -> Script:
    """Another's deed changes hands."""
    yield from choose_deed(game, player, swap=False)


def swap_deed(game: Game, player: int) -> Script:
    """Another's deed and an own one change hands."""
    yield from choose_deed(game, player, swap=True)


def choose_deed(game: Game, player: int, *, swap: bool) -> Script:
    """The drawer chooses what trade.buildings lets go; none: nothing."""
    if deed_choices(game, player, swap=swap) == []:
        return
    _, space, own = yield from ask(game, "deed", player, swap=swap)
    owner = game["deeds"][space]["owner"]
    game["deeds"][space]["owner"] = player
    if own is not None:
        game["deeds"][own]["owner"] = owner


EFFECTS: dict[str, Callable[..., Script]] = {
    "move_to": move_to,
    "move_to_nearest": move_to_nearest,
    "move_by": move_by,
    "go_to_jail": card_to_jail,
    "collect": collect,
    "pay": pay,
    "collect_each": collect_each,
    "pay_each": pay_each,
    "pay_buildings": pay_buildings,
    "take_deed": take_deed,
    "swap_deed": swap_deed,
}
