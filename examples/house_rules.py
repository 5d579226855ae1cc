"""House rules for the card game: forbidden moves, open slots, other points, and options.

docs/how-to/make-a-variant.md installs them; then bots, terminal, page, matches and environments
play by them.
"""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue import (
    OPTIONS,
    GameState,
    House,
    HouseRules,
    Move,
    Position,
    Slot,
    ViolationCode,
    play_game,
    setup,
)
from westeros_intrigue.gamekit import Option, OptionKind, OptionValue, Rule


class MixedHouses(HouseRules):
    """Players must not repeat the house of the previous card unless nothing else fits."""

    RULES = (Rule("house.mixed", "The house must differ from the previous card's."),)

    def allows(self, position: Position, move: Move) -> bool:
        """Return True if the card's house differs from the previous card's."""
        placed = position.placements
        return not placed or move.card.house is not placed[-1].move.card.house


class Bridges(HouseRules):
    """Any card may be placed on two cards of one house."""

    RULES = (Rule("house.bridge", "Any card may be placed on two cards of one house."),)

    def permits(
        self,
        court: Mapping[Slot, House],
        house: House,
        slot: Slot,
        code: ViolationCode,
        options: Mapping[str, OptionValue],
        /,
    ) -> bool:
        """Return True for any card on two cards of one house."""
        del house, options
        left, right = slot.supports or (slot, slot)
        return code is ViolationCode.HOUSE_UNMATCHED and court[left] is court[right]


class LastCounts(HouseRules):
    """Placing the last card of a round takes points off the final total: three, or `bonus`."""

    RULES = (Rule("house.last", "The last card of a round takes three points off, or `bonus`."),)
    OPTIONS = (*OPTIONS, Option("bonus", OptionKind.NUMBER, "the points off", least=1, most=9))

    def total(self, state: Position, player: int, total: int) -> int:
        """Return a player's total, minus the bonus for each round that the player ended."""
        ended = sum(result.last_placer == player for result in state.results)
        bonus: int = self.options_of(state).get("bonus", 3)
        return total - bonus * ended


class SuddenDeath(HouseRules):
    """With the option `sudden`, a game has one round."""

    OPTIONS = (*OPTIONS, Option("sudden", OptionKind.FLAG, "play one round"))

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        /,
        *,
        seed: int | None = None,
    ) -> GameState:
        """Return a new game, of one round if the option is set."""
        state = super().new_game(players, options, seed=seed)
        if not self.options_of(state).get("sudden"):
            return state
        return setup(state.players, seed=seed, variant=state.variant.with_rounds(1))


mixed_houses, bridges, last_counts, sudden_death = (
    MixedHouses(),
    Bridges(),
    LastCounts(),
    SuddenDeath(),
)

if __name__ == "__main__":
    for game in (mixed_houses, bridges, last_counts, sudden_death):
        final = play_game(["greedy", "random", "provident"], game=game, seed=1)
        print(f"{game.NAME}: won by {game.final_winner(final).winners}")
