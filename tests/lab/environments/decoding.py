"""The numbers of the environments read back, to compare them with the views they were made of."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from westeros_intrigue import House, Slot
from westeros_intrigue.lab.environments.tensors import (
    CELLS,
    FIELDS,
    HISTORY_SIZE,
    PHASES,
    SIZE,
    most_of,
)
from westeros_intrigue.rules.cards import DECK, HOUSES
from westeros_intrigue.rules.history import Phase
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS

_FOUR = len(HOUSES)


@attrs.frozen
class SeatShown:
    """The decoded numbers of one seat."""

    hand_size: int
    is_to_move: bool
    starts: bool
    placed_last: bool
    out_after: int | None
    penalty_points: int
    score_pile_size: int
    is_automated: bool
    house: House | None
    known: tuple[int, ...]
    missing: tuple[House, ...]


@attrs.frozen
class Shown:
    """The decoded numbers of a view."""

    court: tuple[tuple[Slot, House], ...]
    open_actions: tuple[int, ...]
    seats: tuple[SeatShown, ...]
    phase: Phase
    round_number: int
    rounds: int
    options: tuple[str, ...]
    throne_values: tuple[int, int, int]
    throne_icons: float


def decode(numbers: Sequence[float]) -> Shown:
    """Return the contents of the numbers of `encode`."""
    assert len(numbers) == SIZE
    blocks = {field.name: numbers[field.start : field.stop] for field in FIELDS}
    players = MIN_PLAYERS + _mark(blocks["players"])[0]
    rounds = round(1 / blocks["round"][1])
    counts = {
        name: [round(number * most) for number in blocks[name]]
        for name, most in most_of(rounds).items()
    }

    def seat(shown: int) -> SeatShown:
        four = slice(_FOUR * shown, _FOUR * (shown + 1))
        houses = [HOUSES[index] for index in _mark(blocks["house"][four])]
        return SeatShown(
            hand_size=counts["hand_size"][shown],
            is_to_move=bool(blocks["to_move"][shown]),
            starts=bool(blocks["starts"][shown]),
            placed_last=bool(blocks["placed_last"][shown]),
            out_after=counts["out_after"][shown] - 1 if counts["out_after"][shown] else None,
            penalty_points=counts["penalty_points"][shown],
            score_pile_size=counts["score_pile_size"][shown],
            is_automated=bool(blocks["automated"][shown]),
            house=houses[0] if houses else None,
            known=tuple(counts["known"][four]),
            missing=tuple(HOUSES[index] for index in _mark(blocks["missing"][four])),
        )

    court = (divmod(index, len(CELLS)) for index in _mark(blocks["court"]))
    ones, twos, threes = counts["throne_values"]
    return Shown(
        court=tuple(sorted((CELLS[cell], HOUSES[index]) for index, cell in court)),
        open_actions=_mark(blocks["open"]),
        seats=tuple(map(seat, range(players))),
        phase=PHASES[_mark(blocks["phase"])[0]],
        round_number=round(blocks["round"][0] * rounds),
        rounds=rounds,
        options=tuple(OPTIONS[index] for index in _mark(blocks["options"])),
        throne_values=(ones, twos, threes),
        throne_icons=round(float(blocks["throne_icons"][0]), 6),
    )


def decode_history(numbers: Sequence[float]) -> tuple[tuple[int, Slot], ...]:
    """Return the placements of the numbers of `encode_history`, in order.

    Each is a seat, counted from 0 for the viewer, and a slot, columns from 0 for the leftmost card.
    """
    assert len(numbers) == HISTORY_SIZE
    placed = []
    for cell, slot in enumerate(CELLS):
        start = cell * (MAX_PLAYERS + 1)
        if count := round(numbers[start + MAX_PLAYERS] * len(DECK)):
            seat = _mark(numbers[start : start + MAX_PLAYERS])[0]
            placed.append((count, seat, slot))
    return tuple((seat, slot) for _, seat, slot in sorted(placed))


def _mark(numbers: Sequence[float]) -> tuple[int, ...]:
    return tuple(index for index, number in enumerate(numbers) if number)
