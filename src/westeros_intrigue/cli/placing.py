"""The prompt for placements: in a game at the keyboard, and for a referee of real cards.

Rules: turn.must-place, turn.own-hand, court.match, court.support, court.beside, court.first.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from rich.text import Text

from westeros_intrigue import (
    Card,
    Court,
    House,
    IllegalMove,
    Move,
    NotationError,
    Slot,
    View,
    Violation,
    ViolationCode,
)
from westeros_intrigue.cli.display import court_text, happened, listed
from westeros_intrigue.cli.hint import hint
from westeros_intrigue.cli.rules import rule_lines
from westeros_intrigue.cli.seats import Seating
from westeros_intrigue.cli.terminal import SMALL, Refused, Terminal
from westeros_intrigue.cli.typed import Wanted, misread, read_wanted, slot_of
from westeros_intrigue.rules.explain import violations_of

HELP = """\
  S4 b2       place the card S4 in slot b2; S b2 places any Stark card there
  S4          choose a card, or S a house: its open slots are numbered
  3           place the chosen card in the slot numbered 3; b2 is a slot, too
  why S4 b2   why this may or may not be done; why S4 shows where it can go
  hint        what a search would do, and why
  undo        drop the chosen card, or take back a person's last placement
  look        show the court, the seats and the hand again
  log         all placements of this round
  rule ID     a rule, such as rule court.match
  save FILE   keep the record of the game so far in another file, too
  quit        leave; the game is kept, and can be resumed"""


class Placing(abc.ABC):
    """Takes placements, a card and its slot at once or one by one, and commands.

    Args:
        terminal: where people type and read.
        help_text: what `?` shows.
        example: a placement, to be shown where one could not be read.
    """

    def __init__(self, terminal: Terminal, help_text: str, example: str) -> None:
        """Begin; nothing is chosen."""
        self.terminal = terminal
        self.chosen: Wanted | None = None
        """What is to be placed in the slot that is typed next."""
        self._example = example
        self.commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("?", "h", "help"), lambda _: terminal.say(help_text)),
            **dict.fromkeys(("rule", "rules"), lambda rule_id: terminal.say(*rule_lines(rule_id))),
            **dict.fromkeys(("look", "court"), lambda _: terminal.look()),
            **dict.fromkeys(("u", "undo"), lambda _: self._undo()),
            "why": self._why,
        }
        """By its word, what a command does with the rest of the line."""

    @property
    @abc.abstractmethod
    def court(self) -> Court:
        """The court as it is."""

    @abc.abstractmethod
    def place(self, wanted: Wanted, slot: Slot) -> None:
        """Place a card, or say why not."""

    @abc.abstractmethod
    def undo(self) -> bool:
        """Take back the last placement; return whether there is one."""

    def violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return what keeps the card out of the slot."""
        return self.court.explain(wanted.house, slot)

    def held(self, wanted: Wanted) -> bool:  # noqa: ARG002 - a referee sees no hand
        """Return whether the card is in the hand, as far as can be seen."""
        return True

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for.

        Raises:
            Stopped: the person quits.
        """
        typed = self.terminal.ask(f"{self.chosen} to which slot? " if self.chosen else prompt)
        word, _, argument = typed.partition(" ")
        try:
            if command := self.commands.get(word.lower()):
                command(argument.strip())
            elif not typed:
                self.chosen = None
            elif self.chosen and (slot := slot_of(typed, self._open_slots(self.chosen))):
                self.place(self.chosen, slot)
            elif typed.isdecimal():
                self.terminal.say(self._about_number())
            else:
                self.read(read_wanted(typed))
        except NotationError as error:
            is_slot = self.chosen and not command
            told = self._about_number() if is_slot else misread(typed, error, self._example)
            self.terminal.say(told)
        except IllegalMove as error:
            self.say_why_not(error.violations)

    def read(self, wanted: Wanted) -> None:
        """Place what is wanted, or choose it if no slot is named."""
        if wanted.slot:
            self.place(wanted, wanted.slot)
        elif not self.held(wanted):
            self.terminal.say(f"{_not_held(wanted)}.")
        elif not self._open_slots(wanted):
            self.terminal.say(f"No slot takes {wanted.any_card} now (rule court.match).")
        else:
            self.chosen = wanted
            if not self.terminal.redraws:
                self.terminal.show("", court_text(self.court, SMALL, open_for=wanted.house), "")

    def say_why_not(self, violations: Sequence[Violation]) -> None:
        """Say every rule that a placement breaks."""
        for violation in violations:
            text = f"{violation} (rule {violation.rule})"
            if violation.code is ViolationCode.CARD_NOT_IN_HAND:
                text = f"{_not_held(Wanted(violation.house, violation.card))}."
            self.terminal.say(text)

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self.court.open_slots(wanted.house)

    def _about_number(self) -> str:
        if self.chosen is None:
            return "Choose a card first, such as S4 or S; then its open slots are numbered."
        return (
            f"Type the number of an open slot, at most {len(self._open_slots(self.chosen))}, or a "
            "slot such as b2, or Enter to drop the card."
        )

    def _undo(self) -> None:
        if self.chosen:
            self.chosen = None
        elif not self.undo():
            self.terminal.say("There is nothing to take back.")

    def _why(self, argument: str) -> None:
        wanted = read_wanted(argument)
        slot = wanted.slot
        if slot is None:
            slots = listed(self._open_slots(wanted) or ["no slot"])
            where = f"A {wanted.house} card can go to {slots}."
            self.terminal.say(where if self.held(wanted) else f"{_not_held(wanted)}. {where}")
        elif violations := self.violations(wanted, slot):
            self.say_why_not(violations)
        else:
            reason = why_it_fits(self.court, wanted.house, slot)
            self.terminal.say(f"{wanted.card or wanted.house} can go to {slot}: {reason}.")


class FromHand(Placing):
    """Takes placements of the cards in the hand that a view shows."""

    def __init__(self, terminal: Terminal, help_text: str, view: View) -> None:
        """Begin; the person sees the page."""
        super().__init__(terminal, help_text, "S4 b2")
        self.view = view
        self.commands["hand"] = self.commands["look"]

    @property
    def court(self) -> Court:
        """The court as it is."""
        return self.view.court

    @abc.abstractmethod
    def make(self, move: Move) -> None:
        """Make a move that the rules allow."""

    def place(self, wanted: Wanted, slot: Slot) -> None:
        """Place the card if the rules allow it, or say why they do not."""
        if violations := self.violations(wanted, slot):
            self.say_why_not(violations)
        else:
            self.make(Move(self._cards(wanted)[0], slot))

    def violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return what keeps the card out of the slot, not to be held included."""
        return violations_of(self.view, wanted.house, wanted.card, slot, None)

    def held(self, wanted: Wanted) -> bool:
        """Return whether the card, or one of the house, is in the hand."""
        return bool(self._cards(wanted))

    def _cards(self, wanted: Wanted) -> list[Card]:
        return [
            card
            for card in self.view.hand
            if card.house is wanted.house and wanted.card in (None, card)
        ]


