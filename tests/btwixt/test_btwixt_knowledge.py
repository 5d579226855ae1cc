"""What each leader may know: views tell no more, worlds fit what they tell."""

from __future__ import annotations

import random

import attrs
import pytest

from btwixt.tables import asked, dealt, decider, play, random_game, with_abilities
from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.btwixt import (
    SAMPLE_BOX,
    GameState,
    Phase,
    View,
    apply,
    determinize,
    legal_moves,
    observe,
    to_json,
)
from westeros_intrigue.btwixt.soundness import unsound

WATCH = SAMPLE_BOX.entry("intercepted").abilities or ()


@pytest.mark.rule("info.public")
def test_everybody_sees_the_same_table() -> None:
    for seed in range(0, 64, 7):
        for number, state in enumerate(random_game(seed)):
            if number % 11 == 0:
                for seat in (None, *range(state.players)):
                    assert observe(state, seat).table == state.table


@pytest.mark.rule("info.memory")
@pytest.mark.rule("info.ally-deck")
@pytest.mark.rule("info.draft")
@pytest.mark.rule("info.set-aside")
def test_a_world_shows_the_view_that_it_was_drawn_from_and_can_be_played() -> None:
    for seed in range(0, 64, 3):
        rng = random.Random(seed)
        for number, state in enumerate(random_game(seed)):
            looks = state.decision and str(state.decision.kind) in {"return", "kill", "take"}
            if (number + seed) % 53 and not (looks and rng.random() < 0.1):
                continue
            for seat in (None, *range(state.players)):
                view = observe(state, seat)
                world = determinize(view, rng)
                assert not list(unsound(world))
                assert observe(world, seat) == view
                if not world.is_over:
                    assert len(legal_moves(world)) > 0
                    after = apply(world, rng.choice(legal_moves(world)))
                    assert not list(unsound(after))
                if seat is not None and seat == state.active_player:
                    assert legal_moves(view) == legal_moves(state) == legal_moves(world)


def test_a_world_can_be_played_to_its_end() -> None:
    for seed in range(16):
        rng = random.Random(seed)
        states = list(random_game(seed))
        state = determinize(observe(states[seed * 3], 1), rng)
        while not state.is_over:
            state = apply(state, rng.choice(legal_moves(state)))
        assert not list(unsound(state))
        assert state.moves is None
        with pytest.raises(InvalidValue, match="no record"):
            to_json(state)


def hidden_from(state: GameState, seat: int, rng: random.Random) -> GameState:
    """The state with what a seat may not know changed: hands, deck, tokens, allies to come."""
    others = [other for other in range(state.players) if other != seat]
    one, two = rng.sample(others, 2)
    hands = list(state.hands)
    pool = [*hands[one], *hands[two]]
    rng.shuffle(pool)
    hands[one] = tuple(sorted(pool[: len(hands[one])]))
    hands[two] = tuple(sorted(pool[len(hands[one]) :]))
    allies = list(state.ally_deck)
    rng.shuffle(allies)
    tokens = list(state.chance.tokens)
    rng.shuffle(tokens)
    return attrs.evolve(
        state,
        hands=tuple(hands),
        ally_deck=tuple(allies),
        deck=tuple(reversed(state.deck)),
        chance=attrs.evolve(state.chance, tokens=tuple(tokens)),
    )


@pytest.mark.rule("info.hand")
@pytest.mark.rule("info.tokens")
def test_states_that_differ_in_what_a_leader_may_not_know_give_equal_views() -> None:
    checked = 0
    for seed in range(0, 96, 16):
        rng = random.Random(seed)
        for state in random_game(seed):
            if state.phase is not Phase.BIDDING or state.lasting or state.is_over:
                continue
            for seat in range(state.players):
                memory = state.memories[seat]
                exact = any(place & (place - 1) == 0 and place for place in others(memory, seat))
                if exact or any(block.known for block in memory.allies):
                    continue
                checked += 1
                assert observe(hidden_from(state, seat, rng), seat) == observe(state, seat)
    assert checked > 200


def others(memory: object, seat: int) -> list[int]:
    places: tuple[int, ...] = memory.places  # type: ignore[attr-defined]
    return [place for place in places if place and place != 1 << seat]


def test_a_leaders_own_turn_shows_nothing_that_is_hidden() -> None:
    """It leads to equal views in any two worlds, while no card or ally is turned up."""
    checked = 0
    for seed in range(0, 48, 3):
        rng = random.Random(seed)
        for state in random_game(seed):
            if state.is_over or asked(state) != ("turn", decider(state)) or rng.random() > 0.1:
                continue
            seat = decider(state)
            view = observe(state, seat)
            worlds = determinize(view, rng), determinize(view, rng)
            for move in legal_moves(view):
                one, two = (apply(world, move) for world in worlds)
                if one.results == state.results and one.phase is Phase.BIDDING:
                    assert observe(one, seat) == observe(two, seat)
                    checked += 1
    assert checked > 500


