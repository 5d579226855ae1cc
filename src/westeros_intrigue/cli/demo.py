"""`demo`: a game between named players, replayed at the pace of a spectator."""

from __future__ import annotations

import functools

from westeros_intrigue.cli import seats
from westeros_intrigue.cli.arguments import Options, Parser, seconds
from westeros_intrigue.cli.replay import replay_of
from westeros_intrigue.cli.terminal import Terminal, headline
from westeros_intrigue.game import GAMES, play_game
from westeros_intrigue.sessions import Session


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_game()
    parser.add_table("4")
    parser.add_seed(1, "1")
    told = "how long each step is shown in a terminal (default 1)"
    parser.add_argument("--pace", type=seconds, default=1.0, metavar="SECONDS", help=told)
    parser.add_argument("--show-hands", action="store_true", help="show all hands")
    told = "show only how it ended, as in a pipe"
    parser.add_argument("--quiet", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Play a game at the table that the arguments name, and show it.

    A pipe sees how it ended.
    """
    game = GAMES[options.game]
    start = seats.new_state(options, game, 1, options.seed)
    usual = game.PLAYERS.usual
    seated = seats.seats_for([], start.players, game.automated_seats(start), 0, usual)
    tags = Session.begun(game, start, seated, seed=options.seed).record.tags
    player, automated = game.PLAYERS.parse(usual), game.automated_seats(start)
    players = [None if seat in automated else player for seat in range(start.players)]
    state = play_game(players, game=game, seed=options.seed, state=start)
    record = game.Record.from_state(state, tags=tags)
    shown = replay_of(game, record, terminal, is_open=options.show_hands)
    if terminal.redraws and not options.quiet:
        with terminal.own_screen():
            # The last step would show the places before everything is revealed.
            for step in range(shown.count - 1):
                terminal.turn_to(functools.partial(shown.page, step))
                terminal.pause(options.pace)
            shown.turn_over()
    title = f"{game.NAME}, {start.players} players, seed {options.seed}: the end"
    terminal.show(headline(title), *shown.ending())
    return 0
