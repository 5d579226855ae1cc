"""Simulations that workers can share, by compiled or plain rules, and their results.

Both use the same random numbers, so the counts are equal; only the time differs. Named players play
whole games of any kind, of which the winners are counted.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial, reduce
from hashlib import sha256
from itertools import chain, repeat
from operator import add
from typing import Annotated, Any, Self

import attrs

from westeros_intrigue.documents import Data
from westeros_intrigue.gamekit.chance import RandomSource, random_below, shuffled
from westeros_intrigue.gamekit.codecs import Codec, Faults
from westeros_intrigue.gamekit.documents import dump
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import TableOptions, options_data
from westeros_intrigue.gamekit.text import text_table
from westeros_intrigue.gamekit.values import Count, Length, Value, counted
from westeros_intrigue.lab.matches.match import terms_data
from westeros_intrigue.lab.simulation import (
    CountedGames,
    CountedRounds,
    GameSource,
    Policy,
    RoundSource,
    Run,
    Simulation,
)
from westeros_intrigue.lab.simulation.counted import CODECS, Histogram, Mean, share_won
from westeros_intrigue.lab.simulation.fast import EPSILON
from westeros_intrigue.lab.simulation.results_file import Format, Played, code_of
from westeros_intrigue.lab.simulation.running import stored
from westeros_intrigue.players import Player, greedy_player, random_player
from westeros_intrigue.players.playing import play_game
from westeros_intrigue.rules.cards import DECK, Move
from westeros_intrigue.rules.dealing import Deal, deal_from_deck, draw_deal
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.state import GameState, View
from westeros_intrigue.rules.variants import STANDARD, Variant


@attrs.frozen
class CountedWins(Value):
    """The counts of some games. Those of two parts add up by `+`."""

    policies: Annotated[tuple[str, ...], Length(2)]
    """The name of the player of each seat, from 0."""
    winners: Annotated[tuple[Histogram, ...], Length(2)]
    """For each seat the number of winners of the games that it won, and 0 for the others."""

    def __len__(self) -> int:
        return len(self.winners[0])

    def __add__(self, other: Self) -> CountedWins:
        winners = zip(self.winners, other.winners, strict=True)
        return CountedWins(self.policies, tuple(mine + its for mine, its in winners))

    def means(self, player: int) -> dict[str, Mean]:
        """Return the share of the games that a player won; a shared victory counts in parts."""
        return {"wins": share_won(self.winners[player])}


@attrs.frozen
class NamedGames(Value):
    """The terms of many games, which determine every random outcome of each.

    >>> games = NamedGames("monopoly", ("simple", "random"), 1)
    >>> games.play(range(10)).means(0)["wins"].value
    1.0
    """

    game: str
    """The key of the game in `GAMES`."""
    policies: tuple[str, ...]
    """The name of the player of each seat, from 0; that of an automated seat has no effect."""
    seed: int
    options: TableOptions = ()
    """The options of the table, by name."""

    def play(self, numbers: range) -> CountedWins:
        """Play some of the games, and return their counts."""
        return reduce(add, map(self._play, numbers))

    @property
    def automated(self) -> tuple[int, ...]:
        """The seats that the rules move."""
        game = GAMES[self.game]
        return (*game.automated_seats(game.new_game(len(self.policies), dict(self.options))),)

    def _play(self, number: int) -> CountedWins:
        game = GAMES[self.game]
        digest = sha256(f"{self.seed} {number}".encode()).digest()
        seed = random.Random(int.from_bytes(digest)).getrandbits(53)  # noqa: S311 - a game
        start = game.new_game(len(self.policies), dict(self.options), seed=seed)
        automated = game.automated_seats(start)
        players = [
            None if seat in automated else game.PLAYERS.parse(name)
            for seat, name in enumerate(self.policies)
        ]
        winners = game.final_winner(play_game(players, game=game, seed=seed, state=start)).winners
        won = [len(winners) * (seat in winners) for seat in range(len(players))]
        return CountedWins(self.policies, tuple(Histogram.of([among]) for among in won))


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
            from westeros_intrigue.lab.simulation import engine  # noqa: F401, PLC0415 - an extra
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


_SHARES = frozenset({"wins", "last_card"})
_ENGINES = {"bulk": "in bulk (westeros_intrigue.lab.simulation)", "plain": "by the plain rules"}


@attrs.frozen
class SimulationResult(Value):
    """The counts of a simulation, with what was simulated.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> from westeros_intrigue.lab.matches.simulations import simulate
    >>> batch = Batch("round", 40, Simulation(2, "greedy", seed=1))
    >>> result = SimulationResult(batch, "plain", simulate(batch, engine="plain"))
    >>> print(result.to_table())
    40 rounds of 2 players, seed 1, played by the plain rules.
    Means with their standard errors.
    <BLANKLINE>
    seat  policy         points     last card
    0     greedy  1.975 ± 0.116  30.0 % ± 7.3
    1     greedy  2.075 ± 0.173  70.0 % ± 7.3
    <BLANKLINE>
    Cards in the court at the end: 23.950 ± 0.256
    """

    batch: Batch
    engine: str
    """The engine that played: `bulk` or `plain`."""
    counts: Counted

    def to_data(self) -> dict[str, Any]:
        """Return the terms, and for each seat its means with their standard errors."""
        terms = self.batch.terms
        houses: Sequence[object] = ()
        if isinstance(terms, NamedGames):
            policies, automated = [*terms.policies], terms.automated
            table: dict[str, Any] = {"game": terms.game, "options": options_data(terms.options)}
        else:
            policies = [policy.value for policy in terms.policies]
            houses, automated = terms.variant.houses, terms.variant.automated
            table = {
                "first_player": terms.first_player,
                "rotate": terms.rotate,
                "options": list(terms.variant.options),
            }
        seats = [
            {
                "seat": seat,
                "policy": "automated" if seat in automated else policy,
                "house": str(houses[seat]) if houses else None,
                **{name: _rounded(mean) for name, mean in self.counts.means(seat).items()},
            }
            for seat, policy in enumerate(policies)
        ]
        court = {}
        if isinstance(self.counts, CountedRounds):
            court = {"court": _rounded(self.counts.court_size.mean)}
        return {
            f"{self.batch.thing}s": len(self.counts),
            "engine": self.engine,
            "players": len(seats),
            "seed": terms.seed,
            **table,
            "seats": seats,
            **court,
        }

    def to_json(self) -> str:
        """Return the data as JSON."""
        return json.dumps(self.to_data(), indent=2)

    def to_table(self) -> str:
        """Return a line for each seat, below a heading."""
        data = self.to_data()
        names = [*data["seats"][0]][3:]
        rows = [
            [
                f"{seat['seat']} {seat['house'] or ''}".rstrip(),
                seat["policy"],
                *(_text(seat[name], is_share=name in _SHARES) for name in names),
            ]
            for seat in data["seats"]
        ]
        what = counted(len(self.counts), self.batch.thing)
        lines = [
            f"{what} of {len(rows)} players, seed {data['seed']}, played {_ENGINES[self.engine]}.",
            "Means with their standard errors.",
            "",
            *text_table(["seat", "policy", *(name.replace("_", " ") for name in names)], rows),
        ]
        if court := data.get("court"):
            lines += ["", f"Cards in the court at the end: {_text(court)}"]
        return "\n".join(lines)


def _rounded(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.value, 6), "error": round(mean.error, 6)}


def _text(found: dict[str, float], *, is_share: bool = False) -> str:
    if is_share:
        return f"{100 * found['mean']:.1f} % ± {100 * found['error']:.1f}"
    return f"{found['mean']:.3f} ± {found['error']:.3f}"
