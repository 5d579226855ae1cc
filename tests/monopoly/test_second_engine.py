"""The second engine against what the rules say it must give: worked examples and a transcript."""

import random
from typing import Any

import pytest

from monopoly.second_engine import (
    arrange,
    deck_of,
    dice_at,
    holdings,
    legal,
    may_offer,
    missing,
    new_game,
    offer_faults,
    picture,
    play,
    ranking,
    sample_edition,
    simple_offers,
    supply_card,
    supply_dice,
    template,
)

Game = dict[str, Any]
Things = tuple[tuple[int, ...], int, int]

SAMPLE = sample_edition()
NOTHING: Things = ((), 0, 0)


def coins(number: int) -> Things:
    return (), 0, number


def deeds(*spaces: int) -> Things:
    return spaces, 0, 0


CARD: Things = ((), 1, 0)


def deck(*effects: str) -> list[int]:
    """All cards, those with the given effects on top."""
    rest = list(range(32))
    top = []
    numbered = [card for card in SAMPLE["cards"] for _ in range(card["copies"])]
    for effect in effects:
        number = next(i for i in rest if numbered[i]["effects"] == [effect])
        rest.remove(number)
        top.append(number)
    return top + rest


def table(players: int, dice: str = "", top: tuple[str, ...] = (), **more: Any) -> Game:
    """A table at the start of a turn; deeds: space -> owner, or (owner, mortgaged, level)."""
    given = more.pop("deeds", {})
    full = {s: d if isinstance(d, tuple) else (d, False, 0) for s, d in given.items()}
    thrown = [(int(text[0]), int(text[2])) for text in dice.split()]
    kept = more.get("kept", [])
    cards = [number for number in deck(*top) if all(number not in hand for hand in kept)]
    return arrange(SAMPLE, players, dice=thrown, cards=cards, deeds=full, **more)


def pass_interval(game: Game) -> None:
    """All who are asked in the interval pass."""
    while game["interval"] is not None and game["phase"] == "PLAYING":
        assert picture(game)["decision"] == "floor"
        play(game, ("Pass",))
        if game["interval"] is not None and game["interval"]["passes"] == 0:
            return  # the next interval


def play_for(game: Game, player: int, *decision: Any) -> None:
    """A decision, which must be that player's."""
    assert picture(game)["active_player"] == player
    play(game, decision)


def asked(game: Game) -> tuple[str, int]:
    """Which decision is open, and whose it is."""
    now = picture(game)
    return now["decision"], now["active_player"]


# Example 1


@pytest.mark.parametrize(("players", "left"), [(3, 173), (6, 83)])
def test_setup(players: int, left: int) -> None:
    game = new_game(SAMPLE, players, 0, [], None)
    now = picture(game)
    assert now["cash"] == [30] * players
    assert now["treasury"] == left
    assert now["positions"] == [0] * players
    assert asked(game) == ("floor", 0)
    assert legal(game) == [("Pass",), ("StandBy",)]


def test_the_template_has_237_gaps_and_is_refused() -> None:
    assert len(missing(template())) == 237
    assert "spaces[1].rents[3]" in missing(template())
    with pytest.raises(ValueError, match="237"):
        new_game(template(), 3)


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        new_game(SAMPLE, players)


# Example 2


@pytest.mark.parametrize(
    ("start", "dice", "top", "ends", "cash"),
    [
        (35, "2-5", ("collect 3",), 2, 35),
        (38, "1-1", (), 0, 32),
        (33, "1-2", ("move_by -3", "collect 1"), 33, 31),
        (1, "2-4", ("move_by -3",), 4, 28),  # 7, back to the Dothraki Tribute
        (35, "3-4", ("move_by -3",), 39, 32),  # over GO once, and no salary on the way back
        (33, "1-2", ("move_to 24",), 24, 32),
        (33, "1-2", ("move_to 0",), 0, 32),
        (33, "1-2", ("move_to_nearest faith",), 5, 32),
        (33, "1-2", ("move_to_nearest order",), 12, 32),
    ],
)
def test_go(start: int, dice: str, top: tuple[str, ...], ends: int, cash: int) -> None:
    game = table(2, dice, top, positions=[start, 0])
    play_for(game, 0, "Pass")
    now = picture(game)
    assert now["positions"][0] == ends
    assert now["cash"][0] == cash
    if dice == "1-1":
        assert (now["turn_player"], now["doubles"], now["decision"]) == (0, 1, "floor")


