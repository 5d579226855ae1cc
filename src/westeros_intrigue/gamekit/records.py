"""The parts that records of all games have in common."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, Self, runtime_checkable

import attrs
from typing_extensions import TypeVar

from westeros_intrigue.gamekit import chance, english, errors, limits, values
from westeros_intrigue.gamekit.options import Option, OptionValue, check_options
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.text import (
    GAME_LIMIT,
    AnyTags,
    Place,
    Records,
    Scanner,
    Tag,
    TextFile,
    read_game,
    tag_pairs,
)

State = TypeVar("State")
V = TypeVar("V", bound=AnyViolation, default=AnyViolation)

PERSON = "person"
"""The value of the tags `Seat-0` and so on for seats played by people."""
RULES_TAG = "Rules"
"""The tag for the version of the rules that a game was played by."""
MOVES_TAG = "Moves"
"""The tag for the number of moves in a saved game."""
LONGEST_NAME = 16
"""The maximum length of a name, so that lines stay short."""


_UNSEEN = values.UNPRINTABLE.pattern[1:-1] + r"\u00ad\u061c\u180e\ufff9-\ufffb\U0001d173-\U0001d17a"
"""Invisible characters; not joiners, which shape the letters and signs beside them."""
_BLANK = r"\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\uffa0"
"""Spaces, and further characters that are invisible at the ends of a name."""
_BEFORE = re.compile(rf"[{_UNSEEN}{_BLANK}\ufe00-\ufe0f\U000e0000-\U000e0fff]*")
_AFTER = re.compile(rf"[{_UNSEEN}{_BLANK}]*")


def clean_name(name: str) -> str:
    r"""Return a name, which need not be trusted, without unseen characters and not too long.

    >>> clean_name("\u200e  An\u202en\u00a0Lee ")
    'Ann Lee'
    """
    seen = re.sub(f"[{_UNSEEN}]", "", re.sub(r"\s+", " ", name))
    return _trim(_trim(seen)[:LONGEST_NAME])


def trim_name(name: str) -> str:
    r"""Return a typed or pasted name without unseen characters at its ends.

    Phones, chats and address books add such characters to the names that one copies from them.

    >>> trim_name("\u200eAnn\u200b ")
    'Ann'

    Raises:
        InvalidValue: there is such a character inside, which the name would lose.
    """
    inside = _trim(re.sub(r"\s+", " ", name))
    if found := re.search(f"[{_UNSEEN}]", inside):
        sign, before = found.group(), clean_name(inside[: found.start()])
        known = unicodedata.name(sign, "").lower()
        told = f"U+{ord(sign):04X}" + (f" ({known})" if known else "")
        raise errors.InvalidValue(
            f"the name {clean_name(name)} has a character that nobody sees after {before}: {told}; "
            "type it without that"
        )
    return clean_name(inside)


def _trim(name: str) -> str:
    """Return a name without spaces and unseen characters at its ends."""
    ends = _BEFORE.match(name), _AFTER.match(name[::-1])
    before, after = (end.end() if end else 0 for end in ends)
    return name[before : len(name) - after]


def list_names(tags: Iterable[Tag], players: int) -> tuple[str, ...]:
    """Return the names of the seats from the tags of a record; by default `player 0` and so on.

    If there was only one human player, who gave no name, that player is called You, as during the
    game.

    >>> list_names([("Player-1", "Ada")], 2), list_names([("Seat-0", "person")], 2)
    (('player 0', 'Ada'), ('You', 'player 1'))
    """
    named, seats = dict(tags), range(players)
    people = [seat for seat in seats if named.get(f"Seat-{seat}") == PERSON]
    return tuple(
        clean_name(named.get(f"Player-{seat}", ""))
        or (YOU if people == [seat] else f"player {seat}")
        for seat in seats
    )


def with_rules(tags: AnyTags, version: int | str) -> tuple[Tag, ...]:
    """Return tags that name a version of the rules: this one, unless they have another.

    >>> with_rules({"Event": "Winter"}, 1), with_rules({"Rules": "2"}, 3)
    ((('Event', 'Winter'), ('Rules', '1')), (('Rules', '2'),))

    Raises:
        InvalidValue: a tag is malformed.
    """
    pairs = tag_pairs(tags)
    if any(name.lower() == RULES_TAG.lower() for name, _ in pairs):
        return pairs
    return (*pairs, (RULES_TAG, str(version)))


def other_rules(tags: Iterable[Tag], known: int) -> str:
    """Return a sentence if tags name another version of the rules than the known one.

    >>> other_rules([("Rules", "9"), ("Library", "westeros_intrigue 3.0")], 1)
    'the game was played by rules version 9 (westeros_intrigue 3.0), not 1'
    """
    named = dict(tags)
    played = named.get(RULES_TAG, "1")
    if played == str(known):
        return ""
    by = f" ({named['Library']})" if "Library" in named else ""
    return f"the game was played by rules version {played}{by}, not {known}"


@attrs.define(slots=False, eq=False, repr=False)
class InvalidRecord(errors.WesterosIntrigueError, ValueError, Generic[V]):
    """The game of a record cannot be played: an illegal move, an impossible start or chance.

    >>> print(InvalidRecord(["player 0 is to move"], 12, 5))
    line 12, column 5: player 0 is to move
    """

    faults: tuple[str, ...] = attrs.field(converter=errors.as_tuple)
    """The reasons, one sentence for each fault; never empty."""
    line: int | None = None
    """The line of the file, from 1; None if the record was not read from text."""
    column: int | None = None
    """The character in the line, from 1; None if the record was not read from text."""
    round_number: int | None = None
    """The round, counted from 1; None for a fault of the whole game, or of a game whose records do
    not count rounds."""
    placement: int | None = None
    """The placement of the round, counted from 1; None for a fault of the whole round."""
    violations: tuple[V, ...] = attrs.field(default=(), converter=errors.as_tuple)
    """Every violation of an illegal move; empty for other faults."""

    def __str__(self) -> str:
        in_game = "" if self.round_number is None else f"round {self.round_number}"
        faults = "; ".join(self.faults).removeprefix(f"{in_game}: ")
        if self.placement is not None:
            in_game += f", placement {self.placement}"
        place = in_game
        if self.line is not None:
            place = f"line {self.line}, column {self.column}"
            place += f" ({in_game})" if in_game else ""
        return f"{place}: {faults}" if place else faults


@contextmanager
def placing_faults(place: Place, other_rules: str) -> Iterator[None]:
    """Raise errors of the rules as InvalidRecord, with the place in the text that causes them.

    Args:
        place: the place.
        other_rules: the sentence about the rules that the game was played by, if they are others.
    """
    try:
        yield
    except errors.WesterosIntrigueError as error:
        violations: tuple[AnyViolation, ...] = getattr(error, "violations", ())
        reasons = map(str, getattr(error, "faults", violations or [error]))
        faults = filter(None, [*reasons, other_rules])
        raise InvalidRecord(faults, *place, violations=violations) from error


def last_state(states: Iterator[State], places: Iterable[Place], other_rules: str) -> State:
    """Return the last state of a game that was read from a text, to see that the rules allow it.

    Args:
        states: the first state and the one after each move, which the rules make.
        places: the places of the title and of each move, in order.
        other_rules: the sentence about the rules that the game was played by, if they are others.

    Raises:
        InvalidRecord: the rules do not allow the start or a move; the error has its place.
    """
    title, *of_moves = places
    with placing_faults(title, other_rules):
        state = next(states)
    for place in of_moves:
        with placing_faults(place, other_rules):
            state = next(states)
    return state


class GameRecord(Generic[State]):
    """A game from its start to any later point, as stored in a file.

    Each game has a subclass for its records. `str` returns the text that `parse` reads.

    >>> from westeros_intrigue.games import monopoly
    >>> record = monopoly.Record.from_state(monopoly.setup(2, seed=1), tags={"Event": "Evening"})
    >>> isinstance(record, GameRecord), str(record).splitlines()[0]
    (True, 'Monopoly record 1')
    """

    __slots__ = ()

    TITLE: ClassVar[str]
    """The first words of the text, unique to the game."""
    LONGEST: ClassVar[int] = GAME_LIMIT
    """The maximum number of characters in a text."""
    FILES: ClassVar[tuple[Option, ...]] = ()
    """The options that are files; reading a record requires them."""
    RULES_VERSION: ClassVar[int] = 1
    """The version of the rules that this library plays. It rises with each change by which a game
    could go differently."""
    _MATERIAL: ClassVar[Mapping[str, tuple[Callable[[str], Any], Any]]] = {}
    """The function that reads each file option, and its default value."""

    tags: tuple[Tag, ...]
    """Names with values, in order, such as the players, the date and the version."""

    @classmethod
    def from_state(cls, state: State, *, tags: AnyTags = ()) -> Self:
        """Return the record of a game up to a state.

        Unless the tags name a version of the rules, the tag `Rules` is added to them.

        Args:
            state: the last state of the game so far.
            tags: pairs of a name and a text, such as `("Date", "2027-01-31")`.
        """
        raise NotImplementedError

    @classmethod
    def from_play(cls, state: State, *, tags: AnyTags = ()) -> Self:
        """Return the record of a state that play has just reached, for programs that save each one.

        It equals the record from `from_state`. A game can leave out what its rules have made sure
        of: that play can reach the state.

        >>> from westeros_intrigue import Record, apply, legal_moves, setup
        >>> state = setup(2, seed=1)
        >>> state = apply(state, legal_moves(state)[0])
        >>> Record.from_play(state) == Record.from_state(state)
        True

        Args:
            state: a state of a game that began with `setup` or a record, and went on by `apply` and
                `proceed` alone.
            tags: names and texts, as in `from_state`.
        """
        return cls.from_state(state, tags=tags)

    @classmethod
    def parse(
        cls,
        text: str,
        options: Mapping[str, OptionValue] = {},
        *,
        rng: chance.RandomSource | None = None,
    ) -> Self:
        """Return the record in a text that contains exactly one game.

        A text of the card game can give houses without numbers, as for printed cards. The numbers
        are then drawn at random, so two readings return different but equivalent records. In other
        games, a # after a space begins a comment. In every game, reading plays the moves by the
        rules, so a record that was read is of a possible game.

        >>> from westeros_intrigue import Record, setup
        >>> text = str(Record.from_state(setup(4, seed=7)))
        >>> Record.parse(text).state == setup(4, seed=7)
        True

        Args:
            text: the title and the lines of one game.
            options: the files that the game was played with, such as an edition or a box, by their
                names in `OPTIONS`.
            rng: the source of random numbers for missing card numbers, to make records
                reproducible; None for the system's randomness.

        Raises:
            NotationError: the text is not a record, or belongs to a game with other files; `line`,
                `column` and `expected` describe the first fault.
            InvalidRecord: the game cannot be played; `line`, `column`, `faults` and `violations`
                describe the reasons.
            InvalidValue: an option is not a file.
            WrongType: an argument or an option has the wrong type.
            DecodingError: a file in the options is invalid.
        """
        return read_game(text, cls.TITLE, cls._reader(options, rng), limit=cls.LONGEST)

    @classmethod
    def _material(cls, options: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Return the contents of each file option, or its default value."""
        return {
            name: usual if options.get(name) is None else read(str(options[name]))
            for name, (read, usual) in cls._MATERIAL.items()
        }

    @classmethod
    def _reader(
        cls, options: Mapping[str, OptionValue], rng: chance.RandomSource | None
    ) -> Callable[[list[Scanner]], Self]:
        """Return a function that reads the lines of a game with these files."""
        check_options(cls.FILES, options)
        return partial(cls._read, chance.source_of(None, rng), **cls._material(options))

    @classmethod
    def _read(cls, *parts: Any, **material: Any) -> Self:  # noqa: ANN401 - of the game
        """Return the record in the lines of a game; raise the errors of `parse`.

        Args:
            parts: the source of missing card numbers, and the lines.
            material: the contents of each file option.
        """
        raise NotImplementedError

    @classmethod
    def read_records(
        cls,
        file: TextFile,
        options: Mapping[str, OptionValue] = {},
        *,
        rng: chance.RandomSource | None = None,
    ) -> Records[Self]:
        """Read the records in a file lazily, one at a time.

        After an error, the iterator continues with the next game, so you can skip a faulty game.

        >>> import io
        >>> from westeros_intrigue import Record, read_records, setup, write_records
        >>> file = io.StringIO()
        >>> write_records([Record.from_state(setup(4, seed=seed)) for seed in range(3)], file)
        >>> _ = file.seek(0)
        >>> len(list(read_records(file)))
        3

        Args:
            file: a text file open for reading; for a text in memory, `io.StringIO(text)`.
                `Record.parse` reads the text of one game.
            options: the files that the games were played with, as for `Record.parse`.
            rng: the source of random numbers for missing card numbers.

        Raises:
            WrongType: an argument or an option has the wrong type.
            InvalidValue: an option is not a file.
            DecodingError: a file in the options is invalid.
            NotationError: by the iterator, if the text of a game is not a record.
            InvalidRecord: by the iterator, if the game of a record cannot be played.
        """
        return Records(file, cls.TITLE, cls._reader(options, rng), limit=cls.LONGEST)

    def _played(self, places: Iterable[Place]) -> Self:
        """Return the record after playing its game; raise InvalidRecord as `last_state`.

        Args:
            places: the places of the title and of each move, in order.
        """
        last_state(self.replay(), places, self.other_rules)
        return self

    def replay(self) -> Iterator[State]:
        """Yield the first state and each later one.

        >>> from westeros_intrigue import Record, setup
        >>> len(list(Record.from_state(setup(4, seed=7)).replay()))
        1
        """
        raise NotImplementedError

    @property
    def state(self) -> State:
        """The last state of `replay`."""
        *_, last = self.replay()
        return last

    @property
    def _summary(self) -> str:
        """The game of the record and its size in a few words, for notebooks."""
        tags = "".join(f", {name} {value}" for name, value in self.tags)
        moves = english.count_things(self._count_moves(), "move")
        return f"<{self.TITLE.removesuffix(' record')} record: {moves}{tags}>"

    @property
    def other_rules(self) -> str:
        """A sentence about the rules that the game was played by, if this library plays others.

        It is empty if the versions are equal. A record without the tag `Rules` is of version 1.
        Replaying such a game may fail or end differently, and nobody can safely continue it.

        >>> from westeros_intrigue import Record, setup
        >>> record = Record.from_state(setup(2, seed=1))
        >>> record.other_rules, record.with_tags({"Rules": "9"}).other_rules
        ('', 'the game was played by rules version 9, not 1')
        """
        return other_rules(self.tags, self.RULES_VERSION)

    @property
    def lost_moves(self) -> str:
        """A sentence about moves that are missing at the end; empty if there are none.

        Programs that save games write the number of moves as the tag `Moves`, so a file that was
        cut short shows it.

        >>> from westeros_intrigue import Record, setup
        >>> Record.from_state(setup(2, seed=1), tags={"Moves": "3"}).lost_moves
        'its end is missing: it has 0 of 3 moves'
        """
        written = dict(self.tags).get(MOVES_TAG, "")
        there = self._count_moves()
        if not (written.isascii() and written.isdecimal()) or int(written) <= there:
            return ""
        return f"its end is missing: it has {there} of {written} moves"

    def with_count(self) -> Self:
        """Return the record with the number of its moves as the tag `Moves`, for a file.

        >>> from westeros_intrigue import Record, setup
        >>> Record.from_state(setup(2, seed=1)).with_count().tags
        (('Rules', '1'), ('Moves', '0'))
        """
        others = [tag for tag in self.tags if tag[0] != MOVES_TAG]
        return self._reworded(tags=(*others, (MOVES_TAG, str(self._count_moves()))))

    def _count_moves(self) -> int:
        """Return the number of moves in the record."""
        raise NotImplementedError

    def with_tags(self, tags: AnyTags) -> Self:
        """Return the record with other tags. It keeps the tag `Rules`, unless they have one.

        >>> from westeros_intrigue import Record, setup
        >>> Record.from_state(setup(4, seed=7)).with_tags({"Event": "Winter"}).tags
        (('Event', 'Winter'), ('Rules', '1'))

        Raises:
            InvalidValue: a tag cannot be written so that it can be read again.
        """
        pairs = tag_pairs(tags)
        played = dict(self.tags).get(RULES_TAG)
        return self._reworded(tags=pairs if played is None else with_rules(pairs, played))

    def _reworded(self, **words: object) -> Self:
        """Return the record with other words, which are not part of the game."""
        return attrs.evolve(self, **words)  # type: ignore[misc]  # subclasses are attrs classes


@runtime_checkable
class WritableFile(Protocol):
    """A file open for writing text, such as `open(path, "w", encoding="utf-8")`."""

    def write(self, text: str, /) -> object:
        """Write the text."""
        ...


def write_records(records: Iterable[GameRecord[State]], file: WritableFile) -> None:
    """Write records to a file, each followed by an empty line, so that more can be appended.

    >>> import io
    >>> from westeros_intrigue import Record, setup
    >>> file = io.StringIO()
    >>> write_records([Record.from_state(setup(2, seed=1))], file)
    >>> file.getvalue().splitlines()[0]
    'Westeros Intrigue record 1'

    Args:
        records: the records; an iterator is read one by one.
        file: a text file open for writing, in an encoding with all their characters.

    Raises:
        WrongType: the file is not a text file open for writing.
    """
    limits.check_iterable("records", records)
    try:
        # The only way to detect a binary file inside a wrapper.
        file.write("")
    except (AttributeError, TypeError):
        wanted = "file must be a text file that is open for writing"
        raise errors.WrongType(f"{wanted}, not {values.short_repr(file)}") from None
    for number, record in enumerate(records):
        values.check_type(f"records[{number}]", record, GameRecord)
        file.write(f"{record}\n\n")
