"""Sentences are made from data, and nothing is made from sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import attrs
import pytest

from games.btwixt.any_boxes import random_box
from games.btwixt.tables import random_game
from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.games.btwixt import (
    DOCUMENTS,
    SAMPLE_BOX,
    Ability,
    Argument,
    Box,
    Colour,
    DecisionKind,
    GameState,
    Onto,
    Operation,
    Record,
    Refusal,
    Side,
    Timing,
    Who,
    describe,
    draw_text,
    events,
    explain,
    legal_moves,
    observe,
    parse_move,
    question,
    sentence,
)
from westeros_intrigue.games.btwixt.position import happenings
from westeros_intrigue.games.btwixt.telling.records import STEPS

TRIED = [*map(parse_move, ("kneel", "skip", "decline", "choose c0", "choose 1", "choose c9>c1"))]


def reword(patch: pytest.MonkeyPatch, change: Callable[[str], str]) -> None:
    """Change the words of operations, questions, refusals and events."""

    def changed(words: Callable[..., Any]) -> Callable[..., Any]:
        def of(*facts: object) -> str | None:
            made = words(*facts)
            return None if made is None else change(made)

        return of

    for kind in (Timing, Who, Onto, DecisionKind):
        for member in kind:
            patch.setattr(member, "sentence", change(member.sentence))
    for operation in Operation:
        entry = operation._entry
        patch.setattr(operation, "_entry", attrs.evolve(entry, sentence=changed(entry.sentence)))
    for refusal in Refusal:
        patch.setattr(refusal, "find_obstacle", changed(refusal.find_obstacle))
        patch.setattr(refusal, "find_remedy", changed(refusal.find_remedy))
    patch.setattr(happenings, "_in_words", changed(happenings._in_words))


def data_of(states: list[GameState]) -> Iterator[object]:
    """Yield what programs store, send and compare of a game."""
    for before, state in pairwise(states):
        news = events(before, state)
        yield from (news, state, legal_moves(state), state.decision)
        yield from map(DOCUMENTS.to_json, (state, observe(state, 0), *news))
        for violation in (each for move in TRIED for each in explain(state, move)):
            yield violation, violation.code, violation.rule, violation.facts
        view = observe(state, 1)
        assert DOCUMENTS.from_json(type(view), DOCUMENTS.to_json(view)) == view
    yield str(Record.from_state(states[-1]))
    for box in (SAMPLE_BOX, random_box(3)):
        text = box.to_json()
        assert Box.from_json(text) == box
        yield text


def texts_of(states: list[GameState]) -> Iterator[str]:
    """Yield what players read of a game."""
    for before, state in pairwise(states):
        yield from (question(state), draw_text(state))
        yield from (str(sentence(event, 0)) for event in events(before, state))
        for violation in (each for move in TRIED for each in explain(state, move)):
            yield from (violation.obstacle, violation.remedy)


def test_other_words_change_nothing_but_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [*random_game(5)][::7]
    data, texts = [*data_of(states)], [*texts_of(states)]
    with monkeypatch.context() as patch:
        reword(patch, lambda words: f"<{words}> {{x}}")
        assert [*data_of([*random_game(5)][::7])] == data
        others = [*texts_of(states)]
        assert describe(SAMPLE_BOX.entry("betrayal")).startswith("<As you play it> {x}: you may <")
    assert len(others) == len(texts)
    assert all(other != text for other, text in zip(others, texts, strict=True) if text != "None")


TWO: dict[Argument, tuple[Any, Any]] = {
    Argument.COLOURS: ((Colour.RED,), (Colour.RED, Colour.BLUE)),
    Argument.CARDS: (1, 2),
    Argument.UNLESS_WINNER: (False, True),
    Argument.ALLY: ("Shae", "Varys"),
    Argument.SIDE: (Side.LEFT, Side.RIGHT),
    Argument.COUNT: (3, 4),
    Argument.KILL: (1, 2),
    Argument.WHO: ((Who.YOU,), (Who.SECOND,)),
    Argument.TITLE: ("Betrayal", "Bribery"),
    Argument.ONTO: (Onto.COUNCIL, Onto.CURRENT),
}
"""Two values for each argument."""


@pytest.mark.parametrize("operation", Operation)
def test_the_words_of_an_operation_name_its_arguments_and_no_others(operation: Operation) -> None:
    first: dict[str, Any] = {str(argument): one for argument, (one, _) in TWO.items()}
    ability = Ability(Timing.ON_PLAY, operation, **first)
    for argument, (_, other) in TWO.items():
        changed = Ability(Timing.ON_PLAY, operation, **first | {str(argument): other})
        is_named = operation.in_words(changed) != operation.in_words(ability)
        assert is_named == (argument in operation.arguments), argument


def test_the_arguments_are_the_fields_of_an_ability() -> None:
    names = [field.name for field in attrs.fields(Ability)]
    assert names == ["timing", "do", "may", *map(str, Argument)]
    second: dict[str, Any] = {str(argument): other for argument, (_, other) in TWO.items()}
    ability = Ability(Timing.ON_PLAY, Operation.DISCARD, **second)
    assert dict(ability.arguments) == {argument: other for argument, (_, other) in TWO.items()}
    assert [*ability.arguments] == [*Argument]
    assert Ability(Timing.ON_PLAY, Operation.DISCARD).arguments == {}
    order = [*Argument]
    for operation in Operation:
        assert [*operation.arguments] == sorted(operation.arguments, key=order.index)


def subclasses(cls: type[Any]) -> Iterator[type[Any]]:
    for each in cls.__subclasses__():
        yield each
        yield from subclasses(each)


def test_documents_know_every_step() -> None:
    package = "westeros_intrigue.games.btwixt"
    steps = {
        cls
        for cls in subclasses(Step)
        if cls.__module__.startswith(package) and issubclass(cls, values.Value)
    }
    assert {cls.__qualname__ for cls in steps} == {cls.__qualname__ for cls in STEPS}
