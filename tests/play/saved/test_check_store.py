"""`check_store` accepts stores that keep their promises, and names the fault of any other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from play.saved import broken_stores
from play.saved.broken_stores import Contents, MemoryStore
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved import FolderStore, SqliteStore
from westeros_intrigue.testing import CheckFailed, check_store, stores


def test_both_stores_keep_their_promises(tmp_path: Path) -> None:
    check_store(lambda: FolderStore(tmp_path / "folder" / "tables"))
    check_store(lambda: SqliteStore(tmp_path / "tables.sqlite"))


def test_a_store_in_memory_keeps_its_promises() -> None:
    contents = Contents()
    check_store(lambda: MemoryStore(contents))


FAULTS: dict[type[MemoryStore], str] = {
    broken_stores.ForgetsTheLast: r"^After an append of entry 1, entries\('numbers', 0\) should "
    r"return entry 1, but it returned no entry\.$",
    broken_stores.Doubles: r"entries\('numbers', 0\) should return entry 1, but it returned "
    r"entries 1 and 1\.$",
    broken_stores.AcceptsAGap: r"append of entry 2 to 'numbers' should return False, since the "
    r"numbers do not follow the last one, 0, without a gap, but it returned True\.",
    broken_stores.ReplacesUsedNumbers: r"append of entries 1 and 1 to 'numbers' should return "
    r"False, since the numbers do not follow .*, but it returned True\.",
    broken_stores.StoresTheFirstOfTwo: r"^After a refused append of entries 1 and 1, "
    r"entries\('numbers', 0\) should return no entry, but it returned entry 1\.",
    broken_stores.ShowsHalfAnAppend: r"entries\('race'\), while 4 threads append, should return "
    r"both entries of an append or neither, but it returned entry \d+ without the next\.",
    broken_stores.ShowsHalfAnEntry: r"entries\('race'\), while 4 threads append, should return the "
    r"text of entry \d+ as a whole or not at all, but it returned '(entr?|second)'\.",
    broken_stores.MixesTheOrder: r"should return entries 1, 2, .*, but it returned entries 1, 10, ",
    broken_stores.StartsOneTooEarly: r"entries\('numbers', 1\) should return entries 2, .* but it "
    r"returned entries 1, 2, ",
    broken_stores.MadeOfZero: r"should return entry 1 with the time by the store's clock in "
    r"`made`, at least 1, but it returned 0\.",
    broken_stores.MadeByTheProgram: r"should return entry 2 with the time by the store's clock in "
    r"`made`, at least 9999999999999, but it returned",
    broken_stores.MadeGoesBack: r"should return entry 2 with the time by the store's clock in "
    r"`made`, at least \d+, but it returned \d+\.",
    broken_stores.IdsInOrderOfCreation: r"ids\(\), .* should begin with order-b, order-c and "
    r"order-a .*, but it returned order-c, order-a, order-b",
    broken_stores.LosesLineBreaks: r"should return entry 3 with the text '\\n', but it returned "
    r"' '\.",
    broken_stores.CutsLongTexts: r"with the text at character 65537 of 100000: .* but it returned",
    broken_stores.TellsNothing: r"news\(\) of another opening should yield 'news' when this table "
    r"gets entries, within 1 seconds, but it yielded none\.",
    broken_stores.TellsOfAllTables: r"news\(\) of another opening should yield only ids of tables "
    r"that changed, but it yielded 0, a",
    broken_stores.EndsTheNewsLate: r"should end when `stop` returns True, but it went on\.",
    broken_stores.CreatesAnew: r"create of the table 'heads' should return False, since its id is "
    r"in use, but it returned True\.",
    broken_stores.ForgetsPrintedCards: r"head\('heads'\), .* should return the cards 'printed', "
    r"but it returned ''\.",
    broken_stores.SeesItsOwnCopy: r"entries\('numbers', 0\) should return entries 1 and 2, but "
    r"it returned entry 1\.",
    broken_stores.AsksBeforeItLocks: r"append by 4 threads at once, up to entry 30, should store "
    r"entry \d+ for the one thread that it acknowledged, but it acknowledged",
    broken_stores.RaisesForUnknownTables: r"entries\('nobody', 0\) should raise nothing, but it "
    r"raised KeyError",
    broken_stores.MakesUnknownTables: r"append of entry 1 to 'nobody' should return False, since "
    r"it is a table that is not there, but it returned True\.",
    broken_stores.AcknowledgesNothing: r"append of entry 1 to 'nobody' should return True or "
    r"False, but it returned None\.",
    broken_stores.YieldsEntries: r"entries\('nobody', 0\) should return a sequence, but it ",
    broken_stores.ReturnsTexts: r"entries\('numbers', 0\) should return values of Entry alone, but "
    r"it returned 'entry 1'\.",
    broken_stores.LosesSeats: r"should return entry 1 with the seat 1, but it returned 0\.",
    broken_stores.MakesUpHeads: r"head\('nobody'\), of a table that is not there, should return "
    r"None, but it returned Head",
    broken_stores.MakesUpEntries: r"entries\('nobody'\), of a table that is not there, should "
    r"return nothing, but it returned",
    broken_stores.ListsUnknownTables: r"ids\(\) after a refused append to a table that is not "
    r"there should return no id, but it returned nobody\.",
    broken_stores.ListsUnknownTablesLater: r"ids\(\) after calls with unknown ids should return "
    r".* as before, but it returned ",
    broken_stores.TakesALaterTime: r"should return entry 1 with the time by the store's clock in "
    r"`made`, but it returned 9999999999999, the time that append was given\.",
    broken_stores.ShowsTheSecondFirst: r"entries\('race'\), while 4 threads append, should return "
    # The first look that comes in between, which is a later one on a busy machine.
    r"the numbers from 1 without a gap or a repetition, but it returned entries [\d, ]+ and \d+\.",
    broken_stores.StopsInARace: r"append by 4 threads at once, up to entry 30, should acknowledge "
    r"one of them again and again within 6 seconds, but it stopped at entry (9|10)\.",
    broken_stores.RaisesInTheNews: r"news\(\) of another opening should raise nothing, but it "
    r"raised OSError: 'no news: False'\.",
    broken_stores.ReturnsNothing: r"create of the table 'heads' should return True, since its id "
    r"is new, but it returned None\.",
}


@pytest.mark.parametrize("cls", FAULTS, ids=lambda cls: cls.__name__)
def test_a_store_with_a_fault_is_refused_in_a_sentence_that_names_it(
    cls: type[MemoryStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 1.0)
    contents = Contents()
    with pytest.raises(CheckFailed) as failed:
        check_store(lambda: cls(contents))
    assert re.search(FAULTS[cls], str(failed.value)), failed.value


def test_a_store_that_has_tables_is_not_written_to() -> None:
    contents = Contents()
    MemoryStore(contents).create(Head("mine", "btwixt", "[Btwixt]", 3, "1.0", 0))
    with pytest.raises(CheckFailed, match=r"should return no id, but it returned mine\.$"):
        check_store(lambda: MemoryStore(contents))
    assert [*contents.heads] == ["mine"]


def test_a_store_that_only_reads_makes_no_file(tmp_path: Path) -> None:
    openings: list[Store] = [FolderStore(tmp_path / "f"), SqliteStore(tmp_path / "s")]
    for store in openings:
        assert store.append("winter", Entry(1, "move", 0, "S4@a0")) is False
    assert [*tmp_path.iterdir()] == []
