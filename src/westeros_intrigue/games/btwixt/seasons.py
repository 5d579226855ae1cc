"""The course of a season: choosing leaders, drafting, claiming allies, and ending rounds.

All leaders pick at the same time: an answer waits until the last has come, and in which order they
come changes nothing. In step 3 of a round the bid is decided, the ally is claimed and placed, and
the winner gains a token.

Rules: setup.leaders, draft.pick, draft.direction, draft.secret, info.draft, claim.total,
claim.winner, claim.ranking, claim.fixed, claim.sequence, claim.placement, claim.filter,
claim.when-claimed, claim.extra, claim.killed, token.win, token.gain, token.empty, card.strings,
card.strings.piles, card.strings.tokens, precedence.placement, order.piles, setup.deck,
season.start, season.rounds, season.change, season.deck-set, season.keeps, season.end,
clean.discard, clean.stand, card.contingency, pass.token, advance.round, advanced.hand,
advanced.removed, advanced.events, kingsmoot.deck, kingsmoot.discard, row.fill.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import ClassVar

import attrs

from westeros_intrigue.gamekit.values import Value, replaced
from westeros_intrigue.games.btwixt.bidding import Reveal
from westeros_intrigue.games.btwixt.cards import (
    Ability,
    Card,
    Kind,
    Operation,
    Side,
    Timing,
    councils_of,
)
from westeros_intrigue.games.btwixt.moves import ChooseLeader, Draft, Happening, Move, ViolationCode
from westeros_intrigue.games.btwixt.questions import (
    CardQuestion,
    Effect,
    Question,
    Reason,
    Shown,
    Task,
    score,
)
from westeros_intrigue.games.btwixt.state import Position, View, WorkingCopy, by_id, without_one
from westeros_intrigue.games.btwixt.table import Bid, DecisionKind, Phase, Public, RoundResult, Step
from westeros_intrigue.games.btwixt.variants import SEASONS


def ask_for_picks(game: WorkingCopy) -> None:
    """Ask every leader for a card of the pack, then let the packs go round."""
    first, *others = game.table.turn_order
    game.table.phase = Phase.DRAFTING
    game.push(Pick(first, tuple(others)), PassPacks())


@attrs.frozen
class PassPacks(Value, Task):
    """Pass every pack on; when nothing is left, let each pick up what was set aside."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        seats = range(table.players)
        if not any(game.packs):
            game.hands = tuple(tuple(sorted(aside, key=by_id)) for aside in game.asides)
            game.asides = ((),) * table.players
            table.hand_sizes = tuple(map(len, game.hands))
            table.aside_sizes = (0,) * table.players
            return
        way = direction(table)
        game.packs = tuple(game.packs[(seat - way) % table.players] for seat in seats)
        for seat in seats:
            pack = game.packs[seat]
            game.note(Happening.PASSED, seat, cards=pack, viewers=(seat,))
        ask_for_picks(game)


def direction(table: Public) -> int:
    """Return 1 if packs are passed to the left, which is clockwise, and -1 otherwise."""
    return -1 if table.season_index % 2 else 1


