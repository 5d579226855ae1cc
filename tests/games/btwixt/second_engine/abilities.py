"""The effects of abilities: a function for each operation.

Each is given the game, "you", the ability with its arguments, and the card or ally it is on."""

from collections.abc import Callable
from typing import Any

from . import claiming, table
from .script import Answer, Card, Decision, Game, Script, ask, choose

Ability = dict[str, Any]


def resolve(game: Game, you: int, ability: Ability, source: Any) -> Script:
    """Resolve one ability to its end (order.depth)."""
    yield from OPERATIONS[ability["do"]](game, you, ability, source)


def other_leaders(game: Game, you: int) -> list[int]:
    """Everybody else, neighbours or not (effect.others)."""
    return [seat for seat in range(game["players"]) if seat != you]


def move_bid_card(game: Game, you: int, ability: Ability, _source: Card) -> Script:
    """Move a card from another pile to your own: Betrayal."""
    movable = [
        (seat, card)
        for seat in other_leaders(game, you)
        for card in game["piles"][seat]
        if table.card_data(game, card)["colour"] in ability["colours"]
        and not table.does(table.card_data(game, card), "in_pile", "protect_self")
    ]
    chosen = yield from choose(game, "bid-card", you, movable, may=ability.get("may", False))
    if chosen is not None:
        seat, card = chosen
        game["piles"][seat].remove(card)
        game["piles"][you].append(card)  # effect.no-retrigger
        table.follow_lasting(game)


def move_token(game: Game, you: int, ability: Ability, _source: Card) -> Script:
    """Move a token from a leader's council to the same leader's other one: Corruption."""
    moves = [
        (council, table.other_council(game, leader, council))
        for council in range(game["players"])
        if game["councils"][council]["tokens"] != []
        for leader in range(game["players"])
        if council in table.own_councils(game, leader)
    ]
    chosen = yield from choose(game, "token-move", you, moves, may=ability.get("may", False))
    if chosen is not None:
        start, end = chosen
        token = game["councils"][start]["tokens"].pop()  # token.pick: the one that came last
        game["councils"][end]["tokens"].append(token)


def watch_hand(game: Game, you: int, ability: Ability, source: Card) -> Script:
    """See a hand until the end of the round: Intercepted."""
    others = other_leaders(game, you)
    chosen = yield from choose(game, "leader", you, others, may=ability.get("may", False))
    if chosen is not None:
        game["lasting"].append({"card": source, "do": "watch_hand", "leader": chosen, "you": you})


def skip_turns(game: Game, you: int, ability: Ability, source: Card) -> Script:
    """From the next turn on, skip turns, or play some cards and kneel: The Silence."""
    cards = ability["cards"]
    game["lasting"].append({"card": source, "do": "skip_turns", "cards": cards, "you": you})
    yield from ()


def to_pile_of(game: Game, you: int, ability: Ability, _source: Card) -> Script:
    """Add the card that is being played to another pile: Bribery."""
    others = other_leaders(game, you)
    chosen = yield from choose(game, "leader", you, others, may=ability.get("may", False))
    if chosen is not None:
        game["being_played"]["goes_to"] = chosen


def gain_token(game: Game, you: int, ability: Ability, _source: Any) -> Script:
    """Gain a token, or put one onto the current ally."""
    if ability["onto"] == "council":
        yield from claiming.gain_token(game, you)
    elif game["current"] != [] and game["supply"] != []:
        game["current"][0]["tokens"].append(game["supply"].pop(0))


def kill_current(game: Game, _you: int, _ability: Ability, _source: Any) -> Script:
    """Kill the ally that has been current for longest (effect.kill)."""
    if game["current"] != []:
        entry = game["current"].pop(0)
        game["dead"].append(entry["ally"])
        game["supply"].extend(entry["tokens"])  # token.on-ally, token.return: under the supply
    yield from ()


def introduce(game: Game, _you: int, _ability: Ability, _source: Any) -> Script:
    """Make the next ally one more current ally (claim.extra)."""
    ally = table.next_ally(game)
    if ally is not None:
        game["current"].append({"ally": ally, "tokens": [], "extra": True, "taken_back": False})
    yield from ()


def claim_next(game: Game, you: int, _ability: Ability, source: Any) -> Script:
    """Reveal and claim the next ally, into the council of this one: Ser Loras Tyrell."""
    ally = table.next_ally(game)
    if ally is not None:
        instruction = table.council_of(game, source)
        entry = {"ally": ally, "tokens": [], "extra": True, "taken_back": False}
        yield from claiming.claim(game, you, entry, instruction)


