"""Search for views of a game that have the same numbers, so that learners cannot tell them apart.

The views come from the games from which `gamekit.view_numbers` derives the numbers, and from the
same games with two moves of a player in the other order.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

from westeros_intrigue.gamekit import GameOf, Position, chance, english
from westeros_intrigue.gamekit.authoring.field_kinds import grids_of
from westeros_intrigue.gamekit.authoring.position import extra_fields
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.gamekit.view_numbers import (
    Block,
    ViewNumbers,
    derive,
    survey,
    write_view,
)
from westeros_intrigue.testing.player_checks import CheckFailed

_SWAPS = 100
"""The number of positions from which two moves are made in the other order."""
_MOST_ALIKE = 4
"""The number of different views with the same numbers that are compared with each other."""

S = TypeVar("S", bound=Position)
M = TypeVar("M")


@attrs.frozen
class _Seen:
    """A view of the player to move."""

    viewer: str
    fields: Mapping[str, object]
    moves: frozenset[object]
    is_surveyed: bool
    """True if the numbers were derived from this view, so that its values are within all ranges."""


def find_alike(game: GameOf[S, M]) -> tuple[str, ...]:
    """Return a sentence for each field that differs in views with the same numbers.

    Raises:
        CheckFailed: not even their legal moves are the same, and the author wrote no `tensor`.
    """
    first = game.new_game(None, {}, seed=0)
    surveyed = [*survey(game)]
    layout = ViewNumbers(game, first.players, *derive(game, first, surveyed))
    states = [state for state, _ in surveyed if not state.is_over]
    seen: dict[tuple[int | None, bytes], list[_Seen]] = defaultdict(list)
    told: dict[str, str] = {}
    for number, state in enumerate(itertools.chain(states, _swap_moves(game, states))):
        seat = state.active_player
        view = game.observe(state, seat)
        new = _Seen(
            viewer_in_words(seat),
            {name: getattr(view, name) for name in extra_fields(type(view))},
            frozenset(game.legal_moves(view)),
            number < len(states),
        )
        alike = seen[seat, write_view(layout, view).tobytes()]
        for other in alike:
            differ = [name for name in new.fields if new.fields[name] != other.fields[name]]
            if differ or new.moves != other.moves:
                name = differ[0] if differ else ""
                told.setdefault(name, _explain_alike(layout, name, other, new))
        if len(alike) < _MOST_ALIKE:
            alike.append(new)
    return tuple(told.values())


def _swap_moves(game: GameOf[S, M], states: Sequence[S]) -> Iterator[S]:
    """Yield states to which two moves of a player lead in both orders."""
    rng = random.Random(0)  # noqa: S311 - the same games everywhere
    for state in states[:: max(1, len(states) // _SWAPS)]:
        yield from _swap(game, state, rng)


def _swap(game: GameOf[S, M], state: S, rng: random.Random) -> Iterator[S]:
    """Yield the states after two moves of the player to move in both orders, if both are legal.

    The moves that others make between the two are the same.
    """
    seat, after, made = state.active_player, state, list[M]()
    while after.active_player is not None and len(made) <= state.players:
        is_last = bool(made) and after.active_player == seat
        moves = [move for move in game.legal_moves(after) if not is_last or move != made[0]]
        if not moves:
            return
        made.append(chance.choose(moves, rng))
        after = game.proceed(game.apply(after, made[-1]))
        if is_last:
            break
    else:
        return
    other = state
    for move in (made[-1], *made[1:-1], made[0]):
        if move not in game.legal_moves(other):
            return
        other = game.proceed(game.apply(other, move))
    yield from (each for each in (after, other) if not each.is_over)


def _explain_alike(layout: ViewNumbers, name: str, one: _Seen, other: _Seen) -> str:
    """Return the sentence for two views that learners cannot tell apart.

    Raises:
        CheckFailed: not even the legal moves are the same, and the author wrote no `tensor`.
    """
    only = min(map(str, one.moves ^ other.moves), default="")
    if not name:
        return (
            f"learners cannot tell two views of {one.viewer} apart: they have the same fields, but "
            f"the move {only} is legal in only one; moves may depend only on fields"
        )
    first, second = one.fields[name], other.fields[name]
    values = _show(name, first, second)
    if layout.own_size:
        legal = f", and the move {only} is legal in only one" if one.moves != other.moves else ""
        return f"tensor returns the same numbers for two views of {one.viewer}: {values}{legal}"
    is_board = name in grids_of(type(layout.game.new_game(None, {}, seed=0)))
    cause, cure = _explain(dict(layout.blocks).get(name), first, second, is_board=is_board)
    if one.moves != other.moves and (cause or (one.is_surveyed and other.is_surveyed)):
        raise CheckFailed(
            f"{layout.game.NAME}, {english.count_things(layout.players, 'player')}: learners "
            f"cannot tell two views of {one.viewer} apart, in only one of which the move {only} is "
            f"legal: {values}{cause}; {cure}, or write a method tensor"
        )
    return (
        f"learners cannot tell two views of {one.viewer} apart: {values}{cause}; if that matters, "
        f"{cure}, or write a method tensor"
    )


def _show(name: str, first: object, second: object) -> str:
    """Return the two values of a field, or only their ends if long ones begin alike."""
    while (
        isinstance(first, tuple | str)
        and isinstance(second, tuple | str)
        and short_repr(first) == short_repr(second)
    ):
        at = next(
            (at for at, both in enumerate(zip(first, second, strict=False)) if both[0] != both[1]),
            min(len(first), len(second)),
        )
        if at:
            name, first, second = f"{name}[{at}:]", first[at:], second[at:]
        else:
            name, first, second = f"{name}[0]", first[0], second[0]
    return f"{name} is {short_repr(first)} in one and {short_repr(second)} in the other"


def _explain(
    block: Block | None, first: object, second: object, *, is_board: bool = False
) -> tuple[str, str]:
    """Return the reason that two values have the same numbers, if it is certain, and a cure."""
    if block is None:
        return ", and too many texts have no numbers", "use a Word, or tuples of words or numbers"
    inside = [*_blocks_in(block)]
    if any(each.kind == "counts" for each in inside):
        return (
            ", and the things of a tuple that can be longer than eight are only counted",
            "give it the same length in all views",
        )
    most = max((each.count for each in inside if each.kind == "tuple"), default=0)
    if most and not is_board and max(map(_longest, (first, second))) > most:
        return (
            f", and only the first {most} things have numbers",
            "give it the same length in all views",
        )
    if any(each is None or (isinstance(each, tuple) and None in each) for each in (first, second)):
        return (
            ", and None has the numbers of the lowest value",
            "use a number outside the range instead, such as -1",
        )
    return "", "state its range, such as Annotated[int, Range(0, 99)]"


def _longest(value: object) -> int:
    """Return the length of the longest tuple in a value."""
    return max(len(value), *map(_longest, value)) if value and isinstance(value, tuple) else 0


def _blocks_in(block: Block) -> Iterator[Block]:
    yield block
    for _, part in block.parts:
        yield from _blocks_in(part)
