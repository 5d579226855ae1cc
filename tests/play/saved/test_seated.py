"""Somebody at a saved table: the story in their words, late moves, chairs, and the cost."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.cases import sampled
from helpers.patience import PATIENCE
from helpers.watched_games import TABLES as CARD_TABLES, WatchedGame, looking_the_same, watched_game
from test_growth import work

from play.saved.random_logs import TABLES, begin, play_on
from westeros_intrigue import Phase
from westeros_intrigue.gamekit.errors import InvalidValue, PlayerFailed
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.judging import speaking_to, told
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved import FolderStore, SavedTable, Seated, head_of
from westeros_intrigue.play.saved.seats import Seat, names_of
from westeros_intrigue.play.saved.session import AnySession, Session

SAMPLE = ("cards with options", "monopoly", "a draft")


@attrs.define
class MemoryStore:
    """A store in memory, so that reading costs nothing but what is asked for."""

    kept: Head
    log: list[Entry] = attrs.field(factory=list)
    given: int = 0
    """The number of entries that were given out."""

    def create(self, head: Head) -> bool:
        self.kept = head
        return True

    def head(self, table: str) -> Head | None:
        return self.kept if table == self.kept.id else None

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        given = self.log[after:] if table == self.kept.id else []
        self.given += len(given)
        return given

    def append(self, table: str, *entries: Entry) -> bool:
        if table != self.kept.id or entries[0].number != len(self.log) + 1:
            return False
        self.log.extend(entries)
        return True

    def ids(self) -> Sequence[str]:
        return [self.kept.id]

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        yield from () if stop() else (self.kept.id,)


def played(name: str, most: int = 150) -> MemoryStore:
    """Return a random game, whose people sit down at some moments."""
    rng = random.Random(name)
    session = begin(rng, name)
    store = MemoryStore(head_of("winter", session.record))
    for moment in play_on(rng, session, most, TABLES[name][3]):
        assert store.append("winter", moment.entry)
    return store


def people_at(store: Store) -> list[str]:
    """Return everybody who has sat down, and a spectator."""
    sat = {entry.by for entry in store.entries("winter") if entry.kind == "sit"}
    return [*sorted(sat), "somebody who watches"]


def begun(key: str, *who: str, seed: int = 1, **options: Any) -> AnySession:
    """Begin a game of people and computer players."""
    game = GAMES[key]
    state = game.new_game(len(who), options, seed=seed)
    return Session.begun(game, state, tuple(Seat("", each) for each in who), seed=seed)


def stored(tmp_path: Path, session: AnySession) -> FolderStore:
    """Return a folder with a table that begins where a session is."""
    store = FolderStore(tmp_path)
    assert store.create(head_of("winter", session.record))
    return store


def random_move(seated: Seated, rng: random.Random) -> object:
    """Return one of the moves that the person has."""
    return rng.choice(seated.table.game.distinct_moves(seated.view))


# The story


@pytest.mark.parametrize("name", sampled(TABLES, SAMPLE))
def test_the_story_is_what_the_views_of_the_seat_tell_and_asking_consumes_nothing(
    name: str,
) -> None:
    """It takes long: the stories of whole games are told from many moments."""
    store, rng = played(name), random.Random(name)
    for person in people_at(store):
        seated = Seated(store, "winter", person)
        table, seat = seated.table, seated.seat
        tables = [SavedTable.begun(table.head)]
        for entry in store.log:
            tables.append(tables[-1].then(entry))
        called = names_of(table.session.seats)
        names = [
            "You" if at == seat else called[at] if table.holders[at] else f"player {at}"
            for at in range(table.session.state.players)
        ]
        views = [one.game.observe(one.session.state, seat) for one in tables]
        speaker = speaking_to(table.game, views[-1], seat, names)
        for since in (0, table.version, *rng.sample(range(table.version), 4)):
            expected = [
                sentence
                for number in range(since + 1, table.version + 1)
                if store.log[number - 1].kind in {"move", "step"}
                for sentence in told(table.game, views[number - 1], views[number], seat, speaker)
            ]
            story = seated.told(since)
            of_seats = len(story) - len(expected)
            others = [one for one in store.log[since:] if one.kind not in {"move", "step"}]
            assert of_seats == len(others)
            left = iter(story)
            assert all(sentence in left for sentence in expected), "in this order"
            assert seated.told(since) == story
            assert Seated(store, "winter", person).told(since) == story
        assert seated.told(table.version) == ()


def test_another_process_tells_the_same_since_the_same_move(tmp_path: Path) -> None:
    store = stored(tmp_path, begun("btwixt", "person", "simple", "random"))
    ada, rng = Seated(store, "winter", "ada"), random.Random(4)
    ada.sit("Ada")
    for _ in range(6):
        ada.play(random_move(ada, rng), ada.table.moment)
        ada.run()
    program = (
        "import sys; from westeros_intrigue.play.saved import FolderStore, Seated\n"
        "one = Seated(FolderStore(sys.argv[1]), 'winter', 'ada')\n"
        "print(one.last_move, *one.told(one.last_move), sep='\\n')"
    )
    other = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout.splitlines()
    assert other == [str(ada.last_move), *ada.told(ada.last_move)]
    assert len(other) > 1


def test_the_last_move_is_the_seats_whatever_others_appended_at_that_moment(
    tmp_path: Path,
) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "person"))
    ada, again = (Seated(store, "winter", "ada") for _ in range(2))
    ada.sit("Ada")
    Seated(store, "winter", "ben").sit("Ben")  # which ada does not know yet
    ada.play(random_move(ada, random.Random(1)), 0)
    again.refresh()
    assert [entry.kind for entry in store.entries("winter")] == ["sit", "sit", "move"]
    assert (ada.last_move, again.last_move) == (2, 2)
    assert ada.told(2) == again.told(2)


WORLDS = ("3 players", "Solo Scheming with all options", "6 players, Anyone Can Die")


@pytest.mark.parametrize("name", sampled(CARD_TABLES, WORLDS))
def test_a_story_tells_nothing_of_cards_that_the_seat_has_not_seen(name: str) -> None:
    """It takes long: games at every table are told once more with other hidden cards.

    The log is the same, and so is all that the seat has seen.
    """
    rng, differs = random.Random(name), 0
    for seed in range(4):
        game = watched_game(name, seed)
        game = game.until(rng.randrange(len(game.states)))
        seat = rng.choice([seat for seat in game.viewers() if seat is not None])
        drawn = iter(lambda: rng.randrange(36), None)
        swaps = [(next(drawn), next(drawn), next(drawn), rng.randrange(3)) for _ in range(8)]
        other = looking_the_same(game, seat, swaps)
        stories = [story_of(one, seat) for one in (game, other)]
        assert stories[0] == stories[1]
        differs += game.now != other.now
    assert differs, "some cards have changed places"


def story_of(game: WatchedGame, seat: int) -> tuple[str, ...]:
    """Return the story of a game for a seat, from a log with all that happened."""
    variant, first = game.now.variant, game.states[0]
    who = ["automated" if at in variant.automated else "person" for at in range(first.players)]
    module = GAMES["westeros-intrigue"]
    seats = tuple(Seat("", each) for each in who)
    session = Session.begun(module, first, seats, seed=1)
    store = MemoryStore(head_of("winter", session.record))
    store.append("winter", Entry(1, "sit", seat, "Ada", "ada"))
    table = SavedTable.begun(store.kept).then(store.log[0])
    for state, following in pairwise(game.states):
        entry = Entry(table.version + 1, "step", None, "")
        if state.phase is Phase.PLAYING and state.active_player not in variant.automated:
            move = str(following.placements[-1].move)
            entry = Entry(entry.number, "move", state.active_player, move, PERSON)
        table = table.then(entry)
        assert table.session.state == following
        store.append("winter", entry)
    return Seated(store, "winter", "ada").told(0)


@pytest.mark.parametrize("seed", sampled(range(1, 6), [1]))
def test_a_story_tells_no_decision_that_the_seat_cannot_see(seed: int) -> None:
    """It takes long: the decisions of many games are tried in pairs.

    In a draft, what somebody picks is hidden until all have picked.
    """
    rng, alike = random.Random(seed), 0
    session = begin(rng, "a draft")
    store = MemoryStore(head_of("winter", session.record))
    for moment in play_on(rng, session, 60, ()):
        game, state, mover = session.game, session.state, session.state.active_player
        if mover is not None and len(moves := game.distinct_moves(state)) > 1:
            viewer = rng.choice([seat for seat in range(state.players) if seat != mover])
            pair = rng.sample(moves, 2)
            ends = [game.apply(state, move, player=mover) for move in pair]
            if game.observe(ends[0], viewer) == game.observe(ends[1], viewer):
                alike += 1
                stories = [story_with(store, viewer, mover, move) for move in pair]
                assert stories[0] == stories[1]
        store.append("winter", moment.entry)
        session = moment.session
    assert alike, "some decisions are hidden"


def story_with(store: MemoryStore, viewer: int, mover: int, move: object) -> tuple[str, ...]:
    """Return the story for a seat after one more move."""
    table = SavedTable.begun(store.kept)
    for entry in store.log:
        table = table.then(entry)
    number, holder = table.version + 1, table.holders[viewer]
    drafts: list[tuple[str, int, str, str]] = [("move", mover, str(move), PERSON)]
    if not holder:
        drafts.insert(0, ("sit", viewer, "Vera", "vera"))
    last = [Entry(at, *draft) for at, draft in enumerate(drafts, number)]
    return Seated(MemoryStore(store.kept, [*store.log, *last]), "winter", holder or "vera").told(0)


def test_a_spectator_sees_no_hand_and_nobody_is_no_seat(tmp_path: Path) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "person", "greedy"))
    ada = Seated(store, "winter", "ada")
    ada.sit("Ada")
    for person in ("", "ben"):
        seated = Seated(store, "winter", person)
        assert (seated.seat, seated.is_asked) == (None, False)
        assert seated.view == seated.table.game.observe(seated.table.session.state, None)
        assert not seated.view.hand  # type: ignore[attr-defined]  # of the card game
        with pytest.raises(InvalidValue, match="spectator"):
            seated.judge("stark to a0")
        with pytest.raises(InvalidValue, match="moved on"):
            seated.play("S8@a0", 0)
    with pytest.raises(InvalidValue, match="name for the log"):
        Seated(store, "winter", "").sit("Nobody")


# Moves and chairs


def test_a_move_for_an_old_moment_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "person"))
    ada, ben = Seated(store, "winter", "ada"), Seated(store, "winter", "ben")
    ada.sit("Ada")
    ben.sit("Ben")
    rng = random.Random(1)
    for one in (ada, ben, ada, ben):
        one.refresh()
        move = random_move(one, rng)
        for moment in (*range(one.table.moment), one.table.moment + 1):
            with pytest.raises(InvalidValue, match=f"moved on to moment {one.table.moment}"):
                one.play(move, moment)
        one.play(move, one.table.moment)
        with pytest.raises(InvalidValue, match=f"moved on to moment {one.table.moment}"):
            one.play(move, one.table.moment)
    assert len(store.entries("winter")) == 6


def test_the_same_move_from_two_windows_at_once_is_made_once(tmp_path: Path) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "random"))
    windows = [Seated(FolderStore(tmp_path), "winter", "ada") for _ in range(2)]
    windows[0].sit("Ada")
    rng = random.Random(2)
    for _ in range(5):
        for window in windows:
            window.refresh()
            window.run()
        moment, move = windows[0].table.moment, random_move(windows[0], rng)
        assert made_at_once(windows, move, moment) == 1
    moves = [one for one in store.entries("winter") if (one.kind, one.seat) == ("move", 0)]
    assert len(moves) == 5


def made_at_once(windows: list[Seated], move: object, moment: int) -> int:
    """Make the same move in several windows at once; return in how many it was made."""
    made, barrier = list[int](), threading.Barrier(len(windows))

    def play(at: int) -> None:
        barrier.wait()
        with suppress(InvalidValue):
            windows[at].play(move, moment)
            made.append(at)

    at_once(play, len(windows))
    return len(made)


def at_once(do: Callable[[int], None], count: int) -> None:
    """Do something in several threads."""
    threads = [threading.Thread(target=do, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)


def test_six_who_sit_down_at_once_never_share_a_chair(tmp_path: Path) -> None:
    session = begun("westeros-intrigue", *["person"] * 4, "greedy")
    store = stored(tmp_path, session)
    barrier, got = threading.Barrier(6), dict[int, int]()

    def sit(number: int) -> None:
        seated = Seated(FolderStore(tmp_path), "winter", f"person-{number}")
        barrier.wait()
        with suppress(InvalidValue):
            got[number] = seated.sit(f"Guest{'abcdef'[number]}")

    at_once(sit, 6)
    assert sorted(got.values()) == [0, 1, 2, 3]
    holders = Seated(store, "winter", "somebody").table.holders
    assert holders == (
        *(f"person-{next(who for who in got if got[who] == seat)}" for seat in range(4)),
        "",
    )
    assert len(store.entries("winter")) == 4
    assert Seated(store, "winter", holders[2]).sit("Another") == 2, "they return to their chair"
    assert len(store.entries("winter")) == 4


# Players that fail


def failing(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let players of the card game fail."""

    def fail(_view: object, _rng: object) -> object:
        raise KeyError("a bug")

    players = GAMES["westeros-intrigue"].PLAYERS
    right = type(players).parse

    def parse(self: Any, name: str) -> Any:
        return fail if name in names else right(self, name)

    monkeypatch.setattr(type(players), "parse", parse)


