"""Actions as numbers: one for each house and place, for any seat and number of players.

The code `wi-120/1` has 120 actions, `30 * house.index + place`. Cards of one house are equivalent,
so an action names only the house. Places are relative to the current bottom row:

- 0 is the slot left of the bottom row, 1 the slot right of it. While the court is empty, 0 is a0
  and 1 is a1;
- 2 to 29 are the slots of the upper rows, from the bottom up, each row from the left: 7 slots in
  row b, 6 in row c, down to a single one in row h. The leftmost slot of row b rests on the leftmost
  card of the bottom row, and so on upwards. While the court is empty, it is b0.

Every legal move has exactly one action, and actions ascend in the order of `distinct_moves`. This
code never changes: a different one would get a new name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from typing_extensions import deprecated

from westeros_intrigue.gamekit.errors import DeprecatedName, InvalidValue
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.values import check_integer, check_type
from westeros_intrigue.rules import moves
from westeros_intrigue.rules.board import PLANE_BITS
from westeros_intrigue.rules.cards import HOUSES, SLOTS, WIDEST, House, Move, Slot
from westeros_intrigue.rules.view import Position, check_position
from westeros_intrigue.rules.violations import IllegalMove, Violation

__all__ = [
    "ABSOLUTE_CODE",
    "ACTION_COUNT",
    "CODE",
    "PLACES",
    "absolute_action",
    "decode",
    "encode",
    "explain_action",
    "explain_actions",
    "legal_actions",
    "legal_mask",
    "place_of",
    "reasons",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


CODE: str = "wi-120/1"
"""The name of the code, with its version."""
PLACES = 2 + WIDEST * (WIDEST - 1) // 2
"""The number of places for a house: both ends of the bottom row, and the slots above it."""
ACTION_COUNT = len(HOUSES) * PLACES
"""The number of actions: 120. Actions are numbered from 0."""
ABSOLUTE_CODE: str = "wi-368/1"
"""The name, with its version, of the code of houses and slots that does not depend on the
position."""

_SLOT_NUMBERS = {slot: number for number, slot in enumerate(SLOTS.values())}


CELLS = tuple(Slot(row, column) for row in range(WIDEST) for column in range(WIDEST - row))
"""The 36 cells of a full court, columns from 0 for the leftmost card."""


class Places(NamedTuple):
    """The places for a bottom row, and the cells of a full court above it."""

    slots: tuple[Slot, ...]
    """The slot of each place, from 0."""
    actions: Mapping[int, int]
    """The actions by bit of their house and slot in the bitboards of a court."""
    numbers: Mapping[int, int]
    """The numbers of each house's cells, house by house from 0, by the same bits."""


def legal_actions(position: Position) -> tuple[int, ...]:
    """Return the actions of the player to move, in ascending order; none if no player is to move.

    They correspond one to one to the moves of `distinct_moves`.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import legal_actions
    >>> legal_actions(setup(6, seed=1))
    (0, 30, 90)

    Rules: turn.must-place, turn.own-hand.
    """
    listed = moves.distinct_moves(position)
    places = places_of(position)
    return tuple(_action(move, places) for move in listed)


def legal_mask(position: Position) -> tuple[bool, ...]:
    """Return a mask over the actions, from 0: True for those that the player to move may choose.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import legal_mask
    >>> mask = legal_mask(setup(6, seed=1))
    >>> len(mask), [action for action in range(120) if mask[action]]
    (120, [0, 30, 90])

    Rules: turn.must-place, turn.own-hand.
    """
    legal = legal_actions(position)
    return tuple(action in legal for action in range(ACTION_COUNT))


def encode(position: Position, move: Move) -> int:
    """Return the action of a legal move.

    >>> from westeros_intrigue import parse_move, setup
    >>> from westeros_intrigue.lab.environments.actions import encode
    >>> encode(setup(6, seed=1), parse_move("L7@a0"))
    30

    Args:
        position: a state or a view.
        move: a legal move. Moves of cards of one house to one slot have the same action.

    Raises:
        IllegalMove: the move breaks a rule; `violations` lists them.

    Rules: components.characters.house, turn.must-place.
    """
    check_type("move", move, Move)
    if move not in moves.legal_moves(position):
        raise IllegalMove(moves.explain(position, move), move, position)
    return _action(move, places_of(position))


def decode(position: Position, action: int) -> Move:
    """Return the legal move of an action, with the lowest card of its house.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import decode
    >>> print(decode(setup(6, seed=1), 30))
    L5@a0

    Args:
        position: a state or a view.
        action: from 0 to 119.

    Raises:
        IllegalMove: the placement breaks a rule; `violations` lists them, and `move` is None.
        InvalidValue: the action is out of range.

    Rules: components.characters.house, turn.must-place.
    """
    return moves.find_move(position, *place_of(position, action))


