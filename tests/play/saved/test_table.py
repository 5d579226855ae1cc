"""The fold: a table is what its head and its log say, whoever wrote them and whoever reads them.

Games are played by sessions, with entries written beside them; the entries are folded again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.cases import each, sampled
from helpers.nim_plugin import install
from testing.sound_games import LoveLetter

from play.saved.random_logs import TABLES, Moment, begin, play_on, seated
from westeros_intrigue import STANDARD, House, Record, setup
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.gamekit.stores import Entry, Head
from westeros_intrigue.play.referee import RealGame
from westeros_intrigue.play.saved import (
    FolderStore,
    PrintedTable,
    SavedTable,
    SqliteStore,
    Store,
    head_of,
    open_table,
)
from westeros_intrigue.play.saved.seats import Seat, StandIn
from westeros_intrigue.play.saved.session import AnyRecord, AnySession, Session, continue_game
from westeros_intrigue.play.saved.table import AnyTable, append, fold, head_with_printed_cards

SAMPLE = ("two at cards", "one against the houses", "monopoly by house rules", "a draft")
ENTRIES = 120
"""The entries of a game that is not a long proof, most of which it has then played."""


def table_of(session: AnySession) -> SavedTable:
    """Return the table that begins where a session is."""
    return SavedTable.begun(head_of("winter", session.record))


def assert_is_played(table: SavedTable, session: AnySession, holders: tuple[str, ...]) -> None:
    """A table has the states, the seats and the moments of a session."""
    folded = table.session
    assert folded.state == session.state
    assert (folded.seats, folded.first) == (session.seats, session.first)
    assert (folded.moment, folded.past) == (session.moment, session.past)
    assert (folded.waits_for, folded.can_undo) == (session.waits_for, session.can_undo)
    assert table.holders == holders
    assert table.moment == session.moment


def follow(table: SavedTable, moments: list[Moment]) -> list[SavedTable]:
    """Return a table after each entry."""
    tables = [table]
    for moment in moments:
        table = table.then(moment.entry)
        assert table.version == moment.entry.number
        assert_is_played(table, moment.session, moment.holders)
        tables.append(table)
    return tables


@pytest.mark.parametrize("name", sampled(TABLES, SAMPLE))
def test_the_fold_of_a_log_is_the_game_that_was_played_after_each_entry(name: str) -> None:
    """It takes long: whole games of every kind of table are played and folded.

    A table that begins in the middle, with the record that a front end saves there, goes on alike.
    """
    rng = random.Random(name)
    is_short = name in SAMPLE
    session = begin(rng, name)
    bots = TABLES[name][3]
    moments = [*play_on(rng, session, ENTRIES if is_short else 2_000, bots)]
    tables = follow(table_of(session), moments)
    assert len(tables) > 20
    entries = [moment.entry for moment in moments]
    assert fold(tables[0], entries) == tables[-1]
    cut = rng.randrange(len(entries))
    assert fold(tables[cut], entries[cut:]) == tables[-1]
    begun = table_of(tables[cut].session)
    later = [  # at a table where nobody has sat down yet
        attrs.evolve(entry, number=at, by=entry.by if entry.kind == "sit" else PERSON)
        for at, entry in enumerate(entries[cut:], 1)
    ]
    for entry, moment in zip(later, moments[cut:], strict=True):
        begun = begun.then(entry)
        assert begun.session == moment.session


def appended(store: Store, table: AnyTable, entry: Entry) -> AnyTable:
    """Return a table after what an entry says, kept by a store."""
    return append(store, table, lambda _: [(entry.kind, entry.seat, entry.text)], entry.by)


@pytest.mark.parametrize("make", [FolderStore, SqliteStore])
@pytest.mark.parametrize("name", ["six at cards", "btwixt"])
def test_a_store_gives_back_the_game_that_was_played(
    tmp_path: Path, name: str, make: type[FolderStore | SqliteStore]
) -> None:
    rng = random.Random(name)
    session = begin(rng, name)
    store = make(tmp_path / "tables")
    table: Any = table_of(session)
    assert store.create(table.head)
    for moment in play_on(rng, session, 60, TABLES[name][3]):
        table = appended(store, table, moment.entry)
        read = open_table(make(tmp_path / "tables"), "winter")
        assert isinstance(read, SavedTable)
        assert_is_played(read, moment.session, moment.holders)
        assert read == table


@pytest.fixture
def house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Install the examples of house rules, and return their keys."""
    keys = {"bridges": "house_rules:bridges", "no-repeats": "no_repeats:game"}
    points = "".join(f"{key} = {where}\n" for key, where in keys.items())
    install(tmp_path, "house-rules", f"[westeros_intrigue.games]\n{points}")
    monkeypatch.syspath_prepend(tmp_path)
    return tuple(keys)


