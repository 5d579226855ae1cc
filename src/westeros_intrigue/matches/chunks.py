"""The job of a worker: play some deals, and return their sums and their line of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import attrs

from westeros_intrigue.base.limits import OneOf
from westeros_intrigue.base.values import Value, counted
from westeros_intrigue.data.codecs import Codec, Data, Faults, integer
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.identity import check_code, code_of
from westeros_intrigue.data.jsontext import dump
from westeros_intrigue.data.results_file import Format, Played
from westeros_intrigue.matches.games import Chooser, GameOutcome, PlayedDeal, TableSeat, play_deal
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.tallies import Block

MOST_BLOCKS = 1000
"""The maximum number of blocks of a match: with more deals, a block has several, so that the memory
of a match does not grow with the number of its deals."""
VERSION = 1
"""The version of the file format."""

Blocks = tuple[tuple[int, Block], ...]
"""The numbers of blocks, from 0, with the sums that some deals add to them."""


@attrs.frozen
class _Line(Value):
    """A line of the file below the first."""

    kind: Annotated[str, OneOf(("deals",))]
    deals: tuple[PlayedDeal, ...]


def play_chunk(
    match: Match,
    entrants: Mapping[str, Chooser],
    code: Mapping[str, Data],
    deals: range,
    *,
    is_kept: bool,
) -> Played[Blocks]:
    """Play some deals of a match, after a check that the worker has the same code.

    Raises:
        InvalidValue: the worker has another version of the library, or of a player.
        PlayerFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    check_code("a worker plays", code_of(entrants), code)
    players = tuple(entrants.values())
    played = tuple(play_deal(match, players, deal) for deal in deals)
    line = dump(_line(match).write(_Line("deals", played))) if is_kept else ""
    return Played((deals,), _blocks_of(match, played), line)


def form_of(match: Match, code: Mapping[str, Data]) -> Format[Blocks]:
    """Return the format of the file of a match."""
    codec = _line(match)

    def read(data: object) -> Played[Blocks]:
        deals = codec.read(data).deals
        numbers = tuple(range(one.deal, one.deal + 1) for one in deals)
        return Played(numbers, _blocks_of(match, deals))

    terms = {"kind": "match", "version": VERSION, **match.to_data()}
    return Format(terms, code, "deal", read)


def block_count(match: Match) -> int:
    """Return the number of blocks of a match."""
    return min(match.deals, MOST_BLOCKS)


def _blocks_of(match: Match, played: Iterable[PlayedDeal]) -> Blocks:
    blocks: dict[int, Block] = {}
    for one in played:
        number = one.deal * block_count(match) // match.deals
        block = Block.of(match, one.games)
        blocks[number] = blocks[number] + block if number in blocks else block
    return tuple(blocks.items())


def _line(match: Match) -> Codec[_Line]:
    scores = match.players if match.rounds else 0
    everybody = list(range(match.players))

    def game_faults(game: GameOutcome) -> Faults:
        if sorted(seat for seats in game.ranking for seat in seats) != everybody:
            yield "/ranking", "each seat has one place"
        rounds, forfeit = len(game.last_placers), game.forfeit
        if rounds > match.rounds or (rounds < match.rounds and forfeit is None):
            yield "/last_placers", f"a game has {counted(match.rounds, 'round')}"
        if forfeit and (forfeit.round_number or 1) > max(1, match.rounds):
            yield "/forfeit/round_number", f"a game has {counted(match.rounds, 'round')}"
        if len(game.penalty_points) != scores:
            yield "/penalty_points", f"{scores} seats have points"

    def deal_faults(played: PlayedDeal) -> Faults:
        if played.deal >= match.deals:
            yield "/deal", f"the match has {counted(match.deals, 'deal')}"
        elif [game.seating for game in played.games] != [*match.seated(played.deal)]:
            yield "/games", "these are not the seatings of the deal"

    codecs = Codecs(
        {TableSeat: integer(0, match.players - 1)},
        {GameOutcome: game_faults, PlayedDeal: deal_faults},
    )
    return codecs.record(_Line)
