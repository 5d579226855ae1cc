"""Moves that differ only in a number: what front ends ask for instead of a long list."""

from __future__ import annotations

from types import SimpleNamespace

from westeros_intrigue.gamekit.quantities import MoveRange, others, ranges_of

UNDECLARED = SimpleNamespace()
"""A game that does not say which of its moves state a quantity."""
BIDDING = SimpleNamespace(QUANTITIES=("bid",))


def test_a_game_that_declares_no_quantities_has_ranges_of_five_equal_words() -> None:
    stakes = {f"stake {coins}": f"stake {coins} coins" for coins in range(3, 9)}
    cards = {f"play {card}": f"play {name}" for card, name in enumerate("abcdef")}
    assert ranges_of(UNDECLARED, stakes | cards | {"pass": "pass"}) == (
        MoveRange("stake ", "", 3, 8, "stake 3 to 8 coins"),
    )
    assert others(stakes | cards, ranges_of(UNDECLARED, stakes | cards)) == cards
    few = {text: words for text, words in stakes.items() if text != "stake 5"}
    assert ranges_of(UNDECLARED, few) == ()


def test_a_game_that_declares_its_quantities_has_no_other_ranges() -> None:
    bids = {f"bid {coins}": f"bid {coins} coins" for coins in (1, 2, 4, 5, 6)}
    builds = {f"build {space}": f"build {space}" for space in range(6)}
    found = ranges_of(BIDDING, bids | builds)
    assert [each.words for each in found] == ["bid 1 to 2 coins", "bid 4 to 6 coins"]
    assert [each.move_of(4) in each for each in found] == [False, True]
    assert found[1].number_of("bid 04") is None
    assert found[1].number_of("bid 5 coins") is None
    assert "bid 12" not in found[1]


def test_moves_that_are_only_numbers_are_a_range_too() -> None:
    [found] = ranges_of(UNDECLARED, {str(stones): str(stones) for stones in range(1, 8)})
    assert (found.words, found.example, found.number_of("7")) == ("1 to 7", "2", 7)


def test_one_coin_is_in_the_range_of_two_coins() -> None:
    for game in (UNDECLARED, BIDDING):
        bids = {f"bid {coins}": f"Bid {coins} coin{'s' * (coins > 1)}" for coins in range(1, 7)}
        [found] = ranges_of(game, bids)
        assert (found.least, found.words) == (1, "Bid 1 to 6 coins")
        assert found.is_named(1, "bid 1 coin")
        assert found.is_named(2, "BID 2 coins")
        assert found.is_named(2, "bid 2")
        assert not found.is_named(2, "bid 3 coins")
