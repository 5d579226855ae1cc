"""Boxes: known cards, invented cards, and refusals."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import attrs
import pytest

from games.btwixt.any_boxes import random_box
from westeros_intrigue import DecodingError, InvalidValue, WrongType
from westeros_intrigue.gamekit import replace_item
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    DOCUMENTS,
    KINGSMOOT,
    KNOWN_CARDS,
    SAMPLE_BOX,
    STANDARD,
    Ability,
    Box,
    Colour,
    InvalidBox,
    Kind,
    Operation,
    Side,
    Timing,
    View,
    Who,
    describe,
    observe,
    setup,
)
from westeros_intrigue.games.btwixt.knowledge.trials import file_report


def texts(box: Box, players: int = 3, variant: object = STANDARD) -> list[str]:
    return [str(fault) for fault in box.faults(players, variant)]  # type: ignore[arg-type]


def fault_texts(error: InvalidBox) -> list[str]:
    told = [*map(str, error.faults)]
    more = f"; and {len(told) - 20} more" if len(told) > 20 else ""
    assert str(error) == "; ".join(told[:20]) + more
    return told


def form_faults(**changes: object) -> list[str]:
    with pytest.raises(InvalidBox) as caught:
        attrs.evolve(SAMPLE_BOX, **changes)  # type: ignore[arg-type]
    return fault_texts(caught.value)


def with_entry(index: int, **changes: object) -> tuple[Any, ...]:
    changed: Any = attrs.evolve(SAMPLE_BOX.influence[index], **changes)  # type: ignore[arg-type]
    return replace_item(SAMPLE_BOX.influence, index, changed)


def with_ally(index: int, **changes: object) -> tuple[Any, ...]:
    changed: Any = attrs.evolve(SAMPLE_BOX.allies[index], **changes)  # type: ignore[arg-type]
    return replace_item(SAMPLE_BOX.allies, index, changed)


@pytest.mark.rule("components.counts", "components.colours", "components.tokens.values")
def test_the_sample_box_has_the_numbers_of_the_printed_one() -> None:
    printed = attrs.evolve(SAMPLE_BOX, printed=True)
    assert texts(printed) == []
    assert set(SAMPLE_BOX.token_values) == {1, 2, 3}
    colours = {(entry.kind, entry.colour) for entry in SAMPLE_BOX.influence}
    assert colours == {
        *((Kind.STANDARD, colour) for colour in (Colour.RED, Colour.GREEN, Colour.PURPLE)),
        (Kind.EVENT, Colour.BLUE),
        (Kind.LEADER, Colour.WHITE),
    }


def test_no_invented_card_counts_as_printed() -> None:
    assert SAMPLE_BOX.sample
    assert not SAMPLE_BOX.printed
    assert not any(entry.invented for entry in KNOWN_CARDS.influence)
    assert not any(ally.invented for ally in KNOWN_CARDS.allies)
    # The printed numbers of copies are not known, so no entry is free of inventions.
    assert all("copies" in entry.invented for entry in SAMPLE_BOX.influence)
    assert KNOWN_CARDS.entry("betrayal").value == 1
    assert KNOWN_CARDS.entry("royal-decree").value is None
    assert KNOWN_CARDS.ally("oberyn-martell") == SAMPLE_BOX.ally("oberyn-martell")
    assert KNOWN_CARDS.ally("varys").power is None
    assert (len(KNOWN_CARDS.leaders), len(KNOWN_CARDS.allies), len(KNOWN_CARDS.influence)) == (
        8, 13, 14,
    )  # fmt: skip
    assert (KNOWN_CARDS.printed, KNOWN_CARDS.sample, KNOWN_CARDS.tokens) == (True, False, None)


@pytest.mark.rule("box.catalogue", "box.refused", "components.influence.empty")
@pytest.mark.rule("components.ally.power")
def test_setup_refuses_a_catalogue_and_lists_its_gaps() -> None:
    with pytest.raises(InvalidBox) as caught:
        setup(3, box=KNOWN_CARDS, seed=1)
    told = fault_texts(caught.value)
    assert "influence[5].colour is unknown: the icon at the top left of Royal Decree" in told
    assert "allies[5].power is unknown: the number beside the name of Varys" in told
    assert "tokens is unknown: turn all tokens over and count each number" in told
    assert "Intercepted" not in str(told)
    assert describe(KNOWN_CARDS.entry("little-birds")) == "Its abilities are unknown."
    with pytest.raises(InvalidBox) as advanced:
        setup(3, box=KNOWN_CARDS, seed=1, variant=ADVANCED)
    assert "count the cards titled Intercepted" in str(fault_texts(advanced.value))
    gaps = attrs.evolve(SAMPLE_BOX, influence=with_entry(14, value=None))
    assert texts(gaps) == []
    assert len(texts(gaps, 3, KINGSMOOT)) == 1
    assert setup(3, box=attrs.evolve(SAMPLE_BOX, allies=with_ally(0, power=-3)), seed=1)


@pytest.mark.rule("box.minimum", "box.minimum.white")
def test_a_box_needs_enough_for_the_game() -> None:
    few = attrs.evolve(
        SAMPLE_BOX,
        leaders=SAMPLE_BOX.leaders[:2],
        allies=SAMPLE_BOX.allies[:11],
        tokens=((1, 2),),
        influence=SAMPLE_BOX.influence[:2],
    )
    assert texts(few) == [
        "leaders: a game of 3 leaders and 12 rounds needs 3 leaders, not 2",
        "allies: a game of 3 leaders and 12 rounds needs 12 allies, not 11",
        "tokens: a game of 3 leaders and 12 rounds needs 12 tokens, not 2",
        "influence: a game of 3 leaders and 12 rounds needs 30 cards, not 14",
    ]
    events = attrs.evolve(
        SAMPLE_BOX,
        influence=tuple(e for e in SAMPLE_BOX.influence if e.id not in {"omen", "the-silence"}),
    )
    assert texts(events, 4, ADVANCED) == [
        "influence: a game of 4 leaders and 15 rounds needs 6 events, not 2",
        "leaders[2]: expected 4 white cards in the advanced game, not 3",
    ]
    many = attrs.evolve(SAMPLE_BOX, influence=with_entry(14, copies=2))
    assert [fault[-5:] for fault in texts(many, 4, ADVANCED)] == ["not 5"]


@pytest.mark.rule("box.well-formed", "box.well-formed.entries", "box.copies")
def test_a_malformed_box_is_refused_with_every_fault() -> None:
    assert form_faults(name=" a") == ["name: expected a line without outer spaces, not ' a'"]
    assert form_faults(influence=with_entry(0, id="C 1", colour=Colour.BLUE)) == [
        "influence[0].id: expected small letters, digits and hyphens, not 'C 1'",
        "influence[0].colour: expected red or green or purple for a standard card, not blue",
    ]
    assert form_faults(allies=with_ally(1, id="shae", name="Shae")) == [
        "allies[4].id: 'shae' appears twice, but each entry needs a different id",
        "allies[4].name: 'Shae' appears twice",
    ]
    assert form_faults(tokens=((2, 1), (2, 1))) == [
        "tokens: expected ascending values, not 2 after 2"
    ]
    assert form_faults(allies=SAMPLE_BOX.allies[:10]) == [
        "allies[6].abilities[0].ally: no ally has the name 'Renly Baratheon'"
    ]


WRONG = (7, True, 1.5, 10**99, "a\tb", ["x"], ((1, 2, 3),), ((1, True),))


@pytest.mark.rule("box.well-formed.entries")
def test_a_box_from_python_refuses_values_that_no_file_can_have() -> None:
    entry, ally = SAMPLE_BOX.entry("betrayal"), SAMPLE_BOX.ally("jaime-lannister")
    good: list[Any] = [SAMPLE_BOX, SAMPLE_BOX.leaders[0], ally, entry, *(entry.abilities or ())]
    accepted: dict[str, object] = {}
    for value in good:
        for field, wrong in product(attrs.fields(type(value)), WRONG):
            try:
                changed = attrs.evolve(value, **{field.name: wrong})
            except (InvalidBox, InvalidValue, WrongType):
                continue
            accepted[field.name] = getattr(changed, field.name)
    numbers = dict.fromkeys(("power", "value", "copies", "cards", "count", "kill"), 7)
    flags = ("printed", "sample", "triumph", "may", "unless_winner")
    texts = {"sources": ("x",), "invented": ("x",)}  # a box checks the names of invented fields
    assert accepted == numbers | dict.fromkeys(flags, True) | texts


def ability_faults(ability: Ability) -> list[str]:
    faults = form_faults(influence=with_entry(6, abilities=(ability,)))
    return [fault.partition("vocabulary: ")[2] for fault in faults]


@pytest.mark.rule("box.well-formed.entries")
def test_an_ability_outside_the_vocabulary_is_refused() -> None:
    play = Timing.ON_PLAY
    assert ability_faults(Ability(play, Operation.MOVE_ALLY)) == [
        "move_ally is not an operation of an influence card"
    ]
    assert ability_faults(
        Ability(Timing.CLEAN_UP, Operation.MOVE_TOKEN, may=True, side=Side.LEFT)
    ) == [
        "move_token of an influence card has the timing on_play or after_bid, not clean_up",
        "move_token cannot be marked with may",
        "move_token has no side",
    ]
    assert ability_faults(Ability(play, Operation.MOVE_BID_CARD)) == ["move_bid_card needs colours"]
    assert ability_faults(
        Ability(Timing.AFTER_BID, Operation.DISCARD, count=1, who=(Who.YOU, Who.YOU))
    ) == ["who names one twice"]
    assert ability_faults(Ability(play, Operation.LOOK_ALLIES, count=2, kill=3)) == [
        "3 of 2 allies cannot be killed"
    ]


@pytest.mark.rule("components.influence", "components.ally", "components.tokens")
def test_the_file_of_a_box_is_read_back() -> None:
    for box in (SAMPLE_BOX, KNOWN_CARDS, random_box(1)):
        assert Box.from_json(box.to_json()) == box


def form(**members: object) -> str:
    head = {"format": "westeros-intrigue/btwixt-box/1", "base": "sample", "name": "Ada's box"}
    return json.dumps({**head, **members})


def test_documents_share_a_box_but_no_data() -> None:
    box = attrs.evolve(SAMPLE_BOX, name="Another box")
    view = observe(setup(3, seed=1, box=box), 0)
    document: Any = DOCUMENTS.to_data(view)
    read, again = (DOCUMENTS.from_data(View, document).table.box for _ in range(2))
    assert read == box
    assert read is again
    document["table"]["box"]["leaders"].clear()
    assert DOCUMENTS.to_data(view) != document
    assert DOCUMENTS.from_data(View, DOCUMENTS.to_data(view)) == view
    with pytest.raises(DecodingError, match="no leader has the id"):
        DOCUMENTS.from_data(View, document)


@pytest.mark.parametrize("entries", [tuple, {}.fromkeys, set])
def test_python_data_that_json_does_not_have_is_no_box(entries: Any) -> None:
    document: Any = DOCUMENTS.to_data(
        observe(setup(3, seed=1, box=attrs.evolve(SAMPLE_BOX, name="B")), 0)
    )
    DOCUMENTS.from_data(View, document)
    document["table"]["box"]["sources"] = entries(["a source"])
    with pytest.raises(DecodingError, match="/table/box/sources: expected a list"):
        DOCUMENTS.from_data(View, document)
    document["table"]["box"]["sources"] = []
    tokens = document["table"]["box"]["tokens"]
    document["table"]["box"]["tokens"] = {int(value): count for value, count in tokens.items()}
    with pytest.raises(DecodingError, match="/table/box/tokens"):
        DOCUMENTS.from_data(View, document)


@pytest.mark.rule("box.catalogue")
def test_a_form_lists_what_an_owners_box_has_instead() -> None:
    box = Box.from_json(
        form(
            leaders=[{"id": "stannis", "name": "Stannis Baratheon"}],
            allies=[
                {"id": "varys", "power": 3},
                {"id": "ghost", "name": "Ghost", "power": 2, "abilities": []},
            ],
            influence=[{"id": "betrayal", "colour": "purple", "copies": 9}],
            tokens={"1": 20, "2": 20, "3": 14},
            without=["hedge-knight", "kin-of-hedge-knight", "page"],
        )
    )
    assert box.ally("varys") == attrs.evolve(SAMPLE_BOX.ally("varys"), power=3, invented=())
    assert (box.entry("betrayal").copies, box.entry("betrayal").invented) == (9, ())
    assert (len(box.leaders), len(box.allies), box.token_values.count(3)) == (9, 50, 14)
    assert (box.sample, box.printed, box.invented) == (True, False, ())
    assert Box.from_json(box.to_json()) == box
    assert setup(4, box=box, seed=1)


def test_the_faults_of_a_form_are_placed_in_it() -> None:
    report = file_report(
        form(
            allies=[{"id": "shae"}, {"id": "varys", "power": "3"}, 3, {"id": [1]}],
            influence=[{"id": "royal-decree", "value": -1, "weight": 5}],
            without=["pgae"],
        ),
        "",
    )
    assert report is not None
    assert report[0].split("\n  ") == [
        "This is not a box:",
        "without[0]: the sample box has no entry 'pgae'",
        "allies[1].power: expected an integer, not '3'",
        "allies[2]: expected an object, not 3",
        "allies[3]: the key 'name' is missing",
        "allies[3].id: expected a text, not a list of 1 element",
        "influence[0]: unknown key 'weight'",
        "influence[0].value: expected an integer from 0 to 999999, not -1",
    ]
    for members, fault in (
        (
            {"allies": [{"id": "shae"}, {"id": "varys", "name": "Shae"}]},
            r"allies\[1\]\.name: 'Shae'",
        ),
        ({"base": "printed"}, "/base: expected 'sample', not 'printed'"),
        ({"without": 3}, "/without: expected an array, not 3"),
        ({"without": ["page", "x"]}, "/without/1: the sample box has no entry 'x'"),
        ({"leaders": 3}, "/leaders: expected an array, not 3"),
        ({"invented": ["x"]}, "invented: expected tokens, not 'x'"),
        ({"allies": [{"id": "x", "name": "X", "invented": ["value"]}]}, "name, power or abilities"),
    ):
        with pytest.raises((InvalidBox, DecodingError), match=fault):
            Box.from_json(form(**members))


def with_file(**changes: object) -> str:
    return json.dumps({**json.loads(SAMPLE_BOX.to_json()), **changes})


def test_a_file_that_is_no_box_is_refused_with_every_fault() -> None:
    report = file_report(
        with_file(
            name=5,
            extra=1,
            allies=[
                {"id": "a"},
                3,
                {"id": "b", "name": "B", "power": "x", "abilities": [{"do": 1}]},
            ],
            influence=[{"id": "c", "title": "C", "copies": 0, "value": -1}],
            tokens={"x": 1, "03": 1},
        ),
        "",
    )
    assert report is not None
    text, is_playable = report
    assert not is_playable
    assert text.split("\n  ") == [
        "This is not a box:",
        "the file: unknown key 'extra'",
        "name: expected a text, not 5",
        "allies[0]: the key 'name' is missing",
        "allies[1]: expected an object, not 3",
        "allies[2].power: expected an integer, not 'x'",
        "allies[2].abilities[0]: the key 'timing' is missing",
        "allies[2].abilities[0].do: expected one of "
        + ", ".join(str(operation) for operation in Operation)
        + ", not 1",
        "influence[0].value: expected an integer from 0 to 999999, not -1",
        "influence[0].copies: expected an integer from 1 to 1000, not 0",
        "tokens.x: 'x' is not a number on tokens",
        "tokens[03]: '03' is not a number on tokens",
    ]
    assert file_report(with_file(tokens={"4": 0}), "") == (
        "This is not a box:\n  tokens[4]: expected an integer from 1 to 1000, not 0",
        False,
    )
    assert file_report(with_file(tokens={"4": 1000, "5": 1}), "") == (
        "This is not a box:\n  tokens: expected at most 1000 pieces, not 1001",
        False,
    )
    assert file_report("{", "") is None
    with pytest.raises(InvalidValue, match="no ally 'x'"):
        SAMPLE_BOX.ally("x")
    with pytest.raises(DecodingError):
        Box.from_json("[]")


def test_the_check_of_a_file_lists_the_values_that_an_owner_must_fill_in() -> None:
    report = file_report(KNOWN_CARDS.to_json(), "")
    assert report is not None
    text, is_playable = report
    assert not is_playable
    assert text.count("Royal Decree") == 4
    assert "The advanced game: 4 to be filled in, plus the faults above." in text
    assert "\n  Betrayal. As you play it: you may move" in text
    report = file_report(SAMPLE_BOX.to_json(), "")
    assert report is not None
    assert report[0].startswith(
        "Sample box: 9 leaders, 50 allies, 109 influence cards of 29 titles, 54 tokens.\n"
        "Made up, in whole or in part: 1 leader, 45 allies, 29 influence titles and the tokens.\n"
        "The standard game: ready for 3 to 6 leaders.\n"
        "The advanced game: ready for 3 to 6 leaders.\n"
        "The Kingsmoot draft: ready for 3 to 6 leaders.\n"
        "  Betrayal. As you play it: "
    )
    assert report[1]
