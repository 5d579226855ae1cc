"""The two positions: GameState, which contains everything, and View, what one leader may know.

Each has the `Table` that everybody sees.

Rules: info.public, info.hand, info.memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from westeros_intrigue.base.display import Drawn
from westeros_intrigue.base.values import Value, of_table
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.events import Event
from westeros_intrigue.btwixt.memory import Block
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.table import (
    Bid,
    Council,
    Current,
    Decision,
    Lasting,
    Phase,
    Public,
    RoundResult,
    Step,
    Table,
)
from westeros_intrigue.btwixt.variants import Season, Variant


class Seen(Drawn):
    """The public information of a position: the parts of its table under their own names."""

    __slots__ = ()

    _GAME: ClassVar[str] = "westeros_intrigue.btwixt"

    table: Table

    box: Box = of_table("box")
    """The cards and tokens that the game is played with."""
    variant: Variant = of_table("variant")
    """The variant that is played."""
    players: int = of_table("players")
    """The number of leaders."""
    leaders: tuple[str | None, ...] = of_table("leaders")
    """The leader card of each seat, from 0, by id; None while it is not chosen."""
    phase: Phase = of_table("phase")
    """The phase of the game."""

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.table.final is not None

    season: Season = of_table("season")
    """The season."""
    round_number: int = of_table("round_number")
    """The round of the season, from 1."""
    first_player: int = of_table("first_player")
    """The seat with the first-player token, from 0."""

    @property
    def decision(self) -> Decision | None:
        """The question that is asked, and of whom; None when the game is over."""
        asking = self.table.asking
        return None if asking is None else asking.decision

    @property
    def question(self) -> str:
        """The question in words, without its end; empty when the game is over."""
        asking = self.table.asking
        return "" if asking is None else asking.KIND.request

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, from 0: several where they decide at the same time."""
        asking = self.table.asking
        return () if asking is None else asking.deciders

    @property
    def active_player(self) -> int | None:
        """The first of the deciders, from 0; None when the game is over."""
        return next(iter(self.deciders), None)

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        seats = " and ".join(map(str, self.deciders))
        return f"{self.table.summary}, player {seats} to decide" if seats else self.table.summary

    piles: tuple[tuple[Card, ...], ...] = of_table("piles")
    """The bid pile of each seat, from 0, by arrival."""
    knelt: tuple[bool, ...] = of_table("knelt")
    """For each seat, from 0, whether it has knelt."""
    played: Card | None = of_table("played")
    """The card being played, which lies in no hand and no pile."""
    current: tuple[Current, ...] = of_table("current")
    """The current allies, the one that came first in front."""
    councils: tuple[Council, ...] = of_table("councils")
    """The councils by number."""
    supply: tuple[int, ...] = of_table("supply")
    """The tokens left, the next to leave the supply first; by number."""
    agenda: tuple[Step, ...] = of_table("agenda")
    """The steps to come, the next first; they contain nothing hidden."""
    hand_sizes: tuple[int, ...] = of_table("hand_sizes")
    """The number of cards in each hand."""
    row: tuple[str, ...] = of_table("row")
    """The revealed allies, from left to right."""
    dead: tuple[str, ...] = of_table("dead")
    """The allies killed, sorted by id."""
    discard: tuple[Card, ...] = of_table("discard")
    """The discard pile, the oldest card first."""
    removed: tuple[Card, ...] = of_table("removed")
    """The white cards that left the game."""
    lasting: tuple[Lasting, ...] = of_table("lasting")
    """The effects that last until the end of the round."""
    bid: Bid | None = of_table("bid")
    """The result of the bid; None before it is decided."""
    results: tuple[RoundResult, ...] = of_table("results")
    """The finished rounds."""


Sights = tuple[tuple[int, Event], ...]
"""Events in the form in which some saw them, by their numbers in the game, from 0."""


