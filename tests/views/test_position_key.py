"""Keys for search tables: equal where play goes on alike, different where anything differs."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Literal

import attrs
import pytest
from helpers.tables import deal_by_houses, game, play
from helpers.view_checks import changed
from helpers.watched_games import TABLES, watched_game
from hypothesis import given, strategies as st

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Deal,
    Elimination,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    Phase,
    Position,
    RoundDeal,
    Slot,
    Variant,
    apply,
    distinct_moves,
    find_move,
    legal_moves,
    observe,
    odds,
    position_key,
    score_round,
    setup,
    testing,
)
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.rules.variants import OPTIONS, needs_houses


def what_matters(state: GameState) -> Hashable:
    """What of a position in one game decides the play to come, told by its public values."""
    out = frozenset(elimination.player for elimination in state.eliminations)
    scoring: Hashable = None
    if state.phase is Phase.ROUND_OVER:
        last = state.placements[-1]
        scoring = last.player, needs_houses(state.variant.options) and last.move.card.house
    return (
        state.phase,
        state.round_number,
        state.active_player,
        tuple((slot, card.house) for slot, card in state.court.items()),
        tuple(
            len(hand) if seat in out else tuple(card.house for card in hand)
            for seat, hand in enumerate(state.hands)
        ),
        out,
        state.penalty_points,
        state.score_piles,
        scoring,
    )


def house_moves(position: Position) -> list[tuple[House, Slot]]:
    return [(move.card.house, move.slot) for move in distinct_moves(position)]


def assert_play_on_alike(one: GameState, other: GameState, depth: int) -> None:
    """Assert equal keys and moves, here and after every sequence of so many moves."""
    assert position_key(one) == position_key(other)
    assert house_moves(one) == house_moves(other)
    if depth:
        for house, slot in house_moves(one):
            assert_play_on_alike(
                apply(one, find_move(one, house, slot)),
                apply(other, find_move(other, house, slot)),
                depth - 1,
            )


@st.composite
def renumberings(draw: st.DrawFn) -> dict[Card, Card]:
    """Each card's new one in any renumbering of the cards within their houses."""
    renumbered: dict[Card, Card] = {}
    for house in House:
        numbered = [card for card in DECK if card.house is house]
        renumbered.update(zip(numbered, draw(st.permutations(numbered)), strict=True))
    return renumbered


@pytest.mark.rule("components.names", "components.characters.house")
@given(data=st.data(), table=st.sampled_from(list(TABLES)), seed=st.integers(0, 15))
def test_positions_that_differ_in_card_numbers_alone_have_equal_keys(
    data: st.DataObject, table: str, seed: int
) -> None:
    whole = watched_game(table, seed)
    renumbered = data.draw(renumberings())
    looked_at = data.draw(st.integers(0, len(whole.states) - 1))
    start, viewer = whole.states[0], data.draw(st.sampled_from(whole.viewers()))
    rounds = [
        RoundDeal(
            [[renumbered[card] for card in hand] for hand in dealt.hands],
            [renumbered[card] for card in dealt.starters],
        )
        for dealt in whole.deal.rounds
    ]
    other = setup(
        start.players,
        deal=Deal(rounds, whole.deal.throne_cards),
        variant=start.variant,
        first_player=start.starting_player,
    )
    for ply, state in enumerate(whole.states[: looked_at + 1]):
        if ply and other.phase is Phase.PLAYING:
            placed = state.placements[-1].move
            other = apply(other, Move(renumbered[placed.card], placed.slot))
        elif ply:
            other = score_round(other)
        assert position_key(other) == position_key(state)
    assert position_key(observe(other, viewer)) == position_key(observe(state, viewer))
    assert_play_on_alike(other, state, depth=1)


def tree(state: GameState, depth: int, most: int) -> list[GameState]:
    """The positions up to so many moves later, breadth first, but no more than `most`."""
    found = [state]
    level = [state]
    for _ in range(depth):
        level = [apply(before, move) for before in level for move in distinct_moves(before)]
        found += level
        if len(found) > most:
            break
    return found[:most]


