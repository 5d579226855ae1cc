"""What people at a table of the server cannot bring about, whatever they try at random."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import attrs
import pytest

from server import clock as times, host as hosting, table as tables
from server.host import BotTurn, Host, Refused, bot_move
from server.places import Place
from server.store import open_store
from server.table import Table

from .asking import seated, served

MOVE = 30  # the seconds for a move
PEOPLE = tuple(letter * 20 for letter in "abcdef")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time of the server, in seconds since 1970, which a test sets."""
    seconds = [1_000_000]
    monkeypatch.setattr(times, "time", SimpleNamespace(time_ns=lambda: seconds[0] * 10**9))
    monkeypatch.setattr(tables, "LAG", 0)  # but where it is tested
    return seconds


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    yield Host(store)
    store.close()


def begun(host: Host, people: int, **more: object) -> str:
    """A table of the card game at which people have taken the first seats."""
    table = secrets.token_urlsafe()
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 3, **more}))
    for seat in range(people):
        host.sit(table, seat, PEOPLE[seat])
    return table


def first_move(table: Table, seat: int) -> str:
    return str(table.game.legal_moves(table.game.observe(table.state, seat))[0])


def chosen(host: Host, table: Table) -> BotTurn:
    turn = host.bot_turn(table, is_own=True)
    assert turn is not None
    return turn


class Processes:
    """Processes at one store, of which any answers next, and any can be started again."""

    def __init__(self, host: Host, rng: random.Random) -> None:
        self.rng, self._hosts = rng, [host, Host(host._store)]

    @property
    def host(self) -> Host:
        """The process that answers the next request."""
        at = self.rng.randrange(len(self._hosts))
        if self.rng.random() < 0.05:
            self._hosts[at] = Host(self._hosts[at]._store)
        return self._hosts[at]


class Haste(Processes):
    """A game with a clock, in which people and slow bots do anything in any order."""

    def __init__(self, host: Host, clock: list[int], seed: int) -> None:
        super().__init__(host, random.Random(seed))
        self.clock = clock
        more = {"move": MOVE, "then": "random"} | ({"game": 200} if seed % 3 == 0 else {})
        self.table = begun(host, 3, clock=more)
        self.begun, self.moves = clock[0], 0  # of the decision under way
        self.turns: list[tuple[Table, BotTurn]] = []  # of bots that still think
        self.late: set[int] = set()  # the numbers of moves before those that are a bot's

    def do_anything(self) -> None:
        rng, host, at = self.rng, self.host, self.table
        seat, secret = rng.randrange(3), rng.choice(PEOPLE)
        shown = host.table(at)
        own = shown.seat_of(secret)
        asking = shown.places[seat].asking
        does: list[Callable[[], object]] = [
            lambda: host.sit(at, seat if own is None else own, secret),
            lambda: host.sit(at, seat if own is None else own, secret, f"Ada {rng.randrange(9)}"),
            lambda: host.seat_bot(at, seat, secret, rng.choice(("random", "greedy"))),
            lambda: host.end_time(at),
            self.think,
            self.end_thought,
            lambda: self.move(shown, secret),
            lambda: self.move(shown, secret),
            lambda: host.admit(at, seat, asking.number if asking else 0, secret, agrees=True),
        ]
        if rng.random() < 0.1:
            does = [lambda: host.leave(at, seat, secret)]
        with contextlib.suppress(Refused):
            rng.choice(does)()
        after = host.table(at)
        new = [step.entry for step in after.steps if step.entry.number > shown.version]
        self.late |= {self.moves for entry in new if entry.kind == "late"}
        if after.moves != self.moves:
            self.begun, self.moves = self.clock[0], after.moves

    def move(self, shown: Table, secret: str) -> None:
        """Let a person try a move; check that it was not too late."""
        seat = shown.game.deciders(shown.state)[0]
        after = self.host.play(self.table, self.moves + 1, secret, first_move(shown, seat))
        assert after.moves == self.moves + 1
        assert self.clock[0] <= self.begun + MOVE, "no person decides later"
        assert self.moves not in self.late, "a bot does"

    def think(self) -> None:
        shown = self.host.table(self.table)
        if turn := self.host.bot_turn(shown, is_own=True):
            self.turns.append((shown, turn))

    def end_thought(self) -> None:
        if self.turns:
            shown, turn = self.turns.pop(0)
            move, _ = bot_move(shown, turn, first_move(shown, turn.seat))
            self.host.play_bots(shown, [move])


