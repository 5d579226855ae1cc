"""Views that no deal agrees with: each is refused by a typed error, whatever is asked of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import attrs
import pytest
from cases import each
from tables import wrong
from watched_games import watched_game

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    Court,
    Determinizer,
    Elimination,
    House,
    InvalidValue,
    IronThroneCard,
    Phase,
    RoundResult,
    View,
    WrongType,
    determinize,
    observe,
    odds,
    setup,
)

S, L, B, T = House


@lru_cache
def first_view(table: str, name: str) -> View:
    """The first view of player 0 in random games that has something to be contradicted."""
    for seed in range(100):
        for state in watched_game(table, seed).states:
            view = observe(state, 0)
            if WANTED[name](view):
                return view
    raise AssertionError(name)


def is_playing(view: View) -> bool:
    return view.phase is Phase.PLAYING


WANTED: dict[str, Callable[[View], bool]] = {
    "in mid-round": lambda view: is_playing(view) and len(view.placements) == 20,
    "own turn": lambda view: view.active_player == 0 and len(view.placements) > 15,
    "out with cards": lambda view: (
        is_playing(view) and bool(view.hand) and bool(view.missing_houses[0])
    ),
    "other out with cards": lambda view: is_playing(view) and any(view.missing_houses[1:]),
    "known cards": lambda view: is_playing(view) and any(len(k) > 1 for k in view.known_stacks),
    "house out with cards": lambda view: (
        is_playing(view)
        and any(k and m for k, m in zip(view.known_stacks, view.missing_houses, strict=True))
    ),
    "Iron Throne card": lambda view: (
        is_playing(view) and view.round_number == 3 and bool(view.score_pile)
    ),
    "round over": lambda view: view.phase is Phase.ROUND_OVER and bool(view.hand),
    "game over": lambda view: view.phase is Phase.GAME_OVER and bool(view.hand),
    "third round": lambda view: is_playing(view) and view.round_number == 3,
}

MID = first_view("4 players", "in mid-round")
OWN_TURN = first_view("4 players", "own turn")
OUT = first_view("4 players", "out with cards")
OTHER_OUT = first_view("4 players", "other out with cards")
SOLO = first_view("Solo Scheming", "known cards")
HOUSE_OUT = first_view("Solo Scheming", "house out with cards")
THRONE = first_view("4 players", "Iron Throne card")
ROUND_OVER = first_view("4 players", "round over")
GAME_OVER = first_view("4 players", "game over")
ANYONE = first_view("3 players, Anyone Can Die", "third round")
START = observe(setup(4, seed=1), 0)
DEALING = observe(watched_game("4 players", 1, rounds_dealt=2).now, 0)
UNSEEN = [card for card in DECK if card not in (*MID.hand, *MID.court.values())]


def but(view: View, **fields: object) -> View:
    """The view with other fields."""
    return attrs.evolve(view, **wrong(fields))


def plus(numbers: Sequence[int], **added: int) -> tuple[int, ...]:
    """The numbers with something added to some of them: `seat1=2`."""
    return tuple(number + added.get(f"seat{seat}", 0) for seat, number in enumerate(numbers))


def seen_in_every_round(result: RoundResult) -> RoundResult:
    return attrs.evolve(result, kept=(DECK,) * 3)


HANDS: dict[str, View] = {
    "a card twice in the hand": but(MID, hand=(MID.hand[0], *MID.hand[:-1])),
    "a card in the hand and in the court": but(
        MID, hand=(next(iter(MID.court.values())), *MID.hand[1:])
    ),
    "one card more in the hand": but(MID, hand=(*MID.hand, UNSEEN[0])),
    "one card less in the hand": but(MID, hand=MID.hand[1:]),
    "a hand of a spectator": but(MID, player=None),
    "a hand of another size": but(MID, hand_sizes=plus(MID.hand_sizes, seat0=1)),
    "cards that there are not": but(MID, hand_sizes=plus(MID.hand_sizes, seat1=1)),
    "cards that nobody holds": but(MID, hand_sizes=plus(MID.hand_sizes, seat1=-1)),
    "fewer cards than none": but(MID, hand_sizes=plus(MID.hand_sizes, seat1=20, seat2=-20)),
    "cards that changed hands": but(MID, hand_sizes=plus(MID.hand_sizes, seat1=1, seat2=-1)),
    "a hand too few": but(MID, hand_sizes=MID.hand_sizes[:3]),
    "a hand too many": but(MID, hand_sizes=(*MID.hand_sizes, 0)),
    "a hand not in order": but(MID, hand=MID.hand[::-1]),
    "a seat to move without a card": but(START, player=None, hand=(), hand_sizes=(0, 12, 12, 12)),
    "a viewer to move without a card": but(START, hand=(), hand_sizes=(0, 12, 12, 12)),
    "cards before they are dealt": but(DEALING, hand=DECK[:9], hand_sizes=(9, 9, 9, 9)),
    "cards of one before they are dealt": but(DEALING, hand_sizes=(0, 9, 0, 0)),
}

PROOFS: dict[str, View] = {
    "an own card of a house that is proved missing": but(
        OUT,
        missing_houses=(tuple({c.house for c in OUT.hand}), *OUT.missing_houses[1:]),
    ),
    "an own card that could have been placed": but(
        OUT,
        hand=tuple(
            sorted(
                (
                    *OUT.hand[1:],
                    next(
                        card
                        for card in DECK
                        if card.house in OUT.missing_houses[0] and card not in OUT.court.values()
                    ),
                )
            )
        ),
    ),
    "others with cards and no house left for them": but(
        OTHER_OUT,
        missing_houses=tuple(tuple(House) if n else () for n in OTHER_OUT.hand_sizes),
    ),
    "a proof without anyone out": but(START, missing_houses=((), (S,), (), ())),
    "no proof with somebody out": but(OTHER_OUT, missing_houses=((),) * 4),
    "a proof too few": but(MID, missing_houses=MID.missing_houses[:2]),
    "a known card of a house that is proved missing": but(
        SOLO, missing_houses=tuple(tuple({c.house for c in k}) for k in SOLO.known_stacks)
    ),
    "known cards of a house that is out, and proved missing": but(
        HOUSE_OUT, missing_houses=tuple(tuple(House) if k else () for k in HOUSE_OUT.known_stacks)
    ),
    "more known cards than cards": but(
        SOLO,
        hand_sizes=tuple(
            len(k) - 1 if k else n for n, k in zip(SOLO.hand_sizes, SOLO.known_stacks, strict=True)
        ),
    ),
    "a card twice in a stack": but(
        SOLO, known_stacks=tuple(k[:1] * len(k) for k in SOLO.known_stacks)
    ),
    "a known card that is in the hand": but(
        SOLO, known_stacks=tuple(SOLO.hand[:1] if k else () for k in SOLO.known_stacks)
    ),
    "known cards of a player": but(MID, known_stacks=((), tuple(UNSEEN[:1]), (), ())),
    "no known stacks": but(MID, known_stacks=()),
    "all cards seen in every round, and some of them dead": but(
        ANYONE, results=tuple(seen_in_every_round(result) for result in ANYONE.results)
    ),
}

THRONES: dict[str, View] = {
    "an Iron Throne card of no table": but(
        THRONE, score_pile=(IronThroneCard(3, 99),) * len(THRONE.score_pile)
    ),
    "an Iron Throne card more than drawn": but(
        THRONE, score_pile_sizes=plus(THRONE.score_pile_sizes, seat0=1)
    ),
    "more Iron Throne cards than the table has": but(
        THRONE, score_pile_sizes=plus(THRONE.score_pile_sizes, seat1=9)
    ),
    "an own Iron Throne card forgotten": but(THRONE, score_pile=()),
    "score piles shown before the end": but(THRONE, revealed_score_piles=((),) * 4),
    "score piles not shown at the end": but(GAME_OVER, revealed_score_piles=()),
    "a score pile too few at the end": but(
        GAME_OVER, revealed_score_piles=GAME_OVER.revealed_score_piles[:2]
    ),
    "the score piles of others at the end": but(
        GAME_OVER,
        revealed_score_piles=(
            *GAME_OVER.revealed_score_piles[1:],
            GAME_OVER.revealed_score_piles[0],
        ),
    ),
    "an Iron Throne card shown twice": but(
        GAME_OVER,
        revealed_score_piles=tuple(
            STANDARD.throne_cards[:1] * n for n in GAME_OVER.score_pile_sizes
        ),
    ),
}

SEATS: dict[str, View] = {
    "a viewer who is not there": but(MID, player=9),
    "a viewer before the first": but(MID, player=-1),
    "a viewer who is true": but(MID, player=True),
    "a viewer who is a text": but(MID, player="0"),
    "an automated viewer": but(SOLO, player=1, hand=()),
    "a turn of nobody while it is somebody's": but(MID, active_player=None),
    "a turn of somebody else": but(MID, active_player=((MID.active_player or 0) + 1) % 4),
    "a turn of one who is not there": but(MID, active_player=7),
    "a turn after the round": but(ROUND_OVER, phase=Phase.PLAYING, active_player=0),
    "fewer players": but(MID, players=3),
    "more players": but(MID, players=5),
    "more players than can play": but(MID, players=9),
    "another last placer": but(MID, last_placer=((MID.last_placer or 0) + 1) % 4),
    "a start by one who is not there": but(MID, starting_player=9),
}

STORIES: dict[str, View] = {
    "another phase: round over": but(MID, phase=Phase.ROUND_OVER),
    "another phase: game over": but(MID, phase=Phase.GAME_OVER),
    "another phase: dealing": but(MID, phase=Phase.DEALING),
    "another phase: playing": but(ROUND_OVER, phase=Phase.PLAYING),
    "a game over before its end": but(ROUND_OVER, phase=Phase.GAME_OVER),
    "an empty court": but(MID, court=Court()),
    "a court of another game": but(MID, court=OWN_TURN.court),
    "a narrower court": but(START, court=Court(width_limit=7)),
    "a placement too few": but(MID, placements=MID.placements[:-1]),
    "placements in another order": but(MID, placements=MID.placements[::-1]),
    "a starter that nobody dealt": but(MID, starters=tuple(UNSEEN[:1])),
    "an elimination that was not": but(MID, eliminations=(Elimination(1, 3, 4),)),
    "round 0": but(MID, round_number=0),
    "a round without those before it": but(MID, round_number=2),
    "a round after the last": but(MID, round_number=99),
    "finished rounds forgotten": but(THRONE, results=()),
    "a finished round forgotten": but(THRONE, results=THRONE.results[:1]),
    "more finished rounds than rounds": but(THRONE, results=THRONE.results * 4),
    "points from nowhere": but(MID, penalty_points=(5, 5, 5, 5)),
    "no points": but(MID, penalty_points=()),
    "characters that died in a game where nobody can": but(
        THRONE, variant=STANDARD.with_options(anyone_can_die=True)
    ),
    "a variant of fewer rounds": but(THRONE, variant=STANDARD.with_rounds(1)),
    "a variant that cannot be": but(MID, variant=STANDARD.with_seats(automated=(9,))),
}

ALL = {**HANDS, **PROOFS, **THRONES, **SEATS, **STORIES}


@pytest.mark.rule("info.public", "info.leftover", "info.elimination", "info.memory", "solo.public")
@each(ALL)
def test_a_view_that_no_deal_agrees_with_is_refused(view: View) -> None:
    asked: list[Callable[[], object]] = [
        lambda: Determinizer(view),
        lambda: determinize(view, random.Random(1)),
        lambda: odds(view),
    ]
    for question in asked:
        with pytest.raises((InvalidValue, WrongType)):
            question()


@pytest.mark.parametrize("name", ["a card twice in the hand", "one card more in the hand"])
def test_the_refusal_tells_which_view_it_was_and_no_card(name: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        Determinizer(ALL[name])
    assert repr(ALL[name]) in str(refused.value)


@each([MID, OWN_TURN, OUT, OTHER_OUT, SOLO, HOUSE_OUT, THRONE, ROUND_OVER, GAME_OVER, ANYONE])
def test_the_views_that_were_changed_are_no_such_views_themselves(view: View) -> None:
    assert observe(determinize(view, random.Random(1)), 0) == view


def test_only_a_view_is_determinized() -> None:
    for thing in (None, 5, setup(4, seed=1), MID.hand):
        for function in (Determinizer, odds):
            with pytest.raises(WrongType, match="view must be a View"):
                function(wrong(thing))
        with pytest.raises(WrongType, match="view must be a View"):
            determinize(wrong(thing), random.Random(1))


@pytest.mark.parametrize("rng", [None, 5, object(), Card])
def test_worlds_are_drawn_with_a_source_of_random_numbers(rng: object) -> None:
    with pytest.raises(WrongType, match="rng must have a method random"):
        determinize(MID, wrong(rng))


class Always:
    """A source that always gives the same."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize("number", [1.0, -0.1, float("nan"), float("inf")])
def test_a_random_number_is_at_least_0_and_below_1(number: float) -> None:
    with pytest.raises(InvalidValue, match="a random number must be"):
        determinize(MID, Always(number))


@pytest.mark.parametrize("number", [0.0, 0.5, 1 - 2**-53])
def test_even_a_source_that_always_gives_the_same_draws_a_world_that_agrees(
    number: float,
) -> None:
    for view in (MID, OTHER_OUT, SOLO, HOUSE_OUT, ANYONE, GAME_OVER, DEALING):
        assert observe(determinize(view, Always(number)), 0) == view
