"""Matches of any game of the library: the share of games that each entrant wins."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from fractions import Fraction

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.data.codecs import LARGEST_INTEGER
from westeros_intrigue.game import Game, Move, State, View, play_game
from westeros_intrigue.matches.entrants import MOST_DEALS, names_of
from westeros_intrigue.matches.estimates import Estimate, estimated_share
from westeros_intrigue.matches.match import Match
from westeros_intrigue.rules.variants import STANDARD


def win_shares(
    game: Game[State, View, Move],
    entrants: Mapping[str, Callable[[View, RandomSource], Move]],
    *,
    players: int,
    deals: int,
    seed: int,
) -> dict[str, Estimate]:
    """Return the share of its games that each entrant won, for any game of the library.

    Each deal is one seed of the game, played in the seatings of `Match.seatings`, so that all
    entrants play it in every seat. A shared victory counts as an equal part for each winner.
    Equally strong entrants expect a share of one by the number of seats.

    >>> from westeros_intrigue import btwixt
    >>> entrants = {"simple": btwixt.simple_player, "random": btwixt.random_player}
    >>> shares = win_shares(btwixt, entrants, players=3, deals=2, seed=1)
    >>> shares["simple"].percent
    '55.6 % (1.2 to 66.6)'

    Args:
        game: the module, such as `westeros_intrigue.monopoly`.
        entrants: the players by name; copies of them play each game.
        players: the number of seats at a table.
        deals: the number of deals.
        seed: an int from 0 to 2**53 - 1.

    Raises:
        InvalidValue: a number is out of range, or names are invalid.
        MissingExtra: the extra `match` is not installed.
        ValueError: a player chose an illegal move.
    """
    check_integer("players", players, game.MIN_PLAYERS, game.MAX_PLAYERS)
    check_integer("deals", deals, 1, MOST_DEALS)
    check_integer("seed", seed, 0, LARGEST_INTEGER)
    match = Match(names_of(entrants), players, deals, seed, STANDARD)
    choosers = tuple(entrants.values())

    def seated(seat: int, entrant: int, deal: int) -> Callable[[View, RandomSource], Move]:
        # As in `play_match`: separate copies and random numbers for each seat and game.
        player, source = copy.deepcopy(choosers[entrant]), match.source(deal, seat)
        return lambda view, _shared: player(view, source)

    won = [[Fraction(0)] * deals for _ in choosers]
    played = [[0] * deals for _ in choosers]
    for deal in range(deals):
        start = match.source(deal, "cards").getrandbits(53)
        for seating in match.seatings(deal):
            table = [seated(seat, entrant, deal) for seat, entrant in enumerate(seating)]
            state = play_game(game, table, state=game.setup(players, seed=start))
            winners = game.final_winner(state).winners
            for seat, entrant in enumerate(seating):
                played[entrant][deal] += 1
                won[entrant][deal] += Fraction(seat in winners, len(winners))
    shares = {}
    for entrant, name in enumerate(match.names):
        least, most = match.possible_shares(entrant)
        shares[name] = estimated_share(won[entrant], played[entrant], deals, least=least, most=most)
    return shares
