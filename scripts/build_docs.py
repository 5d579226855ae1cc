"""Build the documentation, with warnings as errors, and check all links within it.

    python scripts/build_docs.py [FOLDER] [--pyodide npm | --pyodide ADDRESS]

It needs the group `docs`, but no network. The pages go to FOLDER, or to docs/_build/html. Links to
other sites are not checked.

With `--pyodide` the site has the page to play the game on, with its engine: the library, run by
Pyodide. That comes from npm and goes into the site, or is loaded from an address, such as that of
a public mirror. The wheels of the library and what it needs are built by pip. `docs/conf.py` puts
the page into the site.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from westeros_intrigue.play.page.own_screens import screen_files
from westeros_intrigue.play.page.server import page_files

ROOT = Path(__file__).parents[1]


class Page(HTMLParser):
    """The links of a page, and the places in it that links can point to."""

    def __init__(self, path: Path) -> None:
        """Read the page."""
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and places of an element."""
        if tag == "use":
            return  # a drawing of symbols.svg, which the page fetches
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
            folder = site if parts.path.startswith("/") else path.parent
            target = (folder / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            # What has a value is for a script of the page, and no place in it.
            place = "" if "=" in parts.fragment else unquote(parts.fragment)
            if not target.exists() or (
                place and target in pages and place not in pages[target].places
            ):
                broken.append(f"{path.relative_to(site)}: {link}")
    return broken


MANIFEST = "app.webmanifest"
PYODIDE = "pyodide@314"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def copy_page(folder: Path) -> None:
    """Copy the page of the game to a folder, as an installable page with its engine in a worker."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, content) in page_files().items():
        (folder / (name or "index.html")).write_bytes(content)
    for name, content in screen_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    page = folder / "index.html"
    text = page.read_text("utf-8").replace('data-engine="http"', 'data-engine="worker"')
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    head += f'<link rel="manifest" href="{MANIFEST}">'
    page.write_text(text.replace("<head>", f"<head>\n{head}"), "utf-8")
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    about = {"name": "Westeros Intrigue", "short_name": "Intrigue", "start_url": "index.html"}
    looks = {"display": "standalone", "background_color": "#e9e0cd", "theme_color": "#fffaf0"}
    (folder / MANIFEST).write_text(json.dumps({**about, **looks, "icons": [icon]}), "utf-8")


def add_engine(folder: Path, pyodide: str) -> None:
    """Put the engine beside the page: the wheels, and Pyodide from npm or its address."""
    with tempfile.TemporaryDirectory() as name:
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(folder))
        pure = {
            **os.environ,
            "WESTEROS_INTRIGUE_EXTENSION": "never",
        }  # a browser runs no machine code
        subprocess.run([*pip, str(ROOT)], check=True, env=pure)  # noqa: S603
        if pyodide == "npm":
            npm = shutil.which("npm") or sys.exit("npm is needed for --pyodide npm")
            quiet = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts")
            subprocess.run([npm, "install", *quiet, PYODIDE], cwd=name, check=True)  # noqa: S603
            (folder / "pyodide").mkdir(exist_ok=True)
            for file in PYODIDE_FILES:
                shutil.copy(Path(name, "node_modules", "pyodide", file), folder / "pyodide")
            pyodide = "pyodide/"
    wheels = sorted(folder.glob("*.whl"))
    # What is imported as a module is not counted while it comes, and another site is not known.
    counted = [*wheels, *folder.glob("pyodide/*[!s]")] if pyodide == "pyodide/" else []
    address = f"{pyodide.rstrip('/')}/"
    shown = {file.name for file in folder.iterdir() if file.is_file()} - {"engine.json"}
    files = sorted(shown | screen_files().keys())
    told = {
        "pyodide": address,
        "wheels": [wheel.name for wheel in wheels],
        "size": sum(file.stat().st_size for file in counted),
        "files": ["./", "engine.json", *files, *(f"{address}{file}" for file in PYODIDE_FILES)],
    }
    (folder / "engine.json").write_text(json.dumps(told), "utf-8")
    digest = hashlib.sha256(json.dumps(told).encode())
    for name in files:
        digest.update((folder / name).read_bytes())
    keeper = folder / "offline.js"
    versioned = keeper.read_text("utf-8").replace(
        "intrigue-version", "intrigue-" + digest.hexdigest()[:16]
    )
    keeper.write_text(versioned, "utf-8")


def main() -> int:
    """Build, check, and print the faults."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "_build" / "html")
    parser.add_argument("--pyodide", metavar="WHERE", help="npm, or the address of Pyodide")
    options = parser.parse_args()
    folder: Path = options.folder
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-E"]
    if options.pyodide:
        command += ["-D", f"play_pyodide={options.pyodide}"]
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
