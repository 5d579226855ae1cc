"""Any game of the library as a TextArena environment, played by a scripted model.

Models of TextArena are functions from a text to a text. Needs the package `textarena`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import textarena

from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.lab.language import Prompter, Query


class TableEnv(textarena.Env):
    """A table whose seats are TextArena's players; a player without a legal move loses the game."""

    def __init__(self, key: str, errors: int = 2, *, lists_moves: bool = False) -> None:
        """Choose a game by its key, and the wrong answers that a decision may take."""
        self.game = GAMES[key]
        self.prompter = Prompter(key, lists_moves=lists_moves)
        self.errors = errors

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game."""
        self.state = textarena.FFAMultiPlayerState(num_players, seed, error_allowance=self.errors)
        self.state.reset(game_state={})
        self.table = self.game.setup(num_players, seed=seed)
        self.last_views = dict[int, Any]()
        self._ask()

    def _ask(self) -> None:
        """Send the prompt to the next player, or the result to all."""
        self.table = self.game.proceed(self.table)
        if self.table.is_over:
            rewards = dict[int, float]()
            for group in self.game.final_winner(self.table).ranking:
                behind = self.table.players - len(rewards) - len(group)
                reward = behind / (self.table.players - 1) * 2 - 1
                rewards |= dict.fromkeys(group, reward)
            self.state.set_game_outcome(rewards, reason="the game is over")
            return
        seat = self.table.active_player
        self.state.manually_set_current_player_id(seat, force=True)
        view = self.game.observe(self.table, seat)
        self.query = Query(self.prompter, view, self.last_views.get(seat))
        self.last_views[seat] = view
        for message in self.query.messages:
            self.state.add_observation(
                message["content"], textarena.ObservationType.PROMPT, to_id=seat
            )

    def step(self, action: str) -> Any:  # noqa: ANN401 - TextArena's pair
        """Read an answer; return whether the game is over, and what TextArena tells about it."""
        self.query = self.query.answered(action)
        seat = self.table.active_player
        if self.query.move is not None:
            self.table = self.game.apply(self.table, self.query.move, player=seat)
            self._ask()
        elif self.state.set_invalid_move(self.query.attempts[-1].reply):
            rewards = {each: -1 if each == seat else 1 for each in range(self.table.players)}
            self.state.set_game_outcome(rewards, reason=f"player {seat} named no legal move")
        return self.state.step(rotate_player=False)


def play(key: str, players: int, model: Callable[[str], str], seed: int) -> dict[int, float]:
    """Play a game with the same model in every seat; return the rewards."""
    table = TableEnv(key, lists_moves=True)
    table.reset(players, seed)
    is_over = False
    prompts: list[str] = []
    while not is_over:
        _, observations = table.get_observation()
        kinds = textarena.ObservationType
        asked = [text for _, text, kind in observations if kind is kinds.PROMPT]
        reasons = [text for _, text, kind in observations if kind is not kinds.PROMPT]
        # A refused answer leaves the prompt as it was, and adds the reason.
        prompts = asked[-2:] or prompts
        is_over, _ = table.step(model("\n\n".join([*prompts, *reasons])))
    rewards, _ = table.close()
    return dict(rewards)


def scripted(rng: random.Random) -> Callable[[str], str]:
    """Return a model that picks a listed move, and is wrong one time in ten."""

    def answer(text: str) -> str:
        listed = text.rpartition("Legal moves:\n")[2].partition("\n\n")[0].splitlines()
        move = rng.choice(listed).partition(" - ")[0] if listed else "nothing"
        return f"Move: {'nonsense' if rng.random() < 1 / 10 else move}"

    return answer


def main() -> None:
    """Play a game of each kind."""
    for key, players in (("westeros-intrigue", 3), ("btwixt", 3), ("monopoly", 2)):
        print(key, play(key, players, scripted(random.Random(1)), seed=1))


if __name__ == "__main__":
    main()
