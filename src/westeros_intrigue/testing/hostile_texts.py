"""Checks of a game's reactions to untrusted arguments, texts and documents."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import cast

from westeros_intrigue.documents import Data
from westeros_intrigue.gamekit.game import Game, Move, State, View
from westeros_intrigue.testing.player_checks import CheckFailed

_MOST_CUTS = 60
"""The maximum number of damaged variants to try of a text or a document."""
_TEXTS = (
    "",
    " ",
    "\n",
    "\x00",
    "1",
    "-1",
    "x" * 1000,
    "9" * 5000,
    "[",
    "é",
    "\U0001f0a1",
    ":",
    "@",
)
_NUMBER = re.compile(r"[0-9]+")
_DATA = cast("tuple[Data, ...]", (None, True, -1, 2**53 - 1, "", "x", [], [[]], {}, {"x": 1}))


def check_setup(game: Game[State, View, Move]) -> None:
    """Check that a game refuses numbers of players and seeds out of range.

    Raises:
        CheckFailed: it does not.
    """
    fewest = game.MIN_PLAYERS
    wrong = [(players, 1) for players in (fewest - 1, game.MAX_PLAYERS + 1, 0)]
    for players, seed in [*wrong, (fewest, -1)]:
        for name in ("setup", "new_game"):
            make = partial(getattr(game, name), players, seed=seed)
            what = f"{game.NAME}: {name} with the seed {seed} and {players} players"
            if not _is_refused(what, make):
                raise CheckFailed(f"{what} is accepted")


def check_record(game: Game[State, View, Move], state: State, where: str) -> None:
    """Check that the record of a game, its text and its file lead back to the state.

    Raises:
        CheckFailed: they do not.
    """
    record = game.Record.from_state(state, tags={"Event": "check"})
    *_, last = record.replay()
    if not last == record.state == state:
        raise CheckFailed(f"{where}: the record does not lead to the state")
    file = io.StringIO()
    game.write_records([record, record], file)
    file.seek(0)
    if [*game.read_records(file)] != [record, record]:
        raise CheckFailed(f"{where}: a file of records leads to other records")
    if game.Record.parse(str(record)) != record:
        raise CheckFailed(f"{where}: the text of the record leads to another record")


def check_texts(
    game: Game[State, View, Move], state: State, moves: Iterable[Move], where: str
) -> None:
    """Check that damaged texts and documents raise nothing but ValueError.

    Raises:
        CheckFailed: they raise another error, or are read as a move.
    """
    legal = {str(move): move for move in moves}
    mistyped = itertools.chain.from_iterable(map(_damage, legal))
    if hasattr(game, "start"):  # a game that is a module may be more lenient
        mistyped = itertools.chain(mistyped, (_NUMBER.sub(r"0\g<0>", text) for text in legal))
    for text in {*_TEXTS, *mistyped}.difference(legal):
        _check_move_text(game, text, legal, where)
    record = str(game.Record.from_state(state))
    _try_texts(f"{where}: the record", lambda text: game.Record.parse(text).state, record)
    for report in filter(None, (option.report for option in game.OPTIONS)):
        _try_texts(f"{where}: the file", lambda text: report(text, ""))  # noqa: B023 - called at once
    documents = game.DOCUMENTS
    for position in (state, game.observe(state, None)):
        damaged = list(_damage_data(documents.to_data(position)))
        for data in damaged[:: len(damaged) // _MOST_CUTS + 1]:
            _is_refused(f"{where}: a document", partial(documents.from_data, type(position), data))


def _check_move_text(
    game: Game[State, View, Move], text: str, legal: Mapping[str, Move], where: str
) -> None:
    """Check that a typing error, or another text of the same number, is not read as a legal move.

    A part of the text of a move, such as its first letter, can stand for it.
    """
    what = f"{where}: the move {text[:40]!r}"
    read: list[Move] = []
    if _is_refused(what, lambda: read.append(game.parse_move(text))):
        return
    letters = _letters(text)
    for written, move in legal.items():
        if read == [move] and not (letters and letters in _letters(written)):
            raise CheckFailed(
                f"{where}: {_parse_of(move)} reads the text {text[:40]!r} as the move {written}, "
                "so that a typing error is played: it must raise ValueError for any text that "
                "str(move) does not write"
            )


def _parse_of(move: object) -> str:
    return f"{type(move).__name__}.parse" if hasattr(type(move), "parse") else "parse_move"


def _letters(text: str) -> str:
    """Return the letters and digits of a text, the same for upper and lower case."""
    return "".join(filter(str.isalnum, text)).casefold()


def _try_texts(what: str, read: Callable[[str], object], sample: str = "") -> None:
    for text in (*_TEXTS, *_damage(sample)):
        _is_refused(f"{what} {text[:40]!r}", partial(read, text))


def _damage(text: str) -> Iterator[str]:
    """Yield a text with a part cut out, repeated or replaced."""
    step = max(1, len(text) * 3 // _MOST_CUTS)
    for at in range(0, len(text), step):
        yield text[:at]
        yield text[:at] + text[at + step :]
        yield text[:at] + "?" + text[at + 1 :]


def _damage_data(data: Data) -> Iterator[Data]:
    """Yield data with one part replaced or removed."""
    yield from _DATA
    if isinstance(data, dict):
        for key in data:
            yield {other: data[other] for other in data if other != key}
        for key, value in data.items():
            yield from ({**data, key: part} for part in _damage_data(value))
    elif isinstance(data, list):
        yield data[1:]
        yield [*data, *data[:1]]
        if data:
            yield from ([part, *data[1:]] for part in _damage_data(data[0]))


def _is_refused(what: str, call: Callable[[], object]) -> bool:
    """Return True if a call raises a ValueError. Raise CheckFailed for any other exception."""
    try:
        call()
    except ValueError:
        return True
    except Exception as error:
        raise CheckFailed(f"{what} raises {type(error).__name__}: {error}") from error
    return False
