"""Every public member of every class of the package, with its type; nothing runs this.

A function for each class reads all that a program may. A test compares them with the classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import assert_type

from westeros_intrigue import (
    Adjustment,
    Card,
    Court,
    Deal,
    Decision,
    DecodingError,
    Determinizer,
    Elimination,
    FinalResult,
    GameState,
    House,
    IllegalMove,
    InvalidCourt,
    InvalidDeal,
    InvalidRecord,
    InvalidVariant,
    IronThroneCard,
    Kind,
    MissingExtra,
    Move,
    NotationError,
    Phase,
    Placement,
    RandomSource,
    Record,
    RecordedPlacement,
    RecordedRound,
    RoundDeal,
    RoundResult,
    Rule,
    Slot,
    Variant,
    View,
    Violation,
    ViolationCode,
)


def members_of_adjustment(value: Adjustment) -> None:
    assert_type(value.player, int)
    assert_type(value.points, int)
    assert_type(value.rule, str)


def members_of_card(value: Card) -> None:
    assert_type(value.house, House)
    assert_type(value.number, int)
    assert_type(value.index, int)


def members_of_court(value: Court, slot: Slot, card: Card) -> None:
    assert_type(value.width_limit, int)
    assert_type(value.rows, tuple[tuple[tuple[Slot, Card], ...], ...])
    assert_type(value.open_slots(House.STARK), tuple[Slot, ...])
    assert_type(value.explain(House.STARK, slot), tuple[Violation, ...])
    assert_type(value.place(card, slot), Court)
    assert_type(value.violations(House.STARK, slot, None), tuple[Violation, ...])


def members_of_deal(value: Deal) -> None:
    assert_type(value.rounds, tuple[RoundDeal, ...])
    assert_type(value.throne_cards, tuple[IronThroneCard, ...])


def members_of_decoding_error(value: DecodingError) -> None:
    assert_type(value.faults, tuple[tuple[str, str], ...])
    assert_type(value.path, str)
    assert_type(value.reason, str)
    assert_type(value.under("hands").under(0), DecodingError)


def members_of_determinizer(value: Determinizer, rng: RandomSource) -> None:
    assert_type(value.draw(rng), GameState)
    assert_type(value.odds(), tuple[Mapping[House, tuple[Fraction, ...]], ...])


def members_of_elimination(value: Elimination) -> None:
    assert_type(value.player, int)
    assert_type(value.placements_before, int)
    assert_type(value.cards_left, int)


def members_of_final_result(value: FinalResult) -> None:
    assert_type(value.winners, tuple[int, ...])
    assert_type(value.totals, tuple[int, ...])
    assert_type(value.ranking, tuple[tuple[int, ...], ...])
    assert_type(value.decided_by, Decision)


def members_of_game_state(value: GameState) -> None:
    assert_type(value.active_player, int | None)
    assert_type(value.placements, tuple[Placement, ...])
    assert_type(value.eliminations, tuple[Elimination, ...])
    assert_type(value.players, int)
    assert_type(value.variant, Variant)
    assert_type(value.phase, Phase)
    assert_type(value.round_number, int)
    assert_type(value.starting_player, int)
    assert_type(value.court, Court)
    assert_type(value.hands, tuple[tuple[Card, ...], ...])
    assert_type(value.known_counts, tuple[int, ...])
    assert_type(value.last_placer, int | None)
    assert_type(value.penalty_points, tuple[int, ...])
    assert_type(value.score_piles, tuple[tuple[IronThroneCard, ...], ...])
    assert_type(value.results, tuple[RoundResult, ...])
    assert_type(value.round_deal, RoundDeal | None)
    assert_type(value.rest, Deal)


def members_of_house(value: House) -> None:
    assert_type(value.letter, str)
    assert_type(value.index, int)
    assert_type(value.rival, House)


def members_of_illegal_move(value: IllegalMove) -> None:
    assert_type(value.violations, tuple[Violation, ...])
    assert_type(value.move, Move | None)
    assert_type(value.state, object)


def members_of_invalid_court(value: InvalidCourt) -> None:
    assert_type(value.faults, tuple[str, ...])


def members_of_invalid_deal(value: InvalidDeal) -> None:
    assert_type(value.faults, tuple[str, ...])


def members_of_invalid_record(value: InvalidRecord) -> None:
    assert_type(value.faults, tuple[str, ...])
    assert_type(value.line, int | None)
    assert_type(value.column, int | None)
    assert_type(value.round_number, int | None)
    assert_type(value.placement, int | None)
    assert_type(value.violations, tuple[Violation, ...])


def members_of_invalid_variant(value: InvalidVariant) -> None:
    assert_type(value.faults, tuple[str, ...])


def members_of_iron_throne_card(value: IronThroneCard) -> None:
    assert_type(value.value, int)
    assert_type(value.icons, int)


def members_of_move(value: Move) -> None:
    assert_type(value.card, Card)
    assert_type(value.slot, Slot)


def members_of_notation_error(value: NotationError) -> None:
    assert_type(value.text, str)
    assert_type(value.line, int)
    assert_type(value.column, int)
    assert_type(value.expected, str)


def members_of_placement(value: Placement) -> None:
    assert_type(value.player, int)
    assert_type(value.move, Move)


def members_of_random_source(value: RandomSource) -> None:
    assert_type(value.random(), float)


def members_of_record(value: Record, state: GameState, text: str) -> None:
    assert_type(value.players, int)
    assert_type(value.deal, Deal)
    assert_type(value.rounds, tuple[RecordedRound, ...])
    assert_type(value.scored_rounds, int)
    assert_type(value.variant, Variant)
    assert_type(value.first_player, int)
    assert_type(value.tags, tuple[tuple[str, str], ...])
    assert_type(value.comment, str)
    assert_type(value.state, GameState)
    assert_type(value.from_state(state, tags={"Place": "Oxford"}, comment="Late."), Record)
    assert_type(value.parse(text), Record)
    assert_type(value.replay(), Iterator[GameState])
    assert_type(value.with_comment("Bold.", round_number=1, placement=2), Record)
    assert_type(value.with_tags([("Place", "Oxford")]), Record)


def members_of_recorded_placement(value: RecordedPlacement) -> None:
    assert_type(value.player, int)
    assert_type(value.move, Move)
    assert_type(value.comment, str)


def members_of_recorded_round(value: RecordedRound) -> None:
    assert_type(value.placements, tuple[RecordedPlacement, ...])
    assert_type(value.comment, str)


def members_of_round_deal(value: RoundDeal) -> None:
    assert_type(value.hands, tuple[tuple[Card, ...], ...])
    assert_type(value.starters, tuple[Card, ...])
    assert_type(value.dealt, tuple[Card, ...])
    assert_type(value.unused, tuple[Card, ...])
    assert_type(value.from_houses(("SL", "BT"), starters="S"), RoundDeal)


def members_of_round_result(value: RoundResult) -> None:
    assert_type(value.round_number, int)
    assert_type(value.starting_player, int)
    assert_type(value.deal, RoundDeal | None)
    assert_type(value.starters, tuple[Card, ...])
    assert_type(value.placements, tuple[Placement, ...])
    assert_type(value.eliminations, tuple[Elimination, ...])
    assert_type(value.last_placer, int)
    assert_type(value.throne_card, IronThroneCard | None)
    assert_type(value.cards_left, tuple[int, ...])
    assert_type(value.kept, tuple[tuple[Card, ...] | None, ...])
    assert_type(value.adjustments, tuple[Adjustment, ...])
    assert_type(value.penalty_points, tuple[int, ...])


def members_of_rule(value: Rule) -> None:
    assert_type(value.id, str)
    assert_type(value.text, str)
    assert_type(value.kind, Kind)
    assert_type(value.reason, str)
    assert_type(value.chapter, str)
    assert_type(value.standard, bool)


def members_of_slot(value: Slot) -> None:
    assert_type(value.row, int)
    assert_type(value.column, int)
    assert_type(value.cell, int)
    assert_type(value.supports, tuple[Slot, ...])


def members_of_variant(value: Variant, throne_card: IronThroneCard) -> None:
    assert_type(value.rounds, int | None)
    assert_type(value.house_affiliation, bool)
    assert_type(value.rivalry, bool)
    assert_type(value.anyone_can_die, bool)
    assert_type(value.houses, tuple[House, ...])
    assert_type(value.automated, tuple[int, ...])
    assert_type(value.throne_cards, tuple[IronThroneCard, ...])
    assert_type(value.first_player, int | None)
    assert_type(value.options, tuple[str, ...])
    assert_type(value.rounds_for(4), int)
    assert_type(value.hand_size(4, 1), int)
    assert_type(value.starter_count(4, round_number=1), int)
    assert_type(value.cards_in_game(2), int)
    assert_type(value.width_limit(2), int)
    assert_type(
        value.with_options(house_affiliation=True, rivalry=False, anyone_can_die=None), Variant
    )
    assert_type(value.with_seats(houses=list(House), automated=range(1, 4)), Variant)
    assert_type(value.with_rounds(2), Variant)
    assert_type(value.with_throne_cards([throne_card]), Variant)
    value.check(4, first_player=0)


def members_of_view(value: View) -> None:
    assert_type(value.player, int | None)
    assert_type(value.players, int)
    assert_type(value.variant, Variant)
    assert_type(value.phase, Phase)
    assert_type(value.round_number, int)
    assert_type(value.starting_player, int)
    assert_type(value.active_player, int | None)
    assert_type(value.starters, tuple[Card, ...])
    assert_type(value.court, Court)
    assert_type(value.placements, tuple[Placement, ...])
    assert_type(value.eliminations, tuple[Elimination, ...])
    assert_type(value.hand, tuple[Card, ...])
    assert_type(value.hand_sizes, tuple[int, ...])
    assert_type(value.missing_houses, tuple[tuple[House, ...], ...])
    assert_type(value.known_stacks, tuple[tuple[Card, ...], ...])
    assert_type(value.last_placer, int | None)
    assert_type(value.penalty_points, tuple[int, ...])
    assert_type(value.score_pile, tuple[IronThroneCard, ...])
    assert_type(value.score_pile_sizes, tuple[int, ...])
    assert_type(value.results, tuple[RoundResult, ...])
    assert_type(value.revealed_score_piles, tuple[tuple[IronThroneCard, ...], ...])


def members_of_violation(value: Violation) -> None:
    assert_type(value.code, ViolationCode)
    assert_type(value.rule, str)
    assert_type(value.house, House)
    assert_type(value.card, Card | None)
    assert_type(value.slot, Slot)
    assert_type(value.found, tuple[Card, ...])
    assert_type(value.slots, tuple[Slot, ...])
    assert_type(value.player, int | None)
    assert_type(value.active_player, int | None)
    assert_type(value.width_limit, int | None)
    assert_type(value.dictated, Move | None)


# What must be an error


def wrong_uses(state: GameState, view: View, record: Record, variant: Variant) -> None:
    state.phase = Phase.PLAYING  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.court()  # type: ignore[operator]  # pyright: ignore[reportCallIssue]
    view.hand.append(state.hands[0][0])  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    record.with_comment("Bold.", 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    variant.hand_size(4)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    variant.with_seats([House.STARK])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def wrong_extra(error: MissingExtra) -> ImportError:
    error.faults  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]
    return error
