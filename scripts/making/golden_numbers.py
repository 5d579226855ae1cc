"""Write the golden numbers: what the laboratory computes, case by case, for all code to repeat.

`tests/samples/golden_numbers.txt` has a line for each case: its name, then its numbers. Python, and
the compiled code in its place, must reproduce every line, whatever the compiler and the processor.
The maker adds the cases that the file lacks and refuses to change a line that it has: such a change
means that seeds no longer give the same rounds. New weights of the network add lines with a digest
of their own.
"""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    Variant,
    View,
    apply,
    distinct_moves,
    greedy_player,
    legal_moves,
    observe,
    random_player,
    setup,
)
from westeros_intrigue.lab.environments.action_games import Rewards, TableToPlay
from westeros_intrigue.lab.environments.given_games import GivenGame
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer
from westeros_intrigue.lab.players.reading import can_read, read
from westeros_intrigue.lab.players.search import WEIGHTS
from westeros_intrigue.lab.simulation import (
    Policy,
    Simulation,
    packing,
    playouts,
    solve,
    winning_moves,
)
from westeros_intrigue.lab.simulation.fast import LAST_ROUND
from westeros_intrigue.lab.simulation.trial_kernel import MARGIN, POINTS, WIN
from westeros_intrigue.lab.simulation.trials import Trials, measure, trials_of
from westeros_intrigue.rules import draw_deal

FILE = Path(__file__).resolve().parents[2] / "tests/samples/golden_numbers.txt"
HOUSES = tuple(House)
MIXED = [list(Policy)[seat % 4] for seat in range(6)]
"""Every policy at one table, as far as there are seats."""
AUTOMATED = STANDARD.with_seats(houses=(*HOUSES, HOUSES[2]), automated=[1, 3])
"""Five seats, of which two are automated."""
DUEL = STANDARD.with_seats(houses=HOUSES[:2], automated=[1])


def everything(players: int) -> Variant:
    """Return a table with all options."""
    houses = [HOUSES[seat % 4] for seat in range(players)]
    return STANDARD.with_seats(houses=houses).with_options(
        house_affiliation=True, rivalry=True, anyone_can_die=True
    )


Numbers = Iterable[object]


def flat(numbers: Any) -> Iterator[object]:  # noqa: ANN401 - arrays, and nested lists of numbers
    """Yield the numbers of arrays, and of lists in lists, one after another."""
    if isinstance(numbers, np.ndarray):
        numbers = numbers.tolist()
    if isinstance(numbers, Sequence) and not isinstance(numbers, str):
        for part in numbers:
            yield from flat(part)
    elif isinstance(numbers, float):
        yield f"{numbers:.10g}"
    else:
        yield int(numbers) if isinstance(numbers, bool) else numbers


def after(players: int, placements: int, seed: int, variant: Variant = STANDARD) -> GameState:
    """Return a position in which a player is to move, after at most some placements at random."""
    state = in_play = setup(players, seed=seed, variant=variant)
    chance = random.Random(seed)
    for _ in range(placements):
        state = apply(state, chance.choice(legal_moves(state)))
        if state.active_player is None:
            break
        if state.active_player not in variant.automated:
            in_play = state
    return in_play


def seen_after(players: int, placements: int, seed: int, variant: Variant = STANDARD) -> View:
    """Return such a position as the seat to move sees it."""
    state = after(players, placements, seed, variant)
    return observe(state, state.active_player or 0)


def seen_after_learned(placements: int, seed: int, players: int = 2) -> View:
    """Return a position of players like `LearnedPlayer`, as the seat to move sees it."""
    state, player, chance = setup(players, seed=seed), LearnedPlayer(), random.Random(seed)
    for _ in range(placements):
        following = apply(state, player(observe(state, state.active_player or 0), chance))
        if following.active_player is None:
            break
        state = following
    return observe(state, state.active_player or 0)


def rounds(players: int, policies: Any, rotate: bool, seed: int) -> Numbers:  # noqa: ANN401, FBT001 - policies
    """Return the results of a few rounds, the last ones that a seed has."""
    simulation = Simulation(players, policies, seed, first_player=players - 1, rotate=rotate)
    played = simulation.rounds(range(LAST_ROUND - 8, LAST_ROUND + 1))
    for number in range(len(played)):
        yield from flat(played.cards_left[number])
        yield from flat(
            [played.last_placer[number], played.plies[number], played.last_house[number]]
        )


