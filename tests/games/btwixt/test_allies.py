"""The effects of allies when they are claimed."""

from __future__ import annotations

import pytest

from games.btwixt.tables import asked, dealt, ids, lying, options, play, with_abilities
from westeros_intrigue.games.btwixt import (
    Ability,
    Block,
    Happening,
    Operation,
    Timing,
    observe,
)
from westeros_intrigue.games.btwixt.table import mix_topmost, remove_seen

KNEEL = ("kneel", "kneel", "kneel")


@pytest.mark.rule("effect.must.far")
def test_what_has_been_killed_moves_nobody() -> None:
    offer = Ability(Timing.WHEN_CLAIMED, Operation.OFFER_KILL, title="Betrayal")
    fetch = Ability(Timing.WHEN_CLAIMED, Operation.MOVE_ALLY)
    box = with_abilities({"shae": (offer, fetch)})
    state = lying(dealt("test-oath", "betrayal", "", allies="shae", box=box), c2="varys")
    state = play(state, "play test-oath", *KNEEL, "choose c0", "choose card betrayal", "decline")
    assert state.dead == ("shae",)
    assert state.councils[2].allies == ("varys",)


@pytest.mark.rule("effect.must.far", "effect.kill.never")
def test_nobody_is_asked_to_kill_what_is_dead() -> None:
    offer = Ability(Timing.WHEN_CLAIMED, Operation.OFFER_KILL, title="Betrayal")
    box = with_abilities({"shae": (offer, offer)})
    state = dealt("test-oath", "betrayal betrayal", "", allies="shae", box=box)
    state = play(state, "play test-oath", *KNEEL, "choose c0", "choose card betrayal", "decline")
    assert asked(state) == ("place-token", 0)
    assert state.dead == ("shae",)
    assert ids(state.discard) == ["betrayal"]


@pytest.mark.rule("ally.varys", "info.taken", "info.hand", "effect.others")
def test_varys_looks_at_a_hand_and_takes_a_card_unseen_by_the_others() -> None:
    state = dealt("test-oath", "royal-decree", "", allies="varys")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    assert asked(state) == ("leader", 0)
    assert options(state) == ["choose 1", "choose 2"]
    assert observe(state, 0).shown_hands == ()
    state = play(state, "choose 1")
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    assert observe(state, 2).shown_hands == ()
    card = next(card for card in state.hands[1] if card.id == "royal-decree")
    after = play(state, "choose card royal-decree")
    assert card in after.hands[0]
    assert after.hand_sizes == (10, 9, 10)
    # Seat 2 only knows that some card went.
    taken = [
        [event.cards for event in observe(after, seat).log if event.happening is Happening.TOOK]
        for seat in (0, 1, 2, None)
    ]
    assert taken == [[(card,)], [(card,)], [()], [()]]


@pytest.mark.rule("ally.looks", "info.ally-deck")
def test_who_looked_at_the_deck_knows_it_until_another_looks() -> None:
    five = "test-ally-2a test-ally-2b test-ally-2c test-ally-3a test-ally-3b"
    state = dealt("test-oath", "test-oath", "", allies=f"jester-of-dragonstone {five}")
    state = play(state, "play test-oath", *KNEEL, "choose c0")
    assert asked(state) == ("return", 0)
    assert observe(state, 0).looked_at == tuple(five.split())
    assert observe(state, 1).looked_at == ()
    order = ("test-ally-3b", "test-ally-2a", "test-ally-2b", "test-ally-3a", "test-ally-2c")
    state = play(state, *(f"choose {ally}" for ally in order[:4]))
    assert state.ally_deck[:5] == order
    known = observe(state, 0).blocks
    assert [block.known for block in known[:5]] == [(ally,) for ally in order]
    assert observe(state, 1).blocks[0].known == ()
    # Somebody else mixes the top three of what seat 0 knows.
    after = mix_topmost(state.blocks[0], 3)
    assert [block.size for block in after[:3]] == [3, 1, 1]
    assert after[0].known == tuple(sorted(order[:3]))


def test_a_block_that_is_cut_through_is_mixed_as_a_whole() -> None:
    blocks = (Block(1, ("a",)), Block(3, ("b",)), Block(20))
    assert mix_topmost(blocks, 2) == (Block(4, ("a", "b")), Block(20))
    assert mix_topmost(blocks, 6) == (Block(6, ("a", "b")), Block(18))
    assert remove_seen(blocks, "b") == (Block(1, ("a",)), Block(22))
    assert remove_seen(blocks, "ax") == (Block(2, ("b",)), Block(20))
