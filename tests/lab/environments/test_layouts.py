"""Views of any game as numbers, and actions that its author lists."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import pytest
from attrs import evolve, frozen
from helpers.tables import wrong
from testing.sound_games import SOUND, Choice, FollowSuit, Pig, Pot

from westeros_intrigue import InvalidValue, WrongPhase, WrongType, play_game
from westeros_intrigue.gamekit import GameOf, Position, RandomSource, Range
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.environments.gymnasium import GameSeatEnv
from westeros_intrigue.lab.environments.layouts import Layout
from westeros_intrigue.lab.environments.pettingzoo import GameEnv, ParallelGameEnv

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test


class ListedPig(Pig):
    """Pig with a list of its moves."""

    ACTIONS = tuple(Choice)


class OwnNumbers(Pig):
    """Pig with numbers of its author."""

    def tensor(self, view: Pot, /) -> Sequence[float]:
        return [view.pot / 100, *(points / 100 for points in view.points)]


@pytest.mark.untraced
@pytest.mark.parametrize("game", [*(each() for each in SOUND), "btwixt", "monopoly"], ids=str)
def test_every_view_of_a_game_has_as_many_numbers_from_0_to_1(game: Any) -> None:
    environment = GameEnv(game, 3, observations="tensor")
    layout, rng = environment.layout, random.Random(5)
    environment.reset(seed=99)
    space = environment.observation_space("player_0")
    for _ in range(80):
        if not environment.agents or all(environment.terminations.values()):
            break
        observation = environment.observe(environment.agent_selection)
        assert observation in space
        environment.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
    assert list(layout.starts.values()) == sorted(layout.starts.values())
    assert layout.version == Layout.of(game, 3).version
    assert layout.version != Layout.of(game, 4).version


def test_the_class_of_a_game_is_refused_by_what_to_write() -> None:
    kinds: Any = Pig
    with pytest.raises(WrongType, match=r"not its class Pig: write Pig\(\)"):
        GameEnv(kinds, 3)
    with pytest.raises(WrongType, match=r"write Pig\(\)"):
        play_game(["random"] * 2, game=kinds, seed=1)


def test_the_version_changes_with_the_list_of_all_moves() -> None:
    class Reversed(Pig):
        KEY = ListedPig().KEY
        ACTIONS = tuple(reversed(Choice))

    versions = {Layout.of(game, 2).version for game in (Pig(), ListedPig(), Reversed())}
    assert len(versions) == 3
    assert Layout.of(ListedPig(), 2).version == Layout.of(ListedPig(), 2).version


@frozen
class Beads(Position):
    strings: tuple[Annotated[int, Range(0, 9)], ...] = (0,) * 12
    left: Annotated[int, Range(0, 500)] | None = 3
    best: Annotated[int, Range(0)] = 0


class Beading(GameOf[Beads, int]):
    """Players take beads in turn."""

    def start(self, players: int, rng: RandomSource) -> Beads:
        del rng
        return Beads(players=players)

    def moves(self, state: Beads, seat: int) -> Sequence[int]:
        del state, seat
        return [1]

    def play(self, state: Beads, seat: int, move: int, rng: RandomSource) -> Beads:
        del rng
        left = (state.left or 0) - move
        return state.replace(left=left, to_move=1 - seat if left else None)

    def scores(self, state: Beads) -> Sequence[int]:
        return [0] * state.players


def test_a_field_has_the_range_that_its_annotation_states() -> None:
    layout, state = Layout.of(Beading(), 2), Beading().setup(2, seed=1)
    sizes = {name: block.size for name, block in layout.blocks}
    assert sizes == {"strings": 120, "left": 1, "best": 1}
    view = Beading().observe(state, 0)
    left = layout.starts["left"]
    assert layout.encode(view)[left] == np.float32(3 / 500)
    assert layout.encode(evolve(view, left=500))[left] == 1
    nines = layout.encode(evolve(view, strings=(9,) * 12))
    first = layout.starts["strings"]
    assert nines[first : first + 120].nonzero()[0].tolist() == [9 + 10 * at for at in range(12)]


@frozen
class Cells(Position):
    board: tuple[str, ...] = ("",) * 12
    taken: tuple[int, ...] = ()


class Marking(GameOf[Cells, int]):
    """Players mark the empty cells of a board in turn."""

    def start(self, players: int, rng: RandomSource) -> Cells:
        del rng
        return Cells(players=players)

    def moves(self, state: Cells, seat: int) -> Sequence[int]:
        del seat
        return [cell for cell, mark in enumerate(state.board) if not mark]

    def play(self, state: Cells, seat: int, move: int, rng: RandomSource) -> Cells:
        del rng
        board = (*state.board[:move], "xo"[seat], *state.board[move + 1 :])
        taken = (*state.taken, move)
        to_move = 1 - seat if "" in board else None
        return state.replace(board=board, taken=taken, to_move=to_move)

    def scores(self, state: Cells) -> Sequence[int]:
        return [0] * state.players


def test_a_board_keeps_its_cells_apart_and_a_tuple_that_grows_is_counted() -> None:
    game = Marking()
    layout, state = Layout.of(game, 2), game.setup(2, seed=1)
    blocks = dict(layout.blocks)
    assert (blocks["board"].kind, blocks["board"].count) == ("places", 12)
    assert blocks["taken"].kind == "counts"
    after = [game.apply(state, cell) for cell in range(12)]
    boards = [layout.encode(game.observe(each.replace(taken=()), 0)).tobytes() for each in after]
    assert len({*boards}) == 12
    # Cells that were marked in another order make the same board, and count as the same cells.
    both = [game.apply(game.apply(state, one), two) for one, two in ((3, 5), (5, 3))]
    taken = layout.starts["taken"]
    numbers = [layout.encode(game.observe(each, 0)) for each in both]
    assert (numbers[0][taken:] == numbers[1][taken:]).all()
    assert (numbers[0][:taken] != numbers[1][:taken]).any()


def test_every_space_of_a_long_board_has_its_numbers() -> None:
    layout = Layout.of("monopoly", 2)
    state = monopoly.setup(2, monopoly.PLAYABLE, seed=1)
    seen = {
        layout.encode(
            monopoly.observe(
                monopoly.arrange(
                    monopoly.PLAYABLE,
                    cash=(9, 9),
                    deeds={space: monopoly.Deed(1)},
                ),
                0,
            )
        ).tobytes()
        for space in range(40)
        if state.board.kinds[space].is_deed
    }
    assert len(seen) == sum(kind.is_deed for kind in state.board.kinds)


def test_what_is_hidden_does_not_change_the_numbers_and_what_is_seen_does() -> None:
    game, rng = FollowSuit(), random.Random(1)
    layout, state = Layout.of(game, 3), game.setup(3, seed=4)
    for _ in range(5):
        for seat in range(3):
            view = game.observe(state, seat)
            world = game.determinize(view, rng)
            assert (layout.encode(view) == layout.encode(game.observe(world, seat))).all()
            assert world == state or (layout.encode(view) != layout.encode(
                game.observe(state, (seat + 1) % 3)
            )).any()  # fmt: skip
        state = game.apply(state, game.legal_moves(state)[0])


def test_the_part_of_the_viewer_comes_first_and_the_rest_follows_clockwise() -> None:
    game = Pig()
    layout = Layout.of(game, 3)
    first, size = layout.starts["points"], layout.blocks[0][1].size // 3
    state = game.setup(3, seed=1).replace(points=(3, 5, 7), to_move=1)
    shown = [
        layout.encode(game.observe(state, seat))[first : first + 3 * size].nonzero()[0] % size
        for seat in range(3)
    ]
    assert [each.tolist() for each in shown] == [[3, 5, 7], [5, 7, 3], [7, 3, 5]]
    to_move = [layout.encode(game.observe(state, seat))[:4].tolist() for seat in range(3)]
    assert to_move == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]


def test_an_author_can_say_better_and_is_told_what_does_not_fit() -> None:
    game = OwnNumbers()
    layout = Layout.of(game, 2)
    assert (layout.size, layout.blocks) == (3, ())
    view = game.observe(game.setup(2, seed=1).replace(points=(20, 10), pot=6), 1)
    assert layout.encode(view).tolist() == pytest.approx([0.06, 0.2, 0.1])
    with pytest.raises(InvalidValue, match="tensor of Own Numbers must always return 3 numbers"):
        layout.encode(evolve(view, points=(1, 2, 3), players=3))


def test_listed_actions_keep_their_meaning() -> None:
    environment = GameEnv(ListedPig(), 2, observations="tensor")
    environment.reset(seed=3)
    assert environment.action_space("player_0").n == 2
    first = environment.observe("player_0")["action_mask"]
    assert first.tolist() == [1, 0]
    with pytest.raises(InvalidValue, match="the action of player 0 must be 0, not 1"):
        environment.step(1)
    environment.step(0)
    agent = environment.agent_selection
    assert environment.observe(agent)["action_mask"][0] == 1

    class Short(Pig):
        """A list without a move."""

        ACTIONS = (Choice.STOP,)

    with pytest.raises(InvalidValue, match="ACTIONS of Short lacks the legal move roll: list"):
        GameSeatEnv(Short()).reset(seed=1)


def test_the_kits_of_pettingzoo_pass_with_numbers() -> None:
    api_test(GameEnv(ListedPig(), 2, observations="tensor"), num_cycles=60)
    parallel_api_test(ParallelGameEnv(FollowSuit(), 3, observations="tensor"), num_cycles=60)
    with pytest.raises(InvalidValue, match="pass the players and the options to the GameEnv"):
        ParallelGameEnv(GameEnv("btwixt", 3), 3)
    with pytest.raises(InvalidValue, match="observations must be one of"):
        GameEnv("btwixt", 3, observations=wrong("pixels"))


def test_all_seats_at_once_have_the_layout_of_seats_in_turn() -> None:
    in_turn = GameEnv(ListedPig(), 2, observations="tensor")
    assert ParallelGameEnv(ListedPig(), 2, observations="tensor").layout == in_turn.layout


def test_a_seat_of_any_game_is_an_environment_of_gymnasium() -> None:
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415 - warns on import

    environment = GameSeatEnv(ListedPig(), ["careful", None, "random"], options={"target": 10})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GameSeatEnv(ListedPig(), [None, "careful"]), skip_render_check=True)
    won = 0.0
    for seed in range(20):
        _, info = environment.reset(seed=seed)
        is_over = environment.game.is_over
        while not is_over:
            action = info["action_mask"].nonzero()[0][-1]
            _, reward, is_over, _, info = environment.step(action)
            won += reward
        assert not environment.action_masks().any()
    assert 0 <= won <= 20
    environment.reset(seed=1)
    _, reward, is_over, _, info = environment.step(1)
    assert (reward, is_over, info["violations"]) == (
        -1.0,
        True,
        ["action 1 is not legal: the mask marks those that are"],
    )
    with pytest.raises(WrongPhase, match="the game is over"):
        environment.step(0)
    assert np.isclose(environment.layout.size, environment.reset(seed=1)[0].size)
    with pytest.raises(InvalidValue, match=r"exactly one seat .* must be None, .* not 2"):
        GameSeatEnv("btwixt", [None, None, "random"])