def games(players: int, policies: Any, variant: Variant) -> Numbers:  # noqa: ANN401 - policies
    """Return the results of a few games."""
    played = Simulation(players, policies, 2**64 - 7, variant).games(range(5, 9))
    for number in range(len(played)):
        yield from flat([played.cards_left[number], played.last_placer[number]])
        yield from flat([played.plies[number], played.throne_cards[number], played.totals[number]])


def played_out(position: GameState | View, policies: Any) -> Numbers:  # noqa: ANN401 - policies
    """Return the results of a few playouts."""
    played = playouts(position, policies, 12, seed=2**64 - 9, start=2**40)
    for number in range(len(played)):
        yield from flat(played.cards_left[number])
        yield from flat(
            [played.last_placer[number], played.plies[number], played.last_house[number]]
        )


def worlds(view: View, policy: Policy, *, inference: bool) -> Numbers:
    """Return the hands and stacks of drawn worlds, and the ends of all moves there."""
    trials = trials_of(view, policy, 2**32 - 1, inference=inference)
    moves = distinct_moves(view)
    batches = list(trials.in_batches(moves, range(11)))
    drawn = Trials.worlds(trials, 7, 6)
    yield from drawn
    for kind in (MARGIN, POINTS, WIN):
        for win_worth, best, power in ((0, -1, 1), (3, 0, 2)):
            sums, count = measure(batches, len(moves), kind, win_worth, best, power)
            yield from flat([*map(int, sums), count])


def worths(view: View, weights: bytes) -> Numbers:
    """Return the worth of each move by the network, as an integer."""
    for worth in LearnedPlayer(weights=weights)._worths(view):
        yield round(worth * 2**21)


def solved(state: GameState) -> Numbers:
    """Return the solution of a position, and the number of nodes that found it."""
    solution = solve(state)
    yield from (solution.player, solution.value, solution.nodes)
    yield from map(str, (*solution.best_moves, "|", *solution.line))
    if state.players == 2:
        yield from map(str, ("|", *winning_moves(state)))


def limited(state: GameState, nodes: int) -> Numbers:
    """Return what is known of a position when the limit of nodes ends the search."""
    solution = solve(state, nodes=nodes)
    yield from (solution.value, *solution.bounds, solution.nodes)


def tables(players: int, steps: int, **terms: Any) -> Numbers:  # noqa: ANN401 - those of Tables
    """Return the steps at a few tables, with digests of what they show."""
    tables, chance = Tables(4, players=players, seed=2**64 - 11, **terms), random.Random(players)
    for step in range(steps):
        legal = [[at for at, is_legal in enumerate(mask) if is_legal] for mask in tables.masks]
        chosen = [chance.choice(actions) for actions in legal]
        shown = tables.observations.astype("<f4").tobytes()
        yield from flat([tables.seats, [len(actions) for actions in legal], chosen])
        yield sha256(shown).hexdigest()[:12]
        if step % 5 == 0:
            seen = tables.after()
            yield sha256(seen.numbers.astype("<f4").tobytes()).hexdigest()[:12]
            valued = tables.values(WEIGHTS_NOW)
            yield sha256(valued.worths.astype("<f8").tobytes()).hexdigest()[:12]
            yield sha256(valued.words.astype("<i8").tobytes()).hexdigest()[:12]
        tables.step(chosen)
        yield from flat([tables.rewards.astype(float), tables.done, tables.games])


def given(players: int, opponents: Sequence[Any], variant: Variant, rewards: Rewards) -> Numbers:
    """Return the steps of a game with given cards and numbers, as every seat sees them."""
    table = TableToPlay(players, variant, rewards, players - 1)
    game, chance = GivenGame(table, opponents), random.Random(players)
    game.begin(draw_deal(players, chance, variant), range(players))
    while True:
        shown, masks = zip(*map(game.look_from, range(players)), strict=True)
        digest = sha256(b"".join(row.astype("<f4").tobytes() for row in shown))
        yield digest.hexdigest()[:12]
        if game.seat is None:
            return
        chosen = chance.choice(masks[game.seat].nonzero()[0].tolist())
        game.play(chosen)
        yield from flat([chosen, game.rewards, game.is_over])


