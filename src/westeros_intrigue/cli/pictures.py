"""Files of pictures: SVG, and PNG and PDF through cairosvg."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.cli.files import fresh_path, path_of
from westeros_intrigue.cli.output import Output, Refused

SUFFIXES = (".svg", ".png", ".pdf")


def picture_path(name: str) -> Path:
    """Return the path of a new picture; its ending is known, and it can be written in that way."""
    path = path_of(name)
    if path.suffix.lower() not in SUFFIXES:
        raise Refused(f"{name}: a picture ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}", 2)
    fresh_path(name)
    if path.suffix.lower() != ".svg":
        _cairosvg()
    return path


def write_pictures(path: Path, pages: Sequence[str], terminal: Output) -> None:
    """Write pages to a PDF, or to pictures that are numbered if there are several; name them."""
    kind = path.suffix.lower()
    many = kind != ".pdf" and len(pages) > 1
    paths = [path.with_stem(f"{path.stem}-{at}") for at in range(1, len(pages) + 1)]
    paths = paths if many else [path]
    for each in paths:
        fresh_path(each)
    try:
        if kind == ".pdf":
            _write_pdf(path, pages)
        for each, page in zip(paths, pages, strict=False):
            if kind == ".svg":
                each.write_text(page, encoding="utf-8")
            elif kind == ".png":
                _cairosvg().svg2png(page.encode(), write_to=str(each), scale=2)
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from error
    for each in paths:
        terminal.line(f"{each}")


def _write_pdf(path: Path, pages: Sequence[str]) -> None:
    """Write all pages to one PDF; cairosvg alone makes one file of each."""
    surface: Any = import_module("cairosvg.surface").PDFSurface
    tree: Any = import_module("cairosvg.parser").Tree
    cairo: Any = import_module("cairocffi")

    class Page(surface):  # type: ignore[misc]  # cairosvg has no types
        """A page that is drawn on the surface of the whole file."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            whole.set_size(width, height)
            return whole, width, height

    with path.open("wb") as file:
        whole = cairo.PDFSurface(file, 1, 1)
        for page in pages:
            Page(tree(bytestring=page.encode()), None, 96)
            whole.show_page()
        whole.finish()


def _cairosvg() -> Any:  # noqa: ANN401 - cairosvg has no types
    with needs_extra("PNG and PDF", "pictures"):
        try:
            return import_module("cairosvg")
        except OSError as error:
            raise Refused(f"PNG and PDF need the library cairo of your system: {error}") from error
