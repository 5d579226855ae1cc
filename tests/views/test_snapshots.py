"""Snapshots: a view without finished rounds, which plays and counts as the whole view does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from helpers.sample_documents import played_games, viewers
from helpers.tables import play_game

from westeros_intrigue import (
    DOCUMENTS,
    DecodingError,
    View,
    determinize,
    greedy_player,
    legal_moves,
    observe,
    odds,
    parse_position,
)
from westeros_intrigue.views import Snapshot

SAME = "court hand phase active_player penalty_points score_pile_sizes revealed_score_piles"
HAND = "S1 S2 S3 S4 L1 L2 L3 L4 B1 B2 B3 B4 T1 T2 T3 T4"
LATER = f"-; 16, *{HAND}; round 3; points 9 4; drawn 0 2; first 1; rounds 4; anyone-can-die"


def views(step: int) -> list[View]:
    """Views of games of all variants, by everybody, and of their last states."""
    states = [state for game in played_games() for state in (*game[::step], game[-1])]
    later = parse_position(LATER)
    assert isinstance(later, View)
    end = play_game(determinize(later, random.Random(1)))
    seen = [observe(state, viewer) for state in states for viewer in viewers(state)]
    return [*seen, later, observe(end, 1)]


def test_a_snapshot_survives_json_and_has_the_moves_of_its_view() -> None:
    for view in views(47):
        snapshot = Snapshot.of(view)
        assert DOCUMENTS.from_json(Snapshot, DOCUMENTS.to_json(snapshot)) == snapshot
        now = snapshot.view
        assert legal_moves(now) == legal_moves(view)
        assert len(now.results) == now.is_over
        for same in SAME.split():
            assert getattr(now, same) == getattr(view, same)


def test_odds_and_players_need_no_finished_rounds() -> None:
    for view in views(31):
        now = Snapshot.of(view).view
        if not view.variant.anyone_can_die:
            assert odds(now) == odds(view)
        if view.active_player is not None and view.active_player == view.player:
            chosen = (greedy_player(one, random.Random(1)) for one in (now, view))
            assert len(set(chosen)) == 1


def in_round_three(player: int = 1) -> Snapshot:
    state = next(one for one in played_games()[2] if one.round_number == 3)
    return Snapshot.of(observe(state, player))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda view: view["table"].update(round_number=4), "expected 3, not 4"),
        (lambda view: view["table"]["earlier"].update(penalty_points=[21] * 4), "bring 0 to 20"),
        (lambda view: view["score_pile"].append({"value": 3, "icons": 99}), "drawn 1 card, not 2"),
        (lambda view: view.update(score_pile=[]), "drawn 1 card, not 0"),
        (lambda view: view["table"]["earlier"]["score_piles"].append([]), "each of 4 players"),
        (lambda view: view.update(player=2, hand=[]), "player 2 holds"),
    ],
)
def test_sums_that_no_game_has_are_refused(change: Callable[[Any], object], reason: str) -> None:
    data: Any = DOCUMENTS.to_data(in_round_three())
    change(data["view"])
    with pytest.raises(DecodingError, match=reason):
        DOCUMENTS.from_data(Snapshot, data)


def test_a_snapshot_says_whose_it_is_and_when() -> None:
    assert repr(in_round_three()).startswith("<Snapshot of player 1: round 3 of 4, playing, player")


@pytest.mark.rule("components.throne")
def test_an_iron_throne_card_of_an_earlier_round_is_not_drawn_again() -> None:
    snapshots = (
        Snapshot.of(observe(game[-2], seat))
        for game in played_games()
        for seat in viewers(game[-2])
    )
    data: Any = DOCUMENTS.to_data(
        next(one for one in snapshots if len(one.view.score_pile) > len(one.view.results) + 1)
    )
    pile = data["view"]["score_pile"]
    pile[0] = pile[1]
    with pytest.raises(DecodingError, match="is drawn 2 times, but the table has 1"):
        DOCUMENTS.from_data(Snapshot, data)
