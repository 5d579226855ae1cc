"""`compare_games`: what a change of the rules does to a game."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from math import inf
from numbers import Real
from os import PathLike
from types import FunctionType
from typing import Any, TypeAlias

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER, Data
from westeros_intrigue.gamekit.documents import dump
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.options import options_data
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.lab.design.differences import difference_in, names_in
from westeros_intrigue.lab.design.effects import Effect, compare, judge
from westeros_intrigue.lab.design.played import Entrants, Parts, PlayedDeal, Terms, play_deal
from westeros_intrigue.lab.design.tables import (
    GameOrTable,
    both_tables,
    check_workers_find,
    distinct_names,
    versions_of,
)
from westeros_intrigue.lab.matches.match import MOST_DEALS, Chooser, choosers_in, names_of
from westeros_intrigue.lab.simulation.results_file import (
    Format,
    Played,
    check_same,
    code_of,
    rows_reader,
)
from westeros_intrigue.lab.simulation.running import Progress, Run, chunk_size, play_chunks
from westeros_intrigue.lab.simulation.workers import library_version

Kind: TypeAlias = str | Chooser | Entrants
"""One kind of players: a player at all seats, or several by name, who all have every seat."""
Rows: TypeAlias = tuple[PlayedDeal | None, ...]
"""The results of each kind of players in a deal; None for one that does not play it."""

MOST_BLOCKS = 1000
"""The maximum number of blocks of deals, so that memory does not grow with the number of deals."""
LOOK = 25
"""The number of blocks between two looks at the precision."""
FEWEST = 30
"""The number of deals before which games do not stop, and that a player that thinks plays."""
_SECONDS_OF_THOUGHT = 0.006
"""The CPU seconds of a move of the player that looks ahead, as far as its least number allows."""
_LEAST_THOUGHT, _MOST_THOUGHT = 1, 20


def compare_games(
    before: GameOrTable,
    after: GameOrTable,
    *,
    players: Kind | Sequence[Kind] | None = None,
    seats: int = 2,
    deals: int,
    seed: int,
    precision: float | None = None,
    about: str = "won by who begins",
    chunk: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Effect:
    """Play the same deals under two rules, and return what the change does to the game.

    Both rules have the same cards and dice, and a player draws the same random numbers for its nth
    decision. Most of the luck is therefore the same, and the intervals are those of paired deals.

    The effect is one between these players. A player that does not know the new rule plays as
    before, so by default a second one plays that looks ahead; the result says if the effect depends
    on who plays.

    >>> from westeros_intrigue.lab.design import compare_games
    >>> pot = ("monopoly", {"house_rules": ("pot",)})
    >>> effect = compare_games("monopoly", pot, players="random", deals=4, seed=6)
    >>> effect.before, effect.comparisons[0].games
    ('Monopoly: Game of Thrones Edition', 4)
    >>> round(effect["moves"].after.value - effect["moves"].before.value, 6) == round(
    ...     effect["moves"].difference.value, 6
    ... )
    True

    Args:
        before: a game, its key in `GAMES`, or its file; or a pair of one of these and the options
            of its table.
        after: the same with the other rule.
        players: the name of a player, or a function that plays, at all seats; or a mapping of
            several by name, as in `play_match`, to see who gains. A list of these compares kinds of
            players. None for the game's usual player and one that looks ahead, which plays a tenth
            of the deals, but at least 30.
        seats: the number of seats at a table.
        deals: the number of deals, 1 to a billion, or the most with `precision`.
        seed: an int from 0 to 2**53 - 1 for all games.
        precision: end once the interval of one measure reaches at most so far to each side, between
            the first kind of players. Shares are between 0 and 1, so 0.03 means 3 points. The rule
            looks at the width alone, so the intervals stay honest. None to play all deals.
        about: the measure with this precision.
        chunk: the number of deals that a worker plays at a time; None for a two-hundredth of all
            deals, at most 50.
        executor: any `concurrent.futures.Executor`, or a function that makes one. The result is the
            same for any.
        out: a new file for the results as they arrive, one JSON text per line.
        resume: True to continue an existing file `out` of the same comparison.
        progress: called after each chunk with the number of deals played and the total.

    Raises:
        InvalidValue: a number is out of range; a game, a player or a measure is unknown; the game
            has automated seats; workers cannot find a game; or `out` exists or is of another
            comparison.
        WrongType: an argument has the wrong type.
        DecodingError: the file is damaged; the path begins with the number of the line.
        PlayerFailed: a player raised an error or chose an illegal move.
        MatchInterrupted: the executor failed.
    """
    deals = values.check_integer("deals", deals, 1, MOST_DEALS)
    seed = values.check_integer("seed", seed, 0, LARGEST_INTEGER)
    seats = values.check_integer("seats", seats, 1)
    values.check_type("about", about, str)
    if precision is not None:
        values.check_type("precision", precision, Real)
        if not 0 < precision < inf:
            raise InvalidValue(f"precision must be above 0 and finite, not {precision}")
    tables = both_tables(before, after)
    games = [table.find() for table in tables]
    for table, game in zip(tables, games, strict=True):
        least, most = game.MIN_PLAYERS, game.MAX_PLAYERS
        if not least <= seats <= most:
            raise InvalidValue(f"{table.name} has {least} to {most} players, not {seats}")
        start = game.new_game(seats, dict(table.options), seed=0)  # for its checks
        seats = start.players
        if game.automated_seats(start):
            raise InvalidValue(f"{table.name} has automated seats, and each seat needs a player")
        if executor is not None:
            check_workers_find(table)
    kinds, every = _kinds_of(players, games[0], deals)
    terms = Terms(*tables, seats, seed, kinds, every)
    code = _code_of(terms)
    run = Run(executor=executor, chunk=chunk, progress=progress, out=out, resume=resume)
    reader = _InOrder(deals, len(kinds), precision, about)
    parts = play_chunks(
        run,
        partial(_play_chunk, terms, code, is_kept=out is not None),
        range(deals),
        "deal",
        _form_of(terms, deals, code),
        usual_chunk=chunk_size(deals),
        players=tuple(dict.fromkeys(name for kind in kinds for name in kind)),
    )
    with closing(parts) as chunks:
        for part in chunks:
            if reader.read(part.numbers, part.sums):
                break
    blocks = [[row for row in of_kind if row] for of_kind in zip(*reader.blocks, strict=True)]
    compared = [compare((*kind,), rows) for kind, rows in zip(kinds, blocks, strict=True)]
    comparisons, depends = judge(compared)
    stopped = ""
    if precision is not None:
        stopped = (
            f"it stopped at a precision of {precision} for {about}"
            if reader.has_stopped
            else f"{deals} deals were too few for a precision of {precision} for {about}"
        )
    return Effect(
        *distinct_names(*tables),
        seats,
        seed,
        versions_of(*tables),
        comparisons,
        depends,
        stopped,
    )


def _kinds_of(
    players: Kind | Sequence[Kind] | None, game: AnyGame, deals: int
) -> tuple[tuple[Entrants, ...], tuple[int, ...]]:
    """Return the kinds of players, each by name, and which deals each plays."""
    if players is None:
        named = usual_players(game)
        thinking = max(1, deals // max(FEWEST, deals // 10))
        return tuple({name: name} for name in named), (1, thinking)[: len(named)]
    given: Sequence[Any] = players if isinstance(players, (list, tuple)) else [players]
    if not given:
        raise InvalidValue("players must name at least one player")
    kinds = tuple(map(_entrants_of, given))
    for place, kind in enumerate(kinds):
        names_of(kind)
        if [*kind] in map(list, kinds[:place]):
            told = english.join_words([*kind])
            raise InvalidValue(f"two kinds of players have the same names, {told}: rename one")
    return kinds, (1,) * len(kinds)


def _entrants_of(kind: object) -> Entrants:
    if isinstance(kind, Mapping):
        return dict(kind)
    if isinstance(kind, str):
        return {kind: kind}
    if callable(kind):
        name = kind.__name__ if isinstance(kind, FunctionType) else short_repr(kind)
        return {name: kind}
    raise WrongType(f"players must be names, functions or mappings of them, not {short_repr(kind)}")


def usual_players(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the usual player of a game, and of one that looks ahead.

    >>> from westeros_intrigue.games import monopoly
    >>> usual_players(monopoly)
    ('simple', 'search:1')
    """
    named = game.PLAYERS
    entry = named.get(named.usual)
    is_simple = entry is not None and not entry.stands_for
    usual = named.usual if is_simple else next(iter(named))
    for name, entry in named.items():
        if entry.is_numbered:
            seconds = entry.seconds
            number = _MOST_THOUGHT if seconds is None else int(_SECONDS_OF_THOUGHT / seconds)
            number = max(_LEAST_THOUGHT, min(_MOST_THOUGHT, number))
            return usual, name.replace(":N", f":{number}")
    return (usual,)


