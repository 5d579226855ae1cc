"""What one player may know: a state with everything hidden left out.

Rules: info.public, info.leftover, info.throne, info.throne-automated, info.elimination,
solo.public.
"""

from __future__ import annotations

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.cards import HOUSES, House
from westeros_intrigue.rules.explain import check_seat
from westeros_intrigue.rules.history import RoundResult
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.state import GameState, Phase, View, vouched


@public
def observe(state: GameState, player: int | None) -> View:
    """Return what a player may know of a state, or a spectator.

    >>> from westeros_intrigue import setup
    >>> view = observe(setup(4, seed=1), 2)
    >>> view
    <View of player 2: round 1 of 4, playing, player 0 to move>
    >>> len(view.hand), view.hand_sizes
    (9, (9, 9, 9, 9))

    Args:
        state: any state.
        player: the seat that looks, from 0; None for a spectator.

    Raises:
        InvalidValue: there is no such player, or the seat is automated and sees nothing.
        WrongType: an argument of another type.

    Rules: info.public, info.leftover, info.throne, info.throne.unseen, info.throne-automated,
    info.elimination, setup.unused.unseen, elimination.keeps.hidden.
    """
    check_type("state", state, GameState)
    if player is not None and check_seat(state, player) in state.variant.automated:
        raise InvalidValue(f"player {player} is automated: give a player's seat, or None")
    is_over = state.phase is Phase.GAME_OVER
    hands = state.hands
    view = View(
        player=player,
        players=state.players,
        variant=state.variant,
        phase=state.phase,
        round_number=state.round_number,
        starting_player=state.starting_player,
        active_player=state.active_player,
        starters=state._frame.starters,
        court=state.court,
        placements=state.placements,
        eliminations=state.eliminations,
        hand=() if player is None else hands[player],
        hand_sizes=tuple(len(hand) for hand in hands),
        missing_houses=_missing_houses(state),
        known_stacks=tuple(
            hand[len(hand) - known :] for hand, known in zip(hands, state.known_counts, strict=True)
        ),
        last_placer=state.last_placer,
        penalty_points=state.penalty_points,
        score_pile=() if player is None else state.score_piles[player],
        score_pile_sizes=tuple(len(pile) for pile in state.score_piles),
        results=tuple(
            _seen_result(result, player, state.variant.automated, is_over=is_over)
            for result in state.results
        ),
        revealed_score_piles=state.score_piles if is_over else (),
    )
    return vouched(view)


def _seen_result(
    result: RoundResult, player: int | None, automated: tuple[int, ...], *, is_over: bool
) -> RoundResult:
    is_own_throne_card = player is not None and result.last_placer == player
    return RoundResult(
        round_number=result.round_number,
        starting_player=result.starting_player,
        deal=None,
        starters=result.starters,
        placements=result.placements,
        eliminations=result.eliminations,
        last_placer=result.last_placer,
        throne_card=result.throne_card if is_over or is_own_throne_card else None,
        cards_left=result.cards_left,
        # An automated house has turned over every card that it keeps.
        kept=tuple(
            cards if seat == player or seat in automated else None
            for seat, cards in enumerate(result.kept)
        ),
        adjustments=result.adjustments,
        penalty_points=result.penalty_points,
    )


def _missing_houses(state: GameState) -> tuple[tuple[House, ...], ...]:
    """For each seat the houses that had an open slot when it went out with cards in hand."""
    missing: list[tuple[House, ...]] = [()] * state.players
    proving = [elimination for elimination in state.eliminations if elimination.cards_left]
    if not proving:
        return tuple(missing)
    frame = state._frame
    occupied, open_slots = pyramid.EMPTY, pyramid.FIRST_SLOT
    lying = [(card, Slot(0, column)) for column, card in enumerate(frame.starters)]
    lying += [(placed.move.card, placed.move.slot) for placed in state.placements]
    open_after = []
    for card, slot in lying:
        occupied, open_slots = pyramid.place(
            occupied, open_slots, card.house.index, slot.cell, frame.width_limit
        )
        open_after.append(open_slots)
    for elimination in proving:
        then = open_after[len(frame.starters) + elimination.placements_before - 1]
        missing[elimination.player] = tuple(
            house for house in HOUSES if then >> PLANE_BITS * house.index & PLANE
        )
    return tuple(missing)
