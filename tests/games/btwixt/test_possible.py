"""Views that no game leads to, each with the reason for which a document of it is refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from games.btwixt.tables import LEADERS, dealt, play, random_game
from westeros_intrigue import DecodingError
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.games.btwixt import DOCUMENTS, DRAFT, Bid, Card, View, observe, setup
from westeros_intrigue.games.btwixt.abilities import BidCard, Cancel, Offer, PlaceAlly
from westeros_intrigue.games.btwixt.moves import Event
from westeros_intrigue.games.btwixt.seasons import Pick, Turn
from westeros_intrigue.games.btwixt.table import Phase


def asked(kind: type[Step]) -> View:
    """The first question of a kind in a game, as the one who is asked sees it."""
    state = next(state for state in random_game(0) if isinstance(state.table.asking, kind))
    return observe(state, state.active_player)


TURN = observe(dealt("betrayal", "corruption", "betrayal"), 0)
"""The first turn of a game of three, as the player to move sees it."""
PLAYED = observe(play(dealt("betrayal", "corruption", "betrayal"), "play betrayal"), 0)
CARD, ALLY, OFFER = asked(BidCard), asked(PlaceAlly), asked(Offer)
BID = ALLY.bid or Bid((), (), None)
PICK = observe(setup(4, seed=1, leaders=LEADERS[:4], variant=DRAFT), 0)
OVER = observe([*random_game(0)][-1], 0)
TO_ONESELF = Offer(OFFER.active_player or 0, "robb-stark", OFFER.active_player or 0, "Betrayal", ())
SAVED_BY_ITS_KILLER = Cancel(TO_ONESELF.seat, "robb-stark", TO_ONESELF.seat, "Betrayal")
[(DEALT, DEAL)] = TURN.sights
NUMBERED = attrs.evolve(DEAL, cards=(Card("betrayal", 2), *DEAL.cards[1:]))


def at(view: View, **parts: Any) -> View:
    """The view of a table of which some parts are others."""
    return attrs.evolve(view, table=attrs.evolve(view.table, **parts))


def asking(view: View, *steps: Step) -> View:
    """The view with other steps where the next is."""
    return at(view, agenda=(*steps, *view.agenda[1:]))


def noted(place: int, **parts: Any) -> View:
    """The view of a turn before which something else happened."""
    log: list[Event] = [*TURN.table.log]
    log[place] = attrs.evolve(log[place], **parts)
    return at(TURN, log=tuple(log))


AGENDA = "no game has such an agenda"
UNSEEN = "the viewer did not see that event"
OTHERS = "the viewer saw another event than everybody"


@pytest.mark.rule("info.public", "info.memory", "round.steps", "order.depth")
@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (attrs.evolve(TURN, hand=(Card("dragon"), *TURN.hand[1:])), "the box has no card dragon"),
        (attrs.evolve(TURN, hand=TURN.hand[::-1]), "the cards of seat 0 are not sorted by id"),
        (
            attrs.evolve(TURN, hand=(Card("betrayal", 1), *TURN.hand[1:])),
            "betrayal#1 has a number and lies in no pile",
        ),
        (
            at(PLAYED, plays=((0, Card("betrayal", 2)),)),
            "betrayal#2 is not numbered in the order of play",
        ),
        (at(ALLY, bid=attrs.evolve(BID, ranking=(*BID.ranking, 0))), "ranks every leader once"),
        (at(TURN, row=("dragon",)), "the box has no ally dragon"),
        (asking(TURN, Turn(3)), "the table has no seat 3"),
        (asking(TURN, Turn(-1)), "the table has no seat -1"),
        (attrs.evolve(TURN, sights=((1, DEAL),)), OTHERS),
        (attrs.evolve(TURN, sights=((9, DEAL),)), UNSEEN),
        (attrs.evolve(TURN, sights=((DEALT, attrs.evolve(DEAL, viewers=(1,))),)), UNSEEN),
        (attrs.evolve(TURN, sights=((DEALT, attrs.evolve(DEAL, viewers=(0, 1))),)), OTHERS),
        (attrs.evolve(TURN, sights=((DEALT, DEAL), (DEALT, DEAL))), UNSEEN),
        (attrs.evolve(TURN, sights=((DEALT, NUMBERED),)), "a card of a hand has a number"),
        (noted(2, player=None), "an event has no player"),
        (at(TURN, agenda=()), AGENDA),
        (at(TURN, agenda=(Turn(0),)), AGENDA),
        (asking(TURN, Turn(0), Turn(1)), AGENDA),
        (at(TURN, knelt=(True, False, False)), AGENDA),
        (at(TURN, played=Card("betrayal", 1)), AGENDA),
        (at(TURN, leaders=(None, *TURN.table.leaders[1:])), AGENDA),
        (at(TURN, phase=Phase.DRAFTING), AGENDA),
        (at(OVER, agenda=TURN.agenda), AGENDA),
        (asking(PICK, Pick(1, (0,))), AGENDA),
        (asking(CARD, CARD.agenda[0], CARD.agenda[0], Turn(0)), AGENDA),
        (at(CARD, played=Card("corruption", 1)), AGENDA),
        (at(ALLY, current=()), AGENDA),
        (asking(OFFER, TO_ONESELF), AGENDA),
        (asking(OFFER, SAVED_BY_ITS_KILLER), AGENDA),
        (at(TURN, skipped=(1, 1)), "a leader has skipped twice since the last play"),
    ],
)
def test_a_view_that_no_game_leads_to_is_refused(view: View, reason: str) -> None:
    with pytest.raises(DecodingError, match=reason):
        DOCUMENTS.from_json(View, DOCUMENTS.to_json(view))


@pytest.mark.rule("info.public", "info.memory")
@pytest.mark.parametrize("view", [TURN, PLAYED, CARD, ALLY, OFFER, PICK, OVER])
def test_a_view_of_a_game_is_read_as_it_is(view: View) -> None:
    assert DOCUMENTS.from_json(View, DOCUMENTS.to_json(view)) == view
