"""The two positions: GameState, the whole game, and View, one leader's knowledge.

Both have the public `Table`. Their parts are tuples, so a later state shares the unchanged ones.
`working_copy` changes a state.

Rules: info.public, info.hand, info.memory.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Annotated, ClassVar, Final, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.agenda import Steps
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.text import LINE_LIMIT
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.games import pictured
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import (
    Card,
    Cards,
    Ids,
    Numbers,
    index_of,
)
from westeros_intrigue.games.btwixt.pieces.chance import Chance
from westeros_intrigue.games.btwixt.pieces.variants import Season, Variant
from westeros_intrigue.games.btwixt.position.happenings import Event, Events
from westeros_intrigue.games.btwixt.position.moves import Move, Moves
from westeros_intrigue.games.btwixt.position.table import (
    Bid,
    Blocks,
    Council,
    Current,
    Decision,
    Lasting,
    Phase,
    Public,
    RoundResult,
    Table,
)


class Seen(pictured.Drawn):
    """The public information of a position: the parts of its table as attributes."""

    __slots__ = ()

    _GAME = "btwixt"

    table: Table

    @property
    def box(self) -> Box:
        """The cards and tokens of the game."""
        return self.table.box

    @property
    def variant(self) -> Variant:
        """The variant in play."""
        return self.table.variant

    @property
    def players(self) -> int:
        """The number of leaders."""
        return self.table.players

    @property
    def leaders(self) -> tuple[str | None, ...]:
        """The leader card of each seat, from 0, by id; None while it is not chosen."""
        return self.table.leaders

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.table.final is not None

    @property
    def season(self) -> Season:
        """The season."""
        return self.table.season

    @property
    def round_number(self) -> int:
        """The round of the season, from 1."""
        return self.table.round_number

    @property
    def first_player(self) -> int:
        """The seat with the first-player token, from 0."""
        return self.table.first_player

    @property
    def decision(self) -> Decision | None:
        """The open question, with the seat that is asked; None when the game is over."""
        asking = self.table.asking
        return None if asking is None else asking.decision

    @property
    def deciders(self) -> Numbers:
        """The seats that may decide now, from 0: several if they decide at the same time."""
        asking = self.table.asking
        return () if asking is None else asking.deciders

    @property
    def active_player(self) -> int | None:
        """The first of the deciders, from 0; None when the game is over."""
        return next(iter(self.deciders), None)

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        seats = self.deciders
        plural = "s" * (len(seats) > 1)
        asked = f", player{plural} {join_words(seats)} to decide" if seats else ""
        return f"{self.table.summary}{asked}"

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The bid pile of each seat, from 0, in order of arrival."""
        return self.table.piles

    @property
    def knelt(self) -> tuple[bool, ...]:
        """For each seat, from 0, whether it has knelt."""
        return self.table.knelt

    @property
    def played(self) -> Card | None:
        """The card being played, which is in no hand and no pile."""
        return self.table.played

    @property
    def current(self) -> tuple[Current, ...]:
        """The current allies, in the order in which they came."""
        return self.table.current

    @property
    def councils(self) -> tuple[Council, ...]:
        """The councils by number."""
        return self.table.councils

    @property
    def supply(self) -> Numbers:
        """The tokens left, by number, in the order in which they will leave the supply."""
        return self.table.supply

    @property
    def agenda(self) -> Steps:
        """The coming steps, in order; they contain nothing hidden."""
        return self.table.agenda

    @property
    def hand_sizes(self) -> Numbers:
        """The number of cards in each hand."""
        return self.table.hand_sizes

    @property
    def row(self) -> Ids:
        """The revealed allies, from left to right."""
        return self.table.row

    @property
    def dead(self) -> Ids:
        """The allies killed, sorted by id."""
        return self.table.dead

    @property
    def discard(self) -> Cards:
        """The discard pile, the oldest card first."""
        return self.table.discard

    @property
    def removed(self) -> Cards:
        """The white cards that left the game."""
        return self.table.removed

    @property
    def lasting(self) -> tuple[Lasting, ...]:
        """The effects that last until the end of the round."""
        return self.table.lasting

    @property
    def bid(self) -> Bid | None:
        """The result of the bid; None before it is decided."""
        return self.table.bid

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The finished rounds."""
        return self.table.results


Sights = tuple[tuple[int, Event], ...]
"""Events as some seats saw them, by their numbers in the game, from 0."""


UNKNOWN_START: Final = "?"
"""The start of a view whose events are not all known: no line begins so."""

AnyTable = TypeVar("AnyTable", bound=Public)


@attrs.define(slots=False, eq=False, repr=False)
class Whole(Generic[AnyTable]):
    """The parts of a game, frozen in `GameState`, and changed by the rules during a move."""

    table: AnyTable
    """The public information."""
    hands: tuple[Cards, ...]
    """The hand of each seat, from 0, sorted."""
    packs: tuple[Cards, ...]
    """While drafting, the pack of each seat, from 0, sorted; otherwise empty."""
    asides: tuple[Cards, ...]
    """While drafting, the cards that each seat has set aside, in order."""
    deck: Cards
    """The influence cards that were not dealt, in order."""
    ally_deck: Ids
    """The ally deck from its top, by id."""
    looked_at: Ids
    """The allies that a leader is looking at, topmost first."""
    put_back: Ids
    """Those of them that have been put back, topmost first."""
    blocks: tuple[Blocks, ...]
    """The knowledge of the hidden allies, from the top, of each seat from 0; then the public
    knowledge."""
    sights: Sights
    """The events of this season that only some players saw in full, as those players saw them."""
    chance: Chance
    """The random outcomes of the game; in a state drawn from a view, only the future ones."""
    moves: Moves | None
    """All moves so far; None in a state drawn from a view, which has no record."""
    answers: tuple[tuple[int, Move], ...] = ()
    """While several leaders decide at the same time, the answers so far, each with its seat, in
    seat order."""
    given_leaders: bool = False
    """True if the caller of `setup` chose the leaders."""
    line: str = ""
    """The position in one line from which the game began; empty if it was set up."""
    starts: tuple[str, ...] = ()
    """The `start` of the view of each seat, from 0, then of a spectator; empty if all are empty."""
    past_sights: Sights = attrs.field(default=(), eq=False)
    """As `sights`, for the earlier seasons."""
    legal: Moves | None = attrs.field(default=None, init=False, eq=False)
    """The legal moves of the first decider, if already listed."""


@attrs.frozen(slots=False, repr=False)  # pyright: ignore[reportGeneralTypeIssues] - as `Table`
class GameState(Whole[Table], Value, Seen):
    """A whole game at one moment: public and hidden information, and all random outcomes.

    **It contains every hand.** Show a leader `observe(state, player)`.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> setup(3, seed=1)
    <GameState: 3 players, summer, round 1, choosing-leaders, player 0 to decide>
    """


@attrs.frozen(repr=False)
class View(Value, Seen):
    """The knowledge of one leader or of a spectator.

    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> observe(setup(3, seed=1), 2)
    <View of player 2: 3 players, summer, round 1, choosing-leaders, player 0 to decide>
    """

    player: int | None
    """The seat of the viewer, from 0; None for a spectator."""
    table: Table
    """The public information."""
    hand: Cards
    """The viewer's hand, sorted."""
    pack: Cards
    """While drafting, the viewer's pack, sorted."""
    aside: Cards
    """While drafting, the cards that the viewer has set aside, in order."""
    shown_hands: tuple[tuple[int, Cards], ...]
    """Other hands that the viewer currently sees, each with its seat."""
    looked_at: Ids
    """The allies that the viewer is looking at, topmost first."""
    put_back: Ids
    """The allies of those that the viewer has put back, topmost first."""
    blocks: Blocks
    """The viewer's knowledge of the hidden allies, from the top."""
    common_blocks: Blocks
    """The public knowledge of the hidden allies."""
    sights: Sights
    """The events of this season of which the viewer saw more than the public."""
    answer: Move | None = None
    """The viewer's answer, while others still decide at the same time."""
    past_sights: Sights = ()
    """As `sights`, for the earlier seasons."""
    start: Annotated[str, limits.Longest(LINE_LIMIT), limits.OnlyIfUnusual()] = ""
    """The viewer's position in one line from which the game began; empty if it was set up.

    It is `?` in a view of a state drawn from another view, if the viewer has seen what
    that state does not tell."""
    legal: ClassVar[None] = None
    """None: only states store their legal moves."""

    @property
    def viewer(self) -> int | None:
        """The seat of the viewer, from 0, under the name that views of every game have."""
        return self.player

    @property
    def log(self) -> Events:
        """The events since the season began, as the viewer saw them."""
        return add_sights(self.table.log, self.sights, len(self.table.past))


