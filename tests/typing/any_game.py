"""Each game is a module of the one shape, with types of its own."""

from __future__ import annotations

from typing import assert_type

import westeros_intrigue
from westeros_intrigue import GameState, Move, View, play_game
from westeros_intrigue.gamekit.game import Game
from westeros_intrigue.games import btwixt, monopoly

flagship: Game[GameState, View, Move] = westeros_intrigue
second: Game[monopoly.GameState, monopoly.View, monopoly.Move] = monopoly
third: Game[btwixt.GameState, btwixt.View, btwixt.Move] = btwixt

assert_type(second.setup(2, seed=1), monopoly.GameState)
assert_type(third.observe(third.setup(3, seed=1), 0), btwixt.View)
assert_type(third.parse_move("kneel"), btwixt.Move)
assert_type(play_game([btwixt.simple_player] * 3, game=btwixt), btwixt.GameState)
