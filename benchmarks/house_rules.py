"""What each house rule of Monopoly does to the length of a game, and to the wins of each seat.

Run `python -m benchmarks house-rules [--games N] [--player NAME] [--seed N]`, with `--publish` to
write docs/figures.json. Players of one name play the same seeds under each rule alone, and without
any. The intervals are 95 % intervals, 1.96 standard errors between games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import fmean

from benchmarks.publishing import Figure, at_least, publish
from benchmarks.strength import half_width
from westeros_intrigue import play_game
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import PLAYABLE, Variant, final_winner
from westeros_intrigue.games.monopoly.table import HOUSE_RULES

PLAYERS = 4


def effect(name: str, rules: Sequence[str], seeds: range) -> list[Figure]:
    """Return the mean length of games in turns, and the share of the games that each seat wins."""
    player, variant = monopoly.PLAYERS.parse(name), Variant(house_rules=tuple(rules))
    games = [
        play_game(
            [player] * PLAYERS, game=monopoly, seed=seed, edition=PLAYABLE, variant=variant
        )
        for seed in seeds
    ]  # fmt: skip
    turns = [float(game.turn_number) for game in games]
    found = [
        Figure("turns", round(fmean(turns), 1), error=round(half_width(turns), 1), unit="turns")
    ]
    for seat in range(PLAYERS):
        winners = [final_winner(game).winners for game in games]
        won = [100 * (seat in each) / len(each) for each in winners]
        share, error = round(fmean(won), 1), round(half_width(won), 1)
        found.append(Figure(f"won by seat {seat}", share, error=error, unit="%"))
    return found


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks house-rules",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("--games", type=at_least(2), default=400)
    parser.add_argument("--player", default="simple")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    seeds, found = range(options.seed, options.seed + options.games), list[Figure]()
    for rule in ("none", *HOUSE_RULES):
        figures = effect(options.player, [] if rule == "none" else [rule], seeds)
        shown = ", ".join(f"{each.name} {each.value} ± {each.error}" for each in figures)
        print(f"{rule}: {shown}", flush=True)
        found += [each._replace(name=f"{rule}: {each.name}") for each in figures]
    if options.publish:
        numbers = f"--games {options.games} --player {options.player} --seed {options.seed}"
        publish("house rules of monopoly", f"python -m benchmarks house-rules {numbers}", found)
