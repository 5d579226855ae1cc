"""The values of the facts that the game's screen on the page shows.

They are frozen classes of numbers, texts and enumerations, so that the kit's codecs write them as
JSON. `screen_facts` makes them from a view.

Rules: info.public.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import attrs

from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games.btwixt.pieces.cards import Ids, Numbers
from westeros_intrigue.games.btwixt.pieces.operations import Colour
from westeros_intrigue.games.btwixt.pieces.variants import Season
from westeros_intrigue.games.btwixt.position.happenings import Happening
from westeros_intrigue.games.btwixt.position.table import DecidedBy, DecisionKind, Phase


@attrs.frozen
class AbilityFacts(Value):
    """An ability in words."""

    moment: str
    """The moment at which it applies, such as `Once you claim it`."""
    effect: str
    """The effect, as the end of a sentence without a full stop."""


@attrs.frozen
class AllyFacts(Value):
    """An ally in sight."""

    id: str
    """The id of the card in its box."""
    name: str
    """The name on the card."""
    power: int
    """The power that it adds to a council."""
    abilities: tuple[AbilityFacts, ...]
    """Its abilities, in order."""


@attrs.frozen
class CardFacts(Value):
    """An influence card in sight."""

    id: str
    """The id of the card in its box."""
    title: str
    """The title on the card."""
    colour: Colour
    """Its colour."""
    value: int
    """The number that it adds to a bid."""
    line: str
    """Its ability in at most 24 letters; empty without an ability."""
    short: str
    """Its ability in at most 12 letters; empty without an ability."""
    abilities: tuple[AbilityFacts, ...]
    """Its abilities in full, in order."""
    is_protected: bool
    """True if no other influence card can move it from a pile."""


@attrs.frozen
class PileCard(Value):
    """A card in a pile or a hand."""

    card: str
    """The id of the card."""
    copy: int
    """Its number among the cards of its title played this round, from 1; 0 in a hand."""


@attrs.frozen
class PowerFacts(Value):
    """The power of a council."""

    allies: int
    """The sum of its allies' powers."""
    tokens: int
    """The number of its tokens."""
    least: int
    """The least power that it can have with its tokens."""
    most: int
    """The most power that it can have; the same as `least` once the tokens are turned over."""


@attrs.frozen
class LeaderFacts(Value):
    """A leader at the table."""

    leader: str
    """The name on the leader card; empty while it is not chosen."""
    hand_size: int
    """The number of cards in the hand, or left in the pack while cards are drafted."""
    pile: tuple[PileCard, ...]
    """The bid pile, in order of arrival."""
    total: int
    """The sum of the pile."""
    has_knelt: bool
    """True if the leader passes for the rest of the round."""
    small: Numbers
    """The weaker one of the leader's councils; both if they seem equal."""
    is_sure: bool
    """True if the hidden numbers of tokens cannot make the other council weaker."""


@attrs.frozen
class CouncilFacts(Value):
    """The council between a leader and the next one clockwise."""

    allies: Ids
    """The allies by id, in order of arrival."""
    power: PowerFacts
    """Its power."""
    values: Numbers
    """The numbers on its tokens; empty before the end of the game."""


@attrs.frozen
class CurrentFacts(Value):
    """A current ally."""

    ally: str
    """The ally by id."""
    tokens: int
    """The number of tokens on it."""
    is_extra: bool
    """True if an ability brought it."""


@attrs.frozen
class HandFacts(Value):
    """A hand that the viewer sees besides their own."""

    seat: int
    """The leader whose hand it is, from 0."""
    cards: Ids
    """The cards by id, sorted."""


@attrs.frozen
class AskedFacts(Value):
    """The open question."""

    kind: DecisionKind
    """The kind of question."""
    heading: str
    """The heading above the answers of a seat that is asked."""
    seats: Numbers
    """The seats that are asked, from 0."""
    card: str
    """The card that asks, by id; empty if none does."""
    ally: str
    """The ally concerned, by id; empty if there is none."""
    leader: int | None
    """The other leader concerned, from 0."""
    count: int | None
    """The number of cards or allies still to choose, or of cards that may still be played."""


