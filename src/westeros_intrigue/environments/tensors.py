"""Views as numbers: 402 of them, the same for every number of players and every option.

The layout `wi-402/1` is made from a view, so it can hold nothing that the viewer may not know. It
is seen from the viewer: seats are counted clockwise from the viewer's own, columns from the
leftmost card of the bottom row. Cards are counted by house, and no card number is in it. Every
number is from 0 to 1. `FIELDS` says what stands where, and `decode` gives it back.

Of the round's history it has only who went out when. The rest is a block of its own,
`encode_history`: who placed which card of the court, and when. Left out of both are what players
kept in finished rounds and the order of the cards in a stack that all have seen.

Rules: info.public, info.leftover, info.throne, info.elimination, solo.public.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from math import prod

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.environments.actions import (
    ACTION_COUNT,
    FIRST_OF_ROW,
    PLACES,
    BottomRow,
    bottom_row,
)
from westeros_intrigue.environments.returns import MOST_POINTS
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, HOUSES, House
from westeros_intrigue.rules.court import WIDEST
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, cells
from westeros_intrigue.rules.slots import SLOTS, Slot
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS
from westeros_intrigue.rules.view import View

__all__ = [
    "CODE",
    "FIELDS",
    "HISTORY_SIZE",
    "SIZE",
    "Field",
    "SeatShown",
    "Shown",
    "decode",
    "decode_history",
    "encode",
    "encode_history",
]

CODE: str = "wi-402/1"
"""The name of the layout, with its version."""
MOST_CARDS = 17
"""The most cards that a hand is dealt (rule option.anyone-deal)."""
_PHASES = tuple(Phase)
_CELLS = tuple(Slot(row, column) for row in range(WIDEST) for column in range(WIDEST - row))
_FIRST_CELL = tuple(_CELLS.index(Slot(row, 0)) for row in range(WIDEST))
_FOUR = len(HOUSES)


@attrs.frozen
class Field(Value):
    """A block of the numbers: its name, where it begins, and its shape.

    >>> from westeros_intrigue.environments.tensors import FIELDS
    >>> FIELDS[1]
    Field(name='open', start=144, shape=(4, 30))
    >>> FIELDS[1].stop
    264
    """

    name: str
    """What it shows; docs/environments.md says it in full."""
    start: int
    """Where it begins, from 0."""
    shape: tuple[int, ...]
    """How many numbers it has, along each axis; the last axis runs fastest."""

    @property
    def stop(self) -> int:
        """Where the next block begins."""
        return self.start + prod(self.shape)


def _fields() -> Iterator[Field]:
    shapes: dict[str, tuple[int, ...]] = {
        "court": (_FOUR, len(_CELLS)),
        "open": (_FOUR, PLACES),
        "hand_size": (MAX_PLAYERS,),
        "to_move": (MAX_PLAYERS,),
        "starts": (MAX_PLAYERS,),
        "placed_last": (MAX_PLAYERS,),
        "out_after": (MAX_PLAYERS,),
        "penalty_points": (MAX_PLAYERS,),
        "score_pile_size": (MAX_PLAYERS,),
        "automated": (MAX_PLAYERS,),
        "house": (MAX_PLAYERS, _FOUR),
        "known": (MAX_PLAYERS, _FOUR),
        "missing": (MAX_PLAYERS, _FOUR),
        "players": (MAX_PLAYERS - MIN_PLAYERS + 1,),
        "phase": (len(_PHASES),),
        "round": (2,),
        "options": (len(OPTIONS),),
        "throne_values": (3,),
        "throne_icons": (1,),
    }
    start = 0
    for name, shape in shapes.items():
        field = Field(name, start, shape)
        yield field
        start = field.stop


FIELDS: tuple[Field, ...] = tuple(_fields())
"""The blocks of the numbers, in order."""
SIZE = FIELDS[-1].stop
"""How many numbers there are: 402."""
HISTORY_SIZE = len(_CELLS) * (MAX_PLAYERS + 1)
"""How many numbers the round's history has: 252."""
START = {field.name: field.start for field in FIELDS}
"""Where each block begins, from 0."""


