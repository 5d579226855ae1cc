"""Open games of millions of positions are solved, and those without a bound are refused."""

from __future__ import annotations

import pytest

from lab.solving.open_pig import OpenPig, Rolled
from nim import nim
from westeros_intrigue.gamekit import InvalidValue
from westeros_intrigue.lab.solving import solve
from westeros_intrigue.lab.solving.improving import in_order
from westeros_intrigue.lab.solving.packed import Packer


class EndlessPig(OpenPig):
    """Pig in which nobody has to stop."""

    def moves(self, state: Rolled, seat: int) -> list[str]:
        del seat
        return ["roll", "stop"] if state.pot else ["roll"]


Chances = dict[tuple[int, int], list[float]]


def chance_of_beginner(target: int) -> float:
    """The chance to win of the player who begins, by iteration over scores, from the end."""
    won: Chances = {}
    for total in range(2 * target - 2, -1, -1):
        for own in range(max(0, total - target + 1), min(target - 1, total) + 1):
            if own > total - own:
                continue
            pair = (own, total - own)
            _solve_pair(won, pair, target)
    return won[0, 0][0]


def _solve_pair(won: Chances, pair: tuple[int, int], target: int) -> None:
    """Find the chances of both players at two scores, with each number in the pot."""
    sides = {pair, pair[::-1]}
    for own, other in sides:
        won[own, other] = [0.5] * (target - own)
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for own, other in sides:
            chances = won[own, other]
            for pot in range(target - own - 1, -1, -1):
                rolled = 1 - won[other, own][0]
                for die in range(2, 7):
                    at = pot + die
                    rolled += chances[at] if own + at < target else 1.0
                stopped = 1 - won[other, own + pot][0] if pot else 0.0
                new = max(rolled / 6, stopped)
                change, chances[pot] = max(change, abs(new - chances[pot])), new


@pytest.mark.parametrize("target", [2, 7, 12])
def test_pig_has_the_value_of_an_iteration_of_its_own(target: int) -> None:
    solution = solve(OpenPig(), 2, {"target": target}, returns="victory")
    assert solution.values[0] == pytest.approx(chance_of_beginner(target), abs=1e-10)
    assert sum(solution.values) == pytest.approx(1)


@pytest.mark.long
def test_pig_to_a_hundred_is_solved() -> None:
    """It takes a minute to find two million positions; sweeps are an eighth of it."""
    solution = solve(OpenPig(), 2, returns="victory")
    assert solution.values[0] == pytest.approx(0.5306, abs=5e-5)
    assert solution.values[0] == pytest.approx(chance_of_beginner(100), abs=1e-9)
    assert solution.positions > 2_000_000


def test_a_game_of_three_has_values_for_each_seat() -> None:
    solution = solve(OpenPig(), 3, {"target": 4}, returns="victory")
    assert sum(solution.values) == pytest.approx(1)
    assert solution.values[0] > solution.values[1] > solution.values[2]
    scores = solve(OpenPig(), 2, {"target": 4}).values  # which do not have the same sum
    assert scores[0] > scores[1]


def test_a_field_that_grows_without_bound_is_named() -> None:
    with pytest.raises(InvalidValue, match=r"pot still grows, and has [0-9]+ values so far"):
        solve(EndlessPig(), 2, {"target": 3}, most_positions=2000)
    with pytest.raises(InvalidValue, match=r"more than 5 positions.*larger most_positions"):
        solve(nim, 2, {"stones": 20}, most_positions=5)


def test_positions_are_packed_into_integers_and_back() -> None:
    game = OpenPig()
    root = game.setup(2, seed=1)
    packer = Packer(root, 100, has_turn=False)
    state = root.replace(points=(3, 4), pot=2, to_move=1, turn=6)
    assert packer.find(state) is None
    packed = packer.pack(state)
    assert packer.find(state) == packed == packer.pack(state)
    assert packer.unpack(packed, 6) == state
    assert packer.unpack(packer.pack(root), 0) == root
    assert packer.count_values() == {"points": 2, "pot": 2, "is_rolling": 1}


def test_positions_come_after_those_that_can_follow() -> None:
    starts, following = [0, 2, 3, 5, 6, 6], [1, 2, 0, 3, 4, 2]
    assert [sorted(group) for group in in_order(starts, following)] == [[4], [2, 3], [0, 1]]
