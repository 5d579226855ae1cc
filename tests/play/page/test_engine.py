"""The engine behind the page: what it answers is what `observe` gives, and nothing besides."""

from __future__ import annotations

import datetime as dt
import json
import random
import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings, strategies as st

from play.page.asking import Ask, asking, begun, kept, played, seats, validator
from westeros_intrigue import (
    DECK,
    Record,
    View,
    distinct_moves,
    legal_moves,
    observe,
    parse_card,
    play_game,
    random_player,
    setup,
    to_json,
)
from westeros_intrigue.documents import from_data
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.lab.players.outlooks import ADVISED, BOTH, NEITHER, Known
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.play.page import reviews
from westeros_intrigue.play.page.engine import Engine, _change
from westeros_intrigue.play.page.messages import Fault
from westeros_intrigue.play.page.positions import _name_winners
from westeros_intrigue.play.puzzles import load_puzzles
from westeros_intrigue.play.sessions import FileChanged, Folder, GameFile
from westeros_intrigue.rules.points import rank

CARD = re.compile(r"\b[SLBT][1-9]\b")
SOLO = ("person", *("automated",) * 3)
TABLES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "one person, four seats": (("person", "greedy", "random", "greedy"), {}),
    "two at one screen": (("person",) * 2, {"option": "anyone-can-die+rivalry", "rounds": 2}),
    "solo": (SOLO, {"option": "house-affiliation", "solo": True}),
}


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asking(tmp_path)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, marks=[pytest.mark.long] if number else [])
        for number, table in enumerate(TABLES)
    ],
)
def test_a_whole_game_comes_through_as_it_is_observed(table: str, ask: Ask, tmp_path: Path) -> None:
    who, settings = TABLES[table]
    people = [seat for seat, each in enumerate(who) if each == "person"]
    for answer in played(ask, begun(ask, who, **{"rounds": 1, **settings})):
        state = kept(tmp_path, answer["game"]).state
        view = observe(state, answer["view"]["player"])
        assert from_data(View, answer["view"]) == view
        assert answer["moves"] == [str(move) for move in legal_moves(view)]
        assert view.player is None or len(people) == 1 or view.player == state.active_player
        seen = set(CARD.findall(to_json(view)))
        assert set(CARD.findall(json.dumps(answer))) <= seen
    assert state.is_over


@pytest.mark.parametrize(("is_compiled", "offered"), [(True, "maester"), (False, "learned")])
def test_the_strongest_level_is_one_that_is_fast_here(
    is_compiled: bool, offered: str, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "has_extension", lambda: is_compiled)
    names = {level["name"] for level in ask("choices")["table"]["levels"]}
    assert {"squire", "knight", "learned", offered} <= names
    assert ("maester" in names) is is_compiled


def test_a_refused_placement_changes_nothing_and_says_why_but_not_who_holds_the_card(
    ask: Ask,
) -> None:
    game = begun(ask)["game"]
    position = ask("look", game=game, seat=0)
    card = position["view"]["hand"][0]
    refused = ask("play", move=f"{card}@b0", game=game, seat=0, moment=0)
    assert refused["kind"] == "refused"
    assert [reason["rule"] for reason in refused["reasons"]] == ["court.support"]
    for each in DECK:
        refused = ask("play", move=f"{each}@a0", game=game, seat=1, moment=0)
        assert [reason["rule"] for reason in refused["reasons"]] == ["turn.clockwise"]
    assert ask("look", game=game, seat=0) == position


def test_a_refusal_names_what_would_work_without_the_coordinates_that_the_court_lacks(
    ask: Ask,
) -> None:
    game = begun(ask, ("person", "person"))["game"]
    first = ask("look", game=game, seat=0)
    first_card = first["moves"][0].partition("@")[0]
    second = ask("play", move=f"{first_card}@a0", game=game, seat=0, moment=0)
    at = {"game": game, "seat": 1, "moment": second["moment"]}
    for card in ask("look", game=game, seat=1)["view"]["hand"]:
        (reason,) = ask("play", move=f"{card}@a0", **at)["reasons"]
        assert reason["text"].endswith(" already occupies the slot. Choose a green place.")


