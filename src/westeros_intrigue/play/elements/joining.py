"""The elements as one file, joined from the modules, styles and drawings that the page also uses.

A notebook and a page without a build tool can only load one file. The modules are written so that
joining is enough: each import and export is a statement of its own, and no name is used twice.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePath

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.packaging import read_file

FILE = "westeros-elements.js"
"""The name of the joined file."""
TYPES = "westeros-elements.d.ts"
"""The name of the file with its types."""
_PACKAGE = "westeros_intrigue.play.elements"
_MODULES = (
    "elements.js",
    "names.js",
    "cards.js",
    "court.js",
    "motion.js",
    "dragging.js",
    "placing.js",
)
"""The modules of the page and the elements, each after those that it imports."""
_OF_ELEMENTS = ("court_element.js", "table_element.js", "widget.js")
"""The modules of the elements alone, in the same order."""
_TOKENS = "tokens.css"
_STYLES = ("element.css", "court.css")
_SYMBOLS = "symbols.svg"
_COMMENTS = {
    ".js": re.compile(
        rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n|/\*\* @[^*\n]*\*/ ?",
        re.MULTILINE | re.DOTALL,
    ),
    ".css": re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL),
}
"""Comments on lines of their own and types within lines, by the ending of a file.

They take a fifth of the page.
"""
_INDENTATION = re.compile(rb"^\s+", re.MULTILINE)
_AROUND = re.compile(rb"(\"[^\"]*\")|\s*([{};,>]|:(?= ))\s*")
"""A text of a style sheet, or a sign around which spaces do not count."""
_LONG_TEXT = re.compile(rb"^[^`\n]*`([^`\n]*`[^`\n]*`)*[^`\n]*$", re.MULTILINE)
"""A line where a text of several lines begins or ends, whose spaces count."""
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default|\{)", re.MULTILINE)
_VALUE = re.compile(r"--([\w-]+): ([^;]+);")
_PAGE_ONLY = re.compile(
    r'<symbol id="(?:p-|s-art|i-(?!left|right)|crown|throne|token).*?</symbol>\n'
)
"""Drawings that only the page shows."""


def read_shared_files() -> Mapping[str, bytes]:
    """Return the files that the page shares with the elements, by name."""
    names = (*_MODULES, _TOKENS, "court.css", _SYMBOLS)
    return {name: read_file(_PACKAGE, name) for name in names}


def strip_comments(name: str, content: bytes) -> bytes:
    r"""Return a file as browsers need it.

    >>> strip_comments("table.css", b"/* All cards. */\n.card {\n  width: 1px;\n}\n")
    b'.card{width:1px}'

    Args:
        name: the name of the file, whose ending tells its language.
        content: the contents.
    """
    if name.endswith(".html"):
        return _INDENTATION.sub(b"", content)
    comments = _COMMENTS.get(PurePath(name).suffix)
    if comments is None:
        return content
    content = comments.sub(b"", content)
    if name.endswith(".css"):
        return _AROUND.sub(rb"\1\2", content).replace(b";}", b"}")
    return content if _LONG_TEXT.search(content) else _INDENTATION.sub(b"", content)


@cache
def element_source() -> str:
    """Return the elements `<westeros-court>` and `<westeros-table>` as one JavaScript module.

    It needs no other file, build or network, and is the `_esm` of the notebook's widget.

    >>> source = element_source()
    >>> source.count("function showCourt("), "import " in source
    (1, False)
    """
    styles = _tokens() + "".join(map(_read, _STYLES))
    symbols = _PAGE_ONLY.sub("", _read(_SYMBOLS))
    modules = [_plain(name) for name in (*_MODULES, *_OF_ELEMENTS)]
    digest = hashlib.sha256("\0".join([styles, symbols, *modules]).encode()).hexdigest()
    contents = {"VERSION": digest[:8], "STYLES": styles, "SYMBOLS": symbols}
    constants = [
        f"const {name} = {json.dumps(text, ensure_ascii=False)};\n"
        for name, text in contents.items()
    ]
    return "".join([*constants, *modules])


def _read(name: str) -> str:
    return strip_comments(name, read_file(_PACKAGE, name)).decode()


def _plain(name: str) -> str:
    """Return a module without imports and exports, except a default one."""
    return _EXPORT.sub("", _IMPORT.sub("", _read(name)))


def _tokens() -> str:
    """Return the page's colours and fonts for an element, which inherits light or dark."""
    _, *rules = read_file(_PACKAGE, _TOKENS).decode().split(":root {")
    light, dark = (dict(_VALUE.findall(rule)) for rule in rules)
    declared = [
        f"--{name}:{f'light-dark({value},{dark[name]})' if name in dark else value};"
        for name, value in light.items()
    ]
    return f":host{{{''.join(declared)}}}\n"


def write_elements(folder: Path) -> tuple[Path, ...]:
    """Write the file of the elements and its TypeScript types; return their paths.

    >>> import tempfile
    >>> [path.name for path in write_elements(Path(tempfile.mkdtemp()))]
    ['westeros-elements.js', 'westeros-elements.d.ts']

    Args:
        folder: the folder, which is made if it is not there; files with these names are replaced.

    Raises:
        WrongType: `folder` is not a Path.
        OSError: a file cannot be written.
    """
    values.check_type("folder", folder, Path)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {FILE: element_source(), TYPES: read_file(_PACKAGE, TYPES).decode()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return tuple(folder / name for name in texts)
