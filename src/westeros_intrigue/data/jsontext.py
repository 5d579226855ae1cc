"""JSON text: written in one way only, and read without trust.

`json` of the standard library takes more than JSON is: doubled keys, NaN and infinities. Whatever
no value of the library can have becomes an `Unreadable`, which every codec refuses with its place.
"""

from __future__ import annotations

import json
from collections import Counter

from westeros_intrigue.base.errors import WrongType, fault
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.data.codecs import Data, Unreadable, described

DEFAULT_SIZE_LIMIT = 1_000_000
"""Many times the longest game of the rulebook."""
_LONGEST_INTEGER = 17  # as 2**53 - 1 has 16 digits, and there may be a sign


def dumped(data: Data) -> str:
    """Return the one JSON text of data: no spaces, ASCII only, keys in the order of the data."""
    return _ENCODER.encode(data)


def parsed(document: str | bytes, size_limit: int) -> object:
    """Return the data of a JSON text; a DecodingError if it is too large, or is no JSON."""
    check_integer("size_limit", size_limit, 1)
    if not isinstance(document, str | bytes):
        raise WrongType(f"a JSON text is a str or bytes, not {type(document).__name__}")
    if len(document) > size_limit:
        raise fault(f"the text is longer than {size_limit}, and so not parsed")
    try:
        text = document if isinstance(document, str) else document.decode()
        # Some editors put a mark of the byte order before the text.
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
    # Python needs quadratic time for long integers, and refuses to read very long ones.
    if len(digits) > _LONGEST_INTEGER:
        return Unreadable("an integer beyond 2^53")
    # JSON knows -0, which is not how 0 is written.
    return int(digits) if digits != "-0" else Unreadable("-0")


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=lambda _digits: Unreadable("a fraction"),
    parse_constant=Unreadable,
)
