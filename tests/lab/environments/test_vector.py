"""Tables in lock step: every number is that of the single game with the same deal and actions."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import cycle
from typing import Any, Literal

import numpy as np
import pytest
from helpers.choices_of_policies import choose
from helpers.refusals import assert_refused
from helpers.watched_games import TABLES
from numpy.typing import ArrayLike

from westeros_intrigue import (
    STANDARD,
    GameState,
    InvalidValue,
    IronThroneCard,
    Placement,
    View,
    WesterosIntrigueError,
    apply,
    observe,
    setup,
)
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.action_games import Rewards, TableToPlay, rewards_between
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.players.search import WEIGHTS, mind_of_view
from westeros_intrigue.lab.simulation import GameSource, Policy, fast
from westeros_intrigue.lab.simulation.network import ONE, value_moves
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.rules.scoring import proceed

DATA = WEIGHTS.read_bytes()
POINTS: Rewards = "points"
VICTORY: Rewards = "victory"


class OneTable:
    """The games at a table, one by one, as the public functions play them."""

    def __init__(self, tables: Tables, at: int, rewards: Rewards) -> None:
        """Begin the table's first game."""
        self.tables = tables
        self.first_player = tables.variant.first_player or 0
        self.table = TableToPlay(tables.players, tables.variant, rewards, self.first_player)
        self.learners = self.table.seats
        if tables.opponents is not None:
            self.learners = (self.table.seats[at % len(self.table.seats)],)
        self.number = at - tables.count
        self.begin()

    def begin(self) -> None:
        """Go to the first decision of the next game that has one."""
        tables, players = self.tables, self.tables.players
        while True:
            self.number += tables.count
            self.source = GameSource(tables.seed, self.number, players, tables.variant)
            deal = draw_deal(players, self.source, tables.variant)
            self.state = self.played_on(
                setup(players, deal=deal, variant=tables.variant, first_player=self.first_player)
            )
            if not self.state.is_over:
                return

    def played_on(self, state: GameState) -> GameState:
        """The game at the next decision of the learner, or over."""
        state = proceed(state)
        while state.active_player is not None and state.active_player not in self.learners:
            opponents = self.tables.opponents
            if isinstance(opponents, LearnedPlayer):
                move = opponents(observe(state, state.active_player), random.Random(1))
            else:
                assert opponents is not None
                move = choose(opponents, state, self.source)
            state = proceed(apply(state, move))
        return state

    def step(self, action: int) -> tuple[tuple[float, ...], bool]:
        """What each seat earns by an action, and whether the game is over."""
        before = self.state
        self.state = self.played_on(apply(before, actions.decode(before, action)))
        rewards, is_over = rewards_between(self.table, before, self.state), self.state.is_over
        if is_over:
            self.begin()
        return rewards, is_over

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        return observe(self.state, self.state.active_player)

    def numbers_of(self, view: View) -> list[float]:
        """The numbers of a view, with those of the history if the tables have them."""
        has_history = self.tables.observations.shape[1] > tensors.SIZE
        return [*tensors.encode(view), *(tensors.encode_history(view) if has_history else ())]

    def numbers_after(self) -> Iterator[list[float]]:
        """The numbers of the position after each legal action, as the mover sees it."""
        view = self.view
        assert view.player is not None
        for action in actions.legal_actions(view):
            placement = Placement(view.player, actions.decode(view, action))
            yield self.numbers_of(view.then(placement))


def is_equal(found: ArrayLike, expected: object) -> None:
    np.testing.assert_array_equal(found, np.array(expected, np.float32))


def check_in_lock_step(tables: Tables, rewards: Rewards, steps: int, rng: random.Random) -> None:
    """Play at random, and compare everything with the single games."""
    singles = [OneTable(tables, at, rewards) for at in range(tables.count)]
    for step in range(steps):
        rows, values = tables.after(), tables.values(DATA)
        for at, single in enumerate(singles):
            view = single.view
            assert (tables.games[at], tables.seats[at]) == (single.number, view.player)
            is_equal(tables.observations[at], single.numbers_of(view))
            assert tables.masks[at].tolist() == list(actions.legal_mask(view))
            if step % 4 == 0:
                of_table = slice(rows.offsets[at], rows.offsets[at + 1])
                assert tuple(rows.actions[of_table]) == actions.legal_actions(view)
                is_equal(rows.numbers[of_table], list(single.numbers_after()))
                assert tuple(values.actions[of_table]) == actions.legal_actions(view)
                mind = mind_of_view(view, DATA)
                count = fast.fastest(value_moves)(tables._terms.table, mind, 1)
                assert [*(2 * ONE**2 * values.worths[of_table])] == [*mind.work.worths[:count]]
        chosen = [rng.choice(actions.legal_actions(single.state)) for single in singles]
        tables.step(chosen)
        for at, (single, action) in enumerate(zip(singles, chosen, strict=True)):
            paid, is_over = single.step(action)
            is_equal(tables.rewards[at], paid)
            assert tables.done[at] == is_over


