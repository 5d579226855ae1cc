"""Words stand apart from the rules: another wording changes words, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from games.monopoly.test_refusals import REFUSED
from games.monopoly.test_values import random_game
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    SAMPLE,
    Decision,
    Event,
    GameState,
    Purpose,
    Record,
    View,
    events,
    explain,
    move_in_words,
    observe,
    parse_move,
    question,
    read_edition,
    sentence,
    write_edition,
)
from westeros_intrigue.games.monopoly.knowledge import questions
from westeros_intrigue.games.monopoly.pieces.spaces import effect_in_words
from westeros_intrigue.games.monopoly.position import sentences
from westeros_intrigue.games.monopoly.position.happenings import EVENT_TYPES, Drew
from westeros_intrigue.games.monopoly.position.refusals import Refusal
from westeros_intrigue.games.monopoly.position.state import Question
from westeros_intrigue.games.monopoly.turns import dealings, throws

STEPS: tuple[type[Step], ...] = (*dealings.STEPS, *throws.STEPS)
QUESTIONS = [step for step in STEPS if issubclass(step, Question)]


def played_games() -> list[GameState]:
    return [state for players, seed in ((3, 2), (2, 5)) for state, _ in random_game(players, seed)]


def all_events(state: GameState) -> tuple[Event, ...]:
    return events(next(Record.from_state(state).replay()), state)


def facts(states: list[GameState]) -> list[object]:
    """Everything about games that programs read, without words."""
    found: list[object] = [write_edition(SAMPLE), read_edition(write_edition(SAMPLE))]
    for state in states[::40]:
        found += [DOCUMENTS.to_json(state), DOCUMENTS.to_json(observe(state, 0))]
        found += [DOCUMENTS.from_json(View, DOCUMENTS.to_json(observe(state, None)))]
        record = Record.from_state(state)
        found += [str(record), [parse_move(str(move)) for move in state.moves]]
        found += [
            attrs.evolve(event, effects="") if isinstance(event, Drew) else event
            for event in all_events(state)
        ]
    for state, refusals in REFUSED.values():
        for move in refusals:
            found += [
                (violation.code, violation.rule, violation.facts.spaces, violation.facts.needed)
                for violation in explain(state, parse_move(move))
            ]
    return found


def words(states: list[GameState]) -> list[str | None]:
    """Everything about games that people read."""
    told = [question(observe(state, 0)) for state in states]
    told += [move_in_words(state, parse_move(text)) for state in states for text in ("buy", "pass")]
    told += [sentence(event, 0) or "" for state in states[::40] for event in all_events(state)]
    for state, refusals in REFUSED.values():
        told += [str(fault) for move in refusals for fault in explain(state, parse_move(move))]
    return [*told]


def louder(sentence: Callable[..., str]) -> Callable[..., str]:
    return lambda *facts: sentence(*facts).upper()


@pytest.mark.long
def test_another_wording_changes_words_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    states = played_games()
    told, known = words(states), facts(states)
    for cls in QUESTIONS:
        monkeypatch.setattr(cls, "in_words", louder(cls.in_words))
    for refusal in Refusal:
        monkeypatch.setattr(refusal, "find_obstacle", louder(refusal.find_obstacle))
        monkeypatch.setattr(refusal, "find_remedy", louder(refusal.find_remedy))
    for purpose in Purpose:
        monkeypatch.setattr(purpose, "words", purpose.words.upper())
    for event in EVENT_TYPES:
        monkeypatch.setattr(event, "words", louder(event.words))
    monkeypatch.setattr(sentences, "question_in_words", louder(sentences.question_in_words))
    monkeypatch.setattr(sentences, "_move_in_words", louder(sentences._move_in_words))
    monkeypatch.setattr(throws, "effect_in_words", louder(effect_in_words))
    again = played_games()
    assert facts(again) == known
    reworded = words(again)
    assert [words and words.upper() for words in told] == reworded
    assert not {*told} & {*reworded}


def test_every_question_has_facts_and_words() -> None:
    assert {cls.KIND for cls in QUESTIONS} == {*Decision} == {*questions.FACTS}
    base = Question.in_words
    assert all(cls.in_words is not base for cls in QUESTIONS)
