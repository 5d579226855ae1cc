"""The parts of a line as they are written: leaders, councils and facts, each with its place.

Rules: info.public, info.hand, info.tokens.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import attrs

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.spellings import Spelling, number, several, tuple_by_mark
from westeros_intrigue.gamekit.text import Scanner, pattern
from westeros_intrigue.games.btwixt.pieces.box import Box
from westeros_intrigue.games.btwixt.pieces.cards import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Card,
    Cards,
    Ids,
    Numbers,
    shared_card,
)
from westeros_intrigue.games.btwixt.pieces.variants import FLAGS, STANDARD, VARIANTS, Season
from westeros_intrigue.games.btwixt.position.line_words import (
    BOX_ALLY,
    BOX_CARD,
    BOX_SEAT,
    StepTable,
)
from westeros_intrigue.games.btwixt.position.state import sort_hand
from westeros_intrigue.games.btwixt.position.table import Current

OVER: Final = "over"
"""The first word of a line after the game."""
CHOOSING: Final = "choosing"
"""The first word of a line in which leaders pick leader cards."""
DRAFTING: Final = "drafting"
"""The first word of a line in which leaders draft; the season follows."""

_FLAGS: Final = (*(str(game) for game in VARIANTS if game != STANDARD), *FLAGS.values())
"""The words of a variant, which have no value."""
FACTS: Final[Mapping[str, str]] = {
    "box": "the name of the box",
    **dict.fromkeys(_FLAGS, ""),
    "leaders": "leader cards by id",
    "first": "a seat",
    "bid": "the total of each leader: numbers",
    "bound": "a council such as c1, or -",
    "last": "the total of each leader in the round before, and the council that bound the winner",
    "asked": "a question such as place shae",
    "then": "steps such as 0 discard 2 & end",
    "answers": "a seat, a colon and the card that it has drafted, such as 0:betrayal",
    "played": "a card",
    "plays": "a seat, a colon and a card, such as 0:betrayal#1",
    "skipped": "seats",
    "lasting": "effects such as 0:intercepted#1>2",
    "looking": "allies, or their number",
    "put-back": "allies, or their number",
    "shown": "a seat and the cards of its hand",
    "dead": "allies",
    "row": "allies",
    "removed": "cards",
    "joined": "cards",
    "discard": "cards, or -",
    "allies": "allies",
    "tokens": "values of tokens",
    "random": "leader cards by id",
    "white": "white cards",
    "deal": "a season and its hands, such as autumn 2 levy oath, feast 2 host, 3 envoy",
}
"""The facts, each with a description of its value; those without one are flags."""
_OF_GAME = {"box", *_FLAGS, "leaders", "first"}
_OF_TABLE = {*_OF_GAME, "last", "dead", "row", "allies", "tokens"}
OF_CHANCE: Final = {"allies", "tokens", "random", "white", "deal"}
"""The facts about what chance holds, which only states have."""
_REPEATED = {"shown", "deal"}
"""The facts that a line can have several times."""
_SUITABLE: Final[Mapping[str, set[str]]] = {
    CHOOSING: {*_OF_GAME, *OF_CHANCE},
    DRAFTING: {*_OF_TABLE, "answers", "deal"},
    OVER: {*_OF_TABLE, "removed", "joined", "discard"},
    "": {*FACTS} - {"answers", "random", "white"},
}
"""The facts of a line by its stage."""

_WORD = pattern("[a-z]+(?:-[a-z]+)*")
_NAME = pattern("[a-z][a-z0-9-]*")
_CARD = pattern("[a-z][a-z0-9-]*(?:#[1-9][0-9]{0,5})?")
_NUMBER = pattern("[0-9]{1,4}(?![0-9])")
_MARK = pattern(r"\*|x(?![a-z0-9-])")
_DASH = pattern("-")
_COMMA = pattern(r"[ \t]*,[ \t]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
_SLASH = pattern(r"[ \t]*/[ \t]*")
_TO_END = pattern("[^;]*")
_END_OF_FACT = pattern(r"(?=;|\Z)")
T = TypeVar("T")


@attrs.frozen
class SeatPart:
    """A leader of a line."""

    start: int
    """The place in the line where the entry begins, for errors."""
    mark: str
    hand: Cards | None
    size: int
    pile: Cards


@attrs.frozen
class TokensPart:
    """Tokens of a line: their number and, in a state, their values."""

    size: int = 0
    values: Numbers | None = ()


@attrs.define
class LineParts:
    """A line, and what has been read of it."""

    scanner: Scanner
    box: Box
    seats: list[SeatPart] = attrs.field(factory=list)
    facts: dict[str, str] = attrs.field(factory=dict)
    places: dict[str, int] = attrs.field(factory=dict)
    """The places in the line where the parts and the values of facts begin."""

    stage: str = ""
    """`over`, `choosing` or `drafting`; empty in a round."""
    moment: str = ""
    """The season, where the line has it."""
    round_number: int = 0
    current: list[tuple[Current, TokensPart]] = attrs.field(factory=list)
    councils: list[tuple[Ids, TokensPart]] = attrs.field(factory=list)

    def read(self) -> None:
        """Read the line. Raise NotationError if it is not one."""
        scanner = self.scanner
        self.places["moment"] = scanner.position
        words = [*map(str, Season), OVER, CHOOSING, DRAFTING]
        word = scanner.need(_WORD, join_words(words, "or")).lower()
        if word not in words:
            raise self.error(join_words(words, "or"), "moment")
        if word in {OVER, CHOOSING, DRAFTING}:
            self.stage = word
            if word == DRAFTING:
                scanner.skip_space()
                self.places["moment"] = scanner.position
                word = (scanner.read_match(_WORD) or "").lower()
                if word not in {*map(str, Season)}:
                    raise self.error(join_words(Season, "or"), "moment")
        self.moment = word
        if not self.stage:
            scanner.skip_space()
            self.places["round"] = scanner.position
            self.round_number = int(scanner.need(_NUMBER, "the round of the season"))
            scanner.skip_space()
            self.places["current"] = scanner.position
            if not scanner.read_match(_DASH):
                while ally := self._ally():
                    extra = bool(scanner.read_match(pattern(r"\^")))
                    spent = bool(scanner.read_match(pattern("!")))
                    self.current.append((Current(ally, extra=extra, spent=spent), self._tokens()))
                    scanner.skip_space()
                if not self.current:
                    raise scanner.error("the current ally, or -")
        scanner.need(_SEMICOLON, "; and the leaders")
        self.places["seats"] = scanner.position
        self.seats.append(self._seat())
        while scanner.read_match(_COMMA):
            self.seats.append(self._seat())
        if not MIN_PLAYERS <= len(self.seats) <= MAX_PLAYERS:
            raise self.error(f"{MIN_PLAYERS} to {MAX_PLAYERS} leaders", "seats")
        scanner.need(_SEMICOLON, "; and the councils")
        self.places["councils"] = scanner.position
        self.councils = [self._council()]
        while scanner.read_match(_COMMA):
            self.councils.append(self._council())
        if len(self.councils) != len(self.seats):
            raise self.error(f"{len(self.seats)} councils", "councils")
        self._read_facts()

    def error(self, expected: str, *words: str) -> NotationError:
        """Return the error at the first of these parts or facts that the line has."""
        places = [self.places[word] for word in words if word in self.places]
        return self.scanner.error(expected, places[0] if places else self.places["moment"])

    @contextmanager
    def place_errors(self, expected: str, *words: str) -> Iterator[None]:
        """Give an error of the game inside the `with` block a place in the line."""
        try:
            yield
        except NotationError:
            raise
        except WesterosIntrigueError as error:
            raise self.error(f"{expected} ({error})", *words) from None

    def _ally(self) -> str | None:
        start = self.scanner.position
        name = self.scanner.read_match(_NAME)
        if name is None:
            return None
        if all(name.lower() != ally.id for ally in self.box.allies):
            raise self.scanner.error("an ally of the box", start)
        return name.lower()

    def find_card(self, start: int, name: str) -> Card:
        """Return the card of a name in the line. Raise NotationError if the box lacks it."""
        text, _, number = name.lower().partition("#")
        if not _CARD.fullmatch(name) or not self.box.holds(shared_card(text)):
            raise self.scanner.error("a card of the box", start)
        return shared_card(text, int(number or 0))

    def _tokens(self) -> TokensPart:
        scanner = self.scanner
        scanner.skip_space()
        if not scanner.read_match(pattern(r"\+")):
            return TokensPart()
        if not scanner.read_match(pattern(r"\[")):
            size = int(scanner.need(_NUMBER, "a number of tokens, or their values in brackets"))
            return TokensPart(size, None if size else ())
        values = []
        scanner.skip_space()
        while (text := scanner.read_match(_NUMBER)) is not None:
            values.append(int(text))
            scanner.skip_space()
        scanner.need(pattern(r"\]"), "the value of a token, or ]")
        return TokensPart(len(values), tuple(values))

    def _seat(self) -> SeatPart:
        scanner = self.scanner
        start = scanner.position
        mark = (scanner.read_match(_MARK) or "").lower()
        scanner.skip_space()
        hand = self.read_hand()
        pile = list[Card]()
        if scanner.read_match(_SLASH):
            while (name := self._name_with_place()) is not None:
                pile.append(self.find_card(*name))
        cards, size = hand
        return SeatPart(start, mark, cards, size, tuple(pile))

    def _name_with_place(self) -> tuple[int, str] | None:
        self.scanner.skip_space()
        start = self.scanner.position
        name = self.scanner.read_match(_CARD)
        return None if name is None else (start, name)

    def read_hand(self) -> tuple[Cards | None, int]:
        """Read a hand: its cards, or None, and their number."""
        scanner = self.scanner
        if scanner.read_match(_DASH):
            return (), 0
        cards = list[Card]()
        while True:
            scanner.skip_space()
            number = scanner.read_match(_NUMBER)
            found = self._name_with_place()
            if found is None:
                if number is not None and not cards:
                    return None, int(number)
                if number is not None or not cards:
                    raise scanner.error("a hand: cards such as betrayal, their number, or -")
                return sort_hand(cards), len(cards)
            card = self.find_card(*found)
            if card.copy:
                raise scanner.error(
                    "a card without #, since only cards in piles have numbers", found[0]
                )
            cards += [card] * (1 if number is None else int(number))

    def _council(self) -> tuple[Ids, TokensPart]:
        scanner = self.scanner
        if scanner.read_match(_DASH):
            return (), TokensPart()
        allies = list[str]()
        scanner.skip_space()
        while ally := self._ally():
            allies.append(ally)
            scanner.skip_space()
        tokens = self._tokens()
        if not allies and not tokens.size:
            raise scanner.error("a council: its allies, + and its tokens, or -")
        return tuple(allies), tokens

    def _read_facts(self) -> None:
        scanner = self.scanner
        while scanner.read_match(_SEMICOLON):
            start = scanner.position
            word = (scanner.read_match(_WORD) or "").lower()
            known = word in FACTS and (word not in self.facts or word in _REPEATED)
            if not known:
                unread = [other for other in FACTS if other not in self.facts]
                raise scanner.error(join_words(unread, "or"), start)
            scanner.skip_space()
            begun = scanner.position
            self.places.setdefault(word, start if word in _FLAGS else begun)
            value = (scanner.read_match(_TO_END) or "").strip()
            if bool(value) != (word not in _FLAGS):
                wanted = "; or the end" if word in _FLAGS else FACTS[word]
                raise scanner.error(wanted, begun)
            before = f"{self.facts[word]}|" if word in self.facts else ""
            self.facts[word] = before + value
        scanner.need_end("; and a fact, or the end")
        suitable = _SUITABLE[self.stage]
        if wrong := [fact for fact in self.facts if fact not in suitable]:
            raise self.error(f"no {wrong[0]} at this moment of a game", wrong[0])

    # From facts to values

    def list_words(self, fact: str) -> list[str]:
        """Return the words of a fact; none if the line does not have it."""
        value = self.facts.get(fact, "")
        return [] if value in {"", "-"} else value.split()

    def read_parts(self, fact: str, one: Spelling[T]) -> tuple[T, ...]:
        """Return the parts of a fact; none if the line does not have it, or has - for it."""
        if not self.list_words(fact):
            return ()
        scanner, end = self.scanner, self.scanner.position
        scanner.position = self.places[fact]
        table = StepTable(self.box, len(self.seats))
        parts = several(one).scan(scanner, table, {})
        scanner.skip_space()
        scanner.need(_END_OF_FACT, f"{one.expected}, or ;")
        scanner.position = end
        return parts

    def read_cards(self, fact: str) -> Cards:
        """Return the cards of a fact."""
        return self.read_parts(fact, BOX_CARD)

    def read_allies(self, fact: str) -> Ids:
        """Return the allies of a fact, by id."""
        return self.read_parts(fact, BOX_ALLY)

    def read_numbers(self, fact: str, most: int) -> Numbers:
        """Return the numbers of a fact. Raise NotationError for one that is too large."""
        return self.read_parts(fact, number(0, most, FACTS[fact]))

    def read_cards_by_seat(self, fact: str) -> tuple[tuple[int, Card], ...]:
        """Return the seats of a fact, each with a card, such as 0:betrayal#1."""
        by_seat: Spelling[Any] = tuple_by_mark((BOX_SEAT, BOX_CARD), ":")
        return self.read_parts(fact, by_seat)
