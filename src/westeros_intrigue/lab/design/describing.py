"""`measure_game`: what kind of game it is, by games between its own players."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import ast
import copy
import inspect
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from functools import partial, reduce
from math import lcm
from operator import add
from os import PathLike
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.asking import failure, seat_player
from westeros_intrigue.gamekit.authoring.game_files import file_of
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER, Data
from westeros_intrigue.gamekit.documents import dump
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.options import options_data
from westeros_intrigue.gamekit.packaging import PACKAGE
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.lab.design.comparing import usual_players
from westeros_intrigue.lab.design.differences import Ratio, estimate_ratio
from westeros_intrigue.lab.design.played import LONGEST_GAME
from westeros_intrigue.lab.design.reports import (
    GameReport,
    Reported,
    Rung,
    estimate_quantile,
)
from westeros_intrigue.lab.design.tables import (
    GameOrTable,
    Table,
    check_workers_find,
    table_of,
    versions_of,
)
from westeros_intrigue.lab.matches.match import MOST_DEALS, Match, choosers_in, source_named
from westeros_intrigue.lab.simulation.counted import Estimate
from westeros_intrigue.lab.simulation.results_file import (
    Format,
    Played,
    check_same,
    code_of,
    rows_reader,
)
from westeros_intrigue.lab.simulation.running import Progress, Run, play_chunks

MOMENTS = (0, 25, 50, 75, 90)
"""The moments at which the chances to win are estimated, in per cent of the moves of a game."""
PLAYOUTS = 8
"""The number of games that are played on from a moment."""
FORESEEN = 40
"""The number of games in which the chances to win are estimated."""
WORLDS = 30
"""The number of worlds that are drawn for a view."""
DRAWN = 20
"""The number of games in which worlds are drawn."""
TRACED = 10
"""The number of games in which the lines that run are noted."""
RUNG_DEALS, THINKING_DEALS = 40, 12
"""The number of deals of a step of the ladder, and of one to a player that looks ahead."""
_OFTEN = 20
_RULES = frozenset(
    ["start", "moves", "play", "chance", "scores", "hide", "allows", "permits", "total"]
)
"""The methods that are rules."""


@attrs.frozen
class Described:
    """The counts of one game, or of one deal of a step of the ladder."""

    pairs: Mapping[str, tuple[int, int]]
    """The numerator and the denominator of each figure."""
    length: int = 0
    offered: Counter[str] = attrs.field(factory=Counter)
    chosen: Counter[str] = attrs.field(factory=Counter)
    legal: frozenset[str] = frozenset()
    ran: frozenset[int] = frozenset()


@attrs.frozen
class Plan:
    """The terms of a report, which determine all its games."""

    table: Table
    seats: int
    seed: int
    games: int
    players: tuple[str, ...]
    usual: str
    rungs: tuple[int, ...]
    """The number of deals of each step of the ladder."""

    def describe(self, number: int) -> Described:
        """Play the game, or the deal of the ladder, of a number."""
        if number < self.games:
            return _describe_game(self, number)
        number -= self.games
        for step, deals in enumerate(self.rungs):
            if number < deals:
                return _play_rung(self, step, number)
            number -= deals
        raise IndexError(number)


def measure_game(
    game: GameOrTable,
    *,
    seats: int | None = None,
    games: int = 100,
    seed: int,
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> GameReport:
    """Return the figures of a game for its designer, each with a 95 % interval or left out.

    The usual player of the game plays it at every seat. Its ladder compares random moves, the usual
    player and one that looks ahead, at the smallest table. What a spectator knows of the result is
    estimated by games that are played on from possible worlds, never from the state itself.

    >>> from nim import nim
    >>> report = measure_game(nim, games=30, seed=1)
    >>> report["moves without a choice"].found.value
    0.0

    Args:
        game: a game, its key in `GAMES`, or its file; or a pair of one of these and the options of
            its table.
        seats: the number of seats; None for two, or the minimum of the game.
        games: the number of games, 10 to a billion.
        seed: an int from 0 to 2**53 - 1 for all games.
        chunk: the number of games that a worker plays at a time; None for one.
        executor: any `concurrent.futures.Executor`, or a function that makes one. The result is the
            same for any.
        out: a new file for the results as they arrive, one JSON text per line.
        resume: True to continue an existing file `out` of the same report.
        progress: called after each chunk with the number of games played and the total.

    Raises:
        InvalidValue: a number is out of range; the game is unknown or has automated seats; workers
            cannot find it; or `out` exists or is of another report.
        WrongType: an argument has the wrong type.
        DecodingError: the file is damaged; the path begins with the number of the line.
        PlayerFailed: a player raised an error or chose an illegal move.
        MatchInterrupted: the executor failed.
    """
    table = table_of(game)
    played = table.find()
    games = values.check_integer("games", games, 10, MOST_DEALS)
    seed = values.check_integer("seed", seed, 0, LARGEST_INTEGER)
    if seats is None:
        seats = max(2, played.MIN_PLAYERS)
    seats = values.check_integer("seats", seats, 1)
    start = played.new_game(seats, dict(table.options), seed=0)
    if played.automated_seats(start):
        raise InvalidValue(f"{table.name} has automated seats, and each seat needs a player")
    if executor is not None:
        check_workers_find(table)
    usual, *thinking = usual_players(played)
    first = next(iter(played.PLAYERS))
    players = (*dict.fromkeys([first, usual, *thinking]),)
    deals = [THINKING_DEALS if name in thinking else RUNG_DEALS for name in players[1:]]
    rungs = (*deals,) if seats > 1 else ()
    plan = Plan(table, seats, seed, games, players, usual, rungs)
    numbers = range(games + sum(rungs))
    found: dict[int, Described] = {}
    code = _code_of(plan)
    run = Run(executor=executor, chunk=chunk, progress=progress, out=out, resume=resume)
    parts = play_chunks(
        run,
        partial(_describe_chunk, plan, code, is_kept=out is not None),
        numbers,
        "game",
        _form_of(plan, code),
        usual_chunk=1,
        players=players,
    )
    with closing(parts) as chunks:
        for part in chunks:
            found.update(zip(part.numbers, part.sums, strict=True))
    return _report(plan, [found[number] for number in numbers])


def _code_of(plan: Plan) -> dict[str, Data]:
    """Return the code that plays, which workers and files must share."""
    game = plan.table.find()
    named = {name: name for name in plan.players}
    code = code_of(choosers_in(game, named), game, named)
    return {**code, "game": plan.table.digest or code.get("game", "")}


def _describe_chunk(
    plan: Plan, code: Mapping[str, Data], numbers: range, *, is_kept: bool
) -> Played[tuple[Described, ...]]:
    """Check that the worker has the same code, and play some games or deals."""
    check_same("a worker plays with other code", _code_of(plan), code)
    described = tuple(map(plan.describe, numbers))
    line = ""
    if is_kept:
        games = [*map(_data_of, described)]
        line = dump({"kind": "games", "start": numbers.start, "games": games})
    return Played(numbers, described, line)


def _data_of(described: Described) -> Data:
    return [
        {name: [*pair] for name, pair in described.pairs.items()},
        described.length,
        {**described.offered},
        {**described.chosen},
        [*sorted(described.legal)],
        [*sorted(described.ran)],
    ]


def _read_described(data: Any) -> Described:  # noqa: ANN401 - of a line
    pairs, length, offered, chosen, legal, ran = data
    return Described(
        {name: (part, whole) for name, (part, whole) in pairs.items()},
        length,
        Counter(offered),
        Counter(chosen),
        frozenset(legal),
        frozenset(ran),
    )


def _form_of(plan: Plan, code: Mapping[str, Data]) -> Format[tuple[Described, ...]]:
    """Return the content of the file of a report."""
    head: dict[str, Data] = {
        "kind": "report",
        "version": 1,
        "game": plan.table.find().KEY,
        "options": options_data(plan.table.options),
        "games": plan.games,
        "seats": plan.seats,
        "seed": plan.seed,
        "players": [*plan.players],
        "versions": [*versions_of(plan.table)],  # which the report says
    }

    return Format(head, code, rows_reader("games", _read_described, "a report"))


def _source(plan: Plan, *purpose: object) -> random.Random:
    return source_named(f"{plan.seed} report {' '.join(map(str, purpose))}")


def kind_of(move: object) -> str:
    """Return the kind of a move: the first word of its text, or the name of its class.

    >>> kind_of("raise 5"), kind_of(3)
    ('raise', 'int')
    """
    word = str(move).partition(" ")[0]
    is_word = word.replace("-", "").isalpha() and not isinstance(move, int)
    return word if is_word else type(move).__name__


def _describe_game(plan: Plan, number: int) -> Described:
    """Play one game of the usual player, and count its figures."""
    game = plan.table.find()
    player: Any = seat_player(_players_of(game).parse(plan.usual), game)
    players = [copy.deepcopy(player) for _ in range(plan.seats)]
    sources = [_source(plan, number, seat) for seat in range(plan.seats)]
    seed = _source(plan, number, "cards").getrandbits(53)
    states: list[Any] = []
    choices, forced, turns, before = 0, 0, 0, None
    offered, chosen = Counter[str](), Counter[str]()
    legal: set[str] = set()
    ran: set[int] = set()
    is_traced = number < TRACED
    declared = getattr(game, "ACTIONS", ())
    with _noting_lines(_file_of(game) if is_traced else None, ran):
        state: Any = game.proceed(game.new_game(plan.seats, dict(plan.table.options), seed=seed))
        first = state.active_player
        while not state.is_over and len(states) < LONGEST_GAME:
            seat: int = state.active_player
            view = game.observe(state, seat)
            moves = game.legal_moves(view)
            states.append(state)
            choices, forced = choices + len(moves), forced + (len(moves) == 1)
            turns, before = turns + (seat != before), seat
            with _naming_player(plan.usual, seat, len(states) - 1):
                move = players[seat](view, sources[seat])
                after = game.apply(state, move, player=seat)
            offered.update({*map(kind_of, moves)})
            chosen[kind_of(move)] += 1
            if declared:
                legal.update(map(str, moves))
            state = game.proceed(after)
        winners = game.final_winner(state).winners if state.is_over else ()
    whole = lcm(*range(1, plan.seats + 1))
    share = {seat: whole // len(winners) for seat in winners}
    pairs = {
        "moves": (len(states), 1),
        "turns": (turns, 1),
        "choices a move": (choices, len(states)),
        "moves without a choice": (forced, len(states)),
        "won by who begins": (share.get(first, 0), whole),
        "shared victories": (int(len(winners) > 1), 1),
        "unfinished": (int(not state.is_over), 1),
    }
    if number < FORESEEN and winners and plan.seats > 1:
        pairs |= _foresee(plan, number, player, states, share)
    if number < DRAWN:
        pairs |= _draw_worlds(plan, number, game, states)
    return Described(pairs, len(states), offered, chosen, frozenset(legal), frozenset(ran))


def _players_of(game: AnyGame) -> NamedPlayers[Any]:
    return game.PLAYERS


def _at(states: Sequence[Any], moment: int) -> Any:  # noqa: ANN401 - of any game
    return states[min(len(states) - 1, len(states) * moment // 100)]


def _foresee(
    plan: Plan,
    number: int,
    player: Any,  # noqa: ANN401 - of any game
    states: Sequence[Any],
    share: Mapping[int, int],
) -> dict[str, tuple[int, int]]:
    """Return how far the chances of the seats are from the result, at each moment.

    The squared distances are compared with those of equal chances. A few playouts make noise, whose
    expectation is taken off. All numbers are multiplied, so that they are whole.
    """
    game, seats, found = plan.table.find(), plan.seats, dict[str, tuple[int, int]]()
    whole = lcm(*range(1, seats + 1))
    unit = whole * PLAYOUTS * seats
    shares = [share.get(seat, 0) * PLAYOUTS * seats for seat in range(seats)]
    equal = sum((unit // seats - each) ** 2 for each in shares)
    for moment in MOMENTS:
        rng = _source(plan, number, "worlds", moment)
        view = game.observe(_at(states, moment), None)
        results: list[Counter[int]] = []
        for _ in range(PLAYOUTS):
            winners = _play_out(game, game.determinize(view, rng), plan.usual, player, rng)
            results.append(Counter({seat: whole // len(winners) for seat in winners}))
        loss = 0
        for seat in range(seats):
            won = [result[seat] for result in results]
            distance = sum(won) * seats - shares[seat]
            # The variance of a mean of PLAYOUTS, times PLAYOUTS squared.
            noise = (PLAYOUTS * sum(each * each for each in won) - sum(won) ** 2) // (PLAYOUTS - 1)
            loss += distance**2 - noise * seats**2
        found[f"known after {moment} %"] = (equal - loss, equal)
    return found


def _play_out(
    game: AnyGame,
    world: Any,  # noqa: ANN401 - of any game
    name: str,
    player: Any,  # noqa: ANN401 - of any game
    rng: random.Random,
) -> Sequence[int]:
    """Return the winners of a world that the usual player plays to its end; none if it is long."""
    players = [(name, copy.deepcopy(player)) for _ in range(world.players)]
    last = _play_to_the_end(game, world, players, [rng] * world.players)
    return () if last is None else game.final_winner(last).winners


def _play_to_the_end(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - of any game
    players: Sequence[tuple[str, Any]],
    sources: Sequence[random.Random],
) -> Any:  # noqa: ANN401 - of any game
    """Return the last state of a game between players with names; None for one that is too long."""
    choosers = [player for _, player in players]
    for _ in range(LONGEST_GAME):
        state = game.play_on(game.proceed(state), choosers, sources)
        if state.is_over:
            return state
        seat = state.active_player
        with _naming_player(players[seat][0], seat):
            move = choosers[seat](game.observe(state, seat), sources[seat])
            state = game.apply(state, move, player=seat)
    return None


@contextmanager
def _naming_player(name: str, seat: int, moment: int | None = None) -> Iterator[None]:
    """Say which player of the game raised an error, or chose an illegal move."""
    try:
        yield
    except (Exception, SystemExit) as error:  # a player can raise anything
        raise failure(error, name, seat, moment) from error


def _draw_worlds(
    plan: Plan, number: int, game: AnyGame, states: Sequence[Any]
) -> dict[str, tuple[int, int]]:
    """Return the pairs of worlds behind the views of players, and those that are equal.

    Worlds are equal if each seat sees the same in both, so the order of a deck does not count.
    """
    found = {}
    for moment in (0, 50):
        state = _at(states, moment)
        view, rng = game.observe(state, state.active_player), _source(plan, number, "drawn", moment)
        seen: Counter[tuple[str, ...]] = Counter()
        for _ in range(WORLDS):
            world = game.determinize(view, rng)
            texts = (game.draw_text(game.observe(world, seat)) for seat in range(plan.seats))
            seen[tuple(texts)] += 1
        equal = sum(times * (times - 1) // 2 for times in seen.values())
        found[f"worlds after {moment} %"] = (WORLDS * (WORLDS - 1) // 2, equal)
    return found


def _play_rung(plan: Plan, step: int, deal: int) -> Described:
    """Play a deal of a step of the ladder from every seat, at the smallest table."""
    game = plan.table.find()
    seats = min(plan.seats, max(2, game.MIN_PLAYERS))
    names = plan.players[step : step + 2]
    players = [seat_player(_players_of(game).parse(name), game) for name in names]
    seed = _source(plan, "rung", step, deal, "cards").getrandbits(53)
    ahead = met = 0
    for seating in Match(names, seats, deal + 1, plan.seed, None).seatings(deal):
        seated = [(names[who or 0], copy.deepcopy(players[who or 0])) for who in seating]
        sources = [_source(plan, "rung", step, deal, seat) for seat in range(seats)]
        start = game.new_game(seats, dict(plan.table.options), seed=seed)
        last = _play_to_the_end(game, start, seated, sources)
        if last is None:
            continue
        ranking = game.final_winner(last).ranking
        place = {seat: place for place, group in enumerate(ranking) for seat in group}
        for strong, weak in ((a, b) for a in place for b in place if seating[a] and not seating[b]):
            ahead += 1 + (place[strong] < place[weak]) - (place[strong] > place[weak])
            met += 2
    return Described({f"rung {step}": (ahead, met)})


def _file_of(game: AnyGame) -> str | None:
    """Return the file of an author's game; None for a game of the library."""
    module = game.__name__ if inspect.ismodule(game) else type(game).__module__
    if module.partition(".")[0] == PACKAGE:
        return None
    file = file_of(game) or getattr(sys.modules.get(module), "__file__", None)
    return str(file) if file and Path(file).is_file() else None


