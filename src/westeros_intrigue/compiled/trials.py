"""Trials of moves: how each of them comes out in worlds drawn from what a player knows."""

from __future__ import annotations

import importlib
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain
from typing import Any, NamedTuple

from westeros_intrigue.compiled import inference, positions, solver
from westeros_intrigue.compiled import trial_kernel as kernel
from westeros_intrigue.compiled.boards import bottom_row, code_of, planes_of
from westeros_intrigue.compiled.shares import Sharing, known_cards, packed, sharing_of
from westeros_intrigue.rules.automated import PLACES_RIGHT
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.cards import HOUSES
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.points import adjusted_points, adjustments, points_by_cards_left
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import Position


class Style(NamedTuple):
    """How players choose in a trial: how much a slot is worth to them, and how often they err."""

    own: int
    """What a slot is worth for each own card that it takes."""
    unseen: int
    """What it is worth less for each card that others may hold."""
    mixed: int
    """What it is worth to place a card of a house, for each card of it in the hand."""
    random: float
    """The share of moves that are made at random instead, from 0 to 1."""


class Tried(NamedTuple):
    """The results of the trials of a move."""

    margins: Sequence[int]
    """For each world, in order: the sum of the other seats' points, each less the player's own."""
    points: int
    """The sum of the player's own points, less 2 where the player placed last."""
    points_squared: int
    wins: int
    """How often the player placed last."""


