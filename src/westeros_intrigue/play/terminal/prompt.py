"""The prompt: its commands, the choice of a placement, and a game in progress.

A text lists the commands of each prompt with their help, which `?` shows. Placements are typed in a
game, in a puzzle and at a real table. A game is saved at every step, so players can leave and
return.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import abc
import re
import shlex
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from westeros_intrigue import House, IllegalMove, Move, Slot, View, Violation, ViolationCode
from westeros_intrigue.gamekit import english, rulebook, values
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.quantities import MoveRange
from westeros_intrigue.lab.players.analysis import hint
from westeros_intrigue.lab.players.outlooks import PERSON
from westeros_intrigue.play.referee import RealGame, without_numbers
from westeros_intrigue.play.referee.entries import Wanted, cite, read_slot, read_wanted, why_it_fits
from westeros_intrigue.play.sessions import AnySession, Folder, GameFile
from westeros_intrigue.play.terminal import display, files, output
from westeros_intrigue.play.terminal.screen import Shown, Terminal
from westeros_intrigue.rules import RULEBOOK
from westeros_intrigue.rules.moves import violations_of

_ALIASES = {
    "?": "help",
    "h": "help",
    "u": "undo",
    **dict.fromkeys(("board", "court", "hand", "points"), "look"),
}
"""Other words that start a command."""

COMMON_HELP = """\
look | show everything again
rule ID | a rule, by its id, or all of a chapter
rules | what the players of this table need to know
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
            near = "" if run else english.did_you_mean(word, commands)
            unknown = [f"Unknown command {word[:40]!r}{near}"] if near else []
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
        return [english.as_sentence(error)]

    def take_back(self) -> bool:
        """Undo the last decision; return whether there was one."""
        return False

    def do_undo(self, _argument: str) -> None:
        if not self.take_back():
            self.terminal.show_below("There is nothing to undo.")

    def do_help(self, _argument: str) -> None:
        self.terminal.show_below(*(f"  {line}" for line in output.align(self.help_lines)))

    def do_look(self, _argument: str) -> None:
        self.terminal.look()

    def table_rules(self) -> Sequence[str]:
        """Return the rules of the table in paragraphs; none if only the host knows the table."""
        return ()

    def do_rules(self, rule_id: str) -> None:
        if rule_id or not (told := self.table_rules()):
            self.do_rule(rule_id)
            return
        width = self.terminal.width
        self.terminal.show_below(*(textwrap.fill(english.capital(each), width) for each in told))

    def do_rule(self, rule_id: str) -> None:
        lines = output.rule_lines(self.RULES, rule_id.lower(), self.terminal.width)
        self.terminal.show_below(*lines)


_MOST_NAMED = 4
"""The maximum number of moves listed when the typed words fit several."""


def find_move(typed: str, moves: Mapping[str, str], ranges: Sequence[MoveRange] = ()) -> str | None:
    """Return the move that a number or words name, as the game writes it; None if none.

    An empty line names the only move. Words can be a move as the game writes it, or in words all of
    it, its first words, or any that no other move has.

    >>> moves = {"L1": "lead as Doran Martell", "L2": "lead as Jon Snow: the bastard", "L": "lead"}
    >>> find_move("2", moves), find_move("martell", moves), find_move("lead", moves)
    ('L2', 'L1', 'L')

    A bare number that could be a quantity, such as a bid, is asked back:

    >>> from westeros_intrigue.gamekit.quantities import MoveRange
    >>> find_move("4", {"pass": "pass"}, [MoveRange("bid ", "", 1, 9, "bid 1 to 9 coins")])
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: 4 alone is not clear: type bid 4
    >>> find_move("", {"pass": "pass"}, [MoveRange("bid ", "", 3, 9, "bid 3 to 9 coins")])
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: type 1 or bid 3

    Args:
        typed: the line.
        moves: the moves with numbers in the list, as the game writes them, each with its words.
        ranges: the moves that differ only in a quantity.

    Raises:
        InvalidValue: no move has the number, or several have the words.
    """
    written = [*moves]
    quantities = [int(digits) for digits in re.findall(r"\d{1,9}", typed, re.ASCII)]
    for each in ranges if quantities else ():
        stated = each.move_of(quantities[0])
        if stated in each and each.is_named(quantities[0], typed):
            return stated
    if typed in moves or (not typed and len(moves) == 1 and not ranges):
        return typed or written[0]
    if not typed or typed.isdecimal():
        if meant := [
            each.move_of(int(typed))
            for each in ranges
            if typed and each.least <= int(typed) <= each.most
        ]:
            at = output.read_number(typed, len(moves))
            listed = [*moves.values()][at - 1 : at] if at else []
            wanted = english.join_words([*meant, *listed], "or")
            raise InvalidValue(f"{typed} alone is not clear: type {wanted}")
        if number := output.read_number(typed, len(moves)):
            return written[number - 1]
        choices = [f"a number from 1 to {len(moves)}" if len(moves) > 1 else "1"][: len(moves)]
        choices += [each.move_of(each.least) for each in ranges]
        raise InvalidValue(f"type {english.join_words(choices, 'or')}")
    words = [title.partition(": ")[0] for title in moves.values()]
    first = re.escape(typed)
    in_any_order = "".join(rf"(?=.*\b{re.escape(word)}\b)" for word in typed.split())
    for pattern in (rf"{first}\Z", rf"{first}\b", in_any_order):
        match [at for at, text in enumerate(words) if re.match(pattern, text, re.IGNORECASE)]:
            case [at]:
                return written[at]
            case [_, *_] as several:
                numbers = english.join_words([str(at + 1) for at in several[:_MOST_NAMED]], "or")
                raise InvalidValue(
                    f"more than one move has these words; type a number, such as {numbers}"
                )
    return None


