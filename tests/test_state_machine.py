"""Whole games by the state machine of the kit, alone and beside the second engine."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import settings
from second_engine_adapter import start

from westeros_intrigue import SOLO_SCHEMING, STANDARD, Variant
from westeros_intrigue.testing import Engine, GameMachine


class Solo(GameMachine):
    players: ClassVar[int | None] = 4
    variant: ClassVar[Variant | None] = SOLO_SCHEMING


class AnyoneCanDie(GameMachine):
    variant: ClassVar[Variant | None] = STANDARD.with_options(anyone_can_die=True)


class BesideTheSecondEngine(GameMachine):
    engine: ClassVar[Engine | None] = staticmethod(start)


TestAnyGame = GameMachine.TestCase
TestAnyGame.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)

TestSolo = Solo.TestCase
TestSolo.settings = settings(max_examples=10, stateful_step_count=30, deadline=None)

TestAnyoneCanDie = AnyoneCanDie.TestCase
TestAnyoneCanDie.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

TestBesideTheSecondEngine = BesideTheSecondEngine.TestCase
TestBesideTheSecondEngine.settings = settings(max_examples=8, stateful_step_count=15, deadline=None)
