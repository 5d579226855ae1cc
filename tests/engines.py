"""The second engine as one that `GameMachine` can play beside the library."""

from __future__ import annotations

from collections.abc import Iterable

from against_second_engine import new_twin, phase_of, plain_move
from engine_comparison import Facts, GameStart, compare_engine, try_illegal_move
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from westeros_intrigue import (
    Card,
    House,
    IronThroneCard,
    Move,
    Phase,
    Slot,
    explain,
    testing,
)
from westeros_intrigue.testing import GameMachine, players_and_variants


class SecondEngine:
    """A game in the second engine, its plain values told in those of the package."""

    def __init__(self, start: GameStart) -> None:
        self.game = new_twin(start.players, start.deal, start.first_player, start.variant)

    def facts(self) -> Facts:
        game = self.game
        facts = Facts(
            phase=phase_of(game),
            round_number=game.round_number,
            starting_player=game.starting_player,
            active_player=game.to_move,
            court={Slot(*slot): card(*placed) for slot, placed in game.court.items()},
            hands=[[card(*held) for held in hand] for hand in game.hands],
            out=[seat for seat, _, _ in game.out],
            last_placer=game.last_placer,
            penalty_points=game.points,
            score_piles=[[IronThroneCard(*drawn) for drawn in pile] for pile in game.piles],
        )
        if game.game_over:
            facts["winners"] = game.winners()
            facts["totals"] = game.totals()
            facts["ranking"] = game.ranking()
        return facts

    def legal_moves(self) -> Iterable[Move]:
        return [Move(card(*placed), Slot(*slot)) for placed, slot in self.game.legal()]

    def apply(self, move: Move) -> None:
        self.game.play(*plain_move(move))

    def score_round(self) -> None:
        self.game.finish_round()


def card(letter: str, number: int) -> Card:
    return Card(House(letter), number)


class BesideTheSecondEngine(GameMachine):
    """Plays whole games in both, and compares them at every placement."""

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        seats, variant = data.draw(players_and_variants(self.players, self.variant))
        deal = data.draw(testing.deals(seats, variant))
        first_player = data.draw(testing.first_players(seats, variant))
        start = GameStart(seats, deal, first_player, variant)
        self.state = start.set_up()
        self.game = SecondEngine(start)

    def _place(self, move: Move) -> None:
        super()._place(move)
        self.game.apply(move)
        compare_engine(self.state, self.game)

    @rule(data=st.data())
    def try_an_illegal_move(self, data: st.DataObject) -> None:
        move = data.draw(testing.moves_in(self.state))
        if explain(self.state, move):
            try_illegal_move(self.state, self.game, move)

    @precondition(lambda self: self.state.phase is Phase.ROUND_OVER)
    @rule(data=st.data())
    def score(self, data: st.DataObject) -> None:
        super().score(data)
        self.game.score_round()

    @invariant()
    def agrees(self) -> None:
        compare_engine(self.state, self.game)
