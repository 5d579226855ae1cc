"""Who sees what and may do what at a table, for each link and each request."""

from __future__ import annotations

import importlib
import json
import random
import shutil
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.checkout import ROOT
from helpers.patience import PATIENCE

from play.page.asking import bearing, requested, serving
from westeros_intrigue.gamekit.game import GAMES, add_game
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer
from westeros_intrigue.play.page.requests import protocol_schema
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.sessions.chairs import Guest
from westeros_intrigue.play.sessions.claims import Device

TABLE = Path(__file__).with_name("access.md")
ROLES = (
    "host",
    "player",
    "other screen",
    "stand-in",
    "waiting",
    "spectator",
    "guest",
    "newcomer",
    "former",
    "elsewhere",
)
"""The columns: the host, who plays in seat 0; a person in a chair, and another screen of that
person, which others have let in; who plays for a person; who sits down for the next deal; a
spectator; a person who watches for lack of a seat; a newcomer; a person whose link has ended; and a
person at another table."""
HOST_SEAT, ANN, BEN, COMPUTER, DAN, FREE = range(6)
OWN = {"host": 0, "player": ANN, "other screen": ANN, "stand-in": BEN, "waiting": DAN}
FAR = Device("", "203.0.113.1")
GUEST = Guest("secret-of-Gus", "Gus")


class Table:
    """An engine with two tables: at one, friends play; the game of the other is over."""

    def __init__(self, folder: Path, tokens: dict[str, str] | None = None) -> None:
        self.folder = Folder(folder)
        self.tokens = dict(tokens or {})
        self.numbers = count()
        self.restart()

    def restart(self) -> None:
        """Let another engine go on with the games; it has not seen anybody."""
        self.engine = Engine(self.folder, lambda token: (f"http://192.0.2.7/#{token}",))

    def ask(self, token: str, do: str, device: Any = None, **members: object) -> Any:
        """Ask by a token; the host has none."""
        visitor = self.engine.people.find(token) if token else None
        if token and visitor is None:
            return {"kind": "fault", "code": "no-such-link"}
        device = device or Device("", f"address of {token}")
        text = json.dumps(requested(do, members))
        return json.loads(write_answer(self.engine.answer(text, visitor, device)))

    def let_time_pass(self, seconds: float) -> None:
        presence = self.engine.listeners.presence
        before = presence._clock
        presence._clock = lambda: before() + seconds

    def start(self, *who: str, rounds: int = 1) -> str:
        seats = [{"name": "", "who": each} for each in who]
        options = [{"name": "rounds", "value": str(rounds)}]
        name = "westeros-intrigue"
        started = self.ask("", "start", name=name, seats=seats, options=options, seed=3)
        return str(started["game"])

    def link_of(self, game: str, seat: int) -> str:
        invited = self.ask("", "invite", game=game, seat=seat)
        return str(invited["link"]["addresses"][0].partition("#")[2])

    def sit(self, link: str, seat: int, name: str) -> str:
        device = Device("", f"198.51.100.{next(self.numbers)}")
        return str(self.ask(link, "join", device, name=name, seat=seat, how="sit")["secret"])


