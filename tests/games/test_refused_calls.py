"""What Monopoly and B'Twixt say about calls that they refuse, in the file of messages."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from helpers.refusals import assert_refused

from westeros_intrigue import NotationError, WesterosIntrigueError
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange

Calls = list[Callable[[], object]]


def test_a_text_that_is_no_move_is_refused_with_what_would_be_one() -> None:
    of_monopoly = [
        partial(monopoly.parse_move, text)
        for text in (
            *("", "byu", "xyzzy", "buy 3", "build", "build x", "bid x", "offer 1", "offer 1: 5"),
            *("offer 1: 1c for 5 5", "choose 3 for", "sell-set", "mortgage -1"),
        )
    ]
    of_btwixt = [
        partial(btwixt.parse_move, text)
        for text in (
            *("", "plya betrayal", "xyzzy", "play", "play betrayal#0", "choose", "choose c1>2"),
            *("kneel now", "random", "leader 3"),
        )
    ]
    assert_refused("texts that are no move of Monopoly", NotationError, of_monopoly)
    assert_refused("texts that are no move of B'Twixt", NotationError, of_btwixt)


def test_a_position_of_monopoly_that_cannot_be_is_refused_with_what_is_wrong() -> None:
    two = partial(arrange, SAMPLE, cash=(1, 2))
    calls: Calls = [
        partial(arrange, SAMPLE, cash=(1,)),
        partial(arrange, SAMPLE, cash=(1, -2)),
        partial(two, positions=(0, 99)),
        partial(two, bankrupt=(5,)),
        partial(two, kept_cards=((99,), ())),
        *(
            partial(two, deeds=deeds)
            for deeds in (
                {99: Deed(0)},
                {0: Deed(0)},
                {1: Deed(5)},
                {5: Deed(0, mortgaged=True, level=1)},
                {1: Deed(0, level=1)},
            )
        ),
    ]
    assert_refused("positions of Monopoly that cannot be", WesterosIntrigueError, calls)


def test_the_chance_and_the_players_of_the_other_games_are_checked() -> None:
    state = monopoly.setup(3, seed=1)
    chance = monopoly.setup(2)
    while chance.phase is monopoly.Phase.PLAYING:
        chance = monopoly.apply(chance, monopoly.legal_moves(chance)[0])
    calls: Calls = [
        partial(monopoly.supply_dice, chance, (1, 2, 3)),
        partial(monopoly.supply_dice, chance, (0, 2)),
        partial(monopoly.supply_dice, state, (1, 2)),
        partial(monopoly.supply_card, state, "x"),
        partial(monopoly.draw_text, 3),  # type: ignore[arg-type]
        partial(monopoly.setup, 9),
        partial(monopoly.setup, 2, seed=1, rng=random.Random()),
        partial(monopoly.observe, state, 7),
        partial(monopoly.explain, state, "buy"),  # type: ignore[arg-type]
        partial(monopoly.final_winner, state),
        partial(monopoly.PLAYERS.parse, "simpel"),
        partial(monopoly.PLAYERS.parse, "search:0"),
        partial(monopoly.PLAYERS.parse, "search"),
        partial(btwixt.setup, 2),
        partial(btwixt.setup, 3, leaders=("x", "y", "z")),
        partial(btwixt.final_winner, btwixt.setup(3, seed=1)),
        partial(btwixt.determinize, btwixt.setup(3, seed=1), random.Random()),  # type: ignore[arg-type]
        partial(btwixt.PLAYERS.parse, "planer"),
    ]
    assert_refused("calls of Monopoly and B'Twixt", WesterosIntrigueError, calls)
