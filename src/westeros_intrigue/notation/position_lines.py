"""A position in one line: the court, the hands or their sizes, and facts that are not standard.

    a-1 S1 L1 T1 / b-1 S2; *S3 L2 T4 T5 B1 B2 B3 B6, 8, 8, 8

A line does not state the order of placements. It represents one game that leads to the position:
the seats place in turn, and `_Order` finds an order of the cards in which each player who went out
lacked the houses in the line.

Rules: turn.clockwise, elimination.unable, info.public, info.leftover, info.elimination.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from typing import Any, TypeVar

import attrs

from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.options import OptionValue, check_options
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern, read_whole
from westeros_intrigue.notation.notation import hand_text, scan_card, scan_house, scan_rows
from westeros_intrigue.notation.records import writing
from westeros_intrigue.rules import dealing, state, unseen, variants
from westeros_intrigue.rules.board import Board, bits_of
from westeros_intrigue.rules.cards import (
    CARDS_PER_HOUSE,
    ROW_ABOVE,
    SLOTS,
    Card,
    House,
    Move,
    Slot,
    next_of,
)
from westeros_intrigue.rules.court import FIRST_SLOT, Court
from westeros_intrigue.rules.following import apply_event, make_round_start
from westeros_intrigue.rules.game_events import (
    Elimination,
    Eliminations,
    Phase,
    Placement,
    TurnStart,
)
from westeros_intrigue.rules.round_results import EarlierRounds
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import STANDARD
from westeros_intrigue.rules.view import (
    Position,
    SeenPile,
    View,
    check_position,
    list_hands,
    list_piles,
)

T = TypeVar("T")

_OPTIONS = {name.replace("_", "-"): name for name in variants.OPTIONS}
_OF_VARIANT = {
    "rounds": "rounds",
    "houses": "houses",
    "throne": "throne_cards",
    "dead": "dead",
    **_OPTIONS,
}
"""The fields of the variant by keyword."""


def format_position(position: Position) -> str:
    """Return a position in one line, in the format of `parse_position`.

    >>> from westeros_intrigue import apply, legal_moves, observe, setup
    >>> state = setup(6, seed=1)
    >>> state = apply(state, legal_moves(state)[0])
    >>> print(format_position(observe(state, 1)))
    a0 S8; 5, *S2 S6 S7 L1 B1 B9, 6, 6, 6, 6

    Raises:
        InvalidValue: a line cannot represent the position: the round is not dealt or already
            scored, the variant has automated seats or a fixed first player, or a house rule opens
            slots, changes totals or has options. Write a record or JSON instead.

    Rules: info.public, info.leftover, info.elimination.
    """
    check_position(position)
    table, variant = position.table, position.variant
    if position.phase not in (Phase.PLAYING, Phase.ROUND_OVER):
        raise InvalidValue(
            f"a line describes a round that is dealt and not yet scored, not {position!r}"
        )
    if variant.automated or variant.first_player is not None or variant.house_rule:
        raise InvalidValue(
            "a line cannot describe automated seats, a fixed first player or a house rule: write a "
            "record, or JSON"
        )
    out = {gone.player for gone in table.eliminations}
    seats = []
    for seat, (hand, size, missing) in enumerate(
        zip(list_hands(position), position.hand_sizes, position.missing_houses, strict=True)
    ):
        mark = "x" if seat in out else ""
        if seat == position.active_player:
            mark = "*" if table.can_place else "?"
        lacks = f"~{''.join(house.letter for house in missing)}" if seat in out and size else ""
        seats.append(f"{mark}{size if hand is None else hand_text(hand)}{lacks}")
    line = "; ".join([str(position.court), ", ".join(seats), *_facts(position)])
    return line if table.has_numbers else re.sub("([SLBT])[1-9]", r"\1", line)


def _facts(position: Position) -> Iterable[str]:
    """Yield the facts that differ from the standard."""
    table, variant, number = position.table, position.variant, position.round_number
    if number > 1:
        yield f"round {number}"
        if any(position.penalty_points):
            yield f"points {' '.join(map(str, position.penalty_points))}"
        yield f"drawn {' '.join(map(writing.write_pile, list_piles(position)))}"
    if position.first_player:
        yield f"first {position.starting_player}"
    if position.phase is Phase.ROUND_OVER and variants.needs_houses(variant.options):
        yield f"last {table.placements[-1].move.card.house.letter}"
    for word, option in _OPTIONS.items():
        if option in variant.options:
            yield word
    if variant.houses:
        yield f"houses {''.join(house.letter for house in variant.houses)}"
    if variant.rounds is not None:
        yield f"rounds {variant.rounds}"
    if variant.dead:
        yield f"dead {variant.dead}"
    if variant.throne_cards != STANDARD.throne_cards:
        yield f"throne {' '.join(map(writing.write_throne_card, variant.throne_cards)) or '-'}"
    if not table.has_numbers:
        yield "printed"


def parse_position(text: str, options: Mapping[str, OptionValue] = {}) -> Position:
    """Read a state or a view from one line, like FEN in chess.

    The line consists of parts separated by `;`. The first is the court, as in `parse_court`; the
    second lists the hands from seat 0 on, separated by commas; the others are facts that differ
    from the standard. If the line holds the cards of all hands, the result is a state; with the
    cards of one hand, that player's view; with none, a spectator's view.

    >>> state = parse_position("-; S S S S S S S L L L L L L L, T T T T T T T B B B B B B B")
    >>> state
    <GameState: 2 players, round 1 of 2, playing, player 0 to move>
    >>> view = parse_position("a-1 S1 L1 T1 / b-1 S2; *S3 L2 T4 T5 B1 B2 B3 B6, 8, 8, 8")
    >>> view, len(view.court)
    (<View of player 0: round 1 of 4, playing, player 0 to move>, 4)
    >>> parse_position("a0 S1; 8, 9, 9, 9; rond 2")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 20: expected round, points, \
