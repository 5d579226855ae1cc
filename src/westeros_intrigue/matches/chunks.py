"""What a worker does: play some deals, and give back their sums and their line in the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.matches.games import PlayedDeal, play_deal
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.results_file import line_of
from westeros_intrigue.matches.tallies import Block
from westeros_intrigue.players import Player

MOST_BLOCKS = 1000
"""The most sums that are kept apart: beyond, a block holds several deals. So the memory that a
match takes does not grow with the number of its deals."""


@attrs.frozen
class PlayedChunk(Value):
    """What a worker gives back."""

    deals: tuple[int, ...]
    """The numbers of the deals that it played."""
    blocks: tuple[tuple[int, Block], ...]
    """The blocks that the deals belong to, by their number from 0, with what these deals add."""
    line: str
    """The deals as a line of the results file; empty if none is kept."""


def play_chunk(
    match: Match, entrants: Sequence[Player], deals: tuple[int, ...], *, is_kept: bool
) -> PlayedChunk:
    """Play some deals of a match.

    Raises:
        PlayerFailed: a player raised an error, or chose what is not a legal move, and the match
            counts no forfeits.
    """
    played = [play_deal(match, entrants, deal) for deal in deals]
    line = line_of(match, played) if is_kept else ""
    return PlayedChunk(deals, tuple(blocks_of(match, played).items()), line)


def blocks_of(match: Match, played: Iterable[PlayedDeal]) -> dict[int, Block]:
    """Return the sums of some deals by the number of their block."""
    blocks: dict[int, Block] = {}
    for one in played:
        number = one.deal * block_count(match) // match.deals
        block = Block.of(match, one.games)
        blocks[number] = blocks[number] + block if number in blocks else block
    return blocks


def block_count(match: Match) -> int:
    """Return how many blocks a match has."""
    return min(match.deals, MOST_BLOCKS)