def reading(view: View) -> Numbers:
    """Return what the others' placements tell, and the ends of moves with likely hands."""
    found, others = read(view, drawn=40), view.players - 1
    seats = [found.hands[seat::others] for seat in range(others)]
    likely = sorted(zip(found.chances, *seats, strict=True), reverse=True)[:5]
    codes = [packing.code_of(view._board.occupied, move) for move in distinct_moves(view)[:3]]
    yield from flat([found.loose, len(found.hands), *map(list, likely)])
    yield from found.try_moves(codes, 4, 2**32 - 1)


def choice(view: View, player: Any) -> Numbers:  # noqa: ANN401 - one of two classes
    """Return the move of a player."""
    yield str(player(view, random.Random(7)))


Cases = dict[str, Callable[[], Numbers]]


def cases() -> Cases:
    """Return all cases by name."""
    return {
        **cases_of_rounds(),
        **cases_of_worlds(),
        **cases_of_networks(),
        **cases_of_solutions(),
        **cases_of_tables(),
        **cases_of_given_games(),
        **cases_of_larger_tables(),
    }


POLICIES = {policy.value: policy for policy in Policy}


def cases_of_rounds() -> Cases:
    """Return the rounds, games and playouts."""
    found: Cases = {}
    for players in range(2, 7):
        named = {**POLICIES, "mixed": MIXED[:players]}
        for name, policy in named.items():
            for turning, rotate, seed in (("", False, 1), (" rotate", True, 2**64 - 1)):
                case = partial(rounds, players, policy, rotate, seed)
                found[f"rounds {players} {name}{turning}"] = case
            found[f"games {players} {name}"] = partial(games, players, policy, STANDARD)
            for placements in (0, 7):
                state = after(players, placements, 3 * players + placements)
                view = observe(state, state.active_player or 0)
                for kind, position in (("state", state), ("view", view)):
                    case = partial(played_out, position, policy)
                    found[f"playouts {players} {name} {placements} {kind}"] = case
        variant = everything(players).with_rounds(3)
        found[f"games {players} mixed options"] = partial(games, players, MIXED[:players], variant)
    found["games 5 greedy automated"] = partial(games, 5, "greedy", AUTOMATED)
    found["games 2 epsilon-greedy automated"] = partial(games, 2, "epsilon-greedy", DUEL)
    found["games 4 legal solo"] = partial(games, 4, "legal", SOLO_SCHEMING)
    return found


def cases_of_worlds() -> Cases:
    """Return the worlds and trials, and the moves of players that search."""
    found: Cases = {}
    erring = Policy.EPSILON_GREEDY
    for placements in (0, 6, 13, 19):
        view = seen_after(5, placements, placements, AUTOMATED)
        found[f"playouts 5 greedy {placements} automated"] = partial(played_out, view, "greedy")
        for inferring, inference in (("", False), (" inference", True)):
            case = partial(worlds, view, erring, inference=inference)
            found[f"worlds 5 epsilon-greedy {placements} automated{inferring}"] = case
        for players in range(2, 7):
            view = seen_after(players, placements, 10 * players + placements)
            for policy in (Policy.GREEDY, Policy.LEGAL):
                case = partial(worlds, view, policy, inference=False)
                found[f"worlds {players} {policy.value} {placements}"] = case
            case = partial(worlds, view, erring, inference=True)
            found[f"worlds {players} epsilon-greedy {placements} inference"] = case
            player = MonteCarloPlayer(60, inference=placements > 6)
            found[f"choice {players} search {placements}"] = partial(choice, view, player)
    return found


WEIGHTS_NOW = WEIGHTS.read_bytes()
DIGEST = sha256(WEIGHTS_NOW).hexdigest()[:8]
"""The start of the names of all cases that depend on the weights."""