def make(folder: Path) -> dict[str, str]:
    """Fill a folder with the tables; return the games and the tokens of all roles."""
    table = Table(folder)
    over = table.start("person", "person", "random")
    first = table.link_of(over, 1)
    table.tokens = {"elsewhere": table.sit(first, 1, "Eli"), "over": over}
    seats = {0: "", 1: table.tokens["elsewhere"]}
    while (seen := table.ask("", "look", game=over, seat=0))["waits_for"] != "nobody":
        seat = seen["active"] if seen["waits_for"] == "person" else 0
        at = {"game": over, "seat": seat, "moment": seen["moment"]}
        if seen["waits_for"] == "person":
            move = table.ask(seats[seat], "look", game=over, seat=seat)["moves"][0]
            table.ask(seats[seat], "play", move=move, **at)
        else:
            table.ask("", "step", **at)
    game = table.start("person", "person", "person", "greedy", "person", "person")
    for seat in (ANN, BEN, DAN):
        link = table.link_of(game, seat)
    watch = table.ask(link, "join", name="", seat=None, how="sit")["secret"]
    ann, ben = table.sit(link, ANN, "Ann"), table.sit(link, BEN, "Ben")
    former = table.sit(link, DAN, "Dan")
    table.ask("", "begin", game=game)
    table.ask("", "free", game=game, seat=DAN)
    table.link_of(game, FREE)
    dan = table.sit(link, DAN, "Dan")
    table.ask(ben, "seek", game=game, seat=BEN)
    zoe = table.ask(link, "join", FAR, name="Zoe", seat=BEN, how="play")["secret"]
    other = table.engine.people.let_in(game, ANN, "Hal") or ""
    tokens = (ann, other, zoe, dan, watch, GUEST.secret, link, former)
    names = dict(zip(ROLES[1:-1], tokens, strict=True))
    past = table.start(*["random"] * 6)
    while (seen := table.ask("", "look", game=past, seat=None))["waits_for"] != "nobody":
        table.ask("", "step", game=past, seat=None, moment=seen["moment"])
    # As if the people had come along from there.
    people = table.engine.people
    came = people.of(game)
    chairs = tuple(attrs.evolve(chair, past=(chair.seat,)) for chair in came.chairs)
    guest = attrs.evolve(GUEST, past=(None,))
    people._store(attrs.evolve(came, chairs=chairs, earlier=(past,), guests=(guest,)))
    return {"host": "", **names, **table.tokens, "game": game, "past": past}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    path = tmp_path_factory.mktemp("tables")
    return path, make(path)


Case = Callable[[Table, int, str], dict[str, object]]


def at(**more: object) -> Case:
    """Return the members of a request about the own seat at this moment."""
    return lambda table, own, _: {"game": table.tokens["game"], "seat": own, "moment": 0, **more}


def other(**more: object) -> Case:
    """Return the members of a request about another person's seat at this moment."""
    return lambda table, own, _: at(seat=HOST_SEAT if own == ANN else ANN, **more)(table, own, _)


def of_game(**more: object) -> Case:
    return lambda table, _own, _role: {"game": table.tokens["game"], **more}


def own_seat(table: Table, own: int, _role: str) -> dict[str, object]:
    return {"game": table.tokens["game"], "seat": own}


def other_seat(table: Table, own: int, _role: str) -> dict[str, object]:
    return {"game": table.tokens["game"], "seat": HOST_SEAT if own == ANN else ANN}


def of_finished(**more: object) -> Case:
    return lambda table, _own, _role: {"game": table.tokens["over"], **more}


def of_past(**more: object) -> Case:
    return lambda table, _own, _role: {"game": table.tokens["past"], **more}


def past_seat(table: Table, _own: int, role: str) -> dict[str, object]:
    """Return the members of a request about the own seat; a spectator has none."""
    return {"game": table.tokens["past"], "seat": OWN.get(role)}


def always(**members: object) -> Case:
    return lambda _table, _own, _role: members


def claim(table: Table, _own: int, _role: str) -> dict[str, object]:
    link = table.tokens["newcomer"]
    device = Device("", "203.0.113.9")
    return {"claim": table.ask(link, "join", device, name="", seat=BEN, how="claim")["claim"]}


def admit(table: Table, own: int, role: str) -> dict[str, object]:
    claim(table, own, role)
    [open_claim] = table.engine.claims.of(table.tokens["game"])
    return {"game": table.tokens["game"], "claim": open_claim.id, "is_right": True}


def record(table: Table, _own: int, _role: str) -> dict[str, object]:
    return {"record": table.ask("", "copy", game=table.tokens["over"])["record"]}


def line(table: Table, _own: int, _role: str) -> dict[str, object]:
    over = {"game": table.tokens["over"], "seat": None, "moment": 0}
    return {"name": "westeros-intrigue", "line": table.ask("", "write", **over)["line"]}