def _code_of(terms: Terms) -> dict[str, Data]:
    """Return the code that plays both sides, which workers and files must share."""
    found: dict[str, Data] = {"library": library_version()}
    for side, table in zip(("before", "after"), terms.tables, strict=True):
        game = table.find()
        for number, kind in enumerate(terms.kinds):
            code = code_of(choosers_in(game, kind), game, kind)
            found |= {
                f"{side}, players {number}": code["players"],
                f"{side}, game": table.digest or code.get("game", ""),
            }
    return found


_PLAYED = tuple[PlayedDeal | None, ...]


def _play_chunk(
    terms: Terms, code: Mapping[str, Data], deals: range, *, is_kept: bool
) -> Played[tuple[Rows, ...]]:
    """Check that the worker has the same code, and play some deals."""
    check_same("a worker plays with other code", _code_of(terms), code)
    rows = tuple(
        tuple(
            None if deal % every else play_deal(terms, kind, deal)
            for kind, every in enumerate(terms.every)
        )
        for deal in deals
    )
    line = ""
    if is_kept:
        line = dump({"kind": "deals", "start": deals.start, "deals": [*map(_row_data, rows)]})
    return Played(deals, rows, line)


def _row_data(row: Rows) -> Data:
    return [None if each is None else _deal_data(each) for each in row]


