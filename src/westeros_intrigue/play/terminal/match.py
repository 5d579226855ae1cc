"""`match`: players against each other, over the same deals from every seat."""

from __future__ import annotations

from collections import Counter

from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.lab.matches.match import MOST_DEALS, player_of
from westeros_intrigue.lab.matches.results import check_extras
from westeros_intrigue.play.terminal.commands import (
    Options,
    Parser,
    add_number,
    add_switch,
    flags_in,
)
from westeros_intrigue.play.terminal.files import new_state, table_of
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.terminal import Terminal
from westeros_intrigue.play.terminal.workers import add_workers, long_work

USUAL_DEALS = 100


def add_arguments(parser: Parser) -> None:
    parser.add_game()
    help_text = (
        f"a player: {parser.game.PLAYERS.listed}, or MODULE:NAME for one of your own; named more "
        "than once, they are those at every table"
    )
    parser.add_argument("entrants", nargs="+", metavar="PLAYER", help=help_text)
    help_text = f"how many deals, each played from every seat (default {USUAL_DEALS})"
    add_number(parser, "--deals", 1, MOST_DEALS, help_text, default=USUAL_DEALS)
    add_switch(parser, "--forfeits", "let a player that fails lose the game, and go on")
    add_workers(parser, "deals", MOST_DEALS)
    parser.add_table("2, or as many as players of whom one is named again")
    parser.add_seed(1, "1")


def run(options: Options, terminal: Terminal) -> int:
    """Play a match, and write its result."""
    if "--first-player" in flags_in(options):
        raise Refused("each player has every seat: --first-player does not go with it", 2)
    game, names = options.played, options.entrants
    is_lineup = max(Counter(names).values()) > 1
    if options.players is None and "--solo" not in flags_in(options):
        options.players = len(names) if is_lineup else max(2, game.MIN_PLAYERS)
    table = new_state(options, game, 1, 0)
    entrants = {name: player_of(game, name) for name in dict.fromkeys(names)}
    with long_work(options, terminal, options.deals) as how:
        check_extras()
        result = play_match(
            entrants,
            game=game.KEY,
            players=table.players,
            deals=options.deals,
            seed=options.seed,
            options=table_of(options, game),
            lineup=names if is_lineup else (),
            forfeits=options.forfeits,
            **how,
        )
    terminal.line(result.to_json() if options.json else result.to_table())
    return 0
