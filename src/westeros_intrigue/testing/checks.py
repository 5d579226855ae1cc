"""What the checks of players and of engines share: the tables they play at, and how they fail."""

from __future__ import annotations

import random
from collections.abc import Iterable

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_integer, tuple_of
from westeros_intrigue.rules.cards import HOUSES, House, IronThroneCard
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    Variant,
    check_players,
)


class CheckFailed(AssertionError):
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
    (14, True)
    """

    games: int
    """How many games were played."""
    placements: int
    """How many placements were checked."""


_FEW_ICONS = [IronThroneCard(1, 2), IronThroneCard(1, 2), IronThroneCard(1, 4)]


def tables_to_check(players: int) -> tuple[tuple[str, Variant], ...]:
    """Return tables that show every option, each with its name: short games, but whole ones.

    The standard game has as many rounds as it has players, and the variant does not say how many.

    >>> for name, _ in tables_to_check(3):
    ...     print(name)
    standard
    House Affiliation
    Rivalry
    House Affiliation and Rivalry
    Anyone Can Die
    automated seats
    other Iron Throne cards, the last seat first

    Raises:
        InvalidValue: `players` is not from 2 to 6.
    """
    check_players(players)
    houses: tuple[House, ...] = tuple(HOUSES[seat % len(HOUSES)] for seat in range(players))
    housed = STANDARD.with_seats(houses=houses)
    # Seat 0 is a player's, and with six players seats 1 to 4 show every house's procedure.
    automated = STANDARD.with_seats(houses=houses, automated=range(1, min(players, 5)))
    both = housed.with_options(house_affiliation=True, rivalry=True)
    own = attrs.evolve(
        housed,
        rounds=3,
        throne_cards=[*_FEW_ICONS, IronThroneCard(2, 3), IronThroneCard(2, 1)],
        first_player=players - 1,
    )
    tables = [
        ("standard", STANDARD),
        ("House Affiliation", housed.with_options(house_affiliation=True).with_rounds(1)),
        ("Rivalry", housed.with_options(rivalry=True).with_rounds(1)),
        ("House Affiliation and Rivalry", both.with_rounds(2)),
        ("Anyone Can Die", STANDARD.with_options(anyone_can_die=True).with_rounds(3)),
        ("automated seats", automated.with_rounds(1)),
        ("other Iron Throne cards, the last seat first", own),
    ]
    if players == len(SOLO_SCHEMING.houses):
        tables.append(("Solo Scheming", SOLO_SCHEMING))
    return tuple(tables)


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
    players: Iterable[int] | None, variants: Iterable[Variant] | None, games: int, seed: int
) -> tuple[tuple[int, str, Variant], ...]:
    """Return each number of players with each table: the variants given, or those for all options.

    A variant with houses is for as many players.

    Raises:
        InvalidValue: a number out of its range, or there is no table to check anything at.
    """
    check_integer("games", games, 1)
    check_integer("seed", seed, 0)
    every = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    counts = every if players is None else tuple_of("players", int, players)
    given = None if variants is None else tuple_of("variants", Variant, variants)
    tables: list[tuple[int, str, Variant]] = []
    for count in map(check_players, counts):
        if given is None:
            tables += [(count, name, variant) for name, variant in tables_to_check(count)]
        else:
            suiting = [variant for variant in given if len(variant.houses) in (0, count)]
            tables += [(count, repr(variant), variant) for variant in suiting]
    if not tables:
        raise InvalidValue("nothing would be checked: no variant is for the numbers of players")
    return tuple(tables)


def error_text(error: BaseException) -> str:
    """Return an error as a line tells it.

    >>> error_text(KeyError(5)), error_text(AssertionError())
    ('KeyError: 5', 'AssertionError')
    """
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def listed(moves: Iterable[Move]) -> str:
    """Return moves as text, no more than a reader takes in.

    >>> listed([])
    'none'
    """
    texts = [str(move) for move in moves]
    more = f" and {len(texts) - 8} more" if len(texts) > 8 else ""
    return " ".join(texts[:8]) + more if texts else "none"