def test_what_would_work_stands_once_in_a_refusal_for_several_reasons(ask: Ask) -> None:
    game = begun(ask)["game"]
    hand = ask("look", game=game, seat=0)["view"]["hand"]
    missing = next(str(card) for card in DECK if str(card) not in hand)
    reasons = ask("play", move=f"{missing}@c9", game=game, seat=0, moment=0)["reasons"]
    assert [reason["rule"] for reason in reasons] == ["turn.own-hand", "court.support"]
    advice = [" would fit " in reason["text"] for reason in reasons]
    assert advice == [False, True]


def test_undo_goes_back_to_the_last_placement_of_a_person(ask: Ask) -> None:
    first = begun(ask, ("person", "random", "random"))
    *_, second = until_person_moves(ask, placed_first(ask, first))
    third = placed_first(ask, second)
    at = {"game": first["game"], "seat": 0}
    assert ask("step", moment=first["moment"], **at)["code"] == "moved-on"
    assert ask("undo", moment=third["moment"], **at) == second
    assert ask("undo", moment=second["moment"], **at) == first
    assert not first["can_undo"]
    again = ask("undo", moment=0, **at)
    assert (again["kind"], again["code"]) == ("fault", "cannot-be")
    # Players repeat themselves after an undo.
    assert list(until_person_moves(ask, placed_first(ask, first)))[-1] == second


def placed_first(ask: Ask, position: Any) -> Any:
    at = {"game": position["game"], "moment": position["moment"]}
    return ask("play", seat=0, move=position["moves"][0], **at)


def until_person_moves(ask: Ask, position: Any) -> Any:
    while position["waits_for"] == "step":
        position = ask("step", game=position["game"], seat=0, moment=position["moment"])
        yield position


def test_a_round_ends_with_its_points_and_the_game_with_its_places(ask: Ask) -> None:
    positions = played(ask, begun(ask, rounds=2))
    *rounds, last = [position for position in positions if position["standings"]]
    assert len(rounds) == 2
    sums = [0, 0]
    for position in rounds:
        assert position["story"][0].endswith("draws an Iron Throne card for the last placement.")
        assert position["story"][2].endswith(": the fewest win.")
        table = position["view"]["table"]
        for standing, left in zip(position["standings"], table["hand_sizes"], strict=True):
            seat = standing["seat"]
            sums[seat] += left
            assert (standing["cards_left"], standing["points"]) == (left, left)
            assert (standing["total"], standing["place"]) == (sums[seat], None)
    assert last["story"][0].endswith((" points.", " point.", " the win."))
    totals = [standing["total"] for standing in last["standings"]]
    assert totals == sorted(totals)
    for standing in last["standings"]:
        off = sum(card["value"] for card in standing["throne_cards"])
        assert standing["total"] == sums[standing["seat"]] - off


@pytest.mark.parametrize(
    ("who", "table", "starts"),
    [
        (("person", "random"), {"option": "rivalry", "rounds": 1, "first_player": 1}, "Random"),
        (SOLO, {"solo": True, "rounds": 1}, "You"),
    ],
)
def test_another_game_is_at_the_same_table_wherever_it_began(
    ask: Ask, who: tuple[str, ...], table: dict[str, Any], starts: str
) -> None:
    *_, last = played(ask, begun(ask, who, **table))
    loaded = ask("load", record=ask("copy", game=last["game"])["record"])
    for game in (last["game"], loaded["game"]):
        again = ask("again", game=game)
        assert again["seats"] == last["seats"]
        assert again["view"]["table"]["variant"] == last["view"]["table"]["variant"]
        assert again["told"][0].startswith(starts)
    assert ask("again", game=again["game"])["code"] == "not-now"


