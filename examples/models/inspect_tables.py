"""Games of the library as an Inspect task: a sample for each deal and seat.

`inspect eval inspect_tables.py --model PROVIDER/MODEL -T game=btwixt` asks a model. As a program,
it asks a scripted one. Needs the package `inspect-ai`.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from typing import Any

from inspect_ai import Task, eval as evaluate, task
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.lab.language import Prompter, Query

ROLES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


@solver
def plays(game: str, opponent: str, tries: int, *, lists_moves: bool) -> Solver:
    """Play the game of a sample to its end, or until the model names no legal move."""
    table, prompter = GAMES[game], Prompter(game, lists_moves=lists_moves)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seed, own = state.metadata["seed"], state.metadata["seat"]
        rng, other = random.Random(seed), table.PLAYERS.parse(opponent or table.PLAYERS.usual)
        position, before, refused = (
            table.setup(state.metadata["players"], seed=seed),
            None,
            list[str](),
        )
        state.store.set("share", 0.0)
        while not (position := table.proceed(position)).is_over:
            seat = position.active_player
            view = table.observe(position, seat)
            if seat != own:
                position = table.apply(position, other(view, rng), player=seat)
                continue
            query, before = Query(prompter, view, before), view
            while query.move is None:
                if len(query.attempts) == tries:
                    state.store.set("forfeit", query.attempts[-1].reply)
                    return state
                # Only this decision: the context would grow with the game.
                state.messages = [
                    ROLES[each["role"]](content=each["content"]) for each in query.messages
                ]
                state = await generate(state)
                query = query.answered(state.output.completion)
                refused += query.attempts[-1].rules
                state.store.set("refused", dict(Counter(refused)))
            position = table.apply(position, query.move, player=seat)
        winners = table.final_winner(position).winners
        state.store.set("share", (own in winners) / len(winners))
        state.store.set("record", str(table.Record.from_state(position)))
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def share_of_the_win() -> Scorer:
    """Score a sample by the model's share of the win, with the rules that refused its moves."""

    async def score(state: TaskState, _target: Target) -> Score:
        refused = {"refused": state.store.get("refused")}
        return Score(
            value=state.store.get("share"),
            explanation=state.store.get("forfeit"),
            metadata=refused,
        )

    return score


@task
def tables(
    game: str = "westeros-intrigue",
    players: int = 2,
    deals: int = 2,
    opponent: str = "",
    tries: int = 3,
    lists_moves: bool = False,
) -> Task:
    """Play each deal from every seat, as in a match."""
    samples = [
        Sample(
            input=f"deal {seed}, seat {seat}",
            target="win",
            metadata={"players": players, "seed": seed, "seat": seat},
        )
        for seed in range(deals)
        for seat in range(players)
    ]
    solve = plays(game, opponent, tries, lists_moves=lists_moves)
    return Task(dataset=samples, solver=solve, scorer=share_of_the_win())


def scripted(rng: random.Random) -> Model:
    """Return a model that picks a listed move, and is wrong one time in ten."""

    def answer(messages: list[Any], *_: object) -> ModelOutput:
        listed = messages[1].text.partition("Legal moves:\n")[2].partition("\n\n")[0].splitlines()
        move = "nonsense" if rng.random() < 1 / 10 else rng.choice(listed).partition(" - ")[0]
        output = ModelOutput.from_content("mockllm/model", f"Move: {move}")
        # Without tokens, the scripted model would load a tokenizer from the network.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1)
        return output

    return get_model("mockllm/model", custom_outputs=answer)


def main() -> None:
    """Ask the scripted model in two games."""
    for key, players in (("westeros-intrigue", 2), ("btwixt", 3)):
        with tempfile.TemporaryDirectory() as folder:
            one = tables(key, players, deals=1, lists_moves=True)
            model = scripted(random.Random(1))
            [log] = evaluate(one, model=model, log_dir=folder, display="none")
            if log.status != "success":
                raise SystemExit(f"{key}: {log.error}")
            shares = [next(iter(each.scores.values())).value for each in log.samples]
        print(key, log.status, "shares of the wins:", *shares)


if __name__ == "__main__":
    main()
