"""Chance as a value: seeds, deals, chance supplied by hand; tables in mid-game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.monopoly.tables import SHEET, card, own, played, refuses, rolled, setup, table
from westeros_intrigue import DecodingError, InvalidValue, WrongPhase, WrongType, play_game
from westeros_intrigue.games.monopoly import (
    DOCUMENTS,
    SAMPLE,
    Bid,
    Deal,
    Deed,
    GameState,
    InvalidDeal,
    InvalidPosition,
    Phase,
    Record,
    apply,
    arrange,
    dice_at,
    draw_deal,
    goods_of,
    legal_moves,
    parse_position,
    proceed,
    simple_offers,
    supply_card,
    supply_chance,
    supply_dice,
)
from westeros_intrigue.games.monopoly.pieces.board import deck_of


@pytest.mark.rule("chance.setup", "chance.dice")
def test_a_game_has_one_source_of_chance() -> None:
    assert setup(2, rng=random.Random(4)) == setup(2, rng=random.Random(4))
    assert setup(2, deal=draw_deal(SHEET, random.Random(4))) == setup(2, rng=random.Random(4))
    assert setup(2).deal.seed != setup(2).deal.seed
    for two in ({"seed": 1, "deal": Deal()}, {"seed": 1, "rng": random.Random(1)}):
        with pytest.raises(InvalidValue, match="only one"):
            setup(2, **two)  # type: ignore[arg-type]


def test_a_deal_refuses_wrong_cards_and_throws() -> None:
    assert Deal([1, 2], [(1, 2)]) == Deal((1, 2), ((1, 2),))  # type: ignore[arg-type]
    for wrong in ((1,), (1, 2, 3), (0, 1), (1, 7)):
        with pytest.raises(InvalidValue):
            Deal(rolls=(wrong,))  # type: ignore[arg-type]
    for deck in ((0, 0), (32,)):
        with pytest.raises(InvalidDeal):
            setup(2, deal=Deal(deck))
    with pytest.raises(InvalidDeal, match="not one of the 31"):
        table(9, 9, kept=((card("jail-card"),), ()), deck=[card("jail-card")])


@pytest.mark.rule("chance.dice")
def test_a_seed_has_64_bits_and_every_one_is_written_and_read() -> None:
    takers: list[Callable[[int], object]] = [
        lambda seed: Deal(seed=seed),
        lambda seed: dice_at(seed, 0),
        lambda seed: setup(2, seed=seed),
    ]
    for take in takers:
        for seed in (-1, 2**64, 10**5000):
            refuses(InvalidValue, take, seed)
    state = setup(2, SAMPLE, seed=2**64 - 1)
    written = DOCUMENTS.to_json(state)
    assert DOCUMENTS.from_json(GameState, written) == state
    assert Record.parse(str(Record.from_state(state))).state == state
    with pytest.raises(DecodingError, match="is not a seed"):
        DOCUMENTS.from_json(GameState, written.replace(str(2**64 - 1), str(2**64)))


@pytest.mark.rule("chance.by-hand")
def test_at_a_real_table_throws_and_cards_are_supplied() -> None:
    state = setup(2, deal=Deal())
    state = apply(state, legal_moves(state)[0])
    assert (state.phase, state.active_player, legal_moves(state)) == (Phase.ROLLING, None, ())
    with pytest.raises(WrongPhase, match="supply_dice"):
        proceed(state)
    with pytest.raises(WrongPhase):
        supply_card(state, "pay-1")
    with pytest.raises(InvalidValue):
        supply_dice(state, (0, 1))
    state = supply_dice(state, (3, 4))
    assert (state.phase, state.positions[0]) == (Phase.DRAWING, 7)
    with pytest.raises(WrongPhase):
        supply_dice(state, (1, 2))
    with pytest.raises(InvalidValue, match="'dragon' cannot be on top of the deck: back-3, to-go"):
        supply_card(state, "dragon")
    state = supply_card(state, "pay-1")
    assert (state.cash[0], state.turn_player) == (29, 1)
    assert state.deal == Deal((card("pay-1"),), ((3, 4),))
    assert proceed(state) is state


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"cash": (1,)}, "2 to 6 players, not 1"),
        ({"positions": (0,)}, "positions must have an entry"),
        ({"positions": (0, 40)}, "space 40 is not on a board"),
        ({"turn_player": 2}, "seat 2 is not one of 2 players"),
        ({"cash": (9, 9, 0), "bankrupt": (2, 2)}, "no player can go bankrupt twice"),
        ({"deeds": {1: Deed(5)}}, "cannot belong to player 5"),
        (
            {"deeds": {space: Deed(0, level=4) for space in (1, 3, 6, 8, 9, 11, 13, 14, 16)}},
            "the box has 32 Holdfasts, but the board 36",
        ),
        ({"bankrupt": (1,), "cash": (9, 0)}, "at least two players must be solvent"),
        ({"cash": (9, 0, 9), "bankrupt": (1,), "turn_player": 1}, "has no turn"),
        ({"cash": (9, 10**12 + 1)}, "cannot have 1000000000001 coins"),
        ({"positions": (30, 0)}, "no token can be on Go To Jail"),
        ({"jail_tries": (0, None)}, "not on its space 10"),
        ({"positions": (10, 0), "jail_tries": (3, None)}, "cannot have tried 3 times"),
        ({"cash": (9, 9, 9), "bankrupt": (2,)}, "cannot have coins"),
        ({"deeds": {2: Deed(0)}}, "has no deed"),
        ({"deeds": {1: Deed(0, level=6), 3: Deed(0, level=5)}}, "cannot have the level 6"),
        ({"deeds": {1: Deed(0, level=1)}}, "must have one owner and no mortgage"),
        ({"deeds": {1: Deed(0, level=2), 3: Deed(0)}}, "built unevenly"),
        ({"kept_cards": ((0,), ())}, "card 0 is not a jail card"),
        ({"known_bottom": (0, 0)}, "no card can be in two places"),
        (
            {"deeds": {space: Deed(0, level=5) for space in
                (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 37, 39)}},
            "the box has 12 Castles, but the board 13",
        ),
    ],
)  # fmt: skip
def test_a_table_that_no_game_leads_to_is_refused(parts: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        arrange(SHEET, **({"cash": (9, 9)} | parts))  # type: ignore[arg-type]
    assert any(told in fault for fault in refused.value.faults)


VAST = 10**5000


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("cash", [(9, coins) for coins in (True, 1.5, -1, VAST, None)]),
        ("positions", [(0, space) for space in (False, -1, VAST, "0")]),
        ("jail_tries", [(None, tries) for tries in (True, -1, VAST, "1")]),
        ("kept_cards", [((), (card,)) for card in (True, -1, VAST, None)]),
        ("known_bottom", [(card,) for card in (True, -1, VAST, None)]),
        ("bankrupt", [(seat,) for seat in (True, -1, VAST, None)]),
        ("turn_player", [True, -1, VAST, None]),
        ("deeds", [7, [(1, Deed(0))], {1: 0}, {-1: Deed(0)}, {40: Deed(0)}]),
        ("deal", [None, 7, (3, 4)]),
    ],
)
def test_a_table_with_numbers_of_no_edition_is_refused(part: str, wrong: list[object]) -> None:
    for one in wrong:
        with pytest.raises((InvalidValue, WrongType)) as refused:
            arrange(SHEET, **({"cash": (9, 9)} | {part: one}))  # type: ignore[arg-type]
        assert not isinstance(refused.value, InvalidPosition)
        assert len(str(refused.value)) < 200


def test_a_deed_refuses_other_owners_and_levels() -> None:
    wrong: tuple[Any, ...]
    for wrong in ((True,), (6,), (-1,), (VAST,), (0, 1), (0, False, 12), (0, False, 1.0)):
        with pytest.raises((InvalidValue, WrongType)):
            Deed(*wrong)


@pytest.mark.rule("chance.by-hand", "trade.listing")
def test_the_richest_table_is_playable_when_one_player_has_all_coins() -> None:
    richest = 10**12
    state = rolled(table(richest, richest, at=(39, 0), deeds=own(1, 15), rolls=[(1, 1)]))
    assert f"{richest + 2}c" in goods_of(state, 0)
    state = played(state, f"offer 1: {richest + 2}c for 15", "accept")
    assert f"{2 * richest + 2}c" in goods_of(state, 1)
    assert [*simple_offers(state)]
    state = played(state, "put-up")
    assert legal_moves(state)[2 * richest + 1] == Bid(2 * richest + 2)


def test_a_seed_from_outside_throws_and_draws_what_is_not_supplied() -> None:
    state = supply_chance(setup(2, deal=Deal()), 7)
    assert state == setup(2, seed=7)
    assert supply_chance(state, 8) is state
    given = setup(2, deal=Deal((card("pay-1"),), ((3, 4), (1, 1))))
    supplied = supply_chance(given, 7)
    assert supplied.deal.rolls == given.deal.rolls
    assert supplied.deal.deck == (
        card("pay-1"),
        *(each for each in deck_of(7, 32) if each != card("pay-1")),
    )
    for seed in (-1, 2**64):
        refuses(InvalidValue, partial(supply_chance, given), seed)


def test_a_game_that_waits_for_dice_goes_on_at_once_and_its_record_leads_there() -> None:
    waiting = parse_position("30@0: j14, 30@0; turn 3 of 0; roll; under 3 5")
    assert isinstance(waiting, GameState)
    assert waiting.phase is Phase.ROLLING
    state = supply_chance(waiting, 1)
    assert (state.phase, state.table.throws) == (Phase.PLAYING, (dice_at(1, 0),))
    assert sorted(state.deal.deck or ()) == [*{*range(32)} - {3, 5, 14}]
    assert Record.from_state(state).state == state
    final = play_game(["simple"] * 2, game="monopoly", state=state, seed=1)
    assert final.is_over
    assert Record.parse(str(Record.from_state(final))).state == final
