"""Builds the documentation with every warning as an error, and follows every link within it.

    python scripts/build_docs.py [FOLDER]

It needs the extra `docs` and no network. The pages go to FOLDER, or to docs/_build/html. Links to
other sites are not followed.
"""

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]


class Page(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        """Read the page."""
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and places of an element."""
        del tag
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.links.add(value)
            elif name == "id" and value:
                self.places.add(value)


def broken_links(site: Path) -> list[str]:
    """Return every link to a page, file or place that the site does not have."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    broken = []
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.exists() or (
                place and target in pages and place not in pages[target].places
            ):
                broken.append(f"{path.relative_to(site)}: {link}")
    return broken


def main() -> int:
    """Build, check, and say what is wrong."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "_build" / "html"
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-E"]
    built = subprocess.run([*command, str(ROOT / "docs"), str(folder)], check=False)  # noqa: S603
    if built.returncode:
        return built.returncode
    broken = broken_links(folder.resolve())
    print(*broken, sep="\n", end="\n" if broken else "")
    pages = len(list(folder.rglob("*.html")))
    print(f"{pages} pages in {folder}, {len(broken)} broken links")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
