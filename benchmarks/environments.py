"""Steps per second in the frameworks, compared with the library's loop and their own games.

A step is what a learner does: it sees an observation and a mask, chooses a legal action at random,
and plays it. Making a new game is not timed. The library's part of a step in PettingZoo, which
plays the action and makes the observation and the mask, is also timed separately.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import figures
from benchmarks.measuring import Contender, Line, Work, chosen, measured, ratio, table
from westeros_intrigue import STANDARD
from westeros_intrigue.lab.environments import actions

OWN_LOOP = "4 players"
PETTINGZOO = "PettingZoo: Westeros Intrigue"
LIBRARYS_PART = "PettingZoo: Westeros Intrigue, the library's part"
ONE_SEAT = "Gymnasium: Westeros Intrigue, against greedy_player"
NAME = "westeros_intrigue.lab.environments.gymnasium:WesterosIntrigue-v0"
ONE_ROUND = STANDARD.with_rounds(1)
GAMES = 20


def several(contender: Contender) -> Contender:
    """Return a contender that plays many games in a turn, since one game is too short to time."""

    def prepare(turn: int) -> Work:
        works = [contender.prepare(GAMES * turn + game) for game in range(GAMES)]
        return lambda: sum(work() for work in works)

    return Contender(contender.name, prepare)


def pettingzoo_steps(make: Callable[[], Any]) -> Callable[[int], Work]:
    """Return the work of one game, as PettingZoo's own examples play it."""

    def prepare(turn: int) -> Work:
        environment = make()
        environment.reset(seed=turn)
        for number, agent in enumerate(environment.possible_agents):
            environment.action_space(agent).seed(turn + number)

        def work() -> int:
            steps = 0
            for agent in environment.agent_iter():
                observation, _, is_over, is_cut, _ = environment.last()
                if is_over or is_cut:
                    return steps
                mask = observation["action_mask"]
                environment.step(environment.action_space(agent).sample(mask))
                steps += 1
            return steps

        return work

    return prepare


def librarys_part(turn: int) -> Work:
    """Return the work of one game without PettingZoo: play, observe, and list the legal actions.

    The actions are chosen beforehand, since a space chooses them in PettingZoo.
    """
    rendering: Any = importlib.import_module("westeros_intrigue.lab.environments.rendering")
    playing: Any = importlib.import_module("westeros_intrigue.lab.environments.action_games")
    game = playing.TableToPlay(4, ONE_ROUND, "points", 0)
    state, rng, played = game.deal(random.Random(turn), None), random.Random(turn), []
    now = state
    while not now.is_over:
        played.append(chosen(actions.legal_actions(now), rng))
        now = game.play(now, now.active_player, played[-1])

    def work() -> int:
        now = state
        for action in played:
            rendering.look_from(now, now.active_player)
            now = game.play(now, now.active_player, action)
            game.returns(now)
        return len(played)

    return work


def _pettingzoo() -> list[Contender]:
    ours: Any = importlib.import_module("westeros_intrigue.lab.environments.pettingzoo")
    contenders = [
        Contender(PETTINGZOO, pettingzoo_steps(lambda: ours.env(4, variant=ONE_ROUND))),
        Contender(LIBRARYS_PART, librarys_part),
    ]
    try:
        theirs: Any = importlib.import_module("pettingzoo.classic.connect_four.connect_four")
    except ImportError:
        return contenders
    return [*contenders, Contender("PettingZoo: connect four", pettingzoo_steps(theirs.env))]


def gymnasium_steps(make: Callable[[], Any]) -> Callable[[int], Work]:
    """Return the work of one game in an environment of Gymnasium."""

    def prepare(turn: int) -> Work:
        environment, rng = make(), random.Random(turn)
        _, first = environment.reset(seed=turn)

        def work() -> int:
            info, is_over, count = first, False, 0
            while not is_over:
                legal = range(environment.action_space.n)
                if "action_mask" in info:
                    legal = info["action_mask"].nonzero()[0].tolist()
                _, _, is_over, is_cut, info = environment.step(chosen(legal, rng))
                is_over |= is_cut
                count += 1
            return count

        return work

    return prepare


def one_seat() -> Contender:
    """Return one seat of two players in Gymnasium, against `greedy_player`."""
    gymnasium: Any = importlib.import_module("gymnasium")
    return Contender(ONE_SEAT, gymnasium_steps(lambda: gymnasium.make(NAME, variant=ONE_ROUND)))


def _gymnasium() -> list[Contender]:
    gymnasium: Any = importlib.import_module("gymnasium")
    cart_pole = gymnasium_steps(lambda: gymnasium.make("CartPole-v1"))
    return [one_seat(), Contender("Gymnasium: CartPole-v1", cart_pole)]


def _openspiel() -> list[Contender]:
    pyspiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("westeros_intrigue.lab.environments.openspiel")
    for module in ("tic_tac_toe", "liars_poker"):
        importlib.import_module(f"open_spiel.python.games.{module}")  # enters its game

    def steps(name: str, *, observes: bool) -> Callable[[int], Work]:
        def prepare(turn: int) -> Work:
            rng = random.Random(turn)
            state = pyspiel.load_game(name).new_initial_state()
            while state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])

            def work() -> int:
                count = 0
                while not state.is_terminal() and (legal := state.legal_actions()):
                    if observes:
                        state.observation_tensor()
                    state.apply_action(chosen(legal, rng))
                    count += 1
                return count

            return work

        return prepare

    ours = "python_westeros_intrigue_deal(players=4,rounds=1)"
    return [
        Contender("OpenSpiel: Westeros Intrigue", steps(ours, observes=False)),
        Contender("OpenSpiel: Westeros Intrigue, observed", steps(ours, observes=True)),
        Contender("OpenSpiel: tic-tac-toe (Python)", steps("python_tic_tac_toe", observes=False)),
        Contender(
            "OpenSpiel: tic-tac-toe (Python), observed", steps("python_tic_tac_toe", observes=True)
        ),
        Contender("OpenSpiel: liar's poker (Python)", steps("python_liars_poker", observes=False)),
    ]


FRAMEWORKS: dict[str, Callable[[], list[Contender]]] = {
    "PettingZoo": _pettingzoo,
    "Gymnasium": _gymnasium,
    "OpenSpiel": _openspiel,
}


def report(turns: int) -> Iterator[Line]:
    """Measure steps per second, and the library's share of a step in PettingZoo."""
    contenders, missing = [figures.playouts(4, rounds=1)], []
    for name, make in FRAMEWORKS.items():
        try:
            contenders += make()
        except ImportError:
            missing.append(name)
    rates = measured([several(contender) for contender in contenders], turns)
    yield f"Steps per second, {turns} turns of {GAMES} games."
    yield "Ratios to the library's own loop, median and range."
    yield from table(rates, {contender.name: [OWN_LOOP] for contender in contenders}, [OWN_LOOP])
    if PETTINGZOO in rates:
        part = ratio(rates, PETTINGZOO, LIBRARYS_PART)
        yield f"of a step in PettingZoo, so much is the library's: {part}"
    for name in missing:
        yield f"{name} is not installed, and was not measured"
