"""The parts that Monopoly and B'Twixt have in common: positions, moves as words, files, players.

The text of a move begins with the name of its class. A catalogue is a file into which owners of a
game copy the texts printed on its parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from textwrap import wrap
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

import attrs

from westeros_intrigue.gamekit import (
    asking,
    codecs,
    documents,
    english,
    errors,
    players,
    text,
    values,
)
from westeros_intrigue.gamekit.chance import RandomSource, check_source
from westeros_intrigue.gamekit.codecs import Codec, Data
from westeros_intrigue.gamekit.pictures import Pictured
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.gamekit.text import Scan, Scanner

K = TypeVar("K")
P = TypeVar("P")
T = TypeVar("T")

_WORD = text.pattern(r"[a-z]+(?:-[a-z]+)*")
_SHORT = 40
_LONGEST_LINE = 100

wrap_lines: Callable[[str, int], Sequence[str]] = lru_cache(maxsize=1 << 11)(wrap)
"""Return the lines of a text, wrapped to a number of letters."""


@runtime_checkable
class _Viewed(Protocol):
    """A view, which has a viewer."""

    @property
    def player(self) -> int | None: ...


class Drawn(Pictured):
    """Base of the positions of other games, with a short `repr`."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The current point of the game in a few words, for `repr`."""
        raise NotImplementedError

    def __repr__(self) -> str:
        of_viewer = ""
        if isinstance(self, _Viewed):
            of_viewer = f" of {viewer_in_words(self.player)}"
        return f"<{type(self).__name__}{of_viewer}: {self.summary}>"


class Worded:
    """Base of the values that are written as a word followed by their fields."""

    __slots__ = ()

    def __str__(self) -> str:
        cls: Any = type(self)  # mypy considers no class with a hash of its values hashable
        word, names = _form(cls)
        return " ".join([word, *[str(getattr(self, name)) for name in names]])


@cache
def _form(cls: type[Any]) -> tuple[str, tuple[str, ...]]:
    return text.word_of(cls), tuple([field.name for field in attrs.fields(cls)])


def reader_by_word(
    classes: Iterable[type[Any]],
    fields: Mapping[str, Scan[Any]],
    others: Mapping[str, Scan[T]],
    expected: str,
) -> Callable[[str], T]:
    """Return a function that reads a move: its first word selects the scan of the rest.

    Games repeat a small set of moves, so the values of short texts are cached.

    Args:
        classes: the classes of moves; the words of `Worded` classes are followed by their fields.
        fields: the scans of these fields, by name.
        others: the scans of the other moves, by word.
        expected: a description of a move, for errors; they also name the first word that was
            meant, or all first words.
    """
    worded = {text.word_of(cls): cls for cls in classes if issubclass(cls, Worded)}
    words = sorted({*worded, *others})

    def scan_move(scanner: Scanner) -> T:
        start = scanner.position
        word = (scanner.read_match(_WORD) or "").lower()
        scanner.skip_space()
        if word in others:
            return others[word](scanner)
        if word not in worded:
            begins = f" (its first word is {english.join_words(words, 'or')})"
            perhaps = english.did_you_mean(word, words, form=" (perhaps {!r})")
            raise scanner.error(expected + (perhaps or begins), start)
        cls: Any = worded[word]
        move: T = cls(*[fields[name](scanner) for name in _form(cls)[1]])
        return move

    def read(words: str) -> T:
        return text.read_whole("text", words, scan_move, "the end of the move")

    remembered = lru_cache(maxsize=4096)(read)

    def read_or_recall(words: str) -> T:
        is_short = isinstance(words, str) and len(words) <= _SHORT
        return (remembered if is_short else read)(words)

    return read_or_recall


def answerer(position: Any, player: int | None = None) -> int | None:  # noqa: ANN401 - of either game
    """Return the seat that must answer: a view's viewer, `player`, or the first decider.

    Return None if only other players must answer, or none.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> state = setup(3, seed=1)
    >>> answerer(state), answerer(state, 2), answerer(observe(state, 1))
    (0, None, None)
    """
    deciders = position.deciders
    if not deciders:
        return None
    seat: int | None = getattr(position, "player", deciders[0] if player is None else player)
    return seat if seat in deciders and (player is None or player == seat) else None


