"""Many games of players: `play_match`, and games with the same player in each seat.

Workers play the deals or games in chunks, and the results are summed and stored. A worker returns
the sums of its chunk and its line of the file.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import multiprocessing
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from functools import partial, reduce
from operator import add
from os import PathLike
from pathlib import Path
from typing import Any

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.chance import check_one_source
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER, Data, as_object, mismatch
from westeros_intrigue.gamekit.documents import Codecs, dump
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import (
    DecodingError,
    InvalidValue,
    PlacedFault,
    faults_at,
)
from westeros_intrigue.gamekit.game import GAMES, AnyGame, add_game, find_game
from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.options import OptionValue, TableOptions
from westeros_intrigue.gamekit.values import Value, check_integer, check_one_of, check_type
from westeros_intrigue.lab.matches.match import (
    LONGEST_MOVE,
    MOST_DEALS,
    Chooser,
    GameOutcome,
    Match,
    PlayedDeal,
    check_salt,
    choosers_of,
    fresh_salt,
    name_of_class,
    names_of,
    play_deal,
    source_named,
    table_of,
)
from westeros_intrigue.lab.matches.results import Block, MatchResult, sum_games
from westeros_intrigue.lab.matches.sequential import Deciding, SequentialTest
from westeros_intrigue.lab.matches.watched import (
    Timed,
    can_watch,
    check_interruptible,
    play_watched,
)
from westeros_intrigue.lab.simulation import counted
from westeros_intrigue.lab.simulation.results_file import Format, Played, check_same, code_of
from westeros_intrigue.lab.simulation.running import Progress, Run, chunk_size, play_chunks
from westeros_intrigue.players.whole_games import play_game
from westeros_intrigue.rules.variants import STANDARD, Variant

MOST_BLOCKS = 1000
"""The maximum number of blocks of a match. With more deals, a block has several, so that a match's
memory does not grow with the number of deals."""
VERSION = 1
"""The version of the file format."""

Blocks = dict[int, Block]
"""The blocks by number, from 0, with the sums that some deals add to them."""


_DEALS = Codecs().codec_for(tuple[PlayedDeal, ...])


def play_chunk(
    match: Match,
    entrants: Mapping[str, Chooser | str],
    code: Mapping[str, Data],
    deals: range,
    *,
    is_kept: bool,
    is_watched: bool,
) -> Played[Blocks]:
    """Check that the worker has the same code, and play some deals of a match.

    Args:
        match: the terms.
        entrants: the players, or their names.
        code: the code of the match.
        deals: the numbers of the deals.
        is_kept: True to return a line for the file of the match.
        is_watched: True to play in a fork of this process, so that a player that ends its process,
            or cannot be interrupted, loses the game.

    Raises:
        InvalidValue: the worker has another version of the library, or of a player; or it cannot
            interrupt players that take too long.
        EntrantFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    if match.move_seconds is not None:
        check_interruptible()
    players = choosers_of(match.game, entrants)
    code_here = code_of(players, GAMES[match.game], entrants)
    check_same("a worker plays with other code", code_here, code)
    # A process that is not a worker is not the match's to end.
    is_worker = multiprocessing.parent_process() is not None
    if can_watch() and (is_watched or (match.move_seconds is not None and not is_worker)):
        played = play_watched(match, (*players.values(),), deals)
    else:
        played = _play_here(match, (*players.values(),), deals)
    line = dump({"kind": "deals", "deals": _DEALS.write(played)}) if is_kept else ""
    return Played(deals, _blocks_of(match, played), line)


def _play_here(match: Match, entrants: Sequence[Chooser], deals: range) -> tuple[PlayedDeal, ...]:
    seconds = match.move_seconds
    if seconds is None:
        return tuple(play_deal(match, entrants, deal) for deal in deals)
    with Path(os.devnull).open("wb") as nowhere:  # when the game is played again, it is watched

        def time_player(_seat: int, player: Chooser) -> Chooser:
            return Timed(player, seconds, nowhere.fileno())

        return tuple(play_deal(match, entrants, deal, time_player) for deal in deals)


def form_of(match: Match, code: Mapping[str, Data]) -> Format[Blocks]:
    """Return the format of the file of a match."""

    def read(line: dict[str, Any]) -> Played[Blocks]:
        line = as_object(line)
        if line.get("kind") != "deals":
            raise mismatch("'deals'", line.get("kind"), "/kind")
        with faults_at("deals"):
            deals = _DEALS.read(line["deals"])
            if faults := [*_faults_of(match, deals)]:
                raise DecodingError(faults)
        numbers = range(deals[0].deal, deals[-1].deal + 1)
        return Played(numbers, _blocks_of(match, deals))

    terms = {"kind": "match", "version": VERSION, **match.to_data()}
    return Format(terms, code, read)


