"""A whole game: setup, deals, drafts, seasons and rounds."""

from typing import Any

from . import bidding, claiming, table
from .script import Answer, Card, Decision, Game, Script, ask

SEASONS = ["summer", "autumn", "winter"]


def seasons_of(players: int, variant: dict[str, Any]) -> list[str]:
    """The seasons of a game (season.start, short.start)."""
    start = 0 if players <= 4 else 1
    if variant["short"]:
        start += 1
    return SEASONS[start:]


def whole_game(game: Game) -> Script:
    """A game from setup to its end (setup.order)."""
    seasons = seasons_of(game["players"], game["variant"])
    game["season"], game["round_number"] = seasons[0], 1
    yield from choose_leaders(game)
    for number, season in enumerate(seasons):
        game["season"], game["round_number"] = season, 1
        yield from start_season(game, number)
        for round_number in range(1, game["players"] + 2):  # season.rounds
            game["round_number"] = round_number
            yield from play_round(game)
    game["phase"] = "GAME_OVER"  # season.end


def choose_leaders(game: Game) -> Script:
    """Each leader picks a leader card or takes a random one (setup.leaders)."""
    for seat in table.clockwise_from(game, game["first_player"]):
        if game["leaders"][seat] is not None:
            continue  # the caller has given all of them
        untaken = [one["id"] for one in game["box"]["leaders"] if one["id"] not in game["leaders"]]
        options: list[Decision] = [("ChooseLeader", leader) for leader in untaken]
        options.append(("ChooseLeader", None))
        decision = yield from ask(game, "choose-leader", seat, options)
        picked = decision[1]
        if picked is None:
            picked = next(one for one in game["chance"]["leaders"] if one in untaken)
        game["leaders"][seat] = picked


def start_season(game: Game, number: int) -> Script:
    """Put hands and discards into the deck, deal, fill the row (season.change)."""
    variant, seats = game["variant"], range(game["players"])
    for seat in seats:
        for card in game["hands"][seat]:
            table.discard(game, card)
        game["hands"][seat] = []
    game["discard"] = []
    game["deck"] = [*game["chance"]["influence"][number]]
    if sorted(game["deck"]) != sorted(cards_in_deck(game, number)):
        raise ValueError(f"the order for season {number} is not one of the cards in the deck")
    size = 9 if variant["base"] == "advanced" else 10
    for _ in range(size):
        for seat in seats:  # setup.chance: card i of an order goes to seat i mod N
            game["hands"][seat].append(game["deck"].pop(0))
    if variant["base"] == "advanced":
        for seat in seats:  # advanced.hand
            game["hands"][seat].append(game["undrawn"][game["leaders"][seat]].pop(0))
    if variant["draft"] != "none":
        yield from draft(game, to_left=number % 2 == 0)
    # row.fill: a draft belongs to setup or to the end of the season before, so it comes first
    if variant["revealed_allies"]:  # row.fill
        while len(game["row"]) < game["players"] + 1 and game["ally_deck"] != []:
            game["row"].append(game["ally_deck"].pop(0))


def cards_in_deck(game: Game, number: int) -> list[Card]:
    """What is in the influence deck at the start of the game's season of this number, from 0.

    Each season starts with all influence cards in the deck again (season.deck-set).
    """
    kinds = ["standard"]  # setup.deck
    if game["variant"]["draft"] == "kingsmoot":
        kinds = ["standard", "event", "leader"]  # kingsmoot.deck
    cards = copies_of(game, kinds)
    if game["variant"]["base"] == "advanced":
        # advanced.events; advanced.short: only changes that happen add events
        added = number * (3 if game["players"] <= 4 else 6)
        cards += game["chance"]["events"][:added]
    return cards


def copies_of(game: Game, kinds: list[str]) -> list[Card]:
    """All influence cards of some kinds, copies numbered from 1 (box.copies)."""
    return [
        (one["id"], number)
        for one in game["box"]["influence"]
        if one["kind"] in kinds
        for number in range(1, one["copies"] + 1)
    ]


def draft(game: Game, *, to_left: bool) -> Script:
    """Set cards aside and pass the others on, until none is left (draft.pick)."""
    seats = range(game["players"])
    game["packs"] = game["hands"]
    game["hands"] = [[] for _ in seats]
    game["aside"] = [[] for _ in seats]
    while game["packs"][0] != []:
        for seat in table.clockwise_from(game, game["first_player"]):
            card = yield from pick(game, seat)
            game["packs"][seat].remove(card)
            game["aside"][seat].append(card)
        # draft.secret: all pick before all pass
        step = -1 if to_left else 1  # draft.direction: a pack of the right neighbour goes left
        game["packs"] = [game["packs"][(seat + step) % game["players"]] for seat in seats]
    game["hands"], game["aside"] = game["aside"], [[] for _ in seats]


def pick(game: Game, seat: int) -> Answer:
    """The card that a leader sets aside; the last card of a pack is no choice."""
    options: list[Decision] = [("Draft", card) for card in game["packs"][seat]]
    decision = yield from ask(game, "draft", seat, options)
    return decision[1]


def play_round(game: Game) -> Script:
    """The six steps of a round (round.steps)."""
    reveal(game)
    yield from bidding.bidding(game)
    yield from claiming.claim_step(game)
    clean_up(game)
    game["first_player"] = table.left_neighbour(game, game["first_player"])  # pass.token


def reveal(game: Game) -> None:
    """Turn up the current ally (round.reveal)."""
    game["current"] = []
    place = "row" if game["row"] != [] else "ally_deck"  # row.current
    if game[place] != []:  # round.no-ally
        ally = game[place].pop(0)
        game["current"].append({"ally": ally, "tokens": [], "extra": False, "taken_back": False})


def clean_up(game: Game) -> None:
    """Discard the piles, but for what goes to a hand; all stand again (clean.discard)."""
    for seat in table.clockwise_from(game, game["first_player"]):  # order.piles
        for card in game["piles"][seat]:
            if goes_to_hand(game, seat, card):
                game["hands"][seat].append(card)  # card.contingency
            else:
                table.discard(game, card)
        game["piles"][seat] = []
    game["knelt"] = [False] * game["players"]  # clean.stand
    game["lasting"] = []
    game["played"] = []
    game["skipped"] = []
    game["bid"] = None


def goes_to_hand(game: Game, seat: int, card: tuple[str, int]) -> bool:
    """Whether a card goes to the hand of the pile's leader instead (to_hand)."""
    return any(
        ability["do"] == "to_hand"
        and not (ability.get("unless_winner", False) and game["bid"]["winner"] == seat)
        for ability in table.abilities(table.card_data(game, card), "clean_up")
    )
