"""The course of a season: choosing leaders, drafting, bids, claiming allies, and ending rounds.

All leaders pick at the same time: answers arrive in any order and take effect together. In step 2
of a round, leaders take turns, playing a card or kneeling. In step 3, the bid is decided, the ally
is claimed and placed, and the winner gains a token.

Rules: setup.leaders, draft.pick, draft.direction, draft.secret, info.draft, bid.order, bid.turn,
bid.kneel, bid.resolve, bid.between, bid.later, bid.pile, ally.jaime, ally.arianne, card.silence,
precedence.cannot, claim.total, claim.winner, claim.ranking, claim.fixed, claim.sequence,
claim.killed, token.win, order.piles, setup.deck, round.steps, season.start, season.rounds,
season.change, season.deck-set, season.keeps, season.end, clean.discard, clean.stand,
card.contingency, pass.token, advance.round, advanced.hand, advanced.removed, advanced.events,
kingsmoot.deck, kingsmoot.discard, row.fill.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar, Never

import attrs

from westeros_intrigue.gamekit.agenda import Steps
from westeros_intrigue.gamekit.values import Value, replace_item
from westeros_intrigue.games.btwixt.pieces import variants
from westeros_intrigue.games.btwixt.pieces.cards import (
    MAX_PLAYERS,
    Card,
    Cards,
    Kind,
    Numbers,
    index_of,
    neighbours,
    shared_card,
)
from westeros_intrigue.games.btwixt.pieces.operations import Operation, Timing
from westeros_intrigue.games.btwixt.position.happenings import Event, Happening
from westeros_intrigue.games.btwixt.position.line_words import Begun, Counted, SeatAt
from westeros_intrigue.games.btwixt.position.moves import (
    ChooseLeader,
    Draft,
    Kneel,
    Move,
    Play,
    Skip,
)
from westeros_intrigue.games.btwixt.position.refusals import Refusal, Violation
from westeros_intrigue.games.btwixt.position.state import View, sort_hand, without_one
from westeros_intrigue.games.btwixt.position.table import (
    Bid,
    Current,
    DecisionKind,
    NamedFacts,
    Phase,
    Public,
    RoundResult,
    name_facts,
)
from westeros_intrigue.games.btwixt.position.working_copy import AnyPosition, WorkingCopy
from westeros_intrigue.games.btwixt.turns import questions
from westeros_intrigue.games.btwixt.turns.abilities import (
    Effect,
    Land,
    PlaceAlly,
    PlaceToken,
    claim,
)
from westeros_intrigue.games.btwixt.turns.questions import Task

_KNEEL, _SKIP = Kneel(), Skip()
# Python 3.11 takes ten times as long to look up a member of an enumeration as a global name.
_PLAYED, _KNELT = Happening.PLAYED, Happening.KNELT
_ON_PLAY, _AFTER_BID = Timing.ON_PLAY, Timing.AFTER_BID
_NO_COPIES, _TAKE_BACK_PILE = Operation.NO_COPIES, Operation.TAKE_BACK_PILE
_NO_CARDS: frozenset[str] = frozenset()


def ask_for_picks(game: WorkingCopy) -> None:
    """Ask every leader for a card of the pack, then pass the packs."""
    first, *others = game.table.turn_order
    game.table.phase = Phase.DRAFTING
    game.push(Pick(first, tuple(others)), PassPacks())


@attrs.frozen
class PassPacks(Value, Task):
    """Pass every pack on; when they are empty, each leader picks up the cards set aside."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        if not any(game.packs):
            game.set_hands(tuple(map(sort_hand, game.asides)))
            game.set_asides(((),) * table.players)
            return
        way = direction(table)
        game.set_packs(game.packs[-way:] + game.packs[:-way])
        for seat, pack in enumerate(game.packs):
            game.note(Happening.PASSED, seat, cards=pack, viewers=(seat,))
        ask_for_picks(game)


def direction(table: Public) -> int:
    """Return 1 if packs are passed to the left, which is clockwise, otherwise -1."""
    return -1 if table.season_index % 2 else 1


