"""A position in one line: the players with their deeds, the moment of the turn, and chance.

    *28@5: 1hh 3h 35m j14, 12@jail1, x1@26; turn 7 of 0; buy then floor 0; deck 3 1; seed 7 after 12

A player has coins, a space, deeds by number with their buildings, and jail cards by number. Facts
that are usual are left out. A line states the table, not the moves that led to it: a game that
continues from it begins there.

Rules: info.public, info.deck, chance.by-hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from westeros_intrigue.gamekit.english import did_you_mean, join_words
from westeros_intrigue.gamekit.options import OptionValue, check_options
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole
from westeros_intrigue.games.monopoly import game, moments, table
from westeros_intrigue.games.monopoly.board import LAST_SEED, Board, Deal, InvalidDeal, board_of
from westeros_intrigue.games.monopoly.editions import SAMPLE, Edition, fingerprint
from westeros_intrigue.games.monopoly.forms import PLAYABLE, read_edition_or_form
from westeros_intrigue.games.monopoly.questions import observe
from westeros_intrigue.games.monopoly.records import Record
from westeros_intrigue.games.monopoly.spaces import MOST_CASH_AT_START, Numbers
from westeros_intrigue.games.monopoly.state import (
    Draft,
    GameState,
    Position,
    View,
    check_position,
)
from westeros_intrigue.games.monopoly.table import Deed, Start, Variant

_SAMPLE, _ALL = "sample", "all"


def format_position(position: Position, /) -> str:
    """Return a position in one line, in the format of `parse_position`.

    >>> from westeros_intrigue.games.monopoly import apply, observe, parse_move, setup
    >>> state = apply(setup(2, seed=1), parse_move("pass"))
    >>> print(format_position(observe(apply(state, parse_move("buy")), 1)))
    28@5: 5, *30@0; turn 2 of 1; floor 1; unseen 32; seen by 1

    Raises:
        WrongType: `position` is not a position.

    Rules: info.public, info.deck.
    """
    check_position(position)
    return "; ".join(_parts(position))


def _parts(position: Position) -> Iterator[str]:
    laid = position.table
    yield ", ".join(_player_text(position, seat) for seat in range(position.players))
    moment = moments.write_moment(laid)
    turn, _, rest = moment.partition("; ")
    if moment or laid.turn_player:
        yield f"{turn or 'turn 1'} of {laid.turn_player}"
    if rest:
        yield rest
    if laid.known_bottom:
        yield f"under {_join(laid.known_bottom)}"
    if isinstance(position, View):
        yield f"unseen {len(laid.unseen_cards)}"
    else:
        yield from _chance_parts(position)
    if laid.variant.offers != table.STANDARD.offers:
        yield f"offers {laid.variant.offers}"
    if laid.variant.castle_sale != table.STANDARD.castle_sale:
        yield f"castle-sale {laid.variant.castle_sale}"
    if laid.variant.house_rules:
        yield f"house-rules {_join(laid.variant.house_rules)}"
    if position.edition != PLAYABLE:
        name = _SAMPLE if position.edition == SAMPLE else fingerprint(position.edition)
        yield f"edition {name}"
    if isinstance(position, View):
        yield f"seen by {_ALL if position.player is None else position.player}"


def _chance_parts(state: GameState) -> Iterator[str]:
    deal, used = state.deal, state.throws_used
    if deck := (deal.deck or ())[len(state.table.draws) :]:
        yield f"deck {_join(deck)}"
    if throws := deal.rolls[used:]:
        yield f"throws {_join(f'{first}-{second}' for first, second in throws)}"
    if deal.seed is not None:
        after = f" after {deal.used + used}" if deal.used + used else ""
        yield f"seed {deal.seed}{after}"


def _player_text(position: Position, seat: int) -> str:
    laid = position.table
    space, tries = laid.positions[seat], laid.jail_tries[seat]
    if seat in laid.bankrupt:
        return f"x{laid.bankrupt.index(seat) + 1}@{space}"
    asked = "*" if seat == laid.active_player else ""
    where = space if tries is None else f"jail{tries}"
    things = [
        f"{number}{_state_text(laid.board, deed)}"
        for number, deed in enumerate(laid.deeds)
        if deed.owner == seat
    ]
    things += [f"j{card}" for card in laid.kept_cards[seat]]
    return f"{asked}{laid.cash[seat]}@{where}{f': {_join(things)}' if things else ''}"


def _state_text(board: Board, deed: Deed) -> str:
    if deed.mortgaged:
        return "m"
    return "castle" if deed.level == board.castle_level else "h" * deed.level


def _join(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


_NUMBER = pattern("[0-9]{1,20}(?![0-9])")
_COMMA = pattern(r"[ \t]*,[ \t]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
_COLON = pattern(r"[ \t]*:[ \t]*")
_OUT = pattern("x([1-6])@")
_DEED = pattern("[0-9]{1,3}(?![0-9])")
_BUILT = pattern("castle|h{1,10}|m")
_DIE = pattern("([1-6])-([1-6])(?![0-9])")
_FINGERPRINT = pattern("[0-9a-f]{16}|sample")
_PARTS = (
    *(
        moments.TURN,
        moments.DOUBLES,
        moments.STANDING,
        moments.POT,
        "under",
        "deck",
        "throws",
        "seed",
    ),
    *("offers", "castle-sale", "house-rules", "edition", "unseen", "seen"),
)
_KNOWN = join_words(_PARTS, "or")
_A_PLAYER = "a player such as 28@5, *3@jail0: 1 3hh 6m j14, or x1@26"


def parse_position(text: str, options: Mapping[str, OptionValue] = {}, /) -> Position:
    """Read a state or a view from one line, like FEN in chess.

    The line consists of parts separated by `;`. The first lists the players from seat 0 on: coins,
    `@` and the space or, in jail, the number of tries; after a colon the deeds by space, with `h`
    for each Holdfast, `castle` or `m` for a mortgage, and the jail cards by number. `*` marks the
    player to decide, and `x1` the first who went bankrupt. The others are facts that are not usual.

    >>> state = parse_position("*28@5: 1hh 3h 35m, 12@jail1; turn 7 of 0; seed 1")
    >>> state
    <GameState: 2 players, turn 7, playing, player 0: floor, sample edition>
    >>> parse_position("30@0, *30@7; turn 2 of 1; draw; seen by 0")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 7: expected nobody to decide: \
