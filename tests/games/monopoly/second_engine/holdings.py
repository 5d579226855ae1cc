"""Holdings: levels, sites, sales, means and rents of a game."""

from typing import Any

from . import board

Game = dict[str, Any]


def solvent(game: Game) -> list[int]:
    """The players who are not bankrupt, by seat."""
    return [p for p in range(game["players"]) if p not in game["bankrupt"]]


def clockwise_from(game: Game, first: int) -> list[int]:
    """All seats but `first`, clockwise, beginning on its left."""
    n = game["players"]
    return [(first + k) % n for k in range(1, n)]


def next_solvent(game: Game, player: int) -> int:
    """The next solvent player on the left; the same one where nobody else is left."""
    for p in clockwise_from(game, player):
        if p in solvent(game):
            return p
    return player


def treasury(game: Game) -> int:
    """What neither the players hold nor the pot (components.treasury); it may be below 0."""
    return board.coins_in_all(game["edition"]) - sum(game["cash"]) - pot(game)


def pot(game: Game) -> int:
    """What lies in the pot (house.pot)."""
    coins: int = game["pot"] if "pot" in game["variant"]["house_rules"] else 0
    return coins


def level(game: Game, space: int) -> int:
    """What stands on a deed (build.level)."""
    built: int = game["deeds"][space]["level"]
    return built


def holdfasts_left(game: Game) -> int:
    """Holdfasts with the Treasury (build.supply)."""
    castle = board.castle_level(game["edition"])
    standing = [level(game, s) for s in game["deeds"] if level(game, s) < castle]
    total: int = game["edition"]["supply"]["holdfasts"]
    return total - sum(standing)


def castles_left(game: Game) -> int:
    """Castles with the Treasury (build.supply)."""
    castle = board.castle_level(game["edition"])
    standing = [s for s in game["deeds"] if level(game, s) == castle]
    total: int = game["edition"]["supply"]["castles"]
    return total - len(standing)


def left_of(game: Game, kind: str) -> int:
    """How many buildings of a kind are left."""
    return holdfasts_left(game) if kind == "holdfast" else castles_left(game)


def owned(game: Game, player: int) -> list[int]:
    """The deeds of a player, in board order."""
    return [s for s in game["deeds"] if game["deeds"][s]["owner"] == player]


def set_around(game: Game, space: int) -> list[int]:
    """The Locations of the same colour; only itself for a Faith or an Order."""
    around: list[int] = game["sets"][space]
    return around


def built_on(game: Game, space: int) -> bool:
    """Whether anything stands in the set of a deed."""
    return any(level(game, s) > 0 for s in set_around(game, space))


def whole_set(game: Game, player: int, space: int) -> bool:
    """Whether a player owns the whole set of a Location."""
    return all(game["deeds"][s]["owner"] == player for s in set_around(game, space))


def done(game: Game, player: int, act: str, thing: Any) -> bool:
    """Whether a player did this in the running interval (interval.undo)."""
    return game["interval"] is not None and (player, act, thing) in game["interval"]["done"]


def kind_to_build(game: Game, space: int) -> str:
    """What the next building on a Location is (build.castle)."""
    return "castle" if level(game, space) == game["edition"]["storeys"] else "holdfast"


def cost_to_build(game: Game, space: int) -> int:
    """The cost of the next building, printed on that very deed (build.cost)."""
    cost: int = game["edition"]["spaces"][space][kind_to_build(game, space) + "_cost"]
    return cost


def sites(game: Game, player: int, kind: str) -> list[int]:
    """Where a player could build a kind now, but for its cost and the supply."""
    found = []
    for space in owned(game, player):
        group = board.group_of(game["edition"], space)
        if group is None or not whole_set(game, player, space):  # build.set
            continue
        if any(game["deeds"][s]["mortgaged"] for s in set_around(game, space)):  # build.set
            continue
        if level(game, space) == board.castle_level(game["edition"]):  # build.level
            continue
        lowest = min(level(game, s) for s in set_around(game, space))
        uneven = "uneven" in game["variant"]["house_rules"]  # house.uneven
        if level(game, space) > lowest and not uneven:  # build.even, so build.castle
            continue
        if done(game, player, "sold", group):  # interval.undo
            continue
        if kind_to_build(game, space) == kind:
            found.append(space)
    return found


