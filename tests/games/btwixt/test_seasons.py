"""Setup, seasons and variants."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations

import attrs
import pytest

from games.btwixt.tables import LEADERS, asked, at_random, dealt, kneeling, options, play, states_of
from westeros_intrigue import InvalidValue, WrongPhase, WrongType
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    DOCUMENTS,
    DRAFT,
    KINGSMOOT,
    SAMPLE_BOX,
    STANDARD,
    Base,
    Card,
    ChooseLeader,
    Drafting,
    GameState,
    IllegalMove,
    InvalidChance,
    InvalidVariant,
    Kind,
    Phase,
    Record,
    Season,
    Variant,
    apply,
    council_powers,
    determinize,
    draw_chance,
    explain,
    final_winner,
    legal_moves,
    observe,
    rank,
    setup,
)


def kinds(state: GameState, seat: int) -> list[Kind | None]:
    return [state.box.entry(card).kind for card in state.hands[seat]]


def seasons_of(state: GameState) -> list[GameState]:
    """The first state of each season in which leaders play, of a game in which all kneel."""
    firsts: dict[Season, GameState] = {}
    for later in states_of(state, kneeling):
        if later.phase is Phase.BIDDING:
            firsts.setdefault(later.season, later)
    return list(firsts.values())


@pytest.mark.rule("setup.order", "setup.leaders", "setup.leaders.once", "setup.first-player")
@pytest.mark.rule("setup.first-player.named")
def test_leaders_are_picked_from_the_first_player_clockwise() -> None:
    state = setup(4, seed=5, first_player=2)
    assert state.phase is Phase.CHOOSING_LEADERS
    assert state.hand_sizes == (0, 0, 0, 0)
    assert asked(state) == ("choose-leader", 2)
    state = play(state, "leader jon-snow")
    assert asked(state) == ("choose-leader", 3)
    assert "leader jon-snow" not in options(state)
    taken = explain(state, ChooseLeader("jon-snow"))
    assert "seat 2 has this leader card" in str(taken[0])
    state = play(state, "random leader", "random leader", "random leader")
    assert len(set(state.leaders)) == 4
    expected = [leader for leader in state.chance.leaders if leader != "jon-snow"]
    assert (state.leaders[3], state.leaders[0], state.leaders[1]) == tuple(expected[:3])
    assert state.hand_sizes == (10,) * 4
    assert asked(state) == ("turn", 2)


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


@pytest.mark.rule("setup.deck", "setup.chance", "components.track")
def test_all_chance_is_drawn_or_given_at_setup() -> None:
    state = setup(4, seed=7, leaders=LEADERS[:4])
    order = state.chance.influence[0]
    for seat in range(4):
        assert state.hands[seat] == tuple(sorted(order[seat:40:4]))
    assert state.deck == order[40:]
    assert setup(4, chance=state.chance, leaders=LEADERS[:4]).table == state.table
    assert setup(4, rng=random.Random(7), leaders=LEADERS[:4]) == state
    assert setup(4, seed=8, leaders=LEADERS[:4]) != state
    assert setup(3) != setup(3)
    with pytest.raises(InvalidValue, match="one source, not from seed and rng"):
        setup(3, seed=1, rng=random.Random(1))
    with pytest.raises(InvalidValue):
        setup(2)
    with pytest.raises(InvalidValue):
        setup(3, first_player=3)
    with pytest.raises(WrongType):
        setup(3, variant="advanced")  # type: ignore[arg-type]


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


@pytest.mark.rule("season.start", "season.change", "season.deck-set", "season.keeps")
@pytest.mark.rule("info.discard")
def test_a_new_season_brings_new_hands_and_keeps_the_rest() -> None:
    assert STANDARD.seasons(4)[0] is Season.SUMMER
    assert STANDARD.seasons(5)[0] is Season.AUTUMN
    states = list(states_of(setup(4, seed=3, leaders=LEADERS[:4]), at_random(3)))
    before, after = next(
        (one, other) for one, other in pairwise(states) if one.season is not other.season
    )
    assert after.season is Season.AUTUMN
    assert after.round_number == 1
    assert after.hand_sizes == (10,) * 4
    assert after.discard == ()
    assert after.deck == after.chance.influence[1][40:]
    assert set(after.chance.influence[0]) == set(after.chance.influence[1])
    assert after.first_player == (before.first_player + 1) % 4
    assert after.dead == before.dead
    assert sum(len(council.tokens) for council in after.councils) == 5


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
    with pytest.raises(WrongType):
        final_winner("x")  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="3 councils need their allies, not 2"):
        rank([1, 2, 3], [0, 0])


@pytest.mark.rule("variant.combine")
def test_a_draft_goes_with_the_base_standard_only() -> None:
    with pytest.raises(InvalidVariant, match="kingsmoot goes only with the base standard"):
        Variant(Base.ADVANCED, Drafting.KINGSMOOT)
    for variant in (STANDARD, ADVANCED, DRAFT, KINGSMOOT):
        both = variant.with_short().with_revealed_allies()
        assert both.short
        assert both.revealed_allies
        assert both.base is variant.base
        assert both.draft is variant.draft


@pytest.mark.rule("draft.pick", "draft.secret", "draft.direction", "info.draft", "decision.forced")
def test_packs_go_to_the_left_and_each_knows_the_packs_held() -> None:
    start = setup(3, seed=1, leaders=LEADERS[:3], variant=DRAFT)
    assert start.phase is Phase.DRAFTING
    assert asked(start) == ("draft", 0)
    packs = start.packs
    picked = [pack[0] for pack in packs]
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
    assert observe(state, 0).aside == (picked[0],)
    while state.phase is Phase.DRAFTING:
        asked_of = state.table.pack_sizes
        assert max(asked_of) > 1
        state = apply(state, legal_moves(state)[0])
    assert state.hand_sizes == (10, 10, 10)
    assert all(picked[seat] in state.hands[seat] for seat in range(3))


@pytest.mark.rule("draft.secret")
def test_picks_are_taken_in_any_order_and_seen_when_all_have_come() -> None:
    start = setup(4, seed=1, leaders=LEADERS[:4], variant=DRAFT, first_player=2)
    assert start.deciders == (2, 3, 0, 1)
    picks = {seat: legal_moves(observe(start, seat))[-1] for seat in range(4)}
    ends = set()
    for order in permutations(range(4)):
        state = start
        for number, seat in enumerate(order):
            before = state
            state = apply(state, picks[seat], player=seat)
            assert legal_moves(observe(state, seat)) == () or number == 3
            if number < 3:
                assert observe(state, seat).answer == picks[seat]
                assert DOCUMENTS.from_json(GameState, DOCUMENTS.to_json(state)) == state
                assert Record.parse(str(Record.from_state(state))).state == state
                assert all(observe(state, other).answer is None for other in order[number + 1 :])
                with pytest.raises(IllegalMove):
                    apply(state, picks[seat], player=seat)
            assert before.packs == start.packs
        ends.add(state)
    assert len(ends) == 1
    (end,) = ends
    assert end.moves == tuple(picks[seat] for seat in (2, 3, 0, 1))
    assert [aside[0] for aside in end.asides] == [start.packs[seat][-1] for seat in range(4)]


@pytest.mark.rule("advanced.hand", "advanced.hand.new", "advanced.removed", "advanced.removed.left")
@pytest.mark.rule("advanced.play", "season.no-draw")
def test_in_the_advanced_game_each_hand_has_one_white_card_of_its_leader() -> None:
    start = setup(3, seed=1, leaders=LEADERS[:3], variant=ADVANCED)
    drawn: list[list[object]] = [[], [], []]
    firsts = seasons_of(start)
    for state in firsts:
        for seat in range(3):
            assert kinds(state, seat).count(Kind.LEADER) == 1
            white = next(c for c in state.hands[seat] if state.box.entry(c).kind is Kind.LEADER)
            assert state.box.entry(white).leader == LEADERS[seat]
            drawn[seat].append(white)
        assert len(state.removed) == 3 * firsts.index(state)
    white_cards = [card for card in start.box.cards if start.box.entry(card).leader]
    assert not Counter(card for cards in drawn for card in cards) - Counter(white_cards)
    # A white card is played like any other, and leaves the game when it is discarded.
    white = next(c for c in start.hands[0] if start.box.entry(c).kind is Kind.LEADER)
    state = play(start, f"play {white}", "kneel", "kneel", "kneel")
    while state.phase is Phase.CLAIMING:
        state = play(state, "first")
    assert state.removed == (white,)
    assert white not in state.discard


@pytest.mark.rule("advanced.events", "advanced.short", "info.set-aside")
def test_events_join_the_deck_between_seasons() -> None:
    for players, variant, expected in (
        (3, ADVANCED, [0, 3, 6]),
        (4, ADVANCED.with_short(), [0, 3]),
        (5, ADVANCED, [0, 6]),
        (6, ADVANCED.with_short(), [0]),
    ):
        start = setup(players, seed=2, leaders=LEADERS[:players], variant=variant)
        found = []
        for state in seasons_of(start):
            cards = [card for pile in (*state.hands, state.deck) for card in pile]
            events = [c for c in cards if state.box.entry(c).kind is Kind.EVENT]
            assert Counter(events) == Counter(state.chance.events[: len(events)])
            found.append(len(events))
        assert found == expected
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


@pytest.mark.rule("row.current.empty", "row.look.empty", "row.next")
def test_an_empty_row_gives_way_to_the_deck() -> None:
    variant = STANDARD.with_revealed_allies()
    start = dealt("", "", "", allies="ilyn-payne", variant=variant)
    empty = attrs.evolve(start, table=attrs.evolve(start.table, row=()))
    state = play(empty, "kneel", "kneel", "kneel", "choose c0")
    assert observe(state, 0).looked_at == start.ally_deck[:3]
    state = play(state, "first", "first")
    assert len(state.row) == 2
    loras = dealt("", "", "", allies="loras-tyrell", variant=variant)
    for row, deck in (((), loras.ally_deck), (loras.row, ()), ((), ())):
        state = attrs.evolve(
            loras,
            ally_deck=deck,
            table=attrs.evolve(loras.table, row=row, ally_deck_size=len(deck)),
        )
        state = play(state, "kneel", "kneel", "kneel", "choose c0")
        expected = (row or deck)[:1]
        assert state.councils[0].allies == ("loras-tyrell", *expected)