@attrs.frozen
class SeatShown(Value):
    """What the numbers show of one seat; `Shown` has them clockwise from the viewer.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import decode, encode
    >>> own = decode(encode(observe(setup(6, seed=1), 0))).seats[0]
    >>> own.hand_size, own.is_to_move, own.known
    (6, True, (1, 3, 0, 2))
    """

    hand_size: int
    """How many cards it holds."""
    is_to_move: bool
    """Whether it is to move."""
    starts: bool
    """Whether it starts the round (rule round.rotation)."""
    placed_last: bool
    """Whether it placed the last card so far (rule round.throne)."""
    out_after: int | None
    """How many placements had been made in the round when it went out; None while it is in."""
    penalty_points: int
    """Its points of all finished rounds (rule round.penalty)."""
    score_pile_size: int
    """How many Iron Throne cards it has drawn."""
    is_automated: bool
    """Whether an automated house plays it."""
    house: House | None
    """Its house, where seats have one (rule option.houses)."""
    known: tuple[int, ...]
    """For each house how many of its cards the seat holds as far as the viewer sees: the own hand,
    and the cards of a stack that have been turned over (rule solo.public)."""
    missing: tuple[House, ...]
    """The houses that it has been proved not to hold (rule info.elimination)."""


@attrs.frozen
class Shown(Value):
    """What the numbers of a view show.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import decode, encode
    >>> shown = decode(encode(observe(setup(6, seed=1), 0)))
    >>> shown.phase, shown.round_number, shown.rounds, len(shown.seats)
    (Phase.PLAYING, 1, 6, 6)
    """

    court: tuple[tuple[Slot, House], ...]
    """The houses in the court, in slot order, columns from 0 for the leftmost card."""
    open_actions: tuple[int, ...]
    """The actions, from 0, that the court takes, whoever holds a card of their house."""
    seats: tuple[SeatShown, ...]
    """The seats, clockwise from the viewer's."""
    phase: Phase
    """What the game waits for."""
    round_number: int
    """The round, counted from 1."""
    rounds: int
    """How many rounds the game has."""
    options: tuple[str, ...]
    """The options in play."""
    throne_values: tuple[int, int, int]
    """How many of the viewer's Iron Throne cards take 1, 2 and 3 points off."""
    throne_icons: float
    """The share of all Iron Throne cards of the game that have no fewer icons than the viewer's
    best, to six digits; 0.0 without one (rule final.icons)."""


def encode(view: View) -> array[float]:
    """Return the 402 numbers of a player's view, as 32-bit floats from 0 to 1.

    NumPy and PyTorch take the array without a copy: `numpy.asarray(encode(view))`.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import encode
    >>> numbers = encode(observe(setup(6, seed=1), 0))
    >>> len(numbers), min(numbers), max(numbers)
    (402, 0.0, 1.0)

    Raises:
        InvalidValue: it is the view of a spectator, who has no seat to look from.

    Rules: info.public, info.leftover, info.throne, info.elimination, solo.public.
    """
    viewer = _check_viewer(view)
    numbers = array("f", bytes(4 * SIZE))
    _write_court(numbers, view)
    _write_seats(numbers, view, viewer)
    _write_game(numbers, view)
    return numbers


