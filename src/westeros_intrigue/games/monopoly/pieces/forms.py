"""Forms: what an owner reads off a copy of the game, in about thirty lines of TOML.

A form adds to the publicly known values of `PRINTED`. A line is for all spaces of a kind, for a set
or for one space, so a few lines fill in a whole edition. The form of the library has invented
values: it makes `PLAYABLE`, and an owner replaces them by printed ones.

Rules: edition.gaps, edition.catalogue, edition.sample-flag.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import attrs

from westeros_intrigue.gamekit import codecs
from westeros_intrigue.gamekit.documents import DEFAULT_SIZE_LIMIT, Codecs
from westeros_intrigue.gamekit.english import did_you_mean
from westeros_intrigue.gamekit.errors import DecodingError, fault, faults_at
from westeros_intrigue.gamekit.packaging import read_file
from westeros_intrigue.gamekit.values import check_integer, check_type
from westeros_intrigue.games.monopoly.pieces import editions, spaces
from westeros_intrigue.games.monopoly.pieces.editions import PRINTED, SAMPLE, Edition, Mark

Line = Mapping[str, Any]
"""The values that a line gives to its spaces, by the names of the fields of `Space`."""


def read_form(
    text: str, edition: Edition = PRINTED, *, size_limit: int = DEFAULT_SIZE_LIMIT
) -> Edition:
    """Return an edition with the values of a form.

    A form has a `name` for the edition and a `mark` for its values, `owner` by default; a table
    `spaces`, whose keys are kinds, sets, names and numbers of spaces; and a table `cards`, whose
    keys are the ids of the cards. Each can be absent. A value that the edition already has is
    replaced, and a value without a line is left as it is.

    >>> edition = read_form('spaces.brown = {mortgage = 1, unmortgage = 2}')
    >>> edition.spaces[1].unmortgage, dict(edition.marks)["*"]
    (2, Mark.OWNER)
    >>> read_form("spaces.brwn = {mortgage = 1}")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.DecodingError: /spaces: no space, set or kind is called \
'brwn'; did you mean brown?

    Args:
        text: the text of a form.
        edition: the edition that it fills in.
        size_limit: the most characters of the text.

    Raises:
        DecodingError: the text is not a form; `faults` lists every place.
        InvalidEdition: the numbers contradict each other or the edition; `faults` lists how.
        WrongType: an argument has the wrong type.

    Rules: edition.catalogue, edition.well-formed, edition.sample-flag.
    """
    check_type("text", text, str)
    check_type("edition", edition, Edition)
    if len(text) > check_integer("size_limit", size_limit, 1):
        raise fault(f"the text is longer than size_limit={size_limit}")
    _check_words(text)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise fault(f"not a form: {error}") from None
    form = codecs.read_fields(data, _FORM, _FORM)
    mark = form.get("mark", Mark.OWNER)
    filled: list[spaces.Space] = []
    replaced: list[str] = []
    lines: Mapping[str, Line] = form.get("spaces", {})
    _check_keys(edition, lines)
    for number, space in enumerate(edition.spaces):
        values = _values_of(number, space, lines)
        filled.append(attrs.evolve(space, **values))
        for part, value in values.items():
            path = f"/spaces/{number}/{part}"
            levels = range(len(value)) if part == "rents" else ()
            replaced += [f"{path}/{level}" for level in levels] or [path]
    marks = dict(edition.marks)
    cards: tuple[spaces.ChanceCard, ...] | None = form.get("cards")
    if cards is None:
        cards = edition.cards
    else:
        marks = {path: one for path, one in edition.marks if not path.startswith(editions.DECK)}
        replaced += [f"{editions.DECK}/{n}/{part}" for n in range(len(cards)) for part in _OF_CARD]
    marks = {path: one for path, one in marks.items() if path not in replaced}
    # Nearly always, the form has the only values without a mark of their own.
    if marks.setdefault(editions.EVERY_VALUE, mark) is not mark:
        marks |= dict.fromkeys(replaced, mark)
    sources = {*marks.values()}
    return attrs.evolve(
        edition,
        name=form.get("name", edition.name),
        printed=edition.printed and not sources & {Mark.HINT, Mark.INVENTED},
        sample=Mark.INVENTED in sources,
        spaces=tuple(filled),
        cards=cards,
        marks=tuple(marks.items()),
        hints=tuple((path, hint) for path, hint in edition.hints if path not in replaced),
    )


def read_edition_or_form(text: str) -> Edition:
    """Return the edition of an owner's file, which is an edition in JSON or a form.

    >>> read_edition_or_form(FORM) == PLAYABLE
    True

    Raises:
        DecodingError: the text is neither; `faults` lists every place.
        InvalidEdition: the edition contradicts itself; `faults` lists how.
    """
    is_json = text.lstrip("\ufeff \t\r\n")[:1] in {"{", ""}
    return editions.read_edition(text) if is_json else read_form(text.removeprefix("\ufeff"))


_MOST_PARTS = 8
"""The most parts of a key, between dots; a form needs three, as in `spaces.brown.mortgage`."""
_LONGEST_WORD = 100
"""The most characters of a number, or of a part of a key without quotes."""
# Strings and comments. A string that is not closed ends with the text, so each is read once, and
# nothing is tried again. Python before 3.11.5 misreads groups that are repeated possessively.
_STRING_OR_COMMENT = re.compile(
    r'''
    """ (?: [^"\\] | \\.? | "(?!"") )* (?: "{3,5} | \Z )
    | \'{3} (?: [^'] | '(?!\'\') )* (?: '{3,5} | \Z )
    | " (?: [^"\\\n] | \\.? )* "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    ''',
    re.VERBOSE | re.DOTALL,
)
_WORD = "[A-Za-z0-9_+-]"
_LONG = re.compile(
    rf"(?<!{_WORD})(?:({_WORD}{{{_LONGEST_WORD + 1}}})|"
    rf"{_WORD}++(?:[ \t]*+\.[ \t]*+{_WORD}++){{{_MOST_PARTS}}})"
)


