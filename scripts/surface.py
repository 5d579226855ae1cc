"""Compare the public names with those of the last release; refuse an unannounced break.

`tests/public_api.txt` lists the public names. The topmost section of the changelog, or a file of
`changes`, must name between back-ticks, with its class or function:

- a name, a member, a parameter or a base class that is gone;
- a parameter that is new and required, becomes required, has another default, or can no longer be
  given by place or by name;
- what has another kind, type or value.

griffe, which reads the source, does not know the constructors that attrs makes.

    python scripts/surface.py            since the last tag of a version
    python scripts/surface.py v1.0.0     since this tag or commit
"""

from __future__ import annotations

import argparse
import ast
import builtins
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
NAMES = "tests/public_api.txt"
Names = dict[str, str]
KIND = r"^(class|property|classmethod|staticmethod|attribute|keyword) "


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("base", nargs="?", help="a tag or a commit; by default the last version")
    base = parser.parse_args(arguments).base or last_version()
    if base is None:
        print("no version has been released yet")
        return 0
    now = read_names((ROOT / NAMES).read_text("utf-8"))
    breaks = [*list_breaks(read_names(ask_git("show", f"{base}:{NAMES}")), now)]
    refused = [(name, what) for name, what in breaks if not is_announced(name, announcements())]
    print(f"breaks since {base}: {len(breaks)}, of which {len(refused)} unannounced")
    for name, what in refused:
        print(f"refused: {name} {what}: let the old way work and warn, or announce the change")
    return int(bool(refused))


def read_names(text: str) -> Names:
    r"""Return the lines of a list of public names by dotted name.

    >>> names = read_names("# package\nclass Card(Value)\n    house: House\nsetup(players: int)")
    >>> [*names], names["package.Card.house"]
    (['package.Card', 'package.Card.house', 'package.setup'], 'house: House')
    """
    names: Names = {}
    module = owner = ""
    for line in text.splitlines():
        if line.startswith("# "):
            module = line.removeprefix("# ")
            continue
        words = re.sub(KIND, "", line.strip())
        name = re.split(r"\W", words, maxsplit=1)[0]
        if not line.startswith(" "):
            owner = name
        dotted = (module, owner, name) if line.startswith(" ") else (module, name)
        names[".".join(dotted)] = line.strip()
    return names


def list_breaks(before: Names, now: Names) -> Iterator[tuple[str, str]]:
    """Yield the names and parameters that programs can no longer use as before, and why.

    >>> [*list_breaks({"p.f": "f(a: int, *, b: int = 1)", "p.g": "g()"}, {"p.f": "f(a: int)"})]
    [('p.f(b)', 'is gone'), ('p.g', 'is gone')]
    """
    for name, line in before.items():
        if name not in now:
            yield name, "is gone"
            continue
        if kind_of(line) != kind_of(now[name]):
            yield name, f"was a {kind_of(line)}"
            continue
        if line.startswith("class "):
            yield from (
                (f"{name}({base})", "is no longer a base") for base in lost_bases(name, before, now)
            )
        elif type_of(line) != type_of(now[name]):
            yield name, f"was {type_of(line)}"
        old, new = (parameters(signature(name, names)) for names in (before, now))
        for each, what in compare_parameters(old, new):
            # A field that is gone has a line of its own.
            if not (what == "is gone" and line.startswith("class ")):
                yield f"{name}({each})", what


def kind_of(line: str) -> str:
    """Return what a line describes; a property is a value, as a field is.

    >>> kind_of("property width: int"), kind_of("place() -> Court"), kind_of("classmethod f()")
    ('value', 'function', 'classmethod')
    """
    if (kind := line.partition(" ")[0]) in {"class", "classmethod", "staticmethod"}:
        return kind
    return "function" if re.match(r"\w+\(", line) else "value"


def type_of(line: str) -> str:
    """Return the type of what a line gives: of a result, a property or a field; or a value.

    >>> type_of("f(a: int = 1) -> str"), type_of("name: str = ''"), type_of("STARK = 'S'")
    ('str', 'str', "'S'")
    """
    if kind_of(line) != "value":
        return line.rpartition(") -> ")[2] if ") -> " in line else ""
    name, given, value = re.sub(KIND, "", line).partition(": ")
    if not given or " = " in name:
        return line.partition(" = ")[2]
    return value.partition(" = ")[0]


def lost_bases(name: str, before: Names, now: Names) -> Iterator[str]:
    """Yield the bases of a class that it has no longer: public classes, and Python's own."""
    left = now[name]
    public = {name.rpartition(".")[2] for name, line in before.items() if kind_of(line) == "class"}
    for base in {*re.findall(r"\w+", before[name].partition("(")[2])} - {"object"}:
        if (base in public or hasattr(builtins, base)) and not re.search(rf"[(, ]{base}\b", left):
            yield base


