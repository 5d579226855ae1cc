"""What `render` of an environment returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import brief
from westeros_intrigue.drawing import draw_svg, draw_text
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import View


def check_render_mode(render_mode: object, metadata: Mapping[str, Any]) -> None:
    """Check that it is None, or a mode that the environment has.

    Raises:
        InvalidValue: it is neither.
    """
    modes = (None, *metadata["render_modes"])
    if render_mode not in modes:
        named = ", ".join(map(repr, modes))
        raise InvalidValue(f"render_mode must be one of {named}, not {brief(render_mode)}")


def rendered(value: Table | View, render_mode: str | None) -> str | None:
    """Return a table or a view as text or as SVG, or nothing."""
    if render_mode is None:
        return None
    return draw_svg(value) if render_mode == "svg" else draw_text(value)
