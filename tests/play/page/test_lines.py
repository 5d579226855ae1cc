"""A position in one line on the page: the line of a game is shown, and a new game begins at one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from play.page.asking import Ask, asking, begun, played, serving
from play.page.browsing import Person, expect, in_a_browser
from westeros_intrigue import STANDARD, Record, apply, format_position, legal_moves, observe, setup
from westeros_intrigue.gamekit.authoring.game_files import load_game
from westeros_intrigue.gamekit.game import GAMES, begin_at_line, read_line, write_line
from westeros_intrigue.play.page.tables import _try_again

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HIGH_CARD = Path(__file__).parents[3] / "examples" / "high-card" / "high_card.py"
LINES = {
    "westeros-intrigue": "-; *S2 S6 S7 L1 L8 B1 B3 B9 T1 T2 T5 T6, 12, 12",
    "monopoly": "*28@8: 5, 28@12: 12, 29@7; turn 3 of 0; buy; under 29 9; unseen 30; seen by 0",
    "btwixt": "summer 2 sansa-stark; *levy / oath, x 0 / pulling-the-strings, x 1; -, -, septa +1",
}
"""A view of player 0, who is to move, in each game."""


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asking(tmp_path)


def line_of(ask: Ask, shown: Any) -> str:
    """Return the line of the view at the screen."""
    written = ask("write", game=shown["game"], seat=shown["viewer"], moment=None)
    assert written["kind"] == "written", written
    line: str = written["line"]
    return line


@pytest.mark.parametrize("key", LINES)
def test_a_game_begins_at_a_view_whose_player_is_the_person(key: str, ask: Ask) -> None:
    shown = ask("arrange", name=key, line=LINES[key])
    assert shown["kind"] == ("position" if key == "westeros-intrigue" else "table"), shown
    assert (shown["viewer"], shown["waits_for"]) == (0, "person")
    assert [seat["who"] for seat in shown["seats"]][1:] == [GAMES[key].PLAYERS.usual] * 2
    assert line_of(ask, shown) == LINES[key], "and sees what it said"
    moved = str(GAMES[key].legal_moves(read_line(GAMES[key], LINES[key]))[0])
    after = ask("play", game=shown["game"], seat=0, moment=0, move=moved)
    assert after["moment"] == 1, after


@pytest.mark.parametrize("key", LINES)
def test_computer_players_have_names_at_a_position_too(key: str, ask: Ask) -> None:
    here = ask("arrange", name=key, line=LINES[key])
    others = [each["name"] for each in here["seats"] if each["who"] != "person"]
    assert others == ["Mira", "Oswin", "Tamsin"][: len(others)]
    assert others


def test_a_view_of_a_player_who_waits_seats_the_person_there(ask: Ask) -> None:
    line = "30@5, *30@5; turn 1 of 1; buy; unseen 32; seen by 0"
    shown = ask("arrange", name="monopoly", line=line)
    assert (shown["viewer"], shown["active"], shown["waits_for"]) == (0, 1, "step")


def test_a_view_of_an_authors_game_begins_one(ask: Ask) -> None:
    game = load_game(HIGH_CARD)
    state = game.setup(3, seed=1)
    state = game.apply(state, game.legal_moves(state)[0])
    line = write_line(game, game.observe(state, 2))
    shown = ask("arrange", name=game.KEY, line=line)
    assert (shown["viewer"], shown["waits_for"]) == (2, "step"), shown
    assert line_of(ask, shown) == line
    after = ask("step", game=shown["game"], seat=2, moment=0)
    assert (after["moment"], after["waits_for"]) == (1, "person"), after


LATER = (
    "-; *S1 S2 S3 S4 S5 S6 S7 L1 L2 L3 L4 L5 L6 L7, "
    "S8 S9 L8 L9 B1 B2 B3 B4 B5 T1 T2 T3 T4 T5; round 2; points 4 6; drawn {}; first 0"
)


@pytest.mark.parametrize("drawn", ["3/7 0", "0 1"])
def test_a_later_round_is_played_to_the_end_of_the_game_and_recorded(drawn: str, ask: Ask) -> None:
    shown = ask("arrange", name="westeros-intrigue", line=LATER.format(drawn))
    *_, last = played(ask, shown)
    record = Record.parse(ask("copy", game=last["game"])["record"])
    assert record.earlier.penalty_points == (4, 6)
    if "/" in drawn:
        assert record.earlier.score_piles == ((STANDARD.throne_cards[-1],), ())
    final = record.state
    assert (final.is_over, len(final.results)) == (True, 1)
    points = {each["seat"]: each["points"] for each in last["standings"]}
    assert points == dict(enumerate(final.penalty_points))
    again = ask("branch", game=last["game"], moment=2)
    assert again["view"]["table"]["penalty_points"] == [4, 6], again


def test_a_round_that_is_tried_again_keeps_the_sums_and_draws_the_cards_before_it(
    ask: Ask,
) -> None:
    line = LATER.replace("first 0", "first 0; rounds 3").format("3/7 0")
    states = played(ask, ask("arrange", name="westeros-intrigue", line=line))
    shown = next(each for each in states if each["view"]["table"]["phase"] == "round-over")
    again = ask("branch", game=shown["game"], moment=0)
    assert again["kind"] == "position", again
    assert again["view"]["table"]["earlier"]["penalty_points"] == [4, 6]
    *_, last = played(ask, again)
    record = Record.parse(ask("copy", game=last["game"])["record"])
    assert [len(pile) for pile in record.earlier.score_piles] == [1, 0]
    assert len(record.rounds) == 1, "the game ends with the round that is tried again"


def test_a_round_that_is_tried_again_does_not_tell_the_cards_of_others_before_it() -> None:
    state = begin_at_line(GAMES["westeros-intrigue"], LATER.format("0 3/7"), seed=1)
    record = Record.from_state(state)
    assert record.earlier.score_piles[1] == (STANDARD.throne_cards[-1],)
    drawn = {_try_again(record, [state], 0).earlier.score_piles[1] for _ in range(30)}
    assert len(drawn) > 1
    assert {_try_again(record, [state], 1).earlier.score_piles[1] for _ in range(5)} == {
        record.earlier.score_piles[1]
    }


def test_dice_that_a_line_does_not_have_are_thrown_all_the_same(ask: Ask) -> None:
    shown = ask("arrange", name="monopoly", line="*28@4, 12@0")
    after = ask("play", game=shown["game"], seat=0, moment=0, move="pass")
    assert after["kind"] == "table", after
    assert not line_of(ask, after).partition("@")[2].startswith("4")


def test_a_state_seats_the_person_where_the_decision_is(ask: Ask) -> None:
    game = GAMES["westeros-intrigue"]
    state = apply(setup(3, seed=1), legal_moves(setup(3, seed=1))[0])
    shown = ask("arrange", name="westeros-intrigue", line=write_line(game, state))
    assert (shown["viewer"], shown["waits_for"]) == (1, "person")
    assert line_of(ask, shown) == write_line(game, observe(state, 1)), "others' cards stay hidden"


@pytest.mark.parametrize(
    ("key", "line", "told"),
    [
        ("westeros-intrigue", "a0", "line 1, column 3: expected a card such as S4, found the end"),
        ("monopoly", "28@5, *12@7", "line 1, column 7: expected * at player 0, who decides"),
        ("chess", "8/8", "game must be one of 'westeros-intrigue', 'monopoly', 'btwixt'"),
    ],
)
def test_where_no_game_can_begin_the_column_is_named(
    key: str, line: str, told: str, ask: Ask
) -> None:
    refused = ask("arrange", name=key, line=line)
    assert (refused["kind"], refused["code"]) == ("fault", "cannot-be")
    assert refused["text"].startswith(f"The game cannot begin: {told}")


def test_a_past_moment_has_all_hands_and_is_written_only_after_the_end(ask: Ask) -> None:
    shown = begun(ask, ("person", "greedy"), rounds=1)
    early = ask("write", game=shown["game"], seat=0, moment=0)
    assert (early["kind"], early["code"]) == ("fault", "not-now")
    *_, last = played(ask, shown)
    record = Record.parse(ask("copy", game=last["game"])["record"])
    written = ask("write", game=last["game"], seat=0, moment=3)["line"]
    assert written == format_position([*record.replay()][3])
    late = ask("write", game=last["game"], seat=0, moment=last["moment"])
    assert (late["kind"], late["code"]) == ("fault", "cannot-be")


@in_a_browser
def test_a_line_is_pasted_on_the_start_page_and_shown_with_the_rules(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        person = Person(browser, server.address)
        page = person.page
        page.click("#from-position > summary")
        expect(page.locator("#arranged-game option")).to_have_count(len(GAMES))
        page.select_option("#arranged-game", "btwixt")
        page.fill("#arranged-line", "summer 2 sansa-stark; *")
        page.click("#arrange button")
        expect(page.locator("#alert")).to_contain_text(
            re.compile("line 1, column [0-9]+: expected")
        )
        page.fill("#arranged-line", f" {LINES['btwixt']}\n")
        page.click("#arrange button")
        expect(page.locator(".bt-hand button")).to_have_count(1)
        page.click("#show-rules")
        expect(page.locator("#line")).to_have_text(LINES["btwixt"])
        page.click("#copy-line")
        expect(page.locator("#copy-line")).to_have_text("Copied")
        person.leave()
