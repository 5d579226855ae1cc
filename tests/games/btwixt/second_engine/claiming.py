"""Step 3 of a round: who has won, where the ally goes, and what follows from it."""

from typing import Any

from . import abilities, bid, table
from .script import Game, Script, choose

Entry = dict[str, Any]


def claim_step(game: Game) -> Script:
    """Decide the bid; then what comes after it, the allies, the token (claim.sequence)."""
    game["bid"] = bid.decided(game)
    winner = game["bid"]["winner"]
    yield from after_bid(game)
    while game["current"] != []:
        yield from claim(game, winner, game["current"][0], None)
    yield from gain_token(game, winner)  # token.win, claim.killed
    game["results"].append(game["bid"])


def after_bid(game: Game) -> Script:
    """Resolve the abilities after the bid (order.piles), of the cards that lay in piles then."""
    due = [
        (card, ability)
        for seat in table.clockwise_from(game, game["first_player"])
        for card in game["piles"][seat]
        for ability in table.abilities(table.card_data(game, card), "after_bid")
    ]
    for card, ability in due:
        for seat in [seat for seat, pile in enumerate(game["piles"]) if card in pile]:
            yield from abilities.resolve(game, seat, ability, card)  # effect.you-pile


def claim(game: Game, claimant: int, entry: Entry, instruction: int | None) -> Script:
    """Place an ally, then resolve what it does when claimed (claim.when-claimed)."""
    councils = allowed_councils(game, claimant, entry, instruction)
    game["placing"] = entry
    council = yield from choose(game, "place-ally", claimant, councils)  # claim.placement
    game["placing"] = None
    game["current"] = [one for one in game["current"] if one is not entry]
    game["councils"][council]["allies"].append(entry["ally"])
    game["councils"][council]["tokens"].extend(entry["tokens"])  # token.on-ally
    for ability in table.abilities(table.ally_data(game, entry["ally"]), "when_claimed"):
        yield from abilities.resolve(game, claimant, ability, entry["ally"])


def allowed_councils(game: Game, claimant: int, entry: Entry, instruction: int | None) -> list[int]:
    """The councils that an ally may be put into (claim.filter)."""
    councils = table.own_councils(game, claimant)
    for ability in table.abilities(table.ally_data(game, entry["ally"]), "placement"):
        councils = narrowed(councils, ally_wants(game, claimant, ability))  # precedence.placement
    if instruction is not None:
        councils = narrowed(councils, [instruction])
    # claim.extra: Pulling the Strings is ignored for an ally that was brought in
    if not entry["extra"] and claimant == game["bid"]["winner"]:
        bound = game["bid"]["bound"]
        if bound is not None:
            councils = narrowed(councils, [bound])
    return councils


def narrowed(councils: list[int], allowed: list[int]) -> list[int]:
    """The councils that are allowed; all of them if none is: then that is overridden."""
    kept = [council for council in councils if council in allowed]
    return kept if kept != [] else councils


def ally_wants(game: Game, claimant: int, ability: dict[str, Any]) -> list[int]:
    """The councils that an ally's own placement ability allows; none: no restriction."""
    own = table.own_councils(game, claimant)
    if ability["do"] == "place_side":
        left = table.left_council(game, claimant)
        right = table.right_council(game, claimant)
        return [left if ability["side"] == "left" else right]
    if ability["do"] == "place_with":
        return [
            council
            for council in own
            for ally in game["councils"][council]["allies"]
            if ability["ally"] in (ally, table.ally_data(game, ally)["name"])
        ]
    assert ability["do"] == "place_with_highest"
    powers = [
        (table.ally_data(game, ally)["power"], council)
        for council in own
        for ally in game["councils"][council]["allies"]
    ]
    return [council for power, council in powers if power == max(powers)[0]]


def gain_token(game: Game, player: int) -> Script:
    """Put a token from the supply, unseen, into a council of one's own (token.gain)."""
    if game["supply"] == []:
        return  # token.empty
    councils = table.own_councils(game, player)
    is_winner = game["bid"] is not None and game["bid"]["winner"] == player
    if is_winner and game["bid"]["bound"] is not None:
        councils = [game["bid"]["bound"]]  # card.strings.tokens
    council = yield from choose(game, "place-token", player, councils)
    game["councils"][council]["tokens"].append(game["supply"].pop(0))
