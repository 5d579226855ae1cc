"""The dice and the deck that a seed stands for."""

from hashlib import sha256


def digest(text: str) -> int:
    """The SHA-256 of a text as a number, its first byte the greatest."""
    return int.from_bytes(sha256(text.encode()).digest(), "big")


def dice_at(seed: int, k: int) -> tuple[int, int]:
    """The k-th throw of a game, from 0 (chance.dice)."""
    d = digest(f"monopoly-got/1/dice/{seed}/{k}") % 36
    return d // 6 + 1, d % 6 + 1


def deck_of(seed: int, size: int) -> list[int]:
    """The order of the deck, the top first (chance.dice)."""
    return sorted(range(size), key=lambda i: digest(f"monopoly-got/1/deck/{seed}/{i}"))
