"""The rules and rulings of the card game Westeros Intrigue as data, paraphrased.

Every rule has an id such as `court.match`, by which a refused move or a test can name it. "The
rulebook" is the printed one, "the text" that of Solo Scheming or of an option.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import NamedEnum, Value, check_type

__all__ = ["RULEBOOK", "RULES_VERSION", "Kind", "Rule", "rule"]

_VARIANT_CHAPTERS: Final = frozenset({"solo", "option"})
_VARIANT_RULES: Final = frozenset({"info.throne-automated"})


@public
class Kind(NamedEnum):
    """The origin of a rule.

    >>> rule("court.vacant").kind
    Kind.FOLLOWS
    """

    STATED = "stated"
    """The text states it."""
    FOLLOWS = "follows"
    """The text does not state it, but leaves no other possibility."""
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
    """The rule in one or more whole sentences."""
    kind: Kind
    """The origin: stated, following, or a ruling."""
    reason: str = ""
    """The reason for a ruling; empty for every other rule."""
    title: str = ""
    """The heading, such as `A house below must match`."""

    def __str__(self) -> str:
        """Return the id and the text, with a colon between them."""
        return f"{self.id}: {self.text}"

    @property
    def chapter(self) -> str:
        """The part of the id before the first dot, such as `court`."""
        return self.id.partition(".")[0]

    @property
    def standard(self) -> bool:
        """True if the rule belongs to the standard game, not to Solo Scheming or an option."""
        return self.chapter not in _VARIANT_CHAPTERS and self.id not in _VARIANT_RULES


def stated(rule_id: str, text: str, title: str = "") -> Rule:
    """Return a rule that the text states."""
    return Rule(rule_id, text, Kind.STATED, title=title)


def follows(rule_id: str, text: str, title: str = "") -> Rule:
    """Return a rule that follows from what the text states."""
    return Rule(rule_id, text, Kind.FOLLOWS, title=title)


def ruling(rule_id: str, text: str, reason: str, title: str = "") -> Rule:
    """Return a reading of what the text leaves open, with its reason."""
    return Rule(rule_id, text, Kind.RULING, reason, title)


# fmt: off
_RULES: Final = (
    stated("components.characters", title="The character cards",
        text="The 36 character cards belong to four houses: Stark, Lannister (red), Baratheon "
        "(yellow) and Targaryen. There are white cards too."),
    follows("components.characters.house", title="Only the house matters",
        text="Only the house of a character matters in play: no rule asks for anything else."),
    ruling("components.characters.suits", title="Nine cards a house",
        text="Every house has nine characters.",
        reason="The rulebook gives only the total. An even split and reviews speak for nine; a "
        "sister game with unequal houses shows that it is not certain."),
    ruling("components.characters.colours", title="The colours of the houses",
        text="Stark cards are white or grey, and Targaryen cards black.",
        reason="The rulebook shows white cards without their house, and never mentions black. "
        "Elimination and reviews settled the two colours."),
    ruling("components.names", title="Characters are numbers here",
        text="A character is a house and a number from 1 to 9; its name is decoration. Confirmed "
        "are Stannis Baratheon (yellow) and Tyrion Lannister, Jaime Lannister and Sandor Clegane "
        "(red); pictured are Arya Stark, Jon Snow, Joffrey Baratheon, Daenerys Targaryen, Hodor.",
        reason="No complete list of the 36 names is publicly documented, and an invented name must "
        "not pass for a printed one."),
    stated("components.throne", title="The Iron Throne cards",
        text="There are 7 Iron Throne cards, each with a value and icons, which break ties."),
    ruling("components.throne.values", title="What an Iron Throne card is worth",
        text="The value of an Iron Throne card is 1, 2 or 3.",
        reason="The rulebook prints no values. Two independent reviews agree on this range."),
    ruling("components.throne.spread", title="The assumed Iron Throne cards",
        text="The default table of Iron Throne cards is assumed: values 1, 1, 2, 2, 2, 3, 3 with "
        "1, 2, 3, 4, 5, 6, 7 icons, in that order.",
        reason="How the printed cards spread values and icons is not publicly documented. Here no "
        "two icon counts are equal, so a tie between holders always resolves. That stronger cards "
        "carry more icons is assumed too."),
    ruling("components.throne.custom", title="Your own Iron Throne cards",
        text="A game may be set up with another table of Iron Throne cards: at least as many as "
        "there are rounds, values from 1 to 3, and one icon or more on every card.",
        reason="The default table is only assumed, so whoever knows the printed one must be able "
        "to use it. A smaller one would leave a round without a card."),
    stated("components.tokens", title="The penalty tokens",
        text="There are 24 penalty tokens, worth 1, 2 or 5 points; players make change with them."),
    ruling("components.tokens.supply", title="Tokens never run out",
        text="Penalty tokens never run out, so a player's penalty is simply a number.",
        reason="The rulebook does not say what happens when they run out, which is possible: six "
        "rounds of 27 points cost 162, and 24 tokens are worth at most 120."),
    stated("setup.hand-size", title="Hands",
        text="Each player is dealt 14 cards with two players, 12 with three, 9 with four, 7 with "
        "five and 6 with six."),
    stated("setup.unused", title="Two players leave 8 cards out",
        text="With two players, 8 cards are left after the deal and stay out of the round."),
    follows("setup.unused.unseen", title="The 8 cards stay unseen",
        text="Nobody sees the 8 cards that two players leave unused."),
    stated("setup.starter", title="Five players and the starter",
        text="With five players, the single card left after the deal is laid face up as the first "
        "card of the bottom row."),
    follows("setup.starter.nobody", title="Nobody placed the starter",
        text="The starter was placed by nobody, so it can earn nobody an Iron Throne card."),
    ruling("setup.first-player", title="Who starts round 1",
        text="Whoever sets up the game names the player who starts round 1; if nobody is named, it "
        "is player 0. In Solo Scheming it is always seat 0, and naming another is an error.",
        reason="The rulebook goes by age, which a program does not know. The text of Solo Scheming "
        "has Stark start."),
    stated("setup.first-player.youngest", title="The youngest starts",
        text="At a real table, the first round is started by the youngest player."),
    stated("setup.throne", title="Shuffling the Iron Throne cards",
        text="The Iron Throne cards are shuffled face down before round 1; one is drawn a round."),
    follows("setup.throne.once", title="They are shuffled once",
        text="The Iron Throne cards are shuffled that one time only, not again between rounds."),
    stated("turn.clockwise", title="Clockwise turns",
        text="Turns pass clockwise: each player is followed by the next one up, and the last by "
        "player 0."),
    stated("turn.must-place", title="Placing is a duty",
        text="On a turn, a player must place one card, no more and no fewer, and may not pass."),
    stated("turn.own-hand", title="A card of your own",
        text="The card placed comes from the hand of the player whose turn it is; for an automated "
        "house, it is the card that its procedure draws."),
    stated("court.first", title="The first card",
        text="The first card of a round, placed or a starter, opens the bottom row."),
    ruling("court.first.coordinates", title="Naming the slots",
        text="A slot is named by row and column, both from 0, where the first card lies; rows "
        "count upwards, columns to its left are negative. Slot (r, c) rests on slots (r - 1, c) "
        "and (r - 1, c + 1).",
        reason="The rulebook needs no coordinates. With these, no card changes its slot when the "
        "bottom row grows to the left."),
    stated("court.beside", title="The bottom row grows at its ends",
        text="The bottom row grows at its left end and its right end only."),
    follows("court.beside.any-house", title="Any house at the ends",
        text="A card of any house may go to either end of the bottom row."),
    ruling("court.beside.upper", title="Beside a card higher up",
        text="Higher up, a place beside another card also needs two supports and a matching house.",
        reason="How the rules about sides and about colours combine higher up is not said. Neither "
        "exempts upper cards, and the rulebook's second example bears this out."),
    stated("court.no-insert", title="No squeezing in",
        text="The bottom row has no gap, and no card is pushed in between two of its cards."),
    stated("court.width", title="How wide the bottom row gets",
        text="The bottom row takes 8 cards at most, or 7 with two players."),
    stated("court.support", title="Two cards below",
        text="Above the bottom row, a card needs two neighbouring cards beneath it, both of them "
        "already lying there."),
    stated("court.match", title="A house below must match",
        text="A card above the bottom row shares its house with one or both of the two cards under "
        "it."),
    ruling("court.upper-gap", title="Gaps in upper rows",
        text="In an upper row, a slot between two cards may be filled once both its supports lie "
        "there and one of them matches.",
        reason="The ban on placing between two cards does not name the upper rows. Its example is "
        "about the bottom row, and so it is read for that row."),
    follows("court.early-rise", title="Building up early",
        text="An upper row may be started while the bottom row still has room."),
    follows("court.vacant", title="One card a slot", text="A slot holds one card and no more."),
    stated("elimination.unable", title="A player who cannot place is out",
        text="A player who cannot place any card is out of the round."),
    stated("elimination.empty", title="A player without cards is out",
        text="A player with no cards left is out of the round too."),
    ruling("elimination.own-turn", title="Decided on your own turn",
        text="Only at the start of a player's own turn is it settled whether they are out. Others "
        "may thus free a player who is blocked between turns.",
        reason="The rulebook does not say when to check, and it matters: checking everybody after "
        "every card changes 10 to 43 per cent of randomly played rounds, depending on the number "
        "of players. The rule stands among those for taking a turn."),
    stated("elimination.final", title="Out until the round ends",
        text="Nobody comes back into a round. A placement that opens up later, as one does in 12 "
        "to 35 per cent of randomly played rounds, is of no use to a player who is out."),
    stated("elimination.keeps", title="A player who is out keeps their cards",
        text="A player who is out keeps any cards still in hand until the round ends."),
    ruling("elimination.keeps.hidden", title="The kept cards stay hidden",
        text="The cards kept by a player who is out stay hidden.",
        reason="The rulebook leaves them in the hand and says nothing about showing them."),
    stated("elimination.skipped", title="Players who are out are skipped",
        text="Turns skip players who are out; the last one left goes on placing until out as "
        "well."),
    stated("round.end", title="The end of a round",
        text="A round is over as soon as every player is out."),
    stated("round.throne", title="The last placer draws an Iron Throne card",
        text="The player whose card came last into the court draws the top Iron Throne card, even "
        "with cards still in hand, looks at it and keeps it hidden."),
    stated("round.penalty", title="A point for each card left",
        text="Every card left in hand costs one penalty point. An empty hand earns no bonus."),
    stated("round.count", title="As many rounds as players",
        text="There are as many rounds as players."),
    stated("round.rotation", title="The start passes to the left",
        text="Each round is started by the left-hand neighbour of the one who started the last."),
    follows("round.reshuffle", title="Every round is dealt afresh",
        text="Every round begins afresh: all 36 characters are shuffled and dealt, the court is "
        "empty and nobody is out."),
    stated("final.reveal", title="Turning over the Iron Throne cards",
        text="After the last round, all players show the Iron Throne cards they have drawn."),
    stated("final.total", title="Totals",
        text="A total is a player's penalty points less the values of that player's Iron Throne "
        "cards, and may be below zero."),
    stated("final.lowest", title="The lowest total wins", text="The lowest total wins."),
    stated("final.icons", title="Ties go to the fewest icons",
        text="A tie goes to the Iron Throne card with the fewest icons; any such card beats none."),
    ruling("final.icons.fewest", title="The best card breaks the tie",
        text="A tied player with several Iron Throne cards counts by that with the fewest icons.",
        reason="The rulebook speaks of the card with the fewest icons, not of icons added up. "
        "Comparing single cards is the closest reading."),
    stated("final.shared", title="Shared victories",
        text="Tied players who all lack an Iron Throne card share the victory."),
    ruling("final.shared.holders", title="Holders with equal icons share",
        text="Tied holders whose lowest icon counts are equal share the victory too.",
        reason="The rulebook leaves this open. It can arise only with a custom table, and sharing "
        "is how the rulebook settles the other tie that icons cannot break."),
    ruling("final.ranking", title="The places after the first",
        text="Later places follow the same order: total, then fewest icons, otherwise shared.",
        reason="The rulebook names only winners, and its own order is the natural one."),
    ruling("solo.seats", title="Who sits where",
        text="The player is Stark in seat 0. Clockwise follow Baratheon in seat 1, Lannister in "
        "seat 2 and Targaryen in seat 3.",
        reason="The text says who starts: Stark in rounds 1 and 5, Lannister in round 3, who "
        "therefore sits opposite. Which of the other two sits to Stark's left is open; one order "
        "had to be fixed."),
    stated("solo.seats.hands", title="Four seats with 9 cards each",
        text="There are four seats with 9 cards each: the player and three automated houses."),
    stated("solo.rounds", title="Five rounds",
        text="Seats 0, 1, 2, 3 and 0 start the 5 rounds. Chance picks 5 of the 7 Iron Throne cards "
        "for the game. This replaces the usual number of rounds and choice of first player."),
    stated("solo.stack", title="An automated house draws from a stack",
        text="An automated house keeps a face-down stack and draws from its top on its turn."),
    stated("solo.highest", title="The highest row first",
        text="If the drawn card fits somewhere, it goes to the highest row that takes it."),
    stated("solo.side", title="Which side of the row",
        text="Where that row offers several slots, Lannister and Baratheon take the leftmost and "
        "Targaryen the rightmost, as the player sees the court; in the bottom row, one of its "
        "ends."),
    ruling("solo.side.fixed", title="The side is binding",
        text="The side is binding: the player chooses no slot for an automated house.",
        reason="The text allows any possible position and then starts from one side. A side for "
        "each house would be idle if the player could choose."),
    stated("solo.set-aside", title="Cards that do not fit",
        text="A card without a slot goes face down on a second stack, and the house draws again."),
    stated("solo.recycle", title="Cards set aside come back",
        text="As soon as the house has placed a card, its second stack goes beneath what remains "
        "of the first, unshuffled."),
    ruling("solo.recycle.order", title="In which order they come back",
        text="The second stack moves as it lies: the card set aside last is its highest.",
        reason="The text rules out shuffling but gives no order. Cards set aside lie on one "
        "another, and moving the stack whole disturbs nothing."),
    stated("solo.out", title="When an automated house is out",
        text="An automated house whose stack runs out without a placement is out of the round."),
    follows("solo.out.unable", title="The court waits while a house draws",
        text="The court does not change while a house draws, so a house goes out exactly when none "
        "of its cards can be placed."),
    follows("solo.out.final", title="An automated house stays out too",
        text="A house that is out stays out, even if a card it set aside becomes placeable later."),
    ruling("solo.out.last-card", title="The last card of the stack",
        text="A house that places the last card of its stack while others are set aside is not "
        "out: the cards set aside become its stack.",
        reason="The text calls a house out when its first stack is used up, even with cards set "
        "aside that could still be placed. It says so of the draw, and the cards that could be "
        "placed are those that become placeable later. Read otherwise, this house would be out."),
    follows("solo.remaining", title="Both stacks cost points",
        text="The penalty of an automated house counts the cards of both its stacks."),
    ruling("solo.public", title="Drawn cards are seen by all",
        text="The cards that an automated house draws are turned face up for the whole table. So "
        "everybody knows a card that was set aside, and its place in the stack afterwards.",
        reason="The text does not say who sees a drawn card. Somebody has to turn it over and find "
        "its slot, and nobody has a better claim to that than anybody else."),
    follows("solo.public.kept", title="A house that is out has shown its cards",
        text="Once an automated house is out, all the cards it still has are known to everybody."),
    ruling("solo.elsewhere", title="Automated seats at any table",
        text="At every table, any of the seats may be automated. Such a seat needs a house, "
        "follows the same procedure, and counts as a player for hand sizes, the width of the "
        "bottom row and the number of rounds.",
        reason="The text offers only its optional rules to other games and neither forbids nor "
        "describes automated seats there. Its procedure works unchanged."),
    ruling("solo.elsewhere.stark", title="An automated Stark",
        text="An automated Stark takes the leftmost slot, as Lannister does.",
        reason="The text gives Stark no side. Two of the other three houses take the left."),
    stated("option.houses", title="Every player has a house",
        text="With House Affiliation or Rivalry, every player has a house, chosen before the game "
        "begins; in Solo Scheming the seats determine it. The text asks for it with any option; "
        "Anyone Can Die makes no use of it."),
    ruling("option.houses.same", title="Several players, one house",
        text="Outside Solo Scheming several players may choose the same house.",
        reason="The text does not ask that they differ, and five or six players cannot all "
        "differ."),
    follows("option.houses.automated", title="Automated seats have a house",
        text="An automated seat has a house even when neither option is in use."),
    stated("option.affiliation", title="House Affiliation",
        text="House Affiliation: when the court's last card shows your house, you take one penalty "
        "token fewer this round. It holds for every seat of that house, automated ones included, "
        "and leaves the Iron Throne card alone."),
    ruling("option.affiliation.point", title="A token is a point",
        text="What House Affiliation saves is one penalty point.",
        reason="The text speaks of a token, and tokens are worth 1, 2 or 5. Rivalry, its "
        "counterpart, speaks of one point."),
    ruling("option.affiliation.floor", title="Never below 0",
        text="House Affiliation never brings the penalty of a round below 0.",
        reason="The text does not cover an empty hand. A player who takes no token cannot take one "
        "fewer, and nothing is said about handing back earlier ones."),
    stated("option.rivalry", title="Rivalry",
        text="Rivalry: when the court's last card shows your rival's house, you take one penalty "
        "point more, even with an empty hand. The rivals are Stark and Lannister, and Baratheon "
        "and Targaryen. It holds for every seat of the rival house, automated ones included."),
    stated("option.anyone", title="Anyone Can Die",
        text="Anyone Can Die: after every round except the last, all characters not yet put away, "
        "whether placed, left in hand or unused, are shuffled, and two are put away face down, "
        "unseen, for the rest of the game."),
    follows("option.anyone.unused", title="Unused characters may die too",
        text="With two players, the characters left unused are shuffled in with the others."),
    stated("option.anyone-deal", title="The deal when characters have died",
        text="With Anyone Can Die, from round 2 on, all remaining characters are dealt out evenly, "
        "and those that cannot be shared equally start the bottom row in random order. This "
        "replaces the usual hand sizes, unused cards and starter, in Solo Scheming too."),
    follows("option.anyone-deal.table", title="Hands and starters by round",
        text="Hand plus starters with Anyone Can Die, round by round from round 2. Two players: 17 "
        "+ 0. Three: 11 + 1, 10 + 2. Four: 8 + 2, 8 + 0, 7 + 2, and in Solo Scheming then 7 + 0. "
        "Five: 6 + 4, 6 + 2, 6 + 0, 5 + 3. Six: 5 + 4, 5 + 2, 5 + 0, 4 + 4, 4 + 2."),
    follows("option.anyone-deal.width", title="These starters take up width",
        text="These starters count towards the width of the bottom row, whose limit is still 7 "
        "with two players and 8 otherwise."),
    follows("option.anyone-deal.nobody", title="Nobody placed these starters",
        text="These starters were placed by nobody and earn nobody an Iron Throne card."),
    ruling("option.anyone-deal.columns", title="Where these starters lie",
        text="These starters lie side by side in columns 0, 1 and so on, from left to right.",
        reason="The text says only that they start the bottom row at random. The row may have no "
        "gap, and the first card of a round is in column 0 as always."),
    ruling("option.anyone-deal.two-players", title="Two players hold 17 cards",
        text="Two players hold 17 cards each in round 2, although the court takes only 28.",
        reason="The text is written for four seats and does not say whether two players still "
        "leave cards unused. It has all remaining characters dealt out."),
    ruling("info.public", title="What everybody knows",
        text="Everybody knows the court and who placed which card when, the sizes of hands, who is "
        "out, who placed last, the penalty points, how many Iron Throne cards each player has, and "
        "the table of these cards; all of it for earlier rounds too.",
        reason="The rulebook has no such list. It hides only hands and drawn Iron Throne cards."),
    ruling("info.leftover", title="Cards left in hand are not shown",
        text="Cards left in hand are counted but not shown, at the end of the round as before it.",
        reason="The rulebook needs only their number and never asks for them to be shown."),
    stated("info.throne", title="Your Iron Throne cards are your secret",
        text="Only its drawer knows a drawn Iron Throne card, until all are shown at the end."),
    follows("info.throne.unseen", title="Iron Throne cards nobody sees",
        text="Nobody ever sees the Iron Throne cards that are not drawn, nor the two that Solo "
        "Scheming leaves in the box."),
    ruling("info.throne-automated", title="An automated house keeps its secret",
        text="Nobody sees the Iron Throne card of an automated house before the end of the game.",
        reason="The texts do not say whether someone looks at it for the house. Only the drawer "
        "may look, and here the drawer is nobody."),
    follows("info.elimination", title="What going out proves",
        text="Everybody sees a player go out with cards in hand: none of these cards is of a house "
        "for which a slot was open just then."),
    ruling("info.memory", title="Players may remember",
        text="Players may use whatever they saw in earlier rounds. It helps only with Anyone Can "
        "Die, where a character seen in a round cannot have been put away before that round.",
        reason="The texts do not mention memory, and nothing could take it from players."),
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
        InvalidValue: the id is unknown; the message suggests the nearest ids.
    """
    return entry_of(RULEBOOK, rule_id)


def entry_of(rulebook: Mapping[str, Rule], rule_id: str) -> Rule:
    """Return the rule of a game's rulebook with an id."""
    check_type("rule_id", rule_id, str)
    if rule_id in rulebook:
        return rulebook[rule_id]
    from difflib import get_close_matches  # noqa: PLC0415 - for this message only

    close = get_close_matches(rule_id, rulebook)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise InvalidValue(f"no rule has the id {rule_id!r}{hint}")
