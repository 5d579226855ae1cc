"""The facts of the game's screen: what they say of a position, and that they say no more."""

from __future__ import annotations

import random
from itertools import islice

import attrs
import pytest

from games.btwixt.tables import LEADERS, dealt, lying, play, random_game, with_tokens
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.games.btwixt import (
    DRAFT,
    SAMPLE_BOX,
    DecidedBy,
    DecisionKind,
    GameState,
    apply,
    determinize,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.games.btwixt.position.table import Phase
from westeros_intrigue.games.btwixt.telling.screen_facts import screen_facts
from westeros_intrigue.games.btwixt.telling.screen_values import (
    BarredFacts,
    OptionFacts,
    PowerFacts,
    ScreenFacts,
)
from westeros_intrigue.games.btwixt.turns.questions import find_result


def facts_of(state: GameState, seat: int | None = 0) -> ScreenFacts:
    return screen_facts(observe(state, seat))


def option(facts: ScreenFacts, move: str) -> OptionFacts:
    return next(each for each in facts.options if each.move == move)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(0, 64, 5))
def test_no_fact_shows_what_a_seat_cannot_see(seed: int) -> None:
    """Two worlds that agree with a view have equal facts, and no other hand is in them."""
    for state in islice(random_game(seed), 0, None, 23):
        for seat in (0, state.players - 1, None):
            view = observe(state, seat)
            world = determinize(view, random.Random(seed))
            facts = screen_facts(view)
            assert screen_facts(observe(world, seat)) == facts
            assert facts.hand == tuple(
                sorted(
                    (card.id for card in view.hand),
                    key=lambda card: (SAMPLE_BOX.entry(card).value, card),
                )
            )
            assert [hand.seat for hand in facts.shown_hands] == [it[0] for it in view.shown_hands]


@pytest.mark.parametrize("seed", range(0, 64, 9))
def test_the_options_are_the_legal_moves_and_name_what_they_are_about(seed: int) -> None:
    for state in islice(random_game(seed), 0, None, 17):
        for seat in range(state.players):
            view = observe(state, seat)
            facts = screen_facts(view)
            assert [each.move for each in facts.options] == [str(it) for it in legal_moves(view)]
            cards = {card.id for card in facts.cards}
            named = {*facts.hand, *facts.pack, *facts.aside}
            named |= {each.card for leader in facts.leaders for each in leader.pile}
            named |= {each.card for each in facts.options if each.card}
            assert named <= cards
            allies = {ally.id for ally in facts.allies}
            assert {each.ally for each in facts.current} | {*facts.dead, *facts.row} <= allies


def test_the_ring_has_its_leaders_and_councils_in_order() -> None:
    state = lying(dealt("", "", "", "", first_player=2), c0="shae", c2="jaime-lannister septa")
    facts = facts_of(state, 1)
    assert [each.leader for each in facts.leaders][:2] == ["Cersei Lannister", "Tyrion Lannister"]
    assert [each.allies for each in facts.councils] == [
        ("shae",),
        (),
        ("jaime-lannister", "septa"),
        (),
    ]
    assert (facts.viewer, facts.first_player, facts.rounds) == (1, 2, 5)


@pytest.mark.rule("info.tokens", "components.tokens")
def test_a_hidden_token_widens_the_span_of_its_council() -> None:
    state = with_tokens(lying(dealt("", "", ""), c0="shae"), 2, 0, 1)
    assert [each.power for each in facts_of(state).councils] == [
        PowerFacts(allies=6, tokens=2, least=8, most=12),
        PowerFacts(allies=0, tokens=0, least=0, most=0),
        PowerFacts(allies=0, tokens=1, least=1, most=3),
    ]