@attrs.frozen
class LeaderCard(Value, Question):
    """Choose a leader card."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CHOOSE_LEADER
    MOVES: ClassVar[tuple[type, ...]] = (ChooseLeader,)
    FIELDS: ClassVar[tuple[str, ...]] = ("leader",)

    def among(self, table: Public, _shown: Shown) -> list[str | None]:
        free = [leader.id for leader in table.box.leaders if leader.id not in table.leaders]
        return [*free, None]

    def reasons(self, table: Public, shown: Shown, leader: str | None) -> Iterator[Reason]:
        if leader not in self.among(table, shown):
            found = "the box has no such leader card"
            if leader in table.leaders:
                found = f"seat {table.leaders.index(leader)} has this leader card"
            yield ViolationCode.LEADER_TAKEN, found, self.KIND.request

    def answer(self, game: WorkingCopy, leader: str | None) -> None:
        leaders = game.table.leaders
        leader = leader or next(each for each in game.chance.leaders if each not in leaders)
        game.table.leaders = replaced(leaders, self.seat, leader)
        game.note(Happening.LEADER, self.seat, allies=(leader,))


@attrs.frozen
class Pick(Value, CardQuestion):
    """Choose a card of the pack; several leaders draft at the same time."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DRAFT
    MOVES: ClassVar[tuple[type, ...]] = (Draft,)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.NOT_IN_PACK,
        "the card is not in the pack",
    )

    others: tuple[int, ...]
    """The other seats that have not answered, clockwise from the first player."""

    @property
    def deciders(self) -> tuple[int, ...]:
        return (self.seat, *self.others)

    def waits(self, game: WorkingCopy) -> bool:
        """Return whether each pack has several cards; all packs are of one size."""
        return game.table.pack_sizes[self.seat] > 1

    def see_hidden(self, position: Position | WorkingCopy, seat: int) -> Shown:
        return position.pack if isinstance(position, View) else position.packs[seat]

    def accept(self, game: WorkingCopy, seat: int, move: Move) -> None:
        game.answers = tuple(sorted((*game.answers, (seat, move)), key=itemgetter(0)))
        left = tuple(other for other in self.deciders if other != seat)
        if left:
            game.push(Pick(left[0], left[1:]))
            return
        answers, game.answers = dict(game.answers), ()
        for other in game.table.turn_order:
            Question.accept(Pick(other, ()), game, other, answers[other])

    def force(self, game: WorkingCopy) -> None:
        for seat in self.deciders:
            Question.force(Pick(seat, ()), game)

    def answer(self, game: WorkingCopy, card: Card) -> None:
        seat, table = self.seat, game.table
        pack = without_one(game.packs[seat], card)
        aside = (*game.asides[seat], card)
        game.packs = replaced(game.packs, seat, pack)
        game.asides = replaced(game.asides, seat, aside)
        table.pack_sizes = replaced(table.pack_sizes, seat, len(pack))
        table.aside_sizes = replaced(table.aside_sizes, seat, len(aside))
        game.note(Happening.DRAFTED, seat, cards=(card,), viewers=(seat,))


@attrs.frozen
class DecideBid(Value, Task):
    """Read totals, ranking and bound council once, and let the winner claim.

    Rules: claim.fixed, claim.sequence.
    """

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        box = table.box
        totals = tuple(map(box.total, table.piles))
        order = table.turn_order
        ranking = tuple(sorted(order, key=totals.__getitem__, reverse=True))
        table.phase = Phase.CLAIMING
        table.bid = Bid(totals, ranking, _council_by_neighbours(table, ranking[0]))
        game.note(Happening.WON, ranking[0], totals=totals)
        timed = box.abilities_at(Timing.AFTER_BID)
        effects = [
            Effect(ability, None, card=card)
            for seat in order
            for card in table.piles[seat]
            if card.id in timed
            for ability in timed[card.id]
        ]
        game.push(*effects, ClaimCurrent(ranking[0]), PlaceToken(ranking[0]))


def _council_by_neighbours(table: Public, winner: int) -> int | None:
    left, right = (winner + 1) % table.players, (winner - 1) % table.players
    binding = table.box.able(Operation.PLACE_SHARED)
    on_left, on_right = (
        sum([card.id in binding for card in table.piles[seat]]) for seat in (left, right)
    )
    if on_left == on_right:
        return None
    return winner if on_left > on_right else right


@attrs.frozen
class ClaimCurrent(Value, Task):
    """Let the winner claim the current allies, the one that came first in front."""

    seat: int

    def do(self, game: WorkingCopy) -> None:
        if game.table.current:
            game.push(self)
            claim(game, PlaceAlly(self.seat, game.table.current[0].ally))


def claim(game: WorkingCopy, placement: PlaceAlly) -> None:
    """Put the placement of an ally on the agenda, and what it does when claimed."""
    effects = [
        Effect(ability, placement.seat, ally=placement.ally)
        for ability in game.table.box.abilities(placement.ally, Timing.WHEN_CLAIMED)
    ]
    game.push(placement, *effects)


Allowed = tuple[tuple[int, ...], str]
"""The councils that are left, and what left out another if something did."""


