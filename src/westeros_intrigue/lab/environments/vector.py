"""Tables in lock step: many games at once as arrays, at the speed of compiled code.

It needs NumPy, which the extra `fast` installs.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, Literal, NamedTuple

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.packaging import names_of as _names_of, needs_extra
from westeros_intrigue.lab.environments import action_games as playing, tensors
from westeros_intrigue.lab.environments.actions import ACTION_COUNT
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.simulation import fast, kernel, network, network_files, packing
from westeros_intrigue.lab.simulation.fast import (
    LAST_SEED,
    Policy,
    allocate_zeros,
    fastest,
)
from westeros_intrigue.rules.variants import STANDARD, Variant

with needs_extra(__name__, "fast"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from westeros_intrigue.lab.environments import numbers
    from westeros_intrigue.lab.environments.numbers import Values, Whole, value_tables
    from westeros_intrigue.lab.simulation.lock_step import GAME, LEARNERS, terms_of_tables

__all__ = ["After", "Tables", "Values"]


def __dir__() -> list[str]:
    return _names_of(__name__)


_LEARNED = "learned"


class After(NamedTuple):
    """The positions after each legal action of each table, in one array for all tables.

    >>> from westeros_intrigue.lab.environments.vector import Tables
    >>> numbers, actions, offsets = Tables(3, players=6, seed=1).after()
    >>> len(numbers), actions.tolist(), offsets.tolist()
    (10, [0, 60, 90, 0, 30, 60, 90, 0, 30, 60], [0, 3, 7, 10])
    """

    numbers: NDArray[np.float32] | NDArray[np.uint8]
    """The numbers of the position after each action, as its mover sees it, of the type of the
    observations."""
    actions: NDArray[np.int64]
    """The actions, ascending for each table."""
    offsets: NDArray[np.int64]
    """The index of each table's first row, then the number of rows."""


