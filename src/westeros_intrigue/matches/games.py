"""One game of a match, and its outcome."""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.limits import Count, Longest, Ordinal
from westeros_intrigue.base.values import Value
from westeros_intrigue.game import GAMES, Position
from westeros_intrigue.matches.match import Match
from westeros_intrigue.rules.game import GameState

Chooser: TypeAlias = Callable[[Any, RandomSource], object]
"""A player of any game: a function from its view and a source of random numbers to a move."""
LONGEST_REPORT = 10_000
"""The number of characters of a traceback that are stored, counted from its end."""
TableSeat = TypeAliasType("TableSeat", "Count")
"""A seat, from 0, of the tables of a match."""


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
    round_number: int | None
    """The round, from 1; None in a game without rounds."""
    placement: int
    """The placement of the round, or the move of the game, at which it failed, from 1."""
    report: str
    """The error with its traceback."""

    def __init__(  # noqa: PLR0917 - an exception is pickled by position
        self,
        entrant: str,
        deal: int,
        seating: tuple[int | None, ...],
        seat: int,
        round_number: int | None,
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
        moment = f"move {self.placement}"
        if self.round_number is not None:
            moment = f"round {self.round_number}, placement {self.placement}"
        return (
            f"{self.entrant} failed at deal {self.deal}, in seat {self.seat} of the seating "
            f"{self.seating}, {moment}:\n{self.report}"
        )


@attrs.frozen
class Forfeit(Value):
    """A game lost because a player failed."""

    seat: TableSeat
    """The seat of the player, from 0."""
    round_number: Ordinal | None
    """The round, from 1, which is lost like all later ones; None in a game without rounds."""
    placement: Ordinal
    """The placement of the round, or the move of the game, at which the player failed, from 1."""
    report: Annotated[str, Longest(LONGEST_REPORT)]
    """The error with its traceback."""


@attrs.frozen
class GameOutcome(Value):
    """The outcome of one game.

    After a forfeit all other seats share the first place, and the victories of the lost rounds.
    Each lost round costs the player that failed a point for every card of a full hand.
    """

    seating: tuple[Count | None, ...]
    """The entrant of each seat, from 0; None for an automated seat."""
    last_placers: tuple[TableSeat, ...]
    """The seat that placed the last card of each round played, and so won it."""
    penalty_points: tuple[Count, ...]
    """The points of each seat in all rounds, from seat 0; empty in a game without rounds."""
    ranking: tuple[tuple[TableSeat, ...], ...]
    """Groups of seats that share a place, from the first place."""
    forfeit: Forfeit | None = None
    """The failure of a player; None in a game that was played to its end."""


@attrs.frozen
class PlayedDeal(Value):
    """A deal in all its seatings."""

    deal: Count
    """The number of the deal, from 0."""
    games: tuple[GameOutcome, ...]
    """The outcomes of the seatings, in the order of `Match.seatings`."""


def play_deal(match: Match, entrants: Sequence[Chooser], deal: int) -> PlayedDeal:
    """Play a deal in all its seatings.

    Raises:
        PlayerFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    start = match.start(deal)
    return PlayedDeal(
        deal, tuple(_play(match, entrants, deal, start, seats) for seats in match.seated(deal))
    )


def _play(
    match: Match,
    entrants: Sequence[Chooser],
    deal: int,
    start: Position,
    seating: tuple[int | None, ...],
) -> GameOutcome:
    game, state = GAMES[match.game], start
    # Separate copies for each seat and game: otherwise players could remember others' hands.
    players = {
        seat: copy.deepcopy(entrants[entrant])
        for seat, entrant in enumerate(seating)
        if entrant is not None
    }
    seats = range(len(seating))
    choosers, sources = [*map(players.get, seats)], [match.source(deal, seat) for seat in seats]
    while not (state := game.play_on(game.proceed(state), choosers, sources)).is_over:
        seat = state.active_player
        try:
            move = players[seat](game.observe(state, seat), sources[seat])
            state = game.apply(state, move, player=seat)
        except Exception as error:
            failure = _failure(match, deal, seating, state, error)
            if not match.forfeits:
                raise failure from error
            return _forfeit(match, state, failure)
    return GameOutcome(seating, *_of_rounds(state), game.final_winner(state).ranking)


def _of_rounds(state: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who placed last in each round, and the points; nothing for a game without rounds."""
    if not isinstance(state, GameState):
        return (), ()
    return tuple(result.last_placer for result in state.results), state.penalty_points


def _failure(
    match: Match, deal: int, seating: tuple[int | None, ...], state: Position, error: Exception
) -> PlayerFailed:
    seat = state.active_player
    entrant = None if seat is None else seating[seat]
    # For the type checker: a player was asked, and is seated.
    assert seat is not None and entrant is not None  # noqa: PT018, S101
    if isinstance(state, GameState):
        round_number, placement = state.round_number, len(state.placements) + 1
    else:
        record = GAMES[match.game].Record.from_state(state)
        round_number, placement = None, sum(1 for _ in record.replay())
    report = "".join(traceback.format_exception(error))[-LONGEST_REPORT:]
    name = match.names[entrant]
    return PlayerFailed(name, deal, seating, seat, round_number, placement, report)


def _forfeit(match: Match, state: Position, failure: PlayerFailed) -> GameOutcome:
    last_placers, so_far = _of_rounds(state)
    points = [*so_far]
    if isinstance(state, GameState) and match.variant:
        for round_number in range(state.round_number, match.rounds + 1):
            points[failure.seat] += match.variant.hand_size(match.players, round_number)
    others = tuple(seat for seat in range(match.players) if seat != failure.seat)
    return GameOutcome(
        failure.seating,
        last_placers,
        tuple(points),
        (others, (failure.seat,)),
        Forfeit(failure.seat, failure.round_number, failure.placement, failure.report),
    )
