"""Writes the files of the site that are not pages of docs/: downloads, llms.txt, site map, 404.

docs/conf.py calls it after the pages are built.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import attrs

from making import schema
from westeros_intrigue import events, observe, play_game, rules, setup, to_json
from westeros_intrigue.games import btwixt, monopoly

ROOT = Path(__file__).parents[2]
RULEBOOKS = {"westeros-intrigue": rules, "monopoly": monopoly, "btwixt": btwixt}


def rules_as_data() -> dict[str, list[dict[str, object]]]:
    """Return the rules of the three games."""

    def plain(value: object) -> object:
        return getattr(value, "value", value)

    return {
        name: [
            {field: plain(value) for field, value in attrs.asdict(rule, recurse=False).items()}
            for rule in game.RULEBOOK.values()
        ]
        for name, game in RULEBOOKS.items()
    }


def write_downloads(folder: Path) -> None:
    """Write rules, vectors, schemas, types and two small games into a folder."""
    folder.mkdir(exist_ok=True)
    text = json.dumps(rules_as_data(), ensure_ascii=False, indent=1)
    (folder / "rules.json").write_text(f"{text}\n", "utf-8")
    with zipfile.ZipFile(folder / "vectors.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "vectors").rglob("*.*")):
            archive.write(path, path.relative_to(ROOT))
    shutil.copy(ROOT / "examples" / "nim.py", folder)
    with zipfile.ZipFile(folder / "high-card.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "examples" / "high-card").glob("*.*")):
            archive.write(path, f"high-card/{path.name}")
    schema.write_files(folder)
    with zipfile.ZipFile(folder / "types.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in schema.make_texts().items():
            archive.writestr(f"types/{name}", contents)
        for name in ("fold_events.ts", "show_game.ts"):
            archive.write(ROOT / "examples" / name, f"types/{name}")
        for path in sorted((ROOT / "examples" / "typescript").iterdir()):
            archive.write(path, f"types/{path.name}")
        state = play_game(["greedy", "greedy"], seed=1)
        game = [
            to_json(observe(setup(2, seed=1), None)),
            *map(to_json, events(None, observe(state, None))),
        ]
        archive.writestr("types/game.jsonl", "".join(f"{line}\n" for line in game))
    write_examples(folder)


def write_examples(folder: Path) -> None:
    """Write the programs and notebooks of `examples` as one archive, and some folders alone."""
    examples = ROOT / "examples"
    files = sorted(
        path
        for path in examples.rglob("*")
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
    )
    for notebook in examples.glob("*.ipynb"):
        shutil.copy(notebook, folder)
    for lesson in examples.glob("lesson_*.ipynb"):
        exercises = without_answers(json.loads(lesson.read_text("utf-8")))
        text = json.dumps(exercises, ensure_ascii=False, indent=1)
        (folder / f"{lesson.stem}_exercises.ipynb").write_text(f"{text}\n", "utf-8")
    for name in ("examples", "server", "tables-api", "learners"):
        with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                if name in ("examples", path.relative_to(examples).parts[0]):
                    archive.write(path, path.relative_to(ROOT if name == "examples" else examples))


def without_answers(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a lesson for pupils: without outputs, and with an empty cell for each answer."""
    cells = []
    for cell in notebook["cells"]:
        emptied: dict[str, Any] = {"metadata": {}}
        if cell["cell_type"] == "code":
            emptied |= {"execution_count": None, "outputs": []}
        if "answer" in cell["metadata"].get("tags", ()):
            emptied["source"] = "# Your answer"
        cells.append(cell | emptied)
    return {**notebook, "cells": cells}


def llms_text(pages: Mapping[str, tuple[str, str]], site: str) -> str:
    """Return llms.txt: each page with its title and its first sentence."""
    lines = ["# westeros-intrigue", "", f"> {pages['index'][1]}", "", "## Pages", ""]
    for name, (title, summary) in sorted(pages.items()):
        lines.append(f"- [{title}]({site}{name}.html): {summary}".rstrip(": "))
    return "\n".join([*lines, ""])


def site_map(pages: Mapping[str, tuple[str, str]], site: str) -> str:
    """Return the site map, for search engines."""
    urls = "".join(f"<url><loc>{escape(site)}{name}.html</loc></url>\n" for name in sorted(pages))
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{urls}</urlset>\n'


def not_found(site: str) -> str:
    """Return the page for a wrong address, which cannot know its depth in the site."""
    home = escape(site or "/")
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page not found</title>
<style>body{{font:1.1em/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em;
color-scheme:light dark}}</style>
<h1>There is no such page</h1>
<p>It may have moved. <a href="{home}">The first page</a> has a search box, and
<a href="{home}search.html">the search</a> finds rules, names and questions.</p>
</html>
"""


def write_site_files(folder: Path, pages: Mapping[str, tuple[str, str]], site: str) -> None:
    """Write every file into the site's folder; its address is "" if unknown."""
    site = f"{site.rstrip('/')}/" if site else ""
    write_downloads(folder / "data")
    (folder / "llms.txt").write_text(llms_text(pages, site), "utf-8")
    (folder / "404.html").write_text(not_found(site), "utf-8")
    if site:  # a map has whole addresses
        (folder / "sitemap.xml").write_text(site_map(pages, site), "utf-8")
        (folder / "robots.txt").write_text(f"User-agent: *\nSitemap: {site}sitemap.xml\n", "utf-8")
