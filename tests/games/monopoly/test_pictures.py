"""Full questions and pictures: every screen shows the facts that a player needs."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import attrs
import pytest

from games.monopoly.tables import SHEET, boxed, card, own, played, rolled, setup, table
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    PRINTED,
    Deal,
    Edition,
    GameState,
    Mark,
    Variant,
    draw_svg,
    draw_text,
    observe,
    question,
)
from westeros_intrigue.games.monopoly.telling.drawing import place

NO_OFFERS = Variant(offers=0)


def last_holdfast() -> GameState:
    """One Holdfast is left; players 0 and 1 have sets to build on."""
    deeds = own(0, 16, 18, 19) | own(1, 6, 8, 9)
    edition = boxed(1)
    return table(9, 9, deeds=deeds, edition=edition, variant=NO_OFFERS)


PUT_UP = played(rolled(table(9, 9, at=(18, 0), rolls=[(2, 3)])), "put-up")
ASKS = "player 1 may ask player 0 for rent on Citadel of Maesters"
LOT = "Harrenhal (rent 3 to 21)"
QUESTIONS: list[tuple[GameState, str, dict[str, object]]] = [
    (
        setup(3, seed=1),
        "player 0 may act before player 0's throw",
        {"passes": 0, "offers": [0, 0, 0]},
    ),
    (
        played(table(9, 6, deeds=own(0, 5) | own(1, 14)), "offer 1: 5 for 14+2c"),
        "player 0 offers player 1 The Old Gods for Highgarden and 2 coins",
        {"proposer": 0, "give": {"deeds": [5], "cards": 0, "coins": 0},
         "take": {"deeds": [14], "cards": 0, "coins": 2}},
    ),
    (
        played(PUT_UP, "bid 3"),
        f"player 0 may bid at least 4 coins for {LOT}; player 1 leads with 3 coins",
        {"space": 23, "building": None, "high": 3, "leader": 1, "lowest_bid": 4},
    ),
    (
        played(last_holdfast(), "build 16"),
        "player 1 may bid at least 1 coin for the last Holdfast; nobody has bid",
        {"space": 16, "building": "Holdfast", "high": 0, "leader": None, "lowest_bid": 1},
    ),
    (
        rolled(table(9, 9, at=(0, 0), rolls=[(4, 2)], deeds=own(1, 6, 8, 9))),
        "player 1 may ask player 0 for 2 coins of rent on Yunkai",
        {"visitor": 0, "space": 6, "rent": 2},
    ),
    (
        rolled(table(1, 9, at=(35, 0), rolls=[(1, 2)], deeds=own(0, 5, 15))),
        "player 0 owes 2 coins to the Treasury as tax, with 1 in cash and means of 3",
        {"creditor": None, "amount": 2, "means": 3},
    ),
]  # fmt: skip
OTHERS = [
    (
        rolled(table(9, 9, at=(10, 0), tries=(1, None))),
        "player 0 may leave jail for 5 coins, with a card or a double; tries so far: 1",
    ),
    (
        rolled(table(9, 9, at=(18, 0), rolls=[(2, 3)])),
        "player 0 may buy Harrenhal for 3 coins (rent 3 to 21), or put it up for auction",
    ),
    (
        played(last_holdfast(), "build 16", "bid 1", "pass"),
        "player 1 has won a Holdfast: where does it stand?",
    ),
    (
        rolled(
            table(9, 9, at=(31, 0), rolls=[(1, 1)], deck=[card("take-deed")], deeds=own(1, 5, 15))
        ),
        "player 0 may take a deed of another player",
    ),
    (rolled(setup(2, deal=Deal())), "the game waits for a throw of the dice"),
]


@pytest.mark.rule("info.public")
@pytest.mark.parametrize(("state", "words"), [*(each[:2] for each in QUESTIONS), *OTHERS])
def test_a_question_has_its_names_and_numbers_on_every_screen(state: GameState, words: str) -> None:
    assert question(state) == words
    assert words in draw_text(state)
    shown = " ".join(text.strip() for text in parsed(draw_svg(state)).itertext())
    assert words in shown.replace("  ", " ")


@pytest.mark.rule("rent.order")
@pytest.mark.parametrize(
    ("share", "words"),
    [
        ((1, 3), "a third of the next throw, rounded up (1 to 4 coins)"),
        ((2, 3), "2/3 of the next throw, rounded up (2 to 8 coins)"),
        ((3, 1), "3 times the next throw (6 to 36 coins)"),
    ],
)
def test_the_rent_of_an_order_is_asked_in_words(share: tuple[int, int], words: str) -> None:
    edition = attrs.evolve(SHEET, order_rent=(share, (1, 1)))
    state = table(9, 9, at=(6, 0), rolls=[(4, 2)], deeds=own(1, 12), edition=edition)
    assert question(rolled(state)) == f"{ASKS}: {words}"


def test_a_viewer_is_called_you() -> None:
    offered = played(table(9, 6, deeds=own(0, 5) | own(1, 14)), "offer 1: 5 for 14+2c")
    assert question(observe(offered, 1)).startswith("player 0 offers you The Old Gods for")
    assert question(observe(offered, 0)).startswith("you offer player 1 The Old Gods for")
    others = observe(played(table(9, 6, deeds=own(0, 5) | own(1, 14)), "pass"), 1)
    assert question(others) == "you may act before player 0's throw"
    bidding = played(setup(2, seed=1), "pass", "put-up", "bid 1")
    assert question(observe(bidding, 1)).endswith("; you lead with 1 coin")


@pytest.mark.rule("info.public")
@pytest.mark.parametrize(("state", "_", "facts"), QUESTIONS)
def test_a_document_has_the_numbers_of_the_question(
    state: GameState, _: str, facts: dict[str, object]
) -> None:
    asked = state.decision
    assert asked is not None
    for value in (state, observe(state, None)):
        data: Any = DOCUMENTS.to_data(value)
        expected = {"player": state.active_player, "decision": asked.value, **facts}
        assert data["table"]["question"] == expected
        assert DOCUMENTS.from_data(type(value), data) == value


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 - drawn here


def drawn(state: GameState, space: int) -> ET.Element:
    """The part of a picture that shows a space."""
    cells = [part for part in parsed(draw_svg(state)) if part.tag.endswith("}g")]
    return cells[space]


def count(state: GameState, space: int, css: str) -> int:
    return len([part for part in drawn(state, space).iter() if part.get("class") == css])


BUILT = table(
    9, 8, 0, 7, at=(10, 10, 0, 0), tries=(1, None, None, None), out=[2],
    deeds=own(0, 1, level=5) | own(0, 3, level=4) | own(1, 5, mortgaged=True) | own(3, 15),
    kept=((), (card("jail-card"),), (), ()),
)  # fmt: skip


def test_text_shows_owners_buildings_costs_rents_mortgages_and_tokens() -> None:
    lines = draw_text(BUILT).splitlines()
    for line in (
        "SAMPLE EDITION: its numbers are invented",
        "Treasury 239, 28 Holdfasts, 11 Castles",
        "player 0: 9 coins, in jail, tries so far: 1",
        "player 1: 8 coins, on Jail / Just Visiting, 1 jail card",
        "player 2: bankrupt",
        "       no space                    set        price rent build mortg owner",
        "        1 Hardhome                 brown          1    7           1 0 Castle",
        "        3 Cave of the Three-Eyed R brown          1    6     2     1 0 HHHH",
        "        5 The Old Gods             faith          2                1 1 mortgaged",
        "    01 10 Jail / Just Visiting",
        "       15 The Many-Faced God       faith          2    1           1 3",
    ):
        assert line in lines
    assert all(len(line) <= 80 for line in lines)


def test_the_picture_shows_buildings_by_their_number() -> None:
    assert (count(BUILT, 1, "castle"), count(BUILT, 1, "holdfast")) == (1, 0)
    assert (count(BUILT, 3, "castle"), count(BUILT, 3, "holdfast")) == (0, 4)
    assert (count(BUILT, 10, "bars"), count(BUILT, 0, "bars")) == (1, 0)
    assert "1 mortg." in [*drawn(BUILT, 5).itertext()]
    assert "3: rent 1" in [*drawn(BUILT, 15).itertext()]
    picture = draw_svg(BUILT)
    assert "its numbers are invented" in picture
    assert "Treasury 239, 28 Holdfasts, 11 Castles" in picture
    assert "prefers-color-scheme" in picture


def test_the_spaces_go_clockwise_from_the_bottom_right() -> None:
    corners = [place(index, 11) for index in (0, 10, 20, 30)]
    assert corners == [(10, 10), (0, 10), (0, 0), (10, 0)]
    ring = [place(index, 11) for index in range(40)]
    assert len(set(ring)) == 40
    for (column, row), (next_column, next_row) in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert abs(column - next_column) + abs(row - next_row) == 1
    assert drawn(BUILT, 39).get("transform") == "translate(920 828)"


def test_every_board_can_be_drawn() -> None:
    data = json.loads(DOCUMENTS.to_json(SHEET))
    data["spaces"][1]["group"] = "violet grey"
    edition = DOCUMENTS.from_data(Edition, data)
    cards = SHEET.cards and SHEET.cards[:10]
    smallest = attrs.evolve(
        SHEET, spaces=SHEET.spaces[:12], faith_rent=(1,), order_rent=(), cards=cards
    )
    for value in (edition, PRINTED, setup(2, edition, seed=1), setup(6, smallest, seed=1)):
        parsed(draw_svg(value))
    owned = attrs.evolve(SHEET, sample=False, marks=(("*", Mark.OWNER),))
    plain = setup(2, owned, seed=1)
    assert "invented" not in draw_text(plain) + draw_svg(plain) + repr(plain)
