"""A game as far as it has been read from text, not yet held against the rules."""

from __future__ import annotations

import attrs

from westeros_intrigue.rules.cards import ASSUMED_THRONE_CARDS, Card, House, IronThroneCard
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.text.records.words import RecordedPlacement, RecordedRound


@attrs.frozen
class Claim:
    """Something that the text says and the play must agree with."""

    line: int
    column: int
    key: str
    """The word that begins the line; `out` for an elimination."""
    said: str
    """What the text says, as a record writes it."""
    round_number: int | None
    """The round, from 1; None at the end of the game."""
    player: int = 0
    """The seat that goes out, from 0, in an elimination."""
    placements_before: int = 0
    """How many placements of the round the text has before it, in an elimination."""


@attrs.frozen
class DraftPlacement:
    """A placement as read, with where it stands; its comment may still grow."""

    player: int
    move: Move
    line: int
    column: int
    comment: list[str]


@attrs.define
class DraftRound:
    """A round as far as it has been read."""

    line: int
    hands: list[tuple[Card, ...]] = attrs.Factory(list)
    starters: tuple[Card, ...] = ()
    placements: list[DraftPlacement] = attrs.Factory(list)
    comment: list[str] = attrs.Factory(list)
    is_scored: bool = False


@attrs.define
class Draft:
    """A game as far as it has been read."""

    line: int
    players: int = 0  # not read yet
    first_player: int = 0
    is_first_fixed: bool = False
    round_count: int | None = None
    options: tuple[str, ...] = ()
    houses: tuple[House, ...] = ()
    automated: tuple[int, ...] = ()
    throne_table: tuple[IronThroneCard, ...] = ASSUMED_THRONE_CARDS
    throne_cards: tuple[IronThroneCard, ...] = ()
    tags: list[tuple[str, str]] = attrs.Factory(list)
    comment: list[str] = attrs.Factory(list)
    rounds: list[DraftRound] = attrs.Factory(list)
    claims: list[Claim] = attrs.Factory(list)
    is_game_over: bool = False

    @property
    def variant(self) -> Variant:
        """The table."""
        return Variant(
            rounds=self.round_count,
            **dict.fromkeys(self.options, True),
            houses=self.houses,
            automated=self.automated,
            throne_cards=self.throne_table,
            first_player=self.first_player if self.is_first_fixed else None,
        )

    @property
    def deal(self) -> Deal:
        """The chance."""
        rounds = (RoundDeal(drafted.hands, drafted.starters) for drafted in self.rounds)
        return Deal(rounds, self.throne_cards)

    @property
    def recorded_rounds(self) -> list[RecordedRound]:
        """The placements of each round, with the comments."""
        return [
            RecordedRound(
                (
                    RecordedPlacement(placed.player, placed.move, joined(placed.comment))
                    for placed in drafted.placements
                ),
                joined(drafted.comment),
            )
            for drafted in self.rounds
        ]

    @property
    def scored_rounds(self) -> int:
        """How many rounds the text says are scored.

        A round is if its result is there, or if the game has gone on after it.
        """
        if self.is_game_over:
            return len(self.rounds)
        scored = [number for number, drafted in enumerate(self.rounds, 1) if drafted.is_scored]
        before_others = [n for n, drafted in enumerate(self.rounds) if drafted.placements]
        return max([0, *scored, *before_others])

    def place(self, round_number: int | None, placement: int | None) -> tuple[int, int]:
        """Return line and column of a placement, of a round's heading, or of the title."""
        if round_number is None:
            return self.line, 1
        drafted = self.rounds[round_number - 1]
        if placement is None:
            return drafted.line, 1
        placed = drafted.placements[placement - 1]
        return placed.line, placed.column


def joined(comment: list[str]) -> str:
    """Return the lines of a comment as one text, without empty lines around it."""
    return "\n".join(comment).strip("\n")
