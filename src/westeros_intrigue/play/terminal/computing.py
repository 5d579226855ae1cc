"""Long work: `analyse` judges placements, `simulate` counts games, `match` compares players.

They share a progress bar and workers on this machine or a cluster.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import argparse
import io
import json
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypedDict, runtime_checkable

import attrs

import westeros_intrigue
from westeros_intrigue import STANDARD, GameState, House, Position, Record, View, odds
from westeros_intrigue.gamekit import (
    AnyGame,
    AnyPosition,
    english,
    errors,
    packaging,
    rate_moves,
)
from westeros_intrigue.gamekit.options import TableOptions, options_data
from westeros_intrigue.gamekit.text import Row, text_table
from westeros_intrigue.lab.matches import (
    MatchInterrupted,
    PlayerFailed,
    SequentialTest,
    play_match,
    results,
)
from westeros_intrigue.lab.matches.many_games import NamedGames
from westeros_intrigue.lab.matches.match import LONGEST_MOVE, MOST_DEALS, check_salt, fresh_salt
from westeros_intrigue.lab.players import analyse, analyse_record
from westeros_intrigue.lab.simulation import counted, running, workers
from westeros_intrigue.play.printing.pictures import write_pictures
from westeros_intrigue.play.referee import describe_made_up_hands, list_known_seats
from westeros_intrigue.play.terminal import files, shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    Command,
    Field,
    alternatives,
    flag,
    integer,
    option,
    options,
    positionals,
    text,
)
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused

_PATIENCE = 10
"""The time in seconds that a scheduler has to answer."""


class Shared(Protocol):
    """The arguments of work that is shared by workers."""

    @property
    def workers(self) -> int:
        """The number of processes."""
        ...

    @property
    def scheduler(self) -> str | None:
        """The address of a scheduler of Dask instead."""
        ...


@runtime_checkable
class Work(Shared, Protocol):
    """The arguments of long work: its workers, and the file of its results."""

    @property
    def chunk(self) -> int | None:
        """The number of parts that a worker gets at a time."""
        ...

    @property
    def out(self) -> str | None:
        """The name of a new file for the results."""
        ...

    @property
    def resume(self) -> str | None:
        """The name of a file of results to continue instead."""
        ...

    @property
    def force(self) -> bool:
        """True if the new file may replace another one."""
        ...


class Workers(TypedDict):
    """The arguments of long work in Python."""

    chunk: int | None
    out: str | None
    resume: bool
    executor: Executor | Callable[[], Executor] | None
    progress: Callable[[int, int], None]


@contextmanager
def long_work(options: Work, terminal: Output, count: int) -> Iterator[Workers]:
    """Yield the arguments for the work; print the reason if it fails."""
    out = options.out if options.resume is None else options.resume
    if options.resume is not None:
        files.path_of(options.resume)
    elif out is not None:
        other = "choose another name, --resume it, or --force"
        files.fresh_path(out, other, force=options.force, code=2)
    kept = f"what was played is stored: --resume {out} continues"
    try:
        with (
            files.set_aside(options.out if options.force else None),
            _workers(options) as executor,
            terminal.progress(count) as progress,
        ):
            yield {
                "chunk": options.chunk,
                "out": out,
                "resume": options.resume is not None,
                "executor": executor,
                "progress": progress,
            }
    except (MatchInterrupted, errors.MissingExtra, PlayerFailed) as error:
        raise Refused("\n".join([str(error), *([kept] if out else [])])) from error
    except errors.DecodingError as error:
        raise Refused(f"{out}: {error}", 2) from error
    except KeyboardInterrupt:
        if out is not None:
            terminal.complain(kept)
        raise


@contextmanager
def _workers(options: Shared) -> Iterator[Executor | Callable[[], Executor] | None]:
    """Yield the argument for `executor=`: None, a function that makes a pool, or a cluster."""
    if options.scheduler is not None:
        with _client(options.scheduler) as client:
            yield client.get_executor()
    elif options.workers > 1:
        yield partial(_process_pool, options.workers)
    else:
        yield None


def _process_pool(count: int) -> Executor:
    """Return an executor of fresh processes, which Ctrl-C ends immediately and silently."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - a browser has none

    # A forked process could inherit a lock of a progress bar.
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, spawn, _end_by_ctrl_c)
    with workers.ctrl_c_on_hold() as pressed:
        _mask_ctrl_c(signal.SIG_BLOCK)
        for _ in range(count):
            pool.submit(int)  # Each starts a worker, which ignores Ctrl-C as it starts.
        _mask_ctrl_c(signal.SIG_UNBLOCK)
        if pressed.times:
            for worker in multiprocessing.active_children():
                worker.terminate()  # It may have started after the key was pressed.
    return pool


