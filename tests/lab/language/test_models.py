"""Language models in whole games: prompts that cannot leak, counts that add up, refusals."""

from __future__ import annotations

import copy
import difflib
import itertools
import random
import re
from collections.abc import Iterator

import attrs
import pytest
from helpers import stand_ins
from helpers.cases import sampled
from testing.sound_games import LoveLetter

from westeros_intrigue import PlayerFailed, observe, play_game, setup
from westeros_intrigue.gamekit import GAMES, InvalidValue, WrongType
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.lab.language import LanguagePlayer, NoMove, Prompter, Query

QUICK = ("westeros-intrigue", "monopoly")
OPPONENTS = {"westeros-intrigue": "greedy", "monopoly": "simple", "btwixt": "simple"}
LOVE_LETTER = LoveLetter()
PROMPTERS = (
    Prompter("monopoly"),
    Prompter("monopoly", "none", "both", lists_moves=True),
)


def views(game: AnyGame, seed: int, most: int) -> Iterator[tuple[AnyPosition, AnyPosition | None]]:
    """Yield views of the seats that decide in a random game, each with the seat's one before."""
    rng = random.Random(seed)
    state = game.setup(rng.randint(game.MIN_PLAYERS, game.MAX_PLAYERS), seed=seed)
    last = dict[int, AnyPosition]()
    for _ in range(most):
        state = game.proceed(state)
        if state.is_over:
            return
        seat = state.active_player
        view = game.observe(state, seat)
        yield view, last.get(seat)
        last[seat] = view
        state = game.apply(state, rng.choice(game.distinct_moves(state)))


def check_that_prompts_do_not_leak(game: AnyGame, least: int) -> None:
    """Compare prompts and replies with those in other worlds, of at least so many states."""
    rng, compared = random.Random(5), 0
    for seed in itertools.count():
        for view, before in views(game, seed, 60):
            if rng.random() < 0.6:
                continue
            seat = game.deciders(view)[0]
            world = game.determinize(view, rng)
            other = game.observe(world, seat)
            wrong = rng.choice(stand_ins.wrong_moves(game.NAME))
            for settings in PROMPTERS:
                prompter = attrs.evolve(settings, game=game)
                one = Query(prompter, view, before).answered(wrong)
                assert one.messages == Query(prompter, other, before).answered(wrong).messages
            compared += 1
        if compared >= least:
            return


@pytest.mark.untraced
@pytest.mark.parametrize("key", sampled(OPPONENTS, QUICK))
def test_prompts_and_replies_do_not_depend_on_what_a_seat_cannot_see(key: str) -> None:
    check_that_prompts_do_not_leak(GAMES[key], 50)


def test_prompts_of_a_game_of_the_kit_do_not_depend_on_what_a_seat_cannot_see() -> None:
    check_that_prompts_do_not_leak(LOVE_LETTER, 50)


@pytest.mark.long
@pytest.mark.parametrize("game", [*map(GAMES.get, OPPONENTS), LOVE_LETTER], ids=lambda it: it.KEY)
def test_no_prompt_of_five_hundred_states_depends_on_what_a_seat_cannot_see(game: AnyGame) -> None:
    check_that_prompts_do_not_leak(game, 500)


@pytest.mark.parametrize("key", OPPONENTS)
def test_prompts_of_two_seats_differ_only_where_they_must(key: str) -> None:
    game = GAMES[key]
    state = game.setup(3, seed=2)
    texts = [
        [
            line
            for message in Prompter(key).messages(game.observe(state, seat))
            for line in message["content"].splitlines()
        ]
        for seat in (0, 1)
    ]
    changed = [line for line in difflib.ndiff(texts[0], texts[1]) if line[0] in "+-"]
    assert changed
    for line in changed:
        assert any(word in line for word in ("You", "you", "player", "hand", "0", "1")), line


@pytest.mark.parametrize("key", sampled(OPPONENTS, QUICK))
def test_no_prompt_has_a_seat_number_for_its_own_reader(key: str) -> None:
    game, questions = GAMES[key], set[str]()
    prompter = Prompter(key, "none", lists_moves=True)
    for seed in range(3):
        for view, before in views(game, seed, 60):
            seat = view.active_player
            text = prompter.turn(view, before)
            assert not re.search(rf"\bplayer {seat}\b", text), text
            questions.add(game.question(view))
            query = Query(prompter, view).answered(f"Move: {stand_ins.wrong_moves(game.NAME)[0]}")
            assert not re.search(rf"\bplayer {seat}\b", query.messages[-1]["content"])
            assert getattr(view, "viewer") == seat  # noqa: B009 - views have it, states do not
    if key == "westeros-intrigue":
        assert questions == {"Place a card"}


def test_ids_that_moves_need_stand_beside_titles() -> None:
    game, seen = GAMES["btwixt"], list[str]()
    for view, before in views(game, 2, 200):
        seen.append(Prompter("btwixt", "none", lists_moves=True).turn(view, before))
    text = "\n".join(seen)
    assert re.search(r"\n {4}c0, with ", text)
    assert re.search(r" - .*the council of .* \(c\d\)", text)
    assert "(royal-decree" not in text


