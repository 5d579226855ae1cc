"""What plays the rounds and games of a simulation: the plain rules, or the module `bulk`.

Single rounds of the standard game come out the same from either, since both take the same random
numbers; only the time differs.

Rules: round.penalty, round.throne.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below, shuffled
from westeros_intrigue.base.values import Value
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players import Player, greedy_player, play_game, random_player
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.dealing import Deal, deal_from_deck
from westeros_intrigue.rules.history import FinalResult
from westeros_intrigue.rules.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.rules.scoring import final_winner, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.view import View

PIECE = 20_000
"""How many rounds `bulk` plays between two looks at progress and Ctrl-C."""

_64_BITS = 2**64 - 1
_NUMBERS_A_ROUND = 128


def legal_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each card and slot equally likely."""
    moves = legal_moves(view)
    return moves[random_below(len(moves), rng)]


POLICIES: dict[str, Player] = {
    "random": random_player,
    "legal": legal_player,
    "greedy": greedy_player,
}
"""The players that a simulation can use, by name."""

_NAMES_IN_BULK = {"random": "distinct-moves", "legal": "legal-moves", "greedy": "greedy"}


@attrs.frozen
class Terms(Value):
    """What is simulated."""

    players: int
    policies: tuple[str, ...]
    """For each seat the name of its policy; of an automated seat it is not used."""
    variant: Variant
    seed: int
    first_player: int
    rotate: bool

    @property
    def is_standard(self) -> bool:
        """Whether it is the standard game, which `bulk` can play."""
        return self.variant == STANDARD

    def starting_player(self, number: int) -> int:
        """Return the seat that starts a single round, by its number from 0."""
        return (self.first_player + number * self.rotate) % self.players


@attrs.frozen
class Outcome(Value):
    """What came of a single round."""

    points: tuple[int, ...]
    last_placer: int
    court_size: int


class RoundSource:
    """The random numbers of one round, the same as those of `bulk.RoundSource`."""

    def __init__(self, seed: int, number: int) -> None:
        """Begin with the first number of a round; rounds are counted from 0."""
        self._state = seed + number * _NUMBERS_A_ROUND * 0x9E3779B97F4A7C15 & _64_BITS

    def random(self) -> float:
        """Return the next number, at least 0.0 and below 1.0: splitmix64."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _64_BITS
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
        return ((mixed ^ mixed >> 31) >> 11) / 2**53


def plain_rounds(terms: Terms, count: int) -> Iterator[list[Outcome]]:
    """Play single rounds by the rules of the library, one at a time."""
    for number in range(count):
        yield [_plain_round(terms, number)]


def bulk_rounds(terms: Terms, count: int) -> Iterator[list[Outcome]]:
    """Play single rounds of the standard game in bulk.

    Raises:
        ImportError: the extra `bulk` is not installed.
    """
    from westeros_intrigue.compiled import (  # noqa: PLC0415 - an extra
        Policy,
        available_cores,
        simulate_rounds,
    )

    policies = [Policy(_NAMES_IN_BULK[name]) for name in terms.policies]
    for start in range(0, count, PIECE):
        simulated = simulate_rounds(
            terms.players,
            min(PIECE, count - start),
            policy=policies,
            seed=terms.seed,
            start=start,
            first_player=terms.first_player,
            rotate=terms.rotate,
            threads=available_cores(),
        )
        yield [
            Outcome(tuple(points), last_placer, court_size)
            for points, last_placer, court_size in zip(
                simulated.cards_left.tolist(),
                simulated.last_placer.tolist(),
                simulated.court_size.tolist(),
                strict=True,
            )
        ]


def has_bulk() -> bool:
    """Return whether the extra `bulk` is installed."""
    try:
        import westeros_intrigue.compiled  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def games(terms: Terms, count: int) -> Iterator[list[tuple[FinalResult, tuple[int, ...]]]]:
    """Play whole games one at a time: yield the final result and the penalty points of each.

    Game number n, from 0, has the cards of `setup` with the seed of the terms plus n.
    """
    for number in range(count):
        state = play_game(
            _players(terms),
            seed=terms.seed + number,
            first_player=terms.first_player,
            variant=terms.variant,
        )
        yield [(final_winner(state), state.penalty_points)]


def _players(terms: Terms) -> Sequence[Player | None]:
    return [
        None if seat in terms.variant.automated else POLICIES[policy]
        for seat, policy in enumerate(terms.policies)
    ]


def _plain_round(terms: Terms, number: int) -> Outcome:
    source = RoundSource(terms.seed, number)
    players = _players(terms)
    variant = terms.variant.with_rounds(1)
    # The deck first, as in bulk: the Iron Throne card plays no part in a single round.
    round_deal = deal_from_deck(shuffled(DECK, source), terms.players, variant)
    state = setup(
        terms.players,
        deal=Deal((round_deal,), variant.throne_cards[:1]),
        first_player=terms.starting_player(number),
        variant=variant,
    )
    while state.phase is Phase.PLAYING:
        seat = state.active_player or 0
        player = players[seat]
        move = player(observe(state, seat), source) if player else distinct_moves(state)[0]
        state = apply(state, move)
    result = score_round(state).results[-1]
    return Outcome(result.penalty_points, result.last_placer, len(state.court))