def _check_words(text: str) -> None:
    """Refuse keys of many parts and long numbers, which `tomllib` reads in quadratic time.

    >>> _check_words(".".join("a" * 9) + " = 1")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.DecodingError: the document: not a form: line 1 has a key of \
more than 8 parts: write at most three between dots, as in spaces.brown.mortgage
    """
    plain = _STRING_OR_COMMENT.sub(_blank, text)
    if match := _LONG.search(plain):
        line = plain.count("\n", 0, match.start()) + 1
        raise fault(
            f"not a form: line {line} has a number or a word of more than {_LONGEST_WORD} "
            "characters without quotes: write it shorter"
            if match[1]
            else f"not a form: line {line} has a key of more than {_MOST_PARTS} parts: write "
            "at most three between dots, as in spaces.brown.mortgage"
        )


def _blank(match: re.Match[str]) -> str:
    """Return a word for a string and nothing for a comment, with their line ends."""
    return ("" if match[0][0] == "#" else "_") + "\n" * match[0].count("\n")


def _values_of(number: int, space: spaces.Space, lines: Mapping[str, Line]) -> dict[str, Any]:
    """Return the values that the lines give to a space: of its kind, its set and its own."""
    values: dict[str, Any] = {}
    for key in _keys_of(number, space):
        values |= lines.get(key, {})
    known = {"rents", *space.parts} if space.rents else {*space.parts}
    if unknown := sorted(values.keys() - known):
        kind = space.kind.value
        raise fault(f"{space.name}, of the kind {kind}, has no {' or '.join(unknown)}", "/spaces")
    return values


def _keys_of(number: int, space: spaces.Space) -> tuple[str, ...]:
    """Return the keys of the lines for a space, the one that counts most last."""
    return (space.kind.value, space.group or "", str(number), space.name)


def _check_keys(edition: Edition, lines: Mapping[str, Line]) -> None:
    known = {key for one in enumerate(edition.spaces) for key in _keys_of(*one)}
    if unknown := [key for key in lines if key not in known]:
        raise DecodingError(
            ("/spaces", f"no space, set or kind is called {key!r}{did_you_mean(key, known)}")
            for key in unknown
        )


def _read_lines(data: object) -> dict[str, Line]:
    members = codecs.as_object(data)
    lines = codecs.read_parts(members, (_read_line for _ in members), members.values())
    return dict(zip(members, lines, strict=True))


def _read_line(data: object) -> Line:
    return codecs.read_fields(data, _VALUES, _VALUES)


def _read_cards(data: object) -> tuple[spaces.ChanceCard, ...]:
    members = codecs.as_object(data)
    readers = (_reader_of_card(card_id) for card_id in members)
    with faults_at():
        return tuple(codecs.read_parts(members, readers, members.values()))


def _reader_of_card(card_id: str) -> Any:  # noqa: ANN401 - a function of any data
    return lambda data: editions.CARD_CODEC.read({**codecs.as_object(data), "id": card_id})


_PARTS = ("rents", "holdfast_cost", "castle_cost", "price", "mortgage", "unmortgage", "amount")
_OF_CARD = ("effects", "copies")
_VALUES = Codecs().fields(spaces.Space, _PARTS)
_FORM: codecs.Fields = {
    "name": editions.NAME_CODEC,
    "mark": codecs.choice(Mark),
    "spaces": codecs.Codec(codecs.as_it_is, _read_lines, {}),
    "cards": codecs.Codec(codecs.as_it_is, _read_cards, {}),
}

FORM = read_file("westeros_intrigue.games.monopoly", "edition-form.toml").decode()
"""The text of a form with a line for everything that `PRINTED` lacks; its values are invented.

An owner of the game copies it to a file, replaces the values, and removes the mark.
"""

PLAYABLE = read_form(FORM)
"""The edition of a new game: the publicly known names and numbers, and invented ones elsewhere.

>>> PLAYABLE.money.start, PLAYABLE.spaces[1].name, dict(PLAYABLE.marks)["*"]
(30, 'Hardhome', Mark.INVENTED)

Rules: edition.sample-flag.
"""

SHIPPED: Mapping[str, Edition] = {edition.name: edition for edition in (PLAYABLE, SAMPLE)}
"""The complete editions of the library by name, which the text of a record needs."""
