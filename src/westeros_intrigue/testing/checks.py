"""What the checks of players and of engines share: the tables they play at, and how they fail."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import attrs

from westeros_intrigue.cards import HOUSES, House
from westeros_intrigue.slots import Move
from westeros_intrigue.state import GameState
from westeros_intrigue.values import Value
from westeros_intrigue.variants import (
    MOST_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    check_players,
)


class CheckFailed(AssertionError):  # noqa: N818 - the name reads as what it is
    """A player or an engine breaks what it must keep; the text tells what, where and after what.

    >>> from westeros_intrigue.testing import check_player
    >>> try:
    ...     check_player(lambda view, rng: None, players=[2])
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[0])
    The player did not return a Move: None.
    """


@attrs.frozen
class Checked(Value):
    """What a check that found nothing has looked at.

    >>> from westeros_intrigue import random_player
    >>> from westeros_intrigue.testing import check_player
    >>> checked = check_player(random_player, players=[2], games=1)
    >>> checked.games, checked.placements > 50
    (8, True)
    """

    games: int
    """How many games were played."""
    placements: int
    """How many placements were checked."""


def tables_to_check(players: int) -> tuple[tuple[str, Variant], ...]:
    """Return tables that show every option, each with its name: short games, but whole ones.

    >>> [name for name, _ in tables_to_check(3)]
    ['standard', 'House Affiliation and Rivalry', 'Anyone Can Die', 'automated seats']

    Raises:
        InvalidValue: `players` is not from 2 to 6.
        WrongType: it is no int.
    """
    check_players(players)
    houses: tuple[House, ...] = tuple(HOUSES[seat % len(HOUSES)] for seat in range(players))
    # Seat 0 is a player's, and with six players seats 1 to 4 show every house's procedure.
    automated = STANDARD.with_seats(houses=houses, automated=range(1, min(players, 5)))
    options = STANDARD.with_seats(houses=houses).with_options(house_affiliation=True, rivalry=True)
    tables = [
        ("standard", STANDARD.with_rounds(2)),
        ("House Affiliation and Rivalry", options.with_rounds(2)),
        ("Anyone Can Die", STANDARD.with_options(anyone_can_die=True).with_rounds(3)),
        ("automated seats", automated.with_rounds(1)),
    ]
    if players == len(SOLO_SCHEMING.houses):
        tables.append(("Solo Scheming", SOLO_SCHEMING))
    return tuple(tables)


def player_counts_to_check(players: Iterable[int] | None) -> tuple[int, ...]:
    """Return the numbers of players to check, which are all by default."""
    return tuple(range(2, MOST_PLAYERS + 1)) if players is None else tuple(players)


def source(seed: int, *parts: int | str) -> random.Random:
    """Return a source of random numbers of its own for each part of a check."""
    return random.Random(f"{seed} {parts}")  # noqa: S311 - a game, no secret


def line_of(state: GameState) -> str:
    """Return the placements of the round so far, as text.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> line_of(state), line_of(apply(state, legal_moves(state)[0]))
    ('at the start of the round', 'after 0:S5@a0')
    """
    if not state.placements:
        return "at the start of the round"
    return "after " + " ".join(f"{placed.player}:{placed.move}" for placed in state.placements)


def each_table(
    players: Iterable[int] | None, variants: Iterable[Variant] | None
) -> Iterator[tuple[int, str, Variant]]:
    """Yield each number of players with each table: the variants given, or those for all options.

    A variant with houses is for as many players.
    """
    given = None if variants is None else tuple(variants)
    for count in player_counts_to_check(players):
        if given is None:
            named = tables_to_check(count)
        else:
            named = tuple((repr(one), one) for one in given if len(one.houses) in (0, count))
        for name, variant in named:
            yield count, name, variant


def listed(moves: Iterable[Move]) -> str:
    """Return moves as text, no more than a reader takes in.

    >>> listed([])
    'none'
    """
    texts = [str(move) for move in moves]
    more = f" and {len(texts) - 8} more" if len(texts) > 8 else ""
    return " ".join(texts[:8]) + more if texts else "none"
