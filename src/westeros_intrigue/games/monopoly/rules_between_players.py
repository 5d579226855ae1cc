"""The rules of the second game, part two: auctions, buildings, trades, debts, the end, chance."""

from typing import Final

from westeros_intrigue.gamekit.rulebook import follows, ruling, stated

# fmt: off
RULES: Final = (
    # Auctions
    stated("auction.when", "A deed is auctioned if its visitor does not buy it, or if its owner "
        "goes bankrupt to the Treasury. The last building is auctioned if several want it."),
    stated("auction.who", "Every solvent player may bid for a deed, even in jail, and even after "
        "declining to buy it."),
    stated("auction.bids", "The first bid is at least 1, and each later one at least 1 more; jumps "
        "are allowed. The highest bidder pays the Treasury."),
    ruling("auction.protocol", "Bidders are asked one at a time, clockwise from the starter's "
        "left, the starter last and the leader not at all. A bid voids all passes. When all but "
        "the leader have passed since the last bid, the auction is closed.",
        "At a table anybody calls at any time. Asked like this, the bidders stop exactly when "
        "nobody is willing to pay more than the present price; with passes for good, sealed bids "
        "or the first voice, they might not."),
    ruling("auction.starter", "The starter is the visitor, the bankrupt player's seat, or the "
        "player who asked for the building.",
        "Being first matters only among equal limits, and landings spread it evenly."),
    ruling("auction.cash", "A bid is at most the bidder's cash, so no auction brings a debt.",
        "Promises would bring bankruptcies into auctions."),
    ruling("auction.raise", "In the auction of a deed, the player who is asked may sell buildings "
        "and mortgage before answering; in the auction of a building, nobody may.",
        "The leaflet allows it at any time, but it would change the supply and the sites of the "
        "building that is auctioned."),
    follows("auction.forced", "The engine passes for a bidder whose means, or for a building whose "
        "cash, do not exceed the highest bid."),
    stated("auction.unsold", "Without a bid the deed stays with the Treasury, and the next visitor "
        "chooses again."),
    follows("auction.finite", "Auctions end: bids rise and are limited by means."),
    # Building and selling
    ruling("build.set", "The owner of a whole set without a mortgage may build on it in every "
        "interval, on anybody's turn and even in jail.",
        "The leaflet lets players build as soon as they have the set, and no roll comes before the "
        "next interval."),
    stated("build.level", "A Location has up to 4 Holdfasts, or a Castle alone."),
    stated("build.even", "A player builds only on a Location with the fewest buildings of its "
        "set."),
    stated("build.castle", "Once all others of the set have 4 Holdfasts or a Castle, 4 Holdfasts "
        "become a Castle for its cost, and go back to the Treasury. No other Holdfast is needed "
        "for it."),
    stated("build.cost", "A building costs the amount printed on its deed, from cash, to the "
        "Treasury."),
    stated("build.supply", "There are 32 Holdfasts and 12 Castles. When none are left, none can be "
        "bought until one comes back."),
    ruling("build.one", "One building is one act, after which the floor goes on.",
        "Players who build at the same time do so by turns, so only the last piece can be in "
        "dispute; otherwise the first to speak would buy all but one."),
    stated("shortage.last", "If several want the last Holdfast or Castle, it is auctioned from 1 "
        "up, for the Treasury."),
    ruling("shortage.rivals", "All others with at least 1 coin who could build it now, regardless "
        "of the cost, are asked.",
        "It must be placed at once, and an auction from 1 lets in players with less cash than the "
        "cost."),
    ruling("shortage.protocol", "The player who asks for the last piece needs the cash for its "
        "cost, is the starter, and is asked only after a first bid. If all rivals pass, the "
        "starter builds at cost.",
        "One mechanism serves as question and auction: the first bid is the claim."),
    ruling("shortage.place", "The winner pays the bid instead of the cost and builds at once: the "
        "starter where they asked, a rival where they choose.",
        "A piece that waits would block the supply."),
    follows("sell.when", "Selling and mortgaging need no debt: they are open in intervals, at "
        "purchases, in auctions of deeds, and in debt."),
    stated("sell.holdfast", "A Holdfast sells for half its cost, rounded up, and only from a "
        "Location with the most buildings of its set."),
    ruling("sell.castle", "A Castle sells for its cost, and 4 Holdfasts replace it. The variant "
        'castle_sale="half" sells it for half, rounded up.',
        "The leaflet names the same price, read as the printed cost. Its paragraph on mortgages "
        "sends all buildings back at half, read as a summary."),
    ruling("sell.castle-short", "With fewer than 4 Holdfasts left a Castle can be sold only with "
        "its whole set.",
        "The exchange is impossible, and fewer Holdfasts would leave the set uneven."),
    ruling("sell.set", "All buildings of a set can always be sold at once: each Castle at its "
        "price with its 4 Holdfasts at half each, and each Holdfast at half.",
        "It is the sum of single sales, and mortgages and trades need it."),
    stated("mortgage.take", "An unmortgaged deed without buildings in its set can be mortgaged for "
        "its mortgage value."),
    ruling("mortgage.redeem", "In any interval a mortgage can be repaid at the unmortgage cost. "
        "The difference is the only interest.",
        "The leaflet allows it at any time, and intervals are its moments."),
    stated("mortgage.transfer", "Deeds pass to another player mortgaged, by trade or by "
        "bankruptcy, without a fee, and the new owner may redeem them."),
    # Trades
    ruling("trade.what", "Two players exchange deeds, coins and jail cards at any price they agree "
        "on, in jail too.",
        "The leaflet speaks of players making deals; a deal of three is several of two."),
    ruling("trade.offer", "An offer to a partner names both sides of the exchange, and the partner "
        "alone accepts or declines. A counter-offer is a new offer, made with the floor.",
        "A value needs one who speaks and one who answers."),
    ruling("trade.when", "Offers are made by the player who has the floor, by the visitor at a "
        "purchase, and by the debtor.",
        "These are the moments when the table waits for one player. Offers by everybody in every "
        "state would have no order and no end."),
    ruling("trade.bound", "A player makes at most 3 offers in one interval, purchase or debt; a "
        "variant can set another number.",
        "People tire of offers; programs do not."),
    stated("trade.buildings", "A Location changes hands only while its whole set has no buildings, "
        "and buildings never change hands."),
    ruling("trade.both", "Each side offers something that it owns now, at most one side offers "
        "coins, and nothing is promised for later.",
        "Buying, selling and swapping have two sides, and the leaflet forbids loans."),
    ruling("trade.listing", "The list of legal moves leaves offers out. Other functions check a "
        "single offer, yield a family of simple ones, and judge any.",
        "There are too many offers to list."),
    # Intervals
    ruling("interval.when", "An interval precedes every roll that moves a token: at the start of "
        "each turn, even in jail, and before the next roll after a double.",
        "Between two rolls nothing falls due, so nothing is lost."),
    ruling("interval.floor", "Solvent players have the floor in turn, clockwise from the one about "
        "to roll.",
        "The order decides only who speaks first."),
    ruling("interval.act", "A player with the floor performs one act or passes; then the floor "
        "goes on.",
        "It is fair to several who want to act at once."),
    ruling("interval.close", "An interval closes when all solvent players have passed in a row.",
        "Everybody can answer everything, and the roller cuts nobody off."),
    ruling("interval.undo", "Within one interval a player does not sell in a set where they built, "
        "or the reverse, and does not redeem a deed that they mortgaged, or the reverse.",
        "With halves rounded up and Castles sold at cost, it could be free and go on for ever."),
    follows("interval.finite", "Intervals end: the number of offers is limited, and everything "
        "else goes one way for each player and thing."),
    ruling("interval.skip", "A player whose only move is to pass is not asked, except the one "
        "about to roll.",
        "There is nothing to decide. For the player about to roll, the pass is the throw, and "
        "without it one call might throw for move after move."),
    ruling("interval.live", "A live front end collects wishes in any order, and passes each to the "
        "engine when its seat has the floor.",
        "Clocks are its business; the record has passes."),
    ruling("interval.standing", "A player with the floor may stand by: pass now, and in every "
        "interval until the one before their own next throw. They are still asked about rents, "
        "bids, offers and debts.",
        "Most answers to the floor are passes, which nobody at a table speaks aloud. Before a "
        "player's own throw the pass is the throw, so there the player is always asked."),
    # Debts
    follows("debt.pay", "A debt is paid from cash at once if the cash is enough. Cash is never "
        "negative, and the game goes on where it stopped."),
    stated("debt.raise", "Otherwise the debtor, on turn or not, sells and mortgages until it is."),
    follows("debt.means", "A player's means are cash, what all their buildings sell for, and the "
        "mortgage values of their unmortgaged deeds."),
    ruling("debt.must", "A debtor whose means reach the debt cannot give up.",
        "Bankruptcy comes after raising money; free surrender would hand deeds to a friend."),
    ruling("debt.trade", "A debtor may offer what leaves their means at or above the debt.",
        "Such a deal may save them; any other would only carry goods past the creditor."),
    stated("debt.hopeless", "A debtor whose means do not reach the debt, and who finds no deal, is "
        "bankrupt."),
    ruling("debt.one-by-one", "Several debts of one card are settled in order, and at a bankruptcy "
        "later creditors get nothing.",
        "To share what is left among all would need a rule that the leaflet does not have."),
    follows("bankrupt.sell-out", "First all buildings of the bankrupt player are sold and all "
        "deeds mortgaged, so cash is then all their means."),
    ruling("bankrupt.to-player", "A creditor gets the cash, all deeds, mortgaged, and the jail "
        "cards. The rest of the debt is void.",
        "The leaflet hands over deeds and cards; the cash is part of the payment."),
    ruling("bankrupt.to-treasury", "The Treasury gets the cash, mortgages are void, jail cards go "
        "under the deck, and every deed is auctioned at once, one by one.",
        "The leaflet leaves the cash open, which was owed to the Treasury."),
    ruling("bankrupt.lots", "These deeds are auctioned in the order of the board, from GO.",
        "An order had to be fixed, and the bankrupt player's choice would favour somebody."),
    stated("bankrupt.out", "A bankrupt player has no more turns, bids or offers. If it was their "
        "turn, it ends after the auctions. Having no coins is not bankruptcy."),
    # The end
    ruling("end.last", "The last solvent player wins at once; auctions and claims still open "
        "lapse.",
        "They could no longer change the winner."),
    ruling("end.ranking", "The others are ranked in the reverse order of going out.",
        "The leaflet names only the winner."),
    stated("end.no-limit", "No time and no wealth ends the game."),
    # Decisions
    ruling("decision.forced", "If a player has one legal move and no legal offer, the engine makes "
        "it, except for the pass of the player about to roll. A throw of the dice does not count "
        "as one.",
        "All is public, so asking would reveal nothing."),
    follows("decision.never-stuck", "The player who is asked has a legal move: to pass, to "
        "decline, to try, to put up, to waive, and in debt to sell, to mortgage or to give up."),
    # Chance
    ruling("chance.deal", "A game's chance is the order of the deck, the first throws, and a seed "
        "for all later ones. With the moves it replays the game exactly.",
        "A game has no longest length, so its throws cannot all be drawn in advance, but a rule "
        "for each can."),
    ruling("chance.dice", "The k-th throw of a seed comes from the SHA-256 digest of the seed and "
        "k, and the deck is sorted by such digests.",
        "A stream of random numbers has no k-th throw without those before it, and the digest is "
        "the same everywhere."),
    ruling("chance.setup", "A game begins with a seed, a source of random numbers or a deal. With "
        "none of them it draws fresh entropy, and two are an error.",
        "The library's other games begin in the same way."),
    ruling("chance.by-hand", "If a throw or a card is not known, the game waits until it is "
        "supplied. A card that cannot lie on top is refused.",
        "At a physical table people throw the dice."),
    ruling("info.public", "Everybody sees cash, deeds, buildings, the players' jail cards, offers, "
        "answers, bids, debts, dice, all of the past, and which cards were drawn.",
        "All of it lies open on the table; only the deck is face down."),
    follows("info.deck", "The order of the cards never drawn and the throws to come are hidden. "
        "Drawn cards lie at the bottom in a known order."),
    follows("info.views", "All players see the same. They differ only in who is asked."),
)
# fmt: on
