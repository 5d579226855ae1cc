"""Functions of lanes as instructions: each runs once, on values that write down what it does.

A function of lanes computes with rows of NumPy arrays, and which lines it runs does not depend on
them. So it can be run with the rows of this module in their place: each operation adds a vector
instruction of LLVM. Loops and branches are written by `times`, `when` and `as_long_as`. That
compiles in a fraction of the time that numba needs for the same, and without its import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar, cast

import numpy as np

from westeros_intrigue.compiled.lane_bits import LANES
from westeros_intrigue.compiled.llvm import binding as _binding, ir as _llvm

F = TypeVar("F", bound=Callable[..., Any])
Llvm = Any
"""A type, a value or a builder of llvmlite, which comes without types."""
TRUTH = "Truth"
"""The annotation of a function of lanes that returns a truth, `lane_bits.Truth`."""
Operand = Any
"""A traced value, an integer, a scalar or an array of NumPy."""
_WORD: Llvm = _llvm.IntType(64)


class Traced:
    """An integer, a row of integers or a row of truths in a function that is being written.

    It has those operations of NumPy that the lanes use. All integers in rows are unsigned.
    """

    # NumPy must leave operations with its scalars to this class.
    __array_ufunc__: None = None

    def __init__(self, builder: Llvm, value: Llvm) -> None:
        self.builder: Llvm = builder
        self.value: Llvm = value

    def _like(self, kind: Llvm) -> Llvm:
        """Return the value as one of some type, each item of a row if it is a row's."""
        value, given = self.value, self.value.type
        is_row = isinstance(given, _llvm.VectorType)
        item: Llvm = given.element if is_row else given
        wanted: Llvm = kind.element if isinstance(kind, _llvm.VectorType) else kind
        if item.width != wanted.width:
            change = self.builder.trunc if item.width > wanted.width else self.builder.zext
            value = change(value, _llvm.VectorType(wanted, given.count) if is_row else wanted)
        if isinstance(kind, _llvm.VectorType) and not is_row:
            first = _llvm.Constant(_llvm.IntType(32), 0)
            one = self.builder.insert_element(_llvm.Constant(kind, _llvm.Undefined), value, first)
            everywhere = _llvm.Constant(_llvm.VectorType(_llvm.IntType(32), kind.count), None)
            value = self.builder.shuffle_vector(one, one, everywhere)
        return value

    def _both(self, other: Operand) -> tuple[Llvm, Llvm]:
        """Return the value and another as two of the same type."""
        if isinstance(other, Traced):
            is_row = isinstance(self.value.type, _llvm.VectorType)
            kind = self.value.type if is_row else other.value.type
            return self._like(kind), other._like(kind)
        return self.value, constant(self.value.type, other)

    def _new(self, value: Llvm) -> Traced:
        return Traced(self.builder, value)

    def where(self, one: Operand, other: Operand) -> Traced:
        """Return one value where this is true, another elsewhere; constants are NumPy's."""
        values = (
            each.value if isinstance(each, Traced) else constant(self._row(each), each)
            for each in (one, other)
        )
        return self._new(self.builder.select(self.value, *values))

    def _row(self, typed: Operand) -> Llvm:
        """Return the type of a row with items as large as those of a type or scalar of NumPy."""
        item, kind = _llvm.IntType(8 * typed.itemsize), self.value.type
        return _llvm.VectorType(item, kind.count) if isinstance(kind, _llvm.VectorType) else item

    def astype(self, kind: type[np.unsignedinteger[Any]]) -> Traced:
        """Return the row with items of another size."""
        return self._new(self._like(self._row(np.dtype(kind))))

    def any(self) -> Traced:
        """Return true if an item is not zero."""
        kind = self.value.type
        word = _llvm.IntType(kind.count * kind.element.width)
        bits = self.builder.bitcast(self.value, word)
        return self._new(self.builder.icmp_unsigned("!=", bits, _llvm.Constant(word, 0)))

    def __array_function__(
        self, function: object, _types: object, arguments: tuple[Any, ...], _named: object
    ) -> object:
        return self.where(*arguments[1:]) if function is np.where else NotImplemented

    def __invert__(self) -> Traced:
        return self._new(self.builder.not_(self.value))


def _operation(name: str, *, is_turned: bool = False) -> Callable[[Traced, Operand], Traced]:
    def operate(self: Traced, other: Operand) -> Traced:
        one, another = self._both(other)
        operands = (another, one) if is_turned else (one, another)
        return self._new(getattr(self.builder, name)(*operands))

    return operate


