"""Turns names in backticks and ids of rules into links, in docstrings and on the pages.

Both are written for people who read the source, with backticks and bare ids.
"""

from __future__ import annotations

import enum
import inspect
import re
import sys
from collections.abc import Callable
from functools import cache

import attrs
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms import SphinxTransform

import westeros_intrigue
from westeros_intrigue import RULEBOOK

_BACKTICKS = re.compile(r"(?<![`:\w])`([^`]+)`(?![`_])")
_RULE = re.compile(r"(?<![\w`./])([a-z]+(?:\.[a-z]+(?:-[a-z]+)*)+)(?![\w`/])")
# Defaults that are better named than written out.
_DEFAULTS = {"throne_cards": "ASSUMED_THRONE_CARDS", "variant": "STANDARD"}
_COLON = "\0"
# Made by the library's functions, or subclassed: how to construct one is of no use.
_WITHOUT_SIGNATURE = {
    "EngineGame",
    "GameMachine",
    "GameState",
    "RandomSource",
    "SimulatedRounds",
    "Table",
}


def _target(text: str) -> str | None:
    """Return the public name that a text in backticks is, such as `Court.rows` or `setup()`."""
    name = text.removesuffix("()")
    first, *rest = name.split(".")
    if not re.fullmatch(r"[\w.]+", name) or first not in westeros_intrigue.__all__:
        return None
    thing = getattr(westeros_intrigue, first)
    fields = getattr(thing, "__attrs_attrs__", ())
    names = {field.name for field in fields} | set(dir(thing))
    if any(part not in names or part.startswith("_") for part in rest):
        return None
    return f"westeros_intrigue.{name}"


def _code(match: re.Match[str]) -> str:
    text = match[1]
    if text in RULEBOOK:
        return f":rule:`{text}`"
    target = _target(text)
    return f":py:obj:`{text} <{target}>`" if target else f"``{text}``"


class LinkNames(SphinxTransform):
    """Links each name of the library that a page has in backticks, and each id of a rule.

    The pages of other games speak of names of their own.
    """

    default_priority = 400

    def apply(self, **_: object) -> None:
        """Put the links into the page."""
        page = self.env.docname
        if page.startswith(("monopoly/", "btwixt/")):
            return
        for literal in list(self.document.findall(nodes.literal)):
            text = literal.astext()
            target = _target(text)
            is_rule = text in RULEBOOK
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


def _rule(match: re.Match[str]) -> str:
    return f":rule:`{match[1]}`" if match[1] in RULEBOOK else match[0]


def _is_of_the_flagship(module: str) -> bool:
    """Whether a module belongs to the package's own game; others have names of their own."""
    part = module.removeprefix("westeros_intrigue.").partition(".")[0]
    return module.startswith("westeros_intrigue.") and part not in {"btwixt", "monopoly"}


def _analyzer_of_the_package(
    for_module: Callable[[str], ModuleAnalyzer],
) -> Callable[[str], ModuleAnalyzer]:
    """Return what reads the texts under attributes: those of public classes in all their files.

    Public classes bear the package's name as their module, so Sphinx looks for the texts there.
    """

    @cache
    def whole() -> ModuleAnalyzer:
        package = for_module("westeros_intrigue")
        package.analyze()
        for name in sorted(sys.modules):
            if _is_of_the_flagship(name) and ".compiled" not in name:
                part = for_module(name)
                part.analyze()
                for table in ("annotations", "attr_docs", "tagorder"):
                    getattr(package, table).update(getattr(part, table))
        return package

    return lambda name: whole() if name == "westeros_intrigue" else for_module(name)


def _home(_app: Sphinx, module: str, name: str) -> str | None:
    """Return the module in which a public class or function is written, for the links to it."""
    first = re.escape(name.partition(".")[0])
    for home, loaded in sorted(sys.modules.items()):
        is_part = module == "westeros_intrigue" and _is_of_the_flagship(home)
        if is_part and re.search(rf"(?m)^(class|def) {first}\b", inspect.getsource(loaded)):
            return home
    return None


@cache
def _data_docstring(name: str) -> tuple[str, ...]:
    """Return the text under a constant or an alias, in whichever module it is made."""
    for module in sorted(sys.modules):
        if _is_of_the_flagship(module):
            found = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name))
            if found:
                return tuple(found)
    return ()


def _docstring(
    _app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    if what == "data":
        # The public name is not where the text stands, and the type's own text says nothing.
        lines[:] = _data_docstring(name.rpartition(".")[2])
    in_example = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith(">>>"):
            in_example = True
        elif not line.strip():
            in_example = False
        if in_example:
            continue
        linked = _RULE.sub(_rule, _BACKTICKS.sub(_code, line))
        lines[number] = re.sub(r"^(\s*)Rules: ", r"\1**Rules:** ", linked)
    if what in {"attribute", "data", "property"} and lines:
        # Napoleon would read what stands before a colon as a type.
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
        # The constructor that attrs writes takes its defaults from a table of its own.
        fields = {field.name: field.default for field in attrs.fields(thing)}
        written = re.sub(
            r"attr_dict\['(\w+)'\]\.default",
            lambda match: _DEFAULTS.get(match[1]) or repr(fields[match[1]]),
            signature[0],
        )
        return written.replace("_NO_CARDS", "{}").replace("WIDEST", "8"), None
    return None


def _public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Resolve a name such as `westeros_intrigue.rules.court.Court` to the public one."""
    target = node.get("reftarget", "")
    name = target.rpartition(".")[2]
    if node.get("refdomain") != "py":
        return None
    modules = ("westeros_intrigue.compiled", "westeros_intrigue.testing")
    package = next((one for one in modules if target.startswith(f"{one}.")), "westeros_intrigue")
    if target != f"{package}.{name}":
        return env.get_domain("py").resolve_xref(
            env, node["refdoc"], app.builder, "obj", f"{package}.{name}", node, contnode
        )
    return None


def _trim(_app: Sphinx, doctree: nodes.document) -> None:
    """Take away the empty line that ends an example for the sake of the doctest runner."""
    for block in doctree.findall(nodes.literal_block):
        trimmed = block.astext().rstrip()
        block.rawsource = trimmed
        block.children = [nodes.Text(trimmed)]
    for link in doctree.findall(pending_xref):
        # How the type of an array reads where numpy is not installed.
        if link.get("reftarget") == "numpy.typing.NDArray.numpy.int16":
            link.children = [nodes.Text("NDArray[int16]")]


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    ModuleAnalyzer.for_module = _analyzer_of_the_package(ModuleAnalyzer.for_module)  # type: ignore[method-assign]
    # Before napoleon, whose sections then hold the links already.
    app.connect("autodoc-process-docstring", _docstring, priority=100)
    app.connect("autodoc-process-docstring", _colons, priority=900)
    app.connect("autodoc-process-signature", _signature)
    app.add_transform(LinkNames)
    app.connect("doctree-read", _trim)
    app.connect("viewcode-follow-imported", _home)
    app.connect("missing-reference", _public_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
