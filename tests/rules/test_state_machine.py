"""Whole games as a state machine: any table, any moves, legal or not, up to the court's edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import westeros_intrigue as wi
from westeros_intrigue import testing
from westeros_intrigue.rules.dealing import deal_from_deck

DIRECTIONS: dict[str, Callable[[wi.Slot], tuple[int, ...]]] = {
    "anywhere": lambda _slot: (),
    "up, and to the left": lambda slot: (slot.row, -slot.column),
    "up, and to the right": lambda slot: (slot.row, slot.column),
    "along the bottom row": lambda slot: (-slot.row,),
}
"""A round that prefers the greatest slot reaches an edge of the court; random rounds hardly do."""


class Games(RuleBasedStateMachine):
    players: ClassVar[int | None] = None
    variant: ClassVar[wi.Variant | None] = None
    state: wi.GameState

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        rounds = None if data.draw(st.booleans()) else 0
        self.state = data.draw(testing.starts(self.players, self.variant, rounds=rounds))

    @precondition(lambda self: self.state.phase is wi.Phase.PLAYING)
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        self._place(data.draw(st.sampled_from(wi.legal_moves(self.state))))

    def _place(self, move: wi.Move) -> None:
        before = self.state
        self.state = wi.apply(before, move, player=before.active_player)
        assert self.state.placements[:-1] == before.placements
        assert self.state.court == before.court.place(move.card, move.slot)

    @precondition(lambda self: self.state.phase is wi.Phase.PLAYING)
    @rule(data=st.data(), direction=st.sampled_from(list(DIRECTIONS)))
    def play_round_to_its_end(self, data: st.DataObject, direction: str) -> None:
        reach = DIRECTIONS[direction]
        while self.state.phase is wi.Phase.PLAYING:
            legal = wi.legal_moves(self.state)
            farthest = max(reach(move.slot) for move in legal)
            wanted = [move for move in legal if reach(move.slot) == farthest]
            self._place(data.draw(st.sampled_from(wanted)))

    @rule(data=st.data())
    def try_any_move(self, data: st.DataObject) -> None:
        move = data.draw(testing.moves_in(self.state))
        violations = wi.explain(self.state, move)
        assert (move in wi.legal_moves(self.state)) is not bool(violations)
        if violations:
            with pytest.raises(wi.IllegalMove) as refused:
                wi.apply(self.state, move)
            assert refused.value.violations == violations

    @rule()
    def write_and_read(self) -> None:
        assert wi.from_json(wi.GameState, wi.to_json(self.state)) == self.state

    @precondition(lambda self: self.state.phase is wi.Phase.ROUND_OVER)
    @rule(data=st.data())
    def score(self, data: st.DataObject) -> None:
        before, drawn = self.state, None
        if not before.rest.throne_cards:
            left = Counter(before.variant.throne_cards)
            left.subtract(card for pile in before.score_piles for card in pile)
            drawn = data.draw(st.sampled_from(list(left.elements())))
        self.state = wi.score_round(before, throne_card=drawn)
        result = self.state.results[-1]
        assert result.cards_left == tuple(len(hand) for hand in before.hands)
        points = zip(before.penalty_points, result.penalty_points, strict=True)
        assert self.state.penalty_points == tuple(map(sum, points))

    @precondition(lambda self: self.state.phase is wi.Phase.DEALING)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        state, deck = self.state, wi.DECK
        number = state.round_number
        if number > 1 and state.variant.has_dead(number - 1):
            before = state.results[-1].deal
            assert before is not None
            deck = before.dealt
        shuffled = data.draw(st.permutations(deck))[: state.variant.cards_in_game(number)]
        dealt = deal_from_deck(shuffled, state.players, state.variant, round_number=number)
        self.state = wi.deal_round(state, dealt)

    @precondition(lambda self: self.state.phase is wi.Phase.GAME_OVER)
    @rule(data=st.data())
    def finish(self, data: st.DataObject) -> None:
        result = wi.final_winner(self.state)
        assert {result.totals[seat] for seat in result.winners} == {min(result.totals)}
        self.try_any_move(data)
        ranked = sorted(seat for place in result.ranking for seat in place)
        assert ranked == list(range(self.state.players))
        self.start(data)

    @invariant()
    def no_card_is_lost_or_doubled_and_only_a_round_has_legal_moves(self) -> None:
        state = self.state
        assert bool(wi.legal_moves(state)) is (state.phase is wi.Phase.PLAYING)
        if state.active_player is not None:
            assert not wi.is_eliminated(state, state.active_player)
        if state.round_deal is not None:
            held = [card for hand in state.hands for card in hand]
            cards = [*held, *state.court.values(), *state.round_deal.unused]
            assert sorted(cards, key=str) == sorted(wi.DECK, key=str)

    @invariant()
    def each_seat_sees_its_own_hand_and_moves(self) -> None:
        state = self.state
        for seat in {*range(state.players)} - {*state.variant.automated}:
            view = wi.observe(state, seat)
            assert view.hand == state.hands[seat]
            wanted = wi.legal_moves(state) if seat == state.active_player else ()
            assert wi.legal_moves(view) == wanted


class Solo(Games):
    players: ClassVar[int | None] = 4
    variant: ClassVar[wi.Variant | None] = wi.SOLO_SCHEMING


class AnyoneCanDie(Games):
    variant: ClassVar[wi.Variant | None] = wi.STANDARD.with_options(anyone_can_die=True)


class ShortGames(Games):
    """So short that many come to their end."""

    variant: ClassVar[wi.Variant | None] = wi.STANDARD.with_rounds(1)


EXAMPLES = settings(max_examples=settings().max_examples // 3, stateful_step_count=30)

TestAnyGame = Games.TestCase
TestAnyGame.settings = EXAMPLES

TestSolo = Solo.TestCase
TestSolo.settings = EXAMPLES

TestAnyoneCanDie = AnyoneCanDie.TestCase
TestAnyoneCanDie.settings = EXAMPLES

TestShortGames = ShortGames.TestCase
TestShortGames.settings = settings(EXAMPLES, derandomize=True)
