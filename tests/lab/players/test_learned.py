"""The player that has learnt: it plays everywhere, alike with and without compiled code."""

from __future__ import annotations

import pickle
import random
from array import array
from collections import Counter
from functools import cache
from itertools import chain
from operator import mul
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import load
from helpers.strategies import states
from hypothesis import given

from westeros_intrigue import (
    STANDARD,
    Court,
    GameState,
    House,
    InvalidValue,
    Phase,
    Placement,
    View,
    apply,
    distinct_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.players.search import WEIGHTS, mind_of_view
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.lab.simulation.network import (
    INPUTS,
    MOST,
    ONE,
    SUM_COUNT,
    UNIT_BITS,
    UNIT_COUNT,
    WORD_COUNT,
    value_moves,
)
from westeros_intrigue.lab.simulation.network_files import NETWORK_SIZE, SHAPES, read_network
from westeros_intrigue.lab.simulation.packing import terms_of

ONE_ROUND = STANDARD.with_rounds(1)


def inputs_of(view: View, *, in_mirror: bool = False) -> list[bool]:
    """What the network sees after a placement of the viewer, written from the rules."""
    left = min(slot.column for slot in view.court)
    court = {(slot.row, slot.column - left): card.house for slot, card in view.court.items()}
    width = sum(row == 0 for row, _ in court)
    above = [(row, column) for row in range(1, 8) for column in range(8 - row)]
    open_to = {
        house: {(slot.row, slot.column - left) for slot in view.court.open_slots(house) if slot.row}
        for house in House
    }
    if in_mirror:
        court = {(row, width - 1 - row - column): house for (row, column), house in court.items()}
        for house, cells in open_to.items():
            open_to[house] = {(row, width - 1 - row - column) for row, column in cells}
    own, lying = Counter(card.house for card in view.hand), Counter(court.values())
    houses = sorted(House, key=lambda house: (-own[house], lying[house]))

    def ones(number: int, most: int) -> list[bool]:
        return [number > each for each in range(most)]

    found = []
    for house in houses:
        below = {
            (row, column): {court.get((row - 1, column)), court.get((row - 1, column + 1))}
            for row, column in above
            if row + column < width and (row, column) not in court
        }
        elsewhere = set().union(*(open_to[other] for other in House if other is not house))
        found += [court.get((0, column)) is house for column in range(8)]
        found += [court.get(cell) is house for cell in above]
        found += [cell in open_to[house] for cell in above]
        found += ones(own[house], 9)
        found += ones(9 - own[house] - lying[house], 9)
        found += ones(len(open_to[house]), 8)
        found += ones(sum({house, None} == each for each in below.values()), 6)
        found += ones(len(open_to[house] - elsewhere), 4)
    seats = [((view.player or 0) + turn) % view.players for turn in range(1, 6)]
    out = {gone.player for gone in view.eliminations}
    others = [seat if turn < view.players else None for turn, seat in enumerate(seats, start=1)]
    ahead = [seat for seat in others if seat is not None and seat not in out]
    kind = 0 if view.variant.automated else view.players - 1
    size = len(view.hand)
    found += ones(size, 17) + ones(view.variant.width_limit(view.players) - width, 8)
    found += [kind == each for each in range(6)]
    found += [ahead[:1] == [seat] for seat in others]
    for seat in others:
        is_in, is_out = seat in ahead, seat in out
        cards = 0 if seat is None else view.hand_sizes[seat]
        found += [is_in, is_in and cards > size, *ones(cards if is_out else 0, 4)]
        lacks = view.missing_houses[seat] if seat in out and seat is not None else ()
        found += [house in lacks for house in houses]
    opened = openings(view)
    for seat in others:
        for house in houses:
            found += ones(opened[seat, house] + 3 if seat is not None else 0, 7)
    return found


def openings(view: View) -> Counter[tuple[int | None, House]]:
    """For each seat and house the upper slots that it opened less those that it closed."""
    opened: Counter[tuple[int | None, House]] = Counter()
    lying = dict(view.court)
    for placement in reversed(view.placements):
        for sign in (1, -1):
            court = Court(lying, view.court.width_limit)
            for house in House:
                above = [slot for slot in court.open_slots(house) if slot.row]
                opened[placement.player, house] += sign * len(above)
            lying.pop(placement.move.slot, None)
    return opened


@given(state=states(phases=(Phase.PLAYING,)))
def test_its_inputs_follow_from_what_the_mover_sees(state: GameState) -> None:
    view = observe(state, state.active_player)
    terms = terms_of(view.players, view.variant)
    mind = mind_of_view(view, WEIGHTS.read_bytes())
    fast.fastest(value_moves)(terms, mind, 1)
    words: Any = mind.work.words  # in rows without the compiled half
    flat = [*words] if fast.has_extension() else [*chain.from_iterable(words)]
    rows = [flat[at : at + WORD_COUNT] for at in range(0, len(flat), WORD_COUNT)]
    for move, words in zip(distinct_moves(view), rows, strict=False):
        after = view.then(Placement(view.player or 0, move))
        assert inputs_of(after) == [words[bit // 64] >> bit % 64 & 1 == 1 for bit in INPUTS]


def with_large_weights(largest: int) -> bytes:
    """The weights of the package, but other ones in the first layer, the largest for two sums."""
    rng, size = random.Random(1), len(INPUTS) * SUM_COUNT
    first = array("h", rng.choices(range(-largest, largest), k=size))
    first[::SUM_COUNT] = array("h", [-largest] * len(INPUTS))
    first[1::SUM_COUNT] = array("h", [largest - 1] * len(INPUTS))
    return first.tobytes() + WEIGHTS.read_bytes()[2 * size : NETWORK_SIZE]


@cache
def worth_of(inputs: tuple[bool, ...], weights: bytes) -> int:
    """The worth of a position by its inputs, computed layer by layer."""
    numbers, layers = array("h", weights[:NETWORK_SIZE]).tolist(), []
    for rows, columns in SHAPES:
        layers.append([numbers[row * columns : (row + 1) * columns] for row in range(rows)])
        numbers = numbers[rows * columns :]
    first, [first_biases], second, [second_biases], [last], [[last_bias]] = layers
    chosen = [first_biases, *(row for row, is_set in zip(first, inputs, strict=True) if is_set)]
    layer = [min(max(sum(column), 0), MOST) for column in zip(*chosen, strict=True)]
    total = last_bias << UNIT_BITS
    for weights_in, bias, weight in zip(
        zip(*second, strict=True), second_biases, last, strict=True
    ):
        unit = sum(map(mul, layer, weights_in)) + (bias << UNIT_BITS)
        total += (max(unit, 0) >> UNIT_BITS) * weight
    return total


@pytest.mark.untraced
@pytest.mark.usefixtures("compiled_or_not")
@pytest.mark.parametrize(
    "weights",
    [
        WEIGHTS.read_bytes()[:NETWORK_SIZE],
        with_large_weights(2**15),  # each is as large as 16 bits allow
        with_large_weights(2**11),  # the sum of 16 is
    ],
)
def test_a_move_is_worth_the_worths_of_the_position_and_its_image(weights: bytes) -> None:
    player, rng = LearnedPlayer(weights=weights), random.Random(1)
    for players in (2, 2, 3):
        state = setup(players, rng=rng, variant=ONE_ROUND)
        while state.active_player is not None:
            view = observe(state, state.active_player)
            moves = distinct_moves(view)
            if rng.random() < 0.2:
                found = [2 * ONE**2 * worth for worth in player._worths(view)]
                after = [view.then(Placement(state.active_player, move)) for move in moves]
                assert found == [
                    sum(
                        worth_of((*inputs_of(view, in_mirror=side),), weights)
                        for side in (False, True)
                    )
                    for view in after
                ]
            state = apply(state, rng.choice(moves))


@pytest.mark.parametrize("sign", [1, -1])
def test_weights_with_which_a_unit_exceeds_32_bits_are_refused(sign: int) -> None:
    weights, row = array("h", bytes(NETWORK_SIZE)), (len(INPUTS) + 1) * SUM_COUNT
    rows = [row + UNIT_COUNT * each for each in range(8)]  # 8 * 2**13 * 2**15 is 2**31
    for at in rows:
        weights[at + 3] = -(2**15) if sign < 0 else 2**15 - 1
    allowed = weights.tobytes()
    assert LearnedPlayer(weights=allowed).weights == allowed
    weights[rows[-1] + UNIT_COUNT + 3] = sign * 8
    for data in (weights.tobytes(), allowed + weights.tobytes()):
        with pytest.raises(InvalidValue, match=r"^unit 3 of a network can reach -?2147"):
            LearnedPlayer(weights=data)


def test_the_last_network_of_a_file_is_for_all_larger_tables() -> None:
    networks = [bytes(NETWORK_SIZE - 2) + bytes([bias, 0]) for bias in range(3)]
    for count, biases in ((1, [0, 0]), (2, [0, 1, 1]), (3, [0, 1, 2, 2])):
        data = b"".join(networks[:count])
        read = [read_network(data, players) for players in range(2, 2 + len(biases))]
        assert [each.last_bias for each in read] == biases


@pytest.mark.skipif(not fast.has_extension(), reason="the compiled half is missing")
@pytest.mark.parametrize(("network", "players"), [(0, 2), (1, 4)])
def test_the_networks_of_the_package_stand_in_pairs(network: int, players: int) -> None:
    weights = WEIGHTS.read_bytes()[NETWORK_SIZE * network :][:NETWORK_SIZE]
    assert load("examples/train_by_self_play.py").in_pairs(weights, players) == weights


def test_it_is_a_value_of_its_weights_not_of_their_file(tmp_path: Path) -> None:
    own, other = tmp_path / "own.weights", tmp_path / "other.weights"
    own.write_bytes(bytes(NETWORK_SIZE))
    other.write_bytes(own.read_bytes())
    player = LearnedPlayer(30, weights=own)
    assert len({player, LearnedPlayer(30), LearnedPlayer(30, inference=True)}) == 3
    assert LearnedPlayer(weights=str(WEIGHTS)) == LearnedPlayer()
    for same in (LearnedPlayer(30, weights=other), pickle.loads(pickle.dumps(player))):  # noqa: S301
        assert same == player
        assert same.weights is player.weights
        assert repr(same) == repr(player)
    own.write_bytes(WEIGHTS.read_bytes())
    assert LearnedPlayer(30, weights=own) == LearnedPlayer(30) != player
    assert repr(LearnedPlayer(30)) != repr(player)
    own.unlink()
    one_round = play_game([player] * 2, seed=1, variant=ONE_ROUND)
    assert one_round == play_game([LearnedPlayer(30, weights=other)] * 2, seed=1, variant=ONE_ROUND)
    assert one_round != play_game([LearnedPlayer(30)] * 2, seed=1, variant=ONE_ROUND)
    with pytest.raises(FileNotFoundError):
        LearnedPlayer(weights=own)
    own.write_bytes(WEIGHTS.read_bytes()[:-1])
    with pytest.raises(InvalidValue):
        LearnedPlayer(weights=own)
