"""What placements tell about a hand agrees with a naive second computation by the checked rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from math import comb, exp, prod
from statistics import fmean

import attrs
import pytest
from helpers.cases import each
from helpers.compiling import extension

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Deal,
    GameState,
    House,
    InvalidValue,
    Move,
    RoundDeal,
    View,
    apply,
    determinize,
    distinct_moves,
    observe,
    setup,
)
from westeros_intrigue.lab.players import (
    Belief,
    LearnedPlayer,
    ReadingPlayer,
    analyse,
    believe,
)
from westeros_intrigue.lab.players.analysis import MOST_TRIALS
from westeros_intrigue.lab.players.reading import UNKNOWN, Habits, can_read, read, try_all
from westeros_intrigue.lab.simulation import packing
from westeros_intrigue.lab.simulation.board import count_of
from westeros_intrigue.players import PLAYERS, parse_player

ROUND = STANDARD.with_rounds(1)
LEARNED = LearnedPlayer()


def state_after(placements: int, seed: int, players: int = 2) -> GameState:
    """A position after some placements of players like `LearnedPlayer`."""
    state, rng = setup(players, seed=seed, variant=ROUND), random.Random(seed)
    for _ in range(placements):
        seat = state.active_player
        assert seat is not None
        state = apply(state, LEARNED(observe(state, seat), rng))
    return state


def seen_after(placements: int, seed: int, players: int = 2) -> View:
    """What the player to move sees of it."""
    state = state_after(placements, seed, players)
    return observe(state, state.active_player)


def like(move: Move, hand: tuple[Card, ...]) -> Move:
    """The same placement with a card of a hand."""
    return Move(next(card for card in hand if card.house == move.card.house), move.slot)


def deals(view: View) -> Iterator[tuple[float, tuple[int, ...], GameState]]:
    """Each beginning of the round, by the houses left in the other's hand, and how likely it is."""
    placed: list[list[Card]] = [[], []]
    for placement in view.placements:
        placed[placement.player].append(placement.move.card)
    viewer, other = view.player or 0, 1 - (view.player or 0)
    own = (*view.hand, *placed[viewer])
    free = [[card for card in DECK if card.house is house and card not in own] for house in House]
    size = view.hand_sizes[other] + len(placed[other])
    gone = [sum(card.house is house for card in placed[other]) for house in House]
    for counts in product(*(range(len(cards) + 1) for cards in free)):
        if sum(counts) != size or any(map(int.__lt__, counts, gone)):
            continue
        held = tuple(
            card for cards, count in zip(free, counts, strict=True) for card in cards[:count]
        )
        hands = (own, held) if viewer == 0 else (held, own)
        ways = prod(comb(len(cards), count) for cards, count in zip(free, counts, strict=True))
        deal = Deal((RoundDeal(hands, starters=()),))
        state = setup(2, deal=deal, variant=ROUND, first_player=view.starting_player)
        yield float(ways), tuple(map(int.__sub__, counts, gone)), state


def chance_of(worths: list[float], made: int, scale: float, slips: float) -> float:
    """The chance of a move that a player makes who loses little worth, and errs at times."""
    weights = [exp((worth - max(worths)) / scale) for worth in worths]
    return slips / len(worths) + (1 - slips) * weights[made] / sum(weights)


def naive_chances(view: View, habits: Habits) -> tuple[dict[tuple[int, ...], float], float]:
    """The chances of the hands, and of a player unlike the network, by the checked rules."""
    found: dict[tuple[int, ...], tuple[float, float]] = {}
    for ways, left, start in deals(view):
        state, alike, loose = start, ways * (1 - habits.loose), ways * habits.loose
        for placement in view.placements:
            seat = placement.player
            if state.active_player != seat or state.eliminations:
                alike = loose = 0
                break
            made = like(placement.move, state.hands[seat])
            moves = distinct_moves(state)
            if seat != view.player and len(moves) > 1:
                worths = LEARNED._worths(observe(state, seat))
                at = [(each_.card.house, each_.slot) for each_ in moves].index(
                    (made.card.house, made.slot)
                )
                alike *= chance_of(worths, at, habits.scale, habits.slips)
                loose *= chance_of(worths, at, habits.loose_scale, habits.loose_slips)
            state = apply(state, made)
        found[left] = alike, loose
    total = sum(map(sum, found.values()))
    return (
        {left: sum(both) / total for left, both in found.items()},
        sum(loose for _, loose in found.values()) / total,
    )


