"""The extras of the package: their uses, and whether they are installed."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping
from importlib.util import find_spec

import attrs


@attrs.frozen
class Extra:
    """An extra of the package."""

    use: str
    """A phrase about the use, such as `play in the terminal`."""
    modules: tuple[str, ...]
    """The modules that it installs."""


EXTRAS: Mapping[str, Extra] = {
    "cli": Extra("play in the terminal", ("prompt_toolkit", "rich", "segno", "shtab")),
    "fast": Extra("simulate by the million, and train players", ("numpy",)),
    "match": Extra("play matches", ("choix",)),
    "cluster": Extra("play matches on many machines", ("choix", "distributed")),
    "mcp": Extra("serve assistants with language models", ("mcp",)),
    "pictures": Extra("draw PNG and PDF", ("cairosvg",)),
    "widget": Extra("play in notebooks", ("anywidget",)),
    "gymnasium": Extra("train players", ("gymnasium", "numpy")),
    "pettingzoo": Extra("train several players", ("gymnasium", "numpy", "pettingzoo")),
    "openspiel": Extra("use the algorithms of OpenSpiel", ("numpy", "pyspiel")),
    "hypothesis": Extra("test programs that use this one", ("hypothesis",)),
}
"""The extras by name."""


def lacking(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed."""
    return [name for name in EXTRAS[extra].modules if find_spec(name) is None]
