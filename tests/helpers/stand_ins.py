"""Scripted models: they read only the messages, as a model does."""

from __future__ import annotations

import random

from westeros_intrigue.lab.language import Answer, Message

LISTED = "Legal moves:\n"
WRONG = {
    "Westeros Intrigue": ("S1@c5", "T9@a7", "S10@a0", "pass", "Stark on top", "a0", "L2@b-8"),
    "Monopoly": (
        "bid 40",
        "build 0",
        "mortgage 39",
        "accept",
        "offer 1: 9c for 3",
        "roll",
        "sell 7",
    ),
    "B'Twixt": ("play royal-decree#1", "choose c9", "choose 3", "skip", "bid 8", "leader nobody"),
    "Love Letter": ("8-1", "1-0-1", "4-9", "9", "princess"),
}


def wrong_moves(text: str) -> tuple[str, ...]:
    """Return texts that are rarely moves, for the game that a text names."""
    return next(texts for name, texts in WRONG.items() if name in text)


def listed(messages: list[Message]) -> dict[str, str]:
    """Return the moves that the prompt lists, each with its words."""
    block = messages[1]["content"].partition(LISTED)[2].partition("\n\n")[0]
    moves = (line.partition(" - ") for line in block.splitlines())
    return {move: words or move for move, _, words in moves}


class WellFormed:
    """Picks any listed move."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def __call__(self, messages: list[Message]) -> Answer | str:
        return f"Move: {self.rng.choice([*listed(messages)])}"


class Prose(WellFormed):
    """Mentions other moves on the way, and ends in one of several forms."""

    FORMS = (
        "So I play it.\n\n**Move: {move}**",
        '```json\n{{"reasoning": "good", "move": "{move}"}}\n```',
        "My move: `{move}`.",
        "Final answer = {move}",
        "Answer: {words}",
        "{move}",
    )

    def __call__(self, messages: list[Message]) -> Answer | str:
        moves = listed(messages)
        others = [self.rng.choice([*moves]) for _ in range(3)]
        move = self.rng.choice([*moves])
        last = self.rng.choice(self.FORMS).format(move=move, words=moves[move])
        return "I could play {}, or perhaps {}?\nBut {} is wrong.\n\n".format(*others) + last


class Wrong(WellFormed):
    """Three answers in ten are wrong in one of many ways."""

    def __call__(self, messages: list[Message]) -> Answer | str:
        if self.rng.random() < 0.3:
            first = messages[0]["content"].splitlines()[0]
            return f"Move: {self.rng.choice(wrong_moves(first))}"
        return super().__call__(messages)


class Silent(WellFormed):
    """Answers nothing."""

    def __call__(self, _messages: list[Message]) -> Answer | str:
        return ""


class Cut(WellFormed):
    """Is cut off once a decision, and then answers with a listed move."""

    def __call__(self, messages: list[Message]) -> Answer | str:
        if len(messages) == 2:
            return Answer("Let me think. Move: ", is_cut=True, tokens_in=9, tokens_out=4)
        return Answer(str(super().__call__(messages)), tokens_in=12, tokens_out=3)


class Refuser(WellFormed):
    """Names legal moves in prose, and chooses none."""

    def __call__(self, messages: list[Message]) -> Answer | str:
        moves = [*listed(messages)]
        return f"I can't decide. There are good moves here, such as {moves[0]} or {moves[-1]}."
