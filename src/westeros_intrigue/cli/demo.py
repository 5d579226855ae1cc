"""`demo`: a game between greedy simple players, replayed at the pace of a spectator."""

from __future__ import annotations

import functools

from westeros_intrigue import Record, greedy_player, observe, play_game
from westeros_intrigue.cli import display, other_games, seats
from westeros_intrigue.cli.arguments import FLAGSHIP, Command, Options, Parser, given, seconds
from westeros_intrigue.cli.replay import Replay
from westeros_intrigue.cli.results import Ending
from westeros_intrigue.cli.terminal import SMALL, Terminal, headline


def _add_arguments(parser: Parser) -> None:
    parser.add_game()
    seats.add_table(parser, "4")
    parser.set_defaults(name=[])
    parser.add_seed(1, "1")
    told = "how long each placement is shown in a terminal (default 1)"
    parser.add_argument("--pace", type=seconds, default=1.0, metavar="SECONDS", help=told)
    parser.add_argument("--open", action="store_true", help="show all hands")
    told = "show only what came of it, as in a pipe"
    parser.add_argument("--quiet", action="store_true", help=told)


def run(options: Options, terminal: Terminal) -> int:
    """Play a game at the table that the arguments name, and show it.

    A pipe sees how it ended.
    """
    if options.game != FLAGSHIP:
        return other_games.demo(options, terminal, given(options, _add_arguments))
    seating = seats.seating_of(options, people=0, others="greedy")
    variant = seating.variant
    state = play_game(
        [None if kind == seats.AUTOMATED else greedy_player for kind in seating.kinds],
        seed=options.seed,
        first_player=seating.first_player,
        variant=variant,
    )
    names = tuple(map(seating.called, range(seating.players)))
    ending = Ending(names, state.results, state.score_piles)
    record = Record.from_state(state, tags=seating.tags({}))
    shown = Replay(record, terminal, is_open=options.open)
    if terminal.redraws and not options.quiet:
        with terminal.own_screen():
            # The last step would tell the places before the Iron Throne cards are turned over.
            for step in range(shown.count - 1):
                terminal.turn_to(functools.partial(shown.page, step))
                terminal.pause(options.pace)
            ending.turn_over(terminal)
    title = f"A game of {seating.players} players, seed {options.seed}"
    if variant.options:
        title = f"{title}, with {display.listed(variant.options).replace('_', ' ')}"
    over = observe(list(record.replay())[-2], None)
    terminal.show(
        headline(f"{title}: the last court"),
        display.legend(),
        display.court_text(over.court, SMALL, last=display.last_slot(over)),
        "",
        *ending.lines(),
    )
    return 0


COMMAND = Command(
    "demo",
    "watch a game between greedy simple players",
    run,
    _add_arguments,
    (("demo --players 5 --seed 7", "watch a game"),),
)