class CouncilQuestion(Question):
    """A question that is answered with one of the decider's councils."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ("council",)

    def find_allowed(self, table: Public) -> Allowed:
        """Return the councils that may be chosen."""
        raise NotImplementedError

    def among(self, table: Public, _shown: Shown) -> tuple[int, ...]:
        return self.find_allowed(table)[0]

    def reasons(self, table: Public, _shown: Shown, council: int) -> Iterator[Reason]:
        councils, source = self.find_allowed(table)
        if council in councils:
            return
        remedy = "Choose " + " or ".join(f"c{each}" for each in councils)
        if council in councils_of(self.seat, table.players):
            yield ViolationCode.COUNCIL_EXCLUDED, f"{source} leaves it out", remedy
        else:
            found = f"council {council} is not one of seat {self.seat}'s"
            yield ViolationCode.NOT_YOUR_COUNCIL, found, remedy


_NEIGHBOURS = "what the neighbours played"


@attrs.frozen
class PlaceAlly(Value, CouncilQuestion):
    """Choose a council of the claimant for an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_ALLY

    ally: str
    council: int | None = None
    """The council to which the ability that brought it directs it."""
    bringer: str | None = None
    """The ally whose ability that is."""

    def find_allowed(self, table: Public) -> Allowed:
        """Return the councils that the abilities leave, which beat each other in their order.

        Rules: claim.filter, precedence.card, precedence.ally, precedence.placement.
        """
        councils: tuple[int, ...] = councils_of(self.seat, table.players)
        by = ""
        for source, wanted in self._filters(table):
            kept = tuple(council for council in councils if council in wanted)
            if kept and kept != councils:
                councils, by = kept, source
        return councils, by

    def _filters(self, table: Public) -> Iterator[tuple[str, set[int]]]:
        """Yield what directs an ally to councils, first what beats the others."""
        for ability in table.box.abilities(self.ally, Timing.PLACEMENT):
            name = table.box.ally(self.ally).name
            yield f"the ability of {name}", set(_own_placement(table, self.seat, ability))
        if self.council is not None and self.bringer is not None:
            yield f"the ability of {table.box.ally(self.bringer).name}", {self.council}
        bound = None if table.bid is None else table.bid.bound_council
        extra = any(each.extra for each in table.current if each.ally == self.ally)
        if bound is not None and not extra:
            yield _NEIGHBOURS, {bound}

    def answer(self, game: WorkingCopy, council: int) -> None:
        table = game.table
        placed = [each for each in table.current if each.ally == self.ally]
        table.current = tuple(each for each in table.current if each.ally != self.ally)
        game.place_ally(self.ally, council, placed[0].tokens if placed else ())
        game.note(Happening.PLACED_ALLY, self.seat, allies=(self.ally,), councils=(council,))


def _own_placement(table: Public, seat: int, ability: Ability) -> Iterator[int]:
    if ability.do is Operation.PLACE_SIDE:
        yield seat if ability.side is Side.LEFT else (seat - 1) % table.players
        return
    allies = [
        (table.box.ally(ally), council)
        for council in councils_of(seat, table.players)
        for ally in table.councils[council].allies
    ]
    highest = max((ally.power or 0 for ally, _ in allies), default=0)
    for ally, council in allies:
        if ability.do is Operation.PLACE_WITH_HIGHEST and (ally.power or 0) == highest:
            yield council
        if ability.do is Operation.PLACE_WITH and ally.name == ability.ally:
            yield council


@attrs.frozen
class PlaceToken(Value, CouncilQuestion):
    """Choose a council for a token, of the leader who gained it."""

    KIND: ClassVar[DecisionKind] = DecisionKind.PLACE_TOKEN

    def find_allowed(self, table: Public) -> Allowed:
        """Return both councils, or that to which the winner is bound; none without a token.

        Rules: token.empty, card.strings.tokens.
        """
        bid = table.bid
        if not table.supply:
            return (), "the empty supply"
        if bid is not None and bid.winner == self.seat and bid.bound_council is not None:
            return (bid.bound_council,), _NEIGHBOURS
        return councils_of(self.seat, table.players), ""

    def answer(self, game: WorkingCopy, council: int) -> None:
        game.place_token(council)
        game.note(Happening.PLACED_TOKEN, self.seat, councils=(council,))