Position = GameState | View
"""A state or a view."""


def check_position(position: object) -> None:
    """Raise WrongType unless `position` is a state or a view."""
    if type(position) is not GameState and type(position) is not View:  # quicker, and mostly enough
        check_type("position", position, Position)


def check_seat(position: Position, player: int) -> int:
    """Return a seat after checking that the position has it.

    Raises:
        WrongType: `position` is neither a GameState nor a View, or the seat is not an int.
        InvalidValue: the seat does not exist.
    """
    check_position(position)
    return values.check_integer("player", player, 0, position.players - 1)


def add_sights(log: Events, sights: Sights, first: int = 0) -> Events:
    """Return a log, whose first event has this number, with all that some seats saw of it.

    Sights of earlier events are left out.
    """
    if not sights:
        return log
    events = list(log)
    for number, event in sights:
        if number >= first:
            events[number - first] = event
    return tuple(events)


by_id: Callable[[Card], str] = attrgetter("id")


def sort_hand(cards: Iterable[Card]) -> Cards:
    """Return the cards of a hand or a pack in their order."""
    return tuple(sorted(cards, key=by_id))


def without_one(cards: Cards, card: Card) -> Cards:
    """Return cards without one that equals a card."""
    index = index_of(cards, card)
    return cards[:index] + cards[index + 1 :]


def has_right_sizes(game: Whole[AnyTable]) -> bool:
    """Return whether a game's table has the numbers of its hidden cards and allies."""
    table = game.table
    return (
        table.hand_sizes == tuple(map(len, game.hands))
        and table.pack_sizes == tuple(map(len, game.packs))
        and table.aside_sizes == tuple(map(len, game.asides))
        and table.deck_size == len(game.deck)
        and table.ally_deck_size == len(game.ally_deck)
        and table.looked_at_size == len(game.looked_at)
        and table.put_back_size == len(game.put_back)
    )
