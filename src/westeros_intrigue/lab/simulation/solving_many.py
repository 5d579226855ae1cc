"""Exact solutions of many positions, shared by workers and stored in a file."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from functools import partial
from hashlib import sha256
from threading import Event
from typing import Any

from westeros_intrigue.documents import Data, to_json
from westeros_intrigue.gamekit import documents, values
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER
from westeros_intrigue.lab.simulation.results_file import Format, Played, code_of
from westeros_intrigue.lab.simulation.running import Run, play_chunks
from westeros_intrigue.lab.simulation.solver import Solution, solution_of
from westeros_intrigue.rules.state import GameState

Solutions = tuple[Solution, ...]


def solve_all(
    states: Iterable[GameState],
    *,
    nodes: int | None = None,
    run: Run = Run(),  # noqa: B008 - frozen
) -> tuple[Solution, ...]:
    """Solve many positions, shared by workers, each as `solve` does.

    >>> solve_all([])
    ()

    Args:
        states: states in `Phase.PLAYING`.
        nodes: the maximum number of positions to examine for each, 1 to 2**53 - 1; None for no
            limit.
        run: the workers, the file for the solutions, and the report of progress, after each
            position. Threads help only with the extra `fast`.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: there are more than two seats with more than one player, a number is out of
            range, the run's file exists or belongs to other positions, or a state for a file was
            drawn from a view.
        DecodingError: the file is damaged.
        MatchInterrupted: the executor failed.
    """
    to_solve = values.tuple_of("states", GameState, states)
    values.check_type("run", run, Run)
    if nodes is not None:
        nodes = values.check_integer("nodes", nodes, 1, LARGEST_INTEGER)
    # States drawn from a view cannot be written, and no file needs their digest.
    text = "" if run.out is None else "".join(map(to_json, to_solve))
    terms: dict[str, Data] = {
        "kind": "solutions",
        "version": 1,
        "nodes": nodes,
        "positions": sha256(text.encode()).hexdigest(),
    }
    stopped = Event()
    parts = play_chunks(
        run,
        # A worker of another process cannot be stopped before its position is solved.
        partial(_solve_chunk, nodes, stopped if run.executor is None else None),
        range(len(to_solve)),
        "position",
        Format(terms, code_of({}), _read_chunk),
        usual_chunk=1,
        piece=lambda chunk: (chunk, to_solve[chunk.start : chunk.stop]),
        stop=stopped.set,
    )
    with closing(parts) as solved:
        chunks = sorted(solved, key=lambda chunk: chunk.numbers.start)
    return tuple(solution for chunk in chunks for solution in chunk.sums)


_SOLUTIONS = documents.Codecs().codec_for(tuple[Solution, ...])


def _solve_chunk(
    nodes: int | None, stopped: Event | None, piece: tuple[range, tuple[GameState, ...]]
) -> Played[Solutions]:
    numbers, states = piece
    solutions = tuple(solution_of(state, nodes, stopped or Event()) for state in states)
    line: dict[str, Data] = {"start": numbers.start, "solutions": _SOLUTIONS.write(solutions)}
    return Played(numbers, solutions, documents.dump(line))


def _read_chunk(line: dict[str, Any]) -> Played[Solutions]:
    start, solutions = line["start"], _SOLUTIONS.read(line["solutions"])
    return Played(range(start, start + len(solutions)), solutions)
