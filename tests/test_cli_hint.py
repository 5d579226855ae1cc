"""The reasons that a hint gives."""

from __future__ import annotations

import random
import re

from westeros_intrigue import (
    House,
    Phase,
    apply,
    distinct_moves,
    greedy_player,
    observe,
    setup,
)
from westeros_intrigue.cli.hint import hint

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
GAIN = re.compile(
    r"(opens|leaves) (\w+) (?:slots?|fewer|slots? fewer)(?: to| for)? (?:your|the) (\w+) (\w+) card"
)


def test_a_hint_names_the_greedy_move_and_counts_slots_and_cards_rightly() -> None:
    told: set[str] = set()
    for seed in range(4):
        state = setup(2 + seed, seed=seed)
        while state.phase is Phase.PLAYING:
            view = observe(state, state.active_player)
            move = greedy_player(view, random.Random(0))
            text = hint(view)
            assert text.startswith(
                f"The greedy simple player would place {move.card} in {move.slot}. "
            )
            after = state.court.place(move.card, move.slot)
            hand = [card for card in view.hand if card != move.card]
            for verb, slots, cards, name in GAIN.findall(text):
                house = next(house for house in House if str(house) == name)
                change = len(after.open_slots(house)) - len(state.court.open_slots(house))
                own = sum(card.house is house for card in hand)
                unseen = 9 - sum(
                    card.house is house for card in (*view.hand, *state.court.values())
                )
                told.add(verb)
                assert NUMBERS.index(slots) == abs(change), text
                assert (change > 0) == (verb == "opens")
                wanted = own if verb == "opens" else unseen
                assert cards == ("last" if verb == "opens" and own == 1 else NUMBERS[wanted]), text
            if held := re.search(r"which has (\w+) (\w+) cards", text):
                told.add("mixed")
                counts = {house: sum(card.house is house for card in view.hand) for house in House}
                assert NUMBERS.index(held[1]) == max(counts.values())
            if "Nothing is gained" in text:
                told.add("nothing")
            moves = distinct_moves(state)
            state = apply(state, moves[len(state.placements) % len(moves)])
    assert told == {"opens", "leaves", "mixed", "nothing"}
