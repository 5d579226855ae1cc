"""The codecs of the values of the game, and the checks of values that come from outside.

Cards, slots and moves are strings. Other values are objects with the names of the fields in Python,
or lists; their codecs are derived from the annotations. Fields that are valid one by one may not
fit together: constructors do not check this, since the rules only make values that fit.

A table is public information, which a server may send to anybody. Reading plays the game again,
placement by placement, and refuses a document whose other members do not follow from the
placements. A view adds the player's own cards; reading refuses it if no deal agrees with it.

A state is the deal, the moves, and the position that they lead to. It contains every hand and all
cards of later rounds, so its kind is `omniscient-state`. The position is for programs that do not
implement the rules; reading replays the moves and refuses another position.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    Faults,
    derived,
    described,
    differences,
    left_out,
    merged,
    named,
    read_fields,
    record,
    remembered,
    text,
)
from westeros_intrigue.gamekit.display import Criterion, FinalResult, ranking_faults
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.errors import (
    DecodingError,
    InvalidValue,
    WrongPhase,
    fault,
    faults_at,
)
from westeros_intrigue.gamekit.values import counted, unchecked
from westeros_intrigue.notation.notation import CARDS_BY_TEXT, SLOTS_BY_TEXT, written_move
from westeros_intrigue.rules.cards import DECK, Card, Move, Slot, in_two_places
from westeros_intrigue.rules.court import (
    Court,
    IllegalMove,
    InvalidCourt,
    Turns,
    Violation,
    ViolationCode,
)
from westeros_intrigue.rules.dealing import InvalidDeal
from westeros_intrigue.rules.history import (
    ADJUSTMENTS,
    Adjustment,
    Decision,
    Elimination,
    Event,
    Phase,
    Placement,
    RoundEnd,
    RoundResult,
    RoundStart,
    SetAside,
)
from westeros_intrigue.rules.log import InvalidRecord, Transcript, course
from westeros_intrigue.rules.scoring import decision
from westeros_intrigue.rules.state import GameState, View, own_faults
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import (
    adjusted_points,
    round_end,
    round_start,
    scored,
    table_after,
)
from westeros_intrigue.rules.unseen import check_finished, check_possible
from westeros_intrigue.rules.variants import STANDARD, InvalidVariant, Variant


def replay_round(  # noqa: PLR0917 - the fields of a document
    table: Table,
    starters: Sequence[Card],
    placements: Sequence[Placement],
    eliminations: Sequence[Elimination],
    turned_over: Sequence[Turns],
    to_move: int | None = None,
) -> Table:
    """Return a table with a round dealt and played. Raise DecodingError for an impossible round.

    `to_move` is the seat that can place after the last event, if that is known.
    """
    if len(turned_over) != len(table.turned_over):
        raise fault(
            f"expected {len(table.turned_over)} entries, not {len(turned_over)}",
            "/turned_over",
        )
    table = _step(table, round_start(table, starters), "/starters")
    for event in course(placements, eliminations, turned_over, to_move):
        match event:
            case Placement():
                path = f"/placements/{len(table.placements)}"
                path += "/player" if event.player != table.active_player else "/move"
            case Elimination():
                path = f"/eliminations/{len(table.eliminations)}"
            case SetAside(player):
                path = f"/turned_over/{player}"
            case _:
                number = len(table.placements)
                is_last = number == len(placements)
                path = "/active_player" if is_last else f"/placements/{number}/player"
        table = _step(table, event, path)
    return table


def replay_result(table: Table, result: RoundResult, turned_over: Sequence[Turns]) -> Table:
    """Return a table with the round of a result dealt and played to its end."""
    played = replay_round(
        table, result.starters, result.placements, result.eliminations, turned_over
    )
    if played.phase is not Phase.ROUND_OVER:
        raise fault(f"player {played.active_player} is not out", "/eliminations")
    return played


def _step(table: Table, event: Event, path: str) -> Table:
    try:
        return table_after(table, event)
    except IllegalMove as error:
        broken = [(path, str(violation)) for violation in error.violations]
        raise DecodingError(broken) from None
    except (InvalidValue, WrongPhase) as error:
        raise fault(str(error), path) from None


def last_state(transcript: Transcript) -> GameState:
    """Return the last state of a transcript. Raise DecodingError if it breaks a rule."""
    try:
        (state,) = deque(transcript.play(), maxlen=1)
    except InvalidRecord as error:
        raise not_played(error, "/placements/{}", "/{}") from None
    return state


def not_played(error: InvalidRecord, round_path: str, placement_path: str) -> DecodingError:
    """Return the error of data that breaks a rule, with the place of the fault."""
    if isinstance(error.__cause__, InvalidVariant):
        path = "/variant"
    elif isinstance(error.__cause__, InvalidDeal):
        path = "/deal"
    elif error.round_number is None:
        path = ""
    else:
        path = round_path.format(error.round_number - 1)
        if error.placement is not None:
            path += placement_path.format(error.placement - 1)
    return DecodingError((path, fault) for fault in error.faults)


# For each code: the possible lengths of `found` and of `slots`, and the other facts it needs.
_FACTS: dict[ViolationCode, tuple[Collection[int], Collection[int], tuple[str, ...]]] = {
    ViolationCode.NOBODY_TO_MOVE: ((0,), (0,), ()),
    ViolationCode.NOT_YOUR_TURN: ((0,), (0,), ("active_player",)),
    ViolationCode.CARD_NOT_IN_HAND: ((0,), (0,), ("player",)),
    ViolationCode.CARD_IN_COURT: ((0,), (1,), ()),
    ViolationCode.SLOT_TAKEN: ((1,), (0,), ()),
    ViolationCode.NOT_FIRST_SLOT: ((0,), (1,), ()),
    ViolationCode.ROW_FULL: ((0,), (0,), ("width_limit",)),
    ViolationCode.NOT_BESIDE: ((0,), (0, 2), ()),
    ViolationCode.SUPPORT_MISSING: ((0,), (1, 2), ()),
    ViolationCode.HOUSE_UNMATCHED: ((2,), (0,), ()),
    ViolationCode.NOT_DICTATED: ((0,), (0,), ("player", "dictated")),
}
_UPPER_ROWS = {ViolationCode.SUPPORT_MISSING, ViolationCode.HOUSE_UNMATCHED}
_BOTTOM_ROW = {ViolationCode.NOT_FIRST_SLOT, ViolationCode.ROW_FULL, ViolationCode.NOT_BESIDE}


def violation_faults(violation: Violation) -> Faults:
    """Yield the faults of a violation: facts that its code lacks or does not use."""
    code = violation.code
    found, slots, needed = _FACTS[code]
    if violation.rule not in code.rules:
        yield "/rule", f"{code.value} cites {' or '.join(code.rules)}"
    if violation.card is None and code is ViolationCode.CARD_IN_COURT:
        yield "/card", f"{code.value} needs a card"
    if violation.card is not None and violation.card.house is not violation.house:
        yield "/house", "it is not the house of the card"
    if code in _UPPER_ROWS and not violation.slot.row:
        yield "/slot", f"{code.value} applies only to an upper row"
    if code in _BOTTOM_ROW and violation.slot.row:
        yield "/slot", f"{code.value} applies only to the bottom row"
    if len(violation.found) not in found:
        yield "/found", f"{code.value} does not come with {counted(len(violation.found), 'card')}"
    if len(violation.slots) not in slots:
        yield "/slots", f"{code.value} does not come with {counted(len(violation.slots), 'slot')}"
    elif code is ViolationCode.SUPPORT_MISSING:
        expected = (slot for slot in violation.slot.supports if slot in violation.slots)
        if violation.slots != tuple(expected):
            yield "/slots", "the slot does not rest on them"
    for name in ("player", "active_player", "width_limit", "dictated"):
        is_given = getattr(violation, name) is not None
        # Any violation may name the player who tried the move.
        if is_given != (name in needed) and not (is_given and name == "player"):
            yield f"/{name}", f"{code.value} {'does not use' if is_given else 'needs'} {name}"


def adjustment_faults(adjustment: Adjustment) -> Faults:
    """Yield the fault of an adjustment whose points do not fit its rule."""
    if adjustment.points != ADJUSTMENTS[adjustment.rule]:
        yield "/points", f"{adjustment.rule} is worth {ADJUSTMENTS[adjustment.rule]}"


def final_faults(result: FinalResult) -> Faults:
    """Yield the faults of a final result.

    The order of players with equal totals depends on their Iron Throne cards and is not checked.
    Everything else follows from the totals.
    """
    players = len(result.totals)
    yield from ranking_faults(result, players)
    ranked = [player for place in result.ranking for player in place]
    if sorted(ranked) != list(range(players)):
        return
    totals = [result.totals[player] for player in ranked]
    if totals != sorted(totals):
        yield "/ranking", "a lower total ranks higher"
    for index, place in enumerate(result.ranking):
        if len({result.totals[player] for player in place}) > 1 or list(place) != sorted(place):
            yield f"/ranking/{index}", "players share a place at equal totals, in seat order"
    decided_by = decision(totals, len(result.ranking[0]))
    if result.decided_by is not decided_by:
        yield "/decided_by", f"it was decided by {decided_by.value}"


def start_faults(start: RoundStart) -> Faults:
    """Yield the faults of a deal: an unknown seat, a wrong number of cards, a doubled card."""
    players = len(start.hands)
    if start.starting_player >= players:
        yield "/starting_player", f"the table has {counted(players, 'player')}"
    for seat, hand in enumerate(start.hands):
        if hand is not None and len(hand) != start.hand_size:
            yield f"/hands/{seat}", f"a hand has {counted(start.hand_size, 'card')}"
    if in_two_places(start.starters, *(hand or () for hand in start.hands)):
        yield "/hands", "a card is in two places"


def end_faults(end: RoundEnd | RoundResult) -> Faults:
    """Yield the faults of the points of a round."""
    players = len(end.cards_left)
    if isinstance(end, RoundEnd) and end.last_placer >= players:
        yield "/last_placer", f"the table has {counted(players, 'player')}"
    adjusted = [change.player for change in end.adjustments]
    if len(end.penalty_points) != players or max(adjusted, default=0) >= players:
        yield "/penalty_points", f"the table has {counted(players, 'player')}"
        return
    if adjusted != sorted(set(adjusted)):
        yield "/adjustments", "each player has at most one, in seat order"
    if adjusted_points(end.cards_left, end.adjustments) != end.penalty_points:
        yield "/penalty_points", "they are not the cards left plus the adjustments"


def result_faults(result: RoundResult) -> Faults:
    """Yield the faults of a result that no round of any game can have."""
    if len(result.kept) != len(result.cards_left):
        yield "/kept", f"there are {len(result.cards_left)} players"
        return
    try:
        table = _after_round(result)
    except DecodingError as error:
        yield from error.faults
        return
    faults = [
        *_course_faults(result, table),
        *end_faults(result),
        *_card_faults(result),
        *_turn_faults(result, table),
    ]
    yield from faults
    if not faults:
        try:
            check_finished(table, [attrs.evolve(result, round_number=1)])
        except InvalidValue:
            yield "/eliminations", "no deal leads to them"


def _after_round(result: RoundResult) -> Table:
    """Return a table on which the round was played first. Raise DecodingError if that fails."""
    players = len(result.cards_left)
    if result.starting_player >= players:
        raise fault(f"the table has {counted(players, 'player')}", "/starting_player")
    dealt = sum(result.cards_left) + len(result.placements) + len(result.starters)
    dead = len(DECK) - dealt
    variant = STANDARD
    is_usual = dealt in (len(DECK), variant.hand_size(players, 1) * players)
    # With Anyone Can Die, at least two die between two rounds.
    if not is_usual and dead % 2 == 0 and dead >= 2 * (result.round_number - 1):
        variant = STANDARD.with_options(anyone_can_die=True).with_rounds(1).with_dead(dead)
    table = Table.new(players, variant=variant, first_player=result.starting_player)
    return replay_result(table, result, ())


def _course_faults(result: RoundResult, table: Table) -> Faults:
    if result.cards_left != table.hand_sizes:
        yield "/cards_left", "no round deals the players this number of cards"
    elif result.eliminations != table.eliminations:
        yield "/eliminations", "the placements do not lead to these eliminations"
    if result.last_placer != table.last_placer:
        yield "/last_placer", "another player placed the last card"
    for seat, (kept, missing) in enumerate(zip(result.kept, table.missing_houses, strict=True)):
        if kept is not None and any(card.house in missing for card in kept):
            yield f"/kept/{seat}", "one of these cards could have been placed"


def _card_faults(result: RoundResult) -> Faults:
    hands = []
    for seat, kept in enumerate(result.kept):
        if kept is not None and len(kept) != result.cards_left[seat]:
            yield (
                f"/kept/{seat}",
                f"player {seat} was left with {counted(result.cards_left[seat], 'card')}",
            )
        hands.append(sorted([*_placed_by(result, seat), *(kept or ())]))
    if in_two_places(result.starters, *hands):
        yield "/kept", "a card is in two places"
    if result.deal is None:
        return
    if None in result.kept:
        yield "/deal", "if the deal is known, all cards left are known"
    elif list(map(sorted, result.deal.hands)) != hands:
        yield "/deal/hands", "a hand must be the cards that its player placed or has left"
    if result.deal.starters != result.starters:
        yield "/deal/starters", "they are not the starters of the round"


def _placed_by(result: RoundResult, seat: int) -> list[Card]:
    return [placed.move.card for placed in result.placements if placed.player == seat]


def _is_closed_for(seat: int, result: RoundResult, table: Table) -> bool:
    """Return whether no slot was open when a seat went out: nobody placed a card after that."""
    if table.board.open_slots:
        return False
    end = len(result.placements)
    return any(out.player == seat and out.placements_before == end for out in result.eliminations)


def _turn_faults(result: RoundResult, table: Table) -> Faults:
    if len(result.turned_over) not in (0, len(result.kept)):
        yield "/turned_over", f"there are {len(result.kept)} players"
        return
    for seat, turns in enumerate(result.turned_over):
        path = f"/turned_over/{seat}"
        placed = _placed_by(result, seat)
        kept = result.kept[seat]
        if not turns:
            continue
        if len(turns) != len(placed) + 1:
            yield path, "there is a turn for each placement, and one on which the house goes out"
        elif (turns[-1] or not _is_closed_for(seat, result, table)) and kept != turns[-1][::-1]:
            yield path, "the cards left must be those that the house turned over last"
        elif kept is not None:
            own = {*placed, *kept}
            if any(card not in own for turn in turns for card in turn):
                yield path, "a house turns over only its own cards"


# Looking texts up is faster than parsing them, and a state has hundreds.
_CARD_TEXTS = tuple(CARDS_BY_TEXT)
_SLOT_TEXTS = {slot.cell: text for text, slot in SLOTS_BY_TEXT.items()}
_SLOT_PATTERN = "[a-z](0|-?[1-9][0-9]{0,100})"
_SLOT_TEXT = re.compile(_SLOT_PATTERN)


def _slot(written: str) -> Slot | None:
    near = SLOTS_BY_TEXT.get(written)
    if near is not None or not _SLOT_TEXT.fullmatch(written):
        return near
    try:
        return Slot(ord(written[0]) - ord("a"), int(written[1:]))
    except InvalidValue:
        return None


def _move(written: str) -> Move | None:
    if near := written_move(written):
        return near
    card_text, _, slot_text = written.partition("@")
    card, slot = CARDS_BY_TEXT.get(card_text), _slot(slot_text)
    return None if card is None or slot is None else Move(card, slot)


def _card_text(card: Card) -> str:
    return _CARD_TEXTS[card.index]


def _slot_text(slot: Slot) -> str:
    return _SLOT_TEXTS.get(slot.cell) or str(slot)


def _move_text(move: Move) -> str:
    slot = move.slot
    return f"{_CARD_TEXTS[move.card.index]}@{_SLOT_TEXTS.get(slot.cell) or slot}"


def _court(cards: dict[Slot, Card], width_limit: int) -> Court:
    try:
        return Court(cards, width_limit)
    except InvalidCourt as error:
        raise DecodingError(("/cards", fault) for fault in error.faults) from None


def _write_court(court: Court) -> Data:
    return {"cards": _write_cards(court), "width_limit": court.width_limit}


def _write_cards(cards: Mapping[Slot, Card]) -> Data:
    return {
        _SLOT_TEXTS.get(slot.cell) or str(slot): _CARD_TEXTS[card.index]
        for slot, card in cards.items()
    }


def _read_cards(data: object) -> dict[Slot, Card]:
    if type(data) is not dict:
        raise fault(f"expected an object, not {described(data)}")
    lying = {}
    for key, card in data.items():
        slot = SLOT.read(key)
        with faults_at(key):
            lying[slot] = CARD.read(card)
    return lying


CARD = named("card", text("a card", "^[SLBT][1-9]$", CARDS_BY_TEXT.get, _card_text))
SLOT = named("slot", text("a slot", f"^{_SLOT_PATTERN}$", _slot, _slot_text))
MOVE = named("move", text("a move", f"^[SLBT][1-9]@{_SLOT_PATTERN}$", _move, _move_text))
_CARDS_BY_SLOT = Codec(
    _write_cards,
    _read_cards,
    {
        "description": "The cards by their slots, row by row from the bottom left.",
        "type": "object",
        "propertyNames": SLOT.schema,
        "additionalProperties": CARD.schema,
    },
    merged(SLOT, CARD),
)


def _court_codec(codecs: Codecs) -> Codec[Court]:
    limit = codecs.fields(Court, ["width_limit"])
    codec = record(_court, {"cards": _CARDS_BY_SLOT, **limit})
    return named("court", attrs.evolve(codec, write=_write_court))


UNCHECKED = Codecs(
    {
        Card: CARD,
        Slot: SLOT,
        Move: MOVE,
        Court: _court_codec,
        Criterion: lambda codecs: codecs.codec_for(Decision),
        Variant: lambda codecs: remembered(named("variant", codecs.record(Variant))),
    }
)
"""The codecs of the values of the game, which check each field separately."""
CODECS = UNCHECKED.checking(
    {
        Adjustment: adjustment_faults,
        RoundResult: result_faults,
        RoundStart: start_faults,
        RoundEnd: end_faults,
        FinalResult: final_faults,
        Violation: violation_faults,
    }
)
"""The codecs of the values of the game, which also check that the fields fit together."""


_READ = (
    "players",
    "variant",
    "phase",
    "round_number",
    "starting_player",
    "active_player",
    "can_place",
    "starters",
    "placements",
    "eliminations",
    "turned_over",
    "results",
    "has_numbers",
)
_DERIVED = (
    "court",
    "hand_sizes",
    "missing_houses",
    "known_stacks",
    "last_placer",
    "penalty_points",
    "score_pile_sizes",
    "revealed_score_piles",
)


def table_codec(codecs: Codecs) -> Codec[Table]:
    """Return the codec of a table, from those of its parts, which it checks itself."""
    fields = codecs.fields(Table, _READ)
    following = codecs.fields(Table, _DERIVED)
    members = {**fields, **{name: derived(codec) for name, codec in following.items()}}

    def read(data: object) -> Table:
        found = read_fields(data, members)
        table = _table(found)
        # Fields that were read are compared as values first, which is faster than comparing data.
        right = {
            name: codec.write(getattr(table, name))
            for name, codec in members.items()
            if name in following or found[name] != getattr(table, name)
        }
        assert isinstance(data, dict)  # noqa: S101 - for the type checker: its fields were read
        if faults := differences({name: data[name] for name in right}, right):
            raise DecodingError(faults)
        with faults_at():
            check_finished(table, table.results)
            check_possible(table)
        return table

    codec = attrs.evolve(record(Table, members), read=read)
    return left_out(codec, {"has_numbers": True})


def _table(fields: dict[str, Any]) -> Table:
    """Return the table that the placements lead to, round by round."""
    players, results = fields["players"], fields["results"]
    first_player = (fields["starting_player"] - fields["round_number"] + 1) % players
    try:
        table = Table.new(
            players,
            variant=fields["variant"],
            first_player=first_player,
            has_numbers=fields["has_numbers"],
        )
    except InvalidVariant as error:
        raise DecodingError(("/variant", fault) for fault in error.faults) from None
    round_count = table.variant.rounds_for(players)
    if len(results) > round_count:
        raise fault(f"the game has {counted(round_count, 'round')}", "/results")
    for index, result in enumerate(results):
        with faults_at("results", index):
            table = replay_result(table, result, result.turned_over)
        table = scored(table, round_end(table))
    if len(results) == round_count:
        return _revealed(table, results)
    if fields["phase"] is Phase.DEALING:
        return table
    return replay_round(
        table,
        fields["starters"],
        fields["placements"],
        fields["eliminations"],
        fields["turned_over"],
        fields["active_player"] if fields["can_place"] else None,
    )


def _revealed(table: Table, results: tuple[RoundResult, ...]) -> Table:
    drawn = [result.throne_card for result in results]
    shown = [card for card in drawn if card is not None]
    with faults_at("results"):
        return table.revealed(shown) if shown else table


def _view(**fields: Any) -> View:  # noqa: ANN401 - the fields of a view, read by their codecs
    view = unchecked(View, **fields)
    faults = list(own_faults(view))
    hands: list[tuple[str, tuple[Card, ...] | None]] = [("/hand", view.hand)]
    hands += [(f"/kept/{index}", cards) for index, cards in enumerate(view.kept)]
    for path, cards in hands:
        if cards is None:
            faults.append((path, "the player has seen these cards"))
        elif list(cards) != sorted(cards):
            faults.append((path, "the cards of a hand must be sorted by house and number"))
    if faults:
        raise DecodingError(faults)
    with faults_at():
        check_finished(view.table, view.results)
        check_possible(view.table, view)
    return view


def view_codec(codecs: Codecs) -> Codec[View]:
    """Return the codec of a view."""
    codec = record(_view, codecs.fields(View, ("player", "hand", "score_pile", "kept", "table")))

    def write(view: View) -> Data:
        if None in view.kept:
            raise InvalidValue(
                f"a view of a state drawn from another view has no complete history: {view!r}. "
                "Write the other view"
            )
        return codec.write(view)

    return attrs.evolve(codec, write=write)


_POSITION = (
    "phase",
    "round_number",
    "starting_player",
    "active_player",
    "court",
    "hands",
    "placements",
    "eliminations",
    "last_placer",
    "known_counts",
    "penalty_points",
    "score_piles",
    "results",
)
"""The fields of the position, which must be that of the replay."""


def state_codec(codecs: Codecs) -> Codec[GameState]:
    """Return the codec of a state, hidden cards included."""
    history = codecs.fields(Transcript)
    position = record(GameState, codecs.fields(GameState, _POSITION))
    fields = {**history, "position": derived(position)}

    def write(state: GameState) -> Data:
        transcript = Transcript.of(state)
        data = {name: codec.write(getattr(transcript, name)) for name, codec in history.items()}
        return {**data, "position": position.write(state)}

    def read(data: object) -> GameState:
        values = read_fields(data, fields)
        found = values.pop("position")
        transcript = Transcript(**values)
        # Each round that has begun has a list of placements, perhaps an empty one.
        begun = min(len(transcript.deal.rounds), transcript.scored_rounds + 1)
        if len(transcript.placements) != begun:
            count = len(transcript.placements)
            raise fault(f"rounds that have begun: {begun}, not {count}", "/placements")
        state = last_state(transcript)
        if faults := differences(found, position.write(state), "/position"):
            raise DecodingError(faults)
        return state

    return attrs.evolve(record(GameState, fields), write=write, read=read)
