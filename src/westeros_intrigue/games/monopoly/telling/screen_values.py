"""The facts that the table of Monopoly on the page shows, as values without rules.

Everything is public in Monopoly, so every seat's table shows the same facts, except for those about
the viewer's own question. Seats are counted from 0, spaces clockwise from 0 for GO, and amounts are
in coins.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.limits import Count
from westeros_intrigue.games.monopoly.pieces.board import Dice
from westeros_intrigue.games.monopoly.pieces.spaces import (
    Numbers,
    Seat,
    SpaceKind,
    SpaceNumber,
)
from westeros_intrigue.games.monopoly.position.moves import Bundle


@attrs.frozen
class ShownSpace(values.Value):
    """A space of the board, with its deed at the moment."""

    name: str
    kind: SpaceKind
    family: Count | None
    """The number of its colour, from 0 in the order of the board; null for other spaces."""
    price: Count
    """The price of the deed; 0 if there is none."""
    amount: Count
    """The tax, or the coins for passing GO; 0 on any other space."""
    rents: Numbers
    """The rents of a Location by its number of buildings; of a Faith by the number owned."""
    shares: tuple[Numbers, ...]
    """The parts of the throw that an Order asks, each as a fraction, by the number owned."""
    holdfast_cost: Count
    castle_cost: Count
    mortgage: Count
    """The coins that the Treasury lends on the deed."""
    unmortgage: Count
    """The coins that turn the deed back."""
    owner: Seat | None
    mortgaged: bool
    level: Count
    """The number of Holdfasts; one more than the maximum means a Castle."""
    rent: Count | None
    """The rent of a visitor now; null if there is none, or for an Order."""
    share: Numbers | None
    """The part of the throw that an Order asks now, as a fraction; null on any other space."""
    is_whole: bool
    """True if the owner has the whole set."""


@attrs.frozen
class Fall(values.Value):
    """The bankruptcy of a player."""

    turn: limits.Ordinal
    creditor: Seat | None
    """The creditor; null for the Treasury."""
    space: SpaceNumber
    """The space on which the token stood."""


@attrs.frozen
class ShownSeat(values.Value):
    """The public belongings of a player."""

    cash: Count
    space: SpaceNumber
    tries: Count | None
    """The failed tries for a double in jail; null outside."""
    cards: Count
    """The number of jail cards."""
    fall: Fall | None
    """The bankruptcy; null for a player in the game."""
    worth: int
    """Coins, the prices of deeds, less what turning them back costs, and the cost of buildings."""


@attrs.frozen
class LastMove(values.Value):
    """The last move of a token."""

    player: Seat
    path: tuple[SpaceNumber, ...]
    """The spaces in order, with those at both ends; only these two on the way to jail."""
    is_jump: bool
    """True on the way to jail."""


@attrs.frozen
class LastThrow(values.Value):
    """The last throw of the dice."""

    player: Seat
    dice: Dice


@attrs.frozen
class DrawnCard(values.Value):
    """The card that was drawn since the last throw."""

    number: limits.Ordinal
    """The number of the draw in the game, from 1."""
    player: Seat
    words: str
    """The effects in words."""


@attrs.frozen
class Ahead(values.Value):
    """A space that the viewer can reach with the next throw."""

    space: SpaceNumber
    due: Count
    """The coins that landing there costs now; on an Order, with this throw."""
    throws: Count
    """The number of the 36 throws that lead there."""


class Reason(values.NamedEnum):
    """The reasons for a question to the viewer.

    >>> Reason("interval").value
    'interval'
    """

    TURN = "turn"
    """The viewer's throw is next."""
    JAIL = "jail"
    """The viewer's throw in jail is next."""
    PURCHASE = "purchase"
    """The viewer stands on an unsold deed."""
    BID = "bid"
    """An auction."""
    SITING = "siting"
    """A building that was won needs a place."""
    RENT = "rent"
    """A visitor owes the viewer rent."""
    DEBT = "debt"
    """The viewer owes more than their coins."""
    CHOICE = "choice"
    """The viewer chooses among the moves, each a button: a deed for a card, for example."""
    OFFER = "offer"
    """Another player offers an exchange."""
    BUILD = "build"
    """The viewer has completed a set since the last throw, and can build on it."""
    INTERVAL = "interval"
    """Another player's throw is next, and the viewer may act before."""


@attrs.frozen
class Act(values.Value):
    """A legal act on a deed, which leaves the question open."""

    move: str
    """The move as text."""
    space: SpaceNumber
    coins: int
    """The coins that the player gains, or pays if negative."""
    rent_before: Count
    rent_after: Count


@attrs.frozen
class ChangedRent(values.Value):
    """The rent of a deed before and after a purchase or an exchange."""

    space: SpaceNumber
    before: Count
    after: Count


@attrs.frozen
class ShownPurchase(values.Value):
    """An unsold deed that the viewer can buy."""

    space: SpaceNumber
    price: Count
    rents: tuple[ChangedRent, ...]
    """The rents of the viewer's deeds that rise, and that of this one."""
    completes: bool
    """True if the viewer then has the whole set."""
    spoils: Seat | None
    """The player who lacks only this deed of the set; null if there is none."""
    throws_again: bool
    """True if the viewer threw a double, and throws again."""