def test_a_card_that_leads_to_a_card_lies_above_it() -> None:
    game = table(2, "1-2", ("move_by -3", "collect 1"), positions=[33, 0])
    play_for(game, 0, "Pass")
    assert picture(game)["deck"][-2:] == [0, 18]
    assert game["under"] == [0, 18]


# Example 3


def test_the_third_double_leads_to_jail() -> None:
    game = table(2, "3-3 5-5 2-2", deeds={6: 0, 16: 0})
    for _ in range(3):
        play_for(game, 0, "Pass")
        while picture(game)["active_player"] == 1 and picture(game)["turn_player"] == 0:
            play_for(game, 1, "Pass")
    now = picture(game)
    assert now["positions"] == [10, 0]
    assert now["tries"] == [0, None]
    assert now["turn_player"] == 1


# Example 4


def test_three_tries_in_jail() -> None:
    game = table(2, "1-2 2-3 2-5 2-3 4-4", positions=[10, 15], tries=[0, None], cash=[0, 0])
    for tries in (1, 2):
        play_for(game, 0, "Pass")  # TryDouble is then the only choice
        assert picture(game)["tries"][0] == tries
        play_for(game, 1, "Pass")
    play_for(game, 0, "Pass")
    now = picture(game)
    assert now["positions"][0] == 18  # the deed found no buyer
    assert now["tries"][0] is None
    assert now["turn_player"] == 1


def test_the_third_try_fails() -> None:
    game = table(
        2, "6-1", ("collect 1",), positions=[10, 0], tries=[2, None], cash=[3, 0], deeds={21: 0}
    )
    play_for(game, 0, "Pass")  # TryDouble, then Mortgage: nobody could take part in a deal
    now = picture(game)
    assert now["positions"][0] == 17
    assert now["cash"][0] == 1  # 3 + 2 - 5, and the card at 17
    assert now["deeds"][21] == (0, True, 0)


def test_the_fee_and_a_double() -> None:
    game = table(2, "6-6", ("collect 1",), positions=[10, 0], tries=[1, None])
    play_for(game, 0, "Pass")
    assert legal(game) == [("PayFee",), ("TryDouble",)]
    play_for(game, 0, "PayFee")
    now = picture(game)
    assert now["positions"][0] == 22
    assert now["doubles"] == 1
    assert now["tries"][0] is None
    assert now["cash"][0] == 26
    assert asked(game) == ("floor", 0)


def test_a_jail_card_goes_under_the_deck() -> None:
    game = table(2, "4-6", positions=[10, 0], tries=[0, None], kept=[[14], []], cash=[0, 0])
    play_for(game, 0, "Pass")
    assert legal(game) == [("UseCard",), ("TryDouble",)]
    play_for(game, 0, "UseCard")
    assert game["under"] == [14]
    assert picture(game)["positions"][0] == 20


# Examples 5 and 6


@pytest.mark.parametrize(
    ("owned", "space", "rent"),
    [
        ({1: 1}, 1, 1),
        ({1: 1, 3: 1}, 1, 2),
        ({1: 1, 3: (1, True, 0)}, 1, 2),
        ({1: (1, False, 1), 3: 1}, 1, 3),
        ({1: (1, False, 1), 3: 1}, 3, 2),
        ({37: (1, False, 4), 39: (1, False, 5)}, 39, 35),
        ({5: 1, 15: 1, 25: (1, True, 0)}, 15, 4),
    ],
)
def test_rent(owned: dict[int, Any], space: int, rent: int) -> None:
    game = table(2, "1-2", positions=[space - 3, 0], deeds=owned, cash=[40, 40])
    pass_interval(game)
    assert asked(game) == ("rent", 1)
    assert holdings.rent(game, space) == rent
    play_for(game, 1, "Demand")
    assert picture(game)["cash"] == [40 - rent, 40 + rent]


