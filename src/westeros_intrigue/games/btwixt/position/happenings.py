"""The events that follow from moves, in words for each viewer.

The log has a public version of each event, and a fuller version for leaders who saw more.

Rules: info.public, info.hand, info.taken, info.draft, info.ally-deck, ally.looks.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from typing import assert_never

import attrs

from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.values import Value, Word, check_type
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers
from westeros_intrigue.games.btwixt.pieces.operations import several


class Happening(Word):
    """The kinds of events; `sentence` contains the words of each.

    >>> Happening("knelt")
    Happening.KNELT
    """

    LEADER = "leader"
    """The player gets a leader card; `allies` names it."""
    DEALT = "dealt"
    """The player is dealt a hand or a pack, and sees its `cards`."""
    PASSED = "passed"
    """The player gets the next pack of a draft, and sees its `cards`."""
    DRAFTED = "drafted"
    """The player sets a card of the pack aside; only the player sees it."""
    REVEALED = "revealed"
    """The ally of a new round is revealed, if there is one."""
    ROW = "row"
    """Allies are added to the row of revealed allies."""
    PLAYED = "played"
    """The player plays a card."""
    SKIPPED = "skipped"
    """The player skips a turn."""
    KNELT = "knelt"
    """The player kneels."""
    TOOK_BACK = "took-back"
    """The player, who has knelt, takes back the pile."""
    MOVED_CARD = "moved-card"
    """The player takes a card from the pile of `other`."""
    HANDED_OVER = "handed-over"
    """The card played goes to the pile of `other`."""
    MOVED_TOKEN = "moved-token"
    """A token goes from the first of `councils` to the second."""
    SAW_HAND = "saw-hand"
    """The player sees the hand of `other`; only the player knows the `cards`."""
    TOOK = "took"
    """The player takes a card from the hand of `other`; leaders who see one of the hands see it."""
    DISCARDED = "discarded"
    """The player discards `cards` from the hand; `allies` names the ally that it kills or saves."""
    DECLINED = "declined"
    """The player chooses nothing."""
    WON = "won"
    """The bid is decided; `totals` lists the totals of all seats."""
    INTRODUCED = "introduced"
    """An ability reveals an ally, which is current as well."""
    PLACED_ALLY = "placed-ally"
    """The player places a claimed ally in the council."""
    MOVED_ALLY = "moved-ally"
    """An ally of the player's other council joins the council."""
    KILLED = "killed"
    """The ally goes to the dead pile."""
    PLACED_TOKEN = "placed-token"
    """The player places a token in the council."""
    TOKEN_ON_ALLY = "token-on-ally"
    """A token of the supply is put on the ally."""
    LOOKED = "looked"
    """The player looks at allies on top of the ally deck; only the player sees them."""
    PUT_BACK = "put-back"
    """The player puts allies back; only the player sees the order."""
    RETURNED = "returned"
    """Cards return from the player's pile to the hand at the end of the round."""
    ENDED = "ended"
    """The game is over; `totals` lists the powers of the councils."""


@attrs.frozen
class Event(Value):
    """An event; fields that its kind does not use are None or empty.

    >>> print(sentence(Event(Happening.PLAYED, 1, cards=(Card("betrayal", 1),)), None))
    player 1 plays betrayal#1
    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> drafted.for_all().cards
    ()
    """

    happening: Happening
    """The kind of event."""
    player: int | None = None
    """The seat concerned, from 0."""
    other: int | None = None
    """A second seat."""
    cards: Cards = ()
    """The cards; empty if the viewer does not see them."""
    allies: Ids = ()
    """The allies, by id; empty if the viewer does not see them."""
    councils: Numbers = ()
    """The councils, from 0."""
    totals: Numbers = ()
    """A number for each seat or council, from 0."""
    count: int = 0
    """The number of cards or allies concerned, if some players may not see them."""
    viewers: Numbers | None = None
    """The seats that see the cards and allies; None for all players."""

    def for_all(self) -> Event:
        """Return the event without its cards and allies, for players who do not see them."""
        kind, councils = self.happening, self.councils
        return known_event(
            kind, self.player, self.other, (), (), councils, self.totals, self.count, ()
        )


known_event: Callable[..., Event] = lru_cache(4096)(Event)
"""Return an event with these fields, cached, since most equal an earlier one."""
Events = tuple[Event, ...]
"""Events in order."""