NEWS = "/news"
"""The row of the only other address."""
SEATS = [{"name": "", "who": each} for each in ("person", "simple")]
CASES: dict[str, Case] = {
    "choices": always(),
    "tables": always(),
    "start": always(name="btwixt", seats=[*SEATS, SEATS[1]], options=[], seed=None),
    "load": record,
    "arrange": line,
    "write, own seat": at(moment=None),
    "write, another's seat": other(moment=None),
    "write, a past moment": at(),
    "beat": of_game(is_hidden=False),
    "look, own seat": own_seat,
    "look, another's seat": other_seat,
    "look, no seat": of_game(seat=None),
    "play, own seat": at(move="S4@a0"),
    "play, another's seat": other(move="S4@a0"),
    "step": at(),
    "skip": at(),
    "pace": always(milliseconds=700),
    "undo": at(),
    "hint, own seat": at(),
    "hint, another's seat": other(),
    "preview, own seat": at(move="S4@a0"),
    "preview, another's seat": other(move="S4@a0"),
    "review": of_game(number=0),
    "review, a finished game": of_finished(number=0),
    "branch, a finished game": of_finished(moment=0),
    "copy": of_game(),
    "copy, a finished game": of_finished(),
    "again, a finished game": of_finished(),
    "again, another game": of_finished(name="btwixt"),
    "look, an earlier game": past_seat,
    "write, an earlier game": lambda *at: {**past_seat(*at), "moment": 0},
    "beat, an earlier game": of_past(is_hidden=False),
    "review, an earlier game": of_past(number=0),
    "copy, an earlier game": of_past(),
    "again, an earlier game": of_past(),
    "friends, an earlier game": of_past(),
    "react, an earlier game": of_past(sign="clap"),
    "rules": always(name="westeros-intrigue"),
    "status": always(),
    "practise": always(moves=[]),
    "friends": of_game(),
    "invite": of_game(seat=COMPUTER),
    "begin": of_game(),
    "close": of_game(),
    "join, sit in a free chair": always(name="Max", seat=FREE, how="sit"),
    "join, sit in a computer's chair": always(name="Max", seat=COMPUTER, how="sit"),
    "join, sit in a taken chair": always(name="Max", seat=ANN, how="sit"),
    "join, claim the seat of a person": always(name="", seat=BEN, how="claim"),
    "join, play for a person": always(name="Max", seat=ANN, how="play"),
    "join, watch": always(name="", seat=None, how="sit"),
    "claimed": claim,
    "withdraw": claim,
    "admit": admit,
    "vouch": of_game(seat=ANN, number=0, is_own=True),
    "lend, own seat": own_seat,
    "lend, of a person who is there": other_seat,
    "lend, of a person who is away": of_game(seat=BEN),
    "seek, own seat": own_seat,
    "seek, another's seat": other_seat,
    "free": of_game(seat=BEN),
    "return, own seat": own_seat,
    "return, another's seat": other_seat,
    "replace, by a person": of_game(seat=COMPUTER, who="person"),
    "replace, by a computer player": of_game(seat=COMPUTER, who="random"),
    "react": of_game(sign="clap"),
    "delete": of_game(),
    "puzzle": always(number=1),
    "attempt": always(number=1, move=None),
    NEWS: of_game(),
}
"""The cases of each request, in the order of the rows."""
READS = ("look", "write", "choices", "friends", "rules", "status", "hint", "preview", "review")
"""The requests that change nothing, so that the next one can be asked at the same table."""
NO = {"not-yours", "no-such-link"}


