"""Players that search: flat Monte Carlo, and a trained network; and their names.

Flat Monte Carlo tries each move in random worlds. The network values the position after each move.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import abstractmethod
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import ceil, log2
from operator import add
from pathlib import Path
from threading import get_ident

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, random_below
from westeros_intrigue.gamekit.limits import Count, Ordinal, add_checks
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.lab.simulation import network, network_files, packing, workers
from westeros_intrigue.lab.simulation.board import BOARD_SIZE
from westeros_intrigue.lab.simulation.fast import Policy, fastest, integers, policy_named
from westeros_intrigue.lab.simulation.trial_kernel import MARGIN
from westeros_intrigue.lab.simulation.trials import Stop, measure, trials_of
from westeros_intrigue.players.simple import moves_of, provident_player, with_any_card
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.house_games import list_distinct_moves
from westeros_intrigue.rules.view import View

Moves = tuple[Move, ...]


class Thinker:
    """A player that chooses between its moves by playouts in random worlds."""

    __slots__ = ()

    playouts: int

    def choose(
        self, view: View, rng: RandomSource, *, stop: Callable[[], bool] | None = None
    ) -> Move:
        """Return the best move found, with a random card of its house, as a call does.

        >>> import random
        >>> from westeros_intrigue import observe, setup
        >>> from westeros_intrigue.lab.players import MonteCarloPlayer
        >>> view = observe(setup(4, seed=1), 0)
        >>> str(MonteCarloPlayer(10**6).choose(view, random.Random(1), stop=lambda: True))
        'S5@a0'

        Args:
            view: the player's view.
            rng: the source of chance.
            stop: called every few worlds; the search ends once it returns True, such as after some
                time. Until then, the same numbers of `rng` lead to the same moves as without it.

        Raises:
            InvalidValue: the viewer is not to move, or no deal is consistent with the view.
        """
        moves = moves_of(view, rng)
        best = moves[0] if len(moves) == 1 else self._best(view, moves, rng, stop)
        return with_any_card(best, view, rng)

    __call__ = choose

    @abstractmethod
    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        """Return the best of several moves, or the best so far once `stop` returns True."""


TRIED = 4
"""The number of moves that are played out, those that the network values most."""
FIRST_OPINION = 2
"""The weight of the network's worth of a move; the result of its playouts has weight 1."""
MARGIN_SHARE = 10
"""The worth of a round is plus or minus a half for placing last or not, plus margin / this."""
WEIGHTS = files("westeros_intrigue.lab.players").joinpath("learned.weights")
"""The weights of the package."""


def _contents(weights: Path | str | bytes | None) -> bytes:
    """Return the weights, given as a path, as bytes, or as None for the package's weights."""
    if weights is None:
        return _of_package()
    check_type("weights", weights, Path | str | bytes)
    if not isinstance(weights, bytes):
        weights = Path(weights).read_bytes()
    network_files.check_networks(weights)
    return _same(weights)


@cache
def _of_package() -> bytes:
    return _same(WEIGHTS.read_bytes())


# Each placement looks up the network by its weights, which is faster with the same object.
_same = lru_cache(maxsize=8)(bytes)


def _digest(weights: bytes) -> str:
    return sha256(weights).hexdigest()[: workers.DIGITS]


