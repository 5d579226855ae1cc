"""Engines with one fault each, which the machine or the comparison of moments finds and tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from cases import sampled
from engines import Library, SecondEngine, Telling
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis.stateful import run_state_machine_as_test
from second_engine import court as second_court
from second_engine import game as second_game
from second_engine import houses as second_houses
from second_engine.court import Card, Court, Slot, broken_court_rules
from second_engine.game import Game
from second_engine.scoring import RIVAL

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    IronThroneCard,
    Move,
    Phase,
    Variant,
    ViolationCode,
    apply,
    explain,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.testing import (
    CheckFailed,
    Engine,
    EngineGame,
    Facts,
    GameMachine,
    GameStart,
    compare_engine,
    variants_to_check,
)
from westeros_intrigue.testing.games import play_game
from westeros_intrigue.testing.machine import DIRECTIONS

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


# Rules


Points = Callable[[int, str, str, bool, bool], int]
"""From the cards left, the house of the seat, the last house and the two options."""


def scoring(points: Points) -> dict[tuple[Any, str], object]:
    def adjustments(
        cards_left: Sequence[int],
        houses: Sequence[str],
        last: str,
        *,
        affiliation: bool,
        rivalry: bool,
    ) -> list[tuple[int, int, str]]:
        seats = enumerate(zip(cards_left, houses, strict=True))
        return [
            (seat, points(left, house, last, affiliation, rivalry), "")
            for seat, (left, house) in seats
        ]

    return {(second_game, "round_adjustments"): adjustments}


def court_rules(change: Callable[[Court, Slot, set[str]], set[str]]) -> dict[Any, object]:
    def broken(court: Court, card: Card, slot: Slot, width: int) -> set[str]:
        return change(court, slot, broken_court_rules(court, card, slot, width))

    return {
        (second_game, "broken_court_rules"): broken,
        (second_court, "broken_court_rules"): broken,
    }


def no_slot(fits: Callable[[Slot], bool]) -> dict[Any, object]:
    """A court that ends before the rules end it."""
    return court_rules(lambda _court, slot, broken: broken | ({"box"} if fits(slot) else set()))


def side(right: str) -> dict[Any, object]:
    """Automated houses of which these take the right side."""

    def dictated(court: Court, house: str, card: Card, width: int) -> Slot | None:
        slots = second_court.open_slots(court, card, width)
        if not slots:
            return None
        highest = max(row for row, _ in slots)
        columns = [column for row, column in slots if row == highest]
        return highest, max(columns) if house in right else min(columns)

    return {(second_houses, "dictated_slot"): dictated}


def starting(seat: Callable[[Game], int]) -> dict[Any, object]:
    """Rounds after the first that another seat starts."""
    before = Game._start_next_round

    def start_next_round(game: Game) -> None:
        first = game.first_player
        if game.finished_rounds:
            game.first_player = seat(game) - game.round_number
        before(game)
        game.first_player = first

    return {(Game, "_start_next_round"): start_next_round}


def give_turn_to_those_who_can_again(game: Game, player: int) -> None:
    game.to_move = None
    for seat in ((player + more) % game.players for more in range(game.players)):
        if game._can_place(seat):
            game.out = [out for out in game.out if out[0] != seat]
            game.to_move = seat
            return
        if not game._is_out(seat):
            game._put_out(seat)


def give_turn_and_put_out_at_once(game: Game, player: int) -> None:
    in_order = [(player + more) % game.players for more in range(game.players)]
    for seat in in_order:
        if not game._is_out(seat) and not game._can_place(seat):
            game._put_out(seat)
    game.to_move = next((seat for seat in in_order if not game._is_out(seat)), None)


def recycle_on_top(first: list[Card], second: list[Card]) -> None:
    first[:0] = second
    second.clear()


def recycle_reversed(first: list[Card], second: list[Card]) -> None:
    first.extend(reversed(second))
    second.clear()


RULES: dict[str, tuple[dict[Any, object], str]] = {
    "rivalry only with affiliation": (
        scoring(
            lambda left, house, last, affiliation, rivalry: (
                (affiliation and rivalry and RIVAL[house] == last)
                - (affiliation and house == last and left > 0)
            )
        ),
        "penalty_points: the rules say",
    ),
    "affiliation only with rivalry": (
        scoring(
            lambda left, house, last, affiliation, rivalry: (
                (rivalry and RIVAL[house] == last)
                - (affiliation and rivalry and house == last and left > 0)
            )
        ),
        "penalty_points: the rules say",
    ),
    "affiliation below nought": (
        scoring(
            lambda _left, house, last, affiliation, rivalry: (
                (rivalry and RIVAL[house] == last) - (affiliation and house == last)
            )
        ),
        "penalty_points: the rules say",
    ),
    "rivalry for cards left": (
        scoring(
            lambda left, house, last, affiliation, rivalry: (
                (rivalry and RIVAL[house] == last and left > 0)
                - (affiliation and house == last and left > 0)
            )
        ),
        "penalty_points: the rules say",
    ),
    "two players as wide as others": (
        {(second_game, "width_limit"): lambda _players: 8},
        "game: 2 players, .*legal moves: the engine allows .*@a",
    ),
    "six players as narrow as two": (
        {(second_game, "width_limit"): lambda players: 7 if players in {2, 6} else 8},
        "game: 6 players, .*legal moves: the engine lacks .*@a",
    ),
    "no slot a7": (no_slot(lambda slot: slot[1] > 6), "the engine lacks .*@a7"),
    "no slot a-7": (no_slot(lambda slot: slot[1] < -6), "the engine lacks .*@a-7"),
    "no row g": (no_slot(lambda slot: slot[0] > 5), "the engine lacks .*@g"),
    "one card below is enough": (
        court_rules(
            lambda court, slot, broken: (
                broken - {"court.support"}
                if (slot[0] - 1, slot[1]) in court or (slot[0] - 1, slot[1] + 1) in court
                else broken
            )
        ),
        "the engine allows",
    ),
    "any house from row e": (
        court_rules(
            lambda _court, slot, broken: broken - {"court.match"} if slot[0] > 3 else broken
        ),
        "the engine allows .*@e",
    ),
    "Stark right": (side("TS"), "the engine lacks .*the engine allows"),
    "Lannister right": (side("TL"), "the engine lacks .*the engine allows"),
    "Baratheon right": (side("TB"), "the engine lacks .*the engine allows"),
    "all left": (side(""), "the engine lacks .*the engine allows"),
    "set aside on top": (
        {(second_game, "recycle"): recycle_on_top},
        "(hands|engine lacks)",
    ),
    "set aside turned": (
        {(second_game, "recycle"): recycle_reversed},
        "(hands|engine lacks)",
    ),
    "who drew the throne card starts": (
        starting(lambda game: game.finished_rounds[-1]["last_placer"] or 0),
        "starting_player: the rules say",
    ),
    "who has fewest points starts": (
        starting(lambda game: game.points.index(min(game.points))),
        "starting_player: the rules say",
    ),
    "rotation to the right": (
        starting(lambda game: game.first_player - game.round_number),
        "starting_player: the rules say",
    ),
    "who can place again is in again": (
        {(Game, "_give_turn_from"): give_turn_to_those_who_can_again},
        "out: the rules say",
    ),
    "out before the own turn": (
        {(Game, "_give_turn_from"): give_turn_and_put_out_at_once},
        "out: the rules say",
    ),
}


def play_beside_the_second_engine(games: Iterable[tuple[int, Variant]]) -> None:
    """Play so many games by seed, each in a direction, and compare every moment."""
    for seed, (players, variant) in enumerate(games):
        rng = random.Random(seed)
        first = seed % players if variant.first_player is None else variant.first_player
        start = GameStart(players, draw_deal(players, rng, variant), first, variant)
        reach = list(DIRECTIONS.values())[seed % len(DIRECTIONS)]
        state, game = start.set_up(), SecondEngine(start)
        compare_engine(state, game)
        while state.phase is not Phase.GAME_OVER:
            if state.phase is Phase.ROUND_OVER:
                game.score_round()
                state = score_round(state)
            else:
                legal = legal_moves(state)
                move = max(legal, key=lambda move: (reach(move.slot), rng.random()))
                game.apply(move)
                state = apply(state, move)
            compare_engine(state, game)


EVERY = [(players, variant) for players in range(2, 7) for _, variant in variants_to_check(players)]
# Where any game would do, but would take long: the number of players, and what is played.
SOLO = (4, SOLO_SCHEMING)
AFFILIATION = STANDARD.with_seats(houses=tuple(House)).with_options(house_affiliation=True)
RIVALRY = STANDARD.with_seats(houses=tuple(House)).with_options(rivalry=True)
PLAYED: dict[str, tuple[int, Variant]] = {
    "rivalry only with affiliation": (4, RIVALRY),
    "affiliation only with rivalry": (4, AFFILIATION),
    "affiliation below nought": (4, AFFILIATION),
    "rivalry for cards left": (4, RIVALRY),
    "six players as narrow as two": (6, STANDARD),
    "no slot a7": (3, STANDARD),
    "no slot a-7": (3, STANDARD),
    "Stark right": (6, dict(variants_to_check(6))["automated seats"]),
    "Lannister right": SOLO,
    "Baratheon right": SOLO,
    "all left": SOLO,
    "set aside on top": SOLO,
    "set aside turned": SOLO,
}
SOON_FOUND = (
    "two players as wide as others",
    "six players as narrow as two",
    "one card below is enough",
    "out before the own turn",
)


@pytest.mark.long
def test_the_second_engine_plays_as_the_library_does() -> None:
    play_beside_the_second_engine(EVERY)


@pytest.mark.parametrize("name", sampled(RULES, SOON_FOUND))
def test_an_engine_with_one_rule_wrong_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted, told = RULES[name]
    for (where, attribute), wrong in planted.items():
        monkeypatch.setattr(where, attribute, wrong)
    given = [PLAYED[name]] * 8 if name in PLAYED else EVERY * 2
    with pytest.raises(CheckFailed, match=f"(?s)The engine differs from the rules.*{told}"):
        play_beside_the_second_engine(given)