def check_haste(host: Host, clock: list[int], seed: int) -> None:
    haste = Haste(host, clock, seed)
    for _ in range(150):
        haste.do_anything()
        if haste.rng.random() < 0.3:
            clock[0] += haste.rng.choice((1, 1, 8, 20, MOVE, MOVE + 1))
        if host.table(haste.table).is_over:
            break
    tables = (each.table(haste.table) for each in (host, Host(host._store)))
    remembered, folded = (attrs.evolve(table, steps=()) for table in tables)
    assert remembered == folded


@pytest.mark.parametrize("seed", range(4))
def test_no_person_decides_after_the_end_of_a_time(host: Host, clock: list[int], seed: int) -> None:
    check_haste(host, clock, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 104))
def test_no_person_of_many_decides_after_the_end_of_a_time(
    host: Host, clock: list[int], seed: int
) -> None:
    check_haste(host, clock, seed)


def test_who_comes_back_after_the_end_of_a_time_decides_from_the_next_move_on(
    host: Host, clock: list[int]
) -> None:
    table = begun(host, 3, clock={"move": MOVE, "then": "squire"})
    clock[0] += MOVE
    turn = chosen(host, late := host.end_time(table))
    move, _ = bot_move(late, turn, turn.chosen()[0])
    clock[0] += 1
    shown = host.sit(table, 0, PEOPLE[0])
    assert (shown.places[0].who, shown.due, sorted(shown.late)) == ("person", None, [0])
    assert (shown.news_for(0, 0)["late"], shown.news_for(0, 0)["moves"]) == ([0], [])
    clock[0] += 5 * MOVE
    assert host.end_time(table) == shown, "the bot's time has no end"
    with pytest.raises(Refused, match="seat 0 for this move is over: squire makes it"):
        host.play(table, 1, PEOPLE[0], first_move(shown, 0))
    host.sit(table, 0, PEOPLE[0], "Ada")
    after, is_stored = host.play_bots(late, [move])
    assert (is_stored, after.moves, after.version) == (True, 1, 8), "though entries came first"
    assert (sorted(after.late), after.due) == ([], (1, 1000 * (clock[0] + MOVE)))
    for seat in (1, 2):
        after = host.play(table, after.moves + 1, PEOPLE[seat], first_move(after, seat))
    assert (after.due, after.news_for(0, 0)["late"]) == ((0, 1000 * (clock[0] + MOVE)), [])
    assert host.play(table, 4, PEOPLE[0], first_move(after, 0)).moves == 4


def test_who_takes_a_seat_back_before_the_bot_moves_makes_the_move(
    host: Host, clock: list[int]
) -> None:
    """As long as there is time for it."""
    table = begun(host, 3, clock={"move": MOVE})
    lent = host.seat_bot(table, 0, PEOPLE[0], "random")
    move, _ = bot_move(lent, chosen(host, lent), first_move(lent, 0))
    clock[0] += MOVE
    shown = host.sit(table, 0, PEOPLE[0])
    assert host.play_bots(lent, [move]) == (shown, False)
    assert host.play(table, 1, PEOPLE[0], first_move(shown, 0)).moves == 1


def test_whoever_sits_or_moves_after_the_end_of_a_time_does_not_come_before_it(
    host: Host, clock: list[int]
) -> None:
    """Although no process has looked at the clock."""
    table = begun(host, 3, clock={"move": MOVE, "then": "random"})
    host.seat_bot(table, 0, PEOPLE[0], "random")
    clock[0] += MOVE + 1
    shown = host.sit(table, 0, PEOPLE[0])
    with pytest.raises(Refused, match="the time of seat 0 is over"):
        host.play(table, 1, PEOPLE[0], first_move(shown, 0))
    after = host.seat_bot(table, 0, PEOPLE[0], "greedy")
    assert [step.entry.kind for step in after.steps][-3:] == ["sit", "late", "bot"]
    assert (sorted(after.late), after.decided_by(0)) == ([0], "greedy")
    assert host.sit(table, 0, PEOPLE[0]).decided_by(0) == "random"


def asking_for(host: Host, table: str, seat: int, secret: str) -> int:
    """The number of the question with which somebody asks for a seat."""
    asking = host.sit(table, seat, secret).places[seat].asking
    assert asking is not None
    return asking.number


