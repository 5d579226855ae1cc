"""The rulebook, first part: the box, the ring, the setup, the seasons."""

from __future__ import annotations

from typing import Final

from westeros_intrigue.rules.entries import follows, ruling, stated

# fmt: off
RULES: Final = (
    # Components
    stated("components.counts", "The box holds 9 leader cards, 50 allies, 62 standard, 11 event "
        "and "
        "36 leader-specific influence cards, 54 power tokens, a time track with its tokens, a "
        "first-player token and reference cards."),
    stated("components.colours", "An influence card has one of five colours: red, green and purple "
        "are standard, blue is an event, white belongs to one leader."),
    stated("components.influence", "An influence card has a title, a value and an ability."),
    ruling("components.influence.empty", "An influence card may have no ability.",
        "The Game of Thrones is pictured without one."),
    stated("components.ally", "An ally has a name, a power and an ability."),
    ruling("components.ally.power", "A power may be any whole number.",
        "Most powers are not publicly known, and nothing bounds them."),
    stated("components.tokens", "A token shows a number on one side only."),
    ruling("components.tokens.values", "The box has the number of tokens of each value.",
        "The rulebook does not say it; articles agree on 1 to 3, none tells how many of each."),
    follows("components.track", "The rounds of a season are counted from 1 to one more than there "
        "are leaders; the spaces of the track matter in no other way."),
    stated("components.triumph", "The triumph icon only reminds that an ability resolves after the "
        "bid is won."),
    follows("components.triumph.unused", "The engine reads an ability's timing and never the "
        "icon."),
    # The box as a file
    ruling("box.catalogue", "A box is one file. What is not known is null, and known to be nothing "
        "is an empty list. A file with gaps can be listed and filled in, not played.",
        "To refuse it on loading would make the known facts unusable."),
    ruling("box.refused", "Setup refuses a box with a gap that the game can reach, naming each gap "
        "and where an owner finds the fact. Reached are leaders, allies, tokens and standard "
        "cards; in the advanced game and Kingsmoot every influence card.",
        "A default would pass an invented number off as printed."),
    ruling("box.minimum", "A game needs as many leader cards as leaders, an ally and a token for "
        "each round, enough cards to deal, and the events that join the deck. A box that is "
        "called printed holds exactly what the printed one holds.",
        "With less, a step of the game could not be taken."),
    stated("box.minimum.white", "In the advanced game every leader has exactly four cards."),
    stated("box.well-formed", "Colours agree with the kinds of cards."),
    ruling("box.well-formed.entries", "Ids, names and titles are unique, counts are 1 or more, "
        "values 0 or more, token values 1 or more; what an ability names exists; every ability is "
        "in the vocabulary.",
        "Nothing else can be played without a doubt."),
    ruling("box.copies", "Cards of one title are copies, and alike in a hand, a deck and the "
        "discard pile; those played in a round are numbered in the order in which they were "
        "played. Each ally occurs once.",
        "Nobody can tell printed copies apart but by where they lie. All allies that are known "
        "are persons."),
    # The ring
    stated("ring.seats", "Three to six leaders sit in a circle."),
    follows("ring.seats.left", "The next seat clockwise is the one to a leader's left."),
    stated("ring.councils", "Each leader has two councils, one shared with each neighbour; there "
        "are as many councils as leaders."),
    ruling("ring.councils.numbers", "Council c lies between the seats c and c + 1: to the left of "
        "the first and to the right of the second.",
        "The rulebook numbers nothing, and a program must."),
    stated("ring.neighbours", "Leaders who share a council are neighbours."),
    follows("ring.neighbours.three", "With three leaders everyone is everyone's neighbour."),
    stated("ring.yours", "The cards of a council belong to both its leaders."),
    follows("ring.yours.ally", "A leader's ally is any ally in either of that leader's councils."),
    # Setup
    stated("setup.order", "Time track, ally deck, tokens, first player, leaders, influence cards: "
        "this is the order of the setup."),
    stated("setup.first-player", "The player most recently betrayed goes first."),
    ruling("setup.first-player.named", "The caller names the seat.",
        "No program knows who was betrayed."),
    stated("setup.leaders", "From the first player clockwise each picks a leader card or takes a "
        "random one."),
    follows("setup.leaders.once", "Each leader card is taken once."),
    ruling("setup.leaders.given", "The caller may give all leaders instead.",
        "In the standard game the choice is decoration."),
    stated("setup.no-powers", "In the standard game the choice of leader changes nothing."),
    stated("setup.deck", "White and blue cards are set aside. The others are shuffled; each leader "
        "is dealt 10, and the rest is the deck."),
    ruling("setup.chance", "All chance is drawn when the game is set up: the orders of allies, "
        "tokens, leaders, events, white cards, and of each season's deck. Card i of a deck goes "
        "to seat i mod the number of leaders.",
        "A season's deck is a known set, so nothing need be shuffled in mid-game."),
    # Seasons
    stated("season.start", "Three and four leaders start in summer, five and six in autumn; then "
        "come the seasons up to winter."),
    stated("season.rounds", "A season has one round more than there are leaders."),
    follows("season.total", "The game has 12, 15, 12 or 14 rounds with three, four, five or six "
        "leaders."),
    follows("season.no-draw", "Between deals nobody draws: ten cards serve a whole season. There "
        "is "
        "no limit to a hand."),
    stated("season.change", "After a season's last round every leader discards the hand, all "
        "discards are shuffled into the deck, and each leader is dealt a new hand."),
    follows("season.deck-set", "Then every influence card in the game is in the deck."),
    follows("season.keeps", "Councils, ally deck, dead pile and supply stay over a change of "
        "season, and the first-player token goes on from seat to seat."),
    stated("season.end", "If the season would go past winter, the game is over: there is no new "
        "deal."),
)
# fmt: on
