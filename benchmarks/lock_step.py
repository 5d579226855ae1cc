"""Steps per second at tables in lock step, compared with other batched environments.

All play legal actions at random, 1 024 games at once, on one core. The actions at our tables and in
EnvPool are chosen beforehand, by playing the same games; in pgx, the choice is part of the compiled
code.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.environments import ONE_SEAT, one_seat, several
from benchmarks.measuring import Contender, Line, Work, measured, ratio, table
from westeros_intrigue.lab.environments.vector import Tables

BATCH, STEPS = 1024, 100
SETTINGS: dict[str, dict[str, Any]] = {
    "2 players, self-play": {},
    "2 players, against greedy": {"opponents": "greedy"},
    "2 players, against learned": {"opponents": "learned"},
    "4 players, self-play": {"players": 4},
    "4 players, against greedy": {"players": 4, "opponents": "greedy"},
    "4 players, whole games": {"players": 4, "rounds": None},
}


def at_tables(arguments: dict[str, Any], *, after: bool = False) -> Callable[[int], Work]:
    """Return the work of steps, each with the positions after each action if they are asked for."""
    tables = Tables(BATCH, seed=0, **arguments)

    def prepare(turn: int) -> Work:
        rng = np.random.default_rng(turn)
        tables.reset(seed=turn)
        played = []
        for _ in range(STEPS):
            played.append((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
            tables.step(played[-1])
        tables.reset()

        def work() -> int:
            for actions in played:
                if after:
                    tables.after()
                tables.step(actions)
            return BATCH * STEPS

        return work

    return prepare


def in_envpool(name: str) -> Callable[[int], Work]:
    """Return the work of steps in an environment of EnvPool, with one thread."""
    envpool: Any = importlib.import_module("envpool")
    environment = envpool.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1)

    def prepare(turn: int) -> Work:
        rng = np.random.default_rng(turn)
        environment.reset()
        played = rng.integers(environment.action_space.n, size=(STEPS, BATCH), dtype=np.int32)

        def work() -> int:
            for actions in played:
                environment.step(actions)
            return BATCH * STEPS

        return work

    return prepare


def in_pgx(name: str) -> Callable[[int], Work]:
    """Return the work of steps in a game of pgx, compiled with the choice of actions."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    game = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(game.step, game.init))

    def play(_: int, carried: Any) -> Any:
        states, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choosing, logits, axis=1)
        return step(states, actions, jax.random.split(stepping, BATCH)), key

    play_on = jax.jit(lambda *carried: jax.lax.fori_loop(0, STEPS, play, carried))
    begin = jax.jit(jax.vmap(game.init))

    def prepare(turn: int) -> Work:
        key = jax.random.PRNGKey(turn)
        states = begin(jax.random.split(key, BATCH))
        jax.block_until_ready(play_on(states, key))

        def work() -> int:
            jax.block_until_ready(play_on(states, key))
            return BATCH * STEPS

        return work

    return prepare


PEERS: dict[str, tuple[Callable[[str], Callable[[int], Work]], tuple[str, ...]]] = {
    "EnvPool": (in_envpool, ("CartPole-v1", "Catch-v0", "Blackjack-v1")),
    "pgx": (in_pgx, ("connect_four", "kuhn_poker", "leduc_holdem", "othello")),
}


def report(turns: int) -> Iterator[Line]:
    """Measure steps a second at tables in lock step, in Gymnasium, in EnvPool and in pgx."""
    contenders = [Contender(name, at_tables(of)) for name, of in SETTINGS.items()]
    with_after = "2 players, self-play, all positions after"
    contenders.append(Contender(with_after, at_tables({}, after=True)))
    missing = []
    for peer, (steps, names) in PEERS.items():
        try:
            contenders += [Contender(f"{peer}: {name}", steps(name)) for name in names]
        except ImportError:
            missing.append(peer)
    rates = measured([several(one_seat()), *contenders], turns)
    yield f"Steps per second of CPU time, {turns} turns of {STEPS} steps of {BATCH} games."
    yield from table(rates, {name: [ONE_SEAT] for name in rates}, ["one seat"])
    yield f"against greedy: {ratio(rates, '2 players, against greedy', ONE_SEAT)} times one seat"
    for name in missing:
        yield f"{name} is not installed, and was not measured"
