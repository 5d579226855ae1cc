"""Damage documents, texts, moves and files of every game, and check what the library makes of them.

Reading must return a value or raise a documented error that states the place, within two seconds. A
value that is read must be equal after it is written and read in each of its forms, and must be of
use: worlds are drawn from it, moves are explained and applied, events are folded.

    python scripts/fuzz.py --cases 10000
    python scripts/fuzz.py --kinds 'westeros-intrigue/*' '*-file' --seconds 600 --seed 7

A case depends only on its kind, the seed and its number. The program prints the command that
repeats a failed case, and for each kind the shares of cases that were accepted, refused by a rule
of the game, and refused for their form. tests/test_fuzz.py runs a few cases of every kind.
"""

from __future__ import annotations

import argparse
import enum
import io
import json
import pickle
import random
import re
import signal
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from typing import Any, get_args

import attrs

from westeros_intrigue import (
    STANDARD,
    Court,
    Deal,
    DecodingError,
    Elimination,
    Event,
    GameState,
    InvalidCourt,
    InvalidRecord,
    InvalidValue,
    NotationError,
    Phase,
    Table,
    View,
    WesterosIntrigueError,
    apply,
    deal_round,
    distinct_moves,
    draw_text,
    events,
    format_position,
    legal_moves,
    observe,
    odds,
    parse_card,
    parse_court,
    parse_hand,
    parse_position,
    parse_slot,
    random_player,
    score_round,
    setup,
)
from westeros_intrigue.documents import Documents, from_json_lines, to_json_lines
from westeros_intrigue.gamekit.game import GAMES, AnyGame, HasLines, read_line, write_line
from westeros_intrigue.gamekit.options import Option, OptionKind, option_text
from westeros_intrigue.notation.notation import hand_text
from westeros_intrigue.rules import SetAside, TurnStart
from westeros_intrigue.views import Snapshot

CARD_GAME = "westeros-intrigue"
SECONDS, SECONDS_OF_CHECKS = 2, 20
"""The maximum processor time for reading a case, and for checking its value: of a view, each of the
hundreds of views that led to it, which takes two seconds on a slow machine."""
LONGEST_MESSAGE = 20_000
BATCH = 150
"""The number of cases of a kind that use the same games."""
MOST_STATES = 250
"""The most states of a game; most games are over before."""
SHOWN = 2000
"""The number of characters of a failed case that are printed."""

Chance = random.Random


class Outcome(enum.Enum):
    """What became of a case."""

    ACCEPTED = "accepted"
    REFUSED_BY_RULE = "refused by a rule"
    REFUSED_FOR_FORM = "refused for its form"


class Broken(AssertionError):
    """The library broke a promise."""


def require(condition: object, promise: str) -> None:
    """Raise Broken unless the promise is kept."""
    if not condition:
        raise Broken(promise)


@attrs.frozen
class Kind:
    """A kind of input: where it comes from, how it is read, and what its value promises."""

    name: str
    damage: Callable[[int, int, Chance], Any]
    """Returns the input of a case from the seed, the number of the batch, and chance."""
    read: Callable[[Any], Any]
    refusals: tuple[type[WesterosIntrigueError], ...]
    """The documented errors."""
    check: Callable[[Any, Any, Chance], None] = lambda _damaged, _value, _chance: None
    """Checks the value of an accepted input."""


@attrs.frozen
class Failure:
    """A case in which a promise was broken."""

    kind: str
    seed: int
    number: int
    damaged: object
    error: str

    def __str__(self) -> str:
        shown = self.damaged if isinstance(self.damaged, str) else repr(self.damaged)
        return (
            f"{self.error}\n{shown[:SHOWN]}\n"
            f"python scripts/fuzz.py --kinds {self.kind} --seed {self.seed} "
            f"--first {self.number} --cases 1"
        )


def run_case(kind: Kind, seed: int, number: int) -> Outcome | Failure:
    """Run one case of a kind."""
    chance = Chance(f"{seed} {kind.name} {number}")
    damaged: object = None
    try:
        damaged = kind.damage(seed, number // BATCH, chance)
        begun = time.process_time()
        try:
            value = kind.read(damaged)
        except kind.refusals as error:
            check_refusal(error)
            return Outcome.REFUSED_BY_RULE if is_by_rule(error) else Outcome.REFUSED_FOR_FORM
        finally:
            require(time.process_time() - begun < SECONDS, "reading takes too long")
        begun = time.process_time()
        kind.check(damaged, value, chance)
        spent = time.process_time() - begun
        require(spent < SECONDS_OF_CHECKS, "the checks of the value take too long")
    except Exception:  # noqa: BLE001 - whatever is not documented
        return Failure(kind.name, seed, number, damaged, traceback.format_exc())
    return Outcome.ACCEPTED


def check_refusal(error: WesterosIntrigueError) -> None:
    """Check that an error has a short message, and a place."""
    require(0 < len(str(error)) < LONGEST_MESSAGE, "a message is empty or too long")
    if isinstance(error, DecodingError):
        paths = [path for path, _ in error.faults]
        require(paths and all(not path or path[0] == "/" for path in paths), "a path is missing")
    if isinstance(error, NotationError):
        require(error.line >= 1 and error.column >= 1, "the line or the column is missing")


_FORM = re.compile(
    "invalid JSON|the text |the key |unknown key |omit it|the checksum|the elements must ascend|"
    "expected (an? |one of |true or|null)|.* is not an? "
)
"""The beginnings of faults that codecs find before any rule of a game is asked."""


def is_by_rule(error: WesterosIntrigueError) -> bool:
    """Return True if a rule of the game refuses the input, whose form is right."""
    if isinstance(error, DecodingError):
        return not all(_FORM.match(reason) for _, reason in error.faults)
    if isinstance(error, NotationError):
        return error.expected.startswith(("a position that", "a card that is not in"))
    return True


# Games


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
        is_printed = key == CARD_GAME and number == 0
        states = [*islice(play_printed(chance) if is_printed else play(game, chance), MOST_STATES)]
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


def play_printed(chance: Chance) -> Iterator[GameState]:
    """Yield the states of a card game whose cards come from outside, and can stay hidden."""
    drawn = start_game(GAMES[CARD_GAME], chance)
    first_player = drawn.starting_player
    state = setup(drawn.players, deal=Deal(), variant=drawn.variant, first_player=first_player)
    is_hidden = chance.random() < 0.5
    for number, deal in enumerate((drawn.round_deal, *drawn.rest.rounds)):
        yield state
        state = deal_round(state, deal)
        while state.phase is Phase.PLAYING:
            yield state
            state = apply(state, chance.choice(distinct_moves(state)))
        yield state
        throne_card = None if is_hidden else drawn.rest.throne_cards[number]
        state = score_round(state, throne_card=throne_card, hidden=is_hidden)
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
        OptionKind.TEXT: lambda option: _TEXTS[option.name](players, chance),
    }
    return {
        option.name: values[option.kind](option)
        for option in game.OPTIONS
        if option.kind in values and chance.random() < 0.3
    }


