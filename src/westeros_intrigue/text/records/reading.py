"""The lines of a game, read into a draft, which the rules have not checked yet."""

from __future__ import annotations

from string import digits

from westeros_intrigue.base.lines import COLON, LineReader, Misplaced
from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.rules.cards import DECK, Card, House
from westeros_intrigue.rules.variants import MOST_ROUNDS
from westeros_intrigue.text.records.claims import Contradiction, contradictions
from westeros_intrigue.text.records.draft import Claim, Draft, DraftPlacement, DraftRound
from westeros_intrigue.text.records.fields import (
    ENDS,
    HEADER,
    RESULTS,
    scan_cards,
    scan_drawn,
    scan_seat,
    scan_turn,
)
from westeros_intrigue.text.records.words import COMMENT_LINE_LIMIT, TURN
from westeros_intrigue.text.records.writing import TITLE, starting_text

_NUMBER = pattern("[0-9]{1,9}(?![0-9])")
_STARTS = pattern("player +([0-5]) +starts(?![a-z])")

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


def read_draft(lines: list[Scanner]) -> Draft:
    """Return the draft of the lines of a game. Raise one error with all their faults."""
    reader = _Reader()
    reader.read(lines)
    if reader.doubled:
        raise contradictions(reader.doubled)
    reader.draft.line = reader.line
    return reader.draft


class _Reader(LineReader):
    """A reader of lines into a draft."""

    def __init__(self) -> None:
        super().__init__(TITLE, HEADER, needed=["Players"], keys=["Round", *_PARTS])
        self.draft = Draft(header=self.head, tags=self.tags)
        self.doubled: list[Contradiction] = []
        """The cards that are dealt twice in a round."""
        self._part = _HEADER
        self._seen: set[str] = set()

    def content(self, scanner: Scanner) -> None:
        """Read a line of the header, of a round, or of the end."""
        if scanner.text[scanner.position] not in digits:
            self._fact(scanner)
            return
        self._turns(scanner)
        if turn := TURN.search(scanner.text, scanner.position):
            raise scanner.error(
                "no turn after #, where it is a comment and not played: write such a comment "
                "on a separate line",
                turn.start(),
            )

    def comment(self, scanner: Scanner, start: int) -> None:
        """Note a comment: it belongs to the last placement, or else to the round or the game."""
        comment = scanner.text[scanner.position :].strip()
        if len(comment) > COMMENT_LINE_LIMIT:
            expected = f"a comment of at most {COMMENT_LINE_LIMIT} characters in a line"
            raise scanner.error(expected, start)
        rounds = self.draft.rounds
        place = (len(rounds), len(rounds[-1].placements) if rounds else 0)
        self.draft.comments.setdefault(place, []).append(comment)

    def _fact(self, scanner: Scanner) -> None:
        start = scanner.position
        key = self.key(scanner)
        if key == "Round":
            self._round(scanner, start)
            return
        part = _PARTS[key]
        if self._part != part and not (part > self._part > _HEADER):
            raise Misplaced.at(scanner, _PLACES[part], start)
        self._part = part
        if key == "Hand":
            self._hand(scanner)
        elif part == _HEADER:
            self.field(scanner, key, start)
        else:
            if key in self._seen:
                raise scanner.error("each line once", start)
            self._seen.add(key)
            scanner.need(COLON, "a colon")
            if part == _DEAL:
                self.draft.rounds[-1].starters = self._dealt(scanner)
            else:
                self._result(scanner, key)

    # A round

    def _round(self, scanner: Scanner, start: int) -> None:
        draft = self.draft
        if self._part == _END:
            raise Misplaced.at(scanner, "no round after the end of the game", start)
        scanner.skip_space()
        number_start = scanner.position
        wanted = len(draft.rounds) + 1
        self._part = _DEAL
        self.is_head = False
        draft.rounds.append(DraftRound(scanner.line))
        # Lines of a round may occur once in each round.
        self._seen.clear()
        if missing := self.missing():
            self.head["Players"] = None  # report it only once
            raise Misplaced.at(scanner, missing, start)
        if int(scanner.need(_NUMBER, f"round {wanted}")) != wanted:
            raise Misplaced.at(scanner, f"round {wanted}", number_start)
        if wanted > MOST_ROUNDS:
            raise Misplaced.at(scanner, f"at most {MOST_ROUNDS} rounds", number_start)
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
