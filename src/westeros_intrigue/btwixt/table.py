"""What everybody at the table sees: one value, the same for every leader and for a spectator.

Tokens are told apart by the order in which the supply gives them out. Everybody can follow where
each went, and nobody knows its value before scoring.

Rules: info.public, info.tokens, token.pick.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.ring import clockwise
from westeros_intrigue.btwixt.variants import Season, Variant
from westeros_intrigue.btwixt.vocabulary import Ability, Operation, Timing
from westeros_intrigue.btwixt.words import Word

T = TypeVar("T")


class Phase(Word):
    """What is going on; what exactly is asked tells the decision."""

    CHOOSING_LEADERS = "choosing-leaders"
    DRAFTING = "drafting"
    BIDDING = "bidding"
    """Leaders play cards or kneel."""
    CLAIMING = "claiming"
    """The bid has been won."""
    GAME_OVER = "game-over"


class DecisionKind(Word):
    """What a leader is asked."""

    CHOOSE_LEADER = "choose-leader"
    DRAFT = "draft"
    TURN = "turn"
    BID_CARD = "bid-card"
    """A card in another's pile."""
    TOKEN_MOVE = "token-move"  # noqa: S105 - a power token
    LEADER = "leader"
    """Another leader."""
    PLACE_ALLY = "place-ally"
    PLACE_TOKEN = "place-token"  # noqa: S105 - a power token
    ALLY_MOVE = "ally-move"
    TAKE = "take"
    """A card of the hand looked at."""
    KILL = "kill"
    """One of the allies looked at, to be killed."""
    RETURN = "return"
    """One of the allies looked at, to be put back; each goes below the one before."""
    DISCARD = "discard"
    OFFER = "offer"
    """Whether to discard a card to kill an ally."""
    CANCEL = "cancel"
    """Whether to discard a card to save it."""


class Task(Word):
    """What the engine does by itself when it comes to the head of the agenda."""

    START_SEASON = "start-season"
    DRAFT_PASS = "draft-pass"  # noqa: S105 - packs of cards
    PASS_PACKS = "pass-packs"  # noqa: S105 - as above
    FILL_ROW = "fill-row"
    REVEAL = "reveal"
    NEXT_TURN = "next-turn"
    EFFECT = "effect"
    LAND = "land"
    """The played card joins a pile."""
    DECIDE_BID = "decide-bid"
    CLAIM_CURRENT = "claim-current"
    CLAIM = "claim"
    GAIN_TOKEN = "gain-token"  # noqa: S105 - a power token
    CLEAN_UP = "clean-up"
    END_ROUND = "end-round"


def given(value: T | None) -> T:
    """Return a value that must be there where it is asked for."""
    assert value is not None  # noqa: S101 - for the type checker: the kind of step or move has it
    return value


@attrs.frozen
class Step(Value):
    """One step of the agenda; fields that its kind has no use for are None or empty."""

    kind: DecisionKind | Task
    seat: int | None = None
    """The leader who is asked, or for whom something is done."""
    card: Card | None = None
    """The influence card that an effect comes from, or that lands."""
    ally: str | None = None
    """The ally that an effect comes from, or that is claimed."""
    ability: Ability | None = None
    """The ability that is being resolved."""
    council: int | None = None
    """The council to which an ability directs an ally."""
    bringer: str | None = None
    """The ally whose ability directs it there."""
    count: int | None = None
    """How many are still to be discarded, killed, or played in a turn that is to end kneeling."""
    other: int | None = None
    """Another leader whom it concerns."""
    seats: tuple[int, ...] = ()
    """The leaders still to be asked the same."""
    begun: bool = False
    """Whether a card has been played in this turn."""


@attrs.frozen
class Decision(Value):
    """What is asked, and of whom."""

    kind: DecisionKind
    player: int
    """The seat of who decides."""
    rule: str
    """The rule or the operation by which it is asked."""
    facts: tuple[tuple[str, str], ...]
    """What everybody knows of the question, by name: the card, the ally, a leader, a number."""


@attrs.frozen
class Council(Value):
    """What lies between two leaders."""

    allies: tuple[str, ...] = ()
    """The allies, by id, in the order in which they came."""
    tokens: tuple[int, ...] = ()
    """The tokens in the order in which they came; the numbers only tell them apart."""


@attrs.frozen
class Current(Value):
    """A current ally."""

    ally: str
    tokens: tuple[int, ...] = ()
    """The tokens on it."""
    extra: bool = False
    """Whether an ability brought it, so that no card tells where to place it."""
    spent: bool = False
    """Whether its ability that works once a round has done so."""


