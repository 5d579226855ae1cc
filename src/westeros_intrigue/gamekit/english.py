"""English for sentences about players: the viewer is called you, and verbs agree with it.

Every game writes its sentences in the third person, with the verb in -s or -es: `player 1 throws`.
"""

from __future__ import annotations

import attrs

_IRREGULAR = {
    "always": "always",
    "can": "can",
    "does": "do",
    "goes": "go",
    "has": "have",
    "is": "are",
    "may": "may",
    "must": "must",
    "was": "were",
}


def verb_after_you(verb: str) -> str:
    """Return a verb in the third person in the form that follows you; other words are unchanged.

    >>> [verb_after_you(verb) for verb in ("throws", "passes", "carries", "ties", "has", "may")]
    ['throw', 'pass', 'carry', 'tie', 'have', 'may']
    >>> verb_after_you("catches"), verb_after_you("loses"), verb_after_you("less")
    ('catch', 'lose', 'less')
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if not verb.endswith("s") or verb.endswith(("ss", "us", "is", "as", "'s")):
        return verb
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


@attrs.frozen
class Speaker:
    """Names players in the sentences for one viewer.

    >>> speaker = Speaker(viewer=1)
    >>> speaker.does(1, "throws"), speaker.does(0, "throws"), speaker.does(None, "pays")
    ('you throw', 'player 0 throws', 'nobody pays')
    >>> f"{speaker.whose(1)} hand, {speaker.whose(0)} pile"
    "your hand, player 0's pile"
    """

    viewer: int | None = None
    """The seat of the viewer, from 0, who is called you; None for a spectator."""
    nobody: str = "nobody"
    """The name for None where a player can be, such as the bank."""

    def is_viewer(self, player: int | None) -> bool:
        """Return whether a player, from 0, is the viewer."""
        return player is not None and player == self.viewer

    def name(self, player: int | None) -> str:
        """Return the name of a player, from 0: you, or player and the number of the seat."""
        if player is None:
            return self.nobody
        return "you" if player == self.viewer else f"player {player}"

    def whose(self, player: int | None) -> str:
        """Return the possessive of a player, from 0: your, or the name with 's."""
        return "your" if self.is_viewer(player) else f"{self.name(player)}'s"

    def does(self, player: int | None, verb: str) -> str:
        """Return a player, from 0, as the subject of a verb, which is in the third person."""
        return f"{self.name(player)} {self.verb(player, verb)}"

    def verb(self, player: int | None, verb: str) -> str:
        """Return a verb in the third person as it follows the name of a player, from 0."""
        return verb_after_you(verb) if self.is_viewer(player) else verb
