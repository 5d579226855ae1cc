"""Tags of records, such as players, date and place: names with values, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from westeros_intrigue.base.errors import InvalidValue, NotationError, WrongType
from westeros_intrigue.base.limits import Longest
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.base.values import brief, check_printable, check_type, tuple_of

TAG_LIMIT = 1_000
"""The most characters of a value."""
_Text = Annotated[str, Longest(TAG_LIMIT)]
Tags = tuple[tuple[_Text, _Text], ...]
"""Names with values, in order."""
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_-]{0,39}")
_TAG = re.compile(rf'\[ *({_TAG_NAME.pattern}) +"(.*)" *\] *\Z')


def check_line(name: str, text: str, limit: int) -> None:
    """Raise an InvalidValue unless a text is printable and fits into a line."""
    if len(text) > limit:
        raise InvalidValue(f"{name} has at most {limit} characters in a line, not {len(text)}")
    check_printable(name, text)


def tag_pairs(tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the tags as (name, value) pairs. Raise an InvalidValue for a malformed tag."""
    pairs = tuple_of("tags", tuple, tags.items() if isinstance(tags, Mapping) else tags)
    names = set()
    for pair in pairs:
        if len(pair) != 2:
            raise WrongType(f"a tag is a name and a value, not {brief(pair)}")
        name, value = pair
        check_type("the name of a tag", name, str)
        check_type("the value of a tag", value, str)
        if not _TAG_NAME.fullmatch(name):
            raise InvalidValue(
                "the name of a tag is a letter and up to 39 letters, digits, - or _, not "
                f"{name[:40]!r}"
            )
        if name.lower() in names:
            raise InvalidValue(f"the tag {name} can occur only once")
        names.add(name.lower())
        check_line(f"the tag {name}", value, TAG_LIMIT)
    return tuple((name, value) for name, value in pairs)


def check_tags(_record: object, _attribute: object, tags: tuple[tuple[str, str], ...]) -> None:
    """Validate the tags of a record; an InvalidValue for a malformed one."""
    check_type("tags", tags, tuple)
    tag_pairs(tags)


def tag_lines(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the line of each tag, such as `[Date "2024-05-01"]`."""
    yield from (f'[{name} "{value}"]' for name, value in tags)


def scan_tag(scanner: Scanner, earlier: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Return the name and the value of a line, which begins with a bracket.

    Raises:
        NotationError: the line is not a tag, the value is too long, or an earlier tag has the name.
    """
    found = _TAG.match(scanner.text, scanner.position)
    if found is None:
        raise scanner.error('a tag such as [Date "2024-05-01"]')
    name, value = found.groups()
    if len(value) > TAG_LIMIT:
        raise scanner.error(f"a tag of at most {TAG_LIMIT} characters", found.start(2))
    if name.lower() in (other.lower() for other, _ in earlier):
        raise scanner.error("each tag once", found.start(1))
    return name, value


def read_tag(line: str) -> tuple[str, str] | None:
    """Return the name and the value of a line of `tag_lines`; None for any other line."""
    try:
        return scan_tag(Scanner(line.rstrip()), ())
    except NotationError:
        return None
