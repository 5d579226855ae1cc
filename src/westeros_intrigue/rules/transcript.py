"""The moves of a game with its deal, from which the game can be played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from westeros_intrigue.base.errors import Faulty, InvalidValue, WesterosIntrigueError
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.values import (
    Value,
    check_iterable,
    check_type,
    counted,
    instance,
    tuple_of,
)
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, round_faults
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Placement, Placements
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import STANDARD, PlayerCount, Seat, Variant
from westeros_intrigue.rules.violations import IllegalMove, Violation


class InvalidRecord(WesterosIntrigueError, ValueError):
    """An inconsistent record: an illegal move, a doubled card, a wrong result.

    >>> print(InvalidRecord(["player 0 is to move"], 12, 5, 1, 3))
    line 12, column 5 (round 1, placement 3): player 0 is to move
    """

    faults: tuple[str, ...]
    """The reasons, one sentence for each fault; never empty."""
    line: int | None
    """The line of the file, from 1; None if the record was not read from text."""
    column: int | None
    """The character in the line, from 1; None if the record was not read from text."""
    round_number: int | None
    """The round, counted from 1; None for a fault of the whole game."""
    placement: int | None
    """The placement of the round, counted from 1; None for a fault of the whole round."""
    violations: tuple[Violation, ...]
    """Every violation of an illegal move; empty for other faults."""

    def __init__(  # noqa: PLR0917 - an exception is pickled by position
        self,
        faults: Iterable[str],
        line: int | None = None,
        column: int | None = None,
        round_number: int | None = None,
        placement: int | None = None,
        violations: Iterable[Violation] = (),
    ) -> None:
        self.faults = tuple(faults)
        self.line = line
        self.column = column
        self.round_number = round_number
        self.placement = placement
        self.violations = tuple(violations)
        super().__init__(self.faults, line, column, round_number, placement, self.violations)

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}"
        if self.round_number is not None:
            placement = "" if self.placement is None else f", placement {self.placement}"
            in_game = f"round {self.round_number}{placement}"
            place = f"{place} ({in_game})" if place else in_game
        faults = "; ".join(self.faults)
        return f"{place}: {faults}" if place else faults


def _rounds(rounds: Iterable[Iterable[Placement]]) -> tuple[tuple[Placement, ...], ...]:
    check_iterable("placements", rounds)
    return tuple(tuple_of("placements", Placement, placed) for placed in rounds)


@attrs.frozen
class Transcript(Value):
    """The deal and the placements of a game, finished or not. `play` plays it again.

    The constructor does not apply the rules: `play` does.

    >>> from westeros_intrigue import legal_moves
    >>> state = setup(4, seed=7)
    >>> state = apply(state, legal_moves(state)[0])
    >>> transcript = Transcript.of(state)
    >>> [len(placed) for placed in transcript.placements], transcript.scored_rounds
    ([1], 0)
    >>> *_, last = transcript.play()
    >>> last == state
    True

    Raises:
        InvalidValue: a number is out of range.
    """

    players: PlayerCount
    """The number of players, 2 to 6."""
    variant: Variant = attrs.field(default=STANDARD, validator=instance(Variant))
    """The variant of the game."""
    first_player: Seat = 0
    """The seat that starts round 1, from 0."""
    deal: Deal = attrs.field(default=Deal(), validator=instance(Deal))
    """The known random outcomes: the rounds that are dealt, and the Iron Throne cards in order,
    without those that only their drawers have seen."""
    placements: tuple[Placements, ...] = attrs.field(default=(), converter=_rounds)
    """The placements of each round of the deal, from the first; rounds may be missing at the
    end."""
    scored_rounds: int = attrs.field(default=0, validator=Range(0))
    """The number of scored rounds. A finished round may be unscored: `Phase.ROUND_OVER`."""

    @classmethod
    def of(cls, state: GameState) -> Transcript:
        """Return the transcript of a game up to a state, in any phase.

        Raises:
            InvalidValue: the state was drawn from a view, and so has no complete history.
        """
        check_type("state", state, GameState)
        deals = [result.deal for result in state.results]
        placements = [result.placements for result in state.results]
        if state.phase in (Phase.PLAYING, Phase.ROUND_OVER):
            deals.append(state.round_deal)
            placements.append(state.placements)
        known = [deal for deal in deals if deal is not None]
        drawn = [result.throne_card for result in state.results if result.throne_card is not None]
        # At a table, hidden cards are hidden in all rounds; in a drawn state, only in some.
        if len(known) < len(deals) or len(drawn) not in (0, len(state.results)):
            raise InvalidValue(
                f"a state drawn from a view has no complete history: {state!r}. "
                "Write the view, or the state of the game itself"
            )
        return cls(
            players=state.players,
            variant=state.variant,
            first_player=state.first_player,
            deal=Deal((*known, *state.rest.rounds), (*drawn, *state.rest.throne_cards)),
            placements=placements,
            scored_rounds=len(state.results),
        )

    def play(self) -> Iterator[GameState]:
        """Yield the states of the game: after setup, after each placement and after each scoring.

        The deal contains all known cards from the start. If people dealt round by round, earlier
        states therefore have later cards in `rest`.

        Raises:
            InvalidRecord: the game breaks a rule; the error names the round and the placement.
        """
        state = self._start()
        yield state
        dealt = len(self.deal.rounds)
        for count, done in ((len(self.placements), "played"), (self.scored_rounds, "scored")):
            if count > dealt:
                raise InvalidRecord([f"{counted(count, 'round')} {done}, but only {dealt} dealt"])
        unplayed = ((),) * (dealt - len(self.placements))
        for number, of_round in enumerate((*self.placements, *unplayed), start=1):
            if of_round and number > self.scored_rounds + 1:
                fault = f"round {number} is played, but round {number - 1} is not scored"
                raise InvalidRecord([fault], round_number=number, placement=1)
            for index, placed in enumerate(of_round, start=1):
                state = _placed(state, placed, number, index)
                yield state
            if number <= self.scored_rounds:
                state = _scored(state, len(of_round) or None)
                yield state

    def _start(self) -> GameState:
        try:
            return setup(
                self.players, deal=self.deal, first_player=self.first_player, variant=self.variant
            )
        except Faulty as error:
            number = self._faulty_round() if isinstance(error, InvalidDeal) else None
            raise InvalidRecord(error.faults, round_number=number) from error
        except InvalidValue as error:
            raise InvalidRecord([str(error)]) from error

    def _faulty_round(self) -> int | None:
        """Return the first round with an invalid deal, from 1; None if all are valid."""
        before = None
        for number, round_deal in enumerate(self.deal.rounds, start=1):
            is_too_many = number > self.variant.rounds_for(self.players)
            if is_too_many or round_faults(round_deal, before, self.players, self.variant, number):
                return number
            before = round_deal.dealt
        return None


def _placed(state: GameState, placed: Placement, number: int, index: int) -> GameState:
    try:
        return apply(state, placed.move, player=placed.player)
    except IllegalMove as error:
        faults = [str(violation) for violation in error.violations]
        raise InvalidRecord(faults, None, None, number, index, error.violations) from error
    except InvalidValue as error:
        raise InvalidRecord([str(error)], None, None, number, index) from error


def _scored(state: GameState, placement: int | None) -> GameState:
    """Return the state with its round scored; `placement` is its last placement, from 1."""
    number, is_hidden = state.round_number, not state.rest.throne_cards
    fault = ""
    if state.phase is not Phase.ROUND_OVER:
        fault = f"player {state.active_player} is still to move"
    elif is_hidden and any(state.score_piles):
        fault = "the deal has no Iron Throne card for it"
    if fault:
        fault = f"round {number} is scored, but {fault}"
        raise InvalidRecord([fault], round_number=number, placement=placement)
    return score_round(state, hidden=is_hidden)