@attrs.frozen
class LeaderCard(questions.Question[ChooseLeader, Never], Value):
    """Choose a leader card."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CHOOSE_LEADER
    MOVES: ClassVar[tuple[type, ...]] = (ChooseLeader,)

    def read_choice(self, move: Move, /) -> ChooseLeader | None:
        return move if isinstance(move, ChooseLeader) else None

    def make_move(self, chosen: ChooseLeader, /) -> Move:
        return chosen

    def recall(self, event: Event, _card: Card, /) -> ChooseLeader:
        return ChooseLeader(questions.first_of("a leader", event.allies))

    def among(self, table: Public, _shown: tuple[Never, ...], /) -> list[ChooseLeader]:
        free = [leader.id for leader in table.box.leaders if leader.id not in table.leaders]
        return [*map(ChooseLeader, free), ChooseLeader(None)]

    def violations(
        self, table: Public, shown: tuple[Never, ...], move: Move, chosen: ChooseLeader, /
    ) -> Iterator[Violation]:
        if chosen in self.among(table, shown):
            return
        if chosen.leader in table.leaders:
            seat = table.leaders.index(chosen.leader)
            yield Refusal.LEADER_TAKEN.of(move, attrs.evolve(self.facts, seat=seat))
        else:
            yield Refusal.NO_SUCH_LEADER.of(move, self.facts)

    def answer(self, game: WorkingCopy, chosen: ChooseLeader, /) -> None:
        leaders = game.table.leaders
        leader = chosen.leader or next(each for each in game.chance.leaders if each not in leaders)
        game.table.leaders = replace_item(leaders, self.seat, leader)
        game.note(Happening.LEADER, self.seat, allies=(leader,))


@attrs.frozen
class Pick(questions.CardQuestion, Value):
    """Choose a card of the pack; several leaders draft at the same time."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DRAFT
    MOVES: ClassVar[tuple[type, ...]] = (Draft,)
    OTHER: ClassVar[Refusal] = Refusal.NOT_IN_PACK

    others: Numbers
    """The other seats that have not answered, clockwise from the first player."""

    @property
    def deciders(self) -> Numbers:
        return (self.seat, *self.others)

    def read_choice(self, move: Move, /) -> Card | None:
        return move.card if isinstance(move, Draft) else None

    def make_move(self, chosen: Card, /) -> Move:
        return Draft(chosen)

    def see_hidden(self, position: AnyPosition, seat: int, /) -> Cards:
        return position.pack if isinstance(position, View) else position.packs[seat]

    def accept(self, game: WorkingCopy, seat: int, move: Move, /) -> None:
        game.answers = tuple(sorted((*game.answers, (seat, move)), key=itemgetter(0)))
        left = tuple(other for other in self.deciders if other != seat)
        if left:
            game.push(Pick(left[0], left[1:]))
            return
        answers, game.answers = dict(game.answers), ()
        for other in game.table.turn_order:
            questions.Question.accept(Pick(other, ()), game, other, answers[other])

    def force(self, game: WorkingCopy) -> None:
        for seat in self.deciders:
            questions.Question.force(Pick(seat, ()), game)

    def answer(self, game: WorkingCopy, card: Card, /) -> None:
        seat = self.seat
        game.set_packs(replace_item(game.packs, seat, without_one(game.packs[seat], card)))
        game.set_asides(replace_item(game.asides, seat, (*game.asides[seat], card)))
        game.note(Happening.DRAFTED, seat, cards=(card,), viewers=(seat,))


@lru_cache(1024)
def _play(card_id: str) -> Play:
    """Return the move to play a card, cached, since a few are needed at every turn."""
    return Play(shared_card(card_id))


@attrs.frozen
class Reveal(Value, Task):
    """Reveal the current ally, and begin the leaders' turns.

    Rules: round.reveal, round.no-ally, row.current.
    """

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        ally = game.leftmost_ally()
        shown = () if ally is None else (ally,)
        game.note(Happening.REVEALED, table.first_player, allies=shown)
        table.phase = Phase.BIDDING
        table.revealed = ally
        table.current = tuple(map(Current, shown))
        game.push(NextTurn(table.first_player))