def test_a_player_that_fails_is_replaced_and_the_story_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "random", "person"))
    ada = Seated(store, "winter", "ada")
    ada.sit("Ada")
    failing(monkeypatch, "random")
    ada.run()
    assert [entry.kind for entry in store.entries("winter")] == ["sit", "bot", "move"]
    assert "Random of player 0 cannot decide: greedy plays." in ada.told(0)
    assert (ada.is_asked, ada.seat) == (True, 1)


def test_a_stand_in_that_fails_is_replaced_and_the_seat_stays_its_persons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "person"))
    ada, ben = Seated(store, "winter", "ada"), Seated(store, "winter", "ben")
    ada.sit("Ada")
    ben.sit("Ben")
    store.append("winter", Entry(3, "lend", 0, "random away Mira"))
    failing(monkeypatch, "random")
    ben.refresh()
    ben.run()
    assert ben.table.holders == ("ada", "ben")
    assert str(ben.table.session.seats[0].stand_in) == "greedy away Mira"
    assert ben.told(2)[:2] == (
        "Ada lets Mira play.",
        "Random of Ada cannot decide: greedy plays.",
    )


def test_where_every_player_fails_the_program_stops_and_the_log_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "random", "person"))
    ada = Seated(store, "winter", "ada")
    failing(monkeypatch, "random", "greedy")
    with pytest.raises(PlayerFailed, match="a bug"):
        ada.run()
    assert len(store.entries("winter")) <= 2


