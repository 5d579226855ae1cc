"""Long work: `analyse` judges placements, `simulate` counts games, `match` compares players.

They share a progress bar and workers on this machine or a cluster.
"""

from __future__ import annotations

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
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

import westeros_intrigue
from westeros_intrigue import STANDARD, GameState, House, Position, Record, View, odds
from westeros_intrigue.gamekit import errors, packaging, values
from westeros_intrigue.gamekit.options import options_data
from westeros_intrigue.gamekit.text import Row, text_table
from westeros_intrigue.lab.matches import MatchInterrupted, PlayerFailed, play_match, results
from westeros_intrigue.lab.matches.playing import NamedGames
from westeros_intrigue.lab.players import analyse, analyse_record
from westeros_intrigue.lab.simulation import counted, running, workers
from westeros_intrigue.play.printing.pictures import write_pictures
from westeros_intrigue.play.referee import describe_made_up_hands, list_known_seats
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser, flags_in
from westeros_intrigue.play.terminal.files import new_state, path_of, table_of
from westeros_intrigue.play.terminal.output import Output, Refused

_PATIENCE = 10
"""The time in seconds that a scheduler has to answer."""


@contextmanager
def long_work(options: Options, terminal: Output, count: int) -> Iterator[dict[str, Any]]:
    """Yield the arguments for the work; print the reason if it fails."""
    out = options.out if options.resume is None else options.resume
    if out is not None:
        path_of(out)
    kept = f"what was played is stored: --resume {out} continues"
    try:
        with _workers(options) as executor, terminal.progress(count) as progress:
            how = {"chunk": options.chunk, "out": out, "resume": options.resume is not None}
            yield {**how, "executor": executor, "progress": progress}
    except (MatchInterrupted, errors.MissingExtra, PlayerFailed) as error:
        raise Refused("\n".join([str(error), *([kept] if out else [])])) from error
    except errors.DecodingError as error:
        raise Refused(f"{out}: {error}", 2) from error
    except KeyboardInterrupt:
        if out is not None:
            terminal.complain(kept)
        raise


@contextmanager
def _workers(options: Options) -> Iterator[Executor | Callable[[], Executor] | None]:
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


def run_analyse(options: Options, terminal: Output) -> int:
    """Judge every game in a file and show each placement's loss, or judge a position's moves."""
    if (position := files.position_in(options)) is not None:
        return _judge_position(position, options, terminal)
    force = options.force
    out = None if options.out is None else files.fresh_path(options.out, force=force)
    plot = None if options.plot is None else files.picture_path(options.plot, force=force)
    with files.records_in(options.file, options) as (game, found_records):
        records = [_add_warning(record) for record in found_records if isinstance(record, Record)]
    if game is not Parser.game:
        raise Refused(f"{options.file}: `analyse` is for {Parser.game.NAME}, not {game.NAME}")
    if plot is not None and len(records) > 1:
        raise Refused(f"--plot draws one game, and {options.file} has {len(records)}", 2)
    found = []
    for number, record in enumerate(records, start=1):
        with terminal.progress() as progress:
            known = list_known_seats(record)
            analysis = analyse_record(
                record, playouts=options.playouts, players=known, progress=progress
            )
        found.append(analysis)
        title = f"Game {number} of {len(records)}: " if len(records) > 1 else ""
        turning = values.count_things(len(analysis.turning_points), "turning point")
        if warning := _warning(analysis.record):
            terminal.show(f"{title}{warning}")
            if not analysis.placements:
                continue
        terminal.show_under(
            f"{title}{values.count_things(len(analysis.placements), 'placement')}, {turning}",
            str(analysis),
        )
    if out:
        text = io.StringIO()
        westeros_intrigue.write_records([analysis.record for analysis in found], text)
        files.write_out(out, text.getvalue(), force=force)
    if plot is not None:
        drawn = write_pictures(plot, [found[0].draw_svg()], overwrite=force)
        terminal.line(*map(str, drawn))
    return 0


