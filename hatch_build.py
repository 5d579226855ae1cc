"""Writes the README and the links for the package index, with the addresses of owner.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<mark>!?)\[(?P<text>[^\]]*)\]\((?P<target>(?!https?:|#)[^)]+)\)")


def for_the_index(readme: str, addresses: Mapping[str, str]) -> str:
    """Return the README without relative links, which lead nowhere on the package index.

    Pages become pages of the site, other files those of the repository. Where an address is not
    known, the text of a link stays without its link, and a picture is left out.
    """
    site, code = addresses["documentation"].rstrip("/"), addresses["repository"].rstrip("/")

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
    """The fields `readme` and `urls` of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill the fields in."""
        root = Path(self.root)
        addresses = tomllib.loads((root / "owner.toml").read_text("utf-8"))["addresses"]
        readme = (root / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_the_index(readme, addresses),
        }
        site, code = addresses["documentation"].rstrip("/"), addresses["repository"].rstrip("/")
        known = {
            "Documentation": site,
            "Source": code,
            "Issues": code and f"{code}/issues",
            "Changelog": code and f"{code}/blob/main/CHANGELOG.md",
        }
        metadata["urls"] = {name: address for name, address in known.items() if address}
