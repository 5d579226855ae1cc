"""Links names and pages in backticks, and rule ids, in docstrings and on the pages.

Docstrings and pages are written for readers of the source, with backticks and bare ids.
"""

from __future__ import annotations

import ast
import enum
import inspect
import re
import sys
import typing
from collections import ChainMap
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import sphinx.util.inspect
import sphinx.util.typing
from docutils import nodes
from rule_sources import ROOT, SOURCE, SOURCE_ADDRESS
from rulebooks import FLAGSHIP, OTHERS, Book, book_of
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms import SphinxTransform

_BACKTICKS = re.compile(r"(?<![`:\w])`([^`]+)`(?![`_])")
_RULE = re.compile(r"(?<![\w`./])([a-z]+(?:\.[a-z]+(?:-[a-z]+)*)+)(?![\w`/])")
# Defaults to name rather than write out.
_DEFAULTS = {"throne_cards": "_THRONE_CARDS", "variant": "STANDARD"}
_COLON = "\0"
# Classes of two packages, and inherited members, are documented in the class that defines them.
_HEIRS = {
    "westeros_intrigue.View": "westeros_intrigue.Table",
    "westeros_intrigue.gamekit.GameOf": "westeros_intrigue.gamekit.Game",
    "westeros_intrigue.HouseRules": "westeros_intrigue.gamekit.Game",
    "westeros_intrigue.gamekit.Documents": "westeros_intrigue.documents.Documents",
    "westeros_intrigue.gamekit.Rule": "westeros_intrigue.rules.Rule",
    "westeros_intrigue.gamekit.Rulebook": "westeros_intrigue.rules.Rulebook",
    "westeros_intrigue.gamekit.Kind": "westeros_intrigue.rules.Kind",
    "westeros_intrigue.games.btwixt.FinalResult": "westeros_intrigue.FinalResult",
    "westeros_intrigue.games.monopoly.FinalResult": "westeros_intrigue.FinalResult",
    "westeros_intrigue.games.btwixt.Record": "westeros_intrigue.Record",
    "westeros_intrigue.games.monopoly.Record": "westeros_intrigue.Record",
    "westeros_intrigue.lab.matches.Estimate": "westeros_intrigue.lab.simulation.Estimate",
    "westeros_intrigue.lab.matches.MatchInterrupted": (
        "westeros_intrigue.lab.simulation.MatchInterrupted"
    ),
}
_printed: dict[tuple[str, ...], str] = {}
"""The names documented so far, by their text."""
# The library's functions make them, or users subclass them: nobody calls the constructor.
_WITHOUT_SIGNATURE = {
    "GameState",
    "NotebookTable",
    "RandomSource",
    "SimulatedRounds",
    "Table",
}


def _target(book: Book, text: str) -> str | None:
    """Return the public name that a text in backticks means, such as `Court.rows` or `setup()`."""
    name = text.removesuffix("()")
    first, *rest = name.split(".")
    home = next((found for one in (book, FLAGSHIP) if (found := one.home(first))), None)
    if home is None or not re.fullmatch(r"[\w.]+", name):
        return None
    thing = getattr(home, first)
    fields = getattr(thing, "__attrs_attrs__", ())
    names = {field.name for field in fields} | set(dir(thing))
    if rest and not (isinstance(thing, type) and names.issuperset(rest)):
        return None  # a constant's methods are not linked
    return f"{home.__name__}.{name}"


def _code(book: Book, text: str) -> str:
    if page := re.fullmatch(r"docs/(.+)\.md", text):
        return f":doc:`/{page[1]}`"
    if text in book.rulebook:
        return f":rule:`{text}`"
    target = _target(book, text)
    return f":py:obj:`{text} <{target}>`" if target else f"``{text}``"


