"""The processor's instructions for a few functions of `board`, `network` and `chance`.

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
from westeros_intrigue.lab.simulation import board, network

# As in `compiler`: Any to every checker.
_numba: Any = importlib.import_module("numba")
_extending: Any = importlib.import_module("numba.extending")
_cgutils: Any = importlib.import_module("numba.core.cgutils")
_llvm: Any = importlib.import_module("llvmlite.ir")

_unsigned, _signed = _numba.uint64, _numba.int64
# In numba, a uint64 and another integer combine to a float, so each constant is a uint64.
_MIX_1, _MIX_2 = np.uint64(chance.MIX_1), np.uint64(chance.MIX_2)
_SIGNED_STEP = chance.STEP - 2**64
_11, _27, _30, _31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


_ODD = board.ODD
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
_ROW, _SUMS = (_vector(kind, network.SUM_COUNT) for kind in (_INT16, _INT32))
_UNITS, _WORTHS = (_vector(kind, network.UNIT_COUNT) for kind in (_INT32, _INT64))
_PAIRS, _PRODUCTS = (_vector(kind, 2 * network.UNIT_COUNT) for kind in (_INT16, _INT32))
_ZERO = _INT64(0)


def _load(builder: _Code, start: _Code, at: _Code, kind: _Code) -> _Code:
    """Return a vector of a type whose first item has the index `at`."""
    place = builder.bitcast(builder.gep(start, [at]), kind.as_pointer())
    return builder.load(place, align=kind.element.width // 8)


def _store(builder: _Code, vector: _Code, start: _Code) -> None:
    place = builder.bitcast(start, vector.type.as_pointer())
    builder.store(vector, place, align=vector.type.element.width // 8)


def _pick(builder: _Code, vector: _Code, items: Sequence[int]) -> _Code:
    """Return a vector of some items of a vector."""
    picked = _llvm.Constant(_vector(_INT32, len(items)), [*items])
    return builder.shuffle_vector(vector, vector, picked)


def _clamp(builder: _Code, vector: _Code, most: int) -> _Code:
    """Return a vector with each number moved into the range from 0."""
    for comparison, limit in (("<", most), (">", 0)):
        limits = _llvm.Constant(vector.type, [limit] * vector.type.count)
        is_within = builder.icmp_signed(comparison, vector, limits)
        vector = builder.select(is_within, vector, limits)
    return vector


def _change(builder: _Code, total: _Code, operation: Callable[..., _Code], value: _Code) -> None:
    """Change a variable, which LLVM keeps in registers; one of numba would be in memory."""
    builder.store(operation(builder.load(total), value), total)


def _write_add_rows(context: _Code, builder: _Code, parts: Sequence[_Code]) -> _Code:
    sums, rows, changes, shift, totals = parts
    total = _cgutils.alloca_once_value(builder, _load(builder, sums, _ZERO, _SUMS))
    for operation, *places in (
        (builder.add, network.COUNT_ADDED, network.ADDED),
        (builder.sub, network.COUNT_REMOVED, network.REMOVED),
    ):
        count, numbers = (builder.gep(changes, [_INT64(place)]) for place in places)
        with _cgutils.for_range(builder, builder.load(count)) as loop:
            number = builder.load(builder.gep(numbers, [loop.index]))
            at = builder.mul(builder.add(number, shift), _INT64(_ROW.count))
            row = builder.sext(_load(builder, rows, at, _ROW), _SUMS)
            _change(builder, total, operation, row)
    _store(builder, builder.load(total), totals)
    return context.get_dummy_value()


def _write_weigh_layers(_context: _Code, builder: _Code, parts: Sequence[_Code]) -> _Code:
    sums, second, biases, last = parts
    layer = _clamp(builder, _load(builder, sums, _ZERO, _SUMS), network.MOST)
    layer = builder.trunc(layer, _ROW)
    _store(builder, layer, sums)
    units = _weigh_units(builder, layer, sums, second, _load(builder, biases, _ZERO, _UNITS))
    units = _clamp(builder, units, 2**31 - 1)
    units = builder.lshr(units, _llvm.Constant(_UNITS, [network.UNIT_BITS] * _UNITS.count))
    worths = builder.mul(builder.zext(units, _WORTHS), _load(builder, last, _ZERO, _WORTHS))
    kind = _llvm.FunctionType(_INT64, [_WORTHS])
    name = f"llvm.vector.reduce.add.v{_WORTHS.count}i64"
    add_up = _cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(add_up, [worths])


def _weigh_units(
    builder: _Code, numbers: _Code, layer: _Code, second: _Code, biases: _Code
) -> _Code:
    """Return the biases plus the products of a layer and the rows of its pairs of numbers."""
    layer = builder.bitcast(layer, _INT32.as_pointer())
    pairs = builder.bitcast(numbers, _vector(_INT32, _ROW.count // 2))
    has_any = builder.icmp_signed("!=", pairs, _llvm.Constant(pairs.type, None))
    bits = builder.bitcast(has_any, _INT64)
    left, total = (_cgutils.alloca_once_value(builder, value) for value in (bits, biases))
    with _cgutils.for_range(builder, builder.ctpop(bits)):
        bits = builder.load(left)
        at = builder.cttz(bits, _IS_ANY_SET)
        _change(builder, left, builder.and_, builder.sub(bits, _INT64(1)))
        pair = builder.load(builder.gep(layer, [at]), align=2)
        pair = builder.insert_element(_llvm.Constant(_UNITS, _llvm.Undefined), pair, _INT32(0))
        pair = builder.bitcast(_pick(builder, pair, [0] * _UNITS.count), _PAIRS)
        factors = _load(builder, second, builder.mul(at, _INT64(_PAIRS.count)), _PAIRS), pair
        # Processors have one instruction that multiplies two pairs and adds the products.
        products = builder.mul(*(builder.sext(factor, _PRODUCTS) for factor in factors))
        of_both = (_pick(builder, products, range(at, _PAIRS.count, 2)) for at in (0, 1))
        _change(builder, total, builder.add, builder.add(*of_both))
    return builder.load(total)


def _by(returned: _Code, write: Callable[..., _Code]) -> Callable[..., _Code]:
    """Tell numba the result of a function, and how to write the code for it."""

    def write_call(context: _Code, builder: _Code, signature: _Code, values: _Code) -> _Code:
        parts = []
        for at, kind in enumerate(signature.args[0].types):
            value = builder.extract_value(values[0], at)
            if hasattr(kind, "dtype"):
                value = context.make_array(kind)(context, builder, value).data
            parts.append(value)
        return write(context, builder, parts)

    instructions: _Code = _extending.intrinsic(
        lambda _context, values: (returned(values), write_call)
    )
    return lambda *values: lambda *values: instructions(values)  # noqa: ARG005


_IS_ANY_SET = _llvm.Constant(_llvm.IntType(1), 1)
_extending.overload(board.popcount)(
    _by(_numba.int64, lambda _context, builder, bits: builder.ctpop(*bits))
)
_extending.overload(board.lowest)(
    _by(_numba.int64, lambda _context, builder, bits: builder.cttz(*bits, _IS_ANY_SET))
)
_extending.overload(network.add_rows)(_by(_numba.void, _write_add_rows))
_extending.overload(network.weigh_layers)(_by(_numba.int64, _write_weigh_layers))

WRITTEN = (
    board.popcount, board.lowest, board.mix, network.add_rows, network.weigh_layers,
    chance.skip_numbers, chance.scramble,
)  # fmt: skip
"""The functions whose instructions are written here."""