@pytest.mark.rule("score.small")
def test_the_weaker_council_is_small_and_sure_only_if_no_token_can_change_it() -> None:
    bare = lying(dealt("", "", "", ""), c0="shae", c3="varys")  # 6 and 4 around leader 0
    leader = facts_of(bare).leaders[0]
    assert (leader.small, leader.is_sure) == ((3,), True)
    # 4 with a token is 5 to 7, and may be more than 6.
    leader = facts_of(with_tokens(bare, 0, 0, 0, 1)).leaders[0]
    assert (leader.small, leader.is_sure) == ((0, 3), False)
    leader = facts_of(with_tokens(bare, 0, 0, 0, 2)).leaders[0]
    assert (leader.small, leader.is_sure) == ((0,), True)


@pytest.mark.rule("claim.ranking", "claim.winner")
def test_the_bid_is_ranked_at_every_moment_and_ties_go_clockwise_from_the_first_player() -> None:
    state = dealt("betrayal", "betrayal", "betrayal", first_player=1)
    assert facts_of(state).ranking == (1, 2, 0)
    facts = facts_of(play(state, "play betrayal", "play betrayal", "decline"))
    assert [each.total for each in facts.leaders] == [0, 1, 1]
    assert facts.ranking == (1, 2, 0)
    assert option(facts, "play betrayal").total == 1
    assert option(facts, "kneel").total == 0


@pytest.mark.rule("card.decree")
def test_a_card_that_takes_one_says_which_before_it_is_played() -> None:
    state = dealt("betrayal", "royal-decree", "levy")
    state = play(state, "play any", "play royal-decree", "play levy")
    targets = option(facts_of(state), "play betrayal").targets
    assert [(each.seat, each.card, each.move) for each in targets] == [
        (2, "levy", "choose 2:levy#1")
    ]
    taken = play(state, "play betrayal", targets[0].move)
    assert [each.card for each in facts_of(taken).leaders[0].pile][1:] == ["levy", "betrayal"]


@pytest.mark.rule("ally.jaime")
def test_a_card_that_may_not_be_played_says_where_its_copy_is() -> None:
    state = dealt("levy betrayal", "levy", "", allies="jaime-lannister")
    state = play(state, "play betrayal", "play levy", "kneel")
    facts = facts_of(state)
    assert facts.barred == (BarredFacts("levy", "jaime-lannister", 1),)
    assert "play levy" not in {each.move for each in facts.options}


@pytest.mark.rule("claim.placement")
def test_a_place_says_what_it_does_to_both_leaders_small_councils() -> None:
    state = lying(dealt("the-game-of-thrones", "", "", allies="marshal"), c0="varys", c1="heir")
    state = play(state, "play the-game-of-thrones", "kneel", "kneel", "kneel")
    facts = facts_of(state)
    assert facts.asked is not None
    assert (facts.asked.kind, facts.asked.ally) == (DecisionKind.PLACE_ALLY, "marshal")
    told = {
        each.council: [(it.seat, it.before.allies, it.after.allies) for it in each.effects]
        for each in facts.options
    }
    # Leader 0 has 4 with leader 1, and nothing with leader 2.
    assert told == {0: [(0, 0, 0), (1, 4, 8)], 2: [(0, 0, 4), (2, 0, 7)]}
    for move in legal_moves(state):
        after = facts_of(apply(state, move))
        for effect in option(facts, str(move)).effects:
            small = after.leaders[effect.seat].small[0]
            assert after.councils[small].power == effect.after


@pytest.mark.rule("card.corruption")
def test_a_token_that_moves_changes_the_small_councils_of_three_leaders() -> None:
    state = with_tokens(dealt("corruption", "", "", ""), 1, 0, 0, 1)
    state = play(state, "play corruption")
    effects = option(facts_of(state), "choose c0>c1").effects
    assert [each.seat for each in effects] == [0, 1, 2]
    assert [(each.before.tokens, each.after.tokens) for each in effects] == [(1, 0), (0, 0), (0, 0)]


