"""A game between players, each of whom sees only their own view."""

from __future__ import annotations

import random
from collections.abc import Sequence

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import brief, check_integer, check_type
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players.simple import Player
from westeros_intrigue.rules.dealing import Deal, InvalidDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.proceed import proceed
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import STANDARD, Variant


@public
def play_game(
    players: Sequence[Player | None],
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int | None = None,
    variant: Variant = STANDARD,
    rngs: Sequence[RandomSource | None] | None = None,
) -> GameState:
    """Play a game to its end and return the last state; its `results` are the rounds.

    Each player receives only its own view. All cards are drawn before the first move, so a seed
    leads to the same cards for any players: those of `setup` with that seed.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> final = play_game([greedy_player, random_player], seed=5)
    >>> final
    <GameState: 2 players, round 2 of 2, game-over>
    >>> [result.last_placer for result in final.results]
    [0, 0]

    Args:
        players: the player of each seat, from seat 0, for 2 to 6 seats; None for automated seats,
            and only for them.
        seed: an int of at least 0, for the cards and for the players' random numbers.
        rng: a source of random numbers in place of a seed. The game is dealt from it first; then
            the players share it in turn order.
        deal: the cards; `seed` or `rng` is then only for the players.
        first_player: the seat that starts round 1, from 0; None for the one that the variant
            fixes, or seat 0.
        variant: the variant; `STANDARD.with_rounds(1)` for a single round.
        rngs: a source of random numbers for each seat, from seat 0, so that no player's choices
            change another's random numbers; None for an automated seat. By default the players
            share one source.

    Raises:
        InvalidValue: a number is out of range; both seed and rng are passed; a seat lacks a player,
            or an automated seat has one; or the number of sources is not that of the seats.
        InvalidVariant: the variant does not fit the players.
        InvalidDeal: the deal does not fit the game, or is incomplete.
        IllegalMove: a player chose an illegal move.

    Rules: solo.elsewhere, round.count.
    """
    check_type("players", players, Sequence)
    check_type("variant", variant, Variant)
    if seed is not None and rng is not None:
        raise InvalidValue("pass only one of seed and rng")
    if rng is None and seed is not None:
        rng = random.Random(check_integer("seed", seed, 0))  # noqa: S311 - a game, no secret
    elif rng is None:
        rng = random.SystemRandom()
    check_source(rng)
    if deal is None:
        state = setup(len(players), rng=rng, first_player=first_player, variant=variant)
    else:
        state = setup(len(players), deal=deal, first_player=first_player, variant=variant)
        check_whole(deal, variant.rounds_for(len(players)))
    _check_players(players, variant)
    sources = [rng] * len(players) if rngs is None else _sources(rngs, players)
    while (seat := (state := proceed(state)).active_player) is not None:
        player, source = players[seat], sources[seat]
        # For the type checker: automated turns are over.
        assert player is not None and source is not None  # noqa: PT018, S101
        state = apply(state, player(observe(state, seat), source), player=seat)
    return state


def _sources(
    rngs: Sequence[RandomSource | None], players: Sequence[Player | None]
) -> list[RandomSource | None]:
    check_type("rngs", rngs, Sequence)
    if len(rngs) != len(players):
        raise InvalidValue(f"there are {len(players)} seats, and {len(rngs)} rngs")
    for source, player in zip(rngs, players, strict=True):
        if player is not None:
            check_source(source)
    return list(rngs)


def _check_players(players: Sequence[Player | None], variant: Variant) -> None:
    for seat, player in enumerate(players):
        if seat in variant.automated and player is not None:
            raise InvalidValue(f"the player of seat {seat}, which is automated, must be None")
        if seat not in variant.automated and player is None:
            raise InvalidValue(f"seat {seat} is not automated, so its player must not be None")
        if player is not None and not callable(player):
            raise WrongType(f"a player must be callable with view and rng, not {brief(player)}")


def check_whole(deal: Deal, round_count: int) -> None:
    """Raise an InvalidDeal unless a deal has the cards of a whole game."""
    faults = []
    if len(deal.rounds) < round_count:
        faults.append(f"the game has {round_count} rounds, and {len(deal.rounds)} are dealt")
    if len(deal.throne_cards) < round_count:
        faults.append(
            f"the game draws {round_count} Iron Throne cards, and the deal has "
            f"{len(deal.throne_cards)}"
        )
    if faults:
        raise InvalidDeal(faults)