def test_the_points_of_the_options_are_named_at_the_end_of_a_round(ask: Ask) -> None:
    positions = played(ask, begun(ask, ("random",) * 4, option="rivalry"))
    notes = [each for at in positions for standing in at["standings"] for each in standing["notes"]]
    assert set(notes) == {"+1 by Rivalry"}


def test_one_person_is_told_their_own_iron_throne_card_alone(ask: Ask) -> None:
    told = {
        position["story"][0]: [len(each["throne_cards"]) for each in position["standings"]]
        for seed in range(2)
        for position in played(ask, begun(ask, ("random", "person"), rounds=1, seed=seed))
        if position["waits_for"] == "round"
    }
    assert told == {
        "Random draws an Iron Throne card for the last placement.": [0, 0],
        "You draw an Iron Throne card for the last placement.": [0, 1],
    }


def test_a_game_that_is_over_is_reviewed_recorded_and_goes_on_from_any_moment(ask: Ask) -> None:
    *_, last = played(ask, begun(ask, ("person", "greedy"), rounds=1))
    game = last["game"]
    reviewed = ask("review", game=game, number=0)
    assert reviewed["count"] == last["moment"] - 1
    assert reviewed["text"].startswith("Round 1: You placed ")
    assert "other placement" in reviewed["judgement"] or "better" in reviewed["judgement"]
    assert reviewed["against"] == "against a player like greedy"
    assert ask("review", game=game, number=reviewed["count"])["code"] == "cannot-be"
    record = ask("copy", game=game)["record"]
    assert ask("load", record=record)["view"] == last["view"]
    reviewed = ask("review", game=game, number=6)
    branch = ask("branch", game=game, moment=reviewed["moment"])
    assert branch["game"] != game
    placed = [each["move"] for each in last["view"]["table"]["placements"]]
    assert [each["move"] for each in branch["view"]["table"]["placements"]] == placed[:6]
    assert reviewed["placers"][:2] == [0, 1]
    hint = ask("hint", game=branch["game"], seat=0, moment=branch["moment"])
    assert hint["move"] in branch["moves"]
    assert ask("branch", game=branch["game"], moment=0)["code"] == "not-now"


def test_the_end_of_a_game_says_how_a_tie_was_decided(ask: Ask) -> None:
    record = Record.from_state(play_game([random_player] * 2, rng=random.Random(27)))
    told = json.dumps(ask("load", record=str(record)))
    assert "The Iron Throne card with the fewest icons breaks the tie." in told
    assert _name_winners(rank((3, 3), ((), ())), ("Ada", "Ben")) == "Ada and Ben share the win."


def test_a_move_is_refused_where_another_program_has_written_meanwhile(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begun(ask, ("person", "greedy"))

    def write(*_: object) -> None:
        raise FileChanged("by another")

    monkeypatch.setattr(GameFile, "write", write)
    move = here["moves"][0]
    assert ask("play", game=here["game"], seat=0, moment=0, move=move)["code"] == "moved-on"


@pytest.mark.long
def test_every_placement_of_a_player_is_judged_and_none_of_an_automated_house(ask: Ask) -> None:
    *_, last = played(ask, begun(ask, SOLO, solo=True, rounds=1))
    kinds = set()
    for number in range(last["moment"] - 1)[::4]:
        reviewed = ask("review", game=last["game"], number=number)
        is_person = "You placed" in reviewed["text"]
        assert bool(reviewed["judgement"]) is is_person
        kinds.update(re.findall("only legal|No other|was better", reviewed["judgement"]))
    assert len(kinds) == 3


@pytest.mark.parametrize(("lost", "is_mistake"), [(0.004, False), (0.019, False), (0.021, True)])
@pytest.mark.parametrize("known", [BOTH, ADVISED, NEITHER])
def test_a_loss_that_hardly_shows_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, lost: float, is_mistake: bool, known: Known
) -> None:
    view = observe(setup(2, seed=1), 0)
    found = analyse(view, playouts=1)
    best, other = (
        attrs.evolve(each, win=win, loss_error=0.0, has_chance=has_chance)
        for each, win, has_chance in zip(found.moves[:2], (0.75, 0.75 - lost), known, strict=True)
    )
    two = attrs.evolve(found, moves=(best, other), worlds=100)
    monkeypatch.setattr(reviews, "analyse", lambda *_, **__: two)
    judged = reviews._judge(view, other.move, ("person", "greedy"), "Ben")
    assert (judged.better is not None) == is_mistake
    win = {BOTH: round(100 * other.win), ADVISED: 75, NEITHER: None}[known]
    loss = round(100 * lost) if is_mistake else 0
    assert (judged.win, judged.loss) == (win, loss if known == BOTH else None)
    assert (judged.rank, judged.choices) == (2, 2)
    assert judged.text.count("%") == is_mistake * sum(known)
    wins = {BOTH: "75 % of such rounds, this", ADVISED: "75 % of such rounds, more than this"}
    better = f"was better: it wins {wins.get(known, 'more rounds')}"
    assert (better in judged.text) is is_mistake


