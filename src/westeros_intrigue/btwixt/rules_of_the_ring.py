"""The rulebook, first part: the box, the ring, the setup, the seasons."""

from __future__ import annotations

from typing import Final

from westeros_intrigue.rules.entries import follows, ruling, stated

# fmt: off
RULES: Final = (
    # Components
    stated("components.counts", "The box holds 9 leader cards, 50 allies, 62 standard, 11 event "
        "and 36 leader-specific influence cards, 54 power tokens, a time track with its tokens, a "
        "first-player token and reference cards."),
    stated("components.colours", "An influence card has one of five colours: red, green and purple "
        "are standard, blue is an event, white belongs to one leader."),
    stated("components.influence", "An influence card has a title, a value and an ability."),
    ruling("components.influence.empty", "An influence card may have no ability.",
        "The Game of Thrones is pictured without one."),
    stated("components.ally", "An ally has a name, a power and an ability."),
    ruling("components.ally.power", "A power may be any whole number.",
        "Most powers are not publicly known, and the text sets no limit."),
    stated("components.tokens", "A token shows a number on one side only."),
    ruling("components.tokens.values", "The box states the number of tokens of each value.",
        "The rulebook does not state it; articles agree on the values 1 to 3, without the number "
        "of each."),
    follows("components.track", "The rounds of a season are counted from 1 to one more than the "
        "number of leaders; the spaces of the track have no other meaning."),
    stated("components.triumph", "The triumph icon is only a reminder that an ability resolves "
        "after the bid is won."),
    follows("components.triumph.unused", "The engine reads an ability's timing and never the "
        "icon."),
    # The box as a file
    ruling("box.catalogue", "A box is one file. Null stands for what is not known, and an empty "
        "list for what is known to be empty. A file with gaps can be listed and filled in, but not "
        "played.",
        "Refusing it on loading would make the known facts unusable."),
    ruling("box.refused", "Setup refuses a box with a gap that the game can reach, naming each gap "
        "and where an owner finds the fact. A game can reach the leaders, allies, tokens and "
        "standard cards; in the advanced game and Kingsmoot it can reach every influence card.",
        "A default would pass off an invented number as printed."),
    ruling("box.minimum", "A game needs a leader card for each leader, an ally and a token for "
        "each round, enough cards to deal, and the events that join the deck. A box that claims to "
        "be printed contains exactly what the printed one does.",
        "With less, some step of the game would be impossible."),
    stated("box.minimum.white", "In the advanced game every leader has exactly four cards."),
    stated("box.well-formed", "Colours agree with the kinds of cards."),
    ruling("box.well-formed.entries", "Ids, names and titles are unique, counts are 1 or more, "
        "values 0 or more, token values 1 or more; what an ability names exists; every ability is "
        "in the vocabulary.",
        "Anything else leaves a doubt in play."),
    ruling("box.copies", "Cards of one title are copies, and alike in a hand, a deck and the "
        "discard pile; those played in a round are numbered in the order in which they were "
        "played. Each ally occurs once.",
        "Printed copies differ only in where they lie. All allies that are known are persons."),
    # The ring
    stated("ring.seats", "Three to six leaders sit in a circle."),
    follows("ring.seats.left", "The next seat clockwise is the one to a leader's left."),
    stated("ring.councils", "Each leader has two councils, one shared with each neighbour, so "
        "there are as many councils as leaders."),
    ruling("ring.councils.numbers", "Council c lies between the seats c and c + 1: to the left of "
        "the first and to the right of the second.",
        "The rulebook numbers nothing, and a program must."),
    stated("ring.neighbours", "Leaders who share a council are neighbours."),
    follows("ring.neighbours.three", "With three leaders everyone is everyone's neighbour."),
    stated("ring.yours", "The cards of a council belong to both its leaders."),
    follows("ring.yours.ally", "A leader's ally is any ally in either of that leader's councils."),
    # Setup
    stated("setup.order", "The setup goes in this order: time track, ally deck, tokens, first "
        "player, leaders, influence cards."),
    stated("setup.first-player", "The player most recently betrayed goes first."),
    ruling("setup.first-player.named", "The caller names the seat.",
        "No program knows who was betrayed."),
    stated("setup.leaders", "Clockwise from the first player, each leader picks a leader card or "
        "draws a random one."),
    follows("setup.leaders.once", "No two leaders have the same leader card."),
    ruling("setup.leaders.given", "The caller may name all leaders instead.",
        "In the standard game the choice is decoration."),
    stated("setup.no-powers", "In the standard game the choice of leader changes nothing."),
    stated("setup.deck", "White and blue cards are set aside. The others are shuffled; each leader "
        "is dealt 10, and the rest is the deck."),
    ruling("setup.chance", "All chance is drawn when the game is set up: the orders of allies, "
        "tokens, leaders, events, white cards, and of each season's deck. Card i of a deck goes to "
        "seat i mod the number of leaders.",
        "A season's deck is a known set, so nothing need be shuffled in mid-game."),
    # Seasons
    stated("season.start", "Three and four leaders start in summer, five and six in autumn; the "
        "seasons then run up to winter."),
    stated("season.rounds", "A season has one round more than there are leaders."),
    follows("season.total", "The game has 12, 15, 12 or 14 rounds with three, four, five or six "
        "leaders."),
    follows("season.no-draw", "Nobody draws between deals: ten cards serve a whole season. The "
        "size of a hand is not limited."),
    stated("season.change", "After a season's last round every leader discards the hand, all "
        "discards are shuffled into the deck, and each leader is dealt a new hand."),
    follows("season.deck-set", "Then every influence card in the game is in the deck."),
    follows("season.keeps", "A change of season does not affect councils, ally deck, dead pile and "
        "supply, and the first-player token goes on from seat to seat."),
    stated("season.end", "If the season would go past winter, the game is over, and no cards are "
        "dealt."),
)
# fmt: on
