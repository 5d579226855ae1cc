"""Each leader's knowledge: views reveal no more, and worlds agree with views."""

from __future__ import annotations

import random
from itertools import chain, islice

import attrs
import pytest

from games.btwixt.invariants import unsound
from games.btwixt.tables import dealt, play, random_game, with_abilities
from westeros_intrigue import DecodingError, InvalidValue, WrongType
from westeros_intrigue.games.btwixt import (
    ADVANCED,
    DOCUMENTS,
    SAMPLE_BOX,
    Block,
    Card,
    DecisionKind,
    GameState,
    Happening,
    Phase,
    Snapshot,
    View,
    apply,
    determinize,
    draw_text,
    legal_moves,
    observe,
    question,
    setup,
)
from westeros_intrigue.games.btwixt.position.table import mix_topmost, remove_seen
from westeros_intrigue.games.btwixt.position.working_copy import WorkingCopy
from westeros_intrigue.games.btwixt.turns.questions import Question

WATCH = SAMPLE_BOX.entry("intercepted").abilities or ()


def hidden_from(state: GameState, seat: int, rng: random.Random) -> GameState:
    """The state with what a seat may not know changed: hands, deck, tokens, allies to come."""
    world = determinize(observe(state, seat), rng)
    return attrs.evolve(
        state,
        hands=world.hands,
        packs=world.packs,
        asides=world.asides,
        deck=world.deck,
        ally_deck=world.ally_deck,
        chance=attrs.evolve(state.chance, tokens=world.chance.tokens),
        answers=world.answers,
    )


@pytest.mark.rule("info.hand", "info.tokens", "info.tokens.never")
def test_equal_views_stay_equal_after_equal_events() -> None:
    """Two games that a seat cannot tell apart, the same move, and the same sights of it."""
    checked = 0
    for seed in range(0, 64, 13):
        rng = random.Random(seed)
        for state in random_game(seed):
            if state.is_over or rng.random() > 0.06:
                continue
            for seat in range(state.players):
                other = hidden_from(state, seat, rng)
                assert observe(other, seat) == observe(state, seat)
                public = [move for move in legal_moves(other) if move in legal_moves(state)]
                if not public:
                    continue
                move = rng.choice(public)
                after = observe(apply(state, move), seat), observe(apply(other, move), seat)
                if after[0].table == after[1].table and after[0].log == after[1].log:
                    checked += 1
                    assert after[0].hand == after[1].hand
                    assert after[0].sights == after[1].sights
                    assert after[0] == after[1]
    assert checked > 40


@pytest.mark.untraced
def test_a_leaders_own_turn_shows_nothing_that_is_hidden() -> None:
    """It leads to equal views in any two worlds, while no card or ally is turned up."""
    checked = 0
    for seed in range(0, 48, 9):
        rng = random.Random(seed)
        for state in random_game(seed):
            decision = state.decision
            if decision is None or decision.kind is not DecisionKind.TURN or rng.random() > 0.1:
                continue
            view = observe(state, decision.player)
            worlds = determinize(view, rng), determinize(view, rng)
            for move in legal_moves(view):
                one, two = (apply(world, move) for world in worlds)
                is_quiet = one.table.ally_deck_size == state.table.ally_deck_size
                if is_quiet and one.results == state.results and one.phase is Phase.BIDDING:
                    assert observe(one, decision.player) == observe(two, decision.player)
                    checked += 1
    assert checked > 150


@pytest.mark.rule("info.hand", "effect.lasting", "info.memory")
def test_a_watched_hand_shows_its_cards_until_the_end_of_the_round() -> None:
    box = with_abilities({"levy": WATCH})
    state = dealt("levy", "contingency-plan", "oath", allies="varys page", box=box)
    state = play(state, "play levy", "choose 1")
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    assert observe(state, 2).shown_hands == ()
    state = play(state, "play contingency-plan", "play oath", "kneel", "kneel", "kneel")
    state = play(state, "choose c2", "choose 1")
    stolen = state.hands[1][0]
    state = play(state, f"choose card {stolen}")
    # The watcher sees which card is gone; seat 1 and the taker do, too, and nobody else could.
    (taken,) = (event for event in observe(state, 0).log if event.happening is Happening.TOOK)
    assert taken.cards == (stolen,)
    assert taken.viewers == (0, 1, 2)
    assert observe(state, None).log[-1].cards == ()
    assert observe(state, 0).shown_hands == ((1, state.hands[1]),)
    state = play(state, "choose c2")
    assert state.round_number == 2
    assert observe(state, 0).shown_hands == ()
    # What was seen stays known.
    assert determinize(observe(state, 0), random.Random(1)).hands[1] == state.hands[1]


