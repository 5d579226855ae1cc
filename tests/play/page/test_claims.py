"""A person who has lost the link of their seat is let in again, and nobody else is."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from helpers.patience import PATIENCE

from play.page.asking import Ask, bearing, begun, believe_addresses, serving, through
from play.page.test_friends import invite, let_time_pass, secret_of
from westeros_intrigue.play.page.server import Server, _Handler

CLAIM = {"name": "", "seat": 1, "how": "claim"}


class Table:
    """Hal's table with Ann in seat 1 and Ben in seat 2, each at an address, both in the dark."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.host = through(server)
        self.game = str(begun(self.host, ("person", "person", "person"))["game"])
        self.link = invite(server, self.game)
        self.secrets = {
            seat: secret_of(server, self.game, seat, name)
            for seat, name in ((1, "Ann"), (2, "Ben"))
        }
        self.ann, self.ben = self.at(1, "192.0.2.1"), self.at(2, "192.0.2.2")
        for seat, ask in ((1, self.ann), (2, self.ben)):
            ask("look", game=self.game, seat=seat)
        self.host("look", game=self.game, seat=0)
        let_time_pass(server, 30)

    def at(self, seat: int, address: str) -> Ask:
        return through(self.server, self.secrets[seat], X_Far_Address=address)

    def door(self, address: str, key: str = "") -> Ask:
        return through(self.server, self.link, X_Far_Address=address, Browser_Key=key)

    def claims(self, ask: Ask, seat: int) -> list[dict[str, Any]]:
        """Return the claims that a screen is asked about."""
        return list(ask("look", game=self.game, seat=seat)["claims"])

    def admit(self, ask: Ask, claim: dict[str, Any], *, is_right: bool = True) -> Any:
        return ask("admit", game=self.game, claim=claim["number"], is_right=is_right)


@pytest.fixture
def table(server: Server, monkeypatch: pytest.MonkeyPatch) -> Table:
    believe_addresses(monkeypatch)
    return Table(server)


def test_the_first_phone_stays_valid_is_told_and_can_put_the_second_out(table: Table) -> None:
    door = table.door("192.0.2.9")
    asked = door("join", **CLAIM)
    [claim] = table.claims(table.host, 0)
    assert (claim["seat"], claim["words"]) == (1, asked["words"])
    assert door("claimed", claim=asked["claim"]) == asked
    assert table.admit(table.host, claim)["kind"] == "friends"
    secret = door("claimed", claim=asked["claim"])["secret"]
    again = through(table.server, secret)
    assert again("look", game=table.game, seat=1)["view"]["hand"]
    assert again("choices")["is_stand_in"] is False
    seen = table.ann("look", game=table.game, seat=1)
    arrival = {"seat": 1, "number": 0, "by": "Player 1", "is_asked": True}
    assert (seen["here"], seen["arrivals"]) == ([1], [arrival])
    for ask, seat in ((again, 1), (table.ben, 2), (table.host, 0)):
        [told] = ask("look", game=table.game, seat=seat)["arrivals"]
        assert told == arrival | {"is_asked": False}
        vouched = ask("vouch", game=table.game, seat=1, number=0, is_own=False)
        assert vouched["code"] == "not-yours"
    table.ann("vouch", game=table.game, seat=1, number=0, is_own=False)
    assert "not them who came in" in again("look", game=table.game, seat=1)["text"]
    assert table.ann("look", game=table.game, seat=1)["arrivals"] == []


def test_a_second_phone_that_is_known_stays_and_may_judge_later_ones(table: Table) -> None:
    secrets = []
    for number in range(2):
        door = table.door(f"192.0.2.{10 + number}")
        let_time_pass(table.server, 30)
        asked = door("join", **CLAIM)
        table.admit(table.host, table.claims(table.host, 0)[0])
        secrets.append(door("claimed", claim=asked["claim"])["secret"])
    second, third = (through(table.server, each) for each in secrets)
    judge = {"game": table.game, "seat": 1, "number": 1, "is_own": False}
    assert second("vouch", **judge)["code"] == "not-yours"  # perhaps not Ann's
    table.ann("vouch", **judge | {"number": 0, "is_own": True})
    assert second("vouch", **judge)["kind"] == "friends"
    assert third("look", game=table.game, seat=1)["code"] == "no-such-link"
    assert second("look", game=table.game, seat=1)["here"] == [1]


def test_a_second_claim_does_not_replace_the_first_and_both_are_shown(table: Table) -> None:
    ann, zoe = table.door("192.0.2.9"), table.door("192.0.2.66")
    first, second = ann("join", **CLAIM), zoe("join", **CLAIM)
    assert second["is_contested"]
    assert ann("claimed", claim=first["claim"]) == first | {"is_contested": True}
    assert first["words"] != second["words"]
    claims = table.claims(table.host, 0)
    assert [each["words"] for each in claims] == [first["words"], second["words"]]
    table.admit(table.host, claims[0])
    assert ann("claimed", claim=first["claim"])["kind"] == "joined"
    assert "let somebody else in" in zoe("claimed", claim=second["claim"])["text"]
    assert table.admit(table.host, claims[1])["code"] == "not-now"


