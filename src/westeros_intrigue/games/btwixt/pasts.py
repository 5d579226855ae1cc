"""The hidden past of a world: the cards in the events that only other seats saw.

A season's log names the seats that saw more of an event. An arrangement of the hidden cards shows
where each card was after the deal, and which cards were taken unseen. The packs passed on and the
hands shown later follow from these when the season is replayed.

Rules: info.hand, info.taken, info.draft.
"""

from __future__ import annotations

from collections import Counter

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, shuffle
from westeros_intrigue.games.btwixt import seasons
from westeros_intrigue.games.btwixt.cards import shared_card
from westeros_intrigue.games.btwixt.clues import packs
from westeros_intrigue.games.btwixt.moves import Happening
from westeros_intrigue.games.btwixt.state import Sights, View
from westeros_intrigue.games.btwixt.worlds import Laid


def complete_sights(view: View, sights: Sights, laid: Laid, rng: RandomSource) -> Sights:
    """Return a season's sights with the cards dealt, drafted and taken as arranged.

    Args:
        view: the view at the end of the season, or now.
        sights: the sights of all seats, some with unknown cards.
        laid: the arrangement of the cards.
        rng: the source of chance, for the order in which others drafted cards.
    """
    if not sights:
        return ()
    dealt, taken_unseen = laid.deal()
    drafted = _order_of_picks(view, dealt, rng) if view.variant.is_drafted else []
    players, way, log = view.players, seasons.direction(view.table), view.log
    taken, turns = iter(taken_unseen), Counter[int]()
    completed = []
    for number, event in sights:
        seat, ids = event.player or 0, [card.id for card in event.cards]
        match event.happening:
            case Happening.DEALT if drafted:
                ids = sorted(drafted[seat])
            case Happening.DEALT:
                ids = sorted(card for pool in dealt for card in pool.get(seat, ()))
            case Happening.DRAFTED:
                turn = turns[seat]
                ids = [drafted[(seat - way * turn) % players][turn]]
                turns[seat] += 1
            case Happening.TOOK if not log[number - len(view.table.past)].cards:
                ids = [next(taken)]
        completed.append((number, attrs.evolve(event, cards=tuple(map(shared_card, ids)))))
    return tuple(completed)


def _order_of_picks(
    view: View, dealt: list[dict[int, list[str]]], rng: RandomSource
) -> list[list[str]]:
    """Draw the order in which the cards of each pack were drafted.

    `dealt` has, for each pool of `pools`, the cards in each place.
    """
    *segments, rest = [
        {place: [*shuffle(cards, rng)] for place, cards in pool.items()} for pool in dealt
    ]
    waiting = iter(segments)
    orders: list[list[str]] = []
    for parts in packs(view):
        order: list[str] = []
        for part in parts:
            if part.cards is None or part.places:
                pool = rest if part.cards is None else next(waiting)
                order += [pool[place].pop() for place in part.places]
            else:
                order += part.cards.elements()
        orders.append(order)
    return orders