the game waits for a card, found '*30@7; turn 2 of 1; draw; seen by 0'

    - `turn 7 of 0`, `doubles 1`, `standing 1 2`, `pot 4`: the turn and its player, the doubles in a
      row, who stands by, and the coins in the pot of the house rule.
    - The steps, the next first, joined by `then`: the question or the throw of the player whose
      turn it is, as `floor`, `jail`, `roll`, `try`, `draw`, `buy`, `rent`, `order-throw`,
      `take-deed` or `swap-deed`; `auction 26 by 0 high 4 from 1 passes 1`, or with `holdfast` or
      `castle`; `1 owes 9 to 0 for rent`, or to `treasury`; `0 offers 1: 5 for 3c`; `1 places
      castle`; `card pay 2`, `leave 7`, and `over` at the end.
    - `floor 1 passes 2 done 0:build:11 offers 0 1`: player 1 has the floor of an interval.
    - `under 3 5`: the seen cards under the deck, by number.
    - `deck 4 1`, `throws 3-4`, `seed 7 after 12`: the next cards and throws, and the seed of all
      others, of which 12 throws are used.
    - `offers 1`, `castle-sale half`, `house-rules pot uneven`, `edition sample`: the options of the
      table.
    - `seen by 0` or `seen by all`, and `unseen 30`: a view, and the cards that nobody has seen.

    Args:
        text: the line. Without chance, throws and cards must be supplied.
        options: the file of your own edition, if the line names one.

    Raises:
        NotationError: the text is not a position, or no game can lead to it; the column says where.
        InvalidValue: an option is not a file.
        DecodingError: the file of the edition is invalid.
        WrongType: an argument has the wrong type.

    Rules: info.public, info.deck, chance.by-hand.
    """
    check_options(Record.FILES, options)
    own = read_edition_or_form(str(options["edition"])) if "edition" in options else None
    return read_whole("a position", text, lambda scanner: _Reading(scanner, own).read_position())


@attrs.define
class _Reading:
    """The reading of a line, with the places of its parts for the columns of faults."""

    scanner: Scanner
    own: Edition | None
    """The edition of an owner's file."""
    places: dict[str, int] = attrs.field(factory=dict)
    """The places of the players, spaces and cards, by names such as `player 2`."""
    parts: dict[str, int] = attrs.field(factory=dict)
    """The places of the other parts, by their first words."""

    def read_position(self) -> Position:
        scanner = self.scanner
        start = scanner.position
        self.parts = self.find_parts()
        board = board_of(self.read_edition())
        scanner.position = start
        laid = self.read_players(board)
        if "turn" in self.parts:
            self.go_to("turn")
            self.read_number("the number of a turn", 1, MOST_CASH_AT_START)
            self.need_word("of")
            laid["turn_player"] = self.read_number("a seat", 0, len(laid["cash"]) - 1)
            self.need_end()
        begun = self.read_start(board, laid)
        state = self.begin_game(begun)
        self.check_asked(state)
        scanner.position = len(scanner.text)
        return self.show_to_viewer(state)

    def find_parts(self) -> dict[str, int]:
        """Return the places of the parts after the players, by their first words, each once."""
        first = self.scanner.text.find(";", self.scanner.position)
        found: dict[str, int] = {}
        for word, at in moments.list_parts(self.scanner.text, first) if first >= 0 else ():
            name = word if word in _PARTS else moments.STEPS
            if name in found:
                once = f"{word} once" if word in _PARTS else f"one part with steps, or {_KNOWN}"
                meant = did_you_mean(word, _PARTS) if word not in _PARTS else ""
                raise self.scanner.error(once + meant, at)
            found[name] = at
        return found

    def read_start(self, board: Board, laid: dict[str, Any]) -> Start:
        """Return the table and the moment at which the game begins."""
        under = self.read_numbers("under", len(board.cards) - 1)
        begun = attrs.evolve(
            game.lay_table(board, self.read_variant(), laid["cash"], laid["turn_player"]),
            **{name: laid[name] for name in ("positions", "jail_tries", "deeds", "kept_cards")},
            known_bottom=under, bankrupt=laid["bankrupt"], moment="turn 1",
        )  # fmt: skip
        self.refuse(fault for fault in game.place_faults(begun) if fault[0] != game.MOMENT)
        moment = moments.scan_moment(Draft.begin(begun, Deal()), self.scanner, self.parts)
        trial = Draft.begin(begun, Deal())
        moments.put_at(trial, moment)
        return attrs.evolve(begun, moment=moments.write_moment(trial, moment.pot))

    def refuse(self, faults: Iterable[tuple[str, str]]) -> None:
        """Raise NotationError for the first fault, if there is one."""
        for place, reason in faults:
            at = self.places.get(place, self.parts.get(place, 0))
            raise self.scanner.error(f"a table to which a game leads: {reason}", at)

    def begin_game(self, begun: Start) -> GameState:
        deal = self.read_deal(begun)
        try:
            state = game.begin(begun, deal)
        except InvalidDeal as error:
            raise self.scanner.error(
                f"cards that are in the deck: {error.faults[0]}", self.parts.get("deck", 0)
            ) from None
        if begun.moment and state.table.moves.events:
            at = self.parts.get(moments.STEPS, 0)
            raise self.scanner.error("a step at which the game waits: chance is in the line", at)
        return state

    def check_asked(self, state: GameState) -> None:
        asked = "*" if state.active_player is not None else ""
        for seat in range(state.players):
            at = self.places[f"player {seat}"]
            is_marked = self.scanner.text[at] == "*"
            if is_marked and seat != state.active_player:
                waits = {table.Phase.ROLLING: "a throw", table.Phase.DRAWING: "a card"}
                wanted = (
                    f"* at player {state.active_player}, who decides"
                    if asked
                    else f"nobody to decide: the game waits for {waits.get(state.phase, 'nothing')}"
                )
                raise self.scanner.error(wanted, at)

    def show_to_viewer(self, state: GameState) -> Position:
        """Return the state, or the view of it whose line this is."""
        unseen = len(state.unseen_cards)
        if "unseen" in self.parts:
            self.go_to("unseen")
            at = self.scanner.position
            if self.read_number("a number of cards", 0, MOST_CASH_AT_START) != unseen:
                raise self.scanner.error(f"{unseen}, the cards that no player has seen", at)
            self.need_end()
        if "seen" not in self.parts:
            return state
        chance = [name for name in ("deck", "throws", "seed") if name in self.parts]
        if chance:
            raise self.scanner.error("no chance in a view", self.parts[chance[0]])
        self.go_to("seen")
        self.need_word("by")
        self.scanner.skip_space()
        everybody = self.scanner.read_match(pattern(rf"{_ALL}\b"))
        viewer = None if everybody else self.read_number("all, or a seat", 0, state.players - 1)
        self.need_end()
        return observe(state, viewer)

    # Parts.

    def read_players(self, board: Board) -> dict[str, Any]:
        """Read the players, from seat 0 on."""
        laid: dict[str, Any] = {
            "cash": [], "positions": [], "jail_tries": [], "kept_cards": [], "turn_player": 0,
            "deeds": [table.UNOWNED] * board.size, "bankrupt": {},
        }  # fmt: skip
        while True:
            self.places[f"player {len(laid['cash'])}"] = self.scanner.position
            self.read_player(board, laid)
            if not self.scanner.read_match(_COMMA):
                break
        if not self.scanner.is_at_end and not self.scanner.read_match(_SEMICOLON):
            raise self.scanner.error("a comma, or a semicolon")
        orders = sorted(laid["bankrupt"])
        if orders != [*range(1, len(orders) + 1)]:
            raise self.scanner.error("x1, x2 and so on, each once", 0)
        laid["bankrupt"] = tuple(laid["bankrupt"][order] for order in orders)
        return laid

    def read_player(self, board: Board, laid: dict[str, Any]) -> None:
        scanner, seat = self.scanner, len(laid["cash"])
        start = scanner.position
        tries: int | None = None
        if scanner.read_match(_OUT):
            order = int(scanner.text[start + 1])
            if order in laid["bankrupt"]:
                raise scanner.error("x1, x2 and so on, each once", start)
            laid["bankrupt"][order] = seat
            coins = 0
        else:
            scanner.read_match(pattern(r"\*"))
            coins = self.read_number(_A_PLAYER, 0, MOST_CASH_AT_START)
            scanner.need(pattern("@"), "@ and a space")
        if scanner.read_match(pattern("jail")):
            tries = self.read_number("the number of tries", 0, table.MOST_TRIES)
            space = board.jail
        else:
            space = self.read_number("a space, or jail and the tries", 0, board.size - 1)
        laid["cash"].append(coins)
        laid["positions"].append(space)
        laid["jail_tries"].append(tries)
        laid["kept_cards"].append(self.read_things(board, laid["deeds"], seat))

    def read_things(self, board: Board, deeds: list[Deed], seat: int) -> Numbers:
        """Read the deeds of a player into the list of all, and return the jail cards."""
        scanner, cards = self.scanner, list[int]()
        if not scanner.read_match(_COLON):
            return ()
        while True:
            start = scanner.position
            if scanner.read_match(pattern("j(?=[0-9])")):
                card = self.read_number("the number of a card", 0, len(board.cards) - 1)
                self.places.setdefault(f"card {card}", start)
                cards.append(card)
            else:
                space = int(scanner.need(_DEED, "a deed by its space, such as 5, or a card as j14"))
                if space >= board.size or deeds[space] != table.UNOWNED:
                    raise scanner.error(f"a space of the {board.size}, each once", start)
                self.places[f"space {space}"] = start
                built = (scanner.read_match(_BUILT) or "").lower()
                level = board.castle_level if built == "castle" else built.count("h")
                deeds[space] = Deed(seat, built == "m", min(level, board.castle_level))
                if built.startswith("h") and level >= board.castle_level:
                    raise scanner.error(f"at most {board.castle_level - 1} Holdfasts", start)
            before = scanner.position
            if not scanner.skip_space() or scanner.text[scanner.position :][:1] in {"", ";", ","}:
                scanner.position = before
                return tuple(cards)

    def read_edition(self) -> Edition:
        if "edition" not in self.parts:
            if self.own not in {None, PLAYABLE}:
                raise self.scanner.error(f"edition {fingerprint(self.own or PLAYABLE)}", 0)
            return PLAYABLE
        self.go_to("edition")
        start = self.scanner.position
        name = self.scanner.need(_FINGERPRINT, "sample, or the 16 digits of an edition").lower()
        self.need_end()
        if name == _SAMPLE:
            return SAMPLE
        if self.own is None or fingerprint(self.own) != name:
            raise self.scanner.error("the edition of the file that is passed", start)
        return self.own

    def read_variant(self) -> Variant:
        changes: dict[str, Any] = {}
        if "offers" in self.parts:
            self.go_to("offers")
            changes["offers"] = self.read_number("a number of offers", 0, table.MOST_OFFERS)
            self.need_end()
        if "castle-sale" in self.parts:
            self.go_to("castle-sale")
            sales = pattern("|".join(table.CASTLE_SALES))
            wanted = join_words(table.CASTLE_SALES, "or")
            changes["castle_sale"] = self.scanner.need(sales, wanted).lower()
            self.need_end()
        if "house-rules" in self.parts:
            self.go_to("house-rules")
            word = pattern("|".join(table.HOUSE_RULES))
            wanted = join_words(table.HOUSE_RULES, "or")
            changes["house_rules"] = [self.scanner.need(word, wanted).lower()]
            while not self.is_at_end_of_part():
                changes["house_rules"].append(self.scanner.need(word, wanted).lower())
            self.need_end()
        return Variant(**changes)

    def read_deal(self, begun: Start) -> Deal:
        """Read the chance of a state."""
        deck = self.read_numbers("deck", len(begun.board.cards) - 1)
        rolls = list[tuple[int, int]]()
        seed, used = None, 0
        if "throws" in self.parts:
            self.go_to("throws")
            while True:
                self.scanner.skip_space()
                die = self.scanner.need(_DIE, "a throw such as 3-4")
                rolls.append((int(die[0]), int(die[2])))
                if self.is_at_end_of_part():
                    break
        if "seed" in self.parts:
            self.go_to("seed")
            seed = self.read_number("a seed", 0, LAST_SEED)
            if not self.is_at_end_of_part():
                self.need_word("after")
                used = self.read_number("the number of throws before", 0, MOST_CASH_AT_START)
                self.need_end()
        return Deal(deck or None, tuple(rolls), seed, used)

    # Words.

    def go_to(self, part: str) -> None:
        """Go to a part, behind its first word."""
        self.scanner.position = self.parts[part] + len(part)
        self.scanner.skip_space()

    def need_word(self, word: str) -> None:
        self.scanner.skip_space()
        self.scanner.need(pattern(rf"{word}\b"), word)

    def read_number(self, expected: str, least: int, most: int) -> int:
        self.scanner.skip_space()
        start = self.scanner.position
        found = int(self.scanner.need(_NUMBER, expected))
        if not least <= found <= most:
            raise self.scanner.error(f"{expected} from {least} to {most}", start)
        return found

    def read_numbers(self, part: str, most: int) -> Numbers:
        if part not in self.parts:
            return ()
        self.go_to(part)
        found = [self.read_number("the number of a card", 0, most)]
        while not self.is_at_end_of_part():
            start = self.scanner.position
            found.append(self.read_number("the number of a card", 0, most))
            if found.count(found[-1]) > 1:
                raise self.scanner.error("each card once", start)
        return tuple(found)

    def need_end(self) -> None:
        if not self.is_at_end_of_part():
            raise self.scanner.error("a semicolon or the end")

    def is_at_end_of_part(self) -> bool:
        self.scanner.skip_space()
        return self.scanner.text[self.scanner.position :][:1] in {"", ";"}
