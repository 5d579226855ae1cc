"""Fixed games and calls in plain Python, by name, for `guard.py` to count at two commits.

The package is that of either commit, which may lack a name, or have it in another module. So a call
looks up its names when it is prepared, and a commit on which that fails does not have the call.
Every preparation makes new values, so nothing is found that an earlier call has stored on them.
Add a call at any time; a name stays, since trailers of commits and the changelog have it.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from benchmarks.counting import ROOT, mark

WARM = 2
"""How often a work is done before it is counted: until then, the interpreter adapts to it."""
BOX = ROOT / "benchmarks" / "box.json"
"""A box of B'Twixt that every commit reads."""
EXAMPLES = ("examples", "examples/high-card")
"""The folders of the games that are examples, which a commit counts as it has them."""
Work = Callable[[], int]
"""The counted work; it returns its number of operations."""
Prepare = Callable[[], Work]
"""Make the values of the work, which is not counted."""


class Ply(NamedTuple):
    """A position of a fixed game, the move that was chosen there, and the next position."""

    before: Any
    move: Any
    after: Any


def package(*modules: str) -> Any:
    """Return the first of these modules that the commit has; the first one is that of today."""
    absent = []
    for name in modules:
        try:
            return import_module(f"westeros_intrigue.{name}")
        except ModuleNotFoundError as error:
            absent.append(error)
    raise absent[0]


def intrigue() -> Any:
    """Return the card game."""
    return import_module("westeros_intrigue")


def monopoly() -> Any:
    """Return Monopoly."""
    return package("games.monopoly", "monopoly")


def btwixt() -> Any:
    """Return B'Twixt."""
    return package("games.btwixt", "btwixt")


def nim() -> Any:
    """Return the example of a game made by `GameOf`, as the commit has it."""
    return import_module("nim").nim


def high_card() -> Any:
    """Return the example of a game with hidden hands, as the commit has it."""
    return import_module("high_card").high_card


Game = Callable[[], Any]
"""One of the functions above: what it returns has the names of `gamekit.Game`."""


@cache  # which is not to be counted
def material(game: Any) -> dict[str, Any]:
    """Return the board or the box of a fixed game, which has to be the same at every commit."""
    if hasattr(game, "SAMPLE"):
        return {"edition": game.SAMPLE}
    if hasattr(game, "Box"):
        return {"box": game.Box.from_json(BOX.read_text("utf-8"))}
    return {}


def play(game: Any, state: Any, seed: int, most: int) -> Iterator[Ply]:
    """Yield the plies of a game of random moves: all, or the first ones."""
    choose = random.Random(seed).random
    for _ in range(most):
        while not (moves := game.legal_moves(state)):
            if state.is_over:
                return
            state = game.score_round(state)
        move = moves[int(choose() * len(moves))]
        after = game.apply(state, move)
        yield Ply(state, move, after)
        state = after


def fixed(game: Any, players: int, seed: int = 1, most: int = 1000) -> list[Ply]:
    """Return the plies of the game of this number of players and seed."""
    first = game.setup(players, seed=seed, **material(game))
    return list(play(game, first, seed, most))


def every(step: int, game: Any, players: int) -> list[Any]:
    """Return the positions of a fixed game, a step apart."""
    return [ply.before for ply in fixed(game, players)[::step]]


def seat_of(state: Any) -> int:
    """Return the seat to move."""
    return int(state.active_player or 0)


def watched(game: Any, players: int, step: int = 1) -> list[tuple[Any, Any]]:
    """Return two successive views of the seat to move, a step apart in a fixed game."""
    return [
        (game.observe(ply.before, seat), game.observe(ply.after, seat))
        for ply in fixed(game, players)[::step]
        for seat in [seat_of(ply.before)]
    ]


def views(game: Any, players: int, step: int = 1) -> list[Any]:
    """Return views of the seat to move, a step apart in a fixed game."""
    return [view for view, _ in watched(game, players, step)]


def each(call: Callable[..., object], arguments: Iterable[tuple[Any, ...]]) -> Work:
    """Return the work of a call, once with each of these arguments."""
    listed = list(arguments)

    def work() -> int:
        for one in listed:
            call(*one)
        return len(listed)

    return work


def whole_game(game: Game, players: int, games: int = 1, most: int = 1000) -> Prepare:
    """Set up and play games by listing the moves, choosing one at random and applying it."""

    def prepare() -> Work:
        played = game()
        return lambda: sum(len(fixed(played, players, seed, most)) for seed in range(games))

    return prepare


