"""The compiled half: it is built from these sources, and refuses whatever it cannot use."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkout import ROOT, load
from helpers.compiling import extension

from westeros_intrigue import STANDARD, View, apply, distinct_moves, greedy_player, observe, setup
from westeros_intrigue.lab.environments import numbers
from westeros_intrigue.lab.environments.action_games import TableToPlay
from westeros_intrigue.lab.environments.given_games import GivenGame
from westeros_intrigue.lab.environments.tensors import SIZE, START
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.players import LearnedPlayer, inference
from westeros_intrigue.lab.players.reading import ReadingPlayer
from westeros_intrigue.lab.players.search import WEIGHTS
from westeros_intrigue.lab.simulation import (
    Policy,
    Simulation,
    lock_step,
    network,
    playouts,
    rounds,
    search,
    solve,
    solver,
    trial_kernel,
)
from westeros_intrigue.lab.simulation.board import SEAT
from westeros_intrigue.lab.simulation.trials import means_of, trials_of
from westeros_intrigue.rules import draw_deal

native: Any = pytest.importorskip("westeros_intrigue.lab.simulation._native")
FUNCTIONS = (
    network.count_openings, network.value_moves, network.value_moves_twice,
    search.search,
    inference.try_hands, inference.weigh_hands,
    trial_kernel.add_up, trial_kernel.draw_worlds, trial_kernel.try_moves,
    trial_kernel.weigh_worlds,
    rounds.play_games, rounds.play_rounds, rounds.play_worlds,
    numbers.advance_tables, numbers.play_given, numbers.show_after, numbers.show_given,
    numbers.value_tables,
)  # fmt: skip
"""The functions that have a compiled one of the same name."""


def test_it_is_built_from_these_sources() -> None:
    hook = load("hatch_extension.py")
    assert hook.digest_of(ROOT / "native") == native.SOURCES, (
        "the extension is older than its sources: install again, pip install --editable ."
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_it_has_the_parameters_of_the_function_in_python(function: Callable[..., Any]) -> None:
    code = function.__code__
    names = ", ".join(code.co_varnames[: code.co_argcount])
    compiled = getattr(native, function.__name__)
    assert compiled.__text_signature__ == f"({names})"
    assert f"{function.__module__.rpartition('.')[2]}.{function.__name__}" in compiled.__doc__


def test_it_has_no_other_functions() -> None:
    names = {name for name in dir(native) if callable(getattr(native, name)) and name[0] != "_"}
    assert names == {function.__name__ for function in FUNCTIONS}


def test_numbers_of_its_layout_are_those_of_python() -> None:
    layout = (ROOT / "native/layout.h").read_text("utf-8")
    assert f"AT_PLAYERS + {SIZE - START['players'] - 4}" in layout


# What each function is called with, at work.


def copied(value: Any) -> Any:
    """Return arguments of their own: arrays are copied, those in tuples too."""
    if isinstance(value, tuple):
        return tuple(map(copied, value))
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, memoryview):
        room: Any = memoryview(bytearray(value))
        return room.cast(value.format)
    return value[:] if isinstance(value, array) else value


def view_with_missing_houses() -> View:
    """Return a view in which other seats have gone out, for want of some houses."""
    state, chance = setup(3, seed=3), random.Random(3)
    for _ in range(17):
        state = apply(state, chance.choice(distinct_moves(state)))
    return observe(state, state.active_player)


def at_work() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the calls of all compiled functions by the library."""
    calls: dict[str, tuple[Any, ...]] = {}

    class Watched:
        """The extension, with a note of each call."""

        def __getattr__(self, name: str) -> Any:
            def call(*arguments: Any) -> Any:
                calls[name] = copied(arguments)  # it may change them
                return getattr(native, name)(*arguments)

            return call

    watched: Any = Watched()
    with extension(watched), pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "TABLE_BITS", 8)  # small enough to be copied often
        state = setup(2, seed=1)
        for _ in range(12):
            state = apply(state, distinct_moves(state)[-1])
        view = observe(state, state.active_player)
        Simulation(3, "greedy", seed=1).rounds(range(5))
        Simulation(3, "greedy", seed=1).games(range(5))
        playouts(view_with_missing_houses(), Policy.RANDOM, 5, seed=1)
        solve(state)
        moves = distinct_moves(view)
        trials = trials_of(view, Policy.EPSILON_GREEDY, 1, inference=True)
        means_of([*trials.in_batches(moves, range(5))], len(moves), trial_kernel.MARGIN)
        LearnedPlayer()(view, random.Random(1))
        of_three = setup(3, seed=1)
        for _ in range(6):
            of_three = apply(of_three, distinct_moves(of_three)[-1])
        ReadingPlayer(2)(observe(of_three, of_three.active_player), random.Random(1))
        tables = Tables(3, opponents="learned", seed=1)
        tables.step(tables.masks.argmax(axis=1))
        tables.after()
        tables.values(WEIGHTS.read_bytes())
        table = TableToPlay(3, STANDARD.with_rounds(2), "points", 0)
        game = GivenGame(table, [None, greedy_player, LearnedPlayer()])
        game.begin(draw_deal(3, random.Random(1), table.variant), range(3))
        _, mask = game.look_from(0)
        game.play(int(mask.argmax()))
    calls["value_moves"] = (*calls["value_moves_twice"], 2)
    yield from calls.items()