def _deal_data(played: PlayedDeal) -> Data:
    counts = (played.deals, played.games, played.other_moves, played.other_winners)
    return [*counts, _parts_data(played.before), _parts_data(played.after)]


def _parts_data(parts: Parts) -> Data:
    return {name: [part, whole] for name, (part, whole) in parts.items()}


def _read_row(data: Any) -> Rows:  # noqa: ANN401 - of a line
    return tuple(
        None
        if each is None
        else PlayedDeal(
            *each[:4], *({name: (*pair,) for name, pair in side.items()} for side in each[4:])
        )
        for each in data
    )


def _form_of(terms: Terms, deals: int, code: Mapping[str, Data]) -> Format[tuple[Rows, ...]]:
    """Return the content of the file of a comparison."""
    head: dict[str, Data] = {
        "kind": "effect",
        "version": 1,
        "deals": deals,
        "seats": terms.seats,
        "seed": terms.seed,
        "players": [[*kind] for kind in terms.kinds],
        "versions": [*versions_of(*terms.tables)],  # which the result says
        **{
            side: {"game": table.find().KEY, "options": options_data(table.options)}
            for side, table in zip(("before", "after"), terms.tables, strict=True)
        },
    }

    return Format(head, code, rows_reader("deals", _read_row, "a comparison"))


class _InOrder:
    """Reads deals in their order, however they come, so the result is the same for any workers.

    Args:
        deals: the number of deals.
        kinds: the number of kinds of players.
        precision: the width at which it stops; None to read all.
        about: the measure that has it.
    """

    def __init__(self, deals: int, kinds: int, precision: float | None, about: str) -> None:
        self._size = -(-deals // MOST_BLOCKS)
        self._deals, self._kinds = deals, kinds
        self._precision, self._about = precision, about
        self._waiting: dict[int, Rows] = {}
        self._next = 0
        self.blocks: list[Rows] = []
        """The sums of blocks of deals, for each kind of players."""
        self.has_stopped = False

    def read(self, numbers: range, rows: Sequence[Rows]) -> bool:
        """Read deals; return True once no more are needed."""
        self._waiting.update(zip(numbers, rows, strict=True))
        if self._precision is not None and not self.blocks:
            self._check_measure(rows[0])
        while self._next in self._waiting and not self.has_stopped:
            self._add(self._waiting.pop(self._next))
            self._next += 1
            if self._next % self._size == 0 and self._next < self._deals:
                self.has_stopped = self._is_precise()
        return self.has_stopped

    def _add(self, row: Rows) -> None:
        if self._next % self._size == 0:
            self.blocks.append(row)
            return
        pairs = zip(self.blocks[-1], row, strict=True)
        self.blocks[-1] = tuple(a + b if a and b else a or b for a, b in pairs)

    def _is_precise(self) -> bool:
        if self._precision is None or self._next < FEWEST or len(self.blocks) % LOOK:
            return False
        blocks = [row for row, *_ in self.blocks if row]
        found = difference_in(blocks, self._about)
        return found is not None and 0 < found.reach <= self._precision

    def _check_measure(self, row: Rows) -> None:
        """Refuse an unknown measure at the first deal, unless a game without an end lacks it."""
        played = row[0]
        if played and played.is_finished and self._about not in {*played.before} & {*played.after}:
            measures = english.join_words(names_in([played]), "or")
            raise InvalidValue(f"no measure is called {self._about!r}: choose {measures}")