def test_a_state_or_the_view_of_a_spectator_has_no_prompt() -> None:
    state = setup(3, seed=1)
    for position in (state, observe(state, None), GAMES["btwixt"].setup(3, seed=1)):
        with pytest.raises(WrongType, match="view must be the view of a seat"):
            Prompter("westeros-intrigue").messages(position)
    with pytest.raises(WrongType, match="before must be a view of player 0"):
        Prompter("westeros-intrigue").messages(observe(state, 0), observe(state, 1))


def test_settings_change_what_a_model_is_told() -> None:
    view = observe(setup(3, seed=1), 0)

    def told(prompter: Prompter) -> str:
        query = Query(prompter, view).answered("L1@c7")
        return "\n".join(message["content"] for message in query.messages)

    usual = Prompter("westeros-intrigue")
    assert "Place one card a turn" in told(usual)
    assert "Legal moves:" not in told(usual)
    assert "cannot go to c7" in told(usual)
    rulebook = Prompter("westeros-intrigue", rules="rulebook")
    assert "court.vacant: " in told(rulebook)
    assert "Place one card a turn" not in told(Prompter("westeros-intrigue", rules="none"))
    assert '"hand"' in told(Prompter("westeros-intrigue", shows="json"))
    cited = told(Prompter("westeros-intrigue", explains="rules"))
    assert "cannot go to c7" not in cited
    assert "court.support: " in cited
    silent = told(Prompter("westeros-intrigue", explains="illegal"))
    assert "That move is illegal. Answer again. End with" in silent
    with pytest.raises(ValueError, match="explains"):
        Prompter("westeros-intrigue", explains="loudly")  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="'chess'"):
        Prompter("chess")
    with pytest.raises(InvalidValue, match="tries must be from 1 to 100, not 0"):
        LanguagePlayer(stand_ins.Silent(), "btwixt", 0)


@pytest.mark.untraced
@pytest.mark.parametrize("key", sampled(OPPONENTS, QUICK))
@pytest.mark.parametrize(
    "model", [stand_ins.WellFormed, stand_ins.Prose, stand_ins.Wrong, stand_ins.Cut]
)
def test_counts_of_a_whole_game_add_up(key: str, model: type[stand_ins.WellFormed]) -> None:
    def play() -> LanguagePlayer:
        prompter = Prompter(key, lists_moves=True)
        player = LanguagePlayer(model(3), prompter, 3, "random")
        opponent = OPPONENTS[key]
        play_game([player, opponent, opponent], game=key, seed=3)
        return player

    player = play()
    counts = player.transcript.counts()
    ends = ("at_once", "after_refusal", "by_chance", "forfeits")
    assert counts["decisions"] == sum(counts[each] for each in ends) > 0
    assert counts["answers"] == len(player.transcript.rows())
    if model in {stand_ins.WellFormed, stand_ins.Prose}:
        assert counts["at_once"] == counts["decisions"]
        assert counts["refused"] == {}
        assert counts["tokens_in"] is None
    if model is stand_ins.Wrong:
        assert counts["after_refusal"] > 0
        assert sum(counts["refused"].values()) > 0
    if model is stand_ins.Cut:
        assert counts["after_refusal"] == counts["cut"] == counts["decisions"]
        assert counts["tokens_out"] == 7 * counts["decisions"]
    assert play().transcript.rows() == player.transcript.rows()


@pytest.mark.parametrize("key", OPPONENTS)
@pytest.mark.parametrize("model", [stand_ins.Silent, stand_ins.Refuser])
def test_a_model_without_a_move_forfeits_and_none_is_taken_from_its_prose(
    key: str, model: type[stand_ins.WellFormed]
) -> None:
    player = LanguagePlayer(model(), Prompter(key, lists_moves=True), tries=2)
    with pytest.raises(PlayerFailed, match="no legal move in 2 answers") as failed:
        play_game([player, *[OPPONENTS[key]] * 2], game=key, seed=1)
    assert isinstance(failed.value.__cause__, NoMove)
    assert player.transcript.counts()["forfeits"] == player.transcript.counts()["decisions"] == 1


def test_a_copy_shares_the_transcript_and_the_repr_has_every_setting() -> None:
    player = LanguagePlayer(stand_ins.Silent(), "btwixt", otherwise="random")
    other = copy.deepcopy(player)
    assert other.transcript is player.transcript
    assert repr(player) == (
        "LanguagePlayer(prompter=Prompter(game='btwixt', rules='primer', shows='words', "
        "lists_moves=False, explains='sentences'), tries=3, otherwise='random')"
    )


def test_the_story_has_what_happened_since_the_last_move() -> None:
    heard = list[str]()

    class Listening(stand_ins.WellFormed):
        def __call__(self, messages: list[dict[str, str]]) -> str:
            heard.append(messages[1]["content"])
            return str(super().__call__(messages))

    prompter = Prompter("westeros-intrigue", lists_moves=True)
    play_game([LanguagePlayer(Listening(), prompter), "greedy"], seed=1)
    assert "Since your last move:" not in heard[0]
    assert "Since your last move:\nYou place " in heard[1]
    assert "player 0" not in "".join(heard).replace("you are player 0", "")