class Tables:
    """Fresh tables, one after each change."""

    def __init__(self, folder: Path, tokens: dict[str, str], copies: Path) -> None:
        self._folder, self._tokens, self._copies = folder, tokens, copies
        self._numbers = count()
        self._table: Table | None = None

    def get(self) -> Table:
        if self._table is None:
            copy = self._copies / f"{next(self._numbers)}"
            shutil.copytree(self._folder, copy)
            self._table = Table(copy, self._tokens)
            self._table.let_time_pass(200)
            for role in ("host", "player"):  # the others are away
                token, seat = self._tokens[role], OWN[role]
                self._table.ask(token, "look", game=self._tokens["game"], seat=seat)
        return self._table

    def cell(self, role: str, row: str) -> str:
        """Return what a request leads to."""
        table, do = self.get(), row.partition(",")[0]
        own = OWN.get(role, ANN)
        members = CASES[row](table, own, role)
        if row == NEWS:
            return self._hear(role)
        answer = table.ask(self._tokens[role], do, **members)
        if answer["kind"] != "fault" and do not in READS:
            self._table = None
        elif do in {"claimed", "withdraw", "admit"}:
            self._table = None  # which has a claim
        return self._in_words(table, answer, members)

    def _hear(self, role: str) -> str:
        """Return whether a server sends the news of the game to whoever has a token."""
        with (
            serving(self._folder) as server,
            closing(HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)) as listening,
        ):
            game = self._tokens["game"]
            line = f"{self._tokens[role] or server.token}/{game}"
            listening.request("GET", NEWS, headers=bearing(line))
            answer = listening.getresponse()  # which ends the line once it is forgotten
            is_heard = server.engine.listeners.is_heard(game)
            return "yes" if answer.status == HTTPStatus.OK and is_heard else "no"

    def _in_words(self, table: Table, answer: Any, members: dict[str, object]) -> str:
        if answer["kind"] == "fault":
            return "no" if answer["code"] in NO else "not now"
        if answer["kind"] == "written" and members["game"] == self._tokens["game"]:
            public = {"game": members["game"], "seat": None, "moment": None}
            is_public = answer["line"] == table.ask("", "write", **public)["line"]
            return "public" if is_public else "hand"
        view = answer.get("view") or {}
        if members.get("game") == self._tokens["game"] and answer["kind"] == "position":
            return "hand" if view["hand"] else "public"
        return "yes"


def rows(text: str) -> dict[str, list[str]]:
    """Return the rows of a table in Markdown."""
    cells = [[each.strip() for each in line.strip("|").split("|")] for line in text.splitlines()]
    return {row[0].replace("`", ""): row[1:] for row in cells[2:]}


def test_the_table_has_a_row_for_each_request_and_the_page_shows_it() -> None:
    text = TABLE.read_text("utf-8")
    assert tuple(text.splitlines()[0].strip("|").split("|")[1:]) == tuple(f" {r} " for r in ROLES)
    assert list(rows(text)) == list(CASES)
    definitions: Any = protocol_schema()["$defs"]
    refs = (each["$ref"].rpartition("/")[2] for each in definitions["request"]["oneOf"])
    named = {definitions[each]["properties"]["do"]["const"] for each in refs}
    assert {row.partition(",")[0] for row in CASES} == {*named, NEWS}
    assert text in (ROOT / "docs" / "messages.md").read_text("utf-8")


@pytest.mark.parametrize("role", ROLES)
def test_each_link_may_do_what_the_table_says(
    folder: tuple[Path, dict[str, str]], tmp_path: Path, role: str
) -> None:
    tables = Tables(*folder, tmp_path)
    expected = rows(TABLE.read_text("utf-8"))
    column = ROLES.index(role)
    found = {row: tables.cell(role, row) for row in CASES}
    assert found == {row: cells[column] for row, cells in expected.items()}


MAL, UNKNOWN = "203.0.113.66", ""
"""The address of Mal, and that of all who come through a proxy that names none."""