def _judge_position(position: Position, options: Options, terminal: Output) -> int:
    """Show the value of each move in a position and, for a view, the odds of the other hands."""
    if options.out or options.plot:
        raise Refused("--out and --plot are for the games of a file", 2)
    seat = position.active_player
    if isinstance(position, View) and position.player != seat is not None:
        raise Refused(f"--position: list the cards of player {seat}, who is to move", 2)
    with files.refusing("--position"):
        found = analyse(position, playouts=options.playouts)
    seen = (
        "" if found.is_exact else f", each in {values.count_things(found.worlds, 'possible deal')}"
    )
    terminal.show_under(f"Player {found.player} to move{seen}", *map(str, found.moves))
    terminal.show(f"The chances are {found.against}.")
    if isinstance(position, View):
        rows = [(f"player {seat}", *cells) for seat, cells in enumerate(odds(position).in_words)]
        terminal.show("Cards on average, and the probability of any:")
        terminal.line("\n".join(text_table(["", *map(str, House)], rows)))
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


def run_simulate(options: Options, terminal: Output) -> int:
    """Simulate and write the results."""
    game = options.played
    table = new_state(options, game, 1, 0)
    players = table.players
    policy = options.policy or [next(iter(game.PLAYERS))]
    words = policy * players if len(policy) == 1 else policy
    if len(words) != players:
        raise Refused(f"name one policy, or one for each of {players} seats, not {len(words)}", 2)
    # Whole games do not need the extra but take longer without it.
    is_fast = not options.games or find_spec("numpy") is not None
    is_compiled = game.KEY == westeros_intrigue.KEY and {*words} <= _COMPILED
    if isinstance(table, GameState) and is_compiled and is_fast:
        counts, terms = _count_policies(options, terminal, table, words)
    else:
        counts, terms = _count_players(options, terminal, words)
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
    if options.json:
        terminal.line(_as_json(counts, {"seed": options.seed, **terms}, seats))
    else:
        terminal.line(_as_table(counts, options.seed, seats))
    return 0


_Counts: TypeAlias = counted.CountedRounds | counted.CountedGames


def _count_players(
    options: Options, terminal: Output, words: list[str]
) -> tuple[_Counts, dict[str, Any]]:
    """Return the counts of games of named players, with their terms."""
    game = options.played
    if options.rotate or options.games is None:
        names = values.join_words(dict.fromkeys(words))
        told = f"{names} can only play whole games of {game.NAME}: --games sets their number"
        raise Refused(told, 2)
    own = tuple(sorted(table_of(options, game).items()))
    games = NamedGames(game.KEY, tuple(words), options.seed, own)
    with long_work(options, terminal, options.games) as how:
        counts = games.count_games(range(options.games), running.Run(**how))
    return counts, {"game": game.KEY, "options": options_data(own)}


def _count_policies(
    options: Options, terminal: Output, table: GameState, words: list[str]
) -> tuple[_Counts, dict[str, Any]]:
    """Return the counts of rounds or games that the compiled rules play, with their terms."""
    try:
        from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415 - an extra
    except errors.MissingExtra as missing:
        raise Refused(f"{missing}; --games N plays whole games without it") from missing

    variant, first_player = table.variant, table.starting_player
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    if options.games is None and variant != STANDARD:
        raise Refused("single rounds need the standard game: use --games for this table", 2)
    count = options.games or options.single_rounds
    simulation = Simulation(
        table.players, words, options.seed, variant, first_player, options.rotate
    )
    with long_work(options, terminal, count) as how:
        play = simulation.count_games if options.games else simulation.count_rounds
        counts = play(range(count), running.Run(running.available_cores(), **how))
    terms = {
        "first_player": first_player, "rotate": options.rotate, "options": [*variant.options],
    }  # fmt: skip
    return counts, terms


def _as_json(counts: _Counts, terms: dict[str, Any], seats: list[Row]) -> str:
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


def run_match(options: Options, terminal: Output) -> int:
    """Play a match and write its result."""
    if "--first-player" in flags_in(options):
        raise Refused("each player has every seat: --first-player does not go with it", 2)
    game, names = options.played, options.entrants
    is_lineup = max(Counter(names).values()) > 1
    table = new_state(options, game, 1, 0, len(names) if is_lineup else max(2, game.MIN_PLAYERS))
    with long_work(options, terminal, options.deals) as how:
        results.import_extra("choix")  # which the result needs
        result = play_match(
            dict(zip(names, names, strict=True)),
            game=game,
            players=table.players,
            deals=options.deals,
            seed=options.seed,
            options=table_of(options, game),
            lineup=names if is_lineup else (),
            forfeits=options.forfeits,
            **how,
        )
    terminal.line(result.to_json() if options.json else result.to_table())
    return 0