class LinkNames(SphinxTransform):
    """Links each name of the library in backticks, and each rule id."""

    default_priority = 400

    def apply(self, **_: object) -> None:
        """Add the links to the page."""
        page = self.env.docname
        book = book_of(page)
        for literal in list(self.document.findall(nodes.literal)):
            text = literal.astext()
            target = _target(book, text)
            is_rule = text in book.rulebook
            if isinstance(literal.parent, nodes.title | nodes.reference | pending_xref):
                continue
            if is_rule:
                kind = {"refdomain": "", "reftype": "rule", "reftarget": text}
            elif target:
                kind = {"refdomain": "py", "reftype": "obj", "reftarget": target}
            else:
                continue
            link = pending_xref("", literal.deepcopy(), refdoc=page, refwarn=True, **kind)
            link["refexplicit"] = False
            literal.replace_self(link)


def _modules_of(book: Book) -> list[str]:
    """Return the imported modules that define a game's public names."""
    return [
        name
        for name in sorted(sys.modules)
        if name.startswith("westeros_intrigue.") and book_of(name) is book
    ]


def _analyzer_of_the_package(
    for_module: Callable[[str], ModuleAnalyzer],
) -> Callable[[str], ModuleAnalyzer]:
    """Return an analyzer that finds the attribute docstrings of public classes in all their files.

    The module of a public class is its package, the only place where Sphinx would look.
    """

    packages = {name: book for book in (*OTHERS, FLAGSHIP) for name in book.modules}

    @cache
    def whole(face: str) -> ModuleAnalyzer:
        book, package = packages[face], for_module(face)
        package.analyze()
        for module in book.modules.values():  # some names are imported only when they are used
            for name in module.__all__:
                getattr(module, name)
        for name in _modules_of(book):
            if ".simulation" not in name:
                part = for_module(name)
                part.analyze()
                for table in ("annotations", "attr_docs", "tagorder"):
                    found = getattr(part, table)
                    own = {key: found[key] for key in found if _is_of(face, name, key)}
                    getattr(package, table).update(own)
        return package

    return lambda name: whole(name) if name in packages else for_module(name)


def _is_of(face: str, module: str, key: tuple[str, str] | str) -> bool:
    """Return False if a key of a module belongs to another class than the one of a public package.

    Both can have the same name, such as `Violation`.
    """
    owner = (key if isinstance(key, str) else key[0]).partition(".")[0]
    public = getattr(sys.modules[face], owner, None) if owner else None
    return public is None or public is getattr(sys.modules[module], owner, None)


def source_address(info: dict[str, str]) -> str | None:
    """Return the address of a public name's source in the repository; None if it has no address."""
    thing = sys.modules.get(info["module"])
    try:
        for part in info["fullname"].split("."):
            thing = getattr(thing, part)
        lines, first = inspect.getsourcelines(inspect.unwrap(thing))
        path = Path(inspect.getsourcefile(thing) or "").relative_to(SOURCE)
    except (AttributeError, OSError, TypeError, ValueError):
        return None  # such as a constant
    last = first + len(lines) - 1
    package = SOURCE.relative_to(ROOT).as_posix()
    return f"{SOURCE_ADDRESS}/{package}/{path.as_posix()}#L{first}-L{last}"


@cache
def _data_docstring(book: Book, name: str) -> tuple[str, ...]:
    """Return the docstring of a constant or alias, whichever module defines it."""
    for module in _modules_of(book):
        found = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name))
        if found:
            return tuple(found)
    return ()


def _drop_wrong_type(lines: list[str]) -> None:
    """Remove the entry on `WrongType`: the first page of the reference covers all functions."""
    raises = [number for number, line in enumerate(lines) if line.strip() == "Raises:"]
    for start in raises:
        end = next((n for n in range(start + 1, len(lines)) if not lines[n].strip()), len(lines))
        entries: list[list[str]] = []
        for line in lines[start + 1 : end]:
            if re.match(r"\s*\w+: ", line) or not entries:
                entries.append([])
            entries[-1].append(line)
        kept = [entry for entry in entries if not entry[0].strip().startswith("WrongType: ")]
        lines[start:end] = [*lines[start : start + 1], *(x for entry in kept for x in entry)][
            0 if kept else 1 :
        ]