@attrs.frozen
class StartSeason(Value, Task):
    """Deal the season's cards; nobody draws before the next (rule season.no-draw)."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        order = game.chance.influence[table.season_index]
        dealt = table.players * table.variant.hand_size
        seats = range(table.players)
        hands = [order[seat : dealt : table.players] + _own_card(game, seat) for seat in seats]
        cards = tuple(tuple(sorted(hand, key=by_id)) for hand in hands)
        drafting = table.variant.is_drafted
        none, no_sizes = ((),) * table.players, (0,) * table.players
        sizes = tuple(map(len, cards))
        game.hands, game.packs = (none, cards) if drafting else (cards, none)
        table.hand_sizes, table.pack_sizes = (no_sizes, sizes) if drafting else (sizes, no_sizes)
        game.deck = order[dealt:]
        table.deck_size = len(game.deck)
        table.discard = ()
        for seat in seats:
            hand = cards[seat]
            game.note(Happening.DEALT, seat, cards=hand, viewers=(seat,))
        game.push(FillRow(), *ROUND)
        if drafting:
            ask_for_picks(game)


def _own_card(game: WorkingCopy, seat: int) -> tuple[Card, ...]:
    """Return the white card that a leader draws, if the variant has them."""
    table = game.table
    for leader, own in zip(table.box.leaders, game.chance.leader_cards, strict=False):
        if leader.id == table.leaders[seat]:
            return own[table.season_index :][:1]
    return ()


@attrs.frozen
class FillRow(Value, Task):
    """Fill the row of revealed allies, if there is one (rule row.fill)."""

    def do(self, game: WorkingCopy) -> None:
        game.fill_row(game.table.variant.row_size(game.table.players))


@attrs.frozen
class EndRound(Value, Task):
    """Clean up and pass the first-player token; begin the next round or season, or score."""

    def do(self, game: WorkingCopy) -> None:
        _clean_up(game)
        table = game.table
        last_round = table.round_number > table.players
        table.first_player = (table.first_player + 1) % table.players
        if not last_round:
            table.round_number += 1
            game.push(*ROUND)
        elif table.season is SEASONS[-1]:
            score(game)
        else:
            _end_season(game)
            table.season = SEASONS[SEASONS.index(table.season) + 1]
            table.round_number = 1
            game.push(StartSeason())


def _clean_up(game: WorkingCopy) -> None:
    """Return or discard every card of the piles, let all stand, and write the round down."""
    table = game.table
    piles, table.piles = table.piles, ((),) * table.players
    returning = table.box.able(Operation.TO_HAND)
    for seat in table.turn_order:
        pile = piles[seat]
        back = [card for card in pile if card.id in returning and _goes_to_hand(table, seat, card)]
        game.discard([card for card in pile if card not in back] if back else pile)
        if back:
            cards = game.join_hand(seat, back)
            game.note(Happening.RETURNED, seat, cards=cards)
    if table.bid is not None:
        result = RoundResult(
            table.season, table.round_number, table.first_player, table.revealed, table.bid
        )
        table.results = (*table.results, result)
    table.knelt = (False,) * table.players
    table.skipped = ()
    table.lasting = ()
    table.plays = ()
    table.bid = None
    table.revealed = None


def _goes_to_hand(table: Public, seat: int, card: Card) -> bool:
    winner = None if table.bid is None else table.bid.winner
    return any(
        not (ability.unless_winner and seat == winner)
        for ability in table.box.abilities(card.id, Timing.CLEAN_UP)
    )


def _end_season(game: WorkingCopy) -> None:
    """Discard all hands, and begin a new log."""
    table = game.table
    for seat, hand in enumerate(game.hands):
        game.discard_from_hand(seat, hand)
    if Kind.EVENT in table.variant.side_kinds:
        # Every event that was dealt lies in the discard pile by now, for all to see. None was seen
        # in an earlier season: the first has no events, and there are three at most.
        events = (card for card in table.discard if table.box.kind(card) is Kind.EVENT)
        table.joined = tuple(sorted(events))
    table.past += table.log
    table.logged += len(table.log)
    table.log = ()
    game.past_sights += game.sights
    game.sights = ()


ROUND: tuple[Step, ...] = (Reveal(), DecideBid(), EndRound())
"""The steps of a round."""
