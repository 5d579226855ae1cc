"""`puzzle`: positions in which exactly one placement wins the round."""

from __future__ import annotations

import datetime as dt

from rich.console import Group
from rich.text import Text

from westeros_intrigue import GameState, Move, Slot, View, observe
from westeros_intrigue.gamekit.values import counted
from westeros_intrigue.notation.typed import Wanted
from westeros_intrigue.play.puzzles import Puzzle, daily_puzzle, load_puzzles
from westeros_intrigue.play.sessions import FileChanged, Folder, SolvedPuzzles
from westeros_intrigue.play.sessions.session import sentences
from westeros_intrigue.play.terminal.commands import (
    Options,
    Parser,
    add_number,
    add_switch,
    integer,
)
from westeros_intrigue.play.terminal.display import cards_text, columns, event_lines, legend
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.prompt import Placing, Word
from westeros_intrigue.play.terminal.terminal import CardSize, Terminal, headline


def add_arguments(parser: Parser) -> None:
    which = parser.add_mutually_exclusive_group()
    help_text = "the number of the first puzzle (default the first one that you have not solved)"
    which.add_argument("number", type=integer(1, 9999), nargs="?", metavar="NUMBER", help=help_text)
    add_number(which, "--level", 1, 4, "begin with the next puzzle of a level, 1 to 4")
    add_switch(which, "--daily", "the puzzle of the day, the same for everybody")
    add_switch(which, "--solved", "list the puzzles that you have solved, each with the day")


def run(options: Options, terminal: Terminal) -> int:
    """Ask for the winning placement of one puzzle after another, or of the one of the day."""
    puzzles, today, folder = load_puzzles(), dt.datetime.now().astimezone().date(), Folder.usual()
    if options.number and options.number > len(puzzles):
        raise Refused(f"the puzzles have the numbers 1 to {len(puzzles)}", 2)
    solved = SolvedPuzzles.load(folder)
    if options.solved:
        terminal.show(*solved.in_words, f"{_total(solved)}.")
        return 0
    if options.daily:
        puzzles = (daily_puzzle(today),)
    elif options.number:
        puzzles = puzzles[options.number - 1 :]
    else:
        level = [each for each in puzzles if options.level in {None, each.level}]
        first = next((each for each in level if each.number not in solved.days), level[0])
        puzzles = puzzles[first.number - 1 :]
    for puzzle in puzzles:
        attempt = Attempt(terminal, puzzle)
        terminal.turn_to(attempt.posed)
        while not attempt.is_over:
            attempt.step("Your card and slot (? for help): ")
        if attempt.is_solved:
            terminal.say(_noted(folder, puzzle.number, today, is_daily=options.daily))
        asked = "Enter for the next puzzle, quit to leave: "
        terminal.ask(asked if puzzle is not puzzles[-1] else "That was the last. Enter to leave: ")
    return 0


def _noted(folder: Folder, number: int, today: dt.date, *, is_daily: bool) -> str:
    """Note that a puzzle is solved, and return a sentence about all of them."""
    try:
        SolvedPuzzles.add(folder, number, today, is_daily=is_daily)
    except (OSError, FileChanged) as error:
        return f"This cannot be noted in {folder.path}: {error}."
    solved = SolvedPuzzles.load(folder)
    streak = f", {counted(solved.streak(today), 'day')} in a row" if is_daily else ""
    return f"{_total(solved)}{streak}."


def _total(solved: SolvedPuzzles) -> str:
    return f"You have solved {len(solved.days)} of {len(load_puzzles())} puzzles"


class Attempt(Placing):
    """Looks for the winning placement of a puzzle."""

    def __init__(self, terminal: Terminal, puzzle: Puzzle) -> None:
        super().__init__(terminal)
        self.puzzle = puzzle
        self.state: GameState = puzzle.state
        self.is_over: bool = False
        self.is_solved: bool = False
        """True if the winning placement was found without `solution`."""
        seats = range(self.state.players)
        self._names = ["You" if seat == self._view.player else "Opponent" for seat in seats]

    def words(self) -> list[Word]:
        return [
            *super().words(),
            Word("hint", "the house of the winning card", self._hint),
            Word("solution", "the winning placement", lambda _: self._end("wins")),
        ]

    def _hint(self, _argument: str) -> None:
        self.terminal.say(f"The card that wins is a {self.puzzle.solution.card.house} card.")

    @property
    def _view(self) -> View:
        return observe(self.state, self.state.active_player)

    def posed(self, size: CardSize) -> Group:
        """Return the court and both hands."""
        table, seat = self.state.table, self._view.player or 0
        both = ((self._names[at], self.state.hands[at]) for at in (seat, 1 - seat))
        rows = ((name, cards_text(hand, table)) for name, hand in both)
        title = f"Puzzle {self.puzzle.number}, level {self.puzzle.level}: one placement wins"
        hands = columns("", "", rows=rows)
        asked = "You are to move. Place the last card!"
        parts = (self.position(size), "", hands, "", asked)
        return Group(headline(title), legend(), "", *parts)

    def _make(self, wanted: Wanted, slot: Slot) -> None:
        move = self._move(wanted, slot)
        if self.puzzle.is_solved_by(move):
            self.is_solved = True
            self._end("is right: it wins")
        else:
            self.take_back()
            self.terminal.say(
                f"{move.card} in {move.slot} does not win. Your opponent places the last card:",
                *self._course(move),
            )

    def _end(self, what: str) -> None:
        self.is_over = True
        move = self.puzzle.solution
        self.terminal.say(
            f"{move.card} in {move.slot} {what} whatever your opponent does. For example:",
            *self._course(move),
        )

    def _course(self, move: Move) -> list[Text]:
        """Return a line for the move and each of the best placements after it."""
        end = self.puzzle.end_after(move)
        told = sentences(Parser.game, self.state, end, self._view.player)
        return event_lines(told, self._names, self.state.table)