def _end_by_ctrl_c() -> None:
    # Immediately and silently: work in progress is lost anyway, and the program says so.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _mask_ctrl_c(signal.SIG_UNBLOCK)


def _mask_ctrl_c(how: int) -> None:
    if sys.platform != "win32":
        signal.pthread_sigmask(how, {signal.SIGINT})


def _client(address: str) -> Any:  # noqa: ANN401 - Dask has hardly any types
    with packaging.needs_extra("--scheduler", "cluster"):
        distributed = import_module("distributed")
    try:
        return distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise Refused(f"no scheduler answers at {address}: {error}") from error


_MOST_PLAYOUTS = 1_000_000


@attrs.frozen(kw_only=True)
class AnalyseCommand(Command):
    """`analyse`: the loss of each placement in a file, or the moves in a position."""

    file: str | None = shared.file_or_position()
    position: str | None = shared.position()
    game: str | None = shared.game_of_file()
    own: TableOptions = shared.own_files()
    playouts: int = option(
        integer(1, _MOST_PLAYOUTS),
        "the number of playouts that a placement's moves share (default %(default)s)",
        default=1000,
    )
    out: str | None = option(
        shared.FILE, "a new file for the records, with a comment on each turning point"
    )
    plot: str | None = option(
        shared.FILE, "a new picture of the course of the game, in .svg, .png or .pdf"
    )
    force: bool = shared.force()
    json: bool = shared.json()

    def run(self, terminal: Output) -> int:
        """Judge every game in a file and show each placement's loss, or judge a position."""
        name = files.file_or_position(self.file, self.position, self.game, self.own)
        if not isinstance(name, str):
            game, position = name
            if self.out or self.plot:
                raise Refused("--out and --plot are for the games of a file", 2)
            if game is CARD_GAME:
                return self._judge_position(position, terminal)
            return self._rate_position(game, position, terminal)
        return self._judge_file(name, terminal)

    def _judge_file(self, name: str, terminal: Output) -> int:
        """Show the loss of each placement of the games in a file."""
        force = self.force
        out = None if self.out is None else files.fresh_path(self.out, force=force)
        plot = None if self.plot is None else files.picture_path(self.plot, force=force)
        notes: dict[int, files.Notes] = {}
        complain = files.complaining(terminal, name)

        def keep_notes(number: int, told: files.Notes) -> None:
            notes[number] = told
            complain(number, told)

        with files.records_in(name, self.game, self.own, keep_notes) as (game, found_records):
            records = [
                _add_warning(record) for record in found_records if isinstance(record, Record)
            ]
        if game is not CARD_GAME:
            raise Refused(
                f"{name}: `analyse` judges files of {CARD_GAME.NAME} only; of {game.NAME}, it "
                "rates the moves of a position, --position LINE"
            )
        if plot is not None and len(records) > 1:
            raise Refused(f"--plot draws one game, and {name} has {len(records)}", 2)
        analyses = []
        for number, record in enumerate(records, start=1):
            with terminal.progress() as progress:
                known_players = list_known_seats(record)
                analysis = analyse_record(
                    record, playouts=self.playouts, players=known_players, progress=progress
                )
            analyses.append(analysis)
            if self.json:
                continue
            title = f"Game {number} of {len(records)}: " if len(records) > 1 else ""
            turning = english.count_things(len(analysis.turning_points), "turning point")
            if warning := _warning(analysis.record):
                terminal.show(f"{title}{warning}")
                if not analysis.placements:
                    continue
            terminal.show_under(
                f"{title}{english.count_things(len(analysis.placements), 'placement')}, {turning}",
                str(analysis),
            )
        if out:
            text = io.StringIO()
            westeros_intrigue.write_records([analysis.record for analysis in analyses], text)
            files.write_out(out, text.getvalue(), force=force)
        if plot is not None:
            drawn = write_pictures(plot, [analyses[0].draw_svg()], overwrite=force)
            if not self.json:
                terminal.line(*map(str, drawn))
        if self.json:
            terminal.write_json(
                [
                    {"players": [*each.names], "placements": each.to_rows()}
                    | ({"warning": warning} if (warning := _warning(each.record)) else {})
                    | ({"notes": [*notes[number]]} if number in notes else {})
                    for number, each in enumerate(analyses, start=1)
                ]
            )
        return 0

    def _judge_position(self, position: Position, terminal: Output) -> int:
        """Show the value of each move and, for a view, the odds of the other hands."""
        seat = position.active_player
        if isinstance(position, View) and position.player != seat is not None:
            raise Refused(f"--position: list the cards of player {seat}, who is to move", 2)
        with files.refusing("--position"):
            analysis = analyse(position, playouts=self.playouts)
        if self.json:
            terminal.write_json(
                {
                    "player": analysis.player,
                    "worlds": analysis.worlds,
                    "against": analysis.against,
                    "moves": analysis.to_rows(),
                }
            )
            return 0
        seen = (
            ""
            if analysis.is_exact
            else f", each in {english.count_things(analysis.worlds, 'possible deal')}"
        )
        terminal.show_under(f"Player {analysis.player} to move{seen}", *map(str, analysis.moves))
        has_chances = analysis.best.has_chance
        told = "The chances are" if has_chances else "The order assumes play"
        terminal.show(f"{told} {analysis.against}.")
        if isinstance(position, View):
            rows = [
                (f"player {seat}", *cells) for seat, cells in enumerate(odds(position).in_words)
            ]
            terminal.show("Cards on average, and the probability of any:")
            terminal.line("\n".join(text_table(["", *map(str, House)], rows)))
        return 0

    def _rate_position(self, game: AnyGame, position: AnyPosition, terminal: Output) -> int:
        """Show the worth of each move in a position of another game."""
        try:
            found = rate_moves(game, position, playouts=self.playouts)
        except errors.WesterosIntrigueError as error:
            raise Refused(f"--position: {error}", 2) from error
        if self.json:
            terminal.write_json(
                {
                    "player": found.player,
                    "worlds": found.worlds,
                    "measure": found.measure,
                    "moves": found.to_rows(),
                }
            )
            return 0
        tries = english.count_things(found.worlds, "possible game")
        rows = [(game.move_in_words(position, each.move), each.in_percent) for each in found.moves]
        terminal.show_under(f"Player {found.player} to move, each in {tries}")
        terminal.line("\n".join(text_table(["move", "worth"], rows)))
        terminal.show(f"The worth is {found.measure}, as far as player {found.player} can know.")
        return 0