@attrs.frozen
class NextTurn(Task, Value, line="{seat} next"):
    """Ask the next standing leader, from a seat on; none if all have knelt."""

    seat: SeatAt

    def do(self, game: WorkingCopy) -> None:
        _give_turn(game, self.seat)


def _give_turn(game: WorkingCopy, seat: int) -> None:
    table = game.table
    knelt = table.knelt
    if False in knelt:
        seat %= table.players
        while knelt[seat]:
            seat = (seat + 1) % table.players
        turn = Turn(seat, _limit(table, seat)) if table.lasting else _TURNS[seat]
        table.agenda = (turn, *table.agenda)


_TURN_MOVES = (Play, Kneel, Skip)  # a tuple, since a union would be built at every turn


@attrs.frozen
class Turn(
    questions.HandQuestion[Play | Kneel | Skip], Value, line="{seat} turn [{count}] [{begun}]"
):
    """A turn of a standing leader."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TURN
    MOVES: ClassVar[tuple[type, ...]] = _TURN_MOVES

    count: Counted | None = None
    """The maximum number of cards still to play before kneeling; None if the turn ends with one
    card."""
    begun: Begun = False
    """True if a card has been played in this turn."""

    @property
    def public_facts(self) -> NamedFacts:
        return name_facts(count=self.count)

    def read_choice(self, move: Move, /) -> Play | Kneel | Skip | None:
        return move if isinstance(move, _TURN_MOVES) else None

    def make_move(self, chosen: Play | Kneel | Skip, /) -> Move:
        return chosen

    def recall(self, _event: Event, card: Card, /) -> Play:
        return Play(card)

    def answers(self, table: Public, shown: Cards, /) -> Iterable[Move]:
        moves: list[Move] = []
        if self.count != 0:
            titles = {card.id: None for card in shown}
            for forbidden in _forbidden(table):
                titles.pop(forbidden, None)
            moves += map(_play, titles)
        moves.append(_KNEEL)
        if table.lasting and self._no_skip(table) is None:
            moves.append(_SKIP)
        return moves

    def violations(
        self, table: Public, shown: Cards, move: Move, chosen: Play | Kneel | Skip, /
    ) -> Iterator[Violation]:
        if isinstance(chosen, Play):
            if chosen.card not in shown:
                yield Refusal.NOT_IN_HAND.of(move, self.facts)
            if chosen.card.id in _forbidden(table):
                yield Refusal.COPY_IN_A_PILE.of(move, self.facts)
        elif isinstance(chosen, Skip) and (obstacle := self._no_skip(table)):
            yield obstacle.of(move, self.facts)

    # Instead of `answer`, since the move is the choice, and most moves of a game are turns.
    def resolve(self, game: WorkingCopy, move: Move) -> None:
        if isinstance(move, Play):
            _play_card(game, self, move.card)
            return
        seat, table = self.seat, game.table
        if isinstance(move, Skip):
            table.skipped = (*table.skipped, seat)
            game.note(Happening.SKIPPED, seat)
        else:
            _kneel(game, seat)
        _give_turn(game, seat + 1)

    def allows(self, table: Public, shown: Cards, move: Move, /) -> bool:
        """Return whether a move is a legal answer; listing the reasons would be slower."""
        if type(move) is Play:
            return index_of(shown, move.card) >= 0 and move.card.id not in _forbidden(table)
        return move == _KNEEL or super().allows(table, shown, move)

    def waits(self, game: WorkingCopy, /) -> bool:
        if self.count != 0 and game.hands[self.seat]:
            return True  # as nearly always
        return super().waits(game)

    def is_open(self, game: WorkingCopy) -> bool:
        table = game.table
        return bool(self.count != 0 and game.hands[self.seat]) or self._no_skip(table) is None

    def _no_skip(self, table: Public) -> Refusal | None:
        """Return the reason why the turn cannot be skipped; None if it can."""
        if _limit(table, self.seat) is None:
            return Refusal.NO_SKIPS
        if self.begun:
            return Refusal.TURN_BEGUN
        done = {self.seat, *table.skipped}
        if all(knelt or other in done for other, knelt in enumerate(table.knelt)):
            return Refusal.ALL_SKIPPED
        return None


_TURNS = tuple(map(Turn, range(MAX_PLAYERS)))


def _kneel(game: WorkingCopy, seat: int) -> None:
    """Make a leader kneel, and perhaps take back the pile (rule ally.arianne)."""
    table = game.table
    table.knelt = replace_item(table.knelt, seat, value=True)
    table.skipped = ()
    game.note(_KNELT, seat)
    pile = table.piles[seat]
    if not pile:
        return
    able = table.box.able[_TAKE_BACK_PILE]
    if [each for each in table.current if each.ally in able and not each.spent]:
        table.current = tuple(
            attrs.evolve(each, spent=True) if each.ally in able else each for each in table.current
        )
        table.piles = replace_item(table.piles, seat, ())
        cards = game.join_hand(seat, pile)
        game.note(Happening.TOOK_BACK, seat, cards=cards)


def _play_card(game: WorkingCopy, turn: Turn, card: Card) -> None:
    """Play a card, followed by another card of the turn or the next leader's turn."""
    seat, table = turn.seat, game.table
    following = None if turn.count is None else Turn(seat, turn.count - 1, begun=True)
    game.leave_hand(seat, card)
    copy, title = 1, card.id
    for _, other in table.plays:  # a loop, which is faster here than a list of their titles
        if other.id == title:
            copy += 1
    played = shared_card(title, copy)
    table.skipped = ()
    table.plays += ((seat, played),)
    game.note(_PLAYED, seat, None, (played,))
    abilities = table.box.abilities(title, _ON_PLAY)
    if abilities:
        table.played = played
        effects = (Effect(ability, seat, card=played) for ability in abilities)
        after = following or NextTurn((seat + 1) % table.players)
        game.push(*effects, Land(seat, played), after)
        return
    game.add_to_pile(seat, played)
    if following is None:
        _give_turn(game, seat + 1)
    else:
        game.push(following)