@pytest.mark.parametrize(
    ("owned", "dice", "rent"),
    [({12: 1}, "1-2 4-3", 4), ({12: 1, 28: (1, True, 0)}, "1-2 5-5", 10)],
)
def test_rent_of_an_order(owned: dict[int, Any], dice: str, rent: int) -> None:
    game = table(2, dice, positions=[9, 0], deeds=owned)
    pass_interval(game)
    play_for(game, 1, "Demand")
    now = picture(game)
    assert now["cash"] == [30 - rent, 30 + rent]
    assert now["turn_player"] == 1  # no further roll


def test_nothing_is_due_on_a_mortgaged_deed_nor_when_rent_is_waived() -> None:
    game = table(2, "1-2 1-2", positions=[0, 0], deeds={1: 1, 3: (1, True, 0), 5: 0})
    pass_interval(game)
    assert picture(game)["turn_player"] == 1
    assert picture(game)["cash"] == [30, 30]
    game = table(2, "1-2", positions=[0, 0], deeds={1: 1, 3: 1})
    pass_interval(game)
    play_for(game, 1, "Waive")
    assert picture(game)["cash"] == [30, 30]


# Example 7


def of_kind(game: Game, kind: str) -> list[Any]:
    return [decision[1] for decision in legal(game) if decision[0] == kind]


def test_building_evenly() -> None:
    game = table(2, deeds={11: (0, False, 1), 13: (0, False, 1), 14: 0})
    assert of_kind(game, "Build") == [14]
    assert of_kind(game, "Sell") == [11, 13]
    game = table(2, deeds=dict.fromkeys((11, 13, 14), (0, False, 4)), cash=[3, 0])
    assert holdings.holdfasts_left(game) == 20
    play_for(game, 0, "Build", 11)
    now = picture(game)
    assert (now["cash"][0], now["holdfasts_left"], now["castles_left"]) == (0, 24, 11)
    game = table(2, deeds={11: (0, False, 5), 13: (0, False, 4), 14: (0, False, 4)}, cash=[0, 0])
    assert of_kind(game, "Sell") == [11]
    play_for(game, 0, "Sell", 11)
    now = picture(game)
    assert (now["cash"][0], now["holdfasts_left"], now["castles_left"]) == (3, 20, 12)


def test_nobody_reverses_himself_in_one_interval() -> None:
    game = table(2, deeds={1: 0, 3: 0, 5: (0, True, 0), 6: 0, 15: 1})
    play_for(game, 0, "Build", 1)
    play_for(game, 1, "Pass")
    assert of_kind(game, "Sell") == []
    assert of_kind(game, "SellSet") == []
    play_for(game, 0, "Redeem", 5)
    play_for(game, 1, "Pass")
    assert of_kind(game, "Mortgage") == [6]
    play_for(game, 0, "Mortgage", 6)
    play_for(game, 1, "Pass")
    assert of_kind(game, "Redeem") == []


# Example 8

RED = {21: (0, False, 5), 23: (0, False, 4), 24: (0, False, 4)}


def test_selling() -> None:
    game = table(2, deeds=RED, cash=[0, 0])
    assert holdings.means(game, 0) == 34
    play_for(game, 0, "Sell", 21)
    assert picture(game)["cash"][0] == 4
    game = table(2, deeds=RED, cash=[0, 0])
    play_for(game, 0, "SellSet", "red")
    assert picture(game)["cash"][0] == 28
    game = table(2, deeds=RED, cash=[0, 0], variant={"castle_sale": "half"})
    play_for(game, 0, "SellSet", "red")
    assert picture(game)["cash"][0] == 26


def test_a_castle_is_not_sold_while_holdfasts_are_short() -> None:
    others = {31: 4, 32: 4, 34: 4, 26: 3, 27: 3, 29: 3}
    full = {**RED, **{s: (1, False, n) for s, n in others.items()}}
    game = table(2, deeds=full, cash=[0, 0])
    assert holdings.holdfasts_left(game) == 3
    assert of_kind(game, "Sell") == []
    play_for(game, 0, "SellSet", "red")
    assert picture(game)["cash"][0] == 28
    assert picture(game)["holdfasts_left"] == 11
    for space in (21, 23, 24):
        play_for(game, 1, "Pass")
        play_for(game, 0, "Mortgage", space)
    assert picture(game)["cash"][0] == 34


# Example 9