def _warning(record: Record) -> str:
    """Return a warning about judgements of unknown hands, or an empty string."""
    hands = describe_made_up_hands(record)
    return hands and f"{hands} Placements from such hands are not judged."


def _add_warning(record: Record) -> Record:
    warning, lines = _warning(record), record.comment.splitlines()
    if not warning or warning in lines:
        return record
    return record.with_comment("\n".join([warning, *lines]))


_COMPILED = {"random", "greedy"}
"""The players of Westeros Intrigue that the compiled rules support."""


_Counts: TypeAlias = counted.CountedRounds | counted.CountedGames


_MOST_WORKERS = 1024
_WORKERS, _RESULTS = alternatives(), alternatives()


def workers_argument() -> Field[int]:
    """Return a field for the number of processes."""
    told = "the number of processes that share the work (default %(default)s, this one)"
    return option(integer(1, _MOST_WORKERS), told, default=1, group=_WORKERS)


def scheduler_argument() -> Field[str | None]:
    """Return a field for the address of a scheduler."""
    told = "a scheduler of Dask whose workers do it, such as tcp://10.0.0.1:8786"
    return option(shared.ADDRESS, told, group=_WORKERS)


def out_argument() -> Field[str | None]:
    """Return a field for the file of the results."""
    return option(shared.FILE, "a new file for the results as they arrive", group=_RESULTS)


def resume_argument() -> Field[str | None]:
    """Return a field for the file of results to continue."""
    told = "continue the results in FILE, or start it"
    return option(shared.FILE, told, group=_RESULTS)


_MOST_SIMULATED = 10**12
_ROUNDS_OR_GAMES = alternatives()


