"""Events contain only facts that their viewer may know."""

from __future__ import annotations

import attrs
import pytest

from games.btwixt.tables import dealt, play, random_game
from westeros_intrigue import InvalidValue
from westeros_intrigue.games.btwixt import (
    DOCUMENTS,
    DRAFT,
    SAMPLE_BOX,
    STANDARD,
    Card,
    DecisionKind,
    Event,
    GameState,
    Happening,
    Record,
    apply,
    events,
    legal_moves,
    observe,
    sentence,
    setup,
)


@pytest.mark.untraced
def test_equal_views_lead_to_equal_sentences() -> None:
    """Rules info.taken, ally.looks, draft.secret."""
    compared: set[DecisionKind] = set()
    for state in (state for seed in range(0, 64, 15) for state in random_game(seed)):
        decision = state.decision
        if decision is None or decision.kind is DecisionKind.TURN:
            continue
        seen: dict[object, tuple[str | None, ...]] = {}
        for move in legal_moves(state)[:3]:
            after = apply(state, move)
            for viewer in (*range(state.players), None):
                told = tuple(sentence(event, viewer) for event in events(state, after))
                if seen.setdefault((viewer, observe(after, viewer)), told) is not told:
                    compared.add(decision.kind)
                    assert seen[viewer, observe(after, viewer)] == told
    assert compared >= {DecisionKind.TAKE, DecisionKind.RETURN, DecisionKind.DRAFT}


def test_events_belong_to_positions_of_one_game() -> None:
    box = attrs.evolve(SAMPLE_BOX, name="My box")
    game = play(setup(3, seed=1, box=box), *["first"] * 6)
    first, last = [*Record.from_state(game).replay()][:: len(game.moves or ())]
    read = [DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(each)) for each in (first, last)]
    assert events(*read) == events(first, last) != ()
    others = [setup(4, seed=1, box=box), setup(3, seed=1), setup(3, seed=1, box=box, variant=DRAFT)]
    for other in (*others, play(first, "leader jon-snow")):
        with pytest.raises(InvalidValue, match="does not come after the first in one game"):
            events(other, last)
    for seat in (0, None):
        with pytest.raises(InvalidValue, match="does not come after the first in one game"):
            events(observe(last, seat), observe(first, seat))


@pytest.mark.rule("info.ally-deck")
def test_only_the_leader_who_looks_at_the_ally_deck_learns_the_allies() -> None:
    looked = Event(Happening.LOOKED, 0, allies=("jaime",), count=1, viewers=(0,))
    told = [sentence(looked, viewer) for viewer in (0, 1, None)]
    assert told == ["you look at jaime", *["player 0 looks at an ally"] * 2]


@pytest.mark.rule("row.look", "info.public")
def test_allies_that_return_to_the_row_are_public() -> None:
    variant = STANDARD.with_revealed_allies()
    state = dealt("", "", "", allies="ilyn-payne", variant=variant)
    state = play(state, "kneel", "kneel", "kneel", "choose c0")
    while str(state.phase) == "claiming":
        state = play(state, "first")
    for viewer in (0, 1, None):
        [put_back] = [
            event for event in observe(state, viewer).log if event.happening is Happening.PUT_BACK
        ]
        assert put_back.allies == (state.current[0].ally, state.row[0])


def test_viewers_read_your_hand_and_your_pile() -> None:
    saw = Event(Happening.SAW_HAND, 0, 1, count=10, viewers=())
    assert [sentence(saw, viewer) for viewer in (0, 1, 2)] == [
        "you see the hand of player 1",
        "player 0 sees your hand",
        "player 0 sees the hand of player 1",
    ]
    many = Event(Happening.DISCARDED, 1, cards=(Card("bribery"), Card("betrayal"), Card("bribery")))
    assert sentence(many, 1) == "you discard 2 bribery, betrayal"
    over = Event(Happening.HANDED_OVER, 0, 2, cards=(Card("bribery", 1),))
    assert sentence(over, 2) == "bribery#1 goes to your pile"
    back = attrs.evolve(many, happening=Happening.RETURNED)
    assert [sentence(back, viewer) for viewer in (0, 1)] == [
        "player 1 gets back 2 bribery, betrayal",
        "you get back 2 bribery, betrayal",
    ]
    assert (
        sentence(Event(Happening.ROW, allies=("shae", "varys")), 0) == "the row gains shae, varys"
    )


@pytest.mark.rule("info.memory")
def test_a_leader_learns_the_hands_of_all_seasons() -> None:
    first, *_, last = random_game(0)
    told = events(observe(first, 0), observe(last, 0))
    dealt = [event for event in told if event.happening is Happening.DEALT]
    hands = [event.cards for event in dealt if event.player == 0]
    assert [len(hand) for hand in hands] == [10, 10, 10]
    assert not any(event.cards for event in dealt if event.player != 0)
    with pytest.raises(InvalidValue, match="the views belong to two seats"):
        events(observe(first, 0), observe(last, 1))
