"""Make the data of docs/knowledge.md: a file in docs/knowledge for each figure.

    python scripts/make.py knowledge FIGURE

`deals` continues its file until it is stopped; other files are replaced. Then `make.py
knowledge-page` puts the tables on the page and draws the pictures. It needs the extra `fast`;
figures are equal on every machine.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    House,
    Move,
    Player,
    RandomSource,
    View,
    apply,
    distinct_moves,
    greedy_player,
    observe,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.lab.players import MonteCarloPlayer
from westeros_intrigue.lab.simulation import Policy, Simulation, solve

FOLDER = Path(__file__).parents[2] / "docs/knowledge"
PLAYER_COUNTS = range(2, 7)
SKILLS = {"random": Policy.RANDOM, "greedy": Policy.GREEDY}
SEARCH = MonteCarloPlayer(1000)
ONE_ROUND = STANDARD.with_rounds(1)
Row = Sequence[object]


def share(hits: float, of: int) -> tuple[float, float]:
    """Return a share in per cent, and half of its 95 % interval, rounded up to a hundredth.

    For a share of 0 or 1, it is the rule of three: 3 divided by the number of trials.
    """
    part = hits / of
    error = max(1.96 * math.sqrt(part * (1 - part) / of), 3 / of)
    return round(100 * part, 2), math.ceil(10_000 * error) / 100


def deals(start: int = 1) -> Iterator[Row]:
    """Solve the first rounds of setup(2, seed=1), setup(2, seed=2) and so on.

    The value is for the player who starts; the houses are those of the best first cards.
    """
    for seed in count(start):
        solution = solve(setup(2, seed=seed))
        yield seed, solution.value, "".join(move.card.house.letter for move in solution.best_moves)


def solo(deals: int = 200) -> Iterator[Row]:
    """Play first rounds of Solo Scheming for the best possible score, and for players' scores.

    The score is 2 for the last card, less the cards left.
    """
    for seed in range(1, deals + 1):
        state = setup(4, seed=seed, variant=SOLO_SCHEMING)
        scores = []
        for player in (random_player, greedy_player, SEARCH):
            rng, end = random.Random(seed), state  # noqa: S311 - a game, no secret
            while end.active_player is not None:
                if end.active_player in end.variant.automated:
                    move = distinct_moves(end)[0]
                else:
                    move = player(observe(end, end.active_player), rng)
                end = apply(end, move)
            scores.append(2 * (end.last_placer == 0) - len(end.hands[0]))
        yield seed, solve(state).value, *scores


def seats(rounds: int = 200_000) -> Iterator[Row]:
    """Count the results of each seat in a round, from the one that starts, with equal players."""
    for players in PLAYER_COUNTS:
        for skill, policy in SKILLS.items():
            simulated = Simulation(players, policy, seed=1).rounds(range(rounds))
            for seat in range(players):
                left = simulated.cards_left[:, seat]
                won = share(int((simulated.last_placer == seat).sum()), rounds)
                error = round(1.96 * float(left.std()) / math.sqrt(rounds), 3)
                yield players, skill, seat, rounds, *won, round(float(left.mean()), 3), error


def searchers(rounds: int = 300) -> Iterator[Row]:
    """Count the results of each seat, as `seats` does, when all seats search."""
    for players in PLAYER_COUNTS:
        table = [SEARCH] * players
        results = [
            play_game(table, seed=seed, variant=ONE_ROUND).results[0]
            for seed in range(1, rounds + 1)
        ]
        for seat in range(players):
            left = [result.cards_left[seat] for result in results]
            won = share(sum(result.last_placer == seat for result in results), rounds)
            error = round(1.96 * float(np.std(left)) / math.sqrt(rounds), 3)
            yield players, "search", seat, rounds, *won, round(float(np.mean(left)), 3), error


def throne(games: int = 100_000) -> Iterator[Row]:
    """Count the wins of greedy players by their number of Iron Throne cards."""
    for players in PLAYER_COUNTS:
        played = Simulation(players, Policy.GREEDY, seed=1).games(range(games))
        seats = np.arange(players)
        held = (played.last_placer[:, :, None] == seats).sum(axis=1)
        points = played.penalty_points.sum(axis=1)
        # Without the cards, the player with the fewest points would win.
        alone = points == points.min(axis=1)[:, None]
        other = share(int((alone != played.is_winner).any(axis=1).sum()), games)
        for cards in range(players + 1):
            those = held == cards
            if those.sum() >= 100:
                won = share(int(played.is_winner[those].sum()), int(those.sum()))
                yield players, cards, int(those.sum()), *won, *other


def _advice(worth: Callable[[View, Move], float]) -> Player:
    """Return a player that chooses equally among the moves with the highest worth."""

    def player(view: View, rng: RandomSource) -> Move:
        moves = distinct_moves(view)
        values = [worth(view, move) for move in moves]
        best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        return best[int(rng.random() * len(best))]

    return player


def _held(view: View, move: Move) -> int:
    return sum(card.house is move.card.house for card in view.hand)


def _open_slots(view: View, move: Move, *, own: bool) -> int:
    """Count the slots that a move leaves open, for each house that the hand has left or has not."""
    court = view.court.place(move.card, move.slot)
    left = {card.house for card in view.hand if card != move.card}
    return sum(len(court.open_slots(house)) for house in House if (house in left) is own)


ADVICE: dict[str, Player] = {
    "the upper rows first": _advice(lambda _, move: move.slot.row),
    "the bottom row first": _advice(lambda _, move: -move.slot.row),
    "first what you have most of": _advice(_held),
    "first what you have least of": _advice(lambda view, move: -_held(view, move)),
    "leave your own houses many slots": _advice(lambda *played: _open_slots(*played, own=True)),
    "leave other houses few slots": _advice(lambda *played: -_open_slots(*played, own=False)),
    "all that greedy_player weighs": greedy_player,
}


def advice(rounds: int = 3000, counts: Sequence[int] = (2, 4)) -> Iterator[Row]:
    """Count the rounds that a player who follows advice wins against random players.

    Each deal is played once from every seat; the intervals are those between deals.
    """
    for players in counts:
        for words, player in ADVICE.items():
            wins = []
            for seed in range(1, rounds // players + 1):
                won = 0
                for seat in range(players):
                    table = [player if each == seat else random_player for each in range(players)]
                    end = play_game(table, seed=seed, variant=ONE_ROUND)
                    won += end.results[0].last_placer == seat
                wins.append(won / players)
            error = 1.96 * float(np.std(wins)) / math.sqrt(len(wins))
            mean = round(100 * float(np.mean(wins)), 2)
            yield players, words, rounds, mean, round(100 * error, 2)


WON = ("won", "plus_minus")
SEATS = ("players", "skill", "seat", "rounds", *WON, "cards_left", "cards_left_plus_minus")
FIGURES: dict[str, tuple[Callable[[], Iterator[Row]], Row]] = {
    "deals": (deals, ("seed", "value", "best_first_houses")),
    "solo": (solo, ("seed", "par", "random", "greedy", "search")),
    "seats": (seats, SEATS),
    "searchers": (searchers, SEATS),
    "throne": (
        throne,
        ("players", "cards", "players_who_held_them", *WON, "other_winner", "other_plus_minus"),
    ),
    "advice": (advice, ("players", "advice", "rounds", *WON)),
}  # fmt: skip
"""For each figure, the function that yields its rows, and the headings."""


def write(figure: str, rows: Iterable[Row], *, goes_on: bool = False) -> None:
    """Write rows to the file of a figure, each as soon as it is ready."""
    with (FOLDER / f"{figure}.csv").open("a" if goes_on else "w", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in rows:
            writer.writerow(row)
            file.flush()


def main(arguments: Sequence[str]) -> None:
    """Make the figure that is named."""
    parser = argparse.ArgumentParser(
        prog="make.py knowledge", description="Makes the data of docs/knowledge.md."
    )
    parser.add_argument("figure", choices=FIGURES)
    figure: str = parser.parse_args(arguments).figure
    make, head = FIGURES[figure]
    path = FOLDER / f"{figure}.csv"
    if figure == "deals" and path.exists():
        solved = len(path.read_text(encoding="utf-8").splitlines()) - 1
        write(figure, deals(solved + 1), goes_on=True)
    else:
        write(figure, [head])
        write(figure, make(), goes_on=True)