@attrs.frozen
class Lasting(Value):
    """What lasts until the end of the round."""

    card: Card
    """The card that it comes from."""
    leader: int
    """For whom it works: the leader in whose pile the card lies, or lay last."""
    target: int | None = None
    """The leader whose hand is seen; None if it is about turns."""
    cards: int | None = None
    """The most cards of a turn that is not skipped; None if it is about a hand."""


@attrs.frozen
class Bid(Value):
    """How a bid was decided."""

    totals: tuple[int, ...]
    """The sum of each leader's pile."""
    ranking: tuple[int, ...]
    """The seats, the winner first."""
    bound_council: int | None
    """The council that the winner must use because of the neighbours' cards; None if free."""

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.ranking[0]


@attrs.frozen
class RoundResult(Value):
    """A finished round."""

    season: Season
    round_number: int
    """The round of its season, from 1."""
    first_player: int
    ally: str | None
    """The ally that was revealed first; None if the deck was empty."""
    bid: Bid


class DecidedBy(Word):
    """What parted the winner from the others."""

    SMALL_COUNCIL = "small-council"
    OTHER_COUNCIL = "other-council"
    ALLIES = "allies"
    SHARED = "shared"


@attrs.frozen
class FinalResult(Value):
    """The end of the game."""

    winners: tuple[int, ...]
    """The seats that won; several share the victory."""
    powers: tuple[int, ...]
    """The power of each council."""
    ranking: tuple[tuple[int, ...], ...]
    """The seats place by place, best first."""
    decided_by: DecidedBy


@attrs.frozen
class Table(Value):
    """What everybody sees."""

    box: Box
    variant: Variant
    players: int
    leaders: tuple[str | None, ...]
    """The leader card of each seat; None while it is not chosen."""
    phase: Phase
    season: Season
    round_number: int
    """The round of the season, from 1."""
    first_player: int
    agenda: tuple[Step, ...]
    """What is to be done, the next first; it holds nothing hidden."""
    hand_sizes: tuple[int, ...]
    piles: tuple[tuple[Card, ...], ...]
    """The bid pile of each seat, by arrival."""
    knelt: tuple[bool, ...]
    councils: tuple[Council, ...]
    supply: tuple[int, ...]
    """The tokens left, the next to be given out first."""
    deck_size: int
    """How many influence cards were not dealt this season."""
    ally_deck_size: int
    row: tuple[str, ...] = ()
    """The revealed allies, from left to right."""
    dead: tuple[str, ...] = ()
    """The allies killed, sorted by id, as their order means nothing."""
    discard: tuple[Card, ...] = ()
    """The discard pile, the oldest card first."""
    removed: tuple[Card, ...] = ()
    """White cards that left the game."""
    pack_sizes: tuple[int, ...] = ()
    """While drafting, how many cards each seat is still to pass on."""
    aside_sizes: tuple[int, ...] = ()
    """While drafting, how many cards each seat has set aside."""
    plays: tuple[tuple[int, Card], ...] = ()
    """Who played what this round, in order."""
    skipped: tuple[int, ...] = ()
    """Who has skipped since a card was last played or a leader knelt."""
    played: Card | None = None
    """The card being played, which lies in no hand and no pile."""
    current: tuple[Current, ...] = ()
    """The current allies, the one that came first in front."""
    revealed: str | None = None
    """The ally with which the round began."""
    looked_at: int = 0
    """How many allies somebody is looking at who are not yet killed or put back."""
    put_back: int = 0
    """How many of those looked at have been put back."""
    lasting: tuple[Lasting, ...] = ()
    """What lasts until the end of the round."""
    bid: Bid | None = None
    """How the bid was decided; None before."""
    results: tuple[RoundResult, ...] = ()
    """The finished rounds."""
    final: FinalResult | None = None
    """The end of the game; None before."""
    token_values: tuple[tuple[int, ...], ...] = ()
    """The values of the tokens in each council, in the order of its tokens; empty before
    scoring."""

    @property
    def turn_order(self) -> tuple[int, ...]:
        """All seats clockwise from the first player."""
        return clockwise(self.first_player, self.players)

    def this_round(self, operation: Operation) -> tuple[Current, ...]:
        """Return the current allies with an ability that works during the round.

        Rules: round.ability, effect.this-round.
        """
        return tuple(
            current
            for current in self.current
            for ability in self.box.ally_abilities(current.ally)
            if ability.timing is Timing.THIS_ROUND and ability.do is operation
        )

    def council_of(self, ally: str | None) -> int | None:
        """Return the council in which an ally lies; None if it lies in none."""
        for number, council in enumerate(self.councils):
            if ally in council.allies:
                return number
        return None
