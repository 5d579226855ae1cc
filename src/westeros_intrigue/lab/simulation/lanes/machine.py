"""Functions of lanes as machine code: traced once as instructions, compiled by LLVM, and stored.

A lane plays one round. A group of lanes has a row for each item of a position, with an item for
each lane, so that one instruction advances many lanes.

A function of lanes computes with rows of NumPy arrays, without branches that depend on them. It can
therefore be run once with traced rows instead: each operation adds a vector instruction of LLVM.
Loops and branches use `times`, `when` and `as_long_as`. numba is not involved, since importing it
is slower than all this.

A process destroys LLVM's objects when it ends, and would crash if a thread were still compiling. It
therefore waits for the call in progress; later calls wait forever.

If no machine code can be made, the functions run as plain Python on NumPy rows, and the kernel
plays each round: the same numbers, much more slowly.
"""

from __future__ import annotations

import atexit
import importlib
import os
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from ctypes import CFUNCTYPE, addressof, c_char, c_int64
from functools import cache, lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Any, TypeVar, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from westeros_intrigue.gamekit.chance import MIX_1, MIX_2, STEP
from westeros_intrigue.lab.simulation import board, fast
from westeros_intrigue.rules.variants import MAX_PLAYERS

try:  # imported so, they are Any to every checker: llvmlite has no type hints
    ir: Any = importlib.import_module("llvmlite.ir")
    binding: Any = importlib.import_module("llvmlite.binding")
except ImportError:
    ir = binding = None  # see `has_machine`
else:
    # llvmlite's callbacks run after this lock is acquired: a thread waiting in one of them would
    # block the main thread's calls of LLVM at the end.
    if (_lock := getattr(binding.ffi.lib, "_lock", None)) is not None:
        atexit.register(_lock.__enter__)


LANES, GROUPS = 256, 49
"""The number of rounds in lock step, which fill four vectors of 512 bits with a byte each. With
more, the court of a group leaves the fastest memory; with fewer, the steps between instructions
cost more. Then the number of groups that one call plays, four calls for a piece of a simulation."""
Lanes = NDArray[np.uint64]
"""The groups of lanes, or one of them."""
Bytes = NDArray[np.uint8]
"""The court of a group in rows of bytes, as `courts` has it."""
Truth = Any
"""A truth value for all lanes, which a function of lanes returns."""
Row = Any
"""An unsigned integer of 8 or 64 bits, or a truth value, for each lane."""
Kind = type[np.unsignedinteger[Any]]

LOW, HIGH, LAST_TURN = 4, 5, board.LAST_SEAT
"""The first rows of a round are those of a board, but turns are counted from the seat to move
first, `board.SEAT`. `board.HANDS` has the hand for each turn of a cycle, at the end the number of
its cards. The rows of the mirror images have the deck as two planes of bits, where card i has the
house `low + 2 * high`, and the row of the last seat has the turn of the last placement. Playing a
lane does not change its planes and its width."""
ACTIVE = board.STACK_SIZES
"""The rows of the sizes of stacks have, for each turn, a mask of all bits while the seat is in."""
NUMBER, LANE, USED, LEFT, EDGE, ERRS = range(board.BOARD_SIZE, board.BOARD_SIZE + 6)
"""The generator; the number of the lane in the block; in the first lane, the number of the group's
lanes that play a round; for distributing cards, those left, counted as a hand, and the index of the
current edge; and for each turn, the number of moves in 2**53 that its seat makes at random."""
DECKS = ERRS + MAX_PLAYERS
"""The number of rows. In games, the decks of all rounds follow, each as two planes of bits."""

# Integers of rows have a separate type.
STEP_ON = np.uint64(STEP)
_MIX_1, _MIX_2 = np.uint64(MIX_1), np.uint64(MIX_2)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_SPARE: dict[tuple[int, int], list[Lanes]] = {}
"""Lanes that are free, by their rows and their number in a group."""


def mask(condition: Row, kind: Kind = np.uint8) -> Row:
    """Return integers with all bits set where a condition is true, else 0."""
    if isinstance(condition, Traced):
        return -condition.astype(kind)
    return np.where(condition, ~kind(0), kind(0))


def word_mask(condition: Row) -> Row:
    """Return words with all bits set where a condition is true, else 0."""
    return mask(condition, np.uint64)


def either(is_one: Row, one: Row, other: Row) -> Row:
    """Return one byte where a mask is set, and another elsewhere."""
    return other ^ is_one & (one ^ other)


