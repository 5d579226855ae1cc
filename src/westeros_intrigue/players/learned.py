"""A player with a trained network, which values the position after each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.library import DIGITS
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, brief, instance
from westeros_intrigue.compiled.board import BOARD_SIZE, Integers
from westeros_intrigue.compiled.fast import fastest, integers, zeros
from westeros_intrigue.compiled.network import MEMORY_SIZE, ONE, value_moves
from westeros_intrigue.compiled.network_inputs import MISSING, SIZES, count_openings
from westeros_intrigue.compiled.packing import board_of, bottom_row, cell_of, terms_of
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.compiled.trials import Trials
from westeros_intrigue.compiled.weights import new_work, read_network
from westeros_intrigue.players.settings import MOST_WORLDS, WORLDS_A_LOOK, Moves, Stop, Thinker
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View

TRIED = 4
"""The number of moves, those that the network values most, that are played out."""
FIRST_OPINION = 2
"""The weight of the network's own worth of a move, beside that of its playouts."""
MARGIN_SHARE = 10
"""A half or minus a half for the last placer, and the margin divided by this, are worth a round."""
WEIGHTS = files("westeros_intrigue.players").joinpath("learned.weights")
"""The weights of the package."""


def _contents(weights: Path | str | bytes | None) -> bytes:
    """Return weights from the path of their file, themselves, or None for those of the package."""
    if weights is None:
        return _of_package()
    if isinstance(weights, (str, Path)):
        weights = Path(weights).read_bytes()
    if not isinstance(weights, bytes):
        raise WrongType(f"weights must be the path of a file, or bytes, not {brief(weights)}")
    read_network(weights, 2)
    return _same(weights)


@cache
def _of_package() -> bytes:
    return _same(WEIGHTS.read_bytes())


# Each placement looks the network up by its weights: one object is found sooner than an equal one.
_same = lru_cache(maxsize=8)(bytes)


def _digest(weights: bytes) -> str:
    return sha256(weights).hexdigest()[:DIGITS]


@public
@attrs.frozen
class LearnedPlayer(Thinker, Value):
    """A player with a network, trained by self-play and against greedy players.

    The network of 84 thousand weights values the position after each move by what the player knows:
    the chance to place the last card, and a little of the margin. The player makes the move that is
    worth most. With `playouts` it also tries its four best moves in worlds that agree with the
    view, where all seats play on by the policy `epsilon-greedy`, and counts what it then finds one
    part, and what it thought before two.

    With the extra `fast` it is compiled. Without it the moves are the same, but slower to find.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = LearnedPlayer()
    >>> str(player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T4@a0'

    A position and its image in a mirror are worth the same, so the player uses the mean of the
    worths of both, unless a seat is automated. It was trained without scoring options: House
    Affiliation and Rivalry do not change its moves. `docs/players.md` has how strong it is.

    Raises:
        InvalidValue: an argument out of its range, or weights of another size than networks have.
        OSError: the file of the weights cannot be read.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    playouts: int = attrs.field(default=0, validator=Range(0))
    """The number of playouts for a move, at least one for each of the best; 0 for none at all."""
    weights: bytes = attrs.field(default=None, converter=_contents, repr=_digest)
    """The weights: pass the path of a file, such as one of your own training, or its contents; None
    stands for the weights of the package. The file is read at once, and may change later. It may
    contain several networks: for two players, three, …, and the last one for all others."""
    inference: bool = attrs.field(default=False, validator=instance(bool))
    """True if worlds that explain what the others have placed are played out more often."""

    def _best(self, view: View, moves: Moves, rng: RandomSource, stop: Stop) -> Move:
        worths = dict(zip(moves, self._worths(view), strict=False))
        best = sorted(moves, key=lambda move: -worths[move])[:TRIED]
        if self.playouts:
            found = self._played_out(view, best, rng, stop)
            best.sort(key=lambda move: -(found[move] + FIRST_OPINION * worths[move]))
        return best[0]

    def _worths(self, view: View) -> list[float]:
        """Return for each move the chance to place last less a half, and a share of the margin."""
        # An automated house prefers a side, so a position and its image are not worth the same.
        looks = False, not view.variant.automated
        seen, image = worths_of(view, self.weights, looks)
        return [(one + other) / (2 * ONE**2) for one, other in zip(seen, image, strict=True)]

    def _played_out(
        self,
        view: View,
        moves: list[Move],
        rng: RandomSource,
        stop: Stop,
    ) -> dict[Move, float]:
        """Return for some moves the same, as they come out in playouts."""
        count, worlds = max(1, self.playouts // len(moves)), 0
        seed = random_below(2**32, rng)
        trials = Trials(view, Policy.EPSILON_GREEDY, seed, candidates=self._candidates)
        sums, half = dict.fromkeys(moves, 0), (view.players - 1) * MARGIN_SHARE // 2
        while worlds < count and not (stop and stop()):
            more = min(count - worlds, WORLDS_A_LOOK if stop else MOST_WORLDS)
            tried = trials.of(moves, worlds, trials.worlds(worlds, more))
            for move, found in zip(moves, tried, strict=True):
                sums[move] += (2 * sum(found.wins) - more) * half + sum(found.margins)
            worlds += more
        return {move: each / (2 * half * max(worlds, 1)) for move, each in sums.items()}


def worths_of(view: View, weights: bytes, looks: Sequence[bool]) -> Iterator[list[int]]:
    """Yield the worths of all moves, for each look: as it is, or if True as in a mirror."""
    network, work, memory = read_network(weights, view.players), new_work(), zeros(MEMORY_SIZE)
    memory[:BOARD_SIZE] = integers(board_of(view))
    write_facts(view, memory, work.seen)
    terms = terms_of(view.players, view.variant)
    for in_mirror in looks:
        count = fastest(value_moves)(terms, network, work, memory, in_mirror)
        yield [int(worth) for worth in work.worths[:count]]


def write_facts(view: View, memory: Integers, seen: Integers) -> None:
    """Write the public facts of hands as `network_inputs` has them; the memory has the board."""
    for seat, size in enumerate(view.hand_sizes):
        seen[SIZES + seat] = size
    for gone in view.eliminations:
        missing = view.missing_houses[gone.player]
        seen[MISSING + gone.player] = sum(1 << house.index for house in missing)
    left, _ = bottom_row(view.board.occupied)
    way = [placed.player << 16 | cell_of(left, placed.move.slot) for placed in view.placements]
    fastest(count_openings)(memory, integers(way), 0, len(way), 0, seen)
