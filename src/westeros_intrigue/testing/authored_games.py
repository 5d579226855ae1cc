"""Checks of games made with `GameOf`, and of any game in another process.

A program can compare the fields of such a game's positions. A check can therefore find the fields
that a seat sees, cards that are lost or duplicated in worlds drawn from a view, and secrets in the
log.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import itertools
import os
import pickle
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import AnyGame, GameOf, Position, chance, english, text
from westeros_intrigue.gamekit.authoring.authored import PREFIX
from westeros_intrigue.gamekit.authoring.game_files import FILES, SUFFIX, load_game
from westeros_intrigue.gamekit.authoring.position import extra_fields
from westeros_intrigue.gamekit.authoring.refusing import TurnRefusal, find_faults
from westeros_intrigue.gamekit.game import AnyPosition, Game, Move, State, View
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.testing.player_checks import CheckFailed

_MOST_FIELDS = 8
_DEALS = 12
_ENOUGH_POSITIONS = 30
"""The number of positions with content of a field that show who sees it."""
_Content = dict[str, Counter[object]]

S = TypeVar("S", bound=Position)
M = TypeVar("M")


@attrs.frozen
class Knowledge:
    """The fields of a game's positions, and how often each seat saw them in a check.

    Only the author knows whether a card that a neighbour sees is a leak or an open card: print the
    table, read it once, and compare it in a test.

    >>> from westeros_intrigue.testing import Knowledge
    >>> seen = {"own": (6, 6), "+1": (0, 6), "spectator": (2, 6)}
    >>> print(Knowledge({"hands": seen, "trumps": {}}, positions={"hands": 3, "trumps": 0}))
    field               own     +1  spectator  positions
    hands            always  never       33 %          3
    trumps  no content seen                            0
    """

    fields: Mapping[str, Mapping[str, tuple[int, int]]]
    """For each field and viewer, the number of positions in which the viewer saw it, and the number
    of all positions.

    The viewer is `own` for the seat, from 0, that owns the part of the field, `+1` for the seat
    after it, and so on, or `spectator`. A field without such parts belongs to the active player.
    Positions in which a part has no content, such as an empty hand, are not counted.
    """
    seconds: Mapping[str, float] = attrs.field(factory=dict, eq=False)
    """The mean time, in seconds, that each player needs for a move; `N` is 1 in a name."""
    positions: Mapping[str, int] = attrs.field(factory=dict, eq=False, kw_only=True)
    """For each field, the number of positions in which it had content, on which its row rests."""
    alike: Sequence[str] = attrs.field(default=(), eq=False, kw_only=True)
    """A sentence for each field that differs in views with the same numbers, which learners cannot
    tell apart; the sentences stand under the table."""

    def __str__(self) -> str:
        viewers = list(dict.fromkeys(itertools.chain.from_iterable(self.fields.values())))
        counted = ["positions"] if self.positions else []
        rows = []
        for name, seen in self.fields.items():
            cells = [_in_words(*seen[viewer]) if viewer in seen else "" for viewer in viewers]
            if not seen:
                cells = ["no content seen", *cells[1:]]
            counts = [str(self.positions.get(name, 0)) for _ in counted]
            rows.append([name, *cells, *counts])
        return "\n".join([*text.text_table(["field", *viewers, *counted], rows), *self.alike])


def _in_words(seen: int, positions: int) -> str:
    if seen in {0, positions}:
        return "always" if seen else "never"
    return f"{100 * seen / positions:.0f} %"


def check_that_none_is_refused(
    game: GameOf[S, M], view: S, seat: int, moves: Iterable[M], where: str
) -> None:
    """Check that `refuse` yields no reason against the legal moves in a seat's view."""
    for move in moves:
        for fault in find_faults(game, view, seat, move):
            raise CheckFailed(
                f"{where}: {move} is legal, but refuse yields {fault.refusal!r}: moves and refuse "
                "must agree"
            )


def has_own_reason(violations: Iterable[AnyViolation]) -> bool:
    """Return whether the author's `refuse` gave a reason, not the kit."""
    return not any(isinstance(getattr(each, "refusal", 0), TurnRefusal) for each in violations)


