"""Values of which a part could not be read, and checks of all the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import Any

import attrs


class NotRead(AttributeError):  # so that getattr returns its default
    """A check needs a field that could not be read."""


class Partial:
    """A value of a class as far as it could be read, for checks; a field may be missing.

    Fields with defaults have them, and properties and methods are those of the class.
    """

    def __init__(self, cls: type, values: Mapping[str, object]) -> None:
        """Store the fields that could be read, by name."""
        fields = attrs.fields(cls)
        usual = {each.name: each.default for each in fields if each.default is not attrs.NOTHING}
        self.__dict__.update({"__cls": cls, **usual, **values})

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a member of the class
        cls = self.__dict__.get("__cls", Partial)  # none while it is unpickled
        if attrs.has(cls) and name in attrs.fields_dict(cls):
            raise NotRead(name)
        return getattr(cls, name).__get__(self)


def all_faults(
    checks: Iterable[Iterable[tuple[str, str]]], unread: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the faults that each check yields until it needs what could not be read.

    Nothing is wrong at the paths in `unread`, of what could not be read.
    """
    for faults in checks:
        with suppress(NotRead):
            for path, reason in faults:
                if not is_under(path, unread):
                    yield path, reason


def is_under(path: str, others: Collection[str]) -> bool:
    """Return whether a path is one of some others, or of a part of theirs."""
    return any(part in others for part in accumulate(path.split("/"), "{}/{}".format))