@attrs.define(slots=False, eq=False, repr=False)
class Whole:
    """The parts of a game, which `GameState` freezes and the rules change while a move is made."""

    table: Public
    """The public information."""
    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, from 0, sorted."""
    packs: tuple[tuple[Card, ...], ...]
    """While drafting, the pack of each seat, from 0, sorted; otherwise empty."""
    asides: tuple[tuple[Card, ...], ...]
    """While drafting, the cards that each seat has set aside, in this order."""
    deck: tuple[Card, ...]
    """The influence cards that were not dealt, in their order."""
    ally_deck: tuple[str, ...]
    """The ally deck from its top, by id."""
    looked_at: tuple[str, ...]
    """The allies that somebody is looking at, the topmost first."""
    put_back: tuple[str, ...]
    """Those of them that have been put back, the topmost first."""
    blocks: tuple[tuple[Block, ...], ...]
    """For each seat, from 0, and then for all, the knowledge of the hidden allies, from the top."""
    sights: Sights
    """The events of this season that not everybody saw in full, as those saw them who did."""
    chance: Chance
    """The chance of the game. In a state drawn from a view only what is to come."""
    moves: tuple[Move, ...] | None
    """All moves so far; None in a state drawn from a view, which has no record."""
    answers: tuple[tuple[int, Move], ...] = ()
    """While several decide at the same time, the answers so far, each with its seat, by seat."""
    given_leaders: bool = False
    """True if the caller of `setup` chose the leaders."""
    past_sights: Sights = attrs.field(default=(), eq=False)
    """As `sights`, of the earlier seasons."""
    legal: tuple[Move, ...] | None = attrs.field(default=None, init=False, eq=False)
    """The legal moves of the first decider, once they have been listed."""


@attrs.frozen(slots=False, repr=False)  # as `Table`
class GameState(Whole, Value, Seen):
    """A whole game at a moment: what everybody sees, what is hidden, and the chance to come.

    **It contains every hand.** What a leader may be shown is `observe(state, player)`.

    >>> from westeros_intrigue.btwixt import setup
    >>> setup(3, seed=1)
    <GameState: 3 players, summer, round 1, choosing-leaders, player 0 to decide>
    """

    if TYPE_CHECKING:
        table: Table


@attrs.frozen(repr=False)
class View(Value, Seen):
    """The knowledge of one leader or of a spectator.

    >>> from westeros_intrigue.btwixt import observe, setup
    >>> observe(setup(3, seed=1), 2)
    <View of player 2: 3 players, summer, round 1, choosing-leaders, player 0 to decide>
    """

    player: int | None
    """The seat of the viewer, from 0; None for a spectator."""
    table: Table
    """The public information."""
    hand: tuple[Card, ...]
    """The viewer's hand, sorted."""
    pack: tuple[Card, ...]
    """While drafting, the viewer's pack, sorted."""
    aside: tuple[Card, ...]
    """While drafting, the cards that the viewer has set aside, in this order."""
    shown_hands: tuple[tuple[int, tuple[Card, ...]], ...]
    """Other hands that the viewer sees now, each with its seat."""
    looked_at: tuple[str, ...]
    """The allies that the viewer is looking at, the topmost first."""
    put_back: tuple[str, ...]
    """Those of them that the viewer has put back, the topmost first."""
    blocks: tuple[Block, ...]
    """The viewer's knowledge of the hidden allies, from the top."""
    common_blocks: tuple[Block, ...]
    """The public knowledge of them."""
    sights: Sights
    """The events of this season of which the viewer saw more than everybody."""
    answer: Move | None = None
    """The viewer's answer, while others are still to decide at the same time."""
    past_sights: Sights = attrs.field(default=(), eq=False)
    """As `sights`, of the earlier seasons."""
    legal: ClassVar[None] = None
    """Nothing: only states store their legal moves."""

    @property
    def log(self) -> tuple[Event, ...]:
        """The events since the season began, as the viewer saw them."""
        log = list(self.table.log)
        for number, event in self.sights:
            log[number - self.table.logged] = event
        return tuple(log)


Position = GameState | View
"""A state or a view."""
