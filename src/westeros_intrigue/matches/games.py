"""One game of a match, and its outcome."""

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

LONGEST_REPORT = 10_000
"""The number of characters of a traceback that are stored, counted from its end."""


class PlayerFailed(WesterosIntrigueError, RuntimeError):
    """A player that raised an error or chose an illegal move.

    >>> print(PlayerFailed("ann", 17, (1, 0), 1, 2, 5, "ZeroDivisionError: division by zero"))
    ann failed at deal 17, in seat 1 of the seating (1, 0), round 2, placement 5:
    ZeroDivisionError: division by zero
    """

    entrant: str
    """The name of the player."""
    deal: int
    """The number of the deal, from 0."""
    seating: tuple[int | None, ...]
    """The entrant of each seat, from 0, as its index in `Match.names`; None for an automated
    seat."""
    seat: int
    """The seat of the player, from 0."""
    round_number: int
    """The round, from 1."""
    placement: int
    """The placement of the round at which it failed, from 1."""
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
class Forfeit(Value):
    """A game lost because a player failed."""

    seat: int
    """The seat of the player, from 0."""
    round_number: int
    """The round, from 1. It is lost, like all later ones."""
    placement: int
    """The placement of the round at which the player failed, from 1."""
    report: str
    """The error with its traceback."""


@attrs.frozen
class GameOutcome(Value):
    """The outcome of one game.

    After a forfeit all other seats share the first place, and the victories of the lost rounds.
    Each lost round costs the player that failed a point for every card of a full hand.
    """

    seating: tuple[int | None, ...]
    """The entrant of each seat, from 0; None for an automated seat."""
    last_placers: tuple[int, ...]
    """The seat that placed the last card of each round played, and so won it."""
    penalty_points: tuple[int, ...]
    """The points of each seat in all rounds, from seat 0."""
    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats that share a place, from the first place."""
    forfeit: Forfeit | None = None
    """The failure of a player; None in a game that was played to its end."""


@attrs.frozen
class PlayedDeal(Value):
    """A deal in all its seatings."""

    deal: int
    """The number of the deal, from 0."""
    games: tuple[GameOutcome, ...]
    """The outcomes of the seatings, in the order of `Match.seatings`."""


def play_deal(match: Match, entrants: Sequence[Player], deal: int) -> PlayedDeal:
    """Play a deal in all its seatings.

    Raises:
        PlayerFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    cards = match.cards(deal)
    return PlayedDeal(
        deal, tuple(_play(match, entrants, deal, cards, seats) for seats in match.seated(deal))
    )


def _play(
    match: Match,
    entrants: Sequence[Player],
    deal: int,
    cards: Deal,
    seating: tuple[int | None, ...],
) -> GameOutcome:
    last_asked: list[View] = []

    def seated(seat: int, entrant: int) -> Player:
        # Separate copies for each seat and game: otherwise players could remember others' hands.
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
        failure = _failure(match, deal, seating, last_asked[0], error)
        if not match.forfeits:
            raise failure from error
        return _forfeited(match, last_asked[0], failure)
    return GameOutcome(
        seating,
        tuple(result.last_placer for result in final.results),
        final.penalty_points,
        final_winner(final).ranking,
    )


def _failure(
    match: Match, deal: int, seating: tuple[int | None, ...], view: View, error: Exception
) -> PlayerFailed:
    seat = view.player
    entrant = None if seat is None else seating[seat]
    assert seat is not None  # noqa: S101 - for the type checker: a player was asked, and is seated
    assert entrant is not None  # noqa: S101 - as above
    return PlayerFailed(
        match.names[entrant],
        deal,
        seating,
        seat,
        view.round_number,
        len(view.placements) + 1,
        "".join(traceback.format_exception(error))[-LONGEST_REPORT:],
    )


def _forfeited(match: Match, view: View, failure: PlayerFailed) -> GameOutcome:
    points = list(view.penalty_points)
    for round_number in range(view.round_number, match.rounds + 1):
        points[failure.seat] += match.variant.hand_size(match.players, round_number)
    others = tuple(seat for seat in range(match.players) if seat != failure.seat)
    return GameOutcome(
        failure.seating,
        tuple(result.last_placer for result in view.results),
        tuple(points),
        (others, (failure.seat,)),
        Forfeit(failure.seat, failure.round_number, failure.placement, failure.report),
    )
