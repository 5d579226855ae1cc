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

import attrs

from westeros_intrigue import (
    DECK,
    STANDARD,
    Deal,
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
from westeros_intrigue.base.chance import SplitMix, random_below, shuffled
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.arguments import Command, Options, Parser, add_seed, integer
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.seats import add_table, players_of, variant_of
from westeros_intrigue.cli.terminal import Refused, Shown, Terminal
from westeros_intrigue.cli.workers import progress_bar
from westeros_intrigue.drawing.scene import counted

USUAL_ROUNDS = 1000
MOST = 10**12
PIECE = 20_000
"""How many rounds the compiled rules play between two looks at progress and Ctrl-C."""
_NUMBERS_A_ROUND = 128
_SHARES = frozenset({"wins", "last_card"})
_ENGINES = {"bulk": "in bulk (westeros_intrigue.compiled)", "plain": "by the plain rules"}


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
    """For each seat how it chooses, in a word."""
    variant: Variant
    seed: int
    first_player: int
    rotate: bool

    @property
    def each_player(self) -> list[Player | None]:
        """The player of each seat; None for an automated one."""
        return [POLICIES.get(policy) for policy in self.policies]


@attrs.frozen
class Outcome(Value):
    """What came of a round or of a game."""

    numbers: dict[str, Sequence[float]]
    """What is counted, by its name: for each seat a number."""
    court_size: int | None = None
    """How many cards the court held at the end of the round; None of a game."""


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

    def text(self, *, share: bool = False) -> str:
        """Return both in a table: a number, or a share in per cent."""
        if share:
            return f"{100 * self.mean:.1f} % ± {100 * self.error:.1f}"
        return f"{self.mean:.3f} ± {self.error:.3f}"


class Findings:
    """What came of a simulation.

    Args:
        thing: what was played, `round` or `game`.
        count: how many.
        engine: what played it, `bulk` or `plain`.
        terms: what was simulated.
        outcomes: what came of each.
    """

    def __init__(
        self, thing: str, count: int, engine: str, terms: Terms, outcomes: Iterable[Outcome]
    ) -> None:
        """Count the outcomes."""
        self._thing, self._count, self._engine, self._terms = thing, count, engine, terms
        self._tallies: list[dict[str, Tally]] = [{} for _ in range(terms.players)]
        self._court: Tally | None = None
        for outcome in outcomes:
            for name, numbers in outcome.numbers.items():
                for tallies, number in zip(self._tallies, numbers, strict=True):
                    tallies.setdefault(name, Tally()).add(number)
            if outcome.court_size is not None:
                self._court = self._court or Tally()
                self._court.add(outcome.court_size)

    @property
    def data(self) -> dict[str, object]:
        """All of it as JSON has it."""
        terms, houses = self._terms, self._terms.variant.houses
        seats = [
            {
                "seat": seat,
                "policy": terms.policies[seat],
                "house": str(houses[seat]) if houses else None,
                **{name: tally.data for name, tally in tallies.items()},
            }
            for seat, tallies in enumerate(self._tallies)
        ]
        return {
            f"{self._thing}s": self._count,
            "engine": self._engine,
            "players": terms.players,
            "seed": terms.seed,
            "first_player": terms.first_player,
            "rotate": terms.rotate,
            "options": list(terms.variant.options),
            "seats": seats,
            **({"court": self._court.data} if self._court else {}),
        }

    def lines(self) -> list[Shown]:
        """Return all of it as a table below a heading."""
        terms, houses = self._terms, self._terms.variant.houses
        rows = [
            [
                f"{seat} {houses[seat]}" if houses else str(seat),
                terms.policies[seat],
                *(tally.text(share=name in _SHARES) for name, tally in tallies.items()),
            ]
            for seat, tallies in enumerate(self._tallies)
        ]
        heading = (
            f"{counted(self._count, self._thing)} of {terms.players} players, seed {terms.seed}, "
            f"played {_ENGINES[self._engine]}. Means with their standard errors."
        )
        names = (f">{name.replace('_', ' ')}" for name in self._tallies[0])
        lines: list[Shown] = [heading, "", columns("seat", "policy", *names, rows=rows)]
        if self._court:
            lines += ["", f"Cards in the court at the end: {self._court.text()}"]
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
    count = options.games or options.many_rounds or USUAL_ROUNDS
    is_bulk = not options.games and terms.variant == STANDARD and not options.plain and _has_bulk()
    play = plain_games if options.games else _bulk_rounds if is_bulk else plain_rounds
    outcomes = _watched(play(terms, count), count, terminal)
    thing = "game" if options.games else "round"
    findings = Findings(thing, count, "bulk" if is_bulk else "plain", terms, outcomes)
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
    policies = tuple(
        "automated" if seat in variant.automated else policy for seat, policy in enumerate(policies)
    )
    return Terms(players, policies, variant, options.seed, first_player, options.rotate)


def _watched(
    pieces: Iterable[Sequence[Outcome]], count: int, terminal: Terminal
) -> Iterator[Outcome]:
    """Yield what is in the pieces, and show how many of `count` are done where that is possible."""
    done = 0
    with progress_bar(terminal, count) as progress:
        for piece in pieces:
            yield from piece
            done += len(piece)
            progress(done, count)


def _has_bulk() -> bool:
    try:
        from westeros_intrigue.compiled import simulate_rounds  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def _round(points: Sequence[int], last_placer: int, court_size: int) -> Outcome:
    last_card = [seat == last_placer for seat in range(len(points))]
    return Outcome({"points": points, "last_card": last_card}, court_size)


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
        arrays = (simulated.cards_left, simulated.last_placer, simulated.court_size)
        yield list(map(_round, *(array.tolist() for array in arrays)))


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
        # The same numbers as those of `compiled.RoundSource`. The deck first, as there: the Iron
        # Throne card plays no part in a single round.
        source = SplitMix(terms.seed, number * _NUMBERS_A_ROUND)
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
        yield [_round(result.penalty_points, result.last_placer, court_size)]


def plain_games(terms: Terms, count: int) -> Iterator[list[Outcome]]:
    """Play whole games one at a time; number n, from 0, has the cards of the seed plus n."""
    for number in range(count):
        state = play_game(
            terms.each_player,
            seed=terms.seed + number,
            first_player=terms.first_player,
            variant=terms.variant,
        )
        final = final_winner(state)
        # Those who share a victory have a part of it each.
        wins = [(seat in final.winners) / len(final.winners) for seat in range(terms.players)]
        yield [Outcome({"wins": wins, "points": state.penalty_points, "total": final.totals})]


COMMAND = Command(
    "simulate",
    "play many rounds or games, and count",
    run,
    _add_arguments,
    (("simulate --policy greedy", "play and count"),),
)
