"""Whole games by the state machine of the kit, alone and beside the second engine."""

from __future__ import annotations

from typing import ClassVar

import pytest
from engines import SecondEngine
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from westeros_intrigue import SOLO_SCHEMING, STANDARD, Variant
from westeros_intrigue.testing import CheckFailed, Engine, Facts, GameMachine


class Solo(GameMachine):
    players: ClassVar[int | None] = 4
    variant: ClassVar[Variant | None] = SOLO_SCHEMING


class AnyoneCanDie(GameMachine):
    variant: ClassVar[Variant | None] = STANDARD.with_options(anyone_can_die=True)


class ShortGames(GameMachine):
    """So short that many come to their end."""

    variant: ClassVar[Variant | None] = STANDARD.with_rounds(1)


class BesideTheSecondEngine(GameMachine):
    engine: ClassVar[Engine | None] = SecondEngine


EXAMPLES = settings(max_examples=settings().max_examples // 3)

TestAnyGame = GameMachine.TestCase
TestAnyGame.settings = settings(EXAMPLES, stateful_step_count=30)

TestSolo = Solo.TestCase
TestSolo.settings = settings(EXAMPLES, stateful_step_count=30)

TestAnyoneCanDie = AnyoneCanDie.TestCase
TestAnyoneCanDie.settings = settings(EXAMPLES, stateful_step_count=30)

TestShortGames = ShortGames.TestCase
TestShortGames.settings = settings(EXAMPLES, stateful_step_count=30, derandomize=True)

TestBesideTheSecondEngine = BesideTheSecondEngine.TestCase
TestBesideTheSecondEngine.settings = settings(EXAMPLES, stateful_step_count=15)


class EmptyAtFirst(SecondEngine):
    """Is false as an empty list is, and tells a wrong round."""

    def __len__(self) -> int:
        return 0

    def facts(self) -> Facts:
        return {**super().facts(), "round_number": 99}


class BesideOneThatIsEmptyAtFirst(GameMachine):
    players: ClassVar[int | None] = 2
    variant: ClassVar[Variant | None] = STANDARD
    engine: ClassVar[Engine | None] = EmptyAtFirst


def test_an_engine_is_compared_even_if_its_game_is_false() -> None:
    with pytest.raises(CheckFailed, match="round_number: the rules say 1, the engine says 99"):
        run_state_machine_as_test(
            BesideOneThatIsEmptyAtFirst,
            settings=settings(max_examples=1, phases=[Phase.generate], deadline=None),
        )
