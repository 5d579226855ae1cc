"""Keys for search tables: the parts of a position on which the rest of the game depends."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import brief
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.game import GameState, letters
from westeros_intrigue.rules.own_cards import SeenPile
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.turns import BARATHEON, LANNISTER, STARK, TARGARYEN
from westeros_intrigue.rules.unseen import dead_pile
from westeros_intrigue.rules.variants import needs_houses
from westeros_intrigue.rules.view import Position, View, check_position

Scope = Literal["game", "round"]


def position_key(position: Position, *, scope: Scope = "game") -> Hashable:
    """Return a key for search tables, equal for positions from which play is equivalent.

    Positions with equal keys have the same player to move, the same legal moves by house and slot,
    and the same probabilities and points to come. They may differ in their past moves and in the
    numbers of their cards. Do not store keys: they differ between versions of the library.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(4, seed=7)
    >>> first, second = (apply(state, move) for move in legal_moves(state)[:2])
    >>> first == second, position_key(first) == position_key(second)
    (False, True)

    Args:
        position: a state or a view.
        scope: "round" ignores earlier points, Iron Throne cards and later rounds, on which the
            placements and points of this round do not depend.

    Raises:
        InvalidValue: the scope is neither "game" nor "round".

    Rules: components.names, components.characters.house, option.affiliation, option.rivalry.
    """
    check_position(position)
    if scope not in ("game", "round"):
        raise InvalidValue(f"scope must be 'game' or 'round', not {brief(scope)}")
    if isinstance(position, GameState):
        earlier = position.frame.outlook if scope == "game" else _table(position)
        return (earlier, *_state_key(position))
    earlier_seen = _earlier(position) if scope == "game" else ()
    return (*earlier_seen, _table(position), *_view_key(position))


def _state_key(state: GameState) -> tuple[Hashable, ...]:
    stacks = state.stacks
    hands: list[Hashable] = [
        letters(stack.cards) if stacks and (stack := stacks[seat]) else _house_counts(held)
        for seat, held in enumerate(state.held)
    ]
    # A player who is out stays out, so only the number of cards matters.
    for gone in state.eliminations:
        hands[gone.player] = gone.cards_left
    end = None if state.active_player is not None else _last_card(state)
    return (state.active_player, end, state.occupied, *hands)


def _view_key(view: View) -> tuple[Hashable, ...]:
    table = view.table
    missing = enumerate(table.missing_houses)
    return (
        table.active_player,
        table.board.occupied,
        _last_card(view),  # not None only if the round is over, so it also encodes the phase
        view.player,
        letters(view.hand),
        table.hand_sizes,
        # A player who is out with cards lacks a house. For the viewer, only being out is new.
        tuple(bool(houses) if seat == view.player else houses for seat, houses in missing),
        tuple(letters(stack) for stack in table.known_stacks),
        table.can_place,
        _memory(view),
    )


def _table(position: Position) -> tuple[Hashable, ...]:
    variant = position.variant
    # Anyone Can Die only changes how rounds are dealt.
    options = tuple(option for option in variant.options if option != "anyone_can_die")
    # If points do not depend on houses, only the side of an automated seat does.
    seats = range(position.players) if needs_houses(options) else variant.automated
    return position.players, variant.automated, options, tuple(variant.houses[s] for s in seats)


def _last_card(position: Position) -> Hashable:
    # The last card is known only at the end of the round, and only scoring depends on it.
    if position.phase is not Phase.ROUND_OVER:
        return None
    last = position.placements[-1]
    return last.player, last.move.card.house if needs_houses(position.variant.options) else None


def _earlier(view: View) -> tuple[Hashable, ...]:
    return (
        view.variant,
        view.starting_player,
        view.penalty_points,
        _sorted_pile(view.score_pile),
        view.score_pile_sizes,  # one card per round, so they also encode the round
        tuple(_sorted_pile(pile) for pile in view.revealed_score_piles),
    )


def _memory(view: View) -> Hashable:
    # With Anyone Can Die, earlier rounds determine which characters may be dead.
    if not view.variant.has_dead(view.round_number):
        return None
    known = (card for cards in view.known_stacks for card in cards)
    lying = frozenset((*view.court.values(), *view.hand, *known))
    unseen = [card for card in DECK if card not in lying]
    dead = dead_pile(view.table, view.results, unseen, view.round_number)
    return dead.has_numbers, tuple(
        (
            house_counts(death.may_die),
            # Hidden cards matter for the dead only after eliminations, or without numbers.
            (death.hidden, death.hands) if death.hands or not dead.has_numbers else (),
        )
        for death in dead.deaths
    )


def _house_counts(held: int) -> tuple[int, ...]:
    return (
        (held & STARK).bit_count(),
        (held & LANNISTER).bit_count(),
        (held & BARATHEON).bit_count(),
        (held & TARGARYEN).bit_count(),
    )


def _sorted_pile(pile: SeenPile) -> SeenPile:
    return tuple(sorted(pile, key=lambda card: (card.value, card.icons) if card else (0, 0)))
