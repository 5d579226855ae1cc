"""Refusals that suffice: a reader of nothing but their sentences soon makes a legal move.

Each decision begins with a wrong move. No moves are listed, and the reader knows no rules: it has
its hand from the prompt, and follows the sentences of the reply.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from helpers.stand_ins import wrong_moves

from westeros_intrigue import play_game
from westeros_intrigue.lab.language import LanguagePlayer, Message, Prompter

OPPONENTS = {"westeros-intrigue": "greedy", "monopoly": "simple", "btwixt": "simple"}
SLOT = r"[a-h]-?\d+"
NAMED = (
    re.compile(r"Legal moves include (.+?)\.(?: |$)"),
    re.compile(r"([^.]+?) would work\."),
    re.compile(r": ((?:(?:choose|leader) [^.]+?|decline)(?:(?:, | or )[^.]+?)*)\.(?: |$)"),
)
"""The sentences that name whole moves."""


def parts(text: str) -> list[str]:
    """The members of a list in words."""
    return [each.strip() for each in re.split(r", | and | or ", text) if each.strip()]


def whole_moves(told: str) -> Iterator[str]:
    for sentence in NAMED:
        for found in sentence.findall(told):
            yield from parts(found)


def placements(told: str, prompt: str) -> Iterator[str]:
    """The placements that a sentence about slots or houses leaves to the hand in the prompt."""
    hand = re.findall(r"[SLBT]\d", next(iter(re.findall(r"(?m)^You: .*$", prompt)), ""))
    for house, slots in re.findall(rf"For a (\w+) card, choose ((?:{SLOT}|, | or )+)", told):
        for card in hand:
            if card[0] == house[0]:
                yield from (f"{card}@{slot}" for slot in re.findall(SLOT, slots))
    for slots in re.findall(rf"(?:goes to|choose) ((?:{SLOT}|, | or )+)", told):
        yield from (f"{card}@{slot}" for slot in re.findall(SLOT, slots) for card in hand)


def acts(told: str, rules: str) -> Iterator[str]:
    """The acts of Monopoly that the last sentence lists, with the numbers that they need."""
    sentence = re.split(r"[.:] ", told.removesuffix("."))[-1].lower()
    words = re.findall(r"[a-z]+(?:-[a-z]+)*", sentence)
    bare = re.findall(r"`([a-z-]+)`", rules)
    yield from (word for word in reversed(words) if word in bare)
    for word in words:
        if word in {"sell", "mortgage", "place"}:
            yield from (f"{word} {number}" for number in range(40))
    yield from bare


def answers(told: str, prompt: str) -> Iterator[str]:
    """The answers of B'Twixt that a request asks for, with titles from the hand in the prompt."""
    lowered = told.lower()
    if "leader" in lowered:
        yield "random leader"
    for word in ("kneel", "skip", "decline"):
        if word in lowered:
            yield word
    yield from (f"choose {each}" for each in re.findall(r"\bc\d\b", told))
    hand = next(iter(re.findall(r"(?ms)^Your hand: (.*?)(?:^\S|\Z)", prompt)), "")
    titles = re.findall(r"(?:\d )?([A-Z][^(,:\n]*?) \(-?\d+\)", hand)
    for verb in ("play", "choose", "draft"):
        if verb in lowered:
            yield from (f"{verb} {title}" for title in titles)
    if "leader" in lowered or "council" in lowered:
        yield from (f"choose {number}" for number in range(6))
        yield from (f"choose c{number}" for number in range(6))
    shown = re.findall(r"([A-Z][\w' -]+?) \(-?\d+\)", prompt)
    yield from (f"choose {title}" for title in dict.fromkeys(shown))


class Corrector:
    """Begins with a wrong move, and then follows the sentences of the refusal."""

    def __init__(self, key: str, seed: int) -> None:
        self.key = key
        self.rng = random.Random(seed)
        self.tried = list[str]()

    def __call__(self, messages: list[Message]) -> str:
        prompt, last = messages[1]["content"], messages[-1]["content"]
        if len(messages) == 2:
            self.tried = []
            first = messages[0]["content"].splitlines()[0]
            moves: Iterator[str] = iter([self.rng.choice(wrong_moves(first))])
        else:
            told = re.sub(r" (?:Answer again\. )?End with one line.*", "", last)
            moves = self.read(told, prompt, messages[0]["content"])
        move = next((each for each in moves if each not in self.tried), "nothing")
        self.tried.append(move)
        return f"Move: {move}"

    def read(self, told: str, prompt: str, rules: str) -> Iterator[str]:
        yield from whole_moves(told)
        if self.key == "westeros-intrigue":
            yield from placements(told, prompt)
        elif self.key == "monopoly":
            yield from acts(told, rules)
        else:
            yield from answers(told, prompt)


@pytest.mark.parametrize(
    ("key", "games", "share"),
    [("westeros-intrigue", 6, 97), ("monopoly", 2, 97), ("btwixt", 4, 97)],
)
def test_a_reader_of_refusals_makes_a_legal_move_within_three_tries(
    key: str, games: int, share: int
) -> None:
    tries = Counter[int]()
    stuck = list[str]()
    for seed in range(games):
        player = LanguagePlayer(Corrector(key, seed), Prompter(key), 3, "random")
        play_game([player, *[OPPONENTS[key]] * 2], game=key, seed=seed)
        for decided in player.transcript.decisions:
            if decided.query.attempts[0].reply:  # the first answer was wrong
                tries[4 if decided.is_chance else len(decided.query.attempts)] += 1
                if decided.is_chance:
                    stuck += [f"{each.text}: {each.reply}" for each in decided.query.attempts]
    total = tries.total()
    assert total > 60
    assert 100 * (total - tries[4]) / total >= share, "\n".join(stuck[:9])