def seated_game(game: Game, players: int, bot: str) -> Prepare:
    """Play a game of bots, which see views, by `play_game`; a move is an operation."""

    def prepare() -> Work:
        played = game()
        play_game, seats = intrigue().play_game, [getattr(played, bot)] * players
        laid = material(played)
        return lambda: len(play_game(seats, game=played, rng=random.Random(1), **laid).moves)

    return prepare


def setup(game: Game, counts: Iterable[int], times: int) -> Prepare:
    """Set up a game of these numbers of players."""

    def prepare() -> Work:
        made, laid = game().setup, material(game())
        return each(
            lambda players, seed: made(players, seed=seed, **laid),
            [(players, seed) for players in counts for seed in range(times)],
        )

    return prepare


def at_states(game: Game, name: str, players: int, step: int = 1) -> Prepare:
    """Call the game's function of this name with states."""
    return lambda: each(getattr(game(), name), [(state,) for state in every(step, game(), players)])


def at_views(game: Game, name: str, players: int, step: int = 1) -> Prepare:
    """Call the game's function of this name with views."""
    return lambda: each(getattr(game(), name), [(view,) for view in views(game(), players, step)])


def with_moves(game: Game, name: str, players: int, step: int = 1) -> Prepare:
    """Call the game's function of this name with a state and the move that was chosen there."""
    return lambda: each(getattr(game(), name), [ply[:2] for ply in fixed(game(), players)[::step]])


def observe(game: Game, players: int, step: int = 1) -> Prepare:
    """Observe states, from every seat."""
    return lambda: each(
        game().observe,
        [(state, seat) for state in every(step, game(), players) for seat in range(players)],
    )


def draw_worlds(game: Game, players: int, step: int = 1) -> Prepare:
    """Draw the hidden cards of views."""
    return lambda: each(
        game().determinize,
        [(view, random.Random(1)) for view in views(game(), players, step)],
    )


def decisions(game: Game, bot: str, players: int, step: int = 1) -> Prepare:
    """Let a bot decide at views."""
    return lambda: each(
        getattr(game(), bot),
        [(view, random.Random(1)) for view in views(game(), players, step)],
    )


def final(game: Any, players: int) -> Any:
    """Return the last state of a fixed game."""
    state = fixed(game, players)[-1].after
    while not state.is_over:
        state = game.score_round(state)
    return state


def last_rounds(players: int, name: str) -> Prepare:
    """End the game of a state whose last round is to be scored."""

    def prepare() -> Work:
        game = intrigue()
        ended = []
        for seed in range(3):
            state = fixed(game, players, seed)[-1].after
            ended.append((game.score_round(state) if name == "final_winner" else state,))
        return each(getattr(game, name), ended)

    return prepare


def refused() -> Work:
    """Explain why cards of the deck cannot be placed in a slot that others can have."""
    game = intrigue()
    return each(
        game.explain,
        [
            (state, game.Move(card, game.legal_moves(state)[0].slot))
            for state in every(7, game, 4)
            for card in game.DECK[::5]
            if all(move.card != card for move in game.legal_moves(state))
        ],
    )


Values = Callable[[Any], list[Any]]
"""Make the values of a game that are written."""


def some_states(players: int, step: int) -> Values:
    """Return the positions of a fixed game, a step apart."""
    return lambda game: every(step, game, players)


def some_views(players: int, step: int) -> Values:
    """Return views of a fixed game, a step apart."""
    return lambda game: views(game, players, step)


def some_records(players: int, games: int) -> Values:
    """Return the records of whole games."""
    return lambda game: [
        game.Record.from_state(fixed(game, players, seed)[-1].after) for seed in range(games)
    ]


def write_json(game: Game, values: Values) -> Prepare:
    """Write values as JSON."""
    return lambda: each(game().DOCUMENTS.to_json, [(value,) for value in values(game())])


def read_json(game: Game, values: Values) -> Prepare:
    """Read values from JSON."""

    def prepare() -> Work:
        documents = game().DOCUMENTS
        return each(
            documents.from_json,
            [(type(value), documents.to_json(value)) for value in values(game())],
        )

    return prepare


def write_text(game: Game, values: Values) -> Prepare:
    """Write records as text."""
    return lambda: each(str, [(value,) for value in values(game())])


def read_text(game: Game, values: Values) -> Prepare:
    """Read records from text, with the file of the box if the game has one."""

    def prepare() -> Work:
        played = game()
        files = {"box": BOX.read_text("utf-8")} if "box" in material(played) else {}
        return each(played.Record.parse, [(str(value), files) for value in values(played)])

    return prepare