@each([{"placements": 0}, {"placements": 5}, {"placements": 12}, {"placements": 19}])
def test_a_hand_is_as_likely_as_it_explains_the_placements(arguments: dict[str, int]) -> None:
    view = seen_after(arguments["placements"], 3 + arguments["placements"])
    found = read(view)
    chances, loose = naive_chances(view, UNKNOWN)
    assert found.loose == pytest.approx(loose, abs=0.001)
    for hand, chance in zip(found.hands, found.chances, strict=True):
        counts = tuple(count_of(hand, house) for house in range(4))
        assert chance == pytest.approx(chances[counts], abs=0.001)


def test_a_move_wins_with_a_hand_as_often_as_in_rounds_by_the_checked_rules() -> None:
    state = state_after(18, 4)
    seat = state.active_player
    assert seat is not None
    view = observe(state, seat)
    # A player that always makes the network's best move leaves nothing to luck.
    found = read(view, Habits(scale=1e-9, slips=0.0))
    counts = (sum(card.house is house for card in state.hands[1 - seat]) for house in House)
    held = packing.pack_hand(tuple(counts))
    found = attrs.evolve(found, hands=[held], chances=[1.0])
    moves = distinct_moves(view)
    codes = [packing.code_of(view._board.occupied, move) for move in moves]
    ends = []
    for move in moves:
        after = apply(state, move)
        while (mover := after.active_player) is not None:
            after = apply(after, LEARNED(observe(after, mover), random.Random(1)))
        ends.append(int(after.last_placer == seat))
    tried = found.try_moves(codes, 3, 1)
    # Its own moves are by one image of the court instead of two, which seldom differ.
    agree = sum(tried[3 * at] == end for at, end in enumerate(ends))
    assert agree >= len(ends) - 1
    assert all(len({*tried[3 * at : 3 * at + 3]}) == 1 for at in range(len(ends)))


def test_hands_are_drawn_as_often_as_their_chances_say() -> None:
    found = read(seen_after(13, 2))
    drawn = [*found.draw_hands(1000, seed=5)]
    for hand, chance in zip(found.hands, found.chances, strict=True):
        assert abs(drawn.count(hand) - 1000 * chance) <= 1


def test_a_reading_is_the_same_in_plain_python() -> None:
    view = seen_after(19, 3)
    codes = [packing.code_of(view._board.occupied, move) for move in distinct_moves(view)]

    def all_of_it() -> tuple[list[float], list[int], Move]:
        found = read(view)
        move = ReadingPlayer(8)(view, random.Random(1))
        return [*found.chances], found.try_moves(codes, 4, 9), move

    chances, ends, move = all_of_it()
    with extension(None):
        plain, *others = all_of_it()
    assert plain == pytest.approx(chances)
    assert others == [ends, move]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_is_read_depends_on_the_view_alone(players: int) -> None:
    state = state_after(11, 6, players)
    view = observe(state, state.active_player)
    other = observe(determinize(view, random.Random(8)), state.active_player)
    assert other == view
    assert read(view).chances == read(other).chances
    assert believe(view) == believe(other)


def test_where_no_hand_explains_the_placements_each_is_as_likely_as_by_the_cards_alone() -> None:
    """As for a player who is imagined never to err, and does."""
    for players in (2, 3):
        state, rng = setup(players, seed=5, variant=ROUND), random.Random(5)
        for _ in range(12):
            state = apply(state, rng.choice(distinct_moves(state)))
        view = observe(state, state.active_player)
        found = read(view, Habits(scale=1e-9, slips=0.0, loose=0.0), drawn=60)
        assert [*found.chances] == [*found.prior]
        assert found.loose == 0


# At larger tables


def positions_of(players: int, seeds: Iterable[int]) -> Iterator[GameState]:
    """The positions of rounds of players like `LearnedPlayer`, in which somebody is to move."""
    for seed in seeds:
        state, rng = setup(players, seed=seed, variant=ROUND), random.Random(seed)
        while (seat := state.active_player) is not None:
            yield state
            state = apply(state, LEARNED(observe(state, seat), rng))


