"""The events of a game as a log: for everybody, and for those who saw more of them.

Rules: info.public, info.hand, info.taken, info.draft, info.ally-deck, ally.looks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.vocabulary import Phrase, several


class Happening(Phrase):
    """The kinds of events; "player" and the like are fields of the event.

    >>> Happening.KNELT.sentence
    '{player} kneels'
    """

    LEADER = "leader", "{player} leads as {allies}"
    """The player gets a leader card (`allies`: its id)."""
    DEALT = "dealt"
    """The player is dealt a hand or a pack; its holder sees the `cards`."""
    PASSED = "passed"
    """The player is handed the next pack of a draft; its holder sees the `cards`."""
    DRAFTED = "drafted", "{player} drafts {cards}"
    """The player sets a card of the pack aside; only the player sees it."""
    REVEALED = "revealed", "a new round begins with {allies}"
    """The ally of a new round is turned up, if there is one."""
    ROW = "row", "{allies} joins the row"
    PLAYED = "played", "{player} plays {cards}"
    SKIPPED = "skipped", "{player} skips"
    KNELT = "knelt", "{player} kneels"
    TOOK_BACK = "took-back", "{player} takes back {cards}"
    MOVED_CARD = "moved-card", "{player} takes {cards} from the pile of {other}"
    HANDED_OVER = "handed-over", "{cards} goes to the pile of {other}"
    MOVED_TOKEN = "moved-token", "{player} moves a token from {councils}"
    """A token goes from the first of `councils` to the second."""
    SAW_HAND = "saw-hand", "{player} sees the hand of {other}"
    """The player sees the hand of `other`; the `cards` are known to the player alone."""
    TOOK = "took", "{player} takes {cards} from {other}"
    """The player takes a card from the hand of `other`, seen by those who see one of the hands."""
    DISCARDED = "discarded", "{player} discards {cards}"
    """The player discards `cards` of the hand; `allies` has the ally that this kills or saves."""
    DECLINED = "declined", "{player} declines"
    WON = "won", "{player} wins the bid; totals: {totals}"
    """The bid is decided; `totals` are those of all seats."""
    INTRODUCED = "introduced", "{allies} becomes current as well"
    PLACED_ALLY = "placed-ally", "{player} places {allies} in {councils}"
    MOVED_ALLY = "moved-ally", "{player} moves {allies} to {councils}"
    KILLED = "killed", "{allies} is killed"
    PLACED_TOKEN = "placed-token", "{player} places a token in {councils}"
    TOKEN_ON_ALLY = "token-on-ally", "a token goes onto {allies}"
    LOOKED = "looked", "{player} looks at {allies}"
    """The player looks at allies on top of their deck, and alone sees which."""
    PUT_BACK = "put-back", "{player} puts back {allies}"
    """The player puts allies back, and alone sees in which order."""
    RETURNED = "returned", "{cards} returns to the hand of {player}"
    ENDED = "ended", "the game ends; powers of the councils: {totals}"

    @property
    def needs_player(self) -> bool:
        """True if an event of the kind is about a player."""
        return "{player}" in (self.sentence or "{player}")


@attrs.frozen
class Event(Value):
    """Something that happened; fields that its kind has no use for are None or empty.

    >>> print(sentence(Event(Happening.PLAYED, 1, cards=(Card("betrayal", 1),)), None))
    player 1 plays betrayal#1
    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> drafted.for_all().cards
    ()
    """

    happening: Happening
    """The kind of event."""
    player: int | None = None
    """The seat that it is about, from 0."""
    other: int | None = None
    """A second seat."""
    cards: tuple[Card, ...] = ()
    """The cards; empty where the viewer does not see them."""
    allies: tuple[str, ...] = ()
    """The allies, by id; empty where the viewer does not see them."""
    councils: tuple[int, ...] = ()
    """The councils, from 0."""
    totals: tuple[int, ...] = ()
    """A number for each seat or council, from 0."""
    count: int = 0
    """The number of cards or allies that it is about, if some players may not see them."""
    viewers: tuple[int, ...] | None = None
    """The seats that see the cards and allies; None if everybody does."""

    def for_all(self) -> Event:
        """Return the event as those see it who see neither its cards nor its allies."""
        return attrs.evolve(self, cards=(), allies=(), viewers=())


def counted_cards(cards: tuple[Card, ...], each: Callable[[Card], str] = str) -> str:
    """Return cards in words, equal ones once after their number.

    >>> counted_cards((Card("bribery"), Card("betrayal"), Card("bribery")))
    '2 bribery, betrayal'
    """
    return ", ".join(
        (f"{number} " if number > 1 else "") + each(card) for card, number in Counter(cards).items()
    )


def seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event as a seat sees it, or a spectator if `viewer` is None.

    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> len(seen_by(drafted, 1).cards), len(seen_by(drafted, 2).cards)
    (1, 0)

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    is_seen = event.viewers is None or viewer in event.viewers
    return event if is_seen else event.for_all()


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event in words, as far as a viewer may know it; None if it is not worth a line.

    >>> taken = Event(Happening.TOOK, 0, 2, cards=(Card("betrayal"),), count=1, viewers=(0, 2))
    >>> sentence(taken, 2), sentence(taken, 1)
    ('player 0 takes betrayal from you', 'player 0 takes a card from player 2')

    Args:
        event: the event, of a state or of a view.
        viewer: the seat of the viewer, from 0, who is called you; None for a spectator.

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    event = seen_by(event, viewer)
    if not (words := event.happening.sentence):
        return None
    seats = {"player": event.player, "other": event.other}
    for name in [name for name, seat in seats.items() if seat == viewer is not None]:
        words = re.sub(rf"^{{{name}}} (\w+)s\b", r"you \1", words)
        words = words.replace(f"the hand of {{{name}}}", "your hand")
        words = words.replace(f"the pile of {{{name}}}", "your pile").replace(f"{{{name}}}", "you")
    return words.format(
        player=f"player {event.player}",
        other=f"player {event.other}",
        cards=counted_cards(event.cards) or several(event.count, "card"),
        allies=", ".join(event.allies) or several(event.count, "ally"),
        councils=" to ".join(f"c{council}" for council in event.councils),
        totals=", ".join(map(str, event.totals)),
    )
