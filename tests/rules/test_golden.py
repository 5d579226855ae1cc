"""Golden data: deals, the order of moves and a whole game, as they are for ever.

The files in tests/samples are compared exactly. They are written anew by

    cd tests && python -m rules.test_golden

with the package installed. The seeds' deals never change; read the difference before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Deal,
    GameState,
    Phase,
    Variant,
    apply,
    distinct_moves,
    final_winner,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.rules import draw_deal

DATA = Path(__file__).parents[1] / "samples"

# The chance


def words(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def deal_lines(deal: Deal) -> Iterator[str]:
    drawn = ", ".join(f"{card.value} with {card.icons}" for card in deal.throne_cards)
    yield f"  throne cards, value with icons: {drawn}"
    for round_number, dealt in enumerate(deal.rounds, start=1):
        yield f"  round {round_number}"
        for seat, hand in enumerate(dealt.hands):
            yield f"    {seat}: {words(hand)}"
        if dealt.starters:
            yield f"    starters: {words(dealt.starters)}"
        if dealt.unused:
            yield f"    unused: {words(dealt.unused)}"


def golden_deals() -> str:
    """The deals of some seeds for each number of players, and with Anyone Can Die."""
    lines = []
    anyone = STANDARD.with_options(anyone_can_die=True)
    tables: list[tuple[str, int, Variant, tuple[int, ...]]] = [
        *((f"{players} players", players, STANDARD, (0, 1, 2**64)) for players in range(2, 7)),
        ("5 players, Anyone Can Die", 5, anyone, (1,)),
        ("Solo Scheming, Anyone Can Die", 4, SOLO_SCHEMING.with_options(anyone_can_die=True), (1,)),
    ]
    for name, players, variant, seeds in tables:
        for seed in seeds:
            lines += [f"{name}, seed {seed}", *deal_lines(draw_deal(players, rng(seed), variant))]
    return "\n".join(lines) + "\n"


def rng(seed: int) -> random.Random:
    return random.Random(seed)


# The order of moves


def golden_moves() -> str:
    """The legal moves of some positions on the way through a round, in their order."""
    lines = []
    for players in range(2, 7):
        numbers = rng(players)
        state = setup(players, seed=players, variant=STANDARD.with_rounds(1))
        while state.phase is Phase.PLAYING:
            if len(state.placements) % 6 == 3:
                lines.append(f"{players} players after {len(state.placements)} placements")
                lines.append(f"  {' '.join(str(move) for move in legal_moves(state))}")
            possible = distinct_moves(state)
            state = apply(state, possible[int(numbers.random() * len(possible))])
    return "\n".join(lines) + "\n"


# A whole game

ROUND_HEADING = "Round {} of 4, started by player {}"


def golden_game() -> str:
    """A game of four, in which each placement is chosen at random among the distinct moves."""
    numbers = rng(4)
    state = setup(4, seed=4, first_player=2)
    lines = ["A game of four players, seed 4. Player 2 starts it.", *round_lines(state)]
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
            lines += result_lines(state)
            if state.phase is Phase.PLAYING:
                lines += round_lines(state)
            continue
        possible = distinct_moves(state)
        before = state
        state = apply(state, possible[int(numbers.random() * len(possible))])
        lines += ply_lines(before, state, len(possible))
    lines += final_lines(state)
    return "\n".join(lines) + "\n"


def round_lines(state: GameState) -> Iterator[str]:
    yield ""
    yield ROUND_HEADING.format(state.round_number, state.starting_player)
    for player, hand in enumerate(state.hands):
        yield f"  hand of player {player}: {words(hand)}"


def ply_lines(before: GameState, state: GameState, possible: int) -> Iterator[str]:
    placed = state.placements[-1]
    choice = "the only move" if possible == 1 else f"one of {possible} moves"
    number = len(state.placements)
    yield f"  {number:2}. player {placed.player} places {placed.move}, {choice}"
    for out in state.eliminations[len(before.eliminations) :]:
        kept = words(state.hands[out.player]) or "no card"
        yield f"      player {out.player} is out with {kept}"


def result_lines(state: GameState) -> Iterator[str]:
    result = state.results[-1]
    rows: dict[int, list[str]] = {}
    for placed in result.placements:
        slot = placed.move.slot
        rows.setdefault(slot.row, []).append(f"{slot.column}:{placed.move.card.house.letter}")
    for row in sorted(rows, reverse=True):
        cells = sorted(rows[row], key=lambda cell: int(cell.split(":")[0]))
        yield f"  row {row}: {' '.join(cells)}"
    card = result.throne_card
    assert card is not None
    yield f"  player {result.last_placer} draws the throne card {card.value} with {card.icons}"
    yield f"  points {result.penalty_points}, altogether {state.penalty_points}"


def final_lines(state: GameState) -> Iterator[str]:
    result = final_winner(state)
    yield ""
    for player, pile in enumerate(state.score_piles):
        cards = " ".join(f"-{card.value}" for card in pile)
        points, total = state.penalty_points[player], result.totals[player]
        yield (
            f"Player {player}: {points} {cards} = {total}" if cards else f"Player {player}: {total}"
        )
    yield f"Ranking {result.ranking}"
    yield f"Winners {result.winners}, by {result.decided_by.value}"


GOLDEN: dict[str, Callable[[], str]] = {
    "deals.txt": golden_deals,
    "legal_moves.txt": golden_moves,
    "game_of_four.txt": golden_game,
}


@pytest.mark.rule("setup.hand-size", "setup.starter", "setup.unused", "setup.throne")
def test_seeds_give_the_deals_that_they_have_always_given() -> None:
    assert golden_deals() == (DATA / "deals.txt").read_text()


def test_legal_moves_come_in_the_order_in_which_they_have_always_come() -> None:
    assert golden_moves() == (DATA / "legal_moves.txt").read_text()


@pytest.mark.rule("turn.clockwise", "round.rotation", "round.throne", "round.penalty")
@pytest.mark.rule("final.total")
def test_a_whole_game_of_four_goes_as_it_is_written_down() -> None:
    assert golden_game() == (DATA / "game_of_four.txt").read_text()


if __name__ == "__main__":
    for file_name, text in GOLDEN.items():
        (DATA / file_name).write_text(text())
