"""A state machine over whole games, for Hypothesis's stateful tests: `GameMachine`."""

# Hypothesis reports failing assertions with the steps before them.
# ruff: noqa: S101

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from westeros_intrigue.documents import from_json, to_json
from westeros_intrigue.gamekit.display import FinalResult
from westeros_intrigue.rules import court, dealing, scoring, variants
from westeros_intrigue.rules.cards import DECK, Move, Slot
from westeros_intrigue.rules.history import Decision, Phase
from westeros_intrigue.rules.moves import apply, explain, is_eliminated, legal_moves
from westeros_intrigue.rules.state import GameState, deal_round, setup
from westeros_intrigue.testing import strategies
from westeros_intrigue.views.view import observe

DIRECTIONS: dict[str, Callable[[Slot], tuple[int, ...]]] = {
    "anywhere": lambda _slot: (),
    "up, and to the left": lambda slot: (slot.row, -slot.column),
    "up, and to the right": lambda slot: (slot.row, slot.column),
    "along the bottom row": lambda slot: (-slot.row,),
}
"""Orders of slots, by name. A round that prefers the greatest slot reaches an edge of the court;
random rounds hardly ever do."""


class GameMachine(RuleBasedStateMachine):
    """Games with any number of players, any variant and any moves, one after another.

    If the deal is incomplete, later rounds are dealt one by one. A subclass can add rules and
    invariants about `state`, and runs through its attribute `TestCase`:

    >>> class MyMachine(GameMachine):
    ...     @invariant()
    ...     def is_drawn(self) -> None:
    ...         assert str(self.state.court)
    >>> TestMyGames = MyMachine.TestCase

    pytest collects the last name. The machine also tries illegal moves and plays rounds to the
    edges of the court.
    """

    players: ClassVar[int | None] = None
    """The number of players; None for any number."""
    variant: ClassVar[variants.Variant | None] = None
    """The variant; None for any variant that fits the players."""

    state: GameState
    """The position."""

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        """Set up a game."""
        seats, variant = data.draw(strategies.players_and_variants(self.players, self.variant))
        rounds = None if data.draw(st.booleans()) else 0
        deal = data.draw(strategies.deals(seats, variant, rounds=rounds))
        first_player = data.draw(strategies.first_players(seats, variant))
        self.state = setup(seats, deal=deal, first_player=first_player, variant=variant)

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        """Apply a legal move."""
        self._place(data.draw(st.sampled_from(legal_moves(self.state))))

    def _place(self, move: Move) -> None:
        before = self.state
        self.state = apply(before, move, player=before.active_player)
        assert self.state.placements[:-1] == before.placements
        assert self.state.court == before.court.place(move.card, move.slot)

    @precondition(lambda self: self.state.phase is Phase.PLAYING)
    @rule(data=st.data(), direction=st.sampled_from(list(DIRECTIONS)))
    def play_on(self, data: st.DataObject, direction: str) -> None:
        """Play the round to its end, so that short runs reach later rounds."""
        reach = DIRECTIONS[direction]
        while self.state.phase is Phase.PLAYING:
            legal = legal_moves(self.state)
            farthest = max(reach(move.slot) for move in legal)
            wanted = [move for move in legal if reach(move.slot) == farthest]
            self._place(data.draw(st.sampled_from(wanted)))

    @rule(data=st.data())
    def try_a_move(self, data: st.DataObject) -> None:
        """Try any move: it must be legal, or refused with the violations of `explain`."""
        move = data.draw(strategies.moves_in(self.state))
        violations = explain(self.state, move)
        assert (move in legal_moves(self.state)) is not bool(violations)
        assert _refusal(self.state, move) == violations

    @rule()
    def write_and_read(self) -> None:
        """Write the state as JSON and read it back."""
        assert from_json(GameState, to_json(self.state)) == self.state

    @precondition(lambda self: self.state.phase is Phase.ROUND_OVER)
    @rule(data=st.data())
    def score(self, data: st.DataObject) -> None:
        """Score the round."""
        before, drawn = self.state, None
        if not before.rest.throne_cards:
            left = Counter(before.variant.throne_cards)
            left.subtract(card for pile in before.score_piles for card in pile)
            drawn = data.draw(st.sampled_from(list(left.elements())))
        self.state = scoring.score_round(before, throne_card=drawn)
        result = self.state.results[-1]
        assert result.cards_left == tuple(len(hand) for hand in before.hands)
        assert self.state.penalty_points == tuple(
            had + got for had, got in zip(before.penalty_points, result.penalty_points, strict=True)
        )

    @precondition(lambda self: self.state.phase is Phase.DEALING)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """Deal the round that the game is waiting for."""
        state = self.state
        deck = DECK
        number = state.round_number
        if number > 1 and state.variant.has_dead(number - 1):
            before = state.results[-1].deal
            assert before is not None
            deck = before.dealt
        shuffled = data.draw(st.permutations(deck))[: state.variant.cards_in_game(number)]
        self.state = deal_round(
            state,
            dealing.deal_from_deck(shuffled, state.players, state.variant, round_number=number),
        )

    @precondition(lambda self: self.state.phase is Phase.GAME_OVER)
    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        """Check the final result and start another game."""
        result: FinalResult[Decision] = scoring.final_winner(self.state)
        assert {result.totals[seat] for seat in result.winners} == {min(result.totals)}
        self.try_a_move(data)
        ranked = sorted(seat for place in result.ranking for seat in place)
        assert ranked == list(range(self.state.players))
        self.start(data)

    @invariant()
    def holds_together(self) -> None:
        """There are legal moves only during a round, and no card is lost or duplicated."""
        state = self.state
        assert bool(legal_moves(state)) is (state.phase is Phase.PLAYING)
        if state.active_player is not None:
            assert not is_eliminated(state, state.active_player)
        if state.round_deal is not None:
            held = [card for hand in state.hands for card in hand]
            cards = [*held, *state.court.values(), *state.round_deal.unused]
            assert sorted(cards, key=str) == sorted(DECK, key=str)

    @invariant()
    def shows_each_seat_its_own(self) -> None:
        """A view contains the viewer's hand and the state's legal moves."""
        state = self.state
        for seat in range(state.players):
            if seat in state.variant.automated:
                continue
            view = observe(state, seat)
            assert view.hand == state.hands[seat]
            wanted = legal_moves(state) if seat == state.active_player else ()
            assert legal_moves(view) == wanted


def _refusal(state: GameState, move: Move) -> tuple[court.Violation, ...]:
    try:
        apply(state, move)
    except court.IllegalMove as error:
        return error.violations
    return ()