class Watched(Generic[State, View]):
    """The positions of a game made with `GameOf` that a check has seen, and worlds of their views.

    Its states and views have the same fields, so a program can compare them.
    """

    def __init__(self, game: Game[State, View, Any], source: object) -> None:
        """Start with no positions; `game` is `source`, whose results are checked."""
        self._game = game
        self.names: Sequence[str] = (
            extra_fields(source._types[0]) if isinstance(source, GameOf) else ()
        )
        self._seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
        """For each field and column, whether it was seen in each position."""
        self._positions: Counter[str] = Counter()
        """For each field, the number of positions in which it had content."""
        self._contents: dict[int, list[_Content]] = {}
        """For each number of players, the contents of states."""
        self._worlds: dict[int, dict[str, _Content]] = defaultdict(dict)
        """For each number of players, the contents of worlds by their origins."""
        self._hides = isinstance(source, GameOf) and source._hides

    @property
    def is_complete(self) -> bool:
        """True if every field had content often enough."""
        return all(self._positions[name] >= _ENOUGH_POSITIONS for name in self.names)

    @property
    def private(self) -> frozenset[str]:
        """The fields that a view has hidden."""
        return frozenset(name for (name, _), seen in self._seen.items() if not all(seen))

    def look(self, state: State) -> None:
        """Record a state, and which viewers see each of its fields."""
        if not self.names:
            return
        self._contents_of(state.players).append(self._content(state))
        with_content = set[str]()
        for viewer in (*range(state.players), None):
            view = self._game.observe(state, viewer)
            for name in self.names:
                for column, is_seen in self._show(name, state, view, viewer):
                    self._seen[name, column].append(is_seen)
                    with_content.add(name)
        self._positions.update(with_content)

    def note(self, state: State, rng: random.Random, where: str) -> None:
        """Record a world drawn from each view of a state."""
        if not self.names:
            return
        for viewer in (*range(state.players), None):
            view = self._game.observe(state, viewer)
            what = f"{where}: a world drawn from the view of {viewer_in_words(viewer)}"
            world = self._game.determinize(view, rng)
            self._worlds[state.players][what] = self._content(world)

    def _contents_of(self, players: int) -> list[_Content]:
        if players not in self._contents:
            # Cards that one game never uses are in use in another.
            deals = (self._game.setup(players, seed=seed) for seed in range(_DEALS))
            self._contents[players] = [*map(self._content, deals)]
        return self._contents[players]

    @staticmethod
    def _show(
        name: str, state: AnyPosition, view: AnyPosition, viewer: int | None
    ) -> Iterator[tuple[str, bool]]:
        """Yield the columns of the table that a view's field belongs to."""
        true: object = getattr(state, name)
        seen: object = getattr(view, name)
        players = state.players
        parts: Iterable[tuple[int | None, object, object]] = [(state.active_player, true, seen)]
        if type(true) is tuple and type(seen) is tuple and len(true) == players:
            parts = zip(range(players), true, seen, strict=False)
        for owner, part, other in parts:
            # An empty hand, or one of unknown cards alone, looks the same whoever may see it.
            has_content = any(True for _ in atoms_of(part)) if type(part) is tuple else True
            if owner is not None and part is not None and has_content:
                yield _column(viewer, owner, players), part == other

    def find_things(self, players: int) -> frozenset[str]:
        """Return the fewest fields that have the same things in all states, some of them hidden.

        Such things are cards, which only change their places.
        """
        groups = [group for group, _ in _find_conserved(self._contents_of(players))]
        return frozenset(next((each for each in groups[::-1] if self.private & {*each}), ()))

    def _content(self, state: AnyPosition) -> _Content:
        return {
            name: Counter(atoms_of(getattr(state, name)))
            for name in self.names
            if type(getattr(state, name)) is tuple
        }

    def knowledge(self) -> Knowledge:
        """Check all positions together, and return the table of them.

        Raises:
            CheckFailed: nothing is hidden although the game has `hide`, or cards that all games
                have are missing or duplicated in a world.
        """
        if self._hides and all(map(all, self._seen.values())):
            raise CheckFailed(
                f"{self._game.NAME}: hide hides nothing: it must replace what a seat may not know; "
                "or omit hide and guess"
            )
        for players, contents in self._contents.items():
            for names, wanted in _find_conserved(contents):
                for where, content in self._worlds[players].items():
                    found = _sum(content, names)
                    if found != wanted:
                        wrong = next(iter((found - wanted) or (wanted - found)))
                        raise CheckFailed(
                            f"{where} has other things in {english.join_words(names)} than each "
                            f"state of the game, such as {wrong!r}: guess must draw the things "
                            "that the view does not show, each once; things that are not dealt "
                            "belong in a field, too"
                        )
        fields: dict[str, dict[str, tuple[int, int]]] = {name: {} for name in self.names}
        for name, column in sorted(self._seen, key=lambda place: (place[1] != "own", place[1])):
            seen = self._seen[name, column]
            fields[name][column] = (sum(seen), len(seen))
        return Knowledge(fields, positions={name: self._positions[name] for name in self.names})


def _find_conserved(contents: list[_Content]) -> Iterator[tuple[tuple[str, ...], Counter[object]]]:
    """Yield the groups of fields that contain the same things in all states, and these things."""
    names = [name for name in contents[0] if any(each[name] for each in contents)][:_MOST_FIELDS]
    for size in range(len(names), 0, -1):
        for group in itertools.combinations(names, size):
            first = _sum(contents[0], group)
            if first and all(_sum(each, group) == first for each in contents):
                yield group, first


def _column(viewer: int | None, owner: int, players: int) -> str:
    if viewer is None:
        return "spectator"
    return "own" if viewer == owner else f"+{(viewer - owner) % players}"