def find_asked_seat(view: Any, cls: type, rng: RandomSource) -> int:  # noqa: ANN401 - of a cls
    """Check a player's arguments and return the seat that it moves for.

    Raises:
        WrongType: `view` is not a `cls`, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    values.check_type("view", view, cls)
    check_source(rng)
    if (seat := answerer(view)) is None:
        raise asking.wrong_viewer(view.player, view.deciders)
    return seat


def wrong_move(name: str, move: object) -> errors.WrongType:
    """Return the error of an argument that is not a move of the game, such as the text of one."""
    reads = ": parse_move reads a text" if isinstance(move, str) else ""
    shown = values.short_repr(move)
    return errors.WrongType(f"{name} must be a move of this game, not {shown}{reads}")


def exact(words: str, expected: str) -> Scan[str]:
    """Return a scan that reads exactly one text, which can contain #."""
    wanted = re.compile(rf"{re.escape(words.strip())}(?![^ ])")
    return lambda scanner: scanner.need(wanted, expected)


def with_check(codec: Codec[T], check: Callable[[T], object]) -> Codec[T]:
    """Return a codec that reads only values that a check accepts; it raises an error otherwise."""

    def read(data: object) -> T:
        value = codec.read(data)
        check(value)
        return value

    return attrs.evolve(codec, read=read)


def record_with_check(
    cls: type[T], check: Callable[[T], object]
) -> Callable[[documents.Codecs], Codec[T]]:
    """Return a function that derives the codec of a class whose values pass a check."""
    return lambda derived: codecs.name_schema(
        text.word_of(cls), with_check(derived.record(cls), check)
    )


def pairs(keys: Codec[K], entries: Codec[T], most: int) -> Codec[tuple[tuple[K, T], ...]]:
    """Return the codec of up to `most` pairs, written as the members of an object."""

    def write(found: tuple[tuple[K, T], ...]) -> Data:
        return {str(keys.write(key)): entries.write(entry) for key, entry in found}

    def read(data: object) -> tuple[tuple[K, T], ...]:
        data = codecs.as_object(data)
        if len(data) > most:
            raise errors.fault(f"expected an object of at most {most} members, not of {len(data)}")
        names = codecs.read_parts(data, repeat(keys.read), data)
        parts = codecs.read_parts(data, repeat(entries.read), data.values())
        return tuple(zip(names, parts, strict=True))

    schema = {
        "type": "object",
        "propertyNames": keys.schema,
        "additionalProperties": entries.schema,
    }
    return Codec(write, read, schema)


def text_of(codec: Codec[T], value: T) -> str:
    """Return the text of a file: a line for each member, or for each entry of a long member."""
    lines = []
    for name, part in cast("dict[str, Data]", codec.write(value)).items():
        line = _dump(part)
        if len(line) > _LONGEST_LINE and isinstance(part, (list, dict)):
            if isinstance(part, list):
                entries = [*map(_dump, part)]
            else:
                entries = [f"{_dump(key)}: {_dump(entry)}" for key, entry in part.items()]
            line = f"{line[0]}\n    " + ",\n    ".join(entries) + f"\n  {line[-1]}"
        lines.append(f"  {_dump(name)}: {line}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dump(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)


def find_choices(
    known: Iterable[tuple[object, T]], seats: int, seated: Sequence[object], rngs: Sequence[object]
) -> list[T | None]:
    """Return the function by which each seat's player chooses without a view; None for others."""
    players.check_one_each(seats, seated, "player")
    players.check_one_each(seats, rngs, "rng")
    return [next((choose for one, choose in known if one is each), None) for each in seated]


def searching_players(
    game: str,
    random_player: P,
    simple_player: P,
    reason: Callable[[Any, Any], str],
    search: type[Any],
    *further: players.NamedPlayer[P],
) -> players.NamedPlayers[P]:
    """Return the players of a game by name; the simple player is the default.

    `planner` is a search that is fast enough to play against people.

    Args:
        game: the key of the game.
        random_player: makes any move.
        simple_player: makes sensible moves.
        reason: returns the reason for a move of the simple player, given the view.
        search: the class of the searching player, with a field `worlds` for the number of worlds.
        further: additional players of this game, listed between the simple player and the search.
    """
    summary = "tries its moves in N games that could be behind its view"
    entries = (
        players.one_player("random", "makes any move", random_player),
        players.one_player("simple", "makes moves of plain sense", simple_player, reason),
        *further,
        players.NamedPlayer("search:N", summary, search, "worlds"),
    )
    return players.NamedPlayers(
        entries, "simple", {"planner": "search:8"}, players.player_group(game)
    )
