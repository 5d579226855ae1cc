"""The hidden past of a world: the cards in the events that only other seats saw.

A season's log names the seats that saw more of an event. An arrangement of the hidden cards tells
where each card was after the deal, and which cards were taken unseen. The hands are then followed
through the season.

Rules: info.hand, info.taken, info.draft.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import attrs

from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.games.btwixt import seasons
from westeros_intrigue.games.btwixt.cards import Cards, Ids, shared_card
from westeros_intrigue.games.btwixt.clues import order_of_picks
from westeros_intrigue.games.btwixt.moves import Event, Happening
from westeros_intrigue.games.btwixt.state import Sights, View
from westeros_intrigue.games.btwixt.worlds import Laid

_LEAVING = {Happening.PLAYED, Happening.DISCARDED}
_JOINING = {Happening.TOOK_BACK, Happening.RETURNED}


def complete_sights(view: View, sights: Sights, laid: Laid, rng: RandomSource) -> Sights:
    """Return a season's sights with the cards that the viewer did not see, as arranged.

    Args:
        view: the view at the end of the season, or now.
        sights: the sights of all seats, some with unknown cards.
        laid: the arrangement of the cards.
        rng: the source of chance, for the order in which others drafted cards.
    """
    season = _Season(view, laid, rng)
    seen = dict(sights)
    log: dict[int, Event] = {}
    for number, public in enumerate(view.log, view.table.logged):
        event = seen.get(number, public)
        cards = season.follow(event, is_seen=bool(public.cards))
        log[number] = event if cards is None else attrs.evolve(event, cards=cards)
    return tuple((number, log[number]) for number, _ in sights)


class _Season:
    """The hands of a season, after each event."""

    def __init__(self, view: View, laid: Laid, rng: RandomSource) -> None:
        dealt, taken = laid.deal()
        self._hands: defaultdict[int, list[str]] = defaultdict(list)
        self._taken: Iterator[str] = iter(taken)
        self._players = view.players
        self._way = seasons.direction(view.table)
        self._packs: list[list[str]] | None = None
        if view.variant.is_drafted and dealt:
            self._packs = order_of_picks(view, dealt, rng)
        for pool in dealt:
            for seat in range(view.players):
                self._hands[seat] += pool.get(seat, ()) if self._packs is None else ()
        self._turns = [0] * view.players
        """For each seat, the number of cards that it has drafted."""

    def follow(self, event: Event, *, is_seen: bool) -> Cards | None:
        """Change the hands as an event does; return the cards that the viewer did not see."""
        seat, other, cards = event.player or 0, event.other or 0, [card.id for card in event.cards]
        hand, happening = self._hands[seat], event.happening
        match happening:
            case Happening.DEALT | Happening.PASSED:
                return _sort_cards(hand if self._packs is None else self._pack_of(seat))
            case Happening.DRAFTED:
                card = self._pack_of(seat)[0]
                self._turns[seat] += 1
                hand.append(card)
                return (shared_card(card),)
            case Happening.SAW_HAND:
                return _sort_cards(self._hands[other])
            case Happening.TOOK:
                card = cards[0] if is_seen else next(self._taken)
                self._hands[other].remove(card)
                hand.append(card)
                return (shared_card(card),)
            case _ if happening in _LEAVING:
                for card in cards:
                    hand.remove(card)
            case _ if happening in _JOINING:
                hand += cards
        return None

    def _pack_of(self, seat: int) -> list[str]:
        """Return the pack in front of a seat, in the order in which its cards will be drafted."""
        assert self._packs is not None  # noqa: S101 - for the type checker: hands are drafted
        turn = self._turns[seat]
        return self._packs[(seat - self._way * turn) % self._players][turn:]


def _sort_cards(cards: Iterable[str]) -> Cards:
    ids: Ids = tuple(sorted(cards))
    return tuple(map(shared_card, ids))
