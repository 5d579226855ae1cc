"""Views from documents: the game is replayed as the viewer saw it.

A view follows from the events that its viewer saw. The rules replay them in a working copy in which
cards that the viewer did not see are unknown. Each event that follows from the rules must be the
next one in the log, which names the cards and allies hidden until then. A document of a view is
therefore accepted only if its log leads to it, and if a world with this view can be drawn.

A world can be given a past, with the cards in the events that only other seats saw. A season's log
names the seats that saw more of an event. An arrangement of the hidden cards shows where each card
was after the deal, and which cards were taken unseen. The packs passed on and the hands shown later
follow from these when the season is replayed.

Rules: info.public, info.hand, info.memory, info.taken, info.draft, info.ally-deck.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, check_source, choose, shuffle
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue, PlacedFault, faults_at
from westeros_intrigue.gamekit.values import check_type, replace_item
from westeros_intrigue.games.btwixt import abilities, moves, questions, worlds
from westeros_intrigue.games.btwixt.cards import Card, Cards, Ids, Numbers, shared_card
from westeros_intrigue.games.btwixt.chance import undrawn_chance
from westeros_intrigue.games.btwixt.clues import DEALT, packs
from westeros_intrigue.games.btwixt.game import check_leaders, lay_table, observe
from westeros_intrigue.games.btwixt.happenings import Event, Events, Happening
from westeros_intrigue.games.btwixt.moves import Move
from westeros_intrigue.games.btwixt.seasons import Pick, direction
from westeros_intrigue.games.btwixt.state import (
    GameState,
    Sights,
    View,
    add_sights,
    check_seat,
    sort_hand,
)
from westeros_intrigue.games.btwixt.table import Table, find_opener
from westeros_intrigue.games.btwixt.working_copy import WorkingCopy

_WITHOUT_CARD: dict[Happening, Move] = {
    Happening.KNELT: moves.Kneel(),
    Happening.SKIPPED: moves.Skip(),
    Happening.DECLINED: moves.Decline(),
}
"""The moves that are always alike, by their events."""
_UNKNOWN: Final = Card("?")
"""A card that the viewer has not seen; no box has its id."""
_TRIES: Final = 5
"""The attempts to draw a past. If many cards were taken unseen in a season, the first may fail."""


def check_view(view: View) -> None:
    """Raise DecodingError with the places of the faults of a view to which no game leads."""
    with faults_at():
        if view.player is not None:
            check_seat(view, view.player)
        found = replay(view)
        places = [*_differences("/table", view.table, found.table)]
        if places := places or [*_differences("", view, found)]:
            raise DecodingError(places)
        determinize(view, random.Random(0))  # noqa: S311 - any world will do


def _differences(path: str, value: Table | View, right: Table | View) -> Iterator[PlacedFault]:
    for field in attrs.fields(type(right)):
        if field.eq and getattr(value, field.name) != getattr(right, field.name):
            yield f"{path}/{field.name}", "the events that were seen lead to another value"


def replay(view: View) -> View:
    """Return the view that results from the events of a view.

    Raises:
        InvalidValue: no game has these events.
    """
    game = _Replay(view, _events_for(view), random.Random(0))  # noqa: S311 - as above
    return observe(game.freeze(), view.player)


def determinize(view: View, rng: RandomSource, *, with_past: bool = False) -> GameState:
    """Return a state that agrees with the view, for search; it has no record and no JSON.

    States are drawn with their likelihood, assuming that leaders who play, discard, draft or take a
    card choose at random among the cards of the hand or pack that the rules allow.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 1)
    >>> observe(determinize(view, random.Random(1)), 1) == view
    True
    >>> world = determinize(view, random.Random(1), with_past=True)
    >>> observe(world, 0).log[0].cards == world.hands[0]  # the cards dealt to player 0
    True

    Args:
        view: the knowledge of a seat or a spectator.
        rng: the source of chance.
        with_past: True to draw also all that other seats saw earlier, which takes much longer.
            Otherwise, they remember only public events.

    Raises:
        InvalidValue: no state has this view.

    Rules: info.memory, setup.chance.
    """
    check_type("view", view, View)
    check_source(rng)
    if not with_past:
        return next(worlds.worlds(view, rng))
    events = _events_for(view)
    first, world = _draw_past(view, events, rng)
    # Once more, now that every event is known: the rules confirm that they lead to this world.
    known = add_sights(events, first.past_sights + first.sights)
    second = _Replay(view, known, rng, dict(world.answers))
    return attrs.evolve(
        world,
        past_sights=second.past_sights,
        sights=second.sights,
        blocks=second.blocks,
        ally_deck=second.ally_deck,
        looked_at=second.looked_at,
        put_back=second.put_back,
        asides=second.asides,
    )


def _draw_past(view: View, events: Events, rng: RandomSource) -> tuple[_Replay, GameState]:
    """Return a replay of a view's events, and a world to which it leads, after a few tries.

    Raises:
        InvalidValue: no game was found.
    """
    for _ in range(_TRIES - 1):
        with suppress(InvalidValue):
            return _draw_past_once(view, events, rng)
    return _draw_past_once(view, events, rng)


def _draw_past_once(view: View, events: Events, rng: RandomSource) -> tuple[_Replay, GameState]:
    first = _Replay(view, events, rng)
    return first, first.complete(view)


def _events_for(view: View) -> Events:
    """Return the events of the game, as the viewer saw them."""
    public, sights = view.table.past + view.table.log, view.past_sights + view.sights
    for number, event in sights:
        if not 0 <= number < len(public) or view.player not in (event.viewers or ()):
            raise InvalidValue("the viewer did not see that event")
    return add_sights(public, sights)


def _hide(orders: tuple[Cards, ...]) -> tuple[Cards, ...]:
    return tuple((_UNKNOWN,) * len(order) for order in orders)


class _Replay(WorkingCopy):
    """A game replayed from the events that a viewer saw, all of them."""

    # Unlike the parts of the game, they are not in its `__dict__`, so `freeze` leaves them behind.
    __slots__ = ("answers_now", "is_open", "played", "rng", "seen", "view")

    def __init__(
        self,
        view: View,
        seen: Events,
        rng: RandomSource,
        answers: Mapping[int | None, Move] | None = None,
    ) -> None:
        """Replay the events: each is complete if the answers of all seats are given."""
        table = view.table
        drawn = undrawn_chance(table.players, table.box, table.variant)
        # Allies leave the deck in the order in which events name them; leaders have other ids.
        allies = {*drawn.allies}
        named = dict.fromkeys([*_allies_in(seen), *shuffle(drawn.allies, rng)])
        chance = attrs.evolve(
            drawn,
            allies=tuple(ally for ally in named if ally in allies),
            tokens=worlds.token_values(table, rng),
            influence=_hide(drawn.influence),
            leader_cards=_hide(drawn.leader_cards),
        )
        given = not any(event.happening is Happening.LEADER for event in seen)
        leaders = None
        if given and None not in table.leaders:
            leaders = check_leaders(map(str, table.leaders), table.players, table.box)
        opener = find_opener(table)
        super().__init__(
            lay_table(table.players, table.box, table.variant, chance, opener, leaders)
        )
        self.view = view
        self.rng = rng
        self.seen = seen
        """The events of the game, as the viewer saw them."""
        self.played = 0
        """The number of events replayed."""
        self.is_open = answers is not None
        """True if every event is known."""
        self.answers_now: Mapping[int | None, Move | None] = answers or {view.player: view.answer}
        """The known answers of seats that have answered while others still decide."""
        self.run()
        while (question := questions.question_of(self)) and (move := self.find_answer(question)):
            seat, answer = move
            if not question.allows(self.table, question.see_hidden(self, seat), answer):
                raise InvalidValue(f"the rules refuse what seat {seat} did: {answer}")
            self.answer(seat, answer)
        if self.played < len(seen):
            raise InvalidValue("the last events cannot follow those before them")

    def complete(self, view: View) -> GameState:
        """Draw a world of a view of the season, and complete the sights of the season."""
        return worlds.world_of(view, self.arrange(view), self.rng)

    def arrange(self, view: View) -> worlds.Laid:
        """Draw the hidden cards of a view of the season, and complete the sights of the season."""
        laid = next(worlds.arrangements(view, self.rng))
        self.sights = _complete_sights(view, self.sights, laid, self.rng)
        return laid

    def sees(self, viewers: Numbers | None) -> bool:
        """Return whether all of an event is known that some seats saw."""
        return viewers is not None and (self.is_open or self.view.player in viewers)

    @property
    def following(self) -> Event:
        """The next event that the viewer saw."""
        # Simultaneous answers become events at once.
        number = self.played + len(self.answers)
        if number >= len(self.seen):
            raise InvalidValue("more must have happened after the last event")
        return self.seen[number]

    def note(self, *parts: Any, **named: Any) -> None:  # noqa: ANN401 - those of the base class
        """Make an event, and replay it as the next one that the viewer saw."""
        log = self.table.log
        super().note(*parts, **named)
        if named.get("viewers") is None:  # which has been logged without `log_event`
            event, self.table.log = self.table.log[-1], log
            self.log_event(event)

    def log_event(self, event: Event) -> None:
        """Replay the next event, which reveals the cards that it names."""
        following, is_seen = self.following, self.sees(event.viewers)
        if is_seen and len(following.cards) == len(event.cards):
            if _UNKNOWN in following.cards:
                following = attrs.evolve(following, cards=event.cards)
            elif (Counter(event.cards) - Counter(following.cards)).keys() == {_UNKNOWN}:
                event = attrs.evolve(event, cards=following.cards)
        super().log_event(event)
        if following != (event if is_seen else self.table.log[-1]):
            raise InvalidValue(f"event {self.played} cannot follow those before it")
        self.played += 1
        player, other, cards = event.player, event.other, event.cards
        if event.happening is Happening.SAW_HAND and other is not None and is_seen:
            self.set_hand(other, cards)
        elif event.happening in DEALT and player is not None:
            known = cards if is_seen else (_UNKNOWN,) * len(cards)
            if known != sort_hand(shared_card(card.id) for card in known):
                raise InvalidValue("a hand that was dealt is sorted by id, without numbers")
            if self.packs[player]:
                self.set_packs(replace_item(self.packs, player, known))
            else:
                self.set_hand(player, known)

    def close_log(self) -> None:
        if not self.is_open:
            # All hands are open now, so the season as a whole must have been possible.
            state = WorkingCopy(self).freeze()
            self.arrange(observe(state, self.view.player))
        super().close_log()

    def learn(self, seat: int, cards: Cards) -> None:
        """Replace unknown cards of a hand with cards that it turns out to have."""
        if len(cards) == 1 and cards[0] in self.hands[seat]:
            return  # as nearly always
        hand = list(self.hands[seat])
        for card in (Counter(cards) - Counter(hand)).elements():
            if _UNKNOWN not in hand:
                raise InvalidValue(f"seat {seat} does not have {card}")
            hand[hand.index(_UNKNOWN)] = card
        self.set_hand(seat, sort_hand(hand))

    def take_unseen(self, taker: int, victim: int, card: Card) -> None:
        named = self.following.cards
        if named:
            card = named[0]
            self.learn(victim, (card,))
        else:
            card = _UNKNOWN
            self.set_hand(victim, (card,) * len(self.hands[victim]))
        super().take_unseen(taker, victim, card)

    def discard_from_hand(self, seat: int, cards: Cards, allies: Ids = ()) -> None:
        if cards:
            named = self.following.cards
            if len(named) != len(cards):
                raise InvalidValue(f"seat {seat} discards other cards")
            self.learn(seat, named)
            cards = named
        super().discard_from_hand(seat, cards, allies)

    def find_answer(self, question: questions.AnyQuestion) -> tuple[int, Move] | None:
        """Return the seat that answers a question, with its answer; None if it is still open."""
        seat, is_at_end = question.seat, self.played == len(self.seen)
        if isinstance(question, abilities.PutBack):
            done = len(self.put_back)
            if is_at_end and done == self.view.table.put_back_size:
                return None
            # They will leave the deck in the order in which events name them.
            coming = chain(_allies_in(self.seen[self.played :]), self.view.put_back)
            following = next((ally for ally in coming if ally in self.looked_at), None)
            return seat, moves.choice(ally=following or choose(self.looked_at, self.rng))
        if is_at_end:
            return self._find_pick(question)
        event = self.following
        if event.happening in _WITHOUT_CARD:
            return seat, _WITHOUT_CARD[event.happening]
        card = shared_card(event.cards[0].id) if event.cards else _UNKNOWN
        if isinstance(question, questions.HandQuestion) and not isinstance(question, Pick):
            holder = question.leader if isinstance(question, abilities.Take) else seat
            if event.cards and event.player == seat:
                self.learn(holder, (card,))
            elif holder != seat:
                card = self.hands[holder][0]
        return seat, question.make_move(question.recall(event, card))

    def _find_pick(self, question: questions.AnyQuestion) -> tuple[int, Move] | None:
        """Return a pick of which no event tells, since others still decide; None if all do."""
        if isinstance(question, Pick):
            for seat in question.deciders:
                if seat not in self.view.deciders:
                    return seat, self.answers_now.get(seat) or moves.Draft(_UNKNOWN)
        return None


def _allies_in(events: Events) -> Iterator[str]:
    """Return the allies that events name, in order."""
    return (ally for event in events for ally in event.allies)


def _complete_sights(view: View, sights: Sights, laid: worlds.Laid, rng: RandomSource) -> Sights:
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
    players, way = view.players, direction(view.table)
    taken, turns = iter(taken_unseen), Counter[int]()
    completed = []
    for number, event in sights:
        seat, ids = event.player or 0, [card.id for card in event.cards]
        match event.happening:
            case Happening.DEALT:
                pools = (card for pool in dealt for card in pool.get(seat, ()))
                ids = sorted(drafted[seat] if drafted else pools)
            case Happening.DRAFTED:
                turn = turns[seat]
                ids = [drafted[(seat - way * turn) % players][turn]]
                turns[seat] += 1
            case Happening.TOOK if _UNKNOWN in event.cards:
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