class Trials:
    """The trials of one position, for the seat to move; the numbers follow from the seed alone."""

    def __init__(self, position: Position, style: Style, seed: int, *, candidates: int = 1) -> None:
        """Set up what all trials have in common.

        Args:
            position: the position whose moves are tried.
            style: how the players choose.
            seed: what the numbers follow from.
            candidates: how many worlds are drawn for each that is kept. Where there are more than
                one, it is by how well they agree with what the others have placed.

        Raises:
            InvalidValue: no deal agrees with the view.
        """
        self.position = position
        self._seed = seed
        self._as_integers = _as_array if solver.has_numba() else _as_list
        self._terms = _terms(position, style)
        self._plan = self._as_integers(_plan(sharing_of(position)))
        self._memory = self._as_integers(_memory(position))
        choices = inference.choices_in(position) if candidates > 1 else []
        self._choices = self._as_integers(choices)
        self._candidates = candidates if choices else 1

    def worlds(self, first: int, count: int) -> positions.Integers:
        """Draw the worlds from number `first` on."""
        size, candidates = 2 * self.position.players, self._candidates
        worlds: positions.Integers = self._as_integers([0] * (size * count * candidates))
        draw = _fastest(kernel.draw_worlds)
        draw(self._terms, self._plan, self._seed, first * candidates, self._memory, worlds)
        if candidates > 1:
            kept = self.likely(worlds, count)
            worlds = self._as_integers(
                [item for world in kept for item in worlds[size * world : size * (world + 1)]]
            )
        return worlds

    def weights(self, worlds: positions.Integers) -> list[int]:
        """Return for each of some worlds how well it agrees with what the others have placed."""
        weights = self._as_integers([0] * (len(worlds) // (2 * self.position.players)))
        model = self._terms._replace(random=max(self._terms.random, inference.DOUBT))
        weigh = _fastest(inference.weigh_worlds)
        weigh(model, self._choices, self._as_integers(worlds), self._memory, weights)
        return list(map(int, weights))

    def likely(self, worlds: positions.Integers, count: int) -> list[int]:
        """Choose `count` of some worlds, each about as often as its share of the weight says."""
        upto = list(accumulate(self.weights(worlds)))
        return [bisect(upto, upto[-1] * (2 * place + 1) // (2 * count)) for place in range(count)]

    def of(self, moves: Sequence[Move], first: int, worlds: positions.Integers) -> list[Tried]:
        """Try each move in each of the worlds, which were drawn as number `first` and on."""
        codes = self._as_integers(
            [code_of(self.position.board.occupied, move, kernel.LEFT_END) for move in moves]
        )
        count, sums = len(worlds) // (2 * self.position.players), kernel.SUMS_SIZE * len(moves)
        found = self._as_integers([0] * (sums + count * len(moves)))
        try_moves = _fastest(kernel.try_moves)
        points = _points(self.position.variant, self.position.players, self._as_integers)
        try_moves(self._terms, codes, points, self._seed, first, worlds, self._memory, found)
        numbers = list(map(int, found))
        return [
            Tried(
                numbers[sums + count * tried : sums + count * (tried + 1)],
                *numbers[kernel.SUMS_SIZE * tried : kernel.SUMS_SIZE * (tried + 1)],
            )
            for tried in range(len(moves))
        ]

    def points(self) -> list[int]:
        """Play a state on to the round's end, or count it as it is there; a card has been placed.

        Return each seat's points, less 2 for the one who places last.
        """
        state, memory = self.position, self._memory
        placed = state.placements[-1]
        last, house, left = placed.player, placed.move.card.house, list(state.hand_sizes)
        if state.active_player is not None:
            memory[: kernel.START] = memory[kernel.START : 2 * kernel.START]
            memory[kernel.SEAT], memory[kernel.NUMBER] = state.active_player, self._seed
            _fastest(kernel.play_on)(self._terms, memory)
            left = [
                positions.size_of(int(memory[kernel.HANDS + seat])) for seat in range(len(left))
            ]
            last, house = int(memory[kernel.LAST_SEAT]), HOUSES[memory[kernel.LAST_HOUSE]]
        changes = adjustments(state.variant, house, tuple(left))
        points = list(adjusted_points(tuple(left), changes))
        points[last] -= positions.LAST_WORTH
        return points


def worlds_of(states: Iterable[GameState]) -> list[int]:
    """Return worlds as the kernel has them, but for the order of stacks."""
    return [
        packed(house_counts(cards))
        for state in states
        for cards in (*state.hands, *[()] * state.players)
    ]


@cache
def _compiled(function: Callable[..., None]) -> Callable[..., None]:
    compiler = importlib.import_module("westeros_intrigue.compiled.compiler")
    for helper in (positions.count_of, positions.size_of):
        compiler.inlined(helper)
    compiled: Callable[..., None] = compiler.compiled_with_helpers(function, kernel, inference)
    return compiled


def _fastest(function: Callable[..., None]) -> Callable[..., None]:
    return _compiled(function) if solver.has_numba() else function


def _as_list(integers: Sequence[int]) -> Any:  # noqa: ANN401 - see `positions.Integers`
    return list(integers)


def _as_array(integers: Sequence[int]) -> Any:  # noqa: ANN401 - as above
    numpy: Any = importlib.import_module("numpy")
    return numpy.array(integers, numpy.int64)


@lru_cache(maxsize=64)
def _points(
    variant: Variant, players: int, as_integers: Callable[[Sequence[int]], Any]
) -> positions.Integers:
    of_houses = chain.from_iterable(points_by_cards_left(variant, players))
    points: positions.Integers = as_integers([*chain.from_iterable(of_houses)])
    return points


def _plan(sharing: Sharing) -> list[int]:
    """Return how the unseen cards are shared out, as the kernel has it."""
    plan = [sharing.unseen, len(sharing.step_seats), len(sharing.free), 0, *sharing.step_seats]
    for seat, size in sharing.free:
        plan += (seat, size)
    starts, end = [], len(plan)
    for node in sharing.nodes:
        starts.append(end)
        end += kernel.EDGE_SIZE * len(node)
    plan[kernel.FIRST_NODE] = starts[0] if starts else 0
    for node in sharing.nodes:
        for share, chance, next_node in node:
            plan += (int(chance * 2**32), packed(share), starts[next_node])
    return plan


def _memory(position: Position) -> list[int]:
    """Return the kernel's list, with the position and the cards that are known in it."""
    memory = [0] * kernel.MEMORY_SIZE
    start = kernel.START
    table, variant = position.table, position.variant
    _, width = bottom_row(table.board.occupied)
    memory[start : start + 4] = planes_of(table.board.occupied)
    memory[start + kernel.WIDTH] = width
    for elimination in table.eliminations:
        memory[start + kernel.OUT] |= 1 << elimination.player
    for seat in range(position.players):
        cards, hidden = known_cards(position, seat)
        memory[start + kernel.HANDS + seat] = packed(house_counts(cards))
        if seat in variant.automated:
            memory[start + kernel.STACK_SIZES + seat] = hidden + len(cards)
            memory[start + kernel.STACKS + seat] = sum(
                card.house.index << 2 * place for place, card in enumerate(cards, start=hidden)
            )
    return memory


def _seats(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _terms(position: Position, style: Style) -> kernel.Terms:
    variant, players = position.variant, position.players
    return kernel.Terms(
        players=players,
        hero=position.active_player or 0,
        width_limit=variant.width_limit(players),
        automated=_seats(variant.automated),
        places_right=_seats(
            seat for seat in variant.automated if variant.houses[seat] in PLACES_RIGHT
        ),
        own=style.own,
        unseen=style.unseen,
        mixed=style.mixed,
        random=int(style.random * 2**32),
    )
