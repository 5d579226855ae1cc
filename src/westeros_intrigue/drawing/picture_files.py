"""Files of pictures: SVG, and PNG and PDF through CairoSVG."""

from __future__ import annotations

from collections.abc import Sequence
from errno import EEXIST
from importlib import import_module
from pathlib import Path
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.base.values import check_type, tuple_of

SUFFIXES = (".svg", ".png", ".pdf")


def check_picture_path(path: Path) -> None:
    """Check that a picture can be written to a path.

    Raises:
        WrongType: `path` is not a Path.
        InvalidValue: the path does not end in one of `SUFFIXES`, or CairoSVG lacks the library
            cairo of the system.
        MissingExtra: it ends in .png or .pdf, and the extra `pictures` is not installed.
    """
    check_type("path", path, Path)
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidValue(f"a picture ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if path.suffix.lower() != ".svg":
        _cairosvg()


def write_pictures(path: Path, pages: Sequence[str]) -> tuple[Path, ...]:
    """Write SVG documents to a PDF of as many pages, or each to a new file; return the paths.

    Several files have numbers from 1 in their names.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "court.svg"
    >>> [each.name for each in write_pictures(path, ["<svg/>", "<svg/>"])]
    ['court-1.svg', 'court-2.svg']

    Raises:
        WrongType: `path` is not a Path, or a page is not a str.
        InvalidValue: it does not end in .svg, .png or .pdf, or CairoSVG lacks the library cairo.
        MissingExtra: it ends in .png or .pdf, and the extra `pictures` is not installed.
        FileExistsError: a file is already there.
        OSError: a file cannot be written.
    """
    check_picture_path(path)
    pages = tuple_of("pages", str, pages)
    kind = path.suffix.lower()
    if kind == ".pdf" or len(pages) == 1:
        paths = [path]
    else:
        paths = [path.with_stem(f"{path.stem}-{at}") for at in range(1, len(pages) + 1)]
    if there := next(filter(Path.exists, paths), None):
        raise FileExistsError(EEXIST, "it exists already", str(there))
    if kind == ".pdf":
        _write_pdf(path, pages)
    for each, page in zip(paths, pages, strict=False):
        if kind == ".svg":
            each.write_text(page, encoding="utf-8")
        elif kind == ".png":
            _cairosvg().svg2png(page.encode(), write_to=str(each), scale=2)
    return (*paths,)


def _write_pdf(path: Path, pages: Sequence[str]) -> None:
    """Write all pages to one PDF; CairoSVG alone makes one file of each."""
    surface: Any = import_module("cairosvg.surface").PDFSurface
    tree: Any = import_module("cairosvg.parser").Tree
    cairo: Any = import_module("cairocffi")

    class Page(surface):  # type: ignore[misc]  # CairoSVG has no types
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


def _cairosvg() -> Any:  # noqa: ANN401 - CairoSVG has no types
    with needs_extra("a PNG or PDF", "pictures"):
        try:
            return import_module("cairosvg")
        except OSError as error:
            told = f"PNG and PDF need the library cairo of your system: {error}"
            raise InvalidValue(told) from error
