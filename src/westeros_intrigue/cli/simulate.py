"""`simulate`: many rounds or games, and what came of them as a table or as JSON.

Single rounds of the standard game come out the same from the plain rules and from the module
`compiled`, since both take the same random numbers; only the time differs.

Rules: round.penalty, round.throne, final.ranking.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TypeVar

import attrs
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn

from westeros_intrigue import (
    DECK,
    STANDARD,
    Deal,
    FinalResult,
    Move,
    Player,
    RandomSource,
    Variant,
    View,
    deal_from_deck,
    final_winner,
    greedy_player,
    legal_moves,
    play_game,
    random_player,
)
from westeros_intrigue.base.chance import random_below, shuffled
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.arguments import Command, Options, Parser, add_seed, integer
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.seats import add_table, players_of, variant_of
from westeros_intrigue.cli.terminal import Refused, Shown, Terminal
from westeros_intrigue.drawing.scene import counted

USUAL_ROUNDS = 1000
MOST = 10**12
PIECE = 20_000
"""How many rounds the compiled rules play between two looks at progress and Ctrl-C."""

_64_BITS = 2**64 - 1
_NUMBERS_A_ROUND = 128
_SHARES = frozenset({"wins", "last_card"})

T = TypeVar("T")


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

    def policy(self, seat: int) -> str:
        """Return how a seat chooses, in a word."""
        return "automated" if seat in self.variant.automated else self.policies[seat]

    @property
    def each_player(self) -> list[Player | None]:
        """The player of each seat; None for an automated one."""
        return [POLICIES.get(self.policy(seat)) for seat in range(self.players)]


@attrs.frozen
class Outcome(Value):
    """What came of a single round."""

    points: tuple[int, ...]
    last_placer: int
    court_size: int


class Tally:
    """A mean with its standard error, from sums."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._count = 0
        self._sum = self._squares = 0.0

    def add(self, number: float) -> None:
        """Count a number in."""
        self._count += 1
        self._sum += number
        self._squares += number * number

    @property
    def mean(self) -> float:
        """The mean."""
        return self._sum / self._count

    @property
    def error(self) -> float:
        """The standard error of the mean: 0 of a single number."""
        spread = max(0.0, self._squares - self._sum * self.mean)
        return math.sqrt(spread / max(1, self._count - 1) / self._count)

    @property
    def data(self) -> dict[str, float]:
        """Both as JSON has them."""
        return {"mean": round(self.mean, 6), "error": round(self.error, 6)}

    def text(self, *, share: bool) -> str:
        """Return both in a table: a number, or a share in per cent."""
        if share:
            return f"{100 * self.mean:.1f} % ± {100 * self.error:.1f}"
        return f"{self.mean:.3f} ± {self.error:.3f}"


@attrs.frozen
class Findings(Value):
    """What came of a simulation."""

    thing: str
    """What was played: `round` or `game`."""
    count: int
    engine: str
    """What played it: `bulk` or `plain`."""
    terms: Terms
    tallies: tuple[dict[str, Tally], ...]
    """For each seat its tallies by name."""
    court: Tally | None
    """The cards in the court at the end of a round; None of games."""

    @property
    def data(self) -> dict[str, object]:
        """All of it as JSON has it."""
        terms = self.terms
        data: dict[str, object] = {
            f"{self.thing}s": self.count,
            "engine": self.engine,
            "players": terms.players,
            "seed": terms.seed,
            "first_player": terms.first_player,
            "rotate": terms.rotate,
            "options": list(terms.variant.options),
            "seats": [
                {
                    "seat": seat,
                    "policy": terms.policy(seat),
                    "house": str(terms.variant.houses[seat]) if terms.variant.houses else None,
                    **{name: tally.data for name, tally in tallies.items()},
                }
                for seat, tallies in enumerate(self.tallies)
            ],
        }
        return {**data, "court": self.court.data} if self.court else data

    def lines(self) -> list[Shown]:
        """Return all of it as a table below a heading."""
        terms = self.terms
        names = list(self.tallies[0])
        rows = []
        for seat, tallies in enumerate(self.tallies):
            house = f" {terms.variant.houses[seat]}" if terms.variant.houses else ""
            texts = (tally.text(share=name in _SHARES) for name, tally in tallies.items())
            rows.append([f"{seat}{house}", terms.policy(seat), *texts])
        engine = {
            "bulk": "in bulk (westeros_intrigue.compiled)", "plain": "by the plain rules"
        }[self.engine]  # fmt: skip
        heading = (
            f"{counted(self.count, self.thing)} of {terms.players} players, seed {terms.seed}, "
            f"played {engine}. Means with their standard errors."
        )
        shown = (f">{name.replace('_', ' ')}" for name in names)
        lines: list[Shown] = [heading, "", columns("seat", "policy", *shown, rows=rows)]
        if self.court:
            lines += ["", f"Cards in the court at the end: {self.court.text(share=False)}"]
        return lines


