"""Writes the README for the package index, with the addresses of the project."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<mark>!?)\[(?P<text>[^\]]*)\]\((?P<target>(?!https?:|#)[^)]+)\)")


def for_the_index(readme: str, urls: Mapping[str, str]) -> str:
    """Return the README without relative links, which lead nowhere on the package index.

    Pages become pages of the site, other files those of the repository. Where an address is a
    placeholder, the text of a link stays without its link, and a picture is left out.
    """
    site, code = (
        "" if url.endswith(".invalid") else url.rstrip("/")
        for url in (urls["Documentation"], urls["Source"])
    )

    def absolute(match: re.Match[str]) -> str:
        mark, text = match["mark"], match["text"]
        path, hash_sign, place = match["target"].partition("#")
        if path.startswith("docs/") and site:
            page = re.sub(r"\.(md|rst)$", ".html", path.removeprefix("docs/"))
            return f"{mark}[{text}]({site}/{page}{hash_sign}{place})"
        if code:
            return f"{mark}[{text}]({code}/{'raw' if mark else 'blob'}/main/{match['target']})"
        return "" if mark else text

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(absolute, readme))


class MetadataHook(MetadataHookInterface):
    """The field `readme` of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill the field in."""
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        text = for_the_index(readme, metadata["urls"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
