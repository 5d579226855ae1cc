"""Events applied to a table: the changes that each makes, and the checks before them.

One loop passes the turn and eliminates players. A round costs a point for each card left, adjusted
by options.

The checks use only visible cards; `unseen` counts the hidden cards that fit a table.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end, turn.must-place, solo.highest, solo.side,
solo.public, final.reveal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase, WrongType
from westeros_intrigue.rules import automated, dealing
from westeros_intrigue.rules.automated import find_seen_cards
from westeros_intrigue.rules.board import Board
from westeros_intrigue.rules.cards import (
    HOUSES,
    Card,
    Cards,
    IronThroneCard,
    Move,
    Piles,
    Slot,
    ThroneCards,
)
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Phase,
    Placement,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
    check_phase,
)
from westeros_intrigue.rules.points import Adjustment, add_adjustments, list_adjustments
from westeros_intrigue.rules.public_facts import TableFacts
from westeros_intrigue.rules.round_results import RoundResult
from westeros_intrigue.rules.violations import IllegalMove

T = TypeVar("T", bound=TableFacts)


def table_after(table: T, event: Event) -> T:  # noqa: PLR0911 - one for each event
    """Return the table after an event; see `Table.then`."""
    match event:
        case RoundStart():
            return _after_round_start(table, event)
        case TurnStart():
            seat = _check_to_move(table, event.player, "a turn starts")
            if table.can_place:
                raise InvalidValue(f"the turn of player {seat} has started already")
            if not may_place(table):
                raise InvalidValue(f"player {seat} cannot place a card and must go out")
            return attrs.evolve(table, can_place=True)
        case SetAside(player, cards):
            return _after_set_aside(table, player, cards)
        case Placement(player, move):
            return _after_placement(table, player, move)
        case Elimination():
            return _after_elimination(table, event)
        case RoundEnd():
            return _after_round_end(table, event)
        case Reveal(score_piles):
            return _after_reveal(table, score_piles)
        case _:
            raise WrongType(f"event must be an Event, not {values.short_repr(event)}")


def may_place(table: TableFacts) -> bool:
    """Return True if the seat to move has a card and the court has an open slot."""
    seat = table.active_player
    return seat is not None and table.hand_sizes[seat] > 0 and table._board.open_bits > 0


def waiting(table: T, results: tuple[RoundResult, ...], starting_player: int) -> T:
    """Return a table before the deal of the round after these results."""
    automated = table.variant.automated
    return attrs.evolve(
        table,
        board=Board.empty(*table._board[2:4]),
        hand_size=0,
        starters=(),
        active_player=None,
        can_place=False,
        placements=(),
        eliminations=(),
        turned_over=((),) * table.players if automated else (),
        results=results,
        starting_player=starting_player,
    )


def deal_table(table: T, event: RoundStart) -> T:
    """Return the table after the deal of the next round, which the caller has checked."""
    board = table._board
    for column, card in enumerate(event.starters):
        board = board.place(card.house.index, Slot(0, column).cell)
    return attrs.evolve(
        table,
        hand_size=event.hand_size,
        starters=event.starters,
        board=board,
        active_player=table.starting_player,
        can_place=True,  # the first player of a round always can
    )


def round_start(
    table: TableFacts, starters: Iterable[Card], hands: tuple[Cards | None, ...] = ()
) -> RoundStart:
    """Return the event for the deal of the next round."""
    return RoundStart(
        table.round_number,
        table.starting_player,
        table.variant.hand_size(table.players, table.round_number),
        limits.tuple_of("starters", Card, starters),
        hands or (None,) * table.players,
    )


def round_end(table: TableFacts, throne_card: IronThroneCard | None = None) -> RoundEnd:
    """Return the event for the scoring of a finished round."""
    check_phase(table.phase, Phase.ROUND_OVER, "a round is scored")
    last, cards_left = table.placements[-1], table.hand_sizes
    adjusted = list_adjustments(table.variant, last.move.card.house, cards_left)
    points = add_adjustments(cards_left, adjusted)
    number = table.round_number
    return RoundEnd(number, cards_left, adjusted, points, last.player, throne_card)


def _after_round_start(table: T, event: RoundStart) -> T:
    check_phase(table.phase, Phase.DEALING, "a round is dealt")
    expected = round_start(table, event.starters)
    starters = expected.starters
    count = table.variant.starter_count(table.players, table.round_number)
    if len(starters) != count:
        wanted = english.count_things(count, "card")
        found = english.join_words(starters) or "none"
        raise InvalidValue(f"{wanted} must start the bottom row, not {len(starters)}: {found}")
    values.check_type("hands", event.hands, tuple)
    if len(event.hands) != table.players:
        hands = f"{table.players} hands, one for each player, not {len(event.hands)}"
        raise InvalidValue(f"there must be {hands}")
    _require(attrs.evolve(event, hands=expected.hands), expected, expected)
    return deal_table(table, expected)


def _require(event: Event, expected: Event, what: object) -> None:
    """Raise InvalidValue, with the first field that differs, unless an event is the expected one.

    `what` describes the expected event.
    """
    for field in attrs.fields(type(expected)):
        found, wanted = getattr(event, field.name), getattr(expected, field.name)
        if not _is_same(found, wanted):
            shown = values.short_repr(found)
            raise InvalidValue(
                f"{field.name} must be {wanted!r}, not {shown}: the event is '{what}'"
            )


def _is_same(found: object, wanted: object) -> bool:
    """Return True if a part of an event is the wanted one, also by type; NumPy integers count."""
    if type(wanted) is int:
        found = values.as_int(found)
    if type(found) is not type(wanted):  # other parts may be unable to compare
        return False
    if isinstance(found, tuple) and isinstance(wanted, tuple):
        return len(found) == len(wanted) and all(map(_is_same, found, wanted))
    if isinstance(found, Adjustment) and isinstance(wanted, Adjustment):
        return _is_same(attrs.astuple(found), attrs.astuple(wanted))
    return found == wanted


def _check_to_move(table: TableFacts, player: int, what: str) -> int:
    """Return the seat to move. Raise an error if the phase is wrong or another player moves."""
    seat = seat_to_move(table, what)
    if values.check_integer("player", player) != seat:
        raise InvalidValue(f"player {seat} is to move, not player {player}")
    return seat


def _after_set_aside(table: T, player: int, cards: Cards) -> T:
    player = _check_to_move(table, player, "cards are set aside")
    if player not in table.variant.automated or table.is_drawing:
        raise InvalidValue(f"player {player} is not automated, or has already set cards aside")
    if not (drawn := limits.tuple_of("cards", Card, cards)):
        raise InvalidValue(f"player {player} must set at least 1 card aside")
    fitting = (card for card in drawn if card.house in table._board.open_houses)
    faults = [f"{card} fits, so player {player} must place it" for card in fitting]
    faults += _list_undrawn(table, player, drawn)
    if len(drawn) > (left := table.hand_sizes[player]):
        has = english.count_things(left, "card")
        faults.append(f"the stack of player {player} has {has}, but {len(drawn)} are turned over")
    if faults:
        raise InvalidValue("; ".join(faults))
    return _with_turn(table, player, drawn)


def _with_turn(table: T, player: int, cards: Cards) -> T:
    turned_over = table.turned_over
    turns = values.replace_item(turned_over, player, (*turned_over[player], cards))
    return attrs.evolve(table, turned_over=turns)


def _list_undrawn(table: TableFacts, player: int, cards: Iterable[Card]) -> Iterator[str]:
    """Yield the faults of the next cards of a stack where their places are known."""
    left, turns = table.hand_sizes[player], table.turned_over[player]
    stack = find_seen_cards(left, table.hand_size - left, turns)
    for seen, card in zip(stack, cards, strict=False):
        if seen not in (None, card):
            yield f"player {player} must turn over {seen}, not {card}"


def _after_placement(table: T, player: int, move: Move) -> T:
    values.check_type("move", move, Move)
    player = _check_to_move(table, player, "a card is placed")
    card, slot = move.card, move.slot
    board = table._board
    taken = {placed.move.card.index for placed in table.placements}
    if card.index in taken or card in table.starters or not board.is_open(card.house, slot.cell):
        table.court.place(card, slot)  # which raises the violations
    board = board.place(card.house.index, slot.cell)
    if player in table.variant.automated:
        house = table.variant.houses[player]
        dictated = automated.find_dictated_move((card,), table._board.open_bits, house)
        if broken := automated.procedure_violations(dictated, card, slot, player):
            raise IllegalMove(broken, move, table)
        for fault in _list_undrawn(table, player, [card]):
            raise InvalidValue(fault)
    placements = (*table.placements, Placement(player, move))
    return _pass_on(table, placements=placements, board=board)


def _after_elimination(table: T, event: Elimination) -> T:
    seat = _check_to_move(table, event.player, "a player goes out")
    expected = elimination(table)
    placed = english.count_things(expected.placements_before, "placement")
    _require(event, expected, f"{expected} after {placed}")
    left = expected.cards_left
    if left and len(table._board.open_houses) == len(HOUSES):
        held = english.count_things(left, "card")
        raise InvalidValue(f"a player with {held} cannot be out: every house has an open slot")
    if left and table.can_place:
        raise InvalidValue(f"player {seat} is known to have a legal move")
    if seat in table.variant.automated:
        cards = table.turned_over[seat][-1] if table.is_drawing else ()
        # If no slot is open, players need not turn over a stack to see that no card fits.
        if len(cards) < left and (cards or table._board.open_bits):
            raise InvalidValue(
                f"player {seat} is automated, and must turn over the whole stack, "
                f"{english.count_things(left, 'card')}, not {len(cards)}"
            )
    return _pass_on(table, eliminations=(*table.eliminations, expected))


def elimination(table: TableFacts) -> Elimination:
    """Return the event for the elimination of the seat to move."""
    seat = seat_to_move(table, "a player goes out")
    return Elimination(seat, len(table.placements), table.hand_sizes[seat])


def _pass_on(table: T, **changes: Any) -> T:  # noqa: ANN401 - fields, each of its type
    """Return the table with these changes, with the next player who is not out to move."""
    out = {gone.player for gone in changes.get("eliminations", table.eliminations)}
    seat = table.active_player or 0
    if seat in table.variant.automated and not table.is_drawing:
        table = _with_turn(table, seat, ())
    following = (*range(seat + 1, table.players), *range(seat + 1))
    next_player = next((each for each in following if each not in out), None)
    return attrs.evolve(table, active_player=next_player, can_place=False, **changes)


def _after_round_end(table: T, event: RoundEnd) -> T:
    if event.throne_card is not None:
        values.check_type("throne_card", event.throne_card, IronThroneCard)
    expected = round_end(table, event.throne_card)
    _require(event, expected, expected)
    return score_table(table, expected)


def score_table(table: T, event: RoundEnd) -> T:
    """Return the table after the scoring of its round, which the caller has checked."""
    result = RoundResult(
        round_number=table.round_number,
        starting_player=table.starting_player,
        deal=None,
        starters=table.starters,
        placements=table.placements,
        eliminations=table.eliminations,
        last_placer=event.last_placer,
        throne_card=None,
        cards_left=event.cards_left,
        # An automated house that is out has usually turned over all its cards.
        kept=tuple(
            stack if seat in table.variant.automated and len(stack) == left else None
            for seat, (stack, left) in enumerate(
                zip(table.known_stacks, event.cards_left, strict=True)
            )
        ),
        adjustments=event.adjustments,
        penalty_points=event.penalty_points,
        turned_over=table.turned_over,
    )
    results = (*table.results, result)
    if table.earlier.count + len(results) == table.variant.rounds_for(table.players):
        return attrs.evolve(table, results=results)
    return waiting(table, results, (table.starting_player + 1) % table.players)


def seat_to_move(table: TableFacts, what: str) -> int:
    """Return the seat to move. Raise WrongPhase, naming the action `what`, if there is none."""
    check_phase(table.phase, Phase.PLAYING, what)
    assert table.active_player is not None  # noqa: S101 - for the type checker
    return table.active_player


def score_piles(table: TableFacts, throne_cards: Iterable[IronThroneCard]) -> Piles:
    """Return the Iron Throne cards of each seat, from the cards in the order drawn."""
    drawn = limits.tuple_of("throne_cards", IronThroneCard, throne_cards)
    earlier = [seat for seat, pile in enumerate(table.earlier.score_piles) for _ in pile]
    drawers = [*earlier, *(result.last_placer for result in table.results)]
    if len(drawn) != len(drawers):
        cards = english.count_things(len(drawers), "card")
        raise InvalidValue(f"there must be {cards}, one for each round, not {len(drawn)}")
    piles: list[ThroneCards] = [()] * table.players
    for drawer, card in zip(drawers, drawn, strict=True):
        piles[drawer] += (card,)
    return tuple(piles)


def _after_reveal(table: T, piles: Piles) -> T:
    check_phase(table.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
    piles = limits.tuples_of("score_piles", IronThroneCard, piles)
    if table.revealed_score_piles:
        raise WrongPhase("the Iron Throne cards are revealed already")
    if tuple(map(len, piles)) != table.score_pile_sizes:
        raise InvalidValue(f"the numbers of cards by seat must be {table.score_pile_sizes}")
    if faults := dealing.throne_faults(chain(*piles), table.variant):
        raise dealing.InvalidDeal(faults)
    drawn = list(map(iter, piles))
    shown = zip(drawn, table.earlier.score_piles, strict=False)
    known = tuple(tuple(islice(cards, len(pile))) for cards, pile in shown)
    earlier = attrs.evolve(table.earlier, score_piles=known)
    results = tuple(
        attrs.evolve(result, throne_card=next(drawn[result.last_placer]))
        for result in table.results
    )
    return attrs.evolve(table, results=results, earlier=earlier)
