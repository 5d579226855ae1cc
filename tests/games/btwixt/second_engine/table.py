"""Seats, councils, cards and allies: their places and movements."""

from typing import Any

from .script import Card, Game


def clockwise_from(game: Game, seat: int) -> list[int]:
    """All seats clockwise, from one of them (order.several)."""
    return [(seat + i) % game["players"] for i in range(game["players"])]


def left_neighbour(game: Game, player: int) -> int:
    """The next leader clockwise (ring.seats)."""
    return (player + 1) % int(game["players"])


def right_neighbour(game: Game, player: int) -> int:
    """The next leader counter-clockwise (ring.neighbours)."""
    return (player - 1) % int(game["players"])


def left_council(_game: Game, player: int) -> int:
    """The council between a leader and the next one clockwise (ring.councils)."""
    return player


def right_council(game: Game, player: int) -> int:
    """The council between a leader and the one before (ring.councils)."""
    return (player - 1) % int(game["players"])


def own_councils(game: Game, player: int) -> list[int]:
    """Both councils of a leader (ring.yours)."""
    return [left_council(game, player), right_council(game, player)]


def other_council(game: Game, player: int, council: int) -> int:
    """The council of a leader that is not the given one."""
    return next(one for one in own_councils(game, player) if one != council)


def card_data(game: Game, card: Card) -> dict[str, Any]:
    """What the box says about an influence card."""
    return next(one for one in game["box"]["influence"] if one["id"] == card[0])


def ally_data(game: Game, ally: str) -> dict[str, Any]:
    """What the box says about an ally."""
    return next(one for one in game["box"]["allies"] if one["id"] == ally)


def abilities(data: dict[str, Any], timing: str) -> list[dict[str, Any]]:
    """The abilities of a card or an ally at one timing, in their order."""
    return [one for one in data["abilities"] if one["timing"] == timing]


def does(data: dict[str, Any], timing: str, operation: str) -> bool:
    """Whether a card or an ally has an ability."""
    return any(one["do"] == operation for one in abilities(data, timing))


def is_now(game: Game, operation: str) -> bool:
    """Whether an ability of this round works: while its ally is current (effect.this-round)."""
    return any(
        does(ally_data(game, entry["ally"]), "this_round", operation) for entry in game["current"]
    )


def discard(game: Game, card: Card) -> None:
    """Discard a card; in the advanced game a white one leaves the game (advanced.removed)."""
    is_white = card_data(game, card)["kind"] == "leader"
    leaves = is_white and game["variant"]["base"] == "advanced"
    game["removed" if leaves else "discard"].append(card)


def council_of(game: Game, ally: str) -> int | None:
    """The council that an ally lies in."""
    for council in range(game["players"]):
        if ally in game["councils"][council]["allies"]:
            return council
    return None


def next_ally(game: Game) -> str | None:
    """Reveal the next ally, for an ability; None if none is left."""
    if not game["variant"]["revealed_allies"]:
        return game["ally_deck"].pop(0) if game["ally_deck"] != [] else None
    if game["ally_deck"] != []:  # row.next
        game["row"].append(game["ally_deck"].pop(0))
    return game["row"].pop(0) if game["row"] != [] else None


def look_at_allies(game: Game, count: int) -> list[str]:
    """Take up the top allies, fewer if there are fewer."""
    looked: list[str] = []
    if game["row"] != []:
        looked.append(game["row"].pop(0))  # row.look
    while len(looked) < count and game["ally_deck"] != []:
        looked.append(game["ally_deck"].pop(0))
    return looked


def put_back(game: Game, allies: list[str]) -> None:
    """Put allies on top of the deck, the topmost first."""
    place = "row" if game["variant"]["revealed_allies"] else "ally_deck"  # row.look
    game[place] = allies + game[place]


def kill_in_council(game: Game, ally: str) -> None:
    """Put an ally from a council onto the dead pile (effect.kill)."""
    council = council_of(game, ally)
    if council is not None:
        game["councils"][council]["allies"].remove(ally)
        game["dead"].append(ally)


def follow_lasting(game: Game) -> None:
    """Let what lasts serve whoever has its card in the pile, or had it last (effect.lasting)."""
    for one in game["lasting"]:
        for seat in range(game["players"]):
            if one["card"] in game["piles"][seat]:
                one["you"] = seat
