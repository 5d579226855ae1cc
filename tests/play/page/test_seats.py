"""One person sees one hand: who sits down when, who leaves, and who is freed."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from play.page.asking import Ask, begun, serving, through
from play.page.test_friends import invite, joined, let_time_pass, secret_of
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions.people import People


@pytest.fixture
def host(server: Server) -> Ask:
    return through(server)


def sit(server: Server, link: str, seat: int, name: str, **headers: str) -> Any:
    """Sit down by the link of a table, at an address of one's own."""
    return through(server, link, **headers)("join", name=name, seat=seat, how="sit")


def shown(ask: Ask, game: str, seat: int) -> tuple[str, list[int], bool]:
    """Return for whom the game waits, who is at a screen, and whether it shows a hand."""
    seen = ask("look", game=game, seat=seat)
    return seen["waits_for"], seen["here"], bool(seen["view"]["hand"])


def test_no_cards_are_seen_until_all_chairs_are_taken(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    invite(server, game, 1)
    link = invite(server, game, 2)
    ann = through(server, sit(server, link, 1, "Ann")["secret"])
    at = {"game": game, "moment": 0}
    for ask, seat in ((host, 0), (ann, 1)):
        assert shown(ask, game, seat) == ("friends", [], False)
        for do, more in (("play", {"move": "S1@a0"}), ("hint", {}), ("step", {}), ("skip", {})):
            assert ask(do, seat=seat, **at, **more)["code"] == "not-now", do
        line = ask("write", game=game, seat=seat, moment=None)["line"]
        assert line == host("write", game=game, seat=None, moment=None)["line"]
    server.engine.go_on(game)
    assert host("look", game=game, seat=0)["moment"] == 0
    ben = through(server, sit(server, link, 2, "Ben")["secret"])
    assert [shown(ask, game, seat)[1:] for seat, ask in enumerate((host, ann, ben))] == [
        ([seat], True) for seat in range(3)
    ]
    assert host("begin", game=game)["code"] == "not-now"


def test_two_chairs_at_one_address_are_seen_by_the_host_who_begins(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    invite(server, game, 1)
    link = invite(server, game, 2)
    for seat, name in ((1, "Mal"), (2, "Max")):
        assert sit(server, link, seat, name, X_Far_Address="192.0.2.66")["kind"] == "joined"
    assert shown(host, game, 0) == ("friends", [], False)
    assert host("begin", game=game)["kind"] == "friends"
    assert shown(host, game, 0)[1] == [0]


def test_a_hand_that_the_host_has_seen_is_not_given_to_a_friend(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "greedy"))["game"]
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    assert host("look", game=game, seat=1)["view"]["hand"]
    link = invite(server, game, 1)
    assert shown(host, game, 0)[0] != "friends"
    ann = through(server, sit(server, link, 1, "Ann")["secret"])
    assert shown(ann, game, 1)[1:] == ([], False)  # until the next deal
    other = begun(host, ("person", "person", "greedy"))["game"]
    link = invite(server, other, 1)
    ann = through(server, sit(server, link, 1, "Ann")["secret"])
    assert shown(ann, other, 1)[1:] == ([1], True)


@pytest.mark.parametrize("how", ["write", "hint", "restart", "computer"])
def test_whatever_the_host_may_have_seen_a_friend_plays_from_the_next_deal_on(
    server: Server, host: Ask, how: str
) -> None:
    """It is a hand of the friend's seat, or of one that the computer then plays."""
    game = begun(host, ("person", "person", "greedy"))["game"]
    match how:
        case "restart":  # nobody knows what the host's screen has shown
            server.engine._begun.clear()
        case "computer":
            host("look", game=game, seat=0)
            host("lend", game=game, seat=0)
        case _:
            host(how, game=game, seat=0, moment=0 if how == "hint" else None)
    invite(server, game, 1 if how == "computer" else 0)
    assert shown(host, game, 1)[0] != "friends"


def test_a_friend_gets_no_hand_that_the_beginning_has_shown_to_the_host(
    server: Server, host: Ask
) -> None:
    started = begun(host, ("person", "greedy", "greedy"))
    assert started["view"]["hand"]
    link = invite(server, started["game"], 0)
    ann = through(server, sit(server, link, 0, "Ann")["secret"])
    assert shown(ann, started["game"], 0)[1:] == ([], False)


def test_who_leaves_before_the_game_begins_frees_the_chair(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    invite(server, game, 1)
    link = invite(server, game, 2)
    ann = through(server, sit(server, link, 1, "Ann")["secret"])
    assert ann("lend", game=game, seat=1)["chairs"][0]["is_free"]
    assert "before the game began" in ann("look", game=game, seat=1)["text"]
    assert host("look", game=game, seat=0)["seats"][1]["name"] == "Player 2"
    assert sit(server, link, 1, "Eve")["kind"] == "joined"


def test_the_host_begins_with_the_computer_in_free_chairs(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    invite(server, game, 1)
    invite(server, game, 2)
    host("begin", game=game)
    seats = host("look", game=game, seat=0)["seats"]
    assert [each["player"] for each in seats] == ["person", "greedy", "greedy"]
    assert host("replace", game=game, seat=1, who="person")["code"] == "not-yours"


def play_a_round(asks: dict[int, Ask], game: str, round_number: int) -> Any:
    """Play on until a round begins."""
    host = asks[0]
    while (seen := host("look", game=game, seat=0))["view"]["table"]["round_number"] < round_number:
        seat = seen["active"] if seen["waits_for"] == "person" else 0
        ask = asks[seat]
        at = {"game": game, "seat": seat, "moment": seen["moment"]}
        if seen["waits_for"] == "person":
            ask("play", move=ask("look", game=game, seat=seat)["moves"][0], **at)
        else:
            ask("step", **at)
    return seen


def test_a_chair_that_is_taken_under_way_begins_with_the_next_deal(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "greedy"), rounds=2)["game"]
    ann = joined(server, game, 1, "Ann")
    link = invite(server, game, 2)
    before = host("look", game=game, seat=0)["seats"][2]
    assert (before["who"], before["player"], before["stand_in"]) == ("person", "greedy", "Mira")
    zoe = through(server, sit(server, link, 2, "Zoe")["secret"])
    assert shown(zoe, game, 2)[1:] == ([], False)
    seat = host("look", game=game, seat=0)["seats"][2]
    assert (seat["name"], seat["stand_in"]) == ("Zoe", "Mira")
    assert zoe("return", game=game, seat=2)["code"] == "not-yours"
    play_a_round({0: host, 1: ann}, game, 2)
    assert shown(zoe, game, 2)[1:] == ([2], True)
    assert host("look", game=game, seat=0)["seats"][2]["stand_in"] == ""


@pytest.mark.parametrize("is_left", [False, True])
def test_who_has_a_seat_gets_no_other_unless_all_the_others_agree(
    server: Server, host: Ask, *, is_left: bool
) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    secrets = [secret_of(server, game, seat, name) for seat, name in ((1, "Mal"), (2, "Ben"))]
    mal = through(server, secrets[0], X_Far_Address="192.0.2.66", Browser_Key="mal")
    ben = through(server, secrets[1])
    if is_left:
        mal("lend", game=game, seat=1)
    else:
        mal("look", game=game, seat=1)
    link = invite(server, game, 3)
    second = through(server, link, X_Far_Address="192.0.2.66", Browser_Key="private window")
    asked = second("join", name="Max", seat=3, how="sit")
    assert asked["kind"] == "asked"
    [claim] = host("look", game=game, seat=0)["claims"]
    assert (claim["name"], claim["words"]) == ("Max", asked["words"])
    assert mal("look", game=game, seat=1)["claims"] == []
    host("admit", game=game, claim=claim["number"], is_right=True)
    assert host("look", game=game, seat=0)["claims"] == []
    assert second("claimed", claim=asked["claim"])["kind"] == "asked"  # Ben has not agreed
    [claim] = ben("look", game=game, seat=2)["claims"]
    ben("admit", game=game, claim=claim["number"], is_right=True)
    assert second("claimed", claim=asked["claim"])["kind"] == "joined"


def test_who_asks_while_the_chair_becomes_theirs_is_not_told_that_another_player_sits_there(
    server: Server, host: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    ann = through(server, secret_of(server, game, 1, "Ann"))
    ben = through(server, secret_of(server, game, 2, "Ben"), X_Far_Address="192.0.2.66")
    ben("look", game=game, seat=2)
    door = through(server, invite(server, game, 3), X_Far_Address="192.0.2.66", Browser_Key="two")
    asked = door("join", name="Max", seat=3, how="sit")
    heard: list[str] = []
    again = threading.Thread(
        target=lambda: heard.append(door("claimed", claim=asked["claim"])["kind"])
    )
    sit_down = People.sit

    def sit_down_slowly(*parts: Any) -> str | None:
        secret = sit_down(*parts)
        again.start()
        again.join(0.3)
        return secret

    monkeypatch.setattr(People, "sit", sit_down_slowly)
    for ask, seat in ((host, 0), (ann, 1)):
        [claim] = ask("look", game=game, seat=seat)["claims"]
        ask("admit", game=game, claim=claim["number"], is_right=True)
    again.join()
    assert heard == ["joined"]


@pytest.mark.parametrize("address", ["192.0.2.66", "localhost"])
def test_who_plays_for_a_person_gets_no_other_seat_by_themselves(
    server: Server, host: Ask, address: str
) -> None:
    """The browser is the same, and then only the address."""
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    link = invite(server, game)
    ann, ben = joined(server, game, 1, "Ann"), joined(server, game, 2, "Ben")
    invite(server, game, 3)
    ann("seek", game=game, seat=1)
    far = {"X_Far_Address": address}
    if address == "localhost":  # of the host, who has a seat
        door = through(server, link, **far)
        assert "one person sees one hand" in door("join", name="Zoe", seat=1, how="play")["text"]
        return
    door = through(server, link, Browser_Key="zoe", **far)
    assert door("join", name="Zoe", seat=1, how="play")["kind"] == "joined"
    ben("seek", game=game, seat=2)
    door = through(server, link, Browser_Key="private window", **far)
    assert "one person sees one hand" in door("join", name="Max", seat=2, how="play")["text"]
    assert door("join", name="Max", seat=3, how="sit")["kind"] == "asked"
    ann("return", game=game, seat=1)
    assert "one person sees one hand" in door("join", name="Max", seat=2, how="play")["text"]
    ann("seek", game=game, seat=1)
    assert door("join", name="Max", seat=1, how="play")["kind"] == "joined"  # the same hand again


@pytest.mark.parametrize("is_restarted", [False, True])
def test_whose_address_is_not_known_plays_for_nobody_and_all_must_let_them_sit(
    server: Server, host: Ask, *, is_restarted: bool
) -> None:
    """After a restart, nobody has been seen; Ann could agree to a second hand of her own."""
    address = "192.0.2.66" if is_restarted else ""
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    link = invite(server, game)
    ann, ben = joined(server, game, 1, "Ann"), joined(server, game, 2, "Ben")
    invite(server, game, 3)
    ben("seek", game=game, seat=2)
    if is_restarted:
        server.engine._devices.clear()
    door = through(server, link, X_Far_Address=address, Browser_Key="private window")
    assert "different network addresses" in door("join", name="Zoe", seat=2, how="play")["text"]
    let_time_pass(server, 30)  # Ben and the host are away
    asked = door("join", name="Max", seat=3, how="sit")
    for ask, seat in ((ann, 1), (ben, 2), (host, 0)):
        assert door("claimed", claim=asked["claim"])["kind"] == "asked"
        [claim] = ask("look", game=game, seat=seat)["claims"]
        ask("admit", game=game, claim=claim["number"], is_right=True)
    assert door("claimed", claim=asked["claim"])["kind"] == "joined"


def test_who_was_freed_gets_the_same_seat_again_and_no_other(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    invite(server, game, 1)
    link = invite(server, game, 2)
    sit(server, link, 1, "Ann")
    far = {"X_Far_Address": "192.0.2.66"}
    ben = through(server, sit(server, link, 2, "Ben", **far)["secret"], **far)
    assert ben("look", game=game, seat=2)["view"]["hand"]
    host("free", game=game, seat=2)
    invite(server, game, 3)
    asked = sit(server, link, 3, "Max", **far)
    assert asked["kind"] == "asked"
    assert sit(server, link, 2, "Ben", **far)["kind"] == "joined"


def test_two_programs_that_ask_for_one_chair_get_an_answer_each(server: Server, host: Ask) -> None:
    """They send no key of a browser, and are at one address."""
    people = [{"name": "", "who": each} for each in ("person", "person", "simple", "simple")]
    started = host("start", name="btwixt", seats=people, options=[], seed=1)
    game = str(started["game"])
    ann = joined(server, game, 1, "Ann")
    ann("look", game=game, seat=1)
    link = invite(server, game, 2)
    doors = [through(server, link, X_Far_Address="192.0.2.50") for _ in range(2)]
    first, second = (door("join", name="Assistant", seat=2, how="sit") for door in doors)
    assert (first["is_contested"], second["is_contested"]) == (False, True)
    assert first["claim"] != second["claim"]
    assert first["words"] != second["words"]
    for ask, seat in ((host, 0), (ann, 1)):
        claims = ask("look", game=game, seat=seat)["claims"]
        assert [each["words"] for each in claims] == [first["words"], second["words"]]
        ask("admit", game=game, claim=claims[0]["number"], is_right=True)
    assert doors[0]("claimed", claim=first["claim"])["kind"] == "joined"
    refused = doors[1]("claimed", claim=second["claim"])
    assert (refused["code"], refused["text"]) == ("not-yours", "Another player sits there")


@pytest.mark.parametrize("has_friend", [False, True])
def test_a_guest_at_the_hosts_machine_asks_the_host_only_if_nobody_else_plays(
    server: Server, host: Ask, *, has_friend: bool
) -> None:
    game = begun(host, ("person", "greedy", "person"))["game"]
    if has_friend:
        joined(server, game, 2, "Ben")
    link = invite(server, game, 1)
    if not has_friend:
        host("begin", game=game)
    host("look", game=game, seat=0)
    let_time_pass(server, 30)  # Ben is away
    host("look", game=game, seat=0)
    guest = through(server, link, X_Far_Address="localhost")
    asked = guest("join", name="Ann", seat=1, how="sit")
    claims = host("look", game=game, seat=0)["claims"]
    if has_friend:
        assert claims == []  # Ben has a hand, and decides when he is back
        return
    assert [(each["name"], each["words"]) for each in claims] == [("Ann", asked["words"])]
    host("admit", game=game, claim=claims[0]["number"], is_right=True)
    secret = guest("claimed", claim=asked["claim"])["secret"]
    ann = through(server, secret, X_Far_Address="localhost")
    assert shown(ann, game, 1)[1:] == ([1], True)


def test_one_who_plays_can_refuse_a_newcomer_under_way(server: Server, host: Ask) -> None:
    game = str(
        host(
            "start",
            name="monopoly",
            seats=[{"name": "", "who": each} for each in ("person", "person", "simple")],
            options=[],
            seed=1,
        )["game"]
    )
    joined(server, game, 1, "Ann")
    link = through(server, invite(server, game, 2))
    asked = link("join", name="Zoe", seat=2, how="sit")
    [claim] = host("look", game=game, seat=0)["claims"]
    host("admit", game=game, claim=claim["number"], is_right=False)
    refused = link("claimed", claim=asked["claim"])
    assert refused["text"] == "Player 0 would rather play on without you"


def test_the_host_takes_no_hand_over_while_friends_play(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "greedy"))["game"]
    joined(server, game, 1, "Ann")
    answer = host("replace", game=game, seat=2, who="person")
    assert (answer["code"], "invite a friend" in answer["text"]) == ("not-yours", True)
    assert host("replace", game=game, seat=2, who="random")["kind"] == "friends"


def test_a_spectator_sits_down_from_where_they_watch(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    link = invite(server, game, 1)
    watch = through(server, link)("join", name="", seat=None, how="sit")["secret"]
    fan = through(server, watch)
    assert [each["is_free"] for each in fan("choices")["chairs"]] == [True]
    secret = fan("join", name="Fan", seat=1, how="sit")["secret"]
    assert shown(through(server, secret), game, 1)[1:] == ([1], True)


@pytest.mark.parametrize("is_right", [True, False])
def test_a_spectator_takes_the_chair_of_a_computer_player_if_all_who_play_agree(
    server: Server, host: Ask, *, is_right: bool
) -> None:
    game = begun(host, ("person", "person", "greedy", "greedy"))["game"]
    ann = joined(server, game, 1, "Ann")
    host("close", game=game)
    watch = server.engine.people.of(game).watch
    fan = through(server, watch)
    before = host("look", game=game, seat=0)
    asked = fan("join", name="Fan", seat=2, how="sit")
    assert asked["kind"] == "asked"
    # Until all have agreed, the computer plays on, and the chair is nobody's.
    assert through(server, watch)("look", game=game, seat=None)["seats"] == before["seats"]
    for ask, seat in ((host, 0), (ann, 1)):
        [claim] = ask("look", game=game, seat=seat)["claims"]
        assert (claim["name"], claim["seat"]) == ("Fan", 2)
        assert fan("claimed", claim=asked["claim"])["kind"] == "asked"
        ask("admit", game=game, claim=claim["number"], is_right=is_right)
        if not is_right:
            break
    answer = fan("claimed", claim=asked["claim"])
    after = host("look", game=game, seat=0)
    assert after["claims"] == []
    if not is_right:
        assert answer["text"] == "Player 1 would rather play on without you"
        assert after["seats"] == before["seats"]
        return
    fan = through(server, answer["secret"])
    assert shown(fan, game, 2)[1:] == ([2], True)
    assert (after["seats"][2]["name"], after["seats"][2]["who"]) == ("Fan", "person")
    assert after["seats"][3] == before["seats"][3]
    assert not server.engine.people.of(game).link  # the table stays closed


def test_seats_that_are_no_computer_players_are_asked_for_by_nobody(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "automated", "greedy"))["game"]
    link = invite(server, game, 1)
    fan = through(server, through(server, link)("join", name="", seat=None, how="sit")["secret"])
    for seat, reason in (
        (0, "There is no such chair at the table"),
        (2, "There is no such chair at the table"),
        (3, "Until the game begins, the host offers the chairs"),
        (9, "There is no such chair at the table"),
    ):
        assert fan("join", name="Fan", seat=seat, how="sit")["text"] == reason
    host("begin", game=game)
    name = host("look", game=game, seat=0)["seats"][3]["name"]
    taken = fan("join", name=name, seat=1, how="sit")
    assert taken["text"] == f"The table uses the name {name}; choose another"


def test_the_host_frees_the_chair_of_a_person_who_stops_the_table(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    ann = joined(server, game, 1, "Ann")
    assert host("free", game=game, seat=0)["code"] == "cannot-be"
    assert host("free", game=game, seat=1)["chairs"][0]["is_free"]
    assert "have freed this chair" in ann("look", game=game, seat=1)["text"]
    seat = host("look", game=game, seat=0)["seats"][1]
    assert (seat["name"], seat["player"]) == ("Ann", "greedy")


def test_all_others_free_a_chair_after_two_minutes_without_a_move(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    ann, ben = joined(server, game, 1, "Ann"), joined(server, game, 2, "Ben")
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    assert ben("free", game=game, seat=1)["text"].startswith("Wait for 120 seconds")
    let_time_pass(server, 130)
    assert ann("free", game=game, seat=1)["code"] == "not-yours"
    assert ann("free", game=game, seat=2)["code"] == "not-now"
    host("look", **at)
    free = [each["is_free"] for each in ben("free", game=game, seat=1)["chairs"]]
    assert free == [False, False]  # the host is there, and has not said so
    assert host("free", game=game, seat=1)["chairs"][0]["is_free"]


def test_others_free_chairs_at_two_tables_at_once(server: Server, host: Ask) -> None:
    tables = []
    for _ in range(2):
        game = begun(host, ("person", "person", "person", "person"))["game"]
        people = [
            joined(server, game, seat, name) for seat, name in enumerate(("Ann", "Ben", "Max"), 1)
        ]
        at = {"game": game, "seat": 0}
        host("play", moment=0, move=host("look", **at)["moves"][0], **at)
        tables.append((game, people))
    let_time_pass(server, 130)
    for game, (_, ben, max_) in tables:
        for ask, seat in ((ben, 2), (max_, 3)):
            ask("look", game=game, seat=seat)
    for friend, is_free in ((1, False), (2, True)):
        for game, people in tables:
            chairs = people[friend]("free", game=game, seat=1)["chairs"]
            assert chairs[0]["is_free"] is is_free


def test_one_of_two_others_need_not_wait_for_who_is_away(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    joined(server, game, 1, "Ann")
    ben = joined(server, game, 2, "Ben")
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    let_time_pass(server, 130)
    assert ben("free", game=game, seat=1)["chairs"][0]["is_free"]


def test_play_again_takes_the_finished_game_from_nobody_and_stand_ins_stay_behind(
    server: Server, host: Ask, tmp_path: Path
) -> None:
    game = begun(host, ("person", "person", "person"), rounds=1)["game"]
    secret = secret_of(server, game, 1, "Ann")
    ann, ben = through(server, secret), joined(server, game, 2, "Ben")
    door = through(server, invite(server, game))
    fan = through(server, door("join", name="", seat=None, how="sit")["secret"])
    ben("seek", game=game, seat=2)
    zoe = through(server, door("join", name="Zoe", seat=2, how="play")["secret"])
    asks = {0: host, 1: ann, 2: zoe}
    while (seen := host("look", game=game, seat=0))["waits_for"] != "nobody":
        seat = seen["active"] if seen["waits_for"] == "person" else 0
        at = {"game": game, "seat": seat, "moment": seen["moment"]}
        if seen["waits_for"] == "person":
            move = asks[seat]("look", game=game, seat=seat)["moves"][0]
            asks[seat]("play", move=move, **at)
        else:
            host("step", **at)
    again = ann("again", game=game)["game"]
    for ask, seat in ((host, 0), (ann, 1), (ben, 2), (fan, None)):
        assert ask("copy", game=game)["kind"] == "record"
        assert ask("review", game=game, number=0)["kind"] == "reviewed"
        assert ask("look", game=game, seat=seat)["waits_for"] == "nobody"
        assert ask("look", game=again, seat=seat)["waits_for"] == "person"
    assert zoe("look", game=again, seat=2)["code"] == "no-such-link"
    seat = host("look", game=again, seat=0)["seats"][2]
    assert (seat["name"], seat["player"], seat["stand_in"]) == ("Ben", "greedy", "Mira")
    assert ann("play", game=game, seat=1, moment=0, move="S1@a0")["code"] == "not-yours"
    files = {*tmp_path.iterdir()}
    with serving(tmp_path) as restarted:  # which remembers where the people are
        for token in ("", secret):
            assert through(restarted, token)("again", game=game)["game"] == again
    assert {*tmp_path.iterdir()} == files
