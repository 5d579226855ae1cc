"""Players by name: one name is one player in every function, command and file."""

from __future__ import annotations

import pytest
from helpers.cases import each

from westeros_intrigue import SOLO_SCHEMING, InvalidValue, greedy_player, play_game
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.lab.players import MonteCarloPlayer
from westeros_intrigue.players import PLAYERS, parse_player, player_name

FULL_NAMES = ("random", "greedy", "provident", "search:1", "search:999999999",
              "learned", "learned:30", "learned-infers:30")  # fmt: skip


@each(FULL_NAMES)
def test_the_name_of_a_player_leads_back_to_it(name: str) -> None:
    assert player_name(parse_player(name)) == name
    assert parse_player(player_name(parse_player(name))) == parse_player(name)


def test_a_short_form_is_the_player_for_which_it_stands() -> None:
    short = {name: one.stands_for for name, one in PLAYERS.items() if one.stands_for}
    assert set(short) == {"squire", "knight", "maester"}
    for name, full in short.items():
        assert parse_player(name) == parse_player(full)
        assert player_name(parse_player(name)) == full
        assert full.partition(":")[2] in PLAYERS[name].summary


@each(
    ["", "Greedy", "search", "search:", "search:0", "search:01", "search:1000000000", "search:N",
     "greedy:3", "os:system", "x" * 5000],
)  # fmt: skip
def test_other_names_are_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(InvalidValue, match=f"choose {PLAYERS.listed[:40]}") as caught:
        parse_player(name)
    assert len(str(caught.value)) < 300
    assert not PLAYERS.has(name)


def test_a_name_that_is_nearly_right_is_suggested_and_some_players_have_none() -> None:
    with pytest.raises(InvalidValue, match=r"did you mean knight\?"):
        parse_player("kinght")
    for nameless in (MonteCarloPlayer(50, policy="random"), lambda view, _: view.moves[0]):
        with pytest.raises(InvalidValue, match="no name stands for"):
            player_name(nameless)


def test_a_game_is_played_by_players_as_by_their_names() -> None:
    by_name = play_game(["greedy", "search:2", "random"], seed=1)
    players = [parse_player(name) for name in ("greedy", "search:2", "random")]
    assert by_name == play_game(players, seed=1)
    assert play_game(["random", greedy_player], seed=1).is_over
    solo = play_game(["knight", None, None, None], seed=1, variant=SOLO_SCHEMING.with_rounds(1))
    assert solo.is_over
    for game in (monopoly, btwixt):
        names = [game.PLAYERS.usual] * 3
        one = play_game(names, game=game, seed=1)
        players = [game.PLAYERS.parse(name) for name in names]
        assert one == play_game(players, game=game.KEY, seed=1)
    with pytest.raises(InvalidValue, match="no player is called 'gredy'"):
        play_game(["gredy", "random"], seed=1)