def test_a_review_says_what_the_other_probably_held_and_assumes_who_sat_there(ask: Ask) -> None:
    *_, last = played(ask, begun(ask, ("person", "maester"), rounds=1))
    told = [ask("review", game=last["game"], number=number) for number in range(last["moment"] - 1)]
    of_you = [each for each in told if "You placed" in each["text"]]
    assert {each["against"] for each in of_you} <= {"against a player like maester"}
    others = [each for each in told if each not in of_you]
    assert {each["against"] for each in others} == {"against an unknown player"}
    held = [each for each in told if " probably held " in each["judgement"]]
    assert all(each["better"] for each in held)


@pytest.mark.parametrize("people", [1, 2])
def test_the_own_placements_of_a_round_that_is_over_are_judged_and_it_is_played_again(
    ask: Ask, people: int
) -> None:
    who = ["person"] * people + ["greedy"] * (3 - people)
    course = played(ask, begun(ask, who, seed=4))
    over = next(each for each in course if each["waits_for"] == "round")
    game, placed = over["game"], over["view"]["table"]["placements"]
    for number, player in ((3, 0), (4, 1)):
        reviewed = ask("review", game=game, number=number)
        assert reviewed["placers"][number] == player
        # Two people at one screen do not learn what the other held.
        assert bool(reviewed["judgement"]) is (people == 1 and player == 0)
    branch = ask("branch", game=game, moment=3)
    if people > 1:
        assert branch["code"] == "not-now"
        return
    assert branch["view"]["table"]["placements"] == placed[:3]
    *_, last = played(ask, branch)
    assert last["waits_for"] == "nobody"
    assert len(last["view"]["table"]["results"]) == 1
    for each in course:
        if each["moment"] > over["moment"] + 1 and each["waits_for"] == "person":
            assert ask("review", game=game, number=len(placed))["code"] == "cannot-be"
            assert ask("branch", game=game, moment=each["moment"] - 1)["code"] == "not-now"
            break


def test_a_round_that_is_played_again_shows_nothing_that_the_game_still_hides(
    ask: Ask, tmp_path: Path
) -> None:
    course = played(ask, begun(ask, ("person", "greedy", "greedy"), seed=4))
    second = next(each for each in course if each["view"]["table"]["round_number"] == 2)
    game = next(each for each in course if each["waits_for"] == "round")["game"]
    moment = second["moment"] + 3
    before = kept(tmp_path, game).deal
    # A draw can leave the few cards that the first round hides as they were: not each of them does.
    branches = [ask("branch", game=game, moment=moment)["game"] for _ in range(20)]
    deals = [kept(tmp_path, branch).deal for branch in branches]
    *_, last = played(ask, ask("branch", game=game, moment=moment))
    after = kept(tmp_path, last["game"]).deal
    state = kept(tmp_path, game).state
    for number, result in enumerate(state.results[:2]):
        own, *others = before.rounds[number].hands
        for deal in (*deals, after):
            assert sorted(deal.rounds[number].hands[0]) == sorted(own)
            if result.last_placer == 0:
                assert before.throne_cards[number] == deal.throne_cards[number]
        drawn = [[*map(sorted, deal.rounds[number].hands[1:])] for deal in deals]
        assert any(hands != [*map(sorted, others)] for hands in drawn)
    assert len(after.rounds) == len(after.throne_cards) == 2