class Game(Protocol):
    """The game that a turn belongs to."""

    terminal: Terminal
    seating: Seating

    def place(self, move: Move) -> None:
        """Place a card for the person to move."""

    def undo(self) -> bool:
        """Go back to the last state in which a person placed a card."""

    def save(self, name: str) -> Path:
        """Write the record of the game so far, and return where to."""


class Turn(FromHand):
    """A person's turn, prompt by prompt, until a card is placed or one is taken back."""

    def __init__(self, game: Game, view: View) -> None:
        """Begin; the person sees the page."""
        super().__init__(game.terminal, HELP, view)
        self._game = game
        self.commands.update(
            {
                "hint": lambda _: self.terminal.say(hint(view)),
                "log": lambda _: self._log(),
                "save": self._save,
            }
        )

    def make(self, move: Move) -> None:
        """Place a card in the game."""
        self._game.place(move)

    def undo(self) -> bool:
        """Take back the last placement of a person; return whether there is one."""
        return self._game.undo()

    def _log(self) -> None:
        lines = happened(self.view, 0, self._game.seating)
        self.terminal.say(*(lines or [Text("Nothing has been placed in this round.")]))

    def _save(self, argument: str) -> None:
        try:
            self.terminal.say(f"The game so far is kept in {self._game.save(argument)}.")
        except Refused as refused:
            self.terminal.say(f"{refused}.")


def why_it_fits(court: Court, house: House, slot: Slot) -> str:
    """Return the reason why an open slot takes a card of the house."""
    if not court:
        return "the first card of a round lies there (rule court.first)"
    if slot.row == 0:
        return "the bottom row grows at its ends, with any house (rule court.beside)"
    below = [court[support] for support in slot.supports]
    matched = listed(card for card in below if card.house is house)
    return f"it rests on {listed(below)}, and {matched} matches its house (rule court.match)"


def _not_held(wanted: Wanted) -> str:
    return f"You do not hold {wanted.any_card} (rule turn.own-hand)"
