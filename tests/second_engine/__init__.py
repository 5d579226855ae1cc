"""A second, naive engine of Westeros Intrigue, to compare the package with.

Written from the rulebook alone, sharing no code with the package. It is meant to be slow and
obvious: a court is a dictionary, a hand is a list, and a legal placement is found by trying
every slot of a large box.
"""

from .game import Game
from .scoring import rank
from .tables import hand_size, starter_count

__all__ = ["Game", "hand_size", "rank", "starter_count"]
