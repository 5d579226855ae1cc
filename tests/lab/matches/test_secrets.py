"""What players are handed tells nothing about the cards: bots that try seeds find nothing."""

from __future__ import annotations

import json
import random
import stat
import sys
import textwrap
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import pytest
from helpers.refusals import assert_refused

from westeros_intrigue import STANDARD, InvalidValue, Move, RandomSource, View, distinct_moves
from westeros_intrigue.lab.matches import Match, MatchResult, SeparatePlayer, play_match
from westeros_intrigue.lab.matches.match import fresh_salt, source_named
from westeros_intrigue.lab.matches.separate import _seed_from

TWO: dict[str, Any] = {"random": "random", "greedy": "greedy"}


@pytest.fixture
def stranger(tmp_path: Path) -> SeparatePlayer:
    """A program that keeps what it gets, and makes only the first move of a court."""
    path = tmp_path / "stranger.py"
    path.write_text(
        textwrap.dedent(
            f"""
            import json, sys
            for line in sys.stdin:
                with open({str(tmp_path / "kept.jsonl")!r}, "a") as file:
                    file.write(line)
                card = json.loads(line)["view"]["hand"][0]
                print(json.dumps({{"move": card + "@a0"}}), flush=True)
            """
        ),
        encoding="utf-8",
    )
    return SeparatePlayer((sys.executable, str(path)))


def found(kept: dict[str, Any], seeds: range, deals: int) -> Iterator[str]:
    """Yield what a bot that has read this library finds out, from one line that it got."""
    hand, players = kept["view"]["hand"], 2
    for seed in seeds:
        match: Any = Match(("a", "b"), players, deals, seed, STANDARD.with_rounds(1))
        for deal in range(deals):
            sources = [source_named(f"{seed} {deal} {seat}") for seat in range(players)]
            numbers = [int(source.random() * 2**53) for source in sources]
            numbers += [_seed_from(match.source(deal, seat)) for seat in range(players)]
            if kept["seed"] in numbers:
                yield f"the number is of seed {seed}, deal {deal}"
            # Few deals, since each one takes longer.
            if seed < 100 and hand in [[*map(str, held)] for held in match.start(deal).hands]:
                yield f"the hand is of seed {seed}, deal {deal}"


def first_lines(folder: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "kept.jsonl").read_text("utf-8").splitlines()]
    return [line for line in lines if not line["view"]["table"]["placements"]]


@pytest.mark.parametrize("seeds", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_stranger_that_tries_seeds_finds_no_hand(
    seeds: int, stranger: SeparatePlayer, tmp_path: Path
) -> None:
    play_match(
        {"stranger": stranger, "greedy": "greedy"}, deals=2, rounds=1, forfeits=True,
    )  # fmt: skip
    lines = first_lines(tmp_path)
    assert len(lines) == 2
    assert not [one for line in lines for one in found(line, range(seeds), 2)]


def test_a_stranger_finds_the_hands_of_a_seed_that_it_can_guess(
    stranger: SeparatePlayer, tmp_path: Path
) -> None:
    play_match({"stranger": stranger, "greedy": "greedy"}, deals=2, seed=7, rounds=1, forfeits=True)
    lines = first_lines(tmp_path)
    assert [[*found(line, range(20), 2)] for line in lines] == [
        [f"the number is of seed 7, deal {deal}", f"the hand is of seed 7, deal {deal}"]
        for deal in (0, 1)
    ]


def test_a_number_for_a_process_shows_nothing_of_its_source() -> None:
    numbers = [_seed_from(random.Random(seed)) for seed in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2]
    drawn = random.Random(1)
    assert numbers[0] not in {int(drawn.random() * 2**53) for _ in range(9)}


class Copying:
    """A player that keeps the first number of its source for each deal and seat."""

    kept: ClassVar[set[float]] = set()

    def __call__(self, view: View, rng: RandomSource) -> Move:
        if len(view.placements) < 2:
            Copying.kept.add(rng.random())
        return distinct_moves(view)[0]


def test_each_run_has_other_numbers_and_a_salt_repeats_it() -> None:
    Copying.kept.clear()
    runs = [play_match({"a": Copying(), "b": "random"}, deals=2, rounds=1) for _ in range(2)]
    assert len(Copying.kept) == 8
    salts = [run.match.salt for run in runs]
    assert len({*salts}) == 2
    for run, salt in zip(runs, salts, strict=True):
        assert run.match.seed is None
        assert salt in repr(run)
        assert salt in run.to_table()
        assert json.loads(run.to_json())["match"]["salt"] == salt
        assert run.match.salt_hash == sha256(salt.encode()).hexdigest()
        again = play_match({"a": Copying(), "b": "random"}, deals=2, rounds=1, salt=salt)
        assert again == run
    assert len(Copying.kept) == 8


def test_a_file_keeps_the_salt_for_its_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"

    def play(**more: Any) -> MatchResult:
        return play_match(TWO, deals=4, rounds=1, chunk=1, out=path, **more)

    whole = play(resume=True)  # begins it
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR
    lines = path.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[0])["salt"] == whole.match.salt
    path.write_bytes(b"".join(lines[:3]))
    assert play(resume=True) == whole
    with pytest.raises(InvalidValue, match="salt"):
        play(resume=True, salt="0" * 32)
    # A file with a seed is continued with it, too.
    path.unlink()
    seeded = play(seed=5)
    assert play(resume=True) == seeded
    # The program can end while it writes the first line.
    path.unlink()
    salted = play()
    head = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(head[:-9])
    assert play(resume=True) == salted
    path.write_text("no match", encoding="utf-8")
    with pytest.raises(InvalidValue, match="not the beginning of such a file"):
        play(resume=True)


def test_a_match_has_a_seed_or_a_salt() -> None:
    calls = [
        lambda: play_match(TWO, deals=1, seed=1, salt="0" * 32),
        lambda: play_match(TWO, deals=1, salt="0" * 31 + "A"),
        lambda: Match(("a",), 2, 1, None, STANDARD),
        lambda: Match(("a",), 2, 1, 1, STANDARD, salt=fresh_salt()),
    ]
    assert_refused("the seed or salt of a match", InvalidValue, calls)