def _comparison(sign: str) -> Callable[[Traced, Operand], Traced]:
    def compare(self: Traced, other: Operand) -> Traced:
        return self._new(self.builder.icmp_unsigned(sign, *self._both(other)))

    return compare


_OPERATIONS = {
    "add": "add", "sub": "sub", "mul": "mul", "and": "and_", "or": "or_", "xor": "xor",
    "lshift": "shl", "rshift": "lshr", "mod": "urem", "floordiv": "udiv",
}  # fmt: skip
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
for _name, _instruction in _OPERATIONS.items():
    setattr(Traced, f"__{_name}__", _operation(_instruction))
    setattr(Traced, f"__r{_name}__", _operation(_instruction, is_turned=True))
for _name, _sign in _COMPARISONS.items():
    setattr(Traced, f"__{_name}__", _comparison(_sign))


class TracedArray:
    """An array of integers, or of rows of lanes, in a function that is being written.

    Items are read and written one by one, that of a lane at `row, lane`.
    """

    def __init__(self, builder: Llvm, pointer: Llvm, *, has_rows: bool) -> None:
        self.builder: Llvm = builder
        self.pointer: Llvm = pointer
        self.has_rows: bool = has_rows
        self.used: Operand = LANES
        self._kind: Llvm = pointer.type.pointee

    def __getitem__(self, place: Operand) -> Traced:
        item = Traced(self.builder, self.builder.load(self._at(place), align=1))
        return item.astype(np.uint64)

    def __setitem__(self, place: Operand, value: Traced) -> None:
        self.builder.store(value._like(self._kind), self._at(place), align=1)

    def rows_from(self, row: Operand) -> TracedArray:
        """Return the rows from one on as an array."""
        return TracedArray(self.builder, self._at((row, 0)), has_rows=True)

    def _at(self, place: Operand) -> Llvm:
        row, lane = place if self.has_rows else (place, 0)
        index = row * (LANES if self.has_rows else 1) + lane
        return self.builder.gep(self.pointer, [converted(_WORD, index)])


class TracedPart:
    """A part of the lanes of the rows of an array, from a lane on, or integers that all lanes read.

    A row that was read or written is not read again.
    """

    def __init__(self, array: TracedArray, first: Llvm, lanes: int) -> None:
        self._builder, self._kind, self._stride = array.builder, array.pointer.type.pointee, 1
        self._pointer: Llvm = array.pointer
        if array.has_rows:
            self._kind, self._stride = _llvm.VectorType(self._kind, lanes), LANES // lanes
            begin = self._builder.gep(self._pointer, [first])
            self._pointer = self._builder.bitcast(begin, self._kind.as_pointer())
        self._known: dict[int, Traced] = {}

    def _at(self, row: Operand) -> Llvm:
        return self._builder.gep(self._pointer, [converted(_WORD, row * self._stride)])

    def __getitem__(self, row: int | Traced) -> Traced:
        if isinstance(row, int) and row in self._known:
            return self._known[row]
        if isinstance(row, Traced) and isinstance(row.value.type, _llvm.VectorType):
            return self._gathered(row)
        read = Traced(self._builder, self._builder.load(self._at(row), align=1))
        if isinstance(row, int):
            self._known[row] = read
        return read

    def _gathered(self, places: Traced) -> Traced:
        """Return for each lane an integer of its own of an array of integers."""
        build, count = self._builder, places.value.type.count
        row = _llvm.Constant(_llvm.VectorType(self._kind, count), _llvm.Undefined)
        for lane in map(_llvm.IntType(32), range(count)):
            at = build.gep(self._pointer, [build.extract_element(places.value, lane)])
            row = build.insert_element(row, build.load(at, align=1), lane)
        return Traced(build, row)

    def __setitem__(self, row: int | Traced, value: Operand) -> None:
        stored = converted(self._kind, value)
        self._builder.store(stored, self._at(row), align=1)
        if isinstance(row, int):
            self._known[row] = Traced(self._builder, stored)
        else:
            self._known.clear()


def converted(kind: Llvm, value: Operand) -> Llvm:
    """Return a traced value, or an integer, as a value of a type."""
    return value._like(kind) if isinstance(value, Traced) else constant(kind, value)


def constant(kind: Llvm, number: Operand) -> Llvm:
    """Return an integer as a constant of a type, or as all items of a row."""
    return _constant(kind, int(number))