@pytest.mark.usefixtures("plain_python")
@pytest.mark.parametrize(
    ("table", "opponents", "rewards", "history"),
    [
        ("5 players", None, POINTS, False),
        ("Solo Scheming with all options", None, VICTORY, True),
        ("three automated houses of six", Policy.GREEDY, POINTS, True),
        ("5 players", "learned", POINTS, False),
    ],
)
def test_every_number_equals_the_number_of_a_single_game(
    table: str, opponents: Policy | str | None, rewards: Rewards, *, history: bool
) -> None:
    players, variant = TABLES[table]
    tables = Tables(
        2, players=players, variant=variant, opponents=opponents, rounds=None, rewards=rewards,
        history=history, seed=7,
    )  # fmt: skip
    check_in_lock_step(tables, rewards, 15, random.Random(1))


@pytest.mark.usefixtures("plain_python")
def test_the_victory_is_earned_at_the_end_of_the_last_round() -> None:
    tables = Tables(1, rounds=2, rewards=VICTORY, seed=1)
    single = OneTable(tables, 0, VICTORY)
    for _ in range(60):
        action = int(tables.masks[0].argmax())
        tables.step([action])
        paid, is_over = single.step(action)
        is_equal(tables.rewards[0], paid)
        assert bool(tables.done[0]) == bool(tables.rewards.any()) == is_over
    assert tables.games[0] > 1


def test_winners_share_a_victory() -> None:
    alike = STANDARD.with_throne_cards([IronThroneCard(1, icons=1)] * 9)
    tables = Tables(30, players=4, variant=alike, rounds=2, rewards=VICTORY, seed=1)
    winners: Counter[int] = Counter()
    for _ in range(150):
        tables.step(tables.masks.argmax(axis=1))
        for paid in tables.rewards[tables.done]:
            winners[int(np.count_nonzero(paid))] += 1
            assert sorted({*paid.tolist()}) == [0, np.float32(1 / np.count_nonzero(paid))]
    assert winners[1] > 50
    assert winners[2] > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "opponents"),
    [*zip([*TABLES][1::2], cycle([None, *Policy, "learned"]), strict=False)],
)
def test_compiled_numbers_are_those_of_single_games_at_every_table(
    table: str, opponents: Policy | str | None
) -> None:
    players, variant = TABLES[table]
    rng = random.Random(f"{table} {opponents}")
    rewards, rounds = rng.choice([POINTS, VICTORY]), rng.choice([1, None])
    tables = Tables(
        2, players=players, variant=variant, opponents=opponents, rounds=rounds,
        rewards=rewards, history=rng.random() < 0.5, seed=rng.randrange(2**64),
    )  # fmt: skip
    check_in_lock_step(tables, rewards, 70, rng)


@pytest.mark.usefixtures("plain_python")
def test_opponents_are_weights_or_a_player_that_has_them() -> None:
    for opponents in ("learned", DATA, LearnedPlayer()):
        tables = Tables(2, opponents=opponents, seed=1)
        assert tables.opponents == LearnedPlayer()


@pytest.mark.usefixtures("plain_python")
def test_a_reset_begins_the_same_games_again() -> None:
    tables = Tables(3, players=3, seed=4)
    first = [array.copy() for array in (tables.observations, tables.masks, tables.games)]
    for _ in range(40):
        tables.step(tables.masks.argmax(axis=1))
    tables.reset()
    for before, now in zip(first, (tables.observations, tables.masks, tables.games), strict=True):
        np.testing.assert_array_equal(before, now)
    assert not tables.done.any()
    assert not tables.rewards.any()


@pytest.mark.usefixtures("plain_python")
def test_the_arrays_are_shared_without_a_copy() -> None:
    tables = Tables(3, seed=4)
    shared: Any = tables.observations.view()
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":  # before, no read-only array was shared
        shared = np.from_dlpack(tables.observations)
    tables.step(tables.masks.argmax(axis=1))
    assert np.shares_memory(shared, tables.observations)
    for array in (tables.observations, tables.masks, tables.seats, tables.rewards):
        assert array.ctypes.data % 64 == 0


