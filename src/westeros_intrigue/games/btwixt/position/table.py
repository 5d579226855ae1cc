"""The public information, as one value for all viewers, and knowledge of hidden allies.

Tokens are numbered in the order in which they leave the supply. All players can follow each token,
but not see its value until scoring.

A leader's knowledge of the hidden allies is stored as blocks of their deck, from the top. Each
function returns a viewer's blocks after an event. Knowledge of influence cards is not stored, since
it follows from the events that the viewer saw.

Rules: info.public, info.tokens, token.pick, info.memory, info.ally-deck, ally.looks.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from westeros_intrigue.gamekit.agenda import Question, Steps
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.values import Value, Word
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers, clockwise
from westeros_intrigue.games.btwixt.pieces.variants import Season, Variant
from westeros_intrigue.games.btwixt.position.happenings import Events


class Phase(Word):
    """The current part of the game; the decision has the exact question.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> setup(3, seed=1).phase
    Phase.CHOOSING_LEADERS
    """

    CHOOSING_LEADERS = "choosing-leaders"
    """Leader cards are picked."""
    DRAFTING = "drafting"
    """Leaders pick cards from packs."""
    BIDDING = "bidding"
    """Leaders play cards or kneel."""
    CLAIMING = "claiming"
    """The bid has been won."""
    GAME_OVER = "game-over"
    """The game is over."""


class DecisionKind(Word):
    """The kinds of questions, each with its rule, a request and a heading.

    >>> DecisionKind.TURN.rule, DecisionKind.TURN.sentence, DecisionKind.TURN.heading
    ('bid.turn', 'Play a card of the hand, or kneel', 'Your turn')
    """

    _value_: str
    rule: str
    """The id of the rule."""
    sentence: str
    """The question as a request."""
    heading: str
    """The request in a few words; the request itself for a kind that has no shorter one."""

    def __new__(cls, value: str, rule: str, sentence: str, heading: str = "") -> Self:
        """Return the member for a value, with its rule, its request and perhaps a heading."""
        member = object.__new__(cls)
        member._value_, member.rule, member.sentence = value, rule, sentence
        member.heading = heading or sentence
        return member

    CHOOSE_LEADER = (
        "choose-leader",
        "setup.leaders",
        "Pick a leader card, or draw a random one",
        "Choose a leader",
    )
    """A leader card, or a random one."""
    DRAFT = "draft", "draft.pick", "Draft a card of the pack", "Keep a card"
    """A card of the pack, to set aside."""
    TURN = "turn", "bid.turn", "Play a card of the hand, or kneel", "Your turn"
    """A card to play, to kneel or, if an ability allows it, to skip."""
    BID_CARD = (
        "bid-card",
        "effect.you-pile",
        "Choose a card in another leader's pile",
        "Take a card",
    )
    """A card in another leader's pile, to move to the decider's own."""
    TOKEN_MOVE = (
        "token-move",
        "card.corruption",
        "Choose the council that a token leaves, and the one to which it goes",
        "Move a token",
    )
    """A council with a token, and the neighbouring council for it."""
    LEADER = "leader", "effect.others", "Choose another leader", "Choose a leader"
    """Another leader, whose hand is seen or who gets a card."""
    PLACE_ALLY = (
        "place-ally",
        "claim.placement",
        "Choose a council for the ally",
        "Choose a council",
    )
    """A council of the claimant for the ally."""
    PLACE_TOKEN = "place-token", "token.gain", "Choose a council for the token", "Choose a council"
    """A council of the leader who gained the token."""
    ALLY_MOVE = "ally-move", "effect.must", "Choose an ally of the other council", "Move an ally"
    """An ally of the claimant's other council."""
    TAKE = "take", "ally.varys", "Choose a card of the hand that is shown", "Take a card"
    """A card of the hand that is shown."""
    KILL = (
        "kill",
        "ally.looks",
        "Choose one of the allies looked at, which is killed",
        "Choose who dies",
    )
    """One of the allies looked at, to be killed."""
    RETURN = (
        "return",
        "ally.looks",
        "Choose the ally to be put back next, topmost first",
        "Put them back",
    )
    """One of the allies looked at, to be put back below the earlier ones."""
    DISCARD = "discard", "order.several", "Choose a card of the hand to discard", "Discard a card"
    """A card of the hand, to be discarded."""
    OFFER = (
        "offer",
        "ally.robb",
        "Choose a card to discard, which kills the ally, or decline",
        "Discard or keep",
    )
    """A card that kills the ally, or to decline."""
    CANCEL = (
        "cancel",
        "ally.robb",
        "Choose a card to discard, which saves the ally, or decline",
        "Discard or keep",
    )
    """A card that saves the ally, or to decline."""


