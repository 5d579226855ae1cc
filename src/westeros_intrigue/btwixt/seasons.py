"""The beginning of a season, and the end of a round, of a season and of the game.

Rules: setup.deck, season.start, season.rounds, season.change, season.deck-set, season.keeps,
season.end, clean.discard, clean.stand, card.contingency, pass.token, advance.round, advanced.hand,
advanced.removed, advanced.events, kingsmoot.deck, kingsmoot.discard, row.fill, draft.direction.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.bidding import Reveal
from westeros_intrigue.btwixt.cards import Card, Kind
from westeros_intrigue.btwixt.claiming import DecideBid
from westeros_intrigue.btwixt.drafting import ask_for_picks
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.questions import Task
from westeros_intrigue.btwixt.scoring import score
from westeros_intrigue.btwixt.table import Public, RoundResult, Step
from westeros_intrigue.btwixt.variants import SEASONS
from westeros_intrigue.btwixt.vocabulary import Operation, Timing
from westeros_intrigue.btwixt.working_copy import WorkingCopy, by_id


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