@pytest.mark.parametrize(("third", "option"), [("greedy", "anyone-can-die"), ("automated", "")])
def test_where_cards_of_later_rounds_would_show_no_round_is_played_again(
    ask: Ask, third: str, option: str
) -> None:
    course = played(ask, begun(ask, ("person", "greedy", third), option=option, seed=4))
    over = next(each for each in course if each["waits_for"] == "round")
    assert ask("branch", game=over["game"], moment=3)["code"] == "not-now"


def test_another_engine_goes_on_with_the_games_of_the_folder(ask: Ask, tmp_path: Path) -> None:
    position = placed_first(ask, begun(ask, ("person", "greedy", "greedy")))
    look = {"game": position["game"], "seat": 0}
    other = asking(tmp_path)
    assert other("look", **look) == ask("look", **look)
    first = other("undo", moment=1, **look)
    assert ask("look", **look)["moment"] == first["moment"] == 0
    move = {"moment": 0, "move": first["moves"][0]}
    assert other("play", **look, **move)["moment"] == 1
    assert ask("play", **look, **move)["code"] == "moved-on"


def test_the_games_are_listed_those_to_go_on_with_first_and_can_be_deleted(ask: Ask) -> None:
    games = [begun(ask, ("person", "greedy"))["game"], begun(ask, ("person", "random"))["game"]]
    *_, over = played(ask, begun(ask, ("random", "random"), rounds=1))
    listed = [(each["name"], *each["title"].rsplit(", ", 2)) for each in ask("choices")["games"]]
    assert [each[:2] for each in listed] == [
        (games[1], "Westeros Intrigue: You, Random: round 1, your turn"),
        (games[0], "Westeros Intrigue: You, Greedy: round 1, your turn"),
        (over["game"], "Westeros Intrigue: Random 0, Random 1: Random 0 won"),
    ]
    left = ask("delete", game=games[0])["games"]
    assert [each["name"] for each in left] == [games[1], over["game"]]
    assert ask("look", game=games[0], seat=0)["code"] == "no-such-game"
    *_, over = played(ask, begun(ask, ("person", "random", "random"), rounds=1, seed=3))
    assert "won, your place: 2 of 3" in ask("choices")["games"][1]["title"]
    for *_, day, time in listed:
        dt.datetime.strptime(f"{day} {time}", "%d %B %Y %H:%M").astimezone()


@pytest.mark.parametrize("content", [b"Hello", b"\xff\xfe"])
def test_a_file_that_somebody_has_changed_hides_no_other_game(
    content: bytes, ask: Ask, tmp_path: Path
) -> None:
    game = begun(ask, ("person", "greedy"))["game"]
    changed = "0" * 16
    (tmp_path / f"{changed}.txt").write_bytes(content)
    (tmp_path / "Notes of an evening.txt").write_text(str(kept(tmp_path, game)))
    assert [choice["name"] for choice in ask("choices")["games"]] == [game]
    assert ask("look", game=changed, seat=None)["code"] == "no-such-game"


