"""The working copy of a state: `apply` thaws one, the rules change it, and it is frozen again.

It lives within one call, of `play_on` for many moves, and never leaves the package. Its parts are
tuples, so what does not change is shared with the state it came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import attrs

from westeros_intrigue.base.values import replaced, shared
from westeros_intrigue.monopoly import event_kinds as events
from westeros_intrigue.monopoly.chance import Deal, Dice
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.spaces import buildings
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.steps import Step
from westeros_intrigue.monopoly.table import UNOWNED, Deed, Holdings, Phase, Start, Table

_NAMES = tuple(field.name for field in attrs.fields(Holdings))
_OF_START = tuple(name for name in _NAMES if hasattr(Start, name))
"""The parts of the table that lie there when the game begins."""
_parts = attrgetter(*_NAMES)


class Draft(Holdings):
    """A game that is being changed."""

    __slots__ = ("deal", "events", "listed")

    deal: Deal
    events: list[Event]
    listed: Sequence[Move] | None
    """All legal moves but offers, where finding out who is asked has listed them."""
    # Declared again, as type checkers differ in what they infer from the assignments below.
    moves: Moves
    throws_used: int
    cash: tuple[int, ...]
    jail_tries: tuple[int | None, ...]
    deeds: tuple[Deed, ...]
    owned: tuple[int, ...]
    mortgaged: int
    built: int
    kept_cards: tuple[tuple[int, ...], ...]
    known_bottom: tuple[int, ...]
    agenda: tuple[Step, ...]

    @classmethod
    def begun(cls, start: Start, deal: Deal) -> Draft:
        """Return a game with an empty agenda."""
        table = {name: getattr(start, name) for name in _OF_START}
        draft = cls(
            start=start, moves=Moves(), throws_used=0, draws=(), phase=Phase.PLAYING, turn_number=0,
            active_player=None, doubles=0, standing=(), agenda=(), **table,
        )  # fmt: skip
        draft.deal, draft.events, draft.listed = deal, [], None
        return draft

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Thaw a state; the events before its last decision are left out."""
        draft = cls(*_parts(state.table))
        draft.deal, draft.events, draft.listed = state.deal, [], None
        return draft

    def frozen(self) -> GameState:
        """Return the state; what happened after its last move is added to the game."""
        if self.events:
            self.moves = self.moves.and_then(tuple(self.events))
        return GameState(Table(*_parts(self)), self.deal)

    def push(self, *steps: Step) -> None:
        """Put steps before all others, in their order."""
        self.agenda = (*steps, *self.agenda)

    def drop(self) -> None:
        """Take the first step off the agenda."""
        self.agenda = self.agenda[1:]

    def replace(self, step: Step) -> None:
        """Put a step in the place of the first one."""
        self.agenda = (step, *self.agenda[1:])

    def pay(self, payer: int | None, payee: int | None, amount: int) -> None:
        """Move coins; None stands for the Treasury.

        Rules: components.treasury.
        """
        if payer is not None:
            self.cash = replaced(self.cash, payer, self.cash[payer] - amount)
        if payee is not None:
            self.cash = replaced(self.cash, payee, self.cash[payee] + amount)
        self.events.append(shared(events.Paid, payer, payee, amount))

    def give_deed(self, space: int, player: int) -> None:
        """Let a deed change hands, mortgaged or not.

        Rules: mortgage.transfer.
        """
        self._take_deed(space)
        self.deeds = replaced(self.deeds, space, shared(Deed, player, self.deeds[space].mortgaged))
        self.owned = replaced(self.owned, player, self.owned[player] | 1 << space)
        self.events.append(shared(events.Acquired, player, space, self.board.names[space]))

    def return_deed(self, space: int) -> None:
        """Let the Treasury have a deed, free of its mortgage."""
        self._take_deed(space)
        self.deeds = replaced(self.deeds, space, UNOWNED)
        self.mortgaged &= ~(1 << space)
        self.events.append(events.Returned(space, self.board.names[space]))

    def _take_deed(self, space: int) -> None:
        if (owner := self.deeds[space].owner) is not None:
            self.owned = replaced(self.owned, owner, self.owned[owner] & ~(1 << space))

    def turn_deed(self, space: int, *, mortgaged: bool) -> None:
        """Turn a deed face down, or face up again."""
        self.deeds = replaced(self.deeds, space, shared(Deed, self.deeds[space].owner, mortgaged))
        self.mortgaged ^= 1 << space
        self.events.append(shared(events.Turned, space, self.board.names[space], mortgaged))

    def set_level(self, space: int, level: int) -> None:
        """Change the buildings on a Location."""
        self.deeds = replaced(self.deeds, space, Deed(self.deeds[space].owner, level=level))
        bits = self.board.set_bits[space]
        is_built = any(self.deeds[each].level for each in self.board.sets[space])
        self.built = self.built | bits if is_built else self.built & ~bits
        in_words = buildings(level, self.board.edition.storeys)
        self.events.append(events.Levelled(space, self.board.names[space], level, in_words))

    def gain_cards(self, player: int, cards: tuple[int, ...]) -> None:
        """Add jail cards to those of a player."""
        self.kept_cards = replaced(self.kept_cards, player, (*self.kept_cards[player], *cards))

    def pass_cards(self, giver: int, taker: int | None, number: int) -> None:
        """Let the oldest jail cards of a player change hands; None puts them under the deck."""
        cards = self.kept_cards[giver]
        self.kept_cards = replaced(self.kept_cards, giver, cards[number:])
        if taker is None:
            self.known_bottom = (*self.known_bottom, *cards[:number])
        else:
            self.gain_cards(taker, cards[:number])
        self.events.append(events.CardsPassed(giver, taker, number))

    def set_tries(self, player: int, tries: int | None) -> None:
        """Put a player in jail after a number of tries, or release the player."""
        self.jail_tries = replaced(self.jail_tries, player, tries)

    def throw(self, player: int) -> Dice | None:
        """Throw the dice; None, and Phase.ROLLING, if the throw must be supplied.

        Rules: chance.by-hand.
        """
        dice = self.deal.dice(self.throws_used)
        if dice is None:
            self.phase = Phase.ROLLING
            return None
        self.throws_used += 1
        self.events.append(shared(events.Thrown, player, dice))
        return dice
