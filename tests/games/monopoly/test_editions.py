"""Editions: known values, gaps, faults, and reading and filling in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, strategies as st

from games.monopoly.tables import SHEET, refuses, rolled, table
from westeros_intrigue import DecodingError, InvalidValue, WrongType
from westeros_intrigue.games.monopoly import (
    FORM,
    PLAYABLE,
    PRINTED,
    SAMPLE,
    ChanceCard,
    Edition,
    Effect,
    Filling,
    InvalidEdition,
    Mark,
    Space,
    SpaceKind,
    Supply,
    Word,
    arrange,
    draw_svg,
    draw_text,
    fill_in,
    missing,
    new_game,
    read_edition,
    read_form,
    setup,
    write_edition,
)
from westeros_intrigue.games.monopoly.knowledge.trials import file_report
from westeros_intrigue.games.monopoly.pieces.board import Board
from westeros_intrigue.games.monopoly.pieces.editions import fingerprint
from westeros_intrigue.games.monopoly.position.happenings import Drew


def document(edition: Edition = SHEET) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(write_edition(edition))
    return found


def faults(change: Callable[[dict[str, Any]], object], edition: Edition = SHEET) -> tuple[str, ...]:
    data = document(edition)
    change(data)
    with pytest.raises(InvalidEdition) as refused:
        read_edition(json.dumps(data))
    return refused.value.faults


@pytest.mark.rule("components.counts", "components.deeds", "components.coins")
def test_the_editions_have_the_components_of_the_box() -> None:
    for edition in (PRINTED, SHEET):
        kinds = [space.kind for space in edition.spaces]
        assert len(kinds) == 40
        deeds = map(SpaceKind, ("location", "faith", "order"))
        assert [*map(kinds.count, deeds)] == [22, 4, 2]
        assert edition.supply == Supply(32, 12)
        assert edition.money.coins == ((5, 42), (1, 53))
    board = Board(SHEET)
    assert (len(board.cards), SHEET.money.total) == (32, 263)
    assert [len(spaces) for spaces in board.groups.values()] == [2, 3, 3, 3, 3, 3, 3, 2]


@pytest.mark.rule("edition.gaps", "card.known")
def test_the_gaps_of_the_printed_edition_are_listed_with_their_places() -> None:
    gaps = missing(PRINTED)
    assert str(gaps[6]) == (
        "/spaces/1/rents/2: unknown rent with 2 Holdfasts, on the front of the title deed Hardhome"
    )
    assert [gap.path for gap in gaps if gap.path.endswith("price")] == [
        "/spaces/28/price", "/spaces/37/price",
    ]  # fmt: skip


@pytest.mark.rule("edition.catalogue", "edition.refused")
def test_an_edition_with_gaps_is_read_and_drawn_but_not_played() -> None:
    assert read_edition(write_edition(PRINTED)) == PRINTED
    assert "Hardhome" in draw_text(PRINTED)
    assert "?" in draw_svg(PRINTED)
    with pytest.raises(InvalidEdition, match=r"/spaces/1/mortgage: unknown") as refused:
        setup(2, PRINTED)
    assert len(refused.value.faults) == len(missing(PRINTED))
    with pytest.raises(InvalidEdition):
        arrange(PRINTED, cash=(1, 1))


def test_values_that_an_owner_fills_in_are_marked() -> None:
    values = {"/spaces/1/mortgage": 1, "/spaces/1/rents/5": 9, "/spaces/4/amount": 2}
    read = fill_in(PRINTED, values)
    assert (read.spaces[1].mortgage, read.spaces[1].rents[5], read.spaces[4].amount) == (1, 9, 2)
    assert {dict(read.marks)[path] for path in values} == {Mark.OWNER}
    assert "/spaces/4/amount" not in dict(read.hints)
    assert read_edition(write_edition(read)) == read
    assert fill_in(PRINTED, {"/spaces/4/amount": 2}, Mark.REPORTED).spaces[4].amount == 2
    with pytest.raises(InvalidValue, match="is not the path of a number"):
        fill_in(PRINTED, {"/cards": 1})
    with pytest.raises(InvalidValue, match="from 1"):
        fill_in(PRINTED, {"/spaces/4/amount": 0})
    assert (Filling(SAMPLE).asked, Filling(SAMPLE).name) == ((), "")
    with pytest.raises(WrongType, match="must be a str"):
        Filling(PRINTED).answered([])  # type: ignore[arg-type]


@pytest.mark.rule("edition.well-formed")
def test_an_edition_from_python_refuses_values_that_no_file_can_have() -> None:
    vast = 10**5000
    two = ((vast, 1), (True, 1), (1.5, 2), ("2", "4"), (2, 4, 5), (2,))
    wrong: dict[str, tuple[Any, ...]] = {
        "sources": (("a book",) * 51, ("a\nbook",), "a book"),
        "players": (*two, None, 2, (-1, 4)),
        "order_rent": (*((pair,) for pair in two), None, (1, 2), ((0, 1),)),
        "faith_rent": (None, (1, 2, 4, True), (1, 2, 4, vast), (1, 2, 4, "8"), (0, 1, 2, 4)),
        "cards": (7, ("back-3",), (SHEET.spaces[0],)),
        "marks": (None, (vast,), (("*",),), ((1, Mark.OWNER),), (("*", "owner"),)),
        "hints": (None, (vast,), (("/cards", 1),), (("/cards", (0,)),), ((1, (1,)),)),
    }
    for name, values in wrong.items():
        for value in values:
            with pytest.raises((InvalidValue, WrongType)) as refused:
                attrs.evolve(SHEET, **{name: value})
            assert not isinstance(refused.value, InvalidEdition)
            assert name in str(refused.value)
    lists: dict[str, Any] = {name: list(getattr(SHEET, name)) for name in wrong}
    assert attrs.evolve(SHEET, **lists) == SHEET
    assert hash(attrs.evolve(SHEET, **lists)) == hash(SHEET)
    for coins in (*((pair,) for pair in two), None, (5, 42), ((0, 1),), ()):
        with pytest.raises((InvalidValue, WrongType), match="coins"):
            attrs.evolve(SHEET.money, coins=coins)  # type: ignore[arg-type]


@pytest.mark.rule("edition.sample-flag")
def test_no_invented_number_counts_as_printed() -> None:
    assert SAMPLE.sample
    assert set(dict(SAMPLE.marks).values()) == {Mark.INVENTED}
    assert not PRINTED.sample
    assert set(dict(PRINTED.marks).values()) == {Mark.STATED, Mark.REPORTED}
    printed = {space.name for space in PRINTED.spaces}
    assert not printed.intersection(space.name for space in SAMPLE.spaces)
    for drawn in (draw_text(SAMPLE), draw_svg(SAMPLE), draw_text(setup(2, seed=1)), str(SAMPLE)):
        assert "invented" in drawn
    assert setup(2, seed=1).sample
    assert "sample" in repr(setup(2, seed=1))


@pytest.mark.rule("edition.well-formed")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(players=[1, 7]), "/players: expected a range within 2 to 6"),
        (lambda data: data["money"].update(coins=[[1, 100]]), "6 players need 180 coins"),
        (lambda data: data["spaces"].insert(0, data["spaces"][1]), "first space must be GO"),
        (lambda data: data["spaces"].append(data["spaces"][30]), "at most one space of the kind"),
        (lambda data: data.update(cards=[]), "expected Chance spaces exactly if there are cards"),
        (lambda data: data["spaces"][1].update(name=SHEET.spaces[3].name), "2 deeds have the name"),
        (lambda data: data["spaces"][1].update(name="  "), "/spaces/1/name: the name is empty"),
        (lambda data: data["spaces"][1].update(group="a;b"), "/spaces/1/group: expected a set"),
        (lambda data: data["spaces"][1].update(rents=[1]), "/spaces/1/rents: expected 6 rents"),
        (lambda data: data["spaces"][1]["rents"].reverse(), "/rents: rents must never fall"),
        (lambda data: data["spaces"][6].update(mortgage=9), "/6/unmortgage: expected at least"),
        (lambda data: data.update(faith_rent=[1]), "/faith_rent: expected 4 rents, one a deed"),
        (lambda data: data["cards"].append(data["cards"][0]), "is listed 2 times"),
        (lambda data: data["cards"][5]["effects"].append(["pay", 1]), "jail_card must be the only"),
        (lambda data: data["cards"][0].update(effects=[["move_to", 40]]), "leads off the board"),
        (lambda data: data["cards"][0].update(effects=[["pay", 0]]), "must be from 1 to 10000"),
        (
            lambda data: data["cards"][0].update(effects=[["move_by", 2], ["pay", 1]] * 2),
            "/cards/0/effects: a card moves its drawer at most once, not 2 times",
        ),
        (lambda data: data["cards"][1].update(copies=173), "at most 200 cards in all, not 201"),
        (
            lambda data: data["cards"][0].update(effects=[["move_to_nearest", "free"]])
            or data["spaces"].pop(20),
            "no space is of that kind",
        ),
        (lambda data: data.update(cards=data["cards"][:2]), "drawing never ends"),
        (lambda data: data["marks"].pop("*"), "/players has no mark"),
        (lambda data: data.update(sample=False), "must be marked as a sample"),
        (lambda data: data.update(printed=True), "only invented|either printed or a sample"),
    ],
)  # fmt: skip
def test_an_edition_that_contradicts_itself_is_refused(
    change: Callable[[dict[str, Any]], object], told: str
) -> None:
    assert any(re.search(told, fault) for fault in faults(change))


def test_all_faults_of_form_are_listed_and_none_that_follows_from_another() -> None:
    data = document()
    data["spaces"][1]["rents"] = 3
    data["spaces"][3]["price"] = 0
    data["jail"]["fee"] = "five"
    del data["supply"]
    with pytest.raises(DecodingError) as refused:
        read_edition(json.dumps(data))
    assert [path for path, _ in refused.value.faults] == [
        "", "/jail/fee", "/spaces/1/rents", "/spaces/3/price",
    ]  # fmt: skip
    data = document() | {"marks": {f"/{number}": "owner" for number in range(5001)}}
    with pytest.raises(DecodingError, match="/marks: expected an object of at most 5000 members"):
        read_edition(json.dumps(data))
    data = document(PRINTED)
    data["spaces"][1]["rents"] = [1, 2]
    data["marks"] |= {"/spaces/1/rents/0": "owner", "/spaces/1/rents/5": "owner"}
    with pytest.raises(InvalidEdition) as contradictory:
        read_edition(json.dumps(data))
    assert contradictory.value.faults == ("/spaces/1/rents: expected 6 rents, not 2",)


@given(st.data())
def test_parts_that_cannot_be_read_cause_no_other_faults(data: st.DataObject) -> None:
    broken = document()
    wanted = set()
    for _ in range(data.draw(st.integers(1, 4))):
        at: Any = broken
        path = ""
        while isinstance(at, dict | list) and at and (not path or data.draw(st.booleans())):
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            part, key = at, data.draw(st.sampled_from(keys))
            at, path = at[key], f"{path}/{key}"
        part[key] = {"nothing": "of that kind"}
        wanted.add(path)
    with pytest.raises(DecodingError) as refused:
        read_edition(json.dumps(broken))
    for path, _ in refused.value.faults:
        assert any(path.startswith(one) or one.startswith(path) for one in wanted)


def test_a_new_table_has_as_many_seats_as_the_edition_allows() -> None:
    for seats, usual in (((2, 3), 3), ((2, 6), 4), ((5, 6), 5)):
        text = write_edition(attrs.evolve(SAMPLE, players=seats))
        assert new_game(options={"edition": text}, seed=1).players == usual


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    assert read_edition(b"\xef\xbb\xbf" + write_edition(SHEET).encode()) == SHEET


@pytest.mark.rule("edition.well-formed")
def test_no_name_controls_a_terminal() -> None:
    for name in ("a\nb", "a\x9b", "\x1b]0;owned\x07"):
        refuses(InvalidValue, Space, name, SpaceKind.FREE)
        with pytest.raises(InvalidValue):
            attrs.evolve(SHEET, name=name)


def test_editions_that_play_alike_share_a_fingerprint() -> None:
    assert fingerprint(SHEET) == fingerprint(attrs.evolve(SHEET, sources=("a book",)))
    others = [attrs.evolve(SHEET, set_factor=3), attrs.evolve(SHEET, name="x"), SAMPLE, PRINTED]
    assert len({fingerprint(edition) for edition in (SHEET, *others)}) == 5


def test_an_edition_that_claims_to_be_printed_has_the_printed_counts() -> None:
    def shrink(data: dict[str, Any]) -> None:
        data["spaces"].pop(39)
        data["supply"]["holdfasts"] = 31
        data["cards"] = [{"id": "pay", "copies": 31, "effects": [["pay", 1]]}]

    told = faults(shrink, PRINTED)
    assert [fault for fault in told if "printed game" in fault] == [
        "/printed: the printed game has 40 spaces, not 39",
        "/printed: the printed game has 22 spaces of the kind location, not 21",
        "/printed: the printed game has 32 cards, not 31",
        "/printed: the printed game has 32 holdfasts, not 31",
    ]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data.pop("money"), ""),
        (lambda data: data["spaces"][3].update(kind="castle"), "/spaces/3/kind"),
        (lambda data: data["cards"][0].update(effects=[["move_to_nearest"]]), "/cards/0/effects/0"),
        (lambda data: data["marks"].update(players="guessed"), "/marks/players"),
    ],
)  # fmt: skip
def test_a_file_of_another_shape_is_refused_with_the_place(
    change: Callable[[dict[str, Any]], object], path: str
) -> None:
    data = document()
    change(data)
    with pytest.raises(DecodingError) as refused:
        read_edition(json.dumps(data))
    assert refused.value.path == path


@pytest.mark.rule("edition.well-formed")
def test_the_bounds_of_an_edition_are_inclusive() -> None:
    for steps in (40, 0):
        cards = (ChanceCard("far", 1, (Effect(Word.MOVE_BY, (steps,)),)), *(SHEET.cards or ()))
        with pytest.raises(InvalidEdition, match="must move, and by less than the whole board"):
            attrs.evolve(SHEET, cards=cards)
    for size in (12, 200):
        assert len(board_of_size(size).spaces) == size
    for size in (11, 201):
        with pytest.raises(InvalidValue, match=f"spaces must have 12 to 200 elements, not {size}"):
            board_of_size(size)
    with pytest.raises(InvalidValue, match="from 0 to 10000"):
        attrs.evolve(SHEET.money, go=10_001)


def board_of_size(size: int) -> Edition:
    """A board of spaces on which nothing happens, but for two deeds and a jail."""
    pasture = [Space(f"Pasture {number}", SpaceKind.FREE) for number in range(size - 4)]
    deeds = (SHEET.spaces[5], attrs.evolve(SHEET.spaces[5], name="The shrine"))
    spaces = (SHEET.spaces[0], SHEET.spaces[10], *deeds, *pasture)
    return attrs.evolve(SHEET, spaces=spaces, cards=(), faith_rent=(1, 2), order_rent=())


@pytest.mark.rule("edition.well-formed", "card.draw")
def test_drawing_ends_with_the_last_card_that_moves_no_token() -> None:
    to_chance = Effect(Word.MOVE_TO, (2,))
    moving = ChanceCard("on", 199, (Effect(Word.PAY, (1,)), to_chance, Effect(Word.COLLECT, (1,))))
    edition = attrs.evolve(SHEET, cards=(moving, ChanceCard("stay", 1, (Effect(Word.PAY, (1,)),))))
    state = table(9, 9, rolls=[(1, 1)], deck=range(200), edition=edition)
    drawn = [event for event in rolled(state).moves.events if isinstance(event, Drew)]
    assert [event.card for event in drawn] == [*range(200)]


def test_a_new_game_has_every_known_value_of_the_printed_game() -> None:
    assert missing(PLAYABLE) == ()
    assert setup(2, seed=1).edition == PLAYABLE
    assert (PLAYABLE.sample, PLAYABLE.printed) == (True, False)
    for space, printed in zip(PLAYABLE.spaces, PRINTED.spaces, strict=True):
        known = (part for part in ("name", "kind", "group", *printed.parts))
        values = {part: getattr(printed, part) for part in known}
        assert {part: getattr(space, part) for part in values if values[part] is not None} == {
            part: value for part, value in values.items() if value is not None
        }
    marks = dict(PLAYABLE.marks)
    assert marks.pop("*") is Mark.INVENTED
    assert marks == dict(PRINTED.marks)


def test_a_form_fills_in_a_whole_edition() -> None:
    owned = read_form(re.sub("(?m)^(name|mark) = .*", "", FORM))
    assert missing(owned) == ()
    assert (owned.name, owned.sample, owned.printed) == (PRINTED.name, False, True)
    assert dict(owned.marks)["*"] is Mark.OWNER
    assert setup(2, owned, seed=1).sample is False
    edited = read_form('[spaces]\npink = {price = 4}\nOldtown = {price = 5}\n"14" = {price = 6}')
    assert [edited.spaces[number].price for number in (11, 13, 14, 16)] == [4, 5, 6, 2]
    assert "/spaces/11/price" not in dict(edited.marks)
    assert dict(edited.marks)["*"] is Mark.OWNER
    again = read_form("cards.none = {copies = 32, effects = [['pay', 1]]}", PLAYABLE)
    assert dict(again.marks)["/cards/0/copies"] is Mark.OWNER
    assert (again.cards or ())[0].copies == 32
    assert read_edition(write_edition(again)) == again


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[spaces", "not a form: Expected ']' at the end of a table"),
        ("a = 1\na = 2", "not a form: Cannot overwrite a value"),
        ('spaces.brwn = {mortgage = 1}', "/spaces: no space, set or kind is called 'brwn'; did"),
        ("spaces.brown = {mortgage = 0}", "/spaces/brown/mortgage: expected an integer from 1"),
        ("spaces.brown = {amount = 1}", "/spaces: Hardhome, of the kind location, has no amount"),
        ("spaces.faith = {rents = [1]}", "/spaces: The Old Gods, of the kind faith, has no rents"),
        ("spaces.go = {price = 1}", "/spaces: GO, of the kind go, has no price"),
        ("spaces = 1", "/spaces: expected an object, not 1"),
        ("cards.x = {copies = 1}", "/cards/x: the key 'effects' is missing"),
        ("cards.x = 3", "/cards/x: expected an object, not 3"),
        ("cards.x = {copies = 1, effects = [['jump', 1]]}", "/cards/x/effects/0: expected one of"),
        ('mark = "guessed"', "/mark: expected one of stated, reported"),
        ("name = 1979-05-27", "/name: expected a text, not a Python date"),
        ("extra = 1", "unknown key 'extra'"),
        ("x = " + "[" * 5000, "not a form: "),
        ("\nx" + " . 'y'" * 8 + " = 1", "line 2 has a key of more than 8 parts: write"),
        ("[" + "x." * 8 + "y]", "line 1 has a key of more than 8 parts"),
        ('x = """\n""""\n' + "y." * 8 + "z = 1", "line 3 has a key of more than 8 parts"),
        ("x = " + "9" * 5000, "line 1 has a number or a word of more than 100 characters"),
        ("spaces.brown = {rents = [1, 2]}", "/spaces/1/rents: expected 6 rents, not 2"),
        ("spaces.brown = {rents = [1, 2, 3, 4, 3, 6]}", "rents must never fall"),
        ("spaces.brown = {mortgage = 2, unmortgage = 1}", "expected at least the mortgage, 2"),
    ],
)  # fmt: skip
def test_a_faulty_form_is_refused_with_the_place(text: str, told: str) -> None:
    with pytest.raises((DecodingError, InvalidEdition), match=told):
        read_form(text)


def test_a_form_may_have_dots_and_long_words_in_comments_and_texts() -> None:
    dots, long = "a." * 20 + "b", "9" * 200
    form = f'# {dots} {long}\nname = "{dots}" # "{dots}\n[spaces] # \'{dots}\npink = {{price = 4}}'
    assert read_form(form).name == dots
    several = form.replace(f'"{dots}"', f"'''{dots}'''", 1)
    assert read_form(several) == read_form(form)


def test_a_form_is_read_as_long_as_its_limit() -> None:
    assert read_form("#", size_limit=1).spaces == PRINTED.spaces
    with pytest.raises(DecodingError, match="longer than size_limit=5"):
        read_form("name = 1", size_limit=5)
    refuses(WrongType, read_form, 3)
    refuses(WrongType, read_form, "", "PRINTED")


@pytest.mark.long
def test_the_report_of_an_edition_says_how_long_games_last() -> None:
    told, is_playable = file_report(FORM, "play it")
    assert is_playable
    assert told.splitlines()[1:] == [
        "  20 games of 4 simple players: a median of 149 turns, and all ended within 1 000",
        "play it",
    ]
    rich = FORM + '\nfree-1 = {copies = 100, effects = [["collect", 900]]}\n'
    told, is_playable = file_report(rich, "play it")
    assert is_playable
    assert "a median of more than 1 000 turns, and 20 did not end within 1 000" in told
    assert file_report("#", "play it")[1] is False


def test_the_order_of_marks_and_hints_in_a_file_does_not_matter() -> None:
    for edition in (PRINTED, PLAYABLE):
        data = document(edition)
        for name in ("marks", "hints"):
            data[name] = dict([*data[name].items()][::-1])
        assert read_edition(json.dumps(data)) == edition
