"""Worlds drawn from views, compared with the course of their game.

What play has shown limits a seat's worlds: a player who did not follow suit has no card of that
suit. A check rebuilds earlier positions of a world and makes the same moves there.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import GameOf, Position, english
from westeros_intrigue.gamekit.authoring.texts import has_seats
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.testing.authored_games import atoms_of, content_of
from westeros_intrigue.testing.player_checks import CheckFailed

_MOST_POSITIONS = 60
"""The number of positions of a game from which worlds are drawn."""
_MOST_GAMES = 12
_WORLDS = 2
"""The number of worlds of a view that are replayed."""
_DRAWN = 10
"""The number of worlds of a view that must not all be equal."""
_FEWEST_WRONG = 3
_SHARE_WRONG = 0.05
"""Few contradictions can be errors of the check, which cannot distinguish equal cards."""


S = TypeVar("S", bound=Position)
M = TypeVar("M")


@attrs.define
class _Count:
    """Worlds that contradict a course in one way."""

    worlds: int = 0
    """The worlds in which it can be seen."""
    wrong: int = 0
    example: str = ""

    def note(self, faults: Sequence[str]) -> None:
        """Note what a world gets wrong: a sentence, or an empty one, for each move compared."""
        self.worlds += bool(faults)
        if any(faults):
            self.wrong += 1
            self.example = self.example or next(filter(None, faults))


@attrs.define
class Courses(Generic[S, M]):
    """The courses of the games of a check, and what their worlds get wrong."""

    game: GameOf[S, M]
    names: Sequence[str]
    """The fields that its author added."""
    private: Collection[str] = ()
    """The fields that some view hides."""
    hidden: int = 0
    """The number of views that hide something."""
    varied: bool = False
    """True if the worlds of a view differed."""
    games: int = 0
    illegal: _Count = attrs.field(factory=_Count)
    forgotten: _Count = attrs.field(factory=_Count)
    _seen: dict[str, Counter[bool]] = attrs.field(factory=dict)
    """For each field, how often a part that a seat had seen was hidden, and whether it stayed."""
    _where: dict[str, str] = attrs.field(factory=dict)

    def note(self, states: Sequence[S], things: Collection[str], rng: random.Random) -> None:
        """Draw worlds from the views of a game, and compare them with its course.

        Args:
            states: the states of the game, in order.
            things: the fields that together have the same things in each state.
            rng: the source of the worlds.
        """
        self.games += 1
        if self.games > _MOST_GAMES:
            return
        states = states[:_MOST_POSITIONS]
        unsorted = frozenset(name for name in self.names if _is_unsorted(name, states))
        for viewer in (None, *range(states[0].players)):
            views = [self.game.observe(state, viewer) for state in states]
            self._note_lost_sight(states, views, viewer, rng)
            first = 0
            for number, (state, view) in enumerate(zip(states, views, strict=True)):
                hidden = [
                    each for each in self.names if getattr(state, each) != getattr(view, each)
                ]
                if number and self._covers(states, views, number, things):
                    first = number
                if hidden:
                    private = [name for name in self.private if name not in things]
                    course = _Course(
                        self.game, states, views, viewer, number, hidden, things, private, unsorted
                    )
                    self._note_worlds(course, first, rng)

    def _covers(
        self, states: Sequence[S], views: Sequence[S], number: int, things: Collection[str]
    ) -> bool:
        """Return True if a move hid things that were open, as a shuffle does.

        Such things can lie anywhere afterwards, so no world is replayed from before the move.
        """
        open_before, open_now = (
            Counter(atom for name in things for atom in _open(states[at], views[at], name))
            for at in (number - 1, number)
        )
        return bool(open_before - open_now)

    def _note_worlds(self, course: _Course[S, M], first: int, rng: random.Random) -> None:
        self.hidden += 1
        count = _WORLDS if self.varied else _DRAWN
        worlds = [self.game.determinize(course.view, rng) for _ in range(count)]
        self.varied = self.varied or any(
            content_of(world) != content_of(worlds[0]) for world in worlds[1:]
        )
        for world in worlds[:_WORLDS]:
            faults = [*course.compare(world, first)]
            self.illegal.note([each for is_legality, each in faults if is_legality])
            self.forgotten.note([each for is_legality, each in faults if not is_legality])

    def _note_lost_sight(
        self,
        states: Sequence[S],
        views: Sequence[S],
        viewer: int | None,
        rng: random.Random,
    ) -> None:
        """Note the parts of fields that a view showed and then hides, though they are the same.

        Some of the things can have been played since. Dice that were thrown again can be the same
        by chance, so parts that changed are also counted.
        """
        for number in range(1, len(states)):
            for name in self.names:
                positions = (*states[number - 1 : number + 1], *views[number - 1 : number + 1])
                for owner, (old, new, seen, shown) in enumerate(_parts(name, *positions)):
                    before, left = Counter(atoms_of(old)), Counter(atoms_of(new))
                    if old != seen or new == shown or not before or not left:
                        continue
                    kept = left <= before
                    worlds = (self.game.determinize(views[number], rng) for _ in range(_DRAWN))
                    if kept and all(_part_of(world, name, owner) == new for world in worlds):
                        continue  # other fields tell it
                    self._seen.setdefault(name, Counter())[kept] += 1
                    if kept:
                        self._where.setdefault(
                            name,
                            f"after {english.count_things(number, 'move')}, "
                            f"{viewer_in_words(viewer)} no longer sees {name} {owner}, which it "
                            "saw before and which has not changed",
                        )

    def check(self) -> None:
        """Check the worlds of all games together.

        Raises:
            CheckFailed: worlds do not depend on chance, contradict the moves or what a seat has
                seen, or a view hides again what it showed.
        """
        where = self.game.NAME
        if self.hidden and not self.varied:
            raise CheckFailed(
                f"{where}: guess draws the same world each time from a view: it must draw the "
                f"hidden parts from its `rng`, so that {_DRAWN} worlds differ"
            )
        for name, counts in self._seen.items():
            if counts[True] >= _FEWEST_WRONG and counts[True] > counts[False]:
                raise CheckFailed(
                    f"{where}: {self._where[name]}: hide must not hide again what a seat has seen; "
                    "let it stay visible, or note it in a field of the seat that guess respects"
                )
        for count, cure in ((self.illegal, _SHOWN), (self.forgotten, _REMEMBERED)):
            if count.wrong >= max(_FEWEST_WRONG, _SHARE_WRONG * count.worlds):
                raise CheckFailed(
                    f"{where}: {count.wrong} of {count.worlds} worlds that guess draws contradict "
                    f"the game: {count.example}: {cure}"
                )


_SHOWN = (
    "guess must respect what the moves have shown; note it in a public field, such as `void`, and "
    "draw only worlds that agree with it"
)
_REMEMBERED = "guess must keep to what the fields of the seat say that it has seen"


@attrs.frozen
class _Course(Generic[S, M]):
    """The course of a game up to a view, and its rebuilding from worlds of the view."""

    game: GameOf[S, M]
    states: Sequence[S]
    views: Sequence[S]
    viewer: int | None
    number: int
    hidden: Sequence[str]
    """The fields of which the view hides a part."""
    things: Collection[str]
    private: Sequence[str]
    """The other fields that some view hides."""
    unsorted: Collection[str]
    """The fields whose parts are not sorted, so that a new thing is the last."""

    @property
    def view(self) -> S:
        return self.views[self.number]

    def compare(self, world: S, first: int) -> Iterator[tuple[bool, str]]:
        """Make the moves of the course in a world, from the last one back to the first.

        Yield for each comparison whether it is of a move's legality, rather than of what the seat
        has noted, and what is wrong; empty if nothing is.
        """
        moves, exchange = self.states[self.number]._moves or (), self._exchange(world)
        when = (
            f"a world drawn from the view of {viewer_in_words(self.viewer)} after "
            f"{english.count_things(self.number, 'move')}"
        )
        rebuilt, lost = world, set[int | None]()
        for at in range(self.number - 1, first - 1, -1):
            turn: tuple[int, M] = moves[at]
            seat, move = turn
            rebuilt = self._rebuild(at, rebuilt, exchange, lost)
            if len(lost - {None}) == rebuilt.players:
                return
            made: M = exchange.get(move, move)  # a card is exchanged for a card
            before = english.count_things(at, "move")
            if seat not in {*lost, self.viewer}:
                is_legal = self._is_legal(rebuilt, seat, made)
                fault = f"in {when}, the move {move} of player {seat} after {before} was not legal"
                yield True, "" if is_legal else fault
            if not lost and (fields := self._find_notes(at)):
                name = self._misremembers(at, rebuilt, seat, made, fields)
                fault = f"{when} contradicts what the field {name} noted of a move after {before}"
                yield False, fault if name else ""

    def _find_notes(self, at: int) -> Sequence[str]:
        """Return the fields in which a move wrote something that only the seat sees."""
        own, before, after = self.viewer, *self.views[at : at + 2]
        return [
            name
            for name in self.private
            if own is not None
            and has_seats(name, after)
            and _part_of(before, name, own) != _part_of(after, name, own)
        ]

    def _is_legal(self, state: S, seat: int, move: M) -> bool:
        try:
            return move in self.game.moves(state, seat)
        except Exception:  # noqa: BLE001 - the author's code meets a position of the check
            return True

    def _misremembers(self, at: int, rebuilt: S, seat: int, move: M, fields: Sequence[str]) -> str:
        """Return the field in which a move writes something else in a world; empty if none."""
        own, game, seen = self.viewer, self.game, self.views[at + 1]
        try:
            if not self._is_legal(rebuilt, seat, move):
                return ""
            shown = game.observe(game._after(rebuilt, seat, move), own)
        except Exception:  # noqa: BLE001 - as above
            return ""
        return next(
            (
                name
                for name in fields
                if own is not None and _part_of(shown, name, own) != _part_of(seen, name, own)
            ),
            "",
        )

    def _exchange(self, world: S) -> Mapping[object, Any]:
        """Return the thing of a world in the place of each hidden thing, if each occurs once."""
        true = [
            (name, leaf)
            for name in self.hidden
            for leaf in _leaves(getattr(self.states[self.number], name))
        ]
        seen, drawn = (
            [leaf for name in self.hidden for leaf in _leaves(getattr(position, name))]
            for position in (self.view, world)
        )
        if not len(true) == len(seen) == len(drawn):
            return {}
        pairs = [
            (old, new)
            for (name, old), shown, new in zip(true, seen, drawn, strict=True)
            if name in self.things and old != shown
        ]
        exchange = dict(pairs)
        every = Counter(
            leaf
            for name in self.things
            for leaf in atoms_of(getattr(self.states[self.number], name))
        )
        is_exact = max(every.values(), default=2) == 1 and {*exchange} == {*exchange.values()}
        return exchange if is_exact and len(pairs) == len(exchange) else {}

    def _rebuild(
        self,
        at: int,
        later: S,
        exchange: Mapping[object, object],
        lost: set[int | None],
    ) -> S:
        """Return a state as it was in a world, from the state after it in that world.

        Add to `lost` the seats whose parts of the fields cannot be known, and None for fields
        that belong to no seat.
        """
        before, now = self.states[at], self.states[at + 1]
        changes: dict[str, object] = {}
        if exchange:
            changes = {
                name: _exchange_things(
                    getattr(before, name), exchange, is_unsorted=name in self.unsorted
                )
                for name in self.things
            }
        for name in self.hidden:
            if name in changes:
                continue
            if exchange:  # what a seat has noted is as it was
                continue
            if all(has_seats(name, position) for position in (before, now, later)):
                seats = [*_parts(name, before, now, later)]
                parts = [
                    old
                    if owner == self.viewer
                    else _trace(old, true, drawn, is_unsorted=name in self.unsorted)
                    for owner, (old, true, drawn) in enumerate(seats)
                ]
                lost |= {
                    owner
                    for owner, part in enumerate(parts)
                    if part is None and seats[owner][0] is not None
                }
                changes[name] = tuple(
                    old if part is None else part
                    for (old, *_), part in zip(seats, parts, strict=True)
                )
            elif (
                part := _trace(getattr(before, name), getattr(now, name), getattr(later, name))
            ) is None:
                lost.add(None)
            else:
                changes[name] = part
        return before.replace(**changes)


def _part_of(position: Position, name: str, owner: int) -> object:
    """Return the part of a field that belongs to a seat."""
    return getattr(position, name)[owner]


def _parts(name: str, *positions: Position) -> Iterator[tuple[object, ...]]:
    """Yield the parts of a field that belong to each seat, in several positions."""
    if all(has_seats(name, position) for position in positions):
        yield from zip(*(getattr(position, name) for position in positions), strict=True)


def _open(state: S, view: S, name: str) -> Iterator[object]:
    """Yield the things of a field that a view shows in their places."""
    true, shown = ([*_leaves(getattr(position, name))] for position in (state, view))
    if len(true) == len(shown):
        yield from (one for one, other in zip(true, shown, strict=True) if one == other)


def _leaves(value: object) -> Iterator[object]:
    if type(value) is tuple:
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _exchange_things(
    value: object, exchange: Mapping[object, object], *, is_unsorted: bool
) -> object:
    """Return a field with things exchanged; what was sorted, unless by chance, stays sorted."""
    if type(value) is not tuple:
        return exchange.get(value, value)
    parts = [_exchange_things(part, exchange, is_unsorted=is_unsorted) for part in value]
    return tuple(parts) if is_unsorted or tuple in map(type, value) else _order_like(value, parts)


def _order_like(value: tuple[Any, ...], parts: list[Any]) -> tuple[object, ...]:
    try:  # whether the things have an order shows only now
        return tuple(sorted(parts) if [*value] == sorted(value) else parts)
    except TypeError:
        return tuple(parts)


def _is_unsorted(name: str, states: Sequence[Position]) -> bool:
    """Return True if the parts of a field are not sorted in some state of a course."""
    parts = (part for state in states for (part,) in _parts(name, state) if type(part) is tuple)
    try:
        return any([*part] != sorted(part) for part in parts)
    except TypeError:
        return False  # its things have no order, so nothing says where a new one is


def _trace(before: object, now: object, drawn: object, *, is_unsorted: bool = False) -> object:
    """Return a part before some of it was removed, with what is left exchanged as in a world.

    Return None if something was added since, unless the part is unsorted, and all of it is left.
    """
    if before == now:
        return drawn
    if not (type(before) is tuple and type(now) is tuple and type(drawn) is tuple) or (
        len(now) != len(drawn)
    ):
        return None
    if is_unsorted and before == now[: len(before)]:
        return drawn[: len(before)]
    if before[len(before) - len(now) :] == now:  # cards were drawn from the front
        return (*before[: len(before) - len(now)], *drawn)
    left, parts = 0, list[object]()
    for thing in before:
        if left < len(now) and thing == now[left]:
            parts.append(drawn[left])
            left += 1
        else:
            parts.append(thing)
    if left < len(now):
        return None
    return tuple(parts) if is_unsorted else _order_like(before, parts)
