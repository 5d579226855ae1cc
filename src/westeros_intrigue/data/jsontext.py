"""The writing and strict reading of JSON text.

The module `json` also accepts texts that are not JSON: doubled keys, NaN and infinities. These
parts, and others that no value has, become an `Unreadable`; every codec refuses it with its place.
"""

from __future__ import annotations

import json
from collections import Counter

from westeros_intrigue.base.errors import WrongType, fault
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.data.codecs import Data, Unreadable, described

DEFAULT_SIZE_LIMIT = 1_000_000
"""The default limit in characters or bytes, many times the size of the longest game."""
_LONGEST_INTEGER = 17  # 2**53 - 1 has 16 digits, and a sign may precede them


def dump(data: Data) -> str:
    """Return data as JSON: without spaces, in ASCII, with the keys in the order of the data."""
    return _ENCODER.encode(data)


def parse(document: str | bytes, size_limit: int) -> object:
    """Return the data of a JSON text. Raise DecodingError if it is too long or not JSON."""
    size_limit = check_integer("size_limit", size_limit, 1)
    if not isinstance(document, str | bytes):
        raise WrongType(f"a JSON text is a str or bytes, not {type(document).__name__}")
    if len(document) > size_limit:
        raise fault(f"the text is longer than {size_limit}, and so not parsed")
    try:
        text = document if isinstance(document, str) else document.decode()
        # Some editors begin a file with a byte order mark.
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise fault(f"the text is not UTF-8, at byte {error.start}") from None
    except json.JSONDecodeError as error:
        reason = f"no JSON, at line {error.lineno}, column {error.colno}: {error.msg}"
        raise fault(reason) from None
    except RecursionError:
        raise fault("the text is nested too deeply") from None


def _object(pairs: list[tuple[str, object]]) -> object:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    [(doubled, _)] = Counter(key for key, _ in pairs).most_common(1)
    return Unreadable(f"an object with the key {described(doubled)} twice")


def _integer(digits: str) -> object:
    # Python reads long integers in quadratic time, and refuses very long ones.
    if len(digits) > _LONGEST_INTEGER:
        return Unreadable("an integer beyond 2^53")
    # JSON allows -0, but a document writes 0.
    return int(digits) if digits != "-0" else Unreadable("-0")


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=lambda _digits: Unreadable("a fraction"),
    parse_constant=Unreadable,
)