@pytest.mark.rule("option.affiliation", "option.rivalry", "solo.stack")
@given(testing.states(phases={Phase.PLAYING}))
def test_keys_differ_exactly_where_what_matters_differs_over_a_tree_of_moves(
    start: GameState,
) -> None:
    positions = tree(start, depth=4, most=300)
    matters_of: dict[Hashable, Hashable] = {}
    key_of: dict[Hashable, Hashable] = {}
    moves_of: dict[Hashable, list[tuple[House, Slot]]] = {}
    for state in positions:
        key, matters, moves = position_key(state), what_matters(state), house_moves(state)
        assert matters_of.setdefault(key, matters) == matters
        assert key_of.setdefault(matters, key) == key
        assert moves_of.setdefault(key, moves) == moves
    told_of: dict[Hashable, object] = {}
    for state, viewer in product(positions[:40], (None, start.active_player)):
        if viewer not in state.variant.automated:
            view = observe(state, viewer)
            told = house_moves(view), odds(view)
            assert told_of.setdefault(position_key(view), told) == told


TWO_ROUNDS = STANDARD.with_rounds(2)
FIRST = deal_by_houses(("SSSSSSSSSLLLLL", "LLLLTTTTTTTTTB"))
SECOND = deal_by_houses(("SSSSSSSSLLLLLL", "SLLLTTTTTTTTTB"))
THRONE = STANDARD.throne_cards[:2]


def new_game(
    rounds: tuple[RoundDeal, ...] = (FIRST, SECOND),
    throne_cards: tuple[int, ...] = (0, 1),
    first_player: int = 0,
    rounds_played: int = 2,
) -> GameState:
    deal = Deal(rounds, [THRONE[index] for index in throne_cards])
    variant = STANDARD.with_rounds(rounds_played)
    return setup(2, deal=deal, variant=variant, first_player=first_player)


def dealt_on(starter_is_dead: bool) -> GameState:
    """A game of which two rounds are dealt; in one a character lives that has died in another."""
    variant = STANDARD.with_options(anyone_can_die=True)
    first, second, *_ = draw_deal(4, random.Random(1), variant=variant).rounds
    died = [card for card in DECK if card not in second.dealt]
    starter, *others = second.starters
    if starter_is_dead:
        starter = next(card for card in died if card.house is not starter.house)
    second = RoundDeal(second.hands, (starter, *others))
    return setup(4, deal=Deal((first, second)), variant=variant)


def finished_round(choose: Callable[[int], int], state: GameState) -> GameState:
    while moves := distinct_moves(state):
        state = apply(state, moves[choose(len(moves))])
    return state


def test_keys_differ_where_one_thing_differs() -> None:
    first, last = (
        finished_round(choose, new_game()) for choose in (lambda _: 0, lambda count: count - 1)
    )
    ended = finished_round(lambda _: 0, new_game((FIRST, FIRST)))
    turned = finished_round(lambda _: 0, new_game(first_player=1))
    undrawn = finished_round(lambda _: 0, new_game(throne_cards=()))
    rounds = [STANDARD.with_rounds(number) for number in (2, 3)]
    houses = [STANDARD.with_seats(houses=[house] * 2) for house in (House.STARK, House.LANNISTER)]
    states = [
        *(new_game(first_player=seat) for seat in (0, 1)),
        *(setup(2, deal=Deal(), first_player=seat) for seat in (0, 1)),
        *(setup(2, deal=Deal((FIRST,), THRONE), variant=variant) for variant in rounds),
        *(setup(2, seed=1, variant=variant) for variant in houses),
        *(new_game((one, FIRST)) for one in (FIRST, SECOND)),
        new_game((FIRST, RoundDeal(SECOND.hands[::-1]))),
        new_game(throne_cards=(1, 0)),
        *(dealt_on(starter_is_dead=is_dead) for is_dead in (False, True)),
        *(play(new_game(), f"0:S@a0 1:{placed}") for placed in ("L@a1", "L@a-1", "T@a1")),
        ended,
        *map(score_round, (ended, first, last, turned)),
        *(score_round(undrawn, throne_card=card) for card in THRONE),
    ]
    assert len(set(map(position_key, states))) == len(states)


