"""The rules of the second game, part one: components, editions, turns, spaces, jail, cards."""

from typing import Final

from westeros_intrigue.gamekit.rulebook import follows, ruling, stated

# fmt: off
RULES: Final = (
    # Components
    stated("components.counts", "The game has a board, 6 tokens, 28 title deeds, 32 Chance cards "
        "in one deck, 32 Holdfasts, 12 Castles, 2 dice and 95 coins. The card holder and the "
        "musical stand have no rule."),
    stated("components.deeds", "There are 4 Faiths, 2 Orders, and so 22 Locations in colour sets."),
    ruling("components.coins", "The coins are 42 of 5 and 53 of 1, together worth 263. Money is "
        "counted, not handled, so there is always change.",
        "Nothing in the text stops for lack of a coin."),
    ruling("components.treasury", "The Treasury owns what the players do not, never refuses to "
        "pay, and may go below 0.",
        "The text does not cover an empty Treasury. Payments that shrink or wait would need a "
        "queue of claims, and in modelled games it hardly ever runs dry."),
    ruling("components.master", "The library is the Master of Coin, who looks after the money, the "
        "buildings and the deeds and conducts the auctions. Tokens have no rule.",
        "The office decides nothing that the rules leave open."),
    # Editions
    ruling("edition.catalogue", "An edition with unknown values can be read, listed, filled in and "
        "drawn, but not played.",
        "Refusing it altogether would make the known values useless."),
    ruling("edition.refused", "A game cannot be set up with an edition that lacks values. All gaps "
        "are named at once, each with its place in the file, its meaning, and where the owner of a "
        "copy finds it.",
        "Defaults would pass off invented numbers as printed ones."),
    follows("edition.gaps", "The edition of what is publicly known lacks 237 values: 132 rents, 44 "
        "building costs, 28 mortgages, 28 unmortgage costs, 2 prices, 2 taxes, and the deck of "
        "cards as one."),
    ruling("edition.well-formed", "An edition must be whole in itself: 12 to 200 spaces, one GO, "
        "at index 0, one jail, at most one Go To Jail, deeds with different names, Chance spaces "
        "where there are cards and nowhere else, rents that never fall, an unmortgage cost that is "
        "at least the mortgage, rents for each number of Faiths and Orders, no amount above "
        "10 000, and at most 200 cards in the known vocabulary. A card moves its drawer at most "
        "once, and one card neither moves its drawer nor stays with them. An edition that claims "
        "to be printed has the printed counts. All faults are named at once.",
        "An owner's file may contain slips, and each of these would break a rule in play: a "
        "mortgage that costs less to redeem than it brings in would earn money, and with cards "
        "that move twice, or a deck of moves alone, drawing might never end."),
    ruling("edition.sample-flag", "An edition with invented values is marked as a sample, value by "
        "value, and every state, record and drawing of it shows that.",
        "A picture of invented rents must not pass for the printed game."),
    # Setup
    stated("setup.players", "There are 2 to 6 players."),
    stated("setup.money", "Each player starts with 30 in coins, and the rest is the Treasury."),
    stated("setup.board", "All tokens begin on GO, without a salary for that. The Treasury has all "
        "deeds and buildings. The Chance cards are shuffled, once."),
    ruling("setup.first", "The caller names the player who begins; play goes to the left.",
        "The leaflet lets whoever last watched an episode begin, which no program can know."),
    # Turns
    stated("turn.steps", "In a turn the player rolls both dice, moves that many spaces and carries "
        "the space out. Then the dice go to the next solvent player on the left."),
    ruling("turn.interval", "Before every roll that moves a token comes one interval, in which "
        "everybody may act.",
        "The leaflet lets players build and trade at any time, and a value needs moments."),
    stated("turn.double", "After a double, when its space is done, the same player rolls and moves "
        "again."),
    stated("turn.third-double", "A third double in a row in one turn sends the player to jail at "
        "once, without that move, and ends the turn."),
    ruling("turn.count", "Only rolls that move a token count towards three doubles, and only "
        "within one turn. A roll after paying or showing a card in jail counts; a try in jail and "
        "the throw for an Order do not.",
        "The latter are not rolls of a turn, and after paying a player rolls as normal."),
    stated("turn.cut", "Going to jail or bankrupt ends the turn, whatever was rolled."),
    stated("move.clockwise", "A token moves clockwise, round and round the board."),
    ruling("go.salary", "Passing or landing on GO pays 2 from the Treasury, once, before the space "
        "is carried out.",
        "One passes before one arrives."),
    ruling("go.backward", "Moving backwards over GO or onto it pays nothing.",
        "A token passes GO only in the direction of play, and only cards move a token back."),
    # Spaces
    stated("land.unowned", "A player who lands on an unowned deed buys it at the printed price, or "
        "it is auctioned."),
    ruling("land.buy", "The price is paid from cash, and the visitor may sell buildings, mortgage "
        "and make offers first.",
        "The leaflet lets players do so at any time; in intervals alone nobody would know what "
        "they are going to need."),
    stated("land.nothing", "Nothing happens on a player's own deed, a mortgaged deed, Free Parking "
        "or Just Visiting. Money is not collected in a pot."),
    stated("land.tax", "A player who lands on a tax space pays its amount to the Treasury."),
    stated("land.other", "A player who lands on a Chance space draws a card, and one who lands on "
        "Go To Jail goes there. Another player's unmortgaged deed lets its owner ask for rent."),
    stated("rent.demand", "Rent is due when its owner asks for it, in jail too. Asked, the visitor "
        "must pay; not asked before the next roll, the visitor owes nothing."),
    ruling("rent.moment", "The owner is asked once, right after the landing and before any "
        "interval: Demand or Waive, and that is final.",
        "A claim that stays open is a race of attention, which a value cannot have. Asking at once "
        "serves a watchful owner in full, and fixes the amount."),
    stated("rent.location", "The rent of a Location is the one on its deed for its buildings."),
    ruling("rent.set", "An owner of a whole set gets twice the rent of its Locations without "
        "buildings, always.",
        "Rents with buildings are printed in full, and the classic game has this rule expressly."),
    stated("rent.faith", "The rent of a Faith is 1, 2, 4 or 8 where its owner has 1, 2, 3 or 4 "
        "Faiths."),
    stated("rent.order", "The rent of an Order is a part of a throw of both dice, made after the "
        "demand: half, rounded up, where its owner has 1 Order, and all of it with 2. A double "
        "means nothing there."),
    stated("rent.siblings", "A mortgaged deed earns nothing, but counts for the set, the Faiths or "
        "the Orders of its owner."),
    stated("rent.no-deals", "Loans and deals about not asking for rent are forbidden, so no offer "
        "can contain them. Waiving a rent is free."),
    # Jail
    stated("jail.enter", "A player goes to jail by the space, by a card or by a third double: the "
        "token moves there without salary, and the turn is over."),
    stated("jail.visit", "A token that arrives on the jail space by a roll is only visiting."),
    stated("jail.life", "In jail a player asks for rent, bids, builds, sells, mortgages and trades "
        "as ever."),
    stated("jail.start", "A turn in jail begins with the interval. Then, before the roll, the "
        "player pays, shows a card or tries for a double, as they like each turn."),
    stated("jail.fee", "The fee is 5, from cash. Then the player rolls and moves as in any turn."),
    stated("jail.card", "A Get Out of Jail Free card goes under the deck when used. Then the "
        "player rolls and moves as in any turn."),
    stated("jail.try", "With a double the player is out, moves by it, and the turn ends. Otherwise "
        "the player stays, and the turn is over."),
    ruling("jail.third", "If the third try fails the player owes the fee, which no card can pay, "
        "then leaves and moves by that roll.",
        "The leaflet asks for 5 there, and has cards used at the start of a turn."),
    # Chance
    stated("card.draw", "The top card is drawn, face up to all, and done at once, its effects one "
        "after the other."),
    ruling("card.return", "A card then goes under the deck, face down. The deck is never shuffled "
        "again, so its order repeats.",
        "The leaflet sends cards back to the pile, and the jail card under the deck."),
    ruling("card.moment", "A card goes under the deck when it is read, so a card that it leads to "
        "lies below it.",
        "A card goes back when it is done, and its own words are done before the next space is."),
    stated("card.keep", "A player has a Get Out of Jail Free card until it is used, traded or "
        "lost."),
    ruling("card.known", "Of the 32 cards only hints are known: 3 steps back, to GO, pay 1, pay "
        "each 1, collect 1, collect 1 from each, a jail card, go to jail, and perhaps a card that "
        "takes a property. The library has the vocabulary, and a file has the cards.",
        "No public list of the cards is complete."),
    ruling("card.go-once", "A card that sends its drawer to GO to collect 2 pays once: the 2 is "
        "the salary.",
        "It names the salary that landing there pays anyway."),
)
# fmt: on
