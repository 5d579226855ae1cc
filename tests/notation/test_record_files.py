"""Files of records: one game after the other, whatever comes between."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from helpers.records_as_text import GAME, SAMPLES, edited

from westeros_intrigue import (
    InvalidRecord,
    NotationError,
    Phase,
    Record,
    read_records,
    write_records,
)
from westeros_intrigue.gamekit.text import LINE_LIMIT
from westeros_intrigue.notation.records.writing import GAME_LIMIT


def test_files_of_version_1_are_still_read() -> None:
    text = (SAMPLES / "version-1.txt").read_text(encoding="utf-8")
    records = list(read_records(io.StringIO(text)))
    again = io.StringIO()
    write_records(records, again)
    assert again.getvalue() == text
    assert [record.players for record in records] == [2, 4, 5, 6, 3, 3]
    assert [record.state.phase for record in records] == [
        Phase.GAME_OVER,
        Phase.GAME_OVER,
        Phase.DEALING,
        Phase.PLAYING,
        Phase.DEALING,
        Phase.ROUND_OVER,
    ]
    first = records[0]
    assert dict(first.tags)["Note"] == 'Quotes " and ] are fine, and so is é'
    assert first.comment == "The first game ever written down.\n\nComments may have several lines."
    assert first.rounds[0].placements[4].comment == "Too early.\nThe row was not full."


class Watched(io.StringIO):
    """A file that counts the lines it has given."""

    count = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.count += 1
        return super().readline(-1 if size is None else size)


def test_games_are_read_one_at_a_time_and_only_when_asked_for() -> None:
    file = Watched(GAME * 50)
    records = read_records(file)
    assert file.count == 0
    next(records)
    assert file.count == len(GAME.split("\n"))
    assert len(list(records)) == 49


def test_a_bad_game_does_not_keep_the_others_from_being_read() -> None:
    text = "\n".join(
        [
            GAME,
            edited(12, "0:S2@a0"),
            GAME,
            edited(12, "nonsense"),
            edited(12, "\x00"),
            GAME,
            edited(12, "x" * (3 * LINE_LIMIT)),
            GAME,
            edited(12, "# comment\n" * GAME_LIMIT),
            GAME,
        ]
    )
    records = read_records(io.StringIO(text))
    outcomes: list[int | str] = []
    while True:
        try:
            outcomes.append(next(records).players)
        except StopIteration:
            break
        except (NotationError, InvalidRecord) as error:
            outcomes.append(type(error).__name__)
    assert outcomes == [
        2,
        "InvalidRecord",
        2,
        "NotationError",
        "NotationError",
        2,
        "NotationError",
        2,
        "NotationError",
        2,
    ]


def test_a_byte_order_mark_and_foreign_line_ends_are_read_over() -> None:
    text = "\ufeff" + GAME.replace("\n", "\r\n")
    assert list(read_records(io.StringIO(text, newline=""))) == [Record.parse(GAME)]
    assert Record.parse(text) == Record.parse(GAME.replace("\n", "\r")) == Record.parse(GAME)


def test_files_joined_with_a_byte_order_mark_each_keep_all_their_games() -> None:
    joined = f"\ufeff{GAME}\n\ufeff{GAME}\n\ufeff\n\ufeff{GAME}\n\ufeff"
    assert list(read_records(io.StringIO(joined))) == [Record.parse(GAME)] * 3
    with pytest.raises(NotationError, match=r"line 1, column 2.*control characters"):
        next(read_records(io.StringIO("\ufeff\ufeff" + GAME)))


def test_a_file_in_another_encoding_is_a_notation_error_and_then_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"# \xff\xfe\n" + GAME.encode())
    with path.open(encoding="utf-8") as file:
        records = read_records(file)
        with pytest.raises(NotationError) as refusal:
            next(records)
        assert (
            refusal.value.expected == "text in the encoding of the file, which is opened as UTF-8"
        )
        assert list(records) == []


def test_lines_are_counted_on_after_one_that_is_too_long() -> None:
    records = read_records(io.StringIO("#" * (5 * LINE_LIMIT) + "\n" + edited(12, "0:S2@a0")))
    with pytest.raises(NotationError):
        next(records)
    with pytest.raises(InvalidRecord) as refusal:
        next(records)
    assert refusal.value.line == 1 + 12
    [longest] = read_records(io.StringIO(" " * LINE_LIMIT + "\n" + GAME))
    assert longest == Record.parse(GAME)


class Endless:
    """A file without an end and without a line end; it says how much was read."""

    size = 0

    def readline(self, size: int, /) -> str:
        self.size += size
        return "x" * size


def test_a_line_without_an_end_is_not_read_to_its_end() -> None:
    file = Endless()
    with pytest.raises(NotationError):
        next(read_records(file))
    assert file.size <= 2 * LINE_LIMIT