@pytest.mark.rule("option.affiliation", "option.rivalry")
@pytest.mark.parametrize("scope", ["game", "round"])
def test_the_options_that_change_points_and_the_houses_they_ask_for_matter_in_a_round_too(
    scope: Literal["game", "round"],
) -> None:
    def keys(houses: str, **options: bool) -> tuple[Hashable, Hashable]:
        seats = STANDARD.with_seats(houses=[House(letter) for letter in houses])
        state = setup(2, deal=Deal((FIRST,), THRONE), variant=seats.with_options(**options))
        return position_key(state, scope=scope), position_key(observe(state, 0), scope=scope)

    tables = [
        keys("SB"),
        keys("SB", rivalry=True),
        keys("SL", rivalry=True),
        keys("SB", house_affiliation=True),
        keys("SB", house_affiliation=True, rivalry=True),
    ]
    for of_one_kind in zip(*tables, strict=True):
        assert len(set(of_one_kind)) == len(tables)
    for option in filter(lambda one: needs_houses([one]), OPTIONS):
        assert not set(keys("SB")) & set(keys("SB", **{option: True}))
    without = {key[0] for key in (keys("SB"), keys("SB", anyone_can_die=True))}
    assert len(without) == 1 or scope == "game"


def first_state(wanted: Callable[[GameState], bool], variant: Variant, players: int) -> GameState:
    """The first state of random games that is wanted."""
    for seed in range(200):
        state, rng = setup(players, seed=seed, variant=variant), random.Random(seed)
        while state.phase is not Phase.GAME_OVER:
            if wanted(state):
                return state
            moves = legal_moves(state)
            state = apply(state, rng.choice(moves)) if moves else score_round(state)
    raise AssertionError("no such state")


def is_in_round(number: int, state: GameState) -> bool:
    return state.phase is Phase.PLAYING and state.round_number == number


@pytest.mark.rule("elimination.final")
def test_whether_a_player_is_out_matters_where_a_card_of_theirs_fits_again() -> None:
    def has_kept_a_card_that_fits(state: GameState) -> bool:
        kept = (card for gone in state.eliminations for card in state.hands[gone.player])
        return state.phase is Phase.PLAYING and any(
            state.court.open_slots(card.house) for card in kept
        )

    state = first_state(has_kept_a_card_that_fits, STANDARD, 4)
    assert position_key(state) != position_key(attrs.evolve(state, eliminations=()))


def test_the_scope_of_a_round_leaves_out_points_iron_throne_cards_and_later_rounds() -> None:
    one, other = new_game((FIRST, SECOND)), new_game((FIRST, FIRST), throne_cards=(1, 0))
    assert position_key(one) != position_key(other)
    assert position_key(one, scope="round") == position_key(other, scope="round")
    late, early = new_game((SECOND, FIRST)), new_game((FIRST, SECOND))
    late = score_round(finished_round(lambda _: 0, late))
    assert late.active_player == 1
    early = setup(2, deal=Deal((FIRST,)), variant=TWO_ROUNDS, first_player=1)
    assert position_key(late, scope="round") == position_key(early, scope="round")
    for scope in ("match", 1, None):
        with pytest.raises(
            InvalidValue, match=f"scope must be one of 'game', 'round', not {scope!r}"
        ):
            position_key(one, scope=scope)  # type: ignore[arg-type]  # that is what is tried


@pytest.mark.rule("solo.public")
def test_how_much_of_a_stack_the_table_has_seen_matters_to_a_view_alone() -> None:
    def has_seen_a_card(state: GameState) -> bool:
        return state.phase is Phase.PLAYING and any(state.known_counts)

    state = first_state(has_seen_a_card, SOLO_SCHEMING, 4)
    forgotten = attrs.evolve(
        state, stacks=tuple(stack and attrs.evolve(stack, turns=()) for stack in state._stacks)
    )
    assert position_key(forgotten) == position_key(state)
    assert position_key(observe(forgotten, 0)) != position_key(observe(state, 0))


