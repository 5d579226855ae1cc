"""Simulations that workers can share, by the compiled rules or by the plain ones.

Both use the same random numbers, so the counts are equal; only the time differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from functools import partial, reduce
from itertools import chain, repeat
from operator import add
from os import PathLike

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below, shuffled
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import (
    CountedGames,
    CountedRounds,
    GameSource,
    Histogram,
    Policy,
    RoundSource,
)
from westeros_intrigue.compiled.counted import CODECS, HISTOGRAM
from westeros_intrigue.compiled.policies import EPSILON
from westeros_intrigue.compiled.running import Progress
from westeros_intrigue.data import Data, to_data
from westeros_intrigue.data.codecs import Codec, Faults, array, integer, string, words
from westeros_intrigue.data.jsontext import dump
from westeros_intrigue.data.objects import record
from westeros_intrigue.game import play_game
from westeros_intrigue.matches.identity import code_of
from westeros_intrigue.matches.named_games import CountedWins, NamedGames
from westeros_intrigue.matches.results_file import Format, Played
from westeros_intrigue.matches.resume import play_and_store
from westeros_intrigue.players import Player, greedy_player, random_player
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.dealing import Deal, deal_from_deck, draw_deal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.view import View

VERSION = 1
_USUAL_CHUNK = {"plain": 50, "bulk": 200_000}

Counted = CountedRounds | CountedGames | CountedWins
_LONGEST_NAME = 100
_CODECS = {
    **CODECS,
    CountedWins: record(
        CountedWins, {"policies": array(string(_LONGEST_NAME), 2), "winners": array(HISTOGRAM, 2)}
    ),
}


def legal_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each card and slot equally likely."""
    moves = legal_moves(view)
    return moves[random_below(len(moves), rng)]


_PLAYERS: dict[Policy, Player] = {
    Policy.RANDOM: random_player,
    Policy.LEGAL: legal_player,
    Policy.GREEDY: greedy_player,
}


def _player_of(policy: Policy) -> Player:
    """Return the player of a policy, with a random number a turn as the compiled rules have it.

    They know no cards, only houses, and draw none for which card of a house is placed.
    """

    def choose(view: View, rng: RandomSource) -> Move:
        chosen = policy
        if policy is Policy.EPSILON_GREEDY:
            chosen = Policy.RANDOM if rng.random() < EPSILON else Policy.GREEDY
        return _PLAYERS[chosen](view, _OneNumber(rng))

    return choose


@attrs.frozen
class Simulation(Value):
    """A number of rounds or games of a `compiled.Simulation`, which plain Python plays as well."""

    thing: str
    """The unit: `round` or `game`."""
    count: int
    players: int
    policies: tuple[Policy, ...]
    variant: Variant
    seed: int
    first_player: int
    rotate: bool
    """True if each seat in turn starts single rounds."""

    @property
    def engine(self) -> str:
        """The fastest engine available: `bulk` or `plain`."""
        if self.thing == "round" and self.variant != STANDARD:
            return "plain"
        try:
            from westeros_intrigue.compiled import count_rounds  # noqa: F401, PLC0415 - an extra
        except ImportError:
            return "plain"
        return "bulk"

    def to_data(self) -> dict[str, Data]:
        """Return the terms as plain data, for JSON."""
        return {
            "thing": self.thing,
            "count": self.count,
            "players": self.players,
            "policies": [policy.value for policy in self.policies],
            "variant": to_data(self.variant),
            "seed": str(self.seed),
            "first_player": self.first_player,
            "rotate": self.rotate,
        }

    def play(self, engine: str, threads: int, numbers: range) -> Counted:
        """Play some of the rounds or games, and return their counts."""
        if engine == "plain":
            play: Callable[[int], Counted] = self._round if self.thing == "round" else self._game
            return reduce(add, map(play, numbers))
        from westeros_intrigue import compiled  # noqa: PLC0415 - an extra

        simulation = compiled.Simulation(
            self.players, self.policies, self.seed, self.variant, self.first_player, self.rotate
        )
        run = compiled.Run(threads)
        if self.thing == "round":
            return simulation.count_rounds(numbers, run)
        return simulation.count_games(numbers, run)

    def _round(self, number: int) -> CountedRounds:
        variant = self.variant.with_rounds(1)
        source = RoundSource(self.seed, number)
        # The deck first, as in compiled code: a single round has no use for an Iron Throne card.
        cards = deal_from_deck(shuffled(DECK, source), self.players, variant)
        first_player = (self.first_player + number * self.rotate) % self.players
        deal = Deal((cards,), variant.throne_cards[:1])
        [result] = self._play(deal, source, first_player, variant).results
        return CountedRounds(
            self.policies,
            _one_each(result.penalty_points),
            tuple(int(seat == result.last_placer) for seat in range(self.players)),
            Histogram.of([len(result.starters) + len(result.placements)]),
        )

    def _game(self, number: int) -> CountedGames:
        source = GameSource(self.seed, number, self.players, self.variant)
        deal = draw_deal(self.players, source, self.variant)
        state = self._play(deal, source, self.first_player, self.variant)
        final = final_winner(state)
        return CountedGames(
            self.policies,
            _one_each((seat in final.winners) * len(final.winners) for seat in range(self.players)),
            _one_each(state.penalty_points),
            _one_each(final.totals),
        )

    def _play(
        self, deal: Deal, source: RandomSource, first_player: int, variant: Variant
    ) -> GameState:
        players = [
            None if seat in variant.automated else _player_of(policy)
            for seat, policy in enumerate(self.policies)
        ]
        return play_game(players, rng=source, deal=deal, first_player=first_player, variant=variant)


