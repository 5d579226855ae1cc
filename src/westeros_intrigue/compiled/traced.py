"""Functions of lanes as instructions: each runs once, on values that write down what it does.

A function of lanes computes with rows of NumPy arrays, and which lines it runs does not depend on
them. So it can be run with the rows of this module in their place: each operation adds a vector
instruction of LLVM. That compiles in a tenth of the time that numba needs for the same in loops.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from westeros_intrigue.compiled.lane_bits import LANES

_llvm: Any = importlib.import_module("llvmlite.ir")
Llvm = Any
"""A type, a value or a builder of llvmlite, which comes without types."""
TRUTH = "Truth"
"""The annotation of a function of lanes that returns a truth, `lane_bits.Truth`."""
Operand = Any
"""A traced value, an integer, a scalar or an array of NumPy."""


class Traced:
    """An integer, a row of integers or a row of truths in a function that is being written.

    It has those operations of NumPy that the lanes use. All integers in rows are unsigned.
    """

    # NumPy must leave operations with its scalars to this class.
    __array_ufunc__ = None

    def __init__(self, builder: Llvm, value: Llvm) -> None:
        self.builder, self.value = builder, value

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
        if isinstance(other, np.ndarray):
            kind = _row_of(_items(other), len(other))
            return self._like(kind), constant(kind, other)
        return self.value, constant(self.value.type, other)

    def _new(self, value: Llvm) -> Traced:
        return Traced(self.builder, value)

    def where(self, one: Operand, other: Operand) -> Traced:
        """Return one value where this is true, another elsewhere; constants are NumPy's."""
        kinds = [
            each.value.type if isinstance(each, Traced) else _row_of(_items(each), LANES)
            for each in (one, other)
        ]
        values = (
            each.value if isinstance(each, Traced) else constant(kind, each)
            for each, kind in zip((one, other), kinds, strict=True)
        )
        return self._new(self.builder.select(self.value, *values))

    def astype(self, kind: type[np.unsignedinteger[Any]]) -> Traced:
        """Return the row with items of another size."""
        return self._new(self._like(_row_of(_items(np.dtype(kind)), LANES)))

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
    "lshift": "shl", "rshift": "lshr", "mod": "urem",
}  # fmt: skip
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
for _name, _instruction in _OPERATIONS.items():
    setattr(Traced, f"__{_name}__", _operation(_instruction))
    setattr(Traced, f"__r{_name}__", _operation(_instruction, is_turned=True))
for _name, _sign in _COMPARISONS.items():
    setattr(Traced, f"__{_name}__", _comparison(_sign))


class TracedArray:
    """An array of rows or integers in a function that is being written."""

    def __init__(self, builder: Llvm, pointer: Llvm) -> None:
        self._builder, self._pointer = builder, pointer

    def _at(self, row: int | Traced) -> Llvm:
        index = row.value if isinstance(row, Traced) else _llvm.Constant(_llvm.IntType(64), row)
        return self._builder.gep(self._pointer, [index])

    def __getitem__(self, row: int | Traced) -> Traced:
        return Traced(self._builder, self._builder.load(self._at(row), align=1))

    def __setitem__(self, row: int | Traced, value: Operand) -> None:
        kind = self._pointer.type.pointee
        stored = value._like(kind) if isinstance(value, Traced) else constant(kind, value)
        self._builder.store(stored, self._at(row), align=1)


def _items(typed: Operand) -> Llvm:
    return _llvm.IntType(8 * typed.itemsize)


def _row_of(item: Llvm, count: int) -> Llvm:
    return _llvm.VectorType(item, count)


def constant(kind: Llvm, value: Operand) -> Llvm:
    """Return a constant of a type; an integer stands for all items of a row."""
    if not isinstance(kind, _llvm.VectorType):
        return _llvm.Constant(kind, int(value))
    items = value.tolist() if np.ndim(value) else [int(value)] * kind.count
    return _llvm.Constant(kind, [each % 2**kind.element.width for each in items])


def write_function(
    module: Llvm, function: Callable[..., Any], items: Sequence[tuple[int, bool] | None]
) -> Llvm:
    """Write a function of lanes into a module of LLVM, and return it.

    Args:
        module: the module; a function that it has already is not written again.
        function: the function of lanes.
        items: for each argument None if it is an integer; if it is an array, the size of its
            integers in bits, and whether it has rows of them.
    """
    name = f"lanes.{function.__module__}.{function.__name__}"
    if name in module.globals:
        return module.globals[name]
    kinds = [_llvm.IntType(64) if item is None else _pointer_to(*item) for item in items]
    answers = function.__annotations__["return"] == TRUTH
    result = _llvm.IntType(1) if answers else _llvm.VoidType()
    written = _llvm.Function(module, _llvm.FunctionType(result, kinds), name)
    written.linkage = "internal"
    written.attributes.add("noinline")
    builder = _llvm.IRBuilder(written.append_basic_block())
    arguments = []
    for argument, item in zip(written.args, items, strict=True):
        if item is not None:
            argument.add_attribute("noalias")
        arguments.append((Traced if item is None else TracedArray)(builder, argument))
    answer = function(*arguments)
    if answers:
        builder.ret(answer.value)
    else:
        builder.ret_void()
    return written


def _pointer_to(size: int, has_rows: bool) -> Llvm:  # noqa: FBT001 - of `items`
    item = _llvm.IntType(size)
    return (_row_of(item, LANES) if has_rows else item).as_pointer()