NamedFacts = tuple[tuple[str, str], ...]
"""Facts as text, by name."""


@attrs.frozen
class Decision(Value):
    """A question, with the seat that is asked.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> decision = setup(3, seed=1).decision
    >>> decision.player, decision.kind, decision.facts
    (0, DecisionKind.CHOOSE_LEADER, ())
    """

    kind: DecisionKind
    """The kind of question."""
    player: int
    """The seat of the decider, from 0; the first one if several decide at the same time."""
    rule: str
    """The id of the question's rule."""
    facts: NamedFacts
    """The public facts of the question, by name: the card, the ally, a leader, a number."""


def name_facts(
    *,
    card: Card | None = None,
    ally: str | None = None,
    leader: int | None = None,
    council: int | None = None,
    count: int | None = None,
) -> NamedFacts:
    """Return the public facts of a question that it has, by name.

    >>> name_facts(ally="shae", count=2)
    (('ally', 'shae'), ('count', '2'))
    """
    facts = {"card": card, "ally": ally, "leader": leader, "council": council, "count": count}
    return tuple((name, str(fact)) for name, fact in facts.items() if fact is not None)


class Asking(Question[Any]):
    """A step that waits for an answer, in its public form."""

    __slots__ = ()

    KIND: ClassVar[DecisionKind]
    """The kind of the question."""

    @property
    def public_facts(self) -> NamedFacts:
        """The public facts of the question, by name: none, unless its class has some."""
        return ()

    @property
    def decision(self) -> Decision:
        """The question, and its public facts."""
        return Decision(self.KIND, self.deciders[0], self.KIND.rule, self.public_facts)


@attrs.frozen
class Council(Value):
    """The allies and tokens between two leaders.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> setup(3, seed=1).councils[0]
    Council(allies=(), tokens=())
    """

    allies: Ids = ()
    """The allies, by id, in order of arrival."""
    tokens: Numbers = ()
    """The tokens, by number, in order of arrival."""


@attrs.frozen
class Current(Value):
    """A current ally.

    >>> Current("shae").extra
    False
    """

    ally: str
    """The ally, by id."""
    tokens: Numbers = ()
    """The tokens on it."""
    extra: bool = False
    """True if an ability brought it, so that no card directs its placement."""
    spent: bool = False
    """True if its once-a-round ability has been used."""


@attrs.frozen
class Lasting(Value):
    """An effect that lasts until the end of the round.

    >>> Lasting(Card("silence"), leader=0, cards=2).target is None
    True
    """

    card: Card
    """The card that causes it."""
    leader: int
    """The leader who benefits: the last one whose pile had the card."""
    target: int | None = None
    """The leader whose hand is seen; None if it concerns turns."""
    cards: int | None = None
    """The maximum number of cards in a turn that is not skipped; None if it concerns a hand."""


@attrs.frozen
class Bid(Value):
    """The result of a bid.

    >>> Bid((4, 9, 6), (1, 2, 0), None).winner
    1
    """

    totals: Numbers
    """The sum of each leader's pile."""
    ranking: Numbers
    """The seats, from 0, winner first."""
    bound_council: int | None
    """The council that the neighbours' cards prescribe to the winner; None if the winner is free to
    choose."""

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.ranking[0]


@attrs.frozen
class RoundResult(Value):
    """A finished round.

    >>> from westeros_intrigue.games.btwixt import play_on, random_player, setup
    >>> import random
    >>> state = play_on(setup(3, seed=1), [random_player] * 3, [random.Random(1)] * 3)
    >>> result = state.results[0]
    >>> result.season, result.round_number, result.bid.winner
    (Season.SUMMER, 1, 0)
    """

    season: Season
    """The season."""
    round_number: int
    """The round of its season, from 1."""
    first_player: int
    """The first player, from 0."""
    ally: str | None
    """The ally that was revealed first; None if the deck was empty."""
    bid: Bid
    """The result of the bid."""