class Tables:
    """Games at many tables in lock step: a step plays one action at each table.

    The arrays are always the same objects, and each step updates them. They are read-only: copy
    what you need for longer, or what you want to change. With NumPy 2.1 or later, PyTorch shares
    them without a copy, by `torch.from_dlpack(tables.observations)`; for JAX, `jax.numpy.array`
    copies them.

    The step that ends a game also begins the next one: the observation, mask and seat are the new
    game's, while `rewards` and `done` are the finished game's.

    >>> from westeros_intrigue.lab.environments.vector import Tables
    >>> tables = Tables(64, opponents="greedy", seed=1)
    >>> tables
    <Tables: 64 of 2 players, 1 round, seed 1>
    >>> len(tables.observations), tables.masks.shape, tables.rewards.shape
    (64, (64, 120), (64, 2))
    >>> finished = 0
    >>> for _ in range(100):
    ...     tables.step(tables.masks.argmax(axis=1))
    ...     finished += int(tables.done.sum())
    >>> finished > 500
    True
    >>> tables.reset()
    >>> bool(tables.done.any())
    False

    For the same position, `tensors.encode` returns the same numbers. Game n of a seed has the deal
    `draw_deal(players, GameSource(seed, n, players, variant), variant)`, with the `variant` of the
    tables, which has their number of rounds. The opponents draw from the same source, so any game
    can be replayed.

    Threads may share tables: each call waits for the one before. But the arrays belong to the last
    step of any thread, so give each thread tables of its own unless they take turns.

    Args:
        count: the number of tables, at least 1.
        players: 2 to 6.
        opponents: None if every seat is the learner's; otherwise the player of all seats but one: a
            policy such as "greedy", a `LearnedPlayer` without playouts, the name "learned", or the
            contents of a file of weights. The learner then keeps its seat in all games of a table,
            and has the next seat that is not automated at the next table.
        rounds: the rounds of a game; None for the variant's number.
        variant: the rules of the game.
        rewards: "points" or "victory"; see `Rewards`.
        history: True to append the 252 numbers of `encode_history`.
        dtype: the type of the observations, "float32" or "uint8"; in bytes, 255 stands for 1, and
            other numbers are rounded. They take a quarter of the memory.
        seed: 0 to 2**64 - 1.

    Raises:
        InvalidValue: an argument is out of range, the opponents have no policy and no weights, or
            the variant has a house rule.
        InvalidVariant: the variant does not fit the players, or its Iron Throne cards are unknown.

    Rules: turn.clockwise, turn.must-place, elimination.own-turn, round.end, round.penalty,
    final.lowest, solo.elsewhere.
    """

    observations: NDArray[np.float32] | NDArray[np.uint8]
    """The numbers of the seat to move at each table: `tensors.SIZE`, and
    `tensors.HISTORY_SIZE` more with the history."""
    masks: NDArray[np.bool_]
    """For each table and action, True if it is legal."""
    seats: NDArray[np.int64]
    """The seat to move at each table, from 0."""
    rewards: NDArray[np.float32]
    """The reward of each seat, from 0, in the last step at each table."""
    done: NDArray[np.bool_]
    """For each table, True if the last step ended a game."""
    games: NDArray[np.int64]
    """The number of each table's game: i, i + count, i + 2 * count, … at table i."""

    def __init__(
        self,
        count: int,
        *,
        players: int = 2,
        opponents: Policy | LearnedPlayer | str | bytes | None = None,
        rounds: int | None = 1,
        variant: Variant = STANDARD,
        rewards: playing.Rewards = "points",
        history: bool = False,
        dtype: Literal["float32", "uint8"] = "float32",
        seed: int,
    ) -> None:
        """Deal a game at each table, and play up to its first decision."""
        count = values.check_integer("count", count, 1)
        values.check_type("variant", variant, Variant)
        seed = values.check_integer("seed", seed, 0, LAST_SEED)
        values.check_type("history", history, bool)
        values.check_one_of("dtype", dtype, ("float32", "uint8"))
        if rounds is not None:
            variant = variant.with_rounds(rounds)
        table = playing.TableToPlay(players, variant, rewards, variant.first_player or 0)
        players = table.players
        chooses = None if opponents is None else _opponent_of(opponents)
        self.count = count
        self.players = players
        self.variant = variant
        self.opponents = chooses
        self.seed: int = seed
        self._terms = terms_of_tables(
            players, variant, table.first_player, seed,
            is_for_victory=rewards == "victory", stride=count, chance=numbers.ROW_SIZE,
            by_network=(1 << players) - 1,
        )  # fmt: skip
        self._scale = numbers.scale_of(table)
        size = tensors.SIZE + tensors.HISTORY_SIZE * history
        self._arrays = numbers.Arrays(
            observations=allocate_zeros((count, size), dtype),
            masks=allocate_zeros((count, ACTION_COUNT), np.bool_),
            seats=allocate_zeros((count,), np.int64),
            rewards=allocate_zeros((count, players), np.float32),
            done=allocate_zeros((count,), np.bool_),
            games=allocate_zeros((count,), np.int64),
        )
        shown = numbers.Arrays(*map(_read_only, self._arrays))
        self.observations = shown.observations
        self.masks = shown.masks
        self.seats = shown.seats
        self.rewards = shown.rewards
        self.done = shown.done
        self.games = shown.games
        policy = chooses if isinstance(chooses, Policy) else None
        self._mind = (
            network_files.mind_of(chooses.weights, players)
            if isinstance(chooses, LearnedPlayer)
            else None
        )
        cards = len(variant.throne_cards) + table.rounds * kernel.DECK_SIZE
        self._memories = fast.tables_of_zeros(count, numbers.ROW_SIZE + cards)
        start = packing.new_memory([policy or Policy.RANDOM] * players)
        for at, memory in enumerate(self._memories):
            memory[: kernel.MEMORY_SIZE] = start
            seats = table.seats if chooses is None else (table.seats[at % len(table.seats)],)
            memory[LEARNERS] = packing.seats_as_bits(seats)
        self._after: numbers.Numbers | None = None
        self._lock = Lock()
        """Held by each call: two steps at once would leave half of each behind."""
        self._waits = np.zeros(count, np.bool_)
        """The tables at which the next step plays nothing."""
        self.reset()

    def __repr__(self) -> str:
        rounds = english.count_things(self.variant.rounds_for(self.players), "round")
        return f"<Tables: {self.count} of {self.players} players, {rounds}, seed {self.seed}>"

    def reset(self, seed: int | None = None) -> None:
        """Begin again with the first games of a seed.

        Args:
            seed: 0 to 2**64 - 1; None repeats the same seed, and thus the same games.

        Raises:
            InvalidValue: the seed is out of range.
        """
        if seed is not None:
            seed = values.check_integer("seed", seed, 0, LAST_SEED)
        with self._lock:
            if seed is not None:
                self.seed = seed
                self._terms = self._terms._replace(seed=fast.as_signed(seed))
            for at, memory in enumerate(self._memories):
                memory[GAME] = at
            self._waits[:] = False
            self._advance(np.zeros(self.count, np.int64), begins=True)

    def step(self, actions: ArrayLike) -> None:
        """Play an action at each table, and continue to the next decision there.

        Args:
            actions: a legal action for each table, as integers.

        Raises:
            WrongType: the actions are not integers.
            InvalidValue: there is not one action for each table, or one is illegal. Then nothing
                has changed.

        Rules: turn.must-place, turn.own-hand.
        """
        chosen = self._check(actions)
        with self._lock:
            refused = self._advance(chosen.astype(np.int64, copy=False))
            if refused >= 0:
                legal = np.flatnonzero(self.masks[refused]).tolist()
                raise InvalidValue(
                    f"action {chosen[refused]} is not legal at table {refused}, where seat "
                    f"{self.seats[refused]} may choose {', '.join(map(str, legal))}"
                )

    def after(self) -> After:
        """Return the position after each legal action of each table, as its mover sees it.

        They are the numbers of `view.then(Placement(seat, move))`: the card is placed but the next
        seat's turn has not begun, so they reveal nothing hidden. A learner that values positions
        chooses a row and plays its action.

        The next call overwrites the array of numbers.

        >>> from westeros_intrigue.lab.environments.vector import Tables
        >>> tables = Tables(2, seed=1)
        >>> numbers, actions, offsets = tables.after()
        >>> tables.step(actions[offsets[:-1]])

        Rules: court.support, court.match, turn.must-place.
        """
        with self._lock:
            actions, offsets = self._list_allowed()
            if (after := self._after) is None:
                shape = network.MOST_MOVES * self.count, self.observations.shape[1]
                after = self._after = allocate_zeros(shape, self.observations.dtype)
            fastest(numbers.show_after)(
                self._terms.table, self._scale, self._arrays.observations, self._memories,
                after, actions, offsets,
            )  # fmt: skip
        return After(after[: offsets[-1]], actions, offsets)

    def values(self, weights: bytes) -> Values:
        """Return the worth of each legal action of each table, by a network.

        >>> from westeros_intrigue.lab.environments.vector import Tables
        >>> from westeros_intrigue.lab.players.search import WEIGHTS
        >>> tables = Tables(2, seed=1)
        >>> worths, actions, offsets, _ = tables.values(WEIGHTS.read_bytes())
        >>> best = [
        ...     range(*of_table)[worths[slice(*of_table)].argmax()]
        ...     for of_table in zip(offsets, offsets[1:])
        ... ]
        >>> tables.step(actions[best])

        Args:
            weights: the contents of a file of weights, such as `LearnedPlayer` reads.

        Raises:
            InvalidValue: the contents have the wrong size, or a unit exceeds 32 bits.
        """
        values.check_type("weights", weights, bytes)
        mind = network_files.mind_of(weights, self.players)
        with self._lock:
            actions, offsets = self._list_allowed()
            worths = np.zeros(len(actions), np.int64)
            words = np.zeros((len(actions), network.WORD_COUNT), np.int64)
            fastest(value_tables)(self._terms.table, mind, self._memories, worths, words, offsets)
        return Values(worths / (2 * network.ONE**2), actions, offsets, words)

    def _list_allowed(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the legal actions, table by table, and the index where each table begins."""
        (places,) = self._arrays.masks.reshape(-1).nonzero()  # fast in one dimension
        return places % ACTION_COUNT, places.searchsorted(np.arange(self.count + 1) * ACTION_COUNT)

    def _advance(self, actions: Whole, *, begins: bool = False) -> int:
        """Return the first table whose action is illegal, so that nothing has changed, or -1."""
        return fastest(numbers.advance_tables)(
            self._terms, self._mind, self._scale, begins,
            self._waits, actions, self._arrays, self._memories,
        )  # fmt: skip

    def _check(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of different lengths
            shown = values.short_repr(actions)
            raise WrongType(f"actions must be integers, not {shown}") from None
        if chosen.dtype.kind not in "iu":
            kind = chosen.dtype.name if chosen.dtype.kind != "O" else values.short_repr(actions)
            raise WrongType(f"actions must be integers, not {kind}")
        if chosen.shape != (self.count,):
            raise InvalidValue(
                f"there must be {english.count_things(self.count, 'action')}, one for each table, "
                f"not an array of shape {chosen.shape}"
            )
        return chosen


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of the same memory that cannot be written to."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _opponent_of(value: Policy | LearnedPlayer | str | bytes) -> Policy | LearnedPlayer:
    """Return the policy or the player with weights that a value describes."""
    values.check_type("opponents", value, Policy | LearnedPlayer | str | bytes)
    if isinstance(value, bytes):
        return LearnedPlayer(weights=value)
    if value == _LEARNED:
        return LearnedPlayer()
    if isinstance(value, str):
        names = (*(policy.value for policy in Policy), _LEARNED)
        if value not in names:
            shown = values.short_repr(value)
            raise InvalidValue(
                f"opponents must be weights, or one of {', '.join(map(repr, names))}, not {shown}"
            )
        return Policy(value)
    if isinstance(value, LearnedPlayer) and value.playouts:
        raise InvalidValue(f"opponents must have no playouts, unlike {values.short_repr(value)}")
    return value
