"""`referee` and `assist`: a game with real cards, whose hands nobody tells, or one player."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest
from helpers.terminals import Answer, Result, command

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    Phase,
    Record,
    apply,
    final_winner,
    legal_moves,
    score_round,
    setup,
)
from westeros_intrigue.lab.players import outlooks
from westeros_intrigue.play.referee import NotPossible, RealGame, RealTable
from westeros_intrigue.rules.variants import Variant

S, L, B, T = House


def referee(
    *arguments: str, typed: Sequence[Answer] | Iterator[Answer] | Callable[[str], Answer] = ()
) -> Result:
    return command("referee", *arguments, typed=typed)


def finished_game(players: int, variant: Variant = STANDARD, seed: int = 1) -> list[GameState]:
    """Play a game; return its states, each after a placement or a scoring."""
    state = setup(players, seed=seed, variant=variant)
    states = [state]
    while state.phase is not Phase.GAME_OVER:
        moves = legal_moves(state)
        state = apply(state, moves[len(state.placements) % len(moves)]) if moves else (
            score_round(state))  # fmt: skip
        states.append(state)
    return states


def entries(states: Sequence[GameState]) -> list[str]:
    """Return what people tell a referee who follows a game, and then of Iron Throne cards."""
    return [*RealGame.of_record(Record.from_state(states[-1])).entries, *told_piles(states)]


def told_piles(states: Sequence[GameState]) -> list[str]:
    return [
        " ".join(f"{card.value}/{card.icons}" for card in pile)
        for pile in states[-1].score_piles
        if pile
    ]


def kept(name: str) -> Record:
    return Record.parse(Path(name).read_text())


ACD = STANDARD.with_options(anyone_can_die=True)
RIVALS = SOLO_SCHEMING.with_options(rivalry=True).with_rounds(2)
AFFILIATED = STANDARD.with_options(house_affiliation=True).with_seats(houses=(S, L, B))
DIE = ("--option", "anyone-can-die")
SHORT = (
    (3, ACD.with_rounds(1).with_dead(8), (*DIE, "--rounds", "1", "--dead", "8"), 2),
    (4, RIVALS, ("--solo", "--option", "rivalry", "--rounds", "2"), 3),
    (3, AFFILIATED.with_rounds(1), ("--option", "house-affiliation", "--rounds", "1"), 4),
)


@pytest.mark.long
@pytest.mark.parametrize(("players", "variant", "options", "seed"), SHORT)
def test_a_referee_who_sees_no_hand_comes_to_the_same_points_and_ranking(
    players: int, variant: Variant, options: tuple[str, ...], seed: int
) -> None:
    states = finished_game(players, variant, seed)
    finished = referee(
        "--players", str(players), *options, "--record", "game.txt", typed=entries(states)
    )
    assert (finished.code, finished.err) == (0, "")
    last = states[-1]
    final = final_winner(last)
    end = finished.plain[finished.plain.rindex("points/icons)") :]
    places = re.findall(r"(?m)^ +\d\. +(\d) .*? {2,}(?:[\d+]+ = )?(\d+) +(-?\d+)", end)
    assert places == [
        (str(seat), str(last.penalty_points[seat]), str(final.totals[seat]))
        for group in final.ranking
        for seat in group
    ]
    for result in last.results:
        assert f"Round {result.round_number} is scored" in finished.plain
    assert max(map(len, finished.plain.splitlines())) <= 80
    written = kept("game.txt")
    assert final_winner(written.state) == final
    for told, result in zip(written.state.results, last.results, strict=True):
        assert told.penalty_points == result.penalty_points
        assert told.cards_left == result.cards_left
        assert [
            (each.player, each.move.slot, each.move.card.house) for each in told.placements
        ] == [(each.player, each.move.slot, each.move.card.house) for each in result.placements]
    assert not re.search("[SLBT][1-9]", Path("game.txt").read_text() + finished.plain)
    assert command("check", "game.txt").code == 0
    assert (
        RealGame.of_record(written).entries == RealGame.of_record(Record.from_state(last)).entries
    )


def test_undo_goes_back_even_over_the_end_of_a_round_and_of_the_game() -> None:
    states = finished_game(2)
    played, piles = entries(states), told_piles(states)
    played = played[: -len(piles)]
    in_round_1 = len(states[-1].results[0].placements) + 1
    end = len(RealGame.of_record(Record.from_state(states[in_round_1])).entries)
    typed = ["undo", *played[:end], "undo", *played[end - 1 :], "undo", played[-1], *piles]
    out = referee("--players", "2", "--record", "game.txt", typed=typed).plain
    assert out.count("There is nothing to undo.") == 1
    assert out.count("Round 1 is scored") == 2
    assert out.count("Round 2 is scored") == 2
    assert out.count("Now show the Iron Throne cards.") == 2
    assert "The game is over" in out
    assert out.endswith("draw game.txt --poster\n")
    again = referee("--resume", "game.txt", typed=["undo", played[-1], *piles]).plain
    assert again.splitlines()[-8:] == out.splitlines()[-8:]


NONSENSE = ("hello", "S99", "²", "why x", "\x1b[31m", "x" * 3000)


@pytest.mark.untraced
def test_nonsense_at_every_prompt_changes_nothing() -> None:
    typed = entries(finished_game(5, STANDARD.with_rounds(1)))
    wild = [word for entry in typed for word in (*NONSENSE, entry)]
    calm, rough = (
        referee("--players", "5", "--rounds", "1", "--record", name, typed=each).plain
        for name, each in (("calm", typed), ("wild", wild))
    )
    assert calm.splitlines()[-9:-2] == rough.splitlines()[-9:-2]
    assert Path("calm").read_text() == Path("wild").read_text()


@pytest.mark.untraced
@pytest.mark.parametrize("ending", ["quit", KeyboardInterrupt])
def test_leaving_shows_the_points_so_far_and_the_game_goes_on_as_if_nobody_had_left(
    ending: Answer,
) -> None:
    states = finished_game(2, STANDARD.with_rounds(1))
    typed, piles = entries(states), told_piles(states)
    table = ("--players", "2", "--rounds", "1")
    whole = referee(*table, "--record", "whole.txt", typed=typed).plain
    for count in (1, len(typed) - 1):
        left = referee(*table, "--record", "part.txt", typed=[*typed[:count], ending])
        assert left.code == (130 if ending is KeyboardInterrupt else 0)
        assert left.plain.rpartition("So far:\n")[2].startswith("            ")
        assert left.plain.endswith("  westeros-intrigue referee --resume part.txt\n")
        rest = typed[count:] if count < len(typed) - 1 else piles
        resumed = referee("--resume", "part.txt", typed=rest)
        assert resumed.code == 0
        assert resumed.plain.splitlines()[-7:-2] == whole.splitlines()[-7:-2]
        assert Path("part.txt").read_text() == Path("whole.txt").read_text()
        Path("part.txt").unlink()


@pytest.mark.rule("solo.recycle")
def test_a_card_that_was_set_aside_comes_again_in_its_turn() -> None:
    typed = entries(finished_game(4, SOLO_SCHEMING, seed=3))
    table = RealTable.new(4, SOLO_SCHEMING, 0)
    with pytest.raises(NotPossible, match="no automated house has to move now"):
        table.slot_for(House.STARK)
    refused = 0
    for entry in typed:
        if table.is_automated and len(entry) == 1:
            for other in {"S", "L", "B", "T"} - {entry}:
                try:
                    table.entered(other)
                except NotPossible as error:
                    refused += "card was set aside there, and comes now" in str(error)
        if "/" not in entry:
            table = table.entered(entry)
    assert refused > 10


def test_a_throne_card_is_asked_for_until_it_can_be_read_with_help() -> None:
    states = finished_game(2)
    typed = [entry for entry in entries(states) if "/" not in entry]
    odd = ["", "4/1", "1/0", "3"]
    more = ["?", "1/1", "1/1 2/2 3/3", "rule round.throne", *told_piles(states)]
    finished = referee("--players", "2", typed=[*typed, *odd, *more])
    assert finished.code == 0
    shown = finished.plain[finished.plain.index("Now show the Iron Throne cards.") :]
    assert shown.count("please: each as value, slash and icons.") == len(odd)
    assert "round.throne (stated)" in shown
    assert "Iron Throne cards: the value of each" in shown
    assert "2 Iron Throne cards must be shown, not 1.\n" in shown
    assert "2 Iron Throne cards must be shown, not 3.\n" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.long
def test_the_printed_iron_throne_cards_are_told_once_and_no_other_is_taken() -> None:
    states = finished_game(2)
    typed = [entry for entry in entries(states) if "/" not in entry]
    drawn = len(told_piles(states)[0].split())
    printed = ("--throne-cards", "1/3,1/3, 2/4")
    told = [" ".join(["3/7"] * drawn), " ".join(["1/3"] * drawn)]
    finished = referee("--players", "2", *printed, "--record", "game.txt", typed=[*typed, *told])
    left = "No Iron Throne card 3/7 is left: only 1/3, 1/3 and 2/4 can be."
    assert left in finished.plain
    assert finished.code == 0
    assert len(kept("game.txt").variant.throne_cards) == 3
    strange = [" ".join(f"3/{20 + number}" for number in range(drawn))]
    assert referee("--players", "2", "--record", "free.txt", typed=[*typed, *strange]).code == 0
    assert kept("free.txt").variant.throne_cards[0].icons == 20

    typed = entries(finished_game(3))
    number = typed.index("out") + 2
    assert typed[number - 1] == "out"  # one player after the other
    game = RealGame.new(3, STANDARD, 0)
    for entry in typed[: number + 1]:
        game = game.entered(entry)
    out, placed = game.tables[number - 1].seat, game.tables[number].seat
    wrong = game.fixed(number)
    assert wrong.tables[number - 1].seat == out
    assert wrong.placed_by(number, placed) == game
    assert game.placed_by(number + 1, out) == wrong
    game = RealGame.new(2, STANDARD, 0)
    for entry in entries(finished_game(2, seed=4))[:14]:
        game = game.entered(entry)
    with pytest.raises(NotPossible, match="player 1 is out"):
        game.placed_by(14, 1)


def test_phones_show_the_table_until_the_referee_leaves() -> None:
    links: list[str] = []
    shown: list[str] = []

    def read(name: str = "") -> str:
        text: str = urlopen(f"{links[0]}{name}").read().decode()  # noqa: S310 - begins with http
        return text

    def typed(new: str) -> Answer:
        links.extend(re.findall(r"http://\S+/", new))
        if links:
            assert 'src="table.svg"' in read()
            shown.append(re.sub("<style.*?</style>", "", read("table.svg")))
        return next(lines)

    lines: Iterator[Answer] = iter(["S a0", "phones", "L a1", "phones", "quit"])
    referee("--name", "Ada", "--name", "Ben", typed=typed)
    assert len({*links}) == 1
    assert ["Lannister" in each for each in shown[:2]] == [False, True]
    assert "Ada" in shown[0]
    with pytest.raises(OSError, match="refused"):
        read()


def test_a_picture_of_real_cards_has_no_numbers_of_cards() -> None:
    referee("--players", "2", "--record", "game.txt", typed=entries(finished_game(2)))
    for what, file in (("--poster", "poster.svg"), ("--step=12", "step.svg")):
        assert command("draw", "game.txt", what, "--out", file).code == 0
        titles = re.findall("<title>([^<]*)", Path(file).read_text("utf-8"))
        assert sum(title.startswith(("S, ", "L, ", "B, ", "T, ")) for title in titles) > 8
        assert not any(re.match("[SLBT][1-9]", title) for title in titles)


def assist(*arguments: str, typed: Sequence[Answer] = ()) -> Result:
    return command("assist", *arguments, typed=typed)


@pytest.mark.long
def test_a_game_is_followed_from_one_seat_to_the_same_ranking() -> None:
    states = finished_game(3, STANDARD.with_options(anyone_can_die=True), seed=2)
    record = Record.from_state(states[-1])
    typed = [*RealGame.of_record(record, 1).entries, *told_piles(states)]
    table = ("--players", "3", "--option", "anyone-can-die", "--seat", "1", "--record", "game.txt")
    finished = assist(*table, typed=typed)
    assert (finished.code, finished.err) == (0, "")
    assert final_winner(kept("game.txt").state) == final_winner(states[-1])
    assert command("check", "game.txt").code == 0
    for told, dealt in zip(kept("game.txt").deal.rounds, record.deal.rounds, strict=True):
        houses = [Counter(card.house for card in deal.hands[1]) for deal in (told, dealt)]
        assert houses[0] == houses[1]


def test_advice_names_houses_not_numbers_and_the_best_placement_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.terminal.real_cards._PLAYOUTS", 100)
    monkeypatch.setattr("westeros_intrigue.lab.players.analysis.HINT_PLAYOUTS", 100)
    typed = ["SSSSLLBBT", "advice", "hint"]
    monkeypatch.setattr(outlooks, "KNOWN", {})
    out = assist("--players", "4", typed=typed).plain
    order = out[out.index("The best placements, with the points that you come out ahead:") :]
    ranked = re.findall(r"(?m)^  [SLBT] in a0: (\d)\w\w, [+-]\d\.\d\d ±", order)
    assert ranked == ["1", "2", "3", "4"]
    assert "The order assumes play against unknown players." in " ".join(order.split())
    assert "%" not in order
    monkeypatch.setattr(outlooks, "KNOWN", {"person": {4: outlooks.BOTH}})
    out = assist("--players", "4", typed=typed).plain
    told = out[out.index("The best placements, with the chance of winning") :]
    judged = r"  [SLBT] in a0: wins (\d+) % of the time, ([+-]\d\.\d\d) ±"
    found = [(int(chance), float(points)) for chance, points in re.findall(judged, told)]
    assert found == sorted(found, reverse=True)
    assert len(found) == 4
    assert "Best move: a " in told
    assert "An Iron Throne card counts as 2 points off." in " ".join(told.split())
