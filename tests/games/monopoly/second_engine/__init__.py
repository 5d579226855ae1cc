"""A second, naive engine of Monopoly: Game of Thrones Edition, to compare another one with.

Written from the rules alone, sharing no code with the package. It is meant to be slow and obvious:
a game is one dictionary that changes, a turn is a function told from top to bottom, and whatever
can be counted anew is counted anew. The id of each rule stands in a comment where it is held.

`arrange` begins a game of the JSON data of an edition, at the start of a turn; `dice` is a list of
throws for moves, tries and Orders alike, `cards` the whole deck by number, top first. Where chance
ends, or is None, `supply_dice` and `supply_card` give it. A game cannot be copied, since its turn
is a running generator.

`legal` lists all decisions but offers, as tuples with spaces by index, seats from 0 and sets by
their colours, such as ("Build", space) or ("Choose", deed, own); ("Pass",) also answers the floor.
`is_legal_offer` judges ("Offer", partner, give, take), each side as (spaces, jail cards, coins).
`play` changes the game up to the next decision, and `picture` shows the table as plain data.
"""

from .chance import deck_of, dice_at
from .game import arrange, legal, picture, play, supply_card, supply_dice
from .offers import is_legal_offer, may_offer, simple_offers

__all__ = [
    "arrange",
    "deck_of",
    "dice_at",
    "is_legal_offer",
    "legal",
    "may_offer",
    "picture",
    "play",
    "simple_offers",
    "supply_card",
    "supply_dice",
]