@attrs.frozen
class EffectFacts(Value):
    """The effect of an answer on a leader's small council."""

    seat: int
    """The leader, from 0."""
    before: PowerFacts
    """The power of the small council now."""
    after: PowerFacts
    """The power of the small council after the answer."""


@attrs.frozen
class TargetFacts(Value):
    """A card in a pile that a card of the viewer's hand can take."""

    move: str
    """The answer that takes it, once the card has been played, as text."""
    seat: int
    """The leader whose pile it is, from 0."""
    card: str
    """The card by id."""
    copy: int
    """The number of the copy, from 1."""


@attrs.frozen
class OptionFacts(Value):
    """A legal move of the viewer; fields that its kind does not use are None or empty."""

    move: str
    """The move as text."""
    card: str
    """The card by id."""
    copy: int
    """The number of the copy in a pile, from 1; 0 for a card of a hand or a pack."""
    leader: str
    """The leader card by id."""
    ally: str
    """The ally by id."""
    seat: int | None
    """The other leader, from 0."""
    council: int | None
    """The council, from 0; the one that a token leaves."""
    to: int | None
    """The council that a token goes to, from 0."""
    total: int | None
    """The viewer's total after the card has been played alone; for kneeling, the total now."""
    targets: tuple[TargetFacts, ...]
    """For a card that takes one from a pile: the cards that it can take."""
    effects: tuple[EffectFacts, ...]
    """For a move that changes councils: its effects on their leaders' small councils."""


@attrs.frozen
class BarredFacts(Value):
    """A card of the viewer's hand that may not be played now."""

    card: str
    """The card by id."""
    ally: str
    """The ally whose ability forbids it, by id; empty if no more cards may be played."""
    seat: int | None
    """The leader in whose pile a copy is, from 0."""


@attrs.frozen
class BidFacts(Value):
    """The result of the bid."""

    totals: Numbers
    """The total of each leader."""
    ranking: Numbers
    """The seats, from 0, winner first."""
    bound_council: int | None
    """The council to which the neighbours' cards bind the winner, from 0."""
    binding: Numbers
    """The number of binding cards in the pile of the winner's left and right neighbour."""


@attrs.frozen
class DraftFacts(Value):
    """A pick of a draft, as the viewer sees it."""

    pick: int
    """The number of the pick in this season, from 1."""
    picks: int
    """The number of picks in a season."""
    is_left: bool
    """True if packs go to the left, which is clockwise."""
    gone: Ids
    """The cards by id that have left the viewer's pack since the viewer last had it."""
    own: str
    """The one of them that the viewer kept; empty if the viewer has not had the pack before."""


@attrs.frozen
class PlaceFacts(Value):
    """A leader's place at the end of the game."""

    seat: int
    """The leader, from 0."""
    place: int
    """The place, from 1."""
    small: int
    """The power of the small council."""
    other: int
    """The power of the other council."""
    allies: int
    """The number of allies in both."""
    decided_by: DecidedBy
    """The last rule that was needed to part the leader from the next ones."""


@attrs.frozen
class PartingFacts(Value):
    """The decision of a tie of two leaders on the small council."""

    first: int
    """The leader with the better place, from 0."""
    second: int
    """The next leader, from 0."""
    small: int
    """The power of the small council of both."""
    decided_by: DecidedBy
    """The rule that parted them; shared if none did."""
    first_number: int
    """The number by which the first leader is ahead: a power, or a number of allies."""
    second_number: int
    """The second leader's number."""


@attrs.frozen
class LeaderCardFacts(Value):
    """A leader card that can be chosen."""

    id: str
    """The id of the card in its box."""
    name: str
    """The name on the card."""


