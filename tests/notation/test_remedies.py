"""What a refusal advises is legal now: every violation of every refused move is asked."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from helpers.tables import court
from helpers.watched_games import TABLES, watched_game

import westeros_intrigue as wi

CHOOSE = re.compile(r"[Cc]hoose ([a-z]-?\d+)(?: or ([a-z]-?\d+))?\.$")
ONLY_HOUSES = re.compile(r"Only (\w+)(?: or (\w+))? may go there\.$")
ADVICE = re.compile("choose|apply", re.IGNORECASE)
BY_NAME = {str(house): house for house in wi.House}


def check_advice(violation: wi.Violation, laid: wi.Court, legal: tuple[wi.Move, ...]) -> str:
    """Hold the advice of a violation against the court and the moves; return its kind."""
    text = str(violation)
    kind = "none"
    if found := CHOOSE.search(text):
        kind = "slots"
        for named in filter(None, found.groups()):
            assert wi.parse_slot(named) in laid.open_slots(violation.house), text
    elif text.endswith("its first card goes to a0. Choose that slot."):
        kind = "first slot"
        assert wi.parse_slot("a0") in laid.open_slots(violation.house), text
    elif found := ONLY_HOUSES.search(text):
        kind = "houses"
        houses = {BY_NAME[name] for name in filter(None, found.groups())}
        assert houses == {house for house in wi.House if violation.slot in laid.open_slots(house)}
    elif text.endswith("Apply the one legal move."):
        kind = "dictated"
        assert legal == (violation.dictated,), text
    elif text.endswith("Choose a card from the player's hand."):
        kind = "hand"
        assert legal, text
    elif text.endswith("Only upper rows can still grow."):
        kind = "upper row"
        assert all(slot.row for house in wi.House for slot in laid.open_slots(house)), text
    else:
        assert not ADVICE.search(text.partition(": ")[2]), text
    return kind


def refused(state: wi.GameState, rng: random.Random) -> Iterator[wi.Violation]:
    """The violations of moves of any card to any slot near the court."""
    for row in range(4):
        for column in range(-9, 10):
            tried = wi.Move(rng.choice(wi.DECK), wi.Slot(row, column))
            player = rng.choice((None, None, None, *range(state.players)))
            yield from wi.explain(state, tried, player=player)


def test_every_violation_of_every_refused_move_advises_what_is_legal_now() -> None:
    rng = random.Random(1)
    kinds: Counter[str] = Counter()
    for table in TABLES:
        for state in watched_game(table, 1).states[::30]:
            moves = wi.legal_moves(state)
            kinds.update(check_advice(one, state.court, moves) for one in refused(state, rng))
    assert kinds.keys() == {
        "slots",
        "first slot",
        "houses",
        "dictated",
        "hand",
        "upper row",
        "none",
    }


def test_a_court_that_takes_no_card_advises_none() -> None:
    closed = court("S", width_limit=1)
    assert not any(map(closed.open_slots, wi.House))
    for row in range(3):
        for column in range(-2, 3):
            with pytest.raises(wi.IllegalMove) as caught:
                closed.place(wi.Card(wi.House.STARK, 1), wi.Slot(row, column))
            for violation in caught.value.violations:
                assert check_advice(violation, closed, ()) in {"none", "upper row"}