def test_a_table_by_house_rules_is_folded_by_them(house_rules: tuple[str, ...]) -> None:
    for key in house_rules:
        rng = random.Random(key)
        game = GAMES[key]
        session = seated(rng, game, game.new_game(3, seed=5), ("random",))
        moments = [*play_on(rng, session, 60, ("random",))]
        table = table_of(session)
        assert table.head.game == key
        assert follow(table, moments)[-1].game is game


# What cannot happen


def no_legal_entries(table: SavedTable) -> Iterator[Entry]:
    """Entries that cannot come next, computed from the game and not from the fold."""
    session, state, number = table.session, table.session.state, table.version + 1
    asked = state.active_player
    words = str(session.game.distinct_moves(state)[0]) if asked is not None else "pass"
    seats = range(state.players)
    yield Entry(number + 1, "step", None, "")
    if table.version:
        yield Entry(table.version, "back", 0, "")
    yield Entry(number, "dance", 0, "")
    yield Entry(number, "enter", None, "S a0")
    yield Entry(number, "move", None, words)
    yield Entry(number, "move", state.players, words)
    yield Entry(number, "move", asked, "no move at all \U0001f409")
    yield Entry(number, "move", asked, "")
    yield from (Entry(number, "move", seat, words) for seat in seats if seat != asked)
    if session.waits_for != "step" or session.game.proceed(state) == state:
        yield Entry(number, "step", None, "")
    if session.waits_for == "step" and session.game.proceed(state) != state:
        yield from (Entry(number, "move", seat, words) for seat in seats)
    if session.can_undo:
        yield Entry(number, "undo", None, "", "somebody who only watches")
    else:
        yield Entry(number, "undo", None, "")
    if session.waits_for == "person":
        yield Entry(number, "move", asked, words, "somebody who only watches")
    for kind, text in (("sit", "Zoe"), ("bot", "random"), ("lend", "random asked Mira")):
        yield Entry(number, kind, None, text, "zoe")
        yield Entry(number, kind, state.players, text, "zoe")
    yield Entry(number, "back", None, "")
    yield Entry(number, "back", state.players, "")
    for seat in seats:
        if table.holders[seat]:
            yield Entry(number, "sit", seat, "Zoe", "zoe")
        if seat in session.game.automated_seats(state):
            yield Entry(number, "sit", seat, "Zoe", "zoe")
            yield Entry(number, "bot", seat, "random")
        yield Entry(number, "bot", seat, "a player of no game")
        yield Entry(number, "bot", seat, "person")
        yield Entry(number, "bot", seat, "automated")
        yield Entry(number, "bot", seat, "search:100000000")
        for text in ("", "random", "random sometimes Mira", "nobody asked Mira"):
            yield Entry(number, "lend", seat, text)
        if seat not in session.people:
            yield Entry(number, "lend", seat, "random asked Mira")


def assert_refused(table: SavedTable, entry: Entry) -> None:
    """An entry does not come next, and a sentence says why."""
    with suppress(ValueError):
        table.then(entry)
        pytest.fail(f"it is folded: {entry}")


