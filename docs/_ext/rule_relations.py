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
"""For each rule that follows, what it follows from."""

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
"""Rulings that concern a rule and do not share its id, as `court.beside.upper` does."""


def basis(book: Book, rule_id: str) -> tuple[str, ...]:
    """Return what a rule follows from; nothing for other games, which do not state it."""
    return FOLLOWS_FROM.get(rule_id, ()) if book is FLAGSHIP else ()


def see_also(book: Book, rule_id: str) -> list[str]:
    """Return the rules that concern a rule, other than its parts, which stand beside it."""
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
    """Return the rulings that concern a rule most: those named here, or those of its id."""
    children = (other for other in RULEBOOK if other.startswith(f"{rule_id}."))
    named = _BEARING.get(rule_id, children)
    return [other for other in named if RULEBOOK[other].kind is Kind.RULING]


def faults() -> Iterator[str]:
    """Yield what is wrong with these tables."""
    for table in (FOLLOWS_FROM, _BEARING):
        for rule_id, others in table.items():
            for unknown in {rule_id, *others} - set(RULEBOOK):
                yield f"no rule has the id {unknown}"
    following = {entry.id for entry in RULEBOOK.values() if entry.kind is Kind.FOLLOWS}
    for rule_id in sorted(following ^ set(FOLLOWS_FROM)):
        yield f"{rule_id}: what follows needs what it follows from, and nothing else does"