def _docstring(
    _app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    book = book_of(name)
    if what in {"data", "type"}:
        # Another module has the docstring, and the docstring of the type does not help.
        lines[:] = _data_docstring(book, name.rpartition(".")[2])
    elif what == "class" and len(lines) > 1:
        first = _printed.setdefault(tuple(lines), name)
        if first != name:
            lines[:] = [f"The same as :py:obj:`{first}`."]
            return
    _drop_wrong_type(lines)
    in_example = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith(">>>"):
            in_example = True
        elif not line.strip():
            in_example = False
        if in_example:
            continue
        coded = _BACKTICKS.sub(lambda match: _code(book, match[1]), line)
        linked = _RULE.sub(
            lambda match: f":rule:`{match[1]}`" if match[1] in book.rulebook else match[0], coded
        )
        lines[number] = re.sub(r"^(\s*)Rules: ", r"\1**Rules:** ", linked)
    if what in {"attribute", "data", "property", "type"} and lines:
        # Napoleon would read the words before a colon as a type.
        lines[0] = lines[0].replace(": ", _COLON)


def _colons(
    _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    lines[:] = [line.replace(_COLON, ": ") for line in lines]


def _signature(
    _app: Sphinx, what: str, name: str, thing: object, _options: object, *signature: str | None
) -> tuple[str | None, ...] | None:
    is_enum = isinstance(thing, type) and issubclass(thing, enum.Enum)
    if what == "class" and (is_enum or name.rpartition(".")[2] in _WITHOUT_SIGNATURE):
        return "", None
    if what == "class" and isinstance(thing, type) and attrs.has(thing) and signature[0]:
        # The constructor that attrs writes reads its defaults from a table.
        fields = {field.name: field.default for field in attrs.fields(thing)}
        written = re.sub(
            r"attr_dict\['(\w+)'\]\.default",
            lambda match: _DEFAULTS.get(match[1]) or repr(fields[match[1]]),
            signature[0],
        )
        return _untyped(written.replace("_NO_CARDS", "{}").replace("WIDEST", "8")), None
    return None


def _untyped(signature: str) -> str:
    """Return a constructor's signature without types; its fields, listed below it, have them."""
    try:
        [function] = ast.parse(f"def f{signature}: ...").body
    except SyntaxError:
        return signature
    if not isinstance(function, ast.FunctionDef):
        return signature
    for argument in (*function.args.args, *function.args.kwonlyargs):
        argument.annotation = None
    return f"({ast.unparse(function.args)})"


def _whole(_app: Sphinx, thing: object, _is_bound: object) -> None:
    """Remove the signature that Sphinx stores on the function of a bound method.

    It lacks `self`, so the function's next bound method would lack an argument.
    """
    if inspect.ismethod(thing):
        vars(thing.__func__).pop("__signature__", None)


def _public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Resolve a name such as `westeros_intrigue.rules.court.Court` to the public one."""
    target = node.get("reftarget", "")
    name = target.rpartition(".")[2]
    if node.get("refdomain") != "py":
        return None
    modules = ("play.referee", "play.saved", "play.sessions", "lab.simulation", "testing")
    packages = (f"westeros_intrigue.{module}" for module in modules)
    package = next((one for one in packages if target.startswith(f"{one}.")), None)
    owner = target.rpartition(".")[0]
    if target in _HEIRS:
        public: str | None = _HEIRS[target]
    elif owner in _HEIRS:
        public = f"{_HEIRS[owner]}.{name}"
    else:
        public = f"{package}.{name}" if package else book_of(target).public(name)
    if public is None or target == public:
        return None
    return env.get_domain("py").resolve_xref(
        env, node["refdoc"], app.builder, "obj", public, node, contnode
    )


def _trim(_app: Sphinx, doctree: nodes.document) -> None:
    """Remove the empty line that ends an example, which only the doctest runner needs."""
    for block in doctree.findall(nodes.literal_block):
        trimmed = block.astext().rstrip()
        block.rawsource = trimmed
        block.children = [nodes.Text(trimmed)]
    for link in doctree.findall(pending_xref):
        # The type of an array where numpy is not installed.
        if link.get("reftarget") == "numpy.typing.NDArray.numpy.int16":
            link.children = [nodes.Text("NDArray[int16]")]


def _qualify(_app: Sphinx, doctree: nodes.document) -> None:
    """Add the game to a name that several games share."""
    for link in doctree.findall(pending_xref):
        name, module = link.get("reftarget", ""), link.get("py:module") or ""
        book, exported = book_of(module), getattr(sys.modules.get(module), "__all__", ())
        if link.get("refdomain") != "py" or (name in exported and module not in book.modules):
            continue
        public = book.public(name) or FLAGSHIP.public(name)
        if public and "." not in name:
            link["reftarget"] = public


def _own_backlinks(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    """Keep the links from a copied source to the entries whose path Sphinx guesses right.

    It assumes that all names of a module are documented under one path.
    """
    if page.startswith("_modules/"):
        pages = {
            f"{entry.docname}.html#{name}"
            for name, entry in app.env.get_domain("py").data["objects"].items()
        }
        context["body"] = re.sub(
            r'<a class="viewcode-back" href="(?:\.\./)*([^"]*)">.*?</a>',
            lambda link: link[0] if link[1] in pages else "",
            context["body"],
        )


def _without_builtins(_app: Sphinx, env: BuildEnvironment) -> None:
    """Remove the module of a name that is a built-in type from the list of copied sources."""
    getattr(env, "_viewcode_modules", {}).pop("builtins", None)


def _without_limits() -> None:
    """Remove the limits of annotations, which docstrings state in words: a seat is an int."""

    def plain(
        thing: Any,  # noqa: ANN401 - as in `typing`
        above: dict[str, Any] | None = None,
        names: dict[str, Any] | None = None,
        *,
        include_extras: bool = False,
    ) -> dict[str, Any]:
        del include_extras
        # The module of a public class is its package, which lacks names of the defining module.
        # The same is true of a constructor, whose fields can be inherited.
        owner = getattr(thing, "__qualname__", "").partition(".")[0]
        cls = getattr(sys.modules.get(getattr(thing, "__module__", "")), owner, thing)
        homes = [each.__module__ for each in getattr(cls, "__mro__", ())]
        known = ChainMap(*(vars(sys.modules[home]) for home in homes), dict(names or {}))
        hints = typing.get_type_hints(thing, above, dict(known))
        # A constructor has the name of a private field without the underscore.
        return {name.lstrip("_"): hint for name, hint in hints.items()} | hints

    of_sphinx = SimpleNamespace(**{**vars(typing), "get_type_hints": plain})
    for module in (sphinx.util.inspect, sphinx.util.typing):
        module.typing = of_sphinx  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    _without_limits()
    ModuleAnalyzer.for_module = _analyzer_of_the_package(ModuleAnalyzer.for_module)  # type: ignore[method-assign]
    # Before napoleon, so that its sections contain the links.
    app.connect("autodoc-process-docstring", _docstring, priority=100)
    app.connect("autodoc-process-docstring", _colons, priority=900)
    app.connect("autodoc-before-process-signature", _whole, priority=900)
    app.connect("autodoc-process-signature", _signature)
    app.add_transform(LinkNames)
    app.connect("doctree-read", _trim)
    app.connect("doctree-read", _qualify)
    app.connect("env-check-consistency", _without_builtins)
    app.connect("html-page-context", _own_backlinks)
    app.connect("missing-reference", _public_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