def test_an_auction() -> None:
    game = table(
        4,
        "1-2",
        turn_player=2,
        positions=[0, 0, 20, 0],
        cash=[5, 0, 9, 3],
        deeds={6: 3},
    )
    pass_interval(game)
    play_for(game, 2, "PutUp")
    play_for(game, 3, "Bid", 1)
    play_for(game, 0, "Bid", 3)
    play_for(game, 2, "Pass")
    assert legal(game) == [("Pass",), ("Mortgage", 6)]
    play_for(game, 3, "Mortgage", 6)
    play_for(game, 3, "Bid", 4)
    play_for(game, 0, "Bid", 5)
    play_for(game, 2, "Pass")
    now = picture(game)
    assert now["cash"] == [0, 0, 9, 4]
    assert now["deeds"][23] == (0, False, 0)
    assert now["deeds"][6] == (3, True, 0)
    assert now["turn_player"] == 3


def test_who_raises_money_for_a_bid_is_asked_on() -> None:
    game = table(3, "1-2", positions=[20, 0, 0], deeds={6: 1}, cash=[5, 5, 5])
    pass_interval(game)
    play_for(game, 0, "PutUp")
    play_for(game, 1, "Mortgage", 6)
    assert asked(game) == ("bid", 1)
    play_for(game, 1, "Bid", 6)  # more than the others can raise
    assert picture(game)["deeds"][23] == (1, False, 0)


# Example 10


def one_holdfast_left() -> Game:
    built = {
        **dict.fromkeys((16, 18, 19), (0, False, 0)),
        **dict.fromkeys((6, 8), (1, False, 1)),
        9: (1, False, 0),
        **dict.fromkeys((21, 23, 24, 26, 27, 29), (2, False, 4)),
        **dict.fromkeys((37, 39), (2, False, 2)),
        35: (2, False, 0),
    }
    game = table(3, deeds=built, cash=[5, 3, 0])
    game["edition"] = {**SAMPLE, "supply": {"holdfasts": 31, "castles": 12}}
    return game


def test_the_last_holdfast_is_auctioned() -> None:
    game = one_holdfast_left()
    assert holdings.holdfasts_left(game) == 1
    play_for(game, 0, "Build", 16)
    assert asked(game) == ("bid", 1)
    play_for(game, 1, "Bid", 1)
    play_for(game, 0, "Bid", 2)
    play_for(game, 1, "Bid", 3)
    play_for(game, 0, "Pass")  # the one site of seat 1 is chosen
    now = picture(game)
    assert now["cash"] == [5, 0, 0]
    assert now["deeds"][9] == (1, False, 1)
    assert now["deeds"][16] == (0, False, 0)
    assert now["holdfasts_left"] == 0
    assert now["interval"]["floor"] == 2  # seat 1 could do nothing, and is passed over


def test_the_last_holdfast_at_cost() -> None:
    game = one_holdfast_left()
    play_for(game, 0, "Build", 16)
    play_for(game, 1, "Pass")
    now = picture(game)
    assert now["cash"] == [3, 3, 0]
    assert now["deeds"][16] == (0, False, 1)


def test_the_asker_builds_for_the_own_bid() -> None:
    game = one_holdfast_left()
    play_for(game, 0, "Build", 16)
    play_for(game, 1, "Bid", 1)
    play_for(game, 0, "Bid", 5)
    now = picture(game)
    assert now["cash"] == [0, 3, 0]
    assert now["deeds"][16] == (0, False, 1)


# Example 11


def test_offers() -> None:
    game = table(
        2,
        deeds={**dict.fromkeys((11, 13, 14), (0, False, 1)), 5: 0, 26: (1, True, 0)},
        cash=[4, 6],
        kept=[[14], []],
    )

    def faults(give: Things, take: Things) -> list[str]:
        return offer_faults(game, ("Offer", 1, give, take))

    assert faults(deeds(5), coins(5)) == []
    assert faults(CARD, deeds(26)) == []
    assert faults(deeds(11), coins(6)) == ["BUILT_ON"]
    assert faults(deeds(5), coins(7)) == ["TOO_FEW_COINS"]
    assert faults(coins(2), coins(3)) == ["COINS_BOTH_WAYS"]
    assert faults(deeds(5), NOTHING) == ["ONE_SIDED"]
    assert faults(deeds(26), coins(1)) == ["NOT_OWNED"]
    assert faults(deeds(5), deeds(5)) == ["NOT_THEIRS"]
    assert faults(deeds(5), CARD) == ["TOO_FEW_CARDS"]
    assert offer_faults(game, ("Offer", 0, deeds(5), coins(1))) == ["BAD_PARTNER"]
    for _ in range(3):
        assert may_offer(game)
        play_for(game, 0, "Offer", 1, CARD, deeds(26))
        play_for(game, 1, "Decline")
        play_for(game, 1, "Pass")
    assert faults(CARD, deeds(26)) == ["OFFERS_SPENT"]
    assert not may_offer(game)