@contextmanager
def _noting_lines(file: str | None, ran: set[int]) -> Iterator[None]:
    """Note the lines of a file that run in the block."""
    if file is None:
        yield
        return
    codes: dict[CodeType, bool] = {}
    played = os.path.realpath(file)

    def note(frame: FrameType, event: str, _argument: object) -> Any:  # noqa: ANN401 - of `sys`
        if event == "line":
            ran.add(frame.f_lineno)
        return note

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:  # noqa: ANN401 - of `sys`
        code = frame.f_code
        if code not in codes:  # a file that was named without its folder has no folder here either
            codes[code] = os.path.realpath(code.co_filename) == played
        return note if codes[code] else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _lines_of_rules(file: str) -> dict[int, str]:
    """Return the lines of the rules in a file, by number, each with its method and its text."""
    source = Path(file).read_text("utf-8")
    lines, found = source.splitlines(), dict[int, str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name in _RULES:
            body = (each for part in node.body for each in ast.walk(part))
            for each in body:
                is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
                is_nested = isinstance(each, ast.FunctionDef)
                if isinstance(each, ast.stmt) and not is_text and not is_nested:
                    text = lines[each.lineno - 1].strip()
                    found[each.lineno] = f"line {each.lineno}, {node.name}: {text}"
    return found


_SHARES = ("moves without a choice", "won by who begins", "shared victories", "unfinished")


def _report(plan: Plan, described: Sequence[Described]) -> GameReport:
    """Return the report of all games and deals."""
    game, games = plan.table.find(), described[: plan.games]
    figures: list[Reported] = []
    left_out: list[str] = []

    def ratio(name: str, *, is_share: bool, title: str = "") -> None:
        pairs = [each.pairs[name] for each in games if name in each.pairs]
        if not any(whole for _, whole in pairs):
            left_out.append(f"{title or name}: nothing to count")
            return
        is_count = name in _SHARES[1:]  # at most one a game
        found = estimate_ratio(Ratio.of(pairs), len(pairs), is_share=is_count)
        if is_share and found.low is not None and found.high is not None:
            least = 0.0 if name in _SHARES else found.low
            found = attrs.evolve(found, low=max(least, found.low), high=min(1.0, found.high))
        figures.append(Reported(title or name, found, is_share))

    ratio("moves", is_share=False)
    for share in (0.05, 0.5, 0.95):
        found = estimate_quantile([each.length for each in games], share)
        title = f"moves, {share:.0%} of games below".replace("%", " %")
        if found.low is None:
            left_out.append(f"{title}: it needs more games")
        else:
            figures.append(Reported(title, found))
    ratio("turns", is_share=False)
    ratio("choices a move", is_share=False)
    for name in _SHARES:
        ratio(name, is_share=True)
    for moment in MOMENTS:
        name = f"known after {moment} %"
        ratio(name, is_share=True, title=f"result known after {moment} % of the moves")
    for moment in (0, 50):
        _report_worlds(moment, games, figures, left_out)
    ladder = [*_ladder(plan, described)]
    if not ladder:
        left_out.append("ladder: it needs two players and two seats")
    offered, chosen = (
        reduce(add, (getattr(each, name) for each in games), Counter[str]())
        for name in ("offered", "chosen")
    )
    never = [
        Reported(f"{kind}, offered {times} times", Estimate(0.0, 0.0, _most(times)), is_share=True)
        for kind, times in sorted(offered.items(), key=lambda each: (-each[1], each[0]))
        if times >= _OFTEN and not chosen[kind]
    ]
    seen = frozenset[str]().union(*(each.legal for each in games))
    actions = [str(action) for action in getattr(game, "ACTIONS", ())]
    file = _file_of(game)
    never_run: tuple[str, ...] = ()
    if file is None:
        left_out.append("lines that never ran: the game is not in a file of its author")
    else:
        ran = frozenset[int]().union(*(each.ran for each in games))
        lines = _lines_of_rules(file)
        never_run = tuple(text for line, text in sorted(lines.items()) if line not in ran)
    if not actions:
        left_out.append("moves that were never legal: the game declares no ACTIONS")
    return GameReport(
        plan.table.name,
        plan.seats,
        plan.players,
        plan.usual,
        plan.games,
        plan.seed,
        versions_of(plan.table),
        tuple(figures),
        (*ladder,),
        tuple(never),
        tuple(action for action in actions if action not in seen),
        never_run,
        tuple(left_out),
    )


def _ladder(plan: Plan, described: Sequence[Described]) -> Iterator[Rung]:
    """Yield the steps of the ladder."""
    at = plan.games
    for step, deals in enumerate(plan.rungs):
        pairs = [each.pairs[f"rung {step}"] for each in described[at : at + deals]]
        at += deals
        if any(met for _, met in pairs):
            ahead = estimate_ratio(Ratio.of(pairs), deals, is_share=True)
            yield Rung(plan.players[step], plan.players[step + 1], deals, ahead)


def _most(times: int) -> float:
    """Return the largest share of a kind of move that can well be missing in all these."""
    return float(1 - 0.05 ** (1 / times))


def _report_worlds(
    moment: int, games: Sequence[Described], figures: list[Reported], left_out: list[str]
) -> None:
    """Report the number of worlds behind a view, by how often two draws are equal."""
    name = f"worlds after {moment} %"
    title = f"worlds behind a view after {moment} % of the moves"
    pairs = [each.pairs[name] for each in games if name in each.pairs]
    draws, equal = sum(drawn for drawn, _ in pairs), sum(same for _, same in pairs)
    if equal < _OFTEN:
        left_out.append(f"{title}: more than {draws // _OFTEN}")
        return
    found = estimate_ratio(Ratio.of(pairs), len(pairs), is_share=False)
    low = None if found.low is None else max(1.0, found.low)
    figures.append(Reported(title, attrs.evolve(found, low=low)))
