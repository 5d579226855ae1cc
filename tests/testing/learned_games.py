"""Games whose numbers do not tell learners everything that their views do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from attrs import frozen

from testing.sound_games import Pig, Pot
from westeros_intrigue.gamekit import GameOf, Position, RandomSource, Range, replace_item


@frozen
class Heap(Position):
    """Stones that are laid on each other."""

    pile: tuple[int, ...] = ()


class Piling(GameOf[Heap, int]):
    """Lay a stone of one of three colours on the pile. The last of twelve wins."""

    def start(self, players: int, rng: RandomSource) -> Heap:
        del rng
        return Heap(players=players)

    def moves(self, state: Heap, seat: int) -> Sequence[int]:
        del state, seat
        return [1, 2, 3]

    def play(self, state: Heap, seat: int, move: int, rng: RandomSource) -> Heap:
        del rng
        pile = (*state.pile, move)
        to_move = None if len(pile) == 12 else (seat + 1) % state.players
        return state.replace(pile=pile, to_move=to_move)

    def scores(self, state: Heap) -> Sequence[int]:
        last = (len(state.pile) - 1) % state.players
        return [int(seat == last) for seat in range(state.players)]


class OnAnotherColour(Piling):
    """Lay a stone of another colour on the pile. The last of twelve wins."""

    def moves(self, state: Heap, seat: int) -> Sequence[int]:
        del seat
        return [stone for stone in (1, 2, 3) if (stone,) != state.pile[-1:]]


@frozen
class Filled(Heap):
    """A pile that always has twelve places."""

    height: int = 0


class OnAFixedPile(GameOf[Filled, int]):
    """Lay a stone of another colour on the pile. The last of twelve wins."""

    def start(self, players: int, rng: RandomSource) -> Filled:
        del rng
        return Filled((0,) * 12, players=players)

    def moves(self, state: Filled, seat: int) -> Sequence[int]:
        del seat
        top = state.pile[state.height - 1]
        return [stone for stone in (1, 2, 3) if stone != top]

    def play(self, state: Filled, seat: int, move: int, rng: RandomSource) -> Filled:
        del rng
        at = state.height
        pile = (*state.pile[:at], move, *state.pile[at + 1 :])
        to_move = None if at == 11 else (seat + 1) % state.players
        return state.replace(pile=pile, height=at + 1, to_move=to_move)

    def scores(self, state: Filled) -> Sequence[int]:
        last = (state.height - 1) % state.players
        return [int(seat == last) for seat in range(state.players)]


class WithTensor(OnAnotherColour):
    """Lay a stone of another colour on the pile. Its numbers are those of the last stone."""

    def tensor(self, view: Heap, /) -> Sequence[float]:
        return [float((stone,) == view.pile[-1:]) for stone in (1, 2, 3)] + [len(view.pile) / 12]


class ForgetsThePot(Pig):
    """Pig whose numbers are only the points."""

    def tensor(self, view: Pot, /) -> Sequence[float]:
        return [points / 100 for points in view.points]


@frozen
class Written(Position):
    """A pile as text."""

    pile: str = ""


class InText(GameOf[Written, int]):
    """Write a digit that is not the last one. The last of twelve wins."""

    def start(self, players: int, rng: RandomSource) -> Written:
        del rng
        return Written(players=players)

    def moves(self, state: Written, seat: int) -> Sequence[int]:
        del seat
        return [digit for digit in range(10) if not state.pile.endswith(str(digit))]

    def play(self, state: Written, seat: int, move: int, rng: RandomSource) -> Written:
        del rng
        pile = f"{state.pile}{move}"
        to_move = None if len(pile) == 12 else (seat + 1) % state.players
        return state.replace(pile=pile, to_move=to_move)

    def scores(self, state: Written) -> Sequence[int]:
        last = (len(state.pile) - 1) % state.players
        return [int(seat == last) for seat in range(state.players)]


class ByTheTurn(Piling):
    """Lay a stone on the pile, of which only the top matters."""

    def moves(self, state: Heap, seat: int) -> Sequence[int]:
        del seat
        return [1, 2, 3] if state.turn % 4 < 2 else [1, 2]

    def play(self, state: Heap, seat: int, move: int, rng: RandomSource) -> Heap:
        del rng
        to_move = None if state.turn >= 11 else (seat + 1) % state.players
        return state.replace(pile=(move,), to_move=to_move)


@frozen
class Laid(Position):
    """A pile of each seat, whose stones are laid on each other with the face up or down."""

    piles: tuple[tuple[tuple[int, bool], ...], ...]


class OnOwnPile(GameOf[Laid, int]):
    """Lay a stone of another colour on your pile. Nobody wins when all have 35."""

    def start(self, players: int, rng: RandomSource) -> Laid:
        del rng
        return Laid(((),) * players, players=players)

    def moves(self, state: Laid, seat: int) -> Sequence[int]:
        pile = state.piles[seat]
        return [stone for stone in (1, 2, 3) if not pile or stone != pile[-1][0]]

    def play(self, state: Laid, seat: int, move: int, rng: RandomSource) -> Laid:
        del rng
        pile = (*state.piles[seat], (move, len(state.piles[seat]) % 2 == 0))
        after = (seat + 1) % state.players
        to_move = None if not after and len(pile) == 35 else after
        return state.replace(piles=replace_item(state.piles, seat, pile), to_move=to_move)

    def scores(self, state: Laid) -> Sequence[int]:
        return [0] * state.players


@frozen
class Number(Position):
    """A number that grows, without a stated range."""

    number: int = 0


class Multiplying(GameOf[Number, int]):
    """Multiply the number by ten and add up to 21, while it has two digits. Nobody wins."""

    def start(self, players: int, rng: RandomSource) -> Number:
        del rng
        return Number(players=players)

    def moves(self, state: Number, seat: int) -> Sequence[int]:
        del state, seat
        return range(22)

    def play(self, state: Number, seat: int, move: int, rng: RandomSource) -> Number:
        del rng
        if state.number > 99:
            return state.replace(number=0, to_move=None)
        return state.replace(number=10 * state.number + move, to_move=(seat + 1) % state.players)

    def scores(self, state: Number) -> Sequence[int]:
        return [0] * state.players


@frozen
class Purse(Position):
    """A purse, or None before it is found."""

    coins: Annotated[int, Range(0, 500)] | None = None


class Finding(GameOf[Purse, int]):
    """Find the purse, then take out coins in turn. Nobody wins."""

    def start(self, players: int, rng: RandomSource) -> Purse:
        del rng
        return Purse(players=players)

    def moves(self, state: Purse, seat: int) -> Sequence[int]:
        del seat
        if state.coins is None:
            return [3, 5]
        return [1, 2] if state.coins else [4]

    def play(self, state: Purse, seat: int, move: int, rng: RandomSource) -> Purse:
        del rng
        after = (seat + 1) % state.players
        if state.coins is None:
            return state.replace(coins=move, to_move=after)
        if not state.coins:
            return state.replace(to_move=None)
        return state.replace(coins=max(0, state.coins - move), to_move=after)

    def scores(self, state: Purse) -> Sequence[int]:
        return [0] * state.players
