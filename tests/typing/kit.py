"""The testing kit as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from hypothesis import given
from hypothesis import strategies as st

import westeros_intrigue as wi
from westeros_intrigue import (
    SOLO_SCHEMING,
    Card,
    GameState,
    IronThroneCard,
    Move,
    Phase,
    Slot,
    Variant,
    View,
    ViolationCode,
    random_player,
    testing,
)

# Strategies of values

assert_type(testing.houses(), st.SearchStrategy[wi.House])
assert_type(testing.cards(), st.SearchStrategy[Card])
assert_type(testing.throne_cards(), st.SearchStrategy[IronThroneCard])
assert_type(testing.decks(), st.SearchStrategy[tuple[Card, ...]])
assert_type(testing.slots(), st.SearchStrategy[Slot])
assert_type(testing.slots_near(), st.SearchStrategy[Slot])
assert_type(testing.slots_far(), st.SearchStrategy[Slot])
assert_type(testing.moves(), st.SearchStrategy[Move])
assert_type(testing.player_counts(), st.SearchStrategy[int])
assert_type(testing.first_players(4, SOLO_SCHEMING), st.SearchStrategy[int])
assert_type(testing.variants(4), st.SearchStrategy[Variant])
assert_type(
    testing.final_scores(4),
    st.SearchStrategy[tuple[tuple[int, ...], tuple[tuple[IronThroneCard, ...], ...]]],
)

testing.cards(4)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.first_players()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.variants("four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
slots: st.SearchStrategy[Slot] = testing.moves()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

# Strategies of positions

assert_type(testing.tables(4, SOLO_SCHEMING), st.SearchStrategy[tuple[int, Variant]])
assert_type(testing.deals(4, SOLO_SCHEMING, rounds=2), st.SearchStrategy[wi.Deal])
assert_type(testing.round_deals(4, SOLO_SCHEMING), st.SearchStrategy[wi.RoundDeal])
assert_type(testing.starts(4, SOLO_SCHEMING, rounds=2), st.SearchStrategy[GameState])
assert_type(testing.states(4, phases={Phase.PLAYING}), st.SearchStrategy[GameState])
assert_type(testing.views(4, SOLO_SCHEMING, phases=[], spectators=False), st.SearchStrategy[View])
assert_type(testing.games(4, SOLO_SCHEMING), st.SearchStrategy[tuple[GameState, ...]])
assert_type(testing.round_states(4, SOLO_SCHEMING), st.SearchStrategy[tuple[GameState, ...]])
assert_type(testing.courts(), st.SearchStrategy[wi.Court])
assert_type(testing.records(), st.SearchStrategy[wi.Record])
assert_type(testing.recorded_rounds(), st.SearchStrategy[wi.RecordedRound])
assert_type(testing.recorded_placements(), st.SearchStrategy[wi.RecordedPlacement])
assert_type(testing.placements(), st.SearchStrategy[wi.Placement])
assert_type(testing.eliminations(), st.SearchStrategy[wi.Elimination])
assert_type(testing.adjustments(), st.SearchStrategy[wi.Adjustment])
assert_type(testing.round_results(), st.SearchStrategy[wi.RoundResult])
assert_type(testing.final_results(), st.SearchStrategy[wi.FinalResult])
assert_type(testing.moves_in(wi.setup(2)), st.SearchStrategy[Move])

testing.states("four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.states(4, SOLO_SCHEMING, {Phase.PLAYING})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
testing.states(phases=["playing"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
testing.views(spectators="no")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.moves_in(wi.observe(wi.setup(2), 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.deals(4, rounds="all")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Strategies of refusals

row_full = ViolationCode.ROW_FULL
assert_type(testing.illegal_moves(row_full, 4, SOLO_SCHEMING), st.SearchStrategy[testing.Refused])
assert_type(testing.illegal_placements(row_full), st.SearchStrategy[testing.RefusedPlacement])
assert_type(testing.violations(), st.SearchStrategy[wi.Violation])
testing.illegal_moves("row-full")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def members_of_refused(value: testing.Refused) -> None:
    assert_type(value.state, GameState)
    assert_type(value.move, Move)
    assert_type(value.player, int | None)
    value.player = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def members_of_refused_placement(value: testing.RefusedPlacement) -> None:
    assert_type(value.court, wi.Court)
    assert_type(value.move, Move)
    value.state  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


# Checks


class Game:
    def __init__(self, table: testing.Table) -> None:
        self.table = table

    def facts(self) -> testing.Facts:
        return {"active_player": 0}

    def legal_moves(self) -> Iterable[Move]:
        return ()

    def apply(self, move: Move) -> None:
        raise NotImplementedError

    def score_round(self) -> None:
        raise NotImplementedError


engine: testing.Engine = Game
assert_type(
    testing.check_engine(Game, players=[2], variants=[SOLO_SCHEMING], games=1, seed=3, refusals=0),
    testing.Checked,
)
assert_type(
    testing.check_player(
        random_player, players=[2], variants=[], games=1, seed=3, reproducible=False
    ),
    testing.Checked,
)
assert_type(testing.tables_to_check(4), tuple[tuple[str, Variant], ...])
testing.check_engine(object)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.check_player(lambda: None)  # type: ignore[arg-type, misc]  # pyright: ignore[reportArgumentType]
testing.check_player(random_player, [2])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
wrong: testing.Facts = {"colour": "red"}  # type: ignore[typeddict-unknown-key]  # pyright: ignore[reportAssignmentType]
early: testing.Facts = {"winners": 0}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]


def members_of_checked(value: testing.Checked) -> None:
    assert_type(value.games, int)
    assert_type(value.placements, int)


def members_of_table(value: testing.Table) -> None:
    assert_type(value.players, int)
    assert_type(value.deal, wi.Deal)
    assert_type(value.first_player, int)
    assert_type(value.variant, Variant)


def members_of_engine_game(value: testing.EngineGame, move: Move, state: GameState) -> None:
    assert_type(value.facts(), testing.Facts)
    assert_type(value.legal_moves(), Iterable[Move])
    value.apply(move)
    value.score_round()
    try:
        testing.compare_engine(state, value, "at my table")
    except testing.CheckFailed as failed:
        assert_type(failed, testing.CheckFailed)


facts = testing.Facts(
    phase=Phase.PLAYING,
    round_number=1,
    starting_player=0,
    active_player=None,
    court={Slot(0, 0): Card(wi.House.STARK, 1)},
    hands=[{Card(wi.House.STARK, 2)}, ()],
    out=[],
    last_placer=None,
    penalty_points=(0, 0),
    score_piles=[[], [IronThroneCard(1, 1)]],
    winners=[0],
    totals=[1, 2],
    ranking=[[0], [1]],
)


@given(testing.states())
def test_nothing(state: GameState) -> None:
    assert state.players


# State machines


class Games(testing.GameMachine):
    players = 4
    variant = SOLO_SCHEMING
    engine = Game


def members_of_game_machine(value: testing.GameMachine, data: st.DataObject) -> None:
    assert_type(value.players, int | None)
    assert_type(value.variant, Variant | None)
    assert_type(value.engine, testing.Engine | None)
    assert_type(value.state, GameState)
    value.start(data)
    value.place(data)
    value.play_on(data)
    value.try_a_move(data)
    value.write_and_read()
    value.score(data)
    value.deal(data)
    value.finish(data)
    value.holds_together()
    value.shows_each_seat_its_own()
    value.agrees_with_the_engine()
    value.state = None  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
