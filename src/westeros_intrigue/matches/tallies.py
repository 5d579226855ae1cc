"""Sums over games; they are exact, and so independent of the order of addition."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Self

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.matches.games import GameOutcome
from westeros_intrigue.matches.match import Match


@attrs.frozen
class Tally(Value):
    """The sums of an entrant over games. A game counts once for each seat of the entrant.

    >>> total = Tally(games=1, rounds=2, points=5) + Tally(games=1, rounds=2, points=9)
    >>> total.games, total.rounds, total.points
    (2, 4, 14)
    """

    games: int = 0
    """The games played."""
    rounds: int = 0
    """The rounds played."""
    rounds_won: Fraction = Fraction(0)
    """The rounds in which the entrant placed the last card."""
    games_won: Fraction = Fraction(0)
    """The games won; a shared victory counts as an equal part for each winner."""
    wins_shared: int = 0
    """The games won together with others."""
    points: int = 0
    """The penalty points."""
    forfeits: int = 0
    """The games lost by an error of the player."""

    def __add__(self, other: Self) -> Tally:
        return Tally(
            self.games + other.games,
            self.rounds + other.rounds,
            self.rounds_won + other.rounds_won,
            self.games_won + other.games_won,
            self.wins_shared + other.wins_shared,
            self.points + other.points,
            self.forfeits + other.forfeits,
        )


@attrs.frozen
class Block(Value):
    """The sums over a block of deals."""

    tallies: tuple[Tally, ...]
    """The tally of each entrant."""
    ahead: tuple[tuple[Fraction, ...], ...]
    """A row for each entrant, with the number of games in which it was ranked before each other; a
    shared place counts half."""

    def __add__(self, other: Self) -> Block:
        return Block(
            tuple(mine + its for mine, its in zip(self.tallies, other.tallies, strict=True)),
            tuple(
                tuple(mine + its for mine, its in zip(row, other_row, strict=True))
                for row, other_row in zip(self.ahead, other.ahead, strict=True)
            ),
        )

    @classmethod
    def of(cls, match: Match, outcomes: Iterable[GameOutcome]) -> Block:
        """Return the sums over games of a match."""
        entrants = len(match.names)
        tallies = [Tally()] * entrants
        ahead = [[Fraction(0)] * entrants for _ in range(entrants)]
        for outcome in outcomes:
            place = {seat: place for place, seats in enumerate(outcome.ranking) for seat in seats}
            seated = [
                (seat, entrant)
                for seat, entrant in enumerate(outcome.seating)
                if entrant is not None
            ]
            for seat, entrant in seated:
                tallies[entrant] += _tally(outcome, seat, match.rounds)
                for other_seat, other in seated:
                    if other != entrant and place[seat] <= place[other_seat]:
                        shared = place[seat] == place[other_seat]
                        ahead[entrant][other] += Fraction(1, 1 + shared)
        return cls(tuple(tallies), tuple(map(tuple, ahead)))


def _tally(outcome: GameOutcome, seat: int, rounds: int) -> Tally:
    winners = outcome.ranking[0]
    has_won = seat in winners
    has_failed = outcome.forfeit is not None and outcome.forfeit.seat == seat
    rounds_won = Fraction(outcome.last_placers.count(seat))
    if outcome.forfeit is not None and not has_failed:
        rounds_won += Fraction(rounds - len(outcome.last_placers), len(winners))
    return Tally(
        games=1,
        rounds=rounds,
        rounds_won=rounds_won,
        games_won=Fraction(has_won, len(winners)),
        wins_shared=int(has_won and len(winners) > 1),
        points=outcome.penalty_points[seat] if outcome.penalty_points else 0,
        forfeits=int(has_failed),
    )