_TEXTS: Mapping[str, Callable[[int, Chance], str]] = {
    "houses": lambda players, chance: "".join(chance.choices("SLBT", k=players)),
    "throne_cards": lambda _players, chance: " ".join(
        f"{chance.randint(0, 3)}/{chance.randint(0, 7)}" for _ in range(7)
    ),
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


def has_record(state: object) -> bool:
    """Return False for a card game whose Iron Throne cards are still hidden at the table."""
    is_hidden = isinstance(state, GameState) and state.results and not state.results[0].throne_card
    return not is_hidden


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
    for moment in chosen:
        state = moment.state
        yield state
        if has_record(state):
            yield game.Record.from_state(state, tags={"Event": "Winter"})
        yield tuple(getattr(state, name, None) for name in _PROPERTIES)
        yield tuple(game.events(moment.first, state))
        for viewer in chance.sample(viewers(game, state), 2):
            view = game.observe(state, viewer)
            yield view
            snapshot = game.DOCUMENTS.snapshot(view)
            if type(snapshot) not in game.DOCUMENTS.written:
                yield snapshot  # and the view in it; of others, it lacks the past that readers need
            yield tuple(game.events(game.observe(moment.first, viewer), view))
            if isinstance(view, View):
                yield attrs.evolve(view, table=attrs.evolve(view.table, has_numbers=False))


_PROPERTIES = ("table", "court", "variant", "edition", "chance", "box", "deal", "round_deal")
"""Properties of states, of one game or another, that have documents."""


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


# Damage to data


def damage_data(data: Any, other: Any, chance: Chance) -> Any:
    """Return data with a few changes; `other` is the data of another value of the class."""
    holder, donor = [data], [other]
    for _ in range(chance.choice((0, 1, 1, 1, 1, 1, 2, 2, 3))):
        path = random_path(holder, chance)
        if path:
            *way, key = path
            change(Place(follow(holder, way), key, follow(donor, path), chance))
    return holder[0] if holder else None


def random_path(data: Any, chance: Chance) -> list[Any]:
    """Return the keys on the way from the top to a random place; deep places are as likely."""
    path: list[Any] = []
    while isinstance(data, dict | list) and data and (not path or chance.random() < 0.8):
        key = chance.choice([*data] if isinstance(data, dict) else range(len(data)))
        path.append(key)
        data = data[key]
    return path


def follow(data: Any, path: Iterable[Any]) -> Any:
    """Return what is at a path, or at a place near it."""
    for key in path:
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and data and isinstance(key, int):
            data = data[key % len(data)]
    return data


@attrs.frozen
class Place:
    """A place in data: a key of an object or of a list."""

    container: Any
    key: Any
    counterpart: Any
    """What another document of the class has there."""
    chance: Chance

    @property
    def value(self) -> Any:
        """What is there."""
        return self.container[self.key]

    def put(self, data: Any) -> None:
        """Put a copy of data there."""
        self.container[self.key] = copy_data(data)


def copy_data(data: Any) -> Any:
    """Return a copy of data."""
    return pickle.loads(pickle.dumps(data))


def change(place: Place) -> None:
    """Change data at a place, in a way that suits what is there."""
    changes = [exchange]
    if isinstance(place.value, list):
        changes += [shorten, splice, reorder, reorder]
    elif not isinstance(place.value, dict):
        changes += [put_neighbour] * 3
    if isinstance(place.container, list):
        changes += [drop, double, swap, swap]
    elif place.chance.random() < 0.1:
        changes = [drop, add_key, rename_key, put_junk]
    place.chance.choice(changes)(place)


def exchange(place: Place) -> None:
    """Put what the other document has there."""
    place.put(place.counterpart)


def drop(place: Place) -> None:
    """Delete it."""
    del place.container[place.key]


def double(place: Place) -> None:
    """Put an element twice."""
    place.container.insert(place.key, copy_data(place.value))


def swap(place: Place) -> None:
    """Exchange an element with another, mostly with the next one."""
    swap_elements(place.container, place.key, place.chance)


def swap_elements(elements: list[Any], index: int, chance: Chance) -> None:
    """Exchange an element of a list with another, mostly with the next one."""
    near, far = (index + 1) % len(elements), chance.randrange(len(elements))
    other = near if chance.random() < 0.5 else far
    elements[index], elements[other] = elements[other], elements[index]


def reorder(place: Place) -> None:
    """Reverse, turn or shuffle a list."""
    elements = place.value
    shuffled = place.chance.sample(elements, len(elements))
    place.put(place.chance.choice((elements[::-1], elements[1:] + elements[:1], shuffled)))


def shorten(place: Place) -> None:
    """Cut a list off, mostly near its end."""
    length = len(place.value)
    kept = place.chance.choice((length - 1, length - 1, place.chance.randint(0, length)))
    place.put(place.value[: max(0, kept)])


def splice(place: Place) -> None:
    """Join the beginning of a list with the end of the other document's list."""
    following = place.counterpart if isinstance(place.counterpart, list) else place.value
    cut = place.chance.randint(0, len(place.value))
    place.put(place.value[:cut] + following[cut:])


def put_neighbour(place: Place) -> None:
    """Put the number, card, slot, seat or word beside it."""
    value = place.value
    if isinstance(value, bool):
        place.put(not value)
    elif isinstance(value, int):
        place.put(value + place.chance.choice((-1, 1)))
    elif isinstance(value, str) and value:
        place.put(damage_word(value, place.chance))
    else:
        place.put(place.chance.choice((0, 1, place.counterpart)))


def add_key(place: Place) -> None:
    """Add a member."""
    # A copy: a later change can put the other document's part into the part itself.
    place.container[place.chance.choice(("x", "S4", "a0", "__class__"))] = copy_data(
        place.counterpart
    )


def rename_key(place: Place) -> None:
    """Give a member another name."""
    place.container[damage_word(place.key, place.chance)] = place.container.pop(place.key)


def put_junk(place: Place) -> None:
    """Put something that hardly any place can have."""
    place.put(place.chance.choice(JUNK))


JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**53 - 1, 2**53 + 1, 1.0, float("nan"), float("inf"), "", "S4", "S10"),
    *("a-0", "S4@a\u0661", "\ud800", "\x00", "x" * 3000, [], {}, [None], [[]], {"S4": "a0"}),
)