@attrs.frozen
class ShownAuction(values.Value):
    """An auction."""

    space: SpaceNumber
    building: str | None
    """Holdfast or Castle; null for the deed of the space."""
    high: Count
    leader: Seat | None
    lowest_bid: Count
    bidders: tuple[Seat, ...]


@attrs.frozen
class Side(values.Value):
    """The gains and losses of one player by an exchange."""

    player: Seat
    cash_before: Count
    cash_after: Count
    sets_gained: tuple[Count, ...]
    """The colours, by number, whose sets become whole."""
    sets_lost: tuple[Count, ...]
    rents: tuple[ChangedRent, ...]
    """The rents that change on deeds that this player has before or after; 0 for another's."""
    prices: Count
    """The prices of the deeds that the player gives."""
    worth_before: int
    """Coins, the prices of deeds, less what turning them back costs, and the cost of buildings."""
    worth_after: int


@attrs.frozen
class ShownOffer(values.Value):
    """An exchange that another player offers to the viewer, or that the viewer composes."""

    proposer: Seat
    give: Bundle
    """The goods that the proposer gives."""
    take: Bundle
    """The goods that the proposer wants."""
    sides: tuple[Side, ...]
    """The viewer's side, then the other player's."""


@attrs.frozen
class ShownDebt(values.Value):
    """A debt that the viewer cannot pay yet."""

    creditor: Seat | None
    amount: Count
    means: Count
    """The coins that selling and mortgaging everything would bring in all."""


@attrs.frozen
class Question(values.Value):
    """The question to the viewer."""

    reason: Reason
    acts: tuple[Act, ...]
    offers_left: Count
    purchase: ShownPurchase | None
    auction: ShownAuction | None
    offer: ShownOffer | None
    debt: ShownDebt | None


class Deeds(values.NamedEnum):
    """The acts in the story.

    >>> Deeds("pays").value
    'pays'
    """

    PAYS = "pays"
    """The player pays another one, or the Treasury."""
    GETS = "gets"
    """The player receives coins from another one, or from the Treasury."""
    TAKES = "takes"
    """The player gets a deed."""
    AUCTION = "auction"
    """The player puts a deed up for auction."""
    BUILDS = "builds"
    """The buildings on a space change."""
    MORTGAGES = "mortgages"
    REDEEMS = "redeems"
    DRAWS = "draws"
    """The player draws a card."""
    JAILED = "jailed"
    RELEASED = "released"
    OFFERS = "offers"
    ACCEPTS = "accepts"
    DECLINES = "declines"
    FALLS = "falls"
    """The player is bankrupt."""


@attrs.frozen
class Told(values.Value):
    """A part of a line of the story."""

    does: Deeds
    space: SpaceNumber | None
    other: Seat | None
    """The other player; null for the Treasury, or if there is none."""
    coins: Count
    words: str
    """The effects of a card, the buildings on a space or the reason of a payment; otherwise empty.
    """


@attrs.frozen
class StoryLine(values.Value):
    """An act with its consequences."""

    turn: limits.Ordinal
    player: Seat
    dice: Dice | None
    to: SpaceNumber | None
    """The space that the token reached; null if it did not move."""
    told: tuple[Told, ...]
    sum: int
    """The coins that the player gained, or lost if negative."""


@attrs.frozen
class Course(values.Value):
    """The wealth of a player during the game."""

    worths: tuple[int, ...]
    """The worth at the end of each turn, until the player's last one."""
    rent_taken: Count
    rent_paid: Count


@attrs.frozen
class Turning(values.Value):
    """A turn that changed the worth of a player more than most others did."""

    turn: limits.Ordinal
    moment: Count
    """The number of moves before the turn, from which a new game can continue."""
    player: Seat
    change: int
    """The coins by which the player's worth rose in this turn, or fell if negative."""
    actor: Seat
    """The player of the cause: the same one, or another one who paid."""
    cause: Told | None
    """The bankruptcy or the largest payment of the player in this turn, or to the player; null if
    there was none."""


@attrs.frozen
class TableFacts(values.Value):
    """The facts that the table shows."""

    turn: limits.Ordinal
    turn_player: Seat
    is_sample: bool
    """True if the numbers of the edition are invented."""
    castle_level: Count
    set_factor: Count
    """The factor of the rent of a whole set without buildings."""
    jail_fee: Count
    most_tries: Count
    pot: Count | None
    """The coins in the pot of the house rule, which a free space pays; null without it."""
    families: tuple[str, ...]
    """The names of the colours."""
    spaces: tuple[ShownSpace, ...]
    seats: tuple[ShownSeat, ...]
    last_move: LastMove | None
    last_throw: LastThrow | None
    card: DrawnCard | None
    ahead: tuple[Ahead, ...]
    """The next twelve spaces of the viewer's token, or of the turn's player for a spectator."""
    question: Question | None
    """The question to the viewer; null if another player is asked."""
    auction: ShownAuction | None
    """The auction that is open, whoever is asked."""
    story: tuple[StoryLine, ...]
    courses: tuple[Course, ...]
    """The wealth of each player during the game; empty before its end."""
    turnings: tuple[Turning, ...]
    """The turns with the largest changes of worth, in order; empty before the end."""
