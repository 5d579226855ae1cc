"""`play_match`: the deals shared out in chunks, and what comes back summed up and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from os import PathLike

from westeros_intrigue.compiled.threads import Progress
from westeros_intrigue.matches.chunks import block_count, form_of, play_chunk
from westeros_intrigue.matches.entering import checked_match
from westeros_intrigue.matches.identity import code_of
from westeros_intrigue.matches.keeping import played_and_kept
from westeros_intrigue.matches.results import MatchResult
from westeros_intrigue.matches.tallies import Block
from westeros_intrigue.players import Player
from westeros_intrigue.rules.variants import STANDARD, Variant

_USUAL_CHUNK = 50


def play_match(
    entrants: Mapping[str, Player],
    *,
    players: int = 2,
    deals: int,
    seed: int,
    variant: Variant = STANDARD,
    rounds: int | None = None,
    lineup: Sequence[str] = (),
    forfeits: bool = False,
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match and return what came of it: each deal is played by all, in every seat.

    The result is the same whatever the executor, the number of its workers and the order in which
    they finish. The cards of a deal come from the seed and the deal's number; the random numbers of
    a seat from those and the seat. So nothing that a player does changes what another draws.

    Each game is played by copies of the players as they were given, made by `copy.deepcopy`: what
    one remembers lasts a game, and is known in its own seat alone.

    >>> from westeros_intrigue import greedy_player, random_player
    >>> entrants = {"greedy": greedy_player, "random": random_player}
    >>> result = play_match(entrants, deals=20, seed=1)
    >>> result
    <MatchResult: 20 deals, 40 games of 2 players, seed 1: greedy, random>
    >>> float(result.tally("greedy").rounds_won), result.tally("greedy").rounds
    (77.0, 80)

    Args:
        entrants: the players by name.
        players: how many seats a table has, 2 to 6.
        deals: how many deals, 1 to a billion. `Match.seatings` says how many games each makes.
        seed: an int from 0 to 2**53 - 1.
        variant: what each game is played with. Automated seats are nobody's.
        rounds: how many rounds a game has; None for as many as the variant says.
        lineup: the names at each table, in any order, some perhaps more than once. Without it,
            each table has all entrants equally often, or as equally as the seats allow.
        forfeits: whether a player that raises an error or chooses no legal move loses that game;
            otherwise its failure ends the match. `Tally` counts forfeits, the file has them whole.
        chunk: how many deals a worker gets at a time: what is lost if it dies. Small chunks take
            more time on the way. None for a two-hundredth of all deals, at most 50.
        executor: any `concurrent.futures.Executor`, such as a `ProcessPoolExecutor`, or the
            `get_executor()` of a client of Dask. None plays here, in this thread. A function that
            makes one, such as `ProcessPoolExecutor` itself, is called again when workers have died.
            Ctrl-C ends worker processes at once, and a process pool takes no more work after it.
        out: a new file that keeps what is played as it comes, one JSON text a line.
        resume: whether `out` may exist, to go on with what is played there. It must be of the same
            match, and unless it is complete, played by the same version of the library and the
            same players: a function is known by its name and the source of its module, a value by
            its repr.
        progress: called in the calling thread, after each chunk, with the number of deals played
            and of all deals. What it raises ends the match.

    Raises:
        InvalidValue: a number out of its range; names that do not suit; `out` exists or is of
            another match; a worker or `out` has another version of the library or of a player.
        InvalidVariant: the variant does not suit the players.
        DecodingError: the file is damaged; the path begins with the number of the line.
        PlayerFailed: a player raised an error, or chose what is not a legal move. What was under
            way elsewhere is finished first, and kept.
        MatchInterrupted: the executor failed.

    Rules: solo.elsewhere, round.end, final.ranking.
    """
    match = checked_match(
        entrants,
        players=players,
        deals=deals,
        seed=seed,
        variant=variant,
        rounds=rounds,
        lineup=lineup,
        forfeits=forfeits,
    )
    code = code_of(entrants)
    blocks = [Block.of(match, ())] * block_count(match)
    parts = played_and_kept(
        partial(play_chunk, match, dict(entrants), code, is_kept=out is not None),
        form_of(match, code),
        deals,
        chunk=chunk,
        usual_chunk=_USUAL_CHUNK,
        executor=executor,
        out=out,
        resume=resume,
        progress=progress,
    )
    with closing(parts) as played:
        for sums in played:
            for number, block in sums:
                blocks[number] += block
    return MatchResult(match, tuple(blocks))
