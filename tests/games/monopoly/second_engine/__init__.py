"""A second, naive engine of Monopoly: Game of Thrones Edition, to compare another one with.

Written from the rules alone, sharing no code with the package. It is meant to be slow and obvious:
a game is one dictionary that changes, a turn is a function told from top to bottom, and whatever
can be counted anew is counted anew. The id of each rule stands in a comment where it is held.

Entry points:

    game = new_game(edition, players, first_player, dice, cards, variant=None)
    legal(game)            all legal decisions but offers, as a list of tuples
    offer_faults(game, o)  the names of the violations of an offer; empty for a legal one
    may_offer(game)        whether any offer is legal
    simple_offers(game)    the legal offers of a small family
    play(game, decision)   changes the game up to the next decision
    picture(game)          the table as plain data
    arrange(...)           as new_game, at the start of a turn of a table in mid-game
    supply_dice(game, (a, b)), supply_card(game, card_id)     for a phase ROLLING or DRAWING
    dice_at(seed, k), deck_of(seed, size)                     the chance that a seed stands for

An edition is the JSON data of an edition file, its dotted fields nested: edition["money"]["start"].
An effect of a card is "pay 2", ["pay", 2] or an object whose first value is the word. A part of
an Order's throw is 1, 0.5, "1/2", "½" or [1, 2]. `dice` is a list of throws for moves, tries and
Orders alike; when it ends, the game waits for supply_dice. `cards` is the whole deck by card
numbers (file order, copies one by one, from 0), top first; None: unknown, and supply_card gives
each unseen card. `variant` is {"offers": 3, "castle_sale": "full"} or a part of it.

Decisions, with spaces by index, seats from 0 and sets by their colours:

    ("Build", space) ("Sell", space) ("SellSet", group) ("Mortgage", space) ("Redeem", space)
    ("Offer", partner, give, take)     each side (deeds, cards, coins): a tuple of spaces, the
                                       number of jail cards, coins
    ("Accept",) ("Decline",)
    ("PayFee",) ("UseCard",) ("TryDouble",)
    ("Buy",) ("PutUp",)
    ("Bid", coins) ("Pass",)           ("Pass",) also answers the floor,
                                       as does ("StandBy",)
    ("Place", space)
    ("Demand",) ("Waive",)
    ("GiveUp",)
    ("Choose", deed, own)              own is None unless a card swaps deeds

A picture holds: phase (PLAYING ROLLING DRAWING GAME_OVER), turn_number (from 1), turn_player,
active_player, decision (floor answer jail purchase bid siting rent debt deed), question (the
decision and its player, and what belongs to it), doubles, cash, treasury, positions, tries (None:
not in jail), deeds (space: owner, mortgaged, level; 0 to 4 Holdfasts, 5 a Castle), kept (jail
cards by seat), deck (card numbers; unknown ones in file order), holdfasts_left, castles_left,
interval (floor, passes, done, offers by seat), auction (kind: deed, holdfast or castle; space;
starter; bidders; high; leader; passed; last_asked), debt (debtor, creditor or None for the
Treasury, amount, offers), purchase (space, offers), throws_used, bankrupt (in order of going out),
winner, ranking. What is not pending is None.

A game cannot be copied, since its turn is a running generator; play it anew instead.
"""

from .chance import deck_of, dice_at
from .game import arrange, legal, new_game, picture, play, supply_card, supply_dice
from .offers import faults as offer_faults, may_offer, simple_offers

__all__ = [
    "arrange",
    "deck_of",
    "dice_at",
    "legal",
    "may_offer",
    "new_game",
    "offer_faults",
    "picture",
    "play",
    "simple_offers",
    "supply_card",
    "supply_dice",
]