def test_a_person_who_leaves_for_a_player_is_not_said_to_have_failed(tmp_path: Path) -> None:
    store = stored(tmp_path, begun("westeros-intrigue", "person", "person"))
    store.append("winter", Entry(1, "bot", 1, "greedy", PERSON))
    assert Seated(store, "winter", "ada").told(0) == ("Player 1 leaves the seat to greedy.",)


# The cost


def game_until(number: int) -> Seated:
    """Play a long game of Monopoly with one person up to an entry, and then to their next turn."""
    rules = ("pot", "double-go", "no-auction", "no-jail-rent")
    session = begun("monopoly", "person", *["random"] * 5, seed=5, house_rules=rules)
    ada, rng = (
        Seated(MemoryStore(head_of("winter", session.record)), "winter", "ada"),
        random.Random(5),
    )
    ada.sit("Ada")
    while ada.table.version < number or not ada.is_asked:
        assert not ada.view.is_over
        ada.run()
        if ada.is_asked:
            ada.play(random_move(ada, rng), ada.table.moment)
    return ada


def cost_of_looking(seated: Seated) -> tuple[int, int]:
    """Return the work, and the number of entries read, when somebody looks again."""
    store = seated.store
    assert isinstance(store, MemoryStore)
    before = store.given

    def look(_text: str) -> object:
        return (seated.refresh(), seated.told(seated.last_move))

    return work(look, ""), store.given - before


def test_to_follow_a_long_table_costs_as_much_as_to_follow_a_short_one() -> None:
    costs = []
    for number in (20, 1_500):
        ada = game_until(number)
        # Whoever opens the table once more has to read all of it, but only the first time.
        again = Seated(ada.store, "winter", "ada")
        again.told(again.last_move)
        costs.append((cost_of_looking(ada), cost_of_looking(again)))
    for short, long in zip(*costs, strict=True):
        assert long[1] <= short[1] + 30, "entries read"
        assert long[0] < 3 * short[0], "work"
