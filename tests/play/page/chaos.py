"""An evening of people with phones, laptops and second windows, one of whom cheats.

Each act is one that a person can do; what all screens then show is held against what must be true
of any table. A failure prints the acts of the evening, shortened to those that it needs.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import attrs
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from play.page.asking import requested
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.sessions.claims import Device

HAL, ANN, BEN, CEM, MAL = "Hal", "Ann", "Ben", "Cem", "Mal"
"""Hal is the host; Mal tries everything to see a second hand."""
NEXT = ("", "westeros-intrigue", "btwixt", "hex")
"""The games that follow each other; the last is for two."""
UNSAVED = ("away", "reading", "watching", "claims", "arrivals", "failure", "here")
"""The members of a position that a restart of the program may change."""


@attrs.define
class Screen:
    """A browser, its person, and the link that it has open."""

    person: str
    device: Device
    token: str = ""
    claim: str = ""


class Evening(RuleBasedStateMachine):
    """The table of Hal, to which friends come by its link."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self.folder = Path(tempfile.mkdtemp())
        self.hands: dict[tuple[str, str], set[int]] = {}
        """The hands that each person has seen, by the game and the person."""
        self.owners: dict[str, str] = {}
        """The person to whom each secret was given."""
        self.ended: set[str] = set()
        """The secrets that someone has ended who may."""

    @initialize(
        rounds=st.integers(1, 2),
        computers=st.integers(0, 2),
        sitting=st.lists(st.sampled_from((1, 3, 5, 7, 8)), max_size=3, unique=True),
        has_begun=st.booleans(),
    )
    def start(self, rounds: int, computers: int, sitting: list[int], has_begun: bool) -> None:
        """Begin a game of the host, three friends and perhaps computer players."""
        self.screens_of_all = [
            Screen(HAL, Device("hal", "198.51.100.1")),
            *(
                Screen(name, Device(f"{name} {kind}", f"198.51.100.{10 * number + at}"), "link")
                for number, name in enumerate((ANN, BEN, CEM), 2)
                for at, kind in enumerate(("phone", "laptop"))
            ),
            *(Screen(MAL, Device(f"window {at}", "198.51.100.66"), "link") for at in range(3)),
        ]
        self.restart()
        seats = [{"name": HAL if not at else "", "who": "person"} for at in range(4)]
        seats += [{"name": f"Computer {at}", "who": "greedy"} for at in range(computers)]
        options = [{"name": "rounds", "value": str(rounds)}]
        name = "westeros-intrigue"
        started = self.ask(0, "start", name=name, seats=seats, options=options, seed=3)
        self.game = str(started["game"])
        for seat in (1, 2, 3):
            invited = self.ask(0, "invite", game=self.game, seat=seat)
        self.link = str(invited["link"]["addresses"][0].partition("#")[2])
        for screen in self.screens_of_all[1:]:
            screen.token = self.link
        for seat, number in enumerate(sitting, 1):
            self.join(number, seat, watches=False)
        if has_begun:
            self.host(0, "begin")

    @rule()
    def restart(self) -> None:
        """Let another program go on with the games, which has not seen anybody."""
        self.engine = Engine(Folder(self.folder), lambda token: (f"http://192.0.2.7/#{token}",))
        presence = self.engine.listeners.presence
        for clocked in (presence, self.engine.claims):
            clocked._clock = lambda: self.time
        presence._unseen = attrs.evolve(presence._unseen, at=self.time)
        self.engine._began = self.time

    # What people ask for.

    def ask(self, number: int, do: str, **members: object) -> Any:
        """Ask at a screen; a refusal has a reason, and changes nothing that is saved."""
        screen = self.screens_of_all[number]
        visitor = self.engine.people.find(screen.token) if screen.token else None
        if screen.token and visitor is None:
            return {"kind": "fault", "code": "no-such-link", "text": ""}
        before = self.saved()
        text = json.dumps(requested(do, members))
        answer = json.loads(write_answer(self.engine.answer(text, visitor, screen.device)))
        if answer["kind"] == "fault":
            assert answer["text"], do
            assert self.saved() == before, (do, members, answer)
        self.note(screen, members, answer)
        return answer

    def saved(self) -> dict[str, bytes]:
        return {each.name: each.read_bytes() for each in self.folder.iterdir() if each.is_file()}

    def note(self, screen: Screen, members: dict[str, Any], answer: Any) -> None:
        """Note whose hand a person has seen."""
        seat = None
        if answer["kind"] == "position":
            seat = answer["view"]["player"] if answer["view"]["hand"] else None
        elif answer["kind"] == "table":
            seat = answer["viewer"]
        elif answer["kind"] in {"advice", "previewed"}:
            seat = members["seat"]
        if seat is not None and answer.get("waits_for") != "nobody":
            game = str(answer.get("game", members.get("game")))
            self.hands.setdefault((game, screen.person), set()).add(seat)

    def look(self, number: int) -> Any:
        """Return what a screen shows, as its page asks for it."""
        seat = self.seat_of(number)
        return self.ask(number, "look", game=self.game, seat=seat)

    def seat_of(self, number: int) -> int | None:
        """Return the seat at a screen."""
        screen = self.screens_of_all[number]
        if not screen.token:
            request = {"do": "look", "game": self.game, "seat": None, "shown": None}
            here = json.loads(write_answer(self.engine.answer(json.dumps(request))))["here"]
            return here[0] if here else None
        visit = self.engine.people.find(screen.token)
        return visit.seat if visit else None

    def sits(self, number: int) -> bool:
        """Return True for the host, and for a screen with a secret that still opens something."""
        screen = self.screens_of_all[number]
        return not screen.token or (
            screen.token != self.link and self.engine.people.find(screen.token) is not None
        )

    def sitter(self, pick: int) -> int:
        """Return the number of a screen at which a person plays or watches."""
        own = [at for at in range(len(self.screens_of_all)) if self.sits(at)]
        return own[pick % len(own)]

    def may_sit(self, person: str) -> bool:
        """Return True if an honest person would sit down: without a seat anywhere at the table."""
        return person == MAL or not any(
            self.sits(at) and screen.person == person
            for at, screen in enumerate(self.screens_of_all)
        )

    numbers = st.integers(0, 9)
    sitters = st.integers(0, 99)
    seats = st.integers(0, 5)

    @rule(number=numbers, seat=seats, watches=st.booleans())
    def join(self, number: int, seat: int, watches: bool) -> None:
        screen = self.screens_of_all[number]
        if screen.token and self.may_sit(screen.person):
            screen.token = screen.token if self.sits(number) and watches else self.link
            chosen = None if watches and screen.person == MAL else seat
            self.enter(number, chosen, "sit")

    @rule(number=numbers, seat=seats, how=st.sampled_from(("claim", "play")))
    def come_back(self, number: int, seat: int, how: str) -> None:
        """Let a person say at another screen that a seat is theirs, or play for its person."""
        screen = self.screens_of_all[number]
        own = {self.seat_of(at) for at in self.screens_of(screen.person)}
        is_honest = seat in own if how == "claim" else self.may_sit(screen.person)
        if screen.token and (screen.person == MAL or is_honest):
            screen.token = self.link
            self.enter(number, seat, how)

    def screens_of(self, person: str) -> list[int]:
        every = enumerate(self.screens_of_all)
        return [at for at, each in every if each.person == person and self.sits(at)]

    def enter(self, number: int, seat: int | None, how: str) -> None:
        screen = self.screens_of_all[number]
        answer = self.ask(number, "join", name=screen.person, seat=seat, how=how)
        if answer["kind"] == "fault" and answer["text"].startswith("The table uses the name"):
            answer = self.ask(number, "join", name=f"{screen.person} {number}", seat=seat, how=how)
        self.follow(screen, answer)

    def follow(self, screen: Screen, answer: Any) -> None:
        if answer["kind"] == "joined":
            screen.token, screen.claim = answer["secret"], ""
            if self.engine.people.find(screen.token):  # not freed again meanwhile
                self.owners.setdefault(screen.token, screen.person)
        elif answer["kind"] == "asked":
            screen.claim = answer["claim"]
        elif answer["kind"] == "fault":
            screen.claim = ""

    @rule()
    def ask_for_the_answers(self) -> None:
        for number, screen in enumerate(self.screens_of_all):
            if screen.claim:
                self.follow(screen, self.ask(number, "claimed", claim=screen.claim))

    @rule(number=numbers)
    def withdraw(self, number: int) -> None:
        if claim := self.screens_of_all[number].claim:
            self.ask(number, "withdraw", claim=claim)
            self.screens_of_all[number].claim = ""

    @rule(answering=st.sets(numbers, min_size=5), is_right=st.booleans())
    def answer_claims(self, answering: set[int], is_right: bool) -> None:
        """Answer newcomers: truly, but for Mal."""
        for number in answering:
            screen = self.screens_of_all[number]
            shown = self.look(number) if self.sits(number) else {}
            for claim in shown.get("claims", []):
                [open_claim] = [
                    each for each in self.engine.claims.of(self.game) if each.id == claim["number"]
                ]
                who = next(s.person for s in self.screens_of_all if s.device == open_claim.device)
                # An earlier screen of the same seat is asked, but no other of the newcomer's.
                own = self.seat_of(number) == claim["seat"] and claim["name"] is None
                assert own or not screen.device.is_same(open_claim.device), (screen, claim)
                is_true = is_right if screen.person == MAL else self.is_true(who, claim)
                member = {"claim": claim["number"], "is_right": is_true}
                self.ask(number, "admit", game=self.game, **member)

    def is_true(self, person: str, claim: Any) -> bool:
        """Return True if a newcomer is the person of a seat, or may have a free one."""
        if claim["name"] is None:
            chair = self.engine.people.of(self.game).chair_of(claim["seat"])
            return chair is not None and self.owners.get(chair.secret) == person
        return not self.screens_of(person) and not self.hands.get((self.game, person))

    @rule(pick=sitters, is_own=st.booleans())
    def vouch(self, pick: int, is_own: bool) -> None:
        number = self.sitter(pick)
        for each in self.look(number).get("arrivals", []):
            if each["is_asked"]:
                before = {*self.live_secrets()}
                member = {"seat": each["seat"], "number": each["number"], "is_own": is_own}
                self.ask(number, "vouch", game=self.game, **member)
                self.ended |= before - {*self.live_secrets()}

    def live_secrets(self) -> list[str]:
        return [each for each in self.owners if self.engine.people.find(each)]

    @rule(pick=sitters, seat=seats, do=st.sampled_from(("lend", "seek", "return", "free")))
    def change_a_player(self, pick: int, seat: int, do: str) -> None:
        number = self.sitter(pick)
        before = {*self.live_secrets()}
        own = self.seat_of(number)
        visit = self.engine.people.find(self.screens_of_all[number].token or "-")
        answer = self.ask(number, do, game=self.game, seat=seat)
        gone = before - {*self.live_secrets()}
        if gone:
            # Only to leave, to free a chair and to end a stand-in ends a secret.
            assert answer["kind"] == "friends", (do, answer)
            is_own = own == seat or (visit is not None and visit.is_stand_in)
            assert do == "free" or is_own or not self.is_seat_of(gone), (do, seat)
        self.ended |= gone

    def is_seat_of(self, secrets: set[str]) -> bool:
        """Return True if one of the secrets was that of a seat's person, not of a stand-in."""
        table = self.engine.people.of(self.game)
        return any(chair.is_free for chair in table.chairs) and not secrets <= self.ended

    @rule(seat=seats, do=st.sampled_from(("invite", "begin", "invite", "begin", "close")))
    def host(self, seat: int, do: str) -> None:
        member = {"seat": seat} if do == "invite" else {}
        seats = map(self.seat_of, self.screens_of(MAL))
        chairs = {own for own in seats if own is not None}
        table = self.engine.people.of(self.game)
        if do == "begin" and table.is_lobby and len(chairs) > 1:
            # The host sees who has two chairs.
            last = max(chairs)
            do, member = "free", {"seat": last}
            chair = table.chair_of(last)
            self.ended |= {*chair.secrets} if chair else set()
        self.ask(0, do, game=self.game, **member)
        if do != "begin":
            self.link = self.engine.people.of(self.game).link or self.link

    @rule(pick=sitters, is_hidden=st.booleans())
    def beat(self, pick: int, is_hidden: bool) -> None:
        number = self.sitter(pick)
        self.ask(number, "beat", game=self.game, is_hidden=is_hidden)

    @rule(seconds=st.sampled_from((1, 15, 30, 70, 130)))
    def let_time_pass(self, seconds: int) -> None:
        self.time += seconds

    @rule(count=st.integers(1, 60))
    def play_on(self, count: int) -> None:
        """Let whoever is asked make the first legal move, at the first screen of theirs."""
        for _ in range(count):
            shown = self.look(0)
            at = {"game": self.game, "moment": shown["moment"]}
            own = [screen for screen in range(len(self.screens_of_all)) if self.sits(screen)]
            seated = {screen: seat for screen in own if (seat := self.seat_of(screen)) is not None}
            if shown["waits_for"] in {"step", "round"} and seated:
                number, seat = next(iter(seated.items()))
                self.ask(number, "step", seat=seat, **at)
            elif shown["waits_for"] == "person":
                asked = [screen for screen, seat in seated.items() if seat == shown["active"]]
                moves = self.look(asked[0])["moves"] if asked else []
                if not moves:
                    return
                number = asked[0]
                move = moves[0] if isinstance(moves[0], str) else moves[0]["name"]
                answer = self.ask(number, "play", seat=shown["active"], move=move, **at)
                assert answer["kind"] != "fault", answer
            else:
                return

    @precondition(lambda self: self.look(0)["waits_for"] == "nobody")
    @rule(pick=sitters, name=st.sampled_from(NEXT))
    def go_on(self, pick: int, name: str) -> None:
        number = self.sitter(pick)
        before = {*self.live_secrets()}
        people = self.engine.people.of(self.game)
        stand_ins = {chair.stand_in for chair in people.chairs if chair.stand_in}
        answer = self.ask(number, "again", game=self.game, **({"name": name} if name else {}))
        if answer["kind"] == "fault":
            assert self.seat_of(number) is None or not self.screens_of_all[number].token
            return
        self.game = str(answer["game"])
        assert before - {*self.live_secrets()} <= stand_ins
        self.ended |= stand_ins

    # What is then so.

    @invariant()
    def nobody_sees_two_hands(self) -> None:
        for number, screen in enumerate(self.screens_of_all):
            if self.sits(number):
                shown = self.look(number)
                if shown["kind"] in {"position", "table"} and shown["viewer"] is not None:
                    assert shown["viewer"] == self.seat_of(number), screen
        for (game, person), seats in self.hands.items():
            assert len(seats) <= 1, (game, person, seats)

    @invariant()
    def nobody_loses_a_seat_by_anothers_act(self) -> None:
        for secret, person in self.owners.items():
            is_open = self.engine.people.find(secret) is not None
            assert is_open or secret in self.ended, (person, secret)

    @invariant()
    def a_seat_has_one_person(self) -> None:
        table = self.engine.people.of(self.game)
        secrets = [secret for chair in table.chairs for secret in chair.secrets]
        secrets += [secret for guest in table.guests for secret in guest.secrets]
        assert len(secrets) == len({*secrets})
        for chair in table.chairs:
            people = {self.owners.get(secret) for secret in chair.secrets}
            assert len(people) <= 1 or MAL in people, people

    @invariant()
    def all_screens_say_the_same_about_who_is_away(self) -> None:
        standing: dict[int, tuple[str, int]] = {}
        for number in range(len(self.screens_of_all)):
            if self.sits(number):
                for each in self.look(number).get("away", []):
                    said = each["how"], each["seconds"]
                    assert standing.setdefault(each["seat"], said) == said

    @invariant()
    def nobody_waits_for_one_who_is_away_for_long(self) -> None:
        shown = self.look(0)
        for each in shown["away"]:
            is_awaited = shown["waits_for"] == "person" and each["seat"] == shown["active"]
            if is_awaited and each["seconds"] >= 60:
                assert each["free_in"] == 0
                assert self.could_lend(each["seat"])

    def could_lend(self, seat: int) -> bool:
        """Return True if the host may let the computer play for a seat, without doing so."""
        with self.engine._games.opening(self.game) as game:
            self.engine._check_lending(seat, game, None)
        return True

    @invariant()
    def another_program_reads_the_same_game(self) -> None:
        mine = self.look(0)
        request = {"do": "look", "game": self.game, "seat": mine["viewer"], "shown": None}
        other = Engine(Folder(self.folder))
        theirs = json.loads(write_answer(other.answer(json.dumps(request))))
        for member in {*mine} - {*UNSAVED}:
            assert mine[member] == theirs[member], member
