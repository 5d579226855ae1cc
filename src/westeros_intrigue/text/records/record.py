"""The record of a game, and files of records."""

from __future__ import annotations

import datetime as dt
import io
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import attrs

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.errors import InvalidValue, NotationError, WrongType
from westeros_intrigue.base.public import public
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.base.tags import tag_pairs
from westeros_intrigue.base.values import (
    Value,
    brief,
    check_integer,
    check_iterable,
    check_type,
    instance,
    integer,
    tuple_of,
)
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Placement
from westeros_intrigue.rules.transcript import InvalidRecord, Transcript
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.text.records.claims import check_claims, located
from westeros_intrigue.text.records.lines import TITLE_EXPECTED, GameLines, TextFile
from westeros_intrigue.text.records.reading import read_draft
from westeros_intrigue.text.records.words import (
    ANNOTATION_LIMIT,
    GAME_LIMIT,
    ROUND_LIMIT,
    THRONE_LIMIT,
    RecordedPlacement,
    RecordedRound,
    origin_tags,
    valid_comment,
)
from westeros_intrigue.text.records.writing import game_lines


class WritableFile(Protocol):
    """A file that text can be written to, such as `open(path, "w", encoding="utf-8")` returns."""

    def write(self, text: str, /) -> object:
        """Write the text."""


def _rounds(rounds: Iterable[RecordedRound]) -> tuple[RecordedRound, ...]:
    return tuple_of("rounds", RecordedRound, rounds)


