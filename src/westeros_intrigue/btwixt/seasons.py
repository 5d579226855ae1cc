"""The beginning of a season, and the end of a round, of a season and of the game.

Rules: setup.deck, season.start, season.rounds, season.change, season.deck-set, season.keeps,
season.end, clean.discard, clean.stand, card.contingency, pass.token, advance.round, advanced.hand,
advanced.removed, advanced.events, kingsmoot.deck, kingsmoot.discard, row.fill, draft.direction.
"""

from __future__ import annotations

from westeros_intrigue.btwixt import memory
from westeros_intrigue.btwixt.cards import Card, Kind
from westeros_intrigue.btwixt.memory import Memory
from westeros_intrigue.btwixt.scoring import score
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import RoundResult, Step, Table, Task, given
from westeros_intrigue.btwixt.variants import SEASONS, Drafting
from westeros_intrigue.btwixt.vocabulary import Timing
from westeros_intrigue.btwixt.zones import (
    discard_from_hand,
    discarded,
    join_hand,
    numbers,
    on_table,
    push,
    remember,
    top_ally,
    with_parts,
)


def season_index(table: Table) -> int:
    """Return how many seasons of the game came before this one."""
    return table.variant.seasons(table.players).index(table.season)


def start_season(state: GameState, _step: Step) -> GameState:
    """Deal the season's cards; nobody draws before the next (rule season.no-draw)."""
    table = state.table
    index = season_index(table)
    order = state.chance.influence[index]
    dealt = table.players * table.variant.hand_size
    hands = [order[seat : dealt : table.players] for seat in range(table.players)]
    if state.chance.leader_cards:
        hands = [(*hand, _own_cards(state, seat)[index]) for seat, hand in enumerate(hands)]
    cards = tuple(tuple(sorted(hand)) for hand in hands)
    drafting = table.variant.draft is not Drafting.NONE
    none = ((),) * table.players
    sizes = tuple(map(len, cards))
    no_sizes = (0,) * table.players
    state = with_parts(
        state,
        hands=none if drafting else cards,
        packs=cards if drafting else none,
        deck=order[dealt:],
    )
    state = on_table(
        state,
        discard=(),
        deck_size=len(state.deck),
        hand_sizes=no_sizes if drafting else sizes,
        pack_sizes=sizes if drafting else no_sizes,
    )
    state = remember(state, lambda viewer, known: _after_deal(state, viewer, known, drafting))
    first = Step(Task.DRAFT_PASS) if drafting else Step(Task.FILL_ROW)
    return push(state, first)


def _own_cards(state: GameState, seat: int) -> tuple[Card, ...]:
    leaders = [leader.id for leader in state.table.box.leaders]
    return state.chance.leader_cards[leaders.index(state.table.leaders[seat] or "")]


def _after_deal(state: GameState, viewer: int, known: Memory, drafting: bool) -> Memory:  # noqa: FBT001 - one of two deals
    """What somebody knows after a deal: the own cards, and that the others may be anywhere."""
    table = state.table
    place = memory.pack if drafting else memory.hand
    index = season_index(table)
    in_deck = set(state.chance.influence[index])
    others = memory.DECK
    for seat in range(table.players):
        others |= place(seat)
    if viewer < table.players:
        others &= ~place(viewer)
    places = list(known.places)
    for card, number in table.box._numbers.items():
        kind = table.box.entry(card).kind
        if kind is Kind.EVENT and state.chance.events:
            if index:
                # A leader who has not seen an event cannot tell whether it has joined the deck.
                places[number] = others | known.places[number] & memory.EVENTS
        elif kind is Kind.LEADER and state.chance.leader_cards:
            places[number] = _own_card_places(table, card, known.places[number])
        elif card in in_deck:
            places[number] = others
    after = Memory(tuple(places), known.allies)
    if viewer == table.players:
        return after
    own = (state.packs if drafting else state.hands)[viewer]
    return after.saw(place(viewer), numbers(table, own))


def _own_card_places(table: Table, card: Card, before: int) -> int:
    """Where a white card may be until one sees the own hand: which was drawn is a secret."""
    leader = table.box.entry(card).leader
    if not before & memory.UNDRAWN or leader not in table.leaders:
        return before
    return memory.UNDRAWN | memory.hand(table.leaders.index(leader))


def fill_row(state: GameState, _step: Step) -> GameState:
    """Fill the row of revealed allies, if there is one, and let the first round begin."""
    if state.table.variant.revealed_allies:
        while len(state.table.row) <= state.table.players and state.ally_deck:
            state, ally = top_ally(state)
            state = on_table(state, row=(*state.table.row, ally))
    return push(state, Step(Task.REVEAL))


def clean_up(state: GameState, _step: Step) -> GameState:
    """Clear the piles, let all stand, and end what lasts until the end of the round."""
    table = state.table
    state = on_table(state, piles=((),) * table.players)
    for seat in table.turn_order:
        for card in table.piles[seat]:
            if _goes_to_hand(table, seat, card):
                state = join_hand(state, seat, (card,))
            else:
                state = discarded(state, (card,))
    result = RoundResult(
        table.season, table.round_number, table.first_player, table.revealed, given(table.bid)
    )
    state = on_table(
        state,
        knelt=(False,) * table.players,
        skipped=(),
        lasting=(),
        plays=(),
        bid=None,
        revealed=None,
        results=(*table.results, result),
    )
    return push(state, Step(Task.END_ROUND))


def _goes_to_hand(table: Table, seat: int, card: Card) -> bool:
    return any(
        ability.timing is Timing.CLEAN_UP
        and not (ability.unless_winner and seat == given(table.bid).winner)
        for ability in table.box.abilities(card)
    )


def end_round(state: GameState, _step: Step) -> GameState:
    """Pass the first-player token; begin the next round or season, or score."""
    table = state.table
    last_round = table.round_number > table.players
    if last_round and table.season is SEASONS[-1]:
        return score(on_table(state, first_player=(table.first_player + 1) % table.players))
    state = on_table(
        state,
        first_player=(table.first_player + 1) % table.players,
        season=SEASONS[SEASONS.index(table.season) + last_round],
        round_number=1 if last_round else table.round_number + 1,
    )
    if not last_round:
        return push(state, Step(Task.REVEAL))
    for seat, hand in enumerate(state.hands):
        state = discard_from_hand(state, seat, hand)
    return push(state, Step(Task.START_SEASON))


TASKS = {
    Task.START_SEASON: start_season,
    Task.FILL_ROW: fill_row,
    Task.CLEAN_UP: clean_up,
    Task.END_ROUND: end_round,
}