def test_a_deed_passes_mortgaged() -> None:
    game = table(2, deeds={5: 0, 26: (1, True, 0)}, kept=[[14], []])
    play_for(game, 0, "Offer", 1, CARD, deeds(26))
    play_for(game, 1, "Accept")
    now = picture(game)
    assert now["deeds"][26] == (0, True, 0)
    assert now["kept"] == [0, 1]


# Example 12


def owing_nine() -> Game:
    game = table(
        3,
        "1-2",
        turn_player=2,
        positions=[0, 0, 29],
        cash=[0, 9, 4],
        deeds={
            **dict.fromkeys((31, 32, 34), (0, False, 1)),
            1: 2,
            3: 2,
            35: (2, True, 0),
        },
    )
    pass_interval(game)
    play_for(game, 0, "Demand")
    assert picture(game)["debt"]["amount"] == 9
    assert holdings.means(game, 2) == 6
    return game


def test_a_deal_that_saves() -> None:
    game = owing_nine()
    assert offer_faults(game, ("Offer", 1, deeds(1, 3), coins(4))) == ["DEBT_UNPAID"]
    play_for(game, 2, "Offer", 1, deeds(1, 3), coins(5))
    play_for(game, 1, "Accept")
    assert picture(game)["cash"] == [9, 4, 0]
    assert picture(game)["turn_player"] == 0


def test_a_deal_that_lets_one_raise_the_rest() -> None:
    game = owing_nine()
    assert ("GiveUp",) in legal(game)
    play_for(game, 2, "Offer", 1, deeds(35), coins(3))
    play_for(game, 1, "Accept")
    assert ("GiveUp",) not in legal(game)
    play_for(game, 2, "Mortgage", 1)
    play_for(game, 2, "Mortgage", 3)
    assert picture(game)["cash"] == [9, 6, 0]
    assert picture(game)["deeds"][35] == (1, True, 0)


# Example 13


def test_bankrupt_to_a_player() -> None:
    game = table(
        3,
        "4-4",
        turn_player=1,
        positions=[0, 11, 0],
        cash=[30, 3, 30],
        deeds={**dict.fromkeys((16, 18, 19), (0, False, 4)), 5: 1},
        kept=[[], [14], []],
    )
    pass_interval(game)
    play_for(game, 0, "Demand")
    assert holdings.means(game, 1) == 4
    before = picture(game)["treasury"]
    play_for(game, 1, "GiveUp")
    now = picture(game)
    assert now["cash"] == [34, 0, 30]
    assert now["treasury"] == before - 1
    assert now["deeds"][5] == (0, True, 0)
    assert now["kept"] == [1, 0, 0]
    assert now["bankrupt"] == [1]
    assert now["turn_player"] == 2


def test_a_bankrupt_sells_all_buildings_first() -> None:
    game = table(
        3,
        "1-2",
        positions=[36, 0, 0],
        cash=[0, 0, 0],
        deeds={37: (1, False, 4), 39: (1, False, 5), 1: (0, False, 1), 3: 0, 5: (0, True, 0)},
    )
    pass_interval(game)
    play_for(game, 1, "Demand")
    assert picture(game)["debt"]["amount"] == 35
    play_for(game, 0, "GiveUp")
    now = picture(game)
    assert now["cash"] == [0, 3, 0]
    assert [now["deeds"][s] for s in (1, 3, 5)] == [(1, True, 0)] * 3


# Example 14