def count(cells: Row) -> Row:
    """Return the number of bits set in words."""
    # LLVM recognises these lines and uses the processor's instruction if there is one.
    cells = cells - (cells >> 1 & _PAIRS)
    cells = (cells & _FOURS) + (cells >> 2 & _FOURS)
    return (cells + (cells >> 4) & _EIGHTS) * _BYTES >> 56


def wrap(seat: Row, players: int) -> Row:
    """Return a seat whose number is within one cycle past the last seat."""
    return seat - (word_mask(seat >= players) & players)


def seat_of(turn: int, players: int, words: Lanes) -> Row:
    """Return the seat of a turn."""
    return wrap(words[board.SEAT] + turn, players)


def draw(words: Lanes, step: Row = STEP_ON) -> Row:
    """Draw a 53-bit number in each lane, except where the step is 0."""
    number = words[NUMBER] + step
    words[NUMBER] = number
    number = (number ^ number >> 30) * _MIX_1
    number = (number ^ number >> 27) * _MIX_2
    return (number ^ number >> 31) >> 11


def blocks(count: int, rows: int = DECKS) -> Iterator[tuple[int, Lanes]]:
    """Yield the first round of each block, and the lanes with rows that play the block.

    There is one block even for no rounds, so that all code is compiled. The lanes are reused, since
    new memory would cost as much as a short search.
    """
    spare = _SPARE.setdefault((rows, LANES), [])
    try:
        lanes = spare.pop()
    except IndexError:
        lanes = fast.allocate_zeros((GROUPS, rows, LANES), np.uint64)
        lanes[:, LANE] = np.arange(GROUPS * LANES).reshape(-1, LANES)
    for first in range(0, max(count, 1), GROUPS * LANES):
        block = lanes[: -(-(count - first) // LANES)]
        block[:, USED, 0] = np.minimum(count - first - LANES * np.arange(len(block)), LANES)
        yield first, block
    spare.append(lanes)


def copy_row(row: int, lanes: Lanes, numbers: NDArray[Any]) -> None:
    """Copy a row of all lanes, up to the end of the lanes or of the room."""
    items = lanes[:, row].reshape(-1)[: len(numbers)]
    numbers[: len(items)] = items


F = TypeVar("F", bound=Callable[..., Any])
Llvm = Any
"""A type, a value or a builder of llvmlite, which has no type hints."""
Operand = Any
"""A traced value, an integer, a scalar or an array of NumPy."""
_WORD: Llvm = ir and ir.IntType(64)


def _compare(sign: str) -> Callable[..., Llvm]:
    """Return a method of builders that compares two integers."""
    return lambda builder, one, other: builder.icmp_unsigned(sign, one, other)


_INSTRUCTIONS: dict[np.ufunc, Callable[..., Llvm]] = ir and {
    np.add: ir.IRBuilder.add,
    np.subtract: ir.IRBuilder.sub,
    np.multiply: ir.IRBuilder.mul,
    np.negative: ir.IRBuilder.neg,
    np.invert: ir.IRBuilder.not_,
    np.bitwise_and: ir.IRBuilder.and_,
    np.bitwise_or: ir.IRBuilder.or_,
    np.bitwise_xor: ir.IRBuilder.xor,
    np.left_shift: ir.IRBuilder.shl,
    np.right_shift: ir.IRBuilder.lshr,
    np.remainder: ir.IRBuilder.urem,
    np.floor_divide: ir.IRBuilder.udiv,
    np.equal: _compare("=="),
    np.not_equal: _compare("!="),
    np.less: _compare("<"),
    np.less_equal: _compare("<="),
    np.greater: _compare(">"),
    np.greater_equal: _compare(">="),
}
"""The methods of a builder for the operations of NumPy. All integers in rows are unsigned."""


class Traced(NDArrayOperatorsMixin):
    """An integer, a row of integers or a row of truth values in a function being written.

    It has the NumPy operations that lanes use.
    """

    def __init__(self, builder: Llvm, value: Llvm) -> None:
        self.builder: Llvm = builder
        self.value: Llvm = value

    def __array_ufunc__(
        self, operation: np.ufunc, _method: str, *operands: Operand, **_options: object
    ) -> Traced:
        """Return the result of an operation on values converted to one type, that of a row."""
        kinds = [operand.value.type for operand in operands if isinstance(operand, Traced)]
        kind = max(kinds, key=lambda kind: isinstance(kind, ir.VectorType))
        values = [convert(kind, operand) for operand in operands]
        return Traced(self.builder, _INSTRUCTIONS[operation](self.builder, *values))

    def astype(self, kind: Kind) -> Traced:
        """Return the row with items of another size."""
        before, after = self.value.type, ir.IntType(8 * np.dtype(kind).itemsize)
        if isinstance(before, ir.VectorType):
            after = ir.VectorType(after, before.count)
        return Traced(self.builder, convert(after, self))

    def __getitem__(self, lane: int) -> Traced:
        return Traced(self.builder, self.builder.extract_element(self.value, ir.IntType(32)(lane)))

    def any(self) -> Traced:
        """Return true if an item is not zero."""
        kind = self.value.type
        word = ir.IntType(kind.count * kind.element.width)
        is_any: Traced = Traced(self.builder, self.builder.bitcast(self.value, word)) != 0
        return is_any


class TracedArray:
    """An array of integers, of rows of lanes, or of parts of them, in a function being written.

    Items are read and written one by one; `row, lane` is the index of a lane's item.
    """

    def __init__(self, builder: Llvm, pointer: Llvm, stride: int) -> None:
        self.builder: Llvm = builder
        self.pointer: Llvm = pointer
        self.stride: int = stride
        """The number of items from one row to the next."""
        self.used: Operand = LANES
        self.kind: Llvm = pointer.type.pointee

    def at(self, place: Operand) -> Llvm:
        """Return the pointer to an item."""
        row, lane = place if isinstance(place, tuple) else (place, 0)
        return self.builder.gep(self.pointer, [convert(_WORD, row * self.stride + lane)])

    def part(self, first: Operand, lanes: int) -> TracedArray:
        """Return some lanes of all rows, from one lane on; integers are the same for all lanes."""
        if self.stride == 1:
            return self
        kind = ir.VectorType(self.kind, lanes)
        pointer = self.builder.bitcast(self.at((0, first)), kind.as_pointer())
        return TracedArray(self.builder, pointer, self.stride // lanes)

    def __getitem__(self, place: Operand) -> Traced:
        if isinstance(place, Traced) and isinstance(place.value.type, ir.VectorType):
            return self._gather(place)
        read = Traced(self.builder, self.builder.load(self.at(place), align=1))
        return read if isinstance(self.kind, ir.VectorType) else read.astype(np.uint64)

    def _gather(self, places: Traced) -> Traced:
        """Return a separate integer of an array for each lane."""
        build, count = self.builder, places.value.type.count
        row = ir.Constant(ir.VectorType(self.kind, count), ir.Undefined)
        for lane in map(ir.IntType(32), range(count)):
            at = build.gep(self.pointer, [build.extract_element(places.value, lane)])
            row = build.insert_element(row, build.load(at, align=1), lane)
        return Traced(build, row)

    def __setitem__(self, place: Operand, value: Operand) -> None:
        self.builder.store(convert(self.kind, value), self.at(place), align=1)


def convert(kind: Llvm, value: Operand) -> Llvm:
    """Return a traced value, or an integer, as a value of a type; in a row, as all items."""
    if not isinstance(value, Traced):
        return _constant(kind, int(value))
    builder, value = value.builder, value.value
    item = _item_of(kind)
    is_row = isinstance(value.type, ir.VectorType)
    change = builder.trunc if _item_of(value.type).width > item.width else builder.zext
    value = change(value, kind if is_row else item)
    if value.type != kind:
        first = ir.Constant(ir.IntType(32), 0)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), value, first)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), None)
        value = builder.shuffle_vector(one, one, everywhere)
    return value


