"""`events(None, position)` is the story so far, as the viewer of the position saw it."""

from __future__ import annotations

import pytest
from helpers.random_play import played_at_random

from nim import nim
from no_repeats import game as no_repeats
from westeros_intrigue import WrongType
from westeros_intrigue.gamekit import GAMES, AnyGame, HasLines, read_line, write_line

STORIES: dict[str, AnyGame] = {**GAMES, "nim": nim, "no-repeats": no_repeats}


@pytest.mark.parametrize("game", STORIES.values(), ids=STORIES)
def test_the_story_so_far_grows_by_the_events_since(game: AnyGame) -> None:
    states = [*played_at_random(game, 60)]
    last = states[-1]
    assert game.events(None, last)
    for state in states[::9]:
        for viewer in (None, 0, 1):
            before, after = game.observe(state, viewer), game.observe(last, viewer)
            since = game.events(before, after)
            assert [*game.events(None, after)] == [*game.events(None, before), *since]
        since = game.events(state, last)
        assert [*game.events(None, last)] == [*game.events(None, state), *since]


@pytest.mark.parametrize("game", STORIES.values(), ids=STORIES)
def test_the_story_of_a_view_is_that_of_the_state_as_its_seat_saw_it(game: AnyGame) -> None:
    for state in [*played_at_random(game, 60)][::9]:
        for viewer in (None, 0, 1):
            seen = [game.seen_by(event, viewer) for event in game.events(None, state)]
            assert [*game.events(None, game.observe(state, viewer))] == seen


@pytest.mark.parametrize("game", STORIES.values(), ids=STORIES)
def test_the_story_of_a_game_from_a_line_begins_there(game: AnyGame) -> None:
    if not isinstance(game, HasLines):
        return
    state = [*played_at_random(game, 6)][-1]
    try:
        begun = read_line(game, write_line(game, state))
    except ValueError:
        return  # a house rule: its positions have no line
    told = game.events(None, begun)
    moves = game.distinct_moves(begun)
    after = game.apply(begun, moves[0]) if moves else game.proceed(begun)
    assert [*game.events(None, after)] == [*told, *game.events(begun, after)]


@pytest.mark.parametrize("game", STORIES.values(), ids=STORIES)
def test_a_story_needs_a_position(game: AnyGame) -> None:
    with pytest.raises(WrongType, match="must be a"):
        game.events(None, None)
