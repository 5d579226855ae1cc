"""Three house rules for the card game: one forbids moves, one changes points, one adds an option.

docs/how-to/make-a-variant.md installs them; bots, terminal, page, matches and environments follow.
"""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue import OPTIONS, GameState, Move, Position, play_game, setup
from westeros_intrigue.gamekit import HouseRules, Option, OptionKind, OptionValue, Rule


class MixedHouses(HouseRules):
    """Nobody places a card of the house that was placed before, unless nothing else fits."""

    RULES = (Rule("house.mixed", "The house must differ from that of the card before."),)

    def allows(self, position: Position, move: Move) -> bool:
        """Return True if the card is of another house than the one before."""
        placed = position.placements
        return not placed or move.card.house is not placed[-1].move.card.house


class LastCounts(HouseRules):
    """Whoever places the last card of a round has three points less at the end."""

    RULES = (Rule("house.last", "The last card of a round takes three points off."),)

    def total(self, state: GameState, player: int, total: int) -> int:
        """Return the total of a player, less three points for each round that it ended."""
        return total - 3 * sum(result.last_placer == player for result in state.results)


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
        others = {name: value for name, value in options.items() if name != "sudden"}
        state: GameState = super().new_game(players, others, seed=seed)
        if not options.get("sudden"):
            return state
        return setup(state.players, seed=seed, variant=state.variant.with_rounds(1))


mixed_houses, last_counts, sudden_death = MixedHouses(), LastCounts(), SuddenDeath()

if __name__ == "__main__":
    for game in (mixed_houses, last_counts, sudden_death):
        final = play_game(["greedy", "random", "provident"], game=game, seed=1)
        print(f"{game.NAME}: won by {game.final_winner(final).winners}")
