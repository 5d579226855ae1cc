"""Following a game: the table after each event, and the checks before it.

A table passes through a round by deal, placements, eliminations and scoring; each has a function
here, and `apply_event` checks that an event is the one that the table allows. The checks use only
visible cards: `unseen` counts the hidden cards that fit a table.

Rules: turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn,
elimination.final, elimination.skipped, round.end, turn.must-place, solo.highest, solo.side,
solo.public, final.reveal.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

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
from westeros_intrigue.rules.round_results import RoundResult, announce_result
from westeros_intrigue.rules.violations import IllegalMove

T = TypeVar("T", bound=TableFacts)


def apply_event(table: T, event: Event) -> T:  # noqa: PLR0911 - one for each event
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


def _require(event: Event, expected: Event, what: object) -> None:
    """Raise InvalidValue, with the first field that differs, unless an event is the expected one.

    `what` describes the expected event.
    """
    for field in attrs.fields(type(expected)):
        passed, due = getattr(event, field.name), getattr(expected, field.name)
        if not _is_same(passed, due):
            shown = values.short_repr(passed)
            raise InvalidValue(f"{field.name} must be {due!r}, not {shown}: the event is '{what}'")


def _is_same(passed: object, due: object) -> bool:
    """Return True if a part of an event is the one due, also by type; NumPy integers count."""
    if type(due) is int:
        passed = values.as_int(passed)
    if type(passed) is not type(due):  # other parts may be unable to compare
        return False
    if isinstance(passed, tuple) and isinstance(due, tuple):
        return len(passed) == len(due) and all(map(_is_same, passed, due))
    if isinstance(passed, Adjustment) and isinstance(due, Adjustment):
        return _is_same(attrs.astuple(passed), attrs.astuple(due))
    return passed == due


def require_seat_to_move(table: TableFacts, what: str) -> int:
    """Return the seat to move. Raise WrongPhase, naming the action `what`, if there is none."""
    check_phase(table.phase, Phase.PLAYING, what)
    assert table.active_player is not None  # noqa: S101 - for the type checker
    return table.active_player


def _check_to_move(table: TableFacts, player: int, what: str) -> int:
    """Return the seat to move. Raise an error if the phase is wrong or another player moves."""
    seat = require_seat_to_move(table, what)
    if values.check_integer("player", player) != seat:
        raise InvalidValue(f"player {seat} is to move, not player {player}")
    return seat


def await_deal(table: T, results: tuple[RoundResult, ...], starting_player: int) -> T:
    """Return a table before the deal of the round after these results."""
    return type(table)(
        table.players,
        table.variant,
        starting_player,
        Board.empty(*table._board[2:4]),
        results,
        turned_over=((),) * table.players if table.variant.automated else (),
        has_numbers=table.has_numbers,
        earlier=table.earlier,
    )


def deal_table(table: T, starters: Cards) -> T:
    """Return the table after the deal of the next round, whose starters the caller has checked."""
    board = table._board
    for column, card in enumerate(starters):
        board = board.place(card.house.index, Slot(0, column).cell)
    return type(table)(
        table.players,
        table.variant,
        table.starting_player,
        board,
        table.results,
        table.variant.hand_size(table.players, table.round_number),
        starters,
        active_player=table.starting_player,
        can_place=True,  # the first player of a round always can
        turned_over=table.turned_over,
        has_numbers=table.has_numbers,
        earlier=table.earlier,
    )


def make_round_start(
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


def _after_round_start(table: T, event: RoundStart) -> T:
    check_phase(table.phase, Phase.DEALING, "a round is dealt")
    expected = make_round_start(table, event.starters)
    starters = expected.starters
    count = table.variant.starter_count(table.players, table.round_number)
    if len(starters) != count:
        cards = english.count_things(count, "card")
        listed = english.join_words(starters) or "none"
        raise InvalidValue(f"{cards} must start the bottom row, not {len(starters)}: {listed}")
    values.check_type("hands", event.hands, tuple)
    if len(event.hands) != table.players:
        hands = f"{table.players} hands, one for each player, not {len(event.hands)}"
        raise InvalidValue(f"there must be {hands}")
    _require(attrs.evolve(event, hands=expected.hands), expected, expected)
    return deal_table(table, starters)


def may_place(table: TableFacts) -> bool:
    """Return True if the seat to move has a card and the court has an open slot."""
    seat = table.active_player
    return seat is not None and table.hand_sizes[seat] > 0 and table._board.open_bits > 0


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
        held = english.count_things(left, "card")
        faults.append(f"the stack of player {player} has {held}, but {len(drawn)} are turned over")
    if faults:
        raise InvalidValue("; ".join(faults))
    return _with_turn(table, player, drawn)


def _list_undrawn(table: TableFacts, player: int, cards: Iterable[Card]) -> Iterator[str]:
    """Yield the faults of the next cards of a stack where their places are known."""
    left, turns = table.hand_sizes[player], table.turned_over[player]
    stack = find_seen_cards(left, table.hand_size - left, turns)
    for known, card in zip(stack, cards, strict=False):
        if known not in (None, card):
            yield f"player {player} must turn over {known}, not {card}"


def _with_turn(table: T, player: int, cards: Cards) -> T:
    turned_over = table.turned_over
    turns = values.replace_item(turned_over, player, (*turned_over[player], cards))
    return attrs.evolve(table, turned_over=turns)


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


def make_elimination(table: TableFacts) -> Elimination:
    """Return the event for the elimination of the seat to move."""
    seat = require_seat_to_move(table, "a player goes out")
    return Elimination(seat, len(table.placements), table.hand_sizes[seat])


def _after_elimination(table: T, event: Elimination) -> T:
    seat = _check_to_move(table, event.player, "a player goes out")
    expected = make_elimination(table)
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


def _pass_on(table: T, **changes: Any) -> T:  # noqa: ANN401 - fields, each of its type
    """Return the table with these changes, with the next player who is not out to move."""
    out = {gone.player for gone in changes.get("eliminations", table.eliminations)}
    seat = table.active_player or 0
    if seat in table.variant.automated and not table.is_drawing:
        table = _with_turn(table, seat, ())
    clockwise = (*range(seat + 1, table.players), *range(seat + 1))
    next_player = next((other for other in clockwise if other not in out), None)
    return attrs.evolve(table, active_player=next_player, can_place=False, **changes)


def finish_round(table: TableFacts) -> RoundResult:
    """Return the result of the round that is over, as all players know it.

    Rules: round.penalty, option.affiliation, option.rivalry, info.throne, info.leftover.
    """
    check_phase(table.phase, Phase.ROUND_OVER, "a round is scored")
    last_placement, cards_left = table.placements[-1], table.hand_sizes
    adjustments = list_adjustments(table.variant, last_placement.move.card.house, cards_left)
    return RoundResult(
        round_number=table.round_number,
        starting_player=table.starting_player,
        deal=None,
        starters=table.starters,
        placements=table.placements,
        eliminations=table.eliminations,
        last_placer=last_placement.player,
        throne_card=None,
        cards_left=cards_left,
        # An automated house that is out has usually turned over all its cards.
        kept=tuple(
            stack if seat in table.variant.automated and len(stack) == left else None
            for seat, (stack, left) in enumerate(zip(table.known_stacks, cards_left, strict=True))
        ),
        adjustments=adjustments,
        penalty_points=add_adjustments(cards_left, adjustments),
        turned_over=table.turned_over,
    )


def score_table(table: T, result: RoundResult) -> T:
    """Return the table after its round, with this result: before the next one, or at the end."""
    results = (*table.results, result)
    if table.earlier.count + len(results) == table.variant.rounds_for(table.players):
        return attrs.evolve(table, results=results)
    return await_deal(table, results, (table.starting_player + 1) % table.players)


def make_round_end(table: TableFacts, throne_card: IronThroneCard | None = None) -> RoundEnd:
    """Return the event for the scoring of the round that is over."""
    return announce_result(finish_round(table), throne_card)


def _after_round_end(table: T, event: RoundEnd) -> T:
    if event.throne_card is not None:
        values.check_type("throne_card", event.throne_card, IronThroneCard)
    result = finish_round(table)
    expected = announce_result(result, event.throne_card)
    _require(event, expected, expected)
    return score_table(table, result)


def sort_into_piles(table: TableFacts, throne_cards: Iterable[IronThroneCard]) -> Piles:
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


def show_throne_cards(table: T, piles: Piles) -> T:
    """Return the table at the end of the game with each seat's Iron Throne cards, from seat 0.

    Raises:
        InvalidValue: a seat has drawn more or fewer cards.
    """
    if tuple(map(len, piles)) != table.score_pile_sizes:
        raise InvalidValue(f"the numbers of cards by seat must be {table.score_pile_sizes}")
    to_show = list(map(iter, piles))
    of_earlier = zip(to_show, table.earlier.score_piles, strict=False)
    earlier_piles = tuple(tuple(islice(cards, len(pile))) for cards, pile in of_earlier)
    results = tuple(
        attrs.evolve(result, throne_card=next(to_show[result.last_placer]))
        for result in table.results
    )
    earlier = attrs.evolve(table.earlier, score_piles=earlier_piles)
    return attrs.evolve(table, results=results, earlier=earlier)


def _after_reveal(table: T, piles: Piles) -> T:
    check_phase(table.phase, Phase.GAME_OVER, "the Iron Throne cards are revealed")
    piles = limits.tuples_of("score_piles", IronThroneCard, piles)
    if table.revealed_score_piles:
        raise WrongPhase("the Iron Throne cards are revealed already")
    shown = show_throne_cards(table, piles)
    if faults := dealing.throne_faults(chain(*piles), table.variant):
        raise dealing.InvalidDeal(faults)
    return shown
