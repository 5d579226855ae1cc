"""The rules and rulings of B'Twixt as data, by id.

A rule is stated in the rulebook, or follows from it, or is a ruling: the text is silent or
ambiguous there, and the entry has the reading chosen and its reason. Where a rule is of
two kinds, the second part is a separate entry. The texts are paraphrases.
"""

from __future__ import annotations

from typing import Final

from westeros_intrigue.gamekit.rulebook import Rulebook, follows, paragraphs, ruling, stated

# fmt: off
RULEBOOK: Final = Rulebook((
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
    # Single cards
    stated("card.strings", "Copies of Pulling the Strings are counted in the piles of the winner's "
        "two neighbours. With more on one side the ally goes to the council shared with that "
        "neighbour; otherwise the winner chooses."),
    ruling("card.strings.piles", "Copies count where they lie, no matter who played them; those "
        "with the winner or beyond the neighbours do not count.",
        '"You" follows the card.'),
    stated("card.strings.tokens", "The winner's token is bound in the same way."),
    ruling("card.strings.tokens.also", "So is every token that the winner gains then, even if the "
        "ally itself is free. With equal numbers each token is placed freely.",
        "The card binds two things, and only one of them is overridden."),
    ruling("card.contingency", "A card that goes to the hand does so in place of the discard, "
        "during the clean-up.",
        "This is how it is worded; it is not in the hand while the ally's ability resolves."),
    stated("card.corruption", "It moves a token of any leader, including the one who played it, "
        "and must do so if there is a token in any council."),
    ruling("card.decree", "No other influence card puts it into a hand.",
        "Putting it there would be moving it."),
    follows("card.decree.ally", "An ally's ability can put it there all the same."),
    ruling("card.silence", "The turn in which it is played is an ordinary one. A skip is refused "
        "once every other leader still standing has skipped since the last play or kneel.",
        "Otherwise a round might never end."),
    stated("card.silence.up-to", "In a turn that is not skipped, the leader may play fewer cards "
        "than allowed, or none at all, and then kneels."),
    follows("ally.jaime", "A copy is looked for when a card would be played; at that moment the "
        "card itself is not in a pile."),
    follows("ally.arianne", "The leader kneels, then takes the pile; cards that reach it later "
        "count."),
    follows("ally.loras", "He is placed before the next ally is revealed. By then Renly Baratheon "
        "must be the claimant's."),
    follows("ally.robb", "Robb is placed first, and leaves the council if killed; the token is "
        "gained all the same."),
    ruling("ally.robb.once", "After a cancel nobody else may try.",
        "The text mentions one other leader."),
    ruling("ally.varys", "He may take a white card, and the leader who gets it may play it.",
        "No rule ties a white card to its leader."),
    ruling("ally.looks", "The killed allies are public; the order of the rest is not.",
        "The cards are looked at, not shown."),
    # Decisions
    ruling("decision.forced", "If everybody can see that only one option exists, the engine "
        "chooses it.",
        "It saves questions and reveals nothing."),
    ruling("decision.asked", "If the number of options depends on hidden cards, the leader is "
        "asked even if there is only one.",
        "Not asking would reveal the hand."),
    ruling("decision.order", "Legal moves are listed by kind of move, then seat, council and card; "
        "playing, taking, discarding or drafting one of several equal cards is one move.",
        "A fixed order lets games be replayed and compared."),
    # Variants
    ruling("variant.combine", "Short games and revealed allies go with everything; draft and "
        "Kingsmoot go with the base standard only.",
        "Nine cards and a white one make no pack of ten, and Kingsmoot uses up white and blue."),
    stated("short.start", "Short games start a season later."),
    follows("short.start.rounds", "Short games have 8, 10, 6 or 7 rounds."),
    stated("draft.pick", "After each deal of ten, every leader sets one card aside and passes the "
        "others on, until none are left; the ten set aside form the hand."),
    stated("draft.direction", "Packs go to the left at first, and change direction with each "
        "season."),
    ruling("draft.direction.short", "A game that starts later also begins to the left.",
        "The text names the setup, not the season."),
    ruling("draft.secret", "The picks of one pass are simultaneous, and only its holder sees a "
        "pack.",
        "All pick before all pass; open picks would favour the later seats."),
    stated("advanced.hand", "Each deal consists of nine cards and one of the leader's own, drawn "
        "at random."),
    follows("advanced.hand.new", "That card was not drawn before, and cards of absent leaders stay "
        "out."),
    stated("advanced.removed", "A white card that would be discarded leaves the game."),
    follows("advanced.removed.left", "With three seasons, one of a leader's four is never drawn; "
        "with two seasons, two are not."),
    stated("advanced.events", "With three or four leaders three unused events are shuffled in at "
        "the end of summer and of autumn, with five or six leaders six at the end of autumn. They "
        "are discarded like standard cards."),
    ruling("advanced.short", "Only changes of season that happen add events.",
        "No rule adds those that were missed."),
    stated("advanced.play", "White and blue cards are played like others."),
    stated("kingsmoot.deck", "All influence cards form the deck, ten are dealt and drafted, and "
        "anybody may play any white card."),
    follows("kingsmoot.deck.absent", "White cards of absent leaders are in the deck as well."),
    ruling("kingsmoot.discard", "White cards are discarded and shuffled in like all others.",
        "The variant builds on the draft, not on the advanced game."),
    stated("row.fill", "At each season's start allies are laid in a row until there is one more "
        "than there are leaders."),
    follows("row.fill.left", "Those left from before stay and count."),
    ruling("row.fill.drafted", "If hands are drafted, the row is laid after the draft.",
        "The text puts the draft at the end of each season and the row at the start. On the other "
        "hand it names the start of autumn for a pass, and with the row laid first, every pick "
        "would be made knowing it, and less would be left to chance."),
    stated("row.current", "The leftmost of the row becomes current, and is then no longer in the "
        "row."),
    ruling("row.current.empty", "If the row is empty, the top of the deck becomes current.",
        "A round without an ally would be stranger."),
    stated("row.next", "For the next ally the top of the deck joins the right end of the row, and "
        "the leftmost is used."),
    stated("row.look", "To look at allies is to look at the leftmost of the row, then the deck. "
        "What is put back goes to the left end of the row, the topmost leftmost."),
    ruling("row.look.empty", "If the row is empty, all come from the deck.",
        "The row has no next ally then."),
    stated("row.safe", "Abilities that choose an ally never choose one in the row."),
    # The knowledge of each leader
    ruling("info.public", "Everybody knows what lies open, who did what, and the number of cards "
        "in each place.",
        "Only what is named below is hidden."),
    follows("info.hand", "A hand is seen by its leader, by a leader who watches it, and once by a "
        "leader who takes a card from it."),
    stated("info.tokens", "Nobody knows a token's number before scoring, not even the leader who "
        "gained it."),
    follows("info.tokens.never", "Moving a token does not reveal it, and those left in the supply "
        "are never revealed."),
    follows("info.ally-deck", "The order of the deck is unknown. Leaders who looked know what they "
        "put back, until another leader's look disturbs it."),
    ruling("info.discard", "Every discard is open, including the hands at a season's end.",
        "No rule hides them."),
    follows("info.returned", "Cards that go from a pile to a hand are known to be there until they "
        "leave or may have been taken."),
    ruling("info.taken", "Only the two leaders concerned know which card was taken from a hand.",
        "Hands are hidden."),
    follows("info.draft", "Leaders know the packs that they have seen: a card that is missing "
        "later was picked by one of those between."),
    follows("info.set-aside", "The events that joined the deck are unknown until seen, and a "
        "leader's white card is a secret until played."),
    ruling("info.memory", "A leader goes on knowing what they have seen.",
        "No rule asks anybody to forget."),
))
# fmt: on
"""All rules by id, chapter by chapter."""
rule: Final = RULEBOOK.rule
PRIMER: Final = paragraphs("""
    You share a council with each neighbour. Your weaker council counts: make both strong.

    Each round the leaders bid for an ally. In your turn you play a card face up, and do
    what it says, or kneel, which passes for the rest of the round.

    Once all have knelt, the highest total wins the ally. A tie goes to the first clockwise
    from the first player.

    The winner puts the ally into either of their two councils, does what it says, and puts
    a power token, unseen, into one of them.

    Some allies help, some have less than no power: they are for the council that you do not
    need.

    Ten cards last for a whole season, which has one round more than there are leaders. Then
    all are dealt new hands.

    After winter all tokens are turned over. The power of a council is that of its allies
    and tokens, and the strongest weaker council wins.
""")
"""The rules that a newcomer needs."""
