"""`simulate`: many rounds or games, and what came of them as a table or as JSON."""

from __future__ import annotations

from westeros_intrigue import GameState
from westeros_intrigue.gamekit.values import join_words
from westeros_intrigue.lab.matches.simulations import Batch, NamedGames, SimulationResult, simulate
from westeros_intrigue.lab.simulation import Policy, Simulation
from westeros_intrigue.lab.simulation.running import Run, available_cores
from westeros_intrigue.play.terminal.commands import Options, Parser, add_number, add_switch
from westeros_intrigue.play.terminal.files import known_player, new_state, table_of
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.terminal import Terminal
from westeros_intrigue.play.terminal.workers import add_workers, long_work

USUAL_ROUNDS = 1000
MOST = 10**12
_COMPILED = {"random", "greedy"}
"""The players of Westeros Intrigue that compiled rules can play."""


def add_arguments(parser: Parser) -> None:
    parser.add_game()
    many = parser.add_mutually_exclusive_group()
    help_text = f"how many single rounds (default {USUAL_ROUNDS})"
    add_number(many, "--single-rounds", 1, MOST, help_text)
    add_number(many, "--games", 1, MOST, "how many whole games instead")
    players = parser.game.PLAYERS
    parser.add_argument(
        "--policy",
        nargs="+",
        type=known_player(parser.game),
        metavar="PLAYER",
        help=f"the player of all seats, or of each: {players.listed} (default "
        f"{next(iter(players))})",
    )
    add_switch(parser, "--rotate", "rotate the start of single rounds among the seats")
    add_workers(parser, "rounds or games", MOST)
    parser.add_table("4", without=("rounds", "dead"))
    parser.add_seed(1, "1")
    add_switch(parser, "--plain", "use the plain rules even where `fast` is installed")


def run(options: Options, terminal: Terminal) -> int:
    """Simulate, and write the results."""
    batch = _batch(options)
    engine = "plain" if options.plain else batch.engine
    threads = available_cores() if engine == "bulk" else 1
    with long_work(options, terminal, batch.count) as how:
        counts = simulate(batch, engine=engine, run=Run(threads, **how))
    result = SimulationResult(batch, engine, counts)
    terminal.line(result.to_json() if options.json else result.to_table())
    return 0


def _batch(options: Options) -> Batch:
    game = options.played
    table = new_state(options, game, 1, 0)
    players = table.players
    policy = options.policy or [next(iter(game.PLAYERS))]
    words = policy * players if len(policy) == 1 else policy
    if len(words) != players:
        raise Refused(f"name one policy, or one for each of {players} seats, not {len(words)}", 2)
    if not (isinstance(table, GameState) and {*words} <= _COMPILED):
        if options.single_rounds or options.rotate or options.games is None:
            names = [*dict.fromkeys(words)]
            told = (
                f"{join_words(names)} {'play' if names[1:] else 'plays'} whole games of {game.NAME}"
            )
            raise Refused(f"{told}: --games sets their number", 2)
        own = tuple(sorted(table_of(options, game).items()))
        terms = NamedGames(game.KEY, tuple(words), options.seed, own)
        return Batch("game", options.games, terms)
    variant = table.variant
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    count = options.games or options.single_rounds or USUAL_ROUNDS
    policies = tuple(map(Policy, words))
    simulation = Simulation(
        players, policies, options.seed, variant, table.starting_player, options.rotate
    )
    return Batch("game" if options.games else "round", count, simulation)
