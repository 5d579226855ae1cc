"""A reader of refusals: it follows nothing but their sentences to a legal move.

Each decision begins with a wrong move. No moves are listed, and the reader knows no rules: it has
its hand from the prompt, and follows the sentences of the reply.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from westeros_intrigue import play_game
from westeros_intrigue.lab.language import LanguagePlayer, Message, Prompter, Transcript

from .stand_ins import wrong_moves

OPPONENTS = {"westeros-intrigue": "greedy", "monopoly": "simple", "btwixt": "simple"}
CARD, SLOT = r"[SLBT]\d", r"[a-h]-?\d+"
NAMED = (
    re.compile(r"Legal moves include (.+?)\.(?: |$)"),
    re.compile(r", such as by (.+?)\.$"),
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
    hand = re.findall(CARD, next(iter(re.findall(r"(?m)^You: .*$", prompt)), ""))
    for remedy in re.findall(r"For [^.]+\.$", told):
        for part in remedy.split("; "):
            slots = re.findall(rf"\b{SLOT}", part)
            yield from (f"{card}@{slot}" for card in re.findall(CARD, part) for slot in slots)
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


TRIES = 3


def play_wrongly(key: str, seed: int) -> Transcript:
    """Play a game by key whose first seat follows refusals, and return the seat's transcript."""
    player = LanguagePlayer(Corrector(key, seed), Prompter(key), TRIES, "random")
    rng = random.Random(seed)
    play_game([player, *[OPPONENTS[key]] * 2], game=key, rng=rng)
    return player.transcript


def count_tries(transcript: Transcript) -> Counter[int]:
    """Count the decisions that began with a refusal by their tries; by 0 if none was legal."""
    return Counter(
        0 if decided.is_chance else len(decided.query.attempts)
        for decided in transcript.decisions
        if decided.query.attempts[0].reply
    )
