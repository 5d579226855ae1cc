"""Random games of every kind of table, and the values in them that have documents."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

import attrs

from fuzz.engine import Chance
from fuzz.own import own
from westeros_intrigue import InvalidValue, WesterosIntrigueError
from westeros_intrigue.documents import Documents
from westeros_intrigue.gamekit.game import GAMES, AnyGame, write_line
from westeros_intrigue.gamekit.options import Option, OptionKind

MOST_STATES = 250
"""The most states of a game; most games are over before."""


@attrs.frozen
class Moment:
    """A moment of a random game."""

    first: Any
    """The state at the beginning of the game."""
    state: Any
    following: Any
    """The state after the next step; the state itself at the end of the game."""


@lru_cache(maxsize=64)
def moments(key: str, seed: int, batch: int) -> tuple[Moment, ...]:
    """Return moments of a few random games, and the end of each."""
    chance, game = Chance(f"{seed} {key} {batch}"), GAMES[key]
    chosen: list[Moment] = []
    for number in range(4):
        of_own = own(key).play(number, chance)
        states = [*islice(play(game, chance) if of_own is None else of_own, MOST_STATES)]
        last = len(states) - 1
        chosen += [
            Moment(states[0], states[at], states[min(at + 1, last)])
            for at in (*chance.choices(range(last + 1), k=3), last)
        ]
    return tuple(chosen)


def play(game: AnyGame, chance: Chance) -> Iterator[Any]:
    """Yield the states of a random game."""
    state = start_game(game, chance)
    yield state
    while not state.is_over:
        moves = game.distinct_moves(state)
        state = game.apply(state, chance.choice(moves)) if moves else game.proceed(state)
        yield state


def start_game(game: AnyGame, chance: Chance) -> Any:
    """Return a new game, mostly at a table with options."""
    players = chance.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
    for _ in range(5):
        options = random_options(game, players, chance)
        try:
            return game.new_game(players, options, seed=chance.randrange(10**6))
        except WesterosIntrigueError:  # options that contradict each other
            continue
    return game.setup(players, seed=chance.randrange(10**6))


def random_options(game: AnyGame, players: int, chance: Chance) -> dict[str, Any]:
    """Return options of a table, each of which is valid by itself."""
    values: dict[OptionKind, Callable[[Option], Any]] = {
        OptionKind.FLAG: lambda _option: True,
        OptionKind.NUMBER: lambda option: chance.randint(option.least, min(option.most, 6)),
        OptionKind.NUMBERS: lambda _option: (chance.randrange(players),),
        OptionKind.CHOICE: lambda option: chance.choice(option.choices),
        OptionKind.CHOICES: lambda option: tuple(
            choice for choice in option.choices if chance.random() < 0.5
        ),
        OptionKind.TEXT: lambda option: own(game.KEY).texts[option.name](players, chance),
    }
    return {
        option.name: values[option.kind](option)
        for option in game.OPTIONS
        if option.kind in values and chance.random() < 0.3
    }


def two_lines(game: AnyGame, seed: int, batch: int, chance: Chance) -> list[str]:
    """Return the lines of two positions, each a state or a view.

    If hardly any has a line, as where the tables of all games have house rules, they are of the
    beginning of a game without options.
    """
    states, lines = [at.state for at in moments(game.KEY, seed, batch)], list[str]()
    for _ in range(100):
        state = chance.choice(states)
        view = game.observe(state, chance.choice(viewers(game, state)))
        with suppress(InvalidValue):
            lines.append(write_line(game, chance.choice((state, view))))
        if len(lines) == 2:
            return lines
    return [write_line(game, game.setup(game.MIN_PLAYERS, seed=batch))] * 2


def viewers(game: AnyGame, state: Any) -> list[int | None]:
    """Return who may look at a state."""
    automated = game.automated_seats(state)
    return [None, *(seat for seat in range(state.players) if seat not in automated)]


# Samples of every kind


@lru_cache(maxsize=64)
def samples(key: str, seed: int, batch: int) -> Mapping[type, Sequence[Any]]:
    """Return values from a few random games by class, those whose documents are read."""
    game, by_class = GAMES[key], dict[type, dict[Any, None]]()
    readable = {*named_classes(game.DOCUMENTS)}
    chance = Chance(f"{seed} {key} {batch} samples")
    for value in parts_of(values_at(game, moments(key, seed, batch), chance), {}):
        if type(value) in readable:
            by_class.setdefault(type(value), {})[value] = None
    return {cls: tuple(values) for cls, values in by_class.items()}


def values_at(game: AnyGame, chosen: Iterable[Moment], chance: Chance) -> Iterator[Any]:
    """Yield positions, records and events of moments."""
    things = own(game.KEY)
    for moment in chosen:
        state = moment.state
        yield state
        if things.has_record(state):
            yield game.Record.from_state(state, tags={"Event": "Winter"})
        yield tuple(getattr(state, name, None) for name in things.properties)
        yield tuple(game.events(moment.first, state))
        for viewer in chance.sample(viewers(game, state), 2):
            view = game.observe(state, viewer)
            yield view
            snapshot = game.DOCUMENTS.snapshot(view)
            if type(snapshot) not in game.DOCUMENTS.written:
                yield snapshot  # and the view in it; of others, it lacks the past that readers need
            yield tuple(game.events(game.observe(moment.first, viewer), view))
            yield from things.views_like(view)


def parts_of(value: Any, seen: dict[int, object]) -> Iterator[Any]:
    """Yield a value, and the parts of its public fields, each object once."""
    if id(value) in seen or isinstance(value, enum.Enum | type):
        return
    if isinstance(value, Iterator):
        for part in value:
            yield from parts_of(part, seen)
        return
    parts: Iterable[Any] = ()
    if isinstance(value, tuple):
        parts = value
    elif attrs.has(cls := type(value)):
        seen[id(value)] = value  # which keeps its id from being used again
        yield value
        names = (field.name for field in attrs.fields(cls) if field.name[0] != "_")
        parts = [getattr(value, name) for name in names]
    for part in parts:
        yield from parts_of(part, seen)


def samples_of(key: str, cls: type, seed: int, batch: int) -> Sequence[Any]:
    """Return values of a class from random games; of a rare class, from games of other batches."""
    for other in (batch, *range(200)):
        if values := samples(key, seed, other).get(cls):
            return values
    raise LookupError(f"no game has a {cls.__name__}")


def named_classes(documents: Documents) -> dict[type, str]:
    """Return the classes whose documents are read, with the names of their kinds."""
    strings = documents._bare  # noqa: SLF001 - their documents have no kind
    named = {cls: cls.__name__.lower() for cls in strings} | dict(documents.kinds)
    return {cls: name for cls, name in named.items() if cls not in documents.written}
