"""The prompt for placements: in a game at the keyboard, in a puzzle, and at a real table."""

from __future__ import annotations

import abc
from collections.abc import Sequence
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
    WesterosIntrigueError,
)
from westeros_intrigue.base.values import joined, listed
from westeros_intrigue.cli.display import court_text, position
from westeros_intrigue.cli.prompt import Prompt, Word
from westeros_intrigue.cli.terminal import SMALL, CardSize, Shown
from westeros_intrigue.players.reasons import hint
from westeros_intrigue.referee import without_numbers
from westeros_intrigue.rules.explain import violations_of
from westeros_intrigue.text.sentences import cited, why_it_fits
from westeros_intrigue.text.typed import Wanted, read_slot, read_wanted


class Placing(Prompt):
    """Takes placements, a card and its slot at once or one by one, and commands."""

    EXAMPLE: ClassVar[str] = "S4 b2"
    AFTERWARDS: ClassVar[str] = "draw {} --poster"

    chosen: Wanted | None = None
    """The card or house for the slot that is typed next."""

    def move_words(self) -> list[Word]:
        return [
            Word("S4 b2", "place the card S4 in slot b2; S b2 places any Stark card there"),
            Word("S4", "choose a card, or S a house: its open slots are numbered"),
            Word("3", "place the chosen card in the slot numbered 3, or type b2"),
            Word("why S4 b2", "why this may or may not be done; why S4 shows its slots", self._why),
        ]

    def things(self) -> list[str]:
        """Return the cards of the hand, and the slots that are open to the card or any house."""
        houses = [self.chosen.house] if self.chosen else list(House)
        slots = [slot for house in houses for slot in self._court.open_slots(house)]
        return [*map(str, self._view.hand), *map(str, slots)]

    @property
    @abc.abstractmethod
    def _view(self) -> View:
        """The view of the person who types."""

    @abc.abstractmethod
    def _make(self, wanted: Wanted, slot: Slot) -> None:
        """Place a card in a slot that accepts it."""

    @property
    def _court(self) -> Court:
        return self._view.court

    def _violations(self, wanted: Wanted, slot: Slot) -> Sequence[Violation]:
        """Return the violations of the card in the slot, also if it is not in the hand."""
        return violations_of(self._view, wanted.house, wanted.card, slot, None)

    def position(self, size: CardSize, names: Sequence[str] = ()) -> Shown:
        """Return the court with the slots of what is chosen, and the seats if they have names."""
        view, room, court = self._view, self.terminal.room, self._court
        house = self.chosen.house if self.chosen else None
        return position(view, size, names=names, room=room, court=court, open_for=house)

    def _held(self, wanted: Wanted) -> bool:
        hand = self._view.hand
        return wanted.card in hand if wanted.card else wanted.house in {card.house for card in hand}

    def _move(self, wanted: Wanted, slot: Slot) -> Move:
        held = (card for card in self._view.hand if card.house is wanted.house)
        return Move(wanted.card or next(held), slot)

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        super().step(f"{self.chosen} to which slot? " if self.chosen else prompt)

    def told(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:
        """Return why a placement cannot be made, or read."""
        if isinstance(error, IllegalMove):
            return self._why_not(error.violations)
        if isinstance(error, NotationError) and self.chosen and not typed.startswith("why"):
            return [self._about_number()]
        return super().told(typed, error)

    def answer(self, typed: str) -> None:
        if not typed:
            self.chosen = None
        elif self.chosen and (slot := read_slot(typed, self._open_slots(self.chosen))):
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
                court = court_text(self._view, SMALL, court=self._court, open_for=wanted.house)
                self.terminal.show("", court, "")

    def _place(self, wanted: Wanted, slot: Slot) -> None:
        """Place the card if the rules allow it, or print why they do not."""
        if violations := self._violations(wanted, slot):
            self.terminal.say(*self._why_not(violations))
        else:
            self._make(wanted, slot)

    def _why_not(self, violations: Sequence[Violation]) -> list[Shown]:
        of_court = [each for each in violations if each.code is not ViolationCode.CARD_NOT_IN_HAND]
        told: list[Shown] = [joined([*map(cited, of_court)])] if of_court else []
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

    def _hint(self, _argument: str) -> None:
        with self.terminal.thinking("The search") as stop:
            told = hint(self._view, stop=stop)
        self.terminal.say(told)

    def _why(self, argument: str) -> None:
        wanted = read_wanted(argument)
        slot = wanted.slot
        if slot is None:
            slots = listed(self._open_slots(wanted) or ["no slot"])
            where = f"A {wanted.house} card can go to {slots}."
            self.terminal.say(where if self._held(wanted) else f"{_not_held(wanted)}. {where}")
        elif violations := self._violations(wanted, slot):
            self.terminal.say(*self._why_not(violations))
        else:
            reason = why_it_fits(self._court, wanted.house, slot)
            if not self._view.table.has_numbers:
                reason = without_numbers(reason)
            self.terminal.say(f"{wanted.card or wanted.house} can go to {slot}: {reason}.")


def _not_held(wanted: Wanted) -> str:
    return f"You do not hold {wanted.any_card} (rule turn.own-hand)"
