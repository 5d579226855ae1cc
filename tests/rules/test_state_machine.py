"""Whole games by the state machine of the kit, alone and beside the second engine."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import settings

from westeros_intrigue import SOLO_SCHEMING, STANDARD, Variant
from westeros_intrigue.testing import GameMachine


class Solo(GameMachine):
    players: ClassVar[int | None] = 4
    variant: ClassVar[Variant | None] = SOLO_SCHEMING


class AnyoneCanDie(GameMachine):
    variant: ClassVar[Variant | None] = STANDARD.with_options(anyone_can_die=True)


class ShortGames(GameMachine):
    """So short that many come to their end."""

    variant: ClassVar[Variant | None] = STANDARD.with_rounds(1)


EXAMPLES = settings(max_examples=settings().max_examples // 3)

TestAnyGame = GameMachine.TestCase
TestAnyGame.settings = settings(EXAMPLES, stateful_step_count=30)

TestSolo = Solo.TestCase
TestSolo.settings = settings(EXAMPLES, stateful_step_count=30)

TestAnyoneCanDie = AnyoneCanDie.TestCase
TestAnyoneCanDie.settings = settings(EXAMPLES, stateful_step_count=30)

TestShortGames = ShortGames.TestCase
TestShortGames.settings = settings(EXAMPLES, stateful_step_count=30, derandomize=True)