# A constant writes its text once: of a row that is much.
@lru_cache(maxsize=512)
def _constant(kind: Llvm, number: int) -> Llvm:
    if not isinstance(kind, _llvm.VectorType):
        return kind(number)
    return kind([number % 2**kind.element.width] * kind.count)


def times(count: Operand, array: object = None) -> Iterator[Operand]:
    """Yield the numbers from 0 up to, and without, a count.

    In a function that is being written it yields once, and what is done then is in a loop. A count
    that is a plain integer needs an array of the function beside it.
    """
    if isinstance(array, TracedArray) and isinstance(count, int):
        count = Traced(array.builder, _WORD(count))
    if not isinstance(count, Traced):
        yield from range(count)
        return
    builder, kind = count.builder, count.value.type
    head, body, end = (builder.append_basic_block() for _ in range(3))
    before = builder.block
    builder.branch(head)
    builder.position_at_end(head)
    number = builder.phi(kind)
    number.add_incoming(kind(0), before)
    builder.cbranch(builder.icmp_unsigned("<", number, count.value), body, end)
    builder.position_at_end(body)
    yield Traced(builder, number)
    number.add_incoming(builder.add(number, kind(1)), builder.block)
    builder.branch(head)
    builder.position_at_end(end)


def when(condition: Operand) -> Iterator[None]:
    """Yield once if a condition is true: an `if` in a function that is being written."""
    if isinstance(condition, Traced):
        with condition.builder.if_then(condition.value):
            yield
    elif condition:
        yield


def as_long_as(condition: Callable[[], Operand]) -> Iterator[None]:
    """Yield while a condition is true: a `while` in a function that is being written."""
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
    """Let a function of lanes that is called by another become a function of the machine.

    Its arguments are integers, arrays of rows and arrays of integers; the last has rows. It returns
    None or a `Truth`. Called with arrays of NumPy it runs as it is.
    """

    @wraps(function)
    def call(*arguments: Any) -> object:  # noqa: ANN401 - traced values
        words = arguments[-1]
        if not isinstance(words, TracedArray):
            return function(*arguments)
        called = _written(words.builder.module, function, arguments)
        values = (
            argument.pointer if isinstance(argument, TracedArray) else converted(_WORD, argument)
            for argument in (words.used, *arguments)
        )
        return Traced(words.builder, words.builder.call(called, list(values)))

    return cast("F", call)


@cache
def _part(size: int) -> int:
    """Return the number of lanes that a function works on at once.

    It depends on the size of the largest items of the rows, in bits: bytes fill one register, and
    words four. One register waits for the next, and eight leave no room for what comes between.
    """
    of_bytes = 64 if _binding.get_host_cpu_features().get("avx512bw") else 32
    return of_bytes if size == 8 else of_bytes // 2


def _written(module: Llvm, function: Callable[..., Any], like: Sequence[Operand]) -> Llvm:
    """Return a function of lanes for arguments like some, written into a module if it is not there.

    Its lines are run for a part of the lanes after another, in a loop, as far as lanes are used.
    """
    name = function.__name__
    if name in module.globals:
        return module.globals[name]
    truth = _llvm.IntType(1)
    arrays = [each if isinstance(each, TracedArray) else None for each in like]
    kinds = [_WORD, *(_WORD if each is None else each.pointer.type for each in arrays)]
    size = max(each.pointer.type.pointee.width for each in arrays if each and each.has_rows)
    answers = function.__annotations__["return"] == TRUTH
    result = truth if answers else _llvm.VoidType()
    written = _llvm.Function(module, _llvm.FunctionType(result, kinds), name)
    written.linkage = "internal"
    written.attributes.add("noinline")
    builder = _llvm.IRBuilder(written.append_basic_block())
    so_far = builder.alloca(truth)
    builder.store(truth(0), so_far)
    lanes = _part(size)
    used, *given = written.args
    parts = builder.udiv(builder.add(used, _WORD(lanes - 1)), _WORD(lanes))
    for part in times(Traced(builder, parts)):
        arguments: list[Traced | TracedPart] = []
        for argument, each in zip(given, arrays, strict=True):
            if each is None:
                arguments.append(Traced(builder, argument))
            else:
                argument.add_attribute("noalias")
                array = TracedArray(builder, argument, has_rows=each.has_rows)
                arguments.append(TracedPart(array, (part * lanes).value, lanes))
        answer = function(*arguments)
        if answers:
            builder.store(builder.or_(builder.load(so_far), answer.value), so_far)
    builder.ret(builder.load(so_far)) if answers else builder.ret_void()
    return written