def worlds_of(view: View, hands: Sequence[int]) -> Iterator[dict[int, tuple[int, ...]]]:
    """The counts of the houses that each other seat has left, in each world of a reading."""
    others = [seat for seat in range(view.players) if seat != view.player]
    for first in range(0, len(hands), len(others)):
        packed = hands[first : first + len(others)]
        yield {
            seat: tuple(count_of(hand, house) for house in range(4))
            for seat, hand in zip(others, packed, strict=True)
        }


def beginning(view: View, left: dict[int, tuple[int, ...]]) -> GameState:
    """A round that leads to the view, in which the other seats have these houses left."""
    placed = {
        seat: [each_.move.card for each_ in view.placements if each_.player == seat]
        for seat in range(view.players)
    }
    seen = {*view.hand, *chain.from_iterable(placed.values())}
    free = [card for card in DECK if card not in seen]
    hands = {view.player: (*view.hand, *placed[view.player or 0])}
    for seat, counts in left.items():
        held = [
            card
            for house, count in zip(House, counts, strict=True)
            for card in [card for card in free if card.house is house][:count]
        ]
        free = [card for card in free if card not in held]
        hands[seat] = (*held, *placed[seat])
    dealt = tuple(hands[seat] for seat in range(view.players))
    deal = Deal((RoundDeal(dealt, starters=()),))
    return setup(view.players, deal=deal, variant=ROUND, first_player=view.starting_player)


def naive_likelihood(view: View, left: dict[int, tuple[int, ...]], habits: Habits) -> float:
    """How likely the others place these cards in a world, by the checked rules."""
    state, of_cards = beginning(view, left), 1.0
    kinds = {seat: [1 - habits.loose, habits.loose] for seat in left}
    for placement in view.placements:
        seat, moves = placement.player, distinct_moves(state)
        assert state.active_player == seat
        made = like(placement.move, state.hands[seat])
        if seat in left:  # it may as well have placed another card of the house
            of_cards /= sum(card.house is made.card.house for card in state.hands[seat])
        if seat in left and len(moves) > 1:
            worths = LEARNED._worths(observe(state, seat))
            at = moves.index(
                next(m for m in moves if str(m)[0] == str(made)[0] and m.slot == made.slot)
            )
            kinds[seat][0] *= chance_of(worths, at, habits.scale, habits.slips)
            kinds[seat][1] *= chance_of(worths, at, habits.loose_scale, habits.loose_slips)
        state = apply(state, made)
    return of_cards * prod(map(sum, kinds.values()))


@pytest.mark.parametrize(("players", "placements"), [(3, 9), (4, 12), (6, 10)])
def test_a_world_is_as_likely_as_it_explains_the_placements_of_all_others(
    players: int, placements: int
) -> None:
    view = seen_after(placements, 2, players)
    found = read(view, drawn=200)
    likely = [chance > max(found.chances) / 100 for chance in found.chances]
    worlds = [*worlds_of(view, found.hands)]
    some = [at for at, is_likely in enumerate(likely) if is_likely][:8]
    expected = [naive_likelihood(view, worlds[at], UNKNOWN) for at in some]
    assert len(some) > 4
    for at, likelihood in zip(some, expected, strict=True):
        share = found.chances[at] / found.chances[some[0]]
        assert share == pytest.approx(likelihood / expected[0], rel=0.001)


@pytest.mark.rule("info.elimination")
def test_no_world_gives_a_player_who_is_out_a_card_that_fitted() -> None:
    state = next(state for state in positions_of(4, range(9)) if state.eliminations)
    view = observe(state, state.active_player)
    gone = {each_.player: view.missing_houses[each_.player] for each_ in view.eliminations}
    assert any(gone.values())
    for left in worlds_of(view, read(view, drawn=100).hands):
        for seat, missing in gone.items():
            assert not any(left[seat][house.index] for house in missing)


