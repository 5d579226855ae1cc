"""The package as programs use it. Type checkers read this file; nothing runs it.

A line that must be an error carries the comment that silences that error: the checkers are told to
report a comment that silences nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never, assert_type

import westeros_intrigue as wi
from westeros_intrigue import DECK, STANDARD, House, Phase, documents as data, players, rules
from westeros_intrigue.lab import players as thinking

# Values

card = wi.Card(House.STARK, 4)
slot = wi.Slot(1, -2)
move = wi.Move(card, slot)
throne_card = wi.IronThroneCard(3, icons=6)
variant = STANDARD.with_options(rivalry=True).with_seats(houses=[House.STARK], automated=[1])

wi.Card("S", 4)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
wi.Card(House.STARK)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
card.number = 5  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
wi.Move(slot, card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
STANDARD.with_options(rivalri=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
STANDARD.with_options(True)  # type: ignore[call-arg]  # noqa: FBT003  # pyright: ignore[reportCallIssue]

# Chance

round_deal = rules.deal_from_deck(DECK, 4)
deal = wi.Deal([round_deal], [throne_card])


class HalfAlways:
    def random(self) -> float:
        return 0.5


source: wi.RandomSource = HalfAlways()
rules.draw_deal(4, "seed")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# The game

state = wi.setup(4, seed=1)
wi.setup(4, rng=source, first_player=2, variant=variant)
wi.setup(4, deal=deal)
wi.setup(4, 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
assert_type(wi.legal_moves(state), tuple[wi.Move, ...])

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


# What a player sees

view = wi.observe(state, None)
view.hands  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def first(view: wi.View, rng: wi.RandomSource) -> wi.Move:  # noqa: ARG001
    return wi.legal_moves(view)[0]


def cheat(state: wi.GameState, rng: wi.RandomSource) -> wi.Move:  # noqa: ARG001
    return wi.legal_moves(state)[0]


player: wi.Player = first
wrong: wi.Player = cheat  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
searching: wi.Player = thinking.MonteCarloPlayer(playouts=100, policy="greedy", inference=True)
learned: wi.Player = thinking.LearnedPlayer(30, weights="mine.weights")
others: list[wi.Player] = [searching, learned, players.provident_player]
assert_type(
    wi.play_game([player, wi.random_player, wi.greedy_player, searching, None], seed=1),
    wi.GameState,
)
position: wi.Position = view
wi.position_key(position)

# Text, JSON, pictures, records, rules

assert_type(wi.from_json(wi.GameState, wi.to_json(state)), wi.GameState)
assert_type(data.from_data(wi.View, data.to_data(view)), wi.View)
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
