"""Every accepted edition is played without an error."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import pytest

from games.monopoly.any_editions import any_edition
from games.monopoly.invariants import check, check_decision
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    GameState,
    Move,
    Record,
    Variant,
    apply,
    draw_svg,
    draw_text,
    explain,
    goods_of,
    legal_moves,
    observe,
    question,
    read_edition,
    setup,
    simple_offers,
    simple_player,
    write_edition,
)

LAST_TURN = 50


def begun(rng: random.Random) -> GameState:
    """A game of any edition, by any seed."""
    edition = any_edition(rng)
    assert read_edition(write_edition(edition)) == edition
    players = rng.randint(*edition.players)
    variant = Variant(rng.choice((0, 1, 3)), rng.choice(("full", "half")))
    seed, first = rng.randrange(2**64), rng.randrange(players)
    return setup(players, edition, seed=seed, first_player=first, variant=variant)


def any_move(state: GameState, rng: random.Random) -> Move:
    """The move of a simple player, or a legal one: first a kind of them, then one of that kind."""
    if not rng.randrange(3):
        return simple_player(observe(state, state.active_player), rng)
    listed = legal_moves(state)
    found: Sequence[Move] = [listed[0], listed[-1], *(rng.choice(listed) for _ in range(9))]
    found = [*found, *islice(simple_offers(state), rng.choice((0, 0, 20)))]
    kind = rng.choice([*dict.fromkeys(map(type, found))])
    return rng.choice([move for move in found if type(move) is kind])


def play(seed: int) -> None:
    """Play a game of any edition to its end, or to a turn; everything can be shown and written."""
    rng = random.Random(seed)
    state = begun(rng)
    while not state.is_over and state.turn_number < LAST_TURN:
        move = any_move(state, rng)
        assert explain(state, move) == ()
        if not rng.randrange(20):
            check(state)
            if len(legal_moves(state)) < 100:
                check_decision(state)
            for player in range(state.players):
                goods_of(state, player)
            assert question(state)
        state = apply(state, move)
    for show in (draw_svg, draw_text):
        assert show(state)
        assert show(observe(state, 0))
    assert DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(state)) == state
    record = Record.from_state(state)
    assert Record.parse(str(record), {"edition": write_edition(state.edition)}) == record


def play_all(seeds: range) -> None:
    """Play a game for each seed."""
    for seed in seeds:
        try:
            play(seed)
        except Exception as error:
            error.add_note(f"This was the game of seed {seed}.")
            raise


@pytest.mark.rule("edition.well-formed", "card.draw")
def test_any_edition_is_played_to_turn_50() -> None:
    play_all(range(30))


@pytest.mark.long
def test_many_more_editions_are_played_to_turn_50() -> None:
    play_all(range(1000, 1080))