drawn, first, last, houses, rounds, dead, throne, printed, house-affiliation, rivalry or \
anyone-can-die, found 'rond 2'

    Args:
        text: the line. Cards can lack numbers, which are then assigned in reading order.
            Underscores can replace spaces, for use in addresses.
        options: the files that a game is played with; this one has none.

    Raises:
        NotationError: the text is not a position, or no game can lead to it.
        InvalidValue: there are options.

    Rules: info.public, info.leftover, info.elimination, elimination.unable.
    """
    check_options((), options)
    return read_whole(
        "a position", text.replace("_", " ").rstrip() if isinstance(text, str) else text, _scan
    )


_EMPTY = pattern("-")
_HOUSE_ALONE = pattern(r"[slbt](?![a-z]|[ \t]*[0-9])")
_HOUSE_AHEAD = pattern("(?=[slbt])")
_MARK = pattern(r"[*?x]")
_SIZE = pattern("[0-9]{1,2}(?![0-9])")
_LACKS = pattern(r"[ \t]*~[ \t]*")
_COMMA = pattern(r"[ \t]*,[ \t]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
_SPACE = pattern(r"[ \t]+")
_WORD = pattern("[a-z]+(?:-[a-z]+)*")
_scan_number = writing.scan_one("[0-9]{1,4}(?![0-9])", "a number", int)


def _scan_card(read: dict[Card, bool], scanner: Scanner) -> Card:
    """Read a card that is not among those read already, and add it and whether it has a number."""
    start = scanner.position
    letter = scanner.read_match(_HOUSE_ALONE)
    if bool(letter) in read.values():
        raise scanner.error("cards that all have numbers, or none of them", start)
    card = next_of(House(letter.upper()), read) if letter else scan_card(scanner)
    if card is None:
        raise scanner.error(f"no more than {CARDS_PER_HOUSE} cards of a house", start)
    if card in read:
        raise scanner.error("a card that is not in the position already", start)
    read[card] = not letter
    return card


_FACTS: dict[str, Scan[Any] | None] = {
    "round": writing.scan_one("[1-9][0-9]{0,3}(?![0-9])", "a number from 1", int),
    "points": writing.scan_numbers,
    "drawn": writing.scan_piles,
    "first": _scan_number,
    "last": scan_house,
    "houses": writing.HEADER["Houses"],
    "rounds": _scan_number,
    "dead": _scan_number,
    "throne": writing.HEADER["Throne table"],
    "printed": None,
    **dict.fromkeys(_OPTIONS),
}
"""The facts by keyword, each with the function that reads its value; None without one."""


@attrs.frozen
class _Seat:
    """A seat's entry: its mark, its cards or their number, and the houses that it lacked."""

    start: int
    """The place in the line where the entry begins, for errors."""
    mark: str
    hand: tuple[Card, ...] | None
    size: int
    lacks: frozenset[House] | None

    def can_go_out(self, open_houses: frozenset[House]) -> bool:
        """Return True if the player can have gone out while these houses had an open slot."""
        has_fitting = any(card.house in open_houses for card in self.hand or ())
        return not self.size or (self.lacks in (None, open_houses) and not has_fitting)


