"""Questions of an agenda: how a class declares them, and how answers are refused and told."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from westeros_intrigue.gamekit import Agenda, Question, Step, Word, WrongType


class Kind(Word):
    BID = "bid"


@attrs.define
class Draft(Agenda):
    """A game that logs its events."""

    events: list[str]
    agenda: tuple[Step, ...] = ()

    @property
    def events_so_far(self) -> object:
        return tuple(self.events)


@attrs.frozen
class Bid(Question[Draft], kind=Kind.BID, decider="bidder"):
    """Bid one or two coins."""

    bidder: int
    event: str = "bid"
    """The event of the answer; empty for none."""

    def options(self, _draft: Draft, _seat: int) -> tuple[int, ...]:
        return 1, 2

    def accept(self, draft: Draft, _seat: int, move: Any) -> None:
        if self.event:
            draft.events.append(f"{self.event} {move}")


def test_keywords_of_a_class_of_questions_set_its_constants() -> None:
    assert (Bid.KIND, Bid.DECIDER, Bid.TOLD_LATER) == (Kind.BID, "bidder", False)
    assert Bid(3).deciders == (3,)

    class Higher(Bid):
        __slots__ = ()

    assert Higher.KIND is Kind.BID


def test_a_misspelt_keyword_of_a_class_of_questions_is_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'kidn'"):
        type("Misspelt", (Question,), {}, kidn=Kind.BID)


def test_an_answer_is_legal_if_it_is_an_option() -> None:
    draft = Draft([], (Bid(0),))
    assert not [*Bid(0).faults(draft, 0, 2)]
    assert Bid(0).faults(draft, 0, 3) == ("3 is not among the answers: 1 or 2",)


def test_an_answer_is_told_by_an_event_of_its_own() -> None:
    draft = Draft([], (Bid(0), Bid(1)))
    draft.answer(0, 2)
    assert draft.events == ["bid 2"]
    draft = Draft(["an event before"], (Bid(1, event=""),))
    with pytest.raises(WrongType, match="Bid must log an event for the answer 2 of seat 1"):
        draft.answer(1, 2)


def test_the_only_answer_is_told_by_an_event_too() -> None:
    class Last(Bid):
        __slots__ = ()

        def options(self, _draft: Draft, _seat: int) -> tuple[int, ...]:
            return (2,)

    draft = Draft([], (Last(1),))
    draft.run()
    assert draft.events == ["bid 2"]
    with pytest.raises(WrongType, match="Last must log an event for the answer 2 of seat 1"):
        Draft([], (Last(1, event=""),)).run()


def test_some_answers_of_a_question_can_be_told_later() -> None:
    class Doubled(Bid, told_later=(bool,)):
        __slots__ = ()

    draft = Draft([], (Doubled(0, event=""), Doubled(1, event="")))
    draft.answer(0, move=True)
    with pytest.raises(WrongType, match="Doubled must log an event for the answer 2 of seat 1"):
        draft.answer(1, 2)


def test_an_answer_can_be_told_later() -> None:
    class Secret(Bid, told_later=True):
        __slots__ = ()

    draft = Draft([], (Secret(0, event=""),))
    draft.answer(0, 1)
    assert draft.agenda == ()


def test_an_agenda_without_events_does_not_ask_for_any() -> None:
    @attrs.define
    class Silent(Agenda):
        agenda: tuple[Step, ...]

    silent: Any = Silent((Bid(0, event=""),))
    silent.answer(0, 1)
    assert silent.agenda == ()