@pytest.mark.rule("final.icons", "final.icons.fewest")
def test_the_cards_in_a_pile_matter_but_not_their_order() -> None:
    def key(*cards: IronThroneCard) -> Hashable:
        state = new_game()
        frame = attrs.evolve(state._frame, score_piles=(cards, ()))
        return position_key(attrs.evolve(state, frame=frame))

    one, other = IronThroneCard(1, icons=5), IronThroneCard(2, icons=1)
    assert key(one, other) == key(other, one)
    assert key(one, other) != key(one, IronThroneCard(2, icons=3))


ALIKE = ("SSSSLLLLBBBBTT", "SSSSLLLLBBBBTT")


def with_a_stark_house(automated: int) -> GameState:
    variant = STANDARD.with_rounds(1).with_seats(houses=(House.STARK,) * 2, automated=(automated,))
    return setup(2, seed=1, variant=variant)


def test_keys_of_views_differ_where_one_thing_differs() -> None:
    here = game(*ALIKE)
    views = [
        observe(play(here, "0:S@a0 1:S@a1"), 1),
        observe(play(game(*ALIKE, first_player=1), "1:S@a0 0:S@a1"), 1),
        *(observe(play(here, f"0:S@a0 1:S@a1 0:L@{at}"), 1) for at in ("a2", "a-1")),
        *(observe(here, seat) for seat in (None, 0, 1)),
        observe(game("SSSSLLLLBBBBBT", *ALIKE[1:]), 0),
        *(observe(with_a_stark_house(automated=seat), None) for seat in (0, 1)),
        changed(observe(here, None), hand_size=13),
        changed(observe(here, None), can_place=False),
    ]
    assert len({position_key(view, scope="round") for view in views}) == len(views)


def test_keys_of_views_differ_with_the_game_but_not_in_the_round() -> None:
    scored = score_round(finished_round(lambda _: 0, new_game()))
    view = observe(scored, scored.results[0].last_placer)
    [drawn] = view.table.results
    for others in (
        {"variant": STANDARD.with_rounds(3)},
        {"starting_player": 1 - view.starting_player},
        {"score_pile": STANDARD.throne_cards[6:]},
        {"results": [attrs.evolve(drawn, last_placer=1 - drawn.last_placer)]},
    ):
        other = changed(view, **others)
        assert position_key(view) != position_key(other)
        assert position_key(view, scope="round") == position_key(other, scope="round")


@pytest.mark.rule("info.memory", "option.anyone")
def test_a_card_seen_before_matters_while_it_is_hidden_or_an_elimination_tells_more() -> None:
    variant = STANDARD.with_options(anyone_can_die=True)

    def cards(state: GameState) -> Iterator[tuple[Card, Card, Card]]:
        """One kept in round 1 and held now, one hidden then and in the court now, one hidden."""
        view = observe(state, 0)
        [result], [kept] = view.table.results, view.kept
        assert kept is not None
        then = {*(placed.move.card for placed in result.placements), *kept}
        now = {*view.court.values(), *view.hand}
        for held in {*kept} & {*view.hand}:
            for lying in {*view.court.values()} - then:
                if lying.house is not held.house:
                    yield from ((held, lying, hidden) for hidden in {*DECK} - then - now)

    def is_wanted(state: GameState) -> bool:
        return is_in_round(2, state) and any(cards(state))

    state = first_state(is_wanted, variant, 3)
    view, (held, lying, hidden) = observe(state, 0), min(cards(state))
    [result], [kept] = view.table.results, view.kept
    assert kept is not None

    def key(
        eliminations: tuple[Elimination, ...], instead: Card, *, has_numbers: bool = True
    ) -> Hashable:
        """The key, had another card been kept in round 1, and these eliminations been seen."""
        results = (attrs.evolve(result, eliminations=eliminations),)
        seen = tuple(instead if card == held else card for card in kept)
        told = changed(view, results=results, kept=(seen,), has_numbers=has_numbers)
        return position_key(told, scope="round")

    assert key((), held) == key((), lying)
    assert key((), held) != key((), hidden)
    # Which card of a house was seen is not known of printed cards, so it may be hidden now.
    assert key((), held, has_numbers=False) != key((), lying, has_numbers=False)
    assert key(result.eliminations, held) != key(result.eliminations, lying)
