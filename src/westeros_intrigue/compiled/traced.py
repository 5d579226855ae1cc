"""Functions of lanes as instructions: each runs once, on values that write down what it does.

A function of lanes computes with rows of NumPy arrays, and which lines it runs does not depend on
them. So it can be run with the rows of this module in their place: each operation adds a vector
instruction of LLVM. That compiles in a tenth of the time that numba needs for the same in loops.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from westeros_intrigue.compiled.lane_bits import LANES

_llvm: Any = importlib.import_module("llvmlite.ir")
Llvm = Any
"""A type, a value or a builder of llvmlite, which comes without types."""
PART = {8: 32, 64: 8}
"""The number of lanes that a function works on at once, by the size of the largest items of its
rows, in bits: more would fill more registers than processors have."""
TRUTH = "Truth"
"""The annotation of a function of lanes that returns a truth, `lane_bits.Truth`."""
Operand = Any
"""A traced value, an integer, a scalar or an array of NumPy."""


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
            value = change(value, _row_of(wanted, given.count) if is_row else wanted)
        if isinstance(kind, _llvm.VectorType) and not is_row:
            first = _llvm.Constant(_llvm.IntType(32), 0)
            one = self.builder.insert_element(_llvm.Constant(kind, _llvm.Undefined), value, first)
            everywhere = _llvm.Constant(_row_of(_llvm.IntType(32), kind.count), None)
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
        return _row_of(item, kind.count) if isinstance(kind, _llvm.VectorType) else item

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
    """An array of rows or integers in a function that is being written.

    Of a row it has the lanes of one part: from a number of a lane on, as many as `lanes`. An array
    of integers has None for that number. What was read or written is not read again.
    """

    def __init__(self, builder: Llvm, pointer: Llvm, first: Llvm | None, lanes: int) -> None:
        self._builder = builder
        self._kind, self._stride = pointer.type.pointee, 1
        if first is not None:
            self._kind, self._stride = _row_of(self._kind, lanes), LANES // lanes
            pointer = builder.bitcast(builder.gep(pointer, [first]), self._kind.as_pointer())
        self._pointer = pointer
        self._known: dict[int, Traced] = {}

    def _at(self, row: Operand) -> Llvm:
        whole = _llvm.IntType(64)
        if isinstance(row, int):
            return self._builder.gep(self._pointer, [constant(whole, row * self._stride)])
        return self._builder.gep(self._pointer, [(row * self._stride).value])

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
        row = _llvm.Constant(_row_of(self._kind, count), _llvm.Undefined)
        for lane in map(_llvm.IntType(32), range(count)):
            at = build.gep(self._pointer, [build.extract_element(places.value, lane)])
            row = build.insert_element(row, build.load(at, align=1), lane)
        return Traced(build, row)

    def __setitem__(self, row: int | Traced, value: Operand) -> None:
        is_traced = isinstance(value, Traced)
        stored = value._like(self._kind) if is_traced else constant(self._kind, value)
        self._builder.store(stored, self._at(row), align=1)
        if isinstance(row, int):
            self._known[row] = Traced(self._builder, stored)
        else:
            self._known.clear()


def _row_of(item: Llvm, count: int) -> Llvm:
    return _llvm.VectorType(item, count)


def constant(kind: Llvm, number: Operand) -> Llvm:
    """Return an integer as a constant of a type, or as all items of a row."""
    return _constant(kind, int(number))


# A constant writes its text once: of a row that is much.
@lru_cache(maxsize=512)
def _constant(kind: Llvm, number: int) -> Llvm:
    if not isinstance(kind, _llvm.VectorType):
        return kind(number)
    return kind([number % 2**kind.element.width] * kind.count)


def write_function(
    module: Llvm, function: Callable[..., Any], items: Sequence[tuple[int, bool] | None]
) -> Llvm:
    """Write a function of lanes into a module of LLVM, and return it.

    Its lines are run for a part of the lanes after another, in a loop.

    Args:
        module: the module; a function that it has already is not written again.
        function: the function of lanes.
        items: for each argument None if it is an integer; if it is an array, the size of its
            integers in bits, and whether it has rows of them.
    """
    name = f"lanes.{function.__module__}.{function.__name__}"
    if name in module.globals:
        return module.globals[name]
    whole, truth = _llvm.IntType(64), _llvm.IntType(1)
    kinds = [whole if item is None else _llvm.IntType(item[0]).as_pointer() for item in items]
    lanes = PART[max(item[0] for item in items if item is not None and item[1])]
    answers = function.__annotations__["return"] == TRUTH
    result = truth if answers else _llvm.VoidType()
    written = _llvm.Function(module, _llvm.FunctionType(result, kinds), name)
    written.linkage = "internal"
    written.attributes.add("noinline")
    entry, loop, end = (written.append_basic_block() for _ in range(3))
    builder = _llvm.IRBuilder(entry)
    builder.branch(loop)
    builder.position_at_end(loop)
    first, before = builder.phi(whole), builder.phi(truth)
    arguments: list[Traced | TracedArray] = []
    for argument, item in zip(written.args, items, strict=True):
        if item is None:
            arguments.append(Traced(builder, argument))
        else:
            argument.add_attribute("noalias")
            arguments.append(TracedArray(builder, argument, first if item[1] else None, lanes))
    answer = function(*arguments)
    so_far = builder.or_(before, answer.value) if answers else before
    following = builder.add(first, whole(lanes))
    for block, number, known in ((entry, whole(0), truth(0)), (loop, following, so_far)):
        first.add_incoming(number, block)
        before.add_incoming(known, block)
    builder.cbranch(builder.icmp_unsigned("<", following, whole(LANES)), loop, end)
    builder.position_at_end(end)
    builder.ret(so_far) if answers else builder.ret_void()
    return written
