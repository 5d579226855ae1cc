"""House rules as plug-ins: bots, terminal, page, matches and environments follow them."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from helpers.nim_plugin import install
from helpers.terminals import command

from play.page.asking import asking, played, seats, serving
from play.terminal.test_link import host_plays, invited
from westeros_intrigue import (
    InvalidValue,
    Move,
    RandomSource,
    Slot,
    apply,
    distinct_moves,
    draw_text,
    legal_moves,
    observe,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.gamekit import GAMES, IllegalMove
from westeros_intrigue.gamekit.results import winners_in_words
from westeros_intrigue.lab.matches import EntrantFailed, play_match
from westeros_intrigue.lab.matches.many_games import NamedGames
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer, analyse, reading
from westeros_intrigue.lab.simulation import results_file, solve
from westeros_intrigue.lab.simulation.running import Run
from westeros_intrigue.play.referee.entries import why_it_fits
from westeros_intrigue.play.sessions import read_record
from westeros_intrigue.rules import rank
from westeros_intrigue.testing import check_game

KEYS = ("mixed-houses", "bridges", "last-counts", "sudden-death")


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [f"{key} = house_rules:{key.replace('-', '_')}\n" for key in KEYS]
    points.append("no-repeats = no_repeats:game\n")
    install(tmp_path, "house-rules", "[westeros_intrigue.games]\n" + "".join(points))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path / "games"))


@pytest.mark.long
@pytest.mark.parametrize("key", ["bridges", "last-counts", "sudden-death", "no-repeats"])
def test_each_keeps_what_every_game_promises(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if key == "bridges":  # which all bots are seen to follow
        monkeypatch.setattr("westeros_intrigue.testing.tables.check_players", lambda *_: {})
    # A player keeps the promises with few trials or with many, which would take most of the time.
    monkeypatch.setattr(reading, "ReadingPlayer", partial(reading.ReadingPlayer, 4))
    monkeypatch.setattr(reading, "_BY_HOUSE_RULES", LearnedPlayer(8))
    check_game(GAMES[key], games=1)


def test_a_rule_that_forbids_moves_is_followed_by_all_bots() -> None:
    game = GAMES["mixed-houses"]
    final = play_game(["greedy", "random", "learned", "search:20"], game=game, seed=2)
    states = list(game.Record.from_state(final).replay())
    repeats = 0
    for state, following in pairwise(states):
        if len(following.placements) <= max(1, len(state.placements)):
            continue
        before, move = state.placements[-1].move, following.placements[-1].move
        if move.card.house is before.card.house:
            repeats += 1
            others = {each.card.house for each in legal_moves(state)}
            assert others == {before.card.house}, "nothing else fitted"
    assert len(states) > 40 > repeats


@pytest.mark.untraced
def test_a_rule_that_opens_slots_is_followed_by_all_bots() -> None:
    game, opened = GAMES["bridges"], 0
    bots = ["greedy", "random", "learned", "search:20", "learned:9", "provident"]
    final = play_game(bots, game=game, seed=2)
    states = [*game.Record.from_state(final).replay()]
    for state, following in pairwise(states):
        if state.active_player is not None:
            move = following.placements[-1].move
            houses = {state.court[below].house for below in move.slot.supports}
            if len(houses) == 1 and move.card.house not in houses:
                opened += 1
                why = why_it_fits(state.court, move.card.house, move.slot)
                assert why == "the house rule bridges opens it"
    assert opened
    state = states[-9]
    view = observe(state, state.active_player)
    chosen = (kind(9)(view, random.Random(1)) for kind in (LearnedPlayer, MonteCarloPlayer))
    assert len({*chosen}) == 1, "all moves are tried, not the first ones"
    judged = analyse(state, playouts=90).moves
    assert {each.move for each in judged} == {*distinct_moves(state)}
    with pytest.raises(InvalidValue, match=r"only its own game knows .* the house rule bridges"):
        solve(game.setup(2, seed=1))


def test_a_network_values_the_moves_that_are_left() -> None:
    learned = LearnedPlayer()
    state = setup(2, seed=1)
    for _ in range(9):
        state = apply(state, legal_moves(state)[-1])
    view = observe(state, state.active_player)
    by_worth = dict(zip(distinct_moves(view), learned._worths(view), strict=True))
    limited = view.limited_to(distinct_moves(view)[1::2])
    left = distinct_moves(limited)
    assert learned._worths(limited) == [by_worth[move] for move in left]


def test_a_forbidden_move_is_refused_with_the_rule_of_the_house() -> None:
    game = GAMES["mixed-houses"]
    state = game.apply(start := game.setup(2, seed=1), game.legal_moves(start)[0])
    forbidden = next(move for move in legal_moves(state) if move not in game.legal_moves(state))
    with pytest.raises(IllegalMove, match="house must differ from the previous card's"):
        game.apply(state, forbidden)
    assert game.explain(observe(state, state.active_player), forbidden)
    state = game.apply(state, game.legal_moves(state)[0])
    view = game.observe(state, state.active_player)
    closed = {*legal_moves(state)} - {*legal_moves(view)}
    assert {move.slot.row for move in closed} == {0, 1}
    for move in closed:
        assert "must differ" in str(game.explain(view, move)[0]), "and not one of the court"
        assert str(move.slot) not in draw_text(view, open_for=move.card)


def test_other_points_change_who_wins_wherever_the_end_is_shown(tmp_path: Path) -> None:
    game, base = GAMES["last-counts"], GAMES["westeros-intrigue"]
    changed = 0
    for seed in (0, 7, 11):
        start = game.new_game(4, {} if seed else {"bonus": 5}, seed=seed)
        final = play_game(["random"] * 4, game=game, state=start, rng=random.Random(seed))
        ends = [result.last_placer for result in final.results]
        printed = rank(final.penalty_points, final.score_piles)
        bonus = 3 if seed else 5
        wanted = [total - bonus * ends.count(at) for at, total in enumerate(printed.totals)]
        result = game.final_winner(final)
        assert result == base.final_winner(final)
        assert [*result.totals] == wanted
        assert min(wanted) == wanted[result.winners[0]]
        assert f"total {wanted[0]}" in game.draw_text(final)
        if result.winners == printed.winners:
            continue
        changed += 1
        *_, over, _ = game.Record.from_state(final).replay()
        names = ("Ada", "Ben", "Cem", "Dot")
        tags = {f"Player-{seat}": name for seat, name in enumerate(names)}
        file = tmp_path / f"{seed}.txt"
        file.write_text(str(game.Record.from_state(over, tags=tags)))
        shown = command("play", "--resume", str(file), typed=[""]).plain
        assert f"Won by {winners_in_words(result, names)}" in shown
    assert changed
    terms = NamedGames("last-counts", ("greedy", "greedy"), 1, (("bonus", 9),))
    counted = command(
        *("simulate", "--game", terms.game, "--bonus", "9", "--players", "2", "--games", "30"),
        *("--policy", "greedy", "--json"),
    )
    wins = [row["wins"] for row in terms.count_games(range(30)).to_rows()]
    assert [seat["wins"] for seat in json.loads(counted.out)["seats"]] == wins


def test_the_card_games_programs_in_bulk_refuse_them_by_name() -> None:
    from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv  # noqa: PLC0415 - it needs Gymnasium
    from westeros_intrigue.lab.environments.vector import Tables  # noqa: PLC0415 - as above
    from westeros_intrigue.lab.simulation import Simulation  # noqa: PLC0415 - as above

    game = GAMES["last-counts"]
    for play in (
        lambda variant: Simulation(2, "greedy", 1, variant).games(range(1)),
        lambda variant: Tables(1, seed=1, variant=variant),
        lambda variant: OneSeatEnv(variant=variant),
    ):
        with pytest.raises(InvalidValue, match="of the house rule last-counts bonus=5: play"):
            play(game.new_game(2, {"bonus": 5}).variant)


def test_terminal_and_matches_play_them(tmp_path: Path) -> None:
    begun = command(
        "play", "--game", "sudden-death", "--sudden", "--seed", "1", typed=["S1 a0", "quit"]
    )
    assert "Round 1 of 1" in begun.plain, begun.err
    [file] = (tmp_path / "games").glob("sudden-death-*.txt")
    assert file.read_text("utf-8").startswith("Sudden Death record 1\n")
    assert command("export", str(file), "--out", f"{file}.json").code == 0
    for each in (str(file), f"{file}.json"):
        assert "4 moves, under way: valid" in command("check", each).plain
    as_text, as_json = (
        read_record(file.with_name(f"{file.name}{end}").read_text()) for end in ("", ".json")
    )
    assert as_text == as_json, "the title of the house rule is in both"
    spaced = file.read_text("utf-8").replace("Sudden Death record", " sudden  death RECORD")
    assert as_text[1] == as_text[0].Record.parse(spaced)
    assert "You place S1 in a0" in command("replay", str(file)).plain
    assert command("draw", str(file), "--out", f"{file}.svg").code == 0
    at = ("play", "--game", "mixed-houses", "--players", "2", "--seed", "1")
    shown = command(*at, typed=["T2 a0", "why S5 b-1", "S", "quit"]).plain
    assert re.search(r"Stark +S5 S8 +6  nowhere now\n", shown)
    assert "A house rule keeps S5 from b-1 now.\n" in shown
    assert "No slot takes a Stark card now.\n" in shown
    assert "Mixed Houses: The house must differ from the previous card's." in shown
    assert re.search("placement 3: your turn ─+\nMixed Houses: The house must differ", shown)
    assert "1. " in command("demo", "--game", "mixed-houses", "--players", "3").plain
    rule = command("rules", "--game", "mixed-houses", "house.mixed").plain
    assert "must differ" in rule
    seen = set()

    def watcher(view: Any, rng: RandomSource) -> Any:
        seen.add(view.variant.house_rule)
        return random_player(view, rng)

    result = play_match({"a": watcher}, game="bridges", players=2, deals=2, seed=1)
    assert seen == {"bridges"}
    assert repr(result) == "<MatchResult: 2 deals, 2 games of 2 players, seed 1, Bridges: a>"

    def repeater(view: Any, rng: RandomSource) -> Any:
        last = view.placements[-1].move.card.house if view.placements else None
        same = [card for card in view.hand if card.house is last]
        right = max((slot.column for slot in view.court if slot.row == 0), default=0) + 1
        return Move(same[0], Slot(0, right)) if same else random_player(view, rng)

    with pytest.raises(EntrantFailed, match="The house must differ from the previous card's"):
        play_match({"a": repeater}, game="mixed-houses", players=2, deals=1, seed=1)


def test_a_file_is_continued_only_by_the_same_house_rule(tmp_path: Path) -> None:
    (tmp_path / "low.py").write_text(
        "from westeros_intrigue import house_rule\n"
        "def allows(position, move): return move.slot.row < 3\n"
        "game = house_rule(__name__)\n"
    )
    install(tmp_path, "low", "[westeros_intrigue.games]\nlow = low:game\n")
    out = tmp_path / "played.jsonl"
    how: Any = {"chunk": 1, "out": out, "resume": True}
    for play in (
        partial(play_match, {"a": "random"}, game="low", deals=2, seed=1, **how),
        partial(NamedGames("low", ("random",) * 2, 1).count_games, range(2), Run(**how)),
    ):
        whole = play()
        lines = out.read_text().splitlines(keepends=True)
        out.write_text("".join(lines[:2]))
        assert play() == whole
        out.write_text("".join(lines[:2]))
        results_file._digest_of.cache_clear()
        with (tmp_path / "low.py").open("a") as file:
            file.write("# changed\n")
        with pytest.raises(InvalidValue, match="was played with other code: /game: expected"):
            play()
        out.unlink()


def test_a_round_is_not_played_again_before_the_end_since_records_have_all_rounds(
    tmp_path: Path,
) -> None:
    ask = asking(tmp_path)
    who = seats("person", "greedy")
    begun = ask("start", name="bridges", seats=who, options=[], seed=1)
    over = next(each for each in played(ask, begun) if each["waits_for"] == "round")
    assert ask("branch", game=over["game"], moment=3)["code"] == "not-now"


def test_the_page_plays_them_and_says_why_a_move_is_refused(tmp_path: Path) -> None:
    ask = asking(tmp_path)
    assert "Mixed Houses" in [table["title"] for table in ask("tables")["tables"]]
    who = seats("person", "greedy")
    here = ask("start", name="mixed-houses", seats=who, options=[], seed=1)
    assert here["told"][0] == "Mixed Houses: The house must differ from the previous card's."
    assert "must differ" in " ".join(ask("rules", name=here["key"])["rules"])
    at: dict[str, Any] = {"game": here["game"], "seat": 0}
    here = ask("play", **at, moment=0, move=here["moves"][0])
    here = ask("step", **at, moment=1)
    last = here["view"]["table"]["placements"][-1]["move"]
    assert all(move[0] != last[0] for move in here["moves"]), "the page offers what is allowed"
    card = next(card for card in here["view"]["hand"] if card[0] == last[0])
    refused = [ask("play", **at, moment=2, move=f"{card}@{slot}") for slot in ("a1", "a-1")]
    told = [reason["text"] for each in refused for reason in each["reasons"]]
    assert any("The house must differ" in each for each in told)
    *_, over = played(ask, here)
    assert [row["place"] for row in over["standings"]] == [1, 2]


def test_a_terminal_at_a_link_follows_them(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        game, link = invited(server, "mixed-houses")
        with host_plays(server, game):
            typed = ["rule house.mixed", "hint", "quit"]
            shown = command("play", "--link", link, typed=typed).plain
    assert "The house must differ" in shown
    assert "Best move: " in shown
    assert re.search("Stark .* nowhere now", shown)


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["bridges", "mixed-houses"])
def test_the_page_hints_at_a_move_that_the_house_rule_allows(tmp_path: Path, game: str) -> None:
    ask = asking(tmp_path)
    here = ask("start", name=game, seats=seats("person", "maester"), options=[], seed=1)
    assert ask("hint", game=here["game"], seat=0, moment=0)["move"] in here["moves"]
