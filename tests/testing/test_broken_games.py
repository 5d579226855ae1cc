"""Each broken game of the kit is found, by a message that says what to mend."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import pytest
from attrs import frozen

from testing.broken_games import BROKEN, Bids
from testing.sound_games import SOUND, Choice, LoveLetter, Pig, Pot
from testing.subtle_games import SOUND_ENOUGH, SUBTLE
from westeros_intrigue.gamekit import (
    GameOf,
    NotationError,
    RandomSource,
    WrongType,
    random_below,
    replace_item,
)
from westeros_intrigue.testing import CheckFailed, check_game

TAKE_SECONDS = {
    "EndlessForFour", "EverMoreNumbers", "FollowSuit", "ForgetsInWorlds", "Goofspiel",
    "HidesAgain", "IgnoresVoids", "LoveLetter", "LowestWins", "NoRuleIsCited", "OddWords",
    "OneWorld", "OpenPrizes", "OrderOfASet", "Perudo", "SeldomIllegal", "SlowBot",
    "TirelessBot", "UnfairGuess",
}  # fmt: skip

ALWAYS = {"StartsAlike"}
"""The games with a fault that no other short test finds."""


def some(games: Iterable[Any]) -> list[Any]:
    """The games as parameters of a test; most are long proofs, each of which plays many games."""
    return [
        pytest.param(
            game,
            id=game.__name__,
            marks=()
            if game.__name__ in ALWAYS or not (number % 5 or game.__name__ in TAKE_SECONDS)
            else pytest.mark.long,
        )
        for number, game in enumerate(games)
    ]


def test_the_sound_game_passes_and_says_who_sees_what() -> None:
    # One game a number of players, in which the deck is never used.
    assert str(check_game(Bids(), games=3)) == KNOWLEDGE


def test_who_sees_a_field_is_said_of_positions_in_which_it_has_content() -> None:
    knowledge = check_game(LoveLetter(), games=2)
    seen, positions = knowledge.fields["known"], knowledge.positions["known"]
    assert positions >= 30
    assert {viewer: shown for viewer, (shown, _) in seen.items() if shown} == {
        "own": seen["own"][1]
    }
    assert min(knowledge.positions.values()) >= 30


def test_a_field_that_never_has_content_is_seen_by_nobody() -> None:
    knowledge = check_game(NeverFilled(), games=2)
    assert (knowledge.fields["spent"], knowledge.positions["spent"]) == ({}, 0)
    assert "spent   no content seen" in str(knowledge)


@pytest.mark.parametrize("game", some(BROKEN))
def test_a_broken_game_is_found_by_a_message_that_says_what_to_mend(game: Any) -> None:
    with pytest.raises((CheckFailed, WrongType)) as failure:
        check_game(game(), games=6, most_decisions=200)
    assert re.search(BROKEN[game], str(failure.value), re.DOTALL), str(failure.value)


def test_a_line_that_no_world_shows_is_refused() -> None:
    view = Bids().observe(Bids().setup(2, seed=1), 0)
    line = Bids().format_position(view)
    assert Bids().parse_position(line) == view
    first, second, _ = view.hands[0]
    doubled = line.replace(f"[[{first},{second}", f"[[{first},{first}")
    assert doubled != line
    with pytest.raises(NotationError, match="column 1: expected a position to which a game leads"):
        Bids().parse_position(doubled)


@pytest.mark.parametrize("game", some(SUBTLE))
def test_a_game_that_runs_and_is_wrong_is_found_as_its_author_would_check_it(game: Any) -> None:
    began = time.process_time()
    with pytest.raises((CheckFailed, WrongType)) as failure:
        check_game(game())
    assert re.search(SUBTLE[game], str(failure.value), re.DOTALL), str(failure.value)
    assert time.process_time() - began < 30  # a third of it on machines of today


@pytest.mark.parametrize("game", some(SOUND_ENOUGH))
def test_what_only_an_author_can_judge_is_no_fault(game: Any) -> None:
    check_game(game(), games=3)


@pytest.mark.parametrize("game", some(SOUND))
def test_a_sound_game_has_no_fault(game: Any) -> None:
    assert check_game(game()).seconds["random"] < 1


def bold(view: Pot, _rng: RandomSource) -> Choice:
    return Choice.STOP if view.pot >= 40 else Choice.ROLL


@frozen
class Spent(Pot):
    spent: tuple[int, ...] = ()


class NeverFilled(GameOf[Spent, Choice]):
    """Pig with a field that nothing ever fills."""

    def start(self, players: int, rng: RandomSource) -> Spent:
        del rng
        return Spent((0,) * players, players=players)

    def moves(self, state: Spent, seat: int) -> Sequence[Choice]:
        del seat
        return [Choice.ROLL, Choice.STOP] if state.pot else [Choice.ROLL]

    def play(self, state: Spent, seat: int, move: Choice, rng: RandomSource) -> Spent:
        if move is Choice.ROLL:
            return state.replace(pot=state.pot + 1 + random_below(6, rng))
        points = replace_item(state.points, seat, state.points[seat] + state.pot)
        after = (seat + 1) % state.players if points[seat] < 20 else None
        return state.replace(points=points, pot=0, to_move=after)

    def scores(self, state: Spent) -> Sequence[int]:
        return state.points


class Prize(Pig):
    """Pig with a prize that random moves hardly ever win."""

    BOTS: ClassVar[tuple[Callable[[Pot, RandomSource], Choice], ...]] = (bold,)

    def start(  # type: ignore[override]
        self, players: int, rng: RandomSource, *, prize: bool = True
    ) -> Pot:
        del rng, prize
        return Pot((0,) * players, players=players)

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        if move is Choice.ROLL:
            return super().play(state, seat, move, rng)
        total = state.points[seat] + state.pot
        has_prize = state.options["prize"] and state.pot >= 40
        points = replace_item(state.points, seat, total + 10 * bool(has_prize))
        after = (seat + 1) % state.players if total < 20 else None
        return state.replace(points=points, pot=0, to_move=after)


def test_an_option_that_matters_only_to_those_who_play_well_changes_something() -> None:
    check_game(Prize(), games=2)


def test_random_moves_alone_do_not_show_it() -> None:
    class WithoutBots(Prize):
        BOTS = ()

    with pytest.raises(CheckFailed, match="the option prize changes nothing"):
        check_game(WithoutBots(), games=2)


KNOWLEDGE = """\
field      own      +1      +2      +3  spectator  positions
hands   always   never   never   never      never         48
chosen  always   never   never   never      never         31
played  always  always  always  always     always         30
deck     never   never   never              never         30
prizes  always  always  always  always     always         48"""
