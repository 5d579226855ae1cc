"""The lines of a game, read into a draft, which the rules have not checked yet."""

from __future__ import annotations

from string import digits

from westeros_intrigue.base.errors import MOST_LISTED, NotationError
from westeros_intrigue.base.record_files import read_title
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.tags import scan_tag
from westeros_intrigue.rules.cards import DECK, Card, House
from westeros_intrigue.text.records.draft import Claim, Draft, DraftPlacement, DraftRound
from westeros_intrigue.text.records.faults import (
    Contradiction,
    Misplaced,
    NotationErrors,
    contradictions,
)
from westeros_intrigue.text.records.fields import (
    COLON,
    ENDS,
    HEADER,
    RESULTS,
    scan_cards,
    scan_drawn,
    scan_seat,
    scan_turn,
)
from westeros_intrigue.text.records.words import (
    COMMENT_LINE_LIMIT,
    ROUND_LIMIT,
    TURN,
)
from westeros_intrigue.text.records.writing import TITLE, starting_text

_NUMBER = pattern("[0-9]{1,9}(?![0-9])")
_KEY = pattern(r"[a-z]+(?: +[a-z]+)*")
_STARTS = pattern("player +([0-5]) +starts(?![a-z])")
_HASH = pattern("#")

_HEADER, _DEAL, _MOVES, _RESULT, _END = range(5)
_PLACES = {
    _HEADER: "this line only before the first round",
    _DEAL: "this line only right after the heading of a round",
    _RESULT: "this line only after the moves of a round",
    _END: "this line only after the last round",
}
_PARTS = {
    **dict.fromkeys(HEADER, _HEADER),
    **dict.fromkeys(("Hand", "Starters"), _DEAL),
    **dict.fromkeys(RESULTS, _RESULT),
    **dict.fromkeys(ENDS, _END),
}
_KEYS = {key.lower(): key for key in ("Round", *_PARTS)}
_PLAYERS_EXPECTED = "a line such as 'Players: 4' before the first round"


def read_draft(lines: list[Scanner]) -> Draft:
    """Return the draft of the lines of a game. Raise one error with all their faults."""
    reader = _Reader(lines[0].line)
    faults: list[NotationError] = []
    for line in lines:
        try:
            reader.read(line)
        except NotationError as error:
            if not reader.has_title:
                raise
            # A line may be misplaced only because of an earlier fault.
            if not (faults and isinstance(error, Misplaced)):
                faults.append(error)
    if not faults and "Players" not in reader.draft.header:
        faults.append(NotationError("", lines[-1].line + 1, 1, _PLAYERS_EXPECTED))
    if faults:
        raise NotationErrors(faults) if len(faults) > 1 else NotationError(*faults[0].args)
    if reader.doubled:
        raise contradictions(reader.doubled)
    return reader.draft


