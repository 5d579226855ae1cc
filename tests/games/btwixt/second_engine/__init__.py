"""A second, naive engine of A Game of Thrones: B'Twixt, to compare another one with.

Written from the rules alone, sharing no code with the package. It is meant to be slow and obvious:
a game is one dictionary that changes, a round is a function told from top to bottom, and whatever
can be counted anew is counted anew. The id of each rule stands in a comment where it is held.

A box is the JSON data of a box file. A card is (id, number of the copy, from 1). A chance holds
all orders, the top first: allies, tokens (values), leaders, influence (a list for each season, of
what is in the deck by then), events and leader_cards (a list for each leader). A variant is
{"base": "standard", "draft": "none", "short": False} or a part of it, with the name of any other
option.

Decisions, with seats and councils from 0:

    ("ChooseLeader", leader or None)
    ("Draft", card)
    ("Play", card) ("Kneel",) ("Skip",)
    ("Choose", value)      bid-card (seat, card); token-move (from, to); leader a seat;
                           place-ally, place-token a council; ally-move, kill, return an ally;
                           take, discard, offer, cancel a card
    ("Decline",)

A game cannot be copied, since it is a running generator; play it anew instead.
"""

from .game import legal, new_game, picture, play
from .scoring import final

__all__ = ["final", "legal", "new_game", "picture", "play"]