class DecidedBy(Word):
    """The first criterion by which the winner is ahead of all others.

    >>> from westeros_intrigue.games.btwixt import final_winner, play_on, random_player, setup
    >>> import random
    >>> state = play_on(setup(3, seed=1), [random_player] * 3, [random.Random(1)] * 3)
    >>> final_winner(state).decided_by
    DecidedBy.SMALL_COUNCIL
    """

    SMALL_COUNCIL = "small-council"
    """The power of the weaker of the two councils."""
    OTHER_COUNCIL = "other-council"
    """The power of the stronger council."""
    ALLIES = "allies"
    """The number of allies."""
    SHARED = "shared"
    """No criterion: the victory is shared."""


@attrs.define(slots=False, eq=False)
class Public:
    """The parts of a table, frozen in `Table`, and changed by the rules during a move."""

    box: Box
    """The box of the game."""
    variant: Variant
    """The variant in play."""
    players: int
    """The number of leaders."""
    leaders: tuple[str | None, ...]
    """The leader card of each seat, from 0; None while it is not chosen."""
    phase: Phase
    """The current part of the game."""
    season: Season
    """The season."""
    round_number: int
    """The round of the season, from 1."""
    first_player: int
    """The first player of the round, from 0."""
    agenda: Steps
    """The steps to come, the next first; they contain nothing hidden."""
    hand_sizes: Numbers
    """The number of cards in the hand of each seat, from 0."""
    piles: tuple[Cards, ...]
    """The bid pile of each seat, from 0, by arrival."""
    knelt: tuple[bool, ...]
    """For each seat, from 0, whether it has knelt this round."""
    councils: tuple[Council, ...]
    """The councils, from 0; council 0 is to the left of seat 0."""
    supply: Numbers
    """The tokens left, in the order in which they will leave the supply."""
    deck_size: int
    """The number of influence cards that were not dealt this season."""
    ally_deck_size: int
    """The number of allies in the ally deck."""
    row: Ids = ()
    """The revealed allies, from left to right."""
    dead: Ids = ()
    """The allies killed, sorted by id, since their order does not matter."""
    discard: Cards = ()
    """The discard pile, oldest card first."""
    removed: Cards = ()
    """White cards that left the game."""
    joined: Cards = ()
    """The events known to be in the season's deck, since they were seen in an earlier one."""
    pack_sizes: Numbers = ()
    """While drafting, the number of cards that each seat still has to pass on."""
    aside_sizes: Numbers = ()
    """While drafting, the number of cards that each seat has set aside."""
    plays: tuple[tuple[int, Card], ...] = ()
    """The cards played this round in order, each with the seat that played it."""
    skipped: Numbers = ()
    """The seats that have skipped since a card was last played or a leader knelt."""
    played: Card | None = None
    """The card being played, which is in no hand and no pile."""
    current: tuple[Current, ...] = ()
    """The current allies, in order of arrival."""
    revealed: str | None = None
    """The ally with which the round began."""
    looked_at_size: int = 0
    """The number of allies that a leader is looking at, not yet killed or put back."""
    put_back_size: int = 0
    """The number of those allies that have been put back."""
    lasting: tuple[Lasting, ...] = ()
    """The effects that last until the end of the round."""
    bid: Bid | None = None
    """The result of the bid; None before it is decided."""
    results: tuple[RoundResult, ...] = ()
    """The finished rounds."""
    final: FinalResult[DecidedBy] | None = None
    """The result of the game; None before the end."""
    token_values: tuple[Numbers, ...] = ()
    """The values of each council's tokens, in order; empty before scoring."""
    log: Events = ()
    """The public events since the season began."""
    past: Events = attrs.field(default=(), repr=False)
    """The events of the earlier seasons."""

    @property
    def powers(self) -> Numbers:
        """The power of each council; empty before the tokens are revealed."""
        return self.powers_with(self.token_values)

    def powers_with(self, token_values: Iterable[Iterable[int]]) -> Numbers:
        """Return the power of each council, from the values of its tokens.

        Rules: score.council.
        """
        return tuple(
            self.power_of(council.allies) + sum(values)
            for council, values in zip(self.councils, token_values, strict=False)
        )

    def power_of(self, allies: Iterable[str]) -> int:
        """Return the power of the allies of a council, without its tokens.

        Rules: score.council.
        """
        return sum(map(self.box.power, allies))

    @property
    def asking(self) -> Asking | None:
        """The open question; None when the game is over."""
        agenda = self.agenda
        return agenda[0] if agenda and isinstance(agenda[0], Asking) else None

    @property
    def turn_order(self) -> Numbers:
        """All seats clockwise from the first player."""
        return clockwise(self.first_player, self.players)

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        return f"{self.players} players, {self.season}, round {self.round_number}, {self.phase}"

    @property
    def season_index(self) -> int:
        """The number of seasons before this one."""
        return self.variant.seasons(self.players).index(self.season)

    def council_of(self, ally: str | None) -> int | None:
        """Return the council that has an ally; None if no council has it."""
        for number, council in enumerate(self.councils):
            if ally in council.allies:
                return number
        return None


