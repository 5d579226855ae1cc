"""compare_engine and the machine beside an engine: what an engine does or tells wrongly is told."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterable, Sequence
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
    IronThroneCard,
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
from westeros_intrigue.testing.games import play_game

FIRST_FOUND = settings(
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=3000,  # the first fault found ends them; what is drawn depends on what is imported
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


# Ties


def ranking_by(
    key: Callable[[Sequence[int]], int], *, seats: bool = False
) -> Callable[[GameState], EngineGame]:
    """The library, with ties broken by something else: by the icons of a pile."""

    def change(facts: Facts) -> None:
        if "ranking" not in facts:
            return
        keys = [
            (total, key([card.icons for card in pile]), seats * seat)
            for seat, (total, pile) in enumerate(
                zip(facts["totals"], facts["score_piles"], strict=True)
            )
        ]
        places = sorted(set(keys))
        facts["ranking"] = [
            [seat for seat, at in enumerate(keys) if at == place] for place in places
        ]
        facts["winners"] = facts["ranking"][0]

    return lambda state: Telling(state, change)


MANY = 10**10
TIE_BREAKS: dict[str, Callable[[GameState], EngineGame]] = {
    "none": ranking_by(lambda _icons: 0),
    "seats": ranking_by(lambda icons: min(icons, default=MANY), seats=True),
    "most icons": ranking_by(lambda icons: -min(icons, default=-MANY)),
    "sum of icons": ranking_by(lambda icons: sum(icons) or MANY),
    "greatest card": ranking_by(lambda icons: max(icons, default=MANY)),
    "first card": ranking_by(lambda icons: [*icons, MANY][0]),
    "last card": ranking_by(lambda icons: [MANY, *icons][-1]),
    "middle card": ranking_by(lambda icons: [*sorted(icons), MANY][len(icons) // 2]),
    "most cards": ranking_by(lambda icons: -len(icons)),
    "fewest cards": ranking_by(len),
    "no card first": ranking_by(lambda icons: min(icons, default=0)),
}


def test_an_engine_that_breaks_ties_in_another_way_is_told_so_with_the_scores() -> None:
    few_icons = [IronThroneCard(1, icons) for icons in (1, 2, 2, 3, 4)]
    variant = STANDARD.with_rounds(4).with_throne_cards(few_icons)
    ends = [
        play_game(setup(6, seed=seed, variant=variant), random.Random(seed).randrange)[-1]
        for seed in range(60)
    ]
    for name, engine in TIE_BREAKS.items():
        told = []
        for end in ends:
            try:
                compare_engine(end, engine(end))
            except CheckFailed as failed:
                told.append(str(failed))
        assert told, name
        assert all("  ranking: the rules say " in text for text in told), told
        assert all("  the scores: points " in text for text in told), told


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
            facts[name] = told(facts)

    return lambda state: Telling(state, change)


def telling_always(**told: object) -> Callable[[GameState], EngineGame]:
    return lambda state: Telling(state, lambda facts: facts.update(told))  # type: ignore[typeddict-item]


def silence(facts: Any) -> None:
    facts.clear()


def before_the_last(facts: Facts) -> int | None:
    """The seat two before the one to move, once a card has been placed."""
    player, players = facts["active_player"], len(facts["penalty_points"])
    return player if player is None or not facts["court"] else (player - 2) % players


def all_to_the_first(facts: Facts) -> list[list[IronThroneCard]]:
    first, *others = facts["score_piles"]
    return [[*first, *(card for pile in others for card in pile)], *[[] for _ in others]]


GAME = play_game(setup(3, seed=1), random.Random(1).randrange)
"""A game from its first state to its last."""


DIFFERENT: dict[str, tuple[Callable[[GameState], EngineGame], str]] = {
    "lacks a move": (Lacking, "legal moves: the engine lacks "),
    "allows a move": (Generous, "legal moves: the engine allows S1@j0"),
    "backwards": (
        telling("active_player", before_the_last),
        "active_player: the rules say 1, the engine says 2",
    ),
    "no rotation": (
        telling_always(starting_player=0),
        "starting_player: the rules say 1, the engine says 0",
    ),
    "court": (
        telling(
            "court",
            lambda facts: {Slot(at.row, -at.column): it for at, it in facts["court"].items()},
        ),
        "court: the rules say",
    ),
    "hands": (
        telling("hands", lambda facts: [*facts["hands"][1:], facts["hands"][0]]),
        "hands: the rules say",
    ),
    "out": (telling("out", lambda facts: sorted(facts["out"])), "out: the rules say"),
    "no points": (telling("penalty_points", lambda _: [0] * 3), "penalty_points: the rules say"),
    "piles": (telling("score_piles", all_to_the_first), "score_piles: the rules say"),
    "winners": (telling("winners", lambda _: [0, 1, 2]), "winners: the rules say"),
    "too early": (telling_always(winners=[0]), "winners: returned before the game is over"),
    "totals": (telling("totals", lambda facts: facts["penalty_points"]), "totals: the rules say"),
    "ranking": (telling("ranking", lambda facts: facts["ranking"][::-1]), "ranking: the rules say"),
    "rounds": (
        telling("round_number", lambda facts: facts["round_number"] - 1),
        "round_number: the rules say 1, the engine says 0",
    ),
    "phase": (telling_always(phase=Phase.PLAYING), "phase: the rules say"),
    "last placer": (
        telling("last_placer", lambda facts: facts["last_placer"] or 0),
        "last_placer: the rules say None",
    ),
    "unknown fact": (telling_always(colour="red"), "'colour', an unknown fact: use phase, "),
    "twice": (ListsTwice, "legal moves: the engine lists more than once .*@b"),
    "texts": (ListsTexts, "legal moves: the engine returned an object of another type, '"),
    "phase as text": (
        telling("phase", lambda facts: facts["phase"].value),
        "phase: .*PLAYING, the engine says playing",
    ),
    "hands as text": (
        telling_always(hands=["S1 S2"] * 3),
        "hands: .*, the engine says .'S1 S2', 'S1 S2'",
    ),
    "slots as pairs": (
        telling(
            "court",
            lambda facts: {(at.row, at.column): it for at, it in facts["court"].items()},
        ),
        "court: .*the engine says {'\\(0, 0\\)': '",
    ),
    "nobody is -1": (
        telling(
            "active_player",
            lambda facts: -1 if facts["active_player"] is None else facts["active_player"],
        ),
        "active_player: the rules say None, .* -1",
    ),
    "silent": (lambda state: Telling(state, silence), "returned nothing"),
}


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
