"""The same work by the tests' second engine, which is simple but slow, so there is less of it."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.figures import (
    ROUNDS_A_TURN,
    first_state,
    numbers,
    position,
    record,
    refused_move,
    timed_calls,
)
from benchmarks.measuring import Contender, Work, chosen
from westeros_intrigue import STANDARD, Card, GameState, Move, RoundDeal, Slot, legal_moves

TESTS = Path(__file__).resolve().parent.parent / "tests"
POSITIONS_A_TURN = 8
NAME = "second engine"

PlainCard = tuple[str, int]
PlainMove = tuple[PlainCard, tuple[int, int]]


def _engine() -> Any:
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    return importlib.import_module("second_engine")


def _card(card: Card) -> PlainCard:
    return card.house.letter, card.number


def _slot(slot: Slot) -> tuple[int, int]:
    return slot.row, slot.column


def _move(move: Move) -> PlainMove:
    return _card(move.card), _slot(move.slot)


def _order(placement: PlainMove) -> tuple[int, int, int, int]:
    (letter, number), (row, column) = placement
    return "SLBT".index(letter), row, column, number


def _deal(deal: RoundDeal) -> tuple[list[list[PlainCard]], list[PlainCard]]:
    return [[_card(card) for card in hand] for hand in deal.hands], [*map(_card, deal.starters)]


def _new_game(players: int, deals: list[RoundDeal]) -> Any:
    throne = [(card.value, card.icons) for card in STANDARD.throne_cards]
    return _engine().Game(players, [_deal(deal) for deal in deals], throne, 0)


def _game_at(state: GameState) -> Any:
    # Put together without playing up to it, which would take long.
    deal = state.round_deal
    assert deal is not None  # noqa: S101 - for the type checker
    game = _new_game(state.players, [deal] * state.players)
    game.court = {_slot(slot): _card(card) for slot, card in state.court.items()}
    game.hands = [[_card(card) for card in hand] for hand in state.hands]
    game.placed = [(made.player, *_move(made.move)) for made in state.placements]
    game.out = [
        (gone.player, gone.placements_before, gone.cards_left) for gone in state.eliminations
    ]
    game.to_move, game.last_placer = state.active_player, state.last_placer
    return game


def playouts(players: int) -> Contender:
    """Play one round a turn: the first one that the package plays in this turn."""

    def prepare(turn: int) -> Work:
        deal = first_state(numbers(turn, ROUNDS_A_TURN)[0], players).round_deal
        assert deal is not None  # noqa: S101 - for the type checker
        game, rng = _new_game(players, [deal] * players), random.Random(turn)

        def work() -> int:
            while placements := sorted(game.legal(), key=_order):
                game.play(*chosen(placements, rng))
            return len(game.placed)

        return work

    return Contender(f"{NAME}, {players}", prepare)


def _legal_moves(number: int) -> Callable[[], object]:
    legal: Callable[[], object] = _game_at(position(number)).legal
    return legal


def _apply(number: int) -> Callable[[], object]:
    # The game changes, so each is played in once.
    state = position(number)
    game = _game_at(state)
    move = _move(chosen(legal_moves(state), random.Random(number)))
    return lambda: game.play(*move)


def _explain_legal(number: int) -> Callable[[], object]:
    state = position(number)
    game = _game_at(state)
    move = _move(chosen(legal_moves(state), random.Random(number)))
    return lambda: game.broken_rules(*move)


def _explain_refused(number: int) -> Callable[[], object]:
    game, move = _game_at(position(number)), _move(refused_move(number))
    return lambda: game.broken_rules(*move)


def _replay_record(number: int) -> Callable[[], object]:
    results = [*record(number).replay()][-1].results
    deals = [result.deal for result in results if result.deal is not None]
    moves = [[_move(made.move) for made in result.placements] for result in results]
    first = results[0].starting_player

    def replay() -> None:
        throne = [(card.value, card.icons) for card in STANDARD.throne_cards]
        game = _engine().Game(4, [_deal(deal) for deal in deals], throne, first)
        for round_moves in moves:
            for move in round_moves:
                game.play(*move)
            game.finish_round()

    return replay


_AT_POSITIONS = {
    "legal_moves": _legal_moves,
    "apply": _apply,
    "explain, legal": _explain_legal,
    "explain, refused": _explain_refused,
}


def calls(count: int = POSITIONS_A_TURN) -> list[Contender]:
    """Return the calls that the second engine has."""
    return [
        timed_calls(f"{NAME}: {name}", call_at, count, repeats=1)
        for name, call_at in _AT_POSITIONS.items()
    ]


def records() -> list[Contender]:
    """Return what is done with records, and does not need text: replaying one a turn."""
    return [timed_calls(f"{NAME}: replay a record", _replay_record, 1, repeats=1)]
