"""Tables and games that the tests of the second game play with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
import pytest

from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    PLAYABLE,
    Deal,
    Decision,
    Deed,
    Edition,
    GameState,
    Mark,
    Move,
    Pass,
    Supply,
    Variant,
    ViolationCode,
    apply,
    arrange,
    explain,
    parse_move,
)
from westeros_intrigue.games.monopoly.pieces.board import Board

SHEET = attrs.evolve(PLAYABLE, name="The sheet's edition", marks=(("*", Mark.INVENTED),))
"""The edition of the worked examples: known names and prices, other numbers by a formula.

It has one mark for all values, so that tests can change its spaces.
"""
CARDS = Board(SHEET).cards


def card(card_id: str, copy: int = 0) -> int:
    """The number of a card of the worked examples."""
    return [number for number, one in enumerate(CARDS) if one.id == card_id][copy]


def setup(players: int, edition: Edition = SHEET, **more: Any) -> GameState:
    """A new game of the worked examples."""
    return monopoly.setup(players, edition, **more)


def boxed(holdfasts: int, castles: int = 12) -> Edition:
    """The edition of the worked examples with other numbers of buildings."""
    return attrs.evolve(SHEET, supply=Supply(holdfasts, castles))


def own(owner: int, *spaces: int, level: int = 0, mortgaged: bool = False) -> dict[int, Deed]:
    """Deeds of one player."""
    return {space: Deed(owner, mortgaged, level) for space in spaces}


def table(
    *cash: int,
    at: Iterable[int] | None = None,
    deeds: Mapping[int, Deed] = {},
    tries: Sequence[int | None] | None = None,
    rolls: Iterable[tuple[int, int]] = (),
    deck: Iterable[int] = (),
    kept: Iterable[Iterable[int]] | None = None,
    turn: int = 0,
    out: Iterable[int] = (),
    edition: Edition = SHEET,
    variant: Variant | None = None,
) -> GameState:
    """A table of the worked examples, whose chance is as given."""
    return arrange(
        edition,
        cash=cash,
        positions=at,
        jail_tries=tries,
        deeds=deeds,
        kept_cards=kept,
        bankrupt=out,
        turn_player=turn,
        deal=Deal(tuple(deck), tuple(rolls)),
        variant=Variant() if variant is None else variant,
    )


def played(state: GameState, *moves: str | Move) -> GameState:
    """The state after moves; `1: buy` makes sure that player 1 makes the move."""
    for move in moves:
        if isinstance(move, str):
            seat, _, words = move.partition(": ") if move[:1].isdigit() else ("", "", move)
            state = apply(state, parse_move(words), player=int(seat) if seat else None)
        else:
            state = apply(state, move)
    return state


def rolled(state: GameState) -> GameState:
    """The state after everybody has passed in the interval that is open."""
    turn = state.turn_number, state.throws_used
    while state.decision is Decision.FLOOR and (state.turn_number, state.throws_used) == turn:
        state = apply(state, Pass())
    return state


def codes(state: GameState, move: str | Move) -> list[ViolationCode]:
    """What is wrong with a move."""
    tried = parse_move(move) if isinstance(move, str) else move
    return [violation.code for violation in explain(state, tried)]


def refuses(error: type[Exception], call: Callable[..., object], *arguments: object) -> None:
    """Check that a call raises an error with a text, whatever types it is given."""
    with pytest.raises(error) as refused:
        call(*arguments)
    assert str(refused.value)