def _scan_seat(scanner: Scanner, scan: Scan[Card]) -> _Seat:
    start = scanner.position
    mark = (scanner.read_match(_MARK) or "").lower()
    size = scanner.read_match(_SIZE)
    hand: list[Card] = []
    if size is None and not scanner.read_match(_EMPTY):
        hand = _scan_while_house(scanner, scan)
        if not hand:
            raise scanner.error("a hand: cards such as S4, or their number, or - for no cards")
    lacks = None
    if scanner.read_match(_LACKS):
        # If no slot was open to any house, none follows.
        lacks = frozenset(_scan_while_house(scanner, scan_house))
    if size is None:
        return _Seat(start, mark, tuple(hand), len(hand), lacks)
    return _Seat(start, mark, None, int(size), lacks)


def _scan_while_house(scanner: Scanner, scan: Scan[T]) -> list[T]:
    """Return the cards, or the houses, up to anything else."""
    things = []
    while _HOUSE_AHEAD.match(scanner.text, scanner.position):
        things.append(scan(scanner))
        scanner.skip_space()
    return things


def _scan(scanner: Scanner) -> Position:
    beginning = scanner.position
    scan_new_card = partial(_scan_card, {})
    lying = {} if scanner.read_match(_EMPTY) else scan_rows(scanner, scan_new_card)
    scanner.need(_SEMICOLON, "; and the hands")
    seats = [_scan_seat(scanner, scan_new_card)]
    while scanner.read_match(_COMMA):
        seats.append(_scan_seat(scanner, scan_new_card))
    facts: dict[str, Any] = {}
    places = {"court": beginning}
    while scanner.read_match(_SEMICOLON):
        start = scanner.position
        word = (scanner.read_match(_WORD) or "").lower()
        if word not in _FACTS or word in facts:
            unread = [known for known in _FACTS if known not in facts]
            raise scanner.error(join_words(unread, "or"), start)
        scan = _FACTS[word]
        if scan:
            scanner.need(_SPACE, "a space and the value")
        places[word] = scanner.position if scan else start
        facts[word] = scan(scanner) if scan else True
    scanner.need_end("; and a fact, or the end")
    return _Line(scanner, lying, seats, facts, places).position()