class Choosing(Prompt):
    """Accepts a move from a list, by its number or by words from it."""

    EXAMPLE: ClassVar[str] = "1"

    @property
    def moves(self) -> Mapping[str, str]:
        """The moves of the list as the game writes them, each with its words."""
        raise NotImplementedError

    @property
    def ranges(self) -> Sequence[MoveRange]:
        """The moves that differ only in a quantity, which is typed."""
        return ()

    def do_moves(self, _argument: str) -> None:
        ranges = display.range_lines(self.ranges, is_only=not self.moves)
        self.terminal.show_below(*ranges, display.number_moves(self.moves.values()))

    def do_why(self, argument: str) -> None:
        titles = [*self.moves.values()]
        number = output.read_number(argument, len(titles))
        if not number:
            raise output.Refused(f"Type why and a number from 1 to {len(titles)}")
        self.terminal.show_below(english.as_sentence(titles[number - 1]))


class Placing(Prompt):
    """A prompt for commands and placements, with a card and its slot together or one by one."""

    EXAMPLE: ClassVar[str] = "S4 b2"
    AFTERWARDS: ClassVar[str] = "draw {} --poster"

    chosen: Wanted | None = None
    """The card or house that the next typed slot applies to."""

    def things(self) -> list[str]:
        """Return the cards of the hand, and the slots that are open to the card or any house."""
        houses = [self.chosen.house] if self.chosen else list(House)
        slots = [slot for house in houses for slot in self._view.court.open_slots(house)]
        hand = self._view.hand
        has_numbers = self._view.table.has_numbers
        held = hand if has_numbers else dict.fromkeys(card.house.letter for card in hand)
        return [*map(str, held), *map(str, slots)]

    @property
    @abc.abstractmethod
    def _view(self) -> View:
        """The view of the person who is typing."""

    @property
    def _table_players(self) -> Sequence[str]:
        """The players of the seats, whom the chances of a hint assume."""
        return (PERSON,) * self._view.players

    @abc.abstractmethod
    def _make(self, wanted: Wanted, slot: Slot) -> None:
        """Place a card in a slot that accepts it."""

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return the violations of the card in the slot, even if the card is not in the hand."""
        return violations_of(self._view, wanted.card or wanted.house, slot)

    def _read_wanted(self, typed: str) -> Wanted:
        """Return the typed card or house, perhaps with a slot."""
        return read_wanted(typed)

    @property
    def _open_for(self) -> House | None:
        """The house whose open slots the court shows."""
        return self.chosen.house if self.chosen else None

    def court(self) -> Shown:
        """Return the court with the slots of the chosen card."""
        return display.court_text(self._view, self._open_for)

    def court_page(
        self, view: View, names: Sequence[str], news: Sequence[Shown], *parts: Shown
    ) -> Shown:
        """Return a page: the news, the court, the seats and, for a person to move, the hand."""
        seat = view.active_player
        hand = [] if None in {seat, view.player} else [display.hand_table(view)]
        title = display.round_title(view, "" if seat is None else names[seat])
        position = (display.court_text(view, self._open_for), "", display.list_seats(view, names))
        return display.page(title, news, *position, "", *parts, *hand)

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
            return [self._why_not(error.violations)]
        if self.chosen and isinstance(error, NotationError) and not typed.startswith("why"):
            most = len(self._open_slots(self.chosen))
            told = f"Type the number of an open slot, at most {most}, or a slot such as b2"
            return [f"{told}, or Enter to drop the card."]
        if typed.isdecimal() and not self.chosen:
            return ["Choose a card first, such as S4 or S; then its open slots are numbered."]
        return Prompt.explain_error(self, typed, error)

    def answer(self, typed: str) -> None:
        if not typed:
            self.chosen = None
        elif self.chosen and (slot := read_slot(typed, self._open_slots(self.chosen))):
            self._place(self.chosen, slot)
        else:
            self._read(self._read_wanted(typed))

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
                self.terminal.show("", self.court(), "")

    def _place(self, wanted: Wanted, slot: Slot) -> None:
        """Place the card if the rules allow it; otherwise, print the reasons against it."""
        if violations := self._violations(wanted, slot):
            self.terminal.show_below(self._why_not(violations))
        else:
            self.chosen = None
            self._make(wanted, slot)

    def _why_not(self, violations: Sequence[Violation]) -> str:
        reasons = (
            f"{_not_held(Wanted(violation.house, violation.card))}."
            if violation.code is ViolationCode.CARD_NOT_IN_HAND
            else cite(violation)
            for violation in violations
        )
        return english.join_sentences([*reasons])

    def take_back(self) -> bool:
        """Drop the chosen card."""
        had_chosen, self.chosen = self.chosen is not None, None
        return had_chosen

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self._view.court.open_slots(wanted.house)

    def do_hint(self, _argument: str) -> None:
        with self.terminal.thinking("The search") as stop:
            advice = hint(self._view, assumed=self._table_players, stop=stop)
        self.terminal.show_below(advice)

    def do_why(self, argument: str) -> None:
        wanted = self._read_wanted(argument)
        slot = wanted.slot
        if slot is None:
            slots = english.join_words(self._open_slots(wanted) or ["no slot"])
            where = f"A {wanted.house} card can go to {slots}."
            self.terminal.show_below(
                where if self._is_held(wanted) else f"{_not_held(wanted)}. {where}"
            )
        elif violations := self._violations(wanted, slot):
            self.terminal.show_below(self._why_not(violations))
        elif slot not in self._open_slots(wanted):
            self.terminal.show_below(f"A house rule keeps {wanted.any_card} from {slot} now.")
        else:
            reason = why_it_fits(self._view.court, wanted.house, slot)
            if not self._view.table.has_numbers:
                reason = without_numbers(reason)
            self.terminal.show_below(f"{wanted.card or wanted.house} can go to {slot}: {reason}.")


def _not_held(wanted: Wanted) -> str:
    return f"You do not hold {wanted.any_card} (rule turn.own-hand)"


class Sitting(Prompt):
    """A game in progress with its record in a file, which does not change before the first step."""

    COMMAND: ClassVar[str] = "play"
    """The command that continues the game."""
    game_file: Path | None = None
    """The file of a game that no package has, which continues only with it."""
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

    @property
    def played(self) -> AnySession | RealGame:
        """The game so far."""
        raise NotImplementedError

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
            files.save(self.file, self.played, self.record_text())
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
            files.save(self.file, self.played, self.record_text())
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
        file = self.file if is_own else files.copy_file(name)
        files.save(file, self.played, self.record_text())
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
        if self.game_file:
            command += f" --game {shlex.quote(str(self.game_file))}"
        elif len(command) > self.terminal.width and self.file.path.parent == Folder.usual().path:
            command = f"  {output.PROGRAM} games {self.file.path.stem}"
        self.terminal.line(command)

    @property
    def _quoted(self) -> str:
        return shlex.quote(str(self.file.path))

    def _check_kept(self) -> None:
        if self._fault:
            raise output.Refused(self._fault)
