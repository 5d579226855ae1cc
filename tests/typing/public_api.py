"""Every public name as programs use it. Type checkers read this file; nothing runs it.

A line that must be an error carries the comment that silences that error: the checkers are told to
report a comment that silences nothing.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import assert_never, assert_type

import westeros_intrigue as wi
from westeros_intrigue import DECK, SOLO_SCHEMING, STANDARD, House, Phase

# Values

card = wi.Card(House.STARK, 4)
slot = wi.Slot(1, -2)
move = wi.Move(card, slot)
throne_card = wi.IronThroneCard(3, icons=6)
assert_type(DECK, tuple[wi.Card, ...])
assert_type(wi.ASSUMED_THRONE_CARDS, tuple[wi.IronThroneCard, ...])
assert_type(card.house, House)
assert_type(slot.supports, tuple[wi.Slot, ...])
assert_type(move.slot.row, int)
court = wi.Court({slot: card}, 8)
assert_type(court[slot], wi.Card)
assert_type(court.open_slots(House.STARK), tuple[wi.Slot, ...])
assert_type(court.explain(House.STARK, slot), tuple[wi.Violation, ...])
assert_type(court.place(card, slot), wi.Court)
variant = STANDARD.with_options(rivalry=True).with_seats(houses=[House.STARK], automated=[1])
assert_type(variant.with_rounds(2).with_throne_cards([throne_card]), wi.Variant)
assert_type(SOLO_SCHEMING.options, tuple[str, ...])

wi.Card("S", 4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wi.Card(House.STARK)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
card.number = 5  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
wi.Move(slot, card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
court[card]  # type: ignore[index]  # pyright: ignore[reportArgumentType]
court[slot] = card  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
STANDARD.with_options(True)  # type: ignore[call-arg]  # noqa: FBT003  # pyright: ignore[reportCallIssue]

# Chance

round_deal = wi.deal_from_deck(DECK, 4)
assert_type(wi.RoundDeal.from_houses(("SL", "BT"), starters="S"), wi.RoundDeal)
assert_type(round_deal.unused, tuple[wi.Card, ...])
deal = wi.Deal([round_deal], [throne_card])
assert_type(wi.draw_deal(4, random.Random(1)), wi.Deal)


class HalfAlways:
    def random(self) -> float:
        return 0.5


source: wi.RandomSource = HalfAlways()
wi.draw_deal(4, "seed")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# The game

state = wi.setup(4, seed=1)
wi.setup(4, rng=source, first_player=2, variant=variant)
wi.setup(4, deal=deal)
wi.setup(4, 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
assert_type(wi.legal_moves(state), tuple[wi.Move, ...])
assert_type(wi.distinct_moves(wi.observe(state, 0)), tuple[wi.Move, ...])
assert_type(wi.find_move(state, House.STARK, slot), wi.Move)
assert_type(wi.explain(state, move, player=1), tuple[wi.Violation, ...])
assert_type(wi.apply(state, move), wi.GameState)
assert_type(wi.score_round(state, throne_card=throne_card), wi.GameState)
assert_type(wi.deal_round(state, round_deal), wi.GameState)
assert_type(wi.is_eliminated(state, 2), bool)
assert_type(wi.final_winner(state), wi.FinalResult)
assert_type(wi.rank((1, 2), ((), (throne_card,))).decided_by, wi.Decision)
assert_type(state.active_player, int | None)
assert_type(state.placements, tuple[wi.Placement, ...])
assert_type(state.eliminations, tuple[wi.Elimination, ...])
assert_type(state.results[0], wi.RoundResult)
assert_type(state.results[0].adjustments, tuple[wi.Adjustment, ...])
assert_type(state.hands[0], tuple[wi.Card, ...])

wi.apply(wi.observe(state, 0), move)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wi.apply(state, "S4@b2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wi.apply(state, move, 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
state.hand  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def what_next(state: wi.GameState) -> wi.GameState | wi.FinalResult:
    match state.phase:
        case Phase.DEALING:
            return wi.deal_round(state, round_deal)
        case Phase.PLAYING:
            return wi.apply(state, wi.legal_moves(state)[0])
        case Phase.ROUND_OVER:
            return wi.score_round(state)
        case Phase.GAME_OVER:
            return wi.final_winner(state)
        case _:
            assert_never(state.phase)


def letters(house: House) -> str:
    if house is House.STARK:
        return "S"
    assert_never(house)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


# What a player sees

view = wi.observe(state, None)
assert_type(view.player, int | None)
assert_type(view.missing_houses, tuple[tuple[House, ...], ...])
assert_type(wi.determinize(view, source), wi.GameState)
assert_type(wi.Determinizer(view).draw(source), wi.GameState)
assert_type(wi.odds(view), tuple[Mapping[House, tuple[Fraction, ...]], ...])
view.hands  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def first(view: wi.View, rng: wi.RandomSource) -> wi.Move:  # noqa: ARG001
    return wi.legal_moves(view)[0]


def cheat(state: wi.GameState, rng: wi.RandomSource) -> wi.Move:  # noqa: ARG001
    return wi.legal_moves(state)[0]


player: wi.Player = first
wrong: wi.Player = cheat  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
assert_type(wi.play_game([player, wi.random_player, wi.greedy_player, None], seed=1), wi.GameState)
position: wi.Position = view
wi.position_key(position)

# Text, JSON, pictures, records, rules

assert_type(wi.parse_card("S4"), wi.Card)
assert_type(wi.parse_slot("b2"), wi.Slot)
assert_type(wi.parse_move("S4@b2"), wi.Move)
assert_type(wi.parse_court("S4@a0"), wi.Court)
wi.parse_hand("S4 L1")
assert_type(wi.from_json(wi.GameState, wi.to_json(state)), wi.GameState)
assert_type(wi.from_data(wi.View, wi.to_data(view)), wi.View)
assert_type(wi.draw_text(court), str)
assert_type(wi.draw_svg(state), str)
record = wi.Record.from_state(state)
assert_type(record.rounds, tuple[wi.RecordedRound, ...])
assert_type(record.rounds[0].placements, tuple[wi.RecordedPlacement, ...])
assert_type(wi.Record.parse(str(record)), wi.Record)
with open("games.txt") as file:  # noqa: PTH123
    assert_type(next(wi.read_records(file)), wi.Record)
with open("games.txt", "w") as out:  # noqa: PTH123
    wi.write_records([record], out)
assert_type(wi.rule("court.width"), wi.Rule)
assert_type(wi.RULEBOOK["court.width"].kind, wi.Kind)
wi.parse_card(4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
# A name that is imported late is known, and a name that is not there is not.
assert_type(wi.position_key(state), Hashable)
wi.position_keys  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]

# Errors

try:
    wi.apply(state, move)
except wi.IllegalMove as error:
    assert_type(error.violations, tuple[wi.Violation, ...])
    assert_type(error.violations[0].code, wi.ViolationCode)
except (wi.InvalidDeal, wi.InvalidVariant, wi.InvalidCourt) as error:
    assert_type(error.faults, tuple[str, ...])
except (wi.NotationError, wi.InvalidRecord, wi.DecodingError) as error:
    print(error)  # noqa: T201
except (wi.InvalidValue, wi.WrongPhase, wi.WrongType, wi.WesterosIntrigueError):
    raise
