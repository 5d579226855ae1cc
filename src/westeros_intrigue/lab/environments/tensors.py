"""Views as numbers, in a single layout for any number of players and any options.

The numbers are computed from a view, so they contain nothing hidden from the viewer. They are
relative: seats are counted clockwise from the viewer's, and columns from the leftmost card of the
bottom row. Cards are counted by house; card numbers do not appear. Every number is from 0 to 1.
`FIELDS` is the layout.

The only history of the round in these numbers is the time at which each player went out.
`encode_history` adds the player and the time of each placement. Neither includes the cards left in
finished rounds or the order of the visible cards of a stack.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.lab.environments.actions import CELLS, PLACES, places_of
from westeros_intrigue.rules.board import cells
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, HOUSES
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.points import MOST_ADDED
from westeros_intrigue.rules.unseen import house_counts
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, Variant
from westeros_intrigue.rules.view import View

__all__ = [
    "CODE",
    "FIELDS",
    "HISTORY_SIZE",
    "SIZE",
    "Field",
    "FloatArray",
    "encode",
    "encode_history",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


FloatArray = TypeAliasType("FloatArray", "array[float]")
"""An array of the standard library, type code `f`. Python 3.11 cannot evaluate `array[float]`."""

MOST_CARDS = 17
"""The largest hand that is dealt (rule option.anyone-deal)."""
MOST_POINTS = 27 + MOST_ADDED
"""The maximum points of a round: 27 for cards left, plus those that options add."""
PHASES = tuple(Phase)
"""The phases, in the order of their numbers."""


@attrs.frozen
class Field(Value):
    """A block of numbers: its name, start and shape.

    >>> from westeros_intrigue.lab.environments.tensors import FIELDS
    >>> FIELDS[1]
    Field(name='open', start=144, shape=(4, 30))
    >>> FIELDS[1].stop
    264
    """

    name: str
    """The name of the block; `docs/environments.md` describes its contents."""
    start: int
    """The index of its first number, from 0."""
    shape: tuple[int, ...]
    """The size of the block along each axis; the last axis varies fastest."""

    @property
    def stop(self) -> int:
        """The start of the next block."""
        return self.start + prod(self.shape)


_SHAPES: dict[str, tuple[int, ...]] = {
    "court": (len(HOUSES), len(CELLS)),
    "open": (len(HOUSES), PLACES),
    "hand_size": (MAX_PLAYERS,),
    "to_move": (MAX_PLAYERS,),
    "starts": (MAX_PLAYERS,),
    "placed_last": (MAX_PLAYERS,),
    "out_after": (MAX_PLAYERS,),
    "penalty_points": (MAX_PLAYERS,),
    "score_pile_size": (MAX_PLAYERS,),
    "automated": (MAX_PLAYERS,),
    "house": (MAX_PLAYERS, len(HOUSES)),
    "known": (MAX_PLAYERS, len(HOUSES)),
    "missing": (MAX_PLAYERS, len(HOUSES)),
    "players": (MAX_PLAYERS - MIN_PLAYERS + 1,),
    "phase": (len(PHASES),),
    "round": (2,),
    "options": (len(OPTIONS),),
    "throne_values": (3,),
    "throne_icons": (1,),
}
_STARTS = accumulate(map(prod, _SHAPES.values()), initial=0)
FIELDS: tuple[Field, ...] = tuple(
    Field(name, start, shape)
    for (name, shape), start in zip(_SHAPES.items(), _STARTS, strict=False)
)
"""The blocks of the numbers, in order."""
START = {field.name: field.start for field in FIELDS}
"""The start of each block by name, from 0."""
_PLACES = {field.name: (field.start, prod(field.shape[1:])) for field in FIELDS}
"""The start of each block, and the count of a seat's numbers in it."""
SIZE = FIELDS[-1].stop
"""The length of the layout."""
CODE: str = f"wi-{SIZE}/1"
"""The name of the layout, with its version."""
HISTORY_SIZE = len(CELLS) * (MAX_PLAYERS + 1)
"""The number of numbers of the round's history: 252."""

Scale = Mapping[str, Sequence[float]]
"""The numbers in fields of counts, by count."""
Mark = tuple[str, int, int, float]
"""A number for a seat: its field, the seat, its index among the seat's numbers, and the number. The
numbers of fields without seats belong to the viewer."""


@lru_cache(maxsize=64)
def scale_of(variant: Variant, players: int) -> Scale:
    """Return the numbers of each field; Iron Throne cards are indexed as in the variant."""
    rounds, icons = variant.rounds_for(players), [card.icons for card in variant.throne_cards]
    return {
        "hand_size": _shares(MOST_CARDS),
        "out_after": _shares(len(DECK) + 1),
        "known": _sums(CARDS_PER_HOUSE),
        "penalty_points": _shares(MOST_POINTS * rounds),
        "score_pile_size": _shares(rounds),
        "throne_values": _sums(rounds),
        "throne_icons": [sum(other >= own for other in icons) / len(icons) for own in icons],
    }


def _shares(most: int) -> list[float]:
    return [count / most for count in range(most + 1)]


def _sums(most: int) -> FloatArray:
    """Return sums of equal shares, each rounded to 32 bits, as `CODE` requires."""
    sums = array("f", [0.0])
    for _ in range(most):
        sums.append(sums[-1] + 1 / most)
    return sums