def count_cards(cards: Cards, each: Callable[[Card], str] = str) -> str:
    """Return cards in words, with a number before equal ones.

    >>> count_cards((Card("bribery"), Card("betrayal"), Card("bribery")))
    '2 bribery, betrayal'
    """
    return ", ".join(
        (f"{number} " if number > 1 else "") + each(card) for card, number in Counter(cards).items()
    )


def seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event as a seat, or a spectator if `viewer` is None, sees it.

    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> len(seen_by(drafted, 1).cards), len(seen_by(drafted, 2).cards)
    (1, 0)

    Args:
        event: an event between two states.
        viewer: the seat, from 0; None for a spectator.

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    check_type("event", event, Event)
    is_seen = event.viewers is None or viewer in event.viewers
    return event if is_seen else event.for_all()


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event in words, as far as a viewer may know it; None for minor events.

    >>> taken = Event(Happening.TOOK, 0, 2, cards=(Card("betrayal"),), count=1, viewers=(0, 2))
    >>> sentence(taken, 2), sentence(taken, 1)
    ('player 0 takes betrayal from you', 'player 0 takes a card from player 2')

    Args:
        event: the event, of a state or of a view.
        viewer: the seat of the viewer, from 0, who is called you; None for a spectator.

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    return _in_words(seen_by(event, viewer), Speaker(viewer))


def _in_words(event: Event, speaker: Speaker) -> str | None:  # noqa: PLR0911, PLR0912 - one a kind
    """Return an event in words, as its viewer saw it; None for minor events."""
    cards = count_cards(event.cards) or several(event.count, "card")
    allies = ", ".join(event.allies) or several(event.count, "ally")
    councils = " to ".join(f"c{council}" for council in event.councils)
    totals = ", ".join(map(str, event.totals))
    player, other = partial(speaker.does, event.player), event.other
    match event.happening:
        case Happening.LEADER:
            return f"{player('leads')} as {allies}"
        case Happening.DEALT | Happening.PASSED:
            return None
        case Happening.DRAFTED:
            return f"{player('drafts')} {cards}"
        case Happening.REVEALED:
            return f"a new round begins with {allies}"
        case Happening.ROW:
            return f"the row gains {allies}"
        case Happening.PLAYED:
            return f"{player('plays')} {cards}"
        case Happening.SKIPPED:
            return player("skips")
        case Happening.KNELT:
            return player("kneels")
        case Happening.TOOK_BACK:
            return f"{player('takes')} back {cards}"
        case Happening.MOVED_CARD:
            return f"{player('takes')} {cards} from {_own(speaker, 'pile', other)}"
        case Happening.HANDED_OVER:
            return f"{cards} goes to {_own(speaker, 'pile', other)}"
        case Happening.MOVED_TOKEN:
            return f"{player('moves')} a token from {councils}"
        case Happening.SAW_HAND:
            return f"{player('sees')} {_own(speaker, 'hand', other)}"
        case Happening.TOOK:
            return f"{player('takes')} {cards} from {speaker.name(other)}"
        case Happening.DISCARDED:
            return f"{player('discards')} {cards}"
        case Happening.DECLINED:
            return player("declines")
        case Happening.WON:
            return f"{player('wins')} the bid; totals: {totals}"
        case Happening.INTRODUCED:
            return f"{allies} becomes current as well"
        case Happening.PLACED_ALLY:
            return f"{player('places')} {allies} in {councils}"
        case Happening.MOVED_ALLY:
            return f"{player('moves')} {allies} to {councils}"
        case Happening.KILLED:
            return f"{allies} is killed"
        case Happening.PLACED_TOKEN:
            return f"{player('places')} a token in {councils}"
        case Happening.TOKEN_ON_ALLY:
            return f"a token goes onto {allies}"
        case Happening.LOOKED:
            return f"{player('looks')} at {allies}"
        case Happening.PUT_BACK:
            return f"{player('puts')} back {allies}"
        case Happening.RETURNED:
            return f"{player('gets')} back {cards}"
        case Happening.ENDED:
            return f"the game ends; powers of the councils: {totals}"
        case _:
            assert_never(event.happening)


def _own(speaker: Speaker, noun: str, player: int | None) -> str:
    """Return the pile or the hand of a player in words."""
    if speaker.is_viewer(player):
        return f"{speaker.whose(player)} {noun}"
    return f"the {noun} of {speaker.name(player)}"
