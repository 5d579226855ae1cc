"""Checks of the arguments of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.options import OptionValue, check_options
from westeros_intrigue.base.values import brief, check_integer, check_one_of, check_type
from westeros_intrigue.data.codecs import LARGEST_INTEGER
from westeros_intrigue.game import GAMES
from westeros_intrigue.matches.match import Match
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import STANDARD, Variant

MOST_DEALS = 10**9


def check_match(
    entrants: Mapping[str, Callable[..., object]],
    *,
    game: str,
    players: int,
    deals: int,
    seed: int,
    variant: Variant,
    options: Mapping[str, OptionValue],
    rounds: int | None,
    lineup: Sequence[str],
    forfeits: bool,
) -> Match:
    """Return the match of the arguments.

    Raises:
        InvalidValue: a number is out of range, or names are invalid.
        InvalidVariant: the variant does not fit the players.
    """
    check_type("variant", variant, Variant)
    check_one_of("game", game, GAMES)
    deals = check_integer("deals", deals, 1, MOST_DEALS)
    seed = check_integer("seed", seed, 0, LARGEST_INTEGER)
    check_type("forfeits", forfeits, bool)
    names = names_of(entrants)
    start = GAMES[game].new_game(players, options, seed=seed)
    terms = (names, start.players, deals, seed)
    if isinstance(start, GameState):
        variant = start.variant if options else variant
        variant = variant if rounds is None else variant.with_rounds(rounds)
        setup(start.players, seed=seed, variant=variant)  # for its checks
        match = Match(*terms, variant, _lineup(lineup, names), forfeits)
    elif rounds is not None or variant != STANDARD or GAMES[game].automated_seats(start):
        raise InvalidValue(f"{GAMES[game].NAME} has options in place of a variant")
    else:
        named = tuple(sorted(check_options(GAMES[game].OPTIONS, options).items()))
        match = Match(*terms, None, _lineup(lineup, names), forfeits, game, named)
    if lineup and len(lineup) != len(match.chairs):
        raise InvalidValue(
            f"the lineup must have {len(match.chairs)} names, one for each seat that is not "
            f"automated, not {len(lineup)}"
        )
    return match


def names_of(entrants: Mapping[str, Callable[..., object]]) -> tuple[str, ...]:
    """Return the names of the entrants.

    Raises:
        InvalidValue: the match has no entrants, or a name is not printable.
    """
    check_type("entrants", entrants, Mapping)
    if not entrants:
        raise InvalidValue("a match needs an entrant")
    for name, player in entrants.items():
        check_type("the name of an entrant", name, str)
        if not name.strip() or not name.isprintable():
            raise InvalidValue(f"the name of an entrant must be printable, not {brief(name)}")
        if not callable(player):
            raise WrongType(f"{name} must be callable with view and rng, not {brief(player)}")
    return tuple(entrants)


def _lineup(lineup: Sequence[str], names: tuple[str, ...]) -> tuple[int, ...]:
    check_type("lineup", lineup, Sequence)
    if lineup and {*lineup} != {*names}:
        raise InvalidValue(
            f"the lineup must name each of {', '.join(names)}, and nobody else: "
            f"{brief(tuple(lineup))}"
        )
    return tuple(names.index(name) for name in lineup)
