"""What is wrong with a value although each of its fields is right.

The classes themselves do not check this: the library makes them, and makes them right. Data may
come from anybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from westeros_intrigue.base.errors import DecodingError
from westeros_intrigue.data.codecs import Faults
from westeros_intrigue.data.courses import Course
from westeros_intrigue.rules.cards import DECK, Card
from westeros_intrigue.rules.events import RoundEnd, RoundStart
from westeros_intrigue.rules.history import Adjustment, Decision, FinalResult, RoundResult
from westeros_intrigue.rules.points import ADJUSTMENTS, adjusted_points
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import STANDARD
from westeros_intrigue.rules.violations import RULES, Violation, ViolationCode

# For each code: how many of `found` and `slots` it has, and the other facts that it needs.
_FACTS: dict[ViolationCode, tuple[Collection[int], Collection[int], frozenset[str]]] = {
    ViolationCode.NOBODY_TO_MOVE: ((0,), (0,), frozenset()),
    ViolationCode.NOT_YOUR_TURN: ((0,), (0,), frozenset({"active_player"})),
    ViolationCode.CARD_NOT_IN_HAND: ((0,), (0,), frozenset({"player"})),
    ViolationCode.CARD_IN_COURT: ((0,), (1,), frozenset()),
    ViolationCode.SLOT_TAKEN: ((1,), (0,), frozenset()),
    ViolationCode.NOT_FIRST_SLOT: ((0,), (1,), frozenset()),
    ViolationCode.ROW_FULL: ((0,), (0,), frozenset({"width_limit"})),
    ViolationCode.NOT_BESIDE: ((0,), (0, 2), frozenset()),
    ViolationCode.SUPPORT_MISSING: ((0,), (1, 2), frozenset()),
    ViolationCode.HOUSE_UNMATCHED: ((2,), (0,), frozenset()),
    ViolationCode.NOT_DICTATED: ((0,), (0,), frozenset({"player", "dictated"})),
}
_UPPER_ROWS = {ViolationCode.SUPPORT_MISSING, ViolationCode.HOUSE_UNMATCHED}
_BOTTOM_ROW = {ViolationCode.NOT_FIRST_SLOT, ViolationCode.ROW_FULL, ViolationCode.NOT_BESIDE}


def violation_faults(violation: Violation) -> Faults:
    """Yield what keeps a violation from being one: facts that its code lacks, or has no use for."""
    code = violation.code
    found, slots, needed = _FACTS[code]
    if violation.rule not in RULES[code]:
        yield "/rule", f"{code.value} cites {' or '.join(RULES[code])}"
    if violation.card is None and code is ViolationCode.CARD_IN_COURT:
        yield "/card", f"{code.value} is said of a card"
    if violation.card is not None and violation.card.house is not violation.house:
        yield "/house", "it is not the house of the card"
    if code in _UPPER_ROWS and not violation.slot.row:
        yield "/slot", f"{code.value} is said of an upper row"
    if code in _BOTTOM_ROW and violation.slot.row:
        yield "/slot", f"{code.value} is said of the bottom row"
    if len(violation.found) not in found:
        yield "/found", f"{code.value} does not come with {len(violation.found)} cards"
    if len(violation.slots) not in slots:
        yield "/slots", f"{code.value} does not come with {len(violation.slots)} slots"
    elif code is ViolationCode.SUPPORT_MISSING:
        expected = (slot for slot in violation.slot.supports if slot in violation.slots)
        if violation.slots != tuple(expected):
            yield "/slots", "the slot does not rest on them"
    for name in ("player", "active_player", "width_limit", "dictated"):
        is_given = getattr(violation, name) is not None
        # Any violation may be that of a player.
        if is_given != (name in needed) and not (is_given and name == "player"):
            yield f"/{name}", f"{code.value} {'has no' if is_given else 'lacks its'} {name}"


def adjustment_faults(adjustment: Adjustment) -> Faults:
    """Yield what keeps an adjustment from being one."""
    if adjustment.points != ADJUSTMENTS[adjustment.rule]:
        yield "/points", f"{adjustment.rule} gives {ADJUSTMENTS[adjustment.rule]}"


def final_faults(result: FinalResult) -> Faults:
    """Yield what keeps a result from being that of any game.

    How players with equal totals share places is taken from the result, as it depends on their
    Iron Throne cards; the rest follows from the totals.
    """
    players = len(result.totals)
    ranked = [player for place in result.ranking for player in place]
    if sorted(ranked) != list(range(players)):
        yield "/ranking", "each player has one place"
        return
    totals = [result.totals[player] for player in ranked]
    if totals != sorted(totals):
        yield "/ranking", "a lower total ranks higher"
    for index, place in enumerate(result.ranking):
        if len({result.totals[player] for player in place}) > 1 or list(place) != sorted(place):
            yield f"/ranking/{index}", "players share a place at equal totals, in seat order"
    if result.winners != result.ranking[0]:
        yield "/winners", "the winners are those in the first place"
    if totals.count(totals[0]) == 1:
        decided_by = Decision.LOWEST_TOTAL
    else:
        decided_by = Decision.SHARED if len(result.ranking[0]) > 1 else Decision.FEWEST_ICONS
    if result.decided_by is not decided_by:
        yield "/decided_by", f"it was decided by {decided_by.value}"


def start_faults(start: RoundStart) -> Faults:
    """Yield what keeps a deal from being one: a seat or a card that cannot be."""
    players = len(start.hands)
    if start.starting_player >= players:
        yield "/starting_player", f"there are {players} players"
    for seat, hand in enumerate(start.hands):
        if hand is not None and len(hand) != start.hand_size:
            yield f"/hands/{seat}", f"{start.hand_size} cards are dealt"
    known = [*start.starters, *chain(*(hand or () for hand in start.hands))]
    if len(set(known)) != len(known):
        yield "/hands", "a card is in two places"


def end_faults(end: RoundEnd) -> Faults:
    """Yield what keeps points from being those of a round."""
    players = len(end.cards_left)
    strangers = any(change.player >= players for change in end.adjustments)
    if len(end.penalty_points) != players or strangers:
        yield "/penalty_points", f"there are {players} players"
    else:
        yield from _points_faults(end)


def result_faults(result: RoundResult) -> Faults:
    """Yield what keeps a result from being that of any round, at whatever table."""
    try:
        yield from _result_faults(result)
    except DecodingError as error:
        yield from error.faults


def _result_faults(result: RoundResult) -> Iterator[tuple[str, str]]:
    players = len(result.cards_left)
    per_seat = {"kept": result.kept, "penalty_points": result.penalty_points}
    wrong = [name for name, values in per_seat.items() if len(values) != players]
    yield from ((f"/{name}", f"there are {players} players") for name in wrong)
    strangers = [(path, seat) for path, seat in _seats(result) if seat >= players]
    for path, seat in strangers:
        yield path, f"there are {players} players, and no player {seat}"
    if not wrong and not strangers:
        yield from _course_faults(result)
        yield from _points_faults(result)
        yield from _card_faults(result)
        yield from _turn_faults(result)


def _seats(result: RoundResult) -> Iterator[tuple[str, int]]:
    yield "/starting_player", result.starting_player
    yield "/last_placer", result.last_placer
    for index, placement in enumerate(result.placements):
        yield f"/placements/{index}/player", placement.player
    for index, change in enumerate(result.adjustments):
        yield f"/adjustments/{index}/player", change.player


def _course_faults(result: RoundResult) -> Iterator[tuple[str, str]]:
    if not result.placements:
        yield "/placements", "the first player of a round can always place"
        return
    hand_sizes = list(result.cards_left)
    for placement in result.placements:
        hand_sizes[placement.player] += 1
    if len(set(hand_sizes)) > 1:
        yield "/cards_left", "the players were not dealt equally many cards"
        return
    table = _before_deal(result)
    if table is None or table.variant.hand_size(table.players, 1) != hand_sizes[0]:
        yield "/cards_left", "no round deals so many cards"
        return
    laid = Course(result.placements, None, ()).laid_on(table, result.starters)
    if laid.eliminations != result.eliminations:
        yield "/eliminations", "the placements do not lead to these eliminations"
    if result.placements[-1].player != result.last_placer:
        yield "/last_placer", "another player placed the last card"
    for seat, kept in enumerate(result.kept):
        missing = laid.missing_houses[seat]
        if kept is not None and any(card.house in missing for card in kept):
            yield f"/kept/{seat}", "one of these cards could have been placed"


def _before_deal(result: RoundResult) -> Table | None:
    """Return a table at which the round can have been dealt, as its first; None without one."""
    players, first_player = len(result.cards_left), result.starting_player
    dealt = sum(result.cards_left) + len(result.placements) + len(result.starters)
    variant = STANDARD
    if dealt not in (len(DECK), variant.hand_size(players, 1) * players):
        # With Anyone Can Die two have died before each round but the first, or more.
        dead = len(DECK) - dealt
        if dead % 2 or dead < 2 * (result.round_number - 1):
            return None
        variant = STANDARD.with_options(anyone_can_die=True).with_rounds(1).with_dead(dead)
    return Table.new(players, variant=variant, first_player=first_player)


def _points_faults(result: RoundResult | RoundEnd) -> Iterator[tuple[str, str]]:
    adjusted = [change.player for change in result.adjustments]
    if adjusted != sorted(set(adjusted)):
        yield "/adjustments", "each player has one at the most, in seat order"
    points = adjusted_points(result.cards_left, result.adjustments)
    if points != result.penalty_points or min(points) < 0:
        yield "/penalty_points", "a point for each card left, adjusted, gives other points"


def _card_faults(result: RoundResult) -> Iterator[tuple[str, str]]:
    for seat, kept in enumerate(result.kept):
        if kept is not None and len(kept) != result.cards_left[seat]:
            yield f"/kept/{seat}", f"{result.cards_left[seat]} cards are left"
    placed: list[list[Card]] = [[] for _ in result.kept]
    for placement in result.placements:
        placed[placement.player].append(placement.move.card)
    known = [*chain(*placed), *result.starters, *chain(*(kept or () for kept in result.kept))]
    if len(set(known)) != len(known):
        yield "/kept", "a card is in two places"
    if result.deal is None:
        return
    if None in result.kept:
        yield "/deal", "where the deal is known, so is everything else"
        return
    held = [
        frozenset((*cards, *(kept or ()))) for cards, kept in zip(placed, result.kept, strict=True)
    ]
    if [frozenset(hand) for hand in result.deal.hands] != held or len(known) != len(
        result.deal.dealt
    ):
        yield "/deal/hands", "a hand is what its player placed and kept"
    if result.deal.starters != result.starters:
        yield "/deal/starters", "they are not those of the round"


def _turn_faults(result: RoundResult) -> Iterator[tuple[str, str]]:
    if len(result.turned_over) not in (0, len(result.kept)):
        yield "/turned_over", f"there are {len(result.kept)} players"
        return
    for seat, turns in enumerate(result.turned_over):
        path = f"/turned_over/{seat}"
        placed = [placed.move.card for placed in result.placements if placed.player == seat]
        kept = result.kept[seat]
        if not turns:
            continue
        if len(turns) != len(placed) + 1:
            yield path, "there is a turn for each placement, and one on which the house goes out"
        elif turns[-1] is not None and kept != turns[-1][::-1]:
            yield path, "a house keeps what it turns over last"
        elif kept is not None:
            own = {*placed, *kept}
            if any(card not in own for turn in turns for card in turn or ()):
                yield path, "a house turns over its own cards"