@attrs.frozen
class LostBidFacts(Value):
    """A bid that the viewer lost."""

    season: Season
    """The season."""
    round_number: int
    """The round of its season, from 1."""
    ally: str
    """The ally by id that was on offer; empty for a token alone."""
    winner: int
    """The leader who won, from 0."""
    own: int
    """The viewer's total."""
    best: int
    """The winner's total."""


@attrs.frozen
class EndFacts(Value):
    """The end of the game."""

    winners: Numbers
    """The winners, from 0."""
    places: tuple[PlaceFacts, ...]
    """The leaders, best first."""
    ties: tuple[PartingFacts, ...]
    """The ties on the small council, best first."""
    closest: tuple[LostBidFacts, ...]
    """The bids that the viewer lost by the least, closest first; none for a spectator."""


@attrs.frozen
class ToldFacts(Value):
    """An event of the round, as the viewer saw it."""

    happening: Happening
    """The kind of event."""
    player: int | None
    """The seat concerned, from 0."""
    other: int | None
    """A second seat."""
    cards: Ids
    """The cards by id; empty if the viewer did not see them."""
    allies: Ids
    """The allies by id; empty if the viewer did not see them."""
    councils: Numbers
    """The councils, from 0."""
    totals: Numbers
    """Totals of the bid, or powers of the councils."""
    count: int
    """The number of cards or allies."""


@attrs.frozen
class ScreenFacts(Value):
    """The facts of a view that the screen shows, apart from the players' names."""

    viewer: int | None
    """The seat of the viewer, from 0; None for a spectator."""
    phase: Phase
    """The phase of the game."""
    seasons: tuple[Season, ...]
    """The seasons of the game, in order."""
    season: Season
    """The season."""
    round_number: int
    """The round of the season, from 1."""
    rounds: int
    """The number of rounds in a season."""
    first_player: int
    """The seat with the first-player token, from 0."""
    leaders: tuple[LeaderFacts, ...]
    """The leaders clockwise, from seat 0."""
    councils: tuple[CouncilFacts, ...]
    """The councils: the first is between the seats 0 and 1."""
    current: tuple[CurrentFacts, ...]
    """The allies on offer, in order of arrival."""
    ranking: Numbers
    """The seats, from 0, as the bid ranks them now."""
    bid: BidFacts | None
    """The result of the bid; None before it is decided."""
    asked: AskedFacts | None
    """The open question; None when the game is over."""
    options: tuple[OptionFacts, ...]
    """The legal moves of the viewer."""
    barred: tuple[BarredFacts, ...]
    """The cards of the hand that may not be played in this turn."""
    hand: Ids
    """The viewer's hand by id, sorted by value."""
    pack: Ids
    """The viewer's pack while cards are drafted, sorted by value."""
    aside: Ids
    """The cards that the viewer has drafted, in order."""
    shown_hands: tuple[HandFacts, ...]
    """The other hands that the viewer sees."""
    looked_at: Ids
    """The allies that the viewer looks at, topmost first."""
    put_back: Ids
    """Those that the viewer has put back, topmost first."""
    row: Ids
    """The revealed allies that come next."""
    dead: Ids
    """The allies that were killed."""
    draft: DraftFacts | None
    """The pick of the draft; None outside one."""
    told: tuple[ToldFacts, ...]
    """The events since the round began, as the viewer saw them."""
    end: EndFacts | None
    """The end of the game; None before."""
    supply: int
    """The number of tokens in the supply."""
    deck_size: int
    """The number of influence cards that were not dealt this season."""
    discard_size: int
    """The number of cards in the discard pile."""
    has_inventions: bool
    """True if the box invents what is not publicly known of the cards."""
    cards: tuple[CardFacts, ...]
    """The influence cards that other facts name, by id."""
    allies: tuple[AllyFacts, ...]
    """The allies that other facts name, by id."""
    leader_cards: tuple[LeaderCardFacts, ...]
    """The leader cards that can be chosen now."""