@pytest.mark.rule("card.strings.piles")
def test_the_bid_counts_the_cards_that_bind_its_winner() -> None:
    strings = "pulling-the-strings"
    state = dealt("the-game-of-thrones", strings, strings)
    state = play(state, "play the-game-of-thrones", f"play {strings}", f"play {strings}")
    bid = facts_of(play(state, *["kneel"] * 3)).bid
    assert bid is not None
    assert (bid.ranking, bid.binding, bid.bound_council) == ((0, 1, 2), (1, 1), None)


@pytest.mark.rule("info.draft")
def test_a_pack_that_comes_back_says_which_cards_are_gone() -> None:
    state = setup(3, seed=4, leaders=LEADERS[:3], variant=DRAFT)
    first = facts_of(state).pack
    assert first
    for _ in range(9):
        state = apply(state, legal_moves(state)[0])
    facts = facts_of(state)
    assert facts.draft is not None
    assert (facts.draft.pick, facts.draft.own) == (4, facts.aside[0])
    assert sorted((*facts.draft.gone, *facts.pack)) == sorted(first)
    assert len(facts.draft.gone) == 3


def ended(*allies: str) -> ScreenFacts:
    """The facts of a finished game whose councils have these allies."""
    state = lying(dealt(*[""] * len(allies)), **{f"c{at}": each for at, each in enumerate(allies)})
    table = attrs.evolve(state.table, token_values=((),) * len(allies), phase=Phase.GAME_OVER)
    table = attrs.evolve(table, final=find_result(table), agenda=())
    return screen_facts(observe(attrs.evolve(state, table=table), 0))


@pytest.mark.rule("score.tie-other", "score.tie-allies", "score.shared")
def test_each_tie_at_the_end_has_the_rule_and_the_numbers_that_decided_it() -> None:
    # 6 | 8 | 6 | 7: each leader has 6 in the weaker council.
    end = ended("shae", "heir", "renly-baratheon", "warden").end
    assert end is not None
    assert [(each.seat, each.place, each.small, each.other) for each in end.places] == [
        (1, 1, 6, 8),
        (2, 1, 6, 8),
        (0, 3, 6, 7),
        (3, 3, 6, 7),
    ]
    assert [(each.first, each.second, each.decided_by) for each in end.ties] == [
        (1, 2, DecidedBy.SHARED),
        (2, 0, DecidedBy.OTHER_COUNCIL),
        (0, 3, DecidedBy.SHARED),
    ]
    assert (end.ties[1].first_number, end.ties[1].second_number) == (8, 7)
    assert end.winners == (1, 2)


def test_an_end_without_ties_is_decided_by_the_small_councils() -> None:
    end = ended("shae", "heir", "varys").end
    assert end is not None
    assert end.places[0].decided_by is DecidedBy.SMALL_COUNCIL


def test_the_end_tells_the_bids_that_were_lost_by_the_least() -> None:
    *_, state = random_game(3)
    assert state.is_over
    for seat in range(state.players):
        end = facts_of(state, seat).end
        assert end is not None
        margins = sorted(
            max(each.bid.totals) - each.bid.totals[seat]
            for each in state.results
            if each.bid.winner != seat and each.bid.totals[seat]
        )
        assert [each.best - each.own for each in end.closest] == margins[:3]
        assert seat not in {each.winner for each in end.closest}
    spectated = facts_of(state, None).end
    assert spectated is not None
    assert spectated.closest == ()


def test_the_words_of_a_card_fit_on_it() -> None:
    state = setup(3, seed=1, leaders=LEADERS[:3])
    every = attrs.evolve(
        observe(state, 0), hand=tuple(card.cards[0] for card in SAMPLE_BOX.influence)
    )
    for card in screen_facts(every).cards:
        assert len(card.line) <= 24, card.title
        assert len(card.short) <= 12, card.title
        assert bool(card.line) == bool(card.short) == bool(card.abilities)


def test_only_a_view_has_facts() -> None:
    state: object = setup(3, seed=1)
    with pytest.raises(WrongType, match="view must be a View"):
        screen_facts(state)  # type: ignore[arg-type]