@attrs.frozen(kw_only=True)
class SimulateCommand(shared.GameCommand):
    """`simulate`: many rounds or games, and their counted results."""

    single_rounds: int = option(
        integer(1, _MOST_SIMULATED),
        "the number of single rounds (default %(default)s)",
        default=1000,
        group=_ROUNDS_OR_GAMES,
    )
    games: int | None = option(
        integer(1, _MOST_SIMULATED), "the number of whole games instead", group=_ROUNDS_OR_GAMES
    )
    policy: tuple[str, ...] = options(
        shared.PLAYER,
        lambda game: (
            f"one player for all seats, or one for each: {game.PLAYERS.listed} (default the first)"
        ),
        nargs="+",
    )
    rotate: bool = flag("rotate the start of single rounds among the seats")
    workers: int = workers_argument()
    scheduler: str | None = scheduler_argument()
    chunk: int | None = option(
        integer(1, _MOST_SIMULATED),
        "the number of rounds or games a worker gets at a time "
        "(default 1/200 of the work, or fewer)",
    )
    out: str | None = out_argument()
    resume: str | None = resume_argument()
    force: bool = shared.force()
    json: bool = shared.json()
    players: int | None = shared.players("4")
    table_options: TableOptions = shared.options_of_table("rounds", "dead")
    seed: int = shared.seed()

    def run(self, terminal: Output) -> int:
        """Simulate and write the results."""
        game = self.played
        table = files.new_state(game, self.players, self.table_options)
        players = table.players
        policy = self.policy or (next(iter(game.PLAYERS)),)
        words = policy * players if len(policy) == 1 else policy
        if len(words) != players:
            raise Refused(
                f"name one policy, or one for each of {players} seats, not {len(words)}", 2
            )
        # Whole games do not need the extra but take longer without it.
        is_fast = not self.games or find_spec("numpy") is not None
        is_compiled = game.KEY == westeros_intrigue.KEY and {*words} <= _COMPILED
        if isinstance(table, GameState) and is_compiled and is_fast:
            counts, terms = self._count_policies(terminal, table, words)
        else:
            counts, terms = self._count_players(terminal, words)
        automated = game.automated_seats(table)
        houses = table.variant.houses if isinstance(table, GameState) else ()
        seats: list[Row] = [
            {
                "seat": seat,
                "policy": "automated" if seat in automated else word,
                "house": str(houses[seat]) if houses else None,
                **counts._columns(seat),
            }
            for seat, word in enumerate(words)
        ]
        if self.json:
            terminal.line(_as_json(counts, {"seed": self.seed, **terms}, seats))
        else:
            terminal.line(_as_table(counts, self.seed, seats))
        return 0

    def _count_players(
        self, terminal: Output, words: tuple[str, ...]
    ) -> tuple[_Counts, dict[str, object]]:
        """Return the counts of games of named players, with their terms."""
        game = self.played
        if self.rotate or self.games is None:
            names = english.join_words(dict.fromkeys(words))
            told = f"{names} can only play whole games of {game.NAME}: --games sets their number"
            raise Refused(told, 2)
        own = tuple(sorted(files.table_of(self.table_options, game).items()))
        games = NamedGames(game.KEY, words, self.seed, own)
        with long_work(self, terminal, self.games) as how:
            counts = games.count_games(range(self.games), running.Run(**how))
        return counts, {"game": game.KEY, "options": options_data(own)}

    def _count_policies(
        self, terminal: Output, table: GameState, words: tuple[str, ...]
    ) -> tuple[_Counts, dict[str, object]]:
        """Return the counts of rounds or games that the compiled rules play, with their terms."""
        try:
            from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415 - an extra
        except errors.MissingExtra as missing:
            raise Refused(f"{missing}; --games N plays whole games without it") from missing

        variant, first_player = table.variant, table.starting_player
        if self.rotate and variant.first_player is not None:
            raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
        if self.games is None and variant != STANDARD:
            raise Refused("single rounds need the standard game: use --games for this table", 2)
        count = self.games or self.single_rounds
        simulation = Simulation(table.players, words, self.seed, variant, first_player, self.rotate)
        with long_work(self, terminal, count) as how:
            play = simulation.count_games if self.games else simulation.count_rounds
            counts = play(range(count), running.Run(running.available_cores(), **how))
        terms = {
            "first_player": first_player, "rotate": self.rotate, "options": [*variant.options],
        }  # fmt: skip
        return counts, terms


def _as_json(counts: _Counts, terms: dict[str, object], seats: list[Row]) -> str:
    """Return the terms, and the means of each seat with their 95 % intervals, as JSON."""
    data = {f"{counts.THING}s": len(counts), "players": len(seats), **terms, "seats": seats}
    if isinstance(counts, counted.CountedRounds):
        data |= counted.columns_of("court", counts.court_size.mean)
    return json.dumps(data, indent=2)