@pytest.mark.parametrize("is_late", [True, False])
def test_a_newcomer_waits_for_a_person_for_whom_a_bot_plays(
    host: Host, clock: list[int], *, is_late: bool
) -> None:
    """Whether the person has lent the seat or was late; unless the person is absent."""
    table = begun(host, 3, clock={"move": MOVE, "then": "random"})
    if is_late:
        clock[0] += MOVE
        host.end_time(table)
    else:
        host.seat_bot(table, 0, PEOPLE[0], "random")
    host.leave(table, 2, PEOPLE[2])
    number = asking_for(host, table, 2, PEOPLE[3])
    shown = host.admit(table, 2, number, PEOPLE[1], agrees=True)
    assert shown.seat_of(PEOPLE[3]) is None
    assert host.admit(table, 2, number, PEOPLE[1], agrees=True) == shown, "the request again"
    host.show_sign(shown, 0)
    clock[0] += hosting.ABSENCE - 1
    assert host.admit(table, 2, number, PEOPLE[1], agrees=True).seat_of(PEOPLE[3]) is None
    clock[0] += 1
    after = host.admit(table, 2, number, PEOPLE[1], agrees=True)
    assert after.seat_of(PEOPLE[3]) == 2
    assert after.steps[-1].sentences(0) == ["a person sits down as player 2"]


def test_a_person_for_whom_a_bot_plays_answers_for_a_newcomer(host: Host, clock: list[int]) -> None:
    table = begun(host, 3)
    host.seat_bot(table, 0, PEOPLE[0], "random")
    host.leave(table, 2, PEOPLE[2])
    number = asking_for(host, table, 2, PEOPLE[3])
    shown = host.admit(table, 2, number, PEOPLE[0], agrees=True)
    told = "player 0 agrees that the seat of player 2 is taken"
    assert shown.steps[-1].sentences(1) == [told]
    clock[0] += hosting.ABSENCE
    shown = host.admit(table, 2, number, PEOPLE[0], agrees=True)
    assert shown.seat_of(PEOPLE[3]) is None, "who plays is asked, however silent"
    assert host.leave(table, 1, PEOPLE[0]).seat_of(PEOPLE[3]) == 2, "until others free the seat"


def test_the_moves_of_a_bot_are_no_sign_of_life_of_the_person(host: Host, clock: list[int]) -> None:
    table = begun(host, 2, bots={"2": "random"})
    lent = host.seat_bot(table, 0, PEOPLE[0], "random")
    clock[0] += 10
    move, _ = bot_move(lent, chosen(host, lent), first_move(lent, 0))
    host.play_bots(lent, [move])
    assert host.table(table).signs == (1000 * (clock[0] - 10), 1000 * (clock[0] - 10), 0)


def test_who_puts_a_bot_in_the_place_of_another_is_here(tmp_path: Path, clock: list[int]) -> None:
    """Any request that changes something is a sign of life, like one that changes nothing."""
    address = f"folder:{tmp_path}/tables"
    with served(address) as site, closing(open_store(address, creates=True)) as store:
        table = site.create("westeros-intrigue", 3, bots={"2": "random"})
        ada, _ = seated(site, table, 2)
        clock[0] += hosting.ABSENCE
        ada.ask("PUT", f"/tables/{table}/seats/2", "greedy")
        assert store.signed(table, 0) == 1000 * clock[0]