def test_bankrupt_to_the_treasury() -> None:
    game = table(
        3,
        "1-2",
        turn_player=1,
        positions=[0, 35, 0],
        cash=[30, 0, 30],
        deeds={11: (1, True, 0), 26: (1, True, 0)},
        variant={"offers": 0},
    )
    game["edition"] = {**SAMPLE, "money": {**SAMPLE["money"], "go": 0}}
    pass_interval(game)  # lands on 38, and GiveUp is the only choice
    now = picture(game)
    assert now["bankrupt"] == [1]
    assert now["auction"]["space"] == 11
    assert now["deeds"][26] == (None, False, 0)
    play_for(game, 2, "Bid", 1)
    play_for(game, 0, "Pass")
    assert picture(game)["auction"]["space"] == 26
    play_for(game, 2, "Pass")
    play_for(game, 0, "Pass")
    now = picture(game)
    assert now["deeds"][11] == (2, False, 0)
    assert now["deeds"][26] == (None, False, 0)
    assert now["cash"] == [30, 0, 29]
    assert now["turn_player"] == 2


# Example 15


def test_collect_each() -> None:
    game = table(
        4,
        "1-2",
        ("collect_each 1",),
        turn_player=2,
        positions=[0, 0, 4, 0],
        cash=[0, 0, 9, 9],
        deeds={5: 0},
    )
    pass_interval(game)
    play_for(game, 0, "Mortgage", 5)
    now = picture(game)
    assert now["cash"] == [0, 0, 11, 8]
    assert now["bankrupt"] == [1]
    assert now["turn_player"] == 3


def test_pay_each() -> None:
    game = table(
        4, "1-2", ("pay_each 1",), turn_player=2, positions=[0, 0, 4, 0], cash=[5, 5, 1, 5]
    )
    pass_interval(game)
    now = picture(game)
    assert now["cash"] == [5, 5, 0, 6]
    assert now["bankrupt"] == [2]
    assert now["turn_player"] == 3


def test_the_last_solvent_player_wins() -> None:
    game = table(2, "1-2", ("pay 2",), positions=[4, 0], cash=[1, 5], deeds={5: (0, True, 0)})
    game["variant"]["offers"] = 0
    pass_interval(game)
    now = picture(game)
    assert now["phase"] == "GAME_OVER"
    assert now["winner"] == 1
    assert now["deeds"][5] == (None, False, 0)
    assert ranking(game) == [1, 0]
    assert legal(game) == []


def test_a_rival_chooses_the_site_and_may_not_sell_it_at_once() -> None:
    built = {**dict.fromkeys((16, 18, 19), 0), **dict.fromkeys((6, 8, 9), 1)}
    full = {**built, 21: (0, False, 0)}
    game = table(2, deeds=full, cash=[5, 3])
    game["edition"] = {**SAMPLE, "supply": {"holdfasts": 1, "castles": 0}}
    play_for(game, 0, "Build", 18)
    play_for(game, 1, "Bid", 2)
    play_for(game, 0, "Pass")
    assert asked(game) == ("siting", 1)
    assert game["cash"] == [5, 1]
    assert legal(game) == [("Place", 6), ("Place", 8), ("Place", 9)]
    play_for(game, 1, "Place", 8)
    assert picture(game)["deeds"][8] == (1, False, 1)
    assert picture(game)["cash"] == [5, 1]
    assert asked(game) == ("floor", 1)  # an offer would be legal
    assert legal(game) == [("Pass",), ("StandBy",)]


def test_who_sold_in_this_interval_is_no_rival() -> None:
    built = {**dict.fromkeys((16, 18, 19), 0), 6: (1, False, 1), 8: 1, 9: 1}
    game = table(2, deeds=built, cash=[5, 3], turn_player=1)
    game["edition"] = {**SAMPLE, "supply": {"holdfasts": 1, "castles": 0}}
    play_for(game, 1, "Sell", 6)
    play_for(game, 0, "Build", 18)
    assert picture(game)["deeds"][18] == (0, False, 1)
    assert asked(game) == ("floor", 1)


def test_jail_cards_of_a_bankrupt_go_under_the_deck() -> None:
    game = table(
        3,
        "1-3",
        turn_player=1,
        cash=[30, 1, 30],
        kept=[[], [14], []],
        variant={"offers": 0},
    )
    pass_interval(game)
    assert picture(game)["bankrupt"] == [1]
    assert picture(game)["deck"][-1] == 14
    assert picture(game)["turn_player"] == 2


def test_a_debt_with_one_way_out_is_settled_by_itself() -> None:
    game = table(2, "1-3", cash=[1, 0], deeds={5: 0})
    pass_interval(game)
    assert picture(game)["cash"] == [0, 0]
    assert picture(game)["deeds"][5] == (0, True, 0)


