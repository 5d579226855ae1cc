"""What an automated house does on its turn.

Written from the rulebook alone, sharing no code with the package.

A stack is a list of cards, the top card first.
"""

from .court import Card, Court, Slot, open_slots


def dictated_slot(court: Court, house: str, card: Card, width: int) -> Slot | None:
    """Where the house puts a card that it has drawn; None if the card fits nowhere."""
    slots = open_slots(court, card, width)
    if len(slots) == 0:
        return None

    # solo.highest
    highest_row = max(row for (row, column) in slots)
    columns = [column for (row, column) in slots if row == highest_row]

    # solo.side; the text names no side for Stark, who takes the left here (solo.elsewhere)
    if house == "T":
        return (highest_row, max(columns))
    return (highest_row, min(columns))


def draw_until_one_fits(
    first: list[Card], second: list[Card], court: Court, house: str, width: int
) -> tuple[Card, Slot] | None:
    """Draw from the first stack until a card fits, and set the others aside.

    Both stacks are changed. The card that fits is taken off the first stack, and returned with
    its slot. If none fits, the first stack ends up empty, and the answer is None.
    """
    while len(first) > 0:
        card = first.pop(0)
        slot = dictated_slot(court, house, card, width)
        if slot is not None:
            return (card, slot)
        # solo.set-aside: it goes on top of what was set aside before
        second.insert(0, card)
    return None


def recycle(first: list[Card], second: list[Card]) -> None:
    """Put the second stack, as it lies, under the first one (solo.recycle)."""
    first.extend(second)
    second.clear()