def _add_arguments(parser: Parser) -> None:
    many = parser.add_mutually_exclusive_group()
    count = integer(1, MOST)
    told = f"how many single rounds (default {USUAL_ROUNDS})"
    many.add_argument("--rounds", dest="many_rounds", type=count, metavar="N", help=told)
    many.add_argument("--games", type=count, metavar="N", help="how many whole games instead")
    parser.add_argument(
        "--policy",
        nargs="+",
        choices=POLICIES,
        default=["random"],
        metavar="POLICY",
        help="how all seats choose, or how each does: random, over houses and slots; legal, over "
        "cards and slots; or greedy (default random)",
    )
    told = "let the seats take turns in starting single rounds, as in a game"
    parser.add_argument("--rotate", action="store_true", help=told)
    add_table(parser, "4", rounds=False)
    add_seed(parser, 1, "1")
    parser.add_argument("--json", action="store_true", help="write JSON in place of the table")
    told = "use the plain rules even where `fast` is installed"
    parser.add_argument("--plain", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Simulate, and write what came of it.

    Raises:
        Refused: there is no such game, or the policies do not suit the seats.
    """
    terms = _terms(options)
    if options.games:
        findings = _play_games(terms, options.games, terminal)
    else:
        count = options.many_rounds or USUAL_ROUNDS
        findings = _play_rounds(terms, count, terminal, is_plain=options.plain)
    if options.json:
        terminal.line(json.dumps(findings.data, indent=2))
    else:
        terminal.show(*findings.lines())
    return 0


def _terms(options: Options) -> Terms:
    players = players_of(options)
    variant, first_player = variant_of(options, players)
    policies = options.policy * players if len(options.policy) == 1 else options.policy
    if len(policies) != players:
        raise Refused(f"{players} seats have one policy, or {players}, not {len(policies)}", 2)
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    return Terms(players, tuple(policies), variant, options.seed, first_player, options.rotate)


def _play_rounds(terms: Terms, count: int, terminal: Terminal, *, is_plain: bool) -> Findings:
    is_bulk = terms.variant == STANDARD and not is_plain and _has_bulk()
    pieces = _bulk_rounds(terms, count) if is_bulk else plain_rounds(terms, count)
    tallies = tuple({"points": Tally(), "last_card": Tally()} for _ in range(terms.players))
    court = Tally()
    for outcome in _watched(pieces, count, terminal):
        for seat, tally in enumerate(tallies):
            tally["points"].add(outcome.points[seat])
            tally["last_card"].add(seat == outcome.last_placer)
        court.add(outcome.court_size)
    return Findings("round", count, "bulk" if is_bulk else "plain", terms, tallies, court)


def _play_games(terms: Terms, count: int, terminal: Terminal) -> Findings:
    names = ("wins", "points", "total")
    tallies = tuple({name: Tally() for name in names} for _ in range(terms.players))
    for final, points in _watched(_games(terms, count), count, terminal):
        for seat, tally in enumerate(tallies):
            # Those who share a victory have a part of it each.
            tally["wins"].add((seat in final.winners) / len(final.winners))
            tally["points"].add(points[seat])
            tally["total"].add(final.totals[seat])
    return Findings("game", count, "plain", terms, tallies, None)


def _watched(pieces: Iterable[Sequence[T]], count: int, terminal: Terminal) -> Iterator[T]:
    """Yield what is in the pieces, and show how many of `count` are done where that is possible."""
    progress = Progress(
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        console=terminal.errors,
        transient=True,
        disable=not terminal.errors.is_terminal or terminal.errors.is_dumb_terminal,
    )
    with progress:
        task = progress.add_task("", total=count)
        for piece in pieces:
            yield from piece
            progress.advance(task, len(piece))


def _has_bulk() -> bool:
    try:
        from westeros_intrigue.compiled import simulate_rounds  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def _bulk_rounds(terms: Terms, count: int) -> Iterator[list[Outcome]]:
    """Play single rounds of the standard game by the compiled rules."""
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


class RoundSource:
    """The random numbers of one round, the same as those of `compiled.RoundSource`."""

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


class _OneNumber:
    """A source of one random number, and then of noughts."""

    def __init__(self, source: RandomSource) -> None:
        self._numbers = chain([source.random()], repeat(0.0))

    def random(self) -> float:
        """Return the number, or 0.0 after it."""
        return next(self._numbers)


def _with_one_number(player: Player | None) -> Player | None:
    """Return the player with one random number a turn, none for which card of a house it places.

    The compiled rounds know no cards, only houses.
    """
    return player and (lambda view, rng: player(view, _OneNumber(rng)))


def plain_rounds(terms: Terms, count: int) -> Iterator[list[Outcome]]:
    """Play single rounds by the rules of the library, one at a time."""
    variant = terms.variant.with_rounds(1)
    players = [_with_one_number(player) for player in terms.each_player]
    for number in range(count):
        source = RoundSource(terms.seed, number)
        # The deck first, as in bulk: the Iron Throne card plays no part in a single round.
        round_deal = deal_from_deck(shuffled(DECK, source), terms.players, variant)
        state = play_game(
            players,
            rng=source,
            deal=Deal((round_deal,), variant.throne_cards[:1]),
            first_player=(terms.first_player + number * terms.rotate) % terms.players,
            variant=variant,
        )
        [result] = state.results
        court_size = len(result.starters) + len(result.placements)
        yield [Outcome(result.penalty_points, result.last_placer, court_size)]


def _games(terms: Terms, count: int) -> Iterator[list[tuple[FinalResult, tuple[int, ...]]]]:
    """Play whole games one at a time: yield the final result and the penalty points of each.

    Game number n, from 0, has the cards of `setup` with the seed of the terms plus n.
    """
    for number in range(count):
        state = play_game(
            terms.each_player,
            seed=terms.seed + number,
            first_player=terms.first_player,
            variant=terms.variant,
        )
        yield [(final_winner(state), state.penalty_points)]


COMMAND = Command(
    "simulate",
    "play many rounds or games, and count",
    run,
    _add_arguments,
    (("simulate --policy greedy", "play and count"),),
)
