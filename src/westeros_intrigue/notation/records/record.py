"""The record of a game."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, ClassVar, Final, Self

import attrs

from westeros_intrigue.gamekit import errors, limits, records, values
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.text import AnyTags, Scanner, Tags, tag_lines, tag_pairs, title_line
from westeros_intrigue.notation.records import writing
from westeros_intrigue.notation.records.reading import Draft, check_claims
from westeros_intrigue.notation.records.writing import Comment, RecordedPlacement, RecordedRound
from westeros_intrigue.rules import dealing, scoring, variants
from westeros_intrigue.rules.cards import join_cards
from westeros_intrigue.rules.game_events import Phase, Placement
from westeros_intrigue.rules.log import InvalidRecord, earlier_of, moves_of, replay
from westeros_intrigue.rules.moves import RULES_VERSION
from westeros_intrigue.rules.round_results import NO_EARLIER_ROUNDS, EarlierRounds
from westeros_intrigue.rules.state import GameState, letters

_check_comment = limits.find_check(Comment)


@attrs.frozen(field_transformer=limits.add_checks)
class Record(values.Value, records.GameRecord[GameState]):
    """A recorded game: the variant, the cards, the placements, tags and comments.

    The game can be unfinished, and its deal incomplete. The constructor replays the game, so a
    record is never inconsistent, and `Record.parse(str(record)) == record`. A record contains every
    hand; never show it to a player during a game.

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
        InvalidValue: a tag or a comment cannot be written so that it can be read again, or a number
            is out of range.
    """

    TITLE: ClassVar[str] = "Westeros Intrigue record"
    """The first words of the text."""
    LONGEST: ClassVar[int] = writing.GAME_LIMIT
    """The maximum length of the text, in characters."""
    RULES_VERSION: ClassVar[int] = RULES_VERSION
    """The version of the rules that this library plays."""

    players: variants.PlayerCount
    """The number of players, 2 to 6."""
    deal: dealing.Deal = attrs.field(default=dealing.Deal())
    """The known random outcomes: the deals of the rounds and the Iron Throne cards in order."""
    rounds: tuple[RecordedRound, ...] = ()
    """The placements of each round of the deal; empty rounds are added if there are fewer."""
    scored_rounds: Annotated[int, limits.Range(0, variants.MOST_ROUNDS)] = 0
    """The number of scored rounds of the deal. A finished round can be unscored:
    `Phase.ROUND_OVER`."""
    variant: variants.Variant = variants.STANDARD
    """The variant of the game."""
    first_player: variants.Seat = 0
    """The seat that starts round 1, from 0."""
    tags: Tags = attrs.field(default=(), converter=tag_pairs)
    """Names with values, in order, such as the players, the date and the version."""
    comment: Comment = ""
    """A comment on the game, in one or more lines; empty for none."""
    earlier: Annotated[EarlierRounds, limits.OnlyIfUnusual()] = NO_EARLIER_ROUNDS
    """The sums of the rounds before the first of the deal, for a game that began at a position in
    one line."""
    # Pyright does not know that a frozen field may stand for a property.
    state: GameState = attrs.field(  # pyright: ignore[reportIncompatibleMethodOverride]
        init=False, repr=False, eq=False
    )
    """The last state of the game."""

    def __attrs_post_init__(self) -> None:
        missing = len(self.deal.rounds) - len(self.rounds)
        object.__setattr__(self, "rounds", (*self.rounds, *(RecordedRound(),) * missing))
        self._check_size()
        (last_state,) = deque(self.replay(), maxlen=1)
        # A record contains all Iron Throne cards, even those hidden at the table until the end.
        if last_state.results and last_state.results[0].throne_card is None:
            number = last_state.results[0].round_number
            fault = f"round {number} is scored, but the deal has no Iron Throne card for it"
            placed = len(last_state.results[0].placements)
            raise InvalidRecord([fault], round_number=number, placement=placed)
        object.__setattr__(self, "state", last_state)

    def _check_size(self) -> None:
        """Raise InvalidRecord if the text of the record would be too long."""
        comments = [self.comment]
        for recorded in self.rounds:
            comments += [recorded.comment, *(placed.comment for placed in recorded.placements)]
        lines = [*tag_lines(self.tags), *chain(*map(writing.comment_lines, filter(None, comments)))]
        size = sum(map(len, lines)) + len(lines)
        if size > writing.ANNOTATION_LIMIT:
            most = f"{writing.ANNOTATION_LIMIT} characters in tags and comments"
            raise InvalidRecord([f"a record has at most {most}, not {size}"])

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, *, numbers: bool = True) -> str:
        """Return the text of the record; `str` returns it with numbers.

        Printed cards have no numbers. Text without numbers is read back as an equivalent game with
        random numbers.

        >>> from westeros_intrigue import apply, parse_move, setup
        >>> state = apply(setup(6, seed=1), parse_move("S8@a0"))
        >>> text = Record.from_state(state).to_text(numbers=False)
        >>> print(*text.splitlines()[13:15])
        Hand 5: BSTBBB 0:S@a0

        Args:
            numbers: True for cards with numbers, `S4@b2`, False for cards without, `S@b2`.
        """
        values.check_type("numbers", numbers, bool)
        return "\n".join(self._lines(numbers=numbers))

    def _lines(self, *, numbers: bool) -> Iterator[str]:
        """Yield the lines of the record, without line ends."""
        state, results = self.state, self.state.results
        yield title_line(self.TITLE)
        yield from tag_lines(self.tags)
        yield from writing.fact_lines(writing.table_texts(state, self.deal, self.earlier))
        yield from writing.comment_lines(self.comment)
        outs = [*(result.eliminations for result in results), state.eliminations]
        outs += [()] * len(self.rounds)  # of the rounds to come
        rounds = zip(self.deal.rounds, self.rounds, outs, strict=False)
        for index, (deal, recorded, out) in enumerate(rounds):
            number = self.earlier.count + index + 1
            starting_player = (self.first_player + number - 1) % self.players
            yield ""
            yield f"Round {number}: {writing.starting_text(starting_player)}"
            written = join_cards if numbers else letters
            for seat, hand in enumerate(deal.hands):
                yield f"Hand {seat}: {written(hand) or '-'}"
            if deal.starters:
                yield f"Starters: {written(deal.starters)}"
            yield from writing.comment_lines(recorded.comment)
            turn = str if numbers else writing.without_number
            yield from writing.turn_lines(
                recorded.placements, out, starting_player, self.players, turn
            )
            if index < len(results):
                yield from writing.fact_lines(writing.result_texts(results[index]))
        if state.phase is Phase.GAME_OVER:
            yield ""
            yield from writing.fact_lines(writing.final_texts(scoring.final_winner(state)))

    @classmethod
    def from_state(
        cls,
        state: GameState,
        *,
        tags: AnyTags = (),
        comment: str = "",
    ) -> Self:
        """Return the record of a game up to a state, in any phase.

        Args:
            state: the last state of the game so far.
            tags: pairs of a name and a text, such as `("Date", "2027-01-31")`.
            comment: a text above the moves.

        Raises:
            InvalidValue: the state was drawn from a view or cannot be reached by play, or a tag or
                the comment cannot be written so that it can be read again.
            InvalidRecord: the text would be too long, or the Iron Throne cards of scored rounds are
                still hidden.
        """
        made = cls.from_play(state, tags=tags)
        record = attrs.evolve(made, comment=comment)  # which replays it
        if record.state != state:
            raise errors.InvalidValue(f"a state that play cannot reach has no record: {state!r}")
        return record

    @classmethod
    def from_play(cls, state: GameState, *, tags: AnyTags = ()) -> Self:
        """Return the record of a state that play has just reached, without playing it again.

        >>> from westeros_intrigue import apply, legal_moves, setup
        >>> state = setup(2, seed=1)
        >>> state = apply(state, legal_moves(state)[0])
        >>> Record.from_play(state) == Record.from_state(state)
        True

        Args:
            state: a state of a game that began with `setup` or a record, and went on by `apply` and
                `proceed` alone.
            tags: names and texts, as in `from_state`.

        Raises:
            InvalidValue: the state was drawn from a view, or a tag is malformed.
        """
        deal, rounds = moves_of(state)
        recorded = [_record_round(placements) for placements in rounds]
        recorded += [_NO_PLACEMENTS] * (len(deal.rounds) - len(rounds))
        return values.make_unchecked(
            cls,
            players=state.players,
            deal=deal,
            rounds=tuple(recorded),
            scored_rounds=len(state.results),
            variant=state.variant,
            first_player=state.first_player,
            tags=records.with_rules(tags, cls.RULES_VERSION),
            comment="",
            earlier=earlier_of(state),
            state=state,
        )

    @classmethod
    def _read(cls, rng: RandomSource, lines: list[Scanner], /) -> Self:
        """Return the record of a game. The error for an inconsistent record states the line."""
        draft = Draft(cls.TITLE).read(lines)
        try:
            record = cls(**draft.parts(rng))
            check_claims(draft.claims, record.state)
        except InvalidRecord as error:
            raise draft.locate(error) from error
        return record

    def replay(self) -> Iterator[GameState]:
        """Yield the states of the game: after setup, after each placement and after each scoring.

        The deal contains all known cards from the start. If players dealt round by round, earlier
        states therefore have later cards in `rest`.

        >>> from westeros_intrigue import setup
        >>> list(Record.from_state(setup(4, seed=7)).replay()) == [setup(4, seed=7)]
        True
        """
        placements = [
            [Placement(one.player, one.move) for one in played.placements] for played in self.rounds
        ]
        table = self.players, self.variant, self.first_player
        return replay(*table, self.deal, placements, self.scored_rounds, self.earlier)

    def _text_in_notebooks(self) -> str:
        return self._summary

    def _count_moves(self) -> int:
        return sum(len(played.placements) for played in self.rounds)

    def with_comment(
        self, comment: str, *, round_number: int | None = None, placement: int | None = None
    ) -> Self:
        """Return the record with a comment on the game, on a round, or on a placement.

        >>> from westeros_intrigue import setup
        >>> record = Record.from_state(setup(4, seed=7))
        >>> record.with_comment("Good cards.", round_number=1).rounds[0].comment
        'Good cards.'

        Args:
            comment: one or more lines; empty to remove a comment.
            round_number: the round, counted from 1; None for the game.
            placement: the placement in that round, counted from 1; None for the round.

        Raises:
            InvalidValue: the round or the placement is out of range, or the comment cannot be
                written so that it can be read again.
        """
        if round_number is None:
            if placement is not None:
                raise errors.InvalidValue("a placement belongs to a round: also pass round_number")
            return self._reworded(comment=_check_comment("comment", comment))
        first = self.earlier.count + 1
        last = self.earlier.count + len(self.rounds)
        index = values.check_integer("round_number", round_number, first, last) - first
        commented = _comment_on(self.rounds[index], comment, placement)
        return self._reworded(rounds=values.replace_item(self.rounds, index, commented))

    def _reworded(self, **words: object) -> Self:
        """Return the record with other words, of the same game, which is not replayed."""
        parts = {name: getattr(self, name) for name in attrs.fields_dict(type(self))} | words
        record = values.make_unchecked(type(self), **parts)
        record._check_size()
        return record


_NO_PLACEMENTS = RecordedRound()


def _comment_on(played: RecordedRound, comment: str, number: int | None) -> RecordedRound:
    """Return a round with a comment on a placement, counted from 1, or on itself if None."""
    if number is None:
        return attrs.evolve(played, comment=comment)
    number = values.check_integer("placement", number, 1, len(played.placements))
    placement = attrs.evolve(played.placements[number - 1], comment=comment)
    placements = values.replace_item(played.placements, number - 1, placement)
    return attrs.evolve(played, placements=placements)


def _record_round(placements: Iterable[Placement]) -> RecordedRound:
    """Return the placements of a round, which play has checked, without comments."""
    make = values.make_unchecked
    recorded = [
        make(RecordedPlacement, player=placement.player, move=placement.move, comment="")
        for placement in placements
    ]
    return make(RecordedRound, placements=tuple(recorded), comment="")


read_records: Final = Record.read_records
