"""The prompt: its commands, the choice of a placement, and a game in progress.

A text lists the commands of each prompt with their help, which `?` shows. Placements are typed in a
game, in a puzzle and at a real table. A game is saved at every step, so players can leave and
return.
"""

from __future__ import annotations

import abc
import difflib
import re
import shlex
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text

from westeros_intrigue import Court, House, IllegalMove, Move, Slot, View, Violation, ViolationCode
from westeros_intrigue.gamekit import rulebook, values
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.lab.players.analysis import hint
from westeros_intrigue.notation.sentences import cite, why_it_fits
from westeros_intrigue.notation.typed import Wanted, read_slot, read_wanted
from westeros_intrigue.play.referee import without_numbers
from westeros_intrigue.play.sessions import Folder, GameFile
from westeros_intrigue.play.terminal import files, output
from westeros_intrigue.play.terminal.display import court_text, number_moves, position
from westeros_intrigue.play.terminal.screen import Shown, Terminal
from westeros_intrigue.rules import RULEBOOK
from westeros_intrigue.rules.moves import violations_of

_ALIASES = {
    "?": "help",
    "h": "help",
    "u": "undo",
    "rules": "rule",
    **dict.fromkeys(("board", "court", "hand", "points"), "look"),
}
"""Other words that start a command."""

COMMON_HELP = """\
look | show everything again
rule ID | a rule, by its id, or all of a chapter
"""
ADVICE_HELP = """\
hint | what a strong player would do, and why
log | what has happened so far
"""
CHOOSING_HELP = f"""\
1 | make the first move of the list
MOVE | any words of one move, or a move as the game writes it
moves | list all moves
why 1 | what the first move of the list does
undo | undo the last decision
{COMMON_HELP}{ADVICE_HELP}"""
PLACING_HELP = f"""\
S4 b2 | place the card S4 in slot b2; S b2 places any Stark card there
S4 | choose a card, or S a house: its open slots are numbered
3 | place the chosen card in the slot numbered 3, or type b2
why S4 b2 | why this is legal or not; why S4 shows its slots
undo | drop the chosen card, or undo the last decision
{COMMON_HELP}"""
SAVING_HELP = """\
save FILE | also save the game so far to another file
quit | leave; the game is saved, and can be continued
"""


