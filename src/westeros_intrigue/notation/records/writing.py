"""The lines of a record: written from a game, and parsers for the text after each colon.

This module also contains placements and rounds with comments, the tags, and size limits.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, TypeVar

import attrs

from westeros_intrigue.gamekit import english, errors, limits, values
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.text import Scan, Scanner, field, pattern, read_whole
from westeros_intrigue.notation import notation
from westeros_intrigue.rules import dealing, variants
from westeros_intrigue.rules.cards import Card, House, IronThroneCard, Move, Slot
from westeros_intrigue.rules.game_events import Elimination, in_order
from westeros_intrigue.rules.points import Decision
from westeros_intrigue.rules.round_results import EarlierRounds, RoundResult
from westeros_intrigue.rules.state import GameState

GAME_LIMIT = 250_000
"""The maximum length of a game, in characters."""
# A record within these limits, including all its other lines, fits the limits of files.
COMMENT_LINE_LIMIT = 5_000
_check_line = limits.find_check(Annotated[str, limits.Printable(COMMENT_LINE_LIMIT)])
ANNOTATION_LIMIT = 150_000
TURN = pattern(
    r"(?<![a-z0-9])([0-5])[ \t]*:[ \t]*(?:out(?![a-z])(?:\(([0-9]{1,2})\))?"
    r"|(stark|lannister|baratheon|targaryen|[slbt])(?:[ \t]*+([1-9](?![0-9])))?"
    r"(?:[ \t]*+@[ \t]*+|[ \t]++(?:(?:to|at|in)[ \t]++)?)([a-z][-+\u2212]?[0-9]{1,100}(?![0-9])))"
)
"""A turn: the seat, and `out`, perhaps with the number of cards left, or a placement. In a comment
at the end of a line, it is probably a mistake."""


@attrs.frozen
class _Lines(limits.Longest):
    """Text of one or more lines that can be read back, or an empty string."""

    def _check(self, name: str, comment: str, /) -> str:
        if type(comment) is str and not comment:  # as most are
            return comment
        text = super()._check(name, comment)
        lines = text.split("\n")
        if text and not (lines[0] and lines[-1]):
            raise errors.InvalidValue("a comment begins and ends with a line that is not empty")
        for line in lines:
            _check_line("a line of a comment", line)
            if line != line.strip():
                raise errors.InvalidValue(
                    f"a line of a comment cannot have space around it: {line[:40]!r}"
                )
        return text


Comment = Annotated[str, _Lines(ANNOTATION_LIMIT)]
"""A comment of one or more lines, or an empty string."""


def origin_tags(date: dt.date | None = None) -> dict[str, str]:
    """Return tags for the origin of a record.

    They are `Library`, with the version, and, if known, `Date`. The record itself adds `Rules`.

    >>> import datetime
    >>> origin_tags(datetime.date(2024, 5, 1))["Date"]
    '2024-05-01'

    Args:
        date: the date of the game.
    """
    # The package does not have its version yet when it imports this module.
    version = import_module("westeros_intrigue").__version__
    tags = {"Library": f"westeros_intrigue {version}"}
    if date is not None:
        values.check_type("date", date, dt.date)
        tags["Date"] = date.strftime("%Y-%m-%d")
    return tags


@attrs.frozen(field_transformer=limits.add_checks)
class RecordedPlacement(values.Value):
    """A placement in a record: the seat, the move and an optional comment.

    >>> from westeros_intrigue import parse_move
    >>> str(RecordedPlacement(2, parse_move("S4@b2"), "At last."))
    '2:S4@b2'

    Raises:
        InvalidValue: the seat is out of range, or the comment cannot be written so that it can be
            read again.

    Rules: turn.clockwise, turn.must-place.
    """

    player: variants.Seat
    """The seat that placed the card, from 0."""
    move: Move
    """The card and its slot."""
    comment: Comment = ""
    """A comment, in one or more lines; empty for none."""

    def __str__(self) -> str:
        return f"{self.player}:{self.move}"


@attrs.frozen(field_transformer=limits.add_checks)
class RecordedRound(values.Value):
    """The placements of a round in a record. Its cards are in the record's deal.

    >>> RecordedRound(comment="A quiet start.").placements
    ()

    Raises:
        InvalidValue: the comment cannot be written so that it can be read again.

    Rules: turn.clockwise, turn.must-place.
    """

    placements: tuple[RecordedPlacement, ...] = ()
    """The placements so far, in order."""
    comment: Comment = ""
    """A comment, in one or more lines; empty for none."""


def fact_lines(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each text that is not empty, with the words that begin it."""
    return (f"{key}: {text}" for key, text in texts.items() if text)


