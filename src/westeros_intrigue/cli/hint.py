"""Why the greedy simple player would place a card where it does, in plain words.

Rules: court.match, court.beside.
"""

from __future__ import annotations

import random

from westeros_intrigue import House, Move, View, greedy_player
from westeros_intrigue.cli.display import listed, unseen

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def hint(view: View, *, numbers: bool = True) -> str:
    """Return the placement that the greedy simple player would choose, and what is gained by it.

    Its card is named with its number, or, as printed cards have none, by its house alone.
    """
    move = greedy_player(view, random.Random(0))  # noqa: S311 - a game, no secret
    card = move.card if numbers else f"a {move.card.house} card"
    return f"The greedy simple player would place {card} in {move.slot}. {_reason(view, move)}"


def _reason(view: View, move: Move) -> str:
    """Return what speaks for a move; the terms must agree with the formula of `greedy_player`."""
    after = view.court.place(move.card, move.slot)
    others = unseen(view)
    own = {house: sum(card.house is house for card in view.hand) for house in House}
    left = {**own, move.card.house: own[move.card.house] - 1}
    gains = []
    for house in House:
        slots = len(after.open_slots(house)) - len(view.court.open_slots(house))
        # What the player weighs; it counts the card that it places as no longer in the hand.
        worth = slots * (left[house] - others[house] / 2)
        if worth > 0 and slots > 0:
            whose = "last" if left[house] == 1 else _NUMBERS[left[house]]
            gains.append((worth, f"opens {_slots(slots)} for your {whose} {_cards(house, left)}"))
        elif worth > 0:
            unseen_cards = f"the {_NUMBERS[others[house]]} {_cards(house, others)}"
            lost = f"leaves {_slots(-slots)} fewer to {unseen_cards} that you have not seen"
            gains.append((worth, lost))
    gains.sort(key=lambda gain: -gain[0])
    reasons = [reason for _, reason in gains[:2]]
    held = own[move.card.house]
    if held > 1 and held == max(own.values()):
        reasons.append(f"keeps your hand mixed, which has {_NUMBERS[held]} {move.card.house} cards")
    if not reasons:
        return "Nothing is gained by it, but other placements give the others more."
    return f"It {listed(reasons)}."


def _slots(count: int) -> str:
    return "one slot" if count == 1 else f"{_NUMBERS[count]} slots"


def _cards(house: House, counts: dict[House, int]) -> str:
    return f"{house} card" if counts[house] == 1 else f"{house} cards"
