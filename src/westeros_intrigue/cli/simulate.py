"""`simulate`: many rounds or games, and what came of them as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from westeros_intrigue import GameState
from westeros_intrigue.cli.arguments import Options, Parser, integer
from westeros_intrigue.cli.display import columns
from westeros_intrigue.cli.files import table_of
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.seats import known_player, new_state
from westeros_intrigue.cli.terminal import Shown, Terminal
from westeros_intrigue.cli.workers import add_workers, long_work
from westeros_intrigue.compiled import CountedRounds, Mean, Policy, Simulation
from westeros_intrigue.compiled.running import available_cores
from westeros_intrigue.drawing.scene import counted
from westeros_intrigue.game import GAMES
from westeros_intrigue.matches.named_games import NamedGames
from westeros_intrigue.matches.simulations import Batch, Counted, simulate

USUAL_ROUNDS = 1000
MOST = 10**12
_COMPILED = {"random", "greedy"}
"""The players of Westeros Intrigue that compiled rules can play."""
_SHARES = frozenset({"wins", "last_card"})
_ENGINES = {"bulk": "in bulk (westeros_intrigue.compiled)", "plain": "by the plain rules"}


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_game()
    many = parser.add_mutually_exclusive_group()
    count = integer(1, MOST)
    told = f"how many single rounds (default {USUAL_ROUNDS})"
    many.add_argument("--single-rounds", type=count, metavar="N", help=told)
    many.add_argument("--games", type=count, metavar="N", help="how many whole games instead")
    players = parser.game.PLAYERS
    parser.add_argument(
        "--policy",
        nargs="+",
        type=known_player(parser.game),
        metavar="PLAYER",
        help=f"the player of all seats, or of each: {players.listed} (default "
        f"{next(iter(players))})",
    )
    told = "rotate the start of single rounds among the seats, as in a game"
    parser.add_argument("--rotate", action="store_true", help=told)
    add_workers(parser, "rounds or games", MOST)
    parser.add_table("4", without=("rounds", "dead"))
    parser.add_seed(1, "1")
    told = "use the plain rules even where `fast` is installed"
    parser.add_argument("--plain", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Simulate, and write what came of it."""
    batch, words = _batch(options)
    engine = "plain" if options.plain else batch.engine
    threads = 1 if options.scheduler or options.workers > 1 else available_cores()
    with long_work(options, terminal, batch.count) as how:
        found = simulate(batch, engine=engine, threads=threads, **how)
    data = _data(batch, words, engine, found)
    if options.json:
        terminal.line(json.dumps(data, indent=2))
    else:
        terminal.show(*_lines(batch.thing, data))
    return 0


def _batch(options: Options) -> tuple[Batch, list[str]]:
    """Return what is simulated, and for each seat the name of its player."""
    game = GAMES[options.game]
    table = new_state(options, game, 1, 0)
    players = table.players
    policy = options.policy or [next(iter(game.PLAYERS))]
    words = policy * players if len(policy) == 1 else policy
    if len(words) != players:
        raise Refused(f"give one policy, or one for each of {players} seats, not {len(words)}", 2)
    automated = game.automated_seats(table)
    shown = ["automated" if at in automated else each for at, each in enumerate(words)]
    if not (isinstance(table, GameState) and {*words} <= _COMPILED):
        if options.single_rounds or options.rotate or options.games is None:
            told = f"{' and '.join(dict.fromkeys(words))} play whole games of {game.NAME}"
            raise Refused(f"{told}: --games sets their number", 2)
        own = tuple(sorted(table_of(options, game)[0].items()))
        terms = NamedGames(game.KEY, tuple(words), options.seed, own)
        return Batch("game", options.games, terms), shown
    variant = table.variant
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    count = options.games or options.single_rounds or USUAL_ROUNDS
    policies = tuple(map(Policy, words))
    simulation = Simulation(
        players, policies, options.seed, variant, table.starting_player, options.rotate
    )
    return Batch("game" if options.games else "round", count, simulation), shown


def _data(batch: Batch, words: list[str], engine: str, found: Counted) -> dict[str, Any]:
    """Return what came of it as JSON has it."""
    terms = batch.terms
    houses: Sequence[object] = ()
    if isinstance(terms, NamedGames):
        table: dict[str, object] = {"game": terms.game, "options": dict(terms.options)}
    else:
        houses = terms.variant.houses
        table = {
            "first_player": terms.first_player,
            "rotate": terms.rotate,
            "options": list(terms.variant.options),
        }
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
        f"{batch.thing}s": len(found),
        "engine": engine,
        "players": len(words),
        "seed": terms.seed,
        **table,
        "seats": seats,
        **court,
    }


def _lines(thing: str, data: dict[str, Any]) -> list[Shown]:
    """Return the same as a table below a heading."""
    names = [*data["seats"][0]][3:]
    rows = [
        [
            f"{seat['seat']} {seat['house'] or ''}".rstrip(),
            seat["policy"],
            *(_text(seat[name], share=name in _SHARES) for name in names),
        ]
        for seat in data["seats"]
    ]
    heading = (
        f"{counted(data[f'{thing}s'], thing)} of {data['players']} players, seed {data['seed']}, "
        f"played {_ENGINES[data['engine']]}. Means with their standard errors."
    )
    headings = (f">{name.replace('_', ' ')}" for name in names)
    lines: list[Shown] = [heading, "", columns("seat", "policy", *headings, rows=rows)]
    if court := data.get("court"):
        lines += ["", f"Cards in the court at the end: {_text(court)}"]
    return lines


def _rounded(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.value, 6), "error": round(mean.error, 6)}


def _text(found: dict[str, float], *, share: bool = False) -> str:
    if share:
        return f"{100 * found['mean']:.1f} % ± {100 * found['error']:.1f}"
    return f"{found['mean']:.3f} ± {found['error']:.3f}"
