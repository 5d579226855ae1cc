"""The rulebook, second part: a round, effects in general, the end of the game."""

from __future__ import annotations

from typing import Final

from westeros_intrigue.rules.entries import follows, ruling, stated

# fmt: off
RULES: Final = (
    # A round
    stated("round.steps", "A round: reveal, play, claim, clean up, pass the token, advance."),
    ruling("round.steps.six", "A round has six steps.",
        "The text announces seven steps and numbers six, and describes nothing else that could be "
        "one."),
    stated("round.reveal", "The first player turns up the top ally of the deck: the current ally."),
    stated("round.ability", 'Its "during this round" ability applies to this round.'),
    ruling("round.no-ally", "If the ally deck is empty, the round has no ally, and the winner "
        "gains only the token.",
        "The text does not end the game there."),
    stated("bid.order", "Clockwise from the first player, leaders who have not knelt take turns "
        "until all have knelt."),
    follows("bid.order.last", "The last leader standing may go on for as long as they like."),
    stated("bid.turn", "In a turn a leader plays one card face up from the hand, or kneels."),
    follows("bid.turn.only", "A leader with nothing to play can only kneel."),
    stated("bid.kneel", "A leader who has knelt passes for the rest of the round."),
    follows("bid.kneel.pile", "The pile of a leader who has knelt stays, counts, and may still be "
        "changed."),
    stated("bid.resolve", "The ability of a played card is resolved, and then the card joins the "
        "player's bid pile."),
    follows("bid.between", "Until then the card is in no hand and no pile, and it comes to lie "
        "after any card that it has just fetched."),
    stated("bid.later", "Abilities with another timing do nothing when the card is played."),
    stated("bid.pile", "Piles lie face up."),
    ruling("bid.pile.order", "The cards of a pile stay in the order in which they arrived.",
        "Abilities that resolve at one moment need an order."),
    stated("claim.total", "A leader's total is the sum of the values in the pile, no matter who "
        "played the cards."),
    stated("claim.winner", "The highest total wins the bid. A tie, even at 0, goes to the tied "
        "leader who comes first clockwise from the first player."),
    ruling("claim.ranking", "Leaders are ranked by total, with ties broken as for the winner. The "
        "leader with the second-highest total is the second of this ranking.",
        "It always names exactly one leader; the next lower total may belong to several, or to "
        "nobody."),
    ruling("claim.fixed", "The winner, the ranking and the bound council are determined once, when "
        "the bid is decided.",
        "Otherwise abilities after the bid could undo it."),
    ruling("claim.sequence", "Then come abilities after the bid, then each current ally in turn, "
        "to the end of what it does, then the winner's token.",
        "This is the order of the text."),
    stated("claim.placement", "The winner puts the ally into either of their two councils."),
    ruling("claim.filter", "Three tests narrow down the claimant's councils, in this order: those "
        "that the ally's own ability allows, those that the ability that brought it allows, and "
        "the one that the neighbours' cards bind. A test that would leave neither council is "
        "skipped. If both are left, the claimant chooses.",
        "This one procedure covers every case that the text decides."),
    stated("claim.when-claimed", 'The claimant must resolve the "when claimed" ability as far as '
        "it applies."),
    follows("claim.when-claimed.split", "Its part about placement works while placing, the rest "
        "after."),
    stated("claim.extra", "An ally that an ability brings ignores Pulling the Strings."),
    follows("claim.extra.token", "It brings no token."),
    ruling("claim.extra.full", "It is claimed in full, with its own abilities. One that comes "
        "while leaders are still playing goes to the winner as well.",
        "No rule removes a part of claiming."),
    ruling("claim.killed", "If the current ally is killed and not replaced, the bidding goes on, "
        "and the winner gains only the token.",
        "Nothing ends the round."),
    stated("token.win", "The winner of the bid gains one token."),
    stated("token.gain", "A gained token goes unseen from the supply into either council of the "
        "leader who gains it."),
    stated("token.on-ally", "Tokens on a current ally return to the supply if it is killed."),
    ruling("token.on-ally.enter", "Otherwise they enter the council with it.",
        "No rule removes them."),
    follows("token.return", "A returned token goes under the supply: nobody knew its value, so "
        "this is as random as mixing it in."),
    ruling("token.pick", "Of several tokens in a council, the one that came last is moved.",
        "Nobody knows their values, so they are all alike."),
    ruling("token.empty", "With an empty supply nothing is gained.",
        "The text does not end the game there, and with the printed number of tokens it cannot "
        "happen."),
    stated("clean.discard", "Every pile goes to the one discard pile."),
    stated("clean.stand", "All leaders stand again."),
    ruling("clean.stand.moment", "Effects until the end of the round end after the discards.",
        "The text does not name the moment; this is the last one in the round's play."),
    stated("pass.token", "The first-player token goes to the next leader clockwise."),
    stated("advance.round", "The round token moves on; if it cannot, the season changes or the "
        "game ends."),
    # Precedence and effects
    stated("precedence.card", "An ability of a card beats the rulebook."),
    stated("precedence.ally", "An ally's ability beats an influence card's."),
    stated("precedence.placement", "The placement abilities of three allies beat any other "
        "ability, however the ally came."),
    ruling("precedence.placement.all", "This applies to every ally's own placement ability.",
        "One order serves all cards; the text names the cards that it knows."),
    ruling("precedence.cannot", "Of two abilities on one level, the one that forbids or protects "
        "wins.",
        "Royal Decree would otherwise mean nothing."),
    stated("effect.you-pile", 'On an influence card "you" is the leader in whose pile it lies, and '
        'its player while it is being played. A moved card changes its "you".'),
    stated("effect.you-claimant", 'In a "when claimed" ability "you" is the claimant.'),
    stated("effect.must", 'An effect that is not marked "may" happens if it can.'),
    ruling("effect.must.far", "It happens as far as it can; without a legal choice it does "
        "nothing.",
        "The text has only: if applicable."),
    follows("effect.no-retrigger", "A card or an ally that is moved does not resolve its ability "
        "again."),
    ruling("effect.lasting", '"Until the end of the round" applies to the leader in whose pile the '
        "card lies or, once it has left all piles, to the last such leader.",
        "Ending it when the card leaves would contradict its duration."),
    ruling("effect.this-round", 'A "during this round" ability works while its ally is current.',
        "Otherwise the state would have to remember dead cards."),
    ruling("effect.copy", "A copy is a card of the same title.",
        "The text uses the word in this sense for Pulling the Strings."),
    ruling("effect.others", "An ability that chooses a leader chooses another one, neighbour or "
        "not.",
        "Leaders know their own hands already."),
    stated("effect.kill", "A killed ally goes face up to the dead pile, which has no order."),
    follows("effect.kill.never", "It never returns."),
    ruling("order.several", "Several leaders who are asked the same thing answer clockwise from "
        "the first player, each knowing the answers before.",
        "Ties are broken in the same order."),
    ruling("order.piles", "Cards that resolve at one moment do so clockwise from the first player, "
        "and within a pile by arrival.",
        "Ties are broken in the same order."),
    ruling("order.depth", "An effect that starts another waits until that has ended.",
        "The text of Ser Loras needs this order."),
    stated("deals.free", "Deals bind nobody."),
    ruling("deals.free.outside", "The engine has no deals, gifts or showing of hands.",
        "Talk is outside the rules."),
    # The end of the game
    stated("score.council", "All tokens in councils are turned over. A council's power is the sum "
        "of its allies' powers and its tokens' values."),
    stated("score.small", "A leader's small council is the weaker of the two."),
    stated("score.winner", "The highest small council wins."),
    stated("score.tie-other", "Of those tied, the highest other council wins."),
    stated("score.tie-allies", "Of those still tied, the most allies in both councils win."),
    follows("score.tie-allies.dead", "The dead count for nobody."),
    stated("score.shared", "Those still tied share the victory."),
    ruling("score.ranking", "Further places follow by the same order, or are shared.",
        "The text names only winners."),
)
# fmt: on
