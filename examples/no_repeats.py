"""Nobody places a card of the house that was placed before, unless nothing else fits."""

from westeros_intrigue import *  # noqa: F403 - a house rule is the card game with other functions
from westeros_intrigue.gamekit import Rule, house_rule

RULES = (Rule("house.mixed", "The house must differ from that of the card before."),)


def allows(position: Position, move: Move) -> bool:  # noqa: F405
    """Return True if the card is of another house than the one before."""
    placed = position.placements
    return not placed or move.card.house is not placed[-1].move.card.house


game = house_rule(__name__)
