"""Write a thousand games of Monopoly and of B'Twixt, for ports of their rules to check.

Run it after a change of their rules: python scripts/make.py game-vectors. docs/vectors.md explains
the files. A line has all chance of a game, its moves, and a digest of the table after each.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from westeros_intrigue.games import btwixt, monopoly

FOLDER = Path(__file__).parents[2] / "vectors" / "games"
GAMES = 1000
_MOST_MOVES = 120
"""The moves of a game that stops before its end; every fifth goes to its end."""
_EDITIONS: Mapping[str, Mapping[str, str]] = {
    "monopoly": {"edition": monopoly.write_edition(monopoly.SAMPLE)},
    "btwixt": {},
}
"""The numbers that the games are played with: those of the library that are all invented."""
_GROWING = ("log", "past", "results", "agenda")
"""The parts of B'Twixt's table that only its views need."""
Line = dict[str, Any]
AnyState: TypeAlias = monopoly.GameState | btwixt.GameState


def make_line(key: str, number: int) -> Line:
    """Play a game of random, simple and trading players, with other moves among theirs."""
    rng = random.Random(f"{key} {number}")  # noqa: S311 - no secret
    game: Any = monopoly if key == "monopoly" else btwixt
    players = game.MIN_PLAYERS + number % (game.MAX_PLAYERS - game.MIN_PLAYERS + 1)
    options = _choose_options(key, number)
    state = game.new_game(players, {**options, **_EDITIONS[key]}, seed=number)
    named = [name for name in game.PLAYERS if "search" not in name and name != "planner"]
    seated = [game.PLAYERS.parse(named[int(rng.random() * len(named))]) for _ in range(players)]
    line = {"players": players, "options": options, **_chance_of(state)}
    if key == "monopoly":
        # Few buildings, so that the last ones are auctioned.
        line["holdfasts"], line["castles"] = (4, 1) if number % 4 == 3 else (30, 10)
        state = begin(key, line)
    moves: list[str] = []
    while not state.is_over and (number % 5 == 0 or len(moves) < _MOST_MOVES):
        deciders = game.deciders(state)
        seat = deciders[int(rng.random() * len(deciders))]
        view = game.observe(state, seat)
        move = seated[seat](view, rng) if seat == state.active_player else None
        if move is None or rng.random() < 0.1:
            others = game.distinct_moves(view)
            move = others[int(rng.random() * len(others))]
        moves.append(f"{seat} {move}")
        state = game.apply(state, move, player=seat)
    line["moves"] = moves
    line["digests"] = "".join(digests(key, line))
    return line


def _choose_options(key: str, number: int) -> Mapping[str, Any]:
    if key == "monopoly":
        return {"offers": (3, 1, 0)[number % 3], "castle_sale": ("full", "half")[number % 2]}
    base = ("standard", "advanced", "draft", "kingsmoot")[number // 4 % 4]
    return {"variant": base, "short": number % 3 == 2, "revealed_allies": number % 5 == 4}


def _chance_of(state: AnyState) -> Line:
    if isinstance(state, monopoly.GameState):
        return {"deck": list(state.deal.deck or ()), "seed": state.deal.seed}
    data: Any = btwixt.DOCUMENTS.to_data(state.chance)
    return {"chance": {name: data[name] for name in data if name not in _HEADER}}


_HEADER = {"game", "kind", "version"}


def begin(key: str, line: Line) -> AnyState:
    """Return the first state of a line's game."""
    if key == "monopoly":
        deal = monopoly.Deal(line["deck"], (), line["seed"])
        variant = monopoly.Variant(**line["options"])
        supply = monopoly.Supply(line["holdfasts"], line["castles"])
        edition = attrs.evolve(monopoly.SAMPLE, supply=supply)
        return monopoly.setup(line["players"], edition, deal=deal, variant=variant)
    head = {"game": "btwixt", "kind": "chance", "version": 1}
    chance = btwixt.DOCUMENTS.from_data(btwixt.Chance, head | line["chance"])
    options = dict(line["options"])
    started = btwixt.new_game(line["players"], options, seed=0)
    return btwixt.setup(line["players"], chance=chance, variant=started.variant)


def digests(key: str, line: Line) -> Iterator[str]:
    """Yield the digest of the table after each move, as four hexadecimal digits.

    Each depends on the previous one and the table, so that no later digest agrees after a
    difference.
    """
    game: Any = monopoly if key == "monopoly" else btwixt
    state: Any = begin(key, line)
    before = ""
    for written in line["moves"]:
        seat, _, move = written.partition(" ")
        state = game.apply(state, game.parse_move(move), player=int(seat))
        before = sha256(f"{before}\n{table_text(key, state)}".encode()).hexdigest()
        yield before[:4]


def table_text(key: str, state: AnyState) -> str:
    """Return the text for a digest: the table as JSON, then a line for each deciding seat."""
    game: Any = monopoly if key == "monopoly" else btwixt
    if key == "monopoly":
        table = game.DOCUMENTS.to_data(monopoly.Snapshot.of(game.observe(state, None)))["table"]
    else:
        view = btwixt.observe(state, None)
        # The log grows, and takes most of the time of writing a document.
        shorter = attrs.evolve(view.table, **dict.fromkeys(_GROWING, ()))
        table = game.DOCUMENTS.to_data(attrs.evolve(view, table=shorter))["table"]
    shown = {name: part for name, part in table.items() if name not in _GROWING}
    lines = [json.dumps(shown, separators=(",", ":"), sort_keys=True)]
    for seat in sorted(game.deciders(state)):
        legal = game.legal_moves(game.observe(state, seat))
        lines.append(f"{seat} {','.join(sorted(map(str, legal)))}")
    return "\n".join(lines)


def make(key: str, numbers: range = range(GAMES)) -> str:
    """Return lines of a file, without a line end after the last."""
    lines = (make_line(key, number) for number in numbers)
    return "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)


def read(key: str) -> list[Line]:
    """Return all lines of a file."""
    text = gzip.decompress((FOLDER / f"{key}.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def main(_arguments: Sequence[str] = ()) -> None:
    """Write the file of each game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for key in ("monopoly", "btwixt"):
        packed = gzip.compress(make(key).encode() + b"\n", mtime=0)
        (FOLDER / f"{key}.jsonl.gz").write_bytes(packed)
        print(f"{key}: {len(packed)} bytes")
