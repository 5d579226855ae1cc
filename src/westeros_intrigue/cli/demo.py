"""`demo`: a game that plays itself, every placement at random.

Rules: turn.clockwise, elimination.own-turn, round.throne, final.ranking.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

from westeros_intrigue.cli.layout import listed
from westeros_intrigue.cli.screens import set_aside_in
from westeros_intrigue.cli.seats import players_of, variant_of
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.cli.wording import DECISIONS, adjusted_text, out_text
from westeros_intrigue.drawing import draw_text
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import FinalResult, RoundResult
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.scoring import final_winner, score_round
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.variants import STANDARD, Variant


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Play a game at the table that the arguments name.

    Raises:
        Refused: there is no such game.
    """
    players = players_of(options)
    variant, first_player = variant_of(options, players)
    demo(
        players,
        options.seed,
        quiet=options.quiet,
        write=terminal.write,
        variant=variant,
        first_player=first_player,
        colour=terminal.colour,
    )
    return 0


def demo(
    players: int,
    seed: int,
    *,
    quiet: bool,
    write: Callable[[str], None],
    variant: Variant = STANDARD,
    first_player: int = 0,
    colour: bool = False,
) -> None:
    """Play a whole game with random placements, and write down what happens."""
    rng = random.Random(seed)  # noqa: S311 - a game, no secret
    state = setup(players, rng=rng, variant=variant, first_player=first_player)
    write(_title(players, seed, variant))
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
            write("\n" + _round_text(state.results[-1]))
            continue
        if not quiet and not state.placements:
            write(f"\nRound {state.round_number}: player {state.starting_player} begins.")
        moves = distinct_moves(state)
        state = apply(state, moves[int(rng.random() * len(moves))])
        if not quiet:
            write("\n" + _placement_text(state, colour=colour))
    write("\n" + _final_text(final_winner(state)))


def _title(players: int, seed: int, variant: Variant) -> str:
    title = f"A game for {players} players, seed {seed}. Every placement is random."
    if variant.automated:
        title = f"{title[:-1]}, but for those of automated houses."
    if variant.houses:
        seats = (f"player {seat} {house}" for seat, house in enumerate(variant.houses))
        title += f"\nHouses: {', '.join(seats)}."
    if variant.options:
        title += f"\nOptions: {', '.join(variant.options).replace('_', ' ')}."
    return title


def _placement_text(state: GameState, *, colour: bool) -> str:
    number = len(state.placements) - 1
    placed = state.placements[-1]
    line = f"Player {placed.player} places {placed.move.card} in {placed.move.slot}."
    if set_aside := set_aside_in(state).get(number):
        line = f"Player {placed.player} sets aside {listed(set_aside)}.\n{line}"
    lines = [line, draw_text(state.court, colour=colour, last=placed.move.slot)]
    lines += [
        f"Player {elimination.player} is {out_text(elimination.cards_left)}."
        for elimination in state.eliminations
        if elimination.placements_before == number + 1
    ]
    return "\n".join(lines)


def _round_text(result: RoundResult) -> str:
    points = []
    for player, taken in enumerate(result.penalty_points):
        adjusted = adjusted_text(result.adjustments, player)
        points.append(f"player {player} {taken}{f' ({adjusted})' if adjusted else ''}")
    return (
        f"Round {result.round_number} is over after {len(result.placements)} placements.\n"
        f"Player {result.last_placer} placed the last card and draws an Iron Throne card: "
        f"{result.throne_card}.\nPenalty points: {', '.join(points)}."
    )


def _final_text(final: FinalResult) -> str:
    lines = ["The game is over. Totals, less Iron Throne cards:"]
    place = 1
    for group in final.ranking:
        lines += [f"  {place}. player {player}: {final.totals[player]}" for player in group]
        place += len(group)
    winners = listed(f"Player {player}" for player in final.winners)
    verb = "wins" if len(final.winners) == 1 else "win"
    return "\n".join([*lines, f"{winners} {verb} {DECISIONS[final.decided_by]}."])
