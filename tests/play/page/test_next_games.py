"""The same people play one game after another by the same link."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import ROOT

from play.page.asking import requested
from westeros_intrigue.gamekit.game import GAMES, add_game, find_game
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer
from westeros_intrigue.play.page.next_games import begin_next
from westeros_intrigue.play.sessions import PERSON, AnySession, Folder, Seat, Session, StandIn
from westeros_intrigue.play.sessions.chairs import Chair, Guest, OtherScreen, Table
from westeros_intrigue.play.sessions.claims import Device
from westeros_intrigue.play.sessions.people import People

HOST = ""
"""The token of the host, who has none."""


class Evening:
    """The page of a host, who asks by no link, and friends who ask by their tokens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.engine = Engine(Folder(folder), lambda token: (f"http://192.0.2.7/#{token}",))

    def ask(self, token: str, do: str, **members: object) -> Any:
        visitor = self.engine.people.find(token) if token else None
        if token and visitor is None:
            return {"kind": "fault", "code": "no-such-link"}
        text = json.dumps(requested(do, members))
        device = Device("", f"address of {token}")
        return json.loads(write_answer(self.engine.answer(text, visitor, device)))

    def start(self, name: str, *names: str, computers: int = 0) -> str:
        """Start a game of the host and friends, who sit down, and return its id."""
        seats = [{"name": each, "who": PERSON} for each in ("Hal", *names)]
        who = find_game(name).PLAYERS.usual
        seats += [{"name": f"Computer {at}", "who": who} for at in range(computers)]
        options = [{"name": "rounds", "value": "1"}] if name == "westeros-intrigue" else []
        started = self.ask(HOST, "start", name=name, seats=seats, options=options, seed=4)
        return str(started["game"])

    def seat_friends(self, game: str, *names: str) -> tuple[str, list[str]]:
        """Let friends sit down in the seats after the host's; return the link and all tokens."""
        for seat, _ in enumerate(names, 1):
            invited = self.ask(HOST, "invite", game=game, seat=seat)
        link = str(invited["link"]["addresses"][0].partition("#")[2])
        joined = [
            self.ask(link, "join", name=name, seat=seat, how="sit")
            for seat, name in enumerate(names, 1)
        ]
        self.ask(HOST, "begin", game=game)
        return link, [HOST, *(each["secret"] for each in joined)]

    def play_to_the_end(self, game: str, tokens: list[str]) -> None:
        """Let everybody make any move of theirs until the game is over."""
        rng = random.Random(3)
        while True:
            shown = self.ask(HOST, "look", game=game, seat=None)
            if shown["waits_for"] == "nobody":
                return
            at = {"game": game, "moment": shown["moment"]}
            if shown["waits_for"] != "person":
                seats = {token: self.seat_of(token, game) for token in tokens}
                token, seat = next((t, s) for t, s in seats.items() if s is not None)
                answer = self.ask(token, "step", seat=seat, **at)
                assert answer["kind"] != "fault", answer
                continue
            seat = shown["active"]
            token = next(each for each in tokens if self.seat_of(each, game) == seat)
            moves = self.ask(token, "look", game=game, seat=seat)["moves"]
            move = rng.choice([each if isinstance(each, str) else each["name"] for each in moves])
            assert self.ask(token, "play", seat=seat, move=move, **at)["kind"] != "fault"

    def seat_of(self, token: str, game: str) -> int | None:
        """Return the seat that a token opens in a game."""
        if token == HOST:
            here: list[int] = self.ask(HOST, "look", game=game, seat=None)["here"]
            return next(iter(here), None)
        visit = self.engine.people.find(token)
        return visit.seat_in(game) if visit else None


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.fixture
def _hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a game for two players."""
    monkeypatch.setattr(GAMES, "added", {})
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    add_game(importlib.import_module("hex").hexes)


def test_three_games_follow_each_other_by_one_link(evening: Evening) -> None:
    game = evening.start("westeros-intrigue", "Ann", "Ben", computers=1)
    link, tokens = evening.seat_friends(game, "Ann", "Ben")
    watch = evening.ask(link, "join", name="", seat=None, how="sit")["secret"]
    played = [game]
    for who, name in ((1, "btwixt"), (0, "westeros-intrigue"), (2, "monopoly")):
        evening.play_to_the_end(game, tokens)
        shown = evening.ask(tokens[who], "again", game=game, name=name)
        game = shown["game"]
        played.append(game)
        assert shown["key"] == name
        names = [each["name"] for each in shown["seats"]]
        assert names == ["Hal", "Ann", "Ben", "Computer 0"]
        # Whoever asks later comes to the same game.
        assert evening.ask(tokens[who - 1], "again", game=played[-2])["game"] == game
        assert evening.engine.people.of(game).link == link
        assert evening.ask(link, "choices")["name"] == GAMES[name].NAME
        assert evening.ask(watch, "look", game=game, seat=None)["viewer"] is None
        for seat, token in enumerate(tokens):
            if token:
                assert evening.ask(token, "choices")["seat"] == seat
            assert evening.ask(token, "look", game=game, seat=seat)["viewer"] == seat
            for earlier in played[:-1]:
                assert evening.ask(token, "look", game=earlier, seat=seat)["viewer"] == seat
            if token:
                others = {*range(len(tokens))} - {seat}
                asked = (evening.ask(token, "look", game=game, seat=each) for each in others)
                assert {each["code"] for each in asked} == {"not-yours"}


@pytest.mark.usefixtures("_hex")
def test_people_without_a_seat_watch_and_play_next(evening: Evening) -> None:
    game = evening.start("westeros-intrigue", "Ann", "Ben", "Cem")
    _, tokens = evening.seat_friends(game, "Ann", "Ben", "Cem")
    evening.play_to_the_end(game, tokens)
    first = evening.ask(tokens[1], "again", game=game, name="hex")["game"]
    seats = [evening.seat_of(token, first) for token in tokens]
    assert seats == [None, 1, 0, None]
    hal_and_cem = [tokens[0], tokens[3]]
    # Who watches looks at the board, sits down in no chair, and is told to play next.
    seen = evening.ask(tokens[3], "look", game=first, seat=None)
    assert (seen["viewer"], seen["here"], seen["moves"]) == (None, [], [])
    offer = evening.ask(tokens[3], "choices")
    assert (offer["is_guest"], offer["is_yours"], offer["seat"]) == (True, True, None)
    refused = evening.ask(tokens[3], "join", name="Cem", seat=0, how="sit")
    assert refused["text"] == "You watch this game, and play in the next one"
    assert evening.ask(tokens[3], "again", game=first)["code"] == "not-yours"
    # An earlier game stays open to all, in the seats that they had there.
    for seat, token in enumerate(tokens):
        assert evening.ask(token, "look", game=game, seat=seat)["viewer"] == seat
        assert evening.seat_of(token, game) == seat
    evening.play_to_the_end(first, tokens)
    second = evening.ask(tokens[1], "again", game=first)["game"]
    assert [evening.seat_of(token, second) for token in hal_and_cem] == [0, 1]
    names = [each["name"] for each in evening.ask(HOST, "look", game=second, seat=0)["seats"]]
    assert names == ["Hal", "Cem"]
    evening.play_to_the_end(second, tokens)
    third = evening.ask(HOST, "again", game=second, name="westeros-intrigue")["game"]
    found = {token: evening.seat_of(token, third) for token in tokens}
    assert sorted(seat for seat in found.values() if seat is not None) == [0, 1, 2, 3]
    assert found[HOST] == 0
    # A restart of the server loses nobody.
    restarted = Evening(evening.folder)
    assert {token: restarted.seat_of(token, third) for token in tokens} == found


def test_another_game_that_does_not_exist_is_named(evening: Evening) -> None:
    game = evening.start("westeros-intrigue", computers=1)
    evening.play_to_the_end(game, [HOST])
    answer = evening.ask(HOST, "again", game=game, name="chess")
    assert answer["code"] == "cannot-be"
    assert answer["text"].startswith("The next game cannot begin: game must be one of")


def test_who_asks_for_a_chair_of_a_finished_game_is_told_to_choose_again(evening: Evening) -> None:
    game = evening.start("westeros-intrigue", "Ann", computers=1)
    link, tokens = evening.seat_friends(game, "Ann")
    asked = evening.ask(link, "join", name="Max", seat=2, how="sit")
    assert asked["kind"] == "asked"
    evening.play_to_the_end(game, tokens)
    assert evening.ask(link, "claimed", claim=asked["claim"])["kind"] == "asked"
    following = evening.ask(HOST, "again", game=game)["game"]
    refused = evening.ask(link, "claimed", claim=asked["claim"])
    assert refused["text"].endswith("is not open any more: choose your seat again")
    assert evening.ask(HOST, "look", game=game, seat=0)["claims"] == []
    assert evening.ask(link, "join", name="Max", seat=2, how="sit")["kind"] == "asked"
    assert [each["seat"] for each in evening.ask(HOST, "look", game=following, seat=0)["claims"]]


def test_two_programs_begin_one_next_game(evening: Evening) -> None:
    game = evening.start("westeros-intrigue", "Ann")
    _, tokens = evening.seat_friends(game, "Ann")
    evening.play_to_the_end(game, tokens)
    other = Evening(evening.folder)
    begun = evening.ask(HOST, "again", game=game, name="monopoly")["game"]
    files = {*evening.folder.iterdir()}
    assert other.ask(tokens[1], "again", game=game)["code"] == "moved-on"
    assert {*evening.folder.iterdir()} == files
    assert other.ask(tokens[1], "again", game=game)["game"] == begun


KEYS = ("westeros-intrigue", "btwixt", "monopoly", "hex")


def begun(key: str, rng: random.Random) -> AnySession:
    """Return a game of people and computer players, some of them stand-ins."""
    game = find_game(key)
    count = rng.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
    usual = game.PLAYERS.usual
    seats = []
    for seat in range(count):
        if rng.random() < 0.3 and seat:
            seats.append(Seat(f"Computer {seat}", usual))
        else:
            stand_in = StandIn(f"Stand-in {seat}", rng.choice((usual, PERSON)))
            seats.append(Seat(f"Person {seat}", PERSON, stand_in if rng.random() < 0.2 else None))
    return Session.begun(game, game.new_game(count, seed=1), tuple(seats), seed=1)


@pytest.mark.usefixtures("_hex")
@pytest.mark.parametrize("seed", range(30))
def test_everybody_comes_along_through_any_games_and_has_one_seat(
    tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    people, session = People(tmp_path), begun(rng.choice(KEYS), rng)
    name = "game-0"
    everybody = {}
    for at in session.people:
        if rng.random() < 0.8 and at:
            people.offer(name, at)
            if rng.random() < 0.9:
                everybody[people.sit(name, at) or ""] = session.seats[at].name
                if rng.random() < 0.3:
                    other = people.let_in(name, at, "Hal") or ""
                    everybody[other] = session.seats[at].name
    at_host = {session.seats[at].name for at in session.people if not people.of(name).chair_of(at)}
    table = people.of(name)
    seats_then: list[dict[str, int | None]] = []
    watched: list[str] = []
    for number in range(1, 7):
        visits = [(secret, people.find(secret)) for secret in everybody]
        seats_then.append({secret: visit.seat for secret, visit in visits if visit})
        key = rng.choice(("", *KEYS))
        after, seats = begin_next(session, table, key)
        people.move_on(f"game-{number}", name, session.people, seats)
        earlier, session, name = table, after, f"game-{number}"
        table = people.of(name)
        assert (key or session.game.KEY) == session.game.KEY
        names = [seat.name for seat in session.seats]
        assert len({*names}) == len(names)
        # Everybody has one seat or watches, at all screens alike, under the name of before.
        for secret, own_name in everybody.items():
            visit = people.find(secret)
            assert visit is not None
            assert visit.is_guest == (visit.seat is None)
            if visit.seat is not None:
                assert names[visit.seat] == own_name
            else:
                assert own_name in {guest.name for guest in table.guests}
            for before, then in enumerate(seats_then):
                assert visit.seat_in(f"game-{before}") == then[secret]
        own = {chair.seat for chair in table.chairs}
        sitting = {names[seat] for seat in session.people if seat not in own}
        waiting = {guest.name for guest in table.guests if not guest.secret}
        assert sitting | waiting == at_host
        assert not sitting & waiting
        # There are guests only where no seat is left, and those who have watched play first.
        if table.guests:
            assert {*session.people} == {*range(len(names))}
            assert not any(chair.is_free for chair in table.chairs)
            twice = [guest for guest in table.guests if guest in earlier.guests]
            assert not twice or len(earlier.guests) > len(names)
        watched += [guest.name for guest in table.guests]
        for seat in session.seats:
            assert seat.stand_in is None or seat.stand_in.who in session.game.PLAYERS


def test_a_computer_player_keeps_its_name_and_a_person_its_stand_in_of_the_new_game() -> None:
    card_game, monopoly = find_game("westeros-intrigue"), find_game("monopoly")
    ann = Seat("Ann", PERSON, StandIn("Oswin", "learned", is_asked=True))
    seats = (Seat("Hal", PERSON), ann, Seat("Mira", "greedy"))
    session = Session.begun(card_game, card_game.new_game(3, seed=1), seats, seed=1)
    after, _ = begin_next(session, Table("game", chairs=(Chair(1, "ann"),)), "monopoly")
    assert after.seats == (
        Seat("Hal", PERSON),
        Seat("Ann", PERSON, StandIn("Oswin", monopoly.PLAYERS.usual, is_asked=True)),
        Seat("Mira", monopoly.PLAYERS.usual),
    )
    # A guest takes the seat of a computer player; another one of the same name has a new name.
    guest = Guest("tamsin", "Tamsin", (OtherScreen("phone", "Ann", is_known=True),))
    table = Table("game", chairs=(Chair(1, "ann"),), guests=(guest,))
    with_tamsin = (*seats, Seat("Tamsin", "greedy"))
    session = Session.begun(card_game, card_game.new_game(4, seed=1), with_tamsin, seed=1)
    after, following = begin_next(session, table, "monopoly")
    assert [seat.name for seat in after.seats] == ["Hal", "Ann", "Tamsin", "Mira"]
    assert following.of_guests == (2,)
    moved = table.moved_on("next", session.people, following)
    assert moved.chairs == (
        Chair(1, "ann", past=(1,)),
        Chair(2, "tamsin", others=guest.others, past=(None,)),
    )


def test_a_computer_player_named_after_its_program_has_another_name_with_another_program() -> None:
    card_game = find_game("westeros-intrigue")
    seats = (Seat("Hal", PERSON), Seat("", "greedy"), Seat("", "greedy"))
    session = Session.begun(card_game, card_game.new_game(3, seed=1), seats, seed=1)
    assert [seat.name for seat in session.seats] == ["Hal", "Greedy 1", "Greedy 2"]
    after, _ = begin_next(session, Table("game"), "monopoly")
    assert [seat.name for seat in after.seats] == ["Hal", "Mira", "Oswin"]
    again, _ = begin_next(session, Table("game"), "")
    assert again.seats == session.seats


def test_the_one_who_watches_first_is_another_after_each_game() -> None:
    card_game = find_game("westeros-intrigue")
    seats = tuple(Seat(name, PERSON) for name in ("Hal", "Ann", "Ben"))
    session = Session.begun(card_game, card_game.new_game(3, seed=1), seats, seed=1)
    guests = tuple(Guest(f"guest {at}", f"Guest {at}") for at in range(4))
    watching = []
    for games in range(3):
        earlier = tuple(f"game-{at}" for at in range(games))
        table = Table("game", chairs=(Chair(1, "ann"),), earlier=earlier, guests=guests)
        _, following = begin_next(session, table, "monopoly")
        [seat] = [at for at, place in enumerate(following.of_players) if place is None]
        watching.append(seats[seat].name)
    assert watching == ["Hal", "Ann", "Ben"]
