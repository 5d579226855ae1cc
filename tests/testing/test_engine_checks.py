"""compare_engine and the machine beside an engine: what an engine does or tells wrongly is told."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
import pytest
from cases import each, sampled
from engines import Library, SecondEngine, Telling
from hypothesis import HealthCheck, Phase as HypothesisPhase, settings
from hypothesis.stateful import run_state_machine_as_test

from westeros_intrigue import (
    STANDARD,
    Card,
    GameState,
    House,
    Move,
    Phase,
    Slot,
    ViolationCode,
    explain,
    setup,
)
from westeros_intrigue.testing import (
    CheckFailed,
    Engine,
    EngineGame,
    Facts,
    GameMachine,
    GameStart,
    compare_engine,
)
from westeros_intrigue.testing.strategies import play_game

FIRST_FOUND = settings(
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=3000,  # the first fault found ends them
    phases=[HypothesisPhase.generate],
    report_multiple_bugs=False,
    stateful_step_count=8,
    suppress_health_check=list(HealthCheck),
)


# Whole games


class Refuser(Library):
    """Does not know that there are upper rows."""

    def apply(self, move: Move) -> None:
        if move.slot.row > 0:
            raise NotImplementedError("no higher")
        super().apply(move)


class Wide(Library):
    """Takes whatever it is given."""

    def apply(self, move: Move) -> None:
        if move in self.legal_moves():
            super().apply(move)


class Spoilt(Library):
    """Raises at an illegal move, but the round is another by then."""

    rounds_lost = 0

    def facts(self) -> Facts:
        facts = super().facts()
        facts["round_number"] += self.rounds_lost
        return facts

    def apply(self, move: Move) -> None:
        self.rounds_lost += move not in self.legal_moves()
        super().apply(move)


class StuckAtTheEnd(Library):
    """Cannot score a round."""

    def score_round(self) -> None:
        raise NotImplementedError("no points")


class NotStarting(Library):
    """Cannot start."""

    def __init__(self, start: GameStart) -> None:
        raise NotImplementedError(f"no {start.players} players")


class Exiting(Library):
    """Ends the program where it should raise an error."""

    def apply(self, move: Move) -> None:
        if move not in self.legal_moves():
            sys.exit(1)
        super().apply(move)


UNPLAYABLE: dict[str, tuple[Engine, type[BaseException], str]] = {
    "does not start": (NotStarting, NotImplementedError, "no 3 players"),
    "no upper rows": (Refuser, NotImplementedError, "no higher"),
    "takes all": (Wide, CheckFailed, "The engine accepted an illegal move"),
    "spoilt": (Spoilt, CheckFailed, "after the illegal move .* was tried.*round_number: the rules"),
    "stuck": (StuckAtTheEnd, NotImplementedError, "no points"),
    "exits": (Exiting, SystemExit, "1"),
}


@pytest.mark.long
@each(UNPLAYABLE)
def test_an_engine_that_cannot_be_played_is_found(
    engine: Engine, error: type[BaseException], told: str
) -> None:
    machine = type("BesideAnEngine", (GameMachine,), {"engine": engine, "players": 3})
    with pytest.raises(error, match=f"(?s){told}"):
        run_state_machine_as_test(machine, settings=FIRST_FOUND)


# Illegal moves


def taking(code: ViolationCode, further: Callable[[Library, Move], bool]) -> Engine:
    """The library, but it takes a move that breaks the rule of a code alone."""

    class Taking(Library):
        def apply(self, move: Move) -> None:
            broken = [violation.code for violation in explain(self.state, move)]
            if broken != [code] or not further(self, move):
                super().apply(move)

    return Taking


def anywhere(_game: Library, _move: Move) -> bool:
    return True


def after_the_game(game: Library, _move: Move) -> bool:
    return game.state.phase is Phase.GAME_OVER


def held_by_another(game: Library, move: Move) -> bool:
    return any(move.card in hand for hand in game.state.hands)


def in_row_e(_game: Library, move: Move) -> bool:
    return move.slot.row == 4


def the_same_card(game: Library, move: Move) -> bool:
    return move.card in [legal.card for legal in game.legal_moves()]


def the_same_slot_and_house(game: Library, move: Move) -> bool:
    [legal] = game.legal_moves()
    return (move.slot, move.card.house) == (legal.slot, legal.card.house)


C = ViolationCode
NEVER_ALONE = {C.NOT_YOUR_TURN, C.CARD_IN_COURT}  # of other seats, and of courts alone
TAKING: dict[str, Engine] = {
    **{code.value: taking(code, anywhere) for code in C if code not in NEVER_ALONE},
    "after the game": taking(C.NOBODY_TO_MOVE, after_the_game),
    "another player's card": taking(C.CARD_NOT_IN_HAND, held_by_another),
    "an unmatched house in row e": taking(C.HOUSE_UNMATCHED, in_row_e),
    "the dictated card elsewhere": taking(C.NOT_DICTATED, the_same_card),
    "another card where it is dictated": taking(C.NOT_DICTATED, the_same_slot_and_house),
}


SOON_TAKEN = ("card-not-in-hand", "slot-taken", "not-beside", "support-missing", "house-unmatched")


@pytest.mark.parametrize("name", sampled(TAKING, SOON_TAKEN))
def test_an_engine_that_takes_one_kind_of_illegal_move_is_found(name: str) -> None:
    class Beside(GameMachine):
        engine = TAKING[name]

    told = "The engine accepted an illegal move, [^:]*: .+\n  game: .*\n  legal: "
    with pytest.raises(CheckFailed, match=f"(?s){told}"):
        run_state_machine_as_test(Beside, settings=FIRST_FOUND)


# Moments


class Lacking(Library):
    """Lists all legal moves but the last."""

    def legal_moves(self) -> Iterable[Move]:
        return sorted(super().legal_moves(), key=str)[:-1]


class Generous(Library):
    """Lists a move too many."""

    def legal_moves(self) -> Iterable[Move]:
        return [*super().legal_moves(), Move(Card(House.STARK, 1), Slot(9, 0))]


class ListsTwice(Library):
    """Lists a move for each card of the court that it rests on."""

    def legal_moves(self) -> Iterable[Move]:
        moves = list(super().legal_moves())
        return [*moves, *(move for move in moves if move.slot.row)]


class ListsTexts(Library):
    """Lists the notation of the legal moves."""

    def legal_moves(self) -> Any:
        return [str(move) for move in super().legal_moves()]


def telling(name: str, told: Callable[[Any], object]) -> Callable[[GameState], EngineGame]:
    """The library, but it tells a fact otherwise, wherever it tells it."""

    def change(facts: Any) -> None:
        if name in facts:
            facts[name] = told(facts[name])

    return lambda state: Telling(state, change)


def telling_always(**told: object) -> Callable[[GameState], EngineGame]:
    return lambda state: Telling(state, lambda facts: facts.update(told))  # type: ignore[typeddict-item]


def silent(state: GameState) -> EngineGame:
    return Telling(state, lambda facts: facts.clear())  # type: ignore[attr-defined]


def mirrored(court: Mapping[Slot, Card]) -> dict[Slot, Card]:
    return {Slot(at.row, -at.column): card for at, card in court.items()}


GAME = play_game(setup(3, seed=1), random.Random(1).randrange)
"""A game from its first state to its last."""


DIFFERENT: tuple[tuple[Callable[[GameState], EngineGame], str], ...] = (
    (Lacking, "legal moves: the engine lacks "),
    (Generous, "legal moves: the engine allows S1@j0"),
    (ListsTwice, "legal moves: the engine lists more than once .*@b"),
    (ListsTexts, "legal moves: the engine returned an object of another type, '"),
    (telling("active_player", lambda seat: -1 if seat is None else seat), "say None, .* -1"),
    (telling_always(starting_player=0), "starting_player: the rules say 1, the engine says 0"),
    (telling("court", mirrored), "court: the rules say"),
    (telling("court", lambda court: {(0, 0): court}), "court: .*the engine says"),
    (telling("hands", lambda hands: [*hands[1:], hands[0]]), "hands: the rules say"),
    (telling_always(hands=["S1 S2"] * 3), "hands: .*, the engine says .'S1 S2', 'S1 S2'"),
    (telling("out", sorted), "out: the rules say"),
    (telling("penalty_points", lambda _: [0] * 3), "penalty_points: the rules say"),
    (telling("score_piles", lambda piles: piles[::-1]), "score_piles: the rules say"),
    (telling("winners", lambda _: [0, 1, 2]), "winners: the rules say .*the scores: points "),
    (telling_always(winners=[0]), "winners: returned before the game is over"),
    (telling("totals", lambda totals: totals[::-1]), "totals: the rules say"),
    (telling("ranking", lambda ranking: ranking[::-1]), "ranking: the rules say"),
    (telling("round_number", lambda number: number - 1), "round_number: the rules say 1, .* 0"),
    (telling_always(phase=Phase.PLAYING), "phase: the rules say"),
    (telling("phase", lambda phase: phase.value), "phase: .*PLAYING, the engine says playing"),
    (telling("last_placer", lambda seat: seat or 0), "last_placer: the rules say None"),
    (telling_always(colour="red"), "'colour', an unknown fact: use phase, "),
    (silent, "returned nothing"),
)


@pytest.mark.long
@each(DIFFERENT)
def test_what_an_engine_tells_wrongly_is_told(
    engine: Callable[[GameState], EngineGame], told: str
) -> None:
    messages = []
    for state in GAME:
        try:
            compare_engine(state, engine(state))
        except CheckFailed as failed:
            messages.append(str(failed))
    assert messages
    for text in messages:
        assert "  game: 3 players, " in text
        assert "  moment: round " in text
    assert re.search(f"(?s){told}", "\n".join(messages)), messages[0]


def test_an_engine_may_tell_only_what_it_knows() -> None:
    def little(facts: Any) -> None:
        for name in set(facts) - {"active_player"}:
            del facts[name]

    for state in GAME:
        compare_engine(state, Telling(state, little))
        compare_engine(state, Library(state), "at some table")


def test_what_the_caller_says_of_the_moment_is_told() -> None:
    with pytest.raises(CheckFailed, match="differs from the rules, at some table\\.\n"):
        compare_engine(GAME[0], Lacking(GAME[0]), "at some table")


def test_the_second_engine_starts_as_it_is_told() -> None:
    state = setup(2, seed=1)
    assert state.round_deal is not None
    deal = attrs.evolve(state.rest, rounds=(state.round_deal, *state.rest.rounds))
    compare_engine(state, SecondEngine(GameStart(2, deal, 0, STANDARD)))
    with pytest.raises(CheckFailed, match="starting_player: the rules say 0, the engine says 1"):
        compare_engine(state, SecondEngine(GameStart(2, deal, 1, STANDARD)))
