"""Matches of games without rounds: only victories count."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from westeros_intrigue import STANDARD, InvalidValue
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.matches import MatchResult, PlayerFailed, play_match

SIMPLE = {"simple": monopoly.simple_player, "random": monopoly.random_player}


def test_a_match_is_continued_from_its_file_by_the_game_and_the_options_alone(
    tmp_path: Path,
) -> None:
    out = tmp_path / "match.jsonl"

    def play(offers: int) -> MatchResult:
        options = {"offers": offers}
        return play_match(
            SIMPLE, game="monopoly", deals=2, seed=3, options=options, out=out, resume=True
        )

    whole = play(0)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:2]))
    assert play(0) == whole
    with pytest.raises(InvalidValue, match="options"):
        play(1)


def test_a_player_that_fails_ends_the_match_or_loses_the_game() -> None:
    def fails(view: monopoly.View, _rng: RandomSource) -> monopoly.Move:
        raise KeyError(view.turn_number)

    entrants = {"simple": monopoly.simple_player, "fails": fails}
    with pytest.raises(PlayerFailed, match=r"fails failed at deal 0, in seat \d .*, move \d"):
        play_match(entrants, game="monopoly", deals=1, seed=1)
    result = play_match(entrants, game="monopoly", deals=2, seed=1, forfeits=True)
    assert result.tally("simple").games_won == Fraction(4)
    assert result.tally("fails").forfeits == 4


def test_what_belongs_to_another_game_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"game must be one of .*, not 'chess'"):
        play_match(SIMPLE, game="chess", deals=1, seed=1)
    for more in ({"rounds": 1}, {"variant": STANDARD.with_rounds(1)}):
        with pytest.raises(InvalidValue, match=r"Monopoly: .* has options instead of a variant"):
            play_match(SIMPLE, game="monopoly", deals=1, seed=1, **more)
    with pytest.raises(InvalidValue, match="players must be from 2 to 6"):
        play_match(SIMPLE, game="monopoly", players=7, deals=1, seed=1)
