"""A bot that asks another game than the one it plays is found, and one that is handed it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from nim import Heap, Nim, nim
from westeros_intrigue.gamekit import GameOf, RandomSource
from westeros_intrigue.testing import CheckFailed, check_game


def forgetful(view: Heap, _rng: RandomSource) -> int:
    """Ask the game of which the one that it plays is a subclass."""
    return nim.legal_moves(view)[-1]


def farsighted(view: Heap, rng: RandomSource, game: GameOf[Heap, int]) -> int:
    """Ask the right game for moves, and the wrong one for their effects."""
    world = game.determinize(view, rng)
    moves = [*game.legal_moves(view)]
    return next((move for move in moves if not nim.apply(world, move).to_move), moves[0])


def loaded(view: Heap, rng: RandomSource) -> int:
    """Draw from the wrong game, and choose without it."""
    del rng
    return 1 + (nim._after(view.replace(viewer=-1), view.to_move[0], 1).stones < 0)


class NimToFour(Nim):
    """Take one to four stones in turn."""

    BOTS: ClassVar[tuple[Any, ...]] = (forgetful,)

    def moves(self, state: Heap, seat: int) -> range:
        del seat
        return range(1, min(4, state.stones) + 1)


class SeenAhead(NimToFour):
    """Nim to four, with a bot that looks ahead by the printed rules."""

    BOTS = (farsighted,)


class Doubled(Nim):
    """Nim in which each stone taken takes another along."""

    BOTS: ClassVar[tuple[Any, ...]] = (loaded,)

    def play(self, state: Heap, seat: int, move: int, rng: RandomSource) -> Heap:
        left = super().play(state, seat, move, rng)
        return left.replace(stones=left.stones - 1) if left.stones > 1 else left


class Renamed(Nim):
    """Nim by the same rules, so that it does not matter which game a bot asks."""

    BOTS: ClassVar[tuple[Any, ...]] = (forgetful,)

    def draw(self, position: Heap) -> str:
        return f"{position.stones} stones are left"


class Shortened(Nim):
    """Nim of which the moves are those of another game, but for the last."""

    def moves(self, state: Heap, seat: int) -> Sequence[int]:  # type: ignore[override]
        listed = nim.moves(state, seat)
        return listed[:2]


WRONG_MOVES = (
    "'forgetful' asks the game nim for legal_moves, which answers .1, 2, 3., and plays "
    "nim-to-four, which answers .1, 2, 3, 4.. Give it a parameter `game`"
)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (NimToFour, WRONG_MOVES),
        (SeenAhead, "'farsighted' asks the game nim for apply.*ask the game that it is handed"),
        (Doubled, "'loaded' asks the game nim for _after, of which doubled has its own play"),
    ],
)
def test_a_bot_that_asks_another_game_is_found(game: type[Nim], message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        check_game(game(), games=1)


@pytest.mark.parametrize("game", [Renamed, Shortened])
def test_a_bot_that_is_answered_by_its_own_rules_is_not(game: type[Nim]) -> None:
    check_game(game(), games=1)
    assert not vars(nim).keys() & {"legal_moves", "moves", "apply"}