_WORD_PART = re.compile(r"-?[0-9]+|[A-Za-z]+")


def damage_word(word: str, chance: Chance) -> str:
    """Return a word with one of its numbers or letters changed: S4@b-2 can become S4@b-1.

    A few words are only spelt otherwise, as people type them.
    """
    if chance.random() < 0.1:
        spelt = (word.swapcase(), f"{word} ", f" {word}", word.replace("-", "\u2212"), f"{word}\n")
        return chance.choice((*spelt, re.sub("([0-9]+)", r"0\1", word)))
    parts = [*_WORD_PART.finditer(word)]
    if not parts:
        return word + chance.choice(PIECES)
    part = chance.choice(parts)
    text = part.group()
    if text.lstrip("-").isdigit():
        changed = str(int(text[:9]) + chance.choice((-1, 1)))
    else:
        letters = "SLBT" if text in "SLBT" else "abcdefgh" if text in "abcdefgh" else "sx"
        changed = chance.choice(letters) if len(text) == 1 else text[:-1]
    return word[: part.start()] + changed + word[part.end() :]


# Damage to text


PIECES: tuple[str, ...] = (
    *'SLBTslbt0123456789abz -+/.,:@#*?~x[]()"\n\r\t\x00\x1b\u2212\u0664\u017f\ufeff\u2028\ud800',
    *("Stark", "out", "S4", "a0", "a-3", "S4@b2", "0:S4@a0", "a0 S1", "Round 1", "Hand 0:"),
    *("Cards left: ", "Players: 2\n", "9" * 5000, " " * 300, "[" * 2000),
)
_TOKEN = re.compile(r"[A-Za-z0-9@-]+")


def damage_lines(text: str, other: str, chance: Chance) -> str:
    """Return a text of lines with a few changes; `other` is another text of the kind."""
    for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        lines, others = text.splitlines(keepends=True), other.splitlines(keepends=True)
        if len(lines) < 2 or chance.random() < 0.6:
            text = damage_line(text, other, chance)
            continue
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                swap_elements(lines, at, chance)
            case 3:
                begin = lines[at].split(":")[0]
                alike = [line for line in others if line.startswith(begin)]
                lines[at] = chance.choice(alike or others)
            case 4:
                del lines[at:]
            case _:
                lines[at:] = others[at:]
        text = "".join(lines)
    return text


def damage_line(text: str, other: str, chance: Chance) -> str:
    """Return a text with one of its words or characters changed."""
    words, others = [*_TOKEN.finditer(text)], _TOKEN.findall(other)
    cut = chance.randint(0, len(text))
    start, end = chance.choice(words).span() if words else (cut, cut)
    word, another = text[start:end], chance.choice(words).group() if words else ""
    match chance.randrange(13):
        case 0 | 1 if word:
            return exchange_words(text, word, another)
        case 2 | 3 | 4 | 5 if word:
            put = damage_word(word, chance)
        case 6 if word:
            put = another
        case 7 if others:
            put = chance.choice(others)
        case 8:
            put = ""
        case 9:
            put = f"{word} {word}"
        case 10:
            start, end, put = cut, len(text), other[cut:]
        case 11:
            start, end, put = cut, cut + 1, ""
        case _:
            start, end, put = cut, cut + chance.randint(0, 1), chance.choice(PIECES)
    return text[:start] + put + text[end:]


def exchange_words(text: str, one: str, other: str) -> str:
    """Return a text in which two words have changed places everywhere."""
    changed = {one: other, other: one}
    return _TOKEN.sub(lambda word: changed.get(word.group(), word.group()), text)


def escape(string: str) -> str:
    """Return a string of JSON with an escape for each character."""
    characters = "".join(f"\\u{ord(character):04x}" for character in string[1:-1])
    return f'"{characters}"'


def respell(text: str, chance: Chance) -> str | bytes:
    """Return JSON in another spelling, which a reader accepts."""
    data = json.loads(text)
    marked, indented = f"\ufeff{text}", json.dumps(data, indent=chance.choice((0, 1, "\t")))
    escaped = re.sub('"[^"\\\\]+"', lambda string: escape(string[0]), text, count=9)
    windows = indented.replace("\n", "\r\n")
    spelling = chance.choice((marked, indented, escaped, windows, json.dumps(data, sort_keys=True)))
    return chance.choice((spelling, spelling.encode()))


def damage_bytes(text: str, chance: Chance) -> str | bytes:
    """Return JSON with damage that can still be read, as another value."""
    numbers = [*_NUMBER.finditer(text)]
    strings = [*_STRING.finditer(text)]
    cut = chance.randint(0, len(text))
    start, end, put = cut, cut, chance.choice(("\x00", ",", "}", "/**/", "[" * 10_000, " "))
    match chance.randrange(4):
        case 0 | 1 if numbers:
            start, end = chance.choice(numbers).span()
            put = chance.choice("0123456")
        case 2 if strings:
            start = end = chance.choice(strings).end() - 1
            put = chance.choice(_IN_STRINGS)
        case _:
            pass
    damaged = text[:start] + put + text[end:]
    if chance.random() < 0.1:
        return damaged.encode(chance.choice(("utf-16", "latin-1", "utf-8")), "replace")
    return damaged