class Evening:
    """Games of Hal, Ann and Mal, who opens the table's link in one window after another.

    Under way, Ann sometimes asks for somebody who plays for her, and Hal frees or offers a chair.
    """

    def __init__(self, folder: Path, seed: int, address: str, rounds: int) -> None:
        self.rng, self.address = random.Random(seed), address
        self.table = Table(folder)
        who = ("person", "person", "person", "person", "greedy")
        self.game = self.table.start(*who, rounds=rounds)
        for seat in (1, 2, 3):
            self.link = self.table.link_of(self.game, seat)
        self.ann = self.table.sit(self.link, 2, "Ann")
        self.held = [self.link]
        self.claims = ["guessed"]
        self.seen: set[int] = set()
        self.played = 1

    def own_seats(self) -> list[int]:
        """Return the seats that Mal has."""
        visits = map(self.table.engine.people.find, self.held)
        return [visit.seat for visit in visits if visit and visit.seat is not None]

    def seat_of(self, token: str) -> int | None:
        """Return the seat of Hal, who has no token, or of Ann."""
        if not token:
            here = self.look()["here"]
            return here[0] if here else None
        visit = self.table.engine.people.find(token)
        return visit.seat if visit else None

    def look(self) -> Any:
        return self.table.ask("", "look", game=self.game, seat=None)

    def note(self, answer: Any) -> None:
        """Note whose hand an answer shows to Mal."""
        if answer.get("game") != self.game:
            return
        if answer["kind"] == "position" and answer["view"]["hand"]:
            self.seen |= {answer["view"]["player"]}
        elif answer["kind"] == "table" and answer["viewer"] is not None:
            self.seen |= {answer["viewer"]}

    def cheat(self) -> None:
        """Let Mal ask for anything at one of the windows, each a browser of its own."""
        rng, game = self.rng, self.game
        seat, number = rng.randrange(5), rng.randrange(4)
        of_seat = {"game": game, "seat": seat}
        name, how = f"Mal {rng.randrange(99)}", rng.choice(("sit", "claim", "play"))
        now = {**of_seat, "moment": self.look()["moment"]}
        requests: list[tuple[str, dict[str, object]]] = [
            ("look", of_seat),
            ("hint", now),
            ("step", now),
            ("join", {"name": name, "seat": rng.choice((None, seat)), "how": how}),
            ("join", {"name": name, "seat": seat, "how": how}),
            ("claimed", {"claim": rng.choice(self.claims)}),
            ("admit", {"game": game, "claim": rng.randrange(9), "is_right": True}),
            ("vouch", {**of_seat, "number": number, "is_own": rng.random() < 0.5}),
            ("lend", of_seat),
            ("seek", of_seat),
            ("free", of_seat),
            ("return", of_seat),
            ("replace", {**of_seat, "who": rng.choice(("person", "random"))}),
            ("again", {"game": game, **rng.choice(NEXT)}),
        ]
        do, members = rng.choice(requests)
        window = Device(f"window {rng.randrange(5)}", self.address)
        people = self.table.engine.people
        token = self.link if do == "join" else rng.choice([*filter(people.find, self.held)])
        answer = self.table.ask(token, do, window, **members)
        if do == "again" and answer["kind"] != "fault":
            self.go_on(answer)
        if answer["kind"] == "joined":
            self.held.append(answer["secret"])
        elif answer["kind"] == "asked":
            self.claims.append(answer["claim"])
        elif answer["kind"] == "advice":
            self.seen |= {seat}
        self.note(answer)

    def go_on(self, shown: Any) -> None:
        """Go to the next game, to which all come along."""
        if shown["game"] != self.game:
            self.game, self.seen = shown["game"], set()
            self.played += 1

    def change_seats(self) -> None:
        """Let Ann ask for a friend or come back, and Hal offer a seat or free one."""
        rng, ask, game = self.rng, self.table.ask, self.game
        ann = self.seat_of(self.ann)
        if rng.random() < 0.5 and ann is not None:
            ask(self.ann, rng.choice(("seek", "return")), game=game, seat=ann)
        elif rng.random() < 0.5:
            ask("", "invite", game=game, seat=4)
        elif mal := [seat for seat in self.own_seats() if seat != ann]:
            ask("", "free", game=game, seat=rng.choice(mal))

    def look_around(self) -> None:
        """Let Mal look at all his seats, and make a move where it is his turn."""
        for token in self.held:
            visit = self.table.engine.people.find(token)
            if visit is None or visit.seat is None:
                continue
            at = {"game": self.game, "seat": visit.seat}
            shown = self.table.ask(token, "look", Device("", self.address), **at)
            self.note(shown)
            if shown["moves"]:
                at |= {"moment": shown["moment"], "move": first_move(shown)}
                self.table.ask(token, "play", Device("", self.address), **at)

    def play_fair(self) -> None:
        """Let Hal or Ann play on, and refuse all that Mal asks for."""
        token = self.rng.choice(("", self.ann))
        seat = self.seat_of(token)
        shown = self.table.ask(token, "look", game=self.game, seat=seat)
        for each in shown["claims"]:
            refusal = {"claim": each["number"], "is_right": False}
            self.table.ask(token, "admit", game=self.game, **refusal)
        at = {"game": self.game, "seat": seat, "moment": shown["moment"]}
        if shown["waits_for"] == "friends" and not token:
            mal = self.own_seats()
            if len(mal) > 1:  # Hal sees who sits there
                self.table.ask("", "free", game=self.game, seat=mal[0])
            elif mal:
                self.table.ask("", "begin", game=self.game)
        elif shown["waits_for"] == "nobody":
            answer = self.table.ask(token, "again", game=self.game, **self.rng.choice(NEXT))
            if answer["kind"] != "fault":  # who watches begins no game
                self.go_on(answer)
        elif shown["waits_for"] != "friends" and self.rng.random() < 0.25:
            self.change_seats()
        elif shown["moves"]:
            self.table.ask(token, "play", move=first_move(shown), **at)
        elif shown["waits_for"] == "person":
            self.look_around()
        elif shown["waits_for"] in {"step", "round"}:
            self.table.ask(token, "step", **at)