def _item_of(kind: Llvm) -> Llvm:
    """Return the type of a row's items, or a type of integers itself."""
    return kind.element if isinstance(kind, ir.VectorType) else kind


# A constant's text is written only once, since it is long for a row.
@lru_cache(maxsize=512)
def _constant(kind: Llvm, number: int) -> Llvm:
    if not isinstance(kind, ir.VectorType):
        return kind(number)
    return kind([number % 2**kind.element.width] * kind.count)


def times(count: Operand) -> Iterator[Operand]:
    """Yield the numbers from 0 to `count` - 1.

    In a function being written, it yields once for a traced count, and the code under it becomes a
    loop.
    """
    if not isinstance(count, Traced):
        yield from range(count)
        return
    builder = count.builder
    place = _store_before(builder, _WORD(0))
    for _ in as_long_as(lambda: Traced(builder, builder.load(place)) < count):
        number = Traced(builder, builder.load(place))
        yield number
        builder.store((number + 1).value, place)


def _store_before(builder: Llvm, value: Llvm) -> Llvm:
    """Store a value that a loop changes; return the pointer to it."""
    with builder.goto_entry_block():
        place = builder.alloca(value.type)
    builder.store(value, place)
    return place


def when(condition: Operand) -> Iterator[None]:
    """Yield once if a condition is not 0: an `if` in a function being written."""
    if isinstance(condition, Traced):
        with condition.builder.if_then((condition != 0).value):
            yield
    elif condition:
        yield