def place_of(position: Position, action: int) -> tuple[House, Slot]:
    """Return the house and the slot of an action in a position, legal or not.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import place_of
    >>> house, slot = place_of(setup(6, seed=1), 32)
    >>> str(house), str(slot)
    ('Lannister', 'b0')

    Args:
        position: a state or a view.
        action: from 0 to 119.

    Raises:
        InvalidValue: the action is out of range.
    """
    check_position(position)
    house_index, place = divmod(check_integer("action", action, 0, ACTION_COUNT - 1), PLACES)
    return HOUSES[house_index], places_of(position).slots[place]


def explain_action(position: Position, action: int) -> tuple[Violation, ...]:
    """Return the violations of an action, as `explain` does; none if it is legal.

    The violations have no `card`, since an action names only a house. To explain an action to a
    player, pass that player's view: a state contains every hand.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import explain_action
    >>> print(*explain_action(setup(6, seed=1), 1))
    A Stark card cannot go to a1: the court is empty, and its first card goes to a0. \
Choose that slot.

    Args:
        position: a state or a view.
        action: from 0 to 119.

    Raises:
        InvalidValue: the action is out of range.

    Rules: round.end, turn.clockwise, turn.own-hand, court.vacant, court.first, court.width,
    court.beside, court.support, court.match, solo.highest, solo.side.
    """
    house, slot = place_of(position, action)
    return moves.violations_of(position, house, slot)


def explain_actions(position: Position) -> Mapping[int, tuple[Violation, ...]]:
    """Return the violations of each illegal action, by action, ascending from 0.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.lab.environments.actions import explain_actions
    >>> broken = explain_actions(setup(6, seed=1))
    >>> len(broken), broken[1][0].rule
    (117, 'court.first')

    Rules: round.end, turn.clockwise, turn.own-hand, court.vacant, court.first, court.width,
    court.beside, court.support, court.match, solo.highest, solo.side.
    """
    return {
        action: violations
        for action in range(ACTION_COUNT)
        if (violations := explain_action(position, action))
    }


@deprecated("since 1.0: use explain_actions", category=DeprecatedName)
def reasons(position: Position) -> Mapping[int, tuple[Violation, ...]]:
    """Return the violations of each illegal action.

    .. deprecated:: 1.0
       Use `explain_actions`.
    """
    return explain_actions(position)


def absolute_action(move: Move) -> int:
    """Return the number of a move's house and slot in the code `wi-368/1`, from 0 to 367.

    It is `92 * house.index` plus the index of the slot among all 92 that a court can reach, in slot
    order. It does not depend on the position, so it suits records and the edges of search trees.

    >>> from westeros_intrigue import parse_move
    >>> from westeros_intrigue.lab.environments.actions import absolute_action
    >>> absolute_action(parse_move("L7@a0"))
    99

    Raises:
        InvalidValue: no court can reach the slot.

    Rules: components.characters.house, court.first, court.width.
    """
    check_type("move", move, Move)
    number = _SLOT_NUMBERS.get(move.slot)
    if number is None:
        raise InvalidValue(f"no court can reach the slot {move.slot}")
    return len(SLOTS) * move.card.house.index + number


def places_of(position: Position) -> Places:
    """Return the places of a position."""
    occupied = position._board.occupied
    occupied |= occupied >> 2 * PLANE_BITS
    return _places((occupied | occupied >> PLANE_BITS) & 0xFFFF)  # any house in the bottom row


@cache
def _places(occupied: int) -> Places:
    """Return the places for a bottom row whose occupied cells are the bits of `occupied`."""
    leftmost = (occupied & -occupied).bit_length() - 9 if occupied else 0  # column 0 is the bit 8
    ends = (leftmost - 1, leftmost + occupied.bit_count()) if occupied else (0, 1)
    court = tuple(Slot(cell.row, leftmost + cell.column) for cell in CELLS)
    slots = (*(Slot(0, column) for column in ends), *court[WIDEST:])
    return Places(slots, _by_bit(slots), _by_bit(court))


def _by_bit(slots: tuple[Slot, ...]) -> dict[int, int]:
    """Return the numbers of slots, house by house, by bit in the bitboards of a court."""
    return {
        PLANE_BITS * house + slot.cell: len(slots) * house + number
        for house in range(len(HOUSES))
        for number, slot in enumerate(slots)
    }


def _action(move: Move, places: Places) -> int:
    return places.actions[PLANE_BITS * move.card.house.index + move.slot.cell]