def _faults_of(match: Match, deals: Sequence[PlayedDeal]) -> Iterator[PlacedFault]:
    """Yield the differences from the match, as in a line of another match's file."""
    if not deals:
        yield "", "a line has at least 1 deal"
    for place, played in enumerate(deals):
        if played.deal >= match.deals:
            yield f"/{place}/deal", f"the match has {count_things(match.deals, 'deal')}"
        elif played.deal != deals[0].deal + place:
            yield f"/{place}/deal", f"expected {deals[0].deal + place}, not {played.deal}"
        elif tuple(game.seating for game in played.games) != match.seatings(played.deal):
            yield f"/{place}/games", "these are not the seatings of the deal"
        for number, game in enumerate(played.games):
            for name, reason in _faults_of_game(match, game):
                yield f"/{place}/games/{number}{name}", reason


def _faults_of_game(match: Match, game: GameOutcome) -> Iterator[PlacedFault]:
    if sorted(seat for group in game.ranking for seat in group) != [*range(match.players)]:
        yield "/ranking", "each seat has one place"
    played, forfeit = len(game.last_placers), game.forfeit
    rounds = f"a game has {count_things(match.rounds, 'round')}"
    if played > match.rounds or (played < match.rounds and forfeit is None):
        yield "/last_placers", f"{rounds}, not {played}"
    for place, seat in enumerate(game.last_placers):
        if seat >= match.players:
            reason = f"expected an integer from 0 to {match.players - 1}, not {seat}"
            yield f"/last_placers/{place}", reason
    if forfeit and (forfeit.round_number or 1) > max(1, match.rounds):
        yield "/forfeit/round_number", f"{rounds}, not {forfeit.round_number}"
    scores = match.players if match.rounds else 0
    if len(game.penalty_points) != scores:
        yield "/penalty_points", f"{scores} seats have points, not {len(game.penalty_points)}"


