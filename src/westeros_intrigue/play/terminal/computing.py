"""Long work: `analyse` judges placements, `simulate` counts games, `match` compares players.

They share a progress bar and workers on this machine or a cluster.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import westeros_intrigue
from westeros_intrigue import STANDARD, GameState, House, Position, Record, View, odds
from westeros_intrigue.gamekit import errors, packaging, values
from westeros_intrigue.gamekit.text import text_table
from westeros_intrigue.lab.matches import MatchInterrupted, PlayerFailed, play_match, results
from westeros_intrigue.lab.matches.simulations import NamedGames, SimulationResult
from westeros_intrigue.lab.players import analyse, analyse_record
from westeros_intrigue.lab.simulation import running, workers
from westeros_intrigue.play.printing.pictures import write_pictures
from westeros_intrigue.play.referee import describe_made_up_hands, list_known_seats
from westeros_intrigue.play.sessions import GameFile
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.commands import Options, Parser
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
        yield partial(workers.process_pool, options.workers)
    else:
        yield None


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
    out = None if options.out is None else GameFile(files.fresh_path(options.out))
    plot = None if options.plot is None else files.picture_path(options.plot)
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
        files.write(out, text.getvalue())
    if plot is not None:
        terminal.line(*map(str, write_pictures(plot, [found[0].draw_svg()])))
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
    if game.KEY == westeros_intrigue.KEY and {*words} <= _COMPILED and is_fast:
        result = _of_policies(options, terminal, table, words)
    else:
        result = _of_players(options, terminal, (*game.automated_seats(table),), words)
    terminal.line(result.to_json() if options.json else result.to_table())
    return 0


def _of_players(
    options: Options, terminal: Output, automated: tuple[int, ...], words: list[str]
) -> SimulationResult:
    game = options.played
    if options.rotate or options.games is None:
        names = values.join_words(dict.fromkeys(words))
        told = f"{names} can only play whole games of {game.NAME}: --games sets their number"
        raise Refused(told, 2)
    own = tuple(sorted(table_of(options, game).items()))
    terms = NamedGames(game.KEY, tuple(words), options.seed, own)
    with long_work(options, terminal, options.games) as how:
        counts = terms.count_games(range(options.games), running.Run(**how))
    return SimulationResult(terms, counts, automated)


def _of_policies(
    options: Options, terminal: Output, table: GameState, words: list[str]
) -> SimulationResult:
    try:
        from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415 - an extra
    except errors.MissingExtra as missing:
        raise Refused(f"{missing}; --games N plays whole games without it") from missing

    variant = table.variant
    if options.rotate and variant.first_player is not None:
        raise Refused("in Solo Scheming seat 0 starts: --rotate does not go with it", 2)
    if options.games is None and variant != STANDARD:
        raise Refused("single rounds need the standard game: use --games for this table", 2)
    count = options.games or options.single_rounds
    terms = Simulation(
        table.players, words, options.seed, variant, table.starting_player, options.rotate
    )
    with long_work(options, terminal, count) as how:
        play = terms.count_games if options.games else terms.count_rounds
        counts = play(range(count), running.Run(running.available_cores(), **how))
    return SimulationResult(terms, counts, variant.automated, variant.houses)


def run_match(options: Options, terminal: Output) -> int:
    """Play a match and write its result."""
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
