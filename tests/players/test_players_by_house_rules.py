"""The players of the card game follow the house rule of the table at which they are asked."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from westeros_intrigue import (
    PLAYERS,
    GameState,
    HouseRules,
    InvalidValue,
    Move,
    Position,
    legal_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.rules.house_games import find_game, list_distinct_moves

NAMES = [name.replace(":N", ":10") for name, player in PLAYERS.items() if not player.stands_for]


class OddCards(HouseRules):
    """Nobody places an even card while an odd one fits."""

    def allows(self, position: Position, move: Move, /) -> bool:
        del position
        return move.card.number % 2 == 1


class NoNeighbours(HouseRules):
    """The house must differ from that of the card before."""

    def allows(self, position: Position, move: Move, /) -> bool:
        placed = position.placements
        return not placed or move.card.house is not placed[-1].move.card.house


ODD, NO_NEIGHBOURS = OddCards(), NoNeighbours()


def doubles(final: GameState) -> int:
    """The number of placements after one of the same house."""
    placements = [each.move.card.house for each in final.results[0].placements]
    return sum(before is after for before, after in pairwise(placements))


@pytest.mark.untraced
@pytest.mark.parametrize("name", NAMES)
def test_players_place_only_cards_that_a_house_rule_allows(name: str) -> None:
    state = ODD.setup(2, seed=3)
    player = PLAYERS.parse(name)
    for number in range(3 if name == "reader" else 12):
        move = player(ODD.observe(state, state.active_player), random.Random(number))
        # The view of the card game, such as one that was read from JSON, has the same rule.
        same = player(observe(state, state.active_player), random.Random(number))
        assert {move, same} <= {*ODD.legal_moves(state)}
        state = ODD.apply(state, move)


def test_a_whole_game_by_a_rule_about_cards_is_played() -> None:
    final = play_game(["greedy", "random", "provident"], game=ODD, seed=1)
    assert final.is_over


def test_the_variant_and_the_state_of_a_house_rule_bring_their_game_along() -> None:
    start = NO_NEIGHBOURS.setup(2, seed=1)
    wanted = play_game(["greedy", "greedy"], game=NO_NEIGHBOURS, seed=1)
    printed = play_game(["greedy", "greedy"], seed=1)
    assert doubles(printed) > doubles(wanted)
    assert play_game(["greedy", "greedy"], seed=1, variant=start.variant) == wanted
    card_game = GAMES["westeros-intrigue"]
    assert play_game(["greedy"] * 2, game=card_game, seed=1, variant=start.variant) == wanted
    from_state = play_game(["greedy", "greedy"], seed=1, state=start)
    assert from_state == play_game(["greedy", "greedy"], game=NO_NEIGHBOURS, seed=1, state=start)
    assert doubles(from_state) == 0
    with pytest.raises(InvalidValue, match="the house rule no-neighbours: set it up by its"):
        play_game(["greedy", "greedy"], game=ODD, seed=1, variant=start.variant)


def test_the_game_of_a_table_is_that_of_its_house_rule() -> None:
    state = ODD.setup(3, seed=1)
    assert (find_game(state.variant), find_game(setup(3, seed=1).variant)) == (ODD, None)
    assert {*list_distinct_moves(state)} <= {*ODD.legal_moves(state)} < {*legal_moves(state)}