CALLS = dict(at_work())


def test_the_library_calls_every_function() -> None:
    assert set(CALLS) == {function.__name__ for function in FUNCTIONS}


def buffers_in(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the paths of all buffers in arguments."""
    if isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from buffers_in(part, (*path, at))
    elif isinstance(value, (np.ndarray, array, memoryview)) and path not in OF_PYTHON_ALONE:
        yield path


OF_PYTHON_ALONE = ((1, 3), *((1, 1, at) for at in range(1, 6)))
"""The working memory of a mind that only Python uses."""


def replaced(value: Any, path: Sequence[int], part: object) -> Any:
    """Return arguments with another part."""
    if not path:
        return part
    parts = list(value)
    parts[path[0]] = replaced(parts[path[0]], path[1:], part)
    return tuple(parts)


def part_of(value: Any, path: Sequence[int]) -> Any:
    """Return a part of arguments."""
    for at in path:
        value = value[at]
    return value


REFUSALS = (ValueError, TypeError, BufferError, OverflowError)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_wrong_arguments_are_refused(name: str) -> None:
    function, good = getattr(native, name), CALLS[name]
    function(*copied(good))
    for count in (0, len(good) - 1, len(good) + 2):
        with pytest.raises(TypeError, match=rf"{name}\(\) takes {len(good)} arguments"):
            function(*(good * 2)[:count])
    with pytest.raises(ValueError, match=r"the set of instructions must be 0 to \d, not 9"):
        function(*copied(good), 9)
    for at in range(len(good)):
        for wrong in (None, "text", 1.5, object(), (), [0], 2**100, -(2**70)):
            if name in {"advance_tables", "play_given"} and at == 1 and wrong is None:
                continue  # opponents without a network
            arguments = [*copied(good)]
            arguments[at] = wrong
            if isinstance(good[at], int) and isinstance(wrong, int):
                continue  # seeds are words of any size
            with pytest.raises(REFUSALS):
                function(*arguments)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_wrong_buffers_are_refused_or_used_within_their_bounds(name: str) -> None:
    function, good = getattr(native, name), CALLS[name]
    for path in buffers_in(good):
        buffer = np.asarray(part_of(good, path)).reshape(-1)
        size = buffer.nbytes
        for wrong in (
            np.zeros(size, np.float16),
            np.zeros(size, np.uint64),
            np.zeros(size, np.dtype(np.int64).newbyteorder("S")),
            np.zeros(size, np.int32 if buffer.dtype == np.int64 else np.int64),
            np.zeros((size, 2), buffer.dtype)[:, 0],
            b"",
        ):
            with pytest.raises(REFUSALS):
                function(*replaced(copied(good), path, wrong))
        given = buffer.copy()
        function(*replaced(copied(good), path, given))
        if (given != buffer).any():
            fixed = buffer.copy()
            fixed.flags.writeable = False
            with pytest.raises((BufferError, ValueError)):
                function(*replaced(copied(good), path, fixed))
            assert (fixed == buffer).all()
        for size in range(0, len(buffer), max(1, len(buffer) // 7)):
            if len(buffer) > 1:
                try_it(function, replaced(copied(good), path, buffer[:size].copy()))


def try_it(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Call a function: it does something, or refuses with a message that names the argument."""
    said = f"{function.__name__}(): terms are "
    with suppress(ValueError):
        try:
            function(*arguments)
        except ValueError as error:
            said = str(error)
            raise
    assert re.match(rf"{function.__name__}\(\): [\w. ]+ ", said)


EXTREMES = (-(2**63), -1, 0, 1, 2, 3, 7, 8, 15, 36, 63, 64, 255, 2**16, 2**31, 2**53, 2**63 - 1)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_whatever_the_numbers_in_buffers_nothing_crashes_or_hangs(name: str) -> None:
    for arguments in spoilt(name, 400):
        try_it(getattr(native, name), arguments)


@pytest.mark.long
def test_each_check_refuses_something() -> None:
    """The sentences of checks.h and checks.c are all said, to one call or another."""
    checks = [(ROOT / "native" / name).read_text("utf-8") for name in ("checks.h", "checks.c")]
    left = {sentence for text in checks for sentence in re.findall(r'"(has [^"]+)"', text)}
    assert len(left) > 20
    left.remove(TOO_MANY_MOVES)
    for tries in (100, 1000, 4000):
        for name in CALLS if left else ():
            for arguments in spoilt(name, tries):
                try:
                    getattr(native, name)(*arguments)
                except ValueError as error:
                    left -= {sentence for sentence in left if sentence in str(error)}
    assert not left


TOO_MANY_MOVES = "has too many moves"
"""What the random numbers above do not find, since few of a search's nodes are on its way."""


def test_a_search_goes_on_from_a_node_with_as_many_moves_as_a_position_can_have() -> None:
    terms, work, goal = copied(CALLS["search"])
    work = search.Search(*work)
    work.line[search.PLY] = work.line[search.PATH] = 0
    for wrong in (-1, search.MOST_MOVES + 1):
        np.asarray(work.nodes).reshape(-1)[search.MOVE_COUNT] = wrong
        with pytest.raises(ValueError, match=TOO_MANY_MOVES):
            native.search(terms, work, goal)


@pytest.mark.parametrize("is_legal", [True, False])
@pytest.mark.parametrize(
    ("item", "wrong", "fault"),
    [
        (SEAT, 2, "has a seat to move that is not at the table"),
        (SEAT, 2**60, "has a seat to move that is not at the table"),
        (lock_step.ROUND, 9, "has a table past its last round"),
    ],
)
def test_a_table_is_checked_at_its_own_step(
    item: int, wrong: int, fault: str, *, is_legal: bool
) -> None:
    """What is wrong with a table is told before its action is; a table that waits may be wrong."""
    *others, waits, actions, arrays, memories = copied(CALLS["advance_tables"])
    memories[1][item] = wrong
    if not is_legal:
        actions[1] = -1
    with pytest.raises(ValueError, match=fault):
        native.advance_tables(*others, waits, actions, arrays, memories)
    *others, waits, actions, arrays, memories = copied(CALLS["advance_tables"])
    memories[1][item], waits[1] = wrong, True
    assert native.advance_tables(*others, waits, actions, arrays, memories) == -1


def test_nothing_is_written_after_the_mask_of_the_last_table() -> None:
    *others, arrays, memories = copied(CALLS["advance_tables"])
    at = numbers.Arrays._fields.index("masks")
    masks = np.full(arrays[at].size + 8, fill_value=True)
    for number in range(4):
        assert native.advance_tables(*others, replaced(arrays, (at,), masks), memories) == -1
        assert masks[-8:].all(), number
        of_tables = masks[:-8].reshape(len(memories), -1)
        assert not of_tables.all(axis=1).any()
        others[-1] = of_tables.argmax(axis=1)


def test_hands_are_those_of_whole_worlds() -> None:
    arguments = [*copied(CALLS["try_hands"])]
    hands = np.asarray(arguments[4])
    assert len(hands) % 2 == 0  # two others in each world
    arguments[4] = hands[:-1].copy()
    with pytest.raises(ValueError, match=r"try_hands\(\): hands are not of whole worlds"):
        native.try_hands(*arguments)


TOO_MANY_CARDS = "has a round that needs more cards than there are"


def test_a_round_needs_no_more_cards_than_a_deck_has() -> None:
    """With three players, hands of 12 are the whole deck, which leaves no starter."""
    sizes, starters = map(lock_step.LockStepTerms._fields.index, ("hand_sizes", "starter_counts"))
    numbers: dict[str, tuple[Sequence[int], Sequence[int]]] = {
        "play_rounds": ((2,), (3,)),
        "play_games": ((2, 0), (2, 1)),
        "play_given": ((0, sizes, 0), (0, starters, 0)),
    }
    for name, (hand_size, starter_count) in numbers.items():
        arguments = replaced_number(copied(CALLS[name]), hand_size, 12)
        getattr(native, name)(*replaced_number(arguments, starter_count, 0))
        with pytest.raises(ValueError, match=TOO_MANY_CARDS):
            getattr(native, name)(*replaced_number(arguments, starter_count, 1))


def replaced_number(value: Any, path: Sequence[int], number: int) -> Any:
    """Return arguments with another number, which may be one of a buffer."""
    buffer = part_of(value, path[:-1])
    if isinstance(buffer, tuple):
        return replaced(value, path, number)
    buffer[path[-1]] = number
    return value


def spoilt(name: str, count: int) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of a function with other numbers in one or two of their buffers."""
    good, chance = CALLS[name], random.Random(name)
    paths = list(buffers_in(good))
    for _ in range(count):
        arguments = copied(good)
        for path in chance.sample(paths, min(len(paths), chance.choice([1, 1, 2]))):
            buffer = np.asarray(part_of(arguments, path))
            spoil(buffer.reshape(-1), chance)
        yield arguments


def spoil(items: Any, chance: random.Random) -> None:
    """Put other numbers into an array."""
    if not len(items):
        return
    for _ in range(chance.choice([1, 2, min(len(items), 60)])):
        at = chance.randrange(len(items))
        if items.dtype.kind == "f":
            items[at] = chance.choice([0.0, 1.0, -1.0, float("nan"), float("inf"), 1e30])
        elif items.dtype.kind == "b":
            items[at] = not items[at]
        else:
            low, high = np.iinfo(items.dtype).min, np.iinfo(items.dtype).max
            drawn = chance.choice([chance.choice(EXTREMES), chance.randrange(low, high)])
            items[at] = min(max(drawn, low), high)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_whatever_the_integers_nothing_crashes_or_hangs(name: str) -> None:
    function, good = getattr(native, name), CALLS[name]
    paths: list[tuple[int, ...]] = [
        (at,) for at, value in enumerate(good) if isinstance(value, int)
    ]
    paths += [
        (at, part)
        for at, value in enumerate(good)
        if isinstance(value, tuple)
        for part, number in enumerate(value)
        if isinstance(number, int)
    ]
    for path in paths:
        for number in EXTREMES:
            try_it(function, replaced(copied(good), path, number))


def test_threads_share_it() -> None:
    state = setup(2, seed=1)
    for _ in range(14):
        state = apply(state, distinct_moves(state)[-1])
    expected = solve(state), Simulation(4, "greedy", seed=1).rounds(range(2000))
    found: list[object] = []

    def work() -> None:
        found.append((solve(state), Simulation(4, "greedy", seed=1).rounds(range(2000))))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
    assert STANDARD.rounds is None


ISOLATED = """
import sys

try:
    import _interpreters as interpreters
    isolated, run = interpreters.create("isolated"), interpreters.exec
except ImportError:
    import _xxsubinterpreters as interpreters
    isolated, run = interpreters.create(isolated=True), interpreters.run_string
code = f"import sys; sys.path.insert(0, {sys.argv[1]!r}); import _native; print(_native.SETS)"
if (failure := run(isolated, code)) is not None:
    print(failure.msg)
"""


def test_an_isolated_interpreter_can_import_it() -> None:
    """From Python 3.12 on, it has a lock of its own."""
    folder = str(Path(native.__file__).parent)
    command = [sys.executable, "-c", ISOLATED, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(native.SETS)
