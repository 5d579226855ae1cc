"""English for sentences: players and their verbs, lists, counts and capitals.

Every game writes its sentences in the third person, with the verb in -s or -es: `player 1 throws`.
For a viewer, who is called you, the verbs change.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest

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


@lru_cache(maxsize=256)  # the verbs of sentences are few
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
    >>> f"{speaker.name(0)} and {speaker.name(1)}", speaker.is_viewer(1)
    ('player 0 and you', True)
    >>> f"{speaker.does(1, 'rolls')} 6 and {speaker.verb(1, 'wins')}"
    'you roll 6 and win'
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
        """Return a player as the subject of a verb, such as `you roll` or `player 0 rolls`.

        Args:
            player: the seat, from 0; None for `nobody`.
            verb: the verb in the third person.
        """
        if player is None:
            return f"{self.nobody} {verb}"
        return f"you {verb_after_you(verb)}" if player == self.viewer else f"player {player} {verb}"

    def verb(self, player: int | None, verb: str) -> str:
        """Return a verb as it follows the name of a player.

        Args:
            player: the seat, from 0; None for `nobody`.
            verb: the verb in the third person.
        """
        return verb_after_you(verb) if self.is_viewer(player) else verb


def count_things(count: int, thing: str) -> str:
    """Return a count with its noun: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def ordinal(number: int) -> str:
    """Return the ordinal number of a place, counted from 1.

    >>> ordinal(1), ordinal(2), ordinal(3), ordinal(12), ordinal(21)
    ('1st', '2nd', '3rd', '12th', '21st')
    """
    endings = {int(word[0]): word[1:] for word in ("1st", "2nd", "3rd")}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else endings.get(number % 10, 'th')}"


def join_words(things: Iterable[object], conjunction: str = "and") -> str:
    """Return a list in words: `a`, `a and b`, `a, b and c`; an empty text for an empty list."""
    *others, last = [*map(str, things)] or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def common_ending(sentences: Sequence[str]) -> str:
    """Return the last sentences that all of several texts have, after a space; empty without any.

    >>> common_ending(["S1: no row. Choose a0.", "S1: no card. Choose a0."])
    ' Choose a0.'
    """
    first, *others = sentences
    ends = [first[stop.end() - 1 :] for stop in re.finditer(r"\. ", first)]
    shared = (end for end in ends if all(each.endswith(end) for each in others))
    return next(shared, "") if others else ""


def join_sentences(sentences: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Join sentences about one thing, naming the thing and a common last sentence only once.

    >>> join_sentences(["S1 at b0: both are empty.", "S1 at b0: it is not your turn."])
    'S1 at b0: both are empty. Besides, it is not your turn.'
    >>> join_sentences(["S1: no row. Choose a0.", "S1: no card. Choose a0."], ["rule 4", "rule 7"])
    'S1: no row (rule 4). Besides, no card (rule 7). Choose a0.'

    Args:
        sentences: the sentences, one or more.
        notes: what to add to each sentence in brackets, or empty texts.
    """
    end = common_ending(sentences)
    first, *others = [
        each.removesuffix(end) if not note else f"{each.removesuffix(end).rstrip('.')} ({note})."
        for each, note in zip_longest(sentences, notes, fillvalue="")
    ]
    heads = [first[: colon.end()] for colon in re.finditer(": ", first)]
    common = [head for head in heads if all(each.startswith(head) for each in others)]
    shortened = (each.removeprefix(["", *common][-1]) for each in others)
    return " Besides, ".join([first, *shortened]) + end


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(text: object) -> str:
    """Return a text with a capital and a full stop, or an empty text unchanged.

    >>> as_sentence("how many stones?"), as_sentence("a heap is empty")
    ('How many stones?', 'A heap is empty.')
    """
    words = str(text)
    return f"{capital(words)}{'' if words[-1:] in {'', '.', '?', '!'} else '.'}"


def printable(text: str) -> str:
    r"""Return the text with a space instead of each character that cannot be shown as one.

    >>> printable("a\x1b[1mb")
    'a [1mb'
    """
    return "".join(each if each.isprintable() else " " for each in text)


def did_you_mean(
    word: str, known: Iterable[str], most: int = 1, form: str = "; did you mean {}?"
) -> str:
    """Return the end of a message about an unknown word: the known words that are most like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - for these messages only

    # Letter case and a flag's dashes do not matter.
    words = {each.lower().lstrip("-"): each for each in known}
    near = get_close_matches(word[:40].lower().lstrip("-"), words, most)
    return form.format(" or ".join(words[each] for each in near)) if near else ""
