"""`play`: whole games in a fake terminal, what each prompt does, and who sees what."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from helpers.cases import sampled
from helpers.terminals import CARD, Answer, Emulator, Follower, Result, command

import westeros_intrigue
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    House,
    Phase,
    Record,
    apply,
    final_winner,
    legal_moves,
    observe,
    score_round,
    setup,
)
from westeros_intrigue.gamekit import game
from westeros_intrigue.gamekit.records import clean_name
from westeros_intrigue.notation.table_options import automated_seats
from westeros_intrigue.play.sessions import Seat, Session, names_of
from westeros_intrigue.play.terminal.display import display_name
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.rules.moves import RULES_VERSION


@pytest.fixture(autouse=True)
def _hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Hints are followed through whole games, at once even where nothing is compiled.
    monkeypatch.setattr("westeros_intrigue.lab.players.analysis.HINT_PLAYOUTS", 20)


def play(
    *arguments: str,
    typed: Sequence[Answer] | Callable[[str], Answer] = (),
    is_terminal: bool = False,
    encoding: str = "utf-8",
    width: int = 80,
) -> Result:
    seeded = () if "--seed" in arguments or "--resume" in arguments else ("--seed", "5")
    return command(
        "play", *arguments, *seeded, typed=typed, is_terminal=is_terminal, encoding=encoding,
        environment={"COLUMNS": str(width)},
    )  # fmt: skip


def the_record() -> Record:
    [path] = Path().glob("westeros-intrigue-*.txt")
    return Record.parse(path.read_text(encoding="utf-8"))


GAMES = [
    ("--players", "2", "--opponents", "random", "--option", "anyone-can-die"),
    ("--solo", "--rounds", "1", "--option", "rivalry", "--option", "house-affiliation"),
    ("--name", "Ada of Somewhere", "--name", "Zoë of the Vale", "--rounds", "1"),
    ("--people", "2", "--automated", "0", "--players", "5", "--rounds", "1"),
]


@pytest.mark.parametrize(
    ("arguments", "width"),
    sampled([*((game, 80) for game in GAMES[1:]), (GAMES[0], 60)], [(GAMES[1], 80)]),
)
def test_a_game_is_played_to_its_end_and_leaves_its_record_and_the_ranking(
    arguments: tuple[str, ...], width: int
) -> None:
    def wordy(prompt: str) -> Sequence[Answer]:
        is_first = "card and slot" in prompt and not asked
        asked.append(prompt)
        return ["?", "S", "why S b0", "look", "log", "rule option.anyone-deal"] if is_first else ()

    asked: list[str] = []
    finished = play(*arguments, typed=Follower(before=wordy), width=width)
    assert (finished.code, finished.err) == (0, "")
    lines = finished.plain.splitlines()
    assert max(map(len, lines)) <= width + 20 * (width == 60)  # only commands to type are longer
    record = the_record()
    assert record.state.phase is Phase.GAME_OVER
    final = final_winner(record.state)
    names = dict(record.tags)
    is_alone = [name for key, name in names.items() if "Seat" in key].count("person") == 1
    unnamed = "You" if is_alone else "Player {}"
    end = finished.plain[finished.plain.rindex("points/icons)") :]
    places = re.findall(r"(?m)^ +(\d)\. +(\d) (.*?) {2,}(?:[\d+]+ = )?\d+ +(-?\d+)", end)
    ranked = [seat for group in final.ranking for seat in group]
    assert [(int(seat), name, int(total)) for _, seat, name, total in places] == [
        (seat, names.get(f"Player-{seat}", unnamed.format(seat)), final.totals[seat])
        for seat in ranked
    ]
    if unnamed == "You":
        own = next(place for place, _, name, _ in places if name == "You")
        assert f"Your place: {own} of {len(ranked)}." in " ".join(end.split())
    assert re.search(r"The record of the game:\s+westeros-intrigue-[\d-]+\.txt\n", finished.plain)


def test_no_line_breaks_inside_a_word() -> None:
    typed = ["?", "why S9 c0", "hint", "rule option.anyone-deal", "S9 z9", "x" * 30]
    narrow = play("--record", "a.txt", typed=typed, width=60).plain.split()
    wide = play("--record", "b.txt", typed=typed, width=120).plain.replace("b.txt", "a.txt").split()
    assert {*narrow} - {*wide} <= {word for word in narrow if set(word) == {"─"}}


NONSENSE = (
    "",
    "hello",
    "S4 b",
    "7" * 400,
    "²",
    "why x",
    "rule nothing.here",
    "\x1b[A\x1b[31m",
    "S4@b2@c3",
    "b2 S4",
    "save /",
    "\N{REPLACEMENT CHARACTER}",
    "-1",
    "x" * 5000,
)


def test_nonsense_at_every_prompt_changes_nothing() -> None:
    def nonsense(prompt: str) -> Sequence[Answer]:
        # At other prompts than that for a card, Enter continues and anything else might, too.
        return NONSENSE if "card and slot" in prompt else ["hello", "0"]

    calm = play("--rounds", "1", typed=Follower())
    calm_record = the_record()
    for path in Path().glob("*.txt"):
        path.unlink()
    wild = play("--rounds", "1", typed=Follower(before=nonsense))
    assert (calm.code, wild.code, wild.err) == (0, 0, "")
    assert the_record().state == calm_record.state
    assert "\x1b[31m" not in wild.out


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [(("--solo",), KeyboardInterrupt), (("--people", "2", "--players", "3"), "quit")],
)
def test_leaving_at_any_prompt_keeps_the_game_and_tells_how_to_go_on(
    arguments: tuple[str, ...], ending: Answer
) -> None:
    for stop_after in (0, 3, 12):
        for path in Path().glob("*.txt"):
            path.unlink()
        inner = Follower(stop_after=stop_after)

        def typed(new: str, inner: Follower = inner) -> Answer:
            answer = inner(new)
            return ending if answer is None else answer

        left = play(*arguments, typed=typed)
        is_interrupted = ending is KeyboardInterrupt
        assert left.code == (130 if is_interrupted else 0)
        assert left.err == ("westeros-intrigue: stopped by Ctrl-C\n" if is_interrupted else "")
        kept = re.search("Saved to\n  (.*)\nTo continue:\n"
            "  westeros-intrigue play --resume (.*)\n$", left.plain)  # fmt: skip
        assert (kept is None) == (stop_after == 0)
        if kept:
            assert kept[1] == kept[2]
            assert the_record().state.phase is not Phase.GAME_OVER
        else:
            assert left.plain.endswith("Nothing happened, so nothing is saved.\n")
            assert not list(Path().glob("*"))


@pytest.mark.long
def test_a_game_that_was_left_goes_on_as_if_it_had_not_been() -> None:
    play("--people", "2", "--rounds", "1", "--record", "whole.txt", typed=Follower())
    begin = ("--people", "2", "--rounds", "1", "--record", "a part.txt")
    left = play(*begin, typed=Follower(stop_after=4))
    assert left.plain.endswith("  westeros-intrigue play --resume 'a part.txt'\n")
    resumed = play("--resume", "a part.txt", typed=Follower())
    assert resumed.code == 0
    assert "Continuing a part.txt." in resumed.plain
    assert Path("a part.txt").read_text() == Path("whole.txt").read_text()


def write(name: str, *records: Record) -> None:
    Path(name).write_text("".join(f"{record}\n\n" for record in records), encoding="utf-8")


def finished_game() -> Record:
    state = setup(2, seed=1, variant=STANDARD.with_rounds(1))
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    return Record.from_state(score_round(state))


def test_a_record_without_all_cards_or_without_a_person_is_not_gone_on_with() -> None:
    deal = draw_deal(3, random.Random(1))
    write("short.txt", Record.from_state(setup(3, deal=Deal(deal.rounds[:1], deal.throne_cards))))
    write("nobody.txt", Record.from_state(setup(2, seed=1), tags={"Seat-0": "greedy"}))
    write("ghost.txt", Record.from_state(setup(4, seed=1), tags={"Seat-2": "?"}))
    for name, reason in (
        ("short.txt", "the record does not have the cards of all rounds"),
        ("nobody.txt", "no seat is a person's"),
        ("ghost.txt", "seat 2 is for person, random"),
    ):
        refused = play("--resume", name)
        assert (refused.code, refused.out) == (1, "")
        assert f"westeros-intrigue: {name}: {reason}" in refused.err


def test_a_record_of_another_program_is_gone_on_with_by_the_first_who_can_be_a_person() -> None:
    given = {"Player-1": "Ben", "Seat-2": "person", "Seat-3": "squire"}
    write("other.txt", Record.from_state(setup(4, seed=1), tags=given))
    resumed = play("--resume", "other.txt", "--opponents", "random", typed=Follower(stop_after=5))
    assert resumed.code == 0
    tags = dict(Record.parse(Path("other.txt").read_text()).tags)
    assert [tags[f"Seat-{seat}"] for seat in range(4)] == ["person", "random", "person", "squire"]
    assert [tags.get(f"Player-{seat}") for seat in range(4)] == [None, "Ben", None, "Squire"]
    variant = STANDARD.with_seats(houses=[House.STARK, House.LANNISTER], automated=[0])
    write("house.txt", Record.from_state(setup(2, seed=1, variant=variant)))
    assert play("--resume", "house.txt", typed=Follower(stop_after=5)).code == 0
    tags = dict(Record.parse(Path("house.txt").read_text()).tags)
    assert [tags["Seat-0"], tags["Seat-1"]] == ["automated", "person"]


@pytest.mark.parametrize("where", [{}, {"round_number": 1, "placement": 1}])
def test_a_record_with_comments_is_not_written_over(where: dict[str, int]) -> None:
    state = setup(2, seed=1)
    record = Record.from_state(apply(state, legal_moves(state)[0]))
    write("part.txt", record.with_comment("Well played.", **where))
    before = Path("part.txt").read_text()
    left = play("--resume", "part.txt", typed=Follower(stop_after=14))
    assert left.code == 0
    assert Path("part.txt").read_text() == before
    assert "saved to\n  westeros-intrigue-" in left.plain


def test_a_file_of_several_games_keeps_them_when_the_last_is_gone_on_with() -> None:
    write("games.txt", finished_game(), Record.from_state(setup(3, seed=1)))
    before = Path("games.txt").read_text()
    assert play("--resume", "games.txt", typed=Follower(stop_after=4)).code == 0
    assert Path("games.txt").read_text() == before
    assert the_record().players == 3
    play("--resume", "games.txt", "--record", "third.txt", typed=Follower(stop_after=2))
    assert Path("third.txt").exists()


def test_seats_are_called_by_their_names_people_kinds_and_houses() -> None:
    houses = SOLO_SCHEMING.houses
    session = Session.begun(
        game.GAMES["westeros-intrigue"],
        setup(4, seed=1, variant=SOLO_SCHEMING),
        (Seat("", "person"), *[Seat("", "automated")] * 3),
        seed=1,
    )
    names, view = names_of(session.seats, "You"), observe(session.state, None)
    assert names == ("You", *map(str, houses[1:]))
    assert (display_name(view, names, 0), display_name(view, names, 1)) == (
        "You (Stark)",
        "Baratheon",
    )
    twice = SOLO_SCHEMING.with_seats(houses=[houses[1]] * 4)
    again = Session.begun(session.game, setup(4, seed=1, variant=twice), session.seats, seed=1)
    assert automated_seats(again.state)[1] == "Baratheon 1"
    assert names_of((Seat("Ada", "person"), Seat("", "person")), "You") == ("Ada", "Player 1")
    assert clean_name("  \x1b[31mRed\u202e ") == "[31mRed"
    assert clean_name("\n") == ""
    assert clean_name("x" * 99) == "x" * 16


class Watched(Follower):
    """Follows a shared game, and looks at all that can be seen at each prompt."""

    def __init__(self, seed: int, emulator: Callable[[], Emulator]) -> None:
        super().__init__()
        self._state = setup(2, seed=seed, variant=STANDARD.with_rounds(1))
        self._emulator = emulator
        self.handed_over = 0

    def hidden(self, seat: int | None) -> set[str]:
        """The cards that one who sees the screen may not see: hands, and what is to be dealt."""
        court = {str(card) for card in self._state.court.values()}
        hand = set() if seat is None else {str(card) for card in self._state.hands[seat]}
        return {f"{house}{n}" for house in "SLBT" for n in range(1, 10)} - court - hand

    def __call__(self, new: str) -> Answer:
        prompt = new[new.rfind("\n") + 1 :]
        while self._state.phase is Phase.ROUND_OVER and "to go on" not in prompt:
            self._state = score_round(self._state)
        everything = self._emulator().everything
        is_public = "card and slot" not in prompt
        seat = None if is_public else self._state.active_player
        assert not set(CARD.findall(everything)) & self.hidden(seat), everything
        assert ("Your hand" in everything) != is_public
        assert ("Your Iron Throne card" in everything) <= (not is_public)
        self.handed_over += "only you see" in prompt
        answer = super().__call__(new)
        placed = re.fullmatch(r"([SLBT]\d) (\S+)", str(answer))
        if placed:
            [move] = [m for m in legal_moves(self._state) if str(m) == f"{placed[1]}@{placed[2]}"]
            self._state = apply(self._state, move)
        return answer


@pytest.mark.rule("info.leftover")
def test_between_two_people_s_turns_nothing_on_the_screen_or_above_it_shows_a_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screens: list[Emulator] = []
    original = Emulator.__init__

    def remembered(emulator: Emulator, *arguments: int) -> None:
        original(emulator, *arguments)
        screens.append(emulator)

    monkeypatch.setattr(Emulator, "__init__", remembered)
    watched = Watched(7, lambda: screens[0])
    table = ("--people", "2", "--rounds", "1", "--seed", "7")
    finished = play(*table, typed=watched, is_terminal=True)
    assert finished.code == 0
    assert watched.handed_over > 10
    end = screens[0].everything
    last = the_record().state
    kept = {str(card) for hand in last.hands for card in hand}
    assert not set(CARD.findall(end)) & kept
    assert "Your hand" not in end


def test_a_person_is_asked_before_another_undoes_their_move() -> None:
    table = ("--people", "2", "--name", "Ada", "--name", "Ben", "--players", "2", "--seed", "7")
    asked = "Ada, may your last move be undone? y for yes, Enter for no: "
    for answer, told, placed in (
        ("", "The last move of Ada stays.", 1),
        ("y", "The last move is undone.", 0),
    ):
        state = setup(2, seed=7)
        move = str(legal_moves(state)[0]).replace("@", " ")
        file = f"game{placed}.txt"
        typed = ["", move, "", "undo", answer, "", "quit"]
        shown = play(*table, "--record", file, typed=typed).plain
        assert shown.count(asked) == 1
        assert told in shown
        end = shown[shown.index(asked) :]
        assert f"{'Ben' if placed else 'Ada'}, press Enter when only you see the screen" in end
        assert len(Record.parse(Path(file).read_text()).rounds[0].placements) == placed


def test_a_pipe_pushes_the_hand_of_the_last_player_away() -> None:
    played = play("--people", "2", typed=["", "B1 a0"]).plain
    before = played[: played.index("Player 1, press Enter")]
    assert "\n" * 100 in before[before.rindex("Your hand") :]


@pytest.mark.long
def test_without_colour_there_is_no_escape_code_at_all_in_a_game_alone() -> None:
    typed = ["B1 a0", "hint"]
    assert "\x1b" not in play(typed=typed).out
    coloured = re.compile(r"\x1b\[[0-9;]+m")
    assert not coloured.search(play("--colour", "never", typed=typed, is_terminal=True).out)
    # Black is told from a dark ground: it is grey.
    shown = play("--rounds", "1", "--players", "2", typed=Follower(), is_terminal=True).out
    assert re.search(r"\x1b\[97;(100|48;5;240)m", shown)  # in as many colours as there are
    assert "\x1b[97;40m" not in shown


@pytest.mark.rule("solo.public")
def test_the_cards_that_a_house_has_set_aside_are_shown_and_so_is_where_they_lie() -> None:
    out = play("--solo", "--seed", "3", "--rounds", "2", typed=Follower()).plain
    assert re.search(r"turns over [SLBT]\d.*, which cannot be placed", out)
    assert "bottom of the stack: " in out


def test_a_record_has_its_library_and_keeps_its_own_tags_and_date() -> None:
    play("--record", "game.txt", typed=["B1 a0", "quit"])
    written = Path("game.txt").read_text()
    tags = dict(Record.parse(written).tags)
    assert tags["Library"] == f"westeros_intrigue {westeros_intrigue.__version__}"
    assert tags["Rules"] == str(RULES_VERSION)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", tags["Date"])
    older = written.replace(tags["Date"], "2024-05-01").replace('[Seed "5"]', '[Event "Winter"]')
    Path("game.txt").write_text(older)
    play("--resume", "game.txt", typed=["undo", "quit"])
    kept = dict(Record.parse(Path("game.txt").read_text()).tags)
    assert (kept["Date"], kept["Event"]) == ("2024-05-01", "Winter")