def comment_lines(comment: str) -> list[str]:
    """Return the lines of a comment, none if it is empty."""
    return [f"# {line}".rstrip() for line in comment.split("\n")] if comment else []


def table_texts(state: GameState, deal: dealing.Deal, earlier: EarlierRounds) -> dict[str, str]:
    """Return the header of a record, by the words that begin the lines."""
    variant = state.variant
    return {
        "Players": str(state.players),
        "First player": f"{state.first_player}{'' if variant.first_player is None else ', fixed'}",
        "Rounds": str(variant.rounds or ""),
        "Options": ", ".join(variant.options).replace("_", " "),
        "Dead": str(variant.dead or ""),
        "Houses": " ".join(map(str, variant.houses)),
        "Automated": numbers_text(variant.automated),
        "House rule": variant.house_rule,
        # Written even if it is the assumed table, which might change once the printed one is known.
        "Throne table": " ".join(map(write_throne_card, variant.throne_cards)) or "-",
        "Throne cards": " ".join(map(write_throne_card, deal.throne_cards)),
        "Earlier points": numbers_text(earlier.penalty_points),
        "Earlier cards": " ".join(map(write_pile, earlier.score_piles)),
    }


def write_throne_card(card: IronThroneCard) -> str:
    """Return an Iron Throne card as players type it: its value, a slash and the icons."""
    return f"{card.value}/{card.icons}"


def write_pile(pile: Sequence[IronThroneCard | None]) -> str:
    """Return the Iron Throne cards of a seat, such as `3/7+1/2`; their number if none is known."""
    texts = [write_throne_card(card) if card else "?" for card in pile]
    return "+".join(texts) if any(pile) else str(len(pile))


def numbers_text(numbers: Iterable[int]) -> str:
    """Return the text of numbers, one for each seat, such as `4 0 2`."""
    return " ".join(str(number) for number in numbers)


def starting_text(player: int) -> str:
    """Return the text about the player who starts a round."""
    return f"player {player} starts"


def result_texts(result: RoundResult) -> dict[str, str]:
    """Return the result of a round in a record, by the words that begin the lines."""
    card = result.throne_card
    return {
        "Throne card": f"{write_throne_card(card)} to player {result.last_placer}" if card else "",
        "Cards left": numbers_text(result.cards_left),
        "Penalty points": numbers_text(result.penalty_points),
    }


def final_texts(final: FinalResult[Decision]) -> dict[str, str]:
    """Return the result of a game in a record, by the words that begin the lines."""
    places = [" = ".join(map(str, place)) for place in final.ranking]
    return {
        "Totals": numbers_text(final.totals),
        "Ranking": " > ".join(places),
        "Decided by": final.decided_by.value.replace("-", " "),
    }


def without_number(placed: RecordedPlacement) -> str:
    """Return a placement with only the house of its card."""
    return f"{placed.player}:{placed.move.card.house.letter}@{placed.move.slot}"


def turn_lines(
    placements: Sequence[RecordedPlacement],
    eliminations: Sequence[Elimination],
    starting_player: int,
    players: int,
    written: Callable[[RecordedPlacement], str],
) -> Iterator[str]:
    """Yield the lines of turns, once around the table per line. A comment ends its line."""
    line: list[str] = []
    last_place = -1
    for turn in in_order(placements, eliminations):
        place = (turn.player - starting_player) % players
        if line and place <= last_place:
            yield " ".join(line)
            line = []
        last_place = place
        if isinstance(turn, Elimination):
            line.append(f"{turn.player}:out({turn.cards_left})")
            continue
        line.append(written(turn))
        if turn.comment:
            first, *others = comment_lines(turn.comment)
            # A comment that looks like a turn must not follow turns on the same line.
            parting = "\n" if TURN.search(first) else "  "
            yield f"{' '.join(line)}{parting}{first}"
            yield from others
            line = []
    if line:
        yield " ".join(line)


