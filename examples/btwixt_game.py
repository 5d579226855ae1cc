"""A game of B'Twixt: one leader plays sensibly, three by random choice, all from their views.

It uses the sample box, in which some cards are invented.
"""

import random

from westeros_intrigue.games.btwixt import (
    apply,
    draw_text,
    final_winner,
    observe,
    random_player,
    setup,
    simple_player,
)

SEED = 11


def main() -> None:
    """Play the game, and print the ring at the end of each season and of the game."""
    rng = random.Random(SEED)
    state = setup(4, seed=SEED)
    while not state.is_over:
        seat = state.active_player
        assert seat is not None  # noqa: S101 - for the type checker: the game is not over
        player = simple_player if seat == 0 else random_player
        following = apply(state, player(observe(state, seat), rng))
        if following.season is not state.season:
            print(f"The end of {state.season}:\n{draw_text(observe(state, None))}\n")
        state = following
    print(f"The end of the game:\n{draw_text(state)}\n")
    final = final_winner(state)
    for place, seats in enumerate(final.ranking, 1):
        print(f"{place}: {' and '.join(f'seat {seat}' for seat in seats)}")


if __name__ == "__main__":
    main()
