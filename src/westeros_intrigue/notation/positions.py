"""A position in one line: the court, the hands or their sizes, and facts that are not standard.

    a-1 S1 L1 T1 / b-1 S2; *S3 L2 T4 T5 B1 B2 B3 B6, 8, 8, 8

A line does not state the order of placements. It represents one game that leads to the position:
the seats place in turn, and `_Order` finds an order of the cards in which each player who went out
lacked the houses in the line.

Rules: turn.clockwise, elimination.unable, info.public, info.leftover, info.elimination.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern, read_whole
from westeros_intrigue.gamekit.values import check_integer, count_things, join_words
from westeros_intrigue.notation.notation import hand_text, scan_card, scan_house, scan_rows
from westeros_intrigue.notation.records import writing
from westeros_intrigue.rules import dealing, history, log, state, unseen, variants
from westeros_intrigue.rules.cards import (
    CARDS_PER_HOUSE,
    ROW_ABOVE,
    SLOTS,
    Board,
    Card,
    House,
    Move,
    Slot,
    next_of,
)
from westeros_intrigue.rules.court import FIRST_SLOT, Court
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import deal_table, round_start, table_after
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, STANDARD

T = TypeVar("T")

_OPTIONS = {name.replace("_", "-"): name for name in variants.OPTIONS}


@public
def format_position(position: state.Position) -> str:
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
    state.check_position(position)
    table, variant = position.table, position.variant
    if position.phase not in (history.Phase.PLAYING, history.Phase.ROUND_OVER):
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
        zip(state.list_hands(position), position.hand_sizes, position.missing_houses, strict=True)
    ):
        mark = "x" if seat in out else ""
        if seat == position.active_player:
            mark = "*" if table.can_place else "?"
        lacks = f"~{''.join(house.letter for house in missing)}" if seat in out and size else ""
        seats.append(f"{mark}{size if hand is None else hand_text(hand)}{lacks}")
    line = "; ".join([str(position.court), ", ".join(seats), *_facts(position)])
    return line if table.has_numbers else re.sub("([SLBT])[1-9]", r"\1", line)


def _facts(position: state.Position) -> Iterable[str]:
    """Yield the facts that differ from the standard."""
    table, variant, number = position.table, position.variant, position.round_number
    if number > 1:
        yield f"round {number}"
        if any(position.penalty_points):
            yield f"points {' '.join(map(str, position.penalty_points))}"
        yield f"drawn {' '.join(map(_pile_text, state.list_piles(position)))}"
    if position.first_player:
        yield f"first {position.starting_player}"
    if position.phase is history.Phase.ROUND_OVER and variants.needs_houses(variant.options):
        yield f"last {table.placements[-1].move.card}"
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


def _pile_text(pile: state.SeenPile) -> str:
    texts = [writing.write_throne_card(card) if card else "?" for card in pile]
    return "+".join(texts) if any(pile) else str(len(pile))


@public
def parse_position(text: str) -> state.Position:
    """Read a state or a view from one line, like FEN in chess.

    The line consists of parts separated by `;`. The first is the court, as in `parse_court`; the
    second lists the hands from seat 0 on, separated by commas; the others are facts that differ
    from the standard. If the line has the cards of all hands, the result is a state; with the cards
    of one hand, that player's view; with none, a spectator's view.

    >>> state = parse_position("-; S S S S S S S L L L L L L L, T T T T T T T B B B B B B B")
    >>> state
    <GameState: 2 players, round 1 of 2, playing, player 0 to move>
    >>> view = parse_position("a-1 S1 L1 T1 / b-1 S2; *S3 L2 T4 T5 B1 B2 B3 B6, 8, 8, 8")
    >>> view, len(view.court)
    (<View of player 0: round 1 of 4, playing, player 0 to move>, 4)
    >>> parse_position("a0 S1; 8, 9, 9, 9; rond 2")
    Traceback (most recent call last):
    westeros_intrigue.NotationError: line 1, column 20: expected round, points, drawn, first, \
