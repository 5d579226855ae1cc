"""`play_match`: the deals shared out in chunks, and the sums of the blocks that come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial

import attrs

from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.sharing import shared_out
from westeros_intrigue.base.values import Value, brief, check_integer, check_type
from westeros_intrigue.compiled.threads import Progress
from westeros_intrigue.matches.games import play_deal
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.results import MatchResult
from westeros_intrigue.matches.tallies import Block
from westeros_intrigue.players import Player
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import STANDARD, Variant

MOST_BLOCKS = 1000
"""The most sums that are kept apart: beyond, a block holds several deals. So the memory that a
match takes does not grow with the number of its deals."""
_USUAL_CHUNKS = 200
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
    chunk: int | None = None,
    executor: Executor | None = None,
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
        deals: how many deals, at least 1. `Match.seatings` tells how many games each makes.
        seed: an int of at least 0.
        variant: what each game is played with. Automated seats are nobody's.
        rounds: how many rounds a game has; None for as many as the variant says.
        lineup: the names at each table, in any order, some perhaps more than once. Without it,
            each table has all entrants equally often, or as equally as the seats allow.
        chunk: how many deals a worker gets at a time: what is lost if it dies. Small chunks take
            more time on the way. None for a two-hundredth of all deals, at most 50.
        executor: any `concurrent.futures.Executor`, such as a `ProcessPoolExecutor`, or the
            `get_executor()` of a client of Dask. None plays here, in this thread.
        progress: called in the calling thread, after each chunk, with the number of deals played
            and of all deals. What it raises ends the match.

    Raises:
        WrongType: an argument of another type.
        InvalidValue: a number out of its range, or names that do not suit.
        InvalidVariant: the variant does not suit the players.
        PlayerFailed: a player raised an error, or chose what is no legal move.

    Rules: solo.elsewhere, round.end, final.ranking.
    """
    check_type("variant", variant, Variant)
    if rounds is not None:
        variant = variant.with_rounds(rounds)
    check_integer("deals", deals, 1)
    check_integer("seed", seed, 0)
    setup(players, seed=seed, variant=variant)  # It knows which variants suit.
    names = _names(entrants)
    match = Match(names, players, deals, seed, variant, _lineup(lineup, names))
    if lineup and len(lineup) != len(match.chairs):
        raise InvalidValue(
            f"the lineup must have {len(match.chairs)} names, one for each seat that is not "
            f"automated, not {len(lineup)}"
        )
    chunk = min(_USUAL_CHUNK, -(-deals // _USUAL_CHUNKS)) if chunk is None else chunk
    check_integer("chunk", chunk, 1)
    chunks = (range(first, min(first + chunk, deals)) for first in range(0, deals, chunk))
    work = partial(play_chunk, match, tuple(entrants.values()))
    nothing = Block.of((), len(match.names))
    blocks = [nothing] * min(deals, MOST_BLOCKS)
    so_far = 0
    with closing(shared_out(work, chunks, executor)) as done:
        for played in done:
            for number, block in played.blocks:
                blocks[number] += block
            so_far += len(played.deals)
            if progress is not None:
                progress(so_far, deals)
    return MatchResult(match, tuple(blocks))


@attrs.frozen
class PlayedChunk(Value):
    """What a worker gives back: the sums over its deals."""

    deals: range
    """The numbers of the deals."""
    blocks: tuple[tuple[int, Block], ...]
    """The blocks that the deals belong to, by their number from 0, with what the chunk adds."""


def play_chunk(match: Match, entrants: Sequence[Player], deals: range) -> PlayedChunk:
    """Play some deals of a match; this is what a worker does.

    Raises:
        PlayerFailed: a player raised an error, or chose what is no legal move.
    """
    blocks: dict[int, Block] = {}
    for deal in deals:
        number = deal * min(match.deals, MOST_BLOCKS) // match.deals
        block = Block.of(play_deal(match, entrants, deal), len(match.names))
        blocks[number] = blocks[number] + block if number in blocks else block
    return PlayedChunk(deals, tuple(blocks.items()))


def _names(entrants: Mapping[str, Player]) -> tuple[str, ...]:
    check_type("entrants", entrants, Mapping)
    if not entrants:
        raise InvalidValue("a match needs an entrant")
    for name, player in entrants.items():
        check_type("the name of an entrant", name, str)
        if not name.strip() or not name.isprintable():
            raise InvalidValue(f"the name of an entrant must be printable, not {brief(name)}")
        if not callable(player):
            raise WrongType(f"{name} must be callable with view and rng, not {brief(player)}")
    return tuple(entrants)


def _lineup(lineup: Sequence[str], names: tuple[str, ...]) -> tuple[int, ...]:
    check_type("lineup", lineup, Sequence)
    if lineup and {*lineup} != {*names}:
        raise InvalidValue(
            f"the lineup must name each of {', '.join(names)}, and nobody else: "
            f"{brief(tuple(lineup))}"
        )
    return tuple(names.index(name) for name in lineup)
