"""One game of a match, and what came of it.

Rules: round.end, round.penalty, final.ranking.
"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Sequence

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.values import Value
from westeros_intrigue.matches.match import Match
from westeros_intrigue.players import Player, play_game
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View


class PlayerFailed(WesterosIntrigueError, RuntimeError):
    """A player that raised an error, or chose what is no legal move.

    >>> print(PlayerFailed("ann", 17, (1, 0), 1, 2, 5, "ZeroDivisionError: division by zero"))
    ann failed at deal 17, in seat 1 of the seating (1, 0), round 2, placement 5:
    ZeroDivisionError: division by zero
    """

    entrant: str
    """The name of the player."""
    deal: int
    """The number of the deal, from 0."""
    seating: tuple[int | None, ...]
    """For each seat, from 0, its entrant by its place in `Match.names`; None for an automated
    seat."""
    seat: int
    """The seat of the player, from 0."""
    round_number: int
    """The round, from 1."""
    placement: int
    """The placement of the round that it was to make, from 1."""
    report: str
    """The error with its traceback."""

    def __init__(  # noqa: PLR0917 - an exception is pickled by position
        self,
        entrant: str,
        deal: int,
        seating: tuple[int | None, ...],
        seat: int,
        round_number: int,
        placement: int,
        report: str,
    ) -> None:
        self.entrant = entrant
        self.deal = deal
        self.seating = seating
        self.seat = seat
        self.round_number = round_number
        self.placement = placement
        self.report = report
        super().__init__(entrant, deal, seating, seat, round_number, placement, report)

    def __str__(self) -> str:
        return (
            f"{self.entrant} failed at deal {self.deal}, in seat {self.seat} of the seating "
            f"{self.seating}, round {self.round_number}, placement {self.placement}:\n"
            f"{self.report}"
        )


@attrs.frozen
class Outcome(Value):
    """What came of one game."""

    seating: tuple[int | None, ...]
    """For each seat, from 0, its entrant; None for an automated seat."""
    last_placers: tuple[int, ...]
    """For each round the seat that placed the last card, and so won the round."""
    penalty_points: tuple[int, ...]
    """For each seat, from 0, the points of all rounds."""
    ranking: tuple[tuple[int, ...], ...]
    """All seats, best first; those that share a place stand together."""


def play_deal(match: Match, entrants: Sequence[Player], deal: int) -> list[Outcome]:
    """Play a deal in all its seatings.

    Raises:
        PlayerFailed: a player raised an error, or chose what is no legal move.
    """
    cards = match.cards(deal)
    outcomes = []
    for seating in match.seatings(deal):
        of_seat = dict(zip(match.chairs, seating, strict=True))
        seats = tuple(of_seat.get(seat) for seat in range(match.players))
        outcomes.append(_play(match, entrants, deal, cards, seats))
    return outcomes


def _play(
    match: Match,
    entrants: Sequence[Player],
    deal: int,
    cards: Deal,
    seating: tuple[int | None, ...],
) -> Outcome:
    last_asked: list[View] = []

    def seated(seat: int, entrant: int) -> Player:
        # A copy of its own for each seat and game: what one remembers of its hand, no other sees.
        player, source = copy.deepcopy(entrants[entrant]), match.source(deal, seat)

        def choose(view: View, _shared: RandomSource) -> Move:
            last_asked[:] = [view]
            return player(view, source)

        return choose

    players = [
        None if entrant is None else seated(seat, entrant) for seat, entrant in enumerate(seating)
    ]
    try:
        final = play_game(players, deal=cards, seed=0, variant=match.variant)
    except Exception as error:
        if not last_asked:
            raise
        [view] = last_asked
        assert view.player is not None  # noqa: S101 - for the type checker: a player was asked
        entrant = seating[view.player]
        assert entrant is not None  # noqa: S101 - as above
        raise PlayerFailed(
            match.names[entrant],
            deal,
            seating,
            view.player,
            view.round_number,
            len(view.placements) + 1,
            "".join(traceback.format_exception(error)),
        ) from error
    return Outcome(
        seating,
        tuple(result.last_placer for result in final.results),
        final.penalty_points,
        final_winner(final).ranking,
    )
