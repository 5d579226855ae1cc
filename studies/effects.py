"""What the options and house rules of each game do, by the same deals with and without them.

Run `python -m studies effects GAME [--deals N] [--player NAME] [--seed N] [--workers N]`, with
`--publish` to write docs/figures.json. Players of one name play each rule alone. In the card game,
half of the players also play at random, in all seatings of fewer deals, to show how much skill
matters. The intervals are the 95 % intervals of paired deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import comb
from typing import Any, NamedTuple

from benchmarks.publishing import Figure, at_least, publish
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES
from westeros_intrigue.lab.design import Comparison, Measured, compare_games
from westeros_intrigue.lab.matches import Estimate

Options = Mapping[str, OptionValue]


class Rules(NamedTuple):
    """The rules of a game that are compared with the game without them."""

    run: str
    """The name of the run in docs/figures.json."""
    game: str
    player: str
    seats: tuple[int, ...]
    """The numbers of players. With several, each name of a figure begins with its number."""
    rules: Mapping[str, Options]
    """The options of each rule, by its name."""
    measures: Mapping[str, str]
    """The measures that are published, with their units without a rule."""
    weaker: str = ""
    """The player who shows how much skill matters; empty for none."""


GAMES = {
    "cards": Rules(
        "options of the card game",
        "westeros-intrigue",
        "greedy",
        (2, 4, 6),
        {name: {"option": (name,)} for name in ("house-affiliation", "rivalry", "anyone-can-die")},
        {"moves": "", "mean total": "", "won by who begins": "%"},
        "random",
    ),
    "monopoly": Rules(
        "house rules of monopoly",
        "monopoly",
        "simple",
        (4,),
        {
            **{rule: {"house_rules": (rule,)} for rule in HOUSE_RULES},
            "no offers": {"offers": 0},
            "castle-sale half": {"castle_sale": "half"},
        },
        {"moves": "moves", "choices a move": "", "won by who begins": "%"},
    ),
    "btwixt": Rules(
        "options of btwixt",
        "btwixt",
        "simple",
        (4,),
        {
            **{name: {"variant": name} for name in ("advanced", "draft", "kingsmoot")},
            "short": {"short": True},
            "revealed-allies": {"revealed_allies": True},
        },
        {"moves": "moves", "choices a move": "", "won by who begins": "%"},
    ),
}


def figure_of(name: str, measured: Measured, found: Estimate, unit: str) -> Figure:
    """Return the figure of a measure, with half the width of its interval."""
    factor, digits = (100, 1) if measured.is_share else (1, 2)
    low, high = found.low, found.high
    error = None if low is None or high is None else round(factor * (high - low) / 2, digits)
    value = round(factor * found.value, digits)
    return Figure(f"{name}: {measured.name}", value, error=error, unit=unit)


def share_of(name: str, found: Estimate) -> Figure:
    """Return the figure of a share of the games, with its interval."""
    low, high = found.low, found.high
    ends = None if low is None or high is None else (round(100 * low, 1), round(100 * high, 1))
    return Figure(name, round(100 * found.value, 1), interval=ends, unit="%")


def figures_of(
    label: str, rule: str, compared: Comparison, units: Mapping[str, str]
) -> Iterator[Figure]:
    """Yield the figures without a rule, and the differences that it makes."""
    for name, unit in units.items():
        measured = compared[name]
        yield figure_of(f"{label}none", measured, measured.before, unit)
        change = "points of %" if measured.is_share else "points"
        yield figure_of(f"{label}{rule}", measured, measured.difference, change)


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(
        prog="python -m studies effects",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--deals", type=at_least(2), default=400)
    parser.add_argument("--player", help="the player at all seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=at_least(1), default=1)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    asked = GAMES[options.game]
    player = options.player or asked.player
    executor = partial(ProcessPoolExecutor, options.workers) if options.workers > 1 else None
    found: dict[str, Figure] = {}
    for seats in asked.seats:
        label = f"{seats} players, " if len(asked.seats) > 1 else ""
        for rule, at_table in asked.rules.items():
            compare: Any = partial(
                compare_games,
                asked.game,
                (asked.game, at_table),
                seats=seats,
                seed=options.seed,
                executor=executor,
            )
            effect = compare(players=player, deals=options.deals)
            print(effect, flush=True)
            [compared] = effect.comparisons
            figures = [
                *figures_of(label, rule, compared, asked.measures),
                share_of(f"{label}{rule}: other moves", compared.other_moves),
                share_of(f"{label}{rule}: other winners", compared.other_winners),
            ]
            if asked.weaker:
                both = {name: name for name in (player, asked.weaker)}
                seatings = comb(seats, seats // 2)
                deals = max(2, 2 * options.deals // (5 * seatings))
                effect = compare(players=both, deals=deals)
                print(effect, flush=True)
                units = {f"won by {player}": "%"}
                figures += figures_of(label, rule, effect.comparisons[0], units)
            for figure in figures:
                found.setdefault(figure.name, figure)
    if options.publish:
        numbers = f"{options.game} --deals {options.deals} --player {player} --seed {options.seed}"
        publish(asked.run, f"python -m studies effects {numbers}", found.values())
