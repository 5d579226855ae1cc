"""Keys for search tables: what of a position matters for the play to come.

Rules: components.names, elimination.final, round.throne.
"""

from __future__ import annotations

from collections.abc import Hashable

from westeros_intrigue.base.public import public
from westeros_intrigue.knowledge.card_counts import house_counts
from westeros_intrigue.knowledge.worlds import last_seen
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.dealing import RoundDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.view import Position, View, check_position


@public
def position_key(position: Position) -> Hashable:
    """Return a key that is equal for positions that play on alike, for search tables.

    Positions with equal keys have the same players to move, the same houses to place in the same
    slots, and the same chances and points to come, whatever way led to them and whichever card of
    a house is where. Keys hold within one version of the library, and are not to be stored.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(4, seed=7)
    >>> first, second = (apply(state, move) for move in legal_moves(state)[:2])
    >>> first == second, position_key(first) == position_key(second)
    (False, True)

    Rules: components.names, components.characters.house.
    """
    check_position(position)
    return _state_key(position) if isinstance(position, GameState) else _view_key(position)


def _state_key(state: GameState) -> Hashable:
    rounds_left = state.variant.rounds_for(state.players) - len(state.results)
    return (
        *_public_key(state, state._occupied),
        tuple(_houses(hand) for hand in state.hands),
        state.known_counts,
        tuple(_sorted_pile(pile) for pile in state.score_piles),
        tuple(_deal_key(deal, state.variant.automated) for deal in state.rest.rounds),
        state.rest.throne_cards[:rounds_left],
        _alive(state),
    )


def _view_key(view: View) -> Hashable:
    return (
        *_public_key(view, view.table._occupied),
        view.player,
        _houses(view.hand),
        view.hand_sizes,
        tuple(
            None if seat == view.player else missing
            for seat, missing in enumerate(view.missing_houses)
        ),
        tuple(_houses(stack) for stack in view.known_stacks),
        _sorted_pile(view.score_pile),
        view.score_pile_sizes,
        tuple(_sorted_pile(pile) for pile in view.revealed_score_piles),
        _memory(view),
    )


def _public_key(position: Position, occupied: int) -> tuple[Hashable, ...]:
    return (
        position.variant,
        position.players,
        position.round_number,
        position.starting_player,
        position.phase,
        position.active_player,
        occupied,
        tuple(sorted(elimination.player for elimination in position.eliminations)),
        _last_card(position),
        position.penalty_points,
    )


def _last_card(position: Position) -> Hashable:
    # Only at the round's end is it known which card is the last, and only scoring asks for it.
    if position.phase is not Phase.ROUND_OVER:
        return None
    last = position.placements[-1]
    asks_for_house = position.variant.house_affiliation or position.variant.rivalry
    return last.player, last.move.card.house if asks_for_house else None


def _deal_key(deal: RoundDeal, automated: tuple[int, ...]) -> Hashable:
    # A player may place the cards in any order; an automated house draws them as they lie.
    hands = (
        hand if seat in automated else tuple(sorted(hand)) for seat, hand in enumerate(deal.hands)
    )
    return tuple(map(_houses, hands)), _houses(deal.starters)


def _alive(state: GameState) -> Hashable:
    # In a round the cards tell it; between rounds the next deal depends on who has not died.
    if state.phase is not Phase.DEALING or not state.variant.anyone_can_die or not state.results:
        return None
    deal = state.results[-1].deal
    return deal and (state.round_number, house_counts(deal.dealt))


def _memory(view: View) -> Hashable:
    # With Anyone Can Die, when a card was last seen tells whether it can be dead.
    if not view.variant.anyone_can_die:
        return None
    known = (card for stack in view.known_stacks for card in stack)
    lying = frozenset((*view.court.values(), *view.hand, *known))
    seen = [
        (card.house.index, round_number)
        for card, round_number in last_seen(view.results).items()
        if card not in lying
    ]
    return tuple(sorted(seen))


def _houses(cards: tuple[Card, ...]) -> str:
    return "".join(card.house.letter for card in cards)


def _sorted_pile(pile: tuple[IronThroneCard, ...]) -> tuple[IronThroneCard, ...]:
    return tuple(sorted(pile, key=lambda card: (card.value, card.icons)))