T = TypeVar("T")

_UNKNOWN = pattern("-")
_FIXED = pattern(" *, *fixed(?![a-z])")
_COMMA = pattern(r"[ \t]*,[ \t]*|[ \t]*")
_HOUSES_ALONE = pattern("[slbt](?:[ ,]*[slbt])*(?![ ,]*[a-z0-9])")


def scan_one(text: str, expected: str, convert: Callable[[str], T]) -> Scan[T]:
    """Return a parser for a field that matches a pattern."""
    wanted = pattern(text)
    return lambda scanner: convert(scanner.need(wanted, expected))


def scan_list(scan: Scan[T]) -> Scan[tuple[T, ...]]:
    """Return a parser for a list, separated by spaces or commas, up to a comment or semicolon."""

    def scan_all(scanner: Scanner) -> tuple[T, ...]:
        things = [scan(scanner)]
        while True:
            comma = scanner.read_match(_COMMA) or ""
            is_at_end = scanner.is_at_end or scanner.text[scanner.position] in "#;"
            if is_at_end and "," not in comma:
                return tuple(things)
            if len(things) == variants.MOST_THRONE_CARDS:
                raise scanner.error(f"at most {variants.MOST_THRONE_CARDS} of them")
            things.append(scan(scanner))

    return scan_all


def _option(text: str) -> str:
    return re.sub("[ -]", "_", text.lower())


def read_throne_card(text: str) -> IronThroneCard:
    """Return an Iron Throne card from its value, a slash and the icons."""
    value, icons = text.split("/")
    return IronThroneCard(int(value), int(icons))


scan_seat: Scan[int] = scan_one("[0-5](?![0-9])", "a seat from 0 to 5", int)
"""Reads a seat, from 0."""
_scan_option = scan_one(
    "|".join(option.replace("_", "[ _-]") for option in variants.OPTIONS),
    english.join_words((option.replace("_", " ") for option in variants.OPTIONS), "or"),
    _option,
)
THRONE_CARD = "[1-3]/[1-9][0-9]{0,8}(?![0-9])"
scan_throne_card: Scan[IronThroneCard] = scan_one(
    THRONE_CARD, "value and icons such as 3/7", read_throne_card
)
scan_throne_cards: Scan[tuple[IronThroneCard, ...]] = scan_list(scan_throne_card)
scan_numbers: Scan[tuple[int, ...]] = scan_list(
    scan_one("-?[0-9]{1,16}(?![0-9])", "a number for each seat", int)
)
"""Reads numbers, one for each seat."""


def _read_pile(text: str) -> tuple[IronThroneCard | None, ...]:
    if text.isdigit():
        return (None,) * int(text)
    return tuple(None if part == "?" else read_throne_card(part) for part in text.split("+"))


_PILE_CARD = rf"(?:\?|{THRONE_CARD})"
scan_piles: Scan[tuple[tuple[IronThroneCard | None, ...], ...]] = scan_list(
    scan_one(
        rf"{_PILE_CARD}(?:\+{_PILE_CARD})*|[0-9]{{1,2}}(?![0-9/])",
        "a number of cards, or cards such as 3/7+1/2",
        _read_pile,
    )
)
"""Reads the Iron Throne cards of each seat, or their numbers."""


def read_throne_cards(text: str) -> tuple[IronThroneCard, ...]:
    """Read Iron Throne cards, as value and icons: `3/7 1/2`.

    Raises:
        NotationError: the text has another form.
    """
    return read_whole("throne cards", text, scan_throne_cards)


def scan_cards(scanner: Scanner) -> tuple[Card, ...] | str:
    """Read a hand: its cards, or the letters of their houses, as for printed cards."""
    return scanner.read_match(_HOUSES_ALONE) or notation.scan_hand(scanner)


