"""`simulate`: many rounds or games, and what came of them as a table or as JSON."""

from __future__ import annotations

import json

from westeros_intrigue import GameState
from westeros_intrigue.cli.arguments import Command, Options, Parser, integer
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.seats import new_state
from westeros_intrigue.cli.terminal import Refused, Shown, Terminal
from westeros_intrigue.cli.workers import add_workers, long_work
from westeros_intrigue.compiled import CountedRounds, Mean, Policy
from westeros_intrigue.compiled.running import available_cores
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.matches.simulations import Counted, Simulation, simulate

USUAL_ROUNDS = 1000
MOST = 10**12
_POLICIES = tuple(policy.value for policy in Policy)
_SHARES = frozenset({"wins", "last_card"})
_ENGINES = {"bulk": "in bulk (westeros_intrigue.compiled)", "plain": "by the plain rules"}


def _add_arguments(parser: Parser) -> None:
    many = parser.add_mutually_exclusive_group()
    count = integer(1, MOST)
    told = f"how many single rounds (default {USUAL_ROUNDS})"
    many.add_argument("--rounds", dest="many_rounds", type=count, metavar="N", help=told)
    many.add_argument("--games", type=count, metavar="N", help="how many whole games instead")
    parser.add_argument(
        "--policy",
        nargs="+",
        choices=_POLICIES,
        default=["random"],
        metavar="POLICY",
        help="how all seats choose, or how each does: random, over houses and slots; legal, over "
        "cards and slots; greedy; or epsilon-greedy, one move in ten at random (default random)",
    )
    told = "let the seats take turns in starting single rounds, as in a game"
    parser.add_argument("--rotate", action="store_true", help=told)
    add_workers(parser, "rounds or games", MOST)
    parser.add_table("4", without=("rounds", "dead"))
    parser.add_seed(1, "1")
    told = "use the plain rules even where `fast` is installed"
    parser.add_argument("--plain", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Simulate, and write what came of it."""
    simulation, words = _simulation(options)
    engine = "plain" if options.plain else simulation.engine
    threads = 1 if options.scheduler or options.workers > 1 else available_cores()
    with long_work(options, terminal, simulation.count) as how:
        found = simulate(simulation, engine=engine, threads=threads, **how)
    if options.json:
        terminal.line(json.dumps(_data(simulation, words, engine, found), indent=2))
    else:
        terminal.show(*_lines(simulation, words, engine, found))
    return 0


def _simulation(options: Options) -> tuple[Simulation, list[str]]:
    """Return what is simulated, and for each seat in a word how it chooses."""
    table: GameState = new_state(options, Parser.game, 1, 0)
    players, variant, first_player = table.players, table.variant, table.starting_player
    words = options.policy * players if len(options.policy) == 1 else options.policy
    if len(words) != players:
        raise Refused(f"{players} seats have one policy, or {players}, not {len(words)}", 2)
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    simulation = Simulation(
        "game" if options.games else "round",
        options.games or options.many_rounds or USUAL_ROUNDS,
        players,
        tuple(map(Policy, words)),
        variant,
        options.seed,
        first_player,
        options.rotate,
    )
    automated = variant.automated
    return simulation, ["automated" if at in automated else each for at, each in enumerate(words)]


def _data(
    simulation: Simulation, words: list[str], engine: str, found: Counted
) -> dict[str, object]:
    """Return what came of it as JSON has it."""
    houses = simulation.variant.houses
    seats = [
        {
            "seat": seat,
            "policy": word,
            "house": str(houses[seat]) if houses else None,
            **{name: _rounded(mean) for name, mean in found.means(seat).items()},
        }
        for seat, word in enumerate(words)
    ]
    court = {"court": _rounded(found.court_size.mean)} if isinstance(found, CountedRounds) else {}
    return {
        f"{simulation.thing}s": len(found),
        "engine": engine,
        "players": simulation.players,
        "seed": simulation.seed,
        "first_player": simulation.first_player,
        "rotate": simulation.rotate,
        "options": list(simulation.variant.options),
        "seats": seats,
        **court,
    }


def _lines(simulation: Simulation, words: list[str], engine: str, found: Counted) -> list[Shown]:
    """Return what came of it as a table below a heading."""
    houses = simulation.variant.houses
    rows = [
        [
            f"{seat} {houses[seat]}" if houses else str(seat),
            word,
            *(_text(mean, share=name in _SHARES) for name, mean in found.means(seat).items()),
        ]
        for seat, word in enumerate(words)
    ]
    heading = (
        f"{counted(len(found), simulation.thing)} of {simulation.players} players, seed "
        f"{simulation.seed}, played {_ENGINES[engine]}. Means with their standard errors."
    )
    names = (f">{name.replace('_', ' ')}" for name in found.means(0))
    lines: list[Shown] = [heading, "", columns("seat", "policy", *names, rows=rows)]
    if isinstance(found, CountedRounds):
        lines += ["", f"Cards in the court at the end: {_text(found.court_size.mean)}"]
    return lines


def _rounded(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.value, 6), "error": round(mean.error, 6)}


def _text(mean: Mean, *, share: bool = False) -> str:
    if share:
        return f"{100 * mean.value:.1f} % ± {100 * mean.error:.1f}"
    return f"{mean.value:.3f} ± {mean.error:.3f}"


COMMAND = Command(
    "simulate",
    "play many rounds or games, and count",
    run,
    _add_arguments,
    (("simulate --policy greedy", "play and count"),),
)
