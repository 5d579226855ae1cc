"""The Sphinx configuration: `python scripts/build_docs.py` builds the pages, without network.

`play_pyodide` adds the page to play on to the site, however it is built: "npm", or the address of
Pyodide. Without it the site has neither that page nor a link to it.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src"), str(HERE.parent / "scripts")]
sys.path.append(str(HERE.parent / "tests"))  # for the examples of the rules

import build_docs  # noqa: E402 - found on the path that is set above
import docstrings  # noqa: E402 - for the same reason
import rule_sources  # noqa: E402 - for the same reason
from making import site_files  # noqa: E402 - for the same reason

import westeros_intrigue  # noqa: E402 - for the same reason

# Sphinx finds pages only below this folder, and what a notebook links to only beside it.
(HERE / "notebooks").mkdir(exist_ok=True)
for file in (*(HERE.parent / "examples").glob("*.ipynb"), "train_by_self_play.py"):
    shutil.copy(HERE.parent / "examples" / file, HERE / "notebooks")

project = "westeros-intrigue"
author = "The westeros-intrigue authors"
copyright = author
release = version = westeros_intrigue.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "myst_nb",  # which brings myst_parser
    "sphinx_copybutton",
    "docstrings",
    "figures",
    "folding",
    "house",
    "listings",
    "positions",
    "rule_atlas",
]
# Each entry of the reference links to its source: in the repository, or in a copy on the site.
extensions.append("sphinx.ext.linkcode" if rule_sources.SOURCE_ADDRESS else "sphinx.ext.viewcode")
exclude_patterns = ["_build"]
nitpicky = True
# Names in signatures without a page: protocols of files, and type variables.
nitpick_ignore_regex = [
    (
        "py:class",
        r"(numpy|np)\..*|ndarray|NDArray|collections\.abc\.(Collection|ItemsView|MutableSequence)",
    ),
    ("py:class", r"t\.Any"),  # of traitlets
    ("py:class", r"hypothesis\..*"),
    ("py:class", r"(gymnasium|matplotlib|pettingzoo|pyspiel|os)\..*|Figure"),
    ("py:class", r"array|concurrent\.futures\..*|Executor"),
    (
        "py:class",
        r"(.*\.)?(Block|Counts|Data|M|Policies|Shell|T|TextFile|V|WritableFile)",
    ),
    ("py:class", r"(.*\.)?(AnyTable|Codecs|Criterion|Listed|NamedEnum|Picture)"),
    ("py:class", r"(.*\.)?(RoundFrame|Seen|Stack|Unseen)"),
    (
        "py:class",
        r"(westeros_intrigue\.play\.sessions\.(chairs|claims)\.)?(Device|OtherScreen|Visit)",
    ),
    ("py:class", r"Turns|CanPlace|TurnedOver|datetime\.date(time)?|pathlib\.Path"),
    # Aliases that name parts of documents.
    ("py:class", r"(.*\.)?(AdjustmentRule|BuildingName|NextStep|OrderRent|Place|ViolationRule)"),
    # Any game, and its values.
    (
        "py:class",
        r"westeros_intrigue\.gamekit\.((agenda|drafts)\.D|game\.(Move|State|View)|authoring\.game_of\.[SM])",
    ),
    (
        "py:class",
        r"westeros_intrigue\.(gamekit\.(players\.P|questions\._Position)|lab\.solving\.rules\.[SM])",
    ),
    ("py:class", r"westeros_intrigue\.gamekit\.authoring\.sampling\.(S|SampledGame)"),
    ("py:class", r"Kit(Observer|State)"),
    ("py:class", r"(westeros_intrigue\.gamekit\.screens\.)?(View|Move|State)_contra"),
    ("py:class", r"(westeros_intrigue\.gamekit\.options\.)?(FileReport|OptionValue|TableOptions)"),
    ("py:class", r"westeros_intrigue\.gamekit\.(text|records)\.\w+"),
    ("py:class", r"(westeros_intrigue\.gamekit\.refusals\.)?[FGR]"),
    ("py:class", r"westeros_intrigue\.gamekit\.display\.(Criterion|Listed|Picture)"),
    ("py:class", r"westeros_intrigue\.games\.monopoly\.position\.state\.PublicFacts"),
    ("py:class", r"westeros_intrigue\.play\.page\.(messages\.Answer|friends\.Chair)"),
    # Private parts of public values of the other games: steps, the board, the dice.
    (
        "py:class",
        r"(westeros_intrigue\.[\w.]+\.)?(Board|Codec|Dice|Estates|Moves|Sights|Start|Step)",
    ),
]

# The lists of names are written out: the reference has a page for each subject, not for each name.
autosummary_generate = False

# Autodoc.
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 400
add_module_names = True
toc_object_entries_show_parents = "hide"

# The inventory is a file of this repository, made by scripts/make.py inventory: nothing is fetched.
intersphinx_mapping = {"python": ("https://docs.python.org/3", "_inv/python.inv")}

nb_execution_mode = "off"  # a script runs them and stores their output
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True


def version_note(released: str) -> str:
    """Return the line above every page of the next version, with a link to the released one."""
    link = f'<a href="{html.escape(released)}">Read those of the newest release</a>.'
    return f"These pages describe the next version. {link if released else ''}".strip()


_PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
# Before the first release the addresses are placeholders.
urls = {name: url for name, url in _PROJECT["urls"].items() if ".invalid" not in url}
html_baseurl = urls.get("Documentation", os.environ.get("READTHEDOCS_CANONICAL_URL", ""))
html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = f"westeros-intrigue {release}"
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_css_files = ["court.css"]
html_js_files = ["search.js"]
html_show_sphinx = False
html_use_index = html_domain_indices = False  # the search finds names
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
# The site has the pages of the newest release and, below `latest`, those of the next one.
site_version = os.environ.get("SITE_VERSION", os.environ.get("READTHEDOCS_VERSION", ""))
if site_version == "latest":
    html_title = "westeros-intrigue, next version"
    html_theme_options["announcement"] = version_note(html_baseurl)
    html_baseurl = f"{html_baseurl.rstrip('/')}/latest/" if html_baseurl else ""
if "Source" in urls:
    html_theme_options |= {
        "source_repository": urls["Source"],
        "source_branch": "main",
        "source_directory": "docs/",
    }

# Read the Docs has npm and a network; elsewhere: sphinx -D play_pyodide=npm.
play_pyodide = "npm" if os.environ.get("READTHEDOCS") else ""


def linkcode_resolve(_domain: str, info: dict[str, str]) -> str | None:
    """Return the address of the source of a public name."""
    return docstrings.source_address(info)


def announce_page(app: Sphinx, config: Config) -> None:
    """Show the link on the page `play` if the site will have the page to play on."""
    if config.play_pyodide:
        app.tags.add("playable")


def first_sentence(app: Sphinx, page: str) -> str:
    """Return the first sentence of a page, for search engines and previews."""
    for paragraph in app.env.get_doctree(page).findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split())
        if text:
            return re.split(r"(?<=[.?])\s", text, maxsplit=1)[0].rstrip(":")
    return ""


def describe_page(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    """Add the metadata that a link preview shows."""
    if page not in app.env.found_docs:
        return
    title = html.escape(app.env.titles[page].astext())
    summary = html.escape(first_sentence(app, page))
    tags = {"og:title": title, "og:type": "website", "og:description": summary}
    if app.config.html_baseurl:
        site = app.config.html_baseurl.rstrip("/")
        tags |= {"og:url": f"{site}/{page}.html", "og:image": f"{site}/_static/page.jpg"}
    if page.startswith("notebooks/"):
        file = f"{page.rpartition('/')[2]}.ipynb"
        link = f'<a href="../data/{file}" download>Download this notebook</a>'
        if "lesson_" in page:
            file = file.replace(".ipynb", "_exercises.ipynb")
            link += f', or <a href="../data/{file}" download>without the answers</a>'
        link = f"<p>{link}</p>"
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{link}", 1)
    lines = [f'<meta property="{name}" content="{text}">' for name, text in tags.items()]
    if 'name="description"' not in context["metatags"]:
        lines.append(f'<meta name="description" content="{summary}">')
    context["metatags"] += "\n".join(lines)


def add_files(app: Sphinx, failure: Exception | None) -> None:
    """Write the downloads and the files for search engines into the site."""
    if app.builder.format == "html" and failure is None:
        pages = {
            page: (title.astext(), first_sentence(app, page))
            for page, title in app.env.titles.items()
        }
        site_files.write_site_files(Path(app.outdir), pages, app.config.html_baseurl)


def add_page(app: Sphinx, failure: Exception | None) -> None:
    """Write the page to play on, and its engine, into the site."""
    if app.config.play_pyodide and app.builder.format == "html" and failure is None:
        build_docs.copy_page(app.outdir / "play")
        build_docs.add_engine(app.outdir / "play", app.config.play_pyodide)


def setup(app: Sphinx) -> None:
    """Register the options and events with Sphinx."""
    app.add_config_value("play_pyodide", "", "env", str)
    app.connect("config-inited", announce_page)
    app.connect("html-page-context", describe_page)
    app.connect("build-finished", add_files)
    app.connect("build-finished", add_page)
