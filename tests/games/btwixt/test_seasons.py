"""Setup, seasons and variants."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from games.btwixt.tables import LEADERS, at_random, kneeling, states_of
from westeros_intrigue import InvalidValue, WrongPhase
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    DRAFT,
    SAMPLE_BOX,
    Base,
    Card,
    Drafting,
    GameState,
    InvalidChance,
    InvalidVariant,
    Phase,
    Season,
    Variant,
    apply,
    council_powers,
    determinize,
    draw_chance,
    final_winner,
    legal_moves,
    observe,
    rank,
    setup,
)


def seasons_of(state: GameState) -> list[GameState]:
    """The first state of each season in which leaders play, of a game in which all kneel."""
    firsts: dict[Season, GameState] = {}
    for later in states_of(state, kneeling):
        if later.phase is Phase.BIDDING:
            firsts.setdefault(later.season, later)
    return list(firsts.values())


@pytest.mark.rule("setup.leaders.given", "setup.no-powers")
def test_leaders_may_be_given_and_change_nothing() -> None:
    one = setup(3, seed=2, leaders=LEADERS[:3])
    other = setup(3, seed=2, leaders=LEADERS[3:6])
    while not one.is_over:
        assert legal_moves(one) == legal_moves(other)
        move = kneeling(one)
        one, other = apply(one, move), apply(other, move)
    with pytest.raises(InvalidValue, match="one for each seat, not 2"):
        setup(3, leaders=LEADERS[:2])
    with pytest.raises(InvalidValue, match="each leader card only once"):
        setup(3, leaders=(LEADERS[0],) * 3)
    with pytest.raises(InvalidValue, match="no leader 'x'"):
        setup(3, leaders=("x", *LEADERS[:2]))


@pytest.mark.rule("setup.chance", "season.deck-set")
def test_chance_that_no_game_has_is_refused_with_every_fault() -> None:
    chance = draw_chance(3, random.Random(1), SAMPLE_BOX, ADVANCED)
    wrong = attrs.evolve(
        chance,
        allies=chance.allies[1:],
        tokens=(9, *chance.tokens),
        influence=(chance.influence[0], chance.influence[0]),
        leader_cards=chance.leader_cards[:2],
    )
    with pytest.raises(InvalidChance) as caught:
        setup(3, chance=wrong, variant=ADVANCED)
    assert [fault.partition(" ")[0] for fault in caught.value.faults] == [
        "influence",
        "leader_cards",
        "allies",
        "tokens",
        "influence[1]",
    ]
    assert "lacks" in str(caught.value)
    assert "also has 9" in str(caught.value)
    empty = attrs.evolve(chance, allies=())
    with pytest.raises(InvalidChance, match="and 25 more"):
        setup(3, chance=empty, variant=ADVANCED)


@pytest.mark.rule("season.end", "score.council", "info.tokens", "info.tokens.never")
def test_after_winter_all_tokens_in_councils_are_turned_over() -> None:
    states = list(states_of(setup(3, seed=9), at_random(9)))
    assert all(state.table.token_values == () for state in states[:-1])
    last = states[-1]
    assert last.season is Season.WINTER
    final = final_winner(last)
    for number, council in enumerate(last.councils):
        values = last.table.token_values[number]
        assert values == tuple(last.chance.tokens[token] for token in council.tokens)
        powers = sum(last.box.ally(ally).power or 0 for ally in council.allies)
        assert last.table.powers[number] == powers + sum(values)
    assert council_powers(last) == last.table.powers
    assert final_winner(observe(last, None)) == final
    # No view tells a token before, and those in the supply never.
    changed = attrs.evolve(states[40].chance, tokens=states[40].chance.tokens[::-1])
    assert observe(attrs.evolve(states[40], chance=changed), 0) == observe(states[40], 0)
    with pytest.raises(WrongPhase):
        final_winner(states[0])
    with pytest.raises(InvalidValue, match="3 councils need their allies, not 2"):
        rank([1, 2, 3], [0, 0])


@pytest.mark.rule("variant.combine")
def test_a_draft_goes_with_the_base_standard_only() -> None:
    with pytest.raises(InvalidVariant, match="kingsmoot goes only with the base standard"):
        Variant(Base.ADVANCED, Drafting.KINGSMOOT)


@pytest.mark.rule("draft.pick", "draft.secret", "draft.direction", "info.draft", "decision.forced")
def test_packs_go_to_the_left_and_each_knows_the_packs_held() -> None:
    start = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    packs = start.packs
    state = apply(start, legal_moves(start)[0])
    # Nobody sees the pick: whichever card seat 0 takes, seat 1's view is the same.
    other = apply(start, legal_moves(start)[-1])
    assert observe(state, 1) == observe(other, 1)
    assert observe(state, None) == observe(other, None)
    assert observe(state, 0) != observe(other, 0)
    state = apply(state, legal_moves(state)[0])
    state = apply(state, legal_moves(state)[0])
    assert state.packs[1] == packs[0][1:]
    assert observe(state, 1).pack == packs[0][1:]
    world = determinize(observe(state, 0), random.Random(1))
    assert world.packs[1] == packs[0][1:]  # seat 0 has seen what is in it


@pytest.mark.rule("advanced.events", "advanced.short", "info.set-aside")
def test_an_event_may_be_wherever_the_deck_goes_or_unused() -> None:
    state = seasons_of(setup(3, seed=2, leaders=LEADERS[:3], variant=ADVANCED))[1]
    rng = random.Random(1)
    places_found: Counter[str] = Counter()
    for _ in range(200):
        world = determinize(observe(state, 0), rng)
        places = {"1": world.hands[1], "2": world.hands[2], "deck": world.deck}
        places["unused"] = world.chance.events[3:]
        places_found.update(name for name, cards in places.items() if Card("intercepted") in cards)
    assert set(places_found) == {"1", "2", "deck", "unused"}


@pytest.mark.rule("info.memory", "info.set-aside")
def test_an_event_seen_in_autumn_is_known_to_be_in_the_deck_of_winter() -> None:
    event = Card("intercepted")
    start = setup(3, seed=34, leaders=LEADERS[:3], variant=ADVANCED)
    _, autumn, winter = seasons_of(start)
    assert event in autumn.hands[1]
    rng = random.Random(1)
    for seat in (None, 0, 1, 2):
        worlds = [determinize(observe(winter, seat), rng) for _ in range(12)]
        assert all(event not in world.chance.events[6:] for world in worlds)
