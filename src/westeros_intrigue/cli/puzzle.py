"""`puzzle`: positions in which exactly one placement wins the round."""

from __future__ import annotations

import functools

from rich.console import Group
from rich.text import Text

from westeros_intrigue import GameState, Move, Slot, View, apply, observe
from westeros_intrigue.cli.arguments import Options, Parser, add_number, integer
from westeros_intrigue.cli.display import cards_text, columns, happened, legend, position_page
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.placing import Placing
from westeros_intrigue.cli.prompt import Word
from westeros_intrigue.cli.seats import Seating
from westeros_intrigue.cli.terminal import CardSize, Terminal
from westeros_intrigue.cli.typed import Wanted
from westeros_intrigue.compiled import solve
from westeros_intrigue.puzzles import Puzzle, load_puzzles
from westeros_intrigue.sessions import PERSON, Seat


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    which = parser.add_mutually_exclusive_group()
    told = "the number of the first puzzle (default 1)"
    which.add_argument(
        "number", type=integer(1, 9999), nargs="?", default=1, metavar="NUMBER", help=told
    )
    add_number(which, "--level", 1, 4, "begin with the first puzzle of a level, 1 to 4")


def run(options: Options, terminal: Terminal) -> int:
    """Ask for the winning placement of one puzzle after another."""
    puzzles = load_puzzles()
    if options.number > len(puzzles):
        raise Refused(f"the puzzles have the numbers 1 to {len(puzzles)}", 2)
    first = options.number
    if options.level:
        first = next(puzzle.number for puzzle in puzzles if puzzle.level == options.level)
    for puzzle in puzzles[first - 1 :]:
        attempt = Attempt(terminal, puzzle)
        terminal.turn_to(attempt.page)
        while not attempt.is_over:
            attempt.step("Your card and slot (? for help): ")
        asked = "Enter for the next puzzle, quit to leave: "
        terminal.ask(asked if puzzle is not puzzles[-1] else "That was the last. Enter to leave: ")
    return 0


class Attempt(Placing):
    """Looks for the winning placement of a puzzle."""

    def __init__(self, terminal: Terminal, puzzle: Puzzle) -> None:
        super().__init__(terminal)
        self.puzzle = puzzle
        self.state: GameState = puzzle.state
        self.is_over: bool = False
        seats = range(self.state.players)
        names = tuple("You" if seat == self._view.player else "The other" for seat in seats)
        seated = tuple(Seat(name, PERSON) for name in names)
        self._seating = Seating(self.state.variant, self.state.starting_player, seated)

    def words(self) -> list[Word]:
        """Return what can be typed, with the two ways to give up."""
        house = self.puzzle.solution.card.house
        return [
            *super().words(),
            Word(
                "hint",
                "the house of the winning card",
                lambda _: self.terminal.say(f"The card that wins is a {house} card."),
            ),
            Word("solution", "the winning placement", lambda _: self._end("wins")),
        ]

    @property
    def _view(self) -> View:
        return observe(self.state, self.state.active_player)

    def page(self, size: CardSize) -> Group:
        """Return the court and both hands."""
        seat = self._view.player or 0
        rows = [
            (self._seating.names[each], cards_text(self.state.hands[each]))
            for each in (seat, 1 - seat)
        ]
        return position_page(
            self._view,
            None,
            size,
            self.terminal.room,
            title=f"Puzzle {self.puzzle.number}, level {self.puzzle.level}: one placement wins",
            above=[legend(), ""],
            below=["", columns("", "", rows=rows), "", "You are to move. Place the last card!"],
            open_for=self.chosen.house if self.chosen else None,
        )

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        move = self._move(wanted, slot)
        if self.puzzle.is_solved_by(move):
            self._end("is right: it wins")
        else:
            self.chosen: Wanted | None = None
            self.terminal.say(
                f"{move.card} in {move.slot} does not win. The other places the last card:",
                *self._course(move),
            )

    def _end(self, what: str) -> None:
        self.is_over = True
        move = self.puzzle.solution
        self.terminal.say(
            f"{move.card} in {move.slot} {what} whatever the other does. The round may go on so:",
            *self._course(move),
        )

    def _course(self, move: Move) -> list[Text]:
        """Return a line for the move and each of the best placements after it."""
        after = apply(self.state, move)
        line = solve(after).line if after.active_player is not None else ()
        end = functools.reduce(apply, line, after)
        seen = observe(end, self._view.player)
        return happened(seen, len(self.state.placements), self._seating)