def test_a_game_goes_on_that_leaves_the_memory_meanwhile(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed_late(*arguments: Any) -> object:
        begun(ask, ("person", "greedy"))
        return _change(*arguments)

    monkeypatch.setattr("westeros_intrigue.play.sessions.folder._MOST_IN_MEMORY", 1)
    monkeypatch.setattr("westeros_intrigue.play.page.engine._change", changed_late)
    first = begun(ask, ("person", "greedy"))
    at = {"game": first["game"], "seat": 0, "moment": first["moment"]}
    assert ask("play", move=first["moves"][0], **at)["moment"] == first["moment"] + 1


def test_a_puzzle_is_shown_with_both_hands(ask: Ask) -> None:
    puzzle = load_puzzles()[-1]
    state = puzzle.state
    answer = ask("puzzle", number=puzzle.number)
    view = from_data(View, answer["view"])
    assert view == observe(state, state.active_player)
    assert [view.hand, tuple(map(parse_card, answer["other_hand"]))] in [
        list(state.hands),
        list(state.hands[::-1]),
    ]
    assert answer["moves"] == [str(move) for move in legal_moves(state)]
    takes = dict(zip("SLBT", answer["takes"], strict=True))
    assert str(puzzle.solution.slot) in takes[str(puzzle.solution.card)[0]]
    assert answer["following"] is None
    assert ask("puzzle", number=1)["following"] == 2


def test_one_placement_solves_a_puzzle_and_the_line_says_why(ask: Ask) -> None:
    puzzle = load_puzzles()[100]
    wrong = next(move for move in distinct_moves(puzzle.state) if not puzzle.is_solved_by(move))
    for move in (puzzle.solution, wrong):
        attempted = ask("attempt", number=puzzle.number, move=str(move))
        assert attempted["wins"] is (move == puzzle.solution)
        assert attempted["told"][0] == f"You place {move.card} in {move.slot}."
        assert attempted["placements"][0] == {"player": puzzle.view.player, "move": str(move)}
        last = [each for each in attempted["told"] if re.search(" places? ", each)][-1]
        assert last.startswith("You ") is attempted["wins"]


def test_three_placements_are_practised(ask: Ask) -> None:
    moves: list[str] = []
    for _ in range(3):
        moves.append(ask("practise", moves=moves)["moves"][-1])
    assert ask("practise", moves=moves)["moves"] == []


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "another moment": ("step", {"seat": 0, "moment": 9}, "moved-on"),
    "a hint for another": ("hint", {"seat": 1, "moment": 0}, "not-now"),
    "the seat of no person": ("play", {"seat": 1, "moment": 0, "move": "S1@a0"}, "not-yours"),
    "a person in an automated seat": (
        "start",
        {"solo": True, "seats": seats(*SOLO[::-1])},
        "cannot-be",
    ),
    "nobody who starts": ("start", {"first_player": 4}, "cannot-be"),
    "the record of a game in play": ("copy", {}, "not-now"),
    "the review of a game in play": ("review", {"number": 0}, "not-now"),
    "a practised placement that has no support": ("practise", {"moves": ["S1@c0"]}, "cannot-be"),
    "no such puzzle": ("puzzle", {"number": 201}, "cannot-be"),
    "no record": ("load", {"record": "Hello"}, "cannot-be"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_done_is_a_fault_that_says_so(what: str, ask: Ask) -> None:
    do, members, code = REFUSED[what]
    if do not in {"start", "load", "puzzle", "practise"}:
        members = {"game": begun(ask, ("person", "greedy"))["game"], **members}
    answer = begun(ask, SOLO, **members) if do == "start" else ask(do, **members)
    assert answer["kind"] == "fault"
    assert answer["code"] == code
    assert answer["text"]


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    answer = begun(asking(file / "games"), ("person", "greedy"))
    assert (answer["kind"], answer["code"]) == ("fault", "not-kept")


@settings(max_examples=30)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda parts: (
            st.lists(parts)
            | st.dictionaries(st.sampled_from(["do", "game", "seats"]) | st.text(), parts)
        ),
    )
)
def test_any_other_message_is_a_fault(data: object) -> None:
    answer = Engine(Folder(Path("nowhere"))).answer(json.dumps(data))
    assert isinstance(answer, Fault)
    assert answer.code == "bad-message"
    assert not validator("request").is_valid(data)
