"""The arguments of commands, right and wrong: a wrong one is an error of the type checkers.

Nothing runs this file; an error that is not there any more is one of `warn_unused_ignores`.
"""

from __future__ import annotations

from typing import assert_type

import attrs

from westeros_intrigue.gamekit.options import TableOptions
from westeros_intrigue.play.terminal import shared
from westeros_intrigue.play.terminal.arguments import Command, flag, integer, option, positionals
from westeros_intrigue.play.terminal.watching import DemoCommand

assert_type(DemoCommand().pace, float)
assert_type(DemoCommand().players, int | None)
assert_type(DemoCommand().table_options, TableOptions)
renamed = DemoCommand().speed  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


@attrs.frozen(kw_only=True)
class Faulty(Command):
    """Each argument has a fault: its default, its kind, its annotation, or its shared name."""

    pace: float = option(shared.SECONDS, "the pace", default="slow")  # type: ignore[misc]  # pyright: ignore[reportArgumentType]
    rounds: int = option(integer(1, 4), "the rounds")  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    names: tuple[int, ...] = positionals(shared.NAME, "the names")  # type: ignore[arg-type]  # pyright: ignore[reportAssignmentType]
    quiet: str = flag("show less")  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    hands: bool = shared.show_hand()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
