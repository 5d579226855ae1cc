"""The games that a player wins against others, in any game, and what its decisions cost.

Run `python -m studies games GAME ONE OTHERS [--players N] [--deals N] [--seed N]`, with
`--publish` to write docs/figures.json. ONE plays each deal once from every seat, against OTHERS in
all other seats; up to 24 seatings. The intervals are 95 % intervals between deals. With `--cost`,
nobody wins: in games of OTHERS, both choose at every decision, and the result is ONE's CPU time
relative to OTHERS'. It is timed in plain Python, of views that are made beforehand.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmarks.publishing import Figure, at_least, publish
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.lab.matches import Estimate, play_match


class Table(NamedTuple):
    """A player among others of one name."""

    game: str
    one: str
    others: str
    players: int


def share_won(table: Table, deals: int, seed: int) -> Estimate:
    """Return the share of its games that a player wins, alone against the others."""
    one, others, players = table.one, table.others, table.players
    result = play_match(
        {one: one, others: others}, game=GAMES[table.game], players=players, deals=deals, seed=seed,
        lineup=[one, *[others] * (players - 1)],
    )  # fmt: skip
    return next(each for each in result.standings if each.name == one).games_won


def relative_cost(table: Table, deals: int, seed: int) -> float:
    """Return the CPU time of a player at the decisions of others, relative to theirs."""
    game: Any = GAMES[table.game]
    choosers = [game.PLAYERS.parse(name) for name in (table.one, table.others)]
    seconds = [0.0, 0.0]
    for deal in range(-1, deals):  # code may be imported and tables made in the first game
        rng = random.Random(f"{seed} {deal}")
        state = game.proceed(game.new_game(table.players, {}, seed=rng.randrange(2**32)))
        while not state.is_over:
            seat = game.deciders(state)[0]
            view, move = game.observe(state, seat), None
            for place, choose in enumerate(choosers):
                begun = time.thread_time()
                move = choose(view, rng)
                seconds[place] += (time.thread_time() - begun) * (deal >= 0)
            state = game.proceed(game.apply(state, move, player=seat))
    return seconds[0] / seconds[1]


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the result."""
    parser = argparse.ArgumentParser(
        prog="python -m studies games",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("one")
    parser.add_argument("others")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=at_least(2), default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cost", action="store_true", help="time decisions instead")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    table = Table(options.game, options.one, options.others, options.players)
    found: Figure
    if options.cost:
        found = Figure("times as long", relative_cost(table, options.deals, options.seed))
        print(f"{options.one}: {found.value:.1f} times as long as {options.others} for a decision")
    else:
        won = share_won(table, options.deals, options.seed)
        print(f"{options.one}: won {won.percent} against {options.others}")
        ends = None if won.low is None or won.high is None else (100 * won.low, 100 * won.high)
        interval = ends and (round(ends[0], 1), round(ends[1], 1))
        found = Figure("won", round(100 * won.value, 1), interval=interval, unit="%")
    if options.publish:
        run = f"{options.game}: {options.one} against {options.others}, {options.players} players"
        numbers = f"--players {options.players} --deals {options.deals} --seed {options.seed}"
        if options.cost:
            run, numbers = f"{run}, cost", f"{numbers} --cost"
        typed = f"{options.game} {options.one} {options.others}"
        publish(run, f"python -m studies games {typed} {numbers}", [found])
