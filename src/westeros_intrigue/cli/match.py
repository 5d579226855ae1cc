"""`match`: players against each other, over the same deals from every seat."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from pkgutil import resolve_name

from westeros_intrigue.cli.arguments import Options, Parser, add_number, flags_in
from westeros_intrigue.cli.files import table_of
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.seats import known_player, new_state
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.cli.workers import add_workers, long_work
from westeros_intrigue.game import GAMES, AnyGame
from westeros_intrigue.matches import play_match
from westeros_intrigue.matches.entrants import MOST_DEALS
from westeros_intrigue.matches.estimates import check_extras
from westeros_intrigue.matches.games import Chooser

USUAL_DEALS = 100


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_game()
    told = (
        f"a player: {parser.game.PLAYERS.listed}, or MODULE:NAME for one of your own; named more "
        "than once, they are those at every table"
    )
    parser.add_argument(
        "entrants",
        nargs="+",
        type=known_player(parser.game, or_own=True),
        metavar="PLAYER",
        help=told,
    )
    told = f"how many deals, each played from every seat (default {USUAL_DEALS})"
    add_number(parser, "--deals", 1, MOST_DEALS, told, default=USUAL_DEALS)
    told = "let a player that fails lose the game, in place of ending the match"
    parser.add_argument("--forfeits", action="store_true", help=told)
    add_workers(parser, "deals", MOST_DEALS)
    parser.add_table("2, or as many as players of whom one is named again")
    parser.add_seed(1, "1")


def run(options: Options, terminal: Terminal) -> int:
    """Play a match, and write what came of it."""
    if "--first-player" in flags_in(options):
        raise Refused("each player has every seat: --first-player does not go with it", 2)
    game = GAMES[options.game]
    names = options.entrants
    is_lineup = max(Counter(names).values()) > 1
    if options.players is None and "--solo" not in flags_in(options):
        options.players = len(names) if is_lineup else max(2, game.MIN_PLAYERS)
    table = new_state(options, game, 1, 0)
    entrants = {name: _player(game, name) for name in dict.fromkeys(names)}
    with long_work(options, terminal, options.deals) as how:
        check_extras()
        result = play_match(
            entrants,
            game=options.game,
            players=table.players,
            deals=options.deals,
            seed=options.seed,
            options=table_of(options, game)[0],
            lineup=names if is_lineup else (),
            forfeits=options.forfeits,
            **how,
        )
    terminal.line(result.to_json() if options.json else result.to_table())
    return 0


def _player(game: AnyGame, name: str) -> Chooser:
    """Return the player of a name: one of the game, or MODULE:NAME for one of your own."""
    players = game.PLAYERS
    if players.has(name):
        return players.parse(name)
    # Modules may be imported from the folder in which the program was started.
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = resolve_name(name)
    except Exception as error:  # somebody else's module may raise anything
        raise Refused(f"cannot import {name}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise Refused(f"{name} is not a player: it cannot be called with a view and rng", 2)
    player: Chooser = found
    return player
