"""Simulation in bulk: its rounds are the library's, ply by ply, and a seed is a seed."""

from __future__ import annotations

import hashlib
import threading
from typing import Any

import pytest
from helpers.cases import each
from helpers.choices_of_policies import choose
from helpers.compiling import each_set, extension
from helpers.interrupts import assert_ctrl_c_ends

import westeros_intrigue.lab.simulation
from westeros_intrigue import DECK, STANDARD, Deal, InvalidValue, MissingName, Phase, apply, setup
from westeros_intrigue.gamekit import packaging
from westeros_intrigue.gamekit.chance import shuffle
from westeros_intrigue.lab.simulation import (
    Policy,
    RoundSource,
    Run,
    SimulatedRounds,
    Simulation,
)
from westeros_intrigue.lab.simulation.fast import LAST_ROUND
from westeros_intrigue.rules import deal_from_deck

PLAYER_COUNTS = (2, 3, 4, 5, 6)
PLAYERS = pytest.mark.parametrize("players", PLAYER_COUNTS)
POLICY = pytest.mark.parametrize("policy", list(Policy))


def mixed(players: int) -> list[Policy]:
    """Every policy at one table, as far as there are seats."""
    return [list(Policy)[seat % 4] for seat in range(players)]


# The rounds are the library's.


@POLICY
@PLAYERS
def test_each_round_replays_through_setup_and_apply_and_ends_as_the_arrays_say(
    players: int, policy: Policy
) -> None:
    simulation = Simulation(players, policy, seed=5, first_player=1, rotate=True)
    simulated = simulation.rounds(range(40))
    for number in range(40):
        state = simulation.trace(number)  # every move is checked, and the turn order with it
        assert state.phase is Phase.ROUND_OVER
        assert state.starting_player == (1 + number) % players
        assert [len(hand) for hand in state.hands] == simulated.cards_left[number].tolist()
        assert state.last_placer == simulated.last_placer[number]
        assert len(state.placements) == simulated.plies[number]
        assert len(state.court) == simulated.court_size[number]
        assert state.placements[-1].move.card.house.index == simulated.last_house[number]


@pytest.mark.untraced
@PLAYERS
def test_the_public_functions_with_the_rounds_own_numbers_make_the_same_moves(
    players: int,
) -> None:
    policies: list[list[Policy]] = [*([policy] * players for policy in Policy), mixed(players)]
    for policy in policies:
        for number in range(6):
            traced = Simulation(players, policy, seed=4 * 10**15, rotate=True).trace(number)
            source = RoundSource(4 * 10**15, number)
            deal = deal_from_deck(shuffle(DECK, source), players)
            assert traced.round_deal == deal
            first_player = number % players
            state = setup(players, deal=Deal((deal,)), first_player=first_player)
            for placement in traced.placements:
                assert state.active_player is not None
                assert choose(policy[state.active_player], state, source) == placement.move
                state = apply(state, placement.move)
            assert state.phase is Phase.ROUND_OVER


@PLAYERS
def test_the_compiled_half_plays_the_rounds_of_the_kernel(players: int) -> None:
    def simulated() -> list[SimulatedRounds]:
        # 70 rounds end in the middle of the lanes.
        numbers = range(LAST_ROUND - 100, LAST_ROUND - 30)
        return [
            Simulation(players, policy, seed, first_player=players - 1, rotate=rotate).rounds(
                numbers
            )
            for policy in (*Policy, mixed(players))
            for seed, rotate in ((1, False), (2**64 - 1, True))
        ]

    with extension(None):
        expected = simulated()
    for _ in each_set():
        assert simulated() == expected


# A seed is a seed.


def test_the_numbers_are_those_of_splitmix64() -> None:
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    source = RoundSource(1234567, 0)
    assert [source.random() for _ in published] == [(n >> 11) / 2**53 for n in published]
    # The next round has those that come 128 numbers later.
    for _ in range(128 - len(published)):
        source.random()
    assert source.random() == RoundSource(1234567, 1).random()


# The first 16 hexadecimal digits of SHA-256 over the arrays of a thousand rounds of seed 1 by the
# policies in turn.
GOLDEN = {
    2: "ea718b4e45475305",
    3: "81a3ba83e7afd4f4",
    4: "300dfe49780d6239",
    5: "d776d0c8a7e4a6c8",
    6: "0d9004da3c54b687",
}