class Prompt:
    """A prompt that asks for lines and runs commands: `do_undo`, for example, runs `undo`."""

    HELP: str = ""
    """A line for each command and each other form of input, with its meaning."""
    EXAMPLE: ClassVar[str] = ""
    """A valid line, shown after an invalid one."""
    RULES: rulebook.Rulebook = RULEBOOK
    """The rules that can be looked up."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    @property
    def help_lines(self) -> list[tuple[str, str]]:
        """The forms of input, each with its meaning; the first word of a command starts it."""
        lines = (line.partition(" | ") for line in self.HELP.splitlines())
        return [(usage, told) for usage, _, told in lines]

    def things(self) -> list[str]:
        """Return short inputs other than commands, such as cards."""
        return []

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        starts = ["help", *(usage.split()[0] for usage, _ in self.help_lines)]
        commands = [word for word in starts if hasattr(self, f"do_{word}")]
        typed = self.terminal.read_line(prompt, [*self.things(), *commands])
        word, _, argument = typed.partition(" ")
        word = _ALIASES.get(word.lower(), word.lower())
        run = getattr(self, f"do_{word}") if word in commands else None
        try:
            if run:
                run(argument.strip())
            else:
                self.answer(typed)
        except output.Refused as refused:
            self.terminal.show_below(f"{refused}.")
        except WesterosIntrigueError as error:
            near = [] if run else difflib.get_close_matches(word, commands, 1, 0.7)
            unknown = [f"Unknown command {word[:40]!r}. Did you mean {each}?" for each in near]
            self.terminal.show_below(*(unknown or self.explain_error(typed, error)))

    def answer(self, typed: str) -> None:
        """Handle a line that is not a command; print its errors."""
        raise NotImplementedError

    def explain_error(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:
        """Return the message for an invalid line."""
        if isinstance(error, NotationError):
            found = repr(error.text) if error.text else "the end of the line"
            told = (
                f"I cannot make sense of {values.short_repr(typed)}: expected {error.expected}, "
                "found "
            )
            return [f"{told}{found}. Type something like {self.EXAMPLE}, or ? for help."]
        return [values.as_sentence(error)]

    def take_back(self) -> bool:
        """Undo the last decision; return whether there was one."""
        return False

    def do_undo(self, _argument: str) -> None:
        if not self.take_back():
            self.terminal.show_below("There is nothing to undo.")

    def do_help(self, _argument: str) -> None:
        width = max(len(usage) for usage, _ in self.help_lines) + 2
        lines = (f"  {usage:{width}}{told}" for usage, told in self.help_lines)
        self.terminal.show_below(Text("\n".join(lines)))

    def do_look(self, _argument: str) -> None:
        self.terminal.look()

    def do_rule(self, rule_id: str) -> None:
        lines = output.rule_lines(self.RULES, rule_id.lower(), self.terminal.width)
        self.terminal.show_below(*lines)


_MOST_NAMED = 4
"""The maximum number of moves listed when the typed words fit several."""


def find_move(typed: str, moves: Sequence[str]) -> int | None:
    """Return the index, from 0, of the move that a number or words name; None if none or several.

    An empty line names the only move. Words can be a whole move, its first words, or any that no
    other move has.

    >>> moves = ["lead as Doran Martell", "lead as Jon Snow: the bastard", "lead"]
    >>> find_move("2", moves), find_move("martell", moves), find_move("lead", moves)
    (1, 0, 2)

    Raises:
        InvalidValue: no move has the number.
    """
    if not typed and len(moves) == 1:
        return 0
    if not typed or typed.isdecimal():
        if number := output.read_number(typed, len(moves)):
            return number - 1
        raise InvalidValue(f"type a number from 1 to {len(moves)}")
    named = _find_matches(typed, moves)
    return named[0] if len(named) == 1 else None


def _find_matches(typed: str, moves: Sequence[str]) -> list[int]:
    """Return the indexes of all moves, from 0, that some words name."""
    words = [each.partition(": ")[0] for each in moves]
    patterns = (rf"{re.escape(typed)}\Z", _beginning(typed), _words_of(typed))
    found = (
        [at for at, text in enumerate(words) if re.match(each, text, re.IGNORECASE)]
        for each in patterns
        if typed
    )
    return next(filter(None, found), [])


def _beginning(typed: str) -> str:
    """Return a pattern for the first words of a move, in which small words can be omitted."""
    first, *rest = map(re.escape, typed.split())
    # Numbers are not matched after other words: in "mortgage 5", the number belongs to a space.
    parts = (f" {word}" if word[0].isdigit() else f"(?: [a-z]+){{0,3}}? {word}" for word in rest)
    return rf"{first}{''.join(parts)}(?!\w)"


def _words_of(typed: str) -> str:
    """Return a pattern for a text that has all these words, in any order."""
    return "".join(rf"(?=.*\b{re.escape(word)}\b)" for word in typed.split())


class Choosing(Prompt):
    """Accepts a move from a list, by its number or by words from it."""

    EXAMPLE: ClassVar[str] = "1"

    @property
    def titles(self) -> Sequence[str]:
        """The moves, in words."""
        raise NotImplementedError

    def explain_error(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:
        """Return the moves that a line could mean, or the reason why it cannot be followed."""
        named = _find_matches(typed, self.titles) if isinstance(error, NotationError) else []
        if named:
            numbers = values.join_words([str(at + 1) for at in named[:_MOST_NAMED]], "or")
            return [f"More than one move has these words. Type a number, such as {numbers}."]
        return super().explain_error(typed, error)

    def number_moves(self, most: int | None = None, width: int = 0) -> list[str]:
        """Return the first moves, numbered."""
        return number_moves(self.titles[:most], width)

    def do_moves(self, _argument: str) -> None:
        self.terminal.show_below(*self.number_moves())

    def do_why(self, typed: str) -> None:
        titles = self.titles
        number = output.read_number(typed, len(titles))
        if not number:
            raise output.Refused(f"Type why and a number from 1 to {len(titles)}")
        self.terminal.show_below(values.as_sentence(titles[number - 1]))


class Placing(Prompt):
    """A prompt for commands and placements, with a card and its slot together or one by one."""

    EXAMPLE: ClassVar[str] = "S4 b2"
    AFTERWARDS: ClassVar[str] = "draw {} --poster"

    chosen: Wanted | None = None
    """The card or house that the next typed slot applies to."""

    def things(self) -> list[str]:
        """Return the cards of the hand, and the slots that are open to the card or any house."""
        houses = [self.chosen.house] if self.chosen else list(House)
        slots = [slot for house in houses for slot in self._court.open_slots(house)]
        return [*map(str, self._view.hand), *map(str, slots)]

    @property
    @abc.abstractmethod
    def _view(self) -> View:
        """The view of the person who is typing."""

    @abc.abstractmethod
    def _make(self, wanted: Wanted, slot: Slot) -> None:
        """Place a card in a slot that accepts it."""

    @property
    def _court(self) -> Court:
        return self._view.court

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return the violations of the card in the slot, even if the card is not in the hand."""
        return violations_of(self._view, wanted.house, wanted.card, slot, None)

    def position(self, names: Sequence[str] = ()) -> Shown:
        """Return the court with the slots of the chosen card, and the seats if they have names."""
        house = self.chosen.house if self.chosen else None
        return position(self._view, names, house) if names else court_text(self._view, house)

    def _is_held(self, wanted: Wanted) -> bool:
        hand = self._view.hand
        return wanted.card in hand if wanted.card else wanted.house in {card.house for card in hand}

    def _move(self, wanted: Wanted, slot: Slot) -> Move:
        held = (card for card in self._view.hand if card.house is wanted.house)
        return Move(wanted.card or next(held), slot)

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        super().step(f"{self.chosen} to which slot? " if self.chosen else prompt)

    def explain_error(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:
        """Return the reason why a placement is refused or cannot be understood."""
        if isinstance(error, IllegalMove):
            return self._why_not(error.violations)
        is_place = self.chosen or typed.isdecimal() or read_slot(typed, ())
        if isinstance(error, NotationError) and is_place and not typed.startswith("why"):
            return [self._about_number()]
        return Prompt.explain_error(self, typed, error)  # a placement has no number

    def answer(self, typed: str) -> None:
        if not typed:
            self.chosen = None
        elif self.chosen and (slot := read_slot(typed, self._open_slots(self.chosen))):
            self._place(self.chosen, slot)
        else:
            self._read(read_wanted(typed))

    def _read(self, wanted: Wanted) -> None:
        """Place the card, or choose it if there is no slot."""
        if wanted.slot:
            self._place(wanted, wanted.slot)
        elif not self._is_held(wanted):
            self.terminal.show_below(f"{_not_held(wanted)}.")
        elif not self._open_slots(wanted):
            cited = " (rule court.match)" if self.RULES is RULEBOOK else ""
            self.terminal.show_below(f"No slot takes {wanted.any_card} now{cited}.")
        else:
            self.chosen = wanted
            if not self.terminal.redraws:
                self.terminal.show("", self.position(), "")

    def _place(self, wanted: Wanted, slot: Slot) -> None:
        """Place the card if the rules allow it; otherwise, print the reasons against it."""
        if violations := self._violations(wanted, slot):
            self.terminal.show_below(*self._why_not(violations))
        else:
            self._make(wanted, slot)

    def _why_not(self, violations: Sequence[Violation]) -> list[Shown]:
        of_court = [each for each in violations if each.code is not ViolationCode.CARD_NOT_IN_HAND]
        told: list[Shown] = [values.join_sentences([*map(cite, of_court)])] if of_court else []
        if len(of_court) < len(violations):
            told.insert(0, f"{_not_held(Wanted(violations[0].house, violations[0].card))}.")
        return told

    def take_back(self) -> bool:
        """Drop the chosen card."""
        had_chosen, self.chosen = self.chosen is not None, None
        return had_chosen

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self._court.open_slots(wanted.house)

    def _about_number(self) -> str:
        if self.chosen is None:
            return "Choose a card first, such as S4 or S; then its open slots are numbered."
        return (
            f"Type the number of an open slot, at most {len(self._open_slots(self.chosen))}, or a "
            "slot such as b2, or Enter to drop the card."
        )

    def do_hint(self, _argument: str) -> None:
        with self.terminal.thinking("The search") as stop:
            told = hint(self._view, stop=stop)
        self.terminal.show_below(told)

    def do_why(self, argument: str) -> None:
        wanted = read_wanted(argument)
        slot = wanted.slot
        if slot is None:
            slots = values.join_words(self._open_slots(wanted) or ["no slot"])
            where = f"A {wanted.house} card can go to {slots}."
            self.terminal.show_below(
                where if self._is_held(wanted) else f"{_not_held(wanted)}. {where}"
            )
        elif violations := self._violations(wanted, slot):
            self.terminal.show_below(*self._why_not(violations))
        elif slot not in self._open_slots(wanted):
            self.terminal.show_below(f"A house rule keeps {wanted.any_card} from {slot} now.")
        else:
            reason = why_it_fits(self._court, wanted.house, slot)
            if not self._view.table.has_numbers:
                reason = without_numbers(reason)
            self.terminal.show_below(f"{wanted.card or wanted.house} can go to {slot}: {reason}.")


def _not_held(wanted: Wanted) -> str:
    return f"You do not hold {wanted.any_card} (rule turn.own-hand)"


class Sitting(Prompt):
    """A game in progress with its record in a file, which does not change before the first step."""

    COMMAND: ClassVar[str] = "play"
    """The command that continues the game."""
    AFTERWARDS: ClassVar[str] = "replay {}"
    """The command that shows the finished game, with a place for the file."""

    _fault: str = ""
    """The reason why the last save failed; empty if it succeeded."""

    def __init__(self, terminal: Terminal, file: GameFile) -> None:
        super().__init__(terminal)
        self.file: GameFile = file
        self.news: list[Shown] = []
        """The lines above the next page."""
        self.is_worth_keeping: bool = not file.is_new
        """True to keep the record even if nothing has happened."""

    def record_text(self) -> str:
        """Return the record of the game so far."""
        raise NotImplementedError

    def play_on(self) -> list[Shown]:
        """Play to the end and return the final page."""
        raise NotImplementedError

    @property
    def is_shared(self) -> bool:
        """True if people must not see each other's secrets."""
        return False

    def so_far(self) -> list[Shown]:
        """Return the page for players who leave."""
        return []

    def play(self) -> None:
        """Play to the end; on an early exit, print how to resume."""
        if self.file.is_new:
            files.write(self.file, self.record_text())
        self.news += ["The game is saved to", f"  {self.file.path}"]
        try:
            with self.terminal.own_screen(is_private=self.is_shared):
                ending = self.play_on()
        except (output.Stopped, KeyboardInterrupt):
            self._leave()
            raise
        self.terminal.show("", *ending, "")
        self._check_kept()
        self.terminal.line(f"The record of the game:\n  {self.file.path}")
        self.terminal.line(f"  {output.PROGRAM} {self.AFTERWARDS.format(self._quoted)}")

    def save_record(self) -> None:
        """Save the record; the game continues even if this fails."""
        self.is_worth_keeping = True
        try:
            files.write(self.file, self.record_text())
            self._fault = ""
        except output.Refused as refused:
            self._fault = str(refused)

    def take_news(self) -> list[Shown]:
        """Return the lines above a page; the next page no longer shows them."""
        news, self.news = self.news, []
        if self._fault:
            news = [*news, f"{self._fault}; try save FILE."]
        return [*news, ""] if news else []

    def do_save(self, name: str) -> None:
        """Write the record to a new file; after a failure to save, switch the game to that file."""
        is_own = not name or files.path_of(name) == self.file.path
        file = self.file if is_own else files.new_file(name)
        files.write(file, self.record_text())
        self.is_worth_keeping = True
        self.terminal.show_below(f"The game so far is saved to {file.path}.")
        if self._fault:
            self.file, self._fault = file, ""
            self.terminal.show_below("The game continues in this file.")

    def _leave(self) -> None:
        """Print the name of the game's file if anything has happened."""
        if not self.is_worth_keeping:
            self.file.remove()
            self.terminal.show("Goodbye. Nothing happened, so nothing is saved.")
            return
        self._check_kept()
        if so_far := self.so_far():
            self.terminal.show(*so_far)
        self.terminal.line(f"Saved to\n  {self.file.path}\nTo continue:")
        command = f"  {output.PROGRAM} {self.COMMAND} --resume {self._quoted}"
        if len(command) > self.terminal.width and self.file.path.parent == Folder.usual().path:
            command = f"  {output.PROGRAM} games {self.file.path.stem}"
        self.terminal.line(command)

    @property
    def _quoted(self) -> str:
        return shlex.quote(str(self.file.path))

    def _check_kept(self) -> None:
        if self._fault:
            raise output.Refused(self._fault)
