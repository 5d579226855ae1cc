"""A class says once how its values are written in a line; what its form leaves out is not lost."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import Annotated, Any

import attrs
import pytest

from westeros_intrigue.gamekit import InvalidValue, NotationError, limits
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.lines import Form, Parts, StepForms
from westeros_intrigue.gamekit.spellings import (
    Among,
    Called,
    Described,
    Places,
    Told,
    usually,
)
from westeros_intrigue.gamekit.text import Scanner

Seat = Annotated[int, limits.Range(0, 5)]


class Coin(enum.Enum):
    GOLD = "gold"
    SILVER = "silver"
    LEAD = "lead"


@attrs.frozen
class Bank:
    """A table: the seats at it, whose turn it is, and what waits."""

    seats: tuple[int, ...]
    turn: int = 0
    agenda: tuple[Step, ...] = ()


def other_seats(bank: Bank, lot: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(seat for seat in bank.seats if seat != lot["starter"])


@attrs.frozen
class Lot(Step, line="lot {space} [of {coin}] by {starter} [high {high} from {leader}]"):
    space: Annotated[int, limits.Range(0, 39)]
    starter: Annotated[Seat, Described("the seat that asks")]
    bidders: Annotated[tuple[Seat, ...], Told(other_seats)]
    coin: Annotated[Coin, Among((Coin.GOLD, Coin.SILVER))] = Coin.GOLD
    high: int = 0
    leader: Seat | None = None


@attrs.frozen
class Owing(Step, line="{debtor} owes {amount} to {creditor}"):
    debtor: Seat
    amount: Annotated[int, limits.Range(1)]
    creditor: Annotated[Seat | None, Called(("bank",))]


@attrs.frozen
class Choice(Step, line="{is_swap} [over {others}]"):
    is_swap: Annotated[bool, Called(("take", "swap"))]
    others: Annotated[tuple[tuple[Seat, Coin], ...], usually(())] = ()


@attrs.frozen
class Wait(Step, line="wait"):
    seat: Annotated[Seat, Told(lambda bank, _: bank.turn)]


@attrs.frozen
class Throw(Step, line="throw"):
    pass


BANK = Bank((0, 1, 2), turn=1)
CLASSES = (Lot, Owing, Choice, Wait, Throw)
FORMS = StepForms(CLASSES, {}, lambda step, _: Throw() if isinstance(step, Wait) else None)


def read(text: str) -> tuple[tuple[Step, ...], list[Places]]:
    found = FORMS.read_all(Scanner(text), BANK)
    return tuple(step for step, _ in found), [places for _, places in found]


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((Lot(5, 0, (1, 2)),), "lot 5 by 0"),
        ((Lot(5, 0, (1, 2), Coin.SILVER, 4, 2),), "lot 5 of silver by 0 high 4 from 2"),
        # What the table does not tell is written with its name.
        ((Lot(5, 0, (1,)),), "lot 5 by 0 bidders 1"),
        ((Wait(1), Throw()), "wait"),
        ((Wait(2), Throw()), "wait seat 2"),
        ((Wait(1),), "wait alone"),
        ((Wait(1), Owing(0, 3, None)), "wait alone then 0 owes 3 to bank"),
        ((Owing(0, 3, 2), Wait(1), Throw(), Throw()), "0 owes 3 to 2 then wait then throw"),
        ((Choice(is_swap=True),), "swap"),
        (
            (Choice(is_swap=False, others=((0, Coin.GOLD), (2, Coin.LEAD))),),
            "take over 0:gold 2:lead",
        ),
    ],
)
def test_steps_are_written_as_their_classes_say_and_read_back(
    steps: tuple[Step, ...], text: str
) -> None:
    assert FORMS.write_all(steps, BANK) == text
    assert read(text)[0] == steps
    assert read(text.upper())[0] == steps


def test_a_table_with_an_agenda_is_refused_since_it_tells_what_no_reader_knows() -> None:
    waiting = attrs.evolve(BANK, agenda=(Throw(),))
    with pytest.raises(InvalidValue, match="without its agenda"):
        FORMS.write_all((Wait(1),), waiting)
    with pytest.raises(InvalidValue, match="without its agenda"):
        FORMS.read_all(Scanner("wait"), waiting)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("sweep", 1, "lot, owes, take, swap, wait or throw"),
        ("0 owns 3 to 1", 1, "did you mean owes?"),
        ("owes 3 to 1", 1, "the debtor: a number from 0 to 5"),
        ("0 owes 0 to 1", 8, "a number from 1"),
        ("0 owes 3 for 1", 10, "to and the creditor"),
        ("0 owes 3 to tax", 13, "a number from 0 to 5 or bank"),
        ("lot 5", 6, "by and the seat that asks"),
        ("lot 5 of lead by 0", 10, "gold or silver"),
        ("lot 5 by 0 high 4 by 1", 19, "from and the leader"),
        ("lot 5 by 0 bidders 9", 20, "a number from 0 to 5"),
        ("lot 5 by 0 bidders 1 bidders 2", 22, "a semicolon"),
        ("take over 0:gold 2-lead", 19, ": and gold, silver or lead"),
    ],
)
def test_a_faulty_text_is_refused_at_its_place(text: str, column: int, expected: str) -> None:
    scanner = Scanner(text)
    with pytest.raises(NotationError, match=re.escape(expected)) as refused:  # noqa: PT012 - the end is of the part
        FORMS.read_all(scanner, BANK)
        Parts.need_end(scanner)
    assert refused.value.column == column


def test_the_places_of_steps_fields_and_their_parts_are_known() -> None:
    _, [lot, choice] = read("lot 5 by 0 bidders 1 2 then take")
    assert (lot["step"], lot["space"]) == (0, 4)
    assert (lot["bidders[0]"], lot["bidders[1]"], choice["step"]) == (19, 21, 28)


@attrs.frozen
class Any_(Step):  # noqa: N801 - a class that stands for any
    one: Annotated[int, usually(0)] = 0
    two: Annotated[tuple[int, ...], usually(())] = ()
    word: Annotated[str, limits.OneOf(("red", "blue"))] = "red"
    needed: int = attrs.field(kw_only=True)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ("go {nowhere}", "it has no field nowhere"),
        ("go {needed} {needed}", "each field can occur only once"),
        ("go <needed>", "expected a word, a {field} or a [group], found '<needed>'"),
        ("[{one}] go {needed}", "it must begin with a word or a field"),
        ("go [by] {needed}", "a group needs a field"),
        ("go", "needed can be left out, so it needs a default"),
        ("go [{one}] {needed}", "a number can be read in two ways"),
        ("go {needed} [{two}] [{one}]", "a number can be read in two ways"),
        ("go {needed} [red {one}] [{word}]", "'red' can be read in two ways"),
        ("go {needed} [two {one}]", "'two' can be read in two ways"),
        ("go {needed} [then {one}]", "'then' can be read in two ways"),
    ],
)
def test_a_form_that_is_wrong_or_ambiguous_is_refused_when_it_is_declared(
    form: str, why: str
) -> None:
    with pytest.raises(InvalidValue, match=re.escape(why)):
        Form(Any_, form, {})


def test_a_field_that_nothing_can_write_is_refused() -> None:
    @attrs.frozen
    class Odd:
        thing: object

    with pytest.raises(InvalidValue, match=r"how .* is written in a line: give it a word"):
        Form(Odd, "odd {thing}", {})


def test_two_classes_that_begin_alike_are_refused() -> None:
    @attrs.frozen
    class Waiting(Step, line="wait {seat}"):
        seat: int

    with pytest.raises(InvalidValue, match=r"Wait .* and Waiting .* begin alike"):
        StepForms((Wait, Waiting), {})


@attrs.frozen
class Head:
    turn: int = 1
    deck: tuple[int, ...] = ()
    seed: int | None = None
    used: int = 0


PARTS = Parts(
    Head, ("turn {turn}", "steps", "deck {deck}", "seed {seed} [after {used}]"), {}, "steps"
)


def test_parts_with_usual_values_are_left_out_and_read_back() -> None:
    head = Head(deck=(3, 1), seed=7, used=2)
    line = "; ".join(PARTS.write(head, None, "wait"))
    assert line == "wait; deck 3 1; seed 7 after 2"
    scanner = Scanner(line)
    places: Places = {}
    found = PARTS.find(scanner)
    assert Head(**PARTS.read(scanner, found, None, places)) == head
    assert (found["steps"], places["deck[1]"]) == (0, 13)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("deck 3; deck 4", 9, "deck once"),
        ("wait; dek 4", 7, "one part with steps, or turn, deck or seed; did you mean deck?"),
        ("seed 7 before 2", 8, "a semicolon or the end"),
    ],
)
def test_a_faulty_part_is_refused_at_its_place(line: str, column: int, expected: str) -> None:
    scanner = Scanner(line)
    with pytest.raises(NotationError, match=expected) as refused:
        PARTS.read(scanner, PARTS.find(scanner), None, {})
    assert refused.value.column == column
