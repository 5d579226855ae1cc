"""The facts that the table on the page shows, against the rules' own answers."""

from __future__ import annotations

import itertools
import random
from enum import Enum

import attrs
import pytest

from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games.monopoly import (
    PLAYABLE,
    SAMPLE,
    SCREEN,
    Bundle,
    Buy,
    Deal,
    Deed,
    GameState,
    Offer,
    Pass,
    PutUp,
    Variant,
    apply,
    arrange,
    determinize,
    legal_moves,
    observe,
    parse_move,
    setup,
    simple_player,
)
from westeros_intrigue.games.monopoly.position.state import Question
from westeros_intrigue.games.monopoly.telling.screen_facts import preview, table_facts
from westeros_intrigue.games.monopoly.telling.screen_values import (
    ChangedRent,
    Reason,
    TableFacts,
)

ORDERS = (11, 23)
INK = (31, 33, 35)


def shown(state: GameState, seat: int | None = 0) -> TableFacts:
    facts = table_facts(observe(state, seat))
    assert facts is not None
    return facts


def played(seed: int, players: int = 3, most: int = 3000) -> list[GameState]:
    """Return the states of a game of simple players."""
    state, rng = setup(players, seed=seed), random.Random(seed)
    states = [state]
    while not state.is_over and len(states) < most:
        assert state.active_player is not None
        move = simple_player(observe(state, state.active_player), rng)
        state = apply(state, move)
        states.append(state)
    return states


def test_the_table_shows_the_pot_of_the_house_rule() -> None:
    variant = Variant(house_rules=("pot",))
    state = arrange(PLAYABLE, cash=(9, 9), positions=(1, 18), turn_player=1, variant=variant)
    assert shown(state).pot == 0
    state = arrange(
        PLAYABLE, cash=(9, 9), turn_player=1, variant=variant, moment="turn 3; pot 12; floor 1"
    )
    assert shown(state).pot == 12
    assert shown(arrange(PLAYABLE, cash=(9, 9))).pot is None


@pytest.mark.parametrize("seed", [1, 2])
def test_facts_of_a_game_are_what_every_seat_may_know(seed: int) -> None:
    rng = random.Random(seed)
    for state in played(seed)[::97]:
        for seat in (0, 1, None):
            view = observe(state, seat)
            facts = table_facts(view)
            assert facts == table_facts(observe(determinize(view, rng), seat))
            assert SCREEN.read(SCREEN.write(facts)) == facts


class Unknown(Enum):
    """Questions that a later version could ask."""

    SWAP = "swap"


@attrs.frozen
class Swap(Question, Value, kind=Unknown.SWAP, moves=(Buy, PutUp)):
    """A question that the page has no drawing of."""

    seat: int


def test_a_question_that_the_page_does_not_know_is_a_choice_among_its_moves() -> None:
    view = observe(setup(2, seed=1), 0)
    table = attrs.evolve(view.table, agenda=(Swap(0), *view.table.agenda), active_player=0)
    facts = table_facts(attrs.evolve(view, table=table))
    assert facts is not None
    assert facts.question is not None
    assert (facts.question.reason, facts.question.acts) == (Reason.CHOICE, ())


def test_the_acts_of_a_question_are_its_legal_moves_on_deeds() -> None:
    words = ("build", "sell", "mortgage", "redeem")
    for state in played(3)[::41]:
        player = state.active_player
        if player is None:
            continue
        question = shown(state, player).question
        assert question is not None
        wanted = [str(move) for move in legal_moves(state)]
        found = [act.move for act in question.acts]
        if question.reason in {Reason.TURN, Reason.INTERVAL, Reason.BUILD, Reason.DEBT}:
            assert found == [each for each in wanted if each.split()[0] in words]
        for act in question.acts:
            after = apply(state, next(move for move in legal_moves(state) if str(move) == act.move))
            if after.agenda and question.auction is None and "last" not in act.move:
                gained = after.cash[player] - state.cash[player]
                assert gained == act.coins or act.move.startswith("build")


def test_a_purchase_says_what_it_completes_and_whose_set_it_spoils() -> None:
    deeds = {31: Deed(0), 33: Deed(0)}
    state = arrange(
        SAMPLE, cash=(20, 20), deeds=deeds, positions=(24, 0), deal=Deal(rolls=((5, 6),), seed=1)
    )
    state = apply(state, Pass())
    while state.active_player == 1:
        state = apply(state, Pass())
    purchase = shown(state).question
    assert purchase is not None
    assert purchase.reason is Reason.PURCHASE
    assert purchase.purchase is not None
    assert purchase.purchase.completes
    assert purchase.purchase.rents == (
        ChangedRent(31, 4, 8),
        ChangedRent(33, 4, 8),
        ChangedRent(35, 0, 8),
    )
    assert not purchase.purchase.throws_again
    other = apply(state, PutUp())
    assert shown(other, 1).auction is not None
    assert shown(other, 1).auction == shown(other, 0).auction


def test_an_offer_that_is_composed_says_the_same_as_the_offer_that_is_made() -> None:
    deeds = {31: Deed(0), 33: Deed(0), 35: Deed(1, mortgaged=True), 5: Deed(0)}
    state = arrange(SAMPLE, cash=(20, 9), deeds=deeds)
    composed = preview(observe(state, 0), "offer 1: 5+3c for 35")
    made = shown(apply(state, parse_move("offer 1: 5+3c for 35")), 1).question
    assert composed is not None
    assert made is not None
    assert made.offer is not None
    assert composed.sides == made.offer.sides[::-1]
    assert [side.player for side in composed.sides] == [0, 1]


