"""check_engine: who passes, and that what an engine tells wrongly is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from cases import sampled
from second_engine_adapter import Adapter, start, telling

from westeros_intrigue import (
    STANDARD,
    Card,
    House,
    Move,
    Phase,
    Slot,
    Variant,
    setup,
)
from westeros_intrigue.testing import (
    CheckFailed,
    Engine,
    Facts,
    Table,
    check_engine,
    compare_engine,
)


@pytest.mark.parametrize(
    ("variants", "games"),
    [
        pytest.param([STANDARD.with_rounds(1)], 5, id="one round"),
        pytest.param(None, 36, id="every table", marks=pytest.mark.long),
    ],
)
def test_the_second_engine_plays_as_the_library_does(
    variants: list[Variant] | None, games: int
) -> None:
    checked = check_engine(start, variants=variants, games=1, refusals=1)
    assert checked.games == games
    assert checked.placements > 20 * games


@pytest.mark.long
def test_the_second_engine_goes_to_the_edges_alike() -> None:
    assert check_engine(start, players=[3], variants=[STANDARD.with_rounds(1)], games=9).games == 9


class Lacking(Adapter):
    """Lists all legal moves but the last."""

    def legal_moves(self) -> Iterable[Move]:
        return sorted(super().legal_moves(), key=str)[:-1]


class Generous(Adapter):
    """Lists a move too many."""

    def legal_moves(self) -> Iterable[Move]:
        return [*super().legal_moves(), Move(Card(House.STARK, 1), Slot(9, 0))]


class Wide(Adapter):
    """Takes whatever it is given."""

    def apply(self, move: Move) -> None:
        if move in self.legal_moves():
            super().apply(move)


class Spoilt(Adapter):
    """Refuses an illegal move, but loses a card by it."""

    def apply(self, move: Move) -> None:
        if move not in self.legal_moves():
            self.game.hands[self.game.to_move or 0].pop()
        super().apply(move)


class Refusing(Adapter):
    """Refuses what is legal."""

    def apply(self, move: Move) -> None:
        if move.slot.row > 0:
            raise ValueError("no higher")
        super().apply(move)


class StuckAtTheEnd(Adapter):
    """Cannot score a round."""

    def score_round(self) -> None:
        raise NotImplementedError


class Broken(Adapter):
    """Cannot tell how its game stands."""

    def facts(self) -> Facts:
        raise ZeroDivisionError


class NotStarting(Adapter):
    """Cannot start."""

    def __init__(self, table: Table) -> None:
        raise ValueError(table.players)


class Exiting(Adapter):
    """Ends the program where it should refuse a move."""

    def apply(self, move: Move) -> None:
        if move not in self.legal_moves():
            sys.exit(1)
        super().apply(move)


class ListsTwice(Adapter):
    """Lists a move for each card of the court that it rests on."""

    def legal_moves(self) -> Iterable[Move]:
        moves = list(super().legal_moves())
        return [*moves, *(move for move in moves if move.slot.row)]


class ListsTexts(Adapter):
    """Lists the notation of the legal moves."""

    def legal_moves(self) -> Any:
        return [str(move) for move in super().legal_moves()]


def backwards(facts: Facts) -> None:
    players = len(facts["penalty_points"])
    if facts["active_player"] is not None and facts["court"]:
        facts["active_player"] = (facts["active_player"] - 2) % players


def no_rotation(facts: Facts) -> None:
    facts["starting_player"] = 0


def pyramid_upside_down(facts: Facts) -> None:
    facts["court"] = {Slot(slot.row, -slot.column): at for slot, at in facts["court"].items()}


def hands_dealt_on(facts: Facts) -> None:
    facts["hands"] = [*facts["hands"][1:], facts["hands"][0]]


def out_sorted(facts: Facts) -> None:
    facts["out"] = sorted(facts["out"])


def no_points(facts: Facts) -> None:
    facts["penalty_points"] = [0] * len(facts["penalty_points"])


def first_takes_all(facts: Facts) -> None:
    drawn = [card for pile in facts["score_piles"] for card in pile]
    facts["score_piles"] = [drawn, *[[] for _ in facts["score_piles"][1:]]]


def everybody_wins(facts: Facts) -> None:
    if "winners" in facts:
        facts["winners"] = list(range(len(facts["totals"])))


def winners_early(facts: Facts) -> None:
    facts["winners"] = [0]


def values_forgotten(facts: Facts) -> None:
    if "totals" in facts:
        facts["totals"] = facts["penalty_points"]


def ranking_reversed(facts: Facts) -> None:
    if "ranking" in facts:
        facts["ranking"] = facts["ranking"][::-1]


def rounds_from_nought(facts: Facts) -> None:
    facts["round_number"] -= 1


def never_over(facts: Facts) -> None:
    facts["phase"] = Phase.PLAYING


def last_placer_kept(facts: Facts) -> None:
    facts["last_placer"] = facts["last_placer"] or 0


def phase_as_text(facts: Any) -> None:
    facts["phase"] = facts["phase"].value


def hands_as_text(facts: Any) -> None:
    facts["hands"] = ["S1 S2" for _ in facts["hands"]]


def slots_as_pairs(facts: Any) -> None:
    facts["court"] = {(slot.row, slot.column): at for slot, at in facts["court"].items()}


def nobody_is_minus_one(facts: Facts) -> None:
    if facts["active_player"] is None:
        facts["active_player"] = -1


def telling_nothing(table: Table) -> Any:
    game = start(table)
    game.facts = lambda: None  # type: ignore[assignment, method-assign, return-value]
    return game


def an_unknown_fact(facts: Any) -> None:
    facts["colour"] = "red"


BAD_ENGINES: dict[str, tuple[Engine, str]] = {
    "lacks a move": (Lacking, "legal moves: the engine lacks "),
    "allows a move": (Generous, "legal moves: the engine allows S1@j0"),
    "takes all": (Wide, "The engine took a move that the rules refuse"),
    "spoilt": (Spoilt, "was refused.*hands: the rules say"),
    "refuses": (Refusing, "could not apply .*@b.*: ValueError: no higher"),
    "stuck": (StuckAtTheEnd, "could not score the round: NotImplementedError"),
    "broken": (Broken, "could not tell how its game stands: ZeroDivisionError"),
    "does not start": (NotStarting, "could not start a game: ValueError: 3"),
    "backwards": (telling(backwards), "active_player: the rules say 1, the engine says 2"),
    "no rotation": (telling(no_rotation), "starting_player: the rules say 1, the engine says 0"),
    "court": (telling(pyramid_upside_down), "court: the rules say"),
    "hands": (telling(hands_dealt_on), "hands: the rules say"),
    "out": (telling(out_sorted), "out: the rules say"),
    "no points": (telling(no_points), "penalty_points: the rules say"),
    "piles": (telling(first_takes_all), "score_piles: the rules say"),
    "winners": (telling(everybody_wins), "winners: the rules say"),
    "too early": (telling(winners_early), "winners: told before the game is over"),
    "totals": (telling(values_forgotten), "totals: the rules say"),
    "ranking": (telling(ranking_reversed), "ranking: the rules say"),
    "rounds": (telling(rounds_from_nought), "round_number: the rules say 1, the engine says 0"),
    "phase": (telling(never_over), "phase: the rules say"),
    "last placer": (telling(last_placer_kept), "last_placer: the rules say None"),
    "unknown fact": (telling(an_unknown_fact), "'colour', which is no fact: use phase, "),
    "exits": (Exiting, r"could not refuse \S+: SystemExit: 1\."),
    "twice": (ListsTwice, "legal moves: the engine lists more than once .*@b"),
    "texts": (ListsTexts, "legal moves: the engine lists what is no Move, such as '"),
    "phase as text": (telling(phase_as_text), "phase: .*PLAYING, the engine says playing"),
    "hands as text": (telling(hands_as_text), "hands: .*, the engine says .'S1 S2', 'S1 S2'"),
    "slots as pairs": (telling(slots_as_pairs), "court: .*the engine says {'\\(0, 0\\)': '"),
    "no facts": (telling_nothing, "could not tell how its game stands: TypeError"),
    "nobody is -1": (telling(nobody_is_minus_one), "active_player: the rules say None, .* -1"),
    "silent": (telling(lambda facts: facts.clear()), "tells nothing"),  # type: ignore[attr-defined]
}


LATE = ("out", "no rotation", "no points", "piles", "winners", "totals", "ranking")
SOON = [name for name in BAD_ENGINES if name not in LATE]


@pytest.mark.parametrize("name", sampled(BAD_ENGINES, SOON))
def test_an_engine_with_a_fault_is_told_what_and_where(name: str) -> None:
    engine, told = BAD_ENGINES[name]
    with pytest.raises(CheckFailed, match="(?s)" + told) as caught:
        check_engine(engine, players=[3], games=3, refusals=1)
    assert "  table: 3 players, " in str(caught.value)
    assert "  moment: round " in str(caught.value)


def test_an_engine_may_tell_only_what_it_knows() -> None:
    def little(facts: Any) -> None:
        for name in set(facts) - {"active_player"}:
            del facts[name]

    one_round = [STANDARD.with_rounds(1)]
    assert check_engine(telling(little), players=[2], variants=one_round, games=1).games == 1


def test_a_single_moment_can_be_compared() -> None:
    state = setup(2, seed=1)
    assert state.round_deal is not None
    deal = attrs.evolve(state.rest, rounds=(state.round_deal, *state.rest.rounds))
    compare_engine(state, start(Table(2, deal, 0, STANDARD)))
    with pytest.raises(CheckFailed, match="starting_player: the rules say 0, the engine says 1"):
        compare_engine(state, start(Table(2, deal, 1, STANDARD)))
