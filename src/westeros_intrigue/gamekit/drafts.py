"""Drafts: mutable copies of frozen values, and the way back, made from the fields of a class.

A move is made in a draft of the state, and the draft is then frozen. The values were checked when
the first of them was made, so neither way calls a constructor.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

D = TypeVar("D")
T = TypeVar("T")


def make_copiers(frozen: type[T], draft: type[D]) -> tuple[Callable[[Any], D], Callable[[Any], T]]:
    """Return two functions: from a frozen value to a draft with the same fields, and back.

    The way back takes the fields of the frozen class, whatever else the draft has. Without slots,
    the value takes over all attributes of the draft, which is not used afterwards. If both classes
    are the same and have slots, the way back copies a value.

    >>> from westeros_intrigue.gamekit import Agenda, Step, Task
    >>> @attrs.frozen
    ... class Heap:
    ...     stones: int
    ...     agenda: tuple[Step, ...] = ()
    >>> class Draft(Agenda):
    ...     __slots__ = ("agenda", "stones")
    >>> class Take(Task):
    ...     def do(self, draft):
    ...         draft.stones -= 2
    >>> thaw, freeze = make_copiers(Heap, Draft)
    >>> draft = thaw(Heap(5))
    >>> draft.push(Take(), Take())
    >>> draft.run()
    >>> freeze(draft)
    Heap(stones=1, agenda=())

    Args:
        frozen: the class of the values, made by attrs.
        draft: the class of the drafts; it has slots if the frozen class has.
    """
    if "__dict__" in dir(frozen):
        return _make_copiers_of_dicts(frozen, draft)
    names = [field.name for field in attrs.fields(frozen)]  # type: ignore[arg-type]
    # The setters of slots, which a frozen class still has.
    space: dict[str, Any] = {f"set_{name}": getattr(frozen, name).__set__ for name in names}
    space |= {"new": object.__new__, "frozen": frozen, "draft": draft}
    thaw = "".join(f"\n    made.{name} = value.{name}" for name in names)
    freeze = "".join(f"\n    set_{name}(made, value.{name})" for name in names)
    source = (
        f"def thaw(value):\n    made = new(draft){thaw}\n    return made\n"
        f"def freeze(value):\n    made = new(frozen){freeze}\n    return made\n"
    )
    # Twice as fast as loops over the fields.
    exec(source, space)  # noqa: S102 - the names of fields
    return space["thaw"], space["freeze"]


def _make_copiers_of_dicts(
    frozen: type[T], draft: type[D]
) -> tuple[Callable[[Any], D], Callable[[Any], T]]:
    """Return the functions for classes without slots, which copy one dict: the quickest copy."""
    new, assign = object.__new__, object.__setattr__

    def thaw(value: Any) -> D:  # noqa: ANN401 - of either class
        made = new(draft)
        # `dict.copy` would let values share their keys, and Python reads such attributes slower.
        made.__dict__ = dict(value.__dict__)
        return made

    def freeze(value: Any) -> T:  # noqa: ANN401 - as above
        made = new(frozen)
        assign(made, "__dict__", value.__dict__)
        return made

    return thaw, freeze
