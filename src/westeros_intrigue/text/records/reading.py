"""The lines of one game as a draft of its record: read, and not yet held against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard
from westeros_intrigue.rules.transcript import InvalidRecord
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS
from westeros_intrigue.text.notation import scan_hand, scan_house, scan_move
from westeros_intrigue.text.records.as_read import Claim, Draft, DraftPlacement, DraftRound
from westeros_intrigue.text.records.lines import TITLE, TITLE_EXPECTED, Line
from westeros_intrigue.text.records.words import (
    COMMENT_LINE_LIMIT,
    FORMAT_VERSION,
    ROUND_LIMIT,
    TAG_LIMIT,
    THRONE_LIMIT,
)
from westeros_intrigue.text.records.writing import (
    drawn_text,
    numbers_text,
    ranking_text,
    starting_text,
)

T = TypeVar("T")

_VERSION = pattern("[0-9]{1,9}(?![0-9])")
_TAG = pattern(r'\[[ ]*([a-z][a-z0-9_-]{0,39})[ ]+"(.*)"[ ]*\][ ]*\Z')
_KEY = pattern(r"[a-z]+(?: +[a-z]+)*")
_SEAT = pattern(r"[0-5](?![0-9])")
_COUNT = pattern("[0-9]{1,9}(?![0-9])")
_ROUND_COUNT = pattern("(?:100|[0-9]{1,2})(?![0-9])")
_NUMBER = pattern("-?[0-9]{1,9}(?![0-9])")
_THRONE_CARD = pattern("([1-3])/([1-9][0-9]{0,8})(?![0-9])")
_OPTION = pattern("|".join(option.replace("_", "[ _-]") for option in OPTIONS))
*_OPTIONS_BUT_ONE, _LAST_OPTION = (option.replace("_", " ") for option in OPTIONS)
_DECISION = pattern("lowest total|fewest icons|shared")
_STARTS = pattern("player +([0-5]) +starts(?![a-z])")
_TO_PLAYER = pattern(" +to +player +([0-5])(?![0-9])")
_FIXED = pattern(" *, *fixed(?![a-z])")
_OUT = pattern(r"out(?![a-z])(?:\(([0-9]{1,2})\))?")
_COLON = pattern(" *: *")
_COMMA = pattern(" *, *| *")
_IS_OR_BEATS = pattern(" *[=>] *")
_HASH = pattern("#")
_MOVE_LINE = pattern(" *[0-9]")

_HEADER, _DEAL, _MOVES, _RESULT, _END = range(5)
_PLACES = {
    _HEADER: "this line only before the first round",
    _DEAL: "this line only right after the heading of a round",
    _RESULT: "this line only after the moves of a round",
    _END: "this line only after the last round",
}
_PLAYERS_EXPECTED = "a line such as 'Players: 4' before the first round"


def read_draft(lines: list[Line]) -> Draft:
    """Return what the lines of one game say.

    Raises:
        NotationError: a line is none of a record, or stands in the wrong place.
    """
    reader = _Reader(lines[0].number)
    for line in lines:
        reader.read(line)
    if not reader.draft.players:
        raise NotationError("", lines[-1].number + 1, 1, _PLAYERS_EXPECTED)
    return reader.draft


class _Reader:
    """Reads line after line into a draft."""

    def __init__(self, line: int) -> None:
        self.draft = Draft(line)
        self._has_title = False
        self._part = _HEADER
        self._seen: set[str] = set()
        self._dealt: dict[Card, int] = {}
        self._out: set[int] = set()
        self._comment = self.draft.comment
        self._keys: dict[str, tuple[int, Callable[[Scanner], None]]] = {
            "players": (_HEADER, self._players),
            "first player": (_HEADER, self._first_player),
            "rounds": (_HEADER, self._rounds),
            "options": (_HEADER, self._options),
            "houses": (_HEADER, self._houses),
            "automated": (_HEADER, self._automated),
            "throne table": (_HEADER, self._throne_table),
            "throne cards": (_HEADER, self._throne_cards),
            "hand": (_DEAL, self._hand),
            "starters": (_DEAL, self._starters),
            "throne card": (_RESULT, self._throne_card),
            "cards left": (_RESULT, self._cards_left),
            "penalty points": (_RESULT, self._penalty_points),
            "totals": (_END, self._totals),
            "ranking": (_END, self._ranking),
            "decided by": (_END, self._decided_by),
        }

    def read(self, line: Line) -> None:
        """Read a line that is not empty."""
        scanner = Scanner(line.text.rstrip(), line.number)
        self._line = line.number
        scanner.skip_space()
        first = scanner.text[scanner.position]
        if first == "#":
            pass
        elif not self._has_title:
            self._title(scanner)
        elif first == "[":
            self._tag(scanner)
            return
        elif _MOVE_LINE.match(scanner.text):
            self._turns(scanner)
        else:
            self._fact(scanner)
        self._end_of_line(scanner)

    def _end_of_line(self, scanner: Scanner) -> None:
        scanner.skip_space()
        if scanner.is_at_end:
            return
        start = scanner.position
        scanner.need(_HASH, "the end of the line, or # and a comment")
        comment = scanner.text[scanner.position :].strip()
        if len(comment) > COMMENT_LINE_LIMIT:
            expected = f"a comment of at most {COMMENT_LINE_LIMIT} characters in a line"
            raise scanner.error(expected, start)
        self._comment.append(comment)

    def _title(self, scanner: Scanner) -> None:
        scanner.need(TITLE, TITLE_EXPECTED)
        scanner.skip_space()
        start = scanner.position
        version = int(scanner.need(_VERSION, "the version of the format"))
        if not 1 <= version <= FORMAT_VERSION:
            raise scanner.error(f"a version of the format up to {FORMAT_VERSION}", start)
        self._has_title = True
        self.draft.line = self._line

    def _tag(self, scanner: Scanner) -> None:
        if self._part != _HEADER:
            raise scanner.error("tags only before the first round")
        found = _TAG.match(scanner.text, scanner.position)
        if found is None:
            raise scanner.error('a tag such as [Date "2024-05-01"]')
        name, value = found.groups()
        if len(value) > TAG_LIMIT:
            raise scanner.error(f"a tag of at most {TAG_LIMIT} characters", found.start(2))
        self._note_once(scanner, f"[{name.lower()}]", found.start(1))
        self.draft.tags.append((name, value))

    def _fact(self, scanner: Scanner) -> None:
        start = scanner.position
        key = " ".join(scanner.need(_KEY, "a line of a record").lower().split())
        if key == "round":
            self._round(scanner, start)
            return
        if key not in self._keys:
            raise scanner.error("a line of a record", start)
        part, read_value = self._keys[key]
        if self._part != part and not (part > self._part > _HEADER):
            raise scanner.error(_PLACES[part], start)
        self._part = part
        if key != "hand":
            self._note_once(scanner, key, start)
            scanner.need(_COLON, "a colon")
        read_value(scanner)

    def _note_once(self, scanner: Scanner, key: str, position: int) -> None:
        if key in self._seen:
            raise scanner.error("each line and each tag once", position)
        self._seen.add(key)

    # The header

    def _players(self, scanner: Scanner) -> None:
        start = scanner.position
        players = int(scanner.need(_COUNT, "a number of players from 2 to 6"))
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise scanner.error("a number of players from 2 to 6", start)
        self.draft.players = players

    def _first_player(self, scanner: Scanner) -> None:
        self.draft.first_player = _scan_seat(scanner)
        self.draft.is_first_fixed = scanner.take(_FIXED) is not None

    def _rounds(self, scanner: Scanner) -> None:
        self.draft.round_count = int(scanner.need(_ROUND_COUNT, "a number of rounds to 100"))

    def _options(self, scanner: Scanner) -> None:
        names = _listed(scanner, _scan_option)
        self.draft.options = tuple(
            name.lower().replace(" ", "_").replace("-", "_") for name in names
        )

    def _houses(self, scanner: Scanner) -> None:
        self.draft.houses = _listed(scanner, scan_house)

    def _automated(self, scanner: Scanner) -> None:
        self.draft.automated = _listed(scanner, _scan_seat)

    def _throne_table(self, scanner: Scanner) -> None:
        self.draft.throne_table = _listed(scanner, _scan_throne_card)

    def _throne_cards(self, scanner: Scanner) -> None:
        self.draft.throne_cards = _listed(scanner, _scan_throne_card)

    # A round

    def _round(self, scanner: Scanner, start: int) -> None:
        draft = self.draft
        if not draft.players:
            raise scanner.error(_PLAYERS_EXPECTED, start)
        if self._part == _END:
            raise scanner.error("no round after the end of the game", start)
        scanner.skip_space()
        number_start = scanner.position
        wanted = len(draft.rounds) + 1
        number = int(scanner.need(_COUNT, f"round {wanted}"))
        if number != wanted:
            raise scanner.error(f"round {wanted}", number_start)
        if number > ROUND_LIMIT:
            raise scanner.error(f"at most {ROUND_LIMIT} rounds", number_start)
        self._part = _DEAL
        draft.rounds.append(DraftRound(self._line))
        # Header and end have been, or are to be, read once; a round begins anew.
        self._seen.clear()
        self._dealt = {}
        self._out = set()
        self._comment = draft.rounds[-1].comment
        if scanner.take(_COLON):
            start = scanner.position
            found = _STARTS.match(scanner.text, start)
            if found:
                scanner.position = found.end()
                self._claim(start, "Round", starting_text(int(found.group(1))))

    def _hand(self, scanner: Scanner) -> None:
        hands = self.draft.rounds[-1].hands
        scanner.skip_space()
        start = scanner.position
        if _scan_seat(scanner) != len(hands) or len(hands) == self.draft.players:
            place = f"hand {len(hands)}" if len(hands) != self.draft.players else "no more hands"
            raise scanner.error(place, start)
        scanner.need(_COLON, "a colon")
        hands.append(self._dealt_cards(scanner))

    def _starters(self, scanner: Scanner) -> None:
        self.draft.rounds[-1].starters = self._dealt_cards(scanner)

    def _dealt_cards(self, scanner: Scanner) -> tuple[Card, ...]:
        start = scanner.position
        cards = scan_hand(scanner)
        doubled = [card for card in cards if card in self._dealt]
        if doubled:
            number = len(self.draft.rounds)
            faults = [f"{card} is dealt already on line {self._dealt[card]}" for card in doubled]
            raise InvalidRecord(faults, self._line, start + 1, number)
        self._dealt.update(dict.fromkeys(cards, self._line))
        return cards

    def _turns(self, scanner: Scanner) -> None:
        if self._part not in (_DEAL, _MOVES):
            raise scanner.error("moves only after the hands of a round and before its result")
        self._part = _MOVES
        drafted = self.draft.rounds[-1]
        while not scanner.is_at_end and scanner.text[scanner.position] != "#":
            start = scanner.position
            player = _scan_seat(scanner)
            scanner.need(_COLON, "a colon, and a move or 'out'")
            if out := _OUT.match(scanner.text, scanner.position):
                if player in self._out:
                    raise scanner.error(f"player {player} to go out once", start)
                self._out.add(player)
                scanner.position = out.end()
                said = "" if out.group(1) is None else str(int(out.group(1)))
                self.draft.claims.append(
                    Claim(
                        self._line,
                        start + 1,
                        "out",
                        said,
                        len(self.draft.rounds),
                        player,
                        len(drafted.placements),
                    )
                )
            else:
                if len(drafted.placements) == len(DECK):
                    raise scanner.error(f"no more than {len(DECK)} moves in a round", start)
                move = scan_move(scanner)
                placed = DraftPlacement(player, move, self._line, start + 1, [])
                drafted.placements.append(placed)
                self._comment = placed.comment
            scanner.skip_space()

    # The results, of a round and of the game

    def _claim(self, start: int, key: str, said: str) -> None:
        number = len(self.draft.rounds) if self._part != _END else None
        self.draft.claims.append(Claim(self._line, start + 1, key, said, number))
        if self._part == _RESULT:
            self.draft.rounds[-1].is_scored = True
        elif self._part == _END:
            self.draft.is_game_over = True

    def _throne_card(self, scanner: Scanner) -> None:
        start = scanner.position
        card = _scan_throne_card(scanner)
        found = _TO_PLAYER.match(scanner.text, scanner.position)
        if found is None:
            raise scanner.error("who draws the card, such as 'to player 2'")
        scanner.position = found.end()
        self._claim(start, "Throne card", drawn_text(card, int(found.group(1))))

    def _cards_left(self, scanner: Scanner) -> None:
        self._numbers(scanner, "Cards left")

    def _penalty_points(self, scanner: Scanner) -> None:
        self._numbers(scanner, "Penalty points")

    def _totals(self, scanner: Scanner) -> None:
        self._numbers(scanner, "Totals")

    def _numbers(self, scanner: Scanner, key: str) -> None:
        start = scanner.position
        numbers = _listed(scanner, _scan_number)
        self._claim(start, key, numbers_text(numbers))

    def _ranking(self, scanner: Scanner) -> None:
        start = scanner.position
        ranking = [[_scan_seat(scanner)]]
        while sign := scanner.take(_IS_OR_BEATS):
            if ">" in sign:
                ranking.append([])
            ranking[-1].append(_scan_seat(scanner))
        self._claim(start, "Ranking", ranking_text(map(sorted, ranking)))

    def _decided_by(self, scanner: Scanner) -> None:
        start = scanner.position
        decision = scanner.need(_DECISION, "'lowest total', 'fewest icons' or 'shared'")
        self._claim(start, "Decided by", decision.lower())


def _listed(scanner: Scanner, read: Callable[[Scanner], T]) -> tuple[T, ...]:
    """Read things with spaces or commas between, up to the end of the line or a comment."""
    things = [read(scanner)]
    while True:
        comma = scanner.take(_COMMA) or ""
        is_at_end = scanner.is_at_end or scanner.text[scanner.position] == "#"
        if is_at_end and "," not in comma:
            return tuple(things)
        if len(things) == THRONE_LIMIT:
            raise scanner.error(f"at most {THRONE_LIMIT} of them")
        things.append(read(scanner))


def _scan_seat(scanner: Scanner) -> int:
    return int(scanner.need(_SEAT, "a seat from 0 to 5"))


def _scan_number(scanner: Scanner) -> int:
    return int(scanner.need(_NUMBER, "a number for each seat"))


def _scan_option(scanner: Scanner) -> str:
    return scanner.need(_OPTION, f"{', '.join(_OPTIONS_BUT_ONE)} or {_LAST_OPTION}")


def _scan_throne_card(scanner: Scanner) -> IronThroneCard:
    value, icons = scanner.need(_THRONE_CARD, "value and icons such as 3/7").split("/")
    return IronThroneCard(int(value), int(icons))
