"""Pig as an open game: its die is stated, so that it can be solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from attrs import frozen

from westeros_intrigue.gamekit import GameOf, Position, RandomSource, Range, replace_item


@frozen
class Rolled(Position):
    points: tuple[int, ...]
    pot: int = 0
    is_rolling: bool = False


def target_of(state: Rolled) -> int:
    target = state.options["target"]
    assert isinstance(target, int)
    return target


class OpenPig(GameOf[Rolled, str]):
    """Roll as often as you dare. A one loses the pot; the first to bank the target wins."""

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        target: Annotated[int, Range(2, 100), "the points that win"] = 100,
    ) -> Rolled:
        del rng, target
        return Rolled((0,) * players, players=players)

    def moves(self, state: Rolled, seat: int) -> list[str]:
        if state.points[seat] + state.pot >= target_of(state):
            return ["stop"]
        return ["roll", "stop"] if state.pot else ["roll"]

    def play(self, state: Rolled, seat: int, move: str, rng: RandomSource) -> Rolled:
        del rng
        if move == "roll":
            return state.replace(is_rolling=True)
        points = replace_item(state.points, seat, state.points[seat] + state.pot)
        after = None if points[seat] >= target_of(state) else (seat + 1) % state.players
        return state.replace(points=points, pot=0, to_move=after)

    def chance(self, state: Rolled) -> list[tuple[Rolled, int]]:
        if not state.is_rolling:
            return []
        rest = state.replace(is_rolling=False)
        one = rest.replace(pot=0, to_move=(state.to_move[0] + 1) % state.players)
        return [(one, 1), *((rest.replace(pot=state.pot + die), 1) for die in range(2, 7))]

    def scores(self, state: Rolled) -> Sequence[int]:
        return state.points
