"""Conclusions from the other player's placements agree with a naive second computation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from math import comb, exp, log, prod
from statistics import fmean

import attrs
import pytest
from helpers.compiling import extension

from benchmarks.chances import ADVISED, seen_in
from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    Move,
    RoundDeal,
    View,
    apply,
    distinct_moves,
    observe,
    setup,
)
from westeros_intrigue.lab.players import LearnedPlayer, analyse
from westeros_intrigue.lab.players.inference import infer_chances

ROUND = STANDARD.with_rounds(1)
LEARNED = LearnedPlayer()


def seen_after(placements: int, seed: int) -> View:
    """What the player to move sees after some placements of players like `LearnedPlayer`."""
    state, rng = setup(2, seed=seed, variant=ROUND), random.Random(seed)
    for _ in range(placements):
        seat = state.active_player
        assert seat is not None
        state = apply(state, LEARNED(observe(state, seat), rng))
    return observe(state, state.active_player)


def like(move: Move, hand: tuple[Card, ...]) -> Move:
    """The same placement with a card of a hand."""
    return Move(next(card for card in hand if card.house == move.card.house), move.slot)


def ends(state: GameState) -> int:
    """The seat that places last, if both continue like `LearnedPlayer`."""
    while (seat := state.active_player) is not None:
        state = apply(state, LEARNED(observe(state, seat), random.Random(1)))
    assert state.last_placer is not None
    return state.last_placer


def deals(view: View) -> Iterator[tuple[int, GameState]]:
    """Each beginning of the round, by the houses of the other's hand, and its number of ways."""
    placed: list[list[Card]] = [[], []]
    for placement in view.placements:
        placed[placement.player].append(placement.move.card)
    viewer, other = view.player or 0, 1 - (view.player or 0)
    own = (*view.hand, *placed[viewer])
    free = [[card for card in DECK if card.house is house and card not in own] for house in House]
    size = view.hand_sizes[other] + len(placed[other])
    for counts in product(*(range(len(cards) + 1) for cards in free)):
        laid = [sum(card.house is house for card in placed[other]) for house in House]
        if sum(counts) != size or any(map(int.__lt__, counts, laid)):
            continue
        held = tuple(
            card for cards, count in zip(free, counts, strict=True) for card in cards[:count]
        )
        hands = (own, held) if viewer == 0 else (held, own)
        ways = prod(
            comb(len(cards) - least, count - least)
            for cards, count, least in zip(free, counts, laid, strict=True)
        )
        deal = Deal((RoundDeal(hands, starters=()),))
        first = view.starting_player
        yield ways, setup(2, deal=deal, variant=ROUND, first_player=first)


def share(worths: list[float], made: int, loss: float) -> float:
    """The chance of a move that a player makes who loses little worth."""
    weights = [exp((worth - max(worths)) / loss) for worth in worths]
    return weights[made] / sum(weights)


def naive_chance(view: View, move: Move, chance: float) -> float:
    """The same as `infer_chances` for one move, by the checked rules."""
    alike, good = [], 0.0
    for ways, start in deals(view):
        state, like_learned, like_good = start, float(ways), float(ways)
        for placement in view.placements:
            seat = placement.player
            if state.active_player != seat or state.eliminations:
                like_learned = like_good = 0
                break
            made = like(placement.move, state.hands[seat])
            moves = distinct_moves(state)
            if seat != view.player and len(moves) > 1:
                worths = LEARNED._worths(observe(state, seat))
                at = [(each.card.house, each.slot) for each in moves].index(
                    (made.card.house, made.slot)
                )
                like_learned *= 0.03 / len(moves) + 0.97 * share(worths, at, 0.01)
                like_good *= share(worths, at, 0.1)
            state = apply(state, made)
        good += like_good
        if like_good and not state.eliminations:
            after = apply(state, like(move, state.hands[view.player or 0]))
            alike.append((like_learned, after))
    most = max(each for each, _ in alike)
    likely = [(each, state) for each, state in alike if each >= 0.3 * most]
    of_hands = sum(each for each, state in likely if ends(state) == view.player)
    of_hands = min(max(of_hands / sum(each for each, _ in likely), 0.02), 0.98)
    odds = 0.01 * sum(each for each, _ in alike) / good
    belief = odds / (1 + odds)
    logit = 2.5 * belief * log(of_hands / (1 - of_hands)) + (1 - belief) * log(
        chance / (1 - chance)
    )
    return 1 / (1 + exp(-logit))


@pytest.mark.parametrize(("placements", "seed"), [(0, 1), (5, 2), (12, 3), (17, 4), (20, 5)])
def test_a_hand_counts_as_far_as_it_explains_the_placements(placements: int, seed: int) -> None:
    view = seen_after(placements, seed)
    moves = distinct_moves(view)[:2]
    found = infer_chances(view, moves, [0.4] * len(moves))
    for move, chance in zip(moves, found, strict=True):
        assert chance == pytest.approx(naive_chance(view, move, 0.4), abs=0.01)


def test_chances_are_the_same_in_plain_python() -> None:
    view = seen_after(19, 3)
    moves = distinct_moves(view)
    chances = [0.6] * len(moves)
    compiled = infer_chances(view, moves, chances)
    with extension(None):
        assert infer_chances(view, moves, chances) == pytest.approx(compiled)


def test_whoever_plays_on_alone_places_last() -> None:
    view = next(
        view
        for seed in range(50)
        for view in [seen_after(24, seed)]
        if view.active_player is not None and view.eliminations
    )
    assert analyse(view, playouts=10, inference=True).best.win == 1
    assert analyse(view, playouts=10).best.win < 1


@pytest.mark.long
def test_chances_among_players_like_learned_are_far_more_accurate() -> None:
    infers = attrs.evolve(ADVISED, inference=True)
    scores = []
    for adviser in (infers, ADVISED):
        rounds = [seen_in(LEARNED, 2, f"test {number}", adviser) for number in range(60)]
        scores.append(fmean((each.shown - each.won) ** 2 for made in rounds for each in made))
    assert scores[0] < 0.08 < scores[1]