def as_long_as(condition: Callable[[], Operand]) -> Iterator[None]:
    """Yield while a condition is true: a `while` in a function being written."""
    truth = condition()
    if not isinstance(truth, Traced):
        while truth:
            yield
            truth = condition()
        return
    builder = truth.builder
    with builder.if_then(truth.value):
        body, end = builder.append_basic_block(), builder.append_basic_block()
        builder.branch(body)
        builder.position_at_end(body)
        yield
        builder.cbranch(condition().value, body, end)
        builder.position_at_end(end)


def of_lanes(function: F) -> F:
    """Compile a function of lanes that another one calls.

    Its arguments are integers, arrays of rows and arrays of integers; the last has rows. It returns
    None or a `Truth`. Called with NumPy arrays, or by such a function, it runs as plain Python.
    """

    @wraps(function)
    def call(*arguments: Any) -> object:  # noqa: ANN401 - traced values
        words = arguments[-1]
        if not isinstance(words, TracedArray) or words.stride < LANES:
            return function(*arguments)
        values = [
            argument.pointer if isinstance(argument, TracedArray) else convert(_WORD, argument)
            for argument in (*arguments, words.used)
        ]
        kinds = [value.type for value in values]
        written = _write(words.builder.module, function, arguments, kinds)
        return Traced(words.builder, words.builder.call(written, values))

    return cast("F", call)


@cache
def _part(size: int) -> int:
    """Return the number of lanes that a function handles together.

    It depends on the size of the rows' largest items, in bits: bytes fill one register, and words
    four. Fewer registers would wait for each other; eight would leave no room for intermediate
    values.
    """
    of_bytes = 64 if binding.get_host_cpu_features().get("avx512bw") else 32
    return of_bytes if size == 8 else of_bytes // 2


