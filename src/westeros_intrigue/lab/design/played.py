"""Games played under both rules with the same chance, and the counts of each.

The cards of a deal depend on the seed and the number of the deal, and the random numbers of a
player's decision also on the seat and on the number of its decision. So games under both rules stay
alike as long as the rule changes nothing: a sequence of numbers would shift at the first change.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import lcm
from typing import Any, TypeAlias

import attrs

from westeros_intrigue.gamekit.asking import failure, seat_player
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.lab.design.tables import Table
from westeros_intrigue.lab.matches.match import (
    Chooser,
    Match,
    choosers_in,
    copy_player,
    source_named,
)
from westeros_intrigue.rules.house_games import HouseRules
from westeros_intrigue.rules.house_rules import register_house_rule

LONGEST_GAME = 20_000
"""The number of moves after which a game counts as unfinished."""
SHARES = ("won by", "shared victories", "unfinished", "decided by")
"""The beginnings of the names of measures that are shares of games."""
FORCED = "moves without a choice"

Entrants: TypeAlias = Mapping[str, Chooser | str]
"""Players, or their names in the game, by name."""
Parts: TypeAlias = dict[str, tuple[int, int]]
"""The numerator and the denominator of each measure."""


@attrs.frozen
class Terms:
    """The terms of a comparison, which determine all its games."""

    before: Table
    after: Table
    seats: int
    seed: int
    kinds: tuple[Entrants, ...]
    """The players that sit at the tables together, for each kind of players."""
    every: tuple[int, ...]
    """For each kind of players, it plays each deal whose number is a multiple of this one."""

    @property
    def tables(self) -> tuple[Table, Table]:
        """Both sides."""
        return self.before, self.after


@attrs.frozen
class PlayedDeal:
    """The counts of a deal, or of several, that one kind of players played."""

    deals: int
    games: int
    """The number of games under each rule."""
    other_moves: int
    """The number of games in which any move differs."""
    other_winners: int
    """The number of games with other winners."""
    before: Parts
    after: Parts

    @property
    def is_finished(self) -> bool:
        """True if all games under both rules came to an end."""
        return not (self.before["unfinished"][0] or self.after["unfinished"][0])

    def __add__(self, other: PlayedDeal) -> PlayedDeal:
        return PlayedDeal(
            self.deals + other.deals,
            self.games + other.games,
            self.other_moves + other.other_moves,
            self.other_winners + other.other_winners,
            _add_parts(self.before, other.before),
            _add_parts(self.after, other.after),
        )


def _add_parts(mine: Parts, its: Parts) -> Parts:
    names = dict.fromkeys([*mine, *its])
    pairs = {name: (mine.get(name, (0, 0)), its.get(name, (0, 0))) for name in names}
    return {name: (a[0] + b[0], a[1] + b[1]) for name, (a, b) in pairs.items()}


def play_deal(terms: Terms, kind: int, deal: int) -> PlayedDeal:
    """Play a deal in all seatings under both rules, between the players of a kind.

    Args:
        terms: the terms of the comparison.
        kind: the number of the kind of players, from 0.
        deal: the number of the deal, from 0.

    Raises:
        PlayerFailed: a player raised an error or chose an illegal move.
    """
    entrants = terms.kinds[kind]
    names = (*entrants,)
    match = Match(names, terms.seats, deal + 1, terms.seed, None)  # for its seatings
    seatings = match.seatings(deal)
    stories: list[list[tuple[object, object]]] = []
    sums: list[Parts] = []
    for table in terms.tables:
        game = table.find()
        if isinstance(game, HouseRules):  # another version of its file may have the same key
            register_house_rule(game)
        choosers = (*choosers_in(game, entrants).values(),)
        parts: Parts = {}
        story: list[tuple[object, object]] = []
        for seating in seatings:
            seated = [(names[who or 0], copy_player(choosers, who)) for who in seating]
            played = _play(terms, table, game, f"{kind} {deal}", seated)
            parts = _add_parts(parts, dict(_measures(played, seating, names)))
            story.append((played.moves, played.winners))
        sums.append(parts)
        stories.append(story)
    pairs = [*zip(*stories, strict=True)]
    return PlayedDeal(
        1,
        len(pairs),
        sum(one[0] != other[0] for one, other in pairs),
        sum(one[1] != other[1] for one, other in pairs),
        *sums,
    )


@attrs.frozen
class _Played:
    """A game that has been played."""

    moves: tuple[tuple[int, str], ...]
    forced: int
    choices: int
    turns: int
    first: int | None
    final: Any
    """The result; None for an unfinished game."""
    seats: int

    @property
    def winners(self) -> tuple[int, ...]:
        return self.final.winners if self.final else ()


def _play(
    terms: Terms,
    table: Table,
    game: AnyGame,
    name: str,
    seated: Sequence[tuple[str, Chooser | None]],
) -> _Played:
    """Play one game of a deal, given the name and the player of each seat."""
    seed = source_named(f"{terms.seed} {name} cards").getrandbits(53)
    state: Any = game.new_game(terms.seats, dict(table.options), seed=seed)
    players: list[Any] = [seat_player(player, game) for _, player in seated if player]
    moves: list[tuple[int, str]] = []
    decided, forced, choices, turns, before = [0] * len(players), 0, 0, 0, None
    state = game.proceed(state)
    first = state.active_player
    while not state.is_over and len(moves) < LONGEST_GAME:
        seat: int = state.active_player
        view = game.observe(state, seat)
        legal = len(game.legal_moves(view))
        forced, choices = forced + (legal == 1), choices + legal
        turns, before = turns + (seat != before), seat
        rng = source_named(f"{terms.seed} {name} {seat} {decided[seat]}")
        decided[seat] += 1
        try:
            move = players[seat](view, rng)
            state = game.apply(state, move, player=seat)
        except (Exception, SystemExit) as error:  # a player can raise anything
            raise failure(error, seated[seat][0], seat, len(moves)) from error
        moves.append((seat, str(move)))
        state = game.proceed(state)
    final = game.final_winner(state) if state.is_over else None
    return _Played((*moves,), forced, choices, turns, first, final, terms.seats)


def _measures(
    played: _Played, seating: Sequence[int | None], names: Sequence[str]
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the numerator and the denominator of each measure of a game."""
    count, final, winners = len(played.moves), played.final, played.winners
    whole = lcm(*range(1, played.seats + 1))  # so that shared victories are whole numbers
    share = {seat: whole // len(winners) for seat in winners}
    yield "moves", (count, 1)
    yield "turns", (played.turns, 1)
    yield "choices a move", (played.choices, count)
    yield FORCED, (played.forced, count)
    yield "unfinished", (int(final is None), 1)
    if played.first is not None:
        yield "won by who begins", (share.get(played.first, 0), whole)
    for seat in range(played.seats):
        yield f"won by seat {seat}", (share.get(seat, 0), whole)
    for place, name in enumerate(names if len(names) > 1 else ()):
        own = [seat for seat, entrant in enumerate(seating) if entrant == place]
        yield f"won by {name}", (sum(share.get(seat, 0) for seat in own), whole * len(own))
    yield "shared victories", (int(len(winners) > 1), 1)
    if final is None:
        return
    if isinstance(final.decided_by, Enum):
        for each in type(final.decided_by):
            words = each.name.lower().replace("_", " ")
            yield f"decided by {words}", (int(final.decided_by is each), 1)
    totals = final.totals
    if len(totals) > 1 and all(isinstance(total, int) for total in totals):
        order = [seat for place in final.ranking for seat in place]
        yield "margin", (abs(totals[order[0]] - totals[order[1]]), 1)
        yield "mean total", (sum(totals), len(totals))