def test_a_move_wins_in_a_world_as_often_as_in_rounds_by_the_checked_rules() -> None:
    state = state_after(16, 4, 3)
    seat = state.active_player
    assert seat is not None
    view = observe(state, seat)
    # Players that always make the network's best move leave nothing to luck.
    found = read(view, Habits(scale=1e-9, slips=0.0), drawn=10)
    held = [
        packing.pack_hand(tuple(sum(card.house is house for card in hand) for house in House))
        for player, hand in enumerate(state.hands)
        if player != seat
    ]
    found = attrs.evolve(found, hands=held, chances=[1.0])
    moves = distinct_moves(view)
    codes = [packing.code_of(view._board.occupied, move) for move in moves]
    tried = found.try_moves(codes, 2, 1)
    agree = 0
    for at, move in enumerate(moves):
        after = apply(state, move)
        while (mover := after.active_player) is not None:
            after = apply(after, LEARNED(observe(after, mover), random.Random(1)))
        agree += tried[2 * at] == tried[2 * at + 1] == int(after.last_placer == seat)
    # Its own moves are by one image of the court instead of two, which seldom differ.
    assert agree >= len(moves) - 1


def test_a_reading_of_several_hands_is_the_same_in_plain_python() -> None:
    view = seen_after(24, 3, 3)
    codes = [packing.code_of(view._board.occupied, move) for move in distinct_moves(view)]

    def all_of_it() -> tuple[list[float], list[int]]:
        found = read(view, drawn=30)
        return [*found.chances], found.try_moves(codes, 4, 9)

    chances, ends = all_of_it()
    with extension(None):
        plain, ends_in_python = all_of_it()
    assert plain == pytest.approx(chances)
    assert ends_in_python == ends


# The player


def test_the_strongest_level_reads_hands() -> None:
    assert PLAYERS["maester"].stands_for == "reader"
    assert parse_player("reader") == ReadingPlayer()


def test_it_ends_its_search_when_it_is_told_to() -> None:
    view = seen_after(8, 1)
    looks: list[int] = []

    def stop() -> bool:
        looks.append(1)
        return True

    move = ReadingPlayer(400).choose(view, random.Random(1), stop=stop)
    assert len(looks) == 1
    assert move.slot in {each_.slot for each_ in distinct_moves(view)}


def test_where_no_hand_can_be_read_it_plays_like_the_network_with_playouts() -> None:
    rivals = STANDARD.with_seats(houses=[*House][:3]).with_options(rivalry=True)
    view = observe(setup(3, seed=4, variant=rivals), 0)
    assert not can_read(view)
    assert ReadingPlayer()(view, random.Random(2)) == LearnedPlayer(4000)(view, random.Random(2))


@pytest.mark.untraced
def test_without_the_compiled_half_it_reads_no_hands_at_a_larger_table() -> None:
    """It would take half a minute for a placement."""
    view = seen_after(15, 1, 3)
    with extension(None):
        move = ReadingPlayer()(view, random.Random(2))
        assert move == LearnedPlayer(4000)(view, random.Random(2))
    assert ReadingPlayer()(view, random.Random(2)) != move


@pytest.mark.rule("info.elimination")
def test_a_player_who_is_left_alone_reads_nothing() -> None:
    state = next(state for state in positions_of(3, range(9)) if len(state.eliminations) == 2)
    assert not can_read(observe(state, state.active_player))


# The belief


def test_a_belief_has_the_chance_of_each_count_and_says_what_the_placements_tell() -> None:
    told = 0
    for seed in range(6):
        view = seen_after(13, seed)
        found = believe(view, assumed="learned")
        assert isinstance(found, Belief)
        assert found.player == 1 - (view.player or 0)
        for house in House:
            chances = [found.chance(house, count) for count in range(10)]
            assert sum(chances) == pytest.approx(1)
        made = [each_.move for each_ in view.placements if each_.player == found.player]
        assert found.placements == (*made,)
        for fact in found.facts:
            assert fact.chance == found.chance(fact.house, fact.count) >= 0.6
            assert {*fact.placements} <= {*made}
            assert str(fact) in found.in_words("Ben")
            told += 1
        assert found.in_words("Ben").startswith("Ben probably hol") == bool(found.facts)
    assert told > 3


def test_facts_hold_at_least_about_as_often_as_they_say() -> None:
    held, said = [], []
    for seed in range(40):
        state = state_after(13, seed)
        found = believe(observe(state, state.active_player), assumed="learned")
        assert found is not None
        for fact in found.facts:
            count = sum(card.house is fact.house for card in state.hands[found.player])
            held.append(count == fact.count)
            said.append(fact.chance)
    assert len(said) > 40
    assert fmean(held) > fmean(said) - 0.1  # `learned` is easier to read than what is imagined


