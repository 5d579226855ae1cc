"""Damage to data, texts and JSON: small changes near the truth, most of which reach the rules."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterable
from typing import Any

import attrs

from fuzz.engine import Chance


def damage_data(data: Any, other: Any, chance: Chance) -> Any:
    """Return data with a few changes; `other` is the data of another value of the class."""
    holder, donor = [data], [other]
    for _ in range(chance.choice((0, 1, 1, 1, 1, 1, 2, 2, 3))):
        path = random_path(holder, chance)
        if path:
            *way, key = path
            change(Place(follow(holder, way), key, follow(donor, path), chance))
    return holder[0] if holder else None


def random_path(data: Any, chance: Chance) -> list[Any]:
    """Return the keys on the way from the top to a random place; deep places are as likely."""
    path: list[Any] = []
    while isinstance(data, dict | list) and data and (not path or chance.random() < 0.8):
        key = chance.choice([*data] if isinstance(data, dict) else range(len(data)))
        path.append(key)
        data = data[key]
    return path


def follow(data: Any, path: Iterable[Any]) -> Any:
    """Return what is at a path, or at a place near it."""
    for key in path:
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and data and isinstance(key, int):
            data = data[key % len(data)]
    return data


@attrs.frozen
class Place:
    """A place in data: a key of an object or of a list."""

    container: Any
    key: Any
    counterpart: Any
    """What another document of the class has there."""
    chance: Chance

    @property
    def value(self) -> Any:
        """What is there."""
        return self.container[self.key]

    def put(self, data: Any) -> None:
        """Put a copy of data there."""
        self.container[self.key] = copy_data(data)


def copy_data(data: Any) -> Any:
    """Return a copy of data."""
    return pickle.loads(pickle.dumps(data))


def change(place: Place) -> None:
    """Change data at a place, in a way that suits what is there."""
    changes = [exchange]
    if isinstance(place.value, list):
        changes += [shorten, splice, reorder, reorder]
    elif not isinstance(place.value, dict):
        changes += [put_neighbour] * 3
    if isinstance(place.container, list):
        changes += [drop, double, swap, swap]
    elif place.chance.random() < 0.1:
        changes = [drop, add_key, rename_key, put_junk]
    place.chance.choice(changes)(place)


def exchange(place: Place) -> None:
    """Put what the other document has there."""
    place.put(place.counterpart)


def drop(place: Place) -> None:
    """Delete it."""
    del place.container[place.key]


def double(place: Place) -> None:
    """Put an element twice."""
    place.container.insert(place.key, copy_data(place.value))


def swap(place: Place) -> None:
    """Exchange an element with another, mostly with the next one."""
    swap_elements(place.container, place.key, place.chance)


def swap_elements(elements: list[Any], index: int, chance: Chance) -> None:
    """Exchange an element of a list with another, mostly with the next one."""
    near, far = (index + 1) % len(elements), chance.randrange(len(elements))
    other = near if chance.random() < 0.5 else far
    elements[index], elements[other] = elements[other], elements[index]


def reorder(place: Place) -> None:
    """Reverse, turn or shuffle a list."""
    elements = place.value
    shuffled = place.chance.sample(elements, len(elements))
    place.put(place.chance.choice((elements[::-1], elements[1:] + elements[:1], shuffled)))


def shorten(place: Place) -> None:
    """Cut a list off, mostly near its end."""
    length = len(place.value)
    kept = place.chance.choice((length - 1, length - 1, place.chance.randint(0, length)))
    place.put(place.value[: max(0, kept)])


def splice(place: Place) -> None:
    """Join the beginning of a list with the end of the other document's list."""
    following = place.counterpart if isinstance(place.counterpart, list) else place.value
    cut = place.chance.randint(0, len(place.value))
    place.put(place.value[:cut] + following[cut:])


def put_neighbour(place: Place) -> None:
    """Put the number, card, slot, seat or word beside it."""
    value = place.value
    if isinstance(value, bool):
        place.put(not value)
    elif isinstance(value, int):
        place.put(value + place.chance.choice((-1, 1)))
    elif isinstance(value, str) and value:
        place.put(damage_word(value, place.chance))
    else:
        place.put(place.chance.choice((0, 1, place.counterpart)))


def add_key(place: Place) -> None:
    """Add a member."""
    # A copy: a later change can put the other document's part into the part itself.
    place.container[place.chance.choice(("x", "S4", "a0", "__class__"))] = copy_data(
        place.counterpart
    )


def rename_key(place: Place) -> None:
    """Give a member another name."""
    place.container[damage_word(place.key, place.chance)] = place.container.pop(place.key)


def put_junk(place: Place) -> None:
    """Put something that hardly any place can have."""
    place.put(place.chance.choice(JUNK))


JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**53 - 1, 2**53 + 1, 1.0, float("nan"), float("inf"), "", "S4", "S10"),
    *("a-0", "S4@a\u0661", "\ud800", "\x00", "x" * 3000, [], {}, [None], [[]], {"S4": "a0"}),
)
_WORD_PART = re.compile(r"-?[0-9]+|[A-Za-z]+")


def damage_word(word: str, chance: Chance) -> str:
    """Return a word with one of its numbers or letters changed: S4@b-2 can become S4@b-1.

    A few words are only spelt otherwise, as people type them.
    """
    if chance.random() < 0.1:
        spelt = (word.swapcase(), f"{word} ", f" {word}", word.replace("-", "\u2212"), f"{word}\n")
        return chance.choice((*spelt, re.sub("([0-9]+)", r"0\1", word)))
    parts = [*_WORD_PART.finditer(word)]
    if not parts:
        return word + chance.choice(PIECES)
    part = chance.choice(parts)
    text = part.group()
    if text.lstrip("-").isdigit():
        changed = str(int(text[:9]) + chance.choice((-1, 1)))
    else:
        letters = "SLBT" if text in "SLBT" else "abcdefgh" if text in "abcdefgh" else "sx"
        changed = chance.choice(letters) if len(text) == 1 else text[:-1]
    return word[: part.start()] + changed + word[part.end() :]


