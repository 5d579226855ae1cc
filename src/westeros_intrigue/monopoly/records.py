"""Records: a game as it began, its chance, and its moves, to be replayed and written down.

The text has a head with the table and the chance, then a move a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

import attrs

from westeros_intrigue.base.lines import LineReader, each, exact, field, number, written
from westeros_intrigue.base.options import Option, OptionKind
from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.base.tags import Tags, check_tags, tag_pairs
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.monopoly.arrange import arrange
from westeros_intrigue.monopoly.chance import Deal, Dice
from westeros_intrigue.monopoly.edition_files import SAMPLE, fingerprint, read_edition
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.event_kinds import TurnBegan
from westeros_intrigue.monopoly.game import apply, begin
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.notation import parse_move
from westeros_intrigue.monopoly.sentences import sentence
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.table import Deed, Start, Variant
from westeros_intrigue.monopoly.unknowns import file_report

T = TypeVar("T")

_NONE = "-"
_DEED = re.compile(r"(\d{1,3})=(\d{1,3})(m?)(?:\+(\d{1,3}))?", re.ASCII)
_VARIANT = re.compile(r"offers (\d{1,9}), castles (full|half)", re.ASCII)


@attrs.frozen
class Record(Value, GameRecord[GameState]):
    """A game from its start to any point of it.

    >>> from westeros_intrigue.monopoly import Pass, setup
    >>> state = setup(2, seed=0)
    >>> record = Record.from_state(apply(state, Pass()), tags={"Player-0": "Ada"})
    >>> record.state == apply(state, Pass())
    True
    >>> Record.parse(str(record)) == record
    True
    >>> print(record.story())
    Sample edition (invented names and numbers), a sample; 2 players
    turn 1: player 0 is to roll
      player 0 throws 5 and 5
      player 0 moves to Marrow Cross
    >>> len(list(record.replay()))
    2

    Raises:
        IllegalMove: while it is played, if the rules refuse a move.

    Rules: chance.deal, edition.sample-flag.
    """

    TITLE: ClassVar[str] = "Monopoly record"
    """The first words of the text."""
    FILES: ClassVar[tuple[Option, ...]] = (
        Option(
            "edition",
            OptionKind.FILE,
            "the file of your own edition (default: the sample edition)",
            report=file_report,
        ),
    )
    """The option of a table that is a file."""
    _MATERIAL: ClassVar[Mapping[str, Any]] = {"edition": (read_edition, SAMPLE)}

    start: Start = attrs.field(repr=False)
    """The table when the game began."""
    deal: Deal
    """The chance of the game."""
    moves: Moves
    """Its moves, in order."""
    tags: Tags = attrs.field(default=(), validator=check_tags, repr=False)
    """Names and values, such as the players and the date."""

    @classmethod
    def from_state(
        cls, state: GameState, *, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> Self:
        """Return the record of a game up to a state.

        Chance that was supplied by hand is part of it.

        Raises:
            WrongType: `state` is not a GameState.
            InvalidValue: a tag could not be read back.
        """
        check_type("state", state, GameState)
        return cls(state.table.start, state.deal, state.table.moves, tag_pairs(tags))

    @classmethod
    def _read(cls, lines: list[Scanner], edition: Edition) -> Self:
        fields = {
            name: exact(value, f"{value}, as of the edition {edition.name}")
            for name, value in _edition_lines(edition)
        }
        game = LineReader(cls.TITLE, fields | _FIELDS, parse_move).read(lines)
        laid, dealt = (
            {name: game.head[title] for title, name, *_ in rows} for rows in (_TABLE, _DEAL)
        )
        laid["variant"] = Variant(*laid["variant"])
        state = arrange(edition, **laid, deal=Deal(**dealt))
        return cls(state.table.start, state.deal, Moves.of(game.moves), tuple(game.tags))

    def replay(self) -> Iterator[GameState]:
        """Yield the state before the first move, and after each move.

        Raises:
            IllegalMove: the rules refuse a move.
            InvalidDeal: the deck contains other cards than the edition.
        """
        state = begin(self.start, self.deal)
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def story(self) -> str:
        """Return the game in words, turn by turn; this text cannot be read back."""
        return "\n".join(_lines(self))

    def __str__(self) -> str:
        """Return the text of the record; **it contains the order of the deck**.

        The edition is named, with a fingerprint of its numbers: who reads the text needs the
        edition as well. Deeds are written as space=owner, with m for a mortgage and +2 for two
        Holdfasts.
        """
        edition = _edition_lines(self.start.board.edition)
        head = [*edition, *_written(_TABLE, self.start), *_written(_DEAL, self.deal)]
        return written(self.TITLE, self.tags, head, self.moves)


def _edition_lines(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield the lines with the numbers of a game."""
    yield "edition", edition.name
    yield "numbers", f"{fingerprint(edition)}{' sample' * edition.sample}"


