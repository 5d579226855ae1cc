"""The two boxes that come with the library.

Rules: box.catalogue, components.tokens.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from westeros_intrigue.btwixt.box import Box


def _read(name: str) -> Box:
    return Box.from_json(files("westeros_intrigue.btwixt").joinpath(name).read_bytes())


KNOWN_CARDS: Final = _read("known.json")
"""What is publicly known of the printed box: a catalogue with gaps, so no game can be played."""
SAMPLE_BOX: Final = _read("sample.json")
"""A box to try the game out. What is invented says so card by card; it is not the printed box."""