@attrs.frozen
class _Line:
    """A line that was read, and the position that it describes."""

    scanner: Scanner
    lying: Mapping[Slot, Card]
    seats: Sequence[_Seat]
    facts: Mapping[str, Any]
    places: Mapping[str, int]
    """The places in the line where the court and the value of each fact begin."""

    def _error(self, expected: str, *words: str, seat: int = 0) -> NotationError:
        """Return the error at the first of these facts in the line, or else at a seat's hand."""
        fitting = [place for word, place in self.places.items() if word in words]
        return self.scanner.error(expected, fitting[0] if fitting else self.seats[seat].start)

    @contextmanager
    def _place_errors(self, expected: str, *words: str, seat: int = 0) -> Iterator[None]:
        """Give an error of the game inside the `with` block a place in the line."""
        try:
            yield
        except NotationError:
            raise
        except WesterosIntrigueError as error:
            raise self._error(f"{expected} ({error})", *words, seat=seat) from None

    def position(self) -> Position:
        """Return the position. Raise NotationError if no game can lead to it."""
        known_seats = [seat for seat, entry in enumerate(self.seats) if entry.hand is not None]
        players = len(self.seats)
        if not variants.MIN_PLAYERS <= players <= variants.MAX_PLAYERS:
            raise self._error(f"{variants.MIN_PLAYERS} to {variants.MAX_PLAYERS} hands")
        if len(known_seats) not in (0, 1, players):
            raise self._error("the cards of all hands, of one or of none", seat=known_seats[1])
        table = self._start()
        earlier = self._earlier(table, known_seats)
        table = attrs.evolve(table, earlier=earlier._hidden)
        with self._place_errors("a court that placements lead to", "court"):
            court = Court(self.lying, table.variant.width_limit(players))
        count = table.variant.starter_count(players, table.round_number)
        slots = [Slot(0, column) for column in range(count)]
        starters = [court[slot] for slot in slots if slot in court]
        if len(starters) < count:
            raise self._error(f"{count_things(count, 'starter')} from a0 on", "court")
        dealt = apply_event(table, make_round_start(table, starters))
        placers, outs, to_move = self._turns(dealt, len(court) - count)
        cells = self._find_cells(court, count, outs)
        moves = (Move(court[SLOTS[cell]], SLOTS[cell]) for cell in cells)
        played = attrs.evolve(
            dealt,
            board=court._board,
            active_player=to_move,
            can_place=False,
            placements=tuple(map(Placement, placers, moves)),
            eliminations=outs,
        )
        # The first player of a round can always place.
        if to_move is not None and (self.seats[to_move].mark != "?" or not cells):
            played = apply_event(played, TurnStart(to_move))
        if len(known_seats) == players:
            return self._state(dealt, played, earlier)
        with self._place_errors(
            "a position that a game leads to", seat=known_seats[0] if known_seats else 0
        ):
            view = View(played)
            if known_seats:
                pile = earlier.score_piles[known_seats[0]] if earlier.count else ()
                view = View(played, known_seats[0], self.seats[known_seats[0]].hand or (), pile)
            unseen.check_possible(view)
        return view

    def _start(self) -> Table:
        """Return the table before the deal of the round, without the sums of earlier rounds."""
        facts, players = self.facts, len(self.seats)
        number = facts.get("round", 1)
        start = facts.get("first", (number - 1) % players)
        with self._place_errors("facts that fit together", *_OF_VARIANT):
            variant = variants.Variant(
                **{name: facts[word] for word, name in _OF_VARIANT.items() if word in facts}
            )
            variant.check(players)
        if number > (last := variant.rounds_for(players)):
            raise self._error(f"a round from 1 to {last}", "round")
        if start >= players:
            raise self._error(f"a seat from 0 to {players - 1}", "first")
        has_numbers = "printed" not in facts
        return Table.new(players, variant=variant, first_player=start, has_numbers=has_numbers)

    def _earlier(self, table: Table, known_seats: Sequence[int]) -> EarlierRounds:
        """Return the sums of the earlier rounds, with the cards of piles that are known."""
        count = self.facts.get("round", 1) - 1
        drawn: tuple[SeenPile, ...] = self.facts.get("drawn", ())
        if sum(map(len, drawn)) != count or (drawn and len(drawn) != table.players):
            place = "drawn" if drawn else "round"
            raise self._error(
                f"for each of {table.players} seats the Iron Throne cards it drew, {count} in all",
                place,
            )
        for word in ("points", "drawn"):
            if word in self.facts and not count:
                raise self._error(f"{word} only after round 1", word)
        earlier = EarlierRounds(self.facts.get("points", (0,) * len(drawn)), drawn)
        if faults := earlier._faults(table.players, table.variant):
            rounds = count_things(count, "round")
            place = "points" if "points" in self.facts else "drawn"
            raise self._error(f"points and cards of {rounds} ({'; '.join(faults)})", place)
        if len(known_seats) == table.players:
            if not table.has_numbers:
                raise self._error("printed cards only in a view", "printed")
            if len({card is None for pile in drawn for card in pile}) > 1:
                raise self._error("all Iron Throne cards drawn, or only their numbers", "drawn")
        elif any(any(pile) for seat, pile in enumerate(drawn) if seat not in known_seats):
            raise self._error("no Iron Throne cards but those of the player who sees this", "drawn")
        return earlier

    def _turns(self, table: Table, placed: int) -> tuple[list[int], Eliminations, int | None]:
        """Return the seats that placed the cards, the eliminations, and the seat to move."""
        left = [table.hand_size - entry.size for entry in self.seats]
        self._check_sizes(table, placed)
        placers: list[int] = []
        outs: dict[int, Elimination] = {}
        seat: int = table.starting_player
        while len(outs) < table.players and (
            seat in outs or left[seat] or self.seats[seat].mark == "x"
        ):
            if left[seat]:
                placers.append(seat)
                left[seat] -= 1
            elif seat not in outs:
                outs[seat] = Elimination(seat, len(placers), self.seats[seat].size)
            seat = (seat + 1) % table.players
        to_move = seat if len(outs) < table.players else None
        for other, entry in enumerate(self.seats):
            turn = "nobody" if to_move is None else f"player {to_move}"
            if left[other]:
                cards = count_things(entry.size + left[other], "card")
                raise self._error(f"{cards}, since {turn} is to move", seat=other)
            if entry.mark and other not in (to_move, *outs):
                raise self._error(f"no mark, since {turn} is to move", seat=other)
            if entry.lacks is not None and not (other in outs and entry.size):
                raise self._error("no houses but of a player who is out with cards (x)", seat=other)
            if other in outs and entry.size and entry.hand is None and entry.lacks is None:
                raise self._error(
                    f"the houses that player {other} lacked, such as x2~SL", seat=other
                )
        return placers, tuple(outs.values()), to_move

    def _check_sizes(self, table: Table, placed: int) -> None:
        """Raise NotationError unless the hands have the cards dealt that are not in the court."""
        players, size = table.players, table.hand_size
        court = f"{placed} of these cards {'is' if placed == 1 else 'are'} in the court"
        dealt = f"{players} players are dealt {count_things(size, 'card')} each, and {court}"
        rounds, turns = divmod(placed, players)
        is_known = all(entry.mark != "x" for entry in self.seats)  # who has placed how many
        for seat, entry in enumerate(self.seats):
            has_placed = rounds + ((seat - table.starting_player) % players < turns)
            if entry.size > size or (is_known and entry.size != size - has_placed):
                cards = count_things(max(0, size - has_placed), "card")
                expected = cards if is_known else f"at most {count_things(size, 'card')}"
                raise self._error(f"{expected}, since {dealt}", seat=seat)
        if players * size - sum(entry.size for entry in self.seats) != placed:
            cards = count_things(players * size - placed, "card")
            raise self._error(f"{cards} in all hands, since {dealt}")

    def _find_cells(self, court: Court, starters: int, outs: Sequence[Elimination]) -> list[int]:
        """Return the cells of the placed cards in an order of placement."""
        cells = frozenset(slot.cell for slot in court)
        base = cells.intersection(range(FIRST_SLOT.cell, FIRST_SLOT.cell + max(starters, 1)))
        gone = [(starters + out.placements_before, self.seats[out.player]) for out in outs]
        order = _Order(court, base, gone, self.facts.get("last")).find(cells)
        if order is None:
            raise self._error(
                "a position that a game leads to (no order of the cards agrees with the last house "
                "and with the houses that were open when players went out)",
                "last",
                seat=outs[0].player if outs else 0,
            )
        return order[starters:]

    def _state(self, dealt: Table, played: Table, earlier: EarlierRounds) -> state.GameState:
        """Return the state of a round whose hands are known."""
        hands = [list(entry.hand or ()) for entry in self.seats]
        held = tuple(bits_of(entry.hand or ()) for entry in self.seats)
        for placed in played.placements:
            hands[placed.player].append(placed.move.card)
        piles = tuple([tuple(filter(None, pile)) for pile in earlier.score_piles])
        deal = dealing.RoundDeal(map(sorted, hands), dealt.starters)
        frame = state.RoundFrame(
            dealt, dealing.Deal(), piles or ((),) * dealt.players, round_deal=deal
        )
        reached = state.next_state(
            played.active_player or 0,
            frame,
            played.placements,
            played.eliminations,
            *played._board[:2],
            held,
            (None,) * dealt.players,
        )
        if reached.active_player != played.active_player:
            seat = played.active_player or 0
            raise self._error(f"x, since player {seat} cannot place a card", seat=seat)
        return reached


