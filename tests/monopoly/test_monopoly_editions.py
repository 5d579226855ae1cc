"""Editions: what is known, what is missing, what is wrong, and how a file is read and filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from monopoly.monopoly_tables import refuses
from westeros_intrigue import DecodingError, InvalidValue, WrongType
from westeros_intrigue.monopoly import (
    PRINTED,
    SAMPLE,
    Edition,
    InvalidEdition,
    Mark,
    SpaceKind,
    Word,
    arrange,
    draw_svg,
    draw_text,
    fill_in,
    missing,
    read_edition,
    setup,
    write_edition,
)
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.editions import ARGUMENTS
from westeros_intrigue.monopoly.soundness import paths_of_known


def document(edition: Edition = SAMPLE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(write_edition(edition))
    return found


def faults(
    change: Callable[[dict[str, Any]], object], edition: Edition = SAMPLE
) -> tuple[str, ...]:
    data = document(edition)
    change(data)
    with pytest.raises(InvalidEdition) as refused:
        read_edition(json.dumps(data))
    return refused.value.faults


@pytest.mark.rule("components.counts")
@pytest.mark.rule("components.deeds")
@pytest.mark.rule("components.coins")
def test_the_editions_have_the_components_of_the_box() -> None:
    for edition in (PRINTED, SAMPLE):
        kinds = [space.kind for space in edition.spaces]
        assert len(kinds) == 40
        assert [kinds.count(SpaceKind(kind)) for kind in ("location", "faith", "order")] == [
            22,
            4,
            2,
        ]
        assert (edition.holdfasts, edition.castles) == (32, 12)
        assert edition.coins == ((5, 42), (1, 53))
    board = Board(SAMPLE)
    assert (len(board.cards), board.coins) == (32, 263)
    assert [len(spaces) for spaces in board.groups.values()] == [2, 3, 3, 3, 3, 3, 3, 2]


@pytest.mark.rule("edition.gaps")
@pytest.mark.rule("card.known")
def test_what_nobody_has_told_is_missing_from_the_printed_edition_and_named() -> None:
    gaps = missing(PRINTED)
    ends = [gap.path.partition(".")[2].partition("[")[0] or gap.path for gap in gaps]
    assert {end: ends.count(end) for end in ends} == {
        "mortgage": 28, "unmortgage": 28, "holdfast_cost": 22, "castle_cost": 22, "rents": 132,
        "amount": 2, "price": 2, "cards": 1,
    }  # fmt: skip
    assert str(gaps[6]) == (
        "spaces[1].rents[2] is unknown: rent with 2 Holdfasts, front of the title deed Hardhome"
    )
    assert gaps[5].what == "rent with 1 Holdfast"
    assert gaps[9].what == "rent with a Castle"
    assert [gap.path for gap in gaps if gap.path.endswith("price")] == [
        "spaces[28].price", "spaces[37].price",
    ]  # fmt: skip
    assert dict(PRINTED.hints)["spaces[37].price"] == (4, 5)


@pytest.mark.rule("edition.catalogue")
@pytest.mark.rule("edition.refused")
def test_an_edition_with_gaps_is_read_and_drawn_but_not_played() -> None:
    assert read_edition(write_edition(PRINTED)) == PRINTED
    assert "Hardhome" in draw_text(PRINTED)
    assert "?" in draw_svg(PRINTED)
    with pytest.raises(InvalidEdition, match=r"spaces\[1\].mortgage is unknown"):
        setup(2, PRINTED)
    with pytest.raises(InvalidEdition):
        arrange(PRINTED, cash=(1, 1))


def test_an_owner_fills_gaps_in_and_each_value_says_so() -> None:
    values = {"spaces[1].mortgage": 1, "spaces[1].rents[5]": 9, "spaces[4].amount": 2}
    read = fill_in(PRINTED, values)
    assert (read.spaces[1].mortgage, read.spaces[1].rents[5], read.spaces[4].amount) == (1, 9, 2)
    assert {dict(read.marks)[path] for path in values} == {Mark.OWNER}
    assert "spaces[4].amount" not in dict(read.hints)
    assert read_edition(write_edition(read)) == read
    assert fill_in(PRINTED, {"spaces[4].amount": 2}, Mark.REPORTED).spaces[4].amount == 2
    with pytest.raises(InvalidValue, match="is no number that the edition lacks"):
        fill_in(PRINTED, {"cards": 1})
    with pytest.raises(InvalidValue, match="from 1"):
        fill_in(PRINTED, {"spaces[4].amount": 0})


@pytest.mark.rule("edition.sample-flag")
def test_no_invented_number_passes_for_a_printed_one() -> None:
    marks = dict(SAMPLE.marks)
    assert SAMPLE.sample
    assert not PRINTED.sample
    assert set(dict(PRINTED.marks).values()) == {Mark.STATED, Mark.REPORTED}
    assert set(marks) == set(paths_of_known(SAMPLE))
    assert {marks[path] for path in marks if ".rents[" in path} == {Mark.INVENTED}
    for drawn in (draw_text(SAMPLE), draw_svg(SAMPLE), draw_text(setup(2, seed=1)), str(SAMPLE)):
        assert "invented" in drawn
    assert setup(2, seed=1).sample
    assert "sample" in repr(setup(2, seed=1))


def test_the_sample_rents_follow_one_visible_formula() -> None:
    for space in SAMPLE.spaces:
        if space.kind is SpaceKind.LOCATION and space.price is not None:
            p = space.price
            assert space.rents == (p, 2 * p + 1, 3 * p + 1, 4 * p + 1, 5 * p + 1, 7 * p)


@pytest.mark.rule("edition.well-formed")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(players=[1, 7]), "players must be a range"),
        (lambda data: data["money"].update(coins=[[1, 100]]), "6 players need 180 coins"),
        (lambda data: data["spaces"].insert(0, data["spaces"][1]), r"spaces\[0\] must be GO"),
        (lambda data: data["spaces"].append(data["spaces"][0]), "one space of the kind go, not 2"),
        (lambda data: data["spaces"].append(data["spaces"][10]), "kind jail, not 2"),
        (lambda data: data["spaces"].append(data["spaces"][30]), "at most one space of the kind"),
        (lambda data: data.update(cards=[]), "there must be Chance spaces where there are cards"),
        (lambda data: data["spaces"][0].update(name=""), r"spaces\[0\].name is empty"),
        (lambda data: data["spaces"][1].update(group="a;b"), "group must be words of letters"),
        (lambda data: data["spaces"][1].update(rents=[1]), r"spaces\[1\].rents must have 6"),
        (lambda data: data["spaces"][1]["rents"].reverse(), r"spaces\[1\].rents must never fall"),
        (lambda data: data["spaces"][6].update(mortgage=9), "unmortgage must be at least"),
        (lambda data: data.update(faith_rent=[1]), "faith_rent must have one entry a deed, 4"),
        (lambda data: data.update(order_rent=[]), "order_rent must have one entry a deed, 2"),
        (lambda data: data["cards"].append(data["cards"][0]), "is listed 2 times"),
        (lambda data: data["cards"][5]["effects"].append(["pay", 1]), "jail_card must be the only"),
        (lambda data: data["cards"][0].update(effects=[["move_by", 0]]), "must move"),
        (lambda data: data["cards"][0].update(effects=[["move_to", 40]]), "leads off the board"),
        (lambda data: data["cards"][0].update(effects=[["pay", 0]]), "amounts must be at least 1"),
        (
            lambda data: data["cards"][0].update(effects=[["move_to_nearest", "free"]])
            or data["spaces"].pop(20),
            "no space is of that kind",
        ),
        (lambda data: data.update(cards=data["cards"][:2]), "drawing might never end"),
        (lambda data: data["marks"].pop("players"), "players has no mark"),
        (lambda data: data["marks"].update(x="stated"), "x is no known value"),
        (lambda data: data.update(sample=False), "must be marked as a sample"),
        (lambda data: data.update(printed=True), "only hint|either printed or a sample"),
    ],
)  # fmt: skip
def test_an_edition_that_contradicts_itself_is_refused(
    change: Callable[[dict[str, Any]], object], told: str
) -> None:
    assert any(re.search(told, fault) for fault in faults(change))


@pytest.mark.rule("edition.well-formed")
def test_all_faults_are_told_at_once() -> None:
    def break_three(data: dict[str, Any]) -> None:
        data["spaces"][1]["rents"].reverse()
        data["faith_rent"] = [1]
        data["marks"].pop("players")

    assert len(faults(break_three)) == 3


def test_an_edition_that_claims_to_be_printed_has_the_printed_counts() -> None:
    def shrink(data: dict[str, Any]) -> None:
        data["spaces"].pop(39)
        data["supply"]["holdfasts"] = 31
        data["cards"] = [{"id": "pay", "copies": 31, "effects": [["pay", 1]]}]

    told = faults(shrink, PRINTED)
    assert [fault for fault in told if "printed game" in fault] == [
        "the printed game has 40 spaces, not 39",
        "the printed game has 22 spaces of the kind location, not 21",
        "the printed game has 32 cards, not 31",
        "the printed game has 32 Holdfasts, not 31",
    ]


def test_a_word_of_every_kind_is_read_and_written() -> None:
    data = document()
    effects = [
        [word.value, *(["faith"] if word is Word.MOVE_TO_NEAREST else []), *[1] * ARGUMENTS[word]]
        for word in Word
        if word is not Word.JAIL_CARD
    ]
    data["cards"][0]["effects"] = effects
    edition = read_edition(json.dumps(data))
    assert edition.cards is not None
    assert [effect.word for effect in edition.cards[0].effects] == [
        word for word in Word if word is not Word.JAIL_CARD
    ]
    assert read_edition(write_edition(edition)) == edition
    assert str(edition.cards[0].effects[1]) == "move_to_nearest faith"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data.pop("money"), ""),
        (lambda data: data.update(format=2), "/format"),
        (lambda data: data["jail"].update(fee=0), "/jail/fee"),
        (lambda data: data["jail"].update(more=0), "/jail"),
        (lambda data: data.update(name=1), "/name"),
        (lambda data: data["spaces"].__setitem__(3, 1), "/spaces/3"),
        (lambda data: data["spaces"][3].update(kind="castle"), "/spaces/3/kind"),
        (lambda data: data["spaces"][3].pop("rents"), "/spaces/3"),
        (lambda data: data["spaces"][3].update(price=True), "/spaces/3/price"),
        (lambda data: data["cards"][0].update(effects=[[]]), "/cards/0/effects/0"),
        (lambda data: data["cards"][0].update(effects=[["fly"]]), "/cards/0/effects/0"),
        (lambda data: data["cards"][0].update(effects=[["pay"]]), "/cards/0/effects/0"),
        (lambda data: data["cards"][0].update(effects=[["move_to_nearest"]]), "/cards/0/effects/0"),
        (lambda data: data.update(marks=[]), "/marks"),
        (lambda data: data["marks"].update(players="guessed"), "/marks/players"),
        (lambda data: data["hints"].update(players=[0]), "/hints/players/0"),
    ],
)  # fmt: skip
def test_a_file_of_another_shape_is_refused_with_the_place(
    change: Callable[[dict[str, Any]], object], path: str
) -> None:
    data = document()
    change(data)
    if path.endswith("effects/0") and ["move_to_nearest"] in data["cards"][0]["effects"]:
        with pytest.raises(InvalidEdition):
            read_edition(json.dumps(data))
        return
    with pytest.raises(DecodingError) as refused:
        read_edition(json.dumps(data))
    assert refused.value.path == path


def test_what_is_no_edition_is_refused_at_the_door() -> None:
    calls: list[Callable[..., object]] = [missing, write_edition, draw_text, draw_svg]
    for call in calls:
        refuses(WrongType, call, 5)
    refuses(WrongType, setup, 2, "sample")
    assert attrs.evolve(SAMPLE, name="x") != SAMPLE
    assert "40 spaces" in repr(SAMPLE)
    assert repr(Board(SAMPLE)) == f"Board({SAMPLE!r})"