def break_bytes(text: str, chance: Chance) -> str | bytes:
    """Return text that is no JSON of a document, which a reader refuses."""
    numbers, keys = [*_NUMBER.finditer(text)], re.findall('"[^"]*"(?=:)', text)
    match chance.randrange(4):
        case 0 | 1 if numbers:
            start, end = chance.choice(numbers).span()
            return text[:start] + chance.choice(_WRONG_NUMBERS) + text[end:]
        case 2 if keys:
            return text.replace("{", f"{{{chance.choice(keys[:3])}:0,", 1)
        case _:
            return chance.choice((text[: chance.randrange(len(text))], text.encode("utf-16")))


_NUMBER = re.compile(r"(?<=[:,\[])-?[0-9]+(?=[,\]}])")
_STRING = re.compile('"[^"]*"')
_WRONG_NUMBERS = (
    *("NaN", "Infinity", "-Infinity", "1e400", "-0", "1.0", "1e0", "01", "9007199254740993"),
    *("9" * 400, "\u0661", "+1", "0x1", "[" * 10_000),
)
_IN_STRINGS = ("\\ud800", "\\udc00\\ud800", "\\u0000", "\u0664", "\\u0301", "\\n", "\x00", " ")


# Promises of values


def check_forms(game: AnyGame, value: Any) -> None:
    """Check that a value is read back from its JSON, indented or not, and from its pickle."""
    documents, cls = game.DOCUMENTS, type(value)
    text = documents.to_json(value)
    indented = json.dumps(json.loads(text), indent=1).encode()
    pickled = pickle.dumps(value)
    for same in (
        documents.from_json(cls, text),
        documents.from_json(cls, indented),
        pickle.loads(pickled),
    ):
        require(same == value and hash(same) == hash(value), "a form is read as another value")
        require(documents.to_json(same) == text, "a form is written as another text")
    require(repr(value), "the repr is empty")


def check_value(game: AnyGame, value: Any, chance: Chance) -> None:
    """Check the forms of a value, and what can be done with it."""
    check_forms(game, value)
    if isinstance(value, game.Record):
        check_record(game, value)
    elif isinstance(value, Table):
        check_view(game, View(value), chance)
    elif isinstance(value, Snapshot):
        check_view(game, value.view, chance)
    else:
        match game.DOCUMENTS.kinds.get(type(value)):
            case "omniscient-state":
                check_state(game, value, chance)
            case "view":
                check_view(game, value, chance)
            case "court":
                check_court(value)
            case _:
                require(str(value), "the text of a value is empty")


def check_record(game: AnyGame, record: Any) -> None:
    """Check that a record is read back from its text and from a file, and that it is a game."""
    options = files_of(record)
    read = game.Record.parse(str(record), options)
    require(read == record, "the text of a record is read as another record")
    file = io.StringIO()
    game.write_records([record, record], file)
    file.seek(0)
    require([*game.read_records(file, options)] == [record] * 2, "a file has other records")
    *_, state = record.replay()
    check_forms(game, state)
    require(game.Record.from_state(state).state == state, "the record of the state differs")


def files_of(record: Any) -> dict[str, str]:
    """Return the owner's file with which a record was played."""
    if hasattr(record, "box"):
        return {"box": record.box.to_json()}
    if hasattr(record, "start"):
        from westeros_intrigue.games.monopoly import write_edition  # noqa: PLC0415 - a wing

        return {"edition": write_edition(record.start.board.edition)}
    return {}


def check_position(game: AnyGame, position: Any) -> None:
    """Check that the moves of a position are the ones that nothing forbids, and can be shown."""
    moves = game.legal_moves(position)
    require(not any(game.explain(position, move) for move in moves), "a legal move is refused")
    distinct = game.distinct_moves(position)
    require(
        not any(game.explain(position, move) for move in distinct), "a distinct move is refused"
    )
    require(game.draw_text(position), "the picture is empty")
    if isinstance(position, GameState | View):
        check_line(position)
        start, steps = from_json_lines(to_json_lines(position))
        last = [start, *(now for _, now in steps)][-1]
        reached = position if isinstance(position, View) else position.table
        require(last == reached, "the events of a position lead to another one")


def check_line(position: GameState | View) -> None:
    """Check that the line of a position, if it has one, is read as a position with such a line."""
    try:
        line = format_position(position)
    except InvalidValue:  # a line cannot describe every position
        return
    same = parse_position(line)
    require(format_position(same) == line, f"{line} is read as a position with another line")
    if position.table.has_numbers:
        moves, others = ({*legal_moves(like)} for like in (position, same))
        require(moves == others, f"{line} is read as a position with other moves")


def check_state(game: AnyGame, state: Any, chance: Chance) -> None:
    """Check a state, its record, a view of it, and a move."""
    check_position(game, state)
    if has_record(state):
        record = game.Record.from_state(state)
        require(record.state == state, "the record leads to another state")
        same = game.Record.parse(str(record), files_of(record))
        require(same == record, "the text of the record is read as another record")
    check_next(game, state, chance.choice(viewers(game, state)), chance)


def check_next(game: AnyGame, state: Any, viewer: int | None, chance: Chance) -> None:
    """Check that a view follows a move by its events, and has documents before and after."""
    view = game.observe(state, viewer)
    moves = game.distinct_moves(state)
    after = game.apply(state, chance.choice(moves)) if moves else game.proceed(state)
    seen = game.observe(after, viewer)
    happened = game.events(view, seen)
    for event in happened:
        check_forms(game, event)
    if isinstance(view, View):
        for event in happened:
            view = view.then(event)
        require(view == seen, "the events of a move lead to another view")