def noise() -> bytes:
    """Return weights of noise, with which sums reach the cap of the first layer and both signs."""
    drawn = random.Random(5).randbytes(len(WEIGHTS_NOW))
    weights = array("h")
    weights.frombytes(drawn)
    if sys.byteorder == "big":
        weights.byteswap()
    small = array("h", [weight // 64 for weight in weights])
    if sys.byteorder == "big":
        small.byteswap()
    return small.tobytes()


def cases_of_networks() -> Cases:
    """Return the worths of moves, and what builds on them."""
    found: Cases = {}
    of_noise = noise()
    for placements in range(0, 24, 3):
        for players in range(2, 7):
            view = seen_after(players, placements, 100 * players + placements)
            found[f"worths {DIGEST} {players} {placements}"] = partial(worths, view, WEIGHTS_NOW)
            found[f"worths noise {players} {placements}"] = partial(worths, view, of_noise)
        view = seen_after(5, placements, placements, AUTOMATED)
        found[f"worths {DIGEST} 5 {placements} automated"] = partial(worths, view, WEIGHTS_NOW)
        view = seen_after_learned(placements, 50 + placements)
        if can_read(view):
            found[f"reading {DIGEST} {placements}"] = partial(reading, view)
        found[f"choice {DIGEST} {placements}"] = partial(choice, view, LearnedPlayer(playouts=40))
    return found


def cases_of_solutions() -> Cases:
    """Return the solutions of positions."""
    found: Cases = {}
    for placements in (6, 10, 13, 16, 19):
        for seed in (1, 2, 3):
            found[f"solve 2 {placements} {seed}"] = partial(solved, after(2, placements, seed))
            state = after(2, placements, seed, DUEL)
            found[f"solve 2 {placements} {seed} automated"] = partial(solved, state)
        state = after(4, placements, placements, SOLO_SCHEMING)
        found[f"solve 4 {placements} solo"] = partial(solved, state)
    found["solve 2 0 limit"] = partial(limited, after(2, 0, 1), 45_000)
    return found


def cases_of_tables() -> Cases:
    """Return the steps at tables."""
    found: Cases = {}
    plain: dict[str, Any] = {"rounds": 1, "rewards": "points"}
    whole: dict[str, Any] = {"rounds": None, "rewards": "victory", "history": True}
    for players in range(2, 7):
        found[f"tables {players} self-play {DIGEST}"] = partial(tables, players, 40, **plain)
        for opponents in (*POLICIES, "learned"):
            case = partial(tables, players, 25, opponents=opponents, **plain)
            found[f"tables {players} {opponents} {DIGEST}"] = case
        found[f"tables {players} games history {DIGEST}"] = partial(tables, players, 150, **whole)
        options = {"opponents": "greedy", "variant": everything(players), **whole}
        found[f"tables {players} options {DIGEST}"] = partial(tables, players, 60, **options)
    automated = {**whole, "variant": AUTOMATED, "rounds": 2}
    found[f"tables 5 automated {DIGEST}"] = partial(tables, 5, 90, **automated)
    solo = {**plain, "variant": SOLO_SCHEMING, "rounds": 2}
    found[f"tables 4 solo {DIGEST}"] = partial(tables, 4, 60, **solo)
    return found


def cases_of_given_games() -> Cases:
    """Return games with given cards and numbers."""
    found: Cases = {}
    named = {"greedy": greedy_player, "random": random_player, "learned": LearnedPlayer()}
    for players in range(2, 7):
        for name, player in named.items():
            seated = [None, *[player] * (players - 1)]
            case = partial(given, players, seated, STANDARD.with_rounds(2), "points")
            found[f"given {players} {name} {DIGEST}"] = case
        case = partial(given, players, [None] * players, everything(players), "victory")
        found[f"given {players} agents options"] = case
    mixed = [greedy_player, None, LearnedPlayer(), random_player]
    found[f"given 4 mixed {DIGEST}"] = partial(given, 4, mixed, STANDARD, "victory")
    alone = [None, None, greedy_player, None, None]
    found["given 5 automated"] = partial(given, 5, alone, AUTOMATED.with_rounds(2), "points")
    return found


def cases_of_larger_tables() -> Cases:
    """Return what placements tell at tables of more than two."""
    found: Cases = {}
    for players in (3, 4, 5, 6):
        for placements in (5, 12, 19):
            view = seen_after_learned(placements, 70 + placements, players)
            if can_read(view):
                case = f"reading-worlds {DIGEST} {players} {placements}"
                found[case] = partial(reading, view)
    return found


def line_of(name: str, numbers: Numbers) -> str:
    """Return the line of a case."""
    return f"{name}: {' '.join(map(str, numbers))}"


def read_lines() -> dict[str, str]:
    """Return the lines of the file by the names of their cases."""
    lines = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    return {line.partition(":")[0]: line for line in lines}


def main(_arguments: Sequence[str]) -> None:
    """Add the cases that are missing, if no case has changed."""
    lines = read_lines()
    for name, numbers in cases().items():
        line = line_of(name, numbers())
        if lines.setdefault(name, line) != line:
            raise SystemExit(
                f"the golden numbers of {name!r} have changed, and are not overwritten:\n"
                f"  {FILE.name} has {lines[name]}\n  now there is {line}"
            )
    FILE.write_text("".join(f"{line}\n" for line in lines.values()), "utf-8")
