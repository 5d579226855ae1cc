"""A position in one line: the players with their deeds, the moment of the turn, and chance.

    *28@5: 1hh 3h 35m j14, 12@jail1, x1@26; turn 7 of 0; buy then floor 0; deck 3 1; seed 7 after 12

A player has coins, a space, deeds by number with their buildings, and jail cards by number. Facts
that are usual are left out. A line states the table, not the moves that led to it: a game that
continues from it begins there.

Rules: info.public, info.deck, chance.by-hand.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import attrs

from westeros_intrigue.gamekit import limits, lines, spellings
from westeros_intrigue.gamekit.options import OptionValue, check_options
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole
from westeros_intrigue.games.monopoly.knowledge.questions import observe
from westeros_intrigue.games.monopoly.pieces.board import (
    Board,
    Deal,
    Dice,
    InvalidDeal,
    Seed,
    board_of,
)
from westeros_intrigue.games.monopoly.pieces.editions import SAMPLE, Edition, fingerprint
from westeros_intrigue.games.monopoly.pieces.forms import PLAYABLE, read_edition_or_form
from westeros_intrigue.games.monopoly.pieces.spaces import (
    MOST_CASH_AT_START,
    CardNumbers,
    Numbers,
    Seat,
)
from westeros_intrigue.games.monopoly.position import table
from westeros_intrigue.games.monopoly.position.state import (
    Draft,
    GameState,
    Position,
    View,
    check_position,
)
from westeros_intrigue.games.monopoly.position.table import Deed, Start, Variant
from westeros_intrigue.games.monopoly.telling.records import Record
from westeros_intrigue.games.monopoly.turns import game, moments

_SAMPLE, _PLAYABLE = "sample", "playable"
_STATE = -1
"""The viewer of a state: each view has another one."""
_Edition = Annotated[str, "edition"]


@attrs.frozen(kw_only=True)
class _Facts(moments.Moment):
    """The facts of a line besides its players, which are left out if they are usual."""

    turn_player: Annotated[Seat, spellings.Described("a seat")] = 0
    under: Annotated[CardNumbers, spellings.Described("the numbers of cards")] = ()
    unseen: limits.Count | None = None
    deck: Annotated[CardNumbers, spellings.Described("the numbers of cards")] = ()
    throws: Annotated[tuple[Dice, ...], spellings.Described("throws such as 3-4")] = ()
    seed: Seed | None = None
    used: Annotated[
        int, limits.Range(0, MOST_CASH_AT_START), spellings.Described("the number of throws before")
    ] = 0
    offers: Annotated[int, limits.Range(0, table.MOST_OFFERS)] = table.STANDARD.offers
    castle_sale: Annotated[str, limits.OneOf(table.CASTLE_SALES)] = table.STANDARD.castle_sale
    house_rules: tuple[Annotated[str, limits.OneOf(table.HOUSE_RULES)], ...] = ()
    edition: _Edition = _PLAYABLE
    viewer: Annotated[Seat | None, spellings.Called(("all",))] = _STATE


_EDITION = pattern("[0-9a-f]{16}|sample")
_AN_EDITION = "sample, or the 16 digits of an edition"
_LINE = lines.Parts(
    _Facts,
    (
        "turn {turn_number} of {turn_player}", *moments.PARTS, "under {under}", "unseen {unseen}",
        "deck {deck}", "throws {throws}", "seed {seed} [after {used}]", "offers {offers}",
        "castle-sale {castle_sale}", "house-rules {house_rules}", "edition {edition}",
        "seen by {viewer}",
    ),
    {
        **moments.OWN,
        _Edition: spellings.Spelling(
            _EDITION,
            lambda scanner, *_: scanner.need(_EDITION, _AN_EDITION).lower(),
            _AN_EDITION,
            spellings.as_text,
        ),
    },
    moments.STEPS,
)  # fmt: skip


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
    laid, facts = position.table, _facts_of(position)
    steps = moments.steps_in_words(laid, facts)
    players = ", ".join(_player_text(position, seat) for seat in range(position.players))
    return "; ".join([players, *_LINE.write(facts, laid, steps, "turn" if steps else "")])


def _facts_of(position: Position) -> _Facts:
    laid, variant = position.table, position.table.variant
    sample = _SAMPLE if position.edition == SAMPLE else fingerprint(position.edition)
    facts: dict[str, Any] = {
        "turn_number": laid.turn_number,
        "doubles": laid.doubles,
        "standing": laid.standing,
        "pot": laid.pot,
        "steps": laid.agenda,
        "turn_player": laid.turn_player,
        "under": laid.known_bottom,
        "offers": variant.offers,
        "castle_sale": variant.castle_sale,
        "house_rules": variant.house_rules,
        "edition": _PLAYABLE if position.edition == PLAYABLE else sample,
    }
    if isinstance(position, View):
        return _Facts(**facts, unseen=len(laid.unseen_cards), viewer=position.player)
    deal, used = position.deal, laid.throws_used
    return _Facts(
        **facts,
        deck=(deal.deck or ())[len(laid.draws) :],
        throws=deal.rolls[used:],
        seed=deal.seed,
        used=0 if deal.seed is None else deal.used + used,
    )


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


_COMMA = pattern(r"[ \t]*,[ \t]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
_COLON = pattern(r"[ \t]*:[ \t]*")
_OUT = pattern("x([1-6])@")
_DEED = pattern("[0-9]{1,3}(?![0-9])")
_BUILT = pattern("castle|h{1,10}|m")
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
    places: spellings.Places = attrs.field(factory=dict)
    """The places of fields, and of players, spaces and cards, by names such as `player 2`."""
    parts: dict[str, int] = attrs.field(factory=dict)
    """The places of the other parts, by their first words."""

    def read_position(self) -> Position:
        scanner = self.scanner
        start, first = scanner.position, scanner.text.find(";", scanner.position)
        self.parts = _LINE.find(scanner, first) if first >= 0 else {}
        fields = _LINE.read(scanner, self.parts, None, self.places)
        facts = _Facts(**fields)
        board = board_of(self.find_edition(fields.get("edition")))
        scanner.position = start
        laid = self.read_players(board)
        last = len(laid["cash"]) - 1
        if facts.turn_player > last:
            raise scanner.error(f"a seat from 0 to {last}", self.places["turn_player"])
        begun = self.read_start(board, laid, facts, fields)
        state = self.begin_game(begun, facts)
        self.check_asked(state)
        scanner.position = len(scanner.text)
        return self.show_to_viewer(state, facts)

    def read_start(
        self, board: Board, laid: dict[str, Any], facts: _Facts, fields: Mapping[str, Any]
    ) -> Start:
        """Return the table and the moment at which the game begins."""
        for name in ("under", "deck"):
            self.check_cards(board, name, getattr(facts, name))
        variant = Variant(facts.offers, facts.castle_sale, facts.house_rules)
        begun = attrs.evolve(
            game.lay_table(board, variant, laid.pop("cash"), facts.turn_player),
            **laid, known_bottom=facts.under, moment="turn 1",
        )  # fmt: skip
        self.refuse(fault for fault in game.place_faults(begun) if fault[0] != game.MOMENT)
        moment = moments.scan_moment(
            Draft.begin(begun, Deal()), self.scanner, self.parts, fields, self.places
        )
        trial = Draft.begin(begun, Deal())
        moments.put_at(trial, moment)
        return attrs.evolve(begun, moment=moments.write_moment(trial))

    def check_cards(self, board: Board, name: str, cards: Numbers) -> None:
        for at, card in enumerate(cards):
            where, last = self.places[f"{name}[{at}]"], len(board.cards) - 1
            if card > last:
                raise self.scanner.error(f"the number of a card from 0 to {last}", where)
            if card in cards[:at]:
                raise self.scanner.error("each card once", where)

    def refuse(self, faults: Iterable[tuple[str, str]]) -> None:
        """Raise NotationError for the first fault, if there is one."""
        for place, reason in faults:
            at = self.places.get(place, self.parts.get(place, 0))
            raise self.scanner.error(f"a table to which a game leads: {reason}", at)

    def begin_game(self, begun: Start, facts: _Facts) -> GameState:
        deal = Deal(facts.deck or None, facts.throws, facts.seed, facts.used)
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

    def show_to_viewer(self, state: GameState, facts: _Facts) -> Position:
        """Return the state, or the view of it whose line this is."""
        unseen, last = len(state.unseen_cards), state.players - 1
        if facts.unseen not in {None, unseen}:
            raise self.scanner.error(
                f"{unseen}, the cards that no player has seen", self.places["unseen"]
            )
        if facts.viewer == _STATE:
            return state
        for name in ("deck", "throws", "seed"):
            if name in self.parts:
                raise self.scanner.error("no chance in a view", self.parts[name])
        if facts.viewer is not None and facts.viewer > last:
            raise self.scanner.error(f"all, or a seat from 0 to {last}", self.places["viewer"])
        return observe(state, facts.viewer)

    # Parts.

    def read_players(self, board: Board) -> dict[str, Any]:
        """Read the players, from seat 0 on."""
        laid: dict[str, Any] = {
            "cash": [], "positions": [], "jail_tries": [], "kept_cards": [],
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

    def find_edition(self, name: str | None) -> Edition:
        if name is None:
            if self.own not in {None, PLAYABLE}:
                raise self.scanner.error(f"edition {fingerprint(self.own or PLAYABLE)}", 0)
            return PLAYABLE
        if name == _SAMPLE:
            return SAMPLE
        if self.own is None or fingerprint(self.own) != name:
            wanted = "the edition of the file that is passed"
            raise self.scanner.error(wanted, self.places["edition"])
        return self.own

    def read_number(self, expected: str, least: int, most: int) -> int:
        self.scanner.skip_space()
        start = self.scanner.position
        found = int(self.scanner.need(spellings.NUMBER, expected))
        if not least <= found <= most:
            raise self.scanner.error(f"{expected} from {least} to {most}", start)
        return found
