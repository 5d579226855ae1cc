"""Views as numbers, as many of them for every number of players and every option.

The layout is made from a view, so it can hold nothing that the viewer may not know. It
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
from collections.abc import Sequence
from functools import cache, lru_cache

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.environments.actions import Places, places_of
from westeros_intrigue.environments.layout import (
    CELLS,
    CODE,
    FIELDS,
    HISTORY_SIZE,
    MOST_CARDS,
    MOST_POINTS,
    NUMBER_OF_CELL,
    PHASES,
    SIZE,
    START,
    Field,
)
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, HOUSES, House
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.pyramid import PLANE_BITS, cells
from westeros_intrigue.rules.slots import Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, Variant
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

_FOUR = len(HOUSES)


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
    """For each house how many of its cards the seat holds as far as the viewer sees: their hand,
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
    """Return the numbers of a player's view, as 32-bit floats from 0 to 1.

    NumPy and PyTorch take the array without a copy: `numpy.asarray(encode(view))`.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import SIZE, encode
    >>> numbers = encode(observe(setup(6, seed=1), 0))
    >>> len(numbers) == SIZE, min(numbers), max(numbers)
    (True, 0.0, 1.0)

    Raises:
        InvalidValue: it is the view of a spectator, who has no seat to look from.

    Rules: info.public, info.leftover, info.throne, info.elimination, solo.public.
    """
    viewer = _check_viewer(view)
    table = view.table
    round_ = table.variant, table.players, viewer, table.starting_player, len(table.results)
    numbers = array("f", _lasting(*round_))
    written: memoryview[float] = memoryview(numbers)  # quicker to write to than an array
    written[START["phase"] + PHASES.index(table.phase)] = 1.0
    _write_court(written, table, places_of(view))
    _write_seats(written, view, viewer)
    if table.results:
        _write_past(written, view, viewer)
    return numbers


