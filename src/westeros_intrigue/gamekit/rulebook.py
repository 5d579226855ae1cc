"""Rulebooks as data, the same for all games."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import inspect
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

import attrs

from westeros_intrigue.gamekit import english, errors, limits, packaging, values
from westeros_intrigue.gamekit.notebook_tables import html_table


class Kind(values.NamedEnum):
    """The origin of a rule.

    >>> from westeros_intrigue import rule
    >>> rule("court.vacant").kind
    Kind.FOLLOWS
    """

    STATED = "stated"
    """The printed rules state it."""
    FOLLOWS = "follows"
    """The printed rules do not state it but leave no other possibility."""
    RULING = "ruling"
    """The printed rules are silent or ambiguous; this is the chosen interpretation."""


ALWAYS = "always"
"""The trait of every table."""


@attrs.frozen
class Rule(values.Value):
    """One rule of the game.

    >>> from westeros_intrigue import rule
    >>> print(Rule("take.stones", "A player takes one to three stones."))
    take.stones: A player takes one to three stones.
    >>> print(rule("court.vacant"))
    court.vacant: A slot can contain only one card.
    >>> rule("solo.stack").chapter
    'solo'
    """

    id: str
    """The chapter and the name of the rule, such as `court.match`."""
    text: str
    """The rule in one or more whole sentences."""
    kind: Kind = Kind.STATED
    """The origin of the rule."""
    reason: str = ""
    """The reason for a ruling; empty for every other rule."""
    title: str = ""
    """The heading, such as `A house below must match`."""
    tables: tuple[str, ...] = (ALWAYS,)
    """The tables whose players need the rule: `always`, or traits of a table, such as `rivalry`.
    Empty for a rule that no decision depends on, such as one about the contents of the box."""

    def __str__(self) -> str:
        """Return the id and the text, separated by a colon."""
        return f"{self.id}: {self.text}"

    @property
    def chapter(self) -> str:
        """The part of the id before the first dot, such as `court`."""
        return self.id.partition(".")[0]


def paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a docstring, separated by empty lines, each as one line."""
    return tuple(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


class Rulebook(values.ByName[str, Rule]):
    """The rules of a game by id, in the order of their chapters.

    >>> from westeros_intrigue.games.btwixt import RULEBOOK
    >>> print(RULEBOOK.rule("ring.neighbours"))
    ring.neighbours: Leaders who share a council are neighbours.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._entries = {rule.id: rule for rule in rules}

    def __repr__(self) -> str:
        chapters = Counter(rule.chapter for rule in self.values())
        counts = ", ".join(f"{chapter} {count}" for chapter, count in chapters.items())
        return f"<Rulebook: {english.count_things(len(self), 'rule')}: {counts}>"

    def _repr_html_(self) -> str:
        """Return a table of the rules, for notebooks."""
        rows = [(rule.id, rule.text) for rule in self.values()]
        return html_table("The rules", ("id", "rule"), rows)

    def of_table(self, traits: Iterable[str]) -> tuple[Rule, ...]:
        """Return the rules that the players of a table with these traits need.

        >>> from westeros_intrigue import RULEBOOK
        >>> solo = set(RULEBOOK.of_table(["solo"])) - set(RULEBOOK.of_table([]))
        >>> sorted(rule.id for rule in solo)
        ['solo.rounds', 'solo.seats']

        Raises:
            WrongType: `traits` is not an iterable of strings.
        """
        wanted = {ALWAYS, *limits.tuple_of("traits", str, traits)}
        return tuple(rule for rule in self.values() if not wanted.isdisjoint(rule.tables))

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with an id, such as `court.match`.

        >>> from westeros_intrigue import rule
        >>> rule("court.first.coordinates").chapter
        'court'

        Raises:
            InvalidValue: no rule has that id; the message suggests similar ids.
            WrongType: `rule_id` is not a str.
        """
        values.check_type("rule_id", rule_id, str)
        if rule_id in self:
            return self[rule_id]
        perhaps = english.did_you_mean(rule_id, self, 3)
        raise errors.InvalidValue(f"no rule has the id {values.short_repr(rule_id)}{perhaps}")


def in_paragraphs(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return a paragraph for each chapter, with the texts of its rules.

    >>> in_paragraphs([Rule("take.stones", "Take stones."), Rule("take.all", "Or take all.")])
    ('take: Take stones. Or take all.',)
    """
    return tuple(
        f"{chapter}: {' '.join(rule.text for rule in group)}"
        for chapter, group in groupby(rules, attrgetter("chapter"))
    )


def read_rulebook(package: str) -> tuple[Rulebook, tuple[str, ...]]:
    """Return the rules and the primer of a game from `rulebook.json` in its package.

    The file lists the rules, each with id, kind, text, perhaps a title and the traits of its
    tables, and, for rulings, the reason; and the paragraphs of the primer. Without traits, the
    players of every table need a stated rule, and those of no table need another.

    >>> from westeros_intrigue.games import btwixt
    >>> rulebook, primer = read_rulebook(btwixt.__name__)
    >>> print(rulebook.rule("ring.yours"), len(primer))
    ring.yours: The cards of a council belong to both its leaders. 7
    """
    data = packaging.read_data(package, "rulebook.json")
    return Rulebook(map(_read_rule, data["rules"])), tuple(data["primer"])


def _read_rule(entry: dict[str, Any]) -> Rule:
    kind = Kind(entry["kind"])
    tables = entry.get("tables", [ALWAYS] * (kind is Kind.STATED))
    return Rule(**{**entry, "kind": kind, "tables": tuple(tables)})
