"""Solo Scheming: one player, Stark, against three automated houses, with all three options.

Stark always builds as high as possible. The automated houses need no player: on their turns,
`legal_moves` has only the placement that their procedure dictates.
"""

from westeros_intrigue import (
    SOLO_SCHEMING,
    GameState,
    Move,
    Phase,
    RoundResult,
    apply,
    draw_text,
    final_winner,
    legal_moves,
    observe,
    rule,
    score_round,
    setup,
)

SEED = 28
VARIANT = SOLO_SCHEMING.with_options(house_affiliation=True, rivalry=True, anyone_can_die=True)
NAMES = tuple(str(house) for house in VARIANT.houses)
STARK = 0


def highest(moves: tuple[Move, ...]) -> Move:
    """Choose the highest row, and in it the leftmost slot, as most houses do."""
    return min(moves, key=lambda move: (-move.slot.row, move.slot.column))


def tell_what_was_set_aside(before: GameState, move: Move) -> None:
    """Print the cards that an automated house drew this turn but could not place, if any."""
    player = before.active_player
    if player in VARIANT.automated:
        stack = before.hands[player]
        set_aside = stack[: stack.index(move.card)]
        if set_aside:
            drawn = " and ".join(map(str, set_aside))
            print(f"  {NAMES[player]} sets {drawn} aside, and places {move.card} in {move.slot}.")


def play_round(state: GameState) -> GameState:
    """Play a round to its end, and print what a player at the table would notice."""
    starters = " and ".join(map(str, state.court.values()))
    print(f"Round {state.round_number}: {NAMES[state.starting_player]} starts.", end=" ")
    print(f"{starters} lie there already." if starters else "The court is empty.")
    while moves := legal_moves(state):
        move = highest(moves)
        tell_what_was_set_aside(state, move)
        before, state = state, apply(state, move)
        for out in state.eliminations[len(before.eliminations) :]:
            left = f"{out.cards_left} {'card' if out.cards_left == 1 else 'cards'}"
            print(f"  {NAMES[out.player]} is out with {left}.")
    print(draw_text(state.court))
    return state


def tell_the_points(result: RoundResult) -> None:
    """Print who drew the Iron Throne card, and all players' points."""
    seen = f": {result.throne_card}" if result.throne_card else ", which nobody sees"
    print(f"{NAMES[result.last_placer]} placed last, and draws an Iron Throne card{seen}.")
    changes = {
        change.player: f" ({rule(change.rule).title} {change.points:+})"
        for change in result.adjustments
    }
    points = (
        f"{name} {taken}{changes.get(player, '')}"
        for player, (name, taken) in enumerate(zip(NAMES, result.penalty_points, strict=True))
    )
    print(f"Points: {', '.join(points)}.\n")


def main() -> None:
    """Play the five rounds as Stark sees them, and print who wins the throne."""
    state = setup(4, seed=SEED, variant=VARIANT)
    while state.phase is not Phase.GAME_OVER:
        state = score_round(play_round(state))
        tell_the_points(observe(state, STARK).results[-1])

    final = final_winner(state)
    for player in (player for place in final.ranking for player in place):
        pile = "; ".join(map(str, state.score_piles[player])) or "none"
        print(f"{NAMES[player]:>9} {final.totals[player]:2}, with Iron Throne cards: {pile}")
    winners = " and ".join(NAMES[player] for player in final.winners)
    print(f"The Iron Throne goes to {winners}: {final.decided_by.value.replace('-', ' ')}.")


if __name__ == "__main__":
    main()