def _as_table(counts: _Counts, seed: int, seats: list[Row]) -> str:
    """Return a line for each seat, below a heading."""
    head, rows = counts._table
    for row, seat in zip(rows, seats, strict=True):
        row[:2] = f"{seat['seat']} {seat['house'] or ''}".rstrip(), str(seat["policy"])
    lines = [
        f"{counts._size}, seed {seed}. In brackets 95 % intervals.",
        "",
        *text_table(head, rows),
    ]
    if isinstance(counts, counted.CountedRounds):
        lines += ["", f"Cards in the court at the end: {counts.court_size.mean:.3f}"]
    return "\n".join(lines)


LAST_SEED_OF_MATCH = 2**53 - 1
_CHANCE = alternatives()


def _read_salt(typed: str) -> str:
    try:
        return check_salt(typed)
    except errors.InvalidValue as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _read_shares(typed: str) -> SequentialTest:
    try:
        less, more = map(float, typed.split(","))
        return SequentialTest(less, more)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be two shares between 0 and 1, such as 0.5,0.55, not {typed[:40]!r}"
        ) from None


_SHARES = text("LESS,MORE", _read_shares)


@attrs.frozen(kw_only=True)
class MatchCommand(shared.GameCommand):
    """`match`: players compared over the same deals."""

    entrants: tuple[str, ...] = positionals(
        shared.ENTRANT,
        lambda game: (
            f"a player: {game.PLAYERS.listed}, or MODULE:NAME for one that you wrote; "
            "if one is named again, they all sit at every table"
        ),
    )
    deals: int = option(
        integer(1, MOST_DEALS),
        "the number of deals, each played from every seat (default %(default)s)",
        default=100,
    )
    forfeits: bool = flag("count a failing player's game as lost, and continue")
    move_seconds: int | None = option(
        integer(1, LONGEST_MOVE),
        "the seconds that a player may take over a move, without failing (default: no limit)",
    )
    until: SequentialTest | None = option(
        _SHARES,
        "end the match of two once it is clear whether the first wins the smaller or the larger "
        "share of their games, such as 0.5,0.55; one verdict in twenty is wrong",
    )
    workers: int = workers_argument()
    scheduler: str | None = scheduler_argument()
    chunk: int | None = option(
        integer(1, MOST_DEALS),
        "the number of deals a worker gets at a time (default 1/200 of the work, or fewer)",
    )
    out: str | None = out_argument()
    resume: str | None = resume_argument()
    force: bool = shared.force()
    json: bool = shared.json()
    players: int | None = shared.players("2, or as many as players of whom one is named again")
    table_options: TableOptions = shared.options_of_table()
    seed: int | None = option(
        integer(0, LAST_SEED_OF_MATCH),
        "an integer from 0 that fixes the games, and that a bot can guess (default: a new salt)",
        group=_CHANCE,
    )
    salt: str | None = option(
        text("SALT", _read_salt), "the salt of an earlier match, to repeat it", group=_CHANCE
    )

    def run(self, terminal: Output) -> int:
        """Play a match and write its result."""
        if "first_player" in dict(self.table_options):
            raise Refused("each entrant has every seat: --first-player does not go with it", 2)
        game, names = self.played, self.entrants
        if len({*names}) == 1:
            other = next(name for name in game.PLAYERS if name not in names)
            told = f"name at least two players to compare, such as {names[0]} and {other}"
            if game.PLAYERS.has(names[0]):
                of_game = "" if self.game is None else f" --game {self.game}"
                alone = f"simulate{of_game} --games {self.deals} --policy {names[0]}"
                told = f"{told}; `{PROGRAM} {alone}` counts games of one"
            raise Refused(told, 2)
        is_lineup = max(Counter(names).values()) > 1
        table = files.new_state(
            game,
            self.players,
            self.table_options,
            usual=len(names) if is_lineup else max(2, game.MIN_PLAYERS),
        )
        salt = self.salt
        has_begun = self.resume is not None and Path(self.resume).exists()
        if self.seed is None and salt is None and not has_begun:
            salt = fresh_salt()
        if salt is not None:
            hashed = sha256(salt.encode()).hexdigest()
            terminal.complain(f"the salt of this match, shown at its end, has the SHA-256 {hashed}")
        with long_work(self, terminal, self.deals) as how:
            results.check_ratings()  # which the result has
            result = play_match(
                dict(zip(names, names, strict=True)),
                game=game,
                players=table.players,
                deals=self.deals,
                seed=self.seed,
                salt=salt,
                options=files.table_of(self.table_options, game),
                lineup=names if is_lineup else (),
                forfeits=self.forfeits,
                move_seconds=self.move_seconds,
                test=self.until,
                **how,
            )
        terminal.line(result.to_json() if self.json else result.to_table())
        return 0