# Every move makes a table; without slots, that takes a copy of one dict.
# For pyright, a frozen class cannot have a base that is not; for attrs, it can.
@attrs.frozen(slots=False, repr=False)  # pyright: ignore[reportGeneralTypeIssues]
class Table(Public, Value):
    """The public information.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> setup(3, seed=1).table
    <Table: 3 players, summer, round 1, choosing-leaders>
    >>> table = setup(3, seed=1).table
    >>> table.council_of("shae"), table.powers_with([[1], [2], []])
    (None, (1, 2, 0))
    >>> table.power_of(["shae", "page"]) - table.power_of(["page"]) == table.box.power("shae")
    True
    """

    def __repr__(self) -> str:
        return f"<Table: {self.summary}>"


@attrs.frozen
class Block(Value):
    """Adjacent allies in the ally deck, in unknown order.

    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> observe(setup(3, seed=1), 0).blocks
    (Block(size=50, known=()),)
    """

    size: int
    """The number of allies."""
    known: Ids = ()
    """The known ones among them, sorted by id."""


Blocks = tuple[Block, ...]


def find_opener(table: Public) -> int:
    """Return the first player of the first round, from 0."""
    return (table.first_player - len(table.results)) % table.players


def remove_seen(blocks: Blocks, allies: Iterable[str]) -> Blocks:
    """Return the blocks after hidden allies visibly left, one by one.

    Each ally leaves the block that it was known to be in, or else the topmost one.
    """
    left = list(blocks)
    for ally in allies:
        at = next(iter([index for index, block in enumerate(left) if ally in block.known]), 0)
        known = tuple([other for other in left[at].known if other != ally])
        left[at : at + 1] = [Block(left[at].size - 1, known)] if left[at].size > 1 else []
    return _join_unknown(left)


def put_on_top(blocks: Blocks, allies: Iterable[str]) -> Blocks:
    """Return the blocks after known allies were put on top, in order from the top."""
    return _join_unknown([*(Block(1, (ally,)) for ally in allies), *blocks])


def mix_topmost(blocks: Blocks, size: int) -> Blocks:
    """Return the blocks after another player changed the order of the topmost `size` allies.

    A block that is only partly affected counts as a whole, unless nothing in it is known.
    """
    known: list[str] = []
    taken = 0
    left = list(blocks)
    while taken < size:
        block = left.pop(0)
        wanted = size - taken
        if not block.known and block.size > wanted:
            left.insert(0, Block(block.size - wanted))
            block = Block(wanted)
        taken += block.size
        known += block.known
    return _join_unknown([Block(taken, tuple(sorted(known))), *left])


def _join_unknown(blocks: Iterable[Block]) -> Blocks:
    """Merge adjacent unknown blocks, so that equal knowledge has equal values."""
    joined: list[Block] = []
    for block in blocks:
        if joined and not block.known and not joined[-1].known:
            joined[-1] = Block(joined[-1].size + block.size)
        else:
            joined.append(block)
    return tuple(joined)
