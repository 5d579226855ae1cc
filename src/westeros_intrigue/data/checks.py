"""Checks of values whose fields are valid one by one, but may not fit together.

The constructors do not check this, since the rules only make values that fit. Data can come from
anybody.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.base.results import FinalResult, ranking_faults
from westeros_intrigue.base.values import counted
from westeros_intrigue.data.codecs import Faults
from westeros_intrigue.data.replay import replay_result
from westeros_intrigue.rules.cards import DECK, Card, in_two_places
from westeros_intrigue.rules.events import RoundEnd, RoundStart
from westeros_intrigue.rules.history import ADJUSTMENTS, Adjustment, RoundResult
from westeros_intrigue.rules.points import adjusted_points
from westeros_intrigue.rules.scoring import decision
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.unseen import check_finished
from westeros_intrigue.rules.variants import STANDARD
from westeros_intrigue.rules.violations import Violation, ViolationCode

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
