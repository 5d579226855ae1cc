"""One person's turn: the prompt, the commands that it takes, and why a placement is allowed or not.

Rules: turn.must-place, turn.own-hand, court.match, court.support, court.beside, court.first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from rich.text import Text

from westeros_intrigue import (
    Card,
    Court,
    GameState,
    House,
    Move,
    NotationError,
    Slot,
    View,
    Violation,
    ViolationCode,
)
from westeros_intrigue.cli.display import court_text, happened, listed, set_aside_in
from westeros_intrigue.cli.hint import hint
from westeros_intrigue.cli.rules import rule_lines
from westeros_intrigue.cli.seating import Seating
from westeros_intrigue.cli.terminal import SMALL, Refused, Terminal
from westeros_intrigue.cli.typed import Wanted, command_of, misread, read_wanted, slot_of
from westeros_intrigue.rules.explain import violations_of

HELP = """\
  S4 b2       place the card S4 in slot b2; S b2 places any Stark card there
  S4          choose a card, or S a house: its open slots are numbered
  3           place the chosen card in the slot numbered 3; b2 is a slot, too
  why S4 b2   why this may or may not be done; why S4 tells where it can go
  hint        what the greedy simple player would do, and why
  undo        take back the last placement of a person
  look        show the court, the seats and the hand again
  log         all placements of this round
  rule ID     a rule, such as rule court.match
  save FILE   keep the record of the game so far in another file, too
  quit        leave; the game is kept, and can be resumed"""

_COMMANDS = {
    "?": "help", "h": "help", "help": "help",
    "why": "why",
    "hint": "hint",
    "u": "undo", "undo": "undo",
    "look": "look", "hand": "look", "court": "look",
    "log": "log",
    "rule": "rule", "rules": "rule",
    "save": "save",
}  # fmt: skip


class Game(Protocol):
    """The game that a turn belongs to."""

    terminal: Terminal
    seating: Seating
    state: GameState

    def place(self, move: Move) -> None:
        """Place a card for the person to move."""

    def undo(self) -> bool:
        """Go back to the last state in which a person placed a card."""

    def save(self, name: str) -> Path:
        """Write the record of the game so far, and return where to."""


class Turn:
    """A person's turn, prompt by prompt, until a card is placed or one is taken back."""

    def __init__(self, game: Game, view: View) -> None:
        """Begin; the person sees the page."""
        self.view = view
        self.chosen: Wanted | None = None
        """What is to be placed in the slot that is typed next."""
        self._game = game
        self._terminal = game.terminal
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._terminal.say(HELP),
            "why": self._why,
            "hint": lambda _: self._terminal.say(hint(self.view)),
            "undo": self._undo,
            "look": self._look,
            "log": self._log,
            "rule": lambda rule_id: self._terminal.say(*rule_lines(rule_id)),
            "save": self._save,
        }

    def step(self) -> None:
        """Ask once, and do what is asked for.

        Raises:
            Stopped: the person quits.
        """
        prompt = f"{self.chosen} to which slot? " if self.chosen else (
            "Your card and slot (? for help): ")  # fmt: skip
        typed = self._terminal.ask(prompt)
        command, argument = command_of(typed, _COMMANDS)
        if command:
            self._commands[command](argument)
        elif not typed:
            self.chosen = None
        elif self.chosen and (slot := slot_of(typed, self._open_slots(self.chosen))):
            self._try(Wanted(self.chosen.house, self.chosen.card, slot))
        elif typed.isdecimal():
            self._terminal.say(self._about_number())
        else:
            self._place_or_choose(typed)

    def _about_number(self) -> str:
        if self.chosen is None:
            return "Choose a card first, such as S4 or S; then its open slots are numbered."
        count = len(self._open_slots(self.chosen))
        return f"The open slots are numbered from 1 to {count}."

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self.view.court.open_slots(wanted.house)

    def _place_or_choose(self, typed: str) -> None:
        try:
            wanted = read_wanted(typed)
        except NotationError as error:
            self._terminal.say(misread(typed, error, "S4 b2"))
            return
        if wanted.slot:
            self._try(wanted)
        elif not self._held(wanted):
            self._terminal.say(f"{_not_held(wanted)}.")
        elif not self._open_slots(wanted):
            self._terminal.say(f"No slot takes {wanted} now (rule court.match).")
        else:
            self.chosen = wanted
            if not self._terminal.redraws:
                court = court_text(self.view.court, SMALL, open_for=wanted.house)
                self._terminal.show("", court, "")

    def _try(self, wanted: Wanted) -> None:
        """Place the card if the rules allow it, or say why they do not."""
        violations = self._violations(wanted)
        held = self._held(wanted)
        if violations or not held or not wanted.slot:
            self._say_why_not(wanted, violations)
            return
        self._game.place(Move(held[0], wanted.slot))

    def _held(self, wanted: Wanted) -> list[Card]:
        return [
            card
            for card in self.view.hand
            if card.house is wanted.house and wanted.card in (None, card)
        ]

    def _violations(self, wanted: Wanted) -> tuple[Violation, ...]:
        slot = wanted.slot or Slot(0, 0)
        return violations_of(self.view, wanted.house, wanted.card, slot, None)

    def _say_why_not(self, wanted: Wanted, violations: tuple[Violation, ...]) -> None:
        for violation in violations:
            if violation.code is ViolationCode.CARD_NOT_IN_HAND:
                self._terminal.say(f"{_not_held(wanted)}.")
            else:
                self._terminal.say(f"{violation} (rule {violation.rule})")

    def _why(self, argument: str) -> None:
        try:
            wanted = read_wanted(argument)
        except NotationError as error:
            self._terminal.say(misread(argument, error, "why S4 b2"))
            return
        court = self.view.court
        if wanted.slot is None:
            where = where_it_fits(court, wanted.house)
            held = self._held(wanted)
            self._terminal.say(where if held else f"{_not_held(wanted)}. {where}")
        elif violations := self._violations(wanted):
            self._say_why_not(wanted, violations)
        else:
            reason = why_it_fits(court, wanted.house, wanted.slot)
            which = wanted.card or wanted.house
            self._terminal.say(f"{which} can go to {wanted.slot}: {reason}.")

    def _undo(self, _argument: str) -> None:
        if not self._game.undo():
            self._terminal.say("There is nothing to take back.")

    def _look(self, _argument: str) -> None:
        self._terminal.look()

    def _log(self, _argument: str) -> None:
        game = self._game
        lines = happened(self.view, 0, game.seating, set_aside_in(game.state))
        self._terminal.say(*(lines or [Text("Nothing has been placed in this round.")]))

    def _save(self, argument: str) -> None:
        try:
            path = self._game.save(argument)
        except Refused as refused:
            self._terminal.say(f"{refused}.")
            return
        self._terminal.say(f"The game so far is kept in {path}.")


def where_it_fits(court: Court, house: House) -> str:
    """Return where in the court a card of the house can go."""
    return f"A {house} card can go to {listed(court.open_slots(house) or ['no slot'])}."


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