@pytest.mark.parametrize("name", sampled(TABLES, SAMPLE))
def test_no_entry_that_cannot_happen_is_folded_or_kept_or_changes_anything(
    name: str, tmp_path: Path
) -> None:
    """It takes long: at every kind of table, all that cannot happen is tried at many moments."""
    rng = random.Random(name)
    session = begin(rng, name)
    store: Store = FolderStore(tmp_path)
    table: Any = table_of(session)
    store.create(table.head)
    for moment in play_on(rng, session, 200, TABLES[name][3]):
        if rng.random() < 0.1:
            before = attrs.evolve(table)
            for entry in no_legal_entries(table):
                assert_refused(table, entry)
                assert table == before, entry
                if entry.number == table.version + 1:
                    with pytest.raises(ValueError, match=r"\w"):
                        appended(store, table, entry)
            assert len(store.entries("winter")) == table.version
        table = appended(store, table, moment.entry)
    assert [entry.number for entry in store.entries("winter")] == [*range(1, table.version + 1)]


def at_cards(*who: str, seed: int = 1, **options: Any) -> SavedTable:
    """Return a table of the card game."""
    game = GAMES["westeros-intrigue"]
    automated = game.automated_seats(state := game.new_game(len(who), options, seed=seed))
    seats = [Seat("", "automated" if at in automated else each) for at, each in enumerate(who)]
    return table_of(Session.begun(game, state, tuple(seats), seed=seed))


def scored(table: SavedTable) -> SavedTable:
    """Return a table whose round is over, so that it waits for the next deal."""
    while (seat := table.session.state.active_player) is not None:
        move = str(table.game.legal_moves(table.session.state)[0])
        table = table.then(Entry(table.version + 1, "move", seat, move))
    return table


def after(table: SavedTable, *drafts: tuple[str, int | None, str, str]) -> SavedTable:
    """Return a table after more entries."""
    for kind, seat, text, by in drafts:
        table = table.then(Entry(table.version + 1, kind, seat, text, by))
    return table


@each(
    {
        "another number": (Entry(2, "step", None, ""), "entry 2 does not follow entry 0"),
        "an unknown kind": (Entry(1, "dance", 0, ""), "entry 1 is one of move, step, .* not dance"),
        "no seat": (Entry(1, "move", None, "S8@a0"), "entry 1, move, lacks its seat"),
        "a seat too high": (Entry(1, "sit", 3, "Zoe", "zoe"), "from 0 to 2, not 3|at most 2|3"),
        "a seat that is not asked": (
            Entry(1, "move", 1, "S8@a0"),
            "seat 1 is not asked now: player 0 is to move",
        ),
        "a text that is no move": (Entry(1, "move", 0, "hello"), "[Ee]xpected"),
        "a step of nobody": (Entry(1, "step", None, ""), "the game waits for player 0, a person"),
        "nothing to undo": (Entry(1, "undo", None, ""), "there is nothing to undo"),
        "an unknown player": (Entry(1, "bot", 1, "hodor"), "seat 1 is for .*random.*, not 'hodor'"),
        "a stand-in for a player": (
            Entry(1, "lend", 2, "random asked Mira"),
            "only a person's seat can have a stand-in",
        ),
        "an unknown stand-in": (Entry(1, "lend", 0, "hodor asked Mira"), "the stand-in of seat 0"),
    }
)
def test_an_entry_that_cannot_happen_is_refused_with_the_reason(entry: Entry, why: str) -> None:
    table = at_cards("person", "person", "random")
    with pytest.raises(ValueError, match=why):
        table.then(entry)


def test_a_seat_is_refused_to_a_second_person_and_to_a_person_where_the_rules_play() -> None:
    table = after(at_cards("person", "person"), ("sit", 1, "Ada", "ada"))
    with pytest.raises(InvalidValue, match="seat 1 is taken"):
        after(table, ("sit", 1, "Ben", "ben"))
    assert after(table, ("sit", 1, "Adeline", "ada")).session.seats[1].name == "Adeline"
    solo = at_cards("person", *["random"] * 3, solo=True)
    with pytest.raises(InvalidValue, match="seat 1 is automated, not 'person'"):
        after(solo, ("sit", 1, "Ada", "ada"))