def _blocks_of(match: Match, played: Iterable[PlayedDeal]) -> Blocks:
    count = min(match.deals, MOST_BLOCKS)
    sums = ((one.deal * count // match.deals, sum_games(match, one.games)) for one in played)
    return _merge({}, sums)


def _merge(blocks: Blocks, sums: Iterable[tuple[int, Block]]) -> Blocks:
    """Add sums to the blocks with their numbers."""
    for number, block in sums:
        blocks[number] = counted.add_parts(blocks[number], block) if number in blocks else block
    return blocks


def play_match(
    entrants: Mapping[str, Chooser | str],
    *,
    game: AnyGame | str = westeros_intrigue.KEY,
    players: int = 2,
    deals: int,
    seed: int | None = None,
    salt: str | None = None,
    variant: Variant = STANDARD,
    options: Mapping[str, OptionValue] = {},
    rounds: int | None = None,
    lineup: Sequence[str] = (),
    forfeits: bool = False,
    forfeit_on: type[Exception] | None = None,
    move_seconds: int | None = None,
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    test: SequentialTest | None = None,
) -> MatchResult:
    """Play a match and return its result. All entrants play each deal in every seat.

    The result is the same for any executor, worker count and order of completion. The cards depend
    on the seed or salt, and on the number of the deal; a seat's random numbers also depend on the
    seat. No player can affect another's random numbers.

    **A seed can be guessed**: who tries seeds until a hand is its own knows all cards. So leave the
    seed out if you did not write all players. The match then draws a salt of 128 bits, which its
    result shows, and which repeats it.

    Each seat of each game gets a new copy of its player, made by `copy.deepcopy`, so a player's
    memory lasts for one game and is never shared between seats.

    >>> result = play_match({"greedy": "greedy", "random": "random"}, deals=20, seed=1)
    >>> result
    <MatchResult: 20 deals, 40 games of 2 players, seed 1: greedy, random>
    >>> tally = result.standings[0].tally  # of the best
    >>> float(tally.rounds_won), tally.rounds
    (77.0, 80)

    Other games have only victories, without rounds and points:

    >>> from westeros_intrigue.games import btwixt
    >>> simple, random = btwixt.simple_player, btwixt.random_player
    >>> entrants = {"simple": simple, "random": random}
    >>> result = play_match(entrants, game="btwixt", players=3, deals=2, seed=1)
    >>> result.standings[0].name, float(result.standings[0].tally.games_won)
    ('simple', 7.0)

    Args:
        entrants: for each name in the match, a player, or its name as the command `match` takes it.
        game: a game, or its key in `westeros_intrigue.gamekit.game.GAMES`. A game that you wrote
            must be installed for an executor; otherwise it is added to `GAMES` until the program
            ends.
        players: the number of seats at a table.
        deals: the number of deals, 1 to a billion. `Match.seatings` lists the games of a deal.
        seed: an int from 0 to 2**53 - 1, for players that do not try to guess it.
        salt: 32 hexadecimal digits, the salt of an earlier match, to repeat it. Without a seed and
            a salt, the match draws a new one, or takes that of the file that it continues.
        variant: the variant of each game of Westeros Intrigue. Automated seats have no entrant.
        options: values of the game's `OPTIONS`, instead of a variant; in the card game, without
            `first_player`, since each entrant has every seat.
        rounds: the number of rounds of a game; None for the variant's number.
        lineup: the names at each table, in any order and possibly repeated. By default, all
            entrants play equally often, as far as the seats allow.
        forfeits: True if a player that raises an error or chooses an illegal move loses that game;
            otherwise its failure ends the match. `Tally` counts forfeits; the file says more.
        forfeit_on: the only class of exceptions by which a player loses the game, instead of
            `forfeits`; any other failure ends the match, and `resume` continues it. With `NoMove`
            of `lab.language`, a broken connection is not a lost game of the model.
        move_seconds: the whole seconds that a player may take over a move, 1 to 86 400; one that
            takes longer is interrupted and fails like one that raises an error. One that goes on,
            in code in C for example, is ended with its process. It needs a system with alarms, such
            as Linux or macOS, and players in processes: those of a `ProcessPoolExecutor`, or
            without an executor a fork of this one, from its main thread. The library's own simple
            players are not timed. None for no limit.
        chunk: the number of deals that a worker plays at a time, and that are lost if it dies.
            Small chunks need more communication. None for a two-hundredth of all deals, at most 50.
        executor: any `concurrent.futures.Executor`, such as a `ProcessPoolExecutor`, or the
            `get_executor()` of a Dask client. None plays in this thread. If you pass a function
            that makes one, such as the class `ProcessPoolExecutor`, it is called again when workers
            have died, and a player that ends its process fails like one that raises an error.
            Ctrl-C ends worker processes immediately, and their pool accepts no more work.
        out: a new file for the results as they arrive, one JSON text per line.
        resume: True to continue an existing file `out` of the same match. Unless the file is
            complete, the version of the library and the players must also be the same: a function
            is identified by its name and the source of its module, a value by its repr, and a
            method by its object and its name.
        progress: called in the calling thread after each chunk, with the number of deals played and
            the total. An exception from it ends the match.
        test: the question of a match of two entrants, which ends with the first deal that answers
            it; `deals` is then the most. The result has only the deals up to that one, the same
            for any executor, and the verdict.

    Raises:
        InvalidValue: a number is out of range; a test has other than two entrants; a name is
            invalid or unknown; a player cannot be copied; `out` exists or is of another match; or a
            worker or `out` has another version of the library or of a player.
        InvalidVariant: the variant does not fit the players.
        DecodingError: the file is damaged; the path begins with the number of the line.
        EntrantFailed: a player raised an error or chose an illegal move. Running chunks are
            completed and stored first.
        MatchInterrupted: the executor failed.

    Rules: solo.elsewhere, round.end, final.ranking.
    """
    played = find_game(game)
    if GAMES.get(played.KEY) is not played:
        if executor is not None:
            raise InvalidValue(
                f"no installed package adds the game {played.KEY}, which workers find by name: "
                "install it, or play without an executor"
            )
        add_game(played)
    deals = check_integer("deals", deals, 1, MOST_DEALS)
    seed, salt = _check_chance(seed, salt, out if resume else None)
    check_type("forfeits", forfeits, bool)
    if forfeit_on is not None:
        check_type("forfeit_on", forfeit_on, type)
        if forfeits or not issubclass(forfeit_on, Exception):
            raise InvalidValue(
                f"forfeit_on must be a class of exceptions, without forfeits, not {forfeit_on}"
            )
    if move_seconds is not None:
        move_seconds = check_integer("move_seconds", move_seconds, 1, LONGEST_MOVE)
    names = names_of(entrants)
    if test is not None:
        check_type("test", test, SequentialTest)
        if len(names) != 2:
            raise InvalidValue(f"a test compares two entrants, not {len(names)}")
    start = played.new_game(players, options, seed=0)  # for its table; deals have other cards
    table, others = table_of(played, start, variant, options, rounds)
    lineup = tuple_of("lineup", str, lineup)
    for seat, name in enumerate(lineup):
        check_one_of(f"lineup[{seat}]", name, names)
    lined_up = tuple(names.index(name) for name in lineup)
    match = Match(
        names, start.players, deals, seed, table, lined_up, forfeits or forfeit_on is not None,
        played.KEY, others, move_seconds, name_of_class(forfeit_on) if forfeit_on else "",
        salt,
    )  # fmt: skip
    code = code_of(choosers_of(match.game, entrants), played, entrants)
    blocks: Blocks = {}
    run = Run(executor=executor, chunk=chunk, progress=progress, out=out, resume=resume)
    work = partial(play_chunk, match, dict(entrants), code, is_kept=out is not None)
    is_timed_here = executor is None and move_seconds is not None
    parts = play_chunks(
        run,
        partial(work, is_watched=is_timed_here),
        range(match.deals),
        "deal",
        form_of(match, code),
        usual_chunk=chunk_size(match.deals),
        # A worker has died, perhaps by a player: whose process ends then loses the game.
        after_break=partial(work, is_watched=True),
        players=names,
    )
    deciding = test and Deciding(test, match.deals, min(match.deals, MOST_BLOCKS))
    with closing(parts) as chunks:
        for part in chunks:
            _merge(blocks, part.sums.items())
            if deciding and deciding.read(part.numbers, partial(_score_of, blocks)):
                break
    if deciding and deciding.verdict:
        last = (deciding.deals - 1) * min(match.deals, MOST_BLOCKS) // match.deals
        blocks = {number: block for number, block in blocks.items() if number <= last}
        match = attrs.evolve(match, deals=deciding.deals)
    verdict = deciding.verdict if deciding else None
    return MatchResult(match, tuple(block for _, block in sorted(blocks.items())), verdict)


def _check_chance(
    seed: int | None, salt: str | None, continued: str | PathLike[str] | None
) -> tuple[int | None, str]:
    """Return the seed or the salt of a match: those of the file that it continues, or a new salt.

    Raises:
        InvalidValue: both are given, or one is out of range.
    """
    check_one_source(seed=seed, salt=salt)
    if seed is not None:
        return check_integer("seed", seed, 0, LARGEST_INTEGER), ""
    if salt is not None:
        return None, check_salt(salt)
    head = b""
    if continued is not None:
        # Other faults of the file are found when it is read.
        with suppress(OSError), Path(continued).open("rb") as file:
            head = file.readline(LONGEST_HEAD)
    # The line can be incomplete. A name in it cannot contain a quotation mark without a backslash.
    if of_file := re.search(rb',"seed":([0-9]{1,16}),', head):
        return check_integer("seed", int(of_file[1]), 0, LARGEST_INTEGER), ""
    if of_file := re.search(rb',"salt":"([0-9a-f]{32})"', head):
        return None, of_file[1].decode()
    return None, fresh_salt()


LONGEST_HEAD = 1_000_000
"""The number of characters of a file's first line that are read for its salt."""


def _score_of(blocks: Blocks, number: int) -> float | None:
    """Return the share of the games of a block in which the first entrant was before the second."""
    first, second = blocks[number]
    met = first.ahead[1] + second.ahead[0]
    return float(first.ahead[1] / met) if met else None


@attrs.frozen
class NamedGames(Value):
    """The terms of many games, which determine every random outcome.

    >>> games = NamedGames("monopoly", ("simple", "random"), 1)
    >>> games.count_games(range(10)).means(0)["wins"].value
    1.0
    """

    game: str
    """The key of the game in `GAMES`."""
    policies: tuple[str, ...]
    """The name of the player of each seat, from 0; it has no effect for an automated seat."""
    seed: int
    options: TableOptions = ()
    """The options of the table, by name."""

    def count_games(self, numbers: range, run: Run = Run()) -> counted.CountedGames:  # noqa: B008 - frozen
        """Return the counts of some games.

        Args:
            numbers: the numbers of the games, without gaps, at least one.
            run: the way to play them.

        Raises:
            InvalidValue: the file of the run exists or is of another simulation.
            DecodingError: the file is damaged.
            MatchInterrupted: the executor failed.
        """
        usual = chunk_size(len(numbers))
        game = GAMES[self.game]
        players = {name: game.PLAYERS.parse(name) for name in self.policies}
        return counted.count_in_chunks(
            counted.CountedGames, self, numbers, self._count, run, usual, code_of(players, game)
        )

    def play(self, number: int) -> counted.CountedGames:
        """Play one game, and return its winners."""
        game = GAMES[self.game]
        seed = source_named(f"{self.seed} {number}").getrandbits(53)
        start = game.new_game(len(self.policies), dict(self.options), seed=seed)
        automated = game.automated_seats(start)
        players = [None if seat in automated else name for seat, name in enumerate(self.policies)]
        winners = game.final_winner(play_game(players, game=game, seed=seed, state=start)).winners
        won = (len(winners) * (seat in winners) for seat in range(len(players)))
        return counted.CountedGames(self.policies, tuple(counted.Histogram.of([n]) for n in won))

    def _count(self, numbers: range) -> counted.CountedGames:
        return reduce(add, map(self.play, numbers))