@attrs.frozen
class _Order:
    """The search for an order in which the cards of a court can have been placed.

    It removes cards as long as the players who went out then lacked the right houses.
    """

    court: Court
    base: frozenset[int]
    """The cells of the starters, or else of the first card."""
    gone: Sequence[tuple[int, _Seat]]
    """The players who went out, with the number of cards in the court then."""
    last: House | None
    """The house of the last card placed; None for any."""
    _dead_ends: set[frozenset[int]] = attrs.field(init=False, factory=set)

    def find(self, cells: frozenset[int]) -> list[int] | None:
        """Return these cells in an order of placement, or None if there is no such order."""
        out = [seat for count, seat in self.gone if count == len(cells)]
        if out and not all(map(_Seat.can_go_out, out, repeat(self._open_houses(cells)))):
            return None
        if cells == self.base:
            return sorted(cells)
        for cell in sorted(cells - self.base, reverse=True):
            if self._can_be_last(cells, cell):
                rest = cells - {cell}
                if rest not in self._dead_ends and (order := self.find(rest)) is not None:
                    return [*order, cell]
        self._dead_ends.add(cells)
        return None

    def _can_be_last(self, cells: frozenset[int], cell: int) -> bool:
        """Return True if the card in one of the cells can be the last one placed."""
        is_covered = not cells.isdisjoint((cell + ROW_ABOVE, cell + ROW_ABOVE - 1))
        is_enclosed = cell < ROW_ABOVE and {cell - 1, cell + 1} <= cells
        is_last = len(cells) == len(self.court)
        is_other = is_last and self.last not in (None, self.court[SLOTS[cell]].house)
        return not (is_covered or is_enclosed or is_other)

    def _open_houses(self, cells: frozenset[int]) -> frozenset[House]:
        board = Board.empty(self.court.width_limit)
        for cell in sorted(cells):
            board = board.place(self.court[SLOTS[cell]].house.index, cell)
        return board.open_houses