class Guests(Processes):
    """A game of Hal, Ann and Mal, who comes with one secret after another.

    Hal and Ann are there all the time, lend their seats and take them back, and agree to nobody.
    """

    HAL, ANN = PEOPLE[:2]

    def __init__(self, host: Host, clock: list[int], seed: int) -> None:
        super().__init__(host, random.Random(seed))
        self.clock = clock
        more = {"clock": {"move": MOVE, "then": "random"}} if seed % 2 else {}
        bots = {"3": "random", "4": "random"}
        self.table = begun(host, 3, players=5, bots=bots, **more)
        self.secrets = PEOPLE[2:]
        self.seen: set[int] = set()

    def cheat(self) -> None:
        """Let Mal ask for anything, with any of the secrets."""
        rng, host, at, secret = self.rng, self.host, self.table, self.rng.choice(self.secrets)
        seat, shown = rng.randrange(5), host.table(self.table)
        asked = [place.chair.seat for place in shown.places if place.asking]
        wanted = rng.choice(asked or [seat])
        asking = shown.places[wanted].asking
        number = asking.number if asking else 0
        does: list[Callable[[], object]] = [
            lambda: host.sit(at, seat, secret, rng.choice(("", "Mal", "Hal"))),
            lambda: host.sit(at, shown.seat_of(secret) or 0, secret),
            lambda: host.seat_bot(at, seat, secret, "random"),
            lambda: host.leave(at, seat, secret),
            lambda: host.admit(at, wanted, number, secret, agrees=rng.random() < 0.9),
            lambda: host.admit(at, wanted, number, secret, agrees=True),
            lambda: host.end_time(at),
        ]
        with contextlib.suppress(Refused):
            rng.choice(does)()
        shown = host.table(at)
        own = (shown.seat_of(secret) for secret in self.secrets)
        self.seen |= {seat for seat in own if seat is not None}

    def play_fair(self) -> None:
        """Let Hal or Ann do something; Ann may leave the game, as her seat is worth asking for."""
        rng, host, at = self.rng, self.host, self.table
        secret = rng.choice((self.HAL, self.ANN))
        shown = host.table(at)
        own = shown.seat_of(secret)
        if own is None:
            return
        decides = shown.game.deciders(shown.state)
        if secret == self.ANN and rng.random() < 0.05:
            host.leave(at, own, secret)
        elif rng.random() < 0.3:
            host.seat_bot(at, own, secret, "random")
        elif rng.random() < 0.5:
            host.sit(at, own, secret)
        elif own in decides:
            host.play(at, shown.moves + 1, secret, first_move(shown, own))
        elif turn := host.bot_turn(shown, is_own=True):
            move, _ = bot_move(shown, turn, first_move(shown, turn.seat))
            host.play_bots(shown, [move])

    def pass_time(self, seconds: int) -> None:
        """Let time pass, in which Hal and Ann look at the table."""
        self.clock[0] += seconds
        shown = self.host.table(self.table)
        for secret in (self.HAL, self.ANN):
            if (own := shown.seat_of(secret)) is not None:
                self.host.show_sign(shown, own)


def check_guests(host: Host, clock: list[int], seed: int) -> None:
    guests = Guests(host, clock, seed)
    for _ in range(200):
        guests.cheat()
        if guests.rng.random() < 0.3:
            with contextlib.suppress(Refused):
                guests.play_fair()
        if guests.rng.random() < 0.2:
            guests.pass_time(guests.rng.choice((1, MOVE, 60, 100)))
        assert len(guests.seen) <= 1, (seed, guests.seen)


@pytest.mark.parametrize("seed", range(4))
def test_a_player_with_many_secrets_sees_no_other_hand(
    host: Host, clock: list[int], seed: int
) -> None:
    check_guests(host, clock, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 60))
def test_a_player_with_many_secrets_sees_no_other_hand_for_long(
    host: Host, clock: list[int], seed: int
) -> None:
    check_guests(host, clock, seed)