def _limit(table: Public, seat: int) -> int | None:
    """Return the maximum number of cards in a turn that ends with kneeling; None if it does not.

    If two abilities differ, the lower number wins (rule precedence.cannot).
    """
    limits = [
        lasting.cards
        for lasting in table.lasting
        if lasting.leader == seat and lasting.cards is not None
    ]
    return min(limits, default=None)


def _forbidden(table: Public) -> frozenset[str]:
    """Return the ids of cards that may not be played, since copies are in piles.

    Rules: effect.copy, round.ability, effect.this-round.
    """
    able = table.box.able[_NO_COPIES]
    for current in table.current:
        if current.ally in able:
            return frozenset(card.id for pile in table.piles for card in pile)
    return _NO_CARDS


@attrs.frozen
class DecideBid(Task, Value, line="- decide"):
    """Fix the totals, the ranking and the bound council, and let the winner claim.

    Rules: claim.fixed, claim.sequence.
    """

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        box = table.box
        totals = tuple(map(box.total, table.piles))
        order = table.turn_order
        ranking = tuple(sorted(order, key=totals.__getitem__, reverse=True))
        table.phase = Phase.CLAIMING
        table.bid = Bid(totals, ranking, council_by_neighbours(table, ranking[0]))
        game.note(Happening.WON, ranking[0], totals=totals)
        after_bid = box._timed[_AFTER_BID]
        effects = [
            Effect(ability, None, card=card)
            for seat in order
            for card in table.piles[seat]
            for ability in after_bid.get(card.id, ())
        ]
        game.push(*effects, ClaimCurrent(ranking[0]), PlaceToken(ranking[0]))


def council_by_neighbours(table: Public, winner: int) -> int | None:
    """Return the council to which the cards of the winner's neighbours bind; None if none does.

    Rules: card.strings, card.strings.piles.
    """
    left, right = neighbours(winner, table.players)
    binding = table.box.able[Operation.PLACE_SHARED]
    on_left, on_right = (
        sum([card.id in binding for card in table.piles[seat]]) for seat in (left, right)
    )
    if on_left == on_right:
        return None
    return winner if on_left > on_right else right


