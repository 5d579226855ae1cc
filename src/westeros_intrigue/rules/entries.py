"""How the entries of the other games' rulebooks are made: they have no titles."""

from __future__ import annotations

from westeros_intrigue.rules.rulebook import Kind, Rule


def stated(rule_id: str, text: str) -> Rule:
    """Return a rule that the text states."""
    return Rule(rule_id, text, Kind.STATED)


def follows(rule_id: str, text: str) -> Rule:
    """Return a rule that follows from what the text states."""
    return Rule(rule_id, text, Kind.FOLLOWS)


def ruling(rule_id: str, text: str, reason: str) -> Rule:
    """Return a reading of what the text leaves open, with its reason."""
    return Rule(rule_id, text, Kind.RULING, reason)
