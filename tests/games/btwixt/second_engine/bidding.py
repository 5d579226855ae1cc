"""Step 2 of a round: leaders play cards until all have knelt."""

from . import abilities, table
from .script import Answer, Card, Decision, Game, Script, ask


def bidding(game: Game) -> Script:
    """Give turns clockwise from the first player until all have knelt (bid.order)."""
    while not all(game["knelt"]):
        for seat in table.clockwise_from(game, game["first_player"]):
            if not game["knelt"][seat]:
                yield from turn(game, seat)


def turn(game: Game, player: int) -> Script:
    """Play one card or kneel (bid.turn)."""
    silences = [
        one for one in game["lasting"] if one["do"] == "skip_turns" and one["you"] == player
    ]
    if silences != []:
        most = min(one["cards"] for one in silences)  # precedence.cannot: the narrower wins
        yield from turn_under_silence(game, player, most)
        return
    decision = yield from ask_turn(game, player, may_skip=False)
    if decision[0] == "Play":
        yield from play_card(game, player, decision[1])
    else:
        kneel(game, player)


def turn_under_silence(game: Game, player: int, most: int) -> Script:
    """Skip; or play some cards, perhaps none, and kneel at once (skip_turns)."""
    decision = yield from ask_turn(game, player, may_skip=may_skip(game, player))
    if decision[0] == "Skip":
        game["skipped"].append(player)
        return
    number = 0
    while decision[0] == "Play":
        yield from play_card(game, player, decision[1])
        number += 1
        if number == most:
            break
        decision = yield from ask_turn(game, player, may_skip=False)
    kneel(game, player)


def may_skip(game: Game, player: int) -> bool:
    """Whether another standing leader has not skipped since the last play or kneel."""
    return any(
        not game["knelt"][seat] and seat not in game["skipped"]
        for seat in range(game["players"])
        if seat != player
    )


def ask_turn(game: Game, player: int, *, may_skip: bool) -> Answer:
    """Ask a leader what to do on the turn."""
    hand = game["hands"][player]
    options: list[Decision] = [("Play", card) for card in hand if not is_forbidden(game, card)]
    options.append(("Kneel",))
    if may_skip:
        options.append(("Skip",))
    # decision.forced: an empty hand kneels; decision.asked: another one is asked in any case
    decision = yield from ask(game, "turn", player, options, hidden=hand != [])
    return decision


def is_forbidden(game: Game, card: Card) -> bool:
    """Whether a copy lies in a pile while copies may not be played (no_copies)."""
    title = table.card_data(game, card)["title"]
    return table.is_now(game, "no_copies") and any(
        table.card_data(game, lying)["title"] == title for pile in game["piles"] for lying in pile
    )


def play_card(game: Game, player: int, card: Card) -> Script:
    """Play a card: its ability first, then it joins a pile (bid.resolve)."""
    game["hands"][player].remove(card)
    game["being_played"] = {"card": card, "goes_to": player}  # bid.between
    game["played"].append((player, card))
    game["skipped"] = []
    for ability in table.abilities(table.card_data(game, card), "on_play"):
        yield from abilities.resolve(game, player, ability, card)
    goes_to = game["being_played"]["goes_to"]
    game["being_played"] = None
    game["piles"][goes_to].append(card)
    table.follow_lasting(game)


def kneel(game: Game, player: int) -> None:
    """Kneel; under Arianne Martell the first with a card takes the pile back (bid.kneel)."""
    game["knelt"][player] = True
    game["skipped"] = []
    has_pile = game["piles"][player] != []  # of several such allies each has had its leader
    for entry in game["current"]:
        takes_back = table.does(
            table.ally_data(game, entry["ally"]), "this_round", "take_back_pile"
        )
        if takes_back and not entry["taken_back"] and has_pile:
            entry["taken_back"] = True
            game["hands"][player].extend(game["piles"][player])
            game["piles"][player] = []
