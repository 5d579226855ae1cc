"""A player that has learnt by playing: a network values the position after each move."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import fast, kernel
from westeros_intrigue.compiled.board import BOARD_SIZE, OUT
from westeros_intrigue.compiled.fast import fastest, integers, zeros
from westeros_intrigue.compiled.look_ahead import find_and_value, look_ahead
from westeros_intrigue.compiled.network import MEMORY_SIZE, Network
from westeros_intrigue.compiled.network_inputs import MISSING, SIZES
from westeros_intrigue.compiled.packing import board_of, terms_of
from westeros_intrigue.compiled.trials import Trials
from westeros_intrigue.compiled.weights import new_work, read_networks
from westeros_intrigue.players.simple import moves_of, with_any_card
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

TRIED = 4
"""The number of moves, those that the network values most, that are tried in worlds."""
FIRST_OPINION = 8
"""The number of worlds for which the network's own worth of a move counts."""


def _path(value: Path | str | None) -> Path | None:
    return None if value is None else Path(value)


@public
@attrs.frozen
class LearnedPlayer(Value):
    """A player that has learnt by playing against itself which positions are worth having.

    A network of 66 thousand weights, one for two players and one for more, values the position
    after each move by what the player knows: the chance to place the last card, and a little of the
    margin. The player makes the move that is worth most. With `worlds` it looks ahead: it tries its
    best four moves in worlds that agree with the view, where all seats play on as the network does,
    up to its own next turn.

    With the extra `fast` it is compiled. Without it the moves are the same, but take longer.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = LearnedPlayer()
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T4@a0'

    `docs/players.md` has how strong it is. It was trained without scoring options: House
    Affiliation and Rivalry do not change its moves.

    Raises:
        InvalidValue: an argument out of its range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    worlds: int = attrs.field(default=0, validator=Range(0))
    """The number of worlds in which the best moves are tried; 0 for none."""
    weights: Path | None = attrs.field(default=None, converter=_path)
    """The file of the weights, such as one of your own training; None for those of the package. It
    may contain several networks: for two players, three, …, and the last one for all others."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the best move found, with a random card of its house.

        Raises:
            InvalidValue: the viewer is not to move, or the file is not one of weights.
            OSError: the file cannot be read.
        """
        moves = moves_of(view, rng)
        best = 0 if len(moves) == 1 else self._best(view, rng)
        return with_any_card(moves[best], view, rng)

    def _best(self, view: View, rng: RandomSource) -> int:
        """Return the index of the best of several moves."""
        networks, work = _networks(self.weights, fast.has_numba()), new_work()
        net, memory = networks[min(view.players - 2, len(networks) - 1)], zeros(MEMORY_SIZE)
        terms, board = terms_of(view.players, view.variant, view.player or 0), board_of(view)
        for first in (0, kernel.START):
            memory[first : first + BOARD_SIZE] = integers(board)
        missing = zeros(view.players)
        for seat, size in enumerate(view.hand_sizes):
            work.seen[SIZES + seat] = size
            if board[OUT] >> seat & 1:
                missing[seat] = sum(1 << house.index for house in view.missing_houses[seat])
                work.seen[MISSING + seat] = missing[seat]
        count = fastest(find_and_value)(terms, net, work, memory)
        worths = list(map(int, work.worths[:count]))
        order = sorted(range(count), key=lambda move: -worths[move])[:TRIED]
        if not self.worlds:
            return order[0]
        trials = Trials(view, kernel.GREEDY_POLICY, random_below(2**32, rng))
        worlds, found = trials.worlds(0, self.worlds), zeros(len(order))
        codes = integers(work.codes[move] for move in order)
        fastest(look_ahead)(terms, net, work, codes, missing, worlds, memory, found)
        sums = [
            int(each) + FIRST_OPINION * worths[move]
            for move, each in zip(order, found, strict=True)
        ]
        return order[sums.index(max(sums))]


@lru_cache(maxsize=8)
def _networks(path: Path | None, _is_array: bool) -> tuple[Network, ...]:  # noqa: FBT001 - a key
    file = path or files("westeros_intrigue.players").joinpath("learned.weights")
    return read_networks(file.read_bytes())
