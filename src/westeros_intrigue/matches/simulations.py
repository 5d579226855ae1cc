"""Simulations that workers can share, by the compiled rules or by the plain ones.

Both use the same random numbers, so the counts are equal; only the time differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial, reduce
from itertools import chain, repeat
from operator import add

import attrs

from westeros_intrigue.base.chance import RandomSource, random_below, shuffled
from westeros_intrigue.base.limits import Count
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import (
    CountedGames,
    CountedRounds,
    GameSource,
    Histogram,
    Policy,
    RoundSource,
    Run,
    Simulation,
)
from westeros_intrigue.compiled.counted import CODECS
from westeros_intrigue.compiled.policies import EPSILON
from westeros_intrigue.compiled.running import stored
from westeros_intrigue.data import Data
from westeros_intrigue.data.codecs import Codec, Faults
from westeros_intrigue.data.identity import code_of
from westeros_intrigue.data.jsontext import dump
from westeros_intrigue.data.results_file import Format, Played
from westeros_intrigue.matches.named_games import CountedWins, NamedGames
from westeros_intrigue.matches.terms import terms_data
from westeros_intrigue.players import Player, greedy_player, random_player
from westeros_intrigue.playing import play_game
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
class Batch(Value):
    """A number of rounds or games, which compiled rules or plain Python play."""

    thing: str
    """The unit: `round` or `game`."""
    count: int
    terms: Simulation | NamedGames

    @property
    def engine(self) -> str:
        """The fastest engine available: `bulk` or `plain`."""
        if isinstance(self.terms, NamedGames):
            return "plain"
        if self.thing == "round" and self.terms.variant != STANDARD:
            return "plain"
        try:
            from westeros_intrigue.compiled import engine  # noqa: F401, PLC0415 - an extra
        except ImportError:
            return "plain"
        return "bulk"

    def to_data(self) -> dict[str, Data]:
        """Return the terms as plain data, for JSON."""
        # A seed may be greater than many readers of JSON can read.
        own = {"thing": self.thing, "count": self.count, "seed": str(self.terms.seed)}
        return {**own, **terms_data(self.terms, without=("seed",))}

    def play(self, engine: str, numbers: range) -> Counted:
        """Play some of the rounds or games, and return their counts."""
        terms = self.terms
        if isinstance(terms, NamedGames):
            return terms.play(numbers)
        if engine == "plain":
            play: Callable[[Simulation, int], Counted]
            play = _play_round if self.thing == "round" else _play_game
            return reduce(add, (play(terms, number) for number in numbers))
        count = terms.count_rounds if self.thing == "round" else terms.count_games
        return count(numbers)


def _play_round(terms: Simulation, number: int) -> CountedRounds:
    variant = terms.variant.with_rounds(1)
    source = RoundSource(terms.seed, number)
    # The deck first, as in compiled code: a single round has no use for an Iron Throne card.
    cards = deal_from_deck(shuffled(DECK, source), terms.players, variant)
    first_player = (terms.first_player + number * terms.rotate) % terms.players
    deal = Deal((cards,), variant.throne_cards[:1])
    [result] = _play(terms, deal, source, first_player, variant).results
    return CountedRounds(
        terms.policies,
        _one_each(result.penalty_points),
        tuple(int(seat == result.last_placer) for seat in range(terms.players)),
        Histogram.of([len(result.starters) + len(result.placements)]),
    )


def _play_game(terms: Simulation, number: int) -> CountedGames:
    source = GameSource(terms.seed, number, terms.players, terms.variant)
    deal = draw_deal(terms.players, source, terms.variant)
    state = _play(terms, deal, source, terms.first_player, terms.variant)
    final = final_winner(state)
    return CountedGames(
        terms.policies,
        _one_each((seat in final.winners) * len(final.winners) for seat in range(terms.players)),
        _one_each(state.penalty_points),
        _one_each(final.totals),
    )


def _play(
    terms: Simulation, deal: Deal, source: RandomSource, first_player: int, variant: Variant
) -> GameState:
    players = [
        None if seat in variant.automated else _player_of(policy)
        for seat, policy in enumerate(terms.policies)
    ]
    return play_game(players, rng=source, deal=deal, first_player=first_player, variant=variant)


def simulate(
    batch: Batch,
    *,
    engine: str,
    run: Run = Run(),  # noqa: B008 - frozen
) -> Counted:
    """Play a batch and return its counts.

    Raises:
        InvalidValue: `out` exists or is of another simulation; a worker or `out` has another
            version of the library.
        DecodingError: the file is damaged.
        MatchInterrupted: the executor failed.
    """
    work = partial(_part, batch, engine)
    parts = stored(run, work, _form_of(batch), batch.count, usual_chunk=_USUAL_CHUNK[engine])
    with closing(parts) as counted:
        return reduce(add, counted)


@attrs.frozen
class _Line(Value):
    """A line of the file below the first."""

    kind: str
    start: Count
    counted: Counted


def _line(batch: Batch) -> Codec[_Line]:
    kind: type[Counted] = CountedRounds if batch.thing == "round" else CountedGames
    if isinstance(batch.terms, NamedGames):
        kind = CountedWins

    def faults(line: _Line) -> Faults:
        if line.kind != f"{batch.thing}s":
            yield "/kind", f"the lines are of {batch.thing}s"
        if line.start + len(line.counted) > batch.count:
            yield "/counted", f"there are {batch.count} {batch.thing}s"
        if line.counted.policies != batch.terms.policies:
            yield "/counted/policies", "these are not those of the simulation"

    codecs = CODECS.extended({Counted: CODECS.codec_for(kind)})
    return codecs.checking({_Line: faults}).record(_Line)


def _part(batch: Batch, engine: str, numbers: range) -> Played[Counted]:
    counted = batch.play(engine, numbers)
    line = _Line(f"{batch.thing}s", numbers.start, counted)
    return Played((numbers,), counted, dump(_line(batch).write(line)))


def _form_of(batch: Batch) -> Format[Counted]:
    codec = _line(batch)

    def read(data: object) -> Played[Counted]:
        line = codec.read(data)
        return Played((range(line.start, line.start + len(line.counted)),), line.counted)

    terms = {"kind": "simulation", "version": VERSION, **batch.to_data()}
    return Format(terms, code_of({}), batch.thing, read)


def _one_each(numbers: Iterable[int]) -> tuple[Histogram, ...]:
    return tuple(Histogram.of([number]) for number in numbers)


class _OneNumber:
    """A source of one random number, followed by zeros."""

    def __init__(self, source: RandomSource) -> None:
        self._numbers = chain([source.random()], repeat(0.0))

    def random(self) -> float:
        """Return the number, or 0.0 after it."""
        return next(self._numbers)
