"""People at a table: a seat stays its person's, and one link leads to all chairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import westeros_intrigue
from westeros_intrigue import InvalidValue, Record, setup
from westeros_intrigue.play.saved.seats import STAND_INS, name_stand_in
from westeros_intrigue.play.sessions import PERSON, Seat, Session, StandIn, read_record
from westeros_intrigue.play.sessions.chairs import Chair, NextSeats
from westeros_intrigue.play.sessions.people import People

MIRA = StandIn("Mira", "greedy")


def table_of(
    *seats: Seat,
) -> Session[westeros_intrigue.GameState, westeros_intrigue.View, westeros_intrigue.Move]:
    state = setup(len(seats), seed=1)
    return Session.begun(westeros_intrigue, state, seats, seed=1)


def test_who_plays_changes_and_whose_it_is_stays() -> None:
    session = table_of(Seat("Ann", PERSON), Seat("Ben", PERSON), Seat("", "greedy"))
    session = session.moved(0, session.game.legal_moves(session.view_of(0))[0])
    assert session.waits_for == "person"
    lent = session.lent(1, MIRA)
    assert (lent.waits_for, lent.people, lent.seats[1].name) == ("step", (0, 1), "Ben")
    with pytest.raises(InvalidValue, match="until its person takes it back"):
        lent.moved(1, session.game.legal_moves(session.game.observe(session.state, 1))[0])
    played = lent.stepped()
    assert [each.player for each in played.state.placements] == [0, 1]
    back = played.taken_back(0, 1)
    assert back.seats == session.seats
    with pytest.raises(InvalidValue, match="only a person's seat"):
        session.lent(2, MIRA)


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_record_keeps_the_stand_in_and_one_of_an_earlier_version_has_none(
    *, is_asked: bool
) -> None:
    stand_in = StandIn("Bo B", "greedy", is_asked)
    session = table_of(Seat("Ann", PERSON), Seat("Ben", PERSON, stand_in))
    text = str(session.record)
    assert Session.resumed(*read_record(text)).seats[1].stand_in == stand_in
    assert "Stand-in" not in str(session.taken_back(1).record)
    lines = [line for line in text.splitlines() if "Stand-in" not in line]
    earlier = read_record("\n".join(lines))[1]
    assert Session.resumed(westeros_intrigue, earlier).seats[1] == Seat("Ben", PERSON)


@pytest.mark.parametrize("written", ["nobody away Mira", "greedy", "greedy soon Mira", "person"])
def test_a_stand_in_that_cannot_be_is_refused(written: str) -> None:
    tags = {"Seat-0": PERSON, "Stand-in-0": written}
    record = Record.from_state(setup(2, seed=1), tags=tags)
    with pytest.raises(InvalidValue, match="the stand-in of seat 0 is person or a player"):
        Session.resumed(westeros_intrigue, record)


@pytest.mark.parametrize(
    "tags",
    [{"Seat-0": "search:20001"}, {"Seat-0": PERSON, "Stand-in-0": "learned:999999999 away Mira"}],
)
def test_no_record_lets_a_player_think_for_hours(tags: dict[str, str]) -> None:
    with pytest.raises(InvalidValue, match="at a table, the number is at most 20000"):
        Session.resumed(westeros_intrigue, Record.from_state(setup(2, seed=1), tags=tags))
    most = Record.from_state(setup(2, seed=1), tags={"Seat-0": "search:20000"})
    assert Session.resumed(westeros_intrigue, most).seats[0].who == "search:20000"


def test_a_stand_in_has_a_name_that_nobody_at_the_table_has() -> None:
    seats = [Seat("mira", PERSON), Seat("Ben", PERSON, StandIn("Oswin", "greedy"))]
    assert name_stand_in(seats) == "Tamsin"
    assert name_stand_in([Seat(name, "squire") for name in STAND_INS]) == STAND_INS[0]


def test_one_link_leads_to_every_chair_and_each_person_gets_a_secret(tmp_path: Path) -> None:
    people = People(tmp_path)
    link = people.offer("game", 2).link
    table = people.offer("game", 1)
    assert (table.link, table.chairs) == (link, (Chair(1), Chair(2)))
    ben, eve = people.sit("game", 1), people.sit("game", 2)
    assert people.sit("game", 1) is None
    assert people.sit("game", 3) is None
    for secret, seat in ((ben, 1), (eve, 2)):
        visit = People(tmp_path).find(secret or "")
        assert visit is not None
        assert (visit.seat, visit.is_newcomer, visit.is_watching) == (seat, False, False)
    watch = people.find(table.watch)
    assert watch is not None
    assert watch.is_watching
    assert (tmp_path / "people").stat().st_mode & 0o077 == 0


def test_a_closed_table_says_so_and_its_people_stay(tmp_path: Path) -> None:
    people = People(tmp_path)
    link = people.offer("game", 1).link
    ben = people.sit("game", 1) or ""
    people.close("game")
    assert (people.find(link), people.reason(link)) == (None, "closed")
    assert people.find(ben) is not None
    assert people.offer("game").link not in {"", link}
    assert people.reason("guessed") == ""


def test_who_plays_for_another_leaves_the_seat_to_them(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.offer("game", 1)
    assert people.lend("game", 1) is None  # nobody has sat down
    ben = people.sit("game", 1) or ""
    dora = people.lend("game", 1) or ""
    assert people.lend("game", 1) is None
    assert people.of("game").player_of(1) == dora
    assert people.of("game").screens_of(1, "host") == {ben, dora}
    people.take_back("game", 1)
    assert (people.find(dora), people.reason(dora)) == (None, "taken-back")
    assert people.of("game").player_of(1) == ben


def test_everybody_comes_along_to_another_game_and_a_deleted_one_lets_nobody_in(
    tmp_path: Path,
) -> None:
    people = People(tmp_path)
    link = people.offer("game", 1).link
    ben = people.sit("game", 1) or ""
    seats = NextSeats(("Hal", "Ben"), (0, 1), ())
    people.move_on("again", "game", (0, 1), seats)
    for token in (link, ben):
        visit = people.find(token)
        assert visit is not None
        assert visit.game == "again"
    people.move_on("third", "again", (0, 1), seats)
    told = [people.game_after(each) for each in ("game", "again", "third", "other")]
    assert told == ["third", "third", "", ""]
    people.forget("third")
    assert [people.reason(each) for each in (link, ben)] == ["deleted"] * 2
    assert people.game_after("game") == ""


def test_the_links_of_an_earlier_version_open_the_same_seats(tmp_path: Path) -> None:
    chairs = [
        {"game": "game", "seat": 1, "token": "ben", "is_taken": True},
        {"game": "game", "seat": 2, "token": "invitation", "is_taken": False},
        {"game": "game", "seat": None, "token": "watch", "is_taken": True},
    ]
    (tmp_path / "chairs").write_text(json.dumps(chairs))
    people = People(tmp_path)
    found = {token: people.find(token) for token in ("ben", "invitation", "watch")}
    assert [each and (each.seat, each.is_newcomer) for each in found.values()] == [
        (1, False),
        (None, True),
        (None, False),
    ]
    assert people.sit("game", 2)
    (tmp_path / "people").write_text("nonsense")
    assert People(tmp_path).find("ben") is None


def test_a_file_without_the_fields_of_later_versions_opens_the_same_seats(tmp_path: Path) -> None:
    chairs = [
        {"seat": 1, "secret": "ben", "stand_in": "dora"},
        {"seat": 2, "secret": "", "stand_in": ""},
    ]
    table = {"game": "game", "link": "link", "watch": "watch", "chairs": chairs}
    ended = [{"token": "eve", "why": "moved"}]
    (tmp_path / "people").write_text(json.dumps({"tables": [table], "ended": ended}))
    people = People(tmp_path)
    visits = [people.find(token) for token in ("link", "watch", "ben", "dora")]
    assert [each and (each.seat, each.is_newcomer) for each in visits] == [
        (None, True),
        (None, False),
        (1, False),
        (1, False),
    ]
    assert people.reason("eve") == "moved"
    assert not people.of("game").is_lobby
    assert people.sit("game", 2)
    assert People(tmp_path).find("ben") is not None


def test_another_screen_of_a_person_opens_the_seat_beside_the_first(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.offer("game", 1)
    first = people.sit("game", 1) or ""
    second = people.let_in("game", 1, "Hal") or ""
    third = people.let_in("game", 1, "Eve") or ""
    for secret in (first, second, third):
        visit = People(tmp_path).find(secret)
        assert visit is not None
        assert (visit.seat, visit.is_stand_in) == (1, False)
    people.judge_screen("game", 1, 0, is_own=True)
    people.judge_screen("game", 1, 1, is_own=False)
    assert people.find(second) is not None
    assert (people.find(third), people.reason(third)) == (None, "disowned")
    assert people.of("game").screens_of(1, "host") == {first, second}
    assert [people.let_in("game", 1, "Hal") is None for _ in range(4)] == [False] * 3 + [True]
    assert people.let_in("game", 2, "Hal") is None
    people.renew("game", 1)
    assert [people.find(each) for each in (first, second)] == [None, None]


def test_a_file_of_a_later_version_is_put_aside_before_another_is_written(tmp_path: Path) -> None:
    People(tmp_path).offer("game", 1)
    text = (tmp_path / "people").read_text("utf-8")
    later = text.replace('{"', '{"later":1,"', 1)
    (tmp_path / "people").write_text(later, "utf-8")
    people = People(tmp_path)
    assert not people.of("game").link
    people.offer("game", 1)
    people.offer("game", 2)
    assert (tmp_path / "people-unread").read_text("utf-8") == later
    assert People(tmp_path).of("game").link