@attrs.frozen
class ClaimCurrent(Task, Value, line="{seat} claim"):
    """Let the winner claim the current allies, in the order in which they came."""

    seat: SeatAt

    def do(self, game: WorkingCopy) -> None:
        if game.table.current:
            game.push(self)
            claim(game, PlaceAlly(self.seat, game.table.current[0].ally))


@attrs.frozen
class StartSeason(Value, Task):
    """Deal the season's cards, the last draw before the next season (rule season.no-draw)."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        order = game.chance.influence[table.season_index]
        dealt = table.players * table.variant.hand_size
        cards = [order[seat : dealt : table.players] for seat in range(table.players)]
        for leader, own in zip(table.box.leaders, game.chance.leader_cards, strict=False):
            if leader.id in table.leaders:
                cards[table.leaders.index(leader.id)] += own[table.season_index :][:1]
        hands = tuple(map(sort_hand, cards))
        drafting = table.variant.is_drafted
        none = ((),) * table.players
        game.set_hands(none if drafting else hands)
        game.set_packs(hands if drafting else none)
        game.set_deck(order[dealt:])
        table.discard = ()
        for seat, hand in enumerate(hands):
            game.note(Happening.DEALT, seat, cards=hand, viewers=(seat,))
        game.push(FillRow(), *ROUND)
        if drafting:
            ask_for_picks(game)


@attrs.frozen
class FillRow(Value, Task):
    """Fill the row of revealed allies, if there is one (rule row.fill)."""

    def do(self, game: WorkingCopy) -> None:
        game.fill_row(game.table.variant.row_size(game.table.players))


@attrs.frozen
class EndRound(Task, Value, line="- end"):
    """Clean up and pass the first-player token; begin the next round or season, or score."""

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        if table.bid is not None:
            _clean_up(game, table.bid)
        table.first_player = (table.first_player + 1) % table.players
        if table.round_number <= table.players:
            table.round_number += 1
            game.push(*ROUND)
        elif table.season is variants.SEASONS[-1]:
            questions.score(game)
        else:
            _end_season(game)
            table.season = variants.SEASONS[variants.SEASONS.index(table.season) + 1]
            table.round_number = 1
            game.push(StartSeason())


def _clean_up(game: WorkingCopy, bid: Bid) -> None:
    """Return or discard all cards of the piles, let all leaders stand, and store the result."""
    table = game.table
    piles, table.piles = table.piles, ((),) * table.players
    returning = table.box.able[Operation.TO_HAND]
    for seat in table.turn_order:
        back = [
            card
            for card in piles[seat]
            if card.id in returning
            and any(
                not ability.unless_winner or seat != bid.winner
                for ability in table.box.abilities(card.id, Timing.CLEAN_UP)
            )
        ]
        game.discard([card for card in piles[seat] if card not in back])
        if back:
            cards = game.join_hand(seat, back)
            game.note(Happening.RETURNED, seat, cards=cards)
    result = RoundResult(table.season, table.round_number, table.first_player, table.revealed, bid)
    table.results = (*table.results, result)
    table.knelt = (False,) * table.players
    table.skipped = ()
    table.lasting = ()
    table.plays = ()
    table.bid = None
    table.revealed = None


def _end_season(game: WorkingCopy) -> None:
    """Discard all hands, and begin a new log."""
    table = game.table
    for seat, hand in enumerate(game.hands):
        game.discard_from_hand(seat, hand)
    if table.variant.is_advanced:
        # Every event that was dealt is in the public discard pile by now. None was seen in an
        # earlier season: the first season has no events, and there are at most three.
        table.joined = tuple(
            sorted(card for card in table.discard if table.box.entry(card).kind is Kind.EVENT)
        )
    game.close_log()


ROUND: Steps = (Reveal(), DecideBid(), EndRound())
"""The steps of a round."""