# Damage to text
PIECES: tuple[str, ...] = (
    *'SLBTslbt0123456789abz -+/.,:@#*?~x[]()"\n\r\t\x00\x1b\u2212\u0664\u017f\ufeff\u2028\ud800',
    *("Stark", "out", "S4", "a0", "a-3", "S4@b2", "0:S4@a0", "a0 S1", "Round 1", "Hand 0:"),
    *("Cards left: ", "Players: 2\n", "9" * 5000, " " * 300, "[" * 2000),
)
_TOKEN = re.compile(r"[A-Za-z0-9@-]+")


def damage_lines(text: str, other: str, chance: Chance) -> str:
    """Return a text of lines with a few changes; `other` is another text of the kind."""
    for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        lines, others = text.splitlines(keepends=True), other.splitlines(keepends=True)
        if len(lines) < 2 or chance.random() < 0.6:
            text = damage_line(text, other, chance)
            continue
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                swap_elements(lines, at, chance)
            case 3:
                begin = lines[at].split(":")[0]
                alike = [line for line in others if line.startswith(begin)]
                lines[at] = chance.choice(alike or others)
            case 4:
                del lines[at:]
            case _:
                lines[at:] = others[at:]
        text = "".join(lines)
    return text


def damage_line(text: str, other: str, chance: Chance) -> str:
    """Return a text with one of its words or characters changed."""
    words, others = [*_TOKEN.finditer(text)], _TOKEN.findall(other)
    cut = chance.randint(0, len(text))
    start, end = chance.choice(words).span() if words else (cut, cut)
    word, another = text[start:end], chance.choice(words).group() if words else ""
    match chance.randrange(13):
        case 0 | 1 if word:
            return exchange_words(text, word, another)
        case 2 | 3 | 4 | 5 if word:
            put = damage_word(word, chance)
        case 6 if word:
            put = another
        case 7 if others:
            put = chance.choice(others)
        case 8:
            put = ""
        case 9:
            put = f"{word} {word}"
        case 10:
            start, end, put = cut, len(text), other[cut:]
        case 11:
            start, end, put = cut, cut + 1, ""
        case _:
            start, end, put = cut, cut + chance.randint(0, 1), chance.choice(PIECES)
    return text[:start] + put + text[end:]


def exchange_words(text: str, one: str, other: str) -> str:
    """Return a text in which two words have changed places everywhere."""
    changed = {one: other, other: one}
    return _TOKEN.sub(lambda word: changed.get(word.group(), word.group()), text)


# Damage to JSON


def escape(string: str) -> str:
    """Return a string of JSON with an escape for each character."""
    characters = "".join(f"\\u{ord(character):04x}" for character in string[1:-1])
    return f'"{characters}"'


def respell(text: str, chance: Chance) -> str | bytes:
    """Return JSON in another spelling, which a reader accepts."""
    data = json.loads(text)
    marked, indented = f"\ufeff{text}", json.dumps(data, indent=chance.choice((0, 1, "\t")))
    escaped = re.sub('"[^"\\\\]+"', lambda string: escape(string[0]), text, count=9)
    windows = indented.replace("\n", "\r\n")
    spelling = chance.choice((marked, indented, escaped, windows, json.dumps(data, sort_keys=True)))
    return chance.choice((spelling, spelling.encode()))


def damage_bytes(text: str, chance: Chance) -> str | bytes:
    """Return JSON with damage that can still be read, as another value."""
    numbers = [*_NUMBER.finditer(text)]
    strings = [*_STRING.finditer(text)]
    cut = chance.randint(0, len(text))
    start, end, put = cut, cut, chance.choice(("\x00", ",", "}", "/**/", "[" * 10_000, " "))
    match chance.randrange(4):
        case 0 | 1 if numbers:
            start, end = chance.choice(numbers).span()
            put = chance.choice("0123456")
        case 2 if strings:
            start = end = chance.choice(strings).end() - 1
            put = chance.choice(_IN_STRINGS)
        case _:
            pass
    damaged = text[:start] + put + text[end:]
    if chance.random() < 0.1:
        return damaged.encode(chance.choice(("utf-16", "latin-1", "utf-8")), "replace")
    return damaged


def break_bytes(text: str, chance: Chance) -> str | bytes:
    """Return text that is no JSON of a document, which a reader refuses."""
    numbers, keys = [*_NUMBER.finditer(text)], re.findall('"[^"]*"(?=:)', text)
    match chance.randrange(4):
        case 0 | 1 if numbers:
            start, end = chance.choice(numbers).span()
            return text[:start] + chance.choice(_WRONG_NUMBERS) + text[end:]
        case 2 if keys:
            return text.replace("{", f"{{{chance.choice(keys[:3])}:0,", 1)
        case _:
            return chance.choice((text[: chance.randrange(len(text))], text.encode("utf-16")))


_NUMBER = re.compile(r"(?<=[:,\[])-?[0-9]+(?=[,\]}])")
_STRING = re.compile('"[^"]*"')
_WRONG_NUMBERS = (
    *("NaN", "Infinity", "-Infinity", "1e400", "-0", "1.0", "1e0", "01", "9007199254740993"),
    *("9" * 400, "\u0661", "+1", "0x1", "[" * 10_000),
)
_IN_STRINGS = ("\\ud800", "\\udc00\\ud800", "\\u0000", "\u0664", "\\u0301", "\\n", "\x00", " ")