def test_the_worth_after_an_offer_is_the_worth_once_it_is_accepted() -> None:
    deeds = {31: Deed(0), 33: Deed(0), 35: Deed(1, mortgaged=True), 5: Deed(0)}
    state = arrange(SAMPLE, cash=(20, 9), deeds=deeds)
    composed = preview(observe(state, 0), "offer 1: 5+3c for 35")
    assert composed is not None
    after = apply(apply(state, parse_move("offer 1: 5+3c for 35")), parse_move("accept"))
    for side in composed.sides:
        assert side.worth_before == shown(state).seats[side.player].worth
        assert side.worth_after == shown(after).seats[side.player].worth
        assert side.cash_after == after.cash[side.player]
        for change in side.rents:
            rent = shown(after).spaces[change.space].rent
            is_theirs = after.deeds[change.space].owner == side.player
            assert change.after == (rent or 0 if is_theirs else 0)


def test_only_offers_of_a_player_have_a_preview() -> None:
    state = arrange(SAMPLE, cash=(20, 9), deeds={5: Deed(0)})
    assert preview(observe(state, 0), "pass") is None
    assert preview(observe(state, None), "offer 1: 5 for 3c") is None


def test_an_offer_says_what_it_changes_for_both_sides() -> None:
    deeds = {31: Deed(0), 33: Deed(0), 35: Deed(1), 5: Deed(0)}
    state = arrange(SAMPLE, cash=(20, 9), deeds=deeds)
    state = apply(state, Offer(1, Bundle((5,), coins=3), Bundle((35,))))
    question = shown(state, 1).question
    assert question is not None
    assert question.offer is not None
    mine, theirs = question.offer.sides
    ink = shown(state).families.index("ink")
    assert (mine.player, mine.cash_before, mine.cash_after) == (1, 9, 12)
    assert (theirs.player, theirs.cash_after, theirs.sets_gained) == (0, 17, (ink,))
    assert ChangedRent(35, 4, 0) in mine.rents
    assert ChangedRent(35, 0, 8) in theirs.rents
    assert shown(state, 0).question is None


def test_before_the_throw_of_another_one_is_asked_to_build_only_after_completing_a_set() -> None:
    reasons = [
        (question.reason, bool(question.acts))
        for state in played(5)
        if state.active_player is not None
        for question in [shown(state, state.active_player).question]
        if question is not None
    ]
    asked = [reason for reason, _ in reasons]
    assert asked.count(Reason.INTERVAL) > 10 * asked.count(Reason.BUILD)
    assert {Reason.TURN, Reason.PURCHASE, Reason.INTERVAL} <= {*asked}


def test_the_next_spaces_have_the_rents_and_chances_of_a_throw() -> None:
    deeds = {11: Deed(1), 12: Deed(1), 10: Deed(0), 13: Deed(1, mortgaged=True)}
    ahead = shown(arrange(SAMPLE, cash=(9, 9), deeds=deeds, positions=(9, 0))).ahead
    assert [each.throws for each in ahead] == [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [each.due for each in ahead[:4]] == [0, 1, 2, 0]  # a third of a throw of 2, rounded up


def test_the_last_move_walks_the_track_and_the_story_adds_up() -> None:
    states = played(7)
    for before, after in zip(states[::29], states[1::29], strict=False):
        facts = shown(after)
        move = facts.last_move
        if move is None:
            continue
        size = len(facts.spaces)
        steps = {(b - a) % size for a, b in zip(move.path, move.path[1:], strict=False)}
        assert move.is_jump or steps <= {1} or steps <= {size - 1}
        assert before.turn_number <= facts.turn
    over = states[-1]
    assert over.is_over
    facts = shown(over, None)
    assert facts.question is None
    for seat, course in enumerate(facts.courses):
        assert course.worths[-1] == (facts.seats[seat].worth if not facts.seats[seat].fall else 0)
    assert sum(course.rent_taken for course in facts.courses) == sum(
        course.rent_paid for course in facts.courses
    )
    assert [seat for seat in facts.seats if seat.fall] == [
        facts.seats[seat] for seat in sorted(over.bankrupt)
    ]


@pytest.mark.untraced
def test_cards_are_numbered_in_the_order_in_which_they_are_drawn() -> None:
    """So that two cards with the same words are not taken for one."""
    cards = [card for state in played(2) if (card := shown(state).card)]
    numbers = [card.number for card in cards]
    assert numbers[0] == 1
    assert numbers == sorted(numbers)
    assert numbers[-1] > 12
    for card, following in itertools.pairwise(cards):
        assert (card == following) == (card.number == following.number)
    repeated = list({card.number: card.words for card in cards}.values())
    assert len(set(repeated)) < len(repeated)


def test_both_editions_have_a_square_board() -> None:
    for edition in (SAMPLE, PLAYABLE):
        assert len(shown(arrange(edition, cash=(9, 9))).spaces) % 4 == 0


def test_turning_points_are_the_turns_that_changed_a_worth_most() -> None:
    states = played(1)
    facts = shown(states[-1])
    assert [each.turn for each in facts.turnings] == sorted(each.turn for each in facts.turnings)
    changes = [
        abs(after - before)
        for course in facts.courses
        for before, after in itertools.pairwise(course.worths)
    ]
    assert max(abs(each.change) for each in facts.turnings) == max(changes)
    for each in facts.turnings:
        worths = facts.courses[each.player].worths
        assert each.change == worths[each.turn] - worths[each.turn - 1]
        begun = shown(states[each.moment])
        assert begun.turn == each.turn
        assert begun.seats[each.player].worth == worths[each.turn - 1]
        assert shown(states[each.moment - 1]).turn < each.turn
        assert each.cause is not None
    assert shown(states[-2]).turnings == ()
