"""Statistics: landings, returns on buildings, and lengths of games."""

from __future__ import annotations

import math
import runpy
from pathlib import Path

import pytest

from games.monopoly.tables import SHEET
from westeros_intrigue import InvalidValue, play_game
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import PRINTED, InvalidEdition, setup, simple_player, survey
from westeros_intrigue.games.monopoly.table import Jailed, Moved

ROOT = Path(__file__).parents[3]


def test_a_survey_counts_what_happens_in_the_games_of_simple_players() -> None:
    found = survey(SHEET, players=3, games=2, seed=4)
    lengths, wins, landed = [], [0, 0, 0], [0] * 40
    for seed in (4, 5):
        start = setup(3, SHEET, seed=seed)
        final = play_game([simple_player] * 3, game=monopoly, state=start, seed=1)
        for event in final.moves.all_events():
            if isinstance(event, Moved):
                landed[event.space] += 1
            elif isinstance(event, Jailed):
                landed[10] += 1
        lengths.append(final.turn_number)
        wins[monopoly.final_winner(final).winners[0]] += 1
    assert (found.lengths, found.wins) == (tuple(sorted(lengths)), tuple(wins))
    assert found.landings == tuple(count / sum(lengths) for count in landed)
    low, high = found.interval(24)
    assert low < found.landings[24] < high
    with pytest.raises(InvalidValue, match="space must be from 0 to 39, not -1"):
        found.interval(-1)


@pytest.mark.rule("build.cost", "rent.location")
def test_the_return_on_a_set_is_its_rent_by_landings_for_its_cost() -> None:
    found = survey(SHEET, players=2, games=1, seed=1)
    by_level = {(one.group, one.level): one for one in found.returns()}
    assert len(by_level) == 8 * 5
    castles = by_level["dark blue", 5]
    # Four Holdfasts at 4 and a Castle at 5 on each; a Castle's rent is 35, the set's alone 10.
    assert castles.cost == 2 * (4 * 4 + 5)
    assert castles.income == pytest.approx(25 * (found.landings[37] + found.landings[39]))
    assert castles.turns == pytest.approx(castles.cost / castles.income)
    assert by_level["brown", 1].cost == 2
    assert {monopoly.Return("brown", 1, 2, income).turns for income in (0.0, -1.0)} == {math.inf}


@pytest.mark.rule("edition.sample-flag")
def test_the_picture_of_a_survey_has_a_bar_for_each_space_and_names_the_sample() -> None:
    picture = survey(players=2, games=1, seed=1).draw_svg()
    assert picture.count("<path ") == picture.count("<rect ") - 1 == 36
    assert "SAMPLE EDITION" in picture


@pytest.mark.long
def test_the_page_has_the_figures_of_its_games() -> None:
    script = runpy.run_path(str(ROOT / "scripts/make_statistics.py"))
    page, picture = (script["FOLDER"] / script[name] for name in ("PAGE", "PICTURE"))
    del script["GAMES"][6]  # games of six are the longest
    found = script["surveys"](monopoly.SAMPLE)
    text = page.read_text("utf-8")
    new = script["page_text"](text, found)
    assert {*new.splitlines()} < {*text.splitlines()}, "run scripts/make_statistics.py"
    assert picture.read_text("utf-8") == found[script["SHOWN"]].draw_svg()


def test_a_survey_needs_a_complete_edition_and_at_least_one_game() -> None:
    with pytest.raises(InvalidEdition):
        survey(PRINTED)
    for wrong in ({"games": 0}, {"players": 7}, {"seed": -1}):
        with pytest.raises(InvalidValue):
            survey(**wrong)  # type: ignore[arg-type]
