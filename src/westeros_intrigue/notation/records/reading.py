"""The lines of a game, read into a draft, and the comparison of its results with the replay.

A draft has not been checked against the rules. Errors state their places in the text.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator
from itertools import islice
from string import digits
from typing import Any

import attrs

from westeros_intrigue.gamekit import records
from westeros_intrigue.gamekit.chance import RandomSource, random_below
from westeros_intrigue.gamekit.text import COLON, LineReader, Misplaced, Scanner, pattern
from westeros_intrigue.notation.records import writing
from westeros_intrigue.rules import cards, scoring
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.log import InvalidRecord
from westeros_intrigue.rules.moves import RULES_VERSION
from westeros_intrigue.rules.round_results import EarlierRounds, RoundResult
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.variants import Variant


@attrs.frozen
class Claim:
    """A statement in the text that follows from the moves, such as the points of a round."""

    line: int
    column: int
    key: str
    """The subject: the words that begin the line, or the player who goes out."""
    said: str
    """The statement, in the form that a record writes."""
    round_number: int | None
    """The round, from 1; None at the end of the game."""


@attrs.frozen
class DraftPlacement:
    """A placement as read, with its position in the text."""

    player: int
    move: cards.Move | tuple[cards.House, cards.Slot]
    """The move, or its house and slot for printed cards, which have no numbers."""
    line: int
    column: int


@attrs.define
class DraftRound:
    """A round as read so far."""

    line: int
    hands: list[Any] = attrs.Factory(list)
    """The cards that are dealt, or only the letters of their houses, as for printed cards."""
    starters: Any = ()
    placements: list[DraftPlacement] = attrs.Factory(list)
    throne_card: cards.IronThroneCard | None = None
    """The Iron Throne card of the result, if the text contains it."""

    def deal(self, in_game: tuple[cards.Card, ...], rng: RandomSource) -> RoundDeal:
        """Return the deal of the round; numbers missing from the text are drawn at random."""
        dealt = [*self.hands, self.starters]
        kinds = {type(cards) for cards in dealt if cards}
        if kinds == {str}:
            *hands, starters = map("".join, dealt)
            return RoundDeal.from_houses(hands, starters, in_game=in_game, rng=rng)
        return RoundDeal(self.hands, self.starters)


_NUMBER = pattern("[0-9]{1,9}(?![0-9])")

_HEADER, _DEAL, _MOVES, _RESULT, _END = range(5)
_ORDER = (
    "this line in the order of a record: its head, then the heading, hands, moves and result of "
    "each round, then the end of the game"
)
_PARTS = {
    **dict.fromkeys(writing.HEADER, _HEADER),
    **dict.fromkeys(("Hand", "Starters"), _DEAL),
    **dict.fromkeys(writing.RESULTS, _RESULT),
    **dict.fromkeys(writing.ENDS, _END),
}


class Draft(LineReader):
    """A reader of the lines of a game, and the game as read so far."""

    def __init__(self, title: str) -> None:
        super().__init__(title, writing.HEADER, needed=["Players"], keys=["Round", *_PARTS])
        self.comments: dict[tuple[int, int], list[str]] = {}
        """The lines of comments by round and placement, both from 1, with 0 for the whole game or
        round."""
        self.rounds: list[DraftRound] = []
        self.claims: list[Claim] = []
        self.scored_rounds: int = 0
        """The number of scored rounds: rounds with a result, or with a later round in the text."""
        self._part = _HEADER
        self._once = set[str]()
        """The lines and players out, of this round or of the end, that can have no second entry."""

    def content(self, scanner: Scanner) -> None:
        """Read a line of the header, of a round, or of the end."""
        if scanner.text[scanner.position] not in digits:
            self._fact(scanner)
            return
        self._turns(scanner)
        if turn := writing.TURN.search(scanner.text, scanner.position):
            raise scanner.error(
                "no turn after #, where it is a comment and not played: write such a comment "
                "on a separate line",
                turn.start(),
            )

    def comment(self, scanner: Scanner, start: int) -> None:
        """Store a comment, which belongs to the last placement or else to the round or game."""
        comment = scanner.text[scanner.position :].strip()
        if len(comment) > writing.COMMENT_LINE_LIMIT:
            expected = f"a comment of at most {writing.COMMENT_LINE_LIMIT} characters in a line"
            raise scanner.error(expected, start)
        rounds = self.rounds
        place = (len(rounds), len(rounds[-1].placements) if rounds else 0)
        self.comments.setdefault(place, []).append(comment)

    def _fact(self, scanner: Scanner) -> None:
        start = scanner.position
        key = self.key(scanner)
        if key == "Round":
            self._round(scanner, start)
            return
        part = _PARTS[key]
        if self._part != part and not (part > self._part > _HEADER):
            raise scanner.error(_ORDER, start, Misplaced)
        self._part = part
        if key == "Hand":
            self._hand(scanner)
        elif part == _HEADER:
            self.field(scanner, key, start)
        else:
            if key in self._once:
                raise scanner.error("each line once", start)
            self._once.add(key)
            scanner.need(COLON, "a colon")
            if part == _DEAL:
                self.rounds[-1].starters = self._scan_dealt(scanner)
            else:
                self.scored_rounds = len(self.rounds)
                self._statement(scanner, key)

    @property
    def rounds_before(self) -> int:
        """The number of rounds before those of the record, by the line about their cards."""
        return sum(map(len, self.head.get("Earlier cards") or ()))

    # A round

    def _round(self, scanner: Scanner, start: int) -> None:
        if self._part == _END:
            raise scanner.error(_ORDER, start, Misplaced)
        scanner.skip_space()
        number_start = scanner.position
        wanted = self.rounds_before + len(self.rounds) + 1
        self._part = _DEAL
        self.is_head = False
        self._once.clear()
        self.rounds.append(DraftRound(scanner.line))
        if missing := self.missing():
            self.head["Players"] = None  # report it only once
            raise scanner.error(missing, start, Misplaced)
        if int(scanner.need(_NUMBER, f"round {wanted}")) != wanted:
            raise scanner.error(f"round {wanted}", number_start, Misplaced)
        if scanner.read_match(COLON):
            self._statement(scanner, "Round")

    def _hand(self, scanner: Scanner) -> None:
        hands = self.rounds[-1].hands
        scanner.skip_space()
        start = scanner.position
        expected = "no more hands" if len(hands) == self.head["Players"] else f"hand {len(hands)}"
        if expected != f"hand {writing.scan_seat(scanner)}":
            raise scanner.error(expected, start, Misplaced)
        # Even a malformed hand counts, so that the next one belongs to the next seat.
        hands.append(())
        scanner.need(COLON, "a colon")
        hands[-1] = self._scan_dealt(scanner)

    def _scan_dealt(self, scanner: Scanner) -> cards.Cards | str:
        """Read a hand or the starters, with numbers only if all dealt before have numbers."""
        drafted, start = self.rounds[-1], scanner.position
        dealt = writing.scan_cards(scanner)
        before = next(filter(None, (*drafted.hands, drafted.starters)), dealt)
        if dealt and type(dealt) is not type(before):
            form = "without numbers" if isinstance(before, str) else "with their numbers"
            raise scanner.error(f"cards {form}, like those before", start)
        return dealt

    def _turns(self, scanner: Scanner) -> None:
        if self._part not in (_DEAL, _MOVES):
            raise scanner.error(_ORDER, kind=Misplaced)
        self._part = _MOVES
        self.scored_rounds = len(self.rounds) - 1
        drafted = self.rounds[-1]
        while not scanner.is_at_end and scanner.text[scanner.position] != "#":
            start = scanner.position
            player, turn = writing.scan_turn(scanner)
            before = len(drafted.placements)
            if isinstance(turn, str):
                who = f"player {player}"
                if who in self._once:
                    raise scanner.error(f"{who} to go out once", start)
                self._once.add(who)
                self._claim(scanner, start, who, _out_text(before, turn))
            else:
                drafted.placements.append(DraftPlacement(player, turn, scanner.line, start + 1))
            scanner.skip_space()

    def _statement(self, scanner: Scanner, key: str) -> None:
        start = scanner.position
        if key == "Throne card":
            self.rounds[-1].throne_card = writing.scan_throne_card(scanner)
            scanner.position = start
        said = writing.scan_statement(scanner)
        if said or key != "Round":
            self._claim(scanner, start, key, said)

    def _claim(self, scanner: Scanner, start: int, key: str, said: str) -> None:
        number = self.rounds_before + len(self.rounds) if self._part != _END else None
        self.claims.append(Claim(scanner.line, start + 1, key, said, number))

    # The parts of the record

    def parts(self, rng: RandomSource) -> dict[str, Any]:
        """Return the arguments of the record.

        Raises:
            InvalidRecord: a deal has more cards of a house than exist.
        """
        header = self.head
        first_player, is_fixed = header.get("First player", (0, False))
        fields: dict[str, Any] = dict.fromkeys(header.get("Options", ()), True)
        fields |= {name: header[key] for key, name in writing.VARIANT.items() if key in header}
        variant = Variant(**fields, first_player=first_player if is_fixed else None)
        deals: list[RoundDeal] = []
        rounds: list[writing.RecordedRound] = []
        throne_cards = list(header.get("Throne cards", ()))
        before = self.rounds_before
        for index, drafted in enumerate(self.rounds, start=1):
            number = before + index
            is_after_deaths = index > 1 and variant.has_dead(number - 1)
            try:
                deals.append(drafted.deal(deals[-1].dealt if is_after_deaths else cards.DECK, rng))
            except InvalidDeal as error:
                raise InvalidRecord(error.faults, round_number=number) from error
            if drafted.throne_card and len(throne_cards) == index - 1:
                throne_cards.append(drafted.throne_card)
            moves = _moves(drafted, deals[-1], variant.automated, rng)
            placements = tuple(
                writing.RecordedPlacement(placed.player, move, self.comment_on(index, place))
                for place, (placed, move) in enumerate(
                    zip(drafted.placements, moves, strict=True), 1
                )
            )
            rounds.append(writing.RecordedRound(placements, self.comment_on(index)))
        return {
            "players": header["Players"],
            "variant": variant,
            "first_player": first_player,
            "deal": Deal(tuple(deals), tuple(throne_cards)),
            "rounds": tuple(rounds),
            "scored_rounds": self.scored_rounds,
            "tags": tuple(self.tags),
            "comment": self.comment_on(),
            "earlier": EarlierRounds(
                header.get("Earlier points", ()), header.get("Earlier cards", ())
            ),
        }

    def comment_on(self, round_number: int = 0, placement: int = 0) -> str:
        """Return the comment on the game, a round or a placement, without empty lines around it."""
        return "\n".join(self.comments.get((round_number, placement), ())).strip("\n")

    def locate(self, error: InvalidRecord) -> InvalidRecord:
        """Return the error of a game with the line and the column of its text."""
        number, placement = error.round_number, error.placement
        line, column = error.line, error.column
        faults, violations = error.faults, error.violations
        if line is None:
            drafted = self.rounds[number - self.rounds_before - 1] if number else self
            line, column = drafted.line, 1
            if isinstance(drafted, DraftRound) and placement:
                placed = drafted.placements[placement - 1]
                line, column = placed.line, placed.column
                if violations and not isinstance(placed.move, cards.Move):
                    # The text has no card numbers, so the error must not name one.
                    violations = tuple(
                        attrs.evolve(violation, card=None) for violation in violations
                    )
                    faults = tuple(map(str, violations))
        if other := records.other_rules(self.tags, RULES_VERSION):
            faults += (other,)
        return InvalidRecord(faults, line, column, number, placement, violations)


def _moves(
    drafted: DraftRound, deal: RoundDeal, automated: tuple[int, ...], rng: RandomSource
) -> Iterator[cards.Move]:
    """Yield the moves of a round; a card without a number becomes a card of that house in the hand.

    Cards of one house are equivalent, so a random one is used: the lowest would reveal that the
    hand has no lower ones. An automated house places its first such card in the stack.

    Rules: components.characters.house, solo.stack, solo.recycle.order.
    """
    placements = drafted.placements
    numbered = [placed.move for placed in placements if isinstance(placed.move, cards.Move)]
    if len(numbered) == len(placements):
        yield from numbered
        return
    named = {move.card for move in numbered}
    held = [list(hand) for hand in deal.hands]
    for placed in placements:
        move = placed.move
        card, slot = (move.card, move.slot) if isinstance(move, cards.Move) else move
        hand = held[placed.player] if placed.player < len(held) else []
        fitting = [
            place
            for place, one in enumerate(hand)
            if one == card or (one.house is card and one not in named)
        ]
        if fitting:
            is_automated = placed.player in automated
            place = fitting[0 if is_automated else random_below(len(fitting), rng)]
            card = hand.pop(place)
            if is_automated:
                hand[:] = hand[place:] + hand[:place][::-1]
        elif isinstance(card, cards.House):
            # Not in the hand: the replay will refuse any card of the house.
            card = cards.DECK[card.index * cards.CARDS_PER_HOUSE]
        yield cards.Move(card, slot)


def check_claims(claims: Iterable[Claim], state: GameState) -> None:
    """Raise InvalidRecord unless all claims are true for the game up to `state`."""
    truths = _truths(state)
    false = [(claim, fault) for claim in claims if (fault := _fault(claim, truths))]
    if false:
        (first, fault), *others = false
        faults = [f"line {claim.line}, column {claim.column}: {why}" for claim, why in others]
        raise InvalidRecord((fault, *faults), first.line, first.column, first.round_number)


_Truths = dict[int | None, dict[str, str]]


def _truths(state: GameState) -> _Truths:
    """Return the statements of a record by round, from 1, and of the game under None."""
    truths: _Truths = {}
    for number in range(1, state.variant.rounds_for(state.players) + 1):
        player = (state.first_player + number - 1) % state.players
        truths[number] = {"Round": writing.starting_text(player)}
    played: list[RoundResult | GameState] = [*state.results, state]
    of_record = islice(truths.values(), state.table.earlier.count, None)
    for texts, of_round in zip(of_record, played, strict=False):
        for out in of_round.eliminations:
            texts[f"player {out.player}"] = _out_text(out.placements_before, str(out.cards_left))
    for result in state.results:
        truths[result.round_number] |= writing.result_texts(result)
    if state.phase is Phase.GAME_OVER:
        truths[None] = writing.final_texts(scoring.final_winner(state))
    return truths


def _fault(claim: Claim, truths: _Truths) -> str:
    truth = truths.get(claim.round_number, {}).get(claim.key, "none")
    # A statement can leave out what follows the comma: the cards of a player who goes out.
    if truth.startswith(claim.said) and truth[len(claim.said) :][:1] in {"", ","}:
        return ""
    form, example = writing.STATEMENTS.get(claim.key, (None, ""))
    expected_form = f"; expected {example}" if form and not form.fullmatch(claim.said) else ""
    return f"the record says {claim.key}: {claim.said}, but the game has {truth}{expected_form}"


def _out_text(placements_before: int, cards_left: str) -> str:
    """Return the statement about a player who goes out; about the cards only if counted."""
    cards = cards_left and f", cards left: {cards_left}"
    return f"out after placement {placements_before}{cards}"