def signature(name: str, names: Names) -> str:
    r"""Return the signature of a function, or of the constructor that attrs makes from fields.

    >>> signature("p.Card", read_names("# p\nclass Card(Value)\n    house: House\n"))
    'Card(house: House) -> None'
    """
    line = names[name]
    if not line.startswith("class "):
        return "" if kind_of(line) == "value" else line
    members = [names[each] for each in names if each.startswith(f"{name}.")]
    fields = [each for each in members if re.match(r"\w+: ", each)]
    keywords = [each.removeprefix("keyword ") for each in members if each.startswith("keyword ")]
    listed = [*fields, *(["*", *keywords] if keywords else [])]
    return f"{name.rpartition('.')[2]}({', '.join(listed)}) -> None"


class Parameter(NamedTuple):
    """How a parameter can be given."""

    place: int | None
    by_name: bool
    default: str | None


def parameters(line: str) -> dict[str, Parameter]:
    """Return the parameters of a signature.

    >>> parameters("play(seat: int, rng: Callable[[int], str] | None = None, **files) -> None")
    {'seat': Parameter(place=0, by_name=True, default=None), \
'rng': Parameter(place=1, by_name=True, default='None'), \
'files': Parameter(place=None, by_name=False, default='()')}
    >>> parameters("f(about: str = won by all)")["about"].default
    "'won by all'"
    """
    if "(" not in line:
        return {}
    line = re.sub(r"^(classmethod|staticmethod) ", "", line)
    while (plain := re.sub(r"<[^<>]*[^-<>]>", "...", line)) != line:  # values as Python shows them
        line = plain
    line = re.sub(r"= (\w+(?: \w+)+)(?=[,)])", r"= '\1'", line)  # the list has texts without quotes
    [function] = ast.parse(f"def {line}: ...").body
    if not isinstance(function, ast.FunctionDef):
        raise TypeError(line)
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(placed) - len(given.defaults)) + [*map(ast.unparse, given.defaults)]
    found = {
        each.arg: Parameter(place, place >= len(given.posonlyargs), default)
        for place, (each, default) in enumerate(zip(placed, defaults, strict=True))
    }
    for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        found[each.arg] = Parameter(
            None, by_name=True, default=ast.unparse(value) if value else None
        )
    for more in filter(None, (given.vararg, given.kwarg)):
        found[more.arg] = Parameter(None, by_name=False, default="()")
    return found


def compare_parameters(
    before: dict[str, Parameter], now: dict[str, Parameter]
) -> Iterator[tuple[str, str]]:
    """Yield the parameters of which a call can fail or mean something else, and why.

    >>> was = parameters("f(a, b=1)")
    >>> [*compare_parameters(was, parameters("f(b, *, a, c)"))]
    [('a', 'is no longer argument 1'), ('b', 'is no longer argument 2'), \
('b', 'is required now'), ('c', 'is new and required')]
    """
    left = [name for name, old in before.items() if name in now and old.place is not None]
    for name, old in before.items():
        if name == "self":
            continue
        if (new := now.get(name)) is None:
            yield name, "is gone"
            continue
        if old.place is not None and left.index(name) != new.place:
            yield name, f"is no longer argument {old.place + 1}"
        if old.by_name and not new.by_name:
            yield name, "can no longer be given by name"
        if old.default is not None and new.default is None:
            yield name, "is required now"
        elif old.default is not None and old.default != new.default:
            yield name, f"had the default {old.default}"
    for name, new in now.items():
        if name not in before and new.default is None:
            yield name, "is new and required"


def announcements() -> str:
    """Return the topmost section of the changelog, and the files that belong to it."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    topmost = changelog.split("\n## ", 2)[1]
    files = sorted(path for path in (ROOT / "changes").glob("*.md") if path.name != "README.md")
    return "\n".join([topmost, *(path.read_text("utf-8") for path in files)])


def is_announced(name: str, text: str) -> bool:
    """Return True if an entry has a name between back-ticks, with its class or function, if any.

    >>> is_announced("package.Card.house", "`Card.house` is gone"), is_announced("p.f(b)", "- `b`")
    (True, False)
    """
    *_, owner, last = re.findall(r"\w+", name)
    wanted = {owner, last} if "(" in name or owner[0].isupper() else {last}
    entries = re.split(r"\n(?=- |\n)", text)
    quoted = (re.findall(r"`([^`]+)`", entry) for entry in entries)
    return any(wanted <= {*re.findall(r"\w+", " ".join(words))} for words in quoted)


def last_version() -> str | None:
    """Return the last tag of a version before this commit; None before the first."""
    tags = ask_git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname").split()
    return next(iter(tags), None)


def ask_git(*words: str) -> str:
    """Return what git answers."""
    command = ("git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), *words)
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