@PLAYERS
def test_a_seed_gives_the_same_rounds_for_ever(players: int) -> None:
    digest = hashlib.sha256()
    for policy in Policy:
        simulated = Simulation(players, policy, seed=1).rounds(range(1000))
        for name in ("cards_left", "last_placer", "plies", "last_house"):
            digest.update(getattr(simulated, name).astype("<i2").tobytes())
    assert digest.hexdigest()[:16] == GOLDEN[players]


def test_a_round_depends_on_neither_threads_nor_pieces_nor_the_rounds_before() -> None:
    simulation = Simulation(5, mixed(5), seed=2**64 - 1, rotate=True)
    whole = simulation.rounds(range(100_001))
    assert simulation.rounds(range(100_001), Run(threads=7)) == whole
    part = simulation.rounds(range(98_501, 100_001))
    for name in ("cards_left", "last_placer", "plies", "last_house"):
        assert (getattr(part, name) == getattr(whole, name)[98_501:]).all(), name


# Long runs.


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_in_the_calling_thread_and_what_it_raises_ends_all_threads(
    threads: int,
) -> None:
    told: list[int] = []
    before = {*threading.enumerate()}

    def progress(played: int, rounds: int) -> None:
        assert rounds == 10**6
        assert threading.current_thread() in before
        told.append(played)
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Simulation(2, "random", seed=1).rounds(range(10**6), Run(threads, progress=progress))
    assert told == sorted(told)
    assert len(told) == 3
    assert {*threading.enumerate()} <= before


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_long_run(threads: int) -> None:
    Simulation(6, Policy.GREEDY, seed=1).rounds(range(1))  # compiled by now
    assert_ctrl_c_ends(
        lambda: Simulation(6, Policy.GREEDY, seed=1).rounds(range(10**8), Run(threads=threads))
    )


def test_no_rounds_are_an_answer_and_more_than_fit_in_memory_are_refused_with_advice() -> None:
    simulation = Simulation(4, "random", seed=1)
    assert simulation.rounds(range(0), Run(threads=2)).cards_left.shape == (0, 4)
    assert repr(simulation.rounds(range(1))).startswith("<SimulatedRounds: 1 round of 4 players")
    with pytest.raises(MemoryError, match=r"Unable to allocate .* \(count_rounds, count_games\)"):
        simulation.rounds(range(2**50))


# What is refused.


@each(
    [
        ({"players": 7}, range(1), "players"),
        ({"seed": 2**64}, range(1), "seed"),
        ({"first_player": 4}, range(1), "first_player"),
        ({"policies": "gready"}, range(1), "policy"),
        ({"policies": [Policy.GREEDY] * 3}, range(1), "4 seats need a policy each, not 3"),
        ({"variant": STANDARD.with_rounds(1)}, range(1), "single rounds are those of STANDARD"),
        ({}, range(-1, 1), "start"),
        ({}, range(1, 2**57 + 1), "rounds"),
        ({}, range(0, 9, 2), "rounds must be without gaps"),
    ]
)
def test_terms_and_numbers_that_no_round_has_are_refused_by_name(
    wrong: dict[str, Any], numbers: range, name: str
) -> None:
    terms: dict[str, Any] = {"players": 4, "policies": "random", "seed": 1}
    with pytest.raises(InvalidValue, match=name):
        Simulation(**terms | wrong).rounds(numbers)


# The extra.


@pytest.mark.parametrize(("missing", "is_broken"), [("numpy", False), ("numpy.core", True)])
def test_without_the_extra_each_function_names_it(
    monkeypatch: pytest.MonkeyPatch, missing: str, *, is_broken: bool
) -> None:
    def no_module(_name: str) -> object:
        raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)

    monkeypatch.setattr(packaging, "import_module", no_module)
    monkeypatch.delitem(vars(westeros_intrigue.lab.simulation), "playouts", raising=False)
    with pytest.raises(
        MissingName, match=r"playouts needs numpy: .*westeros-intrigue\[fast\]"
    ) as caught:
        westeros_intrigue.lab.simulation.playouts  # noqa: B018 - it is the access that fails
    # The traceback of the import says more only if a package lacks a part of itself.
    assert (caught.value.__cause__ is not None) is is_broken
    assert caught.value.__suppress_context__