def test_whoever_looks_for_hands_would_find_them_if_only_those_who_play_were_asked(
    host: Host, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def those_who_play(places: Iterable[Place]) -> set[int]:
        return {place.chair.seat for place in places if place.is_played_by_person}

    for module in (hosting, tables):
        monkeypatch.setattr(module, "owners", those_who_play)

    def look_for_hands() -> None:
        for seed in range(12):
            check_guests(host, clock, seed)

    with pytest.raises(AssertionError):
        look_for_hands()


def test_an_answer_is_that_of_a_person_and_not_of_a_seat(host: Host) -> None:
    """Whoever comes in place of one who has agreed is asked as well."""
    table = begun(host, 4, players=4)
    for seat in (3, 2):
        host.leave(table, seat, PEOPLE[seat])
    first = asking_for(host, table, 3, PEOPLE[4])
    host.admit(table, 3, first, PEOPLE[1], agrees=True)
    host.leave(table, 1, PEOPLE[1])
    second = asking_for(host, table, 1, PEOPLE[5])
    assert host.admit(table, 1, second, PEOPLE[0], agrees=True).seat_of(PEOPLE[5]) == 1
    shown = host.admit(table, 3, first, PEOPLE[0], agrees=True)
    assert shown.seat_of(PEOPLE[4]) is None
    assert host.admit(table, 3, first, PEOPLE[5], agrees=True).seat_of(PEOPLE[4]) == 3


def test_of_two_newcomers_for_whom_all_others_wait_the_second_waits_for_the_first(
    host: Host,
) -> None:
    table = begun(host, 4, players=4)
    for seat in (3, 2):
        host.leave(table, seat, PEOPLE[seat])
    numbers = {seat: asking_for(host, table, seat, PEOPLE[seat + 2]) for seat in (2, 3)}
    for seat, number in numbers.items():
        host.admit(table, seat, number, PEOPLE[0], agrees=True)
    shown = host.leave(table, 1, PEOPLE[1])
    assert (shown.seat_of(PEOPLE[4]), shown.seat_of(PEOPLE[5])) == (2, None)
    assert host.admit(table, 3, numbers[3], PEOPLE[4], agrees=True).seat_of(PEOPLE[5]) == 3


def test_a_newcomer_is_there_from_the_moment_of_sitting_down(host: Host, clock: list[int]) -> None:
    """However long the others let the newcomer wait: nobody frees the seat at once."""
    table = begun(host, 3)
    host.leave(table, 2, PEOPLE[2])
    number = asking_for(host, table, 2, PEOPLE[3])
    clock[0] += 2 * hosting.ABSENCE
    for seat in (0, 1):
        host.admit(table, 2, number, PEOPLE[seat], agrees=True)
    with pytest.raises(Refused, match="the person of seat 2 is here"):
        host.leave(table, 2, PEOPLE[0])


def test_who_lends_a_seat_is_here_in_the_log(host: Host, clock: list[int]) -> None:
    """Nobody is asked for whom a bot plays who is absent: the entry itself says who is not."""
    table = begun(host, 3)
    host.leave(table, 2, PEOPLE[2])
    number = asking_for(host, table, 2, PEOPLE[3])
    clock[0] += hosting.ABSENCE
    host.seat_bot(table, 0, PEOPLE[0], "random")
    shown = host.admit(table, 2, number, PEOPLE[1], agrees=True)
    assert shown.seat_of(PEOPLE[3]) is None


def test_who_gives_the_seat_of_another_to_a_bot_is_no_sign_of_the_other(
    host: Host, clock: list[int]
) -> None:
    table = begun(host, 3)
    clock[0] += hosting.ABSENCE
    host.leave(table, 0, PEOPLE[1])
    begin = host.table(table).signs[0]
    assert host.seat_bot(table, 0, PEOPLE[1], "random").signs[0] == begin


@pytest.mark.parametrize("is_lent", [True, False])
def test_a_newcomer_waits_for_nobody_if_all_people_are_absent(
    host: Host, clock: list[int], *, is_lent: bool
) -> None:
    """Then no one could agree, or free a seat."""
    table = begun(host, 3, players=4, bots={"3": "random"})
    if is_lent:
        for seat in (0, 1):
            host.seat_bot(table, seat, PEOPLE[seat], "random")
    host.leave(table, 2, PEOPLE[2])
    number = asking_for(host, table, 2, PEOPLE[3])
    asking_for(host, table, 3, PEOPLE[4])
    clock[0] += hosting.ABSENCE - 1
    host.show_sign(host.table(table), 1)
    clock[0] += 1
    shown = host.sit(table, 2, PEOPLE[3])
    assert (shown.seat_of(PEOPLE[3]), shown.version) == (None, number + 1), "one is here"
    clock[0] += hosting.ABSENCE
    shown = host.sit(table, 3, PEOPLE[4])
    assert shown.seat_of(PEOPLE[4]) == 3
    assert shown.seat_of(PEOPLE[3]) is None, "the other newcomer waits for this one"
    assert shown.steps[-1].sentences(None) == ["a person sits down as player 3"]
    assert host.sit(table, 3, PEOPLE[4]) == shown
    assert attrs.evolve(Host(host._store).table(table), steps=()) == attrs.evolve(shown, steps=())


def test_a_newcomer_waits_for_an_absent_person_whose_time_runs(
    host: Host, clock: list[int]
) -> None:
    """People who have days for a move are often all away; at the end of the time, a bot plays."""
    day = 24 * 3600
    table = begun(host, 2, bots={"2": "random"}, clock={"move": day, "then": "random"})
    host.seat_bot(table, 1, PEOPLE[1], "random")
    asking_for(host, table, 2, PEOPLE[3])
    clock[0] += day - 1
    assert host.sit(table, 2, PEOPLE[3]).seat_of(PEOPLE[3]) is None
    clock[0] += 1
    host.end_time(table)
    assert host.sit(table, 2, PEOPLE[3]).seat_of(PEOPLE[3]) == 2


def test_nobody_asks_for_a_seat_without_time_for_the_game(host: Host, clock: list[int]) -> None:
    """Since its clock doesn't start again, the newcomer could never move."""
    table = begun(host, 3, clock={"game": MOVE, "then": "random"})
    host.leave(table, 0, PEOPLE[0])
    clock[0] += MOVE
    shown = host.end_time(table)
    with pytest.raises(Refused, match="the time of seat 0 is over: random plays on"):
        host.sit(table, 0, PEOPLE[3])
    assert host.table(table) == shown


def test_a_newcomer_asks_on_when_the_time_of_the_seat_is_over(host: Host, clock: list[int]) -> None:
    table = begun(host, 3, clock={"move": MOVE, "then": "random"})
    host.leave(table, 0, PEOPLE[0])
    number = asking_for(host, table, 0, PEOPLE[3])
    clock[0] += MOVE
    shown = host.end_time(table)
    assert shown.places[0].who == "random"
    for seat in (1, 2):
        shown = host.admit(table, 0, number, PEOPLE[seat], agrees=True)
    assert (shown.seat_of(PEOPLE[3]), shown.decided_by(0)) == (0, "random")


def test_nobody_uses_up_the_time_of_another_between_two_processes(
    host: Host, clock: list[int]
) -> None:
    """Though the clocks of their machines differ by some seconds."""
    table = begun(host, 3, clock={"game": 900})
    for number in range(20):
        clock[0] += 3
        host.sit(table, 1, PEOPLE[1], f"Ben {number}")
        clock[0] -= 3
        host.sit(table, 2, PEOPLE[2], f"Cleo {number}")
    shown = host.table(table)
    assert (shown.used, shown.due) == ((3000, 0, 0), (0, 1000 * (clock[0] + 900)))


def test_who_comes_back_keeps_no_bot_before_them_from_its_move(host: Host) -> None:
    """Of moves that are stored together, those before the person's are stored."""
    table = begun(host, 3)
    for seat in (0, 1):
        host.seat_bot(table, seat, PEOPLE[seat], "random")
    lent = after = host.table(table)
    moves = []
    for _ in range(2):
        turn = chosen(host, after)
        move, after = bot_move(after, turn, first_move(after, turn.seat))
        moves.append(move)
    host.sit(table, 1, PEOPLE[1])
    shown, is_stored = host.play_bots(lent, moves)
    assert (is_stored, shown.moves, shown.decided_by(1)) == (True, 1, "person")
    assert shown == host.table(table)


def test_who_frees_a_seat_is_here(tmp_path: Path, clock: list[int]) -> None:
    address = f"folder:{tmp_path}/tables"
    with served(address) as site, closing(open_store(address, creates=True)) as store:
        table = site.create("westeros-intrigue", 2)
        ada, ben = seated(site, table, 2)
        clock[0] += hosting.ABSENCE
        assert ada.ask("DELETE", f"/tables/{table}/seats/1").status == 200
        assert store.signed(table, 0) == 1000 * clock[0]
        assert ben.ask("DELETE", f"/tables/{table}/seats/1").status == 200, "who has no seat left"


LOOK_LIKE_ANN = ("\u0410nn", "\u0391nn", "\uff21nn", "ANN", "A.n.n", " Ann ")
"""With letters that look Latin: Cyrillic, Greek, wide; or written in another way."""


@pytest.mark.parametrize("name", LOOK_LIKE_ANN)
def test_nobody_has_a_name_that_looks_like_another_at_the_table(host: Host, name: str) -> None:
    """Whoever sits down, changes a name or asks for a seat; also like one who asks for another."""
    table = begun(host, 0, players=4, bots={"3": "random"})
    host.sit(table, 0, PEOPLE[0], "Ann")
    with pytest.raises(Refused, match="the table uses the name"):
        host.sit(table, 1, PEOPLE[1], name)
    for seat in (1, 2):
        host.sit(table, seat, PEOPLE[seat])
    with pytest.raises(Refused, match="the table uses the name"):
        host.sit(table, 1, PEOPLE[1], name)
    host.leave(table, 2, PEOPLE[2])
    with pytest.raises(Refused, match="the table uses the name"):
        host.sit(table, 2, PEOPLE[3], name)
    host.sit(table, 0, PEOPLE[0], "Bea")
    host.sit(table, 2, PEOPLE[3], "Ann")
    for seat, secret in ((1, PEOPLE[1]), (3, PEOPLE[4])):
        with pytest.raises(Refused, match="the table uses the name"):
            host.sit(table, seat, secret, name)


def test_no_bot_gets_the_name_of_a_person_who_asks(host: Host) -> None:
    table = begun(host, 3)
    host.leave(table, 2, PEOPLE[2])
    host.sit(table, 2, PEOPLE[3], "Mira")
    stand_in = host.seat_bot(table, 0, PEOPLE[0], "random").seats[0].stand_in
    assert stand_in is not None
    assert stand_in.name != "Mira"
