"""A game of three simple players on the sample edition, told turn by turn.

The whole flow of the second game: `setup`, a player's choice from a view, `apply`, what happened
since, and `final_winner`.
"""

import random

from westeros_intrigue.games.monopoly import (
    apply,
    draw_text,
    events,
    final_winner,
    observe,
    sentence,
    setup,
    simple_player,
)

SEED = 3
TURNS_TOLD = 4


def main() -> None:
    """Play the game, tell its first turns, and print the last board and the ranking."""
    rng = random.Random(SEED)
    state = setup(3, seed=SEED)
    while (seat := state.active_player) is not None:
        move = simple_player(observe(state, seat), rng)
        before, state = state, apply(state, move)
        if before.turn_number <= TURNS_TOLD:
            for event in events(before, state):
                if words := sentence(event, None):
                    print(words)
    print(f"\n{draw_text(state)}\n")
    ranking = " > ".join(f"player {seat}" for (seat,) in final_winner(state).ranking)
    print(f"After {state.turn_number} turns and {len(state.moves)} decisions: {ranking}.")


if __name__ == "__main__":
    main()
