"""The state of a game, and what one player sees of it.

All lies open in this game but the order of the cards that nobody has seen, and the throws to come.
A state is thus a table and its chance, and a view is a table and a player.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.display import Drawn
from westeros_intrigue.base.limits import Count, Ordinal, Range
from westeros_intrigue.base.values import Value, of_table
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.chance import Deal
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.spaces import CardNumber, Seat, SpaceNumber
from westeros_intrigue.monopoly.steps import Decision, Question, Step, head
from westeros_intrigue.monopoly.table import (
    Deed,
    Phase,
    Table,
    Tries,
    Variant,
    castles_left,
    holdfasts_left,
)


class PublicFacts(Drawn):
    """The properties that states and views share: all that lies on the table."""

    __slots__ = ()

    _GAME: ClassVar[str] = "westeros_intrigue.monopoly"

    table: Table

    edition: Edition = of_table("start.board.edition")
    """The edition in play."""
    board: Board = of_table("start.board")
    """The board of the edition."""
    variant: Variant = of_table("start.variant")
    """The variant in play."""

    @property
    def sample(self) -> bool:
        """True if the game is played with invented numbers (rule edition.sample-flag)."""
        return self.edition.sample

    @property
    def players(self) -> int:
        """The number of players, with those who are bankrupt."""
        return len(self.table.cash)

    phase: Phase = of_table("phase")
    """The phase of the game."""

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.table.phase is Phase.GAME_OVER

    turn_number: Ordinal = of_table("turn_number")
    """The turn, counted from 1."""
    turn_player: Seat = of_table("turn_player")
    """Whose turn it is, from 0."""
    active_player: Seat | None = of_table("active_player")
    """The player who is to decide, from 0; None when nobody is."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The players who may decide now: one, or nobody."""
        player = self.table.active_player
        return () if player is None else (player,)

    @property
    def decision(self) -> Decision | None:
        """The question to the active player; None when nobody is asked."""
        table = self.table
        return None if table.active_player is None else head(table.agenda, Question).KIND

    @property
    def step(self) -> Step | None:
        """The first step of the agenda: the auction, the debt, the offer that is asked about."""
        return self.table.agenda[0] if self.table.agenda else None

    agenda: tuple[Step, ...] = of_table("agenda")
    """The steps that follow, the next one first."""
    doubles: Annotated[int, Range(0, 2)] = of_table("doubles")
    """The number of doubles in a row in this turn."""
    cash: tuple[Count, ...] = of_table("cash")
    """For each player the coins."""
    positions: tuple[SpaceNumber, ...] = of_table("positions")
    """For each player the space of the token."""
    jail_tries: tuple[Tries | None, ...] = of_table("jail_tries")
    """For each player in jail how often they have tried for a double; None outside."""
    deeds: tuple[Deed, ...] = of_table("deeds")
    """For each space how its deed stands."""
    kept_cards: tuple[tuple[CardNumber, ...], ...] = of_table("kept_cards")
    """For each player the numbers of the jail cards."""
    unseen_cards: tuple[CardNumber, ...] = of_table("unseen_cards")
    """The numbers of the cards that nobody has seen, ascending."""
    known_bottom: tuple[CardNumber, ...] = of_table("known_bottom")
    """The seen cards under the deck, by number, in order."""
    standing: tuple[Seat, ...] = of_table("standing")
    """The players who pass until the interval before their own next throw, ascending."""
    bankrupt: tuple[Seat, ...] = of_table("bankrupt")
    """The players who are out, in that order."""
    moves: Moves = of_table("moves")
    """All moves of the game."""

    throws_used: int = of_table("throws_used")
    """The number of throws in the game."""

    @property
    def treasury(self) -> int:
        """The coins of the Treasury; they may be below 0 (rule components.treasury)."""
        return self.board.coins - sum(self.table.cash)

    @property
    def holdfasts_left(self) -> Count:
        """The number of Holdfasts that the Treasury has."""
        return holdfasts_left(self.table)

    @property
    def castles_left(self) -> Count:
        """The number of Castles that the Treasury has."""
        return castles_left(self.table)

    @property
    def summary(self) -> str:
        """The moment of the game in a few words, for `repr`."""
        asked = self.decision
        what = "" if asked is None else f", player {self.active_player}: {asked.value}"
        sample = ", sample edition" if self.sample else ""
        return f"{self.players} players, turn {self.turn_number}, {self.phase.value}{what}{sample}"


@attrs.frozen(repr=False)
class GameState(Value, PublicFacts):
    """A whole game: the table, and the chance to come, which nobody may know.

    >>> from westeros_intrigue.monopoly import setup
    >>> setup(3, seed=1)
    <GameState: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.public, info.deck.
    """

    table: Table
    """The public information."""
    deal: Deal
    """All chance of the game."""


@attrs.frozen(repr=False)
class View(Value, PublicFacts):
    """The knowledge of a player about a game: the table.

    >>> from westeros_intrigue.monopoly import observe, setup
    >>> observe(setup(3, seed=1), 2)
    <View of player 2: 3 players, turn 1, playing, player 0: floor, sample edition>

    Rules: info.views.
    """

    table: Table
    """The public information."""
    player: Seat | None
    """The seat that looks, from 0; None for a spectator."""


Position = TypeAliasType("Position", GameState | View)
"""A state or a view."""
