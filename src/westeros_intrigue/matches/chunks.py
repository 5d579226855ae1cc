"""The job of a worker: play some deals, and return their sums and their line of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import (
    Codec,
    Data,
    Faults,
    array,
    integer,
    optional,
    string,
    words,
)
from westeros_intrigue.data.jsontext import dump
from westeros_intrigue.data.objects import record
from westeros_intrigue.matches.games import (
    LONGEST_REPORT,
    Chooser,
    Forfeit,
    GameOutcome,
    PlayedDeal,
    play_deal,
)
from westeros_intrigue.matches.identity import check_code, code_of
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.results_file import Format, Played
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

    kind: str
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
    seat = integer(0, match.players - 1)
    scores = match.players if match.rounds else 0
    everybody = set(range(match.players))

    def game_faults(game: GameOutcome) -> Faults:
        if sorted(seat for seats in game.ranking for seat in seats) != sorted(everybody):
            yield "/ranking", "each seat has one place"
        if game.forfeit is None and len(game.last_placers) != match.rounds:
            yield "/last_placers", f"{match.rounds} rounds were to be played"

    def deal_faults(played: PlayedDeal) -> Faults:
        if [game.seating for game in played.games] != [*match.seated(played.deal)]:
            yield "/games", "these are not the seatings of the deal"

    forfeit = record(
        Forfeit,
        {
            "seat": seat,
            "round_number": optional(integer(1, max(1, match.rounds))),
            "placement": integer(1),
            "report": string(LONGEST_REPORT),
        },
    )
    game = record(
        GameOutcome,
        {
            "seating": array(optional(integer(0, len(match.names) - 1))),
            "last_placers": array(seat, 0, match.rounds),
            "penalty_points": array(integer(0), scores, scores),
            "ranking": array(array(seat, 1), 1),
            "forfeit": optional(forfeit),
        },
        game_faults,
    )
    deal = record(
        PlayedDeal, {"deal": integer(0, match.deals - 1), "games": array(game)}, deal_faults
    )
    return record(_Line, {"kind": words(["deals"]), "deals": array(deal)})
