"""A referee who watches the court, and cannot know the hands.

Three people play with printed cards; the referee lays each card in a `Court`, explains a placement
that the rules refuse, and at the end ranks the three from their penalty points and throne cards.
"""

from westeros_intrigue import (
    Card,
    Court,
    House,
    IllegalMove,
    IronThroneCard,
    Slot,
    draw_text,
    rule,
)
from westeros_intrigue.rules import rank

NAMES = ("Ada", "Ben", "Cleo")
# Who lays a card of which house, and where: printed cards have a house and no number.
OPENING = (
    ("Ada", House.STARK, Slot(0, 0)),
    ("Ben", House.TARGARYEN, Slot(0, 1)),
    ("Cleo", House.LANNISTER, Slot(0, 3)),
    ("Cleo", House.LANNISTER, Slot(0, -1)),
    ("Ada", House.BARATHEON, Slot(1, 0)),
    ("Ada", House.TARGARYEN, Slot(1, 0)),
    ("Ben", House.STARK, Slot(1, -1)),
    ("Cleo", House.STARK, Slot(2, -1)),
)


def lay(court: Court, house: House, slot: Slot) -> Court:
    """Return the court with the next card of the house, numbered as the cards of it come."""
    number = 1 + sum(card.house is house for card in court.values())
    return court.place(Card(house, number), slot)


def main() -> None:
    """Judge the first placements of a round, then the end of the game."""
    court = Court(width_limit=8)
    for name, house, slot in OPENING:
        print(f"{name} lays {house} in {slot}.")
        try:
            court = lay(court, house, slot)
        except IllegalMove as refused:
            for violation in refused.violations:
                print(f"  The referee: {violation}")
                print(f"  {rule(violation.rule)}")
    print(f"\n{draw_text(court)}\n")

    # The end of the game: the points and the Iron Throne cards that lie on the table are enough.
    points = (7, 9, 11)
    piles = ((IronThroneCard(1, icons=2),), (IronThroneCard(3, icons=6),), (IronThroneCard(2, 3),))
    final = rank(points, piles)
    for player in (player for place in final.ranking for player in place):
        drawn = ", ".join(map(str, piles[player]))
        print(f"{NAMES[player]}: {points[player]} points, {drawn}, in all {final.totals[player]}")
    winners = " and ".join(NAMES[player] for player in final.winners)
    print(f"The game goes to {winners}: {final.decided_by.value.replace('-', ' ')}.")


if __name__ == "__main__":
    main()