def _lines(record: Record) -> Iterator[str]:
    edition = record.start.board.edition
    sample = ", a sample" if edition.sample else ""
    yield f"{edition.name}{sample}; {len(record.start.cash)} players"
    for state in record.replay():
        for event in state.moves.events:
            indent = "" if isinstance(event, TurnBegan) else "  "
            if words := sentence(event, None):
                yield f"{indent}{words}"


def _words(part: object) -> str:
    """Return a number, None or several of them as text."""
    if isinstance(part, Iterable):
        return " ".join(map(str, (_NONE if one is None else one for one in part)))
    return _NONE if part is None else str(part)


def _or_none(read: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda text: None if text == _NONE else read(text)


def _cards(text: str) -> tuple[int, ...]:
    return _or_none(each(number))(text.strip()) or ()


def _parts(wanted: re.Pattern[str], text: str) -> tuple[str, ...]:
    match = wanted.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return match.groups()


def _variant(text: str) -> tuple[int, str]:
    offers, castle_sale = _parts(_VARIANT, text)
    return int(offers), castle_sale


def _deed(text: str) -> tuple[int, Deed]:
    space, owner, mortgage, level = _parts(_DEED, text)
    return int(space), Deed(int(owner), bool(mortgage), int(level or 0))


def _deeds(text: str) -> dict[int, Deed]:
    deeds = [*map(_deed, text.split())]
    if len(found := dict(deeds)) < len(deeds):
        raise ValueError(text)
    return found


def _deeds_in_words(deeds: tuple[Deed, ...]) -> str:
    return _words(
        f"{space}={deed.owner}{'m' * deed.mortgaged}{f'+{deed.level}' * bool(deed.level)}"
        for space, deed in enumerate(deeds)
        if deed.owner is not None
    )


def _dice(text: str) -> Dice:
    first, second = each(number, "-")(text)
    return first, second


_NUMBERS = each(number)
_Line: TypeAlias = "tuple[str, str, Callable[[str], Any], str, Callable[[Any], str]]"
"""A line: its title, the attribute, how it is read, its form for an error, how it is written."""
_TABLE: tuple[_Line, ...] = (
    (
        "variant", "variant", _variant, "such as offers 3, castles full",
        lambda variant: f"offers {variant.offers}, castles {variant.castle_sale}",
    ),
    ("turn", "turn_player", number, "a seat", str),
    ("cash", "cash", _NUMBERS, "coins, one number a player", _words),
    ("spaces", "positions", _NUMBERS, "spaces, one a player", _words),
    ("tries in jail", "jail_tries", each(_or_none(number)), f"numbers or {_NONE}", _words),
    ("deeds", "deeds", _deeds, "deeds such as 5=0 6=1m 8=2+3, each once", _deeds_in_words),
    (
        "jail cards", "kept_cards", each(_cards, "/"), f"numbers or {_NONE}, with / between",
        lambda kept: " / ".join(_words(cards) or _NONE for cards in kept),
    ),
    ("under the deck", "known_bottom", _NUMBERS, "numbers of cards", _words),
    ("out", "bankrupt", _NUMBERS, "seats", _words),
)  # fmt: skip
_DEAL: tuple[_Line, ...] = (
    ("deck", "deck", _or_none(_NUMBERS), f"numbers of cards, or {_NONE}", _words),
    (
        "throws", "rolls", each(_dice), "throws such as 3-4",
        lambda rolls: _words(f"{first}-{second}" for first, second in rolls),
    ),
    ("seed", "seed", _or_none(number), f"a number, or {_NONE}", _words),
)  # fmt: skip
_FIELDS = {title: field(read, wanted) for title, _, read, wanted, _ in (*_TABLE, *_DEAL)}


def _written(lines: tuple[_Line, ...], value: Start | Deal) -> Iterator[tuple[str, str]]:
    return ((title, write(getattr(value, name))) for title, name, _, _, write in lines)