@attrs.frozen(field_transformer=add_checks)
class LearnedPlayer(Thinker, Value):
    """A player with a network, trained by self-play and against greedy players.

    The network values the position after each move from the player's knowledge, as the chance of
    placing the last card plus a small part of the margin. The player makes the move with the
    highest value. With `playouts`, it also tries its four best moves in worlds that agree with the
    view, where all seats continue by the policy `epsilon-greedy`; the result of the playouts counts
    one third, and the network's worth two thirds.

    Without the compiled half of the package, the moves are the same, but take longer.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = LearnedPlayer()
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T4@a0'

    A position and its mirror image are equivalent, so the player averages their values, unless a
    seat is automated. It was trained without scoring options: House Affiliation and Rivalry do not
    change its moves. `docs/players.md` reports its strength.

    Raises:
        InvalidValue: an argument is out of range, or the weights have the wrong size or exceed 32
            bits.
        OSError: the file of the weights cannot be read.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    playouts: Count = 0
    """The number of playouts for a move, at least one for each of the best moves; 0 for none."""
    weights: bytes = attrs.field(default=None, converter=_contents, repr=_digest)
    """The weights: the path of a file, such as one that you trained, or its contents; None for the
    package's weights. The file is read immediately and may change later. It may contain several
    networks: for two players, three, …, and the last one for all others."""
    inference: bool = False
    """True to prefer worlds that explain the others' placements."""

    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        if packing.has_own_slots(view.variant):  # which the network does not know
            if not self.playouts:
                return provident_player(view, rng)
            return MonteCarloPlayer(self.playouts)._best(view, moves, rng, stop)
        worths = dict(zip(moves, self._worths(view), strict=True))
        best = tuple(sorted(moves, key=lambda move: -worths[move])[:TRIED])
        if not self.playouts:
            return best[0]
        seed, a_round = random_below(2**32, rng), (view.players - 1) * MARGIN_SHARE
        trials = trials_of(view, Policy.EPSILON_GREEDY, seed, inference=self.inference)
        numbers = range(max(1, self.playouts // len(best)))
        tried = trials.in_batches(best, numbers, stop)
        sums, worlds = measure(tried, len(best), MARGIN, a_round)
        worths |= {
            move: total / (a_round * worlds) - 0.5 + FIRST_OPINION * worths[move]
            for move, total in zip(best, sums, strict=True)
        }
        return max(best, key=worths.__getitem__)

    def _worths(self, view: View) -> list[float]:
        """Return each move's chance of placing last, minus a half, plus part of the margin."""
        mind, moves = mind_of_view(view, self.weights), list_distinct_moves(view)
        count = fastest(network.value_moves_twice)(
            packing.terms_of(view.players, view.variant), mind
        )
        worths = [worth / (2 * network.ONE**2) for worth in mind.work.worths[:count]]
        if count == len(moves):
            return worths
        by_code = dict(zip(mind.work.codes[:count], worths, strict=True))
        return [by_code[packing.code_of(view._board.occupied, move)] for move in moves]


def network_worths(view: View) -> list[float]:
    """Return the worth of each distinct move by the network of the package.

    Empty if the network does not apply: with automated seats, options that score houses, or a house
    rule about moves, or without its file of weights.
    """
    return LearnedPlayer()._worths(view) if knows_table(view.variant) else []


def knows_table(variant: variants.Variant) -> bool:
    """Return whether the network of the package applies to a table, and is there."""
    return not (
        variant.automated
        or variants.needs_houses(variant.options)
        or packing.has_own_moves(variant)
        or not WEIGHTS.is_file()
    )


@lru_cache(maxsize=16)
def mind_of_thread(weights: bytes, players: int, _thread: int) -> network.Mind:
    """Return the network of a thread for a number of players."""
    return network_files.mind_of(weights, players)


def mind_of_view(view: View, weights: bytes) -> network.Mind:
    """Return a network that looks at a view, until the thread asks for the next one."""
    mind = mind_of_thread(weights, view.players, get_ident())
    mind.board[:BOARD_SIZE] = integers(packing.board_of(view))
    seen = [0] * network.SEEN_SIZE
    for seat, size in enumerate(view.hand_sizes):
        seen[network.SIZES + seat] = size
    for gone in view.eliminations:
        lacked = packing.seats_as_bits(house.index for house in view.missing_houses[gone.player])
        seen[network.MISSING + gone.player] = lacked
    mind.work.seen[:] = integers(seen)
    left, _ = packing.bottom_row(view._board.occupied)
    way = [
        placed.player << 16 | packing.cell_of(left, placed.move.slot) for placed in view.placements
    ]
    fastest(network.count_openings)(
        mind.board, integers(way), 0, len(way), 0, mind.work.seen, network.OPENED
    )
    return mind


@attrs.frozen(field_transformer=add_checks)
class MonteCarloPlayer(Thinker, Value):
    """A player that tries its moves in drawn worlds and makes the one that comes out best.

    A playout makes one of the moves in a world that agrees with the view, and then plays the round
    to its end, with all seats choosing by the policy. All moves are tried in the same worlds. After
    a share of the playouts, the worse half of the moves is dropped, until one is left (sequential
    halving). Moves are compared by their margin: the others' mean points minus the player's own,
    with 2 points off for the player who places last and draws the Iron Throne card.

    Without the compiled half of the package, the moves are the same, but take longer.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = MonteCarloPlayer(100)
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Raises:
        InvalidValue: an argument is out of range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    playouts: Ordinal = 1000
    """The number of playouts for a move; slightly more if the number is small, since each move is
    tried at least once."""
    policy: Policy = attrs.field(default=Policy.EPSILON_GREEDY, converter=policy_named)
    """The policy of all seats in playouts, or its value, such as `"random"`."""
    inference: bool = False
    """True to weight worlds by how well they explain the others' placements, assuming that the
    others also choose by the policy; False to weight all worlds equally."""

    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        seed = random_below(2**32, rng)
        trials = trials_of(view, self.policy, seed, inference=self.inference)
        margins = dict.fromkeys(moves, 0)
        stages, worlds = ceil(log2(len(moves))), range(0)
        for _ in range(stages):
            count = max(1, self.playouts // (stages * len(margins)))
            worlds = range(worlds.stop, worlds.stop + count)
            tried = trials.in_batches(tuple(margins), worlds, stop)
            sums, _ = measure(tried, len(margins), MARGIN)
            totals = zip(margins, map(add, margins.values(), sums), strict=True)
            # The first of equal moves: any is as good.
            best = sorted(totals, key=lambda total: -total[1])
            margins = dict(best[: (len(best) + 1) // 2])
        return next(iter(margins))