def test_nobody_confirms_a_claim_of_their_own_browser_or_address(table: Table) -> None:
    """Ben opens the table's link in a second window while the host is away."""
    for door in (table.door("192.0.2.2"), table.door("192.0.2.77", "key of Ben")):
        through(table.server, table.secrets[2], Browser_Key="key of Ben")(
            "look", game=table.game, seat=2
        )
        asked = door("join", **CLAIM)
        assert table.claims(table.ben, 2) == []
        [claim] = table.claims(table.host, 0)
        let_time_pass(table.server, 20)  # the host goes away
        assert table.claims(table.ben, 2) == []
        assert table.admit(table.ben, claim)["code"] == "not-now"
        door("withdraw", claim=asked["claim"])


def test_a_claim_of_the_hosts_own_machine_is_answered_by_the_others(table: Table) -> None:
    asked = table.door("localhost")("join", **CLAIM)
    assert table.claims(table.host, 0) == []
    [claim] = table.claims(table.ben, 2)
    assert claim["words"] == asked["words"]
    assert table.admit(table.host, claim)["code"] == "not-now"
    assert table.admit(table.ben, claim)["kind"] == "friends"
    [arrival] = table.host("look", game=table.game, seat=0)["arrivals"]
    assert arrival["by"] == "Ben"


def test_the_host_answers_first_and_the_others_once_the_host_has_gone(table: Table) -> None:
    table.door("192.0.2.9")("join", **CLAIM)
    table.host("look", game=table.game, seat=0)
    assert table.claims(table.ben, 2) == []
    let_time_pass(table.server, 20)
    [claim] = table.claims(table.ben, 2)
    assert table.admit(table.ben, claim)["kind"] == "friends"


def test_who_comes_through_a_proxy_that_names_no_addresses_may_be_anybody(table: Table) -> None:
    """The host, too, could claim Ann's seat at a private window."""
    asked = table.door("", "private window")("join", **CLAIM)
    assert table.claims(table.host, 0) == []
    let_time_pass(table.server, 20)
    assert table.claims(table.ben, 2) == []
    [claim] = table.claims(table.ann, 1)
    assert claim["words"] == asked["words"]


def test_the_person_who_is_there_after_all_answers_for_themselves(table: Table) -> None:
    door = table.door("192.0.2.9")
    asked = door("join", **CLAIM)
    [claim] = table.claims(table.host, 0)
    assert table.claims(table.ann, 1) == [claim]
    assert table.claims(table.host, 0) == []
    table.admit(table.ann, claim, is_right=False)
    assert door("claimed", claim=asked["claim"])["text"] == "Ann says that it is not you"
    assert door("join", **CLAIM)["code"] == "not-now"  # Ann is there


def test_a_refusal_says_what_is_so(table: Table) -> None:
    door = table.door("192.0.2.9")
    asked = door("join", **CLAIM)
    table.admit(table.host, table.claims(table.host, 0)[0], is_right=False)
    refused = door("claimed", claim=asked["claim"])
    assert (refused["code"], refused["text"]) == ("not-yours", "Player 1 says that it is not you")
    for _ in range(2):
        asked = door("join", **CLAIM)
        assert door("withdraw", claim=asked["claim"])["kind"] == "chair"
        assert "not open any more" in door("claimed", claim=asked["claim"])["text"]
    assert table.claims(table.host, 0) == []
    assert "too many questions" in door("join", **CLAIM)["text"].lower()
    assert "not open any more" in door("claimed", claim="guessed")["text"]
    assert door("withdraw", claim="guessed")["kind"] == "chair"


def test_a_spectator_and_a_newcomer_are_not_asked(table: Table) -> None:
    table.door("192.0.2.9")("join", **CLAIM)
    let_time_pass(table.server, 20)
    watch = table.door("192.0.2.5")("join", name="", seat=None, how="sit")["secret"]
    seen = through(table.server, watch)("look", game=table.game, seat=None)
    assert (seen["claims"], seen["arrivals"]) == ([], [])


def test_the_address_of_a_browser_is_that_which_a_proxy_on_this_machine_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    peers: list[str] = []
    answer = _Handler._answer_message

    def note(handler: _Handler) -> None:
        handler.client_address = (peers[-1], 9)
        seen.append(handler._address)
        answer(handler)

    monkeypatch.setattr(_Handler, "_answer_message", note)
    with serving(tmp_path, "0.0.0.0", address="http://table.example/") as server:  # noqa: S104
        far = {"Host": "table.example"}
        for peer, headers in (
            ("127.0.0.1", {}),
            ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}),
            ("127.0.0.1", {**far, "X-Forwarded-For": "198.51.100.1, 192.0.2.1"}),
            ("127.0.0.1", {**far, "X-Forwarded-For": "nonsense"}),
            ("127.0.0.1", far),
            ("192.0.2.9", far),  # a name of this machine, without a proxy
            ("192.0.2.9", {**far, "X-Forwarded-For": "192.0.2.1"}),
        ):
            peers.append(peer)
            with closing(
                HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
            ) as connection:
                own = {"Content-Type": "application/json", **bearing(server.token), **headers}
                connection.request("POST", "/messages", '{"do": "status"}', own)
                assert connection.getresponse().status == 200
    assert seen == ["localhost", "localhost", "192.0.2.1", "", "", "192.0.2.9", "192.0.2.9"]
