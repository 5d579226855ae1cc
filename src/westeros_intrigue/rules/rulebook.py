"""The rules and rulings of the card game Westeros Intrigue as data, paraphrased.

Every rule has an id such as `court.match`, which violations and tests cite. "The rulebook" is the
printed one; "the text" belongs to Solo Scheming or to an option.
"""

from typing import Final

from westeros_intrigue.gamekit.rulebook import Rulebook, follows, paragraphs, ruling, stated

# fmt: off
_RULES: Final = (
    stated("components.characters", title="The character cards",
        text="The 36 character cards belong to four houses: Stark, Lannister (red), Baratheon "
        "(yellow) and Targaryen. Some of the cards are white."),
    follows("components.characters.house", title="Only the house matters",
        text="Only the house of a character matters in play: no rule refers to anything else."),
    ruling("components.characters.suits", title="Nine cards per house",
        text="Every house has nine characters.",
        reason="The rulebook states only the total. Nine is an even split, and reviews confirm it; "
        "a sister game with unequal houses shows that it is not certain."),
    ruling("components.characters.colours", title="The colours of the houses",
        text="Stark cards are white or grey, and Targaryen cards black.",
        reason="The rulebook shows white cards without naming their house, and never mentions "
        "black. Both colours follow by elimination and from reviews."),
    ruling("components.names", title="Characters are numbers here",
        text="A character has a house and a number from 1 to 9; its name is decoration. Confirmed "
        "names are Stannis Baratheon (yellow) and Tyrion Lannister, Jaime Lannister and Sandor "
        "Clegane (red); Arya Stark, Jon Snow, Joffrey Baratheon, Daenerys Targaryen and Hodor have "
        "pictures.",
        reason="No complete list of the 36 names is publicly documented, and an invented name "
        "could be mistaken for a printed one."),
    stated("components.throne", title="The Iron Throne cards",
        text="There are 7 Iron Throne cards, each with a value and icons, which break ties."),
    ruling("components.throne.values", title="The values of Iron Throne cards",
        text="The value of an Iron Throne card is 1, 2 or 3.",
        reason="The rulebook prints no values. Two independent reviews agree on this range."),
    ruling("components.throne.spread", title="The assumed Iron Throne cards",
        text="The default table of Iron Throne cards is assumed: values 1, 1, 2, 2, 2, 3, 3 with "
        "1, 2, 3, 4, 5, 6, 7 icons, in that order.",
        reason="The values and icons of the printed cards are not publicly documented. In this "
        "table all icon counts differ, so a tie between players with such cards always resolves. "
        "More icons on the stronger cards are also an assumption."),
    ruling("components.throne.custom", title="Your own Iron Throne cards",
        text="A game can use another table of Iron Throne cards, with at least one card for each "
        "round, values from 1 to 3, and at least one icon on every card.",
        reason="The default table is only assumed, so people who know the printed one must be able "
        "to use it. A smaller table would leave a round without a card."),
    stated("components.tokens", title="The penalty tokens",
        text="There are 24 penalty tokens, worth 1, 2 or 5 points; players can make change."),
    ruling("components.tokens.supply", title="Tokens never run out",
        text="Penalty tokens never run out, so a player's penalty is simply a number.",
        reason="The rulebook does not cover what happens if they do, which is possible: six rounds "
        "with 27 points each make 162, but 24 tokens are worth at most 120."),
    stated("setup.hand-size", title="Hands",
        text="Each player is dealt 14 cards with two players, 12 with three, 9 with four, 7 with "
        "five and 6 with six."),
    stated("setup.unused", title="Two players leave 8 cards unused",
        text="With two players, 8 cards remain after the deal and are not used in the round."),
    follows("setup.unused.unseen", title="The 8 cards stay unseen",
        text="The 8 unused cards of a game with two players stay hidden from all players."),
    stated("setup.starter", title="Five players and the starter",
        text="With five players, one card remains after the deal. It is placed face up as the "
        "first card of the bottom row."),
    follows("setup.starter.nobody", title="The starter has no placer",
        text="The starter is not a placement, so no player draws an Iron Throne card for it."),
    ruling("setup.first-player", title="The first player of round 1",
        text="The setup of a game can name the player who starts round 1; the default is player 0. "
        "In Solo Scheming it is always seat 0, and naming another is an error.",
        reason="The rulebook decides by age, which a program does not know. In the text of Solo "
        "Scheming, Stark starts."),
    stated("setup.first-player.youngest", title="The youngest starts",
        text="At a real table, the youngest player starts the first round."),
    stated("setup.throne", title="Shuffling the Iron Throne cards",
        text="The Iron Throne cards are shuffled face down before round 1; each round uses one."),
    follows("setup.throne.once", title="They are shuffled once",
        text="The Iron Throne cards are not shuffled again between rounds."),
    stated("turn.clockwise", title="Clockwise turns",
        text="Turns pass clockwise: player 0, player 1 and so on, and after the last player, "
        "player 0 again."),
    stated("turn.must-place", title="Placing is a duty",
        text="On each turn, a player must place exactly one card and may not pass."),
    stated("turn.own-hand", title="A card of your own",
        text="A player places a card from their own hand; an automated house places the card that "
        "its procedure draws."),
    stated("court.first", title="The first card",
        text="The first card of a round, placed or a starter, opens the bottom row."),
    ruling("court.first.coordinates", title="Naming the slots",
        text="A slot is named by its row and column. The first card is in row 0, column 0; rows "
        "count upwards, and columns to the left of the first card are negative. Slot (r, c) rests "
        "on slots (r - 1, c) and (r - 1, c + 1).",
        reason="The rulebook needs no coordinates. With these, no card changes its slot when the "
        "bottom row grows to the left."),
    stated("court.beside", title="The bottom row grows at its ends",
        text="The bottom row grows only at its left end and its right end."),
    follows("court.beside.any-house", title="Any house at the ends",
        text="A card of any house may go to either end of the bottom row."),
    ruling("court.beside.upper", title="Beside a card higher up",
        text="In upper rows, a slot beside a card also needs two supports and a matching house.",
        reason="The rulebook does not explain how the rules about sides and about colours combine "
        "there. Neither exempts upper cards, and the rulebook's second example confirms this."),
    stated("court.no-insert", title="No insertions",
        text="The bottom row never has a gap, and cards cannot be inserted between its cards."),
    stated("court.width", title="The width of the bottom row",
        text="The bottom row has at most 8 cards, or 7 with two players."),
    stated("court.support", title="Two cards below",
        text="Above the bottom row, a card must rest on two neighbouring cards that are already in "
        "the court."),
    stated("court.match", title="A house below must match",
        text="A card above the bottom row must have the house of at least one of the two cards "
        "below it."),
    ruling("court.upper-gap", title="Gaps in upper rows",
        text="In an upper row, a slot between two cards may be filled once both of its supports "
        "are there and one of them matches.",
        reason="The ban on placing between two cards does not mention the upper rows. Its example "
        "shows the bottom row, so it applies to that row."),
    follows("court.early-rise", title="Building up early",
        text="An upper row may be started while the bottom row still has room."),
    follows("court.vacant", title="One card per slot", text="A slot can contain only one card."),
    stated("elimination.unable", title="A player who cannot place is out",
        text="A player who cannot place any card is out of the round."),
    stated("elimination.empty", title="A player without cards is out",
        text="A player without cards is also out of the round."),
    ruling("elimination.own-turn", title="Decided on your own turn",
        text="The check for whether a player is out happens only at the start of their own turn. A "
        "player who is blocked between turns may thus be freed by the cards of others.",
        reason="The rulebook does not fix when to check, and it matters: a check of all players "
        "after every card changes 10 to 43 per cent of randomly played rounds, depending on the "
        "number of players. The rulebook has the rule in its section about turns."),
    stated("elimination.final", title="Out until the round ends",
        text="A player who is out stays out until the round ends, even if a placement becomes "
        "possible later, as happens in 12 to 35 per cent of randomly played rounds."),
    stated("elimination.keeps", title="A player who is out keeps their cards",
        text="A player who is out keeps the cards in their hand until the round ends."),
    ruling("elimination.keeps.hidden", title="The kept cards stay hidden",
        text="The cards that a player who is out still has stay hidden.",
        reason="The rulebook leaves them in the hand and does not mention showing them."),
    stated("elimination.skipped", title="Players who are out are skipped",
        text="Players who are out are skipped. The last remaining player continues to place until "
        "also out."),
    stated("round.end", title="The end of a round",
        text="A round is over as soon as every player is out."),
    stated("round.throne", title="The last placer draws an Iron Throne card",
        text="The last player to place a card in a round draws the top Iron Throne card, even with "
        "cards left in hand, looks at it and does not show it."),
    stated("round.penalty", title="A point for each card left",
        text="Every card left in hand costs one penalty point. An empty hand earns no bonus."),
    stated("round.count", title="As many rounds as players",
        text="There are as many rounds as players."),
    stated("round.rotation", title="The start passes to the left",
        text="The left-hand neighbour of the player who started a round starts the next one."),
    follows("round.reshuffle", title="A new deal every round",
        text="For every round, all 36 characters are shuffled and dealt again. The court starts "
        "empty, and all players are back in."),
    stated("final.reveal", title="Turning over the Iron Throne cards",
        text="After the last round, all players reveal the Iron Throne cards that they drew."),
    stated("final.total", title="Totals",
        text="A player's total is their penalty points minus the values of their Iron Throne "
        "cards. It may be negative."),
    stated("final.lowest", title="The lowest total wins", text="The lowest total wins."),
    stated("final.icons", title="Ties go to the fewest icons",
        text="The Iron Throne card with the fewest icons breaks a tie; any such card beats none."),
    ruling("final.icons.fewest", title="The best card breaks the tie",
        text="For a tied player, only their Iron Throne card with the fewest icons counts.",
        reason="The rulebook speaks of the card with the fewest icons, not of icons added up. "
        "Comparing single cards is the most literal interpretation."),
    stated("final.shared", title="Shared victories",
        text="Tied players share the victory if none of them has an Iron Throne card."),
    ruling("final.shared.holders", title="Equal icons share the victory",
        text="Tied players whose lowest icon counts are equal also share the victory.",
        reason="The rulebook leaves this open. It can happen only with a custom table, and the "
        "rulebook resolves the other tie that icons cannot break in the same way."),
    ruling("final.ranking", title="The places after the first",
        text="Other places follow the same order: by total, then fewest icons, else shared.",
        reason="The rulebook names only winners; its order extends naturally to all players."),
    ruling("solo.seats", title="The seats of the houses",
        text="The player is Stark in seat 0. Clockwise, Baratheon has seat 1, Lannister seat 2 and "
        "Targaryen seat 3.",
        reason="In the text, Stark starts rounds 1 and 5, and Lannister, who therefore sits "
        "opposite, round 3. The text leaves the seats of the other two open; one order had to be "
        "chosen."),
    stated("solo.seats.hands", title="Four seats with 9 cards each",
        text="There are four seats with 9 cards each: the player and three automated houses."),
    stated("solo.rounds", title="Five rounds",
        text="Seats 0, 1, 2, 3 and 0 start the 5 rounds. Only 5 random Iron Throne cards of the 7 "
        "are used. This replaces the usual number of rounds and choice of first player."),
    stated("solo.stack", title="An automated house draws from a stack",
        text="An automated house has a face-down stack, from whose top it draws on its turn."),
    stated("solo.highest", title="The highest row first",
        text="If the drawn card fits somewhere, it goes to the highest row in which it fits."),
    stated("solo.side", title="The side of each house",
        text="If that row has several open slots, Lannister and Baratheon use the leftmost and "
        "Targaryen the rightmost, as the player sees the court. In the bottom row, that is one of "
        "its ends."),
    ruling("solo.side.fixed", title="The side is binding",
        text="The side is binding: the player does not choose the slot of an automated house.",
        reason="The text allows any possible position and then starts from one side. A side for "
        "each house would be pointless if the player could choose."),
    stated("solo.set-aside", title="Cards that do not fit",
        text="A card that does not fit goes face down on a second stack; the house draws again."),
    stated("solo.recycle", title="Cards set aside come back",
        text="As soon as the house has placed a card, its second stack goes under the rest of the "
        "first, unshuffled."),
    ruling("solo.recycle.order", title="The order of cards set aside",
        text="The second stack stays in order: the card set aside last is on top of it.",
        reason="The text rules out shuffling but does not name an order. The cards set aside form "
        "a pile, which is simplest to move as a whole."),
    stated("solo.out", title="The end of an automated house",
        text="An automated house that draws its whole stack but cannot place is out."),
    follows("solo.out.unable", title="The court waits while a house draws",
        text="The court does not change while a house draws, so a house goes out exactly when none "
        "of its cards can be placed."),
    follows("solo.out.final", title="An automated house stays out",
        text="A house that is out stays out, even if a card it set aside becomes placeable later."),
    ruling("solo.out.last-card", title="The last card of the stack",
        text="A house that places the last card of its stack while others are set aside is not "
        "out: the cards set aside become its stack.",
        reason="By the text, a house is out once its first stack is used up, even with cards set "
        "aside that could still be placed. This is applied only to drawing; such cards are then "
        "those that become placeable later. By another reading, this house would be out."),
    follows("solo.remaining", title="Both stacks cost points",
        text="An automated house has a penalty point for each card in both of its stacks."),
    ruling("solo.public", title="Drawn cards are public",
        text="The cards that an automated house draws are turned face up for the whole table. Each "
        "card set aside, and its later place in the stack, is thus public.",
        reason="The text does not mention who sees a drawn card. Some player must turn it over and "
        "find its slot, and all have an equal claim to that."),
    follows("solo.public.kept", title="A house that is out has shown its cards",
        text="Once an automated house is out, all players know all of its remaining cards."),
    ruling("solo.elsewhere", title="Automated seats at any table",
        text="In every game, any of the seats may be automated. Such a seat needs a house, follows "
        "the same procedure, and counts as a player for hand sizes, the width of the bottom row "
        "and the number of rounds.",
        reason="The text allows its optional rules in other games, and neither forbids nor "
        "describes automated seats there. Its procedure works unchanged."),
    ruling("solo.elsewhere.stark", title="An automated Stark",
        text="An automated Stark places in the leftmost slot, as Lannister does.",
        reason="The text names no side for Stark. Two of the other three houses use the left."),
    stated("option.houses", title="Every player has a house",
        text="With House Affiliation or Rivalry, every player has a house, chosen before the game "
        "begins; in Solo Scheming the seats determine it. The text requires it with any option, "
        "but Anyone Can Die does not use it."),
    ruling("option.houses.same", title="Several players, one house",
        text="Outside Solo Scheming several players may choose the same house.",
        reason="The text does not require different houses, and five or six players cannot all "
        "have different ones."),
    follows("option.houses.automated", title="Automated seats have a house",
        text="An automated seat has a house even if neither option is used."),
    stated("option.affiliation", title="House Affiliation",
        text="House Affiliation: if the last card of the court has your house, you take one "
        "penalty token fewer this round. This applies to every seat of the house, automated seats "
        "included, and does not affect the Iron Throne card."),
    ruling("option.affiliation.point", title="A token is a point",
        text="House Affiliation saves one penalty point.",
        reason="The text mentions a token, and tokens are worth 1, 2 or 5. Its counterpart, "
        "Rivalry, costs one point."),
    ruling("option.affiliation.floor", title="Never below 0",
        text="House Affiliation never reduces the penalty of a round below 0.",
        reason="The text does not cover an empty hand. A player without a token to take cannot "
        "take one fewer, and the text does not mention returning earlier ones."),
    stated("option.rivalry", title="Rivalry",
        text="Rivalry: if the last card of the court has your rival's house, you take one more "
        "penalty point, even with an empty hand. Stark and Lannister are rivals, and so are "
        "Baratheon and Targaryen. This applies to every seat, automated seats included."),
    stated("option.anyone", title="Anyone Can Die",
        text="Anyone Can Die: after every round except the last, all characters still in the game, "
        "whether placed, left in hand or unused, are shuffled, and two are removed face down, "
        "unseen, for the rest of the game."),
    follows("option.anyone.unused", title="Unused characters may die",
        text="With two players, the unused characters are shuffled together with the others."),
    stated("option.anyone-deal", title="The deal when characters have died",
        text="With Anyone Can Die, from round 2 on, all remaining characters are dealt out evenly, "
        "and the rest start the bottom row in random order. This replaces the usual hand sizes, "
        "unused cards and starter, also in Solo Scheming."),
    follows("option.anyone-deal.table", title="Hands and starters by round",
        text="The hand size plus the starters with Anyone Can Die, from round 2 on. Two players: "
        "17 + 0. Three: 11 + 1, 10 + 2. Four: 8 + 2, 8 + 0, 7 + 2, and in Solo Scheming then 7 + "
        "0. Five: 6 + 4, 6 + 2, 6 + 0, 5 + 3. Six: 5 + 4, 5 + 2, 5 + 0, 4 + 4, 4 + 2."),
    follows("option.anyone-deal.width", title="These starters count for the width",
        text="These starters count towards the width of the bottom row, whose limit is still 7 "
        "with two players and 8 otherwise."),
    follows("option.anyone-deal.nobody", title="These starters have no placer",
        text="These starters are not placements, so they earn no player an Iron Throne card."),
    ruling("option.anyone-deal.columns", title="The slots of these starters",
        text="These starters are side by side in columns 0, 1 and so on, from left to right.",
        reason="By the text, they start the bottom row at random. The row may not have a gap, and "
        "the first card of a round is always in column 0."),
    ruling("option.anyone-deal.two-players", title="Two players have 17 cards",
        text="Two players have 17 cards each in round 2, although the court has room for only 28.",
        reason="The text is written for four seats and leaves open whether two players still "
        "leave cards unused. By its wording, all remaining characters are dealt."),
    ruling("info.public", title="Public information",
        text="All players know the court, the player and time of each placement, the sizes of "
        "hands, the players who are out, the last placer, the penalty points, the number of Iron "
        "Throne cards of each player, and the table of these cards, also for earlier rounds.",
        reason="The rulebook does not list this. It hides only hands and drawn Iron Throne cards."),
    ruling("info.leftover", title="Cards left in hand are not shown",
        text="Cards left in hand are counted but not shown, even at the end of the round.",
        reason="The rulebook needs only their number and never requires showing them."),
    stated("info.throne", title="Your Iron Throne cards are your secret",
        text="Only the player who drew an Iron Throne card sees it before the end of the game."),
    follows("info.throne.unseen", title="Hidden Iron Throne cards",
        text="The Iron Throne cards that are not drawn are never revealed, nor are the two that "
        "Solo Scheming leaves in the box."),
    ruling("info.throne-automated", title="An automated house keeps its secret",
        text="No player sees an automated house's Iron Throne card before the end of the game.",
        reason="The texts leave open whether a player looks at it for the house. Only the player "
        "who drew it may look, and here that is not a person."),
    follows("info.elimination", title="Conclusions from going out",
        text="If a player goes out with cards in hand, all players know that none of these cards "
        "has a house for which a slot was open at that moment."),
    ruling("info.memory", title="Players may remember",
        text="Players may use everything that they saw in earlier rounds. This helps only with "
        "Anyone Can Die: a character seen in a round cannot have been removed before it.",
        reason="The texts do not mention memory, and a ban on it could not be enforced."),
)
# fmt: on

RULES_VERSION: Final = 1
"""The version of the rules. It increases if a rule changes the course of any game, not with a new
wording or a new option. Records contain it, so that games by older rules can be recognised."""

RULEBOOK: Final = Rulebook(_RULES)
"""All rules by id, in the order of their chapters."""
rule: Final = RULEBOOK.rule
PRIMER: Final = paragraphs("""
    Place one card a turn, and get rid of your cards.

    Bottom row: at either end, any house, until the row is full.

    Higher: on two cards, and one of them of your card's house.

    If you cannot place, you are out of the round. Each card left in your hand is a penalty
    point.

    The player of the last card of a round draws an Iron Throne card. It takes 1 to 3
    points off at the end.

    After as many rounds as there are players the fewest points win. In a tie the Iron
    Throne card with the fewest icons decides.

    The houses are Stark, Lannister, Baratheon and Targaryen. The numbers only tell nine
    equal cards apart.
""")
"""The rules that a newcomer needs."""
