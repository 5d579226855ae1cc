"""Reads the grammars of the pages, in EBNF, and makes regular expressions of them.

No rule of theirs refers to itself, so a regular expression can say as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|…|[=,;|\[\]{}()]|[a-z]+(?: [a-z]+)*")
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_REPEATED = {"[": "?", "{": "*", "(": ""}


class Grammar:
    """The rules of a grammar; `others` are regular expressions of names from elsewhere."""

    def __init__(self, text: str, others: Mapping[str, str] | None = None) -> None:
        self._rules: dict[str, list[str]] = {}
        self._others = dict(others or {})
        rest = _TOKEN.sub("", text).strip()
        assert not rest, f"not EBNF: {rest}"
        tokens = _TOKEN.findall(text)
        while tokens:
            name, equals = tokens[:2]
            end = tokens.index(";")
            assert equals == "="
            assert name not in self._rules
            self._rules[name] = tokens[2:end]
            tokens = tokens[end + 1 :]
        used = {token for rule in self._rules.values() for token in rule if token[0].isalpha()}
        assert used <= self._rules.keys() | self._others.keys()

    @property
    def names(self) -> list[str]:
        """The rules, in order."""
        return [*self._rules]

    def pattern(self, name: str) -> str:
        """Return the regular expression of a rule."""
        if name not in self._rules:
            return f"(?:{self._others[name]})"
        return f"(?:{''.join(self._parts(name))})"

    def _parts(self, name: str) -> Iterator[str]:
        rule = self._rules[name]
        open_brackets: list[str] = []
        for place, part in enumerate(rule):
            if part in _CLOSING:
                open_brackets.append(part)
                yield "(?:"
            elif part in _CLOSING.values():
                bracket = open_brackets.pop()
                assert part == _CLOSING[bracket]
                yield f"){_REPEATED[bracket]}"
            elif part == "|":
                yield "|"
            elif part == "…":
                after, before = ord(rule[place - 2][1]) + 1, ord(rule[place + 2][1]) - 1
                yield f"[{chr(after)}-{chr(before)}]"
            elif part[0] in "'\"":
                yield re.escape(part[1:-1])
            elif part != ",":
                yield self.pattern(part)