def _sum(content: Mapping[str, Counter[object]], names: Iterable[str]) -> Counter[object]:
    total: Counter[object] = Counter()
    for name in names:
        total += content.get(name, Counter())
    return total


def atoms_of(value: object) -> Iterator[object]:
    """Yield the things in a field: numbers from 1 on, words and values, in no particular order."""
    if type(value) is tuple:
        for each in value:
            yield from atoms_of(each)
    elif value is not None and not (isinstance(value, int) and value < 1):
        yield value


def content_of(position: AnyPosition) -> tuple[object, ...]:
    """Return the contents of a kit position without its log."""
    assert isinstance(position, Position)  # noqa: S101 - for the type checker
    names = extra_fields(type(position))
    return (position.to_move, *(getattr(position, name) for name in names))


def check_learning(
    game: GameOf[S, M], view: S, moves: Sequence[M], sizes: dict[object, int], where: str
) -> None:
    """Check what an author wrote for learners: the list of all moves, and numbers of a view.

    Raises:
        CheckFailed: a legal move is not in `ACTIONS`, or `tensor` returns other numbers.
    """
    if missing := [move for move in moves if game.ACTIONS and move not in game.ACTIONS]:
        raise CheckFailed(f"{where}: ACTIONS lacks the legal move {missing[0]}: list every move")
    numbers = game.tensor(view)
    size = sizes.setdefault((view.players, repr(view.options)), len(numbers))
    if len(numbers) != size:
        found = english.count_things(len(numbers), "number")
        raise CheckFailed(
            f"{where}: tensor returns {found}, and {size} for another view: it must always "
            "return as many, such as one for each possible card"
        )
    if outside := [number for number in numbers if not 0 <= number <= 1]:
        raise CheckFailed(
            f"{where}: tensor returns {outside[0]:g}: every number must be from 0 to 1, so divide "
            "it by the largest possible"
        )


_CHILD = """
import pickle, sys
from westeros_intrigue.testing.authored_games import play_in_words
made = play_in_words(*pickle.loads(sys.stdin.buffer.read()))
sys.stdout.buffer.write(pickle.dumps(made))
"""
_GAMES_THERE = 4
"""A few games, since two strings of a set are often in the same order elsewhere."""


def play_in_words(name: str, players: int, seed: int) -> list[list[str]]:
    """Return the legal moves at each turn of a few random games, and the texts of their ends.

    The name is the import path of a module, or of a class whose instance is the game, or a file.
    """
    # A module is a game as no type checker can see from its name.
    found: Any = load_game(name) if name.endswith(SUFFIX) else resolve_name(name)
    game: AnyGame = found() if isinstance(found, type) else found
    return [_play_in_words(game, players, seed + number) for number in range(_GAMES_THERE)]


def _play_in_words(game: Game[State, View, Move], players: int, seed: int) -> list[str]:
    state = game.setup(players, seed=seed)
    rng = random.Random(seed)  # noqa: S311 - chance of a check
    texts = []
    for _ in range(200):
        state = game.proceed(state)
        if state.active_player is None:
            break
        moves = game.legal_moves(state)
        texts.append(" ".join(map(str, moves)))
        state = game.apply(state, chance.choose(moves, rng))
    return [*texts, game.draw_text(state)]


def check_other_process(game: Game[State, View, Move], players: int, seed: int) -> None:
    """Check that a few games are the same in another process, where strings have other hashes.

    A game that cannot be imported there by name, such as one in the main program, is not checked;
    neither is any game if no process can be started.

    Raises:
        CheckFailed: one of them is different.
    """
    name = game.__name__ if isinstance(game, ModuleType) else name_of_class(type(game))
    if type(game).__module__.startswith(PREFIX) and (file := FILES.get(game.KEY)):
        name = str(file.absolute())
    if not name or name.startswith("__main__"):
        return
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    try:
        done = subprocess.run(  # noqa: S603 - this Python, and a program of this module
            [sys.executable, "-c", _CHILD],
            input=pickle.dumps((name, players, seed)),
            capture_output=True,
            env=environment,
            check=False,
        )
    except OSError:
        return
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise CheckFailed(f"{game.NAME}: it fails in another process: {last}")
    theirs: list[list[str]] = pickle.loads(done.stdout)  # noqa: S301 - just written by the child
    both = zip(play_in_words(name, players, seed), theirs, strict=True)
    for own_seed, (here, there) in enumerate(both, seed):
        for turn, (one, other) in enumerate(zip(here, there, strict=False)):
            if one != other:
                raise CheckFailed(
                    f"{game.NAME}, {players} players, seed {own_seed}, after "
                    f"{english.count_things(turn, 'move')}: another process has other moves or "
                    f"another order, {other[:80]!r}, not {one[:80]!r}: sort values that come from "
                    "a set"
                )


def name_of_class(cls: type) -> str:
    """Return the import path of a class; empty if it is defined in a function or a doctest."""
    name = f"{cls.__module__}:{cls.__qualname__}"
    try:
        return name if resolve_name(name) is cls else ""
    except (AttributeError, ImportError, ValueError):
        return ""