def _write(
    module: Llvm, function: Callable[..., Any], like: Sequence[Operand], kinds: Sequence[Llvm]
) -> Llvm:
    """Return a function of lanes for such arguments, written into a module if it is missing.

    `kinds` are the types of the arguments and of the number of lanes in use. The function's code
    runs in a loop over parts of these lanes. It returns true if the code does for any part.
    """
    name, truth = function.__name__, ir.IntType(1)
    if name in module.globals:
        return module.globals[name]
    written = ir.Function(module, ir.FunctionType(truth, kinds), name)
    written.linkage = "internal"
    written.attributes.add("noinline")
    builder = ir.IRBuilder(written.append_basic_block())
    so_far = _store_before(builder, truth(0))
    *parameters, used = written.args
    arrays = [argument for argument in like if isinstance(argument, TracedArray)]
    lanes = _part(max(array.kind.width for array in arrays))
    for part in times((Traced(builder, used) + (lanes - 1)) // lanes):
        arguments: list[Traced | TracedArray] = []
        for parameter, argument in zip(parameters, like, strict=True):
            if isinstance(argument, TracedArray):
                parameter.add_attribute("noalias")
                array = TracedArray(builder, parameter, argument.stride)
                arguments.append(array.part(part * lanes, lanes))
            else:
                arguments.append(Traced(builder, parameter))
        if answer := function(*arguments):
            builder.store(builder.or_(builder.load(so_far), answer.value), so_far)
    builder.ret(builder.load(so_far))
    return written


_items = (c_char * 0).from_buffer


class in_groups:  # noqa: N801 - a decorator
    """A function of lanes for whole arrays of groups, compiled at its first call.

    It is written for one group, its last argument, and called with all groups. Its arguments are
    integers and arrays. It releases the interpreter's lock while it runs, so that threads run in
    parallel. Its loops over arguments use `times` and `as_long_as`, its branches `when`.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        self.py_func: Callable[..., None] = function
        self._made: Callable[..., None] | None = None

    def __call__(self, *arguments: Any) -> None:  # noqa: ANN401 - see above
        """Run the function for each group of the last argument."""
        if has_machine():
            self.run_as_code(*arguments)
        else:
            with np.errstate(over="ignore"):  # integers of lanes wrap around
                for words in arguments[-1]:
                    self.py_func(*arguments[:-1], words)

    def run_as_code(self, *arguments: Any) -> None:  # noqa: ANN401 - see above
        """Run the machine code of the function, compiled at the first call."""
        run = self._made = self._made or self._compile(arguments)
        words = [
            argument if isinstance(argument, int) else addressof(_items(argument))
            for argument in arguments
        ]
        run(*arguments[-1].shape[:2], *words)

    def _compile(self, arguments: Sequence[Any]) -> Callable[..., None]:
        code = _load_or_store(self.py_func.__name__, self._write(arguments))
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine())
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        words = [c_int64] * (len(arguments) + 2)
        call: Any = CFUNCTYPE(None, *words)(engine.get_function_address("in_groups"))
        call.engine = engine  # keeps the code alive
        made: Callable[..., None] = call
        return made

    def _write(self, arguments: Sequence[Any]) -> str:
        """Return the function for such arguments in the language of LLVM."""
        module = ir.Module()
        module.triple = binding.get_default_triple()
        kind = ir.FunctionType(ir.VoidType(), [_WORD] * (len(arguments) + 2))
        written = ir.Function(module, kind, "in_groups")
        builder = ir.IRBuilder(written.append_basic_block())
        groups, rows, *numbers = (Traced(builder, parameter) for parameter in written.args)
        traced: list[Any] = []
        for argument, number in zip(arguments, numbers, strict=True):
            if isinstance(argument, np.ndarray):
                pointer = ir.IntType(8 * argument.itemsize).as_pointer()
                value = builder.inttoptr(number.value, pointer)
                traced.append(TracedArray(builder, value, LANES if argument.ndim > 1 else 1))
            else:
                traced.append(number)
        *others, lanes = traced
        for group in times(groups):
            words = TracedArray(builder, lanes.at(group * rows), LANES)
            for operand in (*others, words):
                operand.used = words[USED, 0]
            self.py_func(*others, words)
        builder.ret_void()
        return str(module)


@in_groups
@of_lanes
def _count_up(words: Lanes) -> None:
    words[LANE] = words[LANE] + 1


@cache
def has_machine() -> bool:
    """Return True if functions of lanes can be compiled here; warn once if not."""
    _, lanes = next(blocks(LANES))
    try:
        if not fast.has_numba():
            raise ImportError("numba is missing or switched off")  # noqa: TRY301 - see below
        _count_up.run_as_code(lanes)
        if not np.array_equal(lanes[0, LANE], np.arange(1, LANES + 1)):
            raise ValueError("the compiled code computes wrong numbers")  # noqa: TRY301 - see below
    except Exception as error:  # noqa: BLE001 - whatever it is, the kernel plays the same rounds
        warnings.warn(
            f"no vector instructions can be made here, so simulations run slowly: {error!r}",
            RuntimeWarning,
            stacklevel=3,
        )
        return False
    return True


def _machine() -> Any:  # noqa: ANN401 - llvmlite has no types
    """Return this processor as a target of LLVM."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(
        *_processor(), codemodel="jitdefault", jit=True
    )


def _processor() -> tuple[str, str]:
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def _machine_code(text: str) -> bytes:
    machine, module = _machine(), binding.parse_assembly(text)
    # Traced lines are nearly optimal: further passes gain nothing. The second finds more masks.
    passes = binding.create_new_module_pass_manager()
    for _ in range(2):
        passes.add_instruction_combine_pass()
    options = binding.create_pipeline_tuning_options(speed_level=1)
    passes.run(module, binding.create_pass_builder(machine, options))
    code: bytes = machine.emit_object(module)
    return code


def _folders() -> Iterator[Path]:
    """Yield the folders for stored code; the first writable one is used."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(folder)
    else:
        yield Path(__file__).parent / "__pycache__"
        with suppress(RuntimeError):  # the user has no home
            caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
            yield Path(caches) / "westeros-intrigue"


def _load_or_store(name: str, text: str) -> bytes:
    """Return the code of a function, stored or compiled by LLVM from its text.

    The name of a file includes a digest of everything that its code depends on, so machines,
    processors and versions can share a folder. Files are compressed for the checksum, since running
    damaged code, such as an incomplete copy, would crash the process.
    """
    named = sha256(repr((binding.llvm_version_info, _processor(), text)).encode())
    file = f"lanes.{name}-{named.hexdigest()[:16]}.o"
    for folder in _folders():
        with suppress(OSError, zlib.error):
            return zlib.decompress((folder / file).read_bytes())
    code = _machine_code(text)
    for folder in _folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            new = folder / f"{file}.{os.getpid()}.{get_ident()}"
            new.write_bytes(zlib.compress(code, 1))
            new.replace(folder / file)
            break
    return code
