"""The working copy of a state: `apply` thaws one, the rules change it, and it is frozen again.

It lives within one call and never leaves the package. Its parts are tuples, so what does not
change is shared with the state it came from.
"""

from __future__ import annotations

from typing import TypeVar

from westeros_intrigue.monopoly import event_kinds as events
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.chance import Deal, Dice
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.sentences import buildings
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.steps import Step
from westeros_intrigue.monopoly.table import UNOWNED, Deed, Phase, Start, Table, Variant

T = TypeVar("T")


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with another value at an index."""
    return (*values[:index], value, *values[index + 1 :])


class Draft:
    """A game that is being changed."""

    __slots__ = (
        "active_player", "agenda", "bankrupt", "board", "cash", "deal", "deeds", "doubles",
        "draws", "events", "jail_tries", "kept_cards", "known_bottom", "moves", "phase",
        "positions", "start", "throws", "turn_number", "turn_player", "variant",
    )  # fmt: skip

    def __init__(self, start: Start, deal: Deal) -> None:
        """Begin a game: nothing is on the agenda yet."""
        self.start: Start = start
        self.deal: Deal = deal
        self.board: Board = start.board
        self.variant: Variant = start.variant
        self.moves: Moves = Moves()
        self.throws: tuple[Dice, ...] = ()
        self.draws: tuple[int, ...] = ()
        self.phase: Phase = Phase.PLAYING
        self.turn_number: int = 0
        self.turn_player: int = start.turn_player
        self.active_player: int | None = None
        self.doubles: int = 0
        self.cash: tuple[int, ...] = start.cash
        self.positions: tuple[int, ...] = start.positions
        self.jail_tries: tuple[int | None, ...] = start.jail_tries
        self.deeds: tuple[Deed, ...] = start.deeds
        self.kept_cards: tuple[tuple[int, ...], ...] = start.kept_cards
        self.known_bottom: tuple[int, ...] = start.known_bottom
        self.bankrupt: tuple[int, ...] = start.bankrupt
        self.agenda: tuple[Step, ...] = ()
        self.events: list[Event] = []

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Thaw a state; what happened before its last decision is left out."""
        table = state.table
        draft = cls.__new__(cls)
        draft.start = table.start
        draft.deal = state.deal
        draft.board = table.start.board
        draft.variant = table.start.variant
        draft.moves = table.moves
        draft.throws = table.throws
        draft.draws = table.draws
        draft.phase = table.phase
        draft.turn_number = table.turn_number
        draft.turn_player = table.turn_player
        draft.active_player = table.active_player
        draft.doubles = table.doubles
        draft.cash = table.cash
        draft.positions = table.positions
        draft.jail_tries = table.jail_tries
        draft.deeds = table.deeds
        draft.kept_cards = table.kept_cards
        draft.known_bottom = table.known_bottom
        draft.bankrupt = table.bankrupt
        draft.agenda = table.agenda
        draft.events = []
        return draft

    def frozen(self, move: Move | None = None) -> GameState:
        """Return the state after the move, if one was made, and all that followed."""
        happened = tuple(self.events)
        moves = self.moves.and_then(happened) if move is None else self.moves.then(move, happened)
        return GameState(
            Table(
                self.start,
                moves,
                self.throws,
                self.draws,
                self.phase,
                self.turn_number,
                self.turn_player,
                self.active_player,
                self.doubles,
                self.cash,
                self.positions,
                self.jail_tries,
                self.deeds,
                self.kept_cards,
                self.known_bottom,
                self.bankrupt,
                self.agenda,
            ),
            self.deal,
        )

    def push(self, *steps: Step) -> None:
        """Put steps before all others, the first given first."""
        self.agenda = (*steps, *self.agenda)

    def drop(self) -> None:
        """Take the first step off the agenda."""
        self.agenda = self.agenda[1:]

    def replace(self, *steps: Step) -> None:
        """Put steps in the place of the first one."""
        self.agenda = (*steps, *self.agenda[1:])

    def pay(self, payer: int | None, payee: int | None, amount: int) -> None:
        """Move coins; None stands for the Treasury.

        Rules: components.treasury.
        """
        if payer is not None:
            self.cash = replaced(self.cash, payer, self.cash[payer] - amount)
        if payee is not None:
            self.cash = replaced(self.cash, payee, self.cash[payee] + amount)
        self.events.append(events.Paid(payer, payee, amount))

    def give_deed(self, space: int, player: int) -> None:
        """Let a deed change hands, mortgaged or not.

        Rules: mortgage.transfer.
        """
        self.deeds = replaced(self.deeds, space, Deed(player, self.deeds[space].mortgaged))
        self.events.append(events.Acquired(player, space, self.board.names[space]))

    def return_deed(self, space: int) -> None:
        """Let the Treasury have a deed, free of its mortgage."""
        self.deeds = replaced(self.deeds, space, UNOWNED)
        self.events.append(events.Returned(space, self.board.names[space]))

    def turn_deed(self, space: int, *, mortgaged: bool) -> None:
        """Turn a deed face down, or face up again."""
        self.deeds = replaced(self.deeds, space, Deed(self.deeds[space].owner, mortgaged))
        self.events.append(events.Turned(space, self.board.names[space], mortgaged))

    def set_level(self, space: int, level: int) -> None:
        """Change the buildings on a Location."""
        self.deeds = replaced(self.deeds, space, Deed(self.deeds[space].owner, level=level))
        name = self.board.names[space]
        in_words = buildings(level, self.board.edition.storeys)
        self.events.append(events.Levelled(space, name, level, in_words))

    def set_cards(self, player: int, cards: tuple[int, ...]) -> None:
        """Change the jail cards of a player."""
        self.kept_cards = replaced(self.kept_cards, player, cards)

    def set_tries(self, player: int, tries: int | None) -> None:
        """Put a player in jail with so many tries, or take them out."""
        self.jail_tries = replaced(self.jail_tries, player, tries)

    def throw(self, player: int) -> Dice | None:
        """Throw the dice; None, and Phase.ROLLING, if the throw must be supplied.

        Rules: chance.by-hand.
        """
        dice = self.deal.dice(len(self.throws))
        if dice is None:
            self.phase = Phase.ROLLING
            return None
        self.throws = (*self.throws, dice)
        self.events.append(events.Thrown(player, dice))
        return dice
