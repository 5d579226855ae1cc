"""Moves: the legal ones, the reasons against others, and the state after each.

`legal_moves` and `apply` read the open slots of the board; `explain` looks at the cards of the
court, and agrees with them.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Final

from westeros_intrigue.gamekit.notebook_tables import Listed
from westeros_intrigue.gamekit.refusals import MOST_NAMED
from westeros_intrigue.gamekit.rulebook import in_paragraphs, paragraphs, read_rulebook
from westeros_intrigue.gamekit.values import check_integer, check_type, replace_item
from westeros_intrigue.rules import automated, court
from westeros_intrigue.rules.board import (
    ONE_HOUSE,
    PLANE,
    PLANE_BITS,
    after_placement,
    bits_of,
    cells,
)
from westeros_intrigue.rules.cards import (
    CARDS_PER_HOUSE,
    DECK,
    MOVES,
    SLOTS,
    Card,
    House,
    Move,
    Slot,
    move_number,
)
from westeros_intrigue.rules.game_events import Placement
from westeros_intrigue.rules.state import GameState, next_state
from westeros_intrigue.rules.view import Position, View, check_position, check_seat
from westeros_intrigue.rules.violations import (
    NO_REMEDY,
    IllegalMove,
    Remedy,
    Violation,
    ViolationCode,
    Violations,
    house_of,
    violation,
)

RULES_VERSION: Final = 1
"""The version of the rules. It increases if a rule changes the course of any game, not with a new
wording or a new option. Records contain it, so that games by older rules can be recognised."""

_RULES = read_rulebook("westeros_intrigue.rules")
RULEBOOK: Final = _RULES[0]
"""All rules by id, in the order of their chapters."""
PRIMER: Final = _RULES[1]
"""The rules that a newcomer needs, as short paragraphs in reading order."""
rule: Final = RULEBOOK.rule
NOTATION: Final = paragraphs(
    """
    `S4@b2` places Stark 4 in row b, column 2. The houses are S, L, B and T.

    Row a is the bottom row, and the first card of a round goes to its column 0: `T9@a0`. Columns
    left of it are negative, as in `L1@a-3`.

    A card in column 2 of row b rests on columns 2 and 3 of row a, one in row c on the same columns
    of row b, and so on.
    """
)
"""Paragraphs about how moves are written, with moves between back-ticks."""


def table_rules(position: Position) -> tuple[str, ...]:
    """Return the rules that the players of a table need, a paragraph for each chapter.

    Together, they have at most 6000 characters.

    >>> from westeros_intrigue import setup
    >>> any("solo: " in text for text in table_rules(setup(4, seed=1)))
    False

    Rules: option.houses, solo.elsewhere, round.count.
    """
    check_position(position)
    return in_paragraphs(RULEBOOK.of_table(position.variant.traits(position.players)))


def question(position: Position) -> str:
    """Return the question to the player to move; empty if no player must decide.

    >>> from westeros_intrigue import setup
    >>> question(setup(3, seed=1))
    'Place a card'

    Rules: turn.must-place.
    """
    check_position(position)
    return "" if position.active_player is None else "Place a card"


def explain(position: Position, move: Move, *, player: int | None = None) -> Listed[Violation]:
    """Return every rule that a move breaks, in the order of `ViolationCode`; () if it is legal.

    In a GameState, `player` makes the move, by default the player to move; in a View, the viewer
    makes it. If it is not that seat's turn, this is the only violation.

    >>> from westeros_intrigue import DECK, Deal, setup
    >>> from westeros_intrigue.rules import deal_from_deck
    >>> state = setup(4, deal=Deal((deal_from_deck(DECK, 4),)))
    >>> for violation in explain(state, Move(Card(House.LANNISTER, 1), Slot(0, 1))):
    ...     print(violation)
    L1 cannot go to a1: player 0 has no such card. Choose a card from the player's hand.
    L1 cannot go to a1: the court is empty, and its first card goes to a0. Choose that slot.

    The violations of a GameState can reveal whether the player to move has the card, and which move
    an automated house must make. Before sending violations to a player, pass their seat as
    `player`, or use their view.

    Args:
        position: a state or a view.
        move: the placement.
        player: the seat that makes the move, from 0; None for the player to move, or for the viewer
            of a view.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: round.end, turn.clockwise, turn.own-hand, court.vacant, solo.highest, solo.side.
    """
    check_type("move", move, Move)
    return Listed(violations_of(position, move.card, move.slot, player))


def violations_of(
    position: Position, card_or_house: Card | House, slot: Slot, player: int | None = None
) -> Violations:
    """Return the violations of a card, or of every card of a house, in a slot."""
    check_position(position)
    if player is not None:
        player = check_seat(position, player)
    active_player = position.active_player
    viewer = position.player if isinstance(position, View) else active_player
    asking = viewer if player is None else player
    broken = partial(violation, card_or_house=card_or_house, slot=slot)
    if active_player is None:
        return (broken(ViolationCode.NOBODY_TO_MOVE, player=asking),)
    for seat in (viewer, asking):
        if seat != active_player:
            code = ViolationCode.NOT_YOUR_TURN
            return (broken(code, player=seat, active_player=active_player),)
    broken_rules: Violations = ()
    own = bits_of(position.hand) if isinstance(position, View) else position._held[active_player]
    house = house_of(card_or_house)
    fitting = ONE_HOUSE << CARDS_PER_HOUSE * house.index
    if isinstance(card_or_house, Card):
        fitting = 1 << card_or_house.index
    is_held, is_open = own & fitting, position._board.is_open(house, slot.cell)
    remedy = NO_REMEDY
    if isinstance(position, View) and not (is_held and is_open):
        # All players can read the violations of a state, and a hand shows in what would work.
        remedy = _find_remedy(position, own, house, slot, is_held=bool(is_held))
    if not is_held:
        code = ViolationCode.CARD_NOT_IN_HAND
        broken_rules = (broken(code, player=active_player, remedy=remedy),)
    if not is_open:  # otherwise the court is not needed
        limit = position._board.width_limit
        broken_rules += tuple(
            court.list_violations(
                position.court, limit, card_or_house, slot, active_player, remedy=remedy
            )
        )
    if isinstance(position, GameState) and (dictated := position.dictated):
        broken_rules += automated.procedure_violations(dictated, card_or_house, slot, active_player)
    return broken_rules


def _find_remedy(view: View, held: int, house: House, slot: Slot, *, is_held: bool) -> Remedy:
    """Return the placements that would work for a player who has tried another.

    `held` is the cards of the hand, as bits.
    """
    board, bit = view._board, 1 << slot.cell
    own = held >> CARDS_PER_HOUSE * house.index & ONE_HOUSE
    opened = cells(board.open_bits >> PLANE_BITS * house.index & PLANE)[:MOST_NAMED] if own else []
    if is_held and opened:
        return tuple([SLOTS[cell] for cell in opened]), ()
    there = [
        _LOWEST[cards](moves_to[bit])[0]
        for other, moves_to in enumerate(_MOVES)
        if (cards := held >> CARDS_PER_HOUSE * other & ONE_HOUSE)
        and board.open_bits >> PLANE_BITS * other + slot.cell & 1
    ]
    if there:
        return (), tuple(there)
    if opened:
        moves_to = _MOVES[house.index]
        return (), tuple([_LOWEST[own](moves_to[1 << cell])[0] for cell in opened])
    return (), distinct_moves(view)[:MOST_NAMED]


Moves = tuple[Move, ...]
"""Different moves."""
# For each house, the moves of its nine cards to a slot, by the slot's bit.
_MOVES: tuple[dict[int, Moves], ...] = tuple(
    {1 << cell: tuple(MOVES[move_number(card, cell)] for card in cards) for cell in SLOTS}
    for cards in (
        DECK[first : first + CARDS_PER_HOUSE] for first in range(0, len(DECK), CARDS_PER_HOUSE)
    )
)

_Picker = Callable[[Moves], Moves]


def _picker(numbers: list[int]) -> _Picker:
    # itemgetter, written in C, returns a tuple only for several items or for a slice.
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return itemgetter(slice(numbers[0], numbers[0] + 1))


# For each set of a house's cards, as bits, a function that selects their moves from all nine.
_ALL = {held: _picker(cells(held)) for held in range(1, ONE_HOUSE + 1)}
_LOWEST = {held: _picker(cells(held)[:1]) for held in range(1, ONE_HOUSE + 1)}


def legal_moves(position: Position) -> Moves:
    """Return every legal move of the player to move, ordered by house, row, column and number.

    There is none if no player is to move, or in the view of another seat.

    >>> from westeros_intrigue import setup
    >>> [str(move) for move in legal_moves(setup(6, seed=1))]
    ['S8@a0', 'L5@a0', 'L6@a0', 'L7@a0', 'T4@a0', 'T9@a0']

    Rules: turn.must-place, turn.own-hand, court.beside, court.support, court.match.
    """
    return _list_moves(position, _ALL)


def distinct_moves(position: Position) -> Moves:
    """Return one legal move for each house and slot: the one with the lowest card number.

    Cards of one house are equivalent, so these moves represent all others.

    >>> from westeros_intrigue import setup
    >>> [str(move) for move in distinct_moves(setup(6, seed=1))]
    ['S8@a0', 'L5@a0', 'T4@a0']

    Rules: components.names, components.characters.house.
    """
    return _list_moves(position, _LOWEST)


def _list_moves(position: Position, pickers: dict[int, _Picker]) -> Moves:
    held, open_bits = _in_hand_and_open(position)
    moves: list[Move] = []
    for moves_to in _MOVES:
        house_cards = held & ONE_HOUSE
        if house_cards:
            picked = pickers[house_cards]
            plane = open_bits & PLANE
            while plane:
                slot = plane & -plane
                plane ^= slot
                moves += picked(moves_to[slot])
        held >>= CARDS_PER_HOUSE
        open_bits >>= PLANE_BITS
    return tuple(moves)


def _in_hand_and_open(position: Position) -> tuple[int, int]:
    """Return the cards that the player to move can place, and the open slots, as bits."""
    if isinstance(position, GameState):
        player = position.active_player
        if player is None:
            return 0, 0
        if position._stacks[player] and (dictated := position.dictated):
            card, slot = dictated.card, dictated.slot
            return 1 << card.index, 1 << PLANE_BITS * card.house.index + slot.cell
        return position._held[player], position._open_bits
    check_position(position)
    table = position.table
    if position.player is None or position.player != table.active_player:
        return 0, 0
    return bits_of(position.hand), table._board.open_bits


def find_move(position: Position, house: House, slot: Slot) -> Move:
    """Return the distinct move that places a card of a house in a slot.

    >>> from westeros_intrigue import setup
    >>> print(find_move(setup(6, seed=1), House.LANNISTER, Slot(0, 0)))
    L5@a0

    Args:
        position: a state or a view.
        house: the house of the card.
        slot: the place of the card.

    Raises:
        IllegalMove: no such move is legal; `violations` lists the reasons, `move` is None.

    Rules: components.names, components.characters.house.
    """
    check_type("house", house, House)
    check_type("slot", slot, Slot)
    held, open_bits = _in_hand_and_open(position)
    house_cards = held >> CARDS_PER_HOUSE * house.index & ONE_HOUSE
    if house_cards and open_bits >> PLANE_BITS * house.index + slot.cell & 1:
        return _LOWEST[house_cards](_MOVES[house.index][1 << slot.cell])[0]
    raise IllegalMove(violations_of(position, house, slot), None, position)


def apply(state: GameState, move: Move, *, player: int | None = None) -> GameState:
    """Return the state after a move of the player to move.

    The turn passes to the next player who can place a card; players who cannot are out.

    >>> from westeros_intrigue import setup
    >>> state = setup(4, seed=7)
    >>> apply(state, legal_moves(state)[0])
    <GameState: 4 players, round 1 of 4, playing, player 1 to move>

    Args:
        state: a state in `Phase.PLAYING`.
        move: the placement.
        player: the seat that makes the move, from 0, which must be the seat to move. None skips
            this check.

    Raises:
        IllegalMove: the move breaks a rule; `violations` lists them, and `state` is the state.
        InvalidValue: the player is out of range.

    Rules: turn.must-place, turn.clockwise, elimination.unable, elimination.empty, round.end.
    """
    if not isinstance(state, GameState):
        check_type("state", state, GameState)
    if not isinstance(move, Move):
        check_type("move", move, Move)
    seat, hands, open_bits = state.active_player, list(state._held), state._open_bits
    card, cell = move.card, move.slot.cell
    house_index, card_bit = card.house.index, 1 << card.index
    # This must agree with `explain`, which is slower.
    if (
        seat is None
        or (
            player is not None
            and (type(player) is not int or player != seat)  # quicker, and mostly enough
            and check_integer("player", player, 0, len(hands) - 1) != seat
        )
        or not hands[seat] & card_bit
        or not open_bits >> (PLANE_BITS * house_index + cell) & 1
        or ((stack := state._stacks[seat]) and move != state.dictated)
    ):
        raise IllegalMove(explain(state, move, player=player), move, state)
    hands[seat] ^= card_bit
    held = tuple(hands)
    placements = (*state.placements, Placement(seat, move))
    stacks = state._stacks
    if stack:
        stacks = replace_item(stacks, seat, stack.after_placement(card))
    frame = state._frame
    _, _, width_limit, opening, _ = frame.table._board
    occupied, open_bits = after_placement(
        state._occupied, open_bits, width_limit, house_index, cell
    )
    if opening is not None:
        open_bits = opening(occupied, width_limit)
    return next_state(
        (seat + 1) % len(hands),
        frame,
        placements,
        state.eliminations,
        occupied,
        open_bits,
        held,
        stacks,
    )


def spellings(move: Move) -> tuple[str, ...]:
    """Return words for a move besides its notation; those with a house alone fit nine moves.

    >>> spellings(Move(Card(House.STARK, 4), Slot(0, -1)))
    ('Stark 4 to a-1', 'Stark to a-1', 'S to a-1')

    Raises:
        WrongType: `move` is not a move.

    Rules: components.names.
    """
    check_type("move", move, Move)
    house, slot = move.card.house, move.slot
    return (
        f"{house} {move.card.number} to {slot}",
        f"{house} to {slot}",
        f"{house.letter} to {slot}",
    )


def is_eliminated(position: Position, player: int) -> bool:
    """Return True if a player is out of the round.

    >>> from westeros_intrigue import setup
    >>> is_eliminated(setup(4, seed=7), 0)
    False

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the player is out of range.

    Rules: elimination.unable, elimination.empty, elimination.final.
    """
    check_position(position)
    player = check_seat(position, player)
    return any(elimination.player == player for elimination in position.eliminations)
