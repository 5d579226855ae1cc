"""The processor's instructions for a few functions of `board` and `chance`.

Called from Python, these functions are plain Python. In their place, numba compiles the
instructions here: of bits, of integers that overflow, and of vectors, with which the network's
layers take a fraction of the time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from westeros_intrigue.gamekit import chance
from westeros_intrigue.lab.simulation import board

_numba: Any = importlib.import_module("numba")
_extending: Any = importlib.import_module("numba.extending")
_cgutils: Any = importlib.import_module("numba.core.cgutils")
_llvm: Any = importlib.import_module("llvmlite.ir")

_ODD = 0x1E3779B97F4A7C15
_unsigned, _signed = _numba.uint64, _numba.int64
# In numba, a uint64 and another integer combine to a float, so each constant is a uint64.
_MIX_1, _MIX_2 = np.uint64(chance.MIX_1), np.uint64(chance.MIX_2)
_SIGNED_STEP = chance.STEP - 2**64
_11, _27, _30, _31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


def _instruction(generate: Callable[[Any, Any], object]) -> Any:  # noqa: ANN401 - an intrinsic
    """Return a processor instruction on an integer, in the language of LLVM."""

    # numba asks for type and code.
    def describe(_context: object, _bits: object) -> tuple[object, Callable[..., object]]:
        signature = _numba.int64(_numba.int64)
        return signature, lambda _context, builder, _signature, bits: generate(builder, bits[0])

    return _extending.intrinsic(describe)


_IS_ANY_SET = _llvm.Constant(_llvm.IntType(1), 1)
_ctpop = _instruction(lambda builder, bits: builder.ctpop(bits))
_cttz = _instruction(lambda builder, bits: builder.cttz(bits, _IS_ANY_SET))
# numba takes the types from the outer function and the code from the inner one.
_extending.overload(board.popcount)(lambda bits: lambda bits: _ctpop(bits))  # noqa: ARG005, PLW0108
_extending.overload(board.lowest)(lambda bits: lambda bits: _cttz(bits))  # noqa: ARG005, PLW0108
# Overflow of 64-bit integers is intended here; the high bits of the product are well mixed.
_extending.overload(board.mix)(
    lambda signature, word: lambda signature, word: (signature ^ signature >> 29 ^ word) * _ODD  # noqa: ARG005
)
_extending.overload(chance.skip_numbers)(
    lambda number, count: lambda number, count: number + count * _SIGNED_STEP  # noqa: ARG005
)


def _scramble(number: Any) -> Any:  # noqa: ANN401 - an int64
    word = _unsigned(number)
    word = (word ^ word >> _30) * _MIX_1
    word = (word ^ word >> _27) * _MIX_2
    return _signed((word ^ word >> _31) >> _11)


def _how_to_scramble(number: Any) -> Any:  # noqa: ANN401, ARG001 - a type of numba
    return _scramble


_extending.overload(chance.scramble)(_how_to_scramble)


_Code = Any
"""A value, a type or a builder, of LLVM or numba."""
_INT16, _INT32, _INT64 = (_llvm.IntType(bits) for bits in (16, 32, 64))
_vector: _Code = _llvm.VectorType
_ROW, _SUMS = (_vector(kind, board.SUM_COUNT) for kind in (_INT16, _INT32))
_WEIGHTS, _UNITS = (_vector(kind, board.UNIT_COUNT) for kind in (_INT16, _INT32))
_PAIRS, _PRODUCTS = (_vector(kind, 2 * board.UNIT_COUNT) for kind in (_INT16, _INT32))
_ZERO = _INT64(0)


def _numbers(items: Sequence[int]) -> _Code:
    return _llvm.Constant(_vector(_INT32, len(items)), [*items])


def _as_it_is(module: _Code) -> _Code:
    """Return the mark of a loop that LLVM does not unroll."""
    rule = module.add_metadata(["llvm.loop.unroll.disable"])
    mark = _llvm.MDValue(module, [rule], name=str(len(module.metadata)))
    mark.operands = (mark, rule)
    return mark


class _Vectors:
    """Instructions on vectors, which LLVM divides into those of the processor."""

    def __init__(self, builder: _Code) -> None:
        self.builder = builder

    def load(self, start: _Code, at: _Code, kind: _Code) -> _Code:
        """Load a vector of a type whose first item has the index `at`."""
        place = self.builder.bitcast(self.builder.gep(start, [at]), kind.as_pointer())
        return self.builder.load(place, align=kind.element.width // 8)

    def store(self, vector: _Code, start: _Code, at: _Code) -> None:
        """Store a vector from the index `at` on."""
        place = self.builder.bitcast(self.builder.gep(start, [at]), vector.type.as_pointer())
        self.builder.store(vector, place, align=vector.type.element.width // 8)

    def pick(self, vector: _Code, items: Sequence[int]) -> _Code:
        """Return a vector of some items of a vector."""
        return self.builder.shuffle_vector(vector, vector, _numbers(items))

    def spread(self, number: _Code, count: int) -> _Code:
        """Return a vector of equal numbers."""
        vector = _llvm.Constant(_vector(number.type, count), _llvm.Undefined)
        return self.pick(self.builder.insert_element(vector, number, _INT32(0)), [0] * count)

    def clamp(self, vector: _Code, least: int, most: int) -> _Code:
        """Return a vector with each number moved into a range."""
        for comparison, limit in (("<", most), (">", least)):
            limits = _llvm.Constant(vector.type, [limit] * vector.type.count)
            is_within = self.builder.icmp_signed(comparison, vector, limits)
            vector = self.builder.select(is_within, vector, limits)
        return vector

    def repeat(
        self,
        first: Sequence[_Code],
        goes_on: Callable[..., _Code],
        step: Callable[..., Sequence[_Code]],
    ) -> Sequence[_Code]:
        """Repeat a step on some values; return the values at the end.

        A loop of numba would keep a vector in memory.
        """
        builder = self.builder
        before = builder.block
        check, body, after = (builder.append_basic_block() for _ in range(3))
        builder.branch(check)
        builder.position_at_end(check)
        now = [builder.phi(value.type) for value in first]
        builder.cbranch(goes_on(*now), body, after)
        builder.position_at_end(body)
        later = step(*now)
        last = builder.block
        again = builder.branch(check)
        again.set_metadata("llvm.loop", _as_it_is(builder.module))
        for value, at_first, at_last in zip(now, first, later, strict=True):
            value.add_incoming(at_first, before)
            value.add_incoming(at_last, last)
        builder.position_at_end(after)
        return now

    def add_all(self, rows: _Code, numbers: _Code, first: _Code, end: _Code) -> _Code:
        """Return the sum in 16 bits of the rows of the numbers between two indices."""
        builder = self.builder

        def step(at: _Code, total: _Code) -> Sequence[_Code]:
            number = builder.mul(builder.load(builder.gep(numbers, [at])), _INT64(_ROW.count))
            row = self.load(rows, number, _ROW)
            return builder.add(at, _INT64(1)), builder.add(total, row)

        return self.repeat(
            (first, _llvm.Constant(_ROW, None)),
            lambda at, _: builder.icmp_signed("<", at, end),
            step,
        )[1]

    def change(  # noqa: PLR0917 - the facts of `add_rows`
        self, total: _Code, rows: _Code, numbers: _Code, end: _Code, most: _Code,
        operation: Callable[..., _Code],
    ) -> _Code:  # fmt: skip
        """Return a total in 32 bits changed by the sums of up to `most` rows at a time."""
        builder = self.builder

        def step(first: _Code, total: _Code) -> Sequence[_Code]:
            last = builder.add(first, most)
            last = builder.select(builder.icmp_signed("<", last, end), last, end)
            part = self.add_all(rows, numbers, first, last)
            return last, operation(total, builder.sext(part, total.type))

        return self.repeat(
            (_ZERO, total), lambda first, _: builder.icmp_signed("<", first, end), step
        )[1]

    def weigh_units(self, numbers: _Code, layer: _Code, second: _Code) -> _Code:
        """Return the sums of the products of a layer and the rows of its pairs of numbers."""
        builder = self.builder
        layer = builder.bitcast(layer, _INT32.as_pointer())

        # Processors have one instruction that multiplies two pairs and adds the products.
        def step(left: _Code, total: _Code) -> Sequence[_Code]:
            at = builder.cttz(left, _IS_ANY_SET)
            row = self.load(second, builder.mul(at, _INT64(_PAIRS.count)), _PAIRS)
            pair = self.spread(builder.load(builder.gep(layer, [at]), align=2), _UNITS.count)
            factors = row, builder.bitcast(pair, _PAIRS)
            products = builder.mul(*(builder.sext(each, _PRODUCTS) for each in factors))
            of_both = (self.pick(products, range(first, _PAIRS.count, 2)) for first in (0, 1))
            left = builder.and_(left, builder.sub(left, _INT64(1)))
            return left, builder.add(total, builder.add(*of_both))

        pairs = builder.bitcast(numbers, _vector(_INT32, _ROW.count // 2))
        has_any = builder.icmp_signed("!=", pairs, _llvm.Constant(pairs.type, None))
        return self.repeat(
            (builder.bitcast(has_any, _INT64), _llvm.Constant(_UNITS, None)),
            lambda left, _: builder.icmp_signed("!=", left, _ZERO),
            step,
        )[1]


def _parts(context: _Code, builder: _Code, kinds: _Code, values: _Code) -> list[_Code]:
    """Return a pointer to the numbers of each array, and the other values unchanged."""
    parts = []
    for at, kind in enumerate(kinds):
        value = builder.extract_value(values, at)
        is_array = hasattr(kind, "dtype")
        parts.append(context.make_array(kind)(context, builder, value).data if is_array else value)
    return parts


def _write_add_rows(
    context: _Code, builder: _Code, kinds: Sequence[_Code], parts: Sequence[_Code]
) -> _Code:
    sums, rows, numbers, added, more, removed, fewer, shift, most, totals = parts
    vectors, one = _Vectors(builder), _INT64(1)
    rows = builder.gep(rows, [builder.mul(shift, _INT64(_ROW.count))])
    most = builder.select(builder.icmp_signed("<", most, one), one, most)
    total = vectors.load(sums, _ZERO, _SUMS)
    for operation, first, count in ((builder.add, added, more), (builder.sub, removed, fewer)):
        some = builder.gep(numbers, [first])
        total = vectors.change(total, rows, some, count, most, operation)
    if kinds[-1].dtype.bitwidth == _INT16.width:
        total = builder.trunc(vectors.clamp(total, -(2**15), 2**15 - 1), _ROW)
    vectors.store(total, totals, _ZERO)
    return context.get_dummy_value()


def _write_weigh_layers(
    _context: _Code, builder: _Code, _kinds: Sequence[_Code], parts: Sequence[_Code]
) -> _Code:
    sums, rows, lists, added, more, removed, fewer, layer, second, biases, last = parts
    vectors = _Vectors(builder)
    changes = (
        vectors.add_all(rows, builder.gep(lists, [first]), _ZERO, count)
        for first, count in ((added, more), (removed, fewer))
    )
    change = builder.sub(*changes)
    kind, name = _llvm.FunctionType(_ROW, [_ROW, _ROW]), f"llvm.sadd.sat.v{_ROW.count}i16"
    add_in_range = _cgutils.get_or_insert_function(builder.module, kind, name)
    numbers = builder.call(add_in_range, [vectors.load(sums, _ZERO, _ROW), change])
    numbers = vectors.clamp(numbers, 0, board.MOST)
    vectors.store(numbers, layer, _ZERO)
    total = vectors.weigh_units(numbers, layer, second)
    total = builder.add(total, vectors.load(biases, _ZERO, _UNITS))
    total = vectors.clamp(total, 0, 2**31 - 1)
    total = builder.lshr(total, _llvm.Constant(_UNITS, [board.UNIT_BITS] * _UNITS.count))
    weights = vectors.load(last, _ZERO, _WEIGHTS)
    long = _vector(_INT64, _UNITS.count)
    worth, count = builder.mul(builder.zext(total, long), builder.sext(weights, long)), long.count
    while count > 1:
        count //= 2
        halves = (vectors.pick(worth, range(first, first + count)) for first in (0, count))
        worth = builder.add(*halves)
    return builder.extract_element(worth, _INT32(0))


def _by(returned: _Code, write: Callable[..., _Code]) -> Callable[..., _Code]:
    """Tell numba the result of a function, and how to write the code for it."""

    def write_call(context: _Code, builder: _Code, signature: _Code, values: _Code) -> _Code:
        kinds = signature.args[0].types
        return write(context, builder, kinds, _parts(context, builder, kinds, values[0]))

    instructions: _Code = _extending.intrinsic(
        lambda _context, values: (returned(values), write_call)
    )
    return lambda *values: lambda *values: instructions(values)  # noqa: ARG005


_extending.overload(board.add_rows)(_by(_numba.void, _write_add_rows))
_extending.overload(board.weigh_layers)(_by(_numba.int64, _write_weigh_layers))

WRITTEN = (
    board.popcount, board.lowest, board.mix, board.add_rows, board.weigh_layers,
    chance.skip_numbers, chance.scramble,
)  # fmt: skip
"""The functions whose instructions are written here."""