def decode(numbers: Sequence[float]) -> Shown:
    """Return what the numbers of `encode` show.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.environments.tensors import decode, encode
    >>> [seat.hand_size for seat in decode(encode(observe(setup(4, seed=1), 2))).seats]
    [9, 9, 9, 9]

    Raises:
        InvalidValue: there are more or fewer of them, or no view has them.
    """
    _check_size(numbers, SIZE)
    blocks = {field.name: numbers[field.start : field.stop] for field in FIELDS}
    if not (any(blocks["players"]) and any(blocks["phase"]) and blocks["round"][1]):
        raise InvalidValue("no view has these numbers: the players, phase or rounds are missing")
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

    court = (divmod(index, len(CELLS)) for index in _marked(blocks["court"]))
    ones, twos, threes = (round(share * rounds) for share in blocks["throne_values"])
    return Shown(
        court=tuple(sorted((CELLS[cell], HOUSES[index]) for index, cell in court)),
        open_actions=_marked(blocks["open"]),
        seats=tuple(map(seat, range(players))),
        phase=PHASES[_marked(blocks["phase"])[0]],
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
    leftmost = places_of(view).leftmost
    for count, placed in enumerate(view.placements, start=1):
        start = NUMBER_OF_CELL[placed.move.slot.cell - leftmost] * (MAX_PLAYERS + 1)
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
    for cell, slot in enumerate(CELLS):
        start = cell * (MAX_PLAYERS + 1)
        if count := round(numbers[start + MAX_PLAYERS] * len(DECK)):
            seat = _marked(numbers[start : start + MAX_PLAYERS])[0]
            placed.append((count, seat, slot))
    return tuple((seat, slot) for _, seat, slot in sorted(placed))


@cache
def _numbers_of_court(leftmost: int) -> dict[int, int]:
    """Return which number shows a house and cell, by their bit in the bitboards of a court."""
    return {
        PLANE_BITS * house + slot.cell + leftmost: START["court"] + len(CELLS) * house + number
        for house in range(_FOUR)
        for number, slot in enumerate(CELLS)
    }


@lru_cache(maxsize=256)
def _lasting(
    variant: Variant, players: int, viewer: int, starting_player: int, finished: int
) -> bytes:
    """Return the numbers with all that stays as it is while a round is played."""
    numbers, rounds = array("f", bytes(4 * SIZE)), variant.rounds_for(players)
    numbers[START["starts"] + (starting_player - viewer) % players] = 1
    for seat, house in enumerate(variant.houses):
        numbers[START["house"] + _FOUR * ((seat - viewer) % players) + house.index] = 1
    for seat in variant.automated:
        numbers[START["automated"] + (seat - viewer) % players] = 1
    numbers[START["players"] + players - MIN_PLAYERS] = 1
    numbers[START["round"]] = min(finished + 1, rounds) / rounds
    numbers[START["round"] + 1] = 1 / rounds
    for option in variant.options:
        numbers[START["options"] + OPTIONS.index(option)] = 1
    return numbers.tobytes()


def _write_court(numbers: memoryview[float], table: Table, places: Places) -> None:
    number_of_bit = _numbers_of_court(places.leftmost)
    for bit in cells(table.board.occupied):
        numbers[number_of_bit[bit]] = 1.0
    start, action_of_bit = START["open"], places.actions
    for bit in cells(table.board.open_slots):
        numbers[start + action_of_bit[bit]] = 1.0


def _write_seats(numbers: memoryview[float], view: View, viewer: int) -> None:
    table, players = view.table, view.table.players
    sizes = table.hand_sizes
    for number, size in enumerate(sizes[viewer:] + sizes[:viewer], START["hand_size"]):
        numbers[number] = size / MOST_CARDS
    if table.active_player is not None:
        numbers[START["to_move"] + (table.active_player - viewer) % players] = 1.0
    if table.placements:
        numbers[START["placed_last"] + (table.placements[-1].player - viewer) % players] = 1.0
    missing = table.missing_houses if table.eliminations else ()
    for out in table.eliminations:
        shown = (out.player - viewer) % players
        numbers[START["out_after"] + shown] = (out.placements_before + 1) / (len(DECK) + 1)
        for house in missing[out.player]:
            numbers[START["missing"] + _FOUR * shown + house.index] = 1.0
    known = START["known"]
    for card in view.hand:
        numbers[known + card.house.index] += 1 / CARDS_PER_HOUSE
    for seat in table.variant.automated:
        for card in table.known_stacks[seat]:
            shown = (seat - viewer) % players
            numbers[known + _FOUR * shown + card.house.index] += 1 / CARDS_PER_HOUSE


def _write_past(numbers: memoryview[float], view: View, viewer: int) -> None:
    table, variant = view.table, view.table.variant
    rounds = variant.rounds_for(table.players)
    for name, most, amounts in (
        ("penalty_points", MOST_POINTS * rounds, table.penalty_points),
        ("score_pile_size", rounds, table.score_pile_sizes),
    ):
        for number, amount in enumerate(amounts[viewer:] + amounts[:viewer], START[name]):
            numbers[number] = amount / most
    if view.score_pile:
        for card in view.score_pile:
            numbers[START["throne_values"] + card.value - 1] += 1 / rounds
        fewest = min(card.icons for card in view.score_pile)
        of_all = [card.icons for card in variant.throne_cards]
        share = sum(icons >= fewest for icons in of_all) / len(of_all)
        numbers[START["throne_icons"]] = share


def _check_viewer(view: View) -> int:
    check_type("view", view, View)
    if view.player is None:
        raise InvalidValue("a spectator has no seat to look from: give the view of a player")
    return view.player


def _check_size(numbers: Sequence[float], size: int) -> None:
    if len(numbers) != size:
        raise InvalidValue(f"there must be {size} numbers, not {len(numbers)}")


def _marked(numbers: Sequence[float]) -> tuple[int, ...]:
    return tuple(index for index, number in enumerate(numbers) if number)
