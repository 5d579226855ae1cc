"""Printed cards have no numbers: with Anyone Can Die, what one may know is counted by houses.

The counting here goes through which houses lost how many characters after each round. It knows
nothing of the package's: each round is dealt card by card from those that are left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement, product
from math import comb

import attrs
import pytest
from helpers.sample_documents import as_printed
from helpers.worlds_by_enumeration import proved, seen_in, unseen_cards, ways_to_deal

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    GameState,
    House,
    InvalidValue,
    Move,
    RoundResult,
    Table,
    Variant,
    View,
    apply,
    events,
    from_json,
    legal_moves,
    observe,
    odds,
    position_key,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.play.referee import RealGame, RealTable
from westeros_intrigue.play.referee.game import record_of
from westeros_intrigue.rules.game_events import Placement, RoundStart, TurnStart
from westeros_intrigue.views import Determinizer

DYING = STANDARD.with_options(anyone_can_die=True).with_rounds(5)
PAIRS = list(combinations_with_replacement(House, 2))


def late_state(players: int, seed: int, round_number: int, left: int) -> GameState:
    """A state of a random game late in a round: others than player 0 hold few cards."""
    state, rng = setup(players, seed=seed, variant=DYING), random.Random(seed)
    while state.round_number < round_number or sum(state.hand_sizes[1:]) > left:
        moves = legal_moves(state)
        if not moves and state.round_number == round_number:
            break
        state = apply(state, rng.choice(moves)) if moves else score_round(state)
    return state


def houses(cards: Iterator[Card]) -> list[House]:
    return [card.house for card in cards]


def chance_to_be_shown(seen: list[House], alive: Counter[House]) -> Fraction:
    """How likely cards that are dealt one by one are of these houses."""
    chance, left = Fraction(1), alive.copy()
    for house in seen:
        chance *= Fraction(left[house], left.total())
        left[house] -= 1
    return chance


@cache
def chance_of_round(
    result: RoundResult, alive_counts: tuple[int, ...], variant: Variant
) -> Fraction:
    """How likely a finished round shows what it has shown, if so many are alive of each house."""
    alive = Counter(dict(zip(House, alive_counts, strict=True)))
    seen = houses(iter(sorted(seen_in(result))))
    shown = chance_to_be_shown(seen, alive)
    if not shown:
        return shown
    hidden = tuple((alive - Counter(seen)).elements())
    hands = proved(result, variant)
    unused = len(hidden) - sum(size for size, _ in hands)
    piles = (*hands, (unused, frozenset[House]()))
    free = tuple((size, frozenset[House]()) for size, _ in piles)
    return shown * Fraction(ways_to_deal(hidden, piles), ways_to_deal(hidden, free))


def alive_now(view: View) -> dict[tuple[int, ...], Fraction]:
    """How likely so many characters of each house are alive in a round, by the rounds before."""
    chances: dict[tuple[int, ...], Fraction] = {(9, 9, 9, 9): Fraction(1)}
    for result in view.results:
        later: dict[tuple[int, ...], Fraction] = {}
        for alive, chance in chances.items():
            shown = chance * chance_of_round(result, alive, view.variant)
            for pair in PAIRS:
                dying = [pair.count(house) for house in House]
                died = [comb(count, gone) for count, gone in zip(alive, dying, strict=True)]
                ways = died[0] * died[1] * died[2] * died[3]
                if shown and ways:
                    left = tuple(count - gone for count, gone in zip(alive, dying, strict=True))
                    among = comb(sum(alive), 2)
                    later[left] = later.get(left, Fraction(0)) + shown * Fraction(ways, among)
        chances = later
    return chances


def hands_of(view: View) -> dict[tuple[tuple[House, ...], ...], Fraction]:
    """How likely the others hold these houses now, up to a common factor."""
    seen = houses(card for card in DECK if card not in unseen_cards(view))
    seats = [seat for seat in range(view.players) if seat != view.player]

    def agrees(seat: int, hand: tuple[House, ...]) -> bool:
        is_to_move = seat == view.active_player
        fits = any(view.court.open_slots(house) for house in hand)
        return (fits or not is_to_move) and not set(hand) & set(view.missing_houses[seat])

    found: dict[tuple[tuple[House, ...], ...], Fraction] = {}
    for alive, chance in alive_now(view).items():
        left = Counter(dict(zip(House, alive, strict=True)))
        shown = chance * chance_to_be_shown(seen, left)
        hidden = left - Counter(seen)
        options = [combinations_with_replacement(House, view.hand_sizes[seat]) for seat in seats]
        for hands in product(*options) if shown else ():
            held = Counter(chain(*hands))
            if not held <= hidden or not all(map(agrees, seats, hands)):
                continue
            rest, ways = hidden.copy(), 1
            for hand in hands:
                for house in House:
                    ways *= comb(rest[house], hand.count(house))
                rest.subtract(hand)
            found[hands] = found.get(hands, Fraction()) + shown * ways
    return found


def odds_by_houses(view: View) -> dict[int, dict[House, tuple[Fraction, ...]]]:
    """The odds of each seat but the viewer's."""
    hands = hands_of(view)
    total = sum(hands.values())
    seats = [seat for seat in range(view.players) if seat != view.player]
    return {
        seat: {
            house: tuple(
                sum(
                    (way for held, way in hands.items() if held[index].count(house) == n),
                    Fraction(),
                )
                / total
                for n in range(view.hand_sizes[seat] + 1)
            )
            for house in House
        }
        for index, seat in enumerate(seats)
    }