def check_view(game: AnyGame, view: Any, chance: Chance) -> None:
    """Check a view, its worlds, its odds and its snapshot, and a move."""
    check_position(game, view)
    if getattr(view, "player", None) is None or isinstance(view, View):
        check_snapshot(game, view)
    world = game.determinize(view, chance)
    seen = game.observe(world, view.player)
    if isinstance(view, View):
        for hand in odds(view):
            require(all(sum(hand[house]) == 1 for house in hand), "the odds are not 1 in all")
        # A state has no moment between the cards that a house sets aside and its placement.
        is_between = isinstance(next(reversed(events(None, view)), None), SetAside)
        if None not in view.score_pile and not is_between:
            # People may not know whether the player to move can place a card; a world does.
            since = events(view, seen)
            require({*map(type, since)} <= {TurnStart, SetAside, Elimination}, "more is seen")
            require(not since or not view.table.can_place, "a world has other players to move")
    else:
        require(seen == view, "a world has another view")
    if not view.is_over:
        check_next(game, world, view.player, chance)


def check_snapshot(game: AnyGame, view: Any) -> None:
    """Check that the snapshot of a view has documents, and the same odds."""
    snapshot = game.DOCUMENTS.snapshot(view)
    if type(snapshot) not in game.DOCUMENTS.written:
        check_forms(game, snapshot)
    if isinstance(snapshot, Snapshot) and not view.variant.anyone_can_die:
        require(odds(snapshot.view) == odds(view), "a snapshot has other odds")


def check_court(court: Any) -> None:
    """Check that a court is read back from its text and from its picture."""
    for text in (str(court), draw_text(court)):
        require({**parse_court(text)} == {**court}, "the text of a court is read as another court")


# Kinds of documents


def document_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield a kind for each class whose documents are read."""
    for cls, name in named_classes(game.DOCUMENTS).items():
        yield Kind(
            f"{game.KEY}/{name}",
            partial(damage_document, game, cls),
            partial(read_document, game, cls),
            (DecodingError,),
            partial(check_document, game),
        )


def named_classes(documents: Documents) -> dict[type, str]:
    """Return the classes whose documents are read, with the names of their kinds."""
    strings = documents._bare  # noqa: SLF001 - their documents have no kind
    named = {cls: cls.__name__.lower() for cls in strings} | dict(documents.kinds)
    return {cls: name for cls, name in named.items() if cls not in documents.written}


def damage_document(game: AnyGame, cls: type, seed: int, batch: int, chance: Chance) -> Any:
    """Return the damaged data of a value of a class."""
    value, other = chance.choices(samples_of(game.KEY, cls, seed, batch), k=2)
    data = copy_data(game.DOCUMENTS.to_data(value))
    return damage_data(data, game.DOCUMENTS.to_data(other), chance)


def read_document(game: AnyGame, cls: type, data: Any) -> Any:
    """Read data as they are and as JSON, which must end alike."""
    documents = game.DOCUMENTS
    ends: list[tuple[Any, list[str]]] = []
    text = json.dumps(data)
    for read in (partial(documents.from_data, cls, data), partial(documents.from_json, cls, text)):
        try:
            ends.append((read(), []))
        except DecodingError as error:
            ends.append((error, [path for path, _ in error.faults]))
    (value, paths), (other, other_paths) = ends
    require(paths == other_paths, "data and JSON have faults at two places")
    if isinstance(other, DecodingError):
        raise other
    require(value == other, "data and JSON are read as two values")
    return value


def _in_order(data: Any) -> Any:
    """Return data with house rules as they are written; they are read in any order."""
    if isinstance(data, list):
        return [_in_order(item) for item in data]
    if not isinstance(data, dict):
        return data
    ordered = {name: _in_order(item) for name, item in data.items()}
    if isinstance(names := ordered.get("house_rules"), list):
        from westeros_intrigue.games.monopoly.table import HOUSE_RULES  # noqa: PLC0415 - a wing

        ordered["house_rules"] = [rule for rule in HOUSE_RULES if rule in names]
    return ordered


def check_document(game: AnyGame, data: Any, value: Any, chance: Chance) -> None:
    """Check that data that are read are as the library writes them, and check the value."""
    written = game.DOCUMENTS.to_data(value)
    require(written == _in_order(data), "the data are not as the library writes them")
    check_value(game, value, chance)


def json_kind(game: AnyGame) -> Kind:
    """Return the kind of damaged JSON, of all classes of a game."""
    return Kind(
        f"{game.KEY}/json-bytes",
        partial(damage_json, game),
        partial(read_json, game),
        (DecodingError,),
        lambda _damaged, value, _chance: check_forms(game, value),
    )


@attrs.frozen
class Damaged:
    """JSON with damage that only a reader of JSON can see."""

    value: Any
    """The value that was written."""
    text: str | bytes
    end: str
    """What must become of it: `same`, the value that was written, `refused`, or `any`."""


def damage_json(game: AnyGame, seed: int, batch: int, chance: Chance) -> Damaged:
    """Return the JSON of a value, damaged or only spelt otherwise."""
    cls = chance.choice([*samples(game.KEY, seed, batch)])
    value = chance.choice(samples_of(game.KEY, cls, seed, batch))
    end, damage = chance.choice(
        (("same", respell), ("same", respell), ("any", damage_bytes), ("refused", break_bytes))
    )
    return Damaged(value, damage(game.DOCUMENTS.to_json(value), chance), end)


def read_json(game: AnyGame, damaged: Damaged) -> Any:
    """Read JSON, of which it may be known what must become."""
    try:
        value = game.DOCUMENTS.from_json(type(damaged.value), damaged.text)
    except DecodingError:
        require(damaged.end != "same", "another spelling of JSON is refused")
        raise
    require(damaged.end != "refused", "what is no JSON of a document is read")
    is_same = damaged.end != "same" or value == damaged.value
    require(is_same, "another spelling of JSON is read as another value")
    return value


# Kinds of texts


def text_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield the kinds of texts and calls that every game has."""
    yield Kind(
        f"{game.KEY}/record-text",
        partial(damage_record, game),
        partial(read_record, game),
        # The other games check the moves of a text only when they are replayed.
        (NotationError, InvalidRecord) if game.KEY == CARD_GAME else (WesterosIntrigueError,),
        lambda _text, record, _chance: check_value(game, record, _chance),
    )
    yield Kind(
        f"{game.KEY}/record-file",
        partial(damage_file, game),
        partial(read_file, game),
        (NotationError, InvalidRecord) if game.KEY == CARD_GAME else (WesterosIntrigueError,),
        partial(check_file, game),
    )
    yield Kind(
        f"{game.KEY}/moves",
        partial(damage_move, game),
        partial(make_move, game),
        (WesterosIntrigueError,),
        partial(check_moved, game),
    )
    yield Kind(
        f"{game.KEY}/options",
        partial(damage_options, game),
        lambda damaged: game.new_game(*damaged, seed=1),
        (WesterosIntrigueError,),
        partial(check_new_game, game),
    )