def simulate(
    simulation: Simulation | NamedGames,
    *,
    engine: str,
    threads: int = 1,
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Counted:
    """Play a simulation and return its counts; the arguments are those of `play_match`.

    Raises:
        InvalidValue: `out` exists or is of another simulation; a worker or `out` has another
            version of the library.
        DecodingError: the file is damaged.
        MatchInterrupted: the executor failed.
    """
    parts = play_and_store(
        partial(_part, simulation, engine, threads),
        _form_of(simulation),
        simulation.count,
        chunk=chunk,
        usual_chunk=_USUAL_CHUNK[engine],
        executor=executor,
        out=out,
        resume=resume,
        progress=progress,
    )
    with closing(parts) as counted:
        return reduce(add, counted)


@attrs.frozen
class _Line(Value):
    """A line of the file below the first."""

    kind: str
    start: int
    counted: Counted


def _line(simulation: Simulation | NamedGames) -> Codec[_Line]:
    kind: type[Counted] = CountedRounds if simulation.thing == "round" else CountedGames
    if isinstance(simulation, NamedGames):
        kind = CountedWins

    def faults(line: _Line) -> Faults:
        if line.start + len(line.counted) > simulation.count:
            yield "/counted", f"there are {simulation.count} {simulation.thing}s"
        if line.counted.policies != simulation.policies:
            yield "/counted/policies", "these are not those of the simulation"

    return record(
        _Line,
        {
            "kind": words([f"{simulation.thing}s"]),
            "start": integer(0, simulation.count - 1),
            "counted": _CODECS[kind],
        },
        faults,
    )


def _part(
    simulation: Simulation | NamedGames, engine: str, threads: int, numbers: range
) -> Played[Counted]:
    counted = simulation.play(engine, threads, numbers)
    line = _Line(f"{simulation.thing}s", numbers.start, counted)
    return Played((numbers,), counted, dump(_line(simulation).write(line)))


def _form_of(simulation: Simulation | NamedGames) -> Format[Counted]:
    codec = _line(simulation)

    def read(data: object) -> Played[Counted]:
        line = codec.read(data)
        return Played((range(line.start, line.start + len(line.counted)),), line.counted)

    terms = {"kind": "simulation", "version": VERSION, **simulation.to_data()}
    return Format(terms, code_of({}), simulation.thing, read)


def _one_each(numbers: Iterable[int]) -> tuple[Histogram, ...]:
    return tuple(Histogram.of([number]) for number in numbers)


class _OneNumber:
    """A source of one random number, followed by zeros."""

    def __init__(self, source: RandomSource) -> None:
        self._numbers = chain([source.random()], repeat(0.0))

    def random(self) -> float:
        """Return the number, or 0.0 after it."""
        return next(self._numbers)
