"""`demo`: a game between named players, replayed at the pace of a spectator."""

from __future__ import annotations

import functools

from westeros_intrigue.play.sessions import Session
from westeros_intrigue.play.sessions.session import seats_for
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, add_switch, reader
from westeros_intrigue.play.terminal.replay import replay_of
from westeros_intrigue.play.terminal.terminal import Terminal, headline
from westeros_intrigue.players.playing import play_game

_LONGEST_PACE = 60


def add_arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add_table("4")
    parser.add_seed(1, "1")
    help_text = "how long each step is shown in a terminal (default 1)"
    read = reader(f"seconds from 0 to {_LONGEST_PACE}", float, lambda s: 0 <= s <= _LONGEST_PACE)
    parser.add_argument("--pace", type=read, default=1.0, metavar="SECONDS", help=help_text)
    add_switch(parser, "--show-hands", "show all hands")
    add_switch(parser, "--quiet", "show only how it ended, as in a pipe")


def run(options: Options, terminal: Terminal) -> int:
    """Play a game at the table that the arguments name, and show it; a pipe sees how it ended."""
    game = options.played
    start = files.new_state(options, game, 1, options.seed)
    usual = game.PLAYERS.usual
    player, automated = game.PLAYERS.parse(usual), game.automated_seats(start)
    seated = seats_for((), start.players, automated, 0, usual)
    session = Session.begun(game, start, seated, seed=options.seed)
    players = [None if seat in automated else player for seat in range(start.players)]
    state = play_game(players, game=game, seed=options.seed, state=start)
    record = game.Record.from_state(state, tags=session.record.tags)
    shown = replay_of(game, record, terminal, is_open=options.show_hands)
    if terminal.redraws and not options.quiet:
        with terminal.own_screen():
            # The last step would show the places before everything is revealed.
            for step in range(shown.last):
                terminal.turn_to(functools.partial(shown.page, step))
                terminal.pause(options.pace)
            shown.turn_over()
    title = f"{game.NAME}, {start.players} players, seed {options.seed}: the end"
    terminal.show(headline(title), *shown.ending())
    return 0
