"""Engines for the testing kit: the second engine and the library, and both with faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from against_second_engine import new_twin, phase_of, plain_move

from westeros_intrigue import (
    Card,
    GameState,
    House,
    IronThroneCard,
    Move,
    Phase,
    Slot,
    apply,
    final_winner,
    legal_moves,
    score_round,
)
from westeros_intrigue.testing import Facts, GameStart


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


class Library:
    """A game in the library itself, which is fast; a subclass plants a fault."""

    def __init__(self, start: GameStart | GameState) -> None:
        self.state = start.set_up() if isinstance(start, GameStart) else start

    def facts(self) -> Facts:
        state = self.state
        facts = Facts(
            phase=state.phase,
            round_number=state.round_number,
            starting_player=state.starting_player,
            active_player=state.active_player,
            court=dict(state.court),
            hands=state.hands,
            out=[out.player for out in state.eliminations],
            last_placer=state.last_placer,
            penalty_points=state.penalty_points,
            score_piles=state.score_piles,
        )
        if state.phase is Phase.GAME_OVER:
            result = final_winner(state)
            facts["winners"] = result.winners
            facts["totals"] = result.totals
            facts["ranking"] = result.ranking
        return facts

    def legal_moves(self) -> Iterable[Move]:
        return legal_moves(self.state)

    def apply(self, move: Move) -> None:
        self.state = apply(self.state, move)

    def score_round(self) -> None:
        self.state = score_round(self.state)


def card(letter: str, number: int) -> Card:
    return Card(House(letter), number)


class Telling(Library):
    """The library, telling changed facts."""

    def __init__(self, start: GameStart | GameState, change: Callable[[Facts], object]) -> None:
        super().__init__(start)
        self.change = change

    def facts(self) -> Facts:
        facts = super().facts()
        self.change(facts)
        return facts