def decode(numbers: Sequence[float]) -> Shown:
    """Return what the numbers of `encode` show.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import decode, encode
    >>> [seat.hand_size for seat in decode(encode(observe(setup(4, seed=1), 2))).seats]
    [9, 9, 9, 9]

    Raises:
        InvalidValue: there are not 402 of them.
    """
    _check_size(numbers, SIZE)
    blocks = {field.name: numbers[field.start : field.stop] for field in FIELDS}
    players = MIN_PLAYERS + _marked(blocks["players"])[0]
    rounds = round(1 / blocks["round"][1])

    def seat(shown: int) -> SeatShown:
        four = slice(_FOUR * shown, _FOUR * (shown + 1))
        houses = [HOUSES[index] for index in _marked(blocks["house"][four])]
        out_after = round(blocks["out_after"][shown] * (len(DECK) + 1)) - 1
        return SeatShown(
            hand_size=round(blocks["hand_size"][shown] * MOST_CARDS),
            is_to_move=bool(blocks["to_move"][shown]),
            starts=bool(blocks["starts"][shown]),
            placed_last=bool(blocks["placed_last"][shown]),
            out_after=None if out_after < 0 else out_after,
            penalty_points=round(blocks["penalty_points"][shown] * MOST_POINTS * rounds),
            score_pile_size=round(blocks["score_pile_size"][shown] * rounds),
            is_automated=bool(blocks["automated"][shown]),
            house=houses[0] if houses else None,
            known=tuple(round(share * CARDS_PER_HOUSE) for share in blocks["known"][four]),
            missing=tuple(HOUSES[index] for index in _marked(blocks["missing"][four])),
        )

    court = (divmod(index, len(_CELLS)) for index in _marked(blocks["court"]))
    ones, twos, threes = (round(share * rounds) for share in blocks["throne_values"])
    return Shown(
        court=tuple(sorted((_CELLS[cell], HOUSES[index]) for index, cell in court)),
        open_actions=_marked(blocks["open"]),
        seats=tuple(map(seat, range(players))),
        phase=_PHASES[_marked(blocks["phase"])[0]],
        round_number=round(blocks["round"][0] * rounds),
        rounds=rounds,
        options=tuple(OPTIONS[index] for index in _marked(blocks["options"])),
        throne_values=(ones, twos, threes),
        throne_icons=round(float(blocks["throne_icons"][0]), 6),
    )


def encode_history(view: View) -> array[float]:
    """Return the 252 numbers of who placed which card of the court, and when, from 0 to 1.

    For each of the 36 cells of the court, in the order of the field `court`, there are seven: six
    of which that of the seat is 1, clockwise from the viewer, and how many cards had been placed by
    then, itself included, divided by 36. For a starter or a vacant cell all are 0.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> from westeros_intrigue.environments.tensors import encode_history
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> [round(36 * number) for number in encode_history(observe(state, 0))[:7]]
    [36, 0, 0, 0, 0, 0, 1]

    Raises:
        InvalidValue: it is the view of a spectator, who has no seat to look from.

    Rules: info.public.
    """
    viewer = _check_viewer(view)
    numbers = array("f", bytes(4 * HISTORY_SIZE))
    row = bottom_row(view)
    for count, placed in enumerate(view.placements, start=1):
        start = _cell(placed.move.slot, row) * (MAX_PLAYERS + 1)
        numbers[start + (placed.player - viewer) % view.players] = 1
        numbers[start + MAX_PLAYERS] = count / len(DECK)
    return numbers


def decode_history(numbers: Sequence[float]) -> tuple[tuple[int, Slot], ...]:
    """Return the placements that the numbers of `encode_history` show, in order.

    Each is a seat, counted from 0 for the viewer, and a slot, columns from 0 for the leftmost card.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> from westeros_intrigue.environments.tensors import decode_history, encode_history
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> decode_history(encode_history(observe(state, 0)))
    ((0, Slot(row=0, column=0)),)

    Raises:
        InvalidValue: there are not 252 of them.
    """
    _check_size(numbers, HISTORY_SIZE)
    placed = []
    for cell, slot in enumerate(_CELLS):
        start = cell * (MAX_PLAYERS + 1)
        if count := round(numbers[start + MAX_PLAYERS] * len(DECK)):
            seat = _marked(numbers[start : start + MAX_PLAYERS])[0]
            placed.append((count, seat, slot))
    return tuple((seat, slot) for _, seat, slot in sorted(placed))


def _write_court(numbers: array[float], view: View) -> None:
    table = view.table
    leftmost, left_end, _ = bottom_row(view)
    court = START["court"]
    for column, card in enumerate(table.starters):
        numbers[court + len(_CELLS) * card.house.index + column - leftmost] = 1
    for placed in table.placements:
        card, slot = placed.move.card, placed.move.slot
        cell = _FIRST_CELL[slot.row] + slot.column - leftmost
        numbers[court + len(_CELLS) * card.house.index + cell] = 1
    open_slots = table._open_slots
    for start in range(START["open"], START["open"] + ACTION_COUNT, PLACES):
        for bit in cells(open_slots & PLANE):
            slot = SLOTS[bit]
            if slot.row:
                numbers[start + FIRST_OF_ROW[slot.row] + slot.column - leftmost] = 1
            else:
                numbers[start + (slot.column != left_end)] = 1
        open_slots >>= PLANE_BITS