def encode(view: View) -> FloatArray:
    """Return the numbers of a player's view, as 32-bit floats from 0 to 1.

    NumPy and PyTorch share the memory of the array: `numpy.asarray(encode(view))`.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.lab.environments.tensors import SIZE, encode
    >>> numbers = encode(observe(setup(6, seed=1), 0))
    >>> len(numbers) == SIZE, min(numbers), max(numbers)
    (True, 0.0, 1.0)

    Raises:
        InvalidValue: the view belongs to a spectator.

    Rules: info.public, info.leftover, info.throne, info.elimination, solo.public.
    """
    viewer = _check_viewer(view)
    table, board, places = view.table, view._board, places_of(view)
    finished = table._rounds_scored
    round_ = table.variant, table.players, viewer, table.starting_player, finished
    numbers = array("f", lasting_numbers(*round_))
    written: memoryview[float] = memoryview(numbers)  # faster to write to than an array
    start, number_of_bit = START["court"], places.numbers
    for bit in cells(board.occupied):
        written[start + number_of_bit[bit]] = 1.0
    start, number_of_bit = START["open"], places.actions
    for bit in cells(board.open_bits):
        written[start + number_of_bit[bit]] = 1.0
    scale = scale_of(table.variant, table.players)
    _write_amounts(written, view, viewer, scale, has_results=finished > 0)
    _write_marks(written, _list_marks(view, viewer, scale), viewer, table.players)
    return numbers


def encode_history(view: View) -> FloatArray:
    """Return the player and the time of each placement in the court, as 252 numbers from 0 to 1.

    Each of the 36 cells of the court, in the order of the field `court`, has seven numbers: six for
    the seats, clockwise from the viewer, with 1 for the seat that placed the card; then the number
    of placements up to and including this one, divided by 36. For a starter or a vacant cell, all
    seven are 0.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> from westeros_intrigue.lab.environments.tensors import encode_history
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> [round(36 * number) for number in encode_history(observe(state, 0))[:7]]
    [36, 0, 0, 0, 0, 0, 1]

    Raises:
        InvalidValue: the view belongs to a spectator.

    Rules: info.public.
    """
    viewer = _check_viewer(view)
    numbers = array("f", bytes(4 * HISTORY_SIZE))
    numbers_of_cells = places_of(view).numbers
    for count, placed in enumerate(view.placements, start=1):
        start = numbers_of_cells[placed.move.slot.cell] * (MAX_PLAYERS + 1)
        numbers[start + (placed.player - viewer) % view.players] = 1
        numbers[start + MAX_PLAYERS] = count / len(DECK)
    return numbers


@lru_cache(maxsize=256)
def lasting_numbers(
    variant: Variant, players: int, viewer: int, starting_player: int, finished: int
) -> bytes:
    """Return the numbers with the parts that are constant during a round filled in."""
    numbers, rounds = array("f", bytes(4 * SIZE)), variant.rounds_for(players)
    marks: list[Mark] = [
        ("starts", starting_player, 0, 1),
        ("players", viewer, players - MIN_PLAYERS, 1),
        ("round", viewer, 0, min(finished + 1, rounds) / rounds),
        ("round", viewer, 1, 1 / rounds),
        *(("house", seat, house.index, 1) for seat, house in enumerate(variant.houses)),
        *(("automated", seat, 0, 1) for seat in variant.automated),
        *(("options", viewer, OPTIONS.index(option), 1) for option in variant.options),
    ]
    _write_marks(numbers, marks, viewer, players)
    return numbers.tobytes()


def _write_marks(
    numbers: FloatArray | memoryview[float], marks: Iterable[Mark], viewer: int, players: int
) -> None:
    for name, seat, index, number in marks:
        start, size = _PLACES[name]
        numbers[start + size * ((seat - viewer) % players) + index] = number


def _write_amounts(
    numbers: memoryview[float], view: View, viewer: int, scale: Scale, *, has_results: bool
) -> None:
    """Write the fields with a count for each seat, and the viewer's cards."""
    table = view.table
    amounts = {"hand_size": table.hand_sizes}
    if has_results:
        amounts["penalty_points"] = table.penalty_points
        amounts["score_pile_size"] = table.score_pile_sizes
    for name, of_seats in amounts.items():
        shares = scale[name]
        for number, amount in enumerate(of_seats[viewer:] + of_seats[:viewer], START[name]):
            numbers[number] = shares[amount]
    shares = scale["known"]
    for number, count in enumerate(house_counts(view.hand), START["known"]):
        numbers[number] = shares[count]


def _list_marks(view: View, viewer: int, scale: Scale) -> Iterator[Mark]:
    """Yield the other numbers that change during a round, except those of the court."""
    table = view.table
    yield "phase", viewer, PHASES.index(table.phase), 1
    if table.active_player is not None:
        yield "to_move", table.active_player, 0, 1
    if table.placements:
        yield "placed_last", table.placements[-1].player, 0, 1
    missing = table.missing_houses if table.eliminations else ()
    for out in table.eliminations:
        yield "out_after", out.player, 0, scale["out_after"][out.placements_before + 1]
        for house in missing[out.player]:
            yield "missing", out.player, house.index, 1
    for seat in table.variant.automated:
        for index, count in enumerate(house_counts(table.known_stacks[seat])):
            yield "known", seat, index, scale["known"][count]
    if pile := [card for card in view.score_pile if card is not None]:
        for value, count in Counter(card.value for card in pile).items():
            yield "throne_values", viewer, value - 1, scale["throne_values"][count]
        if all_cards := view.variant.throne_cards:
            best = all_cards.index(min(pile, key=lambda card: card.icons))
            yield "throne_icons", viewer, 0, scale["throne_icons"][best]


def _check_viewer(view: View) -> int:
    check_type("view", view, View)
    if view.player is None:
        raise InvalidValue("a spectator has no seat to look from: pass the view of a player")
    return view.player
