"""What speaks for a move, in words a player understands.

Rules: court.match, court.beside, court.width.
"""

from __future__ import annotations

from westeros_intrigue.knowledge.card_counts import house_counts
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES, House
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_FEW = 2
"""So many open slots of a house, or fewer, are worth keeping open."""


def times_in_100(chance: float) -> str:
    """Return how often something of a chance from 0 to 1 happens in 100 times, to the nearest.

    >>> times_in_100(0.13), times_in_100(0.01)
    ('13 times', 'once')
    """
    return "once" if (times := f"{100 * chance:.0f}") == "1" else f"{times} times"


def reasons(view: View, move: Move) -> tuple[str, ...]:
    """Return what a move does for the player or against the others, the weightiest first.

    Each is the rest of a sentence that begins with the move: `opens a slot for your three Stark
    cards`. There may be none.
    """
    before, after = view.court, view.court.place(move.card, move.slot)
    own = list(house_counts(view.hand))
    lying = house_counts(before.values())
    found: list[tuple[float, str]] = []
    if own[move.card.house.index] == max(own) > 1:
        found.append((1, f"keeps your hand mixed, which has {_cards(max(own), move.card.house)}"))
    own[move.card.house.index] -= 1
    for house in HOUSES:
        held = own[house.index]
        unseen = CARDS_PER_HOUSE - house_counts(view.hand)[house.index] - lying[house.index]
        slots = len(after.open_slots(house))
        more = slots - len(before.open_slots(house))
        if held:
            yours = f"your {_cards(held, house)}" if held > 1 else f"your last {house} card"
            if more > 0:
                found.append((more * held, f"opens {_slots(more)} for {yours}"))
            elif 0 < slots <= _FEW:
                found.append((held / 2, f"keeps {_slots(slots)} open for {yours}"))
        if unseen and more < 0 and unseen > held:
            theirs = f"{_cards(unseen, house)} that you have not seen"
            left = "no slot" if slots == 0 else f"{_slots(-more)} fewer"
            found.append((-more * (unseen / 2 - held), f"leaves {left} to {theirs}"))
    found.sort(key=lambda one: -one[0])
    return tuple(reason for _, reason in found)


def _slots(count: int) -> str:
    return "one slot" if count == 1 else f"{_NUMBERS[count]} slots"


def _cards(count: int, house: House) -> str:
    return f"{_NUMBERS[count]} {house} card{'' if count == 1 else 's'}"
