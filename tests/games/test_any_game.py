"""Every game keeps the promises of a game, and a game with one defect does not.

The broken ones are copies of a small game with a secret, of which names of the protocol answer
something else; `testing.broken_games` has those whose rules are broken.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Any

import attrs
import pytest
from helpers.cases import sampled
from testing.broken_games import Bids, Table

import westeros_intrigue
from westeros_intrigue import InvalidValue, WrongType, play_game
from westeros_intrigue.gamekit.authoring.position import Position
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import Option, OptionKind
from westeros_intrigue.gamekit.players import NamedPlayers, one_player
from westeros_intrigue.gamekit.refusals import Refusals, Row, Violation
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.btwixt.pieces.variants import VARIANTS
from westeros_intrigue.games.btwixt.telling import line_parts
from westeros_intrigue.games.monopoly.position import table
from westeros_intrigue.lab.players import reading
from westeros_intrigue.rules import cards, variants
from westeros_intrigue.testing import CheckFailed
from westeros_intrigue.testing.any_game import check_game
from westeros_intrigue.testing.promises import PromiseCheck


def changing(function: str, change: Callable[..., object]) -> type[Bids]:
    """The game with what one function returns replaced: `change` is given it, and the arguments."""
    return wrapping(function, lambda call, *each, **named: change(call(*each, **named), *each))


def wrapping(function: str, wrapped: Callable[..., object]) -> type[Bids]:
    """The game with one function replaced by what calls it, and is given it first."""

    def broken(self: Bids, *arguments: object, **named: object) -> object:
        return wrapped(getattr(super(Bids, self), function), *arguments, **named)

    return type("Bids", (Bids,), {function: broken})


def with_player(player: Callable[..., Any]) -> type[Bids]:
    """The game with one player."""
    players = NamedPlayers([one_player("poor", "plays poorly", player)], "poor", {})
    return type("Bids", (Bids,), {"PLAYERS": players})


def spoil(state: Table, **changes: object) -> bool:
    """Change a state that cannot be changed; return True."""
    for name, value in changes.items():
        object.__setattr__(state, name, value)
    return True


def turned(state: Table) -> Table:
    return attrs.evolve(state, prizes=(9, *state.prizes[1:]))


class No(Refusals):
    """A reason that is none."""

    NO = Row("no", "", "no.")


NO = Violation(No.NO, 1, None, "")
CHANGED: tuple[tuple[str, Callable[..., Any], str], ...] = (
    ("explain", lambda *_: ("no",), "explain returned .*; it must return Sequence.AnyViolation"),
    ("explain", lambda *_: (NO,), "is legal, but explain refuses it"),
    ("apply", lambda _, state, *__: state, "changes nothing"),
    (
        "apply",
        lambda after, state, *_: spoil(state, deck=()) and after,
        "changed the state to which it was applied",
    ),
    ("parse_move", lambda *_: 1, "parse_move reads .*, the text of a move, as 1"),
    (
        "parse_position",
        lambda *_: Position(players=2),
        "the line .* of a Table is read as Position.*: parse_position must return a Table",
    ),
    ("draw_text", lambda *_: "", "the text of .* is empty"),
    (
        "final_winner",
        lambda won, _: attrs.evolve(won, winners=(0, 1)),
        "the winners are not first in the ranking",
    ),
    ("final_winner", lambda *_: (0,), r"final_winner returned \(0,\); it must return FinalResult"),
    ("rematch", lambda _, state: state, "a rematch with the same seed is a different game"),
    ("read_records", lambda read, *_: islice(read, 1), "a file of records leads to other records"),
    ("legal_moves", lambda moves, _: moves or (1,), "does not decide, but its view has 1 move"),
    (
        "new_game",
        lambda state, *_: turned(state),
        "the moves lead elsewhere if they are made again",
    ),
)
WRAPPED: tuple[tuple[str, Callable[..., Any], str], ...] = (
    ("parse_move", lambda parse, text: text[0] and parse(text), "the move '' raises IndexError"),
    (
        "setup",
        lambda setup, players, seed=None, **named: setup(
            players, seed=seed if seed is None else min(7, 8 * seed + 7), **named
        ),
        "the seed is ignored",
    ),
    (
        "new_game",
        lambda new, players=None, *options, **named: new(players or None, *options, **named),
        "0 players is accepted",
    ),
    (
        "explain",
        lambda explain, seen, move, player=None: (
            explain(seen, move, player=player) if player in {None, *seen.to_move} else ()
        ),
        r"does not decide, but its view has 0 moves, and explain says \[\]",
    ),
    (
        "events",
        lambda events, before, after: () if before is None else events(before, after),
        r"events\(None, position\) is not the story so far of ",
    ),
)
FILE = Option("file", OptionKind.FILE, "a file", report=lambda text, _: (text[0], True))
BROKEN: list[tuple[Callable[[], Any], str]] = [
    *((changing(function, change), told) for function, change, told in CHANGED),
    *((wrapping(function, wrapped), told) for function, wrapped, told in WRAPPED),
    (
        partial(ModuleType, "empty"),
        r"empty differs from .*Game:\n    missing: NAME: str\n",
    ),
    (type("Bids", (Bids,), {"KEY": "monopoly"}), "KEY is 'monopoly', the key of a game of the lib"),
    (type("Bids", (Bids,), {"PRIMER": "Take 1."}), r"PRIMER: tuple\[str, ...\], not 'Take 1.'"),
    (type("Bids", (Bids,), {"apply": 5}), r"def apply\(.*\) -> State, not 5"),
    (
        type("Bids", (Bids,), {"apply": staticmethod(lambda state, _move: state)}),
        r"def apply\(.*, player: int . None = None\) -> State, not def apply\(state, _move\)",
    ),
    (
        with_player(lambda view, _rng: view.secret),
        "raised AttributeError: (?s:.*)'poor' at .*, after 0 moves",
    ),
    (
        type("Bids", (Bids,), {"OPTIONS": (FILE,), "_usual_options": {}}),
        "the file '' raises IndexError",
    ),
]


@pytest.mark.parametrize(("game", "told"), BROKEN, ids=[told for _, told in BROKEN])
def test_a_broken_game_is_refused_with_the_promise_that_it_breaks(
    game: Callable[[], Any], told: str
) -> None:
    with pytest.raises(CheckFailed, match=told):
        check_game(game(), games=20, most_decisions=50)


def test_players_see_only_their_views() -> None:
    def lowest(view: Table, _rng: object) -> int:
        assert view.viewer in view.to_move
        return view.hands[view.viewer or 0][0]

    assert play_game([lowest] * 2, game=Bids(), seed=3).to_move == ()
    state = Bids().setup(2, seed=1)
    assert play_game([lowest] * 2, game=Bids(), state=state).to_move == ()
    with pytest.raises(InvalidValue, match="2 seats, and 3 players"):
        play_game([lowest] * 3, game=Bids(), state=state)
    with pytest.raises(WrongType, match=r"a game or one of 'westeros-intrigue', .*, not 7"):
        play_game([lowest] * 2, game=7)  # type: ignore[call-overload]
    with pytest.raises(InvalidValue, match="only one of state and deal"):
        play_game([lowest] * 2, game=Bids(), state=state, deal=1)


@pytest.mark.parametrize("name", GAMES)
def test_other_values_than_states_and_moves_are_refused(name: str) -> None:
    game = GAMES[name]
    state = game.new_game(3, seed=1)
    calls: list[Callable[[], object]] = [
        *(partial(draw, 5) for draw in (game.draw_text, game.draw_svg, game.Record.from_state)),
        *(partial(judge, state, "x") for judge in (game.explain, game.apply)),
        partial(game.observe, 5, 0),
        partial(game.determinize, 5, random.Random(1)),
        partial(game.DOCUMENTS.from_json, int, "5"),
    ]
    for call in calls:
        with pytest.raises(WrongType):
            call()


def with_other_deck(state: monopoly.GameState, _seat: int | None) -> monopoly.GameState:
    """A state whose cards to come lie in another order, which nobody knows."""
    deck = (*state.table.draws, *reversed(state.unseen_cards))
    return attrs.evolve(state, deal=monopoly.Deal(deck, state.table.throws, state.deal.seed))


# The example of `check_game` plays Monopoly.
@pytest.mark.parametrize("name", sampled(GAMES, []))
def test_every_game_keeps_its_promises(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A player keeps the promises with few trials or with many, which would take most of the time.
    monkeypatch.setattr(reading, "ReadingPlayer", partial(reading.ReadingPlayer, 4))
    hidden_from = with_other_deck if name == "monopoly" else None
    assert not check_game(GAMES[name], games=1, seed=3, hidden_from=hidden_from).fields


def check_table_with(option: str) -> None:
    check = PromiseCheck(GAMES["btwixt"], "btwixt", most_decisions=1000, hidden_from=None)
    check.check_game_with_options(3, {option: True}, seed=1)


@pytest.mark.parametrize(
    ("option", "flag", "told"),
    [
        ("short", "short", "is read as a position with another line"),
        ("revealed_allies", "revealed-allies", "is read as a position of which table_rules"),
    ],
)
def test_a_line_that_forgets_an_option_of_a_module_is_named(
    option: str, flag: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_table_with(option)
    with monkeypatch.context() as patch:
        patch.delitem(line_parts.FACTS, flag)
        with pytest.raises(CheckFailed, match=f"parse_position refuses '.*; {flag}"):
            check_table_with(option)
    complete = btwixt.format_position
    monkeypatch.setattr(
        btwixt, "format_position", lambda position: complete(position).replace(f"; {flag}", "")
    )
    with pytest.raises(CheckFailed, match=told):
        check_table_with(option)


def test_a_record_that_forgets_an_option_of_a_module_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = btwixt.Record.__str__
    monkeypatch.setattr(btwixt.Record, "__str__", lambda self: written(self).replace(" short", ""))
    with pytest.raises(
        CheckFailed, match=r"the record of a game at its start is refused: .* 3 are needed"
    ):
        check_table_with("short")


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("westeros-intrigue", "0e8967f86ef78a01"),
        ("monopoly", "0558001367d7cf85"),
        ("btwixt", "cdaf1d9a4e0eaa10"),
    ],
)
def test_a_seed_leads_to_the_same_game_in_every_version(name: str, digest: str) -> None:
    """The digests are of records as they were when seeds were promised to stay."""
    game, rng = GAMES[name], random.Random(7)
    states = [game.setup(3, seed=7)]
    for _ in range(100):
        while not states[-1].is_over and states[-1].active_player is None:
            states[-1] = game.proceed(states[-1])
        if not (legal := game.legal_moves(states[-1])):
            break
        states.append(game.apply(states[-1], legal[int(rng.random() * len(legal))]))
    record = game.Record.from_state(states[-1])
    assert set(states) <= {game.proceed(state) for state in record.replay()}
    text = re.sub(r'(?m)^\[Rules ".*"\]\n', "", str(record))  # which came later
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_its_promises_for_several_numbers_of_players(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bots play in the test above.
    monkeypatch.setattr("westeros_intrigue.testing.tables.check_players", lambda *_: {})
    check_game(GAMES[name], games=2)


def test_a_record_refuses_parts_of_a_wrong_type() -> None:
    for game in (btwixt, monopoly):
        record: Any = game.Record.from_state(game.setup(3, seed=1))
        for whole in (record, getattr(record, "chance", None) or record.start):
            for field in attrs.fields(type(whole)):
                with pytest.raises(WrongType, match=field.name):
                    attrs.evolve(whole, **{field.name: 1.5})


def test_playing_on_needs_a_player_and_a_source_for_each_seat() -> None:
    for game in (btwixt, monopoly):
        state: Any = game.setup(3, seed=1)
        bots, rngs = [game.random_player] * 3, [random.Random(1)] * 3
        for players, sources in ((bots[:2], rngs), (bots, rngs[:2])):
            with pytest.raises(InvalidValue, match="there are 3 seats, and 2"):
                game.play_on(state, players, sources)
        for wrong in (5, None):
            for arguments in ((wrong, rngs), (bots, wrong)):
                with pytest.raises(WrongType, match="a Sequence"):
                    game.play_on(state, *arguments)


def test_the_key_of_each_game_names_its_module() -> None:
    assert list(GAMES.values()) == [westeros_intrigue, monopoly, btwixt]
    assert [game.KEY for game in GAMES.values()] == list(GAMES)


def test_the_limits_of_options_are_those_of_the_games() -> None:
    assert Option("depth", OptionKind.NUMBERS, "the depths", least=-5).parse("-3+0") == (-3, 0)
    games = (GAMES["westeros-intrigue"], monopoly, btwixt)
    own, of_monopoly, of_btwixt = ({each.name: each for each in game.OPTIONS} for game in games)
    assert own["option"].choices == tuple(name.replace("_", "-") for name in variants.OPTIONS)
    assert (own["rounds"].most, own["dead"].most) == (variants.MOST_ROUNDS, len(cards.DECK))
    assert own["automated"].most == own["first_player"].most == variants.MAX_PLAYERS - 1
    assert of_monopoly["offers"].most == table.MOST_OFFERS
    assert f"(default {table.STANDARD.offers})" in of_monopoly["offers"].help
    assert of_monopoly["castle_sale"].choices == table.CASTLE_SALES
    assert of_monopoly["first_player"].most == monopoly.MAX_PLAYERS - 1
    assert of_btwixt["variant"].choices == tuple(map(str, VARIANTS))
    assert of_btwixt["first_player"].most == btwixt.MAX_PLAYERS - 1