def replay(values: Values) -> Prepare:
    """Replay records."""
    return lambda: each(
        lambda record: sum(1 for _ in record.replay()),
        [(record,) for record in values(intrigue())],
    )


def events_from_the_start(players: int, step: int) -> Prepare:
    """List the events of a view, with nothing seen before."""
    return lambda: each(
        intrigue().events, [(None, view) for view in views(intrigue(), players, step)]
    )


def events_of_a_move(game: Game, players: int, step: int = 1) -> Prepare:
    """List the events between two successive views."""
    return lambda: each(game().events, watched(game(), players, step))


def in_words(game: Game, players: int, step: int = 1) -> Prepare:
    """Say the question of a view, its move and the events of the move in words."""

    def prepare() -> Work:
        played = game()
        moments = [
            (ply.before, ply.move, tuple(played.events(ply.before, ply.after)))
            for ply in fixed(played, players)[::step]
        ]

        def work() -> int:
            for state, move, happened in moments:
                played.question(state)
                played.move_in_words(state, move)
                for event in happened:
                    played.sentence(event, 0)
            return len(moments)

        return work

    return prepare


def follow(seat: int | None) -> Prepare:
    """Follow a fixed game of four players by `then`: its table without a seat, or a view."""

    def prepare() -> Work:
        game = intrigue()
        first = game.observe(game.setup(4, seed=1), seat)
        # After the first event, which the setup has already shown.
        happened = game.events(None, game.observe(final(game, 4), seat))[1:60]

        def work() -> int:
            position = first.table if seat is None else first
            for event in happened:
                position = position.then(event)
            return len(happened)

        return work

    return prepare


def position_keys() -> Work:
    """Make the keys of states and views."""
    game = intrigue()
    return each(game.position_key, [(state,) for state in (*every(2, game, 4), *views(game, 4, 2))])


def views_by_hand() -> Work:
    """Make views from their parts."""
    game = intrigue()
    return each(
        game.View,
        [
            (view.table, view.player, view.hand, view.score_pile, view.kept)
            for view in views(game, 4, 4)
        ],
    )


def snapshots() -> Work:
    """Make snapshots of views."""
    game = intrigue()
    return each(package("views", "knowledge").Snapshot.of, [(v,) for v in views(game, 4, 2)])


def courts_by_hand() -> Work:
    """Make courts from their cards."""
    game = intrigue()
    return each(game.Court, [(dict(state.court),) for state in every(3, game, 4)])


def write_positions() -> Work:
    """Write positions as a line."""
    game = intrigue()
    return each(game.format_position, [(state,) for state in every(4, game, 4)])


def read_positions() -> Work:
    """Read positions from a line."""
    game = intrigue()
    lines = [(game.format_position(state),) for state in every(12, game, 4)]
    return each(game.parse_position, lines)


def numbers_of_views() -> Work:
    """Make the numbers of views that learners get."""
    encode = package("lab.environments.tensors", "environments.tensors").encode
    return each(encode, [(view,) for view in views(intrigue(), 4, 2)])


