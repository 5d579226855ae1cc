"""The prompt for placements: in a game at the keyboard, in a puzzle, and at a real table."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import ClassVar

from westeros_intrigue import (
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
from westeros_intrigue.cli.display import court_text, listed
from westeros_intrigue.cli.rules import rule_lines
from westeros_intrigue.cli.terminal import SMALL, Refused, Terminal
from westeros_intrigue.cli.typed import Wanted, misread, read_wanted, slot_of
from westeros_intrigue.rules.explain import violations_of


class Placing(abc.ABC):
    """Takes placements, a card and its slot at once or one by one, and commands."""

    HELP: ClassVar[str]
    """What `?` shows."""
    EXAMPLE: ClassVar[str] = "S4 b2"
    """A placement, to be shown where one could not be read."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.chosen: Wanted | None = None
        """What is to be placed in the slot that is typed next."""
        self.commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("?", "h", "help"), lambda _: terminal.say(self._help)),
            **dict.fromkeys(("rule", "rules"), lambda rule_id: terminal.say(*rule_lines(rule_id))),
            **dict.fromkeys(("look", "court", "hand"), lambda _: terminal.look()),
            **dict.fromkeys(("u", "undo"), lambda _: self._undo()),
            "why": self._why,
        }
        """By its word, what a command does with the rest of the line."""

    @property
    @abc.abstractmethod
    def _view(self) -> View:
        """What is known to the person who types."""

    @abc.abstractmethod
    def _make(self, wanted: Wanted, slot: Slot) -> None:
        """Place a card where the court takes it."""

    def _take_back(self) -> bool:
        """Take back the last placement; return whether there is one."""
        return False

    @property
    def _help(self) -> str:
        """What can be typed now."""
        return self.HELP

    @property
    def _court(self) -> Court:
        """The court as it is."""
        return self._view.court

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return what keeps the card out of the slot, not to be held included."""
        return violations_of(self._view, wanted.house, wanted.card, slot, None)

    def _held(self, wanted: Wanted) -> bool:
        """Return whether the card, or one of the house, is in the hand."""
        hand = self._view.hand
        return wanted.card in hand if wanted.card else wanted.house in {card.house for card in hand}

    def _move(self, wanted: Wanted, slot: Slot) -> Move:
        """Return the move of the card, or of the first one of the house that is held."""
        held = (card for card in self._view.hand if card.house is wanted.house)
        return Move(wanted.card or next(held), slot)

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        typed = self.terminal.ask(f"{self.chosen} to which slot? " if self.chosen else prompt)
        word, _, argument = typed.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command:
                command(argument.strip())
            else:
                self._answer(typed)
        except NotationError as error:
            is_slot = self.chosen and not command
            told = self._about_number() if is_slot else misread(typed, error, self.EXAMPLE)
            self.terminal.say(told)
        except IllegalMove as error:
            self._say_why_not(error.violations)
        except Refused as refused:
            self.terminal.say(f"{refused}.")

    def _answer(self, typed: str) -> None:
        """Take a line that is no command.

        Raises:
            NotationError: it makes no sense.
            IllegalMove: an automated house must place otherwise.
        """
        if not typed:
            self.chosen = None
        elif self.chosen and (slot := slot_of(typed, self._open_slots(self.chosen))):
            self._place(self.chosen, slot)
        elif typed.isdecimal():
            self.terminal.say(self._about_number())
        else:
            self._read(read_wanted(typed))

    def _read(self, wanted: Wanted) -> None:
        """Place what is wanted, or choose it if no slot is named."""
        if wanted.slot:
            self._place(wanted, wanted.slot)
        elif not self._held(wanted):
            self.terminal.say(f"{_not_held(wanted)}.")
        elif not self._open_slots(wanted):
            self.terminal.say(f"No slot takes {wanted.any_card} now (rule court.match).")
        else:
            self.chosen = wanted
            if not self.terminal.redraws:
                self.terminal.show("", court_text(self._court, SMALL, open_for=wanted.house), "")

    def _place(self, wanted: Wanted, slot: Slot) -> None:
        """Place the card if the rules allow it, or say why they do not."""
        if violations := self._violations(wanted, slot):
            self._say_why_not(violations)
        else:
            self._make(wanted, slot)

    def _say_why_not(self, violations: Sequence[Violation]) -> None:
        """Say every rule that a placement breaks."""
        for violation in violations:
            text = f"{violation} (rule {violation.rule})"
            if violation.code is ViolationCode.CARD_NOT_IN_HAND:
                text = f"{_not_held(Wanted(violation.house, violation.card))}."
            self.terminal.say(text)

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self._court.open_slots(wanted.house)

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
        elif not self._take_back():
            self.terminal.say("There is nothing to take back.")

    def _why(self, argument: str) -> None:
        wanted = read_wanted(argument)
        slot = wanted.slot
        if slot is None:
            slots = listed(self._open_slots(wanted) or ["no slot"])
            where = f"A {wanted.house} card can go to {slots}."
            self.terminal.say(where if self._held(wanted) else f"{_not_held(wanted)}. {where}")
        elif violations := self._violations(wanted, slot):
            self._say_why_not(violations)
        else:
            reason = why_it_fits(self._court, wanted.house, slot)
            self.terminal.say(f"{wanted.card or wanted.house} can go to {slot}: {reason}.")


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