@each(
    {
        "a move by another player": (
            ("move", 0, "S8@a0", "ben"),
            "move is for ada, who has seat 0, n",
        ),
        "a move by a program without a name": (
            ("move", 0, "S8@a0", ""),
            "not for a program without",
        ),
        "another name": (
            ("name", 0, "Hodor", "ben"),
            "name is for ada, who has seat 0, not for 'ben'",
        ),
        "a player for good": (("bot", 0, "random", "ben"), "bot is for ada, who has seat 0"),
        "a stand-in": (("lend", 0, "random asked Mira", "ben"), "lend is for ada, who has seat 0"),
        "a seat of nobody": (("name", 2, "Cem", "ben"), "name is for the person of seat 2, not"),
    }
)
def test_no_entry_about_a_persons_seat_is_by_somebody_else(
    draft: tuple[str, int | None, str, str], why: str
) -> None:
    """Except by the program of the store's owner, before which all of them can sit."""
    game, state = GAMES["westeros-intrigue"], setup(3, seed=1)
    seats = tuple(Seat("", PERSON) for _ in range(3))
    table = table_of(Session.begun(game, state, seats, seed=1))
    table = after(table, ("sit", 0, "Ada", "ada"), ("sit", 1, "Ben", "ben"))
    kind, seat, text, by = draft
    if kind == "move":
        text = str(game.legal_moves(state)[0])
    with pytest.raises(InvalidValue, match=why):
        after(table, (kind, seat, text, by))
    for allowed in (table.holders[seat or 0], PERSON):
        assert after(table, (kind, seat, text, allowed)).version == 3


def test_a_decision_is_taken_back_by_whose_it_was() -> None:
    """Not by the player who is to move, and not by somebody who watches."""
    table = after(at_cards("person", "person"), ("sit", 0, "Ada", "ada"), ("sit", 1, "Ben", "ben"))
    move = str(table.game.legal_moves(table.session.state)[0])
    moved = after(table, ("move", 0, move, "ada"))
    for by in ("ben", "", "eve"):
        with pytest.raises(InvalidValue, match="undo is for ada, who has seat 0, not for"):
            after(moved, ("undo", None, "", by))
    for by in ("ada", PERSON):
        assert after(moved, ("undo", None, "", by)).session == table.session


def test_what_decides_without_a_person_is_appended_by_anybody() -> None:
    """Whoever is there first, also for a stand-in, and another one instead of one that failed."""
    table = after(
        at_cards("person", "random"),
        ("sit", 0, "Ada", "ada"),
        ("lend", 0, "random away Mira", "eve"),
        ("lend", 0, "greedy asked Mira", "eve"),
    )
    for seat, by in ((0, "eve"), (1, "")):
        move = str(table.game.legal_moves(table.session.state)[0])
        table = after(table, ("move", seat, move, by))
    assert table.moment == 2


def test_a_log_names_the_entry_that_is_refused() -> None:
    table = at_cards("person", "person")
    move = str(table.game.legal_moves(table.session.state)[0])
    log = [Entry(1, "sit", 0, "Ada", "ada"), Entry(2, "move", 0, move, "eve")]
    with pytest.raises(InvalidValue, match="entry 2 of the log is refused: move is for ada, who"):
        fold(table, log)


def test_nobody_moves_while_a_table_waits_for_a_deal() -> None:
    table = scored(at_cards("random", "random"))
    for seat in (0, 1):
        with pytest.raises(InvalidValue, match=f"seat {seat} is not asked now: nobody is to move"):
            after(table, ("move", seat, "S8@a0", ""))
    assert after(table, ("step", None, "", "")).moment == table.moment + 1