@public
@attrs.frozen
class Record(Value):
    """A game as it is written down: the table, the cards, the placements, and what people say.

    The game may be unfinished, and its deal may stop short. A record that does not hold together
    cannot be made: it is played through once. `Record.parse(str(record)) == record` always holds.
    A record holds every hand: it is no view.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(4, seed=7)
    >>> state = apply(state, legal_moves(state)[0])
    >>> record = Record.from_state(state, tags={"Date": "2024-05-01"})
    >>> record.rounds[0].placements[0].move == state.placements[0].move
    True
    >>> record.state == state
    True

    Raises:
        InvalidRecord: the parts contradict each other or the rules, or the text would be too long.
        InvalidValue: a tag or a comment that could not be read back, or a number out of range.
    """

    players: int
    """How many players there are, 2 to 6."""
    deal: Deal = attrs.field(default=Deal(), validator=instance(Deal))
    """All chance that is known: every round that is dealt, and the Iron Throne cards in order."""
    rounds: tuple[RecordedRound, ...] = attrs.field(default=(), converter=_rounds)
    """For each round of the deal what was placed; filled up with rounds not played."""
    scored_rounds: int = attrs.field(default=0, validator=integer(0, ROUND_LIMIT))
    """How many rounds are scored. One that is over may wait for it: `Phase.ROUND_OVER`."""
    variant: Variant = attrs.field(default=STANDARD, validator=instance(Variant))
    """The table."""
    first_player: int = 0
    """The seat that starts round 1, from 0."""
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=tag_pairs)
    """Pairs of a name and a text, in order: names, a date, versions, whatever is worth keeping."""
    comment: str = attrs.field(default="", validator=valid_comment)
    """What somebody has to say about the game, in one or more lines; empty for nothing."""
    transcript: Transcript = attrs.field(init=False, repr=False, eq=False)
    """The game without the words."""
    state: GameState = attrs.field(init=False, repr=False, eq=False)
    """The last state that the record leads to."""

    def __attrs_post_init__(self) -> None:
        missing = len(self.deal.rounds) - len(self.rounds)
        object.__setattr__(self, "rounds", (*self.rounds, *(RecordedRound(),) * missing))
        self._check_size()
        transcript = Transcript(
            self.players,
            self.variant,
            self.first_player,
            self.deal,
            [
                [Placement(one.player, one.move) for one in played.placements]
                for played in self.rounds
            ],
            self.scored_rounds,
        )
        object.__setattr__(self, "transcript", transcript)
        (last_state,) = deque(transcript.play(), maxlen=1)
        # A record holds the Iron Throne cards that a table has hidden until the end.
        if last_state.results and last_state.results[0].throne_card is None:
            fault = "round 1 is scored, and the deal has no Iron Throne card for it"
            placed = len(last_state.results[0].placements)
            raise InvalidRecord([fault], round_number=1, placement=placed)
        object.__setattr__(self, "state", last_state)

    def _check_size(self) -> None:
        """Check that the record fits into a file, with lines not too long."""
        comments = [self.comment]
        for recorded in self.rounds:
            comments += [recorded.comment, *(placed.comment for placed in recorded.placements)]
        # A tag has six characters around it, a line of a comment four.
        size = sum(len(name) + len(value) + 6 for name, value in self.tags)
        size += sum(len(text) + 4 * (text.count("\n") + 1) for text in comments if text)
        limits = {
            "rounds": (len(self.deal.rounds), ROUND_LIMIT),
            "Iron Throne cards": (len(self.variant.throne_cards), THRONE_LIMIT),
            "characters in tags and comments": (size, ANNOTATION_LIMIT),
        }
        if faults := [
            f"a record has at most {most} {things}, not {count}"
            for things, (count, most) in limits.items()
            if count > most
        ]:
            raise InvalidRecord(faults)

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, *, numbers: bool = True) -> str:
        """Return the text of the record; `str` gives it with numbers.

        Printed cards have no numbers. Text without them is read back as a game that plays alike,
        with numbers drawn at random.

        >>> from westeros_intrigue import apply, parse_move, setup
        >>> state = apply(setup(6, seed=1), parse_move("S8@a0"))
        >>> text = Record.from_state(state).to_text(numbers=False)
        >>> print(*text.splitlines()[12:14])
        Hand 5: BSTBBB 0:S@a0

        Args:
            numbers: whether cards are written with their numbers, `S4@b2`, or without, `S@b2`.
        """
        game = (self.state, self.deal, self.rounds)
        return "\n".join(game_lines(*game, self.tags, self.comment, numbers=numbers))

    @classmethod
    def from_state(
        cls,
        state: GameState,
        *,
        tags: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        comment: str = "",
    ) -> Record:
        """Return the record of a game up to a state, in any phase.

        Raises:
            InvalidValue: the state was drawn from a view, and lacks what its player cannot know,
                or play does not lead to it; or a tag or the comment could not be read back.
            InvalidRecord: the text would be too long.
        """
        transcript = Transcript.of(state)
        record = cls(
            players=transcript.players,
            deal=transcript.deal,
            rounds=[
                RecordedRound([RecordedPlacement(placed.player, placed.move) for placed in row])
                for row in transcript.placements
            ],
            scored_rounds=transcript.scored_rounds,
            variant=transcript.variant,
            first_player=transcript.first_player,
            tags=tags,
            comment=comment,
        )
        if record.state != state:
            raise InvalidValue(f"a state that play does not lead to has no record: {state!r}")
        return record

    @classmethod
    def parse(cls, text: str, *, rng: RandomSource | None = None) -> Record:
        """Return the record of a text that contains exactly one game.

        Where the text has houses and no numbers, as on printed cards, the numbers are drawn at
        random. Two readings of such a text are two records, which play alike.

        >>> from westeros_intrigue import setup
        >>> text = str(Record.from_state(setup(4, seed=7)))
        >>> Record.parse(text).state == setup(4, seed=7)
        True

        Args:
            text: the title and the lines of one game.
            rng: the source of numbers that the text leaves out, for records that must be equal
                each time; None for the system's randomness. The rest of the text needs none.

        Raises:
            NotationError: the text is not a record; `line`, `column` and `expected` say where and
                what would be right.
            InvalidRecord: the record does not hold together; `line`, `column`, `faults` and
                `violations` say where and why.
        """
        check_type("a record", text, str)
        source = _source(rng)
        if len(text) > GAME_LIMIT:
            raise Scanner(text).error(f"a game of at most {GAME_LIMIT} characters", GAME_LIMIT)
        # Every kind of line end counts as one, as in a file.
        file = GameLines(io.StringIO(text, newline=None))
        lines = file.next_game()
        if not lines:
            raise NotationError("", 1, 1, TITLE_EXPECTED)
        record = _record_of(lines, source)
        if others := file.next_game():
            raise others[0].error("one game only")
        return record

    def replay(self) -> Iterator[GameState]:
        """Play the game again; see `Transcript.play`.

        >>> from westeros_intrigue import setup
        >>> list(Record.from_state(setup(4, seed=7)).replay()) == [setup(4, seed=7)]
        True
        """
        return self.transcript.play()

    def with_comment(
        self, comment: str, *, round_number: int | None = None, placement: int | None = None
    ) -> Record:
        """Return the record with a comment on the game, on a round, or on a placement.

        >>> from westeros_intrigue import setup
        >>> record = Record.from_state(setup(4, seed=7))
        >>> record.with_comment("Good cards.", round_number=1).rounds[0].comment
        'Good cards.'

        Args:
            comment: one or more lines; empty to take a comment away.
            round_number: the round, counted from 1; None for the game.
            placement: the placement in that round, counted from 1; None for the round.

        Raises:
            InvalidValue: there is no such round or placement, or the comment could not be read
                back.
        """
        if round_number is None:
            if placement is not None:
                raise InvalidValue("a placement is one of a round: give round_number, too")
            return self._reworded(comment=comment)
        check_integer("round_number", round_number, 1, len(self.rounds))
        recorded = self.rounds[round_number - 1]
        if placement is None:
            recorded = attrs.evolve(recorded, comment=comment)
        else:
            check_integer("placement", placement, 1, len(recorded.placements))
            placements = list(recorded.placements)
            placements[placement - 1] = attrs.evolve(placements[placement - 1], comment=comment)
            recorded = attrs.evolve(recorded, placements=placements)
        rounds = (*self.rounds[: round_number - 1], recorded, *self.rounds[round_number:])
        return self._reworded(rounds=rounds)

    def with_tags(self, tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> Record:
        """Return the record with these tags in place of its own.

        >>> from westeros_intrigue import setup
        >>> Record.from_state(setup(4, seed=7)).with_tags({"Event": "Winter"}).tags
        (('Event', 'Winter'),)

        Raises:
            InvalidValue: a tag could not be read back.
        """
        return self._reworded(tags=tag_pairs(tags))

    def with_origin(self, date: dt.date | None = None) -> Record:
        """Return the record with the tags that say where it is from, in place of older ones.

        They are `Library`, with its version; `Rules`, with `RULES_VERSION`; and `Date`, if given.

        >>> import datetime
        >>> from westeros_intrigue import setup
        >>> record = Record.from_state(setup(4, seed=7)).with_origin(datetime.date(2024, 5, 1))
        >>> record.tags[1:]
        (('Rules', '1'), ('Date', '2024-05-01'))

        Args:
            date: when the game was played; None for no tag, or for the one there is.
        """
        origin = origin_tags(date)
        told = {name.lower() for name in origin}
        kept = [(name, value) for name, value in self.tags if name.lower() not in told]
        return self.with_tags((*origin.items(), *kept))

    def _reworded(self, **words: object) -> Record:
        """Return the record with other words; nothing is played again, as the game is the same."""
        record = Record.__new__(Record)
        for field in attrs.fields(Record):
            value = words.get(field.name, getattr(self, field.name))
            if field.name in words and field.validator:
                field.validator(record, field, value)
            object.__setattr__(record, field.name, value)
        record._check_size()
        return record


@public
def read_records(file: TextFile, *, rng: RandomSource | None = None) -> Iterator[Record]:
    """Read the records of a file one at a time, each only when it is asked for.

    After an error the iterator goes on with the next game, so a bad one can be skipped.

    >>> import io
    >>> from westeros_intrigue import setup
    >>> file = io.StringIO()
    >>> write_records([Record.from_state(setup(4, seed=seed)) for seed in range(3)], file)
    >>> _ = file.seek(0)
    >>> len(list(read_records(file)))
    3

    Args:
        file: a text file that is open for reading.
        rng: the source of numbers that the text leaves out, as for `Record.parse`.

    Raises:
        NotationError: while it is asked for a game; the text is not a record.
        InvalidRecord: likewise; a record does not hold together.
    """
    return _Records(file, _source(rng))


@public
def write_records(records: Iterable[Record], file: WritableFile, *, numbers: bool = True) -> None:
    """Write records to a file, each followed by an empty line, so that more can be added later.

    >>> from westeros_intrigue import setup
    >>> file = io.StringIO()
    >>> write_records([Record.from_state(setup(2, seed=1))], file)
    >>> file.getvalue().splitlines()[0]
    'Westeros Intrigue record 1'

    Args:
        records: the records; they may come one at a time.
        file: a text file that is open for writing, with an encoding that holds their characters.
        numbers: whether cards are written with their numbers; see `Record.to_text`.

    Raises:
        WrongType: the file is none that text can be written to.
    """
    check_iterable("records", records)
    try:
        # Only trying tells a file of bytes, whatever wraps it.
        file.write("")
    except (AttributeError, TypeError):
        wanted = "file must be a text file that is open for writing"
        raise WrongType(f"{wanted}, not {brief(file)}") from None
    for record in records:
        check_type("each of records", record, Record)
        file.write(f"{record.to_text(numbers=numbers)}\n\n")


class _Records(Iterator[Record]):
    """The records of a file."""

    def __init__(self, file: TextFile, rng: RandomSource) -> None:
        self._file = GameLines(file)
        self._rng = rng

    def __next__(self) -> Record:
        lines = self._file.next_game()
        if not lines:
            raise StopIteration
        return _record_of(lines, self._rng)


def _source(rng: RandomSource | None) -> RandomSource:
    if rng is None:
        return random.SystemRandom()
    check_source(rng)
    return rng


def _record_of(lines: list[Scanner], rng: RandomSource) -> Record:
    """Return the record of a game; if it does not hold together, the error has the line."""
    draft = read_draft(lines)
    try:
        deal = draft.deal(rng)
        record = Record(
            players=draft.header["Players"],
            deal=deal,
            rounds=draft.recorded_rounds(deal, rng),
            scored_rounds=draft.scored_rounds,
            variant=draft.variant,
            first_player=draft.first_player,
            tags=draft.tags,
            comment=draft.comment(),
        )
        check_claims(draft.claims, record.state)
    except InvalidRecord as error:
        raise located(error, draft) from error
    return record