def _write_seats(numbers: array[float], view: View, viewer: int) -> None:
    table, players = view.table, view.players
    variant = table.variant
    for seat, size in enumerate(table.hand_sizes):
        numbers[START["hand_size"] + (seat - viewer) % players] = size / MOST_CARDS
    for name, marked in (
        ("to_move", table.active_player),
        ("starts", table.starting_player),
        ("placed_last", table.last_placer),
    ):
        if marked is not None:
            numbers[START[name] + (marked - viewer) % players] = 1
    for card in view.hand:
        numbers[START["known"] + card.house.index] += 1 / CARDS_PER_HOUSE
    for seat, house in enumerate(variant.houses):
        numbers[START["house"] + _FOUR * ((seat - viewer) % players) + house.index] = 1
    if table.eliminations:
        _write_eliminations(numbers, view, viewer)
    if table.results:
        _write_results(numbers, view, viewer)
    if variant.automated:
        _write_automated(numbers, view, viewer)


def _write_eliminations(numbers: array[float], view: View, viewer: int) -> None:
    for out in view.eliminations:
        after = (out.placements_before + 1) / (len(DECK) + 1)
        numbers[START["out_after"] + (out.player - viewer) % view.players] = after
    for seat, houses in enumerate(view.missing_houses):
        for house in houses:
            numbers[START["missing"] + _FOUR * ((seat - viewer) % view.players) + house.index] = 1


def _write_results(numbers: array[float], view: View, viewer: int) -> None:
    rounds = view.variant.rounds_for(view.players)
    for seat, points in enumerate(view.penalty_points):
        shown = (seat - viewer) % view.players
        numbers[START["penalty_points"] + shown] = points / (MOST_POINTS * rounds)
    for seat, drawn in enumerate(view.score_pile_sizes):
        numbers[START["score_pile_size"] + (seat - viewer) % view.players] = drawn / rounds


def _write_automated(numbers: array[float], view: View, viewer: int) -> None:
    stacks = view.known_stacks
    for seat in view.variant.automated:
        shown = (seat - viewer) % view.players
        numbers[START["automated"] + shown] = 1
        for card in stacks[seat]:
            numbers[START["known"] + _FOUR * shown + card.house.index] += 1 / CARDS_PER_HOUSE


def _write_game(numbers: array[float], view: View) -> None:
    table, variant = view.table, view.variant
    rounds = variant.rounds_for(view.players)
    numbers[START["players"] + view.players - MIN_PLAYERS] = 1
    numbers[START["phase"] + _PHASES.index(table.phase)] = 1
    numbers[START["round"]] = table.round_number / rounds
    numbers[START["round"] + 1] = 1 / rounds
    for option in variant.options:
        numbers[START["options"] + OPTIONS.index(option)] = 1
    for card in view.score_pile:
        numbers[START["throne_values"] + card.value - 1] += 1 / rounds
    numbers[START["throne_icons"]] = _icons(view)


def _check_viewer(view: View) -> int:
    check_type("view", view, View)
    if view.player is None:
        raise InvalidValue("a spectator has no seat to look from: give the view of a player")
    return view.player


def _check_size(numbers: Sequence[float], size: int) -> None:
    if len(numbers) != size:
        raise InvalidValue(f"there must be {size} numbers, not {len(numbers)}")


def _cell(slot: Slot, row: BottomRow) -> int:
    return _FIRST_CELL[slot.row] + slot.column - row.leftmost


def _icons(view: View) -> float:
    if not view.score_pile:
        return 0.0
    fewest = min(card.icons for card in view.score_pile)
    of_all = [card.icons for card in view.variant.throne_cards]
    return sum(icons >= fewest for icons in of_all) / len(of_all)


def _marked(numbers: Sequence[float]) -> tuple[int, ...]:
    return tuple(index for index, number in enumerate(numbers) if number)