def move_ally(game: Game, you: int, ability: Ability, source: str) -> Script:
    """Move an ally from your other council to that of this ally: Shae."""
    here = table.council_of(game, source)
    if here is not None:
        there = table.other_council(game, you, here)
        allies = game["councils"][there]["allies"]
        may = ability.get("may", False)
        chosen = yield from choose(game, "ally-move", you, [*allies], may=may)
        if chosen is not None:
            allies.remove(chosen)
            game["councils"][here]["allies"].append(chosen)  # effect.no-retrigger


def look_and_take(game: Game, you: int, ability: Ability, _source: Any) -> Script:
    """Look at another hand and take a card of it: Varys."""
    others = [seat for seat in other_leaders(game, you) if game["hands"][seat] != []]
    seat = yield from choose(game, "leader", you, others, may=ability.get("may", False))
    if seat is not None:
        card = yield from choose(game, "take", you, [*game["hands"][seat]])
        game["hands"][seat].remove(card)
        game["hands"][you].append(card)  # ally.varys: a white one, too


def look_allies(game: Game, you: int, ability: Ability, _source: Any) -> Script:
    """Look at the top allies, kill some, put the others back: Ser Ilyn Payne, the Jester."""
    game["looked"] = table.look_at_allies(game, ability["count"])
    due = ability["kill"]
    while due > 0 and len(game["looked"]) > due:
        killed = yield from choose(game, "kill", you, [*game["looked"]])
        game["looked"].remove(killed)
        game["dead"].append(killed)
        due -= 1
    while due > 0 and game["looked"] != []:  # decision.forced: all die, in no order (effect.kill)
        game["dead"].append(game["looked"].pop(0))
        due -= 1
    while game["looked"] != []:
        ally = yield from choose(game, "return", you, [*game["looked"]])
        game["looked"].remove(ally)
        game["returned"].append(ally)
    table.put_back(game, game["returned"])
    game["returned"] = []


def discard(game: Game, you: int, ability: Ability, _source: Any) -> Script:
    """Some leaders choose and discard cards of their hands: Oberyn Martell."""
    who = {"you": you, "second": game["bid"]["second"]}
    for name in ability["who"]:
        yield from discard_some(game, who[name], ability["count"])


def discard_some(game: Game, player: int, due: int) -> Script:
    """One leader chooses and discards cards of the hand, one at a time; all if there are fewer."""
    hand = game["hands"][player]
    while due > 0 and len(hand) > due:
        card = yield from choose(game, "discard", player, [*hand])
        hand.remove(card)
        table.discard(game, card)
        due -= 1
    while due > 0 and hand != []:  # decision.forced
        table.discard(game, hand.pop(0))
        due -= 1


def offer_kill(game: Game, you: int, ability: Ability, source: str) -> Script:
    """The others may discard a card to kill this ally; you may discard one to stop it: Robb."""
    if table.council_of(game, source) is None:
        return  # effect.kill: what is dead already cannot be killed
    seats = table.clockwise_from(game, game["first_player"])  # order.several
    for seat in seats:
        if seat != you:
            attacks = yield from discard_title(game, "offer", seat, ability["title"])
            if attacks:
                cancels = yield from discard_title(game, "cancel", you, ability["title"])
                if not cancels:
                    table.kill_in_council(game, source)
                return  # ally.robb: one attempt in all


def discard_title(game: Game, kind: str, player: int, title: str) -> Answer:
    """A leader may discard a card of a title from the hand; whether that was done."""
    hand = game["hands"][player]
    cards = [card for card in hand if title in (card[0], table.card_data(game, card)["title"])]
    options: list[Decision] = [("Choose", card) for card in cards]
    options.append(("Decline",))
    # decision.forced: an empty hand; decision.asked: another one, even without such a card
    answer = yield from ask(game, kind, player, options, hidden=hand != [])
    if answer[0] == "Decline":
        return False
    hand.remove(answer[1])
    table.discard(game, answer[1])
    return True


OPERATIONS: dict[str, Callable[[Game, int, Ability, Any], Script]] = {
    "claim_next": claim_next,
    "discard": discard,
    "gain_token": gain_token,
    "introduce": introduce,
    "kill_current": kill_current,
    "look_allies": look_allies,
    "look_and_take": look_and_take,
    "move_ally": move_ally,
    "move_bid_card": move_bid_card,
    "move_token": move_token,
    "offer_kill": offer_kill,
    "skip_turns": skip_turns,
    "to_pile_of": to_pile_of,
    "watch_hand": watch_hand,
}