class _Reader:
    """A reader of lines into a draft."""

    def __init__(self, line: int) -> None:
        self.draft = Draft(line)
        self.has_title = False
        self.doubled: list[Contradiction] = []
        """The cards that are dealt twice in a round."""
        self._part = _HEADER
        self._seen: set[str] = set()
        self._suggestions = MOST_LISTED
        """The number of unknown keys that may still be compared with all keys, which is slow."""

    def read(self, scanner: Scanner) -> None:
        """Read a line that is not empty."""
        scanner.skip_space()
        first = scanner.text[scanner.position]
        if first == "#":
            pass
        elif not self.has_title:
            self._title(scanner)
        elif first == "[":
            self._tag(scanner)
            return
        elif first in digits:
            self._turns(scanner)
            if turn := TURN.search(scanner.text, scanner.position):
                raise scanner.error(
                    "no turn after #, where it is a comment and not played: write such a comment "
                    "on a separate line",
                    turn.start(),
                )
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
        # A comment belongs to the last placement before it, or else to the round or the game.
        rounds = self.draft.rounds
        place = (len(rounds), len(rounds[-1].placements) if rounds else 0)
        self.draft.comments.setdefault(place, []).append(comment)

    def _title(self, scanner: Scanner) -> None:
        read_title(scanner, TITLE)
        self.has_title = True
        self.draft.line = scanner.line

    def _tag(self, scanner: Scanner) -> None:
        if self._part != _HEADER:
            raise Misplaced.at(scanner, "tags only before the first round")
        self.draft.tags.append(scan_tag(scanner, self.draft.tags))

    def _fact(self, scanner: Scanner) -> None:
        start = scanner.position
        written = (scanner.take(_KEY) or "").lower()
        key = _KEYS.get(" ".join(written.split()))
        if key is None:
            raise scanner.error(self._key_expected(written), start)
        if key == "Round":
            self._round(scanner, start)
            return
        part = _PARTS[key]
        if self._part != part and not (part > self._part > _HEADER):
            raise Misplaced.at(scanner, _PLACES[part], start)
        self._part = part
        if key == "Hand":
            self._hand(scanner)
            return
        self._note_once(scanner, key, start)
        scanner.need(COLON, "a colon")
        if part == _HEADER:
            # Not missing, though perhaps malformed: report only that.
            self.draft.header[key] = None
            self.draft.header[key] = HEADER[key](scanner)
        elif part == _DEAL:
            self.draft.rounds[-1].starters = self._dealt(scanner)
        else:
            self._result(scanner, key)

    def _note_once(self, scanner: Scanner, key: str, position: int) -> None:
        if key in self._seen:
            raise scanner.error("each line once", position)
        self._seen.add(key)

    # A round

    def _round(self, scanner: Scanner, start: int) -> None:
        draft = self.draft
        if self._part == _END:
            raise Misplaced.at(scanner, "no round after the end of the game", start)
        scanner.skip_space()
        number_start = scanner.position
        wanted = len(draft.rounds) + 1
        self._part = _DEAL
        draft.rounds.append(DraftRound(scanner.line))
        # Lines of a round may occur once in each round.
        self._seen.clear()
        if "Players" not in draft.header:
            draft.header["Players"] = None  # report it only once
            raise Misplaced.at(scanner, _PLAYERS_EXPECTED, start)
        if int(scanner.need(_NUMBER, f"round {wanted}")) != wanted:
            raise Misplaced.at(scanner, f"round {wanted}", number_start)
        if wanted > ROUND_LIMIT:
            raise Misplaced.at(scanner, f"at most {ROUND_LIMIT} rounds", number_start)
        if scanner.take(COLON):
            start = scanner.position
            found = _STARTS.match(scanner.text, start)
            if found:
                scanner.position = found.end()
                self._claim(scanner, start, "Round", starting_text(int(found.group(1))))

    def _hand(self, scanner: Scanner) -> None:
        hands = self.draft.rounds[-1].hands
        players = self.draft.header["Players"]
        scanner.skip_space()
        start = scanner.position
        if scan_seat(scanner) != len(hands) or len(hands) == players:
            place = f"hand {len(hands)}" if len(hands) != players else "no more hands"
            raise Misplaced.at(scanner, place, start)
        # Even a malformed hand counts, so that the next one belongs to the next seat.
        hands.append(())
        scanner.need(COLON, "a colon")
        hands[-1] = self._dealt(scanner)

    def _dealt(self, scanner: Scanner) -> tuple[Card | House, ...]:
        drafted = self.draft.rounds[-1]
        start = scanner.position
        cards = scan_cards(scanner)
        has_numbers = isinstance(cards[0], Card) if cards else drafted.has_numbers
        if drafted.has_numbers not in (None, has_numbers):
            with_numbers = "with their numbers" if drafted.has_numbers else "without numbers"
            raise scanner.error(f"cards {with_numbers}, like those before", start)
        drafted.has_numbers = has_numbers
        for card in cards if has_numbers else ():
            line = drafted.dealt_on.setdefault(card, scanner.line)
            if line != scanner.line:
                fault = f"{card} is dealt already on line {line}"
                self.doubled.append((scanner.line, start + 1, len(self.draft.rounds), fault))
        return cards

    def _turns(self, scanner: Scanner) -> None:
        if self._part not in (_DEAL, _MOVES):
            expected = "moves only after the hands of a round and before its result"
            raise Misplaced.at(scanner, expected)
        self._part = _MOVES
        drafted = self.draft.rounds[-1]
        while not scanner.is_at_end and scanner.text[scanner.position] != "#":
            line, start = scanner.line, scanner.position
            player, turn = scan_turn(scanner)
            before = len(drafted.placements)
            if isinstance(turn, str):
                if player in drafted.out:
                    raise scanner.error(f"player {player} to go out once", start)
                drafted.out.add(player)
                number = len(self.draft.rounds)
                claim = Claim(line, start + 1, "out", turn, number, player, before)
                self.draft.claims.append(claim)
            else:
                if before == len(DECK):
                    expected = f"no more than {len(DECK)} moves in a round"
                    raise Misplaced.at(scanner, expected, start)
                drafted.placements.append(DraftPlacement(player, turn, line, start + 1))
            scanner.skip_space()

    def _key_expected(self, written: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415 - for this message only

        near = get_close_matches(written[:40], _KEYS, 1) if self._suggestions else ()
        self._suggestions -= bool(self._suggestions)
        perhaps = f", perhaps {_KEYS[near[0]]!r}" if near else ""
        return f"a line of a record{perhaps} (one that begins with {', '.join(_KEYS.values())})"

    # The results, of a round and of the game

    def _result(self, scanner: Scanner, key: str) -> None:
        start = scanner.position
        if key == "Throne card":
            self.draft.rounds[-1].throne_card, said = scan_drawn(scanner)
        else:
            said = {**RESULTS, **ENDS}[key](scanner)
        self._claim(scanner, start, key, said)

    def _claim(self, scanner: Scanner, start: int, key: str, said: str) -> None:
        number = len(self.draft.rounds) if self._part != _END else None
        self.draft.claims.append(Claim(scanner.line, start + 1, key, said, number))
