"""A game of four, played by random choice.

The whole flow of the library: `setup`, then `legal_moves` and `apply` until nobody can place a
card, `score_round` after each round, and `final_winner` at the end.
"""

import random

from westeros_intrigue import Phase, apply, draw_text, final_winner, legal_moves, score_round, setup

SEED = 11


def main() -> None:
    """Play the game, and print each round's end and the ranking."""
    rng = random.Random(SEED)
    state = setup(4, seed=SEED)
    while state.phase is not Phase.GAME_OVER:
        while moves := legal_moves(state):
            state = apply(state, moves[int(rng.random() * len(moves))])
        print(f"The court at the end of round {state.round_number}:\n{draw_text(state.court)}")
        state = score_round(state)
        result = state.results[-1]
        print(f"Cards left: {', '.join(map(str, result.cards_left))}.", end=" ")
        print(f"Player {result.last_placer} placed last, and draws {result.throne_card}.\n")
    final = final_winner(state)
    for player in (player for place in final.ranking for player in place):
        print(f"Player {player}: {final.totals[player]}")
    winners = " and ".join(f"player {player}" for player in final.winners)
    print(f"The game goes to {winners}: {final.decided_by.value.replace('-', ' ')}.")


if __name__ == "__main__":
    main()