def castle_price(game: Game, space: int) -> int:
    """What the Treasury pays for a Castle."""
    cost: int = game["edition"]["spaces"][space]["castle_cost"]
    if game["variant"]["castle_sale"] == "half":
        return board.half(cost)  # sell.castle, the other reading
    return cost  # sell.castle


def holdfast_price(game: Game, space: int) -> int:
    """What the Treasury pays for a Holdfast: half its cost, up (sell.holdfast)."""
    return board.half(game["edition"]["spaces"][space]["holdfast_cost"])


def price_of_all_on(game: Game, space: int) -> int:
    """What all that stands on a deed brings (sell.set)."""
    built = level(game, space)
    if built == 0:
        return 0
    if built == board.castle_level(game["edition"]):
        storeys: int = game["edition"]["storeys"]
        return castle_price(game, space) + storeys * holdfast_price(game, space)
    return built * holdfast_price(game, space)


def sellable(game: Game, player: int) -> list[int]:
    """The Locations from which one building can be sold."""
    found = []
    for space in owned(game, player):
        built = level(game, space)
        highest = max(level(game, s) for s in set_around(game, space))
        if built == 0 or (built < highest and "uneven" not in game["variant"]["house_rules"]):
            continue  # sell.holdfast, sell.castle: only from a highest level; house.uneven
        is_castle = built == board.castle_level(game["edition"])
        if is_castle and holdfasts_left(game) < game["edition"]["storeys"]:
            continue  # sell.castle-short
        if done(game, player, "built", board.group_of(game["edition"], space)):
            continue  # interval.undo
        found.append(space)
    return found


def sellable_sets(game: Game, player: int) -> list[str]:
    """The sets whose buildings can be sold at once (sell.set)."""
    found: list[str] = []
    for space in owned(game, player):
        group = board.group_of(game["edition"], space)
        if group is None or group in found or not built_on(game, space):
            continue
        if not done(game, player, "built", group):  # interval.undo
            found.append(group)
    return found


def mortgageable(game: Game, player: int) -> list[int]:
    """The deeds that a player can mortgage (mortgage.take)."""
    return [
        s
        for s in owned(game, player)
        if not game["deeds"][s]["mortgaged"]
        and not built_on(game, s)
        and not done(game, player, "redeemed", s)  # interval.undo
    ]


def redeemable(game: Game, player: int) -> list[int]:
    """The deeds that a player can redeem (mortgage.redeem)."""
    return [
        s
        for s in owned(game, player)
        if game["deeds"][s]["mortgaged"]
        and game["edition"]["spaces"][s]["unmortgage"] <= game["cash"][player]
        and not done(game, player, "mortgaged", s)  # interval.undo
    ]


def means(game: Game, player: int) -> int:
    """All that a player can raise alone (debt.means)."""
    total: int = game["cash"][player]
    for space in owned(game, player):
        total += price_of_all_on(game, space)
        if not game["deeds"][space]["mortgaged"]:
            total += game["edition"]["spaces"][space]["mortgage"]
    return total


def rent(game: Game, space: int, throw: int | None = None) -> int:
    """The rent of an owned, unmortgaged deed; an Order needs the throw for it."""
    edition = game["edition"]
    owner = game["deeds"][space]["owner"]
    kind = edition["spaces"][space]["kind"]
    # rent.siblings: mortgaged ones count for the number of Faiths, of Orders, and for the set
    alike = [s for s in owned(game, owner) if edition["spaces"][s]["kind"] == kind]
    if kind == "faith":
        of_faiths: int = edition["faith_rent"][len(alike) - 1]
        return of_faiths  # rent.faith
    if kind == "order":
        assert throw is not None
        return board.part_of_throw(edition["order_rent"][len(alike) - 1], throw)  # rent.order
    of_location: int = edition["spaces"][space]["rents"][level(game, space)]  # rent.location
    if level(game, space) == 0 and whole_set(game, owner, space):
        return of_location * int(edition["set_factor"])  # rent.set: only without buildings
    return of_location
