"""Two turns each, as a golden transcript: every act, every throw, and the cash after each turn."""

from __future__ import annotations

import pytest

from monopoly.tables import card, own, played, table
from westeros_intrigue.monopoly import Decision, GameState

DEEDS = (
    own(0, 11, 13)
    | own(0, 31, 32, 34, level=1)
    | own(1, 14, 5)
    | own(2, 1, 3)
    | own(2, 35, mortgaged=True)
)
ROLLS = [(4, 2), (3, 3), (2, 4), (3, 4), (1, 3), (1, 2), (6, 4)]
# For each turn the moves and the cash after it; the dice are those above, in order.
FIRST = (
    "0: offer 1: 4c for 14|1: accept|1: pass|2: build 1|0: build 11|1: pass|2: pass|0: pass|"
    "0: put-up|1: bid 1|2: bid 2|0: pass|1: bid 4|2: pass|0: pass"
)
TURNS = [
    (FIRST, (8, 10, 6)),
    ("1: pass|2: pass|0: pass|0: demand", (13, 5, 6)),
    ("1: pass|2: pass|0: pass", (12, 7, 5)),
    ("2: pass|0: pass|1: pass", (12, 7, 3)),
    ("0: pass|1: pass|2: pass", (12, 7, 3)),
    ("1: pass|2: pass|0: pass", (12, 7, 3)),
    (
        "2: pass|0: pass|1: pass|0: demand|2: sell-set brown|2: offer 1: 1+3 for 5c|1: decline",
        (12, 7, 4),
    ),
]


def start() -> GameState:
    return table(
        14, 10, 7,
        at=(20, 5, 15),
        deeds=DEEDS,
        rolls=ROLLS,
        deck=(card("collect-each-1"), card("pay-2")),
    )  # fmt: skip


@pytest.mark.rule("turn.steps", "interval.floor", "interval.act", "turn.interval", "jail.life")
def test_two_turns_each_end_as_the_rules_say() -> None:
    state = start()
    assert (state.treasury, state.holdfasts_left) == (232, 29)
    for moves, cash in TURNS:
        state = played(state, *moves.split("|"))
        assert state.cash == cash
    assert state.deeds[26].owner == 1
    assert state.jail_tries == (0, None, None)
    state = played(state, "2: give-up")
    assert state.cash == (18, 7, 0)
    assert (state.treasury, state.holdfasts_left) == (238, 28)
    assert all(
        state.deeds[space].owner == 0 and state.deeds[space].mortgaged for space in (1, 3, 35)
    )
    assert state.bankrupt == (2,)
    assert (state.turn_player, state.active_player, state.decision) == (0, 0, Decision.FLOOR)
