"""Matches of any game: who wins how often, where all start alike from every seat."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from fractions import Fraction

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.data.codecs import LARGEST_INTEGER
from westeros_intrigue.game import Game, Move, State, View, play_game
from westeros_intrigue.matches.entering import MOST_DEALS, names_of
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
    """Return for each entrant the share of its games that it won, of any game of the library.

    Each deal is one seed of the game, played in the seatings of `Match.seatings`: by all, from
    every seat. Those who share a victory have equal parts of it. Among equals the share of each is
    one by the number of seats.

    >>> from westeros_intrigue import btwixt
    >>> entrants = {"simple": btwixt.simple_player, "random": btwixt.random_player}
    >>> shares = win_shares(btwixt, entrants, players=3, deals=2, seed=1)
    >>> shares["simple"].percent
    '50.0 % (3.3 to 66.3)'

    Args:
        game: the module, such as `westeros_intrigue.monopoly`.
        entrants: the players by name; each game is played by copies of them.
        players: how many seats a table has.
        deals: how many deals.
        seed: an int from 0 to 2**53 - 1.

    Raises:
        InvalidValue: a number out of its range, or names that do not suit.
        MissingExtra: the extra `match` is not installed.
        ValueError: a player chose a move that the rules refuse.
    """
    check_integer("players", players, game.MIN_PLAYERS, game.MAX_PLAYERS)
    check_integer("deals", deals, 1, MOST_DEALS)
    check_integer("seed", seed, 0, LARGEST_INTEGER)
    match = Match(names_of(entrants), players, deals, seed, STANDARD)
    choosers = tuple(entrants.values())

    def seated(seat: int, entrant: int, deal: int) -> Callable[[View, RandomSource], Move]:
        # As in a match of the card game: no player moves another's chance, or remembers for it.
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