def line_kinds(game: AnyGame) -> Iterator[Kind]:
    """Yield the kind of positions in one line, if a game has them; the card game has its own."""
    if isinstance(game, HasLines) and game.KEY != CARD_GAME:
        yield Kind(
            f"{game.KEY}/lines",
            partial(damage_line_of, game),
            game.parse_position,
            (NotationError,),
            lambda _line, position, _chance: check_line_of(game, position),
        )


def damage_line_of(game: AnyGame, seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged line of a state or a view."""
    one, other = two_lines(game, seed, batch, chance)
    return damage_line(one, other, chance)


def check_line_of(game: AnyGame, position: Any) -> None:
    """Check that a position that is read has a line, and plays and looks as the line says."""
    line = write_line(game, position)
    same = read_line(game, line)
    require(write_line(game, same) == line, f"{line} is read as a position with another line")
    check_position(game, same)


def damage_record(game: AnyGame, seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged text of a record."""
    one, other = chance.choices(samples_of(game.KEY, game.Record, seed, batch), k=2)
    return damage_lines(str(one), str(other), chance)


def read_record(game: AnyGame, text: str) -> Any:
    """Read a record and its game."""
    record = game.Record.parse(text, rng=Chance(1))
    require(game.Record.parse(str(record)) == record, "a record's text is another record")
    require(record.state is not None, "a record has no state")
    return record


def damage_file(game: AnyGame, seed: int, batch: int, chance: Chance) -> tuple[str, str, str]:
    """Return the texts of three records, of which the second is damaged."""
    records = [str(record) for record in samples_of(game.KEY, game.Record, seed, batch)]
    one, two, three, other = chance.choices(records, k=4)
    title, rest = two.split("\n", 1)
    damaged = damage_lines(rest, other.split("\n", 1)[1], chance)
    return one, f"{title}\n{damaged}", three


def read_file(game: AnyGame, texts: Iterable[str]) -> list[Any]:
    """Read a file of three records, of which the first and the last are whole."""
    one, two, three = texts
    records = game.read_records(io.StringIO(f"{one}\n\n{two}\n\n{three}\n\n"))
    read: list[Any] = []
    refused: list[WesterosIntrigueError] = []
    while True:
        try:
            read.append(next(records))
        except StopIteration:
            break
        except WesterosIntrigueError as error:
            refused.append(error)
    if game.Record.TITLE not in two.split("\n", 1)[1]:
        require(len(read) + len(refused) == 3, "a file of three games has another number")
        ends = [game.Record.parse(text) for text in (one, three)]
        require([read[0], read[-1]] == ends, "a damaged record spoils the ones beside it")
    if refused:
        raise refused[0]
    for record in read:
        require(record.state is not None, "a record has no state")
    return read


def check_file(game: AnyGame, _texts: object, records: Sequence[Any], _chance: Chance) -> None:
    """Check the record that was damaged."""
    check_record(game, records[len(records) // 2])


def damage_move(game: AnyGame, seed: int, batch: int, chance: Chance) -> tuple[Any, str]:
    """Return a position, and the text of a move there or of one of another position."""
    playing = [at.state for at in moments(game.KEY, seed, batch) if game.legal_moves(at.state)]
    position, other = chance.choices(playing, k=2)
    moves = game.legal_moves(position if chance.random() < 0.7 else other)
    one, two = (str(chance.choice(moves)) for _ in range(2))
    return position, damage_line(one, two, chance) if chance.random() < 0.6 else one


def make_move(game: AnyGame, damaged: tuple[Any, str]) -> tuple[Any, Any, Any]:
    """Read a move and make it; what explains it must agree."""
    state, text = damaged
    move = game.parse_move(text)
    require(game.parse_move(str(move)) == move, "the text of a move is another move")
    faults = game.explain(state, move)
    require(all(map(str, faults)), "a violation has no sentence")
    view = game.observe(state, state.active_player)
    seen = game.explain(view, move)
    require(bool(seen) == bool(faults), "a state and its view disagree about a move")
    try:
        after = game.apply(state, move)
    except WesterosIntrigueError as error:
        require(faults, "a move that explain allows is refused")
        require(getattr(error, "violations", faults) == faults, "the violations differ")
        raise
    require(not faults, "a move that explain refuses is applied")
    return state, move, after


def check_moved(
    game: AnyGame, _damaged: object, made: tuple[Any, Any, Any], chance: Chance
) -> None:
    """Check the position after a move."""
    state, move, after = made
    if game.KEY == CARD_GAME:
        require(move in game.legal_moves(state), "a move that is applied is not listed")
    require(game.move_in_words(state, move), "the move in words is empty")
    check_value(game, after, chance)


def damage_options(
    game: AnyGame, _seed: int, _batch: int, chance: Chance
) -> tuple[Any, dict[str, Any]]:
    """Return a number of players and options, of which some are damaged."""
    players = chance.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
    options, other = (random_options(game, players, chance) for _ in range(2))
    for name in [*options]:
        if chance.random() < 0.3:
            put_neighbour(Place(options, name, other.get(name, 7), chance))
    if chance.random() < 0.1:
        options[chance.choice(("x", *options, *other))] = chance.choice(JUNK)
    if chance.random() < 0.1:
        return chance.choice((None, 0, 1, 7, 2.0, "2", True, 2**70)), options
    return players, options


def check_new_game(
    game: AnyGame, damaged: tuple[Any, dict[str, Any]], state: Any, chance: Chance
) -> None:
    """Check a new game, its rematch, and its options as text."""
    _, options = damaged
    require(game.rematch(state, seed=1) == state, "a rematch is another game")
    for option in game.OPTIONS:
        if option.name in options:
            value = option.check(options[option.name])
            require(option.parse(option_text(value)) == value, "an option's text differs")
    check_value(game, state, chance)


# Kinds of the card game


def card_game_kinds() -> Iterator[Kind]:
    """Yield the kinds that only the card game has."""
    game = GAMES[CARD_GAME]
    yield Kind(
        f"{CARD_GAME}/position-line",
        damage_position,
        parse_position,
        (NotationError,),
        check_parsed_position,
    )
    for name, write, parse in SHORT_TEXTS:
        yield Kind(
            f"{CARD_GAME}/{name}-text",
            partial(damage_text, write),
            parse,
            (NotationError, InvalidCourt),
            partial(check_text, parse),
        )
    yield Kind(
        f"{CARD_GAME}/events",
        damage_events,
        fold_events,
        (WesterosIntrigueError,),
        lambda _damaged, position, chance: check_value(game, position, chance),
    )
    yield Kind(
        f"{CARD_GAME}/json-lines",
        damage_json_lines,
        read_json_lines,
        (DecodingError,),
        lambda _text, position, chance: check_value(game, position, chance),
    )


def longest_hand(state: GameState) -> str:
    """Return the text of the hand with the most cards."""
    return max(map(hand_text, state.hands), key=len)


SHORT_TEXTS: tuple[tuple[str, Callable[[GameState], str], Callable[[str], Any]], ...] = (
    ("card", lambda state: longest_hand(state)[:2], parse_card),
    ("slot", lambda state: str([*state.court][-1]) if state.court else "a0", parse_slot),
    ("hand", longest_hand, parse_hand),
    ("court", lambda state: str(state.court), parse_court),
    ("drawn-court", lambda state: draw_text(state.court), parse_court),
)
"""The texts that a state has, and their parsers."""


def damage_text(write: Callable[[GameState], str], seed: int, batch: int, chance: Chance) -> str:
    """Return a damaged text of a state."""
    one, other = (write(at.state) for at in chance.choices(moments(CARD_GAME, seed, batch), k=2))
    return damage_line(one, other, chance) if chance.random() < 0.9 else one


def check_text(parse: Callable[[str], Any], _text: str, value: Any, _chance: Chance) -> None:
    """Check that a value is read back from its text."""
    if isinstance(value, Court):
        check_court(value)
    else:
        written = hand_text(value) if parse is parse_hand else str(value)
        require(parse(written) == value, "a text is read as another value")


def damage_position(seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged line of a state or a view."""
    one, other = two_lines(GAMES[CARD_GAME], seed, batch, chance)
    parts, others = one.split("; "), other.split("; ")
    if chance.random() < 0.2:
        at = chance.randrange(len(parts))
        parts[at] = others[at % len(others)]
        return "; ".join(parts)
    return damage_line(one, other, chance) if chance.random() < 0.9 else one


def check_parsed_position(_line: str, position: GameState | View, chance: Chance) -> None:
    """Check the position of a line; the state of a later round has no history to write."""
    game = GAMES[CARD_GAME]
    check_line(position)
    if isinstance(position, View) or not position.table.earlier.count:
        check_value(game, position, chance)
    else:
        check_view(game, observe(position, chance.randrange(position.players)), chance)


def damage_events(seed: int, batch: int, chance: Chance) -> tuple[Table | View, list[Any]]:
    """Return a table or a view, and the data of the events after it, of which one is damaged."""
    game = GAMES[CARD_GAME]
    at = chance.choice(moments(CARD_GAME, seed, batch))
    viewer = chance.choice(viewers(game, at.state))
    view, following = observe(at.state, viewer), observe(at.following, viewer)
    happened = [game.DOCUMENTS.to_data(event) for event in events(view, following)]
    others = samples(CARD_GAME, seed, batch)
    classes = [cls for cls in get_args(Event.__value__) if cls in others]
    other = game.DOCUMENTS.to_data(chance.choice(others[chance.choice(classes)]))
    if happened and chance.random() < 0.7:
        place = chance.randrange(len(happened))
        happened[place] = damage_data(copy_data(happened[place]), other, chance)
    elif chance.random() < 0.5:
        happened.insert(chance.randint(0, len(happened)), other)
    else:
        happened = damage_data(happened, [other], chance)
    return (view.table if viewer is None else view), happened


def fold_events(damaged: tuple[Table | View, Any]) -> Table | View:
    """Apply the events to the position."""
    position, happened = damaged
    for data in happened if isinstance(happened, list) else [happened]:
        kind = data.get("kind") if isinstance(data, dict) else None
        cls = _EVENTS.get(kind if isinstance(kind, str) else "", TurnStart)
        position = position.then(GAMES[CARD_GAME].DOCUMENTS.from_data(cls, data))
    return position


_EVENTS = {GAMES[CARD_GAME].DOCUMENTS.kinds[cls]: cls for cls in get_args(Event.__value__)}


def damage_json_lines(seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged lines of a position's history."""
    game = GAMES[CARD_GAME]
    texts: list[list[str]] = []
    for at in chance.choices(moments(CARD_GAME, seed, batch), k=2):
        view = observe(at.state, chance.choice(viewers(game, at.state)))
        texts.append(to_json_lines(view).splitlines())
    lines, others = texts
    if len(lines) > 1:
        # Near the end, so that most lines are read.
        at_line = max(1, len(lines) - 1 - int(chance.expovariate(0.2)))
        data, other = (json.loads(text[at_line % len(text)]) for text in texts)
        match chance.randrange(6):
            case 0:
                swap_elements(lines, at_line, chance)
            case 1:
                del lines[at_line]
            case 2:
                lines.insert(at_line, others[at_line % len(others)])
            case 3:
                del lines[at_line:]
            case _:
                lines[at_line] = json.dumps(damage_data(data, other, chance))
    return "\n".join(lines)


def read_json_lines(text: str) -> Table | View:
    """Return the position after the last line."""
    position, steps = from_json_lines(text)
    for _, now in steps:
        position = now
    return position


# Files of results


def file_kinds() -> Iterator[Kind]:
    """Yield the files of simulations and of matches."""
    for name, play_job in (("simulation", play_simulation), ("match", play_matches)):
        yield Kind(
            f"{CARD_GAME}/{name}-file",
            partial(damage_results, play_job),
            partial(resume, play_job),
            (InvalidValue, DecodingError),
            partial(check_results, play_job),
        )


Job = Callable[..., Any]


def play_simulation(out: Path, *, resume: bool) -> Any:
    """Play a small simulation, or continue it."""
    from westeros_intrigue.lab.simulation import Run, Simulation  # noqa: PLC0415 - a wing

    run = Run(chunk=3, out=out, resume=resume)
    return Simulation(2, "greedy", seed=1).count_games(range(12), run)


def play_matches(out: Path, *, resume: bool) -> Any:
    """Play a small match, or continue it."""
    from westeros_intrigue.lab.matches import play_match  # noqa: PLC0415 - a wing

    entrants = {"one": random_player, "two": random_player}
    variant = STANDARD.with_rounds(1)
    return play_match(entrants, deals=6, seed=1, variant=variant, chunk=2, out=out, resume=resume)


@cache
def file_of(job: Job) -> bytes:
    """Return the file of a whole job."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        job(path, resume=False)
        return path.read_bytes()


def damage_results(job: Job, _seed: int, _batch: int, chance: Chance) -> bytes:
    """Return a file of results with damage, mostly in lines that have a right checksum."""
    lines = file_of(job).splitlines(keepends=True)
    at = chance.randrange(len(lines))
    match chance.randrange(10):
        case 0:
            swap_elements(lines, at, chance)
        case 1:
            del lines[at]
        case 2:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 3:
            text = b"".join(lines)
            return text[: chance.randint(0, len(text))]
        case 4:
            line = lines[at].decode()
            lines[at] = damage_line(line, line, chance).encode(errors="surrogatepass")
        case _:
            data, other = json.loads(lines[at]), json.loads(chance.choice(lines))
            data.pop("crc32")
            changed = json.dumps(damage_data(data, other, chance), separators=(",", ":"))
            lines[at] = seal(changed)
    return b"".join(lines)


def seal(text: str) -> bytes:
    """Return an object of JSON as a line with its checksum."""
    begun = text.removesuffix("}").encode()
    return b'%s,"crc32":"%08x"}\n' % (begun, zlib.crc32(begun))


def resume(job: Job, damaged: bytes) -> tuple[Any, bytes]:
    """Continue the file of a job; return the results, and the file then."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        path.write_bytes(damaged)
        return job(path, resume=True), path.read_bytes()


def check_results(job: Job, _damaged: bytes, ends: tuple[Any, bytes], _chance: Chance) -> None:
    """Check that a file that was continued is whole, and is read as the same results."""
    results, file = ends
    require(resume(job, file) == ends, "a file that was continued is read as other results")
    require(pickle.loads(pickle.dumps(results)) == results, "a pickle differs")


# The program


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds."""
    every: list[Kind] = [*card_game_kinds()]
    for game in GAMES.values():
        every += [*document_kinds(game), json_kind(game), *text_kinds(game), *line_kinds(game)]
    if find_spec("westeros_intrigue.lab") and find_spec("numpy"):
        every += file_kinds()
    return tuple(every)


def run(
    chosen: Sequence[Kind],
    *,
    seed: int = 0,
    first: int = 0,
    cases: int | None = None,
    seconds: float | None = None,
    report: Callable[[str], object] = print,
) -> tuple[dict[str, Counter[Outcome]], list[Failure]]:
    """Run cases of the kinds in turn; return the numbers of outcomes by kind, and the failures.

    Ctrl-C ends the run early.

    Args:
        chosen: the kinds.
        seed: the seed of all cases.
        first: the number of the first case of each kind.
        cases: the number of cases in all; None for no end.
        seconds: the time after which no further case begins; None for no end.
        report: called with each failure as text.
    """
    outcomes = {kind.name: Counter[Outcome]() for kind in chosen}
    failures: list[Failure] = []
    end = None if seconds is None else time.monotonic() + seconds
    numbered = ((number, kind) for number in count(first) for kind in chosen)
    with suppress(KeyboardInterrupt):
        for number, kind in islice(numbered, cases):
            if end is not None and time.monotonic() > end:
                break
            outcome = run_case(kind, seed, number)
            if isinstance(outcome, Failure):
                failures.append(outcome)
                report(str(outcome))
            else:
                outcomes[kind.name][outcome] += 1
    return outcomes, failures


def describe(outcomes: Mapping[str, Counter[Outcome]]) -> Iterator[str]:
    """Yield a line for each kind: the cases, and the share of each outcome."""
    for name, counted in outcomes.items():
        total = counted.total()
        shares = (f"{counted[outcome] / max(total, 1):6.1%} {outcome.value}" for outcome in Outcome)
        yield f"{name:32}{total:8} cases: {', '.join(shares)}"


def main() -> int:
    """Run the cases that the command line asks for; return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument(
        "--kinds", nargs="*", default=["*"], help="names or patterns, such as */view"
    )
    parser.add_argument("--seed", type=int, default=0, help="the seed of all cases")
    parser.add_argument("--first", type=int, default=0, help="the number of each kind's first case")
    parser.add_argument("--cases", type=int, help="how many cases, of all kinds together")
    parser.add_argument("--seconds", type=float, help="the time after which no case begins")
    arguments = parser.parse_args()
    chosen = [
        kind for kind in kinds() if any(fnmatchcase(kind.name, name) for name in arguments.kinds)
    ]
    if not chosen:
        parser.error(f"no such kind; choose from {', '.join(kind.name for kind in kinds())}")
    cases = arguments.cases
    if cases is None and arguments.seconds is None:
        cases = 100 * len(chosen)
    outcomes, failures = run(
        chosen,
        seed=arguments.seed,
        first=arguments.first,
        cases=cases,
        seconds=arguments.seconds,
        report=partial(print, flush=True),
    )
    print(*describe(outcomes), sep="\n")
    print(f"{sum(map(Counter.total, outcomes.values()))} cases, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    # A shell lets the jobs in its background ignore Ctrl-C.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    sys.exit(main())