NEXT: tuple[dict[str, object], ...] = ({}, {"name": "btwixt"}, {"name": "hex"})
"""The games that follow each other: the same, another, and one for two people."""


def first_move(shown: Any) -> str:
    """Return a move that a viewer can make."""
    [move, *_] = shown["moves"]
    return str(move if isinstance(move, str) else move["name"])


def check_evening(folder: Path, seed: int, address: str = MAL, rounds: int = 3) -> int:
    """Let an evening go by in which Mal sees at most one hand a game; return the games played."""
    evening = Evening(folder, seed, address, rounds)
    for _ in range(300):
        evening.cheat()
        if evening.rng.random() < 0.4:
            evening.play_fair()
        if evening.rng.random() < 0.1:
            evening.table.let_time_pass(evening.rng.choice((1, 15, 30, 70, 130)))
        if evening.rng.random() < 0.02:
            evening.table.restart()
        assert len(evening.seen) <= 1, (seed, evening.seen)
    return evening.played


@pytest.fixture
def _games_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a game in which some people watch."""
    monkeypatch.setattr(GAMES, "added", {})
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    add_game(importlib.import_module("hex").hexes)


@pytest.mark.usefixtures("_games_for_two")
@pytest.mark.parametrize("address", [MAL, UNKNOWN])
@pytest.mark.parametrize("seed", range(2))
def test_a_player_with_a_second_window_sees_no_other_hand(
    tmp_path: Path, seed: int, address: str
) -> None:
    check_evening(tmp_path, seed, address)


@pytest.mark.long
@pytest.mark.usefixtures("_games_for_two")
@pytest.mark.parametrize("address", [MAL, UNKNOWN])
@pytest.mark.parametrize("seed", range(2, 40))
def test_a_player_with_many_windows_sees_no_other_hand(
    tmp_path: Path, seed: int, address: str
) -> None:
    check_evening(tmp_path, seed, address, rounds=1 + seed % 3)


@pytest.mark.parametrize("is_at_host", [False, True])
def test_a_guest_gets_a_second_chair_by_another_window_only_if_all_agree(
    tmp_path: Path, is_at_host: bool
) -> None:
    table, at_home = Table(tmp_path), Device("window 1", "203.0.113.50")
    game = table.start("person", "person", "person", "greedy", rounds=2)
    links = [table.link_of(game, seat) for seat in (0, 1, 2)]
    link = links[-1]
    for seat, name in ((0, "Hal"), (1, "Ann")):
        table.sit(link, seat, name)
    table.ask("", "begin", game=game)
    table.link_of(game, 2)
    people = table.engine.people
    guest = Guest("" if is_at_host else "gus", "Gus")
    people._store(attrs.evolve(people.of(game), guests=(guest,)))
    assert table.ask(guest.secret, "look", at_home, game=game, seat=None)["kind"] == "position"
    join = {"name": "Max", "seat": 2, "how": "sit"}
    asked = table.ask(link, "join", Device("window 2", at_home.address), **join)
    assert asked["kind"] == "asked"
    assert table.ask(link, "join", Device("", "203.0.113.51"), **join)["kind"] == "joined"


def test_whoever_looks_for_hands_would_find_them_without_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mal finds the doors that the rules close."""
    for rule in ("_has_seat", "_is_at", "_may_be_at"):
        monkeypatch.setattr(Engine, rule, lambda *_: False)

    def look_for_hands() -> None:
        for seed in range(12):
            check_evening(tmp_path / f"{seed}", seed)

    with pytest.raises(AssertionError):
        look_for_hands()