def test_no_decision_is_taken_back_once_somebody_has_seen_hidden_cards() -> None:
    table = at_cards("person", "person")
    dealt = after(scored(table), ("step", None, "", ""))
    while dealt.session.state.round_number == 1 or dealt.session.state.active_player is None:
        dealt = after(dealt, ("step", None, "", ""))
    with pytest.raises(InvalidValue, match="has seen hidden cards since"):
        after(dealt, ("undo", None, "", ""))


# Heads


def heads(table: SavedTable) -> dict[str, tuple[Head, str]]:
    """Return heads that no table of this version has, each with the reason."""
    head = table.head
    return {
        "other rules in the head": (attrs.evolve(head, rules=99), "rules version 99 .*, not 1"),
        "other rules in the record": (
            attrs.evolve(head, start=head.start.replace('[Rules "1"]', '[Rules "99"]')),
            "rules version 99, not 1",
        ),
        "another game": (attrs.evolve(head, game="monopoly"), "is of 'monopoly', and its record"),
        "a game that is not here": (attrs.evolve(head, game="chess"), "not 'chess'"),
        "other cards": (attrs.evolve(head, cards="tarot"), "'tarot'"),
        "a record without its end": (
            attrs.evolve(head, start=head.start.replace('[Moves "3"]', '[Moves "4"]')),
            "its end is missing: it has 3 of 4 moves",
        ),
        "no record": (attrs.evolve(head, start="hello"), "its record of another game"),
        "nothing": (attrs.evolve(head, start=""), "its record of another game"),
    }


def test_a_head_of_other_rules_or_without_its_game_is_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    table = at_cards("person", "person")
    for _ in range(3):
        state = table.session.state
        move = str(table.game.legal_moves(state)[0])
        table = after(table, ("move", state.active_player, move, ""))
    table = table_of(table.session)
    store = FolderStore(tmp_path)
    for number, (name, (head, why)) in enumerate(heads(table).items()):
        kept = attrs.evolve(head, id=f"t{number}")
        assert store.create(kept)
        with pytest.raises(ValueError, match=why) as refused:
            open_table(store, kept.id)
        refused.value.add_note(name)


# Records that front ends have saved


@pytest.mark.parametrize("name", sampled(TABLES, ("cards with options", "btwixt")))
def test_a_record_in_the_middle_of_a_game_goes_on_at_a_table_as_elsewhere(name: str) -> None:
    """It takes long: records at many moments of whole games are continued to their ends."""
    rng = random.Random(name)
    bots = TABLES[name][3]
    moments = [*play_on(rng, begin(rng, name), 150, bots)]
    with_stand_in = [each for each in moments if any(seat.stand_in for seat in each.session.seats)]
    chosen = [*rng.sample(moments[:-1], 3), *with_stand_in[:1]]
    for moment in chosen:
        game, written = moment.session.game, str(moment.session.record)
        record: AnyRecord = game.Record.parse(written)
        table = SavedTable.begun(head_of("winter", record))
        session = continue_game(game, record)
        assert_is_played(table, session, ("",) * session.state.players)
        assert table.session == moment.session
        follow(table, [*play_on(rng, session, 20, bots)])
        assert str(table.record) == written


def test_a_stand_in_of_a_record_plays_at_the_table_until_its_person_is_back() -> None:
    session = at_cards("person", "random").session.lent(0, StandIn("Mira", "greedy"))
    table = SavedTable.begun(head_of("winter", Record.parse(str(session.record))))
    assert (table.session.waits_for, table.session.people) == ("step", (0,))
    assert after(table, ("back", 0, "", PERSON)).session.waits_for == "person"


def test_a_record_of_a_referee_is_no_table_with_hands() -> None:
    real = RealGame.new(2, STANDARD, 0).entered("S a0")
    record = real.record.with_tags({"Referee": "the court; cards that nobody placed are made up"})
    with pytest.raises(InvalidValue, match="westeros-intrigue referee --resume"):
        SavedTable.begun(head_of("winter", record))