ENDINGS = [(2, 3, 3), (2, 5, 4), (3, 4, 5)]


@pytest.mark.parametrize(("players", "round_number", "left"), ENDINGS)
def test_odds_of_printed_cards_are_exact_by_house(
    players: int, round_number: int, left: int
) -> None:
    differing = 0
    for seed in range(4):
        numbered = observe(late_state(players, seed, round_number, left), 0)
        view = as_printed(numbered)
        expected, found = odds_by_houses(view), odds(view)
        assert {seat: found[seat] for seat in expected} == expected
        differing += found != odds(numbered)
    assert differing  # numbers would say more


def renumbered(view: View, rng: random.Random) -> View:
    """The view with the cards of each round numbered anew, told event by event."""
    told = View(Table.new(view.players, variant=view.variant, has_numbers=False), view.player)
    names: dict[Card, Card] = {}
    for event in events(None, view):
        match event:
            case RoundStart():
                for house in House:
                    numbers = rng.sample(range(1, 10), 9)
                    names |= {Card(house, n): Card(house, new) for n, new in enumerate(numbers, 1)}
                starters = tuple(names[card] for card in event.starters)
                hands = tuple(hand and tuple(names[card] for card in hand) for hand in event.hands)
                told = told.then(attrs.evolve(event, starters=starters, hands=hands))
            case Placement(player, move):
                told = told.then(Placement(player, Move(names[move.card], move.slot)))
            case _:
                told = told.then(event)
    return told


@pytest.mark.untraced
def test_no_number_of_a_printed_card_matters() -> None:
    rng = random.Random(1)
    for players, seed in ((2, 1), (4, 3)):
        view = as_printed(observe(late_state(players, seed, 4, 8), 0))
        other = renumbered(view, rng)
        assert other != view
        assert odds(other) == odds(view)
        assert position_key(other, scope="round") == position_key(view, scope="round")
        again = from_json(View, to_json(other))
        assert again == other
        assert not again.table.has_numbers


def test_worlds_of_printed_cards_come_as_often_as_the_odds_say() -> None:
    view = as_printed(observe(late_state(3, 1, 4, 5), 0))
    worlds, rng, count = Determinizer(view), random.Random(1), 1000
    drawn = [worlds.draw(rng, later_rounds=False) for _ in range(count)]
    assert observe(drawn[0], 0) == view
    for seat, house in product((1, 2), House):
        mean = float(sum(n * chance for n, chance in enumerate(worlds.odds()[seat][house])))
        held = sum(card.house is house for world in drawn for card in world.hands[seat])
        assert held / count == pytest.approx(mean, abs=0.12)


def test_a_real_table_has_printed_cards_and_so_has_a_resumed_one() -> None:
    game = RealTable.new(2, DYING, 0, 0)
    assert not game.table.has_numbers
    game = game.entered("SSSSLLLLBBBTTT")
    slot = game.view.court.open_slots(House.STARK)[0]
    game = game.entered(f"S {slot}")
    *_, resumed = RealGame.of_record(record_of(game), 0).tables
    assert resumed == game


def test_a_resumed_table_puts_nobody_out_who_may_hold_a_card_that_fits() -> None:
    closed = 0
    for seed, players in enumerate((2, 3, 4)):
        variant, rng = STANDARD.with_rounds(1), random.Random(seed)
        state = setup(players, seed=seed, variant=variant)
        game = RealTable.new(players, variant, 0, 0)
        game = game.entered("".join(card.house.letter for card in state.hands[0]))
        while moves := legal_moves(state):
            move = rng.choice(moves)
            state, game = apply(state, move), game.entered(f"{move.card.house.letter} {move.slot}")
            while game.table.active_player not in (None, state.active_player):
                game = game.entered("out")
            if game.table.active_player is not None and may_place(game.view):
                *_, resumed = RealGame.of_record(record_of(game), 0).tables
                assert resumed.table.active_player == game.table.active_player
                assert resumed.table.eliminations == game.table.eliminations
                closed += len(game.table._board.open_houses) < len(House)
    assert closed > 3


def may_place(view: View) -> bool:
    """Whether in some deal the player to move has a card that fits."""
    seat = view.active_player
    assert seat is not None
    try:
        Determinizer(view if view.table.can_place else view.then(TurnStart(seat)))
    except InvalidValue:
        return False
    return True
