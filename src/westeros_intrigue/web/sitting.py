"""A game that is being played in a browser: who sits where, the states so far, and the next one."""

from __future__ import annotations

import random
from functools import cached_property
from itertools import pairwise

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, legal_moves
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View
from westeros_intrigue.text.records import Record
from westeros_intrigue.web.levels import LEVELS
from westeros_intrigue.web.messages import PERSON, Seat
from westeros_intrigue.web.requests import Begin
from westeros_intrigue.web.seating import named_seats, seats_of, tags_of, variant_of


@attrs.frozen(slots=False)
class Sitting:
    """A game with its seats, at one moment, and the way back."""

    seats: tuple[Seat, ...]
    tags: tuple[tuple[str, str], ...]
    """The tags of its record, which keep who sits where."""
    state: GameState
    past: tuple[GameState, ...] = ()
    """The states in which a person placed a card, the first first."""

    @classmethod
    def begun(cls, wanted: Begin, seed: int) -> Sitting:
        """Return a new game.

        Raises:
            InvalidVariant: there is no such table.
            InvalidValue: as above.
        """
        variant = variant_of(wanted)
        state = setup(
            len(wanted.seats), seed=seed, variant=variant, first_player=wanted.first_player
        )
        seats = named_seats(wanted.seats, variant)
        return cls(seats, tuple(tags_of(seats, str(seed)).items()), state)

    @classmethod
    def resumed(cls, record: Record) -> Sitting:
        """Return the game of a record, which may come from anywhere.

        Raises:
            InvalidValue: the record does not have the cards of all rounds.
        """
        state = record.state
        if len(record.deal.rounds) < state.variant.rounds_for(state.players):
            raise InvalidValue("the record does not have the cards of all rounds")
        seats = seats_of(record)
        tags = {"Seed": "0", **dict(record.tags)}
        game = cls(seats, tuple({**tags, **tags_of(seats, tags["Seed"])}.items()), state)
        past = [each for each in record.replay() if each.active_player in game.people]
        if state.active_player in game.people:
            past.pop()
        return attrs.evolve(game, past=tuple(past))

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, each in enumerate(self.seats) if each.who == PERSON)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.seats)

    @property
    def record(self) -> Record:
        """The record of the game so far. It holds every hand."""
        return Record.from_state(self.state, tags=self.tags)

    @cached_property
    def course(self) -> tuple[tuple[GameState, GameState], ...]:
        """For each placement of the game the states before and after it."""
        return tuple(
            (before, after)
            for before, after in pairwise(self.record.replay())
            if len(after.placements) > len(before.placements)
        )

    @property
    def moment(self) -> int:
        """How much has happened: placements and scored rounds."""
        results = self.state.results
        placed = sum(len(result.placements) + 1 for result in results)
        return placed + (0 if self.state.is_over else len(self.state.placements))

    @property
    def waits_for(self) -> str:
        """What the game waits for, in the words of the messages."""
        if self.state.is_over:
            return "nobody"
        if self.state.phase is Phase.ROUND_OVER:
            return "round"
        return "person" if self.state.active_player in self.people else "step"

    def seen_by(self, seat: int | None) -> View:
        """Return what a person may see now, or what everybody may where it is not their turn to.

        Where several people share the screen, only the one to move sees a hand.
        """
        may_look = seat in self.people and (
            len(self.people) == 1 or seat == self.state.active_player
        )
        return observe(self.state, seat if may_look else None)

    def placed(self, seat: int, move: Move) -> Sitting:
        """Return the game after a person has placed a card.

        Raises:
            IllegalMove: the placement breaks rules.
        """
        after = apply(self.state, move, player=seat)
        return attrs.evolve(self, state=after, past=(*self.past, self.state))

    def stepped(self) -> Sitting:
        """Return the game after the next placement that no person makes, or the end of a round."""
        return attrs.evolve(self, state=self._next_state())

    def _next_state(self) -> GameState:
        state, seat = self.state, self.state.active_player
        if seat is None:
            return score_round(state)
        if seat in state.variant.automated:
            return apply(state, legal_moves(state)[0])
        # What a player draws follows from the moment, so after an undo it plays the same again.
        now = f"{dict(self.tags)['Seed']}/{state.round_number}/{len(state.placements)}"
        rng = random.Random(now)  # noqa: S311 - a game, no secret
        player = LEVELS[self.seats[seat].who].player
        return apply(state, player(observe(state, seat), rng), player=seat)

    def undone(self) -> Sitting:
        """Return the game as it was when a person last placed a card; there must be such a time."""
        return attrs.evolve(self, state=self.past[-1], past=self.past[:-1])
