"""`play_match`: the deals shared out in chunks, and what comes back summed up and kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from itertools import compress, islice
from os import PathLike

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.sharing import shared_out
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.compiled.threads import Progress
from westeros_intrigue.matches.chunks import PlayedChunk, block_count, blocks_of, play_chunk
from westeros_intrigue.matches.entering import checked_match
from westeros_intrigue.matches.games import PlayerFailed
from westeros_intrigue.matches.results import MatchResult
from westeros_intrigue.matches.results_file import ResultsFile
from westeros_intrigue.matches.tallies import Block
from westeros_intrigue.players import Player
from westeros_intrigue.rules.variants import STANDARD, Variant

_USUAL_CHUNKS = 200
_USUAL_CHUNK = 50


class MatchInterrupted(WesterosIntrigueError, RuntimeError):
    """The executor failed: a worker died, a scheduler went away, a player could not be sent.

    Its cause is the executor's own error.

    >>> print(MatchInterrupted(120, 500, "BrokenProcessPool: a worker died"))
    the executor failed when 120 of 500 deals were played: BrokenProcessPool: a worker died
    """

    played: int
    """How many deals were played. With `out=` they are in the file, and `resume=True` goes on."""
    deals: int
    """How many there are in all."""
    reason: str
    """The executor's own error."""

    def __init__(self, played: int, deals: int, reason: str) -> None:
        self.played = played
        self.deals = deals
        self.reason = reason
        super().__init__(played, deals, reason)

    def __str__(self) -> str:
        return (
            f"the executor failed when {self.played} of {self.deals} deals were played: "
            f"{self.reason}"
        )


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
        out: a new file that keeps what is played as it comes, one JSON text a line.
        resume: whether `out` may exist, to go on with what is played there. It must be of the same
            match; that the players are the same is for the caller to see to.
        progress: called in the calling thread, after each chunk, with the number of deals played
            and of all deals. What it raises ends the match.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: a number out of its range, names that do not suit, or `out` exists or is of
            another match.
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
    chunk = min(_USUAL_CHUNK, -(-deals // _USUAL_CHUNKS)) if chunk is None else chunk
    check_integer("chunk", chunk, 1)
    check_type("resume", resume, bool)
    work = partial(play_chunk, match, tuple(entrants.values()), is_kept=out is not None)
    blocks = [Block.of(match, ())] * block_count(match)
    is_played = bytearray(deals)

    def count(numbers: Iterable[int], new: Iterable[tuple[int, Block]]) -> None:
        for number, block in new:
            blocks[number] += block
        for deal in numbers:
            is_played[deal] = True

    def chunks() -> Iterator[tuple[int, ...]]:
        left = compress(range(deals), (not one for one in is_played[:]))
        while numbers := tuple(islice(left, chunk)):
            yield numbers

    with ExitStack() as stack:
        file = None
        if out is not None:
            file = stack.enter_context(ResultsFile(out, match, resume=resume))
            for line in file.read():
                count((one.deal for one in line), blocks_of(match, line).items())
        for played in stack.enter_context(closing(_played(work, chunks, executor, is_played))):
            if file is not None:
                file.add(played.line)
            count(played.deals, played.blocks)
            if progress is not None:
                progress(is_played.count(True), deals)
    return MatchResult(match, tuple(blocks))


def _played(
    work: Callable[[tuple[int, ...]], PlayedChunk],
    chunks: Callable[[], Iterator[tuple[int, ...]]],
    executor: Executor | Callable[[], Executor] | None,
    is_played: bytearray,
) -> Generator[PlayedChunk, None, None]:
    """Yield the chunks as they come, from a new executor where the one before broke.

    A new one is made only while that leads on: a chunk that kills every worker ends the match.
    """
    if executor is None:
        yield from shared_out(work, chunks(), None)
        return
    while True:
        before = is_played.count(True)
        try:
            with closing(shared_out(work, chunks(), executor)) as played:
                yield from played
        except PlayerFailed:
            raise
        except Exception as error:
            so_far = is_played.count(True)
            if isinstance(executor, Executor) or so_far == before:
                reason = f"{type(error).__name__}: {error}"
                raise MatchInterrupted(so_far, len(is_played), reason) from error
        else:
            return
