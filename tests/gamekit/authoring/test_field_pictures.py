"""Pictures and texts from the fields of a position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from attrs import frozen
from testing.sound_games import FollowSuit, Goofspiel, LoveLetter, Perudo, Pig

from westeros_intrigue.gamekit import GameOf, Position, RandomSource, replace_item


def pieces(picture: str, kind: str) -> list[str]:
    """The texts on the pieces of a kind."""
    return re.findall(rf'<rect class="{kind}"[^>]*/><text[^>]*>([^<]*)</text>', picture)


@frozen
class Squares(Position):
    squares: tuple[int, ...] = (0,) * 9


class Lanes(GameOf[Squares, int]):
    """Players take squares in turn, until none is left. The most squares win."""

    def start(self, players: int, rng: RandomSource) -> Squares:
        del rng
        return Squares(players=players)

    def moves(self, state: Squares, seat: int) -> Sequence[int]:
        del seat
        return [at for at, owner in enumerate(state.squares) if not owner]

    def play(self, state: Squares, seat: int, move: int, rng: RandomSource) -> Squares:
        del rng
        squares = replace_item(state.squares, move, seat + 1)
        after = (seat + 1) % state.players if 0 in squares else None
        return state.replace(squares=squares, to_move=after)

    def scores(self, state: Squares) -> Sequence[int]:
        return [state.squares.count(seat + 1) for seat in range(state.players)]


def test_hands_are_cards_hidden_ones_lie_face_down_and_numbers_are_counters() -> None:
    game = FollowSuit()
    state = game.setup(3, seed=1)
    seen = game.draw_svg(game.observe(state, 0))
    assert pieces(seen, "card") == [*state.hands[0]]
    assert pieces(seen, "back") == ["?"] * (10 + 9)
    assert pieces(seen, "counter") == ["0", "0", "0"]
    assert pieces(game.draw_svg(state), "back") == []
    assert "player 0's hands" in seen
    games: tuple[Any, ...] = (game, Goofspiel(), LoveLetter(), Perudo(), Pig())
    for each in games:
        begun = each.setup(3, seed=2)
        for position in (begun, *(each.observe(begun, seat) for seat in (0, 2, None))):
            ET.fromstring(each.draw_svg(position))  # noqa: S314 - just drawn


def test_a_long_tuple_is_a_pile_and_unprintable_characters_are_replaced() -> None:
    game = FollowSuit()
    state = game.setup(3, seed=1).replace(played=tuple(f"C{number}" for number in range(20)))
    assert "20, the last" in game.draw_svg(state)
    assert pieces(game.draw_svg(state), "card")[-1] != ""
    few = game.observe(state.replace(aside=("C1",) * 30), 0)
    assert pieces(game.draw_svg(few), "back")[-1] == "x 30"
    odd = game.draw_svg(state.replace(trick=("\x1b<&",)))
    assert "\ufffd&lt;&amp;" in odd


def test_a_long_pile_that_a_view_hides_is_counted_in_the_text() -> None:
    game = FollowSuit()
    state = game.setup(3, seed=1).replace(aside=("C1",) * 17)
    assert "aside: ? x 17" in game.draw_text(game.observe(state, 0)).splitlines()
    assert "aside: C1 C1 C1" in game.draw_text(state)
    few = game.observe(state.replace(aside=("C1",) * 3), 0)
    assert "aside: ? ? ?" in game.draw_text(few).splitlines()


def test_zeros_lie_open_in_a_game_that_hides_nothing() -> None:
    game = Lanes()
    seen = game.draw_svg(game.observe(game.setup(2, seed=1), 0))
    assert pieces(seen, "card") == ["0"] * 9
    assert pieces(seen, "back") == []


def test_a_field_can_also_be_a_mapping() -> None:
    counted: Any = {"H": 1}  # of cards by suit
    assert "trick: {'H': 1}" in FollowSuit().draw_text(
        FollowSuit().setup(3, seed=1).replace(trick=counted)
    )


def test_the_lines_of_a_seat_are_together_and_blank_fields_are_left_out() -> None:
    game = LoveLetter()
    state = game.setup(3, seed=2)
    begun = game.draw_text(game.observe(state, 1))
    assert "known" not in begun
    suits = FollowSuit().setup(3, seed=1)
    assert "void" not in FollowSuit().draw_text(suits)
    assert "player 1's void: H" in FollowSuit().draw_text(suits.replace(void=((), ("H",), ())))
    assert "is safe" not in begun
    known = state.replace(known=((0, 5, 0), (0, 0, 0), (0, 0, 0)), is_safe=(False, True, False))
    lines = game.draw_text(game.observe(known, 0)).splitlines()
    labels = [line.partition(":")[0] for line in lines]
    assert labels[:4] == [
        "player 0's hands",
        "player 0's is safe",
        "player 0's known",
        "player 1's hands",
    ]
    assert "player 1's is safe: yes" in lines
    assert game.draw_text(state) != game.draw_text(known)
    assert Pig().draw_text(Pig().setup(2, seed=1)).splitlines() == [
        "player 0's points: 0",
        "player 1's points: 0",
        "pot: 0",
    ]
    assert isinstance(state, Position)
