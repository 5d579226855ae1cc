"""Setup, seasons and variants."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest

from games.btwixt.tables import LEADERS, kneeling, states_of
from westeros_intrigue import InvalidValue
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    DRAFT,
    SAMPLE_BOX,
    Base,
    Card,
    DecidedBy,
    Drafting,
    GameState,
    InvalidChance,
    InvalidVariant,
    Phase,
    Season,
    Variant,
    apply,
    determinize,
    draw_chance,
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


@pytest.mark.rule("setup.leaders.given", "variant.combine")
def test_a_setup_that_no_game_has_is_refused() -> None:
    for leaders, told in (
        (LEADERS[:2], "one for each seat, not 2"),
        ((LEADERS[0],) * 3, "each leader card only once"),
        (("x", *LEADERS[:2]), "no leader 'x'"),
    ):
        with pytest.raises(InvalidValue, match=told):
            setup(3, leaders=leaders)
    with pytest.raises(InvalidVariant, match="kingsmoot goes only with the base standard"):
        Variant(Base.ADVANCED, Drafting.KINGSMOOT)


@pytest.mark.rule("score.tie-allies", "score.shared", "score.tie-other", "score.ranking")
def test_the_small_council_then_the_other_and_then_the_allies_decide() -> None:
    daenerys, jon, olenna, tyrion = range(4)  # in the rulebook's example
    result = rank([17, 22, 16, 20], [1, 1, 1, 1])
    assert result.ranking == ((jon,), (daenerys,), (olenna,), (tyrion,))
    assert result.decided_by is DecidedBy.OTHER_COUNCIL
    result = rank([12, 12, 12], [3, 2, 1])
    assert (result.winners, result.decided_by) == ((1,), DecidedBy.ALLIES)
    result = rank([12, 12, 12], [3, 2, 2])
    assert (result.winners, result.decided_by) == ((0, 1), DecidedBy.SHARED)
    assert rank([1, 2, 3, 3], [0] * 4).decided_by is DecidedBy.SMALL_COUNCIL


@pytest.mark.rule("setup.chance", "season.deck-set")
def test_impossible_chance_is_refused_with_every_fault() -> None:
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
        "allies",
        "tokens",
        "influence",
        "influence[1]",
        "leader_cards",
    ]
    assert "lacks" in str(caught.value)
    assert "also has 9" in str(caught.value)


@pytest.mark.rule("draft.secret", "info.draft", "info.memory")
def test_a_leader_who_has_seen_a_pack_knows_the_rest_of_it() -> None:
    start = state = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    for _ in range(3):
        state = apply(state, legal_moves(state)[0])
    assert state.packs[1] == start.packs[0][1:]
    assert determinize(observe(state, 0), random.Random(1)).packs[1] == state.packs[1]


@pytest.mark.rule("advanced.events", "advanced.short", "info.set-aside")
def test_an_unseen_event_can_be_in_the_deck_in_a_hand_or_unused() -> None:
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
    start = setup(3, seed=15, leaders=LEADERS[:3], variant=ADVANCED)
    _, autumn, winter = seasons_of(start)
    assert event in autumn.hands[1]
    rng = random.Random(1)
    for seat in (None, 0, 1, 2):
        worlds = [determinize(observe(winter, seat), rng) for _ in range(12)]
        assert all(event not in world.chance.events[6:] for world in worlds)
