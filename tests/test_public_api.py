"""The public names, their signatures and fields, against tests/public_api.txt.

Where a change is meant, describe it in a file of `changes`, and renew the file of names:

    cd tests && python -m test_public_api
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from helpers.cases import MODULES, own_names
from typing_extensions import TypeAliasType

import westeros_intrigue
from westeros_intrigue import STANDARD

PINNED = Path(__file__).with_name("public_api.txt")
_MODULES = {path.stem for path in Path(westeros_intrigue.__file__).parent.rglob("*.py")}
MODULE_BEFORE_NAME = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(_MODULES))})\.(?=[A-Z])")
# What the language calls, where a public class says what it does.
SPECIAL = ("__call__", "__contains__", "__getitem__", "__iter__", "__len__")


def described(module: str) -> str:
    """The names that a module has and the root has not, with what programs can depend on."""
    public = importlib.import_module(module)
    lines = [f"# {module}"]
    for name in sorted(own_names(public)):
        lines += list(_described(name, getattr(public, name)))
    return MODULE_BEFORE_NAME.sub("", "\n".join(lines) + "\n")


def _described(name: str, thing: object) -> Iterator[str]:
    if inspect.isclass(thing) and inspect.getmodule(thing) is not None:
        bases = ", ".join(base.__name__ for base in thing.__bases__)
        yield f"class {name}({bases})"
        yield from (f"    {line}" for line in _members(thing))
    elif inspect.isroutine(thing):
        yield f"{name}{_signature(thing)}"
    elif isinstance(thing, TypeAliasType):
        yield f"{name} = {_plain(str(thing.__value__))}"
    else:
        yield f"{name}: {type(thing).__name__}".replace("UnionType", "Union")  # before Python 3.14


def _members(cls: type) -> Iterator[str]:
    if issubclass(cls, enum.Enum):
        yield from (f"{member.name} = {member.value!r}" for member in cls)
    if attrs.has(cls):
        yield from (_field(field) for field in attrs.fields(cls) if _is_public(field))
    fields = {field.name for field in attrs.fields(cls)} if attrs.has(cls) else set()
    if hasattr(cls, "__total__"):
        fields.update(cls.__annotations__)
        keys = sorted(cls.__annotations__.items())
        yield from (_plain(f"attribute {key}: {kind}") for key, kind in keys)
        return
    if not attrs.has(cls) and not issubclass(cls, enum.Enum) and inspect.isfunction(cls.__init__):
        yield f"__init__{_signature(cls.__init__)}"
    if not attrs.has(cls):
        yield from _declared(cls)
    # A base that bears another name than the package's own is none that a program names.
    hidden = [base for base in cls.__mro__[1:] if base.__module__.startswith("westeros_intrigue.")]
    inherited = {name: member for base in reversed(hidden) for name, member in vars(base).items()}
    for name, member in sorted({**inherited, **vars(cls)}.items()):
        if (name.startswith("_") and name not in SPECIAL) or name in fields:
            continue
        if isinstance(member, (classmethod, staticmethod)):
            yield f"{type(member).__name__} {name}{_signature(member.__func__)}"
        elif inspect.isfunction(member):
            yield f"{name}{_signature(member)}"
        elif isinstance(member, property):
            yield f"property {name}: {_type_of(cls, name, member)}"


def _declared(cls: type) -> Iterator[str]:
    # Of classes that are not of attrs, such as exceptions, the attributes that they declare.
    for base in cls.__mro__:
        if base.__module__.startswith("westeros_intrigue") and not attrs.has(base):
            for key, kind in sorted(inspect.get_annotations(base).items()):
                if not key.startswith("_"):
                    yield _plain(f"attribute {key}: {kind}")


def _type_of(cls: type, name: str, member: property) -> object:
    # A property that is a part of another value has its type where its name stands.
    declared = (inspect.get_annotations(base).get(name) for base in cls.__mro__)
    kind = next(filter(None, declared), None)
    if kind is None:
        assert member.fget is not None
        kind = inspect.signature(member.fget).return_annotation
    return kind.__name__ if inspect.isclass(kind) else kind


def _field(field: attrs.Attribute[object]) -> str:
    default = "" if field.default is attrs.NOTHING else f" = {_plain(repr(field.default))}"
    kind = field.type.__name__ if inspect.isclass(field.type) else field.type
    return f"{'keyword ' if field.kw_only else ''}{field.alias}: {kind}{default}"


def _is_public(field: attrs.Attribute[object]) -> bool:
    return field.init and not field.name.startswith("_")


def _signature(function: object) -> str:
    assert callable(function)
    return _plain(str(inspect.signature(function)))


def _plain(text: str) -> str:
    # Without quotes around annotations, addresses, and what differs with Hypothesis's version.
    text = text.replace(repr(STANDARD), "STANDARD")
    text = re.sub(r"ForwardRef\('([^']*)'(, \w+=[^,)]*)*\)", r"\1", text)
    text = re.sub(r"(?<!')'([^']+)'(?!')", r"\1", text)
    text = text.replace("hypothesis.strategies._internal.strategies.", "st.")
    text = text.replace("hypothesis.strategies.", "st.").replace("typing.", "")
    text = re.sub(r"westeros_intrigue\.(\w+\.)*(?=[A-Z])", "", text)
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def pinned(module: str) -> str:
    """What the file says of a module."""
    sections = re.split(r"(?m)^(?=# )", PINNED.read_text("utf-8"))
    return next((text for text in sections if text.startswith(f"# {module}\n")), "")


@pytest.mark.parametrize("module", MODULES)
def test_nothing_public_changes_unnoticed(module: str) -> None:
    assert described(module).rstrip() == pinned(module).rstrip(), (
        f"{module} is not what tests/public_api.txt says. If this is meant, say it in `changes` "
        "and run: cd tests && python -m test_public_api"
    )


if __name__ == "__main__":
    PINNED.write_text("\n".join(map(described, MODULES)), "utf-8")
