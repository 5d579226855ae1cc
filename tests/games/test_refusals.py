"""A client asks every game in the same words why a move is refused, and what would work."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from follow_suit import follow_suit
from westeros_intrigue import DeprecatedName
from westeros_intrigue.gamekit import GAMES, AnyGame, AnyPosition, AnyViolation, IllegalMove

GAMES_TO_ASK: dict[str, AnyGame] = {
    key: GAMES[key] for key in ("westeros-intrigue", "monopoly", "btwixt")
} | {"follow-suit": follow_suit}
OUT_OF_TURN = {"nobody-to-move", "nobody-to-decide", "not-your-turn", "not-your-decision"}
"""The codes of moves that no other move could replace."""
WITHOUT_ADVICE = {"not-beside", *OUT_OF_TURN}
"""The codes whose sentence can give none: the bottom row is full, which has its own violation."""
OTHERS: dict[str, list[str]] = {
    "westeros-intrigue": ["S1@a0", "L5@a1", "B1@a-2", "T5@b0", "S5@c1", "L1@b-1", "B5@a3", "T1@a1"],
    "monopoly": [
        "buy",
        "build 6",
        "sell 8",
        "mortgage 9",
        "redeem 9",
        "bid 40",
        "offer 1: 3c for 5",
    ],
    "btwixt": ["kneel", "skip", "decline", "choose c0", "leader nobody", "play levy"],
    "follow-suit": ["C1", "D6", "H2", "S5", "joker"],
}
"""Moves that are seldom legal."""


def refused(key: str, games: int) -> Iterator[tuple[AnyPosition, int, object, AnyViolation]]:
    """Yield the violations of random moves in the views of those who decide."""
    game, rng = GAMES_TO_ASK[key], random.Random(3)
    for seed in range(games):
        state = game.setup(3, seed=seed)
        known: list[object] = [game.parse_move(text) for text in OTHERS[key]]
        for _ in range(40):
            if not game.deciders(state):
                state = game.proceed(state)
            if not (deciders := game.deciders(state)):
                break
            view = game.observe(state, deciders[0])
            for move in rng.sample(known, 4):
                for violation in game.explain(view, move, player=deciders[0]):
                    yield view, deciders[0], move, violation
            legal = game.distinct_moves(view)
            known.append(rng.choice(legal))
            state = game.apply(state, rng.choice(legal), player=deciders[0])


@pytest.mark.untraced
@pytest.mark.parametrize("key", GAMES_TO_ASK)
def test_every_game_has_the_six_names(key: str) -> None:
    game, codes = GAMES_TO_ASK[key], set()
    for view, _, move, violation in refused(key, 4):
        codes.add(violation.code)
        sentence = str(violation)
        assert violation.code
        assert violation.code == str(violation.code)
        assert violation.rule in game.RULEBOOK
        assert violation.obstacle in sentence
        assert violation.remedy or violation.code in WITHOUT_ADVICE, sentence
        assert violation.remedy in sentence
        assert violation.facts is not None or key == "follow-suit"
        assert violation.answers or violation.code in OUT_OF_TURN, sentence
        assert len(violation.answers) <= 6
        for answer in violation.answers:
            assert not game.explain(view, answer), (str(move), str(answer))
        copied = pickle.loads(pickle.dumps(violation))  # noqa: S301 - its own
        assert copied == violation
        assert (str(copied), copied.answers) == (sentence, violation.answers)
    assert len(codes) > 1


@pytest.mark.parametrize("key", GAMES_TO_ASK)
def test_a_refused_move_raises_the_same_violations(key: str) -> None:
    game = GAMES_TO_ASK[key]
    state = game.setup(3, seed=1)
    seat = game.deciders(state)[0]
    move = next(move for text in OTHERS[key] if game.explain(state, move := game.parse_move(text)))
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, move, player=seat)
    found = game.explain(state, move, player=seat)
    assert refusal.value.violations == tuple(found)
    assert refusal.value.move == move


def test_words_tell_nothing_that_is_hidden_from_the_seat() -> None:
    """A state is refused in the words of its view, whatever is hidden."""
    state = follow_suit.setup(3, seed=1)
    for seed in range(20):
        world = follow_suit.determinize(follow_suit.observe(state, 0), random.Random(seed))
        for move in ("C1", "D6", "H2", "S5", "joker"):
            told = [[*map(str, follow_suit.explain(each, move))] for each in (state, world)]
            assert told[0] == told[1]


def test_the_names_of_before_warn() -> None:
    monopoly, btwixt = GAMES["monopoly"], GAMES["btwixt"]
    [violation] = monopoly.explain(monopoly.setup(2, seed=1), monopoly.parse_move("buy"))
    for name, use in (
        ("sentence", r"str\(violation\)"),
        ("spaces", "facts.spaces"),
        ("needed", "facts.needed"),
        ("found", "facts.found"),
    ):
        with pytest.warns(DeprecatedName, match=f"^since 1.0: use {use}$"):
            found = getattr(violation, name)
        assert found == getattr(violation.facts, name, str(violation))
    [other] = btwixt.explain(btwixt.setup(3, seed=1), btwixt.parse_move("kneel"))
    with pytest.warns(DeprecatedName, match="^since 1.0: use obstacle$"):
        assert getattr(other, "found") == other.obstacle  # noqa: B009 - the type has it no more
