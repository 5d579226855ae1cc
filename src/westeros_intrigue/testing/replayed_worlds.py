"""Worlds drawn from views, compared with the course of their game.

What play has shown limits a seat's worlds: a player who did not follow suit has no card of that
suit. A check rebuilds earlier positions of a world and makes the same moves there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit import english
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
class Courses:
    """The courses of the games of a check, and what their worlds get wrong."""

    game: Any
    """The game, made with `GameOf`."""
    names: Sequence[str]
    """The fields that its author added."""
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

    def note(self, states: Sequence[Any], things: Collection[str], rng: random.Random) -> None:
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
                    course = _Course(self.game, states, views, viewer, number, hidden, things)
                    self._note_worlds(course, first, rng)

    def _covers(
        self, states: Sequence[Any], views: Sequence[Any], number: int, things: Collection[str]
    ) -> bool:
        """Return True if a move hid things that were open, as a shuffle does.

        Such things can lie anywhere afterwards, so no world is replayed from before the move.
        """
        open_before, open_now = (
            Counter(atom for name in things for atom in _open(states[at], views[at], name))
            for at in (number - 1, number)
        )
        return bool(open_before - open_now)

    def _note_worlds(self, course: _Course, first: int, rng: random.Random) -> None:
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
        states: Sequence[Any],
        views: Sequence[Any],
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
                    left = Counter(atoms_of(new))
                    if old != seen or new == shown or not left:
                        continue
                    kept = left <= Counter(atoms_of(old))
                    worlds = (self.game.determinize(views[number], rng) for _ in range(_DRAWN))
                    if kept and all(getattr(world, name)[owner] == new for world in worlds):
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
class _Course:
    """The course of a game up to a view, and its rebuilding from worlds of the view."""

    game: Any
    """The game, made with `GameOf`."""
    states: Sequence[Any]
    views: Sequence[Any]
    viewer: int | None
    number: int
    hidden: Sequence[str]
    """The fields of which the view hides a part."""
    things: Collection[str]

    @property
    def view(self) -> Any:  # noqa: ANN401 - of any game
        return self.views[self.number]

    def compare(self, world: Any, first: int) -> Iterator[tuple[bool, str]]:  # noqa: ANN401 - as above
        """Make the moves of the course in a world, from the last one back to the first.

        Yield for each comparison whether it is of a move's legality, rather than of what the seat
        has noted, and what is wrong; empty if nothing is.
        """
        moves, exchange = self.states[self.number]._moves, self._exchange(world)
        when = (
            f"a world drawn from the view of {viewer_in_words(self.viewer)} after "
            f"{english.count_things(self.number, 'move')}"
        )
        rebuilt, lost = world, set[int | None]()
        for at in range(self.number - 1, first - 1, -1):
            turn: tuple[int, Any] = moves[at]
            seat, move = turn
            rebuilt = self._rebuild(at, rebuilt, exchange, lost)
            if len(lost - {None}) == rebuilt.players:
                return
            made, before = exchange.get(move, move), english.count_things(at, "move")
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
            for name in self.hidden
            if own is not None
            and name not in self.things
            and has_seats(name, after)
            and getattr(before, name)[own] != getattr(after, name)[own]
        ]

    def _is_legal(self, state: Any, seat: int, move: object) -> bool:  # noqa: ANN401 - as above
        try:
            return move in self.game.moves(state, seat)
        except Exception:  # noqa: BLE001 - the author's code meets a position of the check
            return True

    def _misremembers(
        self,
        at: int,
        rebuilt: Any,  # noqa: ANN401 - as above
        seat: int,
        move: object,
        fields: Sequence[str],
    ) -> str:
        """Return the field in which a move writes something else in a world; empty if none."""
        own, game, seen = self.viewer, self.game, self.views[at + 1]
        try:
            if not self._is_legal(rebuilt, seat, move):
                return ""
            shown = game.observe(game._after(rebuilt, seat, move), own)
        except Exception:  # noqa: BLE001 - as above
            return ""
        return next(
            (name for name in fields if getattr(shown, name)[own] != getattr(seen, name)[own]), ""
        )

    def _exchange(self, world: Any) -> Mapping[Any, Any]:  # noqa: ANN401 - as above
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
        later: Any,  # noqa: ANN401 - as above
        exchange: Mapping[Any, Any],
        lost: set[int | None],
    ) -> Any:  # noqa: ANN401 - as above
        """Return a state as it was in a world, from the state after it in that world.

        Add to `lost` the seats whose parts of the fields cannot be known, and None for fields
        that belong to no seat.
        """
        before, now = self.states[at], self.states[at + 1]
        changes: dict[str, object] = {}
        if exchange:
            changes = {
                name: _exchange_things(getattr(before, name), exchange) for name in self.things
            }
        for name in self.hidden:
            old, true, drawn = (getattr(position, name) for position in (before, now, later))
            if name in changes:
                continue
            if exchange:  # what a seat has noted is as it was
                continue
            if all(has_seats(name, position) for position in (before, now, later)):
                parts = [
                    part if owner == self.viewer else _trace(part, *others)
                    for owner, (part, *others) in enumerate(zip(old, true, drawn, strict=True))
                ]
                lost |= {
                    owner
                    for owner, part in enumerate(parts)
                    if part is None and old[owner] is not None
                }
                changes[name] = tuple(
                    known if part is None else part for known, part in zip(old, parts, strict=True)
                )
            elif (part := _trace(old, true, drawn)) is None:
                lost.add(None)
            else:
                changes[name] = part
        return before.replace(**changes)


def _parts(name: str, *positions: Any) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - of any game
    """Yield the parts of a field that belong to each seat, in several positions."""
    if all(has_seats(name, position) for position in positions):
        yield from zip(*(getattr(position, name) for position in positions), strict=True)


def _open(state: Any, view: Any, name: str) -> Iterator[object]:  # noqa: ANN401 - as above
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


def _exchange_things(value: Any, exchange: Mapping[Any, Any]) -> Any:  # noqa: ANN401 - a part of any field
    """Return a field with things exchanged; what was sorted stays sorted."""
    if type(value) is not tuple:
        return exchange.get(value, value)
    if tuple in map(type, value):
        return tuple(_exchange_things(part, exchange) for part in value)
    return _order_like(value, [_exchange_things(part, exchange) for part in value])


def _order_like(value: tuple[Any, ...], parts: list[Any]) -> tuple[Any, ...]:
    try:
        return tuple(sorted(parts) if [*value] == sorted(value) else parts)
    except TypeError:
        return tuple(parts)


def _trace(before: Any, now: Any, drawn: Any) -> Any:  # noqa: ANN401 - parts of any field
    """Return a part before some of it was removed, with what is left exchanged as in a world.

    Return None if something was added since.
    """
    if before == now:
        return drawn
    if not type(before) is type(now) is type(drawn) is tuple or len(now) != len(drawn):
        return None
    if before[len(before) - len(now) :] == now:  # cards were drawn from the front
        return (*before[: len(before) - len(now)], *drawn)
    left, parts = 0, []
    for thing in before:
        if left < len(now) and thing == now[left]:
            parts.append(drawn[left])
            left += 1
        else:
            parts.append(thing)
    return _order_like(before, parts) if left == len(now) else None