# Cards that let the drawer choose, and chance from outside


def test_taking_a_deed() -> None:
    game = table(2, "1-2", ("take_deed",), positions=[4, 0], deeds={5: 1, 6: (1, True, 0), 8: 0})
    pass_interval(game)
    assert legal(game) == [("Choose", 5, None), ("Choose", 6, None)]
    play_for(game, 0, "Choose", 6, None)
    assert picture(game)["deeds"][6] == (0, True, 0)


def one_card(*effects: Any) -> dict[str, Any]:
    return {**SAMPLE, "cards": [{"id": "only", "copies": 1, "effects": list(effects)}]}


@pytest.mark.parametrize(
    ("effects", "position", "cash"),
    [
        (["collect 3", ["move_by", 3], {"word": "pay", "amount": 1}], 10, 32),
        (["pay_buildings 1 2"], 7, 28),
        (["go_to_jail", "collect 3"], 10, 30),
    ],
)
def test_effects_in_order(effects: list[Any], position: int, cash: int) -> None:
    game = arrange(
        one_card(*effects),
        2,
        dice=[(1, 2)],
        cards=[0],
        positions=[4, 0],
        deeds={37: (0, False, 1), 39: (0, False, 1)},
    )
    pass_interval(game)
    assert picture(game)["positions"][0] == position
    assert picture(game)["cash"][0] == cash


def test_a_card_to_the_very_space_leads_once_round() -> None:
    edition = one_card("move_to 5")
    edition["spaces"] = [*SAMPLE["spaces"]]
    edition["spaces"][5] = {"name": "Chance", "kind": "chance"}
    edition["cards"] = [*edition["cards"], {"id": "other", "copies": 1, "effects": ["pay 1"]}]
    game = arrange(edition, 2, dice=[(1, 2)], cards=[0, 1], positions=[2, 0])
    pass_interval(game)
    assert picture(game)["positions"][0] == 5
    assert picture(game)["cash"][0] == 30 + 2 - 1


def test_swapping_deeds() -> None:
    game = arrange(
        one_card("swap_deed"),
        2,
        dice=[(1, 2)],
        cards=[0],
        positions=[4, 0],
        deeds={5: (1, False, 0), 6: (1, True, 0), 8: (0, False, 0), 12: (0, False, 0)},
    )
    pass_interval(game)
    assert legal(game) == [("Choose", s, own) for s in (5, 6) for own in (8, 12)]
    play_for(game, 0, "Choose", 6, 12)
    assert picture(game)["deeds"][6] == (0, True, 0)
    assert picture(game)["deeds"][12] == (1, False, 0)


def test_chance_by_hand() -> None:
    game = new_game(SAMPLE, 2)
    play_for(game, 0, "Pass")
    assert picture(game)["phase"] == "ROLLING"
    supply_dice(game, (1, 1))
    assert picture(game)["phase"] == "DRAWING"
    with pytest.raises(ValueError, match="top"):
        supply_card(game, "no such card")
    supply_card(game, "collect-3")
    assert picture(game)["cash"] == [33, 30]
    assert picture(game)["deck"][-1] == 22


def test_the_chance_of_seed_0() -> None:
    throws = [dice_at(0, k) for k in range(6)]
    assert throws == [(5, 5), (2, 3), (2, 4), (3, 3), (4, 6), (6, 3)]
    assert deck_of(0, 32)[:6] == [15, 2, 6, 27, 29, 22]


# The transcript of two turns each


