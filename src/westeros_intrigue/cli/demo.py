"""`demo`: a game between simple players, replayed at the pace of a spectator."""

from __future__ import annotations

import functools
from typing import Any

from rich.text import Text

import westeros_intrigue
from westeros_intrigue import GameState, Record, greedy_player, observe, play_game
from westeros_intrigue.cli import display, seats
from westeros_intrigue.cli.any_table import ending_lines, sentences
from westeros_intrigue.cli.arguments import Command, Options, Parser, seconds
from westeros_intrigue.cli.replay import Replay
from westeros_intrigue.cli.results import Ending
from westeros_intrigue.cli.terminal import SMALL, CardSize, Terminal, headline
from westeros_intrigue.game import GAMES
from westeros_intrigue.sessions import Session, names_of


def _add_arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add_table("4")
    parser.add_seed(1, "1")
    told = "how long each step is shown in a terminal (default 1)"
    parser.add_argument("--pace", type=seconds, default=1.0, metavar="SECONDS", help=told)
    parser.add_argument("--open", action="store_true", help="show all hands")
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
    session = Session.begun(game, start, seated, seed=options.seed)
    show = _SHOWS.get(game.KEY, _show_any)
    return show(options, terminal, session)


def _show_any(options: Options, terminal: Terminal, session: Session[Any, Any, Any]) -> int:
    """Show a game of any kind by its own text and events."""
    game = session.game
    while not session.state.is_over:
        before, session = session, session.stepped()
        if terminal.redraws and not options.quiet:
            told = "\n".join(sentences(before, session, None))
            drawn = game.draw_text(game.observe(session.state, None))
            terminal.turn_to(functools.partial(_page, f"{drawn}\n\n{told}"))
            terminal.pause(options.pace)
    drawn = game.draw_text(game.observe(session.state, None))
    final = game.final_winner(session.state)
    terminal.show(headline(f"{game.NAME}: the end"), drawn, "")
    terminal.show(*ending_lines(final, names_of(session.seats)))
    return 0


def _page(text: str, _size: CardSize) -> Text:
    return Text(text)


def _show_court(options: Options, terminal: Terminal, session: Session[Any, Any, Any]) -> int:
    """Show a game of Westeros Intrigue."""
    start: GameState = session.state
    seating = seats.Seating.of(session)
    state = play_game(
        [
            None if seat in start.variant.automated else greedy_player
            for seat in range(start.players)
        ],
        seed=options.seed,
        first_player=start.starting_player,
        variant=start.variant,
    )
    variant = seating.variant
    names = tuple(map(seating.called, range(seating.players)))
    ending = Ending(names, state.results, state.score_piles)
    record = Record.from_state(state, tags=session.record.tags)
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


_SHOWS = {westeros_intrigue.KEY: _show_court}
"""The games that are shown in their own way; the others in one that suits any."""

COMMAND = Command(
    "demo",
    "watch a game between simple players",
    run,
    _add_arguments,
    (("demo --players 5 --seed 7", "watch a game"),),
)
