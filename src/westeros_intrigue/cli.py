"""The command line: a game that plays itself in the terminal."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence

from westeros_intrigue.drawing import draw_text
from westeros_intrigue.history import Decision, Elimination, FinalResult, RoundResult
from westeros_intrigue.moves import apply, distinct_moves
from westeros_intrigue.rounds import setup
from westeros_intrigue.scoring import final_winner, score_round
from westeros_intrigue.state import Phase
from westeros_intrigue.variants import FEWEST_PLAYERS, MOST_PLAYERS

_DECISIONS = {
    Decision.LOWEST_TOTAL: "by the lowest total (rule final.lowest)",
    Decision.FEWEST_ICONS: "on a tie, by the Iron Throne card with fewest icons (rule final.icons)",
    Decision.SHARED: "on a tie that nothing separates, so they share it (rule final.shared)",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        code = demo(options.players, options.seed, quiet=options.quiet, write=print)
        sys.stdout.flush()
    except BrokenPipeError:  # pragma: no cover - tested in a process of its own
        # The reader has stopped; what Python still wants to write at its exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def demo(players: int, seed: int, *, quiet: bool, write: Callable[[str], None]) -> int:
    """Play a whole game with random placements, and write down what happens."""
    rng = random.Random(seed)  # noqa: S311 - a game, no secret
    state = setup(players, rng=rng)
    write(f"A game for {players} players, seed {seed}. Every placement is random.")
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            scored = score_round(state)
            write("\n" + _round_text(scored.results[-1]))
            state = scored
            continue
        if not quiet and not state.placements:
            write(f"\nRound {state.round_number}: player {state.starting_player} begins.")
        moves = distinct_moves(state)
        move = moves[int(rng.random() * len(moves))]
        before, state = state, apply(state, move)
        if not quiet:
            write(f"\nPlayer {before.active_player} places {move.card} in {move.slot}.")
            write(draw_text(state.court))
            for elimination in state.eliminations[len(before.eliminations) :]:
                write(_elimination_text(elimination))
    write("\n" + _final_text(final_winner(state)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="westeros_intrigue", description="The card game Westeros Intrigue in the terminal."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    demo_parser = commands.add_parser("demo", help="watch a game that plays itself")
    demo_parser.add_argument(
        "--players",
        type=int,
        default=4,
        choices=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        help="how many players (default 4)",
    )
    demo_parser.add_argument(
        "--seed", type=_seed, default=1, help="an integer from 0 that fixes the game (default 1)"
    )
    demo_parser.add_argument(
        "--quiet", action="store_true", help="show the rounds' results, not each placement"
    )
    return parser


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"a seed is an integer from 0, not {text!r}")
    return int(text)


def _elimination_text(elimination: Elimination) -> str:
    left = elimination.cards_left
    if not left:
        return f"Player {elimination.player} is out: no cards left (rule elimination.empty)."
    cards = "1 card left, and it fits" if left == 1 else f"{left} cards left, and none fits"
    where = "nowhere" if left == 1 else "anywhere"
    return f"Player {elimination.player} is out: {cards} {where} (rule elimination.unable)."


def _round_text(result: RoundResult) -> str:
    points = ", ".join(
        f"player {player} {taken}" for player, taken in enumerate(result.penalty_points)
    )
    return (
        f"Round {result.round_number} is over after {len(result.placements)} placements.\n"
        f"Player {result.last_placer} placed the last card and draws an Iron Throne card: "
        f"{result.throne_card}.\nPenalty points: {points}."
    )


def _final_text(final: FinalResult) -> str:
    lines = ["The game is over. Totals, less Iron Throne cards:"]
    place = 1
    for group in final.ranking:
        lines += [f"  {place}. player {player}: {final.totals[player]}" for player in group]
        place += len(group)
    winners = " and ".join(f"Player {player}" for player in final.winners)
    verb = "wins" if len(final.winners) == 1 else "win"
    return "\n".join([*lines, f"{winners} {verb} {_DECISIONS[final.decided_by]}."])
