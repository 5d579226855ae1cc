"""Two people play with printed cards, and the program knows no more than they tell it.

It starts from a deal that holds nothing, waits for each round's cards, takes every placement as a
house and a slot, and keeps the turn, the points and the ranking.
"""

from typing import NamedTuple

from westeros_intrigue import (
    Deal,
    GameState,
    House,
    IronThroneCard,
    Phase,
    RoundDeal,
    Slot,
    apply,
    deal_round,
    draw_text,
    final_winner,
    find_move,
    score_round,
    setup,
)


class RoundTold(NamedTuple):
    """What is told in one round: the hands as dealt, the placements, the card drawn at its end."""

    hands: tuple[str, str]
    placements: str
    throne_card: IronThroneCard


NAMES = ("Dora", "Emil")
ROUNDS = (
    RoundTold(
        ("LLTLTTLLSSSSTS", "BTSSLTTLBSSTBB"),
        "S@a0 B@a-1 T@a1 L@a-2 L@a2 L@a3 T@a-3 T@b-3 L@b2 T@b1 T@b0 B@b-2 L@c1 "
        "T@c-3 T@c0 S@b-1 L@d0 S@c-1 S@d-1 S@c-2 S@d-2 S@d-3 S@e-2 S@e-3 L@e-1",
        IronThroneCard(2, icons=3),
    ),
    RoundTold(
        ("SSLBSLLBLTBLBT", "STLBLBTSBTTTLS"),
        "S@a0 T@a-1 B@a1 L@a-2 L@b-2 S@b-1 T@a2 T@a3 B@a4 S@b0 T@b3 "
        "S@c-2 S@c-1 B@b1 S@d-2 B@c0 B@d-1 B@e-2 T@b2 B@c1 T@c2 T@d1",
        IronThroneCard(3, icons=7),
    ),
)


def play_round(state: GameState, told: RoundTold) -> GameState:
    """Return the state at the end of a round that is told card by card."""
    state = deal_round(state, RoundDeal.from_houses(told.hands))
    for placement in told.placements.split():
        letter, place = placement.split("@")
        slot = Slot("abcdefgh".index(place[0]), int(place[1:]))
        before, state = state, apply(state, find_move(state, House(letter), slot))
        for out in state.eliminations[len(before.eliminations) :]:
            print(f"{NAMES[out.player]} is out after {placement}: {out.cards_left} cards left.")
    return state


def main() -> None:
    """Follow the game from the empty table to the winner."""
    state = setup(2, deal=Deal())
    while state.phase is Phase.DEALING:
        told = ROUNDS[state.round_number - 1]
        print(f"Round {state.round_number}: {NAMES[state.starting_player]} starts.")
        state = play_round(state, told)
        print(draw_text(state.court))
        state = score_round(state, throne_card=told.throne_card)
        drawer = NAMES[state.results[-1].last_placer]
        print(f"{drawer} placed the last card, and draws {told.throne_card}.\n")

    final = final_winner(state)
    for name, points, total in zip(NAMES, state.penalty_points, final.totals, strict=True):
        print(f"{name}: {points} penalty points, {total} after the Iron Throne cards.")
    winners = " and ".join(NAMES[player] for player in final.winners)
    print(f"The evening goes to {winners}: {final.decided_by.value.replace('-', ' ')}.")


if __name__ == "__main__":
    main()