CALLS: Mapping[str, Prepare] = {
    "setup": setup(intrigue, (2, 4, 6), 7),
    "random game of 2 players": whole_game(intrigue, 2, 3),
    "random game of 4 players": whole_game(intrigue, 4, 2),
    "random game of 6 players": whole_game(intrigue, 6, 1),
    "legal_moves": at_states(intrigue, "legal_moves", 4),
    "distinct_moves": at_states(intrigue, "distinct_moves", 4),
    "apply": with_moves(intrigue, "apply", 4),
    "score_round of the last round": last_rounds(4, "score_round"),
    "final_winner": last_rounds(4, "final_winner"),
    "explain a legal move": with_moves(intrigue, "explain", 4),
    "explain a refused move": refused,
    "observe": observe(intrigue, 4),
    "odds": at_views(intrigue, "odds", 4, 6),
    "determinize": draw_worlds(intrigue, 4, 4),
    "greedy_player": decisions(intrigue, "greedy_player", 4, 5),
    "position_key": position_keys,
    "View by hand": views_by_hand,
    "Snapshot of a view": snapshots,
    "Court by hand": courts_by_hand,
    "events of a view": events_from_the_start(4, 10),
    "events of a move": events_of_a_move(intrigue, 4),
    "Table.then": follow(None),
    "View.then": follow(1),
    "words of a move": in_words(intrigue, 4),
    "write a state as JSON": write_json(intrigue, some_states(4, 10)),
    "read a state from JSON": read_json(intrigue, some_states(4, 20)),
    "write a view as JSON": write_json(intrigue, some_views(4, 10)),
    "read a view from JSON": read_json(intrigue, some_views(4, 35)),
    "write a record as JSON": write_json(intrigue, some_records(4, 2)),
    "read a record from JSON": read_json(intrigue, some_records(4, 2)),
    "write a record as text": write_text(intrigue, some_records(4, 2)),
    "read a record from text": read_text(intrigue, some_records(4, 2)),
    "replay a record": replay(some_records(4, 2)),
    "format_position": write_positions,
    "parse_position": read_positions,
    "encode": numbers_of_views,
    "draw_text": at_states(intrigue, "draw_text", 4, 10),
    "draw_svg": at_states(intrigue, "draw_svg", 4, 20),
    "Monopoly: setup": setup(monopoly, (2, 4, 6), 10),
    "Monopoly: random game": whole_game(monopoly, 4, 1, 250),
    "Monopoly: game of simple_player": seated_game(monopoly, 3, "simple_player"),
    "Monopoly: legal_moves": at_states(monopoly, "legal_moves", 3),
    "Monopoly: apply": with_moves(monopoly, "apply", 3),
    "Monopoly: observe": observe(monopoly, 3),
    "Monopoly: determinize": draw_worlds(monopoly, 3, 2),
    "Monopoly: simple_player": decisions(monopoly, "simple_player", 3),
    "Monopoly: events of a move": events_of_a_move(monopoly, 3),
    "Monopoly: words of a move": in_words(monopoly, 3),
    "Monopoly: write a view as JSON": write_json(monopoly, some_views(3, 15)),
    "Monopoly: read a view from JSON": read_json(monopoly, some_views(3, 40)),
    "Monopoly: read a record from text": read_text(monopoly, some_records(3, 1)),
    "Monopoly: draw_text": at_states(monopoly, "draw_text", 3, 20),
    "B'Twixt: setup": setup(btwixt, (3, 4, 6), 10),
    "B'Twixt: random game": whole_game(btwixt, 4, 1),
    "B'Twixt: game of simple_player": seated_game(btwixt, 3, "simple_player"),
    "B'Twixt: legal_moves": at_states(btwixt, "legal_moves", 3),
    "B'Twixt: apply": with_moves(btwixt, "apply", 3),
    "B'Twixt: observe": observe(btwixt, 3),
    "B'Twixt: determinize": draw_worlds(btwixt, 3, 15),
    "B'Twixt: simple_player": decisions(btwixt, "simple_player", 3),
    "B'Twixt: events of a move": events_of_a_move(btwixt, 3),
    "B'Twixt: words of a move": in_words(btwixt, 3),
    "B'Twixt: write a view as JSON": write_json(btwixt, some_views(3, 20)),
    "B'Twixt: read a view from JSON": read_json(btwixt, some_views(3, 75)),
    "B'Twixt: read a record from text": read_text(btwixt, some_records(3, 1)),
    "B'Twixt: draw_text": at_states(btwixt, "draw_text", 3, 20),
    "Nim: random game": whole_game(nim, 3, 10),
    "Nim: write a state as JSON": write_json(nim, some_states(3, 1)),
    "Nim: read a state from JSON": read_json(nim, some_states(3, 1)),
    "High Card: random game": whole_game(high_card, 4, 5),
    "High Card: observe": observe(high_card, 4),
    "High Card: events of a move": events_of_a_move(high_card, 4),
    "High Card: write a view as JSON": write_json(high_card, some_views(4, 4)),
    "High Card: read a view from JSON": read_json(high_card, some_views(4, 4)),
    "High Card: read a record from text": read_text(high_card, some_records(4, 3)),
}
"""All calls, by the names that the trailers of commits and the changelog use."""


class Done(NamedTuple):
    """A call that was counted, or that the commit does not have."""

    name: str
    operations: int
    absent: str = ""
    """Why the commit does not have the call."""


def counted(names: Iterable[str]) -> Iterator[Done]:
    """Do calls between marks, after an empty work that measures the marks themselves."""
    for _ in range(WARM):
        mark()
        mark()
    for name in names:
        try:
            for _ in range(WARM):
                CALLS[name]()()
            work = CALLS[name]()
        except Exception as error:  # noqa: BLE001 - an older commit can fail in any way
            yield Done(name, 0, f"{type(error).__name__}: {error}")
            continue
        mark()
        operations = work()
        mark()
        yield Done(name, operations)


def main(names: Sequence[str]) -> None:
    """Do the calls of these names, and print a line of JSON for each."""
    gc.disable()  # when garbage is collected depends on all that was done before
    for done in counted(names):
        print(json.dumps(done))


if __name__ == "__main__":
    main(sys.argv[1:])