def test_bad_tables_are_refused() -> None:
    arguments: list[dict[str, Any]] = [
        {"count": 0}, {"players": 7}, {"seed": 2**64}, {"opponents": "search:100"},
        {"opponents": LearnedPlayer(100)}, {"rounds": 0}, {"rounds": 8}, {"rounds": 101},
        {"players": 3, "variant": TABLES["Solo Scheming"][1]}, {"rewards": "money"},
        {"variant": STANDARD.with_throne_cards(())},
    ]  # fmt: skip
    calls = [partial(Tables, **{"count": 2, "seed": 1} | bad) for bad in arguments]
    values: Any = Tables(2, seed=1).values
    of_weights = [partial(values, each) for each in (b"", bytearray(3), None)]
    assert_refused("tables in lock step", WesterosIntrigueError, [*calls, *of_weights])


@pytest.mark.usefixtures("plain_python")
def test_bad_actions_name_table_and_action_and_change_nothing() -> None:
    tables = Tables(3, players=6, seed=1)
    before = tables.observations.copy()
    bad: list[Any] = [
        [0, 1, 0], [0, 0, -1], [0, 120, 0], np.array([2**63, 0, 0], np.uint64), [[0, 0, 0]],
        [0.0, 0.0, 0.0], [False] * 3, None, [2**64, 0, 0], [[0], 0, 0],
    ]  # fmt: skip
    calls = [*(partial(tables.step, each) for each in bad), partial(Tables(1, seed=1).step, [0, 0])]
    assert_refused("actions at tables in lock step", WesterosIntrigueError, calls)
    np.testing.assert_array_equal(tables.observations, before)
    tables.step([0, 0, 0])


@pytest.mark.usefixtures("compiled_or_not")
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_observations_in_bytes_are_the_rounded_numbers(opponents: str | None) -> None:
    kinds: tuple[Literal["float32", "uint8"], ...] = ("float32", "uint8")
    in_numbers, in_bytes = (
        Tables(2, players=4, opponents=opponents, rounds=2, history=True, dtype=dtype, seed=3)
        for dtype in kinds
    )
    for _ in range(25):
        for shown, numbers in (
            (in_bytes.observations, in_numbers.observations),
            (in_bytes.after().numbers, in_numbers.after().numbers),
        ):
            assert shown.dtype == np.uint8
            np.testing.assert_array_equal(shown, np.floor(numbers * np.float32(255) + 0.5))
        actions = in_numbers.masks.argmax(axis=1)
        for tables in (in_numbers, in_bytes):
            tables.step(actions)


@pytest.mark.usefixtures("compiled_or_not")
def test_nothing_that_is_handed_out_changes_what_a_step_does() -> None:
    tables = Tables(2, seed=3)
    for array in (
        tables.observations, tables.masks, tables.seats, tables.rewards, tables.done, tables.games
    ):  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    illegal = [int((~mask).argmax()) for mask in tables.masks]
    tables._arrays.masks[:] = True  # as a program could that shares the memory
    with pytest.raises(InvalidValue, match="is not legal at table 0"):
        tables.step(illegal)


def test_threads_that_share_tables_never_step_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = Tables(8, opponents="greedy", seed=1)
    advance, inside, most = tables._advance, [], []

    def slowly(*arguments: Any, **more: Any) -> int:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.001)  # lets the other threads in
        refused = advance(*arguments, **more)
        inside.pop()
        return refused

    monkeypatch.setattr(tables, "_advance", slowly)

    def play(_: int) -> None:
        for _ in range(5):
            # Another thread can have stepped since, and the action is then refused.
            with suppress(InvalidValue):
                tables.step(tables.masks.argmax(axis=1))
            tables.after()
            tables.values(DATA)
        tables.reset()

    with ThreadPoolExecutor(6) as threads:
        assert len([*threads.map(play, range(6))]) == 6
    assert {*most} == {1}
    assert len(most) == 6 * 6
    monkeypatch.undo()
    tables.reset()
    alone = Tables(8, opponents="greedy", seed=1)
    for _ in range(50):
        assert (tables.observations == alone.observations).all()
        for each in (tables, alone):
            each.step(each.masks.argmax(axis=1))
