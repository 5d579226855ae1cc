"""The second engine as `check_engine` takes one: its plain values told in those of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from against_second_engine import new_twin, plain_move

from westeros_intrigue import Card, House, IronThroneCard, Move, Phase, Slot
from westeros_intrigue.testing import Engine, Facts, Table


class Adapter:
    """A game in the second engine."""

    def __init__(self, table: Table) -> None:
        self.game = new_twin(table.players, table.deal, table.first_player, table.variant)

    def facts(self) -> Facts:
        game = self.game
        facts = Facts(
            phase=self._phase(),
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

    def _phase(self) -> Phase:
        if self.game.to_move is not None:
            return Phase.PLAYING
        return Phase.GAME_OVER if self.game.game_over else Phase.ROUND_OVER


def card(letter: str, number: int) -> Card:
    return Card(House(letter), number)


def start(table: Table) -> Adapter:
    """Start a game in the second engine."""
    return Adapter(table)


def telling(change: Callable[[Facts], Any]) -> Engine:
    """The second engine, telling changed facts."""

    class Telling(Adapter):
        def facts(self) -> Facts:
            facts = super().facts()
            change(facts)
            return facts

    return Telling
