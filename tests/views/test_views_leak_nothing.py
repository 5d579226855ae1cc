"""A view is made of what its player has seen, and of nothing else.

Hidden cards change places in the deal, the same steps are taken again, and as long as the player
at the table would have seen the same, the view and all that is computed from it is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from helpers import strategies
from helpers.view_checks import check_views_tell_the_same
from helpers.watched_games import TABLES, Swap, WatchedGame, looking_the_same, watched_game
from hypothesis import given, strategies as st

import westeros_intrigue as wi

SWAPS: st.SearchStrategy[list[Swap]] = st.lists(
    st.tuples(st.integers(0, 35), st.integers(0, 35), st.integers(0, 5), st.integers(0, 2)),
    min_size=1,
    max_size=5,
)


@st.composite
def two_games_that_look_the_same(
    draw: st.DrawFn, games: st.SearchStrategy[WatchedGame]
) -> tuple[WatchedGame, WatchedGame, int | None]:
    """Games of different deals of which a player has seen the same, and the player."""
    one = draw(games)
    player = draw(st.sampled_from(one.viewers()))
    swaps = draw(SWAPS)
    here = [(a + 1, b, one.now.round_number - 1, 0) for a, b, _, _ in swaps]
    return one, looking_the_same(one, player, [*swaps, *here]), player


@st.composite
def at_any_moment(draw: st.DrawFn) -> WatchedGame:
    """A game at any table, up to any moment."""
    whole = watched_game(draw(st.sampled_from(list(TABLES))), draw(st.integers(0, 15)))
    return whole.until(draw(st.integers(0, len(whole.states) - 1)))


@st.composite
def when_a_round_is_over(draw: st.DrawFn) -> WatchedGame:
    """A game up to the end of a round, just before or after it is scored, or of the game."""
    whole = watched_game(draw(st.sampled_from(list(TABLES))), draw(st.integers(0, 15)))
    over = [
        moment for moment, state in enumerate(whole.states) if state.phase is wi.Phase.ROUND_OVER
    ]
    return whole.until(draw(st.sampled_from(over)) + draw(st.integers(0, 1)))


@st.composite
def when_the_cards_are_to_be_dealt(draw: st.DrawFn) -> WatchedGame:
    """A game whose deal stops short, waiting for the next round's cards."""
    table = draw(st.sampled_from(list(TABLES)))
    players, variant = TABLES[table]
    rounds = draw(st.integers(0, variant.rounds_for(players) - 1))
    return watched_game(table, draw(st.integers(0, 15)), rounds_dealt=rounds)


ANY_GAME = at_any_moment() | when_a_round_is_over() | when_the_cards_are_to_be_dealt()


@strategies.MANY
@given(two_games_that_look_the_same(ANY_GAME))
def test_who_has_seen_the_same_is_told_the_same(
    pair: tuple[WatchedGame, WatchedGame, int | None],
) -> None:
    one, other, player = pair
    check_views_tell_the_same(one.now, other.now, player)


@given(at_any_moment(), st.integers(0, 2**32))
def test_the_text_of_a_refusal_is_the_same_in_every_world_that_anybody_thinks_possible(
    game: WatchedGame, seed: int
) -> None:
    rng = random.Random(seed)
    world = wi.determinize(wi.observe(game.now, rng.choice(game.viewers())), rng)
    for _ in range(40):
        tried = wi.Move(rng.choice(wi.DECK), wi.Slot(rng.randrange(4), rng.randrange(-5, 6)))
        by = rng.choice((None, *range(world.players)))
        for here, there in (
            (
                refusal(wi.apply, game.now, tried, player=by),
                refusal(wi.apply, world, tried, player=by),
            ),
            (
                refusal(wi.find_move, game.now, tried.card.house, tried.slot),
                refusal(wi.find_move, world, tried.card.house, tried.slot),
            ),
        ):
            assert None in (here, there) or here == there


def refusal(function: Callable[..., object], *tried: object, **by: object) -> str | None:
    """The text of the error that a move causes; None if it is legal."""
    try:
        function(*tried, **by)
    except wi.IllegalMove as error:
        return str(error)
    return None