@pytest.mark.rule("effect.lasting", "info.hand")
def test_watching_your_own_hand_reveals_nothing() -> None:
    box = with_abilities({"envoy": WATCH})
    state = dealt("envoy", "betrayal", "", box=box)
    state = play(state, "play envoy", "choose 1", "play betrayal", "choose 0:envoy")
    view = observe(state, 1)
    seen = [event for event in view.log if event.happening is Happening.SAW_HAND]
    assert {event.player for event in seen} == {0}
    assert observe(determinize(view, random.Random(1)), 1) == view


@pytest.mark.rule("decision.forced", "decision.asked")
def test_forced_answers_depend_only_on_public_information() -> None:
    """Only the number of hidden cards decides whether a question is skipped or asked."""
    for seed in range(0, 128, 5):
        rng = random.Random(seed)
        for state in random_game(seed):
            if not state.is_over:
                step = state.agenda[0]
                assert isinstance(step, Question)
                cards = [*chain(*state.hands)]
                rng.shuffle(cards)
                others = iter(cards)
                hands = tuple(tuple(islice(others, len(hand))) for hand in state.hands)
                assert step.waits(WorkingCopy(attrs.evolve(state, hands=hands)))


def test_no_world_is_drawn_from_an_impossible_view() -> None:
    view = observe(dealt("", "", ""), 0)
    for wrong in (
        attrs.evolve(view, blocks=()),
        attrs.evolve(view, hand=view.hand[1:]),
        attrs.evolve(view, table=attrs.evolve(view.table, deck_size=31)),
    ):
        with pytest.raises(InvalidValue, match="impossible view"):
            determinize(wrong, random.Random(1))


def test_a_block_that_is_cut_through_is_mixed_as_a_whole() -> None:
    blocks = (Block(1, ("a",)), Block(3, ("b",)), Block(20))
    assert mix_topmost(blocks, 2) == (Block(4, ("a", "b")), Block(20))
    assert mix_topmost(blocks, 6) == (Block(6, ("a", "b")), Block(18))
    assert remove_seen(blocks, "b") == (Block(1, ("a",)), Block(22))


@pytest.mark.rule("advanced.removed", "info.set-aside")
def test_a_white_card_removed_this_season_was_drawn_by_its_leader() -> None:
    """Euron's The Silence, of which there is one: none of his others was dealt this season."""
    leaders = ("euron-greyjoy", "jon-snow", "melisandre")
    silence = Card("the-silence")
    starts = (setup(3, seed=seed, leaders=leaders, variant=ADVANCED) for seed in range(99))
    state = next(start for start in starts if silence in start.hands[0])
    state = play(state, f"play {silence}", "kneel", "kneel", "kneel")
    while not state.results:
        state = play(state, "first")
    assert silence in state.removed
    for viewer in (1, 2, None):
        world = determinize(observe(state, viewer), random.Random(1))
        assert not list(unsound(world))
        assert not any(card.id == "kin-of-euron-greyjoy" for card in world.hands[0])


def test_a_snapshot_shows_the_view_without_its_past_and_does_not_grow() -> None:
    sizes = []
    for state in random_game(16):
        for seat in (None, 0):
            view = observe(state, seat)
            shown = Snapshot.of(view).view
            assert draw_text(shown) == draw_text(view)
            assert question(shown) == question(view)
            assert legal_moves(shown) == legal_moves(view)
            assert (shown.log, shown.table.past, shown.past_sights) == ((), (), ())
            assert shown.results == view.results[-1:]
            sizes.append(
                (len(DOCUMENTS.to_json(view, history=False)), len(DOCUMENTS.to_json(view)))
            )
    assert max(short for short, _ in sizes) < 3_500 < max(long for _, long in sizes) / 8


def test_a_snapshot_is_only_written() -> None:
    view = observe(setup(3, seed=1), 0)
    text = DOCUMENTS.to_json(view, history=False)
    with pytest.raises(InvalidValue, match="documents of Snapshot are only written"):
        DOCUMENTS.from_json(Snapshot, text)
    with pytest.raises(DecodingError, match="/kind: expected 'view', not 'snapshot'"):
        DOCUMENTS.from_json(View, text)
    with pytest.raises(WrongType, match="view must be a View, not <GameState"):
        DOCUMENTS.to_json(setup(3, seed=1), history=False)