@pytest.mark.rule("info.hand")
@pytest.mark.rule("effect.lasting")
@pytest.mark.rule("info.memory")
def test_who_watches_a_hand_sees_what_comes_and_goes_until_the_end_of_the_round() -> None:
    box = with_abilities({"test-levy": WATCH})
    state = dealt(
        "test-levy", "contingency-plan", "test-oath", allies="varys test-ally-1a", box=box
    )
    state = play(state, "play test-levy", "choose 1")
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    assert observe(state, 2).shown_hands == ()
    state = play(state, "play contingency-plan", "play test-oath", "kneel", "kneel", "kneel")
    state = play(state, "choose c2", "choose 1")
    stolen = state.hands[1][0]
    state = play(state, f"choose {stolen}")
    # The watcher sees which card is gone, and so knows where it is.
    number = state.box.cards.index(stolen)
    assert state.memories[0].places[number] == 1 << 2
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    state = play(state, "choose c2")
    assert state.round_number == 2
    assert observe(state, 0).shown_hands == ()
    # What was seen stays known.
    card = state.hands[1][0]
    assert state.memories[0].places[state.box.cards.index(card)] == 1 << 1


@pytest.mark.rule("effect.lasting")
@pytest.mark.rule("effect.you-pile")
def test_to_watch_a_hand_goes_over_with_the_card() -> None:
    box = with_abilities({"test-envoy": WATCH})
    state = dealt("test-envoy", "betrayal", "", box=box)
    state = play(state, "play test-envoy", "choose 2", "play betrayal", "choose 0:test-envoy")
    assert observe(state, 0).shown_hands == ()
    assert observe(state, 1).shown_hands == ((2, state.hands[2]),)
    places = state.memories[1].places
    assert all(places[state.box.cards.index(card)] == 4 for card in state.hands[2])


@pytest.mark.rule("info.returned")
def test_a_card_that_comes_back_is_known_until_it_may_have_been_taken() -> None:
    hands = ("contingency-plan", "test-oath", "test-host")
    state = dealt(*hands, allies="test-ally-1a varys", first_player=0)
    state = play(state, "play contingency-plan", "play test-oath", "kneel", "kneel", "play any")
    state = play(state, "kneel")
    while state.phase is Phase.CLAIMING:
        state = play(state, "first")
    plan = next(card for card in state.hands[0] if card.id == "contingency-plan")
    number = state.box.cards.index(plan)
    assert [memory.places[number] for memory in state.memories] == [1, 1, 1, 1]
    state = play(state, "kneel", "kneel", "kneel", "choose c1", "choose 0")
    state = play(state, f"choose {state.hands[0][-1]}")
    assert state.memories[2].places[number] == 0b11
    assert state.memories[3].places[number] == 0b11


def impossible(view: View) -> list[View]:
    places = list(view.memory.places)
    hidden = next(index for index, place in enumerate(places) if place and place != 1)
    fewer = [*places[:hidden], 0, *places[hidden + 1 :]]
    nowhere = [place and 1 << 1 for place in places]
    return [
        attrs.evolve(view, memory=attrs.evolve(view.memory, places=tuple(fewer))),
        attrs.evolve(view, memory=attrs.evolve(view.memory, places=tuple(nowhere))),
        attrs.evolve(view, memory=attrs.evolve(view.memory, allies=view.memory.allies[:0])),
    ]


def test_no_world_is_drawn_from_a_view_that_cannot_be() -> None:
    view = observe(dealt("", "", ""), 0)
    for wrong in impossible(view):
        with pytest.raises(InvalidValue, match="the view cannot be"):
            determinize(wrong, random.Random(1))
    with pytest.raises(WrongType):
        determinize(view, None)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue):
        observe(dealt("", "", ""), 3)


def test_cards_make_room_for_those_with_fewer_places() -> None:
    """However tight the places are, a world is found if there is one."""
    state = dealt("", "", "")
    view = observe(state, None)
    seats = [1 << seat for seat in range(3)]
    places = list(view.memory.places)
    held = {state.box.cards.index(card): seat for seat in range(3) for card in state.hands[seat]}
    for number, seat in held.items():
        places[number] = seats[seat] | seats[(seat + 1) % 3]
    for card in state.deck:
        places[state.box.cards.index(card)] = 1 << 18 | 1
    tight = attrs.evolve(view, memory=attrs.evolve(view.memory, places=tuple(places)))
    for seed in range(30):
        world = determinize(tight, random.Random(seed))
        assert not list(unsound(world))
        for seat in range(3):
            for card in world.hands[seat]:
                assert places[world.box.cards.index(card)] & seats[seat]


def test_worlds_are_spread_evenly_where_nothing_was_seen() -> None:
    state = dealt("", "", "")
    view = observe(state, 0)
    card = state.hands[1][0]
    rng = random.Random(1)
    found = [0, 0, 0]
    for _ in range(900):
        world = determinize(view, rng)
        place = next((s for s in (1, 2) if card in world.hands[s]), 0)
        found[place] += 1
    # Ten cards each in two hands, 32 in the deck.
    assert abs(found[1] - 173) < 50
    assert abs(found[2] - 173) < 50