def test_the_transcript() -> None:
    game = table(
        3,
        "4-2 3-3 2-4 3-4 1-3 1-2 6-4",
        ("collect_each 1", "pay 2"),
        cash=[14, 10, 7],
        positions=[20, 5, 15],
        deeds={
            11: 0,
            13: 0,
            **dict.fromkeys((31, 32, 34), (0, False, 1)),
            14: 1,
            5: 1,
            1: 2,
            3: 2,
            35: (2, True, 0),
        },
    )
    assert picture(game)["treasury"] == 232
    assert picture(game)["holdfasts_left"] == 29

    def all_pass(first: int) -> None:
        for k in range(3):
            play_for(game, (first + k) % 3, "Pass")

    play_for(game, 0, "Offer", 1, coins(4), deeds(14))
    play_for(game, 1, "Accept")
    play_for(game, 1, "Pass")
    play_for(game, 2, "Build", 1)
    play_for(game, 0, "Build", 11)
    assert picture(game)["cash"] == [8, 14, 6]
    all_pass(1)
    play_for(game, 0, "PutUp")
    play_for(game, 1, "Bid", 1)
    play_for(game, 2, "Bid", 2)
    play_for(game, 0, "Pass")
    play_for(game, 1, "Bid", 4)
    play_for(game, 2, "Pass")
    play_for(game, 0, "Pass")
    assert picture(game)["deeds"][26] == (1, False, 0)
    assert picture(game)["cash"] == [8, 10, 6]
    all_pass(1)
    play_for(game, 0, "Demand")
    assert picture(game)["cash"] == [13, 5, 6]
    all_pass(1)
    assert picture(game)["cash"] == [12, 7, 5]
    all_pass(2)
    assert picture(game)["cash"] == [12, 7, 3]
    all_pass(0)
    assert picture(game)["tries"] == [0, None, None]
    all_pass(1)
    assert picture(game)["positions"] == [10, 20, 22]
    all_pass(2)
    play_for(game, 0, "Demand")
    assert picture(game)["debt"]["amount"] == 9
    assert holdings.means(game, 2) == 6
    play_for(game, 2, "SellSet", "brown")
    play_for(game, 2, "Offer", 1, deeds(1, 3), coins(5))
    play_for(game, 1, "Decline")
    assert picture(game)["cash"] == [12, 7, 4]
    play_for(game, 2, "GiveUp")
    now = picture(game)
    assert now["cash"] == [18, 7, 0]
    assert [now["deeds"][s] for s in (1, 3, 35)] == [(0, True, 0)] * 3
    assert now["treasury"] == 238
    assert now["holdfasts_left"] == 28
    assert now["bankrupt"] == [2]
    assert asked(game) == ("floor", 0)
    assert now["tries"][0] == 0


# What holds in every game


def check(game: Game) -> None:
    now = picture(game)
    assert sum(now["cash"]) + now["treasury"] == 263
    assert min(now["cash"]) >= 0
    assert now["holdfasts_left"] >= 0
    assert now["castles_left"] >= 0
    assert sorted(now["deck"] + [n for hand in game["kept"] for n in hand]) == list(range(32))
    for owner, mortgaged, level in now["deeds"].values():
        assert owner is not None or (not mortgaged and level == 0)
        assert owner not in now["bankrupt"]
    for colour in {s["group"] for s in SAMPLE["spaces"] if "group" in s}:
        spaces = [i for i, s in enumerate(SAMPLE["spaces"]) if s.get("group") == colour]
        levels = [now["deeds"][s][2] for s in spaces]
        assert max(levels) - min(levels) <= 1
        if max(levels) > 0:
            assert len({now["deeds"][s][0] for s in spaces}) == 1
            assert not any(now["deeds"][s][1] for s in spaces)
    if now["phase"] == "PLAYING":
        assert now["active_player"] not in now["bankrupt"]
        assert legal(game) != []
        assert now["positions"][now["turn_player"]] != 30
        assert 0 <= now["doubles"] <= 2


@pytest.mark.parametrize("seed", range(4))
def test_games_at_random(seed: int) -> None:
    """A random offer now and then, any legal decision otherwise; buildings are short in some."""
    rng = random.Random(seed)
    edition = {**SAMPLE, "supply": {"holdfasts": 6, "castles": 1}} if seed % 2 else SAMPLE
    edition = {**edition, "money": {**SAMPLE["money"], "start": 12}}
    dice = [dice_at(seed, k) for k in range(600)]
    game = new_game(edition, 2 + seed, seed % 2, dice, deck_of(seed, 32))
    for _ in range(200):
        if game["phase"] != "PLAYING":
            break
        check(game)
        offers = simple_offers(game) if rng.random() < 0.1 else []
        assert all(offer_faults(game, offer) == [] for offer in offers[:5])
        if offers:
            play(game, rng.choice(offers))
        else:
            wild = [d for d in legal(game) if d[0] != "PutUp" and d[0] != "Waive"]
            play(game, rng.choice(wild or legal(game)))
    check(game)
