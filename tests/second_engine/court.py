"""The court, and the rules for putting one card into it.

Written from the rulebook alone, sharing no code with the package.

A slot is (row, column). The bottom row is row 0, and the first card of a round lies in column 0.
A card in (row, column) of an upper row rests on (row - 1, column) and (row - 1, column + 1).
"""

Card = tuple[str, int]
Slot = tuple[int, int]
Court = dict[Slot, Card]

HIGHEST_ROW = 9
OUTERMOST_COLUMN = 12


def slots_of_the_box() -> list[Slot]:
    """Every slot that is tried: far more than a court can ever reach."""
    slots = []
    for row in range(HIGHEST_ROW + 1):
        for column in range(-OUTERMOST_COLUMN, OUTERMOST_COLUMN + 1):
            slots.append((row, column))
    return slots


def broken_court_rules(court: Court, card: Card, slot: Slot, width: int) -> set[str]:
    """The rules of the court that this card in this slot would break."""
    row, column = slot
    house = card[0]
    broken = set()

    # A slot holds one card. In a taken slot there is nothing else to ask.
    if slot in court:
        return {"court.vacant"}

    if row == 0:
        # The first card of all has only one place to go.
        if len(court) == 0 and column != 0:
            broken.add("court.first")

        bottom_columns = [c for (r, c) in court if r == 0]

        # The bottom row may not become too long.
        if len(bottom_columns) >= width:
            broken.add("court.width")

        # The bottom row grows at its left end or at its right end.
        if len(bottom_columns) > 0:
            next_to_the_left_end = min(bottom_columns) - 1
            next_to_the_right_end = max(bottom_columns) + 1
            if column != next_to_the_left_end and column != next_to_the_right_end:
                broken.add("court.beside")

    else:
        below_left = (row - 1, column)
        below_right = (row - 1, column + 1)

        # An upper card rests on two cards.
        if below_left not in court or below_right not in court:
            broken.add("court.support")

        # One of those two, or both, must be of its house.
        else:
            house_left = court[below_left][0]
            house_right = court[below_right][0]
            if house != house_left and house != house_right:
                broken.add("court.match")

    return broken


def open_slots(court: Court, card: Card, width: int) -> list[Slot]:
    """Every slot into which the card may go."""
    slots = []
    for slot in slots_of_the_box():
        if len(broken_court_rules(court, card, slot, width)) == 0:
            slots.append(slot)
    return slots
