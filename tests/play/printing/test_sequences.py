"""Pictures of several positions: in one frame, one after another, side by side; and of a course."""

from __future__ import annotations

import math
import re
from functools import reduce
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from westeros_intrigue import (
    InvalidValue,
    Record,
    apply,
    draw_svg,
    greedy_player,
    legal_moves,
    play_game,
    setup,
)
from westeros_intrigue.drawing.course import CoursePoint, draw_course
from westeros_intrigue.play.printing.pictures import (
    animate_svg,
    card_pages,
    draw_poster,
    score_sheet,
    write_pictures,
)
from westeros_intrigue.rules.cards import DECK, IronThroneCard

FINAL = play_game([greedy_player] * 4, seed=1)
STATES = list(Record.from_state(FINAL).replay())
ROUND = [state for state in STATES if state.round_number == 1]


def place_of(picture: str, slot: str) -> tuple[str, ...]:
    found = re.search(rf'translate\((\d+) (\d+)\)"><g [^>]*data-slot="{slot}"', picture)
    assert found
    return found.groups()


def test_pictures_in_one_frame_have_one_size_and_the_court_stays_in_its_place() -> None:
    pictures = [draw_svg(state, frame=ROUND) for state in ROUND]
    assert len({re.search(r'viewBox="([^"]+)"', each)[1] for each in pictures}) == 1  # type: ignore[index]
    assert len({place_of(each, "a0") for each in pictures[1:]}) == 1
    assert len({re.search(r'viewBox="([^"]+)"', draw_svg(state))[1] for state in ROUND}) > 1  # type: ignore[index]


def test_an_animation_shows_each_position_in_its_turn_and_the_last_without_motion() -> None:
    picture = animate_svg(ROUND, pace=0.5)
    ET.fromstring(picture)  # noqa: S314 - our own picture
    steps = re.findall(r'visibility="(\w+)" style="animation-delay:([\d.]+)s"', picture)
    assert [float(delay) for _, delay in steps] == [0.5 * at for at in range(len(ROUND))]
    assert [shown for shown, _ in steps] == ["hidden"] * (len(ROUND) - 1) + ["visible"]
    assert "prefers-reduced-motion:no-preference" in picture
    assert "<script" not in picture


def test_an_animation_shows_no_hand_unless_asked() -> None:
    deal = [
        reduce(lambda state, _: apply(state, legal_moves(state)[0]), range(2), setup(2, seed=1))
    ]
    assert not re.search(r"<title>[SLBT]\d, \w+</title>", animate_svg(deal))
    assert re.search(r"<title>[SLBT]\d, \w+</title>", animate_svg(deal, reveal=True))


def test_a_poster_has_all_positions_side_by_side() -> None:
    ends = [state for state in STATES if state.phase.value == "round-over"]
    picture = draw_poster(ends, title="Ada & Ben")
    ET.fromstring(picture)  # noqa: S314 - as above
    assert picture.count("Round ") >= len(ends)
    assert "Ada &amp; Ben" in picture


@pytest.mark.parametrize("draw", [animate_svg, draw_poster])
def test_no_positions_are_no_picture(draw: object) -> None:
    with pytest.raises(InvalidValue, match="at least one position"):
        draw([])  # type: ignore[operator]  # either of two functions
    for pace in (0, math.nan, math.inf):
        with pytest.raises(InvalidValue, match="pace"):
            animate_svg(ROUND, pace=pace)
    with pytest.raises(InvalidValue, match="title must have no control character"):
        draw_poster(ROUND, title="\0")


def test_the_course_of_a_game_has_a_line_for_each_seat_and_breaks_it_between_rounds() -> None:
    points = [CoursePoint(1 + at // 4, at % 2, at / 10, at / 4, "") for at in range(8)]
    picture = draw_course(points, ("Ada", "Ben"))
    ET.fromstring(picture)  # noqa: S314 - as above
    lines = re.findall(r'<path d="(M[^"]+)" fill="none"', picture)
    assert [line.count("M") for line in lines if "L" in line] == [2, 2]
    assert 'class="' in draw_course([], ())


def test_no_picture_is_written_over_another(tmp_path: Path) -> None:
    path = tmp_path / "court.svg"
    assert write_pictures(path, ["<svg/>"]) == (path,)
    with pytest.raises(FileExistsError, match="it exists already"):
        write_pictures(path, ["<svg></svg>"])
    assert path.read_text("utf-8") == "<svg/>"


def test_every_card_is_printed_once() -> None:
    pages = "".join(card_pages([IronThroneCard(2, 5), IronThroneCard(1, 999_999_999)]))
    titles = re.findall(r"<title>([^<]+)</title>", pages)
    for card in DECK:
        assert titles.count(f"{card}, {card.house}") == 1
    assert titles.count(f"Iron Throne card {IronThroneCard(2, 5)}") == 1
    assert ">999999999<" in pages
    assert {*re.findall(r'width="(\w+)" height="(\w+)"', pages)} >= {("210mm", "297mm")}


def test_a_score_sheet_has_a_row_for_each_player_and_a_column_for_each_round() -> None:
    for players in (2, 6):
        sheet = score_sheet(players)
        assert sheet.count(f">R{players}<") == 3
        paper, cells = 1, 3 * (players + 1) * (players + 4)
        assert sheet.count("<rect") == paper + cells


def test_a_score_sheet_and_a_course_show_any_name_as_the_other_pictures_do() -> None:
    names = ("Ada\x01", "B" * 99)
    sheet = score_sheet(2, names)
    course = draw_course([CoursePoint(1, 0, 0.5, 0.0, ""), CoursePoint(1, 1, 0.4, 1.5, "")], names)
    for picture, count in ((sheet, 3), (course, 1)):
        ET.fromstring(picture)  # noqa: S314 - as above
        assert picture.count(">Ada\N{REPLACEMENT CHARACTER}<") == count
        assert picture.count(f">{'B' * 23}…<") == count
    assert f'font-size="29" text-anchor="start">{"B" * 23}' in sheet, "a name that fits its column"
