"""Frames of videos: the court, the seats and what the viewer may know, as pixels."""

from __future__ import annotations

import random

import numpy as np

from westeros_intrigue import House, apply, observe, proceed, random_player, setup
from westeros_intrigue.drawing.svg import PAINTS
from westeros_intrigue.lab.environments.rendering import HEIGHT, WIDTH, Pixels, frame

COURT, HANDS = slice(0, 280), slice(280, HEIGHT)


def count(pixels: Pixels, kind: str) -> int:
    """How many pixels have the ground of a kind of element."""
    ground = np.frombuffer(bytes.fromhex(PAINTS[kind][0].fill[1:]), np.uint8)
    return int((pixels == ground).all(axis=2).sum())


def test_each_card_fills_a_cell_and_each_hidden_one_is_a_back() -> None:
    state, rng = proceed(setup(2, seed=7)), random.Random(1)
    while not state.is_over:
        view = observe(state, 0)
        pixels = frame(view)
        assert pixels.shape == (HEIGHT, WIDTH, 3)
        for house in House:
            lying = sum(card.house is house for card in view.court.values())
            cells = count(pixels[COURT], house.letter)
            assert 800 * lying <= cells <= 44 * 28 * lying
            held = sum(card.house is house for card in view.hand)
            assert bool(count(pixels[HANDS], house.letter)) >= bool(held)
        assert bool(count(pixels[HANDS], "back")) is bool(view.hand_sizes[1])
        player = state.active_player
        assert player is not None
        state = proceed(apply(state, random_player(observe(state, player), rng)))
    assert (frame(observe(state, 0))[HANDS] == [0x0B, 0x63, 0xB8]).all(axis=2).any()
