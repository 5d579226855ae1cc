"""The terms of matches and simulations as data, for their files and results."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import attrs

from westeros_intrigue.base.options import TableOptions, options_data
from westeros_intrigue.data import DOCUMENTS
from westeros_intrigue.data.codecs import Codec
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.rules.variants import Variant

# Terms are compared with those of a file, and never read from it.
_OPTIONS: Codec[Any] = Codec(options_data, lambda data: data, {"type": "object"})
_CODECS = Codecs({Variant: DOCUMENTS.codec_of(Variant), TableOptions: _OPTIONS})


def terms_data(terms: attrs.AttrsInstance, *, without: Container[str]) -> dict[str, Any]:
    """Return the fields of terms as plain data, but for some."""
    cls = type(terms)
    names = [each.name for each in attrs.fields(cls) if each.name not in without]
    data: Any = _CODECS.record(cls, names).write(terms)
    return {**data}
