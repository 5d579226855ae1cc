"""One person's turn: the prompt, and the commands that it takes.

Rules: turn.must-place, turn.own-hand, court.match, court.support, court.beside, court.first.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.cli.layout import listed, wrapped
from westeros_intrigue.cli.prompts import Wanted, command_of, misread, read_wanted, slot_of
from westeros_intrigue.cli.screens import (
    court_lines,
    happened,
    set_aside_in,
    turn_lines,
)
from westeros_intrigue.cli.seats import Table
from westeros_intrigue.cli.terminal import Refused, Terminal
from westeros_intrigue.cli.wording import rule_lines
from westeros_intrigue.players import greedy_player
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.explain import violations_of
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation, ViolationCode

HELP = """\
  S4 b2       place the card S4 in slot b2; S b2 places any Stark card there
  S4          choose a card, or S a house: its open slots are numbered
  3           place the chosen card in the slot numbered 3; b2 is a slot, too
  why S4 b2   why this may or may not be done; why S4 tells where it can go
  hint        what the greedy simple player would do
  undo        take back the last placement of a person
  look        show the court, the seats and the hand again
  log         all placements of this round
  rule ID     a rule, such as rule court.match
  save [FILE] keep the record of the game so far
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


class Keeper(Protocol):
    """The game that a turn belongs to."""

    terminal: Terminal
    table: Table
    state: GameState

    def place(self, move: Move) -> None:
        """Place a card for the person to move."""

    def undo(self) -> bool:
        """Go back to the last state in which a person placed a card."""

    def keep(self, path: Path | None = None) -> Path:
        """Write the record of the game so far, and return where to."""


class Turn:
    """A person's turn, prompt by prompt, until a card is placed or one is taken back."""

    def __init__(self, game: Keeper, view: View) -> None:
        """Begin; the person has seen the screen."""
        self._game = game
        self._view = view
        self._terminal = game.terminal
        self._chosen: Wanted | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "look": self._look,
            "log": self._log,
            "rule": self._rule,
            "save": self._save,
        }

    def step(self) -> None:
        """Ask once, and do what is asked for.

        Raises:
            Stopped: the person quits.
        """
        typed = self._terminal.ask(self._prompt())
        command, argument = command_of(typed, _COMMANDS)
        if command:
            self._commands[command](argument)
        elif not typed:
            self._chosen = None
        elif self._chosen and (slot := slot_of(typed, self._open_slots(self._chosen))):
            self._try(Wanted(self._chosen.house, self._chosen.card, slot))
        elif typed.isdecimal():
            self._say(self._about_number())
        else:
            self._place_or_choose(typed)

    def _prompt(self) -> str:
        if self._chosen is None:
            return "Your card and slot (? for help): "
        return f"{self._chosen} to which slot? "

    def _about_number(self) -> str:
        if self._chosen is None:
            return "Choose a card first, such as S4 or S; then its open slots are numbered."
        count = len(self._open_slots(self._chosen))
        return f"The open slots are numbered from 1 to {count}."

    def _open_slots(self, wanted: Wanted) -> tuple[Slot, ...]:
        return self._view.court.open_slots(wanted.house)

    def _place_or_choose(self, typed: str) -> None:
        try:
            wanted = read_wanted(typed)
        except NotationError as error:
            self._say(misread(typed, error, "S4 b2"))
            return
        if wanted.slot:
            self._try(wanted)
            return
        if not self._held(wanted):
            self._say(f"You do not hold {_any(wanted)} (rule turn.own-hand).")
            return
        if not self._open_slots(wanted):
            self._say(f"No slot takes {wanted} now (rule court.match).")
            return
        self._chosen = wanted
        chosen = wanted.card or wanted.house
        lines = ["", *court_lines(self._view, self._terminal, chosen), ""]
        self._terminal.write("\n".join(lines))

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
            for card in self._view.hand
            if card.house is wanted.house and wanted.card in (None, card)
        ]

    def _violations(self, wanted: Wanted) -> tuple[Violation, ...]:
        slot = wanted.slot or Slot(0, 0)
        return violations_of(self._view, wanted.house, wanted.card, slot, None)

    def _say_why_not(self, wanted: Wanted, violations: tuple[Violation, ...]) -> None:
        for violation in violations:
            if violation.code is ViolationCode.CARD_NOT_IN_HAND:
                self._say(f"You do not hold {_any(wanted)} (rule {violation.rule}).")
            else:
                self._say(f"{violation} (rule {violation.rule})")

    def _say(self, text: str) -> None:
        self._terminal.write(wrapped(text, self._terminal.width))

    def _help(self, _argument: str) -> None:
        self._terminal.write(HELP)

    def _why(self, argument: str) -> None:
        try:
            wanted = read_wanted(argument)
        except NotationError as error:
            self._say(misread(argument, error, "why S4 b2"))
            return
        if wanted.slot is None:
            slots = listed(self._open_slots(wanted) or ["no slot"])
            self._say(f"A {wanted.house} card can go to {slots}.")
        elif violations := self._violations(wanted):
            self._say_why_not(wanted, violations)
        else:
            reason = why_it_fits(self._view.court, wanted.house, wanted.slot)
            self._say(f"{wanted.card or wanted.house} can go to {wanted.slot}: {reason}.")

    def _hint(self, _argument: str) -> None:
        rng = random.Random(0)  # noqa: S311 - a game, no secret
        move = greedy_player(self._view, rng)
        self._say(f"The greedy simple player would place {move.card} in {move.slot}.")

    def _undo(self, _argument: str) -> None:
        if not self._game.undo():
            self._say("There is nothing to take back.")

    def _look(self, _argument: str) -> None:
        set_aside = set_aside_in(self._game.state)
        lines = turn_lines(self._view, self._game.table, self._terminal, set_aside)
        self._terminal.write("\n".join(lines))

    def _log(self, _argument: str) -> None:
        game, colour = self._game, self._terminal.colour
        lines = happened(self._view, 0, game.table, set_aside_in(game.state), colour=colour)
        self._terminal.write("\n".join(lines or ["Nothing has been placed in this round."]))

    def _rule(self, argument: str) -> None:
        self._terminal.write("\n".join(rule_lines(argument, self._terminal)))

    def _save(self, argument: str) -> None:
        try:
            path = self._game.keep(Path(argument) if argument else None)
        except Refused as refused:
            self._say(f"{refused}.")
            return
        self._say(f"The game so far is kept in {path}.")


def why_it_fits(court: Court, house: House, slot: Slot) -> str:
    """Return the reason why an open slot takes a card of the house."""
    if not court:
        return "the first card of a round lies there (rule court.first)"
    if slot.row == 0:
        return "the bottom row grows at its ends, with any house (rule court.beside)"
    below = [court[support] for support in slot.supports]
    matched = listed(card for card in below if card.house is house)
    return f"it rests on {listed(below)}, and {matched} matches its house (rule court.match)"


def _any(wanted: Wanted) -> str:
    return str(wanted.card) if wanted.card else f"a {wanted.house} card"
