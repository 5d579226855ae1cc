"""One judge of texts for every reader, and how far its replies lead a program without rules."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.checkout import ROOT

from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit import GAMES, judge, speaking_to, told
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.judging import Gives
from westeros_intrigue.gamekit.wording import read_move

KEYS = ("westeros-intrigue", "monopoly", "btwixt")
SENTENCE_END = re.compile(r"(?<=[.!?]) ")


def positions(game: AnyGame, games: int, rng: random.Random) -> Iterator[tuple[Any, list[str]]]:
    """Views at random moments, with moves of another game of the same kind."""
    for number in range(games):
        state = game.new_game(4, {}, seed=number)
        for _ in range(rng.randrange(60)):
            state = game.proceed(state)
            if state.is_over:
                break
            move = rng.choice(game.distinct_moves(state))
            state = game.apply(state, move, player=state.active_player)
        state = game.proceed(state)
        if not state.is_over:
            other = game.proceed(game.new_game(4, {}, seed=number + 500))
            yield game.observe(state, state.active_player), [*map(str, game.legal_moves(other))]


def tokens(reply: str) -> Iterator[str]:
    """What a program that knows no rule can copy from a reply: its words, by one to four."""
    words = re.findall(r"[^\s.,]+", reply.replace("'", " "))
    for first in range(len(words)):
        for count in (4, 3, 2, 1):
            yield " ".join(words[first : first + count]).strip(":;")


def copied_move(game: AnyGame, reply: str, tried: set[str]) -> str | None:
    """The first move in a reply, in the game's notation, that was not refused already."""
    for token in tokens(reply):
        try:
            move = str(game.parse_move(token))
        except ValueError:
            continue
        if move not in tried:
            return move
    return None


def share_by_copying(game: AnyGame, gives: Gives) -> float:
    """The share of decisions in which copying from replies leads to a legal move in three tries."""
    rng, decisions, legal = random.Random(8), 0, 0
    for view, wrong in positions(game, 25, rng):
        for text in ("Stark on top", rng.choice(wrong)):
            verdict, tried = judge(game, view, text, gives=gives), {text}
            decisions += not verdict.is_legal
            for _ in range(2):
                copied = copied_move(game, verdict.text, tried)
                if verdict.is_legal or copied is None:
                    break
                tried.add(copied)
                verdict = judge(game, view, copied, gives=gives)
                legal += verdict.is_legal
    return legal / decisions


@pytest.mark.parametrize("key", KEYS)
def test_a_verdict_is_what_the_game_says_and_each_sentence_stands_once(key: str) -> None:
    game, rng = GAMES[key], random.Random(3)
    for view, wrong in positions(game, 12, rng):
        legal = [*map(str, game.legal_moves(view))]
        texts = ["Stark on top", "", "x" * 900, "1", "\x1b[1m", *wrong[:3], rng.choice(legal)]
        for text in texts:
            verdict = judge(game, view, text)
            try:
                move = read_move(game, view, text)
            except ValueError:
                move = None
            assert verdict.move == move, text
            assert verdict.is_legal == (move is not None and not game.explain(view, move)), text
            assert bool(verdict.text) != verdict.is_legal, text
            assert "column" not in verdict.text, text
            sentences = SENTENCE_END.split(verdict.text)
            assert len({*sentences}) == len(sentences), verdict.text
            advice = [text for each in verdict.reasons for text in SENTENCE_END.split(each.remedy)]
            advice = [text for text in advice if text]
            assert len({*advice}) == len(advice), advice
            assert f"player {view.active_player} " not in verdict.text, "the reader is you"


@pytest.mark.parametrize("key", KEYS)
def test_only_remedies_lead_a_program_that_knows_no_rule_to_a_move_as_the_page_says(
    key: str,
) -> None:
    game = GAMES[key]
    shares = [f"{share_by_copying(game, gives):.0%}" for gives in ("remedy", "reasons", "rules")]
    assert share_by_copying(game, "nothing") == 0
    cells = " | ".join(share.replace("%", " %") for share in shares)
    page = (ROOT / "docs/how-to/language-models.md").read_text("utf-8")
    name = "B'Twixt" if key == "btwixt" else game.NAME.partition(":")[0]
    assert f"| {name} | {cells} |" in page


def test_reasons_and_rules_name_no_move_and_nothing_says_nothing() -> None:
    game = GAMES["westeros-intrigue"]
    view = game.observe(game.setup(6, seed=1), 0)
    assert judge(game, view, "S9@b0").text.endswith("both are empty. For S8, choose a0.")
    reasons = judge(game, view, "S9@b0", gives="reasons")
    assert [each.remedy for each in reasons.reasons] == ["", ""]
    assert reasons.text.endswith("and both are empty.")
    rules = judge(game, view, "S9@b0", gives="rules")
    assert (
        rules.text
        == f"That move is illegal. {game.rule('turn.own-hand')} {game.rule('court.support')}"
    )
    silent = judge(game, view, "S9@b0", gives="nothing")
    assert (silent.text, silent.reasons[0].rule) == ("That move is illegal.", "turn.own-hand")
    with pytest.raises(InvalidValue, match="gives must be"):
        judge(game, view, "S9@b0", gives="all")  # type: ignore[arg-type]


def test_a_speaker_names_the_seats_and_the_same_question_has_the_same_answer() -> None:
    game = GAMES["btwixt"]
    before = game.setup(3, seed=1)
    after = game.apply(before, game.parse_move("leader jon-snow"))
    speaker = speaking_to(game, after, None, ("Ada", "Ben", "Cem"))
    for _ in range(2):
        assert told(game, before, after, None, speaker) == ("Ada leads as Jon Snow.",)
    assert told(game, before, after, 1) == ("Player 0 leads as Jon Snow.",)