last, houses, rounds, dead, throne, printed, house-affiliation, rivalry or anyone-can-die, \
found 'rond 2'

    Args:
        text: the line. Cards can lack numbers, which are then assigned in reading order.
            Underscores can replace spaces, for use in addresses.

    Raises:
        NotationError: the text is not a position, or no game can lead to it.

    Rules: info.public, info.leftover, info.elimination, elimination.unable.
    """
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


def _read_pile(text: str) -> state.SeenPile:
    if text.isdigit():
        return (None,) * int(text)
    cards = (None if part == "?" else writing.read_throne_card(part) for part in text.split("+"))
    return tuple(cards)


_PILE_CARD = rf"(?:\?|{writing.THRONE_CARD})"
_scan_pile = writing.scan_one(
    rf"{_PILE_CARD}(?:\+{_PILE_CARD})*|[0-9]{{1,2}}(?![0-9/])",
    "a number of cards, or cards such as 3/7+1/2",
    _read_pile,
)


def _scan_last(scanner: Scanner) -> House | Card:
    letter = scanner.read_match(_HOUSE_ALONE)
    return House(letter.upper()) if letter else scan_card(scanner)


_FACTS: dict[str, Scan[Any] | None] = {
    "round": _scan_number,
    "points": writing.scan_numbers,
    "drawn": writing.scan_list(_scan_pile),
    "first": _scan_number,
    "last": _scan_last,
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
    mark: str
    hand: tuple[Card, ...] | None
    size: int
    lacks: frozenset[House] | None

    def can_go_out(self, open_houses: frozenset[House]) -> bool:
        """Return True if the player can have gone out while these houses had an open slot."""
        if not self.size:
            return True
        if self.lacks is not None:
            return open_houses == self.lacks
        return open_houses.isdisjoint(card.house for card in self.hand or ())


def _scan_seat(scanner: Scanner, scan: Scan[Card]) -> _Seat:
    start = scanner.position
    mark = (scanner.read_match(_MARK) or "").lower()
    size = scanner.read_match(_SIZE)
    hand: Sequence[Card] = ()
    if size is None and not scanner.read_match(_EMPTY):
        if not _HOUSE_AHEAD.match(scanner.text, scanner.position):
            raise scanner.error("a hand: cards such as S4, or their number, or - for no cards")
        hand = _scan_while_house(scanner, scan)
    sign = mark == "x" and scanner.read_match(_LACKS)
    # If no slot was open to any house, none follows.
    lacks = _scan_while_house(scanner, scan_house) if sign else ()
    return _Seat(
        start,
        mark,
        tuple(sorted(hand)) if size is None else None,
        len(hand) if size is None else int(size),
        frozenset(lacks) if sign else None,
    )


def _scan_while_house(scanner: Scanner, scan: Scan[T]) -> list[T]:
    """Return the cards, or the houses, up to anything else."""
    things = []
    while _HOUSE_AHEAD.match(scanner.text, scanner.position):
        things.append(scan(scanner))
        scanner.skip_space()
    return things


def _scan(scanner: Scanner) -> state.Position:
    scan_new_card = partial(_scan_card, {})
    lying = {} if scanner.read_match(_EMPTY) else scan_rows(scanner, scan_new_card)
    scanner.need(_SEMICOLON, "; and the hands")
    seats = [_scan_seat(scanner, scan_new_card)]
    while scanner.read_match(_COMMA):
        seats.append(_scan_seat(scanner, scan_new_card))
    facts: dict[str, Any] = {}
    facts_start = scanner.position
    while scanner.read_match(_SEMICOLON):
        start = scanner.position
        word = (scanner.read_match(_WORD) or "").lower()
        if word not in _FACTS or word in facts:
            unread = [known for known in _FACTS if known not in facts]
            raise scanner.error(join_words(unread, "or"), start)
        scan = _FACTS[word]
        if scan:
            scanner.need(_SPACE, "a space and the value")
        facts[word] = scan(scanner) if scan else True
    scanner.need_end("; and a fact, or the end")
    return _Line(scanner, lying, tuple(seats), facts, facts_start).position()


@attrs.frozen
class _Line:
    """A line that was read, and the position that it describes."""

    scanner: Scanner
    lying: Mapping[Slot, Card]
    seats: tuple[_Seat, ...]
    facts: Mapping[str, Any]
    facts_start: int

    @contextmanager
    def _expect(self, what: str, position: int) -> Iterator[None]:
        """Turn an error inside the `with` block into one that expected something else here."""
        try:
            yield
        except NotationError:
            raise
        except WesterosIntrigueError as error:
            raise self.scanner.error(f"{what} ({error})", position) from None

    def position(self) -> state.Position:
        """Return the position. Raise NotationError if no game can lead to it."""
        players, hands = len(self.seats), self.seats[0].start
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise self.scanner.error(f"{MIN_PLAYERS} to {MAX_PLAYERS} hands", hands)
        known = [seat for seat, entry in enumerate(self.seats) if entry.hand is not None]
        if len(known) not in (0, 1, players):
            raise self.scanner.error("the cards of all hands, of one or of none", hands)
        with self._expect("facts that fit together", self.facts_start):
            table = self._start()
            earlier = self._earlier(table, known)
            table = attrs.evolve(table, earlier=earlier._hidden)
        with self._expect("a court that placements lead to", 0):
            court = Court(self.lying, table.variant.width_limit(players))
        starters, events = self._events(table, court, is_state=len(known) == players)
        with self._expect("a position that a game leads to", hands):
            if len(known) == players:
                return self._state(table, earlier, starters, events)
            played = deal_table(table, round_start(table, starters))
            for event in events:
                played = table_after(played, event)
            view = state.View(played)
            if known:
                pile = earlier.score_piles[known[0]] if earlier.count else ()
                view = state.View(played, known[0], self.seats[known[0]].hand or (), pile)
            unseen.check_possible(view)
            return view

    def _start(self) -> Table:
        """Return the table before the deal of the round, without the sums of earlier rounds."""
        facts, players = self.facts, len(self.seats)
        variant = variants.Variant(
            rounds=facts.get("rounds"),
            houses=facts.get("houses", ()),
            throne_cards=facts.get("throne", STANDARD.throne_cards),
            dead=facts.get("dead", 0),
        ).with_options(**{option: True for word, option in _OPTIONS.items() if word in facts})
        variant.check(players)
        rounds = variant.rounds_for(players)
        number = check_integer("round", facts.get("round", 1), 1, rounds)
        start = check_integer("first", facts.get("first", (number - 1) % players), 0, players - 1)
        has_numbers = "printed" not in facts
        return Table.new(players, variant=variant, first_player=start, has_numbers=has_numbers)

    def _earlier(self, table: Table, known: Sequence[int]) -> history.EarlierRounds:
        """Return the sums of the earlier rounds, with the cards of piles that are known."""
        count = self.facts.get("round", 1) - 1
        drawn: tuple[state.SeenPile, ...] = self.facts.get("drawn", ())
        is_state = len(known) == table.players
        if is_state and not table.has_numbers:
            raise InvalidValue("only a view has printed cards")
        if sum(map(len, drawn)) != count:
            raise InvalidValue(f"drawn must have each seat's Iron Throne cards, {count} in all")
        if not count:
            if "points" in self.facts:
                raise InvalidValue("a line of round 1 has no points")
            return history.NO_EARLIER_ROUNDS
        earlier = history.EarlierRounds(self.facts.get("points", (0,) * table.players), drawn)
        if faults := earlier._faults(table.players, table.variant):
            raise InvalidValue("; ".join(faults))
        if is_state:
            if len({card is None for pile in drawn for card in pile}) > 1:
                raise InvalidValue("drawn must have all Iron Throne cards, or only their numbers")
        elif any(any(pile) for seat, pile in enumerate(drawn) if seat not in known):
            raise InvalidValue("only the viewer's Iron Throne cards can be known")
        return earlier

    def _events(
        self, table: Table, court: Court, *, is_state: bool
    ) -> tuple[Sequence[Card], list[history.Event]]:
        """Return the starters, and the events after the deal."""
        number, players = table.round_number, table.players
        hand_size = table.variant.hand_size(players, number)
        count = table.variant.starter_count(players, number)
        starters = [court[slot] for column in range(count) if (slot := Slot(0, column)) in court]
        if len(starters) < count:
            raise self.scanner.error(f"{count_things(count, 'starter')} from a0 on", 0)
        left = [hand_size - entry.size for entry in self.seats]
        if min(left) < 0 or sum(left) != len(court) - count:
            why = f"hands of {hand_size} cards, of which {len(court) - count} are in the court"
            raise self.scanner.error(why, self.seats[0].start)
        placers: list[int] = []
        outs: dict[int, history.Elimination] = {}
        seat = table.starting_player
        while len(outs) < players and (seat in outs or left[seat] or self.seats[seat].mark == "x"):
            if left[seat]:
                placers.append(seat)
                left[seat] -= 1
            elif seat not in outs:
                outs[seat] = history.Elimination(seat, len(placers), self.seats[seat].size)
            seat = (seat + 1) % players
        to_move = seat if len(outs) < players else None
        for other, entry in enumerate(self.seats):
            if left[other]:
                cards = count_things(entry.size + left[other], "card")
                raise self.scanner.error(f"{cards}, since player {seat} is to move", entry.start)
            if entry.mark and other != to_move and other not in outs:
                raise self.scanner.error(f"no mark, since player {seat} is to move", entry.start)
            if other in outs and entry.size and entry.hand is None and entry.lacks is None:
                expected = "the houses that the player lacked, such as x2~SL"
                raise self.scanner.error(expected, entry.start)
        if "last" in self.facts and to_move is not None:
            raise self.scanner.error("last only if no player is to move", self.facts_start)
        cells = self._find_cells(court, count, outs.values())
        moves = (Move(court[SLOTS[cell]], SLOTS[cell]) for cell in cells)
        placements = [*map(history.Placement, placers, moves)]
        if to_move is not None and self.seats[to_move].mark == "?" and not is_state:
            to_move = None
        return starters, log.course(placements, [*outs.values()], (), to_move)

    def _find_cells(
        self, court: Court, starters: int, outs: Iterable[history.Elimination]
    ) -> list[int]:
        """Return the cells of the court in an order of placement."""
        checks: dict[int, list[_Seat]] = {}
        for out in outs:
            checks.setdefault(out.placements_before, []).append(self.seats[out.player])
        cells = _Order(court, starters, checks, self.facts.get("last")).find()
        if cells is not None:
            return cells
        if "last" in self.facts:
            raise self.scanner.error("a card that can be the last one placed", self.facts_start)
        [first, *_] = next(iter(checks.values()))
        raise self.scanner.error("houses that were open when the player went out", first.start)

    def _state(
        self,
        table: Table,
        earlier: history.EarlierRounds,
        starters: Sequence[Card],
        events: Sequence[history.Event],
    ) -> state.GameState:
        """Return the state of a table before the deal that play by the hands leads to."""
        hands = [list(entry.hand or ()) for entry in self.seats]
        placements = [event for event in events if isinstance(event, history.Placement)]
        for placed in placements:
            hands[placed.player].append(placed.move.card)
        piles = tuple([tuple(filter(None, pile)) for pile in earlier.score_piles])
        frame = state.RoundFrame(table, dealing.Deal(), piles or ((),) * table.players)
        deal = dealing.RoundDeal(map(sorted, hands), starters)
        reached = state.start_round(frame, deal, dealing.Deal())
        for placed in placements:
            reached = apply(reached, placed.move, player=placed.player)
        turns = log.course(reached.placements, reached.eliminations, (), reached.active_player)
        if turns != events:
            raise InvalidValue("x belongs to the players whose cards do not fit, and to no others")
        return reached


@attrs.frozen
class _Order:
    """The search for an order in which the cards of a court can have been placed.

    It removes cards as long as the players who went out then lacked the right houses.
    """

    court: Court
    starters: int
    checks: Mapping[int, Sequence[_Seat]]
    """The players who went out, by the number of placements before."""
    last: House | Card | None
    """The last card placed, or only its house; None for any card."""
    _dead_ends: set[frozenset[int]] = attrs.field(init=False, factory=set)

    def find(self) -> list[int] | None:
        """Return the cells in the order of placement, or None if there is no such order."""
        return self._before(frozenset(slot.cell for slot in self.court))

    def _before(self, cells: frozenset[int]) -> list[int] | None:
        count = len(cells) - self.starters
        if any(not out.can_go_out(self._open_houses(cells)) for out in self.checks.get(count, ())):
            return None
        if not count:
            return []
        for cell in sorted(cells, reverse=True):
            if self._is_free(cells, cell):
                rest = cells - {cell}
                if rest not in self._dead_ends and (order := self._before(rest)) is not None:
                    return [*order, cell]
        self._dead_ends.add(cells)
        return None

    def _is_free(self, cells: frozenset[int], cell: int) -> bool:
        """Return True if the card in a cell can be the last one placed."""
        if not cells.isdisjoint((cell + ROW_ABOVE, cell + ROW_ABOVE - 1)):
            return False
        if cell < ROW_ABOVE:
            is_start = cell - FIRST_SLOT.cell in range(max(self.starters, 1))
            if {cell - 1, cell + 1} <= cells or (is_start and len(cells) > 1):
                return False
        if self.last is None or len(cells) < len(self.court):
            return True
        lying = self.court[SLOTS[cell]]
        return self.last in {lying, lying.house}

    def _open_houses(self, cells: frozenset[int]) -> frozenset[House]:
        board = Board.empty(self.court.width_limit)
        for cell in sorted(cells):
            board = board.place(self.court[SLOTS[cell]].house.index, cell)
        return board.open_houses