@pytest.mark.parametrize("players", [3, 5])
def test_at_a_larger_table_a_hand_is_believed_as_the_worlds_have_it(players: int) -> None:
    state = state_after(14, 3, players)
    view = observe(state, state.active_player)
    found, worlds = read(view), [*worlds_of(view, read(view).hands)]
    for player in range(players):
        if player == view.player:
            continue
        belief = believe(view, player=player)
        assert belief is not None
        assert belief.player == player
        for house in House:
            for count in range(10):
                share = sum(
                    chance
                    for world, chance in zip(worlds, found.chances, strict=True)
                    if world[player][house.index] == count
                )
                assert belief.chance(house, count) == pytest.approx(share)
    following = believe(view)
    assert following is not None
    assert following.player == ((view.player or 0) + 1) % players


def test_a_belief_names_its_seat_by_a_number_of_python() -> None:
    view = seen_after(13, 0)
    seat = pytest.importorskip("numpy").int64(0 if view.player else 1)
    found = believe(view, player=seat)
    assert found is not None
    assert type(found.player) is int


def test_facts_hold_at_larger_tables_about_as_often_as_they_say() -> None:
    held, said = [], []
    for seed in range(8):
        state = state_after(15, seed, 3)
        for player in range(3):
            if player == state.active_player:
                continue
            view = observe(state, state.active_player)
            found = believe(view, assumed="learned", player=player)
            for fact in found.facts if found else ():
                count = sum(card.house is fact.house for card in state.hands[player])
                held.append(count == fact.count)
                said.append(fact.chance)
                assert {*fact.placements} <= {each_.move for each_ in view.placements}
    assert len(said) > 12
    assert fmean(held) > fmean(said) - 0.1


def test_a_belief_is_about_another_player_at_the_table() -> None:
    view = seen_after(6, 1, 3)
    for seat, fault in ((view.player, "another seat than the viewer's"), (3, "from 0 to 2")):
        with pytest.raises(InvalidValue, match=fault):
            believe(view, player=seat)


def test_nothing_is_believed_where_nothing_can_be_read() -> None:
    assert believe(observe(setup(4, seed=1, variant=SOLO_SCHEMING), 0)) is None
    assert believe(observe(setup(2, seed=1), 1)) is None  # it is not to move
    with pytest.raises(InvalidValue, match="no player is called"):
        believe(seen_after(5, 1), assumed="nobody")


# The chance


@pytest.mark.parametrize("assumed", ["person", "squire", "greedy", "learned"])
def test_no_move_is_advised_whose_chance_is_clearly_below_another(assumed: str) -> None:
    for seed in range(4):
        for placements in range(0, 20, 3):
            view = seen_after(placements, seed)
            found = analyse(view, playouts=100, assumed=assumed)
            chances = [judged.win for judged in found.moves]
            assert max(chances) - found.best.win < 0.02
            assert all(one >= other - 0.01 for one, other in pairwise(chances))


def test_among_readers_the_advised_move_is_that_of_the_best_reading() -> None:
    view = seen_after(15, 1, 3)
    found = analyse(view, playouts=600, seed=5, assumed="maester")
    count = min(600 // len(found.moves), MOST_TRIALS) * 2
    judged = try_all(view, UNKNOWN, count, 5).judged
    ranked = [judged[distinct_moves(view).index(each_.move)] for each_ in found.moves]
    chances = [each_.win for each_ in found.moves]
    assert chances[0] == max(chances)
    assert all(
        (one > other) == (a > b)
        for (a, one), (b, other) in pairwise(zip(chances, ranked, strict=True))
    )
    # Where others are at the table too, the network judges.
    mixed = analyse(view, playouts=600, seed=5, assumed=["maester", "maester", "knight"])
    assert [each_.win for each_ in mixed.moves] != chances
    assert found.belief is None


def test_whoever_plays_on_alone_places_last() -> None:
    view = next(
        view
        for seed in range(50)
        for view in [seen_after(24, seed)]
        if view.active_player is not None and view.eliminations
    )
    found = analyse(view, playouts=10)
    assert {judged.win for judged in found.moves} == {1.0}
    assert found.belief is None
