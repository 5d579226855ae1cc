"""Relations of rules: consequences, and the rulings that concern a rule."""

from __future__ import annotations

from collections.abc import Iterator

from rulebooks import FLAGSHIP, Book

from westeros_intrigue.rules import RULEBOOK, Kind

FOLLOWS_FROM = {
    "components.characters.house": ("court.match",),
    "setup.unused.unseen": ("setup.unused",),
    "setup.starter.nobody": ("setup.starter", "round.throne"),
    "setup.throne.once": ("setup.throne",),
    "court.beside.any-house": ("court.beside", "court.match"),
    "court.early-rise": ("court.support", "court.match"),
    "court.vacant": ("court.beside", "court.support"),
    "round.reshuffle": ("setup.hand-size", "round.count"),
    "solo.out.unable": ("solo.out", "solo.set-aside"),
    "solo.out.final": ("solo.out", "elimination.final"),
    "solo.remaining": ("solo.set-aside", "round.penalty"),
    "solo.public.kept": ("solo.public", "solo.out"),
    "option.houses.automated": ("solo.side",),
    "option.anyone.unused": ("option.anyone",),
    "option.anyone-deal.table": ("option.anyone-deal",),
    "option.anyone-deal.width": ("option.anyone-deal", "court.width"),
    "option.anyone-deal.nobody": ("option.anyone-deal", "round.throne"),
    "info.throne.unseen": ("info.throne", "solo.rounds"),
    "info.elimination": ("elimination.unable", "info.public"),
}
"""The rules from which each derived rule follows."""

_BEARING = {
    "components.characters": ("components.names",),
    "turn.clockwise": ("elimination.own-turn",),
    "court.no-insert": ("court.upper-gap",),
    "court.support": ("court.beside.upper", "court.upper-gap"),
    "court.match": ("court.beside.upper", "court.upper-gap"),
    "elimination.unable": ("elimination.own-turn",),
    "round.end": ("elimination.own-turn",),
    "solo.highest": ("solo.side.fixed",),
}
"""Rulings on a rule whose ids do not begin with its id, as `court.beside.upper` does."""


def basis(book: Book, rule_id: str) -> tuple[str, ...]:
    """Return the rules from which a rule follows; the other games state none."""
    return FOLLOWS_FROM.get(rule_id, ()) if book is FLAGSHIP else ()


def see_also(book: Book, rule_id: str) -> list[str]:
    """Return the rules related to a rule, without its parts, which are next to it."""
    if book is not FLAGSHIP:
        return []
    found = {
        *_BEARING.get(rule_id, ()),
        *(bearing for bearing, rulings in _BEARING.items() if rule_id in rulings),
        *(other for other, basis in FOLLOWS_FROM.items() if rule_id in basis),
    }
    found -= set(basis(book, rule_id))
    return [other for other in book.rulebook if other in found]


def rulings_on(rule_id: str) -> list[str]:
    """Return the rulings closest to a rule: the ones named here, or the ones under its id."""
    children = (other for other in RULEBOOK if other.startswith(f"{rule_id}."))
    named = _BEARING.get(rule_id, children)
    return [other for other in named if RULEBOOK[other].kind is Kind.RULING]


def faults() -> Iterator[str]:
    """Yield the faults of these tables."""
    for table in (FOLLOWS_FROM, _BEARING):
        for rule_id, others in table.items():
            for unknown in {rule_id, *others} - set(RULEBOOK):
                yield f"no rule has the id {unknown}"
    following = {entry.id for entry in RULEBOOK.values() if entry.kind is Kind.FOLLOWS}
    for rule_id in sorted(following ^ set(FOLLOWS_FROM)):
        yield f"{rule_id}: a rule needs its bases here if and only if it is derived"