def scan_turn(scanner: Scanner) -> tuple[int, Move | tuple[House, Slot] | str]:
    """Read a turn: the seat, and its move, or the house and the slot for a printed card.

    For a seat that goes out, the second value is the number of cards left as text, or "".
    """
    turn = TURN.match(scanner.text, scanner.position)
    if turn is None:
        raise scanner.error(
            f"a turn such as 2:S4@b2 or 2:out, of a seat from 0 to {variants.MAX_PLAYERS - 1}"
        )
    scanner.position = turn.end()
    seat, left, house, number, slot = turn.groups()
    if house is None:
        return int(seat), str(int(left)) if left else ""
    if number is None:
        return int(seat), (House(house[0].upper()), notation.parse_slot(slot))
    return int(seat), notation.parse_move(f"{house[0]}{number}@{slot}")


def _scan_first_player(scanner: Scanner) -> tuple[int, bool]:
    return scan_seat(scanner), scanner.read_match(_FIXED) is not None


def _scan_throne_table(scanner: Scanner) -> tuple[IronThroneCard, ...]:
    return () if scanner.read_match(_UNKNOWN) else scan_throne_cards(scanner)


HEADER: dict[str, Scan[Any]] = {
    "Players": scan_one("0{0,8}[2-6](?![0-9])", "a number of players from 2 to 6", int),
    "First player": _scan_first_player,
    "Rounds": scan_one(
        f"(?:{variants.MOST_ROUNDS}|[0-9]{{1,2}})(?![0-9])",
        f"a number of rounds up to {variants.MOST_ROUNDS}",
        int,
    ),
    "Options": scan_list(_scan_option),
    "Houses": scan_list(notation.scan_house),
    "Automated": scan_list(scan_seat),
    "Dead": scan_one("(?:3[0-6]|[12]?[0-9])(?![0-9])", "the number of the dead, up to 36", int),
    "House rule": scan_one(
        "[a-z0-9_-]+(?: [a-z][a-z0-9_]*=[!-~]*)*", "the key of a house rule, and options", str
    ),
    "Throne table": _scan_throne_table,
    "Throne cards": scan_throne_cards,
    "Earlier points": scan_numbers,
    "Earlier cards": scan_piles,
}
"""The parsers of the header's lines."""
VARIANT = {
    "Rounds": "rounds",
    "Dead": "dead",
    "Houses": "houses",
    "Automated": "automated",
    "House rule": "house_rule",
    "Throne table": "throne_cards",
}
"""The fields of the variant in the header, without the options."""
RESULTS = ("Throne card", "Cards left", "Penalty points")
"""The words that begin the lines of a round's result."""
ENDS = ("Totals", "Ranking", "Decided by")
"""The words that begin the lines of the game's result."""
_DECISIONS = [decision.value.replace("-", " ") for decision in Decision]
_NUMBERS = pattern("-?[0-9]+( -?[0-9]+)*"), "a number for each seat, such as '4 0 2'"
STATEMENTS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "Round": (pattern("player [0-5] starts"), "'player 0 starts', or another seat"),
    "Throne card": (
        pattern(f"{THRONE_CARD} to player [0-5]"),
        "the card and who draws the card, such as '3/7 to player 2'",
    ),
    "Cards left": _NUMBERS,
    "Penalty points": _NUMBERS,
    "Totals": _NUMBERS,
    "Ranking": (
        pattern("[0-5]( [=>] [0-5])*"),
        "the seats from the first place on, such as '2 > 0 = 1'",
    ),
    "Decided by": (
        pattern("|".join(_DECISIONS)),
        english.join_words(map(repr, _DECISIONS), "or"),
    ),
}
"""For the words that begin a line about the moves: the form of its text, and its description."""


def _in_written_form(text: str) -> str:
    for sign in "=>":
        text = text.replace(sign, f" {sign} ")
    return " ".join(text.replace(",", " ").lower().split())


scan_statement: Scan[str] = field(_in_written_form, "a statement")
"""Reads a statement that follows from the moves, in the form that a record writes."""