# Printed cards


def some_entry(rng: random.Random, real: RealGame) -> str:
    """Return what people could tell the referee next, and sometimes what cannot be."""
    table = real.table
    if table.to_show is not None:
        return rng.choice(["3/7 1/2", "1/1", "2/3 2/4", "3/6", "1/2", "2/5"])
    if table.starters_missing or table.is_automated:
        return rng.choice(["S", "L", "B", "T", "out", "s"])
    slots = [str(slot) for house in House for slot in table.table.court.open_slots(house)]
    slot = rng.choice(slots or ["a0"])
    return rng.choice([f"S {slot}", f"lannister to {slot}", f"B{slot}", f"T {slot}", "out"])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_table_with_printed_cards_is_the_referees_game_after_each_entry(players: int) -> None:
    rng = random.Random(players)
    real = RealGame.new(players, STANDARD, 0)
    table = PrintedTable.begun(head_with_printed_cards("winter", real))
    entries: list[Entry] = []
    for _ in range(150):
        drawn, seat, text = rng.random(), None, ""
        if not real.entries and drawn < 0.5:
            kind, seat = "first", rng.randrange(players)
            real = RealGame.new(players, STANDARD, seat)
        elif real.entries and drawn < 0.1:
            kind, real = "undo", real.undone(1)
        else:
            kind, text = "enter", some_entry(rng, real)
            wrong = Entry(table.version + 1, kind, None, text)
            try:
                real = real.entered(text)
            except WesterosIntrigueError:
                with pytest.raises(ValueError, match=r"\w"):
                    table.then(wrong)
                continue
        entry = Entry(len(entries) + 1, kind, seat, text)
        table = table.then(entry)
        entries.append(entry)
        assert table.real == real
        assert (table.moment, table.version) == (len(real.entries), len(entries))
        if len(entries) % 10 == 0 and not real.table.view.is_over:
            again = attrs.evolve(head_of("winter", table.record), cards=table.head.cards)
            assert PrintedTable.begun(again).real == real
    assert len(real.entries) > 20
    assert fold(PrintedTable.begun(table.head), entries) == table


@each(
    {
        "nothing to undo": (Entry(1, "undo", None, ""), "there is nothing to undo"),
        "a move of hidden cards": (Entry(1, "move", 0, "S8@a0"), "enter, undo, first, not move"),
        "no placement": (Entry(1, "enter", None, "hello"), "[Ee]xpected"),
        "no seat": (Entry(1, "first", None, ""), "lacks its seat"),
        "a seat too high": (Entry(1, "first", 2, ""), "seat must be"),
        "another number": (Entry(2, "enter", None, "S a0"), "entry 2 does not follow entry 0"),
    }
)
def test_an_entry_that_cannot_happen_with_printed_cards_is_refused_with_the_reason(
    entry: Entry, why: str
) -> None:
    table = PrintedTable.begun(head_with_printed_cards("winter", RealGame.new(2, STANDARD, 0)))
    with pytest.raises(ValueError, match=why):
        table.then(entry)


def test_nobody_begins_instead_once_something_has_been_entered() -> None:
    table = PrintedTable.begun(head_with_printed_cards("winter", RealGame.new(2, STANDARD, 0)))
    table = table.then(Entry(1, "first", 1, "")).then(Entry(2, "enter", None, "S a0"))
    assert table.real.tables[0].seat == 1
    with pytest.raises(InvalidValue, match="known once something has been entered"):
        table.then(Entry(3, "first", 0, ""))
    undone = table.then(Entry(3, "undo", None, ""))
    assert undone.then(Entry(4, "first", 0, "")).real.table.seat == 0


def test_the_record_of_a_game_that_is_not_installed_begins_no_table() -> None:
    game = LoveLetter()
    record = game.Record.from_state(game.new_game(2, {}, seed=1))
    with pytest.raises(InvalidValue, match="GAMES has no game with the title"):
        head_of("winter", record)
