"""The rulebook, third part: single cards, decisions, variants, what each leader may know."""

from __future__ import annotations

from typing import Final

from westeros_intrigue.rules.entries import follows, ruling, stated

# fmt: off
RULES: Final = (
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
    follows("ally.robb", "He is placed first; if he is killed, he leaves the council; the token is "
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
)
# fmt: on
