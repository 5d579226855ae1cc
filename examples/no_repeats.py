"""Players must not repeat the house of the previous card unless nothing else fits."""

from westeros_intrigue import *  # noqa: F403 - a house rule is the card game with other functions
from westeros_intrigue.rules import Rule

RULES = (Rule("house.mixed", "The house must differ from the previous card's."),)


def allows(position: Position, move: Move) -> bool:  # noqa: F405
    """Return True if the card's house differs from the previous card's."""
    placed = position.placements
    return not placed or move.card.house is not placed[-1].move.card.house


game = house_rule(__name__)  # noqa: F405
