"""What the public modules offer, one by one, with the texts that stand under it."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import attrs

PACKAGE = "westeros_intrigue"
MODULES = tuple(PACKAGE + suffix for suffix in ("", ".testing", ".bulk", ".notebook"))


@attrs.frozen(eq=False)
class Named:
    """A public class, function, method or property."""

    path: str
    """Its name, with its class and module."""
    thing: object
    """A class, a function or a property; of a class method the function in it."""
    owner: type | None = None
    """The class whose method or property it is."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.thing) or ""

    @property
    def sections(self) -> dict[str, str]:
        """The text of each section, such as `Raises`."""
        found = re.split(r"(?m)^(Args|Raises|Rules):(?: |\n)", self.doc)
        return dict(zip(found[1::2], found[2::2], strict=True))

    @property
    def entries(self) -> dict[str, str]:
        """What the section `Args` says of each argument."""
        found = re.split(r"(?m)^    (\w+): ", self.sections.get("Args", ""))
        return dict(zip(found[1::2], found[2::2], strict=True))

    @property
    def returned(self) -> str:
        """The type of what it returns or is, as text."""
        function = self.thing.fget if isinstance(self.thing, property) else self.thing
        return str(inspect.signature(function).return_annotation)  # type: ignore[arg-type]

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """What a caller gives, without `self`, `cls` and what Hypothesis gives."""
        if isinstance(self.thing, property):
            return {}
        try:
            found = inspect.signature(self.thing).parameters  # type: ignore[arg-type]
        except ValueError:
            return {}
        private = getattr(self.thing, "__annotations__", {})
        return {
            name: parameter
            for name, parameter in found.items()
            if not (self.owner and name in {"self", "cls"})
            and f"_{name}" not in private
            and parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
        }


def is_ours(cls: type) -> bool:
    return cls.__module__.startswith(PACKAGE)


def examples(text: str) -> str:
    """The lines of the examples in a docstring, without what they show."""
    return "\n".join(re.findall(r"(?m)^ *(?:>>>|\.\.\.) (.*)$", text))


def uses(text: str, name: str) -> bool:
    """Whether an example in a docstring uses a name."""
    return re.search(rf"\b{name}\b", examples(text)) is not None


@cache
def public() -> tuple[Named, ...]:
    """Every public class and function."""
    found = []
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in module.__all__:
            thing = getattr(module, name)
            if (inspect.isclass(thing) and is_ours(thing)) or inspect.isfunction(thing):
                found.append(Named(f"{module_name}.{name}", thing))
    return tuple(found)


CLASSES = [named for named in public() if inspect.isclass(named.thing)]
FUNCTIONS = [named for named in public() if inspect.isfunction(named.thing)]


def _members(named: Named) -> Iterator[Named]:
    cls = named.thing
    assert isinstance(cls, type)
    seen = set()
    for base in cls.__mro__:
        if not is_ours(base):
            continue
        for name, member in vars(base).items():
            plain = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
            if name.startswith("_") or name in seen or is_called_by_hypothesis(plain):
                continue
            if inspect.isfunction(plain) or isinstance(plain, property):
                seen.add(name)
                yield Named(f"{named.path}.{name}", plain, cls)


def is_called_by_hypothesis(function: object) -> bool:
    """Whether it is a rule or an invariant of a state machine, which nobody else calls."""
    return any(
        name.startswith("hypothesis_stateful") for name in vars(type(function)) or ()
    ) or any(name.startswith("hypothesis_stateful") for name in getattr(function, "__dict__", ()))


MEMBERS = [member for named in CLASSES for member in _members(named)]
METHODS = [member for member in MEMBERS if not isinstance(member.thing, property)]


@cache
def texts_under(cls: type) -> dict[str, str]:
    """The texts that stand under the names in the body of a class and of its bases."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if is_ours(base):
            found |= dict(_texts_under(base))
    return found


def _texts_under(cls: type) -> Iterator[tuple[str, str]]:
    tree = ast.parse(inspect.getsource(cls).lstrip())
    body = tree.body[0].body  # type: ignore[attr-defined]
    for field, text in pairwise(body):
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            target = field.targets[0] if isinstance(field, ast.Assign) else field
            named = getattr(target, "target", target)
            yield getattr(named, "id", ""), str(text.value.value)


def declared(cls: type) -> dict[str, str]:
    """The public attributes that a class declares, with their types as text."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if is_ours(base):
            found |= {name: str(kind) for name, kind in inspect.get_annotations(base).items()}
    if issubclass(cls, enum.Enum):
        found |= {member.name: cls.__name__ for member in cls}
    return {name: kind for name, kind in found.items() if not name.startswith("_")}
