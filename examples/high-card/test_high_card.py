"""Tests of High Card: the promises of every game, and hidden hands."""

from high_card import high_card

from westeros_intrigue.testing import check_game


def test_it_keeps_what_every_game_promises_and_shows_no_hand() -> None:
    hands = check_game(high_card).fields["hands"]
    assert {viewer for viewer, (seen, _) in hands.items() if seen} == {"own"}
