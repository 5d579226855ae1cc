"""The rules and rulings of the card game Westeros Intrigue as data, paraphrased.

Every rule has an id such as `court.match`, by which a refused move or a test can name it. "The
rulebook" is the printed one, "the text" that of Solo Scheming or of an option.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from westeros_intrigue.base.lookup import entry_of
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import NamedEnum, Value

__all__ = ["RULEBOOK", "RULES_VERSION", "Kind", "Rule", "rule"]

_VARIANT_CHAPTERS: Final = frozenset({"solo", "option"})
_VARIANT_RULES: Final = frozenset({"info.throne-automated"})


@public
class Kind(NamedEnum):
    """Where a rule comes from.

    >>> rule("court.vacant").kind
    Kind.FOLLOWS
    """

    STATED = "stated"
    """The text says so."""
    FOLLOWS = "follows"
    """The text does not say so in words, but what it says leaves no other possibility."""
    RULING = "ruling"
    """The text is silent or ambiguous, and this is the reading chosen."""


@public
@attrs.frozen
class Rule(Value):
    """One rule of the game.

    >>> print(rule("court.vacant"))
    court.vacant: A slot holds one card and no more.
    >>> rule("solo.stack").chapter, rule("solo.stack").standard
    ('solo', False)
    """

    id: str
    """The chapter and the name of the rule, such as `court.match`."""
    text: str
    """What the rule says, in one or more whole sentences."""
    kind: Kind
    """Whether the rule is stated, follows, or is a ruling."""
    reason: str = ""
    """Why this reading was chosen. Every ruling has a reason, and no other rule has one."""
    title: str = ""
    """What to call the rule in a heading, such as `A house below must match`."""

    def __str__(self) -> str:
        """Return the id and the text, with a colon between them."""
        return f"{self.id}: {self.text}"

    @property
    def chapter(self) -> str:
        """The part of the id before the first dot, such as `court`."""
        return self.id.partition(".")[0]

    @property
    def standard(self) -> bool:
        """Whether the rule belongs to the standard game, not to Solo Scheming or an option."""
        return self.chapter not in _VARIANT_CHAPTERS and self.id not in _VARIANT_RULES


def _stated(rule_id: str, title: str, text: str) -> Rule:
    return Rule(rule_id, text, Kind.STATED, title=title)


def _follows(rule_id: str, title: str, text: str) -> Rule:
    return Rule(rule_id, text, Kind.FOLLOWS, title=title)


def _ruling(rule_id: str, title: str, text: str, reason: str) -> Rule:
    return Rule(rule_id, text, Kind.RULING, reason, title)


# fmt: off
_RULES: Final = (
    _stated("components.characters", "The character cards",
        "The 36 character cards belong to four houses: Stark, Lannister (red), Baratheon (yellow) "
        "and Targaryen. There are white cards too."),
    _follows("components.characters.house", "Only the house matters",
        "Only the house of a character matters in play: no rule asks for anything else."),
    _ruling("components.characters.suits", "Nine cards a house",
        "Every house has nine characters.",
        "The rulebook gives only the total. An even split and reviews of the game speak for nine; "
        "a sister game with unequal houses shows that it is not certain."),
    _ruling("components.characters.colours", "The colours of the houses",
        "Stark cards are white or grey, and Targaryen cards black.",
        "The rulebook shows white cards without their house, and never mentions black. Elimination "
        "and reviews settled the two colours."),
    _ruling("components.names", "Characters are numbers here",
        "A character is a house and a number from 1 to 9; its name is decoration. Confirmed are "
        "Stannis Baratheon (yellow) and Tyrion Lannister, Jaime Lannister and Sandor Clegane "
        "(red); pictured are Arya Stark, Jon Snow, Joffrey Baratheon, Daenerys Targaryen and "
        "Hodor.",
        "No complete list of the 36 names is publicly documented, and an invented name must not "
        "pass for a printed one."),
    _stated("components.throne", "The Iron Throne cards",
        "There are 7 Iron Throne cards, each with a value and a number of icons that breaks ties."),
    _ruling("components.throne.values", "What an Iron Throne card is worth",
        "The value of an Iron Throne card is 1, 2 or 3.",
        "The rulebook prints no values. Two independent reviews agree on this range."),
    _ruling("components.throne.spread", "The assumed Iron Throne cards",
        "The default table of Iron Throne cards is assumed: values 1, 1, 2, 2, 2, 3, 3 with 1, 2, "
        "3, 4, 5, 6, 7 icons, in that order.",
        "How the printed cards spread values and icons is not publicly documented. Here no two "
        "icon counts are equal, so a tie between holders always resolves. That stronger cards "
        "carry more icons is assumed too."),
    _ruling("components.throne.custom", "Your own Iron Throne cards",
        "A game may be set up with another table of Iron Throne cards: at least as many as there "
        "are rounds, values from 1 to 3, and one icon or more on every card.",
        "The default table is only assumed, so whoever knows the printed one must be able to use "
        "it. A smaller one would leave a round without a card."),
    _stated("components.tokens", "The penalty tokens",
        "There are 24 penalty tokens, worth 1, 2 or 5 points, and players make change with them."),
    _ruling("components.tokens.supply", "Tokens never run out",
        "The supply of penalty tokens never runs out, so a player's penalty is simply a number.",
        "The rulebook does not say what happens when they run out, which is possible: six rounds "
        "of 27 points cost 162, and 24 tokens are worth at most 120."),
    _stated("setup.hand-size", "Hands",
        "Each player is dealt 14 cards with two players, 12 with three, 9 with four, 7 with five "
        "and 6 with six."),
    _stated("setup.unused", "Two players leave 8 cards out",
        "With two players, 8 cards are left after the deal and stay out of the round."),
    _follows("setup.unused.unseen", "The 8 cards stay unseen",
        "Nobody sees the 8 cards that two players leave unused."),
    _stated("setup.starter", "Five players and the starter",
        "With five players, the single card left after the deal is laid face up as the first card "
        "of the bottom row."),
    _follows("setup.starter.nobody", "Nobody placed the starter",
        "The starter was placed by nobody, so it can earn nobody an Iron Throne card."),
    _ruling("setup.first-player", "Who starts round 1",
        "Whoever sets up the game names the player who starts round 1; if nobody is named, it is "
        "player 0. In Solo Scheming it is always seat 0, and naming another is an error.",
        "The rulebook goes by age, which a program does not know. The text of Solo Scheming has "
        "Stark start."),
    _stated("setup.first-player.youngest", "The youngest starts",
        "At a real table, the first round is started by the youngest player."),
    _stated("setup.throne", "Shuffling the Iron Throne cards",
        "The Iron Throne cards are shuffled face down before round 1; each round one is drawn."),
    _follows("setup.throne.once", "They are shuffled once",
        "The Iron Throne cards are shuffled that one time only, not again between rounds."),
    _stated("turn.clockwise", "Clockwise turns",
        "Turns pass clockwise: each player is followed by the next one up, and the last by player "
        "0."),
    _stated("turn.must-place", "Placing is a duty",
        "On a turn, a player must place one card, no more and no fewer. Passing is not allowed."),
    _stated("turn.own-hand", "A card of your own",
        "The card placed comes from the hand of the player whose turn it is; for an automated "
        "house, it is the card that its procedure draws."),
    _stated("court.first", "The first card",
        "The first card of a round, placed or a starter, opens the bottom row."),
    _ruling("court.first.coordinates", "Naming the slots",
        "A slot is named by row and column, both from 0, where the first card lies; rows count "
        "upwards, columns to its left are negative. Slot (r, c) rests on slots (r - 1, c) and (r - "
        "1, c + 1).",
        "The rulebook needs no coordinates. With these, no card changes its slot when the bottom "
        "row grows to the left."),
    _stated("court.beside", "The bottom row grows at its ends",
        "The bottom row grows at its left end and its right end only."),
    _follows("court.beside.any-house", "Any house at the ends",
        "A card of any house may go to either end of the bottom row."),
    _ruling("court.beside.upper", "Beside a card higher up",
        "Higher up, a place beside another card also needs two supports and a matching house.",
        "The rules about the sides of a card and about colours do not say how they combine higher "
        "up. Neither exempts upper cards, and the rulebook's second example bears this out."),
    _stated("court.no-insert", "No squeezing in",
        "The bottom row never has a gap, and no card is ever pushed in between two of its cards."),
    _stated("court.width", "How wide the bottom row gets",
        "The bottom row takes 8 cards at most, or 7 with two players."),
    _stated("court.support", "Two cards below",
        "Above the bottom row, a card needs two neighbouring cards beneath it, both of them "
        "already lying there."),
    _stated("court.match", "A house below must match",
        "A card above the bottom row shares its house with one or both of the two cards under it."),
    _ruling("court.upper-gap", "Gaps in upper rows",
        "In an upper row, a slot between two cards may be filled once both its supports lie there "
        "and one of them matches.",
        "The ban on placing between two cards does not name the upper rows. Its example is about "
        "the bottom row, and so it is read for that row."),
    _follows("court.early-rise", "Building up early",
        "An upper row may be started while the bottom row still has room."),
    _follows("court.vacant", "One card a slot",
        "A slot holds one card and no more."),
    _stated("elimination.unable", "A player who cannot place is out",
        "A player who cannot place any card is out of the round."),
    _stated("elimination.empty", "A player without cards is out",
        "A player with no cards left is out of the round too."),
    _ruling("elimination.own-turn", "Decided on your own turn",
        "Only at the start of a player's own turn is it settled whether they are out. Others may "
        "thus free a player who is blocked between turns.",
        "The rulebook does not say when to check, and it matters: checking everybody after every "
        "card changes 10 to 43 per cent of randomly played rounds, depending on the number of "
        "players. The rule stands among those for taking a turn."),
    _stated("elimination.final", "Out until the round ends",
        "Nobody comes back into a round. A placement that opens up later, as one does in 12 to 35 "
        "per cent of randomly played rounds, is of no use to a player who is out."),
    _stated("elimination.keeps", "A player who is out keeps their cards",
        "A player who is out keeps any cards still in hand until the round ends."),
    _ruling("elimination.keeps.hidden", "The kept cards stay hidden",
        "The cards kept by a player who is out stay hidden.",
        "The rulebook leaves them in the hand and says nothing about showing them."),
    _stated("elimination.skipped", "Players who are out are skipped",
        "Turns skip the players who are out, and the last one left goes on placing until out as "
        "well."),
    _stated("round.end", "The end of a round",
        "A round is over as soon as every player is out."),
    _stated("round.throne", "The last placer draws an Iron Throne card",
        "The player whose card came last into the court draws the top Iron Throne card, even with "
        "cards still in hand, looks at it and keeps it hidden."),
    _stated("round.penalty", "A point for each card left",
        "Every card left in hand costs its player one penalty point. An empty hand earns no "
        "bonus."),
    _stated("round.count", "As many rounds as players",
        "There are as many rounds as players."),
    _stated("round.rotation", "The start passes to the left",
        "Each round is started by the left-hand neighbour of the one who started the last."),
    _follows("round.reshuffle", "Every round is dealt afresh",
        "Every round begins afresh: all 36 characters are shuffled and dealt, the court is empty "
        "and nobody is out."),
    _stated("final.reveal", "Turning over the Iron Throne cards",
        "When the last round is over, all players show the Iron Throne cards they have drawn."),
    _stated("final.total", "Totals",
        "A total is a player's penalty points less the values of that player's Iron Throne cards, "
        "and may be below zero."),
    _stated("final.lowest", "The lowest total wins",
        "The lowest total wins."),
    _stated("final.icons", "Ties go to the fewest icons",
        "A tie goes to the holder of whichever Iron Throne card shows the fewest icons; any such "
        "card beats none."),
    _ruling("final.icons.fewest", "The best card breaks the tie",
        "A tied player with several Iron Throne cards counts by the one with the fewest icons.",
        "The rulebook speaks of the card with the fewest icons, not of icons added up. Comparing "
        "single cards is the closest reading."),
    _stated("final.shared", "Shared victories",
        "Tied players who all lack an Iron Throne card share the victory."),
    _ruling("final.shared.holders", "Holders with equal icons share",
        "Tied holders whose lowest icon counts are equal share the victory too.",
        "The rulebook leaves this open. It can arise only with a custom table, and sharing is how "
        "the rulebook settles the other tie that icons cannot break."),
    _ruling("final.ranking", "The places after the first",
        "Places after the first follow the same order: by total, then by fewest icons, and "
        "otherwise shared.",
        "The rulebook names only winners, and its own order is the natural one to continue."),
    _ruling("solo.seats", "Who sits where",
        "The player is Stark in seat 0. Clockwise follow Baratheon in seat 1, Lannister in seat 2 "
        "and Targaryen in seat 3.",
        "The text says who starts: Stark in rounds 1 and 5, Lannister in round 3, who therefore "
        "sits opposite. Which of the other two sits to Stark's left is open; one order had to be "
        "fixed."),
    _stated("solo.seats.hands", "Four seats with 9 cards each",
        "There are four seats, one for the player and three for automated houses, with 9 cards "
        "each."),
    _stated("solo.rounds", "Five rounds",
        "Seats 0, 1, 2, 3 and 0 start the 5 rounds. Chance picks 5 of the 7 Iron Throne cards for "
        "the game. This replaces the usual number of rounds and choice of first player."),
    _stated("solo.stack", "An automated house draws from a stack",
        "An automated house keeps its cards in a face-down stack and draws from the top on its "
        "turn."),
    _stated("solo.highest", "The highest row first",
        "If the drawn card fits somewhere, it goes to the highest row that takes it."),
    _stated("solo.side", "Which side of the row",
        "Where that row offers several slots, Lannister and Baratheon take the leftmost and "
        "Targaryen the rightmost, as the player sees the court. In the bottom row these are its "
        "two ends."),
    _ruling("solo.side.fixed", "The side is binding",
        "The side is binding: the player chooses no slot for an automated house.",
        "The text allows any possible position and then starts from one side. A side for each "
        "house would be idle if the player could choose."),
    _stated("solo.set-aside", "Cards that do not fit",
        "A card without a slot is laid face down on a second stack, and the house draws again."),
    _stated("solo.recycle", "Cards set aside come back",
        "As soon as the house has placed a card, its second stack goes beneath what remains of the "
        "first, unshuffled."),
    _ruling("solo.recycle.order", "In which order they come back",
        "The second stack is moved as it lies, so the card set aside last is the highest of it.",
        "The text rules out shuffling but gives no order. Cards set aside lie on one another, and "
        "moving the stack whole disturbs nothing."),
    _stated("solo.out", "When an automated house is out",
        "An automated house whose stack runs out without a placement is out of the round."),
    _follows("solo.out.unable", "The court waits while a house draws",
        "The court does not change while a house draws, so a house goes out exactly when none of "
        "its cards can be placed."),
    _follows("solo.out.final", "An automated house stays out too",
        "A house that is out stays out, even if a card it set aside becomes placeable later."),
    _follows("solo.out.last-card", "The last card of the stack",
        "A house that places the last card of its stack while others are set aside is not out: the "
        "cards set aside become its stack."),
    _follows("solo.remaining", "Both stacks cost points",
        "The penalty of an automated house counts the cards of both its stacks."),
    _ruling("solo.public", "Drawn cards are seen by all",
        "The cards that an automated house draws are turned face up for the whole table. So "
        "everybody knows a card that was set aside, and its place in the stack afterwards.",
        "The text does not say who sees a drawn card. Somebody has to turn it over and find its "
        "slot, and nobody has a better claim to that than anybody else."),
    _follows("solo.public.kept", "A house that is out has shown its cards",
        "Once an automated house is out, all the cards it still has are known to everybody."),
    _ruling("solo.elsewhere", "Automated seats at any table",
        "At every table, any of the seats may be automated. Such a seat needs a house, follows the "
        "same procedure, and counts as a player for hand sizes, the width of the bottom row and "
        "the number of rounds.",
        "The text offers only its optional rules to other games and neither forbids nor describes "
        "automated seats there. Its procedure works unchanged."),
    _ruling("solo.elsewhere.stark", "An automated Stark",
        "An automated Stark takes the leftmost slot, as Lannister does.",
        "The text gives Stark no side, as the player is Stark there. Two of the other three houses "
        "take the left."),
    _stated("option.houses", "Every player has a house",
        "With House Affiliation or Rivalry, every player has a house, chosen before the game "
        "begins; in Solo Scheming the seats determine it."),
    _ruling("option.houses.same", "Several players, one house",
        "Outside Solo Scheming the choice is free, and several players may take the same house.",
        "The text does not say that the houses must differ, and five or six players cannot all "
        "differ."),
    _follows("option.houses.automated", "Automated seats have a house",
        "An automated seat has a house even when neither option is in use."),
    _stated("option.affiliation", "House Affiliation",
        "House Affiliation: when the court's last card shows your house, you take one penalty "
        "token fewer this round. It holds for every seat of that house, automated ones included, "
        "and leaves the Iron Throne card alone."),
    _ruling("option.affiliation.point", "A token is a point",
        "What House Affiliation saves is one penalty point.",
        "The text speaks of a token, and tokens are worth 1, 2 or 5. Rivalry, its counterpart, "
        "speaks of one point."),
    _ruling("option.affiliation.floor", "Never below 0",
        "House Affiliation never brings the penalty of a round below 0.",
        "The text does not cover an empty hand. A player who takes no token cannot take one fewer, "
        "and nothing is said about handing back earlier ones."),
    _stated("option.rivalry", "Rivalry",
        "Rivalry: when the court's last card shows your rival's house, you take one penalty point "
        "more, even with an empty hand. The rivals are Stark and Lannister, and Baratheon and "
        "Targaryen. It holds for every seat of the rival house, automated ones included."),
    _stated("option.anyone", "Anyone Can Die",
        "Anyone Can Die: after every round except the last, all characters not yet put away, "
        "whether placed, left in hand or unused, are shuffled, and two are put away face down, "
        "unseen, for the rest of the game."),
    _follows("option.anyone.unused", "Unused characters may die too",
        "With two players, the characters left unused are shuffled in with the others."),
    _stated("option.anyone-deal", "The deal when characters have died",
        "With Anyone Can Die, from round 2 on, all remaining characters are dealt out evenly, and "
        "those that cannot be shared equally start the bottom row in random order. This replaces "
        "the usual hand sizes, unused cards and starter, in Solo Scheming too."),
    _follows("option.anyone-deal.table", "Hands and starters by round",
        "Hand plus starters with Anyone Can Die, round by round from round 2. Two players: 17 + 0. "
        "Three: 11 + 1, 10 + 2. Four: 8 + 2, 8 + 0, 7 + 2, and in Solo Scheming then 7 + 0. Five: "
        "6 + 4, 6 + 2, 6 + 0, 5 + 3. Six: 5 + 4, 5 + 2, 5 + 0, 4 + 4, 4 + 2."),
    _follows("option.anyone-deal.width", "These starters take up width",
        "These starters count towards the width of the bottom row, whose limit is still 7 with two "
        "players and 8 otherwise."),
    _follows("option.anyone-deal.nobody", "Nobody placed these starters",
        "These starters were placed by nobody and earn nobody an Iron Throne card."),
    _ruling("option.anyone-deal.columns", "Where these starters lie",
        "These starters lie side by side in columns 0, 1 and so on, from left to right.",
        "The text says only that they start the bottom row at random. The row may have no gap, and "
        "the first card of a round is in column 0 as always."),
    _ruling("option.anyone-deal.two-players", "Two players hold 17 cards",
        "Two players hold 17 cards each in round 2, although the court has room for only 28 cards.",
        "The text is written for four seats and does not say whether two players still leave cards "
        "unused. It has all remaining characters dealt out."),
    _ruling("info.public", "What everybody knows",
        "Everybody knows the court and who placed which card when, the sizes of hands, who is out, "
        "who placed last, the penalty points, how many Iron Throne cards each player has, and the "
        "table of these cards; all of it for earlier rounds too.",
        "The rulebook has no list of what is open. It keeps only hands and drawn Iron Throne cards "
        "from sight."),
    _ruling("info.leftover", "Cards left in hand are not shown",
        "Cards left in hand are counted but not shown, at the end of the round as before it.",
        "The rulebook needs only their number and never asks for them to be shown."),
    _stated("info.throne", "Your Iron Throne cards are your secret",
        "Only its drawer knows a drawn Iron Throne card, until all are shown at the end of the "
        "game."),
    _follows("info.throne.unseen", "Iron Throne cards nobody sees",
        "Nobody ever sees the Iron Throne cards that are not drawn, nor the two that Solo Scheming "
        "leaves in the box."),
    _ruling("info.throne-automated", "An automated house keeps its secret",
        "Nobody sees the Iron Throne card of an automated house before the end of the game.",
        "The texts do not say whether someone looks at it for the house. Only the drawer may look, "
        "and here the drawer is nobody."),
    _follows("info.elimination", "What going out proves",
        "Everybody sees a player go out with cards in hand: none of these cards is of a house for "
        "which a slot was open just then."),
    _ruling("info.memory", "Players may remember",
        "Players may use whatever they saw in earlier rounds. It helps only with Anyone Can Die, "
        "where a character seen in a round cannot have been put away before that round.",
        "The texts do not mention memory, and nothing could take from players what they have "
        "seen."),
)
# fmt: on

RULES_VERSION: Final = 1
"""The version of the rules. It goes up when some game would go differently, not with a new wording
or a new option. Records name it, so that a game by older rules can be recognised."""

RULEBOOK: Final[Mapping[str, Rule]] = MappingProxyType({entry.id: entry for entry in _RULES})
"""All rules by id, chapter by chapter."""


@public
def rule(rule_id: str) -> Rule:
    """Return the rule with an id, such as `court.match`.

    >>> rule("court.first.coordinates").chapter
    'court'

    Raises:
        InvalidValue: there is no such rule; the message names ids that look like it.
    """
    return entry_of(RULEBOOK, rule_id)
