"""The work of every reader of texts and documents grows no faster than what it reads.

Work is counted in lines and calls of Python, which no busy machine changes. A part of a valid text
or document is repeated 10, 40, 70 and 100 times; from each to the next, the work must grow alike.
"""

from __future__ import annotations

import copy
import importlib
import io
import json
import re
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import islice, pairwise
from types import FrameType
from typing import Any

import pytest
from helpers.cases import MODULES, own_names
from helpers.checkout import load

import westeros_intrigue as wi
from nim import nim
from westeros_intrigue.documents import from_json_lines, to_json_lines
from westeros_intrigue.gamekit import GAMES, read_line, read_move, write_line
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.monopoly.pieces.forms import FORM
from westeros_intrigue.play import sessions
from westeros_intrigue.players import parse_player

FUZZ = load("scripts/fuzz")
OWN = {**GAMES, "nim": nim}
TIMES = (10, 40, 70, 100)
Read = Callable[[str], object]


def work(read: Read, text: str) -> int:
    """The lines and calls of Python that it takes to read a text, or to refuse it."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal counted
        counted += event in {"line", "call", "c_call"}
        return count

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(count)
    sys.setprofile(count)
    try:
        read(text)
    except (ValueError, LookupError):
        pass
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return counted


def memory(read: Read, text: str) -> int:
    """The bytes that reading a text, or refusing it, needs at a time.

    They grow with the parts that C copies, of which no line and no call tells.
    """
    tracemalloc.start()
    try:
        read_once(read, text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def assert_linear(
    read: Read,
    of_size: Callable[[int], str],
    measure: Callable[[Read, str], int] = work,
    slack: int = 50,
) -> None:
    """Reading a text takes no more for each step of its size than for the one before.

    One step can take more, such as from a number that can be read to one with too many digits. A
    longer text that takes less is refused at another place, and tells nothing of growth.
    """
    read_once(read, of_size(1))  # what is prepared once is prepared
    counts = [measure(read, of_size(times)) for times in TIMES[:3]]
    first, second = (abs(after - before) for before, after in pairwise(counts))
    if second <= 1.3 * first + 4 * slack:
        return
    counts.append(measure(read, of_size(TIMES[3])))
    is_steady = abs(counts[3] - counts[2]) <= 1.2 * second + slack
    assert is_steady or counts != sorted(counts), (counts, of_size(3)[:2000])


def read_once(read: Read, text: str) -> None:
    with suppress(ValueError, LookupError):
        read(text)


def repeated_in_text(text: str, most: int) -> Iterator[Callable[[int], str]]:
    """Texts in which a line, a word or a number is repeated, as it is and each time another."""
    lines = text.split("\n")
    for line in [*re.finditer(r".+\n?", text)][:: len(lines) // most + 1]:
        yield partial(repeated, text, line, "{word}")
    words = [*re.finditer(r"\S+", text)]
    for word in words[:: len(words) // most + 1]:
        for form in ("{word}", "{word} ", "{word}{number} "):
            yield partial(repeated, text, word, form)
    ends = [*re.finditer(r"\n|\Z", text)]
    for end in (ends[0], ends[-1]):
        for form in ("\n", "\n# comment {number}", '\n[Tag{number} "x"]\n'):
            yield partial(repeated, text, end, form)


def repeated(text: str, part: re.Match[str], form: str, times: int) -> str:
    """The text with a part of it several times, each in this form."""
    several = "".join(form.format(word=part[0], number=number) for number in range(times))
    return text[: part.start()] + several + text[part.end() :]


def repeated_in_data(document: str, most: int) -> Iterator[Callable[[int], str]]:
    """Documents in which a part of a list, a key or a text is repeated, or brackets are."""
    data = json.loads(document)
    paths = [*paths_in(data, ())]
    for path in paths[:: len(paths) // most + 1]:
        yield partial(_repeated_at, data, path)
    yield lambda times: document[:1] + '"x":' * times + document[1:]
    yield lambda times: "[" * times + document + "]" * times


def paths_in(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(data, dict | list):
        parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, part in parts:
        yield from paths_in(part, (*path, key))


def _repeated_at(data: Any, path: tuple[Any, ...], times: int) -> str:
    holder = [copy.deepcopy(data)]
    way = (0, *path)
    place = holder
    for key in way[:-1]:
        place = place[key]
    part = place[way[-1]]
    if isinstance(part, list):
        place[way[-1]] = part * times or [0] * times
    elif isinstance(part, dict):
        place[way[-1]] = part | {f"key{number}": 1 for number in range(times)}
    elif isinstance(part, str):
        place[way[-1]] = part * times or " " * times
    else:
        place[way[-1]] = [part] * times
    return json.dumps(holder[0])


@cache
def played(key: str) -> tuple[Any, ...]:
    """The states of a game, from its beginning, of at most 30 steps."""
    game = OWN[key]
    states = [game.new_game(max(2, game.MIN_PLAYERS), seed=1)]
    for _ in range(30):
        if states[-1].is_over:
            break
        moves = game.distinct_moves(states[-1])
        following = game.apply(states[-1], moves[0]) if moves else game.proceed(states[-1])
        states.append(following)
    return tuple(states)


def record_of(key: str) -> str:
    return str(OWN[key].Record.from_state(played(key)[-1], tags={"Event": "Evening"}))


def records_in(read: Callable[[Any], Any], text: str) -> object:
    """The records in a text twice over, each read or refused."""
    return [*islice(iter_records(read(io.StringIO(f"{text}\n\n{text}"))), 5)]


def iter_records(records: Iterator[Any]) -> Iterator[object]:
    while True:
        try:
            yield next(records)
        except StopIteration:
            return
        except ValueError as error:
            yield error


Reader = tuple[Callable[[str], object], Callable[[], str]]
"""A function that reads, and one that returns what it reads."""


def texts_of(key: str) -> dict[str, Reader]:
    """The readers of texts of a game."""
    game = OWN[key]
    readers: dict[str, Reader] = {
        "parse_move": (game.parse_move, lambda: str(game.legal_moves(played(key)[0])[0])),
        "Record.parse": (game.Record.parse, lambda: record_of(key)),
        "read_records": (partial(records_in, game.read_records), lambda: record_of(key)),
        "PLAYERS.parse": (game.PLAYERS.parse, lambda: "random"),
    }
    if hasattr(game, "parse_position"):
        state_line, view_line = (
            partial(line_of, key, is_view=is_view) for is_view in (False, True)
        )
        readers["parse_position of a state"] = game.parse_position, state_line
        readers["parse_position of a view"] = game.parse_position, view_line
    for option in game.OPTIONS:
        readers[f"option {option.name}"] = option.parse, lambda: "1"
    return readers


def line_of(key: str, *, is_view: bool) -> str:
    state = played(key)[5]
    return write_line(OWN[key], OWN[key].observe(state, 0) if is_view else state)


def other_texts() -> dict[str, Reader]:
    """The readers of texts of one game or folder."""
    record = partial(record_of, "westeros-intrigue")
    return {
        "westeros_intrigue.parse_card": (wi.parse_card, lambda: "S4"),
        "westeros_intrigue.parse_slot": (wi.parse_slot, lambda: "b-2"),
        "westeros_intrigue.parse_hand": (wi.parse_hand, lambda: "S L4 T B2"),
        "westeros_intrigue.parse_court": (wi.parse_court, lambda: "a0 S1 L2 T3 / b0 S2"),
        "westeros_intrigue.documents.from_json_lines": (
            lambda text: [*from_json_lines(text.splitlines())[1]],
            lambda: "\n".join(to_json_lines(wi.observe(played("westeros-intrigue")[5], 0))),
        ),
        "westeros_intrigue.games.btwixt.parse_card": (btwixt.parse_card, lambda: "oath"),
        "westeros_intrigue.games.monopoly.read_form": (monopoly.read_form, lambda: FORM),
        "westeros_intrigue.gamekit.read_line": (
            partial(read_line, monopoly),
            partial(line_of, "monopoly", is_view=False),
        ),
        "westeros_intrigue.gamekit.read_move": (
            lambda text: read_move(monopoly, played("monopoly")[0], text),
            lambda: "pass",
        ),
        "westeros_intrigue.play.sessions.read_record": (sessions.read_record, record),
        "westeros_intrigue.play.sessions.read_records": (
            lambda text: [*sessions.read_records(io.StringIO(text))[1]],
            record,
        ),
        "westeros_intrigue.players.parse_player": (parse_player, lambda: "search:2"),
    }


def documents() -> dict[str, Reader]:
    """The readers of documents, each with a function that returns a document."""
    readers: dict[str, Reader] = {
        "westeros_intrigue.games.monopoly.read_edition": (
            monopoly.read_edition,
            lambda: monopoly.DOCUMENTS.to_json(monopoly.SAMPLE),
        ),
        "westeros_intrigue.games.btwixt.Box.from_json": (
            btwixt.Box.from_json,
            btwixt.SAMPLE_BOX.to_json,
        ),
    }
    for key, game in OWN.items():
        for cls, name in game.DOCUMENTS.kinds.items():
            if cls not in game.DOCUMENTS.written:
                read = partial(game.DOCUMENTS.from_json, cls)
                readers[f"{key} {name}"] = read, partial(document_of, key, cls)
    return readers


def document_of(key: str, cls: type) -> str:
    """The longest document of a class among values of games."""
    if key in GAMES:
        values = FUZZ.samples_of(key, cls, 1, 0)
    else:
        states = played(key)
        record = OWN[key].Record.from_state(states[-1])
        made = (*states, record, *OWN[key].events(states[0], states[-1]))
        values = [value for value in made if type(value) is cls]
    documents: list[str] = [*map(OWN[key].DOCUMENTS.to_json, values)]
    return max(documents, key=len)


TEXTS = {f"{key} {name}": read for key in OWN for name, read in texts_of(key).items()}
TEXTS |= other_texts()
DOCUMENTS = documents()
IN_EACH_GAME = {"parse_move", "parse_position", "read_records"}
OF_DOCUMENTS = {"from_data", "from_json", "load_puzzles"}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_work_for_a_text_grows_as_the_text(name: str) -> None:
    read, text = TEXTS[name]
    for of_size in repeated_in_text(text(), most=1):
        assert_linear(read, of_size)


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_the_work_for_a_document_grows_as_the_document(name: str) -> None:
    read, document = DOCUMENTS[name]
    for of_size in repeated_in_data(document(), most=2):
        assert_linear(read, of_size)


@pytest.mark.long
def test_the_work_grows_as_the_input_whichever_part_of_it_is_repeated() -> None:
    """It takes long: each part of each text and document is read at several sizes."""
    for read, text in TEXTS.values():
        for of_size in repeated_in_text(text(), most=8):
            assert_linear(read, of_size)
    for read, document in DOCUMENTS.values():
        for of_size in repeated_in_data(document(), most=12):
            assert_linear(read, of_size)


TOML: dict[str, Callable[[int], str]] = {
    "a key": lambda times: "a." * times + "a = 1",
    "a key with spaces": lambda times: "a\t . " * times + "a = 1",
    "a key in quotes": lambda times: '"a\\"b".' * times + "'a' = 1",
    "a table": lambda times: f"[{'a.' * times}a]",
    "a list of tables": lambda times: f"[[{'a.' * times}a]]",
    "an inline key": lambda times: f"a = {{{'a.' * times}a = 1}}",
    "a key after an escape": lambda times: 'a = "\\\\"\n' + "a." * times + "a = 1",
    "a key after a string": lambda times: 'a = """\n""""\n' + "b." * times + "a = 1",
    "keys": lambda times: "".join(f"{'a.' * 7}b{number} = 1\n" for number in range(times)),
    "tables": lambda times: "".join(f"[a.b{number}]\n" for number in range(times)),
    "entries": lambda times: "[[a]]\n[a.b]\n" * times,
    "siblings": lambda times: f"a = {{{', '.join(f'a.b{number} = 1' for number in range(times))}}}",
    "brackets": lambda times: f"a = {'[' * times}{']' * times}",
    "braces": lambda times: f"a = {'{a=' * times}1{'}' * times}",
    "open quotes": lambda times: 'a = """' + '"" ' * times,
    "escapes": lambda times: 'a = "' + "\\u0041" * times + '"',
    "comments": lambda times: f"a = [{'#a.b' * 3}\n" * times + "]",
    "digits": lambda times: "a = 1" + "_1" * times,
}


@pytest.mark.parametrize("of_size", TOML.values(), ids=TOML)
def test_the_work_for_a_form_grows_as_its_text(of_size: Callable[[int], str]) -> None:
    assert_linear(monopoly.read_form, of_size)
    # Coverage needs some memory, too.
    assert_linear(monopoly.read_form, lambda times: of_size(100 * times), memory, slack=1_000)


def test_work_that_grows_faster_is_noticed() -> None:
    def twice(text: str) -> list[str]:
        return [one for one in text for other in text if one == other]

    with pytest.raises(AssertionError):
        assert_linear(twice, lambda times: "x" * times)
    assert_linear(list, lambda times: "x" * times)


def test_every_reader_has_its_place_here() -> None:
    known = IN_EACH_GAME | OF_DOCUMENTS
    for module in MODULES:
        face = importlib.import_module(module)
        for name in own_names(face):
            if name == "read_value":
                continue  # it calls from_data, or parse_move
            if name.startswith(("parse_", "read_", "from_json", "load_")) and name not in known:
                assert f"{module}.{name}" in TEXTS | DOCUMENTS, f"{module}.{name}"
